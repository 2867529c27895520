"""How predictions are read, and what every reader returns: words, the compared characters in them, and the marked parts."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple
from urllib.parse import quote

from ..sentences import ShapeError

Piece = tuple[int, int]  # a range of a sentence's compared characters


class PredictionError(ShapeError):
    """A predictions file that cannot be read: where, what is wrong, and what to do."""

    def __init__(self, file: str, line: int | None, what: str, *advice: str) -> None:
        super().__init__(file, line, what, *advice)
        self.file, self.line = file, line

    def __str__(self) -> str:
        file, line, what, *advice = self.args
        where = file if line is None else "%s:%d" % (file, line)
        return "\n    ".join(["%s: %s" % (where, what), *advice])


class PredictedPart(NamedTuple):
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
    layers: tuple[tuple[PredictedPart, ...], ...]
    is_text: bool = False
    one_label: bool = False

    @property
    def key(self) -> str:
        """The compared characters of its words."""
        return compared_characters("".join(self.words))


class Reading(NamedTuple):
    """How predictions are read: what the options of a command say.

    `fields` are the columns or keys by what they hold, `labels` are LABEL=MEANING.
    """

    format: str = ""
    fields: Mapping[str, list[str]] = {}
    labels: tuple[str, ...] = ()
    affixes: tuple[str, ...] = ()
    gold_cues: bool = False
    allow_missing: bool = False
    skip_unplaced: bool = False

    def options(self) -> list[str]:
        """Return the options of a command that say this."""
        options = []
        if self.format:
            options.append(f"--from {shlex.quote(self.format)}")
        options += [
            f"--{name} {shlex.join(words)}" for name, words in self._options_with_words().items()
        ]
        return options + [f"--{name}" for name in self._options_set()]

    def signature(self, format: str) -> str:
        """Return a format with the options that change the numbers: labels,affixes=gold,gold-cues."""
        items = [format]
        for name, words in self._options_with_words().items():
            quoted = [quote(word, safe="'=") for word in words]
            items.append(f"{name}={'/'.join(quoted)}")
        return ",".join(items + self._options_set())

    def _options_with_words(self) -> dict[str, Sequence[str]]:
        """Return the words of the options that have some."""
        fields = []
        for what, names in self.fields.items():
            fields += [f"{what}={name}" for name in names]
        lists = {"fields": fields, "labels": self.labels, "affixes": self.affixes}
        return {name: words for name, words in lists.items() if words}

    def _options_set(self) -> list[str]:
        """Return the options without words that are set."""
        flags = {
            "gold-cues": self.gold_cues,
            "allow-missing": self.allow_missing,
            "skip-unplaced": self.skip_unplaced,
        }
        return [name for name, is_set in flags.items() if is_set]


_DOUBLE = dict.fromkeys('"\u201c\u201d\u201e\u00ab\u00bb', "''")
QUOTES_COMPARED = str.maketrans(_DOUBLE | dict.fromkeys("`\u2018\u2019", "'"))
"""What the kinds of quotation marks are compared as, for `str.translate`."""


def compared_characters(text: str) -> str:
    """Return the compared characters: without blanks and case, with one kind of quotation mark.

    Characters are folded one by one, so that parts of a text can be folded separately.
    """
    text = "".join(text.split())
    if text.isascii():  # most texts
        return text.lower().translate(QUOTES_COMPARED)
    # A letter whose lower case is two characters stays: positions are counted in characters.
    lower = "".join([c.lower() if len(c.lower()) == 1 else c for c in text])
    return lower.translate(QUOTES_COMPARED)


def ranges_of_compared_characters(words: tuple[str, ...]) -> list[Piece]:
    """Return the range of each word in the compared characters of all."""
    lengths = (len(compared_characters(word)) for word in words)
    return list(pairwise(accumulate(lengths, initial=0)))
