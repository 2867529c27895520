"""How counts are printed as scores, under a reading; and which readings printed scores may have."""

from __future__ import annotations

from fractions import Fraction

from ..ground.measures import f1_of_printed, percentage, printed, scores_of
from ..ground.records import Record
from .measures import FOCUS
from .printed_numbers import EITHER_WAY, READINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..legacy.rows import Row
    from .printed_numbers import PrintedNumber, Reading


class Scores(Record):
    """Precision, recall and F1 as printed, None for what a table does not have."""

    precision: PrintedNumber | None
    recall: PrintedNumber | None
    f1: PrintedNumber | None

    @property
    def there(self) -> list[PrintedNumber]:
        """The numbers that the table has."""
        return [number for number in self if number is not None]


def readings_of(scores: Scores, measured: Row, prints_counts: bool = False) -> list[Reading]:
    """Return the readings that a row may have, in the order in which they are tried.

    Numbers that all have two decimals, or more, cannot have been rounded once
    more. The focus scorer computes F1 from unrounded numbers.
    """
    decimals = [number.decimals for number in scores.there]
    found = []
    for reading in READINGS:
        if reading.has_two_decimals:
            is_possible = all(number == 2 for number in decimals)
            reading = reading._replace(is_official=measured.measured != FOCUS)
        elif reading.is_official:
            is_possible = min(decimals) < 2 and measured.measured != FOCUS
        elif reading.from_printed:
            # F1 by itself says so little that how it came about plays no part.
            is_open = scores.f1 is None or (len(decimals) == 1 and not prints_counts)
            is_possible = not (is_open or measured.measured == FOCUS)
        else:
            is_possible = True
        if is_possible:
            found.append(reading)
    return found


def with_unit(reading: Reading, scores: Scores, is_doubtful: bool) -> Reading:
    """Return a reading that says whether numbers of at most 1 are fractions, where that is doubtful."""
    if not is_doubtful:
        return reading
    unit = FRACTIONS if scores.there[0].is_fraction else BELOW_ONE
    return reading._replace(name="%s, %s" % (reading.name, unit))


FRACTIONS = "of fractions: 1 is 100%"
BELOW_ONE = "of percentages below 1, since no counts give these fractions"


def plain_name(name: str) -> str:
    """Return the name of a reading without what it says of the unit."""
    return name.removesuffix(", " + FRACTIONS).removesuffix(", " + BELOW_ONE)


def as_printed(
    tp: int, denominator: int, total: int, scores: Scores, reading: Reading
) -> tuple[str, ...]:
    """Return how the three scores are printed for some counts, "" for one that is not there.

    `denominator` is what precision divides by, `total` true positives and false negatives.
    """
    if reading.is_official or reading.has_two_decimals:
        two = hundredths(tp, denominator), hundredths(tp, total)
        values: tuple[int, ...] = (*two, hundredths_of_f1(*two))
        if not reading.is_official:
            # The scorer of foci: F1 from unrounded scores.
            values = tuple(map(_in_print, scores_of(tp, denominator, tp, total).rounded))
        shares = [(value, 10_000) for value in values]
        rounding = reading.rounding
    else:
        shares = [(tp, denominator), (tp, total), (2 * tp, denominator + total)]
        precision, recall, _ = scores
        if reading.from_printed and precision is not None and recall is not None:
            shares[2] = f1_of_shares(precision.share, recall.share).as_integer_ratio()
        rounding = reading.rounding or EITHER_WAY
    is_open = reading.from_printed and None in scores[:2]
    found = []
    for place, (one, share) in enumerate(zip(scores, shares)):
        if one is None:
            found.append("")
            continue
        digits = one.digits_of(*share, rounding)
        # By how the one was rounded that is not there, F1 is another by one digit at most.
        is_same = abs(digits - one.digits) <= (is_open and place == 2)
        found.append(one.text if is_same else one.with_digits(digits))
    return tuple(found)


def f1_of_shares(precision: Fraction, recall: Fraction) -> Fraction:
    """Return F1 of precision and recall, all as exact shares of 1; 0 if both are 0."""
    both = precision + recall
    return 2 * precision * recall / both if both else Fraction(0)


def hundredths(part: int, whole: int) -> int:
    """Return `part` of `whole` as the scorers print it, in hundredths of a percent."""
    if not whole:
        return 0
    found, rest = divmod(20_000 * part + whole, 2 * whole)
    # A half is rounded up or down by what the computed number is a little more or less.
    return found if rest else _in_print(printed(percentage(part, whole)))


def hundredths_of_f1(precision: int, recall: int) -> int:
    """Return F1 of two printed scores as the scorers print it; all in hundredths of a percent."""
    both = precision + recall
    if not both:
        return 0
    found, rest = divmod(4 * precision * recall + both, 2 * both)
    if rest:
        return found
    return _in_print(
        f1_of_printed(*["%d.%02d" % divmod(score, 100) for score in (precision, recall)])
    )


def _in_print(share: str) -> int:
    return int(share.replace(".", ""))
