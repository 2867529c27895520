"""JSON lines: one object per sentence, with the names of the Python API."""

from __future__ import annotations

import json

from ..ground.wording import json_of, shortened, some
from .fields import is_beside
from .json_values import Pairs, Place
from .sentences import PARTS, Layout, Negation, Sentence, Token, check_positions
from .source import WITHOUT_CUE, FormatError, as_bytes, lines_of, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO, Any

    from .source import File, Remarked, Written

TOKEN_FIELDS = Token._fields


def read_objects(file: File) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a file of JSON lines, each with its line number; skip blank lines.

    Raises FormatError, which names the file and line, for anything else.
    """
    name = name_of(file)
    found = False
    for number, line in enumerate(lines_of(file), start=1):
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if not line.strip():
            continue
        found = True
        yield number, _object(name, number, line)
    if not found:
        raise FormatError(name, None, "no line with an object", "one JSON object a line")


def _object(name: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise FormatError(
            name, number, "bytes that are not UTF-8 (%s)" % error.reason, "JSON in UTF-8"
        ) from None
    except (ValueError, RecursionError) as error:
        told = str(error) if isinstance(error, ValueError) else "nested too deep"
        raise FormatError(
            name, number, "text that is not JSON (%s)" % shortened(told), "one JSON object a line"
        ) from None
    if not isinstance(value, dict):
        raise FormatError(name, number, "JSON that is not an object", "one JSON object a line")
    return value


NAMES = ("document", "number", "tokens", "negations")
EXPECTED = "an object with `tokens` and `negations`"


def read_jsonl(file: File, remarked: Remarked, is_asked_for: bool = True) -> Iterator[Sentence]:
    """Yield the sentences of a file of JSON lines, given as a path or binary stream.

    An object has ``tokens``, each a word or an object with ``word`` and optionally
    ``tag``, ``lemma``, ``parse`` and ``number``; ``negations``, each with ``cue``,
    ``scope`` and ``event``, lists of positions or of [position, string]; and
    ``document`` and ``number``. `remarked` is called for other names. Raises
    FormatError, which names the file and line, for anything else, and for an object of which a
    third or more of the names are not known; and, unless the format `is_asked_for`, for a file in which
    every part has two numbers, which may be start and end.
    """
    name = name_of(file)
    pairs = Pairs()
    for line, value in read_objects(file):
        place = Place(name, line)
        _refuse_others(value, place)
        note_others(value, NAMES, place, remarked)
        tokens = [
            _token(at, item, remarked)
            for at, item in place.inside("tokens").items(value.get("tokens"))
        ]
        if not tokens:
            raise place.inside("tokens").wrong([], "one token or more")
        at_negations = place.inside("negations")
        negations = [
            _negation(at, item, tokens, remarked, pairs)
            for at, item in at_negations.items(value.get("negations") or [])
        ]
        for negation in negations:
            if not negation.cue:
                remarked(line, WITHOUT_CUE, "")
        document, number = (place.inside(key).text(value.get(key)) for key in NAMES[:2])
        yield Sentence._make((tuple(tokens), tuple(negations), document, number, None))
    if not is_asked_for:
        pairs.check()


def _refuse_others(value: dict[str, Any], place: Place) -> None:
    """Raise FormatError if a third or more of an object's names are not known: it is another format."""
    others = [key for key in value if key not in NAMES and not is_beside(key)]
    if others and 3 * len(others) >= len(value):
        found = "an object with %s" % some(["`%s`" % name for name in value], 8)
        expected = "%s (not known: %s)" % (EXPECTED, some(others, 5))
        raise FormatError(place.name, place.line, found, expected)


def note_others(
    value: dict[str, Any], known: tuple[str, ...], place: Place, remarked: Remarked
) -> None:
    """Call `remarked` for each name in an object that is not in `known`."""
    for key in value:
        if key not in known:
            remarked(place.line, "names that are not known, left out", place.inside(key).path)


def _token(place: Place, value: object, remarked: Remarked) -> Token:
    if isinstance(value, str):
        return Token(value)
    fields = place.mapping(value)
    note_others(fields, TOKEN_FIELDS, place, remarked)
    texts = {
        key: place.inside(key).string(fields[key])
        for key in TOKEN_FIELDS
        if key in fields and key != "number"
    }
    if "word" not in texts:
        raise place.wrong(value, "a word")
    number = place.inside("number").text(fields.get("number"))
    return Token(**texts, number=number)


def _negation(
    place: Place, value: object, tokens: list[Token], remarked: Remarked, pairs: Pairs
) -> Negation:
    parts = place.mapping(value)
    note_others(parts, PARTS, place, remarked)
    for part in PARTS:
        pairs.see(place.inside(part), parts.get(part))
    return Negation(
        *[
            [
                _item(at, item, tokens)
                for at, item in place.inside(part).items(parts.get(part) or [])
            ]
            for part in PARTS
        ]
    )


def _item(place: Place, value: object, tokens: list[Token]) -> int | tuple[int, str]:
    position, string = value if isinstance(value, list) and len(value) == 2 else (value, None)
    if not isinstance(position, int) or isinstance(position, bool):
        what = "a position or [position, string]"
        if isinstance(position, str):
            what += " (strings alone are found in the sentence with --from strings)"
        raise place.wrong(value, what)
    if not 0 <= position < len(tokens):
        raise place.wrong(position, "the position of a token, from 0 up to %d" % (len(tokens) - 1))
    if string is None:
        return position
    if not isinstance(string, str):
        raise place.wrong(value, "a position or [position, string], not a span")
    return position if string == tokens[position].word else (position, string)


def write_jsonl(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    remarked: Remarked,
    written: Written | None = None,
) -> None:
    """Write sentences as JSON lines; call `remarked` for line ends not kept, `written` with each."""
    for count, sentence in enumerate(sentences, start=1):
        check_positions(sentence, count)
        layout = sentence.layout
        if layout is not None and layout[2:] != Layout()[2:]:
            kind = "sentences whose lines, blank lines or names are odd, made regular"
            remarked(None, kind, sentence.name)
        tokens = []
        for word, tag, lemma, parse, number in sentence.tokens:
            token = {"word": word, "lemma": lemma, "tag": tag, "parse": parse}
            tokens.append(token if number is None else {**token, "number": number})
        negations = [negation._asdict() for negation in sentence.negations]
        value = {
            "document": sentence.document,
            "number": sentence.number,
            "tokens": tokens,
            "negations": negations,
        }
        kept = {key: one for key, one in value.items() if one is not None}
        stream.write(as_bytes(json_of(kept) + "\n"))
        if written is not None:
            written(sentence)
