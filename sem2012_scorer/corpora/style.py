"""In whose style files are written: what the first sentences tell of the scorer that they need."""

from __future__ import annotations

from ..legacy.annotations import is_without_negation, read_meant
from ..legacy.columns import EMPTY_CELLS, FIRST_NEGATION_FIELD, fields, writes_dashes
from ..legacy.originals import EVAL_CD_SCO, SCORER_TASK2
from ..legacy.parts import PARTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..legacy.originals import Original

LOOKED_AT = 1 << 17
"""So many bytes of a file tell its style."""


def advice_on_scorer(head: bytes, original: Original) -> str:
    """Return what to say if a file that begins with `head` looks like another scorer's; else "".

    NEGES writes ``-`` for an empty cell, *SEM 2012 ``_``, and there many negations
    have no event or no scope, at which the scorer of NEGES stops.
    """
    dashes = underscores = without_a_part = 0
    for sentence in head.split(b"\n\n")[:-1]:
        rows = [fields(line) for line in sentence.split(b"\n") if line]
        if not rows or max(map(len, rows)) <= FIRST_NEGATION_FIELD + 1:
            continue
        if not is_without_negation(sentence.partition(b"\n")[0]):
            dash = writes_dashes(rows)
            dashes += dash
            underscores += not dash
            meant = read_meant(sentence, EMPTY_CELLS)
            without_a_part += any(not all(negation) for negation in meant.negations)
    if dashes > underscores and b"-" not in original.empty_cells:
        name, sign, other = "NEGES", "-", SCORER_TASK2.identifier
    elif underscores > dashes and without_a_part and PARTS[original.parts_needed].are_all_needed:
        name, sign, other = "*SEM 2012", "_", EVAL_CD_SCO.identifier
    else:
        return ""
    return "these look like %s files (%s for an empty cell): --scorer %s" % (name, sign, other)
