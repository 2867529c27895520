"""From the lines of a sentence to its negations.

The column format: one token a line, fields separated by tabs. Fields 0 to 3
name the file, the sentence, the token and the word; field 5 is the
part-of-speech tag; from field 7 on come three fields a negation (cue, scope,
event), or ``***`` alone in a sentence without negation.
"""

from __future__ import annotations

from collections import namedtuple

from . import perl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Token = tuple[int, bytes]
    Words = tuple[bytes, bytes, bytes]

TAG_FIELD = 5
WORD_FIELD = 3
FIRST_NEGATION_FIELD = 7
WITHOUT_NEGATION = b"***"
STARRED = b"\t***\n"
EMPTY_CELLS = (b"_",)
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


def fields(line: bytes) -> list[bytes]:
    """Return the fields of a line, without empty ones at its end.

    This is ``split`` after ``chomp`` (see `perl`): a line has no newline but the one at its end.
    """
    text = line.rstrip(b"\n").rstrip(b"\t")
    return text.split(b"\t") if text else []


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


def words_of(line: bytes, fields: Sequence[bytes]) -> Iterable[Words]:
    """Return `negation_words` of a line with these fields; mostly these are the cells.

    They are if no cell is empty or has a space in it, if they are whole
    triples, and if the first is not ``***``: splitting what is glued of them
    gives them back.
    """
    cells = fields[FIRST_NEGATION_FIELD:]
    if (
        b" " in line
        or b"\t\t" in line
        or len(cells) % 3
        or (cells and cells[0] == WITHOUT_NEGATION)
    ):
        return negation_words(fields)
    return zip(cells[::3], cells[1::3], cells[2::3])


def is_punctuation(gold_fields: Sequence[bytes]) -> bool:
    """Tell whether a token is punctuation, which is no scope token, by gold's tag (2.2, line 524).

    It is if the tag has no ASCII letter, digit or underscore, is missing, or is
    that of a bracket.
    """
    if len(gold_fields) <= TAG_FIELD:
        return True
    tag = gold_fields[TAG_FIELD]
    return not perl.has_word_character(tag) or tag in BRACKET_TAGS


def scope_word(word: bytes) -> bytes:
    """Return `word` up to its first period if all before that is word characters (2.2, line 525).

    "Mr." is "Mr" and "a.m." is "a"; "..." and "o'clock." stay as they are.
    """
    head, period, _ = word.partition(b".")
    return head if period and perl.is_word(head) else word


def says_no_negation(first_line: bytes) -> bool:
    """Tell whether a sentence is one without negation by the line of its first token.

    2.2, lines 495 and 629: the eighth field is ``***``, and nothing comes after it.
    """
    if _is_starred(first_line):
        return True
    found = fields(first_line)
    return (
        len(found) == FIRST_NEGATION_FIELD + 1 and found[FIRST_NEGATION_FIELD] == WITHOUT_NEGATION
    )


def _is_starred(line: bytes) -> bool:
    """Tell whether a line plainly has eight fields, the last of them ``***``: most lines.

    It ends in ``***``, so that no tabs at its end are dropped, and has as many
    tabs as eight fields need.
    """
    return line.endswith(STARRED) and line.count(b"\t") == FIRST_NEGATION_FIELD


def last_field_and_mark(line: bytes) -> tuple[int, bytes]:
    """Return the index of a line's last field, and its eighth, `UNDEFINED` if it has none."""
    if _is_starred(line):
        return FIRST_NEGATION_FIELD, WITHOUT_NEGATION
    found = fields(line)
    last = len(found) - 1
    return last, found[FIRST_NEGATION_FIELD] if last >= FIRST_NEGATION_FIELD else UNDEFINED


def read_annotation(
    lines: Sequence[bytes],
    gold_lines: Sequence[bytes],
    previous: int,
    punctuation: Callable[[Sequence[bytes]], bool] = is_punctuation,
    empty_cells: tuple[bytes, ...] = EMPTY_CELLS,
) -> Annotation:
    """Return what one side's `lines` of a sentence say of it.

    2.2, lines 494-622 for gold and 628-763 for the system: the same code
    twice. `punctuation` says by the fields of its gold line whether a token is
    none of a scope.

    The last line decides how many negations there are. A sentence without
    lines has negation, and as many as the sentence before it (`previous`), all
    of them empty, because the script's variable still has that number.
    """
    if not lines:
        return Annotation(True, (Negation(),) * previous, 0)
    if says_no_negation(lines[0]):
        return NO_NEGATION
    number = len(negation_words(fields(lines[-1])))
    # A line that ends in nothing but the same empty cell, as often as there are cells for the
    # negations, and has no other cells, says nothing: most tokens are part of no negation.
    silent_ends = tuple((b"\t" + cell) * (3 * number) + b"\n" for cell in empty_cells)
    silent_tabs = FIRST_NEGATION_FIELD - 1 + 3 * number
    parts: list[tuple[list[Token], list[Token], list[Token]]]
    parts = [([], [], []) for _ in range(number)]
    for position, line in enumerate(lines):
        if line.endswith(silent_ends) and line.count(b"\t") == silent_tabs:
            continue
        found = fields(line)
        is_word = None
        for index, (cue, scope, event) in enumerate(words_of(line, found)):
            if index == len(parts):
                parts.append(([], [], []))
            cues, scopes, events = parts[index]
            if cue not in empty_cells:
                cues.append((position, cue))
            if scope not in empty_cells:
                if is_word is None:
                    gold_fields = found if lines is gold_lines else fields(gold_lines[position])
                    is_word = not punctuation(gold_fields)
                if is_word:
                    scopes.append((position, scope_word(scope)))
            if event not in empty_cells:
                events.append((position, event))
    scope_tokens = sum(len(scopes) for _, scopes, _ in parts)
    negations = tuple(Negation(*map(tuple, part)) for part in parts[:number])
    return Annotation(True, negations, scope_tokens)


DASHED_EMPTY_CELLS = (b"_", b"-")
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
    return read_annotation(lines, lines, 0, _is_never_punctuation, empty_cells)


def _is_never_punctuation(gold_fields: Sequence[bytes]) -> bool:
    return False
