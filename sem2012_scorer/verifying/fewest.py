"""The fewest numbers of a report that would have to be others for all of it to fit: found by search.

A report prints few things many times. What it prints follows from the numbers
of gold and of the system, and from the true positives, false positives and
false negatives of each measure; what holds between these follows from how the
scorers count. The search chooses these, so that as few printed numbers as
possible are others than the report's.
"""

from __future__ import annotations

from itertools import islice

from ..ground.counts import Tally
from ..ground.measures import SCORES
from ..ground.records import Record
from ..legacy.table import MOST_DIGITS
from .solving import hundredths
from .together import (
    FEWER_FALSE_NEGATIVES,
    FEWER_FALSE_POSITIVES,
    FEWER_OF_SYSTEM,
    FEWER_TRUE_POSITIVES,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..legacy.originals import Original
    from ..legacy.rows import Row
    from ..legacy.table import ReportRow

    Values = dict[tuple[str, str], int]
    """The numbers that are chosen, by what they are of: see `Report`."""

GOLD, SYSTEM, TP, FP, FN = COUNTS = (
    "gold",
    "system",
    "true_positives",
    "false_positives",
    "false_negatives",
)

COUNTED_BY = {
    "cues": ("cues", "full_negations"),
    "scopes": ("scopes", "scopes_no_cue_match", "scopes_no_punctuation"),
    "tokens of scopes": ("scope_tokens",),
    "events": ("events",),
}
"""What is measured of what is counted."""


class Change(Record):
    """A printed number that would have to be another: its row, its column, and both numbers."""

    row: str
    column: str
    recorded: str
    fitting: str


class Fitting(Record):
    """Changes after which a report fits. `odd` are the sums that are unusual then (quirks 26, 27)."""

    changes: tuple[Change, ...]
    odd: tuple[str, ...]


class Fewest(Record):
    """All ways to change the fewest numbers, the most usual first; `is_all` is False if cut off."""

    ways: tuple[Fitting, ...]
    is_all: bool = True


MOST_CHANGES = 12
MOST_STEPS = 50_000
MOST_WAYS = 24


class _CutOff(Exception):
    """Too many steps."""


class _Report:
    """The rows of a report, and what each of its numbers is a copy of."""

    def __init__(self, original: Original, rows: Sequence[ReportRow]) -> None:
        definitions = {row.label: row for row in original.table.rows + original.table.rows_b}
        self.rows = [(definitions[row.label], row) for row in rows]
        self.is_paired_once = original.pairing == "first unpaired"
        self.kinds = [kind for kind in COUNTED_BY if any(d.counted == kind for d, _ in self.rows)]
        self.measured = [
            measured
            for kind in self.kinds
            for measured in COUNTED_BY[kind]
            if any(d.measured == measured for d, _ in self.rows)
        ]
        self.copies: dict[tuple[str, str], list[tuple[str, int]]] = {}
        for definition, row in self.rows:
            for column in COUNTS:
                copy = (row.label, getattr(row, column))
                self.copies.setdefault(_variable(definition, column), []).append(copy)
        self.steps = 0

    def rows_of(self, measured: str) -> list[tuple[Row, ReportRow]]:
        """Return the rows that show a measure, of both blocks."""
        return [(d, row) for d, row in self.rows if d.measured == measured]

    def printed(self, variable: tuple[str, str]) -> list[int]:
        """Return the different numbers that are printed of something."""
        return list(dict.fromkeys(value for _, value in self.copies.get(variable, ())))

    def changed(self, variable: tuple[str, str], value: int) -> list[Change]:
        """Return the copies that differ from a value."""
        return [
            Change(label, variable[1], str(recorded), str(value))
            for label, recorded in self.copies.get(variable, ())
            if recorded != value
        ]


def _variable(definition: Row, column: str) -> tuple[str, str]:
    """Return what a number is of: gold's and the system's of what is counted, others of a measure."""
    if column in (GOLD, SYSTEM):
        return definition.counted, column
    return (definition.printed_true_positives if column == TP else definition.measured), column


def fewest_changes(original: Original, rows: Sequence[ReportRow]) -> Fewest:
    """Return the fewest numbers of a report's rows that would have to be others, in all ways.

    No change at all if the rows fit.
    """
    report = _Report(original, rows)
    candidates = _Candidates(report)
    try:
        for number in range(MOST_CHANGES + 1):
            found = list(islice(_search(report, candidates, number), MOST_WAYS * 4))
            if found:
                unique = dict.fromkeys(sorted(found, key=_size))
                return Fewest(tuple(islice(unique, MOST_WAYS)))
    except _CutOff:
        pass
    return Fewest((Fitting(tuple(_by_itself(report)), ()),), is_all=False)


def _size(fitting: Fitting) -> tuple[int, int, int]:
    """Return how unusual changes are: odd sums, the digits that differ, and how far they are off."""
    digits = sum(digits_apart(change.recorded, change.fitting) for change in fitting.changes)
    apart = sum(abs(float(c.recorded) - float(c.fitting)) for c in fitting.changes)
    return len(fitting.odd), digits, int(apart * 100)


def digits_apart(one: str, other: str) -> int:
    """Return in how many digits two numbers differ; of unequal length, a first digit may be lost."""
    if len(one) != len(other):
        return 1 if one in (other[1:], other) or other == one[1:] else 3
    return sum(a != b for a, b in zip(one, other))


class _Candidates:
    """The values that are tried: those that are printed, and those that other numbers lead to."""

    def __init__(self, report: _Report) -> None:
        self.report = report
        self.triples = {measured: self._triples(measured) for measured in report.measured}

    def _triples(self, measured: str) -> list[tuple[int, int, int]]:
        """Return candidates for true positives, false positives and false negatives of a measure."""
        report = self.report
        rows = report.rows_of(measured)
        kind = rows[0][0].counted
        alike = COUNTED_BY[kind] if kind == "cues" else (measured,)
        false_positives = _unique(report.printed((one, FP)) for one in alike)
        false_negatives = report.printed((measured, FN))
        golds = [*report.printed((kind, GOLD)), *_sums(report, COUNTED_BY[kind])]
        systems = report.printed((kind, SYSTEM))
        right: dict[int, None] = dict.fromkeys(report.printed((measured, TP)))
        recalls = _unique([row.recall] for _, row in rows)
        shares = {(row.precision, d.divided_by_system) for d, row in rows}
        # What is not printed itself is near what is printed in its place.
        shown = _unique(report.printed((d.printed_true_positives, TP)) for d, _ in rows)
        right.update(dict.fromkeys(shown))
        hints = list(right)
        for fn in false_negatives:
            right.update(dict.fromkeys(gold - fn for gold in golds if gold >= fn))
            for recall in recalls:
                right.update(dict.fromkeys(_parts(recall, fn, hints)))
        for precision, is_of_system in shares:
            for other in systems if is_of_system else false_positives:
                if is_of_system:
                    right.update(dict.fromkeys(parts_of(precision, other, hints)))
                else:
                    right.update(dict.fromkeys(_parts(precision, other, hints)))
        found = []
        for tp in right:
            fps = dict.fromkeys(false_positives)
            fns = dict.fromkeys(false_negatives)
            for precision, is_of_system in shares:
                if not is_of_system:
                    fps.update(dict.fromkeys(rests(precision, tp, false_positives)))
            for recall in recalls:
                fns.update(dict.fromkeys(rests(recall, tp, false_negatives)))
            fns.update(dict.fromkeys(gold - tp for gold in golds if gold >= tp))
            found += [(tp, fp, fn) for fp in fps for fn in fns]
        return found

    def of_kind(self, variable: tuple[str, str], values: Values) -> list[int]:
        """Return candidates for the number that gold or the system has of something."""
        report = self.report
        found = dict.fromkeys(report.printed(variable))
        kind, column = variable
        negations = values.get(("cues", SYSTEM))
        if column == SYSTEM and negations is not None and negations < min(found):
            # The system has at most as many scopes and events as negations.
            found[negations] = None
            digits = (n for number in report.printed(variable) for n in one_digit_off(number))
            found.update((n, None) for n in digits if n <= negations)
        for measured in COUNTED_BY[kind]:
            if (measured, TP) not in values:
                continue
            tp = values[measured, TP]
            if column == GOLD:
                found[tp + values[measured, FN]] = None
                continue
            found[tp + values[measured, FP]] = None
            for definition, row in report.rows_of(measured):
                if definition.divided_by_system:
                    near = [value - tp for value in found]
                    found.update((tp + rest, None) for rest in rests(row.precision, tp, near))
        return list(found)


def _sums(report: _Report, several: Iterable[str]) -> list[int]:
    """Return what true positives and false negatives of some measures are together, as printed."""
    return _unique(
        [tp + fn for tp in report.printed((one, TP)) for fn in report.printed((one, FN))]
        for one in several
    )


def _unique(several: Iterable[Iterable[object]]) -> list:  # type: ignore[type-arg]
    return list(dict.fromkeys(value for values in several for value in values))


def _search(report: _Report, candidates: _Candidates, number: int) -> Iterator[Fitting]:
    """Yield the ways to change exactly `number` printed numbers after which the rows fit."""
    triples = {}
    for measured in report.measured:
        costs = []
        for triple in candidates.triples[measured]:
            changes = _changes_of(report, measured, triple)
            if len(changes) <= number:
                costs.append((changes, triple))
        if not costs:
            return
        triples[measured] = sorted(costs, key=lambda pair: len(pair[0]))
    order = report.measured
    # What the measures that come later cost at least.
    least = [0]
    for measured in reversed(order):
        least.append(least[-1] + len(triples[measured][0][0]))
    least.reverse()

    def choose(place: int, values: Values, changes: list[Change]) -> Iterator[Fitting]:
        report.steps += 1
        if report.steps > MOST_STEPS:
            raise _CutOff
        if place == len(order):
            yield from _with_kinds(report, candidates, values, changes, number)
            return
        measured = order[place]
        for own, (tp, fp, fn) in triples[measured]:
            if len(changes) + len(own) + least[place + 1] > number:
                break
            more = {**values, (measured, TP): tp, (measured, FP): fp, (measured, FN): fn}
            if _hold(report, more, measured):
                yield from choose(place + 1, more, changes + own)

    yield from choose(0, {}, [])


def _with_kinds(
    report: _Report,
    candidates: _Candidates,
    values: Values,
    changes: list[Change],
    number: int,
) -> Iterator[Fitting]:
    """Yield the ways to choose what gold and the system have, for chosen counts of all measures."""
    ways = [(values, changes)]
    for kind in report.kinds:
        for column in (GOLD, SYSTEM):
            longer = []
            for chosen, before in ways:
                for value in candidates.of_kind((kind, column), chosen):
                    after = before + report.changed((kind, column), value)
                    more = {**chosen, (kind, column): value}
                    if column == SYSTEM:
                        after = after + _changes_by_system(report, kind, more)
                    if len(after) <= number and _hold_kind(report, more, kind, column):
                        longer.append((more, after))
            ways = longer
    for chosen, found in ways:
        if len(found) == number and _hold_systems(report, chosen):
            yield Fitting(tuple(found), tuple(_odd(report, chosen)))


def _changes_of(report: _Report, measured: str, triple: tuple[int, int, int]) -> list[Change]:
    """Return the numbers that are others if a measure has these counts, but for block B's precision."""
    tp, fp, fn = triple
    changes = []
    for column, value in ((TP, tp), (FP, fp), (FN, fn)):
        changes += report.changed((measured, column), value)
    for definition, row in report.rows_of(measured):
        shown = definition.scores(Tally(0, 0, tp, fp, fn)).printed
        if definition.divided_by_system:
            shown = shown._replace(precision=row.precision, f1=row.f1)
        changes += _scores_changed(row, shown)
    return changes


def _changes_by_system(report: _Report, kind: str, values: Values) -> list[Change]:
    """Return the percentages of the B block that are others, given what the system has."""
    changes = []
    for definition, row in report.rows:
        if definition.counted == kind and definition.divided_by_system:
            counts = [values[definition.measured, column] for column in (TP, FP, FN)]
            tally = Tally(0, values[kind, SYSTEM], *counts)
            shown = definition.scores(tally).printed._replace(recall=row.recall)
            changes += _scores_changed(row, shown)
    return changes


def _scores_changed(row: ReportRow, shown: Iterable[str]) -> list[Change]:
    return [
        Change(row.label, name, recorded, value)
        for name, recorded, value in zip(SCORES, row[6:], shown)
        if recorded != value
    ]


def _hold(report: _Report, values: Values, measured: str) -> bool:
    """Return True if the counts of a measure go with those that were chosen before."""
    for pairs, column in (
        (FEWER_TRUE_POSITIVES, TP),
        (FEWER_FALSE_NEGATIVES, FN),
        (FEWER_FALSE_POSITIVES, FP),
    ):
        for less, more in pairs:
            if measured not in (less, more):
                continue
            if values.get((less, column), 0) > values.get((more, column), 10**MOST_DIGITS):
                return False
    total = values[measured, TP] + values[measured, FN]
    if measured == "full_negations":
        # Every negation of gold that has a cue is one; both are invented together.
        cues = values["cues", TP] + values["cues", FN]
        return values["cues", FP] == values[measured, FP] and total >= cues
    scopes = values.get(("scopes", TP), 0) + values.get(("scopes", FN), 0)
    if measured == "scopes_no_cue_match":
        return total == scopes
    return measured != "scopes_no_punctuation" or total <= scopes


def _hold_kind(report: _Report, values: Values, kind: str, column: str) -> bool:
    """Return True if what gold or the system has of something goes with the counts of its measures."""
    number = values[kind, column]
    for measured in COUNTED_BY[kind]:
        if (measured, TP) not in values or (column == GOLD and measured == "full_negations"):
            continue
        if column == GOLD and values[measured, TP] + values[measured, FN] > number:
            return False
        found = values[measured, TP] + values[measured, FP]
        if column == SYSTEM and report.is_paired_once and found > number:
            return False
    return True


def _hold_systems(report: _Report, values: Values) -> bool:
    """Return True if the system has no more scopes and events than negations."""
    return all(
        values[less, SYSTEM] <= values[more, SYSTEM]
        for less, more in FEWER_OF_SYSTEM
        if (less, SYSTEM) in values and (more, SYSTEM) in values
    )


def _odd(report: _Report, values: Values) -> Iterator[str]:
    """Yield in words the sums that are unusual, though they may be."""
    for measured, name, kind in (
        ("cues", "cues", "cues"),
        ("scopes", "scopes", "scopes"),
        ("scope_tokens", "scope tokens", "tokens of scopes"),
    ):
        if (measured, TP) in values:
            gold = values[kind, GOLD]
            left = gold - values[measured, TP] - values[measured, FN]
            if left:
                verb = "is" if left == 1 else "are"
                yield "%d of gold's %d %s %s neither found nor missed" % (left, gold, name, verb)
    if ("full_negations", TP) in values:
        more = sum(values["full_negations", column] for column in (TP, FN))
        more -= sum(values["cues", column] for column in (TP, FN))
        if more:
            yield "%d of gold's negations %s no cue" % (more, "has" if more == 1 else "have")
    if ("scope_tokens", TP) in values and report.is_paired_once:
        system = values["tokens of scopes", SYSTEM]
        left = system - values["scope_tokens", TP] - values["scope_tokens", FP]
        if left:
            verb = "is" if left == 1 else "are"
            words = "%d of the system's %d scope tokens %s neither right nor wrong"
            yield words % (left, system, verb)


def _by_itself(report: _Report) -> Iterator[Change]:
    """Yield the numbers of rows that do not follow from the row's own counts, if all else fails."""
    for definition, row in report.rows:
        if definition.printed_true_positives == definition.measured:
            shown = definition.scores(Tally._make(row[1:6])).printed
            yield from _scores_changed(row, shown)


def _cents(share: str) -> int | None:
    """Return a printed percentage in hundredths, None if it has not two decimals."""
    whole, point, decimals = share.partition(".")
    return int(whole + decimals) if point and len(decimals) == 2 else None


def rests(share: str, part: int, hints: Sequence[int]) -> list[int]:
    """Return numbers that, added to `part`, make a denominator of which it is printed as `share`."""
    cents = _cents(share)
    if cents is None:
        return []
    if not part:
        return [] if cents else list(hints)
    least = max(-(-20_000 * part // (2 * cents + 1)), part)
    most = 20_000 * part // (2 * cents - 1) if cents else least + 10 * max([*hints, 1])
    return [
        n - part
        for n in _few(least, most, [h + part for h in hints])
        if hundredths(part, n) == cents
    ]


def _parts(share: str, rest: int, hints: Sequence[int]) -> list[int]:
    """Return numbers that are printed as `share` percent of themselves and `rest` together."""
    cents = _cents(share)
    if cents is None or cents > 10_000:
        return []
    if cents == 0:
        return [0]
    # part / (part + rest) grows with part.
    low = max(2 * cents - 1, 0)
    least = -(-low * rest // (20_000 - low))
    high = 2 * cents + 1
    most = high * rest // (20_000 - high) if high < 20_000 else least + 10 * max([*hints, rest, 1])
    return [n for n in _few(least, most, hints) if n + rest and hundredths(n, n + rest) == cents]


def parts_of(share: str, whole: int, hints: Sequence[int]) -> list[int]:
    """Return numbers that are printed as `share` percent of a whole."""
    cents = _cents(share)
    if cents is None or not whole:
        return []
    least = max(-(-whole * (2 * cents - 1) // 20_000), 0)
    most = min(whole * (2 * cents + 1) // 20_000, whole)
    return [n for n in _few(least, most, hints) if hundredths(n, whole) == cents]


FEW = 8


def _few(least: int, most: int, hints: Sequence[int]) -> list[int]:
    """Return the numbers of a range; of many, those nearest to what is printed, and a digit from it."""
    if most - least < FEW:
        return list(range(least, most + 1))
    found = dict.fromkeys((least, most))
    for hint in hints:
        found[min(max(hint, least), most)] = None
        found.update(dict.fromkeys(n for n in one_digit_off(hint) if least <= n <= most))
    return list(found)


def one_digit_off(number: int) -> Iterator[int]:
    """Yield the numbers that differ from one in a single digit, which may be a first one that is lost."""
    text = str(number)
    yield from (int(digit + text) for digit in "123456789")
    for place in range(len(text)):
        for digit in "0123456789":
            if digit != text[place]:
                yield int(text[:place] + digit + text[place + 1 :])
