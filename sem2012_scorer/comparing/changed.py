"""What systems do differently from a baseline, sentence by sentence: the cards of the explanation, with what changed."""

from __future__ import annotations

from itertools import islice

from ..explaining.cards import Card, card_of, members_of
from ..explaining.explained import TP, explained
from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..explaining.cards import Member
    from ..explaining.explained import Explained, Why
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from .differences import SystemRuns

FIXED, BROKEN, BOTH_WRONG = "fixed", "broken", "both wrong"
DIRECTIONS = {
    FIXED: "the baseline is wrong, the system is right (of runs: right in more of them)",
    BROKEN: "the baseline is right, the system is wrong (of runs: right in fewer)",
    BOTH_WRONG: "both are wrong, in different ways",
}
"""What may become of a row in a sentence, and what that means."""


class Changed(Record):
    """A sentence that some system does differently from the baseline, and how much of it changes.

    `weight` adds up over rows and systems: 1 where one is right and the other wrong, of runs the difference of the
    shares that are right.
    """

    card: Card
    weight: float


def members_compared(systems: Sequence[SystemRuns]) -> list[Member]:
    """Return what the systems and their runs are called in a listing."""
    return members_of((system.name, [run.name for run in system.runs]) for system in systems)


def changed_sentences(systems: Sequence[SystemRuns], original: Original) -> Iterator[Changed]:
    """Yield the sentences in which a system differs from the first.

    The systems' sentences were kept: see `systems.Golds`.
    """
    runs = [run for system in systems for run in system.runs]
    for files in zip(*[run.files for run in runs]):
        for several in zip(*[file.judged for file in files]):
            # Most sentences are the same in all; they need no explanation.
            if any(_differ(several[0], other) for other in several[1:]):
                sentences = [explained(judged, original, with_costs=False) for judged in several]
                found = changed(systems, sentences, original)
                if found is not None:
                    yield found


def _differ(one: Judged, other: Judged) -> bool:
    return one[1:] != other[1:] or one.block.system != other.block.system


def changed(
    systems: Sequence[SystemRuns], sentences: Sequence[Explained], original: Original
) -> Changed | None:
    """Return how systems differ from the first in a sentence, given for each run; None if no row does."""
    rest = iter(sentences)
    by_system = [[*islice(rest, len(system.runs))] for system in systems]
    directions: dict[str, dict[str, str]] = {}
    weight = 0.0
    for system, own in zip(systems[1:], by_system[1:]):
        for measured in original.table.measured:
            before, after = (
                [outcomes_in(one, measured) for one in side] for side in (by_system[0], own)
            )
            wrong = [_share_wrong(side) for side in (before, after)]
            weight += abs(wrong[0] - wrong[1])
            if wrong[0] != wrong[1]:
                direction = FIXED if wrong[0] > wrong[1] else BROKEN
            elif wrong[0] and {*map(tuple, before)} != {*map(tuple, after)}:
                direction = BOTH_WRONG
            else:
                continue
            directions.setdefault(system.name, {})[measured] = direction
    if not directions:
        return None
    card = card_of(enumerate(sentences))._replace(directions=directions)
    return Changed(card, weight)


def _share_wrong(runs: Sequence[Sequence[Why]]) -> float:
    return sum(any(why.kind != TP for why in outcomes) for outcomes in runs) / len(runs)


def outcomes_in(sentence: Explained, measured: str) -> list[Why]:
    """Return what a sentence's negations counted as in the rows of what is measured."""
    return [why for why in sentence.outcomes if why.measured == measured]
