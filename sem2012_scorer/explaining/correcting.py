"""A sentence without one kind of error: the system's annotation corrected, and judged by the scorer's rules.

What a corrected sentence counts as is what the original counts in a file so corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..common.counts import Counts
from ..port.annotation import Annotation, PortNegation
from ..port.counting import ScoredSentence, check_system
from ..port.outcomes import outcomes
from ..port.perl import Abort
from ..port.scripts import Original
from ..reporting.scoring import counts_of
from .negations import PART_OF, MarkedNegation, NegationPair


def counts_without(
    judged: ScoredSentence,
    wrong: Mapping[str, Sequence[NegationPair]],
    gold: Sequence[MarkedNegation],
    system: Sequence[MarkedNegation],
    original: Original,
) -> Iterator[tuple[str, Counts | None]]:
    """Yield each kind of error that a sentence has, and what it counts as when these are corrected.

    `wrong` are the pairs with a kind of error; `gold` and `system` the negations as they are marked,
    in whose order missed ones are added. None stands for a sentence at which the scorer would abort.
    """
    for kind, pairs in wrong.items():
        if pairs:
            annotation = _corrected(kind, pairs, judged, gold, system)
            try:
                check_system(annotation, judged.block, original)
            except Abort:
                yield kind, None
            else:
                counted = [*outcomes(judged.gold, annotation, original)]
                again = ScoredSentence(judged.block, judged.gold, annotation, counted)
                yield kind, counts_of(again, original)


def _corrected(
    kind: str,
    wrong: Sequence[NegationPair],
    judged: ScoredSentence,
    gold: Sequence[MarkedNegation],
    system: Sequence[MarkedNegation],
) -> Annotation | None:
    golds = judged.gold.negations if judged.gold is not None else ()
    before = judged.system or Annotation(())
    # Where a scorer compares one with several of gold's, it becomes as the first of these.
    partners = {pair.system: pair.gold for pair in reversed(wrong)}
    part = PART_OF.get(kind, "scope")
    corrected: list[tuple[int, PortNegation]] = []
    for number, (negation, read) in enumerate(zip(system, before.negations), start=1):
        if number in partners:
            partner = partners[number]
            if partner is None:
                continue
            in_gold = golds[partner - 1]
            read = read._replace(**{part: getattr(in_gold, part)})
            read = read._replace(bare=in_gold.bare) if part == "scope" else read
        corrected.append((_first_token(negation), read))
    for pair in wrong:
        if pair.system is None and pair.gold is not None:
            first = _first_token(gold[pair.gold - 1])
            later = [place for place, (token, _) in enumerate(corrected) if token > first]
            corrected.insert(later[0] if later else len(corrected), (first, golds[pair.gold - 1]))
    if not corrected:
        return None
    negations = [read for _, read in corrected]
    more = sum(len(after.scope) for after in negations) - sum(
        len(n.scope) for n in before.negations
    )
    return Annotation(negations, before.scope_tokens + more, before.beyond)


def _first_token(negation: MarkedNegation) -> int:
    """Return the position of a negation's first cue token, -1 for one without cue."""
    return negation.cue[0][0] if negation.cue else -1
