"""Do the annotation cells of a file fit its words, or gold's? If they fit gold's alone, the word column is wrong, and not the cells.

In: files that agree in their numbers of tokens. Out: whether, or how often, strings are parts of words.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..common.columns import DASHED_EMPTY_CELLS, STARS, WORD_FIELD
from ..reading.source import Source
from .layout import FIRST, SentenceLines, sentences_in_repaired_layout

SENTENCES_LOOKED_AT = 500
NEARLY_ALL = 0.9  # the share of cells, or of lines, from which on they are certainly of these words
NO_STRINGS = (*DASHED_EMPTY_CELLS, STARS, b"")


def are_cells_of_golds_words(gold: Source, system: Source) -> bool:
    """Return whether nearly all strings of the system are parts of gold's words in the same places."""
    strings = fitting = 0
    for of_gold, of_system in _sentences_of_same_length(gold, system):
        for word, row in zip(of_gold.words, of_system.rows):
            for cell in row[FIRST:]:
                if cell not in NO_STRINGS:
                    strings += 1
                    fitting += cell in word
    return strings > 0 and fitting >= NEARLY_ALL * strings


def share_of_cells_in_words(source: Source) -> float:
    """Return which share of a file's strings are parts of its own words, as a fraction; 1 if it has none."""
    strings = fitting = 0
    for sentence in islice(sentences_in_repaired_layout(source), SENTENCES_LOOKED_AT):
        for row in sentence.rows:
            for cell in row[FIRST:]:
                if cell not in NO_STRINGS:
                    strings += 1
                    fitting += cell in row[WORD_FIELD]
    return fitting / strings if strings else 1.0


def has_golds_words_in_its_lines(gold: Source, system: Source) -> bool:
    """Return whether nearly all lines have gold's word in one of their columns, whichever that is."""
    lines = holding = 0
    for of_gold, of_system in _sentences_of_same_length(gold, system):
        for word, row in zip(of_gold.words, of_system.rows):
            lines += 1
            holding += word in row
    return lines > 0 and holding >= NEARLY_ALL * lines


def _sentences_of_same_length(
    gold: Source, system: Source
) -> Iterator[tuple[SentenceLines, SentenceLines]]:
    """Yield the first sentences of two files side by side, up to one whose numbers of tokens differ."""
    pairs = zip(sentences_in_repaired_layout(gold), sentences_in_repaired_layout(system))
    for of_gold, of_system in islice(pairs, SENTENCES_LOOKED_AT):
        if len(of_gold.lines) != len(of_system.lines):
            return
        yield of_gold, of_system
