"""Sentences read from the column format, with everything needed to write them back unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from ..ground.columns import (
    BYTE_ORDER_MARK,
    DASHED_EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    STARS,
    TAG_FIELD,
    WORD_FIELD,
    writes_dashes,
)
from ..ground.wording import plural, shortened
from .sentences import Layout, Negation, Sentence, Token
from .source import (
    AUTO,
    WITHOUT_CUE,
    File,
    FormatError,
    Remarked,
    as_text,
    lines_of,
    name_of,
    nothing_remarked,
)
from .style import STYLES, style_of, style_of_lines

Items = tuple[int | tuple[int, str], ...]

LEMMA_FIELD, PARSE_FIELD = 4, 6
NO_NEGATION = STARS.decode()
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
"""Characters that stand for bytes that are not UTF-8: see `as_text`."""
LINES_LOOKED_AT = 2000
"""How many lines are read to find the style of sentences without empty cells."""


def read_columns(
    file: File, style: str = AUTO, remarked: Remarked = nothing_remarked
) -> Iterator[Sentence]:
    """Yield the sentences of a file in columns: see `public.read_columns`.

    `remarked` is called with line, kind and subject for what a sentence cannot express.
    """
    if style != AUTO:
        style_of(style)
    return columns_in(lines_of(file), name_of(file), style, remarked)


def columns_in(
    all_lines: Iterable[bytes], name: str, style: str = AUTO, remarked: Remarked = nothing_remarked
) -> Iterator[Sentence]:
    """Yield the sentences of lines in columns, which messages call `name`: see `read_columns`."""
    all_lines = iter(all_lines)
    blank: list[bytes] = []
    lines: list[bytes] = []
    before = b""
    first = 1
    head = list(islice(all_lines, LINES_LOOKED_AT))
    of_file = style if style != AUTO else style_of_lines(head)
    for number, line in enumerate(chain(head, all_lines), start=1):
        if number == 1 and line.startswith(BYTE_ORDER_MARK):
            blank, line = [BYTE_ORDER_MARK], line[len(BYTE_ORDER_MARK) :]
        if not line.strip():
            if line.strip(b"\r\n"):
                remarked(number, "lines that only look blank, read as blank", "")
            blank.append(line)
            continue
        if blank or not lines:
            around = b"".join(blank)
            if lines:
                block = _SentenceLines(name, first, lines, before, around)
                yield block.sentence(style, of_file, remarked)
                around = b""
            before, first, lines, blank = around, number, [], []
        lines.append(line)
    if not lines:
        raise FormatError(name, None, "no line with a token", "a file in columns")
    block = _SentenceLines(name, first, lines, before, b"".join(blank))
    yield block.sentence(style, of_file, remarked)


class _SentenceLines:
    """The lines of a sentence, starting at line `first` of the file `name`."""

    def __init__(
        self, name: str, first: int, lines: list[bytes], before: bytes, after: bytes
    ) -> None:
        self.name = name
        self.first = first
        self.around = as_text(before), as_text(after)
        self.lines = list(map(as_text, lines))
        bare = [line.rstrip("\t\r\n") for line in self.lines]
        self.ends = [line[len(start) :] for line, start in zip(self.lines, bare)]
        self.rows = [line.split("\t") for line in bare]

    def wrong(self, position: int, found: str, expected: str) -> FormatError:
        return FormatError(self.name, self.first + position, found, expected)

    def sentence(self, style: str, of_file: str, remarked: Remarked) -> Sentence:
        """Return the sentence, read in the file's style if it does not show its own."""
        rows = self.rows
        has_negation = self._check_columns()
        own = self._style(style, of_file) if has_negation else of_file
        empty = STYLES[own].empty
        empty_cells = {cell.decode() for cell in DASHED_EMPTY_CELLS} if empty == "-" else {"_"}
        negations: list[Negation] = []
        if has_negation:
            for column in range(FIRST_NEGATION_FIELD, len(rows[0]), 3):
                parts = [self._part(column + part, empty_cells, remarked) for part in range(3)]
                negations.append(Negation._make(parts))
        document, number = rows[0][:2]
        for negation in negations:
            if not negation.cue:
                remarked(self.first, WITHOUT_CUE, ":".join(rows[0][:2]))
        names = []
        underscores = []
        for position, row in enumerate(rows):
            if row[0] != document or row[1] != number:
                what = "tokens with another document or sentence number than their sentence"
                remarked(self.first + position, what, ":".join(row[:2]))
                names.append((position, row[0], row[1]))
            if has_negation and empty != "_" and "_" in row[FIRST_NEGATION_FIELD:]:
                cells = enumerate(row[FIRST_NEGATION_FIELD:], start=FIRST_NEGATION_FIELD)
                underscores += [(position, field) for field, cell in cells if cell == "_"]
        ends = self.ends
        others = [place for place in enumerate(ends) if place[1] != ends[0]]
        if any(map(_NOT_UTF8.search, self.lines)):
            remarked(self.first, "sentences with bytes that are not UTF-8, kept", "")
        layout = Layout(
            empty,
            ends[0],
            *self.around,
            tuple(others),
            tuple(names),
            tuple(underscores),
            len(rows[0]) > FIRST_NEGATION_FIELD,
        )
        tokens = tuple(
            [
                Token._make(
                    (row[WORD_FIELD], row[TAG_FIELD], row[LEMMA_FIELD], row[PARSE_FIELD], row[2])
                )
                for row in rows
            ]
        )
        made = (tokens, tuple(negations), document, number, layout)
        return Sentence._make(made)

    def _check_columns(self) -> bool:
        """Return True if the sentence has negations; raise FormatError if it is not in columns."""
        width = len(self.rows[0])
        is_blind = width == FIRST_NEGATION_FIELD
        has_stars = self.rows[0][FIRST_NEGATION_FIELD:] == [NO_NEGATION]
        for position, (row, line) in enumerate(zip(self.rows, self.lines)):
            annotation = len(row) - FIRST_NEGATION_FIELD
            stars = row[FIRST_NEGATION_FIELD:] == [NO_NEGATION]
            if "\r" in line and "\r" in "".join(row):
                found = "a carriage return inside the line"
                expected = "lines that end in a newline: sem2012-scorer check -s %s --fix OUT"
                expected %= self.name
            elif annotation < 1 and not is_blind:
                found = plural(len(row), "field")
                expected = (
                    "8 or more, separated by tabs: a token's seven fields, then *** or three for "
                    "each negation"
                )
            elif stars == has_stars and len(row) == width and (stars or not annotation % 3):
                continue
            elif row[:2] != self.rows[0][:2]:
                found = "a line of another sentence (%s)" % shortened(":".join(row[:2]))
                expected = "a blank line before it"
            elif stars == has_stars and len(row) == width:
                found = "%s after the seventh" % plural(annotation, "field")
                expected = "*** alone, or three for each negation"
            elif stars != has_stars:
                found = NO_NEGATION if stars else plural(annotation, "field") + " of annotation"
                expected = NO_NEGATION if has_stars else "annotation"
                expected += ", as in the first line of the sentence"
            else:
                found = plural(len(row), "field")
                expected = "%d, as in the first line of the sentence" % width
            raise self.wrong(position, found, expected)
        return not has_stars and not is_blind

    def _style(self, style: str, of_file: str) -> str:
        if style != AUTO:
            return style
        has_dashes = any("\t-" in line for line in self.lines)
        if has_dashes and writes_dashes(self.rows, ("-", "_")):
            return "neges"
        cells = {cell for row in self.rows for cell in row[FIRST_NEGATION_FIELD:]}
        return "cd-sco" if "_" in cells else of_file

    def _part(self, column: int, empty_cells: set[str], remarked: Remarked) -> Items:
        found: list[int | tuple[int, str]] = []
        for position, row in enumerate(self.rows):
            cell = row[column]
            if cell in empty_cells:
                continue
            if not cell or " " in cell or (cell == NO_NEGATION and column == FIRST_NEGATION_FIELD):
                raise self.wrong(
                    position,
                    "%r in field %d" % (shortened(cell), column + 1),
                    "a word, a part of it, or the sign for an empty cell",
                )
            found.append(position if cell == row[WORD_FIELD] else (position, cell))
            if cell not in row[WORD_FIELD]:
                kind = "cells that are not a part of their word, kept"
                remarked(self.first + position, kind, "%r: %r" % (row[WORD_FIELD], cell))
        return tuple(found)
