"""What was compared, as values: the rows, the systems with their runs, and how they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import mean, stdev
from typing import Any, NamedTuple

from ..ground.counts import Counts, total
from ..ground.percentages import printed
from ..ground.records import Record
from ..reporting.results import METRICS
from .randomize import Scores, percentages_of


class Statistic(NamedTuple):
    """A row of the report: its label and short name, its numbers that add up, its printed scores."""

    label: str
    name: str
    numbers: Callable[[Counts], tuple[int, ...]]
    printed: Callable[[Counts], Sequence[str]]


class Run(NamedTuple):
    """A run of a system: the counts of each sentence, of all gold files in their order; their sum."""

    counts: tuple[Counts, ...]
    total: Counts

    @classmethod
    def of(cls, counts: Iterable[Counts]) -> Run:
        """Return the run of some counts."""
        kept = tuple(counts)
        return cls(kept, total(kept))


class System(NamedTuple):
    """A system: its name and its runs; `missing` is how many more there are that cannot be scored."""

    name: str
    runs: tuple[Run, ...]
    missing: int = 0


class Difference(NamedTuple):
    """How a system differs from the first: p and interval of each score, None if not tested.

    `p_holm` is p corrected for several systems; `how` says in words what was tested; with runs,
    `least` is the smallest p that is possible.
    """

    p: Scores | None = None
    p_holm: Scores | None = None
    intervals: list[tuple[float, float]] | None = None
    how: str = ""
    least: float = 0.0


class Values(Record):
    """Systems compared with the first of them, as numbers.

    `rows` are the labels of the rows that are compared; `differences` are those of the other systems,
    none if nothing was tested; `signature` says how the numbers were made.
    """

    systems: tuple[System, ...]
    statistics: tuple[Statistic, ...]
    differences: tuple[Difference, ...]
    files: int
    signature: str
    seed: int

    @property
    def rows(self) -> list[str]:
        """The labels of the rows."""
        return [statistic.label for statistic in self.statistics]

    def scores(self, system: System) -> list[Scores]:
        """Return the scores of each run of a system: P, R and F1 of each row, unrounded, in percent."""
        return [
            percentages_of([n for statistic in self.statistics for n in statistic.numbers(counts)])
            for counts in (run.total for run in system.runs)
        ]

    def value(self, system: System, place: int) -> float:
        """Return a score of a system, or its mean over runs; `place` counts P, R and F1 of each row."""
        return mean(scores[place] for scores in self.scores(system))

    def printed(self, system: System, place: int) -> str:
        """Return a score as the report prints it, or the mean over runs."""
        if len(system.runs) > 1:
            return printed(self.value(system, place))
        return self.statistics[place // 3].printed(system.runs[0].total)[place % 3]

    def deviation(self, system: System, place: int) -> str:
        """Return the standard deviation (n - 1) of a score over runs, "" for one run."""
        values = [scores[place] for scores in self.scores(system)]
        return printed(stdev(values)) if len(values) > 1 else ""

    def to_dict(self) -> dict[str, Any]:
        """Return everything for JSON; ``rows`` are those of `to_rows`."""
        systems = [
            {"name": system.name, "runs": len(system.runs), "test": difference.how}
            for system, difference in self.tested()
        ]
        about = {"signature": self.signature, "seed": self.seed}
        sentences = len(self.systems[0].runs[0].counts)
        return {**about, "sentences": sentences, "systems": systems, "rows": self.to_rows()}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each score of each system: ``pandas.DataFrame(found.to_rows())``.

        `value` is the mean over runs if there are several; None stands where there is no such value.
        """
        rows = []
        first = self.systems[0]
        for number, (system, difference) in enumerate(self.tested()):
            for place in range(3 * len(self.statistics)):
                value = self.value(system, place)
                low, high = difference.intervals[place] if difference.intervals else (None, None)
                rows.append(
                    {
                        "system": system.name,
                        "measure": self.statistics[place // 3].label,
                        "score": METRICS[place % 3],
                        "runs": len(system.runs),
                        "value": value,
                        "printed": self.printed(system, place),
                        "standard_deviation": self.deviation(system, place) or None,
                        "difference": value - self.value(first, place) if number else None,
                        "difference_low": low,
                        "difference_high": high,
                        "p": difference.p[place] if difference.p else None,
                        "p_holm": difference.p_holm[place] if difference.p_holm else None,
                    }
                )
        return rows

    def tested(self) -> list[tuple[System, Difference]]:
        """Return each system with how it differs from the first: nothing for that, or without tests."""
        missing = len(self.systems) - len(self.differences)
        differences = [*[Difference()] * missing, *self.differences]
        return list(zip(self.systems, differences))
