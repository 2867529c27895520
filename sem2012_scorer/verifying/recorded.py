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
NIS_PREFIX = "NIS "  # how the rows on negation instances begin
_ROW = re.compile(
    r"\s*([^:|]+?)\s*:\s*(\d{1,18}(?:\.0+)?)\s*"
    + r"\|\s*(\d{1,18}(?:\.0+)?)\s*" * 4
    + r"\|\s*(\d{1,18}(?:\.\d{1,18})?)\s*" * 3,
    re.ASCII,
)
_COLORS = re.compile(r"\x1b\[[0-9;]*m")


def _row_labels() -> list[str]:
    """Return how the rows of reports begin, and the lines below them."""
    labels = set(SUMMARY)
    for original in ORIGINALS.values():
        labels.update(row.label for row in original.rows + original.rows_b)
    return sorted(labels, key=len)


_LABELS = _row_labels()
_LABELED = re.compile(
    r"(?:.*?[^\w(])??\s*((?:%s|NIS [^:|]+) *:.*)" % "|".join(map(re.escape, reversed(_LABELS)))
)
"""A line that begins with the name of a row, after anything else."""
_RECORDED_COUNT = re.compile(r"\d{1,18}", re.ASCII)
_RECORDED_NUMBER = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)


NOTHING_FOUND = "an empty file"


class NotAReport(ScorerError, ValueError):
    """A text in which there is no report, or one that is cut off: the line, what is there, what should be."""

    def __str__(self) -> str:
        line, found, expected = self.args
        if found == NOTHING_FOUND:
            return f"the file is empty; expected {expected}"
        return f"line {line}: found {found}; expected {expected}"


class RecordedReport(NamedTuple):
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
        return any(row.startswith(NIS_PREFIX) for row, _ in self.cells)


def read_reports(text: str) -> list[RecordedReport]:
    """Return the reports in a text, in their order; raise NotAReport if there is none.

    A report begins with its row of cues and ends with its percentages. Spaces, carriage returns and
    signs of quotation make no difference to what is read.
    """
    as_recorded = text.split("\n")
    lines = [_clean_line(line) for line in as_recorded]
    names = [line.partition(":")[0].strip() for line in lines]
    starts = [n for n, name in enumerate(names) if name == FIRST and _ROW.fullmatch(lines[n])]
    if not starts:
        raise _no_report(lines, names)
    _check_parts(lines, names, set(starts))
    ends = starts[1:] + [len(lines)]
    return [_read_one_report(lines, as_recorded, start, end) for start, end in zip(starts, ends)]


def recorded_cells(text: str) -> Cells:
    """Return the numbers of one report exactly as a scorer prints it: its lines need no cleaning."""
    lines = text.split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith(f"{FIRST}:"))
    return _read_one_report(lines, lines, start, len(lines)).cells


def _clean_line(line: str) -> str:
    """Return a line of a report without what stands before it, such as signs of quotation or a logger's words.

    Its spaces and bars are plain ones; bars that a program has taken out are back.
    """
    text = re.sub(r"[^\S\n]", " ", _COLORS.sub("", line)).replace("│", "|").rstrip()
    begins = text.lstrip()
    if begins.partition(":")[0].rstrip() in _LABELS and "|" in text:
        return begins  # most lines, as they are printed
    match = _LABELED.match(text) if ":" in text else None
    if match is not None:
        return _put_bars(match[1])
    at = text.find(NIS_PREFIX)  # the head of its section
    if at > 0 and "|" in text:
        return text[at:]
    return text


def _put_bars(row: str) -> str:
    """Return a row with bars between its numbers, if it has none and the right number of them."""
    label, _, rest = row.partition(":")
    numbers = rest.split()
    if "|" not in rest and len(numbers) == len(COLUMNS):
        return f"{label}: {' | '.join(numbers)}"
    in_nis = len([column for column in NIS_COLUMNS if column])
    if "|" not in rest and label.startswith(NIS_PREFIX) and len(numbers) == in_nis:
        # Two columns of these rows are empty.
        return f"{label}: {' | '.join(numbers[:3] + ['', ''] + numbers[3:])}"
    return row


def _no_report(lines: Sequence[str], names: Sequence[str]) -> NotAReport:
    """Return the error for a text in which no report begins."""
    filled = [n for n, line in enumerate(lines) if line.strip()]
    expected = f"a report of one of the original scorers, with a row {FIRST!r}"
    if not filled:
        return NotAReport(1, NOTHING_FOUND, expected)
    first = next((n for n in filled if names[n] == FIRST), filled[0])
    columns = lines[first].count("|") + 1
    if names[first] == FIRST and 1 < columns < len(COLUMNS):
        names_of_columns = "gold, system, tp, fp, fn, precision, recall, F1"
        expected = f"all eight columns of a report ({names_of_columns}), not {columns}"
    found = repr(lines[first].strip()[:60])
    if names[first] == FIRST and columns > len(COLUMNS):
        found = f"{columns} columns in the row {FIRST!r}"
        expected = "eight numbers, and each row of the report in a line of its own"
    if names[first] == FIRST and columns == len(COLUMNS):
        found, expected = _odd_cell(lines[first])
    return NotAReport(first + 1, found, expected)


def _odd_cell(row: str) -> tuple[str, str]:
    """Return which cell of the row of cues is not a number as reports have it, and what it should be."""
    cells = [cell.strip() for cell in row.partition(":")[2].split("|")]
    for name, cell in zip(COLUMNS, cells):
        wanted, expected = _RECORDED_NUMBER, "a number with a point"
        if name in COUNT_FIELDS:
            wanted, expected = _RECORDED_COUNT, "a whole number"
        if not wanted.fullmatch(cell):
            return f"{cell!r} in the row {FIRST!r}, column {name}", expected
    return repr(row.strip()[:60]), "numbers with bars between them"


def _check_parts(lines: Sequence[str], names: Sequence[str], starts: set[int]) -> None:
    """Raise NotAReport for a table that begins, or numbers of sentences that end, without a row of cues."""
    heads = [
        n for n, line in enumerate(lines) if "| gold |" in line and not line.startswith(NIS_PREFIX)
    ]
    ends = [n for n, name in enumerate(names) if name == LAST]
    parts = [n for n in heads if starts.isdisjoint((n + 1, n + 2, n + 3))]
    before = -1
    for end in ends:
        if starts.isdisjoint(range(before + 1, end)):
            parts.append(end)
        before = end
    if parts:
        raise NotAReport(min(parts) + 1, "a part of a report", f"its row {FIRST!r} too")


def _read_one_report(
    lines: Sequence[str], as_recorded: Sequence[str], start: int, end: int
) -> RecordedReport:
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
            for place, number in zip(COLUMNS, numbers):
                cells[label, place] = _as_printed(number, place)
        elif column is not None and _RECORDED_NUMBER.fullmatch(value.strip()):
            if ("sentences", column) in cells:
                raise NotAReport(n + 1, f"the line {name.strip()!r} again", "each line once")
            cells["sentences", column] = _as_printed(value.strip(), column)
        else:
            continue
        last = n
        if name.strip() == LAST:
            break
    cells.update(_nis_cells(lines, last, end))
    scorers = _scorers_with_rows(labels)
    if not scorers:
        has_summary = any(row == "sentences" for row, _ in cells)
        raise _incomplete(start, end, labels, has_summary)
    for name, column in SUMMARY.items():
        if ("sentences", column) not in cells:
            raise _without_summary(name, lines, start, last, end)
    text = "\n".join(as_recorded[max(start - 3, 0) : end])  # with its head
    return RecordedReport(start + 1, scorers, cells, text)


def _as_printed(number: str, column: str) -> str:
    """Return a number with as many zeros as scorers print: programs that copy tables add some and leave some out.

    Another number of decimals is another number if these are not zeros.
    """
    whole, _, decimals = number.partition(".")
    decimals = decimals.rstrip("0")
    if column in PERCENTAGES:
        return f"{int(whole)}.{decimals:0<2}"
    if decimals:
        return number
    return str(int(whole))


PERCENTAGES = (*SCORED, "correct", "correct_negation")
"""The columns whose numbers have two decimals; the others are counts."""


def _nis_cells(lines: Sequence[str], start: int, end: int) -> Cells:
    """Return the numbers of the rows on negation instances, which stand below the report; raise NotAReport for one that stands twice."""
    cells: Cells = {}
    labels = set()
    for n in range(start, end):
        label, sign, rest = lines[n].strip().partition(":")
        if not label.startswith(NIS_PREFIX) or not sign:
            continue  # the heads of these rows begin so too
        if label in labels:
            raise NotAReport(n + 1, f"the row {label!r} again", "each row once")
        labels.add(label)
        numbers = [cell.strip() for cell in rest.split("|")]
        for column, number in zip(NIS_COLUMNS, numbers):
            if _RECORDED_NUMBER.fullmatch(number):
                cells[label, column] = _as_printed(number, column)
            elif number:
                cells[label, column] = number
    return cells


def _scorers_with_rows(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the originals that print these rows."""
    scorers = []
    for name, original in ORIGINALS.items():
        if [row.label for row in original.rows + original.rows_b] == list(labels):
            scorers.append(name)
    return tuple(scorers)


def _incomplete(start: int, end: int, labels: Sequence[str], has_summary: bool) -> NotAReport:
    """Return the error of a report whose rows are not those of any scorer, with the rows that are missing.

    The next report begins at `end`; `has_summary` says whether the lines below the rows are there.
    """
    if end == start + 1 and list(labels) == [FIRST]:
        return NotAReport(
            end + 1, f"the row {FIRST!r} again, after line {start + 1}", "each row once"
        )
    lacking: list[list[str]] = []
    complete = "all rows of an original scorer's report"
    for original in ORIGINALS.values():
        printed = [row.label for row in original.rows + original.rows_b]
        if list(labels) == printed[: len(labels)] and not has_summary:
            what = f"a report that begins here and ends after the row {labels[-1]!r}"
            return NotAReport(start + 1, what, complete)
        if list(labels) == [label for label in printed if label in labels]:
            lacking.append([label for label in printed if label not in labels])
    if lacking:
        fewest = min(lacking, key=lambda rows: len(rows))
        missing = shortened_list(list(map(repr, fewest)), 3)
        rows = "row" if len(fewest) == 1 else "rows"
        what = f"a report without the {rows} {missing}, which begins here"
        return NotAReport(start + 1, what, complete)
    found = "the rows " + shortened_list(list(map(repr, labels)), 14)
    return NotAReport(start + 1, found, f"{complete}, in their order")


def _without_summary(
    name: str, lines: Sequence[str], start: int, last: int, end: int
) -> NotAReport:
    """Return the error of a report without one of the numbers below its rows: its line is missing or damaged."""
    for n in range(start, end):
        label, _, value = lines[n].partition(":")
        if label.strip() == name:
            return NotAReport(n + 1, f"{value.strip()!r} in the line {name!r}", "a number")
    return NotAReport(last + 1, "the end of the report", f"a line {name!r} with a number")
