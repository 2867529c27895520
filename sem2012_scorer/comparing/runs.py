"""Is the difference between two systems of several runs chance? Permutation of the runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from random import Random
from statistics import mean

from .randomize import SEED, TOLERANCE, TRIALS

MOST_ARRANGEMENTS = 20_000


def smallest_p(first: int, second: int) -> float:
    """Return the smallest p that these numbers of runs can have: two arrangements if both have as many."""
    arrangements = comb(first + second, first)
    if arrangements > MOST_ARRANGEMENTS:
        return 1 / (TRIALS + 1)
    # Of as many runs, the arrangement with both sides exchanged differs as much.
    if first == second:
        return 2 / arrangements
    return 1 / arrangements


def permutation_p(first: Sequence[float], second: Sequence[float], seed: int = SEED) -> float:
    """Return the two-sided p of the difference of means, by permutation of the runs' labels."""
    values, number = list(first) + list(second), len(first)
    all_values, rest = sum(values), len(second)
    limit = abs(mean(second) - mean(first)) - TOLERANCE

    def reached(arrangements: Iterable[Sequence[float]]) -> int:
        sums = (sum(some) for some in arrangements)
        return sum(abs((all_values - some) / rest - some / number) >= limit for some in sums)

    if comb(len(values), number) <= MOST_ARRANGEMENTS:
        return reached(combinations(values, number)) / comb(len(values), number)
    random = Random(seed)
    return (1 + reached(random.sample(values, number) for _ in range(TRIALS))) / (TRIALS + 1)
