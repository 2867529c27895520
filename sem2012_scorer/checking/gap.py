"""The longest stretch of a file's sentences with negation in which the other file has none: was it lost, or is it chance?"""

from __future__ import annotations

FEWEST_LACKING = 10  # from how many of gold's on it is reported that the system has none
BY_CHANCE = 1e-6


class Gap:
    """The longest stretch of gold's sentences with negation in which the system has none; or the other way round."""

    def __init__(self) -> None:
        self.longest = (0, 0, 0)  # first and last line, and how many negations gold has there
        self._now = (0, 0, 0)
        self._length = self._sentences = self._longest_sentences = self._with_system = 0

    def add(self, line: int, last_line: int, golds: int, has_system: bool) -> None:
        """Look at a sentence, from `line` to `last_line`, in which gold has some negations, or the system has one."""
        if golds:
            self._sentences += 1
            if has_system:
                self._with_system += 1
        if has_system:
            self._now, self._length = (0, 0, 0), 0
        elif golds:
            first, _, number = self._now
            self._now = first or line, last_line, number + golds
            self._length += 1
            if self._length > self._longest_sentences:
                self.longest, self._longest_sentences = self._now, self._length

    @property
    def is_unlikely(self) -> bool:
        """Whether a system that finds as many elsewhere would hardly miss that many in a row."""
        others = self._sentences - self._longest_sentences
        if self._longest_sentences < FEWEST_LACKING or not others:
            return False
        missed = 1 - self._with_system / others
        return bool(missed**self._longest_sentences < BY_CHANCE)
