"""A file to check: its lines, and what is wrong with its bytes and blank lines."""

from __future__ import annotations

from ..ground.columns import BYTE_ORDER_MARK, GOLD, WORD_FIELD, fields
from ..ground.wording import decoded, plural, sentence_name
from ..inputs import ScoringError, held
from ..legacy.shortcuts import is_plainly_without_negation
from .findings import Finding, make_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..corpora.sources import File as Source

WHITE_SPACE_STARTS = frozenset(bytes([byte]) for byte in b" \t\v\f\r\xc2\xe1\xe2\xe3")
"""The first bytes of white space in UTF-8: a line that looks blank begins with one of them."""


def looks_blank(line: bytes) -> bool:
    """Return True if a line is only white space, False if it is empty or has anything else."""
    return decoded(line).isspace()


class File:
    """A file's lines as they are meant: without CR and byte-order mark, blank if they look blank.

    `handle` says whether it is gold or the system's file, `name` is its name in
    messages, `content` its bytes, and `empty` the sign for an empty cell that
    hints tell people to write.
    """

    def __init__(self, handle: bytes, name: str, content: bytes, empty: str = "_") -> None:
        self.handle = handle
        self.name = name
        self.content = content
        self.empty = empty
        lines = content.split(b"\n")
        if not lines[-1]:
            lines.pop()
        self.has_mark = content.startswith(BYTE_ORDER_MARK)
        while lines and lines[0].startswith(BYTE_ORDER_MARK):
            lines[0] = lines[0][len(BYTE_ORDER_MARK) :]
        self.returns: list[int] = []
        if b"\r" in content:
            self.returns = [n for n, line in enumerate(lines, 1) if line.endswith(b"\r")]
            lines = [line.rstrip(b"\r") for line in lines]
        self.seemingly_blank: dict[int, bytes] = {}
        """Lines that are only white space, by number, as they are in the file."""
        # Few files have a line that begins with white space.
        if not WHITE_SPACE_STARTS.isdisjoint([line[:1] for line in lines]):
            for number, line in enumerate(lines, 1):
                if line[:1] in WHITE_SPACE_STARTS and looks_blank(line):
                    self.seemingly_blank[number] = line
        for number in self.seemingly_blank:
            lines[number - 1] = b""
        self.lines = lines

    def finding(self, line: int, column: int, code: str, message: str) -> Finding:
        """Return a finding in this file, at its usual level."""
        side = "gold" if self.handle == GOLD else "system"
        return make_finding(self.name, line, column, code, message, side, self.empty)

    def fields(self, number: int) -> list[bytes]:
        """Return the fields of line `number`, counted from 1, without empty ones at the end."""
        return fields(self.lines[number - 1])

    def column(self, number: int, field: int) -> int:
        """Return the column where a field of a line begins, counted in characters from 1."""
        before = b"\t".join(self.lines[number - 1].split(b"\t")[:field])
        return len(decoded(before)) + (2 if field else 1)

    def sentences(self) -> Iterator[range]:
        """Yield the line numbers of each sentence that has lines."""
        start = 1
        for number, line in enumerate([*self.lines, b""], start=1):
            if not line:
                if number > start:
                    yield range(start, number)
                start = number + 1

    def lines_of(self, sentence: range) -> list[bytes]:
        """Return the lines of a sentence."""
        return self.lines[sentence.start - 1 : sentence.stop - 1]

    def is_plainly_without_negation(self, sentence: range) -> bool:
        """Return True if the columns are right and without negation; False if it is not clear."""
        return is_plainly_without_negation(b"\n".join(self.lines_of(sentence)), len(sentence))

    def name_of(self, sentence: range) -> str:
        """Return a sentence's document and number, as in its first line."""
        return sentence_name(self.fields(sentence[0]))


def read_file(handle: bytes, source: Source, empty: str = "_") -> File | Finding:
    """Return a file or binary stream, read once, or a finding if it cannot be read.

    `empty` is the sign for an empty cell in its task.

    Raises TypeError for anything else.
    """
    side = "gold" if handle == GOLD else "system"
    try:
        content = held(handle, source)
    except ScoringError as error:
        found = make_finding(str(error.file), 1, 1, "E502", error.found, side)
        return found._replace(stops=True)
    return File(handle, content.name, content.getvalue(), empty)


def check_bytes(file: File) -> Iterator[Finding]:
    """Yield a byte-order mark, carriage returns, and bytes that are not UTF-8."""
    if file.has_mark:
        yield file.finding(1, 1, "W402", "the file starts with a byte-order mark")
    if file.returns:
        first = file.returns[0]
        message = "%d of %s end in a carriage return"
        message %= (len(file.returns), plural(len(file.lines), "line"))
        column = len(decoded(file.lines[first - 1])) + 1
        yield file.finding(first, column, "W401", message)
    try:
        file.content.decode("utf-8")
    except UnicodeDecodeError as error:
        number = file.content.count(b"\n", 0, error.start) + 1
        start = file.content.rfind(b"\n", 0, error.start) + 1
        column = len(decoded(file.content[start : error.start])) + 1
        message = "byte 0x%02X is not UTF-8" % file.content[error.start]
        yield file.finding(number, column, "N104", message)


def check_blank_lines(file: File) -> Iterator[Finding]:
    """Yield lines that only look blank, and the last line if no blank line follows it."""
    for number, line in file.seemingly_blank.items():
        yield file.finding(number, 1, "W108", "%r is not a blank line" % decoded(line))
    if file.lines and file.lines[-1]:
        token = file.fields(len(file.lines))[WORD_FIELD : WORD_FIELD + 1]
        message = "the last line is not read"
        if token:
            message = "the last token, %r, is not read" % decoded(token[0])
        yield file.finding(len(file.lines), 1, "W101", message)


def check_double_blanks(file: File) -> Iterator[Finding]:
    """Yield blank lines that do not end a sentence."""
    for number, line in enumerate(file.lines, start=1):
        if not line and (number == 1 or not file.lines[number - 2]):
            yield file.finding(number, 1, "W102", "a sentence without tokens")
