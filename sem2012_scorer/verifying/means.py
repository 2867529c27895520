"""Means in a table: is a row the mean of the rows above it?

In: the rows of a table, one after the other. Out: which are means of a block above them, and which would be
except for one score. Read `RowsToAverage` and `published_mean_of_rows` first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..common.measures import SCORE_LETTERS
from ..common.percentages import f1_of_percentages
from ..reading.released import totals_of_released_corpus
from .numbers import EPS, PrintedScore
from .rows import PrintedRow

MEAN_NAME = re.compile(
    r"\b(mean|average|avg|averaged|pooled|media|macro)\b"
    r"|(?<!best of )\b\d+ (random )?(runs|seeds)\b(?! ensemble)",
    re.IGNORECASE,
)
DEVIATION_NAME = re.compile(
    r"^standard dev|σ|\b(?:sd|std?.? ?dev|std|stdev)\b[.)]*$"
    r"|\bmedian\b(?! \w)|^(?:difference|diff\.?|delta|Δ|gain|improvement)\b",
    re.IGNORECASE,
)
"""A row that is no scorer's: a deviation, a difference, or medians, each of which is another run's."""
_OF_RUNS = re.compile(
    r"\b(run|seed|mean|average|avg|averaged|media|macro|plain|over|runs|seeds|of|r?\d+)\b",
    re.IGNORECASE,
)
_RUN_NAME = re.compile(r"\b(run|seed|fold)\W*\d+", re.IGNORECASE)
# What stands after ± may be a standard error: of 25 runs, it is a fifth of the deviation.
MOST_RUNS = 25
LARGEST_DEVIATION = 30.0  # points: higher scores are those of a system with such a name
LONGEST_BLOCK = 200  # more rows are not taken for a block


# What a row is by its name and its scores ---------------------------------------------------------


def name_without_mean(row: PrintedRow) -> str:
    """Return a system's name without the words that tell its runs and their mean apart."""
    return _base_of(row.name)


@lru_cache(maxsize=4096)
def _base_of(name: str) -> str:
    return " ".join(re.sub(r"\W+", " ", _OF_RUNS.sub(" ", name)).lower().split())


def is_named_mean(row: PrintedRow) -> bool:
    return MEAN_NAME.search(f"{row.name} {row.run} {row.test}") is not None


def is_named_pooled(row: PrintedRow) -> bool:
    """Return whether a row is called pooled: it has the scores of all files together, and may stand among their means."""
    return re.search(r"\bpooled\b", row.name, re.IGNORECASE) is not None


def is_run_of_mean(row: PrintedRow) -> bool:
    """Return whether a row is one run by its name: it is no mean, whatever its scores are."""
    has_run = row.run != "" or _RUN_NAME.search(row.name) is not None
    return has_run and not is_named_mean(row)


def is_deviation_of_mean(row: PrintedRow) -> bool:
    """Return whether a row is named as a deviation or a difference, and its scores are small, or as a median."""
    if not any(map(DEVIATION_NAME.search, (row.name.strip(), row.run.strip()))):
        return False
    if "median" in f"{row.name} {row.run}".lower():
        return True
    scores = [score for score in row.scores if score is not None]
    # A deviation is small; 0.13 points look like a fraction.
    are_below_one = all(score.text.strip().startswith(("0", ".", "-", "+")) for score in scores)
    return are_below_one or all(score.value < LARGEST_DEVIATION for score in scores)


def may_be_mean(row: PrintedRow) -> bool:
    """Return whether runs may have these means: F1 of each is P + R - 100 or more, and at most theirs.

    The scores may be truncated: each is up to a unit higher than what is printed. If deviations of P and R
    are printed, the mean of F1 is near F1 of the means: it changes by at most twice as many points as P and R
    together, and the mean distance from a mean is at most the deviation.
    """
    p, r, f = row.scores
    if p is None or r is None or f is None:
        return False
    return any(
        _may_be_mean_of_runs(row, p, r, f, below, above) for below, above in ((1, 1), (0, 2))
    )


def _may_be_mean_of_runs(
    row: PrintedRow,
    p: PrintedScore,
    r: PrintedScore,
    f: PrintedScore,
    below: int,
    above: int,
) -> bool:
    """Return whether runs may have these means, each at most `below` halves of a unit below its number, or `above` halves above.

    Rounded, a mean is up to a half below or above; truncated, it is up to two halves above.
    """
    rounding = 0.005  # of the F1 of each run
    least_p, least_r = [max(score.value - below * score.half, 0) for score in (p, r)]
    lowest = least_p + least_r - 100
    deviations = row.deviations[:2]
    if deviations and None not in deviations:
        apart = sum(deviation or 0.0 for deviation in deviations) * MOST_RUNS**0.5
        lowest = max(lowest, f1_of_percentages(least_p, least_r) - 2 * apart)
    highest = f1_of_percentages(p.value + above * p.half, r.value + above * r.half)
    least, most = f.value - below * f.half, f.value + above * f.half
    return lowest - rounding - EPS <= most and least <= highest + rounding + EPS


# The rows of which a row may be the mean ----------------------------------------------------------


class RowsToAverage:
    """The rows above a row of which it may be the mean: those of its measure since the last mean."""

    def __init__(self) -> None:
        self._of_measure: dict[str, list[PrintedRow]] = defaultdict(list)
        self._of_system: dict[tuple[str, str], list[PrintedRow]] = defaultdict(list)
        self._of_test: dict[tuple[str, str], list[PrintedRow]] = defaultdict(list)

    def blocks_above(self, row: PrintedRow) -> Iterator[list[PrintedRow]]:
        """Yield the blocks of two rows or more: of the same system, directly above, and of all."""
        since = self._of_measure[row.measure.name]
        own = name_without_mean(row)
        directly: list[PrintedRow] = []
        for other in reversed(since[-LONGEST_BLOCK - 1 :]):
            if name_without_mean(other) != own:
                break
            directly.insert(0, other)
        of_test = self._of_test[row.measure.name, row.test]
        same_system = self._of_system[row.measure.name, own]
        is_corpus = bool(
            totals_of_released_corpus(row.test)
        )  # such a row is no mean over other corpora
        done: list[list[PrintedRow]] = []
        for block in (directly, since, same_system, of_test):
            if len(block) > LONGEST_BLOCK and not is_corpus:
                continue
            block = [other for other in block if other.test == row.test or not is_corpus]
            if 1 < len(block) <= LONGEST_BLOCK and block not in done:
                done.append(block)
                yield block

    def add(self, row: PrintedRow, is_mean: bool) -> None:
        """Add a row to its block; a mean ends it."""
        name = row.measure.name
        blocks = (
            self._of_measure[name],
            self._of_system[name, name_without_mean(row)],
            self._of_test[name, row.test],
        )
        for block in blocks:
            if is_mean:
                block.clear()
            else:
                block.append(row)


# Whether a row is the mean of some ----------------------------------------------------------------


class MeanFound(NamedTuple):
    """Which mean of a block a row is, and what is wrong with it; in words, "" for none."""

    right: str = ""
    wrong: str = ""


class _PrintedMean(NamedTuple):
    """A mean of scores in print, and how far rounding may have moved it."""

    value: float
    off: float

    def is_near(self, score: PrintedScore) -> bool:
        """Return whether it may be printed as `score`, rounded or truncated."""
        lowest = -score.half - self.off - EPS
        return lowest <= self.value - score.value <= 2 * score.half + self.off + EPS


def published_mean_of_rows(row: PrintedRow, block: Sequence[PrintedRow]) -> MeanFound:
    """Return whether a row is the mean of a block, plain or weighted by gold.

    A mean has all of P, R and F1; F1 may also be computed from the means of P and R. Where two of the
    scores are means and the third is not, the third is wrong.
    """
    if not row.has_all_scores or not all(other.has_all_scores for other in block):
        return MeanFound()
    if _are_all_same(row, block) and not is_named_mean(row):
        return MeanFound()  # runs may all have the same scores
    plain = [1 for _ in block]
    golds = [other.gold_total for other in block]
    for kind, weights in (("plain mean", plain), ("mean weighted by gold", golds)):
        if all(weights):
            mean = _is_mean_of_block(row, block, weights, f"{kind} of the {len(block)} rows above")
            if mean.right or mean.wrong:
                return mean
    return MeanFound()


def _are_all_same(row: PrintedRow, block: Sequence[PrintedRow]) -> bool:
    """Return whether a row and all of a block have the same scores."""
    values = _values_of_score(row)
    return all(_values_of_score(other) == values for other in block)


def _values_of_score(row: PrintedRow) -> list[float]:
    return [score.value for score in row.scores if score is not None]


def _is_mean_of_block(
    row: PrintedRow, block: Sequence[PrintedRow], weights: Sequence[int], named: str
) -> MeanFound:
    """Return whether a row is one mean of a block."""
    means = [_mean_of_score(block, weights, index) for index in range(len(SCORE_LETTERS))]
    scores = [score for score in row.scores if score is not None]
    are_near = [mean.is_near(score) for mean, score in zip(means, scores)]
    is_computed = not are_near[2] and _f1_of_means(means[0], means[1]).is_near(scores[2])
    are_near[2] = are_near[2] or is_computed
    if all(are_near) and is_computed:
        return MeanFound(right=f"the {named}; F1 computed from it")
    if all(are_near):
        return MeanFound(right=f"the {named}")
    if sum(are_near) < 2:
        return MeanFound()
    wrong = are_near.index(False)
    both = " and ".join(name for name in SCORE_LETTERS if name != SCORE_LETTERS[wrong])
    value = scores[wrong].printed(means[wrong].value)
    return MeanFound(wrong=f"{both} are the {named}; {SCORE_LETTERS[wrong]} would be {value}")


def _mean_of_score(block: Sequence[PrintedRow], weights: Sequence[int], index: int) -> _PrintedMean:
    """Return the mean of a score."""
    numbers = [number for row in block if (number := row.scores[index]) is not None]
    total = sum(weights)
    value = sum(w * number.value for w, number in zip(weights, numbers)) / total
    return _PrintedMean(value, sum(w * number.half for w, number in zip(weights, numbers)) / total)


def _f1_of_means(p: _PrintedMean, r: _PrintedMean) -> _PrintedMean:
    """Return F1 of two means. It rises with both."""
    least = f1_of_percentages(max(p.value - p.off, 0), max(r.value - r.off, 0))
    most = f1_of_percentages(p.value + p.off, r.value + r.off)
    return _PrintedMean((least + most) / 2, (most - least) / 2)
