"""Sentences as Python objects, for those who have no files, and a writer for the column format."""

from __future__ import annotations

from collections import namedtuple
from operator import index as as_position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import IO

    PartGiven = Mapping[int, str] | Iterable[int | tuple[int, str]]


class ShapeError(ValueError):
    """A sentence that cannot be scored or written; the text says where and why."""


class Token(namedtuple("Token", ("word", "tag", "lemma", "parse"), defaults=("_", "_", "_"))):
    """A token: its word, and optionally part-of-speech tag, lemma and parse.

    The tag matters in gold: a token whose tag has no ASCII letter, digit or
    underscore is punctuation, and no scope token.
    """

    __slots__ = ()
    word: str
    tag: str
    lemma: str
    parse: str


class Negation(namedtuple("Negation", ("cue", "scope", "event"))):
    """A negation of a sentence in memory: cue, scope and event.

    Each part is given by the positions of its tokens, counted from 0, and
    where it is only a part of a word by the string: ``Negation(cue={3: "un"},
    scope={0: "He", 1: "is", 3: "happy"}, event=[(3, "happy")])``. A position
    alone, as in ``cue=[2]``, stands for the whole word.
    """

    __slots__ = ()
    cue: tuple[int | tuple[int, str], ...]
    scope: tuple[int | tuple[int, str], ...]
    event: tuple[int | tuple[int, str], ...]

    def __new__(cls, cue: PartGiven = (), scope: PartGiven = (), event: PartGiven = ()) -> Negation:
        return super().__new__(cls, _as_tuple(cue), _as_tuple(scope), _as_tuple(event))


class Sentence(namedtuple("Sentence", ("tokens", "negations"))):
    """A sentence in memory: its tokens and its negations.

    ``Sentence(["No", "rain"], [Negation(cue=[0], scope=[1])])``: a token may be
    given by its word alone.
    """

    __slots__ = ()
    tokens: tuple[Token, ...]
    negations: tuple[Negation, ...]

    def __new__(cls, tokens: Iterable[str | Token], negations: Iterable[Negation] = ()) -> Sentence:
        if isinstance(tokens, str):
            raise TypeError("the tokens of a sentence are a list, not the string %r" % tokens)
        made = (Token(token) if isinstance(token, str) else Token(*token) for token in tokens)
        found = (negations,) if isinstance(negations, Negation) else tuple(negations)
        for negation in found:
            if not isinstance(negation, Negation):
                raise TypeError("%r is no Negation" % (negation,))
        return super().__new__(cls, tuple(made), found)


def _as_tuple(part: PartGiven) -> tuple[int | tuple[int, str], ...]:
    # A mapping has items; a sequence has positions, with or without strings.
    items = getattr(part, "items", None)
    found: list[int | tuple[int, str]] = []
    for item in items() if items is not None else part:
        try:
            if isinstance(item, tuple):
                position, string = item
                if not isinstance(string, str):
                    raise TypeError
                found.append((as_position(position), string))
            else:
                found.append(as_position(item))
        except (TypeError, ValueError):
            raise TypeError(
                "a part of a negation is positions, or (position, string) pairs; %r is neither"
                % (item,)
            ) from None
    return tuple(found)


def column_lines(sentence: Sentence, number: int, document: str = "memory") -> list[bytes]:
    """Return the lines of `sentence`, number `number` of `document`, in the column format.

    Without the blank line after it. Raises ShapeError, which names the token,
    for what the format cannot hold: a sentence without tokens, a position
    beyond the last, a cell that is empty, ``_``, or has white space in it.
    """
    if not sentence.tokens:
        raise ShapeError("a sentence has no tokens")
    cells = [[] if sentence.negations else [b"***"] for _ in sentence.tokens]
    for index, negation in enumerate(sentence.negations, start=1):
        for name, part in zip(negation._fields, negation):
            try:
                column = _column(sentence.tokens, name, part)
            except ShapeError as error:
                raise ShapeError("negation %d, %s: %s" % (index, name, error)) from None
            for row, cell in zip(cells, column):
                row.append(cell)
    lines = []
    for position, (token, row) in enumerate(zip(sentence.tokens, cells)):
        place = document, str(number), str(position)
        fields = (*place, token.word, token.lemma, token.tag, token.parse)
        if any("\t" in field or "\n" in field for field in fields):
            raise ShapeError("token %d: a tab or a newline in %r" % (position, token[:]))
        lines.append(b"\t".join([*map(_encoded, fields), *row]) + b"\n")
    return lines


def _column(
    tokens: Sequence[Token], name: str, part: Iterable[int | tuple[int, str]]
) -> list[bytes]:
    column = [b"_"] * len(tokens)
    string: str | None
    for item in part:
        position, string = (item, None) if isinstance(item, int) else item
        if not 0 <= position < len(tokens):
            raise ShapeError(
                "position %d is none of the %d tokens, counted from 0" % (position, len(tokens))
            )
        if string is None:
            string = tokens[position].word
        if not string or string == "_" or any(space in string for space in "\t\n "):
            raise ShapeError(
                "token %d: %r cannot stand in a cell: it is empty, _, or has white space in it"
                % (position, string)
            )
        if name == "cue" and string == "***":
            raise ShapeError("token %d: *** means that there is no negation" % position)
        if column[position] != b"_":
            raise ShapeError("token %d is given twice" % position)
        column[position] = _encoded(string)
    return column


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def write_columns(
    sentences: Iterable[Sentence], stream: IO[bytes], document: str = "memory"
) -> None:
    """Write `sentences` to a binary stream in the column format, a blank line after each.

    Raises ShapeError, which names the sentence (counted from 1) and the token,
    for what the format cannot hold; what came before it is written then.
    """
    if "\t" in document or "\n" in document:
        raise ShapeError("a tab or a newline in the document's name %r" % document)
    for line in _all_lines(sentences, document):
        stream.write(line)


def _all_lines(sentences: Iterable[Sentence], document: str) -> Iterator[bytes]:
    for number, sentence in enumerate(sentences, start=1):
        try:
            yield from column_lines(sentence, number, document)
        except ShapeError as error:
            raise ShapeError("sentence %d: %s" % (number, error)) from None
        yield b"\n"


def check_same_tokens(gold: Sequence[Sentence], system: Sequence[Sentence]) -> None:
    """Raise ShapeError unless both have as many sentences, with the same words."""
    for number, (one, other) in enumerate(zip(gold, system), start=1):
        words = [token.word for token in one.tokens]
        others = [token.word for token in other.tokens]
        if words != others:
            length = min(len(words), len(others))
            differing = (i for i in range(length) if words[i] != others[i])
            position = next(differing, length)
            shown = [
                repr(side[position]) if position < len(side) else "none" for side in (words, others)
            ]
            where = "sentence %d, token %d: " % (number, position)
            raise ShapeError(where + "gold has %s, the system %s" % tuple(shown))
    if len(gold) != len(system):
        raise ShapeError(
            "gold has %d sentences, the system %d: they need the same" % (len(gold), len(system))
        )
