"""``sem2012-scorer baseline``: a system that every table needs as a floor."""

from __future__ import annotations

import os

from ..ground.process import Answer
from ..ground.wording import encoded
from ..reading.baseline import punctuation_scopes
from ..reading.column_reader import read_columns
from ..reading.column_writer import write_columns
from ..reading.sentences import ShapeError
from ..reading.source import FormatError, NotReadable
from ..reporting.nis import BY_FORM, BY_TAG, PUNCTUATION, check_form
from .files import check_names, shown_name, source
from .options import FileTrouble, UsageError, notes_of, warnings_as_notes
from .output import add_output, written_or_printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Write a system's file with gold's cues and scopes that need no learning: the
words after the cue up to the next punctuation (Punct-BL, Sineva et al. 2021).
"""

EPILOG = """\
examples:
  sem2012-scorer baseline -g gold.txt -o floor.txt
  sem2012-scorer score -g gold.txt -s floor.txt --nis

exit status: 0, 1 if gold cannot be used,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(baseline: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    baseline.add_argument(
        "-g", "--gold", required=True, metavar="GOLD", help="gold file; - is standard input"
    )
    baseline.add_argument(
        "--scope", choices=("punctuation",), default="punctuation", help="where a scope ends"
    )
    baseline.add_argument(
        "--punctuation",
        choices=PUNCTUATION,
        default=BY_TAG,
        help="what is punctuation: by gold's tag, as for the legacy scorer (default), or by the "
        "form of the word",
    )
    add_output(baseline)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``baseline`` answers."""
    check_names([options.gold], options.output)
    if options.punctuation == BY_FORM:
        check_form()
    shown = shown_name(options.gold)
    if os.path.isdir(options.gold):
        raise UsageError("%s is a folder: give one gold file" % shown)
    printed: list[bytes] = []
    left_out: list[str] = []

    def remarked(line: int | None, kind: str, what: str) -> None:
        left_out.append("%s: %s: %s" % (shown, kind, what))

    with warnings_as_notes() as notes, written_or_printed(options.output, printed) as stream:
        gold = read_columns(source(options.gold))
        scoped = punctuation_scopes(gold, PUNCTUATION[options.punctuation])
        try:
            write_columns(scoped, stream, remarked=remarked, is_strict=False)
        except NotReadable:
            raise
        except FormatError as error:
            raise FileTrouble(str(error)) from error
        except ShapeError as error:
            raise FileTrouble("%s: %s" % (shown, error)) from error
    return Answer(b"".join(printed), encoded(notes_of([*notes, *left_out])), 0)
