"""From the lines of a sentence to its negations: cue, scope and event of each."""

from __future__ import annotations

from io import BytesIO
from itertools import chain

from ..records import Record
from . import perl
from .columns import (
    COMPARED_FIELDS,
    EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    LAST_STARS,
    LINE_END,
    STARS,
    TAG_FIELD,
    UNDEFINED,
    tabs_of_each_line,
    without_last_tabs,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    PlacedWord = tuple[int, bytes]
    """A word of a negation, with the position of its token in the sentence, from 0."""
    Part = tuple[PlacedWord, ...]
    CellWords = tuple[bytes, bytes, bytes]

    from .originals import Original

BRACKET_TAGS = (b"-LRB-", b"-RRB-")

LONGEST_GRID = 1 << 20
"""The cells of a sentence of more bytes are not held all at once."""


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
    some line has more negations than the last; `beyond` names the parts that
    such columns have, after the negations. `bare_scopes` are the negations'
    scopes without punctuation, where these are measured too, else None.
    """

    has_negation: bool
    negations: tuple[Parts, ...]
    scope_tokens: int
    beyond: tuple[str, ...] = ()
    bare_scopes: tuple[Part, ...] | None = None


NO_NEGATION = Annotation(False, (), 0)


class Fields:
    """The fields of a sentence's lines, which are joined by newlines.

    `cells` are the fields of all lines, one line after the other, if all lines
    have the same `width`, more than four, and no empty field at the end; else
    None. Most sentences are like that, and can be looked at column by column.
    """

    __slots__ = ("cells", "sentence", "width")

    def __init__(self, sentence: bytes) -> None:
        self.sentence = sentence
        self.width = 0
        self.cells: list[bytes] | None = None
        if len(sentence) <= LONGEST_GRID:
            lines = without_last_tabs(sentence)
            tabs = tabs_of_each_line(lines)
            if tabs is not None and tabs >= COMPARED_FIELDS:
                self.width = tabs + 1
                self.cells = lines.replace(b"\n", b"\t").split(b"\t")

    def are_without_negation(self) -> bool:
        """Tell whether the sentence is one without negation, by its first line."""
        end = self.sentence.find(b"\n")
        return is_without_negation(self.sentence[:end] if end >= 0 else self.sentence)

    def agree_with(self, others: Fields) -> bool:
        """Look quickly whether as many other lines have the same first four fields.

        True: they certainly have. False: look line by line.
        """
        cells, other_cells = self.cells, others.cells
        if cells is None or other_cells is None:
            return False
        for field in range(COMPARED_FIELDS):
            if cells[field :: self.width] != other_cells[field :: others.width]:
                return False
        return True

    def have_plain_columns(self) -> bool:
        """Look quickly at the columns (2.2, lines 1968-2015).

        True: they are certainly valid. False: look line by line.

        Of 8 fields, ``***`` is the last of all or of none; of 7 and three for
        each negation, there is no ``***``.
        """
        if self.cells is None:
            return False
        if self.width == FIRST_NEGATION_FIELD + 1:
            stars = self.cells[FIRST_NEGATION_FIELD :: self.width]
            return stars.count(STARS) in (0, len(stars))
        return self.width % 3 == 1 and STARS not in self.sentence

    def column(self, field: int) -> list[bytes | None]:
        """Return the field of each line, None where a line lacks it."""
        if self.cells is not None and field < self.width:
            return [*self.cells[field :: self.width]]
        rows = (line.rstrip(LINE_END).split(b"\t", field + 1) for line in lines_of(self.sentence))
        return [row[field] if len(row) > field else None for row in rows]

    def words(self, empty_cells: tuple[bytes, ...]) -> tuple[int, dict[int, list[PlacedWord]]]:
        """Return the number of negations, from the last line, and the words that are not empty.

        Words come by their place among those of a line: three for each
        negation, its cue, scope and event. Column by column if the cells are
        certainly the words (see `negation_words`); else line by line.
        """
        cells, width = self.cells, self.width
        if cells is None or width % 3 != 1 or STARS in self.sentence:
            return words_by_line(self.sentence, empty_cells)
        columns = [cells[field::width] for field in range(FIRST_NEGATION_FIELD, width)]
        if b" " in self.sentence and b" " in b"".join(map(b"".join, columns)):
            return words_by_line(self.sentence, empty_cells)
        found = {}
        for place, column in enumerate(columns):
            pairs: Iterable[PlacedWord] = enumerate(column)
            for empty in empty_cells:
                if empty in column:
                    pairs = [pair for pair in pairs if pair[1] != empty]
            found[place] = list(pairs)
        return len(columns) // 3, found


def lines_of(sentence: bytes) -> Iterator[bytes]:
    """Return the lines of a sentence, one at a time; the last one may be blank, and comes then."""
    has_blank_end = not sentence or sentence.endswith(b"\n")
    return chain(BytesIO(sentence), (b"",) if has_blank_end else ())


def words_by_line(
    sentence: bytes, empty_cells: tuple[bytes, ...]
) -> tuple[int, dict[int, list[PlacedWord]]]:
    """Return what `Fields.words` returns, line by line: the long way.

    A line's cells are its words if they are whole triples, none has a space in
    it, and the first is not ``***``. A line that ends in as many empty cells as
    it has cells has no annotation; so do most lines.
    """
    cells = 0
    empty_ends: tuple[bytes, ...] = ()
    found: dict[int, list[PlacedWord]] = {}
    for position, line in enumerate(lines_of(sentence)):
        line = line.rstrip(LINE_END)
        # Nothing but empty cells, as many as the line before has, after the fields before them.
        if line.endswith(empty_ends) and (
            line.count(b"\t", 0, len(line) - len(empty_ends[0])) == FIRST_NEGATION_FIELD - 1
        ):
            continue
        cells = max(line.count(b"\t") + 1 - FIRST_NEGATION_FIELD, 0)
        whole = cells > 0 and cells % 3 == 0
        empty_ends = tuple([(b"\t" + empty) * cells for empty in empty_cells]) if whole else ()
        if not cells or line.endswith(empty_ends):
            continue
        words: Sequence[bytes] = line.rsplit(b"\t", cells)[1:]
        if not whole or words[0] == STARS or b" " in line:
            words = [word for triple in negation_words(line.split(b"\t")) for word in triple]
        for place in [place for place, word in enumerate(words) if word not in empty_cells]:
            found.setdefault(place, []).append((position, words[place]))
    return (cells + 2) // 3, found


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


class Punctuation:
    """A rule for punctuation: which field of a token's line in gold decides, and how.

    ``rule.words(gold)`` tells of each token of a sentence whether it is a word,
    that is, can be in a scope. A token whose line lacks the field cannot.
    """

    def __init__(self, field: int, is_punctuation: Callable[[bytes], bool]) -> None:
        self.field = field
        self._are_words = _Known(is_punctuation)

    def is_word(self, field: bytes) -> bool:
        """Tell whether a token is a word, by its field of the rule."""
        return self._are_words[field]

    def words(self, gold: Fields) -> list[bool]:
        """Return of each token of a sentence, by gold's lines, whether it is a word."""
        are_words = self._are_words
        return [field is not None and are_words[field] for field in gold.column(self.field)]


class _Known(dict[bytes, bool]):
    """Whether fields are those of words, asked once each: a corpus has few different tags."""

    MOST = 1 << 12

    def __init__(self, is_punctuation: Callable[[bytes], bool]) -> None:
        self._is_punctuation = is_punctuation

    def __missing__(self, field: bytes) -> bool:
        if len(self) >= self.MOST:
            self.clear()
        self[field] = found = not self._is_punctuation(field)
        return found


def is_punctuation_tag(tag: bytes) -> bool:
    """Tell whether a token is punctuation, which is no scope token, by gold's tag (2.2, line 524).

    It is if the tag has no ASCII letter, digit or underscore, or is that of a
    bracket.
    """
    # Most tags have word characters alone, and those of brackets have not.
    return not tag.isalnum() and (tag in BRACKET_TAGS or not perl.has_word_character(tag))


class EveryToken(Punctuation):
    """The rule that no token is punctuation, whatever its line lacks."""

    def __init__(self) -> None:
        super().__init__(0, lambda field: False)

    def words(self, gold: Fields) -> list[bool]:
        """Return that each token of a sentence is a word."""
        return [True] * (gold.sentence.count(b"\n") + 1)


BY_TAG = Punctuation(TAG_FIELD, is_punctuation_tag)
PUNCTUATION = {"tag": BY_TAG, "none": EveryToken()}
"""The legacy rules for punctuation by name."""


def scope_word(word: bytes) -> bytes:
    """Return `word` up to its first period if all before that is word characters (2.2, line 525).

    "Mr." is "Mr" and "a.m." is "a"; "..." and "o'clock." stay as they are.
    """
    head, period, _ = word.partition(b".")
    return head if period and perl.is_word(head) else word


def whole_word(word: bytes) -> bytes:
    """Return `word` as it is (2.0, line 495)."""
    return word


SCOPE_WORDS = {"up to a period": scope_word, "whole": whole_word}
"""What is compared of the words of scopes: the rules by name."""


def is_without_negation(first_line: bytes) -> bool:
    """Tell whether a sentence is one without negation, by the line of its first token.

    2.2, lines 495 and 629: the eighth field is ``***``, and nothing comes after
    it. So the line, without empty fields at its end, ends in ``***`` and has as
    many tabs as eight fields need.
    """
    line = first_line.rstrip(LINE_END)
    return line.endswith(LAST_STARS) and line.count(b"\t") == FIRST_NEGATION_FIELD


def read_annotation(
    side: Fields,
    are_words: Sequence[bool],
    previous: int,
    empty_cells: tuple[bytes, ...] = EMPTY_CELLS,
    has_lines: bool = True,
    as_compared: Callable[[bytes], bytes] = scope_word,
    are_bare: Sequence[bool] | None = None,
) -> Annotation:
    """Return the annotation of a sentence, from one side's lines.

    2.2, lines 494-622 for gold and 628-763 for the system: the same code
    twice. `are_words` tells of each token whether it can be in a scope,
    `as_compared` what is compared of its word there, and `are_bare`, if it is
    given, whether it can be in a scope without punctuation (2.0, lines 499-500).

    The last line decides how many negations there are. A sentence without
    lines has negation, and as many as the sentence before it (`previous`), all
    of them empty, because the script's variable still has that number.
    """
    if not has_lines:
        bare = None if are_bare is None else ((),) * previous
        return Annotation(True, (Parts(),) * previous, 0, (), bare)
    if side.are_without_negation():
        return NO_NEGATION
    number, found = side.words(empty_cells)
    last = max(found, default=-1)
    negations = []
    scope_tokens = 0
    beyond: tuple[str, ...] = ()
    for place in range(0, max(3 * number, last + 1), 3):
        scope = tuple([pair for pair in found.get(place + 1, ()) if are_words[pair[0]]])
        if b"." in b"".join([word for _, word in scope]):
            scope = tuple([(position, as_compared(word)) for position, word in scope])
        scope_tokens += len(scope)
        parts = Parts(tuple(found.get(place, ())), scope, tuple(found.get(place + 2, ())))
        if place < 3 * number:
            negations.append(parts)
        else:
            beyond += tuple([name for name, part in zip(Parts._fields, parts) if part])
    bare_scopes = None
    if are_bare is not None:
        bare_scopes = tuple(
            [tuple([pair for pair in parts.scope if are_bare[pair[0]]]) for parts in negations]
        )
    return Annotation(True, tuple(negations), scope_tokens, beyond, bare_scopes)


class AnnotationRules(Record):
    """How an original reads annotations: see `originals.Original` for the rules."""

    punctuation: Punctuation
    as_compared: Callable[[bytes], bytes]
    bare: Punctuation | None

    @classmethod
    def of(cls, original: Original) -> AnnotationRules:
        """Return the rules of `original`."""
        bare = PUNCTUATION[original.bare_scopes] if original.bare_scopes else None
        words = SCOPE_WORDS[original.scope_words]
        return cls(PUNCTUATION[original.punctuation], words, bare)

    def tokens(self, gold: Fields) -> tuple[list[bool], list[bool] | None]:
        """Return of each token, by gold, whether it can be in a scope, and in one without punctuation."""
        bare = None if self.bare is None else self.bare.words(gold)
        return self.punctuation.words(gold), bare

    def read(
        self,
        side: Fields,
        are_words: Sequence[bool],
        are_bare: Sequence[bool] | None,
        previous: int,
        has_lines: bool,
    ) -> Annotation:
        """Return the annotation of a sentence: see `read_annotation`."""
        return read_annotation(
            side, are_words, previous, EMPTY_CELLS, has_lines, self.as_compared, are_bare
        )


def read_meant(sentence: bytes, empty_cells: tuple[bytes, ...]) -> Annotation:
    """Return the annotation that a sentence's lines are meant as: with punctuation, as marked."""
    side = Fields(sentence)
    are_words = [True] * (sentence.count(b"\n") + 1)
    return read_annotation(side, are_words, 0, empty_cells, has_lines=bool(sentence))
