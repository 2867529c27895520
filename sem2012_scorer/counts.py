"""Counts: immutable, addable, with a zero.

Everything the report prints is derived from sums of these. Measures are never
averaged; counts are added and measured afterwards.
"""

from __future__ import annotations

from collections import namedtuple
from operator import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


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
        ),
        defaults=(Tally(), Tally(), Tally(), Tally(), Tally(), Tally(), 0, 0, 0, 0),
    )
):
    """The counts of a sentence, of a file, or of several files.

    Six tallies, then four numbers of sentences: all; those with negation in
    gold; those with an error; those with negation in gold and an error.
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

    def __add__(self, other: Counts) -> Counts:  # type: ignore[override]
        return Counts._make(map(add, self, other))


MEASURED = Counts._fields[:6]
"""The names of the tallies in `Counts`: what is measured."""


def total(counts: Iterable[Counts]) -> Counts:
    """Return the sum of `counts`: zero if there are none."""
    return sum(counts, Counts())
