"""Sources: a file, a pipe, a stream or bytes, opened once and read as often as needed; its lines, as bytes or text."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from errno import ENAMETOOLONG
from typing import IO, Any, TypeAlias

from .sentences import ShapeError

File: TypeAlias = "str | bytes | os.PathLike[str] | os.PathLike[bytes] | IO[bytes] | Source"


class FormatError(ShapeError):
    """A file is not in the expected format; ``str()`` gives one line.

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
        return f"{where}: found {self.found}; expected {self.expected}"


class NotReadable(FormatError, OSError):
    """A file that is not there, or that cannot be opened or read; ``str()`` says why in one clause."""

    def __init__(self, file: str, error_number: int | None, found: str) -> None:
        super().__init__(file, None, found, "a file that can be read")
        self.filename, self.errno, self.strerror = file, error_number, found

    def __reduce__(self) -> tuple[object, ...]:
        return NotReadable, (self.file, self.errno, self.found)

    def __str__(self) -> str:
        return f"{self.file}: {self.found}"


AUTO = "auto"  # in place of a format or style: recognize it by the content
NAMELESS = "the stream"
PATHS = (str, bytes, os.PathLike)
MOST_IN_MEMORY = 1 << 24  # how many bytes of what is read from a pipe are kept in memory
HEAD = 1 << 16  # how many bytes of a file are read to recognize its format


def _is_endless(status: os.stat_result) -> bool:
    """Return whether a file is a device such as /dev/zero: any but the one that is always empty."""
    is_device = stat.S_ISCHR(status.st_mode)
    return is_device and status.st_rdev != os.stat(os.devnull).st_rdev


class Source:
    """A file that is opened once and read as often as needed, also by several readers at a time.

    `file` is a path, a binary stream, or bytes as `content`. What can be read only once, such as a
    pipe, is kept in a temporary file. `name` is the file's name in messages, `path` its path if it
    has one; `read_as` names the format of the predictions that the content was made of. `recognized`
    is the released corpus that the file is, None for other files, False before anybody has asked.
    `ends` are the last lines of sentences, if it was written from sentences in memory.
    """

    def __init__(
        self,
        file: File | None = None,
        content: bytes | None = None,
        name: str | None = None,
        read_as: str = "",
    ) -> None:
        self._file: Any = None  # first: `__del__` asks for it whatever happens below
        self.path: str | None = os.fsdecode(file) if isinstance(file, PATHS) else None
        self.name = name or (NAMELESS if file is None else name_of_source(file))
        self.read_as = read_as
        self._given: Any = file
        self._content = content
        self._start = 0
        self._head: bytes | None = None
        self.is_regular = False
        self.recognized: Any = False
        self.sign: bytes | None = None
        self.ends: tuple[int, ...] = ()

    def open(self) -> IO[bytes]:
        """Return the content as a stream of its own, from the beginning.

        Raises NotReadable if the file cannot be opened, and so does what reads a part that cannot be
        read; TypeError for what is not a binary stream.
        """
        if self._content is not None:
            return io.BytesIO(self._content)
        if self._file is None:
            try:
                self._open()
            except (OSError, ValueError) as error:
                raise source_not_readable(self.name, error) from error
        return io.BufferedReader(_RewoundFile(self, self._file, self._start), HEAD)

    def _open(self) -> None:
        if self.path is None:
            stream = binary_stream_of_source(self._given)
        else:
            stream = open(self._given, "rb", buffering=0)  # noqa: SIM115
            status = os.fstat(stream.fileno())
            if _is_endless(status) and not stream.isatty():
                stream.close()
                raise ValueError("a device without an end")
            # Files that the system makes up as they are read have no size.
            self.is_regular = stat.S_ISREG(status.st_mode) and status.st_size > 0
        if stream.seekable():
            # What the owner of a stream has read of it is not part of the file.
            self._file, self._start = stream, stream.tell()
            return
        import shutil
        from tempfile import SpooledTemporaryFile

        kept = SpooledTemporaryFile(MOST_IN_MEMORY)  # noqa: SIM115
        shutil.copyfileobj(stream, kept)
        self._file = kept
        if self.path is not None:
            stream.close()

    def close(self, for_good: bool = False) -> None:
        """Close a file that is not being read; it is opened again if it is needed again.

        What cannot be opened again, such as a pipe, is closed only `for_good`; a caller's own stream never.
        """
        is_ours = for_good and self._file is not self._given
        if self._file is not None and (self.is_regular or is_ours):
            self._file.close()
            self._file = None

    def __del__(self) -> None:
        self.close(for_good=True)

    def head(self, size: int = HEAD) -> bytes:
        """Return the first bytes."""
        if self._head is None or len(self._head) < size:
            with self.open() as stream:
                self._head = stream.read(max(size, HEAD))
        return self._head[:size]

    def is_longer_than(self, size: int) -> bool:
        """Return whether the file has more than `size` bytes, without keeping them."""
        with self.open() as stream:
            stream.seek(size)
            return bool(stream.read(1))

    def content(self) -> bytes:
        """Return all bytes."""
        with self.open() as stream:
            return stream.read()


class _RewoundFile(io.RawIOBase):
    """A file that is already open, read from its beginning with a position of its own."""

    def __init__(self, source: Source, file: IO[bytes], start: int) -> None:
        self._source = source  # which would close the file if nobody needed it any more
        self._file = file
        self._at = start

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, place: int, whence: int = 0) -> int:
        self._at = self._at * whence + place
        return self._at

    def readall(self) -> bytes:
        """Return the rest, without a second copy of it in memory."""
        try:
            self._file.seek(self._at)
            content = self._file.read()
        except OSError as error:
            raise source_not_readable(self._source.name, error) from error
        self._at += len(content)
        return content

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            self._file.seek(self._at)
            read = self._file.read(len(buffer))
        except OSError as error:
            raise source_not_readable(self._source.name, error) from error
        buffer[: len(read)] = read
        self._at += len(read)
        return len(read)


def binary_stream_of_source(stream: Any) -> Any:
    """Return a stream; raise TypeError if it is not a binary stream."""
    if isinstance(stream, io.TextIOBase):
        raise TypeError("a stream of text cannot be read: open the file in binary mode")
    if not hasattr(stream, "read") or not hasattr(stream, "seekable"):
        raise TypeError(f"a path or a binary stream can be read, not {stream!r}")
    return stream


def as_source(file: File) -> Source:
    """Return a file as a source; a source is returned as it is."""
    return file if isinstance(file, Source) else Source(file)


def source_not_readable(name: str, error: OSError | ValueError) -> NotReadable:
    """Return the error for a file that cannot be opened or read, in one clause."""
    why = str(getattr(error, "strerror", None) or error)
    if getattr(error, "errno", None) == ENAMETOOLONG:  # it may be what a file holds
        name = "%d characters where a file's name is expected" % len(name)
    why = next((words for kind, words in WHY.items() if isinstance(error, kind)), why)
    return NotReadable(name, getattr(error, "errno", None), why)


WHY: dict[type[OSError], str] = {
    FileNotFoundError: "no such file",
    IsADirectoryError: "this is a folder",
    PermissionError: "no permission to read it",
}


def is_file(value: object) -> bool:
    """Return True for a path, a stream or a source, False for sentences in memory."""
    return isinstance(value, (*PATHS, Source)) or hasattr(value, "read")


def name_of_source(file: File, nameless: str = NAMELESS) -> str:
    """Return a file's name for messages; `nameless` is what a stream without one is called."""
    if isinstance(file, PATHS):
        return os.fsdecode(file)
    name = getattr(file, "name", None)
    if name == "<stdin>":
        return "standard input"
    return name if isinstance(name, str) and name != NAMELESS else nameless


def chunks_of_source(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield a stream's content piece by piece."""
    return iter(lambda: stream.read(HEAD), b"")


LONGEST_LINE = 1 << 24  # the most bytes that a line may have: no sentence or token is longer


def lines_of(file: File) -> Iterator[bytes]:
    """Yield a file's lines, each with its end.

    Raises NotReadable if reading fails, FormatError for a line of more than `LONGEST_LINE` bytes.
    """
    name = name_of_source(file)
    source = as_source(file)
    try:
        with source.open() as stream:
            lines = iter(lambda: stream.readline(LONGEST_LINE + 1), b"")
            for number, line in enumerate(lines, start=1):
                if len(line) > LONGEST_LINE:
                    found = "a line of more than %d bytes" % LONGEST_LINE
                    raise FormatError(name, number, found, "lines of tokens or of sentences")
                yield line
    finally:
        if source is not file:
            source.close(for_good=True)


def source_bytes_as_text(content: bytes) -> str:
    """Return bytes as a string; `text_as_source_bytes` restores any that are not UTF-8."""
    return content.decode("utf-8", "surrogateescape")


def text_as_source_bytes(text: str) -> bytes:
    """Return a string as bytes, even if some characters stand for bytes that are not UTF-8.

    Raises ShapeError for half of a surrogate pair, as in some JSON: it is not a character.
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        character = text[error.start]
        raise ShapeError(f"{character!r} is half of a character, which no text can hold") from None
