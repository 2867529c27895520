"""The few rules of Perl that the original scorers lean on.

No other module knows Perl. What stands here was checked against Perl 5.36 on
Linux: how a file is opened and read line by line, ``chomp``, ``split`` at one
character, ASCII ``\\w``, ``die`` with its exit status and its `` at SCRIPT
line N, <HANDLE> line M.``, and Getopt::Std.

Everything is bytes, as it is for the originals: they never decode their input.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from io import BytesIO
from itertools import chain

from ..ground.errors import LINUX, number_of, words_of
from ..ground.progress import opened_to_read
from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Protocol

    class Readable(Protocol):
        """A stream of bytes, as far as an input needs it."""

        def read(self, size: int, /) -> bytes:
            """Return the next bytes, b"" at the end."""

        def close(self) -> None:
            """Close it."""


WORD_CHARACTERS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
WHITE_SPACE = b" \t\n\r\f\v"
STANDARD_INPUT = b"-"
READ_SIZE = 1 << 16

AFTER_OPENING = LINUX["ENOTTY"]
"""What ``errno`` is after a file has been opened: Perl asks whether it is a terminal."""


def chomp(line: bytes) -> bytes:
    """Return `line` without its final newline, if it has one: one, and no CR."""
    return line[:-1] if line.endswith(b"\n") else line


def split(separator: bytes, joined: bytes) -> list[bytes]:
    """Split `joined` at every `separator` (one character), as ``split /x/`` does.

    Empty fields at the end are dropped, empty ones before that are kept, and
    nothing has no field at all. A field is empty at the end exactly if only
    separators follow it, so that stripping those first gives the same.
    """
    joined = joined.rstrip(separator)
    return joined.split(separator) if joined else []


def has_word_character(word: bytes) -> bool:
    """Return whether `word` matches ``/\\w/``: for bytes, an ASCII word character."""
    return word.translate(None, WORD_CHARACTERS) != word


def is_word(word: bytes) -> bool:
    """Return whether `word` matches ``/^\\w+\\z/``: at least one word character, nothing else."""
    return bool(word) and not word.translate(None, WORD_CHARACTERS)


class LastRead(Record):
    """Which handle Perl read last, and how many lines it has given since it was opened."""

    handle: bytes
    lines: int


class Die(Exception):
    """A ``die``: its words on standard error and its exit status.

    `words` are what is printed, bytes. `line` is the number of the script's
    line where words without final newline are completed with the place, or
    None; `reading` is the handle named there. `error_number` is the value of
    ``errno`` at that moment.
    """

    def __init__(
        self,
        words: bytes,
        *,
        error_number: int,
        line: int | None = None,
        reading: LastRead | None = None,
    ) -> None:
        super().__init__(words)
        self.words = words
        self.line = line
        self.reading = reading
        self.error_number = error_number

    def message(self, program: bytes) -> bytes:
        """Return the whole message, with `program` as the script's name."""
        if self.line is None:
            return self.words
        place = b" at %s line %d" % (program, self.line)
        if self.reading is not None and self.reading.lines:
            place += b", <%s> line %d" % (self.reading.handle, self.reading.lines)
        return self.words + place + b".\n"

    @property
    def status(self) -> int:
        """The exit status: ``errno`` if it is not zero, else 255."""
        return self.error_number & 255 or 255


class Unreadable(Exception):
    """A regular file of which a part cannot be read, as on a failing disk.

    No ``die``: Perl takes the error for the end of the file. `handle` is the
    file's, `error_number` the value of ``errno``.
    """

    def __init__(self, handle: bytes, error_number: int) -> None:
        super().__init__(handle, error_number)
        self.handle = handle
        self.error_number = error_number

    def __str__(self) -> str:
        return words_of(self.error_number)


class Input:
    """An input file, read once, from where it stands.

    A directory opens and has no lines, as in Perl.

    `handle` is the name by which the original calls it; `end_error_number` is
    the ``errno`` that a read leaves when nothing more comes: 0 at the end of a
    file, the error's number after an error. A stream with `keep_open` is its
    owner's to close; one that is `regular` has been opened on a regular file.
    """

    def __init__(
        self,
        handle: bytes,
        stream: Readable | None,
        end_error_number: int = 0,
        keep_open: bool = False,
        regular: bool = False,
    ) -> None:
        self.handle = handle
        self.end_error_number = end_error_number
        self._stream = stream
        self._keep_open = keep_open
        self._regular = regular

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes of the file as they come, up to `READ_SIZE` at a time.

        An error in reading is the end of the file, as for the originals; but
        not of a regular file with a size, where it is `Unreadable`.
        """
        if self._stream is None:
            return
        try:
            read = getattr(self._stream, "read1", self._stream.read)
            while chunk := read(READ_SIZE):
                yield chunk
        except OSError as error:
            number = number_of(error) or LINUX["EIO"]
            if self._regular:
                raise Unreadable(self.handle, number) from error
            self.end_error_number = number

    def __enter__(self) -> Input:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._stream is not None and not self._keep_open:
            self._stream.close()


def lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Return the lines in the bytes that come in chunks, each with its newline if it has one."""
    return chain.from_iterable(_lines_at_once(chunks))


def _lines_at_once(chunks: Iterable[bytes]) -> Iterator[Iterable[bytes]]:
    # Lines of a BytesIO are read much faster than those of a file.
    begun: list[bytes] = []
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end:
            yield BytesIO(b"".join([*begun, chunk[:end]]))
            begun = []
        begun.append(chunk[end:])
    last = b"".join(begun)
    if last:
        yield (last,)


class ErrorNumber:
    """What ``errno`` is while files are opened and read: `value`.

    Opening leaves `AFTER_OPENING`. A read that finds nothing more leaves the input's `end_error_number`: the
    read after the last line, and that of a last line without newline, which
    is complete only when nothing follows. Asking for the end of a file
    (``eof``) leaves ``errno`` alone, but the answer is remembered, and the
    next read does not look again.
    """

    def __init__(self) -> None:
        self.value = AFTER_OPENING
        self._known_to_have_ended: set[Input] = set()

    def read(self, source: Input, line: bytes) -> None:
        """Take note that `source` was read and gave `line`: empty if there was none."""
        if line.endswith(b"\n"):
            return
        if line:
            self.value = source.end_error_number
            self._known_to_have_ended.add(source)
        elif source in self._known_to_have_ended:
            self._known_to_have_ended.remove(source)
        else:
            self.value = source.end_error_number

    def asked_for_end(self, source: Input) -> None:
        """Take note that `source` was asked for its end, and had ended."""
        self._known_to_have_ended.add(source)


def is_standard_input(name: bytes) -> bool:
    """Return whether a file name stands for standard input."""
    return name.strip(WHITE_SPACE) == STANDARD_INPUT


def open_input(handle: bytes, name: bytes) -> Input:
    """Open the file `name` for reading, as ``open(HANDLE, "<$name")`` does.

    White space at both ends is not part of the name; ``-`` is standard input.
    Raises OSError, with its ``errno``, if that fails.
    """
    if is_standard_input(name):
        # With standard input closed, the first file opened would have its number.
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return Input(handle, open(0, "rb", buffering=0, closefd=False))
    return open_named(handle, name.strip(WHITE_SPACE))


STANDARD_INPUT_FILES = (b"/dev/stdin", b"/dev/fd/0", b"/proc/self/fd/0")
"""Other names of standard input."""


def open_named(handle: bytes, name: bytes) -> Input:
    """Open the file of exactly this `name`. Raises OSError, with its ``errno``, if that fails."""
    if b"\0" in name:
        raise FileNotFoundError(errno.ENOENT, "a file name cannot contain a NUL")
    if sys.stdin is None and name in STANDARD_INPUT_FILES:
        # The file that was opened first has its number, and would be read twice.
        raise OSError(errno.EBADF, "standard input is closed")
    try:
        stream = opened_to_read(name)
    except IsADirectoryError as error:
        return Input(handle, None, number_of(error) or LINUX["EISDIR"])
    status = os.fstat(stream.fileno())
    # Files that the system makes up as they are read have no size.
    regular = stat.S_ISREG(status.st_mode) and status.st_size > 0
    return Input(handle, stream, regular=regular)


GETOPT_WORDS = (b"--help", b"--version")
"""What Getopt::Std itself passes over, with a remark on standard error."""


def getopts(
    description: bytes,
    arguments: list[bytes],
    extensions: Mapping[bytes, Callable[[list[bytes]], None]] | None = None,
) -> tuple[dict[bytes, bytes | None], bytes]:
    """Read options as Getopt::Std's ``getopts(description)`` does.

    `description` lists the letters, each followed by ``:`` if it takes a
    value. Returns the options found (a flag's value is ``b"1"``, a value that
    is missing is None) and what is printed on standard error. Options end at
    the first other word or at ``--``.

    `extensions` are options that Getopt::Std does not know: whole words, each
    with a function that gets the list of words after it and may take some
    away. One that ends in ``=`` takes the rest of its word for the next one.
    """
    extensions = extensions or {}
    options: dict[bytes, bytes | None] = {}
    printed = b""
    words = list(arguments)
    is_rest = False
    while words and len(words[0]) > 1 and words[0].startswith(b"-"):
        word = words.pop(0)
        # The pattern for the end is /^--$/, and $ matches before a final newline too.
        if word in (b"--", b"--\n"):
            break
        name, equals_sign, value = word.partition(b"=")
        # What is left of a cluster of letters is a word again for Getopt::Std, and not an option of ours.
        if name + equals_sign in extensions and (not is_rest or name in GETOPT_WORDS):
            if equals_sign:
                words.insert(0, value)
            extensions[name + equals_sign](words)
            continue
        letter, rest = word[1:2], word[2:]
        position = description.find(letter)
        if position < 0:
            printed += b"Unknown option: %s\n" % letter
        elif description[position + 1 : position + 2] == b":":
            options[letter] = rest or (words.pop(0) if words else None)
            is_rest = False
            continue
        else:
            options[letter] = b"1"
        is_rest = bool(rest)
        if rest:
            words.insert(0, b"-" + rest)
    return options, printed
