"""Printed numbers as what they leave open, and the readings under which a table may have been made.

A printed number is an interval: 89.2 may be anything that is rounded to it.
What it was rounded from is a reading: the scorer's own two decimals, these
rounded once more, or the scores before the scorer rounded them.
"""

from __future__ import annotations

from decimal import Decimal

from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class PrintedNumber(Record):
    """A score as printed: its digits without the point, as a number, and its decimals in percent.

    89.2 and 0.892 have the digits 892 and one decimal; `is_fraction` for the
    second. 0.9 has the digits 9 and -1 decimals: it is 90 percent, to the ten.
    """

    text: str
    digits: int
    decimals: int
    is_fraction: bool

    @property
    def percent(self) -> float:
        """The number in percent."""
        return float(self.digits / 10**self.decimals)

    def with_digits(self, digits: int) -> str:
        """Return other digits as text, with as many decimals, the same mark and the same unit."""
        decimals = self.decimals + 2 * self.is_fraction
        text = str(digits).rjust(decimals + 1, "0")
        if decimals > 0:
            text = text[:-decimals] + ("," if "," in self.text else ".") + text[-decimals:]
        if text.startswith("0") and self.text[:1] in (".", ","):
            text = text[1:]
        return text + "%" * self.text.endswith("%")


def printed_number(text: str, is_fraction: bool) -> PrintedNumber | None:
    """Return a score as printed, None for an empty cell, a dash, or a question mark.

    Point and comma are the same, and a percent sign may follow. Raises
    ValueError for anything else, and for what is more than 100 percent.
    """
    stripped = text.strip()
    if is_missing(stripped):
        return None
    has_sign = stripped.endswith("%")
    bare = stripped.rstrip("%").strip().replace(",", ".")
    whole, _, decimals = bare.partition(".")
    if not (whole + decimals).isdecimal() or not (whole + decimals).isascii():
        raise ValueError("found %r; expected a percentage or a fraction, such as 89.2" % text)
    in_fraction = is_fraction and not has_sign
    if len(decimals) > MOST_DECIMALS:
        # What a float has beyond them is not exact.
        exact = Decimal(bare).quantize(Decimal(1).scaleb(-MOST_DECIMALS))
        whole, _, decimals = str(exact).partition(".")
    shown = stripped.replace(" ", "")
    number = PrintedNumber(
        shown, int(whole + decimals), len(decimals) - 2 * in_fraction, in_fraction
    )
    if number.percent > 100:
        most = "1, which is 100 percent" if in_fraction else "100"
        raise ValueError("found %r; expected at most %s" % (text, most))
    return number


MOST_DECIMALS = 9

MISSING = ("", "?", "n/a", "na", "nan", "none")
"""What stands where a table has no number, besides dashes; in lower case."""


def is_missing(cell: str) -> bool:
    """Return True if a cell of a table has nothing in it, or what stands for nothing."""
    return cell.strip().lower().strip("-\u2013\u2014\u2212") in MISSING


class Rounding(Record):
    """How a value is rounded to the digits of a number.

    `function` takes the exact value as two whole numbers, numerator and
    denominator, the value as a float, and the number whose decimals it takes;
    all in percent. `below` and `above` say how far from the value the number
    may be, in halves of its last digit.
    """

    function: Callable[[int, int, float, PrintedNumber], int]
    below: int
    above: int

    def shows(self, number: PrintedNumber, numerator: int, denominator: int, value: float) -> bool:
        """Return True if a value is printed as `number`."""
        return self.function(numerator, denominator, value, number) == number.digits

    def least(self, number: PrintedNumber) -> tuple[int, int]:
        """Return the least value, in percent, that may be printed as `number`, as a fraction."""
        return _scaled(2 * number.digits - self.below, number.decimals)

    def most(self, number: PrintedNumber) -> tuple[int, int]:
        """Return the greatest value, in percent, that may be printed as `number`, as a fraction."""
        return _scaled(2 * number.digits + self.above, number.decimals)


def _scaled(halves: int, decimals: int) -> tuple[int, int]:
    """Return halves of a last digit in percent, as a fraction."""
    if decimals < 0:
        return halves * 10**-decimals, 2
    return halves, 2 * 10**decimals


def _units(numerator: int, denominator: int, decimals: int) -> tuple[int, int]:
    """Return a value in units of a last digit, as a fraction."""
    if decimals < 0:
        return numerator, denominator * 10**-decimals
    return numerator * 10**decimals, denominator


def _half_up(numerator: int, denominator: int, _: float, number: PrintedNumber) -> int:
    value, unit = _units(numerator, denominator, number.decimals)
    return (2 * value + unit) // (2 * unit)


def _half_even(numerator: int, denominator: int, _: float, number: PrintedNumber) -> int:
    value, unit = _units(numerator, denominator, number.decimals)
    whole, rest = divmod(value, unit)
    return whole + (2 * rest > unit or (2 * rest == unit and whole % 2 == 1))


def _as_floats(numerator: int, denominator: int, value: float, number: PrintedNumber) -> int:
    """Round as computers print floats: what looks like a half may be a little more or less."""
    if number.is_fraction:
        return int(("%.*f" % (number.decimals + 2, value / 100)).replace(".", ""))
    return int(("%.*f" % (number.decimals, value)).replace(".", ""))


def _cut(numerator: int, denominator: int, _: float, number: PrintedNumber) -> int:
    value, unit = _units(numerator, denominator, number.decimals)
    return value // unit


HALF_UP = Rounding(_half_up, 1, 1)
HALF_EVEN = Rounding(_half_even, 1, 1)
AS_FLOATS = Rounding(_as_floats, 1, 1)
CUT = Rounding(_cut, 0, 2)


class Reading(Record):
    """How the numbers of a row came about.

    With `is_official` precision and recall were rounded to two decimals first,
    and F1 computed from these, as the legacy scorers do; otherwise all three
    were rounded from the scores themselves, once, or `from_printed` F1 from precision and recall as they are
    printed. `rounding` is how they were
    rounded to what is printed; with `has_two_decimals` they were not rounded
    further.
    """

    name: str
    is_official: bool
    rounding: Rounding
    has_two_decimals: bool = False
    from_printed: bool = False


OFFICIAL = Reading("as the scorer prints it", True, HALF_UP, True)
"""The first reading: the report's own numbers, digit by digit."""

ROUNDINGS = (
    (HALF_UP, ""),
    (HALF_EVEN, " (half to even)"),
    (AS_FLOATS, " (as floating-point numbers)"),
    (CUT, " (cut off)"),
)
"""How a half may have been rounded, and what follows the name of a reading then."""

READINGS = (
    OFFICIAL,
    *[
        Reading(name + words, is_official, rounding, from_printed=from_printed)
        for name, is_official, from_printed in (
            ("the scorer's two decimals, rounded once more", True, False),
            ("unrounded scores, rounded once", False, False),
            ("F1 computed from precision and recall as printed", False, True),
        )
        for rounding, words in ROUNDINGS
    ],
)
"""All readings, in the order in which they are tried."""
