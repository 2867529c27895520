"""The rows of a system share counts: do they fit together?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from .rows import Fit, PrintedRow

CONTRADICTS = "contradicts"
Value = Callable[[Fit], Any]
Sharer = tuple[PrintedRow, Value]


def runs_of(rows: Sequence[PrintedRow]) -> list[list[PrintedRow]]:
    """Return the rows that belong together: of one system, one test and one run.

    Where a system has a measure several times, the first of each measure are a run, the second, and so
    on; where it does not have all of them as often, nobody knows which belong together.
    """
    by_system: dict[Hashable, dict[str, list[PrintedRow]]] = {}
    for row in rows:
        by_measure = by_system.setdefault((row.test, row.name, row.run), defaultdict(list))
        by_measure[row.measure.name].append(row)
    runs: list[list[PrintedRow]] = []
    for by_measure in by_system.values():
        if len({len(of_measure) for of_measure in by_measure.values()}) == 1:
            runs += [list(run) for run in zip(*by_measure.values())]
    return runs


def check_together(run: Sequence[PrintedRow]) -> None:
    """Leave each row of a run what the others leave it; rows that leave nothing contradict each other."""
    checked = [row for row in run if row.fits and row.are_all]
    before = -1
    while before != sum(len(row.fits) for row in checked):
        before = sum(len(row.fits) for row in checked)
        for sharers in _shared(checked).values():
            _share(sharers)
        _keep_order(checked)


def _shared(rows: Sequence[PrintedRow]) -> dict[Hashable, list[Sharer]]:
    """Return what several rows share: by a name, the rows, each with a function of its fits."""
    shared: dict[Hashable, list[Sharer]] = defaultdict(list)
    for row in rows:
        measure = row.measure
        shared[measure.base].append((row, lambda fit: (fit.tp, fit.fn)))
        if measure.name.startswith("nis"):
            continue  # NIS has counts of its own
        if measure.total != "events":
            shared["gold", measure.total].append((row, lambda fit: fit.tp + fit.fn))
        if measure.is_b:
            shared["system", measure.total].append((row, lambda fit: fit.system))
        elif measure.total == "cues":
            shared["fp"].append((row, lambda fit: fit.count("fp")))
    return shared


def _share(sharers: Sequence[Sharer]) -> None:
    """Restrict rows to the values that all of them have; where there is none, say who contradicts whom."""
    sharers = [(row, value) for row, value in sharers if row.fits]
    values = [{value(fit) for fit in row.fits} for row, value in sharers]
    known = [possible for possible in values if None not in possible]
    if len(known) < 2:
        return
    every = set.intersection(*known)
    if every:
        for row, value in sharers:
            row.fits = [fit for fit in row.fits if value(fit) in every or value(fit) is None]
        return
    # Where most rows agree, the others contradict these; else all contradict each other.
    number = Counter(v for possible in known for v in possible)
    most = max(number.values())
    best = {v for v, n in number.items() if n == most} if most > len(known) / 2 else set()
    kept = [row for (row, _), own in zip(sharers, values) if None in own or own & best]
    odd = [row for row, _ in sharers if row not in kept]
    for row in odd:
        _contradict(row, kept or [other for other in odd if other is not row])


def _contradict(row: PrintedRow, others: Sequence[PrintedRow]) -> None:
    names = [*dict.fromkeys(other.measure.name for other in others)][:3]
    row.verdict, row.fits, row.words = CONTRADICTS, [], [", ".join(names)]


def _right(fit: Fit) -> int | None:
    return fit.tp


def _divisor(fit: Fit) -> int | None:
    return fit.system


ORDER: tuple[tuple[str, Value, str, Value], ...] = (
    ("scopes-cm", _right, "cues", _right),
    ("full", _right, "cues", _right),
    ("scopes-cm", _right, "scopes-ncm", _right),
    *[
        (name, _divisor, name + "-b", _divisor)
        for name in ("cues", "scopes-cm", "scopes-ncm", "events", "full")
    ],
    ("cues", _divisor, "full-b", _divisor),
    ("scopes-cm-b", _divisor, "cues-b", _divisor),
)
"""In every report of 2.2, the first row's number is at most the second's. A B row has the others' counts.

Precision of the plain rows divides by what is right and wrong, that of the B rows by all the system has.
"""


def _keep_order(rows: Sequence[PrintedRow]) -> None:
    """Restrict rows to counts in the order of 2.2; where there are none, rows contradict each other."""
    for small_name, of_small, large_name, of_large in ORDER:
        is_right = of_small is _right
        for small in rows:
            for large in rows:
                if _is(small, small_name, is_right) and _is(large, large_name, is_right):
                    _restrict(small, of_small, large, of_large)


def _is(row: PrintedRow, name: str, is_right: bool) -> bool:
    return bool(row.fits) and name == (row.measure.base if is_right else row.measure.name)


def _restrict(small: PrintedRow, of_small: Value, large: PrintedRow, of_large: Value) -> None:
    """Restrict two rows so that the first one's number is at most the second's."""
    smalls = [of_small(fit) for fit in small.fits]
    larges = [of_large(fit) for fit in large.fits]
    if None in smalls or None in larges:
        return
    if min(smalls) > max(larges):
        _contradict(small, [large])
        _contradict(large, [small])
        return
    small.fits = [fit for fit in small.fits if of_small(fit) <= max(larges)]
    large.fits = [fit for fit in large.fits if of_large(fit) >= min(smalls)]
