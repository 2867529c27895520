"""The lines of a file as they are meant, read from the file when they are needed.

What stands in memory does not grow with the file: some pieces of it, and where each begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..ground.columns import BYTE_ORDER_MARK
from ..ground.wording import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

PIECE = 1 << 11
"""How many lines are read at once."""
MOST_PIECES = 4
"""How many pieces are kept, for places that are read in turn."""

WHITE_SPACE_STARTS = frozenset(bytes([byte]) for byte in b" \t\v\f\r\xc2\xe1\xe2\xe3")
"""The first bytes of white space in UTF-8: a line that looks blank begins with one of them."""


def looks_blank(line: bytes) -> bool:
    """Return True if a line is only white space, False if it is empty or has anything else."""
    return decoded(line).isspace()


class Lines(Sequence[bytes]):
    """A file's lines without newline, CR and byte-order mark, blank if they look blank.

    `open` opens the file, as often as it is needed. `has_mark` says whether it begins with a
    byte-order mark, `returns` how many lines end in a carriage return, the first of them
    `first_return`; `seemingly_blank` has the lines of white space alone, by number, as they are;
    `not_utf_8` is the line, the column and the first byte that is not UTF-8, or None;
    `has_end` says whether the last line ends in a newline.
    """

    def __init__(self, open: Callable[[], IO[bytes]]) -> None:
        self._open = open
        self._starts: list[int] = []
        self._pieces: dict[int, list[bytes]] = {}
        self._length = 0
        self.has_mark = False
        self.has_end = False
        self.returns = self.first_return = 0
        self.seemingly_blank: dict[int, bytes] = {}
        self.not_utf_8: tuple[int, int, int] | None = None
        with open() as stream:
            start = 0
            while piece := b"".join(islice(stream, PIECE)):
                self._starts.append(start)
                start += len(piece)
                self._look_at(piece)
                self.has_end = piece.endswith(b"\n")

    @property
    def are_plain(self) -> bool:
        """Whether the lines are as they stand in the file."""
        return not (self.has_mark or self.returns or self.seemingly_blank)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        if isinstance(place, slice):
            start, stop, step = place.indices(self._length)
            return self.some(start, stop) if step == 1 else list(self)[place]
        if place < 0:
            place += self._length
        number, inside = divmod(place, PIECE)
        piece = self._pieces.get(number)
        return (self._read(number) if piece is None else piece)[inside]

    def some(self, start: int, stop: int) -> list[bytes]:
        """Return the lines from place `start` on, as far as `stop`."""
        stop = min(stop, self._length)
        number, inside = divmod(start, PIECE)
        if start < stop <= (number + 1) * PIECE:
            return self._read(number)[inside : inside + stop - start]
        return [self[place] for place in range(start, stop)]

    def __iter__(self) -> Iterator[bytes]:
        return self.after(0)

    def after(self, place: int) -> Iterator[bytes]:
        """Yield the lines from a place on."""
        while place < self._length:
            piece = self.ahead(place)
            yield from piece
            place += len(piece)

    def ahead(self, place: int) -> list[bytes]:
        """Return some lines from a place on: what is left of its piece."""
        return self.some(place, (place // PIECE + 1) * PIECE)

    def start_of(self, place: int) -> int:
        """Return where in the file a line begins, in bytes."""
        number, inside = divmod(place, PIECE)
        if number == len(self._starts):
            number, inside = number - 1, PIECE
        with self._open() as stream:
            stream.seek(self._starts[number])
            return self._starts[number] + sum(map(len, islice(stream, inside)))

    def _look_at(self, piece: bytes) -> None:
        """Note what is odd in a piece of the file."""
        first = self._length + 1
        lines = _split(piece)
        self._length += len(lines)
        if first == 1:
            self.has_mark = piece.startswith(BYTE_ORDER_MARK)
            lines = _without_mark(lines)
        if b"\r" in piece:
            ends = [number for number, line in enumerate(lines, first) if line.endswith(b"\r")]
            self.returns += len(ends)
            self.first_return = self.first_return or (ends[0] if ends else 0)
        # Few files have a line that begins with white space.
        if not WHITE_SPACE_STARTS.isdisjoint([line[:1] for line in lines]):
            for number, line in enumerate(lines, first):
                line = line.rstrip(b"\r")
                if line[:1] in WHITE_SPACE_STARTS and looks_blank(line):
                    self.seemingly_blank[number] = line
        if self.not_utf_8 is None and not piece.isascii():
            try:
                piece.decode("utf-8")
            except UnicodeDecodeError as error:
                number = first + piece.count(b"\n", 0, error.start)
                start = piece.rfind(b"\n", 0, error.start) + 1
                column = len(decoded(piece[start : error.start])) + 1
                self.not_utf_8 = number, column, piece[error.start]

    def _read(self, number: int) -> list[bytes]:
        """Return a piece of the lines, and keep it for a while."""
        piece = self._pieces.get(number)
        if piece is not None:
            return piece
        start = self._starts[number]
        stop = self._starts[number + 1] if number + 1 < len(self._starts) else None
        with self._open() as stream:
            stream.seek(start)
            piece = _split(stream.read(-1 if stop is None else stop - start))
        if len(piece) != min(PIECE, self._length - number * PIECE):
            raise OSError("%s: the file changed while it was read" % getattr(stream, "name", ""))
        if number == 0 and self.has_mark:
            piece = _without_mark(piece)
        if self.returns:
            piece = [line.rstrip(b"\r") for line in piece]
        if self.seemingly_blank:
            first = number * PIECE + 1
            piece = [
                b"" if place in self.seemingly_blank else line
                for place, line in enumerate(piece, first)
            ]
        while len(self._pieces) >= MOST_PIECES:
            del self._pieces[next(iter(self._pieces))]
        self._pieces[number] = piece
        return piece


class AsMeant:
    """The lines of a file as a stream, as they are meant."""

    def __init__(self, lines: Lines) -> None:
        self._pieces = iter(range(0, len(lines), PIECE))
        self._lines = lines

    def read(self, size: int = -1) -> bytes:
        """Return the next piece of the lines, of any size, b"" at the end."""
        place = next(self._pieces, None)
        if place is None:
            return b""
        piece = self._lines.ahead(place)
        is_cut_off = place + len(piece) == len(self._lines) and not self._lines.has_end
        return b"\n".join(piece) + (b"" if is_cut_off and piece[-1] else b"\n")

    def close(self) -> None:
        """Do nothing."""


class Beginning:
    """The first `size` bytes of a stream."""

    def __init__(self, stream: IO[bytes], size: int) -> None:
        self._stream = stream
        self._left = size

    def read(self, size: int) -> bytes:
        """Return the next bytes, at most `size` of them, b"" at the end."""
        found = self._stream.read(min(size, self._left))
        self._left -= len(found)
        return found

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()


def _split(piece: bytes) -> list[bytes]:
    """Return the lines of a piece of a file, without newlines."""
    lines = piece.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _without_mark(lines: list[bytes]) -> list[bytes]:
    """Return lines of which the first has no byte-order marks at its beginning."""
    first = lines[0]
    while first.startswith(BYTE_ORDER_MARK):
        first = first[len(BYTE_ORDER_MARK) :]
    return [first, *lines[1:]]
