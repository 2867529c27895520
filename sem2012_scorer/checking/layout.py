"""Stages 1 and 2: can the file be read, is it in columns, and is its layout in order: encoding, line endings, headers?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import IO, NamedTuple

from ..common.columns import (
    BYTE_ORDER_MARK,
    COMPARED_FIELDS,
    FIRST_NEGATION_FIELD,
    NEWLINE,
    PARTS,
    WORD_FIELD,
    is_possible_number_of_columns,
)
from ..common.wording import plural
from ..reading.facts import (
    BLANKS,
    COLUMNS,
    EMPTY_FILE,
    NOT_TEXT,
    ONLY_LABELS,
    XML,
    Facts,
    facts_of,
    line_end_without_line_feeds,
    names_columns,
    names_separator,
)
from ..reading.signs import LINE_ENDS, MISSING_VALUES
from ..reading.source import LONGEST_LINE, Source
from .findings import Findings, bytes_in_finding
from .meant import SPACES

BOM, FIRST = BYTE_ORDER_MARK, FIRST_NEGATION_FIELD
UNSEEN_BLANKS = [character.encode() for character in (*SPACES, "\u3000") if ord(character) > 127]
"""Characters that are not seen, and stand alone in lines that should be blank."""
FILLED_BLANKS = (b"_\t_\t_\t_", b"-\t-\t-\t-")
"""How blank lines begin in which a program has filled empty cells with a sign."""
NOT_UTF_8 = "bytes that are not UTF-8"
CONTROL_CHARACTERS = b"\x00\x1a"
"""What a crash leaves in a file, or DOS at its end."""
PIECE = 1 << 16  # how many bytes are looked at together
ODD_STARTS = b" \t\x0b\x0c#`<=>" + CONTROL_CHARACTERS
"""What begins a line that may be blank without being empty, or a comment."""
NO_LINE_FEEDS = "in place of line feeds"
"""How the finding on a file without line feeds ends."""

ONE_TOO_MANY = ": the scorer may count one sentence too many"
ONE_MORE_COUNTED = ": its annotation is not scored, and the scorer counts one more sentence, which it takes for one with negation"
UNSCORED_OR_ABORT = (
    ": its annotation is not scored, and the scorer aborts if gold ends with a blank line"
)
UNSCORED_AND_ABORT = ": its annotation is not scored, and the scorer would abort there, too"
UNSCORED_LINE = ": its annotation is not scored"
"""What follows if no blank line ends a file."""


class FileLayout(NamedTuple):
    """What one pass over the lines shows."""

    lines: int = 0
    most_fields: int = 0  # counted up to the first line that has annotation
    sign: bytes = b""  # what an empty cell holds, b"" if none shows it


def layout_has_tabs_at_line_ends(content: bytes) -> bool:
    """Return whether lines end with a tab, as in NEGES files: that one begins no cell.

    Sentences without negation show it, or all lines.
    """
    if b"\t***\t\n" in content or b"\t***\t\r\n" in content:
        return True
    whole_lines = [line.rstrip(b"\r") for line in content.split(b"\n")[:-1]]
    for line in whole_lines:
        if line and (line[-1:] != b"\t" or line[-2:-1] == b"\t"):
            return False
        # Else the last cell of each line is empty.
        if line.count(b"\t") > FIRST and not is_possible_number_of_columns(line.count(b"\t")):
            return False
    return True


NO_COLUMNS_LEFT = [b"", b"", b"", b""]
"""What a line of fewer columns lacks, up to the word."""


class SentenceLines(NamedTuple):
    """The lines of a sentence, repaired, and the number of each."""

    numbers: list[int]
    lines: list[bytes]
    is_closed: bool  # whether a blank line follows

    @property
    def words(self) -> list[bytes]:
        """The words, empty where a line has no fourth column."""
        return [
            (line.split(b"\t", COMPARED_FIELDS) + NO_COLUMNS_LEFT)[WORD_FIELD]
            for line in self.lines
        ]

    @property
    def rows(self) -> list[list[bytes]]:
        """The columns of each line. Empty ones at the end do not count."""
        return [line.rstrip(b"\t").split(b"\t") for line in self.lines]


class Neighbors(NamedTuple):
    """The sentence of a file before a place, the one at it, the one after it, and some `further` ones."""

    before: SentenceLines | None
    here: SentenceLines | None
    after: SentenceLines | None
    further: tuple[SentenceLines, ...] = ()


SENTENCES_AHEAD = 50  # among as many further sentences, the words of the other file are looked for


def neighbors_of_sentence(
    before: SentenceLines | None, here: SentenceLines | None, following: Iterator[SentenceLines]
) -> Neighbors:
    """Return a sentence with those around it; `following` yields the ones after it."""
    after = next(following, None)
    return Neighbors(before, here, after, tuple(islice(following, SENTENCES_AHEAD)))


def read_layout(source: Source, findings: Findings) -> FileLayout:
    """Read all lines once, and report what is wrong with line endings, blank lines and encoding."""
    layout = _LayoutReader(findings)
    odd = line_end_without_line_feeds(source.head())
    if odd:
        findings.add_place("W401", 1, found=f"{LINE_ENDS[odd]} {NO_LINE_FEEDS}")
    with source.open() as stream:
        for lines in _whole_lines(stream):
            layout.read(lines)
    return layout.finish(facts_of(source).sign)


def _whole_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield a file in pieces that end where lines do; the last may lack its newline."""
    # Pieces of a line of megabytes are joined once, at its end.
    unfinished: list[bytes] = []
    while chunk := stream.read(PIECE):
        end = chunk.rfind(b"\n") + 1
        if end:
            yield b"".join(unfinished) + chunk[:end]
            unfinished = [chunk[end:]]
        else:
            unfinished.append(chunk)
    rest = b"".join(unfinished)
    if rest:
        yield rest


class _LayoutReader:
    """What the lines that have been read show, and the state between two pieces of a file."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._number = self._most = 0
        self._was_blank = True
        self._last = b"\n"
        self._header = b""  # the line that names the columns, if the first one does

    def read(self, lines: bytes) -> None:
        """Read some lines: those in which nothing can be wrong all at once, others one by one."""
        if self._number and self._most > FIRST and self._is_plain(lines):
            self._number += lines.count(b"\n")
            self._last = lines[lines.rfind(b"\n", 0, -1) + 1 :]
            self._was_blank = self._last == b"\n"
            return
        for line in _split_at_line_feeds(lines):
            self._read_line(line)

    def _is_plain(self, lines: bytes) -> bool:
        """Return whether `_read_line` finds nothing in these lines; it may for any that begin with ODD_STARTS."""
        first = lines[0]
        is_second_blank = lines.startswith(b"\n\n") or (first == NEWLINE and self._was_blank)
        return (
            first not in ODD_STARTS
            and not is_second_blank
            and lines.endswith(b"\n")
            and b"\r" not in lines
            and not (self._header and self._header in lines)
            and b"\n\n\n" not in lines
            and not any(b"\n%c" % start in lines for start in ODD_STARTS)
            and not any(b"\t%s\n" % value in lines for value in MISSING_VALUES)
            and not any(b"\n%s\n" % value in lines for value in MISSING_VALUES)
            and not lines.startswith(FILLED_BLANKS)
            and not any(b"\n" + value in lines for value in FILLED_BLANKS)
            and (lines.isascii() or not any(b"\n" + value in lines for value in UNSEEN_BLANKS))
            and (lines.isascii() or is_utf8_in_layout(lines))
        )

    def _read_line(self, line: bytes) -> None:
        """Read a line, and report what is wrong with it."""
        self._number += 1
        number, findings = self._number, self._findings
        if number == 1 and line.startswith(BOM):
            findings.add_place("W402", 1, found="a byte-order mark before the first word")
            line = line[3:]
        fields = line.rstrip(b"\n").rstrip(b"\t").count(b"\t") + 1
        if line.endswith(b"\r\n"):
            end = "\\r\\r\\n" if line.endswith(b"\r\r\n") else "\\r\\n"
            findings.add_place("W401", number, found=f"a line that ends in {end}")
            line = line.rstrip(b"\r\n") + b"\n"
        self._last = line
        if is_blank_in_layout(line):
            self._read_blank(line, number)
            return
        self._was_blank = False
        if number == 1 and names_columns(line):
            self._header = line
        self._most = max(self._most, fields)
        if _is_merge_conflict(line):
            fix = "resolve the merge conflict: keep one of the two versions"
            findings.add_place("W406", number, found=bytes_in_finding(line.strip()), fix=fix)
        elif is_comment_in_layout(line) or line == self._header:
            findings.add_place("W406", number, found=bytes_in_finding(line.strip()))
        if not line.isascii() and not is_utf8_in_layout(line):
            what = f"{NOT_UTF_8}: {bytes_in_finding(line.strip())}"
            fix = "save the file as UTF-8"
            findings.add_place("W402", number, found=what, fix=fix)

    def _read_blank(self, line: bytes, number: int) -> None:
        """Report a blank line that is doubled, or not empty."""
        if line.strip(BLANKS):
            shown = bytes_in_finding(line.strip(), 20)
            what, fix = f'a blank line in which a program has written "{shown}"', "empty it"
            self._findings.add_place("W405", number, found=what, fix=fix)
        elif line != b"\n":
            self._findings.add_place(
                "W405", number, found="a line of spaces, tabs or form feeds only"
            )
        elif self._was_blank:
            what, fix = "two blank lines in a row", "remove one of them"
            if number == 1:
                what, fix = "the first line is blank", "remove it"
            self._findings.add_place("W405", number, found=what, fix=fix)
        self._was_blank = True

    def finish(self, sign: bytes) -> FileLayout:
        """Report a last line that no blank line follows; return what was seen."""
        is_token = not is_blank_in_layout(self._last) and not is_comment_in_layout(self._last)
        if self._number and is_token:
            what = f'the last line, "{bytes_in_finding(self._last.strip(), 40)}"'
            if self._last.rstrip(b"\t\r\n").endswith(b"\t***"):
                what += ONE_TOO_MANY
            else:
                what += UNSCORED_OR_ABORT
            self._findings.add_place("W404", self._number, found=what)
        return FileLayout(self._number, self._most, sign)


def _split_at_line_feeds(text: bytes) -> list[bytes]:
    """Return lines that end in a newline: a carriage return ends none."""
    lines = [line + b"\n" for line in text.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def count_signs_in_layout(source: Source, sign: bytes) -> int:
    """Return how many annotation cells of a file hold a sign."""
    number = 0
    for sentence in sentences_in_repaired_layout(source):
        for row in sentence.rows:
            number += row[FIRST:].count(sign)
    return number


def are_columns_joined_in_layout(cells: Sequence[Sequence[bytes]]) -> bool:
    """Return whether each line of a sentence has one annotation cell, and in it those of all columns, joined by spaces."""
    if len(cells) < 2 or any(len(row) != 1 for row in cells):
        return False
    numbers = {len(row[0].split(b" ")) for row in cells}
    return len(numbers) == 1 and max(numbers) % 3 == 0


def is_line_quoted_in_layout(line: bytes) -> bool:
    """Return whether the cells of a line in columns are in quotation marks, as some programs write them.

    Some leave them away around numbers.
    """
    cells = line.rstrip(b"\t\r\n").split(b"\t")
    if len(cells) <= FIRST:
        return False
    quoted = [len(cell) > 1 and cell[:1] == cell[-1:] == b'"' for cell in cells]
    return any(quoted) and all(
        is_quoted or cell.isdigit() for is_quoted, cell in zip(quoted, cells)
    )


def is_line_quoted_as_a_whole(line: bytes) -> bool:
    """Return whether quotation marks stand around a line with columns, and around none of its cells."""
    return line[:1] == line[-1:] == b'"' and line.count(b'"') == 2 and b"\t" in line


def is_utf8_in_layout(line: bytes) -> bool:
    """Return whether bytes are UTF-8."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def report_layout_without_columns(kind: Facts, layout: FileLayout, findings: Findings) -> str:
    """Report a file in which nothing can count. Return the format if it holds predictions."""
    if kind.format in NO_COLUMNS:
        findings.add_place("E601", 1, found=kind.reason, fix=kind.fix)
    elif kind.format != COLUMNS:
        return kind.format
    elif kind.separator != b"\t":
        findings.add_place("E603", 1, found=kind.reason)
    elif layout.most_fields <= FIRST:
        columns = plural(max(layout.most_fields, 1), "column")
        fix = ""
        if layout.most_fields < COMPARED_FIELDS:
            fix = "give a file with gold's first seven columns and the annotation; a file of labels has a word and its label in each line, with a tab between them"
        found = f"lines with at most {columns}"
        findings.add_place("E604", 1, found=found, expected=EXPECTED, fix=fix)
    elif kind.cells == ONLY_LABELS:
        columns = ", ".join([str(column + 1) for column in kind.labels_at])
        noun = "column" if len(kind.labels_at) == 1 else "columns"
        what = f"{LABELS_IN} {noun} {columns}"
        fix = f"give {_options_for_labels(kind)}; if the words are in another column, word=N"
        findings.add_place("E605", 1, found=what, fix=fix)
    else:
        return ""
    for code in ("W401", "W402", "W404", "W405", "W406"):
        findings.take_out(code)
    return ""


NO_COLUMNS = (EMPTY_FILE, XML, NOT_TEXT)
EXPECTED = "8 or more, separated by tabs"


WHERE_STARS_BELONG = "where *** belongs"
"""How the cause ends where another sign stands in place of ***."""
LABELS_IN = "labels in"
"""How the finding on a file of labels begins."""


def _options_for_labels(kind: Facts) -> str:
    """Return the options that read the labels of a file: of three columns, each may hold a part."""
    options = f"--fields word=4 label={_columns_of_labels(kind)}"
    if len(kind.labels_at) == len(PARTS):
        fields = [f"{part}={column + 1}" for part, column in zip(PARTS, kind.labels_at)]
        options += f", or if each column holds one part, --fields word=4 {' '.join(fields)}"
    return options


def _columns_of_labels(kind: Facts) -> str:
    """Return the column of the labels, or N and the columns to choose from: one of them may be gold's."""
    columns = [str(column + 1) for column in kind.labels_at]
    if len(columns) == 1:
        return columns[0]
    return f"N (N is {' or '.join(columns)})"


def _repaired_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines without line endings, byte-order mark and carriage returns; blank ones as b""."""
    for index, line in enumerate(lines):
        if index == 0:
            line = line.removeprefix(BOM)
        line = line[:LONGEST_LINE].rstrip(b"\r\n")
        yield b"" if is_blank_in_layout(line) else line


def is_blank_in_layout(line: bytes) -> bool:
    """Return whether a line holds nothing, or what programs write into a blank one: missing values, after its number."""
    text = line.strip(BLANKS)
    if not text or text in UNSEEN_BLANKS or text.startswith(FILLED_BLANKS):
        return not text.strip(b"_-\t") or text in UNSEEN_BLANKS
    if text.rpartition(b"\t")[2] not in MISSING_VALUES:
        return False  # as most lines
    fields = text.split(b"\t")
    if fields[0].isdigit():
        del fields[0]
    return MISSING_VALUES.issuperset(fields)


def sentences_in_repaired_layout(source: Source) -> Iterator[SentenceLines]:
    """Yield the sentences of a file in columns. Later stages see only these repaired lines."""
    numbers: list[int] = []
    lines: list[bytes] = []
    header = None
    with source.open() as stream:
        for number, line in enumerate(_repaired_lines(stream), start=1):
            if number == 1 and names_columns(line):
                header = line
            if is_comment_in_layout(line) or _is_merge_conflict(line) or line == header:
                continue
            if line:
                numbers.append(number)
                lines.append(line)
            elif lines:
                yield SentenceLines(numbers, lines, True)
                numbers, lines = [], []
    if lines:
        yield SentenceLines(numbers, lines, False)


def is_comment_in_layout(line: bytes) -> bool:
    """Return whether a line is a comment, as other column formats have them, fences code, or is a spreadsheet's sep=,.

    Control characters alone are no token either.
    """
    if line.startswith((b"\x00", b"\x1a")) and not line.strip(CONTROL_CHARACTERS + BLANKS):
        return True
    is_comment = line.startswith((b"#", b"```")) and b"\t" not in line
    return is_comment or names_separator(line)


def _is_merge_conflict(line: bytes) -> bool:
    """Return whether a line marks a merge conflict, as Git does."""
    return line.startswith((b"<<<<<<< ", b">>>>>>> ")) or line.rstrip() == b"======="
