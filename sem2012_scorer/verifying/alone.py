"""A report alone: do its numbers follow from each other, and if not, which few of them are wrong?

In: the numbers of a report. Its rows are rows as papers print them, with all cells known: each must have counts that
give it (`rows`), and these must fit together (`together`). Out: the smallest sets of cells that, if they are left
out, leave a report that can be right, with what each would have to be (`smallest_corrections`, to be read last).
The rows of NIS are not checked: only our own reports have them, and with the two files they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice, product
from typing import Any, NamedTuple

from ..common.measures import measure_short_name
from ..common.percentages import correct_percentage
from ..port.scripts import ROWS, SCOPES_APART, Original, ReportLine
from .names import MEASURES
from .numbers import PrintedScore
from .recorded import COLUMNS, SCORED, Cell, Cells
from .rows import (
    EXACT,
    PLAIN,
    PRINTS_ANOTHERS_TP,
    TOTALS,
    UNROUNDED,
    Fit,
    Row,
    cell_of_fit,
    counts_that_fit,
)
from .together import RowWithFits, fit_together

Apart = tuple[str, str, str, str]  # a number that differs: row, column, as recorded, as it must be
CELLS = ("gold", "system", "tp", "fp", "fn", "p", "r", "f")
"""The cells of a row as `rows` calls them, in the order of `COLUMNS`."""
EXACTLY, HALF_A_UNIT = 0.0, 0.005  # how far a score may be from what is printed
NO_COUNT = -1  # what fits no counts: half a cue
MOST_WRONG = 3  # how many wrong numbers are searched for, in the rows and below them
MOST_TRIED = 2000  # sets of cells that are left out, one after the other; numbers of sentences
MOST_SETS = 8  # sets of corrections that are returned
MOST_SHOWN = 4  # numbers that would fit a cell
CELLS_BEHIND = {
    "gold": ("gold", "tp", "fn"),
    "tp": ("gold", "tp", "fn"),
    "tp and fn": ("gold", "tp", "fn"),
    "fp": ("fp",),
    "system": ("system", "tp", "fp"),
}
"""Which cells of a row say what its counts are in a column that contradicts another row."""


class Problem(NamedTuple):
    """Cells of which at least one is wrong; none if all can be right, and what is known of the rows then."""

    cells: tuple[Cell, ...] = ()
    rows: Mapping[str, RowWithFits] = {}


ProblemOf = Callable[[Cells], Problem]


class PrintedBy(NamedTuple):
    """Who printed a report of 2.2's counts: the script, or a program that prints some numbers otherwise.

    `own_of_b`: in which blocks, by whether they are the B rows, the rows "no cue match" of scopes have their
    own true positives, and not another row's (quirk 16); `rounds_once`: F1 comes from unrounded scores.
    """

    words: str = ""
    own_of_b: tuple[bool, ...] = ()
    rounds_once: bool = False

    def has_own_tp(self, line: ReportLine) -> bool:
        return line.place == SCOPES_APART and line.divided_by_system in self.own_of_b


BY_SCRIPT = PrintedBy()
BY_TRANSLATION = (
    PrintedBy(
        "as the Python translation by boschresearch prints: Scopes(no cue match) has its own true positives,"
        " and F1 comes from unrounded scores",
        (False, True),
        True,
    ),
    PrintedBy(
        "as the Python translation by boschresearch prints with --starsem-exact: Scopes B (no cue match)"
        " has its own true positives",
        (True,),
    ),
)
"""The translation published with Sineva et al. (2021), ``starsem2012_eval_translated.py``."""


def printed_otherwise(original: Original) -> tuple[PrintedBy, ...]:
    """Return who else prints reports with the counts of a script: the translation is one of 2.2."""
    if original.rows == ROWS:
        return BY_TRANSLATION
    return ()


def is_consistent(
    cells: Cells, original: Original, all_columns: bool = True, printed_by: PrintedBy = BY_SCRIPT
) -> bool:
    """Return whether a report can be right; without `all_columns`, if sentences may lack some (quirks 26 and 27)."""
    of_rows = _problem_of_rows(cells, original, all_columns, printed_by).cells
    return not of_rows and not _problem_of_sentences(cells, cells).cells


# The rows -----------------------------------------------------------------------------------------


def _problem_of_rows(
    cells: Cells, original: Original, all_columns: bool = True, printed_by: PrintedBy = BY_SCRIPT
) -> Problem:
    """Return the first cells of rows that cannot all be right. Cells that are left out are not in `cells`."""
    rows: dict[str, RowWithFits] = {}
    for line in (*original.rows, *original.rows_b):
        row = _row_of_report(cells, line, original, all_columns, printed_by)
        fits = _fits_of_row(row, UNROUNDED if printed_by.rounds_once else PLAIN)
        if not fits:
            return Problem(tuple(cell for cell in cells if cell[0] == line.label))
        rows[line.label] = RowWithFits(row, fits)
    contradictions = fit_together(list(rows.values()))
    if not contradictions:
        return Problem((), rows)
    first = contradictions[0]
    concerned = [label for label, row in rows.items() if row in (first.row, *first.others)]
    columns = [column for column, name in zip(COLUMNS, CELLS) if name in CELLS_BEHIND[first.column]]
    return Problem(tuple(cell for cell in product(concerned, columns) if cell in cells))


def _row_of_report(
    cells: Cells, line: ReportLine, original: Original, all_columns: bool, printed_by: PrintedBy
) -> Row:
    """Return a row of a report as a row in print."""
    numbers: dict[str, Any] = {}
    half = HALF_A_UNIT if printed_by.rounds_once else EXACTLY
    for column, name in zip(COLUMNS, CELLS):
        text = cells.get((line.label, column))
        if text is not None and column in SCORED:
            numbers[name] = PrintedScore(text, float(text), half)
        elif text is not None:
            numbers[name] = int(text) if text.isdigit() else NO_COUNT
    kind = MEASURES[measure_short_name(line.place, line.divided_by_system)]
    if kind.base in PRINTS_ANOTHERS_TP and not printed_by.has_own_tp(line):
        numbers["shown_tp"] = numbers.pop("tp", None)
    return Row(
        kind,
        **numbers,
        total=TOTALS.get(kind.base, EXACT),
        pairs_once=original.pairs_once,
        all_columns=all_columns,
    )


@lru_cache(maxsize=4096)
def _fits_of_row(row: Row, reading: str) -> list[Fit]:
    """Return the counts that give a row: most rows are the same when a cell of another is left out."""
    return counts_that_fit(row, [reading]).fits


# The numbers of sentences below them --------------------------------------------------------------


def _problem_of_sentences(cells: Cells, recorded: Cells) -> Problem:
    """Return the cells below the rows, if they cannot all be right; of those that are recorded, some may be left out."""
    if next(_sentence_counts(cells, recorded), None) is not None:
        return Problem()
    return Problem(tuple(cell for cell in cells if cell[0] == "sentences"))


def _sentence_counts(cells: Cells, recorded: Cells) -> Iterator[dict[str, int]]:
    """Yield the numbers of sentences that give their percentages, those nearest to what is recorded first."""
    tried = 0
    of_all, of_negation = [
        cells.get(("sentences", name)) for name in ("correct", "correct_negation")
    ]
    for with_negation in _numbers(cells, recorded, "negation_sentences"):
        for wrong in _numbers(cells, recorded, "error_negation_sentences"):
            if wrong > with_negation:
                continue
            if of_negation not in (None, correct_percentage(wrong, with_negation)):
                continue
            for sentences in _numbers(cells, recorded, "sentences"):
                tried += sentences >= with_negation
                if tried > MOST_TRIED:
                    return
                if _may_be_correct(of_all, sentences, with_negation, wrong):
                    yield {
                        "sentences": sentences,
                        "negation_sentences": with_negation,
                        "error_negation_sentences": wrong,
                    }


def _numbers(cells: Cells, recorded: Cells, column: str) -> Iterator[int]:
    """Yield the number of a cell; if it is left out, those near the recorded one, up and down."""
    text = recorded["sentences", column]
    number = int(float(text))
    if ("sentences", column) not in cells:
        for distance in range(1, MOST_TRIED):
            yield number + distance
            if number >= distance:
                yield number - distance
    elif text.isdigit():  # nobody counts half a sentence
        yield number


def _may_be_correct(percent: str | None, sentences: int, with_negation: int, wrong: int) -> bool:
    """Return whether some number of sentences with errors gives a percentage; those without negation may have some."""
    most = wrong + sentences - with_negation
    if percent is None or most < wrong:
        return most >= wrong
    near = round(sentences * (1 - float(percent) / 100))
    tried = [errors for errors in (near - 1, near, near + 1) if wrong <= errors <= most]
    return any(correct_percentage(errors, sentences) == percent for errors in tried)


# What would be right ------------------------------------------------------------------------------


def smallest_corrections(cells: Cells, original: Original) -> list[tuple[Apart, ...]]:
    """Return the smallest sets of cells of which other numbers make a report consistent; none if none is found.

    The numbers of sentences share nothing with the rows, so each part has its own smallest sets.
    """
    parts = []
    for problem_of in (
        partial(_problem_of_rows, original=original),
        partial(_problem_of_sentences, recorded=cells),
    ):
        parts.append(_smallest_sets(cells, problem_of))
    wrong_sets = [of_rows + of_sentences for of_rows, of_sentences in product(*parts)]
    return [_corrections(cells, original, wrong) for wrong in wrong_sets[:MOST_SETS]]


def _smallest_sets(cells: Cells, problem_of: ProblemOf) -> list[tuple[Cell, ...]]:
    """Return the smallest sets of cells without which there is no problem; none if none is found."""
    budget = iter(range(MOST_TRIED))
    for number in range(MOST_WRONG + 1):
        found = list(dict.fromkeys(_sets_to_leave_out(cells, problem_of, (), number, budget)))
        if found:
            return found
    return []


def _sets_to_leave_out(
    cells: Cells,
    problem_of: ProblemOf,
    wrong: tuple[Cell, ...],
    number: int,
    budget: Iterator[int],
) -> Iterator[tuple[Cell, ...]]:
    """Yield the sets of `number` more cells without which there is no problem: one of the first problem's is in each."""
    if next(budget, None) is None:
        return
    problem = problem_of(_without(cells, wrong))
    if not problem.cells:
        yield tuple(sorted(wrong))
    elif number:
        for cell in problem.cells:
            yield from _sets_to_leave_out(cells, problem_of, (*wrong, cell), number - 1, budget)


def _without(cells: Cells, wrong: tuple[Cell, ...]) -> Cells:
    return {cell: number for cell, number in cells.items() if cell not in wrong}


def _corrections(cells: Cells, original: Original, wrong: tuple[Cell, ...]) -> tuple[Apart, ...]:
    """Return the wrong cells of a report, each with the numbers that would fit."""
    others = _without(cells, wrong)
    rows = _problem_of_rows(others, original).rows
    made = []
    for row, column in wrong:
        if row == "sentences":
            numbers = _fitting_sentences(others, cells, column)
        else:
            numbers = _fitting_numbers(rows[_row_with_number(row, column, original)], column)
        shown = ", ".join(numbers[:MOST_SHOWN])
        if len(numbers) > MOST_SHOWN:
            shown += " or others"
        made.append((row, column, cells[row, column], shown or "any"))
    return tuple(made)


def _row_with_number(label: str, column: str, original: Original) -> str:
    """Return the row whose number stands in a cell: some rows print the true positives of another (quirk 16)."""
    for line in (*original.rows, *original.rows_b):
        if line.label == label and column == "true_positives":
            return original.labels[line.printed]
    return label


def _fitting_numbers(row: RowWithFits, column: str) -> list[str]:
    """Return what a cell of a row may be by the counts that the others leave; none if it may be anything."""
    name = CELLS[COLUMNS.index(column)]
    numbers = {cell_of_fit(name, fit, row.row) for fit in row.fits}
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return []
    form = "%.2f" if column in SCORED else "%d"
    return [form % number for number in sorted(known)]


def _fitting_sentences(others: Cells, recorded: Cells, column: str) -> list[str]:
    """Return what a number below the rows may be by the others, the nearest to what is recorded first."""
    numbers: dict[str, None] = {}
    for counts in islice(_sentence_counts(others, recorded), MOST_SHOWN + 1):
        sentences, with_negation, wrong = counts.values()
        if column == "correct_negation":
            return [correct_percentage(wrong, with_negation)]
        if column == "correct":
            percent = float(recorded["sentences", column])
            return [_nearest_percentages(percent, sentences, with_negation, wrong)]
        numbers[str(counts[column])] = None
    return list(numbers)


def _nearest_percentages(percent: float, sentences: int, with_negation: int, wrong: int) -> str:
    """Return the limits of a percentage of correct sentences that is out of reach, or the nearest two that are not."""
    most = wrong + sentences - with_negation
    highest, lowest = correct_percentage(wrong, sentences), correct_percentage(most, sentences)
    if not float(lowest) <= percent <= float(highest):
        return f"{lowest} to {highest}"
    near = round(sentences * (1 - percent / 100))
    tried = [min(max(near + more, wrong), most) for more in (-1, 0, 1)]
    shown = {correct_percentage(errors, sentences) for errors in tried}
    nearest = sorted(shown, key=lambda text: abs(float(text) - percent))
    return ", ".join(nearest[:2]) + " or others"
