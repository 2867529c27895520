"""Damages of the columns before the annotation: their number, and the four that must be gold's."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..common.columns import COMPARED_FIELDS, STARS, WORD_FIELD
from ..common.wording import decoded
from ..reading.signs import MISSING_VALUES
from ..reporting.rows import FIRST, Document, Row, Sentence, change_rows
from .damage import Context, Damage, Undo, on_lines, on_rows
from .damages_of_bytes import plain_letters, readings_of

ALL_FROM_GOLD = "give gold's first seven columns"
FROM_GOLD = "copy the first four columns from the gold file"


# ---------------------------------------------------------------------------
# The number of columns


def _without_first(document: Document, context: Context) -> Document:
    """Return a document without its first column, in which pandas numbers the lines."""
    lines = []
    for line in document.lines:
        first, _, rest = line.partition(b"\t")
        lines.append(rest if first.strip(b" ").isdigit() or not first else line)
    return document.with_lines(lines)


def _with_columns_before(number: int) -> Callable[[bytes], bytes]:
    """Return how to write more columns before those of the annotation."""
    first = FIRST - number

    def changed(line: bytes) -> bytes:
        fields = line.split(b"\t")
        if len(fields) <= first:
            return line
        return b"\t".join(fields[:first] + [b"_"] * number + fields[first:])

    return changed


def _without_column_before(line: bytes) -> bytes:
    """Return a line with one column less before those of the annotation."""
    fields = line.split(b"\t")
    if len(fields) > 8:
        return b"\t".join(fields[:6] + fields[7:])
    return line


def _lacks_columns_before(number: int) -> Damage:
    what = "a column is" if number == 1 else f"{number} columns are"
    return Damage(
        "E202",
        "columns before the annotation",
        f"{what} missing before the annotation",
        on_lines(_with_columns_before(number)),
        is_safe=False,
        needs_gold=True,
        shares=("cues",),
        least=0.2,
        fix=ALL_FROM_GOLD,
    )


MOST_LOST = 2
"""How many columns side by side may be missing that gold has: without three, widths are right again."""


def _with_golds_lost_columns(sentence: Sentence, sign: bytes) -> list[Row] | None:
    """Return rows with the columns that gold has before the annotation, where the lines lack the same of them."""
    if not sentence.golds or all(
        ours.head == gold.head for ours, gold in zip(sentence.rows, sentence.golds)
    ):
        return None
    for number in range(1, MOST_LOST + 1):
        for place in range(FIRST - number + 1):
            rows = [
                _with_lost_columns(ours, gold, place, number)
                for ours, gold in zip(sentence.rows, sentence.golds)
            ]
            whole = [row for row in rows if row is not None]
            if len(whole) == len(rows):
                return whole
    return None


def _with_lost_columns(ours: Row, gold: Row, place: int, number: int) -> Row | None:
    """Return a row with gold's columns before the annotation, None if it is not gold's without some from `place` on."""
    fields, left = ours.head + ours.cells, FIRST - number
    row = Row(gold.head, fields[left:], ours.end)
    are_lost = fields[:left] == gold.head[:place] + gold.head[place + number :]
    if are_lost and _is_whole(row):
        return row
    return None


def _is_whole(row: Row) -> bool:
    """Return whether a row has seven columns, and after them nothing, *** or three for each negation."""
    if len(row.head) < FIRST or STARS in row.head:
        return False
    return row.cells == [STARS] or (len(row.cells) % 3 == 0 and STARS not in row.cells)


def _without_last_column(sentence: Sentence, sign: bytes) -> list[Row] | None:
    """Return rows without a last column that is one too many, and in which no cell is a part of its word."""
    rows = sentence.rows
    widths = {len(row.cells) for row in rows}
    lasts = [row.cells[-1] for row in rows if row.cells]
    if len(lasts) < len(rows) or len(widths) > 1:
        return None
    if any(cell == sign or cell in row.word for cell, row in zip(lasts, rows)):
        return None
    if rows[0].cells[:1] != [STARS] and widths.pop() % 3 != 1:
        return None
    return [row._replace(cells=row.cells[:-1]) for row in rows]


# ---------------------------------------------------------------------------
# The first four columns


def _with_golds_head(is_meant: Callable[[list[bytes], list[bytes]], bool]) -> Undo:
    """Return how to write gold's first four columns where a line is the same token, as `is_meant` says of both heads.

    Cells that hold the word hold gold's then, but none that may be a missing value.
    """

    def change(sentence: Sentence, sign: bytes) -> list[Row] | None:
        if not sentence.golds:
            return None
        rows = []
        for ours, gold in zip(sentence.rows, sentence.golds):
            if min(len(ours.head), len(gold.head)) < FIRST or not is_meant(ours.head, gold.head):
                return None
            head = gold.head[:COMPARED_FIELDS] + ours.head[COMPARED_FIELDS:]
            cells = ours.cells
            if ours.word not in (b"", sign, *MISSING_VALUES):
                cells = [gold.word if cell == ours.word else cell for cell in cells]
            rows.append(ours._replace(head=head, cells=cells))
        return rows

    def undo(document: Document, context: Context) -> Document:
        return change_rows(document, context.gold, context.sign, change)

    return undo


def _has_golds_word(ours: list[bytes], gold: list[bytes]) -> bool:
    return ours[WORD_FIELD] == gold[WORD_FIELD]


def _is_same_word(ours: list[bytes], gold: list[bytes]) -> bool:
    """Return whether the word is gold's in another Unicode form, in quotation marks or in typographic ones."""
    if ours[:WORD_FIELD] != gold[:WORD_FIELD]:
        return False
    golds = plain_letters(decoded(gold[WORD_FIELD]))
    return any(plain_letters(text) == golds for text in readings_of(ours[WORD_FIELD]))


def _is_same_letters(ours: list[bytes], gold: list[bytes]) -> bool:
    """Return whether the word is gold's in other capitals."""
    return (
        ours[:WORD_FIELD] == gold[:WORD_FIELD]
        and plain_letters(decoded(ours[WORD_FIELD])).lower()
        == plain_letters(decoded(gold[WORD_FIELD])).lower()
    )


def _has_missing_value(ours: list[bytes], gold: list[bytes]) -> bool:
    """Return whether the word is gold's, or was taken for a missing value, such as the word None."""
    is_lost = gold[WORD_FIELD] in MISSING_VALUES and ours[WORD_FIELD] in (b"", *MISSING_VALUES)
    return is_lost or _has_golds_word(ours, gold)


def _is_at_same_place(ours: list[bytes], gold: list[bytes]) -> bool:
    return ours[:WORD_FIELD] == gold[:WORD_FIELD]


# ---------------------------------------------------------------------------
# The entries


OF_HEADS = (
    Damage(
        "E101",
        "columns of numbers",
        "a column of numbers stands before the first one",
        _without_first,
        fix="remove this column",
        may_be=lambda content: re.match(rb" *[0-9]*\t", content.lstrip(b"\n")) is not None,
    ),
    Damage(
        "E202",
        "columns before the annotation",
        "columns before the annotation are missing that gold has",
        on_rows(_with_golds_lost_columns),
        needs_gold=True,
        fix=ALL_FROM_GOLD,
    ),
    *map(_lacks_columns_before, (1, 2)),
    Damage(
        "E202",
        "columns at the end",
        "the last column is one too many",
        on_rows(_without_last_column),
        shares=("widths",),
        fix="remove the last column",
    ),
    Damage(
        "E202",
        "columns before the annotation",
        "there is a column too many before the annotation",
        on_lines(_without_column_before),
        is_safe=False,
        needs_gold=True,
        shares=("cues",),
        least=0.2,
        fix=ALL_FROM_GOLD,
    ),
    Damage(
        "E101",
        "first columns written as in gold",
        "the words are gold's, but file, sentence or token numbers are others",
        _with_golds_head(_has_golds_word),
        needs_gold=True,
        fix=FROM_GOLD,
    ),
    Damage(
        "E101",
        "first columns written as in gold",
        "a program took words for missing values",
        _with_golds_head(_has_missing_value),
        needs_gold=True,
        fix=FROM_GOLD,
    ),
    Damage(
        "E105",
        "words written as in gold",
        "words are in another encoding or Unicode form, or have other quotation marks",
        _with_golds_head(_is_same_word),
        needs_gold=True,
    ),
    Damage(
        "E101",
        "words written as in gold",
        "words have other capital letters",
        _with_golds_head(_is_same_letters),
        needs_gold=True,
        fix=FROM_GOLD,
    ),
    Damage(
        "E101",
        "words written as in gold",
        "the word column holds other strings, such as lemmas",
        _with_golds_head(_is_at_same_place),
        needs_gold=True,
        fix=FROM_GOLD,
        is_safe=False,
        least=0.05,
    ),
)
