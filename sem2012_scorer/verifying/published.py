"""Published rows: which counts give these rounded numbers, and which row none gives.

Each row is solved by itself, under one reading of its numbers after the other;
then the rows of one system together. A row that no counts give is compared
with the means of others.
"""

from __future__ import annotations

from itertools import islice

from ..ground.records import Record
from .answers import (
    CONTRADICTS,
    IS_MEAN,
    MAY_BE_MEAN,
    NOT_DECIDED,
    NOT_POSSIBLE,
    POSSIBLE,
    Answered,
    Contradiction,
    OtherReading,
    Parsed,
    PublishedRow,
    Solution,
)
from .counted import counted, is_determined
from .means import RUNS, may_be_over_runs, mean_of
from .measures import gold_of, measured_as
from .printed_numbers import printed_number
from .printing import Scores, plain_name, readings_of, with_unit
from .slips import slips_of
from .solving import MOST_SHOWN, consistent_under, needed, solve_row
from .together import Member, joined, narrow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..legacy.rows import Row
    from .printed_numbers import Reading
    from .slips import Slip
    from .solving import Range
    from .together import Joined

    GoldCounts = Mapping[str, int]


def solve(
    rows: Sequence[PublishedRow],
    gold_counts: GoldCounts | None = None,
    mean_of: str | None = None,
    of_tests: Mapping[str, GoldCounts] | None = None,
    *,
    with_slips: bool = True,
) -> list[Answered]:
    """Return the counts that give each row; the rows of a system are solved together.

    `gold_counts` are gold's numbers by the names of `measures.GOLD_NAMES`, as
    far as they are known; `of_tests` those of some tests. `mean_of` is one of
    `means.MEAN_OF`. Without `with_slips`, the numbers that would have
    to be others are not looked for. Raises ValueError for a label that no report has, and for a
    score that is none.
    """
    parsed = parse_rows(rows, gold_counts or {}, of_tests or {})
    found: dict[int, Answered] = {}
    # Means over runs share no counts.
    groups = [[one] for one in parsed] if mean_of == RUNS else _groups(parsed)
    for group in groups:
        found.update(_solve_group(group, with_slips, is_alone=len(parsed) == 1))
    return _with_means(parsed, [found[index] for index in range(len(parsed))], mean_of)


def parse_rows(
    rows: Sequence[PublishedRow], gold_counts: GoldCounts, of_tests: Mapping[str, GoldCounts]
) -> list[Parsed]:
    """Return the rows of a table with their numbers read, as percentages, or as fractions of 1.

    They are fractions if no number of the table is greater than 1. What is that small may be percent too:
    that is tried where no counts give the fractions.
    """
    may_be_fractions = _may_be_fractions(rows)
    found = []
    for index, row in enumerate(rows):
        measured = measured_as(row.label)
        counts = {**gold_counts, **of_tests.get(row.test, {})}
        gold = gold_of(measured, counts)
        units = [True, False] if may_be_fractions else [False]
        in_percent = Scores._make([printed_number(share, False) for share in row.shares])
        if not in_percent.there:
            raise ValueError("the row %s of %r has no score" % (row.label, row.system))
        scores = [Scores._make([printed_number(s, unit) for s in row.shares]) for unit in units]
        scores = list(dict.fromkeys(scores))
        found.append(Parsed(index, row, measured, tuple(scores), gold))
    return found


def _may_be_fractions(rows: Sequence[PublishedRow]) -> bool:
    """Return True if all numbers of a table are at most 1, without a percent sign, and some are not 0."""
    shares = [share for row in rows for share in row.shares]
    numbers = [printed_number(share, False) for share in shares]
    values = [number.percent for number in numbers if number is not None]
    is_marked = any(share.strip().endswith("%") for share in shares)
    return not is_marked and 0 < max(values, default=0) <= 1


def _groups(parsed: Sequence[Parsed]) -> Iterator[list[Parsed]]:
    """Yield the rows of each system on each test.

    Where a row comes a second time, another result of the same name begins.
    """
    groups: dict[tuple[str, str], list[list[Parsed]]] = {}
    for one in parsed:
        own = groups.setdefault((one.row.test, one.row.system), [[]])
        if one.measured.label in [other.measured.label for other in own[-1]]:
            own.append([])
        own[-1].append(one)
    for several in groups.values():
        yield from several


def _with_counts(rows: Sequence[Parsed], readings: Sequence[str] = ()) -> list[Answered]:
    """Return the answers on rows of one system that print counts: do these and their scores fit?

    None at all if that is not known.
    """
    result = counted(rows, readings)
    if not result.ways:
        return []
    changed = tuple(dict.fromkeys(slip.row for slip in result.ways[0]))
    found = _of_counts(rows[0], changed, result.ways)
    several = []
    for one, reading, given in zip(rows, result.readings, result.ranges):
        if one.row.label in changed:
            answered = Answered(one.row, (), 0, verdict=NOT_POSSIBLE, contradiction=found)
        else:
            member = Member(one.measured, (given,), is_known=True)
            answered = _answered(one.row, member, reading)._replace(odd=result.odd)
        several.append(answered)
    return several


def _of_counts(
    one: Parsed, rows: tuple[str, ...], ways: tuple[tuple[Slip, ...], ...]
) -> Contradiction:
    """Return that the numbers of rows do not follow from each other, and what would."""
    return Contradiction(one.row.system, one.row.test, rows, (), ways if ways != ((),) else ())


class _Solved(Record):
    """The readings under which counts give a row, with these; `is_decided` if all were searched."""

    found: tuple[tuple[Reading, Member], ...]
    is_decided: bool = True


def _solved(one: Parsed, all_readings: bool = False) -> _Solved:
    """Return what is found of a row under each reading.

    If gold's number is not known, and many counts give it, under the first that
    does, unless `all_readings` are asked for.
    """
    measured, gold = one.measured, one.row.counts.gold if one.gold is None else one.gold
    # In a report, the true positives of some rows are another's (quirk 16).
    without_own = one.row.counts._replace(true_positives=None)
    several: list[tuple[Reading, Member]] = []
    for own in one.scores if one.has_counts else ():
        if several:
            # Fractions give it: what is below one percent is not looked at.
            break
        for plain in readings_of(own, measured, bool(one.row.counts.there)):
            found = solve_row(own, measured, gold, plain, one.row.counts)
            if not found.ranges and measured.printed_true_positives != measured.measured:
                found = solve_row(own, measured, gold, plain, without_own)
            reading = with_unit(plain, own, len(one.scores) > 1)
            if found.ranges:
                member = _member(own, measured, gold, found.ranges, found.is_all)
                several.append((reading, member))
                is_open = not member.is_known and len(found.ranges) > FEW
                if is_open and not all_readings:
                    return _Solved(tuple(several))
            elif not found.is_all:
                # Other readings would be cut off too.
                return _Solved(tuple(several), False)
    return _Solved(tuple(several))


FEW = 3
"""Where gold's number is not known: up to how many ranges of counts other readings are tried too."""


def _member(
    scores: Scores,
    measured: Row,
    gold: int | None,
    ranges: tuple[Range, ...],
    is_all: bool,
) -> Member:
    """Return a row with the counts that give it, and the limits of its scores."""
    limits = []
    for number in scores[:2]:
        if number is None:
            limits.append((0.0, 1.0))
            continue
        # Under any reading: a number may be cut off, and what was rounded to two decimals first
        # may be half a hundredth away from it.
        rounded, cut = number.limits(), number.limits(is_cut=True)
        low, high = rounded.low / rounded.unit, cut.high / cut.unit
        limits.append((max(low - ROUNDED_FIRST, 0.0), min(high + ROUNDED_FIRST, 1.0)))
    return Member(measured, ranges, gold is not None and is_all, *limits)


ROUNDED_FIRST = 0.000051


def _solve_group(group: Sequence[Parsed], with_slips: bool, is_alone: bool) -> dict[int, Answered]:
    """Return what was found of each row of one system, by its place in the table."""
    found = dict(_solve_system(group, with_slips, is_alone))
    # What rows print of the same thing must be the same.
    rows = [one for one in group if found[one.index].verdict == POSSIBLE and is_determined(one)]
    has_sums = any({"gold", "system"} & set(one.row.counts.there) for one in rows)
    if len(rows) > 1 or has_sums:
        readings = [plain_name(found[one.index].reading) for one in rows]
        found.update(zip([one.index for one in rows], _with_counts(rows, readings)))
    return found


def _solve_system(
    group: Sequence[Parsed], with_slips: bool, is_alone: bool
) -> Iterator[tuple[int, Answered]]:
    """Yield what was found of each row of one system, with its place in the table."""
    solved = [_solved(one, is_alone) for one in group]
    contradictions: dict[int, Contradiction] = {}
    looked_at: set[int] = set()
    while True:
        left = [n for n, one in enumerate(solved) if one.found and n not in contradictions]
        names, result = _best([solved[n].found for n in left])
        again = {left[k] for k in result.conflict} - looked_at
        if again and not result.is_decided:
            # Other readings than the first may give them together.
            looked_at |= again
            for n in again:
                solved[n] = _solved(group[n], all_readings=True)
            continue
        if not result.conflict or not result.is_decided:
            break
        rows = [left[k] for k in result.conflict]
        found = _contradiction([group[n] for n in rows], [solved[n] for n in rows])
        contradictions.update(dict.fromkeys(rows, found))
    places = {n: k for k, n in enumerate(left)}
    known = tuple([member for member in result.members if member.is_known])
    # What the rows leave each other under any reading.
    united = [_united(solved[n].found) for n in left]
    allowed = [one.ranges for one in narrow(united)] if len(left) > 1 else [None]
    for n, one in enumerate(group):
        if n in contradictions:
            answered = _answered(one.row, solved[n].found[0][1], solved[n].found[0][0].name)
            answered = answered._replace(verdict=CONTRADICTS, contradiction=contradictions[n])
        elif n in places:
            k = places[n]
            answered = _answered(one.row, result.members[k], names[k])
            more = _others(solved[n].found, allowed[k], answered.ranges)
            answered = answered._replace(others=more)
            if k in result.conflict:
                answered = answered._replace(verdict=NOT_DECIDED)
        else:
            answered = _unsolved(one, solved[n], known if with_slips else None)
        yield one.index, answered


def _others(
    found: Sequence[tuple[Reading, Member]],
    allowed: Sequence[Range] | None,
    shown: Sequence[Range],
) -> tuple[OtherReading, ...]:
    """Return the counts of other readings that are not among those shown, each under the first that gives it.

    `allowed` is what the other rows of the system leave of them, None if there are none.
    """
    if len(found) < 2:
        return ()
    left: dict[tuple[int, int], list[Range]] = {}
    said: dict[tuple[int, int], list[Range]] = {}
    for by_right, ranges in ((left, allowed or ()), (said, shown)):
        for one in ranges:
            by_right.setdefault(one[:2], []).append(one)
    several = []
    for reading, member in found:
        parts: Iterable[Range | None] = member.ranges
        if allowed is not None:
            pairs = [(one, two) for one in member.ranges for two in left.get(one[:2], ())]
            parts = [one.within(two.least, two.most) for one, two in pairs]
        more = []
        for part in filter(None, parts):
            own = said.setdefault(part[:2], [])
            if all(part.within(*one[2:]) != part for one in own):
                own.append(part)
                more.append(part)
        if more:
            several.append(OtherReading(reading.name, tuple(more)))
    return tuple(several)


def _unsolved(one: Parsed, solved: _Solved, others: Sequence[Member] | None) -> Answered:
    """Return the answer on a row for which no counts were found.

    What would have to be another number, given the `others` of the system, if they are there.
    """
    answered = Answered(one.row, (), 0, verdict=NOT_POSSIBLE)
    if not one.has_counts:
        answered = answered._replace(is_over_runs=True)
        for scores in one.scores:
            reading = consistent_under(scores, one.measured)
            if reading is not None:
                name = with_unit(reading, scores, len(one.scores) > 1).name
                return answered._replace(number=None, verdict=POSSIBLE, reading=name)
        return answered
    there = one.row.counts.there
    of_counts = _with_counts([one]) if there else []
    is_said = of_counts and {"true_positives", "false_negatives"} & set(there)
    # Some of gold, or of the system's, may count nowhere.
    if is_said and (of_counts[0].verdict == POSSIBLE or solved.is_decided):
        return of_counts[0]
    if not solved.is_decided:
        return answered._replace(verdict=NOT_DECIDED, is_all=False)
    if there:
        found = [own.contradiction for own in of_counts if own.contradiction is not None]
        none = _of_counts(one, (one.row.label,), ())
        return answered._replace(contradiction=found[0] if found else none)
    if others is None:
        return answered
    companions = others if one.gold is not None else ()
    # Where a row may be of fractions, it most likely is.
    for scores in sorted(one.scores, key=lambda own: -own.there[0].is_fraction):
        slips = slips_of(one.row.label, scores, one.measured, one.gold, companions)
        if slips:
            return answered._replace(slips=slips)
    return answered


def _best(found: Sequence[Sequence[tuple[Reading, Member]]]) -> tuple[list[str], Joined]:
    """Return the first attempt in which all rows of a system fit, or else the last, by its readings.

    Each row under its first reading; all under the same; each under any.
    """
    attempts = [[own[0] for own in found]]
    for name in dict.fromkeys(reading.name for own in found for reading, _ in own):
        alike = [[one for one in own if one[0].name == name][:1] for own in found]
        if all(alike):
            attempts.append([one for (one,) in alike])
    # What no reading reconciles is said of all of them, and not of the first.
    attempts.append([(own[0][0], _united(own)) for own in found])
    for attempt in attempts:
        result = joined([member for _, member in attempt])
        if not result.conflict:
            break
    return [reading.name for reading, _ in attempt], result


def _united(own: Sequence[tuple[Reading, Member]]) -> Member:
    """Return a row with the counts that any of its readings gives."""
    ranges = tuple(dict.fromkeys(one for _, member in own for one in member.ranges))
    return own[0][1]._replace(ranges=ranges)


def _contradiction(rows: Sequence[Parsed], solved: Sequence[_Solved]) -> Contradiction:
    """Return which rows contradict each other, and what each needs.

    If they print counts, what would have to be another number, too.
    """
    needs = [needed(own.found[0][1].ranges, one.measured) for one, own in zip(rows, solved)]
    labels = tuple([one.row.label for one in rows])
    has_counts = all(one.row.counts.there for one in rows)
    changes = counted(rows).ways if has_counts else ()
    first = rows[0].row
    return Contradiction(first.system, first.test, labels, tuple(needs), changes)


def _answered(row: PublishedRow, member: Member, reading: str) -> Answered:
    """Return a row with the counts that give it."""
    ranges = member.ranges
    numbers = [one.number for one in ranges]
    number = None if None in numbers else sum(n for n in numbers if n is not None)
    solutions = tuple(islice(_solutions(ranges), MOST_SHOWN))
    is_all = member.is_known
    return Answered(row, solutions, number, (), POSSIBLE, reading, ranges, is_all)


def _solutions(ranges: Iterable[Range]) -> Iterator[Solution]:
    """Yield the counts of ranges one by one."""
    for one in ranges:
        end = one.least + MOST_SHOWN if one.most is None else one.most
        for others in range(one.least, end + 1):
            yield Solution(one.true_positives, one.false_negatives, others)


def _with_means(
    parsed: Sequence[Parsed], answered: Sequence[Answered], wanted: str | None
) -> list[Answered]:
    """Return what was found, with what the rows that no counts give are means of."""
    counts = [one.ranges for one in answered]
    result = []
    for row, found in zip(parsed, answered):
        if found.verdict in (NOT_POSSIBLE, CONTRADICTS, NOT_DECIDED):
            mean = None if wanted == RUNS else mean_of(row, parsed, counts, wanted)
            if mean is not None:
                none = None
                found = found._replace(verdict=IS_MEAN, mean=mean, slips=(), contradiction=none)
            elif _may_be_mean(found) and may_be_over_runs(row.scores[0]):
                is_known = found.is_over_runs or wanted == RUNS
                found = found._replace(verdict=MAY_BE_MEAN, is_over_runs=is_known)
        result.append(found)
    # Where a row of a system is a mean, others that contradict each other most likely are too.
    means = {_of_system(one) for one in result if one.verdict in (IS_MEAN, MAY_BE_MEAN)}
    return [
        one._replace(verdict=MAY_BE_MEAN)
        if one.verdict == CONTRADICTS and _of_system(one) in means
        else one
        for one in result
    ]


def _may_be_mean(found: Answered) -> bool:
    """Return True for a row that no counts give, and that prints none."""
    return found.verdict == NOT_POSSIBLE and not found.row.counts.there


def _of_system(one: Answered) -> tuple[str, str]:
    return one.row.test, one.row.system
