"""What the sentences of a system add up to: the report's rows, and the costs of errors."""

from __future__ import annotations

from ..ground.counts import MEASURED, Counts
from ..ground.records import Record
from ..ground.wording import plural
from ..reporting.report import Report
from .costs import Costs
from .explained import FN, KINDS, TP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..legacy.originals import Original
    from ..legacy.rows import Row
    from .costs import ErrorCost
    from .explained import Explained


class RowTotal(Record):
    """A row of the report: the true positives it prints, other counts, and percentages.

    `remark` explains what may puzzle a reader of the listing, or is empty; `is_first` is False in
    the B block, `has_gold` where gold has none of what is measured.
    """

    label: str
    tp: int
    fp: int
    fn: int
    uncounted: int
    precision: str
    recall: str
    f1: str
    remark: str
    is_first: bool = True
    has_gold: bool = True


class Summary:
    """What all sentences of a system add up to; `files` are the system's."""

    def __init__(self, original: Original) -> None:
        self.original = original
        self.files: list[str] = []
        self.counts = Counts()
        self.totals = {measured: dict.fromkeys(KINDS, 0) for measured in MEASURED}
        self.error_costs = Costs(original)

    def add(self, explained: Explained) -> None:
        """Add a sentence, whether it is listed or not."""
        self.counts += explained.counts
        for why in explained.outcomes:
            self.totals[why.measured][why.kind] += why.amount
        self.error_costs.add(explained)

    @property
    def costs(self) -> list[ErrorCost]:
        """What each kind of error costs, the costliest first."""
        return self.error_costs.found(self.counts)

    def in_words(self) -> str:
        """Return how many sentences there are, and how many with an error."""
        number = plural(self.counts.sentences, "sentence")
        return "%s, %d with an error" % (number, self.counts.error_sentences)

    def rows(self) -> list[RowTotal]:
        """Return the rows of the report, as it prints them."""
        report = Report(self.counts, self.original)
        table = self.original.table
        found = []
        for row in table.rows + table.rows_b:
            printed, totals = report[row.label].printed, self.totals[row.measured]
            found.append(
                RowTotal(
                    row.label,
                    getattr(self.counts, row.printed_true_positives).true_positives,
                    *(totals["fp"], totals[FN], totals["uncounted"]),
                    *(printed.precision, printed.recall, printed.f1),
                    self._remark(row, totals["uncounted"]),
                    row in table.rows,
                    getattr(self.counts, row.measured).gold > 0,
                )
            )
        return found

    def shown_rows(self) -> list[RowTotal]:
        """Return the rows that people see: those of what gold has, without the B block."""
        rows = [row for row in self.rows() if row.is_first]
        return [row for row in rows if row.has_gold] or rows

    def _remark(self, row: Row, uncounted: int) -> str:
        own = self.totals[row.measured][TP]
        shown = getattr(self.counts, row.printed_true_positives).true_positives
        if own != shown:
            return (
                "the report prints another row's true positives here (%d); its percentages use %d "
                "(quirk 16)" % (shown, own)
            )
        if uncounted:
            return (
                "%d that differ count nowhere, since they are in the sentence's last negation "
                "(quirk 19)" % uncounted
            )
        return ""

    def cost_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return the table of what each kind of error costs: its heads, and a row for each kind."""
        costs, labels = self.costs, self.original.table.labels
        measured = {label: name for name, label in labels.items()}
        shown = costs[0].rows if costs else ()
        heads = ["", "errors", *[SHORT_HEADS[measured[label]] for label, _, _ in shown], "gain"]
        rows = [["as it is", "", *[f1 for _, f1, _ in shown], ""]]
        for cost in costs:
            without = [after for _, _, after in cost.rows]
            rows.append([cost.kind, str(cost.number), *without, "%+.2f" % cost.gain])
        return heads, rows if costs else []

    def cost_note(self) -> str:
        """Return what the numbers of the table of costs are."""
        words = "F1 with all errors of a kind corrected. Gains do not add up."
        number = sum(cost.stopping for cost in self.costs)
        left = " %s left out: corrected, the scorer would abort there."
        sentences = plural(number, "sentence is", "sentences are")
        return words + (left % sentences if number else "")

    def to_dict(self) -> dict[str, Any]:
        """Return the sums for JSON."""
        totals = {row.label: row._asdict() for row in self.rows()}
        for row in totals.values():
            del row["label"], row["is_first"], row["has_gold"]
        return {
            "files": self.files,
            "sentences": self.counts.sentences,
            "sentences_with_error": self.counts.error_sentences,
            "costs": [cost.to_dict() for cost in self.costs],
            "totals": totals,
        }


SHORT_HEADS = {
    "cues": "Cues",
    "scopes": "Scopes (cue match)",
    "scope_tokens": "Scope tokens",
    "events": "Negated",
    "full_negations": "Full negation",
}
"""The heads of columns for what is measured: labels that can be folded."""
