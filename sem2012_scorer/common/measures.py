"""Precision, recall and F1 of a row, as values, with the short names of measures. All are percentages."""

from __future__ import annotations

from .percentages import f1_of_percentages, percentage, printed
from .records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

SCORES = ("precision", "recall", "f1")
SIGNIFICANT = 0.05  # p of a significant difference is lower
SCORE_LETTERS = ("P", "R", "F1")  # how tables name them
"""The names of the three scores, in the order in which they are shown."""
METRICS = ("p", "r", "f1")  # the names that an option has for them


class PrintedScores(Record):
    """Precision, recall and F1 as they are printed: percentages with two decimals."""

    precision: str
    recall: str
    f1: str


class ReportRow(Record):
    """A row of a report as it is printed: its label, five counts, and three percentages."""

    label: str
    gold: int
    system: int
    true_positives: int
    false_positives: int
    false_negatives: int
    precision: str
    recall: str
    f1: str


class Measure(Record):
    """A row of the report in full precision: counts, three unrounded percentages, and `printed`.

    `printed` is the row as the table shows it. It can differ by more than rounding: the table
    computes F1 from rounded numbers (quirk 21), and shows another row's true positives in the rows
    "no cue match" of the scopes (quirk 16).
    """

    label: str
    gold: int
    system: int
    true_positives: int
    false_positives: int
    false_negatives: int
    precision: float
    recall: float
    f1: float
    printed: ReportRow

    def to_dict(self) -> dict[str, Any]:
        """Return the row without its label as a dictionary, as in the JSON."""
        result = self._asdict()
        del result["label"]
        result["printed"] = {
            name: getattr(self.printed, name)
            for name in ("true_positives", "precision", "recall", "f1")
        }
        return result


def measures_from_counts(
    right_of_system: float, system: int, right_of_gold: float, gold: int
) -> tuple[float, float, float]:
    """Return precision, recall and F1 in percent, unrounded: 0 where they divide by zero.

    `right_of_system` of `system` and `right_of_gold` of `gold` are right: for each row of a report, 2.2,
    lines 2164-2378. Numbers of things, or where negation instances are scored, sums of fractions.
    """
    precision, recall = percentage(right_of_system, system), percentage(right_of_gold, gold)
    return precision, recall, f1_of_percentages(precision, recall)


def rounded_measures(scores: tuple[float, float, float]) -> PrintedScores:
    """Return scores with two decimals."""
    return PrintedScores._make(map(printed, scores))


def measures_as_rows(*several: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return measures, by label as in the JSON, as plain rows: ``pandas.DataFrame(result.to_rows())``.

    Percentages are unrounded; what is printed has keys that begin with ``printed_``.
    """
    rows = []
    for label, values in [pair for measures in several for pair in measures.items()]:
        shown = {"printed_" + name: value for name, value in values["printed"].items()}
        plain = {name: value for name, value in values.items() if name != "printed"}
        rows.append({"measure": label, **plain, **shown})
    return rows


SHORT_NAMES = ("cues", "scopes-cm", "scopes-ncm", "tokens", "events", "full", "scopes-no-punc")
"""The short names of rows by the place of what they measure."""
OTHER_NAMES = {
    "NIS cues": "nis-cues",
    "NIS tok": "nis-tok",
    "NIS ex": "nis-ex",
    "NIS scope tokens": "nis-tokens",
    "% correct sentences": "sentences",
    "% correct negation sentences": "cns",
}
"""The short names of what is no row of a legacy report, by label."""


def measure_short_name(place: int, is_b: bool) -> str:
    """Return the short name of a row by the place of what it measures, and by its block."""
    name = SHORT_NAMES[place]
    return name + "-b" if is_b else name
