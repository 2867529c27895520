"""Counts: immutable, addable, with a zero.

Everything the report prints is derived from sums of these. Measures are never
averaged; counts are added and measured afterwards.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import islice
from operator import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Tally(
    namedtuple(
        "Tally",
        ("gold", "system", "true_positives", "false_positives", "false_negatives"),
        defaults=(0, 0, 0, 0, 0),
    )
):
    """What one measure counts: five numbers of things (negations, scopes, tokens, events).

    `gold` and `system` say how many each side has. They need not be sums of
    the other three: the originals count a partial match as a false negative
    only, and some differences nowhere.
    """

    __slots__ = ()
    gold: int
    system: int
    true_positives: int
    false_positives: int
    false_negatives: int

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        return Tally._make(map(add, self, other))


class ScopeSums(namedtuple("ScopeSums", ("name", "precision", "recall"))):
    """The sums of a scope scoring's two scores over matched instances, as fractions."""

    __slots__ = ()
    name: str
    precision: float
    recall: float

    def __add__(self, other: ScopeSums) -> ScopeSums:  # type: ignore[override]
        return ScopeSums(self.name, self.precision + other.precision, self.recall + other.recall)


class InstanceCounts(
    namedtuple(
        "InstanceCounts",
        (
            "gold",
            "system",
            "matched",
            "gold_scope_tokens",
            "system_scope_tokens",
            "common_scope_tokens",
            "scope_sums",
        ),
        defaults=(0, 0, 0, 0, 0, 0, ()),
    )
):
    """What negation-instance scoring counts.

    Instances of gold and system; those matched; the scope tokens of all of
    gold's and of all of the system's instances; those that matched instances
    have in common; and for each scope scoring its `ScopeSums`.
    """

    __slots__ = ()
    gold: int
    system: int
    matched: int
    gold_scope_tokens: int
    system_scope_tokens: int
    common_scope_tokens: int
    scope_sums: tuple[ScopeSums, ...]

    def __add__(self, other: InstanceCounts) -> InstanceCounts:  # type: ignore[override]
        if self.scope_sums and other.scope_sums:
            names = [[sums.name for sums in side.scope_sums] for side in (self, other)]
            if names[0] != names[1]:
                raise ValueError("counts of different scope scorings cannot be added: %r" % names)
            sums = tuple(map(add, self.scope_sums, other.scope_sums))
        else:
            sums = self.scope_sums or other.scope_sums
        return InstanceCounts._make([*map(add, self[:-1], other[:-1]), sums])


NO_INSTANCES = InstanceCounts()
"""What is counted of instances where they are not scored."""


class Counts(
    namedtuple(
        "Counts",
        (
            "cues",
            "scopes",
            "scopes_no_cue_match",
            "scope_tokens",
            "events",
            "full_negations",
            "sentences",
            "negation_sentences",
            "error_sentences",
            "error_negation_sentences",
            "instances",
        ),
        defaults=(
            Tally(),
            Tally(),
            Tally(),
            Tally(),
            Tally(),
            Tally(),
            0,
            0,
            0,
            0,
            NO_INSTANCES,
        ),
    )
):
    """The counts of a sentence, of a file, or of several files.

    Six tallies, then four numbers of sentences: all; those with negation in
    gold; those with an error; those with negation in gold and an error. Last
    what negation-instance scoring counts: nothing, unless it is asked for.
    Counts add up: ``sum(counts, Counts())``.
    """

    __slots__ = ()
    cues: Tally
    scopes: Tally
    scopes_no_cue_match: Tally
    scope_tokens: Tally
    events: Tally
    full_negations: Tally
    sentences: int
    negation_sentences: int
    error_sentences: int
    error_negation_sentences: int
    instances: InstanceCounts

    def __add__(self, other: Counts) -> Counts:  # type: ignore[override]
        return Counts._make(map(add, self, other))


MEASURED = Counts._fields[:6]
"""The names of the tallies in `Counts`: what is measured."""


WITHOUT_NEGATION = Counts(sentences=1)
"""The counts of a sentence in which neither side has negation: most sentences."""


def total(counts: Iterable[Counts]) -> Counts:
    """Return the sum of `counts`: zero if there are none.

    The many that are `WITHOUT_NEGATION` itself are counted, not added; the
    others are added column by column, some at a time.
    """
    counts = iter(counts)
    result = Counts()
    without = 0
    while some := list(islice(counts, 256)):
        added = [one for one in some if one is not WITHOUT_NEGATION]
        without += len(some) - len(added)
        result = _added([result, *added])
    return result + WITHOUT_NEGATION._replace(sentences=without)


def _added(several: Sequence[Counts]) -> Counts:
    """Return the sum of `several` counts, the same as of adding one after the other."""
    columns = list(zip(*several))
    tallies = (Tally._make(map(sum, zip(*column))) for column in columns[: len(MEASURED)])
    sentences = map(sum, columns[len(MEASURED) : -1])
    # The scores of instances are added in their order: floating-point sums depend on it.
    instances = sum((one for one in columns[-1] if one is not NO_INSTANCES), NO_INSTANCES)
    return Counts._make([*tallies, *sentences, instances])
