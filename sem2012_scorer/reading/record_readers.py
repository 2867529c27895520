"""The readers of records: labels, masks, strings or spans, for a sentence or for a negation of one."""

from __future__ import annotations

from ..ground.wording import plural, some
from .characters import key_of
from .fields import NEGATIONS, SPANS, Undecided, choose, is_beside, read_name
from .json_values import Pairs, Place
from .labels import Survey, given_meanings
from .masks import ids_of, negations_of
from .options import CUE, LABEL, SCOPE, TEXT, WHOLE, WORD
from .records import (
    EXPECTED,
    IN_STRINGS,
    LABELLED,
    MASKED,
    NOTHING,
    SPANNED,
    Given,
    Shapes,
    fields_given,
    is_placed,
    kind_of,
    records_of,
    values,
)
from .sentences import PARTS
from .source import FormatError, as_source, at_line, nothing_remarked
from .strings import Strings
from .text_spans import part_span, spans_of_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from .fields import Chosen
    from .labels import Meanings
    from .options import Reading
    from .predicted import Predicted
    from .source import File, Remarked, Source
    from .strings import Item

    Parts = list[tuple[Place, Any]]
    """Cue, scope and event of a negation as they are given, each with its place."""


def read_records(
    file: File, reading: Reading, remarked: Remarked, kind: str
) -> Iterator[Predicted]:
    """Yield the predictions of a file of records, one for each sentence, or for each negation of one.

    The file is read twice: what its names hold, and what its labels and masks mean, shows in the whole.
    Raises FormatError, which names the file and line, for anything else than one prediction.
    """
    source = as_source(file)
    meanings = given_meanings(reading.labels)
    shapes = Shapes(records_of(values(source), source.name), meanings)
    expected = EXPECTED[kind]
    if shapes.first is None:
        raise FormatError(source.name, None, "no object", expected)
    first = shapes.first
    given = fields_given(reading, shapes)
    missing = [name for name in given.values() if name not in shapes.names]
    if missing:
        there = some(list(shapes.names), 12)
        found = "no name %s (there are %s)" % (missing[0], there)
        raise FormatError(source.name, first.place.line, found, "a name that is there, in --fields")
    chosen = _chosen(shapes, given, reading.gold_cues, first.place)
    own = kind_of(shapes, chosen)
    if own is None or kind not in (own, SPANNED):
        raise first.wrong(expected)
    for name in chosen.second:
        remarked(None, "other annotation in the file, left out", name)
    known = {*chosen.fields.values(), *chosen.second}
    for name in shapes.names:
        if name not in known and not is_beside(name) and not given:
            remarked(None, "names that are not known, left out", name)
    records = records_of(values(source), source.name)
    if kind == SPANNED or own == SPANNED:
        yield from _spanned(records, chosen, meanings, remarked)
    elif own == LABELLED:
        yield from _labelled(records, chosen, shapes.labels, meanings, remarked)
    elif own == MASKED:
        yield from _masked(records, chosen, shapes.labels, reading, remarked)
    else:
        yield from _in_strings(source, chosen, remarked)


def _chosen(shapes: Shapes, given: dict[str, str], gold_cues: bool, place: Place) -> Chosen:
    """Return which name holds what; raise FormatError where two could be the prediction."""
    try:
        if not given:
            shapes.check_sides()
        return choose(list(shapes.names), shapes, given, gold_cues)
    except Undecided as error:
        raise FormatError(place.name, place.line, str(error), "one prediction") from None


def _labelled(
    records: Iterator[Given],
    chosen: Chosen,
    surveys: dict[str, Survey],
    given: Meanings,
    remarked: Remarked,
) -> Iterator[Predicted]:
    survey = surveys.get(chosen.fields.get(LABEL, ""), Survey(given))
    numbers = [label for label in survey.labels if label.isdecimal()]
    labelling = None
    for record in records:
        place, words, labels = record.place, record.words(chosen), record.get(chosen, LABEL)
        if words is None or not isinstance(labels, list):
            raise record.wrong(EXPECTED[LABELLED])
        if numbers and not given.meanings:
            found = "numbers for labels (%s)" % some(numbers, 5)
            expected = "their names, from 0: --labels O,B-CUE,I-CUE,B-SCOPE,I-SCOPE, in the order of the model"
            raise FormatError(place.name, survey.labels[numbers[0]], found, expected)
        if len(labels) != len(words):
            found = "%d labels for %d tokens" % (len(labels), len(words))
            raise FormatError(place.name, place.line, found, "one label for each token")
        labelling = labelling or survey.located(place.name, remarked)
        yield record.predicted(
            chosen,
            words,
            is_part=record.is_part,
            labels=(tuple(["" if one is None else str(one) for one in labels]),),
            labelling=labelling,
            lines=(place.line,) * len(words),
        )


def _masked(
    records: Iterator[Given],
    chosen: Chosen,
    surveys: dict[str, Survey],
    reading: Reading,
    remarked: Remarked,
) -> Iterator[Predicted]:
    """Yield the predictions of masks: a record for each negation, or for the cues of a sentence.

    A record has words, a mask of the cue, or its kinds 0 to 3 as in NegBERT (0 an
    affix, 1 a word, 2 a part of a cue of several words, 3 none), and a mask of the scope.
    """
    survey = surveys.get(chosen.fields.get(CUE, ""))
    seen = survey.labels if survey is not None else ()
    numbers = {int(one) if one.isdecimal() else int(one == "True") for one in seen}
    ids = ids_of(numbers)
    for record in records:
        place, words = record.place, record.words(chosen)
        if words is None:
            raise record.wrong(EXPECTED[MASKED])
        if not numbers <= {*ids}:
            found = "%s in masks of cues" % some(sorted(map(str, numbers - {*ids})), 5)
            raise FormatError(place.name, None, found, "0 and 1, or kinds from 0 to 4")
        masks: list[list[int] | None] = []
        for part in PARTS:
            own = record.get(chosen, part)
            inside = place.inside(part)
            masks.append(None if own in NOTHING else _numbers(inside, own, len(words)))
            others = [number for number in masks[-1] or () if number not in (0, 1)]
            if part != CUE and others:
                raise inside.wrong(others[0], "0 and 1")
        has_scopes = SCOPE in chosen.fields
        if has_scopes and masks[1] is None:
            masks[1] = [0] * len(words)
        told = remarked if reading.affixes == WHOLE else nothing_remarked
        has_affixes = reading.affixes != WHOLE
        negations = negations_of(
            words, (masks[0], masks[1], masks[2]), ids, at_line(told, place.line), has_affixes
        )
        yield record.predicted(
            chosen, words, is_part=has_scopes, marks_base=has_affixes, negations=tuple(negations)
        )


def _numbers(place: Place, value: object, size: int) -> list[int]:
    found = []
    for at, one in place.items(value):
        if isinstance(one, str) and one.isdecimal():
            one = int(one)
        if not isinstance(one, int):
            raise at.wrong(one, "a number of a mask")
        found.append(int(one))
    if len(found) != size:
        what = "%d numbers for %d tokens in %s" % (len(found), size, place.path)
        raise FormatError(place.name, place.line, what, "one for each token")
    return found


def _in_strings(source: Source, chosen: Chosen, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of sentences with their negations as strings, positions or spans."""
    pairs = Pairs()
    of_negations = _of_negations(source, chosen, remarked)
    for record in records_of(values(source), source.name):
        words, text = record.words(chosen), record.get(chosen, TEXT)
        if words is None and not isinstance(text, str):
            raise record.wrong(EXPECTED[IN_STRINGS])
        own = None if words is not None else text
        if NEGATIONS in chosen.fields:
            parts = [_parts_of(one, of_negations) for one in _negations(record, chosen)]
            is_part = words is None
        else:
            parts = list(_parallel(record, chosen))
            is_part = True
        found, spans = [], []
        for index, of_negation in enumerate(parts):
            strings: list[tuple[Item, ...]] = []
            for kind, (at, value) in zip(PARTS, of_negation):
                pairs.see(at, value)
                if value and all(map(is_placed, value if isinstance(value, list) else [value])):
                    spans += part_span(at, value, kind, index, words, own)
                    strings.append(())
                else:
                    strings.append(_strings(at, value, words or (own or "").lower().split()))
            if any(strings):
                found.append(Strings(*strings))
        if found and spans:
            raise record.wrong("negations whose parts are all strings, or all have start and end")
        yield record.predicted(
            chosen, words, text=own, is_part=is_part, strings=tuple(found), spans=tuple(spans)
        )
    pairs.check()


def _negations(record: Given, chosen: Chosen) -> Iterator[Given]:
    """Yield the negations of a record as objects, of which each may be a cue alone."""
    listed = record.get(chosen, NEGATIONS)
    listed = [] if listed in NOTHING else [listed] if isinstance(listed, (dict, str)) else listed
    for at, one in record.place.inside("negations").items(listed):
        yield Given(at, {"cue": one} if isinstance(one, str) else at.mapping(one))


def _of_negations(source: Source, chosen: Chosen, remarked: Remarked) -> Chosen:
    """Return which name of a negation holds which part, seen in the whole file."""
    if NEGATIONS not in chosen.fields:
        return chosen
    every = (
        Given(one.place, {**_sentence(record, chosen), **one.value})
        for record in records_of(values(source), source.name)
        for one in _negations(record, chosen)
    )
    shapes = Shapes(every, given_meanings(()))
    if shapes.first is None:
        return chosen
    found = _chosen(shapes, {}, False, shapes.first.place)
    for name in shapes.names:
        is_empty = bool(read_name(name).role) and not shapes(name)
        if name not in found.fields.values() and not is_beside(name) and not is_empty:
            remarked(None, "names that are not known, left out", "negations: " + name)
    return found


def _sentence(record: Given, chosen: Chosen) -> dict[str, Any]:
    """Return the words or the text of a record, under a name that a negation does not have."""
    return {"tokens": record.get(chosen, WORD) or record.get(chosen, TEXT)}


def _parts_of(negation: Given, chosen: Chosen) -> Parts:
    """Return cue, scope and event of a negation."""
    return [(negation.place.inside(part), negation.get(chosen, part)) for part in PARTS]


def _parallel(record: Given, chosen: Chosen) -> Iterator[Parts]:
    """Yield the negations of a record whose names are parts: one, or one for each item of equal lists.

    Raises FormatError for lists of several strings that are not equally long.
    """
    own = {part: record.get(chosen, part) for part in PARTS}
    places = {part: record.place.inside(part) for part in PARTS}
    lists = {
        part: value
        for part, value in own.items()
        if isinstance(value, list)
        and value
        and not all(isinstance(o, int) for o in value)
        and not _are_placed_strings(value)
    }
    sizes = {len(value) for value in lists.values()}
    if not lists or (sizes == {1} and len(lists) == sum(v not in NOTHING for v in own.values())):
        yield [(places[part], own[part]) for part in PARTS]
        return
    if len(sizes) > 1 or any(v not in NOTHING for part, v in own.items() if part not in lists):
        shown = ", ".join("%s in %s" % (plural(len(v), "item"), p) for p, v in lists.items())
        raise FormatError(
            record.place.name,
            record.place.line,
            "lists of other lengths (%s)" % shown,
            "one scope for each cue; or `negations`, each with its cue and scope",
        )
    for at in range(max(sizes)):
        yield [
            (places[part].inside(at), lists[part][at] if part in lists else None) for part in PARTS
        ]


def _are_placed_strings(value: Sequence[object]) -> bool:
    return all(
        isinstance(o, int)
        or (isinstance(o, list) and len(o) == 2 and isinstance(o[1], str) and isinstance(o[0], int))
        for o in value
    )


def _strings(place: Place, value: object, words: Sequence[str]) -> tuple[Item, ...]:
    """Return a part that is given as a string, or a list of strings or positions.

    "none" is a part where the sentence has the word.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return ()
    said = value.strip().lower() if isinstance(value, str) else ""
    if said in ("none", "null") and said not in [word.lower() for word in words]:
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


def _spanned(
    records: Iterator[Given], chosen: Chosen, meanings: Meanings, remarked: Remarked
) -> Iterator[Predicted]:
    """Yield the predictions of labelled spans of characters, one for each text.

    Read are Label Studio, Prodigy, doccano, spaCy's JSON, and what a pipeline of Hugging Face
    returns: a list for each sentence, whose places are those in its words with blanks between them.
    """
    wrong = quoted = 0
    for record in records:
        data = record.value.get("data")
        text = data.get("text") if isinstance(data, dict) else record.get(chosen, TEXT)
        given = record.get(chosen, SPANS)
        given = record.get(chosen, LABEL) if given is None else given
        is_pipeline = text is None and record.value.keys() == {"spans"}
        if not (isinstance(text, str) or is_pipeline) or not isinstance(given, (list, type(None))):
            raise record.wrong(EXPECTED[SPANNED])
        spans = spans_of_record(given or [], record.place, meanings, remarked, text)
        words = text if isinstance(text, str) else ""
        for span in spans if words else ():
            own = "".join(words[start:end] for start, end in span.pieces)
            quoted += span.quoted is not None
            wrong += span.quoted is not None and key_of([own]) != key_of([span.quoted])
        yield record.predicted(chosen, None, text=text, spans=spans)
    if wrong > max(quoted / 2, FEW):
        found = "other words at the places of %d of %d spans than they quote" % (wrong, quoted)
        raise FormatError(record.place.name, None, found, "start and end as places in the text")


FEW = 3
"""How many spans may quote other words than stand at their places, and be read with a warning."""
