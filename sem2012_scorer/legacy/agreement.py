"""The two checks that come before scoring: do the files agree, are the columns in order.

Both stop at the first fault, as the originals do. These read the files twice,
and the second check comes when the first has found nothing. Here both checks
are made in one pass, and a fault of the columns waits for its end.
"""

from __future__ import annotations

from itertools import islice, zip_longest

from . import deaths, perl
from .columns import (
    COMPARED_FIELDS,
    FIRST_NEGATION_FIELD,
    LINE_END,
    STARRED,
    STARS,
    compared_fields,
    field_at,
    fields,
)
from .reading import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .originals import Original

LINES_AT_ONCE = 1 << 12
"""This many lines at the most are read before they are checked: a file may have no blank line."""


def check_files(gold: perl.Input, system: perl.Input, original: Original) -> None:
    """Check that the two files agree, and the system's columns; raise Death at a fault."""
    gold_lines = gold.lines()
    columns = ColumnCheck(system, original)
    fault_of_columns: deaths.Death | None = None
    first = 1
    for in_system in pieces(system.lines(), LINES_AT_ONCE):
        in_gold = list(islice(gold_lines, len(in_system)))
        if in_gold != in_system:
            check_agreement(in_gold, in_system, first, gold, system, original)
        if fault_of_columns is None:
            try:
                columns.check(in_system, first)
            except deaths.Death as death:
                fault_of_columns = death
        first += len(in_system)
    check_agreement(gold_lines, (), first, gold, system, original)
    if fault_of_columns is not None:
        raise fault_of_columns


def check_agreement(
    gold_lines: Iterable[bytes],
    system_lines: Iterable[bytes],
    first: int,
    gold: perl.Input,
    system: perl.Input,
    original: Original,
) -> None:
    """Check that the system has gold's lines, as far as gold goes (2.2, lines 1914-1944).

    `first` is the number of the first of these lines. Raises Death at the
    first line that is blank in gold alone, or whose first four fields differ;
    what a line lacks counts as empty.
    """
    error_number = perl.ErrorNumber()
    pairs = zip_longest(gold_lines, system_lines, fillvalue=b"")
    for number, (gold_line, system_line) in enumerate(pairs, start=first):
        # Equal lines have equal fields: most lines end here.
        if gold_line == system_line:
            continue
        if not gold_line:
            break
        # So do lines that differ in no more than tabs at the end; but a blank line is another matter.
        if gold_line.rstrip(LINE_END) == system_line.rstrip(LINE_END) != b"":
            continue
        # So do lines that have more than the fields compared, and these alike.
        *compared, rest = gold_line.split(b"\t", COMPARED_FIELDS)
        if len(compared) == COMPARED_FIELDS and system_line.startswith(
            gold_line[: len(gold_line) - len(rest)]
        ):
            continue
        error_number.read(gold, gold_line)
        error_number.read(system, system_line)
        if gold_line == b"\n":
            if perl.chomp(system_line):
                raise deaths.blank_line_in_gold_only(
                    original, number, system_line, error_number.value
                )
            continue
        if compared_fields(gold_line) != compared_fields(system_line):
            raise deaths.different_tokens(number, gold_line, system_line, error_number.value)


class ColumnCheck:
    """The check of the system's columns (2.2, lines 1968-2015).

    A sentence's first line sets the number of fields, which must be 8 or one
    more than a multiple of three. At each blank line, the tokens before it are
    checked for ``***`` beside something else.
    """

    def __init__(self, system: perl.Input, original: Original) -> None:
        self._system = system
        self._original = original
        self._expected: int | None = None
        self._marks: list[bytes] = []

    def check(self, in_system: Sequence[bytes], first: int) -> None:
        """Check the next lines, up to a blank line at the most; `first` is the number of the first.

        Raises Death.
        """
        if not self._marks and has_plain_columns(in_system):
            return
        for number, line in enumerate(in_system, start=first):
            if line == b"\n":
                places = misplaced_stars(self._marks)
                self._marks = []
                self._expected = None
                if places is not None:
                    raise deaths.misplaced_stars(
                        self._original, number, *places, line, self._error_number(line)
                    )
                continue
            found = fields(line)
            last = len(found) - 1
            self._marks.append(field_at(found, FIRST_NEGATION_FIELD))
            if self._expected is None:
                self._expected = last
            if last != self._expected:
                raise deaths.unequal_columns(
                    self._original,
                    number,
                    last + 1,
                    self._expected + 1,
                    line,
                    self._error_number(line),
                )
            if last != FIRST_NEGATION_FIELD and (last < 0 or last % 3):
                raise deaths.impossible_columns(
                    self._original, number, last + 1, line, self._error_number(line)
                )

    def _error_number(self, line: bytes) -> int:
        """Return what ``errno`` is after `line` has been read."""
        error_number = perl.ErrorNumber()
        error_number.read(self._system, line)
        return error_number.value


def has_plain_columns(sentence: Sequence[bytes]) -> bool:
    """Look quickly at the columns of a sentence and its blank line.

    True: they are certainly valid. False: look line by line.

    The tabs and newlines of the whole decide: there are as many tabs in each
    line, and no field is empty at a line's end, but for one tab at the ends of
    all. Then all lines have the same last field. ``***`` is nowhere, or is the
    last field of all.
    """
    if sentence[-1] != b"\n":
        return False
    whole = b"".join(sentence)
    tokens = len(sentence) - 1
    starred = whole.count(STARRED)
    if starred < tokens and b"\t\n" in whole:
        whole = whole.replace(b"\t\n", b"\n")
        starred = whole.count(STARRED)
        if b"\t\n" in whole:
            return False
    shape = whole.translate(None, ALL_BUT_TABS_AND_NEWLINES)
    last = shape.find(b"\n")
    if shape != shape[: last + 1] * tokens + b"\n":
        return False
    if last == FIRST_NEGATION_FIELD:
        return starred in (0, tokens)
    return last > 0 and not last % 3 and STARS not in whole


ALL_BUT_TABS_AND_NEWLINES = bytes(byte for byte in range(256) if byte not in b"\t\n")


def misplaced_stars(marks: Sequence[bytes]) -> tuple[int, int] | None:
    """Return the first token with ``***`` beside one without, and that neighbour; None if none is.

    2.2, lines 1977-1992. `marks` are a sentence's cells of field 7. Only tokens
    after the first and before the last are looked at, the neighbour before each
    first.
    """
    if marks.count(STARS) in (0, len(marks)):
        return None
    for token in range(1, len(marks) - 1):
        for neighbour in (token - 1, token + 1):
            if marks[token] == STARS != marks[neighbour]:
                return token, neighbour
    return None
