"""What a published row says alone, and if no counts give it, what would have to change.

In: a row of a table, read as numbers (`Entry`). Out: its verdict with words, and the counts that give it
(`judge_row_alone`, to be read first; `explain_impossible`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from ..common.measures import SCORE_LETTERS, SCORES
from ..common.percentages import correct_percentage, f1_of_percentages, percentage
from .entry import (
    IMPOSSIBLE,
    NOT_CHECKED,
    NOT_TRIED,
    NOT_UNDER,
    ONLY_F1,
    ONLY_MEAN,
    POSSIBLE,
    POSSIBLE_AS,
    Entry,
)
from .means import is_named_deviation, may_be_mean_of_runs
from .numbers import EPS, PrintedScore, may_f1_follow, may_truncated_f1_follow
from .rows import (
    COUNT_CELLS,
    PLAIN,
    SCORE_CELLS,
    TRUNCATED,
    Budget,
    Fit,
    Row,
    cell_of_fit,
    counts_that_fit,
    possible_totals,
    row_as_scorer_prints,
)

LACKING = (
    "or sentences of a file lack columns: then gold, or the scope tokens of the system, are more"
)
ONE_MORE = "one more than gold has, as the scorer counts if a file lacks its final blank line"
ONE_FEWER = "one fewer than gold has, as 1.0 counts if gold lacks its final blank line"
SENTENCE_MEASURES = ("cns", "sentences")  # percentages of gold's sentences
MOST_TOTALS = 100  # how many of gold's events may count nowhere in the nearest scores
NEAR = 3  # how far from the middle the counts of the nearest scores may be
MOST_NEAREST = 2  # how many of the nearest scores are shown
LEAST_UNIT = 0.01  # scores with more digits are not tried one by one
FARTHEST = 10.0  # how many points in all the nearest scores may be away


def judge_row_alone(entry: Entry, scorer: str | None, budget: Budget) -> None:
    """Decide what a row says alone; `scorer` is the one that gave it, None if that is not known."""
    row = entry.row
    if is_named_deviation(entry.name, entry.run, row.scores):
        entry.is_mean = True
        entry.decide(NOT_CHECKED, "a deviation, a difference or a median is no score")
    elif entry.is_mean:
        _judge_mean(entry)
    elif row.kind.name in SENTENCE_MEASURES:
        _judge_sentences(entry)
    elif row.kind.has_counts and possible_totals(row) is not None:
        _judge_counts(entry, scorer, budget)
    else:
        _judge_scores(entry)


def _judge_mean(entry: Entry) -> None:
    """Decide what a mean over runs says: its F1 has bounds, if P and R are known."""
    p, r, f = entry.row.scores
    if p is None or r is None or f is None:
        entry.decide(NOT_CHECKED, "a mean over runs")
    elif may_be_mean_of_runs(p, r, f, entry.deviations):
        entry.decide(NOT_CHECKED, "a mean over runs, whose F1 is possible with this P and R")
    else:
        entry.decide(
            IMPOSSIBLE, f"no runs have these means: F1 of P and R is {f1_in_words(entry.row)}"
        )


def _judge_counts(entry: Entry, scorer: str | None, budget: Budget) -> None:
    """Decide whether whole numbers give a row whose total in gold is known."""
    row = entry.row
    entry.fits, entry.are_all = counts_that_fit(row, budget=budget)
    if entry.fits:
        entry.decide(POSSIBLE)
        return
    if not entry.are_all:
        entry.decide(NOT_TRIED)
        return
    if score := _without_footnote_mark(row, budget):
        entry.decide(POSSIBLE_AS, f"{score} with the mark of a footnote")
        return
    entry.decide(IMPOSSIBLE)
    # Other versions pair a negation more than once, so that the system may have fewer.
    may_be_older = scorer is None and not row.kind.is_b and row.system is not None
    if may_be_older and counts_that_fit(row._replace(pairs_once=False), budget=budget).fits:
        words = [*_other_values(row, "system", budget), *_lacking_columns(row, budget)]
        entry.decide(NOT_UNDER, *words)


def _without_footnote_mark(row: Row, budget: Budget) -> str:
    """Return the score, without its last digit, of which that may be the mark of a footnote; "" for none.

    So it may be where one score has a decimal more than both others, and counts give the row without it.
    """
    texts = [score.text.rstrip("% ") if score is not None else "" for score in row.scores]
    decimals = [len(text.partition(".")[2]) for text in texts]
    for at, text in enumerate(texts):
        others = decimals[:at] + decimals[at + 1 :]
        if min(others) > 1 and set(others) == {decimals[at] - 1}:
            scores = list(row.scores)
            scores[at] = PrintedScore.read(text[:-1])
            p, r, f = scores
            if counts_that_fit(row._replace(p=p, r=r, f=f), budget=budget).fits:
                return text[:-1]
    return ""


def _judge_scores(entry: Entry) -> None:
    """Decide what P, R and F1 say without gold's total: F1 follows, may be a mean over runs, or cannot be."""
    p, r, f = entry.row.scores
    if p is None or r is None or f is None:
        _judge_some_scores(entry)
    elif wrong := _score_that_counts_contradict(entry.row, p, r):
        entry.decide(IMPOSSIBLE, wrong)
    elif may_f1_follow(p, r, f):
        entry.decide(POSSIBLE, "F1 follows from P and R", remark=ONLY_F1)
    elif may_truncated_f1_follow(p, r, f):
        entry.decide(POSSIBLE_AS, TRUNCATED)
    elif may_be_mean_of_runs(p, r, f):
        words = f"a mean over runs only; with this P and R, F1 is {f1_in_words(entry.row)}"
        entry.decide(POSSIBLE_AS, words, remark=ONLY_MEAN)
    else:
        entry.decide(IMPOSSIBLE)


def _score_that_counts_contradict(row: Row, p: PrintedScore | None, r: PrintedScore | None) -> str:
    """Return which of P and R the counts in print contradict, in words, "" if none: as many of them may be given."""
    divisors = [("R", r, "fn", row.fn)]
    if not row.kind.is_b:  # there, P divides by the system's total
        divisors.append(("P", p, "fp", row.fp))
    for letter, score, name, other in divisors:
        if score is None or row.tp is None or other is None or not row.tp + other:
            continue
        value = percentage(row.tp, row.tp + other)
        if abs(value - score.value) > 2 * score.half + EPS:
            return f"tp {row.tp} and {name} {other} give {letter} {value:.2f}"
    return ""


def _judge_some_scores(entry: Entry) -> None:
    """Decide what one or two scores say: F1 has a limit, as the score that is not given is at most 100."""
    row = entry.row
    missing = [name for name, score in zip(SCORES, row.scores) if score is None]
    words = f"give {' and '.join(missing)} too"
    if row.kind.has_counts:
        words += f", or the number of gold's {row.kind.total}"
    entry.decide(NOT_CHECKED, words)
    p, r, f = row.scores
    known = p or r
    if f is None or known is None:
        return
    most = f1_of_percentages(min(known.value + 2 * known.half, 100), 100) + 0.005
    if f.value - f.half > most + EPS:
        (given,) = [name for name, score in zip(SCORES, (p, r)) if score is not None]
        limit = f.printed(f1_of_percentages(known.value, 100))
        entry.decide(IMPOSSIBLE, f"with this {given}, F1 is at most {limit}")


def _judge_sentences(entry: Entry) -> None:
    """Decide what a percentage of gold's sentences says; the scorer may count one more than gold has."""
    row = entry.row
    shown = [score for score in row.scores if score is not None]
    if not row.known_golds:
        entry.decide(
            NOT_CHECKED, f"to check it, give how many gold has: --gold-counts {row.kind.total}=N"
        )
        return
    for total in row.known_golds:
        for sentences, is_cut, how in (
            (total, False, ""),
            (total, True, ", truncated instead of rounded"),
            (total + 1, False, f", {ONE_MORE}"),
            (total - 1, False, f", {ONE_FEWER}"),
        ):
            correct = _correct_sentences(shown, sentences, is_cut)
            if correct is not None:
                words = f"{correct} of {sentences} sentences{how}"
                entry.decide(POSSIBLE_AS if how else POSSIBLE, words)
                return
    gold = row.known_golds[0]
    entry.decide(IMPOSSIBLE, f"no number of correct sentences out of {gold} gives {shown[0].text}")


def _correct_sentences(shown: list[PrintedScore], sentences: int, is_cut: bool) -> int | None:
    """Return how many sentences are correct if a percentage of them is printed so; None if no number is."""
    low, high = shown[0].limits()
    if not sentences:
        return None
    for correct in range(floor(low * sentences / 100), ceil(high * sentences / 100) + 1):
        values = (
            100 * correct / sentences,
            float(correct_percentage(sentences - correct, sentences)),
        )
        if all(any(score.side_of_print(value, is_cut) == 0 for value in values) for score in shown):
            return correct
    return None


# What would have to change ------------------------------------------------------------------------


def f1_in_words(row: Row) -> str:
    """Return F1 of the printed P and R of a row with all scores: nearly, if they have fewer decimals than scorers print."""
    p, r, f = row.scores
    assert p is not None and r is not None and f is not None
    f1 = f.printed(f1_of_percentages(p.value, r.value))
    if max(p.half, r.half) > 0.0051:
        return f"about {f1}"
    return f1


def explain_impossible(entry: Entry, budget: Budget) -> list[str]:
    """Return why no counts give a row, and what would have to change, in words.

    Each cell in print is left out, one after the other: what counts give the rest, and what do they say of it?
    """
    row = entry.row
    p, r, f = row.scores
    words = [_why_impossible(row)]
    if possible_totals(row) is None:
        return [*words, *_other_scores_that_follow(row, budget)]
    counts = [name for name in row.cells if name in COUNT_CELLS]
    for name in counts:
        words += _other_values(row, name, budget)
    if counts:
        words += _lacking_columns(row, budget)
    if set(counts) - {"gold"}:
        return words
    words += _other_scores(row, budget)
    words += _nearest_scores(row, budget)
    if p and r and f and may_be_mean_of_runs(p, r, f):
        words.append("it may still be a mean over several runs")
    return words


def _lacking_columns(row: Row, budget: Budget) -> list[str]:
    """Return that sentences may lack columns, if the row fits then."""
    if counts_that_fit(row._replace(all_columns=False), [PLAIN], budget).fits:
        return [LACKING]
    return []


def _other_scores(row: Row, budget: Budget) -> list[str]:
    """Return what each score would have to be if the other two are right, in words."""
    p, r, f = row.scores
    if p is None or r is None or f is None:
        return []
    words = list(_other_values(row, "f", budget))
    if not words and not may_f1_follow(p, r, f):
        words = [f"with this P and R, F1 is {f1_in_words(row)}"]
    for name in ("r", "p"):
        words += _other_values(row, name, budget)
    return words


def _why_impossible(row: Row) -> str:
    totals = row.known_golds
    if possible_totals(row) is None:
        return f"with this P and R, F1 is {f1_in_words(row)}"
    if set(row.cells) & {"tp", "fp", "fn", "system"}:
        p, r, _ = row.scores
        wrong = _score_that_counts_contradict(row, p, r)
        return wrong or "the counts beside these scores do not give them"
    if not any(totals):
        return f"with 0 {row.kind.total} in gold, recall and F1 are 0.00"
    return f"no counts for {' or '.join(map(str, totals))} {row.kind.total} give these scores"


def _other_values(row: Row, name: str, budget: Budget) -> Iterator[str]:
    """Yield what a cell would have to be if all others are right, in words; nothing if nothing would fit."""
    # Other totals than those that are known are tried only for the cell that says gold's.
    readings = () if name in COUNT_CELLS else (PLAIN,)
    found = counts_that_fit(row.without_cell(name), readings, budget)
    known: list[float]
    or_more = ""
    if name == "system" and not row.kind.is_b:
        # The system has at least what is right and wrong.
        known = sorted({fit.tp + fit.fp for fit in found.fits if fit.fp is not None})
        if row.kind.name != "tokens":
            or_more = " or more"
    else:
        numbers = {cell_of_fit(name, fit, row) for fit in found.fits}
        known = sorted(number for number in numbers if number is not None)
    if not known:
        return
    if name in COUNT_CELLS:
        recorded = getattr(row, name)
        best = min(known, key=lambda number: abs(number - recorded))
        yield f"{name} {recorded} does not fit; {best:d}{or_more} does"
        return
    score: PrintedScore = getattr(row, name)
    # With fewer decimals than a scorer prints, a half may be rounded up or down.
    is_exact = score.half < 0.0051 or all(map(score.is_far_from_half, known))
    yield _other_score(score, name, known, is_exact)


def _other_score(score: PrintedScore, name: str, known: Sequence[float], is_exact: bool) -> str:
    """Return what a score would have to be, from the least to the most, in words."""
    texts = list(dict.fromkeys(score.printed(number) for number in (known[0], known[-1])))
    letter = SCORE_LETTERS[SCORE_CELLS.index(name)]
    rest = " and ".join(other for other in SCORE_LETTERS if other != letter)
    is_or_may_be = "is" if len(texts) == 1 and is_exact else "may be"
    return f"if {rest} are right, {letter} {is_or_may_be} {' to '.join(texts)}"


def _other_scores_that_follow(row: Row, budget: Budget) -> Iterator[str]:
    """Yield what P and R may be if only F1 must follow from them: all scores in print are tried, from 0 on."""
    p, r, f = row.scores
    if p is None or r is None or f is None:
        return
    for name, score in (("p", p), ("r", r)):
        unit = 2 * score.half
        if unit < LEAST_UNIT or budget.left <= 0:
            return
        budget.left -= round(100 / unit)
        tried = [score._replace(value=number * unit) for number in range(round(100 / unit) + 1)]
        if name == "p":
            known = [other.value for other in tried if may_f1_follow(other, r, f)]
        else:
            known = [other.value for other in tried if may_f1_follow(p, other, f)]
        if known:
            yield _other_score(score, name, known, is_exact=False)


def _nearest_scores(row: Row, budget: Budget) -> Iterator[str]:
    """Yield the scores nearest to an impossible row, with their counts; nothing without P and R."""
    if row.p is None or row.r is None or not row.p.value or budget.left <= 0:
        return
    near: set[tuple[float, str]] = set()
    for total in (possible_totals(row) or ())[:MOST_TOTALS]:
        budget.left -= (2 * NEAR + 1) ** 2
        middle = round(row.r.value * total / 100)
        for tp in range(max(middle - NEAR, 0), min(middle + NEAR, total) + 1):
            divisor = round(100 * tp / row.p.value)
            for divided in range(max(divisor - NEAR, tp), divisor + NEAR + 1):
                scores = row_as_scorer_prints(tp, divided, total, row)
                distance = sum(abs(cell.value - s) for cell, s in zip(row.scores, scores) if cell)
                fit = Fit(tp, total - tp, divided - tp, divided, total, PLAIN)
                near.add((distance, "%.2f %.2f %.2f (%s)" % (*scores, fit.shown(row.kind.is_b))))
    nearest = sorted(near)[:MOST_NEAREST]
    if nearest and nearest[0][0] <= FARTHEST:
        yield "nearest: " + "; ".join(words for _, words in nearest)
