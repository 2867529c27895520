"""Reports as text tables, JSON, TSV, Markdown and LaTeX.

What is shown is a list of `Result`s: one for each pair of files, then, where
there are several, sums of counts ("pooled") or means of percentages. A single
pair is shown with a row for each measure; several with a line for each pair
and a column for each measure.
"""

from __future__ import annotations

import textwrap

from .measures import printed
from .nis import NisRow
from .records import Record
from .wording import json_of, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .focus.scoring import FocusReport
    from .report import Report

    AnyReport = Report | FocusReport

PAIR = "pair"
POOLED = "pooled"
MEAN = "mean"
STANDARD_DEVIATION = "standard deviation"

SCORES = ("precision", "recall", "f1")


class Result(Record):
    """A pair of files or their pool, with a report, or a mean, without.

    `scores` are unrounded percentages by label of the row: precision, recall
    and F1.
    """

    kind: str
    name: str
    report: AnyReport | None
    scores: dict[str, tuple[float, float, float]]


def result_of(kind: str, name: str, report: AnyReport) -> Result:
    """Return the result of a report."""
    scores = {}
    for label in report.labels:
        row = report[label]
        scores[label] = (row.precision, row.recall, row.f1)
    return Result(kind, name, report, scores)


def pooled(results: Sequence[Result]) -> Result:
    """Return the result of all pairs together: their counts summed, then measured."""
    reports: list[Any] = [result.report for result in results if result.report is not None]
    first, *others = reports
    counts = sum([report.counts for report in others], first.counts)
    return result_of(POOLED, "pooled (counts of %d summed)" % len(reports), first.of(counts))


def mean(results: Sequence[Result]) -> Result:
    """Return the means of the results' unrounded percentages."""
    from statistics import fmean

    return _statistic(results, MEAN, "mean of %d" % len(results), fmean)


def standard_deviation(results: Sequence[Result]) -> Result:
    """Return the standard deviations of a sample (n - 1) of percentages."""
    from statistics import stdev

    return _statistic(results, STANDARD_DEVIATION, "standard deviation (n - 1)", stdev)


def _statistic(
    results: Sequence[Result], kind: str, name: str, function: Callable[[list[float]], float]
) -> Result:
    scores = {}
    for label in results[0].scores:
        columns = zip(*(result.scores[label] for result in results))
        precision, recall, f1 = (function(list(column)) for column in columns)
        scores[label] = (precision, recall, f1)
    return Result(kind, name, None, scores)


def as_table(results: Sequence[Result]) -> str:
    """Return the legacy report of a single pair; of several, their F1 scores, a line each."""
    if len(results) == 1 and results[0].report is not None:
        return str(results[0].report)
    labels = list(results[0].scores)
    heads = [textwrap.wrap(label.replace("(", " ("), 9) for label in labels]
    height = max(map(len, heads))
    rows = [[*([""] * (height - len(head))), *head] for head in heads]
    table = [
        ["F1 (%)" if i == height - 1 else "", *(row[i] for row in rows)] for i in range(height)
    ]
    ruled = [len(table)]
    for position, result in enumerate(results):
        if result.kind != PAIR and results[position - 1].kind == PAIR:
            ruled.append(len(table))
        table.append([visible(result.name), *_printed_f1(result)])
    widths = [max(len(row[column]) for row in table) for column in range(len(labels) + 1)]
    text = []
    for number, row in enumerate(table):
        if number in ruled:
            text.append("-" * (sum(widths) + 2 * len(labels)))
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        text.append("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    return "".join(line + "\n" for line in text)


def _printed_f1(result: Result) -> list[str]:
    """Return the F1 scores of a result as the report prints them, or rounded if it has none."""
    if result.report is None:
        return [printed(scores[2]) for scores in result.scores.values()]
    return [_printed(result.report, label)[2] for label in result.scores]


def _printed(report: AnyReport, label: str) -> tuple[str, str, str]:
    row = report[label]
    if isinstance(row, NisRow):
        scores: tuple[str, str, str] = tuple(row.printed)
        return scores
    return row.printed.precision, row.printed.recall, row.printed.f1


def _counts(report: AnyReport, label: str) -> tuple[str, ...]:
    """Return gold, system, tp, fp, fn of a row; an instance row has no fp and fn."""
    row = report[label]
    if isinstance(row, NisRow):
        return (str(row.gold), str(row.system), str(row.matched), "", "")
    return tuple(map(str, row[1:6]))


def as_json(results: Sequence[Result]) -> str:
    """Return a single pair's `Report.to_dict`, or an object with all results, as JSON."""
    first = results[0].report
    assert first is not None
    if len(results) == 1:
        found = first.to_dict()
    else:
        found = {"signature": first.signature, "results": [_as_dict(result) for result in results]}
    return json_of(found, indent=2) + "\n"


def _as_dict(result: Result) -> dict[str, Any]:
    """Return a result of several as a dictionary: a report's, or the measures of a mean."""
    kind_and_name = {"kind": result.kind, "name": result.name}
    if result.report is not None:
        return {**kind_and_name, **result.report.to_dict()}
    found: dict[str, Any] = {**kind_and_name, "measures": {}}
    for label, scores in result.scores.items():
        # As in a report, what is scored by instances stands by itself.
        place = found.setdefault("nis", {}) if label.startswith("NIS ") else found["measures"]
        place[label] = dict(zip(SCORES, scores))
    return found


TSV_COLUMNS = (
    "kind",
    "name",
    "measure",
    "gold",
    "system",
    "true_positives",
    "false_positives",
    "false_negatives",
    *SCORES,
    *("printed_" + score for score in SCORES),
)


def _tsv_cell(name: str) -> str:
    """Return a name for TSV: in quotation marks where it has some, as spreadsheets and pandas read it."""
    shown = visible(name)
    return '"%s"' % shown.replace('"', '""') if '"' in shown else shown


def as_tsv(results: Sequence[Result]) -> str:
    """Return a header and a row for each measure of each result, separated by tabs."""
    rows: list[tuple[str, ...]] = [TSV_COLUMNS]
    for result in results:
        name = _tsv_cell(result.name)
        for label, scores in result.scores.items():
            if result.report is None:
                counts: tuple[str, ...] = ("",) * 5
                shown: tuple[str, ...] = tuple(map(printed, scores))
            else:
                counts, shown = _counts(result.report, label), _printed(result.report, label)
            rows.append((result.kind, name, label, *counts, *map(repr, scores), *shown))
    return "".join("\t".join(row) + "\n" for row in rows)


HEADS = ("gold", "system", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")


def _grid(results: Sequence[Result]) -> list[list[str]]:
    """Return head and rows of a table to paste, first cells first."""
    if len(results) == 1 and results[0].report is not None:
        report = results[0].report
        rows = [
            [label, *_counts(report, label), *_printed(report, label)] for label in report.labels
        ]
        return [["", *HEADS], *rows]
    rows = [[result.name, *_printed_f1(result)] for result in results]
    return [["F1 (%)", *results[0].scores], *rows]


def _signature(results: Sequence[Result]) -> str:
    assert results[0].report is not None
    return results[0].report.signature


def as_markdown(results: Sequence[Result]) -> str:
    """Return a Markdown table, and the signature in a comment after it."""
    return markdown_of(_grid(results), _signature(results))


MARKDOWN = str.maketrans({**{mark: "\\" + mark for mark in "|\\*_`[]~"}, "<": "&lt;", "&": "&amp;"})
"""What Markdown would take for something else."""


def markdown_of(grid: Sequence[Sequence[str]], signature: str) -> str:
    """Return head and rows as a Markdown table, and the signature in a comment after it."""
    head, *rows = [[visible(cell).translate(MARKDOWN) for cell in row] for row in grid]
    ruler = ["---"] + ["---:"] * (len(head) - 1)
    text = "".join("| %s |\n" % " | ".join(row) for row in (head, ruler, *rows))
    return text + "\n<!-- %s -->\n" % signature


LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "_": r"\_",
        "%": r"\%",
        "&": r"\&",
        "#": r"\#",
        "$": r"\$",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\texttt{\char34}",
    }
)
"""What LaTeX would take for something else."""


def _latex_cell(cell: str) -> str:
    """Return a cell for LaTeX: at the start of a line, [ and * would belong to the line before."""
    text = visible(cell).translate(LATEX)
    # Two hyphens in a row would be a dash.
    while "--" in text:
        text = text.replace("--", "-{}-")
    return "{}" + text if text[:1] in ("[", "*") else text


def as_latex(results: Sequence[Result]) -> str:
    """Return a LaTeX tabular that needs no package, the signature in a comment before it."""
    return latex_of(_grid(results), _signature(results))


def latex_of(grid: Sequence[Sequence[str]], signature: str) -> str:
    """Return head and rows as a LaTeX tabular, the signature in a comment before it."""
    head, *rows = [" & ".join(map(_latex_cell, row)) for row in grid]
    return "\n".join(
        (
            "%% %s" % signature,
            r"\begin{tabular}{l%s}" % ("r" * head.count(" & ")),
            r"\hline",
            head + r" \\",
            r"\hline",
            *(row + r" \\" for row in rows),
            r"\hline",
            r"\end{tabular}",
            "",
        )
    )


FORMATS = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "markdown": as_markdown,
    "latex": as_latex,
}
"""The formats by name: each a function from results to text."""
