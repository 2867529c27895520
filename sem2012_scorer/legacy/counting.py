"""What each negation counts as (2.2, lines 768-1898), and the sums."""

from __future__ import annotations

from ..ground.columns import GOLD, SYSTEM
from ..ground.counts import MEASURED, NO_INSTANCES, Counts, Tally
from ..ground.records import Record
from . import stops
from .annotation import Annotation, annotate, words_of_tokens
from .perl import Die
from .printing import ByZero, report
from .scripts import (
    CUE,
    CUES,
    EVENT,
    EVENTS,
    FULL,
    SCOPE,
    SCOPES,
    SCOPES_APART,
    SCOPES_BARE,
    TOKENS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .annotation import Part, ReadNegation
    from .blocks import Block
    from .reading import Files
    from .scripts import Needs, Original

Outcome = tuple[int, int, int, "int | None", "int | None"]
"""What is measured, the kind, an amount (1, or scope tokens), gold's negation, the system's."""
Pairs = tuple[list["int | None"], list[int]]
"""The partner of each of gold's, None for none; and the system's that are left."""
GoldRead = dict[bytes, tuple[list[bool], "list[bool] | None", "Annotation | None"]]
"""What was read of gold's sentences, by their text."""

IN_GOLD, IN_SYSTEM, TP, FP, FN, NOWHERE = range(6)
"""The kinds of counts; an outcome has one of the last four (`NOWHERE`: quirk 19)."""


def outcomes(
    gold: Annotation | None, system: Annotation | None, script: Original
) -> Iterator[Outcome]:
    """Yield what the negations of a sentence count as (2.2, 768-1898)."""
    if gold is None or system is None:  # 851-881, 1281-1312; 1329-1333, 1642-1646
        for g, negation in enumerate(gold.negations if gold else ()):
            yield from alone(negation, FN, g, None)
            if negation.event:  # 1675-1689
                yield EVENTS, FN, 1, g, None
        for s, negation in enumerate(system.negations if system else ()):
            yield from alone(negation, FP, None, s)
            if negation.event:  # 1876-1894
                yield EVENTS, FP, 1, None, s
    elif gold.negations and system.negations:  # 884-888; quirk 27
        yield from compare_negations(gold.negations, system.negations, script)
        yield from compare_events(gold.negations, system.negations, script)  # 1316-1317


def alone(negation: ReadNegation, kind: int, g: int | None, s: int | None) -> Iterator[Outcome]:
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


def compare_negations(
    gold: Sequence[ReadNegation], system: Sequence[ReadNegation], script: Original
) -> Iterator[Outcome]:
    """Yield what cues, scopes and whole negations count as (2.2, 884-1278; 1350-1640 pair alike)."""
    partners, left = pair([n.cue for n in gold], [n.cue for n in system], script.pairs_once)
    for g, s in enumerate(partners):
        if s is None:
            yield from alone(gold[g], FN, g, None)
        else:
            yield from compare_pair(gold[g], system[s], g, s)
    for s in left:  # 1169-1278
        yield from alone(system[s], FP, None, s)


def compare_pair(gold: ReadNegation, system: ReadNegation, g: int, s: int) -> Iterator[Outcome]:
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
        yield from compare_part(SCOPES, gold.scope, system.scope, g, s)
    else:  # 1114-1134 (quirk 14: a part is a false negative only)
        yield CUES, FN, 1, g, s
        if gold.scope:
            yield SCOPES, FN, 1, g, s
    yield from compare_part(SCOPES_APART, gold.scope, system.scope, g, s)
    yield from compare_part(SCOPES_BARE, gold.bare, system.bare, g, s)


def compare_part(place: int, gold: Part, system: Part, g: int, s: int) -> Iterator[Outcome]:
    """Yield what a scope of a pair counts as (2.2, 1076-1093, 1470-1487, 1490-1506; quirk 18)."""
    if gold:
        yield place, TP if gold == system else FN, 1, g, s
    elif system:
        yield place, FP, 1, g, s


def compare_events(
    gold: Sequence[ReadNegation], system: Sequence[ReadNegation], script: Original
) -> Iterator[Outcome]:
    """Yield what events count as, which are paired on their own (2.2, 1691-1873; quirk 31)."""
    in_gold, in_system = [n.event for n in gold], [n.event for n in system]
    partners, left = pair(in_gold, in_system, script.pairs_once)
    if not script.pairs_once:
        partners = equal_or_last(in_gold, in_system)
    for g, s in enumerate(partners):
        if s is None:
            if in_gold[g]:
                yield EVENTS, FN, 1, g, None
        elif in_gold[g] == in_system[s]:  # 1768-1770
            yield EVENTS, TP, 1, g, s
        else:  # 1773-1804, quirk 19: counted when the loop goes on to a later negation
            # The loops in 1777-1787, and so 1789-1791, never run: their limits stay -1.
            yield EVENTS, NOWHERE if s == len(in_system) - 1 else FN, 1, g, s
    for s in left:  # 1861-1870
        if in_system[s]:
            yield EVENTS, FP, 1, None, s


def pair(gold: Sequence[Part], system: Sequence[Part], pairs_once: bool = True) -> Pairs:
    """Return the partner of each part of gold, and those of the system that are left.

    2.2, 888-999 and 1169-1250, 1354-1464 and 1535-1620, 1694-1757 and 1811-1862: in gold's order
    each takes the first of the system's that shares a token and is not taken (quirk 14). 2.0,
    902-912: taken or not.
    """
    if not pairs_once:
        shared = sharing(gold, system)
        found = {s for sharers in shared for s in sharers}
        firsts = [sharers[0] if sharers else None for sharers in shared]
        return firsts, [s for s in range(len(system)) if s not in found]
    partners: list[int | None] = []
    taken: set[int | None] = set()
    holders = _holders(system)
    for part in gold:
        best: int | None = None
        for token, _ in part:
            held = holders.get(token, [])
            while held and held[-1] in taken:
                held.pop()
            if held and (best is None or held[-1] < best):
                best = held[-1]
        taken.add(best)
        partners.append(best)
    return partners, [s for s in range(len(system)) if s not in taken]


def _holders(parts: Sequence[Part]) -> dict[int, list[int]]:
    """Return by token the parts that have it, the first at the end."""
    holders: dict[int, list[int]] = {}
    for place in range(len(parts) - 1, -1, -1):
        for token, _ in parts[place]:
            holders.setdefault(token, []).append(place)
    return holders


def sharing(gold: Sequence[Part], system: Sequence[Part]) -> list[list[int]]:
    """Return for each part of gold the system's that share a token, in order."""
    holders = _holders(system)
    return [sorted({s for token, _ in part for s in holders.get(token, ())}) for part in gold]


def equal_or_last(gold: Sequence[Part], system: Sequence[Part]) -> list[int | None]:
    """Return the partners of events (2.0, 1635-1696): an equal one, else the loop's last."""
    partners = []
    for part, sharers in zip(gold, sharing(gold, system)):
        equal = next((s for s in sharers if system[s] == part), None)
        if equal is None and sharers:
            equal = sharers[-1] if sharers[-1] == len(system) - 1 else sharers[0]
        partners.append(equal)
    return partners


class Judged(Record):
    """A sentence, its two annotations (None: without negation) and its outcomes."""

    block: Block
    gold: Annotation | None
    system: Annotation | None
    outcomes: Sequence[Outcome]

    @property
    def is_error(self) -> bool:
        """Whether it counts as a sentence with an error.

        2.2, 857, 1067, 1080, 1091, 1099, 1109, 1131, 1144, 1254 and 1289 set the flag: only one side
        has negation, or a negation is not right as a whole. Events alone do not matter.
        """
        if self.gold is None or self.system is None:
            return self.gold is not self.system
        return any(row == FULL and kind != TP for row, kind, _, _, _ in self.outcomes)


def judge(
    block: Block, script: Original, before: tuple[int, int], known: GoldRead | None
) -> Judged:
    """Return a sentence judged (2.2, 428-766 and 2041-2042); raise Die where the script stops at it.

    Each sentence starts anew (2053-2102) except for the numbers of negations `before` it (823-833; quirk
    28), used in 567 and 696. `known` keeps what was read of gold, which is annotated once.
    """
    in_gold, in_system = block.gold, block.system
    is_plain = in_gold.is_plain or (in_gold.number and in_gold.without_negation())
    if is_plain and (in_gold.is_plain or in_system.without_negation()):
        return Judged._make((block, None, None, ()))
    read = known.get(in_gold.text) if known and in_gold.number else None
    if read is None:
        can_be, bare = words_of_tokens(in_gold, script)
        read = can_be, bare, annotate(in_gold, can_be, bare, before[0], script.cuts_words)
        if known is not None and in_gold.number:
            known[in_gold.text] = read
    can_be, bare, gold = read
    _need(gold, script.needs[0], block, GOLD, script)
    if in_gold is in_system and in_gold.number:
        system = gold
    else:
        system = annotate(in_system, can_be, bare, before[1], script.cuts_words)
    check_system(system, block, script)
    return Judged._make((block, gold, system, [*outcomes(gold, system, script)]))


def check_system(system: Annotation | None, block: Block, script: Original) -> None:
    """Raise Die where a negation of the system lacks a part (2.2, 728-735 for its cue; quirk 12)."""
    _, before, after = script.needs
    _need(system, before, block, SYSTEM, script)
    for number, negation in enumerate(system.negations if system else (), 1):
        if not negation.cue:
            raise stops.cue_missing(number, block)
    _need(system, after, block, SYSTEM, script)


def _need(
    annotation: Annotation | None, parts: Needs, block: Block, handle: bytes, script: Original
) -> None:
    """Raise Die at a part that is not there, where the script cannot do without (quirk 12).

    The teaching copy makes each part when it meets its first word, and at the end for the
    negations that have got none: one before another with that part is left without.
    """
    if annotation is None or not parts:
        return
    negations = annotation.negations
    last = [len(negations)] * 3
    if script.before_another:
        for part in (CUE, SCOPE, EVENT):
            places = [n for n, negation in enumerate(negations) if negation[part]]
            if part not in annotation.beyond:
                last[part] = places[-1] if places else 0
    for number, negation in enumerate(negations):
        for part, line in parts:
            if not negation[part] and number < last[part]:
                raise stops.part_missing(handle, line, number + 1, part, block)


class Sums:
    """The sums of sentences: what each row counts, by kind, and numbers of sentences."""

    def __init__(self) -> None:
        self.rows = [[0] * 6 for _ in MEASURED]
        self.sentences = self.with_negation = self.errors = self.errors_with_negation = 0

    def add(self, judged: Judged) -> None:
        """Add a sentence (2.2, 491-503 and 2044-2050)."""
        self.sentences += 1
        _, gold, system, found = judged
        if gold is None and system is None:
            return
        rows = self.rows
        # 599-619 and 739-758; scope tokens 534 and 665
        for side, annotation in (IN_GOLD, gold), (IN_SYSTEM, system):
            for cue, scope, event, _ in annotation.negations if annotation else ():
                if cue:
                    rows[CUES][side] += 1
                    rows[FULL][side] += 1
                if scope:
                    for place in (SCOPES, SCOPES_APART, SCOPES_BARE):
                        rows[place][side] += 1
                if event:
                    rows[EVENTS][side] += 1
            rows[TOKENS][side] += annotation.scope_tokens if annotation else 0
        for place, kind, amount, _, _ in found:
            rows[place][kind] += amount
        is_error = judged.is_error
        self.with_negation += gold is not None
        self.errors += is_error
        self.errors_with_negation += is_error and gold is not None

    def counts(self) -> Counts:
        """Return the sums as a value."""
        sentences = self.sentences, self.with_negation, self.errors, self.errors_with_negation
        tallies = [Tally._make(row[:NOWHERE]) for row in self.rows]
        return Counts._make([*tallies, *sentences, NO_INSTANCES])


def judged(
    files: Files, known: GoldRead | None = None, sums: Sums | None = None
) -> Iterator[Judged]:
    """Yield each sentence judged, up to the first fault; raise it when the files have ended.

    2.2, 1902-2051. The checks, which raise theirs while sentences are read, come before a stop in
    scoring, and that before the divisions at the end. `sums` is what sentences are added to.
    """
    before, stop = (0, 0), None
    sums = Sums() if sums is None else sums
    for block in files.sentences():
        if stop is None:
            try:
                sentence = judge(block, files.script, before, known)
            except Die as fault:
                stop = fault
            else:
                _, gold, system, _ = sentence
                before = len(gold.negations) if gold else 0, len(system.negations) if system else 0
                sums.add(sentence)
                yield sentence
    if stop is not None:
        raise stop
    try:
        report(sums.counts(), files.script)
    except ByZero as fault:
        error_number = files.error_number.value
        raise stops.division_by_zero(fault.line, fault.label, files.line, error_number) from None


def counted(files: Files) -> Counts:
    """Return the counts of two files; raise Die where the script stops."""
    sums = Sums()
    for _ in judged(files, sums=sums):
        pass
    return sums.counts()
