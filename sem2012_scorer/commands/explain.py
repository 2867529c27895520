"""``sem2012-scorer explain``: show what each negation counted as, and why."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from functools import partial

from ..explaining import focus
from ..explaining.explained import KINDS, explain_counting
from ..explaining.focus import explain_focus_files
from ..explaining.listing import Filter, Summary, as_jsonl
from ..explaining.page import as_html
from ..explaining.text import as_text
from ..focus import IDENTIFIER as FOCUS
from ..focus.scoring import FocusCounts
from ..ground.wording import encoded, json_lines
from ..inputs import BlindGold, UnreadWarning
from ..legacy.originals import ORIGINALS
from .files import Sources, check_names, file_pairs, notes_on_style, source
from .options import UsageError, add_files, add_format, add_output, add_scorer, delivered
from .shapes import Systems, add_shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..corpora.sources import File
    from ..ground.process import Answer
    from ..legacy.originals import Original

DESCRIPTION = """\
Show what each gold and each system negation counted as, in each row of the
report, and why. At the top stand the errors by kind, the most missed and most
invented cues, and the report's rows; then come the sentences with an error.
"""

EPILOG = """\
marks in text: [cue] {scope} <event>. Colour is used on a terminal only, and not
if NO_COLOR is set or TERM is dumb.

examples:
  sem2012-scorer explain -g gold.txt -s system.txt
  sem2012-scorer explain -g gold.txt -s system.txt --row "Scopes(cue match)" --kind fn
  sem2012-scorer explain -g gold.txt -s system.txt --sentence wisteria01:42
  sem2012-scorer explain -g gold.txt -s system.txt --format html -o errors.html

exit status: 0, 1 if the input cannot be scored, 2 for wrong usage
"""


def add_arguments(explain: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_files(explain)
    add_scorer(explain)
    explain.add_argument("--row", metavar="ROW", help="only outcomes in this row of the report")
    explain.add_argument(
        "--kind",
        choices=KINDS,
        help="only true positives, false positives, false negatives, or what counts nowhere",
    )
    explain.add_argument("--sentence", metavar="DOC:N", help="only this sentence")
    explain.add_argument(
        "--all", action="store_true", help="all sentences, and what is right in them too"
    )
    add_format(explain, ("text", "jsonl", "html"))
    add_output(explain)
    add_shapes(explain)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers."""
    check_names([*options.gold, *options.system], options.output)
    shapes = Systems(options)
    is_focus = options.scorer == FOCUS
    output = _focus(options) if is_focus else _negations(options, shapes)
    notes = "" if is_focus else notes_on_style(options.gold, options.scorer)
    return delivered(output, options.output, encoded(shapes.said() + notes))


def _negations(options: argparse.Namespace, shapes: Systems) -> str:
    """Return the explanation of negations."""
    original = ORIGINALS[options.scorer]
    wanted = _filter(options, original)
    summary = Summary(original)
    listed = []
    explaining = partial(explain_counting, scorer=options.scorer, slips=summary.slips)
    for sentence, file in _sentences(options, shapes, explaining):
        summary.add(sentence)
        if wanted.lists(sentence):
            listed.append(sentence._replace(file=file))
    if options.format == "jsonl":
        return as_jsonl(listed, wanted)
    if options.format == "html":
        title = "%s against %s" % tuple(
            ", ".join(map(os.path.basename, map(os.path.normpath, names)))
            for names in (options.system, options.gold)
        )
        return as_html(listed, summary, wanted, title, original)
    terminal = options.output is None and sys.stdout is not None and sys.stdout.isatty()
    dumb = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return as_text(listed, summary, wanted, _width(options), bool(terminal and not dumb))


def _focus(options: argparse.Namespace) -> str:
    """Return the explanation of foci."""
    if options.row is not None or options.format == "html":
        raise UsageError("--row and --format html are for the scorers of negation")
    counts = FocusCounts()
    listed = []
    for sentence, file in _sentences(options, Systems(options), explain_focus_files):
        counts += sentence.counts
        if options.sentence not in (None, sentence.name):
            continue
        wanted = options.all or options.sentence or sentence.kind in ("fn", "fp")
        if sentence.kind == options.kind or (options.kind is None and wanted):
            listed.append(sentence._replace(file=file))
    if options.format == "jsonl":
        return json_lines(sentence.to_dict() for sentence in listed)
    return focus.as_text(listed, counts, _width(options))


def _sentences(
    options: argparse.Namespace, shapes: Systems, explain: Callable[[File, File], Iterator[Any]]
) -> Iterator[tuple[Any, str]]:
    """Yield the explained sentences of all files, each with the system's file where there are several.

    Raises UsageError if none has the name that is asked for.
    """
    names = set()
    sources = Sources(options.gold, options.system)
    pairs = file_pairs(options.gold, options.system)
    with warnings.catch_warnings():
        warnings.simplefilter("error", BlindGold)
        warnings.simplefilter("ignore", UnreadWarning)
        for _, gold, system in pairs:
            of_gold: File = sources(gold)
            of_system: File = source(system)
            if options.scorer != FOCUS:
                of_gold, of_system = shapes(of_gold, system)
            for sentence in explain(of_gold, of_system):
                names.add(sentence.name)
                yield sentence, system if len(pairs) > 1 else ""
    if options.sentence is not None and options.sentence not in names:
        raise UsageError(
            "there is no sentence %s in %s; a sentence is called DOCUMENT:NUMBER, as in the first "
            "two columns" % (options.sentence, " ".join(options.gold))
        )


def _width(options: argparse.Namespace) -> int:
    """Return the width of a line in characters: the terminal's, if the output goes there."""
    if options.output is None and sys.stdout is not None and sys.stdout.isatty():
        return shutil.get_terminal_size((79, 24)).columns
    return 79


def _filter(options: argparse.Namespace, original: Original) -> Filter:
    """Return what is listed; raise UsageError for a row that the report does not have."""
    table = original.table
    measured = None
    if options.row is not None:
        measured = table.measured_by_name.get(options.row.strip().rstrip(":").lower())
        if measured is None:
            there = ", ".join(row.label for row in table.rows)
            raise UsageError("there is no row %r; there are: %s" % (options.row, there))
    return Filter(measured, options.kind, options.sentence, options.all, table.measured)
