"""Which numbers of a report are wrong, if they do not follow from each other?

In: the numbers of a report that contradict each other. Out: which of them would make it right with another value
(`smallest_corrections_of_report`). Another number is put into a cell, and the report is printed again from its counts (`alone`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from ..common.counts import COUNT_FIELDS
from ..common.percentages import correct_percentage, printed
from ..port.scripts import Original
from .alone import (
    MOST_SENTENCES,
    OR_OTHERS,
    PERCENT_CORRECT,
    SENTENCES,
    SENTENCES_TRIED,
    Apart,
    cells_not_printed_again,
    least_sentences,
    may_be_sentences,
    number_or_zero,
    printed_again,
    wrong_numbers,
)
from .recorded import NIS_PREFIX, SCORED, Cell, Cells

MOST_CORRECTED = 5  # how many wrong numbers are searched for, one after the other


def smallest_corrections_of_report(cells: Cells, original: Original) -> list[tuple[Apart, ...]]:
    """Return the smallest corrections that make an inconsistent report consistent.

    One wrong number: all corrections of a single cell. More: one set of them, found one by one, and the sets that differ
    from it in one number. If no set is found, what does not follow from the first block.
    """
    plain = wrong_numbers(cells, original)
    done: tuple[Apart, ...] = ()
    changed = dict(cells)
    for _ in range(MOST_CORRECTED):
        tried = list(_single_corrections(changed, original))
        fewest = min([correction.left for correction in tried], default=len(plain))
        best = [correction for correction in tried if correction.left == fewest]
        if fewest == 0 and done:
            return _sets_that_differ_in_one((*done, best[0].cell), cells, original)
        if fewest == 0:
            return [(correction.cell,) for correction in best]
        if not best:
            break
        done += (best[0].cell,)
        changed[best[0].cell[:2]] = best[0].number
    return [plain]


def _sets_that_differ_in_one(
    found: tuple[Apart, ...], cells: Cells, original: Original
) -> list[tuple[Apart, ...]]:
    """Return a set of corrections that makes a report consistent, and all that do so with another number in place of one."""
    sets = [found]
    for place, cell in enumerate(found):
        others = (*found[:place], *found[place + 1 :])
        corrected = {**cells, **{other[:2]: _first_number(other[3]) for other in others}}
        for correction in _single_corrections(corrected, original):
            if correction.left == 0 and correction.cell != cell:
                sets.append((*found[:place], correction.cell, *found[place + 1 :]))
    return sets


def _first_number(shown: str) -> str:
    """Return the first number of those that would fit a cell, such as "417 or others" or "37.50 to 58.50"."""
    return shown.split()[0].rstrip(",")


class _Correction(NamedTuple):
    """A correction of one cell: the number that is put there, and how many numbers do not follow then."""

    left: int
    number: str
    cell: Apart


def _single_corrections(cells: Cells, original: Original) -> Iterator[_Correction]:
    """Yield the corrections of one cell with which fewer numbers do not follow than now."""
    must_be = printed_again(cells, original)
    now = len(cells_not_printed_again(cells, must_be))
    for cell, recorded in cells.items():
        candidates = _values_by_other_cells(cell, cells, must_be, original) - {recorded}
        for number in sorted(filter(_is_number, candidates)):
            with suppress(ZeroDivisionError):
                left = len(wrong_numbers({**cells, cell: number}, original))
                if left < now:
                    shown = number
                    if cell == SENTENCES:
                        shown += OR_OTHERS
                    yield _Correction(left, number, (*cell, recorded, shown))
    limit = must_be[PERCENT_CORRECT]
    if now == 1 and limit != cells[PERCENT_CORRECT]:
        yield _Correction(0, limit, (*PERCENT_CORRECT, cells[PERCENT_CORRECT], limit))


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _values_by_other_cells(
    cell: Cell, cells: Cells, must_be: Cells, original: Original
) -> set[str]:
    """Return what a cell may be instead, by the other cells."""
    row, column = cell
    if cell == SENTENCES:
        if all(must_be[known] == cells[known] for known in (SENTENCES, PERCENT_CORRECT)):
            return set()
        return _sentences_shown(cells)
    candidates = {number for (_, other), number in cells.items() if other == column}
    candidates.add(must_be.get(cell, ""))
    if column == "correct":
        return set()  # any number of errors may be right: its limits are shown instead
    if row == "sentences" or (column in COUNT_FIELDS and not original.rows_b):
        # Hardly any other cell says what these must be: one digit may be wrong.
        candidates |= _with_another_digit(cells[cell])
    if column == "negation_sentences":
        candidates |= _negation_sentences_shown(cells)
    if column == "error_negation_sentences":
        candidates |= _errors_shown(cells)
    if row.startswith(NIS_PREFIX):
        return candidates | _instance_numbers_by_others(cells, row, column)
    if column in COUNT_FIELDS and row != "sentences":
        candidates |= _count_by_other_counts(cells, row, column)
        if not original.rows_b:
            candidates |= _counts_by_scores(cells, row, column)
    return candidates


def _with_another_digit(number: str) -> set[str]:
    """Return all numbers that differ in one digit."""
    others: set[str] = set()
    for index, old in enumerate(number):
        if old.isdigit():
            others.update(number[:index] + digit + number[index + 1 :] for digit in "0123456789")
    return others


def _errors_shown(cells: Cells) -> set[str]:
    """Return the numbers of sentences with errors that give the percentage in the report."""
    in_print = cells["sentences", "negation_sentences"]
    if not in_print.isdigit():
        return set()
    with_negation = min(int(in_print), MOST_SENTENCES)
    shown = cells["sentences", "correct_negation"]
    errors = range(with_negation + 1)
    return {str(n) for n in errors if correct_percentage(n, with_negation) == shown}


def _negation_sentences_shown(cells: Cells) -> set[str]:
    """Return the numbers of sentences with negation of which the errors give the percentage in the report."""
    wrong = number_or_zero(cells["sentences", "error_negation_sentences"])
    most = min(number_or_zero(cells["sentences", "sentences"]), MOST_SENTENCES)
    shown = cells["sentences", "correct_negation"]
    return {str(n) for n in range(wrong, most + 1) if correct_percentage(wrong, n) == shown}


def _sentences_shown(cells: Cells) -> set[str]:
    """Return a number of sentences of which some number of errors gives the percentage in the report."""
    names = ("negation_sentences", "error_negation_sentences")
    with_negation, wrong = [number_or_zero(cells["sentences", name]) for name in names]
    recorded, correct = cells[SENTENCES], cells["sentences", "correct"]
    if wrong > with_negation or not _is_number(correct):
        return set()
    if number_or_zero(recorded) < with_negation:
        return {str(least_sentences(float(correct), with_negation, wrong))}
    return _nearest_sentences(float(correct), with_negation, wrong, number_or_zero(recorded))


def _nearest_sentences(correct: float, with_negation: int, wrong: int, recorded: int) -> set[str]:
    """Return the nearest number of sentences that fits, unless it is more than ten times the recorded one."""
    most = min(9 * recorded + 10, SENTENCES_TRIED)
    for distance in range(1, most):
        for sentences in (recorded - distance, recorded + distance):
            if may_be_sentences(correct, sentences, with_negation, wrong):
                return {str(sentences)}
    return set()


def _count_by_other_counts(cells: Cells, row: str, column: str) -> set[str]:
    """Return what a count of a row is by its others: true positives and misses are what gold has."""
    gold, system, tp, fp, fn = [int(cells.get((row, other), "0")) for other in COUNT_FIELDS]
    sums = {
        "gold": (tp + fn,),
        "system": (tp + fp,),
        "true_positives": (gold - fn, system - fp),
        "false_positives": (system - tp,),
        "false_negatives": (gold - tp,),
    }
    return {str(number) for number in sums[column]}


def _counts_by_scores(cells: Cells, row: str, column: str) -> set[str]:
    """Return what a count of a row may be by its precision and recall in print.

    The true positives that give these need not be those in print (quirk 16).
    """
    gold, _, tp, fp, fn = [int(cells.get((row, other), "0")) for other in COUNT_FIELDS]
    precision, recall = [float(cells.get((row, score), "0")) for score in ("precision", "recall")]
    right = {tp, max(gold - fn, 0)}
    if precision < 100:
        right |= _whole_numbers_near(fp * precision / (100 - precision))
    if recall < 100:
        right |= _whole_numbers_near(fn * recall / (100 - recall))
    numbers: set[int] = set()
    for number in right:
        if column == "true_positives":
            numbers.add(number)
        elif column == "false_positives" and precision > 0:
            numbers |= _whole_numbers_near(number * (100 - precision) / precision)
        elif column == "false_negatives":
            numbers.add(max(gold - number, 0))
            if recall > 0:
                numbers |= _whole_numbers_near(number * (100 - recall) / recall)
    return {str(number) for number in numbers}


def _instance_numbers_by_others(cells: Cells, row: str, column: str) -> set[str]:
    """Return what a number of a row on negation instances may be by the others of the row."""
    names = ("gold", "system", "matched")
    gold, system, matched = [number_or_zero(cells.get((row, name), "")) for name in names]
    scores = [cells.get((row, name), "") for name in SCORED]
    if not all(map(_is_number, scores)):
        return set()
    precision, recall, f1 = map(float, scores)
    numbers: set[int] = set()
    if column == "matched":
        numbers = _whole_numbers_near(system * precision / 100)
        numbers |= _whole_numbers_near(gold * recall / 100)
    elif column == "system" and precision > 0:
        numbers = _whole_numbers_near(matched * 100 / precision)
    elif column == "gold" and recall > 0:
        numbers = _whole_numbers_near(matched * 100 / recall)
    other = recall
    if column == "recall":
        other = precision
    if column in ("precision", "recall") and 2 * other > f1:
        near = f1 * other / (2 * other - f1)
        nearby = [near + change / 100 for change in (-2, -1, 0, 1, 2)]
        return {printed(score) for score in nearby if 0 <= score <= 100}
    return {str(number) for number in numbers}


def _whole_numbers_near(number: float) -> set[int]:
    """Return the whole numbers on both sides of a number, from 0."""
    return {max(int(number) + more, 0) for more in (-1, 0, 1, 2)}
