"""EPE JSON lines (Oepen et al. 2017): graphs whose nodes have negations."""

from __future__ import annotations

from .json_values import Place
from .jsonl import read_objects
from .sentences import PARTS, Negation, Sentence, Token
from .source import WITHOUT_CUE, name_of, stem_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .options import Reading
    from .source import File, Remarked


def read_epe(file: File, reading: Reading, remarked: Remarked) -> Iterator[Sentence]:
    """Yield the sentences of a file in the EPE interchange format, a path or binary stream.

    Each line is an object with ``id`` and ``nodes``. A node is a token: its ``form``,
    and the ``lemma`` and ``pos`` of its ``properties``. Its ``negation`` is a list of
    {"id", "cue", "scope", "event"}, where each part is the token's string in it.
    `remarked` is called for nodes without form, which are not tokens. The number is
    the ``id``, the document the ``source`` or the reading's. Raises FormatError, which
    names the file and line, for anything else.
    """
    name = name_of(file)
    for line, value in read_objects(file):
        yield _sentence(Place(name, line), value, reading.document or stem_of(file), remarked)


def _sentence(place: Place, value: dict[str, Any], document: str, remarked: Remarked) -> Sentence:
    tokens: list[Token] = []
    parts: dict[str, dict[str, dict[int, str]]] = {}
    for at, item in place.inside("nodes").items(value.get("nodes")):
        node = at.mapping(item)
        form = at.inside("form").text(node.get("form"))
        given = node.get("negation")
        if not form:
            remarked(place.line, "nodes without form, left out", at.path)
            if given:
                remarked(place.line, "negations of nodes without form, left out", at.path)
            continue
        properties = at.inside("properties").mapping(node.get("properties") or {})
        tag, lemma = (
            at.inside("properties").inside(key).text(properties.get(key)) or "_"
            for key in ("pos", "lemma")
        )
        position = len(tokens)
        tokens.append(Token(form, tag, lemma))
        for inside, one in at.inside("negation").items(given or []):
            negation = inside.mapping(one)
            identifier = inside.inside("id").text(negation.get("id"))
            if identifier is None:
                raise inside.wrong(one, "an id")
            held = parts.setdefault(identifier, {part: {} for part in PARTS})
            for part in PARTS:
                string = inside.inside(part).text(negation.get(part))
                if string:
                    held[part][position] = string
    if not tokens:
        raise place.inside("nodes").wrong(value.get("nodes"), "a node with a form")
    negations = []
    for identifier, held in parts.items():
        if not held["cue"]:
            remarked(place.line, WITHOUT_CUE, identifier)
        negations.append(
            Negation(
                *[
                    [
                        position if string == tokens[position].word else (position, string)
                        for position, string in held[part].items()
                    ]
                    for part in PARTS
                ]
            )
        )
    number = place.inside("id").text(value.get("id"))
    source = value.get("source")
    return Sentence._make(
        (
            tuple(tokens),
            tuple(negations),
            source if isinstance(source, str) and source else document,
            number,
            None,
        )
    )
