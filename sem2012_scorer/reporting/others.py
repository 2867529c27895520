"""Measures that papers have under the names of the scorer's rows, and that are not rows of it.

`docs/definitions.md` has for each who reports it, and how it differs. A row, there and here, is a
negation: the words of its sentence, each in its scope or not. Gold's rows are gold's negations,
each with the first unpaired system negation that shares a cue token, or with nothing; surplus
rows are the system's negations that are left. That is so for every scorer, also where it pairs
otherwise: negations are read as they are meant, ``-`` being an empty cell in NEGES' files. Words
are compared by position: punctuation counts, and a part of a word counts as the word.
"""

from __future__ import annotations

from ..ground.counts import OtherCounts, Tally
from ..ground.measures import SCORES, f1, percentage, printed, rows_of
from ..ground.records import Record
from ..legacy.annotations import read_meant
from ..legacy.pairing import PAIRING
from .grid import Grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..legacy.annotations import Annotation, Part
    from ..legacy.judging import Judged
    from ..legacy.originals import Original

    Rows = Sequence[tuple[set[int], set[int]]]
    """Scopes by position, gold's and the system's."""


class OtherMeasure(Record):
    """A measure: what it counts, its scores as unrounded percentages, and those that are 0/0.

    What a measure does not have is None: a share of rows has no precision, a mean no counts.
    `value` is the number that papers print. A score in `undefined` is 0/0, and 0 here.
    """

    label: str
    gold: int | None
    system: int | None
    true_positives: int | None
    false_positives: int | None
    false_negatives: int | None
    precision: float | None
    recall: float | None
    f1: float | None
    value: float
    undefined: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the measure without its label as a dictionary, as in the JSON; None where undefined."""
        found = self._asdict()
        del found["label"], found["undefined"]
        found.update(dict.fromkeys(self.undefined))
        found["printed"] = dict(zip((*SCORES, "value"), self.printed))
        return found

    @property
    def printed(self) -> tuple[str, str, str, str]:
        """Precision, recall, F1 and the value with two decimals; "-" where 0/0, "" where there is none."""
        names = (*SCORES, "value")
        shown = [
            "" if one is None else "-" if name in self.undefined else printed(one)
            for name, one in zip(names, (self.precision, self.recall, self.f1, self.value))
        ]
        return shown[0], shown[1], shown[2], shown[3]

    @property
    def counts(self) -> tuple[str, ...]:
        """Gold, system, true and false positives and false negatives as text; "" where there are none."""
        return tuple(["" if one is None else str(one) for one in self[1:6]])


def _positions(part: Part) -> set[int]:
    return {position for position, _ in part}


def _in_cues(annotation: Annotation) -> set[int]:
    return {position for negation in annotation.negations for position, _ in negation.cue}


def _equal(rows: Rows) -> int:
    return sum(gold == system for gold, system in rows)


def _of_words(rows: Rows) -> Tally:
    """Return the words of both sides, and which are only of one."""
    gold = sum(len(one) for one, _ in rows)
    system = sum(len(one) for _, one in rows)
    right = sum(len(one & other) for one, other in rows)
    return Tally(gold, system, right, system - right, gold - right)


def false_only_beyond_gold(gold: set[int], system: set[int]) -> tuple[int, int]:
    """Return the false positives and negatives of a wrong scope: a positive only for words beyond gold's.

    The exact span of two courses at VU Amsterdam (csenge-szabo, muratertas1).
    """
    has_more = not system <= gold
    return int(has_more), int(bool(gold) or not has_more)


def false_both_ways(gold: set[int], system: set[int]) -> tuple[int, int]:
    """Return one false positive and one false negative for each wrong scope, also a missed one (span_metric)."""
    return 1, 1


def _of_spans(rows: Rows, wrong: Callable[[set[int], set[int]], tuple[int, int]]) -> Tally:
    """Return the scopes that are equal and have a word, and what `wrong` makes of those that differ."""
    found = [wrong(gold, system) for gold, system in rows if gold != system]
    right = sum(gold == system and bool(gold) for gold, system in rows)
    gold_spans = sum(bool(gold) for gold, _ in rows)
    system_spans = sum(bool(system) for _, system in rows)
    positives, negatives = sum(one for one, _ in found), sum(one for _, one in found)
    return Tally(gold_spans, system_spans, right, positives, negatives)


class Others(Record):
    """The other measures of some counts, which come from the pairs of `scorer`.

    ``others[label]`` is a measure, `labels` are all. ``str()`` is the section after a report.
    """

    counts: OtherCounts
    scorer: str

    @staticmethod
    def count(judged: Judged, original: Original) -> OtherCounts:
        """Return what the other measures count in a sentence."""
        block = judged.block
        if not (judged.gold.has_negation or judged.system.has_negation):
            return OtherCounts(no_cue=Tally(block.length, block.length, block.length))
        gold, system = (
            read_meant(lines, original.empty_cells) for lines in (block.gold, block.system)
        )
        pairs, left = PAIRING[BY_CUES].cues(
            [negation.cue for negation in gold.negations],
            [negation.cue for negation in system.negations],
        )
        scopes = [_positions(negation.scope) for negation in system.negations]
        rows = [
            (_positions(negation.scope), set[int]() if index is None else scopes[index])
            for negation, index in zip(gold.negations, pairs)
        ]
        surplus = [(set[int](), scopes[index]) for index in left]
        with_scope = [row for row in rows if row[0]]
        cues = _in_cues(gold), _in_cues(system)
        begins = [{one for one in side if one - 1 not in side} for side in cues]
        everything = set(range(block.length))
        return OtherCounts(
            len(rows),
            _equal(rows),
            len(with_scope),
            _equal(with_scope),
            len(surplus),
            _of_words(rows),
            _of_words([*rows, *surplus]),
            _of_spans([*rows, *surplus], false_only_beyond_gold),
            _of_spans([*rows, *surplus], false_both_ways),
            _of_words([cues]),
            _of_words([(begins[0], begins[1])]),
            _of_words([(cues[0] - begins[0], cues[1] - begins[1])]),
            _of_words([(everything - cues[0], everything - cues[1])]),
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the measures, in order."""
        return tuple(MEASURES)

    def __getitem__(self, label: Any) -> Any:
        """Return the measure with a label."""
        if label not in MEASURES:
            raise KeyError("there is no measure %r; there are: %s" % (label, ", ".join(MEASURES)))
        return MEASURES[label](label, self.counts)

    def to_dict(self) -> dict[str, Any]:
        """Return the measures for JSON, with the rows that they are of, and what they are not."""
        counts = self.counts
        return {
            "not_rows_of": self.scorer,
            "rows": {
                "gold": counts.rows,
                "gold_with_scope": counts.rows_with_scope,
                "surplus": counts.surplus_rows,
            },
            "measures": {label: self[label].to_dict() for label in MEASURES},
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each measure: see `ground.measures.rows_of`."""
        return rows_of(self.to_dict()["measures"])

    def __str__(self) -> str:
        counts = self.counts
        of_rows = counts.rows, counts.rows_with_scope, counts.surplus_rows
        rows = [[label, *self[label].counts, *self[label].printed[:3]] for label in MEASURES]
        lines = [
            "",
            title(self.scorer),
            "rows: %d of gold (%d with a scope), each with the system negation paired with it; "
            "%d surplus" % of_rows,
            *(NO_SCOPES if counts.rows and not counts.rows_with_scope else ()),
            *Grid(HEAD, rows).text(is_ruled=False),
        ]
        return "\n".join(lines) + "\n"


NO_SCOPES = ("gold has no scope: where the system has none either, a row is right in PCS",)


def title(scorer: str) -> str:
    """Return the line above the measures: what they are not."""
    return (
        "other measures, not rows of %s: punctuation counts, words are compared by position"
        % scorer
    )


VALUES = "the value that papers print: F1, or for PCS the share of rows that are right"

BY_CUES = "first unpaired"
"""The rule that pairs negations here, whatever the scorer: that of 2.2."""

HEAD = ("", "gold", "system", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")


def _scored(field: str) -> Callable[[str, OtherCounts], OtherMeasure]:
    """Return the function that makes the measure of a tally: precision, recall and F1."""

    def measure(label: str, counts: OtherCounts) -> OtherMeasure:
        tally: Tally = getattr(counts, field)
        right = tally.true_positives
        found, wanted = right + tally.false_positives, right + tally.false_negatives
        precision, recall = percentage(right, found), percentage(right, wanted)
        own = f1(precision, recall)
        divisors = (*zip(SCORES, (found, wanted, found + wanted)), ("value", found + wanted))
        undefined = tuple([name for name, divisor in divisors if not divisor])
        values = [label, *tally, precision, recall, own, own, undefined]
        return OtherMeasure._make(values)

    return measure


def _share(of: str, right: str) -> Callable[[str, OtherCounts], OtherMeasure]:
    """Return the function that makes the share of rows that are right."""

    def measure(label: str, counts: OtherCounts) -> OtherMeasure:
        number, equal = getattr(counts, of), getattr(counts, right)
        value = percentage(equal, number)
        undefined = () if number else ("recall", "value")
        return OtherMeasure(
            label, number, None, equal, None, number - equal, None, value, None, value, undefined
        )

    return measure


def _macro(*fields: str) -> Callable[[str, OtherCounts], OtherMeasure]:
    """Return the function that makes the mean of the scores of labels; those that neither side has are left out."""

    def measure(label: str, counts: OtherCounts) -> OtherMeasure:
        parts = [_scored(field)(label, counts) for field in fields]
        there = [part for part in parts if part.gold or part.system]
        undefined = () if there else (*SCORES, "value")
        scores = [
            sum(getattr(part, score) for part in there) / (len(there) or 1) for score in SCORES
        ]
        return OtherMeasure._make([label, *[None] * 5, *scores, scores[-1], undefined])

    return measure


LABELS = ("cue_begins", "cue_goes_on", "no_cue")

MEASURES: dict[str, Callable[[str, OtherCounts], OtherMeasure]] = {
    "other: words in scope, gold rows": _scored("words"),
    "other: words in scope, with surplus": _scored("words_all"),
    "other: PCS, gold rows": _share("rows", "rows_right"),
    "other: PCS, rows with a scope": _share("rows_with_scope", "rows_with_scope_right"),
    "other: exact spans (VU)": _scored("spans"),
    "other: exact spans (span_metric)": _scored("spans_both"),
    "other: words in cues": _scored("cue_words"),
    "other: cue label B": _scored("cue_begins"),
    "other: cue label I": _scored("cue_goes_on"),
    "other: cue label O": _scored("no_cue"),
    "other: cue labels, macro with O": _macro(*LABELS),
    "other: cue labels, macro of B, I": _macro(*LABELS[:2]),
}
"""The measures by label."""
