"""The report's text: one layout, by which it is written and by which a recorded one is read back.

2.2, lines 2390-2416. `Printed` is what a report shows, as numbers and strings;
`Layout` is how it is laid out. ``layout.parse(layout.write(printed))`` is
``printed`` again.
"""

from __future__ import annotations

from ..records import Record
from .rows import ROWS, ROWS_1_0, ROWS_2_0, ROWS_B, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class ReportRow(Record):
    """A row of the report: its label, five counts, and three percentages as printed."""

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
        return self.written(WIDTHS)

    def written(self, widths: Widths) -> str:
        """Return the row as a line of a table with columns of these widths."""
        return write_row(self.label, self[1:6], self[6:], widths)


class Printed(Record):
    """What a report shows: the two blocks of rows, three numbers of sentences, two percentages."""

    rows: tuple[ReportRow, ...]
    rows_b: tuple[ReportRow, ...]
    sentences: int
    negation_sentences: int
    error_negation_sentences: int
    correct: str
    correct_negation: str


class NotThisTable(ValueError):
    """A text that is not laid out as a report; `line` counts from 1, the rest says why."""

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(line, found, expected)
        self.line = line
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        return "line %d: found %s; expected %s" % (self.line, self.found, self.expected)


class Widths(Record):
    """How many characters the cells of a row take, or more if they must.

    `first` is for the label and the first number together, `counts` for the
    counts after it.
    """

    first: int
    counts: tuple[int, ...]
    percentages: tuple[int, ...]


WIDTHS = Widths(34, (6, 4, 4, 4), (13, 10, 7))
SEPARATOR = " | "

COLUMN_WIDTHS = (27, 6, 8, 6, 6, 6, 15, 12, 9)
RULE = "+".join("-" * width for width in COLUMN_WIDTHS)
# The rules are not all of one length: the one under the header is longer by a dash (quirk 24).
RULE_UNDER_HEADER = "-" + RULE
CLOSING_RULE = "-" * 104


def write_row(
    label: str,
    counts: Iterable[int | str],
    percentages: Iterable[str],
    widths: Widths = WIDTHS,
) -> str:
    """Return a line of the table; a count may be a string, such as an empty one."""
    first, *others = counts
    cells = [
        "%s: %*s" % (label, widths.first - len(label) - len(": "), first),
        *["%*s" % pair for pair in zip(widths.counts, others)],
        *["%*s" % pair for pair in zip(widths.percentages, percentages)],
    ]
    return SEPARATOR.join(cells) + "\n"


def parse_row(line: str, widths: Widths = WIDTHS) -> ReportRow | None:
    """Return the row that `write_row` writes as `line`, None if it writes no such line."""
    first, *cells = line.removesuffix("\n").split(SEPARATOR)
    label, colon, gold = first.rpartition(": ")
    number_of_counts = len(widths.counts)
    numbers = [gold, *cells[:number_of_counts]]
    if not colon or len(cells) != number_of_counts + len(widths.percentages):
        return None
    if not all(map(_is_number, numbers)):
        return None
    percentages = [cell.strip(" ") for cell in cells[number_of_counts:]]
    found = ReportRow._make([label, *map(int, numbers), *percentages])
    return found if found.written(widths).rstrip("\n") == line.rstrip("\n") else None


def _is_number(cell: str) -> bool:
    digits = cell.strip(" ")
    return digits.isascii() and digits.isdigit()


SUMMARY = (
    (" # sentences: ", "sentences"),
    (" # negation sentences: ", "negation_sentences"),
    (" # negation sentences with errors: ", "error_negation_sentences"),
    (" % correct sentences: ", "correct"),
    (" % correct negation sentences: ", "correct_negation"),
)
"""What stands below the rows: how each line begins, and the field of `Printed` that it shows."""


class Layout(Record):
    """How a report is laid out: the rows of its two blocks, and the lines around them.

    A report may have no second block.
    """

    rows: tuple[Row, ...]
    rows_b: tuple[Row, ...]
    header: str = (
        "                            | gold | system | tp   | fp   | fn   "
        "| precision (%) | recall (%) | F1  (%) "
    )
    rule: str = RULE
    rule_under_header: str = RULE_UNDER_HEADER
    closing_rule: str = CLOSING_RULE
    widths: Widths = WIDTHS

    @property
    def measured(self) -> tuple[str, ...]:
        """The names of the tallies that the report shows."""
        return tuple([row.measured for row in self.rows])

    @property
    def labels(self) -> dict[str, str]:
        """The labels of what is measured, as in the first block."""
        return {row.measured: row.label for row in self.rows}

    @property
    def measured_by_name(self) -> dict[str, str]:
        """What is measured, by the names under which people may ask for it, in lower case."""
        return {
            **{row.label.lower(): row.measured for row in self.rows + self.rows_b},
            **{row.measured.replace("_", " "): row.measured for row in self.rows},
        }

    def write(self, printed: Printed) -> str:
        """Return the text of a report that shows `printed`."""
        text = "%s\n%s\n%s\n" % (self.rule, self.header, self.rule_under_header)
        for block in filter(None, (printed.rows, printed.rows_b)):
            text += "".join([row.written(self.widths) for row in block]) + self.rule + "\n"
        summary = ["%s%s\n" % (start, getattr(printed, field)) for start, field in SUMMARY]
        return "".join([text, *summary, self.closing_rule, "\n"])

    def parse(self, report: str) -> Printed:
        """Return what a report shows whose text is `report`, to the last byte as `write` writes it.

        Raises NotThisTable at the first line that is another.
        """
        lines = _RecordedLines(report, self.widths)
        for expected in (self.rule, self.header, self.rule_under_header):
            lines.expect(expected)
        blocks = []
        for block in (self.rows, self.rows_b):
            blocks.append(tuple([lines.row(row.label) for row in block]))
            if block:
                lines.expect(self.rule)
        summary = {field: lines.summary(start, field) for start, field in SUMMARY}
        lines.expect(self.closing_rule)
        lines.end()
        return Printed._make([*blocks, *summary.values()])


class _RecordedLines:
    """The lines of a recorded report, read one after the other."""

    def __init__(self, report: str, widths: Widths) -> None:
        self._lines: Iterator[str] = iter(report.split("\n"))
        self._widths = widths
        self._number = 0

    def _next(self) -> str | None:
        """Return the next line, the empty one after a last newline too; None after the last."""
        self._number += 1
        return next(self._lines, None)

    def _fail(self, found: str | None, expected: str) -> NotThisTable:
        shown = repr(found) if found else "nothing"
        return NotThisTable(self._number, shown, expected)

    def expect(self, expected: str) -> None:
        found = self._next()
        if found != expected:
            raise self._fail(found, repr(expected))

    def row(self, label: str) -> ReportRow:
        found = self._next()
        row = parse_row(found or "", self._widths)
        if row is None or row.label != label:
            raise self._fail(found, "the row %s, with five counts and three percentages" % label)
        return row

    def summary(self, start: str, field: str) -> int | str:
        found = self._next() or ""
        number = found[len(start) :]
        if not found.startswith(start) or not number or number != number.strip():
            raise self._fail(found, "%r and a number" % start)
        if field.startswith("correct"):
            return number
        if not _is_number(number) or str(int(number)) != number:
            raise self._fail(found, "%r and a whole number" % start)
        return int(number)

    def end(self) -> None:
        found = self._next()
        if found != "" or next(self._lines, None) is not None:
            raise self._fail(found, "the end of the report, one newline after its last rule")


FULL = Layout(ROWS, ROWS_B)
"""The table of eval.cd-sco 2.2: eleven rows."""

CUES_ALONE = Layout(ROWS[:1], ROWS_B[:1])
"""The table of scorer_task2: the rows of the cues."""

SEVEN_ROWS = Layout(ROWS_2_0, ())
"""The table of 2.0: seven rows, and no second block."""

RULE_1_0 = "+".join("-" * width for width in (12, 6, 8, 5, 5, 5, 15, 12, 9))
FOUR_ROWS = Layout(
    ROWS_1_0,
    (),
    header=(
        "            | gold | system | tp  | fp  | fn  | precision (%) | recall (%) | F1  (%) "
    ),
    rule=RULE_1_0,
    rule_under_header=RULE_1_0,
    closing_rule="-" * 85,
    widths=Widths(18, (6, 3, 3, 3), (13, 10, 7)),
)
"""The table of 1.0: four rows, narrower."""
