"""What a system did with the negations of a sentence: which it found, missed, invented, and what differs.

A gold negation and a system negation belong together as the scorer pairs them. Where - is written
for empty cells, the scorer pairs them whatever the cells hold, as each - is a word of a cue; they
are aligned by the cue tokens that they share then, since that is what the system did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..common.columns import DASHED_EMPTY_CELLS
from ..common.mappings import read_only
from ..common.wording import decoded, shortened
from ..port.annotation import (
    Annotation,
    PortNegation,
    annotate,
    annotation_by_columns,
    annotation_scope_tokens,
)
from ..port.outcomes import pair_parts_for_outcomes
from ..port.scripts import Original

Numbers = tuple["int | None", "int | None"]
"""The numbers of a gold negation and of a system negation in the sentence, from 1; None for none."""
Differences = Mapping[str, Mapping[str, Sequence[str]]]
"""By part (cue, scope, event): the words that are `missing`, `extra`, or `other` than gold's."""

MISSED = "missed"
INVENTED = "invented"
CUE_DIFFERS = "cue differs"
SCOPE_TOO_LONG = "scope too long"
SCOPE_TOO_SHORT = "scope too short"
SCOPE_SHIFTED = "scope shifted"
SCOPE_STRING = "scope string differs"
EVENT_DIFFERS = "event differs"
SCOPE_KINDS = (SCOPE_TOO_LONG, SCOPE_TOO_SHORT, SCOPE_SHIFTED, SCOPE_STRING)
ERROR_KINDS = (MISSED, INVENTED, CUE_DIFFERS, *SCOPE_KINDS, EVENT_DIFFERS)
"""The kinds of errors; a pair of negations may have several. A scorer of cues has the first three."""
PART_OF = {CUE_DIFFERS: "cue", EVENT_DIFFERS: "event"}
"""The parts of a negation that a kind of error is about; of the others it is the scope."""

ORDER = "the scorer takes - for a word, and pairs negations in the order of their columns"
FIRST_OF_ALL = (
    "the scorer takes - for a word, and pairs every gold negation with the first system negation"
)
ORDERS = (ORDER, FIRST_OF_ALL)
"""How negations are paired if - stands for empty cells: by column, or all with one, by a scorer that pairs it again."""


def kinds_of_negation_errors(original: Original) -> tuple[str, ...]:
    """Return the kinds of errors that the rows of a scorer show."""
    if "scopes" in original.labels:
        return ERROR_KINDS
    return ERROR_KINDS[:3]


def pairing_by_dashes(original: Original) -> str:
    """Return how a scorer pairs negations of files with - in empty cells."""
    if original.pairs_once:
        return ORDER
    return FIRST_OF_ALL


def negation_number_from_one(number: int | None) -> int | None:
    """Return a negation's number counted from 1, of one counted from 0; None stays."""
    if number is None:
        return None
    return number + 1


class MarkedNegation(NamedTuple):
    """A negation as it is marked: three parts, each a tuple of (position, string)."""

    cue: tuple[tuple[int, str], ...] = ()
    scope: tuple[tuple[int, str], ...] = ()
    event: tuple[tuple[int, str], ...] = ()


def shown_negation(negation: PortNegation) -> MarkedNegation:
    """Return a negation as it is shown: as text, and long strings shortened."""
    return MarkedNegation(*map(_shown_part, negation[:3]))


def _shown_part(part: Sequence[tuple[int, bytes]]) -> tuple[tuple[int, str], ...]:
    return tuple([(token, _shown(word)) for token, word in part])


def _shown(word: bytes) -> str:
    return shortened(decoded(word))


class NegationPair(NamedTuple):
    """A gold negation and the system negation that belongs to it, or one of either without a partner.

    `gold` and `system` are their numbers in the sentence, from 1, or None; `errors` are some of
    `ERROR_KINDS`, and `differences` what differs, part by part.
    """

    gold: int | None
    system: int | None
    errors: tuple[str, ...] = ()
    differences: Differences = read_only({})

    def to_dict(self) -> dict[str, Any]:
        """Return the pair for JSON."""
        result = {**self._asdict(), "errors": list(self.errors)}
        differences = {}
        for part, by_how in self.differences.items():
            differences[part] = {how: list(words) for how, words in by_how.items()}
        return {**result, "differences": differences}


def explained_negations(
    side: Annotation | None, text: bytes, gold: bytes, original: Original, dashes: bool
) -> tuple[PortNegation, ...]:
    """Return the negations of a side as they are marked; with `dashes`, without the - of empty cells.

    `text` is the side's sentence, and `gold` that of gold, whose tags say which words are in scopes.
    """
    if side is None:
        return ()
    if dashes:
        can_be = annotation_scope_tokens(annotation_by_columns(gold), original)[0]
        lines = annotation_by_columns(text)
        side = annotate(lines, can_be, None, 0, original.cuts_words, DASHED_EMPTY_CELLS)
        if side is None:
            return ()
    return tuple(side.negations)


def pair_explained_negations(
    gold: Sequence[PortNegation],
    system: Sequence[PortNegation],
    scored: Sequence[Numbers],
    dashes: bool,
    words: Sequence[str],
    kinds: Collection[str],
) -> Iterator[NegationPair]:
    """Yield which negations of a sentence of `words` belong together, and how they differ.

    `scored` are the pairs that the scorer compares, which decide unless `dashes` are written. `kinds` are
    the kinds of errors that the scorer shows.
    """
    if dashes and scored:
        scored = _pair_negations(gold, system)
    for g, s in scored:
        if g is None:
            yield NegationPair(g, s, (INVENTED,))
        elif s is None:
            yield NegationPair(g, s, (MISSED,))
        else:
            differences = _differences_of_negations(gold[g - 1], system[s - 1], words)
            errors = [error for error in _errors_of_pair(differences) if error in kinds]
            yield NegationPair(g, s, tuple(errors), differences)


def _pair_negations(gold: Sequence[PortNegation], system: Sequence[PortNegation]) -> list[Numbers]:
    """Return the pairs of negations that share cue tokens, and those without a partner."""
    partners, left = pair_parts_for_outcomes(_cue_tokens(gold), _cue_tokens(system))
    aligned: list[Numbers] = [
        (g, negation_number_from_one(s)) for g, s in enumerate(partners, start=1)
    ]
    aligned += [(None, s + 1) for s in left]
    return aligned


def _cue_tokens(negations: Sequence[PortNegation]) -> list[list[tuple[int, bytes]]]:
    """Return the cues of negations without their strings: only positions are compared."""
    return [[(token, b"") for token, _ in negation.cue] for negation in negations]


def _differences_of_negations(
    gold: PortNegation, system: PortNegation, words: Sequence[str]
) -> Differences:
    """Return how two negations of a sentence differ, part by part; an empty cell is named by its word."""
    differences: dict[str, Mapping[str, Sequence[str]]] = {}
    for name, part, theirs in zip(MarkedNegation._fields, gold, system):
        by_how = _differences_of_part(part, theirs, words)
        if by_how:
            differences[name] = read_only(by_how)
    return read_only(differences)


def _differences_of_part(
    gold: Sequence[tuple[int, bytes]], system: Sequence[tuple[int, bytes]], words: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Return the words that a part of a system's negation lacks, or has more, or that are others."""
    in_gold, in_system = dict(gold), dict(system)
    lists: dict[str, list[str]] = {"missing": [], "extra": [], "other": []}
    for token, string in gold:
        if token not in in_system:
            lists["missing"].append(_shown(string) or f" for {words[token]}")
    for token, string in system:
        if token not in in_gold:
            lists["extra"].append(_shown(string) or f" for {words[token]}")
    for token, string in in_gold.items():
        if in_system.get(token, string) != string:
            lists["other"].append(f"{_shown(in_system[token])} for {_shown(string)}")
    return {how: tuple(strings) for how, strings in lists.items() if strings}


def _errors_of_pair(differences: Differences) -> Iterator[str]:
    """Yield the kinds of errors of a pair, by what differs in it."""
    if "cue" in differences:
        yield CUE_DIFFERS
    scope = differences.get("scope")
    if scope is not None:
        kinds = {
            ("missing",): SCOPE_TOO_SHORT,
            ("extra",): SCOPE_TOO_LONG,
            ("missing", "extra"): SCOPE_SHIFTED,
        }
        yield kinds.get(tuple(how for how in scope if how != "other"), SCOPE_STRING)
    if "event" in differences:
        yield EVENT_DIFFERS
