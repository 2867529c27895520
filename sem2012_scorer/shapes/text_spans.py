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
OF_EXPORTS = (
    "drafts file_upload inner_id total_annotations cancelled_annotations total_predictions project "
    "comment_count unresolved_comment_count comment_authors last_comment_updated_at updated_by"
).split()
"""What exports of Label Studio have beside."""
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
            record.read.update(OF_EXPORTS)
            listed = _listed(record, remarked)
            if listed is None:
                raise record.wrong(WITH_SPANS)
            record.check(reading, remarked, WITH_SPANS)
            spans = _spans(listed, place, given, len(text))
            yield Predicted(name, line, document, number, text=text, spans=spans)
        if one_sentence:
            yield Predicted(name, 1, spans=_spans(one_sentence, Place(name, 1), given))


def _listed(record: Given, remarked: Remarked) -> list[dict[str, Any]] | None:
    """Return the labelled spans of an object, whatever they are called; None if it has none.

    Raises FormatError for the predictions of several systems.
    """
    listed: list[dict[str, Any]] | None = None
    for key in SPANS:
        name, found = first_of(record.value, (key,))
        if not isinstance(found, list):
            continue
        record.read.add(name)
        if listed is not None:
            if found:
                remarked(record.place.line, "other lists of spans, left out", name)
            continue
        results = [one for one in found if isinstance(one, dict) and "result" in one]
        if len(results) > 1:
            what = "%d lists of spans in %s" % (len(results), name)
            raise FormatError(record.place.name, record.place.line, what, "those of one system")
        listed = []
        for one in results[0]["result"] or [] if results else found:
            if isinstance(one, list) and len(one) == 3:
                one = dict(zip(("start", "end", "label"), one))
            value = one.get("value", one) if isinstance(one, dict) else one
            if not isinstance(value, dict):
                raise record.place.wrong(one, "a span with start, end and label")
            if "from_id" in value:
                remarked(record.place.line, "relations between spans, left out", "")
            else:
                listed.append(value)
    return listed


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
            quoted = one.get("text") if length is not None else None
            read.append(
                (start, end, place.string(text), quoted if isinstance(quoted, str) else None)
            )
    meant, unknown = understood(dict.fromkeys(label for _, _, label, _ in read), given)
    if unknown:
        raise FormatError(
            place.name,
            place.line,
            "the label %r" % unknown[0],
            "CUE, SCOPE or EVENT; say what others mean: --labels %s=CUE, or %s=O to leave it out"
            % (unknown[0], unknown[0]),
        )
    found: list[tuple[str, list[tuple[int, int]], str | None]] = []
    for start, end, label, quoted in sorted(read, key=lambda one: one[:3]):
        if not meant[label].kinds:
            continue
        kind, letter = meant[label].kinds[0][0], split_label(label)[0]
        last = next((pieces for own, pieces, _ in reversed(found) if own == kind), None)
        if last is not None and letter in ("I", "E", "B", "L"):
            touches = start - last[-1][1] <= 1
            if start == last[-1][1] or (letter != "B" and (touches or kind == CUE)):
                last.append((start, end))
                continue
        found.append((kind, [(start, end)], quoted))
    return tuple(
        [
            CharacterSpan(kind, tuple(pieces), None, quoted if len(pieces) == 1 else None)
            for kind, pieces, quoted in found
        ]
    )
