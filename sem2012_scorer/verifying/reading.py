"""Published tables read from TSV, CSV and Markdown: a measure in each line, or as papers print them."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import Any

from ..ground.errors import ScorerError
from ..ground.row_names import key_of, measure_of
from .rows import Number
from .tables import PublishedRow

SCORE_HEADS = {
    **dict.fromkeys(("p", "prec", "precision"), "precision"),
    **dict.fromkeys(("r", "rec", "recall"), "recall"),
    **dict.fromkeys(("f", "f1", "fscore", "fmeasure"), "f1"),
}
COUNT_HEADS = {
    "gold": "gold",
    "nsystem": "system",
    "tp": "tp",
    "fp": "fp",
    "fn": "fn",
    "truepositives": "tp",
    "falsepositives": "fp",
    "falsenegatives": "fn",
}
IGNORED = ("kind", "train", "unrounded precision", "unrounded recall", "unrounded f1")
"""Heads without a score of their own: of the TSV of `score`, the printed scores are read."""
WANTED = "system, measure, precision, recall, f1 (and test, gold, n_system, tp, fp, fn)"
MOST_ROWS = 5000


class NotATable(ScorerError, ValueError):
    """A text that is not a table of published scores; the text says why."""


def read_table(text: str, measure: str = "") -> list[PublishedRow]:
    """Return the rows of a table; `measure` is that of a table without a column of measures.

    Raises NotATable for a column with scores that is not known, and for what is not a table.
    """
    lines = _lines(text)
    if len(lines) < 2:
        raise NotATable(
            "no table: expected a line of heads and a line for each row, in TSV, CSV or Markdown"
        )
    heads, rows = lines[0], lines[1:]
    if len(rows) > MOST_ROWS:
        raise NotATable("%d rows; at most %d are checked at once" % (len(rows), MOST_ROWS))
    keys = [key_of(head) for head in heads]
    if measure or "measure" in keys or "row" in keys:
        return _long(heads, keys, rows, measure)
    return _wide(heads, keys, rows)


def _lines(text: str) -> list[list[str]]:
    """Return the cells of each line; lines of # and rules of Markdown are left out."""
    lines = [one for one in text.lstrip("\ufeff").splitlines() if one.strip() and one[0] != "#"]
    lines = [one for one in lines if not one.lstrip().startswith("<!--")]
    if not lines:
        return []
    if lines[0].lstrip().startswith("|"):
        bars = [one.strip() for one in lines if one.lstrip().startswith("|")]
        cells = [re.split(r"(?<!\\)\|", one.strip("|")) for one in bars]
        made = [[cell.strip().strip("*").replace("\\|", "|") for cell in row] for row in cells]
        return [row for row in made if not all(re.fullmatch(":?-+:?", cell) for cell in row)]
    separator = "\t" if "\t" in lines[0] else ","
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)]
    except csv.Error as error:
        raise NotATable("not readable as a table: %s" % error) from None


def _is_score(cell: str) -> bool:
    try:
        return Number.read(cell.split("±")[0]) is not None and bool(re.search("[0-9]", cell))
    except ValueError:
        return False


def _check_unread(
    heads: Sequence[str], unread: Sequence[int], rows: Sequence[Sequence[str]]
) -> None:
    """Raise NotATable for a column that has scores and is not read."""
    odd = []
    for place in unread:
        cells = [row[place] for row in rows if place < len(row) and row[place].strip()]
        if cells and sum(map(_is_score, cells)) > len(cells) / 2:
            odd.append(heads[place] or "column %d" % (place + 1))
    if odd:
        raise NotATable(
            "unknown column%s with scores: %s; the columns are %s, or MEASURE P, MEASURE R, MEASURE F1"
            % ("s" if len(odd) > 1 else "", ", ".join(odd[:6]), WANTED)
        )


def _long(
    heads: Sequence[str], keys: Sequence[str], rows: Sequence[Sequence[str]], measure: str
) -> list[PublishedRow]:
    """Return the rows of a table with a measure in each line."""
    at: dict[str, int] = {}
    for place, key in enumerate(keys):
        is_count = key == "system" and ("name" in keys or "system" in at)
        what = "system count" if is_count else "system" if key == "name" else key
        what = {"row": "measure"}.get(what, what)
        if what in SCORE_HEADS and "printedf1" in keys:
            what = "unrounded " + SCORE_HEADS[what]
        elif what.removeprefix("printed") in SCORE_HEADS:
            what = SCORE_HEADS[what.removeprefix("printed")]
        elif what in COUNT_HEADS:
            what = COUNT_HEADS[what] + " count"
        if what in at:
            raise NotATable("two columns are called %r" % heads[place])
        at[what] = place
    read = ("system", "measure", "test", "system count", *SCORE_HEADS.values(), *IGNORED)
    unread = [p for what, p in at.items() if what not in read and not what.endswith(" count")]
    _check_unread(heads, unread, rows)
    if not {"precision", "recall", "f1"} & {*at}:
        raise NotATable("no column of scores; the columns are %s" % WANTED)
    found = []
    for number, row in enumerate(rows, start=2):
        if len(row) > len(heads):
            raise NotATable("line %d: %d cells for %d heads" % (number, len(row), len(heads)))

        def cell(what: str, row: Sequence[str] = row) -> str:
            place = at.get(what)
            return row[place].strip() if place is not None and place < len(row) else ""

        counts: dict[str, int] = {}
        for what in ("gold", "system", "tp", "fp", "fn"):
            text = cell(what + " count")
            if text and not re.fullmatch("[0-9]{1,7}", text):
                raise NotATable("line %d: %s is not a count" % (number, text[:40]))
            if text:
                counts[what] = int(text)
        name = cell("system")
        name += " (%s)" % cell("train") if cell("train") not in ("", "-") else ""
        scores = [_without_deviation(cell(one)) for one in ("precision", "recall", "f1")]
        if any(scores):
            p, r, f = scores
            made = PublishedRow(name, cell("measure") or measure, p, r, f, cell("test"), counts)
            found.append(_checked(made, number))
    return found


def _without_deviation(cell: str) -> str:
    return cell.split("±")[0].strip().strip("*†‡ ")


def _checked(row: PublishedRow, number: int) -> PublishedRow:
    try:
        measure_of(row.measure)
        for score in (row.precision, row.recall, row.f1):
            Number.read(score)
    except ValueError as error:
        raise NotATable("line %d: %s" % (number, error)) from None
    return row


def _wide(
    heads: Sequence[str], keys: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[PublishedRow]:
    """Return the rows of a table with a system in each line, and a measure and score in each head."""
    columns: dict[int, tuple[str, str]] = {}
    for place, head in enumerate(heads):
        if place and head.strip():
            found = _score_of(head)
            if found is not None:
                columns[place] = found
    names = [place for place in range(len(heads)) if place not in columns]
    _check_unread(heads, [p for p in names if p], rows)
    if not columns:
        raise NotATable("no column of scores; the columns are %s, or MEASURE P, …" % WANTED)
    made: list[PublishedRow] = []
    for number, row in enumerate(rows, start=2):
        own: dict[str, dict[str, str]] = {}
        for place, (measure, score) in columns.items():
            text = _without_deviation(row[place]) if place < len(row) else ""
            if score in own.setdefault(measure, {}):
                raise NotATable("two columns are the %s of %s" % (score, measure))
            own[measure][score] = text
        name = row[0] if row else ""
        test = next((row[p] for p in names if p < len(row) and keys[p] == "test"), "")
        for measure, scores in own.items():
            if any(scores.values()):
                fields: dict[str, Any] = {**scores, "test": test}
                made.append(_checked(PublishedRow(name, measure, **fields), number))
    return made


def _score_of(head: str) -> tuple[str, str] | None:
    """Return the measure and the score of a head; a head without P, R or F1 is an F1. None if unknown."""
    *words, last = head.replace("(%)", "").strip().split(" ")
    score = SCORE_HEADS.get(key_of(last), "")
    name = " ".join(words) if score and words else head.replace("(%)", "").strip()
    try:
        return measure_of(name).name, score or "f1"
    except ValueError as error:
        if "may be" in str(error):
            raise NotATable(str(error)) from None
        return None
