"""What was verified, as text, JSON and TSV."""

from __future__ import annotations

from ..ground.records import Record
from ..ground.wording import json_of, plural, some, visible
from ..reporting.grid import Grid
from .against_data import (
    CONSISTENT,
    INCONSISTENT,
    NOT_REPRODUCED,
    REPRODUCED,
    SAME_NUMBERS,
    Verified,
)
from .published import definition_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .published import Answered


class Shown(Record):
    """A verified report, with the file and the line where it begins."""

    file: str
    line: int
    verified: Verified
    is_text: bool = True


MOST_ROWS = 20
"""How many numbers that differ are shown in text."""


def verdict_in_words(shown: Shown) -> str:
    """Return a verdict as one line."""
    verified = shown.verified
    also = " (also by %s)" % ", ".join(verified.also) if verified.also else ""
    if verified.verdict == REPRODUCED:
        how = " byte for byte" if shown.is_text else ""
        return "reproduced%s by %s%s" % (how, verified.scorer, also)
    if verified.verdict == SAME_NUMBERS:
        return "same numbers as %s%s, other text: %s" % (verified.scorer, also, verified.detail)
    if verified.verdict == NOT_REPRODUCED:
        number = plural(len(verified.differences), "number")
        cause = "; it comes out if %s" % verified.cause if verified.cause else ""
        return "not reproduced: %s differ; closest is %s%s" % (number, verified.scorer, cause)
    if verified.verdict == CONSISTENT:
        several = " or ".join((verified.scorer, *verified.also))
        but = "; but %s, which is rare" % verified.detail if verified.detail else ""
        return "consistent: every number follows, as %s prints them%s" % (several, but)
    if verified.verdict == INCONSISTENT:
        if verified.detail:
            return "inconsistent: %s" % verified.detail
        return "inconsistent: %s cannot be" % plural(len(verified.differences), "number")
    cause = "; it comes out if %s" % verified.cause if verified.cause else ""
    return "%s: %s%s" % (verified.verdict, verified.detail, cause)


def as_text(shown: Sequence[Shown], good: int) -> str:
    """Return a line and the differences of each report; if there are several, how many are `good`."""
    lines = []
    for one in shown:
        where = "%s:%d: " % (one.file, one.line) if len(shown) > 1 else ""
        lines.append(visible(where + verdict_in_words(one)))
        if one.verified.differences:
            lines += ["", *_table(one.verified), ""]
    if len(shown) > 1:
        alone = shown[0].verified.verdict in (CONSISTENT, INCONSISTENT)
        lines.append("%d of %d %s" % (good, len(shown), CONSISTENT if alone else REPRODUCED))
    return "".join(line + "\n" for line in lines)


def _table(verified: Verified) -> list[str]:
    """Return the numbers that differ as a table, the first of many."""
    alone = verified.verdict == INCONSISTENT
    shown = verified.differences[:MOST_ROWS]
    more = len(verified.differences) - len(shown)
    head = ("row", "column", "recorded", "should be" if alone else "recomputed", "difference")
    rows = [(d.row, d.column.replace("_", " "), d.recorded, d.recomputed, d.by()) for d in shown]
    grid = Grid(head, rows).text(left=2, is_ruled=False, indent="  ")
    whys = ["", *["  " + d.why if d.why else "" for d in shown]]
    lines = [line + why for line, why in zip(grid, whys)]
    return [*lines, "  and %d more: --format tsv lists all" % more] if more else lines


def as_dict(shown: Shown) -> dict[str, Any]:
    """Return a verified report for JSON."""
    found = shown.verified._asdict()
    found["differences"] = [difference._asdict() for difference in found.pop("differences")]
    return {"file": shown.file, "line": shown.line, **found}


def as_json(shown: Sequence[Shown], good: int) -> str:
    """Return an object with all reports, and how many are good."""
    reports = [as_dict(one) for one in shown]
    return json_of({"reports": reports, "number": len(reports), "good": good}, indent=2) + "\n"


TSV = (
    *("file", "line", "verdict", "scorer", "also", "cause"),
    *("row", "column", "recorded", "recomputed"),
)


def as_tsv(shown: Sequence[Shown], good: int) -> str:
    """Return a header and a line for each difference, one for a report without."""
    lines: list[tuple[str, ...]] = []
    for one in shown:
        verified = one.verified
        what = (verified.verdict, verified.scorer, ",".join(verified.also), verified.cause)
        found = [(d.row, d.column, d.recorded, d.recomputed) for d in verified.differences]
        first = (one.file, str(one.line), *what)
        lines += [(*first, *cells) for cells in found or [("", "", "", "")]]
    return Grid(TSV, lines).tsv()


PUBLISHED = ("measure", "P", "R", "F1", "tp", "fn", "fp")


def published_as_text(answered: Sequence[Answered]) -> str:
    """Return the counts of each published row, and which rows are not possible, and why."""
    rows, remarks = [], []
    for one in answered:
        counts = map(str, one.solutions[0]) if one.solutions else ("", "", "")
        rows.append((one.row.label, *one.row.shares, *counts))
        remarks.append(_remark(one))
    head, *shown = Grid(PUBLISHED, rows).text(is_ruled=False, indent="  ")
    lines: list[str] = []
    system = None
    for one, line, remark in zip(answered, shown, remarks):
        if one.row.system != system:
            system = one.row.system
            lines += [*([""] if lines else []), visible(system or "row"), head]
        lines.append(line + remark)
    impossible = sum(not one.solutions for one in answered)
    if any(definition_of(one.row.label).divided_by_system for one in answered):
        lines += ["", "in a B row, fp is all that the system has"]
    lines += ["", "%s, %d not possible as printed" % (plural(len(answered), "row"), impossible)]
    return "".join(line + "\n" for line in lines)


def _remark(one: Answered) -> str:
    """Return the remark after a published row: how many other counts give it, or that none do."""
    if one.solutions:
        return "  and %d more" % (one.number - 1) if one.number > 1 else ""
    slips = [
        "%s would be %s%s" % (s.column, s.fitting, ": " + s.why if s.why else "") for s in one.slips
    ]
    reason = some(slips, 3) if slips else "no other number makes it fit"
    return "  not possible as printed; " + reason


def published_as_json(answered: Sequence[Answered]) -> str:
    """Return an object with all published rows, what gives them, and what would."""
    rows = [
        {
            **one.row._asdict(),
            "possible": bool(one.solutions),
            "number_of_solutions": one.number,
            "solutions": [solution._asdict() for solution in one.solutions],
            "slips": [slip._asdict() for slip in one.slips],
        }
        for one in answered
    ]
    return json_of({"rows": rows}, indent=2) + "\n"


PUBLISHED_TSV = (
    *("system", "measure", "precision", "recall", "f1", "number_of_solutions"),
    *("true_positives", "false_negatives", "others", "slips"),
)


def published_as_tsv(answered: Sequence[Answered]) -> str:
    """Return a header and a line for each published row, with its first solution."""
    lines = []
    for one in answered:
        counts = tuple(map(str, one.solutions[0])) if one.solutions else ("", "", "")
        slips = "; ".join("%s %s %s" % (s.column, s.fitting, s.why) for s in one.slips)
        lines.append((*one.row, str(one.number), *counts, slips))
    return Grid(PUBLISHED_TSV, lines).tsv()


FORMATS = {"text": as_text, "json": as_json, "tsv": as_tsv}
PUBLISHED_FORMATS = {"text": published_as_text, "json": published_as_json, "tsv": published_as_tsv}
