"""What several pairs of files gave: a report each, their pool, or means of percentages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any

from ..ground.records import Record
from ..reporting.released import released_together

PAIR = "pair"
POOLED = "pooled"
MEAN = "mean"
STANDARD_DEVIATION = "standard deviation"


class Result(Record):
    """A pair of files or their pool, with a report, or a mean, without.

    `scores` are unrounded percentages by label of the row: precision, recall
    and F1.
    """

    kind: str
    name: str
    report: Any
    scores: dict[str, tuple[float, float, float]]


def result_of(kind: str, name: str, report: Any) -> Result:
    """Return the result of a report."""
    scores = {}
    for label in report.labels:
        row = report[label]
        scores[label] = (row.precision, row.recall, row.f1)
    return Result(kind, name, report, scores)


def with_rows(result: Result, is_wanted: Callable[[str], bool]) -> Result:
    """Return a result with those of its rows whose label is wanted."""
    return result._replace(scores={k: v for k, v in result.scores.items() if is_wanted(k)})


def is_whole(result: Result) -> bool:
    """Return whether a result has all rows of its report."""
    return result.report is None or len(result.scores) == len(result.report.labels)


def pooled(results: Sequence[Result], number: int | None = None) -> Result:
    """Return the result of all pairs together: their counts summed, then measured.

    `number` is how many there would be if all could be scored.
    """
    reports: list[Any] = [result.report for result in results if result.report is not None]
    first, *others = reports
    counts = sum([report.counts for report in others], first.counts)
    # What gold is as a whole is known if it is known of every file.
    known = all(report.gold_is for report in reports)
    gold_is = tuple(dict.fromkeys(g for r in reports for g in r.gold_is)) if known else ()
    together = first._replace(counts=counts, gold_is=gold_is, read_as=_read_as(reports))
    whole = released_together(gold_is)
    words = "" if whole is None else f": {whole.name}, as officially evaluated"
    name = f"pooled (counts of {_of(len(reports), number)} summed{words})"
    return result_of(POOLED, name, together)


def _of(found: int, number: int | None) -> str:
    """Return how many there are, and of how many if some are missing."""
    return "%d" % found if number in (None, found) else "%d of %d" % (found, number)


def signature_of_all(results: Sequence[Result]) -> str:
    """Return the signature of a table: that of its pool, or of the first report if there is none."""
    reports = [result.report for result in results if result.report is not None]
    pool = next((r.report for r in results if r.kind == POOLED and r.report is not None), None)
    first = pool or reports[0]
    return str(first._replace(read_as=_read_as(reports)).signature)


def _read_as(reports: Sequence[Any]) -> tuple[str, ...]:
    """Return the formats of all files that are not in columns."""
    return tuple(sorted({shape for report in reports for shape in report.read_as}))


PLAIN, PRINTED = MEANS = ("plain", "printed")
"""The mean of unrounded values, or of values as printed."""


def mean(
    results: Sequence[Result], number: int | None = None, of: str = "", means: str = PLAIN
) -> Result:
    """Return the means of the results' percentages; `number` is as in `pooled`.

    `of` says what there are several of: files, systems. `means` is one of `MEANS`.
    """
    name = " ".join(filter(None, ("plain mean", "over", _of(len(results), number), of)))
    name += ", as printed" if means == PRINTED else ""
    return Result(MEAN, name, None, _by_row(results, means, mean_of))


def standard_deviation(results: Sequence[Result], means: str = PLAIN) -> Result:
    """Return the standard deviations of a sample (n - 1) of percentages."""
    from statistics import stdev

    name = "standard deviation (n - 1)" + (", as printed" if means == PRINTED else "")
    return Result(STANDARD_DEVIATION, name, None, _by_row(results, means, stdev))


def mean_of(values: Sequence[Any]) -> Any:
    """Return the mean of values; of decimals, as printed, with two decimals, a half rounded up."""
    if not isinstance(values[0], float):
        from decimal import ROUND_HALF_UP, Decimal

        return (sum(values) / len(values)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return fsum(values) / len(values)


def _by_row(
    results: Sequence[Result], means: str, combined: Callable[[Sequence[Any]], Any]
) -> dict[str, tuple[float, float, float]]:
    """Return scores combined over results, by label; printed values are added up as decimals."""
    if means == PRINTED:
        from decimal import Decimal
    found = {}
    for label in results[0].scores:
        rows: list[Sequence[Any]] = []
        for result in results:
            is_printed = means == PRINTED and result.report is not None
            rows.append(
                [Decimal(one) for one in result.report[label].printed[-3:]]
                if is_printed
                else result.scores[label]
            )
        precision, recall, f1 = [float(combined(column)) for column in zip(*rows)]
        found[label] = (precision, recall, f1)
    return found
