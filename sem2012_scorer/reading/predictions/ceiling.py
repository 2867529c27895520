"""What one label for each token can reach on a gold file: gold's own negations, written so and read back."""

from __future__ import annotations

from collections.abc import Sequence

from ...common.columns import CUE, EVENT, SCOPE
from ..column_reader import read_columns
from ..kinds import LABELS
from ..sentences import Negation, Sentence, position_in_sentence
from ..source import Source
from .convert import convert
from .model import Reading


def ceiling_of(gold: Source, reading: Reading, scorer: str, has_events: bool) -> bytes:
    """Return the columns that a perfect file of labels becomes, read as `reading` says; with `has_events`, it has events."""
    lines: list[str] = []
    for sentence in read_columns(gold):
        for token, label in zip(sentence.tokens, _labels_of_negations(sentence, has_events)):
            lines.append(f"{token.word}\t{label}\n")
        lines.append("\n")
    perfect = Source(
        content="".join(lines).encode("utf-8", "surrogateescape"), name="perfect labels"
    )
    own = Reading(LABELS, affixes=reading.affixes, gold_cues=reading.gold_cues)
    return convert(perfect, gold, LABELS, own, scorer)[0]


def _labels_of_negations(sentence: Sentence, has_events: bool) -> list[str]:
    """Return a label for each token: a cue hides all else, and an event a scope."""
    size = len(sentence.tokens)
    parts, owners = [""] * size, [-1] * size
    for number, negation in enumerate(sentence.negations):
        for part, tokens in _tokens_of_parts(negation, has_events):
            for token in tokens:
                if parts[token] != CUE or part == CUE:
                    parts[token], owners[token] = part, number
    labels = []
    begun: set[int] = set()
    for token, (part, owner) in enumerate(zip(parts, owners)):
        if not part:
            labels.append("O")
            continue
        if part == CUE:
            goes_on = owner in begun
            begun.add(owner)
        else:
            # An event is in the scope too, which goes on after it.
            before = (SCOPE, EVENT) if part == SCOPE else (EVENT,)
            goes_on = token > 0 and parts[token - 1] in before and owners[token - 1] == owner
        letter = "I-" if goes_on else "B-"
        labels.append(letter + part.upper())
    return labels


def _tokens_of_parts(negation: Negation, has_events: bool) -> Sequence[tuple[str, list[int]]]:
    """Return the parts of a negation with their tokens, in the order in which a later one hides an earlier one."""
    parts = [(SCOPE, negation.scope), (CUE, negation.cue)]
    if has_events:
        parts.insert(1, (EVENT, negation.event))
    return [(part, [position_in_sentence(item) for item in items]) for part, items in parts]
