"""How bytes and lists of the corpora are put into words for people."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def decoded(field: bytes) -> str:
    """Return `field` as a string; bytes that are not UTF-8 become escapes."""
    return field.decode("utf-8", "backslashreplace")


def sentence_name(first_fields: Sequence[bytes]) -> str:
    """Return what a sentence is called: its document and number, the first fields of its lines."""
    return ":".join(map(decoded, first_fields[:2]))


def visible(words: str) -> str:
    """Return `words` with what cannot be seen, such as a carriage return, written as an escape."""
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in words
    )


def some(words: Sequence[str], most: int) -> str:
    """Return the first of `words`, `most` at the most, and how many more there are."""
    shown = ", ".join(words[:most])
    return shown if len(words) <= most else "%s and %d more" % (shown, len(words) - most)
