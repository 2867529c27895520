r"""The lines and cells of the tables in a text: TSV, CSV, Markdown with prose around, LaTeX, lines of a PDF.

In: the text of a file. Out: for each table its lines, each with its number and its cells (`grids_in`, to be read
first). What the cells mean is decided in `columns` and `published_table`; marks in a cell, such as \textbf, stay.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .columns import heads_of_words, is_score_head
from .numbers import FOOTNOTE_MARKS, is_number_in_score_cell


class GridLine(NamedTuple):
    """A line of a table: its number in the file, and its cells."""

    number: int
    cells: list[str]


Grid = list[GridLine]


def grids_in(text: str) -> list[Grid]:
    """Return the tables of a text, in its order; raise ValueError for what cannot be read."""
    text = text.lstrip("\ufeff")
    if _TABULAR_BEGINS.search(text):
        return list(filter(None, _grids_of_latex(text)))
    lines = [GridLine(n, [line]) for n, line in enumerate(text.splitlines(), start=1)]
    # No blank lines, comments, spreadsheet's ``sep=``, or signature of a table of score.
    filled = [line for line in lines if line.cells[0].strip()]
    filled = [line for line in filled if not line.cells[0].startswith(("#", "sep=", "scorer:"))]
    is_tsv = bool(filled) and "\t" in filled[0].cells[0]  # whatever bars are in it
    if not is_tsv and (grids := _grids_of_markdown(lines)):
        return grids
    if not filled:
        return []
    has_tabs = any("\t" in line.cells[0] for line in filled)
    if not has_tabs and any(_numbers_at_end(line.cells[0].split()) > 1 for line in filled):
        return [_grid_of_pasted(filled)]
    return [_grid_of_separated(filled)]


# TSV and CSV --------------------------------------------------------------------------------------


def _grid_of_separated(lines: Sequence[GridLine]) -> Grid:
    """Return the lines of a file whose cells are separated by tabs, semicolons or commas, without a title above."""
    texts = [line.cells[0] for line in lines]
    separator = next((sign for sign in "\t;" if any(sign in text for text in texts)), ",")
    while lines and separator not in lines[0].cells[0]:
        lines = lines[1:]
    reader = csv.reader([line.cells[0] for line in lines], delimiter=separator)
    grid = []
    try:
        for row in reader:
            number = lines[reader.line_num - 1].number
            grid.append(GridLine(number, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise ValueError(f"not readable as a table: {error}") from None
    return grid


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
        is_rule = is_open and _RULE.fullmatch(text) is not None
        if belongs and not is_rule:
            cells = _markdown_cells(text)
            if not all(map(_RULE_CELL.fullmatch, cells)):
                grids[-1].append(GridLine(line.number, cells))
        is_open = belongs or is_rule
    return list(filter(None, grids))


def _is_head(text: str, below: str) -> bool:
    """Return whether a rule of dashes and bars stands below a line with bars."""
    has_bars = "|" in text and ("|" in below or "+" in below)
    return has_bars and _RULE.fullmatch(below) is not None


def _markdown_cells(text: str) -> list[str]:
    """Return the cells of a line with bars; a bar after a backslash divides nothing."""
    inner = text.removeprefix("|")
    if not inner.endswith(r"\|"):
        inner = inner.removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


# LaTeX --------------------------------------------------------------------------------------------

_NAMES = r"\{(?:tabular[xy]?\*?|tabulary|longtable\*?)\}"
_TABULAR_BEGINS = re.compile(r"\\begin\s*" + _NAMES)
_TABULAR_ENDS = re.compile(r"\\end\s*" + _NAMES)
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_DESCRIPTION = re.compile(rf"\s*(?:\[[^\]]*\]\s*)?(?:{_GROUP}\s*)" + "{1,2}")
_ROW_ENDS = re.compile(r"\\\\\*?(?:\[[^\]]*\])?|\\tabularnewline\b")
_RULES = re.compile(
    r"\\(?:[hc]line|(?:top|mid|bottom|cmid|c)rule|specialrule|addlinespace|endhead|endfirsthead|endfoot"
    r"|endlastfoot|centering|rowcolor)(?![a-z])\*?(?:\([^)]*\)|\[[^\]]*\]|\{[^{}]*\})*"
)
_LINES_IN_CELL = re.compile(r"\\(?:makecell|shortstack)(?:\[[^\]]*\])?" + _GROUP)
_OVER_COLUMNS = re.compile(
    r"\s*\\multicolumn\s*\{\s*(\d{1,2})\s*\}\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*" + _GROUP
)
_OVER_ROWS = re.compile(
    r"\\multirow\s*(?:\[[^\]]*\])?\{([^{}]*)\}(?:\[[^\]]*\])?\{[^{}]*\}(?:\[[^\]]*\])?\s*" + _GROUP
)


UPWARD = "\0"  # after the number of rows over which a cell goes that stands in the last of them


def _grids_of_latex(text: str) -> Iterator[Grid]:
    """Yield the lines of each tabular; raise ValueError for one that does not end, or holds another."""
    # Comments are blanked, so that lines stay what they are.
    text = re.sub(r"(?<!\\)%.*", "", text)
    end = 0
    while (begins := _TABULAR_BEGINS.search(text, end)) is not None:
        where = f"line {_line_at(text, begins.start())}: this tabular"
        ends = _TABULAR_ENDS.search(text, begins.end())
        if ends is None:
            raise ValueError(f"{where} has no \\end")
        end = ends.end()
        if _TABULAR_BEGINS.search(text, begins.end(), ends.start()):
            raise ValueError(f"{where} holds another one: write its cells without it")
        description = _DESCRIPTION.match(text, begins.end())
        start = begins.end() if description is None else description.end()
        yield _with_names_in_first_row(list(_latex_lines(text, start, ends.start())))


def _latex_lines(text: str, start: int, end: int) -> Iterator[GridLine]:
    r"""Yield the rows between two places that are not empty: what \\ and & divide."""
    body = _LINES_IN_CELL.sub(lambda match: match[0].replace(r"\\", r"\ "), text[start:end])
    place = 0
    for match in [*_ROW_ENDS.finditer(body), None]:
        row = body[place : match.start() if match else len(body)]
        cells: list[str] = []
        for cell in re.split(r"(?<!\\)&", _RULES.sub("", row)):
            cells += _latex_cells(cell)
        if any(cells):
            # A row may begin with rules, which stand in lines above it.
            before = re.match(rf"(?:\s|{_RULES.pattern})*", row)
            number = _line_at(text, start + place + (before.end() if before else 0))
            yield GridLine(number, cells)
        place = match.end() if match else place


def _with_names_in_first_row(lines: Grid) -> Grid:
    """Return lines in which a cell over several rows stands in the first of them: it may stand in the last."""
    for last, line in enumerate(lines):
        for at, cell in enumerate(line.cells):
            rows, is_upward, text = cell.rpartition(UPWARD)
            first = lines[max(last - int(rows or 1) + 1, 0)]
            if is_upward:
                line.cells[at] = ""
                if at < len(first.cells):
                    first.cells[at] = text
    return lines


def _latex_cells(cell: str) -> list[str]:
    """Return what a cell says, and an empty cell for each further column over which it goes."""
    width = 1
    if (over := _OVER_COLUMNS.match(cell)) is not None:
        width, cell = int(over[1]), over[2]
    if (rows := _OVER_ROWS.search(cell)) is not None and rows[1].startswith("-"):
        cell = rows[1].strip("- ") + UPWARD + rows[2]
    cell = _OVER_ROWS.sub(r"\2", cell)
    cell = cell.replace(
        "-{}-", "--"
    ).strip()  # `score` writes two hyphens so, that they are no dash
    return [cell, *[""] * (width - 1)]


def _line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


# Lines of a PDF -----------------------------------------------------------------------------------

_MARK_AFTER_NUMBER = re.compile(rf"(?<=[0-9]) ([%{FOOTNOTE_MARKS}]+)(?= |$)")
_DECIMALS = re.compile(r"\d[.,]\d")
WHOLE_SCORES = ("0", "1", "100")  # papers write them without decimals among others that have some


def _grid_of_pasted(lines: Sequence[GridLine]) -> Grid:
    """Return lines of a name and as many numbers as there are heads; without heads, these are P, R and F1.

    A line with other numbers is one cell, which cannot be read: nothing says which of them are scores.
    """
    heads = ["P", "R", "F1"]
    grid: Grid = []
    for line in lines:
        text = " ".join(line.cells[0].replace("+/-", "±").split())
        if text.startswith("±") and grid:  # the deviations of the line above
            grid.append(GridLine(line.number, ["", *text.replace("± ", "±").split()]))
            continue
        words = re.sub(" ?± ?", "±", _MARK_AFTER_NUMBER.sub(r"\1", text)).split()
        if not any(map(is_number_in_score_cell, words)) and not _DECIMALS.search(text):
            found = heads_of_words(words)
            if len(found) > 1:
                heads = found
                grid.append(GridLine(line.number, ["system", *heads]))
            continue
        if not grid:
            grid.append(GridLine(line.number, ["system", *heads]))
        number = _numbers_at_end(words)
        at = len(words) - len(heads)
        scores = [word for word, head in zip(words[at:], heads) if is_score_head(head.split()[-1])]
        if number >= len(heads) and _are_alike(scores, words[:at]):
            grid.append(GridLine(line.number, [" ".join(words[:at]), *words[at:]]))
            continue
        at = _place_of_first_number(words, number)
        together = " ".join(words[at:])
        if at == len(words) - 1:
            together += " alone"  # one number could be read
        others = [""] * (len(heads) - 1)
        grid.append(GridLine(line.number, [" ".join(words[:at]), together, *others]))
    return grid


def _place_of_first_number(words: Sequence[str], number: int) -> int:
    """Return at which word the numbers of a line begin that are not as many as its heads: `number` stand at its end."""
    place = len(words) - max(number, 1)
    for index, word in enumerate(words[:place]):
        if _DECIMALS.search(word):
            return index
    return place


def _numbers_at_end(words: Sequence[str]) -> int:
    """Return how many words at the end of a line are scores, or a dash for none."""
    number = 0
    for word in reversed(words):
        if not is_number_in_score_cell(word) and word not in ("-", "–"):
            break
        number += 1
    return number


def _are_alike(numbers: Sequence[str], before: Sequence[str]) -> bool:
    """Return whether scores have the same decimals, and the word before them is no such number."""
    decimals = {
        _decimals(word) for word in numbers if word not in WHOLE_SCORES and word not in ("-", "–")
    }
    is_one_more = (
        bool(before) and is_number_in_score_cell(before[-1]) and _decimals(before[-1]) in decimals
    )
    return len(decimals) < 2 and not is_one_more


def _decimals(word: str) -> int:
    match = re.match(r"[^\d.,]*\d*[.,·](\d+)", word)
    if match:
        return len(match[1])
    return 0
