"""Cues, scopes and events that are given as strings, found in the tokens of their sentence.

Where a cue's string stands in several places, it is the first that no earlier
negation of the sentence has taken: that is right in 132 of the 137 cues of
CD-SCO that stand in their sentence several times. A scope's string mostly has
its cue in it, so it is looked for with the cue, and the cue is then taken out.
"""

from __future__ import annotations

from ..corpora.sentences import PARTS, Negation, position_of
from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..corpora.sources import Remarked

    Items = tuple[int | tuple[int, str], ...]
    Given = str | tuple[str, ...] | Items
    Run = tuple[int, int]


class Strings(Record):
    """A negation whose parts are strings: one for a run of words, or several, or positions."""

    cue: tuple[str | int | tuple[int, str], ...] = ()
    scope: tuple[str | int | tuple[int, str], ...] = ()
    event: tuple[str | int | tuple[int, str], ...] = ()


SEVERAL = "strings that stand in the sentence several times, read at the first place left"
MISSING = "strings that are not in the sentence, left out"


def _plain(string: str) -> str:
    """Return a string without blanks and in small letters: ``don't`` is ``do n't``."""
    return "".join(string.split()).lower()


def places_of(string: str, words: Sequence[str]) -> list[Items]:
    """Return the places of a string in a sentence: runs of words, or of a word's beginning or end."""
    wanted = _plain(string)
    if not wanted:
        return []
    plain = [_plain(word) for word in words]
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
    for position, (word, small) in enumerate(zip(words, plain)):
        if len(small) != len(word) or len(small) <= len(wanted):
            continue
        if small.startswith(wanted):
            found.append(((position, word[: len(wanted)]),))
        elif small.endswith(wanted):
            found.append(((position, word[-len(wanted) :]),))
    return found


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
    for given in one.cue:
        if not isinstance(given, str):
            found[position_of(given)] = given
            continue
        places = places_of(given, words)
        if not places:
            pieces = [places_of(piece, words) for piece in given.split()]
            if len(pieces) > 1 and all(pieces):
                # ``neither nor``: the words of a cue with a gap.
                start = -1
                for options in pieces:
                    later = [p for p in options if position_of(p[0]) > start] or options
                    start = position_of(later[0][-1])
                    found.update({position_of(item): item for item in later[0]})
                continue
            remarked(None, MISSING, repr(given))
            continue
        left = [p for p in places if not any(position_of(item) in taken for item in p)]
        if len(left or places) > 1:
            remarked(None, SEVERAL, repr(given))
        found.update({position_of(item): item for item in (left or places)[0]})
    return tuple([found[position] for position in sorted(found)])


def _part(
    words: Sequence[str],
    given: Sequence[str | int | tuple[int, str]],
    cue: Items,
    remarked: Remarked,
) -> Items:
    """Return the tokens of a scope or an event, without those of the cue."""
    own = {position_of(item): item for item in cue}
    # The words that are left when the cue is taken out: of a word with an affix, its base.
    rest: list[int | tuple[int, str]] = []
    for position, word in enumerate(words):
        item = own.get(position, ())
        if isinstance(item, tuple) and item:
            rest.append((position, word.replace(item[1], "", 1)))
        elif position not in own:
            rest.append(position)
    without_cue = [words[item] if isinstance(item, int) else item[1] for item in rest]
    found: dict[int, int | tuple[int, str]] = {}
    for one in given:
        if not isinstance(one, str):
            found[position_of(one)] = one
            continue
        options = [(place, False) for place in places_of(one, words)]
        if not options:
            # The string may pass over the cue.
            without = places_of(one, without_cue)
            options = [(_moved(place, rest), True) for place in without]
        if not options:
            remarked(None, MISSING, repr(one))
            continue
        if len(options) > 1:
            remarked(None, SEVERAL, repr(one))
            at = sum(own) / len(own) if own else 0
            options.sort(key=lambda option: abs(position_of(option[0][0]) - at))
        for item in options[0][0]:
            position = position_of(item)
            cut = own.get(position)
            if cut is None or not isinstance(item, int):
                found[position] = item
            elif not isinstance(cut, int) and isinstance(item, int):
                # The base of a word whose affix is the cue.
                found[position] = (position, words[position].replace(cut[1], "", 1))
    return tuple([found[position] for position in sorted(found)])


def _moved(place: Items, rest: list[int | tuple[int, str]]) -> Items:
    """Return a place among the words without cue as one in the sentence."""
    return tuple(
        [
            rest[item] if isinstance(item, int) else (position_of(rest[item[0]]), item[1])
            for item in place
        ]
    )
