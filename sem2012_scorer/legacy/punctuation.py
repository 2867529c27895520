"""Which tokens can be in a scope, and what is compared of their words: the rules, by name."""

from __future__ import annotations

from ..ground.columns import TAG_FIELD
from . import perl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .fields import Fields

BRACKET_TAGS = (b"-LRB-", b"-RRB-")


class Punctuation:
    """A rule for punctuation: which field of a token's line in gold decides, and how.

    ``rule.words(gold)`` says of each token of a sentence whether it is a word,
    that is, can be in a scope. A token whose line lacks the field cannot.
    """

    def __init__(self, field: int, is_punctuation: Callable[[bytes], bool]) -> None:
        self.field = field
        self._are_words = _Known(is_punctuation)

    def is_word(self, field: bytes) -> bool:
        """Return whether a token is a word, by its field of the rule."""
        return self._are_words[field]

    def words(self, gold: Fields) -> list[bool]:
        """Return of each token of a sentence, by gold's lines, whether it is a word."""
        are_words = self._are_words
        return [field is not None and are_words[field] for field in gold.column(self.field)]


class _Known(dict[bytes, bool]):
    """Whether fields are those of words, asked once each: a corpus has few different tags."""

    MOST = 1 << 12

    def __init__(self, is_punctuation: Callable[[bytes], bool]) -> None:
        self._is_punctuation = is_punctuation

    def __missing__(self, field: bytes) -> bool:
        if len(self) >= self.MOST:
            self.clear()
        self[field] = found = not self._is_punctuation(field)
        return found


def is_punctuation_tag(tag: bytes) -> bool:
    """Return whether a token is punctuation by gold's tag, and left out of scopes.

    2.2, lines 524, 537, 655 and 669: it is if the tag has no ASCII letter, digit or
    underscore, or is that of a bracket.
    """
    # Most tags have word characters alone, and those of brackets have not.
    return not tag.isalnum() and (tag in BRACKET_TAGS or not perl.has_word_character(tag))


class EveryToken(Punctuation):
    """The rule that no token is punctuation, whatever is missing in its line."""

    def __init__(self) -> None:
        super().__init__(0, lambda field: False)

    def words(self, gold: Fields) -> list[bool]:
        """Return that each token of a sentence is a word."""
        return [True] * (gold.sentence.count(b"\n") + 1)


BY_TAG = Punctuation(TAG_FIELD, is_punctuation_tag)
PUNCTUATION = {"tag": BY_TAG, "none": EveryToken()}
"""The legacy rules for punctuation by name."""


def scope_word(word: bytes) -> bytes:
    """Return `word` up to its first period if all before that is word characters.

    2.2, lines 525-529, 538-542, 656-660 and 670-674: "Mr." is "Mr" and "a.m." is "a"; "..." and
    "o'clock." stay as they are.
    """
    head, period, _ = word.partition(b".")
    return head if period and perl.is_word(head) else word


def whole_word(word: bytes) -> bytes:
    """Return `word` as it is (2.0, line 495)."""
    return word


SCOPE_WORDS = {"up to a period": scope_word, "whole": whole_word}
"""What is compared of the words of scopes: the rules by name."""
