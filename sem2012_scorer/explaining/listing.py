"""Which sentences and outcomes are listed, what all add up to, and how a sentence is marked."""

from __future__ import annotations

import json

from ..counts import MEASURED
from ..legacy.outcomes import FALSE_NEGATIVE, TRUE_POSITIVE
from ..records import Record
from .explained import ERRORS, KINDS, SHORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .explained import Explained, Marked, Why


class Filter(Record):
    """Which sentences, and which of their outcomes, are listed.

    None is no filter. Without any, and without `everything`, sentences with an
    error are listed.
    """

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


def marked_words(words: Sequence[str], negation: Marked) -> list[tuple[frozenset[str], str]]:
    """Return a sentence as runs of text, each with the parts of the negation that it belongs to.

    A token whose cell has another string than its word is one run for each
    part; neighbours that belong to the same parts are one run.
    """
    parts = {name: dict(part) for name, part in zip(negation._fields, negation)}
    runs: list[tuple[frozenset[str], str]] = []
    for position, word in enumerate(words):
        strings: dict[str, set[str]] = {}
        for name, part in parts.items():
            if position in part:
                strings.setdefault(part[position], set()).add(name)
        if not strings:
            strings = {word: set()}
        for string, names in strings.items():
            kinds = frozenset(names)
            if runs and runs[-1][0] == kinds and "cue" not in kinds and "event" not in kinds:
                runs[-1] = (kinds, runs[-1][1] + " " + string)
            else:
                runs.append((kinds, string))
    return runs


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


def who(why: Why) -> str:
    """Return which negations an outcome is about."""
    names = []
    if why.gold is not None:
        names.append("gold %d" % why.gold)
    if why.system is not None:
        names.append("system %d" % why.system)
    return " - ".join(names)


def as_jsonl(sentences: Sequence[Explained], wanted: Filter) -> str:
    """Return one JSON object a line for each sentence, with the outcomes that are listed."""
    return "".join(
        json.dumps(
            explained._replace(outcomes=wanted.outcomes(explained)).to_dict(), ensure_ascii=False
        )
        + "\n"
        for explained in sentences
    )
