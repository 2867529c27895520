"""JSON: the values in a list, or values one after the other, and where they stand."""

from __future__ import annotations

import json
import re

from ..ground.columns import BYTE_ORDER_MARK
from ..ground.wording import json_of, shortened
from .source import FormatError, as_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .source import File, Source

_decode = json.JSONDecoder().raw_decode
LONGEST_WORD = 12
"""How many characters of a literal or escape the end of the text can cut off, and a few more."""
_EXPECTED = "JSON in UTF-8: one list, or objects"


def values_of(file: File) -> Iterator[tuple[int, Any]]:
    """Yield the values of a JSON file, each with the line on which it begins.

    The file is either a list of these values, or one value after the other (JSON
    lines). The text is held whole, the values one at a time. Raises FormatError, which names
    the file and line, for anything else.
    """
    source = as_source(file)
    text, broken = _text_of(source)
    line, place = 1, 0

    def wrong(found: str, at: int) -> FormatError:
        before = text.count("\n", place, at)
        return FormatError(source.name, line + before, found, _EXPECTED)

    def next_sign() -> str:
        """Move to the next character that is not white space and return it, "" at the end."""
        nonlocal line, place
        start = _SPACE.match(text, place).end()  # type: ignore[union-attr]
        line, place = line + text.count("\n", place, start), start
        if broken is not None and start == len(text):
            raise broken
        return text[start : start + 1]

    in_list = next_sign() == "["
    place += in_list
    expects_value = True
    while (sign := next_sign()) and not (in_list and sign == "]"):
        if in_list and not expects_value:
            if sign != ",":
                raise wrong("no JSON (a comma or ] is missing)", place)
            place += 1
            next_sign()
        try:
            value, end = _decode(text, place)
        except RecursionError:
            raise wrong("JSON that is nested too deep", place) from None
        except ValueError as error:
            # A number of thousands of digits is an error without a position.
            at = getattr(error, "pos", place)
            if broken is not None and at >= len(text) - LONGEST_WORD:
                raise broken from None
            told = shortened(getattr(error, "msg", str(error)))
            raise wrong("text that is not JSON (%s)" % told, at) from None
        yield line, value
        line, place = line + text.count("\n", place, end), end
        expects_value = False
    if not in_list:
        return
    if not sign:
        raise wrong("the end of the file", place)
    place += 1
    if next_sign():
        raise wrong("something after the list", place)


_SPACE = re.compile("[ \t\r\n]*")


def _text_of(source: Source) -> tuple[str, FormatError | None]:
    """Return a file's text as far as it is UTF-8, and the error for the rest, None without one."""
    content = source.content().removeprefix(BYTE_ORDER_MARK)
    try:
        return content.decode(), None
    except UnicodeDecodeError as error:
        text = content[: error.start].decode()
        found = "bytes that are not UTF-8 (%s)" % error.reason
        return text, FormatError(source.name, 1 + text.count("\n"), found, _EXPECTED)


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
