"""Where a script divides by zero at the end: in the order in which it divides."""

from __future__ import annotations

from ..ground.measures import SCORES, STOPS
from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..ground.counts import Counts
    from .originals import Original


class ByZero(Record):
    """A division by zero: which of the script's divisions it is, and what is missing.

    `number` counts the divisions for the rows of the report, from 0; None for
    those by a number of sentences.
    """

    number: int | None
    nothing: str


NO_SENTENCE = "sentence"
NO_NEGATION_SENTENCE = "sentence with negation"

MISSING = {
    "precision": "true positive and no false positive in the row %s",
    "recall": "true positive and no false negative in the row %s",
    "f1": "true positive in the row %s",
}
"""Of what there is none where a score of a row is undefined."""


def by_zero(counts: Counts, original: Original) -> Iterator[ByZero]:
    """Yield the script's divisions by zero, in its order; it stops at the first.

    2.2, lines 2382-2383: percentages of the sentences and of those with
    negation. 1.0 divides for each row before that, without a guard (1.0, lines
    1493-1507), and F1 by the sum of the two percentages as they are printed.
    """
    if original.undefined_scores == STOPS:
        for number, row in enumerate(original.table.rows):
            for score in row.scores(row.tally(counts)).undefined:
                division = len(SCORES) * number + SCORES.index(score)
                yield ByZero(division, MISSING[score] % row.label)
    if not counts.sentences:
        yield ByZero(None, NO_SENTENCE)
    if original.without_negation == STOPS and not counts.negation_sentences:
        yield ByZero(None, NO_NEGATION_SENTENCE)


def first_by_zero(counts: Counts, original: Original) -> ByZero | None:
    """Return the division at which the script stops, or None if it does not divide by zero."""
    return next(by_zero(counts, original), None)
