"""Every way in which a legacy scorer stops.

Each is a function that returns the `Stop` to raise: its code, the original's
words, the line of the script where it stands, and for people what was found,
what was expected and what to do. `STOPS_IN_ORDER` lists them in the order in
which a run can meet them. The numbers of the script's
lines stand in `originals.ScriptLines`.

The code is the one under which `check` describes the problem.
"""

from __future__ import annotations

from ..ground.columns import COMPARED_FIELDS, GOLD, ROLES, SYSTEM, compared_fields
from ..ground.errors import LINUX, number_of, words_of
from ..ground.records import Record
from . import perl
from .divisions import NO_SENTENCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .divisions import ByZero
    from .originals import Original
    from .reading import Block

SAME_LINES = "both files need the same lines in the same order, with the same first four fields"


class Problem(Record):
    """What is wrong with the input, for people.

    `handle` is that of the file at fault and `line` the number of its line,
    from 1, or None; `found` and `expected` say what is there and what should
    be; `advice` says what to do.
    """

    handle: bytes
    line: int | None
    found: str
    expected: str
    advice: str


class Stop(perl.Die):
    """A ``die`` of an original; `code` and `problem` say for people what its words do not."""

    def __init__(
        self,
        code: str,
        words: bytes,
        problem: Problem,
        *,
        error_number: int,
        line: int | None = None,
        reading: perl.LastRead | None = None,
    ) -> None:
        super().__init__(words, error_number=error_number, line=line, reading=reading)
        self.code = code
        self.problem = problem


CANNOT_BE_READ = "E502"
DIFFERENT_TOKEN = "E101"
BLANK_LINE_IN_ONE_FILE = "E104"
STARS_BESIDE_SOMETHING_ELSE = "E203"
UNEQUAL_COLUMNS = "E201"
IMPOSSIBLE_COLUMNS = "E202"
PART_MISSING = "E302"
CUE_MISSING = "E301"
NO_TOKENS = "E303"
NOTHING_TO_DIVIDE_BY = "E501"
"""The codes, in the order in which a run can meet the stops."""


# The command line and the files


def option_missing(handle: bytes) -> Stop:
    """No file is named for one side (2.2, lines 349-352 and 354-357)."""
    words, option = {
        GOLD: (b"Gold standard file (-g) missing\n", "-g"),
        SYSTEM: (b"System output file (-s) missing\n", "-s"),
    }[handle]
    problem = Problem(
        handle, None, "no option %s" % option, "a file for each side", "name it after %s" % option
    )
    return Stop(CANNOT_BE_READ, words, problem, error_number=0)


def cannot_be_opened(handle: bytes, name: bytes, error: OSError) -> Stop:
    """A file cannot be opened (2.2, lines 1911-1912)."""
    problem = Problem(
        handle,
        None,
        "a file that cannot be opened (%s)" % (error.strerror or error),
        "a file that can be read",
        "check its name and its permissions",
    )
    words = b"Could not open %s file %s\n" % (ROLES[handle], name)
    return Stop(CANNOT_BE_READ, words, problem, error_number=number_of(error))


def standard_input_twice(name: bytes) -> Stop:
    """Both files are ``-``: the originals find the second one empty, here it is an error."""
    problem = Problem(
        SYSTEM,
        None,
        "- (standard input), which is already the gold file",
        "two files, of which one at most is -",
        "give one of the two by its name",
    )
    words = b"Standard input cannot be both files\nCould not open system output file %s\n" % name
    return Stop(CANNOT_BE_READ, words, problem, error_number=LINUX["EBADF"])


# The two checks


def blank_line_in_gold_only(
    original: Original, number: int, system_line: bytes, error_number: int
) -> Stop:
    """A line is blank in gold and not in the system's file (2.2, lines 1924-1928)."""
    return Stop(
        BLANK_LINE_IN_ONE_FILE,
        b"Blank line in GOLD file is not blank line in SYSTEM file",
        Problem(SYSTEM, number, _shown(system_line), "a blank line, as in gold", SAME_LINES),
        error_number=error_number,
        line=original.lines.blank_line_in_gold_only,
        reading=perl.LastRead(SYSTEM, number),
    )


def different_tokens(number: int, gold_line: bytes, system_line: bytes, error_number: int) -> Stop:
    """The first four fields of a line are not gold's (2.2, lines 1934-1939)."""
    return Stop(
        DIFFERENT_TOKEN,
        b"ATTENTION: mismatch between lines of GOLD file and SYSTEM file\n"
        b"In file: %s, sentence: %s, word: %s\n"
        b"This needs to be fixed before evaluating\n"
        b"Process ended\n" % tuple(compared_fields(gold_line)[:3]),
        Problem(
            SYSTEM,
            number,
            _shown(system_line),
            "a line that begins as gold's does: " + _shown(gold_line),
            SAME_LINES,
        ),
        error_number=error_number,
    )


def _shown(line: bytes) -> str:
    """Return the fields of a line that are compared, for people to read."""
    from ..ground.wording import decoded, shortened, visible

    if not line:
        return "the end of the file"
    if not perl.chomp(line):
        return "a blank line"
    compared = perl.chomp(line).split(b"\t")[:COMPARED_FIELDS]
    return shortened(visible(" | ".join(map(decoded, compared))))


EQUAL_COLUMNS = (
    "give all tokens of a sentence the same columns (empty ones at the end of a line do not count)"
)


def _columns(
    code: str,
    words: bytes,
    script_line: int,
    number: int,
    line: bytes,
    error_number: int,
    found: str,
    expected: str,
) -> Stop:
    """Return a stop of the check of columns, at line `number`, which is `line`."""
    advice = EQUAL_COLUMNS
    if line.endswith(b"\r\n"):
        advice = "the lines end in carriage returns: write newlines alone"
    return Stop(
        code,
        words,
        Problem(SYSTEM, number, found, expected, advice),
        error_number=error_number,
        line=script_line,
        reading=perl.LastRead(SYSTEM, number),
    )


def misplaced_stars(
    original: Original, number: int, token: int, neighbour: int, line: bytes, error_number: int
) -> Stop:
    """A token has ``***`` and its neighbour has not (2.2, lines 1982 and 1985).

    `number` is that of the blank line after the sentence. The neighbour's
    number is meant, but its sum is printed: "3-1".
    """
    before = neighbour < token
    lines = original.lines
    return _columns(
        STARS_BESIDE_SOMETHING_ELSE,
        b"Inconsistency detected in column 7 of SYSTEM's file\n"
        b"All tokens should have value *** for this column\n"
        b"Error in sentence that finishes before line number %d, token %d%s\n"
        b"Fix this before proceeding with evaluation" % (number, token, b"-1" if before else b"+1"),
        lines.stars_after_annotation if before else lines.stars_before_annotation,
        number,
        line,
        error_number,
        "*** for token %d of the sentence before it, and not for token %d" % (token, neighbour),
        "*** for all tokens of a sentence, or for none",
    )


def unequal_columns(
    original: Original, number: int, found: int, expected: int, line: bytes, error_number: int
) -> Stop:
    """A line has another number of columns than its sentence's first (2.2, line 2000)."""
    return _columns(
        UNEQUAL_COLUMNS,
        b"Inconsistency detected in the number of columns at line number %d\n"
        b"All tokens in a sentence should have the same number of columns" % number,
        original.lines.unequal_columns,
        number,
        line,
        error_number,
        "%d columns" % found,
        "%d, as in the first line of the sentence" % expected,
    )


def impossible_columns(
    original: Original, number: int, found: int, line: bytes, error_number: int
) -> Stop:
    """A line has a number of columns that no number of negations gives (2.2, line 2005)."""
    return _columns(
        IMPOSSIBLE_COLUMNS,
        b"Incorrect number of columns in line number %d\n"
        b"There should be 3 columns per negation cue\n"
        b"Fix this before proceeding to evaluation" % number,
        original.lines.impossible_columns,
        number,
        line,
        error_number,
        "%d columns" % found,
        "8 with ***, or 7 and 3 for each negation",
    )


# Scoring


def part_missing(
    original: Original,
    handle: bytes,
    number: int,
    part: str,
    block: Block,
) -> Stop:
    """A negation lacks a part, and the script needs it (scorer_task2, lines 559-577 and 688-706).

    Under ``strict``, an array that was never made cannot be asked whether it is
    empty. `number` is that of the negation in its sentence, from 1.
    """
    side = "gold" if handle == GOLD else "system"
    line: int = getattr(original.lines, "%s_without_%s" % (side, part))
    return Stop(
        PART_MISSING if block.length else NO_TOKENS,
        b"Can't use an undefined value as an ARRAY reference",
        _missing(handle, number, part, block),
        error_number=block.error_number,
        line=line,
        reading=block.reading,
    )


def cue_missing(number: int, block: Block) -> Stop:
    """A negation of the system lacks its cue (2.2, lines 728-735).

    The message names the line that is being read.
    """
    words = (
        b"Sentence before line %d lacks at least a negation cue.\n"
        b"The columns for negation where found without cue.\n"
        b" Fix this before proceedings to evaluate.\n" % block.last_line
    )
    return Stop(
        CUE_MISSING if block.length else NO_TOKENS,
        words,
        _missing(SYSTEM, number, "cue", block),
        error_number=block.error_number,
    )


def _missing(handle: bytes, number: int, part: str, block: Block) -> Problem:
    """Return what is wrong with a negation, counted from 1, that lacks a part it must have."""
    if block.length:
        found = "negation %d of the sentence that ends here without %s" % (number, part)
        advice = "mark the %s, or take out the negation's columns" % part
        if part != "cue":
            advice += "; eval.cd-sco can do without"
    else:
        found = "no token before it: two blank lines, or a file that ends without a blank line"
        advice = "separate sentences by one blank line, and end both files with one"
    return Problem(handle, block.last_line, found, "every negation with its %s" % part, advice)


def nothing_to_divide_by(
    original: Original, division: ByZero, gold_lines: int, error_number: int
) -> Stop:
    """A division by zero at the end, after all `gold_lines` of gold (2.2, lines 2382-2383).

    Gold has no sentence, or none with negation; for 1.0, a row of the report
    has no true positive (1.0, lines 1493-1510).
    """
    lines = original.lines
    advice = (
        "check that this is the gold file, or score with eval.cd-sco-patched, which reports zeros"
    )
    line, handle = lines.no_negation_sentence, GOLD
    if division.number is not None:
        line, handle = lines.shares[division.number], SYSTEM
        advice = "score with a later version, which reports zeros"
    elif division.nothing == NO_SENTENCE:
        line = lines.no_sentence
        advice = "check that this is the gold file and that it is not empty"
    return Stop(
        NOTHING_TO_DIVIDE_BY,
        b"Illegal division by zero",
        Problem(
            handle,
            None,
            "no " + division.nothing,
            "at least one: the original divides by their number",
            advice,
        ),
        error_number=error_number,
        line=line,
        reading=perl.LastRead(GOLD, gold_lines),
    )


STOPS_IN_ORDER = (
    option_missing,
    cannot_be_opened,
    standard_input_twice,
    blank_line_in_gold_only,
    different_tokens,
    misplaced_stars,
    unequal_columns,
    impossible_columns,
    part_missing,
    cue_missing,
    nothing_to_divide_by,
)
"""All of them."""


def unreadable(handle: bytes, error_number: int) -> Problem:
    """Return what is wrong, for people, with a file whose reading ended in an error.

    The scorer does not stop there: the originals take the error for the end of the file.
    """
    return Problem(
        handle,
        None,
        "a file that cannot be read (%s)" % words_of(error_number),
        "a file that can be read to its end",
        "check that it is a file, and whole",
    )
