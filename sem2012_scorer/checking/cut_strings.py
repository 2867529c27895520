"""Cells that hold only a part of gold's string at the same token, such as the first piece of a word that a model cut.

`CutStrings.add` looks at the negations of a sentence, `CutStrings.report` reports a habit.
"""

from __future__ import annotations

from collections.abc import Sequence

from .column_order import Parts
from .findings import Findings

FEWEST_CUT = 10  # from how many cells on they are no single slips
OFTEN_CUT = 0.1  # the share of cells from which on they are a habit


class CutStrings:
    """Counts the system's strings that are only a part of gold's at their token."""

    def __init__(self) -> None:
        self._cut = self._first = 0

    def add(self, gold: Sequence[Parts], system: Sequence[Parts], line: int) -> None:
        """Look at the negations of a sentence that begins at `line`, and is not gold's."""
        for part in range(3):
            golds = _strings_by_token(gold, part)
            for token, strings in _strings_by_token(system, part).items():
                of_gold = golds.get(token, set())
                if strings & of_gold:
                    continue
                if any(string in whole for string in strings for whole in of_gold):
                    self._cut += 1
                    self._first = self._first or line + token

    def report(self, findings: Findings, total: int) -> None:
        """Report that many of all cells, `total`, hold only a part of gold's string."""
        if self._cut >= max(FEWEST_CUT, OFTEN_CUT * total):
            what = f"{self._cut:,} of {total:,} cells hold only a part of gold's string"
            findings.add_place("W919", self._first, found=what)
            findings.set_count("W919", self._cut)


def _strings_by_token(negations: Sequence[Parts], part: int) -> dict[int, set[bytes]]:
    """Return the strings that a part of the negations (0 for the cue, 1 scope, 2 event) has at each token."""
    strings: dict[int, set[bytes]] = {}
    for negation in negations:
        for token, string in negation[part]:
            if string:  # an empty cell is another fault
                strings.setdefault(token, set()).add(string)
    return strings
