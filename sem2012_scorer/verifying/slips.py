"""Which number of a row would have to be another for counts to give it, and what explains that."""

from __future__ import annotations

from itertools import islice

from ..ground.measures import SCORES
from ..ground.records import Record
from .printing import Scores, as_printed, hundredths_of_f1, readings_of
from .solving import Official, solve_row
from .together import Member, narrow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.rows import Row
    from .printed_numbers import PrintedNumber, Reading
    from .solving import Range

    Way = tuple["Slip", ...]

MOST_VALUES = 3000
"""How many counts are looked at to see what a number may be."""


class Slip(Record):
    """A number of a row that would have to be another, and what explains the difference, if anything."""

    column: str
    recorded: str
    fitting: str
    why: str = ""
    row: str = ""


def slip_of(row: str, column: str, recorded: str, fitting: str) -> Slip:
    """Return that a number of a row would have to be another, with the usual slip that explains it."""
    return Slip(column, recorded, fitting, _why(recorded, fitting), row)


def slips_of(
    label: str,
    scores: Scores,
    measured: Row,
    gold: int | None,
    others: Sequence[Member],
) -> Way:
    """Return the changes of one number after which counts give a row, those with a usual cause first.

    `others` are the other rows of the system: what they do not allow comes
    only if nothing else is found.
    """
    for companions in (others, ()):
        found = [
            slip_of(label, SCORES[place], number.text, text)
            for place, number in reversed([*enumerate(scores)])
            if number is not None
            for text in _fitting(scores, place, number, measured, gold, companions)
        ]
        if found:
            break
    explained = [slip for slip in found if slip.why] or found
    columns = dict.fromkeys(slip.column for slip in explained)
    return tuple(
        [min((s for s in explained if s.column == column), key=_size) for column in columns]
    )


def _fitting(
    scores: Scores,
    place: int,
    number: PrintedNumber,
    measured: Row,
    gold: int | None,
    others: Sequence[Member],
) -> list[str]:
    """Return what one number would have to be, under the first reading that gives any."""
    freed = Scores._make([None if n == place else score for n, score in enumerate(scores)])
    if not freed.there:
        return []
    for reading in readings_of(scores, measured):
        if reading.from_printed or reading.rounding:
            # A number that is another is not looked for in every way.
            continue
        if gold is None:
            found = _whatever_gold(freed, place, number, measured, reading)
        else:
            ranges = solve_row(freed, measured, gold, reading).ranges
            if others and ranges:
                ranges = narrow([Member(measured, ranges, True), *others])[0].ranges
            right = not measured.divided_by_system
            counts = islice(_counts(ranges, by_recall=place == 1), MOST_VALUES)
            found = [
                as_printed(tp, wrong + tp * right, tp + fn, scores, reading)[place]
                for tp, fn, wrong in counts
            ]
        different = [text for text in dict.fromkeys(found) if text != number.text]
        if different:
            return different
    return []


def _counts(ranges: Sequence[Range], by_recall: bool) -> Iterator[tuple[int, int, int]]:
    """Yield the counts of ranges one by one; of each the first, where they differ not in recall."""
    for tp, fn, least, most in ranges:
        end = least if by_recall else least + 1000 if most is None else most
        for others in range(least, end + 1):
            yield tp, fn, others


def _whatever_gold(
    freed: Scores, place: int, number: PrintedNumber, measured: Row, reading: Reading
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
    return [number.with_digits(number.digits_of(value, 10_000)) for value in sorted(values)]


def _size(slip: Slip) -> float:
    recorded, fitting = (text.rstrip("%").replace(",", ".") for text in slip[1:3])
    return abs(float(recorded) - float(fitting))


def distance(slips: Way) -> tuple[bool, float]:
    """Return whether some change has no usual cause, and how far the numbers are off together."""
    return not all(slip.why for slip in slips), sum(map(_size, slips))


def _why(recorded: str, fitting: str) -> str:
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
