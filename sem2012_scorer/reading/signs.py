"""The signs that programs write into empty cells, and when such a sign is the word of its line."""

from __future__ import annotations

MISSING_VALUES = {b"nan", b"NaN", b"NA", b"N/A", b"null", b"NULL", b"None"}
"""What programs write where a table has no value."""
OTHER_SIGNS = {text.encode() for text in "_ - O 0 – — \u00a0".split(" ")} | MISSING_VALUES
"""What programs write into an empty cell; quotation marks may stand around it."""


def is_sign_meant_as_word(sign: bytes, word: bytes) -> bool:
    """Return whether a sign for a missing value is the whole word, in any case of letters: None for none."""
    return sign == word or (sign in MISSING_VALUES and sign.lower() == word.lower())
