"""Recorded reports of the focus task's scorer: read, checked by themselves, and against the data."""

from __future__ import annotations

import re
import warnings
from io import BytesIO

from ..focus import IDENTIFIER
from ..focus.files import score_focus_files
from ..ground.measures import SCORES
from ..ground.records import Record
from ..reading.in_step import ScoringError, UnreadWarning
from .against_data import (
    CANNOT_BE_SCORED,
    CONSISTENT,
    INCONSISTENT,
    NOT_REPRODUCED,
    REPRODUCED,
    SAME_NUMBERS,
    Verified,
    other_text,
)
from .causes import changed_pairs
from .fewest import COUNTS, RowInPrint, fewest_changes, score_in_report
from .measures import FOCUS_ROW
from .printed_numbers import OFFICIAL
from .printing import Scores
from .values import OtherNumber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..focus.scoring import FocusReport

PRECISION, RECALL, F_SCORE = "Precision", "Recall", "F-score"

LAYOUT = re.compile(
    r"^Precision +(\S+) \[(\d{1,18})/(\d{1,18})\]\s*?\n"
    r"Recall +(\S+) \[(\d{1,18})/(\d{1,18})\]\s*?\n"
    r"F-score +(\S+)[^\S\n]*$",
    re.MULTILINE,
)

CELLS = (
    (PRECISION, "precision"),
    (PRECISION, "true_positives"),
    (PRECISION, "system"),
    (RECALL, "recall"),
    (RECALL, "true_positives"),
    (RECALL, "gold"),
    (F_SCORE, "f1"),
)
"""The numbers of such a report, in their order: the line, and the column."""


class RecordedFocus(Record):
    """A recorded report of the focus task: the line where it begins, its numbers, and its lines.

    `values` are the numbers of `CELLS`; `lines` is None if it is not the script's text.
    """

    line: int
    values: tuple[str, ...]
    lines: tuple[str, ...] | None


def read_focus_reports(text: str) -> list[RecordedFocus]:
    """Return the reports of the focus task's scorer in a text, in their order."""
    found = []
    for match in LAYOUT.finditer(text):
        newline = [""] if text[match.end() : match.end() + 1] == "\n" else []
        lines = (*match.group().split("\n"), *newline)
        found.append(RecordedFocus(text.count("\n", 0, match.start()) + 1, match.groups(), lines))
    return found


def verify_focus_alone(recorded: RecordedFocus) -> Verified:
    """Return the verdict on a report by itself: see `arithmetic.verify_alone`."""
    rows = []
    reading = OFFICIAL._replace(is_official=False)
    for label in dict.fromkeys(label for label, _ in CELLS):
        own = {c: v for (line, c), v in zip(CELLS, recorded.values) if line == label}
        counts = {column: int(own[column]) for column in COUNTS if column in own}
        scores = Scores._make([score_in_report(own[c]) if c in own else None for c in SCORES])
        rows.append(RowInPrint(FOCUS_ROW._replace(label=label), counts, scores, reading))
    ways = [
        tuple([change._replace(why="then all numbers fit") for change in way.changes])
        for way in fewest_changes(rows).ways
    ]
    if not ways[0]:
        return Verified(CONSISTENT, IDENTIFIER)
    return Verified(INCONSISTENT, IDENTIFIER, differences=ways[0], alternatives=tuple(ways))


def _other(recorded: RecordedFocus, values: tuple[str, ...]) -> tuple[OtherNumber, ...]:
    """Return the numbers of a report that differ from others."""
    cells = zip(CELLS, recorded.values, values)
    return tuple([OtherNumber(*cell, one, other) for cell, one, other in cells if one != other])


def verify_focus_against(recorded: RecordedFocus, gold: bytes, system: bytes) -> Verified:
    """Return whether the script prints a recorded report for two files' contents."""
    try:
        report = focus_report(gold, system)
    except ScoringError as error:
        detail = "%s stops: %s" % (IDENTIFIER, error.legacy_message)
        return Verified(CANNOT_BE_SCORED, IDENTIFIER, detail=detail)
    different = _other(recorded, _of_report(report))
    if different:
        causes = list(_causes(recorded, gold, system))
        return Verified(NOT_REPRODUCED, IDENTIFIER, (), " or ".join(causes), different)
    words = "" if recorded.lines is None else other_text(recorded.lines, str(report))
    return Verified(SAME_NUMBERS if words else REPRODUCED, IDENTIFIER, detail=words)


def focus_report(gold: bytes, system: bytes) -> FocusReport:
    """Return the report on two contents, without warnings of sentences that are not read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnreadWarning)
        return score_focus_files(BytesIO(gold), BytesIO(system))


def _of_report(report: FocusReport) -> tuple[str, ...]:
    """Return the numbers that the script prints."""
    (recorded,) = read_focus_reports(str(report))
    return recorded.values


def _causes(recorded: RecordedFocus, gold: bytes, system: bytes) -> Iterator[str]:
    """Yield in words what change of the files gives a recorded report."""
    for cause in changed_pairs(gold, system, None):
        try:
            report = focus_report(cause.gold, cause.system)
        except ScoringError:
            continue
        if _of_report(report) == recorded.values:
            yield cause.words
