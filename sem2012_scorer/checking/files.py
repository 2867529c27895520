"""A file that is checked: its lines, and what is wrong with its bytes and blank lines."""

from __future__ import annotations

from ..legacy import perl
from ..legacy.columns import WORD_FIELD, fields
from ..wording import decoded, sentence_name
from .findings import make_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .findings import Finding

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class File:
    """A file's lines, as they are and as they are meant: without CR and byte-order mark."""

    def __init__(self, handle: bytes, name: str, content: bytes) -> None:
        self.handle = handle
        self.name = name
        self.content = content
        lines = content.split(b"\n")
        if not lines[-1]:
            lines.pop()
        self.has_mark = content.startswith(BYTE_ORDER_MARK)
        if self.has_mark:
            lines[0] = lines[0][len(BYTE_ORDER_MARK) :]
        self.returns = [number for number, line in enumerate(lines, 1) if line.endswith(b"\r")]
        self.lines = [line[:-1] if line.endswith(b"\r") else line for line in lines]
        self._fields: dict[int, list[bytes]] = {}

    def fields(self, number: int) -> list[bytes]:
        """Return the fields of line `number`, from 1, without empty ones at the end."""
        if number not in self._fields:
            self._fields[number] = fields(self.lines[number - 1])
        return self._fields[number]

    def column(self, number: int, field: int) -> int:
        """Return the column, in characters from 1, at which a field of a line begins."""
        before = b"\t".join(self.lines[number - 1].split(b"\t")[:field])
        return len(decoded(before)) + (2 if field else 1)

    def sentences(self) -> Iterator[range]:
        """Yield the numbers of the lines of each sentence that has any."""
        start = 1
        for number, line in enumerate([*self.lines, b""], start=1):
            if not line:
                if number > start:
                    yield range(start, number)
                start = number + 1

    def name_of(self, sentence: range) -> str:
        """Return a sentence's document and number, as its first line has them."""
        return sentence_name(self.fields(sentence[0]))


def check_bytes(file: File) -> Iterator[Finding]:
    """Yield byte-order mark, carriage returns, and bytes that are not UTF-8."""
    if file.has_mark:
        yield make_finding(file.name, 1, 1, "W402", "the file starts with a byte-order mark")
    if file.returns:
        first = file.returns[0]
        message = "%d of %d lines end in a carriage return" % (len(file.returns), len(file.lines))
        column = len(decoded(file.lines[first - 1])) + 1
        yield make_finding(file.name, first, column, "W401", message)
    try:
        file.content.decode("utf-8")
    except UnicodeDecodeError as error:
        number = file.content.count(b"\n", 0, error.start) + 1
        start = file.content.rfind(b"\n", 0, error.start) + 1
        column = len(decoded(file.content[start : error.start])) + 1
        message = "byte 0x%02X is not UTF-8" % file.content[error.start]
        yield make_finding(file.name, number, column, "N104", message)


def check_blank_lines(file: File) -> Iterator[Finding]:
    """Yield lines that only look blank, and a file without final blank line."""
    for number, line in enumerate(file.lines, start=1):
        if line and not line.strip(perl.WHITE_SPACE):
            yield make_finding(
                file.name, number, 1, "W108", "%r is not a blank line" % decoded(line)
            )
    if file.lines and file.lines[-1]:
        token = file.fields(len(file.lines))[WORD_FIELD : WORD_FIELD + 1]
        message = "the last line is not read"
        if token:
            message = "the last token, %r, is not read" % decoded(token[0])
        yield make_finding(file.name, len(file.lines), 1, "W101", message)


def check_double_blanks(file: File) -> Iterator[Finding]:
    """Yield blank lines that end no sentence."""
    for number, line in enumerate(file.lines, start=1):
        if not line and (number == 1 or not file.lines[number - 2]):
            yield make_finding(file.name, number, 1, "W102", "a sentence without tokens")
