"""The two checks that come before scoring: do the files agree, are the columns in order.

2.2, lines 1902-2018. The originals read the files once for each check, and
stop at the first fault. Here both are made as the files are read for scoring.
What would have stopped the first check still comes first: a fault of
agreement is raised at once, and a fault of the columns waits until the files
have been read. The stops are loaded only where a run stops.
"""

from __future__ import annotations

from ..ground.columns import (
    FIRST_NEGATION_FIELD,
    LINE_END,
    STARS,
    SYSTEM,
    compared_fields,
    field_at,
)
from . import perl
from .shortcuts import agree, columns_are_valid, lines_agree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .fields import Fields
    from .originals import Original
    from .reading import Block, InStep, LinePair


def open_named(handle: bytes, name: bytes) -> perl.Input:
    """Open an input file by its name on a command line; raise Stop if that fails.

    2.2, lines 1911-1912; again in 1965 and 2023-2024, where it was open already. The name may be ``-``, standard input.
    """
    try:
        return perl.open_input(handle, name)
    except OSError as error:
        from . import stops

        raise stops.cannot_be_opened(handle, name, error) from error


def open_second(gold_name: bytes, system_name: bytes) -> perl.Input:
    """Open the system's file, when gold's is open; raise Stop if that fails.

    If both names are ``-``, the system's file counts as unopenable.
    """
    system = open_named(SYSTEM, system_name)
    if perl.is_standard_input(gold_name) and perl.is_standard_input(system_name):
        from . import stops

        raise stops.standard_input_twice(system_name)
    return system


class Checks:
    """Both checks, of the blocks and then of the lines of two files.

    `fault` is the first fault of the columns so far, or None. To be raised when
    the files have been read to their ends.
    """

    def __init__(self, files: InStep, original: Original) -> None:
        self._gold = files.gold
        self._system = files.system
        self._original = original
        self._columns = ColumnCheck(files.system, original)
        self.fault: perl.Die | None = None

    def check_block(self, block: Block, gold: Fields, system: Fields) -> None:
        """Check a sentence that ends at a blank line in both files; raise Stop if they disagree.

        `gold` and `system` are the fields of its lines.
        """
        if gold is not system and not agree(gold.grid, system.grid):
            gold_lines, system_lines = block.gold_lines, block.system_lines
            first = block.last_line - len(gold_lines)
            for number, pair in enumerate(zip(gold_lines, system_lines), start=first):
                if pair[0] != pair[1]:
                    self._check_agreement(number, pair[0] + b"\n", pair[1] + b"\n")
        if self.fault is None and not columns_are_valid(system.grid, block.system):
            lines = [line + b"\n" for line in [*block.system_lines, b""]]
            self._check_columns(block.last_line + 1 - len(lines), lines)

    def check_lines(self, pairs: Iterable[LinePair], first: int) -> Iterator[LinePair]:
        """Check the lines of both files as they pass; raise Stop if they disagree.

        `first` is the number of the first. Where a file has ended, its line is
        empty.
        """
        for number, pair in enumerate(pairs, start=first):
            gold_line, system_line = pair
            if gold_line != system_line and gold_line:
                self._check_agreement(number, gold_line, system_line)
            if self.fault is None and system_line:
                self._check_columns(number, [system_line])
            yield pair

    def _check_agreement(self, number: int, gold_line: bytes, system_line: bytes) -> None:
        """Check that the system has gold's line (2.2, lines 1914-1944: blank lines in
        1924-1928, the first four fields in 1931-1941).

        Raises Stop at a line that is blank in gold only, or whose first four
        fields differ; what a line lacks counts as empty. Gold drives the check:
        the system's lines after gold's end are not compared.
        """
        if lines_agree(gold_line, system_line):
            return
        error_number = perl.ErrorNumber()
        error_number.read(self._gold, gold_line)
        error_number.read(self._system, system_line)
        from . import stops

        if gold_line == b"\n":
            if perl.chomp(system_line):
                raise stops.blank_line_in_gold_only(
                    self._original, number, system_line, error_number.value
                )
        elif compared_fields(gold_line) != compared_fields(system_line):
            raise stops.different_tokens(number, gold_line, system_line, error_number.value)

    def _check_columns(self, first: int, lines: Iterable[bytes]) -> None:
        """Check the columns of the system's lines, and keep the first fault."""
        try:
            for number, line in enumerate(lines, start=first):
                self._columns.check(number, line)
        except perl.Die as stop:
            self.fault = stop


class ColumnCheck:
    """The check of the system's columns, line by line (2.2, lines 1968-2015).

    A sentence's first line sets the number of fields, which must be 8 or one
    more than a multiple of three. At each blank line, the tokens before it are
    checked for ``***`` beside something else.
    """

    def __init__(self, system: perl.Input, original: Original) -> None:
        self._system = system
        self._original = original
        self._expected: int | None = None
        self._marks: list[bytes] = []

    def check(self, number: int, line: bytes) -> None:
        """Check the next line of the file, which is line `number`; raise Stop at a fault.

        2.2, lines 1993-2001 for the same number of columns, 2002-2007 for one that can be.
        """
        if line == b"\n":
            places = misplaced_stars(self._marks)
            self._marks = []
            self._expected = None
            if places is not None:
                from . import stops

                raise stops.misplaced_stars(
                    self._original, number, *places, line, self._error_number(line)
                )
            return
        stripped = line.rstrip(LINE_END)
        # The number of the last field: a line without any has none.
        last = stripped.count(b"\t") if stripped else -1
        self._marks.append(
            field_at(stripped.split(b"\t", FIRST_NEGATION_FIELD + 1), FIRST_NEGATION_FIELD)
        )
        if self._expected is None:
            self._expected = last
        if last != self._expected:
            from . import stops

            raise stops.unequal_columns(
                self._original, number, last + 1, self._expected + 1, line, self._error_number(line)
            )
        if last != FIRST_NEGATION_FIELD and (last < 0 or last % 3):
            from . import stops

            raise stops.impossible_columns(
                self._original, number, last + 1, line, self._error_number(line)
            )

    def _error_number(self, line: bytes) -> int:
        """Return what ``errno`` is after `line` has been read."""
        error_number = perl.ErrorNumber()
        error_number.read(self._system, line)
        return error_number.value


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
