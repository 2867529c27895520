"""A system to stand below all others: gold's cues with scopes up to the next punctuation (Punct-BL)."""

from __future__ import annotations

from ..legacy.annotations import Fields, is_without_negation
from ..legacy.columns import (
    DASHED_EMPTY_CELLS,
    EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    WORD_FIELD,
    writes_dashes,
)
from ..wording import plural
from .sentences import ShapeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.annotations import Punctuation


def punctuation_scopes(lines: Sequence[bytes], punctuation: Punctuation) -> Iterator[bytes]:
    """Yield gold's lines with, for each cue, the words after it up to the next punctuation as scope.

    Events are empty; all else stays as it is, line ends too. A cue of several
    tokens is followed by what comes after its last; a cue that is a part of a
    word leaves the rest of the word out. That is Punct-BL of Sineva et al.
    (2021); docs/baseline.md has its figures beside the paper's. Raises
    ShapeError, which names the line (counted from 1), for annotation that is
    not three fields for each negation.
    """
    sentence: list[bytes] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            sentence.append(line)
            continue
        yield from _scoped(sentence, number - len(sentence), punctuation)
        yield line
        sentence = []
    yield from _scoped(sentence, 1 + len(lines) - len(sentence), punctuation)


def _scoped(lines: list[bytes], first_line: int, punctuation: Punctuation) -> list[bytes]:
    """Return the lines of a sentence, the first of which is line `first_line`, with new scopes."""
    bare = [line.rstrip(b"\t\r\n") for line in lines]
    rows = [line.split(b"\t") for line in bare]
    for number, (row, found) in enumerate(zip(rows, bare), start=first_line):
        _check(row, rows[0], number, is_without_negation(bare[0]) == is_without_negation(found))
    if not rows or is_without_negation(bare[0]):
        return lines
    empty_cells = DASHED_EMPTY_CELLS if writes_dashes(rows) else EMPTY_CELLS
    empty = empty_cells[-1]
    are_words = punctuation.words(Fields(b"\n".join(bare)))
    for column in range(FIRST_NEGATION_FIELD, len(rows[0]), 3):
        cue = [i for i, row in enumerate(rows) if row[column] not in empty_cells]
        for row in rows:
            row[column + 1 : column + 3] = [empty, empty]
        for place in range(cue[-1] + 1 if cue else len(rows), len(rows)):
            if not are_words[place]:
                break
            rows[place][column + 1] = rows[place][WORD_FIELD]
    ends = [line[len(start) :] for line, start in zip(lines, bare)]
    return [b"\t".join(row) + end for row, end in zip(rows, ends)]


def _check(row: list[bytes], first: list[bytes], number: int, is_like_first: bool) -> None:
    """Raise ShapeError unless a line has whole negations, as many as the sentence's first line."""
    annotation = len(row) - FIRST_NEGATION_FIELD
    if annotation < 1:
        raise ShapeError(
            "%d: found %s; expected 8 fields or more, separated by tabs: gold's columns are needed"
            % (number, plural(len(row), "field"))
        )
    if not is_like_first or len(row) != len(first) or (annotation > 1 and annotation % 3):
        raise ShapeError(
            "%d: found %s; expected *** or three fields for each negation after the seventh, "
            "as many as in the first line of the sentence (%d)"
            % (number, plural(len(row), "field"), len(first))
        )
