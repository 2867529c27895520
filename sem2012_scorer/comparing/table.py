"""A comparison as text for the terminal: a verdict, and a line with its values for each row.

In: systems and how they differ. Out: a `Comparison`, which the command shows by `comparison_text`, to be read first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import chain
from statistics import stdev
from typing import Any, NamedTuple

from ..common.measures import METRICS, SIGNIFICANT
from ..common.percentages import mean_of_percentages, printed
from ..common.wording import (
    names_cut_in_middle,
    plural,
    visible,
    width_in_terminal,
    wrap_wording,
)
from ..port.scripts import ORIGINALS
from ..reporting.grid import Grid
from .randomize import RESAMPLES, RunScores
from .values import Difference, Statistic, System, names_that_fit

SHORT_LABELS = {
    "Scopes(cue match)": "Scopes CM",
    "Scopes(no cue match)": "Scopes NCM",
    "Scope tokens(no cue match)": "Scope tokens",
    "Negated(no cue match)": "Negated",
    "Full negation": "Full",
}

WIDEST_TABLE = 100
"""How many columns a line has at most; long names are cut for that."""

LONGEST_NAME = 40
"""How many columns a name has at most in a sentence."""


class Comparison(NamedTuple):
    """Systems compared with the first of them; ``str()`` is the text of the command.

    `systems` have their `name` and `runs`, `rows` are the labels of the rows that are compared (made from
    `statistics`), and `files` is the number of gold files. `differences` has one for each system after the
    first: `p`, `p_holm` (corrected for several systems) and 95% `intervals` in percentage points, for
    precision, recall and F1 of each row; `p` is None for a system that was not tested. `signature` says how the
    numbers were made, `seed` starts the random numbers. `to_rows()` has values and differences unrounded; in it,
    `printed` and `standard_deviation` are strings with two decimals.
    """

    systems: tuple[System, ...]
    statistics: tuple[Statistic, ...]
    differences: tuple[Difference, ...]
    files: int
    signature: str
    seed: int

    def __str__(self) -> str:
        return comparison_text(self)

    @property
    def rows(self) -> list[str]:
        """The labels of the rows."""
        return [statistic.label for statistic in self.statistics]

    @property
    def are_percentages(self) -> bool:
        """Whether all rows are percentages of sentences, in which precision, recall and F1 are the same."""
        return all(label.startswith("%") for label in self.rows)

    @property
    def number_tested(self) -> int:
        """How many systems were tested against the first: a single run against several is not."""
        return sum(difference.p_holm is not None for difference in self.differences)

    @property
    def has_b_rows(self) -> bool:
        """Whether the scorer has B rows, by the signature."""
        scorer = self.signature.partition("|")[0]
        return any(
            original.rows_b and scorer == f"scorer:{original.identifier}-{original.version}"
            for original in ORIGINALS.values()
        )

    def scores(self, system: System) -> list[RunScores]:
        """Return the scores of each run of a system: P, R and F1 of each row, unrounded, in percent."""
        of_runs = []
        for run in system.runs:
            of_rows = [statistic.scores(run.total) for statistic in self.statistics]
            of_runs.append(tuple(chain.from_iterable(of_rows)))
        return of_runs

    def value(self, system: System, place: int) -> float:
        """Return a score of a system, or its mean over runs; `place` counts P, R and F1 of each row."""
        return mean_of_percentages([scores[place] for scores in self.scores(system)])

    def printed(self, system: System, place: int) -> str:
        """Return a score as the report prints it, or the mean over runs."""
        if len(system.runs) > 1:
            return printed(self.value(system, place))
        return self.statistics[place // 3].printed(system.runs[0].total)[place % 3]

    def deviation(self, system: System, place: int) -> str:
        """Return the standard deviation (n - 1) of a score over runs, "" for one run."""
        values = [scores[place] for scores in self.scores(system)]
        if len(values) < 2:
            return ""
        return printed(stdev(values))

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
        None stands where there is no such value. Raises ValueError for other metrics.
        """
        if not set(metrics) <= set(METRICS):
            raise ValueError(f"metrics are {', '.join(METRICS)}, not {metrics!r}")
        rows = []
        for number, (system, difference) in enumerate(self.tested()):
            for place in range(3 * len(self.statistics)):
                if METRICS[place % 3] in metrics:
                    rows.append(self._plain_row(system, difference, place, is_first=number == 0))
        return rows

    def _plain_row(
        self, system: System, difference: Difference, place: int, is_first: bool
    ) -> dict[str, Any]:
        """Return the plain row for one score of a system; the first has no difference from itself."""
        value = self.value(system, place)
        change = low = high = p = p_holm = None
        if not is_first:
            change = value - self.value(self.systems[0], place)
        if difference.intervals:
            low, high = difference.intervals[place]
        if difference.p:
            p = difference.p[place]
        if difference.p_holm:
            p_holm = difference.p_holm[place]
        return {
            "system": system.name,
            "measure": self.statistics[place // 3].label,
            "score": METRICS[place % 3],
            "runs": len(system.runs),
            "value": value,
            "printed": self.printed(system, place),
            "standard_deviation": self.deviation(system, place) or None,
            "difference": change,
            "difference_low": low,
            "difference_high": high,
            "p": p,
            "p_holm": p_holm,
        }

    def tested(self) -> list[tuple[System, Difference]]:
        """Return each system with its difference from the first: an empty one for that, or without tests."""
        missing = len(self.systems) - len(self.differences)
        differences = [Difference() for _ in range(missing)]
        differences += self.differences
        return list(zip(self.systems, differences))


def comparison_text(result: Comparison, metrics: Sequence[str] = ("f1",)) -> str:
    """Return the verdicts, then a table for each system and score, then how it was computed."""
    others = range(len(result.differences))
    named = _with_short_names(result)
    verdicts = [_verdict_on_system(named, place, metrics) for place in others]
    lines = _folded(verdicts)
    has_table = False
    for place in others:
        # Of a system that is the same as the first, the verdict says everything.
        if not _is_equal(result, place):
            has_table = True
            lines += _tables_of_system(result, place, metrics)
    below = comparison_table_notes_on_runs(named)
    if has_table:
        below += _lines_below_tables(result, metrics)
    else:
        below.append(_sentences_compared(result) + ".")
    lines += ["", *_folded(below), result.signature]
    return "".join(visible(line) + "\n" for line in lines)


def _with_short_names(result: Comparison) -> Comparison:
    """Return a comparison in which two names stand in a line."""
    names = names_cut_in_middle([system.name for system in result.systems], LONGEST_NAME)
    systems = [system._replace(name=name) for system, name in zip(result.systems, names)]
    return result._replace(systems=tuple(systems))


def _folded(lines: Sequence[str]) -> list[str]:
    """Return lines of at most `WIDEST_TABLE` columns."""
    return [part for line in lines for part in wrap_wording(line, WIDEST_TABLE)]


def _lines_below_tables(result: Comparison, metrics: Sequence[str]) -> list[str]:
    """Return how the tables were computed, which rows and scores they leave out, and which numbers are rounded."""
    lines = [_how_compared(result)]
    more = ""
    has_shown_b = any(" B" in row for row in result.rows)
    if result.has_b_rows and not has_shown_b and any(row.endswith("ation") for row in result.rows):
        more = "B rows: --rows b."
    if list(metrics) == ["f1"] and not result.are_percentages:
        more = f"{more} Precision and recall: --metrics p,r,f1.".strip()
    if more:
        lines.append(more)
    lines.append(_how_rounded(result))
    return lines


def _how_rounded(result: Comparison) -> str:
    """Return which numbers of the table are rounded, and what is computed from unrounded ones."""
    values = "scores as the report prints them"
    if any(len(system.runs) > 1 for system in result.systems):
        values = "rounded means over runs"
    shown = f"The table shows {values} and the differences between them."
    if any(difference.intervals for difference in result.differences):
        return f"{shown} Intervals and p use unrounded values."
    if any(difference.p_holm is not None for difference in result.differences):
        return f"{shown} p uses unrounded values."
    return shown


def _tables_of_system(result: Comparison, place: int, metrics: Sequence[str]) -> list[str]:
    """Return the tables of a system and the first, one for each score; long names are cut in the middle."""
    lines = []
    names = [result.systems[0].name, result.systems[place + 1].name]
    for metric in metrics:
        lines += ["", *_table_that_fits(result, place, metric, names)]
    return lines


def _table_that_fits(
    result: Comparison, place: int, metric: str, names: Sequence[str]
) -> list[str]:
    """Return a table with as much of two names as `WIDEST_TABLE` columns hold."""

    def table(shown: Sequence[str]) -> list[str]:
        return _table_of_lines(result, place, metric, shown).text(ruled=None)

    def does_fit(shown: Sequence[str]) -> bool:
        return max(map(width_in_terminal, table(shown))) <= WIDEST_TABLE

    return table(names_that_fit(names, WIDEST_TABLE, does_fit))


def _sentences_compared(result: Comparison) -> str:
    """Return how many sentences were compared, and of how many files."""
    sentences = plural(len(result.systems[0].runs[0].counts), "sentence")
    if result.files > 1:
        sentences += f" of {result.files} files, pooled"
    return sentences


def _how_compared(result: Comparison) -> str:
    """Return how many sentences were compared, by which tests, and what to mind about these."""
    # A line above the table says why a system is not tested.
    hows = list(dict.fromkeys(test.how for test in result.differences if test.p_holm is not None))
    if any(difference.intervals for difference in result.differences):
        hows.append(f"bootstrap ({RESAMPLES:,})")
    hows += dict.fromkeys(test.caveat for test in result.differences if test.caveat)
    if any(difference.p_holm is not None for difference in result.differences):
        hows.append(f"seed {result.seed}")
    return "; ".join([_sentences_compared(result), *hows]) + "."


def comparison_table_notes_on_runs(result: Comparison) -> list[str]:
    """Return a line for each system of which a run could not be scored."""
    lines = []
    for system in result.systems:
        if system.missing:
            all_runs = plural(system.missing + len(system.runs), "run")
            was_or_were = "was" if system.missing == 1 else "were"
            lines.append(f"{system.name}: {system.missing} of {all_runs} {was_or_were} left out")
    return lines


def _is_equal(result: Comparison, place: int) -> bool:
    """Return whether a system and the first have the same counts in every sentence, each with one run."""
    first, second = result.systems[0], result.systems[place + 1]
    return len(first.runs) == len(second.runs) == 1 and first.runs == second.runs


def _verdict_on_system(result: Comparison, place: int, metrics: Sequence[str]) -> str:
    """Return in a sentence whether a system differs from the first, by p in each row.

    It is p of F1; if F1 is not among the scores that are shown, of the first of them.
    """
    first, second = result.systems[0], result.systems[place + 1]
    difference = result.differences[place]
    if difference.p_holm is None:
        return difference.how
    if _is_equal(result, place):
        return f"{first.name} and {second.name} have the same counts in every sentence"
    has_several = result.number_tested > 1
    over_systems = f"corrected over {result.number_tested} systems"
    who = f" between {first.name} and {second.name}" if has_several else ""
    metric = "f1" if "f1" in metrics else metrics[0]
    by_metric = "" if list(metrics) == ["f1"] else f" by {metric.upper()}"
    if difference.least >= SIGNIFICANT:
        return f"no difference{who} can be significant: the smallest possible p is {_p_in_words(difference.least)}"
    at = METRICS.index(metric)
    p = {row: difference.p_holm[3 * n + at] for n, row in enumerate(result.rows)}
    row = min(p, key=p.__getitem__)
    if p[row] >= SIGNIFICANT:
        where = f"{row}, {over_systems}" if has_several else row
        return (
            f"no significant difference{who}{by_metric}: smallest p {_p_in_words(p[row])} ({where})"
        )
    corrected = [f"p < {SIGNIFICANT}"]
    if has_several:
        corrected.append(over_systems)
    if len(p) > 1:
        corrected.append("not corrected for the number of rows")
    words = _better_and_worse(result, place, p, at, by_metric)
    return f"{second.name} is {words} ({', '.join(corrected)})"


def _p_in_words(p: float) -> str:
    """Return p with as many digits as in the table, without zeros at the end: 0.125."""
    return f"{p:.4f}".rstrip("0").rstrip(".")


def _better_and_worse(
    result: Comparison, place: int, p: Mapping[str, float], score: int, by_metric: str
) -> str:
    """Return in which rows a system is significantly better than the first, and in which worse.

    `score` says which of P, R and F1 is compared, `by_metric` the same in words.
    """
    first, second = result.systems[0], result.systems[place + 1]
    better, worse = [], []
    for number, row in enumerate(result.rows):
        if p[row] < SIGNIFICANT:
            at = 3 * number + score
            change = result.value(second, at) - result.value(first, at)
            if change > 0:
                better.append(row)
            elif change < 0:
                worse.append(row)
    parts: list[str] = []
    for how, rows in (("better", better), ("worse", worse)):
        if not rows:
            continue
        where = f"in {len(rows)} of {len(p)} rows"
        if len(p) == 1:
            where = f"in {rows[0]}"
        others = [row for row in p if row not in rows]
        if 0 < len(others) < len(rows):
            where += f": all but {', '.join(others)}"
        elif others:
            where += f": {', '.join(rows)}"
        # The first system is named once.
        than = "" if parts else f"than {first.name}{by_metric} "
        parts.append(f"{how} {than}{where}")
    return "; ".join(parts)


def _table_of_lines(result: Comparison, place: int, metric: str, names: Sequence[str]) -> Grid:
    """Return a line for each row: both values, their difference, its interval, p."""
    both, difference = ((result.systems[0], result.systems[place + 1]), result.differences[place])
    what = metric.upper()
    if result.are_percentages:
        what = "%"
    elif any(statistic.place is not None for statistic in result.statistics):
        what += " or %"  # a percentage of sentences is no score
    head = [what]
    head += names
    head.append("difference")
    if difference.intervals:
        head.append("95% interval")
    if difference.p_holm and result.number_tested > 1:
        head.append("p (Holm)")
    elif difference.p_holm:
        head.append("p")
    rows = []
    for number, row in enumerate(result.rows):
        at = 3 * number + METRICS.index(metric)
        values = [Decimal(result.printed(system, at)) for system in both]
        cells = [row]
        cells += [value_in_comparison_table(result, system, at) for system in both]
        cells.append("%+.2f" % (values[1] - values[0]))
        if difference.intervals:
            cells.append("{:+.2f} to {:+6.2f}".format(*difference.intervals[at]))
        if difference.p_holm:
            cells.append(f"{difference.p_holm[at]:.4f}")
        rows.append(cells)
    return Grid(head, rows, signature=result.signature)


def value_in_comparison_table(result: Comparison, system: System, at: int) -> str:
    """Return a value, with the deviation of its runs if there are several."""
    deviation = result.deviation(system, at)
    if deviation:
        return f"{result.printed(system, at)} ± {deviation}"
    return result.printed(system, at)
