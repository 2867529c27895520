"""Which number of a row would have to be another for counts to give it, and what explains that."""

from __future__ import annotations

from ..ground.measures import SCORES, f1, percentage
from ..ground.records import Record
from .printed_numbers import HALF_UP
from .solving import (
    Official,
    Range,
    Scores,
    hundredths,
    hundredths_of_f1,
    readings_of,
    solve_row,
)
from .together import Member, joined, narrow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .measures import Measured
    from .printed_numbers import PrintedNumber, Reading

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


def slips_of(
    label: str,
    scores: Scores,
    measured: Measured,
    gold: int | None,
    others: Sequence[Member],
) -> tuple[Slip, ...]:
    """Return the changes of one number after which counts give a row, those with a usual cause first.

    `others` are the other rows of the system: what they do not allow comes
    only if nothing else is found.
    """
    for companions in (others, ()):
        found = [
            _slip(label, column, scores[place], text)
            for place, column in reversed(list(enumerate(SCORES)))
            if scores[place] is not None
            for text in _fitting(scores, place, measured, gold, companions)
        ]
        if found:
            break
    explained = [slip for slip in found if slip.why]
    return tuple(_nearest(explained or found))


def _nearest(slips: Sequence[Slip]) -> Iterator[Slip]:
    """Yield for each number of a row the change that is the smallest."""
    for column in dict.fromkeys(slip.column for slip in slips):
        yield min((slip for slip in slips if slip.column == column), key=_size)


def _size(slip: Slip) -> float:
    recorded, fitting = (text.rstrip("%").replace(",", ".") for text in slip[1:3])
    return abs(float(recorded) - float(fitting))


class Conflicting(Record):
    """A row that contradicts others: its label, its scores, how they are read, what gives them."""

    label: str
    scores: Scores
    reading: Reading
    member: Member


def reconciling(
    rows: Sequence[Conflicting], others: Sequence[Member]
) -> tuple[tuple[Slip, ...], ...]:
    """Return the smallest changes of one row after which counts give all, those explained first.

    `others` are the other rows of the system.
    """
    ways: list[tuple[Slip, ...]] = []
    for row in rows:
        rest = [one.member for one in rows if one is not row]
        anything = row.member._replace(ranges=tuple(_all_counts(row.member, rest)))
        left = joined([anything, *rest, *others])
        if not left.conflict and left.is_decided:
            ways += _nearest_counts(row, left.members[0].ranges)
    if not ways:
        return ()
    fewest = min(map(len, ways))
    found = sorted((way for way in ways if len(way) == fewest), key=_distance)
    explained = [way for way in found if all(slip.why for slip in way)]
    return tuple(dict.fromkeys([*explained, *found]))[:MOST_SHOWN]


MOST_TOTALS = 12


def _all_counts(member: Member, rest: Sequence[Member]) -> Iterator[Range]:
    """Yield ranges of all counts that a row may have, if gold has what it or other rows need."""
    totals = {one.total for one in member.ranges}
    if not member.is_known:
        totals = set(sorted(totals)[:MOST_TOTALS])
        totals.update(one.total for other in rest for one in other.ranges[:MOST_TOTALS])
    for total in sorted(totals):
        for tp in range(total + 1):
            yield Range(tp, total - tp, tp if member.measured.is_divided_by_system else 0, None)


def _nearest_counts(row: Conflicting, ranges: Sequence[Range]) -> Iterator[tuple[Slip, ...]]:
    """Yield the changes that the counts of ranges ask for: of each number, those nearest to it."""
    right = not row.member.measured.is_divided_by_system
    precision = row.scores.precision
    own = row.member.ranges[0].least
    best: dict[tuple[str, ...], tuple[Slip, ...]] = {}
    for one in ranges:
        near = [one.least, own, *range(one.least, one.least + 20)]
        near += [] if one.most is None else [one.most]
        if precision is not None and precision.digits:
            middle = round(100 * one.true_positives / precision.percent)
            near += [middle - one.true_positives * right + more for more in (-1, 0, 1)]
        for others in dict.fromkeys(near):
            if others < one.least or (one.most is not None and others > one.most):
                continue
            denominator = others + one.true_positives * right
            slips = tuple(
                [
                    slip
                    for place, number in enumerate(row.scores)
                    if number is not None
                    for slip in [_slip_to(row, place, number, one, denominator)]
                    if slip.fitting != number.text
                ]
            )
            columns = tuple([slip.column for slip in slips])
            if columns not in best or _distance(slips) < _distance(best[columns]):
                best[columns] = slips
    yield from best.values()


def _slip_to(
    row: Conflicting, place: int, number: PrintedNumber, one: Range, denominator: int
) -> Slip:
    digits = _digits(one, denominator, place, number, row.reading)
    return _slip(row.label, SCORES[place], number, number.with_digits(digits))


def _distance(slips: Sequence[Slip]) -> tuple[bool, float]:
    """Return whether some change has no usual cause, and how far the numbers are off together."""
    return not all(slip.why for slip in slips), sum(map(_size, slips))


def _slip(label: str, column: str, number: PrintedNumber | None, text: str) -> Slip:
    assert number is not None
    return Slip(column, number.text, text, why(number.text, text), label)


def _fitting(
    scores: Scores,
    place: int,
    measured: Measured,
    gold: int | None,
    others: Sequence[Member],
) -> list[str]:
    """Return what one number would have to be, as text; under the first reading that gives any."""
    freed = Scores._make([None if n == place else score for n, score in enumerate(scores)])
    number = scores[place]
    assert number is not None
    if not freed.there:
        return []
    for reading in readings_of(scores, measured):
        # A number that is another is not looked for in every way to round a half.
        if reading.from_printed or (reading.rounding != HALF_UP and not reading.has_two_decimals):
            continue
        if gold is None:
            texts = _whatever_gold(freed, place, number, measured, reading)
        else:
            found = solve_row(freed, measured, gold, reading)
            ranges = found.ranges
            if others and ranges:
                ranges = narrow([Member(measured, ranges, True), *others])[0].ranges
            texts = _texts(ranges, place, number, measured, reading)
        texts = [text for text in texts if text != number.text]
        if texts:
            return texts
    return []


def _whatever_gold(
    freed: Scores, place: int, number: PrintedNumber, measured: Measured, reading: Reading
) -> list[str]:
    """Return what a number would have to be if gold's number is not known: F1 alone decides."""
    if not reading.is_official:
        return []
    # F1 is the same if precision and recall are exchanged.
    turned = freed if place != 1 else Scores(freed.recall, freed.precision, freed.f1)
    solver = Official(turned, measured, reading)
    values = set()
    for recall in range(solver.recalls[0], solver.recalls[1] + 1):
        allowed = solver.allowed(recall)
        if allowed is None:
            continue
        for precision in range(allowed[0], min(allowed[1], allowed[0] + 200) + 1):
            value = hundredths_of_f1(precision, recall) if place == 2 else precision
            values.add(reading.rounding.function(value, 100, value / 100, number))
    return [number.with_digits(digits) for digits in sorted(values)]


def _texts(
    ranges: Sequence[Range],
    place: int,
    number: PrintedNumber | None,
    measured: Measured,
    reading: Reading,
) -> list[str]:
    """Return how a number would be printed for the counts in ranges, each text once."""
    assert number is not None
    found: dict[int, None] = {}
    looked_at = 0
    for one in ranges:
        right = 0 if measured.is_divided_by_system else one.true_positives
        end = one.least if place == 1 else one.least + 1000 if one.most is None else one.most
        for others in range(one.least, end + 1):
            looked_at += 1
            if looked_at > MOST_VALUES:
                break
            found[_digits(one, others + right, place, number, reading)] = None
    return [number.with_digits(digits) for digits in found]


def _digits(
    one: Range, denominator: int, place: int, number: PrintedNumber, reading: Reading
) -> int:
    """Return the digits of a score of some counts, as a reading prints it with a number's decimals."""
    tp, total = one.true_positives, one.total
    if reading.is_official:
        two = hundredths(tp, denominator), hundredths(tp, total)
        value = (*two, hundredths_of_f1(*two))[place]
        return reading.rounding.function(value, 100, value / 100, number)
    shares = percentage(tp, denominator), percentage(tp, total)
    exact = ((100 * tp, denominator), (100 * tp, total), (200 * tp, denominator + total))[place]
    value_of = (*shares, f1(*shares))[place]
    return reading.rounding.function(exact[0], exact[1] or 1, value_of, number)


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
