"""What each negation of a sentence counted as, and why, as values.

The explanation and the report come from the same outcomes, so that the
explanation's totals are the report's counts.
"""

from __future__ import annotations

from ..counts import MEASURED
from ..legacy.annotations import read_meant
from ..legacy.columns import DASHED_EMPTY_CELLS, WORD_FIELD, field_at, fields, writes_dashes
from ..legacy.judging import judge_files
from ..legacy.outcomes import (
    FALSE_NEGATIVE,
    FALSE_POSITIVE,
    NOT_COUNTED,
    TRUE_POSITIVE,
    is_error,
)
from ..legacy.rows import LABELS
from ..records import Record
from ..wording import decoded, sentence_name, some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..legacy.annotations import Annotation, PlacedWord
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from ..legacy.outcomes import Outcome
    from ..legacy.reading import InStep

KINDS = {
    "tp": TRUE_POSITIVE,
    "fp": FALSE_POSITIVE,
    "fn": FALSE_NEGATIVE,
    "uncounted": NOT_COUNTED,
}
"""The kinds of outcomes, by their short names."""

SHORT = {kind: name for name, kind in KINDS.items()}

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
    MISSED: "gold negations that are paired with none of the system's",
    INVENTED: "system negations that are paired with none of gold's",
    CUE_IN_PART: "pairs whose cues share a token but are not equal",
    SCOPE_TOO_LONG: "pairs in which the system's scope has gold's tokens and more",
    SCOPE_TOO_SHORT: "pairs in which gold's scope has the system's tokens and more",
    SCOPE_SHIFTED: "pairs in which each scope has tokens that the other lacks",
    SCOPE_STRING: "pairs of scopes with the same tokens and other strings",
    WRONG_EVENT: "pairs whose events are not equal",
}


class Explained(Record):
    """A sentence, explained.

    `name` is its document and number, joined by a colon; `first_line` and
    `last_line` are the numbers of its lines in gold; `words` its tokens;
    `gold` and `system` the negations of each side as they are meant: where -
    is written for empty cells, without those; `pairs` says for each gold
    negation what it is paired with and why; `outcomes` are `Why` values;
    `error` tells whether the report counts it as a sentence with an error;
    `note` says what is peculiar, or is empty.
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
                {**why._asdict(), "row": LABELS[why.measured], "kind": SHORT[why.kind]}
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


class Marked(Record):
    """A negation: three parts, each a tuple of (position, string)."""

    cue: tuple[tuple[int, str], ...]
    scope: tuple[tuple[int, str], ...]
    event: tuple[tuple[int, str], ...]


class Why(Record):
    """An outcome and its reason in words; `differences` are by part, lists of words.

    `gold` and `system` number the negations of the sentence from 1, None where
    there is none.
    """

    measured: str
    kind: str
    amount: int
    gold: int | None
    system: int | None
    reason: str
    differences: dict[str, dict[str, list[str]]]


def explain(files: InStep, original: Original) -> Iterator[Explained]:
    """Yield all sentences, explained; raise Death where the original stops."""
    for judged in judge_files(files, original):
        yield _explained(judged)


def _explained(judged: Judged) -> Explained:
    block = judged.block
    gold_rows = [fields(line) for line in block.gold_lines]
    system_rows = [fields(line) for line in block.system_lines]
    words = tuple(decoded(field_at(row, WORD_FIELD)) for row in gold_rows)
    name = sentence_name(gold_rows[0]) if gold_rows else "(no tokens)"
    first = block.last_line - len(gold_rows)
    dashes = any(map(writes_dashes, (gold_rows, system_rows)))
    note = ""
    if dashes:
        note = (
            "- is not empty for the legacy scorers: every token is part of every cue, scope and "
            "event, and negations are paired in the order of their columns (quirk 9: only _ is empty)"
        )
    elif not gold_rows:
        note = "two blank lines, or the end of a file: a sentence with negation (quirk 6: phantom sentences)"
    elif judged.gold.has_negation and judged.system.has_negation and not judged.outcomes:
        note = "one side has no columns for negation: nothing counts (quirk 27: negation without negations)"
    return Explained(
        name,
        first,
        max(block.last_line - 1, first),
        words,
        _marked(judged.gold, block.gold, dashes),
        _marked(judged.system, block.system, dashes),
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
    """Yield for each pair of negations which token made it, and which others share one too."""
    for outcome in judged.outcomes:
        gold, system = outcome.gold, outcome.system
        if outcome.measured != "full_negations" or gold is None or system is None:
            continue
        tokens = dict(judged.gold.negations[gold].cue)
        shared = [
            "%s (token %d)" % (decoded(tokens[token]), token)
            for token, _ in judged.system.negations[system].cue
            if token in tokens
        ]
        others = [
            "system %d" % (number + 1)
            for number, negation in enumerate(judged.system.negations)
            if number != system and any(token in tokens for token, _ in negation.cue)
        ]
        pair = (
            "gold %d is paired with system %d, the first unpaired system negation that shares a "
            "cue token: %s" % (gold + 1, system + 1, some(shared, MOST_NAMED))
        )
        yield pair + ("; it shares one with %s too" % some(others, MOST_NAMED) if others else "")


def _marked(side: Annotation, sentence: bytes, dashes: bool) -> tuple[Marked, ...]:
    if dashes and side.has_negation:
        side = read_meant(sentence, DASHED_EMPTY_CELLS)
    return tuple(
        Marked(*(tuple((token, decoded(word)) for token, word in part) for part in negation))
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


def _difference(gold: Sequence[PlacedWord], system: Sequence[PlacedWord]) -> dict[str, list[str]]:
    """Return what a part lacks of gold's, what it has beyond, and strings that differ."""
    here, there = dict(gold), dict(system)
    found = {
        "missing": [decoded(here[token]) for token in here if token not in there],
        "extra": [decoded(there[token]) for token in there if token not in here],
        "other": [
            "%s for %s" % (decoded(there[token]), decoded(here[token]))
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
