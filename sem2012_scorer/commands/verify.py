"""``sem2012-scorer verify``: is a recorded report right, and which scorer gave it?"""

from __future__ import annotations

import os
import re
from functools import cache

from ..corpora.released import RELEASED, released
from ..ground.process import Answer
from ..legacy.originals import ORIGINALS
from ..reporting.recorded import NotAReport
from ..verifying.against_data import (
    CONSISTENT,
    INCONSISTENT,
    REPRODUCED,
    SAME_NUMBERS,
    Verified,
    verify_against,
)
from ..verifying.arithmetic import verify_alone
from ..verifying.published import COUNTED, PublishedRow, read_published, solve
from ..verifying.reports import read_recorded
from ..verifying.showing import FORMATS, PUBLISHED_FORMATS, Shown
from .files import SIDES, all_files, check_names, content_of
from .options import (
    UsageError,
    add_format,
    add_gold,
    add_output,
    add_systems,
    delivered,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


DESCRIPTION = """\
Verify whether a recorded report is right. With gold and system: whether a legacy
scorer gives it, to the byte, and if not, what differs and what makes it come
out. Alone: whether its numbers follow from each other. With --published or
--row: which counts give the percentages of a published table.
"""

EPILOG = """\
which files belong together:
  one report               goes with one gold and one system file
  several, or folders      are paired with the system's files by their names, but
                           for their last part and the words gold, system, report,
                           eval and pred between dots. One gold file serves all;
                           of several, a report takes the one whose name's parts
                           are all among its own.
  --pair REGEX             pairs reports and systems by what its groups match:
                           --pair '(dev|test)\\D*(\\d+)'

examples:
  sem2012-scorer verify report.txt -g gold.txt -s system.txt
  sem2012-scorer verify reports -g gold.txt -s outputs --numbers
  sem2012-scorer verify report.txt
  sem2012-scorer verify --published table.tsv --gold-counts cues=264,scopes=249
  sem2012-scorer verify --published table.tsv --gold-counts cdsco-test
  sem2012-scorer verify --row Cues --precision 89.17 --recall 93.56 --f1 91.31

exit status: 0 if all are right, 1 if not, 2 for wrong usage
"""


def add_arguments(verify: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    verify.add_argument(
        "reports",
        nargs="*",
        metavar="REPORT",
        help="recorded report(s): text, or JSON or TSV of score; or a folder of them",
    )
    add_gold(verify, required=False)
    add_systems(verify, "system file(s), or a folder", required=False)
    verify.add_argument(
        "--scorer",
        choices=ORIGINALS,
        metavar="ID",
        help="the legacy scorer (default: all that print such a table): %s" % ", ".join(ORIGINALS),
    )
    verify.add_argument("--pair", metavar="REGEX", help="pair files by what its groups match")
    verify.add_argument(
        "--numbers", action="store_true", help="the same numbers are right, in any text"
    )
    verify.add_argument(
        "--published", metavar="FILE.tsv", help="a table: system, measure, precision, recall, f1"
    )
    verify.add_argument("--row", metavar="LABEL", help="one published row, by its label")
    for name in ("precision", "recall", "f1"):
        verify.add_argument("--" + name, metavar="PERCENT", help="with --row: its %s" % name)
    verify.add_argument(
        "--gold-counts",
        metavar="NAME=N,...",
        help="gold's numbers, as far as known: %s; or a released corpus, such as cdsco-test"
        % ", ".join(COUNTED),
    )
    add_format(verify, FORMATS)
    add_output(verify)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``verify`` answers."""
    if options.published is not None or options.row is not None:
        return _published(options)
    if not options.reports:
        raise UsageError("name a report, or --published FILE.tsv, or --row LABEL")
    if (options.gold is None) != (options.system is None):
        raise UsageError("give both -g and -s, or none: a report alone is checked by itself")
    shown = _alone(options) if options.gold is None else _against_data(options)
    right = {REPRODUCED, CONSISTENT} | ({SAME_NUMBERS} if options.numbers else set())
    good = sum(one.verified.verdict in right for one in shown)
    found = delivered(FORMATS[options.format](shown, good), options.output, b"")
    return found._replace(status=int(good < len(shown)))


def _alone(options: argparse.Namespace) -> list[Shown]:
    """Return the reports with their verdicts, without the data."""
    if options.pair is not None or options.scorer is not None:
        raise UsageError("--pair and --scorer go with -g and -s")
    paths = _files(options.reports)
    check_names(paths, options.output)
    return [one for path in paths for one in _shown(path)]


def _shown(
    path: str, pair: tuple[bytes, bytes] | None = None, scorer: str | None = None
) -> list[Shown]:
    """Return what is shown of each report in a file, checked by itself or against a `pair` of files."""
    try:
        found = read_recorded(content_of(path))
    except NotAReport as error:
        detail = "%s is not a report: %s" % (path, error)
        return [Shown(path, error.line, Verified(INCONSISTENT, "", detail=detail))]
    shown = []
    for one in found:
        verified = verify_against(one, *pair, scorer) if pair else verify_alone(one)
        shown.append(Shown(path, one.line, verified, one.lines is not None))
    return shown


def _against_data(options: argparse.Namespace) -> list[Shown]:
    """Return the reports with their verdicts, given the data."""
    triples = _triples(options)
    names = dict.fromkeys(gold for _, gold, _ in triples)
    check_names(
        [*names, *[n for path, _, system in triples for n in (path, system)]], options.output
    )
    shown = []
    of_gold = cache(content_of)
    for path, gold, system in triples:
        # A file with several reports goes with one system file, which is read once.
        pair = of_gold(gold), content_of(system)
        shown += _shown(path, pair, options.scorer)
    return shown


def _files(names: Sequence[str]) -> list[str]:
    """Return files, and those of folders."""
    return [path for name in names for path in all_files(name)]


DROPPED = {*SIDES, "report", "eval", "pred"}
"""Parts of a name that say what a file is, and not of what."""


def _parts(path: str) -> tuple[str, ...]:
    """Return the parts of a file's name, between dots, that identify its content."""
    parts = os.path.basename(path).split(".")
    return tuple(part for part in parts[: max(len(parts) - 1, 1)] if part not in DROPPED)


def _triples(options: argparse.Namespace) -> list[tuple[str, str, str]]:
    """Return report, gold and system file of each triple; raise UsageError if one has no partner."""
    reports, systems = _files(options.reports), _files(options.system)
    golds = _files(options.gold)
    by_name = options.pair is not None or any(
        map(os.path.isdir, [*options.reports, *options.system])
    )
    if not by_name:
        if len(reports) != len(systems):
            message = "%d reports and %d system files: give the same number of both, or folders"
            raise UsageError(message % (len(reports), len(systems)))
        pairs = list(zip(reports, systems))
    else:
        pairs = _paired(reports, systems, options.pair)
    if len(golds) == 1:
        return [(report, golds[0], system) for report, system in pairs]
    if not by_name and len(golds) == len(pairs):
        return [(report, gold, system) for (report, system), gold in zip(pairs, golds)]
    return [(report, _gold_for(report, golds), system) for report, system in pairs]


def _paired(
    reports: Sequence[str], systems: Sequence[str], pattern: str | None
) -> list[tuple[str, str]]:
    """Return reports and systems with the same name, or the same match of `pattern`."""
    by_key: dict[tuple[str, ...], str] = {}
    for path in systems:
        key = _key(path, pattern)
        if key in by_key:
            message = "%s and %s have the same name, %s: use --pair"
            raise UsageError(message % (by_key[key], path, ".".join(key)))
        by_key[key] = path
    pairs = []
    for path in reports:
        key = _key(path, pattern)
        if key not in by_key:
            message = "%s has no system file called %s: use --pair REGEX"
            raise UsageError(message % (path, ".".join(key)))
        pairs.append((path, by_key[key]))
    return pairs


def _key(path: str, pattern: str | None) -> tuple[str, ...]:
    """Return the key that pairs a file with others."""
    if pattern is None:
        return _parts(path)
    try:
        match = re.search(pattern, os.path.basename(path))
    except re.error as error:
        raise UsageError("--pair %s is not a regular expression: %s" % (pattern, error)) from error
    if match is None:
        raise UsageError("--pair %s does not match %s" % (pattern, path))
    return tuple(group or "" for group in match.groups()) or (match.group(),)


def _gold_for(report: str, golds: Sequence[str]) -> str:
    """Return the gold file whose name's parts are all among the report's."""
    own = set(_parts(report))
    found = [gold for gold in golds if own.issuperset(_parts(gold)) and _parts(gold)]
    if len(found) != 1:
        message = (
            "%s goes with %s of the gold files by its name: give one gold file, or name them so"
        )
        raise UsageError(message % (report, "several" if found else "none"))
    return found[0]


def _published(options: argparse.Namespace) -> Answer:
    """Return which counts give published rows."""
    if options.reports or options.gold or options.system:
        raise UsageError("--published and --row need no report and no data")
    if options.row is not None:
        shares = [options.precision, options.recall, options.f1]
        if None in shares:
            raise UsageError("--row needs --precision, --recall and --f1")
        lines = "system\tmeasure\tprecision\trecall\tf1\n" + "\t".join(["", options.row, *shares])
    else:
        check_names([options.published], options.output)
        lines = content_of(options.published).decode("utf-8", "backslashreplace")
    try:
        rows: list[PublishedRow] = read_published(lines)
    except ValueError as error:
        where = "--row: " if options.row is not None else "%s: " % options.published
        raise UsageError(where + str(error).removeprefix("line 2: ")) from error
    if not rows:
        raise UsageError("%s has no row" % options.published)
    answered = solve(rows, _gold_counts(options.gold_counts))
    found = delivered(PUBLISHED_FORMATS[options.format](answered), options.output, b"")
    return found._replace(status=int(not all(one.solutions for one in answered)))


def _gold_counts(words: str | None) -> dict[str, int]:
    """Return gold's numbers by name, or of a released corpus; raise UsageError for others."""
    counts: dict[str, int] = {}
    for word in words.split(",") if words else ():
        name, equals, number = word.partition("=")
        corpus = None if equals else released(name.strip())
        if corpus is not None:
            counts.update(corpus.counts)
            continue
        if not equals:
            there = ", ".join(dict.fromkeys(corpus.identifier for corpus in RELEASED))
            message = "--gold-counts takes NAME=N with the names %s, or one of %s; not %r"
            raise UsageError(message % (", ".join(COUNTED), there, word))
        if name.strip() not in COUNTED or not number.strip().isdecimal():
            message = "--gold-counts takes NAME=N with the names %s, not %r"
            raise UsageError(message % (", ".join(COUNTED), word))
        counts[name.strip()] = int(number)
    return counts
