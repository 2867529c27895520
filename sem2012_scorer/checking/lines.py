"""The lines of a file as they are meant, read from the file when they are needed.

What stands in memory does not grow with the file: some pieces of it, and where each begins.
"""

from __future__ import annotations

from itertools import islice

from ..ground.columns import BYTE_ORDER_MARK
from ..ground.wording import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
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


class Lines:
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

    def __getitem__(self, place: int) -> bytes:
        number, inside = divmod(place + self._length if place < 0 else place, PIECE)
        return self._read(number)[inside]

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

    def as_meant(self) -> Generator[bytes]:
        """Yield the file with its lines as they are meant, piece by piece."""
        for place in range(0, self._length, PIECE):
            piece = self.ahead(place)
            is_cut_off = place + len(piece) == self._length and not self.has_end
            yield b"\n".join(piece) + (b"" if is_cut_off and piece[-1] else b"\n")

    def as_they_stand(self, number: int) -> Generator[bytes]:
        """Yield the first lines of the file as they stand there, piece by piece."""
        with self._open() as stream:
            lines = islice(stream, number)
            while piece := b"".join(islice(lines, PIECE)):
                yield piece

    def _look_at(self, piece: bytes) -> None:
        """Note what is odd in a piece of the file."""
        first = self._length + 1
        lines = _split(piece)
        self._length += len(lines)
        if first == 1:
            self.has_mark = piece.startswith(BYTE_ORDER_MARK)
            lines[0] = without_marks(lines[0])
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
            piece[0] = without_marks(piece[0])
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


class Pieces:
    """Pieces of a file as a stream, each of any size."""

    def __init__(self, pieces: Generator[bytes]) -> None:
        self._pieces = pieces

    def read(self, size: int) -> bytes:
        """Return the next piece, b"" at the end."""
        return next(self._pieces, b"")

    def close(self) -> None:
        """Close the file."""
        self._pieces.close()


def _split(piece: bytes) -> list[bytes]:
    """Return the lines of a piece of a file, without newlines."""
    lines = piece.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def without_marks(content: bytes) -> bytes:
    """Return content without byte-order marks at its beginning."""
    while content.startswith(BYTE_ORDER_MARK):
        content = content.removeprefix(BYTE_ORDER_MARK)
    return content
