"""A recorded report as single numbers, and how two reports differ in them."""

from __future__ import annotations

from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..legacy.table import Printed, ReportRow
    from ..reporting.recorded import RecordedReport
    from ..reporting.report import Report

SENTENCES = "sentences"
"""The name of the row in which the numbers below the table are shown."""


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


def _cells_of(rows: Sequence[ReportRow], printed: Printed | None) -> dict[tuple[str, str], str]:
    """Return the numbers of rows by label and column, and those below the table if they are known."""
    named = [(row.label, zip(row._fields[1:], row[1:])) for row in rows]
    if printed is not None:
        named.append((SENTENCES, zip(printed._fields[2:], printed[2:])))
    return {(name, column): str(value) for name, cells in named for column, value in cells}


def differences(recorded: RecordedReport, report: Report) -> tuple[OtherNumber, ...]:
    """Return where a recorded report has other numbers than a report.

    A number that only one of them has is skipped.
    """
    printed = report.printed()
    recomputed = _cells_of(printed.rows + printed.rows_b, printed)
    return tuple(
        OtherNumber(row, column, value, recomputed[row, column])
        for (row, column), value in _cells_of(recorded.rows, recorded.printed).items()
        if (row, column) in recomputed and recomputed[row, column] != value
    )
