"""The rows of a system share counts: do they fit together?

In: the rows of a table that were judged alone. Out: the same rows, each with the counts that the others leave
it; rows that leave each other nothing have the verdict `CONTRADICTS`. Read `check_together` first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from ..common.wording import shortened_list
from .numbers import EPS, PrintedScore
from .rows import NOT_CHECKED, POSSIBLE, Fit, PrintedRow

CONTRADICTS = "contradicts"
MOST_NAMED = 3  # how many rows that contradict a row are named
CountOf = Callable[[Fit], "Hashable | None"]
NumberOf = Callable[[Fit], "int | None"]


# Which rows belong together -----------------------------------------------------------------------


def rows_to_fit_together(rows: Sequence[PrintedRow]) -> list[list[PrintedRow]]:
    """Return the rows that belong together: of one system, one test and one run.

    Where a system has a measure several times, each line of a wide table is a run. In a long table, the
    rows are divided where their measures begin again in the same order. In any other order nobody knows
    which belong together: then none do.
    """
    by_system: dict[Hashable, list[PrintedRow]] = defaultdict(list)
    for row in rows:
        by_system[row.test, row.name, row.run].append(row)
    runs: list[list[PrintedRow]] = []
    for of_system in by_system.values():
        runs += _divide_into_runs(of_system)
    return runs


def _divide_into_runs(rows: Sequence[PrintedRow]) -> list[list[PrintedRow]]:
    """Return the runs of a system."""
    measures = [row.measure.name for row in rows]
    width = len(set(measures))
    if width == len(rows):
        return [list(rows)]
    by_line: dict[int, list[PrintedRow]] = defaultdict(list)
    for row in rows:
        by_line[row.line].append(row)
    if 1 < len(by_line) < len(rows):
        return list(by_line.values())
    if measures == measures[:width] * (len(rows) // width):
        return [list(rows[start : start + width]) for start in range(0, len(rows), width)]
    return []


def check_together(run: Sequence[PrintedRow]) -> None:
    """Leave each row of a run what the others leave it; rows that leave nothing contradict each other."""
    _compare_scores(run)
    checked = [row for row in run if row.fits and row.are_all]
    before = -1
    while before != sum(len(row.fits) for row in checked):
        before = sum(len(row.fits) for row in checked)
        for what, sharers in _counts_shared(checked).items():
            _restrict_to_shared_values(sharers, _columns_in_words(what))
        _keep_order(checked)


def _mark_contradiction(row: PrintedRow, others: Sequence[PrintedRow], why: str) -> None:
    names = list(dict.fromkeys(other.measure.name for other in others))
    row.verdict, row.fits = CONTRADICTS, []
    row.words = [f"{shortened_list(names, MOST_NAMED)} ({why})"]


# What must be equal -------------------------------------------------------------------------------


class _SharingRow(NamedTuple):
    """A row, and which of its counts it shares with others; None where any number would do."""

    row: PrintedRow
    count_of: CountOf

    @property
    def values(self) -> set[Hashable | None]:
        return {self.count_of(fit) for fit in self.row.fits}


def _counts_shared(rows: Sequence[PrintedRow]) -> dict[Hashable, list[_SharingRow]]:
    """Return what several rows share: by a name, the rows with their counts."""
    shared: dict[Hashable, list[_SharingRow]] = defaultdict(list)

    def add(row: PrintedRow, what: Hashable, count_of: CountOf) -> None:
        shared[what].append(_SharingRow(row, count_of))

    for row in rows:
        measure = row.measure
        add(row, measure.base, lambda fit: (fit.tp, fit.fn))
        if measure.name.startswith("nis"):
            continue  # NIS has counts of its own
        if measure.total in ("cues", "scopes", "tokens") and measure.name != "scopes-no-punc":
            add(row, ("gold", measure.total), lambda fit: fit.tp + fit.fn)
        if measure.is_b:
            add(row, ("system", measure.total), lambda fit: fit.system)
        elif "system" in row.counts:
            add(row, ("system", measure.total), _counts_in_all_fits(row.counts["system"]))
        if measure.name in ("cues", "full"):
            add(row, "fp", lambda fit: fit.number("fp"))
    return shared


def _columns_in_words(what: Hashable) -> str:
    """Return the columns of the report that rows share, by what `_counts_shared` calls them."""
    if isinstance(what, tuple):
        return str(what[0])
    return "fp" if what == "fp" else "tp and fn"


def _counts_in_all_fits(number: int) -> CountOf:
    return lambda fit: number


def _restrict_to_shared_values(sharers: Sequence[_SharingRow], columns: str) -> None:
    """Restrict rows to the values of some columns that all of them have; where there is none, say who contradicts whom."""
    sharers = [sharer for sharer in sharers if sharer.row.fits]
    known = [values for sharer in sharers if None not in (values := sharer.values)]
    if len(known) < 2:
        return
    every = set.intersection(*known)
    if not every:
        _contradict_each_other(sharers, known, f"{columns} cannot be the same")
        return
    for row, count_of in sharers:
        row.fits = [fit for fit in row.fits if count_of(fit) in every or count_of(fit) is None]


def _contradict_each_other(
    sharers: Sequence[_SharingRow], known: Sequence[set[Hashable | None]], why: str
) -> None:
    """Say who contradicts whom: where most rows agree, the others contradict these, else all each other."""
    number: Counter[Hashable | None] = Counter()
    for values in known:
        number.update(values)
    most = max(number.values())
    best: set[Hashable | None] = {None}
    if most > len(known) / 2:
        best.update(value for value, n in number.items() if n == most)
    agreeing = [sharer.row for sharer in sharers if sharer.values & best]
    odd = [sharer.row for sharer in sharers if sharer.row not in agreeing]
    for row in odd:
        _mark_contradiction(row, agreeing or [other for other in odd if other is not row], why)


# What must be in order ----------------------------------------------------------------------------


def _true_positives_of(fit: Fit) -> int | None:
    return fit.tp


def _system_total_of(fit: Fit) -> int | None:
    return fit.system


class _OrderOfRows(NamedTuple):
    """Of two rows, the first one's number is at most the second's, in every report."""

    small: str
    large: str
    number_of: NumberOf


_WITH_B = ("cues", "scopes-cm", "scopes-ncm", "events", "full")
ORDERS = (
    _OrderOfRows("scopes-cm", "cues", _true_positives_of),
    _OrderOfRows("full", "cues", _true_positives_of),
    _OrderOfRows("scopes-cm", "scopes-ncm", _true_positives_of),
    # Precision of the plain rows divides by what is right and wrong, that of the B rows by all that
    # the system has. Only 2.2 prints B rows, and pairs each negation once.
    *[_OrderOfRows(name, name + "-b", _system_total_of) for name in _WITH_B],
    _OrderOfRows("cues", "full-b", _system_total_of),
    _OrderOfRows("full", "cues-b", _system_total_of),
    _OrderOfRows("scopes-cm-b", "cues-b", _system_total_of),
    _OrderOfRows("scopes-cm-b", "full-b", _system_total_of),
)
"""A B row has the true positives of its plain row, so these are compared across the blocks."""


def _keep_order(rows: Sequence[PrintedRow]) -> None:
    """Restrict rows to counts in the order of `ORDERS`; where no counts are left, rows contradict each other."""
    for order in ORDERS:
        for small in rows:
            for large in rows:
                if _has_measure(small, order.small, order) and _has_measure(
                    large, order.large, order
                ):
                    _restrict_to_order(small, large, order)


def _has_measure(row: PrintedRow, name: str, order: _OrderOfRows) -> bool:
    named = row.measure.base if order.number_of is _true_positives_of else row.measure.name
    return bool(row.fits) and named == name


def _restrict_to_order(small: PrintedRow, large: PrintedRow, order: _OrderOfRows) -> None:
    """Restrict two rows so that the first one's number is at most the second's."""
    number_of = order.number_of
    smalls = [number for fit in small.fits if (number := number_of(fit)) is not None]
    larges = [number for fit in large.fits if (number := number_of(fit)) is not None]
    if len(smalls) < len(small.fits) or len(larges) < len(large.fits):
        return  # any number would do
    least, most = min(smalls), max(larges)
    if least > most:
        column = "tp" if number_of is _true_positives_of else "system"
        _mark_contradiction(small, [large], f"{column} is higher here")
        _mark_contradiction(large, [small], f"{column} is lower here")
        return
    small.fits = [fit for fit, number in zip(small.fits, smalls) if number <= most]
    large.fits = [fit for fit, number in zip(large.fits, larges) if number >= least]


# What holds whatever the counts are ---------------------------------------------------------------


def _compare_scores(rows: Sequence[PrintedRow]) -> None:
    """Compare P and R of a measure and its B row, which need no counts: of B, R is the same, P not higher."""
    plain_rows = {row.measure.name: row for row in rows if not row.measure.name.endswith("-b")}
    for b in rows:
        plain = plain_rows.get(b.measure.base)
        if plain is None or plain is b:
            continue
        if not {b.verdict, plain.verdict} <= {POSSIBLE, NOT_CHECKED}:
            continue  # it has been named already
        p, r = (_order_of_scores(b.scores[index], plain.scores[index]) for index in (0, 1))
        if r != 0:
            _mark_contradiction(b, [plain], "R must be the same")
            _mark_contradiction(plain, [b], "R must be the same")
        elif p > 0:
            _mark_contradiction(b, [plain], "P is higher here")
            _mark_contradiction(plain, [b], "P is lower here")


def _order_of_scores(first: PrintedScore | None, second: PrintedScore | None) -> int:
    """Return 1 or -1 if the first score is higher or lower than the second, however they were rounded."""
    if first is None or second is None:
        return 0
    (low, high), (other_low, other_high) = [
        (score.value - score.half - EPS, score.value + 2 * score.half + EPS)
        for score in (first, second)
    ]
    if low > other_high:
        return 1
    if high < other_low:
        return -1
    return 0
