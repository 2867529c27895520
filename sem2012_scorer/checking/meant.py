"""What a damaged word or cell means: the same in another encoding or Unicode form, in other letters, or no word.

`part_meant_by_cell` is asked by the findings on cells, which name the string, and by the repairs, which write it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from unicodedata import normalize

from ..common.columns import BYTE_ORDER_MARK, STARS
from ..common.wording import decoded

QUOTATION_MARKS = {
    "\u201c": "``",
    "\u201d": "''",
    "\u2018": "`",
    "\u2019": "'",
}
"""Typographic quotation marks, and how corpora write them."""
SPACES = " \u00a0\u2007\u202f\u200b\u200c\u200d\u2060\ufeff\u00ad"
"""Spaces, and characters that are not seen, which programs leave at the ends of a string."""
NO_WORDS = (b"_", b"-", b"***", b"****", b"*", b"**", rb"\*\*\*", rb"\***")
"""What people write where there is no negation, or into an empty cell."""


def field_meant(field: bytes) -> bytes:
    """Return a field without spaces, control characters and byte-order marks around it."""
    around = b" \x00\x1a"
    return field.strip(around).removeprefix(BYTE_ORDER_MARK).strip(around)


def fields_meant(line: bytes) -> bytes:
    """Return the fields of a line without spaces and byte-order marks around them."""
    return b"\t".join([field_meant(field) for field in line.split(b"\t")])


def bare_word(word: bytes) -> bytes:
    """Return a word without the quotation marks that a program has put around it."""
    is_quoted = len(word) > 2 and word[:1] == word[-1:] == b'"'
    # A quotation mark between two others is written twice.
    return word[1:-1].replace(b'""', b'"') if is_quoted else word


def in_one_unicode_form(word: bytes) -> str:
    """Return a word in one Unicode form, so that letters and accents apart or together are the same."""
    return normalize("NFC", decoded(word))


def undo_double_encoding(word: bytes) -> str:
    """Return a word whose UTF-8 was read as Latin-1 and saved as UTF-8 again; any other word as it is."""
    text = decoded(word)
    for encoding in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            return text.encode(encoding).decode()
    return text


def is_same_word(ours: bytes, gold: bytes) -> bool:
    """Return whether a word differs from gold's only in its encoding, its Unicode form or quotation marks around it."""
    golds = in_one_unicode_form(gold)
    return golds in (
        in_one_unicode_form(ours),
        normalize("NFC", undo_double_encoding(ours)),
        normalize("NFC", ours.decode("cp1252", "replace")),
        in_one_unicode_form(bare_word(ours)),
    )


def part_meant_by_cell(cell: bytes, word: bytes) -> bytes | None:
    """Return the part of a word that a cell means, None if that is not certain.

    The cell may have spaces or quotation marks around it, other capital letters, typographic quotation marks,
    another Unicode form, or Latin-1 in place of UTF-8.
    """
    texts = {decoded(cell)}
    if not cell.isascii():
        texts |= {cell.decode("cp1252", "replace"), undo_double_encoding(cell)}
    for text in texts:
        part = _part_of_word(text.strip(SPACES), decoded(word))
        if part is None and len(text) > 2 and text[0] == text[-1] and text[0] in "\"'":
            part = _part_of_word(text[1:-1].strip(SPACES), decoded(word))
        if part:
            return part.encode()
    return None


def _part_of_word(text: str, word: str) -> str | None:
    """Return the part of the word that has the letters of a text, in any case and Unicode form."""
    if not text:
        return None
    for form in (text, normalize("NFC", text), normalize("NFD", text)):
        if form in word:
            return form
        start = word.lower().find(form.lower())
        if start >= 0 and len(word.lower()) == len(word) and len(form.lower()) == len(form):
            return word[start : start + len(form)]
    if _plain_name(text) == _plain_name(word):
        return word
    return None


def _plain_name(text: str) -> str:
    for mark, written in QUOTATION_MARKS.items():
        text = text.replace(mark, written)
    return normalize("NFC", text).lower()


def with_code_points(word: bytes) -> str:
    """Return a word with the number of each character that is not ASCII: "caf(U+00E9)"."""
    shown = [char if char.isascii() else f"(U+{ord(char):04X})" for char in decoded(word)]
    return "".join(shown)


def is_same_letters(cell: bytes, word: bytes) -> bool:
    """Return whether two strings look alike but have other bytes: composed and decomposed letters."""
    return cell != word and in_one_unicode_form(cell) == in_one_unicode_form(word)


def texts_meant_by_words(words: Iterable[bytes]) -> set[str]:
    """Return what words may say: as UTF-8 and as Latin-1, in one Unicode form."""
    joined = b" ".join(words)
    texts = {normalize("NFKC", joined.decode("utf-8", "surrogateescape"))}
    if not joined.isascii():
        texts.add(normalize("NFKC", joined.decode("cp1252", "replace")))
        texts.add(joined.decode("utf-8", "replace").replace("\ufffd", "?"))
        texts.add(normalize("NFKC", undo_double_encoding(joined)))
    return texts


DISTANCES = (1, -1, 2, -2, 3, -3)
"""How many tokens later (above 0) or earlier a string is looked for, the nearest first."""


def distances_from_word(words: Sequence[bytes], token: int, cell: bytes) -> list[int]:
    """Return how many tokens after (above 0) or before its word a cell's string may stand, at a token that has another word."""
    found = []
    for by in DISTANCES:
        at = token - by
        if 0 <= at < len(words) and words[at] == cell:
            found.append(by)
    return found


def marks_word(cells: Sequence[bytes]) -> bool:
    """Return whether a lone column marks a word: *** with a space after it is no cue, however the scorer reads it."""
    return not {cell.strip() for cell in cells} <= {b"_", STARS}
