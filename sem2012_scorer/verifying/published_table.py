"""Published tables as people have them: TSV, CSV, Markdown with prose around, LaTeX, lines of a PDF.

In: the text of a file. Out: its tables with their rows (`read_tables`, to be read first). `grids` divides the
text into cells, `columns` says what the columns hold, and this module makes rows of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from ..common.measures import SCORES
from .columns import (
    COUNT,
    DEVIATION,
    NAME,
    SCORE,
    SCORE_HEADS,
    TEXT,
    WANTED,
    Column,
    clean_head,
    heads_scores,
    is_score_head,
    measure_named,
    names_measures,
    read_columns,
)
from .grids import Grid, GridLine, grids_in
from .names import is_ambiguous_name, row_by_name, vocabulary_key
from .numbers import PrintedScore, is_number_in_score_cell, number_in_count_cell, remove_cell_markup
from .published import PublishedRow

NO_TABLE = (
    "no table: expected a header and one row or more (TSV, CSV, Markdown, LaTeX, or lines of a PDF)"
)
NO_MEASURE = (
    "the table does not say which row its scores belong to: give --measure ROW, such as cues, or add "
    "a column called measure"
)


LONGEST_TEXT = 1_000_000
MOST_COLUMNS = 500


class Table(NamedTuple):
    """A table in a text: its first line, its rows, and the heads of columns that were ignored."""

    line: int
    rows: tuple[PublishedRow, ...]
    ignored: tuple[str, ...] = ()


def read_table(text: str, measure: str = "") -> list[PublishedRow]:
    """Return the rows of all tables in a text: see `read_tables`."""
    return [row for table in read_tables(text, measure) for row in table.rows]


def read_tables(text: str, measure: str = "") -> list[Table]:
    """Return the tables in a text; `measure` is for tables that do not name their measures.

    Tables without scores are left out. Raises ValueError for a column with scores that is not understood, for an
    unknown `measure`, and where no table has scores.
    """
    if measure:
        row_by_name(measure)
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"{len(text):,} characters: no published table is so long")
    grids = [part for grid in grids_in(text) for part in _divide_at_heads(grid) if len(part) > 1]
    if not grids:
        raise ValueError(NO_TABLE)
    tables = [table for grid in grids if (table := _read_one_table(grid, measure)).rows]
    if not tables:
        raise ValueError(f"no table with scores; {WANTED}")
    rows = [row for table in tables for row in table.rows]
    if all(row.problem for row in rows):
        raise ValueError(f"line {rows[0].line}: {rows[0].problem}")
    return tables


def _divide_at_heads(grid: Grid) -> list[Grid]:
    """Return a table as several, if other heads stand inside of it: the lines below each have their own."""
    widest = max((len(line.cells) for line in grid), default=0)
    if widest > MOST_COLUMNS:
        words = f"{widest:,} columns: no table of scores has more than {MOST_COLUMNS}"
        raise ValueError(f"line {grid[0].number}: {words}")
    parts: list[Grid] = [[]]
    has_rows = False
    for line in grid:
        if any(map(is_number_in_score_cell, line.cells)):
            has_rows = True
        elif has_rows and heads_scores(line.cells):
            if _heads_of(line) == _heads_of(parts[-1][0]):
                continue  # the heads again
            parts.append([])
            has_rows = False
        parts[-1].append(line)
    return parts


def _heads_of(line: GridLine) -> list[str]:
    return [clean_head(cell) for cell in line.cells]


def _read_one_table(grid: Grid, measure: str) -> Table:
    """Return a table with its rows, none if it has no column with scores."""
    heads, lines = _read_heads(grid)
    try:
        columns, ignored = read_columns(heads, [line.cells for line in lines])
    except ValueError as error:
        raise ValueError(f"line {grid[0].number}: {error}") from None
    scores = [column for column in columns if column.kind == SCORE]
    if not scores:
        return Table(grid[0].number, ())
    _check_transposed(lines, columns)
    if measure and (all(column.measure for column in scores) or names_measures(columns)):
        raise ValueError("the table names its measures: leave --measure out")
    rows: list[PublishedRow] = []
    names: Mapping[str, str] = {}
    of_section = measure
    for line in _with_deviations_beside_scores(lines, columns):
        if _is_title(line, columns, heads):
            of_section = _measure_of_title(line, columns, measure) or of_section
            continue
        names = _names_of_line(line, columns, names)
        rows += _rows_of_line(line, columns, names, of_section)
    return Table(grid[0].number, tuple(rows), tuple(ignored))


def _check_transposed(lines: Sequence[GridLine], columns: Sequence[Column]) -> None:
    """Raise ValueError if the rows are precision, recall and F1: read as systems, their scores would be F1."""
    names = [vocabulary_key(clean_head(line.cells[0])) for line in lines if line.cells]
    if (
        columns[0].kind == NAME
        and len({SCORE_HEADS[name] for name in names if name in SCORE_HEADS}) > 1
    ):
        words = (
            "the rows are scores (precision, recall, F1): turn the table, so that they are columns"
        )
        raise ValueError(f"line {lines[0].number}: {words}")


# The heads ----------------------------------------------------------------------------------------


def _read_heads(grid: Grid) -> tuple[list[str], Sequence[GridLine]]:
    """Return the heads of a table, and its other lines; measures may stand in a row above P, R and F1."""
    upper, lower = [[clean_head(cell) for cell in line.cells] for line in grid[:2]]
    if sum(map(is_score_head, lower)) < 2 or any(map(is_number_in_score_cell, grid[1].cells)):
        return upper, grid[1:]
    pairs = list(zip_longest(upper, lower, fillvalue=""))
    titles = [above for above, below in pairs if above and is_score_head(below)]
    is_title_of_all = (
        len(titles) == 1 and not is_ambiguous_name(titles[0]) and not measure_named(titles[0])
    )
    heads = []
    group = ""
    for above, below in pairs:
        if not is_score_head(below):
            group = ""
            heads.append(below or above)
        elif is_title_of_all:  # such as "Scores": it names no measure
            heads.append(below)
        else:
            # A head over several columns stands above the first of them.
            group = above or group
            heads.append(f"{group} {below}".strip())
    return heads, grid[2:]


# The rows -----------------------------------------------------------------------------------------


def _is_title(line: GridLine, columns: Sequence[Column], heads: Sequence[str]) -> bool:
    """Return whether a line is the title of the lines below it, without scores and counts, or repeats the heads."""
    for cell, head, column in zip(line.cells, heads, columns):
        text = clean_head(cell)
        if column.kind in (SCORE, COUNT) and text and not (is_score_head(text) or text == head):
            return False
    return True


def _measure_of_title(line: GridLine, columns: Sequence[Column], measure: str) -> str:
    """Return the measure that a title names, "" if it names none; raise ValueError if `measure` is another."""
    texts = [text for cell in line.cells if (text := remove_cell_markup(cell))]
    if len(texts) != 1 or names_measures(columns):
        return ""
    try:
        named = measure_named(texts[0]) or ""
    except ValueError as error:
        raise ValueError(f"line {line.number}: {error}") from None
    if measure and named and row_by_name(measure).name != named:
        raise ValueError(f"line {line.number}: the table names its measures: leave --measure out")
    return named


_DEVIATION_NAME = re.compile(
    r"±|\+/-|\+-|σ|s\.?d\.?|std?\.?(?: ?dev\.?)?|(?:standard|std\.?) deviation", re.IGNORECASE
)
_DEVIATION_CELL = re.compile(r"(?:±|\( *±?) *[0-9]*[.,]?[0-9]+ *\)?")
_DEVIATION_OR_NUMBER = re.compile(rf"{_DEVIATION_CELL.pattern}|[0-9]*[.,]?[0-9]+")


def _with_deviations_beside_scores(
    lines: Sequence[GridLine], columns: Sequence[Column]
) -> list[GridLine]:
    """Return the lines of a table, with deviations from the line below, or columns of their own, beside the scores."""
    scores = [at for at, column in enumerate(columns) if column.kind == SCORE]
    made: list[GridLine] = []
    for line in lines:
        cells = list(line.cells)
        if made and _are_deviations(cells, scores):
            for at in scores:
                _add_deviation(made[-1].cells, at, cells[at])
            continue
        for at in scores:
            if at + 1 < min(len(cells), len(columns)) and columns[at + 1].kind == DEVIATION:
                _add_deviation(cells, at, cells[at + 1])
        made.append(GridLine(line.number, cells))
    return made


def _are_deviations(cells: Sequence[str], scores: Sequence[int]) -> bool:
    """Return whether a line has nothing but deviations in the columns of scores, by their signs or its name."""
    texts = [remove_cell_markup(cell) for cell in cells]
    below = [texts[at] for at in scores if at < len(texts) and texts[at]]
    others = [text for at, text in enumerate(texts) if at not in scores and text]
    if others and not (len(others) == 1 and _DEVIATION_NAME.fullmatch(others[0])):
        return False
    form = _DEVIATION_OR_NUMBER if others else _DEVIATION_CELL
    return len(cells) > max(scores) and bool(below) and all(map(form.fullmatch, below))


def _add_deviation(cells: list[str], at: int, deviation: str) -> None:
    text = remove_cell_markup(deviation).strip("±() ")
    if text and at < len(cells):
        cells[at] += " ± " + text


def _names_of_line(
    line: GridLine, columns: Sequence[Column], above: Mapping[str, str]
) -> dict[str, str]:
    """Return what a line calls its system, measure, test and so on; an empty cell may go over several rows."""
    names = {}
    for cell, column in zip(line.cells, columns):
        if column.kind == NAME:
            names[column.what] = remove_cell_markup(cell)
    for what in ("system", "measure", "row"):
        if names.get(what) == "" and any(names.values()):
            names[what] = above.get(what, "")
    return names


def _rows_of_line(
    line: GridLine, columns: Sequence[Column], names: Mapping[str, str], measure: str
) -> list[PublishedRow]:
    """Return the rows of a line: one for each measure in the heads, or one that the line names."""
    counts, problem = _counts_of_line(line, columns)
    has_more = len(line.cells) > len(columns) and any(line.cells[len(columns) :])
    if has_more or len(line.cells) < len(columns):
        problem = "found %d cells; expected %d" % (len(line.cells), len(columns))
    scores: dict[str, dict[str, str]] = defaultdict(dict)
    for cell, column in zip(line.cells, columns):
        if column.kind == SCORE:
            scores[column.measure][column.what] = remove_cell_markup(cell)
    others = [
        remove_cell_markup(c) for c, column in zip(line.cells, columns) if column.kind == TEXT
    ]
    system = _name_of_system(names, others)
    rows = []
    for in_head, of_measure in scores.items():
        row = _published_row(system, names, in_head or measure, of_measure, counts)
        row = row._replace(line=line.number, problem=problem or _problem_of_row(row, system))
        # A wide table need not have all measures of a system.
        if row.has_scores or not in_head or row.problem:
            rows.append(row)
    return rows


def _counts_of_line(line: GridLine, columns: Sequence[Column]) -> tuple[dict[str, int], str]:
    """Return the counts in a line, and what is wrong with one, "" for nothing."""
    counts: dict[str, int] = {}
    for cell, column in zip(line.cells, columns):
        if column.kind == COUNT:
            try:
                number = number_in_count_cell(cell)
            except ValueError as error:
                return {}, str(error)
            if number is not None:
                counts[column.what] = number
    return counts, ""


def _name_of_system(names: Mapping[str, str], others: Sequence[str]) -> str:
    """Return what a line's system is called, with what else tells it from others."""
    system = names.get("name") or names.get("system", "")
    train = names.get("train", "-")
    for more in (train, *others):
        if more not in ("", "-"):
            system += f" ({more})"
    return system


def _published_row(
    system: str,
    names: Mapping[str, str],
    measure: str,
    scores: Mapping[str, str],
    counts: Mapping[str, int],
) -> PublishedRow:
    """Return a row; without another word for its measure, the system's name is one."""
    named = measure or names.get("measure") or names.get("row") or ""
    if not named:
        # A row may be called by its measure alone: then it names no system.
        system, named = "", system
    p, r, f = [scores.get(score, "") for score in SCORES]
    test, run = names.get("test", ""), names.get("run", "")
    return PublishedRow(system, named, p, r, f, test, counts, run)


def _problem_of_row(row: PublishedRow, system: str) -> str:
    """Return what in a row cannot be read, "" for nothing."""
    if not row.has_scores:
        return ""
    try:
        for cell in row.scores:
            PrintedScore.read(cell)
    except ValueError as error:
        return str(error)
    try:
        row_by_name(row.measure)
    except ValueError as error:
        if row.measure != system:
            return str(error)
        if is_ambiguous_name(system):
            return f"{error}; add a column called measure, or give --measure"
        return NO_MEASURE
    return ""
