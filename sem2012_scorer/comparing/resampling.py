"""Counts of units, resampled: sums of counts as they would have been, by chance.

Knows no measure: what is made of a sum is a function of `counts.Counts`.
Counts are packed into one whole number a unit, so that a sum is an addition.
"""

from __future__ import annotations

from itertools import islice

from ..ground.counts import Counts, ScopeSums, Tally
from ..ground.records import Addable, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

TRIALS = 10_000
RESAMPLES = 1_000
SEED = 12345

LANE = 8
"""Bytes of a packed number: sums stay below 2 ** 63."""
SCALE = 1 << 40
"""Scores of instances, which are fractions, are packed as multiples of this fraction of one."""


class Packing:
    """How counts are packed, by the fields of their type, whatever their order.

    A field holds a number, a record of such fields (a tally), or the sums of
    scope scorings; these are packed by the names that some unit has.
    """

    def __init__(self, units: Sequence[Addable]) -> None:
        self._names: tuple[str, ...] = ()
        for unit in units:
            self._names = self._names or tuple(_scorings(unit))
        self._zero = type(units[0])() if units else Counts()
        self.length = len(self._numbers(self._zero))

    def pack(self, counts: Addable) -> int:
        """Return counts as one number."""
        lanes = [number.to_bytes(LANE, "little") for number in self._numbers(counts)]
        return int.from_bytes(b"".join(lanes), "little")

    def unpack(self, packed: int) -> Any:
        """Return the counts that are packed in a number."""
        from array import array

        found = array("q")
        found.frombytes(packed.to_bytes(LANE * self.length, "little"))
        return self._made(self._zero, iter(found))

    def _numbers(self, value: Any) -> list[int]:
        """Return the numbers in a value of counts, in the order of the fields."""
        if isinstance(value, int):
            return [value]
        if isinstance(value, Record):
            return [number for field in value for number in self._numbers(field)]
        sums = {one.name: one for one in value}
        found = [sums.get(name, ScopeSums(name, 0.0, 0.0)) for name in self._names]
        return [round(score * SCALE) for one in found for score in (one.precision, one.recall)]

    def _made(self, zero: Any, numbers: Iterator[int]) -> Any:
        """Return a value of the kind of `zero` with the next `numbers` in it."""
        if isinstance(zero, Tally):
            return zero._make(islice(numbers, len(zero)))
        if isinstance(zero, int):
            return next(numbers)
        if isinstance(zero, Record):
            return zero._make([self._made(field, numbers) for field in zero])
        return tuple(
            [ScopeSums(name, next(numbers) / SCALE, next(numbers) / SCALE) for name in self._names]
        )


def _scorings(value: Any) -> Iterator[str]:
    """Yield the names of the scope scorings in a value of counts."""
    if isinstance(value, Record):
        for field in value:
            yield from _scorings(field)
    elif not isinstance(value, int):
        yield from (one.name for one in value)


class Swapped:
    """The sums of two systems with the counts of some units swapped between them.

    `differing` is the number of units whose counts differ: to swap others
    changes nothing. `is_exact` says that all ways to swap them are gone through,
    each once; else `trials` are drawn, each unit swapped with probability 1/2.
    """

    def __init__(
        self,
        one: Sequence[Counts],
        other: Sequence[Counts],
        trials: int = TRIALS,
        seed: int = SEED,
    ) -> None:
        self._packing = Packing([*one, *other])
        pack = self._packing.pack
        packed = [(pack(a), pack(b)) for a, b in zip(one, other)]
        self._sum = sum(a for a, _ in packed)
        self._both = self._sum + sum(b for _, b in packed)
        self._differences = [b - a for a, b in packed if a != b]
        self.differing = len(self._differences)
        self.is_exact = self.differing < 63 and 2**self.differing <= trials
        self._trials = trials
        self._seed = seed

    def observed(self) -> tuple[Counts, Counts]:
        """Return the sums with nothing swapped."""
        return self._packing.unpack(self._sum), self._packing.unpack(self._both - self._sum)

    def __len__(self) -> int:
        """Return how many sums there are."""
        return 2**self.differing if self.is_exact else self._trials

    def __iter__(self) -> Iterator[tuple[Counts, Counts]]:
        unpack = self._packing.unpack
        # The sums of every choice of eight units at a time are made once.
        tables = [
            _subset_sums(self._differences[start : start + 8])
            for start in range(0, self.differing, 8)
        ]
        for swaps in self._choices():
            found = self._sum
            for table, byte in zip(tables, swaps):
                found += table[byte]
            yield unpack(found), unpack(self._both - found)

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
    systems: Sequence[Sequence[Counts]], resamples: int = RESAMPLES, seed: int = SEED
) -> Iterator[tuple[Counts, ...]]:
    """Yield the sums of each system over units drawn with replacement, the same units for all."""
    from random import Random

    packing = Packing([unit for units in systems for unit in units])
    shift = 8 * LANE * packing.length
    units = [
        sum(packing.pack(counts) << (shift * place) for place, counts in enumerate(unit))
        for unit in zip(*systems)
    ]
    mask = (1 << shift) - 1
    draw = Random(seed).choices
    for _ in range(resamples):
        found = sum(draw(units, k=len(units)))
        yield tuple(
            packing.unpack((found >> (shift * place)) & mask) for place in range(len(systems))
        )
