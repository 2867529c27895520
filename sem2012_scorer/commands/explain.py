"""``sem2012-scorer explain``: show what each negation counted as, and why."""

from __future__ import annotations

import os
import shutil
import sys
import warnings

from ..api import UnreadWarning, explain_files
from ..explaining.explained import KINDS
from ..explaining.listing import Filter, Summary, as_jsonl
from ..explaining.page import as_html
from ..explaining.text import as_text
from ..legacy.originals import ORIGINALS
from ..legacy.rows import MEASURED_BY_NAME
from .files import check_names, notes_on_style, source
from .options import UsageError, add_scorer, delivered

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..dropin import Answer

DESCRIPTION = """\
Show what each gold and each system negation counted as, in each row of the
report, and why. At the top stand the errors by kind, and totals, which are the
report's counts; then come the sentences with an error.
"""

EPILOG = """\
marks in text: [cue] {scope} <event>. Colour is used on a terminal only, and not
if NO_COLOR is set.

examples:
  sem2012-scorer explain -g gold.txt -s system.txt
  sem2012-scorer explain -g gold.txt -s system.txt --row "Scopes(cue match)" --kind fn
  sem2012-scorer explain -g gold.txt -s system.txt --sentence wisteria01:42
  sem2012-scorer explain -g gold.txt -s system.txt --format html -o errors.html

exit status: 0, 1 if the input cannot be scored, 2 for wrong usage
"""


def add_arguments(explain: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    explain.add_argument("-g", "--gold", required=True, metavar="GOLD", help="gold file")
    explain.add_argument("-s", "--system", required=True, metavar="SYSTEM", help="system file")
    add_scorer(explain)
    explain.add_argument("--row", metavar="ROW", help="only outcomes in this row of the report")
    explain.add_argument(
        "--kind",
        choices=("tp", "fp", "fn", "uncounted"),
        help="only true positives, false positives, false negatives, or what counts nowhere",
    )
    explain.add_argument("--sentence", metavar="DOC:N", help="only this sentence")
    explain.add_argument("--all", action="store_true", help="all sentences, not only errors")
    explain.add_argument(
        "--format",
        choices=("text", "jsonl", "html"),
        default="text",
        help="output format (default: text)",
    )
    explain.add_argument(
        "-o", "--output", metavar="FILE", help="write to FILE, whole or not at all"
    )


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers."""
    check_names([options.gold, options.system], options.output)
    measured = None
    if options.row is not None:
        measured = MEASURED_BY_NAME.get(options.row.strip().rstrip(":").lower())
        if measured is None:
            raise UsageError(
                "there is no row %r; there are: %s" % (options.row, ", ".join(MEASURED_BY_NAME))
            )
    wanted = Filter(measured, KINDS.get(options.kind), options.sentence, options.all)
    summary = Summary()
    listed = []
    found = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnreadWarning)
        for explained in explain_files(
            source(options.gold), source(options.system), options.scorer
        ):
            summary.add(explained)
            found = found or explained.name == options.sentence
            if wanted.lists(explained):
                listed.append(explained)
    if options.sentence is not None and not found:
        raise UsageError(
            "there is no sentence %s in %s; a sentence is called DOCUMENT:NUMBER, as in the first "
            "two columns" % (options.sentence, options.gold)
        )
    if options.format == "jsonl":
        output = as_jsonl(listed, wanted)
    elif options.format == "html":
        title = "%s against %s" % tuple(map(os.path.basename, (options.system, options.gold)))
        output = as_html(listed, summary, wanted, title, ORIGINALS[options.scorer])
    else:
        terminal = options.output is None and sys.stdout is not None and sys.stdout.isatty()
        colour = terminal and not os.environ.get("NO_COLOR")
        width = shutil.get_terminal_size((79, 24)).columns if terminal else 79
        output = as_text(listed, summary, wanted, width, colour)
    notes = notes_on_style([options.gold], ORIGINALS[options.scorer])
    return delivered(output, options.output, notes.encode("utf-8", "surrogateescape"))
