"""What a system did with the negations of a sentence: which it found, missed, invented, and what differs.

A gold negation and a system negation belong together as the scorer pairs them. Where - is written
for empty cells, the scorer pairs them by the order of their columns, whatever the cells hold; they are
aligned by the cue tokens that they share then, since that is what the system did.
"""

from __future__ import annotations

from ..ground.columns import DASHED_EMPTY_CELLS
from ..ground.records import Record
from ..ground.wording import decoded, shortened, some
from ..legacy.annotations import read_meant
from ..legacy.pairing import PAIRING, once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..legacy.annotations import Annotation
    from ..legacy.judging import Judged
    from ..legacy.originals import Original

    Numbers = tuple[int | None, int | None]
    """The indexes of a gold negation and of a system negation in the sentence, None for none."""

MISSED = "missed"
INVENTED = "invented"
CUE_IN_PART = "cue differs"
SCOPE_TOO_LONG = "scope too long"
SCOPE_TOO_SHORT = "scope too short"
SCOPE_SHIFTED = "scope shifted"
SCOPE_STRING = "scope string differs"
WRONG_EVENT = "event differs"
ERROR_MEANINGS = {
    MISSED: "gold negations that no system negation belongs to",
    INVENTED: "system negations that no gold negation belongs to",
    CUE_IN_PART: "pairs whose cues share a token but are not equal",
    SCOPE_TOO_LONG: "pairs in which the system's scope has gold's tokens and more",
    SCOPE_TOO_SHORT: "pairs in which gold's scope has the system's tokens and more",
    SCOPE_SHIFTED: "pairs in which each scope has tokens that the other lacks",
    SCOPE_STRING: "pairs of scopes with the same tokens and other strings",
    WRONG_EVENT: "pairs whose events are not equal",
}
"""The kinds of errors and their meanings; a pair of negations may have several."""

OF_CUES = (MISSED, INVENTED, CUE_IN_PART)
"""The kinds of errors that a scorer of cues alone has."""

PART_OF = {CUE_IN_PART: "cue", WRONG_EVENT: "event"}
"""The parts of a negation that a kind of error is about; of the others it is the scope."""

MOST_NAMED = 3
"""How many tokens or negations are named before "and N more"."""


def kinds_of(original: Original) -> tuple[str, ...]:
    """Return the kinds of errors that the rows of a scorer show."""
    return tuple(ERROR_MEANINGS) if "scopes" in original.table.measured else OF_CUES


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


class NegationPair(Record):
    """A gold negation and the system negation that belongs to it, or one of either without a partner.

    `gold` and `system` are their numbers in the sentence, from 1, or None; `errors` are kinds of errors
    (see `ERROR_MEANINGS`), and `differences` what differs, part by part. `made` says what made the
    pair, and `is_one_of_several` that another system negation shares a cue token too.
    """

    gold: int | None
    system: int | None
    errors: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    made: str = ""
    is_one_of_several: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the pair for JSON."""
        return {
            "gold": self.gold,
            "system": self.system,
            "errors": list(self.errors),
            "differences": {found.part: found.lists() for found in self.differences},
            "made": self.made,
        }


def marked(side: Annotation, sentence: bytes, dashes: bool) -> tuple[Marked, ...]:
    """Return the negations of a side as they are marked; with `dashes`, without the - of empty cells."""
    if dashes and side.has_negation:
        side = read_meant(sentence, DASHED_EMPTY_CELLS)
    return tuple(
        Marked(*(tuple((token, shown_word(word)) for token, word in part) for part in negation))
        for negation in side.negations
    )


def shown_word(word: bytes) -> str:
    """Return a word as it is shown: a very long one, which no corpus has, with its middle left out."""
    return shortened(decoded(word))


def scored_pairs(judged: Judged) -> list[Numbers]:
    """Return the negations that the scorer compares, and those that it takes for unpaired."""
    return [
        (outcome.gold, outcome.system)
        for outcome in judged.outcomes
        if outcome.measured == "full_negations"
    ]


def pairs_of(
    judged: Judged,
    gold: Sequence[Marked],
    system: Sequence[Marked],
    scored: Sequence[Numbers],
    dashes: bool,
    original: Original,
) -> Iterator[NegationPair]:
    """Yield which negations of a sentence belong together, and how they differ."""
    if dashes and judged.outcomes:
        # Only positions are compared.
        cues = [
            [tuple((token, b"") for token, _ in one.cue) for one in side] for side in (gold, system)
        ]
        partners, left = once(*cues)
        scored = [*enumerate(partners), *[(None, index) for index in left]]
    for one, other in scored:
        numbers = (None if one is None else one + 1, None if other is None else other + 1)
        if one is None or other is None:
            yield NegationPair(*numbers, (INVENTED if one is None else MISSED,))
            continue
        found = differences_of(gold[one], system[other])
        errors = tuple(_errors({difference.part: difference for difference in found}))
        yield NegationPair(*numbers, errors, found, *_made(one, other, gold, system, original))


def _made(
    one: int, other: int, gold: Sequence[Marked], system: Sequence[Marked], original: Original
) -> tuple[str, bool]:
    """Return the cue tokens that a pair shares, and who else shares one; and whether there is one."""
    tokens = dict(gold[one].cue)
    shared = [
        "%s (token %d)" % (tokens[token], token)
        for token, _ in system[other].cue
        if token in tokens
    ]
    others = [
        "system %d" % (number + 1)
        for number, negation in enumerate(system)
        if number != other and any(token in tokens for token, _ in negation.cue)
    ]
    partner = PAIRING[original.pairing].partner
    words = "%s that shares a cue token: %s" % (partner, some(shared, MOST_NAMED))
    if others:
        words += "; it shares one with %s too" % some(others, MOST_NAMED)
    return words, bool(others)


def differences_of(gold: Marked, system: Marked) -> tuple[Difference, ...]:
    """Return how two negations differ, part by part."""
    found = [
        _difference(name, dict(part), dict(other))
        for name, part, other in zip(gold._fields, gold, system)
        if part != other
    ]
    return tuple([difference for difference in found if difference.lists()])


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


def _errors(differences: dict[str, Difference]) -> Iterator[str]:
    """Yield the kinds of errors of a pair."""
    if "cue" in differences:
        yield CUE_IN_PART
    scope = differences.get("scope")
    if scope is not None:
        if scope.missing and scope.extra:
            yield SCOPE_SHIFTED
        elif scope.missing:
            yield SCOPE_TOO_SHORT
        elif scope.extra:
            yield SCOPE_TOO_LONG
        else:
            yield SCOPE_STRING
    if "event" in differences:
        yield WRONG_EVENT
