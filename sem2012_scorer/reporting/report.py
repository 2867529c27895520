"""The report: the measures of a file's counts, and the legacy text, byte for byte."""

from __future__ import annotations

from ..ground import measures
from ..ground.records import Record
from ..legacy.divisions import by_zero, first_by_zero
from ..legacy.table import CLOSING_RULE, RULE_UNDER_HEADER, Printed, ReportRow, write_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Literal, Protocol, overload

    from ..ground.counts import Counts
    from ..legacy.originals import Original
    from ..legacy.rows import Row
    from ..reading.released import Recognised
    from .nis import NisRow, Rules
    from .recorded import RecordedReport

    LegacyLabel = Literal[
        "Cues",
        "Scopes(cue match)",
        "Scopes(no cue match)",
        "Scope tokens(no cue match)",
        "Negated(no cue match)",
        "Full negation",
        "Cues B",
        "Scopes B (cue match)",
        "Scopes B (no cue match)",
        "Negated B (no cue match)",
        "Full negation B",
        "Scopes(no cue match, no punc)",
        "Scope",
        "Negated",
    ]
    NisLabel = Literal["NIS cues", "NIS tok", "NIS ex", "NIS scope tokens"]

    class AnyReport(Protocol):
        """What the report of any scorer has, also that of the focus of negation."""

        @property
        def counts(self) -> Any: ...
        @property
        def labels(self) -> tuple[str, ...]: ...
        @property
        def signature(self) -> str: ...
        @property
        def gold_is(self) -> tuple[Recognised, ...]: ...
        def __getitem__(self, label: str) -> Measure | NisRow: ...
        def undefined(self, label: str) -> tuple[str, ...]: ...
        @property
        def read_as(self) -> tuple[str, ...]: ...
        def of(
            self,
            counts: Any,
            gold_is: tuple[Recognised, ...] = (),
            read_as: tuple[str, ...] = (),
        ) -> AnyReport: ...
        def to_dict(self) -> dict[str, Any]: ...


class Measure(Record):
    """A row of the report in full precision: counts, three unrounded percentages, and `printed`.

    `printed` is the row as the table shows it. It can differ by more than
    rounding: the table computes F1 from rounded numbers (quirk 21), and shows
    another row's true positives in the rows "no cue match" of the scopes
    (quirk 16).
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


def measure(counts: Counts, row: Row) -> Measure:
    """Return `row` of the report of `counts`."""
    tally = row.tally(counts)
    scores = row.scores(tally)
    own = getattr(counts, row.printed_true_positives).true_positives
    shown = tally._replace(true_positives=own)
    printed = ReportRow._make([row.label, *shown, *scores.printed])
    return Measure._make([row.label, *tally, scores.precision, scores.recall, scores.f1, printed])


def signature_of(
    original: Original,
    nis: Rules | None,
    gold_is: tuple[Recognised, ...] = (),
    read_as: Iterable[str] = (),
) -> str:
    """Return which scorer, which gold if it is known, which options and which version numbers come from.

    `read_as` are the formats of systems' files that are not in columns.
    """
    from ..ground.version import __version__

    parts = ["scorer:%s-%s" % (original.identifier, original.version)]
    if gold_is:
        parts.append("gold:%s" % "+".join(gold.identifier for gold in gold_is))
    shapes = sorted({shape for shape in read_as if shape})
    if shapes:
        parts.append("system:%s" % "+".join(shapes))
    if nis is not None:
        parts.append("nis:%s" % ",".join(scoring.name for scoring in nis.scorings))
        parts.append("punctuation:%s" % nis.punctuation)
    return "|".join([*parts, "version:%s" % __version__])


class Report:
    """The report of some counts in the words of a legacy scorer: an immutable value.

    `counts` are the counts, which can be added; `original` is the legacy
    scorer; `nis` are the rules by which negation instances were scored, or
    None; `gold_is` are the released corpora that gold was recognised as, `read_as` the formats of
    the system's predictions, if they are not in columns. ``str(report)`` is the text that the
    original prints, and after it, if there are rules, a section on negation instances. It raises
    ZeroDivisionError where the original divides by zero: without any sentence,
    for some originals without any sentence with negation, and for 1.0 without
    a true positive in some row.

    ``report["Cues"]`` is a row by its label (`labels`): a `Measure`, or for
    labels that start with NIS a `nis.NisRow`.
    """

    __slots__ = ("_counts", "_gold_is", "_nis", "_original", "_read_as", "_rows")

    def __init__(
        self,
        counts: Counts,
        original: Original,
        nis: Rules | None = None,
        gold_is: tuple[Recognised, ...] = (),
        read_as: tuple[str, ...] = (),
    ) -> None:
        self._counts = counts
        self._gold_is = gold_is
        self._read_as = read_as
        self._original = original
        self._nis = nis
        table = original.table
        rows: dict[str, Any] = {}
        for row in table.rows + table.rows_b:
            rows[row.label] = measure(counts, row)
        if nis is not None:
            from .nis import rows as nis_rows

            rows.update((row.label, row) for row in nis_rows(counts.instances, nis))
        self._rows = rows

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

    @property
    def gold_is(self) -> tuple[Recognised, ...]:
        """The released corpora that gold is or has the tokens of; none if it is not known."""
        return self._gold_is

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Report):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    @staticmethod
    def parse(text: str) -> RecordedReport:
        """Return the first report of a legacy scorer in a text, whatever stands around it.

        Raises `NotAReport` if there is none, or if it is cut off.
        """
        from .recorded import read_reports

        return read_reports(text)[0]

    @property
    def read_as(self) -> tuple[str, ...]:
        """The formats of the predictions of files that are not in columns."""
        return self._read_as

    def of(
        self,
        counts: Counts,
        gold_is: tuple[Recognised, ...] = (),
        read_as: tuple[str, ...] = (),
    ) -> Report:
        """Return the report of other counts, by the same original and rules."""
        return Report(counts, self._original, self._nis, gold_is, read_as)

    def _values(self) -> tuple[Counts, str, Rules | None]:
        return self._counts, self._original.identifier, self._nis

    def __repr__(self) -> str:
        return "<Report %s: %d sentences>" % (self.signature, self._counts.sentences)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the rows, as printed."""
        return tuple(self._rows)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, label: LegacyLabel) -> Measure: ...

        @overload
        def __getitem__(self, label: NisLabel) -> NisRow: ...

        @overload
        def __getitem__(self, label: str) -> Measure | NisRow: ...

    def __getitem__(self, label: str) -> Measure | NisRow:
        if label not in self._rows:
            raise KeyError("there is no row %r; there are: %s" % (label, ", ".join(self.labels)))
        row: Measure | NisRow = self._rows[label]
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __contains__(self, label: object) -> bool:
        return label in self._rows

    def undefined(self, label: str) -> tuple[str, ...]:
        """Return which of a row's precision, recall and F1 divide by zero, and are 0 therefore."""
        table = self._original.table
        for row in table.rows + table.rows_b:
            if row.label == label:
                return row.scores(row.tally(self._counts)).undefined
        nis_row: NisRow = self._rows[label]
        return nis_row.undefined

    def printed(self) -> Printed:
        """Return what the table shows, as numbers and strings.

        Raises ZeroDivisionError where the original divides by zero.
        """
        if first_by_zero(self._counts, self._original) is not None:
            raise ZeroDivisionError("the original divides by zero")
        counts, table = self._counts, self._original.table
        rows, rows_b = (
            tuple([self._rows[row.label].printed for row in block])
            for block in (table.rows, table.rows_b)
        )
        numbers = counts.sentences, counts.negation_sentences, counts.error_negation_sentences
        return Printed(rows, rows_b, *numbers, *self._correct_percentages())

    def _correct_percentages(self) -> tuple[str, str]:
        """Return the printed percentages of correct sentences, and of those with negation.

        2.2, lines 2382-2385, and what they are of in 2409-2414.
        """
        counts = self._counts
        errors = measures.error_percentage(counts.error_sentences, counts.sentences)
        negation_errors = measures.error_percentage(
            counts.error_negation_sentences, counts.negation_sentences
        )
        return measures.correct_percentage(errors), measures.correct_percentage(negation_errors)

    def __str__(self) -> str:
        nis = self.nis_text() if self._nis is not None else ""
        return self.legacy_text() + nis

    def legacy_text(self) -> str:
        """Return what the original prints (2.2, lines 2388-2422)."""
        return self._original.table.write(self.printed())

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
                RULE_UNDER_HEADER + "\n",
                *[
                    write_row(row.label, (row.gold, row.system, row.matched, "", ""), row.printed)
                    for row in self._nis_rows()
                ],
                CLOSING_RULE + "\n",
            )
        )

    def _legacy_rows(self) -> list[Measure]:
        return [row for row in self._rows.values() if isinstance(row, Measure)]

    def _nis_rows(self) -> list[NisRow]:
        return [row for row in self._rows.values() if not isinstance(row, Measure)]

    @property
    def signature(self) -> str:
        """Which scorer, which options and which version of this package the numbers come from."""
        return signature_of(self._original, self._nis, self._gold_is, self._read_as)

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the report as dictionaries, numbers and strings: the JSON.

        Percentages are unrounded; under ``printed`` stand those of the table.
        ``percent_correct`` is None where it would divide by zero.
        """
        counts, original, nis = self._counts, self._original, self._nis
        correct = None
        if all(division.number is not None for division in by_zero(counts, original)):
            correct = dict(zip(("sentences", "negation_sentences"), self._correct_percentages()))
        options: dict[str, Any] = {"nis": nis is not None}
        if nis is not None:
            options["nis_punctuation"] = nis.punctuation
            options["nis_scope_scorings"] = [scoring.name for scoring in nis.scorings]
        result: dict[str, Any] = {
            "scorer": {
                "id": original.identifier,
                "version": original.version,
                "date": original.date,
            },
            "options": options,
            "signature": self.signature,
            "gold_is": [gold.to_dict() for gold in self._gold_is],
            "sentences": {
                "all": counts.sentences,
                "with_negation": counts.negation_sentences,
                "with_error": counts.error_sentences,
                "with_negation_and_error": counts.error_negation_sentences,
                "percent_correct": correct,
            },
            "measures": {row.label: row.to_dict() for row in self._legacy_rows()},
        }
        if nis is not None:
            result["nis"] = {row.label: row.to_dict() for row in self._nis_rows()}
        return result

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each row, those of NIS too: see `measures.rows_of`."""
        found = self.to_dict()
        return measures.rows_of(found["measures"], found.get("nis", {}))
