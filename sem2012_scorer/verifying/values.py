"""A recorded report as single numbers, and how two reports differ in them."""

from __future__ import annotations

from ..ground.records import Record
from ..legacy.table import Printed, ReportRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..reporting.recorded import RecordedReport
    from ..reporting.report import Report

COLUMNS = ReportRow._fields[1:]
"""The columns of a row: five counts and three percentages."""

SENTENCES = "sentences"
"""The name of the row in which the numbers below the table are shown."""

SUMMARY_COLUMNS = Printed._fields[2:]
"""The numbers below the table."""

Cell = tuple[str, str]
"""A row's label and a column."""


class OtherNumber(Record):
    """A number of a report that differs: its place, the recorded one, and the one expected.

    `why` says what it follows from, if not from the data.
    """

    row: str
    column: str
    recorded: str
    recomputed: str
    why: str = ""

    def by(self) -> str:
        """Return how much greater the recorded number is, or "" if one of them is not a number."""
        try:
            difference = float(self.recorded) - float(self.recomputed)
        except ValueError:
            return ""
        is_whole = "." not in self.recorded + self.recomputed
        return "%+d" % difference if is_whole else "%+.2f" % difference


def cells_of(rows: Sequence[ReportRow], printed: Printed | None) -> dict[Cell, str]:
    """Return the numbers of rows by their place, and those below the table if they are known."""
    cells = {
        (row.label, column): str(value) for row in rows for column, value in zip(COLUMNS, row[1:])
    }
    if printed is not None:
        for column in SUMMARY_COLUMNS:
            cells[SENTENCES, column] = str(getattr(printed, column))
    return cells


def differences(recorded: RecordedReport, report: Report) -> tuple[OtherNumber, ...]:
    """Return where a recorded report has other numbers than a report.

    A number that only one of them has is skipped.
    """
    printed = report.printed()
    recomputed = cells_of(printed.rows + printed.rows_b, printed)
    return tuple(
        OtherNumber(row, column, value, recomputed[row, column])
        for (row, column), value in cells_of(recorded.rows, recorded.printed).items()
        if (row, column) in recomputed and recomputed[row, column] != value
    )
