r"""The lines and cells of the tabulars in a text of LaTeX.

In: a text. Out: for each tabular its lines, each with its number and its cells (`latex_tables`, to be read
first). What stands in braces is one cell, whatever is in it; a cell over several columns is followed by
empty ones. Marks in a cell, such as \textbf, stay: `numbers.remove_cell_markup` takes them away.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

_NAMES = r"(?:tabular[xy]?\*?|tabulary|longtable\*?|supertabular)"
_BEGIN = re.compile(r"\\begin\s*\{" + _NAMES + r"\}")
_END = re.compile(r"\\end\s*\{" + _NAMES + r"\}")
_RULES = re.compile(
    r"\\(?:[hc]line|(?:top|mid|bottom|cmid|c)rule|specialrule|addlinespace|endhead|endfirsthead"
    r"|endfoot|endlastfoot|centering|noalign|rowcolor)(?![a-z])\*?"
    r"(?:\([^)]*\)|\[[^\]]*\]|\{[^{}]*\})*"
)
_PIECE = re.compile(
    # Rows first: \\ is no single sign after a backslash, as \& is.
    rf"(?P<begin>{_BEGIN.pattern})|(?P<end>{_END.pattern})"
    r"|(?P<row>\\\\\*?(?:\[[^\]]*\])?|\\tabularnewline\b)"
    r"|\\.|(?P<open>\{)|(?P<close>\})|(?P<cell>&)",
    re.S,
)
_BRACE = re.compile(r"\\.|(?P<open>\{)|(?P<close>\})", re.S)
_OPTION = re.compile(r"\s*\[[^\]]*\]")
_SPANNED = re.compile(r"\\multicolumn\s*\{\s*(\d{1,2})\s*\}")
_ROWS_SPANNED = re.compile(
    r"\\multirow\s*(?:\[[^\]]*\])?\s*\{\s*(?:-([0-9]{1,3})|[^{}]*)\s*\}\s*(?:\[[^\]]*\])?"
)
UPWARD = "\0"  # after the number of rows over which a cell goes that stands in the last of them


class LatexLine(NamedTuple):
    """A row of a tabular: the number of the line where it starts, and its cells."""

    number: int
    cells: list[str]


def has_tabular(text: str) -> bool:
    return _BEGIN.search(text) is not None


def latex_tables(text: str) -> list[list[LatexLine]]:
    """Return the lines of each tabular in a text; raise ValueError for one that does not end."""
    # Comments are blanked, so that places in the text stay what they are.
    text = re.sub(r"(?<!\\)%.*", lambda comment: " " * len(comment[0]), text)
    starts = list(accumulate((len(line) for line in text.splitlines(keepends=True)), initial=0))
    tables: list[list[LatexLine]] = []
    end = 0
    while (begin := _BEGIN.search(text, end)) is not None:
        end = _end_of_tabular(text, begin.end())
        if end < 0:
            number = bisect_right(starts, begin.start())
            raise ValueError(f"line {number}: this tabular has no \\end")
        rows = _move_multirow_up(
            list(_latex_rows(text, _place_after_description(text, begin), end))
        )
        tables.append([LatexLine(bisect_right(starts, row.start), row.cells) for row in rows])
    return [lines for lines in tables if lines]


# Where a tabular, or a group in braces, ends ------------------------------------------------------


def _end_of_tabular(text: str, start: int) -> int:
    """Return where the tabular ends whose content starts at a place, -1 if it does not. It may hold others."""
    depth = 1
    for match in _PIECE.finditer(text, start):
        if match["begin"]:
            depth += 1
        elif match["end"]:
            depth -= 1
        if depth == 0:
            return match.start()
    return -1


def _place_after_description(text: str, begin: re.Match[str]) -> int:
    """Return where the rows of a tabular start: after its width, if it has one, and its columns."""
    groups = 2 if re.search(r"[*xy]\}|tabulary\}", begin[0]) else 1
    end = begin.end()
    for _ in range(groups):
        if (option := _OPTION.match(text, end)) is not None:
            end = option.end()
        end = _place_after_group(text, end)
    return end


def _place_after_group(text: str, place: int) -> int:
    """Return where the group in braces ends that follows a place; the place itself if none follows."""
    if not text[place:].lstrip().startswith("{"):
        return place
    depth = 0
    for match in _BRACE.finditer(text, place):
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
            if depth == 0:
                return match.end()
    return len(text)


# Rows and cells -----------------------------------------------------------------------------------


class _LatexRow(NamedTuple):
    start: int
    cells: list[str]


def _latex_rows(text: str, start: int, end: int) -> Iterator[_LatexRow]:
    r"""Yield the rows between two places: what \\ and & divide that stand in no braces."""
    cells: list[str] = []
    depth = 0
    row_start = cell_start = start
    for match in _PIECE.finditer(text, start, end):
        if match["begin"] or match["open"]:
            depth += 1
        elif match["end"] or match["close"]:
            depth -= 1
        elif depth == 0 and (match["cell"] or match["row"]):
            cells.append(text[cell_start : match.start()])
            cell_start = match.end()
            if match["row"]:
                yield from _row_without_rules(text, row_start, cells)
                cells, row_start = [], match.end()
    cells.append(text[cell_start:end])
    yield from _row_without_rules(text, row_start, cells)


def _move_multirow_up(rows: list[_LatexRow]) -> list[_LatexRow]:
    """Return rows in which a cell over several rows stands in the first of them: it may stand in the last."""
    for last, row in enumerate(rows):
        for at, cell in enumerate(row.cells):
            number, _, text = cell.rpartition(UPWARD)
            if not number:
                continue
            row.cells[at] = ""
            first = rows[max(last - int(number) + 1, 0)]
            if at < len(first.cells):
                first.cells[at] = text
    return rows


def _row_without_rules(text: str, start: int, cells: Sequence[str]) -> Iterator[_LatexRow]:
    """Yield a row without its rules, with the place where it starts; nothing for one that is empty."""
    contents = [_RULES.sub("", cell).strip() for cell in cells]
    if not any(contents):
        return
    while (rule := _RULES.match(text, start)) or text[start].isspace():
        start = rule.end() if rule else start + 1
    shown: list[str] = []
    for content in contents:
        shown += _cells_of_latex(content)
    yield _LatexRow(start, shown)


def _cells_of_latex(cell: str) -> list[str]:
    """Return what a cell says, and an empty cell for each further column over which it goes."""
    width = 1
    if (spanned := _SPANNED.match(cell)) is not None:
        width = int(spanned[1])
        cell = _inside_braces(cell[_place_after_group(cell, spanned.end()) :])
    upward = ""
    if (rows := _ROWS_SPANNED.match(cell)) is not None:
        if rows[1] is not None:
            upward = rows[1] + UPWARD
        cell = cell[_place_after_group(cell, rows.end()) :]
        if (option := _OPTION.match(cell)) is not None:
            cell = cell[option.end() :]
        cell = _inside_braces(cell)
    # A cell of several lines: \makecell{Scope\\CM}, or a tabular of its own.
    while (inner := _BEGIN.search(cell)) is not None:
        cell = cell[: inner.start()] + cell[_place_after_description(cell, inner) :]
    cell = _END.sub("", cell).replace(r"\\", " ")
    # `score` writes two hyphens so, that they are no dash.
    cell = cell.replace("-{}-", "--").strip()
    return [upward + cell] + ["" for _ in range(width - 1)]


def _inside_braces(group: str) -> str:
    """Return what is in the braces with which a text begins, with what follows them."""
    group = group.strip()
    end = _place_after_group(group, 0)
    if end == 0:
        return group
    return group[1 : end - 1] + group[end:]
