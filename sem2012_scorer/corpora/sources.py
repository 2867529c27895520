"""Opening a corpus, errors that say where they are, and bytes as text."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager

from ..ground.progress import opened_to_read
from .sentences import Sentence, ShapeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    File = str | bytes | os.PathLike[str] | os.PathLike[bytes] | IO[bytes]
    Remarked = Callable[[int | None, str, str], None]
    """A function that a reader calls for what a sentence cannot hold: (line, kind, subject)."""
    Written = Callable[[Sentence], object]
    """A function that a writer calls with each sentence as it stands in the file."""


class FormatError(ShapeError):
    """A file is not in the format that it is read as; ``str()`` gives one line.

    `file` and `line` say where (the line counted from 1; None if there is none),
    `found` and `expected` what is there and what should be.
    """

    def __init__(self, file: str, line: int | None, found: str, expected: str) -> None:
        super().__init__(file, line, found, expected)
        self.file = file
        self.line = line
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        where = self.file if self.line is None else "%s:%d" % (self.file, self.line)
        return "%s: found %s; expected %s" % (where, self.found, self.expected)


def stem_of(file: File) -> str:
    """Return the name of a document that has only its file's name."""
    name = os.path.basename(name_of(file))
    return "document" if name == NAMELESS else name.rpartition(".")[0] or name


AUTO = "auto"
"""In place of a format or style: recognise it by the content."""
WITHOUT_CUE = "negations without cue, kept"


def nothing_remarked(line: int | None, kind: str, what: str) -> None:
    """Ignore a reader's remarks."""


def at_line(remarked: Remarked, line: int) -> Remarked:
    """Return a function for remarks on a sentence, whatever the token: all are of `line`."""

    def told(_: int | None, kind: str, what: str) -> None:
        remarked(line, kind, what)

    return told


NAMELESS = "the stream"
PATHS = (str, bytes, os.PathLike)


def is_file(source: object) -> bool:
    """Return True for a path or a stream, False for sentences in memory."""
    return isinstance(source, PATHS) or hasattr(source, "read")


def name_of(file: File, nameless: str = NAMELESS) -> str:
    """Return a file's name for messages; `nameless` is what a stream without one is called."""
    if isinstance(file, PATHS):
        return os.fsdecode(file)
    name = getattr(file, "name", None)
    if name == "<stdin>":
        return "standard input"
    return name if isinstance(name, str) else nameless


SIGNATURES = {
    b"PK\x03\x04": ("a zip archive", ": unpack it"),
    b"PK\x05\x06": ("an empty zip archive", ""),
    b"\x1f\x8b": ("a gzip file", ": unpack it"),
    b"BZh": ("a bzip2 file", ": unpack it"),
    b"\xfd7zXZ": ("an xz file", ": unpack it"),
    b"7z\xbc\xaf": ("a 7z archive", ": unpack it"),
    b"%PDF": ("a PDF file", ": save its text"),
    b"\xff\xfe\0\0": ("UTF-32 text", ": save it as UTF-8"),
    b"\0\0\xfe\xff": ("UTF-32 text", ": save it as UTF-8"),
    b"\xff\xfe": ("UTF-16 text", ": save it as UTF-8"),
    b"\xfe\xff": ("UTF-16 text", ": save it as UTF-8"),
}
"""The first bytes of files that are not a corpus: what they are, and what to do."""


@contextmanager
def opened(file: File) -> Iterator[IO[bytes]]:
    """Yield a file as a binary stream, which is closed only if it was opened here.

    Raises FormatError for a file that cannot be read, TypeError for a text stream.
    """
    if not isinstance(file, PATHS):
        if isinstance(file, io.TextIOBase) or not hasattr(file, "read"):
            raise TypeError("a path or a binary stream can be read, not %r" % (file,))
        yield file
        return
    try:
        stream = io.BufferedReader(opened_to_read(file))
    except OSError as error:
        raise unreadable(name_of(file), error) from error
    except ValueError as error:
        raise FormatError(name_of(file), None, "no file's name (%s)" % error, "a corpus") from error
    with stream:
        yield stream


def chunks_of(stream: IO[bytes], name: str, size: int = 1 << 16) -> Iterator[bytes]:
    """Yield a stream's content piece by piece; raise FormatError if reading fails."""
    while True:
        try:
            chunk = stream.read(size)
        except OSError as error:
            raise unreadable(name, error) from error
        if not chunk:
            return
        yield chunk


LONGEST_LINE = 1 << 24
"""The most bytes that a line may have: no sentence or token is longer."""


def lines_of(stream: IO[bytes], name: str) -> Iterator[bytes]:
    """Yield a stream's lines, each with its end.

    Raises FormatError if reading fails, and for a line of more than `LONGEST_LINE` bytes.
    """
    number = 0
    while True:
        try:
            line = stream.readline(LONGEST_LINE + 1)
        except OSError as error:
            raise unreadable(name, error) from error
        if not line:
            return
        number += 1
        if len(line) > LONGEST_LINE:
            found = "a line of more than %d bytes" % LONGEST_LINE
            raise FormatError(name, number, found, "lines of tokens or of sentences")
        yield line


def unreadable(name: str, error: OSError) -> FormatError:
    """Return the error for a file that cannot be read."""
    return FormatError(
        name,
        None,
        "a file that cannot be read (%s)" % (error.strerror or error),
        "a corpus: check its name and its permissions",
    )


def as_text(content: bytes) -> str:
    """Return bytes as a string; `as_bytes` restores any that are not UTF-8."""
    return content.decode("utf-8", "surrogateescape")


def as_bytes(text: str) -> bytes:
    """Return a string as bytes, even if some characters stand for bytes that are not UTF-8.

    Raises ShapeError for half of a surrogate pair, as in some JSON: it is not a character.
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        character = text[error.start]
        raise ShapeError("%r is half of a character, which no text can hold" % character) from None
