"""The column format: one token a line, fields separated by tabs, a blank line after a sentence.

Fields 0 to 3 name the document, the sentence, the token and the word; field 5
is the part-of-speech tag; from field 7 on come three fields a negation (cue,
scope, event), or ``***`` alone in a sentence without negation.
"""

from __future__ import annotations

PlacedWord = tuple[int, bytes]
"""A word of a negation, with the position of its token in the sentence, from 0."""

GOLD_HANDLE = b"GOLD"
SYSTEM_HANDLE = b"SYSTEM"
ROLES = {GOLD_HANDLE: b"gold standard", SYSTEM_HANDLE: b"system output"}
"""What the originals call the two files, by handle."""

COMPARED_FIELDS = 4  # Document, sentence, token number and word must be the same in gold and system

WORD_FIELD = 3
TAG_FIELD = 5
FIRST_NEGATION_FIELD = 7

CUE, SCOPE, EVENT = PARTS = ("cue", "scope", "event")
"""The three fields of a negation, in their order."""

STARS = b"***"  # Field 7 of every token of a sentence without negation

STARS_TEXT = STARS.decode()
NEWLINE = ord("\n")

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""What some programs write before the first line of a file in UTF-8."""

EMPTY = b"_"
EMPTY_CELLS = (EMPTY,)
"""What the originals take for an empty cell: only `_`, also where a corpus writes `-`."""
DASHED_EMPTY_CELLS = (EMPTY, b"-")  # what is meant to be empty where - is written for it


def is_possible_number_of_columns(width: int) -> bool:
    """Return whether a line may have as many columns: seven and ***, or seven and three for each negation."""
    return width == FIRST_NEGATION_FIELD + 1 or width % 3 == FIRST_NEGATION_FIELD % 3
