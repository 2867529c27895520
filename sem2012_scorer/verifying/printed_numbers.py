"""Printed numbers as what they leave open, and the readings under which a table may have been made.

A printed number is an interval: 89.2 may be anything that is rounded to it, a
half up or down. What it was rounded from is a reading: the scorer's own two
decimals, these rounded once more, or the scores before the scorer rounded them.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from ..ground.records import Record


class Limits(Record):
    """What a printed number leaves open: all shares of 1 from `low` to `high`, in parts of `unit`."""

    low: int
    high: int
    unit: int


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

    @property
    def share(self) -> Fraction:
        """The number as a share of 1."""
        return Fraction(self.digits, 100) / Fraction(10) ** self.decimals

    def limits(self, is_cut: bool = False) -> Limits:
        """Return the shares that are printed so: rounded to the nearest number, or cut off."""
        low, high = (0, 2) if is_cut else (-1, 1)
        scale = 10 ** max(-self.decimals, 0)
        unit = 200 * 10 ** max(self.decimals, 0)
        least, most = [(2 * self.digits + end) * scale for end in (low, high)]
        if not is_cut:
            return Limits(least, most, unit)
        # Where the next number begins, this one is printed no longer.
        return Limits(least * NEARLY, most * NEARLY - 1, unit * NEARLY)

    def digits_of(self, part: int, whole: int, rounding: str = "") -> int:
        """Return the digits of `part` of `whole` with these decimals: see `ROUNDINGS`."""
        if not whole:
            return 0
        part = 100 * part * 10 ** max(self.decimals, 0)
        whole *= 10 ** max(-self.decimals, 0)
        if rounding == CUT:
            return part // whole
        if rounding == HALF_EVEN:
            return round(Fraction(part, whole))
        if rounding == AS_FLOATS:
            # What looks like a half may be a little more or less.
            decimals = self.decimals + 2 * self.is_fraction
            return int(("%.*f" % (decimals, part / whole / 10**decimals)).replace(".", ""))
        found, rest = divmod(2 * part + whole, 2 * whole)
        # A half may be rounded either way.
        return found - (not rest and rounding == EITHER_WAY and self.digits == found - 1)

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
NEARLY = 10**15
"""Shares of numbers that are smaller than this differ by more than one part of it, or not at all."""

MISSING = ("", "?", "n/a", "na", "nan", "none")
"""What stands where a table has no number, besides dashes; in lower case."""


def is_missing(cell: str) -> bool:
    """Return True if a cell of a table has nothing in it, or what stands for nothing."""
    return cell.strip().lower().strip("-\u2013\u2014\u2212") in MISSING


CUT, HALF_EVEN, AS_FLOATS = " (cut off)", " (half to even)", " (as floating-point numbers)"
EITHER_WAY = " (a half up or down)"
ROUNDINGS = ("", HALF_EVEN, AS_FLOATS, CUT)
"""How digits were left out, as it follows the name of a reading: halves up, to even, or as they fall."""


class Reading(Record):
    """How the numbers of a row came about.

    With `is_official` precision and recall were rounded to two decimals first,
    and F1 computed from these, as the legacy scorers do; otherwise all three
    were rounded from the scores themselves, once, or `from_printed` F1 was
    computed from precision and recall as they are printed. `rounding` is one of
    `ROUNDINGS`; with `has_two_decimals` nothing was done to the scorer's
    numbers. Two decimals are often a half of one, and other scores hardly ever:
    of these a half may be rounded up or down.
    """

    name: str
    is_official: bool = False
    has_two_decimals: bool = False
    from_printed: bool = False
    rounding: str = ""


OFFICIAL = Reading("as the scorer prints it", is_official=True, has_two_decimals=True)
"""The first reading: the report's own numbers, digit by digit."""

_ONCE_MORE = Reading("the scorer's two decimals, rounded once more", is_official=True)
_ONCE = Reading("unrounded scores, rounded once")
_FROM_PRINTED = Reading("F1 computed from precision and recall as printed", from_printed=True)

READINGS = (
    OFFICIAL,
    *[
        one._replace(name=one.name + rounding, rounding=rounding)
        for one in (_ONCE_MORE, _ONCE, _FROM_PRINTED)
        for rounding in (ROUNDINGS if one.is_official else ("", CUT))
    ],
)
"""All readings, in the order in which they are tried."""
