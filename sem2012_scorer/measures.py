"""Precision, recall and F1 as the originals compute and print them.

All values are percentages. Two rules make the printed numbers what they are,
and both are kept: a share is divided first and multiplied by 100 afterwards,
in doubles; F1 and the percentages of correct sentences are computed from
numbers that were already rounded to two decimals for printing.
"""

from __future__ import annotations


def percentage(part: float, whole: int) -> float:
    """Return `part` of `whole` in percent, or 0.0 of nothing (2.2, lines 2164-2378)."""
    return (part / whole) * 100 if whole else 0.0


def printed(value: float) -> str:
    """Return `value` with two decimals."""
    return "%.2f" % value


def f1(precision: float, recall: float) -> float:
    """Return the harmonic mean of two percentages, unrounded; 0.0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def f1_of_printed(precision: str, recall: str) -> str:
    """Return the printed F1 of a printed precision and a printed recall.

    2.2, lines 2183-2193 and the like: the harmonic mean of the two rounded
    numbers, 0.00 if both are zero.
    """
    return printed(f1(float(precision), float(recall)))


def error_percentage(errors: int, sentences: int) -> str:
    """Return the printed percentage of sentences with errors (2.2, lines 2382-2383).

    Raises ZeroDivisionError if there are no sentences.
    """
    return printed((errors * 100) / sentences)


def error_percentage_or_zero(errors: int, sentences: int) -> str:
    """Return the printed percentage of sentences with errors, 0.00 if there are no sentences."""
    return error_percentage(errors, sentences) if sentences else printed(0.0)


STOPS = "stops"
ZERO = "zero"
ERROR_PERCENTAGE = {STOPS: error_percentage, ZERO: error_percentage_or_zero}
"""What a scorer does without any sentence of gold with negation, by the name of the rule."""


def correct_percentage(printed_error_percentage: str) -> str:
    """Return 100 minus the printed error percentage, printed (2.2, lines 2384-2385)."""
    return printed(100 - float(printed_error_percentage))
