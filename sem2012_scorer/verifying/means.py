"""Means in a table: is a row that calls itself a mean the mean of the rows above it?

In: the entries of a table, each judged alone. Out: the verdicts of those that are named as means
(`judge_named_means`, to be read first). A row without such a name is never taken for a mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..common.measures import SCORE_LETTERS
from ..common.percentages import f1_of_percentages
from .entry import IMPOSSIBLE, NOT_CHECKED, POSSIBLE_AS, Entry
from .numbers import EPS, PrintedScore

_MEAN_NAME = re.compile(
    r"\b(mean|average|avg|averaged|pooled|media|macro)\b"
    r"|(?<!best of )\b\d+ (random )?(runs|seeds)\b(?! ensemble)",
    re.IGNORECASE,
)
_DEVIATION_NAME = re.compile(
    r"^standard dev|σ|\b(?:sd|std?.? ?dev|std|stdev)\b[.)]*$"
    r"|^(?:difference|diff\.?|delta|Δ|gain|improvement)\b",
    re.IGNORECASE,
)
_RUN_WORDS = re.compile(
    r"\b(run|seed|mean|average|avg|averaged|media|macro|plain|over|runs|seeds|of|r?\d+)\b|\W",
    re.IGNORECASE,
)
# What stands after ± may be a standard error: of 25 runs, it is a fifth of the deviation.
MOST_RUNS = 25
LARGEST_DEVIATION = 30.0  # points: higher scores are those of a system with such a name


def is_named_mean(entry: Entry) -> bool:
    return _MEAN_NAME.search(f"{entry.name} {entry.run} {entry.test}") is not None


def is_named_deviation(name: str, run: str, scores: Sequence[PrintedScore | None]) -> bool:
    """Return whether a row is named as a deviation or a difference, and its scores are small, or as a median."""
    if re.search(r"\bmedian\b(?! \w)", f"{name} {run}", re.IGNORECASE):
        return True
    if not any(map(_DEVIATION_NAME.search, (name.strip(), run.strip()))):
        return False
    shown = [score for score in scores if score is not None]
    # A deviation is small; 0.13 points look like a fraction.
    are_below_one = all(score.text.strip().startswith(("0", ".", "-", "+")) for score in shown)
    return are_below_one or all(score.value < LARGEST_DEVIATION for score in shown)


def may_be_mean_of_runs(
    p: PrintedScore, r: PrintedScore, f: PrintedScore, deviations: Sequence[float | None] = ()
) -> bool:
    """Return whether runs may have these means: F1 of each is P + R - 100 or more, and at most F1 of the means.

    If deviations of P and R are printed, the mean of F1 is near F1 of the means: it changes by at most twice as many
    points as P and R together, and the mean distance from a mean is at most the deviation.
    """
    rounding = 0.005  # of the F1 of each run
    for below, above in (
        (1, 1),
        (0, 2),
    ):  # rounded, then truncated: how many halves a mean may be off
        least_p, least_r = [max(score.value - below * score.half, 0) for score in (p, r)]
        lowest = least_p + least_r - 100
        if deviations and None not in deviations[:2]:
            apart = sum(deviation or 0.0 for deviation in deviations[:2]) * MOST_RUNS**0.5
            lowest = max(lowest, f1_of_percentages(least_p, least_r) - 2 * apart)
        highest = f1_of_percentages(p.value + above * p.half, r.value + above * r.half)
        is_high_enough = lowest - rounding - EPS <= f.value + above * f.half
        if is_high_enough and f.value - below * f.half <= highest + rounding + EPS:
            return True
    return False


# The rows above -----------------------------------------------------------------------------------


def judge_named_means(entries: Sequence[Entry]) -> None:
    """Say of the rows that call themselves means whether they are those of rows above them."""
    above: dict[str, list[Entry]] = {}
    for entry in entries:
        rows = above.setdefault(entry.row.kind.name, [])
        if entry.is_mean:
            rows.clear()
        elif not is_named_mean(entry):
            rows.append(entry)
        elif not re.search(r"\bpooled\b", entry.name, re.IGNORECASE):
            _judge_named_mean(entry, rows)
            rows.clear()
        elif entry.verdict == IMPOSSIBLE:  # a pooled row is scored on all files at once
            entry.decide(NOT_CHECKED, "the scores of several files at once, or a mean of them")


def _judge_named_mean(entry: Entry, rows: Sequence[Entry]) -> None:
    """Decide what a row is that calls itself a mean of the rows above."""
    wrong = ""
    for block in _blocks(entry, rows):
        found = _mean_of_block(entry, block)
        if found.right:
            entry.decide(POSSIBLE_AS, found.right)
            return
        doubtful = [row for row in block if row.is_doubtful]
        if found.wrong and doubtful:
            words = (
                f"nearly a mean of the rows above, of which line {doubtful[0].line} may be wrong"
            )
            entry.decide(NOT_CHECKED, words)
            if len(doubtful) == 1:
                _judge_only_doubtful(entry, block, doubtful[0])
            return
        wrong = wrong or found.wrong
    p, r, f = entry.row.scores
    if wrong:
        entry.decide(IMPOSSIBLE, wrong)
    elif entry.verdict == IMPOSSIBLE and (not (p and r and f) or may_be_mean_of_runs(p, r, f)):
        words = "no counts give these scores; they may be means over runs or rows that are not in the table"
        entry.decide(NOT_CHECKED, words)


def _judge_only_doubtful(entry: Entry, block: Sequence[Entry], doubtful: Entry) -> None:
    """Decide that the only doubtful row above a mean is wrong, if the mean is right with F1 of its P and R."""
    p, r, f = doubtful.row.scores
    if p is None or r is None or f is None:
        return
    shown = f.printed(f1_of_percentages(p.value, r.value))
    corrected = Entry(doubtful.row._replace(f=PrintedScore.read(shown, f.is_fraction)))
    others = [corrected if row is doubtful else row for row in block]
    if right := _mean_of_block(entry, others).right:
        entry.decide(POSSIBLE_AS, f"{right}, with F1 {shown} in line {doubtful.line}")
        words = f"with this P and R, F1 is {shown}; the mean in line {entry.line} fits that"
        doubtful.decide(IMPOSSIBLE, words)


def _blocks(entry: Entry, rows: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Yield the rows of which a row may be the mean: those of its system, those on its test, all."""
    own = _RUN_WORDS.sub("", entry.name).lower()
    of_system = [row for row in rows if _RUN_WORDS.sub("", row.name).lower() == own]
    of_test = [row for row in rows if row.test == entry.test]
    for block in (of_system, of_test, list(rows)):
        if len(block) > 1:
            yield block


class _MeanFound(NamedTuple):
    """Which mean of a block a row is, and what is wrong with one that it nearly is; in words, "" for none."""

    right: str = ""
    wrong: str = ""


class _PrintedMean(NamedTuple):
    """A mean of scores in print, and how far rounding may have moved it."""

    value: float
    off: float

    def is_near(self, score: PrintedScore) -> bool:
        """Return whether it may be printed as `score`, rounded or truncated."""
        return (
            -score.half - self.off - EPS
            <= self.value - score.value
            <= 2 * score.half + self.off + EPS
        )


def _mean_of_block(entry: Entry, block: Sequence[Entry]) -> _MeanFound:
    """Return whether a row is the mean of a block, plain or weighted by gold, in all of P, R and F1."""
    if any(None in row.row.scores for row in (entry, *block)):
        return _MeanFound()
    nearly = _MeanFound()
    golds = [next(iter(row.row.known_golds), 0) for row in block]
    for kind, weights in (("plain mean", [1 for _ in block]), ("mean weighted by gold", golds)):
        if all(weights):
            found = _weighted_mean(
                entry, block, weights, f"the {kind} of the {len(block)} rows above"
            )
            if found.right:
                return found
            nearly = nearly if nearly.wrong else found
    return nearly


def _weighted_mean(
    entry: Entry, block: Sequence[Entry], weights: Sequence[int], named: str
) -> _MeanFound:
    """Return whether a row is one mean of a block; F1 may also be that of the means of P and R."""
    means = []
    for index in range(len(SCORE_LETTERS)):
        scores = [score for row in block if (score := row.row.scores[index]) is not None]
        value = sum(weight * score.value for weight, score in zip(weights, scores)) / sum(weights)
        off = sum(weight * score.half for weight, score in zip(weights, scores)) / sum(weights)
        means.append(_PrintedMean(value, off))
    p, r, _ = means
    # F1 rises with both, and by no more than both together.
    of_means = _PrintedMean(f1_of_percentages(p.value, r.value), p.off + r.off)
    shown = [score for score in entry.row.scores if score is not None]
    are_near = [mean.is_near(score) for mean, score in zip(means, shown)]
    if all(are_near):
        return _MeanFound(right=named)
    if are_near[:2] == [True, True] and of_means.is_near(shown[2]):
        return _MeanFound(right=f"{named}; F1 computed from it")
    if sum(are_near) < 2:
        return _MeanFound()
    at = are_near.index(False)
    both = " and ".join(name for name in SCORE_LETTERS if name != SCORE_LETTERS[at])
    would_be = shown[at].printed(means[at].value)
    return _MeanFound(wrong=f"{both} are {named}; {SCORE_LETTERS[at]} would be {would_be}")
