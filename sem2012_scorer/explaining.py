"""Why each negation counted as what it did: the outcomes of a pair of files, listed.

The listing and the report come from the same outcomes, so that the listing's
totals are the report's counts.
"""

from __future__ import annotations

from collections import namedtuple

from .counts import MEASURED
from .originals import ROWS, ROWS_B
from .outcomes import (
    FALSE_NEGATIVE,
    FALSE_POSITIVE,
    NOT_COUNTED,
    TRUE_POSITIVE,
    is_error,
)
from .scoring import judge_sentences
from .sentences import (
    DASHED_EMPTY_CELLS,
    WORD_FIELD,
    field_at,
    fields,
    read_meant,
    writes_dashes,
)
from .wording import sentence_name, some, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from . import perl
    from .originals import Original
    from .outcomes import Outcome
    from .scoring import Judged
    from .sentences import Annotation, Token

KINDS = {
    "tp": TRUE_POSITIVE,
    "fp": FALSE_POSITIVE,
    "fn": FALSE_NEGATIVE,
    "uncounted": NOT_COUNTED,
}
"""The kinds of outcomes, by their short names."""

SHORT = {kind: name for name, kind in KINDS.items()}

MEASURE_LABELS = {row.measured: row.label for row in ROWS}
"""The labels of the measures, as in the first block of the report."""

ROW_NAMES = {row.label.lower(): row.measured for row in ROWS + ROWS_B}
ROW_NAMES.update({measured.replace("_", " "): measured for measured in MEASURED})

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
ERRORS = (
    MISSED,
    INVENTED,
    CUE_IN_PART,
    SCOPE_TOO_LONG,
    SCOPE_TOO_SHORT,
    SCOPE_SHIFTED,
    SCOPE_STRING,
    WRONG_EVENT,
)
"""The kinds of errors that are summed up; a pair of negations may have several."""

ERROR_MEANINGS = {
    MISSED: "gold negations that are held against none of the system's",
    INVENTED: "system negations that are held against none of gold's",
    CUE_IN_PART: "pairs whose cues share a token but are not equal",
    SCOPE_TOO_LONG: "pairs in which the system's scope has gold's tokens and more",
    SCOPE_TOO_SHORT: "pairs in which gold's scope has the system's tokens and more",
    SCOPE_SHIFTED: "pairs in which each scope has tokens that the other lacks",
    SCOPE_STRING: "pairs of scopes with the same tokens and other strings",
    WRONG_EVENT: "pairs whose events are not equal",
}


class Explained(
    namedtuple(
        "Explained",
        (
            "name",
            "first_line",
            "last_line",
            "words",
            "gold",
            "system",
            "pairs",
            "outcomes",
            "error",
            "note",
        ),
    )
):
    """A sentence, explained.

    `name` is its document and number, joined by a colon; `first_line` and
    `last_line` are the numbers of its lines in gold; `words` its tokens;
    `gold` and `system` the negations of each side as they are meant: where -
    is written for empty cells, without those; `pairs` says for each gold
    negation what it was held against and why; `outcomes` are `Why` values;
    `error` tells whether the report counts it as a sentence with an error;
    `note` says what is peculiar, or is empty.
    """

    __slots__ = ()
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

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence as a line of the JSON has it."""
        return {
            "sentence": self.name,
            "first_line": self.first_line,
            "last_line": self.last_line,
            "words": list(self.words),
            "gold": [negation._asdict() for negation in self.gold],
            "system": [negation._asdict() for negation in self.system],
            "pairs": list(self.pairs),
            "outcomes": [
                {**why._asdict(), "row": MEASURE_LABELS[why.measured], "kind": SHORT[why.kind]}
                for why in self.outcomes
            ],
            "errors": self.errors(),
            "error": self.error,
            "note": self.note,
        }

    def errors(self) -> list[str]:
        """Return the kinds of errors (`ERRORS`) of this sentence, one for each time it occurs."""
        found = []
        for why in self.outcomes:
            if why.measured == "full_negations" and why.kind != TRUE_POSITIVE:
                if why.gold is None:
                    found.append(INVENTED)
                elif why.system is None:
                    found.append(MISSED)
                else:
                    found += _pair_errors(why.differences)
        return found


class Marked(namedtuple("Marked", ("cue", "scope", "event"))):
    """A negation: three parts, each a tuple of (position, string)."""

    __slots__ = ()
    cue: tuple[tuple[int, str], ...]
    scope: tuple[tuple[int, str], ...]
    event: tuple[tuple[int, str], ...]


class Why(
    namedtuple("Why", ("measured", "kind", "amount", "gold", "system", "reason", "differences"))
):
    """An outcome and its reason in words; `differences` are by part, lists of words.

    `gold` and `system` number the negations of the sentence from 1, None where
    there is none.
    """

    __slots__ = ()
    measured: str
    kind: str
    amount: int
    gold: int | None
    system: int | None
    reason: str
    differences: dict[str, dict[str, list[str]]]


def explain(gold: perl.Input, system: perl.Input, original: Original) -> Iterator[Explained]:
    """Yield all sentences, explained; raise perl.Death where the original dies."""
    for judged in judge_sentences(gold, system, original):
        yield _explained(judged)


def _explained(judged: Judged) -> Explained:
    sentence = judged.sentence
    gold_rows = [fields(line) for line in sentence.gold_lines]
    system_rows = [fields(line) for line in sentence.system_lines]
    words = tuple(text(field_at(row, WORD_FIELD)) for row in gold_rows)
    name = sentence_name(gold_rows[0]) if gold_rows else "(no tokens)"
    first = sentence.last_line - len(gold_rows)
    dashes = any(map(writes_dashes, (gold_rows, system_rows)))
    note = ""
    if dashes:
        note = (
            "- is not empty for the legacy scorers: every token is part of every cue, scope and "
            "event, and negations are held together in the order of their columns (quirk 9)"
        )
    elif not gold_rows:
        note = "two blank lines, or the end of a file: a sentence with negation (quirk 6)"
    elif judged.gold.has_negation and judged.system.has_negation and not judged.outcomes:
        note = "one side has no columns for negation: nothing counts (quirk 27)"
    return Explained(
        name,
        first,
        max(sentence.last_line - 1, first),
        words,
        _marked(judged.gold, sentence.gold_lines, dashes),
        _marked(judged.system, sentence.system_lines, dashes),
        tuple(_pairs(judged)),
        tuple(_why(outcome, judged) for outcome in sorted(judged.outcomes, key=_place)),
        is_error(judged.gold, judged.system, judged.outcomes),
        note,
    )


def _place(outcome: Outcome) -> tuple[bool, int, bool, int, int]:
    """Return where an outcome stands in the listing: by negation, then as in the report."""
    gold, system = outcome.gold, outcome.system
    return (
        gold is None,
        gold or 0,
        system is None,
        system or 0,
        MEASURED.index(outcome.measured),
    )


def _pairs(judged: Judged) -> Iterator[str]:
    """Yield for each pair of negations which token made it, and what else stood in line."""
    for outcome in judged.outcomes:
        gold, system = outcome.gold, outcome.system
        if outcome.measured != "full_negations" or gold is None or system is None:
            continue
        tokens = dict(judged.gold.negations[gold].cue)
        shared = [
            "%s (token %d)" % (text(tokens[token]), token)
            for token, _ in judged.system.negations[system].cue
            if token in tokens
        ]
        others = [
            "system %d" % (number + 1)
            for number, negation in enumerate(judged.system.negations)
            if number != system and any(token in tokens for token, _ in negation.cue)
        ]
        said = "gold %d is held against system %d, the first one free that shares a cue token: %s"
        said %= (gold + 1, system + 1, some(shared, MOST_NAMED))
        yield said + ("; it shares one with %s too" % some(others, MOST_NAMED) if others else "")


def _marked(side: Annotation, lines: Sequence[bytes], dashes: bool) -> tuple[Marked, ...]:
    if dashes and side.has_negation:
        side = read_meant(lines, DASHED_EMPTY_CELLS)
    return tuple(
        Marked(*(tuple((token, text(word)) for token, word in part) for part in negation))
        for negation in side.negations
    )


def _why(outcome: Outcome, judged: Judged) -> Why:
    gold, system = outcome.gold, outcome.system
    differences: dict[str, dict[str, list[str]]] = {}
    if gold is not None and system is not None and outcome.kind != TRUE_POSITIVE:
        one, other = judged.gold.negations[gold], judged.system.negations[system]
        for name, here, there in zip(one._fields, one, other):
            difference = _difference(here, there)
            if difference:
                differences[name] = difference
    return Why(
        outcome.measured,
        outcome.kind,
        outcome.amount,
        None if gold is None else gold + 1,
        None if system is None else system + 1,
        outcome.reason,
        differences,
    )


def _difference(gold: Sequence[Token], system: Sequence[Token]) -> dict[str, list[str]]:
    """Return what a part lacks of gold's, what it has beyond, and strings that differ."""
    here, there = dict(gold), dict(system)
    found = {
        "missing": [text(here[token]) for token in here if token not in there],
        "extra": [text(there[token]) for token in there if token not in here],
        "other": [
            "%s for %s" % (text(there[token]), text(here[token]))
            for token in here
            if token in there and here[token] != there[token]
        ],
    }
    return {key: words for key, words in found.items() if words}


def _pair_errors(differences: dict[str, dict[str, list[str]]]) -> list[str]:
    found = []
    if "cue" in differences:
        found.append(CUE_IN_PART)
    scope = differences.get("scope", {})
    if "missing" in scope and "extra" in scope:
        found.append(SCOPE_SHIFTED)
    elif "missing" in scope:
        found.append(SCOPE_TOO_SHORT)
    elif "extra" in scope:
        found.append(SCOPE_TOO_LONG)
    elif scope:
        found.append(SCOPE_STRING)
    if "event" in differences:
        found.append(WRONG_EVENT)
    return found


def in_words(why: Why) -> str:
    """Return the reason of an outcome, with what differs in the part that it is about."""
    part = {"cues": "cue", "events": "event", "full_negations": ""}.get(why.measured, "scope")
    hidden = "extra" if why.kind == FALSE_NEGATIVE else "missing"
    texts = []
    for name, difference in why.differences.items():
        if part in ("", name) or (name == "cue" and why.measured == "scopes"):
            said = [
                "%s: %s" % (key, ", ".join(words))
                for key, words in difference.items()
                if not (why.measured == "scope_tokens" and key == hidden)
            ]
            texts.append("%s %s" % (name, "; ".join(said)))
    return why.reason + (" (%s)" % " | ".join(texts) if texts else "")


class Filter(namedtuple("Filter", ("measured", "kind", "sentence", "everything"))):
    """Which sentences, and which of their outcomes, are listed.

    None is no filter. Without any, and without `everything`, sentences with an
    error are listed.
    """

    __slots__ = ()
    measured: str | None
    kind: str | None
    sentence: str | None
    everything: bool

    def outcomes(self, explained: Explained) -> tuple[Why, ...]:
        """Return the outcomes of a sentence that are listed."""
        return tuple(
            why
            for why in explained.outcomes
            if self.measured in (None, why.measured) and self.kind in (None, why.kind)
        )

    def lists(self, explained: Explained) -> bool:
        """Tell whether a sentence is listed."""
        if self.sentence is not None and self.sentence != explained.name:
            return False
        if self.kind is not None or self.measured is not None:
            outcomes = self.outcomes(explained)
            if self.kind is None and not self.everything:
                outcomes = tuple(why for why in outcomes if why.kind != TRUE_POSITIVE)
            return bool(outcomes)
        return self.everything or self.sentence is not None or explained.error


class Summary:
    """What all sentences add up to: totals by measure and kind, and errors by kind."""

    def __init__(self) -> None:
        self.totals = {measured: dict.fromkeys(KINDS, 0) for measured in MEASURED}
        self.errors = dict.fromkeys(ERRORS, 0)
        self.sentences = 0
        self.error_sentences = 0

    def add(self, explained: Explained) -> None:
        """Add a sentence, whether it is listed or not."""
        self.sentences += 1
        self.error_sentences += explained.error
        for why in explained.outcomes:
            self.totals[why.measured][SHORT[why.kind]] += why.amount
        for error in explained.errors():
            self.errors[error] += 1
