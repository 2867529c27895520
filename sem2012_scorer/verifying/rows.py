"""Which counts give the printed scores of a row: true positives, totals of gold and of the system?

In: a row of a table (`PrintedRow`). Out: the counts that give its scores (`counts_that_fit`). There is one rule: every
candidate is computed forward, as a scorer would print it, and compared with what is printed. No number
is solved for backwards; bounds only say which candidates need not be tried. Read `counts_that_fit` first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor, inf
from typing import NamedTuple

from ..common.measures import measures_from_counts
from ..common.percentages import f1_of_percentages
from .names import RowKind
from .numbers import EPS, PrintedScore

NOT_JUDGED = ""
NOT_CHECKED = "not checked"
NOT_TRIED = "not tried: too many counts"
POSSIBLE = "possible"  # the verdict on a row that some counts give
COUNT_COLUMNS = ("gold", "system", "tp", "fp", "fn")
LARGEST = 2000  # how many of gold's events may count nowhere (quirk 19)
LARGEST_SYSTEM = 10**12  # how many items a system may have: precision in print as 0 sets no limit
MOST = 1000  # answers after which a row says nothing any more
MOST_COMPUTED = 100_000  # scores that are computed for a row
STEPS_OF_SYSTEM, STEPS_OF_ROW = 200_000, 5_000
"""Scores that are computed for a system of a table, and for each of its rows more; others would take seconds."""
SOME_COUNT_NOWHERE = ("events", "scopes-no-punc")
"""Rows in which tp and fn together may be fewer than gold has."""
PRINTS_ANOTHERS_TP = ("scopes-ncm", "scopes-no-punc")
"""Rows that print the true positives of "cue match" (quirk 16)."""


class Fit(NamedTuple):
    """True positives, false negatives, and what precision divides by (None: any number)."""

    tp: int
    fn: int
    system: int | None
    reading: str

    def shown(self, is_b: bool) -> str:
        """Return the counts in words."""
        if self.system is None:
            return "tp %d, fn %d" % (self.tp, self.fn)
        if is_b:
            return "tp %d, fn %d, system %d" % (self.tp, self.fn, self.system)
        return "tp %d, fn %d, fp %d" % (self.tp, self.fn, self.system - self.tp)

    def number(self, name: str) -> int | None:
        """Return one of `COUNT_COLUMNS`; None where any would do."""
        if name == "system":
            return self.system
        if name == "fp":
            if self.system is None:
                return None
            return self.system - self.tp
        return {"gold": self.tp + self.fn, "tp": self.tp, "fn": self.fn}[name]


class Budget:
    """How many scores may still be computed for the rows of a system."""

    def __init__(self, rows: int = 1) -> None:
        self.left = STEPS_OF_SYSTEM + STEPS_OF_ROW * rows


class PrintedRow:
    """A published row while it is checked.

    What it says: `name` is the system's, `run` tells runs with the same name apart, `line` is the line
    of its file; `scores` and `counts` are those in print; `gold` are the totals that gold may have,
    none if it is not known. `is_mean`: a deviation stands beside a score; `deviations` are those of P, R
    and F1, in percent. `pairs_once` is False for
    versions that pair a negation more than once: then the system may have fewer than tp and fp.
    `budget` is what all rows of a system share.

    What was found: `verdict` with `words`, and the counts that fit; `are_all` says whether all were
    tried.
    """

    def __init__(
        self,
        measure: RowKind,
        scores: Sequence[PrintedScore | None],
        *,
        name: str = "",
        run: str = "",
        test: str = "",
        line: int = 0,
        counts: Mapping[str, int] | None = None,
        gold: tuple[int, ...] = (),
        is_mean: bool = False,
        deviations: Sequence[float | None] = (),
        pairs_once: bool = True,
        budget: Budget | None = None,
    ) -> None:
        self.deviations = tuple(deviations)
        self.measure, self.scores = measure, tuple(scores)
        self.name, self.run, self.test, self.line = name, run, test, line
        self.counts: Mapping[str, int] = counts or {}
        self.gold, self.is_mean, self.pairs_once = gold, is_mean, pairs_once
        self.budget = budget or Budget()
        self.verdict = NOT_JUDGED
        self.words: list[str] = []
        self.fits: list[Fit] = []
        self.are_all = True

    def with_other_numbers(
        self,
        scores: Sequence[PrintedScore | None] | None = None,
        counts: Mapping[str, int] | None = None,
        gold: tuple[int, ...] | None = None,
        pairs_once: bool | None = None,
    ) -> PrintedRow:
        """Return a row of the same measure with other numbers, about which nothing is found yet."""
        row = PrintedRow(self.measure, self.scores, budget=self.budget)
        row.counts, row.gold, row.pairs_once = self.counts, self.gold, self.pairs_once
        if scores is not None:
            row.scores = tuple(scores)
        if counts is not None:
            row.counts = counts
        if gold is not None:
            row.gold = gold
        if pairs_once is not None:
            row.pairs_once = pairs_once
        return row

    @property
    def gold_total(self) -> int:
        """Gold's total, 0 if it is not known."""
        return self.counts.get("gold") or next(iter(self.gold), 0)

    @property
    def has_all_scores(self) -> bool:
        return None not in self.scores


# How scores are made ------------------------------------------------------------------------------

RowScores = tuple[float, float, float]


def row_as_scorer_prints(tp: int, system: int, total: int, row: PrintedRow) -> RowScores:
    """Return what the scorer of a row prints: as a rule, F1 is computed from P and R of two decimals (quirk 21)."""
    scores = _rounded_once(tp, system, total, row)
    p, r, f = [float("%.2f" % score) for score in scores]
    if not row.measure.is_rounded_once:
        f = float("%.2f" % f1_of_percentages(p, r))
    return p, r, f


def _rounded_once(tp: int, system: int, total: int, row: PrintedRow) -> RowScores:
    """Return scores that are rounded once, when they are printed."""
    return measures_from_counts(tp, system, tp, total)


def _from_printed(tp: int, system: int, total: int, row: PrintedRow) -> RowScores:
    """Return scores of which F1 is computed from P and R as they are printed."""
    p, r, _ = _rounded_once(tp, system, total, row)
    unit = 2 * next(score.half for score in row.scores if score is not None)
    shown = [
        score.value if score is not None else round(value / unit) * unit
        for score, value in zip(row.scores, (p, r))
    ]
    return p, r, f1_of_percentages(shown[0], shown[1])


class Reading(NamedTuple):
    """A way in which a paper may have made its numbers; `is_cut`: digits were cut off, not rounded."""

    scores_of: Callable[[int, int, int, PrintedRow], RowScores]
    is_cut: bool


PLAIN = ""
TRUNCATED = "scores truncated instead of rounded"
READINGS = {
    PLAIN: Reading(row_as_scorer_prints, False),
    "F1 of unrounded scores": Reading(_rounded_once, False),
    "F1 computed from printed P and R": Reading(_from_printed, False),
    TRUNCATED: Reading(_rounded_once, True),
    "scores of the report truncated": Reading(row_as_scorer_prints, True),
    "F1 computed from truncated P and R, and truncated": Reading(_from_printed, True),
}
"""The readings by what an answer says of them, the most usual first."""


# Which candidates are tried -----------------------------------------------------------------------


def possible_gold_totals(row: PrintedRow) -> Sequence[int]:
    """Return what true positives and false negatives may be together; none if gold's total is not known."""
    counts = row.counts
    known = list(row.gold)
    if "gold" in counts:
        known = [counts["gold"]]
    elif "tp" in counts and "fn" in counts and not known:
        known = [counts["tp"] + counts["fn"]]
    if row.measure.name.removesuffix("-b") not in SOME_COUNT_NOWHERE:
        return known
    if "tp" in counts and "fn" in counts:
        return [counts["tp"] + counts["fn"]] if known else []
    numbers: list[int] = []
    for most in known:
        numbers += range(most, max(most - LARGEST, 0) - 1, -1)
    return numbers


def _possible_system_totals(tp: int, total: int, row: PrintedRow) -> Sequence[int]:
    """Return what precision may divide by with these true positives, as far as scores and counts say."""
    counts, is_b = row.counts, row.measure.is_b
    if counts.get("tp", tp) != tp or counts.get("fn", total - tp) != total - tp:
        return ()
    # The system has at least what is right and wrong; in the B rows, precision divides by it.
    right_and_wrong = tp + counts.get("fp", 0)
    most = LARGEST_SYSTEM
    if is_b or row.pairs_once:
        most = counts.get("system", LARGEST_SYSTEM)
    if right_and_wrong > most:
        return ()
    if row.measure.name == "tokens" and row.pairs_once and {"fp", "system"} <= counts.keys():
        # Each scope token of the system is right or wrong.
        if right_and_wrong < most:
            return ()
        return range(most, most + 1)
    if is_b and "system" in counts:
        return range(most, most + 1)
    if not is_b and "fp" in counts:
        return range(right_and_wrong, right_and_wrong + 1)
    if not tp:
        return (0,)
    first, last = _limits(tp, total, row)
    return range(max(first, right_and_wrong), min(last, most) + 1)


def _limits(tp: int, total: int, row: PrintedRow) -> tuple[int, int]:
    """Return the first and the last number of system items that are tried."""
    p, _, f = row.scores
    p_low, p_high = 0.0, 100.0
    f_low, f_high = 0.0, 100.0
    if p is not None:
        p_low, p_high = p.limits_of_candidates()
    if f is not None:
        f_low, f_high = f.limits_of_candidates(roundings=2)
    # F1 is twice what is right, of gold and system together.
    least = max(tp, 100 * tp / p_high - EPS, 200 * tp / f_high - EPS - total)
    most = inf
    if p_low:
        most = 100 * tp / p_low
    if f_low:
        most = min(most, 200 * tp / f_low - total)
    return ceil(least), floor(min(most + EPS, LARGEST_SYSTEM))


def _true_positives(row: PrintedRow) -> Iterator[tuple[int, int]]:
    """Yield the true positives that are tried, each with what gold has then."""
    recall = row.scores[1]
    low, high = 0.0, 100.0
    if recall is not None:
        low, high = recall.limits_of_candidates()
    for total in possible_gold_totals(row):
        for tp in range(ceil(low * total / 100 - EPS), floor(high * total / 100 + EPS) + 1):
            yield tp, total


# Which of them fit --------------------------------------------------------------------------------


def _counts_under_each_reading(
    readings: Sequence[str], row: PrintedRow
) -> Iterator[tuple[str, int, int]]:
    """Yield all counts that are tried under the first reading, then under the next: they may be too many to be kept."""
    for reading in readings:
        for tp, total in _true_positives(row):
            yield reading, tp, total


class Fits(NamedTuple):
    """The counts that give a row; `are_all` is False where not all that may were tried."""

    fits: list[Fit]
    are_all: bool


def counts_that_fit(row: PrintedRow, readings: Sequence[str] = ()) -> Fits:
    """Return the counts that give a row, each under the first of some readings that does, in their order.

    Without `readings`, all that the row may have are tried. After `MOST` answers, or where `MOST_COMPUTED` or
    the system's budget are spent, no more are.
    """
    order = list(readings or READINGS)
    by_counts: dict[tuple[int, int, int], Fit] = {}
    least_left = max(row.budget.left - MOST_COMPUTED, 0)
    are_all = not _has_more_totals(row)
    # The usual reading first, for all counts: if no more are tried, it is known whether that one gives the row.
    for reading, tp, total in _counts_under_each_reading(order, row):
        row.budget.left -= 1
        systems = _possible_system_totals(tp, total, row)
        if systems:
            # Nothing is right: precision is 0 whatever it divides by.
            is_open = systems == (0,)
            for system in _system_totals_shown_by(reading, tp, systems, total, row)[:MOST]:
                divisor = None if is_open else system
                fit = Fit(tp, total - tp, divisor, reading)
                by_counts.setdefault((tp, total, system), fit)
        if len(by_counts) >= MOST or row.budget.left <= least_left:
            are_all = False
            break
    return Fits(list(by_counts.values()), are_all)


def _has_more_totals(row: PrintedRow) -> bool:
    """Return whether gold has too many events to try every number of them."""
    tried = possible_gold_totals(row)
    return len(tried) > LARGEST and min(tried) > 0


def _system_totals_shown_by(
    reading: str, tp: int, systems: Sequence[int], total: int, row: PrintedRow
) -> Sequence[int]:
    """Return those numbers of system items with which a reading shows the row.

    All scores fall, or stay, as the system has more: so they stand together, and are found by halving.
    """
    scores_of, is_cut = READINGS[reading]

    def sides(system: int) -> list[int]:
        row.budget.left -= 1
        scores = scores_of(tp, system, total, row)
        return [
            cell.side_of_print(score, is_cut) for cell, score in zip(row.scores, scores) if cell
        ]

    if -1 in sides(systems[0]) or 1 in sides(systems[-1]):
        return ()
    first = bisect_left(systems, True, key=lambda system: 1 not in sides(system))
    end = bisect_left(systems, True, first, key=lambda system: -1 in sides(system))
    return systems[first:end]
