"""Where the scripts abort: what they print, the status they leave, and as data what was wrong.

Each function is one abort, with the script's lines beside it. Words for people stand in
`reporting.aborts`, by the abort's kind.
"""

from __future__ import annotations

import errno

from ..ground.columns import GOLD, ROLES, SYSTEM
from .perl import Die

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .scripts import Original
    from .sentences import Block

OPTION, OPENING = "option", "opening"
BLANK, TOKEN = "blank", "token"
STARS, UNEQUAL, IMPOSSIBLE = "stars", "unequal", "impossible"
PART, NO_CUE, DIVISION = "part", "cue", "division"
KINDS = (OPTION, OPENING, BLANK, TOKEN, STARS, UNEQUAL, IMPOSSIBLE, PART, NO_CUE, DIVISION)
"""The kinds of aborts, in the order in which a run can meet them."""


def option_missing(handle: bytes) -> Die:  # 2.2, 349-357
    """No file is named for one side."""
    words = {
        GOLD: b"Gold standard file (-g) missing\n",
        SYSTEM: b"System output file (-s) missing\n",
    }
    return Die(OPTION, words[handle], 0, handle)


def cannot_be_opened(
    handle: bytes, name: bytes, error: OSError
) -> Die:  # 2.2, 1911-1912, 1965, 2023-2024
    """A file cannot be opened."""
    words = b"Could not open %s file %s\n" % (ROLES[handle], name)
    why = error.strerror or str(error)
    return Die(OPENING, words, error.errno or 0, handle, detail=(why,))


def standard_input_twice(name: bytes) -> Die:
    """Both files are ``-``: the scripts find the second one empty, here it is an error."""
    words = b"Standard input cannot be both files\nCould not open system output file %s\n" % name
    return Die(OPENING, words, errno.EBADF, SYSTEM, detail=("it is already the gold file",))


def blank_in_gold_only(script: Original, number: int, line: bytes, error_number: int) -> Die:
    """A line is blank in gold and not in the system's file (2.2, 1924-1928)."""
    words = b"Blank line in GOLD file is not blank line in SYSTEM file"
    return _at_line(BLANK, words, script.lines.blank, number, error_number, (b"\n", line))


def different_tokens(number: int, gold: bytes, system: bytes, error_number: int) -> Die:
    """The first four fields of a line are not gold's (2.2, 1934-1941)."""
    fields = [*gold.removesuffix(b"\n").split(b"\t", 3), b"", b"", b""]
    words = (
        b"ATTENTION: mismatch between lines of GOLD file and SYSTEM file\n"
        b"In file: %s, sentence: %s, word: %s\n"
        b"This needs to be fixed before evaluating\n"
        b"Process ended\n"
    )
    words %= tuple(fields[:3])
    return Die(TOKEN, words, error_number, SYSTEM, at=number, detail=(gold, system))


def misplaced_stars(
    script: Original, number: int, token: int, neighbor: int, error_number: int
) -> Die:
    """A token has ``***`` and its neighbor has not (2.2, 1977-1992)."""
    is_before = neighbor < token
    words = (
        b"Inconsistency detected in column 7 of SYSTEM's file\n"
        b"All tokens should have value *** for this column\n"
        b"Error in sentence that finishes before line number %d, token %d%s\n"
        b"Fix this before proceeding with evaluation"
    ) % (number, token, b"-1" if is_before else b"+1")  # quirk 4: the sum is printed, "3-1"
    line = script.lines.stars_after if is_before else script.lines.stars_before
    return _at_line(STARS, words, line, number, error_number, (token, neighbor))


def unequal_columns(
    script: Original, number: int, detail: tuple[int, int, bytes], error_number: int
) -> Die:
    """A line has another number of columns than its sentence's first (2.2, 1999-2001)."""
    words = (
        b"Inconsistency detected in the number of columns at line number %d\n"
        b"All tokens in a sentence should have the same number of columns" % number
    )
    return _at_line(UNEQUAL, words, script.lines.unequal, number, error_number, detail)


def impossible_columns(
    script: Original, number: int, detail: tuple[int, bytes], error_number: int
) -> Die:
    """A line has a number of columns that no number of negations gives (2.2, 2002-2007)."""
    words = (
        b"Incorrect number of columns in line number %d\n"
        b"There should be 3 columns per negation cue\n"
        b"Fix this before proceeding to evaluation" % number
    )
    return _at_line(IMPOSSIBLE, words, script.lines.impossible, number, error_number, detail)


def _at_line(
    kind: str,
    words: bytes,
    line: int,
    number: int,
    error_number: int,
    detail: tuple[int | bytes, ...],
) -> Die:
    """An abort at a line of the script, which the message names, and a line of the system's file."""
    return Die(kind, words, error_number, SYSTEM, line, (SYSTEM, number), number, detail)


def part_missing(handle: bytes, line: int, number: int, part: int, block: Block) -> Die:
    """A negation lacks a part that the script needs (scorer_task2, 558-582 and 687-711; quirk 12)."""
    words = b"Can't use an undefined value as an ARRAY reference"
    detail = (number, part, block.number)
    return Die(PART, words, block.error_number, handle, line, block.read, block.line, detail)


def cue_missing(number: int, block: Block) -> Die:
    """A negation of the system lacks its cue (2.2, 728-735; quirk 13: the line that is being read)."""
    words = (
        b"Sentence before line %d lacks at least a negation cue.\n"
        b"The columns for negation where found without cue.\n"
        b" Fix this before proceedings to evaluate.\n" % block.line
    )
    detail = (number, 0, block.number)
    return Die(NO_CUE, words, block.error_number, SYSTEM, at=block.line, detail=detail)


def division_by_zero(line: int, label: str, gold_lines: int, error_number: int) -> Die:
    """Nothing to divide by (2.2, 2382-2383; 1.0, 1493-1510; quirk 23); `label` is the row's, if any."""
    side, read = SYSTEM if label else GOLD, (GOLD, gold_lines)
    return Die(
        DIVISION, b"Illegal division by zero", error_number, side, line, read, None, (label,)
    )
