"""JSON read piece by piece: the values in a list, or values one after the other, and where they stand."""

from __future__ import annotations

import json
from codecs import getincrementaldecoder

from ..ground.wording import json_of, shortened
from .source import FormatError, as_source, chunks_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .source import File

LONGEST = 1 << 26
"""The most characters that a value may have; a longer one is an error."""


LEAST_HELD = 1 << 16
"""How many characters are held, at the least, when a value does not end in what is held."""
LONGEST_WORD = 12
"""How many characters of a literal or escape the end of a piece can cut off, and a few more."""


def values_of(file: File) -> Iterator[tuple[int, Any]]:
    """Yield the values of a JSON file, each with the line on which it begins.

    The file is either a list of these values, or one value after the other (JSON
    lines). Memory does not grow with the file. Raises FormatError, which names the
    file and line, for anything else.
    """
    source = as_source(file)
    decoder = json.JSONDecoder()
    with source.open() as stream:
        text = _Text(source.name, chunks_of(stream, source.name, 1 << 18))
        in_list = text.next_sign() == "["
        if in_list:
            text.skip()
        expects_value = True
        while sign := text.next_sign():
            if in_list and sign == "]":
                break
            if in_list and not expects_value:
                if sign != ",":
                    raise text.wrong("no JSON (a comma or ] is missing)")
                text.skip()
                text.next_sign()
            line = text.line
            yield line, text.value(decoder)
            expects_value = False
        else:
            if in_list:
                raise text.wrong("the end of the file")
            return
        text.skip()
        if text.next_sign():
            raise text.wrong("something after the list")


class Place:
    """Where a JSON value stands in a file, for error messages about it."""

    def __init__(self, name: str, line: int, path: str = "") -> None:
        self.name, self.line, self.path = name, line, path

    def inside(self, key: str | int) -> Place:
        step = "[%d]" % key if isinstance(key, int) else "." * bool(self.path) + key
        return Place(self.name, self.line, self.path + step)

    def wrong(self, value: object, expected: str) -> FormatError:
        try:
            shown = shortened(json_of(value)) if value is not None else "nothing"
        except RecursionError:
            shown = "something nested too deep"
        what = "%s in %s" % (shown, self.path) if self.path else shown
        return FormatError(self.name, self.line, what, expected)

    def string(self, value: object) -> str:
        if not isinstance(value, str):
            raise self.wrong(value, "a string")
        return value

    def text(self, value: object) -> str | None:
        """Return a string or None as it is, and a whole number as a string."""
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        raise self.wrong(value, "a string or a number")

    def items(self, value: object) -> Iterator[tuple[Place, Any]]:
        if not isinstance(value, list):
            raise self.wrong(value, "a list")
        for index, item in enumerate(value):
            yield self.inside(index), item

    def mapping(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong(value, "an object")
        return value


class Pairs:
    """Whether parts given as numbers are positions: a file in which all have two may mean start and end."""

    def __init__(self) -> None:
        self._pair: tuple[Place, object] | None = None
        self._are_positions = False

    def see(self, place: Place, value: object) -> None:
        """See a part as it is given."""
        if not isinstance(value, list) or not value:
            return
        if all(isinstance(one, int) for one in value):
            is_pair = len(value) == 2 and value[0] < value[1]
            if is_pair and self._pair is None:
                self._pair = place, value
            self._are_positions |= not is_pair
        else:
            self._are_positions |= any(isinstance(one, list) for one in value)

    def check(self) -> None:
        """Raise FormatError if all parts could be start and end too."""
        if self._pair is not None and not self._are_positions:
            place, value = self._pair
            expected = (
                'words, or {"start": ..., "end": ...}: two numbers in every part may be positions, or '
                "start and end (--from jsonl, with tokens, reads positions)"
            )
            raise place.wrong(value, expected)


class _Text:
    """The text of a stream; only as much of it as needed is held in memory."""

    def __init__(self, name: str, chunks: Iterator[bytes]) -> None:
        self.name = name
        self.line = 1
        self._chunks = chunks
        self._decoder = getincrementaldecoder("utf-8-sig")()
        self._held = ""
        self._place = 0
        self._ended = False
        self._decoded = 0
        """The number of newlines read so far."""

    def wrong(self, found: str, line: int | None = None) -> FormatError:
        """Return the error for something found on a line, by default the current one."""
        expected = "JSON in UTF-8: one list, or objects"
        return FormatError(self.name, line or self.line, found, expected)

    def _piece(self) -> str:
        """Return the next piece of the text, "" at its end."""
        piece = ""
        while not piece and not self._ended:
            chunk = next(self._chunks, b"")
            self._ended = not chunk
            try:
                piece = self._decoder.decode(chunk, self._ended)
            except UnicodeDecodeError as error:
                line = 1 + self._decoded + error.object[: error.start].count(b"\n")
                raise self.wrong("bytes that are not UTF-8 (%s)" % error.reason, line) from None
        self._decoded += piece.count("\n")
        return piece

    def _hold(self, least: int) -> bool:
        """Hold at least `least` characters from here on; return True if any were added."""
        pieces = [self._held[self._place :]]
        length = len(pieces[0])
        while length < least and (piece := self._piece()):
            pieces.append(piece)
            length += len(piece)
        self._held = "".join(pieces)
        self._place = 0
        return len(pieces) > 1

    def next_sign(self) -> str:
        """Move to the next character that is not white space and return it, "" at the end."""
        while True:
            while self._place < len(self._held):
                sign = self._held[self._place]
                if sign not in " \t\r\n":
                    return sign
                self.skip()
            if not self._hold(1):
                return ""

    def skip(self) -> None:
        """Skip one character."""
        self.line += self._held[self._place] == "\n"
        self._place += 1

    def value(self, decoder: json.JSONDecoder) -> Any:
        """Return the value that begins here, and move to its end."""
        while True:
            try:
                value, end = decoder.raw_decode(self._held, self._place)
            except RecursionError:
                raise self.wrong("JSON that is nested too deep") from None
            except ValueError as error:
                if not self._may_be_cut(error):
                    raise self._told(error) from None
                held = len(self._held) - self._place
                if held > LONGEST:
                    raise self.wrong("a value of more than %d characters" % LONGEST) from None
                told = self._told(error)
                if not self._hold_twice():
                    raise told from None
                continue
            if self._may_go_on(end) and self._hold_twice():
                continue
            self.line += self._held.count("\n", self._place, end)
            self._place = end
            return value

    def _may_be_cut(self, error: ValueError) -> bool:
        """Return True if an error may only mean that the held text ends too early."""
        near_end = getattr(error, "pos", 0) >= len(self._held) - LONGEST_WORD
        return near_end or "Unterminated" in str(error)

    def _may_go_on(self, end: int) -> bool:
        """Return True if the value is a number that could continue after the held text."""
        if self._held[end - 1] in '}]"':
            return False
        return not self._held[end:].strip("0123456789+-.eE")

    def _hold_twice(self) -> bool:
        """Hold twice as much, so that a long value is not retried too often; True if more came."""
        return self._hold(max(2 * (len(self._held) - self._place), LEAST_HELD))

    def _told(self, error: ValueError) -> FormatError:
        position = getattr(error, "pos", self._place)
        line = self.line + self._held.count("\n", self._place, position)
        return self.wrong(
            "text that is not JSON (%s)" % shortened(getattr(error, "msg", str(error))), line
        )
