"""From spans to negations: which cue is a negation of its own, and whose a scope is."""

from __future__ import annotations

from .labels import CUE
from .options import SCOPES_TO
from .sentences import PARTS, Negation, position_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .labels import Span
    from .source import Remarked

    Positions = list[int]
    Owners = Callable[[Positions, list[Positions]], list[int]]

CHOICE = "sentences in which a scope could be of several cues (%s)"
"""What is remarked where there was a choice; the blank names what was chosen."""
SEVERAL_CUES = "cues of several spans, read as one (--scopes-to one)"


def _distance(run: Positions, cue: Positions) -> int:
    return min(abs(one - other) for one in run for other in cue)


def _nearest(run: Positions, cues: list[Positions]) -> list[int]:
    """Return the cue that is nearest to a run of scope, the one before at equal distance.

    A cue is as far from the run as their nearest tokens are.
    """
    return [
        min(
            range(len(cues)),
            key=lambda at: (_distance(run, cues[at]), min(cues[at]) > min(run), at),
        )
    ]


def _last(run: Positions, cues: list[Positions]) -> list[int]:
    """Return the last cue that begins before a run of scope, the first one if there is none."""
    before = [at for at, cue in enumerate(cues) if min(cue) < min(run)]
    return [max(before, key=lambda at: min(cues[at])) if before else 0]


def _touching(run: Positions, cues: list[Positions]) -> list[int]:
    """Return all cues next to a run of scope, the nearest one if there is none."""
    return [at for at, cue in enumerate(cues) if _distance(run, cue) <= 1] or _nearest(run, cues)


def _all(run: Positions, cues: list[Positions]) -> list[int]:
    """Return all cues."""
    return list(range(len(cues)))


OWNERS: dict[str, Owners] = dict(
    zip(SCOPES_TO, (_nearest, _last, _touching, _all))  # the last of them is `ONE`
)
"""The cues that a run of scope is given to, by the names in `SCOPES_TO`."""


def grouped(
    spans: Sequence[Span], scopes_to: str, remarked: Remarked, what: str = ""
) -> tuple[Negation, ...]:
    """Return the negations of spans: each cue one, with the runs of scope and event that it owns.

    `scopes_to` is one of `SCOPES_TO`. `remarked` is called where a run could have gone to several cues, with `what`
    for the sentence, and where there is no cue: such spans are one negation without.
    """
    cues = [span.items for span in spans if span.kind == CUE]
    owners = OWNERS.get(scopes_to)
    if len(cues) < 2 or owners is None:
        if len(cues) > 1:
            remarked(position_of(cues[1][0]), SEVERAL_CUES, what)
        return (_one(spans),) if spans else ()
    places = [[position_of(item) for item in cue] for cue in cues]
    own: list[dict[str, list[int | tuple[int, str]]]] = [
        {part: [] for part in PARTS} | {CUE: list(cue)} for cue in cues
    ]
    has_choice = False
    for span in spans:
        if span.kind == CUE:
            continue
        has_choice = True
        for owner in owners([position_of(item) for item in span.items], places):
            own[owner][span.kind] += span.items
    if has_choice:
        remarked(places[0][0], CHOICE % ("--scopes-to " + scopes_to), what)
    return tuple([Negation(*[in_order(parts[part]) for part in PARTS]) for parts in own])


def _one(spans: Sequence[Span]) -> Negation:
    """Return all spans as one negation."""
    return Negation(
        *[in_order([item for s in spans if s.kind == part for item in s.items]) for part in PARTS]
    )


def in_order(items: list[int | tuple[int, str]]) -> list[int | tuple[int, str]]:
    """Return the items of a part in the order of their tokens, each token once."""
    found = {position_of(item): item for item in reversed(items)}
    return [found[position] for position in sorted(found)]
