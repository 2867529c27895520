"""What `score`, `explain` and `compare` say of columns that they scored: the findings of `check` that change numbers.

A `Doubts` hears each sentence of a pair of files while it is scored. Only if they fit badly, `findings` explains
it as `check` does. `doubts_in_words` puts the findings of all pairs of a run into one clause a code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ..common.wording import joined_by_and, plural
from ..reading.pair import Pair
from ..reporting.counting import counting_of


class DoubtKey(NamedTuple):
    """A code, and whether it was found in gold."""

    code: str
    is_gold: bool


class Doubts:
    """Looks at the cells of a pair of files in columns while its sentences are scored."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self._counting = counting_of(pair)
        self.watch = self._counting.watch

    def findings(self) -> Counter[DoubtKey]:
        """Return how often each code was found in the cells of both files."""
        counting = self._counting
        counted = Counter[DoubtKey]()
        if counting.returns or counting.golds_returns:
            key = DoubtKey("W401", bool(counting.golds_returns))
            counted[key] = max(counting.returns, counting.golds_returns)
        if counting.lacks.missing:
            counted[DoubtKey("W909", False)] = counting.lacks.missing
        if counting.is_poor or counting.golds_suspects or counting.lacks.is_gold_lacking:
            counted = Counter({**counted, **self._explained()})
        return counted

    def _explained(self) -> Counter[DoubtKey]:
        """Return the findings of `check` that change scores."""
        # Most files fit: what explains the others is loaded only for them.
        from .examined import examined_while_scored
        from .findings import CHANGE_SCORES
        from .verdict import verdict_on

        checked = verdict_on(examined_while_scored(self._pair, self._counting), 1)
        counted = Counter[DoubtKey]()
        for code, number in checked.places.items():
            is_gold = all(finding.file for finding in checked.findings if finding.code == code)
            if code in CHANGE_SCORES:
                counted[DoubtKey(code, is_gold)] = number
        return counted


def doubts_in_words(counted: Mapping[DoubtKey, int]) -> str:
    """Return the codes with their titles and numbers of places, in the order of the codes."""
    from .findings import CODES

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
