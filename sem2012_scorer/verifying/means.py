"""Rows that no counts give: means of other rows, their pool, or means over runs that are not shown.

A mean of F1 is not the F1 of mean precision and recall: it is never greater.
"""

from __future__ import annotations

from fractions import Fraction

from ..ground.measures import f1
from .answers import Mean
from .printing import Scores, hundredths, hundredths_of_f1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .answers import Parsed
    from .printed_numbers import PrintedNumber
    from .solving import Range

    Counts = Sequence[tuple[Range, ...]]
    """The counts that give each row of a table, by its place there."""

SYSTEM, TEST, RUNS = "system", "test", "runs"
MEAN_OF = (SYSTEM, TEST, RUNS)
"""What a mean may be of: the rows of a system, the rows of a test, or runs that are not in the table."""

PLAIN, WEIGHTED, POOLED = "plain mean", "mean weighted by gold", "pooled counts"


def mean_of(
    row: Parsed, table: Sequence[Parsed], counts: Counts, mean_of: str | None = None
) -> Mean | None:
    """Return what a row is a mean of, None if it is not one of the tried means.

    The rows of its system, those of its test, and those directly above it are
    tried: plain, weighted by gold, pooled. `mean_of` is one of `MEAN_OF`.
    """
    for words, rows in _candidates(row, table, mean_of):
        for kind, values in _means(row.scores[0], rows, counts):
            if all(map(_meet, map(_around, row.scores[0].there), values)):
                middle = tuple([_thousandths(value) for _, _, value in values])
                return Mean(kind, words, middle, tuple([one.index for one in rows]))
    return None


def _thousandths(value: Fraction) -> str:
    """Return a percentage with three decimals, a half rounded up."""
    return "%d.%03d" % divmod((2000 * value.numerator // value.denominator + 1) // 2, 1000)


def _meet(shown: tuple[Fraction, Fraction], value: tuple[Fraction, Fraction, Fraction]) -> bool:
    """Return True if a number may show a value: both are intervals."""
    return value[0] <= shown[1] and shown[0] <= value[1]


def may_be_over_runs(scores: Scores) -> bool:
    """Return True if a row may be a mean over runs: F1 is not greater than that of the other two.

    Nor is it smaller than precision and recall allow in any run.

    The runs' own F1 may be greater than that of their unrounded scores, by what two roundings add.
    """
    if scores.f1 is None:
        return True
    greatest = [100.0 if one is None else float(_around(one)[1]) for one in scores[:2]]
    shown = _around(scores.f1)
    if None not in scores:
        # No run's F1 is smaller than its precision and recall together, less 100.
        least = sum(float(_around(one)[0]) for one in scores.there[:2]) - 100
        if float(shown[1]) < least - ROUNDED_TWICE:
            return False
    return float(shown[0]) <= f1(*greatest) + ROUNDED_TWICE


ROUNDED_TWICE = 0.01


def _candidates(
    row: Parsed, table: Sequence[Parsed], mean_of: str | None
) -> Iterator[tuple[str, list[Parsed]]]:
    """Yield in words, and as rows, what a row may be the mean of."""
    same = [one for one in table if one.measured.label == row.measured.label and one is not row]
    of_system = [one for one in same if one.row.system == row.row.system]
    of_test = [one for one in same if one.row.test == row.row.test]
    above: list[Parsed] = []
    for one in reversed([one for one in same if one.index < row.index]):
        if row.row.system != one.row.system and row.row.test != one.row.test:
            break
        above.append(one)
    above.reverse()
    seen = []
    for kind, rows, words in (
        (SYSTEM, of_system, "of this system"),
        (TEST, of_test, "of this test"),
        (None, above, ""),
    ):
        if mean_of is not None and kind != mean_of:
            continue
        places = [one.index for one in rows]
        # The mean of equal rows is the same row, whatever it is.
        if len(rows) < 2 or places in seen or len({one.scores[0] for one in rows}) == 1:
            continue
        seen.append(places)
        is_above = places == [one.index for one in same if one.index < row.index][-len(rows) :]
        where = "rows above" if is_above else ("other rows " + words).strip()
        yield "the %s %s" % (in_words(len(rows)), where), rows


def _means(
    shown: Scores, rows: Sequence[Parsed], counts: Counts
) -> Iterator[tuple[str, list[tuple[Fraction, Fraction, Fraction]]]]:
    """Yield each kind of mean of rows: for each score the least, the greatest, and the middle."""
    places = [place for place, number in enumerate(shown) if number is not None]
    if all(one.scores[0][place] is not None for one in rows for place in places):
        weights = [1] * len(rows)
        yield PLAIN, [_weighted(rows, weights, place) for place in places]
        golds = [one.gold for one in rows]
        if None not in golds and any(golds):
            weights = [gold or 0 for gold in golds]
            yield WEIGHTED, [_weighted(rows, weights, place) for place in places]
    for tp, denominator, total in _pools(rows, counts):
        two = hundredths(tp, denominator), hundredths(tp, total)
        three = (*two, hundredths_of_f1(*two))
        values = [Fraction(three[place], 100) for place in places]
        yield POOLED, [(value, value, value) for value in values]


def _weighted(
    rows: Sequence[Parsed], weights: Sequence[int], place: int
) -> tuple[Fraction, Fraction, Fraction]:
    """Return the least and the greatest mean of what was rounded to the numbers, and theirs."""
    sums = [Fraction(0)] * 3
    for one, weight in zip(rows, weights):
        number = one.scores[0][place]
        assert number is not None
        low, high = _around(number)
        for n, value in enumerate((low, high, (low + high) / 2)):
            sums[n] += weight * value
    low, high, middle = (one / sum(weights) for one in sums)
    return low, high, middle


def _around(number: PrintedNumber) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest percentage that may be rounded to a number."""
    low, high, unit = number.limits()
    return Fraction(100 * low, unit), Fraction(100 * high, unit)


MOST_POOLS = 1_000


def _pools(rows: Sequence[Parsed], counts: Counts) -> Iterator[tuple[int, int, int]]:
    """Yield the pooled counts of rows: true positives, precision's denominator, and gold.

    None if the counts of a row are not known, or if there are too many sums.
    """
    pools = {(0, 0, 0)}
    for one in rows:
        if one.gold is None or not counts[one.index]:
            return
        own: set[tuple[int, int, int]] = set()
        for found in counts[one.index]:
            if found.most is None or found.most - found.least > 100:
                return
            right = 0 if one.measured.divided_by_system else found.true_positives
            own |= {
                (found.true_positives, others + right, found.total)
                for others in range(found.least, found.most + 1)
            }
        sums: set[tuple[int, int, int]] = set()
        for tp, denominator, total in own:
            sums |= {(tp + a, denominator + b, total + c) for a, b, c in pools}
            if len(sums) > MOST_POOLS:
                return
        pools = sums
    yield from sorted(pools)


NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def in_words(number: int) -> str:
    """Return a number up to twelve as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
