"""Labelled spans of characters: Label Studio, Prodigy, doccano, spaCy, a pipeline of Hugging Face."""

from __future__ import annotations

from .fields import read_name
from .labels import CUE, split_label, understood
from .options import LABEL
from .predicted import CharacterSpan
from .source import FormatError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .json_values import Place
    from .labels import Meanings
    from .source import Remarked

LABELS = ("label", "labels", "entity", "entity_group", "type")


def spans_of_record(
    given: list[Any], place: Place, meanings: Meanings, remarked: Remarked, text: str | None
) -> tuple[CharacterSpan, ...]:
    """Return the labelled spans that a record lists, those of B- and I- put together.

    Raises FormatError for the spans of several systems, and for labels or places that cannot be.
    """
    results = [one for one in given if isinstance(one, dict) and "result" in one]
    if len(results) > 1:
        what = "%d lists of spans in %s" % (len(results), place.path or "a record")
        raise FormatError(place.name, place.line, what, "those of one system")
    listed = []
    for one in results[0]["result"] or [] if results else given:
        if isinstance(one, list) and len(one) == 3:
            one = dict(zip(("start", "end", "label"), one))
        value = one.get("value", one) if isinstance(one, dict) else one
        if not isinstance(value, dict):
            raise place.wrong(one, "a span with start, end and label")
        if "from_id" in value:
            remarked(place.line, "relations between spans, left out", "")
        else:
            listed.append(value)
    return _joined(_read(listed, place, text), place, meanings)


def _read(
    listed: list[dict[str, Any]], place: Place, text: str | None
) -> list[tuple[int, int, str, str | None]]:
    """Return start, end, label and quoted text of each label of each span."""
    read = []
    for one in listed:
        start, end = _ends(one, place, None if text is None else len(text))
        label = next((one[key] for key in LABELS if key in one), None)
        if label is None:
            named = [key for key in one if read_name(key).role == LABEL]
            label = one[named[0]] if named else None
        quoted = one.get("text") if text is not None else None
        for own in label if isinstance(label, list) else [label]:
            read.append(
                (start, end, place.string(own), quoted if isinstance(quoted, str) else None)
            )
    return read


def _ends(one: dict[str, Any], place: Place, length: int | None) -> tuple[int, int]:
    start, end = (one.get(key, one.get(key + "_offset")) for key in ("start", "end"))
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start <= end):
        raise place.wrong(one, "whole numbers as start and end")
    if length is not None and end > length:
        raise place.wrong(one, "places in the text, which has %d characters" % length)
    return start, end


def _joined(
    read: list[tuple[int, int, str, str | None]], place: Place, meanings: Meanings
) -> tuple[CharacterSpan, ...]:
    meant, unknown = understood(dict.fromkeys(label for _, _, label, _ in read), meanings)
    if unknown:
        expected = (
            "CUE, SCOPE or EVENT; say what others mean: --labels %s=CUE, or %s=O to leave it out"
        )
        found = "the label %r" % unknown[0]
        raise FormatError(place.name, place.line, found, expected % (unknown[0], unknown[0]))
    found_spans: list[tuple[str, list[tuple[int, int]], str | None]] = []
    for start, end, label, quoted in sorted(read, key=lambda one: one[:3]):
        if not meant[label].kinds:
            continue
        kind, letter = meant[label].kinds[0][0], split_label(label)[0]
        last = next((pieces for own, pieces, _ in reversed(found_spans) if own == kind), None)
        if last is not None and letter in ("I", "E", "B", "L"):
            touches = start - last[-1][1] <= 1
            if start == last[-1][1] or (letter != "B" and (touches or kind == CUE)):
                last.append((start, end))
                continue
        found_spans.append((kind, [(start, end)], quoted))
    return tuple(
        [
            CharacterSpan(kind, tuple(pieces), None, quoted if len(pieces) == 1 else None)
            for kind, pieces, quoted in found_spans
        ]
    )


def part_span(
    place: Place,
    value: Any,
    kind: str,
    group: int,
    words: Sequence[str] | None,
    text: str | None,
) -> list[CharacterSpan]:
    """Return a part of a negation that is given as objects with text, start and end.

    The ends are characters of the text, or of the words with blanks between them; where only
    tokens fit what the object quotes, they are tokens. Raises FormatError where nothing fits.
    """
    whole = text if words is None else " ".join(words)
    assert whole is not None
    starts = [0]
    for word in words or ():
        starts.append(starts[-1] + len(word) + 1)
    pieces = []
    for one in value if isinstance(value, list) else [value]:
        start, end = _ends(one, place, None)
        quoted = one.get("text", one.get("word"))
        ways = [(start, end)]
        if words is not None and end <= len(words):
            ways.append((starts[start], starts[end] - 1))
            ways += [(starts[start], starts[end + 1] - 1)] if end < len(words) else []
        fits = [way for way in ways if quoted is not None and whole[slice(*way)] == quoted]
        if quoted is None and words is None and end <= len(whole):
            fits = ways
        if not fits:
            raise place.wrong(
                one, "start and end as places of characters, with the text between them"
            )
        pieces.append(fits[0])
    return [CharacterSpan(kind, tuple(sorted(pieces)), group)]
