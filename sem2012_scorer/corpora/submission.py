"""Predictions turned into a submission: gold's first fields, order and sentence breaks."""

from __future__ import annotations

from .column_reader import read_columns
from .sentences import Sentence, ShapeError, first_difference, position_of
from .sources import is_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from .sentences import Negation
    from .sources import File


def like_gold(sentences: Iterable[Sentence], gold: File | Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield gold's sentences, each with the negations that were predicted for it.

    See `write_columns`. Gold's own annotation is ignored. Raises ShapeError if a
    sentence has no prediction or one with other words, if a negation has no cue,
    or if the scorers would stop at it because of gold's blank lines. Predictions in
    gold's order are read one at a time; others are held until their turn comes.
    """
    predicted = _Predicted(sentences)
    number = previous = 0
    in_file: Any = read_columns(gold) if is_file(gold) else gold  # type: ignore[arg-type]
    for number, in_gold in enumerate(in_file, start=1):
        found = predicted.partner(in_gold, number)
        difference = first_difference(in_gold, found)
        if difference is not None:
            where = (
                "sentence %d%s, token %d: gold has %s, the prediction %s: predict on gold's tokens, "
                "sentence by sentence"
            )
            raise ShapeError(where % (number, _named(in_gold), *difference))
        negations = []
        for index, negation in enumerate(found.negations, start=1):
            if not negation.cue:
                raise ShapeError(
                    "sentence %d%s: negation %d has no cue: every negation of a submission needs one"
                    % (number, _named(in_gold), index)
                )
            negations.append(negation)
        layout = in_gold.layout
        if layout is not None:
            _check_end(negations, in_gold, number, previous)
            layout = layout._replace(is_annotated=True, underscores=())
        previous = len(negations)
        yield in_gold._replace(negations=tuple(negations), layout=layout)
    predicted.check_empty(number)


def _check_end(negations: list[Negation], in_gold: Sentence, number: int, previous: int) -> None:
    """Raise ShapeError for negations at which the scorers stop because of gold's blank lines.

    If a file does not end with a blank line, its last token is not read (quirk 5); a
    sentence without tokens has the same number of negations as the one before it,
    without cues (quirk 6). `previous` is that number.
    """
    if in_gold.layout is None:
        return
    after = in_gold.layout.after
    last = len(in_gold.tokens) - 1
    where = "sentence %d%s: " % (number, _named(in_gold))
    if negations and after.count("\n") > 1:
        raise ShapeError(
            where + "gold has two blank lines after it, and the scorers stop there if it has a "
            "negation: leave one of them in gold"
        )
    if after:
        return
    stops = previous > 0 and not last
    for negation in negations:
        stops = stops or all(last == position_of(item) for item in negation.cue)
    if stops:
        raise ShapeError(
            where + "a negation would be without cue, because the last token of a file without "
            "blank line at its end is not read: end gold with a blank line"
        )


def _named(sentence: Sentence) -> str:
    return " (%s)" % sentence.name if sentence.name else ""


NO_DOCUMENT = "_"
"""The document field of a corpus without documents, such as NoReC_neg in columns."""


class _Predicted:
    """Predicted sentences, returned in gold's order."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self._sentences = iter(sentences)
        self._waiting: dict[tuple[str, str], Sentence] = {}

    def partner(self, in_gold: Sentence, number: int) -> Sentence:
        """Return the prediction for gold's sentence; raise ShapeError if there is none."""
        wanted = _key(in_gold)
        if wanted in self._waiting:
            return self._waiting.pop(wanted)
        for sentence in self._sentences:
            key = _key(sentence)
            if key is None or wanted is None or key == wanted:
                return sentence
            if key in self._waiting:
                raise ShapeError("sentence %s is predicted twice" % sentence.name)
            self._waiting[key] = sentence
        waiting = next(iter(self._waiting.values()), None)
        others = "" if waiting is None else " (there are others, such as %s)" % waiting.name
        raise ShapeError(
            "gold's sentence %d%s has no prediction%s: predict every sentence of gold, also without "
            "negation, each with gold's document and number or all with none"
            % (number, _named(in_gold), others)
        )

    def check_empty(self, in_gold: int) -> None:
        """Raise ShapeError if a prediction is left."""
        for sentence in [*self._waiting.values(), *self._sentences]:
            raise ShapeError(
                "there are more predictions than gold sentences (%d), the first%s: predict each sentence once"
                % (in_gold, _named(sentence))
            )


def _key(sentence: Sentence) -> tuple[str, str] | None:
    if sentence.document in (None, NO_DOCUMENT) or sentence.number is None:
        return None
    assert sentence.document is not None
    return sentence.document, sentence.number
