"""Damages of the cells of annotation: signs, strings, ***, and the columns of negations.

Each function takes a sentence and the sign for empty cells, and returns its rows as they were, None if it has
nothing to undo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import TypeAlias
from unicodedata import normalize

from ..common.columns import DASHED_EMPTY_CELLS, STARS
from ..common.wording import decoded
from ..reading.signs import MISSING_VALUES, OTHER_SIGNS
from ..reporting.rows import (
    FIRST,
    Change,
    Document,
    Row,
    Sentence,
    change_rows,
    columns_of,
    has_stars,
    negations_of,
    rows_of,
    sentences_of,
    with_columns,
)
from .damage import Context, Damage, Undo, on_rows
from .damages_of_bytes import UNSEEN, readings_of

LABEL = re.compile(
    rb"(?:[BIESLU]-?)?(?:CUE|SCOPE|NEG|EVENT|S|C|E)?|[Xx1]|True|TRUE|[01]\.0", re.IGNORECASE
)
PIECES = re.compile("^(?:##|\u2581|\u0120)+|@@$|</w>$")
"""What tokenizers of models write into parts of words."""

ChangedRows: TypeAlias = "list[Row] | None"
Cells: TypeAlias = "tuple[bytes, ...]"
CellChange = Callable[[bytes, Row], bytes]


def _each_cell(change: CellChange) -> Change:
    """Return a change of rows by a function of each cell that is not the sign, and of its row, if its word is gold's."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        if has_stars(sentence.rows):
            return None
        rows = []
        for row, gold in zip(sentence.rows, sentence.golds or sentence.rows):
            if row.word == gold.word:
                cells = [cell if cell == sign else change(cell, row) for cell in row.cells]
                row = row._replace(cells=cells)
            rows.append(row)
        return rows

    return changed


def _text(cell: bytes) -> str:
    return decoded(cell)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


# ---------------------------------------------------------------------------
# Signs for empty cells


def _sign_for(other: bytes) -> Change:
    """Return how to write the right sign for another one; a cell that is the word of its line stays."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        if other == sign or has_stars(sentence.rows):
            return None
        rows = []
        for row in sentence.rows:
            cells = [sign if cell == other != row.word else cell for cell in row.cells]
            rows.append(row._replace(cells=cells))
        return rows

    return changed


WORDS_LOST = (b"", *MISSING_VALUES)


def _fill_empty(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows with the sign in empty cells; at the end of a line they look like tabs alone.

    Beside the word None, a cell may be empty since a program took it for a missing value.
    """
    rows = sentence.rows
    if has_stars(rows) or any(b"" in row.cells and row.word in WORDS_LOST for row in rows):
        return None
    most = max(row.width + len(row.end) for row in rows)
    # In files such as those of NEGES, each line ends in a tab that begins no cell.
    possible = [width for width in (most, most - 1) if width > FIRST and (width - FIRST) % 3 == 0]
    wanted = possible[0] if possible else max(row.width for row in rows)
    filled = []
    for row in rows:
        cells = [cell or sign for cell in row.cells]
        lacking = max(wanted - FIRST - len(cells), 0)
        if lacking > len(row.end):
            return None
        filled.append(row._replace(cells=cells + [sign] * lacking, end=row.end[lacking:]))
    return filled


def _sign_for_stars(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows with the sign where *** stands beside annotation."""
    rows = sentence.rows
    widths = [len(row.cells) for row in rows]
    most = max(widths)
    if has_stars(rows) or most < 3 or not any(STARS in row.cells for row in rows):
        return None
    rows = [
        row._replace(cells=[sign] * most)
        if row.cells == [STARS]
        else row._replace(cells=[sign if cell == STARS else cell for cell in row.cells])
        for row in rows
    ]
    if all(set(row.cells) <= {*DASHED_EMPTY_CELLS} for row in rows):
        return None
    return rows


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
    rows = sentence.rows
    if has_stars(rows) or not rows[0].cells:
        return None
    # *** with empty cells beside it, on other lines, or in some of the columns.
    held = {cell for row in rows for cell in row.cells}
    if (
        STARS in held
        and held <= {STARS, b"", *DASHED_EMPTY_CELLS}
        and all(row.cells for row in rows)
    ):
        return with_columns(rows, ())
    columns = columns_of(rows)
    if not columns:
        return None
    if all(_marks_nothing(column, rows) for column in columns):
        return with_columns(rows, ())
    if len(columns) % 3 or len(rows) < 2:
        return None
    kept = []
    for start in range(0, len(columns), 3):
        negation = columns[start : start + 3]
        if not all(_marks_nothing(column, rows) for column in negation):
            kept += negation
    return with_columns(rows, kept) if len(kept) < len(columns) else None


def _stars_where_left_out(document: Document, context: Context) -> Document:
    """Return a document with *** in sentences without annotation columns, if others have some."""
    if all(line.count(b"\t") < FIRST for line in document.lines):
        return document
    return change_rows(document, context.gold, context.sign, _stars_for_no_columns)


def _stars_for_no_columns(sentence: Sentence, sign: bytes) -> ChangedRows:
    if any(row.cells or len(row.head) != FIRST for row in sentence.rows):
        return None
    return [row._replace(cells=[STARS]) for row in sentence.rows]


# ---------------------------------------------------------------------------
# Strings


def _without_spaces(cell: bytes, row: Row) -> bytes:
    return _bytes(_text(cell).strip(UNSEEN))


def _without_quotes(cell: bytes, row: Row) -> bytes:
    text = _text(cell)
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`"
    return _bytes(text[1:-1]) if is_quoted and cell not in row.word else cell


def _in_words_letters(cell: bytes, row: Row) -> bytes:
    """Return the part of the word that a cell has in other capitals."""
    if cell in row.word:
        return cell
    word, text = _text(row.word), _text(cell)
    at = word.lower().find(text.lower())
    if text and at >= 0 and len(word.lower()) == len(word):
        return _bytes(word[at : at + len(text)])
    return cell


def _in_words_form(cell: bytes, row: Row) -> bytes:
    """Return the part of the word that a cell has in another Unicode form or encoding."""
    if cell in row.word or cell.isascii():
        return cell
    for text in readings_of(cell):
        for form in ("NFC", "NFD"):
            part = _bytes(normalize(form, text))
            if part in row.word:
                return part
        if _bytes(text) in row.word:
            return _bytes(text)
    return cell


def _word_for_lemma(cell: bytes, row: Row) -> bytes:
    """Return the word where a cell has the string of the lemma column."""
    is_lemma = cell not in row.word and len(row.head) > 4 and cell.lower() == row.head[4].lower()
    return row.word if is_lemma else cell


def _word_for_pieces(cell: bytes, row: Row) -> bytes:
    """Return what a cell with the marks of a model's tokenizer means."""
    if cell in row.word:
        return cell
    bare = _bytes(PIECES.sub("", re.sub(" ?##", "", _text(cell))))
    return bare if bare in row.word else cell


def _word_for_label(cell: bytes, row: Row) -> bytes:
    """Return the word where a cell has a label or a mark."""
    is_label = (
        cell != STARS
        and LABEL.fullmatch(cell) is not None
        and cell != b""
        and cell not in (b"O", b"0", b"0.0")
    )
    return row.word if is_label else cell


def _sign_for_label_outside(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows in which labels are words, and labels of tokens outside are empty cells."""
    if has_stars(sentence.rows):
        return None
    rows = []
    for row in sentence.rows:
        cells = [
            sign if cell in (b"O", b"0", b"False", b"0.0") else _word_for_label(cell, row)
            for cell in row.cells
        ]
        rows.append(row._replace(cells=cells))
    return rows


# ---------------------------------------------------------------------------
# Columns of negations


def _in_order(order: Sequence[int]) -> Change:
    """Return how to write the columns of each negation as cue, scope and event; `order` says where each stands."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        columns = []
        for negation in negations_of(sentence.rows):
            columns += [negation[place] for place in order]
        return with_columns(sentence.rows, columns) if columns else None

    return changed


def _ungrouped(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows whose columns are not all cues, then all scopes, then all events."""
    columns = columns_of(sentence.rows)
    number = len(columns) // 3
    if number < 2 or len(columns) % 3:
        return None
    ordered = []
    for place in range(number):
        ordered += [columns[place], columns[number + place], columns[2 * number + place]]
    return with_columns(sentence.rows, ordered)


def _without_repeats(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows in which no scope is the cue again, and no event the cue or the scope."""
    empty = (sign,) * len(sentence.rows)
    columns: list[Cells] = []
    for cue, scope, event in negations_of(sentence.rows):
        columns += [
            cue,
            empty if scope == cue else scope,
            empty if event in (cue, scope) else event,
        ]
    return with_columns(sentence.rows, columns) if columns else None


def _with_empty_columns(given: int) -> Change:
    """Return how to add the columns that negations lack that have one or two of them."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        rows = sentence.rows
        columns = columns_of(rows)
        if not columns or has_stars(rows) or len(columns) % given:
            return None
        if set(columns[0]) == {STARS}:
            return None
        empty = (sign,) * len(rows)
        filled: list[tuple[bytes, ...]] = []
        for start in range(0, len(columns), given):
            filled += [*columns[start : start + given], *[empty] * (3 - given)]
        return with_columns(rows, filled)

    return changed


def _divided(separator: bytes) -> Change:
    """Return how to divide cells that hold those of several columns, as in "no,_,_"."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        rows = sentence.rows
        if has_stars(rows) or not all(row.cells for row in rows):
            return None
        divided = []
        for row in rows:
            cells: list[bytes] = []
            for cell in row.cells:
                cells += (
                    cell.split(separator) if cell != separator and cell not in row.word else [cell]
                )
            divided.append(row._replace(cells=cells))
        numbers = {len(row.cells) for row in divided}
        is_divided = numbers != {len(row.cells) for row in rows}
        return divided if is_divided and len(numbers) == 1 and numbers.pop() % 3 == 0 else None

    return changed


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


PADDING = (b"nan", b"NaN", b"None", b"NA", b"null", b"")


def _stated_once(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows without negations that repeat another one of the sentence."""
    negations = negations_of(sentence.rows)
    once = list(dict.fromkeys(map(tuple, negations)))
    if len(once) == len(negations):
        return None
    return with_columns(sentence.rows, [column for negation in once for column in negation])


# ---------------------------------------------------------------------------
# Annotation that is not what gold's guidelines ask for


def _affixes_as_in_gold(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows in which a cue that is a whole word has gold's affix."""
    affixes: dict[int, bytes] = {}
    for cue, _, _ in negations_of(sentence.golds):
        index = _only_marked(cue, sign)
        if index is not None and cue[index] != sentence.golds[index].word:
            affixes[index] = cue[index]
    if not affixes:
        return None
    columns: list[Cells] = []
    for cue, scope, event in negations_of(sentence.rows):
        index = _only_marked(cue, sign)
        if index in affixes and cue[index] == sentence.rows[index].word:
            cue = (*cue[:index], affixes[index], *cue[index + 1 :])
        columns += [cue, scope, event]
    return with_columns(sentence.rows, columns) if columns else None


def _only_marked(cue: Cells, sign: bytes) -> int | None:
    """Return where a cue of one token stands, or None if it has none or several."""
    marked = [index for index, cell in enumerate(cue) if cell != sign]
    return marked[0] if len(marked) == 1 else None


def _scope_without_cue(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows whose scopes leave their cue out; of an affix, the rest of the word stays."""
    columns = []
    for cue, scope, event in negations_of(sentence.rows):
        left = []
        for index, cell in enumerate(scope):
            string = cue[index]
            if cell not in sentence.rows[index].word:
                pass  # it is no string
            elif string != sign and cell == string:
                cell = sign
            elif string != sign and cell != sign and cell.startswith(string):
                cell = cell[len(string) :]
            elif string != sign and cell != sign and cell.endswith(string):
                cell = cell[: -len(string)]
            left.append(cell)
        columns += [cue, tuple(left), event]
    return with_columns(sentence.rows, columns) if columns else None


def _event_in_scope(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows whose scopes hold the tokens of their events."""
    columns = []
    for cue, scope, event in negations_of(sentence.rows):
        if any(cell != sign for cell in scope):
            scope = tuple([e if s == sign != e else s for s, e in zip(scope, event)])
        columns += [cue, scope, event]
    return with_columns(sentence.rows, columns) if columns else None


def _negations_in_golds_order(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows whose negations stand in gold's order."""
    golds = [negation[0] for negation in negations_of(sentence.golds)]
    negations = negations_of(sentence.rows)
    shared = [negation[0] for negation in negations if negation[0] in golds]
    if shared == [cue for cue in golds if cue in shared] or len(set(shared)) < len(shared):
        return None
    ordered = sorted(negations, key=lambda n: golds.index(n[0]) if n[0] in golds else len(golds))
    return with_columns(sentence.rows, [column for negation in ordered for column in negation])


def _golds_strings(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows in which a cell that is shorter than gold's at the same token has gold's string."""
    golds = negations_of(sentence.golds)
    columns = []
    for negation in negations_of(sentence.rows):
        for place, column in enumerate(negation):
            cells = []
            for index, cell in enumerate(column):
                others = [gold[place][index] for gold in golds]
                if cell != sign and cell not in others:
                    cell = next(
                        (other for other in others if other != sign and cell in other), cell
                    )
                cells.append(cell)
            columns.append(cells)
    return with_columns(sentence.rows, columns) if columns and golds else None


def _moved(by: int, every: int) -> Change:
    """Return how to move annotation back that stands some tokens later (above 0) or earlier: all, or every third column.

    What would leave the sentence comes in again at its other end.
    """

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        rows = sentence.rows
        columns = columns_of(rows)
        if has_stars(rows) or not columns or len(rows) <= abs(by):
            return None
        words = [row.word for row in rows]
        words = words[by:] + words[:by]
        moved = []
        for index, column in enumerate(columns):
            if index % every:
                moved.append(list(column))
                continue
            cells = column[by:] + column[:by]
            moved.append(
                [_as_in(cell, row, sign, word) for cell, row, word in zip(cells, rows, words)]
            )
        return with_columns(rows, moved)

    return changed


def _as_in(cell: bytes, row: Row, sign: bytes, word: bytes) -> bytes:
    """Return a cell that has been moved from the line of a word: the word of its own line, if it was a part of the other."""
    if cell == sign or cell in row.word or cell not in word:
        return cell
    return row.word


def _sentence_beside(by: int) -> Undo:
    """Return how to undo that each sentence has the annotation of the one before (1) or after (-1) it."""

    def undo(document: Document, context: Context) -> Document:
        lines = list(document.lines)
        places = list(sentences_of(document))
        for number, place in enumerate(places):
            other = number + by
            rows = rows_of(document.lines[place.start : place.stop])
            cells: list[list[bytes]] = []
            words: list[bytes] = []
            if 0 <= other < len(places):
                others = rows_of(document.lines[places[other].start : places[other].stop])
                cells, words = [row.cells for row in others], [row.word for row in others]
            if not cells or cells[0] == [STARS]:
                lines[place.start : place.stop] = [
                    row._replace(cells=[STARS]).line() for row in rows
                ]
                continue
            empty = [context.sign] * len(cells[0])
            cells += [empty] * len(rows)
            words += [b""] * len(rows)
            for index, (row, theirs, word) in enumerate(zip(rows, cells, words)):
                moved = [_as_in(cell, row, context.sign, word) for cell in theirs]
                lines[place.start + index] = row._replace(cells=moved).line()
        return document.with_lines(lines)

    return undo


# ---------------------------------------------------------------------------
# The entries


def _has(*strings: bytes) -> Callable[[bytes], bool]:
    """Return the test whether a content has one of these strings."""
    return lambda content: any(string in content for string in strings)


def _sign_damage(other: bytes) -> Damage:
    name = decoded(other)
    return Damage(
        "W117",
        "sign for empty cells",
        f"{name} stands in empty cells",
        on_rows(_sign_for(other)),
        may_be=_has(b"\t" + other + b"\t", b"\t" + other + b"\n"),
        least=0.0 if other in b"-_" else 0.3,
        shares=("strings",),
    )


def _order_damage(order: Sequence[int]) -> Damage:
    names = ("cue", "scope", "event")
    written = sorted(range(3), key=lambda place: order[place])
    # `order` says where cue, scope and event stand; the words say what stands first, second and third.
    stands = ", ".join(names[place] for place in written)
    return Damage(
        "W912",
        "columns of negations in order",
        f"the three columns of a negation are {stands}",
        on_rows(_in_order(order)),
        is_safe=False,
        least=0.15,
        needs_gold=True,
        shares=("cues", "marks"),
    )


def _shift_damage(by: int, every: int = 1, what: str = "the annotation stands") -> Damage:
    tokens = "a token" if abs(by) == 1 else f"{abs(by)} tokens"
    where = "later" if by > 0 else "earlier"
    return Damage(
        "W918",
        "annotation moved back",
        f"{what} {tokens} {where} than its words",
        on_rows(_moved(by, every)),
        is_safe=False,
        is_last=True,
        least=0.3,
        needs_gold=True,
        shares=("cues",),
    )


SIGNS = [
    b"-",
    b"_",
    b"O",
    b"0",
    b"None",
    b"nan",
    b"NaN",
    b"NA",
    b"N/A",
    b"null",
    b"NULL",
    b"*",
    b"--",
    b"__",
    "–".encode(),
    "—".encode(),
]
OF_CELLS = (
    Damage(
        "W126",
        "spaces around cells",
        "spaces stand around cells",
        on_rows(_each_cell(_without_spaces)),
    ),
    Damage(
        "W126",
        "quotation marks around cells",
        "cells are in quotation marks",
        on_rows(_each_cell(_without_quotes)),
        may_be=_has(b'"', b"'", b"`"),
    ),
    *map(_sign_damage, SIGNS),
    Damage("W126", "empty cells", "empty cells hold nothing", on_rows(_fill_empty)),
    Damage(
        "W405",
        "columns that hold no value",
        "columns were filled up with missing values",
        on_rows(_without_padding),
    ),
    Damage(
        "W912",
        "columns of negations divided",
        "commas join the cells of a negation",
        on_rows(_divided(b",")),
        may_be=_has(b","),
    ),
    Damage(
        "W912",
        "columns of negations divided",
        "spaces join the cells of a negation",
        on_rows(_divided(b" ")),
        may_be=_has(b" "),
    ),
    Damage(
        "E202",
        "*** on some lines of a sentence",
        "*** stands in empty cells",
        on_rows(_sign_for_stars),
        may_be=_has(STARS),
    ),
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
    Damage(
        "W901",
        "cells spelled as in the word column",
        "cells have other capital letters",
        on_rows(_each_cell(_in_words_letters)),
        shares=("strings",),
    ),
    Damage(
        "W901",
        "cells spelled as in the word column",
        "cells are in another encoding or Unicode form",
        on_rows(_each_cell(_in_words_form)),
        shares=("strings",),
    ),
    Damage(
        "W901",
        "cells spelled as in the word column",
        "cells hold the strings of column 5, the lemmas",
        on_rows(_each_cell(_word_for_lemma)),
        least=0.02,
        shares=("strings",),
    ),
    Damage(
        "W901",
        "cells spelled as in the word column",
        "cells hold the marks of a model's tokenizer",
        on_rows(_each_cell(_word_for_pieces)),
        may_be=_has(b"##", "\u2581".encode(), "\u0120".encode(), b"@@", b"</w>"),
    ),
    Damage(
        "E605",
        "words for labels",
        "cells hold labels or marks, not words",
        on_rows(_each_cell(_word_for_label)),
        is_safe=False,
        is_last=True,
        least=0.3,
        shares=("strings",),
    ),
    Damage(
        "E605",
        "words for labels",
        "cells hold labels or marks, not words",
        on_rows(_sign_for_label_outside),
        is_safe=False,
        is_last=True,
        least=0.3,
        shares=("strings",),
    ),
    Damage(
        "W128",
        "negations stated once",
        "negations stand there twice",
        on_rows(_stated_once),
        is_safe=False,
        least=0.3,
        shares=("distinct",),
    ),
    *map(_order_damage, [order for order in permutations(range(3)) if order != (0, 1, 2)]),
    Damage(
        "W912",
        "columns of negations in order",
        "the columns hold all cues, then all scopes, then all events",
        on_rows(_ungrouped),
        is_safe=False,
        least=0.1,
        needs_gold=True,
        shares=("cues", "marks", "strings"),
    ),
    Damage(
        "W912",
        "columns that repeat another one",
        "the scope column repeats the cue, or the event column one of both",
        on_rows(_without_repeats),
        is_safe=False,
        least=0.15,
        needs_gold=True,
        shares=("apart", "marks"),
    ),
    Damage(
        "W912",
        "columns of negations completed",
        "negations have two columns: that of the event is missing",
        on_rows(_with_empty_columns(2)),
        is_safe=False,
        least=0.2,
        needs_gold=True,
        shares=("widths",),
    ),
    Damage(
        "W912",
        "columns of negations completed",
        "negations have one column, that of the cue",
        on_rows(_with_empty_columns(1)),
        is_safe=False,
        least=0.2,
        needs_gold=True,
        shares=("widths",),
    ),
    *map(_shift_damage, (1, -1, 2, -2, 3, -3)),
    _shift_damage(1, 3, "cues alone stand"),
    _shift_damage(-1, 3, "cues alone stand"),
    Damage(
        "W918",
        "annotation moved back",
        "each sentence has the annotation of the one after it",
        _sentence_beside(-1),
        is_safe=False,
        is_last=True,
        least=0.3,
        needs_gold=True,
        shares=("cues",),
    ),
    Damage(
        "W918",
        "annotation moved back",
        "each sentence has the annotation of the one before it",
        _sentence_beside(1),
        is_safe=False,
        is_last=True,
        least=0.3,
        needs_gold=True,
        shares=("cues",),
    ),
    Damage(
        "W905",
        "affix cues",
        "whole words stand where gold's cue is an affix",
        on_rows(_affixes_as_in_gold),
        is_safe=False,
        is_last=True,
        least=0.5,
        needs_gold=True,
        shares=("affixes",),
    ),
    Damage(
        "W902",
        "scopes without cues",
        "scopes contain their cue",
        on_rows(_scope_without_cue),
        is_safe=False,
        least=0.5,
        needs_gold=True,
        shares=("apart",),
    ),
    Damage(
        "W916",
        "events in scopes",
        "events stand outside their scopes",
        on_rows(_event_in_scope),
        is_safe=False,
        least=0.5,
        needs_gold=True,
        shares=("events",),
    ),
    Damage(
        "W908",
        "negations in gold's order",
        "negations stand in another order than gold's",
        on_rows(_negations_in_golds_order),
        is_safe=False,
        needs_gold=True,
        shares=("order",),
    ),
    Damage(
        "W919",
        "whole strings",
        "cells hold a part of gold's string",
        on_rows(_golds_strings),
        is_safe=False,
        least=0.2,
        needs_gold=True,
        shares=("whole",),
    ),
)
