"""The report's text: one layout, by which it is written and a recorded one is read back.

2.2, lines 2390-2416: the head in 2390-2392, the foot in 2408-2416. `Printed` is what a report shows, as numbers and strings;
`Table` is how it is laid out. ``table.parse(table.write(printed))`` is
``printed`` again.
"""

from __future__ import annotations

from ..ground.records import Record
from .rows import ROWS, ROWS_1_0, ROWS_2_0, ROWS_B, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


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
    """A text that is not laid out as a report; `line` counts from 1, the others say why."""

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


def read_row(line: str) -> ReportRow | None:
    """Return the row in a line, whatever its spaces, or None if it has none."""
    first, *cells = line.split("|")
    label, colon, gold = (part.strip() for part in first.rpartition(":"))
    numbers = [gold, *map(str.strip, cells[:4])]
    percentages = [*map(str.strip, cells[4:])]
    if not colon or not label or ":" in label or len(percentages) != 3:
        return None
    if not all(map(_is_number, numbers)) or not all(map(_is_percentage, percentages)):
        return None
    return ReportRow._make([label, *map(int, numbers), *percentages])


MOST_DIGITS = 18
"""What is longer counts nothing that is in a file."""


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and len(cell) <= MOST_DIGITS


def _is_percentage(cell: str) -> bool:
    whole, _, decimals = cell.partition(".")
    return _is_number(whole) and (not decimals or _is_number(decimals))


SUMMARY = (
    (" # sentences: ", "sentences"),
    (" # negation sentences: ", "negation_sentences"),
    (" # negation sentences with errors: ", "error_negation_sentences"),
    (" % correct sentences: ", "correct"),
    (" % correct negation sentences: ", "correct_negation"),
)
"""What stands below the rows: how each line begins, and the field of `Printed` that it shows."""


class ReadLines(Record):
    """What was read of a report's lines: its rows, what stands below them, and the last line of it.

    `summary` has the numbers below the table, by the fields of `Printed`, as far
    as they are there; `last` is the index of the last line that was read, `places`
    are those of the rows.
    """

    rows: tuple[ReportRow, ...]
    summary: dict[str, str]
    last: int
    places: tuple[int, ...]


def read_lines(lines: Sequence[str], start: int = 0, end: int | None = None) -> ReadLines:
    """Read a report in some of `lines`, whatever its spaces and what stands between its lines."""
    rows: list[ReportRow] = []
    places: list[int] = []
    summary: dict[str, str] = {}
    last = start
    for index in range(start, len(lines) if end is None else end):
        row = read_row(lines[index])
        if row is not None and not summary:
            rows.append(row)
            places.append(index)
            last = index
            continue
        name, _, value = lines[index].partition(":")
        for head, field in SUMMARY:
            if name.strip() == head.strip(" :") and _is_percentage(value.strip()):
                summary.setdefault(field, value.strip())
                last = index
        if len(summary) == len(SUMMARY):
            break
    return ReadLines(tuple(rows), summary, last, tuple(places))


class Table(Record):
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

    def printed(self, found: ReadLines) -> Printed:
        """Return what the report shows, from what was read; missing numbers are zero or empty."""
        rows = {row.label: row for row in reversed(found.rows)}
        blocks = [
            tuple([rows.get(row.label) or ReportRow._make([row.label, *NOTHING]) for row in block])
            for block in (self.rows, self.rows_b)
        ]
        fields = [field for _, field in SUMMARY]
        numbers = [int(float(found.summary.get(field, 0))) for field in fields[:3]]
        return Printed._make(
            [*blocks, *numbers, *[found.summary.get(field, "") for field in fields[3:]]]
        )

    def parse(self, report: str) -> Printed:
        """Return what a report shows whose text is `report`, to the last byte as `write` writes it.

        Raises NotThisTable at the first line that is another.
        """
        lines = report.split("\n")
        printed = self.printed(read_lines(lines))
        written = self.write(printed).split("\n")
        for index in range(max(len(lines), len(written))):
            found, expected = (
                side[index] if index < len(side) else None for side in (lines, written)
            )
            if found != expected:
                shown = repr(found) if found else "nothing"
                raise NotThisTable(min(index + 1, len(written)), shown, self._description(expected))
        return printed

    def _description(self, expected: str | None) -> str:
        """Return in words what is expected where a line is not as it would be written."""
        if not expected:
            return "the end of the report, one newline after its last rule"
        row = expected.partition(":")[0]
        if row in [row.label for row in self.rows + self.rows_b]:
            return "the row %s, with five counts and three percentages" % row
        for head, _ in SUMMARY:
            if expected.startswith(head):
                return "%r and a number, in the first three lines a whole number" % head
        return repr(expected)


NOTHING = (0, 0, 0, 0, 0, "", "", "")
"""The numbers of a row that is not there."""

FULL = Table(ROWS, ROWS_B)
"""The table of eval.cd-sco 2.2: eleven rows."""

CUES_ALONE = Table(ROWS[:1], ROWS_B[:1])
"""The table of scorer_task2: the rows of the cues."""

SEVEN_ROWS = Table(ROWS_2_0, ())
"""The table of 2.0: seven rows, and no second block."""

RULE_1_0 = "+".join("-" * width for width in (12, 6, 8, 5, 5, 5, 15, 12, 9))
FOUR_ROWS = Table(
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
