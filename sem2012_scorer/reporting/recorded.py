"""Reports that somebody recorded: found in a text, whatever stands around them, and read as values."""

from __future__ import annotations

import json

from ..ground.errors import ScorerError
from ..ground.measures import (
    correct_percentage,
    error_percentage,
    f1_of_printed,
    percentage,
    printed,
)
from ..ground.records import Record
from ..legacy.originals import ORIGINALS
from ..legacy.table import SUMMARY, NotThisTable, Printed, ReportRow, read_lines, read_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from ..legacy.rows import Row
    from ..legacy.table import ReadLines, Table


class NotAReport(NotThisTable, ScorerError):
    """A text in which there is no report, or one that is cut off; the line counts from 1."""


class RecordedReport(Record):
    """A recorded report: its numbers, as printed.

    `line` is that of its first row, from 1. `scorers` are the identifiers of
    the originals that print such a table. `rows` are its rows, of both blocks;
    `printed` are all its numbers, None if some were not recorded. `lines` are
    the lines of the text from the rule above its header to the rule at its end,
    as they are; None if it is not the text of a legacy scorer.
    """

    line: int
    scorers: tuple[str, ...]
    rows: tuple[ReportRow, ...]
    printed: Printed | None
    lines: tuple[str, ...] | None = None

    @property
    def table(self) -> Table:
        """The table that it has."""
        return ORIGINALS[self.scorers[0]].table

    @property
    def text(self) -> str:
        """What the originals print for these numbers; raises ValueError if some were not recorded."""
        if self.printed is None:
            raise ValueError("the numbers of sentences were not recorded")
        return self.table.write(self.printed)


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
        there = [n for n, line in enumerate(lines) if line.strip()]
        broken = [n for n in there if lines[n].partition(":")[0].strip() == FIRST]
        index = next(iter(broken + there), 0)
        shown = repr(lines[index].strip()[:60]) if lines[index].strip() else "nothing"
        raise NotAReport(index + 1, shown, "a report of a legacy scorer, with a row %r" % FIRST)
    found = [_read(lines, start, end) for start, end in zip(starts, [*starts[1:], len(lines)])]
    _check_all_read(lines, starts)
    return found


LAST = SUMMARY[-1][0].strip(" :")


def _check_all_read(lines: Sequence[str], starts: Sequence[int]) -> None:
    """Raise NotAReport if a table begins, or numbers of sentences end, that belong to no report."""
    for index, line in enumerate(lines):
        if "| gold |" in line and not line.startswith(NOT_THE_SCORERS):
            row = _next(lines, index, len(lines))
            if row not in starts:
                raise _fault(lines, row, len(lines), "the end", "the row %r of a report" % FIRST)
    ends = [n for n, line in enumerate(lines) if line.partition(":")[0].strip(" >") == LAST]
    for number, second in enumerate(ends[1:]):
        if not any(ends[number] < start < second for start in starts):
            expected = "the row %r of a report above it" % FIRST
            raise _fault(lines, second, len(lines), "the end", expected)
    if ends and ends[0] < starts[0]:
        raise _fault(lines, ends[0], len(lines), "the end", "the row %r above it" % FIRST)


OTHER = "other: "
"""How the labels of measures begin that are not the scorer's, and not of instances."""

NOT_THE_SCORERS = ("NIS ", OTHER)
"""How what `score` shows beside a legacy scorer's rows begins: it is not verified."""

FIRST = "Cues"
"""The label of the first row of every table."""


def _read(lines: Sequence[str], start: int, end: int) -> RecordedReport:
    """Return the report whose first row is at index `start`; the next report begins at `end`."""
    found = read_lines(lines, start, end)
    last = found.last
    identifiers = _printed_by(lines, found, end)
    for head, field in SUMMARY:
        if field not in found.summary:
            expected = "a line%s" % head.rstrip(": ")
            place = _next(lines, last, end)
            for index in range(start, end):
                if lines[index].partition(":")[0].strip() == head.strip(" :"):
                    place, expected = index, expected + " with a number"
            raise _fault(lines, place, end, "the end of the report", expected)
    above = next(
        (n for n in range(start - 1, max(start - 4, -1), -1) if "| gold |" in lines[n]), start
    )
    first = above - 1 if above != start and above else start
    closing = last + 1 if last + 1 < end and set(lines[last + 1].strip()) == {"-"} else last
    newline = ("",) if closing + 1 < len(lines) else ()
    block = (*lines[first : closing + 1], *newline)
    printed = ORIGINALS[identifiers[0]].table.printed(found)
    return RecordedReport(start + 1, identifiers, found.rows, printed, block)


def scorers_of(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the identifiers of the originals whose table has rows of these labels."""
    return tuple([name for name, own in _tables() if own == list(labels)])


def _printed_by(lines: Sequence[str], found: ReadLines, end: int) -> tuple[str, ...]:
    """Return the originals whose table has these rows; raise NotAReport, where they end, if none has."""
    labels = [row.label for row in found.rows]
    identifiers = scorers_of(labels)
    if identifiers:
        return identifiers
    # The table with the longest beginning in common says what is missing.
    best, common = max(
        ((own, _common(own, labels)) for _, own in _tables()), key=lambda pair: pair[1]
    )
    missing = best[common] if common < len(best) else "no further row"
    place = _next(lines, found.places[common - 1], end)
    expected = "the row %r after %r" % (missing, labels[common - 1])
    raise _fault(lines, place, end, "no further row", expected)


def _next(lines: Sequence[str], index: int, end: int) -> int:
    """Return the index of the next line with something else than a rule, `end` if there is none."""
    return next((n for n in range(index + 1, end) if lines[n].strip("-+ \r")), end)


def _fault(lines: Sequence[str], place: int, end: int, nothing: str, expected: str) -> NotAReport:
    """Return the error that a line is not what was expected, or that there is `nothing`."""
    if place >= end:
        return NotAReport(min(place, len(lines)), nothing, expected)
    return NotAReport(place + 1, repr(lines[place].strip()[:60]), expected)


def _tables() -> Iterator[tuple[str, list[str]]]:
    """Yield each original with the labels of its rows."""
    for name, original in ORIGINALS.items():
        yield name, [row.label for row in original.table.rows + original.table.rows_b]


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many labels two lists have in common at their beginning."""
    return next(
        (n for n, pair in enumerate(zip(one, other)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )


COLUMNS = {
    "gold": "gold",
    "system": "system",
    "true_positives": "tp",
    "false_positives": "fp",
    "false_negatives": "fn",
    "precision": "P",
    "recall": "R",
    "f1": "F1",
}
"""The columns of a row, and what they are called in an answer."""


Cells = dict[tuple[str, str], str]


def cells_of(report: RecordedReport) -> Cells:
    """Return every number of a report by row and column, as it is printed."""
    found = {(row.label, c): str(getattr(row, c)) for row in report.rows for c in COLUMNS}
    if report.printed is not None:
        printed = report.printed
        found.update((("sentences", c), str(v)) for c, v in zip(printed._fields[2:], printed[2:]))
    return found


def printed_cells(measures: Mapping[str, Any]) -> Cells:
    """Return every number of a report in JSON by row and column, as it is printed."""
    rows = {label: {**row, **row["printed"]} for label, row in measures.items()}
    return {(label, column): str(row[column]) for label, row in rows.items() for column in COLUMNS}


def json_reports(text: str) -> list[dict[str, Any]]:
    """Return the reports of pairs of files in the JSON of `score`."""
    expected = "the JSON of score --format json"
    try:
        found: Any = json.loads(text)
        results = [
            one for one in found.get("results", [found]) if one.get("kind", "pair") == "pair"
        ]
        if not results or not all(
            one["measures"] and one["scorer"]["id"] in ORIGINALS for one in results
        ):
            raise NotAReport(1, "JSON without a report", expected)
    except NotAReport:
        raise
    except (ValueError, RecursionError) as error:
        raise NotAReport(1, "JSON that cannot be read (%s)" % str(error)[:60], expected) from None
    except (AttributeError, KeyError, TypeError) as error:
        raise NotAReport(1, "JSON without %s" % str(error)[:60], expected) from None
    return results


def nis_section(lines: Sequence[str], start: int, end: int) -> list[str]:
    """Return the lines on negation instances that stand after a report, none if there are none."""
    heads = [n for n in range(start, end) if lines[n].startswith("NIS (punctuation by ")]
    return [line.rstrip("\r") for line in lines[heads[0] : end] if line.strip()] if heads else []


NIS_COLUMNS = ("gold", "system", "match", "", "", "P", "R", "F1")


def nis_cells(lines: Sequence[str]) -> Cells:
    """Return the cells of the rows on negation instances, by row and column."""
    found: Cells = {}
    for line in lines:
        label, colon, rest = line.partition(":")
        if colon and label.startswith("NIS "):
            cells = [cell.strip() for cell in rest.split("|")]
            found.update(((label, c), cell) for c, cell in zip(NIS_COLUMNS, cells) if c)
    return found


def recomputed(cells: Cells, rows: Sequence[Row]) -> Cells:
    """Return the value that each number must have, computed from the others as a scorer does."""
    n = {key: int(value) for key, value in cells.items() if value.isdigit()}
    by = {(row.measured, row.divided_by_system): row.label for row in rows}
    should: Cells = {}
    for row in rows:
        label = row.label
        gold, system, tp, fp, fn = (n[label, c] for c in [*COLUMNS][:5])
        own = by.get((row.printed_true_positives, row.divided_by_system), label)
        twin = by.get((row.measured, not row.divided_by_system), label)
        first = next(r.label for r in rows if r.counted == row.counted)
        shown = tuple(cells[label, c] for c in ("precision", "recall", "f1"))
        right = tp
        if row.printed_true_positives != row.measured:
            # Quirk 16: another row's true positives are printed.
            right = _first_fit(shown, gold + fn, fp, fn, system if row.divided_by_system else None)
            should[label, "true_positives"] = cells[own, "true_positives"]
        whole = system if row.divided_by_system else right + fp
        p, r = _share(right, whole), _share(right, right + fn)
        scores = (p, r, f1_of_printed(p, r))
        should.update(((label, c), s) for c, s in zip(("precision", "recall", "f1"), scores))
        for column in [*COLUMNS][:5]:
            should.setdefault((label, column), cells[twin, column])
        for column in ("gold", "system"):
            should[label, column] = cells[first, column]
        if row.measured in ("cues", "scope_tokens") and tp + fn != gold:
            should[label, "gold"] = str(tp + fn)
        if row.measured == "full_negations":
            should[label, "false_positives"] = cells[
                by["cues", row.divided_by_system], "false_positives"
            ]
    if ("sentences", "sentences") in cells:
        with_negation, wrong = (
            n.get(("sentences", c), 0) for c in ("negation_sentences", "error_negation_sentences")
        )
        errors = error_percentage(wrong, with_negation)
        should["sentences", "correct_negation"] = correct_percentage(errors)
    return should


def _first_fit(shown: Sequence[str], most: int, fp: int, fn: int, system: int | None) -> int:
    """Return the true positives that give a row's own precision and recall, 0 if none do."""
    for tp in range(most + 1):
        whole = tp + fp if system is None else system
        if (_share(tp, whole), _share(tp, tp + fn)) == tuple(shown[:2]):
            return tp
    return 0


def _share(part: int, whole: int) -> str:
    return printed(percentage(part, whole))
