"""A report alone: do its numbers follow from each other?

In: the numbers of a report. Out: those that do not follow from the others (`wrong_numbers`). There is one rule:
the report is printed again from its own counts, and compared.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import NamedTuple

from ..common.counts import COUNT_FIELDS, MEASURED, Counts, Tally
from ..common.measures import measures_from_counts, rounded_measures
from ..common.percentages import correct_percentage, f1_of_percentages, printed
from ..port.printing import divisors_for_printing, percentages_for_printing, report
from ..port.scripts import (
    CUES,
    EVENTS,
    FULL,
    ORIGINALS,
    ROWS,
    SCOPES,
    SCOPES_APART,
    SCOPES_BARE,
    TOKENS,
    Original,
    ReportLine,
)
from .recorded import NIS_PREFIX, SCORED, Cells, recorded_cells

Apart = tuple[str, str, str, str]  # a number that differs: row, column, as recorded, as it must be
MOST_SENTENCES = 100_000
SENTENCES, PERCENT_CORRECT = ("sentences", "sentences"), ("sentences", "correct")
OR_OTHERS = " or others"


def cells_not_printed_again(recorded: Cells, computed: Cells) -> tuple[Apart, ...]:
    """Return the cells whose numbers differ."""
    apart: list[Apart] = []
    for (row, column), must_be in computed.items():
        number = recorded.get((row, column), "missing")
        if number != must_be:
            apart.append((row, column, number, must_be))
    return tuple(apart)


class PrintedBy(NamedTuple):
    """Who printed a report of 2.2's counts: the script, or a program that prints some numbers otherwise.

    `own_of_b`: in which blocks, by whether they are the B rows, the rows "no cue match" of scopes have their
    own true positives, and not another row's (quirk 16); `rounds_once`: F1 comes from unrounded scores.
    """

    words: str = ""
    own_of_b: tuple[bool, ...] = ()
    rounds_once: bool = False


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
    return BY_TRANSLATION if original.rows == ROWS else ()


def wrong_numbers(
    cells: Cells, original: Original, printed_by: PrintedBy = BY_SCRIPT
) -> tuple[Apart, ...]:
    """Return the numbers that do not follow from the first block; none if the report is consistent.

    Raises ByZero where `original` prints no report for these counts.
    """
    return cells_not_printed_again(cells, printed_again(cells, original, printed_by=printed_by))


# Printing a report again --------------------------------------------------------------------------


def report_alone_may_lack_columns(cells: Cells, original: Original) -> bool:
    """Return whether a report may be right whose gold, or scope tokens, are more than its other counts say.

    So they are where a sentence lacks columns in its last line, or in all (quirks 26 and 27).
    """
    with suppress(ZeroDivisionError):
        return not cells_not_printed_again(cells, printed_again(cells, original, may_lack=True))
    return False


def printed_again(
    cells: Cells,
    original: Original,
    may_lack: bool = False,
    printed_by: PrintedBy = BY_SCRIPT,
) -> Cells:
    """Return what each number must be: those of the report that `original` prints for the first block.

    What may not be so large or so small has words such as "25 or fewer". With `may_lack`, gold may have
    more than is right or missed, and the system more scope tokens. Raises ByZero where `original` prints
    no report.
    """
    tallies = _counts_of_first_block(cells, original, may_lack)
    errors, limits = _sentence_limits_exceeded(cells)
    numbers = {MEASURED[place]: tally for place, tally in tallies.items()}
    counts = Counts()._replace(**numbers, **errors)
    again = cells_of_counts(counts, original.identifier, printed_by)
    return {
        **again,
        **_nis_by_other_numbers(cells),
        **_limits_exceeded(cells, tallies, original),
        **limits,
    }


@lru_cache(maxsize=256)  # most numbers that are tried, such as scores, change no count
def cells_of_counts(counts: Counts, identifier: str, printed_by: PrintedBy = BY_SCRIPT) -> Cells:
    """Return the numbers of the report for some counts."""
    original = ORIGINALS[identifier]
    cells = recorded_cells(report(counts, original))
    for row in (*original.rows, *original.rows_b):
        tally: Tally = counts[row.place]
        if row.place == SCOPES_APART and row.divided_by_system in printed_by.own_of_b:
            cells[row.label, "true_positives"] = str(tally.true_positives)
        if printed_by.rounds_once:
            system, gold = divisors_for_printing(tally, row)
            right = tally.true_positives
            cells[row.label, "f1"] = printed(measures_from_counts(right, system, right, gold)[2])
    return cells


def _counts_of_first_block(cells: Cells, original: Original, may_lack: bool) -> dict[int, Tally]:
    """Return the counts of the first block, with what each has from others."""
    tallies: dict[int, Tally] = {}
    for row in original.rows:
        gold, system, tp, fp, fn = (int(cells[row.label, column]) for column in COUNT_FIELDS)
        if row.place == FULL:
            gold, system, _, fp, _ = tallies[CUES]
        if row.place in (SCOPES_APART, SCOPES_BARE):
            gold, system = tallies[SCOPES][:2]
        if row.place == SCOPES_APART:
            # The true positives printed are another row's (quirk 16); gold's scopes are the same.
            scopes = tallies[SCOPES]
            tp = max(scopes.true_positives + scopes.false_negatives - fn, 0)
        if row.place == SCOPES_BARE:
            tp = _true_positives_printed_twice(cells, Tally(gold, system, tp, fp, fn), row)
        if row.place in (CUES, SCOPES, TOKENS):
            gold = _total_of_side(tp + fn, gold, may_lack)
        if row.place == TOKENS and original.rows_b:
            system = _total_of_side(tp + fp, system, may_lack)
        tallies[row.place] = Tally(gold, system, tp, fp, fn)
    return tallies


def _total_of_side(together: int, number: int, may_lack: bool) -> int:
    """Return a side's total: what is right and wrong `together`; with `may_lack`, its `number` if more."""
    if may_lack:
        return max(number, together)
    return together


def _true_positives_printed_twice(cells: Cells, tally: Tally, row: ReportLine) -> int:
    """Return the true positives of a row that prints another row's: those that give most of its scores.

    0 if none give any. Precision and recall rise with them, or stay: the fewest that reach one, or both, are
    found by halving, as a report may have numbers of 18 digits.
    """
    recorded = [cells[row.label, score] for score in SCORED]

    def again(tp: int) -> Sequence[str]:
        return percentages_for_printing(tally._replace(true_positives=tp), row)

    def right(tp: int) -> int:
        return sum(map(str.__eq__, again(tp), recorded))

    def is_reached(tp: int, places: Sequence[int]) -> bool:
        shown = again(tp)
        return all(float(shown[place]) >= float(recorded[place]) for place in places)

    candidates = range(tally.gold + tally.false_negatives + 1)
    tried = [0]
    for places in ((0, 1), (0,), (1,)):
        key = partial(is_reached, places=places)
        tried.append(bisect_left(candidates, True, key=key))
    best = max((tp for tp in tried if tp in candidates), key=right)
    if not right(best):
        return 0
    return best


def _limits_exceeded(cells: Cells, tallies: dict[int, Tally], original: Original) -> Cells:
    """Return limits that numbers exceed: what holds in every report that `original` prints."""
    limits: Cells = {}
    for row in original.rows:
        tally = tallies[row.place]
        _, system, tp, fp, fn = tally
        if original.rows_b and tp + fp > system:
            # Each of the system's negations is paired once.
            limits[row.label, "system"] = "%d or more" % (tp + fp)
        if row.place == EVENTS and tp + fn > tally.gold:
            limits[row.label, "gold"] = "%d or more" % (tp + fn)
        if row.place in (SCOPES, FULL) and tp > tallies[CUES].true_positives:
            limits[row.label, "true_positives"] = "%d or fewer" % tallies[CUES].true_positives
        if row.place == SCOPES_APART and tp < tallies[SCOPES].true_positives:
            limits[row.label, "false_negatives"] = "%d or fewer" % tallies[SCOPES].false_negatives
    return limits


def _sentence_limits_exceeded(cells: Cells) -> tuple[dict[str, int], Cells]:
    """Return the numbers of sentences, and limits that they exceed."""
    shown = {column: number for (row, column), number in cells.items() if row == "sentences"}
    sentences, with_negation, wrong = map(number_or_zero, list(shown.values())[:3])
    limits: Cells = {}
    if sentences < with_negation:
        least = least_sentences(float(shown["correct"]), with_negation, min(wrong, with_negation))
        limits[SENTENCES] = f"{least}{OR_OTHERS}"
        sentences = with_negation
    if wrong > with_negation:
        limits["sentences", "error_negation_sentences"] = "%d or fewer" % with_negation
        wrong = with_negation
    # Sentences without negation in gold may have errors too: the nearest number of errors.
    most = wrong + sentences - with_negation
    correct = float(shown["correct"])
    near = round(sentences * (1 - correct / 100))
    tried = [min(max(near + change, wrong), most) for change in (-1, 0, 1)]
    errors = min(tried, key=lambda n: abs(float(correct_percentage(n, sentences)) - correct))
    if limits:  # nothing follows for the sentences that are correct
        limits["sentences", "correct"] = shown["correct"]
    elif float(correct_percentage(errors, sentences)) != correct:
        limits |= _limit_of_percent_correct(correct, sentences, wrong, most)
    names = Counts._fields[-5:-1]
    return dict(zip(names, (sentences, with_negation, errors, wrong))), limits


def may_be_sentences(correct: float, sentences: int, with_negation: int, wrong: int) -> bool:
    """Return whether some number of errors gives a percentage of correct sentences."""
    near = round(sentences * (1 - correct / 100))
    for errors in (near - 1, near, near + 1):
        is_possible = wrong <= errors <= wrong + sentences - with_negation
        if is_possible and float(correct_percentage(errors, sentences)) == correct:
            return True
    return False


def least_sentences(correct: float, with_negation: int, wrong: int) -> int:
    """Return the least number of sentences of which some number of errors gives a percentage of correct ones."""
    for sentences in range(with_negation, with_negation + SENTENCES_TRIED):
        if may_be_sentences(correct, sentences, with_negation, wrong):
            return sentences
    return with_negation


SENTENCES_TRIED = 20_000


def number_or_zero(text: str) -> int:
    """Return a count in print, 0 for anything that is not a count."""
    return int(text) if text.isdigit() else 0


def _limit_of_percent_correct(correct: float, sentences: int, wrong: int, most: int) -> Cells:
    """Return the limits of a percentage that is out of reach, or the nearest two that are not; of `wrong` to `most` errors."""
    highest, lowest = correct_percentage(wrong, sentences), correct_percentage(most, sentences)
    if not float(lowest) <= correct <= float(highest):
        return {("sentences", "correct"): f"{lowest} to {highest}"}
    more = math.ceil(sentences * (1 - correct / 100))
    nearest = [correct_percentage(errors, sentences) for errors in (more, more - 1)]
    return {("sentences", "correct"): f"{', '.join(nearest)} or others"}


def _nis_by_other_numbers(cells: Cells) -> Cells:
    """Return what the numbers of the rows on negation instances must be, where there are some."""
    must_be: Cells = {}
    rows = dict.fromkeys(row for row, _ in cells if row.startswith(NIS_PREFIX))
    for row in rows:
        is_own = row in ("NIS cues", "NIS scope tokens")
        first = row if is_own else "NIS cues"
        numbers = [cells.get((first, column), "0") for column in ("gold", "system", "matched")]
        gold, system, matched = [int(n) if n.isdecimal() else 0 for n in numbers]
        must_be |= {(row, c): n for c, n in zip(("gold", "system", "matched"), numbers)}
        if matched > min(gold, system):
            must_be[row, "matched"] = "%d or fewer" % min(gold, system)
        recorded = tuple([cells.get((row, score), "0") for score in SCORED])
        scores: tuple[str, ...] = tuple(
            rounded_measures(measures_from_counts(matched, system, matched, gold))
        )
        if not is_own:
            scores = _partly_right(recorded, scores, matched, system, gold, row)
        must_be |= {(row, score): number for score, number in zip(SCORED, scores)}
    return must_be


@lru_cache(maxsize=16)
def _scores_of_matches(matched: int, system: int, gold: int) -> list[tuple[str, ...]]:
    """Return precision, recall and F1 as printed, for each number of right instances up to those that are matched."""
    return [
        tuple(rounded_measures(measures_from_counts(number, system, number, gold)))
        for number in range(min(matched, MOST_SENTENCES) + 1)
    ]


def _partly_right(
    recorded: tuple[str, ...],
    most: tuple[str, ...],
    matched: int,
    system: int,
    gold: int,
    row: str,
) -> tuple[str, ...]:
    """Return the scores of a row whose matched instances count in part; `most` are those of cues."""
    if row == "NIS ex":  # each counts in full or not at all
        rows = _scores_of_matches(matched, system, gold)
        return max(rows, key=lambda row: sum(map(str.__eq__, row, recorded)))
    try:
        p, r, f = map(float, recorded)
        highest = tuple(map(float, most))
    except ValueError:
        return most
    if p > highest[0] or r > highest[1]:
        return tuple([min(pair, key=float) for pair in zip(recorded[:2], most)]) + (recorded[2],)
    # F1 is computed from unrounded scores: from the least and the most that are printed so.
    least = printed(f1_of_percentages(max(p - 0.005, 0), max(r - 0.005, 0)))
    greatest = printed(f1_of_percentages(p + 0.005, r + 0.005))
    if float(least) <= f <= float(greatest):
        return recorded
    return recorded[0], recorded[1], printed(f1_of_percentages(p, r))
