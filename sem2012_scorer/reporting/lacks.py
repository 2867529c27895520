"""What gold has often and the system never, or the other way round: no repair undoes it, so it is counted.

`Lacks.add` hears the annotation of each sentence that has some.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..port.annotation import Annotation

MARKS_NOTHING = frozenset((b"-", b"-\r", b"_\r", b"***\r"))
"""Cells that the scorer takes for marked tokens, and nobody else does."""
FEWEST_LACKING = 10  # from how many of gold's on it is reported that the system has none
BY_CHANCE = 1e-6


class Gap:
    """The longest stretch of one file's sentences with negation in which the other has none."""

    def __init__(self) -> None:
        self.longest = (0, 0, 0)  # first and last line, and how many negations stand there
        self._now = (0, 0, 0)
        self._length = self._sentences = self._longest_sentences = self._with_other = 0

    def add(self, line: int, last_line: int, negations: int, has_other: bool) -> None:
        """Look at a sentence in which one file has some negations, or the other has one."""
        if negations:
            self._sentences += 1
            self._with_other += has_other
        if has_other:
            self._now, self._length = (0, 0, 0), 0
        elif negations:
            first, _, number = self._now
            self._now = first or line, last_line, number + negations
            self._length += 1
            if self._length > self._longest_sentences:
                self.longest, self._longest_sentences = self._now, self._length

    @property
    def is_unlikely(self) -> bool:
        """Whether a system that finds as many elsewhere would hardly miss that many in a row."""
        others = self._sentences - self._longest_sentences
        if self._longest_sentences < FEWEST_LACKING or not others:
            return False
        return bool((1 - self._with_other / others) ** self._longest_sentences < BY_CHANCE)


class _Side:
    """What one file has: negations, scopes, events, cues of several tokens, sentences with several negations."""

    def __init__(self) -> None:
        self.negations = self.scopes = self.events = self.long_cues = self.several = 0

    def add(self, annotation: Annotation | None) -> int:
        """Count the negations of a sentence; return how many mark something."""
        number = 0
        for negation in annotation.negations if annotation is not None else ():
            cue, scope, event = [_number_marked(part) for part in negation[:3]]
            if negation[1] == negation[0] == negation[2]:
                scope = event = 0  # a lone column, that of the cue
            self.scopes += scope > 0
            self.events += event > 0
            self.long_cues += cue > 1
            number += cue + scope + event > 0
        self.negations += number
        return number


def _number_marked(part: Sequence[tuple[int, bytes]]) -> int:
    """Return how many cells of a part mark something."""
    return len([string for _, string in part if string not in MARKS_NOTHING])


class Lacks:
    """Counts what the annotation of two files has."""

    def __init__(self) -> None:
        self.gold, self.system = _Side(), _Side()
        self.gap, self.golds_gap = Gap(), Gap()
        self.golds_blank = self.first_golds_blank = 0
        self.with_both = self.blank = self.blank_without = 0
        self.has_stars = False
        self.first_blank = self.first_without = 0

    def add(
        self, gold: Annotation | None, system: Annotation | None, line: int, tokens: int
    ) -> None:
        """Look at a sentence of which one file at least has annotation."""
        golds, ours = self.gold.add(gold), self.system.add(system)
        last_line = line + tokens - 1
        self.gap.add(line, last_line, golds, ours > 0)
        self.golds_gap.add(line, last_line, ours, golds > 0)
        self.has_stars = self.has_stars or system is None
        if golds and ours:
            self.with_both += 1
            self.gold.several += golds > 1
            self.system.several += ours > 1
        if gold is not None and not gold.negations:
            self.golds_blank += 1
            self.first_golds_blank = self.first_golds_blank or line
        if system is not None and not system.negations and golds:
            self.blank += 1
            self.first_blank = self.first_blank or line
        elif system is not None and not system.negations and gold is None:
            self.blank_without += 1
            self.first_without = self.first_without or line

    @property
    def missing(self) -> int:
        """How many places of W909 change a score: sentences without annotation columns, else gold's negations in a gap."""
        if (self.blank or self.blank_without) and (self.system.negations or self.has_stars):
            return self.blank + self.blank_without
        if self.gap.is_unlikely:
            return self.gap.longest[2]
        return 0

    @property
    def is_gold_lacking(self) -> bool:
        """Whether the system has scopes or events, and gold has none."""
        has_scopes = self.system.scopes and not self.gold.scopes
        has_events = self.system.events and not self.gold.events
        return bool(has_scopes or has_events)
