"""The column format: one token a line, fields separated by tabs, a blank line after a sentence.

Fields 0 to 3 name the document, the sentence, the token and the word; field 5
is the part-of-speech tag; from field 7 on come three fields a negation (cue,
scope, event), or ``***`` alone in a sentence without negation.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import AnyStr

PlacedWord = tuple[int, bytes]
"""A word of a negation, with the position of its token in the sentence, from 0."""

GOLD = b"GOLD"
SYSTEM = b"SYSTEM"
ROLES = {GOLD: b"gold standard", SYSTEM: b"system output"}
"""What the originals call the two files, by handle."""

COMPARED_FIELDS = 4  # Document, sentence, token number and word must be the same in gold and system

WORD_FIELD = 3
TAG_FIELD = 5
FIRST_NEGATION_FIELD = 7

STARS = b"***"  # Field 7 of every token of a sentence without negation

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""What some programs write before the first line of a file in UTF-8."""

EMPTY = b"_"
EMPTY_CELLS = (EMPTY,)
"""What the originals take for an empty cell: only `_`, also where a corpus writes `-`."""
DASHED_EMPTY_CELLS = (EMPTY, b"-")  # what is meant to be empty where - is written for it


def writes_dashes(
    rows: Iterable[Sequence[AnyStr]], signs: tuple[AnyStr, AnyStr] | None = None
) -> bool:
    """Return whether a sentence, by its lines' fields, writes - for empty.

    It does if its cells are - more often than _, not counting the - of a word that is one. `signs` are
    the two as strings, for fields that are strings.
    """
    dash, underscore = DASHED_EMPTY_CELLS[::-1] if signs is None else signs
    dashes = underscores = 0
    for row in rows:
        cells = row[FIRST_NEGATION_FIELD:]
        if dash in cells and row[WORD_FIELD] != dash:
            dashes += cells.count(dash)
        underscores += cells.count(underscore)
    return dashes > underscores
