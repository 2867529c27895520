"""Means in a table: is a row the mean of the rows above it?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ..ground.percentages import f1
from ..reporting.released import totals_of
from .numbers import EPS
from .rows import SHORT, PrintedRow

MEAN_NAME = re.compile(r"\b(mean|average|avg|averaged|pooled|media|macro)\b", re.IGNORECASE)
DEVIATION_NAME = re.compile(
    r"^standard dev|σ|\b(?:sd|std?.? ?dev|std|stdev)\b[.)]*$", re.IGNORECASE
)
_OF_RUNS = re.compile(
    r"\b(run|seed|mean|average|avg|averaged|media|macro|plain|over|runs|seeds|of|r?\d+)\b",
    re.IGNORECASE,
)
_RUN_NAME = re.compile(r"\b(run|seed|fold)\W*\d+", re.IGNORECASE)
MOST_ROWS = 200  # a block of more rows is none


def base_name(row: PrintedRow) -> str:
    """Return a system's name without the words that tell its runs and their mean apart."""
    return " ".join(re.sub(r"\W+", " ", _OF_RUNS.sub(" ", row.name)).lower().split())


def is_named_mean(row: PrintedRow) -> bool:
    return MEAN_NAME.search(f"{row.name} {row.run} {row.test}") is not None


def is_run(row: PrintedRow) -> bool:
    """Return whether a row is one run by its name: it is no mean, whatever its scores are."""
    return bool(row.run or _RUN_NAME.search(row.name)) and not is_named_mean(row)


def is_deviation(row: PrintedRow) -> bool:
    return any(map(DEVIATION_NAME.search, (row.name.strip(), row.run.strip())))


def may_be_mean(row: PrintedRow) -> bool:
    """Return whether runs may have these means: F1 of each is P + R - 100 or more, and at most theirs."""
    p, r, f = row.scores
    if p is None or r is None or f is None:
        return False
    off = f.half + 0.005
    lowest = p.value - p.half + r.value - r.half - 100 - off
    return lowest <= f.value <= f1(p.value + p.half, r.value + r.half) + off


class Blocks:
    """The rows above a row of which it may be the mean: those of its measure since the last mean."""

    def __init__(self) -> None:
        self._of_measure: dict[str, list[PrintedRow]] = defaultdict(list)
        self._of_system: dict[tuple[str, str], list[PrintedRow]] = defaultdict(list)

    def above(self, row: PrintedRow) -> Iterator[list[PrintedRow]]:
        """Yield the blocks of two rows or more: of the same system, directly above, and of all."""
        since = self._of_measure[row.measure.name]
        own = base_name(row)
        directly: list[PrintedRow] = []
        for other in reversed(since):
            if base_name(other) != own:
                break
            directly.insert(0, other)
        of_test = [other for other in since if other.test == row.test]
        same_system = self._of_system[row.measure.name, own]
        is_corpus = bool(totals_of(row.test))  # such a row is no mean over other corpora
        done: list[list[PrintedRow]] = []
        for block in (directly, since, same_system, of_test):
            block = [other for other in block if other.test == row.test or not is_corpus]
            if 1 < len(block) <= MOST_ROWS and block not in done:
                done.append(block)
                yield block

    def add(self, row: PrintedRow, is_mean: bool) -> None:
        """Add a row to its block; a mean ends it."""
        name = row.measure.name
        blocks = (self._of_measure[name], self._of_system[name, base_name(row)])
        for block in blocks:
            if is_mean:
                block.clear()
            else:
                block.append(row)


def mean_of(row: PrintedRow, block: Sequence[PrintedRow]) -> tuple[str, str]:
    """Return which mean of a block a row is, and what is wrong with it: both in words, "" for none.

    A mean has all of P, R and F1; F1 may also be computed from the means of P and R. Where two of the
    scores are means and the third is not, the third is wrong.
    """
    is_whole = None not in row.scores and not any(None in other.scores for other in block)
    values = {tuple(score.value for score in one.scores if score) for one in (row, *block)}
    if not is_whole or (len(values) == 1 and not is_named_mean(row)):
        return "", ""  # runs may all have the same scores
    golds = [other.gold_total for other in block]
    for kind, weights in (("plain mean", [1] * len(block)), ("mean weighted by gold", golds)):
        if not all(weights):
            continue
        means = [_mean(block, weights, place) for place in range(3)]
        means.append((f1(means[0][0], means[1][0]), means[2][1]))
        fits = [_is_near(row, place, means[place]) for place in range(3)]
        is_computed = not fits[2] and _is_near(row, 2, means[3])
        fits[2] = fits[2] or is_computed
        named = "%s of the %d rows above" % (kind, len(block))
        if all(fits):
            return f"the {named}" + "; F1 computed from it" * is_computed, ""
        if sum(fits) == 2:
            place = fits.index(False)
            score = row.scores[place]
            both = " and ".join(name for name in SHORT if name != SHORT[place])
            shown = score.printed(means[place][0]) if score else ""
            return "", f"{both} are the {named}; {SHORT[place]} would be {shown}"
    return "", ""


def _mean(block: Sequence[PrintedRow], weights: Sequence[int], place: int) -> tuple[float, float]:
    """Return the mean of a score, and how far rounding may have moved it."""
    numbers = [number for row in block if (number := row.scores[place]) is not None]
    total = sum(weights)
    mean = sum(w * number.value for w, number in zip(weights, numbers)) / total
    return mean, sum(w * number.half for w, number in zip(weights, numbers)) / total


def _is_near(row: PrintedRow, place: int, mean: tuple[float, float]) -> bool:
    score = row.scores[place]
    # A mean may be truncated.
    return score is not None and -score.half - mean[1] - EPS <= mean[0] - score.value <= (
        2 * score.half + mean[1] + EPS
    )
