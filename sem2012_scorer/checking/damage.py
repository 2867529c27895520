"""What a damage is: an entry of the catalog, which knows how to undo itself.

`catalog.CATALOG` has all of them. Adding one is one entry in a module `damages_of_…`, and its opposite in the
tests: nothing else in this package knows a damage by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..reporting.rows import Change, Document, change_rows, document_of


class Context(NamedTuple):
    """What a damage may know of the other file: gold, undamaged, and the sign that an empty cell should hold.

    `is_cue_alone_right`: whether the scorer needs no scope and event columns, as that of NEGES.
    """

    gold: Document | None
    sign: bytes
    is_cue_alone_right: bool = False


Undo = Callable[[Document, Context], Document]


def _always(content: bytes) -> bool:
    return True


OF_HABITS = frozenset(("apart", "events", "affixes", "whole", "distinct", "order"))
"""Shares of the fit that are about what is annotated, and not about how it is written."""


class Damage(NamedTuple):
    """A way in which programs and people damage files.

    `code` is under which it is reported, `name` what a repair calls it, `cause` what has happened, in a clause.
    `undo` takes a document and gives it as it was, the same document if it does not have the damage. `may_be` is
    a cheap test of a content: if False, undoing is not tried.

    `aborts_as` is the code of an abort that it explains, if its own is a warning.
    `starts`: if given, some line must begin with one of these.

    `is_certain`: what `undo` changes is wrong, whatever the file fits; it is not looked for by fit. `is_safe`: it
    cannot change what the annotation means, so that a repair may do it. `least` is how much the fit must gain
    before it is named: 0.5 for what is a habit only if most have it. `needs_gold`: without gold it is not tried.
    `shares` are those of the fit that it may better, any if none is named. `needs_whole`: a sample does not show it.
    `is_last`: nothing that is seen after it can be trusted. `is_of_several`: only sentences with several negations
    have it, so that most cues may be where they should be.
    `found` puts a changed line into words, and `expected` what should be there; where they are empty, the first
    changed cells are shown. `fix` says what to do if the code's own fix does not.
    """

    code: str
    name: str
    cause: str
    undo: Undo
    may_be: Callable[[bytes], bool] = _always
    aborts_as: str = ""
    starts: tuple[bytes, ...] = ()
    is_certain: bool = False
    is_safe: bool = True
    least: float = 0.0
    needs_gold: bool = False
    needs_whole: bool = False
    shares: tuple[str, ...] = ()
    is_last: bool = False
    is_of_several: bool = False
    found: Callable[[bytes], str] | None = None
    expected: str = ""
    fix: str = ""

    @property
    def is_habit(self) -> bool:
        """Whether it is annotation that gold's guidelines do not ask for, and no damage of the file."""
        return bool(self.shares) and OF_HABITS.issuperset(self.shares)


def may_have(damage: Damage, content: bytes, firsts: set[bytes]) -> bool:
    """Return whether a content may have a damage; `firsts` are the first bytes of its lines."""
    if damage.starts and not any(start[:1] in firsts for start in damage.starts):
        return False
    return damage.may_be(content)


def first_bytes_of_lines(content: bytes) -> set[bytes]:
    """Return the bytes with which lines begin."""
    return {line[:1] for line in content.split(b"\n")}


def has_one_of(*strings: bytes) -> Callable[[bytes], bool]:
    """Return the test whether a content has one of some strings."""
    return lambda content: any(string in content for string in strings)


def on_bytes(change: Callable[[bytes], bytes]) -> Undo:
    """Return how to undo a damage by a function of a file's bytes."""

    def undo(document: Document, context: Context) -> Document:
        content = document.content()
        undone = change(content)
        if undone == content:
            return document
        lines = undone.split(b"\n")
        if len(lines) == len(document.lines):
            return document.with_lines(lines)
        return document_of(undone)

    return undo


def on_lines(change: Callable[[bytes], bytes]) -> Undo:
    """Return how to undo a damage by a function of each line."""

    def undo(document: Document, context: Context) -> Document:
        return document.with_lines([change(line) for line in document.lines])

    return undo


def on_rows(change: Change) -> Undo:
    """Return how to undo a damage by a function of the rows of each sentence."""

    def undo(document: Document, context: Context) -> Document:
        return change_rows(document, context.gold, context.sign, change)

    return undo


class Changed(NamedTuple):
    """A line that undoing has changed or removed (`after` is None), with its number in the file."""

    number: int
    before: bytes
    after: bytes | None


def changed_lines(before: Document, after: Document) -> list[Changed]:
    """Return the lines that undoing has changed or removed; of lines that were added, the one before them."""
    if before.numbers == after.numbers:
        return [
            Changed(number, ours, theirs)
            for number, ours, theirs in zip(before.numbers, before.lines, after.lines)
            if ours != theirs
        ]
    left = dict(zip(after.numbers, after.lines))
    changed = []
    for number, line in zip(before.numbers, before.lines):
        if left.get(number) != line:
            changed.append(Changed(number, line, left.get(number)))
    return changed
