"""Sentences in the column format: read and written back byte for byte, or made a submission."""

from __future__ import annotations

import re
from itertools import chain, islice

from ..legacy.columns import (
    DASHED_EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    STARS,
    TAG_FIELD,
    WORD_FIELD,
    writes_dashes,
)
from ..records import Record
from ..wording import plural, shortened
from .sentences import Layout, Negation, Sentence, ShapeError, Token, in_sentence
from .sources import (
    AUTO,
    WITHOUT_CUE,
    FormatError,
    as_bytes,
    as_text,
    lines_of,
    name_of,
    nothing_remarked,
    opened,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import IO

    from .sources import File, Remarked

    Items = tuple[int | tuple[int, str], ...]

LEMMA_FIELD, PARSE_FIELD = 4, 6
NO_NEGATION = STARS.decode()
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Style(Record):
    """How a task writes columns: its empty cell, what ends a line, and its first token's number."""

    empty: str
    line_end: str
    first_number: int


STYLES = {"cd-sco": Style("_", "\n", 0), "neges": Style("-", "\t\n", 1)}
"""The styles of *SEM 2012 (CD-SCO) and of NEGES."""
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
"""What stands for a byte that is not UTF-8: see `as_text`."""
LINES_LOOKED_AT = 2000
"""So many lines tell the style of a sentence without empty cells."""


def style_of(name: str) -> Style:
    """Return a style by its name; raise ValueError, with those there are, for another."""
    if name not in STYLES:
        raise ValueError("style is one of %s, not %r" % (", ".join(STYLES), name))
    return STYLES[name]


def read_columns(
    file: File, style: str = AUTO, remarked: Remarked = nothing_remarked
) -> Iterator[Sentence]:
    """Yield the sentences of a file in columns, a path or a binary stream, one after the other.

    Each has its document and number, its tokens with all their fields, its
    negations, and the layout with which `write_columns` writes it byte for byte.
    `style` says which cells are empty: ``cd-sco``, ``_``; ``neges``, ``-`` too;
    ``auto``, whichever a sentence has more of. Raises FormatError, which names
    file and line, for anything else than columns; ValueError for another style.

    >>> [(one.name, [token.word for token in one.tokens][0], len(one.negations))
    ...  for one in read_columns("fixtures/all-right/gold.txt")]
    [('garden:1', 'Nobody', 1), ('garden:2', 'The', 0), ('garden:3', 'The', 2)]
    """
    if style != AUTO:
        style_of(style)
    return _sentences(file, style, remarked)


def _sentences(file: File, style: str, remarked: Remarked) -> Iterator[Sentence]:
    name = name_of(file)
    with opened(file) as stream:
        blank: list[bytes] = []
        lines: list[bytes] = []
        before = b""
        first = 1
        all_lines = lines_of(stream, name)
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
                    block = _Block(name, first, lines, before, around)
                    yield block.sentence(style, of_file, remarked)
                    around = b""
                before, first, lines, blank = around, number, [], []
            lines.append(line)
        if not lines:
            raise FormatError(name, None, "no line with a token", "a file in columns")
        block = _Block(name, first, lines, before, b"".join(blank))
        yield block.sentence(style, of_file, remarked)


def tells_style(lines: list[bytes]) -> bool:
    """Tell whether lines show which cell is empty: a blind test file may not."""
    rows = [line.rstrip(b"\t\r\n").split(b"\t")[FIRST_NEGATION_FIELD:] for line in lines]
    has_signs = any(b"_" in cells or b"-" in cells for cells in rows)
    return has_signs or any(line.rstrip(b"\r\n").endswith(b"\t") for line in lines)


def style_of_lines(lines: list[bytes]) -> str:
    """Return the style in which sentences are written whose own cells do not tell it."""
    rows = [line.rstrip(b"\t\r\n").split(b"\t") for line in lines]
    annotated = [row for row in rows if len(row) > FIRST_NEGATION_FIELD + 1]
    if writes_dashes(annotated):
        return "neges"
    if any(b"_" in row[FIRST_NEGATION_FIELD:] for row in annotated):
        return "cd-sco"
    ends = [line[len(line.rstrip(b"\t\r\n")) :] for line in lines if line.strip()]
    return "neges" if any(end.startswith(b"\t") for end in ends) else "cd-sco"


class _Block:
    """The lines of a sentence, the first of which is line `first` of the file `name`."""

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
        """Return the sentence; the style of the file holds if it does not tell its own."""
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
        """Tell whether the sentence has negations; raise FormatError for anything but columns."""
        width = len(self.rows[0])
        is_blind = width == FIRST_NEGATION_FIELD
        has_stars = self.rows[0][FIRST_NEGATION_FIELD:] == [NO_NEGATION]
        for position, (row, line) in enumerate(zip(self.rows, self.lines)):
            annotation = len(row) - FIRST_NEGATION_FIELD
            if "\r" in line and "\r" in "".join(row):
                found = "a carriage return inside the line"
                raise self.wrong(position, found, "lines that end in a newline")
            if annotation < 1 and not is_blind:
                raise self.wrong(
                    position,
                    plural(len(row), "field"),
                    "8 or more, separated by tabs: a token's seven fields, then *** or three for "
                    "each negation",
                )
            stars = row[FIRST_NEGATION_FIELD:] == [NO_NEGATION]
            if stars == has_stars and len(row) == width and (stars or not annotation % 3):
                continue
            if row[:2] != self.rows[0][:2]:
                raise self.wrong(
                    position,
                    "a line of another sentence (%s)" % shortened(":".join(row[:2])),
                    "a blank line before it",
                )
            if stars == has_stars and len(row) == width:
                raise self.wrong(
                    position,
                    "%s after the seventh" % plural(annotation, "field"),
                    "*** alone, or three for each negation",
                )
            if stars != has_stars:
                found = NO_NEGATION if stars else plural(annotation, "field") + " of annotation"
                expected = NO_NEGATION if has_stars else "annotation"
                raise self.wrong(
                    position, found, expected + ", as in the first line of the sentence"
                )
            raise self.wrong(
                position,
                plural(len(row), "field"),
                "%d, as in the first line of the sentence" % width,
            )
        return not has_stars and not is_blind

    def _style(self, style: str, of_file: str) -> str:
        if style != AUTO:
            return style
        has_dashes = any("\t-" in line for line in self.lines)
        if has_dashes and writes_dashes([list(map(as_bytes, row)) for row in self.rows]):
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
                kind = "cells that are no part of their word, kept"
                remarked(self.first + position, kind, "%r: %r" % (row[WORD_FIELD], cell))
        return tuple(found)


def column_lines(
    sentence: Sentence,
    number: int,
    document: str = "memory",
    style: Style | None = None,
    remarked: Remarked | None = None,
) -> list[bytes]:
    """Return the lines of `sentence` in the column format, without what stands around them.

    `number` and `document` are for a sentence that has none of its own. Without
    `style`, it is written as its layout says. Raises ShapeError, which names the
    token, for what the format cannot hold: a sentence without tokens, a position
    beyond the last, a cell that is empty, the sign for that, or has white space in
    it. With `remarked`, it is told of such a cell instead, which stays empty.
    """
    if not sentence.tokens:
        raise ShapeError("a sentence has no tokens")
    layout = sentence.layout if style is None else None
    written = style or STYLES["neges" if layout and layout.empty == "-" else "cd-sco"]
    empty = layout.empty if layout else written.empty
    line_end = layout.line_end if layout else written.line_end
    place = (
        document if sentence.document is None else sentence.document,
        str(number) if sentence.number is None else sentence.number,
    )
    cells: list[list[str]] = [[] for _ in sentence.tokens]
    for index, negation in enumerate(sentence.negations, start=1):
        try:
            columns = _columns_of(negation, sentence.tokens, not cells[0], empty, remarked)
        except ShapeError as error:
            raise ShapeError("negation %d, %s" % (index, error)) from None
        if columns is None and remarked is not None:
            remarked(None, "negations whose cue no cell can hold, left out", "negation %d" % index)
        for row, *own_cells in zip(cells, *(columns or [])):
            row += own_cells
    for row in cells:
        if not row and not (layout and not layout.is_annotated):
            row.append(NO_NEGATION)
    for position, field in layout.underscores if layout else ():
        column = field - FIRST_NEGATION_FIELD
        row = cells[position] if position < len(cells) else []
        if column < len(row) and row[column] == empty:
            row[column] = "_"
    places = [place] * len(cells)
    for position, *other in sentence.layout.other_names if sentence.layout else ():
        if position < len(places):
            places[position] = other[0], other[1]
    lines = []
    for position, (token, row) in enumerate(zip(sentence.tokens, cells)):
        own = str(written.first_number + position) if token.number is None else token.number
        fields = (*places[position], own, token.word, token.lemma, token.tag, token.parse)
        line = "\t".join([*fields, *row])
        if line.count("\t") != len(fields) + len(row) - 1 or "\n" in line or "\r" in line:
            raise ShapeError("token %d: a tab or a newline in %r" % (position, token[:4]))
        lines.append(line)
    ends = [line_end] * len(lines)
    if layout:
        for position, end in layout.other_ends:
            if position < len(lines):
                ends[position] = end
    return [as_bytes(line + end) for line, end in zip(lines, ends)]


def _columns_of(
    negation: Negation,
    tokens: Sequence[Token],
    is_first: bool,
    empty: str,
    remarked: Remarked | None,
) -> list[list[str]] | None:
    """Return the three columns of a negation; None if no cell can hold its cue, and that is told."""
    columns = []
    for name, part in zip(negation._fields, negation):
        try:
            column = _column(tokens, name, part, empty, remarked)
            if name == "cue" and is_first and NO_NEGATION in column:
                position = column.index(NO_NEGATION)
                raise ShapeError("token %d: *** means that there is no negation" % position)
            if name == "cue" and part and set(column) == {empty}:
                if remarked is not None:
                    return None
                raise ShapeError("no cell can hold it: its words are the sign for empty")
        except ShapeError as error:
            raise ShapeError("%s: %s" % (name, error)) from None
        columns.append(column)
    return columns


def _column(
    tokens: Sequence[Token],
    name: str,
    part: Items,
    empty: str,
    remarked: Remarked | None,
) -> list[str]:
    column = [empty] * len(tokens)
    taken = set()
    string: str | None
    for item in part:
        position, string = (item, None) if isinstance(item, int) else item
        if not 0 <= position < len(tokens):
            raise ShapeError(
                "position %d is none of the %d tokens, counted from 0" % (position, len(tokens))
            )
        if string is None:
            string = tokens[position].word
        if string in (empty, "_") and string == tokens[position].word:
            # It cannot be told from an empty cell, and a scorer takes it for one.
            if remarked is not None:
                kind = "tokens of a %s whose word is the sign for an empty cell, left out" % name
                remarked(None, kind, repr(string))
            continue
        if not string or string in (empty, "_") or any(space in string for space in "\t\n "):
            if remarked is not None:
                remarked(
                    None, "tokens of a %s that a cell cannot hold, left out" % name, repr(string)
                )
                continue
            raise ShapeError(
                "token %d: %r cannot stand in a cell: it is empty, the sign for that, or has white "
                "space in it" % (position, string)
            )
        if position in taken:
            raise ShapeError("token %d is given twice" % position)
        taken.add(position)
        column[position] = string
    return column


def write_columns(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    document: str = "memory",
    *,
    style: str | None = None,
    like: File | Iterable[Sentence] | None = None,
    remarked: Remarked | None = None,
) -> None:
    """Write `sentences` to a binary stream in the column format, a blank line after each.

    A sentence that `read_columns` read is written as it stood, byte for byte
    where nothing was changed; with `style`, ``cd-sco`` or ``neges``, every
    sentence is written in that. What has no document, number or token number of
    its own gets `document` and numbers.

    With `like`, gold as a file or as sentences, the result is a submission: it
    has gold's first fields, order, sentence breaks and style (if none is asked
    for), and negations stand in the order of their cues. Sentences go by
    document and number if they have both, else in their order; their words must
    be gold's, and every negation needs a cue.

    Raises ShapeError, which names the sentence (counted from 1) and the token,
    for what the format cannot hold; what came before it is written then. With
    `remarked`, a word that no cell can hold, with a space, is left out and told
    to it; so is a word that is the sign for an empty cell (``-`` in a scope, in
    the style of NEGES), which is left out in any case.
    """
    if "\t" in document or "\n" in document:
        raise ShapeError("a tab or a newline in the document's name %r" % document)
    asked = None if style is None else style_of(style)
    if like is not None:
        from .submission import like_gold

        sentences = like_gold(sentences, like)
    number = 0
    previous: str | None = None
    for count, sentence in enumerate(sentences, start=1):
        if not isinstance(sentence, Sentence):
            raise TypeError("sentence %d is no Sentence: %r" % (count, sentence))
        number = number + 1 if sentence.document == previous else 1
        previous = sentence.document
        layout = sentence.layout
        named = (
            None if remarked is None else _named(remarked, sentence.name or "sentence %d" % count)
        )
        try:
            lines = column_lines(sentence, number, document, asked, named)
        except ShapeError as error:
            raise in_sentence(count, error) from None
        before, after = (layout.before, layout.after) if layout else ("", "\n")
        if asked is not None:
            # In a style that is asked for, blank lines are as many as gold has, or one.
            before, after = ("", "\n") if like is None else (before, "\n" * after.count("\n"))
        stream.write(as_bytes(before) + b"".join(lines) + as_bytes(after))


def _named(remarked: Remarked, name: str) -> Remarked:
    """Return a function that calls `remarked` with a sentence's name before the subject."""

    def told(line: int | None, kind: str, what: str) -> None:
        remarked(line, kind, "%s: %s" % (name, what))

    return told
