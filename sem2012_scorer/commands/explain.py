"""``sem2012-scorer explain``: show what each negation counted as, and why."""

from __future__ import annotations

import os
import shutil
import sys
import warnings

from ..explaining.explained import KINDS, explain_files
from ..explaining.listing import Filter, Summary, as_jsonl
from ..explaining.page import as_html
from ..explaining.text import as_text
from ..focus import IDENTIFIER as FOCUS
from ..ground.wording import encoded
from ..inputs import UnreadWarning
from ..legacy.originals import ORIGINALS
from .files import check_names, file_pairs, notes_on_style, read_for_each, source
from .options import UsageError, add_files, add_output, add_scorer, delivered

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

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
    explain.add_argument(
        "--format",
        choices=("text", "jsonl", "html"),
        default="text",
        help="output format (default: text)",
    )
    add_output(explain)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers."""
    if options.scorer == FOCUS:
        from .explain_focus import explain_answer

        return explain_answer(options)
    original = ORIGINALS[options.scorer]
    check_names([*options.gold, *options.system], options.output)
    wanted = _filter(options, original)
    summary = Summary(original)
    listed = []
    names = set()
    with warnings.catch_warnings(), read_for_each(options.gold, options.system) as golds:
        pairs = file_pairs(golds or (), options.system)
        warnings.simplefilter("ignore", UnreadWarning)
        for _, gold, system in pairs:
            for explained in explain_files(source(gold), source(system), options.scorer):
                summary.add(explained)
                names.add(explained.name)
                if wanted.lists(explained):
                    if len(pairs) > 1:
                        explained = explained._replace(file=system)
                    listed.append(explained)
    if options.sentence is not None and options.sentence not in names:
        raise UsageError(
            "there is no sentence %s in %s; a sentence is called DOCUMENT:NUMBER, as in the first "
            "two columns" % (options.sentence, " ".join(options.gold))
        )
    if options.format == "jsonl":
        output = as_jsonl(listed, wanted)
    elif options.format == "html":
        title = "%s against %s" % tuple(
            ", ".join(map(os.path.basename, map(os.path.normpath, names)))
            for names in (options.system, options.gold)
        )
        output = as_html(listed, summary, wanted, title, original)
    else:
        terminal = options.output is None and sys.stdout is not None and sys.stdout.isatty()
        dumb = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        colour = terminal and not dumb
        width = shutil.get_terminal_size((79, 24)).columns if terminal else 79
        output = as_text(listed, summary, wanted, width, colour)
    notes = notes_on_style(options.gold, options.scorer)
    return delivered(output, options.output, encoded(notes))


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
