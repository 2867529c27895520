"""Which whole numbers give the printed scores of a row?

There is one rule: every candidate is computed forward, as a scorer would print it, and compared
with what is printed. No number is solved for backwards.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, inf

from ..ground.percentages import correct_percentage, f1
from .names import RowKind
from .numbers import EPS, Number

POSSIBLE = "possible"  # the verdict on a row that some counts give
SCORES = ("precision", "recall", "f1")
SHORT = ("P", "R", "F1")
COUNTS = ("gold", "system", "tp", "fp", "fn")
LARGEST = 2000  # how many of gold's events may count nowhere (quirk 19)
NEAR_EVENTS = 200  # how many of them are tried for the nearest scores
LARGEST_SYSTEM = 10**12  # how many items a system may have: precision in print as 0 sets no limit
MOST = 1000  # answers after which a row says nothing any more
STEPS = 150_000  # numbers that are tried for a row; more would take seconds


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

    def count(self, name: str) -> int | None:
        """Return one of `COUNTS`; None where any would do."""
        if name in ("system", "fp"):
            rest = self.tp if name == "fp" else 0
            return None if self.system is None else self.system - rest
        return {"gold": self.tp + self.fn, "tp": self.tp, "fn": self.fn}[name]


@dataclass
class PrintedRow:
    """A published row while it is checked: its scores, the counts in print, gold's totals; and what fits.

    `name` is the system's, `run` tells runs with the same name apart.
    """

    name: str
    run: str
    test: str
    measure: RowKind
    scores: tuple[Number | None, ...]
    counts: Mapping[str, int] = field(default_factory=dict)
    gold: tuple[int, ...] = ()
    is_mean: bool = False
    verdict: str = POSSIBLE
    fits: list[Fit] = field(default_factory=list)
    are_all: bool = True
    words: list[str] = field(default_factory=list)

    @property
    def gold_total(self) -> int:
        """Gold's total, 0 if it is not known."""
        return self.counts.get("gold") or next(iter(self.gold), 0)


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
NIS_READINGS = dict([*READINGS.items()][1:])  # NIS rounds once: the scorer's way is none of its


def systems_of(tp: int, total: int, row: PrintedRow) -> Sequence[int]:
    """Return what precision may divide by with these true positives, as far as scores and counts say."""
    counts, is_b = row.counts, row.measure.is_b
    if counts.get("tp", tp) != tp or counts.get("fn", total - tp) != total - tp:
        return ()
    # The system has at least what is right and wrong; in the B rows, precision divides by it.
    right_and_wrong = tp + counts.get("fp", 0)
    if right_and_wrong > counts.get("system", LARGEST_SYSTEM):
        return ()
    if row.measure.name == "tokens" and "fp" in counts:
        # Each scope token of the system is right or wrong.
        right_and_wrong = counts.get("system", right_and_wrong)
        if right_and_wrong != tp + counts["fp"]:
            return ()
    if is_b and "system" in counts:
        return range(counts["system"], counts["system"] + 1)
    if not is_b and "fp" in counts:
        return range(right_and_wrong, right_and_wrong + 1)
    if not tp:
        return (0,)
    least, most = _limits(tp, total, row)
    return range(max(least, right_and_wrong), min(most, counts.get("system", most)) + 1)


def _limits(tp: int, total: int, row: PrintedRow) -> tuple[int, int]:
    """Return the first and the last number of system items that are tried."""
    (p_low, p_high), (f_low, f_high) = (
        (0.0, 100.0) if score is None else score.limits(roundings)
        for score, roundings in ((row.scores[0], 1), (row.scores[2], 2))
    )
    # F1 is twice what is right, of gold and system together.
    least = max(tp, 100 * tp / p_high - EPS, 200 * tp / f_high - EPS - total)
    most = min(100 * tp / p_low if p_low else inf, 200 * tp / f_low - total if f_low else inf)
    return ceil(least), floor(min(most + EPS, LARGEST_SYSTEM))


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


def totals(row: PrintedRow, most_events: int = LARGEST) -> list[int]:
    """Return what true positives and false negatives may be together; none if gold's total is not known."""
    counts = row.counts
    known = [counts["gold"]] if "gold" in counts else list(row.gold)
    if "tp" in counts and "fn" in counts and not known:
        known = [counts["tp"] + counts["fn"]]
    # Of events, some of gold's count nowhere (quirk 19).
    if row.measure.counted == "events":
        return [n for most in known for n in range(most, max(most - most_events, 0) - 1, -1)]
    return known


def fits(row: PrintedRow, is_plain: bool = False) -> tuple[list[Fit], bool]:
    """Return the counts that give a row, each under the first reading that does, in their order.

    And whether these are all: after `MOST`, or `STEPS`, no more are tried. `is_plain`: try only what
    the scorers print.
    """
    by_counts: dict[tuple[int, int, int], Fit] = {}
    readings = [*(NIS_READINGS if row.measure.name.startswith("nis") else READINGS)]
    readings = readings[:1] if is_plain else readings
    steps = 0
    for tp, total in _true_positives(row, NEAR_EVENTS if is_plain else LARGEST):
        systems = systems_of(tp, total, row)
        steps += 20 if systems else 1
        is_open = systems == (0,)
        for name in readings if systems else ():
            for system in shown_by(name, tp, systems, total, row)[:MOST]:
                fit = Fit(tp, total - tp, None if is_open else system, name)
                by_counts.setdefault((tp, total, system), fit)
        if len(by_counts) >= MOST or steps >= STEPS:
            break
    found = sorted(by_counts.values(), key=lambda fit: readings.index(fit.reading))
    return found, len(by_counts) < MOST and steps < STEPS


def _true_positives(row: PrintedRow, most_events: int) -> Iterator[tuple[int, int]]:
    """Yield the true positives that are tried, each with what gold has then."""
    recall = row.scores[1]
    low, high = (0.0, 100.0) if recall is None else recall.limits()
    for total in totals(row, most_events):
        for tp in range(ceil(low * total / 100 - EPS), floor(high * total / 100 + EPS) + 1):
            yield tp, total


def share_of_sentences(row: PrintedRow) -> str:
    """Return how many of gold's sentences with negation are correct, in words; "" if no number is."""
    for total in totals(row):
        for errors in range(total + 1):
            correct = float(correct_percentage(errors, total))
            unrounded = 100 * (total - errors) / total if total else 0.0
            for score in filter(None, row.scores):
                is_cut = score.side(unrounded, True) == 0 or score.side(correct, True) == 0
                if score.side(correct) and score.side(unrounded) and not is_cut:
                    break
            else:
                return "%d of %d sentences" % (total - errors, total)
    return ""


def explanations(row: PrintedRow) -> list[str]:
    """Return what would have to change in an impossible row: one count, one score, or the nearest scores."""
    words = [*_other_counts(row)] or [*_other_scores(row)]
    if not row.counts:
        words.append(_nearest(row))
    return [word for word in words if word]


def _other_counts(row: PrintedRow) -> list[str]:
    """Return which single count in print does not fit, and what does."""
    words = []
    for name, number in row.counts.items():
        others = {other: n for other, n in row.counts.items() if other != name}
        found, _ = fits(replace(row, counts=others, gold=() if "gold" in others else row.gold))
        fitting = {fit.count(name) for fit in found} - {None, number}
        if name == "system" and not row.measure.is_b:
            least = min([n for n in (fit.count("system") for fit in found) if n], default=0)
            words += [f"system {number} does not fit; {least} or more does"] * bool(found)
        elif fitting:
            nearest = min(fitting, key=lambda n: abs((n or 0) - number))
            words.append(f"{name} {number} does not fit; {nearest} does")
    return words


def _other_scores(row: PrintedRow) -> list[str]:
    """Return what each of the three scores would be if the other two are right."""
    words = []
    if None in row.scores:
        return []
    for place, score in enumerate(row.scores):
        others = tuple([None if n == place else other for n, other in enumerate(row.scores)])
        found, _ = fits(replace(row, scores=others), is_plain=True)
        values = [as_scorer(fit.tp, fit.system or 0, fit.tp + fit.fn, row)[place] for fit in found]
        if values and score is not None:
            nearest = min(values, key=lambda value: abs(value - score.value))
            rest = " and ".join(name for name in SHORT if name != SHORT[place])
            words.append(f"if {rest} are right, {SHORT[place]} is {score.printed(nearest)}")
    return words


def _nearest(row: PrintedRow) -> str:
    """Return the scores nearest to an impossible row, with their counts; "" without P and R."""
    p, r = row.scores[:2]
    if not (p and r and p.value):
        return ""
    near: list[tuple[float, str]] = []
    for total in totals(row, NEAR_EVENTS):
        middle = round(r.value * total / 100)
        for tp in range(max(middle - 3, 0), min(middle + 3, total) + 1):
            whole = round(100 * tp / p.value)
            for system in range(max(whole - 3, tp), whole + 4):
                scores = as_scorer(tp, system, total, row)
                off = sum(abs(score.value - s) for score, s in zip(row.scores, scores) if score)
                shown = Fit(tp, total - tp, system, PLAIN).shown(row.measure.is_b)
                near.append((off, "%.2f %.2f %.2f (%s)" % (*scores, shown)))
    return "nearest: " + min(near)[1] if near else ""
