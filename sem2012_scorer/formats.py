"""Reports as text tables, JSON, TSV, Markdown and LaTeX.

What is shown is a list of `Line`s: one for each pair of files, then, where
there are several, sums of counts ("pooled") or means of percentages. A single
pair is shown with a row for each measure; several with a line for each pair
and a column for each measure.
"""

from __future__ import annotations

import json
import textwrap
from collections import namedtuple

from .counts import total
from .measures import printed
from .nis import NisRow
from .report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

PAIR = "pair"
POOLED = "pooled"
MEAN = "mean"
STANDARD_DEVIATION = "standard deviation"

SCORES = ("precision", "recall", "f1")


class Line(namedtuple("Line", ("kind", "name", "report", "scores"))):
    """One line: a pair of files or their pool, with a report, or a mean, without.

    `scores` are unrounded percentages by label of the row: precision, recall
    and F1.
    """

    __slots__ = ()
    kind: str
    name: str
    report: Report | None
    scores: dict[str, tuple[float, float, float]]


def line_of(kind: str, name: str, report: Report) -> Line:
    """Return the line of a report."""
    scores = {}
    for label in report.labels:
        row = report[label]
        scores[label] = (row.precision, row.recall, row.f1)
    return Line(kind, name, report, scores)


def pooled(lines: Sequence[Line]) -> Line:
    """Return the line of all pairs together: their counts summed, then measured."""
    reports = [line.report for line in lines if line.report is not None]
    first = reports[0]
    counts = total(report.counts for report in reports)
    return line_of(
        POOLED,
        "pooled (counts of %d summed)" % len(reports),
        Report(counts, first.original, first.nis),
    )


def mean(lines: Sequence[Line]) -> Line:
    """Return the line of the means of the lines' unrounded percentages."""
    from statistics import fmean

    return _statistic(lines, MEAN, "mean of %d" % len(lines), fmean)


def standard_deviation(lines: Sequence[Line]) -> Line:
    """Return the line of the standard deviations of a sample (n - 1) of percentages."""
    from statistics import stdev

    return _statistic(lines, STANDARD_DEVIATION, "standard deviation (n - 1)", stdev)


def _statistic(
    lines: Sequence[Line], kind: str, name: str, function: Callable[[list[float]], float]
) -> Line:
    scores = {}
    for label in lines[0].scores:
        columns = zip(*(line.scores[label] for line in lines))
        precision, recall, f1 = (function(list(column)) for column in columns)
        scores[label] = (precision, recall, f1)
    return Line(kind, name, None, scores)


def as_table(lines: Sequence[Line]) -> str:
    """Return the legacy report of a single pair; of several, their F1 scores, a line each."""
    if len(lines) == 1 and lines[0].report is not None:
        return str(lines[0].report)
    labels = list(lines[0].scores)
    heads = [textwrap.wrap(label.replace("(", " ("), 9) for label in labels]
    height = max(map(len, heads))
    rows = [[*([""] * (height - len(head))), *head] for head in heads]
    table = [
        ["F1 (%)" if i == height - 1 else "", *(row[i] for row in rows)] for i in range(height)
    ]
    ruled = [len(table)]
    for position, line in enumerate(lines):
        if line.kind != PAIR and lines[position - 1].kind == PAIR:
            ruled.append(len(table))
        table.append([line.name, *_printed_f1(line)])
    widths = [max(len(row[column]) for row in table) for column in range(len(labels) + 1)]
    text = []
    for number, row in enumerate(table):
        if number in ruled:
            text.append("-" * (sum(widths) + 2 * len(labels)))
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        text.append("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    return "".join(line + "\n" for line in text)


def _printed_f1(line: Line) -> list[str]:
    """Return the F1 scores of a line as the report prints them, or rounded if it has none."""
    if line.report is None:
        return [printed(scores[2]) for scores in line.scores.values()]
    return [_printed(line.report, label)[2] for label in line.scores]


def _printed(report: Report, label: str) -> tuple[str, str, str]:
    row = report[label]
    if isinstance(row, NisRow):
        return row.printed
    return row.printed.precision, row.printed.recall, row.printed.f1


def _counts(report: Report, label: str) -> tuple[str, ...]:
    """Return gold, system, tp, fp, fn of a row; an instance row has no fp and fn."""
    row = report[label]
    if isinstance(row, NisRow):
        return (str(row.gold), str(row.system), str(row.matched), "", "")
    return tuple(map(str, row[1:6]))


def as_json(lines: Sequence[Line]) -> str:
    """Return a single pair's `Report.to_dict`, or an object with all lines, as JSON."""
    if len(lines) == 1 and lines[0].report is not None:
        result: dict[str, Any] = lines[0].report.to_dict()
    else:
        first = lines[0].report
        assert first is not None
        result = {"signature": first.signature, "results": []}
        for line in lines:
            entry: dict[str, Any] = {"kind": line.kind, "name": line.name}
            if line.report is not None:
                entry.update(line.report.to_dict())
            else:
                entry["measures"] = {
                    label: dict(zip(SCORES, scores)) for label, scores in line.scores.items()
                }
            result["results"].append(entry)
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"


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


def as_tsv(lines: Sequence[Line]) -> str:
    """Return a header and a row for each measure of each line, separated by tabs."""
    rows: list[tuple[str, ...]] = [TSV_COLUMNS]
    for line in lines:
        name = line.name.replace("\t", " ").replace("\n", " ")
        for label, scores in line.scores.items():
            if line.report is None:
                counts: tuple[str, ...] = ("",) * 5
                shown: tuple[str, ...] = tuple(map(printed, scores))
            else:
                counts, shown = _counts(line.report, label), _printed(line.report, label)
            rows.append((line.kind, name, label, *counts, *map(repr, scores), *shown))
    return "".join("\t".join(row) + "\n" for row in rows)


HEADS = ("gold", "system", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")


def _grid(lines: Sequence[Line]) -> list[list[str]]:
    """Return head and rows of a table to paste, first cells first."""
    if len(lines) == 1 and lines[0].report is not None:
        report = lines[0].report
        rows = [
            [label, *_counts(report, label), *_printed(report, label)] for label in report.labels
        ]
        return [["", *HEADS], *rows]
    return [["F1 (%)", *lines[0].scores], *([line.name, *_printed_f1(line)] for line in lines)]


def _signature(lines: Sequence[Line]) -> str:
    assert lines[0].report is not None
    return lines[0].report.signature


def as_markdown(lines: Sequence[Line]) -> str:
    """Return a Markdown table, and the signature in a comment after it."""
    escape = str.maketrans(
        {"|": "\\|", "\\": "\\\\", "*": "\\*", "_": "\\_", "<": "&lt;", "\n": " "}
    )
    head, *rows = [[cell.translate(escape) for cell in row] for row in _grid(lines)]
    ruler = ["---"] + ["---:"] * (len(head) - 1)
    text = "".join("| %s |\n" % " | ".join(row) for row in (head, ruler, *rows))
    return text + "\n<!-- %s -->\n" % _signature(lines)


LATEX = {
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
    "\n": " ",
}


def as_latex(lines: Sequence[Line]) -> str:
    """Return a LaTeX tabular that needs no package, the signature in a comment before it."""
    escape = str.maketrans(LATEX)
    head, *rows = [" & ".join(cell.translate(escape) for cell in row) for row in _grid(lines)]
    return "\n".join(
        (
            "%% %s" % _signature(lines),
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
"""The formats by name: each a function from lines to text."""
