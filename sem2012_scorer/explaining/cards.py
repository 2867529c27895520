"""A sentence as several systems have it: gold once, and what each system made of it."""

from __future__ import annotations

from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from .explained import Explained


class Member(Record):
    """A system, or one run of a system that has several; `label` is what it is called in a listing."""

    system: str
    label: str
    run: str = ""


def members_of(systems: Iterable[tuple[str, Sequence[str]]]) -> list[Member]:
    """Return the members of systems, each given by its name and its runs, none or one for no runs."""
    several = list(systems)
    found = []
    for name, runs in several:
        if len(runs) < 2:
            found.append(Member(name, name))
        for run in runs if len(runs) > 1 else ():
            found.append(Member(name, run if len(several) == 1 else "%s %s" % (name, run), run))
    return found


class Right(Record):
    """In how many systems, or in how many runs of a `system`, a sentence has no error."""

    system: str
    right: int
    of: int

    def __str__(self) -> str:
        return "%s%d of %d" % (self.system + " " if self.system else "", self.right, self.of)


def in_order(right: Mapping[Right, int]) -> list[tuple[Right, int]]:
    """Return numbers of sentences by in how many systems they are right, in that order, system by system."""
    systems = list(dict.fromkeys(one.system for one in right))
    return sorted(right.items(), key=lambda pair: (systems.index(pair[0].system), *pair[0][1:]))


class Take(Record):
    """What some systems, by their places, made of a sentence: all of them the same."""

    places: tuple[int, ...]
    explained: Explained

    def names(self, members: Sequence[Member]) -> list[str]:
        """Return what the systems are called."""
        return [members[place].label for place in self.places]

    def called(self, members: Sequence[Member]) -> str:
        """Return the systems in words, each with those of its runs that are meant: "A (seed1, seed3), B"."""
        found: dict[str, list[str]] = {}
        for place in self.places:
            found.setdefault(members[place].system, []).append(members[place].run)
        if len({one.system for one in members}) == 1:
            return ", ".join(self.names(members))
        return ", ".join(
            [
                name + (" (%s)" % ", ".join(runs) if any(runs) else "")
                for name, runs in found.items()
            ]
        )


class Card(Record):
    """A sentence with what each system made of it.

    `directions` say, where systems are compared with a baseline, what became of each row that
    changed: by a system's name, by what is measured.
    """

    takes: tuple[Take, ...]
    directions: dict[str, dict[str, str]] | None = None

    @property
    def sentence(self) -> Explained:
        """The sentence as the first system has it: of gold, all have the same."""
        explained: Explained = self.takes[0].explained
        return explained

    def right(self, members: Sequence[Member]) -> list[Right]:
        """Return in how many systems the sentence is without an error, of those that have it.

        Of several systems with runs, in how many runs of each.
        """
        is_of_each = len({one.system for one in members}) > 1 and any(one.run for one in members)
        found: dict[str, list[bool]] = {}
        for place, is_wrong in sorted(
            (place, take.explained.error) for take in self.takes for place in take.places
        ):
            found.setdefault(members[place].system if is_of_each else "", []).append(not is_wrong)
        return [Right(system, sum(own), len(own)) for system, own in found.items()]

    def to_dict(self, members: Sequence[Member]) -> dict[str, Any]:
        """Return the sentence for a line of JSON: of one system, its own keys beside gold's."""
        if len(members) == 1:
            return self.sentence.to_dict()
        right = self.right(members)
        found = self.sentence.of_gold()
        found["right"], found["of"] = sum(one.right for one in right), sum(one.of for one in right)
        if len(right) > 1:
            found["right_by_system"] = {one.system: [one.right, one.of] for one in right}
        if self.directions is not None:
            found["directions"] = self.directions
        found["systems"] = [
            {"names": take.names(members), **take.explained.of_system()} for take in self.takes
        ]
        return found


def card_of(sentences: Iterable[tuple[int, Explained]]) -> Card:
    """Return a sentence as systems have it, each by its place; what is the same is put together."""
    takes: dict[tuple[object, ...], Take] = {}
    for place, explained in sentences:
        key = (explained.system, explained.outcomes, explained.note)
        there = takes.get(key)
        places = (place,) if there is None else (*there.places, place)
        takes[key] = Take(places, explained if there is None else there.explained)
    return Card(tuple(takes.values()))
