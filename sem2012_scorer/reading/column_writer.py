"""Sentences written in the column format: unchanged, in a task's style, or as a submission."""

from __future__ import annotations

from ..ground.columns import FIRST_NEGATION_FIELD, STARS
from .column_reader import read_columns
from .sentences import Layout, Negation, Sentence, ShapeError, in_sentence, position_of
from .source import as_bytes, as_source, is_file, nothing_remarked
from .style import STYLES, style_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import IO

    from .placing import Gold
    from .predicted import Predicted
    from .sentences import Token
    from .source import File, Remarked, Written
    from .style import Style

    Items = tuple[int | tuple[int, str], ...]

NO_NEGATION = STARS.decode()


def column_lines(
    sentence: Sentence,
    number: int,
    document: str = "memory",
    style: Style | None = None,
    remarked: Remarked = nothing_remarked,
    is_strict: bool = True,
) -> tuple[list[bytes], Sentence]:
    """Return the lines of `sentence` in the column format, without those around it, and what they say.

    `number` and `document` are for a sentence without its own. Without `style`, it
    is written as its layout says. Raises ShapeError, which names the token, for
    what the format cannot hold: a sentence without tokens, a position that is not
    in it, or a cell whose string is empty, the sign for empty, or has white space
    in it. If it is not strict, such a cell stays empty and `remarked` is called instead.
    """
    if not sentence.tokens:
        raise ShapeError("a sentence has no tokens")
    layout = sentence.layout if style is None else None
    written = style or STYLES["neges" if layout and layout.empty == "-" else "cd-sco"]
    empty = layout.empty if layout else written.empty
    line_end = layout.line_end if layout else written.line_end
    place = (
        document if sentence.document is None else sentence.document,
        str(number) if sentence.number is None else sentence.number,
    )
    cells: list[list[str]] = [[] for _ in sentence.tokens]
    kept = []

    def said(item: int | tuple[int, str]) -> str:
        return sentence.tokens[item].word if isinstance(item, int) else item[1]

    for index, negation in enumerate(sentence.negations, start=1):
        try:
            columns = _columns_of(
                negation, sentence.tokens, not cells[0], empty, remarked, is_strict
            )
        except ShapeError as error:
            raise ShapeError("negation %d, %s" % (index, error)) from None
        if columns is None:
            remarked(None, "negations whose cue no cell can hold, left out", "negation %d" % index)
            continue
        for row, *own_cells in zip(cells, *columns):
            row += own_cells
        kept.append(
            Negation(
                *[
                    [item for item in part if column[position_of(item)] == said(item) != empty]
                    for part, column in zip(negation, columns)
                ]
            )
        )
    for row in cells:
        if not row and not (layout and not layout.is_annotated):
            row.append(NO_NEGATION)
    for position, field in layout.underscores if layout else ():
        column = field - FIRST_NEGATION_FIELD
        row = cells[position] if position < len(cells) else []
        if column < len(row) and row[column] == empty:
            row[column] = "_"
    places = [place] * len(cells)
    for position, *other in sentence.layout.other_names if sentence.layout else ():
        if position < len(places):
            places[position] = other[0], other[1]
    lines = []
    for position, (token, row) in enumerate(zip(sentence.tokens, cells)):
        own = str(written.first_number + position) if token.number is None else token.number
        fields = (*places[position], own, token.word, token.lemma, token.tag, token.parse)
        line = "\t".join([*fields, *row])
        if line.count("\t") != len(fields) + len(row) - 1 or "\n" in line or "\r" in line:
            raise ShapeError("token %d: a tab or a newline in %r" % (position, token[:4]))
        lines.append(line)
    ends = [line_end] * len(lines)
    if layout:
        for position, end in layout.other_ends:
            if position < len(lines):
                ends[position] = end
    encoded = [as_bytes(line + end) for line, end in zip(lines, ends)]
    return encoded, sentence._replace(negations=tuple(kept))


def _columns_of(
    negation: Negation,
    tokens: Sequence[Token],
    is_first: bool,
    empty: str,
    remarked: Remarked,
    is_strict: bool,
) -> list[list[str]] | None:
    """Return the three columns of a negation; if it is not strict, None if no cell can hold its cue."""
    columns = []
    for name, part in zip(negation._fields, negation):
        try:
            column = _column(tokens, name, part, empty, remarked, is_strict)
            if name == "cue" and is_first and NO_NEGATION in column:
                position = column.index(NO_NEGATION)
                raise ShapeError("token %d: *** means that there is no negation" % position)
            if name == "cue" and part and set(column) == {empty}:
                if not is_strict:
                    return None
                raise ShapeError("no cell can hold it: its words are the sign for empty")
        except ShapeError as error:
            raise ShapeError("%s: %s" % (name, error)) from None
        columns.append(column)
    return columns


def _column(
    tokens: Sequence[Token],
    name: str,
    part: Items,
    empty: str,
    remarked: Remarked,
    is_strict: bool,
) -> list[str]:
    column = [empty] * len(tokens)
    taken = set()
    string: str | None
    for item in part:
        position, string = (item, None) if isinstance(item, int) else item
        if not 0 <= position < len(tokens):
            raise ShapeError(
                "there is no token at position %d: there are %d, counted from 0"
                % (position, len(tokens))
            )
        if string is None:
            string = tokens[position].word
        if string in (empty, "_") and string == tokens[position].word:
            # It looks like an empty cell, and scorers read it as one.
            kind = "tokens of %s whose word is the sign for an empty cell, left out"
            remarked(None, kind % a_part(name), repr(string))
            continue
        if not string or string in (empty, "_") or any(space in string for space in "\t\n "):
            if not is_strict:
                kind = "tokens of %s that a cell cannot hold, left out"
                remarked(None, kind % a_part(name), repr(string))
                continue
            raise ShapeError(
                "token %d: %r cannot stand in a cell: it is empty, the sign for that, or has white "
                "space in it" % (position, string)
            )
        if position in taken:
            raise ShapeError("token %d is given twice" % position)
        taken.add(position)
        column[position] = string
    return column


def a_part(name: str) -> str:
    """Return the name of a part with its article: "a cue", "an event"."""
    return ("an " if name[0] in "aeiou" else "a ") + name


def write_columns(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    document: str = "memory",
    *,
    style: str | None = None,
    like: File | Iterable[Sentence] | None = None,
    remarked: Remarked = nothing_remarked,
    written: Written | None = None,
    is_strict: bool = True,
) -> None:
    """Write `sentences` to a binary stream in the column format: see `public.write_columns`.

    A word that is the sign for an empty cell (``-`` in a scope, in the style of NEGES) is left out, and
    `remarked` is called; if it is not strict, also a word that no cell can hold, such as one with a
    space. `written` is called with each
    sentence as it stands in the file.
    """
    if "\t" in document or "\n" in document:
        raise ShapeError("a tab or a newline in the document's name %r" % document)
    asked = None if style is None else style_of(style)
    if like is not None:
        from .options import Reading
        from .placing import Placement

        placed = Placement(_predicted(sentences), again(like), Reading(), remarked)
        write_placed(placed.sentences(), stream, asked, remarked, written, is_strict)
        return
    _write(sentences, stream, document, asked, False, remarked, written, is_strict)


def write_placed(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    style: Style | None,
    remarked: Remarked = nothing_remarked,
    written: Written | None = None,
    is_strict: bool = True,
) -> None:
    """Write gold's sentences with predictions as a submission, in gold's style without `style`.

    As many blank lines stand between them as in gold. Raises what `write_columns` raises.
    """

    _write(sentences, stream, "memory", style, True, remarked, written, is_strict)


def _write(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    document: str,
    style: Style | None,
    is_placed: bool,
    remarked: Remarked,
    written: Written | None,
    is_strict: bool,
) -> None:
    """Write sentences; in a style, those that are placed have as many blank lines around them as gold."""
    number = 0
    previous: str | None = None
    for count, sentence in enumerate(sentences, start=1):
        if not isinstance(sentence, Sentence):
            raise TypeError("sentence %d is not a Sentence: %r" % (count, sentence))
        number = number + 1 if sentence.document == previous else 1
        previous = sentence.document
        named = _named(remarked, sentence.name or "sentence %d" % count)
        try:
            lines, said = column_lines(sentence, number, document, style, named, is_strict)
        except ShapeError as error:
            raise in_sentence(count, error) from None
        layout = sentence.layout or Layout()
        before, after = layout.before, layout.after
        if style is not None:
            before, after = (before, "\n" * after.count("\n")) if is_placed else ("", "\n")
        stream.write(as_bytes(before) + b"".join(lines) + as_bytes(after))
        if written is not None:
            written(said)


def _predicted(sentences: Iterable[Sentence]) -> Iterator[Predicted]:
    """Yield sentences as predictions; raise ShapeError for a negation without cue."""
    from .predicted import as_predicted

    for number, sentence in enumerate(sentences, start=1):
        if not isinstance(sentence, Sentence):
            raise TypeError("sentence %d is not a Sentence: %r" % (number, sentence))
        for index, negation in enumerate(sentence.negations, start=1):
            if not negation.cue:
                name = " (%s)" % sentence.name if sentence.name else ""
                raise ShapeError(
                    "sentence %d%s: negation %d has no cue: every negation of a submission needs one"
                    % (number, name, index)
                )
        yield as_predicted(sentence, "prediction %d" % number)


def again(gold: File | Iterable[Sentence]) -> Gold:
    """Return the function that reads gold from its beginning, each time that it is called."""
    if is_file(gold):
        source = as_source(gold)  # type: ignore[arg-type]
        return lambda: read_columns(source)
    sentences: list[Sentence] = list(gold)  # type: ignore[arg-type]
    return lambda: sentences


def _named(remarked: Remarked, name: str) -> Remarked:
    """Return a function that calls `remarked` with the subject after a sentence's name."""

    def told(line: int | None, kind: str, what: str) -> None:
        remarked(line, kind, "%s: %s" % (name, what))

    return told
