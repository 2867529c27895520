"""NoReC_neg JSON (Maehlum et al. 2021): cues and scopes as character spans."""

from __future__ import annotations

from .json_values import Place, values_of
from .jsonl import note_others
from .sentences import Negation, Sentence, word_tokens
from .source import WITHOUT_CUE, FormatError, name_of
from .spans import CUE_TAKEN_OUT, NOTHING_BUT_CUE, cuts_a_token, items_of
from .tokenizing import tokens_of_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .source import File, Remarked
    from .spans import Span


def read_norec(file: File, remarked: Remarked) -> Iterator[Sentence]:
    """Yield the sentences of a NoReC_neg file, given as a path or binary stream.

    The file is a list of objects, or one object per line, with ``sent_id``, ``text``
    and ``negations``, each with ``Cue`` and ``Scope``: strings, and their character
    spans ("11:15") in the text. The spans are what is read; `remarked` is called if a
    string differs from the text at its span. Tokens are separated by spaces. The
    number is the ``sent_id``, the document its part before the first hyphen. Raises
    FormatError, which names the file and line, for anything else.
    """
    name = name_of(file)
    found = False
    for line, value in values_of(file):
        found = True
        yield _sentence(Place(name, line), value, remarked)
    if not found:
        raise FormatError(name, None, "no sentence", "sentences of NoReC_neg")


def _sentence(place: Place, value: object, remarked: Remarked) -> Sentence:
    fields = place.mapping(value)
    note_others(fields, ("sent_id", "text", "negations"), place, remarked)
    number = place.inside("sent_id").string(fields.get("sent_id"))
    text = place.inside("text").string(fields.get("text"))
    words = tokens_of_space(text)
    if not words:
        raise place.inside("text").wrong(text, "a text with a word")
    negations = []
    for at, item in place.inside("negations").items(fields.get("negations")):
        parts = at.mapping(item)
        note_others(parts, ("Cue", "Scope", "Affixal"), at, remarked)
        spans = {
            key: _spans(at.inside(key), parts.get(key), text, number, remarked)
            for key in ("Cue", "Scope")
        }
        cue = items_of(words, spans["Cue"])
        if not cue:
            remarked(place.line, WITHOUT_CUE, number)
        if not spans["Scope"]:
            remarked(place.line, "cues without scope, kept", number)
        affixal = parts.get("Affixal")
        if affixal is not None and bool(affixal) != cuts_a_token(cue):
            kind = (
                "affixal cues that are whole words, kept"
                if affixal
                else "cues inside a word that are not affixal, kept"
            )
            remarked(place.line, kind, number)
        scope = items_of(words, spans["Scope"], spans["Cue"])
        if scope != items_of(words, spans["Scope"]):
            remarked(place.line, CUE_TAKEN_OUT, number)
        if spans["Scope"] and not scope:
            remarked(place.line, NOTHING_BUT_CUE, number)
        negations.append(Negation(cue, scope))
    tokens = word_tokens(word for _, word in words)
    document = number.partition("-")[0]
    return Sentence._make((tokens, tuple(negations), document, number, None))


def _spans(place: Place, value: Any, text: str, number: str, remarked: Remarked) -> list[Span]:
    """Return the spans of a cue or scope, [] if it has none."""
    if value in (None, []):
        return []
    halves = [half for _, half in place.items(value)]
    if len(halves) != 2 or not all(isinstance(half, list) for half in halves):
        raise place.wrong(value, "a list of strings and a list of spans")
    strings, offsets = halves
    if len(strings) != len(offsets):
        raise place.wrong(value, "one string for each span")
    found = []
    for at, (string, offset) in enumerate(zip(strings, offsets)):
        here = place.inside(at)
        start, colon, end = here.string(offset).partition(":")
        digits = start + end
        if (
            not (colon and digits.isascii() and start.isdigit() and end.isdigit())
            or len(digits) > 30
        ):
            raise here.wrong(offset, 'a span such as "11:15"')
        span = int(start), int(end)
        if not span[0] < span[1] <= len(text):
            raise here.wrong(offset, "a span of the %d characters of the text" % len(text))
        if text[slice(*span)] != here.string(string):
            what = "%s: %r, where the text has %r" % (number, string, text[slice(*span)])
            remarked(place.line, "strings that differ from the text of their span, left out", what)
        found.append(span)
    return found
