"""The styles of the tasks, and which scorer a file needs, judging by its first sentences."""

from __future__ import annotations

from ..ground.columns import COMPARED_FIELDS, FIRST_NEGATION_FIELD, fields, writes_dashes
from ..ground.records import Record
from ..legacy.annotation import annotate
from ..legacy.scripts import EVAL_CD_SCO, SCORER_TASK2, Original
from ..legacy.sentences import Lines


class Style(Record):
    """How a task writes columns: its sign for empty, its line end, and its first token number."""

    empty: str
    line_end: str
    first_number: int


STYLES = {"cd-sco": Style("_", "\n", 0), "neges": Style("-", "\t\n", 1)}
"""The styles of *SEM 2012 (CD-SCO) and of NEGES."""


def style_of(name: str) -> Style:
    """Return the style with a name; raise ValueError, which lists the styles, for another."""
    if name not in STYLES:
        raise ValueError("style is one of {}, not {!r}".format(", ".join(STYLES), name))
    return STYLES[name]


def style_of_lines(lines: list[bytes]) -> str:
    """Return the style that `lines` show, for sentences whose own cells do not show theirs."""
    rows = [line.rstrip(b"\t\r\n").split(b"\t") for line in lines]
    annotated = [row for row in rows if len(row) > FIRST_NEGATION_FIELD + 1]
    if writes_dashes(annotated):
        return "neges"
    if any(b"_" in row[FIRST_NEGATION_FIELD:] for row in annotated):
        return "cd-sco"
    ends = [line[len(line.rstrip(b"\t\r\n")) :] for line in lines if line.strip()]
    return "neges" if any(end.startswith(b"\t") for end in ends) else "cd-sco"


def begins_as_gold(head: bytes, gold: bytes) -> bool:
    """Return whether a file that begins with `head` is in columns beyond doubt.

    Its first line has the first fields of gold's, so that no scorer stops there.
    """
    first, golds = (one.partition(b"\n")[0].rstrip(b"\t\r") for one in (head, gold))
    fields, own = (line.split(b"\t") for line in (first, golds))
    begins_so = fields[:COMPARED_FIELDS] == own[:COMPARED_FIELDS] and bool(first)
    # Lines of five or six fields are refused by every scorer.
    return begins_so and len(fields) not in (5, 6)


LOOKED_AT = 1 << 16
"""How many bytes of a file are read to find its style."""


def advice_on_scorer(head: bytes, original: Original) -> str:
    """Return advice if a file that begins with `head` seems to need another scorer, or "".

    NEGES writes ``-`` for an empty cell; *SEM 2012 writes ``_``, and many of its
    negations have no event or no scope, at which the scorer of NEGES stops.
    """
    dashes = underscores = without_a_part = 0
    for sentence in head.split(b"\n\n")[:-1]:
        rows = [fields(line) for line in sentence.split(b"\n") if line]
        if not rows or max(map(len, rows)) <= FIRST_NEGATION_FIELD + 1:
            continue
        lines = Lines(sentence, sentence.count(b"\n") + 1)
        meant = annotate(lines, [True] * lines.number, None, 0, True)
        if meant is not None:
            dash = writes_dashes(rows)
            dashes += dash
            underscores += not dash
            without_a_part += any(not all(negation[:3]) for negation in meant.negations)
    if dashes > underscores and b"-" not in original.empty_cells:
        name, sign, other = "NEGES", "-", SCORER_TASK2.identifier
    elif underscores > dashes and without_a_part and original == SCORER_TASK2:
        name, sign, other = "*SEM 2012", "_", EVAL_CD_SCO.identifier
    else:
        return ""
    return f"these look like {name} files ({sign} for an empty cell): --scorer {other}"


def has_annotation_columns(lines: bytes) -> bool:
    """Return whether one of some lines has a field after the seventh that is not empty."""
    return any(
        line.rstrip(b"\t\n").count(b"\t") >= FIRST_NEGATION_FIELD for line in lines.split(b"\n")
    )
