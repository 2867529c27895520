"""Which number of a row would have to be another for counts to give it, and what explains that."""

from __future__ import annotations

from itertools import combinations

from ..ground.measures import SCORES, f1, percentage
from ..ground.records import Record
from .solving import Official, Scores, hundredths, hundredths_of_f1, readings_of, solve_row
from .together import Member, joined, narrow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .measures import Measured
    from .printed_numbers import PrintedNumber, Reading
    from .solving import Range

    MakeMember = Callable[[Scores], Iterator[tuple[Reading, Member]]]

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


def reconciling(
    rows: Sequence[tuple[str, Scores]],
    make: Sequence[MakeMember],
    others: Sequence[Member],
) -> tuple[tuple[Slip, ...], ...]:
    """Return the smallest changes after which counts give some rows together, those explained first.

    `make` yields for each row, given its scores, the readings and what they
    leave of it; `others` are the other rows of the system.
    """
    cells = [
        (row, place)
        for row, (_, scores) in enumerate(rows)
        for place in range(3)
        if scores[place] is not None
    ]
    for size in (1, 2):
        found: list[tuple[Slip, ...]] = []
        for changed in combinations(cells, size):
            if size == 2 and changed[0][0] != changed[1][0]:
                continue
            found += _reconciled(changed, rows, make, others)
        if found:
            explained = [slips for slips in found if all(slip.why for slip in slips)]
            return tuple((explained or found)[:MOST_SHOWN])
    return ()


def _reconciled(
    changed: Sequence[tuple[int, int]],
    rows: Sequence[tuple[str, Scores]],
    make: Sequence[MakeMember],
    others: Sequence[Member],
) -> Iterator[tuple[Slip, ...]]:
    """Yield the changes of some numbers of one row after which all rows fit: see `reconciling`."""
    row, _ = changed[0]
    label, scores = rows[row]
    places = [place for _, place in changed]
    freed = Scores._make([None if n in places else score for n, score in enumerate(scores)])
    if not freed.there:
        return
    rest = [
        next(iter(one(own)), None)
        for number, (one, (_, own)) in enumerate(zip(make, rows))
        if number != row
    ]
    if None in rest:
        return
    companions = [*[found[1] for found in rest if found is not None], *others]
    for reading, member in make[row](freed):
        narrowed = joined([member, *companions])
        if narrowed.conflict or not narrowed.is_decided:
            continue
        texts = [
            _texts(narrowed.members[0].ranges, place, scores[place], member.measured, reading)
            for place in places
        ]
        # Two numbers that change together are those of one solution: the first is enough.
        several = zip(*texts) if len(places) == 1 else [[text[0] for text in texts if text]]
        for values in several:
            slips = [
                _slip(label, SCORES[place], scores[place], value)
                for place, value in zip(places, values)
            ]
            yield tuple(slips)
        return


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
