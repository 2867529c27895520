"""Which gold negation is paired with which system negation: the rules, by name.

A rule pairs cues, and events on their own. It takes the parts of gold's and of
the system's negations, and returns for each of gold's the index of the
system's that it is paired with, or None, and the indexes of the system's that
count as paired with none.
"""

from __future__ import annotations

from ..ground.records import Record
from .shortcuts import pairs_in_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .annotations import Part

    Pairs = tuple[list[int | None], list[int]]
    Rule = Callable[[Sequence[Part], Sequence[Part]], Pairs]


class Pairing(Record):
    """How negations are paired by their cues, and how events are paired.

    `partner` says in words which of the system's gold's is paired with.
    """

    cues: Rule
    events: Rule
    partner: str


def once(gold: Sequence[Part], system: Sequence[Part]) -> Pairs:
    """Pair each part once: see `first_unpaired`. Those left are paired with none."""
    pairs = first_unpaired(gold, system)
    # 2.2, lines 1223-1250, 1597-1620 and 1838-1862: which of the system's are left.
    paired = set(pairs)
    return pairs, [index for index in range(len(system)) if index not in paired]


def first_unpaired(gold: Sequence[Part], system: Sequence[Part]) -> list[int | None]:
    """Return for each part of `gold` the index of the part of `system` it is paired with, or None.

    In gold's order, each is paired with the first unpaired part of the system
    that shares a token with it. A pair stays, even if a later part of gold
    would fit better. Only positions are compared, not words.

    2.2, lines 888-999, and again in 1354-1464 and 1694-1757; the pair itself is made in
    982-997, 1446-1463 and 1737-1757, where all are unpaired at first (592-594 and 721-723).
    """
    pairs = pairs_in_place(gold, system)
    if len(pairs) < len(gold):
        pairs += each_with_the_first(gold[len(pairs) :], system, len(pairs))
    return pairs


def each_with_the_first(
    gold: Sequence[Part], system: Sequence[Part], first: int = 0
) -> Iterator[int | None]:
    """Yield for each part of `gold` the first unpaired of the system's, from number `first` on.

    The script tries every pair. Here each position lists the system's parts
    that hold it, in their order.
    """
    holders: dict[int, list[int]] = {}
    # The first part comes last, to be popped from the end.
    for index in range(len(system) - 1, first - 1, -1):
        for position, _ in system[index]:
            holders.setdefault(position, []).append(index)
    paired: set[int] = set()
    for part in gold:
        best: int | None = None
        for position, _ in part:
            indexes = holders.get(position, [])
            while indexes and indexes[-1] in paired:
                indexes.pop()
            if indexes and (best is None or indexes[-1] < best):
                best = indexes[-1]
        if best is not None:
            paired.add(best)
        yield best


def first_sharing(gold: Sequence[Part], system: Sequence[Part]) -> Pairs:
    """Pair each part of gold with the first of the system that shares a token, paired or not.

    2.0, lines 902-912 and 1131-1141: one of the system may be paired several
    times, and is left only if it shares no token with any of gold's.
    """
    sharing = _sharing(gold, system)
    return [indexes[0] if indexes else None for indexes in sharing], _left(sharing, system)


def equal_or_last(gold: Sequence[Part], system: Sequence[Part]) -> Pairs:
    """Pair each part of gold with the first that is equal, else with the last of the system.

    2.0, lines 1639-1687: the script goes on to the next after one that shares a
    token and differs. What it says in the end depends on the last: see
    `outcomes`. So a different part is paired with the last of the system if
    that shares a token, else with the first that does.
    """
    sharing = _sharing(gold, system)
    pairs: list[int | None] = []
    for part, indexes in zip(gold, sharing):
        equal = next((index for index in indexes if system[index] == part), None)
        if equal is not None or not indexes:
            pairs.append(equal)
        else:
            pairs.append(indexes[-1] if indexes[-1] == len(system) - 1 else indexes[0])
    return pairs, _left(sharing, system)


def _sharing(gold: Sequence[Part], system: Sequence[Part]) -> list[list[int]]:
    """Return for each part of gold the indexes of the system's that share a token, in order."""
    holders: dict[int, list[int]] = {}
    for index, part in enumerate(system):
        for position, _ in part:
            holders.setdefault(position, []).append(index)
    return [
        sorted({index for position, _ in part for index in holders.get(position, ())})
        for part in gold
    ]


def _left(sharing: Sequence[Sequence[int]], system: Sequence[Part]) -> list[int]:
    """Return the indexes of the system's parts that share no token with any of gold's."""
    found = {index for indexes in sharing for index in indexes}
    return [index for index in range(len(system)) if index not in found]


PAIRING = {
    "first unpaired": Pairing(once, once, "the first unpaired system negation"),
    "first, paired or not": Pairing(
        first_sharing, equal_or_last, "the first system negation, paired or not,"
    ),
}
"""The rules by name."""
