"""Is the difference between two systems chance? Paired randomization and bootstrap over sentences, and Holm's correction.

A sentence is a tuple of whole numbers, four for each row: what precision divides and by what, then
recall. They add up, so they are packed into one integer, and a sum is one addition.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from operator import getitem
from random import Random

from ..common.measures import measures_from_counts

TRIALS, RESAMPLES, SEED = 10_000, 1_000, 12345
TOLERANCE = 1e-12

Numbers = tuple[int, ...]
RunScores = tuple[
    float, ...
]  # precision, recall and F1 of each row, one row after the other, in percent


def percentages_of_resample(sums: Sequence[int]) -> RunScores:
    """Return precision, recall and F1 of each row, in percent; what divides by zero is 0."""
    scores: list[float] = []
    for right_of_system, system, right_of_gold, gold in zip(*[iter(sums)] * 4):
        scores += measures_from_counts(right_of_system, system, right_of_gold, gold)
    return tuple(scores)


def _sum_of_sentences(sentences: Sequence[Numbers]) -> Numbers:
    """Return the sum of sentences, number by number."""
    return tuple(map(sum, zip(*sentences)))


def _pack_counts(sentence: Numbers) -> int:
    return int.from_bytes(array("q", sentence).tobytes(), "little")


def _unpack_counts(number: int, length: int) -> Sequence[int]:
    return array("q", number.to_bytes(8 * length, "little"))


BITS = 8  # as many swaps are looked up together
MOST_TABLED = 1_000  # for more sentences the tables would take tens of megabytes


def _sum_of_moves(moves: Sequence[int]) -> Callable[[int], int]:
    """Return a function that gives the sum of the moves whose bits are set in a number."""
    if len(moves) <= MOST_TABLED:
        tables = [_sums_of_swaps(moves[at : at + BITS]) for at in range(0, len(moves), BITS)]
        return lambda bits: sum(map(getitem, tables, bits.to_bytes(len(tables), "little")))
    # Many sentences differ alike: of each difference, a bit for each of its sentences.
    places: dict[int, int] = {}
    for bit, move in enumerate(moves):
        places[move] = places.get(move, 0) | 1 << bit
    return lambda bits: sum([move * (bits & its).bit_count() for move, its in places.items()])


def _sums_of_swaps(moves: Sequence[int]) -> list[int]:
    """Return the sum of each choice of some moves: at an index, of those whose bit is set in it."""
    sums = [0]
    for move in moves:
        sums += [move + other for other in sums]
    return sums


def randomize(
    first: Sequence[Numbers],
    second: Sequence[Numbers],
    differs: Sequence[bool],
    trials: int = TRIALS,
    seed: int = SEED,
) -> tuple[RunScores, int, bool]:
    """Return p of each score, how many sentences differ, and whether all swaps were tried.

    p is how often two systems differ at least as much if sentences are swapped by chance. `differs`
    says which sentences may be swapped: those that differ in any count, so that p of a row does not
    depend on which other rows were asked for.
    """
    sums = _sum_of_sentences(first), _sum_of_sentences(second)
    length = len(sums[0])
    start, both = _pack_counts(sums[0]), _pack_counts(sums[0]) + _pack_counts(sums[1])
    number = sum(differs)
    is_exact = 2 ** min(number, 62) <= trials
    trials = 2**number if is_exact else trials
    limits = [abs(a - b) - TOLERANCE for a, b in zip(*map(percentages_of_resample, sums))]
    reached = [0] * len(limits)
    pairs = [pair for *pair, differ in zip(first, second, differs) if differ]
    moves = [_pack_counts(theirs) - _pack_counts(ours) for ours, theirs in pairs]
    moved = _sum_of_moves(moves)
    random = Random(seed)
    for trial in range(trials):
        bits = trial if is_exact else random.getrandbits(number)
        total = start + moved(bits)
        ours = percentages_of_resample(_unpack_counts(total, length))
        theirs = percentages_of_resample(_unpack_counts(both - total, length))
        for index, limit in enumerate(limits):
            if abs(theirs[index] - ours[index]) >= limit:
                reached[index] += 1
    # Among random swaps, what was observed counts as one more; all swaps have it already.
    more = 0 if is_exact else 1
    p = tuple([(more + times) / (more + trials) for times in reached])
    return p, number, is_exact


def intervals_of_differences(
    first: Sequence[Numbers],
    second: Sequence[Numbers],
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> list[tuple[float, float]]:
    """Return the 95% percentile interval of each score's difference, from resampled sentences."""
    length = len(first[0])
    sentences = [_pack_counts(ours + theirs) for ours, theirs in zip(first, second)]
    random = Random(seed)
    differences = []
    for _ in range(resamples):
        sums = _unpack_counts(sum(random.choices(sentences, k=len(sentences))), 2 * length)
        ours = percentages_of_resample(sums[:length])
        theirs = percentages_of_resample(sums[length:])
        differences.append([b - a for a, b in zip(ours, theirs)])
    low = int(0.025 * resamples)
    columns = [sorted(column) for column in zip(*differences)]
    return [(column[low], column[resamples - 1 - low]) for column in columns]


def holm(tests: Sequence[RunScores]) -> list[RunScores]:
    """Return the p values of several comparisons with one system, each score corrected by Holm."""

    def corrected(column: Sequence[float]) -> list[float]:
        raised, least = [0.0] * len(column), 0.0
        for rank, at in enumerate(sorted(range(len(column)), key=column.__getitem__)):
            raised[at] = least = max(least, min(1.0, (len(column) - rank) * column[at]))
        return raised

    return list(zip(*map(corrected, zip(*tests))))
