"""What is read of a sentence's lines, once for all parts of the check."""

from __future__ import annotations

from functools import cached_property

from ..ground.columns import (
    DASHED_EMPTY_CELLS,
    EMPTY,
    EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    LAST_STARS,
    fields,
    writes_dashes,
)
from ..legacy.annotations import read_meant
from ..legacy.fields import Fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..legacy.annotations import Annotation


class SentenceLines:
    """What is read of a sentence's lines when it is wanted: their fields, and what they mean.

    `width` is the number of fields, None if the lines differ in it: see `Fields.grid`.
    """

    def __init__(self, lines: bytes) -> None:
        self.lines = lines
        self.fields = Fields(lines)
        self.width = None if self.fields.grid is None else self.fields.grid[0]

    @cached_property
    def rows(self) -> list[list[bytes]]:
        """The fields of each line."""
        return [fields(line) for line in self.lines.split(b"\n")]

    @property
    def has_right_columns(self) -> bool:
        """Whether columns are right: three for each negation, and no ``***``; False if not clear."""
        width = self.width or 0
        first = FIRST_NEGATION_FIELD
        return width > first and (width - first) % 3 == 0 and LAST_STARS not in self.lines

    @cached_property
    def writes_dashes(self) -> bool:
        """Whether - stands for empty."""
        return b"\t-" in self.lines and writes_dashes(self.rows)

    @cached_property
    def has_underscores(self) -> bool:
        """Whether some cell is _."""
        # Most often, one in the last column is.
        has_cells = self.width is not None and self.width > FIRST_NEGATION_FIELD
        if has_cells and (b"\t_\n" in self.lines or self.lines.endswith(b"\t_")):
            return True
        return any(EMPTY in row[FIRST_NEGATION_FIELD:] for row in self.rows)

    @property
    def empty(self) -> tuple[bytes, ...]:
        """What stands for empty."""
        return DASHED_EMPTY_CELLS if self.writes_dashes else EMPTY_CELLS

    @cached_property
    def meant(self) -> Annotation:
        """The annotation as it is meant."""
        return read_meant(self.lines, self.empty, self.fields)

    def meant_as(self, judged: Annotation | None) -> Annotation:
        """Return which negation has which parts; `judged` is how the scorer reads the sentence.

        Scorers leave punctuation out of scopes: one without token may have some.
        """
        if judged is None or self.writes_dashes or any(not one.scope for one in judged.negations):
            return self.meant
        return judged


class Known:
    """The two sentences that were read last: gold's and the system's, which are often the same."""

    def __init__(self) -> None:
        self._last = self._before = SentenceLines(b"")

    def of(self, lines: bytes) -> SentenceLines:
        """Return what is read of a sentence."""
        if lines == self._last.lines:
            return self._last
        if lines == self._before.lines:
            return self._before
        self._before, self._last = self._last, SentenceLines(lines)
        return self._last
