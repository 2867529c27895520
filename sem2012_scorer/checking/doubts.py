"""What `score`, `explain` and `compare` say of columns that they scored: the findings of `check` that change numbers.

A `Doubts` hears each sentence of a pair of files while it is scored; `findings` then gives how often each code was
found. `doubts_in_words` puts the findings of all pairs of a run into one clause a code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ..common.wording import joined_by_and, plural
from ..port.counting import ScoredSentence
from ..port.scripts import Original
from ..reading.facts import facts_of
from ..reading.source import Source
from .cells import Cells
from .findings import CHANGE_SCORES, CODES, Findings
from .systematic_errors import systematic_errors_of


class DoubtKey(NamedTuple):
    """A code, and whether it was found in gold."""

    code: str
    is_gold: bool


class Doubts:
    """Looks at the cells of a pair of files in columns while its sentences are scored."""

    def __init__(self, gold: Source, system: Source, original: Original) -> None:
        self._gold, self._system, self._original = gold, system, original
        self._findings, self._golds = Findings(0), Findings(0)
        sign, gold_sign = facts_of(system).sign, facts_of(gold).sign
        cells = Cells(sign, self._findings, gold_sign=gold_sign)
        self._slips = systematic_errors_of(gold, self._golds, cells)
        self._returns: Counter[DoubtKey] = Counter()

    def watch(self, sentence: ScoredSentence) -> None:
        """Look at a sentence."""
        self._slips.add(sentence)
        self._look_for_returns(sentence.block.gold, sentence.block.system)

    def _look_for_returns(self, gold: bytes, system: bytes) -> None:
        """Count the lines whose last cell has a carriage return in one file only: the scorer compares it too."""
        if (b"\r" in system) != (b"\r" in gold):
            self._returns[DoubtKey("W401", b"\r" in gold)] += (system + gold).count(b"\r\n")

    def findings(self) -> Counter[DoubtKey]:
        """Return how often each code was found in the cells of both files."""
        slips = self._slips
        slips.report_all(self._gold, self._system, self._original, self._findings, self._golds)
        counted = +self._returns
        if slips.missing:
            counted[DoubtKey("W909", False)] = slips.missing
        for findings, is_gold in ((self._findings, False), (self._golds, True)):
            for code, number in findings.counts_by_code().items():
                if code in CHANGE_SCORES:
                    counted[DoubtKey(code, is_gold)] += number
        return counted


def doubts_in_words(counted: Mapping[DoubtKey, int]) -> str:
    """Return the codes with their titles and numbers of places, in the order of the codes."""
    clauses = []
    for key in sorted(counted):
        title = CODES[key.code].title
        if key.is_gold and "gold" not in title:
            title = f"gold: {title}"
        places = ", " + plural(counted[key], "place")
        if key.code == "W914":
            places = ""  # it is about the file as a whole
        clauses.append(f"{key.code} ({title}{places})")
    return joined_by_and(clauses)
