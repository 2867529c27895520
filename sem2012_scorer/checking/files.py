"""A file to check: its lines, and what is wrong with its bytes and blank lines."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from itertools import chain

from ..ground.columns import GOLD, WORD_FIELD, fields
from ..ground.wording import decoded, plural, sentence_name
from ..reading.in_step import ScoringError, stored
from .findings import Finding, make_finding
from .lines import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from ..reading.source import File as Source


class File:
    """A file to check: its lines as they are meant.

    `handle` says whether it is gold or the system's file, `name` is its name in
    messages, `content` its bytes, or what opens it as often as it is needed, and `empty`
    the sign for an empty cell that hints tell people to write.
    """

    def __init__(
        self, handle: bytes, name: str, content: bytes | Callable[[], IO[bytes]], empty: str = "_"
    ) -> None:
        self.handle = handle
        self.name = name
        self.empty = empty
        self.open = partial(BytesIO, content) if isinstance(content, bytes) else content
        self.lines = Lines(self.open)

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        with self.open() as stream:
            return stream.read()

    def head(self, size: int) -> bytes:
        """Return the first bytes of the file."""
        with self.open() as stream:
            return stream.read(size)

    def finding(self, line: int, code: str, message: str, field: int = 0) -> Finding:
        """Return a finding in this file, at its usual level, where a field of a line begins."""
        side = "gold" if self.handle == GOLD else "system"
        column = self._column(line, field) if field else 1
        return make_finding(self.name, code, message, side, line, column, self.empty)

    def fields(self, number: int) -> list[bytes]:
        """Return the fields of line `number`, counted from 1, without empty ones at the end."""
        return fields(self.lines[number - 1])

    def _column(self, number: int, field: int) -> int:
        """Return the column where a field of a line begins, counted in characters from 1."""
        before = b"\t".join(self.lines[number - 1].split(b"\t")[:field])
        return len(decoded(before)) + 2

    def sentences(self, start: int = 1) -> Iterator[range]:
        """Yield the line numbers of each sentence that has lines, from line `start` on."""
        for number, line in enumerate(chain(self.lines.after(start - 1), [b""]), start):
            if not line:
                if number > start:
                    yield range(start, number)
                start = number + 1

    def lines_of(self, sentence: range) -> list[bytes]:
        """Return the lines of a sentence."""
        return self.lines.some(sentence.start - 1, sentence.stop - 1)

    def name_of(self, sentence: range) -> str:
        """Return a sentence's document and number, as in its first line."""
        return sentence_name(self.fields(sentence[0]))


def read_file(handle: bytes, source: Source, empty: str = "_") -> File:
    """Return a file or binary stream; `empty` is the sign for an empty cell in its task.

    Raises ScoringError if it cannot be read, TypeError for anything else.
    """
    content = stored(handle, source)
    return File(handle, content.name, content.open, empty)


def not_read(handle: bytes, error: ScoringError) -> Finding:
    """Return the finding about a file that cannot be read."""
    side = "gold" if handle == GOLD else "system"
    return make_finding(str(error.file), "E502", error.found, side)._replace(stops=True)


def check_bytes(file: File) -> Iterator[Finding]:
    """Yield a byte-order mark, carriage returns, and bytes that are not UTF-8."""
    lines = file.lines
    if lines.has_mark:
        yield file.finding(1, "W402", "the file starts with a byte-order mark")
    if lines.returns:
        message = "%d of %s end in a carriage return"
        message %= (lines.returns, plural(len(lines), "line"))
        column = len(decoded(lines[lines.first_return - 1])) + 1
        yield file.finding(lines.first_return, "W401", message)._replace(column=column)
    if lines.not_utf_8 is not None:
        line, column, byte = lines.not_utf_8
        found = file.finding(line, "N904", "byte 0x%02X is not UTF-8" % byte)
        yield found._replace(column=column)


def check_blank_lines(file: File) -> Iterator[Finding]:
    """Yield lines that only look blank, and the last line if no blank line follows it."""
    for number, line in file.lines.seemingly_blank.items():
        yield file.finding(number, "W108", "%r is not a blank line" % decoded(line))
    if file.lines and file.lines[-1]:
        token = file.fields(len(file.lines))[WORD_FIELD : WORD_FIELD + 1]
        message = "the last line is not read"
        if token:
            message = "the last token, %r, is not read" % decoded(token[0])
        yield file.finding(len(file.lines), "W404", message)


def check_double_blanks(file: File) -> Iterator[Finding]:
    """Yield blank lines that do not end a sentence."""
    before = b""
    for number, line in enumerate(file.lines, start=1):
        if not line and not before:
            yield file.finding(number, "W303", "a sentence without tokens")
        before = line
