"""Which words of a name say which run of a system it is, and which its system."""

from __future__ import annotations

import re

from .file_names import ENDINGS, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

RUN = "seed run rep trial fold split iter s r".split()
"""The words of a name that say, with a number, which run of a system a file is of."""

BETWEEN = re.compile(r"([._\s/\\-]+)")
"""What stands between the words of a name."""


def which_run(names: Sequence[str]) -> list[tuple[int, ...]]:
    """Return which words of each name say which run it is, by their places: seed1, or run and 2.

    Where no name has such words, the last number of each that stands by itself.
    """
    several = [BETWEEN.split(name) for name in names]
    found = []
    for words in [pieces[::2] for pieces in several]:
        places: list[int] = []
        for place, word in enumerate(words):
            stem = word.casefold().rstrip("0123456789")
            if stem in RUN and stem != word.casefold():
                places.append(place)
            elif (
                word.casefold() in RUN
                and words[place + 1 : place + 2]
                and words[place + 1].isdigit()
            ):
                places += [place, place + 1]
        found.append(tuple(places))
    if any(found):
        return found
    # In gpt-2, the number is one of the name.
    numbers = [
        [
            place
            for place, word in enumerate(pieces[::2])
            if word.isdigit() and "-" not in ("/", *pieces[1::2])[place]
        ]
        for pieces in several
    ]
    return [tuple(places[-1:]) for places in numbers]


def short_names(names: Sequence[str]) -> list[str]:
    """Return what runs are called: the words of their names that say which run it is, if these tell them apart."""
    found = []
    for name, which in zip(names, which_run(names)):
        pieces = BETWEEN.split(name)
        found.append("".join(pieces[2 * which[0] : 2 * which[-1] + 1]) if which else "")
    return found if len(set(found)) == len(names) and all(found) else list(names)


def without_run(name: str, golds: frozenset[str], which: Sequence[int]) -> str:
    """Return a name without gold's words, those for sides, its ending, and those at some places."""
    pieces = BETWEEN.split(name)
    words = pieces[::2]
    kept = ""
    for place, word in enumerate(words):
        folded = word.casefold()
        is_ending = place == len(words) - 1 and folded in ENDINGS
        if place in which or folded in golds or folded in WORDS or is_ending or not word:
            continue
        kept += (pieces[2 * place - 1] if kept else "") + word
    return kept
