"""Which counts give a published row by itself: exactly, for any size of gold.

Recall fixes the true positives where gold's number is known, precision then
the false positives (in a B row the system's number). For one number of true
positives these are a range without gaps, because precision and F1 fall as the
number of false positives grows.
"""

from __future__ import annotations

from itertools import chain

from ..ground.measures import f1, f1_of_printed, percentage, printed
from ..ground.records import Record
from .printed_numbers import AS_FLOATS, READINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .measures import Measured
    from .printed_numbers import PrintedNumber, Reading

LARGEST_GOLD = 2000
"""The largest gold count up to which solutions are counted when it is unknown."""
LARGEST_TRIED = 50_000
"""The largest gold count tried when it is unknown and no smaller one gives the row."""
MOST_RANGES = 100_000
MOST_TRIED = 300_000
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

    def is_in(self, other: Range) -> bool:
        """Return True if all of it is in another."""
        if self[:2] != other[:2] or self.least < other.least:
            return False
        return other.most is None or (self.most is not None and self.most <= other.most)

    @property
    def number(self) -> int | None:
        """How many counts there are, None if there is no end."""
        return None if self.most is None else self.most - self.least + 1


class Found(Record):
    """The ranges that give a row under a reading; `is_all` is False if the search was cut off."""

    ranges: tuple[Range, ...]
    is_all: bool = True


class Scores(Record):
    """Precision, recall and F1 as printed, None for what a table does not have."""

    precision: PrintedNumber | None
    recall: PrintedNumber | None
    f1: PrintedNumber | None

    @property
    def there(self) -> list[PrintedNumber]:
        """The numbers that the table has."""
        return [number for number in self if number is not None]


def readings_of(scores: Scores, measured: Measured) -> list[Reading]:
    """Return the readings that a row may have, in the order in which they are tried.

    Numbers that all have two decimals, or more, cannot have been rounded once
    more. The focus scorer computes F1 from unrounded numbers.
    """
    decimals = [number.decimals for number in scores.there]
    found = []
    for reading in READINGS:
        if reading.has_two_decimals:
            is_possible = all(number == 2 for number in decimals)
            if measured.is_focus:
                reading = reading._replace(is_official=False, rounding=AS_FLOATS)
        elif reading.is_official:
            is_possible = min(decimals) < 2 and not measured.is_focus
        elif reading.from_printed:
            is_possible = None not in scores and not measured.is_focus
        else:
            is_possible = True
        if is_possible:
            found.append(reading)
    return found


def solve_row(scores: Scores, measured: Measured, gold: int | None, reading: Reading) -> Found:
    """Return the counts that give a row under a reading, if gold's number is `gold` or unknown.

    If it is unknown, all up to `LARGEST_GOLD` are tried, and if none of them
    gives the row, greater ones until one does.
    """
    if gold is not None and gold > LARGEST_EXACT:
        return Found((), False)
    solver = _solver(scores, measured, reading)
    if not solver.is_possible():
        return Found(())
    if gold is not None:
        return _taken(solver.ranges(total) for total in measured.totals(gold))
    most = MOST_OF_UNKNOWN if None not in scores[:2] else MOST_OF_F1
    found = _taken((solver.ranges(total) for total in range(LARGEST_GOLD + 1)), most)
    if not found.ranges:
        found = _taken(map(solver.ranges, range(LARGEST_GOLD + 1, LARGEST_TRIED + 1)), 1)
    return found._replace(is_all=False)


def consistent_under(scores: Scores, measured: Measured) -> Reading | None:
    """Return the first reading under which F1 follows from precision and recall, None if there is none."""
    for reading in readings_of(scores, measured):
        if _solver(scores, measured, reading).is_possible():
            return reading
    return None


def _solver(scores: Scores, measured: Measured, reading: Reading) -> Solver:
    """Return what finds the counts of a row under a reading."""
    if reading.is_official:
        return Official(scores, measured, reading)
    return (FromPrinted if reading.from_printed else Unrounded)(scores, measured, reading)


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

    def __init__(self, scores: Scores, measured: Measured, reading: Reading) -> None:
        self.scores = scores
        self.rounding = reading.rounding
        self.is_divided_by_system = measured.is_divided_by_system

    def is_possible(self) -> bool:
        """Return False if no counts of any size give the row."""
        raise NotImplementedError

    def true_positives(self, total: int) -> Iterable[int]:
        """Return the numbers of true positives among `total` that give the recall."""
        raise NotImplementedError

    def denominators(self, tp: int, total: int) -> tuple[int, int | None] | None:
        """Return the least and greatest denominator of precision that fit, None if there is none."""
        raise NotImplementedError

    def ranges(self, total: int) -> Iterator[Range | None]:
        """Yield the counts that give the row if true positives and false negatives are `total`.

        None for each number of true positives that was tried in vain.
        """
        for tp in self.true_positives(total):
            found = self.denominators(tp, total)
            if found is None:
                yield None
            else:
                least, most = found
                if not self.is_divided_by_system:
                    least, most = least - tp, None if most is None else most - tp
                yield Range(tp, total - tp, least, most)

    def _share(self, number: PrintedNumber | None, part: int, whole: int) -> bool:
        """Return True if `part` of `whole` is printed as `number`."""
        value = percentage(part, whole)
        return number is None or self.rounding.shows(number, 100 * part, whole or 1, value)


class Official(Solver):
    """Precision and recall with two decimals first, F1 of these, and all rounded to what is printed.

    Precision, recall and F1 are whole numbers here: hundredths of a percent.
    """

    def __init__(self, scores: Scores, measured: Measured, reading: Reading) -> None:
        super().__init__(scores, measured, reading)
        self.precisions = self._hundredths(scores.precision)
        self.recalls = self._hundredths(scores.recall)
        self._limits_of_f1 = self._hundredths(self.scores.f1)
        self._allowed: dict[int, tuple[int, int] | None] = {}

    def _hundredths(self, number: PrintedNumber | None) -> tuple[int, int]:
        """Return the least and the greatest two-decimal score that is printed as `number`."""
        if number is None:
            return 0, 10_000
        (low, low_unit), (high, high_unit) = self.rounding.least(number), self.rounding.most(number)
        least, most = max(-(-100 * low // low_unit), 0), min(100 * high // high_unit, 10_000)
        while least <= most and not self._shows(number, least):
            least += 1
        while most >= least and not self._shows(number, most):
            most -= 1
        return least, most

    def _shows(self, number: PrintedNumber | None, hundredths: int) -> bool:
        return number is None or self.rounding.shows(number, hundredths, 100, hundredths / 100)

    def is_possible(self) -> bool:
        """Return False if no precision and recall that are printed so have such an F1."""
        if self.scores.precision is None and self.scores.recall is None:
            return True
        # F1 is the same if precision and recall are exchanged: fewer of the one that is printed.
        turned = self
        if self.scores.recall is None:
            turned = Official.__new__(Official)
            turned.__dict__.update(self.__dict__)
            turned.scores = self.scores._replace(precision=None, recall=self.scores.precision)
            turned.precisions, turned.recalls = self.recalls, self.precisions
            turned._allowed = {}
        recalls = range(turned.recalls[0], turned.recalls[1] + 1)
        return any(turned.allowed(recall) is not None for recall in recalls)

    def allowed(self, recall: int) -> tuple[int, int] | None:
        """Return the least and greatest precision that, with a recall, give the F1 as printed."""
        if recall not in self._allowed:
            self._allowed[recall] = self._allowed_with(recall)
        return self._allowed[recall]

    def _allowed_with(self, recall: int) -> tuple[int, int] | None:
        least, most = self.precisions
        if self.scores.f1 is not None:
            # F1 grows with precision: the first that is not too small, and the last not too great.
            low, high = self._limits_of_f1
            above = most + 1
            least, end = _near(low - 0.5, recall, least, above)
            least = _first(least, end, lambda p: hundredths_of_f1(p, recall) >= low)
            start, end = _near(high + 0.5, recall, least, above)
            most = _first(start, end, lambda p: hundredths_of_f1(p, recall) > high) - 1
        return (least, most) if least <= most else None

    def true_positives(self, total: int) -> Iterable[int]:
        """Return the numbers of true positives that give one of the recalls."""
        least, most = self.recalls
        if least > most:
            return ()
        low = max(-(-total * (2 * least - 1) // 20_000), 0)
        high = min(total * (2 * most + 1) // 20_000, total)
        while low <= high and hundredths(low, total) < least:
            low += 1
        while high >= low and hundredths(high, total) > most:
            high -= 1
        return range(low, high + 1)

    def denominators(self, tp: int, total: int) -> tuple[int, int | None] | None:
        """Return the denominators that give a precision that is allowed with the recall."""
        allowed = self.allowed(hundredths(tp, total))
        if allowed is None:
            return None
        least, most = allowed
        if not tp:
            return (0, None) if not least else None
        low = max(-(-20_000 * tp // (2 * most + 1)), tp)
        while hundredths(tp, low) > most:
            low += 1
        if not least:
            return low, None
        high = 20_000 * tp // (2 * least - 1)
        while high >= low and hundredths(tp, high) < least:
            high -= 1
        return (low, high) if low <= high else None


class Unrounded(Solver):
    """All three numbers rounded from the scores themselves, once."""

    def is_possible(self) -> bool:
        """Return False if no precision and recall that are printed so have such an F1.

        F1 grows with both, so its limits are those of the least and greatest of them.
        """
        limits = []
        for bound in (self.rounding.least, self.rounding.most):
            values = [
                None if number is None else max(bound(number)[0] / bound(number)[1], 0.0)
                for number in self.scores
            ]
            limits.append(values)
        (p_low, r_low, f_low), (p_high, r_high, f_high) = limits
        if f_low is None or f_high is None:
            return True
        lowest = f1(p_low or 0.0, r_low or 0.0)
        highest = f1(*[100.0 if v is None else min(v, 100.0) for v in (p_high, r_high)])
        return lowest <= f_high + 1e-9 and highest >= f_low - 1e-9

    def true_positives(self, total: int) -> Iterable[int]:
        """Return the numbers of true positives that give the recall."""
        number = self.scores.recall
        if number is None or not total:
            return range(total + 1)
        (low, low_unit), (high, high_unit) = self.rounding.least(number), self.rounding.most(number)
        least = max(-(-low * total // (100 * low_unit)), 0)
        most = min(high * total // (100 * high_unit), total)
        while least <= most and not self._share(number, least, total):
            least += 1
        while most >= least and not self._share(number, most, total):
            most -= 1
        return range(least, most + 1)

    def denominators(self, tp: int, total: int) -> tuple[int, int | None] | None:
        """Return the denominators that give precision and F1 as printed."""
        if not self._share(self.scores.recall, tp, total):
            return None
        if not tp:
            return (0, None) if self._fits(0, 0, total) else None
        least, most = tp, None
        # F1 is twice the true positives in percent of what gold and the system have together.
        for number, right, added in (
            (self.scores.precision, tp, 0),
            (self.scores.f1, 2 * tp, total),
        ):
            if number is None:
                continue
            low, low_unit = self.rounding.least(number)
            high, high_unit = self.rounding.most(number)
            least = max(least, -(-100 * right * high_unit // high) - added)
            if low > 0:
                end = 100 * right * low_unit // low - added
                most = end if most is None else min(most, end)
        # Only the ends of a range may be halves, which may be rounded away.
        for _ in range(2):
            if not self._fits(tp, least, total):
                least += 1
            if most is not None and not self._fits(tp, most, total):
                most -= 1
        if (most is not None and least > most) or not self._fits(tp, least, total):
            return None
        return least, most

    def _fits(self, tp: int, denominator: int, total: int) -> bool:
        number = self.scores.f1
        if not self._share(self.scores.precision, tp, denominator):
            return False
        value = f1(percentage(tp, denominator), percentage(tp, total))
        return number is None or self.rounding.shows(
            number, 200 * tp, denominator + total or 1, value
        )


class FromPrinted(Unrounded):
    """Precision and recall rounded from the scores once, F1 computed from these two as they are printed.

    F1 decides by itself, whatever the counts.
    """

    def __init__(self, scores: Scores, measured: Measured, reading: Reading) -> None:
        super().__init__(scores._replace(f1=None), measured, reading)
        self._printed = scores

    def is_possible(self) -> bool:
        """Return True if F1 is what the two printed numbers give, rounded, or one of the three is not there."""
        precision, recall, shown = self._printed
        if precision is None or recall is None or shown is None:
            return True
        # Both in the same units, which are whole.
        most = max(precision.decimals, recall.decimals, 0)
        p, r = (one.digits * 10 ** (most - one.decimals) for one in (precision, recall))
        value = f1(precision.percent, recall.percent)
        return self.rounding.shows(shown, 2 * p * r, (p + r) * 10**most or 1, value)


def hundredths(part: int, whole: int) -> int:
    """Return `part` of `whole` as the scorers print it, in hundredths of a percent."""
    return int(printed(percentage(part, whole)).replace(".", ""))


def hundredths_of_f1(precision: int, recall: int) -> int:
    """Return F1 of two printed scores as the scorers print it; all in hundredths of a percent."""
    two = ("%d.%02d" % divmod(score, 100) for score in (precision, recall))
    return int(f1_of_printed(*two).replace(".", ""))


def _near(f1_wanted: float, recall: int, least: int, above: int) -> tuple[int, int]:
    """Return the part of a range in which precision reaches an F1 with a recall; all in hundredths.

    Two more at both ends, for what is rounded.
    """
    if 2 * recall <= f1_wanted:
        # No precision is enough.
        return max(above - 1, least), above
    middle = int(f1_wanted * recall / (2 * recall - f1_wanted))
    low = min(max(middle - 2, least), above)
    return low, max(min(middle + 3, above), low)


def _first(low: int, high: int, is_true: object) -> int:
    """Return the first number from `low` on for which `is_true`, `high` if there is none below it.

    Once it is true, it stays so.
    """
    assert callable(is_true)
    while low < high:
        middle = (low + high) // 2
        if is_true(middle):
            high = middle
        else:
            low = middle + 1
    return low


MOST_SHOWN = 3
"""How many counts of a row are shown."""


def needed(ranges: Sequence[Range], measured: Measured) -> str:
    """Return in words which counts give a row: the first few."""
    others = "system" if measured.is_divided_by_system else "fp"
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


def with_unit(reading: Reading, scores: Scores, is_doubtful: bool) -> Reading:
    """Return a reading that says whether numbers of at most 1 are fractions, where that is doubtful."""
    if not is_doubtful:
        return reading
    unit = FRACTIONS if scores.there[0].is_fraction else BELOW_ONE
    return reading._replace(name="%s, %s" % (reading.name, unit))


FRACTIONS = "of fractions: 1 is 100%"
BELOW_ONE = "of percentages below 1, since no counts give these fractions"
