"""Sentences in memory, written in the column format."""

from __future__ import annotations

from .sentences import ShapeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import IO

    from .sentences import Sentence, Token


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
