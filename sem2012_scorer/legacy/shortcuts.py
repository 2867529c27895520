"""Every quick look of the port, each naming the long way that it equals.

The port reads straight down without them. A look answers for most sentences
of a corpus, column by column or a sentence at a time; for the others it says so,
and the long way is taken. tests/test_shortcuts.py holds each against its long way.

They are worth it: whole runs take 1.7 to 2 times as long without them.
"""

from __future__ import annotations

from ..ground.columns import (
    COMPARED_FIELDS,
    FIRST_NEGATION_FIELD,
    LAST_STARS,
    STARRED,
    STARS,
    tabs_and_newlines,
    tabs_of_each_line,
    without_last_tabs,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..ground.columns import PlacedWord

    Grid = tuple[int, list[bytes]]
    """How many fields each line of a sentence has, and the fields of all lines in their order."""

LONGEST_GRID = 1 << 20
"""The cells of a sentence of more bytes are not held all at once."""

EIGHT_FIELDS = b"\t" * FIRST_NEGATION_FIELD + b"\n"
"""The tabs and the newline of a line of eight fields."""


def is_plainly_without_negation(sentence: bytes, number: int) -> bool:
    """Return whether each of a sentence's `number` lines has eight fields, the last of them ``***``.

    True: its columns are valid, and it has no negation. False: look closer.
    The long way: `checks.ColumnCheck` finds no fault, and
    `fields.is_without_negation` is true of its first line.
    """
    lines = without_last_tabs(sentence)
    return (
        lines.endswith(LAST_STARS)
        and lines.count(STARRED) == number - 1
        and tabs_and_newlines(lines) + b"\n" == EIGHT_FIELDS * number
    )


def grid_of(sentence: bytes) -> Grid | None:
    """Return the fields of a sentence's lines, one line after the other, and the width of a line.

    None if not all lines have the same number of fields, more than four, and no
    empty field at the end, or if the sentence is very long.
    The long way: `columns.fields` of each line.
    """
    if len(sentence) > LONGEST_GRID:
        return None
    lines = without_last_tabs(sentence)
    tabs = tabs_of_each_line(lines)
    if tabs is None or tabs < COMPARED_FIELDS:
        return None
    return tabs + 1, lines.replace(b"\n", b"\t").split(b"\t")


def agree(gold: Grid | None, system: Grid | None) -> bool:
    """Return whether two sentences have the same number of lines with the same first four fields.

    True: they agree. False: look line by line.
    The long way: `checks.Checks` finds no difference in any line.
    """
    if gold is None or system is None:
        return False
    (gold_width, gold_cells), (system_width, system_cells) = gold, system
    for field in range(COMPARED_FIELDS):
        if gold_cells[field::gold_width] != system_cells[field::system_width]:
            return False
    return True


def lines_agree(gold_line: bytes, system_line: bytes) -> bool:
    """Return whether the system's line begins with the first four fields of gold's, which has more.

    True: the lines agree. False: look at their fields.
    The long way: `columns.compared_fields` of both are equal.
    """
    *compared, rest = gold_line.split(b"\t", COMPARED_FIELDS)
    return len(compared) == COMPARED_FIELDS and system_line.startswith(
        gold_line[: len(gold_line) - len(rest)]
    )


def columns_are_valid(grid: Grid | None, sentence: bytes) -> bool:
    """Return whether a sentence has valid columns: of 8, ``***`` is the last of all lines or of none.

    Of 7 and three for each negation, there is no ``***``. True: they are valid.
    False: look line by line.
    The long way: `checks.ColumnCheck` finds no fault in its lines.
    """
    if grid is None:
        return False
    width, cells = grid
    if width == FIRST_NEGATION_FIELD + 1:
        stars = cells[FIRST_NEGATION_FIELD::width]
        return stars.count(STARS) in (0, len(stars))
    return width % 3 == 1 and STARS not in sentence


def words_by_column(
    grid: Grid | None, sentence: bytes, empty_cells: tuple[bytes, ...]
) -> tuple[int, dict[int, list[PlacedWord]]] | None:
    """Return the number of negations and the words that are not empty, column by column.

    None if a cell may not be its word: where the columns are not whole triples,
    there is a ``***``, or a cell has a space in it.
    The long way: `fields.words_by_line`.
    """
    if grid is None:
        return None
    width, cells = grid
    if width % 3 != 1 or STARS in sentence:
        return None
    columns = [cells[field::width] for field in range(FIRST_NEGATION_FIELD, width)]
    if b" " in sentence and b" " in b"".join(map(b"".join, columns)):
        return None
    found = {}
    for place, column in enumerate(columns):
        pairs: Iterable[PlacedWord] = enumerate(column)
        for empty in empty_cells:
            if empty in column:
                pairs = [pair for pair in pairs if pair[1] != empty]
        found[place] = list(pairs)
    return len(columns) // 3, found


def pairs_in_place(
    gold: Sequence[Sequence[PlacedWord]], system: Sequence[Sequence[PlacedWord]]
) -> list[int | None]:
    """Return the pairs of the first parts of both sides that begin at the same token or are empty.

    All parts of the system before such a part are paired or empty, so that the
    one in its place is the first that can be paired with it.
    The long way: `pairing.each_with_the_first` for these parts.
    """
    pairs: list[int | None] = []
    for part, other in zip(gold, system):
        if part and other and part[0][0] == other[0][0]:
            pairs.append(len(pairs))
        elif part or other:
            break
        else:
            pairs.append(None)
    return pairs
