"""From the lines of a sentence to its negations: cue, scope and event of each."""

from __future__ import annotations

from itertools import chain, repeat, zip_longest

from ..records import Record
from . import perl
from .columns import (
    EMPTY,
    EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    LAST_STARS,
    LINE_END,
    STARS,
    TAG_FIELD,
    UNDEFINED,
    fields,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    PlacedWord = tuple[int, bytes]
    """A word of a negation, with the position of its token in the sentence, from 0."""
    Part = tuple[PlacedWord, ...]
    CellWords = tuple[bytes, bytes, bytes]
    ColumnWords = tuple[Sequence[bytes], ...]

BRACKET_TAGS = (b"-LRB-", b"-RRB-")


class Parts(Record):
    """A negation as the scorer reads it: each part has placed words, in the order of the tokens.

    `event` is what the script and its report call "negated". The scope has no
    punctuation tokens.
    """

    cue: Part = ()
    scope: Part = ()
    event: Part = ()


class Annotation(Record):
    """How one side, gold or system, annotates a sentence.

    `has_negation` is false only where the sentence's first token has ``***``:
    a sentence may have negation and yet no negations. `scope_tokens` counts
    the tokens of all scope columns. It is more than the scopes' tokens where
    some line has more negations than the last.
    """

    has_negation: bool
    negations: tuple[Parts, ...]
    scope_tokens: int


NO_NEGATION = Annotation(False, (), 0)


def negation_words(fields: Sequence[bytes]) -> list[CellWords]:
    """Return for each negation the words that a token's line has as cue, scope and event.

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
        if start == FIRST_NEGATION_FIELD and fields[start] == STARS:
            glued = STARS + glued[len(STARS) + 1 :]
        cue, scope, event, *_ = perl.split(b" ", glued) + [UNDEFINED] * 3
        words.append((cue, scope, event))
    return words


def annotated_tokens(
    lines: Sequence[bytes], empty_cells: tuple[bytes, ...]
) -> tuple[int, Sequence[int], Iterable[ColumnWords]]:
    """Return how a sentence is annotated; its `lines` come without `LINE_END`.

    Returns (1) the number of negations, from the last line; (2) the positions
    of tokens with annotation; (3) an iterator over three columns a negation,
    each with a word for each of these tokens. There are columns for more
    negations if another line has more of them than the last; where it has
    fewer, its words are `EMPTY`.

    A line has no annotation if it ends in as many empty cells as the last line
    has fields from field 7 on, has as many tabs, and these are whole triples.
    Most lines have none. (A line without annotation may be among the positions:
    its words are empty.)
    """
    tabs = list(map(bytes.count, lines, repeat(b"\t")))
    cells = tabs[-1] - FIRST_NEGATION_FIELD + 1
    triples = cells // 3 if cells > 0 and cells % 3 == 0 else 0
    empty_ends = tuple([(b"\t" + cell) * cells for cell in empty_cells]) if triples else ()
    positions = [
        position
        for position, line in enumerate(lines)
        if not line.endswith(empty_ends) or tabs[position] != tabs[-1]
    ]
    annotated = [lines[position] for position in positions]
    cells_by_line = plain_cells(annotated, triples) if len(set(tabs)) == 1 else None
    columns: Iterable[ColumnWords]
    if cells_by_line is not None:
        number = triples
        found = triples if positions else 0
        cells_by_column = zip(*cells_by_line)
        columns = zip(cells_by_column, cells_by_column, cells_by_column)
    else:
        words_by_line = [negation_words(fields(line)) for line in annotated]
        last_is_annotated = positions and positions[-1] == len(lines) - 1
        number = len(words_by_line[-1]) if last_is_annotated else triples
        found = max(map(len, words_by_line), default=0)
        words_by_negation = zip_longest(*words_by_line, fillvalue=(EMPTY, EMPTY, EMPTY))
        columns = (tuple(zip(*words)) for words in words_by_negation)
    return number, positions, chain(columns, repeat(((), (), ()), max(number - found, 0)))


def plain_cells(lines: Sequence[bytes], triples: int) -> list[list[bytes]] | None:
    """Return the cells of each line, `triples` triples, if they are its words; else None.

    The lines have field 6 and then these cells, of which the last is not empty.
    They certainly are if there is no space in them and the first of a line is
    not ``***``: then splitting what `negation_words` glues gives them
    back, and `UNDEFINED` for empty ones at the end of a triple.
    """
    if not triples:
        return None
    rows = [line.rsplit(b"\t", 3 * triples)[1:] for line in lines]
    for line, row in zip(lines, rows):
        if row[0] == STARS or (b" " in line and b" " in b"".join(row)):
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


def is_never_punctuation(gold_fields: Sequence[bytes]) -> bool:
    """Return False: no token is punctuation."""
    return False


PUNCTUATION = {"tag": is_punctuation}
"""The legacy rules for punctuation by name: each tells it by the fields of a token's gold line."""


def scope_word(word: bytes) -> bytes:
    """Return `word` up to its first period if all before that is word characters (2.2, line 525).

    "Mr." is "Mr" and "a.m." is "a"; "..." and "o'clock." stay as they are.
    """
    head, period, _ = word.partition(b".")
    return head if period and perl.is_word(head) else word


class ScopeWords(dict[int, bool]):
    """Whether a token of a sentence can be in a scope, by its position: it can if it is a word.

    Gold's line decides, for gold and system: ``ScopeWords(gold_lines)[position]``.
    `punctuation` tells by a line's fields whether its token is no word. Most
    tokens are never asked for; the others are asked for by every negation.
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


def is_without_negation(first_line: bytes) -> bool:
    """Tell whether a sentence is one without negation, by the line of its first token.

    2.2, lines 495 and 629: the eighth field is ``***``, and nothing comes after
    it. So the line, without empty fields at its end, ends in ``***`` and has as
    many tabs as eight fields need.
    """
    line = first_line.rstrip(LINE_END)
    return line.endswith(LAST_STARS) and line.count(b"\t") == FIRST_NEGATION_FIELD


def have_same_fields(lines: Sequence[bytes], others: Sequence[bytes]) -> bool:
    """Tell whether as many other lines have the same fields: but for `LINE_END` they are equal."""
    return lines == others or all(
        line.rstrip(LINE_END) == other.rstrip(LINE_END) for line, other in zip(lines, others)
    )


def read_annotation(
    lines: Sequence[bytes],
    scope_words: ScopeWords,
    previous: int,
    empty_cells: tuple[bytes, ...] = EMPTY_CELLS,
) -> Annotation:
    """Return the annotation of a sentence, from one side's `lines`.

    2.2, lines 494-622 for gold and 628-763 for the system: the same code
    twice. `scope_words` says which tokens can be in a scope.

    The last line decides how many negations there are. A sentence without
    lines has negation, and as many as the sentence before it (`previous`), all
    of them empty, because the script's variable still has that number.
    """
    if not lines:
        return Annotation(True, (Parts(),) * previous, 0)
    if is_without_negation(lines[0]):
        return NO_NEGATION
    number, positions, columns = annotated_tokens(
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
        negations.append(Parts(cue, scope, event))
    return Annotation(True, tuple(negations[:number]), scope_tokens)


def read_meant(lines: Sequence[bytes], empty_cells: tuple[bytes, ...]) -> Annotation:
    """Return the annotation that `lines` of a sentence are meant as: with punctuation, as marked."""
    return read_annotation(lines, ScopeWords(lines, is_never_punctuation), 0, empty_cells)
