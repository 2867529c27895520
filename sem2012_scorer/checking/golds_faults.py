"""Is gold the damaged file? At the first difference, the numbers in its columns may say so, where those of the file are in order.

`fault_of_gold` takes the sentences around the first difference, and returns what is wrong with gold in words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..common.columns import COMPARED_FIELDS, WORD_FIELD
from ..common.wording import plural
from .findings import bytes_in_finding
from .layout import Neighbors, SentenceLines
from .line_separators import broken_line_in_words
from .sentence_counts import (
    compared_columns,
    compared_columns_of_line,
    first_difference_of_sentences,
)

REPAIR_GOLD = "repair the gold file"
MAY_HAVE_GAPS = ", or remove from your file what gold leaves out"
"""What else to do where gold's numbers have a gap: gold may leave something out on purpose."""
WITHOUT_BLANK_LINE = ", without a blank line"
NO_TOKEN_NUMBER = ", and no token number"
SENTENCE, NUMBER = 1, 2
"""The columns with the numbers of the sentence and of the token, counted from 0."""


def broken_line_of_gold(in_gold: Neighbors, in_system: Neighbors) -> str:
    """Return which two lines of gold are one with a line break in it, at the first difference; "" for none, or if the file's are, too."""
    ours, golds = in_system.here, in_gold.here
    if ours is None or golds is None:
        return ""
    token = first_difference_of_sentences(ours, golds)
    if broken_line_in_words(ours, token):
        return ""
    return broken_line_in_words(golds, token)


def has_same_lines(in_gold: Neighbors, in_system: Neighbors) -> bool:
    """Return whether gold and the file have the same lines in the sentence of the first difference."""
    ours, golds = in_system.here, in_gold.here
    if ours is None or golds is None:
        return False
    return sorted(compared_columns(ours)) == sorted(compared_columns(golds))


def fault_of_gold(gold: Neighbors, system: Neighbors) -> str:
    """Return what is wrong with gold's sentence at the first difference, "" if nothing shows it or the file is no better.

    The file's own sentence must be in order up to the difference: its tokens are numbered one after the other,
    and its lines have equally many columns. Then gold is looked at: it must lack a token, a sentence or a blank
    line that the file has. Numbers alone show nothing, as gold's may have gaps: of a sentence with the same words,
    only a single odd cell is taken for a fault.
    """
    ours, golds = system.here, gold.here
    if ours is None or golds is None:
        return ""
    if ours.words == golds.words:
        return "" if break_in_numbers(ours) else _odd_cell(golds)
    # What follows the first difference may have a fault of its own.
    token = first_difference_of_sentences(ours, golds)
    if break_in_numbers(_up_to(ours, token)):
        return ""
    if gold.after is None and not golds.is_closed and _is_cut_off(golds, ours):
        return f"it ends in the middle of line {golds.numbers[-1]:,}"
    if len(_widths(ours)) == 1:
        of_width = _line_of_other_width(golds, ours)
        if of_width:
            return of_width
    broken = break_in_numbers(_up_to(golds, token))
    if broken.endswith(NO_TOKEN_NUMBER):
        return broken
    has_blank_line = broken.endswith(WITHOUT_BLANK_LINE) and token == len(ours.lines)
    if broken and (has_blank_line or not _has_same_break(golds, system, token)):
        return broken
    return _break_between_sentences(gold, system)


def _odd_cell(golds: SentenceLines) -> str:
    """Return which cell of the first three columns is unlike those of all other lines of a sentence, in words; "" for none or several."""
    rows = [_fields(line) for line in golds.lines]
    if len(rows) < FEWEST_LINES or any(len(row) < COMPARED_FIELDS for row in rows):
        return ""
    odd: list[tuple[int, int]] = []  # lines and columns
    for column in (0, SENTENCE):
        usual = Counter(row[column] for row in rows).most_common(1)[0][0]
        odd += [(at, column) for at, row in enumerate(rows) if row[column] != usual]
    firsts = Counter(int(row[NUMBER]) - at for at, row in enumerate(rows) if row[NUMBER].isdigit())
    if firsts:
        usual_first = firsts.most_common(1)[0][0]
        for at, row in enumerate(rows):
            if row[NUMBER] != str(usual_first + at).encode():
                odd.append((at, NUMBER))
    if len(odd) != 1:
        return ""
    ((at, column),) = odd
    shown = bytes_in_finding(rows[at][column], 20)
    return f'column {column + 1} has "{shown}" in line {golds.numbers[at]:,}, unlike the other lines of its sentence'


FEWEST_LINES = 3  # among as many lines, a single one can be told from the others


def _has_same_break(golds: SentenceLines, system: Neighbors, token: int) -> bool:
    """Return whether the file has the lines of gold between which its numbers break, or the same word there: then gold's numbers have a gap."""
    at = 0
    while at <= token and not break_in_numbers(_up_to(golds, at)):
        at += 1
    assert system.here is not None
    lines = list(system.here.lines)
    if system.after is not None:
        lines += system.after.lines
    pair = [_fields(line) for line in golds.lines[max(at - 1, 0) : at + 1]]
    ours = [_fields(line) for line in lines]
    if any(list(of_ours) == pair for of_ours in pairwise(ours)):
        return True
    return system.here.words[at : at + 1] == golds.words[at : at + 1]


def fix_of_golds_fault(fault: str) -> str:
    """Return what to do about a fault of gold in words."""
    gap = re.search(r"column [23] goes from (\d+) to (\d+)", fault)
    has_gap = gap is not None and int(gap[2]) > int(gap[1]) + 1
    return REPAIR_GOLD + (MAY_HAVE_GAPS if has_gap else "")


def _up_to(sentence: SentenceLines, token: int) -> SentenceLines:
    """Return a sentence up to one of its tokens, and with it."""
    return sentence._replace(
        numbers=sentence.numbers[: token + 1], lines=sentence.lines[: token + 1]
    )


def _fields(line: bytes) -> list[bytes]:
    """Return the columns that the scorer compares."""
    return compared_columns_of_line(line).split(b"\t")


def _widths(sentence: SentenceLines) -> set[int]:
    return {len(row) for row in sentence.rows}


def _is_cut_off(golds: SentenceLines, ours: SentenceLines) -> bool:
    """Return whether gold's last line is the beginning of the file's line there, and all before it are the file's."""
    last = len(golds.lines) - 1
    if last >= len(ours.lines):
        return False
    ours_before = [_fields(line) for line in ours.lines[:last]]
    if [_fields(line) for line in golds.lines[:last]] != ours_before:
        return False
    end = golds.lines[last]
    of_ours = b"\t".join(_fields(ours.lines[last]))
    return end != of_ours and of_ours.startswith(end)


def _line_of_other_width(golds: SentenceLines, ours: SentenceLines) -> str:
    """Return which line of gold, at the first difference or before it, has another number of columns than the rest; "" for none."""
    token = first_difference_of_sentences(ours, golds)
    widths = [len(row) for row in golds.rows]
    for at in (token - 1, token):
        if not 0 <= at < len(widths):
            continue
        others = set(widths[:at] + widths[at + 1 :])
        if len(others) == 1 and widths[at] not in others:
            number = plural(widths[at], "column")
            return f"line {golds.numbers[at]:,} has {number}, and the others of its sentence {others.pop():,}"
    return ""


def break_in_numbers(sentence: SentenceLines) -> str:
    """Return where the numbers of a sentence or of its tokens are not as they should be, in words; "" if they are."""
    rows = [_fields(line) for line in sentence.lines]
    before: list[bytes] = []
    for number, row in zip(sentence.numbers, rows):
        if len(row) < COMPARED_FIELDS or not row[NUMBER].isdigit():
            return _words_on_number(row, number)
        if before and row[SENTENCE] != before[SENTENCE]:
            was, now = bytes_in_finding(before[SENTENCE], 20), bytes_in_finding(row[SENTENCE], 20)
            return f"column 2 goes from {was} to {now} in line {number:,}{WITHOUT_BLANK_LINE}"
        if before and int(row[NUMBER]) != int(before[NUMBER]) + 1:
            was, now = bytes_in_finding(before[NUMBER], 20), bytes_in_finding(row[NUMBER], 20)
            return f"column 3 goes from {was} to {now} in line {number:,}"
        before = row
    return ""


def lacks_blank_line(gold: Neighbors, system: Neighbors) -> bool:
    """Return whether two sentences of gold are one in the file: by their numbers, as a word of them may differ."""
    ours, golds = system.here, gold.here
    if ours is None or golds is None or gold.after is None:
        return False
    last, first = _fields(golds.lines[-1])[:WORD_FIELD], _fields(gold.after.lines[0])[:WORD_FIELD]
    names = [_fields(line)[:WORD_FIELD] for line in ours.lines]
    return last[:NUMBER] != first[:NUMBER] and (last, first) in pairwise(names)


def _words_on_number(row: Sequence[bytes], line: int) -> str:
    """Return that a line has no token number, in words."""
    if len(row) <= NUMBER:
        return f"line {line:,} has no third column"
    return f'column 3 has "{bytes_in_finding(row[NUMBER], 20)}" in line {line:,}{NO_TOKEN_NUMBER}'


def _break_between_sentences(gold: Neighbors, system: Neighbors) -> str:
    """Return that a blank line of gold divides a sentence, or that a token or a sentence is missing, in words; "" if not."""
    assert gold.here is not None and system.here is not None
    golds, ours = _fields(gold.here.lines[0]), _fields(system.here.lines[0])
    words, our_words = gold.here.words, system.here.words
    line = gold.here.numbers[0]
    goes_on = system.after is not None and system.after.words == words
    is_new = gold.before is not None and gold.before.words != our_words
    are_next = _is_next_sentence(gold.before, ours) and _is_next_sentence(system.here, golds)
    if goes_on and is_new and are_next:
        before, now = int(ours[SENTENCE]) - 1, int(golds[SENTENCE])
        return f"column 2 goes from {before} to {now} before line {line:,}: a sentence is missing"
    after = gold.after
    if after is None or len(_fields(after.lines[0])) < COMPARED_FIELDS:
        return ""
    is_divided = our_words[: len(words) + 1] == [*words, after.words[0]]
    if is_divided and sentence_goes_on(gold.here, after):
        return f"a blank line divides a sentence before line {after.numbers[0]:,}"
    first = _fields(after.lines[0])
    lacks_first = our_words[1:2] == words[:1] and our_words[:1] != words[:1]
    if lacks_first and golds[NUMBER] != ours[NUMBER] == first[NUMBER]:
        return f"its sentence begins at token {int(golds[NUMBER])} in line {line:,}, and the next one at {int(first[NUMBER])}"
    return ""


def sentence_goes_on(before: SentenceLines, after: SentenceLines) -> bool:
    """Return whether two sentences are parts of one, by its name and the numbers of its tokens."""
    last, first = _fields(before.lines[-1]), _fields(after.lines[0])
    if len(last) < COMPARED_FIELDS or len(first) < COMPARED_FIELDS or last[:2] != first[:2]:
        return False
    if not (last[NUMBER].isdigit() and first[NUMBER].isdigit()):
        return False
    return int(first[NUMBER]) == int(last[NUMBER]) + 1


def _is_next_sentence(before: SentenceLines | None, row: Sequence[bytes]) -> bool:
    """Return whether a line belongs to the next sentence of the same document, by the sentence numbers."""
    if before is None:
        return False
    earlier = _fields(before.lines[-1])
    if len(earlier) < COMPARED_FIELDS or len(row) < COMPARED_FIELDS or earlier[0] != row[0]:
        return False
    if not (earlier[SENTENCE].isdigit() and row[SENTENCE].isdigit()):
        return False
    return int(row[SENTENCE]) == int(earlier[SENTENCE]) + 1
