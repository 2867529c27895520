"""Published tables as rows: TSV, CSV, Markdown and LaTeX, a measure or a system in each line.

A column is named by its head, or by `columns`: ``system``, ``test``, ``train``,
``measure``, ``precision``, ``recall``, ``f1``, ``gold``, ``tp``, ``fp``,
``fn``, or a measure with one of these (``Cues F1``; ``Cues`` alone is its F1).
Other columns are not read, and are named.
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import zip_longest

from ..ground.measures import SCORES
from ..ground.records import Record
from ..reporting.recorded import OTHER
from .answers import PublishedRow
from .measures import measured_as
from .printed_numbers import is_missing, printed_number
from .solving import PrintedCounts
from .table_lines import Line, lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NEEDED = ("system", "measure", "precision", "recall", "f1")


def _by_word(**words: str) -> dict[str, str]:
    """Return what each of some words is a name of."""
    return {word: name for name, several in words.items() for word in several.split()}


SCORE_NAMES = _by_word(
    precision="p prec precision", recall="r rec recall", f1="f f1 fscore fmeasure f1score"
)
"""What the three scores are called, in lower case and without signs."""

COUNT_NAMES = _by_word(
    gold="gold ngold goldcount support",
    system_count="sys nsystem systemcount pred predicted npredicted",
    true_positives="tp truepositive truepositives correct",
    false_positives="fp falsepositive falsepositives",
    false_negatives="fn falsenegative falsenegatives missed",
)
"""What the counts are called. ``system`` is the system's name, or its count if there are numbers."""

VALUE_NAMES = {**SCORE_NAMES, **COUNT_NAMES}

NAMES = _by_word(
    system="system model name run",
    test="test corpus data dataset",
    train="train training",
    measure="measure metric row",
)
"""What the columns with names are called."""


class Column(Record):
    """What a column has: a name of `NAMES`, or a score or a count, of a measure if the head names one."""

    kind: str
    measure: str = ""


class ReadTable(Record):
    """The rows of a table, the heads of its columns that were not read, and its comments.

    Comments are the lines above it that begin with ``#``. `deviations` is how
    many rows are left out because they are of deviations, `without_scores` how
    many lines because they have no score, `others` how many because they are of
    measures that are not the scorer's.
    """

    rows: tuple[PublishedRow, ...]
    not_read: tuple[str, ...]
    comments: tuple[str, ...] = ()
    deviations: int = 0
    without_scores: int = 0
    others: int = 0


MOST_OF_TABLE = 1 << 17
"""The largest file, in bytes, that is tried as a table."""


def is_table(content: bytes) -> bool:
    """Return True if a file can be read as a published table."""
    if len(content) > MOST_OF_TABLE:
        return False
    text = content.decode("utf-8", "replace")
    # Its rows may say what they measure, or not.
    for measure in (None, "cues"):
        with suppress(ValueError):
            if read_table(text, measure=measure).rows:
                return True
    return False


def read_table(
    text: str, columns: Sequence[str] | None = None, measure: str | None = None
) -> ReadTable:
    """Return the rows of a table; `columns` are the heads of its columns, if its own are not to be used.

    `measure` is what those rows measure that do not name it.

    Raises ValueError, which names the line, for what cannot be read.
    """
    comments, lines = lines_of(text)
    if not lines:
        raise ValueError("line 1: found nothing; expected columns %s" % ", ".join(NEEDED))
    heads: Sequence[str]
    dropped = 0
    if columns is None:
        number, heads, lines = _heads(_upright(lines))
    else:
        number, heads = lines[0].number, columns
        if len(columns) > max(len(line.cells) for line in lines):
            message = "line %d: found %d columns; expected the %d of --columns"
            raise ValueError(message % (number, len(lines[0].cells), len(columns)))
        # Where its own heads stand above, they are no row.
        if not any(_is_score(cell) for cell in lines[0].cells):
            lines, dropped = lines[1:], 1
    named_as = _with_measure(_with_system_count(heads, lines))
    found = [_numbered(column, lines, n) for n, column in enumerate(named_as)]
    kinds = (*NAMES.values(), *COUNT_NAMES.values())
    if columns is None and not (found[0] and found[0].kind in kinds):
        # In the corner stands what all numbers are, or nothing: the column has names.
        firsts = [line.cells[0] for line in lines if line.cells and line.cells[0]]
        if firsts and not _is_score(firsts[0]):
            found[0] = Column("first")
    if not any(one is not None and one.kind in SCORE_NAMES.values() for one in found):
        shown = " ".join(heads)[:60]
        raise ValueError(
            "line %d: found %r; expected columns %s, or say --columns"
            % (number, shown, ", ".join(NEEDED))
        )
    twice = [n for n, one in enumerate(found) if one is not None and one in found[:n]]
    if twice:
        message = "line %d: found a second column %r; expected one of each, or - in --columns"
        raise ValueError(message % (number, heads[twice[0]]))
    by_line = [list(_rows(line, found, heads)) for line in lines]
    every = [row for several in by_line for row in several]
    rows = [row for row in every if not row.names.get("measure", "").startswith(OTHER)]
    not_read = [head for head, one in zip(heads, found) if one is None and not is_missing(head)]
    named = list(_with_names(rows, measure))
    kept = tuple([row for row in named if not DEVIATION.fullmatch(row.system)])
    deviations = len(named) - len(kept)
    without_scores = by_line.count([]) + dropped
    others = len(every) - len(rows)
    return ReadTable(kept, tuple(not_read), comments, deviations, without_scores, others)


def _upright(lines: list[Line]) -> list[Line]:
    """Return the lines of a table; where systems are columns, and a score stands in the corner, turned."""
    head, *rows = lines
    corner = head.cells[0] if head.cells else ""
    is_score = "(%)" in corner or _key(corner) in SCORE_NAMES
    firsts = [_column(line.cells[0]) if line.cells else None for line in rows]
    are_measures = bool(firsts) and all(one is not None and one.measure for one in firsts)
    if not is_score or not are_measures or any(map(_column, head.cells[1:])):
        return lines
    columns = zip_longest(*[line.cells for line in lines], fillvalue="")
    return [Line(head.number, cells) for cells in columns]


def _cells(lines: Sequence[Line], column: int) -> list[str]:
    """Return the cells of a column, of the lines that have it."""
    return [line.cells[column] for line in lines if column < len(line.cells)]


def _with_system_count(heads: Sequence[str], lines: Sequence[Line]) -> list[Column | None]:
    """Return what columns have; beside other counts or names, one called system has the system's number.

    If there is no other, it has names where all are smaller than what is right, or wrong, of the system's.
    """
    columns = [_column(head) for head in heads]
    kinds = [column.kind for column in columns if column is not None]
    is_only_one = kinds.count("system") == 1
    of_system = [
        _cells(lines, n)
        for n, column in enumerate(columns)
        if is_only_one and column and column.kind in ("true_positives", "false_positives")
    ]
    if not is_only_one or set(kinds) & set(COUNT_NAMES.values()):
        for n, head in enumerate(heads):
            cells = _cells(lines, n)
            if _key(head) != "system" or not any(cells) or not all(map(_is_count, cells)):
                continue
            if not any(_are_smaller(cells, parts) for parts in of_system):
                columns[n] = Column("system_count")
    return columns


def _are_smaller(cells: Sequence[str], others: Sequence[str]) -> bool:
    """Return True if each count is smaller than the other beside it."""
    pairs = [(_bare_count(one), _bare_count(other)) for one, other in zip(cells, others)]
    return all(bool(one) and other.isdecimal() and int(one) < int(other) for one, other in pairs)


def _with_measure(columns: list[Column | None]) -> list[Column | None]:
    """Return the columns, counts with the measure of the scores; those without scores are not read."""
    measures = {one.measure for one in columns if one and one.kind in SCORE_NAMES.values()}
    for n, one in enumerate(columns):
        if one is not None and one.kind in COUNT_NAMES.values() and one.measure not in measures:
            is_clear = not one.measure and len(measures) == 1
            columns[n] = one._replace(measure=next(iter(measures))) if is_clear else None
    return columns


def _numbered(column: Column | None, lines: Sequence[Line], place: int) -> Column | None:
    """Return what a column has, None if its head is that of a count, and it has something else.

    Raises ValueError if it has counts, and something else.
    """
    if column is None or column.kind not in COUNT_NAMES.values():
        return column
    cells = [(line.number, line.cells[place]) for line in lines if place < len(line.cells)]
    odd = [pair for pair in cells if not _is_count(pair[1])]
    if odd and any(_bare_count(cell) for _, cell in cells if _is_count(cell)):
        message = "line %d: found %r among counts; expected a whole number, or nothing"
        raise ValueError(message % odd[0])
    return None if odd else column


MOST_COUNTED = 15
"""How many digits a count has at most."""


def _is_count(cell: str) -> bool:
    bare = _bare_count(cell)
    return not bare or (bare.isascii() and bare.isdigit() and len(bare) <= MOST_COUNTED)


def _bare_count(cell: str) -> str:
    """Return the digits of a count, which may be in groups of three, "" for a missing one."""
    return (
        ""
        if is_missing(cell)
        else re.sub(r"(?<=\d)[ ,\u2009](?=\d{3}(\D|$))", "", cell.strip("* "))
    )


class _Scores(Record):
    """The scores of one measure in a line, with the names that stand there, "" for none."""

    names: dict[str, str]
    first: str
    measure: str
    scores: dict[str, str]
    line: int
    is_over_runs: bool
    counts: PrintedCounts


def _rows(line: Line, columns: Sequence[Column | None], heads: Sequence[str]) -> Iterator[_Scores]:
    """Yield what each measure of a line has; raises ValueError for a cell that is no score."""
    if len(line.cells) > len(columns):
        raise ValueError(
            "line %d: found %d cells; expected %d, one for each of the columns %s"
            % (line.number, len(line.cells), len(columns), ", ".join(map(repr, heads)))
        )
    names: dict[str, str] = {}
    first = ""
    by_measure: dict[str, dict[str, str]] = {}
    by_count: dict[str, dict[str, int]] = {}
    over_runs: set[str] = set()
    for column, cell in zip(columns, line.cells):
        if column is None:
            continue
        if column.kind == "first":
            first = cell
        elif column.kind in NAMES.values():
            names[column.kind] = cell
        elif column.kind in COUNT_NAMES.values():
            counts = by_count.setdefault(column.measure, {})
            if _bare_count(cell):
                counts[column.kind.removesuffix("_count")] = int(_bare_count(cell))
        else:
            score = _score(cell)
            try:
                printed_number(score, False)
            except ValueError as error:
                raise ValueError("line %d: %s" % (line.number, error)) from None
            by_measure.setdefault(column.measure, {})[column.kind] = score
            if PLUS_MINUS.search(cell):
                over_runs.add(column.measure)
    for measure, scores in by_measure.items():
        if any(scores.values()):
            is_over_runs = measure in over_runs
            of_row = PrintedCounts(**by_count.get(measure, {}))
            yield _Scores(names, first, measure, scores, line.number, is_over_runs, of_row)


def _with_names(rows: Sequence[_Scores], of_table: str | None) -> Iterator[PublishedRow]:
    """Yield rows with their systems and measures; an empty name is that of the line above."""
    last: dict[str, str] = {}
    is_used = False
    for row in rows:
        names = {**row.names}
        measure = row.measure or names.get("measure", "")
        if row.first and not measure and _label(row.first):
            measure = row.first
        elif row.first:
            names.setdefault("system", row.first)
        for kind in NAMES.values():
            if names.get(kind):
                last[kind] = names[kind]
            elif kind in row.names and kind in last:
                names[kind] = last[kind]
        measure = measure or names.get("measure", "")
        if not measure and of_table:
            measure, is_used = of_table, True
        if not measure:
            raise ValueError(
                "line %d: no measure is named; expected a column measure, heads such as Cues F1, "
                "or --measure" % row.line
            )
        try:
            label = measured_as(measure).label
        except ValueError as error:
            raise ValueError("line %d: %s" % (row.line, error)) from None
        system, train = names.get("system", ""), names.get("train", "")
        if not is_missing(train):
            system += " (%s)" % train if system else train
        scores = [row.scores.get(kind, "") for kind in SCORES]
        more = names.get("test", ""), row.is_over_runs, row.counts
        yield PublishedRow._make([system, label, *scores, *more])
    if of_table and rows and not is_used:
        raise ValueError("its rows name what they measure: leave --measure out")


def _key(name: str) -> str:
    """Return a head in lower case, without spaces and signs."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _label(name: str) -> str:
    """Return the label of the row that a name is of, "" if it is of none."""
    try:
        return measured_as(name).label
    except ValueError:
        return ""


def _column(head: str) -> Column | None:
    """Return what a column has, by its head, None if it is not known."""
    words = head.strip()
    key = _key(words).removeprefix("printed")
    if key in NAMES:
        return Column(NAMES[key])
    if key in VALUE_NAMES:
        return Column(VALUE_NAMES[key])
    if not key:
        return None
    if label := _label(words):
        return Column("f1", label)
    parts = words.replace("(%)", " ").split()
    for end in range(len(parts) - 1, 0, -1):
        key = _key("".join(parts[end:]))
        if key in VALUE_NAMES and (label := _label(" ".join(parts[:end]))):
            return Column(VALUE_NAMES[key], label)
    return None


DEVIATION = re.compile(
    r"\W*(standard deviation|std\.?( ?dev(iation)?\.?)?|stdev|s\.?d\.?|deviation|\u00b1|\u03c3)"
    r"\W*(\(.*\))?",
    re.IGNORECASE,
)
"""What rows are called whose numbers are deviations, and no scores."""

PLUS_MINUS = re.compile("\u00b1|\\+/-")
"""What stands before a deviation: the number before it is a mean over runs."""


def _score(cell: str) -> str:
    """Return the score in a cell, without what stands after it: a deviation, a mark."""
    bare = cell.strip().strip("*_")
    bare = re.sub(r"\s*(\u00b1|\+/-|\(|\^|_).*", "", bare).strip("*\u2020\u2021 ")
    return "" if is_missing(bare) else bare


def _is_score(cell: str) -> bool:
    try:
        return printed_number(_score(cell), False) is not None
    except ValueError:
        return False


def _heads(lines: Sequence[Line]) -> tuple[int, list[str], list[Line]]:
    """Return the line and the heads of the columns, and the lines below.

    Where two lines of heads stand above each other, the upper one names measures.
    """
    upper = lines[0].cells
    lower = lines[1].cells if len(lines) > 1 else ()
    if not any(_key(cell) in VALUE_NAMES for cell in lower):
        heads = list(upper)
        # The TSV of score has the scores twice, of which those count that are printed.
        others = (*SCORE_NAMES,) if "printed_f1" in heads else ()
        heads = [head + " (not as printed)" if head in others else head for head in heads]
        return lines[0].number, heads, list(lines[1:])
    heads, last = [], ""
    for above, below in zip_longest(upper, lower, fillvalue=""):
        last = above or last
        is_value = _key(below) in VALUE_NAMES
        heads.append("%s %s" % (last, below) if is_value and last else below or above)
    return lines[1].number, heads, list(lines[2:])
