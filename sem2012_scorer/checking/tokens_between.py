"""Tokens that one of two files lacks, perhaps of several sentences: the files go on alike after them."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.wording import plural
from ..reading.source import Source
from .findings import CODES, Finding
from .golds_faults import break_in_numbers, lacks_blank_line
from .layout import Neighbors, sentences_in_repaired_layout
from .sentence_counts import compared_columns, first_difference_of_sentences
from .word_differences import (
    TOO_MANY,
    fix_of_added_tokens,
    fix_of_missing_tokens,
    missing_tokens_in_words,
)

LOOKED_AHEAD = 2000  # tokens among which the next ones of the other file are looked for
SAME_IN_A_ROW = 5  # as many tokens show that the files go on alike


def with_tokens_between(
    finding: Finding, gold: Source, in_gold: Neighbors, system: Source, in_system: Neighbors
) -> Finding:
    """Return the finding, with another code if the files go on alike after tokens that one of them lacks.

    The tokens may be of several sentences.
    """
    if in_gold.here is None or in_system.here is None:
        return finding
    if lacks_blank_line(in_gold, in_system):
        broken = break_in_numbers(in_system.here)
        return finding._replace(code="E104", cause=broken, fix=CODES["E104"].fix)
    token = first_difference_of_sentences(in_system.here, in_gold.here)
    golds = _tokens_from(gold, in_gold.here.numbers[0], token)
    ours = _tokens_from(system, in_system.here.numbers[0], token)
    missing = _place_of_run(ours[:SAME_IN_A_ROW], golds)
    if missing:
        line = in_gold.here.numbers[0] + token
        cause = missing_tokens_in_words(missing, line)
        return finding._replace(code="E102", cause=cause, fix=fix_of_missing_tokens(missing))
    added = _place_of_run(golds[:SAME_IN_A_ROW], ours)
    if added and finding.code == "E101":
        cause = plural(added, "token") + TOO_MANY
        return finding._replace(code="E103", cause=cause, fix=fix_of_added_tokens(added))
    return finding


def _tokens_from(source: Source, line: int, token: int) -> list[bytes]:
    """Return the compared columns of tokens, from one of the sentence that begins at `line` on."""
    tokens: list[bytes] = []
    for sentence in sentences_in_repaired_layout(source):
        if sentence.numbers[0] < line:
            continue
        tokens += compared_columns(sentence)
        if len(tokens) > token + LOOKED_AHEAD:
            break
    return tokens[token:]


def _place_of_run(run: Sequence[bytes], tokens: Sequence[bytes]) -> int:
    """Return after how many tokens some others follow in a row, 0 if they do not or are too few."""
    if len(run) < SAME_IN_A_ROW:
        return 0
    for place in range(1, len(tokens)):
        if tokens[place : place + len(run)] == run:
            return place
    return 0
