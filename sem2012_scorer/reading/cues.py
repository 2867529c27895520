"""Cues that are affixes, with the base of their word, and gold's cues for scopes that were predicted."""

from __future__ import annotations

from ..ground.wording import plural
from .grouping import grouped
from .labels import CUE, EVENT, SCOPE, Span
from .sentences import Negation, Sentence, ShapeError, position_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .source import Remarked

    Items = tuple[int | tuple[int, str], ...]


def base_of(word: str, affix: str) -> str:
    """Return the base of a word without an affix: what stands before it, or else after it; "" without either.

    So gold writes it in all 228 such negations of CD-SCO: un|happy, care|less|ness.
    """
    if word.startswith(affix):
        return word[len(affix) :]
    at = word.rfind(affix)
    return word[:at] if at > 0 else ""


def with_base(negation: Negation, word: str) -> Negation:
    """Return a negation whose cue is an affix, with the base of its word in the scope, and in the event."""
    ((position, string),) = negation.cue  # type: ignore[misc]
    base = base_of(word, string)
    if not base:
        return negation
    others = [item for item in negation.scope if position_of(item) != position]
    scope = sorted([*others, (position, base)], key=position_of)
    event = tuple([(position, base) if item == position else item for item in negation.event])
    return negation._replace(scope=tuple(scope), event=event)


ENDINGS = ("ness", "ly", "nesses")
"""What may follow an affix at the end of a word: care-less-ness, help-less-ly."""


def affix_of(word: str, affix: str) -> str:
    """Return how a word writes an affix with which it begins or ends, "" if it does not."""
    small, wanted = word.lower(), affix.strip().lower()
    if not wanted or len(wanted) >= len(word) or len(small) != len(word):
        return ""
    if small.startswith(wanted):
        return word[: len(wanted)]
    for ending in ("", *ENDINGS):
        at = len(word) - len(wanted) - len(ending)
        if at > 0 and small[at:] == wanted + ending:
            return word[at : at + len(wanted)]
    return ""


REPLACED = "cues that were predicted, replaced by gold's (--gold-cues)"
NOT_GOLDS = "scopes and events in sentences in which gold has no cue, left out (--gold-cues)"


def with_golds_cues(
    records: list[tuple[Negation, ...]],
    in_gold: Sentence,
    scopes_to: str,
    where: str,
    remarked: Remarked,
) -> list[Negation]:
    """Return scopes and events predicted for gold's cues as negations with these.

    There is one record for each negation of gold, in their order, or one for the sentence,
    whose runs are grouped. At an affixal cue, a scope is of the rest of its
    word; another cue is not in its scope. `remarked` is called for what is replaced or left out.
    Raises ShapeError for another number of records.
    """
    golds = in_gold.negations
    every = [negation for record in records for negation in record]
    if any(negation.cue for negation in every):
        remarked(None, REPLACED, in_gold.name)
    if not golds:
        if any(negation.scope or negation.event for negation in every):
            remarked(None, NOT_GOLDS, in_gold.name)
        return []
    if len(records) not in (len(golds), 1):
        raise ShapeError(
            "%s: %s, and gold's sentence %s has %s"
            % (where, plural(len(records), "record"), in_gold.name, plural(len(golds), "negation"))
        )
    if len(records) == len(golds):
        made = [
            Negation(
                gold.cue,
                [item for one in record for item in one.scope],
                [item for one in record for item in one.event],
            )
            for gold, record in zip(golds, records)
        ]
    else:
        runs = [
            run
            for one in every
            for kind, part in ((SCOPE, one.scope), (EVENT, one.event))
            for run in _runs(kind, part)
        ]
        cues = [Span(CUE, negation.cue) for negation in golds]
        made = list(grouped([*cues, *runs], scopes_to, remarked, in_gold.name))
    return [_without_cue(negation, in_gold) for negation in made]


def _without_cue(negation: Negation, in_gold: Sentence) -> Negation:
    """Return a negation whose cue is not in its scope: of an affix's word, the rest is."""
    cells = {position_of(item): item for item in negation.scope}
    for item in negation.cue:
        position = position_of(item)
        own = cells.pop(position, None)
        if own is not None and not isinstance(item, int):
            base = base_of(in_gold.tokens[position].word, item[1])
            if base:
                cells[position] = (position, base)
    return negation._replace(scope=tuple([cells[at] for at in sorted(cells)]))


def _runs(kind: str, part: Items) -> list[Span]:
    """Return the runs of neighbouring tokens of a part."""
    runs: list[list[int | tuple[int, str]]] = []
    for item in part:
        if runs and position_of(runs[-1][-1]) + 1 == position_of(item):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [Span(kind, tuple(run)) for run in runs]
