"""Where the scripts abort: what they print, the status they leave, and as data what was wrong.

Words for people stand in `reporting.aborts`, by the abort's kind.
"""

from __future__ import annotations

from ..common.columns import GOLD_HANDLE, SYSTEM_HANDLE
from .perl import ENOTTY, Abort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .annotation import Block
    from .scripts import Original

BLANK, TOKEN = "blank", "token"
STARS, UNEQUAL, IMPOSSIBLE = "stars", "unequal", "impossible"
PART, NO_CUE, DIVISION = "part", "cue", "division"
ABORT_KINDS = (BLANK, TOKEN, STARS, UNEQUAL, IMPOSSIBLE, PART, NO_CUE, DIVISION)
"""The kinds of aborts, in the order in which a run can meet them."""

AT_A_LINE = {
    BLANK: b"Blank line in GOLD file is not blank line in SYSTEM file",  # 2.2, 1924-1928
    UNEQUAL: b"Inconsistency detected in the number of columns at line number %d\n"  # 1999-2001
    b"All tokens in a sentence should have the same number of columns",
    IMPOSSIBLE: b"Incorrect number of columns in line number %d\n"  # 2002-2007
    b"There should be 3 columns per negation cue\n"
    b"Fix this before proceeding to evaluation",
    STARS: b"Inconsistency detected in column 7 of SYSTEM's file\n"  # 1977-1992
    b"All tokens should have value *** for this column\n"
    b"Error in sentence that finishes before line number %d, token %d%s\n"
    b"Fix this before proceeding with evaluation",
}
"""What is printed at a line of the system's file."""


def abort_message_at_line(
    kind: str,
    script: Original,
    number: int,
    detail: tuple[int | bytes, ...],
    error_number: int = ENOTTY,
) -> Abort:
    """The line of this number is blank in gold only, or its columns are at fault: see `AT_A_LINE`."""
    words, line = AT_A_LINE[kind], kind
    if kind == STARS:  # `detail` is a token with *** and a neighbor without
        is_before = detail[1] < detail[0]  # type: ignore[operator]
        line += "_after" if is_before else "_before"
        # Quirk 4: the sum is printed, "3-1".
        words %= number, detail[0], b"-1" if is_before else b"+1"
    elif kind != BLANK:
        words %= number
    where = getattr(script.lines, line), (SYSTEM_HANDLE, number), number
    return Abort(kind, words, error_number, SYSTEM_HANDLE, *where, detail)


def abort_at_different_tokens(number: int, gold: bytes, system: bytes, error_number: int) -> Abort:
    """The first four fields of a line are not gold's (2.2, 1934-1941)."""
    fields = [*gold.removesuffix(b"\n").split(b"\t", 3), b"", b"", b""]
    words = (
        b"ATTENTION: mismatch between lines of GOLD file and SYSTEM file\n"
        b"In file: %s, sentence: %s, word: %s\n"
        b"This needs to be fixed before evaluating\n"
        b"Process ended\n"
    )
    words %= tuple(fields[:3])
    return Abort(TOKEN, words, error_number, SYSTEM_HANDLE, at=number, detail=(gold, system))


def abort_without_part(handle: bytes, line: int, number: int, part: int, block: Block) -> Abort:
    """A negation lacks a part that the script needs (scorer_task2, 558-582 and 687-711; quirk 12)."""
    words = b"Can't use an undefined value as an ARRAY reference"
    where = handle, line, block.read, block.line
    return Abort(PART, words, block.error_number, *where, (number, part, block.tokens))


def abort_without_cue(number: int, block: Block) -> Abort:
    """A negation of the system lacks its cue (2.2, 729-735; quirk 13: the line that is being read)."""
    words = (
        b"Sentence before line %d lacks at least a negation cue.\n"
        b"The columns for negation where found without cue.\n"
        b" Fix this before proceedings to evaluate.\n" % block.line
    )
    detail = (number, 0, block.tokens)
    return Abort(NO_CUE, words, block.error_number, SYSTEM_HANDLE, at=block.line, detail=detail)


def division_by_zero(line: int, label: str, gold_lines: int, error_number: int) -> Abort:
    """Nothing to divide by (2.2, 2382-2383; 1.0, 1493-1510; quirk 23); `label` is the row's, if any."""
    where = SYSTEM_HANDLE if label else GOLD_HANDLE, line, (GOLD_HANDLE, gold_lines), None
    return Abort(DIVISION, b"Illegal division by zero", error_number, *where, (label,))
