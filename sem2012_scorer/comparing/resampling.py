"""Numbers of units, resampled: their sums as they would have been, by chance.

Knows no measure: a unit is a tuple of whole numbers that add up, in any meaning.
The numbers of a unit are packed into one, so that a sum is an addition; sums are
yielded in blocks, a column for each number, since columns are computed with fastest.
"""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Unit = Sequence[int]
    """The numbers of a unit: each from 0, and their sums below 2 ** 63."""
    Columns = list[array[int]]
    """For each number of a unit, its sums, one for each resample or trial."""

TRIALS = 10_000
RESAMPLES = 1_000
SEED = 12345

LANE = 8
"""Bytes of a packed number: sums stay below 2 ** 63."""
BLOCK = 200
"""How many sums are yielded together."""


def packed(unit: Unit) -> int:
    """Return the numbers of a unit as one number."""
    return int.from_bytes(array("q", unit).tobytes(), "little")


def columns_of(sums: Iterable[int], length: int) -> Columns:
    """Return the columns of packed sums of `length` numbers each."""
    found = array("q", b"".join(one.to_bytes(LANE * length, "little") for one in sums))
    return [found[place::length] for place in range(length)]


class Swapped:
    """The sums of two systems with the numbers of some units swapped between them.

    `one` and `other` have the same units, each a tuple of whole numbers from 0. `differing` is the
    number of units that differ: to swap others changes nothing. `is_exact` says that all ways to
    swap them are gone through, each once; else `trials` are drawn, each unit swapped with
    probability 1/2. Iterated over, it yields pairs of tuples.
    """

    def __init__(
        self,
        one: Sequence[Unit],
        other: Sequence[Unit],
        trials: int = TRIALS,
        seed: int = SEED,
    ) -> None:
        self._length = len(one[0]) if one else 0
        pairs = [(packed(a), packed(b)) for a, b in zip(one, other)]
        self._sum = sum(a for a, _ in pairs)
        self._both = self._sum + sum(b for _, b in pairs)
        self._differences = [b - a for a, b in pairs if a != b]
        self.differing = len(self._differences)
        self.is_exact = self.differing < 63 and 2**self.differing <= trials
        self._trials = trials
        self._seed = seed

    def __len__(self) -> int:
        """Return how many sums there are."""
        return 2**self.differing if self.is_exact else self._trials

    def observed(self) -> tuple[Columns, Columns]:
        """Return the sums with nothing swapped: columns of one number."""
        return self._columns([self._sum])

    def blocks(self) -> Iterator[tuple[Columns, Columns]]:
        """Yield the sums of both systems, some at a time."""
        # The sums of every choice of eight units at a time are made once.
        tables = [
            _subset_sums(self._differences[start : start + 8])
            for start in range(0, self.differing, 8)
        ]
        sums = []
        for swaps in self._choices():
            found = self._sum
            for table, byte in zip(tables, swaps):
                found += table[byte]
            sums.append(found)
            if len(sums) == BLOCK:
                yield self._columns(sums)
                sums = []
        if sums:
            yield self._columns(sums)

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for one, other in self.blocks():
            yield from zip(zip(*one), zip(*other))

    def _columns(self, sums: Sequence[int]) -> tuple[Columns, Columns]:
        others = [self._both - found for found in sums]
        return columns_of(sums, self._length), columns_of(others, self._length)

    def _choices(self) -> Iterator[bytes]:
        """Yield which units are swapped, a bit for each."""
        length = (self.differing + 7) // 8
        if self.is_exact:
            for number in range(2**self.differing):
                yield number.to_bytes(length, "little")
            return
        from random import Random

        draw = Random(self._seed).getrandbits
        for _ in range(self._trials):
            yield draw(self.differing).to_bytes(length, "little")


def _subset_sums(numbers: Sequence[int]) -> list[int]:
    """Return the sum of each subset of some numbers, by its bits."""
    sums = [0]
    for number in numbers:
        sums += [one + number for one in sums]
    return sums


def resampled(
    units: Sequence[Unit], resamples: int = RESAMPLES, seed: int = SEED
) -> Iterator[Columns]:
    """Yield the sums over units drawn with replacement, some at a time."""
    from collections import Counter
    from random import Random

    length, number = len(units[0]), len(units)
    each = [packed(unit) for unit in units]
    # Most units are the same, sentences without negation: what the others have more is added.
    ((most, _),) = Counter(each).most_common(1)
    more = [one - most for one in each]
    draw = Random(seed).choices
    for start in range(0, resamples, BLOCK):
        sums = (
            number * most + sum(filter(None, draw(more, k=number)))
            for _ in range(min(BLOCK, resamples - start))
        )
        yield columns_of(sums, length)
