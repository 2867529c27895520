"""Cues, scopes and events that are given as strings, found in the tokens of their sentence.

Where a cue's string stands in several places, it is the first that no earlier
negation of the sentence has taken: that is right in 132 of the 137 cues of
CD-SCO that stand in their sentence several times. A scope's string mostly has
its cue in it, so it is looked for with the cue, and the cue is then taken out.
"""

from __future__ import annotations

from ..ground.records import Record
from .characters import key_of
from .cues import affix_of, base_of
from .sentences import PARTS, Negation, position_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .source import Remarked

    Item = str | int | tuple[int, str]
    Items = tuple[int | tuple[int, str], ...]


class Strings(Record):
    """A negation whose parts are strings: one for a run of words, or several, or positions."""

    cue: tuple[Item, ...] = ()
    scope: tuple[Item, ...] = ()
    event: tuple[Item, ...] = ()


SEVERAL = "strings that stand in the sentence several times, read at the first place left"
MISSING = "strings that are not in the sentence, left out"


def places_of(string: str, words: Sequence[str]) -> list[Items]:
    """Return the places of a string in a sentence: runs of words, or of a word's beginning or end."""
    wanted = key_of([string])
    if not wanted:
        return []
    plain = [key_of([word]) for word in words]
    found: list[Items] = []
    for start in range(len(words)):
        length, end = 0, start
        while end < len(words) and length < len(wanted):
            length += len(plain[end])
            end += 1
        if length == len(wanted) and "".join(plain[start:end]) == wanted and plain[start]:
            found.append(tuple(range(start, end)))
    if found:
        return found
    affixes = [(position, affix_of(word, string)) for position, word in enumerate(words)]
    return [((position, affix),) for position, affix in affixes if affix]


INSIDE = "strings that are a part of a word, read as that part of it"


def found_in(
    words: Sequence[str], negations: Sequence[Strings], remarked: Remarked
) -> tuple[Negation, ...]:
    """Return negations on the tokens of a sentence; `remarked` is called for strings not clearly there."""
    taken: set[int] = set()
    made = []
    for one in negations:
        cue = _cue(words, one, taken, remarked)
        taken |= {position_of(item) for item in cue}
        parts: list[Items] = [cue]
        for part in PARTS[1:]:
            parts.append(_part(words, getattr(one, part), cue, remarked))
        made.append(Negation(*parts))
    return tuple(made)


def _cue(words: Sequence[str], one: Strings, taken: set[int], remarked: Remarked) -> Items:
    """Return the tokens of a cue: each string in the first place that no earlier negation has."""
    found: dict[int, int | tuple[int, str]] = {}
    options: list[list[Items]] = []
    strings: list[str] = []
    for given in one.cue:
        if not isinstance(given, str):
            found[position_of(given)] = given
            continue
        places = [places_of(given, words)]
        if not places[0]:
            # ``neither nor``: the words of a cue with a gap.
            places = [places_of(piece, words) for piece in given.split()]
        if not places or not all(places):
            remarked(None, MISSING, repr(given))
            continue
        strings.append(given)
        for every in places:
            left = [p for p in every if not any(position_of(item) in taken for item in p)]
            options.append(left or every)
    for place in _placed(options, strings, set(), remarked):
        found.update({position_of(item): item for item in place})
        if not isinstance(place[0], int):
            remarked(None, INSIDE, "%r of %r" % (place[0][1], words[place[0][0]]))
    return tuple([found[position] for position in sorted(found)])


def _placed(
    options: list[list[Items]], strings: list[str], between: set[int], remarked: Remarked
) -> list[Items]:
    """Return a place for each of several strings: one after the other, with the fewest gaps.

    Among those with as few gaps it is the first; `remarked` is called if there are others.
    Tokens in `between` are no gap. Where no order fits, each has the first place that is left.
    """
    ways: dict[int, tuple[int, list[Items], int]] = {-1: (0, [], 1)}
    for every in options:
        following: dict[int, tuple[int, list[Items], int]] = {}
        for place in every:
            start, end = position_of(place[0]), position_of(place[-1])
            best: tuple[int, list[Items], int] | None = None
            for last, (gaps, path, number) in ways.items():
                if start <= last:
                    continue
                is_gap = last >= 0 and any(at not in between for at in range(last + 1, start))
                cost = gaps + is_gap
                if best is None or cost < best[0]:
                    best = (cost, [*path, place], number)
                elif cost == best[0]:
                    best = (cost, min(best[1], [*path, place], key=_starts), best[2] + number)
            known = following.get(end)
            if best is not None and (known is None or best[0] < known[0]):
                following[end] = best
        ways = following
    if not ways and options:
        used: set[int] = set()
        chosen = []
        for every in options:
            left = [p for p in every if not any(position_of(item) in used for item in p)] or every
            used |= {position_of(item) for item in left[0]}
            chosen.append(left[0])
        remarked(None, SEVERAL, " ".join(strings))
        return chosen
    least = min(gaps for gaps, _, _ in ways.values())
    found = [(path, number) for gaps, path, number in ways.values() if gaps == least]
    if sum(number for _, number in found) > 1:
        remarked(None, SEVERAL, repr(" ".join(strings)))
    return min((path for path, _ in found), key=_starts)


def _starts(path: list[Items]) -> list[int]:
    return [position_of(place[0]) for place in path]


def _part(
    words: Sequence[str],
    given: Sequence[Item],
    cue: Items,
    remarked: Remarked,
) -> Items:
    """Return the tokens of a scope or an event, without those of the cue."""
    own = {position_of(item): item for item in cue}
    # The words that are left when the cue is taken out: of a word with an affix, its base. Of
    # care-less-ly, some write what stands before the cue and after it.
    rest: list[int | tuple[int, str]] = []
    without_cue, around = [], []
    for position, word in enumerate(words):
        item = own.get(position)
        if item is None:
            rest.append(position)
            without_cue.append(word)
            around.append(word)
        elif not isinstance(item, int) and (base := base_of(word, item[1])):
            rest.append((position, base))
            without_cue.append(base)
            around.append(word.replace(item[1], "", 1))
    found: dict[int, int | tuple[int, str]] = {}
    options: list[list[Items]] = []
    strings: list[str] = []
    for one in given:
        if not isinstance(one, str):
            found[position_of(one)] = one
            continue
        # The string may pass over the cue.
        places = places_of(one, words)
        for left in (without_cue, around):
            places = places or [_moved(place, rest) for place in places_of(one, left)]
        if not places:
            remarked(None, MISSING, repr(one))
            continue
        at = sum(own) / len(own) if own else 0
        strings.append(one)
        # A string alone is taken where it is nearest to the cue.
        places.sort(key=lambda place: abs(position_of(place[0]) - at) if len(given) == 1 else 0)
        options.append(places)
    if len(options) == 1:
        if len(options[0]) > 1:
            remarked(None, SEVERAL, repr(strings[0]))
        options = [options[0][:1]]
    for place in _placed(options, strings, {*own}, remarked):
        for item in place:
            position = position_of(item)
            cut = own.get(position)
            if cut is None or not isinstance(item, int):
                found[position] = item
            elif not isinstance(cut, int):
                # The base of a word whose affix is the cue.
                found[position] = (position, base_of(words[position], cut[1]))
    return tuple([found[position] for position in sorted(found)])


def _moved(place: Items, rest: list[int | tuple[int, str]]) -> Items:
    """Return a place among the words without cue as one in the sentence."""
    return tuple(
        [
            rest[item] if isinstance(item, int) else (position_of(rest[item[0]]), item[1])
            for item in place
        ]
    )
