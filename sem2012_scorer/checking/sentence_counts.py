"""How often each sentence of a file stands in it: two files are compared by these numbers, which are few.

`count_sentences` reads a file; the other functions say what the numbers of two files show.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..common.columns import COMPARED_FIELDS
from ..common.wording import plural
from ..reading.source import Source
from .layout import SentenceLines, sentences_in_repaired_layout


class SentenceCounts(NamedTuple):
    """How often each sentence of a file stands in it: as numbers, by its columns and by its words.

    `lines` is a number that all files with the same compared columns have, in whatever order; `lengths` one
    that all files have whose sentences have as many tokens, in the same order, and `order` one of those with
    the same words in the same order.
    """

    keys: Counter[int]
    words: Counter[int]
    lines: int
    lengths: int
    order: int


def count_sentences(source: Source) -> SentenceCounts:
    """Return how often each sentence of a file stands in it: one number is kept of each, to bound memory."""
    keys = Counter[int]()
    words = Counter[int]()
    lines = lengths = order = 0
    for sentence in sentences_in_repaired_layout(source):
        keys[number_of_sentence(sentence)] += 1
        of_words = number_of_words(sentence)
        words[of_words] += 1
        order = hash((order, of_words))
        lines += sum(map(hash, compared_columns(sentence)))
        lengths = hash((lengths, len(sentence.lines)))
    return SentenceCounts(keys, words, lines, lengths, order)


def number_of_words(sentence: SentenceLines) -> int:
    """Return a number that sentences with the same words have, in any case of letters."""
    return hash(b" ".join(sentence.words).lower())


def number_of_sentence(sentence: SentenceLines) -> int:
    """Return a number that sentences with the same first four columns have."""
    return hash(tuple(compared_columns(sentence)))


def compared_columns(sentence: SentenceLines) -> list[bytes]:
    """Return the first four columns of each line: what the scorer compares."""
    return [compared_columns_of_line(line) for line in sentence.lines]


def compared_columns_of_line(line: bytes) -> bytes:
    """Return the first four columns of a line, with the tabs between them."""
    return b"\t".join(line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]).rstrip(b"\t")


def first_difference_of_sentences(ours: SentenceLines, golds: SentenceLines) -> int:
    """Return the first token whose compared columns differ, or at which one of the sentences ends."""
    return first_unequal(compared_columns(ours), compared_columns(golds))


def are_lines_in_other_order(golds: SentenceCounts, ours: SentenceCounts) -> bool:
    """Return whether the file has all of gold's lines, and most of its sentences are not gold's."""
    missing = (golds.keys - ours.keys).total()
    return golds.lines == ours.lines and 2 * missing > golds.keys.total() > 1


def sentences_in_common(golds: SentenceCounts, ours: SentenceCounts) -> str:
    """Return in words how few of gold's sentences are in the file."""
    sentences = plural(golds.keys.total(), "sentence")
    common = (golds.words & ours.words).total()
    if not common:
        return f"none of gold's {sentences} is in the file"
    verb = "is" if common == 1 else "are"
    return f"only {common:,} of gold's {sentences} {verb} in the file"


def first_unequal(ours: list[bytes], golds: list[bytes]) -> int:
    """Return the first token at which two sentences differ, or at which the shorter one ends."""
    for token, (our_line, gold_line) in enumerate(zip(ours, golds)):
        if our_line != gold_line:
            return token
    return min(len(ours), len(golds))


def has_golds_numbers(ours: SentenceLines | None, golds: SentenceLines | None) -> bool:
    """Return whether all lines of a sentence have the name and numbers that gold's have."""
    if ours is None or golds is None:
        return False
    return [row[:3] for row in ours.rows] == [row[:3] for row in golds.rows]


def is_other_sentence(ours: SentenceLines | None, golds: SentenceLines | None) -> bool:
    """Return whether few words of the file's sentence stand where gold has them: gold's columns are not those of its annotation."""
    if ours is None or golds is None:
        return False
    same = [one == other for one, other in zip(ours.words, golds.words)]
    return 2 * sum(same) < max(len(ours.words), len(golds.words))
