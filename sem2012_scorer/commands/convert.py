"""``sem2012-scorer convert``: a corpus from one format to another."""

from __future__ import annotations

import os
from contextlib import ExitStack

from ..corpora.corpus import (
    FORMATS,
    LOOKED_AT,
    NO_PLACE,
    STYLE_OF,
    WRITTEN,
    joined,
    recognised,
    write_corpus,
)
from ..corpora.sentences import ShapeError
from ..corpora.sources import FormatError
from ..corpora.style import tells_style
from ..ground.process import Answer
from ..ground.wording import encoded, some
from .files import check_names, head_of, source
from .options import (
    FileTrouble,
    UsageError,
    add_output,
    notes_of,
    written_or_printed,
    written_whole,
)
from .reading_corpora import CorpusSummary, Counted, add_reading, corpus_files, sentences_of

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
    convert.add_argument(
        "--remarks",
        metavar="FILE",
        help="write to FILE all that is left out or changed, with file and line, one a line",
    )
    add_output(convert)


def _tells_style(gold: str) -> bool:
    head = head_of(gold, LOOKED_AT)
    return not head or tells_style(head.splitlines(keepends=True))


def _advice_on_gold(gold: str) -> str:
    """Return what to do if gold is in another format than columns."""
    found = recognised(head_of(gold, LOOKED_AT))
    if found in (None, *STYLE_OF):
        return ""
    return " (it looks like %s: convert it first, or was it meant as INPUT?)" % found


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
    if options.like is not None and options.to not in (None, *STYLE_OF):
        raise UsageError("--like makes a submission in columns: leave out --to %s" % options.to)
    if options.like is not None and os.path.isdir(options.like):
        raise UsageError("%s is a folder: give one gold file" % options.like)
    files, passed_over = corpus_files(options.inputs, options.format)
    printed: list[bytes] = []
    wrote = Counted()
    with ExitStack() as stack:
        remarks = options.remarks and stack.enter_context(written_whole(options.remarks))
        stream = stack.enter_context(written_or_printed(options.output, printed))
        summary = CorpusSummary(remarks or None)
        has_default = options.like is None
        sentences = joined(sentences_of(file, options, summary, has_default) for file in files)
        like = None if options.like is None else source(options.like)
        try:
            remarked = summary.about(options.output or "output")
            write_corpus(sentences, stream, options.to, like, remarked, wrote.add)
        except FormatError as error:
            raise FileTrouble("%s%s" % (error, _advice_on_gold(options.like))) from error
        except ShapeError as error:
            # A submission's sentences are gold's: which file they came from is not known.
            several = some([file.shown for file in files], 1)
            where = several if options.like else summary.place_of(error.sentence)
            raise FileTrouble("%s: %s" % (where, error)) from error
    to = options.to or ("columns like %s" % options.like if options.like else "columns")
    notes = [*passed_over, *summary.notes()]
    if options.like is not None and options.to is None and not _tells_style(options.like):
        notes.append(
            "%s does not show which sign is an empty cell: _ is written; --to neges writes -"
            % options.like
        )
    if to in NO_PLACE:
        notes.append("%s, left out: %s" % (to, NO_PLACE[to]))
    notes.append("wrote %s as %s" % (wrote.shown(), to))
    return Answer(b"".join(printed), encoded(notes_of(notes)), 0)
