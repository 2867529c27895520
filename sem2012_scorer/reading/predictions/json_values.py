"""The JSON in a text, as records: objects or lists, one after the other or all in one list."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, NamedTuple

from ...common.wording import shortly
from ..lines import begins_json
from .model import PredictionError

_FENCE = re.compile(r"^[ \t]*```.*$", re.MULTILINE)
CLOSE_JSON = "JSON begins with { or [, and closes what it opens"
WHAT_TO_WRITE = (
    'write {"tokens": [...], "negations": [{"cue": ..., "scope": ..., "event": ...}]}',
    "with strings, or positions from 0; if keys are called differently: --fields tokens=KEY negations=KEY",
)


class Record(NamedTuple):
    """A record of a file: the line at which it begins, its value, and what it is called in messages."""

    line: int
    value: Any
    file: str

    def refusal(self, found: str, *advice: str) -> PredictionError:
        """Return the refusal: what was found, and what to write."""
        return PredictionError(self.file, self.line, found, *(advice or WHAT_TO_WRITE))

    def has(self, *keys: str) -> bool:
        """Return whether it is an object with these keys."""
        return isinstance(self.value, dict) and set(keys) <= set(self.value)


def records_in(text: str, file: str) -> Iterator[Record]:
    """Yield the records of a file; fences of code and the words around them are ignored."""
    text = _without_prose(text)
    line_ends = [at for at, character in enumerate(text) if character == "\n"]
    decoder = json.JSONDecoder(object_pairs_hook=object_of_pairs, parse_constant=refuse_constant)
    at = _next_place(text, 0)
    while at < len(text):
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            place = getattr(error, "pos", at)
            if "\n" not in text[at:place].rstrip():
                place = at  # the object's line ended too early
            what = "not JSON: nested too deeply"
            if isinstance(error, ValueError):
                what = f"not JSON: {shortly(getattr(error, 'msg', str(error)))[1:-1]}"
            if isinstance(error, json.JSONDecodeError):
                what += f" (column {error.colno})"
            line = 1 + bisect_left(line_ends, place)
            raise PredictionError(file, line, what, CLOSE_JSON) from None
        if isinstance(value, list) and not is_triple(value):
            at += 1
            for item in value:
                at = _next_place(text, at, " \t\n,")
                yield Record(1 + bisect_left(line_ends, at), item, file)
                _, at = decoder.raw_decode(text, at)
        else:
            yield Record(1 + bisect_left(line_ends, at), value, file)
        at = _next_place(text, end)


def _next_place(text: str, at: int, passed_over: str = " \t\n") -> int:
    """Return the place of the next character that is not passed over."""
    while at < len(text) and text[at] in passed_over:
        at += 1
    return at


def _without_prose(text: str) -> str:
    """Return the text without fences, and without the words around them; as many lines as before.

    JSON that stands outside of the fences is kept.
    """
    if not _FENCE.search(text):
        return text
    is_inside = False
    lines = []
    for line in text.split("\n"):
        is_fence = bool(_FENCE.match(line))
        if is_fence:
            is_inside = not is_inside
        is_json = not is_fence and (is_inside or begins_json(line.strip()))
        lines.append(line if is_json else "")
    return "\n".join(lines)


def object_of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raise ValueError if it has a key twice, of which one would be lost."""
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise ValueError(f"the key {shortly(key, 20)} occurs twice in one object")
        made[key] = value
    return made


def refuse_constant(name: str) -> None:
    """Raise ValueError for NaN and the like, which Python would read."""
    raise ValueError("%s is not a JSON value" % name)


def are_words(value: Any) -> bool:
    """Return whether a value is a list of strings that are not blank."""
    return isinstance(value, list) and all(isinstance(one, str) and one.strip() for one in value)


def is_triple(value: Any) -> bool:
    """Return whether a value is a sentence of NegBERT: words, 0 to 3 for the cue, 0 or 1 for the scope."""
    if not isinstance(value, list) or len(value) != 3 or not are_words(value[0]):
        return False
    for codes, known in zip(value[1:], ("0123", "01")):
        if not isinstance(codes, list) or len(codes) != len(value[0]):
            return False
        if not all(type(code) is int and str(code) in known for code in codes):
            return False
    return True
