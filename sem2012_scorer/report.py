"""The report: the measures of a file's counts, and the legacy text, byte for byte."""

from __future__ import annotations

from collections import namedtuple

from . import measures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .counts import Counts
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


class Report(namedtuple("Report", ("counts", "original"))):
    """The report of some counts in the words of a legacy scorer.

    ``str(report)`` is the text that the original prints. Making it raises
    ZeroDivisionError where the original divides by zero: without any
    sentence, and for some originals without any sentence with negation.
    """

    __slots__ = ()
    counts: Counts
    original: Original

    def row(self, row: Row) -> ReportRow:
        """Return `row` of the report (2.2, lines 2164-2378 for the percentages)."""
        tally = getattr(self.counts, row.measured)
        found = tally.true_positives
        precision = measures.printed(
            measures.percentage(
                found, tally.system if row.divided_by_system else found + tally.false_positives
            )
        )
        recall = measures.printed(measures.percentage(found, found + tally.false_negatives))
        return ReportRow(
            row.label,
            tally.gold,
            tally.system,
            getattr(self.counts, row.printed_true_positives).true_positives,
            tally.false_positives,
            tally.false_negatives,
            precision,
            recall,
            measures.f1_of_printed(precision, recall),
        )

    def __str__(self) -> str:
        """Return the text of the report (2.2, lines 2382-2416)."""
        counts = self.counts
        errors = measures.error_percentage(counts.error_sentences, counts.sentences)
        if counts.negation_sentences or self.original.lines.no_negation_sentence is not None:
            negation_errors = measures.error_percentage(
                counts.error_negation_sentences, counts.negation_sentences
            )
        else:
            negation_errors = measures.printed(0.0)
        return "".join(
            (
                RULE,
                HEADER,
                RULE_UNDER_HEADER,
                *(str(self.row(row)) for row in self.original.rows),
                RULE,
                *(str(self.row(row)) for row in self.original.rows_b),
                RULE,
                " # sentences: %d\n" % counts.sentences,
                " # negation sentences: %d\n" % counts.negation_sentences,
                " # negation sentences with errors: %d\n" % counts.error_negation_sentences,
                " %% correct sentences: %s\n" % measures.correct_percentage(errors),
                " %% correct negation sentences: %s\n"
                % measures.correct_percentage(negation_errors),
                CLOSING_RULE,
            )
        )
