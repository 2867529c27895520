"""Sentences in memory, for scoring and writing without files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index as as_position
from typing import TYPE_CHECKING

from ..common.errors import ScorerError
from ..common.records import Record
from ..common.wording import plural

PartGiven = Mapping[int, str] | Iterable[int | tuple[int, str]]


class ShapeError(ScorerError, ValueError):
    """A sentence or a file that cannot be scored or written; the text says where and why."""


class Token(Record):
    """A token: its word, and optionally its part-of-speech tag, lemma and parse.

    The tag matters in gold: if it has no ASCII letter, digit or underscore, the token is punctuation and
    not a scope token. `number` is the token's number as its file writes it; None leaves the numbering to
    the writer.
    """

    word: str
    tag: str = "_"
    lemma: str = "_"
    parse: str = "_"
    number: str | None = None

    if not TYPE_CHECKING:

        def __new__(cls, word, tag="_", lemma="_", parse="_", number=None):
            for text in (word, tag, lemma, parse):
                if not isinstance(text, str):
                    words = "the word, tag, lemma and parse of a token are strings, not %r"
                    raise TypeError(words % (text,))
            return super().__new__(cls, word, tag, lemma, parse, number)


class Negation(Record):
    """A negation of a sentence in memory: cue, scope and event.

    Each part is given as the positions of its tokens, counted from 0, with the string if it is only
    part of the word: ``Negation(cue={3: "un"}, scope={0: "He", 1: "is", 3: "happy"}, event=[(3,
    "happy")])``. Only a position, as in ``cue=[2]``, stands for the whole word.
    """

    cue: tuple[int | tuple[int, str], ...]
    scope: tuple[int | tuple[int, str], ...]
    event: tuple[int | tuple[int, str], ...]

    if TYPE_CHECKING:

        def __init__(
            self, cue: PartGiven = (), scope: PartGiven = (), event: PartGiven = ()
        ) -> None: ...

    else:

        def __new__(cls, cue=(), scope=(), event=()):
            return super().__new__(cls, _as_tuple(cue), _as_tuple(scope), _as_tuple(event))


def position_in_sentence(item: int | tuple[int, str]) -> int:
    """Return the position of an item of a part, given with or without its string."""
    return item if isinstance(item, int) else item[0]


class Layout(Record):
    """What a file in columns has besides a sentence's values, to write it back as it was.

    `empty` is its sign for an empty cell, `line_end` the end of its first line; `before`
    and `after` stand before its first line and after its last. `other_names` are the
    positions of lines with another document or number than the first, and these
    names. `is_annotated` is false if lines end after their seventh field, as in a blind test file.
    """

    empty: str = "_"
    line_end: str = "\n"
    before: str = ""
    after: str = "\n"
    other_names: tuple[tuple[int, str, str], ...] = ()
    is_annotated: bool = True


class Sentence(Record):
    """A sentence in memory: its tokens and its negations.

    ``Sentence(["No", "rain"], [Negation(cue=[0], scope=[1])])``: a token may be given as just its
    word. `document` and `number` are the first two fields of a file in columns; None leaves them to
    the writer. `layout` is what `read_columns` keeps from the file.
    """

    tokens: tuple[Token, ...]
    negations: tuple[Negation, ...]
    document: str | None = None
    number: str | None = None
    layout: Layout | None = None

    if TYPE_CHECKING:

        def __init__(
            self,
            tokens: Iterable[str | Token],
            negations: Iterable[Negation] | Negation = (),
            document: str | int | None = None,
            number: str | int | None = None,
            layout: Layout | None = None,
        ) -> None: ...

    else:

        def __new__(cls, tokens, negations=(), document=None, number=None, layout=None):
            if isinstance(tokens, str):
                raise TypeError("the tokens of a sentence are a list, not the string %r" % tokens)
            made = (Token(token) if isinstance(token, str) else Token(*token) for token in tokens)
            negations_given = (negations,) if isinstance(negations, Negation) else tuple(negations)
            for negation in negations_given:
                if not isinstance(negation, Negation):
                    raise TypeError("%r is not a Negation" % (negation,))
            tokens = tuple(
                [
                    token if token.number is None else token._replace(number=_as_text(token.number))
                    for token in made
                ]
            )
            return super().__new__(
                cls, tokens, negations_given, _as_text(document), _as_text(number), layout
            )

    def plain(self, document: str | None = None) -> Sentence:
        """Return the sentence without its number and layout, which came from a file."""
        return self._make((self.tokens, self.negations, document, None, None))

    @property
    def name(self) -> str:
        """Its name in messages: its document and number, as far as it has them."""
        return ":".join(part for part in (self.document, self.number) if part is not None)


def _as_text(name: str | int | None) -> str | None:
    """Return a name or a number as a string; raise TypeError for anything else."""
    if name is None or isinstance(name, str):
        return name
    if not isinstance(name, int) or isinstance(name, bool):
        raise TypeError("a document or a number is a string, not %r" % (name,))
    return str(name)


def _as_tuple(part: PartGiven) -> tuple[int | tuple[int, str], ...]:
    # A mapping has items; a sequence has positions, with or without strings.
    items = getattr(part, "items", None)
    given: list[int | tuple[int, str]] = []
    for item in items() if items is not None else part:
        if isinstance(item, bool):
            raise TypeError(
                "a list of booleans is given: give positions, [i for i, x in enumerate(mask) if x]"
            )
        try:
            if isinstance(item, tuple):
                position, string = item
                if not isinstance(string, str):
                    raise TypeError
                given.append((as_position(position), string))
            else:
                given.append(as_position(item))
        except (TypeError, ValueError):
            words = "a part of a negation is positions, or (position, string) pairs; %r is neither"
            raise TypeError(words % (item,)) from None
    return tuple(given)


def first_difference_of_sentences(first: Sentence, second: Sentence) -> tuple[int, str, str] | None:
    """Return the position of the first token that differs and the two words, or None.

    Words are shown in quotation marks; a missing word is shown as ``none``.
    """
    words = [token.word for token in first.tokens]
    others = [token.word for token in second.tokens]
    if words == others:
        return None
    length = min(len(words), len(others))
    position = next((i for i in range(length) if words[i] != others[i]), length)
    shown = [repr(side[position]) if position < len(side) else "none" for side in (words, others)]
    return position, shown[0], shown[1]


def check_sentences_have_same_tokens(gold: Sequence[Sentence], system: Sequence[Sentence]) -> None:
    """Raise ShapeError unless both sides have the same number of sentences, with the same words."""
    for number, (in_gold, in_system) in enumerate(zip(gold, system), start=1):
        difference = first_difference_of_sentences(in_gold, in_system)
        if difference is not None:
            where = "sentence %d, token %d: gold has %s, the system %s"
            raise ShapeError(where % (number, *difference))
    if len(gold) != len(system):
        words = "gold has %s, the system %d: they need the same"
        raise ShapeError(words % (plural(len(gold), "sentence"), len(system)))
