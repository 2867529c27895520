"""Systems compared with a baseline: what was found, as values.

What the numbers are and how they are computed: `differences`.
"""

from __future__ import annotations

from ..ground.records import Record
from ..reporting.results import POOLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..reading.released import Recognised

    Interval = tuple[float, float]

NO_P = "no p: "
"""How the words begin that say why there is no p."""

OF_PAIRS = "randomization-and-bootstrap"
OF_RUNS = "permutation-of-runs"
"""The two ways to compare, as they are called in the signature."""


class Compared(Record):
    """A score of a system: its value and interval; and against the baseline, the difference.

    All in percent, unrounded. With several runs, `value` is the mean over them, with its
    `standard_deviation` (n - 1), and `values` are those of each, `printed_values` as the report
    prints them; else `printed` is the value as the report prints it. `p` is that of the two-sided
    test of the difference, `p_holm` the same corrected for several systems. With runs, `p` is that of a permutation of
    the runs, and there are no intervals. None where there is no such value: for the baseline, and
    where a system has a single run and another several.
    """

    value: float
    interval: Interval | None = None
    difference: float | None = None
    difference_interval: Interval | None = None
    p: float | None = None
    p_holm: float | None = None
    printed: str | None = None
    standard_deviation: float | None = None
    values: tuple[float, ...] = ()
    printed_values: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that there are, for JSON; the value of several runs is its ``mean``."""
        found = {name: value for name, value in self._asdict().items() if value not in (None, ())}
        order: tuple[str, ...] = ("value", "printed")
        if self.values:
            found["mean"] = found.pop("value")
            order = ("mean", "standard_deviation", "values", "printed_values")
        first = {name: found.pop(name) for name in order if name in found}
        return {**first, **found}


class ComparedSystem(Record):
    """A system: its name, the names of its runs, and by row and score what was found.

    `differing` is the number of sentences whose counts differ from the baseline's, and
    `is_exact` says that all ways to exchange them were gone through; `smallest_p` is the smallest p
    that the test could have given. They are None where there is no such test, and for the baseline.
    `without` says in words which tests there are not, and why. `of_runs` is how many runs there would be, if some could not be scored.
    """

    name: str
    measures: dict[str, dict[str, Compared]]
    differing: int | None = None
    is_exact: bool = False
    runs: tuple[str, ...] = ()
    smallest_p: float | None = None
    without: tuple[str, ...] = ()
    of_runs: int = 0

    @property
    def cells(self) -> list[Compared]:
        """All scores of all rows."""
        return [one for scores in self.measures.values() for one in scores.values()]

    def to_dict(self) -> dict[str, Any]:
        """Return the system for JSON."""
        found: dict[str, Any] = {"name": self.name}
        if len(self.runs) > 1:
            found["runs"] = list(self.runs)
        if self.of_runs:
            found["of_runs"] = self.of_runs
        if self.differing is not None:
            found["differing"] = self.differing
            found["exact"] = self.is_exact
        if self.smallest_p is not None:
            found["smallest_p"] = self.smallest_p
        if self.without:
            found["without"] = list(self.without)
        found["measures"] = {
            label: {score: one.to_dict() for score, one in scores.items()}
            for label, scores in self.measures.items()
        }
        return found


class Comparison(Record):
    """Systems compared with a baseline, the first: an immutable value.

    Without trials, nothing was tested: the systems are there with their values alone. `files` is the
    number of gold files, and `means` what stands for several: their pool, which is tested, or one of
    `results.MEANS`.
    """

    systems: tuple[ComparedSystem, ...]
    units: int
    trials: int
    resamples: int
    seed: int
    signature: str
    gold_is: tuple[Recognised, ...] = ()
    files: int = 1
    means: str = POOLED

    @property
    def has_runs(self) -> bool:
        """True if a system has several runs."""
        return any(len(system.runs) > 1 for system in self.systems)

    @property
    def method(self) -> str:
        """The method, in words."""
        if self.has_runs:
            return "permutation of runs"
        return "paired %s randomization and bootstrap" % _named(self.exactness)

    @property
    def randomization(self) -> str:
        """How pairs were tested, in words, with the number of trials if some were drawn."""
        how = "%d trials" % self.trials
        if "approximate" not in self.exactness:
            how = "all exchanges of the sentences that differ"
        return "paired %s randomization, %s" % (_named(self.exactness), how)

    @property
    def values(self) -> str:
        """What the numbers are, in words: every output says so."""
        return self.values_shown(has_intervals=True)

    def values_shown(self, has_intervals: bool) -> str:
        """Return in words what the numbers are, with or without intervals among them."""
        found = []
        if self.means != POOLED:
            # No report prints a mean over files.
            pass
        elif not self.has_runs:
            found = ["a value is what the report prints"]
        elif any(len(system.runs) == 1 for system in self.systems):
            found = ["a single run is shown as the report prints it"]
        unrounded = ["means", "deviations"] if self.has_runs else []
        if self.trials:
            every = [one for system in self.systems for one in system.cells]
            unrounded.append("differences")
            is_there = any(one.interval or one.difference_interval for one in every)
            unrounded += ["intervals"] if has_intervals and is_there else []
            unrounded += ["p"] if any(one.p is not None for one in every) else []
        if unrounded:
            *first, last = unrounded
            words = ", ".join(first) + " and " + last if first else last
            found.append(words + " are of unrounded values")
        return "; ".join(found)

    @property
    def exactness(self) -> list[str]:
        """Return for each system but the baseline if its randomization is exact, or approximate."""
        return ["exact" if system.is_exact else "approximate" for system in self.systems[1:]]

    @property
    def differing(self) -> int:
        """The largest number of units in which a system differs from the baseline."""
        return max([system.differing or 0 for system in self.systems[1:]], default=0)

    def signed(self, scored: str) -> Comparison:
        """Return it with a signature: `scored`, and everything else that affects the numbers."""
        others = self.systems[1:]
        parts = [scored]
        if self.has_runs:
            parts.append("runs:" + ",".join([str(len(system.runs)) for system in self.systems]))
        if self.means != POOLED:
            parts.append("mean:%s-over-%d-files" % (self.means, self.files))
        if self.trials:
            if self.has_runs:
                parts.append("test:" + OF_RUNS)
            else:
                exactness = list(dict.fromkeys(self.exactness))
                shown = exactness if len(exactness) == 1 else self.exactness
                parts.append("test:paired-%s-%s" % (",".join(shown), OF_PAIRS))
            parts.append("units:%d" % self.units)
            if not self.has_runs:
                differing = ",".join([str(one.differing) for one in others])
                parts += ["differing:" + differing, "resamples:%d" % self.resamples]
            parts += ["trials:%d" % self.trials, "seed:%d" % self.seed]
        return self._replace(signature="|".join(part for part in parts if part))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dictionaries, numbers and strings: the JSON."""
        return {
            "units": self.units,
            "differing": self.differing,
            "method": self.method,
            "values": self.values,
            "trials": self.trials,
            "resamples": self.resamples,
            "seed": self.seed,
            "signature": self.signature,
            "gold_is": [gold.to_dict() for gold in self.gold_is],
            "systems": [system.to_dict() for system in self.systems],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each score of each system: ``pandas.DataFrame(found.to_rows())``.

        The keys are those of `ROW`; None where there is no such value.
        """
        return [
            dict(
                zip(
                    ROW,
                    (
                        *(system.name, label, score, max(1, len(system.runs))),
                        *(one.value, one.printed, one.standard_deviation),
                        *(one.interval or (None, None)),
                        one.difference,
                        *(one.difference_interval or (None, None)),
                        *(one.p, one.p_holm),
                        system.smallest_p,
                    ),
                )
            )
            for system in self.systems
            for label, scores in system.measures.items()
            for score, one in scores.items()
        ]


ROW = ("system", "measure", "score", "runs", "value", "printed", "standard_deviation", "low", "high", "difference", "difference_low", "difference_high", "p", "p_holm", "smallest_p")  # fmt: skip
"""The keys of a plain row: `value` is the mean over runs if there are several."""


def _named(exactness: list[str]) -> str:
    """Return how the systems were tested: a word if all were alike, else one for each."""
    different = list(dict.fromkeys(exactness))
    return " and ".join(different)


class TooFewUnits(ValueError):
    """Fewer than two units cannot be resampled."""
