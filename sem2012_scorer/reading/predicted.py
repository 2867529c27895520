"""What every reader returns: the characters of a sentence, and the parts marked in it."""

from __future__ import annotations

import json
from itertools import accumulate, pairwise
from typing import NamedTuple

from .sentences import ShapeError

CUE, SCOPE, EVENT = PARTS = ("cue", "scope", "event")

Piece = tuple[int, int]  # a range of a sentence's compared characters


class Refusal(ShapeError):
    """A predictions file that cannot be read: where, what is wrong, and what to do."""

    def __init__(self, file: str, line: int | None, what: str, *advice: str) -> None:
        super().__init__(file, line, what, *advice)
        self.file, self.line = file, line

    def __str__(self) -> str:
        file, line, what, *advice = self.args
        where = file if line is None else "%s:%d" % (file, line)
        return "\n    ".join(["%s: %s" % (where, what), *advice])


class Span(NamedTuple):
    """A part of a negation: pieces of the sentence, or strings that are still to be found in it."""

    part: str
    pieces: tuple[Piece, ...] = ()
    strings: tuple[str, ...] = ()


class Predicted(NamedTuple):
    """A predicted sentence: its words, and layers of spans.

    A span belongs to a cue of its own layer. A JSON negation is a layer, and so is a label column.
    With `one_label` for each token, an affixal cue hides what its base is.
    """

    line: int
    words: tuple[str, ...]
    layers: tuple[tuple[Span, ...], ...]
    is_text: bool = False
    one_label: bool = False

    @property
    def key(self) -> str:
        return characters_of("".join(self.words))


_DOUBLE = dict.fromkeys('"\u201c\u201d\u201e\u00ab\u00bb', "''")
_QUOTES = str.maketrans(_DOUBLE | dict.fromkeys("`\u2018\u2019", "'"))


def characters_of(text: str) -> str:
    """Return the compared characters: without blanks and case, with one kind of quotation mark.

    Characters are folded one by one, so that parts of a text can be folded separately.
    """
    lower = "".join([c.lower() if len(c.lower()) == 1 else c for c in text if not c.isspace()])
    return lower.translate(_QUOTES)


def ranges_of(words: tuple[str, ...]) -> list[Piece]:
    """Return the range of each word in the compared characters of all."""
    lengths = (len(characters_of(word)) for word in words)
    return [*pairwise(accumulate(lengths, initial=0))]


def shortly(value: object, length: int = 60) -> str:
    """Return a value for a message: shortened, quoted, and printable everywhere."""
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    text = text if len(text) <= length else text[: length - 2] + " …"
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return '"%s"' % text if isinstance(value, str) else text
