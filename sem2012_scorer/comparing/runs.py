"""Systems of which there are several runs: means and standard deviations, no test."""

from __future__ import annotations

import os

from ..ground.counts import Counts, total
from ..ground.measures import SCORES, printed
from ..ground.records import Record
from ..ground.wording import json_of, plural, some
from ..reporting.formats import METRICS
from ..reporting.grid import Grid
from ..reporting.report import Report
from ..reporting.results import PAIR, mean, result_of, standard_deviation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..reporting.results import Result
    from .systems import ReadSystem, Settings
    from .tables import IsShown

METHOD = "mean and standard deviation (n - 1) over runs, no test"


class Runs(Record):
    """The runs of a system: what each is called, and the measures of each, in their order.

    `number` is how many runs there are with those that cannot be scored.
    """

    name: str
    runs: tuple[str, ...]
    results: tuple[Result, ...]
    number: int

    def values(self, label: str, place: int) -> list[float]:
        """Return a score of each run in percent: precision, recall or F1, by its place."""
        return [result.scores[label][place] for result in self.results]


def runs_read(name: str, systems: Sequence[ReadSystem], settings: Settings, number: int) -> Runs:
    """Return the measures of the runs of a system, each read as a system; its files are pooled.

    `number` is how many runs there are with those that could not be scored.
    """
    results = []
    for system in systems:
        counts = sum(map(total, system.units), Counts())
        report = Report(counts, settings.original, settings.rules, system.gold_is, system.read_as)
        results.append(result_of(PAIR, system.name, report))
    names = tuple([os.path.basename(system.name) for system in systems])
    return Runs(name, names, tuple(results), number)


def as_dict(systems: Sequence[Runs], is_shown: IsShown) -> dict[str, Any]:
    """Return everything as dictionaries, numbers and strings, in percent, unrounded: the JSON."""
    report = systems[0].results[0].report
    assert report is not None
    found = []
    of_baseline = mean(systems[0].results).scores
    for system in systems:
        measures: dict[str, Any] = {}
        means = mean(system.results).scores
        deviations = standard_deviation(system.results).scores if len(system.runs) > 1 else None
        for label in means:
            if not is_shown(label):
                continue
            for place, score in enumerate(SCORES):
                values = system.values(label, place)
                one: dict[str, Any] = {"mean": means[label][place]}
                if deviations is not None:
                    one["standard_deviation"] = deviations[label][place]
                one["values"] = values
                if system is not systems[0]:
                    one["difference"] = one["mean"] - of_baseline[label][place]
                measures.setdefault(label, {})[score] = one
        one_system: dict[str, Any] = {
            "name": system.name,
            "runs": list(system.runs),
            "measures": measures,
        }
        if system.number > len(system.runs):
            one_system["of_runs"] = system.number
        found.append(one_system)
    gold_is = [gold.to_dict() for gold in report.gold_is]
    return {
        "method": METHOD,
        "signature": report.signature,
        "gold_is": gold_is,
        "systems": found,
    }


def grid(found: dict[str, Any], metrics: Sequence[str]) -> Grid:
    """Return mean and standard deviation of each system, and the difference of means."""
    baseline, *others = found["systems"]
    head = ["row", "", baseline["name"]]
    for system in others:
        head += [system["name"], "difference"]
    rows = []
    for label in baseline["measures"]:
        for metric in metrics:
            row = [label, METRICS[metric], _cell(baseline["measures"][label][metric])]
            for system in others:
                one = system["measures"][label][metric]
                row += [_cell(one), "%+.2f" % one["difference"]]
            rows.append(row)
    return Grid(head, rows, found["signature"])


def _cell(one: dict[str, Any]) -> str:
    if "standard_deviation" not in one:
        return printed(one["mean"])
    return "%s ± %s" % (printed(one["mean"]), printed(one["standard_deviation"]))


def title(found: dict[str, Any]) -> list[str]:
    """Return lines that say what was compared, and how."""
    lines = [
        "%s: %s, %s: %s"
        % (
            "system" if place else "baseline",
            system["name"],
            _of(len(system["runs"]), system.get("of_runs")),
            some(system["runs"], 5),
        )
        for place, system in enumerate(found["systems"])
    ]
    return [*lines, found["method"] + ": for a test, compare one run with one"]


def _of(found: int, number: int | None) -> str:
    """Return how many runs there are, and of how many if some could not be scored."""
    return plural(found, "run") if number is None else "%d of %d runs" % (found, number)


TSV = ("system", "measure", "score", "runs", "mean", "standard_deviation", "difference")


def as_tsv(found: dict[str, Any], metrics: Sequence[str]) -> str:
    """Return a header and a line for each score of each system."""
    rows: list[tuple[str, ...]] = []
    for system in found["systems"]:
        for label, scores in system["measures"].items():
            for metric in metrics:
                one = scores[metric]
                numbers = [one.get(name) for name in TSV[4:]]
                cells = ["" if number is None else repr(number) for number in numbers]
                rows.append((system["name"], label, metric, str(len(one["values"])), *cells))
    return Grid(TSV, rows).tsv()


def as_json(found: dict[str, Any]) -> str:
    """Return the JSON."""
    return json_of(found, indent=2) + "\n"
