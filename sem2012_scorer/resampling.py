"""Counts of units, resampled: sums of counts as they would have been, by chance.

Knows no measure: what is made of a sum is a function of `counts.Counts`.
Counts are packed into one whole number a unit, so that a sum is an addition.
"""

from __future__ import annotations

from .counts import Counts, InstanceCounts, ScopeSums, Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TRIALS = 10_000
RESAMPLES = 1_000
SEED = 12345

LANE = 8
"""Bytes of a packed number: sums stay below 2 ** 63."""
SCALE = 1 << 40
"""Scores of instances, which are fractions, are packed as so many parts of one."""


class Packing:
    """How counts are packed: with the scope scorings of instances, if there are any."""

    def __init__(self, units: Sequence[Counts]) -> None:
        sums = next((unit.instances.scope_sums for unit in units if unit.instances.scope_sums), ())
        self._names = [one.name for one in sums]
        self._tallies = len(Counts._fields) - 5
        self.length = 5 * self._tallies + 4 + 6 + 2 * len(self._names)

    def pack(self, counts: Counts) -> int:
        """Return counts as one number."""
        numbers: list[int] = []
        for tally in counts[: self._tallies]:
            numbers += tally
        numbers += counts[self._tallies : -1]
        instances = counts.instances
        numbers += instances[:6]
        found = {one.name: one for one in instances.scope_sums}
        for name in self._names:
            one = found.get(name)
            scores = (one.precision, one.recall) if one is not None else (0.0, 0.0)
            numbers += [round(score * SCALE) for score in scores]
        return int.from_bytes(b"".join([n.to_bytes(LANE, "little") for n in numbers]), "little")

    def unpack(self, packed: int) -> Counts:
        """Return the counts that are packed in a number."""
        from array import array

        found = array("q")
        found.frombytes(packed.to_bytes(LANE * self.length, "little"))
        numbers = found.tolist()
        end = 5 * self._tallies
        tallies = [Tally._make(numbers[i : i + 5]) for i in range(0, end, 5)]
        sums = [
            ScopeSums(name, numbers[end + 10 + 2 * n] / SCALE, numbers[end + 11 + 2 * n] / SCALE)
            for n, name in enumerate(self._names)
        ]
        instances = InstanceCounts._make([*numbers[end + 4 : end + 10], tuple(sums)])
        return Counts._make([*tallies, *numbers[end : end + 4], instances])


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
