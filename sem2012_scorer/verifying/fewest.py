"""The fewest numbers of rows that would have to be others for all of them to fit: found by search.

A report prints few things many times. What it prints follows from the numbers
of gold and of the system, and from the true positives, false positives and
false negatives of each measure; what holds between these follows from how the
scorers count. The search chooses these, so that as few printed numbers as
possible are others than the report's. The rows of a table that prints counts
are looked at in the same way; it may lack some of the numbers.
"""

from __future__ import annotations

from itertools import islice, product

from ..ground.measures import SCORES
from ..ground.records import Record
from .near_numbers import digits_apart, nearest, one_digit_off, parts_of, rests
from .printed_numbers import CUT, OFFICIAL, Limits, PrintedNumber
from .printing import Scores, as_printed
from .together import (
    FEWER_FALSE_NEGATIVES,
    FEWER_FALSE_POSITIVES,
    FEWER_OF_SYSTEM,
    FEWER_TRUE_POSITIVES,
)
from .values import OtherNumber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..legacy.rows import Row
    from ..legacy.table import ReportRow
    from .printed_numbers import Reading

    Variable = tuple[str, str]
    """What a number is of: of what is counted, or of a measure; and its column."""
    Values = dict[Variable, int]

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


class RowInPrint(Record):
    """A row as it is printed: its rules, its counts by column, and its scores.

    Of a table, what it does not have is missing.
    """

    definition: Row
    counts: Mapping[str, int]
    scores: Scores
    reading: Reading = OFFICIAL

    @property
    def measured(self) -> str:
        """What the row measures."""
        return self.definition.measured

    def variable(self, column: str) -> Variable:
        """Return what a count is of: gold's and the system's of what is counted, others of a measure."""
        if column in (GOLD, SYSTEM):
            return self.definition.counted, column
        return (self.definition.printed_true_positives if column == TP else self.measured), column

    def limits(self, place: int) -> list[Limits]:
        """Return the shares that one of the scores leaves open, none if it is not there or no score."""
        number = self.scores[place]
        if number is None or number.digits < 0:
            return []
        low, high, unit = number.limits(self.reading.rounding == CUT)
        if self.reading.is_official and number.decimals != 2:
            # What was rounded to two decimals before is half a hundredth away.
            low, high, unit = 20_000 * low - unit, 20_000 * high + unit, 20_000 * unit
        return [Limits(max(low, 0), min(high, unit), unit)] if low <= unit else []

    def changes(
        self, tp: int, denominator: int, total: int, which: Iterable[str]
    ) -> list[OtherNumber]:
        """Return those of the scores in `which` that are others for these counts."""
        shown = as_printed(tp, denominator, total, self.scores, self.reading)
        return [
            OtherNumber(self.definition.label, name, number.text, text)
            for name, number, text in zip(SCORES, self.scores, shown)
            if number is not None and name in which and text != number.text
        ]


def in_print(definition: Row, row: ReportRow) -> RowInPrint:
    """Return a row of a report."""
    counts = {column: getattr(row, column) for column in COUNTS}
    return RowInPrint(definition, counts, Scores(*map(score_in_report, row[6:])))


def score_in_report(text: str) -> PrintedNumber:
    """Return a score of a report; its digits are -1 if a scorer never prints such a number."""
    digits = text.replace(".", "")
    is_score = digits.isdecimal() and text == "%d.%s" % (int(digits[:-2] or 0), digits[-2:])
    return PrintedNumber(text, int(digits) if is_score else -1, 2, False)


class Fitting(Record):
    """Changes after which rows fit, what is `odd` then (quirks 26, 27), and the numbers by what they are of."""

    changes: tuple[OtherNumber, ...]
    odd: tuple[str, ...]
    values: tuple[tuple[Variable, int], ...] = ()


class Fewest(Record):
    """All ways to change the fewest numbers, the most usual first; `is_all` is False if cut off."""

    ways: tuple[Fitting, ...]
    is_all: bool = True


class Relation(Record):
    """What holds between sums of numbers: `less` is at most `more`, or as much.

    Where it is less, and that is unusual, `odd` says so, of `more` and of `less`.
    """

    less: tuple[Variable, ...]
    more: tuple[Variable, ...]
    is_equal: bool = False
    odd: str = ""


def _relations(kinds: Sequence[str], is_paired_once: bool) -> Iterator[Relation]:
    """Yield what holds in all reports, whatever is odd in a file: see `legacy.outcomes`."""
    for column, pairs in (
        (TP, FEWER_TRUE_POSITIVES),
        (FN, FEWER_FALSE_NEGATIVES),
        (FP, FEWER_FALSE_POSITIVES),
        (SYSTEM, FEWER_OF_SYSTEM),
    ):
        for less, more in pairs:
            yield Relation(((less, column),), ((more, column),))
    cues, full, scopes, any_cue, bare = (
        ((measured, TP), (measured, FN))
        for measured in (
            *("cues", "full_negations"),
            *("scopes", "scopes_no_cue_match", "scopes_no_punctuation"),
        )
    )
    # Every negation of gold that has a cue is one; both are invented together.
    yield Relation(cues, full, odd="gold has %d full negations, but tp + fn of cues is %d")
    yield Relation((("cues", FP),), (("full_negations", FP),), is_equal=True)
    yield Relation(any_cue, scopes, is_equal=True)
    yield Relation(bare, scopes)
    for kind in kinds:
        for measured in COUNTED_BY[kind]:
            name = NAMES.get(measured)
            if measured != "full_negations":
                odd = "gold has %%d %s, but tp + fn is %%d" % name if name else ""
                yield Relation(((measured, TP), (measured, FN)), ((kind, GOLD),), odd=odd)
            if is_paired_once:
                odd = "the system has %d scope tokens, but tp + fp is %d"
                parts = ((measured, TP), (measured, FP))
                odd = odd if measured == "scope_tokens" else ""
                yield Relation(parts, ((kind, SYSTEM),), odd=odd)


NAMES = {"cues": "cues", "scopes": "scopes", "scope_tokens": "scope tokens"}
"""Of what gold hardly ever has more than is found and missed."""

MOST_CHANGES = 12
MOST_STEPS = 50_000
MOST_WAYS = 24


def fewest_changes(
    rows: Sequence[RowInPrint],
    is_paired_once: bool = True,
    known: Mapping[str, int] | None = None,
    most: int = MOST_CHANGES,
) -> Fewest:
    """Return the fewest numbers of rows that would have to be others, in all ways.

    No change at all if the rows fit. `is_paired_once` is False for a scorer
    that pairs a system negation several times; `known` are gold's numbers that
    are known, by what is counted; more changes than `most` are not looked for.
    """
    search = _Search(rows, is_paired_once, known or {})
    try:
        for number in range(most + 1):
            found = list(islice(search.ways(number), MOST_WAYS * 4))
            if found:
                several = {fitting.changes: fitting for fitting in sorted(found, key=_size)[::-1]}
                return Fewest(tuple(sorted(several.values(), key=_size))[:MOST_WAYS])
    except _CutOff:
        pass
    return Fewest((Fitting(tuple(_by_itself(rows)), ()),), is_all=False)


class _CutOff(Exception):
    """Too many steps."""


def _size(fitting: Fitting) -> tuple[int, int, int]:
    """Return how unusual changes are: odd sums, the digits that differ, and how far they are off."""
    digits, far = apart(fitting.changes)
    return len(fitting.odd), digits, int(far * 100)


def apart(changes: Iterable[OtherNumber]) -> tuple[int, float]:
    """Return how many digits are changed, and how far the numbers are off."""
    pairs = [(one.recorded, one.recomputed) for one in changes]
    far = sum(abs(float(recorded or 0) - float(other)) for recorded, other in pairs)
    return sum(digits_apart(*pair) for pair in pairs), far


def _by_itself(rows: Sequence[RowInPrint]) -> Iterator[OtherNumber]:
    """Yield the numbers of rows that do not follow from the row's own counts, if all else fails."""
    for row in rows:
        if set(COUNTS) <= set(row.counts) and row.variable(TP) == (row.measured, TP):
            _, system, tp, fp, fn = (row.counts[column] for column in COUNTS)
            denominator = system if row.definition.divided_by_system else tp + fp
            yield from row.changes(tp, denominator, tp + fn, SCORES)


class _Search:
    """The numbers that are chosen one after the other: of each measure, then of what is counted."""

    def __init__(
        self, rows: Sequence[RowInPrint], is_paired_once: bool, known: Mapping[str, int]
    ) -> None:
        self.rows = rows
        self.known = known
        kinds = [kind for kind in COUNTED_BY if any(r.definition.counted == kind for r in rows)]
        self.measured = [
            measured
            for kind in kinds
            for measured in COUNTED_BY[kind]
            if any(row.measured == measured for row in rows)
        ]
        self.kind_of = {row.measured: row.definition.counted for row in rows}
        self.steps: list[Variable] = [(measured, TP) for measured in self.measured]
        self.steps += [(kind, column) for kind in kinds for column in (GOLD, SYSTEM)]
        self.copies: dict[Variable, list[tuple[str, int]]] = {}
        for row in rows:
            for column, value in row.counts.items():
                self.copies.setdefault(row.variable(column), []).append(
                    (row.definition.label, value)
                )
        self.relations = self._by_step(_relations(kinds, is_paired_once))
        self.of_measures = {measured: self._of_measure(measured) for measured in self.measured}
        self.taken = 0

    def _by_step(self, relations: Iterable[Relation]) -> list[list[Relation]]:
        """Return the relations by the step after which all of their numbers are chosen."""
        places = {}
        for place, (name, column) in enumerate(self.steps):
            columns = (TP, FP, FN) if column == TP else (column,)
            places.update(dict.fromkeys([(name, one) for one in columns], place))
        found: list[list[Relation]] = [[] for _ in self.steps]
        for relation in relations:
            numbers = (*relation.less, *relation.more)
            if all(number in places for number in numbers):
                found[max(places[number] for number in numbers)].append(relation)
        return found

    def printed(self, *variables: Variable) -> list[int]:
        """Return the different numbers that are printed of something."""
        return _unique([value for _, value in self.copies.get(one, ())] for one in variables)

    def _changed(self, variable: Variable, value: int) -> list[OtherNumber]:
        """Return the copies that differ from a value."""
        return [
            OtherNumber(label, variable[1], str(recorded), str(value))
            for label, recorded in self.copies.get(variable, ())
            if recorded != value
        ]

    def _of_measure(self, measured: str) -> list[tuple[Values, list[OtherNumber]]]:
        """Return the counts that a measure may have, those that change the fewest numbers first."""
        rows = [row for row in self.rows if row.measured == measured]
        found = []
        for tp, fp, fn in dict.fromkeys(self._candidates(measured, rows)):
            values = {(measured, TP): tp, (measured, FP): fp, (measured, FN): fn}
            changes = [change for pair in values.items() for change in self._changed(*pair)]
            for row in rows:
                # What precision divides by in a B row is chosen later.
                is_b = row.definition.divided_by_system
                which = SCORES[1:2] if is_b else SCORES
                changes += row.changes(tp, tp + fp, tp + fn, which)
            found.append((values, changes))
        return sorted(found, key=lambda pair: len(pair[1]))

    def _candidates(
        self, measured: str, rows: Sequence[RowInPrint]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield true positives, false positives and false negatives: as printed, or as others lead to."""
        kind = self.kind_of[measured]
        alike = COUNTED_BY[kind] if kind == "cues" else (measured,)
        fps, fns = self.printed(*[(one, FP) for one in alike]), self.printed((measured, FN))
        # Where nothing is right, others of the same kind say what is wrong and missed.
        near_fps, near_fns = (self.printed(*[(o, c) for o in COUNTED_BY[kind]]) for c in (FP, FN))
        sums = [
            tp + fn
            for one in COUNTED_BY[kind]
            for tp, fn in product(self.printed((one, TP)), self.printed((one, FN)))
        ]
        golds = _unique((self.printed((kind, GOLD)), sums, self._known(kind)))
        systems = self.printed((kind, SYSTEM))
        recalls = _unique_limits(rows, 1)
        own = [row for row in rows if not row.definition.divided_by_system]
        of_system = [row for row in rows if row.definition.divided_by_system]
        precisions, f1s = (_unique_limits(own, place) for place in (0, 2))
        # What is not printed itself is near what is printed in its place.
        right = self.printed((measured, TP), *[row.variable(TP) for row in rows])
        hints = list(right)
        if not (fps or fns or golds or systems):
            # Nothing else leads to what it should be but the scores themselves.
            right += nearest(hints, [*precisions, *recalls])
        right += [gold - fn for gold in golds for fn in fns]
        right += [system - fp for system in systems for fp in fps]
        pairs = [*product(recalls, fns, (True,)), *product(precisions, fps, (True,))]
        pairs += [*product(recalls, golds, (False,))]
        pairs += product(_unique_limits(of_system, 0), systems, (False,))
        for share, other, is_rest in pairs:
            right += parts_of(share, other, hints, is_rest)
        for tp in dict.fromkeys(one for one in right if one >= 0):
            more_fps = (
                fps
                + near_fps * (not tp)
                + [n for share in precisions for n in rests(share, tp, fps)]
            )
            more_fns = (
                fns + near_fns * (not tp) + [n for share in recalls for n in rests(share, tp, fns)]
            )
            more_fns += [gold - tp for gold in golds]
            more_fps += [system - tp for system in systems]
            if not (precisions and recalls):
                # F1 is twice the true positives, of these and all that is wrong or missed.
                wrong = [n for share in f1s for n in rests(share, 2 * tp, ())]
                more_fps += [n - fn for n in wrong for fn in more_fns]
                more_fns += [n - fp for n in wrong for fp in fps]
            several = product([tp], dict.fromkeys(more_fps or [0]), dict.fromkeys(more_fns or [0]))
            yield from (one for one in several if min(one) >= 0)

    def _known(self, kind: str) -> list[int]:
        return [self.known[kind]] if kind in self.known else []

    def _of_kind(
        self, variable: Variable, values: Values
    ) -> list[tuple[Values, list[OtherNumber]]]:
        """Return what gold or the system may have of something, given the counts of all measures."""
        kind, column = variable
        rows = [row for row in self.rows if row.definition.counted == kind]
        of_system = [row for row in rows if row.definition.divided_by_system]
        found = self.printed(variable)
        negations = values.get(("cues", SYSTEM))
        if column == SYSTEM and found and negations is not None and negations < min(found):
            # The system has at most as many scopes and events as negations.
            digits = [n for number in found for n in one_digit_off(number)]
            found += [negations, *[n for n in digits if n <= negations]]
        other = FN if column == GOLD else FP
        for row in rows:
            tp = values[row.measured, TP]
            found.append(tp + values[row.measured, other])
            near = [value - tp for value in found]
            for share in row.limits(0) if row in of_system and column == SYSTEM else ():
                found += [tp + rest for rest in rests(share, tp, near)]
        if column == GOLD:
            found = self._known(kind) or found
        several = []
        for value in dict.fromkeys(found):
            changes = self._changed(variable, value)
            for row in of_system if column == SYSTEM else ():
                tp, fn = values[row.measured, TP], values[row.measured, FN]
                changes += row.changes(tp, value, tp + fn, ("precision", "f1"))
            several.append(({variable: value}, changes))
        return sorted(several, key=lambda pair: len(pair[1]))

    def ways(self, number: int) -> Iterator[Fitting]:
        """Yield the ways to change exactly `number` printed numbers after which the rows fit."""
        least = [0] * (len(self.steps) + 1)
        for place in reversed(range(len(self.measured))):
            options = self.of_measures[self.measured[place]]
            if not options:
                return
            # What the measures that come later cost at least.
            least[place] = least[place + 1] + len(options[0][1])

        def choose(place: int, values: Values, changes: list[OtherNumber]) -> Iterator[Fitting]:
            self.taken += 1
            if self.taken > MOST_STEPS:
                raise _CutOff
            if place == len(self.steps):
                if len(changes) == number:
                    odd = tuple(self._odd(values))
                    yield Fitting(tuple(changes), odd, tuple(values.items()))
                return
            name, column = self.steps[place]
            is_measure = column == TP
            options = (
                self.of_measures[name] if is_measure else self._of_kind((name, column), values)
            )
            for added, own in options:
                if len(changes) + len(own) + least[place + 1] > number:
                    break
                more = {**values, **added}
                if self._hold(place, more):
                    yield from choose(place + 1, more, changes + own)

        yield from choose(0, {}, [])

    def _hold(self, place: int, values: Values) -> bool:
        """Return True if what was chosen at a place goes with what was chosen before."""
        for relation in self.relations[place]:
            less, more = _sums(relation, values)
            if less > more or (relation.is_equal and less != more):
                return False
        return True

    def _odd(self, values: Values) -> Iterator[str]:
        """Yield in words the sums that are unusual, though they may be."""
        for relation in (one for several in self.relations for one in several):
            less, more = _sums(relation, values)
            if relation.odd and less < more:
                yield relation.odd % (more, less)


def _sums(relation: Relation, values: Values) -> tuple[int, int]:
    return sum(values[one] for one in relation.less), sum(values[one] for one in relation.more)


def _unique(several: Iterable[Iterable[int]]) -> list[int]:
    return list(dict.fromkeys(value for values in several for value in values))


def _unique_limits(rows: Iterable[RowInPrint], place: int) -> list[Limits]:
    return list(dict.fromkeys(limits for row in rows for limits in row.limits(place)))
