"""Which sentences, and which of their outcomes, are listed."""

from __future__ import annotations

from typing import NamedTuple

from .negations import NegationPair
from .outcomes import Explained, Outcome


class Filter(NamedTuple):
    """What is asked for; None stands for no filter. Without any, sentences with an error are listed.

    `measured` are names of what rows count, `kind` a kind of errors, `sentence` the name of one, or FILE:LINE of
    gold (`file` and `line`). `everything` lists sentences without errors too.
    """

    measured: tuple[str, ...] | None = None
    kind: str | None = None
    sentence: str | None = None
    line: int | None = None
    everything: bool = False

    @property
    def is_of_errors(self) -> bool:
        """Whether no sentence without an error is listed."""
        return not self.everything and self.sentence is None

    def listed_outcomes(self, explained: Explained) -> list[Outcome]:
        """Return the outcomes of a sentence that are listed."""
        if self.measured is None:
            return list(explained.outcomes)
        return [outcome for outcome in explained.outcomes if outcome.measured in self.measured]

    def listed_pairs(self, explained: Explained) -> list[NegationPair]:
        """Return the pairs of negations of a sentence that are listed: with `kind`, those that have it."""
        if self.kind is None:
            return list(explained.pairs)
        return [pair for pair in explained.pairs if self.kind in pair.errors]

    def is_asked_for(self, explained: Explained) -> bool:
        """Return whether a sentence has the name or the line that is asked for, if one is."""
        if self.sentence is None or self.sentence == explained.name:
            return True
        return self.line is not None and explained.first_line <= self.line <= explained.last_line

    def is_listed(self, explained: Explained) -> bool:
        """Return whether a sentence is listed."""
        if not self.is_asked_for(explained):
            return False
        if self.kind is not None and self.kind not in explained.errors():
            return False
        if self.measured is not None:
            return self._lists_outcome(explained)
        if self.kind is not None or self.everything or self.sentence is not None:
            return True
        return explained.error

    def _lists_outcome(self, explained: Explained) -> bool:
        """Return whether a sentence has an outcome that is asked for, with `kind` one of its pairs."""
        listed = self.listed_outcomes(explained)
        if not self.everything:
            listed = [outcome for outcome in listed if outcome.kind != "tp"]
        if self.kind is not None:
            pairs = self.listed_pairs(explained)
            return any(_is_of_pair(outcome, pair) for outcome in listed for pair in pairs)
        return bool(listed)


def _is_of_pair(outcome: Outcome, pair: NegationPair) -> bool:
    """Return whether an outcome belongs to a pair; events find partners of their own, so one side is enough."""
    if outcome.gold is None:
        return outcome.system == pair.system
    if outcome.system is None:
        return outcome.gold == pair.gold
    return (outcome.gold, outcome.system) == (pair.gold, pair.system)
