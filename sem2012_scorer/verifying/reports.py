"""A recorded report: which scorer gives it for two files, and do its numbers follow from each other?

In: the bytes of a text with reports, and gold and system if they are to be scored again. Out: a `Verified` for
each report (`verify_report`, to be read first). `alone` checks the numbers of a report against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

from ..common.errors import ScorerWarning, ScoringError
from ..common.wording import plural, shortened_list
from ..port.scripts import ORIGINALS, Original
from ..reading.facts import what_is_not_text
from ..reading.source import File, as_source
from ..reporting.grid import Grid
from ..reporting.nis import Rules
from ..reporting.report import Report
from ..reporting.scoring import score_files
from .alone import (
    BY_SCRIPT,
    Apart,
    PrintedBy,
    cells_not_printed_again,
    cells_of_counts,
    printed_otherwise,
    report_alone_may_lack_columns,
    wrong_numbers,
)
from .corrections import MOST_CORRECTED, smallest_corrections_of_report
from .recorded import SUMMARY, Cells, NotAReport, RecordedReport, read_reports, recorded_cells

REPRODUCED, SAME_NUMBERS = "reproduced", "same numbers"
EXCHANGED, NOT_REPRODUCED = "exchanged", "not reproduced"
CONSISTENT, INCONSISTENT = "consistent", "not consistent"
SEVERAL_WRONG = "several numbers are wrong"
MOST_FITTING = 4  # how many numbers that would fit a cell are shown
CELL_HEADS = ("row", "column", "recorded", "recomputed")


class Verified(NamedTuple):
    """The verdict on a recorded report; ``str()`` is the text of the command.

    `line` is the line of its first row in the text, from 1. `verdict` is reproduced, same numbers, exchanged, not reproduced, consistent or not consistent;
    `words` say it in a line; `cells` are those that differ: row, column, as recorded, as recomputed.
    `alternatives` are all sets of cells that would explain it, where there are several.
    """

    verdict: str
    words: str
    cells: tuple[Apart, ...] = ()
    line: int = 1
    alternatives: tuple[tuple[Apart, ...], ...] = ()

    def __str__(self) -> str:
        lines = [self.words]
        if self.cells:
            lines.append("")
            heads = CELL_HEADS
            if self.verdict == INCONSISTENT:
                heads = (*CELL_HEADS[:3], "would fit")
            if SEVERAL_WRONG in self.words:
                heads = (*CELL_HEADS[:3], "from its counts")
            lines += Grid(heads, list(map(_with_label, self.shown_cells))).text(left=2, ruled=None)
        lines.append("")
        return "\n".join(lines)

    @property
    def shown_cells(self) -> tuple[Apart, ...]:
        """The cells that differ, of all corrections that are equally good."""
        if self.alternatives:
            return tuple(dict.fromkeys(chain.from_iterable(self.alternatives)))
        return self.cells

    @property
    def is_right(self) -> bool:
        return self.verdict in (REPRODUCED, SAME_NUMBERS, CONSISTENT)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        alternatives = [_as_dicts(cells) for cells in self.alternatives]
        return {**self._asdict(), "cells": _as_dicts(self.cells), "alternatives": alternatives}


LABELS_OF_SUMMARY = {name: label for label, name in SUMMARY.items()}
"""The lines on sentences as the report calls them, by the names of their cells."""


def _with_label(cell: Apart) -> Apart:
    """Return a cell for people: the lines on sentences have the labels of the report."""
    row, column, *numbers = cell
    if row != "sentences" or column not in LABELS_OF_SUMMARY:
        return cell
    recorded, recomputed = numbers
    return LABELS_OF_SUMMARY[column], "", recorded, recomputed


def _as_dicts(cells: tuple[Apart, ...]) -> list[dict[str, str]]:
    return [dict(zip(CELL_HEADS, cell)) for cell in cells]


def verify_report(
    report: bytes, gold: File | None = None, system: File | None = None, scorer: str | None = None
) -> list[Verified]:
    """Return for each recorded report in a text whether it is right.

    With `gold` and `system`, score again and compare; without, check the numbers against each other.
    Raises ScorerError, which is a ValueError too, if there is no report, ScoringError if no scorer can
    score the files, and ValueError if only one of them is given.
    """
    if not isinstance(report, bytes):
        raise TypeError("a recorded report is bytes: open(NAME, 'rb').read()")
    if (gold is None) != (system is None):
        raise ValueError("give both gold and system, or neither to check the report alone")
    if (kind := what_is_not_text(report)) is not None:
        raise NotAReport(1, ": ".join(filter(None, kind)), "the text of a report")
    text = report.decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        raise NotAReport(
            1,
            "JSON",
            "the text of a report (name the JSON file that score wrote; it cannot come from a pipe)",
        )
    recorded = read_reports(text)
    if gold is None or system is None:
        return [_verify_alone(entry) for entry in recorded]
    in_gold, in_system = as_source(gold), as_source(system)
    if len(recorded) == 1:
        return [_verify_against_files(recorded[0], in_gold, in_system, scorer)]
    return [_one_of_several(entry, in_gold, in_system, scorer) for entry in recorded]


def _one_of_several(
    recorded: RecordedReport, gold: File, system: File, scorer: str | None
) -> Verified:
    """Return what was found of one of several reports; one that cannot be scored does not stop the others."""
    try:
        return _verify_against_files(recorded, gold, system, scorer)
    except ScoringError as error:
        names = shortened_list(_scorers_tried(recorded, scorer), len(ORIGINALS))
        words = f"not reproduced: {names} cannot score these files: {error}"
        return Verified(NOT_REPRODUCED, words, line=recorded.line)


def _scorers_tried(recorded: RecordedReport, scorer: str | None) -> Sequence[str]:
    """Return the scorers that are tried: the one that is asked for, or all that print such rows."""
    return [scorer] if scorer else recorded.scorers


class _Attempt(NamedTuple):
    """What a scorer gives for two files: its report, and the numbers that differ from the recorded ones."""

    scorer: str
    text: str
    cells: Cells
    apart: tuple[Apart, ...]
    printed_by: PrintedBy = BY_SCRIPT


def _verify_against_files(
    recorded: RecordedReport, gold: File, system: File, scorer: str | None
) -> Verified:
    """Return which scorer gives a report for two files, or which cells differ from the nearest."""
    aborts: list[ScoringError] = []
    attempts = []
    for attempt in _attempts_of_scorers(recorded, gold, system, scorer, aborts):
        if not attempt.apart:
            return _reproduced(recorded, attempt, is_exchanged=False)
        attempts.append(attempt)
    with catch_warnings():
        simplefilter(
            "ignore", ScorerWarning
        )  # what is said of these files is true the other way round
        for attempt in _attempts_of_scorers(recorded, system, gold, scorer, aborts):
            if not attempt.apart:
                return _reproduced(recorded, attempt, is_exchanged=True)
    if not attempts:
        if aborts:
            raise aborts[0]
        raise ScoringError(None, None, "no score", "a report")
    nearest = min(attempts, key=lambda attempt: len(attempt.apart))
    return _not_reproduced(recorded, nearest, is_only_attempt=len(attempts) == 1)


def _attempts_of_scorers(
    recorded: RecordedReport,
    gold: File,
    system: File,
    scorer: str | None,
    aborts: list[ScoringError],
) -> Iterator[_Attempt]:
    """Yield what each scorer gives; `aborts` gets the errors of those that cannot score."""
    for name in _scorers_tried(recorded, scorer):
        try:
            report = _score_or_none(recorded, (gold, system), name)
        except ScoringError as error:
            aborts.append(error)
            continue
        if report is None:
            continue
        text = str(report)
        printed = recorded_cells(text)
        yield _Attempt(name, text, printed, cells_not_printed_again(recorded.cells, printed))
        for printed_by in printed_otherwise(ORIGINALS[name]):
            cells = {**printed, **cells_of_counts(report.counts, name, printed_by)}
            apart = cells_not_printed_again(recorded.cells, cells)
            if not apart:
                yield _Attempt(name, text, cells, apart, printed_by)


def _score_or_none(
    recorded: RecordedReport, files: tuple[File, File], scorer: str
) -> Report | None:
    """Return the report of a scorer, None where it divides by zero; raise ScoringError."""
    rules: bool | Rules = False
    if recorded.has_nis:
        by = "form" if "punctuation by form" in recorded.text else "tag"
        rules = Rules(by)
    with suppress(ZeroDivisionError):
        report = score_files(*files, scorer, rules)
        str(report)  # here it divides
        return report
    return None


def _not_reproduced(recorded: RecordedReport, nearest: _Attempt, is_only_attempt: bool) -> Verified:
    """Return the answer for a report that no scorer gives, with the numbers that differ from the nearest.

    Numbers are counted in the rows that both have: a scorer with other rows does not print the others.
    """
    computed = nearest.cells
    rows = {row for row, _ in recorded.cells}
    computed_rows = {row for row, _ in computed}
    compared = {cell for cell in (*recorded.cells, *computed) if cell[0] in rows & computed_rows}
    different = [cell for cell in nearest.apart if cell[:2] in compared]
    differ = "differs" if len(different) == 1 else "differ"
    numbers = f"{len(different)} of {len(compared)} numbers {differ}"
    has_other_rows = rows != computed_rows
    if has_other_rows:
        numbers = f"in the rows common to both, {numbers}"
        if not different:
            numbers = f"the {len(compared)} numbers in the rows common to both are the same"
    if is_only_attempt:
        words = f"not reproduced by {nearest.scorer}: {numbers}"
    else:
        words = f"not reproduced: {numbers} ({nearest.scorer} comes closest)"
    if has_other_rows:
        words += _other_rows_in_words(nearest.scorer, rows, computed_rows)
    return Verified(NOT_REPRODUCED, words, nearest.apart, recorded.line)


def _other_rows_in_words(scorer: str, rows: set[str], computed_rows: set[str]) -> str:
    """Return which rows only the scorer prints, and which only the report has."""
    more, missing = sorted(computed_rows - rows), sorted(rows - computed_rows)
    words = ""
    if more:
        words += f"; {scorer} also prints {shortened_list(more, 2)}"
    if missing:
        words += f"; {scorer} does not print {shortened_list(missing, 2)}"
    return words


def _reproduced(recorded: RecordedReport, attempt: _Attempt, is_exchanged: bool) -> Verified:
    """Return the answer for a report whose numbers a scorer gives."""
    scorer = attempt.scorer
    if is_exchanged:
        words = (
            f"reproduced only with gold and system exchanged, by {scorer}: "
            "this call, or the one that made the report, has -g and -s the wrong way round"
        )
        return Verified(EXCHANGED, words, line=recorded.line)
    if attempt.printed_by.words:
        words = f"same numbers as {scorer}, {attempt.printed_by.words}"
        return Verified(SAME_NUMBERS, words, line=recorded.line)
    if attempt.text in recorded.text:
        words = f"reproduced byte for byte by {scorer}"
        return Verified(REPRODUCED, words, line=recorded.line)
    return Verified(
        SAME_NUMBERS, f"same numbers as {scorer} prints, in another layout", line=recorded.line
    )


def _verify_alone(recorded: RecordedReport) -> Verified:
    """Return whether all numbers follow from each other, or which are wrong."""
    for name in recorded.scorers:
        original = ORIGINALS[name]
        with suppress(ZeroDivisionError):
            for printed_by in (BY_SCRIPT, *printed_otherwise(original)):
                if not wrong_numbers(recorded.cells, original, printed_by):
                    words = printed_by.words or "no number contradicts another"
                    return Verified(CONSISTENT, f"consistent: {words}", line=recorded.line)
            return _inconsistent(recorded, original)
    words = "not consistent: no scorer prints such a report"
    return Verified(INCONSISTENT, words, line=recorded.line)


def _inconsistent(recorded: RecordedReport, original: Original) -> Verified:
    """Return the answer for a report whose numbers do not follow from each other."""
    smallest = smallest_corrections_of_report(recorded.cells, original)
    words = "not consistent: " + _what_is_wrong(smallest)
    if report_alone_may_lack_columns(recorded.cells, original):
        words += LACKING
    alternatives = tuple(smallest) if len(smallest) > 1 else ()
    return Verified(INCONSISTENT, words, smallest[0], recorded.line, alternatives)


LACKING = (
    " (the report may still be right: where the last line of a sentence has too few columns,"
    " the scorer counts negations or scope tokens that it does not compare)"
)
"""What else may have happened where gold's numbers alone are too large (quirk 27), or scope tokens (26)."""


def _what_is_wrong(smallest: Sequence[tuple[Apart, ...]]) -> str:
    """Return which numbers are wrong, by all the corrections that are equally good."""
    cells = smallest[0]
    if len(cells) > MOST_CORRECTED:
        return (
            f"{SEVERAL_WRONG}, and no {MOST_CORRECTED} corrections were found that make the report fit."
            f" Printed again from its own counts, {len(cells)} numbers differ: some of them may be right, and"
            " a wrong count may not be among them; with -g and -s, verify says which are wrong"
        )
    if len(cells) > 1:
        named_cells = "; ".join(map(_alternatives_in_words, zip(*smallest)))
        numbers = plural(len(cells), "number does", "numbers do")
        return (
            f"{numbers} not follow from the others (other corrections are possible): {named_cells}"
        )
    if len(smallest) == 1:
        named, number = _correction_in_words(cells[0])
        return f"{named}, but all other numbers fit {number}"
    fitting: dict[str, list[str]] = {}
    for correction in smallest:
        named, number = _correction_in_words(correction[0])
        fitting.setdefault(named, []).append(number)
    if len(fitting) > 1:
        return "one of these numbers is wrong: " + ", ".join(fitting)
    ((named, all_fitting),) = fitting.items()
    return f"{named}, but all other numbers fit {', '.join(all_fitting[:MOST_FITTING])} or others"


def _alternatives_in_words(cells: Sequence[Apart]) -> str:
    """Return the cells of which one is wrong, in words."""
    named = dict.fromkeys(_correction_in_words(cell)[0] for cell in cells)
    return " or ".join(named)


def _correction_in_words(cell: Apart) -> tuple[str, str]:
    """Return a cell as it is recorded, in words, and what it must be."""
    row, column, recorded, must_be = cell
    if row == "sentences":
        below = {name: line for line, name in SUMMARY.items()}
        return f"{below[column]}: {recorded}", must_be
    in_words = "F1" if column == "f1" else column.replace("_", " ")
    return f"{row}: {in_words} {recorded}", must_be
