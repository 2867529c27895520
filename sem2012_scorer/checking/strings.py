"""Strings in cells that are not part of their words, by reasons that many cells may share."""

from __future__ import annotations

from ..ground.wording import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN = 5
"""How many strings or sentences are named before "and N more"."""

LABELS = (b"0", b"1", b"o", b"b", b"i", b"e", b"s", b"cue", b"scope", b"event", b"true", b"false")
LABEL_STARTS = (b"b-", b"i-", b"e-", b"s-", b"l-", b"u-", b"b_", b"i_")
"""Tagger labels in lower case: `LABELS` are whole ones, these the beginnings of longer ones."""


def is_label(cell: bytes, word: bytes) -> bool:
    """Return True if a cell has a tagger's label in place of a word."""
    lower = cell.lower()
    return lower in LABELS or lower.startswith(LABEL_STARTS)


MISSING_VALUES = (b"nan", b"none", b"null", b"na", b"n/a", b"<na>", b"#n/a", b"undefined", b"nil")
"""What programs write for a missing value, in lower case."""


def is_missing_value(cell: bytes, word: bytes) -> bool:
    """Return True if a cell has a program's sign for a missing value."""
    return cell.lower() in MISSING_VALUES


def is_in_another_case(cell: bytes, word: bytes) -> bool:
    """Return True if a cell has letters of the word, some of them in the other case.

    A tagger's O or I that a word happens to have too is a label.
    """
    if is_label(cell, word) and len(cell) != len(word):
        return False
    return decoded(cell).lower() in decoded(word).lower()


def is_mark(cell: bytes, word: bytes) -> bool:
    """Return True if a cell has no letter or digit, as in the marks people write for "empty"."""
    return not any(character.isalnum() for character in decoded(cell))


def has_reason(cell: bytes, word: bytes) -> bool:
    """Return True if it is known why a cell is not part of its word."""
    return b" " in cell or any(fits(cell, word) for fits, _ in TOLD.values())


TOLD: dict[str, tuple[Callable[[bytes, bytes], bool], str]] = {
    "W120": (
        is_in_another_case,
        "%d of %s with other letters, upper or lower, than the word: %s",
    ),
    "W123": (is_missing_value, "%d of %s with a missing value written out: %s"),
    "W118": (is_label, "%d of %s with a label, and not a word: %s"),
    "W121": (is_mark, "%d of %s with a mark that is not a part of the word: %s"),
}
"""By code: a function that recognises its cells, and its message."""
