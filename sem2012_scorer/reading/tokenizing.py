"""The words of a text, for corpora that annotate characters: every character is kept."""

from __future__ import annotations

import re
from collections.abc import Callable

Tokenizer = Callable[[str], list[tuple[int, str]]]

_SPACED = re.compile(r"[^ \t\r\n]+")
_OPENING = "([{<\"'`\u00ab\u2018\u201c\u00bf\u00a1"
_CLOSING = ")]}>\"'`\u00bb\u2019\u201d,;:?!.\u2026%"
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_LETTERS = re.compile(r"(?:[^\W\d_]\.)+")
_ABBREVIATIONS = frozenset("al approx ca cf dr fig figs mr mrs ms prof ref refs st vs".split())
_CONTRACTION = re.compile(r"(?i)(n['\u2019]t|['\u2019](?:s|m|d|re|ve|ll))$")


LONGEST_CUT = 200
"""The most characters that a word can have; anything longer is not split further."""


def _chunks_of(text: str) -> list[tuple[int, str]]:
    """Return the words of a text between spaces, each with the offset where it begins."""
    return [(match.start(), match.group()) for match in _SPACED.finditer(text)]


def tokenize(text: str) -> list[tuple[int, str]]:
    """Return the tokens of a text, each with the offset where it begins.

    Words between spaces are split further, as in GENIA and the Penn Treebank:
    punctuation and brackets at the ends are tokens; ``n't``, ``'s`` and the like are
    split off; signs inside a word (``IL-2``, ``1.5``, ``NF(kappa)B``) do not split it.
    A period stays with an abbreviation (``e.g.``, ``al.``) unless it ends the text;
    several in a row are one token. Tokens and white space together make up the text.

    >>> [word for _, word in tokenize("Mice (n=3.5) didn't bind IL-2, i.e. none.")]
    ['Mice', '(', 'n=3.5', ')', 'did', "n't", 'bind', 'IL-2', ',', 'i.e.', 'none', '.']
    """
    found = []
    chunks = _chunks_of(text)
    for index, (start, chunk) in enumerate(chunks):
        for offset, word in _cut(chunk, index == len(chunks) - 1):
            found.append((start + offset, word))
    return found


def _cut(chunk: str, is_last: bool) -> list[tuple[int, str]]:
    """Return the tokens of a word between spaces, with their offsets."""
    if chunk.isalnum() or _CONTRACTION.fullmatch(chunk) or len(chunk) > LONGEST_CUT:
        return [(0, chunk)]
    start, end = 0, len(chunk)
    after: list[tuple[int, str]] = []
    found: list[tuple[int, str]] = []
    partners = _partners(chunk)
    last = max((place for place, sign in enumerate(chunk) if sign not in _CLOSING), default=-1)
    # A bracket that closes inside the word belongs to it: ``(kappa)B``.
    while start < end and chunk[start] in _OPENING and partners.get(start, last) >= last:
        found.append((start, chunk[start]))
        start += 1
    while end - start > 1 and chunk[end - 1] in _CLOSING:
        sign = chunk[end - 1]
        size = 1
        if sign == ".":
            size = end - start - len(chunk[start:end].rstrip("."))
            ends_text = is_last and not after
            if size == 1 and not ends_text and _is_abbreviation(chunk[start:end]):
                break
            if size == end - start:
                break
        elif partners.get(end - 1, -1) >= start:
            break
        end -= size
        after.append((end, chunk[end : end + size]))
    word = chunk[start:end]
    contraction = _CONTRACTION.search(word)
    if contraction and contraction.start():
        cut = start + contraction.start()
        found += [(start, chunk[start:cut]), (cut, chunk[cut:end])]
    elif word:
        found.append((start, word))
    return found + after[::-1]


def _is_abbreviation(word: str) -> bool:
    return word[:-1].lower() in _ABBREVIATIONS or bool(_LETTERS.fullmatch(word))


def _partners(chunk: str) -> dict[int, int]:
    """Return the offset of each bracket's partner, for brackets that have one in the word."""
    found: dict[int, int] = {}
    waiting: dict[str, list[int]] = {opening: [] for opening in _PAIRS.values()}
    for place, sign in enumerate(chunk):
        if sign in waiting:
            waiting[sign].append(place)
        elif sign in _PAIRS and waiting[_PAIRS[sign]]:
            partner = waiting[_PAIRS[sign]].pop()
            found[place], found[partner] = partner, place
    return found
