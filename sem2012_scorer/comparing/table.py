"""What was compared, as values, and shown: a verdict, a line for each row, or the table of a paper."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from statistics import mean, stdev
from typing import Any, NamedTuple

from ..common.measures import METRICS
from ..common.percentages import printed
from ..common.wording import plural, visible
from ..reporting.grid import WIDTH, Grid
from .randomize import RESAMPLES, RunScores, percentages_of
from .values import Difference, Statistic, System

SHORT_LABELS = {
    "Scopes(cue match)": "Scopes CM",
    "Scopes(no cue match)": "Scopes NCM",
    "Scope tokens(no cue match)": "Scope tokens",
    "Negated(no cue match)": "Negated",
    "Full negation": "Full",
}


class Comparison(NamedTuple):
    """Systems compared with the first of them; ``str()`` is the text of the command.

    `rows` are the labels of the rows that are compared; `differences` are those of the other systems,
    none if nothing was tested; `signature` says how the numbers were made.
    """

    systems: tuple[System, ...]
    statistics: tuple[Statistic, ...]
    differences: tuple[Difference, ...]
    files: int
    signature: str
    seed: int

    def __str__(self) -> str:
        return text(self)

    @property
    def rows(self) -> list[str]:
        """The labels of the rows."""
        return [statistic.label for statistic in self.statistics]

    @property
    def are_percentages(self) -> bool:
        """Whether all rows are percentages of sentences, in which precision, recall and F1 are the same."""
        return all(label.startswith("%") for label in self.rows)

    def scores(self, system: System) -> list[RunScores]:
        """Return the scores of each run of a system: P, R and F1 of each row, unrounded, in percent."""
        return [
            percentages_of([n for statistic in self.statistics for n in statistic.numbers(counts)])
            for counts in (run.total for run in system.runs)
        ]

    def value(self, system: System, place: int) -> float:
        """Return a score of a system, or its mean over runs; `place` counts P, R and F1 of each row."""
        return mean(scores[place] for scores in self.scores(system))

    def printed(self, system: System, place: int) -> str:
        """Return a score as the report prints it, or the mean over runs."""
        if len(system.runs) > 1:
            return printed(self.value(system, place))
        return self.statistics[place // 3].printed(system.runs[0].total)[place % 3]

    def deviation(self, system: System, place: int) -> str:
        """Return the standard deviation (n - 1) of a score over runs, "" for one run."""
        values = [scores[place] for scores in self.scores(system)]
        return printed(stdev(values)) if len(values) > 1 else ""

    def to_dict(self, metrics: Sequence[str] = METRICS) -> dict[str, Any]:
        """Return everything for JSON; ``rows`` are those of `to_rows`."""
        systems = [
            {"name": system.name, "runs": len(system.runs), "test": difference.how}
            for system, difference in self.tested()
        ]
        about = {"signature": self.signature, "seed": self.seed}
        sentences = len(self.systems[0].runs[0].counts)
        return {**about, "sentences": sentences, "systems": systems, "rows": self.to_rows(metrics)}

    def to_rows(self, metrics: Sequence[str] = METRICS) -> list[dict[str, Any]]:
        """Return a plain row for each score of each system: ``pandas.DataFrame(found.to_rows())``.

        `metrics` are p, r and f1, or some of them. `value` is the mean over runs if there are several;
        None stands where there is no such value.
        """
        rows = []
        first = self.systems[0]
        for number, (system, difference) in enumerate(self.tested()):
            for place in range(3 * len(self.statistics)):
                if METRICS[place % 3] not in metrics:
                    continue
                value = self.value(system, place)
                low, high = difference.intervals[place] if difference.intervals else (None, None)
                rows.append(
                    {
                        "system": system.name,
                        "measure": self.statistics[place // 3].label,
                        "score": METRICS[place % 3],
                        "runs": len(system.runs),
                        "value": value,
                        "printed": self.printed(system, place),
                        "standard_deviation": self.deviation(system, place) or None,
                        "difference": value - self.value(first, place) if number else None,
                        "difference_low": low,
                        "difference_high": high,
                        "p": difference.p[place] if difference.p else None,
                        "p_holm": difference.p_holm[place] if difference.p_holm else None,
                    }
                )
        return rows

    def tested(self) -> list[tuple[System, Difference]]:
        """Return each system with how it differs from the first: nothing for that, or without tests."""
        missing = len(self.systems) - len(self.differences)
        differences = [*[Difference()] * missing, *self.differences]
        return list(zip(self.systems, differences))


def text(result: Comparison, metrics: Sequence[str] = ("f1",)) -> str:
    """Return the verdicts, then a table for each system and score, then how it was computed."""
    lines = [_verdict(result, place) for place in range(len(result.differences))]
    for place in range(len(result.differences)):
        if _is_equal(result, place):
            continue
        for metric in metrics:
            table = line_grid(result, place, metric).text(ruled=None)
            if max(map(len, table)) > WIDTH:
                letters = ("A", chr(66 + place))
                names = result.systems[0].name, result.systems[place + 1].name
                table = line_grid(result, place, metric, letters).text(ruled=None)
                table = ["{}: {}".format(*pair) for pair in zip(letters, names)] + table
            lines += ["", *table]
    hows = list(dict.fromkeys(difference.how for difference in result.differences))
    if any(difference.intervals for difference in result.differences):
        hows.append(f"bootstrap ({RESAMPLES:,})")
    hows += dict.fromkeys(test.caveat for test in result.differences if test.caveat)
    sentences = plural(len(result.systems[0].runs[0].counts), "sentence")
    if result.files > 1:
        sentences += f" of {result.files} files, pooled"
    lines += ["", *missing_runs(result), f"{sentences}; {'; '.join(hows)}; seed {result.seed}."]
    more = "B rows: --rows b. " * any(row.endswith("ation") for row in result.rows)
    more += "Precision and recall: --metrics p,r,f1." * (list(metrics) == ["f1"])
    values, unrounded = "as printed", "Intervals and p use"
    if any(len(system.runs) > 1 for system in result.systems):
        values, unrounded = "rounded means over runs", "p uses"
    how = f"Values are {values}; differences are theirs. {unrounded} unrounded values."
    lines += [*filter(None, [more]), how, result.signature]
    return "".join(visible(line) + "\n" for line in lines)


def missing_runs(result: Comparison) -> list[str]:
    """Return a line for each system of which a run could not be scored."""
    return [f"{s.name}: runs that are missing: {s.missing}" for s in result.systems if s.missing]


def _is_equal(result: Comparison, place: int) -> bool:
    """Return whether a system and the first have the same counts in every sentence, each with one run."""
    first, second = result.systems[0], result.systems[place + 1]
    return len(first.runs) == len(second.runs) == 1 and first.runs == second.runs


def _verdict(result: Comparison, place: int) -> str:
    first, second = result.systems[0], result.systems[place + 1]
    difference = result.differences[place]
    p_values = difference.p_holm
    if p_values is None:
        return difference.how
    if _is_equal(result, place):
        return f"{first.name} and {second.name} are the same on these sentences"
    has_several = len(result.differences) > 1
    p = {row: p_values[3 * n + 2] for n, row in enumerate(result.rows)}
    who = f" between {first.name} and {second.name}" if has_several else ""
    if difference.least > 0.05:
        return f"no difference{who} can be significant: the smallest possible p is {difference.least:.2g}"
    if min(p.values()) >= 0.05:
        row = min(p, key=p.__getitem__)
        holm = ", corrected over %d systems" % len(result.differences) if has_several else ""
        return f"no significant difference{who}: smallest p {p[row]:.2g} ({row}{holm})"
    said = []
    for how, sign in (("better", 1), ("worse", -1)):
        rows = [
            row
            for n, row in enumerate(result.rows)
            if p[row] < 0.05
            and sign * (result.value(second, 3 * n + 2) - result.value(first, 3 * n + 2)) > 0
        ]
        if rows:
            named = ": " + ", ".join(SHORT_LABELS.get(row, row) for row in rows)
            named = named if len(rows) < len(p) else ""
            said.append((how, "in %d of %d rows%s" % (len(rows), len(p), named)))
    over = "not corrected over rows"
    if has_several:
        over = "corrected over %d systems, %s" % (len(result.differences), over)
    (how, where), *rest = said
    words = "; ".join(
        [f"{how} than {first.name} {where}", *["{} {}".format(*rows) for rows in rest]]
    )
    return f"{second.name} is {words} (p < 0.05, {over})"


def line_grid(
    result: Comparison, place: int, metric: str, letters: Sequence[str] | None = None
) -> Grid:
    """Return a line for each row: both values, their difference, its interval, p."""
    both, difference = ((result.systems[0], result.systems[place + 1]), result.differences[place])
    what = metric.upper()
    if result.are_percentages:
        what = "%"
    head = [what, *(letters or [system.name for system in both]), "difference"]
    head += ["95% interval"] if difference.intervals else []
    head += ["p (Holm)" if len(result.differences) > 1 else "p"] if difference.p_holm else []
    rows = []
    for number, row in enumerate(result.rows):
        at = 3 * number + METRICS.index(metric)
        values = [Decimal(result.printed(system, at)) for system in both]
        cells = [row, *[shown_value(result, system, at) for system in both]]
        cells.append("%+.2f" % (values[1] - values[0]))
        if difference.intervals:
            cells.append("{:+.2f} to {:+6.2f}".format(*difference.intervals[at]))
        if difference.p_holm:
            cells.append(f"{difference.p_holm[at]:.4f}")
        rows.append(cells)
    return Grid(head, rows, signature=result.signature)


def shown_value(result: Comparison, system: System, at: int) -> str:
    """Return a value, with the deviation of its runs if there are several."""
    deviation = result.deviation(system, at)
    return result.printed(system, at) + (" ± " + deviation if deviation else "")
