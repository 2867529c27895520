"""Damages of the strings in cells of annotation.

Each function takes a sentence and the sign for empty cells, and returns its rows as they were, None if it has
nothing to undo.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias
from unicodedata import normalize

from ..common.columns import STARS
from ..common.wording import decoded
from ..reporting.rows import Change, Row, Sentence
from .damage import Damage, has_one_of, on_rows
from .damages_of_bytes import UNSEEN, readings_of

LABEL = re.compile(
    rb"(?:[BIESLU]-?)?(?:CUE|SCOPE|NEG|EVENT|S|C|E)?|[Xx1]|True|TRUE|[01]\.0", re.IGNORECASE
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
"""What programs and people write into empty cells, besides nothing."""
PIECES = re.compile("^(?:##|\u2581|\u0120)+|@@$|</w>$")
"""What tokenizers of models write into parts of words."""


ChangedRows: TypeAlias = "list[Row] | None"
CellChange = Callable[[bytes, Row], bytes]


def _each_cell(change: CellChange) -> Change:
    """Return a change of rows by a function of each cell that is not the sign, and of its row, if its word is gold's."""

    def changed(sentence: Sentence, sign: bytes) -> ChangedRows:
        if sentence.has_stars:
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
# Strings


def _without_spaces(cell: bytes, row: Row) -> bytes:
    return _bytes(_text(cell).strip(UNSEEN))


def _without_quotes(cell: bytes, row: Row) -> bytes:
    text = _text(cell)
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`"
    if is_quoted and cell not in row.word:
        return _bytes(text[1:-1])
    return cell


def _in_words_letters(cell: bytes, row: Row) -> bytes:
    """Return the word, or an affix of it, that a cell has in other capitals; one letter, or a sign, is no affix."""
    if cell in row.word:
        return cell
    word, text = _text(row.word), _text(cell)
    if len(word.lower()) != len(word):
        return cell
    if text.lower() == word.lower():
        return row.word
    if len(text) < 2 or cell in SIGNS:
        return cell
    if word.lower().startswith(text.lower()):
        return _bytes(word[: len(text)])
    if word.lower().endswith(text.lower()):
        return _bytes(word[-len(text) :])
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
    if is_lemma:
        return row.word
    return cell


def _word_for_pieces(cell: bytes, row: Row) -> bytes:
    """Return what a cell with the marks of a model's tokenizer means."""
    if cell in row.word:
        return cell
    bare = _bytes(PIECES.sub("", re.sub(" ?##", "", _text(cell))))
    if bare in row.word:
        return bare
    return cell


def _word_for_label(cell: bytes, row: Row) -> bytes:
    """Return the word where a cell has a label or a mark."""
    is_label = (
        cell != STARS
        and LABEL.fullmatch(cell) is not None
        and cell != b""
        and cell not in (b"O", b"0", b"0.0")
    )
    if is_label:
        return row.word
    return cell


def _sign_for_label_outside(sentence: Sentence, sign: bytes) -> ChangedRows:
    """Return rows in which labels are words, and labels of tokens outside are empty cells."""
    if sentence.has_stars:
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
# The entries


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
        may_be=has_one_of(b'"', b"'", b"`"),
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
        may_be=has_one_of(b"##", "\u2581".encode(), "\u0120".encode(), b"@@", b"</w>"),
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
)
