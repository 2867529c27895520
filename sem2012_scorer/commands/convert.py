"""``sem2012-scorer convert``: predictions, or a corpus in BioScope XML, become columns.

In: files with gold, or corpora alone. Out: a file in columns for each, of which `check` finds that it is valid.
Read `answer` first, then `_convert_system_file`.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from ..common.process import Answer
from ..common.wording import text_as_bytes
from ..port.scripts import ORIGINALS, SCORER_TASK2
from ..reading.facts import COLUMNS, EMPTY_FILE, facts_of
from ..reading.notes import Note, notes_in_words
from ..reading.pair import Pair, Reading
from ..reading.sentences import ShapeError
from ..reading.source import FormatError, Source
from .arguments import (
    UsageError,
    add_argument_for_output,
    add_gold,
    add_predictions,
    add_scorer,
)
from .diagnosis import Diagnosis, diagnose_error
from .files import (
    all_files,
    check_file_names,
    command_files_in_output_folder,
    name_of_command_file,
    source_of_command_file,
)
from .inputs import Inputs, inputs_errors_as_usage_errors, reading_of_options
from .output import make_folder, output_as_answer, output_lines_of_notes, write_output_files
from .pairing import pair_systems

if TYPE_CHECKING:
    from ..checking.result import Checked
    from ..reading.predictions.model import PredictionError

BIOSCOPE = "bioscope"


def add_arguments(convert: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    convert.usage = "%(prog)s FILE ... -g GOLD ... [options]"
    convert.add_argument(
        "system",
        nargs="+",
        metavar="FILE",
        help="predictions: files, or folders; - is standard input",
    )
    add_gold(convert)
    add_scorer(convert, ORIGINALS)
    add_argument_for_output(convert)
    add_predictions(convert, (BIOSCOPE,), is_explained=True)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``convert`` answers."""
    check_file_names([*options.system, *(options.gold or ())], options.output)
    if options.read_as == BIOSCOPE:
        return _convert_corpora(options)
    if not options.gold:
        raise UsageError("give gold with -g; only --from bioscope needs none")
    paired = pair_systems(options.gold, options.system)
    inputs = Inputs(options)
    contents: list[bytes | Source] = []
    paths = []
    for pair in paired.pairs:
        with inputs.collect_errors(pair):
            contents.append(_convert_system_file(inputs, inputs.pair(pair)))
            paths.append(pair.system)
    if not contents:
        inputs.raise_if_alone(paired.unpaired)
    missing = inputs.left_out("not converted", paired.unpaired)
    are_several = len(paired.pairs) + len(paired.unpaired) > 1
    stderr = inputs.stderr_text(missing)
    status = 1 if missing else 0
    return _write_converted(options, paths, contents, stderr, status, are_several)


def _convert_corpora(options: argparse.Namespace) -> Answer:
    """Return the answer on corpora in BioScope XML: their negations as columns."""
    if options.gold:
        raise UsageError("--from bioscope reads a corpus: leave out -g")
    if reading_of_options(options) != Reading(BIOSCOPE):
        raise UsageError("--from bioscope takes none of the other options for predictions")
    paths: list[str] = []
    for name in options.system:
        paths += all_files(name)
    notes: list[str] = []
    corpora = [_convert_bioscope(path, notes) for path in paths]
    return _write_converted(
        options, paths, corpora, text_as_bytes(output_lines_of_notes(notes)), 0, len(paths) > 1
    )


def _convert_system_file(inputs: Inputs, pair: Pair) -> bytes | Source:
    """Return a system file as columns: the file itself if it is a valid submission already.

    Raises ShapeError, in the words of `check`, if what would be written is not valid.
    """
    from ..checking.check import check_files
    from ..checking.repair import finds_wrong_cells
    from ..checking.result import VALID
    from ..reading.predictions.model import PredictionError

    gold, system = pair.gold, pair.system
    assert gold is not None
    if not pair.is_scorer_named and facts_of(gold).is_neges:
        pair = pair._replace(scorer=SCORER_TASK2.identifier, is_scorer_named=True)
    inputs.check_facts(pair)
    is_in_columns = pair.facts.format in (COLUMNS, EMPTY_FILE)
    if is_in_columns:
        checked = check_files(gold, system, pair.scorer)
        if checked.verdict == VALID:
            inputs.warn_if_gold(pair)
            inputs.notes.append(
                f"{system.name} is a valid submission already{_with_warnings(checked)}: copied unchanged"
            )
            return system
        if finds_wrong_cells(checked):
            raise ShapeError(f"{system.name}: not converted, since {checked.reason}")
    inputs.has_predictions = True
    try:
        content = inputs.convert(pair).content
    except PredictionError as refusal:
        if not is_in_columns:
            raise
        raise _not_placed(pair, refusal) from refusal
    written = Source(content=content, name=f"{system.name}, as columns")
    checked = check_files(gold, written, pair.scorer)
    if checked.verdict != VALID:
        raise ShapeError(f"{system.name}: not converted, since {checked.reason}")
    inputs.notes.append(f"{system.name}: as converted, it is valid{_with_warnings(checked)}")
    return content


def _not_placed(pair: Pair, refusal: PredictionError) -> Exception:
    """Return the finding of `check` on columns that are not of gold's tokens, and the options that convert them.

    The finding has its own fix: of the other advice, only that with an option of `convert` is added.
    """
    if pair.reading.allow_missing:
        return refusal  # that sentences are missing is no reason then
    error = diagnose_error(refusal, pair)
    if error is refusal:
        return refusal
    advice = refusal.args[3:]  # after the file, the line and what is wrong
    lines = [f"    {line}" for line in advice if "--" in line]
    return Diagnosis(*error.args, *lines)


def _with_warnings(checked: Checked) -> str:
    """Return the number of warnings in words, with their codes, "" for 0."""
    if not checked.warnings:
        return ""
    return f", with {checked.warnings_in_words()}"


def _convert_bioscope(path: str, notes: list[str]) -> bytes:
    """Return the negations of a BioScope document as columns; add a note on what is left out."""
    from ..agreeing.bioscope import read_bioscope
    from ..reading.column_writer import write_columns_with_notes

    stream = BytesIO()
    counts: Counter[Note] = Counter()
    with inputs_errors_as_usage_errors():
        try:
            counts.update(
                write_columns_with_notes(
                    read_bioscope(source_of_command_file(path), notes=counts), stream
                )
            )
        except FormatError:
            raise
        except ShapeError as error:
            raise ShapeError(f"{name_of_command_file(path)}: {error}") from error
    notes += [f"{name_of_command_file(path)}: {said}" for said in notes_in_words(counts)]
    return stream.getvalue()


def _write_converted(
    options: argparse.Namespace,
    paths: Sequence[str],
    contents: Sequence[bytes | Source],
    stderr: bytes,
    status: int,
    are_several: bool,
) -> Answer:
    """Write the files into a folder if there are several, or into one; return the answer."""
    output = options.output
    if not are_several and (output in (None, "-") or not os.path.isdir(output)):
        if not contents:
            return Answer(b"", stderr, 1)
        return output_as_answer(contents[0], output, stderr, status)
    if output in (None, "-") or os.path.isfile(output):
        raise UsageError("several files: give a folder for them with -o")
    # Before anything is written: the folder may be that of gold or of the predictions.
    targets = command_files_in_output_folder(
        output, paths, [*options.system, *(options.gold or ())], "-o"
    )
    make_folder(output)
    write_output_files(dict(zip(targets, contents)))
    return Answer(b"", stderr, status)
