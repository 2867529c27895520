"""Predictions as sentences by themselves, without gold."""

from __future__ import annotations

from ..corpora.sentences import Negation, Sentence, ShapeError, word_tokens
from ..corpora.sources import WITHOUT_CUE, at_line
from .grouping import grouped
from .labels import spans_of
from .placing import Grouping
from .strings import found_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..corpora.sources import Remarked
    from .predicted import Predicted


def with_labels(one: Predicted, grouping: Grouping, remarked: Remarked, name: str) -> Predicted:
    """Return a prediction with the negations of its labels, which are of one sentence."""
    assert one.labelling is not None

    def told(position: int | None, kind: str, what: str) -> None:
        remarked(one.lines[position or 0], kind, what)

    negations: tuple[Negation, ...] = ()
    for labels in one.labels:
        negations += grouped(spans_of(labels, one.labelling, told), grouping, told, name)
    return one._replace(negations=negations)


def alone(
    predicted: Iterable[Predicted], remarked: Remarked, grouping: Grouping
) -> Iterator[Sentence]:
    """Yield predictions as sentences, without gold; raise ShapeError for those without words.

    Records of one negation each, one after the other and with the same name and words, are
    one sentence.
    """
    held: Predicted | None = None
    for one in predicted:
        if one.words is None:
            raise ShapeError(
                "%s: the predictions do not say the words of a sentence: give gold, or the blind file, with "
                "--like" % one.place
            )
        if one.labels:
            one = with_labels(one, grouping, remarked, one.name)
        if held is not None and one.is_part and one[2:5] == held[2:5]:
            held = held._replace(negations=held.negations + one.negations)
            continue
        if held is not None:
            yield _sentence(held, remarked)
        held = one
    if held is not None:
        yield _sentence(held, remarked)


def _sentence(one: Predicted, remarked: Remarked) -> Sentence:
    words = one.words or ()
    negations = one.negations + found_in(words, one.strings, at_line(remarked, one.line))
    for negation in negations:
        if not negation.cue:
            remarked(one.line, WITHOUT_CUE, one.name)
    return Sentence._make((word_tokens(words), negations, one.document, one.number, None))
