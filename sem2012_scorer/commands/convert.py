"""``sem2012-scorer convert``: a corpus from one format to another."""

from __future__ import annotations

import os
from contextlib import ExitStack

from ..checking import check_read
from ..checking.files import File
from ..checking.findings import grouped, in_order
from ..ground.columns import GOLD, SYSTEM
from ..ground.process import Answer
from ..ground.wording import encoded, some
from ..legacy.originals import ORIGINALS
from ..reading.corpus import joined, write_corpus
from ..reading.formats import FORMATS, NO_PLACE, STYLE_OF, WRITTEN
from ..reading.remarks import Counted, Remarks
from ..reading.sentences import ShapeError
from ..reading.submission import (
    blind,
    format_to_write,
    no_negation,
    read_gold,
    scorer_for,
    submission_of,
)
from .files import Sources, check_names
from .options import FileTrouble, UsageError, add_scorer, notes_of
from .output import add_output, delivered, written_or_printed, written_whole
from .reading import (
    add_corpora,
    add_predictions,
    corpus_files,
    reading_of,
    sentences_of,
    troubles,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Convert a corpus, or a system's predictions, from one format to another. What
was read and written is counted on standard error, and what the new format
cannot say is named there, with file and line.

formats:
%s
written: %s
""" % (
    "\n".join("  %-9s %s" % (name, format.title) for name, format in FORMATS.items()),
    ", ".join(WRITTEN),
)

EPILOG = """\
examples:
  sem2012-scorer convert abstracts.xml -o abstracts.txt
  sem2012-scorer convert --to bio gold.txt -o gold.bio
  sem2012-scorer convert predicted.bio --like gold.txt -o system.txt
  sem2012-scorer convert SFU_Review_Corpus/ --cues speculation --to jsonl

exit status: 0, 1 if a file cannot be converted,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(convert: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    convert.add_argument(
        "inputs", nargs="+", metavar="INPUT", help="files, or folders; - is standard input"
    )
    add_corpora(convert)
    add_predictions(convert, are_listed=True)
    convert.add_argument(
        "--to",
        choices=WRITTEN,
        metavar="FORMAT",
        help="the format to write: %s (default: columns, or as gold's with --like)"
        % ", ".join(WRITTEN),
    )
    convert.add_argument(
        "--like",
        metavar="GOLD",
        help="make a submission: first fields, order and blank lines of GOLD, or of the blind "
        "test file, which is in columns",
    )
    add_scorer(convert, ORIGINALS, has_default=False)
    convert.add_argument(
        "--strict", action="store_true", help="with --like: what is a warning is an error"
    )
    convert.add_argument(
        "--full-labels",
        action="store_true",
        help="with --to bio: labels have all parts of a token, and parts of words",
    )
    convert.add_argument(
        "--remarks",
        metavar="FILE",
        help="write to FILE all that is left out or changed, with file and line, one a line",
    )
    add_output(convert)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``convert`` answers."""
    given = [*options.inputs, *([] if options.like is None else [options.like])]
    for output in (options.output, options.remarks):
        check_names(given, output)
    if options.remarks in ("", "-"):
        raise UsageError("--remarks takes the name of a file")
    outputs = [os.path.realpath(name) for name in (options.output, options.remarks) if name]
    if len(outputs) == 2 and outputs[0] == outputs[1]:
        raise UsageError("-o and --remarks are the same file: write to two")
    if options.full_labels and options.to != "bio":
        raise UsageError("--full-labels goes with --to bio")
    if options.like is not None:
        return _submission(options)
    for name, is_given in (("--scorer", options.scorer), ("--strict", options.strict)):
        if is_given:
            raise UsageError("%s goes with --like" % name)
    files, passed_over = corpus_files(options.inputs, options.read_as, Sources())
    printed: list[bytes] = []
    wrote = Counted()
    with ExitStack() as stack:
        every = options.remarks and stack.enter_context(written_whole(options.remarks))
        stream = stack.enter_context(written_or_printed(options.output, printed))
        remarks = Remarks(every or None)
        sentences = joined(sentences_of(file, options, remarks) for file in files)
        try:
            remarked = remarks.about(options.output or "output")
            write_corpus(
                sentences,
                stream,
                options.to,
                remarked=remarked,
                written=wrote.add,
                full_labels=options.full_labels,
            )
        except ShapeError as error:
            raise FileTrouble("%s: %s" % (remarks.place_of(error.sentence), error)) from error
        has_labels = any(FORMATS[name].has_labels or name == "jsonl" for name in remarks.files)
        if has_labels and not remarks.read.negations and not options.allow_missing:
            raise FileTrouble(str(no_negation(some([file.shown for file in files], 1), remarks)))
    to = options.to or "columns"
    notes = [*passed_over, *remarks.notes()]
    if to in NO_PLACE:
        notes.append("%s, left out: %s" % (to, NO_PLACE[to]))
    said = notes_of(notes) + notes_of(remarks.warnings(), "warning")
    said += notes_of(["wrote %s as %s" % (wrote.shown(), to)])
    return Answer(b"".join(printed), encoded(said), 0)


def _submission(options: argparse.Namespace) -> Answer:
    """Write a submission like gold, if it is one at which the scorer does not stop."""
    if options.to not in (None, *STYLE_OF):
        raise UsageError("--like makes a submission in columns: leave out --to %s" % options.to)
    if os.path.isdir(options.like):
        raise UsageError("%s is a folder: give one gold file" % options.like)
    sources = Sources()
    gold = sources(options.like)
    reading = reading_of(options)
    with troubles():
        read_gold(gold)
        to = format_to_write(gold, options.to, options.scorer)
    scorer = scorer_for(to, gold, options.scorer)
    files, passed_over = corpus_files(options.inputs, options.read_as, sources)
    named = options.output if options.output not in (None, "-") else "output"
    given = [(file.source, file.document) for file in files]
    with ExitStack() as stack:
        every = options.remarks and stack.enter_context(written_whole(options.remarks))
        remarks = Remarks(every or None)
        stack.enter_context(troubles())
        made = submission_of(given, gold, options.read_as, reading, to, remarks)
    said = notes_of([*passed_over, *made.notes]) + notes_of(made.warnings, "warning")
    empty = ORIGINALS[scorer].empty_cells[-1].decode()
    # Gold without any negation is a test file like the blind one, and checked as that.
    content = gold.content() if made.has_gold else blind(gold.content())
    checked = check_read(
        File(SYSTEM, named, made.content, empty), File(GOLD, gold.name, content, empty), scorer
    )
    checked = checked._replace(findings=tuple(grouped(checked.findings)))
    errors = [one for one in in_order(checked.findings) if one.level == "error"]
    if checked.verdict == "invalid" or (options.strict and made.warnings):
        is_invalid = checked.verdict == "invalid"
        why = (
            "the result is not a submission" if is_invalid else "there are warnings, with --strict"
        )
        first = "".join(str(one) + "\n" for one in errors[: 3 * is_invalid])
        where = some([file.shown for file in files], 1)
        said += "%ssem2012-scorer: %s: nothing is written: %s\n%s\n" % (first, where, why, checked)
        return Answer(b"", encoded(said), 1)
    written = "wrote %s as %s like %s, checked for %s" % (
        options.output or "standard output",
        to or "columns",
        options.like,
        scorer,
    )
    said += notes_of([written]) + str(checked) + "\n"
    return delivered(made.content, options.output, encoded(said))
