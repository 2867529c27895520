"""Percentages, their means and F1 as the originals compute and print them.

Two rules make the printed numbers what they are, and both are kept: a share is divided first and
multiplied by 100 afterwards, in doubles; F1 and the percentages of correct sentences are computed
from numbers that were already rounded to two decimals for printing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def percentage(part: float, whole: int) -> float:
    """Return `part` of `whole` in percent, 0.0 if `whole` is zero."""
    return (part / whole) * 100 if whole else 0.0


def printed(value: float) -> str:
    """Return `value` with two decimals."""
    return f"{value:.2f}"


def mean_of_percentages(values: Sequence[float]) -> float:
    """Return the mean of unrounded values."""
    from math import fsum

    return fsum(values) / len(values)


def mean_of_printed_percentages(values: Sequence[str]) -> str:
    """Return the mean of printed values, printed: added up as decimals, and a half rounded up."""
    from decimal import ROUND_HALF_UP, Decimal

    mean = sum(map(Decimal, values), Decimal()) / len(values)
    return str(mean.quantize(Decimal("0.01"), ROUND_HALF_UP))


def f1_of_percentages(precision: float, recall: float) -> float:
    """Return the harmonic mean of two percentages, unrounded; 0.0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def f1_of_printed(precision: str, recall: str) -> str:
    """Return the printed F1 of a printed precision and a printed recall; 0.00 if both are zero."""
    return printed(f1_of_percentages(float(precision), float(recall)))


def correct_percentage(errors: int, sentences: int) -> str:
    """Return 100 minus the percentage of sentences with errors as it is printed, printed.

    2.2, lines 2382-2385. Without sentences it is 100.00; whether the original stops there is decided in
    `port.printing`.
    """
    percentage = (errors * 100) / sentences if sentences else 0.0
    return printed(100 - float(printed(percentage)))
