"""What two systems do differently, sentence by sentence: as values and as JSON lines."""

from __future__ import annotations

from ..explaining.explained import TP, explained
from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..explaining.explained import Explained, Why
    from ..legacy.originals import Original
    from .systems import ReadSystem

FIXED, BROKEN, BOTH_WRONG = "fixed", "broken", "both wrong"
DIRECTIONS = {
    FIXED: "the baseline is wrong, the system is right",
    BROKEN: "the baseline is right, the system is wrong",
    BOTH_WRONG: "both are wrong, in different ways",
}
"""What may become of a row in a sentence, and what that means."""


class Changed(Record):
    """A sentence that two systems do differently.

    `directions` say for each row that changed, by what it measures, what
    became of it: a key of `DIRECTIONS`.
    """

    system: str
    baseline: Explained
    other: Explained
    directions: dict[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence for JSON."""
        one, other = self.baseline.to_dict(), self.other.to_dict()
        found = {
            name: one[name] for name in ("sentence", "first_line", "last_line", "words", "gold")
        }
        found["against"] = self.system
        found["directions"] = self.directions
        for name, side in (("baseline", one), ("system", other)):
            found[name] = {
                "negations": side["system"],
                "outcomes": side["outcomes"],
                "errors": side["errors"],
            }
        return found


def changed_sentences(systems: Sequence[ReadSystem], original: Original) -> Iterator[Changed]:
    """Yield the sentences in which a system differs from the first, system by system.

    The systems' sentences were kept: see `read_systems`.
    """
    baseline, *others = systems
    for system in others:
        shown = system.name if len(others) > 1 else ""
        for file, other_file in zip(baseline.judged, system.judged):
            for one, other in zip(file, other_file):
                # Most sentences are the same in both; they need no explanation.
                if one[1:] != other[1:] or one.block.system != other.block.system:
                    sides = explained(one, original), explained(other, original)
                    found = changed(shown, *sides, original)
                    if found is not None:
                        yield found


def changed(
    system: str, baseline: Explained, other: Explained, original: Original
) -> Changed | None:
    """Return how two systems differ in a sentence, or None if no row of the report does."""
    directions = {}
    for measured in original.table.measured:
        before, after = (outcomes_in(side, measured) for side in (baseline, other))
        if before == after:
            continue
        wrong = [any(why.kind != TP for why in outcomes) for outcomes in (before, after)]
        if wrong[0] and wrong[1]:
            directions[measured] = BOTH_WRONG
        elif wrong[0] or wrong[1]:
            directions[measured] = FIXED if wrong[0] else BROKEN
    return Changed(system, baseline, other, directions) if directions else None


def outcomes_in(sentence: Explained, measured: str) -> list[Why]:
    """Return what a sentence's negations counted as in the rows of what is measured."""
    return [why for why in sentence.outcomes if why.measured == measured]
