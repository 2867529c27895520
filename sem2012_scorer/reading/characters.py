"""Words compared by their characters, ignoring case, white space, quotation marks and Unicode form."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, is_normalized, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DOUBLE, SINGLE = '"\u201c\u201d\u201e\u00ab\u00bb', "`\u2018\u2019\u201a"
"""Quotation marks, which tokenizers write differently: a double one is two of the single ones."""
_PLAIN = str.maketrans(
    {**dict.fromkeys(DOUBLE, "''"), **dict.fromkeys(SINGLE, "'"), "\ufeff": "", "\u03c2": "\u03c3"}
)


def characters(words: Iterable[str]) -> tuple[str, list[tuple[int, int]]]:
    """Return the characters of words without blanks, in small letters and with one kind of quotes.

    The second value has the origin of each: word and character.
    """
    signs: list[str] = []
    origins: list[tuple[int, int]] = []
    for position, word in enumerate(words):
        for offset, sign in _composed(word):
            if sign.isspace():
                continue
            small = sign.lower()
            for one in (small if len(small) == 1 else sign).translate(_PLAIN):
                signs.append(one)
                origins.append((position, offset))
    return "".join(signs), origins


def _composed(word: str) -> Iterator[tuple[int, str]]:
    """Yield the characters of a word in Unicode's form NFC, each with its offset in the word as it is."""
    if word.isascii() or is_normalized("NFC", word):
        yield from enumerate(word)
        return
    start, run = 0, ""
    for offset, sign in enumerate(word):
        joined = normalize("NFC", run + sign)
        if run and not combining(sign) and len(joined) > len(run):
            yield from ((start, one) for one in run)
            start, joined = offset, sign
        run = joined
    yield from ((start, one) for one in run)


def key_of(words: Iterable[str]) -> str:
    """Return what words are compared by: their characters, see `characters`."""
    every = list(words)
    plain = "".join(every)
    if not plain.isascii():
        plain = "".join([normalize("NFC", word) for word in every])
        small = plain.lower()
        if len(small) != len(plain):
            # A letter whose small form has several characters stays as it is.
            return characters(every)[0]
        return "".join(small.translate(_PLAIN).split())
    plain = plain.lower()
    return plain if plain.isalnum() else "".join(plain.translate(_PLAIN).split())


@lru_cache(maxsize=2)
def text_key(text: str) -> str:
    """Return what a text is compared by: see `key_of`. A long one is asked for again and again."""
    return key_of([text])


@lru_cache(maxsize=2)
def text_offsets(text: str) -> list[int]:
    """Return the offset in a text of each of its characters, without blanks: see `characters`."""
    return [offset for _, offset in characters([text])[1]]
