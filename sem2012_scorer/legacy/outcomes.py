"""What each negation of a sentence counts as, in each measure, and why.

An outcome says: in this measure, this gold negation, paired with this system
negation, is a true positive, a false positive, a false negative, or nothing at
all. Counts are the tally of outcomes; nothing is counted elsewhere.
"""

from __future__ import annotations

from ..ground.counts import MEASURED, NO_INSTANCES, WITHOUT_NEGATION, Counts, Tally
from ..ground.records import Record
from .annotations import NO_NEGATION
from .pairing import PAIRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .annotations import Annotation, Part, ReadNegation
    from .originals import Original
    from .pairing import Rule

TRUE_POSITIVE = "true_positives"
FALSE_POSITIVE = "false_positives"
FALSE_NEGATIVE = "false_negatives"
NOT_COUNTED = "not_counted"

EQUAL = "right"
MISSED = "missed: no unpaired system negation shares a cue token"
INVENTED = "invented: no gold negation is paired with it"
NO_SYSTEM_NEGATION = "missed: the system has no negation in this sentence"
NO_GOLD_NEGATION = "invented: gold has no negation in this sentence"
DIFFERENT = "differs from gold's"
CUE_IN_PART = "the cue matches only in part: counts as fn, not fp"
CUE_DIFFERENT = "the cue is not right, so its scope is not either"
ABSENT_IN_GOLD = "gold has none here"
TOKEN_MISSING = "in gold's scope, and not in the system's, or with another string"
TOKEN_EXTRA = "in the system's scope, and not in gold's, or with another string"
NOT_ALL_RIGHT = "cue, scope or event differs: counts as fn, not fp"
EVENT_MISSED = "missed: no unpaired system event shares a token"
EVENT_INVENTED = "invented: no unpaired gold event shares a token"
EVENT_DIFFERENT_AND_LAST = (
    "differs, in the sentence's last system negation: counts nowhere (quirk 19)"
)


class Outcome(Record):
    """What a negation, or a pair of them, counts as in one measure.

    `measured` is a name of `counts.MEASURED`; `kind` is `TRUE_POSITIVE`,
    `FALSE_POSITIVE`, `FALSE_NEGATIVE` or `NOT_COUNTED`; `amount` is 1, or a
    number of scope tokens; `gold` and `system` are the indexes of the
    negations in the sentence, None where there is none; `reason` says why.
    """

    measured: str
    kind: str
    amount: int
    gold: int | None
    system: int | None
    reason: str


def judge(gold: Annotation, system: Annotation, original: Original) -> tuple[Outcome, ...]:
    """Return the outcomes of a sentence, by the rules of `original`.

    2.2, lines 768-1898. Where both sides have negation but one has no
    negations (its last line has no columns for them), the loops of the script
    never run, and the other's count nowhere. Where only one side has negation,
    all of it is wrong (2.2, lines 851-881 and 1281-1312; for scopes and events
    on their own, which lines 1316-1317 ask for, 1329-1347, 1642-1663, 1675-1689 and 1876-1894).
    """
    if gold is system is NO_NEGATION:
        return ()
    if gold.has_negation and system.has_negation:
        if not gold.negations or not system.negations:
            return ()
        rules = PAIRING[original.pairing]
        pairs, left = rules.cues(
            [negation.cue for negation in gold.negations],
            [negation.cue for negation in system.negations],
        )
        return (
            *_negation_outcomes(gold, system, pairs, left),
            *_bare_scope_outcomes(gold, system, pairs, left),
            *_event_outcomes(gold, system, rules.events),
        )
    outcomes: list[Outcome] = []
    for index, negation in enumerate(gold.negations):
        outcomes += _unpaired(_negation(negation), FALSE_NEGATIVE, NO_SYSTEM_NEGATION, gold=index)
        outcomes += _unpaired(_event(negation), FALSE_NEGATIVE, NO_SYSTEM_NEGATION, gold=index)
    for index, negation in enumerate(system.negations):
        outcomes += _unpaired(_negation(negation), FALSE_POSITIVE, NO_GOLD_NEGATION, system=index)
        outcomes += _unpaired(_event(negation), FALSE_POSITIVE, NO_GOLD_NEGATION, system=index)
    for index, bare in enumerate(gold.bare_scopes or ()):
        outcomes += _unpaired(_bare_scope(bare), FALSE_NEGATIVE, NO_SYSTEM_NEGATION, gold=index)
    for index, bare in enumerate(system.bare_scopes or ()):
        outcomes += _unpaired(_bare_scope(bare), FALSE_POSITIVE, NO_GOLD_NEGATION, system=index)
    return tuple(outcomes)


def _unpaired(
    parts: Iterable[tuple[str, int]],
    kind: str,
    reason: str,
    gold: int | None = None,
    system: int | None = None,
) -> Iterator[Outcome]:
    """Yield the outcomes of an unpaired negation: each of its parts counts as `kind`.

    The parts are given by what measures them, with their number of things.
    """
    for measured, amount in parts:
        if amount:
            yield Outcome(measured, kind, amount, gold, system, reason)


def _negation(negation: ReadNegation) -> Iterator[tuple[str, int]]:
    """Yield each measure of a negation with its count, without the event.

    2.2, lines 860-881, 1140-1161, 1250-1274 and 1291-1310; for scopes again in
    1336-1340, 1513-1519, 1619-1625 and 1649-1655.
    """
    scopes = int(bool(negation.scope))
    yield "cues", int(bool(negation.cue))
    yield "scopes", scopes
    yield "scopes_no_cue_match", scopes
    yield "scope_tokens", len(negation.scope)
    yield "full_negations", 1


def _negation_outcomes(
    gold: Annotation, system: Annotation, pairs: Sequence[int | None], left: Sequence[int]
) -> Iterator[Outcome]:
    """Yield the outcomes of cues, scopes, scope tokens and full negations of both sides.

    2.2, lines 884-1278 (loops in 892-899 and 1169-1178), and 1350-1640 for scopes with "no cue match": these are
    paired by the same rule on the same cues, so that the `pairs` are the same,
    and so are the system's negations that are `left`.
    """
    for index, (negation, partner) in enumerate(zip(gold.negations, pairs)):
        if partner is None:
            yield from _unpaired(_negation(negation), FALSE_NEGATIVE, MISSED, gold=index)
        else:
            yield from _paired(negation, system.negations[partner], index, partner)
    for index in left:
        found = _negation(system.negations[index])
        yield from _unpaired(found, FALSE_POSITIVE, INVENTED, system=index)


def _paired(gold: ReadNegation, system: ReadNegation, g: int, s: int) -> Iterator[Outcome]:
    """Yield the outcomes of a pair: gold's number `g`, the system's `s` (2.2, lines 1001-1138).

    The script compares positions and words joined to strings. Words hold no
    spaces, so that equal strings are equal tuples. It tallies the event of each
    pair too, in numbers that it never prints (2.2, lines 1094-1138; the row of
    events is counted in `_event_outcomes`), and marks sentences as errors that
    are marked already, because the negation is not completely right.
    """
    # 2.2, lines 1005-1057: scope tokens, right where position and word are in both scopes.
    same_scope = gold.scope == system.scope
    equal_tokens = len(gold.scope if same_scope else set(gold.scope) & set(system.scope))
    for kind, amount, reason in (
        (TRUE_POSITIVE, equal_tokens, EQUAL),
        (FALSE_NEGATIVE, len(gold.scope) - equal_tokens, TOKEN_MISSING),
        (FALSE_POSITIVE, len(system.scope) - equal_tokens, TOKEN_EXTRA),
    ):
        if amount:
            yield Outcome("scope_tokens", kind, amount, g, s, reason)

    # 2.2, lines 1062-1069: full negations.
    kind, reason = (TRUE_POSITIVE, EQUAL) if gold == system else (FALSE_NEGATIVE, NOT_ALL_RIGHT)
    yield Outcome("full_negations", kind, 1, g, s, reason)

    scope = _part_outcome(gold.scope, system.scope)
    # 2.2, lines 1072-1076 and 1114-1134: cues, and the scope of a cue that is not right.
    if gold.cue == system.cue:
        yield Outcome("cues", TRUE_POSITIVE, 1, g, s, EQUAL)
        if scope is not None:
            yield Outcome("scopes", scope[0], 1, g, s, scope[1])
    else:
        yield Outcome("cues", FALSE_NEGATIVE, 1, g, s, CUE_IN_PART)
        if gold.scope:
            yield Outcome("scopes", FALSE_NEGATIVE, 1, g, s, CUE_DIFFERENT)
    if scope is not None:
        yield Outcome("scopes_no_cue_match", scope[0], 1, g, s, scope[1])


def _part_outcome(gold: Part, system: Part) -> tuple[str, str] | None:
    """Return kind and reason for the scopes of a pair, None if neither has one.

    2.2, lines 1076-1093 and 1470-1487: what gold has is right or a false
    negative; what gold lacks and the system has is a false positive.
    """
    if gold:
        return (TRUE_POSITIVE, EQUAL) if gold == system else (FALSE_NEGATIVE, DIFFERENT)
    return (FALSE_POSITIVE, ABSENT_IN_GOLD) if system else None


def _bare_scope(bare: Part) -> list[tuple[str, int]]:
    """Return the measure and the count of a scope without punctuation."""
    return [("scopes_no_punctuation", int(bool(bare)))]


def _bare_scope_outcomes(
    gold: Annotation, system: Annotation, pairs: Sequence[int | None], left: Sequence[int]
) -> Iterator[Outcome]:
    """Yield the outcomes of scopes without punctuation, where they are measured.

    2.0, lines 1352-1530: the same pairs, and the same rule as for scopes with punctuation.
    """
    # 2.2, lines 1342-1344, 1490-1506, 1521-1523, 1627-1630 and 1657-1659: no row of it shows them.
    if gold.bare_scopes is None or system.bare_scopes is None:
        return
    for index, (bare, partner) in enumerate(zip(gold.bare_scopes, pairs)):
        if partner is None:
            yield from _unpaired(_bare_scope(bare), FALSE_NEGATIVE, MISSED, gold=index)
        else:
            found = _part_outcome(bare, system.bare_scopes[partner])
            if found is not None:
                yield Outcome("scopes_no_punctuation", found[0], 1, index, partner, found[1])
    for index in left:
        unpaired = _bare_scope(system.bare_scopes[index])
        yield from _unpaired(unpaired, FALSE_POSITIVE, INVENTED, system=index)


def _event_outcomes(gold: Annotation, system: Annotation, pair: Rule) -> Iterator[Outcome]:
    """Yield the outcomes of events, which are paired on their own (2.2, lines 1672-1898).

    A paired but different event is counted, as a false negative, only when the
    loop over the system's negations goes on to a later one. (The loop that
    should count it at once compares up to a length that is never set.)
    """
    # 2.2, lines 1694-1757 pair, 1761-1793 compare, and 1811-1873 look for those that are left.
    pairs, left = pair([g.event for g in gold.negations], [s.event for s in system.negations])
    last = len(system.negations) - 1
    for index, (negation, partner) in enumerate(zip(gold.negations, pairs)):
        if partner is None:
            yield from _unpaired(_event(negation), FALSE_NEGATIVE, EVENT_MISSED, gold=index)
        elif negation.event == system.negations[partner].event:
            yield Outcome("events", TRUE_POSITIVE, 1, index, partner, EQUAL)
        elif partner == last:
            # 2.2, lines 1772-1793: the length of this loop is never set; 1795-1804 count in a later round.
            yield Outcome("events", NOT_COUNTED, 1, index, partner, EVENT_DIFFERENT_AND_LAST)
        else:
            yield Outcome("events", FALSE_NEGATIVE, 1, index, partner, DIFFERENT)
    for index in left:
        event = _event(system.negations[index])
        yield from _unpaired(event, FALSE_POSITIVE, EVENT_INVENTED, system=index)


def _event(negation: ReadNegation) -> list[tuple[str, int]]:
    """Return the measure and the count of an event (2.2, lines 1680-1688, 1795-1804, 1861-1870, 1883-1892)."""
    return [("events", int(bool(negation.event)))]


def is_error(gold: Annotation, system: Annotation, outcomes: Iterable[Outcome]) -> bool:
    """Return whether a sentence counts as one with an error.

    Only one side has negation, or some negation is not completely right. Events paired on their own
    do not matter.
    """
    # 2.2, lines 857, 1067, 1080, 1091, 1099, 1109, 1131, 1144, 1254 and 1289 set the flag.
    return gold.has_negation != system.has_negation or any(
        outcome.measured == "full_negations" and outcome.kind != TRUE_POSITIVE
        for outcome in outcomes
    )


def count(gold: Annotation, system: Annotation, outcomes: Sequence[Outcome]) -> Counts:
    """Return the counts of a sentence: the tally of its outcomes, and what each side has.

    2.2, lines 2044-2050 for the sentences with errors, 491-504 for all. A negation without cue adds no cue (gold may have some).
    """
    if not gold.has_negation and not system.has_negation:
        return WITHOUT_NEGATION
    tallies = {
        measured: [in_gold, in_system, 0, 0, 0]
        for measured, in_gold, in_system in zip(MEASURED, _numbers(gold), _numbers(system))
    }
    for measured, kind, amount, _, _, _ in outcomes:
        if kind != NOT_COUNTED:
            tallies[measured][_PLACES[kind]] += amount
    error = is_error(gold, system, outcomes)
    return Counts._make(
        [
            *map(Tally._make, tallies.values()),
            1,
            int(gold.has_negation),
            int(error),
            int(error and gold.has_negation),
            NO_INSTANCES,
        ]
    )


_PLACES = {
    kind: Tally._fields.index(kind) for kind in (TRUE_POSITIVE, FALSE_POSITIVE, FALSE_NEGATIVE)
}


def _numbers(annotation: Annotation) -> tuple[int, ...]:
    """Return how many there are in an annotation of what each of `MEASURED` measures."""
    # 2.2, lines 599-619 and 739-758.
    cues = scopes = events = 0
    for cue, scope, event in annotation.negations:
        cues += bool(cue)
        scopes += bool(scope)
        events += bool(event)
    bare = 0 if annotation.bare_scopes is None else scopes
    return cues, scopes, scopes, annotation.scope_tokens, events, cues, bare
