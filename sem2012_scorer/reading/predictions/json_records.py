"""JSON: a sentence with its negations, one object per line or all in one list.

Begin at `read_json`: `values_of` finds the objects in the text, `_JsonRecord` reads each of them.
"""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Mapping
from itertools import chain, pairwise
from typing import Any

from ...common.columns import PARTS
from ...common.wording import shortened_list, shortly
from ..first_lines import begins_json
from ..notes import Note
from .model import Piece, Predicted, PredictedPart, PredictionError, ranges_of_compared_characters

KEYS = TOKENS, TEXT, NEGATIONS = ("tokens", "text", "negations")
IGNORED = {"id", "doc_id", "document", "sent_id", "number", "meta"}
_FENCE = re.compile(r"^[ \t]*```.*$", re.MULTILINE)
_BLANK_OR_COMMA = re.compile(r"[ \t\n,]*")
_BLANK = re.compile(r"[ \t\n]*")
_MASK = "give positions: [i for i, x in enumerate(mask) if x]"


def read_json(
    text: str, file: str, fields: Mapping[str, list[str]], meanings: Mapping[str, str]
) -> tuple[list[Predicted], Counter[Note]]:
    """Return the sentences of a JSON file; `fields` name the keys that are called differently."""
    if meanings:
        raise ValueError("--labels is for labels and pairs, not for JSON")
    for what in fields:
        if what not in KEYS:
            raise ValueError("--fields for JSON takes tokens, text and negations, not %s" % what)
    names = {what: fields.get(what, [what])[0] for what in KEYS}
    is_named = bool(fields)
    values = _json_values(text, file)
    records = [_JsonRecord(line, value, file, names, is_named) for line, value in values]
    if not records:
        raise PredictionError(file, None, "no JSON object")
    lists = list(chain.from_iterable(record.lists for record in records))
    if len(lists) > 2 and all(len(part) == 2 for part in lists):
        what = "every part has two numbers: they look like start and end"
        advice = "list every position: list(range(start, end))"
        raise PredictionError(file, records[0].line, what, advice)
    return [record.predicted for record in records], Counter()


def _json_values(text: str, file: str) -> list[tuple[int, Any]]:
    """Return the objects of a file, each with its line; fences of code and the words around them are ignored."""
    text = _remove_prose(text)
    decoder = json.JSONDecoder(object_pairs_hook=object_of_pairs, parse_constant=refuse_constant)
    at, before, line = 0, 0, 1
    values: list[tuple[int, Any]] = []
    while (at := _BLANK.match(text, at).end()) < len(text):  # type: ignore[union-attr]
        line += text.count("\n", before, at)
        before = at
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            why = _why_not_json(error)
            if isinstance(error, json.JSONDecodeError):
                at_line = 1 + text.count("\n", 0, error.pos)
                if not text[error.pos :].strip():
                    why = (
                        "a bracket or quotation mark that is opened here, or below, is never closed"
                    )
                elif at_line > line and _is_object_in_a_line(text[at : error.pos]):
                    why = "the line ends before its brackets are closed (was the answer cut off?)"
                elif at_line > line:
                    # What is not closed may be an object before it, too.
                    begun = "list" if text[at] == "[" else "object"
                    why += f"; it is inside the {begun} that begins in line {line}"
                    line = at_line
            what = f"not JSON: {why}"
            raise PredictionError(file, line, what, *_advice_on_json(text, at, why)) from None
        if isinstance(value, list):
            lines = _lines_of_items(text, before, decoder) or [line] * len(value)
            values += zip(lines, value)
        else:
            values.append((line, value))
    return values


def _lines_of_items(text: str, at: int, decoder: json.JSONDecoder) -> list[int]:
    """Return the line at which each item of a list begins; the list is JSON."""
    lines = []
    line, before = 1 + text.count("\n", 0, at), at
    at = _BLANK_OR_COMMA.match(text, at + 1).end()  # type: ignore[union-attr]
    while text[at] != "]":
        line += text.count("\n", before, at)
        before = at
        lines.append(line)
        _, at = decoder.raw_decode(text, at)
        at = _BLANK_OR_COMMA.match(text, at).end()  # type: ignore[union-attr]
    return lines


def _advice_on_json(text: str, at: int, why: str) -> list[str]:
    """Return what to do about text that is not JSON, if that is plain to see."""
    if text[at] not in "{[":
        return [
            "JSON begins with { or [: if the file has a line for each token, leave out --from json"
        ]
    if "double quotes" in why:
        return ["keys and strings need double quotes, as json.dumps writes them"]
    return []


def _is_object_in_a_line(text: str) -> bool:
    """Return whether what could be read of a JSON value is an object in a single line."""
    return text.startswith("{") and "\n" not in text.rstrip()


def _why_not_json(error: ValueError | RecursionError) -> str:
    """Return why a text is not JSON, in a few words."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        reason = error.msg
        if reason.startswith("Unterminated string"):
            return f"the string that begins in column {error.colno} does not end (is the file cut off?)"
        if reason.endswith(" at"):
            reason = f"{reason.removesuffix(' at')} in column {error.colno}"
    else:
        reason = shortly(str(error))[1:-1]
    if "int_max_str_digits" in reason:
        return "a number with too many digits"
    return reason


def _remove_prose(text: str) -> str:
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
        if is_fence or not (is_inside or begins_json(line.strip())):
            line = ""
        lines.append(line)
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


class _JsonRecord:
    """An object with its words and negations; `lists` are its lists of positions."""

    def __init__(
        self, line: int, value: Any, file: str, names: dict[str, str], is_named: bool
    ) -> None:
        self.line, self.file = line, file
        self.lists: list[list[int]] = []
        if not isinstance(value, dict):
            expected = "expected an object with tokens and negations, not "
            raise self.wrong(expected + shortly(value))
        if not is_named:
            self._check_keys(value, set(names.values()))
        words, text = value.get(names["tokens"]), value.get(names["text"])
        is_text = words is None
        if is_text and not isinstance(text, str):
            if text is not None:
                raise self.wrong("%s must be a string, not %s" % (names["text"], shortly(text)))
            raise self.wrong('this object has neither "%(tokens)s" nor "%(text)s"' % names)
        self.words = (str(text),) if is_text else self._checked_words(words)
        self.ranges = [] if is_text else ranges_of_compared_characters(self.words)
        if names["negations"] not in value:
            what = 'this object has no "%(negations)s"' % names
            advice = '"%(negations)s": [] stands for a sentence without negation' % names
            raise self.wrong(what, advice)
        negations = value[names["negations"]]
        if not isinstance(negations, list) and negations is not None:
            raise self.wrong("negations must be a list of objects, not %s" % shortly(negations))
        layers = tuple([self._negation_parts(negation) for negation in negations or ()])
        self.predicted = Predicted(line, self.words, layers, is_text)

    def _check_keys(self, value: dict[str, Any], known: set[str]) -> None:
        """Raise PredictionError for a key that is not known, with advice on what the object may be."""
        unknown = [key for key in value if key not in known and key not in IGNORED]
        if not unknown:
            return
        if "signature" in unknown:
            raise self.wrong("this is what sem2012-scorer itself has written, not a prediction")
        listed = shortened_list([shortly(key, 20) for key in unknown], 3)
        noun = "unknown key" if len(unknown) == 1 else "unknown keys"
        raise self.wrong(f"{noun} {listed}", *_advice_on_keys(value, unknown))

    def _checked_words(self, words: Any) -> tuple[str, ...]:
        """Return the tokens; raise PredictionError if they are not a list of words."""
        if not isinstance(words, list) or not all(map(_is_word, words)):
            raise self.wrong("tokens must be a list of words, not %s" % shortly(words))
        return tuple(words)

    def wrong(self, what: str, *advice: str) -> PredictionError:
        """Return the refusal of what is wrong with the object."""
        return PredictionError(self.file, self.line, what, *advice)

    def _negation_parts(self, negation: Any) -> tuple[PredictedPart, ...]:
        """Return the parts of a negation."""
        if not isinstance(negation, dict):
            expected = "a negation must be an object with cue, scope, event, not "
            raise self.wrong(expected + shortly(negation))
        for key in negation:
            if key not in PARTS and key not in IGNORED:
                what = "unknown key %s in a negation" % shortly(key, 20)
                raise self.wrong(what, "keys are cue, scope and event")
        spans = [self._part_of_value(part, negation.get(part)) for part in PARTS]
        return tuple([span for span in spans if span is not None])

    def _part_of_value(self, part: str, value: Any) -> PredictedPart | None:
        """Return a part given as a string, strings or positions, None if it is empty."""
        if value is None or value == "" or value == []:
            return None
        if isinstance(value, str):
            return _part_of_strings(part, [value])
        if isinstance(value, list):
            if all(isinstance(item, str) for item in value):
                return _part_of_strings(part, value)
            if all(type(item) is int for item in value):
                return PredictedPart(part, self._characters_of_tokens(part, value))
        values = value if isinstance(value, list) else [value]
        if all(isinstance(item, bool) for item in values):
            raise self.wrong("%s is a mask of true and false" % part, _MASK)
        expected = "%s must be a string, a list of strings, or a list of positions, not %s"
        raise self.wrong(expected % (part, shortly(value)))

    def _characters_of_tokens(self, part: str, positions: list[int]) -> tuple[Piece, ...]:
        """Return the characters of the tokens at some positions."""
        if any(a >= b for a, b in pairwise(positions)):
            if set(positions) <= {0, 1} and len(positions) > 2:
                raise self.wrong("%s is a mask of 0 and 1" % part, _MASK)
            what = "%s has positions that do not increase: %s"
            raise self.wrong(what % (part, shortly(positions)))
        if not self.ranges:
            what = "the %s is given as positions" % part
            raise self.wrong(what, 'positions need "tokens": [...] in place of "text"')
        number = len(self.ranges)
        if not 0 <= positions[0] <= positions[-1] < number:
            outside = next(n for n in positions if not 0 <= n < number)
            what = (
                f"{part} has position {outside}, but there are {number} tokens (0 to {number - 1})"
            )
            if positions[-1] == number and len(positions) == 2:
                advice = "positions are counted from 0; for a start and an end, list every position: list(range(start, end))"
                raise self.wrong(what, advice)
            if positions[-1] == number:
                raise self.wrong(what, "positions are counted from 0")
            raise self.wrong(what)
        self.lists.append(positions)
        return tuple([self.ranges[position] for position in positions])


def _advice_on_keys(value: dict[str, Any], unknown: list[str]) -> list[str]:
    """Return what an object may be that has unknown keys."""
    advice = ["the keys are tokens (or text) and negations"]
    lists = [key for key in unknown if isinstance(value[key], list)]
    if NEGATIONS not in value and any(_are_labels_of(value[key], value) for key in lists):
        advice.append("labels in JSON are not read: write a line for each token, with its label")
        return advice
    options = _options_for_keys(value, unknown)
    words = next((key for key in (TOKENS, TEXT) if key in value), "")
    if words and NEGATIONS in value and not lists:
        them = "it" if len(unknown) == 1 else "them"
        advice.append(f"remove {them}, or give --fields {words}={words}, which ignores other keys")
    elif options:
        advice[0] += f"; if yours have other names: --fields {' '.join(options)}"
    elif lists and not value.keys().isdisjoint(KEYS):
        advice[0] += "; --fields negations=KEY says which list is the prediction"
    elif len(lists) == 1:
        key = shortly(lists[0], 20)
        advice.append("if %s holds the sentences, give its list alone" % key)
    elif all(isinstance(value[key], dict) for key in unknown):
        advice.append("if the sentences are under these keys, give a list of them")
    return advice


def _options_for_keys(value: dict[str, Any], unknown: list[str]) -> list[str]:
    """Return what --fields has to say if unknown keys hold the words and the negations, nothing if they cannot."""
    options = []
    left = list(unknown)
    if value.keys().isdisjoint((TOKENS, TEXT)):
        for name, can_be in ((TOKENS, _are_words), (TEXT, _is_word)):
            keys = [key for key in left if can_be(value[key])]
            if keys:
                options.append(_option_for_key(name, keys))
                left = [key for key in left if key not in keys]
                break
        else:
            return []
    if NEGATIONS not in value:
        keys = [key for key in left if _may_be_negations(value[key])]
        if not keys:
            return []
        options.append(_option_for_key(NEGATIONS, keys))
    return options


def _are_labels_of(labels: list[Any], value: dict[str, Any]) -> bool:
    """Return whether a list has as many items as an object has tokens, and none of them is an object."""
    words = value.get(TOKENS)
    if not isinstance(words, list) or len(labels) != len(words):
        return False
    return bool(words) and not any(isinstance(label, dict) for label in labels)


def _may_be_negations(value: Any) -> bool:
    """Return whether a value is a list that may hold negations: of objects, or empty."""
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _option_for_key(name: str, keys: list[str]) -> str:
    """Return what --fields has to say of a key, with KEY in place of its name if it may be one of several."""
    key = shlex.quote(keys[0]) if len(keys) == 1 else "KEY"
    return f"{name}={key}"


def _are_words(value: Any) -> bool:
    """Return whether a value is a list of words."""
    return isinstance(value, list) and bool(value) and all(map(_is_word, value))


def _is_word(value: Any) -> bool:
    """Return whether a value is a string that is not blank."""
    return isinstance(value, str) and bool(value.strip())


def _part_of_strings(part: str, values: list[str]) -> PredictedPart | None:
    """Return a part given in strings, None if all are blank."""
    strings = tuple([string for string in values if string.strip()])
    if not strings:
        return None
    return PredictedPart(part, strings=strings)
