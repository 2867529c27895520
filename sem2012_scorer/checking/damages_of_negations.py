"""Damages of the columns of negations: divided, in another order, missing, moved; and annotation unlike gold's.

Each function takes a sentence and the sign for empty cells, and returns its rows as they were, None if it has
nothing to undo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import TypeAlias

from ..common.columns import STARS
from ..reporting.rows import (
    Change,
    Column,
    Document,
    Row,
    Sentence,
    rows_of,
    sentences_of,
    with_columns,
)
from .damage import Context, Damage, Undo, has_one_of, on_rows

ChangedRows: TypeAlias = "list[Row] | None"
MARKS = b".,;:!?'\"`"


# ---------------------------------------------------------------------------
# Columns of negations


def _in_order(order: Sequence[int]) -> Change:
    """Return how to write the columns of each negation as cue, scope and event; `order` says where each stands."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        columns = []
        for negation in sentence.negations:
            columns += [negation[place] for place in order]
        if columns:
            return with_columns(sentence.rows, columns)
        return None

    return changed


def _ungrouped(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows whose columns are not all cues, then all scopes, then all events."""
    columns = sentence.columns
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
    columns: list[Column] = []
    for cue, scope, event in sentence.negations:
        columns += [
            cue,
            empty if scope == cue else scope,
            empty if event in (cue, scope) else event,
        ]
    if columns:
        return with_columns(sentence.rows, columns)
    return None


def _with_empty_columns(given: int) -> Change:
    """Return how to add the columns that negations lack that have one or two of them."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        if sentence.has_stars:
            return None
        rows = sentence.rows
        columns = sentence.columns
        if not columns or len(columns) % given:
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
        if sentence.has_stars or not all(row.cells for row in rows):
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
        if is_divided and len(numbers) == 1 and numbers.pop() % 3 == 0:
            return divided
        return None

    return changed


def _stated_once(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows without negations that repeat another one of the sentence."""
    negations = sentence.negations
    once = list(dict.fromkeys(map(tuple, negations)))
    if len(once) == len(negations):
        return None
    return with_columns(sentence.rows, [column for negation in once for column in negation])


# ---------------------------------------------------------------------------
# Annotation that has moved


def _moved(by: int, every: int) -> Change:
    """Return how to move annotation back that stands some tokens later (above 0) or earlier: all, or every third column.

    What would leave the sentence comes in again at its other end.
    """

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        if sentence.has_stars:
            return None
        rows = sentence.rows
        columns = sentence.columns
        if not columns or len(rows) <= abs(by):
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
# Annotation that is not what gold's guidelines ask for


def _affixes_as_in_gold(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows in which a cue that is a whole word has gold's affix."""
    affixes: dict[int, bytes] = {}
    for cue, _, _ in sentence.golds_negations:
        index = _only_marked(cue, sign)
        if index is not None and cue[index] != sentence.golds[index].word:
            affixes[index] = cue[index]
    if not affixes:
        return None
    columns: list[Column] = []
    for cue, scope, event in sentence.negations:
        index = _only_marked(cue, sign)
        if index in affixes and cue[index] == sentence.rows[index].word:
            cue = (*cue[:index], affixes[index], *cue[index + 1 :])
        columns += [cue, scope, event]
    if columns:
        return with_columns(sentence.rows, columns)
    return None


def _only_marked(cue: Column, sign: bytes) -> int | None:
    """Return where a cue of one token stands, or None if it has none or several."""
    marked = [index for index, cell in enumerate(cue) if cell != sign]
    if len(marked) == 1:
        return marked[0]
    return None


def _scope_without_cue(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows whose scopes leave their cue out; of an affix, the rest of the word stays."""
    columns = []
    for cue, scope, event in sentence.negations:
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
    if columns:
        return with_columns(sentence.rows, columns)
    return None


def _event_in_scope(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows whose scopes hold the tokens of their events."""
    columns = []
    for cue, scope, event in sentence.negations:
        if any(cell != sign for cell in scope):
            scope = tuple([e if s == sign != e else s for s, e in zip(scope, event)])
        columns += [cue, scope, event]
    if columns:
        return with_columns(sentence.rows, columns)
    return None


def _negations_in_golds_order(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows whose negations stand in gold's order."""
    golds = [negation[0] for negation in sentence.golds_negations]
    negations = sentence.negations
    shared = [negation[0] for negation in negations if negation[0] in golds]
    if shared == [cue for cue in golds if cue in shared] or len(set(shared)) < len(shared):
        return None
    ordered = sorted(negations, key=lambda n: golds.index(n[0]) if n[0] in golds else len(golds))
    return with_columns(sentence.rows, [column for negation in ordered for column in negation])


def _as_in_gold(is_meant: Callable[[bytes, bytes], bool]) -> Change:
    """Return how to write gold's string at the same token where a cell has a part of it, as `is_meant` says of both."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        golds = sentence.golds_negations
        columns = []
        for negation in sentence.negations:
            for place, column in enumerate(negation):
                cells = []
                for index, cell in enumerate(column):
                    others = [gold[place][index] for gold in golds]
                    if cell != sign and cell not in others:
                        whole = [other for other in others if other != sign]
                        cell = next((other for other in whole if is_meant(cell, other)), cell)
                    cells.append(cell)
                columns.append(cells)
        if columns and golds:
            return with_columns(sentence.rows, columns)
        return None

    return changed


def _lacks_mark_at_end(cell: bytes, gold: bytes) -> bool:
    """Return whether a cell is gold's without punctuation at its end, as in "Mr" for "Mr."."""
    return cell != gold and gold.rstrip(MARKS) == cell


# ---------------------------------------------------------------------------
# The entries


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
    return _move_damage(f"{what} {tokens} {where} than its words", on_rows(_moved(by, every)))


def _move_damage(cause: str, undo: Undo) -> Damage:
    return Damage(
        "W918",
        "annotation moved back",
        cause,
        undo,
        is_safe=False,
        is_last=True,
        least=0.3,
        needs_gold=True,
        shares=("cues",),
    )


def _lack_damage(columns: int, cause: str) -> Damage:
    return Damage(
        "W912",
        "columns of negations completed",
        cause,
        on_rows(_with_empty_columns(columns)),
        is_safe=False,
        least=0.2,
        needs_gold=True,
        shares=("widths",),
    )


OF_NEGATIONS = (
    Damage(
        "W912",
        "columns of negations divided",
        "commas join the cells of a negation",
        on_rows(_divided(b",")),
        may_be=has_one_of(b","),
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
        is_of_several=True,
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
    _lack_damage(2, "negations have two columns: that of the event is missing"),
    _lack_damage(1, "negations have one column, that of the cue"),
    *map(_shift_damage, (1, -1, 2, -2, 3, -3)),
    _shift_damage(1, 3, "cues alone stand"),
    _shift_damage(-1, 3, "cues alone stand"),
    _move_damage("each sentence has the annotation of the one after it", _sentence_beside(-1)),
    _move_damage("each sentence has the annotation of the one before it", _sentence_beside(1)),
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
        "cells lack the punctuation at the end of gold's strings",
        on_rows(_as_in_gold(_lacks_mark_at_end)),
        is_safe=False,
        needs_gold=True,
        shares=("whole",),
    ),
    Damage(
        "W919",
        "whole strings",
        "cells hold a part of gold's string",
        on_rows(_as_in_gold(lambda cell, gold: cell in gold)),
        is_safe=False,
        least=0.2,
        needs_gold=True,
        shares=("whole",),
    ),
)
