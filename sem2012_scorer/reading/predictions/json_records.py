"""JSON: a sentence with its negations, one object per line or all in one list."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ...common.columns import PARTS
from ..kinds import begins_json
from .model import Piece, Predicted, PredictedPart, PredictionError, ranges_of, shortly

KEYS = ("tokens", "text", "negations")
IGNORED = {"id", "doc_id", "document", "sent_id", "number", "meta"}
_FENCE = re.compile(r"^[ \t]*```.*$", re.MULTILINE)
_BLANK = re.compile(r"[ \t\n]*")


def values_of(text: str, file: str) -> list[tuple[int, Any]]:
    """Return the objects of a file, each with its line; fences of code and the words around them are ignored."""
    text = _without_prose(text)
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
    place, before, line, values = 0, 0, 1, []
    while (place := _BLANK.match(text, place).end()) < len(text):  # type: ignore[union-attr]
        line += text.count("\n", before, place)
        before = place
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            at = getattr(error, "pos", None)
            line = line if at is None else 1 + text.count("\n", 0, at)
            reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
            reason = "nested too deeply" if isinstance(error, RecursionError) else reason
            reason = "a number with too many digits" if "int_max_str_digits" in reason else reason
            raise PredictionError(file, line, "not JSON: %s" % shortly(reason)[1:-1]) from None
        values += [(line, item) for item in value] if isinstance(value, list) else [(line, value)]
    return values


def _without_prose(text: str) -> str:
    """Return the text without fences, and without the words around them; as many lines as before.

    JSON that stands outside of the fences is kept.
    """
    if not _FENCE.search(text):
        return text
    is_inside = False
    kept = []
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_inside = not is_inside
            line = ""
        kept.append(line if is_inside or begins_json(line.strip()) else "")
    return "\n".join(kept)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("an object has a key twice")
    return made


def _no_constant(name: str) -> None:
    raise ValueError("%s is not a JSON value" % name)


def read_json(
    text: str, file: str, fields: Mapping[str, list[str]], meanings: Mapping[str, str]
) -> tuple[list[Predicted], Counter[str]]:
    """Return the sentences of a JSON file; `fields` name the keys that are called differently."""
    if meanings:
        raise ValueError("--labels is for labels and pairs, not for JSON")
    if wrong := [what for what in fields if what not in KEYS]:
        raise ValueError("--fields for JSON takes tokens, text and negations, not %s" % wrong[0])
    names = {what: fields.get(what, [what])[0] for what in KEYS}
    records = [
        _Record(line, value, file, names, bool(fields)) for line, value in values_of(text, file)
    ]
    if not records:
        raise PredictionError(file, None, "no JSON object")
    lists = [part for record in records for part in record.lists]
    if len(lists) > 2 and all(len(part) == 2 for part in lists):
        what = "every part has two numbers: they look like start and end"
        advice = "list every position: list(range(start, end))"
        raise PredictionError(file, records[0].line, what, advice)
    return [record.predicted for record in records], Counter()


class _Record:
    """An object with its words and negations; `lists` are its lists of positions."""

    def __init__(
        self, line: int, value: Any, file: str, names: dict[str, str], is_named: bool
    ) -> None:
        self.line, self.file = line, file
        self.lists: list[list[int]] = []
        if not isinstance(value, dict):
            expected = "expected an object with tokens and negations, not "
            raise self.wrong(expected + shortly(value))
        unknown = [key for key in value if key not in names.values() and key not in IGNORED]
        if unknown and not is_named:
            listed = ", ".join(shortly(key, 20) for key in unknown[:5])
            advice = ["keys are tokens (or text) and negations"]
            lists = [key for key in unknown if isinstance(value[key], list)]
            if {*names.values()} & {*value} and lists:
                advice[0] += "; --fields negations=KEY names the prediction"
            elif len(lists) == 1:
                advice.append(
                    "if %s holds the sentences, give its list alone" % shortly(lists[0], 20)
                )
            elif all(isinstance(value[key], dict) for key in unknown):
                advice.append("if the sentences are under these keys, give a list of them")
            raise self.wrong("unknown key %s" % listed, *advice)
        words, text = value.get(names["tokens"]), value.get(names["text"])
        if words is None and not isinstance(text, str):
            raise self.wrong("an object without %(tokens)s or %(text)s" % names)
        self.words: tuple[str, ...]
        self.places: list[Piece]
        if words is None:
            self.words, self.places = (str(text),), []
        elif isinstance(words, list) and all(isinstance(w, str) and w.strip() for w in words):
            self.words = tuple(words)
            self.places = ranges_of(self.words)
        else:
            raise self.wrong("tokens must be a list of words, not %s" % shortly(words))
        if names["negations"] not in value:
            what = "an object without %(negations)s" % names
            raise self.wrong(what, "write [] for a sentence without")
        negations = value[names["negations"]]
        if not isinstance(negations, list) and negations is not None:
            raise self.wrong("negations must be a list of objects, not %s" % shortly(negations))
        layers = tuple(self._layer(negation) for negation in negations or ())
        self.predicted = Predicted(line, self.words, layers, words is None)

    def wrong(self, what: str, *advice: str) -> PredictionError:
        return PredictionError(self.file, self.line, what, *advice)

    def _layer(self, negation: Any) -> tuple[PredictedPart, ...]:
        if not isinstance(negation, dict):
            expected = "a negation must be an object with cue, scope, event, not "
            raise self.wrong(expected + shortly(negation))
        if unknown := [key for key in negation if key not in PARTS and key not in IGNORED]:
            what = "unknown key %s in a negation" % shortly(unknown[0], 20)
            raise self.wrong(what, "keys are cue, scope and event")
        spans = [self._span(part, negation.get(part)) for part in PARTS]
        return tuple(span for span in spans if span is not None)

    def _span(self, part: str, value: Any) -> PredictedPart | None:
        if value is None or value == "" or value == []:
            return None
        values = value if isinstance(value, list) else [value]
        if all(isinstance(item, str) for item in values) and isinstance(value, (str, list)):
            strings = tuple(item for item in values if item.strip())
            return PredictedPart(part, strings=strings) if strings else None
        if not isinstance(value, list) or not all(type(item) is int for item in values):
            if values and all(isinstance(item, bool) for item in values):
                raise self.wrong("%s is a mask of true and false" % part, _MASK)
            expected = "%s must be a string, a list of strings, or a list of positions, not %s"
            raise self.wrong(expected % (part, shortly(value)))
        return PredictedPart(part, self._pieces(part, values))

    def _pieces(self, part: str, numbers: list[int]) -> tuple[Piece, ...]:
        if any(a >= b for a, b in pairwise(numbers)):
            if {*numbers} <= {0, 1}:
                raise self.wrong("%s is a mask of 0 and 1" % part, _MASK)
            raise self.wrong("%s has positions that do not increase: %s" % (part, shortly(numbers)))
        if not self.places:
            what = "%s has positions, but text has no tokens" % part
            raise self.wrong(what, 'give "tokens": [...]')
        if not 0 <= numbers[0] <= numbers[-1] < len(self.places):
            what = "%s has %s, but tokens has %d words"
            advice = ["positions are counted from 0"] * (numbers[-1] == len(self.places))
            raise self.wrong(what % (part, shortly(numbers), len(self.places)), *advice)
        self.lists.append(numbers)
        return tuple(self.places[number] for number in numbers)


_MASK = "give positions: [i for i, x in enumerate(mask) if x]"
