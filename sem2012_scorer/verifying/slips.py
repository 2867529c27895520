"""Which number of a row would have to be another for counts to give it, and what explains that."""

from __future__ import annotations

from itertools import islice

from ..ground.measures import SCORES
from ..ground.records import Record
from .printing import Scores, as_printed, hundredths_of_f1, readings_of
from .solving import Official, Range, solve_row
from .together import Member, joined, narrow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .measures import Measured
    from .printed_numbers import PrintedNumber, Reading

    Way = tuple["Slip", ...]

MOST_SHOWN = 3
MOST_VALUES = 3000
"""How many counts are looked at to see what a number may be."""


class Slip(Record):
    """A number of a row that would have to be another, and what explains the difference, if anything."""

    column: str
    recorded: str
    fitting: str
    why: str = ""
    row: str = ""


class Conflicting(Record):
    """A row as it is looked at here: its label, its scores, how they are read, what gives them."""

    label: str
    scores: Scores
    reading: Reading
    member: Member

    def slips(self, one: Range, others: int) -> Way:
        """Return the numbers that differ from what is printed for some counts."""
        right = 0 if self.member.measured.is_divided_by_system else one.true_positives
        printed = as_printed(
            one.true_positives, others + right, one.total, self.scores, self.reading
        )
        return tuple(
            [
                _slip(self.label, column, number, text)
                for column, number, text in zip(SCORES, self.scores, printed)
                if number is not None and text != number.text
            ]
        )


def _slip(label: str, column: str, number: PrintedNumber, text: str) -> Slip:
    return Slip(column, number.text, text, why(number.text, text), label)


def slips_of(
    label: str,
    scores: Scores,
    measured: Measured,
    gold: int | None,
    others: Sequence[Member],
) -> Way:
    """Return the changes of one number after which counts give a row, those with a usual cause first.

    `others` are the other rows of the system: what they do not allow comes
    only if nothing else is found.
    """
    for companions in (others, ()):
        found = [
            slip
            for place in (2, 1, 0)
            if scores[place] is not None
            for slip in _of_place(label, scores, place, measured, gold, companions)
        ]
        if found:
            break
    explained = [slip for slip in found if slip.why] or found
    columns = dict.fromkeys(slip.column for slip in explained)
    return tuple(
        [min((s for s in explained if s.column == column), key=_size) for column in columns]
    )


def _of_place(
    label: str,
    scores: Scores,
    place: int,
    measured: Measured,
    gold: int | None,
    others: Sequence[Member],
) -> list[Slip]:
    """Return what one number would have to be, under the first reading that gives any."""
    freed = Scores._make([None if n == place else score for n, score in enumerate(scores)])
    number = scores[place]
    assert number is not None
    if not freed.there:
        return []
    for reading in readings_of(scores, measured):
        if reading.from_printed or reading.rounding:
            # A number that is another is not looked for in every way.
            continue
        if gold is None:
            texts = _whatever_gold(freed, place, number, measured, reading)
            found = [_slip(label, SCORES[place], number, t) for t in texts if t != number.text]
        else:
            ranges = solve_row(freed, measured, gold, reading).ranges
            if others and ranges:
                ranges = narrow([Member(measured, ranges, True), *others])[0].ranges
            row = Conflicting(label, scores, reading, Member(measured, ranges, True))
            counts = _counts(ranges, by_recall=place == 1)
            ways = dict.fromkeys(row.slips(*one) for one in islice(counts, MOST_VALUES))
            found = [way[0] for way in ways if len(way) == 1 and way[0].column == SCORES[place]]
        if found:
            return found
    return []


def _counts(ranges: Sequence[Range], by_recall: bool) -> Iterator[tuple[Range, int]]:
    """Yield the counts of ranges one by one; of each the first, where they differ not in recall."""
    for one in ranges:
        end = one.least if by_recall else one.least + 1000 if one.most is None else one.most
        for others in range(one.least, end + 1):
            yield one, others


def _whatever_gold(
    freed: Scores, place: int, number: PrintedNumber, measured: Measured, reading: Reading
) -> list[str]:
    """Return what a number would have to be if gold's number is not known: F1 alone decides."""
    if not reading.is_official:
        return []
    solver = Official(freed, measured, reading)
    if place == 2:
        values = {hundredths_of_f1(p, r) for p in solver.precisions for r in solver.recalls}
    else:
        given = (solver.recalls, solver.precisions)[place]
        values = {value for one in given for value in solver.with_f1(range(10_001), one)}
    digits = dict.fromkeys(number.digits_of(value, 10_000) for value in sorted(values))
    return list(map(number.with_digits, digits))


def reconciling(rows: Sequence[Conflicting], others: Sequence[Member]) -> tuple[Way, ...]:
    """Return the smallest changes of one row after which counts give all, those explained first.

    `others` are the other rows of the system.
    """
    ways: list[Way] = []
    for row in rows:
        rest = [one.member for one in rows if one is not row]
        anything = row.member._replace(ranges=tuple(_near_counts(row, rest)))
        # Rows that leave much open leave each other nearly all of it.
        few = [one for one in others if len(one.ranges) <= MOST_TOTALS]
        left = joined([anything, *rest, *few])
        if not left.conflict and left.is_decided:
            own = [row.slips(*one) for one in _nearest_counts(row, left.members[0].ranges)]
            # Of the changes of the same numbers, the smallest.
            ways += {
                tuple(s.column for s in w): w for w in sorted(own, key=distance, reverse=True)
            }.values()
    fewest = min(map(len, ways), default=0)
    found = sorted((way for way in ways if len(way) == fewest), key=distance)
    return tuple(dict.fromkeys(found))[:MOST_SHOWN]


MOST_TOTALS = 12


MOST_AWAY = 150
"""How many true positives more or less than the recall says are looked at."""


def _near_counts(row: Conflicting, rest: Sequence[Member]) -> Iterator[Range]:
    """Yield ranges of counts that a row may have, if gold has what it or other rows need."""
    member = row.member
    totals = {one.total for one in member.ranges}
    if not member.is_known:
        totals = set(sorted(totals)[:MOST_TOTALS])
        totals.update(one.total for other in rest for one in other.ranges[:MOST_TOTALS])
    recall = row.scores.recall
    for total in sorted(totals):
        least, most = 0, total
        if recall is not None:
            middle = round(total * recall.share)
            least, most = max(least, middle - MOST_AWAY), min(most, middle + MOST_AWAY)
        for tp in range(least, most + 1):
            yield Range(tp, total - tp, tp if member.measured.is_divided_by_system else 0, None)


def _nearest_counts(row: Conflicting, ranges: Sequence[Range]) -> Iterator[tuple[Range, int]]:
    """Yield counts of ranges: those nearest to what gives the row, and to its precision."""
    right = not row.member.measured.is_divided_by_system
    precision = row.scores.precision
    share = float(precision.share) if precision is not None else 0.0
    own = row.member.ranges[0].least
    for one in ranges:
        near = [own, one.least]
        if share:
            middle = round(one.true_positives / share) - one.true_positives * right
            near += [middle - 1, middle, middle + 1]
        most = max(one.least, *near) if one.most is None else one.most
        for others in dict.fromkeys(min(max(n, one.least), most) for n in near):
            yield one, others


def _size(slip: Slip) -> float:
    recorded, fitting = (text.rstrip("%").replace(",", ".") for text in slip[1:3])
    return abs(float(recorded) - float(fitting))


def distance(slips: Way) -> tuple[bool, float]:
    """Return whether some change has no usual cause, and how far the numbers are off together."""
    return not all(slip.why for slip in slips), sum(map(_size, slips))


def why(recorded: str, fitting: str) -> str:
    """Return which usual slip turns one number into the other, or "" if none does."""
    if len(recorded) == len(fitting):
        different = [n for n, pair in enumerate(zip(recorded, fitting)) if pair[0] != pair[1]]
        if len(different) == 1:
            return "one digit misread"
        if len(different) == 2 and [recorded[n] for n in different] == [
            fitting[n] for n in reversed(different)
        ]:
            return "two digits exchanged"
    if fitting == recorded[::-1].translate(UPSIDE_DOWN):
        return "read upside down"
    if recorded.translate(SIX_AND_NINE) == fitting.translate(SIX_AND_NINE):
        return "6 and 9 misread"
    return ""


SIX_AND_NINE = str.maketrans("9", "6")
UPSIDE_DOWN = str.maketrans("6927", "9672")
"""How digits look in a page that is scanned upside down; a 7 is taken for a 2."""
