"""What each kind of error costs: all errors of a kind are corrected, and the scorer's rules score again.

After TIDE (Bolya et al., ECCV 2020). Here that is exact: what a corrected sentence counts as is what
the original counts in a file so corrected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..ground.counts import Counts, replaced
from ..ground.records import Record
from ..legacy.scripts import Original, original_of
from ..reporting.report import Report
from .negations import kinds_of
from .outcomes import Explained

IN_COSTS = ("cues", "scopes", "scope_tokens", "events", "full_negations")
"""What is measured in the rows whose F1 is shown for each kind of error."""


class ErrorCost(Record):
    """What the errors of a kind cost: how many there are, in how many sentences, and F1 row by row.

    Each of `rows` has a label of the report, F1 as it is, and F1 with these errors corrected, both in
    percent as the report prints them; rows in which gold has nothing are left out. `gain` is how much
    F1 rises in the row by which kinds are sorted. In `aborting` sentences they are left as they are:
    corrected, the scorer would abort there.
    """

    kind: str
    number: int
    sentences: int
    rows: tuple[tuple[str, str, str], ...]
    gain: float
    aborting: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the cost for JSON."""
        rows = {label: {"f1": f1, "without": without} for label, f1, without in self.rows}
        result = {"kind": self.kind, "number": self.number, "sentences": self.sentences}
        return {**result, "rows": rows, **({"aborting": self.aborting} if self.aborting else {})}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each row of the report: for ``pandas.DataFrame``."""
        return [
            {"kind": self.kind, "number": self.number, "row": label, "f1": f1, "without": without}
            for label, f1, without in self.rows
        ]


class Summary:
    """What all sentences of a system add up to: counts, and what each kind of error costs."""

    def __init__(self, original: Original) -> None:
        self.original = original
        self.counts = Counts()
        # By kind: errors, their sentences, those that cannot be corrected; and the counts of the others,
        # as they are and corrected.
        self._numbers: Counter[tuple[str, str]] = Counter()
        self._counts = dict.fromkeys(kinds_of(original), (Counts(), Counts()))

    def add(self, explained: Explained) -> None:
        """Add a sentence."""
        self.counts += explained.counts
        errors = explained.errors()
        for kind, counts in explained.without:
            if kind not in self._counts:
                raise ValueError(
                    f"{self.original.identifier} does not show {kind!r}: give the scorer that explained"
                )
            self._numbers[kind, "number"] += errors.count(kind)
            self._numbers[kind, "sentences"] += 1
            self._numbers[kind, "aborting"] += counts is None
            if counts is not None:
                self._add(kind, explained.counts, counts)

    def add_all(self, summary: Summary) -> None:
        """Add the sentences of another file."""
        self.counts += summary.counts
        self._numbers += summary._numbers
        for kind, both in summary._counts.items():
            self._add(kind, *both)

    def _add(self, kind: str, as_is: Counts, corrected: Counts) -> None:
        before, after = self._counts[kind]
        self._counts[kind] = before + as_is, after + corrected

    def shown(self) -> list[str]:
        """Return what is measured in the rows that are shown: of those, what gold has."""
        labels = self.original.labels
        return [name for name in IN_COSTS if name in labels and getattr(self.counts, name).gold]

    def gain_row(self) -> str:
        """Return what is measured in the row by which kinds are sorted."""
        shown = self.shown()
        order = ("full_negations", "scopes") if "events" in shown else ("scopes",)
        return next((name for name in order if name in shown), "cues")

    def costs(self) -> list[ErrorCost]:
        """Return the costs of the kinds that occur, the costliest first."""
        labels, shown, gain_row = self.original.labels, self.shown(), self.gain_row()
        before = Report(self.counts, self.original)
        costs_found = []
        for kind, both in self._counts.items():
            names = ("number", "sentences", "aborting")
            number, sentences, aborting = [self._numbers[kind, name] for name in names]
            if not number:
                continue
            after = Report(replaced(self.counts, *both), self.original)
            f1 = {
                name: (before[labels[name]].printed.f1, after[labels[name]].printed.f1)
                for name in {*shown, gain_row}
            }
            gain = round(float(f1[gain_row][1]) - float(f1[gain_row][0]), 2)
            rows = tuple([(labels[name], *f1[name]) for name in shown])
            costs_found.append(ErrorCost(kind, number, sentences, rows, gain, aborting))
        return sorted(costs_found, key=lambda cost: (-cost.gain, -cost.number))

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return label, P, R and F1, as printed, of the first rows of the report: of what gold has."""
        report = Report(self.counts, self.original)
        in_gold = [row for row in self.original.rows if getattr(self.counts, row.measured).gold]
        labels = [row.label for row in in_gold or self.original.rows]
        return [(label, *report[label].printed[-3:]) for label in labels]

    def to_dict(self) -> dict[str, Any]:
        """Return the sums for JSON."""
        report = Report(self.counts, self.original)
        return {
            "sentences": self.counts.sentences,
            "sentences_with_error": self.counts.error_sentences,
            "totals": {label: report[label].to_dict() for label in report},
            "gain_row": self.original.labels[self.gain_row()],
            "costs": [cost.to_dict() for cost in self.costs()],
        }


def error_costs(
    sentences: Iterable[Explained], scorer: str = "eval.cd-sco"
) -> tuple[ErrorCost, ...]:
    """Return what each kind of error costs in explained sentences of one system, the costliest first.

    Each kind of error is corrected alone, and everything is scored again by the scorer's own rules.
    Gains do not add up.

    >>> found = error_costs(explain_files("fixtures/scope-too-short/gold.txt",
    ...                                   "fixtures/scope-too-short/system.txt"))
    >>> [(cost.kind, cost.number, cost.rows[1]) for cost in found]
    [('scope too short', 1, ('Scopes(cue match)', '0.00', '100.00'))]
    """
    summary = Summary(original_of(scorer))
    for sentence in sentences:
        summary.add(sentence)
    return tuple(summary.costs())
