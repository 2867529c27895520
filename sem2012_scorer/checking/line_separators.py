"""A line that differs from gold's in what separates its columns: spaces for tabs, or a tab too many."""

from __future__ import annotations

from ..common.columns import COMPARED_FIELDS, WORD_FIELD
from .findings import Finding
from .layout import FIRST, SentenceLines

SPACES_FOR_TABS = "spaces stand where tabs should be in this line"
SEPARATE_BY_TABS = "separate the columns by tabs"
REMOVE_TAB, REMOVE_LINE = "remove the tab", "remove the line"
WRITE_WORD = "write what gold has there (pandas empties words such as None: give read_csv keep_default_na=False)"
SEPARATE_FIXES = (SEPARATE_BY_TABS, REMOVE_TAB, REMOVE_LINE)
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
        return None
    line = ours.lines[token]
    golds = gold.lines[token].split(b"\t")[:COMPARED_FIELDS]
    most_tabs = max(other.count(b"\t") for other in ours.lines)
    if _has_spaces_for_tabs(line, golds, most_tabs):
        return finding._replace(cause=SPACES_FOR_TABS, fix=SEPARATE_BY_TABS)
    if _is_cut_off(finding.line, line, ours, gold.lines[token]):
        return None
    if b"\t" not in line and most_tabs >= FIRST:
        cause = "this line has no columns, so it is not a token"
        return finding._replace(code="E103", cause=cause, fix=REMOVE_LINE)
    empty = _empty_compared_column(line, golds)
    if not empty:
        return None
    tabs_of_others = [other.count(b"\t") for other in ours.lines if other is not line]
    if line.count(b"\t") in tabs_of_others:
        # All tabs are right, and the lemma is the word: a program took the word for a missing value.
        cause = f"column {empty} of this line is empty"
        return finding._replace(cause=cause, fix=WRITE_WORD)
    cause = f"column {empty} of this line is empty: there is a tab too many"
    return finding._replace(cause=cause, fix=REMOVE_TAB)


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


def _empty_compared_column(line: bytes, golds: list[bytes]) -> int:
    """Return the empty column, from 1, without which a line has gold's first columns; 0 if none."""
    fields = line.split(b"\t")
    if b"" not in fields[:COMPARED_FIELDS] or b"" in golds:
        return 0
    empty = fields.index(b"")
    del fields[empty]
    return empty + 1 if fields[:COMPARED_FIELDS] == golds else 0
