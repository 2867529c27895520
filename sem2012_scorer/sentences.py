"""From the lines of a sentence to its negations.

The column format: one token a line, fields separated by tabs. Fields 0 to 3
name the file, the sentence, the token and the word; field 5 is the
part-of-speech tag; from field 7 on come three fields a negation (cue, scope,
event), or ``***`` alone in a sentence without negation.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import chain, islice, repeat, zip_longest
from operator import eq

from . import perl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Token = tuple[int, bytes]
    Words = tuple[bytes, bytes, bytes]
    Columns = tuple[Sequence[bytes], ...]

TAG_FIELD = 5
WORD_FIELD = 3
FIRST_NEGATION_FIELD = 7
WITHOUT_NEGATION = b"***"
LINE_END = b"\t\n"
"""What may end a line and says nothing: its newline, and the tabs of empty fields."""
LAST_STARS = b"\t" + WITHOUT_NEGATION
STARRED = LAST_STARS + b"\n"
EMPTY = b"_"
EMPTY_CELLS = (EMPTY,)
"""What the originals take for an empty cell: `_` alone, also where a corpus writes `-`."""
UNDEFINED = b""
"""A word that is missing altogether: for the originals it equals an empty word, and is not `_`."""

BRACKET_TAGS = (b"-LRB-", b"-RRB-")


class Negation(namedtuple("Negation", ("cue", "scope", "event"), defaults=((), (), ()))):
    """A negation: three parts, each a tuple of (position in the sentence, word), in order.

    `event` is what the script and its report call "negated". Positions count
    the sentence's tokens from 0. The scope has no punctuation tokens.
    """

    __slots__ = ()
    cue: tuple[Token, ...]
    scope: tuple[Token, ...]
    event: tuple[Token, ...]


class Annotation(namedtuple("Annotation", ("has_negation", "negations", "scope_tokens"))):
    """What one side, gold or system, says of a sentence.

    `has_negation` is false only where the sentence's first token says ``***``:
    a sentence may have negation and yet no negations. `scope_tokens` counts
    the tokens of all scope columns. It is more than the scopes' tokens where
    some line has more negations than the last.
    """

    __slots__ = ()
    has_negation: bool
    negations: tuple[Negation, ...]
    scope_tokens: int


NO_NEGATION = Annotation(False, (), 0)


def paragraphs(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield the lines of a file in lists, each up to a blank line or to the last line."""
    paragraph: list[bytes] = []
    for line in lines:
        paragraph.append(line)
        if line == b"\n":
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def pieces(lines: Iterable[bytes], most: int) -> Iterator[list[bytes]]:
    """Yield the lines of a file as `paragraphs` does, but cut after every `most` lines."""
    lines = iter(lines)
    for line in lines:
        yield from paragraphs(chain((line,), islice(lines, most - 1)))


def fields(line: bytes) -> list[bytes]:
    """Return the fields of a line, without empty ones at its end.

    This is ``split`` after ``chomp`` (see `perl`): a line has no newline but the one at its end.
    """
    text = line.rstrip(LINE_END)
    return text.split(b"\t") if text else []


def field_at(fields: Sequence[bytes], index: int) -> bytes:
    """Return a line's field at `index`, `UNDEFINED` if it has none there."""
    return fields[index] if len(fields) > index else UNDEFINED


def negation_words(fields: Sequence[bytes]) -> list[Words]:
    """Return what a token's line says for each negation: its words as cue, scope and event.

    2.2, lines 369-426 with 511-515. The script glues the cells, three by three
    with spaces and these groups with tabs, and splits the two again. Cells
    hold no tabs and the last one is not empty, so that splitting at the tabs
    gives the groups as they were; splitting at the spaces does not give the
    cells, where one is empty or holds a space. A first cell ``***`` is glued to
    the next without a space. What is missing is `UNDEFINED`.
    """
    words = []
    for start in range(FIRST_NEGATION_FIELD, len(fields), 3):
        glued = b" ".join(fields[start : start + 3])
        if start == FIRST_NEGATION_FIELD and fields[start] == WITHOUT_NEGATION:
            glued = WITHOUT_NEGATION + glued[len(WITHOUT_NEGATION) + 1 :]
        cue, scope, event, *_ = perl.split(b" ", glued) + [UNDEFINED] * 3
        words.append((cue, scope, event))
    return words


def speaking_tokens(
    lines: Sequence[bytes], empty_cells: tuple[bytes, ...]
) -> tuple[int, Sequence[int], Iterable[Columns]]:
    """Return what the lines of a sentence say; they come without `LINE_END`.

    These are the number of negations, which the last line decides; the
    positions of tokens, all but some that say nothing; and, to be read once,
    three columns for each negation, with a word for each of these tokens. There
    are columns for more negations if another line has more of them; where it has
    fewer, its words are `EMPTY`.

    A line says nothing if it ends in as many empty cells as the last line has
    fields from field 7 on, has as many tabs, and these are whole triples. So do
    most lines.
    """
    tabs = list(map(bytes.count, lines, repeat(b"\t")))
    cells = tabs[-1] - FIRST_NEGATION_FIELD + 1
    triples = cells // 3 if cells > 0 and cells % 3 == 0 else 0
    silent_ends = tuple([(b"\t" + cell) * cells for cell in empty_cells]) if triples else ()
    positions = [
        position
        for position, line in enumerate(lines)
        if not line.endswith(silent_ends) or tabs[position] != tabs[-1]
    ]
    speaking = [lines[position] for position in positions]
    cells_by_line = plain_cells(speaking, triples) if len(set(tabs)) == 1 else None
    columns: Iterable[Columns]
    if cells_by_line is not None:
        number = triples
        found = triples if positions else 0
        cells_by_column = zip(*cells_by_line)
        columns = zip(cells_by_column, cells_by_column, cells_by_column)
    else:
        words_by_line = [negation_words(fields(line)) for line in speaking]
        said_by_last = positions and positions[-1] == len(lines) - 1
        number = len(words_by_line[-1]) if said_by_last else triples
        found = max(map(len, words_by_line), default=0)
        words_by_negation = zip_longest(*words_by_line, fillvalue=(EMPTY, EMPTY, EMPTY))
        columns = (tuple(zip(*words)) for words in words_by_negation)
    return number, positions, chain(columns, repeat(((), (), ()), max(number - found, 0)))


def plain_cells(lines: Sequence[bytes], triples: int) -> list[list[bytes]] | None:
    """Return the cells of each line, so many triples, if they are its words, else None.

    The lines have field 6 and then these cells, of which the last is not empty.
    Plainly they are the words if there is no space in them and the first of a
    line is not ``***``: then splitting what `negation_words` glues gives them
    back, and `UNDEFINED` for empty ones at the end of a triple.
    """
    if not triples:
        return None
    rows = [line.rsplit(b"\t", 3 * triples)[1:] for line in lines]
    for line, row in zip(lines, rows):
        if row[0] == WITHOUT_NEGATION or (b" " in line and b" " in b"".join(row)):
            return None
    return rows


def is_punctuation(gold_fields: Sequence[bytes]) -> bool:
    """Tell whether a token is punctuation, which is no scope token, by gold's tag (2.2, line 524).

    It is if the tag has no ASCII letter, digit or underscore, is missing, or is
    that of a bracket.
    """
    if len(gold_fields) <= TAG_FIELD:
        return True
    tag = gold_fields[TAG_FIELD]
    # Most tags have word characters alone, and those of brackets have not.
    return not tag.isalnum() and (tag in BRACKET_TAGS or not perl.has_word_character(tag))


def scope_word(word: bytes) -> bytes:
    """Return `word` up to its first period if all before that is word characters (2.2, line 525).

    "Mr." is "Mr" and "a.m." is "a"; "..." and "o'clock." stay as they are.
    """
    head, period, _ = word.partition(b".")
    return head if period and perl.is_word(head) else word


class ScopeWords(dict[int, bool]):
    """Whether a token of a sentence can be one of a scope, by its position: if it is a word.

    It is by its line in gold, for gold and system: ``ScopeWords(gold_lines)[position]``.
    `punctuation` says by a line's fields whether its token is none. Most tokens
    are never asked for; the others are asked for by every negation.
    """

    def __init__(
        self,
        gold_lines: Sequence[bytes],
        punctuation: Callable[[Sequence[bytes]], bool] = is_punctuation,
    ) -> None:
        self._gold_lines = gold_lines
        self._punctuation = punctuation

    def __missing__(self, position: int) -> bool:
        line = self._gold_lines[position].rstrip(LINE_END)
        found = not self._punctuation(line.split(b"\t", TAG_FIELD + 1))
        self[position] = found
        return found


def says_no_negation(first_line: bytes) -> bool:
    """Tell whether a sentence is one without negation by the line of its first token.

    2.2, lines 495 and 629: the eighth field is ``***``, and nothing comes after
    it. So the line, without empty fields at its end, ends in ``***`` and has as
    many tabs as eight fields need.
    """
    text = first_line.rstrip(LINE_END)
    return text.endswith(LAST_STARS) and text.count(b"\t") == FIRST_NEGATION_FIELD


def say_the_same(lines: Sequence[bytes], others: Sequence[bytes]) -> bool:
    """Tell whether as many other lines have the same fields: but for `LINE_END` they are equal."""
    without_ends = (map(bytes.rstrip, side, repeat(LINE_END)) for side in (lines, others))
    return lines == others or all(map(eq, *without_ends))


def read_annotation(
    lines: Sequence[bytes],
    scope_words: ScopeWords,
    previous: int,
    empty_cells: tuple[bytes, ...] = EMPTY_CELLS,
) -> Annotation:
    """Return what one side's `lines` of a sentence say of it.

    2.2, lines 494-622 for gold and 628-763 for the system: the same code
    twice. `scope_words` says which tokens can be in a scope.

    The last line decides how many negations there are. A sentence without
    lines has negation, and as many as the sentence before it (`previous`), all
    of them empty, because the script's variable still has that number.
    """
    if not lines:
        return Annotation(True, (Negation(),) * previous, 0)
    if says_no_negation(lines[0]):
        return NO_NEGATION
    number, positions, columns = speaking_tokens(
        [line.rstrip(LINE_END) for line in lines], empty_cells
    )
    negations = []
    scope_tokens = 0
    for cues, scopes, events in columns:
        cue = tuple([(i, word) for i, word in zip(positions, cues) if word not in empty_cells])
        event = tuple([(i, word) for i, word in zip(positions, events) if word not in empty_cells])
        scope = tuple(
            [
                (i, scope_word(word) if b"." in word else word)
                for i, word in zip(positions, scopes)
                if word not in empty_cells and scope_words[i]
            ]
        )
        scope_tokens += len(scope)
        negations.append(Negation(cue, scope, event))
    return Annotation(True, tuple(negations[:number]), scope_tokens)


DASHED_EMPTY_CELLS = (EMPTY, b"-")
"""What is meant to be empty where - is written for it."""


def writes_dashes(rows: Iterable[Sequence[bytes]]) -> bool:
    """Tell whether a sentence, by its lines' fields, writes - for empty.

    It does if its cells are - more often than _, not counting the - of a word that is one.
    """
    dashes = underscores = 0
    for row in rows:
        for cell in row[FIRST_NEGATION_FIELD:]:
            dashes += cell == b"-" != row[WORD_FIELD]
            underscores += cell == b"_"
    return dashes > underscores


def read_meant(lines: Sequence[bytes], empty_cells: tuple[bytes, ...]) -> Annotation:
    """Return what `lines` of a sentence are meant to say: with punctuation, as it is marked."""
    return read_annotation(lines, ScopeWords(lines, _is_never_punctuation), 0, empty_cells)


def _is_never_punctuation(gold_fields: Sequence[bytes]) -> bool:
    return False
