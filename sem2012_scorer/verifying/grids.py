"""The lines and cells of the tables in a text: TSV, CSV, Markdown with prose around, LaTeX, lines of a PDF.

In: the text of a file. Out: for each table its lines, each with its number and its cells (`grids_in`, to be
read first). What the cells mean is decided in `columns` and `papers`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import NamedTuple

from .latex_tables import has_tabular, latex_tables
from .pasted import PastedLine, are_pasted, divide_pasted, read_pasted


class GridLine(NamedTuple):
    """A line of a table: its number in the file, and its cells."""

    number: int
    cells: list[str]


Grid = list[GridLine]


def grids_in(text: str) -> list[Grid]:
    """Return the tables of a text, in its order; raise ValueError for what cannot be read."""
    text = text.lstrip("\ufeff")
    if has_tabular(text):
        return [[GridLine(*line) for line in table] for table in latex_tables(text)]
    lines = [GridLine(n, [line]) for n, line in enumerate(text.splitlines(), start=1)]
    filled = [line for line in lines if _is_filled(line)]
    # A file whose first line has a tab is a TSV, whatever bars are in it.
    is_tsv = bool(filled) and "\t" in filled[0].cells[0]
    if not is_tsv and (grids := _grids_of_markdown(lines)):
        return grids
    if not filled:
        return []
    if are_pasted([line.cells[0] for line in filled]):
        return _grids_of_pasted(filled)
    return [_grid_of_separated(filled)]


def _is_filled(line: GridLine) -> bool:
    """Return whether a line is not blank, and no comment, spreadsheet's ``sep=``, or signature of a table of score."""
    return line.cells[0].strip() != "" and not line.cells[0].startswith(("#", "sep=", "scorer:"))


def _grids_of_pasted(lines: Sequence[GridLine]) -> list[Grid]:
    """Return the tables that are pasted from a PDF."""
    grids = []
    for table in divide_pasted([PastedLine(*line) for line in lines]):
        grids.append([GridLine(*line) for line in read_pasted(table)])
    return grids


# TSV and CSV --------------------------------------------------------------------------------------


def _grid_of_separated(lines: Sequence[GridLine]) -> Grid:
    """Return the lines of a file whose cells are separated by tabs, semicolons or commas.

    Lines above the first with a separator are a title.
    """
    lines = _remove_title(lines)
    separator = next((sign for sign in "\t;" if sign in lines[0].cells[0]), ",")
    reader = csv.reader([line.cells[0] for line in lines], delimiter=separator)
    grid = []
    try:
        for row in reader:
            number = lines[reader.line_num - 1].number
            grid.append(GridLine(number, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise ValueError(f"not readable as a table: {error}") from None
    return grid


def _remove_title(lines: Sequence[GridLine]) -> Sequence[GridLine]:
    """Return the lines from the first with a separator on: a tab if any line has one; all if none has."""
    texts = [line.cells[0] for line in lines]
    signs = ";,"
    if any("\t" in text for text in texts):
        signs = "\t"
    for index, text in enumerate(texts):
        if any(sign in text for sign in signs):
            return lines[index:]
    return lines


# Markdown -----------------------------------------------------------------------------------------

_RULE_CELL = re.compile(r" *:?-+:? *")
_RULE = re.compile(r"[|+:\- ]*-[|+:\- ]*")


def _grids_of_markdown(lines: Sequence[GridLine]) -> list[Grid]:
    """Return the tables of a page: lines with bars, one after the other.

    A table's lines begin with a bar, or its second line is a rule of dashes and bars.
    """
    texts = [line.cells[0].strip().removeprefix(">").strip() for line in lines]
    grids: list[Grid] = []
    is_open = False
    for line, text, below in zip(lines, texts, texts[1:] + [""]):
        belongs = text.startswith("|") or _is_head(text, below) or (is_open and "|" in text)
        if belongs and not is_open:
            grids.append([])
        if belongs:
            cells = _markdown_cells(text)
            if not all(map(_RULE_CELL.fullmatch, cells)):
                grids[-1].append(GridLine(line.number, cells))
        # The rules of an ASCII table, and of its rows, begin with +.
        is_open = belongs or (is_open and text.startswith("+"))
    return [grid for grid in grids if grid]


def _is_head(text: str, below: str) -> bool:
    """Return whether a rule of dashes and bars stands below a line with bars."""
    return "|" in text and "|" in below and _RULE.fullmatch(below) is not None


def _markdown_cells(text: str) -> list[str]:
    """Return the cells of a line with bars; a bar after a backslash divides nothing."""
    inner = text.removeprefix("|")
    if not inner.endswith(r"\|"):
        inner = inner.removesuffix("|")
    if _RULE.fullmatch(inner):
        inner = inner.replace("+", "|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]
