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

    from .measures import Measured

    Share = tuple[float, float]
    Limits = tuple[int | None, int | None]
    """How small and how great the difference of two numbers may be, None if there is no limit."""

FREE: Limits = (None, None)
EQUAL: Limits = (0, 0)
NOT_GREATER: Limits = (None, 0)

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

SAME_FALSE_POSITIVES = {"cues": "unpaired", "full_negations": "unpaired"}
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

    measured: Measured
    ranges: tuple[Range, ...]
    is_known: bool
    precision: Share = (0.0, 1.0)
    recall: Share = (0.0, 1.0)

    def others(self) -> Share:
        """Return the least and greatest of what `Range` calls the others, for each thing in gold."""
        (low, high), right = self.precision, 0 if self.measured.is_divided_by_system else 1
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
    return _conflict(members)


def _conflict(members: Sequence[Member]) -> Joined:
    """Return the fewest rows that contradict each other; not decided if gold's number is not known."""
    for size in range(2, len(members) + 1):
        for indexes in combinations(range(len(members)), size):
            some = narrow([members[index] for index in indexes])
            if all(member.ranges for member in some):
                continue
            is_decided = all(member.is_known for member in some) or _is_proven(some)
            return Joined(tuple(members), indexes, is_decided)
    return Joined(tuple(members))


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
    if a.is_divided_by_system != b.is_divided_by_system:
        block_b, block_a = (one, other) if a.is_divided_by_system else (other, one)
        if block_b.measured.measured == "full_negations" != block_a.measured.measured:
            return False
        return block_b.others()[1] + TINY < block_a.recall[0] + block_a.others()[0]
    if len(by_measure) == 2 and a.counted == "cues":
        # Gold may have negations without cue: then there are more full negations than cues.
        full, cues = by_measure["full_negations"], by_measure["cues"]
        return full.others()[0] > cues.others()[1] + TINY
    if a.is_divided_by_system or a.measured == b.measured:
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
    between = related(one.measured, other.measured)
    for first in one.ranges:
        parts: list[tuple[int, int | None]] = []
        for second in by_key.get(key(first), ()):
            limits = between.of(first, second)
            if limits is not None:
                part = _overlap(first, second, limits)
                if part is not None:
                    parts.append(part)
        for least, most in _merged(parts):
            yield first._replace(least=least, most=most)


def _overlap(first: Range, second: Range, limits: Limits) -> tuple[int, int | None] | None:
    """Return the part of a range whose difference to some number of another is within limits."""
    smallest, greatest = limits
    least, most = first.least, first.most
    if smallest is not None:
        least = max(least, second.least + smallest)
    if greatest is not None and second.most is not None:
        end = second.most + greatest
        most = end if most is None else min(most, end)
    return None if most is not None and most < least else (least, most)


def _merged(parts: list[tuple[int, int | None]]) -> Iterator[tuple[int, int | None]]:
    """Yield ranges in their order, those that touch as one."""
    last: tuple[int, int | None] | None = None
    for least, most in sorted(parts, key=lambda part: part[0]):
        if last is None:
            last = least, most
        elif last[1] is None:
            break
        elif least <= last[1] + 1:
            last = last[0], None if most is None else max(most, last[1])
        else:
            yield last
            last = least, most
    if last is not None:
        yield last


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


class Related(Record):
    """What holds between two rows, whatever their numbers are.

    `true_positives` and `false_negatives` are -1 if the first has at most as
    many as the second, 1 if at least, 2 if as many, 0 if nothing is known;
    `limits` are those of the difference between their others, or `of_system`
    says that one is what the system has (1: the first, -1: the second), which
    is at least the true and the false positives.
    """

    true_positives: int
    false_negatives: int
    is_same_total: bool
    limits: Limits = FREE
    of_system: int = 0

    def of(self, first: Range, second: Range) -> Limits | None:
        """Return the limits of the difference between the others of two ranges; None if both cannot be."""
        tp, fn = first[:2]
        other_tp, other_fn = second[:2]
        for order, number, other in (
            (self.true_positives, tp, other_tp),
            (self.false_negatives, fn, other_fn),
        ):
            if order and number != other and (order == AS_MANY or (number > other) != (order > 0)):
                return None
        if self.is_same_total and tp + fn != other_tp + other_fn:
            return None
        if not self.of_system:
            return self.limits
        most = max(tp, other_tp)
        return (most, None) if self.of_system > 0 else (None, -most)


AS_MANY = 2


def related(a: Measured, b: Measured) -> Related:
    """Return what holds between two rows."""
    one, other = a.measured, b.measured

    def order(pairs: Sequence[tuple[str, str]]) -> int:
        if one == other:
            return AS_MANY
        return ((other, one) in pairs) - ((one, other) in pairs)

    numbers = order(FEWER_TRUE_POSITIVES), order(FEWER_FALSE_NEGATIVES)
    of_scopes = {one, other} == {"scopes", "scopes_no_cue_match"}
    if a.is_divided_by_system != b.is_divided_by_system:
        # The system has at least the true and the false positives. (Only 2.2 has a B block.)
        side = (1 if a.is_divided_by_system else -1) if a.counted == b.counted else 0
        return Related(*numbers, of_scopes, of_system=side)
    if a.is_divided_by_system:
        limits = EQUAL if a.counted == b.counted else _order(FEWER_OF_SYSTEM, a.counted, b.counted)
    elif SAME_FALSE_POSITIVES.get(one, one) == SAME_FALSE_POSITIVES.get(other, other):
        limits = EQUAL
    else:
        limits = _order(FEWER_FALSE_POSITIVES, one, other)
    return Related(*numbers, of_scopes, limits)


def _order(pairs: tuple[tuple[str, str], ...], one: str, other: str) -> Limits:
    if (one, other) in pairs:
        return NOT_GREATER
    return (0, None) if (other, one) in pairs else FREE
