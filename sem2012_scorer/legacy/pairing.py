"""Which gold negation is paired with which system negation: the rules, by name.

One rule serves cues and events.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .annotations import Part

    Rule = Callable[[Sequence[Part], Sequence[Part]], list[int | None]]


def first_unpaired(gold: Sequence[Part], system: Sequence[Part]) -> list[int | None]:
    """Return for each part of `gold` the index of the part of `system` it is paired with, or None.

    In gold's order, each is paired with the first unpaired part of the system
    that shares a token with it. A pair stays, even if a later part of gold
    would fit better. Only positions are compared, not words.

    2.2, lines 892-997, and again in 1357-1463 and 1700-1757. The script tries
    every pair; here each position lists the system's parts that hold it, in
    their order, so that the first one not yet paired is the same. If both
    sides have the same parts, each is paired with itself, unless it is empty:
    those before it have been paired with themselves.
    """
    if gold == system:
        return [index if part else None for index, part in enumerate(gold)]
    holders: dict[int, list[int]] = {}
    for index, part in enumerate(system):
        for position, _ in part:
            holders.setdefault(position, []).append(index)
    # Popped from the end: the first system part comes last.
    for indexes in holders.values():
        indexes.reverse()

    paired: set[int] = set()
    pairs: list[int | None] = []
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
        pairs.append(best)
    return pairs


PAIRING = {"first unpaired": first_unpaired}
"""The rules by name."""
