"""``sem2012-scorer compare`` of systems of which there are several runs: means, no test."""

from __future__ import annotations

import os

from ..api import score_files
from ..formats import PAIR, SCORES, mean, pooled, result_of, shares_of_nothing, standard_deviation
from ..measures import printed
from ..records import Record
from ..wording import json_of, plural, some, visible
from .files import all_files, file_pairs, pair_all
from .tables import is_shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..formats import Result
    from ..nis import Rules

    Run = tuple[str, list[tuple[str, str]]]

METHOD = "mean and standard deviation (n - 1) over runs, no test"


class Runs(Record):
    """The runs of a system: what each is called, and the measures of each, in their order."""

    name: str
    runs: tuple[str, ...]
    results: tuple[Result, ...]

    def values(self, label: str, place: int) -> list[float]:
        """Return a score of each run in percent: precision, recall or F1, by its place."""
        return [result.scores[label][place] for result in self.results]


def runs_of(gold: str, system: str) -> list[Run] | None:
    """Return the runs of a system, each with its pairs of files; None if it is no folder of runs.

    With one gold file, each file of a folder is a run; with a folder of gold,
    each subfolder, where the files of gold are not in the folder itself.
    """
    if not os.path.isdir(system):
        return None
    if not os.path.isdir(gold):
        return [(path, [(gold, path)]) for path in all_files(system)]
    with os.scandir(system) as entries:
        inside = sorted(e.path for e in entries if e.is_dir() and not e.name.startswith("."))
    if not inside or pair_all([gold], [system]).pairs:
        return None
    return [(run, [(one, other) for _, one, other in file_pairs([gold], [run])]) for run in inside]


def scored_runs(name: str, runs: Sequence[Run], scorer: str, nis: bool | Rules) -> Runs:
    """Return the measures of the runs of a system; the files of a run are pooled."""
    results = []
    for run, pairs in runs:
        own = [result_of(PAIR, run, score_files(*pair, scorer, nis)) for pair in pairs]
        one = own[0] if len(own) == 1 else pooled(own)._replace(kind=PAIR, name=run)
        results.append(one)
    return Runs(name, tuple(os.path.basename(run) for run, _ in runs), tuple(results))


def notes_on_runs(systems: Sequence[Runs]) -> list[str]:
    """Return what to say of means in which a run has a share of nothing."""
    return [note for system in systems for note in shares_of_nothing(system.results)]


def as_dict(systems: Sequence[Runs], labels: Sequence[str] | None) -> dict[str, Any]:
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
            if not is_shown(label, labels):
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
        found.append({"name": system.name, "runs": list(system.runs), "measures": measures})
    return {"method": METHOD, "signature": report.signature, "systems": found}


def grid(found: dict[str, Any], metrics: Sequence[str], heads: dict[str, str]) -> list[list[str]]:
    """Return head and rows: mean and standard deviation of each system, and the difference of means."""
    baseline, *others = found["systems"]
    head = ["row", "", baseline["name"]]
    for system in others:
        head += [system["name"], "difference"]
    rows = [head]
    for label in baseline["measures"]:
        for metric in metrics:
            row = [label, heads[metric], _cell(baseline["measures"][label][metric])]
            for system in others:
                one = system["measures"][label][metric]
                row += [_cell(one), "%+.2f" % one["difference"]]
            rows.append(row)
    return rows


def _cell(one: dict[str, Any]) -> str:
    if "standard_deviation" not in one:
        return printed(one["mean"])
    return "%s ± %s" % (printed(one["mean"]), printed(one["standard_deviation"]))


def title(found: dict[str, Any]) -> list[str]:
    """Return what was compared and how, in lines."""
    lines = [
        "%s: %s, %s: %s"
        % (
            "system" if place else "baseline",
            system["name"],
            plural(len(system["runs"]), "run"),
            some(system["runs"], 5),
        )
        for place, system in enumerate(found["systems"])
    ]
    return [*lines, found["method"] + ": for a test, compare one run with one"]


TSV = ("system", "measure", "score", "runs", "mean", "standard_deviation", "difference")


def as_tsv(found: dict[str, Any], metrics: Sequence[str]) -> str:
    """Return a header and a line for each score of each system."""
    rows: list[tuple[str, ...]] = [TSV]
    for system in found["systems"]:
        for label, scores in system["measures"].items():
            for metric in metrics:
                one = scores[metric]
                numbers = [one.get(name) for name in TSV[4:]]
                cells = ["" if number is None else repr(number) for number in numbers]
                rows.append(
                    (visible(system["name"]), label, metric, str(len(one["values"])), *cells)
                )
    return "".join("\t".join(row) + "\n" for row in rows)


def as_json(found: dict[str, Any]) -> str:
    """Return the JSON."""
    return json_of(found, indent=2) + "\n"
