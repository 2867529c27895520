"""``sem2012-scorer convert``: a corpus from one format to another."""

from __future__ import annotations

import os
from contextlib import ExitStack

from ..corpora.sentences import ShapeError
from ..ground.process import Answer
from ..ground.wording import encoded, some
from ..legacy.originals import ORIGINALS
from ..shapes.corpus import joined, write_corpus
from ..shapes.formats import FORMATS, NO_PLACE, STYLE_OF, WRITTEN
from .files import check_names, source
from .options import FileTrouble, UsageError, add_scorer, notes_of
from .output import add_output, delivered, written_or_printed, written_whole
from .reading_corpora import (
    CorpusSummary,
    Counted,
    corpus_files,
    no_negation,
    sentences_of,
)
from .reading_options import add_care, add_reading

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

exit status: 0, 1 if a file cannot be read or written, 2 for wrong usage
"""


def add_arguments(convert: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    convert.add_argument(
        "inputs", nargs="+", metavar="INPUT", help="files, or folders; - is standard input"
    )
    add_reading(convert)
    add_care(convert)
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
    files, passed_over = corpus_files(options.inputs, options.format)
    printed: list[bytes] = []
    wrote = Counted()
    with ExitStack() as stack:
        remarks = options.remarks and stack.enter_context(written_whole(options.remarks))
        stream = stack.enter_context(written_or_printed(options.output, printed))
        summary = CorpusSummary(remarks or None)
        sentences = joined(sentences_of(file, options, summary) for file in files)
        try:
            remarked = summary.about(options.output or "output")
            write_corpus(
                sentences,
                stream,
                options.to,
                remarked=remarked,
                written=wrote.add,
                is_full=options.full_labels,
            )
        except ShapeError as error:
            raise FileTrouble("%s: %s" % (summary.place_of(error.sentence), error)) from error
        has_labels = any(FORMATS[name].has_labels or name == "jsonl" for name in summary.files)
        if has_labels and not summary.read.negations and not options.allow_empty:
            raise no_negation(files, summary)
    to = options.to or "columns"
    notes = [*passed_over, *summary.notes()]
    if to in NO_PLACE:
        notes.append("%s, left out: %s" % (to, NO_PLACE[to]))
    notes.append("wrote %s as %s" % (wrote.shown(), to))
    said = notes_of(notes[:-1]) + notes_of(summary.warnings(), "warning") + notes_of(notes[-1:])
    return Answer(b"".join(printed), encoded(said), 0)


def _submission(options: argparse.Namespace) -> Answer:
    """Write a submission like gold, if it is one at which the scorer does not stop."""
    from .submitting import gold_read, scorer_for, style_for, submission_of

    if options.to not in (None, *STYLE_OF):
        raise UsageError("--like makes a submission in columns: leave out --to %s" % options.to)
    gold = gold_read(source(options.like))
    to = style_for(gold, options.to, options.scorer)
    scorer = scorer_for(to, gold, options.scorer)
    files, passed_over = corpus_files(options.inputs, options.format)
    named = options.output if options.output not in (None, "-") else "output"
    with ExitStack() as stack:
        remarks = options.remarks and stack.enter_context(written_whole(options.remarks))
        summary = CorpusSummary(remarks or None)
        made = submission_of(files, options.format, options, gold, to, scorer, named, summary)
    said = notes_of(passed_over) + made.said()
    stop = made.stop()
    verdict = str(made.checked) + "\n"
    if stop or (options.strict and made.warnings):
        why = "%s: nothing is written: %s" % (
            some([file.shown for file in files], 1),
            "the result is not a submission" if stop else "there are warnings, with --strict",
        )
        said += stop + "sem2012-scorer: %s\n" % why + verdict
        return Answer(b"", encoded(said), 1)
    written = "wrote %s as %s like %s, checked for %s" % (
        options.output or "standard output",
        to or "columns",
        options.like,
        scorer,
    )
    return delivered(made.content, options.output, encoded(said + notes_of([written]) + verdict))
