"""How cue, scope and event of a negation stand to each other: a cue inside its scope, an event outside of it.

`cells` gives each negation to `PartsOfNegations`, and reports its `totals`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

FEWEST_AFFIXES, FEWEST_EVENTS = 3, 5  # from how many places on a habit is reported
Column = Sequence[bytes]
"""The cells of a column, or the words of a sentence."""
MarkedCells = list[tuple[int, bytes]]
"""The cells of a column that are not empty, with the number of the token."""


class Total(NamedTuple):
    """What holds of many negations of a file: a code, of how many, the line of the first, and what was found."""

    code: str
    number: int
    line: int
    found: str
    fix: str = ""


class PartsOfNegations:
    """Counts scopes that contain their cue, and events outside their scope."""

    def __init__(self) -> None:
        self._scopes = self._inside = self._first_inside = 0
        self._affixes = self._affixes_inside = self._first_affix = 0
        # Affixes whose whole word, or more than its rest, is in the scope.
        self._affixes_in_words = 0
        self._events = self._events_outside = self._first_event = 0
        self._events_of_cues = 0  # events that are the cue itself

    @property
    def has_cues_in_scopes(self) -> bool:
        """Whether scopes contain their cue as a rule."""
        return 0 < self._scopes <= 2 * self._inside

    def pass_over_scope(self, cue: MarkedCells, scope: MarkedCells) -> None:
        """Count a scope that is gold's: if it contains its cue, so does gold's."""
        if cue and scope:
            self._scopes += 1

    def look_at_scope(
        self, numbers: Sequence[int], words: Column, cue: MarkedCells, scope: MarkedCells
    ) -> None:
        """Count scopes of cues, those that contain their whole cue, and affixal cues whose word is in the scope."""
        if not cue or not scope:
            return
        self._scopes += 1
        strings = dict(cue)
        inside = []  # the cue's tokens whose string is in the scope too
        for token, cell in scope:
            string = strings.get(token)
            if string is None:
                continue
            word = words[token]
            # The rest may have the affix's letters too.
            is_rest = word in (string + cell, cell + string)
            # The cue's cell may be wrong: then the scope's shows whether the token is in it.
            if not is_rest and (cell == word or string in cell):
                inside.append(token)
            if string != word and string in word:
                self._affixes += 1
                if string in cell and not is_rest:
                    self._affixes_in_words += 1
                if cell == word:
                    self._affixes_inside += 1
                    self._first_affix = self._first_affix or numbers[token]
        if inside and len(inside) == len(strings):
            self._inside += 1
            self._first_inside = self._first_inside or numbers[inside[0]]

    def look_at_event(
        self, numbers: Sequence[int], cue: MarkedCells, scope: MarkedCells, event: MarkedCells
    ) -> None:
        """Count events of negations with a scope, and those of which no token is in it, but not those that are the cue."""
        if not scope or not event:
            return
        if set(event) <= set(cue):
            self._events_of_cues += 1  # no scope contains its cue
            return
        self._events += 1
        if {token for token, _ in event}.isdisjoint(token for token, _ in scope):
            self._events_outside += 1
            self._first_event = self._first_event or numbers[event[0][0]]

    def totals(self) -> Iterator[Total]:
        """Yield the slips that most negations have."""
        are_affixes = self._affixes_inside >= max(FEWEST_AFFIXES, 0.5 * self._affixes)
        if are_affixes and self._affixes_inside == self._inside:
            what = f"{self._inside:,} of {self._affixes:,} affix cues stand in their scope too"
            fix = "write the rest of the word into the scope"
            yield Total("W902", self._inside, self._first_affix, what, fix)
        elif self.has_cues_in_scopes:
            what = f"scopes that contain their cue: {self._inside:,} of {self._scopes:,}"
            fix = ""
            if self._affixes_in_words:
                fix = "in the scope column, write _ (- for NEGES) on the cue's line; if the cue is an affix, the rest of its word"
            yield Total("W902", self._inside, self._first_inside, what, fix)
        if self._events_outside >= max(FEWEST_EVENTS, 0.5 * self._events):
            what = f"events outside their scope: {self._events_outside:,} of {self._events:,}"
            if self._events_of_cues:
                what += " (without those that are marked as cue too)"
            yield Total("W916", self._events_outside, self._first_event, what)
