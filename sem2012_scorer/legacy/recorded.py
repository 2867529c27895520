"""Reports that somebody recorded: found in a text, whatever stands around them, and read as values."""

from __future__ import annotations

import re

from ..records import Record
from .originals import ORIGINALS
from .table import SUMMARY, Printed, ReportRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .table import Layout


class NotAReport(ValueError):
    """A text in which there is no report, or one that is cut off.

    `line` counts from 1; `found` and `expected` say what stands there and what should.
    """

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(line, found, expected)
        self.line = line
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        return "line %d: found %s; expected %s" % (self.line, self.found, self.expected)


class RecordedReport(Record):
    """A report that was recorded: `printed` are its numbers, as they stand there.

    `line` is that of its first row, from 1. `scorers` are the identifiers of
    the originals that print such a table. `lines` are the lines of the text
    from the rule above its header to the rule at its end, as they are.
    """

    line: int
    scorers: tuple[str, ...]
    printed: Printed
    lines: tuple[str, ...]

    @property
    def table(self) -> Layout:
        """The table that it has."""
        return ORIGINALS[self.scorers[0]].table

    @property
    def text(self) -> str:
        """What the originals print for these numbers."""
        return self.table.write(self.printed)


ROW = re.compile(
    r"\s*([^|:]*[^|:\s])\s*:\s*(\d+)"
    + r"\s*\|\s*(\d+)" * 4
    + r"\s*\|\s*(\d+(?:\.\d*)?)" * 3
    + r"\s*"
)
NUMBER = re.compile(r"\d+(?:\.\d*)?")


def read_reports(text: str) -> list[RecordedReport]:
    """Return the reports in a text, in their order; raise NotAReport if there is none.

    A report begins with its row of cues and ends with its percentages. Spaces
    and carriage returns make no difference to what is read.
    """
    lines = text.split("\n")
    starts = [
        index
        for index, line in enumerate(lines)
        if (row := read_row(line)) is not None and row.label == FIRST
    ]
    if not starts:
        index = next((n for n, line in enumerate(lines) if line.strip()), 0)
        shown = repr(lines[index].strip()[:60]) if lines[index].strip() else "nothing"
        raise NotAReport(index + 1, shown, "a report of a legacy scorer, with a row %r" % FIRST)
    return [_read(lines, start, end) for start, end in zip(starts, [*starts[1:], len(lines)])]


FIRST = "Cues"
"""The label of the first row of every table."""


def read_row(line: str) -> ReportRow | None:
    """Return the row that stands in a line, with any spaces; None if there is none."""
    match = ROW.fullmatch(line)
    if match is None:
        return None
    label, *cells = match.groups()
    return ReportRow._make([label, *map(int, cells[:5]), *cells[5:]])


def _read(lines: Sequence[str], start: int, end: int) -> RecordedReport:
    """Return the report whose first row is at index `start`; the next report begins at `end`."""
    rows: list[ReportRow] = []
    summary: dict[str, str] = {}
    last = start
    for index in range(start, end):
        row = read_row(lines[index])
        if row is not None and not summary:
            rows.append(row)
            last = index
            continue
        for head, field in SUMMARY:
            name, _, value = lines[index].partition(":")
            if name.strip() == head.strip(" :") and NUMBER.fullmatch(value.strip()):
                summary.setdefault(field, value.strip())
                last = index
        if len(summary) == len(SUMMARY):
            break
    identifiers = _printed_by([row.label for row in rows], last)
    table = ORIGINALS[identifiers[0]].table
    for head, field in SUMMARY:
        if field not in summary:
            raise NotAReport(last + 1, "the end of the report", "a line%s" % head.rstrip(": "))
    number = len(table.rows)
    numbers = [int(float(summary[field])) for _, field in SUMMARY[:3]]
    printed = Printed._make(
        [
            tuple(rows[:number]),
            tuple(rows[number:]),
            *numbers,
            *[summary[f] for _, f in SUMMARY[3:]],
        ]
    )
    above = next(
        (n for n in range(start - 1, max(start - 4, -1), -1) if "| gold |" in lines[n]), start
    )
    first = above - 1 if above != start and above else start
    closing = last + 1 if last + 1 < end and set(lines[last + 1].strip()) == {"-"} else last
    newline = ("",) if closing + 1 < len(lines) else ()
    block = (*lines[first : closing + 1], *newline)
    return RecordedReport(start + 1, identifiers, printed, block)


def _printed_by(labels: Sequence[str], last: int) -> tuple[str, ...]:
    """Return the originals whose table has rows of these labels; raise NotAReport if none has."""
    found = tuple(name for name, labels_of in _tables() if labels_of == list(labels))
    if found:
        return found
    # The table with the longest beginning in common says what is missing.
    best, common = max(
        ((labels_of, _common(labels_of, labels)) for _, labels_of in _tables()),
        key=lambda pair: pair[1],
    )
    missing = best[common] if common < len(best) else "no row more"
    shown = repr(labels[common]) if common < len(labels) else "no row more"
    raise NotAReport(last + 1, shown, "the row %r after %r" % (missing, labels[common - 1]))


def _tables() -> Iterator[tuple[str, list[str]]]:
    for name, original in ORIGINALS.items():
        yield name, [row.label for row in original.table.rows + original.table.rows_b]


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many labels two lists have in common at their beginning."""
    return next(
        (n for n, pair in enumerate(zip(one, other)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )
