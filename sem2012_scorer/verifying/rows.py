"""Which whole numbers give the printed scores of a row?

There is one rule: every candidate is computed forward, as a scorer would print it, and compared
with what is printed. No number is solved for backwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, floor, inf

from ..ground.measures import f1
from ..ground.row_names import Measure

EPS = 1e-7
SCORES = ("precision", "recall", "f1")
LARGEST = 2000
"""How many of gold's events may count nowhere (quirk 19)."""
MOST = 1000
"""Answers after which a row says nothing any more."""


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
        text = text.strip().strip("*†‡ ").replace(",", ".")
        if text in ("", "-", "–", "?"):
            return None
        digits = text.rstrip("% ")
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{0,20})?|\.[0-9]{1,20}", digits):
            raise ValueError(f"found {text[:40]!r}; expected a percentage or a fraction")
        is_fraction = is_fraction and not text.endswith("%")
        scale = 100 if is_fraction else 1
        decimals = max(len(digits.partition(".")[2]) - padding, 0)
        value = float(digits) * scale
        if value > 100:
            raise ValueError(f"found {text[:40]!r}; expected a percentage or a fraction")
        return cls(text, value, scale * 0.5 * 10**-decimals, is_fraction)

    def shows(self, score: float, is_cut: bool = False) -> bool:
        """Return whether a score is printed so: rounded, a half up or down, or with `is_cut` truncated."""
        if is_cut:
            # Rounded, so that 30.68 is not below 30.67 + 0.01.
            return self.value - EPS <= score < round(self.value + 2 * self.half, 12)
        return abs(score - self.value) <= self.half + EPS

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
class Row:
    """A published row as it is checked: its measure, its scores, the counts in print, gold's totals."""

    measure: Measure
    scores: tuple[Number | None, ...]
    counts: Mapping[str, int] = field(default_factory=dict)
    gold: tuple[int, ...] = ()


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
        other = "system %d" % self.system if is_b else "fp %d" % (self.system - self.tp)
        return "tp %d, fn %d, %s" % (self.tp, self.fn, other)


Scores = tuple[float, float, float]
Reading = Callable[[int, int, int, Row], Scores]


def as_scorer(tp: int, system: int, total: int, row: Row) -> Scores:
    """Return what the scorers print: F1 is computed from P and R of two decimals (quirk 21)."""
    p, r = (float("%.2f" % (tp / whole * 100)) if whole else 0.0 for whole in (system, total))
    return p, r, float(f"{f1(p, r):.2f}")


def unrounded(tp: int, system: int, total: int, row: Row) -> Scores:
    """Return scores that are rounded once, when they are printed."""
    p, r = (tp / whole * 100 if whole else 0.0 for whole in (system, total))
    return p, r, f1(p, r)


def from_printed(tp: int, system: int, total: int, row: Row) -> Scores:
    """Return scores of which F1 is computed from P and R as they are printed."""
    p, r, _ = unrounded(tp, system, total, row)
    unit = 2 * next(one.half for one in row.scores if one is not None)
    shown = [
        one.value if one is not None else round(value / unit) * unit
        for one, value in zip(row.scores, (p, r))
    ]
    return p, r, f1(shown[0], shown[1])


PLAIN = ""
READINGS: dict[str, tuple[Reading, bool]] = {
    PLAIN: (as_scorer, False),
    "unrounded scores, rounded once": (unrounded, False),
    "F1 computed from printed P and R": (from_printed, False),
    "scores truncated instead of rounded": (unrounded, True),
    "scores of the report truncated": (as_scorer, True),
}
"""How a paper may have made its numbers, the most usual first; and whether it cut digits off."""


def gives(tp: int, system: int | None, total: int, row: Row) -> str | None:
    """Return the first reading under which counts give a row, None if none does."""
    for name, (reading, is_cut) in READINGS.items():
        scores = reading(tp, system or 0, total, row)
        if all(one is None or one.shows(s, is_cut) for one, s in zip(row.scores, scores)):
            return name
    return None


def candidates(row: Row, total: int) -> Iterator[tuple[int, int | None]]:
    """Yield true positives and what precision divides by, as far as scores and counts leave them."""
    (p_low, p_high), (low, high), (f_low, f_high) = (
        (0.0, 100.0) if one is None else one.limits(roundings)
        for one, roundings in zip(row.scores, (1, 1, 2))
    )
    given, is_b = row.counts, row.measure.is_b
    for tp in range(ceil(low * total / 100 - EPS), floor(high * total / 100 + EPS) + 1):
        if given.get("tp", tp) != tp or given.get("fn", total - tp) != total - tp:
            continue
        least: float = max(tp, ceil(100 * tp / p_high - EPS) if p_high else inf)
        most: float = floor(100 * tp / p_low + EPS) if p_low else inf
        if f_low:  # F1 is twice what is right, of gold and system together
            most = min(most, floor(200 * tp / f_low + EPS) - total)
        if f_high:
            least = max(least, ceil(200 * tp / f_high - EPS) - total)
        if "fp" in given and not is_b:
            least, most = max(least, tp + given["fp"]), min(most, tp + given["fp"])
        elif "system" in given and is_b:
            least, most = max(least, given["system"]), min(most, given["system"])
        if most == inf and least < inf:
            # Precision is printed as 0: there is no upper limit.
            yield from [(tp, int(least) * 2**power) for power in range(12)] if tp else [(tp, None)]
        elif least <= most:
            for system in range(int(least), int(min(most, least + MOST)) + 1):
                yield tp, system


def totals(row: Row) -> list[int]:
    """Return what true positives and false negatives may be together; none if gold's total is not known."""
    given = row.counts
    if "tp" in given and "fn" in given:
        found = [given["tp"] + given["fn"]]
    else:
        found = [given["gold"]] if "gold" in given else list(row.gold)
    # Of events, some of gold's count nowhere (quirk 19).
    if row.measure.counted == "events":
        return [n for most in found for n in range(most, max(most - LARGEST, 0) - 1, -1)]
    return found


def fits(row: Row) -> list[Fit]:
    """Return the counts that give a row, each under the first reading that does, in their order.

    There are `MOST` at the most: such a row says nothing about others.
    """
    found: dict[str, list[Fit]] = {name: [] for name in READINGS}
    number = 0
    for total in totals(row):
        for tp, system in candidates(row, total):
            name = gives(tp, system, total, row)
            if name is not None:
                found[name].append(Fit(tp, total - tp, system, name))
                number += 1
            if number >= MOST:
                break
    return [fit for own in found.values() for fit in own]


def repairs(row: Row) -> list[str]:
    """Return which single number would have to be another, and which, for counts to give the row."""
    words = []
    for name in row.counts:
        left = {key: number for key, number in row.counts.items() if key != name}
        fit = next(iter(fits(replace(row, counts=left))), None)
        if fit is not None and fit.system is not None:
            own = {"tp": fit.tp, "fn": fit.fn, "fp": fit.system - fit.tp, "system": fit.system}
            words.append("%s would be %d" % (name, own.get(name, fit.tp + fit.fn)))
    for place, number in enumerate(row.scores):
        scores = [None if n == place else one for n, one in enumerate(row.scores)]
        if number is None or sum(one is not None for one in scores) < 2:
            continue
        freed = replace(row, scores=tuple(scores))
        values = dict.fromkeys(
            number.printed(
                READINGS[fit.reading][0](fit.tp, fit.system, fit.tp + fit.fn, row)[place]
            )
            for fit in fits(freed)
            if fit.system is not None
        )
        if 0 < len(values) < 4:
            words.append("{} would be {}".format(SCORES[place], " or ".join(values)))
    return words


def nearest(row: Row, total: int) -> str:
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
            off = sum(abs(one.value - s) for one, s in zip(row.scores, scores) if one is not None)
            fit = Fit(tp, total - tp, system, PLAIN)
            shown = "%.2f %.2f %.2f" % scores + " (%s)" % fit.shown(row.measure.is_b)
            near.append((off, shown))
    return "nearest: " + "; ".join([shown for _, shown in sorted(near)[:2]])
