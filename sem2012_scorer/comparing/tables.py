"""A comparison as a table, JSON and TSV."""

from __future__ import annotations

from ..ground.records import Record
from ..ground.wording import folded, json_of, plural, probability, some, visible
from ..reporting.formats import METRICS
from ..reporting.grid import WIDTH, Grid
from .comparison import ROW
from .measured import PERCENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .comparison import Compared, ComparedSystem, Comparison

    IsShown = Callable[[str], bool]
    """Whether the row of a label is asked for."""

SIGNS = {**METRICS, PERCENT: "%"}
"""What the scores are called in a table."""


class View(Record):
    """What of a comparison is shown: the rows, by their labels, and the scores."""

    is_shown: IsShown
    metrics: Sequence[str]

    def cells(self, system: ComparedSystem) -> Iterator[tuple[str, str]]:
        """Yield the label and the score of each cell; a row's only score is always shown."""
        for label, scores in system.measures.items():
            if self.is_shown(label):
                shown = [PERCENT] if PERCENT in scores else self.metrics
                yield from [(label, score) for score in shown]


def parts_of(one: Compared) -> tuple[str, str]:
    """Return a value as the report prints it and "", or a mean and its deviation."""
    if one.printed is not None:
        return one.printed, ""
    return "%.2f" % one.value, "%.2f" % (one.standard_deviation or 0.0)


def value_of(one: Compared) -> str:
    """Return a value as the report prints it, or a mean with its deviation."""
    return " \u00b1 ".join(part for part in parts_of(one) if part)


NOT_THERE = "\u2013"
"""What stands for a number that there is not."""


def grid(found: Comparison, view: View) -> Grid:
    """Return the comparison of each system with the baseline."""
    several = len(found.systems) > 2
    is_of_one = len(view.metrics) == 1
    head = ["row"] if not is_of_one else ["%s (%%)" % METRICS[view.metrics[0]]]
    head += [] if is_of_one else [""]
    left = len(head)
    head += ["baseline", "system", "difference", "p", *(["p (Holm)"] if several else [])]
    rows = []
    baseline = found.systems[0]
    for system in found.systems[1:]:
        if several:
            rows.append([system.name, *[""] * (len(head) - 1)])
        for label, score in view.cells(system):
            one = system.measures[label][score]
            ps = [one.p, *([one.p_holm] if several else [])]
            rows.append(
                [
                    *(label, SIGNS[score])[:left],
                    _with_interval(baseline.measures[label][score]),
                    _with_interval(one),
                    _difference(one),
                    *[NOT_THERE if p is None else probability(p) for p in ps],
                ]
            )
    return Grid(head, rows, found.signature)


def _with_interval(one: Compared) -> str:
    """Return a value with its interval; that of a mean, whose deviation is shown, without."""
    if one.interval is None or one.values:
        return value_of(one)
    return "%s [%.2f, %.2f]" % (value_of(one), *one.interval)


def _difference(one: Compared) -> str:
    """Return a difference with its interval."""
    assert one.difference is not None
    shown = "%+.2f" % one.difference
    if one.difference_interval is None:
        return shown
    return "%s [%+.2f, %+.2f]" % (shown, *one.difference_interval)


def as_text(grid: Grid, title: Sequence[str]) -> str:
    """Return a table as text that fits a terminal, what was compared above it."""
    left = 2 if grid.head[1:2] == [""] else 1
    lines = [line for one in title for line in folded(visible(one), WIDTH, "  ")]
    # The difference stands beside its p.
    shown = grid.fitted(left=left, with_next=(left + 2,))
    return "".join(line + "\n" for line in [*lines, "", *shown])


def title(found: Comparison) -> list[str]:
    """Return lines that say what was compared, and how."""
    baseline, *others = found.systems
    if not found.has_runs:
        names = ", ".join(system.name for system in others)
        lines = [
            "baseline: %s" % baseline.name,
            "system%s: %s" % ("s" if len(others) > 1 else "", names),
        ]
    else:
        lines = [
            "%s: %s, %s" % ("system" if place else "baseline", system.name, runs_of(system))
            for place, system in enumerate(found.systems)
        ]
    return [*lines, *method_lines(found)]


def runs_of(system: ComparedSystem) -> str:
    """Return how many runs a system has, and what they are called."""
    number = plural(len(system.runs), "run")
    if system.of_runs:
        number = "%d of %s" % (len(system.runs), plural(system.of_runs, "run"))
    if len(system.runs) == 1:
        return number
    return "%s: %s" % (number, some(system.runs, 5))


def method_lines(found: Comparison) -> list[str]:
    """Return lines that say how systems were compared."""
    others = found.systems[1:]
    differing = ", ".join(
        "%d differ in %s" % (one.differing, one.name) for one in others if one.differing is not None
    )
    # Of several files, counts are summed before they are measured.
    files = " of %d files, pooled" % found.files if found.files > 1 else ""
    lines = [
        plural(found.units, "sentence") + files + (", of which " + differing if differing else "")
    ]
    if found.has_runs:
        smallest = dict.fromkeys(one.smallest_p for one in others if one.smallest_p is not None)
        if smallest:
            shown = ", ".join(map(probability, smallest))
            lines.append("p: permutation of runs on these sentences; p is %s or more" % shown)
        notes = dict.fromkeys(note for one in others for note in one.without)
        return [*lines, *notes, found.values]
    chance = "%s, seed %d" % (plural(found.resamples, "resample"), found.seed)
    exact = [system.is_exact for system in others]
    if len(set(exact)) == 1:
        tried = plural(found.trials, "trial")
        lines.append(
            "%s: %s, %s; 95%% intervals; seed %d"
            % (
                found.method,
                "all exchanges" if exact[0] else tried,
                plural(found.resamples, "resample"),
                found.seed,
            )
        )
    else:
        lines.append("%s; 95%% intervals: %s" % (found.method, chance))
        lines += ["%s: %s" % (one.name, _test_of(one, found.trials)) for one in others]
    for one in others:
        if one.is_exact and one.differing and one.smallest_p is not None:
            lines.append("p of %s cannot be less than %s" % (one.name, probability(one.smallest_p)))
    same = [system.name for system in others if not system.differing]
    lines += ["%s does not differ from the baseline in any sentence" % name for name in same]
    return [*lines, found.values]


def _test_of(system: ComparedSystem, trials: int) -> str:
    """Return how one of several systems was tested."""
    if system.is_exact:
        return "exact, all exchanges of %d" % (system.differing or 0)
    return "approximate, %s" % plural(trials, "trial")


def as_json(found: Comparison, is_shown: IsShown) -> str:
    """Return `Comparison.to_dict` as JSON, with the rows that are asked for."""
    result = found.to_dict()
    for system in result["systems"]:
        measures = system["measures"].items()
        system["measures"] = {label: scores for label, scores in measures if is_shown(label)}
    return json_of(result, indent=2) + "\n"


def as_tsv(found: Comparison, view: View) -> str:
    """Return a header and a line for each score of each system; the baseline has no difference."""
    shown = set(view.cells(found.systems[0]))
    rows = [
        ["" if value is None else str(value) for value in row.values()]
        for row in found.to_rows()
        if (row["measure"], row["score"]) in shown
    ]
    return Grid(ROW, rows).tsv()
