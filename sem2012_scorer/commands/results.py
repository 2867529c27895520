"""What several pairs of files gave, and how it is shown: text, JSON, TSV, Markdown and LaTeX.

A single pair of files is shown with a row for each measure; several with a
line for each pair and a column for each measure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any

from ..ground.counts import Tally
from ..ground.measures import METRICS, SCORES
from ..ground.percentages import printed
from ..ground.records import Record
from ..ground.wording import json_of
from ..reporting.grid import Grid
from .paper import latex, markdown

PAIR, POOLED, MEAN = "pair", "pooled", "mean"
PLAIN, PRINTED = MEANS = ("plain", "printed")
"""The mean of unrounded values, or of values as printed."""
Row = dict[str, Any]
"""A row as `Report.to_rows` gives it; that of a mean has scores alone."""


class Result(Record):
    """A pair of files or their pool, with a report, or a mean, without (None).

    `rows` are those that are wanted, by label; `is_whole` says whether these are all of the report.
    """

    kind: str
    name: str
    report: Any
    rows: dict[str, Row]
    is_whole: bool = True


def result_of(kind: str, name: str, report: Any, labels: Sequence[str] | None = None) -> Result:
    """Return the result of a report, with the rows `labels`, None for all."""
    every = {row["measure"]: row for row in report.to_rows()}
    rows = {label: every[label] for label in (every if labels is None else labels)}
    return Result(kind, name, report, rows, len(rows) == len(every))


def pooled(results: Sequence[Result]) -> Result:
    """Return the result of all pairs together: their counts summed, then measured."""
    reports = [result.report for result in results]
    first, *others = reports
    counts = sum([report.counts for report in others], first.counts)
    # What gold is as a whole is known if it is known of every file.
    known = all(report.gold_is for report in reports)
    gold_is = tuple(dict.fromkeys(g for r in reports for g in r.gold_is)) if known else ()
    together = first._replace(counts=counts, gold_is=gold_is, read_as=_read_as(reports))
    name = f"pooled (counts of {len(reports)} summed)"
    return result_of(POOLED, name, together, [*results[0].rows])


def signature_of_all(results: Sequence[Result]) -> str:
    """Return the signature of a table: its pool's, or the first report's."""
    reports = [result.report for result in results if result.report is not None]
    pool = next((result.report for result in results if result.kind == POOLED), reports[0])
    return str(pool._replace(read_as=_read_as(reports)).signature)


def _read_as(reports: Sequence[Any]) -> tuple[str, ...]:
    """Return the formats of all files, none if all are in columns."""
    formats = {form for report in reports for form in report.read_as or ("columns",)}
    return tuple(sorted(formats)) if formats != {"columns"} else ()


def mean(results: Sequence[Result], of: str, means: str = PLAIN) -> Result:
    """Return the means of the percentages of files or systems, as `of` says; `means` is one of `MEANS`.

    Printed values are added up as decimals; a half is rounded up.
    """
    from decimal import ROUND_HALF_UP, Decimal

    rows: dict[str, Row] = {}
    for label in results[0].rows:
        row = rows[label] = {"measure": label}
        for score in SCORES:
            if means == PRINTED:
                decimals = [Decimal(result.rows[label]["printed_" + score]) for result in results]
                exact = sum(decimals, Decimal()) / len(results)
                value = float(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))
            else:
                value = fsum(result.rows[label][score] for result in results) / len(results)
            row |= {score: value, "printed_" + score: printed(value)}
    name = f"plain mean over {len(results)} {of}" + (", as printed" if means == PRINTED else "")
    return Result(MEAN, name, None, rows)


SHOWN = tuple(["printed_" + score for score in SCORES])
COUNTS = Tally._fields
HEADS = ("gold", "system", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")


def _row(row: Row, names: Sequence[str]) -> list[str]:
    """Return some values of a row as text; matched instances stand where true positives do."""
    known = {"true_positives": row.get("matched", ""), **row}
    return [str(known.get(name, "")) for name in names]


def _grid(results: Sequence[Result], metrics: Sequence[str], is_single: bool) -> Grid:
    """Return the table of results: of one pair, its rows with their counts; of several, a row each."""
    rows_shown = results[0].rows
    if is_single:
        rows = [[label, *_row(row, COUNTS + SHOWN)] for label, row in rows_shown.items()]
        return Grid(["", *HEADS], rows, signature=results[0].report.signature)
    shown = [SHOWN[METRICS.index(metric)] for metric in metrics]
    rows = [
        [result.name, *[cell for row in result.rows.values() for cell in _row(row, shown)]]
        for result in results
    ]
    heads = ["F1 (%)", *rows_shown]
    if [*metrics] != ["f1"]:
        heads = [
            "(%)",
            *[f"{label} {metric.upper()}" for label in rows_shown for metric in metrics],
        ]
    return Grid(heads, rows, signature=signature_of_all(results))


def report_text(results: Sequence[Result], metrics: Sequence[str], is_single: bool) -> str:
    """Return the legacy report of a single pair; of several, a line each, and the signature.

    Of a pair of which some rows are wanted, these, with their counts.
    """
    if is_single and results[0].is_whole:
        return str(results[0].report)
    grid = _grid(results, metrics, is_single)
    if is_single:
        return "".join(line + "\n" for line in grid.text(ruled=None))
    # A rule separates sums from the pairs above them, and one system from the next.
    is_sum = [result.kind != PAIR for result in results]
    first_sum = [n for n in range(1, len(is_sum)) if is_sum[n - 1] != is_sum[n]]
    heads = [head.replace("(", " (").replace("  (", " (") for head in grid.head]
    lines = grid._replace(head=heads).fitted(ruled=first_sum, widest_head=9)
    return "".join(line + "\n" for line in (*lines, "", grid.signature))


def as_json(results: Sequence[Result], metrics: Sequence[str], is_single: bool) -> str:
    """Return a single pair's `Report.to_dict`, or an object with all results, as JSON."""
    if is_single:
        return json_of(_as_dict(results[0]), indent=2) + "\n"
    every = [{"kind": result.kind, "name": result.name, **_as_dict(result)} for result in results]
    return json_of({"signature": signature_of_all(results), "results": every}, indent=2) + "\n"


def _as_dict(result: Result) -> dict[str, Any]:
    """Return a result as a dictionary: the wanted rows of its report, or of a mean."""
    if result.report is None:
        made: dict[str, Any] = {"measures": {}}
        for label, row in result.rows.items():
            # As in a report, the rows on negation instances have a section of their own.
            section = made.setdefault("nis" if label.startswith("NIS ") else "measures", {})
            section[label] = {score: row[score] for score in SCORES}
        return made
    made = result.report.to_dict()
    for name in ("measures", "nis"):
        if name in made:
            made[name] = {k: v for k, v in made[name].items() if k in result.rows}
    return made


SENTENCES = ("sentences", "negation_sentences", "error_sentences", "error_negation_sentences")
"""Gold's sentences, and those with an error: the same in all rows of a report."""
TSV_COLUMNS = (
    *("kind", "name", "measure"),
    *(*COUNTS, *SCORES, *SHOWN),
    *["n_" + name for name in SENTENCES],
    "signature",
)


def as_tsv(results: Sequence[Result], metrics: Sequence[str], is_single: bool) -> str:
    """Return a header and a row for each measure of each result, separated by tabs."""
    of_all = signature_of_all(results)
    rows = []
    for result in results:
        signature = of_all if result.report is None else result.report.signature
        for row in result.rows.values():
            cells = _row(row, ("measure", *COUNTS, *SCORES, *SHOWN))
            rows.append([*result[:2], *cells, *_sentences(result), signature])
    return Grid(TSV_COLUMNS, rows).tsv()


def _sentences(result: Result) -> list[str]:
    """Return the numbers of sentences of a report; a mean has none, and focus has no negations."""
    if result.report is None:
        return [""] * len(SENTENCES)
    counts = result.report.counts
    return [str(getattr(counts, name, "")) for name in SENTENCES]


FORMATS: dict[str, Callable[[Sequence[Result], Sequence[str], bool], str]] = {
    "text": report_text,
    "json": as_json,
    "tsv": as_tsv,
    "markdown": lambda *shown: markdown(_grid(*shown)),
    "latex": lambda *shown: latex(_grid(*shown)),
}
"""The formats by name: functions of results, of which scores are shown, and of whether it is one pair."""
