"""Gold's negations of a sentence are paired with the system's and compared: their outcomes (2.2, lines 768-1898)."""

from __future__ import annotations

from .scripts import CUES, EVENTS, FULL, SCOPES, SCOPES_APART, SCOPES_BARE, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .annotation import Annotation, Part, PortNegation
    from .scripts import Original

CountEvent = tuple[int, int, int, "int | None", "int | None"]
"""What is measured, the kind, an amount (1, or scope tokens), gold's negation, the system's."""
Pairs = tuple[list["int | None"], list[int]]
"""The partner of each of gold's, None for none; and the system's that are left."""

IN_GOLD, IN_SYSTEM, TP, FP, FN, UNCOUNTED = range(6)
"""The kinds of counts; an outcome has one of the last four (`UNCOUNTED`: quirk 19)."""


def outcomes(
    gold: Annotation | None, system: Annotation | None, script: Original
) -> Iterator[CountEvent]:
    """Yield what the negations of a sentence count as (2.2, 768-1898)."""
    if gold is None or system is None:  # 851-881, 1281-1312; 1329-1333, 1642-1646
        in_gold = gold.negations if gold else ()
        in_system = system.negations if system else ()
        for g, negation in enumerate(in_gold):
            yield from _outcomes_of_unpaired(negation, FN, g, None)
            if negation.event:  # 1675-1689
                yield EVENTS, FN, 1, g, None
        for s, negation in enumerate(in_system):
            yield from _outcomes_of_unpaired(negation, FP, None, s)
            if negation.event:  # 1876-1894
                yield EVENTS, FP, 1, None, s
    elif gold.negations and system.negations:  # 884-888; quirk 27
        yield from _compare_negations(gold.negations, system.negations, script)
        yield from _compare_events(gold.negations, system.negations, script)  # 1316-1317


def _outcomes_of_unpaired(
    negation: PortNegation, kind: int, g: int | None, s: int | None
) -> Iterator[CountEvent]:
    """Yield what an unpaired negation counts as (2.2, 860-881, 1140-1161, 1250-1274, 1291-1310)."""
    cue, scope, _, bare = negation
    if cue:  # quirk 13: gold may have none
        yield CUES, kind, 1, g, s
    if scope:
        yield SCOPES, kind, 1, g, s
        yield SCOPES_APART, kind, 1, g, s  # 1334-1347, 1514-1523, 1620-1630, 1647-1663
        yield TOKENS, kind, len(scope), g, s
    if bare:
        yield SCOPES_BARE, kind, 1, g, s
    yield FULL, kind, 1, g, s


def _compare_negations(
    gold: Sequence[PortNegation], system: Sequence[PortNegation], script: Original
) -> Iterator[CountEvent]:
    """Yield what cues, scopes and whole negations count as (2.2, 884-1278; 1350-1640 pair alike)."""
    partners, left = pair_parts_for_outcomes(
        [n.cue for n in gold], [n.cue for n in system], script.pairs_once
    )
    for g, s in enumerate(partners):
        if s is None:
            yield from _outcomes_of_unpaired(gold[g], FN, g, None)
        else:
            yield from _compare_pair(gold[g], system[s], g, s)
    for s in left:  # 1169-1278
        yield from _outcomes_of_unpaired(system[s], FP, None, s)


def _compare_pair(gold: PortNegation, system: PortNegation, g: int, s: int) -> Iterator[CountEvent]:
    """Yield what a pair counts as (2.2, 1001-1138); token and word must agree (quirk 15)."""
    is_same = gold.scope == system.scope
    same = len(gold.scope) if is_same else len({*gold.scope} & {*system.scope})
    missing, extra = len(gold.scope) - same, len(system.scope) - same
    for kind, amount in (TP, same), (FN, missing), (FP, extra):
        if amount:  # 1005-1057, quirk 17: within pairs
            yield TOKENS, kind, amount, g, s
    # The script joins the strings of each part (907-978); none has a space, so tuples say the same.
    yield FULL, TP if gold == system else FN, 1, g, s  # 1062-1069 (quirk 20)
    if gold.cue == system.cue:  # 1072-1075
        yield CUES, TP, 1, g, s
        yield from _compare_part(SCOPES, gold.scope, system.scope, g, s)
    else:  # 1114-1134 (quirk 14: a part is a false negative only)
        yield CUES, FN, 1, g, s
        if gold.scope:
            yield SCOPES, FN, 1, g, s
    yield from _compare_part(SCOPES_APART, gold.scope, system.scope, g, s)
    yield from _compare_part(SCOPES_BARE, gold.bare, system.bare, g, s)


def _compare_part(place: int, gold: Part, system: Part, g: int, s: int) -> Iterator[CountEvent]:
    """Yield what a scope of a pair counts as (2.2, 1076-1093, 1470-1487, 1490-1506; quirk 18)."""
    if gold:
        yield place, TP if gold == system else FN, 1, g, s
    elif system:
        yield place, FP, 1, g, s


def _compare_events(
    gold: Sequence[PortNegation], system: Sequence[PortNegation], script: Original
) -> Iterator[CountEvent]:
    """Yield what events count as, which are paired on their own (2.2, 1691-1873; quirk 31)."""
    in_gold, in_system = [n.event for n in gold], [n.event for n in system]
    partners, left = pair_parts_for_outcomes(in_gold, in_system, script.pairs_once)
    if not script.pairs_once:
        partners = _equal_or_last(in_gold, in_system)
    for g, s in enumerate(partners):
        if s is None:
            if in_gold[g]:
                yield EVENTS, FN, 1, g, None
        elif in_gold[g] == in_system[s]:  # 1768-1770
            yield EVENTS, TP, 1, g, s
        else:  # 1773-1804, quirk 19: counted when the loop goes on to a later negation
            # The loops in 1777-1787, and so 1789-1791, never run: their limits stay -1.
            yield EVENTS, UNCOUNTED if s == len(in_system) - 1 else FN, 1, g, s
    for s in left:  # 1861-1870
        if in_system[s]:
            yield EVENTS, FP, 1, None, s


def pair_parts_for_outcomes(
    gold: Sequence[Part], system: Sequence[Part], pairs_once: bool = True
) -> Pairs:
    """Return the partner of each part of gold, and those of the system that are left.

    2.2, 888-999 and 1169-1250, 1354-1464 and 1535-1620, 1694-1757 and 1811-1862: in gold's order
    each takes the first of the system's that shares a token and is not taken (quirk 14). 2.0,
    902-912: taken or not.
    """
    holders = _parts_by_token(system)
    partners: list[int | None] = []
    found: set[int | None] = set()
    for part in gold:
        first: int | None = None
        for token, _ in part:
            held = holders.get(token, [])
            if not pairs_once:
                found.update(held)
            while pairs_once and held and held[-1] in found:
                held.pop()
            if held and (first is None or held[-1] < first):
                first = held[-1]
        partners.append(first)
        found.add(first)
    return partners, [s for s in range(len(system)) if s not in found]


def _parts_by_token(parts: Sequence[Part]) -> dict[int, list[int]]:
    """Return by token the parts that have it, the first at the end."""
    holders: dict[int, list[int]] = {}
    for place in range(len(parts) - 1, -1, -1):
        for token, _ in parts[place]:
            holders.setdefault(token, []).append(place)
    return holders


def _equal_or_last(gold: Sequence[Part], system: Sequence[Part]) -> list[int | None]:
    """Return the partners of events (2.0, 1635-1696): an equal one, else the loop's last."""
    partners: list[int | None] = []
    holders = _parts_by_token(system)
    for part in gold:
        sharing = sorted({s for token, _ in part for s in holders.get(token, ())})
        equal = [s for s in sharing if system[s] == part]
        last = [s for s in sharing if s == len(system) - 1]
        partners.append(next(iter([*equal, *last, *sharing]), None))
    return partners
