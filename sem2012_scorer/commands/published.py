"""``sem2012-scorer verify --published`` and ``--measure``: can the scores in print be right?

In: tables in files, or one row on the command line. Out: a line for each table, then each row that is not
simply possible. Read `answer_on_published` first.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..common.measures import SCORES
from ..common.process import Answer
from ..common.wording import (
    plural,
    shortened_list,
    text_as_bytes,
    visible,
    wrap_wording,
)
from ..reading.facts import what_is_not_text
from ..reading.source import NotReadable
from ..reporting.grid import WIDTH, Grid
from ..verifying.entry import (
    CONTRADICTS,
    EXCHANGED,
    IMPOSSIBLE,
    NOT_CHECKED,
    NOT_TRIED,
    NOT_UNDER,
    ONLY_F1,
    ONLY_MEAN,
    POSSIBLE,
)
from ..verifying.names import row_by_name, why_scorer_has_no_row
from ..verifying.numbers import PrintedScore
from ..verifying.published import (
    EXCHANGED_IN_WORDS,
    PublishedRow,
    RowAnswer,
    corpus_with_similar_name,
    gold_counts_to_verify,
    published_verdict_in_words,
    verify_published,
)
from ..verifying.published_table import read_tables
from ..verifying.recorded import NotAReport, read_reports
from .arguments import UsageError
from .files import (
    check_file_names,
    check_files_named_twice,
    name_of_command_file,
    source_of_command_file,
)
from .output import output_as_answer, output_as_json, output_lines_of_notes

LONGEST_CELL = 16
MOST_IGNORED = 6  # how many heads of ignored columns are named


class CheckedTable(NamedTuple):
    """A published table, with what was found of its rows: the file, "" for a row on the command line."""

    path: str
    line: int
    answers: Sequence[RowAnswer]
    ignored: Sequence[str] = ()


def answer_on_published(options: argparse.Namespace) -> Answer:
    """Return the answer for published tables, or for a row on the command line."""
    scores_given = [score for score in SCORES if getattr(options, score) is not None]
    if options.published is None:
        tables = [_row_given(options, scores_given)]
    else:
        if scores_given:
            raise UsageError(f"--{scores_given[0]} does not go with --published: it is for one row")
        check_file_names(options.published, options.output)
        check_files_named_twice(options.published)
        tables = []
        for path in options.published:
            tables += _read_checked_tables(path, options)
    status = 0
    if not all(answer.is_right for table in tables for answer in table.answers):
        status = 1
    text = _tables_in_format(options, tables)
    return output_as_answer(
        text, options.output, text_as_bytes(_notes_on_ignored_columns(tables)), status
    )


# What is checked ----------------------------------------------------------------------------------


def _row_given(options: argparse.Namespace, scores_given: Sequence[str]) -> CheckedTable:
    """Return the row on the command line, checked."""
    if options.measure is None:
        raise UsageError(f"--{scores_given[0]} needs a row: --measure ROW")
    if not scores_given:
        raise UsageError("--measure needs scores: --precision, --recall, --f1")
    scores = {score: getattr(options, score) for score in scores_given}
    row = PublishedRow("", options.measure, **scores)
    for score in scores_given:
        if not _is_score(scores[score]):
            words = "expected a percentage from 0 to 100, or a fraction"
            raise UsageError(f"--{score} {scores[score]}: {words}")
    try:
        if options.scorer and (why := why_scorer_has_no_row(options.scorer, row.measure)):
            raise ValueError(why)
        row_by_name(row.measure)
        return CheckedTable("", 0, _verify_rows([row], options))
    except ValueError as error:
        raise UsageError(str(error)) from error


def _is_score(text: str) -> bool:
    """Return whether a text is a score, and not a sign for none."""
    try:
        return PrintedScore.read(text) is not None
    except ValueError:
        return False


def _read_checked_tables(path: str, options: argparse.Namespace) -> list[CheckedTable]:
    """Return the tables of a file, checked."""
    try:
        content = source_of_command_file(path).content()
        if (other := what_is_not_text(content, with_null_bytes=True)) is not None:
            raise ValueError("this is " + ": ".join(filter(None, other)))
        text = content.decode("utf-8", "replace")
        _refuse_report(text, path)
        tables = read_tables(text, options.measure or "")
        return [
            CheckedTable(path, table.line, _verify_rows(table.rows, options), table.ignored)
            for table in tables
        ]
    except NotReadable:
        raise
    except ValueError as error:
        raise UsageError(f"{name_of_command_file(path)}: {error}") from error


def _refuse_report(text: str, path: str) -> None:
    """Raise ValueError for a recorded report: it is no published table."""
    with suppress(NotAReport):
        read_reports(text)
        raise ValueError(
            f"this is a recorded report: sem2012-scorer verify {name_of_command_file(path)}"
        )


def _verify_rows(rows: Sequence[PublishedRow], options: argparse.Namespace) -> list[RowAnswer]:
    """Return the answers on rows; raise ValueError if gold's totals are given for other things than they count."""
    gold: Mapping[str, int | tuple[int, ...]] = {}
    if options.gold_counts is not None:
        try:
            gold = gold_counts_to_verify(options.gold_counts)
        except ValueError as error:
            raise UsageError(str(error)) from error
    kinds = [row_by_name(row.measure) for row in rows if row.has_scores and not row.problem]
    wanted = {kind.total for kind in kinds if kind.has_counts}
    if gold and wanted and not wanted & gold.keys():
        totals = " or ".join(sorted(wanted))
        raise ValueError(f"--gold-counts {options.gold_counts} does not give {totals}")
    return verify_published(rows, gold, options.scorer)


def _notes_on_ignored_columns(tables: Sequence[CheckedTable]) -> str:
    """Return notes on the columns that are ignored."""
    notes = []
    for table in tables:
        if table.ignored:
            where = f"{name_of_command_file(table.path)}:{table.line}"
            columns = plural(len(table.ignored), "column")
            notes.append(
                f"{where}: ignored {columns}: {shortened_list(table.ignored, MOST_IGNORED)}"
            )
    return output_lines_of_notes(notes)


# How it is shown ----------------------------------------------------------------------------------


def _tables_in_format(options: argparse.Namespace, tables: Sequence[CheckedTable]) -> str:
    """Return tables in the format that is asked for."""
    if options.format == "json":
        return _as_json(tables)
    if options.format == "tsv":
        return _as_tsv(tables)
    if options.published is None:
        lines = _row_lines(tables[0].answers[0])
    else:
        lines = _tables_in_lines(tables)
    return "".join(visible(line) + "\n" for line in lines)


def _as_json(tables: Sequence[CheckedTable]) -> str:
    """Return an object for each row, with its file."""
    rows = []
    for table in tables:
        for answer in table.answers:
            rows.append({"file": table.path, **answer.to_dict()})
    return output_as_json({"rows": rows}, 2) + "\n"


def _as_tsv(tables: Sequence[CheckedTable]) -> str:
    """Return a line for each row, with its file, its line and its verdict."""
    names = ("file", "line", "test", "system", "run", "measure")
    cells = []
    for table in tables:
        for answer in table.answers:
            row = answer.row
            named = (table.path, str(row.line), row.test, row.system, row.run, row.measure)
            cells.append((*named, *row.scores, answer.verdict, "; ".join(answer.words)))
    return Grid((*names, *SCORES, "verdict", "explanation"), cells).tsv()


def _row_lines(answer: RowAnswer) -> list[str]:
    """Return the lines on the one row of the command line."""
    first, others = answer.words[:1], answer.words[1:]
    return [published_verdict_in_words(answer.verdict, first)] + ["    " + word for word in others]


def _tables_in_lines(tables: Sequence[CheckedTable]) -> list[str]:
    """Return how many rows are what, for each of several tables too; then the rows that are not possible."""
    answers: list[RowAnswer] = []
    for table in tables:
        answers += table.answers
    lines = [_count_of_verdicts(answers)]
    lines += _rows_of_which_f1_was_checked(tables)
    if len(tables) > 1:
        lines.append("")
        for table in tables:
            lines.append(
                f"{name_of_command_file(table.path)}:{table.line}: {_count_of_verdicts(table.answers)}"
            )
    for table in tables:
        odd = [answer for answer in table.answers if not _is_in_summary(answer)]
        if odd:
            lines.append("")
            lines += _row_table(table.path, odd)
    return lines


def _rows_of_which_f1_was_checked(tables: Sequence[CheckedTable]) -> list[str]:
    """Return a line on the possible rows of which nothing but F1 could be checked, and why."""
    places, rows = [], []
    for table in tables:
        for answer in table.answers:
            if answer.remark == ONLY_F1:
                places.append(f"{name_of_command_file(table.path)}:{answer.row.line}")
                rows.append(answer.row)
    if not rows:
        return []
    number = plural(len(rows), "possible row")
    checked = f"for {number} ({shortened_list(places, 3)}), only F1 was checked, against P and R"
    if not any(row_by_name(row.measure).has_counts for row in rows):
        measures = list(dict.fromkeys(row.measure for row in rows))
        return [f"{checked}: no counts are tried for {shortened_list(measures, 3)}"]
    why = "gold's counts are not known"
    for row in rows:
        if near := corpus_with_similar_name(row.test):
            why += f" (there is no corpus {row.test!r}; did you mean {near}?)"
            break
    return [f"{checked}: {why}; give them with --gold-counts"]


def _count_of_verdicts(answers: Sequence[RowAnswer]) -> str:
    """Return how many rows there are, and how many of them are not possible, were not read, and so on."""
    number = Counter(_verdict_counted(answer) for answer in answers)
    rows = plural(len(answers), "row")
    numbers = [f"{number[kind]} {kind}" for kind in _KINDS if number[kind]]
    words = ", ".join(numbers) or "all possible"
    if any(answer.remark == EXCHANGED for answer in answers):
        words += f", but {EXCHANGED_IN_WORDS}"
    return f"{rows}: {words}"


_NO_SCORE, _IN_CONTRADICTION = "without a score", "contradicting another row"
_MEAN_OVER_RUNS = "possible as a mean over runs only"
_KINDS = (
    IMPOSSIBLE,
    _IN_CONTRADICTION,
    NOT_UNDER,
    NOT_TRIED,
    NOT_CHECKED,
    _MEAN_OVER_RUNS,
    _NO_SCORE,
)


def _verdict_counted(answer: RowAnswer) -> str:
    """Return under what a row is counted."""
    if answer.row.problem:
        return NOT_CHECKED
    if not answer.row.has_scores:
        return _NO_SCORE
    if answer.verdict == CONTRADICTS:
        return _IN_CONTRADICTION
    if answer.remark == ONLY_MEAN:
        return _MEAN_OVER_RUNS
    return answer.verdict


def _is_in_summary(answer: RowAnswer) -> bool:
    """Return whether the summary says all that there is to say of a row."""
    is_empty = not answer.row.has_scores and not answer.row.problem
    return answer.verdict == POSSIBLE or is_empty or answer.remark == EXCHANGED


def _row_table(path: str, answers: Sequence[RowAnswer]) -> list[str]:
    """Return the rows that are not simply possible, with their places and verdicts, the wrong ones first."""
    wrong_first = sorted(answers, key=lambda answer: answer.is_right)
    cells = []
    for answer in wrong_first:
        row = answer.row
        named = " ".join(filter(None, (row.test, row.system, row.run, row.measure)))
        where = f"{name_of_command_file(path)}:{row.line}: {named}"
        cells.append([where, *[_score_shown(score) for score in row.scores]])
    head, *lines = Grid(["row", "P", "R", "F1"], cells).text(left=1, ruled=None)
    shown = [head]
    for line, answer in zip(lines, wrong_first):
        shown.append(line)
        shown += wrap_wording(str(answer), WIDTH, " " * 6, " " * 4)
    return shown


def _score_shown(score: str) -> str:
    """Return a score as it is shown, shortened if it is too long for one."""
    if len(score) > LONGEST_CELL:
        return score[: LONGEST_CELL - 1] + "…"
    return score or "-"
