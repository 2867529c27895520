"""Which whole numbers give the printed scores of a row?

There is one rule: every candidate is computed forward, as a scorer would print it, and compared
with what is printed. No number is solved for backwards.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, inf

from ..ground.percentages import f1
from ..ground.row_names import RowKind

EPS = 1e-7
POSSIBLE = "possible"  # the verdict on a row that some counts give
SCORES = ("precision", "recall", "f1")
LARGEST = 2000  # how many of gold's events may count nowhere (quirk 19)
LARGEST_SYSTEM = 10**12  # how many items a system may have: precision in print as 0 sets no limit
MOST = 1000  # Answers after which a row says nothing any more
STEPS = 150_000  # Numbers that are tried for a row; more would take seconds


@dataclass(frozen=True)
class Number:
    """A score as printed: its text, its value in percent, and half a unit of its last digit."""

    text: str
    value: float
    half: float
    is_fraction: bool = False

    @classmethod
    def read(cls, text: str, is_fraction: bool = False, padding: int = 0) -> Number | None:
        """Return the number of a cell, None for an empty one; the last `padding` digits mean nothing.

        Raises ValueError for anything but a percentage or a fraction.
        """
        text = text.split("±")[0].strip("*†‡ ").replace(",", ".")
        if text in ("", "-", "--", "–", "?"):
            return None
        digits = text.rstrip("% ")
        scale = 100 if is_fraction and not text.endswith("%") else 1
        is_number = re.fullmatch(r"[0-9]{1,3}(\.[0-9]{0,20})?|\.[0-9]{1,20}", digits)
        if not is_number or (value := float(digits) * scale) > 100:
            raise ValueError(f"found {text[:40]!r}; expected a percentage or a fraction")
        decimals = max(len(digits.partition(".")[2]) - padding, 0)
        return cls(text, value, scale * 0.5 * 10**-decimals, scale > 1)

    def side(self, score: float, is_cut: bool = False) -> int:
        """Return 0 if a score is printed so, 1 or -1 if more or less is printed.

        A half is rounded up or down; with `is_cut`, scores are truncated.
        """
        if is_cut:
            # Rounded, so that 30.68 is not below 30.67 + 0.01.
            end = round(self.value + 2 * self.half, 12)
            return -1 if score < self.value - EPS else int(score >= end)
        return 0 if abs(score - self.value) <= self.half + EPS else 1 if score > self.value else -1

    def limits(self, roundings: int = 1) -> tuple[float, float]:
        """Return what may be printed so, under any reading; F1 of rounded numbers is two roundings off."""
        once = self.half + 0.0051
        low, high = (2 * roundings - 1) * once, 2 * roundings * once
        return max(self.value - low, 0.0), min(self.value + high, 100.0)

    def printed(self, score: float) -> str:
        """Return another score, with as many digits."""
        decimals = len(self.text.rstrip("% ").partition(".")[2])
        return "%.*f" % (decimals, score / (100 if self.is_fraction else 1))


@dataclass(frozen=True)
class Fit:
    """True positives, false negatives, and what precision divides by (None: any number)."""

    tp: int
    fn: int
    system: int | None
    reading: str

    def shown(self, is_b: bool) -> str:
        """Return the counts in words."""
        if self.system is None:
            return "tp %d, fn %d" % (self.tp, self.fn)
        divisor = "system %d" % self.system if is_b else "fp %d" % (self.system - self.tp)
        return "tp %d, fn %d, %s" % (self.tp, self.fn, divisor)


@dataclass
class PrintedRow:
    """A published row while it is checked: its scores, the counts in print, gold's totals; and what fits."""

    system: str
    test: str
    measure: RowKind
    scores: tuple[Number | None, ...]
    counts: Mapping[str, int] = field(default_factory=dict)
    gold: tuple[int, ...] = ()
    verdict: str = POSSIBLE
    fits: list[Fit] = field(default_factory=list)
    are_all: bool = True
    words: list[str] = field(default_factory=list)


Scores = tuple[float, float, float]


def as_scorer(tp: int, system: int, total: int, row: PrintedRow) -> Scores:
    """Return what the scorers print: F1 is computed from P and R of two decimals (quirk 21)."""
    p, r = (float("%.2f" % (tp / whole * 100)) if whole else 0.0 for whole in (system, total))
    return p, r, float(f"{f1(p, r):.2f}")


def unrounded(tp: int, system: int, total: int, row: PrintedRow) -> Scores:
    """Return scores that are rounded once, when they are printed."""
    p, r = (tp / whole * 100 if whole else 0.0 for whole in (system, total))
    return p, r, f1(p, r)


def from_printed(tp: int, system: int, total: int, row: PrintedRow) -> Scores:
    """Return scores of which F1 is computed from P and R as they are printed."""
    p, r, _ = unrounded(tp, system, total, row)
    unit = 2 * next(score.half for score in row.scores if score is not None)
    shown = [
        score.value if score is not None else round(value / unit) * unit
        for score, value in zip(row.scores, (p, r))
    ]
    return p, r, f1(shown[0], shown[1])


PLAIN = ""
READINGS: dict[str, tuple[Callable[[int, int, int, PrintedRow], Scores], bool]] = {
    PLAIN: (as_scorer, False),
    "unrounded scores, rounded once": (unrounded, False),
    "F1 computed from printed P and R": (from_printed, False),
    "scores truncated instead of rounded": (unrounded, True),
    "scores of the report truncated": (as_scorer, True),
    "F1 computed from truncated P and R, and truncated": (from_printed, True),
}
"""How a paper may have made its numbers, the most usual first; and whether it cut digits off."""


def systems_of(tp: int, total: int, row: PrintedRow) -> Sequence[int]:
    """Return what precision may divide by with these true positives, as far as scores and counts say."""
    counts, is_b = row.counts, row.measure.is_b
    if counts.get("tp", tp) != tp or counts.get("fn", total - tp) != total - tp:
        return ()
    if "system" in counts and is_b:
        return range(counts["system"], counts["system"] + 1)
    if "fp" in counts and not is_b:
        return range(tp + counts["fp"], tp + counts["fp"] + 1)
    if not tp:
        return (0,)
    (p_low, p_high), (f_low, f_high) = (
        (0.0, 100.0) if score is None else score.limits(roundings)
        for score, roundings in ((row.scores[0], 1), (row.scores[2], 2))
    )
    # F1 is twice what is right, of gold and system together.
    least = max(tp, 100 * tp / p_high - EPS, 200 * tp / f_high - EPS - total)
    most = min(100 * tp / p_low if p_low else inf, 200 * tp / f_low - total if f_low else inf)
    return range(ceil(least), floor(min(most + EPS, LARGEST_SYSTEM)) + 1)


def shown_by(
    reading: str, tp: int, systems: Sequence[int], total: int, row: PrintedRow
) -> Sequence[int]:
    """Return those numbers of system items with which a reading shows the row.

    All scores fall, or stay, as the system has more: so they stand together, and are found by halving.
    """
    scores_of, is_cut = READINGS[reading]

    def sides(system: int) -> list[int]:
        scores = scores_of(tp, system, total, row)
        return [cell.side(score, is_cut) for cell, score in zip(row.scores, scores) if cell]

    if -1 in sides(systems[0]) or 1 in sides(systems[-1]):
        return ()
    first = bisect_left(systems, True, key=lambda system: 1 not in sides(system))
    end = bisect_left(systems, True, first, key=lambda system: -1 in sides(system))
    return systems[first:end]


def totals(row: PrintedRow) -> list[int]:
    """Return what true positives and false negatives may be together; none if gold's total is not known."""
    counts = row.counts
    known = [counts["gold"]] if "gold" in counts else list(row.gold)
    if "tp" in counts and "fn" in counts and not known:
        known = [counts["tp"] + counts["fn"]]
    # Of events, some of gold's count nowhere (quirk 19).
    if row.measure.counted == "events":
        return [n for most in known for n in range(most, max(most - LARGEST, 0) - 1, -1)]
    return known


def fits(row: PrintedRow) -> tuple[list[Fit], bool]:
    """Return the counts that give a row, each under the first reading that does, in their order.

    And whether these are all: after `MOST`, or `STEPS`, no more are tried.
    """
    by_counts: dict[tuple[int, int, int], Fit] = {}
    order = [*READINGS]
    recall = row.scores[1]
    low, high = (0.0, 100.0) if recall is None else recall.limits()
    steps = 0
    for total in totals(row):
        for tp in range(ceil(low * total / 100 - EPS), floor(high * total / 100 + EPS) + 1):
            systems = systems_of(tp, total, row)
            steps += 20 if systems else 1
            is_open = systems == (0,)
            for name in READINGS if systems else ():
                for system in shown_by(name, tp, systems, total, row)[:MOST]:
                    fit = Fit(tp, total - tp, None if is_open else system, name)
                    by_counts.setdefault((tp, total, system), fit)
            if len(by_counts) >= MOST or steps >= STEPS:
                return sorted(by_counts.values(), key=lambda fit: order.index(fit.reading)), False
    return sorted(by_counts.values(), key=lambda fit: order.index(fit.reading)), True


def nearest(row: PrintedRow, total: int) -> str:
    """Return the two scores nearest to an impossible row, with their counts; "" without P and R."""
    p, r = row.scores[:2]
    if not (total and p and r and p.value):
        return ""
    near = []
    middle = round(r.value * total / 100)
    for tp in range(max(middle - 3, 0), min(middle + 3, total) + 1):
        whole = round(100 * tp / p.value)
        for system in range(max(whole - 3, tp), whole + 4):
            scores = as_scorer(tp, system, total, row)
            off = sum(abs(score.value - s) for score, s in zip(row.scores, scores) if score)
            shown = Fit(tp, total - tp, system, PLAIN).shown(row.measure.is_b)
            near.append((off, "%.2f %.2f %.2f (%s)" % (*scores, shown)))
    return "nearest: " + "; ".join([shown for _, shown in sorted(near)[:2]])
