"""What is verified: reports of the legacy scorers in a text, or those of our own JSON."""

from __future__ import annotations

import json

from ..ground.measures import SCORES
from ..legacy.originals import ORIGINALS
from ..legacy.table import Printed, ReportRow, read_lines, read_row
from ..reading.source import signature_of
from ..reporting.recorded import (
    NotAReport,
    RecordedReport,
    read_reports,
    scorers_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_recorded(content: bytes) -> list[RecordedReport]:
    """Return the reports in a file: the text of legacy scorers, or our own JSON.

    Raises NotAReport if there is none, or if one is cut off.
    """
    signature = signature_of(content)
    if signature is not None:
        raise NotAReport(1, "%s%s" % signature, "the text of a report")
    text = content.decode("utf-8", "backslashreplace")
    start = text.lstrip("\ufeff").lstrip()
    if start.startswith("{"):
        return _from_json(start)
    return read_reports(text)


def looks_like_report(content: bytes) -> bool:
    """Return True for a text with something of a report in it, such as one that is cut off."""
    return any(sign in content for sign in SIGNS)


SIGNS = (
    b"| gold |",
    b"precision (%)",
    b"# negation sentences",
    b'"measures":',
)
"""What stands in reports, and in our JSON, and in no other file."""


def _from_json(text: str) -> list[RecordedReport]:
    """Return the reports of pairs of files in our JSON."""
    try:
        found: Any = json.loads(text)
        results = found.get("results", [found])
        if not results:
            raise NotAReport(1, "JSON without results", "JSON of score --format json")
        return [_of_dict(result) for result in results if result.get("kind", "pair") == "pair"]
    except NotAReport:
        raise
    except RecursionError as error:
        raise NotAReport(1, "JSON that is nested too deep", "JSON of score") from error
    except ValueError as error:
        raise NotAReport(1, "JSON that cannot be read (%s)" % error, "JSON of score") from error
    except (AttributeError, KeyError, TypeError, IndexError) as error:
        raise NotAReport(1, "JSON without %s" % error, "JSON of score --format json") from error


def _of_dict(result: dict[str, Any]) -> RecordedReport:
    identifier = result["scorer"]["id"]
    if identifier not in ORIGINALS:
        raise NotAReport(1, "JSON of %s" % identifier, "that of a scorer of negation")
    original = ORIGINALS[identifier]
    labels = list(result["measures"])
    if not scorers_of(labels):
        raise NotAReport(1, "rows %s" % ", ".join(labels), "those of a legacy scorer")
    rows = [_of_json(label, row) for label, row in result["measures"].items()]
    for row in rows:
        if read_row(str(row)) != row:
            raise NotAReport(1, repr(str(row).strip()[:60]), "a row that a report prints")
    sentences = result["sentences"]
    correct = sentences["percent_correct"] or {"sentences": "", "negation_sentences": ""}
    number = len(original.table.rows)
    printed = Printed(
        tuple(rows[:number]),
        tuple(rows[number:]),
        sentences["all"],
        sentences["with_negation"],
        sentences["with_negation_and_error"],
        correct["sentences"],
        correct["negation_sentences"],
    )
    table = original.table
    if table.printed(read_lines(table.write(printed).split("\n"))) != printed:
        raise NotAReport(1, "JSON with a value that no report prints", "JSON of score")
    return RecordedReport(1, (identifier,), tuple(rows), printed)


def _of_json(label: str, row: dict[str, Any]) -> ReportRow:
    """Return a row of our JSON."""
    counts = [row["gold"], row["system"], row["printed"]["true_positives"]]
    counts += [row["false_positives"], row["false_negatives"]]
    return ReportRow._make([label, *counts, *[row["printed"][name] for name in SCORES]])
