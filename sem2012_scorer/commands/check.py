"""``sem2012-scorer check``: is a submission valid, and what is wrong with it?

In: system files, with or without gold. Out: the verdict on each, or repaired copies. Read `answer` first; the
verdicts are made in `checking`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from ..checking.examined import Examined
from ..checking.findings import ALL_PLACES, CODES
from ..checking.repair import repair_copy_of_file
from ..checking.result import (
    INVALID,
    NOT_READ,
    REFUSED,
    VALID,
    Checked,
    summary_of_check_results,
)
from ..common.process import Answer
from ..common.wording import visible
from ..port.scripts import ORIGINALS
from ..reading.sentences import ShapeError
from ..reading.source import NotReadable
from .arguments import (
    UsageError,
    add_gold,
    add_output,
    add_predictions,
    add_scorer,
    add_system,
    argument_for_output,
    argument_group_for_output,
)
from .diagnosis import MOST_PLACES, diagnose_with_commands
from .files import check_file_names, check_files_named_twice, command_files_in_output_folder
from .inputs import Inputs, inputs_errors_as_usage_errors
from .output import make_folder, output_as_answer, output_as_json, write_output_files
from .pairing import NamedPair, SystemRuns, pair_systems

NOTHING_DONE = 2  # the exit status if no file could be read


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    check.usage = "%(prog)s -s SYSTEM ... [-g GOLD ...] [options]"
    files = check.add_argument_group("files")
    what = files.add_mutually_exclusive_group(required=True)
    add_system(what)
    what.add_argument("--about", metavar="CODE", help="explain a code")
    add_gold(files)
    add_scorer(check.add_argument_group("what is checked"), ORIGINALS)
    output = argument_group_for_output(check)
    words = "write a repaired copy to OUT; of several files, to the folder OUT"
    output.add_argument("--fix", type=argument_for_output, metavar="OUT", help=words)
    output.add_argument("--strict", action="store_true", help="warnings make the exit status 1")
    output.add_argument("--all", action="store_true", help="show every place, not the first three")
    add_output(output, ("text", "json"))
    add_predictions(check)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``check`` answers."""
    if options.about is not None:
        return output_as_answer(_explain_code(options.about.upper()), options.output, b"")
    paired = pair_systems(options.gold, options.system, must_pair=False)
    is_alone = len(paired.pairs) == 1 and not paired.unpaired
    _check_outputs(options, is_alone)
    inputs = Inputs(options)
    results, repairs = _check_and_repair(options, paired, inputs, is_alone)
    missing = [file.path for file in paired.unpaired]
    text = _verdicts_in_format(options, results, missing, is_alone, repairs)
    if is_alone and paired.pairs[0].system not in options.system:
        inputs.notes.append(f"checked {paired.pairs[0].system}")  # the one file of a folder
    inputs.notes += [str(file) for file in paired.unpaired]
    stderr = inputs.stderr_text(golds=options.gold or options.system)
    status = _exit_status(results, missing, options.strict)
    if repairs and any(checked.verdict != VALID for checked in results):
        status = max(status, 1)  # a copy is missing, or is no submission
    return output_as_answer(text, options.output, stderr, status)


def _check_and_repair(
    options: argparse.Namespace, paired: SystemRuns, inputs: Inputs, is_alone: bool
) -> tuple[list[Checked], list[str]]:
    """Return the verdict on each file, or with --fix on its copy, which is written, and then a line on each copy."""
    results: list[Checked] = []
    repairs: list[str] = []
    copies: dict[str, bytes] = {}
    targets = _targets_of_copies(options, paired.pairs, is_alone)
    for pair, target in zip(paired.pairs, targets):
        checked, examined = _check_one_file(options, pair, inputs, is_alone)
        if target is not None:
            content, checked, line = repair_copy_of_file(examined, checked, target)
            repairs.append(line)
            if content is not None:
                copies[target] = content
        results.append(checked)
        inputs.close(pair.system)
        if not paired.is_one_gold:  # one gold file is read again for the next system
            inputs.close(pair.gold)
    if copies and not is_alone:
        make_folder(options.fix)
    write_output_files(copies)
    return results, repairs


def _check_outputs(options: argparse.Namespace, is_alone: bool) -> None:
    """Raise UsageError if an output is an input, or cannot take what is written."""
    for output in (options.fix, options.output):
        check_file_names([*(options.gold or ()), *options.system], output)
    check_files_named_twice([name for name in (options.fix, options.output) if name is not None])
    if options.fix == "-":
        raise UsageError("--fix takes the name of a file, or of a folder for several files")
    if options.fix is not None and not is_alone and os.path.isfile(options.fix):
        raise UsageError("--fix of several files takes the name of a folder")


def _check_one_file(
    options: argparse.Namespace, named: NamedPair, inputs: Inputs, is_alone: bool
) -> tuple[Checked, Examined | None]:
    """Return the verdict on a file, and what was found in columns; what cannot be read is a verdict where there are several files."""
    most = ALL_PLACES if options.all else MOST_PLACES
    pair = inputs.pair(named)
    examined = None
    try:
        if pair.gold is not None:
            inputs.check_gold(pair.gold)
        with inputs_errors_as_usage_errors():
            checked, examined = diagnose_with_commands(pair, most)
        if pair.gold is not None and checked.verdict == VALID:
            inputs.warn_if_gold(pair, is_verdict=True)
    except ShapeError as error:
        if is_alone:
            raise
        checked = Checked(named.system, NOT_READ, _why_not_checked(error, named.system))
    if checked.verdict != VALID:  # only columns are valid
        inputs.has_predictions = True
    return checked, examined


def _why_not_checked(error: ShapeError, system: str) -> str:
    """Return why a file is not checked: what is wrong with it, or with its gold file."""
    if isinstance(error, NotReadable) and error.file == system:
        return error.found
    return str(error)


def _targets_of_copies(
    options: argparse.Namespace, pairs: Sequence[NamedPair], is_alone: bool
) -> Sequence[str | None]:
    """Return where the repaired copy of each file is written, in a folder if there are several; None for nowhere."""
    if options.fix is None:
        return [None] * len(pairs)
    targets = [options.fix]
    if not is_alone:
        files = [*(options.gold or ()), *options.system]
        systems = [pair.system for pair in pairs]
        targets = command_files_in_output_folder(options.fix, systems, files, "--fix")
    if options.output is not None and options.output != "-":
        outputs = {os.path.realpath(target) for target in targets}
        if os.path.realpath(options.output) in outputs:
            raise UsageError(f"{options.output} is the repaired copy: -o writes another file")
    return targets


def _exit_status(results: Sequence[Checked], missing: Sequence[str], is_strict: bool) -> int:
    """Return the exit status: 0 if every file is valid or can be scored, without warnings if `is_strict`."""
    if all(checked.verdict == NOT_READ for checked in results):
        return NOTHING_DONE
    for checked in results:
        if checked.verdict in (INVALID, REFUSED, NOT_READ):
            return 1
        if is_strict and checked.warnings:
            return 1
    if missing:
        return 1
    return 0


def _verdicts_in_format(
    options: argparse.Namespace,
    results: Sequence[Checked],
    missing: Sequence[str],
    is_alone: bool,
    repairs: Sequence[str],
) -> str:
    """Return what is printed: JSON, what was repaired, the verdict on a file, or a line for each."""
    if options.format == "json":
        return _as_json(results, missing, is_alone, repairs)
    if repairs:
        return "".join(visible(line) + "\n" for line in repairs)
    if is_alone:
        return results[0].text(options.all)
    return summary_of_check_results(results, missing)


def _as_json(
    results: Sequence[Checked], missing: Sequence[str], is_alone: bool, repairs: Sequence[str]
) -> str:
    """Return the verdicts, and what was repaired, as JSON."""
    values: dict[str, Any] = {
        "files": [checked.to_dict() for checked in results],
        "missing": list(missing),
    }
    if repairs:
        values["fix"] = repairs[0] if is_alone else list(repairs)
    return output_as_json(values, 2) + "\n"


def _explain_code(name: str) -> str:
    """Return what a code means; raise UsageError if there is no such code."""
    code = CODES.get(name)
    if code is None:
        raise UsageError("there is no code {}; the codes are {}".format(name, " ".join(CODES)))
    meaning = f"{code.code} {code.title}\n\n{code.meaning}\n\n"
    return meaning + f"example  {code.example}\nfix      {code.fix}\n"
