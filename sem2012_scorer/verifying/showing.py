"""What was verified, as text, JSON and TSV."""

from __future__ import annotations

from collections import Counter

from ..ground.records import Record
from ..ground.wording import json_of, plural, visible
from ..reporting.grid import Grid
from .against_data import (
    CANNOT_BE_READ,
    CANNOT_BE_SCORED,
    CONSISTENT,
    EMPTY,
    INCONSISTENT,
    NOT_A_REPORT,
    NOT_REPRODUCED,
    REPRODUCED,
    SAME_NUMBERS,
    WITHOUT_PARTNER,
    Verified,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Shown(Record):
    """A verified report, with the file and the line where it begins.

    A file of a folder that is not a report `is_passed_over`: it is counted, and not listed.
    """

    file: str
    line: int
    verified: Verified
    is_text: bool = True
    is_passed_over: bool = False


OF_DATA = (REPRODUCED, SAME_NUMBERS, NOT_REPRODUCED, CANNOT_BE_SCORED, WITHOUT_PARTNER)
"""The verdicts that need gold and system."""

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
        number = plural(len(verified.differences), "number differs", "numbers differ")
        if verified.detail:
            what = (verified.scorer, verified.detail, _cause(verified))
            return "not reproduced by %s: %s%s" % what
        return "not reproduced: %s; closest is %s%s" % (number, verified.scorer, _cause(verified))
    if verified.verdict == CONSISTENT:
        several = " or ".join((verified.scorer, *verified.also))
        but = "; but %s, which is rare" % verified.detail if verified.detail else ""
        return "consistent: every number follows, as %s prints them%s" % (several, but)
    if verified.verdict == INCONSISTENT:
        if not verified.differences:
            return "inconsistent: %s" % verified.detail
        number = plural(len(verified.differences), "number")
        others = len(verified.alternatives) - 1
        ways = ", in %d ways" % (others + 1) if others > 0 else ""
        but = "; %s" % verified.detail if verified.detail else ""
        words = "inconsistent: %s would have to be %s for all to fit%s%s"
        other = "another" if len(verified.differences) == 1 else "others"
        return words % (number, other, ways, but)
    return "%s: %s%s" % (verified.verdict, verified.detail, _cause(verified))


def _cause(verified: Verified) -> str:
    """Return in words under which change of the files a report is reproduced, "" if none is known."""
    if not verified.cause:
        return ""
    is_another = verified.cause.startswith("it is")
    return "; %s%s" % ("" if is_another else "it is reproduced if ", verified.cause)


def as_text(shown: Sequence[Shown], good: int) -> str:
    """Return a line and the differences of each report; if there are several, how many are `good`."""
    lines = []
    reports = [one for one in shown if not one.is_passed_over]
    for one in reports:
        where = "%s:%d: " % (one.file, one.line) if len(shown) > 1 else ""
        lines.append(visible(where + verdict_in_words(one)))
        if one.verified.differences:
            lines += ["", *_table(one.verified), *_ways(one.verified), ""]
    if len(shown) > 1 or not reports:
        lines.append(_in_all(shown, good))
    return "".join(line + "\n" for line in lines)


def _in_all(shown: Sequence[Shown], good: int) -> str:
    """Return how many reports are right, how many files are empty, and how many are not reports."""
    number = Counter("other" if one.is_passed_over else one.verified.verdict for one in shown)
    has_data = any(number[verdict] for verdict in OF_DATA)
    apart = ("other", EMPTY, NOT_A_REPORT, CANNOT_BE_READ)
    found = len(shown) - sum(number[one] for one in apart)
    right = "%d of %d %s" % (good, found, REPRODUCED if has_data else CONSISTENT)
    parts = [right if found else "no report"]
    for one, words, several in (
        (EMPTY, "empty file", "empty files"),
        (NOT_A_REPORT, "file that is not a report", "files that are not reports"),
        (CANNOT_BE_READ, "file that cannot be read", "files that cannot be read"),
        ("other", "other file, passed over", "other files, passed over"),
    ):
        parts += [plural(number[one], words, several)] if number[one] else []
    return "; ".join(parts)


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


MOST_WAYS = 5


def _ways(verified: Verified) -> list[str]:
    """Return the other ways to change as few numbers, the first few."""
    others = verified.alternatives[1:]
    lines = [
        "  or: "
        + ", ".join("%s of %s %s" % (d.column.replace("_", " "), d.row, d.recomputed) for d in way)
        for way in others[:MOST_WAYS]
    ]
    more = len(others) - MOST_WAYS
    return [*lines, "  and %d more: --format json lists all" % more] if more > 0 else lines


def as_dict(shown: Shown) -> dict[str, Any]:
    """Return a verified report for JSON."""
    found = shown.verified._asdict()
    found["differences"] = [difference._asdict() for difference in found.pop("differences")]
    ways = found.pop("alternatives")
    found["alternatives"] = [[difference._asdict() for difference in way] for way in ways]
    return {"file": shown.file, "line": shown.line, **found}


def as_json(shown: Sequence[Shown], good: int) -> str:
    """Return an object with all reports, and how many are good."""
    reports = [as_dict(one) for one in shown if not one.is_passed_over]
    others = [one.file for one in shown if one.is_passed_over]
    found = {"reports": reports, "number": len(reports), "good": good}
    return json_of({**found, **({"not_reports": others} if others else {})}, indent=2) + "\n"


TSV = (
    *("file", "line", "verdict", "scorer", "also", "cause"),
    *("row", "column", "recorded", "recomputed"),
)


def as_tsv(shown: Sequence[Shown], good: int) -> str:
    """Return a header and a line for each difference, one for a report without."""
    lines: list[tuple[str, ...]] = []
    for one in shown:
        if one.is_passed_over:
            continue
        verified = one.verified
        what = (verified.verdict, verified.scorer, ",".join(verified.also), verified.cause)
        found = [(d.row, d.column, d.recorded, d.recomputed) for d in verified.differences]
        first = (one.file, str(one.line), *what)
        lines += [(*first, *cells) for cells in found or [("", "", "", "")]]
    return Grid(TSV, lines).tsv()


FORMATS = {"text": as_text, "json": as_json, "tsv": as_tsv}
