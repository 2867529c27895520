"""Reports that somebody recorded: found in a text, whatever stands around them, and read as values."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import takewhile
from operator import eq

from ..ground.errors import ScorerError
from ..ground.measures import ReportRow
from ..ground.percentages import (
    correct_percentage,
    f1_of_printed,
    percentage,
    printed,
)
from ..ground.records import Record
from ..legacy.scripts import ORIGINALS, Row


class NotAReport(ScorerError, ValueError):
    """A text in which there is no report, or one that is cut off; the line counts from 1."""

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(line, found, expected)
        self.line, self.found, self.expected = line, found, expected

    def __str__(self) -> str:
        return "line %d: found %s; expected %s" % (self.line, self.found, self.expected)


class RecordedReport(Record):
    """A recorded report: its numbers, as printed.

    `line` is the line of its first row, from 1. `scorers` are the identifiers of the originals that print
    such rows. `rows` are its rows, of both blocks; `summary` the numbers below them, by `SUMMARY`.
    `lines` are the lines of the text from the rule above its header to the rule at its end.
    """

    line: int
    scorers: tuple[str, ...]
    rows: tuple[ReportRow, ...]
    summary: Mapping[str, str]
    lines: tuple[str, ...]


SUMMARY = {
    "# sentences": "sentences",
    "# negation sentences": "negation_sentences",
    "# negation sentences with errors": "error_negation_sentences",
    "% correct sentences": "correct",
    "% correct negation sentences": "correct_negation",
}
"""What stands below the rows: how each line begins, and what its number is called here."""
FIRST = "Cues"
"""The label of the first row of every report."""
_ROW = re.compile(
    r"\s*([^:|]+?)\s*:\s*(\d{1,18})\s*"
    + r"\|\s*(\d{1,18})\s*" * 4
    + r"\|\s*(\d{1,18}(?:\.\d{1,18})?)\s*" * 3,
    re.ASCII,
)
_NUMBER = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)


def read_row(line: str) -> ReportRow | None:
    """Return the row in a line, whatever its spaces, or None if it has none."""
    match = _ROW.fullmatch(line)
    if match is None:
        return None
    label, *cells = match.groups()
    return ReportRow._make([label, *map(int, cells[:5]), *cells[5:]])


def read_reports(text: str) -> list[RecordedReport]:
    """Return the reports in a text, in their order; raise NotAReport if there is none.

    A report begins with its row of cues and ends with its percentages. Spaces and carriage returns
    make no difference to what is read.
    """
    lines = text.split("\n")
    names = [line.partition(":")[0].strip(" >") for line in lines]
    starts = [n for n, name in enumerate(names) if name == FIRST and read_row(lines[n]) is not None]
    expected = f"a report of a legacy scorer, with a row {FIRST!r}"
    if not starts:
        filled = [n for n, line in enumerate(lines) if line.strip()]
        place = next(iter([n for n in filled if names[n] == FIRST] + filled), 0)
        raise NotAReport(place + 1, repr(lines[place].strip()[:60]), expected)
    # A table that begins, or numbers of sentences that end, belong to a report.
    heads = [n for n, line in enumerate(lines) if "| gold |" in line and line[:4] != "NIS "]
    known = {*starts}
    odd = [n for n in heads if not {n + 1, n + 2, n + 3} & known]
    ends = [n for n, name in enumerate(names) if name == [*SUMMARY][-1]]
    for before, n in zip([-1, *ends], ends):
        odd += [n] * (bisect_left(starts, before) == bisect_left(starts, n))
    if odd:
        raise NotAReport(min(odd) + 1, "a part of a report", f"its row {FIRST!r} too")
    return [_read(lines, *both) for both in zip(starts, [*starts[1:], len(lines)])]


def _read(lines: Sequence[str], start: int, end: int) -> RecordedReport:
    """Return the report whose first row is at index `start`; the next report begins at `end`."""
    rows: list[ReportRow] = []
    places: list[int] = []
    summary: dict[str, str] = {}
    last = start
    for n in range(start, end):
        row = read_row(lines[n])
        name, _, value = lines[n].partition(":")
        field = SUMMARY.get(name.strip())
        if row is not None and not summary:
            rows.append(row)
            places.append(n)
        elif field is not None and _NUMBER.fullmatch(value.strip()):
            summary.setdefault(field, value.strip())
        else:
            continue
        last = n
        if len(summary) == len(SUMMARY):
            break
    scorers = _printed_by([row.label for row in rows], places)
    for name, field in SUMMARY.items():
        if field not in summary:
            raise NotAReport(last + 1, "no such line below", f"a line {name!r} with a number")
    heads = [n for n in range(start - 1, max(start - 4, -1), -1) if "| gold |" in lines[n]]
    first = max(heads[0] - 1, 0) if heads else start
    closing = last + 1 if last + 1 < end and set(lines[last + 1].strip()) == {"-"} else last
    newline = ("",) if closing + 1 < len(lines) else ()
    block = (*lines[first : closing + 1], *newline)
    return RecordedReport(start + 1, scorers, tuple(rows), summary, block)


def _printed_by(labels: list[str], places: Sequence[int]) -> tuple[str, ...]:
    """Return the originals whose report has these rows; raise NotAReport, where they end, if none has."""
    tables = {name: [r.label for r in (*o.rows, *o.rows_b)] for name, o in ORIGINALS.items()}
    scorers = tuple([name for name, table in tables.items() if table == labels])
    if scorers:
        return scorers
    # The table with the longest beginning in common says what is missing.
    common, best = max(
        (sum(takewhile(bool, map(eq, table, labels))), table) for table in tables.values()
    )
    missing = repr(best[common]) if common < len(best) else "no further row"
    expected = f"{missing} after the row {labels[common - 1]!r}"
    found = repr(labels[common]) if common < len(labels) else "no further row"
    raise NotAReport(places[min(common, len(places) - 1)] + 1, found, expected)


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
    cells = {(row.label, c): str(getattr(row, c)) for row in report.rows for c in COLUMNS}
    cells.update((("sentences", name), value) for name, value in report.summary.items())
    return cells


def nis_section(lines: Sequence[str], start: int, end: int) -> list[str]:
    """Return the lines on negation instances after a report."""
    heads = [n for n in range(start, end) if lines[n].startswith("NIS (punctuation by ")]
    return [line.rstrip("\r") for line in lines[heads[0] : end] if line.strip()] if heads else []


NIS_COLUMNS = ("gold", "system", "match", "", "", "P", "R", "F1")


def nis_cells(lines: Sequence[str]) -> Cells:
    """Return the cells of the rows on negation instances, by row and column."""
    cells_by_row: Cells = {}
    for line in lines:
        label, colon, rest = line.partition(":")
        if colon and label.startswith("NIS "):
            cells = [cell.strip() for cell in rest.split("|")]
            cells_by_row.update(((label, c), cell) for c, cell in zip(NIS_COLUMNS, cells) if c)
    return cells_by_row


def recomputed(cells: Cells, rows: Sequence[Row]) -> Cells:
    """Return the value that each number must have, computed from the others as a scorer does."""
    n = {key: int(value) for key, value in cells.items() if value.isdigit()}
    by = {(row.measured, row.divided_by_system): row.label for row in rows}
    has_b = any(row.divided_by_system for row in rows)
    should: Cells = {}
    for row in rows:
        label = row.label
        gold, system, tp, fp, fn = (n[label, c] for c in [*COLUMNS][:5])
        own_label = by.get((row.printed, row.divided_by_system), label)
        twin = by.get((row.measured, not row.divided_by_system), label)
        first = next(r.label for r in rows if _counted(r) == _counted(row))
        shown = tuple(cells[label, c] for c in ("precision", "recall", "f1"))
        right = tp
        if row.printed != row.measured:
            # Quirk 16: another row's true positives are printed.
            right = _first_fit(shown, gold + fn, fp, fn, system if row.divided_by_system else None)
            should[label, "true_positives"] = cells[own_label, "true_positives"]
        whole = system if row.divided_by_system else right + fp
        p, r = _share(right, whole), _share(right, right + fn)
        scores = (p, r, f1_of_printed(p, r))
        should.update(((label, c), s) for c, s in zip(("precision", "recall", "f1"), scores))
        for column in [*COLUMNS][:5]:
            should.setdefault((label, column), cells[twin, column])
        for column in ("gold", "system"):
            should[label, column] = cells[first, column]
        # Gold may have more, where the last line of a sentence lacks columns (quirk 26).
        if row.measured in ("cues", "scope_tokens") and tp + fn > gold:
            should[label, "gold"] = str(tp + fn)
        if row.measured == "full_negations":
            cues = by["cues", row.divided_by_system]
            should[label, "false_positives"] = cells[cues, "false_positives"]
        if tp > gold:
            should[label, "true_positives"] = "%d or fewer" % gold
        elif has_b and tp + fp > system:
            # Where there are B rows, each of the system's negations is paired once.
            should[label, "system"] = "%d or more" % (tp + fp)
    if ("sentences", "sentences") in cells:
        with_negation, wrong = (
            n.get(("sentences", c), 0) for c in ("negation_sentences", "error_negation_sentences")
        )
        should["sentences", "correct_negation"] = correct_percentage(wrong, with_negation)
        should.update(_of_sentences(cells, n.get(("sentences", "sentences")), with_negation, wrong))
    return should


def _of_sentences(cells: Cells, number: int | None, with_negation: int, wrong: int) -> Cells:
    """Return what the numbers of sentences would be, if those of a report cannot be.

    Sentences without negation in gold may have errors too.
    """
    if number is None or number < with_negation:
        return {("sentences", "sentences"): "%d or more" % with_negation}
    if wrong > with_negation:
        return {("sentences", "error_negation_sentences"): "%d or fewer" % with_negation}
    shown = cells["sentences", "correct"]
    # The more errors, the fewer are right: what is shown is nearest to these, or it cannot be.
    middle = round(number * (1 - float(shown) / 100))
    tried = [
        min(max(errors, wrong), wrong + number - with_negation)
        for errors in (middle - 1, middle, middle + 1)
    ]
    possible = [correct_percentage(errors, number) for errors in tried]
    if shown in possible:
        return {}
    return {
        ("sentences", "correct"): min(possible, key=lambda share: abs(float(share) - float(shown)))
    }


def _first_fit(shown: Sequence[str], most: int, fp: int, fn: int, system: int | None) -> int:
    """Return the fewest true positives that give a row's own precision and recall, 0 if none do.

    Both rise with them, or stay: so the first that reach both are the ones, or none are.
    """

    def scores(tp: int) -> tuple[str, str]:
        return _share(tp, tp + fp if system is None else system), _share(tp, tp + fn)

    wanted = [float(score) for score in shown[:2]]
    tp = bisect_left(
        range(most + 1),
        True,
        key=lambda tp: all(float(score) >= least for score, least in zip(scores(tp), wanted)),
    )
    return tp if tp <= most and scores(tp) == tuple(shown[:2]) else 0


def _share(part: int, whole: int) -> str:
    return printed(percentage(part, whole))


def _counted(row: Row) -> str:
    """Return what gold's and the system's numbers of a row count."""
    return {"full_negations": "cues"}.get(row.measured, row.printed)
