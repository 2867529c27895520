"""Which counts give a published row by itself: exactly, for any size of gold.

Recall fixes the true positives where gold's number is known, precision then
the false positives (in a B row the system's number). For one number of true
positives these are a range without gaps, because precision and F1 fall as the
number of false positives grows.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from itertools import chain

from ..ground.records import Record
from .measures import totals
from .printed_numbers import CUT
from .printing import f1_of_shares, hundredths, hundredths_of_f1, readings_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..legacy.rows import Row
    from .printed_numbers import Limits, PrintedNumber, Reading
    from .printing import Scores

LARGEST_GOLD = 2000
"""The largest gold count up to which solutions are counted when it is unknown."""
LARGEST_TRIED = 50_000
"""The largest gold count tried when it is unknown and no smaller one gives the row."""
MOST_RANGES = 10_000
MOST_TRIED = 100_000
"""How many ranges of counts are listed, and numbers of true positives tried, before a search is cut off."""


MOST_OF_UNKNOWN = 5000
MOST_OF_F1 = 250
"""How many ranges are listed if gold's number is not known, and if precision or recall neither."""


LARGEST_EXACT = 10**15
"""The largest gold count whose shares floats tell apart."""


class Range(Record):
    """Counts that give a row: true positives, false negatives, and a range of the others.

    The others are the false positives, in a B row what the system has: all from
    `least` to `most`, None if there is no end.
    """

    true_positives: int
    false_negatives: int
    least: int
    most: int | None

    @property
    def total(self) -> int:
        """True positives and false negatives together: gold's number, but for what counts nowhere."""
        return self.true_positives + self.false_negatives

    def within(self, least: int, most: int | None) -> Range | None:
        """Return the part of it from `least` to `most`, None if there is none."""
        least = max(self.least, least)
        if most is None or (self.most is not None and self.most < most):
            most = self.most
        if most is not None and most < least:
            return None
        # Tried many times: this is faster than `_replace`.
        return Range(self.true_positives, self.false_negatives, least, most)

    @property
    def number(self) -> int | None:
        """How many counts there are, None if there is no end."""
        return None if self.most is None else self.most - self.least + 1


class PrintedCounts(Record):
    """The counts that a row prints, None for what it does not have."""

    gold: int | None = None
    system: int | None = None
    true_positives: int | None = None
    false_positives: int | None = None
    false_negatives: int | None = None

    @property
    def there(self) -> dict[str, int]:
        """The counts that the row has, by column."""
        return {column: number for column, number in self._asdict().items() if number is not None}

    def left_of(self, one: Range, is_divided_by_system: bool) -> Range | None:
        """Return what these counts leave of a range, None if nothing."""
        _, system, tp, fp, fn = self
        if tp not in (None, one.true_positives) or fn not in (None, one.false_negatives):
            return None
        others = system if is_divided_by_system else fp
        found = one if others is None else one.within(others, others)
        if found is None or system is None or is_divided_by_system:
            return found
        # The system has what is right and what is wrong, and perhaps what is neither.
        return found.within(0, system - one.true_positives)


TINY = 0.0002
"""More than a share changes when it is rounded to two decimals of a percentage."""


class Found(Record):
    """The ranges that give a row under a reading; `is_all` is False if the search was cut off."""

    ranges: tuple[Range, ...]
    is_all: bool = True


NO_COUNTS = PrintedCounts()


def solve_row(
    scores: Scores,
    measured: Row,
    gold: int | None,
    reading: Reading,
    counts: PrintedCounts = NO_COUNTS,
) -> Found:
    """Return the counts that give a row under a reading, if gold's number is `gold` or unknown.

    `counts` are those that the row prints. If gold's number is unknown, all up to
    `LARGEST_GOLD` are tried, and if none of them gives the row, greater ones
    until one does.
    """
    solver = _solver(scores, measured, reading, counts)
    if gold is None:
        gold = counts.gold
    if not solver.is_possible() or counts.gold not in (None, gold):
        return Found(())
    if gold is not None and gold > LARGEST_EXACT:
        return Found((), False)
    if None not in (counts.true_positives, counts.false_negatives):
        total = (counts.true_positives or 0) + (counts.false_negatives or 0)
        return _taken(
            [solver.ranges(total)] if gold is None or total in totals(measured, gold) else []
        )
    if gold is not None:
        return _taken(solver.ranges(total) for total in totals(measured, gold))
    most = MOST_OF_UNKNOWN if None not in scores[:2] else MOST_OF_F1
    if counts.there:
        several, are_all = solver.totals()
        found = _taken(map(solver.ranges, several[:MOST_TRIED]), most)
        is_all = found.is_all and are_all and not several[MOST_TRIED:]
        return found._replace(is_all=is_all)
    found = _taken(map(solver.ranges, range(LARGEST_GOLD + 1)), most)
    if not found.ranges:
        found = _taken(map(solver.ranges, range(LARGEST_GOLD + 1, LARGEST_TRIED + 1)), 1)
    return found._replace(is_all=False)


def consistent_under(scores: Scores, measured: Row) -> Reading | None:
    """Return the first reading under which F1 follows from precision and recall, None if there is none."""
    for reading in readings_of(scores, measured):
        if _solver(scores, measured, reading, NO_COUNTS).is_possible():
            return reading
    return None


def _solver(scores: Scores, measured: Row, reading: Reading, counts: PrintedCounts) -> Solver:
    """Return what finds the counts of a row under a reading."""
    if reading.is_official:
        return Official(scores, measured, reading, counts)
    of_scores = FromPrinted if reading.from_printed else Unrounded
    return of_scores(scores, measured, reading, counts)


def _taken(several: Iterable[Iterable[Range | None]], most: int = MOST_RANGES) -> Found:
    """Return the ranges that were found of all that are tried, up to a limit."""
    found: list[Range] = []
    for number, one in enumerate(chain.from_iterable(several)):
        if one is not None:
            found.append(one)
        if len(found) >= most or number >= MOST_TRIED:
            return Found(tuple(found), False)
    return Found(tuple(found))


class Solver:
    """The counts that give a row under a reading, for one number of gold after the other."""

    def __init__(
        self,
        scores: Scores,
        measured: Row,
        reading: Reading,
        counts: PrintedCounts = NO_COUNTS,
    ) -> None:
        self.scores = scores
        self.counts = counts
        self.prints_counts = bool(counts.there)
        self.is_divided_by_system = measured.divided_by_system
        self.rounding = reading.rounding
        self.limits = [one and one.limits(self.rounding == CUT) for one in scores]
        self.prepare()
        self.right = self._right()

    def prepare(self) -> None:
        """Do what is needed before counts are looked for: nothing here."""

    def is_possible(self) -> bool:
        """Return False if no counts of any size give the row."""
        raise NotImplementedError

    def denominators(self, tp: int, total: int) -> tuple[int, int | None] | None:
        """Return the least and greatest denominator of precision that fit, None if there is none."""
        raise NotImplementedError

    def _right(self) -> tuple[int, int | None]:
        """Return the least and the greatest number of true positives that the counts in print leave."""
        _, system, tp, fp, _ = self.counts
        if tp is not None:
            return tp, tp
        low, high = self._shares(0)
        if fp is not None and not self.is_divided_by_system:
            least = int(low * fp / (1 - low)) if low < 1 else 0
            return least, system if high >= 1 else int(high * fp / (1 - high)) + 1
        if system is not None:
            return int(low * system) if self.is_divided_by_system else 0, system
        return 0, None

    def _shares(self, place: int) -> tuple[float, float]:
        """Return the least and the greatest share that a score leaves open, a little wider.

        Precision or recall that is not there follows from F1 and the other.
        """
        one = self.limits[place]
        if one is not None:
            return max(one.low / one.unit - TINY, 0.0), min(one.high / one.unit + TINY, 1.0)
        f1, other = self.limits[2], self.limits[1 - place] if place < 2 else None
        if f1 is None or other is None:
            return 0.0, 1.0
        (low_f1, high_f1), (low, high) = self._shares(2), self._shares(1 - place)
        least = low_f1 * high / (2 * high - low_f1) if 2 * high > low_f1 else 1.0
        most = high_f1 * low / (2 * low - high_f1) if 2 * low > high_f1 else 1.0
        return max(least - TINY, 0.0), min(most + TINY, 1.0)

    def totals(self) -> tuple[range, bool]:
        """Return what true positives and false negatives may be together, and whether these are all.

        By the counts in print and the scores.
        """
        least, most = self.right
        fn = self.counts.false_negatives
        low, high = self._shares(1)
        first = max(int(least / high), least + (fn or 0))
        ends = [] if most is None or not low else [int(most / low) + 1]
        f1 = self._shares(2)[0]
        if most is not None and f1:
            # F1 is twice the true positives of what gold and the system have together.
            ends.append(int(2 * most / f1) + 1)
        if fn is not None:
            first = max(first, int(fn / (1 - low)) if low < 1 else 0)
            ends += [] if most is None else [most + fn]
            ends += [int(fn / (1 - high)) + 1] if high < 1 else []
        return range(first, min(ends, default=LARGEST_TRIED) + 1), bool(ends)

    def ranges(self, total: int) -> Iterator[Range | None]:
        """Yield the counts that give the row if true positives and false negatives are `total`.

        None for each number of true positives that was tried in vain.
        """
        for tp in self._true_positives(total):
            found = self.denominators(tp, total)
            if found is None or (found[1] is not None and found[0] > found[1]):
                yield None
                continue
            least, most = found
            if not self.is_divided_by_system:
                least, most = least - tp, None if most is None else most - tp
            one = Range(tp, total - tp, least, most)
            yield self.counts.left_of(one, self.is_divided_by_system) if self.prints_counts else one

    def _true_positives(self, total: int) -> range:
        """Return the numbers of true positives among `total` that give the recall; perhaps one more."""
        least, most = 0, total
        if self.limits[1] is not None:
            low, high, unit = self.limits[1]
            least = max(-(-low * total // unit), 0) if total else int(low > 0)
            most = min(high * total // unit, total)
        if self.counts.false_negatives is not None:
            # Of all of them one is left.
            right = total - self.counts.false_negatives
            least, most = max(least, right), min(most, right)
        if self.prints_counts:
            first, last = self.right
            least, most = max(least, first), most if last is None else min(most, last)
        return range(least, most + 1)


class Unrounded(Solver):
    """All three numbers rounded from the scores themselves, once."""

    def is_possible(self) -> bool:
        """Return False if no precision and recall that are printed so have such an F1.

        F1 grows with both, so its limits are those of the least and greatest of them.
        """
        precision, recall, shown = self.limits
        if shown is None:
            return True
        lowest, highest = (
            f1_of_shares(*[_end(one, n, share) for one in (precision, recall)])
            for n, share in ((0, Fraction(0)), (1, Fraction(1)))
        )
        return lowest <= _end(shown, 1, Fraction(1)) and highest >= _end(shown, 0, Fraction(0))

    def denominators(self, tp: int, total: int) -> tuple[int, int | None] | None:
        """Return the denominators that give precision and F1 as printed."""
        least: int = tp
        most: int | None = None
        # F1 is twice the true positives, of what gold and the system have together.
        for limits, right, added in ((self.limits[0], tp, 0), (self.limits[2], 2 * tp, total)):
            if limits is None:
                continue
            if not right:
                if limits.low > 0:
                    return None
                continue
            least = max(least, -(-right * limits.unit // limits.high) - added)
            if limits.low > 0:
                end = right * limits.unit // limits.low - added
                most = end if most is None else min(most, end)
        return least, most


def _end(limits: Limits | None, place: int, unknown: Fraction) -> Fraction:
    """Return the least or the greatest share of 1 that a printed number leaves open."""
    if limits is None:
        return unknown
    return min(max(Fraction(limits[place], limits.unit), Fraction(0)), Fraction(1))


class FromPrinted(Unrounded):
    """Precision and recall rounded from the scores once, F1 computed from these two as they are printed.

    F1 decides by itself, whatever the counts.
    """

    def prepare(self) -> None:
        """Leave F1 aside, which says nothing of the counts; if one of the others is not there, nearly so.

        Both rounded by half a digit change F1 by one digit at most.
        """
        shown = self.limits[2]
        if None not in self.scores[:2] or shown is None:
            self.limits[2] = None
        else:
            digit = shown.high - shown.low + (self.rounding == CUT)
            self.limits[2] = shown._replace(low=shown.low - digit, high=shown.high + digit)

    def is_possible(self) -> bool:
        """Return True if F1 is what the two printed numbers give, or one of the three is not there."""
        precision, recall, shown = self.scores
        if precision is None or recall is None or shown is None:
            return super().is_possible()
        low, high, unit = shown.limits(self.rounding == CUT)
        value = unit * f1_of_shares(precision.share, recall.share)
        return bool(low <= value <= high)


class Official(Solver):
    """Precision and recall with two decimals first, F1 of these, and all rounded to what is printed.

    Precision, recall and F1 are whole numbers here: hundredths of a percent.
    """

    def prepare(self) -> None:
        """Find the two-decimal scores that are printed as the numbers."""
        self.precisions, self.recalls, self.f1s = [
            _hundredths(one, self.rounding) for one in self.scores
        ]
        self._allowed: dict[int, range] = {}
        if self.limits[1] is not None:
            # What is rounded to the least of the recalls is a little less.
            least, most = self.recalls.start, self.recalls.stop - 1
            self.limits[1] = self.limits[1]._replace(
                low=2 * least - 1, high=2 * most + 1, unit=20_000
            )

    def is_possible(self) -> bool:
        """Return False if no precision and recall that are printed so have such an F1."""
        if self.limits[:2] == [None, None]:
            return True
        # F1 is the same if precision and recall are exchanged: fewer of the one that is printed.
        few, other = sorted((self.precisions, self.recalls), key=len)
        return any(self.with_f1(other, one) for one in few)

    def with_f1(self, several: range, other: int) -> range:
        """Return those of several scores that give the F1 with another: it grows with them."""

        def f1_with(score: int) -> int:
            return hundredths_of_f1(score, other)

        least, most = self.f1s.start, self.f1s.stop - 1
        start = bisect_left(several, least, key=f1_with)
        return several[start : bisect_right(several, most, lo=start, key=f1_with)]

    def denominators(self, tp: int, total: int) -> tuple[int, int | None] | None:
        """Return the denominators that give a precision that is allowed with the recall."""
        recall = hundredths(tp, total)
        if recall not in self._allowed:
            is_printed = recall in self.recalls
            self._allowed[recall] = (
                self.with_f1(self.precisions, recall) if is_printed else range(0)
            )
        allowed = self._allowed[recall]
        if not allowed:
            return None
        least, most = allowed[0], allowed[-1]
        if not tp:
            return None if least else (0, None)
        low = max(-(-20_000 * tp // (2 * most + 1)), tp)
        low += hundredths(tp, low) > most
        if not least:
            return low, None
        high = 20_000 * tp // (2 * least - 1)
        return low, high - (hundredths(tp, high) < least)


def _hundredths(number: PrintedNumber | None, rounding: str) -> range:
    """Return the two-decimal scores that are printed as a number, in hundredths of a percent."""
    scores = range(10_001)
    if number is None:
        return scores

    def digits(score: int) -> int:
        return number.digits_of(score, 10_000, rounding)

    start = bisect_left(scores, number.digits, key=digits)
    return scores[start : bisect_right(scores, number.digits, lo=start, key=digits)]


MOST_SHOWN = 3
"""How many counts of a row are shown."""


def needed(ranges: Sequence[Range], measured: Row) -> str:
    """Return in words which counts give a row: the first few."""
    others = "system" if measured.divided_by_system else "fp"
    shown = [
        "%d/%d/%s" % (one.true_positives, one.false_negatives, _in_words(one)) for one in ranges
    ]
    more = len(shown) - MOST_SHOWN
    words = " or ".join(shown[:MOST_SHOWN]) + (" or %d others" % more if more > 0 else "")
    return "%s (tp/fn/%s)" % (words, others)


def _in_words(one: Range) -> str:
    if one.most is None:
        return "%d or more" % one.least
    return str(one.least) if one.least == one.most else "%d to %d" % (one.least, one.most)
