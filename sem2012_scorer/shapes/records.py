"""Predictions in JSON: labels, masks, strings or spans, as lines, lists, in a fence or in CSV."""

from __future__ import annotations

import ast
import csv
import io

from ..corpora.json_values import values_of
from ..corpora.jsonl import BESIDE, Place, note_others, refuse_others
from ..corpora.sentences import PARTS
from ..corpora.sources import FormatError, as_text, at_line, lines_of, name_of, nothing_remarked
from ..ground.columns import BYTE_ORDER_MARK
from ..ground.wording import some
from .grouping import grouped
from .labels import Survey, given_meanings, spans_of
from .masks import ids_of, negations_of
from .placing import WHOLE
from .predicted import Predicted
from .rows import named, read_twice
from .strings import Strings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

    from ..corpora.sources import File, Remarked
    from .labels import Labelling, Meanings
    from .reading import Reading

    Item = str | int | tuple[int, str]

TOKENS = ("tokens", "words", "token", "word")
TEXT = ("text", "sentence", "sent", "input")
DOCUMENT = ("document", "doc", "doc_id", "document_id", "file", "book", "chapter")
NUMBER = ("number", "sent_id", "sentence_id", "sent_num", "sent_nr", "sentence_number")
LABELS = (
    "labels ner_tags tags bio bio_tags label tag predictions prediction pred preds pred_tags predicted_labels"
).split()
CUES = "cue_masks cue_mask cue_labels cue_ids cue_tags cues cue".split()
SCOPES = "scope_masks scope_mask scope_labels scope_ids scope_tags scopes scope".split()
EVENTS = "event_masks event_mask events event".split()
NEGATIONS = ("negations", "negation", "negated")
FENCE = b"```"


def values(stream: IO[bytes], name: str) -> Iterator[tuple[int, Any]]:
    """Yield the JSON values of a file, each with its line: of lines, of a list, of fences, or of CSV.

    An object whose one value is a list of objects stands for these.
    """
    stream.seek(0)
    head = stream.read(1 << 12)
    stream.seek(0)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] not in b"[{" and FENCE not in head:
        yield from _rows(stream, name)
        return
    if FENCE not in head:
        yield from _unwrapped(values_of(named(stream, name)))
        return
    content = stream.read()
    before = 0
    for place, piece in enumerate(content.split(FENCE)):
        if place % 2:
            body = piece.partition(b"\n")[2] if piece[:1] not in b"[{" else piece
            body = b"\n" * (before + (body is not piece)) + body
            yield from _unwrapped(values_of(named(io.BytesIO(body), name)))
        before += piece.count(b"\n")


def _unwrapped(found: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    for line, value in found:
        if isinstance(value, dict) and len(value) == 1:
            (inside,) = value.values()
            if isinstance(inside, list) and inside and all(isinstance(o, dict) for o in inside):
                yield from ((line, one) for one in inside)
                continue
        yield line, value


def _rows(stream: IO[bytes], name: str) -> Iterator[tuple[int, Any]]:
    """Yield the rows of a CSV file with a header as objects; lists in its fields as lists."""
    lines = (as_text(line.removeprefix(BYTE_ORDER_MARK)) for line in lines_of(stream, name))
    reader = csv.DictReader(lines, restkey="")
    try:
        for row in reader:
            yield reader.line_num, {key: _value(text) for key, text in row.items() if key}
    except csv.Error as error:
        raise FormatError(
            name, reader.line_num, "text that is not CSV (%s)" % error, "CSV"
        ) from None


def _value(text: object) -> object:
    """Return the list that a field of CSV holds in JSON or as Python writes it, else its text."""
    if not isinstance(text, str) or not text.startswith("["):
        return text
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        spaced = text.strip("[]").split()
        return [int(one) for one in spaced] if all(o.isdecimal() for o in spaced) else text


def first_of(value: dict[str, Any], names: tuple[str, ...] | list[str]) -> tuple[str, Any]:
    """Return the first of some names that an object has, and its value; "" and None if it has none."""
    small = {key.lower(): key for key in value}
    name = next((small[one] for one in names if one in small), "")
    return name, value.get(name) if name else None


class Given:
    """An object of predictions, its place, and the names of it that were read."""

    def __init__(self, place: Place, value: dict[str, Any]) -> None:
        self.place, self.value = place, value
        self.read: set[str] = set()

    def get(self, names: tuple[str, ...] | list[str]) -> Any:
        """Return the value of the first of some names that the object has, None without."""
        name, found = first_of(self.value, names)
        self.read.add(name)
        return found

    def wrong(self, expected: str) -> FormatError:
        """Return the error for an object without what was expected."""
        refuse_others(self.value, self.read, self.place, expected)
        names = some(["`%s`" % name for name in self.value], 8) or "no name"
        return FormatError(self.place.name, self.place.line, "an object with %s" % names, expected)

    def check(self, reading: Reading, remarked: Remarked, expected: str) -> None:
        """Remark on names that were not read; raise FormatError if they are a third or more."""
        refuse_others(self.value, self.read, self.place, expected, reading.leave_out)
        note_others(self.value, (*self.read, *BESIDE, *reading.leave_out), self.place, remarked)

    def words(self) -> tuple[str, ...] | None:
        """Return the words of a sentence, None if it has none."""
        found = self.get(TOKENS)
        if found is None and isinstance(first_of(self.value, TEXT)[1], list):
            found = self.get(TEXT)
        if found is None:
            return None
        at = self.place.inside("tokens")
        words = []
        for inside, one in at.items(found):
            if isinstance(one, dict):
                one = first_of(one, ("word", "text", "token", "form"))[1]
            words.append(inside.string(one))
        return tuple(words)

    def name(self) -> tuple[str | None, str | None]:
        """Return the document and the number of a sentence."""
        return self.place.text(self.get(DOCUMENT)), self.place.text(self.get(NUMBER))


def _records(stream: IO[bytes], name: str, expected: str) -> Iterator[Given]:
    """Yield the objects of a file; raise FormatError for one that is not an object, or if there are none."""
    found = False
    for line, value in values(stream, name):
        found = True
        if not isinstance(value, dict):
            raise Place(name, line).wrong(value, expected)
        yield Given(Place(name, line), value)
    if not found:
        raise FormatError(name, None, "no object", expected)


WITH_LABELS = "objects with `tokens` and as many labels"


def read_json_labels(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of JSON objects with tokens and labels, one for each sentence.

    A list of objects with ``token`` and ``label`` is a sentence too.
    """
    name = name_of(file)
    given = given_meanings(reading.labels)
    keys = [reading.labels_key.lower()] if reading.labels_key else LABELS
    with read_twice(file) as stream:
        survey = Survey()
        for record, _, labels, _ in _labelled(stream, name, keys, given.order):
            survey.add(labels, record.place.line)
        labelling = _of_file(survey, name, given, remarked)
        for record, words, labels, is_part in _labelled(stream, name, keys, given.order):
            line = record.place.line
            told = at_line(remarked, line)
            document, number = record.name()
            spans = spans_of(labels, labelling, told)
            negations = grouped(spans, reading.grouping, told, " ".join(words[:5]))
            record.get(TEXT)
            record.check(reading, remarked, WITH_LABELS)
            yield Predicted(
                name,
                line,
                document,
                number,
                words,
                is_part=is_part,
                has_scopes=labelling.has_scopes,
                negations=negations,
            )


def _of_file(survey: Survey, name: str, given: Meanings, remarked: Remarked) -> Labelling:
    numbers = [label for label in survey.labels if label.isdecimal()]
    if numbers and not given.meanings:
        raise FormatError(
            name,
            survey.labels[numbers[0]],
            "numbers for labels (%s)" % some(numbers, 5),
            "their names, from 0: --labels O,B-CUE,I-CUE,B-SCOPE,I-SCOPE, in the order of the model",
        )
    return survey.located(name, given, remarked)


def _labelled(
    stream: IO[bytes], name: str, keys: list[str], order: tuple[str, ...]
) -> Iterator[tuple[Given, tuple[str, ...], list[str], bool]]:
    """Yield each object with its words and labels, and whether it may be one negation of several."""
    for line, value in values(stream, name):
        for tokens in _token_lists(value):
            place = Place(name, line)
            words = tuple(place.string(first_of(one, TOKENS)[1]) for one in tokens)
            labels = [place.string(first_of(one, LABELS)[1]) for one in tokens]
            record = Given(place, {"tokens": words})
            record.read.add("tokens")
            yield record, words, labels, True
        if isinstance(value, list):
            continue
        if not isinstance(value, dict):
            raise Place(name, line).wrong(value, WITH_LABELS)
        record = Given(Place(name, line), value)
        own = record.words()
        given = record.get(keys)
        if own is None or not isinstance(given, list):
            raise record.wrong(WITH_LABELS)
        labels = [_label(one, order, record.place) for one in given]
        if len(labels) != len(own):
            found = "%d labels for %d tokens" % (len(labels), len(own))
            raise FormatError(name, line, found, "as many labels as tokens")
        yield record, own, labels, False


def _token_lists(value: object) -> Iterator[list[dict[str, Any]]]:
    """Yield the lists of objects with token and label, however deep they are in lists."""
    if isinstance(value, list) and value:
        if all(isinstance(one, dict) for one in value):
            yield value
        else:
            for one in value:
                yield from _token_lists(one)


def _label(value: object, order: tuple[str, ...], place: Place) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        if order and 0 <= value < len(order):
            return order[value]
        if order:
            raise place.wrong(value, "a number from 0 to %d, as --labels has" % (len(order) - 1))
        return str(value)
    return place.string(value)


WITH_STRINGS = "objects with a sentence and `negations`, each with a cue"


def read_strings(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of JSON objects with a sentence and its negations as strings or positions."""
    name = name_of(file)
    with read_twice(file) as stream:
        for record in _records(stream, name, WITH_STRINGS):
            document, number = record.name()
            words = record.words()
            text = record.get(TEXT)
            given = record.get(NEGATIONS)
            if given is None and not {name.lower() for name in record.value}.isdisjoint(NEGATIONS):
                given = []
            is_part = given is None
            place = record.place.inside("negations")
            if is_part:
                if record.get(CUES) is None:
                    raise record.wrong(WITH_STRINGS)
                given = [record.value]
            if words is None and not isinstance(text, str):
                raise record.wrong(WITH_STRINGS)
            found = []
            for at, one in place.items(given):
                one = {"cue": one} if isinstance(one, str) else at.mapping(one)
                inside = Given(at, one)
                parts = [
                    _strings(at.inside(part), inside.get(names))
                    for part, names in zip(PARTS, (CUES, SCOPES, EVENTS))
                ]
                record.read |= inside.read if is_part else set()
                if not is_part:
                    inside.check(reading, remarked, WITH_STRINGS)
                if any(parts):
                    found.append(Strings(*parts))
            record.check(reading, remarked, WITH_STRINGS)
            yield Predicted(
                name,
                record.place.line,
                document,
                number,
                words,
                text if words is None else None,
                is_part=is_part or words is None,
                strings=tuple(found),
            )


def _strings(place: Place, value: object) -> tuple[Item, ...]:
    """Return a part that is given as a string, or a list of strings or positions."""
    if value is None or (isinstance(value, str) and value.strip().lower() in ("", "none", "null")):
        return ()
    found: list[Item] = []
    for at, one in place.items(value if isinstance(value, list) else [value]):
        if isinstance(one, list) and len(one) == 2 and isinstance(one[0], int):
            found.append((one[0], at.string(one[1])))
        elif (isinstance(one, int) and not isinstance(one, bool)) or isinstance(one, str):
            found.append(one)
        else:
            raise at.wrong(one, "a string, a position or [position, string]")
    return tuple(found)


WITH_MASKS = "objects with `tokens`, `cue_masks` and `scope_masks`, or [words, cues, scopes]"


def read_masks(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of masks: a record for each negation, or for the cues of a sentence.

    A record has words, a mask of the cue, or its kinds 0 to 3 as in NegBERT (0 an
    affix, 1 a word, 2 a part of a cue of several words, 3 none), and a mask of the
    scope. What the numbers mean shows in the whole file, which is read twice.
    """
    name = name_of(file)
    with read_twice(file) as stream:
        seen: set[int] = set()
        for _, _, cue, _, _ in _masks(stream, name):
            seen.update(cue or ())
        ids = ids_of(seen)
        if not seen <= {*ids}:
            found = "%s in masks of cues" % some(sorted(map(str, seen - {*ids})), 5)
            raise FormatError(name, None, found, "0 and 1, or kinds from 0 to 4")
        for record, words, cue, scope, event in _masks(stream, name):
            document, number = record.name()
            record.check(reading, remarked, WITH_MASKS)
            line = record.place.line
            told = remarked if reading.affixes == WHOLE else nothing_remarked
            negations = negations_of(words, cue, scope, event, ids, at_line(told, line))
            yield Predicted(
                name,
                line,
                document,
                number,
                words,
                is_part=scope is not None,
                has_scopes=scope is not None,
                negations=tuple(negations),
            )


def _masks(
    stream: IO[bytes], name: str
) -> Iterator[tuple[Given, tuple[str, ...], list[int] | None, list[int] | None, list[int] | None]]:
    """Yield each record with its words and its masks of cue, scope and event."""
    found = False
    for line, value in values(stream, name):
        found = True
        if (
            isinstance(value, list)
            and len(value) in (2, 3)
            and all(isinstance(o, list) for o in value)
        ):
            value = dict(zip(("tokens", "cue_masks", "scope_masks"), value))
            if len(value["tokens"]) == 1 < len(value["cue_masks"]):
                value["tokens"] = str(value["tokens"][0]).split()
        if not isinstance(value, dict):
            raise Place(name, line).wrong(value, WITH_MASKS)
        record = Given(Place(name, line), value)
        words = record.words()
        cue, scope = record.get(CUES), record.get(SCOPES)
        if words is None or (cue is None and scope is None):
            raise record.wrong(WITH_MASKS)
        lists = []
        for key, one in (("cue", cue), ("scope", scope), ("event", record.get(EVENTS))):
            place = record.place.inside(key)
            lists.append(None if one is None else _numbers(place, one, words))
            others = [number for number in lists[-1] or () if number not in (0, 1)]
            if key != "cue" and others:
                raise place.wrong(others[0], "0 and 1")
        record.get(TEXT)
        yield record, words, lists[0], lists[1], lists[2]
    if not found:
        raise FormatError(name, None, "no record", WITH_MASKS)


def _numbers(place: Place, value: object, words: tuple[str, ...]) -> list[int]:
    found = []
    for at, one in place.items(value):
        if isinstance(one, str) and one.isdecimal():
            one = int(one)
        if not isinstance(one, int):
            raise at.wrong(one, "a number of a mask")
        found.append(int(one))
    if len(found) != len(words):
        what = "%d numbers for %d tokens in %s" % (len(found), len(words), place.path)
        raise FormatError(place.name, place.line, what, "one for each token")
    return found
