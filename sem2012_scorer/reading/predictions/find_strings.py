"""Strings found in gold's sentence: where a negation given in words stands.

`find_negation` tries each place of the cue, and takes the one of the lowest cost; `Text` knows where
strings stand in a sentence.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...common.columns import CUE, EVENT, PARTS, SCOPE
from .model import Predicted, PredictedPart, compared_characters, ranges_of_compared_characters

Chars = frozenset[int]
"""Numbers of compared characters of gold's sentence."""
Parts = dict[str, Chars]
"""Where cue, scope and event of a negation stand; a part that it lacks has no characters."""
NOWHERE: Chars = frozenset()
BETWEEN_STRINGS = " … "  # in messages
ELLIPSIS = re.compile(r"\[\s*(?:\.\.\.|…)\s*\]|\.\.\.|…")
ENDINGS = ("ness", "nesses", "ly")
"""What may follow an affix at the end of its word: care-less-ness."""


class Placement(NamedTuple):
    """One way to place strings. Its cost is the number of its gaps, and then its distance.

    That is the distance of its tokens from the cue, or for a cue the length of its gaps.
    """

    cost: tuple[int, int]
    chars: Chars


class Text:
    """The compared characters of gold's sentence, with the boundaries of its tokens."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.ranges = ranges_of_compared_characters(words)
        self.key = compared_characters("".join(words))
        self.owner = [at for at, (start, end) in enumerate(self.ranges) for _ in range(start, end)]
        self.starts = {start for start, _ in self.ranges}
        self.ends = {end for _, end in self.ranges}
        # Inside a token, a string may also end where letters and punctuation meet: Mrs|.
        inner = range(1, len(self.key))
        self.turns = {n for n in inner if self.key[n].isalnum() != self.key[n - 1].isalnum()}
        cased = [c for word in words for c in word if not c.isspace()]
        self.cased = "".join(cased) if len(cased) == len(self.key) else ""
        self.any_case: frozenset[str] = frozenset()
        """Strings that are placed whatever their case is: see `ignore_case_of`."""

    def ignore_case_of(self, strings: Iterable[str]) -> None:
        """Say which strings, in compared characters, occur more often in an answer than gold has them in the same case."""
        self.any_case = frozenset(strings)

    def tokens(self, chars: Iterable[int]) -> set[int]:
        """Return the tokens that characters are in."""
        return {self.owner[n] for n in chars}

    def distance(self, first: Chars, second: Chars) -> int:
        """Return how many tokens apart two parts are; 0 if one lies between the other's tokens."""
        ours, theirs = self.tokens(first), self.tokens(second)
        return max(0, min(ours) - max(theirs), min(theirs) - max(ours))

    def distance_to_nearest(self, first: Chars, second: Chars) -> int:
        """Return how many tokens apart the nearest tokens of two parts are; one may stand in a gap of the other."""
        ours, theirs = self.tokens(first), self.tokens(second)
        return min(abs(one - other) for one in ours for other in theirs)

    def rest_of_words(self, chars: Chars) -> Chars:
        """Return the other characters of the same words."""
        words = [range(*self.ranges[token]) for token in self.tokens(chars)]
        return frozenset(n for word in words for n in word) - chars

    def is_part(self, chars: Chars) -> bool:
        """Return whether characters are only a part of their words."""
        return bool(self.rest_of_words(chars))

    def places_of_cue(self, strings: Sequence[str]) -> list[Chars]:
        """Return the places where a cue may stand: whole words, and for one string affixes too."""
        pieces = self._places_of_pieces(strings, NOWHERE)
        if len(pieces) > 1:
            places = self._places_of_several_strings(pieces)
        else:
            places = [way.chars for way in self.ways_to_place(strings)]
        if len(strings) == 1:
            for start, end in self.places_of_affix(compared_characters(strings[0])):
                places.append(frozenset(range(start, end)))
        return list(dict.fromkeys(places))

    def _places_of_several_strings(self, pieces: Sequence[list[Chars]]) -> list[Chars]:
        """Return where strings stand one after the other: the shortest way from each place of the first."""
        first, *others = pieces
        places = []
        for start in first:
            ways = {-1: Placement((0, 0), NOWHERE)}
            for options in ([start], *others):
                ways = self._extend_ways(ways, options, NOWHERE)
            if ways:
                places.append(min(ways.values(), key=lambda way: way.cost).chars)
        return places

    def places_of_string(self, string: str, cue: Chars = NOWHERE) -> list[Chars]:
        """Return the places of a string, which may pass over the cue; of the same case if any."""
        wanted = compared_characters(string)
        if not wanted:
            return []
        edges = {n for n in cue if n - 1 not in cue} | {n + 1 for n in cue if n + 1 not in cue}
        starts, ends = self.starts | edges, self.ends | edges
        places = self._places_between_borders(wanted, cue, starts, ends)
        places = places or self._places_between_borders(
            wanted, cue, starts | self.turns, ends | self.turns
        )
        plain = "".join(c for c in string if not c.isspace())
        if wanted in self.any_case:
            return places
        return [place for place in places if self._in_golds_case(place) == plain] or places

    def _in_golds_case(self, chars: Chars) -> str:
        """Return characters as gold writes them, "" if they are not as many as the compared ones."""
        return "".join([self.cased[n : n + 1] for n in sorted(chars)])

    def _places_between_borders(
        self, wanted: str, cue: Chars, starts: set[int], ends: set[int]
    ) -> list[Chars]:
        """Return the places of characters that begin and end where they may."""
        key, places = self.key, []
        for start in sorted(starts):
            states: list[tuple[int, tuple[int, ...]]] = [(start, ())]
            while states:
                at, path = states.pop()
                if len(path) == len(wanted):
                    if path[-1] + 1 in ends and frozenset(path) not in places:
                        places.append(frozenset(path))
                    continue
                if at in cue and at - 1 not in cue and path:
                    after = next(n for n in range(at, len(key) + 1) if n not in cue)
                    states.append((after, path))
                if at < len(key) and key[at] == wanted[len(path)]:
                    states.append((at + 1, (*path, at)))
        return places

    def places_of_affix(self, wanted: str) -> list[tuple[int, int]]:
        """Return where characters begin a word, or end one, also before one of `ENDINGS`."""
        places = []
        for start, end in self.ranges:
            word = self.key[start:end]
            if len(wanted) < len(word) and word.startswith(wanted):
                places.append((start, start + len(wanted)))
            for ending in ("", *ENDINGS):
                at = len(word) - len(wanted) - len(ending)
                if at > 0 and word[at:] == wanted + ending:
                    places.append((start + at, start + at + len(wanted)))
        return places

    def ways_to_place(self, strings: Sequence[str], cue: Chars = NOWHERE) -> list[Placement]:
        """Return the ways to place strings in their order, one after the other."""
        ways = {-1: Placement((0, 0), NOWHERE)}
        for places in self._places_of_pieces(strings, cue):
            ways = self._extend_ways(ways, places, cue)
        return [way for way in ways.values() if way.chars]

    def _places_of_pieces(self, strings: Sequence[str], cue: Chars) -> list[list[Chars]]:
        """Return the places of each string, or of each piece around an ellipsis; nothing if one has none."""
        options = [self.places_of_string(string, cue) for string in strings]
        if all(options):
            return options
        pieces: list[str] = []
        for string in strings:
            pieces += [piece for piece in ELLIPSIS.split(string) if compared_characters(piece)]
        if len(pieces) == len(strings):
            return []
        return [self.places_of_string(piece, cue) for piece in pieces]

    def _extend_ways(
        self, ways: Mapping[int, Placement], places: Sequence[Chars], cue: Chars
    ) -> dict[int, Placement]:
        """Return the ways that go on with one of the next string's places, the best for each end."""
        longer: dict[int, Placement] = {}
        of_cue = sorted(cue)
        for place in places:
            first, last = min(place), max(place)
            distance = 0
            if cue:
                distance = sum([self.distance(frozenset([n]), cue) for n in place])
            for end, ((gaps, length), chars) in ways.items():
                if end >= first:
                    continue
                # There is no gap before the first string, and the cue between two strings is no gap either.
                gap = 0
                if chars:
                    in_cue = bisect_left(of_cue, first) - bisect_right(of_cue, end)
                    gap = first - end - 1 - in_cue
                if gap:
                    gaps += 1
                added = distance if cue else gap
                cost = gaps, length + added
                # The first string may stand in several places: keep one way for each end.
                if last not in longer or cost < longer[last].cost:
                    longer[last] = Placement(cost, chars | place)
        return longer


class FoundNegation(NamedTuple):
    """Where a negation stands: its parts, the strings that are nowhere, and what had to be chosen."""

    parts: Parts
    missing: list[str]
    has_cue_choice: bool = False
    is_affix: bool = False
    has_part_choice: bool = False  # whether scope or event may stand in several places


class _PlacedPart(NamedTuple):
    """A scope or an event: where it stands, and whether its strings are nowhere, or in several places."""

    chars: Chars
    is_missing: bool = False
    has_choice: bool = False


class _CuePlace(NamedTuple):
    """A place for the cue with what follows for scope and event; the lowest cost is taken."""

    cost: tuple[int, ...]
    parts: Parts
    missing: list[str]
    has_choice: bool


def find_negation(
    text: Text,
    layer: Sequence[PredictedPart],
    taken: Chars,
    cue: Chars | None = None,
    is_cue_in_scope: bool = False,
) -> FoundNegation:
    """Return where a negation stands: its cue nearest to its scope, its scope nearest to its cue.

    A cue that another negation has `taken` is only used if there is no other; `cue` is a known one. `is_cue_in_scope`:
    the scopes of this file contain their cues.
    """
    spans = {span.part: span for span in layer}
    given = spans.get(CUE)
    is_searched = given is not None and bool(given.strings)
    cues = _places_of_cue(text, given, cue)
    candidates = []
    for chosen in cues:
        candidate = _try_cue_place(text, spans, chosen, taken, is_searched, is_cue_in_scope)
        if candidate is not None:
            candidates.append(candidate)
    if not candidates:  # scope and event may stand around the cue, whose place is unknown
        assert given is not None
        return FoundNegation(dict.fromkeys(PARTS, NOWHERE), [_string_without_place(text, given)])
    best = min(candidates, key=lambda candidate: candidate.cost)
    is_part = text.is_part(best.parts[CUE])
    alike = [chosen for chosen in cues if text.is_part(chosen) == is_part]
    is_affix = is_part and is_searched
    return FoundNegation(best.parts, best.missing, len(alike) > 1, is_affix, best.has_choice)


def _places_of_cue(text: Text, given: PredictedPart | None, cue: Chars | None) -> list[Chars]:
    """Return where the cue may stand: nowhere in particular if there is none."""
    if cue is not None:
        return [cue]
    if given is None:
        return [NOWHERE]
    if given.strings:
        return text.places_of_cue(given.strings)
    return [chars_of_string(given)]


def _try_cue_place(
    text: Text,
    spans: Mapping[str, PredictedPart],
    cue: Chars,
    taken: Chars,
    is_searched: bool,
    is_cue_in_scope: bool,
) -> _CuePlace | None:
    """Return what follows if the cue stands at a place, None if it cannot: first scope, then event."""
    is_part = text.is_part(cue)
    scope = _place_part(text, spans.get(SCOPE), cue, NOWHERE)
    # The rest of the word is in the scope, or "no" would be found in "now".
    needs_rest = is_searched and is_part and SCOPE in spans and not scope.is_missing
    if needs_rest and not text.rest_of_words(cue) & scope.chars:
        return None
    event = _place_part(text, spans.get(EVENT), cue, scope.chars)
    missing = []
    if scope.is_missing:
        missing.append(_string_without_place(text, spans[SCOPE]))
    if event.is_missing:
        missing.append(_string_without_place(text, spans[EVENT]))
    distance = text.distance_to_nearest(cue, scope.chars) if cue and scope.chars else 0
    spread = max(cue) - min(cue) if cue else 0
    # A scope that is given without its cue does not contain it, and one with its cue does.
    is_misplaced = bool(cue & scope.chars) != is_cue_in_scope
    cost = (
        len(missing),
        len(cue & taken),
        is_part,
        is_misplaced,
        distance,
        spread,
        min(cue, default=0),
    )
    parts = {CUE: cue, SCOPE: scope.chars, EVENT: event.chars}
    return _CuePlace(cost, parts, missing, scope.has_choice or event.has_choice)


def _place_part(text: Text, span: PredictedPart | None, cue: Chars, scope: Chars) -> _PlacedPart:
    """Return where a scope or an event stands; an event rather inside the scope."""
    if span is None:
        return _PlacedPart(NOWHERE)
    if span.pieces:
        return _PlacedPart(chars_of_string(span))
    ways = text.ways_to_place(span.strings, cue)
    if not ways:
        return _PlacedPart(NOWHERE, is_missing=True)

    def cost(way: Placement) -> tuple[int, ...]:
        gaps, length = way.cost
        is_outside = bool(scope) and not way.chars - cue <= scope
        from_cue = text.distance(way.chars, cue) if cue else 0
        return gaps, is_outside, from_cue, length, min(way.chars)

    return _PlacedPart(min(ways, key=cost).chars, has_choice=len(ways) > 1)


def are_cues_in_scopes(predicted: Sequence[Predicted]) -> bool:
    """Return whether scopes given in strings contain their cues as a rule, by the cues that occur once in their sentences."""
    number = inside = 0
    for entry in predicted:
        words = " ".join(entry.words).lower().split()
        for layer in entry.layers:
            strings = {span.part: " ".join(span.strings).lower().split() for span in layer}
            cue, scope = strings.get(CUE, []), strings.get(SCOPE, [])
            if len(cue) == 1 and scope and words.count(cue[0]) == 1:
                number += 1
                inside += cue[0] in scope
    return 2 * inside > number


def chars_of_string(span: PredictedPart) -> Chars:
    """Return the characters of a part that is given by pieces of the sentence."""
    return frozenset(n for piece in span.pieces for n in range(*piece))


def _string_without_place(text: Text, span: PredictedPart) -> str:
    """Return the first string of a part that is nowhere, or all of them if only their order is not gold's, for a message."""
    for string in span.strings:
        if len(span.strings) > 1 and not text.places_of_string(string):
            return string
    return BETWEEN_STRINGS.join(span.strings)
