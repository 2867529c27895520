"""A recorded report: do its cells follow from each other, and which scorer gives it for two files?"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from ..ground.errors import ScoringError
from ..ground.wording import plural
from ..legacy.scripts import ORIGINALS
from ..reading.source import File, as_source, file_kind
from ..reporting.grid import Grid
from ..reporting.nis import Rules
from ..reporting.recorded import (
    Cells,
    NotAReport,
    RecordedReport,
    read_reports,
    recomputed,
)
from ..reporting.scoring import score_files

REPRODUCED, SAME_NUMBERS, NOT_REPRODUCED = "reproduced", "same numbers", "not reproduced"
CONSISTENT, INCONSISTENT = "consistent", "not consistent"
UNCHECKED = "; the NIS rows are not checked without -g and -s"
CELL_HEADS = ("row", "column", "recorded", "recomputed")
Apart = tuple[str, str, str, str]  # a cell that differs, with these


class Verified(NamedTuple):
    """What was found of a recorded report.

    `verdict` is reproduced, same numbers, not reproduced, consistent or not consistent; `words` say it
    in a line; `cells` are those that differ: row, column, as recorded, as recomputed.
    """

    verdict: str
    words: str
    cells: tuple[Apart, ...] = ()
    line: int = 1

    def __str__(self) -> str:
        cells = Grid(CELL_HEADS, self.cells).text(left=2, ruled=None)
        return "\n".join([self.words, *["", *cells] * bool(self.cells), ""])

    @property
    def is_right(self) -> bool:
        return self.verdict in (REPRODUCED, SAME_NUMBERS, CONSISTENT)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        return {**self._asdict(), "cells": [dict(zip(CELL_HEADS, cell)) for cell in self.cells]}


def verify_report(
    report: bytes, gold: File | None = None, system: File | None = None, scorer: str | None = None
) -> list[Verified]:
    """Return for each recorded report in a text whether it is right.

    With `gold` and `system`, whether a scorer gives it for these files, else whether its cells follow
    from each other. Raises NotAReport if there is no report, ScoringError if no scorer can score.
    """
    if not isinstance(report, bytes):
        raise TypeError("a recorded report is bytes: open(NAME, 'rb').read()")
    if (kind := file_kind(report)) is not None:
        raise NotAReport(1, "{}{}".format(*kind), "the text of a report")
    text = report.decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        raise NotAReport(1, "JSON", "text (for JSON, score the files again and compare)")
    recorded = read_reports(text)
    if gold is None or system is None:
        return [_alone(entry) for entry in recorded]
    return [_against(entry, as_source(gold), as_source(system), scorer) for entry in recorded]


def _against(recorded: RecordedReport, gold: File, system: File, scorer: str | None) -> Verified:
    """Return which scorer gives a report for two files, or which cells differ from the nearest."""
    cells = recorded.cells
    by = "form" if "punctuation by form" in recorded.text else "tag"
    rules = Rules(by) if recorded.has_nis else False
    best: tuple[int, str, list[Apart]] | None = None
    aborts: list[ScoringError] = []
    exchanged = "with gold and system exchanged, "
    for words, files in (("", (gold, system)), (exchanged, (system, gold))):
        for name in [scorer] if scorer else recorded.scorers:
            try:
                text = str(score_files(*files, name, rules))
            except (ScoringError, ZeroDivisionError) as error:
                aborts += [error] if isinstance(error, ScoringError) else []
                continue
            apart = _apart(cells, read_reports(text)[0].cells)
            if text in recorded.text:
                said = f"reproduced byte for byte {words}by {name}"
                return Verified(REPRODUCED, said, line=recorded.line)
            if (not words or not apart) and (best is None or len(apart) < best[0]):
                best = len(apart), words + name, apart
    if best is None:
        raise aborts[0] if aborts else ScoringError(None, None, "no score", "a report")
    number, name, apart = best
    if not apart:
        said = f"same numbers in another text: {name}"
        return Verified(SAME_NUMBERS, said, line=recorded.line)
    every = len({*cells, *[(row, column) for row, column, _, _ in apart]})
    said = "not reproduced: %d of %d numbers differ (closest: %s)" % (number, every, name)
    return Verified(NOT_REPRODUCED, said, tuple(apart), recorded.line)


def _apart(recorded: Cells, computed: Cells) -> list[Apart]:
    """Return the cells that differ."""
    return [
        (*cell, shown, value)
        for cell, value in computed.items()
        if (shown := recorded.get(cell, "missing")) != value
    ]


def _alone(recorded: RecordedReport) -> Verified:
    """Return whether all cells follow from the others, or those that do not."""
    for name in recorded.scorers:
        with suppress(ZeroDivisionError):
            wrong = _apart(recorded.cells, recomputed(recorded.cells, ORIGINALS[name]))
            break
    else:
        return Verified(INCONSISTENT, "not consistent: no scorer prints such a report")
    if wrong:
        number = plural(len(wrong), "number does", "numbers do")
        said = f"not consistent: {number} not follow from the others"
        return Verified(INCONSISTENT, said, tuple(wrong), recorded.line)
    said = "consistent: every number follows from the others"
    return Verified(
        CONSISTENT,
        said + UNCHECKED * recorded.has_nis,
        line=recorded.line,
    )
