"""The arithmetic: which counts give the numbers of a row in print?

Every answer of ``verify`` on numbers comes from here. A row has eight cells: gold, system, tp, fp, fn, and P, R, F1.
`counts_that_fit` returns all counts whose row, printed as a scorer or a paper prints it, has the cells that are
known. There is one rule: every candidate is computed forward, as a scorer would print it, and compared with what is
printed. Bounds only say which candidates need not be tried.

A cell that is not known is None. So the same function says what a cell would have to be: leave it out
(`without_cell`), and read it from the counts that fit (`cell_of_fit`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor
from typing import Any, NamedTuple

from ..common.percentages import f1_of_percentages, percentage
from .names import RowKind
from .numbers import EPS, PrintedScore

COUNT_CELLS = ("gold", "system", "tp", "fp", "fn")
SCORE_CELLS = ("p", "r", "f")
EXACT, AT_MOST, FREE = "exact", "at most", "free"
"""What tp and fn are together: gold; at most gold, as some of its events may count nowhere (quirk 19); anything."""
TOTALS = {"events": AT_MOST, "scopes-no-punc": AT_MOST, "full": FREE}
"""That for rows by their base where it is not exact: gold's full negations may lack cues."""
PRINTS_ANOTHERS_TP = ("scopes-ncm", "scopes-no-punc")
"""Rows, by their base, that print the true positives of another row (quirk 16)."""
LARGEST = 2000  # how many totals are tried where gold's is not known exactly
LARGEST_SYSTEM = 10**12  # precision in print as 0 sets no limit
MOST = 1000  # answers after which a row says nothing any more
MOST_COMPUTED = 100_000  # scores that are computed for a row
STEPS_OF_TABLE, STEPS_OF_ROW = (
    200_000,
    5_000,
)  # scores that are computed for a table, and for each row more


class Row(NamedTuple):
    """The numbers of a row in print; None for each that is not known.

    `golds` are the totals that gold may have where the row does not say its own. `total` says what tp and fn are
    together. `pairs_once` is False for versions that pair a negation more than once: the system may have fewer than
    tp and fp then. `all_columns` is False if sentences may lack columns: gold and system may have more then
    (quirks 26 and 27). `shown_tp` are the true positives of another row that this one prints (quirk 16).
    """

    kind: RowKind
    gold: int | None = None
    system: int | None = None
    tp: int | None = None
    fp: int | None = None
    fn: int | None = None
    p: PrintedScore | None = None
    r: PrintedScore | None = None
    f: PrintedScore | None = None
    golds: tuple[int, ...] = ()
    total: str = EXACT
    pairs_once: bool = True
    all_columns: bool = True
    shown_tp: int | None = None

    @property
    def scores(self) -> tuple[PrintedScore | None, ...]:
        return self.p, self.r, self.f

    @property
    def known_golds(self) -> tuple[int, ...]:
        if self.gold is None:
            return self.golds
        return (self.gold,)

    @property
    def cells(self) -> list[str]:
        """The names of the cells that are known."""
        return [name for name in (*COUNT_CELLS, *SCORE_CELLS) if getattr(self, name) is not None]

    def without_cell(self, name: str) -> Row:
        nothing: dict[str, Any] = {name: None}
        return self._replace(**nothing)


class Fit(NamedTuple):
    """Counts that give a row under a reading; None where any number would do."""

    tp: int
    fn: int
    fp: int | None
    system: int | None
    gold: int | None
    reading: str

    def divisor(self, is_b: bool) -> int | None:
        """Return what precision divides by: in a B row all that the system has, else what is right or wrong."""
        if is_b:
            return self.system
        if self.fp is None:
            return None
        return self.tp + self.fp

    def shown(self, is_b: bool) -> str:
        """Return the counts in words."""
        words = f"tp {self.tp}, fn {self.fn}"
        if is_b and self.system is not None:
            words += f", system {self.system}"
        elif not is_b and self.fp is not None:
            words += f", fp {self.fp}"
        return words


class Budget:
    """How many scores may still be computed for a table: other tables would take minutes."""

    def __init__(self, rows: int = 1) -> None:
        self.left = STEPS_OF_TABLE + STEPS_OF_ROW * rows


# How scores are made ------------------------------------------------------------------------------

Scores = tuple[float, float, float]


def row_as_scorer_prints(tp: int, divisor: int, total: int, row: Row) -> Scores:
    """Return what the scorer of a row prints: as a rule, F1 is computed from P and R of two decimals (quirk 21)."""
    p, r, f = [float("%.2f" % score) for score in _rounded_once(tp, divisor, total, row)]
    if not row.kind.is_rounded_once:
        f = float("%.2f" % f1_of_percentages(p, r))
    return p, r, f


def _rounded_once(tp: int, divisor: int, total: int, row: Row) -> Scores:
    """Return scores that are rounded once, when they are printed."""
    p, r = percentage(tp, divisor), percentage(tp, total)
    return p, r, f1_of_percentages(p, r)


def _from_printed(tp: int, divisor: int, total: int, row: Row) -> Scores:
    """Return scores of which F1 is computed from P and R as they are printed."""
    p, r, _ = _rounded_once(tp, divisor, total, row)
    unit = 2 * next(score.half for score in row.scores if score is not None)
    shown_p, shown_r = [round(value / unit) * unit for value in (p, r)]
    if row.p is not None:
        shown_p = row.p.value
    if row.r is not None:
        shown_r = row.r.value
    return p, r, f1_of_percentages(shown_p, shown_r)


class Reading(NamedTuple):
    """A way in which a paper may have made its numbers; `is_cut`: digits were cut off, not rounded."""

    scores_of: Callable[[int, int, int, Row], Scores]
    is_cut: bool


PLAIN = ""
UNROUNDED = "F1 of unrounded scores"
TRUNCATED = "scores truncated instead of rounded"
READINGS = {
    PLAIN: Reading(row_as_scorer_prints, False),
    UNROUNDED: Reading(_rounded_once, False),
    "F1 computed from printed P and R": Reading(_from_printed, False),
    TRUNCATED: Reading(_rounded_once, True),
    "scores of the report truncated": Reading(row_as_scorer_prints, True),
    "F1 computed from truncated P and R, and truncated": Reading(_from_printed, True),
}
"""The readings by what an answer says of them, the most usual first."""


# Which candidates are tried -----------------------------------------------------------------------


def possible_totals(row: Row) -> Sequence[int] | None:
    """Return what tp and fn may be together; None if nothing says it."""
    if row.tp is not None and row.fn is not None:
        return [row.tp + row.fn]
    known = row.known_golds
    if known and row.total == EXACT and row.all_columns:
        return known
    if row.r is not None and (row.tp is not None or row.fn is not None):
        return _totals_by_recall(row, row.r)
    if not known or row.total == FREE:
        return None
    numbers: list[int] = []
    for most in known:
        numbers += range(most, max(most - LARGEST, 0) - 1, -1)
    return numbers


def _totals_by_recall(row: Row, recall: PrintedScore) -> Sequence[int]:
    """Return what tp and fn may be together if recall and one of the two are known."""
    low, high = recall.limits()
    if row.tp is not None:
        first, last = _wholes(row.tp, low, high)
    else:
        first, last = _wholes(row.fn or 0, 100 - high, 100 - low)
    return range(first, min(last, first + LARGEST) + 1)


def _wholes(part: int, low: float, high: float) -> tuple[int, int]:
    """Return the least and the most of which a part may be between two percentages."""
    first, last = part, LARGEST_SYSTEM
    if high > 0:
        first = max(ceil(100 * part / high - EPS), part)
    if low > 0:
        last = floor(100 * part / low + EPS)
    return first, last


def _may_be_total(total: int, row: Row) -> bool:
    """Return whether tp and fn may be this many together, by what is known of gold's number."""
    known = row.known_golds
    if not known or row.total == FREE:
        return True
    if row.total == AT_MOST or not row.all_columns:
        return total <= max(known)
    return total in known


def _true_positives(row: Row, total: int) -> Sequence[int]:
    """Return the true positives that are tried for a total."""
    if not _may_be_total(total, row):
        return ()
    low, high = 0, total
    if row.tp is not None:
        low = high = row.tp
    if row.fn is not None:
        low, high = max(low, total - row.fn), min(high, total - row.fn)
    if row.r is not None and low < high:
        least, most = row.r.limits()
        low = max(low, ceil(least * total / 100 - EPS))
        high = min(high, floor(most * total / 100 + EPS))
    return range(max(low, 0), min(high, total) + 1)


def _divisors(tp: int, total: int, row: Row) -> Sequence[int]:
    """Return what precision may divide by: in a B row what the system has, else tp and fp together."""
    low, high = _limits_of_divisor(tp, total, row)
    low = max(low, tp + (row.fp or 0))
    if not row.kind.is_b and row.fp is not None:
        low = high = tp + row.fp
    elif row.kind.is_b and row.system is not None:
        low, high = max(low, row.system), row.system
    if not row.kind.is_b and row.system is not None and row.pairs_once:
        high = min(high, row.system)
        if row.kind.name == "tokens" and row.all_columns:
            low = max(low, row.system)  # each scope token of the system is right or wrong
    if tp == 0:
        high = min(high, low)  # precision is 0 whatever it divides by: one number stands for all
    return range(low, high + 1)


def _limits_of_divisor(tp: int, total: int, row: Row) -> tuple[int, int]:
    """Return the least and the most that precision may divide by, by P and F1 in print."""
    low, high = tp, LARGEST_SYSTEM
    if tp and row.p is not None:
        low, high = _wholes(tp, *row.p.limits())
    if tp and row.f is not None:
        # F1 is twice what is right, of gold and system together.
        least, most = _wholes(2 * tp, *row.f.limits(roundings=2))
        low, high = max(low, least - total), min(high, most - total)
    return low, high


# Which of them fit --------------------------------------------------------------------------------


class Fits(NamedTuple):
    """The counts that give a row; `are_all` is False where not all that may were tried."""

    fits: list[Fit]
    are_all: bool


def counts_that_fit(row: Row, readings: Sequence[str] = (), budget: Budget | None = None) -> Fits:
    """Return the counts that give a row, each under the first of some readings that does, in their order.

    After `MOST` answers, or where `MOST_COMPUTED` or the budget are spent, no more are tried.
    """
    budget = budget or Budget()
    least_left = max(budget.left - MOST_COMPUTED, 0)
    totals = possible_totals(row) or ()
    are_all = len(totals) <= LARGEST
    found: dict[tuple[int, int, int], Fit] = {}
    for reading, tp, total in _tried(row, totals, list(readings or READINGS)):
        budget.left -= 1
        for divisor in _divisors_shown_by(
            reading, tp, _divisors(tp, total, row), total, row, budget
        ):
            found.setdefault((tp, total, divisor), _fit(row, tp, total, divisor, reading))
        if len(found) >= MOST or budget.left <= least_left:
            return Fits(list(found.values()), are_all=False)
    return Fits(list(found.values()), are_all)


def _tried(
    row: Row, totals: Sequence[int], readings: Sequence[str]
) -> Iterator[tuple[str, int, int]]:
    """Yield all true positives and totals under the first reading, then under the next."""
    for reading in readings:
        for total in totals:
            for tp in _true_positives(row, total):
                yield reading, tp, total


def _divisors_shown_by(
    reading: str, tp: int, divisors: Sequence[int], total: int, row: Row, budget: Budget
) -> Sequence[int]:
    """Return those divisors with which a reading shows the row.

    All scores fall, or stay, as precision divides by more: so they stand together, and are found by halving.
    """
    if not divisors:
        return ()
    scores_of, is_cut = READINGS[reading]

    def sides(divisor: int) -> list[int]:
        budget.left -= 1
        scores = scores_of(tp, divisor, total, row)
        return [
            cell.side_of_print(score, is_cut) for cell, score in zip(row.scores, scores) if cell
        ]

    if -1 in sides(divisors[0]) or 1 in sides(divisors[-1]):
        return ()
    first = bisect_left(divisors, True, key=lambda divisor: 1 not in sides(divisor))
    end = bisect_left(divisors, True, first, key=lambda divisor: -1 in sides(divisor))
    return divisors[first:end][:MOST]


def _fit(row: Row, tp: int, total: int, divisor: int, reading: str) -> Fit:
    """Return counts as a value: what nothing says is None."""
    gold = row.gold
    if gold is None and row.total == EXACT and row.all_columns:
        gold = total
    fp, system = row.fp, row.system
    if row.kind.is_b and tp and system is None:
        system = divisor
    elif not row.kind.is_b and tp and fp is None:
        fp = divisor - tp
    if row.kind.name == "tokens" and row.pairs_once and row.all_columns and fp is not None:
        system = tp + fp
    return Fit(tp, total - tp, fp, system, gold, reading)


def cell_of_fit(name: str, fit: Fit, row: Row) -> float | None:
    """Return what counts say of a cell of a row; None where any number would do."""
    if name == "gold" and fit.gold is None:
        return fit.tp + fit.fn
    if name in COUNT_CELLS:
        number: int | None = getattr(fit, name)
        return number
    divisor = fit.divisor(row.kind.is_b)
    if divisor is None and fit.tp:
        return None
    scores = row_as_scorer_prints(fit.tp, divisor or 0, fit.tp + fit.fn, row)
    return scores[SCORE_CELLS.index(name)]
