"""Columns of *SEM 2012 with the small differences that programs leave, made columns line by line."""

from __future__ import annotations

from itertools import chain

from ..ground.columns import FIRST_NEGATION_FIELD, STARS
from .column_reader import columns_in
from .source import FormatError, lines_of, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .sentences import Sentence
    from .source import File, Remarked

    Rows = list[list[bytes]]

PARSED = (7, 8)
"""How many fields negtool writes before the cells: those of CoreNLP, with or without a class of words."""
CHINESE = b"word segmentation index"
"""The column that the header of the Chinese files of NegPar names."""
EMPTY = "empty cells, read as _"
HASHES = "columns of # alone, read as empty"


def read_near_columns(file: File, remarked: Remarked) -> Iterator[Sentence]:
    """Yield the sentences of columns with small differences.

    These are cells that are empty or, in a whole column, ``#``; seven or eight fields of
    CoreNLP in place of the first seven, as negtool writes; and the characters with a header of
    the Chinese NegPar. Raises FormatError, as `columns_in` does.
    """
    lines = chain.from_iterable(_pieces(file, remarked))
    yield from columns_in(lines, name_of(file), remarked=remarked)


def _pieces(file: File, remarked: Remarked) -> Iterator[list[bytes]]:
    """Yield the lines of each sentence in columns, and the blank lines between them."""
    name = name_of(file)
    rows: Rows = []
    first = 1
    change: Callable[[Rows, str, int], Rows] | None = None
    for number, line in enumerate(chain(lines_of(file), [b""]), start=1):
        fields = line.rstrip(b"\r\n").split(b"\t")
        if number == 1 and CHINESE in [field.strip().lower() for field in fields]:
            change = _chinese
        elif any(fields):
            first = first if rows else number
            rows.append(fields)
            continue
        if rows:
            change = change or _change_of(rows)
            yield _lines(change(rows, name, first), first, remarked)
        rows = []
        yield [b"\n"] if line else []


def _change_of(rows: Rows) -> Callable[[Rows, str, int], Rows]:
    """Return how the rows of a file are made columns, judging by its first sentence."""
    counts = [row[0] == b"%d" % number for number, row in enumerate(rows, start=1)]
    if all(counts) and len(rows[0]) > 1 and not rows[0][1].isdigit():
        return _parsed
    return lambda rows, name, first: rows


def _parsed(rows: Rows, name: str, first: int) -> Rows:
    """Return the rows of negtool, whose first field counts the tokens from 1, as columns."""
    made = []
    for place, row in enumerate(rows):
        row = row[:-1] if not row[-1] else row
        widths = [
            w for w in PARSED if row[w:] == [STARS] or (len(row) >= w and not (len(row) - w) % 3)
        ]
        # Of the two, the one with which cells are words or parts of them.
        fits = [w for w in widths if all(c in (b"_", STARS) or c in row[1] for c in row[w:])]
        if not widths:
            raise FormatError(
                name, first + place, "%d fields" % len(row), "7 or 8, and 3 for each negation"
            )
        width = (fits or widths)[0]
        made.append(
            [b"_", b"0", b"%d" % place, row[1], row[2], row[3], b"_", *(row[width:] or [STARS])]
        )
    return made


def _chinese(rows: Rows, name: str, first: int) -> Rows:
    """Return the rows of characters of NegPar as columns, a word each."""
    words: dict[tuple[bytes, ...], list[list[bytes]]] = {}
    for place, row in enumerate(rows):
        if len(row) < FIRST_NEGATION_FIELD:
            raise FormatError(name, first + place, "%d fields" % len(row), "7 or more")
        words.setdefault((row[0], row[1], row[4]), []).append(row)
    made = []
    for number, ((document, sentence, _), of_word) in enumerate(words.items()):
        cells = [
            b"".join(column) for column in zip(*(row[FIRST_NEGATION_FIELD:] for row in of_word))
        ]
        if of_word[0][FIRST_NEGATION_FIELD : FIRST_NEGATION_FIELD + 1] == [STARS]:
            cells[0] = STARS
        word = b"".join(row[3] for row in of_word)
        made.append([document, sentence, b"%d" % number, word, b"_", b"_", b"_", *cells])
    stars = all(row[FIRST_NEGATION_FIELD : FIRST_NEGATION_FIELD + 1] == [STARS] for row in made)
    width = max(
        (
            place // 3 + 1
            for row in made
            for place, cell in enumerate(row[FIRST_NEGATION_FIELD:])
            if cell
        ),
        default=0,
    )
    if stars or not width:
        return [[*row[:FIRST_NEGATION_FIELD], STARS] for row in made]
    return [row[: FIRST_NEGATION_FIELD + 3 * width] for row in made]


def _lines(rows: Rows, first: int, remarked: Remarked) -> list[bytes]:
    """Return rows as lines, with _ for empty cells and for columns of # alone."""
    width = len(rows[0])
    if all(len(row) == width for row in rows):
        for place in range(FIRST_NEGATION_FIELD, width):
            if all(row[place] == b"#" for row in rows) and rows[0][3] != b"#":
                remarked(first, HASHES, "field %d" % (place + 1))
                for row in rows:
                    row[place] = b"_"
    for line, row in enumerate(rows, start=first):
        for place in range(FIRST_NEGATION_FIELD, len(row)):
            if not row[place]:
                remarked(line, EMPTY, "field %d" % (place + 1))
                row[place] = b"_"
    return [b"\t".join(row) + b"\n" for row in rows]
