"""Notes to the user: what was decided or left out, and how often."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple


class Note(NamedTuple):
    """The text for one case, and for several, with `{}` for their number."""

    one: str
    several: str


def constant_note(words: str) -> Note:
    """Return a note that is the same whatever the number."""
    return Note(words, words)


def notes_in_words(notes: Counter[Note]) -> list[str]:
    """Return the notes as sentences, each with its number."""
    sentences = []
    for note, number in notes.items():
        if number == 1:
            sentences.append(note.one)
        else:
            sentences.append(note.several.replace("{}", f"{number:,}"))
    return sentences
