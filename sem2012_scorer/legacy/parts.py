"""At which negations without cue, scope or event a script stops: the rules, by name."""

from __future__ import annotations

from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .annotations import Annotation

    Missing = Iterator[tuple[int, str]]
    """Indexes of negations, each with the name of a part that it lacks."""

CUE, SCOPE, EVENT = "cue", "scope", "event"


def each(annotation: Annotation, parts: Sequence[str]) -> Missing:
    """Yield every one of `parts` that a negation lacks, negation by negation."""
    for index, negation in enumerate(annotation.negations):
        for part in parts:
            if not getattr(negation, part):
                yield index, part


def before_another(annotation: Annotation, parts: Sequence[str]) -> Missing:
    """Yield those that a later negation has, or columns beyond those of the last line.

    The script gives each part a list when it meets its first word, and empty
    lists to the negations at the end that have got none. Those before another
    are left without.
    """
    for index, part in each(annotation, parts):
        later = annotation.negations[index + 1 :]
        if part in annotation.beyond or any(getattr(negation, part) for negation in later):
            yield index, part


class PartsNeeded(Record):
    """What a script needs: the parts that it asks for, in its order, and which it can do without.

    `gold` are asked for in each of gold's negations; `system_first` in the
    system's, before each must have a cue; `system_then` after that. `missing`
    finds those at which the script stops.
    """

    gold: tuple[str, ...] = ()
    system_first: tuple[str, ...] = ()
    system_then: tuple[str, ...] = ()
    missing: Callable[[Annotation, Sequence[str]], Missing] = each

    @property
    def are_all_needed(self) -> bool:
        """Whether every negation of either side needs each part."""
        return bool(self.gold) and self.missing is each


PARTS_NEEDED = {
    "none": PartsNeeded(),
    "all": PartsNeeded((CUE, SCOPE, EVENT), (CUE, SCOPE, EVENT)),
    "before another": PartsNeeded(
        (CUE, EVENT, SCOPE), (CUE,), (EVENT, SCOPE), missing=before_another
    ),
}
"""The rules by name: of 2.2, of scorer_task2 (lines 558-582 and 687-711), of the teaching copy."""
