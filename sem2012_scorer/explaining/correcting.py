"""A sentence without one kind of error: the system's annotation corrected, and judged by the scorer's rules.

In: a scored sentence, and its pairs with each kind of error. Out: what it counts as without these
(`sentence_counts_after_correcting`). What a corrected sentence counts as is what the original counts in a file so corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..common.counts import Counts
from ..port.annotation import Annotation, PortNegation
from ..port.counting import ScoredSentence, require_parts_of_scored_sentence
from ..port.outcomes import outcomes
from ..port.perl import Abort
from ..port.scripts import Original
from ..reporting.scoring import scoring_counts_of_sentence
from .negations import PART_OF, MarkedNegation, NegationPair


def sentence_counts_after_correcting(
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
            annotation = _correct_kind(kind, pairs, judged, gold, system)
            try:
                require_parts_of_scored_sentence(annotation, judged.block, original)
            except Abort:
                yield kind, None
            else:
                counted = list(outcomes(judged.gold, annotation, original))
                again = ScoredSentence(judged.block, judged.gold, annotation, counted)
                yield kind, scoring_counts_of_sentence(again, original)


def _correct_kind(
    kind: str,
    wrong: Sequence[NegationPair],
    judged: ScoredSentence,
    gold: Sequence[MarkedNegation],
    system: Sequence[MarkedNegation],
) -> Annotation | None:
    """Return the system's annotation without a kind of error, None if no negation is left."""
    in_gold: Sequence[PortNegation] = ()
    if judged.gold is not None:
        in_gold = judged.gold.negations
    before = judged.system or Annotation(())
    corrected = _change_negations(kind, wrong, before.negations, system, in_gold)
    for pair in wrong:
        if pair.system is None and pair.gold is not None:
            first = _first_token(gold[pair.gold - 1])
            _insert_in_order(corrected, _PlacedNegation(first, in_gold[pair.gold - 1]))
    if not corrected:
        return None
    negations = [negation for _, negation in corrected]
    more = _scope_tokens(negations) - _scope_tokens(before.negations)
    return Annotation(negations, before.scope_tokens + more, before.beyond)


class _PlacedNegation(NamedTuple):
    """A negation, and the position of its first cue token."""

    first: int
    negation: PortNegation


def _change_negations(
    kind: str,
    wrong: Sequence[NegationPair],
    before: Sequence[PortNegation],
    system: Sequence[MarkedNegation],
    in_gold: Sequence[PortNegation],
) -> list[_PlacedNegation]:
    """Return the system's negations with the wrong part as in gold, without those that are invented."""
    # Where a scorer compares one with several of gold's, it becomes as the first of these.
    partners = {pair.system: pair.gold for pair in reversed(wrong)}
    part = PART_OF.get(kind, "scope")
    changed = []
    for number, (marked, negation) in enumerate(zip(system, before), start=1):
        if number in partners:
            partner = partners[number]
            if partner is None:
                continue
            right = in_gold[partner - 1]
            negation = negation._replace(**{part: getattr(right, part)})
            if part == "scope":
                negation = negation._replace(bare=right.bare)
        changed.append(_PlacedNegation(_first_token(marked), negation))
    return changed


def _insert_in_order(negations: list[_PlacedNegation], added: _PlacedNegation) -> None:
    """Insert a negation before the first whose cue begins later."""
    for index, (first, _) in enumerate(negations):
        if first > added.first:
            negations.insert(index, added)
            return
    negations.append(added)


def _scope_tokens(negations: Sequence[PortNegation]) -> int:
    return sum(len(negation.scope) for negation in negations)


def _first_token(negation: MarkedNegation) -> int:
    """Return the position of a negation's first cue token, -1 for one without cue."""
    if not negation.cue:
        return -1
    return negation.cue[0][0]
