"""Published tables read from TSV, CSV and Markdown: a measure in each line, or as papers print them."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Sequence

from ..ground.row_names import key_of, measure_of
from .rows import SCORES, Number
from .tables import PublishedRow

SCORE_HEADS = {
    **dict.fromkeys(("p", "prec", "precision", "printedprecision"), "precision"),
    **dict.fromkeys(("r", "rec", "recall", "printedrecall"), "recall"),
    **dict.fromkeys(("f", "f1", "fscore", "printedf1"), "f1"),
}
HEADS = {
    **{name: ("name", name) for name in "system name measure row test train kind".split()},
    **{name: ("count", name) for name in ("gold", "tp", "fp", "fn")},
    "nsystem": ("count", "system"),
    "truepositives": ("count", "tp"),
    "falsepositives": ("count", "fp"),
    "falsenegatives": ("count", "fn"),
}
"""What stands in a column, by its head: a name, or a count."""
WANTED = (
    "system, measure, precision, recall, f1 (and test, gold, n_system, tp, fp, fn), "
    "or MEASURE P, MEASURE R, MEASURE F1"
)
_SCORE = re.compile(r"[*†‡ ]*[0-9]{0,3}[.,]?[0-9]+[ %]*([*†‡ ]*|±.*)")
_MARKED_SCORE = re.compile(r"\W*(\\?\w+[{>])?\W*[0-9]{0,3}[.,][0-9]")
"""How a cell begins that has a score and more than that, such as a note or how it is printed."""


def read_table(text: str, measure: str = "") -> list[PublishedRow]:
    """Return the rows of a table; `measure` is for a table that does not name its measures.

    Raises ValueError for a column with scores that is not known, and for what is not a table.
    """
    try:
        lines = cells_of_lines(text)
    except csv.Error as error:
        raise ValueError(f"not readable as a table: {error}") from None
    if len(lines) < 2:
        raise ValueError("no table: expected a header and one row or more (TSV, CSV, Markdown)")
    (_, heads), *rows = lines
    columns = _column_kinds(heads, [row for _, row in rows])
    if measure and any(kind == "name" and what in ("measure", "row") for kind, what in columns):
        raise ValueError("the table names its measures: leave --measure out")
    published = []
    for number, row in rows:
        where = "line %d: " % number
        if len(row) > len(heads):
            raise ValueError(where + "%d cells for %d heads" % (len(row), len(heads)))
        names: dict[str, str] = {}
        counts: dict[str, int] = {}
        scores: dict[str, dict[str, str]] = defaultdict(dict)
        for cell, (kind, what) in zip(row, columns):
            shown = cell.strip("*†‡ ")
            if kind == "name":
                names[what] = cell.strip()
            elif kind == "count" and shown:
                if not re.fullmatch("[0-9]{1,7}", shown):
                    raise ValueError(where + f"{shown[:40]} is not a count of up to seven digits")
                counts[what] = int(shown)
            elif what in SCORES:
                scores[kind][what] = shown
        system = names.get("name") or names.get("system", "")
        if names.get("train", "-") not in ("", "-"):
            system += " ({})".format(names["train"])
        if not any(any(of_measure.values()) for of_measure in scores.values()):
            raise ValueError(where + "no score; remove the line")
        for name, of_measure in scores.items():
            named = name or names.get("measure") or names.get("row") or measure or system
            if not any(of_measure.values()):
                continue
            p, r, f = (of_measure.get(score, "") for score in SCORES)
            try:
                measure_of(named)
                [Number.read(score) for score in (p, r, f)]
            except ValueError as error:
                what = "; name the row in a column measure, or with --measure" * (named is system)
                raise ValueError(where + str(error) + what) from None
            of = "" if named is system else system
            published.append(PublishedRow(of, named, p, r, f, names.get("test", ""), counts))
    return published


def _column_kinds(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """Return what each column holds: a name, a count, or the score of a measure ("" in a long table).

    Raises ValueError for a column with scores whose head is not known.
    """
    keys = [key_of(head) for head in heads]
    columns: list[tuple[str, str]] = []
    odd = []
    for place, (head, key) in enumerate(zip(heads, keys)):
        column = ("", "")
        cells = [row[place] for row in rows if place < len(row) and row[place].strip()]
        number = sum(bool(_SCORE.fullmatch(cell)) for cell in cells)
        has_scores = number > 0 or any(map(_MARKED_SCORE.match, cells))
        if not (place or number > len(cells) / 2 or key in HEADS):
            column = ("name", "system")
        elif key == "system" and (("name", "system") in columns or "name" in keys):
            column = ("count", "system")
        elif key in HEADS:
            column = HEADS[key]
        elif key in SCORE_HEADS:
            column = ("", SCORE_HEADS[key])
        else:
            column = _score_of(head)
            if column == ("", "") and has_scores:
                odd.append(head)
        # The TSV of `score` has unrounded scores too, and the printed ones after them.
        if column in columns and column != ("", "") and not key.startswith("printed"):
            raise ValueError(f"two columns are called {head!r}")
        columns.append(column)
    named = {kind for kind, what in columns if what in SCORES} - {""}
    if named and {("name", "measure"), ("name", "row")} & {*columns}:
        raise ValueError("both a column and the header say what the scores measure; leave one out")
    if odd or not any(what in SCORES for _, what in columns):
        unknown = "unknown columns with scores: {}; ".format(", ".join(odd[:6])) if odd else ""
        raise ValueError(unknown + "a table has the columns " + WANTED)
    return columns


def _score_of(head: str) -> tuple[str, str]:
    """Return the measure and the score of a head such as "Cues P"; one without a score is an F1."""
    name = head.replace("(%)", "").strip()
    first, _, last = name.rpartition(" ")
    score = SCORE_HEADS.get(key_of(last), "") if first else ""
    try:
        return measure_of(first if score else name).name, score or "f1"
    except ValueError as error:
        if "may be" in str(error):
            raise
        return "", ""


def cells_of_lines(text: str) -> list[tuple[int, list[str]]]:
    """Return the number and the cells of each line of a table in TSV, CSV or Markdown.

    Lines of # and rules of Markdown are left out. Raises csv.Error for a line that cannot be read.
    """
    numbered = enumerate(text.lstrip("\ufeff").splitlines(), start=1)
    lines = [(number, line) for number, line in numbered if line.strip() and line[0] != "#"]
    if lines and lines[0][1].lstrip().startswith("|"):
        bars = [(number, line.strip()) for number, line in lines if line.lstrip().startswith("|")]
        split = [(number, re.split(r"(?<!\\)\|", line.strip("|"))) for number, line in bars]
        made = [
            (number, [cell.strip().strip("*").replace("\\|", "|") for cell in row])
            for number, row in split
        ]
        return [row for row in made if not all(re.fullmatch(":?-+:?", cell) for cell in row[1])]
    separator = "\t" if lines and "\t" in lines[0][1] else ","
    reader = csv.reader([line for _, line in lines], delimiter=separator)
    return [(lines[reader.line_num - 1][0], [cell.strip() for cell in row]) for row in reader]
