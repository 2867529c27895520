"""The report: the measures of a file's counts, and the legacy text, byte for byte."""

from __future__ import annotations

from collections import namedtuple

from . import measures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .counts import Counts
    from .nis import NisRow, Rules
    from .originals import Original, Row

HEADER = (
    "                            | gold | system | tp   | fp   | fn   "
    "| precision (%) | recall (%) | F1  (%) \n"
)
# The rules are not all of one length: the one under the header is longer by a dash.
COLUMN_WIDTHS = (27, 6, 8, 6, 6, 6, 15, 12, 9)
RULE = "+".join("-" * width for width in COLUMN_WIDTHS) + "\n"
RULE_UNDER_HEADER = "-" + RULE
CLOSING_RULE = "-" * 104 + "\n"

WIDTH_TO_FIRST_NUMBER = 34
"""A row's label and its first number take so many characters together, or more if they must."""


class ReportRow(
    namedtuple(
        "ReportRow",
        (
            "label",
            "gold",
            "system",
            "true_positives",
            "false_positives",
            "false_negatives",
            "precision",
            "recall",
            "f1",
        ),
    )
):
    """A row of the report: its label, five counts, and three percentages as printed."""

    __slots__ = ()
    label: str
    gold: int
    system: int
    true_positives: int
    false_positives: int
    false_negatives: int
    precision: str
    recall: str
    f1: str

    def __str__(self) -> str:
        return "%s: %*d | %6d | %4d | %4d | %4d | %13s | %10s | %7s\n" % (
            self.label,
            WIDTH_TO_FIRST_NUMBER - len(self.label) - len(": "),
            *self[1:],
        )


class Measure(
    namedtuple(
        "Measure",
        (
            "label",
            "gold",
            "system",
            "true_positives",
            "false_positives",
            "false_negatives",
            "precision",
            "recall",
            "f1",
            "printed",
        ),
    )
):
    """A row of the report in full precision: counts, three unrounded percentages, and `printed`.

    `printed` is the row as the table shows it. It can differ by more than
    rounding: the table computes F1 from rounded numbers, and shows another
    row's true positives in the rows "no cue match" of the scopes.
    """

    __slots__ = ()
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


class Report:
    """The report of some counts in the words of a legacy scorer: an immutable value.

    `counts` are the counts, which can be added; `original` is the legacy
    scorer; `nis` are the rules by which negation instances were scored, or
    None. ``str(report)`` is the text that the original prints, and after it,
    if there are rules, a section on negation instances. It raises
    ZeroDivisionError where the original divides by zero: without any sentence,
    and for some originals without any sentence with negation.

    ``report["Cues"]`` is a row by its label (`labels`): a `Measure`, or for
    labels that start with NIS a `nis.NisRow`.
    """

    __slots__ = ("_counts", "_original", "_nis")

    def __init__(self, counts: Counts, original: Original, nis: Rules | None = None) -> None:
        self._counts = counts
        self._original = original
        self._nis = nis

    @property
    def counts(self) -> Counts:
        """The counts that everything here is derived from."""
        return self._counts

    @property
    def original(self) -> Original:
        """The legacy scorer in whose words this is the report."""
        return self._original

    @property
    def nis(self) -> Rules | None:
        """The rules for negation instances, or None."""
        return self._nis

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Report):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[Counts, str, Rules | None]:
        return self._counts, self._original.identifier, self._nis

    def __repr__(self) -> str:
        return "<Report %s: %d sentences>" % (self.signature, self._counts.sentences)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the rows, as printed."""
        legacy = tuple(row.label for row in self._original.rows + self._original.rows_b)
        return legacy + tuple(row.label for row in self._nis_rows())

    def __getitem__(self, label: str) -> Measure | NisRow:
        for row in self._original.rows + self._original.rows_b:
            if row.label == label:
                return self.measure(row)
        for nis_row in self._nis_rows():
            if nis_row.label == label:
                return nis_row
        raise KeyError("%r is none of the rows: %s" % (label, ", ".join(self.labels)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __contains__(self, label: object) -> bool:
        return label in self.labels

    def measure(self, row: Row) -> Measure:
        """Return `row` of the report (2.2, lines 2164-2378 for the percentages)."""
        tally = getattr(self._counts, row.measured)
        found = tally.true_positives
        precision = measures.percentage(
            found, tally.system if row.divided_by_system else found + tally.false_positives
        )
        recall = measures.percentage(found, found + tally.false_negatives)
        printed = measures.printed(precision), measures.printed(recall)
        return Measure(
            row.label,
            tally.gold,
            tally.system,
            found,
            tally.false_positives,
            tally.false_negatives,
            precision,
            recall,
            measures.f1(precision, recall),
            ReportRow(
                row.label,
                tally.gold,
                tally.system,
                getattr(self._counts, row.printed_true_positives).true_positives,
                tally.false_positives,
                tally.false_negatives,
                *printed,
                measures.f1_of_printed(*printed),
            ),
        )

    def correct_percentages(self) -> tuple[str, str]:
        """Return the printed percentages of correct sentences, and of those with negation.

        2.2, lines 2382-2385. Raises ZeroDivisionError as the original does.
        """
        counts = self._counts
        errors = measures.error_percentage(counts.error_sentences, counts.sentences)
        if counts.negation_sentences or self._original.lines.no_negation_sentence is not None:
            negation_errors = measures.error_percentage(
                counts.error_negation_sentences, counts.negation_sentences
            )
        else:
            negation_errors = measures.printed(0.0)
        return measures.correct_percentage(errors), measures.correct_percentage(negation_errors)

    def __str__(self) -> str:
        return self.legacy_text() + (self.nis_text() if self._nis is not None else "")

    def legacy_text(self) -> str:
        """Return what the original prints (2.2, lines 2382-2416)."""
        counts = self._counts
        correct, correct_negation = self.correct_percentages()
        return "".join(
            (
                RULE,
                HEADER,
                RULE_UNDER_HEADER,
                *(str(self.measure(row).printed) for row in self._original.rows),
                RULE,
                *(str(self.measure(row).printed) for row in self._original.rows_b),
                RULE,
                " # sentences: %d\n" % counts.sentences,
                " # negation sentences: %d\n" % counts.negation_sentences,
                " # negation sentences with errors: %d\n" % counts.error_negation_sentences,
                " %% correct sentences: %s\n" % correct,
                " %% correct negation sentences: %s\n" % correct_negation,
                CLOSING_RULE,
            )
        )

    def nis_text(self) -> str:
        """Return the section on negation instances; there must be rules for them.

        No line may start like a row of the legacy report: programs that read
        it take the last line that starts so.
        """
        assert self._nis is not None
        title = "NIS (punctuation by %s)" % self._nis.punctuation
        return "".join(
            (
                title.ljust(len(RULE_UNDER_HEADER.partition("+")[0])),
                "| gold | system | match|      |      | precision (%) | recall (%) | F1  (%) \n",
                RULE_UNDER_HEADER,
                *(
                    "%s: %*d | %6d | %4d |      |      | %13s | %10s | %7s\n"
                    % (
                        row.label,
                        WIDTH_TO_FIRST_NUMBER - len(row.label) - len(": "),
                        row.gold,
                        row.system,
                        row.matched,
                        *row.printed,
                    )
                    for row in self._nis_rows()
                ),
                CLOSING_RULE,
            )
        )

    def _nis_rows(self) -> tuple[NisRow, ...]:
        if self._nis is None:
            return ()
        from .nis import rows

        return rows(self._counts.instances, self._nis)

    @property
    def signature(self) -> str:
        """Which scorer, which options and which version of this package the numbers come from."""
        from . import __version__

        parts = ["scorer:%s-%s" % (self._original.identifier, self._original.version)]
        if self._nis is not None:
            parts.append("nis:%s" % ",".join(scoring.name for scoring in self._nis.scorings))
            parts.append("punctuation:%s" % self._nis.punctuation)
        return "|".join([*parts, "version:%s" % __version__])

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the report as dictionaries, numbers and strings: the JSON.

        Percentages are unrounded; under ``printed`` stand those of the table.
        ``percent_correct`` is None where there is nothing to divide by.
        """
        counts = self._counts
        try:
            correct = dict(zip(("sentences", "negation_sentences"), self.correct_percentages()))
        except ZeroDivisionError:
            correct = None
        options: dict[str, Any] = {"nis": self._nis is not None}
        if self._nis is not None:
            options["nis_punctuation"] = self._nis.punctuation
            options["nis_scope_scorings"] = [scoring.name for scoring in self._nis.scorings]
        result: dict[str, Any] = {
            "scorer": {
                "id": self._original.identifier,
                "version": self._original.version,
                "date": self._original.date,
            },
            "options": options,
            "signature": self.signature,
            "sentences": {
                "all": counts.sentences,
                "with_negation": counts.negation_sentences,
                "with_error": counts.error_sentences,
                "with_negation_and_error": counts.error_negation_sentences,
                "percent_correct": correct,
            },
            "measures": {
                row.label: _as_dict(self.measure(row))
                for row in self._original.rows + self._original.rows_b
            },
        }
        if self._nis is not None:
            result["nis"] = {row.label: row.to_dict() for row in self._nis_rows()}
        return result


def _as_dict(measure: Measure) -> dict[str, Any]:
    result = measure._asdict()
    del result["label"]
    result["printed"] = {
        name: getattr(measure.printed, name)
        for name in ("true_positives", "precision", "recall", "f1")
    }
    return result
