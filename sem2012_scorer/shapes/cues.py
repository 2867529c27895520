"""Cues that are affixes, with the base of their word, and gold's cues for scopes that were predicted."""

from __future__ import annotations

from ..corpora.sentences import Negation, Sentence, ShapeError, position_of
from ..ground.wording import plural
from .grouping import grouped
from .labels import CUE, SCOPE, Span
from .placing import Grouping

TYPE_CHECKING = False
if TYPE_CHECKING:
    Items = tuple[int | tuple[int, str], ...]


def with_base(negation: Negation, word: str) -> Negation:
    """Return a negation whose cue is an affix, with the rest of its word in the scope, and in the event.

    So it is in all 228 such negations of CD-SCO.
    """
    ((position, string),) = negation.cue  # type: ignore[misc]
    base = word.removeprefix(string) if word.startswith(string) else word.removesuffix(string)
    if base == word:
        return negation
    others = [item for item in negation.scope if position_of(item) != position]
    scope = sorted([*others, (position, base)], key=position_of)
    event = tuple([(position, base) if item == position else item for item in negation.event])
    return negation._replace(scope=tuple(scope), event=event)


def affix_of(word: str, affix: str) -> str:
    """Return how a word writes an affix with which it begins or ends, "" if it does not."""
    small, wanted = word.lower(), affix.strip().lower()
    if not wanted or len(wanted) >= len(word) or len(small) != len(word):
        return ""
    if small.startswith(wanted):
        return word[: len(wanted)]
    return word[-len(wanted) :] if small.endswith(wanted) else ""


def with_golds_cues(
    records: list[tuple[Negation, ...]], in_gold: Sentence, grouping: Grouping, where: str
) -> list[Negation]:
    """Return scopes predicted for gold's cues as negations with these.

    There is one record for each negation of gold, in their order, or one for the sentence,
    whose runs of scope are grouped. At an affixal cue, a scope is of the rest of its
    word; another cue is not in its scope. Raises ShapeError for another number of records.
    """
    golds = in_gold.negations
    if len(records) != len(golds) and len(records) != 1:
        raise ShapeError(
            "%s: %s, and gold's sentence %s has %s"
            % (where, plural(len(records), "record"), in_gold.name, plural(len(golds), "negation"))
        )
    if len(records) == len(golds):
        scopes = [[item for one in record for item in one.scope] for record in records]
    else:
        cues = [Span(CUE, negation.cue) for negation in golds]
        runs = [run for one in records[0] for run in _runs(one.scope)]
        made = grouped([*cues, *runs], grouping, lambda *told: None)
        scopes = [list(one.scope) for one in made if one.cue]
    negations = []
    for negation, scope in zip(golds, scopes):
        cells = {position_of(item): item for item in scope}
        for item in negation.cue:
            position = position_of(item)
            own = cells.pop(position, None)
            if own is not None and not isinstance(item, int):
                word = in_gold.tokens[position].word
                cells[position] = (position, word.replace(item[1], "", 1))
        negations.append(Negation(negation.cue, [cells[at] for at in sorted(cells)]))
    return negations


def _runs(scope: Items) -> list[Span]:
    """Return the runs of neighbouring tokens of a scope."""
    runs: list[list[int | tuple[int, str]]] = []
    for item in scope:
        if runs and position_of(runs[-1][-1]) + 1 == position_of(item):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [Span(SCOPE, tuple(run)) for run in runs]
