"""Agreement between two annotations of the same text: cues, and the boundaries of their scopes.

As in Vincze et al. (2008), section 3.2: F1 of one annotation, with the other taken as
gold, for cues, for the left and right boundaries of scopes, and for full
scopes, whose boundaries must both be right. Boundaries are over the cues that both have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from ..common.counts import Tally
from ..common.measures import (
    Measure,
    ReportRow,
    measures_as_rows,
    measures_from_counts,
    rounded_measures,
)
from ..common.records import Record, add_records
from ..reading.sentences import (
    Negation,
    Sentence,
    ShapeError,
    first_difference_of_sentences,
    position_in_sentence,
)

AGREEMENT_ROWS = {
    "Cues": "cues",
    "Left boundary": "left_boundaries",
    "Right boundary": "right_boundaries",
    "Full scope": "full_scopes",
}
"""The rows of an agreement: each label with its field in the counts."""


class Agreement(Record):
    """The agreement between two annotations: counts, and the rows derived from them, in percent.

    ``result["Cues"]`` is a `Measure`; so are ``Left boundary``, ``Right boundary`` and ``Full scope``. In
    each tally, one annotation is ``gold``, the other ``system``; `sentences` is their number. Two cues are
    the same if their tokens, and the strings of affixes, are the same. Boundaries are the first and last
    token of a scope together with its cue, as BioScope's scopes include it; a negation without scope has
    none. If two negations of a sentence are identical, both count.
    """

    sentences: int = 0
    cues: Tally = Tally()
    left_boundaries: Tally = Tally()
    right_boundaries: Tally = Tally()
    full_scopes: Tally = Tally()

    __add__ = add_records

    def __getitem__(self, label: Any) -> Any:
        """Return the row with a label: ``Cues``, ``Left`` or ``Right boundary``, ``Full scope``.

        Scores are percentages; one that divides by zero is 0, and printed as ``-``.
        """
        if label not in AGREEMENT_ROWS:
            raise KeyError(label)
        tally = getattr(self, AGREEMENT_ROWS[label])
        right = tally.true_positives
        scores = measures_from_counts(right, tally.system, right, tally.gold)
        divisors = tally.system, tally.gold, tally.system + tally.gold
        shown = []
        for divisor, score in zip(divisors, rounded_measures(scores)):
            if divisor == 0:
                score = "-"
            shown.append(score)
        return Measure._make([label, *tally, *scores, ReportRow._make([label, *tally, *shown])])

    def __str__(self) -> str:
        lines = ["%-15s %8s %8s %8s %8s" % ("", "A", "B", "both", "F1 (%)")]
        for label in AGREEMENT_ROWS:
            row = self[label]
            counts = row.gold, row.system, row.true_positives
            lines.append("%-15s %8d %8d %8d %8s" % (label, *counts, row.printed.f1))
        return "\n".join(lines) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """Return the agreement for JSON: rows under ``measures``, as in a report; None for 0/0."""
        rows = {label: self[label].to_dict() for label in AGREEMENT_ROWS}
        for row in rows.values():
            row.update((name, None) for name, shown in row["printed"].items() if shown == "-")
        return {"sentences": {"all": self.sentences}, "measures": rows}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each row; its keys are measure, gold, system, true_positives and so on, as in the JSON."""
        return measures_as_rows(self.to_dict()["measures"])


def agreement(gold: Iterable[Sentence], system: Iterable[Sentence]) -> Agreement:
    """Return the agreement between two annotations of the same sentences.

    Which of the two is called gold affects precision and recall, but not F1. Scopes are compared only for
    the cues that both have. Raises ShapeError, which names the sentence (counted from 1), if the words
    differ.

    >>> from sem2012_scorer import Negation
    >>> words = ["Rain", "did", "not", "fall", "here"]
    >>> first = [Sentence(words, [Negation(cue=[2], scope=[0, 1, 3])])]
    >>> second = [Sentence(words, [Negation(cue=[2], scope=[0, 1, 3, 4])])]
    >>> result = agreement(first, second)
    >>> [result[label].f1 for label in AGREEMENT_ROWS]
    [100.0, 100.0, 0.0, 0.0]
    """
    return agreement_of(zip_longest(gold, system))


def agreement_of(pairs: Iterable[tuple[Sentence | None, Sentence | None]]) -> Agreement:
    """Return the agreement between pairs of sentences, as `agreement` does between two lists of them."""
    result = Agreement()
    plain = 0
    for number, (first, second) in enumerate(pairs, start=1):
        for side in (first, second):
            if side is not None and not isinstance(side, Sentence):
                raise TypeError("sentence %d is not a Sentence: %r" % (number, side))
        if first is None or second is None:
            which = "second" if first is None else "first"
            words = "sentence %d: only the %s has it: both need the same sentences"
            raise ShapeError(words % (number, which))
        if first is not second:
            _check_tokens(number, first, second)
        if first.negations or second.negations:
            result += _sentence_agreement(first, second)
        else:  # most
            plain += 1
    return result + Agreement(plain)


def _check_tokens(number: int, first: Sentence, second: Sentence) -> None:
    """Raise ShapeError if two sentences have not the same tokens."""
    difference = first_difference_of_sentences(first, second)
    if difference is None:
        return
    name = " (%s)" % first.name if first.name else ""
    raise ShapeError(
        "sentence %d%s, token %d: the first has %s, the second %s: both need the same tokens"
        % (number, name, *difference)
    )


class _CueAndBoundaries(NamedTuple):
    """A cue, and the boundaries of its scope."""

    cue: Hashable
    left: int
    right: int


COMPARED = (("cue", "left"), ("cue", "right"), ("cue", "left", "right"))
"""What must be equal of two scopes, in each row about them."""


def _sentence_agreement(first: Sentence, second: Sentence) -> Agreement:
    """Return the agreement between two annotations of a sentence."""
    cues = [_count_cues(first), _count_cues(second)]
    both = cues[0] & cues[1]
    spans = [_scopes_with_boundaries(first), _scopes_with_boundaries(second)]
    # Of a cue that one side has more often, as many scopes are compared as both have.
    numbers = [(Counter(span.cue for span in side) & both).total() for side in spans]
    tallies = [_count_equal(cues, [side.total() for side in cues])]
    for fields in COMPARED:
        compared = [Counter(map(attrgetter(*fields), side)) for side in spans]
        tallies.append(_count_equal(compared, numbers))
    return Agreement(1, *tallies)


def _count_cues(sentence: Sentence) -> Counter[Hashable]:
    """Return how often an annotation has each cue."""
    return Counter([_sorted_cue(negation) for negation in sentence.negations if negation.cue])


def _scopes_with_boundaries(sentence: Sentence) -> list[_CueAndBoundaries]:
    """Return each negation's cue with the boundaries of its scope, for those that have a scope."""
    return [_cue_and_boundaries(negation) for negation in sentence.negations if negation.scope]


def _count_equal(sides: Sequence[Counter[Any]], numbers: Sequence[int]) -> Tally:
    """Return how many of two collections are equal, of the numbers of them that are compared."""
    same = (sides[0] & sides[1]).total()
    gold, system = numbers
    return Tally(gold, system, same, system - same, gold - same)


def _sorted_cue(negation: Negation) -> Hashable:
    """Return the tokens and strings of a cue, in the order of the text."""
    return tuple(sorted(negation.cue, key=position_in_sentence))


def _cue_and_boundaries(negation: Negation) -> _CueAndBoundaries:
    """Return the boundaries of a scope together with its cue."""
    positions = {position_in_sentence(item) for item in negation.cue}
    positions.update(position_in_sentence(item) for item in negation.scope)
    return _CueAndBoundaries(_sorted_cue(negation), min(positions), max(positions))
