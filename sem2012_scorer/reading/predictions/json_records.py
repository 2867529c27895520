"""JSON: objects or lists, one per line or all in one list, each a sentence or one of its negations.

Begin at `read_json`. `JSON_FORMATS` has a row for each kind of record: the keys by which it is recognized,
and what reads it. Anything else gets one refusal.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

from ...common.columns import CUE, PARTS, SCOPE
from ...common.wording import shortened_list, shortly
from ..label_names import Label, is_label
from ..notes import Note, constant_note
from .json_values import Record, are_words, is_triple, records_in
from .label_reader import LabelReader
from .model import (
    Layer,
    Piece,
    Predicted,
    PredictedPart,
    PredictionError,
    characters_of_cell,
    compared_characters,
    one_negation,
    ranges_of_compared_characters,
)

KEYS = TOKENS, TEXT, NEGATIONS = ("tokens", "text", "negations")
IGNORED = {"id", "doc_id", "document", "sent_id", "number", "meta"}
_OFFSETS = re.compile(r"(\d{1,9}):(\d{1,9})")


def read_json(
    text: str, file: str, fields: Mapping[str, list[str]], meanings: Mapping[str, Label]
) -> tuple[list[Predicted], Counter[Note]]:
    """Return the sentences of a JSON file; `fields` name the keys that are called differently."""
    if meanings:
        raise ValueError("--labels is for labels and pairs, not for JSON")
    for what in fields:
        if what not in KEYS:
            raise ValueError("--fields for JSON takes tokens, text and negations, not %s" % what)
    records = list(records_in(text, file))
    if not records:
        raise PredictionError(file, None, "no JSON object")
    kind = OURS
    if not fields:
        kind = next(kind for kind in JSON_FORMATS if kind.recognize(records))
    notes: Counter[Note] = Counter()
    if kind is not OURS:
        notes[constant_note(f"recognized as {kind.name} ({kind.source})")] += 1
    return kind.read(records, fields), notes


# ---------------------------------------------------------------------------
# An object for each sentence, with its negations


def _read_negations(records: Sequence[Record], fields: Mapping[str, list[str]]) -> list[Predicted]:
    """Return sentences given as tokens or text, with a list of negations; each part is positions or strings."""
    names = {what: fields.get(what, [what])[0] for what in KEYS}
    found = []
    lengths = []
    for record in records:
        if not isinstance(record.value, dict):
            raise record.refusal(
                f"expected an object with tokens and negations, not {shortly(record.value)}"
            )
        unknown = [key for key in record.value if key not in {*names.values(), *IGNORED}]
        if unknown and not fields:
            listed = shortened_list([shortly(key, 20) for key in unknown], 3)
            what = f"unknown {'key' if len(unknown) == 1 else 'keys'} {listed}"
            raise record.refusal(what, *_fields_to_give(records))
        words = _words_of(record, names)
        is_text = record.value.get(names[TOKENS]) is None
        ranges = [] if is_text else ranges_of_compared_characters(words)
        layers = []
        for negation in _negations_of_record(record, names[NEGATIONS]):
            layers.append(_parts_of_negation(record, negation, ranges))
        lengths += [len(part.pieces) for part in chain.from_iterable(layers) if part.pieces]
        found.append(Predicted(record.line, words, tuple(layers), is_text))
    if len(lengths) > 2 and set(lengths) == {2}:
        what = "every part has two numbers: they look like start and end, not like all positions"
        raise records[0].refusal(what)
    return found


def _negations_of_record(record: Record, name: str) -> list[Any]:
    """Return the negations of a sentence, under a name."""
    if name not in record.value:
        raise record.refusal(f'no "{name}": a sentence without negation has an empty list')
    negations = record.value[name]
    if not isinstance(negations, list) and negations is not None:
        raise record.refusal(f'"{name}" must be a list of objects, not {shortly(negations)}')
    return negations or []


def _fields_to_give(records: Sequence[Record]) -> tuple[str, ...]:
    """Return the --fields that read the records: tried on them; nothing if none do."""
    first = records[0].value
    fields: dict[str, list[str]] = {}
    for key, value in first.items():
        for what, is_so in ((TOKENS, _is_sentence), (TEXT, _is_text), (NEGATIONS, _are_objects)):
            if key not in {*KEYS, *IGNORED} and what not in first and is_so(value):
                fields.setdefault(what, []).append(key)
    if not fields or any(len(keys) > 1 for keys in fields.values()):
        return ()
    try:
        _read_negations(records, fields)
    except PredictionError:
        return ()
    return (
        "--fields " + " ".join(f"{what}={shlex.quote(key)}" for what, (key,) in fields.items()),
    )


def _is_sentence(value: Any) -> bool:
    return bool(value) and are_words(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_objects(value: Any) -> bool:
    """Return whether a value is a list of objects, which may be empty."""
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _words_of(record: Record, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tokens of a sentence, or its text alone."""
    words, text = record.value.get(names[TOKENS]), record.value.get(names[TEXT])
    if words is None and isinstance(text, str):
        return (text,)
    if not are_words(words):
        what = f'expected "{names[TOKENS]}", a list of words, or "{names[TEXT]}", a string'
        raise record.refusal(what)
    return tuple(words)


def _parts_of_negation(record: Record, negation: Any, ranges: Sequence[Piece]) -> Layer:
    """Return the parts of a negation; `ranges` are the characters of the tokens, none for a text."""
    if not isinstance(negation, dict) or set(negation) - {*PARTS, *IGNORED}:
        what = f"expected an object with cue, scope and event for each negation, not {shortly(negation)}"
        raise record.refusal(what)
    parts = []
    for part in PARTS:
        value = negation.get(part)
        values = [value] if isinstance(value, str) else value
        if not values and values in (None, []):
            continue
        if isinstance(values, list) and all(isinstance(one, str) for one in values):
            strings = tuple([string for string in values if string.strip()])
            parts += [PredictedPart(part, strings=strings)] if strings else []
        elif isinstance(values, list) and all(type(one) is int for one in values):
            parts.append(PredictedPart(part, _pieces_at(record, part, values, ranges)))
        else:
            what = f"{part} must be a string, a list of strings, or a list of positions, not {shortly(value)}"
            raise record.refusal(what)
    return tuple(parts)


def _pieces_at(
    record: Record, part: str, positions: list[int], ranges: Sequence[Piece]
) -> tuple[Piece, ...]:
    """Return the characters of the tokens at some positions."""
    if not ranges:
        raise record.refusal(
            f'the {part} is given as positions, which need "tokens" in place of "text"'
        )
    if any(a >= b for a, b in pairwise(positions)):
        raise record.refusal(f"{part} has positions that do not increase: {shortly(positions)}")
    outside = [n for n in positions if not 0 <= n < len(ranges)]
    if outside:
        last = len(ranges) - 1
        what = f"{part} has position {outside[0]}, but there are {last + 1} tokens (0 to {last})"
        raise record.refusal(what)
    return tuple([ranges[n] for n in positions])


# ---------------------------------------------------------------------------
# Public formats


def _read_offsets(records: Sequence[Record], fields: Mapping[str, list[str]]) -> list[Predicted]:
    """Return sentences of NoReC_neg: Cue and Scope are their strings and the characters of the text where they stand."""
    found = []
    for record in records:
        text = record.value.get("text") if record.has("text", "negations") else None
        if not isinstance(text, str) or not isinstance(record.value["negations"], list):
            raise record.refusal("expected a text and a list of negations, as in NoReC_neg")
        layers = []
        for negation in record.value["negations"]:
            if not isinstance(negation, dict) or {*negation, "Affixal"} != {
                "Cue",
                "Scope",
                "Affixal",
            }:
                raise record.refusal("expected Cue, Scope and Affixal in a negation of NoReC_neg")
            pieces = [
                (part, _pieces_at_offsets(record, text, negation[part.title()]))
                for part in (CUE, SCOPE)
            ]
            layers.append(tuple([PredictedPart(part, own) for part, own in pieces if own]))
        found.append(Predicted(record.line, tuple(text.split()), tuple(layers)))
    return found


def _pieces_at_offsets(record: Record, text: str, value: Any) -> tuple[Piece, ...]:
    """Return the compared characters of strings that stand in the text at offsets such as 12:17."""
    lists = value if isinstance(value, list) and all(isinstance(one, list) for one in value) else []
    if len(lists) != 2 or len(lists[0]) != len(lists[1]):
        raise record.refusal(f"expected strings and as many offsets, not {shortly(value)}")
    pieces = []
    for string, offsets in zip(*lists):
        places = _OFFSETS.fullmatch(str(offsets))
        start, end = (int(places[1]), int(places[2])) if places else (0, 0)
        if not string or text[start:end] != string:
            raise record.refusal(
                f"{shortly(string, 40)} does not stand at {shortly(offsets, 20)} of its text"
            )
        before = len(compared_characters(text[:start]))
        pieces.append((before, before + len(compared_characters(string))))
    return tuple(sorted(pieces))


def _read_nodes(records: Sequence[Record], fields: Mapping[str, list[str]]) -> list[Predicted]:
    """Return sentences of EPE: nodes, of which each says of which negations it is cue, scope or event.

    A sentence may be written once for each of its negations, one after the other with the same source and id.
    """
    found: list[Predicted] = []
    latest: tuple[Any, ...] = ()
    for record in records:
        nodes = record.value.get("nodes") if record.has("nodes") else None
        if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
            raise record.refusal("expected a list of nodes, as in EPE")
        if not are_words([node.get("form") for node in nodes]):
            raise record.refusal("expected a form in each node, as in EPE")
        words = tuple([node["form"] for node in nodes])
        layers = _layers_of_nodes(record, nodes, words)
        named = (record.value.get("source"), record.value.get("id"), words)
        if named == latest and named[1] is not None:
            layers = [*found.pop().layers, *layers]
        latest = named
        found.append(Predicted(record.line, words, tuple(layers)))
    return found


def _layers_of_nodes(
    record: Record, nodes: Sequence[Mapping[str, Any]], words: tuple[str, ...]
) -> list[tuple[PredictedPart, ...]]:
    """Return the negations of a sentence of EPE by their ids: each has parts with the pieces that its nodes give."""
    ranges = ranges_of_compared_characters(words)
    pieces: dict[Any, dict[str, list[Piece]]] = {}
    for token, node in enumerate(nodes):
        for own in _negations_of_node(record, node):
            of_negation = pieces.setdefault(own["id"], {part: [] for part in PARTS})
            for part in PARTS:
                if part in own:
                    piece = _piece_of_node(record, (token, own[part]), words, ranges)
                    of_negation[part].append(piece)
    layers = []
    for parts in pieces.values():
        made = [PredictedPart(part, tuple(own)) for part, own in parts.items() if own]
        layers.append(tuple(made))
    return layers


def _negations_of_node(record: Record, node: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a node says of negations: an object for each, with its id and the string of each part."""
    negations = node.get("negation", [])
    if not isinstance(negations, list):
        negations = [negations]
    for own in negations:
        is_known = isinstance(own, dict) and "id" in own and set(own) <= {"id", *PARTS}
        if not is_known or not isinstance(own["id"], (int, str)):
            what = f"expected id, cue, scope and event in a negation of EPE, not {shortly(own)}"
            raise record.refusal(what)
    return negations


def _piece_of_node(
    record: Record, item: tuple[int, Any], words: tuple[str, ...], ranges: Sequence[Piece]
) -> Piece:
    """Return the characters of a node's string, which is its form or a part of it."""
    token, string = item
    if not isinstance(string, str) or not string or string not in words[token]:
        what = f"{shortly(string, 40)} is not in the form {shortly(words[token], 40)} of its node"
        raise record.refusal(what)
    piece = characters_of_cell((token, string), words, ranges)
    assert piece is not None, "the string is in its word"
    return piece


def _with_negation(
    record: Record, sentence: Predicted, cue: Sequence[int], scope: Sequence[int]
) -> Predicted:
    """Return a sentence with one more negation, of tokens, if there is a cue; raise PredictionError if it is there already."""
    if not cue:
        return sentence
    layer = one_negation(cue, scope, ranges_of_compared_characters(sentence.words))
    if any(layer[0] == other[0] for other in sentence.layers):
        raise record.refusal("the same cue of the same sentence as in another record")
    return sentence._replace(layers=(*sentence.layers, layer))


def _read_parallel_lists(
    records: Sequence[Record], fields: Mapping[str, list[str]]
) -> list[Predicted]:
    """Return sentences with a list of words and a list of as many labels."""
    reader = LabelReader(records[0].file, {})
    read = []
    for record in records:
        lists = _parallel_lists(record)
        if lists is None:
            raise record.refusal("expected one list of words, and one of as many known labels")
        read.append((record, lists))
    reader.check_labels((record.line, label, "") for record, lists in read for label in lists[1])
    found = []
    for record, lists in read:
        words, labels = tuple(lists[0]), [reader.label(text) for text in lists[1]]
        ranges = ranges_of_compared_characters(words)
        layer = reader.layer([record.line] * len(words), labels, ranges)
        found.append(Predicted(record.line, words, (tuple(layer),), one_label=True))
    reader.finish()
    return found


def _parallel_lists(record: Record) -> tuple[list[str], list[str]] | None:
    """Return the words and the labels of an object without other lists, None for another."""
    if not record.has():
        return None
    lists = {key: value for key, value in record.value.items() if isinstance(value, list)}
    words = [lists.pop(key) for key in ("tokens", "words") if key in lists]
    both = [*words, *lists.values()]
    if len(words) != 1 or len(both) != 2 or not all(map(are_words, both)):
        return None
    is_known = len(both[0]) == len(both[1]) and all(is_label(text, {}) for text in both[1])
    if is_known:
        return (both[0], both[1])
    return None


def _read_triples(records: Sequence[Record], fields: Mapping[str, list[str]]) -> list[Predicted]:
    """Return sentences of NegBERT, which stand once for each of their negations, one after the other."""
    found: list[Predicted] = []
    for record in records:
        if not is_triple(record.value):
            raise record.refusal("expected words, 0 to 3 for the cue, and 0 or 1 for the scope")
        words = tuple(record.value[0])
        cue = [token for token, code in enumerate(record.value[1]) if code != 3]
        scope = [token for token, code in enumerate(record.value[2]) if code == 1]
        if scope and not cue:
            raise record.refusal("a scope without a cue")
        if not found or found[-1].words != words:
            found.append(Predicted(record.line, words, ()))
        found[-1] = _with_negation(record, found[-1], cue, scope)
    return found


class JsonFormat(NamedTuple):
    """A kind of records: where its meaning is documented, what recognizes them, and what reads them."""

    name: str
    source: str
    recognize: Callable[[Sequence[Record]], bool]
    read: Callable[[Sequence[Record], Mapping[str, list[str]]], list[Predicted]]


def _have_offsets(records: Sequence[Record]) -> bool:
    """Return whether a negation has Cue in place of cue."""
    lists = [record.value["negations"] for record in records if record.has("text", "negations")]
    negations = chain.from_iterable(one for one in lists if isinstance(one, list))
    return any(isinstance(negation, dict) and "Cue" in negation for negation in negations)


def _have_nodes(records: Sequence[Record]) -> bool:
    """Return whether the first record has the key of EPE."""
    return records[0].has("nodes")


def _are_parallel_lists(records: Sequence[Record]) -> bool:
    """Return whether the first record has words and labels, and no negations."""
    return not records[0].has(NEGATIONS) and _parallel_lists(records[0]) is not None


def _are_triples(records: Sequence[Record]) -> bool:
    """Return whether the first record is a list as NegBERT takes it."""
    return is_triple(records[0].value)


OURS = JsonFormat("negations", "docs/predictions.md", bool, _read_negations)
JSON_FORMATS = (
    JsonFormat("NoReC_neg", "github.com/ltgoslo/norec_neg", _have_offsets, _read_offsets),
    JsonFormat("EPE", "epe.nlpl.eu", _have_nodes, _read_nodes),
    JsonFormat("NegBERT", "github.com/shaitarAn/negations", _are_triples, _read_triples),
    JsonFormat(
        "words and labels",
        "huggingface.co/docs/transformers/tasks/token_classification",
        _are_parallel_lists,
        _read_parallel_lists,
    ),
    OURS,
)
