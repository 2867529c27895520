"""What each negation of a sentence counted as, and why, as values.

The explanation and the report come from the same outcomes, so the explanation's
totals are the report's counts.
"""

from __future__ import annotations

from ..ground.columns import DASHED_EMPTY_CELLS, WORD_FIELD, field_at, fields, writes_dashes
from ..ground.counts import MEASURED, Counts
from ..ground.records import Record
from ..ground.wording import decoded, sentence_name, shortened, some
from ..legacy.annotations import read_meant
from ..legacy.judging import judge_files
from ..legacy.originals import original_of
from ..legacy.outcomes import FALSE_NEGATIVE, FALSE_POSITIVE, NOT_COUNTED, TRUE_POSITIVE, is_error
from ..legacy.pairing import PAIRING
from ..legacy.rows import LABELS
from ..reading.in_step import each, opened, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from ..checking.slips import Slips
    from ..legacy.annotations import Annotation
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from ..legacy.outcomes import Outcome
    from ..legacy.reading import InStep
    from ..reading.sentences import Sentence
    from ..reading.source import File

TP, FP, FN, UNCOUNTED = "tp", "fp", "fn", "uncounted"
KINDS = (TP, FP, FN, UNCOUNTED)
"""The kinds of outcomes, by their short names."""

SHORT = {TRUE_POSITIVE: TP, FALSE_POSITIVE: FP, FALSE_NEGATIVE: FN, NOT_COUNTED: UNCOUNTED}

MOST_NAMED = 3
"""How many tokens or negations are named before "and N more"."""

MISSED = "missed"
INVENTED = "invented"
CUE_IN_PART = "cue differs"
SCOPE_TOO_LONG = "scope too long"
SCOPE_TOO_SHORT = "scope too short"
SCOPE_SHIFTED = "scope shifted"
SCOPE_STRING = "scope string differs"
WRONG_EVENT = "event differs"
ERROR_MEANINGS = {
    MISSED: "gold negations that are not paired with any of the system's",
    INVENTED: "system negations that are not paired with any of gold's",
    CUE_IN_PART: "pairs whose cues share a token but are not equal",
    SCOPE_TOO_LONG: "pairs in which the system's scope has gold's tokens and more",
    SCOPE_TOO_SHORT: "pairs in which gold's scope has the system's tokens and more",
    SCOPE_SHIFTED: "pairs in which each scope has tokens that the other lacks",
    SCOPE_STRING: "pairs of scopes with the same tokens and other strings",
    WRONG_EVENT: "pairs whose events are not equal",
}
"""The kinds of errors in the summary, and their meanings; a pair of negations may have several."""


def _shown(word: bytes) -> str:
    """Return a word as it is shown: a very long one, which no corpus has, with its middle left out."""
    return shortened(decoded(word))


class Marked(Record):
    """A negation as it is marked: three parts, each a tuple of (position, string)."""

    cue: tuple[tuple[int, str], ...] = ()
    scope: tuple[tuple[int, str], ...] = ()
    event: tuple[tuple[int, str], ...] = ()


class Difference(Record):
    """How a part (cue, scope or event) of a system negation differs from gold's, in words.

    `missing` are the words that only gold has, `extra` those that only the system
    has; `other` says which strings stand in place of which.
    """

    part: str
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    other: tuple[str, ...] = ()

    def lists(self) -> dict[str, list[str]]:
        """Return `missing`, `extra` and `other` by these names, without those that are empty."""
        named = {"missing": self.missing, "extra": self.extra, "other": self.other}
        return {name: list(words) for name, words in named.items() if words}


class Why(Record):
    """What a negation, or a pair of them, counted as in one row of the report, and why.

    `row` is the row's label and `measured` the name of its counts; `kind` is
    one of `KINDS`; `amount` is 1, or a number of scope tokens; `gold` and `system`
    are the numbers of the negations in the sentence, from 1, or None.
    """

    row: str
    measured: str
    kind: str
    amount: int
    gold: int | None
    system: int | None
    reason: str
    differences: tuple[Difference, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome for JSON."""
        differences = {found.part: found.lists() for found in self.differences}
        return {**self._asdict(), "differences": differences}


class Explained(Record):
    """A sentence, explained.

    `name` is its document and number, joined by a colon; `first_line` and
    `last_line` are its line numbers in gold; `words` are its tokens; `gold` and
    `system` are the negations of each side as they are meant: if - is written for
    empty cells, without those; `pairs` says for each gold negation with a partner
    which one that is and why; `outcomes` are `Why` values; `error` says whether the
    report counts it as a sentence with an error; `note` says what is unusual about
    it, or is empty; `counts` are what it adds to the report; `file` is the system's
    file, if there are several.
    """

    name: str
    first_line: int
    last_line: int
    words: tuple[str, ...]
    gold: tuple[Marked, ...]
    system: tuple[Marked, ...]
    pairs: tuple[str, ...]
    outcomes: tuple[Why, ...]
    error: bool
    note: str
    counts: Counts
    file: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence for a line of JSON."""
        return {
            **({"file": self.file} if self.file else {}),
            "sentence": self.name,
            "first_line": self.first_line,
            "last_line": self.last_line,
            "words": list(self.words),
            "gold": [negation._asdict() for negation in self.gold],
            "system": [negation._asdict() for negation in self.system],
            "pairs": list(self.pairs),
            "outcomes": [why.to_dict() for why in self.outcomes],
            "errors": self.errors(),
            "error": self.error,
            "note": self.note,
        }

    def errors(self) -> list[str]:
        """Return the kinds of errors (see `ERROR_MEANINGS`) in this sentence, each as often as it occurs."""
        found = []
        for why in self.outcomes:
            if why.measured == "full_negations" and why.kind != TP:
                if why.gold is None:
                    found.append(INVENTED)
                elif why.system is None:
                    found.append(MISSED)
                else:
                    found += _pair_errors({found.part: found for found in why.differences})
        return found

    def negation(self, side: str, number: int) -> Marked:
        """Return a negation of a side, "gold" or "system", by its number, from 1.

        If - is written for empty, the scorer may see a negation that is not marked; it
        is returned without parts.
        """
        negations = self.gold if side == "gold" else self.system
        return negations[number - 1] if number <= len(negations) else Marked()

    def differing(self) -> dict[tuple[str, int], set[tuple[str, int]]]:
        """Return the (part, position) pairs of each negation that differ in its partner.

        The keys are the negation's side and its number, from 1: ``("gold", 1)``.
        """
        found = {}
        for why in self.outcomes:
            if why.measured == "full_negations" and why.gold and why.system:
                here = _places(self.negation("gold", why.gold))
                there = _places(self.negation("system", why.system))
                found["gold", why.gold] = {place[:2] for place in here - there}
                found["system", why.system] = {place[:2] for place in there - here}
        return found


def _places(negation: Marked) -> set[tuple[str, int, str]]:
    return {
        (name, position, string)
        for name, part in zip(negation._fields, negation)
        for position, string in part
    }


def explain_files(gold: File, system: File, scorer: str = "eval.cd-sco") -> Iterator[Explained]:
    """Yield each sentence of two files with what its negations counted as, and why.

    Raises and warns as `score_sentences` does.

    >>> for sentence in explain_files("fixtures/event-different-alone/gold.txt",
    ...                               "fixtures/event-different-alone/system.txt"):
    ...     print(sentence.errors())
    ...     print([why.reason for why in sentence.outcomes if why.measured == "events"])
    ['event differs']
    ["differs, in the sentence's last system negation: counts nowhere (quirk 19)"]
    """
    return explain_counting(gold, system, scorer, None)


def explain_counting(
    gold: File, system: File, scorer: str, slips: Slips | None
) -> Iterator[Explained]:
    """Yield what `explain_files` yields, and add each sentence to `slips`, if these are given."""
    original = original_of(scorer)
    return each(opened(gold, system), lambda files: explain(files, original, slips))


def explain_sentences(
    gold: Iterable[Sentence], system: Iterable[Sentence], scorer: str = "eval.cd-sco"
) -> Iterator[Explained]:
    """Yield each sentence in memory with what its negations counted as, and why.

    Raises the same errors as `score`.

    >>> gold = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1, 2])])]
    >>> system = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1])])]
    >>> [sentence.errors() for sentence in explain_sentences(gold, system)]
    [['scope too short']]
    """
    original = original_of(scorer)
    return each(written(gold, system, original), lambda files: explain(files, original))


def explain(files: InStep, original: Original, slips: Slips | None = None) -> Iterator[Explained]:
    """Yield all sentences, explained; raise Stop where the original stops."""
    for judged in judge_files(files, original):
        if slips is not None:
            slips.add(judged)
        yield explained(judged, original)


def explained(judged: Judged, original: Original) -> Explained:
    """Return a judged sentence, explained."""
    block = judged.block
    gold_rows = [fields(line) for line in block.gold_lines]
    system_rows = [fields(line) for line in block.system_lines]
    words = tuple(_shown(field_at(row, WORD_FIELD)) for row in gold_rows)
    name = sentence_name(gold_rows[0]) if gold_rows else "(no tokens)"
    first = block.last_line - len(gold_rows)
    dashes = any(map(writes_dashes, (gold_rows, system_rows)))
    note = ""
    if dashes:
        note = (
            "- is not empty for the legacy scorers: negations are paired in the order of their "
            "columns (quirk 9: only _ is empty)"
        )
    elif not gold_rows:
        note = (
            "two blank lines, or the end of a file: a sentence with negation "
            "(quirk 6: phantom sentences)"
        )
    elif judged.gold.has_negation and judged.system.has_negation and not judged.outcomes:
        note = (
            "one side has no columns for negation: nothing counts "
            "(quirk 27: negation without negations)"
        )
    gold = _marked(judged.gold, block.gold, dashes)
    system = _marked(judged.system, block.system, dashes)
    outcomes = sorted(judged.outcomes, key=_place)
    labels = {**LABELS, **original.table.labels}
    return Explained(
        name,
        first,
        max(block.last_line - 1, first),
        words,
        gold,
        system,
        tuple(_pairs_by_column(judged) if dashes else _pairs(judged, original)),
        tuple([_why(outcome, gold, system, labels) for outcome in outcomes]),
        is_error(judged.gold, judged.system, judged.outcomes),
        note,
        judged.counts,
    )


def _place(outcome: Outcome) -> tuple[bool, int, bool, int, int]:
    """Return a sort key for the listing: by negation, then by the report's rows."""
    gold, system = outcome.gold, outcome.system
    return (
        gold is None,
        gold or 0,
        system is None,
        system or 0,
        MEASURED.index(outcome.measured),
    )


def _paired(judged: Judged) -> Iterator[tuple[int, int]]:
    """Yield the indexes of the negations that are paired."""
    for outcome in judged.outcomes:
        gold, system = outcome.gold, outcome.system
        if outcome.measured == "full_negations" and gold is not None and system is not None:
            yield gold, system


def _pairs_by_column(judged: Judged) -> Iterator[str]:
    """Yield, for each pair of negations, that they are paired by the order of the columns."""
    for gold, system in _paired(judged):
        yield "gold %d is paired with system %d, by the order of their columns" % (
            gold + 1,
            system + 1,
        )


def _pairs(judged: Judged, original: Original) -> Iterator[str]:
    """Yield, for each pair of negations, the cue tokens they share, and who else shares one."""
    for gold, system in _paired(judged):
        tokens = dict(judged.gold.negations[gold].cue)
        shared = [
            "%s (token %d)" % (_shown(tokens[token]), token)
            for token, _ in judged.system.negations[system].cue
            if token in tokens
        ]
        others = [
            "system %d" % (number + 1)
            for number, negation in enumerate(judged.system.negations)
            if number != system and any(token in tokens for token, _ in negation.cue)
        ]
        pair = "gold %d is paired with system %d, %s that shares a cue token: %s"
        partner = PAIRING[original.pairing].partner
        pair %= (gold + 1, system + 1, partner, some(shared, MOST_NAMED))
        yield pair + ("; it shares one with %s too" % some(others, MOST_NAMED) if others else "")


def _marked(side: Annotation, sentence: bytes, dashes: bool) -> tuple[Marked, ...]:
    if dashes and side.has_negation:
        side = read_meant(sentence, DASHED_EMPTY_CELLS)
    return tuple(
        Marked(*(tuple((token, _shown(word)) for token, word in part) for part in negation))
        for negation in side.negations
    )


def _why(
    outcome: Outcome, gold: Sequence[Marked], system: Sequence[Marked], labels: Mapping[str, str]
) -> Why:
    """Return an outcome with the differences between the two negations as they are marked."""
    differences: list[Difference] = []
    one, other = outcome.gold, outcome.system
    if one is not None and other is not None and outcome.kind != TRUE_POSITIVE:
        # If - is written for empty, a side may have fewer negations than columns for them.
        here = gold[one] if one < len(gold) else Marked()
        there = system[other] if other < len(system) else Marked()
        for name, part, other_part in zip(here._fields, here, there):
            difference = _difference(name, dict(part), dict(other_part))
            if difference.lists():
                differences.append(difference)
    return Why(
        labels[outcome.measured],
        outcome.measured,
        SHORT[outcome.kind],
        outcome.amount,
        None if one is None else one + 1,
        None if other is None else other + 1,
        outcome.reason,
        tuple(differences),
    )


def _difference(part: str, gold: dict[int, str], system: dict[int, str]) -> Difference:
    """Return which words of a part are missing or extra, and which strings differ."""
    return Difference(
        part,
        tuple([word for token, word in gold.items() if token not in system]),
        tuple([word for token, word in system.items() if token not in gold]),
        tuple(
            [
                "%s for %s" % (system[token], word)
                for token, word in gold.items()
                if system.get(token, word) != word
            ]
        ),
    )


def _pair_errors(differences: dict[str, Difference]) -> list[str]:
    found = []
    if "cue" in differences:
        found.append(CUE_IN_PART)
    scope = differences.get("scope")
    if scope is not None:
        if scope.missing and scope.extra:
            found.append(SCOPE_SHIFTED)
        elif scope.missing:
            found.append(SCOPE_TOO_SHORT)
        elif scope.extra:
            found.append(SCOPE_TOO_LONG)
        else:
            found.append(SCOPE_STRING)
    if "event" in differences:
        found.append(WRONG_EVENT)
    return found
