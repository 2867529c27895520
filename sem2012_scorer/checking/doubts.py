"""What `score` says of a file that it scored: the findings of `check` that change the numbers."""

from __future__ import annotations

from ..ground.counts import Counts
from ..ground.wording import plural
from ..legacy.scripts import Original
from ..reading.kinds import sign_of
from ..reading.source import Source
from .cells import Cells
from .findings import CODES, Findings
from .stopping import slips_of, task_sign

CHANGE_SCORES = "W117 W126 W128 W901 W902 W905 W908 W912 W913 W914".split()
"""The codes that `score` names: each says that a number is not what the file means."""
OF_GOLD = ("W914",)  # the codes whose titles say that they are about gold


class Doubts:
    """Hears each sentence as it is scored (`slips.add`), and looks at its cells, gold's too."""

    def __init__(self, gold: Source, system: Source, original: Original) -> None:
        self._gold, self._system, self._original = gold, system, original
        self._found, self._golds = Findings(0), Findings(0)
        self._cells = Cells(sign_of(system), self._found)
        self.slips = slips_of(gold, self._golds, self._cells)

    def in_words(self, counts: Counts) -> list[str]:
        """Return what changes the scores of two files, a clause for each code."""
        self._cells.report()
        self._cells.report_sign(0, sign_of(self._gold) or task_sign(self._original))
        if counts.cues.system:
            self.slips.report(self._found, sign_of(self._system) == b"-")
        self.slips.report_gold(self._gold, self._golds)
        return [*_in_words(self._found, ""), *_in_words(self._golds, "gold: ")]


def _in_words(findings: Findings, side: str) -> list[str]:
    amounts = findings.amounts()
    said = []
    for code in CHANGE_SCORES:
        if code in OF_GOLD and code in amounts:
            said.append(f"{code} {CODES[code].title}")
        elif code in amounts:
            where = f" in {plural(amounts[code], 'place')}" if amounts[code] else ""
            said.append(f"{code} {side}{CODES[code].title}{where}")
    return said
