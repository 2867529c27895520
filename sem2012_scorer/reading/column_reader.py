"""Sentences read from the column format, with everything needed to write them back unchanged.

Begin at `read_columns`: `_sentence_blocks` divides the lines into sentences, `_SentenceLines` reads one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest

from ..common.columns import (
    BYTE_ORDER_MARK,
    DASHED_EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    STARS_TEXT,
    TAG_FIELD,
    WORD_FIELD,
)
from ..common.wording import plural, shortened
from .kinds import style_in_head
from .sentences import Layout, Negation, Sentence, Token
from .source import AUTO, File, FormatError, lines_of, name_of_source, source_bytes_as_text
from .style import STYLES, style_of

Items = tuple[int | tuple[int, str], ...]

LEMMA_FIELD, PARSE_FIELD = 4, 6
LINES_LOOKED_AT = 2000  # how many lines are read to find the style of sentences without empty cells


def read_columns(file: File, style: str = AUTO) -> Iterator[Sentence]:
    """Yield the sentences of a file in columns, given as a path or binary stream.

    Each has its document and number, its tokens with all their fields, its negations, and the layout that
    lets `write_columns` write it back. `style` says which cells are empty: ``_`` for ``cd-sco``, ``-`` too
    for ``neges``, the one that the file's first lines show for ``auto``. Raises FormatError, which names
    the file and line, for anything but columns; ValueError for another style.

    >>> [(one.name, [token.word for token in one.tokens][0], len(one.negations))
    ...  for one in read_columns("fixtures/all-right/gold.txt")]
    [('garden:1', 'Nobody', 1), ('garden:2', 'The', 0), ('garden:3', 'The', 2)]
    """
    if style != AUTO:
        style_of(style)
    return _sentences_in_columns(lines_of(file), name_of_source(file), style)


def _sentences_in_columns(
    all_lines: Iterable[bytes], name: str, style: str = AUTO
) -> Iterator[Sentence]:
    """Yield the sentences of lines in columns, which messages call `name`: see `read_columns`."""
    return (block.sentence() for block in _sentence_blocks(all_lines, name, style))


def read_two_files_of_columns(
    first: File, second: File
) -> Iterator[tuple[Sentence | None, Sentence | None]]:
    """Yield the sentences of two files in columns side by side, None where only the other has one.

    A sentence whose lines are the same in both, as most are, is read once. Raises what `read_columns` does.
    """
    sides = [
        _sentence_blocks(lines_of(file), name_of_source(file), AUTO) for file in (first, second)
    ]
    for in_first, in_second in zip_longest(*sides):
        sentence = None if in_first is None else in_first.sentence()
        if in_second is None:
            yield sentence, None
        elif in_first is not None and in_first.is_like(in_second):
            yield sentence, sentence
        else:
            yield sentence, in_second.sentence()


def _sentence_blocks(all_lines: Iterable[bytes], name: str, style: str) -> Iterator[_SentenceLines]:
    """Yield the lines of each sentence, with the style in which they are read."""
    all_lines = iter(all_lines)
    blank: list[bytes] = []
    lines: list[bytes] = []
    before = b""
    first = 1
    head = list(islice(all_lines, LINES_LOOKED_AT))
    of_file = style if style != AUTO else style_in_head(head)
    for number, line in enumerate(chain(head, all_lines), start=1):
        if number == 1 and line.startswith(BYTE_ORDER_MARK):
            blank, line = [BYTE_ORDER_MARK], line[len(BYTE_ORDER_MARK) :]
        if not line.strip():
            blank.append(line)
            continue
        if blank or not lines:
            around = b"".join(blank)
            if lines:
                yield _SentenceLines(name, of_file, first, lines, before, around)
                around = b""
            before, first, lines, blank = around, number, [], []
        lines.append(line)
    if not lines:
        raise FormatError(name, None, "no line with a token", "a file in columns")
    yield _SentenceLines(name, of_file, first, lines, before, b"".join(blank))


class _SentenceLines:
    """The lines of a sentence, starting at line `first` of the file `name`, which has a `style`."""

    def __init__(
        self, name: str, style: str, first: int, lines: list[bytes], before: bytes, after: bytes
    ) -> None:
        self.name = name
        self.style = style
        self.first = first
        self._bytes = lines
        self._around = before, after
        self.lines: list[str] = []
        self.rows: list[list[str]] = []

    def is_like(self, other: _SentenceLines) -> bool:
        """Return whether another file has the same sentence, annotated in the same way."""
        return self.style == other.style and self._bytes == other._bytes

    def wrong(self, position: int, found: str, expected: str) -> FormatError:
        """Return the error for one of the lines, counted from 0."""
        return FormatError(self.name, self.first + position, found, expected)

    def sentence(self) -> Sentence:
        """Return the sentence, read in the file's style."""
        self.lines = list(map(source_bytes_as_text, self._bytes))
        bare = [line.rstrip("\t\r\n") for line in self.lines]
        line_end = self.lines[0][len(bare[0]) :]
        self.rows = [line.split("\t") for line in bare]
        rows = self.rows
        has_negation = self._check_columns()
        empty = STYLES[self.style].empty
        empty_cells = {"_"}
        if empty == "-":
            empty_cells = {cell.decode() for cell in DASHED_EMPTY_CELLS}
        negations: list[Negation] = []
        if has_negation:
            for column in range(FIRST_NEGATION_FIELD, len(rows[0]), 3):
                parts = [self._cells_of_part(column + part, empty_cells) for part in range(3)]
                negations.append(Negation._make(parts))
        document, number = rows[0][:2]
        names = []
        for position, row in enumerate(rows):
            if row[0] != document or row[1] != number:
                names.append((position, row[0], row[1]))
        is_annotated = len(rows[0]) > FIRST_NEGATION_FIELD
        before, after = map(source_bytes_as_text, self._around)
        layout = Layout(empty, line_end, before, after, tuple(names), is_annotated)
        fields = (WORD_FIELD, TAG_FIELD, LEMMA_FIELD, PARSE_FIELD, 2)
        tokens = tuple([Token._make([row[field] for field in fields]) for row in rows])
        return Sentence._make((tokens, tuple(negations), document, number, layout))

    def _check_columns(self) -> bool:
        """Return True if the sentence has negations; raise FormatError if it is not in columns."""
        first = self.rows[0]
        width = len(first)
        is_blind = width == FIRST_NEGATION_FIELD
        has_stars = first[FIRST_NEGATION_FIELD:] == [STARS_TEXT]
        for position, (row, line) in enumerate(zip(self.rows, self.lines)):
            annotation = len(row) - FIRST_NEGATION_FIELD
            stars = row[FIRST_NEGATION_FIELD:] == [STARS_TEXT]
            is_like_first = len(row) == width and stars == has_stars
            is_whole = stars or annotation % 3 == 0
            has_annotation = annotation >= 1 or is_blind
            has_return = "\r" in line and "\r" in "".join(row)
            if has_return or not (has_annotation and is_like_first and is_whole):
                raise self._wrong_line(position, has_return, has_annotation, is_like_first)
        return not has_stars and not is_blind

    def _wrong_line(
        self, position: int, has_return: bool, has_annotation: bool, is_like_first: bool
    ) -> FormatError:
        """Return what is wrong with a line that does not belong to a sentence in columns."""
        first, row = self.rows[0], self.rows[position]
        if has_return:
            what = "a carriage return inside the line"
            return self.wrong(position, what, "lines that end in a newline")
        number = plural(len(row), "field")
        if not has_annotation:
            expected = (
                "8 or more, separated by tabs: a token's seven fields, then *** or three for "
                "each negation"
            )
            return self.wrong(position, number, expected)
        # If it names another sentence, a missing blank line comes before any difference in width.
        if row[:2] != first[:2]:
            what = "a line of another sentence (%s)" % shortened(":".join(row[:2]))
            return self.wrong(position, what, "a blank line before it")
        if is_like_first:
            what = "%s after the seventh" % plural(len(row) - FIRST_NEGATION_FIELD, "field")
            return self.wrong(position, what, "*** alone, or three for each negation")
        what, expected = number, str(len(first))
        if row[FIRST_NEGATION_FIELD:] == [STARS_TEXT]:
            what, expected = STARS_TEXT, plural(len(first), "field")
        if first[FIRST_NEGATION_FIELD:] == [STARS_TEXT]:
            expected = STARS_TEXT
        return self.wrong(position, what, expected + ", as in the first line of the sentence")

    def _cells_of_part(self, column: int, empty_cells: set[str]) -> Items:
        """Return the cells of a column that are not empty; raise FormatError for one that cannot be read."""
        items: list[int | tuple[int, str]] = []
        for position, row in enumerate(self.rows):
            cell = row[column]
            if cell in empty_cells:
                continue
            if not cell or " " in cell or (cell == STARS_TEXT and column == FIRST_NEGATION_FIELD):
                what = "%r in field %d" % (shortened(cell), column + 1)
                expected = "a word, a part of it, or the sign for an empty cell"
                raise self.wrong(position, what, expected)
            if cell == row[WORD_FIELD]:
                items.append(position)
            else:
                items.append((position, cell))
        return tuple(items)
