"""Predictions in JSON and CSV: labels, masks, strings or spans, a record for a sentence or a negation.

What a name holds is asked of the whole file before anything is read: see `fields`.
"""

from __future__ import annotations

import ast
import csv
import json

from ..ground.columns import BYTE_ORDER_MARK
from ..ground.wording import some
from .fields import NEGATIONS, OF_SHAPE, SPANS, Undecided, choose, is_beside, read_name
from .json_values import Place, values_of
from .labels import Survey, given_meanings
from .options import CUE, DOCUMENT, EVENT, LABEL, NUMBER, SCOPE, TEXT, WORD
from .predicted import Predicted
from .sentences import PARTS
from .source import (
    HEAD,
    FormatError,
    Source,
    as_text,
    lines_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from .fields import Chosen
    from .labels import Meanings
    from .options import Reading

FENCE = b"```"
LABELLED, MASKED, IN_STRINGS, SPANNED = KINDS = ("json-labels", "masks", "strings", "spans")
EXPECTED = {
    LABELLED: "objects with `tokens`, and one label for each",
    MASKED: "objects with `tokens`, `cue_masks` and `scope_masks`, or [words, cues, scopes]",
    IN_STRINGS: "objects with a sentence and `negations`, each with a cue",
    SPANNED: "objects with a text and labelled spans: start, end and label",
}
PIPELINE = frozenset(("entity", "entity_group"))
"""Names in what a pipeline of Hugging Face returns for a token or a span."""
NOTHING: tuple[object, ...] = (None, "", [], {})


def values(source: Source) -> Iterator[tuple[int, Any]]:
    """Yield the JSON values of a file, each with its line: of lines, of a list, of fences, or of CSV.

    An object whose one value is a list of objects stands for these.
    """
    head = source.head(1 << 12)
    start = head.removeprefix(BYTE_ORDER_MARK).lstrip()
    if FENCE not in head:
        if start[:1] not in (b"[", b"{"):
            found = _rows(source)
        else:
            found = _lists(source) if has_lists(head) else values_of(source)
        yield from _unwrapped(found)
        return
    before = 0
    for place, piece in enumerate(source.content().split(FENCE)):
        if place % 2:
            body = piece.partition(b"\n")[2] if piece[:1] not in b"[{" else piece
            body = b"\n" * (before + (body is not piece)) + body
            yield from _unwrapped(values_of(Source(content=body, name=source.name)))
        before += piece.count(b"\n")


def has_lists(head: bytes) -> bool:
    """Return whether each line is a list by itself."""
    lines = [line.strip() for line in head.split(b"\n")[:2]]
    return (
        len(lines) == 2
        and all(one[:1] == b"[" and one[1:2] != b"" for one in lines)
        and lines[0][-1:] == b"]"
    )


def _lists(source: Source) -> Iterator[tuple[int, Any]]:
    """Yield the lists of a file that has one in each line."""
    for number, line in enumerate(lines_of(source), start=1):
        if line.strip():
            for _, value in values_of(Source(content=b"[" + line + b"]", name=source.name)):
                yield number, value


def _unwrapped(found: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    for line, value in found:
        if isinstance(value, dict) and len(value) == 1:
            (inside,) = value.values()
            if isinstance(inside, list) and inside and all(isinstance(o, dict) for o in inside):
                yield from ((line, one) for one in inside)
                continue
        yield line, value


def _rows(source: Source) -> Iterator[tuple[int, Any]]:
    """Yield the rows of CSV, or of a table with tabs, with a header as objects; lists in fields as lists."""
    lines = (as_text(line.removeprefix(BYTE_ORDER_MARK)) for line in lines_of(source))
    sign = "\t" if b"\t" in source.head().partition(b"\n")[0] else ","
    reader = csv.DictReader(lines, restkey="", delimiter=sign)
    try:
        for row in reader:
            yield reader.line_num, {key: _value(text) for key, text in row.items() if key}
    except csv.Error as error:
        found = "text that is not CSV (%s)" % error
        raise FormatError(source.name, reader.line_num, found, "CSV") from None


def _value(text: object) -> object:
    """Return the list that a field of CSV holds in JSON or as Python writes it, else its text."""
    if not isinstance(text, str) or not text.startswith("["):
        return text
    held = _held_in(text)
    if held is not None:
        return held
    spaced = text.strip("[]").split()
    return [int(one) for one in spaced] if all(o.isdecimal() for o in spaced) else text


class Given:
    """An object of predictions and its place; `is_part` if it may be one negation of several."""

    def __init__(self, place: Place, value: dict[str, Any], is_part: bool = False) -> None:
        self.place, self.value, self.is_part = place, value, is_part

    def get(self, chosen: Chosen, role: str) -> Any:
        """Return what the object has for a role, None without."""
        name = chosen.fields.get(role)
        return None if name is None else self.value.get(name)

    def wrong(self, expected: str) -> FormatError:
        """Return the error for an object without what was expected."""
        names = some(["`%s`" % name for name in self.value], 8) or "no name"
        return FormatError(self.place.name, self.place.line, "an object with %s" % names, expected)

    def words(self, chosen: Chosen) -> tuple[str, ...] | None:
        """Return the words of a sentence, None if it has none."""
        found = self.get(chosen, WORD)
        if found is None and isinstance(self.get(chosen, TEXT), list):
            found = self.get(chosen, TEXT)
        if found is None:
            return None
        words = []
        for inside, one in self.place.inside("tokens").items(found):
            if isinstance(one, dict):
                one = next(
                    (one[key] for key in ("word", "text", "token", "form") if key in one), None
                )
                if one is None:
                    return None
            words.append(inside.string(one))
        return tuple(words)

    def predicted(self, chosen: Chosen, words: tuple[str, ...] | None, **parts: Any) -> Predicted:
        """Return what the object predicts, with its name."""
        document, number = (self.place.text(self.get(chosen, role)) for role in (DOCUMENT, NUMBER))
        return Predicted(self.place.name, self.place.line, document, number, words, **parts)


def records_of(found: Iterable[tuple[int, Any]], name: str) -> Iterator[Given]:
    """Yield the values of a file as objects with names, whatever lists they come in."""
    entities: list[dict[str, Any]] = []
    for line, value in found:
        place = Place(name, line)
        if isinstance(value, dict) and PIPELINE & value.keys() and "text" not in value:
            entities.append(value)
        elif isinstance(value, dict):
            yield Given(place, value)
        elif isinstance(value, list):
            yield from _of_list(value, place)
        else:
            raise place.wrong(value, "an object")
    if entities:
        yield Given(Place(name, 1), {"spans": entities})


def _of_list(value: list[Any], place: Place) -> Iterator[Given]:
    """Yield the objects that a list stands for: masks, tokens with labels, or a pipeline's spans."""
    are_lists = len(value) in (2, 3) and all(isinstance(one, list) for one in value)
    if are_lists and value[0] and all(isinstance(one, str) for one in value[0]):
        if len(value[0]) == 1 < len(value[1]):
            expected = "a list of words: as the words are joined, the second may be gold's mask"
            raise place.wrong(value[0], expected)
        yield Given(place, dict(zip(("tokens", "cue_masks", "scope_masks"), value)), True)
        return
    if all(isinstance(one, dict) for one in value):
        if not value or any(PIPELINE & one.keys() for one in value):
            yield Given(place, {"spans": value})
            return
        names = {key: read_name(key) for one in value for key in one}
        word = next((key for key, said in names.items() if said.role == WORD), None)
        if word is not None:
            made = {"tokens": [one.get(word) for one in value]}
            others = [key for key in names if key != word and not is_beside(key)]
            yield Given(
                place, {**made, **{key: [o.get(key) for o in value] for key in others}}, True
            )
            return
        for one in value:
            yield Given(place, one)
        return
    for one in value:
        if not isinstance(one, list):
            raise place.wrong(value, "an object")
        yield from _of_list(one, place)


def shape_of(value: Any, size: int | None) -> str:
    """Return what a value looks like, in a record of `size` tokens; "" if it holds nothing."""
    if value in NOTHING or isinstance(value, (bool, int, float)):
        return ""
    if isinstance(value, str):
        return "text"
    if isinstance(value, dict):
        return "negations" if _has_parts(value) else "objects" if is_placed(value) else ""
    if all(isinstance(one, dict) for one in value):
        if any(_has_parts(one) for one in value):
            return "negations"
        if any("result" in one or "from_id" in one for one in value):
            return "spans"
        if all(map(is_placed, value)):
            return "spans" if any(SPAN_LABELS & one.keys() for one in value) else "objects"
        return "unknown" if len(value) == size else ""
    if all(isinstance(one, list) for one in value):
        if all(len(one) == 3 and isinstance(one[2], str) for one in value):
            return "spans"
        return "unknown" if len(value) == size and size > 3 else "lists"
    if all(isinstance(o, int) or (isinstance(o, str) and o.isdecimal()) for o in value):
        return "numbers" if len(value) == size else "positions"
    if all(isinstance(one, str) or one is None for one in value):
        return "labels" if len(value) == size else "texts"
    if any(isinstance(one, float) for one in value):
        return ""
    return "positions"


def _has_parts(value: dict[str, Any]) -> bool:
    return any(read_name(key).role in PARTS for key in value)


def is_placed(value: object) -> bool:
    """Return whether a value is an object with start and end."""
    return isinstance(value, dict) and bool(START & value.keys())


START = frozenset(("start", "start_offset"))
SPAN_LABELS = frozenset(("label", "labels", "entity", "entity_group", "value"))
LESS_CERTAIN = {"labels": "texts", "numbers": "positions"}
"""Shapes that a list has if it is as long as its sentence, and what it is if another is not."""
MOST_VALUES = 6
MOST_FREQUENT = 0.35
"""How many of a sentence's labels are those of a token in no part, at the least, in a whole file."""
QUOTED = 0.8
"""How many of a name's texts have words of their sentence alone, at the least, if they quote it."""


class Shapes:
    """What the values of each name look like, in a whole file or its beginning."""

    def __init__(self, records: Iterable[Given], given: Meanings) -> None:
        self.names: dict[str, set[str]] = {}
        self.labels: dict[str, Survey] = {}
        self._given = given
        self._texts: dict[str, list[int]] = {}
        self._values: dict[str, set[str]] = {}
        self.first: Given | None = None
        for record in records:
            self.first = self.first or record
            self._add(record)

    def _add(self, record: Given) -> None:
        said = {name: read_name(name) for name in record.value}
        sentence = [record.value[name] for name in said if said[name].role in (WORD, TEXT)]
        tokens = next((one for one in sentence if isinstance(one, list)), None)
        size = len(tokens) if isinstance(tokens, list) else None
        for name, value in record.value.items():
            shape = shape_of(value, size)
            if not said[name].role and _hides_labels(value, size, sentence):
                shape = "unknown"
            self.names.setdefault(name, set()).add(shape)
            if shape in LESS_CERTAIN:
                survey = self.labels.setdefault(name, Survey(self._given))
                survey.add(["" if one is None else str(one) for one in value], record.place.line)
            elif shape == "text" and said[name].role not in (WORD, TEXT, NUMBER, DOCUMENT):
                counts = self._texts.setdefault(name, [0, 0])
                counts[0] += 1
                counts[1] += _quotes(value, sentence)
                values = self._values.setdefault(name, set())
                if len(values) < MOST_VALUES:
                    values.add(value)

    def __call__(self, name: str) -> str:
        """Return what the values of a name look like, "" if they hold no annotation."""
        found = self.names.get(name, set()) - {""}
        role = read_name(name).role
        for certain, other in LESS_CERTAIN.items():
            if certain in found and other in found:
                found -= {certain}
        if "unknown" in found:
            return "unknown"
        if len(found) != 1:
            return "negations" if "negations" in found else min(found, default="")
        (shape,) = found
        if shape == "labels" and role in PARTS:
            return "texts"
        if shape == "labels" and not self.labels[name].is_known():
            survey = self.labels[name]
            is_constant = len(survey.labels) < 2
            is_like_labels = survey.most > MOST_FREQUENT and not is_constant
            if role == LABEL or read_name(name).side:
                return "labels" if is_like_labels else "tags"
            return "unknown" if is_like_labels else ""
        number, quoting = self._texts.get(name, (0, 0))
        if shape == "text" and not role and quoting >= QUOTED * number:
            return "quoted"
        return shape

    def check_sides(self) -> None:
        """Raise `Undecided` if a field says of each record or negation whether it is gold's or predicted."""
        for name, values in self._values.items():
            sides = {read_name(value).side for value in values if len(value) < LONGEST_NAME}
            if len(values) > 1 and len(values) < MOST_VALUES and sides & {"gold", "prediction"}:
                raise Undecided(
                    "gold's annotation beside the prediction: %s says whose each is (%s); save the prediction "
                    "alone" % (name, ", ".join(sorted(values)))
                )


LONGEST_NAME = 40


HIDDEN = frozenset(("labels", "numbers", "negations", "spans", "unknown"))
"""What a list that is written as a text is refused as: an annotation that is not read."""


def _held_in(text: str) -> Any:
    """Return the list or object that a text writes as JSON or as Python prints it, None if it is another text."""
    if text[:1] not in ("[", "{"):
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return None


def _hides_labels(value: Any, size: int | None, sentence: list[Any]) -> bool:
    """Return whether labels, or an annotation in JSON, are joined into a text, or are a list that is cut off."""
    if isinstance(value, list):
        return "O" in value and len(value) != size and all(isinstance(one, str) for one in value)
    if not isinstance(value, str):
        return False
    held = _held_in(value)
    if isinstance(held, dict):
        return any(read_name(str(name)).role for name in held)
    if held is not None:
        return shape_of(held, size) in HIDDEN
    words = value.split()
    return size is not None and len(words) == size > 3 and words not in sentence


def _quotes(value: str, sentence: list[Any]) -> bool:
    """Return whether a text has words of its sentence alone."""
    own = [one if isinstance(one, str) else " ".join(map(str, one)) for one in sentence if one]
    words = {*" ".join(own).lower().split()}
    return bool(words) and {*value.lower().split()} <= words


KIND_OF = {
    "labels": LABELLED,
    "tags": LABELLED,
    "spans": SPANNED,
    "negations": IN_STRINGS,
    "text": IN_STRINGS,
    "texts": IN_STRINGS,
    "positions": IN_STRINGS,
    "objects": IN_STRINGS,
    "lists": IN_STRINGS,
}


def kind_of(shapes: Shapes, chosen: Chosen) -> str | None:
    """Return in which of `KINDS` a file's annotation is, None if it has none."""
    data = None if shapes.first is None else shapes.first.value.get("data")
    if isinstance(data, dict) and "text" in data:
        return SPANNED
    for role in (LABEL, SPANS, NEGATIONS, CUE, SCOPE, EVENT):
        name = chosen.fields.get(role)
        shape = "" if name is None else shapes(name)
        if shape == "numbers":
            return LABELLED if role == LABEL else MASKED
        if name is not None and (shape or role == NEGATIONS):
            return KIND_OF.get(shape, IN_STRINGS)
    if any(role in chosen.fields for role in (LABEL, SPANS)):
        return SPANNED if TEXT in chosen.fields and WORD not in chosen.fields else LABELLED
    return IN_STRINGS if CUE in chosen.fields else None


LOOKED_AT = 50
"""How many records of a file's beginning show its kind."""


def kind_in(source: Source, reading: Reading | None = None) -> str | None:
    """Return the kind of annotation in the beginning of a file of records, None if it has none.

    With `reading`, the fields that it names are the prediction.
    """
    seen: list[tuple[int, Any]] = []
    try:
        for found in values(source):
            seen.append(found)
            if len(seen) >= LOOKED_AT or found[0] > HEAD:
                break
    except FormatError:
        if not seen:
            return None
    try:
        shapes = Shapes(
            records_of(seen, source.name), given_meanings(reading.labels if reading else ())
        )
    except FormatError:
        return None
    try:
        given = {} if reading is None else fields_given(reading, shapes)
        return kind_of(shapes, choose(list(shapes.names), shapes, given))
    except Undecided:
        # What is to be said of it is said where it is read.
        shown = [shapes(name) for name in shapes.names if read_name(name).role not in (WORD, TEXT)]
        return next((KIND_OF.get(shape, MASKED) for shape in shown if shape), None)


def fields_given(reading: Reading, shapes: Shapes) -> dict[str, str]:
    """Return the names that the user has given, by role: labels may be spans or negations."""
    found = {}
    for what, names in reading.given_fields().items():
        role = OF_SHAPE.get(shapes(names[0]), what) if what == LABEL else what
        found[role] = names[0]
    return found
