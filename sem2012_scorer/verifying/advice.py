"""What would have to change in a row that is not possible?

In: a row that no counts give. Out: words for the answer (`explain_impossible`): the one count in print that does
not fit, or the one score, and the nearest scores that counts give.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

from ..common.measures import SCORE_LETTERS, SCORES
from ..common.percentages import correct_percentage, f1_of_percentages, percentage
from .numbers import PrintedScore, may_f1_follow
from .rows import (
    PLAIN,
    Fit,
    PrintedRow,
    counts_that_fit,
    possible_gold_totals,
    row_as_scorer_prints,
)

NEAR_EVENTS = 100  # how many of gold's events may count nowhere in the nearest scores
NEAR = 3  # how far from the middle the counts of the nearest scores may be
MOST_VERSIONS = 3  # versions of the scorer count what gold has in at most three ways
FARTHEST = 10.0  # how many points in all the nearest scores may be away
MOST_NEAREST = 2  # how many of the nearest scores are shown
MOST_DECIMALS = 2  # scores with more digits are not tried one by one
MORE_IN_GOLD = "or gold lacks columns in the last line of a sentence: then it counts more"
MORE_IN_SYSTEM = "or sentences of a file lack annotation columns: their tokens are in system, and neither in tp nor in fp"
MORE_IN_FULL = "or gold has negations without a cue"


def explain_impossible(row: PrintedRow) -> list[str]:
    """Return what would have to change in an impossible row, in words.

    That is a count in print, or a score if two others are right, or all: then the nearest that is
    possible.
    """
    words = list(_other_counts(row)) or list(_other_scores(row))
    if not row.counts:
        words += _nearest_scores(row)
    return words


def other_totals(row: PrintedRow) -> Sequence[int]:
    """Return the totals of gold if there are a few, which depend on the scorer's version; else none.

    Gold's events are not among them: any number of these may count nowhere.
    """
    if "gold" in row.counts or len(row.gold) > MOST_VERSIONS:
        return ()
    return tuple(row.gold)


def f1_for_advice(row: PrintedRow) -> str:
    """Return F1 of the printed P and R of a row that has all scores, "" for others."""
    p, r, f = row.scores
    if p is None or r is None or f is None:
        return ""
    return f.printed(f1_of_percentages(p.value, r.value))


def f1_in_words(row: PrintedRow) -> str:
    """Return F1 of the printed P and R of a row: nearly, if they have fewer decimals than scorers print."""
    f1 = f1_for_advice(row)
    p, r, _ = row.scores
    is_coarse = any(score is not None and score.half > MOST_OF_TWO_DECIMALS for score in (p, r))
    return f"about {f1}" if is_coarse else f1


MOST_OF_TWO_DECIMALS = 0.0051
"""More than half a unit of scores with two decimals, from which scorers compute F1."""


# One count ----------------------------------------------------------------------------------------


def _other_counts(row: PrintedRow) -> Iterator[str]:
    """Yield which single count in print does not fit, and what does."""
    is_more_in_gold = False
    for name, number in row.counts.items():
        fitting = _fits_without(row, name)
        if name == "system" and not row.measure.is_b:
            yield from _other_system(row, fitting)
            continue
        others = [n for fit in fitting if (n := fit.number(name)) not in (None, number)]
        if not others:
            continue
        best = min(others, key=lambda n: abs(n - number))
        yield f"{name} {number} does not fit; {best} does"
        is_more_in_gold = is_more_in_gold or _says_more_in_gold(name, number, best)
        if name == "gold" and number < best and row.measure.base == "full":
            yield MORE_IN_FULL
    if is_more_in_gold and "gold" in row.counts:
        yield MORE_IN_GOLD


def _fits_without(row: PrintedRow, name: str) -> list[Fit]:
    """Return the counts that give a row, whatever one of its counts in print is."""
    others = {other: number for other, number in row.counts.items() if other != name}
    if "gold" in row.counts:
        return counts_that_fit(row.with_other_numbers(counts=others, gold=())).fits
    return counts_that_fit(row.with_other_numbers(counts=others)).fits


def _says_more_in_gold(name: str, number: int, best: int) -> bool:
    """Return whether gold has more than what is right and missed, or one of these should be more."""
    if name == "gold":
        return number > best
    return name in ("tp", "fn") and number < best


def _other_system(row: PrintedRow, fitting: Sequence[Fit]) -> Iterator[str]:
    """Yield how many items the system of a plain row must have: what is right and wrong, or more."""
    numbers = [n for fit in fitting if (n := fit.number("system")) is not None]
    if not numbers:
        return
    least, number = min(numbers), row.counts["system"]
    if row.measure.name != "tokens":
        yield f"system {number} does not fit; {least} or more does"
        return
    yield f"system {number} does not fit; {least} does"
    if number > least:
        yield MORE_IN_SYSTEM


# One score ----------------------------------------------------------------------------------------


def _other_scores(row: PrintedRow) -> Iterator[str]:
    """Yield what each of the three scores would be if the other two are right."""
    if not row.has_all_scores:
        return
    for index, score in enumerate(row.scores):
        assert score is not None
        by_counts = list(_values_with_counts(row, index))
        values = by_counts or list(_values_without_counts(row, index))
        if values:
            best = min(values, key=lambda value: abs(value.score - score.value))
            rest = " and ".join(name for name in SCORE_LETTERS if name != SCORE_LETTERS[index])
            shown = f"{score.printed(best.score)}{best.counts}"
            printed = {score.printed(value.score) for value in values}
            # With fewer decimals than a scorer prints, a half may be rounded up or down.
            is_exact = score.half < 0.0051 or all(map(score.is_far_from_half, _scores_of(values)))
            is_or_may_be = "is" if by_counts and len(printed) == 1 and is_exact else "may be"
            if len(printed) > 1:
                ends = min(values), max(values)
                shown = " to ".join(score.printed(value.score) for value in ends)
            yield f"if {rest} are right, {SCORE_LETTERS[index]} {is_or_may_be} {shown}"


def _scores_of(values: Sequence[_OtherScore]) -> list[float]:
    return [value.score for value in values]


class _OtherScore(NamedTuple):
    """What a score may be, and the true positives that give it, in brackets, if these are known."""

    score: float
    counts: str = ""


def _values_with_counts(row: PrintedRow, index: int) -> Iterator[_OtherScore]:
    """Yield what a score may be by the counts that give the other two."""
    if not possible_gold_totals(row):
        return
    others = list(row.scores)
    others[index] = None
    for fit in counts_that_fit(row.with_other_numbers(scores=others), [PLAIN]).fits:
        value = row_as_scorer_prints(fit.tp, fit.system or 0, fit.tp + fit.fn, row)[index]
        counts = f" (tp {fit.tp})"
        if SCORES[index] == "f1":
            counts = ""  # F1 follows from the other two, whatever gives them
        yield _OtherScore(value, counts)


def _values_without_counts(row: PrintedRow, index: int) -> Iterator[_OtherScore]:
    """Yield what a score may be if only F1 must follow from P and R: all scores in print are tried, from 0 on."""
    score = row.scores[index]
    p, r, f = row.scores
    if possible_gold_totals(row) or score is None or p is None or r is None or f is None:
        return
    if SCORES[index] == "f1":
        return  # the answer begins with it
    unit = 2 * score.half
    if unit < 10**-MOST_DECIMALS or row.budget.left <= 0:
        return
    row.budget.left -= round(100 / unit)
    for number in range(round(100 / unit) + 1):
        candidate = score._replace(value=number * unit)
        follows = may_f1_follow(candidate, r, f) if index == 0 else may_f1_follow(p, candidate, f)
        if follows:
            yield _OtherScore(number * unit)


# The nearest scores -------------------------------------------------------------------------------


class _NearScores(NamedTuple):
    """Scores that counts give, and how far they are from those in print."""

    distance: float
    words: str


def _nearest_scores(row: PrintedRow) -> list[str]:
    """Return the scores nearest to an impossible row, with their counts; none without P and R."""
    p, r = row.scores[:2]
    if p is None or r is None or not p.value or row.budget.left <= 0:
        return []
    near: set[_NearScores] = set()
    for total in possible_gold_totals(row)[: NEAR_EVENTS + 1]:
        middle = round(r.value * total / 100)
        row.budget.left -= (2 * NEAR + 1) ** 2
        for tp in range(max(middle - NEAR, 0), min(middle + NEAR, total) + 1):
            near.update(_scores_near(row, p, tp, total))
    if not near:
        return []
    nearest = sorted(near)[:MOST_NEAREST]
    if nearest[0].distance > FARTHEST:
        return []  # only counts near this recall were tried
    return ["nearest: " + "; ".join(each.words for each in nearest)]


def _scores_near(
    row: PrintedRow, precision: PrintedScore, tp: int, total: int
) -> Iterator[_NearScores]:
    """Yield the scores of some true positives with a precision near the one in print."""
    middle = round(100 * tp / precision.value)
    for system in range(max(middle - NEAR, tp), middle + NEAR + 1):
        scores = row_as_scorer_prints(tp, system, total, row)
        distance = sum(abs(cell.value - s) for cell, s in zip(row.scores, scores) if cell)
        shown = Fit(tp, total - tp, system, PLAIN).shown(row.measure.is_b)
        if len(other_totals(row)) > 1:
            shown = f"of {total} {row.measure.total}: {shown}"
        yield _NearScores(distance, "%.2f %.2f %.2f (%s)" % (*scores, shown))


# Percentages of sentences -------------------------------------------------------------------------


class SentenceShare(NamedTuple):
    """How many of gold's sentences are correct, in words; whether the scorer prints it so for such gold."""

    words: str
    is_plain: bool


ONE_MORE = "one more than gold has, as the scorer counts if a file lacks its final blank line"
ONE_FEWER = "one fewer than gold has, as 1.0 counts if gold lacks its final blank line"
OLDEST = "eval.cd-sco-1.0"


def advice_on_correct_sentences(row: PrintedRow, scorer: str | None) -> SentenceShare | None:
    """Return how many of gold's sentences are correct; None if no number gives the score.

    Where a file does not end with a blank line, a scorer may count a sentence more, and 1.0 one fewer.
    """
    totals = possible_gold_totals(row)
    for total in totals:
        if words := _share_of(row, total, is_cut=False):
            return SentenceShare(words, is_plain=True)
    for total in totals:
        if words := _share_of(row, total, is_cut=True):
            return SentenceShare(f"{words}, truncated instead of rounded", is_plain=False)
    for total in totals:
        if words := _share_of(row, total + 1, is_cut=False):
            return SentenceShare(f"{words}, {ONE_MORE}", is_plain=False)
    if scorer in (None, OLDEST):
        for total in totals:
            if words := _share_of(row, total - 1, is_cut=False):
                return SentenceShare(f"{words}, {ONE_FEWER}", is_plain=False)
    return None


def advice_why_no_share_of_sentences(row: PrintedRow) -> str:
    """Return why no number of correct sentences gives the scores of a row."""
    texts = [score.text for score in row.scores if score is not None]
    low, high = _limits_of_share(row)
    if low > high:
        return f"this row has one percentage, and here are {len(texts)} different ones ({', '.join(texts)})"
    return f"no number of correct sentences out of {row.gold_total} gives {texts[0]}"


def _limits_of_share(row: PrintedRow) -> tuple[float, float]:
    """Return the least and the most that the scores of a row, which are one number, may be."""
    limits = [score.limits_of_candidates() for score in row.scores if score is not None]
    return max(low for low, _ in limits), min(high for _, high in limits)


def _share_of(row: PrintedRow, total: int, is_cut: bool) -> str:
    """Return how many of some sentences are correct, in words; "" if no number fits."""
    if total < 1:
        return ""
    low, high = _limits_of_share(row)
    for correct in range(floor(low * total / 100), ceil(high * total / 100) + 1):
        if _is_share(row, correct, total, is_cut):
            return "%d of %d sentences" % (correct, total)
    return ""


def _is_share(row: PrintedRow, correct: int, total: int, is_cut: bool) -> bool:
    """Return whether the scores are a number of sentences in percent, rounded, or truncated if `is_cut`."""
    values = percentage(correct, total), float(correct_percentage(total - correct, total))
    for score in row.scores:
        if score is not None and all(score.side_of_print(value, is_cut) for value in values):
            return False
    return True
