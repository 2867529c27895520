"""``sem2012-scorer verify``: is a recorded report right, and which scorer gave it?"""

from __future__ import annotations

import os
from functools import cache

from ..ground.measures import SCORES
from ..ground.wording import encoded
from ..legacy.originals import ORIGINALS
from ..reading.source import NotReadable
from ..reporting.recorded import NotAReport
from ..verifying.against_data import (
    CANNOT_BE_READ,
    CANNOT_BE_SCORED,
    CONSISTENT,
    EMPTY,
    NOT_A_REPORT,
    REPRODUCED,
    SAME_NUMBERS,
    WITHOUT_PARTNER,
    Verified,
)
from ..verifying.reports import looks_like_report, read_recorded
from ..verifying.showing import FORMATS, Shown
from ..verifying.showing_published import PUBLISHED_FORMATS
from ..verifying.tables import is_table
from ..verifying.verify import verified
from .file_names import REPORT, SYSTEM, read_name
from .files import all_files, check_names, content_of, shown_name, source
from .options import Failures, UsageError, add_format, add_gold, add_systems, notes_of, scorer_named
from .output import add_output, delivered
from .pairing import OTHER, Unpaired, add_pair, pair_reports, pattern_that_pairs
from .published import add_published, answer_published

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

    from ..ground.process import Answer
    from ..reading.source import Source
    from .pairing import Paired

DESCRIPTION = """\
Verify whether a recorded report is right. With gold and system: whether a legacy
scorer gives it, to the byte, and if not, what differs and what makes it come
out. Alone: whether its numbers follow from each other. With --published or
--measure: which counts give the percentages of a published table. With --others:
which of all measures known here gives a number.
"""

EPILOG = """\
which files belong together:
  one report               goes with one gold and one system file
  several, or folders      are paired by their names, but for their endings and
                           words such as gold, system and report. One gold file
                           goes with all; of several, a report takes that of its
                           name, or else the one whose words are all in its name.
  --pair REGEX             pairs files by what its groups match in their paths:
                           --pair '(dev|test)\\D*(\\d+)'
  a folder of reports      has a report where the content shows one; without -s, the
                           predictions are among its other files

examples:
  sem2012-scorer verify report.txt -g gold.txt -s system.txt
  sem2012-scorer verify reports -g gold.txt -s outputs --numbers
  sem2012-scorer verify runs -g gold.txt
  sem2012-scorer verify report.txt
  sem2012-scorer verify --published table.tsv --gold-counts cues=264,scopes=249
  sem2012-scorer verify --published table.tex --gold gold.txt
  sem2012-scorer verify --published table.md --gold-counts cdsco-test
  sem2012-scorer verify --published counts.csv --measure tokens
  sem2012-scorer verify --others --f1 92.36 -g gold.txt -s system.txt
  sem2012-scorer verify --measure cues --precision 89.2 --recall 93.6 --f1 91.3

exit status: 0 if all are right, 1 if not,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(verify: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    verify.add_argument(
        "reports",
        nargs="*",
        metavar="REPORT",
        help="recorded report(s): text, or JSON of score; or a folder of them",
    )
    add_gold(verify, required=False)
    add_systems(verify, "system file(s), or a folder", required=False)
    verify.add_argument(
        "--scorer",
        type=scorer_named,
        choices=tuple(ORIGINALS),
        metavar="ID",
        help="the legacy scorer (default: all that print such a table): %s" % ", ".join(ORIGINALS),
    )
    add_pair(verify)
    verify.add_argument(
        "--numbers", action="store_true", help="the same numbers are right, in any text"
    )
    verify.add_argument(
        "--others",
        action="store_true",
        help="which measure of -g and -s gives the --f1, --precision or --recall of a paper: a row of "
        "the report, NIS, or a measure that is not the scorer's",
    )
    add_published(verify)
    add_format(verify, PUBLISHED_FORMATS)
    add_output(verify)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``verify`` answers."""
    has_number = any(getattr(options, score) is not None for score in SCORES)
    is_of_files = options.gold is not None and options.system is not None
    is_of_table = options.published is not None or options.measure is not None
    if options.others or (has_number and is_of_files and not (options.reports or is_of_table)):
        from .which_measure import answer_which

        return answer_which(options)
    if options.published is not None or options.measure is not None:
        return answer_published(options)
    if options.format not in FORMATS:
        raise UsageError("--format %s goes with --published and --measure" % options.format)
    asked = [name for name in ("columns", "gold_counts", "mean_of") if getattr(options, name)]
    asked += [name for name in SCORES if getattr(options, name) is not None]
    if asked and options.reports:
        flags = ", ".join("--" + name.replace("_", "-") for name in asked)
        raise UsageError("%s: for --published and --measure alone" % flags)
    if not options.reports:
        raise UsageError("name a report, or --published FILE.tsv, or --measure LABEL")
    has_folder = any(map(os.path.isdir, options.reports))
    # In a folder, predictions may lie beside the reports.
    has_system = options.system is not None or (options.gold is not None and has_folder)
    if has_system != (options.gold is not None):
        raise UsageError("give both -g and -s, or none: a report alone is checked by itself")
    notes: Sequence[str] = ()
    if options.gold is None:
        shown = _alone(options)
    else:
        shown, notes = _against_data(options)
    right = {REPRODUCED, CONSISTENT} | ({SAME_NUMBERS} if options.numbers else set())
    good = sum(one.verified.verdict in right for one in shown)
    text = FORMATS[options.format](shown, good)
    failing = [one for one in shown if not one.is_passed_over]
    status = int(good < len(failing) or not failing)
    return delivered(text, options.output, encoded(notes_of(notes)), status)


def _alone(options: argparse.Namespace) -> list[Shown]:
    """Return the reports with their verdicts, without the data."""
    if options.pair is not None or options.scorer is not None:
        raise UsageError("--pair and --scorer go with -g and -s")
    paths = _files(options.reports)
    check_names(paths, options.output)
    shown = []
    for path in paths:
        failures = Failures()
        with failures.kept():
            shown += _shown(path, is_named=path in options.reports)
        if len(paths) == 1:
            failures.raise_if_alone(())
        shown += [_failed(path, error) for error in failures.errors]
    return shown


def _failed(path: str, error: Exception) -> Shown:
    """Return that a file cannot be read, or not be scored."""
    verdict = CANNOT_BE_READ if isinstance(error, NotReadable) else CANNOT_BE_SCORED
    return Shown(path, 1, Verified(verdict, "", detail=str(error)))


def _shown(
    path: str,
    pair: tuple[Source, Source] | None = None,
    scorer: str | None = None,
    is_named: bool = True,
) -> list[Shown]:
    """Return what is shown of each report in a file, checked by itself or against a `pair` of files.

    Of a folder, where a file is not named itself, one is passed over that is not a report by its content or name.
    """
    content, called = content_of(path), shown_name(path)
    try:
        found = read_recorded(content)
    except NotAReport as error:
        if not content.strip():
            return [Shown(called, 1, Verified(EMPTY, "", detail="%s has no report" % called))]
        is_report = looks_like_report(content) or read_name(os.path.basename(path))[2] == REPORT
        detail = "%s: %s" % (called, error)
        if is_named and is_table(content):
            detail += "; it is a table: verify --published %s" % called
        none = Verified(NOT_A_REPORT, "", detail=detail)
        return [Shown(called, error.line, none, is_passed_over=not (is_named or is_report))]
    shown = []
    for one in found:
        found_of_it = verified(one, pair, scorer)
        shown.append(Shown(shown_name(path), one.line, found_of_it, one.lines is not None))
    return shown


def _against_data(options: argparse.Namespace) -> tuple[list[Shown], Sequence[str]]:
    """Return the reports with their verdicts, given the data, and notes.

    In a folder, what a file is follows from its content; without ``-s``, the predictions are
    among the other files there.
    """
    folders = [name for name in options.reports if os.path.isdir(name)]
    systems = options.system or folders
    names = [*options.reports, *options.gold, *systems]
    check_names(names, options.output)
    of_gold = cache(source)
    golds = [name for name in options.gold if not os.path.isdir(name)]
    # A folder is paired by several patterns: each of its files is read once for that.
    side_of = cache(_side_of)

    def paired_by(pattern: str | None) -> Paired:
        return pair_reports(options.reports, options.gold, systems, pattern, side_of)

    try:
        paired = paired_by(options.pair)
    except UsageError as refused:
        if folders:
            _check_readable(map(of_gold, golds))
        would_pair = "" if options.pair else pattern_that_pairs(paired_by, "reports")
        raise UsageError("%s%s" % (refused, would_pair and "; but " + would_pair)) from refused
    # Unreadable gold is an error of its own, and not a report's.
    _check_readable(map(of_gold, golds))
    shown = [_unpaired(one) for one in paired.unpaired]
    for pair in paired.pairs:
        assert pair.gold is not None
        failures = Failures()
        with failures.kept():
            # A file with several reports goes with one system file, which is read once.
            files = of_gold(pair.gold), source(pair.system)
            shown += _shown(pair.report, files, options.scorer)
            files[1].close()
        if len(paired.pairs) == 1:
            failures.raise_if_alone(paired.unpaired)
        shown += [_failed(pair.report, error) for error in failures.errors]
    notes = [*paired.notes]
    if paired.unpaired and options.pair is None:
        would_pair = pattern_that_pairs(paired_by, "reports", len(paired.pairs))
        notes = [would_pair, *notes] if would_pair else notes
    known = {name for pair in paired.pairs for name in (pair.report, pair.gold, pair.system)}
    known.update(one.path for one in paired.unpaired)
    known_golds = set(map(os.path.realpath, options.gold))
    none = Verified(NOT_A_REPORT, "")
    for path in dict.fromkeys(_files(folders)):
        if path not in known and os.path.realpath(path) not in known_golds:
            shown.append(Shown(shown_name(path), 1, none, is_passed_over=True))
    return shown, notes


def _check_readable(files: Iterable[Source]) -> None:
    """Raise NotReadable for the first file that cannot be read."""
    for file in files:
        file.head(1)


def _unpaired(one: Unpaired) -> Shown:
    """Return a report without partner: empty, or why it has none."""
    try:
        is_empty = one.side == REPORT and not content_of(one.path).strip()
    except NotReadable as error:
        return _failed(one.path, error)
    if is_empty:
        return Shown(one.path, 1, Verified(EMPTY, "", detail="%s has no report" % one.path))
    return Shown(one.path, 1, Verified(WITHOUT_PARTNER, "", detail=str(one)))


def _side_of(path: str, said: str) -> str:
    """Return what a file in a folder of reports is by its content; `said` is what its name says.

    What is empty is the report of a run that crashed, if its name says nothing else; what has a
    line in columns may be a prediction, or gold. What cannot be read is not passed over.
    """
    try:
        content = content_of(path)
    except NotReadable:
        return REPORT
    if not content.strip():
        return said or REPORT
    if looks_like_report(content):
        return REPORT
    first = content.lstrip().partition(b"\n")[0]
    is_columns = first.count(b"\t") >= FEWEST_TABS or len(first.split()) >= FEWEST_FIELDS
    return said or (SYSTEM if is_columns else OTHER)


FEWEST_TABS, FEWEST_FIELDS = 3, 12
"""How many tabs a line of annotation has at least; how many fields of foci, which spaces separate."""


def _files(names: Sequence[str]) -> list[str]:
    """Return files, and those of folders."""
    return [path for name in names for path in all_files(name)]
