"""Cells that hold only a part of gold's string at the same token, such as the first piece of a word that a model cut.

`CutStrings.add` looks at the negations of a sentence, `CutStrings.report` reports a habit of the cue, scope or event cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..common.columns import PARTS
from ..common.wording import joined_by_and
from .column_order import Parts
from .findings import Findings

FEWEST_CUT = 10  # from how many cells on they are no single slips
OFTEN_CUT = 0.1  # the share of cells from which on they are a habit


class CutStrings:
    """Counts the system's strings that are only a part of gold's at their token."""

    def __init__(self) -> None:
        # By part: 0 for cues, 1 for scopes, 2 for events.
        self._cut = [0, 0, 0]
        self._total = [0, 0, 0]
        self._first = [0, 0, 0]

    def count(self, system: Sequence[Parts]) -> None:
        """Count the cells of the negations of a sentence."""
        for negation in system:
            for part in range(3):
                self._total[part] += len(negation[part])

    def add(self, gold: Sequence[Parts], system: Sequence[Parts], line: int) -> None:
        """Look at the negations of a sentence that begins at `line`, and is not gold's."""
        for part in range(3):
            golds = _strings_by_token(gold, part)
            for token, strings in _strings_by_token(system, part).items():
                of_gold = golds.get(token, set())
                if strings & of_gold:
                    continue
                if any(string in whole for string in strings for whole in of_gold):
                    self._cut[part] += 1
                    self._first[part] = self._first[part] or line + token

    def report(self, findings: Findings) -> None:
        """Report that many cells of a part hold only a part of gold's string."""
        often = [
            part
            for part in range(3)
            if self._cut[part] >= max(FEWEST_CUT, OFTEN_CUT * self._total[part])
        ]
        if not often:
            return
        numbers = [
            f"{self._cut[part]:,} of {self._total[part]:,} {PARTS[part]} cells" for part in often
        ]
        what = f"{joined_by_and(numbers)} hold only a part of gold's string"
        first = min(self._first[part] for part in often)
        findings.add_place("W919", first, found=what)
        findings.set_count("W919", sum(self._cut[part] for part in often))


def _strings_by_token(negations: Sequence[Parts], part: int) -> dict[int, set[bytes]]:
    """Return the strings that a part of the negations (0 for the cue, 1 scope, 2 event) has at each token."""
    strings: dict[int, set[bytes]] = {}
    for negation in negations:
        for token, string in negation[part]:
            if string:  # an empty cell is another fault
                strings.setdefault(token, set()).add(string)
    return strings
