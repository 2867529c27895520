"""The fields of a sentence's lines, and the words that its cells hold for each negation."""

from __future__ import annotations

from io import BytesIO
from itertools import chain

from ..ground.columns import FIRST_NEGATION_FIELD, LAST_STARS, LINE_END, STARS, UNDEFINED
from . import perl
from .shortcuts import grid_of, words_by_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..ground.columns import PlacedWord

    CellWords = tuple[bytes, bytes, bytes]


class Fields:
    """The fields of a sentence's lines, which are joined by newlines.

    `grid` has them all if the lines are alike: see `shortcuts.grid_of`.
    """

    __slots__ = ("grid", "sentence")

    def __init__(self, sentence: bytes) -> None:
        self.sentence = sentence
        self.grid = grid_of(sentence)

    def column(self, field: int) -> list[bytes | None]:
        """Return the field of each line, None where a line lacks it (2.2, line 392, for tags)."""
        if self.grid is not None and field < self.grid[0]:
            width, cells = self.grid
            return [*cells[field::width]]
        rows = (line.rstrip(LINE_END).split(b"\t", field + 1) for line in lines_of(self.sentence))
        return [row[field] if len(row) > field else None for row in rows]

    def words(self, empty_cells: tuple[bytes, ...]) -> tuple[int, dict[int, list[PlacedWord]]]:
        """Return the number of negations, from the last line, and the words that are not empty.

        2.2, lines 512 and 644, for the number: each line sets it anew. Words come by
        their place among those of a line: three for each negation, its cue, scope and event.
        """
        found = words_by_column(self.grid, self.sentence, empty_cells)
        return words_by_line(self.sentence, empty_cells) if found is None else found

    def are_without_negation(self) -> bool:
        """Return whether the sentence is one without negation, by its first line."""
        end = self.sentence.find(b"\n")
        return is_without_negation(self.sentence[:end] if end >= 0 else self.sentence)


def lines_of(sentence: bytes) -> Iterator[bytes]:
    """Return the lines of a sentence, one at a time, also a blank one at its end."""
    has_blank_end = not sentence or sentence.endswith(b"\n")
    return chain(BytesIO(sentence), (b"",) if has_blank_end else ())


def negation_words(fields: Sequence[bytes]) -> list[CellWords]:
    """Return for each negation the words that a token's line has as cue, scope and event.

    2.2, lines 369-426: fields in 383-387, gold's glued in 394-408, the system's in
    410-424; with 511-515 and 643-647 for the second split. The script
    glues the cells, three by three with spaces and these groups with tabs, and
    splits the two again. Cells hold no tabs and the last one is not empty, so
    that splitting at the tabs gives the groups as they were; splitting at the
    spaces does not give the cells, where one is empty or holds a space. A first
    cell ``***`` is glued to the next without a space. What is missing is
    `UNDEFINED`.
    """
    words = []
    for start in range(FIRST_NEGATION_FIELD, len(fields), 3):
        glued = b" ".join(fields[start : start + 3])
        if start == FIRST_NEGATION_FIELD and fields[start] == STARS:
            glued = STARS + glued[len(STARS) + 1 :]
        cue, scope, event, *_ = perl.split(b" ", glued) + [UNDEFINED] * 3
        words.append((cue, scope, event))
    return words


def is_without_negation(first_line: bytes) -> bool:
    """Return whether a sentence is one without negation, by the line of its first token.

    2.2, lines 494-498 and 628-632: the eighth field is ``***``, and nothing comes
    after it. So the line, without empty fields at its end, ends in ``***`` and
    has the tabs of eight fields.
    """
    line = first_line.rstrip(LINE_END)
    return line.endswith(LAST_STARS) and line.count(b"\t") == FIRST_NEGATION_FIELD


def words_by_line(
    sentence: bytes, empty_cells: tuple[bytes, ...]
) -> tuple[int, dict[int, list[PlacedWord]]]:
    """Return what `Fields.words` returns, line by line.

    2.2, lines 506-520 and 638-652, events in 549-552 and 680-683. A line's cells are its words if they are
    whole triples, none has a space in it, and the first is not ``***``. A line
    that ends in empty cells alone has no annotation; so do most lines.
    """
    cells = 0
    empty_ends: tuple[bytes, ...] = ()
    found: dict[int, list[PlacedWord]] = {}
    for position, line in enumerate(lines_of(sentence)):
        line = line.rstrip(LINE_END)
        # Nothing but empty cells, the same number as in the line before.
        if line.endswith(empty_ends) and (
            line.count(b"\t", 0, len(line) - len(empty_ends[0])) == FIRST_NEGATION_FIELD - 1
        ):
            continue
        cells = max(line.count(b"\t") + 1 - FIRST_NEGATION_FIELD, 0)
        whole = cells > 0 and cells % 3 == 0
        empty_ends = tuple([(b"\t" + empty) * cells for empty in empty_cells]) if whole else ()
        if not cells or line.endswith(empty_ends):
            continue
        words: Sequence[bytes] = line.rsplit(b"\t", cells)[1:]
        if not whole or words[0] == STARS or b" " in line:
            words = [word for triple in negation_words(line.split(b"\t")) for word in triple]
        for place in [place for place, word in enumerate(words) if word not in empty_cells]:
            found.setdefault(place, []).append((position, words[place]))
    return (cells + 2) // 3, found
