"""A sentence without one kind of error: the system's annotation mended, and judged by the scorer's rules.

After TIDE (Bolya et al., ECCV 2020), which puts each kind of error right alone and scores again. Here
that is exact: what a mended sentence counts as is what the original counts in a file so mended.
"""

from __future__ import annotations

from itertools import repeat

from ..legacy.annotations import NO_NEGATION, Annotation
from ..legacy.outcomes import count, judge
from ..legacy.parts import PARTS_NEEDED
from .negations import PART_OF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..ground.counts import Counts
    from ..legacy.annotations import Part, ReadNegation
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from .negations import Marked, NegationPair

    WithBare = tuple[ReadNegation, Part]
    """A negation with its scope without punctuation, empty where that is not measured."""


def counts_without(
    judged: Judged,
    pairs: Sequence[NegationPair],
    marked: tuple[Sequence[Marked], Sequence[Marked]],
    kinds: Sequence[str],
    original: Original,
) -> Iterator[tuple[str, Counts | None]]:
    """Yield each of `kinds` that a sentence has, and what it counts as when those errors are put right.

    `marked` are the negations of gold and system as they are marked, in whose order missed ones are put
    in. None stands for a sentence at which the scorer would stop.
    """
    for kind in kinds:
        wrong = [pair for pair in pairs if kind in pair.errors]
        if wrong:
            mended = _mended(kind, wrong, judged, marked, bool(original.bare_scopes))
            if _stops(mended, original):
                yield kind, None
            else:
                outcomes = judge(judged.gold, mended, original)
                yield kind, count(judged.gold, mended, outcomes)


def _mended(
    kind: str,
    wrong: Sequence[NegationPair],
    judged: Judged,
    marked: tuple[Sequence[Marked], Sequence[Marked]],
    has_bare: bool,
) -> Annotation:
    """Return the system's annotation of a sentence in which some pairs are put right."""
    golds, systems = _with_bare(judged.gold), _with_bare(judged.system)
    # Where a scorer compares one with several of gold's, it becomes as the first of these.
    partners = {pair.system: pair.gold for pair in reversed(wrong)}
    part = PART_OF.get(kind, "scope")
    found = []
    for number, (negation, (read, bare)) in enumerate(zip(marked[1], systems), start=1):
        if number in partners:
            gold = partners[number]
            if gold is None:
                continue
            own, own_bare = golds[gold - 1]
            read = read._replace(**{part: getattr(own, part)})
            bare = own_bare if part == "scope" else bare
        found.append((_first_token(negation), (read, bare)))
    for pair in wrong:
        if pair.system is None and pair.gold is not None:
            first = _first_token(marked[0][pair.gold - 1])
            later = [place for place, (token, _) in enumerate(found) if token > first]
            found.insert(later[0] if later else len(found), (first, golds[pair.gold - 1]))
    if not found:
        return NO_NEGATION
    negations = tuple([read for _, (read, _) in found])
    more = sum(len(one.scope) for one in negations)
    less = sum(len(one.scope) for one in judged.system.negations)
    return Annotation(
        True,
        negations,
        judged.system.scope_tokens + more - less,
        judged.system.beyond,
        tuple([bare for _, (_, bare) in found]) if has_bare else None,
    )


def _with_bare(side: Annotation) -> list[WithBare]:
    """Return a side's negations, each with its scope without punctuation."""
    return list(zip(side.negations, side.bare_scopes or repeat(())))


def _first_token(negation: Marked) -> int:
    """Return the position of a negation's first cue token, -1 for one without cue."""
    return negation.cue[0][0] if negation.cue else -1


def _stops(system: Annotation, original: Original) -> bool:
    """Return True if the scorer stops at a sentence with this annotation of the system."""
    needed = PARTS_NEEDED[original.parts_needed]
    parts = (*needed.system_first, *needed.system_then)
    has_all_cues = all(negation.cue for negation in system.negations)
    return not has_all_cues or any(needed.missing(system, parts))
