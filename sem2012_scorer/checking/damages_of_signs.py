"""Damages of signs for empty cells, and of *** in sentences without negation."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.columns import DASHED_EMPTY_CELLS, STARS
from ..common.wording import decoded
from ..reading.signs import MISSING_VALUES, OTHER_SIGNS
from ..reporting.rows import (
    FIRST,
    Change,
    Column,
    Document,
    Row,
    Sentence,
    change_rows,
    with_columns,
)
from .damage import Context, Damage, has_one_of, on_rows
from .damages_of_cells import SIGNS, ChangedRows

PADDING = (b"nan", b"NaN", b"None", b"NA", b"null", b"")
"""What tables are filled up with."""


# ---------------------------------------------------------------------------
# Signs for empty cells


def _sign_for(other: bytes, is_doubtful: bool = False) -> Change:
    """Return how to write the right sign for another one, in sentences where all such cells are empty.

    `is_doubtful`: in those where a word inside of a scope is written so, which may be marked.
    """

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        if other == sign or sentence.has_stars:
            return None
        rows = sentence.rows
        if _has_such_word_in_scope(rows, other, sign) != is_doubtful:
            return None
        return [
            row._replace(cells=[sign if cell == other else cell for cell in row.cells])
            for row in rows
        ]

    return changed


def _has_such_word_in_scope(rows: Sequence[Row], other: bytes, sign: bytes) -> bool:
    """Return whether a word that is written as a sign stands between two tokens of a scope."""
    for before, row, after in zip(rows, rows[1:], rows[2:]):
        if row.word != other:
            continue
        for place in range(1, min(len(before.cells), len(row.cells), len(after.cells)), 3):
            beside = before.cells[place], after.cells[place]
            if row.cells[place] == other and not {other, sign}.intersection(beside):
                return True
    return False


WORDS_LOST = (b"", *MISSING_VALUES)


def _with_filled_cells(document: Document, context: Context) -> Document:
    """Return a document with the sign in empty cells; at the end of a line they look like tabs alone.

    In files such as those of NEGES, each line ends in a tab that begins no cell.
    """
    is_cell_at_end = any(line.endswith(b"\t***") for line in document.lines)

    def change(sentence: Sentence, sign: bytes) -> ChangedRows:
        return _filled(sentence, sign, is_cell_at_end)

    return change_rows(document, context.gold, context.sign, change)


def _filled(sentence: Sentence, sign: bytes, is_cell_at_end: bool) -> ChangedRows:
    """Return rows with the sign in empty cells; after the last tab there is one only if something shows that.

    Beside the word None, a cell may be empty since a program took it for a missing value.
    """
    if sentence.has_stars:
        return None
    rows = sentence.rows
    if any(b"" in row.cells and row.word in WORDS_LOST for row in rows):
        return None
    wanted = _width_with_empty_cells(rows, is_cell_at_end)
    filled = []
    for row in rows:
        cells = [cell or sign for cell in row.cells]
        lacking = max(wanted - FIRST - len(cells), 0)
        if lacking > len(row.end):
            return None
        filled.append(row._replace(cells=cells + [sign] * lacking, end=row.end[lacking:]))
    return filled


def _width_with_empty_cells(rows: Sequence[Row], is_cell_at_end: bool) -> int:
    """Return how many columns rows have with their empty cells: as many as negations may have, if tabs show that."""
    most = max(row.width + len(row.end) for row in rows)
    widths = [most - 1]
    if is_cell_at_end or not all(row.end for row in rows):
        widths = [most, most - 1]
    for width in widths:
        if width > FIRST and (width - FIRST) % 3 == 0:
            return width
    return max(row.width for row in rows)


def _sign_for_stars(are_cells_lost: bool) -> Change:
    """Return how to write the sign where *** stands beside annotation, in sentences whose cells are lost or are not."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        if sentence.has_stars:
            return None
        rows = sentence.rows
        most = max(len(row.cells) for row in rows)
        if most < 3 or not any(STARS in row.cells for row in rows):
            return None
        if _are_cells_lost(rows, [sign] * most) != are_cells_lost:
            return None
        filled = []
        for row in rows:
            cells = row.cells * most if row.cells == [STARS] else row.cells
            filled.append(row._replace(cells=[sign if cell == STARS else cell for cell in cells]))
        if all(set(row.cells) <= {*DASHED_EMPTY_CELLS} for row in filled):
            return None
        return filled

    return changed


def _are_cells_lost(rows: Sequence[Row], empty: list[bytes]) -> bool:
    """Return whether *** stands alone in a line, for what nobody knows, since others have empty cells."""
    cells = [row.cells for row in rows]
    return [STARS] in cells and empty in cells


# ---------------------------------------------------------------------------
# Sentences without negation


def _marks_nothing(column: Sequence[bytes], rows: Sequence[Row]) -> bool:
    """Return whether a column holds one string on all lines, and it is a sign and not a word."""
    held = set(column)
    if len(held) != 1:
        return False
    string = held.pop()
    is_sign = (
        string in OTHER_SIGNS
        or not string.strip(b"*_- ")
        or string in (b"O", b"0", b"\\*\\*\\*", b"nan")
    )
    return is_sign and not all(string == row.word for row in rows)


def _stars_for_nothing(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return *** for columns in which nothing is marked, and no columns for negations in which nothing is."""
    if sentence.has_stars:
        return None
    rows = sentence.rows
    if not rows[0].cells:
        return None
    if _holds_stars_and_signs(rows):
        return with_columns(rows, ())
    columns = sentence.columns
    if not columns:
        return None
    if len(columns) % 3 == 2:
        return None  # a column is lost, and the cue may stand where that was
    if all(_marks_nothing(column, rows) for column in columns):
        return with_columns(rows, ())
    if len(columns) % 3 or len(rows) < 2:
        return None
    kept: list[Column] = []
    for start in range(0, len(columns), 3):
        negation = columns[start : start + 3]
        if not all(_marks_nothing(column, rows) for column in negation):
            kept += negation
    if len(kept) < len(columns):
        return with_columns(rows, kept)
    return None


def _holds_stars_and_signs(rows: Sequence[Row]) -> bool:
    """Return whether *** stands there with empty cells beside it, on other lines, or in some of the columns."""
    held = {cell for row in rows for cell in row.cells}
    are_signs = STARS in held and held <= {STARS, b"", *DASHED_EMPTY_CELLS}
    return are_signs and all(row.cells for row in rows)


def _stars_where_left_out(document: Document, context: Context) -> Document:
    """Return a document with *** in sentences without annotation columns, if others have some."""
    if all(line.count(b"\t") < FIRST for line in document.lines):
        return document
    return change_rows(document, context.gold, context.sign, _stars_for_no_columns)


def _stars_for_no_columns(sentence: Sentence, sign: bytes) -> ChangedRows:
    if any(row.cells or len(row.head) != FIRST for row in sentence.rows):
        return None
    return [row._replace(cells=[STARS]) for row in sentence.rows]


def _without_padding(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows without columns that hold missing values on every line, with which a table was filled up."""
    rows = sentence.rows
    cells = [list(row.cells) for row in rows]
    while all(cells) and len({row[-1] for row in cells}) == 1 and cells[0][-1] in PADDING:
        for row in cells:
            row.pop()
    if any(not row for row in cells) or cells[0] == rows[0].cells:
        return None
    return [row._replace(cells=left) for row, left in zip(rows, cells)]


# ---------------------------------------------------------------------------
# The entries


def _doubtful_sign_damage(other: bytes) -> Damage:
    """Return the damage where the sign is a word, too: it is named, and left as it is."""
    name = decoded(other)
    damage = _sign_damage(other)
    return damage._replace(
        cause=f"{name} stands in empty cells, and in scopes it is a word, too",
        undo=on_rows(_sign_for(other, is_doubtful=True)),
        is_safe=False,
        fix=f"write the sign where nothing is marked; only you know whether the word {name} is",
    )


def _sign_damage(other: bytes) -> Damage:
    name = decoded(other)
    return Damage(
        "W117",
        "sign for empty cells",
        f"{name} stands in empty cells",
        on_rows(_sign_for(other)),
        may_be=has_one_of(b"\t" + other + b"\t", b"\t" + other + b"\n"),
        least=0.0 if other in b"-_" else 0.3,
        shares=("strings",),
    )


def _stars_damage(cause: str, are_cells_lost: bool) -> Damage:
    return Damage(
        "E202",
        "*** on some lines of a sentence",
        cause,
        on_rows(_sign_for_stars(are_cells_lost)),
        may_be=has_one_of(STARS),
        is_safe=not are_cells_lost,
    )


OF_SIGNS = (
    *map(_sign_damage, SIGNS),
    *map(_doubtful_sign_damage, SIGNS),
    Damage("W126", "empty cells", "empty cells hold nothing", _with_filled_cells),
    Damage(
        "W913",
        "columns that hold no value",
        "columns were filled up with missing values",
        on_rows(_without_padding),
    ),
    _stars_damage("*** stands in empty cells", are_cells_lost=False),
    _stars_damage("*** stands alone in lines of a sentence with annotation", are_cells_lost=True),
    Damage(
        "W913",
        "negations that mark no word",
        "columns mark no word; a sentence without negation has *** alone",
        on_rows(_stars_for_nothing),
    ),
    Damage(
        "E604",
        "missing annotation columns",
        "*** was left out",
        _stars_where_left_out,
        needs_gold=True,
        shares=("stars", "columns"),
    ),
)
