"""Is the difference between two systems real? Intervals and paired tests, as values.

Approximate randomisation (Yeh 2000; Riezler and Maxwell 2005) for the
difference, the bootstrap for intervals; p with one added (Phipson and Smyth
2010), Holm's correction with several systems.
"""

from __future__ import annotations

from itertools import chain

from ..ground.counts import Counts, total
from ..ground.measures import SCORES
from ..ground.records import Record
from ..ground.wording import plural
from .resampling import RESAMPLES, SEED, TRIALS, Swapped, resampled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..corpora.released import Recognised
    from ..legacy.originals import Original
    from ..legacy.rows import Row
    from ..reporting.nis import Rules

    Statistic = Callable[[Counts], tuple[float, float, float]]
    Interval = tuple[float, float]
    Progress = Callable[[int, int], None]

TIE = 1e-9
"""A difference, in percent, that is less than the observed one by no more than this is as great.

The scores of instances are packed to 40 binary places, so that equal shares
may differ by some 2e-10; those of whole numbers that differ do so by far more.
"""


class Compared(Record):
    """A measure of a system: its value and interval; and against the baseline, the difference.

    All in percent, unrounded. `p` is that of the two-sided test of the
    difference, `p_holm` the same corrected for several systems; None for the
    baseline, as are the differences.
    """

    value: float
    interval: Interval
    difference: float | None = None
    difference_interval: Interval | None = None
    p: float | None = None
    p_holm: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the value for JSON, without the fields that the baseline does not have."""
        found = self._asdict()
        return {name: value for name, value in found.items() if value is not None}


class ComparedSystem(Record):
    """A system: its name, and by row and score what was found; `differing` units from the baseline's.

    `is_exact` says that the test went through all ways to swap units.
    """

    name: str
    measures: dict[str, dict[str, Compared]]
    differing: int
    is_exact: bool


class Comparison(Record):
    """Systems compared with a baseline, the first: an immutable value."""

    systems: tuple[ComparedSystem, ...]
    units: int
    unit: str
    trials: int
    resamples: int
    seed: int
    signature: str
    gold_is: tuple[Recognised, ...] = ()

    @property
    def method(self) -> str:
        """The method, in words."""
        exact = all(system.is_exact for system in self.systems[1:])
        test = "exact randomisation" if exact else "approximate randomisation"
        return "paired %s and bootstrap" % test

    @property
    def differing(self) -> int:
        """The largest number of units in which a system differs from the baseline."""
        return max([system.differing for system in self.systems[1:]], default=0)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dictionaries, numbers and strings: the JSON."""
        return {
            "units": self.units,
            "differing": self.differing,
            "method": self.method,
            "trials": self.trials,
            "resamples": self.resamples,
            "unit": self.unit,
            "seed": self.seed,
            "signature": self.signature,
            "gold_is": [gold.to_dict() for gold in self.gold_is],
            "systems": [
                {
                    "name": system.name,
                    "differing": system.differing,
                    "exact": system.is_exact,
                    "measures": {
                        label: {score: one.to_dict() for score, one in scores.items()}
                        for label, scores in system.measures.items()
                    },
                }
                for system in self.systems
            ],
        }


class TooFewUnits(ValueError):
    """Fewer than two units cannot be resampled."""


def statistics_of(original: Original, nis: Rules | None) -> dict[str, Statistic]:
    """Return for each row of a report, by its label, precision, recall and F1 of counts, unrounded."""
    found: dict[str, Statistic] = {}
    for row in original.table.rows + original.table.rows_b:
        found[row.label] = _statistic(row)
    if nis is not None:
        from ..reporting.nis import rows as nis_rows

        rules = nis
        for place, nis_row in enumerate(nis_rows(Counts().instances, rules)):

            def of_instances(counts: Counts, place: int = place) -> tuple[float, float, float]:
                row = nis_rows(counts.instances, rules)[place]
                return row.precision, row.recall, row.f1

            found[nis_row.label] = of_instances
    return found


def _statistic(row: Row) -> Statistic:
    def scores(counts: Counts) -> tuple[float, float, float]:
        precision, recall, _ = found = row.scores(row.tally(counts))
        return precision, recall, found.f1

    return scores


def compare_units(
    systems: Sequence[tuple[str, Sequence[Counts]]],
    statistics: dict[str, Statistic],
    *,
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    unit: str = "sentence",
    signature: str = "",
    progress: Progress | None = None,
) -> Comparison:
    """Return systems compared with the first, the baseline.

    Each is a name and the counts of its units, the same units for all. Raises
    TooFewUnits for fewer than two, ValueError if systems have other numbers of
    them. `signature` says what scored.
    """
    numbers = {len(units) for _, units in systems}
    if len(numbers) != 1:
        raise ValueError("systems with different numbers of units: %s" % sorted(numbers))
    (number,) = numbers
    if number < 2:
        raise TooFewUnits(
            "found %s; expected two or more: one alone cannot be resampled" % plural(number, unit)
        )
    step = _Steps(progress, resamples + trials * (len(systems) - 1))
    values = [_values(total(units), statistics) for _, units in systems]
    drawn = _intervals([units for _, units in systems], values, statistics, resamples, seed, step)
    tested = [
        _tested(systems[0][1], units, statistics, trials, seed, step) for _, units in systems[1:]
    ]
    holm = _holm([ps for ps, _ in tested])
    found = []
    for place, (name, _) in enumerate(systems):
        by_label: dict[str, dict[str, Compared]] = {label: {} for label in statistics}
        for cell, value in values[place].items():
            interval, of_difference = drawn[place][cell]
            one = Compared(value, interval)
            if place:
                difference = value - values[0][cell]
                p, corrected = tested[place - 1][0][cell], holm[place - 1][cell]
                one = Compared(value, interval, difference, of_difference, p, corrected)
            by_label[cell[0]][cell[1]] = one
        swapped = tested[place - 1][1] if place else None
        differing, is_exact = (swapped.differing, swapped.is_exact) if swapped else (0, False)
        found.append(ComparedSystem(name, by_label, differing, is_exact))
    compared = Comparison(tuple(found), number, unit, trials, resamples, seed, signature)
    return compared._replace(signature=_signature(compared))


def _signature(found: Comparison) -> str:
    """Return everything that affects the numbers: the scorer, the test and its parameters."""
    parts = [
        found.signature,
        "test:%s" % found.method.replace(" ", "-"),
        "units:%d" % found.units,
        "differing:%s" % ",".join(str(system.differing) for system in found.systems[1:]),
        "unit:%s" % found.unit,
        "trials:%d" % found.trials,
        "resamples:%d" % found.resamples,
        "seed:%d" % found.seed,
    ]
    return "|".join(part for part in parts if part)


Cell = tuple[str, str]


def _values(counts: Counts, statistics: dict[str, Statistic]) -> dict[Cell, float]:
    """Return every score of every row of some counts."""
    return {
        (label, score): value
        for label, statistic in statistics.items()
        for score, value in zip(SCORES, statistic(counts))
    }


def _intervals(
    systems: Sequence[Sequence[Counts]],
    values: Sequence[dict[Cell, float]],
    statistics: dict[str, Statistic],
    resamples: int,
    seed: int,
    step: _Steps,
) -> list[dict[Cell, tuple[Interval, Interval]]]:
    """Return for each system and score the interval of its value and of its difference."""
    drawn: list[dict[Cell, list[float]]] = [{cell: [] for cell in one} for one in values]
    apart: list[dict[Cell, list[float]]] = [{cell: [] for cell in one} for one in values]
    for sums in resampled(systems, resamples, seed):
        found = [_values(counts, statistics) for counts in sums]
        for place, one in enumerate(found):
            for cell, value in one.items():
                drawn[place][cell].append(value)
                apart[place][cell].append(value - found[0][cell])
        step()
    return [
        {cell: (_percentiles(drawn[place][cell]), _percentiles(apart[place][cell])) for cell in one}
        for place, one in enumerate(values)
    ]


def _percentiles(drawn: list[float]) -> Interval:
    """Return the two values between which 95% of the resampled ones lie."""
    drawn.sort()
    cut = int(0.025 * len(drawn))
    return drawn[cut], drawn[len(drawn) - 1 - cut]


def _tested(
    baseline: Sequence[Counts],
    units: Sequence[Counts],
    statistics: dict[str, Statistic],
    trials: int,
    seed: int,
    step: _Steps,
) -> tuple[dict[Cell, float], Swapped]:
    """Return p of the difference in each score, and the swapped sums."""
    swapped = Swapped(baseline, units, trials, seed)
    observed: dict[Cell, float] | None = None
    as_great: dict[Cell, int] = {}
    for sums in chain([swapped.observed()], swapped):
        one, other = (_values(counts, statistics) for counts in sums)
        if observed is None:
            # The difference is taken of sums that were packed as those of the trials.
            observed = {cell: abs(other[cell] - one[cell]) - TIE for cell in one}
            as_great = dict.fromkeys(one, 0)
            continue
        for cell, least in observed.items():
            if abs(other[cell] - one[cell]) >= least:
                as_great[cell] += 1
        step()
    number = len(swapped)
    if swapped.is_exact:
        return {cell: found / number for cell, found in as_great.items()}, swapped
    return {cell: (found + 1) / (number + 1) for cell, found in as_great.items()}, swapped


def _holm(several: Sequence[dict[Cell, float]]) -> list[dict[Cell, float]]:
    """Return each p corrected for several systems, score by score (Holm)."""
    corrected: list[dict[Cell, float]] = [{} for _ in several]
    for cell in several[0] if several else ():
        order = sorted(range(len(several)), key=lambda place: several[place][cell])
        least = 0.0
        for rank, place in enumerate(order):
            least = max(least, min((len(several) - rank) * several[place][cell], 1.0))
            corrected[place][cell] = least
    return corrected


class _Steps:
    """Reports to `progress` now and then how many of all steps are done."""

    def __init__(self, progress: Progress | None, number: int) -> None:
        self._progress = progress
        self._number = number
        self._done = 0

    def __call__(self) -> None:
        self._done += 1
        if self._progress is not None and self._done % 256 == 0:
            self._progress(self._done, self._number)
