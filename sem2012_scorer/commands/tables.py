"""Every table of `score` and `compare`: for the terminal, for programs (TSV) and for papers.

`table_of_results` makes the table of scored files, `table_of_systems` that of a paper, with systems as rows. Both are a
`Grid`, which writes itself as text, TSV, Markdown or LaTeX.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ..common.counts import COUNT_FIELDS
from ..common.measures import METRICS, SCORES, SIGNIFICANT
from ..common.wording import plural, visible
from ..reporting.grid import Grid, markdown_cell
from .results import MEAN, PAIR, POOLED, Result, Row, rows_in_signature, signature_of_results

if TYPE_CHECKING:
    from ..comparing.table import Comparison

PRINTED_SCORES = tuple(["printed_" + score for score in SCORES])
COUNT_HEADS = ("gold", "system", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")
WIDEST_HEAD = 9  # how many characters a head of the table of several files has in a line
LEVELS = (("‡", 0.01), ("†", SIGNIFICANT))
"""The marks of differences, and below which p they stand."""

# ---------------------------------------------------------------------------
# Scored files


def table_of_results(
    results: Sequence[Result], metrics: Sequence[str], is_single: bool, gold: str = ""
) -> Grid:
    """Return the table of results: of one pair, its rows with their counts; of several, a row each.

    Of several systems with a mean over files, each has one row. `gold` is what the caption calls gold, ""
    for a table without a caption.
    """
    if is_single:
        return _table_of_one_pair(results[0])
    means = table_means_of_systems(results)
    signature = signature_of_results(results)
    labels = list(results[0].rows)
    columns = [PRINTED_SCORES[METRICS.index(metric)] for metric in metrics]
    rows = []
    for result in means or results:
        cells = [result.name]
        if means:
            cells = [result.system]
        for label in labels:
            cells += _values_as_text(result.rows[label], columns)
        rows.append(cells)
    if list(metrics) == ["f1"]:
        heads = ["F1 (%)"] + labels
    else:
        heads = ["(%)"] + [f"{label} {metric.upper()}" for label in labels for metric in metrics]
    caption = ""
    if gold:
        caption = f"{_options_in_words(metrics)} on {gold}, computed with {_scorer_in_signature(signature)}."
        if means:
            caption += f" Values are the {means[0].what}."
        else:
            caption += _sums_in_words(results)
    return Grid(heads, rows, caption=caption, signature=signature)


def _sums_in_words(results: Sequence[Result]) -> str:
    """Return the sentence on the last rows of a table, "" if all rows are pairs of files."""
    sums = []
    for result in results:
        if result.kind == POOLED:
            number = sum(pair.kind == PAIR for pair in results)
            sums.append(f"pooled counts of {number} files")
        elif result.kind == MEAN:
            sums.append(f"the {result.what}")
    if not sums:
        return ""
    rows = "row is" if len(sums) == 1 else "rows are"
    return f" The last {rows} {' and '.join(sums)}."


def _table_of_one_pair(result: Result) -> Grid:
    """Return the table of one pair: its rows with their counts."""
    names = COUNT_FIELDS + PRINTED_SCORES
    rows = [[label] + _values_as_text(row, names) for label, row in result.rows.items()]
    return Grid(["", *COUNT_HEADS], rows, signature=result.report.signature)


def table_means_of_systems(results: Sequence[Result]) -> list[Result]:
    """Return the means over files of several systems, none if there is one system."""
    means = [result for result in results if result.kind == MEAN and result.system]
    if len(means) > 1:
        return means
    return []


def text_of_results(results: Sequence[Result], metrics: Sequence[str], is_single: bool) -> str:
    """Return the legacy report of a single pair; of several, a line each, and the signature.

    Of a pair of which some rows are wanted, these, with their counts.
    """
    if is_single and results[0].is_whole:
        return str(results[0].report)
    grid = table_of_results(results, metrics, is_single)
    if is_single:
        return "".join(line + "\n" for line in grid.text(ruled=None))
    means = table_means_of_systems(results)
    # A rule separates sums from the pairs above them, and one system from the next.
    first_sums = []
    if not means:
        for number in range(1, len(results)):
            if (results[number - 1].kind == PAIR) != (results[number].kind == PAIR):
                first_sums.append(number)
    heads = [head.replace("(", " (").replace("  (", " (") for head in grid.head]
    lines = grid._replace(head=heads).fitted(ruled=first_sums, widest_head=WIDEST_HEAD)
    lines.append("")
    lines += dict.fromkeys(mean.what for mean in means)
    lines.append(grid.signature)
    return "".join(line + "\n" for line in lines)


SENTENCE_COUNTS = ("sentences", "negation_sentences", "error_sentences", "error_negation_sentences")
"""Gold's sentences, and those with an error: the same in all rows of a report."""
TSV_COLUMNS = (
    ("kind", "name", "measure")
    + (*COUNT_FIELDS, *SCORES, *PRINTED_SCORES)
    + tuple(["n_" + name for name in SENTENCE_COUNTS])
    + ("signature",)
)


def tsv_of_results(results: Sequence[Result]) -> str:
    """Return a header and a row for each measure of each result, separated by tabs."""
    of_all = signature_of_results(results)
    selected = rows_in_signature(results[0])
    rows = []
    for result in results:
        signature = of_all if result.report is None else result.report.signature
        for row in result.rows.values():
            cells = _values_as_text(row, ("measure", *COUNT_FIELDS, *SCORES, *PRINTED_SCORES))
            cells += _sentence_numbers(result)
            rows.append([result.kind, result.name, *cells, signature + selected])
    return Grid(TSV_COLUMNS, rows).tsv()


def _values_as_text(row: Row, names: Sequence[str]) -> list[str]:
    """Return some values of a row as text; matched instances stand where true positives do."""
    known = {"true_positives": row.get("matched", ""), **row}
    return [str(known.get(name, "")) for name in names]


def _sentence_numbers(result: Result) -> list[str]:
    """Return the numbers of sentences of a report; a mean has none, and focus has no negations."""
    if result.report is None:
        return ["" for _ in SENTENCE_COUNTS]
    counts = result.report.counts
    return [str(getattr(counts, name, "")) for name in SENTENCE_COUNTS]


# ---------------------------------------------------------------------------
# Systems


def table_of_systems(compared: Comparison, metrics: Sequence[str], gold: str) -> Grid:
    """Return a paper's table: systems as rows, the best value of each column in bold, marks and a caption."""
    from ..comparing.table import SHORT_LABELS, value_in_comparison_table

    columns = []  # the numbers of the shown values among all: three for each row
    heads = [""]
    for row, label in enumerate(compared.rows):
        head = SHORT_LABELS.get(label, label)
        if compared.statistics[row].place is not None:
            # A percentage of sentences is neither precision nor recall.
            columns.append(3 * row)
            heads.append(head)
            continue
        for metric in metrics:
            columns.append(3 * row + METRICS.index(metric))
            if len(metrics) > 1:
                heads.append(f"{head} {metric.upper()}")
            else:
                heads.append(head)
    rows = []
    for system in compared.systems:
        rows.append(
            [system.name] + [value_in_comparison_table(compared, system, at) for at in columns]
        )
    best = _best_cells(compared, columns)
    marks = _marks_of_significance(compared, columns)
    caption = " ".join(_caption_sentences(compared, metrics, gold, set(marks.values()), bool(best)))
    return Grid(heads, rows, best, marks, caption, compared.signature)


def _best_cells(compared: Comparison, columns: Sequence[int]) -> set[tuple[int, int]]:
    """Return the cells, by row and column, with the best value of each column."""
    best = set()
    for column, at in enumerate(columns, start=1):
        values = [compared.printed(system, at) for system in compared.systems]
        for row in _places_of_best(values):
            best.add((row, column))
    return best


def _marks_of_significance(
    compared: Comparison, columns: Sequence[int]
) -> dict[tuple[int, int], str]:
    """Return the marks of significant differences, by row and column."""
    marks = {}
    for row, (_, difference) in enumerate(compared.tested()):
        if not difference.p_holm:
            continue
        for column, at in enumerate(columns, start=1):
            mark = significance_mark_in_papers_table(difference.p_holm[at])
            if mark:
                marks[row, column] = mark
    return marks


def significance_mark_in_papers_table(p: float) -> str:
    """Return the mark of a difference, "" if it is not significant."""
    for mark, level in LEVELS:
        if p < level:
            return mark
    return ""


def _places_of_best(cells: Sequence[str]) -> list[int]:
    """Return the places of the highest value, as shown; none if all are the same, or all are zero."""
    values = [float(cell.split()[0]) if cell else 0.0 for cell in cells]
    most = max(values)
    best = [place for place, value in enumerate(values) if value == most]
    has_best = most != 0 and len(best) < len(values)
    if has_best:
        return best
    return []


def _caption_sentences(
    compared: Comparison, metrics: Sequence[str], gold: str, marks: Collection[str], has_best: bool
) -> list[str]:
    """Return the sentences of a caption: what was computed and is shown, and nothing else."""
    sentences = [_what_is_shown(compared, metrics, gold)]
    for part in compared.signature.split("|"):
        name, _, value = part.partition(":")
        if name == "punctuation":
            sentences.append(f"NIS with punctuation by {value}.")
    sentences += _on_runs(compared)
    if has_best:
        sentences.append("Best values are bold.")
    sentences += _on_tests(compared, marks)
    return sentences


def _what_is_shown(compared: Comparison, metrics: Sequence[str], gold: str) -> str:
    """Return the sentence on the scores, the gold data and the scorer."""
    sizes = plural(len(compared.systems[0].runs[0].counts), "sentence")
    if compared.files > 1:
        sizes += f", pooled counts of {compared.files} files"
    if gold.endswith(")"):
        data = f"{gold[:-1]}, {sizes})"
    else:
        data = f"{gold} ({sizes})"
    shown = "Percentages" if compared.are_percentages else _options_in_words(metrics)
    return f"{shown} on {data}, computed with {_scorer_in_signature(compared.signature)}."


def _on_runs(compared: Comparison) -> list[str]:
    """Return the sentence on means over runs, none if every system has one run."""
    numbers = {len(system.runs) for system in compared.systems}
    several = sorted(numbers - {1})
    if not several:
        return []
    where = " or ".join(map(str, several)) + " runs"
    if 1 in numbers:
        where += ", where there are several"
    return [f"Mean ± standard deviation (n - 1) over {where}."]


def _on_tests(compared: Comparison, marks: Collection[str]) -> list[str]:
    """Return the sentence on the tests and what their marks mean, none if there is nothing to test."""
    tests = list(dict.fromkeys(d.how for d in compared.differences if d.p))
    if not compared.differences:
        return []
    if not tests:
        return ["No difference was tested: one run against several."]
    how = "; ".join(tests)
    if compared.number_tested > 1:
        how += f"; Holm's correction over {compared.number_tested} systems"
    untested = [system.name for system, test in compared.tested()[1:] if test.p_holm is None]
    if untested:
        how += f"; {', '.join(untested)} not tested: one run against several"
    first = compared.systems[0].name
    levels = [f"{mark} p < {level}" for mark, level in reversed(LEVELS) if mark in marks]
    if levels:
        return [
            f"{', '.join(levels)} against {first}: {how}; not corrected for the number of rows."
        ]
    return [f"No difference from {first} is significant (p < {SIGNIFICANT}): {how}."]


def tsv_of_systems(compared: Comparison, metrics: Sequence[str]) -> str:
    """Return every number, a line for each score of each row of each system."""
    heads: list[str] = []
    lines = []
    for row in compared.to_rows(metrics):
        heads = [*row, "signature"]
        cells = ["" if cell is None else str(cell) for cell in row.values()]
        lines.append(cells + [compared.signature])
    return Grid(heads, lines).tsv()


def _options_in_words(metrics: Sequence[str]) -> str:
    return ", ".join(metric.upper() for metric in metrics)


def _scorer_in_signature(signature: str) -> str:
    """Return the scorer and its version, as a signature names them."""
    return signature.partition("|")[0].partition(":")[2]


def table_note_on_failed_files(format: str, missing: Sequence[str]) -> str:
    """Return what a table that goes into a paper says about files that could not be scored."""
    lines = [visible(line.partition("\n")[0]) for line in missing]
    if format == "latex":
        return "".join(f"% {line}\n" for line in lines)
    if format == "markdown":
        return "".join(f"\n{markdown_cell(line)}\n" for line in lines)
    return ""
