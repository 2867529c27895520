"""A comparison as a table, JSON and TSV."""

from __future__ import annotations

from ..ground.wording import json_of, plural, probability, visible
from ..reporting.formats import METRICS
from ..reporting.grid import MINUS, Grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .comparison import Compared, Comparison

    IsShown = Callable[[str], bool]
    """Whether the row of a label is asked for."""


def grid(found: Comparison, is_shown: IsShown, metrics: Sequence[str], named: bool = False) -> Grid:
    """Return the comparison of each system with the baseline.

    Where it is `named`, the head has the names of the systems, as a table does
    above which no title stands.
    """
    several = len(found.systems) > 2
    head = ["row", "", "baseline", "system", "difference", "p", *(["p (Holm)"] if several else [])]
    rows = []
    baseline = found.systems[0]
    for system in found.systems[1:]:
        if several:
            rows.append([system.name, *[""] * (len(head) - 1)])
        for label, scores in system.measures.items():
            if not is_shown(label):
                continue
            for metric in metrics:
                rows.append(
                    _cells(label, metric, baseline.measures[label][metric], scores[metric], several)
                )
    if named:
        head[2] = baseline.name
        if not several:
            head[3] = found.systems[1].name
    return Grid(head, rows, found.signature)


def _cells(
    label: str, metric: str, of_baseline: Compared, one: Compared, several: bool
) -> list[str]:
    assert one.difference is not None and one.difference_interval is not None
    assert one.p is not None and one.p_holm is not None
    return [
        label,
        METRICS[metric],
        "%.2f %s" % (of_baseline.value, _interval(of_baseline.interval)),
        "%.2f %s" % (one.value, _interval(one.interval)),
        "%+.2f %s" % (one.difference, _interval(one.difference_interval, "+")),
        probability(one.p),
        *([probability(one.p_holm)] if several else []),
    ]


def _interval(interval: tuple[float, float], sign: str = "") -> str:
    return "[%s, %s]" % tuple(("%" + sign + ".2f") % value for value in interval)


def with_best(grid: Grid, systems: Sequence[int]) -> Grid:
    """Return a table with the best of each row in bold; `systems` are the columns to compare."""
    found = set()
    for number, row in enumerate(grid.rows):
        values = {place: float(row[place].split()[0]) for place in systems if row[place]}
        found |= {(number, p) for p, value in values.items() if value == max(values.values())}
    return grid._replace(bold=found)


def with_minus_signs(grid: Grid) -> Grid:
    """Return a table in which numbers have minus signs for hyphens."""
    rows = [[*row[:2], *[cell.replace("-", MINUS) for cell in row[2:]]] for row in grid.rows]
    return grid._replace(rows=rows)


def as_text(grid: Grid, title: Sequence[str]) -> str:
    """Return a table as text, what was compared above it."""
    lines = [*map(visible, title), "", *grid.text(left=2)]
    return "".join(line + "\n" for line in lines)


def title(found: Comparison) -> list[str]:
    """Return lines that say what was compared, and how."""
    names = [system.name for system in found.systems]
    differing = ", ".join(
        "%d differ in %s" % (system.differing, system.name) for system in found.systems[1:]
    )
    exact = [system.is_exact for system in found.systems[1:]]
    test = "all exchanges" if all(exact) else plural(found.trials, "trial")
    lines = [
        "baseline: %s" % names[0],
        "system%s: %s" % ("s" if len(names) > 2 else "", ", ".join(names[1:])),
        "%s, of which %s" % (plural(found.units, found.unit), differing),
        "%s: %s, %s; 95%% intervals; seed %d"
        % (found.method, test, plural(found.resamples, "resample"), found.seed),
    ]
    same = [system.name for system in found.systems[1:] if not system.differing]
    lines += [
        "%s does not differ from the baseline in any %s" % (name, found.unit) for name in same
    ]
    return lines


def as_json(found: Comparison, is_shown: IsShown) -> str:
    """Return `Comparison.to_dict` as JSON, with the rows that are asked for."""
    result = found.to_dict()
    for system in result["systems"]:
        measures = system["measures"].items()
        system["measures"] = {label: scores for label, scores in measures if is_shown(label)}
    return json_of(result, indent=2) + "\n"


TSV = ("system", "measure", "score", "value", "low", "high", "difference", "difference_low", "difference_high", "p", "p_holm")  # fmt: skip


def as_tsv(found: Comparison, is_shown: IsShown, metrics: Sequence[str]) -> str:
    """Return a header and a line for each score of each system; the baseline has no difference."""
    rows: list[tuple[str, ...]] = []
    for system in found.systems:
        for label, scores in system.measures.items():
            for metric in metrics if is_shown(label) else ():
                one = scores[metric]
                apart: tuple[str, ...] = ("",) * 5
                if one.difference_interval is not None:
                    numbers = (one.difference, *one.difference_interval, one.p, one.p_holm)
                    apart = tuple(map(repr, numbers))
                values = map(repr, (one.value, *one.interval))
                rows.append((system.name, label, metric, *values, *apart))
    return Grid(TSV, rows).tsv()
