"""Annotation that stands a token, or a sentence, beside gold's: a special token or a batch was counted in one place only.

`Shifted.add` looks at the cues of each sentence that was scored, `Shifted.report` reports what holds of nearly all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .findings import Findings

FEWEST_SHIFTED = 3  # from how many cues, or sentences, on it is no chance
NEARLY_ALL = 0.8  # the share of those that can show it
MANY = 0.3  # the same of cues: a system seldom marks the token beside a cue

Cues = Sequence[Sequence[int]]
"""The tokens of each cue of a sentence, counted from 0."""

FOLLOW_FROM_SHIFT = ("W902", "W905", "W912", "W916")
"""What is found of cells and columns only because they stand beside their place."""


class Shifted:
    """Counts cues of gold that the system has a token earlier or later, and sentences with the cues of a neighbor."""

    def __init__(self) -> None:
        self._cues = self._sentences = 0  # that can show it
        self._cues_by: Counter[int] = Counter()  # cues a token later (1) or earlier (-1)
        self._sentences_by: Counter[int] = (
            Counter()
        )  # sentences with the cues of the one before (1) or after (-1)
        self._first: dict[str, int] = {}
        self._golds_before: Cues = ()
        self._before: Cues = ()
        self._line_before = 0

    def add(self, gold: Cues, system: Cues, line: int) -> None:
        """Look at a sentence that begins at `line`; it may have no cue."""
        if gold and system:
            self._look_at_tokens(gold, system, line)
        self._look_at_sentences(gold, system, line)
        self._golds_before, self._before, self._line_before = gold, system, line

    def _look_at_tokens(self, gold: Cues, system: Cues, line: int) -> None:
        """Count the cues of a sentence that the system has at their place, and those a token beside it."""
        if gold == system:
            self._cues += len(gold)
            return
        ours = set(map(tuple, system))
        for cue in gold:
            if tuple(cue) in ours:
                self._cues += 1
                continue
            for by in (1, -1):
                if tuple([token + by for token in cue]) in ours:
                    self._cues += 1
                    self._cues_by[by] += 1
                    self._first.setdefault(f"token {by}", line)
                    break

    def _look_at_sentences(self, gold: Cues, system: Cues, line: int) -> None:
        """Count the sentences whose cues are gold's, and those whose cues are gold's of the sentence before or after."""
        if system:
            if gold == system:
                self._sentences += 1
            elif self._golds_before == system:
                self._sentences += 1
                self._count_sentence(1, line)
        # The sentence before is compared with this one now that gold's cues here are known.
        if self._before and gold == self._before != self._golds_before:
            self._sentences += 1
            self._count_sentence(-1, self._line_before)

    def _count_sentence(self, by: int, line: int) -> None:
        self._sentences_by[by] += 1
        self._first.setdefault(f"sentence {by}", line)

    def report(self, findings: Findings) -> None:
        """Report that many cues stand a token beside gold's, or nearly all a sentence; forget what follows from that."""
        for by, where in ((1, "later"), (-1, "earlier")):
            number = self._cues_by[by]
            if number >= max(FEWEST_SHIFTED, MANY * self._cues):
                what = (
                    f"of {self._cues:,} cues that match gold's, {number:,} stand one token {where}"
                )
                fix = "write each negation on the lines of its own tokens"
                if number >= NEARLY_ALL * self._cues:
                    _forget_what_follows(findings)
                findings.add_place("W918", self._first[f"token {by}"], found=what, fix=fix)
                findings.set_count("W918", number)
                return
        for by, where in ((1, "before"), (-1, "after")):
            number = self._sentences_by[by]
            if number >= max(FEWEST_SHIFTED, NEARLY_ALL * self._sentences):
                what = f"{number:,} of {self._sentences:,} sentences have the cues that gold has in the sentence {where}"
                fix = "write each negation into its own sentence"
                _forget_what_follows(findings)
                findings.add_place("W918", self._first[f"sentence {by}"], found=what, fix=fix)
                findings.set_count("W918", number)
                return


def _forget_what_follows(findings: Findings) -> None:
    """Take out what is found of cells and columns because nearly all stand beside their place."""
    for code in FOLLOW_FROM_SHIFT:
        findings.take_out_if_there(code)
