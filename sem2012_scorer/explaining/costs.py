"""What each kind of error costs: what the report would print with all errors of that kind put right."""

from __future__ import annotations

from ..ground.counts import Counts, replaced
from ..ground.records import Addable, Record
from ..legacy.originals import original_of
from ..reporting.report import Report
from .negations import kinds_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..legacy.originals import Original
    from .explained import Explained

IN_COSTS = ("cues", "scopes", "scope_tokens", "events", "full_negations")
"""What is measured in the rows whose F1 is shown for each kind of error."""


class ErrorCost(Record):
    """What the errors of a kind cost: how many there are, in how many sentences, and F1 row by row.

    Each of `rows` has a label of the report, F1 as it is, and F1 with these errors put right, both in
    percent as the report prints them; rows in which gold has nothing are left out. `gain` is how much F1 of the
    row rises by which kinds are put in order. In `stopping` sentences they are left as they are: the scorer
    would stop there.
    """

    kind: str
    number: int
    sentences: int
    rows: tuple[tuple[str, str, str], ...]
    gain: float
    stopping: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the cost for JSON."""
        rows = {label: {"f1": f1, "without": without} for label, f1, without in self.rows}
        found = {"kind": self.kind, "number": self.number, "sentences": self.sentences}
        return {**found, "rows": rows, **({"stopping": self.stopping} if self.stopping else {})}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each row of the report: for ``pandas.DataFrame``."""
        return [
            {"kind": self.kind, "number": self.number, "row": label, "f1": f1, "without": without}
            for label, f1, without in self.rows
        ]


class _OfKind(Addable):
    """The errors of a kind, their sentences, those that cannot be put right, and the counts of those that can."""

    number: int = 0
    sentences: int = 0
    stopping: int = 0
    as_is: Counts = Counts()
    mended: Counts = Counts()


class Costs:
    """Adds up sentences, and says what each kind of error costs."""

    def __init__(self, original: Original) -> None:
        self._original = original
        self._kinds = dict.fromkeys(kinds_of(original), _OfKind())

    def add(self, explained: Explained) -> None:
        """Add a sentence."""
        errors = explained.errors()
        for kind, counts in explained.without:
            both = (Counts(), Counts()) if counts is None else (explained.counts, counts)
            one = _OfKind(errors.count(kind), 1, int(counts is None), *both)
            self._kinds[kind] += one

    def measured(self, counts: Counts) -> list[str]:
        """Return what is measured in the rows that are shown: of those, what gold has."""
        own = self._original.table.measured
        return [name for name in IN_COSTS if name in own and getattr(counts, name).gold]

    def decisive(self, counts: Counts) -> str:
        """Return what is measured in the row by which kinds are put in order."""
        shown = self.measured(counts)
        order = ("full_negations", "scopes") if "events" in shown else ("scopes",)
        return next((name for name in order if name in shown), "cues")

    def found(self, counts: Counts) -> list[ErrorCost]:
        """Return the costs of the kinds that there are, the costliest first; `counts` are of all sentences."""
        labels = self._original.table.labels
        shown, decisive = self.measured(counts), self.decisive(counts)
        before = Report(counts, self._original)
        found = []
        for kind, of_kind in self._kinds.items():
            if not of_kind.number:
                continue
            after = Report(replaced(counts, of_kind.as_is, of_kind.mended), self._original)
            f1 = {
                name: (before[labels[name]].printed.f1, after[labels[name]].printed.f1)
                for name in {*shown, decisive}
            }
            gain = float(f1[decisive][1]) - float(f1[decisive][0])
            rows = tuple([(labels[name], *f1[name]) for name in shown])
            numbers = of_kind.number, of_kind.sentences
            found.append(ErrorCost(kind, *numbers, rows, round(gain, 2), of_kind.stopping))
        return sorted(found, key=lambda cost: (-cost.gain, -cost.number))


def error_costs(
    sentences: Iterable[Explained], scorer: str = "eval.cd-sco"
) -> tuple[ErrorCost, ...]:
    """Return what each kind of error costs in explained sentences of one system, the costliest first.

    Exact: each kind of error is put right alone, and everything is scored again by the scorer's own
    rules (after TIDE, Bolya et al., ECCV 2020). Gains do not add up.

    >>> found = error_costs(explain_files("fixtures/scope-too-short/gold.txt",
    ...                                   "fixtures/scope-too-short/system.txt"))
    >>> [(cost.kind, cost.number, cost.rows[1]) for cost in found]
    [('scope too short', 1, ('Scopes(cue match)', '0.00', '100.00'))]
    """
    costs, counts = Costs(original_of(scorer)), Counts()
    for explained in sentences:
        costs.add(explained)
        counts += explained.counts
    return tuple(costs.found(counts))
