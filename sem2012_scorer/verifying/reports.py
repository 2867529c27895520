"""A recorded report: which scorer gives it for two files, or do its numbers follow from each other?

In: the bytes of a text with reports, and gold and system if they are to be scored again. Out: a `Verified` for
each report (`verify_report`, to be read first).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

from ..common.counts import Tally
from ..common.errors import ScorerWarning, ScoringError
from ..common.measures import measures_from_counts
from ..common.percentages import printed
from ..common.wording import shortened_list
from ..port.printing import divisors_for_printing
from ..port.scripts import ORIGINALS
from ..reading.facts import what_is_not_text
from ..reading.source import File, as_source
from ..reporting.grid import Grid
from ..reporting.nis import Rules
from ..reporting.report import Report
from ..reporting.scoring import score_files
from .alone import (
    BY_SCRIPT,
    MOST_WRONG,
    Apart,
    PrintedBy,
    is_consistent,
    printed_otherwise,
    smallest_corrections,
)
from .recorded import SUMMARY, Cells, NotAReport, RecordedReport, read_reports, recorded_cells

REPRODUCED, SAME_NUMBERS = "reproduced", "same numbers"
EXCHANGED, NOT_REPRODUCED = "exchanged", "not reproduced"
CONSISTENT, INCONSISTENT = "consistent", "not consistent"
MOST_NAMED = 8  # how many numbers of which some are wrong are named
CELL_HEADS = ("row", "column", "recorded", "recomputed")
LABELS_OF_SUMMARY = {name: label for label, name in SUMMARY.items()}
LACKING = (
    " (the report may still be right: where the last line of a sentence has too few columns,"
    " the scorer counts negations or scope tokens that it does not compare)"
)
"""What else may have happened where gold's numbers alone are too large (quirk 27), or scope tokens (26)."""


class Verified(NamedTuple):
    """The verdict on a recorded report; ``str()`` is the text of the command.

    `line` is the line of its first row in the text, from 1. `verdict` is reproduced, same numbers, exchanged, not
    reproduced, consistent or not consistent; `words` say it in a line; `cells` are those that differ: row, column,
    as recorded, as recomputed. `alternatives` are all sets of cells that would explain it, where there are several.
    """

    verdict: str
    words: str
    cells: tuple[Apart, ...] = ()
    line: int = 1
    alternatives: tuple[tuple[Apart, ...], ...] = ()

    def __str__(self) -> str:
        lines = [self.words]
        if self.cells:
            last = "would fit" if self.verdict == INCONSISTENT else CELL_HEADS[3]
            rows = [_with_label(cell) for cell in self.shown_cells]
            lines += ["", *Grid((*CELL_HEADS[:3], last), rows).text(left=2, ruled=None)]
        return "\n".join([*lines, ""])

    @property
    def shown_cells(self) -> tuple[Apart, ...]:
        """The cells that differ, of all corrections that are equally good."""
        return tuple(dict.fromkeys(chain(self.cells, *self.alternatives)))

    @property
    def is_right(self) -> bool:
        return self.verdict in (REPRODUCED, SAME_NUMBERS, CONSISTENT)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        alternatives = [_as_dicts(cells) for cells in self.alternatives]
        return {**self._asdict(), "cells": _as_dicts(self.cells), "alternatives": alternatives}


def _with_label(cell: Apart) -> Apart:
    """Return a cell for people: the lines on sentences have the labels of the report."""
    row, column, *numbers = cell
    if row != "sentences":
        return cell
    recorded, recomputed = numbers
    return LABELS_OF_SUMMARY[column], "", recorded, recomputed


def _as_dicts(cells: tuple[Apart, ...]) -> list[dict[str, str]]:
    return [dict(zip(CELL_HEADS, cell)) for cell in cells]


def verify_report(
    report: bytes, gold: File | None = None, system: File | None = None, scorer: str | None = None
) -> list[Verified]:
    """Return for each recorded report in a text whether it is right.

    With `gold` and `system`, score again and compare; without, check the numbers against each other. Raises
    ScorerError, which is a ValueError too, if there is no report, ScoringError if no scorer can score the files, and
    ValueError if only one of them is given.
    """
    if not isinstance(report, bytes):
        raise TypeError("a recorded report is bytes: open(NAME, 'rb').read()")
    if (gold is None) != (system is None):
        raise ValueError("give both gold and system, or neither to check the report alone")
    if (kind := what_is_not_text(report)) is not None:
        raise NotAReport(1, ": ".join(filter(None, kind)), "the text of a report")
    text = report.decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        words = (
            "the text of a report (name the JSON file that score wrote; it cannot come from a pipe)"
        )
        raise NotAReport(1, "JSON", words)
    reports = read_reports(text)
    if gold is None or system is None:
        return [_verify_alone(recorded) for recorded in reports]
    files = as_source(gold), as_source(system)
    verified = []
    for recorded in reports:
        try:
            verified.append(_verify_against_files(recorded, files, scorer))
        except ScoringError as error:
            if len(reports) == 1:
                raise
            names = shortened_list([scorer] if scorer else recorded.scorers, len(ORIGINALS))
            words = f"not reproduced: {names} cannot score these files: {error}"
            verified.append(Verified(NOT_REPRODUCED, words, line=recorded.line))
    return verified


# With its files -----------------------------------------------------------------------------------


class _Attempt(NamedTuple):
    """What a scorer gives for two files: its report, and the numbers that differ from the recorded ones."""

    scorer: str
    text: str
    apart: tuple[Apart, ...]
    printed_by: PrintedBy = BY_SCRIPT


def _verify_against_files(
    recorded: RecordedReport, files: tuple[File, File], scorer: str | None
) -> Verified:
    """Return which scorer gives a report for two files, or which cells differ from the nearest."""
    aborts: list[ScoringError] = []
    attempts = []
    for attempt in _attempts(recorded, files, scorer, aborts):
        if not attempt.apart:
            return _reproduced(recorded, attempt)
        attempts.append(attempt)
    with catch_warnings():
        simplefilter("ignore", ScorerWarning)  # it is about files that are the other way round
        for attempt in _attempts(recorded, files[::-1], scorer, aborts):
            if not attempt.apart:
                words = (
                    f"reproduced only with gold and system exchanged, by {attempt.scorer}: "
                    "this call, or the one that made the report, has -g and -s the wrong way round"
                )
                return Verified(EXCHANGED, words, line=recorded.line)
    if attempts:
        nearest = min(attempts, key=lambda attempt: len(attempt.apart))
        return _not_reproduced(recorded, nearest, is_only_attempt=len(attempts) == 1)
    raise next(iter(aborts), ScoringError(None, None, "no score", "a report"))


def _attempts(
    recorded: RecordedReport,
    files: tuple[File, ...],
    scorer: str | None,
    aborts: list[ScoringError],
) -> Iterator[_Attempt]:
    """Yield what each scorer gives; `aborts` gets the errors of those that cannot score."""
    gold, system = files
    rules: bool | Rules = False
    if recorded.has_nis:
        rules = Rules("form" if "punctuation by form" in recorded.text else "tag")
    for name in [scorer] if scorer else recorded.scorers:
        try:
            report = score_files(gold, system, name, rules)
            text = str(report)
        except ZeroDivisionError:  # then this scorer prints no report
            continue
        except ScoringError as error:
            aborts.append(error)
            continue
        cells = recorded_cells(text)
        yield _Attempt(name, text, _cells_apart(recorded.cells, cells))
        for printed_by in printed_otherwise(report.original):
            apart = _cells_apart(recorded.cells, _cells_printed_by(printed_by, cells, report))
            if not apart:
                yield _Attempt(name, text, apart, printed_by)


def _cells_printed_by(printed_by: PrintedBy, cells: Cells, report: Report) -> Cells:
    """Return the numbers of a report as another program prints them."""
    printed_cells = dict(cells)
    for line in (*report.original.rows, *report.original.rows_b):
        tally: Tally = report.counts[line.place]
        if printed_by.has_own_tp(line):
            printed_cells[line.label, "true_positives"] = str(tally.true_positives)
        if printed_by.rounds_once:
            system, gold = divisors_for_printing(tally, line)
            right = tally.true_positives
            f1 = measures_from_counts(right, system, right, gold)[2]
            printed_cells[line.label, "f1"] = printed(f1)
    return printed_cells


def _cells_apart(recorded: Cells, computed: Cells) -> tuple[Apart, ...]:
    """Return the cells whose numbers differ."""
    apart: list[Apart] = []
    for (row, column), must_be in computed.items():
        number = recorded.get((row, column), "missing")
        if number != must_be:
            apart.append((row, column, number, must_be))
    return tuple(apart)


def _reproduced(recorded: RecordedReport, attempt: _Attempt) -> Verified:
    if attempt.printed_by.words:
        words = f"same numbers as {attempt.scorer}, {attempt.printed_by.words}"
        return Verified(SAME_NUMBERS, words, line=recorded.line)
    if attempt.text in recorded.text:
        return Verified(
            REPRODUCED, f"reproduced byte for byte by {attempt.scorer}", line=recorded.line
        )
    words = f"same numbers as {attempt.scorer} prints, in another layout"
    return Verified(SAME_NUMBERS, words, line=recorded.line)


def _not_reproduced(recorded: RecordedReport, nearest: _Attempt, is_only_attempt: bool) -> Verified:
    """Return the answer for a report that no scorer gives, with the numbers that differ from the nearest.

    Numbers are counted in the rows that both have: a scorer with other rows does not print the others.
    """
    computed = recorded_cells(nearest.text)
    rows, computed_rows = [{row for row, _ in cells} for cells in (recorded.cells, computed)]
    compared = {cell for cell in (*recorded.cells, *computed) if cell[0] in rows & computed_rows}
    different = [cell for cell in nearest.apart if cell[:2] in compared]
    differ = "differs" if len(different) == 1 else "differ"
    numbers = f"{len(different)} of {len(compared)} numbers {differ}"
    if rows != computed_rows and not different:
        numbers = f"the {len(compared)} numbers in the rows common to both are the same"
    elif rows != computed_rows:
        numbers = f"in the rows common to both, {numbers}"
    words = f"not reproduced: {numbers} ({nearest.scorer} comes closest)"
    if is_only_attempt:
        words = f"not reproduced by {nearest.scorer}: {numbers}"
    if more := sorted(computed_rows - rows):
        words += f"; {nearest.scorer} also prints {shortened_list(more, 2)}"
    if missing := sorted(rows - computed_rows):
        words += f"; {nearest.scorer} does not print {shortened_list(missing, 2)}"
    return Verified(NOT_REPRODUCED, words, nearest.apart, recorded.line)


# Alone --------------------------------------------------------------------------------------------


def _verify_alone(recorded: RecordedReport) -> Verified:
    """Return whether all numbers follow from each other, or which are wrong."""
    originals = [ORIGINALS[name] for name in recorded.scorers]
    for original in originals:
        for printed_by in (BY_SCRIPT, *printed_otherwise(original)):
            if is_consistent(recorded.cells, original, printed_by=printed_by):
                words = f"consistent: {printed_by.words or 'no number contradicts another'}"
                if recorded.has_nis:
                    words += " (the rows of NIS are checked with -g and -s only)"
                return Verified(CONSISTENT, words, line=recorded.line)
    smallest = smallest_corrections(recorded.cells, originals[0])
    words = f"not consistent: {_what_is_wrong(smallest)}"
    if any(is_consistent(recorded.cells, original, all_columns=False) for original in originals):
        words += LACKING
    cells = smallest[0] if smallest else ()
    alternatives = tuple(smallest) if len(smallest) > 1 else ()
    return Verified(INCONSISTENT, words, cells, recorded.line, alternatives)


def _what_is_wrong(smallest: Sequence[tuple[Apart, ...]]) -> str:
    """Return which numbers are wrong, by all the corrections that are equally good."""
    if not smallest:
        return (
            f"several numbers are wrong, and no {MOST_WRONG} corrections were found that make the report fit; "
            "with -g and -s, verify says which are wrong"
        )
    number = len(smallest[0])
    named = list(dict.fromkeys(_cell_in_words(cell) for cells in smallest for cell in cells))
    if len(smallest) > 1:
        these = "one of these numbers is" if number == 1 else f"{number} of these numbers are"
        return f"{these} wrong: {shortened_list(named, MOST_NAMED)}"
    if number > 1:
        return f"{number} numbers do not follow from the others: {'; '.join(named)}"
    return f"{named[0]}, but all other numbers fit {smallest[0][0][3]}"


def _cell_in_words(cell: Apart) -> str:
    """Return a cell as it is recorded, in words."""
    row, column, recorded, _ = cell
    if row == "sentences":
        return f"{LABELS_OF_SUMMARY[column]}: {recorded}"
    in_words = "F1" if column == "f1" else column.replace("_", " ")
    return f"{row}: {in_words} {recorded}"
