"""Where a script divides by zero at the end: in the order in which it divides."""

from __future__ import annotations

from ..measures import STOPS, percentage, printed
from ..records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..counts import Counts
    from .originals import Original


class ByZero(Record):
    """A division by zero: which of the script's divisions it is, and what there is none of.

    `number` counts the divisions for the rows of the report, from 0; None for
    those by a number of sentences.
    """

    number: int | None
    nothing: str


NO_SENTENCE = "sentence"
NO_NEGATION_SENTENCE = "sentence with negation"


def first_by_zero(counts: Counts, original: Original) -> ByZero | None:
    """Return the first division by zero, None if there is none."""
    for divisor, division in _divisions(counts, original):
        if not divisor:
            return division
    return None


def _divisions(counts: Counts, original: Original) -> Iterator[tuple[float, ByZero]]:
    """Yield the divisor of each division that has no guard, and what it is if it is by zero."""
    if original.shares_of_nothing == STOPS:
        shares = _shares(counts, original)
        yield from ((divisor, ByZero(n, nothing)) for n, (divisor, nothing) in enumerate(shares))
    yield counts.sentences, ByZero(None, NO_SENTENCE)
    if original.without_negation == STOPS:
        yield counts.negation_sentences, ByZero(None, NO_NEGATION_SENTENCE)


def _shares(counts: Counts, original: Original) -> Iterator[tuple[float, str]]:
    """Yield what precision, recall and F1 of each row are divided by (1.0, lines 1493-1507).

    F1 is divided by the sum of the two percentages as they are printed.
    """
    for row in original.table.rows:
        tally = getattr(counts, row.measured)
        found = tally.true_positives
        wholes = found + tally.false_positives, found + tally.false_negatives
        for whole, kind in zip(wholes, ("false positive", "false negative")):
            yield whole, "true positive and no %s in the row %s" % (kind, row.label)
        shares = sum([float(printed(percentage(found, whole))) for whole in wholes])
        yield shares, "true positive in the row %s" % row.label
