"""What the sentences of a system add up to: the report's rows, the costs of errors, tables, slips."""

from __future__ import annotations

from statistics import fmean

from ..checking.slips import Slips
from ..ground.counts import MEASURED, Counts
from ..ground.records import Record
from ..ground.wording import plural
from ..reporting.report import Report
from .costs import Costs
from .explained import FN, KINDS, TP
from .tallies import Tallies, seen_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from ..legacy.rows import Row
    from .costs import ErrorCost
    from .explained import Explained


class RowTotal(Record):
    """A row of the report: the true positives it prints, other counts, and percentages.

    `remark` explains what may puzzle a reader of the listing, or is empty; `is_first` is False in the B block,
    `has_gold` where gold has none of what is measured.
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
    """What all sentences of a system, or of one run of it, add up to.

    `files` are the system's; `of_files` says of how many pairs that is, where some cannot be scored, else it is "".
    """

    def __init__(self, original: Original) -> None:
        self.original = original
        self.files: list[str] = []
        self.of_files = ""
        self.counts = Counts()
        self.totals = {measured: dict.fromkeys(KINDS, 0) for measured in MEASURED}
        self.error_costs = Costs(original)
        self.tallies = Tallies()
        self.slips = Slips(original)

    def add(self, judged: Judged, explained: Explained) -> None:
        """Add a sentence, whether it is listed or not."""
        self.slips.add(judged)
        self.counts += explained.counts
        for why in explained.outcomes:
            self.totals[why.measured][why.kind] += why.amount
        self.error_costs.add(explained)
        for seen in seen_in(explained):
            self.tallies.add(seen)

    @property
    def costs(self) -> list[ErrorCost]:
        """What each kind of error costs, the costliest first."""
        return self.error_costs.found(self.counts)

    @property
    def kinds(self) -> dict[str, int]:
        """How many errors there are of each kind."""
        return self.error_costs.numbers

    def in_words(self) -> str:
        """Return how many sentences there are, how many with an error, and of which files."""
        number = plural(self.counts.sentences, "sentence")
        return "%s%s, %d with an error" % (self.of_files, number, self.counts.error_sentences)

    def of_slips(self) -> list[str]:
        """Return in words which slips a rule could mend, with what they cost, the costliest first."""
        costs = self.slips.costs(self.counts)
        return ["%s (%s)" % (cost.in_words(), cost.code) for cost in costs if cost.is_worth_naming]

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
        """Return the rows that people see: those of what gold has."""
        rows = self.rows()
        return [row for row in rows if row.has_gold] or rows

    def _remark(self, row: Row, uncounted: int) -> str:
        own = self.totals[row.measured][TP]
        shown = getattr(self.counts, row.printed_true_positives).true_positives
        if own != shown:
            return (
                "the report prints the true positives of another row here; the percentages are "
                "those of %d (quirk 16: true positives of another row)" % own
            )
        if uncounted:
            return (
                "%d that differ count nowhere (quirk 19: an event that differs in the last "
                "negation)" % uncounted
            )
        return ""

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
            "kinds": self.kinds,
            "totals": totals,
            "tables": self.tallies.to_dict(),
            "slips": [cost.to_dict() for cost in self.slips.costs(self.counts)],
        }


class OverRuns(Record):
    """A number over the runs of a system: its mean, the least and the greatest."""

    mean: float
    least: float
    greatest: float

    def shown(self, digits: int | None = None) -> str:
        """Return the mean, and of several runs the range in brackets; counts without `digits`."""
        values = [self.brief, "%d" % self.least, "%d" % self.greatest]
        if digits is not None:
            values = ["%.*f" % (digits, value) for value in self]
        return values[0] if self.least == self.greatest else "%s [%s, %s]" % tuple(values)

    @property
    def brief(self) -> str:
        """The mean alone, with a decimal if it is not whole."""
        return "%.*f" % (self.mean != int(self.mean), self.mean)


def over_runs(values: Iterable[float]) -> OverRuns:
    """Return numbers, one of each run, with their mean and range."""
    several = list(values)
    return OverRuns(fmean(several), min(several), max(several))


class SystemSummary:
    """A system by its name: the summaries of its runs, each with the name of the run."""

    def __init__(self, name: str, original: Original) -> None:
        self.name = name
        self.original = original
        self.runs: list[tuple[str, Summary]] = []

    @property
    def only(self) -> Summary:
        """The summary of a system with one run, of others that of the first."""
        return self.runs[0][1]

    @property
    def label(self) -> str:
        """Return its name, with the number of runs if they are several."""
        return "%s (%d runs)" % (self.name, len(self.runs)) if len(self.runs) > 1 else self.name

    def over_runs(self, value: Callable[[Summary], float]) -> OverRuns:
        """Return a number over the runs."""
        return over_runs(value(summary) for _, summary in self.runs)

    def f1(self, label: str) -> OverRuns:
        """Return F1 of a row, as printed, over the runs."""
        return self.over_runs(lambda one: float(Report(one.counts, one.original)[label].printed.f1))

    def costs(self) -> list[CostOverRuns]:
        """Return what each kind of error costs over the runs, the costliest first."""
        of_runs = [{cost.kind: cost for cost in summary.costs} for _, summary in self.runs]
        found = []
        for kind in self.only.kinds:
            there = [costs[kind] for costs in of_runs if kind in costs]
            if there:
                # A run without errors of the kind has F1 as it is.
                gains = over_runs(costs[kind].gain if kind in costs else 0.0 for costs in of_runs)
                numbers = over_runs(costs[kind].number if kind in costs else 0 for costs in of_runs)
                found.append(CostOverRuns(kind, numbers, gains))
        return sorted(found, key=lambda cost: (-cost.gain.mean, -cost.number.mean))

    def of_slips(self) -> list[str]:
        """Return in words which slips a rule could mend, each run's by its name if there are several."""
        return [
            "%s: %s" % (run, slip) if run else slip
            for run, summary in self.runs
            for slip in summary.of_slips()
        ]

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the system for JSON: each of several runs by itself."""
        return [
            {"name": self.name, **({"run": run} if run else {}), **summary.to_dict()}
            for run, summary in self.runs
        ]


class CostOverRuns(Record):
    """What the errors of a kind cost over the runs of a system: their number, and how much F1 rises."""

    kind: str
    number: OverRuns
    gain: OverRuns

    def shown(self) -> str:
        """Return both: "52.4 [48, 60]  +12.10"."""
        return "%s  %+.2f" % (self.number.shown(), self.gain.mean)


class CostTable(Record):
    """What each kind of error costs, as a table: heads, rows, and in words what its numbers are.

    `f1` are the rows of F1 as it is, where they stand apart: of several systems.
    """

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    words: str
    f1: tuple[tuple[str, ...], ...] = ()


def costs_of_one(summary: Summary) -> CostTable:
    """Return the table of one system: F1 as it is, and with all errors of each kind put right."""
    costs, labels = summary.costs, summary.original.table.labels
    measured = {label: name for name, label in labels.items()}
    shown = costs[0].rows if costs else ()
    heads = ("", "errors", *[SHORT_HEADS[measured[label]] for label, _, _ in shown], "gain")
    rows = [("as it is", "", *[f1 for _, f1, _ in shown], "")]
    for cost in costs:
        without = [after for _, _, after in cost.rows]
        rows.append((cost.kind, str(cost.number), *without, "%+.2f" % cost.gain))
    words = "F1 (%) with all errors of a kind put right. Gains do not add up." + _stopping(
        [summary]
    )
    return CostTable(heads, rows if costs else [], words)


def _stopping(summaries: Iterable[Summary]) -> str:
    """Return in words how many sentences are left as they are, since the scorer would stop at them mended."""
    number = sum(cost.stopping for summary in summaries for cost in summary.costs)
    left = " In %s they are left: put right, they would stop the scorer."
    return left % plural(number, "sentence") if number else ""


def costs_of_several(systems: Sequence[SystemSummary]) -> CostTable:
    """Return the table of several systems, a column for each: of runs the mean and the range."""
    first = systems[0].only
    labels = first.original.table.labels
    measured = first.error_costs.measured(first.counts)
    of_rows = {labels[name]: [system.f1(labels[name]) for system in systems] for name in measured}
    f1 = [(label, *[one.shown(2) for one in several]) for label, several in of_rows.items()]
    of_systems = [{cost.kind: cost for cost in system.costs()} for system in systems]
    most = {
        kind: max(found[kind].gain.mean for found in of_systems if kind in found)
        for kind in dict.fromkeys(kind for found in of_systems for kind in found)
    }
    rows = []
    for kind in sorted(most, key=lambda kind: -most[kind]):
        there = [found.get(kind) for found in of_systems]
        rows.append((kind, *["0" if one is None else one.shown() for one in there]))
    words = (
        "How many errors there are of each kind%s, and by how much F1 of %s rises with all of them put "
        "right. Gains do not add up."
        % (
            " (of runs the mean and the range)" * any(len(one.runs) > 1 for one in systems),
            labels[first.error_costs.decisive(first.counts)],
        )
    )
    words += _stopping(summary for system in systems for _, summary in system.runs)
    heads = ("", *[system.label for system in systems])
    if len(systems) == 2 and len({len(one.files) for s in systems for _, one in s.runs}) == 1:
        # Where the second is better than the first, and by which kinds.
        heads = (*heads, "diff")
        f1 = [(*row, "%+.2f" % (b.mean - a.mean)) for row, (a, b) in zip(f1, of_rows.values())]
        rows = [(*row, "%+.2f" % _gained(of_systems, row[0])) for row in rows]
        words += " diff: the second's less the first's."
    return CostTable(heads, rows, words, tuple(f1))


def _gained(costs: Sequence[dict[str, CostOverRuns]], kind: str) -> float:
    """Return by how much more F1 of the second of two systems rises with all errors of a kind put right."""
    first, second = (found[kind].gain.mean if kind in found else 0.0 for found in costs)
    return second - first


SHORT_HEADS = {
    "cues": "Cues",
    "scopes": "Scopes (cue match)",
    "scope_tokens": "Scope tokens",
    "events": "Negated",
    "full_negations": "Full negation",
}
"""The heads of columns for what is measured: labels that can be folded."""
