"""What the scripts lean on in Perl: opening and reading files, errno, die, and Getopt::Std.

No other module knows Perl. What stands here was checked against Perl 5.36 on Linux. Everything is
bytes, as for the scripts: they never decode their input.
"""

from __future__ import annotations

import errno
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO, Any

WORD = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
"""What ``\\w`` matches in bytes (quirk 1)."""
SPACE = b" \t\n\r\f\v"
READ_SIZE = 1 << 16
MOST_OF_A_PIPE = 1 << 22  # of a pipe
ENOTTY = errno.ENOTTY
"""What ``errno`` is after a file has been opened: Perl asks whether it is a terminal."""


class Abort(Exception):
    """A ``die``: its words on standard error, and its exit status.

    `line` is the script's, if the words lack a newline; `read` is the handle that was read last, and
    how many of its lines, which the message names then. `kind` names the abort (see `stops`), `at` is
    the number of the input's line, `side` the handle of the file at fault, and `detail` what was
    found, for those who explain it in words.
    """

    def __init__(
        self,
        kind: str,
        words: bytes,
        error_number: int,
        side: bytes,
        line: int | None = None,
        read: tuple[bytes, int] | None = None,
        at: int | None = None,
        detail: tuple[Any, ...] = (),
    ) -> None:
        super().__init__(words)
        self.kind, self.words, self.error_number, self.side = kind, words, error_number, side
        self.line, self.read, self.at, self.detail = line, read, at, detail

    @property
    def status(self) -> int:
        """The exit status: ``errno`` if it is not zero, else 255."""
        return self.error_number & 255 or 255

    def message(self, program: bytes) -> bytes:
        """Return what is printed, with `program` as the script's name."""
        if self.line is None:
            return self.words
        place = b" at %s line %d" % (program, self.line)
        if self.read is not None and self.read[1]:
            place += b", <%s> line %d" % self.read
        return self.words + place + b".\n"


class Input:
    """A file that is read as often as needed; `end_error` is the errno that its end leaves.

    A folder opens, and has no lines: `stream` is None.
    """

    def __init__(self, handle: bytes, stream: IO[bytes] | None, end_error: int = 0) -> None:
        self.handle, self.stream, self.end_error = handle, stream, end_error
        self._start = stream.tell() if stream is not None and stream.seekable() else 0

    def start_at(self, place: int) -> None:
        """Go to this byte of the file."""
        if self.stream is not None:
            self.stream.seek(self._start + place)

    def lines(self, start: int, end: int | None = None) -> Iterator[bytes]:
        """Yield the lines from a byte on, up to `end` or the file's end; the last may lack its newline."""
        self.start_at(start)
        begun = b""
        left = sys.maxsize if end is None else end - start
        # Reading all that has come of an unfinished line keeps a line of any length linear.
        while chunk := self.read(min(left, max(READ_SIZE, len(begun)))):
            left -= len(chunk)
            *lines, begun = (begun + chunk).split(b"\n")
            for line in lines:
                yield line + b"\n"
        if begun:
            yield begun

    def read(self, size: int) -> bytes:
        """Return the next bytes, at most `size`; for Perl, an error is the end."""
        if self.stream is None:
            return b""
        try:
            read: bytes = getattr(self.stream, "read1", self.stream.read)(size)
        except OSError as error:
            self.end_error = error.errno or errno.EIO
            return b""
        return read

    def __enter__(self) -> Input:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.stream is not None:
            self.stream.close()


def perl_copy_pipes_to_files(*files: Input) -> None:
    """Copy what can be read only once, such as a pipe, to temporary files.

    What comes first is read first: one process may fill two pipes in step. Raises Abort where a copy
    cannot be written.
    """
    once = [file for file in files if file.stream is not None and not file.stream.seekable()]
    if not once:
        return
    from select import select
    from tempfile import SpooledTemporaryFile

    try:
        copies: dict[Input, Any] = {file: SpooledTemporaryFile(MOST_OF_A_PIPE) for file in once}
        by_stream: dict[Any, Input] = {file.stream: file for file in once}
        while by_stream:
            for stream in select([*by_stream], [], [])[0]:
                chunk = by_stream[stream].read(READ_SIZE)
                copies[by_stream[stream]].write(chunk)
                if not chunk:
                    del by_stream[stream]
    except OSError as error:
        words = "Could not copy a pipe to a temporary file: %s\n" % (error.strerror or error)
        raise Abort("opening", words.encode(), error.errno or 0, once[0].handle) from error
    for file, copy in copies.items():
        if file.stream is not None:
            file.stream.close()
        file.stream = copy


STANDARD_INPUT = (b"/dev/stdin", b"/dev/fd/0", b"/proc/self/fd/0")  # other names of standard input


def perl_open(handle: bytes, name: bytes) -> Input:
    """Open a file as ``open(HANDLE, "<$name")`` does: white space at both ends is no part of the name.

    Raises OSError, with its errno, if that fails.
    """
    name = name.strip(SPACE)
    if name != b"-":
        return perl_open_by_exact_name(handle, name)
    # With standard input closed, the first file opened would have its number.
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return Input(handle, open(0, "rb", buffering=0, closefd=False))


def perl_open_by_exact_name(handle: bytes, name: bytes) -> Input:
    """Open the file of exactly this name; raise OSError, with its errno, if that fails."""
    if b"\0" in name:
        raise FileNotFoundError(errno.ENOENT, "a file name cannot contain a NUL")
    if sys.stdin is None and name in STANDARD_INPUT:
        raise OSError(errno.EBADF, "standard input is closed")
    try:
        stream = open(name, "rb", buffering=0)
    except IsADirectoryError as error:
        return Input(handle, None, error.errno or errno.EISDIR)
    return Input(handle, stream)


class ErrorNumber:
    """errno while lines are read (quirk 25): reading to the end leaves it 0, ``eof`` does not.

    But the read after an ``eof`` that was true, or after a last line without newline, does not look
    again.
    """

    def __init__(self) -> None:
        self.value = ENOTTY
        self._known: set[Input] = set()

    def read(self, source: Input, line: bytes) -> None:
        """Take note that `source` gave `line`, empty if there was none."""
        if line.endswith(b"\n"):
            return
        if not line and source in self._known:
            self._known.remove(source)
            return
        self.value = source.end_error
        if line:
            self._known.add(source)

    def asked(self, source: Input) -> None:
        """Take note that ``eof`` was true of `source`."""
        self._known.add(source)


def getopts(
    letters: bytes, words: Sequence[bytes], added: bytes = b""
) -> tuple[dict[bytes, bytes | None], bytes, int]:
    """Return the options as ``getopts(letters)`` finds them, and what it prints on standard error.

    A flag's value is ``b"1"``, a value that is missing None. The third is how often ``--version`` was
    given: like ``--help``, Getopt::Std itself passes over it, with a remark on standard error. `added` is
    a word that the script does not know, and that is taken for a flag.
    """
    options: dict[bytes, bytes | None] = {}
    printed = b""
    versions = 0
    left = list(words)
    while left and len(left[0]) > 1 and left[0].startswith(b"-"):
        word = left.pop(0)
        # The pattern for the end is /^--$/, and $ matches before a final newline too.
        if word in (b"--", b"--\n"):
            break
        if word in (b"--help", b"--version"):
            versions += word == b"--version"
            continue
        if added and word == added:
            options[added] = b"1"
            continue
        letter, rest = word[1:2], word[2:]
        place = letters.find(letter)
        if place >= 0 and letters[place + 1 : place + 2] == b":":
            options[letter] = rest or (left.pop(0) if left else None)
            continue
        if place < 0:
            printed += b"Unknown option: %s\n" % letter
        else:
            options[letter] = b"1"
        if rest:
            left.insert(0, b"-" + rest)
    return options, printed, versions
