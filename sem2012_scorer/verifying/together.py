"""The rows of one report share counts: do they fit together?

In: rows with the counts that give each of them (`RowWithFits`). `fit_together` leaves each row the counts that the
others leave it, and returns the contradictions: rows that leave each other nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from .rows import Fit, Row

NumberOf = Callable[[Fit], "Hashable | None"]


class RowWithFits:
    """A row, and the counts that give it."""

    def __init__(self, row: Row, fits: Sequence[Fit] = ()) -> None:
        self.row, self.fits = row, list(fits)


class Contradiction(NamedTuple):
    """A row that cannot be together with others, the column in which, and why: "cannot be the same"."""

    row: RowWithFits
    others: Sequence[RowWithFits]
    column: str
    why: str


def fit_together(rows: Sequence[RowWithFits]) -> list[Contradiction]:
    """Leave each row what the others leave it, and return the contradictions; rows in one have no counts left."""
    found: list[Contradiction] = []
    before = -1
    while before != (now := sum(len(row.fits) for row in rows)):
        before = now
        for name, sharers in _shared_numbers(rows).items():
            found += _keep_equal(name, sharers)
        for order in ORDERS:
            found += _keep_order(order, rows)
    return found


# What must be equal -------------------------------------------------------------------------------


class _Sharer(NamedTuple):
    """A row, and which of its numbers it shares with others; None where any number would do."""

    row: RowWithFits
    number_of: NumberOf


def _shared_numbers(rows: Sequence[RowWithFits]) -> dict[tuple[str, str], list[_Sharer]]:
    """Return what several rows share: by whose number it is and its column, the rows with their numbers."""
    shared: dict[tuple[str, str], list[_Sharer]] = defaultdict(list)
    for row in rows:
        kind, shown_tp = row.row.kind, row.row.shown_tp
        # A measure and its B row have the same counts.
        shared[kind.base, "tp and fn"].append(_Sharer(row, lambda fit: (fit.tp, fit.fn)))
        shared[kind.base, "fp"].append(_Sharer(row, lambda fit: fit.fp))
        if kind.name.startswith("nis"):
            continue  # NIS has counts of its own
        shared[kind.total, "gold"].append(_Sharer(row, lambda fit: fit.gold))
        shared[kind.total, "system"].append(_Sharer(row, lambda fit: fit.system))
        if kind.base in ("cues", "full"):
            shared["cues and full", "fp"].append(_Sharer(row, lambda fit: fit.fp))
        if kind.base == "scopes-cm":
            shared["scopes", "tp"].append(_Sharer(row, lambda fit: fit.tp))
        if shown_tp is not None:
            shared["scopes", "tp"].append(_Sharer(row, _always(shown_tp)))
    return shared


def _always(number: int) -> NumberOf:
    return lambda fit: number


def _keep_equal(name: tuple[str, str], sharers: Sequence[_Sharer]) -> list[Contradiction]:
    """Restrict rows to the values that all of them have; where there is none, return who contradicts whom."""
    sharers = [sharer for sharer in sharers if sharer.row.fits]
    values = [{sharer.number_of(fit) for fit in sharer.row.fits} for sharer in sharers]
    known = [of_row for of_row in values if None not in of_row]
    if not known:
        return []
    in_all = set.intersection(*known)
    column = name[-1]
    if in_all:
        # What all others say, a row says too that would have any number.
        known_now: dict[str, Any] = {}
        if len(in_all) == 1 and column in Fit._fields:
            known_now = {column: next(iter(in_all))}
        for row, number_of in sharers:
            kept = [fit for fit in row.fits if number_of(fit) in in_all]
            open_fits = [fit for fit in row.fits if number_of(fit) is None]
            row.fits = kept + [fit._replace(**known_now) for fit in open_fits]
        return []
    return _contradictions([sharer.row for sharer in sharers], values, column)


def _contradictions(
    rows: Sequence[RowWithFits], values: Sequence[set[Hashable | None]], column: str
) -> list[Contradiction]:
    """Return who contradicts whom of rows without a value in common; they have no counts left.

    Where most rows agree, the others contradict these, else all contradict each other.
    """
    known = [of_row for of_row in values if None not in of_row]
    times = Counter(value for of_row in known for value in of_row)
    most = max(times.values())
    best: set[Hashable | None] = {None}
    if most > len(known) / 2:
        best.update(value for value, number in times.items() if number == most)
    agreeing = [row for row, of_row in zip(rows, values) if of_row & best]
    odd = [row for row in rows if row not in agreeing]
    found = []
    for row in odd:
        others = agreeing or [other for other in odd if other is not row]
        found.append(Contradiction(row, others, column, "cannot be the same"))
        row.fits = []
    return found


# What must be in order ----------------------------------------------------------------------------


class _Order(NamedTuple):
    """Of two rows, the first one's number is at most the second's, in every report."""

    small: str
    large: str
    column: str


_WITH_B = ("cues", "scopes-cm", "scopes-ncm", "events", "full")
ORDERS = (
    _Order("scopes-cm", "cues", "tp"),
    _Order("full", "cues", "tp"),
    _Order("scopes-cm", "scopes-ncm", "tp"),
    # Precision of the plain rows divides by what is right and wrong, that of the B rows by all that the system
    # has. Only 2.2 prints B rows, and pairs each negation once.
    *[_Order(name, name + "-b", "system") for name in _WITH_B],
    _Order("cues", "full-b", "system"),
    _Order("full", "cues-b", "system"),
    _Order("scopes-cm-b", "cues-b", "system"),
    _Order("scopes-cm-b", "full-b", "system"),
)
"""A B row has the true positives of its plain row, so these are compared across the blocks."""


def _keep_order(order: _Order, rows: Sequence[RowWithFits]) -> list[Contradiction]:
    """Restrict rows to counts in an order; where no counts are left, return who contradicts whom."""
    found: list[Contradiction] = []
    for small in rows:
        for large in rows:
            if _is_named(small, order.small, order) and _is_named(large, order.large, order):
                found += _keep_pair_in_order(small, large, order.column)
    return found


def _is_named(row: RowWithFits, name: str, order: _Order) -> bool:
    kind = row.row.kind
    return bool(row.fits) and name == (kind.base if order.column == "tp" else kind.name)


def _keep_pair_in_order(small: RowWithFits, large: RowWithFits, column: str) -> list[Contradiction]:
    """Restrict two rows so that the first one's number is at most the second's."""

    def numbers(row: RowWithFits) -> list[int | None]:
        if column == "tp":
            return [fit.tp for fit in row.fits]
        return [fit.divisor(row.row.kind.is_b) for fit in row.fits]

    smalls = [number for number in numbers(small) if number is not None]
    larges = [number for number in numbers(large) if number is not None]
    if len(smalls) < len(small.fits) or len(larges) < len(large.fits):
        return []  # any number would do
    least, most = min(smalls), max(larges)
    if least <= most:
        small.fits = [fit for fit, number in zip(small.fits, smalls) if number <= most]
        large.fits = [fit for fit, number in zip(large.fits, larges) if number >= least]
        return []
    small.fits, large.fits = [], []
    return [
        Contradiction(small, [large], column, "is higher here"),
        Contradiction(large, [small], column, "is lower here"),
    ]
