"""Strings found in gold's sentence: where a negation given in words stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...common.columns import CUE, PARTS, SCOPE
from .model import PredictedPart, characters_of, ranges_of

Chars = frozenset[int]
Parts = dict[str, Chars]
ELLIPSIS = re.compile(r"\[\s*(?:\.\.\.|…)\s*\]|\.\.\.|…")
ENDINGS = ("ness", "nesses", "ly")
"""What may follow an affix at the end of its word: care-less-ness."""


class Text:
    """The compared characters of gold's sentence, with the boundaries of its tokens."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.ranges = ranges_of(words)
        self.key = characters_of("".join(words))
        self.owner = [at for at, (start, end) in enumerate(self.ranges) for _ in range(start, end)]
        self.starts = {start for start, _ in self.ranges}
        self.ends = {end for _, end in self.ranges}
        # Inside a token, a string may also end where letters and punctuation meet: Mrs|.
        inner = range(1, len(self.key))
        self.turns = {n for n in inner if self.key[n].isalnum() != self.key[n - 1].isalnum()}
        cased = [c for word in words for c in word if not c.isspace()]
        self.cased = "".join(cased) if len(cased) == len(self.key) else ""

    def tokens(self, chars: Iterable[int]) -> set[int]:
        return {self.owner[n] for n in chars}

    def distance(self, first: Chars, second: Chars) -> int:
        """Return how many tokens apart two parts are; 0 if one lies between the other's tokens."""
        ours, theirs = self.tokens(first), self.tokens(second)
        return max(0, min(ours) - max(theirs), min(theirs) - max(ours))

    def rest(self, chars: Chars) -> Chars:
        """Return the other characters of the same words."""
        words = [range(*self.ranges[token]) for token in self.tokens(chars)]
        return frozenset(n for word in words for n in word) - chars

    def is_part(self, chars: Chars) -> bool:
        return bool(self.rest(chars))

    def cues(self, strings: Sequence[str]) -> list[Chars]:
        """Return the places where a cue may stand: whole words, and for one string affixes too."""
        ways = self.placements(strings)
        fewest = min((way[0] for way in ways), default=None)
        kept = [chars for gaps, chars in ways if gaps == fewest or len(strings) == 1]
        if len(strings) == 1:
            kept += [frozenset(range(*place)) for place in self.affixes(characters_of(strings[0]))]
        return list(dict.fromkeys(kept))

    def occurrences(self, string: str, cue: Chars = frozenset()) -> list[Chars]:
        """Return the places of a string, which may pass over the cue; of the same case if any."""
        wanted = characters_of(string)
        if not wanted:
            return []
        edges = {n for n in cue if n - 1 not in cue} | {n + 1 for n in cue if n + 1 not in cue}
        starts, ends = self.starts | edges, self.ends | edges
        places = self._between(wanted, cue, starts, ends)
        places = places or self._between(wanted, cue, starts | self.turns, ends | self.turns)
        plain = "".join(c for c in string if not c.isspace())
        same = [
            place
            for place in places
            if "".join(self.cased[n : n + 1] for n in sorted(place)) == plain
        ]
        return same or places

    def _between(self, wanted: str, cue: Chars, starts: set[int], ends: set[int]) -> list[Chars]:
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

    def affixes(self, wanted: str) -> list[tuple[int, int]]:
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

    def placements(
        self, strings: Sequence[str], cue: Chars = frozenset()
    ) -> list[tuple[tuple[int, int], Chars]]:
        """Return the places of strings in their order, each with its gaps and its distance.

        That is the distance of its tokens from the cue, or for a cue the length of its gaps.
        """
        options = [self.occurrences(string, cue) for string in strings]
        if not all(options):
            split = [piece for string in strings for piece in ELLIPSIS.split(string)]
            pieces = [piece for piece in split if characters_of(piece)]
            if len(pieces) == len(strings):
                return []
            options = [self.occurrences(string, cue) for string in pieces]
        ways: list[tuple[tuple[int, int], Chars]] = [((0, 0), frozenset())]
        for every in options:
            best: dict[int, tuple[tuple[int, int], Chars]] = {}
            for place in every:
                first, last = min(place), max(place)
                far = sum(self.distance(frozenset([n]), cue) for n in place) if cue else 0
                for (gaps, length), path in ways:
                    end = max(path, default=-1)
                    if end >= first:
                        continue
                    gap = len({*range(end + 1, first)} - cue) if path else 0
                    way = (gaps + (gap > 0), length + (far if cue else gap)), path | place
                    # The first string may stand in several places: keep one way for each end.
                    if last not in best or way[0] < best[last][0]:
                        best[last] = way
            ways = list(best.values())
        return [way for way in ways if way[1]]


Found = tuple[Parts, list[str], bool, bool, bool]
"""A negation's parts, the strings that are nowhere, and whether there was a choice of cues, the cue is
a part of a word, and there was a choice of scopes or events."""


def find_negation(
    text: Text, layer: Sequence[PredictedPart], taken: Chars, cue: Chars | None = None
) -> Found:
    """Return where a negation stands: its cue nearest to its scope, its scope nearest to its cue.

    A cue that another negation has `taken` is only used if there is no other; `cue` is a known one.
    """
    spans = {span.part: span for span in layer}
    missing: list[str] = []
    cues = [cue] if cue is not None else []
    cue_given = spans.get(CUE)
    if cue is None and cue_given is not None:
        cues = [frozenset(n for piece in cue_given.pieces for n in range(*piece))]
        if cue_given.strings:
            cues = text.cues(cue_given.strings)
            missing += [] if cues else [" … ".join(cue_given.strings)]
    if missing:  # scope and event may stand around the cue: nothing can be said of them
        return dict.fromkeys(PARTS, frozenset()), missing, False, False, False
    best: tuple[tuple[int, ...], Parts, list[str], bool] | None = None
    for chosen in cues or [frozenset()]:
        parts, lost, far, is_apart, is_open = {CUE: chosen}, [], 0, False, False
        for part in PARTS[1:]:
            span = spans.get(part)
            scope = parts.get(SCOPE, frozenset())
            place_found, is_lost, has_others = _part(text, span, chosen, scope)
            parts[part], is_open = place_found, is_open or has_others
            lost += [" … ".join(span.strings)] if span is not None and is_lost else []
            if part == SCOPE and place_found and chosen:
                far = text.distance(chosen, place_found)
            if part == SCOPE and span is not None and text.is_part(chosen) and not is_lost:
                # The rest of the word is in the scope, or "no" would be found in "now".
                is_apart = (
                    cue_given is not None
                    and bool(cue_given.strings)
                    and not text.rest(chosen) & place_found
                )
        if is_apart:
            continue
        cost = (len(lost), len(chosen & taken), text.is_part(chosen), far, min(chosen, default=0))
        if best is None or cost < best[0]:
            best = cost, parts, lost, is_open
    if best is None:
        assert cue_given is not None
        parts = dict.fromkeys(PARTS, frozenset())
        return parts, [" … ".join(cue_given.strings)], False, False, False
    is_affix = text.is_part(best[1][CUE]) and cue_given is not None and bool(cue_given.strings)
    is_choice = len([way for way in cues if text.is_part(way) == text.is_part(best[1][CUE])]) > 1
    return best[1], best[2], is_choice, is_affix, best[3]


def _part(
    text: Text, span: PredictedPart | None, cue: Chars, scope: Chars
) -> tuple[Chars, bool, bool]:
    """Return a scope or an event, whether its strings are nowhere, and whether in several places."""
    if span is None or span.pieces:
        pieces = () if span is None else span.pieces
        return frozenset(n for piece in pieces for n in range(*piece)), False, False
    ways = text.placements(span.strings, cue)
    if not ways:
        return frozenset(), True, False

    def cost(way: tuple[tuple[int, int], Chars]) -> tuple[object, ...]:
        far = text.distance(way[1], cue) if cue else 0
        return way[0][0], bool(scope) and not way[1] - cue <= scope, far, way[0][1], min(way[1])

    return min(ways, key=cost)[1], False, len(ways) > 1
