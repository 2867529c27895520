"""Stage 4: the annotation columns of a sentence as the scorer has read it, for `cells`."""

from __future__ import annotations

from ..common.columns import STARS, WORD_FIELD, is_possible_number_of_columns
from ..port.annotation import annotation_has_no_negation, fields_to_annotate
from .cells import Cells
from .layout import FIRST
from .parts_of_negations import Column


def _has_other_cells(text: bytes) -> bool:
    """Return whether a line of a sentence has other annotation than ***."""
    return any(row[FIRST:] not in ([STARS], []) for row in fields_to_annotate(text))


def check_cells_of_sentence(text: bytes, first: int, cells: Cells) -> None:
    """Look at a sentence as the port read it; `first` is the number of its first line."""
    if not text:
        return
    if annotation_has_no_negation(text):
        # So the scorer reads it, by its first token; in gold, others may have annotation.
        if b"***\n" in text + b"\n" and _has_other_cells(text):
            cells.add_uneven(first)
        return
    rows = fields_to_annotate(text)
    widths = {len(row) for row in rows}
    if max(widths) <= FIRST:
        return
    if len(widths) > 1 or not is_possible_number_of_columns(max(widths)):
        cells.add_uneven(first)
        return
    columns: list[Column] = list(zip(*[row[FIRST:] for row in rows]))
    if b"\r" in text:
        columns[-1] = [cell.removesuffix(b"\r") for cell in columns[-1]]
    words = [row[WORD_FIELD] for row in rows]
    cells.look_at(range(first, first + len(rows)), words, columns)
