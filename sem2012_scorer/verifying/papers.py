"""Published tables as people have them: TSV, CSV, Markdown with prose around, and LaTeX."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from .names import AMBIGUOUS, key_of, measure_of
from .numbers import Number, count_in, plain, score_in
from .rows import SCORES
from .tables import PublishedRow

SCORE_HEADS = {
    **dict.fromkeys(("p", "prec", "precision", "printedprecision"), "precision"),
    **dict.fromkeys(("r", "rec", "recall", "printedrecall", "exhaustividad"), "recall"),
    **dict.fromkeys(("f", "f1", "fscore", "f1score", "fmeasure", "f1measure"), "f1"),
    **dict.fromkeys(("printedf1", "medidaf", "medidaf1"), "f1"),
}
HEADS = {
    **{name: ("name", name) for name in "system name measure row test train kind run".split()},
    "seed": ("name", "run"),
    **{name: ("count", name) for name in ("gold", "tp", "fp", "fn")},
    "nsystem": ("count", "system"),
    "truepositives": ("count", "tp"),
    "falsepositives": ("count", "fp"),
    "falsenegatives": ("count", "fn"),
}
"""What stands in a column, by its head: a name, or a count."""
WANTED = (
    "system, measure, precision, recall, f1 (and test, run, gold, n_system, tp, fp, fn), "
    "or MEASURE P, MEASURE R, MEASURE F1"
)
Lines = list[tuple[int, list[str]]]
"""The lines of a table that have cells: the number of each, and its cells."""
Kind = tuple[str, str]
"""What a column holds: a name or a count and which, or a measure ("" in a long table) and which score."""
IGNORED = ("", "")


class Table(NamedTuple):
    """A table in a text: its first line, its rows, and what was ignored."""

    line: int
    rows: tuple[PublishedRow, ...]
    notes: tuple[str, ...] = ()


def read_table(text: str, measure: str = "") -> list[PublishedRow]:
    """Return the rows of all tables in a text: see `read_tables`."""
    return [row for table in read_tables(text, measure) for row in table.rows]


def read_tables(text: str, measure: str = "") -> list[Table]:
    """Return the tables in a text; `measure` is for tables that do not name their measures.

    Tables without scores are left out. Raises ValueError for a column with scores that is not
    understood, and where no table has scores.
    """
    try:
        grids = [lines for lines in lines_of_tables(text) if len(lines) > 1]
    except csv.Error as error:
        raise ValueError(f"not readable as a table: {error}") from None
    if not grids:
        raise ValueError(
            "no table: expected a header and one row or more (TSV, CSV, Markdown, LaTeX)"
        )
    tables = []
    for lines in grids:
        heads, rows = _heads(lines)
        kinds, ignored = _kinds(heads, [cells for _, cells in rows])
        has_scores = any(what in SCORES for _, what in kinds)
        if not has_scores and len(grids) == 1:
            raise ValueError("a table has the columns " + WANTED)
        if has_scores:
            notes = ("ignored: " + ", ".join(ignored),) if ignored else ()
            tables.append(Table(lines[0][0], tuple(_rows(heads, kinds, rows, measure)), notes))
    if not any(table.rows for table in tables):
        raise ValueError("no table with scores: a table has the columns " + WANTED)
    problems = [row for table in tables for row in table.rows]
    if all(row.problem for row in problems):
        raise ValueError("line %d: %s" % (problems[0].line, problems[0].problem))
    return tables


# The lines of tables ------------------------------------------------------------------------------


def lines_of_tables(text: str) -> list[Lines]:
    """Return the lines of each table in a text. Raises csv.Error for a line that cannot be read."""
    numbered = list(enumerate(text.lstrip("\ufeff").splitlines(), start=1))
    if r"\begin{tabular" in text:
        return _latex(numbered)
    if any(line.lstrip().startswith("|") for _, line in numbered):
        return _markdown(numbered)
    lines = [(n, line) for n, line in numbered if line.strip() and not line.startswith("#")]
    separator = "\t" if lines and "\t" in lines[0][1] else ","
    reader = csv.reader([line for _, line in lines], delimiter=separator)
    return [[(lines[reader.line_num - 1][0], [cell.strip() for cell in row]) for row in reader]]


def _markdown(numbered: Sequence[tuple[int, str]]) -> list[Lines]:
    """Return the tables of a page: lines that begin with a bar, one after the other."""
    tables: list[Lines] = []
    last = -1
    for number, line in numbered:
        if not line.lstrip().startswith("|"):
            continue
        if number != last + 1:
            tables.append([])
        last = number
        inner = line.strip().removeprefix("|")
        inner = inner.removesuffix("|") if not inner.endswith(r"\|") else inner
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]
        if not all(re.fullmatch(":?-+:?", cell) for cell in cells):
            tables[-1].append((number, cells))
    return tables


_RULES = re.compile(
    r"\\(?:hline|(?:top|mid|bottom)rule|c(?:mid)?rule|cline)(?:\([^)]*\))?(?:\{[^}]*\})?"
)
_SPAN = re.compile(
    r"\\multicolumn\s*\{(\d{1,2})\}\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*\{(.*)\}", re.S
)
_ROW_SPAN = re.compile(r"\\multirow\s*\{[^{}]*\}\s*\{[^{}]*\}\s*\{(.*)\}", re.S)


def _latex(numbered: Sequence[tuple[int, str]]) -> list[Lines]:
    """Return the tabulars of a text."""
    tables: list[Lines] = []
    is_inside = False
    before = ""  # the beginning of a row that goes on in the next line
    for number, line in numbered:
        line = re.sub(r"(?<!\\)%.*", "", line)
        if r"\begin{tabular" in line:
            tables.append([])
            is_inside, before = True, ""
            continue
        if r"\end{tabular" in line:
            is_inside = False
        if not is_inside:
            continue
        *rows, before = (before + " " + _RULES.sub("", line)).split(r"\\")
        tables[-1] += [(number, _latex_cells(row)) for row in rows if row.strip()]
    return tables


def _latex_cells(row: str) -> list[str]:
    """Return the cells of a row of LaTeX; a cell over several columns is followed by empty ones."""
    cells: list[str] = []
    row = re.sub(r"^\s*\[[^\]]*\]", "", row)  # the space after the row before
    for cell in re.split(r"(?<!\\)&", row):
        spanned = _SPAN.search(cell)
        cell = spanned[2] if spanned else cell
        rows_spanned = _ROW_SPAN.search(cell)
        cell = rows_spanned[1] if rows_spanned else cell
        cells.append(re.sub(r"-\{\}-", "--", cell).strip())
        cells += [""] * (int(spanned[1]) - 1 if spanned else 0)
    return cells


# What the columns hold ----------------------------------------------------------------------------


def _heads(lines: Lines) -> tuple[list[str], Lines]:
    """Return the heads of a table, and its other lines; measures may stand in a row above P, R and F1."""
    first = [_head(cell) for cell in lines[0][1]]
    second = [_head(cell) for cell in lines[1][1]]
    scores = [key_of(cell) in SCORE_HEADS for cell in second]
    are_heads = all(
        is_score or not cell or key_of(cell) in HEADS for is_score, cell in zip(scores, second)
    )
    if not (are_heads and sum(scores) > 1):
        return first, lines[1:]
    width = max(len(first), len(second))
    first += [""] * (width - len(first))
    second += [""] * (width - len(second))
    heads = []
    above = ""
    for upper, lower in zip(first, second):
        above = upper or above
        is_score = key_of(lower) in SCORE_HEADS
        heads.append(f"{above} {lower}".strip() if is_score else (lower or upper))
    return heads, lines[2:]


def _head(cell: str) -> str:
    return re.sub(r"\(%\)|^%|%$|\[%\]", "", plain(cell)).strip()


def _kinds(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[Kind], list[str]]:
    """Return what each column holds, and the heads of columns that are ignored.

    Raises ValueError for a column with scores of a measure that is not understood.
    """
    kinds: list[Kind] = []
    ignored: list[str] = []
    for place, head in enumerate(heads):
        cells = [row[place] for row in rows if place < len(row) and row[place].strip()]
        kind = _kind_of(place, head, cells, kinds, [key_of(other) for other in heads])
        if kind == IGNORED and head and cells:
            if _looks_like_score(head) and any(map(_is_number, cells)):
                words = f"unknown column with scores: {head}; a table has the columns "
                raise ValueError(words + WANTED)
            ignored.append(head)
        # The TSV of `score` has unrounded scores too, and the printed ones after them.
        if kind in kinds and kind != IGNORED and not key_of(head).startswith("printed"):
            raise ValueError(f"two columns are called {head!r}")
        kinds.append(kind)
    named = {measure for measure, what in kinds if what in SCORES} - {""}
    if named and {("name", "measure"), ("name", "row")} & {*kinds}:
        raise ValueError("both a column and the header say what the scores measure; leave one out")
    return kinds, ignored


def _kind_of(
    place: int, head: str, cells: Sequence[str], before: Sequence[Kind], keys: Sequence[str]
) -> Kind:
    """Return what a column holds, `IGNORED` if its head is not known."""
    key = keys[place]
    if key == "system" and (("name", "system") in before or "name" in keys):
        return "count", "system"
    if key in HEADS:
        return HEADS[key]
    if place == 0 and sum(map(_is_number, cells)) <= len(cells) / 2:
        return "name", "system"
    if key in SCORE_HEADS:
        return "", SCORE_HEADS[key]
    return _score_of(head)


def _score_of(head: str) -> Kind:
    """Return the measure and the score of a head such as "Cues P"; one without a score is an F1."""
    first, _, last = head.rpartition(" ")
    score = SCORE_HEADS.get(key_of(last), "") if first else ""
    try:
        return measure_of(first if score else head).name, score or "f1"
    except ValueError:
        if key_of(first if score else head) in AMBIGUOUS:
            raise
        return IGNORED


def _looks_like_score(head: str) -> bool:
    """Return whether a head that is not known has a word for a score or for a measure."""
    for word in re.split(r"[\W_]+", head):
        if key_of(word) in SCORE_HEADS or key_of(word) in AMBIGUOUS:
            return True
        try:
            measure_of(word)
        except ValueError:
            continue
        return True
    return False


def _is_number(cell: str) -> bool:
    return re.fullmatch(r"[0-9]*[.]?[0-9]+ *%?", score_in(cell)) is not None


# The rows -----------------------------------------------------------------------------------------


def _rows(
    heads: Sequence[str], kinds: Sequence[Kind], lines: Lines, measure: str
) -> list[PublishedRow]:
    """Return the rows of a table; of a row that cannot be read, what was found."""
    if measure and any(kind in (("name", "measure"), ("name", "row")) for kind in kinds):
        raise ValueError("the table names its measures: leave --measure out")
    rows: list[PublishedRow] = []
    above: dict[str, str] = {}
    for number, cells in lines:
        names = {w: plain(c) for c, (k, w) in zip(cells, kinds) if k == "name"}
        if "measure" in names and not names.get("system", "x"):
            names["system"] = above.get("system", "")  # a cell over several rows
        above = names
        counts, problem = _counts(cells, kinds)
        if len(cells) > len(heads):
            problem = "found %d cells; expected %d" % (len(cells), len(heads))
        scores: dict[str, dict[str, str]] = defaultdict(dict)
        for cell, (kind, what) in zip(cells, kinds):
            if what in SCORES:
                scores[kind][what] = cell
        for name, of_measure in scores.items():
            row = _row(names, name, measure, of_measure, counts)
            if name and not any(map(score_in, row.scores)):
                continue  # a wide table need not have all measures of a system
            rows.append(row._replace(line=number, problem=problem or _problem(row)))
    return rows


def _counts(cells: Sequence[str], kinds: Sequence[Kind]) -> tuple[dict[str, int], str]:
    """Return the counts in a row, and what is wrong with one, "" for nothing."""
    counts: dict[str, int] = {}
    for cell, (kind, what) in zip(cells, kinds):
        if kind == "count":
            try:
                number = count_in(cell)
            except ValueError as error:
                return {}, str(error)
            if number is not None:
                counts[what] = number
    return counts, ""


def _row(
    names: dict[str, str], name: str, measure: str, scores: dict[str, str], counts: dict[str, int]
) -> PublishedRow:
    """Return a row with its names: without a column for measures, the system may name one."""
    system = names.get("name") or names.get("system", "")
    train = names.get("train", "-")
    if train not in ("", "-"):
        system += f" ({train})"
    named = name or names.get("measure") or names.get("row") or measure
    if not named:
        named, system = system, ""
    shown = [plain(scores.get(score, "")) for score in SCORES]
    p, r, f = shown
    return PublishedRow(system, named, p, r, f, names.get("test", ""), counts, names.get("run", ""))


def _problem(row: PublishedRow) -> str:
    """Return what in a row cannot be read, "" for nothing."""
    try:
        measure_of(row.measure)
        for cell in row.scores:
            Number.read(cell)
    except ValueError as error:
        hint = "; name the row in a column measure, or with --measure" * (not row.system)
        return str(error) + hint * ("measure" in str(error))
    return ""
