"""What was compared, as values: the rows, the systems with their runs, and how they differ."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..common.counts import Counts, sum_of_counts
from ..common.measures import measures_from_counts, rounded_measures
from ..common.wording import names_cut_in_middle, width_in_terminal
from ..port.printing import (
    divisors_for_printing,
    percentages_for_printing,
    printing_of_correct_sentences,
)
from ..port.scripts import ReportLine
from ..reporting.nis import Rules, Shares, nis_shares
from .randomize import RunScores


class Statistic(NamedTuple):
    """A row that is compared: its label and short name, and what it is made of.

    One of the last three is given: a `row` of the legacy report, the `rules` of negation instances, or
    the `place` of a percentage of sentences.
    """

    label: str
    name: str
    row: ReportLine | None = None
    rules: Rules | None = None
    place: int | None = None

    def shares(self, counts: Counts) -> Shares:
        """Return what precision divides and by what, then recall."""
        if self.row is not None:
            system, gold = divisors_for_printing(counts[self.row.place], self.row)
            right = counts[self.row.place].true_positives
            return right, system, right, gold
        if self.rules is not None:
            return nis_shares(counts.instances, self.rules)[self.label]
        number, errors = SENTENCE_FIELDS[self.place or 0]
        sentences = getattr(counts, number)
        correct = sentences - getattr(counts, errors)
        return correct, sentences, correct, sentences

    def numbers(self, counts: Counts) -> tuple[int, ...]:
        """Return `shares` as whole numbers that add up: those of NIS, which are fractions, scaled."""
        scale = 1 if self.rules is None else SCALE
        return tuple([round(share * scale) for share in self.shares(counts)])

    def scores(self, counts: Counts) -> tuple[float, float, float]:
        """Return precision, recall and F1, unrounded, in percent."""
        return measures_from_counts(*self.shares(counts))

    def printed(self, counts: Counts) -> Sequence[str]:
        """Return precision, recall and F1 as the report prints them."""
        if self.row is not None:
            return percentages_for_printing(counts[self.row.place], self.row)
        if self.rules is not None:
            return tuple(rounded_measures(self.scores(counts)))
        percentage = printing_of_correct_sentences(counts)[self.place or 0]
        return [percentage, percentage, percentage]


def names_that_fit(
    names: Sequence[str], longest: int, do_fit: Callable[[Sequence[str]], bool]
) -> Sequence[str]:
    """Return names as they are if they fit, else as much of each, `longest` columns at most, as does.

    They are cut in the middle; `SHORTEST_NAME` columns are left of each, whether they fit or not.
    """
    if max(map(width_in_terminal, names)) <= longest and do_fit(names):
        return names
    widths = range(SHORTEST_NAME, longest + 1)
    # The more is left of names, the more room they take.
    too_wide = bisect_left(
        widths, True, key=lambda width: not do_fit(names_cut_in_middle(names, width))
    )
    return names_cut_in_middle(names, widths[max(too_wide - 1, 0)])


def values_compared_of_rows(statistics: Sequence[Statistic], counts: Counts) -> list[int]:
    """Return the numbers of several rows, one row after the other: see `Statistic.numbers`."""
    numbers: list[int] = []
    for statistic in statistics:
        numbers += statistic.numbers(counts)
    return numbers


SHORTEST_NAME = 6
"""How many columns a name has at least that is cut in the middle."""
SCALE = 2**32  # NIS adds up fractions: they are rounded to whole multiples of one part of this
SENTENCE_FIELDS = (
    ("sentences", "error_sentences"),
    ("negation_sentences", "error_negation_sentences"),
)
"""What the percentages of sentences count: sentences, and those of them with an error."""


class Run(NamedTuple):
    """A run of a system: the counts of each sentence, of all gold files in their order; their sum."""

    counts: tuple[Counts, ...]
    total: Counts

    @classmethod
    def of(cls, counts: Iterable[Counts]) -> Run:
        """Return the run of some counts."""
        of_sentences = tuple(counts)
        return cls(of_sentences, sum_of_counts(of_sentences))


class System(NamedTuple):
    """A system: its name and its runs; `missing` is how many more there are that cannot be scored."""

    name: str
    runs: tuple[Run, ...]
    missing: int = 0


class Difference(NamedTuple):
    """How a system differs from the first: p and interval of each score, None if not tested.

    `p_holm` is p corrected for several systems; `how` says in words what was tested, `caveat` what to
    mind about the intervals; `least` is the smallest p that this number of runs or trials allows.
    """

    p: RunScores | None = None
    p_holm: RunScores | None = None
    intervals: tuple[tuple[float, float], ...] | None = None
    how: str = ""
    least: float = 0.0
    caveat: str = ""
