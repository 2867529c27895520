"""``sem2012-scorer verify``: is a recorded report, or a published number, right?"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..ground.errors import ScoringError
from ..ground.process import Answer
from ..ground.wording import folded, json_of, plural, visible, visible_lines
from ..legacy.scripts import ORIGINALS
from ..reading.sentences import ShapeError
from ..reading.source import NotReadable, not_text
from ..reporting.grid import WIDTH, Grid
from ..verifying.names import measure_of
from ..verifying.papers import read_tables
from ..verifying.recorded import NotAReport
from ..verifying.reports import CELL_HEADS, Verified, verify_report
from ..verifying.rows import POSSIBLE, SCORES
from ..verifying.tables import (
    IMPOSSIBLE,
    NOT_CHECKED,
    SIGNS,
    PublishedRow,
    RowAnswer,
    gold_counts_given,
    verify_published,
)
from ..verifying.together import CONTRADICTS
from .baseline import is_baseline, verify_baseline
from .files import all_files, check_names, check_twice, shown_name, source
from .opening import Inputs, reading_of
from .options import UsageError, add_options, add_predictions
from .output import delivered
from .pairing import Pair, Paired, pair_reports

FORMATS = ("text", "json", "tsv")


def add_arguments(verify: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    verify.add_argument("reports", nargs="*", metavar="REPORT", help="recorded reports, or folders")
    default = "all that print these rows"
    add_options(verify, "-g -s --pair --scorer", ORIGINALS, scorer_in_words=default)
    words = "check published tables (TSV, CSV, Markdown, LaTeX)"
    verify.add_argument("--published", nargs="+", action="extend", metavar="TABLE", help=words)
    verify.add_argument(
        "--measure", metavar="ROW", help="the measure of the scores, or of all rows of a table"
    )
    for score in SCORES:
        verify.add_argument("--" + score, metavar="X", help=f"the published {score}")
    words = "what gold has: cues=264,scopes=249, or a corpus such as cdsco-test"
    verify.add_argument("--gold-counts", metavar="COUNTS", help=words)
    add_options(verify, "--format -o", formats=FORMATS)
    add_predictions(verify)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``verify`` answers."""
    scores = [score for score in SCORES if getattr(options, score) is not None]
    if options.published is not None or options.measure is not None or scores:
        return _published(options, scores)
    if options.gold_counts is not None:
        raise UsageError("--gold-counts goes with --published or --measure")
    if not options.reports:
        raise UsageError(
            "name a report before -g and -s, or --published TABLE, or --measure ROW with its scores"
        )
    if (options.gold is None) != (options.system is None):
        raise UsageError("give both -g and -s, or neither to check the report alone")
    if options.gold is None and (options.pair or options.scorer):
        raise UsageError("--pair and --scorer go with -g and -s")
    if len(options.reports) == 1 and is_baseline(options.reports[0]):
        if options.gold is None:
            raise UsageError("what score wrote needs -g and -s, to be scored again and compared")
        return _answered(
            options, [(options.reports[0], verify_baseline(options))], [], Inputs(options)
        )
    return _reports(options)


def _reports(options: argparse.Namespace) -> Answer:
    """Return the answer for recorded reports: of each, a line."""
    check_names([*options.reports, *(options.gold or ()), *(options.system or ())], options.output)
    inputs = Inputs(options)
    answers: list[tuple[str, Verified]] = []
    paired = _paired(options)
    failed = [*map(str, paired.unpaired)]
    others = 0
    inputs.notes += paired.notes
    is_alone = len(paired.pairs) == 1 and not failed
    for pair in paired.pairs:
        path = pair.report
        try:
            answers += [(path, verified) for verified in _verified(pair, inputs, options.scorer)]
        except NotAReport as error:
            words = f"{shown_name(path)}: {error}"
            if is_alone and path in options.reports:
                raise UsageError(words) from error
            failed += [words] * (path in options.reports)
            others += path not in options.reports
        except (ScoringError, ShapeError) as error:
            if is_alone:
                raise
            failed.append(f"{shown_name(path)}: {error}")
        inputs.done(pair.system)
    if not answers and not failed:
        raise UsageError("no report in {}".format(", ".join(options.reports)))
    if others:
        inputs.notes.append("{} without a report: ignored".format(plural(others, "file")))
    return _answered(options, answers, failed, inputs)


def _paired(options: argparse.Namespace) -> Paired:
    """Return the reports with their files, if they are to be compared with some."""
    if options.gold is not None:
        return pair_reports(options.reports, options.gold, options.system, options.pair)
    every = [path for name in options.reports for path in all_files(name)]
    return Paired("", tuple([Pair(path, None, "", path) for path in every]))


def _verified(pair: Pair, inputs: Inputs, scorer: str | None) -> list[Verified]:
    """Return what was found of the reports in a file."""
    content = source(pair.report).content()
    gold = None if pair.gold is None else inputs(pair.gold)
    system = None if gold is None else inputs.system(gold, pair.system)
    with inputs.heard():
        return verify_report(content, gold, system, scorer)


def _answered(
    options: argparse.Namespace,
    answers: Sequence[tuple[str, Verified]],
    failed: Sequence[str],
    inputs: Inputs,
) -> Answer:
    status = int(bool(failed) or not all(verified.is_right for _, verified in answers))
    text = _listed(options.format, answers, failed)
    return delivered(text, options.output, inputs.said(), status)


def _listed(format: str, answers: Sequence[tuple[str, Verified]], failed: Sequence[str]) -> str:
    if format == "json":
        reports = [{"report": path, **verified.to_dict()} for path, verified in answers]
        return json_of({"reports": reports, "failed": list(failed)}, 2) + "\n"
    if format == "tsv":
        rows = [
            (path, str(verified.line), verified.verdict, *cell)
            for path, verified in answers
            for cell in verified.cells or [("",) * len(CELL_HEADS)]
        ]
        return Grid(("report", "line", "verdict", *CELL_HEADS), rows).tsv()
    number, right = (len(answers) + len(failed), sum(verified.is_right for _, verified in answers))
    lines = ["%d of %s right" % (right, plural(number, "report"))]
    for path, verified in answers:
        where = path if verified.line == 1 else "%s:%d" % (path, verified.line)
        words, *cells = str(verified).splitlines()
        lines += [f"{where}: {words}", *[" " * 4 + line for line in cells[2 : 2 + MOST_CELLS]]]
    if number == 1 and not failed:
        lines = str(answers[0][1]).splitlines()
    return "".join(visible_lines(line.rstrip()) + "\n" for line in [*lines, *failed])


MOST_CELLS = 5  # how many cells of each of several reports are shown


class Checked(NamedTuple):
    """A published table, with what was found of its rows: the file, "" for a row on the command line."""

    path: str
    line: int
    answers: Sequence[RowAnswer]
    notes: Sequence[str] = ()

    def __str__(self) -> str:
        """Return a line: where the table is, and how many rows are not simply possible."""
        number = Counter(answer.verdict for answer in self.answers)
        shown = ((IMPOSSIBLE, IMPOSSIBLE), (CONTRADICTS, "in contradiction"), (NOT_CHECKED,) * 2)
        said = ["%d %s" % (number[verdict], words) for verdict, words in shown if number[verdict]]
        words = ", ".join([*(said or ["all possible"]), *self.notes])
        return "{}: {}".format(plural(len(self.answers), "row"), words)


ReadTable = tuple[str, int, Sequence[PublishedRow], Sequence[str]]
"""A table of a file before its rows are checked: the file, the table's line, its rows, and notes."""


def _published(options: argparse.Namespace, scores_given: Sequence[str]) -> Answer:
    """Return the answer for published tables, or for a row on the command line."""
    files = (options.reports, options.gold, options.system, options.pair, options.scorer)
    if any(files) or reading_of(options) is not None:
        raise UsageError("--published and --measure take no report, -g, -s, or what goes with them")
    if options.published is None:
        read: list[ReadTable] = [("", 0, [_row_given(options, scores_given)], ())]
    else:
        if scores_given:
            raise UsageError(f"--{scores_given[0]} is for one row: it goes with --measure")
        check_names(options.published, options.output)
        check_twice(options.published)
        read = [table for path in options.published for table in _read(path, options.measure or "")]
    tables = []
    for path, line, rows, notes in read:
        try:
            answers = verify_published(rows, _gold_of(options.gold_counts, rows))
        except ValueError as error:
            raise UsageError((path and shown_name(path) + ": ") + str(error)) from error
        tables.append(Checked(path, line, answers, notes))
    status = int(not all(answer.is_right for table in tables for answer in table.answers))
    return delivered(_tables_shown(options, tables), options.output, b"", status)


def _row_given(options: argparse.Namespace, scores_given: Sequence[str]) -> PublishedRow:
    if options.measure is None:
        raise UsageError(f"--{scores_given[0]} needs a row: --measure ROW")
    if not scores_given:
        raise UsageError("--measure needs scores: --precision, --recall, --f1")
    scores = {score: getattr(options, score) for score in scores_given}
    return PublishedRow("", options.measure, **scores)


def _read(path: str, measure: str) -> list[ReadTable]:
    """Return the tables of a file: each with the file, its line, its rows and notes."""
    try:
        content = source(path).content()
        if (other := not_text(content)) is not None:
            raise ValueError("this is {}{}".format(*other))
        tables = read_tables(content.decode("utf-8", "replace"), measure)
    except NotReadable:
        raise
    except ValueError as error:
        raise UsageError(f"{shown_name(path)}: {error}") from error
    return [(path, table.line, table.rows, table.notes) for table in tables]


def _gold_of(words: str | None, rows: Sequence[PublishedRow]) -> dict[str, int | tuple[int, ...]]:
    """Return gold's totals; raise ValueError where none is of what the rows count."""
    gold = {} if words is None else gold_counts_given(words)
    kinds = [measure_of(row.measure) for row in rows if not row.problem]
    wanted = {kind.total for kind in kinds if kind.has_counts}
    if gold and wanted and not wanted & gold.keys():
        raise ValueError("--gold-counts has no total of {}".format(" or ".join(sorted(wanted))))
    return gold


def _tables_shown(options: argparse.Namespace, tables: Sequence[Checked]) -> str:
    """Return tables in the format that is asked for."""
    if options.format == "json":
        rows = [{"file": t.path, **answer.to_dict()} for t in tables for answer in t.answers]
        return json_of({"rows": rows}, 2) + "\n"
    if options.format == "tsv":
        return _as_tsv(tables)
    if options.published is None:
        (answer,) = tables[0].answers
        first, *others = answer.words or ("",)
        lines = [answer.verdict + SIGNS[answer.verdict] + first, *["    " + w for w in others]]
        return "".join(visible(line) + "\n" for line in lines)
    lines = []
    for table in tables:
        where = f"{shown_name(table.path)}:{table.line}: " if len(tables) > 1 else ""
        lines.append(where + str(table))
    for table in tables:
        odd = [answer for answer in table.answers if answer.verdict != POSSIBLE]
        lines += ["", *_rows_table(table.path, odd)] if odd else []
    return "".join(visible(line) + "\n" for line in lines)


def _as_tsv(tables: Sequence[Checked]) -> str:
    """Return a line for each row, with its file, its line and its verdict."""
    names = ("file", "line", "test", "system", "run", "measure")
    cells = []
    for table in tables:
        for answer in table.answers:
            row = answer.row
            named = (table.path, str(row.line), row.test, row.system, row.run, row.measure)
            cells.append((*named, *row.scores, answer.verdict, "; ".join(answer.words)))
    return Grid((*names, *SCORES, "verdict", "explanation"), cells).tsv()


def _rows_table(path: str, answers: Sequence[RowAnswer]) -> list[str]:
    """Return the rows that are not simply possible, with their places and verdicts, the wrong ones first."""
    heads = ["row", "P", "R", "F1"]
    answers = sorted(answers, key=lambda answer: answer.is_right)
    cells = []
    for answer in answers:
        row = answer.row
        named = " ".join(filter(None, (row.test, row.system, row.run, row.measure)))
        where = f"{shown_name(path)}:{row.line}: {named}"
        cells.append([where, *[cell or "-" for cell in row.scores]])
    head, *lines = Grid(heads, cells).text(left=1, ruled=None)
    made = [head]
    for line, answer in zip(lines, answers):
        is_known = answer.words[0].startswith("no counts") and len(answer.words) > 1
        words = answer.words[is_known:]
        said = answer.verdict + SIGNS[answer.verdict] * bool(words) + "; ".join(words)
        made += [line, *folded(said, WIDTH, " " * 6, " " * 4)]
    return made
