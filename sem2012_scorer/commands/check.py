"""``sem2012-scorer check``: find everything that is wrong with a submission."""

from __future__ import annotations

import os

from ..checking import check
from ..checking.codes import CODES, ERROR, WARNING
from ..checking.findings import as_json, as_text
from ..dropin import Answer
from .files import file_pairs, files_of
from .options import UsageError, add_scorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Find everything that is wrong with a submission, in one run: with gold, or
without (the columns and cells of the system's file alone). One line each, as
compilers print them, and under it what to do.

  error    the legacy scorer would stop here
  warning  it would score this, but not as its author thinks
  note     a likely slip that scoring cannot see
"""

EPILOG = """\
With gold, there is an error exactly if the legacy scorer stops. Folders are
paired as by "score"; without -g, every file of the folder is checked.

examples:
  sem2012-scorer check -s system.txt
  sem2012-scorer check -s system.txt -g gold.txt --strict
  sem2012-scorer check -s output -g dev --scorer scorer_task2 --format json
  sem2012-scorer check --explain W103

exit status: 0 no errors, 1 errors (with --strict: or warnings), 2 wrong usage
"""


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    what = check.add_mutually_exclusive_group(required=True)
    what.add_argument("-s", "--system", metavar="SYSTEM", help="system file, or a folder")
    what.add_argument("--explain", metavar="CODE", help="say what a code means, and stop")
    check.add_argument("-g", "--gold", metavar="GOLD", help="gold file, or a folder")
    add_scorer(check)
    check.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: text)"
    )
    check.add_argument("--strict", action="store_true", help="let warnings fail too")


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``check`` answers."""
    if options.explain is not None:
        if options.explain not in CODES:
            raise UsageError(
                "there is no code %s; there are: %s" % (options.explain, ", ".join(CODES))
            )
        return Answer(CODES[options.explain].text().encode(), b"", 0)
    if os.path.isdir(options.system) or (options.gold is not None and os.path.isdir(options.gold)):
        if options.gold is None:
            files = files_of(options.system, "system", None)
            pairs: list[tuple[str, str | None]] = [(path, None) for path in files.values()]
            if not pairs:
                raise UsageError("there are no files in %s" % options.system)
        else:
            pairs = [(s, g) for _, g, s in file_pairs([options.gold], [options.system])]
    else:
        pairs = [(options.system, options.gold)]
    findings = [
        finding for system, gold in pairs for finding in check(system, gold, options.scorer)
    ]
    show = as_json if options.format == "json" else as_text
    failing = {ERROR, WARNING} if options.strict else {ERROR}
    failed = any(finding.level in failing for finding in findings)
    shown = show(findings, len(pairs))
    return Answer(shown.encode("utf-8", "surrogateescape"), b"", int(failed))
