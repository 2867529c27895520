"""Every table of `score` and `compare`: for the terminal, for programs (TSV) and for papers.

`of_results` makes the table of scored files, `of_systems` that of a paper, with systems as rows. Both are a
`Grid`, which writes itself as text, TSV, Markdown or LaTeX.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..common.counts import COUNT_FIELDS
from ..common.measures import METRICS, SCORES
from ..common.wording import plural, visible
from ..reporting.grid import Grid, markdown_cell
from .results import MEAN, PAIR, Result, Row, signature_of_all

if TYPE_CHECKING:
    from ..comparing.table import Comparison

PRINTED_SCORES = tuple(["printed_" + score for score in SCORES])
COUNT_HEADS = ("gold", "system", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")
WIDEST_HEAD = 9  # how many characters a head of the table of several files has in a line
LEVELS = (("‡", 0.01), ("†", 0.05))
"""The marks of differences, and below which p they stand."""

# ---------------------------------------------------------------------------
# Scored files


def of_results(
    results: Sequence[Result], metrics: Sequence[str], is_single: bool, gold: str = ""
) -> Grid:
    """Return the table of results: of one pair, its rows with their counts; of several, a row each.

    Of several systems with a mean over files, each has one row. `gold` is what the caption calls gold, ""
    for a table without a caption.
    """
    signature = signature_of_all(results)
    labels = [*results[0].rows]
    if is_single:
        rows = [
            [label, *_cells(results[0].rows[label], COUNT_FIELDS + PRINTED_SCORES)]
            for label in labels
        ]
        return Grid(["", *COUNT_HEADS], rows, signature=results[0].report.signature)
    means = means_of_systems(results)
    shown = means or results
    columns = [PRINTED_SCORES[METRICS.index(metric)] for metric in metrics]
    rows = []
    for result in shown:
        cells = [cell for label in labels for cell in _cells(result.rows[label], columns)]
        rows.append([result.system if means else result.name, *cells])
    heads = ["F1 (%)", *labels]
    if [*metrics] != ["f1"]:
        heads = ["(%)", *[f"{label} {metric.upper()}" for label in labels for metric in metrics]]
    caption = ""
    if gold:
        caption = f"{_in_words(metrics)} on {gold}, computed with {_scorer(signature)}."
        if means:
            caption += f" Values are the {means[0].what}."
    return Grid(heads, rows, caption=caption, signature=signature)


def means_of_systems(results: Sequence[Result]) -> list[Result]:
    """Return the means over files of several systems, none if there is one system."""
    means = [result for result in results if result.kind == MEAN and result.system]
    return means if len(means) > 1 else []


def text_of_results(results: Sequence[Result], metrics: Sequence[str], is_single: bool) -> str:
    """Return the legacy report of a single pair; of several, a line each, and the signature.

    Of a pair of which some rows are wanted, these, with their counts.
    """
    if is_single and results[0].is_whole:
        return str(results[0].report)
    grid = of_results(results, metrics, is_single)
    if is_single:
        return "".join(line + "\n" for line in grid.text(ruled=None))
    # A rule separates sums from the pairs above them, and one system from the next.
    first_sums = []
    if not means_of_systems(results):
        is_sum = [result.kind != PAIR for result in results]
        first_sums = [n for n in range(1, len(is_sum)) if is_sum[n - 1] != is_sum[n]]
    heads = [head.replace("(", " (").replace("  (", " (") for head in grid.head]
    lines = grid._replace(head=heads).fitted(ruled=first_sums, widest_head=WIDEST_HEAD)
    lines.append("")
    for what in dict.fromkeys(mean.what for mean in means_of_systems(results)):
        lines.append(what)
    return "".join(line + "\n" for line in (*lines, grid.signature))


SENTENCE_COUNTS = ("sentences", "negation_sentences", "error_sentences", "error_negation_sentences")
"""Gold's sentences, and those with an error: the same in all rows of a report."""
TSV_COLUMNS = (
    *("kind", "name", "measure"),
    *(*COUNT_FIELDS, *SCORES, *PRINTED_SCORES),
    *["n_" + name for name in SENTENCE_COUNTS],
    "signature",
)


def tsv_of_results(results: Sequence[Result]) -> str:
    """Return a header and a row for each measure of each result, separated by tabs."""
    of_all = signature_of_all(results)
    rows = []
    for result in results:
        signature = of_all if result.report is None else result.report.signature
        for row in result.rows.values():
            cells = _cells(row, ("measure", *COUNT_FIELDS, *SCORES, *PRINTED_SCORES))
            rows.append([result.kind, result.name, *cells, *_sentences(result), signature])
    return Grid(TSV_COLUMNS, rows).tsv()


def _cells(row: Row, names: Sequence[str]) -> list[str]:
    """Return some values of a row as text; matched instances stand where true positives do."""
    known = {"true_positives": row.get("matched", ""), **row}
    return [str(known.get(name, "")) for name in names]


def _sentences(result: Result) -> list[str]:
    """Return the numbers of sentences of a report; a mean has none, and focus has no negations."""
    if result.report is None:
        return [""] * len(SENTENCE_COUNTS)
    counts = result.report.counts
    return [str(getattr(counts, name, "")) for name in SENTENCE_COUNTS]


# ---------------------------------------------------------------------------
# Systems


def of_systems(compared: Comparison, metrics: Sequence[str], gold: str) -> Grid:
    """Return a paper's table: systems as rows, the best value of each column in bold, marks and a caption."""
    from ..comparing.table import SHORT_LABELS, shown_value

    columns = [3 * n + METRICS.index(name) for n in range(len(compared.rows)) for name in metrics]
    heads = []
    for at in columns:
        label = compared.rows[at // 3]
        heads.append(SHORT_LABELS.get(label, label))
        if len(metrics) > 1:
            heads[-1] += " " + METRICS[at % 3].upper()
    best = set()
    for column, at in enumerate(columns, start=1):
        values = [compared.printed(system, at) for system in compared.systems]
        best |= {(row, column) for row in best_of(values)}
    rows, marks = [], {}
    for number, (system, difference) in enumerate(compared.tested()):
        rows.append([system.name, *[shown_value(compared, system, at) for at in columns]])
        for column, at in enumerate(columns, start=1):
            mark = mark_of(difference.p_holm[at]) if difference.p_holm else ""
            if mark:
                marks[number, column] = mark
    caption = " ".join(_caption(compared, metrics, gold, {*marks.values()}, bool(best)))
    return Grid(["", *heads], rows, best, marks, caption, compared.signature)


def mark_of(p: float) -> str:
    """Return the mark of a difference, "" if it is not significant."""
    return next((mark for mark, level in LEVELS if p < level), "")


def best_of(cells: Sequence[str]) -> list[int]:
    """Return the places of the highest value, as shown; none if all are the same, or all are zero."""
    values = [float(cell.split()[0]) if cell else 0.0 for cell in cells]
    most = max(values)
    best = [place for place, value in enumerate(values) if value == most]
    return best if most and len(best) < len(values) else []


def _caption(
    compared: Comparison, metrics: Sequence[str], gold: str, marks: set[str], has_best: bool
) -> list[str]:
    """Return the sentences of a caption: what was computed and is shown, and nothing else."""
    first = compared.systems[0]
    on = plural(len(first.runs[0].counts), "sentence")
    if compared.files > 1:
        on += f", pooled counts of {compared.files} files"
    on = f"{gold[:-1]}, {on})" if gold.endswith(")") else f"{gold} ({on})"
    shown = _in_words(metrics)
    if compared.are_percentages:
        shown = "Percentages"
    said = [f"{shown} on {on}, computed with {_scorer(compared.signature)}."]
    for part in compared.signature.split("|"):
        if part.startswith("punctuation:"):
            said.append(f"NIS with punctuation by {part.partition(':')[2]}.")
    numbers = sorted({len(system.runs) for system in compared.systems} - {1})
    if numbers:
        shown_numbers = " or ".join(map(str, numbers))
        where = f"{shown_numbers} runs"
        if any(len(system.runs) == 1 for system in compared.systems):
            where += ", where there are several"
        said.append(f"Mean ± standard deviation (n - 1) over {where}.")
    if has_best:
        said.append("Best values are bold.")
    tests = list(dict.fromkeys(d.how for d in compared.differences if d.p))
    if not tests:
        if compared.differences:
            said.append("No difference was tested: one run against several.")
        return said
    how = "; ".join(tests)
    if len(compared.differences) > 1:
        how += f"; Holm's correction over {len(compared.differences)} systems"
    levels = [f"{mark} p < {level}" for mark, level in reversed(LEVELS) if mark in marks]
    if levels:
        said.append(f"{', '.join(levels)} against {first.name}: {how}.")
    else:
        said.append(f"No difference from {first.name} is significant (p < 0.05): {how}.")
    return said


def tsv_of_systems(compared: Comparison, metrics: Sequence[str]) -> str:
    """Return every number, a line for each score of each row of each system."""
    rows = [{**row, "signature": compared.signature} for row in compared.to_rows(metrics)]
    cells = [["" if cell is None else str(cell) for cell in row.values()] for row in rows]
    return Grid([*rows[0]], cells).tsv()


def _in_words(metrics: Sequence[str]) -> str:
    return ", ".join(metric.upper() for metric in metrics)


def _scorer(signature: str) -> str:
    """Return the scorer and its version, as a signature names them."""
    return signature.partition("|")[0].partition(":")[2]


def lacking(format: str, missing: Sequence[str]) -> str:
    """Return what a table that goes into a paper says about files that could not be scored."""
    lines = [visible(line.partition("\n")[0]) for line in missing]
    if format == "latex":
        return "".join(f"% {line}\n" for line in lines)
    if format == "markdown":
        return "".join(f"\n{markdown_cell(line)}\n" for line in lines)
    return ""
