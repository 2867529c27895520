"""Reports that somebody recorded: found in a text, whatever stands around them, and read as values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..ground.errors import ScorerError
from ..ground.records import Record
from ..ground.wording import some
from ..legacy.scripts import ORIGINALS

Cell = tuple[str, str]
"""A row and a column; the numbers below the rows have the row "sentences"."""
Cells = dict[Cell, str]
"""Numbers as they are printed."""
COUNTED = ("gold", "system", "true_positives", "false_positives", "false_negatives")
SCORED = ("precision", "recall", "f1")
COLUMNS = COUNTED + SCORED
NIS_COLUMNS = ("gold", "system", "matched", "", "", *SCORED)
SUMMARY = {
    "# sentences": "sentences",
    "# negation sentences": "negation_sentences",
    "# negation sentences with errors": "error_negation_sentences",
    "% correct sentences": "correct",
    "% correct negation sentences": "correct_negation",
}
"""What stands below the rows: how each line begins, and the column of its number."""
FIRST, LAST = "Cues", "% correct negation sentences"  # of the first and the last line of a report
NIS = "NIS "  # how the rows on negation instances begin
_ROW = re.compile(
    r"\s*([^:|]+?)\s*:\s*(\d{1,18})\s*"
    + r"\|\s*(\d{1,18})\s*" * 4
    + r"\|\s*(\d{1,18}(?:\.\d{1,18})?)\s*" * 3,
    re.ASCII,
)
_NUMBER = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)


class NotAReport(ScorerError, ValueError):
    """A text in which there is no report, or one that is cut off: the line, what is there, what should be."""

    def __str__(self) -> str:
        return "line %d: found %s; expected %s" % self.args


class RecordedReport(Record):
    """A recorded report: its numbers, as printed, and its text, with what follows it.

    `line` is the line of its first row, from 1. `scorers` are the identifiers of the originals that
    print such rows.
    """

    line: int
    scorers: tuple[str, ...]
    cells: Cells
    text: str

    @property
    def has_nis(self) -> bool:
        return any(row.startswith(NIS) for row, _ in self.cells)


def read_reports(text: str) -> list[RecordedReport]:
    """Return the reports in a text, in their order; raise NotAReport if there is none.

    A report begins with its row of cues and ends with its percentages. Spaces and carriage returns
    make no difference to what is read.
    """
    lines = text.split("\n")
    names = [line.partition(":")[0].strip(" >") for line in lines]
    starts = [n for n, name in enumerate(names) if name == FIRST and _ROW.fullmatch(lines[n])]
    if not starts:
        filled = [n for n, line in enumerate(lines) if line.strip()]
        place = next(iter([n for n in filled if names[n] == FIRST] + filled), 0)
        expected = f"a report of a legacy scorer, with a row {FIRST!r} (a published table goes with --published)"
        raise NotAReport(place + 1, repr(lines[place].strip()[:60]), expected)
    # A table that begins, or numbers of sentences that end, belong to a report.
    heads = [n for n, line in enumerate(lines) if "| gold |" in line and not line.startswith(NIS)]
    ends = [n for n, name in enumerate(names) if name == LAST]
    known = {*starts}
    parts = [n for n in heads if not {n + 1, n + 2, n + 3} & known]
    parts += [n for before, n in zip([-1, *ends], ends) if not {*range(before + 1, n)} & known]
    if parts:
        raise NotAReport(min(parts) + 1, "a part of a report", f"its row {FIRST!r} too")
    return [_read(lines, *both) for both in zip(starts, [*starts[1:], len(lines)])]


def _read(lines: Sequence[str], start: int, end: int) -> RecordedReport:
    """Return the report whose first row is at index `start`; the next report begins at `end`."""
    cells: Cells = {}
    labels: list[str] = []
    last = start
    for n in range(start, end):
        match = _ROW.fullmatch(lines[n])
        name, _, value = lines[n].partition(":")
        column = SUMMARY.get(name.strip())
        if match is not None and ("sentences", "sentences") not in cells:
            label, *numbers = match.groups()
            labels.append(label)
            # A count has no zeros before it.
            numbers[:5] = [str(int(number)) for number in numbers[:5]]
            cells.update(((label, c), number) for c, number in zip(COLUMNS, numbers))
        elif column is not None and _NUMBER.fullmatch(value.strip()):
            cells.setdefault(("sentences", column), value.strip())
        else:
            continue
        last = n
        if name.strip() == LAST:
            break
    for label, _, rest in (line.partition(":") for line in lines[last:end] if line[:4] == NIS):
        numbers = [cell.strip() for cell in rest.split("|")]
        cells.update(((label, c), number) for c, number in zip(NIS_COLUMNS, numbers) if number)
    scorers = _scorers(labels)
    _check(start, last, labels, scorers, cells)
    text = "\n".join(lines[max(start - 3, 0) : end])  # with its head
    return RecordedReport(start + 1, scorers, cells, text)


def _scorers(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the originals that print these rows."""
    rows_of = {name: [*o.rows, *o.rows_b] for name, o in ORIGINALS.items()}
    return tuple([n for n, rows in rows_of.items() if [row.label for row in rows] == [*labels]])


def _check(
    start: int, last: int, labels: Sequence[str], scorers: Sequence[str], cells: Cells
) -> None:
    """Raise NotAReport where a row, or a number below the rows, is missing."""
    if not scorers:
        expected = "all rows of a legacy scorer's report, in their order"
        raise NotAReport(start + 1, "the rows " + some([*map(repr, labels)], 14), expected)
    for name, column in SUMMARY.items():
        if ("sentences", column) not in cells:
            raise NotAReport(last + 1, "no such line below", f"a line {name!r} with a number")
