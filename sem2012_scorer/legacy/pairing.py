"""Which gold negation is paired with which system negation: the rules, by name.

One rule serves cues and events.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .annotations import Part

    Rule = Callable[[Sequence[Part], Sequence[Part]], list[int | None]]


def first_unpaired(gold: Sequence[Part], system: Sequence[Part]) -> list[int | None]:
    """Return for each part of `gold` the index of the part of `system` it is paired with, or None.

    In gold's order, each is paired with the first unpaired part of the system
    that shares a token with it. A pair stays, even if a later part of gold
    would fit better. Only positions are compared, not words.

    2.2, lines 892-997, and again in 1357-1463 and 1700-1757. The script tries
    every pair. Here parts are first paired by their place, as long as both begin
    at the same token or both are empty: all parts of the system before them are
    paired or empty, so that the one in their place is the first that can be
    paired. For those after them, each position lists the system's parts that
    hold it, in their order.
    """
    pairs: list[int | None] = []
    for part, other in zip(gold, system):
        if part and other and part[0][0] == other[0][0]:
            pairs.append(len(pairs))
        elif part or other:
            break
        else:
            pairs.append(None)
    if len(pairs) < len(gold):
        pairs += _pair_others(gold[len(pairs) :], system, len(pairs))
    return pairs


def _pair_others(gold: Sequence[Part], system: Sequence[Part], first: int) -> Iterator[int | None]:
    """Yield for each part of `gold` the part of the system, from number `first` on, that it is paired with."""
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


PAIRING = {"first unpaired": first_unpaired}
"""The rules by name."""
