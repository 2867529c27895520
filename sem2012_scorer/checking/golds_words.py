"""Where a file's sentences are not gold's: are gold's words in it nevertheless, in another column or in other sentences?

In: the two files. Out: the column with gold's words, and whether the runs of gold's words are in the file. `against_gold`
asks both before it calls the file another text.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from ..common.columns import COMPARED_FIELDS, WORD_FIELD
from ..reading.facts import facts_of
from ..reading.source import Source
from .cells_and_words import NEARLY_ALL, share_of_cells_in_words
from .findings import Finding
from .golds_faults import REPAIR_GOLD, break_in_numbers
from .layout import Neighbors, sentences_in_repaired_layout
from .meant import bare_word

ELSEWHERE = "gold's words stand in column"
GOLDS_COLUMNS = "write gold's first seven columns, with the words in column 4, and the annotation columns after them"
TOKENS_LOOKED_AT = 300  # as many show in which column the words are
FEW_OTHER_WORDS = 2
SAME_WORDS = 0.95  # the share of them that must be gold's


def blame_other_column(
    finding: Finding, gold: Source, in_gold: Neighbors, system: Source, in_system: Neighbors
) -> Finding | None:
    """Return the first difference with gold's words in another column of the file as its cause, or the other way round; else None."""
    column = golds_words_in_other_column(gold, system)
    if column is None:
        return None
    in_other = golds_words_in_other_column(system, gold)
    if in_other is not None and (
        has_numbers_in_order(in_system, in_gold) or _is_golds_word_column_wrong(gold, system)
    ):
        cause = f"gold: the file's words stand in column {in_other + 1} of gold, word for word"
        return finding._replace(code="E101", cause=cause, fix=REPAIR_GOLD)
    cause = f"{ELSEWHERE} {column + 1} of the file, word for word"
    return finding._replace(code="E101", cause=cause, fix=GOLDS_COLUMNS)


def _is_golds_word_column_wrong(gold: Source, system: Source) -> bool:
    """Return whether gold's own strings are often no part of its words, and those of the file are; a released corpus is right."""
    if facts_of(gold).corpus is not None:
        return False
    of_gold, of_system = share_of_cells_in_words(gold), share_of_cells_in_words(system)
    return of_gold < NEARLY_ALL <= of_system


def has_numbers_in_order(in_system: Neighbors, in_gold: Neighbors) -> bool:
    """Return whether the third column counts tokens in the file, and not in gold."""
    ours, golds = in_system.here, in_gold.here
    if ours is None or golds is None:
        return False
    return not break_in_numbers(ours) and bool(break_in_numbers(golds))


def golds_words_in_other_column(gold: Source, system: Source) -> int | None:
    """Return the other column in which the file has gold's words, None if there is none.

    Lines that lack the column are left out: where lines are numbered, blank ones have a number too.
    """
    wanted: list[bytes] = []
    for sentence in islice(sentences_in_repaired_layout(gold), TOKENS_LOOKED_AT):
        wanted += sentence.words
    wanted = [bare_word(word) for word in wanted[:TOKENS_LOOKED_AT]]
    rows = []
    for sentence in sentences_in_repaired_layout(system):
        rows += sentence.rows
        if len(rows) > 2 * TOKENS_LOOKED_AT:
            break
    own = [bare_word(row[WORD_FIELD]).lower() for row in rows if len(row) > WORD_FIELD]
    same = sum(word == golds.lower() for word, golds in zip(own, wanted))
    if len(wanted) - same <= max(FEW_OTHER_WORDS, (1 - SAME_WORDS) * len(wanted)):
        return None  # nearly all words stand where they should be, and lemmas are often words
    columns = list(range(max(map(len, rows[:3]), default=0)))
    columns.sort(key=lambda column: column != WORD_FIELD)  # first the one in which they should be
    for start in (0, 1):  # a line that names the columns may stand first
        for column in columns:
            words = [bare_word(row[column]) for row in rows[start:] if len(row) > column]
            if _are_same_words(words[: len(wanted)], wanted):
                return None if column == WORD_FIELD else column
    return None


def _are_same_words(words: list[bytes], wanted: list[bytes]) -> bool:
    """Return whether nearly all words are those wanted; a column of one value shows nothing."""
    if len(words) != len(wanted) or len(set(words)) < 2:
        return False
    same = [word for word, golds in zip(words, wanted) if word == golds]
    return len(same) >= SAME_WORDS * len(wanted)


TOKENS_WITH_RUNS = 40_000  # the runs of words among as many tokens are compared, to bound memory


def has_golds_runs_of_words(gold: Source, system: Source) -> bool:
    """Return whether most runs of four words of gold are in the file.

    Two texts of a language share many words, but few runs of four. Punctuation is passed over: some
    programs drop it.
    """
    runs = []
    for source in (gold, system):
        of_file = Counter[int]()
        before: list[bytes] = []
        number = 0
        for sentence in sentences_in_repaired_layout(source):
            number += len(sentence.lines)
            if number > TOKENS_WITH_RUNS:
                break
            words = [bare_word(word).lower() for word in sentence.words]
            text = before + [word for word in words if word.isalnum() or not word.isascii()]
            of_file.update(map(hash, zip(text, text[1:], text[2:], text[3:])))
            before = text[-3:]
        runs.append(of_file)
    return sum((runs[0] & runs[1]).values()) > runs[0].total() / 2


def places_of_word(word: bytes, gold: Source) -> int:
    """Return how often a word stands in the word column of a file, in any case of letters."""
    wanted = word.lower()
    number = 0
    with gold.open() as lines:
        for line in lines:
            fields = line.split(b"\t", COMPARED_FIELDS)
            if len(fields) > COMPARED_FIELDS and fields[WORD_FIELD].lower() == wanted:
                number += 1
    return number
