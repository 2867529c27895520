"""What is compared: the rows of a report, as numbers that add up and the scores made of their sums."""

from __future__ import annotations

from ..ground.counts import Counts
from ..ground.measures import (
    SCORES,
    Shares,
    correct_percentage,
    error_percentage,
    f1,
    percentage,
    printed,
    scores_of,
)
from ..ground.records import Record
from ..reporting.results import PRINTED, mean_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..legacy.originals import Original
    from ..legacy.rows import Row
    from ..reporting.nis import Rules
    from .resampling import Columns, Unit

PERCENT = "percent"
"""The only score of a row that is one percentage, as that of correct sentences."""

CORRECT = "% correct sentences"
CORRECT_NEGATION = "% correct negation sentences"
"""The labels of the percentages below the rows of a report."""

USUAL = ("cues", "scopes", "scope_tokens", "events", "full_negations")
"""What the columns of most papers measure, as the first block of the report does."""

SCALE_BITS = 40
MOST_BITS = 62
"""Fractions are added as multiples of 2 ** -40, or coarser ones if their sums would not fit into 62 bits."""


class Statistic(Record):
    """A row of a report: the names of its scores, and how they are computed; `short` heads a column.

    `numbers` returns what adds up over sentences: what precision and recall divide, and by what,
    or for one percentage what it divides, and by what. With `has_fractions`, these are fractions.
    `printed` returns the scores as the report prints them, `gold` how much gold has of what is counted. A row that `is_usual` stands in a paper's
    table unless others are asked for.
    """

    label: str
    short: str
    scores: tuple[str, ...]
    numbers: Callable[[Counts], Iterable[float]]
    printed: Callable[[Counts], Iterable[str]]
    gold: Callable[[Counts], float]
    has_fractions: bool = False
    is_usual: bool = False

    def values(self, counts: Counts) -> tuple[float, ...]:
        """Return the scores of some counts, in percent, unrounded."""
        numbers = self.numbers(counts)
        if len(self.scores) == 1:
            part, whole = numbers
            return (percentage(part, int(whole)),)
        found = scores_of(*numbers)  # type: ignore[arg-type]
        return found.precision, found.recall, found.f1

    def over_files(
        self, files: Sequence[Counts], means: str
    ) -> tuple[tuple[float, ...], tuple[str, ...]]:
        """Return the scores of files, unrounded and in print: of one, or their means (`results.MEANS`)."""
        if len(files) == 1:
            return self.values(files[0]), tuple(self.printed(files[0]))
        of_files = [
            tuple(map(float, self.printed(one))) if means == PRINTED else self.values(one)
            for one in files
        ]
        found = tuple([mean_of(column) for column in zip(*of_files)])
        return found, tuple(map(printed, found))


def statistics_of(original: Original, nis: Rules | None) -> list[Statistic]:
    """Return the rows of a report, the percentages of correct sentences, and with `nis` its rows."""
    found = [_of_row(row) for row in original.table.rows + original.table.rows_b]
    found += [
        _of_sentences(CORRECT, "% sent.", "error_sentences", "sentences"),
        _of_sentences(
            CORRECT_NEGATION, "% neg. sent.", "error_negation_sentences", "negation_sentences"
        ),
    ]
    if nis is not None:
        from ..reporting.nis import shares

        labels = list(shares(Counts().instances, nis))
        # The first scope scoring is the measure that papers have.
        usual = labels[1] if nis.scorings else ""
        found += [_of_instances(label, nis, label == usual) for label in labels]
    return found


def _of_row(row: Row) -> Statistic:
    return Statistic(
        row.label,
        row.short,
        SCORES,
        lambda counts: row.shares(row.tally(counts)),
        lambda counts: row.scores(row.tally(counts)).printed,
        lambda counts: row.tally(counts).gold,
        is_usual=row.measured in USUAL and not row.divided_by_system,
    )


def _of_sentences(label: str, short: str, errors: str, sentences: str) -> Statistic:
    """Return the percentage of sentences that are correct (2.2, lines 2382-2385)."""

    def numbers(counts: Counts) -> tuple[int, int]:
        of = getattr(counts, sentences)
        return of - getattr(counts, errors), of

    def printed(counts: Counts) -> list[str]:
        right, of = numbers(counts)
        # Of no sentence, none is correct.
        return [correct_percentage(error_percentage(of - right, of)) if of else "0.00"]

    return Statistic(label, short, (PERCENT,), numbers, printed, lambda c: getattr(c, sentences))


def _of_instances(label: str, rules: Rules, is_usual: bool) -> Statistic:
    from ..reporting.nis import shares

    def numbers(counts: Counts) -> Shares:
        return shares(counts.instances, rules)[label]

    return Statistic(
        label,
        label,
        SCORES,
        numbers,
        lambda counts: scores_of(*numbers(counts)).rounded,
        lambda counts: numbers(counts).gold,
        has_fractions=True,
        is_usual=is_usual,
    )


class Measured:
    """Statistics of units as numbers that add up, and the scores of their sums, column by column.

    `runs` are the counts of the units of every run. Numbers that are the same in all units are added once.
    """

    def __init__(self, statistics: Sequence[Statistic], runs: Sequence[Sequence[Counts]]) -> None:
        different = dict.fromkeys(counts for units in runs for counts in units)
        most = max([len(units) for units in runs], default=0)
        lanes: dict[tuple[int, ...], int] = {}
        self._places: list[list[int]] = []
        for statistic in statistics:
            columns: list[tuple[Any, ...]] = list(zip(*map(statistic.numbers, different)))
            if statistic.has_fractions:
                columns = _whole(columns, most)
            self._places.append([lanes.setdefault(column, len(lanes)) for column in columns])
        self._units: dict[Counts, Unit] = dict(zip(different, zip(*lanes)))
        self.length = len(lanes)

    def units(self, counts: Sequence[Counts]) -> list[Unit]:
        """Return the numbers of each unit of a run."""
        return [self._units[one] for one in counts]

    def scores(self, columns: Columns, run: int = 0) -> list[list[float]]:
        """Return columns of every score, in percent, of columns of sums, those of the run at a place."""
        start = run * self.length
        shares: dict[tuple[int, int], list[float]] = {}

        def share(part: int, whole: int) -> list[float]:
            if (part, whole) not in shares:
                own = map(percentage, columns[start + part], columns[start + whole])
                shares[part, whole] = list(own)
            return shares[part, whole]

        harmonic: dict[tuple[int, ...], list[float]] = {}
        found = []
        for places in self._places:
            precision = share(places[0], places[1])
            found.append(precision)
            if len(places) == 4:
                recall = share(places[2], places[3])
                key = tuple(places)
                if key not in harmonic:
                    harmonic[key] = list(map(f1, precision, recall))
                found += [recall, harmonic[key]]
        return found


def _whole(columns: Sequence[Sequence[float]], number: int) -> list[tuple[int, ...]]:
    """Return columns of fractions as whole numbers, scaled; sums of `number` of them stay small enough."""
    most = int(max(map(max, columns), default=0) * number) + 1
    scale = 1 << min(SCALE_BITS, MOST_BITS - most.bit_length())
    return [tuple([round(one * scale) for one in column]) for column in columns]
