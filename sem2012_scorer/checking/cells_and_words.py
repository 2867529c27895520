"""Do the annotation cells of a file fit its words, or gold's? If they fit gold's alone, the word column is wrong, and not the cells.

In: files that agree in their numbers of tokens. Out: whether, or how often, strings are parts of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..common.columns import DASHED_EMPTY_CELLS, STARS
from ..reading.source import Source
from .layout import FIRST, SentenceLines, sentences_in_repaired_layout

SENTENCES_LOOKED_AT = 500
NEARLY_ALL = 0.9  # the share of cells, or of lines, from which on they are certainly of these words
NO_STRINGS = (*DASHED_EMPTY_CELLS, STARS, b"")


def are_cells_of_golds_words(gold: Source, system: Source) -> bool:
    """Return whether nearly all strings of the system are parts of gold's words in the same places, and fewer of its own words."""
    pairs = _sentences_of_same_length(gold, system)
    of_golds_words = _share_of_strings_in_words(
        (word, row)
        for of_gold, of_system in pairs
        for word, row in zip(of_gold.words, of_system.rows)
    )
    if of_golds_words is None or of_golds_words < NEARLY_ALL:
        return False
    return share_of_cells_in_words(system) < of_golds_words


def share_of_cells_in_words(source: Source) -> float:
    """Return which share of a file's strings are parts of its own words, as a fraction; 1 if it has none."""
    sentences = islice(sentences_in_repaired_layout(source), SENTENCES_LOOKED_AT)
    share = _share_of_strings_in_words(
        (word, row) for sentence in sentences for word, row in zip(sentence.words, sentence.rows)
    )
    return 1.0 if share is None else share


def _share_of_strings_in_words(lines: Iterable[tuple[bytes, list[bytes]]]) -> float | None:
    """Return which share of the strings in annotation cells are parts of the words beside them, None if there is no string."""
    strings = fitting = 0
    for word, row in lines:
        for cell in row[FIRST:]:
            if cell not in NO_STRINGS:
                strings += 1
                fitting += cell in word
    return fitting / strings if strings else None


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
