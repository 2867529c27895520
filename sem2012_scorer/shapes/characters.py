"""Words compared by their characters: whatever their capitals, blanks and quotation marks."""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

DOUBLE, SINGLE = '"\u201c\u201d\u201e', "`\u2018\u2019\u201a"
"""Quotation marks, which tokenizers write differently: a double one is two of the single ones."""


def characters(words: Iterable[str]) -> tuple[str, list[tuple[int, int]]]:
    """Return the characters of words without blanks, in small letters and with one kind of quotes.

    The second value has the origin of each: word and character.
    """
    signs: list[str] = []
    origins: list[tuple[int, int]] = []
    for position, word in enumerate(words):
        for offset, sign in enumerate(word):
            if sign.isspace() or sign == "\ufeff":
                continue
            small = sign.lower()
            small = "'" if sign in SINGLE else small if len(small) == 1 else sign
            for one in "''" if sign in DOUBLE else small:
                signs.append(one)
                origins.append((position, offset))
    return "".join(signs), origins


def key_of(words: Iterable[str]) -> str:
    """Return what words are compared by: their characters, see `characters`."""
    plain = "".join(words)
    if (
        plain.isascii()
        and '"' not in plain
        and "`" not in plain
        and plain.isprintable()
        and " " not in plain
    ):
        return plain.lower()
    return characters([plain])[0]


@lru_cache(maxsize=2)
def text_key(text: str) -> str:
    """Return what a text is compared by: see `key_of`. A long one is asked for again and again."""
    return key_of([text])


@lru_cache(maxsize=2)
def text_offsets(text: str) -> list[int]:
    """Return the offset in a text of each of its characters, without blanks: see `characters`."""
    return [offset for _, offset in characters([text])[1]]
