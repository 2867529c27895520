"""Is the difference between two systems chance? Intervals and tests.

Of one run each: approximate randomization (Yeh 2000; Riezler and Maxwell 2005)
for the difference, the bootstrap for intervals; p with one added (Phipson and
Smyth 2010). Of several runs: permutation of the runs on these sentences. Holm's
correction with several systems.
"""

from __future__ import annotations

from itertools import chain, combinations
from math import comb, fsum, sqrt

from ..ground.counts import total
from ..ground.records import Record
from ..ground.wording import plural
from ..reporting.results import POOLED
from .comparison import NO_P, Compared, ComparedSystem, Comparison, TooFewUnits
from .measured import Measured
from .resampling import RESAMPLES, SEED, TRIALS, Swapped, resampled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from ..ground.counts import Counts
    from ..reading.released import Recognised
    from .comparison import Interval
    from .measured import Statistic
    from .resampling import Columns, Unit

    Progress = Callable[[int, int], None]
    Runs = tuple[float, ...]
    """The values of a score in each run."""

TIE = 1e-9
"""A difference, in percent, that is less than the observed one by no more than this is as great.

The scores of instances are added to 40 binary places, so that equal shares
may differ by some 2e-10; those of whole numbers that differ do so by far more.
"""
ALPHA = 0.05
"""What is outside of an interval."""


class SystemFile(Record):
    """A system's file that was read: the counts of its sentences, its format.

    `gold_is` is what its gold file was recognised as.
    """

    units: Sequence[Counts]
    read_as: tuple[str, ...] = ()
    gold_is: Recognised | None = None


class Run(Record):
    """A run of a system: its files, one for each gold file."""

    name: str
    files: tuple[SystemFile, ...]

    @property
    def units(self) -> list[Counts]:
        """The counts of the units of all files together."""
        return [*chain.from_iterable(file.units for file in self.files)]


class SystemRuns(Record):
    """A system with its runs, one or several: each read, on the same gold files.

    `of_runs` is how many runs there would be, if some could not be scored, else 0.
    """

    name: str
    runs: tuple[Run, ...]
    of_runs: int = 0


def compare_units(
    systems: Sequence[SystemRuns],
    statistics: Sequence[Statistic],
    *,
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    scored: str = "",
    progress: Progress | None = None,
) -> Comparison:
    """Return systems compared with the first, the baseline.

    All have the same units. Raises TooFewUnits for fewer than two. `scored` says what scored.
    """
    number = len(systems[0].runs[0].units)
    if number < 2:
        raise TooFewUnits(
            "found %s; expected two or more: one alone cannot be resampled"
            % plural(number, "sentence")
        )
    plain = described(systems, statistics, scored)
    work = _Work(systems, statistics, trials, resamples, seed, progress)
    if not plain.has_runs:
        work.draw()
    of_runs = [_of_runs(system) for system in plain.systems]
    found = []
    for place, system in enumerate(plain.systems):
        columns: dict[str, Sequence[Any]] = {}
        if not plain.has_runs:
            columns["interval"] = list(map(_percentiles, work.drawn[place]))
        if place:
            own, facts = _against(work, place, of_runs[0], of_runs[place], plain.has_runs)
            columns.update(own)
            system = system._replace(**facts)
        found.append((system, columns))
    corrected = _holm([columns["p"] for _, columns in found[1:]])
    for (_, columns), ps in zip(found[1:], corrected):
        columns["p_holm"] = ps
    compared = plain._replace(
        systems=tuple([_with(system, columns) for system, columns in found]),
        trials=trials,
        resamples=resamples,
        seed=seed,
    )
    return compared.signed(scored)


def _with(system: ComparedSystem, columns: Mapping[str, Sequence[object]]) -> ComparedSystem:
    """Return a system whose scores have, in some fields, the values of columns: one for each cell."""
    if not columns:
        return system
    cells = zip(*columns.values())
    measures = {
        label: {
            score: one._replace(**dict(zip(columns, next(cells)))) for score, one in scores.items()
        }
        for label, scores in system.measures.items()
    }
    return system._replace(measures=measures)


def described(
    systems: Sequence[SystemRuns],
    statistics: Sequence[Statistic],
    scored: str,
    means: str = POOLED,
) -> Comparison:
    """Return the values of systems, their means and deviations over runs, without any test.

    `means` says what stands for several files, as in `Comparison`.
    """
    found = []
    for system in systems:
        of_files = [
            [run.units] if means == POOLED else [file.units for file in run.files]
            for run in system.runs
        ]
        files = [list(map(total, one)) for one in of_files]
        measures: dict[str, dict[str, Compared]] = {}
        for statistic in statistics:
            of_runs, printed = zip(*[statistic.over_files(one, means) for one in files])
            for place, score in enumerate(statistic.scores):
                values = tuple([of_run[place] for of_run in of_runs])
                one = Compared(values[0], printed=printed[0][place])
                if len(values) > 1:
                    one = Compared(
                        fsum(values) / len(values),
                        standard_deviation=sqrt(_variance(values)),
                        values=values,
                        printed_values=tuple([of_run[place] for of_run in printed]),
                    )
                measures.setdefault(statistic.label, {})[score] = one
        found.append(
            ComparedSystem(
                system.name,
                measures,
                runs=tuple([run.name for run in system.runs]),
                of_runs=system.of_runs,
            )
        )
    first = systems[0].runs[0]
    number, several = len(first.units), len(first.files)
    plain = Comparison(tuple(found), number, 0, 0, 0, "", files=several, means=means)
    return plain.signed(scored)


def _of_runs(system: ComparedSystem) -> list[Runs]:
    """Return for each cell the values of each run."""
    return [one.values or (one.value,) for one in system.cells]


class _Work:
    """Systems as numbers that add up, and the columns that were drawn of them.

    `drawn` has for each system, and in it for each cell, a value for each resample.
    """

    def __init__(
        self,
        systems: Sequence[SystemRuns],
        statistics: Sequence[Statistic],
        trials: int,
        resamples: int,
        seed: int,
        progress: Progress | None,
    ) -> None:
        self.systems = systems
        self.trials, self.resamples, self.seed = trials, resamples, seed
        several = [[run.units for run in one.runs] for one in systems]
        self.measured = Measured(statistics, [*chain.from_iterable(several)])
        self.numbers = [list(map(self.measured.units, units)) for units in several]
        self.units = len(self.numbers[0][0])
        self.drawn: list[list[list[float]]] = [
            [[] for statistic in statistics for _ in statistic.scores] for _ in systems
        ]
        self._progress = progress
        self._steps = resamples + trials * (len(systems) - 1)
        self._done = 0

    def draw(self) -> None:
        """Draw sentences with replacement, the same for all systems."""
        units = _joined([runs[0] for runs in self.numbers])
        for columns in resampled(units, self.resamples, self.seed):
            for place, drawn in enumerate(self.drawn):
                for column, values in zip(drawn, self.measured.scores(columns, place)):
                    column += values
            self.step(len(columns[0]))

    def step(self, number: int) -> None:
        """Report that some resamples or trials are done."""
        self._done += number
        if self._progress is not None:
            self._progress(self._done, self._steps)


def _joined(runs: Sequence[Sequence[Unit]]) -> list[Unit]:
    """Return for each unit the numbers of all runs as one list."""
    if len(runs) == 1:
        return list(runs[0])
    return [[number for run in unit for number in run] for unit in zip(*runs)]


def _against(
    work: _Work,
    place: int,
    of_baseline: Sequence[Runs],
    of_system: Sequence[Runs],
    has_runs: bool,
) -> tuple[dict[str, Sequence[Any]], dict[str, Any]]:
    """Return the columns of a system's differences from the baseline, and the facts of the tests."""
    columns: dict[str, Sequence[Any]] = {
        "difference": [
            fsum(own) / len(own) - fsum(base) / len(base)
            for base, own in zip(of_baseline, of_system)
        ]
    }
    facts: dict[str, Any] = {}
    if not has_runs:
        drawn = zip(work.drawn[0], work.drawn[place])
        columns["difference_interval"] = [
            _percentiles([value - base for base, value in zip(*pair)]) for pair in drawn
        ]
        columns["p"], swapped = _exchanged(work, place)
        facts["differing"], facts["is_exact"] = swapped.differing, swapped.is_exact
        facts["smallest_p"] = (
            min(1.0, 2 / len(swapped)) if swapped.is_exact else 1 / (1 + len(swapped))
        )
        return columns, facts
    numbers = len(of_baseline[0]), len(of_system[0])
    if 1 in numbers:
        columns["p"] = [None] * len(of_system)
        why = "a test over runs needs two or more of both systems; %s has %d, %s has %d"
        names = work.systems[0].name, work.systems[place].name
        facts["without"] = (NO_P + why % (names[0], numbers[0], names[1], numbers[1]),)
    else:
        columns["p"], facts["smallest_p"] = _permuted(
            of_baseline, of_system, work.trials, work.seed
        )
    return columns, facts


def _variance(values: Sequence[float]) -> float:
    """Return the variance of a sample (n - 1); 0 of one value."""
    if len(values) < 2:
        return 0.0
    mean = fsum(values) / len(values)
    return fsum([(value - mean) ** 2 for value in values]) / (len(values) - 1)


def _percentiles(drawn: Sequence[float]) -> Interval:
    """Return the two values between which 95% of the resampled ones lie."""
    found = sorted(drawn)
    cut = int(ALPHA / 2 * len(found))
    return found[cut], found[len(found) - 1 - cut]


def _exchanged(work: _Work, place: int) -> tuple[list[float], Swapped]:
    """Return p of the difference in each score if sentences are exchanged, and their sums."""
    ((one,), (other,)) = work.numbers[0], work.numbers[place]
    swapped = Swapped(one, other, work.trials, work.seed)

    def apart(both: tuple[Columns, Columns]) -> Iterator[list[float]]:
        pairs = zip(*map(work.measured.scores, both))
        return ([abs(other - one) for one, other in zip(*pair)] for pair in pairs)

    # The difference is taken of sums that were added as those of the trials.
    observed = [column[0] - TIE for column in apart(swapped.observed())]
    as_great = [0] * len(observed)
    for both in swapped.blocks():
        for cell, (least, column) in enumerate(zip(observed, apart(both))):
            as_great[cell] += sum([one >= least for one in column])
        work.step(len(both[0][0]))
    return [_share(found, len(swapped), swapped.is_exact) for found in as_great], swapped


def _share(as_great: int, number: int, is_exact: bool) -> float:
    """Return p: the share of differences that are as great, with one added if they were drawn."""
    return as_great / number if is_exact else (as_great + 1) / (number + 1)


def _permuted(
    of_baseline: Sequence[Runs], of_system: Sequence[Runs], trials: int, seed: int
) -> tuple[list[float], float]:
    """Return p of the difference in each score if the runs change systems, and the smallest there can be.

    All ways to choose which runs are the system's are gone through if they are no more than the
    trials; else `trials` of them are drawn.
    """
    numbers = len(of_baseline[0]), len(of_system[0])
    every = range(sum(numbers))
    ways = comb(len(every), numbers[1])
    is_exact = ways <= trials
    if is_exact:
        chosen: Iterable[Sequence[int]] = combinations(every, numbers[1])
    else:
        from random import Random

        draw = Random(seed).sample
        chosen = [draw(every, numbers[1]) for _ in range(trials)]
    choices = list(chosen)
    found = []
    for base, own in zip(of_baseline, of_system):
        values = base + own
        # The difference of the means grows with the sum of the system's runs.
        middle = fsum(values) * numbers[1] / len(every)
        least = abs(fsum(own) - middle) - TIE
        sums = [abs(fsum([values[run] for run in runs]) - middle) for runs in choices]
        as_great = sum([one >= least for one in sums])
        found.append(_share(as_great, len(choices), is_exact))
    # Where both have as many runs, each way has its mirror image.
    fewest = (2 if numbers[0] == numbers[1] else 1) / ways
    return found, fewest if is_exact else 1 / (trials + 1)


def _holm(several: Sequence[Sequence[float | None]]) -> list[list[float | None]]:
    """Return each p corrected for several systems, cell by cell (Holm); None is left out."""
    return [list(one) for one in zip(*map(_holm_of_one, zip(*several)))]


def _holm_of_one(several: Sequence[float | None]) -> list[float | None]:
    """Return the ps of one score in several systems, corrected."""
    order = sorted((p, place) for place, p in enumerate(several) if p is not None)
    found: list[float | None] = [None] * len(several)
    least = 0.0
    for rank, (p, place) in enumerate(order):
        least = max(least, min((len(order) - rank) * p, 1.0))
        found[place] = least
    return found
