"""A line that differs from gold's in what separates its columns or lines: spaces for tabs, a tab or a line break too many, or none."""

from __future__ import annotations

from collections import Counter

from ..common.columns import COMPARED_FIELDS, STARS, WORD_FIELD
from ..common.wording import plural
from .findings import Finding, bytes_in_finding
from .layout import FIRST, Neighbors, SentenceLines
from .sentence_counts import (
    compared_columns,
    compared_columns_of_line,
    first_difference_of_sentences,
)

SPACES_FOR_TABS = "spaces stand where tabs should be in this line"
SEPARATE_BY_TABS = "separate the columns by tabs"
REMOVE_TAB, REMOVE_LINE = "remove the tab", "remove the line"
WRITE_WORD = "write what gold has there (pandas empties words such as None: give read_csv keep_default_na=False)"
CUT_IN_LINE = "the file ends in the middle of this line"
NO_TOKEN = "this line has no columns, so it is not a token"
JOIN_LINES, PUT_LINE_BREAK = "join the two lines", "put the line break there"
SEPARATE_FIXES = (SEPARATE_BY_TABS, REMOVE_TAB, REMOVE_LINE, JOIN_LINES)
"""What to do about a line with wrong separators."""


def blame_line_separators(
    finding: Finding, ours: SentenceLines | None, gold: SentenceLines | None
) -> Finding | None:
    """Return the first difference from gold with the separators of its line as the cause, None if they are right.

    `ours` and `gold` are the sentences of the difference, None where a file has ended.
    """
    if ours is None or gold is None or finding.line not in ours.numbers:
        return None
    token = ours.numbers.index(finding.line)
    if token >= len(gold.lines):
        broken = broken_line_in_words(ours, token)
        if broken:
            return finding._replace(code="E101", cause=broken, fix=JOIN_LINES)
        return None
    line = ours.lines[token]
    golds = gold.lines[token].split(b"\t")[:COMPARED_FIELDS]
    most_tabs = max(other.count(b"\t") for other in ours.lines)
    if _has_spaces_for_tabs(line, golds, most_tabs):
        return finding._replace(cause=SPACES_FOR_TABS, fix=SEPARATE_BY_TABS)
    if _is_cut_off(finding.line, line, ours, gold.lines[token]):
        if token == len(gold.lines) - 1:
            return finding._replace(
                cause=CUT_IN_LINE, fix="write the file again: its end is missing"
            )
        return None
    broken = broken_line_in_words(ours, token)
    if broken:
        return finding._replace(code="E101", cause=broken, fix=JOIN_LINES)
    if not may_be_token(line) and gold.lines[token].count(b"\t") >= FIRST:
        return finding._replace(code="E101", cause=NO_TOKEN, fix=REMOVE_LINE)
    empty = _empty_compared_column(line, golds)
    if not empty:
        return None
    tabs_of_others = [other.count(b"\t") for other in ours.lines if other is not line]
    are_all_empty = all(_has_empty_column(other, empty) for other in ours.lines)
    if line.count(b"\t") in tabs_of_others and not are_all_empty:
        # All tabs are right, and the lemma is the word: a program took the word for a missing value.
        cause = f"column {empty} of this line is empty"
        return finding._replace(cause=cause, fix=WRITE_WORD)
    cause = f"column {empty} of this line is empty: there is a tab too many"
    fix = REMOVE_TAB
    if are_all_empty and len(ours.lines) > 1:
        fix += " in each line"
    return finding._replace(cause=cause, fix=fix)


def blame_joined_lines(finding: Finding, system: Neighbors, gold: Neighbors) -> Finding | None:
    """Return the first difference from gold with the line before it as its cause, if that line holds two; else None."""
    ours, golds = system.here, gold.here
    if ours is None or golds is None:
        return None
    token = first_difference_of_sentences(ours, golds)
    if not token:
        return None
    wanted = golds.lines[token:] or (gold.after.lines if gold.after else [])
    # At the beginning of the line, it is that token itself.
    if not wanted or ours.lines[token - 1].find(compared_columns_of_line(wanted[0])) < 1:
        return None
    shown = bytes_in_finding(compared_columns_of_line(wanted[0]))
    cause = f'line {ours.numbers[token - 1]:,} holds two lines: a line break is missing before "{shown}"'
    fix = PUT_LINE_BREAK
    if token == len(golds.lines):
        fix += ", and an empty line"
    return finding._replace(code="E101", cause=cause, fix=fix)


def may_be_token(line: bytes) -> bool:
    """Return whether a line has columns, perhaps with spaces between them."""
    return b"\t" in line or len(line.split()) > FIRST


def broken_line_in_words(sentence: SentenceLines, token: int) -> str:
    """Return which two lines are one with a line break in it, of which a token's line is one; "" for none."""
    for second in (token, token + 1):
        if _is_broken_off(sentence, second):
            lines = f"lines {sentence.numbers[second - 1]:,} and {sentence.numbers[second]:,}"
            return f"{lines} are one line with a line break in it"
    return ""


def _is_broken_off(ours: SentenceLines, token: int) -> bool:
    """Return whether a line is the end of the line before it: together, they have the columns of all other lines."""
    if not 0 < token < len(ours.lines):
        return False
    if ours.rows[token][:2] == ours.rows[token - 1][:2]:
        return False  # it begins as every line of the sentence does
    sentence_lines = ours.lines[: token - 1] + ours.lines[token + 1 :]
    numbers = Counter(line.count(b"\t") for line in sentence_lines)
    # A program that wraps lines breaks several.
    others = {number for number, _ in numbers.most_common(1)}
    tabs = ours.lines[token - 1].count(b"\t"), ours.lines[token].count(b"\t")
    # The line break may stand in a cell, or in place of a tab.
    if others not in ({sum(tabs)}, {sum(tabs) + 1}):
        return False
    if all(line.endswith(b"\t") for line in sentence_lines):
        # The last tab of a line begins no cell: the first of the two may be whole.
        return max(tabs) < max(others)
    last_cell = ours.lines[token - 1].rpartition(b"\t")[2]
    if not tabs[1] and last_cell + ours.lines[token] == STARS:
        return True
    is_beside_tab = ours.lines[token - 1].endswith(b"\t") or ours.lines[token].startswith(b"\t")
    return max(tabs) < max(others) or is_beside_tab


def _is_cut_off(number: int, line: bytes, ours: SentenceLines, golds: bytes) -> bool:
    """Return whether a line is the last one of its file, and the beginning of gold's line."""
    is_last = number == ours.numbers[-1] and not ours.is_closed
    return is_last and line != b"" and golds.startswith(line.rstrip())


def _has_spaces_for_tabs(line: bytes, golds: list[bytes], most_tabs: int) -> bool:
    """Return whether a line has gold's first columns, with spaces between them; `most_tabs` are those of its sentence."""
    fields = line.split(b"\t")[:COMPARED_FIELDS]
    if line.count(b"\t") == most_tabs:
        # All tabs are there: a space in the word's column separates two words.
        fields = fields[:WORD_FIELD]
    # A space at the end of a word, or a second tab, separates nothing.
    has_spaces_between = any(len(field.split()) > 1 for field in fields)
    return has_spaces_between and len(golds) > 1 and line.split()[:COMPARED_FIELDS] == golds


def _has_empty_column(line: bytes, column: int) -> bool:
    """Return whether a column of a line, counted from 1, is empty."""
    fields = line.split(b"\t")
    return len(fields) >= column and fields[column - 1] == b""


def _empty_compared_column(line: bytes, golds: list[bytes]) -> int:
    """Return the empty column, from 1, without which a line has gold's first columns; 0 if none."""
    fields = line.split(b"\t")
    if b"" not in fields[:COMPARED_FIELDS] or b"" in golds:
        return 0
    empty = fields.index(b"")
    del fields[empty]
    return empty + 1 if fields[:COMPARED_FIELDS] == golds else 0


UNDIVIDED = "the blank line before this line is missing"


def cause_in_blank_lines(
    ours: SentenceLines,
    golds: SentenceLines,
    golds_next: SentenceLines | None,
    our_next: SentenceLines | None,
) -> str:
    """Return where a blank line is missing, too many or misplaced, if that is the difference; else "".

    Each sentence is given with the next one of its file, None for none.
    """
    our_lines, gold_lines = compared_columns(ours), compared_columns(golds)
    joined, divided = list(gold_lines), list(our_lines)
    end = len(gold_lines)
    if golds_next:
        after = compared_columns(golds_next)
        joined += after
        is_filled = len(our_lines) > end + 1 and not may_be_token(ours.lines[end])
        if (
            is_filled
            and our_lines[:end] == gold_lines
            and our_lines[end + 1 :][: len(after)] == after
        ):
            return "this line stands in place of a blank line"
    if our_next:
        divided += compared_columns(our_next)
    if golds_next and our_lines[: len(joined)] == joined:
        return UNDIVIDED
    if our_next and gold_lines[: len(divided)] == divided:
        return "a blank line divides a sentence of gold"
    if golds_next and our_next and divided == joined:
        tokens = len(our_lines) - len(gold_lines)
        where = "later" if tokens > 0 else "earlier"
        return f"the sentence ends {plural(abs(tokens), 'token')} {where} than gold's, of the same tokens"
    return ""
