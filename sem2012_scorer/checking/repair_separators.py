"""Repair the separators of columns: commas, semicolons or spaces where tabs should be, and quotation marks around cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from itertools import islice

from ..common.columns import WORD_FIELD, is_possible_number_of_columns
from ..reading.facts import BLANKS, column_separator_in
from .layout import FIRST, are_columns_joined_in_layout, is_line_quoted_in_layout


def separate_by_tabs(content: bytes) -> bytes:
    """Return lines with tabs and without quotation marks, if all have a possible number of columns.

    Lines that have tabs stay, unless all cells of the first are in quotation marks.
    """
    lines = content.split(b"\n")
    first_lines = list(islice((line for line in lines if line.strip(BLANKS)), 2)) or [b""]
    if is_line_quoted_in_layout(first_lines[0]) or _has_quoted_marks(lines):
        separator = b"\t"
    else:
        separator = column_separator_in(first_lines)
    if not separator or (b"\t" in content and separator != b"\t"):
        return content
    with_tabs = None
    if separator != b" " and b'"' in content:
        with_tabs = _lines_with_tabs(lines, separator, has_quotes=True)
    if with_tabs is None and separator != b"\t":
        # No cells are quoted: a quotation mark is a word.
        with_tabs = _lines_with_tabs(lines, separator, has_quotes=False)
    return content if with_tabs is None else b"\n".join(with_tabs)


def separate_joined_columns(content: bytes) -> bytes:
    """Return content with tabs for the spaces that join the annotation columns of a sentence.

    Where blank lines are missing, a sentence ends where the name in columns 1 and 2 changes.
    """
    lines = content.split(b"\n")
    start = 0
    for end in range(1, len(lines) + 1):
        if end < len(lines) and lines[end].split(b"\t")[:2] == lines[start].split(b"\t")[:2]:
            continue
        rows = [line.split(b"\t", FIRST) for line in lines[start:end]]
        # The lines of NEGES files end with a tab.
        cells = [[cell.rstrip(b"\t") for cell in row[FIRST:]] for row in rows]
        if are_columns_joined_in_layout(cells) and not any(b"\t" in row[0] for row in cells):
            for number, row in enumerate(rows, start):
                row[FIRST] = row[FIRST].strip(b" ").replace(b" ", b"\t")
                lines[number] = b"\t".join(row)
        start = end
    return b"\n".join(lines)


def _lines_with_tabs(
    lines: Sequence[bytes], separator: bytes, has_quotes: bool
) -> list[bytes] | None:
    """Return lines with tabs, None if one has an impossible number of cells."""
    with_tabs = []
    widths = set()
    for line in lines:
        cells = _cells_of_line(line, separator, has_quotes)
        if cells is None:
            return None
        widths.add(len(cells))
        with_tabs.append(b"\t".join(cells))
    if has_quotes and FIRST in widths and max(widths) > FIRST:
        # Two words that are quotation marks were taken for a quoted separator.
        return None
    return with_tabs


QUOTED_CELL = re.compile(rb'"(?:[^"]|"")*"')


def _has_quoted_marks(lines: Sequence[bytes]) -> bool:
    """Return whether each cell with a quotation mark is quoted, as a spreadsheet or pandas writes it beside tabs."""
    with_marks = [
        cell for line in lines if b'"' in line for cell in line.split(b"\t") if b'"' in cell
    ]
    if not all(QUOTED_CELL.fullmatch(cell) for cell in with_marks):
        return False
    return any(b'""' in cell[1:-1] for cell in with_marks)


def _cells_of_line(line: bytes, separator: bytes, has_quotes: bool) -> list[bytes] | None:
    """Return the cells of a line, None if its quotation marks or their number are not possible."""
    if separator == b" ":
        cells = re.split(rb" +", line.strip(b" "))
    elif separator == b"|":
        cells = [cell.strip(b" ") for cell in line.split(separator)]
    else:
        cells = line.split(separator)
    if separator == b"\t" and is_line_quoted_in_layout(line):
        cells = [_unquoted(cell) for cell in cells]
    elif has_quotes and b'"' in line:
        try:
            rows = csv.reader([line.decode()], delimiter=separator.decode(), strict=True)
            cells = [cell.encode() for cell in next(rows)]
        except (csv.Error, UnicodeDecodeError):
            return None
    elif separator in (b",", b";") and _has_empty_word(cells):
        # Padding at the end of a line is not a word that is the separator.
        for padded in (_without_empty_end(cells), cells):
            joined = _without_empty_end(_join_separators(padded, separator))
            if len(joined) > FIRST and is_possible_number_of_columns(len(joined)):
                return joined
    cells = _without_empty_end(cells)
    # A spreadsheet fills a blank line with separators, too.
    is_possible = not cells or is_possible_number_of_columns(len(cells))
    return cells if is_possible else None


def _unquoted(cell: bytes) -> bytes:
    """Return a cell without quotation marks around it; one inside is doubled, or has a backslash, or stands as it is."""
    if len(cell) < 2 or cell.isdigit():
        return cell
    return cell[1:-1].replace(b'""', b'"').replace(b'\\"', b'"')


def _without_empty_end(cells: list[bytes]) -> list[bytes]:
    """Return the cells of a line without empty ones at its end: official files end their lines with a separator."""
    end = len(cells)
    while end and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def _has_empty_word(cells: list[bytes]) -> bool:
    """Return whether a token has no word: a word that is the separator itself was split into two empty cells."""
    return len(cells) > WORD_FIELD and all(cells[:WORD_FIELD]) and not cells[WORD_FIELD]


def _join_separators(cells: list[bytes], separator: bytes) -> list[bytes]:
    """Return cells with the separator for each two empty ones that stand side by side."""
    joined = []
    place = 0
    while place < len(cells):
        if cells[place : place + 2] == [b"", b""]:
            joined.append(separator)
            place += 2
        else:
            joined.append(cells[place])
            place += 1
    return joined
