"""Sentences written in the column format: unchanged, in a task's style, or as a submission.

Begin at `write_columns`; `_column_lines` makes the lines of a sentence.
"""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import IO

from ..common.columns import STARS_TEXT
from ..common.errors import ScorerWarning
from .notes import Note, notes_in_words
from .sentences import (
    Layout,
    Negation,
    Sentence,
    ShapeError,
    Token,
    check_sentences_have_same_tokens,
)
from .source import Source, text_as_source_bytes
from .style import STYLES, style_of

Items = tuple[int | tuple[int, str], ...]


def _column_lines(
    sentence: Sentence,
    number: int,
    document: str,
    style: Layout | None,
    left_out: Counter[Note],
    numbers_anew: bool = False,
) -> list[bytes]:
    """Return the lines of `sentence` in the column format, without those around it.

    `number` and `document` are for a sentence without its own; `left_out` counts words left out. Without
    `style`, it is written as its layout says. With `numbers_anew`, its tokens' own numbers are not used.
    Raises ShapeError, which names the token, for what the format cannot hold: a sentence without tokens,
    a position that is not in it, or a cell whose string is empty, the sign for empty, or has white space
    in it.
    """
    if not sentence.tokens:
        raise ShapeError("a sentence has no tokens")
    layout = style or sentence.layout or STYLES["cd-sco"]
    empty = layout.empty
    cells = _annotation_cells(sentence, empty, left_out)
    if layout.is_annotated:
        for row in cells:
            if not row:
                row.append(STARS_TEXT)
    names = _document_and_number(sentence, number, document)
    first_number = 1 if empty == "-" else 0  # NEGES counts tokens from 1
    lines = []
    for position, (token, row) in enumerate(zip(sentence.tokens, cells)):
        token_number = token.number
        if token_number is None or numbers_anew:
            token_number = str(position + first_number)
        fields = [*names[position], token_number, token.word, token.lemma, token.tag, token.parse]
        fields += row
        line = "\t".join(fields)
        if line.count("\t") != len(fields) - 1 or "\n" in line or "\r" in line:
            raise ShapeError("token %d: a tab or a newline in %r" % (position, token[:4]))
        lines.append(line)
    return [text_as_source_bytes(line + layout.line_end) for line in lines]


def _annotation_cells(sentence: Sentence, empty: str, left_out: Counter[Note]) -> list[list[str]]:
    """Return the cells of each token, three for each negation."""
    cells: list[list[str]] = [[] for _ in sentence.tokens]
    for index, negation in enumerate(sentence.negations, start=1):
        try:
            columns = _columns_of_sentence(negation, sentence.tokens, index == 1, empty, left_out)
        except ShapeError as error:
            raise ShapeError("negation %d, %s" % (index, error)) from None
        for row, own_cells in zip(cells, zip(*columns)):
            row += own_cells
    return cells


def _document_and_number(sentence: Sentence, number: int, document: str) -> list[tuple[str, str]]:
    """Return the document and the number of the sentence in each line, of which some may have others."""
    own_document, own_number = sentence.document, sentence.number
    if own_document is None:
        own_document = document
    if own_number is None:
        own_number = str(number)
    names = [(own_document, own_number)] * len(sentence.tokens)
    if sentence.layout is not None:
        for position, other_document, other_number in sentence.layout.other_names:
            if position < len(names):
                names[position] = other_document, other_number
    return names


def _columns_of_sentence(
    negation: Negation, tokens: Sequence[Token], is_first: bool, empty: str, left_out: Counter[Note]
) -> list[list[str]]:
    """Return the columns of a negation: cue, scope and event."""
    columns = []
    for name, part in zip(negation._fields, negation):
        try:
            column = _cells_of_part(tokens, name, part, empty, left_out)
            if name == "cue" and is_first and STARS_TEXT in column:
                position = column.index(STARS_TEXT)
                raise ShapeError("token %d: *** means that there is no negation" % position)
            if name == "cue" and part and set(column) == {empty}:
                raise ShapeError("no cell can hold it: its words are the sign for empty")
        except ShapeError as error:
            raise ShapeError("%s: %s" % (name, error)) from None
        columns.append(column)
    return columns


def _cells_of_part(
    tokens: Sequence[Token], name: str, part: Items, empty: str, left_out: Counter[Note]
) -> list[str]:
    """Return the cells of a part of a negation, one for each token."""
    column = [empty] * len(tokens)
    taken = set()
    string: str | None
    for item in part:
        position, string = (item, None) if isinstance(item, int) else item
        if not 0 <= position < len(tokens):
            words = "there is no token at position %d: there are %d, counted from 0"
            raise ShapeError(words % (position, len(tokens)))
        if string is None:
            string = tokens[position].word
        if string in (empty, "_") and string == tokens[position].word:
            # It looks like an empty cell, and scorers read it as one.
            left_out[_sign_for_empty(name)] += 1
            continue
        if not string or string in (empty, "_") or any(space in string for space in "\t\n "):
            words = (
                "token %d: %r cannot stand in a cell: it is empty, the sign for that, or has spaces"
            )
            raise ShapeError(words % (position, string))
        if position in taken:
            raise ShapeError("token %d is given twice" % position)
        taken.add(position)
        column[position] = string
    return column


def _sign_for_empty(part: str) -> Note:
    """Return the note on words of a cue, scope or event that no cell can hold."""
    return Note(
        f"1 word in the {part} cells was left out: it is the sign for an empty cell",
        f"{{}} words in the {part} cells were left out: they are the sign for an empty cell",
    )


def write_columns(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    document: str = "memory",
    *,
    style: str | None = None,
) -> None:
    """Write `sentences` to a binary stream in the column format, a blank line after each.

    A sentence from `read_columns` keeps its layout: it is the same byte for byte if nothing was changed,
    and if all its lines have the same line end and the same sign for empty cells. With `style`,
    ``cd-sco`` or ``neges``, every sentence is written in that style. If a sentence has no document, number
    or token numbers of its own, it gets `document` and is numbered.

    Raises ShapeError, which names the sentence (counted from 1) and the token, for what the format cannot
    hold; the sentences before it have then been written. Warns if a word of a cue, scope or event is
    itself the sign for an empty cell (``_``; in ``neges`` also ``-``): it is left out. A cue must keep a word.
    """
    if not hasattr(stream, "write"):
        raise TypeError("write_columns needs a binary stream: open(NAME, 'wb'), not %r" % stream)
    _warn_of_left_out(write_columns_with_notes(sentences, stream, document, style))


def _warn_of_left_out(left_out: Counter[Note]) -> None:
    """Warn of what was left out, in the name of the function that the user called."""
    for said in notes_in_words(left_out):
        warnings.warn(said, ScorerWarning, stacklevel=3)


def write_columns_with_notes(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    document: str = "memory",
    style: str | None = None,
    numbers_anew: bool = False,
) -> Counter[Note]:
    """Write sentences as `write_columns` does; return what was left out, and how often.

    With `numbers_anew`, tokens are numbered by their positions, whatever their own numbers are.
    """
    if "\t" in document or "\n" in document:
        raise ShapeError("a tab or a newline in the document's name %r" % document)
    asked = None if style is None else style_of(style)
    left_out: Counter[Note] = Counter()
    number = 0
    previous: str | None = None
    for count, sentence in enumerate(sentences, start=1):
        if not isinstance(sentence, Sentence):
            raise TypeError("sentence %d is not a Sentence: %r" % (count, sentence))
        number = number + 1 if sentence.document == previous else 1
        previous = sentence.document
        try:
            lines = _column_lines(sentence, number, document, asked, left_out, numbers_anew)
        except ShapeError as error:
            raise ShapeError("sentence %d: %s" % (count, error)) from None
        layout = sentence.layout or Layout()
        before, after = layout.before, layout.after
        if asked is not None:
            before, after = "", "\n"
        stream.write(text_as_source_bytes(before) + b"".join(lines) + text_as_source_bytes(after))
    return left_out


def written_in_columns(
    gold: Iterable[Sentence], system: Iterable[Sentence], style: str
) -> tuple[Source, Source]:
    """Return the sentences of both sides as files in columns; what they were read from plays no part.

    Documents are gold's. Raises ShapeError for sentences that cannot be written, or differ in their
    words.
    """
    sides = {"gold": list(gold), "system": list(system)}
    for side, sentences in sides.items():
        for number, sentence in enumerate(sentences, start=1):
            if not isinstance(sentence, Sentence):
                raise TypeError("%s sentence %d is not a Sentence: %r" % (side, number, sentence))
    check_sentences_have_same_tokens(*sides.values())
    made = []
    for side, sentences in sides.items():
        pairs = zip(sentences, sides["gold"])
        stream = io.BytesIO()
        try:
            plain = [sentence.plain(of_gold.document) for sentence, of_gold in pairs]
            _warn_of_left_out(
                write_columns_with_notes(plain, stream, style=style.lower(), numbers_anew=True)
            )
        except ShapeError as error:
            raise ShapeError(f"{side}, {error}") from None
        source = Source(content=stream.getvalue(), name=side)
        source.ends = tuple(accumulate(len(sentence.tokens) + 1 for sentence in sentences))
        made.append(source)
    return made[0], made[1]
