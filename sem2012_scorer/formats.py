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
from .wording import json_of, some, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
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


class View(Record):
    """What of several results is shown: which scores, and whether the best is in bold.

    `booktabs` asks for the rules of that LaTeX package, `plus_minus` for mean and
    standard deviation in one row.
    """

    metrics: tuple[str, ...] = ("f1",)
    best: bool = False
    booktabs: bool = False
    plus_minus: bool = False


PLAIN = View()

METRICS = {"precision": "P", "recall": "R", "f1": "F1"}
"""The scores, and what they are called at the head of a column."""


def with_rows(result: Result, is_wanted: Callable[[str], bool]) -> Result:
    """Return a result with those of its rows whose label is wanted."""
    return result._replace(scores={k: v for k, v in result.scores.items() if is_wanted(k)})


def is_whole(result: Result) -> bool:
    """Tell whether a result has all rows of its report."""
    return result.report is None or len(result.scores) == len(result.report.labels)


def pooled(results: Sequence[Result]) -> Result:
    """Return the result of all pairs together: their counts summed, then measured."""
    reports: list[Any] = [result.report for result in results if result.report is not None]
    first, *others = reports
    counts = sum([report.counts for report in others], first.counts)
    return result_of(POOLED, "pooled (counts of %d summed)" % len(reports), first.of(counts))


def shares_of_nothing(results: Sequence[Result]) -> list[str]:
    """Return which percentages of pairs are shares of nothing, and enter a mean as 0, in words."""
    found: dict[tuple[str, str], list[str]] = {}
    for result in results:
        if result.kind != PAIR or result.report is None:
            continue
        for label in result.scores:
            row = result.report[label]
            if isinstance(row, NisRow):
                wholes = row.system, row.gold
            else:
                right = row.true_positives
                # In the B block, where precision is one of the system's, no system is nothing too.
                wholes = right + row.false_positives, right + row.false_negatives
            for name, whole in zip(SCORES, wholes):
                if not whole:
                    found.setdefault((label, name), []).append(result.name)
    return [
        "the %s of %s is a share of nothing in %s, and enters the mean as 0"
        % (name, label, some(names, 3))
        for (label, name), names in found.items()
    ][:MOST_NOTES]


MOST_NOTES = 6


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


def as_table(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return the legacy report of a single pair; of several, their F1 scores, a line each.

    Of a pair of which some rows are wanted, these, with their counts.
    """
    if len(results) == 1 and results[0].report is not None:
        if is_whole(results[0]):
            return str(results[0].report)
        grid = _grid(results, view)
        columns = [max(map(len, column)) for column in zip(*grid)]
        return "".join(
            "  ".join([row[0].ljust(columns[0]), *map(str.rjust, row[1:], columns[1:])]).rstrip()
            + "\n"
            for row in grid
        )
    labels = _columns(results[0], view)
    heads = [textwrap.wrap(label.replace("(", " ("), 9) for label in labels]
    height = max(map(len, heads))
    rows = [[*([""] * (height - len(head))), *head] for head in heads]
    table = [
        [_corner(view) if i == height - 1 else "", *(row[i] for row in rows)] for i in range(height)
    ]
    ruled = [len(table)]
    for position, result in enumerate(results):
        if result.kind != PAIR and results[position - 1].kind == PAIR:
            ruled.append(len(table))
        table.append([visible(result.name), *_shown(result, view)])
    widths = [max(len(row[column]) for row in table) for column in range(len(labels) + 1)]
    text = []
    for number, row in enumerate(table):
        if number in ruled:
            text.append("-" * (sum(widths) + 2 * len(labels)))
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        text.append("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    return "".join(line + "\n" for line in text)


def _corner(view: View) -> str:
    """Return what stands above the names of several results."""
    return "F1 (%)" if view.metrics == PLAIN.metrics else "(%)"


def _columns(result: Result, view: View) -> list[str]:
    """Return the heads of the columns of several results."""
    if view.metrics == PLAIN.metrics:
        return list(result.scores)
    return ["%s %s" % (label, METRICS[one]) for label in result.scores for one in view.metrics]


def _shown(result: Result, view: View) -> list[str]:
    """Return the scores of a result as the report prints them, or rounded if it has none."""
    places = [SCORES.index(metric) for metric in view.metrics]
    if result.report is None:
        return [printed(scores[i]) for scores in result.scores.values() for i in places]
    report = result.report
    return [_printed(report, label)[i] for label in result.scores for i in places]


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


def as_json(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return a single pair's `Report.to_dict`, or an object with all results, as JSON."""
    first = results[0].report
    assert first is not None
    if len(results) == 1:
        found = _of_report(results[0], first)
    else:
        found = {"signature": first.signature, "results": [_as_dict(result) for result in results]}
    return json_of(found, indent=2) + "\n"


def _of_report(result: Result, report: AnyReport) -> dict[str, Any]:
    """Return a report as a dictionary, with the rows that are wanted."""
    found = report.to_dict()
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


def as_tsv(results: Sequence[Result], view: View = PLAIN) -> str:
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


def _grid(results: Sequence[Result], view: View) -> list[list[str]]:
    """Return head and rows of a table to paste, first cells first."""
    if len(results) == 1 and results[0].report is not None:
        report = results[0].report
        rows = [
            [label, *_counts(report, label), *_printed(report, label)]
            for label in results[0].scores
        ]
        return [["", *HEADS], *rows]
    rows = []
    for result in results:
        cells = _shown(result, view)
        if result.kind == STANDARD_DEVIATION and view.plus_minus:
            last = rows[-1]
            rows[-1] = [
                last[0] + " \u00b1 standard deviation",
                *["%s \u00b1 %s" % pair for pair in zip(last[1:], cells)],
            ]
        else:
            rows.append([result.name, *cells])
    return [[_corner(view), *_columns(results[0], view)], *rows]


def _best(results: Sequence[Result], view: View) -> set[tuple[int, int]]:
    """Return the cells of the grid in which the best of several systems stand, row and column from 0."""
    if not view.best:
        return set()
    systems = [_shown(result, view) for result in results if result.kind == PAIR]
    if len(systems) < 2:
        return set()
    found = set()
    for column, values in enumerate(zip(*systems), start=1):
        most = max(map(float, values))
        found |= {(row, column) for row, value in enumerate(values, 1) if float(value) == most}
    return found


def _signature(results: Sequence[Result]) -> str:
    assert results[0].report is not None
    return results[0].report.signature


def as_markdown(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return a Markdown table, and the signature in a comment after it."""
    return markdown_of(_grid(results, view), _signature(results), _best(results, view))


MARKDOWN = str.maketrans({**{mark: "\\" + mark for mark in "|\\*_`[]~"}, "<": "&lt;", "&": "&amp;"})
"""What Markdown would take for something else."""


def markdown_of(
    grid: Sequence[Sequence[str]], signature: str, bold: Collection[tuple[int, int]] = ()
) -> str:
    """Return head and rows as a Markdown table, some cells bold; the signature in a comment after it."""
    head, *rows = [
        [
            ("**%s**" if (r, c) in bold else "%s") % visible(cell).translate(MARKDOWN)
            for c, cell in enumerate(row)
        ]
        for r, row in enumerate(grid)
    ]
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


BOOKTABS = (r"\toprule", r"\midrule", r"\bottomrule")
"""The rules of the LaTeX package of that name: above, below the head, below."""


MINUS = "\u2212"
"""A minus sign, where a hyphen would not be one."""


def _latex_cell(cell: str) -> str:
    """Return a cell for LaTeX: at the start of a line, [ and * would belong to the line before."""
    text = visible(cell).translate(LATEX)
    # Two hyphens in a row would be a dash.
    while "--" in text:
        text = text.replace("--", "-{}-")
    text = text.replace("\u00b1", r"$\pm$").replace(MINUS, "$-$")
    return "{}" + text if text[:1] in ("[", "*") else text


def as_latex(results: Sequence[Result], view: View = PLAIN) -> str:
    """Return a LaTeX tabular that needs no package but those asked for; the signature in a comment."""
    grid, bold = _grid(results, view), _best(results, view)
    return latex_of(grid, _signature(results), bold, view.booktabs)


def latex_of(
    grid: Sequence[Sequence[str]],
    signature: str,
    bold: Collection[tuple[int, int]] = (),
    booktabs: bool = False,
) -> str:
    """Return head and rows as a LaTeX tabular, some cells bold; the signature in a comment before it."""
    head, *rows = [
        " & ".join(
            (r"\textbf{%s}" if (r, c) in bold else "%s") % _latex_cell(cell)
            for c, cell in enumerate(row)
        )
        for r, row in enumerate(grid)
    ]
    rules = BOOKTABS if booktabs else (r"\hline",) * 3
    return "\n".join(
        (
            "%% %s" % signature,
            r"\begin{tabular}{l%s}" % ("r" * head.count(" & ")),
            rules[0],
            head + r" \\",
            rules[1],
            *(row + r" \\" for row in rows),
            rules[2],
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
