"""The report: the measures of a file's counts, and the legacy text, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, overload

from ..common import measures
from ..common.counts import Counts, Tally
from ..common.measures import Measure, ReportRow, measures_from_counts
from ..common.records import Record
from ..common.version import __version__
from ..port.printing import (
    divisors_for_printing,
    percentages_for_printing,
    printing_of_correct_sentences,
    report,
)
from ..port.scripts import LegacyLabel, Original, ReportLine
from ..reading.released import Released
from .nis import NisRow, Rules, nis_rows, nis_section

NisLabel = Literal["NIS cues", "NIS tok", "NIS ex", "NIS scope tokens"]


def _measure_of_row(counts: Counts, row: ReportLine) -> Measure:
    """Return `row` of the report of `counts`."""
    tally: Tally = counts[row.place]
    system, gold = divisors_for_printing(tally, row)
    right = tally.true_positives
    shown = tally._replace(true_positives=getattr(counts, row.printed).true_positives)
    printed = ReportRow._make([row.label, *shown, *percentages_for_printing(tally, row)])
    return Measure._make(
        [row.label, *tally, *measures_from_counts(right, system, right, gold), printed]
    )


class Report(Record):
    """A legacy scorer's report. Immutable.

    `counts` are the counts, which can be added; `original` is the legacy scorer; `nis` are the
    rules by which negation instances were scored, or None; `gold_is` are the released corpora that
    gold was recognized as, `read_as` the formats of the system's predictions, if they are not in
    columns. ``str(report)`` is the text that the original prints, and after it, if there are rules,
    a section on negation instances. It raises ZeroDivisionError where the original divides by zero:
    without any sentence, for some originals without any sentence with negation, and for 1.0 without
    a true positive in some row.

    ``report["Cues"]`` is a row by its label: a `Measure`, or for labels that start with
    NIS a `NisRow`.
    """

    counts: Counts
    original: Original
    nis: Rules | None = None
    gold_is: tuple[Released, ...] = ()
    read_as: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "<Report %s: %d sentences>" % (self.signature, self.counts.sentences)

    @overload
    def __getitem__(self, label: LegacyLabel) -> Measure: ...
    @overload
    def __getitem__(self, label: NisLabel) -> NisRow: ...
    @overload
    def __getitem__(self, label: str) -> Measure | NisRow: ...
    def __getitem__(self, label: str) -> Measure | NisRow:
        if row := self._rows_by_label().get(label):
            return _measure_of_row(self.counts, row)
        nis_rows = self._nis_rows()
        if label not in nis_rows:
            hint = ""
            if str(label)[:4] == "NIS " and self.nis is None:
                hint = " (rows of NIS need nis=True)"
            raise KeyError(f"there is no row {label!r}{hint}; there are: {', '.join(self)}")
        return nis_rows[label]

    def __iter__(self) -> Iterator[str]:
        return iter((*self._rows_by_label(), *self._nis_rows()))

    def __contains__(self, label: object) -> bool:
        return label in list(self)

    def __str__(self) -> str:
        text = report(self.counts, self.original)
        if self.nis is None:
            return text
        return text + nis_section(self.counts.instances, self.nis)

    def _rows_by_label(self) -> dict[str, ReportLine]:
        return {row.label: row for row in self.original.rows + self.original.rows_b}

    def _nis_rows(self) -> dict[str, NisRow]:
        if self.nis is None:
            return {}
        return nis_rows(self.counts.instances, self.nis)

    @property
    def signature(self) -> str:
        """Which scorer, gold, formats, options and version of this package the numbers come from."""
        parts = [f"scorer:{self.original.identifier}-{self.original.version}"]
        if self.gold_is:
            parts.append("gold:" + "+".join(corpus.identifier for corpus in self.gold_is))
        if self.read_as:
            parts.append("system:" + "+".join(self.read_as))
        if self.nis is not None:
            parts.append("nis:{}".format(",".join(scoring.name for scoring in self.nis.scorings)))
            parts.append(f"punctuation:{self.nis.punctuation}")
        parts.append(f"version:{__version__}")
        return "|".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the report as dictionaries, numbers and strings: the JSON.

        Percentages are unrounded; under ``printed`` stand those of the table.
        ``percent_correct`` is None where it would divide by zero.
        """
        counts, original = self.counts, self.original
        has_any = counts.negation_sentences or (counts.sentences and not original.lines.no_negation)
        shares = dict(zip(counts._fields[7:9], printing_of_correct_sentences(counts)))
        result: dict[str, Any] = {
            "scorer": {
                "id": original.identifier,
                "version": original.version,
                "date": original.date,
            },
            "signature": self.signature,
            "gold_is": [corpus.identifier for corpus in self.gold_is],
            "sentences": {
                "all": counts.sentences,
                "with_negation": counts.negation_sentences,
                "with_error": counts.error_sentences,
                "with_negation_and_error": counts.error_negation_sentences,
                "percent_correct": shares if has_any else None,
            },
            "measures": {
                n: _measure_of_row(counts, row).to_dict()
                for n, row in self._rows_by_label().items()
            },
        }
        if self.nis is not None:
            result["nis"] = {label: row.to_dict() for label, row in self._nis_rows().items()}
        return result

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each row, those of NIS too.

        Its keys are measure, gold, system, true_positives and so on, as in the JSON."""
        result = self.to_dict()
        return measures.measures_as_rows(result["measures"], result.get("nis", {}))
