"""``sem2012-scorer verify``: is a recorded report, or a published number, right?

In: the options. Out: the answer on reports; `baseline` has that on the JSON and TSV of ``score``, `published`
that on published tables. Read `answer` first: it says which of them is asked for.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from ..common.errors import ScoringError
from ..common.measures import SCORES
from ..common.process import Answer
from ..common.wording import plural, shortened_list, wording_in_visible_lines
from ..port.scripts import ORIGINALS
from ..reading.pair import AS_FOUND
from ..reading.sentences import ShapeError
from ..reporting.grid import Grid
from ..verifying.published_table import read_tables
from ..verifying.recorded import NotAReport, read_reports
from ..verifying.reports import CELL_HEADS, CONSISTENT, INCONSISTENT, Verified, verify_report
from .arguments import (
    UsageError,
    add_gold,
    add_output,
    add_predictions,
    add_scorer,
    add_system,
    argument_group_for_output,
)
from .baseline import begins_as_baseline, is_baseline, verify_baseline
from .files import all_files, check_file_names, name_of_command_file, source_of_command_file
from .inputs import Inputs, reading_of_options
from .output import output_as_answer, output_as_json
from .pairing import NamedPair, SystemFiles, pair_reports
from .published import answer_on_published
from .tables import COUNT_HEADS

LONGEST_TABLE = 100_000
"""In bytes: a longer file is no table of a paper, and would take seconds to read as one."""
LONGEST_HEAD = 1000  # bytes in which a file shows what it is
MOST_CELLS = 5  # how many cells of each of several reports are shown


def add_arguments(verify: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    verify.usage = "%(prog)s REPORT ... [-g GOLD ... -s SYSTEM ...] [options]"
    words = "reports in text, or what score wrote as JSON or TSV"
    files = verify.add_argument_group("recorded reports")
    files.add_argument("reports", nargs="*", metavar="REPORT", help=words)
    add_gold(files)
    add_system(files)
    words = "percentages of JSON or TSV may differ by so much"
    files.add_argument("--tolerance", type=_tolerance_in_points, metavar="POINTS", help=words)
    add_scorer(files, ORIGINALS, "all with such rows; 2.2 for published scores")
    published = verify.add_argument_group("published scores")
    words = "tables: TSV, CSV, Markdown, LaTeX, lines"
    published.add_argument("--published", nargs="+", action="extend", metavar="TABLE", help=words)
    words = "the row of the scores, or of all lines of TABLE"
    published.add_argument("--measure", metavar="ROW", help=words)
    for score in SCORES:
        published.add_argument("--" + score, metavar="X", help=f"the published {score}")
    words = "what gold has: cues=264,scopes=249, or cdsco-test"
    published.add_argument("--gold-counts", metavar="COUNTS", help=words)
    add_output(argument_group_for_output(verify), ("text", "json", "tsv"))
    add_predictions(verify)


def _tolerance_in_points(word: str) -> float:
    """Return a number of points; raise ArgumentTypeError for anything else."""
    with suppress(ValueError):
        points = float(word)
        if 0 <= points <= 100 and not math.isnan(points):
            return points
    raise argparse.ArgumentTypeError(f"expected a number of points from 0 to 100, not {word!r}")


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``verify`` answers."""
    if _is_published(options):
        _refuse_options(options, "reports gold system tolerance", "--published or --measure")
        if reading_of_options(options) != AS_FOUND:
            raise UsageError(
                "--published and --measure take no predictions, or what goes with them"
            )
        return answer_on_published(options)
    _check_options(options)
    if any(map(is_baseline, options.reports)):
        return _verify_baseline(options)
    _refuse_options(
        options, "tolerance", "a report in text: it is for the JSON or TSV that score writes"
    )
    return _verify_reports(options)


def _check_options(options: argparse.Namespace) -> None:
    """Raise UsageError for options that do not go with reports, or lack another."""
    if options.gold_counts is not None:
        raise UsageError("--gold-counts goes with --published or --measure")
    if not options.reports:
        raise UsageError(
            "name a report: sem2012-scorer verify REPORT -g GOLD -s SYSTEM; or --published TABLE, or --measure ROW with its scores"
        )
    if (options.gold is None) != (options.system is None):
        raise UsageError("give both -g and -s, or neither to check the report alone")
    if options.gold is None:
        for name in ("scorer", "tolerance"):
            if getattr(options, name) is not None:
                raise UsageError(f"--{name} does not go with a report alone: give -g and -s too")


def _is_published(options: argparse.Namespace) -> bool:
    names = ("published", "measure", *SCORES)
    return any(getattr(options, name) is not None for name in names)


def _refuse_options(options: argparse.Namespace, names: str, what: str) -> None:
    """Raise UsageError for options that do not go with what is asked for."""
    for name in names.split():
        if getattr(options, name):
            shown = {"reports": "REPORT", "gold": "-g", "system": "-s"}.get(name, f"--{name}")
            more = ""
            if name == "gold" and "--measure" in what:
                more = "; give the numbers of gold, as in --gold-counts cues=264,scopes=249"
            raise UsageError(f"{shown} does not go with {what}{more}")


def _verify_baseline(options: argparse.Namespace) -> Answer:
    """Return the answer for what ``score`` wrote."""
    path = next(filter(is_baseline, options.reports))
    if len(options.reports) > 1:
        raise UsageError(f"{path} was written by score, as JSON or TSV: verify it alone")
    if options.gold is None:
        raise UsageError(
            f"{path} was written by score, as JSON or TSV: give -g and -s, to score again and compare"
        )
    check_file_names([path, *options.gold, *options.system], options.output)
    verified, stderr = verify_baseline(options)
    status = 0 if verified.is_right else 1
    text = _reports_in_format(options.format, [_VerifiedReport(path, verified)], [])
    return output_as_answer(text, options.output, stderr, status)


class _VerifiedReport(NamedTuple):
    """A report in a file, and whether it is right."""

    path: str
    verified: Verified


def _verify_reports(options: argparse.Namespace) -> Answer:
    """Return the answer for recorded reports: of each, a line."""
    check_file_names(
        [*options.reports, *(options.gold or ()), *(options.system or ())], options.output
    )
    inputs = Inputs(options)
    paired = _reports_with_files(options)
    read = _read_and_verify(options, paired, inputs)
    if not read.reports and not read.failed:
        raise UsageError(f"no report in {shortened_list(options.reports, 3)}")
    if read.others:
        inputs.notes.append("{} without a report: ignored".format(plural(read.others, "file")))
    are_right = all(report.verified.is_right for report in read.reports)
    status = 0 if are_right and not read.failed else 1
    text = _reports_in_format(options.format, read.reports, read.failed)
    return output_as_answer(text, options.output, inputs.stderr_text(), status)


class _ReadReports(NamedTuple):
    """The reports in several files, the errors, and how many other files a folder holds."""

    reports: list[_VerifiedReport]
    failed: list[str]
    others: int


def _read_and_verify(
    options: argparse.Namespace, paired: SystemFiles, inputs: Inputs
) -> _ReadReports:
    """Return the reports in files, verified; raise the error of a file that is alone."""
    reports: list[_VerifiedReport] = []
    ignored = [file for file in paired.unpaired if _is_ignored(file.path, options)]
    failed = [str(file) for file in paired.unpaired if file not in ignored]
    others = len(ignored)
    is_alone = len(paired.pairs) == 1 and not failed
    for pair in paired.pairs:
        path = pair.report
        try:
            for verified in _verify_reports_of_file(pair, inputs, options.scorer):
                reports.append(_VerifiedReport(path, verified))
        except NotAReport as error:
            has_files = pair.gold is not None  # then it should be the report on them
            if not has_files and path not in options.reports and not _begins_a_report(path):
                others += 1  # a folder may hold anything
                continue
            words = f"{name_of_command_file(path)}: {_no_report(path, error)}"
            if is_alone:
                raise UsageError(words) from error
            failed.append(words)
        except (ScoringError, ShapeError) as error:
            scorer = options.scorer or _scorer_of_first_report(path)
            explained = inputs.diagnose_error(error, pair, scorer)
            if is_alone:
                raise explained from error
            failed.append(f"{name_of_command_file(path)}: {explained}")
        inputs.close(pair.system)
    return _ReadReports(reports, failed, others)


def _is_ignored(path: str, options: argparse.Namespace) -> bool:
    """Return whether a file of a folder, which may hold anything, is no report."""
    return path not in options.reports and _has_no_report(path)


def _reports_with_files(options: argparse.Namespace) -> SystemFiles:
    """Return the reports with their files, if they are to be compared with some."""
    if options.gold is not None:
        return pair_reports(options.reports, options.gold, options.system)
    pairs = []
    for name in options.reports:
        for path in all_files(name):
            pairs.append(NamedPair(path, None, "", path))
    return SystemFiles("", tuple(pairs))


def _verify_reports_of_file(named: NamedPair, inputs: Inputs, scorer: str | None) -> list[Verified]:
    """Return whether each report in a file is right."""
    content = source_of_command_file(named.report).content()
    gold = system = None
    if named.gold is not None:
        pair = inputs.pair(named)
        gold, system = pair.gold, inputs.columns(pair)
    with inputs.collect_warnings():
        return verify_report(content, gold, system, scorer)


def _scorer_of_first_report(path: str) -> str:
    """Return a scorer that prints the rows of the first report in a file."""
    reports = read_reports(source_of_command_file(path).content().decode("utf-8", "replace"))
    return reports[0].scorers[0]


def _has_no_report(path: str) -> bool:
    """Return whether a file can be read and holds something else than a report, as a file of a folder may.

    An empty file is no such: it may be a report that was not written.
    """
    try:
        content = source_of_command_file(path).content()
        read_reports(content.decode("utf-8", "replace"))
    except NotAReport:
        return bool(content.strip()) and not _begins_a_report(path)
    except OSError:
        pass
    return False


def _begins_a_report(path: str) -> bool:
    """Return whether a file has a row of cues, as a report that is cut off or damaged."""
    content = source_of_command_file(path).head()
    return re.search(rb"(?m)^\s*Cues\s*:.*\|", content) is not None


OF_SELECTED_ROWS = (
    "this is the table of score --rows, and not a report: verify the whole report, "
    "or what score writes with --format json or tsv"
)


OF_CHANGED_TSV = "this is what score writes with --format tsv, but with other separators than tabs: give it as score wrote it"


def _no_report(path: str, error: NotAReport) -> str:
    """Return why a file has no report: it may be a published table."""
    content = source_of_command_file(path).content()
    if len(content) > LONGEST_TABLE:
        return str(error)
    if content.split(b"\n", 1)[0].split() == " ".join(COUNT_HEADS).encode().split():
        return OF_SELECTED_ROWS
    if begins_as_baseline(re.sub(b"[,;]", b"\t", content[:LONGEST_HEAD])):
        return OF_CHANGED_TSV
    for measure in ("", "cues"):  # a table need not name its measure
        with suppress(ValueError):
            read_tables(content.decode("utf-8"), measure)
            command = f"sem2012-scorer verify --published {name_of_command_file(path)}"
            if measure:
                command += " --measure ROW"
            return f"this is a published table: {command}"
    return str(error)


# How it is shown ----------------------------------------------------------------------------------


def _reports_in_format(
    format: str, reports: Sequence[_VerifiedReport], failed: Sequence[str]
) -> str:
    """Return reports in a format; `failed` says of files why they could not be verified."""
    if format == "json":
        values = [{"report": path, **verified.to_dict()} for path, verified in reports]
        return output_as_json({"reports": values, "failed": list(failed)}, 2) + "\n"
    if format == "tsv":
        return _as_tsv(reports)
    if len(reports) == 1 and not failed:
        lines = str(reports[0].verified).splitlines()
    else:
        lines = _reports_in_lines(reports, failed)
    return "".join(wording_in_visible_lines(line.rstrip()) + "\n" for line in lines)


def _as_tsv(reports: Sequence[_VerifiedReport]) -> str:
    """Return a line for each cell that differs; of a report in which none does, one without a cell."""
    rows: list[tuple[str, ...]] = []
    without_cell = tuple("" for _ in CELL_HEADS)
    for path, verified in reports:
        for cell in verified.shown_cells or [without_cell]:
            rows.append((path, str(verified.line), verified.verdict, *cell))
    return Grid(("report", "line", "verdict", *CELL_HEADS), rows).tsv()


def _reports_in_lines(reports: Sequence[_VerifiedReport], failed: Sequence[str]) -> list[str]:
    """Return the lines on several reports: how many are right, and each with its first cells."""
    right = [report for report in reports if report.verified.is_right]
    # Without files, a report can be no more than consistent.
    is_alone = all(report.verified.verdict in (CONSISTENT, INCONSISTENT) for report in reports)
    word = "consistent" if is_alone else "right"
    number = plural(len(reports) + len(failed), "report")
    lines = [f"{len(right)} of {number} {word}"]
    for path, verified in reports:
        where = path if verified.line == 1 else f"{path}:{verified.line}"
        words, *cells = str(verified).splitlines()
        lines.append(f"{where}: {words}")
        # After the words stand a blank line and the heads.
        for line in cells[1 : 2 + MOST_CELLS]:
            lines.append("    " + line)
        more = len(cells) - 2 - MOST_CELLS
        if more > 0:
            lines.append(f"    … and {more} more (verify this report alone to see them)")
    lines += failed
    return lines
