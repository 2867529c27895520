"""The places of what no damage explains: columns that the scorer rejects, and cells that are no part of their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..common.columns import EMPTY, PARTS, STARS, is_possible_number_of_columns
from ..common.wording import decoded, plural
from ..reading.signs import MISSING_VALUES
from ..reporting.rows import FIRST, ByColumns, Row, by_columns, rows_of, text_of
from .findings import Finding, bytes_in_finding

WIDTHS = "8 with ***, or 7 and 3 for each negation"


def places_in_sentence(
    lines: Sequence[bytes], numbers: Sequence[int], sign: bytes, may_be_lone: bool
) -> Iterator[Finding]:
    """Yield what is wrong with the columns and cells of a sentence, whose lines have these numbers.

    `may_be_lone`: whether the scorer needs the column of the cue alone.
    """
    sentence = by_columns(text_of(lines))
    if not sentence.has_cells:
        return
    rows = rows_of(lines)
    wrong = list(_wrong_widths(rows, numbers, may_be_lone))
    yield from wrong
    if wrong:
        return
    for index, row in enumerate(rows):
        yield from _wrong_cells(row, numbers[index], sign)
    yield from _wrong_negations(sentence, numbers, sign)


def _wrong_widths(
    rows: Sequence[Row], numbers: Sequence[int], may_be_lone: bool
) -> Iterator[Finding]:
    """Yield lines with another width than most, else that of all if it is not possible, or *** among cells."""
    widths = Counter([row.width for row in rows])
    if len(widths) > 1:
        usual, times = widths.most_common(1)[0]
        first = next(number for number, row in zip(numbers, rows) if row.width == usual)
        expected = f"{usual}, as in {times} of {len(rows)} lines of this sentence (first in line {first:,})"
        for number, row in zip(numbers, rows):
            if row.width != usual:
                yield Finding(
                    "E201", number, row.width, found=plural(row.width, "column"), expected=expected
                )
        return
    width = rows[0].width
    if not is_possible_number_of_columns(width):
        yield Finding("E202", numbers[0], width, found=plural(width, "column"), expected=WIDTHS)
        return
    if width == FIRST + 1 and not may_be_lone and not any(STARS in row.cells for row in rows):
        found = "one column, which the scorer takes for cue, scope and event"
        yield Finding("W912", numbers[0], FIRST + 1, found=found, expected=WIDTHS)
        return
    with_stars = [number for number, row in zip(numbers, rows) if STARS in row.cells[:1]]
    if with_stars:
        found = f"*** beside annotation, in {len(with_stars)} of {plural(len(rows), 'line')}"
        yield Finding(
            "E202",
            with_stars[0],
            FIRST + 1,
            found=found,
            expected="*** for all tokens of a sentence, or for none",
        )


def _wrong_cells(row: Row, number: int, sign: bytes) -> Iterator[Finding]:
    """Yield the cells of a line that are empty, have spaces, or are no part of their word."""
    word = row.word
    for place, cell in enumerate(row.cells):
        if cell == sign or (cell and cell in word):
            continue
        shown = f'"{bytes_in_finding(cell, 30)}" on the line of "{bytes_in_finding(word, 30)}"'
        code, expected = "W901", ""
        if not cell:
            code, shown, expected = "W126", "an empty cell", decoded(sign)
            if word in MISSING_VALUES:
                expected = f'"{decoded(word)}" or {decoded(sign)}'
        elif cell.strip() != cell:
            code, expected = "W126", f'"{bytes_in_finding(cell.strip() or sign)}"'
        elif b" " in cell:
            code = "W126"
        yield Finding(code, number, FIRST + 1 + place, found=shown, expected=expected)


def _wrong_negations(sentence: ByColumns, numbers: Sequence[int], sign: bytes) -> Iterator[Finding]:
    """Yield negations without a cue, and cues that two negations have."""
    cues: dict[tuple[bytes, ...], int] = {}
    for place, negation in enumerate(sentence.negations):
        column = FIRST + 1 + 3 * place
        cue, scope, event = negation
        if set(cue) == {sign}:
            has = [name for name, cells in zip(PARTS[1:], (scope, event)) if set(cells) != {sign}]
            what = f"negation {place + 1} has no cue"
            if has:
                what += f", but a{'n' if has == ['event'] else ''} {' and '.join(has)}"
            # For the scorer, - is a word, too.
            code = "E302" if sign == EMPTY else "W913"
            yield Finding(
                code, numbers[0], column, found=what, expected="every negation with its cue"
            )
        elif cue in cues:
            words = " ".join([bytes_in_finding(cell, 20) for cell in cue if cell != sign])
            number = next(n for n, cell in zip(numbers, cue) if cell != sign)
            what = f'negations {cues[cue] + 1} and {place + 1} both have "{words}" as cue'
            yield Finding("W128", number, column, found=what)
        cues.setdefault(cue, place)
