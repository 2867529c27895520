"""``sem2012-scorer check``: is a submission valid, and what is wrong with it?"""

from __future__ import annotations

import argparse

from ..checking.findings import CODES
from ..checking.fix import repaired_copy
from ..checking.verdict import (
    INVALID,
    NOT_READ,
    REFUSED,
    VALID,
    Checked,
    checked_table,
)
from ..ground.process import Answer
from ..ground.wording import json_of, visible
from ..legacy.scripts import ORIGINALS
from ..reading.sentences import ShapeError
from .diagnosis import checked_with_commands
from .files import check_names, check_twice
from .opening import Inputs
from .options import UsageError, add_options, add_predictions, output_name
from .output import delivered, write_whole
from .pairing import pair_systems

MOST_PLACES = 3


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    what = check.add_mutually_exclusive_group(required=True)
    add_options(what, "-s")
    what.add_argument("--about", metavar="CODE", help="explain a code")
    add_options(check, "-g --pair --scorer", ORIGINALS)
    words = "write a copy of the file, with bytes and layout repaired, to OUT"
    check.add_argument("--fix", type=output_name, metavar="OUT", help=words)
    check.add_argument("--strict", action="store_true", help="warnings make the exit status 1")
    check.add_argument("--all", action="store_true", help="show every place, not the first three")
    add_options(check, "--format -o", formats=("text", "json"))
    add_predictions(check)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``check`` answers."""
    if options.about is not None:
        return delivered(_about(options.about.upper()), options.output, b"")
    paired = pair_systems(options.gold, options.system, options.pair, must_pair=False)
    for output in (options.fix, options.output):
        check_names([*(options.gold or ()), *options.system], output)
    check_twice([name for name in (options.fix, options.output) if name is not None])
    is_alone = len(paired.pairs) == 1 and not paired.unpaired
    if options.fix == "-" or (options.fix is not None and not is_alone):
        raise UsageError("--fix writes a repaired copy of one file, and takes its name")
    inputs = Inputs(options)
    most = 1 << 62 if options.all else MOST_PLACES
    results = []
    for pair in paired.pairs:
        gold = None if pair.gold is None else inputs(pair.gold)
        try:
            if gold is not None:
                inputs.check_gold(gold)
            checked = checked_with_commands(inputs.call(gold, inputs(pair.system)), most)
            if gold is not None and checked.verdict == VALID:
                inputs.suspect(inputs(pair.system), gold)
        except ShapeError as error:
            if is_alone:
                raise
            checked = Checked(pair.system, NOT_READ, str(error))
        results.append(checked)
        inputs.converted += checked.verdict != VALID  # only columns are valid
        if options.fix is None:
            inputs.done(pair.system, None if paired.is_one_gold else pair.gold)
    missing = [checked.path for checked in paired.unpaired]
    text = results[0].text(options.all) if is_alone else checked_table(results, missing)
    bad = [checked for checked in results if checked.verdict in (INVALID, REFUSED, NOT_READ)]
    bad += [checked for checked in results if options.strict and checked.warnings]
    status = int(bool(bad or missing))
    if all(checked.verdict == NOT_READ for checked in results):
        status = 2  # nothing could be done
    fix = ""
    if options.fix is not None:
        pair, before = paired.pairs[0], results[0]
        gold = None if pair.gold is None else inputs(pair.gold)
        content, after, fix = repaired_copy(
            gold, inputs(pair.system), before, options.fix, options.scorer
        )
        if content is not None:
            write_whole(options.fix, content)
        status = int(after.verdict != VALID or bool(options.strict and after.warnings))
        text = visible(fix) + "\n"
    if options.format == "json":
        made = {"files": [checked.to_dict() for checked in results], "missing": missing}
        text = json_of({**made, **({"fix": fix} if fix else {})}, 2) + "\n"
    inputs.notes += [*paired.notes, *[str(left) for left in paired.unpaired]]
    stderr = inputs.said(golds=options.gold or options.system)
    return delivered(text, options.output, stderr, status)


def _about(name: str) -> str:
    code = CODES.get(name)
    if code is None:
        raise UsageError("there is no code {}; the codes are {}".format(name, " ".join(CODES)))
    meaning = f"{code.code} {code.title}\n\n{code.meaning}\n\n"
    return meaning + f"example  {code.example}\nfix      {code.fix}\n"
