"""Rows of a table that print counts: do their counts and their scores follow from each other?

They are looked at as the rows of a report are (see `fewest`), under each
reading of their scores.
"""

from __future__ import annotations

from ..ground.records import Record
from .fewest import FN, FP, GOLD, SYSTEM, TP, RowInPrint, fewest_changes
from .measures import COUNT_NOWHERE
from .printed_numbers import CUT
from .printing import readings_of, with_unit
from .slips import Slip, distance, slip_of
from .solving import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .answers import Parsed
    from .fewest import Fewest, Fitting
    from .printed_numbers import Reading
    from .printing import Scores

    Way = tuple[Slip, ...]


MOST_WAYS = 6
MOST_CHANGES = 2
"""How many numbers of rows in a table may be others: what needs more is not named."""


class Counted(Record):
    """What was found of rows with counts: for each the counts that give it, or come nearest.

    `readings` say how its scores came about. `ways` are all ways to change the
    fewest numbers of the rows after which they fit, one without changes if they
    do, none if all ways change more than `MOST_CHANGES`; `odd` says which sums
    are unusual then.
    """

    ranges: tuple[Range, ...]
    readings: tuple[str, ...]
    ways: tuple[Way, ...]
    odd: tuple[str, ...] = ()


def is_determined(one: Parsed) -> bool:
    """Return True if true positives, false positives and false negatives are printed, or gold for one."""
    there = set(one.row.counts.there)
    others = SYSTEM if one.measured.divided_by_system else FP
    gold = set() if one.measured.measured in COUNT_NOWHERE else {GOLD}
    return others in there and len(there & {TP, FN, *gold}) > 1


def counted(rows: Sequence[Parsed], readings: Sequence[str] = ()) -> Counted:
    """Return whether rows of one system fit, and if not, what would have to be another number.

    `readings` are the names of those of the rows, all are tried if there are none.
    """
    # The gold that reports print for full negations is the number of cues.
    known = {
        one.measured.counted: one.gold
        for one in rows
        if one.gold is not None and one.measured.measured != "full_negations"
    }
    several = []
    for in_print, names in _attempts(rows, readings):
        found = fewest_changes(in_print, known=known, most=MOST_CHANGES)
        several.append((found, in_print, names))
        if found.is_all and not found.ways[0].changes:
            break
    fewest = min(_number(found) for found, _, _ in several)
    best = [one for one in several if _number(one[0]) == fewest]
    found, in_print, names = best[0]
    if not found.is_all:
        return Counted((), (), ())
    ranges = tuple([_range(found.ways[0], row) for row in in_print])
    ways = [
        tuple([slip_of(*change[:4]) for change in way.changes])
        for found, _, _ in best
        for way in found.ways
    ]
    shown = tuple(dict.fromkeys(sorted(ways, key=distance)))[:MOST_WAYS]
    return Counted(ranges, tuple(names), shown, found.ways[0].odd)


def _number(found: Fewest) -> int:
    return len(found.ways[0].changes) if found.is_all else MOST_CHANGES + 1


def _attempts(
    rows: Sequence[Parsed], wanted: Sequence[str]
) -> Iterator[tuple[list[RowInPrint], list[str]]]:
    """Yield the rows under each reading, in each unit; true positives as their own, or as reports print them."""
    for unit in range(max(len(one.scores) for one in rows)):
        several = [one.scores[min(unit, len(one.scores) - 1)] for one in rows]
        readings = [
            readings_of(scores, one.measured, prints_counts=True)
            for scores, one in zip(several, rows)
        ]
        # Digits are seldom cut off: what would be another number then comes last.
        names = {reading.name: reading.rounding == CUT for own in readings for reading in own}
        alike = [[name] * len(rows) for name in sorted(names, key=lambda name: names[name])]
        for several_names in [list(wanted)] if wanted else alike:
            chosen = [
                next((r for r in own if r.name == name), own[0])
                for name, own in zip(several_names, readings)
            ]
            said = [
                with_unit(reading, scores, len(one.scores) > 1).name
                for reading, scores, one in zip(chosen, several, rows)
            ]
            prints_another = any(
                one.measured.printed_true_positives != one.measured.measured for one in rows
            )
            for is_own in (True, False) if prints_another else (True,):
                in_print = [
                    _in_print(one, scores, reading, is_own)
                    for one, scores, reading in zip(rows, several, chosen)
                ]
                yield in_print, said


def _in_print(row: Parsed, scores: Scores, reading: Reading, is_own: bool) -> RowInPrint:
    definition = row.measured._replace(label=row.row.label)
    if is_own:
        # Only reports print another row's true positives (quirk 16).
        definition = definition._replace(printed_true_positives=definition.measured)
    return RowInPrint(definition, row.row.counts.there, scores, reading)


def _range(way: Fitting, row: RowInPrint) -> Range:
    """Return the counts of a row after the changes of a way."""
    values = dict(way.values)
    is_b = row.definition.divided_by_system
    others = values[row.variable(SYSTEM) if is_b else (row.measured, FP)]
    return Range(values[row.measured, TP], values[row.measured, FN], others, others)
