"""Labelled spans of characters: Label Studio, Prodigy, doccano, spaCy, a pipeline of Hugging Face."""

from __future__ import annotations

from ..corpora.jsonl import Place
from ..corpora.sources import FormatError, name_of
from .labels import CUE, given_meanings, split_label, understood
from .predicted import CharacterSpan, Predicted
from .records import TEXT, TOKENS, Given, first_of, values
from .rows import read_twice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..corpora.sources import File, Remarked
    from .labels import Meanings
    from .reading import Reading

SPANS = "spans ents entities label labels predictions annotations result".split()
PIPELINE = {"entity", "entity_group"}
"""Names in what a pipeline of Hugging Face returns for a token or a span."""
WITH_SPANS = "objects with a text and labelled spans: start, end and label"


def read_spans(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of labelled spans of characters, one for each text.

    Read are Label Studio, Prodigy, doccano, spaCy's JSON, and what a pipeline of
    Hugging Face returns: a list for each sentence, whose places are those in its words
    with blanks between them.
    """
    name = name_of(file)
    given = given_meanings(reading.labels)
    with read_twice(file) as stream:
        one_sentence: list[dict[str, Any]] = []
        for line, value in values(stream, name):
            place = Place(name, line)
            if isinstance(value, dict) and PIPELINE & value.keys():
                one_sentence.append(value)
                continue
            if isinstance(value, list):
                found = [place.mapping(one) for one in value]
                spans = _spans(found, place, given)
                yield Predicted(name, line, spans=spans)
                continue
            record = Given(place, place.mapping(value))
            document, number = record.name()
            data = value.get("data")
            text = record.get(TEXT) if not isinstance(data, dict) else data.get("text")
            if not isinstance(text, str):
                raise record.wrong(WITH_SPANS)
            record.get(TOKENS)
            listed = _listed(record)
            if listed is None:
                raise record.wrong(WITH_SPANS)
            record.check(reading, remarked, WITH_SPANS)
            spans = _spans(listed, place, given, len(text))
            yield Predicted(name, line, document, number, text=text, spans=spans)
        if one_sentence:
            yield Predicted(name, 1, spans=_spans(one_sentence, Place(name, 1), given))


def _listed(record: Given) -> list[dict[str, Any]] | None:
    """Return the labelled spans of an object, whatever they are called; None if it has none."""
    for key in SPANS:
        name, found = first_of(record.value, (key,))
        if not isinstance(found, list):
            continue
        record.read.add(name)
        listed: list[dict[str, Any]] = []
        for one in found:
            if isinstance(one, list) and len(one) == 3:
                one = dict(zip(("start", "end", "label"), one))
            if isinstance(one, dict) and isinstance(one.get("result"), list):
                listed += [inner.get("value", inner) for inner in one["result"]]
            elif isinstance(one, dict):
                listed.append(one.get("value", one))
        return listed
    return None


def _spans(
    listed: list[dict[str, Any]], place: Place, given: Meanings, length: int | None = None
) -> tuple[CharacterSpan, ...]:
    """Return labelled spans, those of B- and I- put together; `length` is that of their text."""
    read = []
    for one in listed:
        start, end = one.get("start"), one.get("end")
        label = first_of(one, ("label", "labels", "entity", "entity_group", "type"))[1]
        for text in label if isinstance(label, list) else [label]:
            if not (isinstance(start, int) and isinstance(end, int) and 0 <= start <= end):
                raise place.wrong(one, "whole numbers as start and end")
            if length is not None and end > length:
                raise place.wrong(one, "places in the text, which has %d characters" % length)
            read.append((start, end, place.string(text)))
    meant, unknown = understood(dict.fromkeys(label for *_, label in read), given)
    if unknown:
        raise FormatError(
            place.name,
            place.line,
            "the label %r" % unknown[0],
            "CUE, SCOPE or EVENT; say what others mean: --labels %s=CUE, or %s=O to leave it out"
            % (unknown[0], unknown[0]),
        )
    found: list[tuple[str, list[tuple[int, int]]]] = []
    for start, end, label in sorted(read):
        if not meant[label].kinds:
            continue
        kind, letter = meant[label].kinds[0][0], split_label(label)[0]
        last = next((pieces for own, pieces in reversed(found) if own == kind), None)
        if last is not None and letter in ("I", "E", "B", "L"):
            touches = start - last[-1][1] <= 1
            if start == last[-1][1] or (letter != "B" and (touches or kind == CUE)):
                last.append((start, end))
                continue
        found.append((kind, [(start, end)]))
    return tuple([CharacterSpan(kind, tuple(pieces)) for kind, pieces in found])
