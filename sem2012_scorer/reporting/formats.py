"""Reports as text tables, JSON, TSV, Markdown and LaTeX.

A single pair of files is shown with a row for each measure; several with a
line for each pair and a column for each measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ground.counts import Tally
from ..ground.measures import SCORES
from ..ground.percentages import printed
from ..ground.records import Record
from ..ground.wording import json_of
from .means import PAIR, Result, is_whole, signature_of_all
from .nis import NisRow
from .table import Grid


class View(Record):
    """What of several results is shown: which scores.

    With `is_of_several`, a single result stands in a line too: the others could not be scored.
    """

    metrics: tuple[str, ...] = ("f1",)
    is_of_several: bool = False

    def is_single(self, results: Sequence[Result]) -> bool:
        """Return True if the output shows a single pair of files."""
        return len(results) == 1 and not self.is_of_several


PLAIN = View()

METRICS = {"precision": "P", "recall": "R", "f1": "F1"}
"""The scores, and what they are called at the head of a column."""


def report_text(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return the legacy report of a single pair; of several, their F1 scores, a line each.

    Of a pair of which some rows are wanted, these, with their counts.
    """
    first = results[0].report
    if view.is_single(results) and first is not None and is_whole(results[0]):
        return str(first)
    grid = _grid(results, view)
    if view.is_single(results):
        return "".join(line + "\n" for line in grid.text(is_ruled=False))
    # Sums are set apart from what they are of, and one system from the next.
    is_sum = [result.kind != PAIR for result in results]
    first_sum = [n for n in range(1, len(is_sum)) if is_sum[n - 1] != is_sum[n]]
    heads = [head.replace("(", " (").replace("  (", " (") for head in grid.head]
    lines = grid._replace(head=heads).fitted(ruled=first_sum, widest_head=9)
    return "".join(line + "\n" for line in lines)


def _columns(result: Result, view: View) -> list[str]:
    """Return the heads of the columns of several results."""
    if view.metrics == PLAIN.metrics:
        return list(result.scores)
    return [f"{label} {METRICS[one]}" for label in result.scores for one in view.metrics]


def _shown(result: Result, view: View) -> list[str]:
    """Return the scores of a result as the report prints them, last in a row, or rounded if it has none."""
    places = [SCORES.index(metric) for metric in view.metrics]
    if result.report is None:
        return [printed(scores[i]) for scores in result.scores.values() for i in places]
    report = result.report
    return [report[label].printed[-3:][i] for label in result.scores for i in places]


def _counts(report: Any, label: str) -> tuple[str, ...]:
    """Return gold, system, tp, fp, fn of a row; an instance row has no fp and fn."""
    row = report[label]
    if isinstance(row, NisRow):
        return (str(row.gold), str(row.system), str(row.matched), "", "")
    return tuple(map(str, row[1:6]))


def as_json(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return a single pair's `Report.to_dict`, or an object with all results, as JSON."""
    first = results[0].report
    assert first is not None
    if view.is_single(results):
        found = _of_report(results[0], first)
    else:
        found = {
            "signature": signature_of_all(results),
            "results": [_as_dict(result) for result in results],
        }
    return json_of(found, indent=2) + "\n"


def _of_report(result: Result, report: Any) -> dict[str, Any]:
    """Return a report as a dictionary, with the rows that are wanted."""
    found: dict[str, Any] = report.to_dict()
    for place in ("measures", "nis"):
        if place in found and not is_whole(result):
            found[place] = {k: v for k, v in found[place].items() if k in result.scores}
    return found


def _as_dict(result: Result) -> dict[str, Any]:
    """Return a result of several as a dictionary: a report's, or the measures of a mean."""
    kind_and_name = {"kind": result.kind, "name": result.name}
    if result.report is not None:
        return {**kind_and_name, **_of_report(result, result.report)}
    found: dict[str, Any] = {**kind_and_name, "measures": {}}
    for label, scores in result.scores.items():
        # As in a report, the rows on negation instances have a section of their own.
        place = found.setdefault("nis", {}) if label.startswith("NIS ") else found["measures"]
        place[label] = dict(zip(SCORES, scores))
    return found


TSV_COLUMNS = (
    *("kind", "name", "measure"),
    *Tally._fields,
    *SCORES,
    *("printed_" + score for score in SCORES),
)


def as_tsv(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return a header and a row for each measure of each result, separated by tabs."""
    rows: list[tuple[str, ...]] = []
    for result in results:
        for label, scores in result.scores.items():
            if result.report is None:
                counts: tuple[str, ...] = ("",) * 5
                shown: tuple[str, ...] = tuple(map(printed, scores))
            else:
                counts, shown = _counts(result.report, label), result.report[label].printed[-3:]
            rows.append((result.kind, result.name, label, *counts, *map(repr, scores), *shown))
    return Grid(TSV_COLUMNS, rows).tsv()


HEADS = ("gold", "system", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")


def _grid(results: Sequence[Result], view: View) -> Grid:
    """Return the table of results: of one pair, its rows with their counts; of several, a row each."""
    first = results[0].report
    assert first is not None
    if view.is_single(results):
        rows = [
            [label, *_counts(first, label), *first[label].printed[-3:]]
            for label in results[0].scores
        ]
        return Grid(["", *HEADS], rows, signature=first.signature)
    rows = [[result.name, *_shown(result, view)] for result in results]
    corner = "F1 (%)" if view.metrics == PLAIN.metrics else "(%)"
    head = [corner, *_columns(results[0], view)]
    return Grid(head, rows, signature=signature_of_all(results))


def as_markdown(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return a Markdown table, and the signature in a comment after it."""
    return _grid(results, view).markdown()


def as_latex(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return a LaTeX table that needs no package; the signature in a comment."""
    return _grid(results, view).latex()


FORMATS = {
    "text": report_text,
    "json": as_json,
    "tsv": as_tsv,
    "markdown": as_markdown,
    "latex": as_latex,
}
"""The formats by name: each a function from results to text."""
