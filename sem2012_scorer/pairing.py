"""Which gold negation is held against which system negation.

One rule serves cues and events: in gold's order, each takes the first system
negation that shares a token and is not taken yet. A taken one stays taken,
even if a later gold negation would fit it better.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .sentences import Token


def pair(gold: Sequence[Sequence[Token]], system: Sequence[Sequence[Token]]) -> list[int | None]:
    """Return for each part of `gold` the index of the part of `system` it is paired with, or None.

    2.2, lines 892-997, and again in 1357-1463 and 1700-1757. The script tries
    every pair; here each position lists the system's parts that hold it, in
    their order, so that the first one not taken is the same. Only positions
    are compared, not words. If both sides have the same parts, each takes
    itself, unless it is empty: those before it have taken themselves.
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

    taken: set[int] = set()
    pairs: list[int | None] = []
    for part in gold:
        best: int | None = None
        for position, _ in part:
            indexes = holders.get(position, [])
            while indexes and indexes[-1] in taken:
                indexes.pop()
            if indexes and (best is None or indexes[-1] < best):
                best = indexes[-1]
        if best is not None:
            taken.add(best)
        pairs.append(best)
    return pairs
