"""What several pairs of files gave: their results, sums and means, as values and as JSON.

In: the reports on pairs of files. Out: a `Result` for each, and for their pool and their mean; `tables` shows
them. Read `Result` first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..common.measures import SCORES
from ..common.percentages import (
    mean_of_percentages,
    mean_of_printed_percentages,
    printed,
)
from .output import output_as_json
from .selection import selectable_labels

PAIR, POOLED, MEAN = "pair", "pooled", "mean"
PLAIN, PRINTED = MEANS = ("plain", "printed")
"""The mean of unrounded values, or of values as printed."""
Row = dict[str, Any]
"""A row as `Report.to_rows` gives it; that of a mean has scores alone."""


class Result(NamedTuple):
    """A pair of files or their pool, with a report, or a mean, without (None).

    `rows` are those that are wanted, by label; `is_whole` says whether these are all of the report.
    `system` is the system of a mean over files, "" if it is the only one; `what` says what is averaged.
    """

    kind: str
    name: str
    report: Any
    rows: dict[str, Row]
    is_whole: bool = True
    system: str = ""
    what: str = ""


def result_of_pair(
    kind: str, name: str, report: Any, labels: Sequence[str] | None = None
) -> Result:
    """Return the result of a report, with the rows `labels`, None for all."""
    all_rows = {row["measure"]: row for row in report.to_rows()}
    rows = all_rows
    if labels is not None:
        rows = {label: all_rows[label] for label in labels}
    return Result(kind, name, report, rows, len(rows) == len(all_rows))


def pool_results(results: Sequence[Result]) -> Result:
    """Return the result of all pairs together: their counts summed, then measured."""
    reports = [result.report for result in results]
    first, *others = reports
    counts = sum([report.counts for report in others], first.counts)
    together = _report_of_all_files(first._replace(counts=counts), reports)
    name = f"pooled (counts of {len(reports)} summed)"
    return result_of_pair(POOLED, name, together, list(results[0].rows))


def signature_of_results(results: Sequence[Result]) -> str:
    """Return the signature of a table: it names the gold of all files, and all formats."""
    reports = [result.report for result in results if result.report is not None]
    return str(_report_of_all_files(reports[0], reports).signature)


def _report_of_all_files(report: Any, reports: Sequence[Any]) -> Any:
    """Return a report whose signature names the gold and the formats of all files: no format if all are columns."""
    gold_is: dict[Any, None] = {}
    formats: set[str] = set()
    for each in reports:
        gold_is.update(dict.fromkeys(each.gold_is))
        formats.update(each.read_as or ("columns",))
    # What gold is as a whole is known if it is known of every file.
    if not all(each.gold_is for each in reports):
        gold_is = {}
    read_as = () if formats == {"columns"} else tuple(sorted(formats))
    return report._replace(gold_is=tuple(gold_is), read_as=read_as)


def mean_of_results(results: Sequence[Result], of: str, means: str = PLAIN) -> Result:
    """Return the means of the percentages of files or systems, as `of` says; `means` is one of `MEANS`.

    Printed values are added up as decimals; a half is rounded up.
    """
    rows: dict[str, Row] = {}
    for label in results[0].rows:
        row = rows[label] = {"measure": label}
        for score in SCORES:
            if means == PRINTED:
                values = [result.rows[label]["printed_" + score] for result in results]
                value = float(mean_of_printed_percentages(values))
            else:
                value = mean_of_percentages([result.rows[label][score] for result in results])
            row |= {score: value, "printed_" + score: printed(value)}
    name = f"plain mean over {len(results)} {of}"
    if means == PRINTED:
        name += ", as printed"
    return Result(MEAN, name, None, rows, what=name)


def as_json(results: Sequence[Result], is_single: bool) -> str:
    """Return a single pair's `Report.to_dict`, or an object with all results, as JSON."""
    if is_single:
        return output_as_json(_as_dict(results[0]), indent=2) + "\n"
    values = [{"kind": result.kind, "name": result.name, **_as_dict(result)} for result in results]
    signature = signature_of_results(results) + rows_in_signature(results[0])
    return output_as_json({"signature": signature, "results": values}, indent=2) + "\n"


def rows_in_signature(result: Result) -> str:
    """Return the part of a signature that names the rows asked for, "" if they are all of the report."""
    if result.is_whole:
        return ""
    labels = selectable_labels(result.report.original.identifier, True, ())
    names = [name for name, label in labels.items() if label in result.rows]
    return "|rows:" + ",".join(names)


def _as_dict(result: Result) -> dict[str, Any]:
    """Return a result as a dictionary: the wanted rows of its report, or of a mean."""
    if result.report is None:
        return _mean_as_dict(result)
    values: dict[str, Any] = result.report.to_dict()
    values["signature"] += rows_in_signature(result)
    for name in ("measures", "nis"):
        if name in values:
            rows = values[name]
            values[name] = {label: row for label, row in rows.items() if label in result.rows}
    return values


def _mean_as_dict(result: Result) -> dict[str, Any]:
    """Return a mean as a dictionary; as in a report, the rows on negation instances have a section of their own."""
    values: dict[str, Any] = {"measures": {}}
    for label, row in result.rows.items():
        name = "nis" if label.startswith("NIS ") else "measures"
        section = values.setdefault(name, {})
        section[label] = {score: row[score] for score in SCORES}
    return values
