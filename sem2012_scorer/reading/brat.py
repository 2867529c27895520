"""brat: a file of annotations beside a file of text, as NUBes and IULA+ have them."""

from __future__ import annotations

import os

from ..ground.wording import shortened
from .labels import CUE, LEFT_OUT, SCOPE, Meanings, given_meanings, understood
from .predicted import CharacterSpan, Predicted
from .source import FormatError, Source, as_source, as_text, text_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .options import Reading
    from .source import File, Remarked

    Pieces = tuple[tuple[int, int], ...]

RELATIONS = {"scope": SCOPE, "discscope": SCOPE, "discmarker": CUE, "disccue": CUE}
"""Relations from a cue or a scope to a span: the part that this span is of, in small letters."""


def read_brat(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of a file ``.ann`` of brat, one for its whole text.

    The text is the file of the same name that ends in ``.txt``. Relations (Scope and the like)
    say whose a scope is; spans without are grouped by their places.
    """
    source = as_source(file)
    name = source.name
    if source.path is None:
        raise FormatError(name, None, "a stream", "a file .ann by name, with its .txt beside it")
    beside = Source(os.path.splitext(source.path)[0] + ".txt")
    text = as_text(beside.content()).removeprefix("\ufeff")
    spans: dict[str, tuple[str, Pieces, int]] = {}
    relations: list[tuple[str, str, str, int]] = []
    quoted: dict[str, str] = {}
    for number, line in text_lines(source):
        fields = line.split("\t")
        if fields[0].startswith("T"):
            if fields[0] in spans:
                expected = "another name: %s is in line %d" % (fields[0], spans[fields[0]][2])
                raise _wrong(name, number, fields, expected)
            label, pieces = _span(name, number, fields, len(text))
            spans[fields[0]] = label, pieces, number
            if len(fields) > 2:
                quoted[fields[0]] = fields[2]
        elif fields[0].startswith("R"):
            found = fields[1].split() if len(fields) > 1 else []
            if len(found) != 3:
                raise _wrong(name, number, fields, "R, a tab, its name, Arg1: and Arg2:")
            relations.append((found[0], *(one.partition(":")[2] for one in found[1:]), number))  # type: ignore[arg-type]
    made = _made(name, spans, relations, given_meanings(reading.labels), quoted)
    yield Predicted(name, 1, text=text, spans=made)


def _wrong(name: str, line: int, fields: list[str], expected: str) -> FormatError:
    return FormatError(name, line, repr(shortened("\t".join(fields))), expected)


def _span(name: str, line: int, fields: list[str], length: int) -> tuple[str, Pieces]:
    """Return the label and the pieces of a line such as ``T1 TAB Cue 0 2;5 7 TAB No ma``."""
    label, _, places = (fields[1] if len(fields) > 1 else "").partition(" ")
    pieces = []
    for piece in places.split(";"):
        ends = piece.split()
        if len(ends) != 2 or not all(map(str.isdecimal, ends)) or int(ends[1]) > length:
            raise _wrong(
                name,
                line,
                fields,
                "a label and places in the text, which has %d characters" % length,
            )
        pieces.append((int(ends[0]), int(ends[1])))
    return label, tuple(pieces)


def _made(
    name: str,
    spans: dict[str, tuple[str, Pieces, int]],
    relations: list[tuple[str, str, str, int]],
    given: Meanings,
    quoted: Mapping[str, str],
) -> tuple[CharacterSpan, ...]:
    """Return the spans of a text, those in relations with their cue as a group."""
    meant, unknown = understood(dict.fromkeys(label for label, _, _ in spans.values()), given)
    kinds = {
        key: (meant[label].kinds or (("", None),))[0][0] if label in meant else ""
        for key, (label, _, _) in spans.items()
    }
    both: list[tuple[str, str]] = []
    for label, one, other, line in relations:
        if one not in spans or other not in spans:
            missing = one if one not in spans else other
            raise FormatError(name, line, "a relation to %s" % missing, "a span that is there")
        part = RELATIONS.get(label.lower())
        if part == SCOPE and kinds[one] != CUE and kinds[other] == CUE and label.lower() == "scope":
            expected = "a relation from a cue to its scope"
            raise FormatError(
                name, line, "a relation from %s to the cue %s" % (one, other), expected
            )
        if part == SCOPE and kinds[other] == CUE:
            # A cue inside the scope of another is both.
            both.append((other, one))
            continue
        if part is not None and label.lower() != "discmarker" and kinds[one] != LEFT_OUT:
            kinds[other] = part
        elif part is not None and kinds[one] == LEFT_OUT:
            kinds[other] = LEFT_OUT
    bare = [key for key in spans if not kinds[key] and spans[key][0] in unknown]
    if bare:
        label, _, line = spans[bare[0]]
        found = "the label %r" % label
        raise FormatError(
            name, line, found, "--labels %s=CUE, or %s=O to leave it out" % (label, label)
        )
    owner: dict[str, list[str]] = {}
    for label, one, other, _ in relations:
        if label.lower() in RELATIONS and (other, one) not in both:
            owner.setdefault(other, []).append(one)
    made = []
    numbers = {key: number for number, key in enumerate(spans)}
    grouped = {one for _, one, _, _ in relations} | {*owner}
    for key, (_, pieces, _) in spans.items():
        if not kinds[key]:
            continue
        cues = _roots(key, owner) if key in grouped else []
        cues = [one for one in cues if kinds[one] == CUE]
        groups: list[int | None] = [numbers[cue] for cue in cues]
        made += [
            CharacterSpan(kinds[key], pieces, group, quoted.get(key)) for group in groups or [None]
        ]
    for scope, cue in both:
        made.append(CharacterSpan(SCOPE, spans[scope][1], numbers[cue]))
    return tuple(made)


def _roots(key: str, owner: dict[str, list[str]]) -> list[str]:
    """Return the spans that a span belongs to at last, itself if it belongs to none."""
    seen, waiting, found = {key}, [key], []
    while waiting:
        one = waiting.pop()
        if one not in owner:
            found.append(one)
        for other in owner.get(one, ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return found
