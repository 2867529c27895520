"""Reports that somebody recorded: found in a text, whatever stands around them, and read as values.

In: a text, such as a log or a mail. Out: a `RecordedReport` for each report in it (`read_reports`, to be read
first), or NotAReport, which says what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..common.counts import COUNT_FIELDS
from ..common.errors import ScorerError
from ..common.wording import shortened_list
from ..port.scripts import ORIGINALS

Cell = tuple[str, str]
"""A row and a column; the numbers below the rows have the row "sentences"."""
Cells = dict[Cell, str]
"""Numbers as they are printed."""
SCORED = ("precision", "recall", "f1")
COLUMNS = COUNT_FIELDS + SCORED
NIS_COLUMNS = ("gold", "system", "matched", *SCORED)
SUMMARY = {
    "# sentences": "sentences",
    "# negation sentences": "negation_sentences",
    "# negation sentences with errors": "error_negation_sentences",
    "% correct sentences": "correct",
    "% correct negation sentences": "correct_negation",
}
"""What stands below the rows: how each line begins, and the column of its number."""
PERCENTAGES = (*SCORED, "correct", "correct_negation")
FIRST, LAST = "Cues", "% correct negation sentences"  # of the first and the last line of a report
NIS_PREFIX = "NIS "  # how the rows on negation instances begin
LINES_OF_HEAD = 3
_ROWS = {name: [row.label for row in (*o.rows, *o.rows_b)] for name, o in ORIGINALS.items()}
_LABELS = sorted({label for rows in _ROWS.values() for label in rows} | set(SUMMARY), key=len)
_LINE = re.compile(
    # After anything that a logger or a mail puts before it.
    r"(?:.*?[^\w(])??((?:%s|NIS [^:|]+?)) *:(.*)" % "|".join(map(re.escape, reversed(_LABELS)))
)
_COLORS = re.compile(r"\x1b\[[0-9;]*m")
_NUMBER = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)


class NotAReport(ScorerError, ValueError):
    """A text in which there is no report, or one that is cut off: the line, what is there, what should be."""

    def __str__(self) -> str:
        line, found, expected = self.args
        if not found:
            return f"the file is empty; expected {expected}"
        return f"line {line}: found {found}; expected {expected}"


class RecordedReport(NamedTuple):
    """A recorded report: its numbers, as printed, and its text, with what follows it.

    `line` is the line of its first row, from 1. `scorers` are the identifiers of the originals that print such rows.
    """

    line: int
    scorers: tuple[str, ...]
    cells: Cells
    text: str

    @property
    def has_nis(self) -> bool:
        return any(row.startswith(NIS_PREFIX) for row, _ in self.cells)


class _Line(NamedTuple):
    """A line of a report: its number in the text, its label, and its numbers."""

    number: int
    label: str
    numbers: list[str]


def read_reports(text: str) -> list[RecordedReport]:
    """Return the reports in a text, in their order; raise NotAReport if there is none, or one that is not whole.

    A report begins with its row of cues and ends with its percentages; rows of NIS may follow it.
    """
    as_recorded = text.split("\n")
    reports: list[list[_Line]] = []
    for number, line in enumerate(as_recorded, start=1):
        read = _read_line(number, line)
        if read is None:
            continue
        is_open = bool(reports) and LAST not in [other.label for other in reports[-1]]
        if read.label == FIRST:
            if is_open:
                _check_whole(reports[-1])
            reports.append([])
        elif not reports or not (is_open or read.label.startswith(NIS_PREFIX)):
            raise NotAReport(number, "a part of a report", f"its row {FIRST!r} too")
        if read.label in [other.label for other in reports[-1]]:
            raise NotAReport(number, f"the line {read.label!r} again", "each line once")
        reports[-1].append(read)
    if not reports:
        raise _no_report(as_recorded)
    starts = [lines[0].number - 1 for lines in reports]
    ends = [*starts[1:], len(as_recorded)]
    made = []
    for lines, start, end in zip(reports, starts, ends):
        scorers = _check_whole(lines)
        recorded = "\n".join(as_recorded[max(start - LINES_OF_HEAD, 0) : end])
        made.append(RecordedReport(start + 1, scorers, _cells_of_lines(lines), recorded))
    return made


def recorded_cells(text: str) -> Cells:
    """Return the numbers of one report as a scorer prints it."""
    return read_reports(text)[0].cells


def _read_line(number: int, line: str) -> _Line | None:
    """Return a line of a report, None for any other; raise NotAReport for one with something else than its numbers.

    A line with the bars of a row is meant as one; without bars, it is one if nothing but numbers follows its name.
    """
    match = _LINE.fullmatch(_COLORS.sub("", line).rstrip()) if ":" in line else None
    if match is None:
        return None
    label, rest = match.groups()
    numbers = rest.replace("|", " ").replace("│", " ").split()
    are_numbers = bool(numbers) and all(map(_NUMBER.fullmatch, numbers))
    if not are_numbers and "|" not in rest:
        return None
    wanted: Sequence[str] = NIS_COLUMNS if label.startswith(NIS_PREFIX) else COLUMNS
    if label in SUMMARY:
        wanted = [SUMMARY[label]]
    if len(numbers) < len(wanted):
        expected = f"all {len(wanted)} columns of a report ({', '.join(wanted)})"
        columns = f"{len(numbers)} columns in the row {label!r}"
        raise NotAReport(number, columns, expected)
    if len(numbers) > len(wanted):
        expected = f"{len(wanted)}, and each row of the report in a line of its own"
        raise NotAReport(number, f"{len(numbers)} columns in the row {label!r}", expected)
    for column, shown in zip(wanted, numbers):
        if not _NUMBER.fullmatch(shown):
            raise NotAReport(
                number, f"{shown!r} in the row {label!r}, column {column}", "a number with a point"
            )
    return _Line(number, label, numbers)


def _no_report(lines: Sequence[str]) -> NotAReport:
    """Return the error for a text in which no report begins."""
    expected = f"a report of one of the original scorers, with a row {FIRST!r}"
    for number, line in enumerate(lines, start=1):
        if line.strip():
            return NotAReport(number, repr(line.strip()[:60]), expected)
    return NotAReport(1, "", expected)


def _check_whole(lines: Sequence[_Line]) -> tuple[str, ...]:
    """Return the scorers that print the rows of a report; raise NotAReport if some are missing, or other lines."""
    start = lines[0].number
    labels = [line.label for line in lines if not line.label.startswith(NIS_PREFIX)]
    rows = [label for label in labels if label not in SUMMARY]
    complete = "all rows of an original scorer's report, in their order"
    scorers = tuple(name for name, printed in _ROWS.items() if printed == rows)
    has_beginning = any(printed[: len(rows)] == rows for printed in _ROWS.values())
    if not scorers and len(rows) == len(labels) and has_beginning:
        raise NotAReport(
            start, f"a report that begins here and ends after the row {rows[-1]!r}", complete
        )
    if not scorers:
        lacking = [[label for label in printed if label not in rows] for printed in _ROWS.values()]
        fewest = min(filter(None, lacking), key=len)
        found = f"a report without the row {shortened_list(list(map(repr, fewest)), 3)}, which begins here"
        raise NotAReport(start, found, complete)
    for name in SUMMARY:
        if name not in labels:
            raise NotAReport(
                lines[-1].number, "the end of the report", f"a line {name!r} with a number"
            )
    return scorers


def _cells_of_lines(lines: Sequence[_Line]) -> Cells:
    cells: Cells = {}
    for _, label, numbers in lines:
        row, columns = label, COLUMNS
        if label.startswith(NIS_PREFIX):
            columns = NIS_COLUMNS
        elif label in SUMMARY:
            row, columns = "sentences", (SUMMARY[label],)
        for column, number in zip(columns, numbers):
            cells[row, column] = _as_printed(number, column)
    return cells


def _as_printed(number: str, column: str) -> str:
    """Return a number with as many zeros as scorers print: programs that copy tables add some and leave some out."""
    whole, _, decimals = number.partition(".")
    decimals = decimals.rstrip("0")
    if column in PERCENTAGES:
        return f"{int(whole)}.{decimals:0<2}"
    if decimals:
        return number
    return str(int(whole))
