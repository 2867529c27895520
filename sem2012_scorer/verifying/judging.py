"""What a published row says alone.

In: a row with its scores and counts in print. Out: its verdict with words, and the counts that give it.
Read `judge_row_alone` first.
"""

from __future__ import annotations

from ..common.measures import SCORES
from ..common.percentages import f1_of_percentages, percentage
from .advice import (
    advice_on_correct_sentences,
    advice_why_no_share_of_sentences,
    explain_impossible,
    f1_in_words,
)
from .means import is_deviation_of_mean, may_be_mean
from .numbers import EPS, PrintedScore, may_f1_follow, may_truncated_f1_follow
from .rows import (
    NOT_CHECKED,
    NOT_TRIED,
    POSSIBLE,
    TRUNCATED,
    PrintedRow,
    counts_that_fit,
    possible_gold_totals,
)

POSSIBLE_AS, IMPOSSIBLE = "possible as", "not possible"
NOT_UNDER = "not under 2.2"
EXCHANGED = "possible with P and R exchanged"
ONLY_MEAN = "a mean over runs only"
SENTENCE_MEASURES = ("cns", "sentences")  # percentages of gold's sentences


def judge_row_alone(row: PrintedRow, scorer: str | None = None) -> None:
    """Decide what a row says alone; `scorer` is the one that gave it, None if that is not known."""
    if is_deviation_of_mean(row):
        row.verdict, row.words, row.is_mean = (
            NOT_CHECKED,
            ["a deviation, a difference or a median is no score"],
            True,
        )
    elif row.is_mean:
        _judge_mean(row)
    elif row.measure.name in SENTENCE_MEASURES:
        _judge_sentences(row, scorer)
    elif not row.measure.has_counts or not possible_gold_totals(row):
        _judge_scores(row)
    else:
        _judge_counts(row, scorer)


def _judge_mean(row: PrintedRow) -> None:
    """Decide what a mean over runs says: F1 has bounds, if P and R are known."""
    row.verdict, row.words = NOT_CHECKED, ["a mean over runs"]
    if row.has_all_scores:
        row.words = ["a mean over runs, whose F1 is possible with this P and R"]
    if row.has_all_scores and not may_be_mean(row):
        row.verdict = IMPOSSIBLE
        row.words = [f"no runs have these means: F1 of P and R is {f1_in_words(row)}"]


def _judge_sentences(row: PrintedRow, scorer: str | None) -> None:
    """Decide what a percentage of gold's sentences says."""
    if not possible_gold_totals(row):
        row.verdict, row.words = (
            NOT_CHECKED,
            [f"to check it, give how many gold has: --gold-counts {row.measure.total}=N"],
        )
        return
    share = advice_on_correct_sentences(row, scorer)
    if share is None:
        row.verdict, row.words = IMPOSSIBLE, [advice_why_no_share_of_sentences(row)]
    else:
        row.verdict = POSSIBLE if share.is_plain else POSSIBLE_AS
        row.words = [share.words]


def _judge_counts(row: PrintedRow, scorer: str | None) -> None:
    """Decide whether whole numbers give a row whose total in gold is known."""
    row.fits, row.are_all = counts_that_fit(row)
    if row.fits:
        row.verdict = POSSIBLE
    elif not row.are_all:
        row.verdict = NOT_TRIED
    else:
        row.verdict = IMPOSSIBLE
        without_mark = _without_footnote_mark(row)
        if without_mark:
            row.verdict, row.words = POSSIBLE_AS, [f"{without_mark} with the mark of a footnote"]
            return
        # Other versions pair a negation more than once, so that the system may have fewer.
        may_be_older = scorer is None and not row.measure.is_b and "system" in row.counts
        if may_be_older and counts_that_fit(row.with_other_numbers(pairs_once=False)).fits:
            row.verdict, row.words = NOT_UNDER, explain_impossible(row)


def _without_footnote_mark(row: PrintedRow) -> str:
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
            if counts_that_fit(row.with_other_numbers(scores=scores)).fits:
                return text[:-1]
    return ""


F1_FOLLOWS = "F1 follows from P and R"


def _judge_scores(row: PrintedRow) -> None:
    """Decide what P, R and F1 say without gold's total: F1 follows, may be a mean over runs, or cannot be."""
    p, r, f = row.scores
    if p is None or r is None or f is None:
        _judge_some_scores(row)
        return
    wrong = _score_that_counts_contradict(row, p, r)
    if wrong:
        row.verdict, row.words = IMPOSSIBLE, [wrong]
    elif may_f1_follow(p, r, f):
        row.verdict, row.words = POSSIBLE, [F1_FOLLOWS]
    elif may_truncated_f1_follow(p, r, f):
        row.verdict, row.words = POSSIBLE_AS, [TRUNCATED]
    elif may_be_mean(row):
        row.verdict = POSSIBLE_AS
        row.words = [f"{ONLY_MEAN}; with this P and R, F1 is {f1_in_words(row)}"]
    else:
        row.verdict = IMPOSSIBLE


def _score_that_counts_contradict(row: PrintedRow, p: PrintedScore, r: PrintedScore) -> str:
    """Return which of P and R the counts in print contradict, in words, "" if none: as many of them may be given."""
    counts = row.counts
    divisors = [("P", p, "fp"), ("R", r, "fn")]
    if row.measure.is_b:
        divisors = [("R", r, "fn")]  # P divides by the system's total
    for name, score, other in divisors:
        if "tp" not in counts or other not in counts or not counts["tp"] + counts[other]:
            continue
        value = percentage(counts["tp"], counts["tp"] + counts[other])
        if abs(value - score.value) > 2 * score.half + EPS:
            return f"tp {counts['tp']} and {other} {counts[other]} give {name} {value:.2f}"
    return ""


def _judge_some_scores(row: PrintedRow) -> None:
    """Decide what one or two scores say: F1 has a limit, as the score that is not given is at most 100."""
    missing = [name for name, score in zip(SCORES, row.scores) if score is None]
    given = [name for name, score in zip(SCORES, row.scores) if score is not None]
    words = f"give {' and '.join(missing)} too"
    if row.measure.has_counts:
        words += f", or the number of gold's {row.measure.total}"
    row.verdict, row.words = NOT_CHECKED, [words]
    p, r, f = row.scores
    known = p or r
    if f is None or known is None:
        return
    # Rounded or cut off, the score that is known is at most this; so is F1 for runs whose means these are.
    most = f1_of_percentages(known.value + 2 * known.half, 100) + 0.005
    if f.value - f.half > most + EPS:
        limit = f.printed(f1_of_percentages(known.value, 100))
        row.verdict = IMPOSSIBLE
        row.words = [f"with this {given[0]}, F1 is at most {limit}"]


def judge_row_with_p_and_r_exchanged(row: PrintedRow) -> bool:
    """Return whether counts give a row if its precision is its recall, and its recall its precision."""
    p, r, f = row.scores
    return bool(possible_gold_totals(row)) and bool(
        counts_that_fit(row.with_other_numbers(scores=(r, p, f))).fits
    )
