"""From character spans to tokens and parts of tokens."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Span = tuple[int, int]
    Items = tuple[int | tuple[int, str], ...]


KINDS = ("negation", "speculation")
"""The cue types."""
NOTHING_BUT_CUE = "scopes of nothing but the cue, left out"


def items_of(
    tokens: Sequence[tuple[int, str]], spans: Iterable[Span], without: Iterable[Span] = ()
) -> Items:
    """Return the tokens that have a character in `spans` and not in `without`.

    `tokens` are words with the offsets at which they begin; a span is the offsets of
    its first character and the one after its last. A token that is only partly
    inside comes with the string of its characters that are.
    """
    inside = _characters(spans)
    inside -= _characters(without)
    first, last = min(inside, default=0), max(inside, default=-1)
    found: list[int | tuple[int, str]] = []
    for position, (start, word) in enumerate(tokens):
        if start > last:
            break
        if start + len(word) <= first:
            continue
        part = "".join(
            [character for offset, character in enumerate(word) if start + offset in inside]
        )
        if part:
            found.append(position if part == word else (position, part))
    return tuple(found)


def cuts_a_token(items: Items) -> bool:
    """Return True if a part has a token of which only some characters belong to it."""
    return any(not isinstance(item, int) for item in items)


def _characters(spans: Iterable[Span]) -> set[int]:
    return {character for start, end in spans for character in range(start, end)}
