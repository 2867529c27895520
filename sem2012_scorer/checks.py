"""The two checks that come before scoring: do the files agree, are the columns in order.

Both stop at the first fault, as the originals do. These read the files twice,
and the second check comes when the first has found nothing. Here both go along
one reading, and a fault of the columns waits for its end.
"""

from __future__ import annotations

from itertools import islice, zip_longest

from . import perl
from .sentences import (
    FIRST_NEGATION_FIELD,
    LINE_END,
    STARRED,
    UNDEFINED,
    WITHOUT_NEGATION,
    field_at,
    fields,
    pieces,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .originals import Lines

COMPARED_FIELDS = 4
"""File, sentence, token number and word must be the same in gold and system."""

SAME_LINES = "both files need the same lines in the same order, with the same first four fields"


LINES_AT_ONCE = 1 << 12
"""So many lines are read before they are checked, at the most: a file may have no blank line."""


def check_files(gold: perl.Input, system: perl.Input, lines: Lines) -> None:
    """Check that the two files agree, and the system's columns; raise perl.Death at a fault."""
    gold_lines = gold.lines()
    columns = Columns(system, lines)
    fault_of_columns: perl.Death | None = None
    first = 1
    for in_system in pieces(system.lines(), LINES_AT_ONCE):
        in_gold = list(islice(gold_lines, len(in_system)))
        if in_gold != in_system:
            check_agreement(in_gold, in_system, first, gold, system, lines)
        if fault_of_columns is None:
            try:
                columns.check(in_system, first)
            except perl.Death as death:
                fault_of_columns = death
        first += len(in_system)
    check_agreement(gold_lines, (), first, gold, system, lines)
    if fault_of_columns is not None:
        raise fault_of_columns


def check_agreement(
    gold_lines: Iterable[bytes],
    system_lines: Iterable[bytes],
    first: int,
    gold: perl.Input,
    system: perl.Input,
    lines: Lines,
) -> None:
    """Check that the system has gold's lines, as far as gold goes (2.2, lines 1914-1944).

    `first` is the number of the first of these lines. Raises perl.Death at the
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
                raise perl.Death(
                    b"Blank line in GOLD file is not blank line in SYSTEM file",
                    error_number=error_number.value,
                    line=lines.blank_line,
                    reading=perl.Reading(system.handle, number),
                    problem=perl.Problem(
                        system.handle,
                        number,
                        _shown(system_line),
                        "a blank line, as in gold",
                        SAME_LINES,
                    ),
                )
            continue
        gold_fields = compared_fields(gold_line)
        if gold_fields != compared_fields(system_line):
            raise perl.Death(
                b"ATTENTION: mismatch between lines of GOLD file and SYSTEM file\n"
                b"In file: %s, sentence: %s, word: %s\n"
                b"This needs to be fixed before evaluating\n"
                b"Process ended\n" % tuple(gold_fields[:3]),
                error_number=error_number.value,
                problem=perl.Problem(
                    system.handle,
                    number,
                    _shown(system_line),
                    "a line that begins as gold's does: " + _shown(gold_line),
                    SAME_LINES,
                ),
            )


def _shown(line: bytes) -> str:
    """Return the fields of a line that are compared, for people to read."""
    if not line:
        return "the end of the file"
    if not perl.chomp(line):
        return "a blank line"
    from .wording import text, visible

    return visible(" | ".join(map(text, perl.chomp(line).split(b"\t")[:COMPARED_FIELDS])))


def compared_fields(line: bytes) -> list[bytes]:
    """Return the first four fields of a line, `UNDEFINED` for what it lacks."""
    found = perl.chomp(line).split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]
    return found + [UNDEFINED] * (COMPARED_FIELDS - len(found))


class Columns:
    """The check of the system's columns (2.2, lines 1968-2015).

    A sentence's first line sets the number of fields, which must be 8 or one
    more than a multiple of three. At each blank line, the tokens before it are
    checked for ``***`` beside something else.
    """

    def __init__(self, system: perl.Input, lines: Lines) -> None:
        self._system = system
        self._lines = lines
        self._expected: int | None = None
        self._marks: list[bytes] = []

    def check(self, in_system: Sequence[bytes], first: int) -> None:
        """Check the next lines, up to a blank line at the most; `first` is the number of the first.

        Raises perl.Death.
        """
        if not self._marks and has_plain_columns(in_system):
            return
        for number, line in enumerate(in_system, start=first):
            fault: tuple[int, bytes, str, str] | None = None
            if line == b"\n":
                fault = misplaced_stars(self._marks, number, self._lines)
                self._marks = []
                self._expected = None
            else:
                found = fields(line)
                last = len(found) - 1
                self._marks.append(field_at(found, FIRST_NEGATION_FIELD))
                if self._expected is None:
                    self._expected = last
                if last != self._expected:
                    fault = (
                        self._lines.unequal_columns,
                        _UNEQUAL_COLUMNS % number,
                        "%d columns" % (last + 1),
                        "%d, as in the first line of the sentence" % (self._expected + 1),
                    )
                elif last != FIRST_NEGATION_FIELD and (last < 0 or last % 3):
                    fault = (
                        self._lines.impossible_columns,
                        _IMPOSSIBLE_COLUMNS % number,
                        "%d columns" % (last + 1),
                        "8 with ***, or 7 and 3 for each negation",
                    )
            if fault is not None:
                script_line, text, shown, wanted = fault
                error_number = perl.ErrorNumber()
                error_number.read(self._system, line)
                raise perl.Death(
                    text,
                    error_number=error_number.value,
                    line=script_line,
                    reading=perl.Reading(self._system.handle, number),
                    problem=perl.Problem(
                        self._system.handle,
                        number,
                        shown,
                        wanted,
                        "the lines end in carriage returns: write newlines alone"
                        if line.endswith(b"\r\n")
                        else "give all tokens of a sentence the same columns (empty ones at the end of "
                        "a line do not count)",
                    ),
                )


def has_plain_columns(sentence: Sequence[bytes]) -> bool:
    """Tell whether plainly nothing is wrong with the columns of a sentence and its blank line.

    Of most it can be told from the tabs and newlines of the whole: there are as
    many tabs in each line, and no field is empty at a line's end, but for one tab
    at the ends of all. Then all lines have the same last field; and ``***`` is
    nowhere, or is the last field of all.
    """
    if sentence[-1] != b"\n":
        return False
    text = b"".join(sentence)
    tokens = len(sentence) - 1
    starred = text.count(STARRED)
    if starred < tokens and b"\t\n" in text:
        text = text.replace(b"\t\n", b"\n")
        starred = text.count(STARRED)
        if b"\t\n" in text:
            return False
    shape = text.translate(None, ALL_BUT_TABS_AND_NEWLINES)
    last = shape.find(b"\n")
    if shape != shape[: last + 1] * tokens + b"\n":
        return False
    if last == FIRST_NEGATION_FIELD:
        return starred in (0, tokens)
    return last > 0 and not last % 3 and WITHOUT_NEGATION not in text


ALL_BUT_TABS_AND_NEWLINES = bytes(byte for byte in range(256) if byte not in b"\t\n")


_MISPLACED_STARS = (
    b"Inconsistency detected in column 7 of SYSTEM's file\n"
    b"All tokens should have value *** for this column\n"
    b"Error in sentence that finishes before line number %d, token %d%s\n"
    b"Fix this before proceeding with evaluation"
)
_UNEQUAL_COLUMNS = (
    b"Inconsistency detected in the number of columns at line number %d\n"
    b"All tokens in a sentence should have the same number of columns"
)
_IMPOSSIBLE_COLUMNS = (
    b"Incorrect number of columns in line number %d\n"
    b"There should be 3 columns per negation cue\n"
    b"Fix this before proceeding to evaluation"
)


def misplaced_stars(
    marks: Sequence[bytes], number: int, lines: Lines
) -> tuple[int, bytes, str, str] | None:
    """Return what is wrong with the first ``***`` beside something else, or None.

    That is the script's line and text, and what is there and should be.

    2.2, lines 1977-1992. `marks` are a sentence's cells of field 7; `number` is
    that of the blank line after it. Only tokens after the first and before the
    last are looked at. The neighbour's number is meant, but "3-1" is printed.
    """
    starred = marks.count(WITHOUT_NEGATION)
    if starred in (0, len(marks)):
        return None
    for token in range(1, len(marks) - 1):
        for neighbour, shown, line in (
            (token - 1, b"-1", lines.stars_after_annotation),
            (token + 1, b"+1", lines.stars_before_annotation),
        ):
            if marks[token] == WITHOUT_NEGATION != marks[neighbour]:
                return (
                    line,
                    _MISPLACED_STARS % (number, token, shown),
                    "*** for token %d of the sentence before it, and not for token %d"
                    % (token, neighbour),
                    "*** for all tokens of a sentence, or for none",
                )
    return None
