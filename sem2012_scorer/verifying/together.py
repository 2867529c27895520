"""Rows of one system together: the counts that they share, and whether any counts give them all.

What holds between the counts of two rows follows from how the scorers count
(see `legacy.outcomes`), for every one of them and whatever is odd in a file.
For all that one row leaves open, another limits what its own may be: their
differences lie between two numbers.
"""

from __future__ import annotations

from itertools import combinations

from ..ground.records import Record
from .solving import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.rows import Row

    Share = tuple[float, float]
    Limits = tuple[int | None, int | None]
    """How small and how great the difference of two numbers may be, None if there is no limit."""

FEWER_TRUE_POSITIVES = (
    ("full_negations", "cues"),
    ("scopes", "cues"),
    ("scopes", "scopes_no_cue_match"),
)
"""What has at most as many true positives as what: each of them needs the other's to be right."""

FEWER_FALSE_NEGATIVES = (
    ("cues", "full_negations"),
    ("scopes", "full_negations"),
    ("scopes_no_cue_match", "full_negations"),
    ("scopes_no_cue_match", "scopes"),
)
"""What has at most as many false negatives as what: wherever it is missed, the other is too."""

SAME_FALSE_POSITIVES = {"cues", "full_negations"}
"""The false positives of both are the unpaired system negations."""

FEWER_FALSE_POSITIVES = (("scopes", "scopes_no_cue_match"),)
FEWER_OF_SYSTEM = (("scopes", "cues"), ("events", "cues"))
"""What the system has fewer of: not each of its negations has a scope, or an event."""


class Member(Record):
    """A row of a system: what it measures, and the ranges of counts that give it.

    `is_known` is True if gold's number is known, and all its ranges are listed.
    `precision` and `recall` are the least and the greatest that they may be, as
    shares of 1.
    """

    measured: Row
    ranges: tuple[Range, ...]
    is_known: bool
    precision: Share = (0.0, 1.0)
    recall: Share = (0.0, 1.0)

    def others(self) -> Share:
        """Return the least and greatest of what `Range` calls the others, for each thing in gold."""
        (low, high), right = self.precision, 0 if self.measured.divided_by_system else 1
        least = self.recall[0] * (1 / high - right) if high else 0.0
        most = self.recall[1] * (1 / low - right) if low else float("inf")
        return least, most


class Joined(Record):
    """What the rows of a system leave each other.

    `members` have the ranges that the others allow; `conflict` are the indexes
    of the fewest rows that no counts give together, none if all fit.
    `is_decided` is False if greater numbers of gold than were tried might fit.
    """

    members: tuple[Member, ...]
    conflict: tuple[int, ...] = ()
    is_decided: bool = True


MOST_PAIRS = 20_000
"""How many pairs of ranges of two rows are compared."""


def joined(members: Sequence[Member]) -> Joined:
    """Return what the rows of a system leave each other, or which of them contradict each other.

    Each row is compared with each: of 3,500 systems none was found whose rows go
    together two by two, and not all at once.
    """
    narrowed = narrow(members)
    if all(member.ranges for member in narrowed):
        return Joined(tuple(narrowed))
    sizes = range(2, len(members) + 1)
    several = (indexes for size in sizes for indexes in combinations(range(len(members)), size))
    for indexes in several:
        narrowed = narrow([members[index] for index in indexes])
        if not all(member.ranges for member in narrowed):
            break
    # If gold's number is not known, greater ones might fit.
    is_decided = all(member.is_known for member in narrowed) or _is_proven(narrowed)
    return Joined(tuple(members), indexes, is_decided)


def _is_proven(members: Sequence[Member]) -> bool:
    """Return True if two rows contradict each other whatever gold's number is.

    For each thing in gold, the true positives are the recall, and the others follow from both
    scores: where these cannot meet, no numbers do.
    """
    return any(_cannot_meet(one, other) for one, other in combinations(members, 2))


def _cannot_meet(one: Member, other: Member) -> bool:
    if not _share_total(one, other):
        return False
    a, b = one.measured, other.measured
    if a.measured == b.measured and not _meet(one.recall, other.recall):
        return True
    by_measure = {a.measured: one, b.measured: other}
    both = [pair for pair in FEWER_TRUE_POSITIVES if set(pair) <= set(by_measure)]
    if any(by_measure[x].recall[0] > by_measure[y].recall[1] + TINY for x, y in both):
        return True
    if a.divided_by_system != b.divided_by_system:
        block_b, block_a = (one, other) if a.divided_by_system else (other, one)
        if block_b.measured.measured == "full_negations" != block_a.measured.measured:
            return False
        return block_b.others()[1] + TINY < block_a.recall[0] + block_a.others()[0]
    if len(by_measure) == 2 and a.counted == "cues":
        # Gold may have negations without cue: then there are more full negations than cues.
        full, cues = by_measure["full_negations"], by_measure["cues"]
        return full.others()[0] > cues.others()[1] + TINY
    if a.divided_by_system or a.measured == b.measured:
        return not _meet(one.others(), other.others())
    return False


def _meet(one: Share, other: Share) -> bool:
    """Return True if two intervals have something in common, or nearly."""
    return one[0] <= other[1] + TINY and other[0] <= one[1] + TINY


TINY = 1e-9


def narrow(members: Sequence[Member]) -> list[Member]:
    """Return the rows with what each of the others, by itself, allows of their ranges."""
    found = list(members)
    changed = True
    while changed and all(member.ranges for member in found):
        changed = False
        for i, one in enumerate(found):
            for j, other in enumerate(found):
                if i == j or not _are_related(one, other):
                    continue
                left = tuple(_allowed(one, other))
                if left != one.ranges:
                    found[i] = one = one._replace(ranges=left)
                    changed = True
    return found


def _allowed(one: Member, other: Member) -> Iterator[Range]:
    """Yield the parts of the ranges of `one` that go with some range of `other`."""
    is_same = one.measured.measured == other.measured.measured
    share_total = _share_total(one, other)

    def key(found: Range) -> tuple[int, ...]:
        """Return what two ranges must have in common."""
        return found[:2] if is_same else (found.total,) if share_total else ()

    by_key: dict[tuple[int, ...], list[Range]] = {}
    for second in other.ranges:
        by_key.setdefault(key(second), []).append(second)
    if len(one.ranges) * max(map(len, by_key.values()), default=0) > MOST_PAIRS:
        # Rows that leave as much open as this leave each other nearly all of it.
        yield from one.ranges
        return
    a, b = one.measured, other.measured
    orders = [
        _order(pairs, a.measured, b.measured)
        for pairs in (FEWER_TRUE_POSITIVES, FEWER_FALSE_NEGATIVES)
    ]
    limits = _limits(a, b)
    # The system has at least the true and the false positives. (Only 2.2 has a B block.)
    side = (a.divided_by_system - b.divided_by_system) * (a.counted == b.counted)
    for first in one.ranges:
        parts = []
        for second in by_key.get(key(first), ()):
            if any(order * (first[n] - second[n]) < 0 for n, order in enumerate(orders)):
                continue
            if side:
                most = max(first.true_positives, second.true_positives)
                limits = (most, None) if side > 0 else (None, -most)
            part = _overlap(first, second, limits)
            if part == first:
                # Nothing more can be left of it.
                parts = [part]
                break
            if part is not None:
                parts.append(part)
        yield from _merged(parts)


def _order(pairs: tuple[tuple[str, str], ...], one: str, other: str) -> int:
    """Return 1 if one has at least as many as the other, -1 if at most, 0 if that is not known."""
    return ((other, one) in pairs) - ((one, other) in pairs)


def _limits(a: Row, b: Row) -> Limits:
    """Return the limits of the difference between the others of two rows of one block."""
    if a.divided_by_system != b.divided_by_system:
        return None, None
    is_equal = {a.measured, b.measured} in ({a.measured}, SAME_FALSE_POSITIVES)
    order = _order(FEWER_FALSE_POSITIVES, a.measured, b.measured)
    if a.divided_by_system:
        is_equal = a.counted == b.counted
        order = _order(FEWER_OF_SYSTEM, a.counted, b.counted)
    return 0 if is_equal or order > 0 else None, 0 if is_equal or order < 0 else None


def _overlap(first: Range, second: Range, limits: Limits) -> Range | None:
    """Return the part of a range whose difference to some number of another is within limits."""
    smallest, greatest = limits
    least = first.least if smallest is None else second.least + smallest
    most = None if greatest is None or second.most is None else second.most + greatest
    return first.within(least, most)


def _merged(parts: list[Range]) -> Iterator[Range]:
    """Yield parts of a range in their order, those that touch as one."""
    if not parts:
        return
    first, *others = sorted(parts, key=lambda part: part.least)
    least, most = first.least, first.most
    for part in others:
        if most is None:
            break
        if part.least > most + 1:
            yield first._replace(least=least, most=most)
            least, most = part.least, part.most
        else:
            most = None if part.most is None else max(part.most, most)
    yield first._replace(least=least, most=most)


def _share_total(one: Member, other: Member) -> bool:
    """Return True if true positives and false negatives of two rows are equally many together.

    Gold has as many full negations as cues, unless both numbers are known.
    """
    a, b = one.measured, other.measured
    if a.measured == b.measured:
        return True
    if {a.counted, b.counted} == {"cues"}:
        return not (one.is_known and other.is_known)
    return {a.measured, b.measured} == {"scopes", "scopes_no_cue_match"}


def _are_related(one: Member, other: Member) -> bool:
    """Return True if anything is known of two rows together.

    If gold's number is not known, rows with other numbers can be as large as they have to be.
    """
    if any(not member.is_known and (0.0, 1.0) in member[3:] for member in (one, other)):
        # Neither gold's number nor both scores: this leaves all open.
        return False
    if one.is_known and other.is_known:
        return {one.measured.counted, other.measured.counted} != {"tokens of scopes"} or (
            one.measured.measured == other.measured.measured
        )
    return _share_total(one, other)
