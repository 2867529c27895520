"""From the lines of a sentence to its negations: cue, scope and event of each."""

from __future__ import annotations

from ..ground.columns import EMPTY_CELLS
from ..ground.records import Record
from .fields import Fields
from .punctuation import PUNCTUATION, SCOPE_WORDS, Punctuation, scope_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..ground.columns import PlacedWord
    from .originals import Original

    Part = tuple[PlacedWord, ...]


class ReadNegation(Record):
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
    negations: tuple[ReadNegation, ...]
    scope_tokens: int
    beyond: tuple[str, ...] = ()
    bare_scopes: tuple[Part, ...] | None = None


NO_NEGATION = Annotation(False, (), 0)


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
    twice. A part without words is empty (2.2, lines 567-591 and 696-720). `are_words` says of each token whether it can be in a scope,
    `as_compared` what is compared of its word there, and `are_bare`, if it is
    given, whether it can be in a scope without punctuation (2.0, lines 499-500).
    2.2, lines 537-546 and 669-678, reads these too; its rows do not show them.

    The last line decides how many negations there are. A sentence without
    lines has negation, and the same number as the sentence before it (`previous`), all
    of them empty, because the script's variable still has that number.
    """
    if not has_lines:
        bare = None if are_bare is None else ((),) * previous
        return Annotation(True, (ReadNegation(),) * previous, 0, (), bare)
    if side.are_without_negation():
        return NO_NEGATION
    number, found = side.words(empty_cells)
    last = max(found, default=-1)
    negations = []
    scope_tokens = 0
    beyond: tuple[str, ...] = ()
    for place in range(0, max(3 * number, last + 1), 3):
        # 2.2, lines 522-535 and 653-666: the tokens of a scope, without punctuation, and their number.
        scope = tuple([pair for pair in found.get(place + 1, ()) if are_words[pair[0]]])
        if b"." in b"".join([word for _, word in scope]):
            scope = tuple([(position, as_compared(word)) for position, word in scope])
        scope_tokens += len(scope)
        parts = ReadNegation(tuple(found.get(place, ())), scope, tuple(found.get(place + 2, ())))
        if place < 3 * number:
            negations.append(parts)
        else:
            beyond += tuple([name for name, part in zip(ReadNegation._fields, parts) if part])
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


def read_meant(
    sentence: bytes, empty_cells: tuple[bytes, ...], side: Fields | None = None
) -> Annotation:
    """Return the annotation that a sentence's lines are meant as: with punctuation, as marked.

    `side` are their fields, if they are known.
    """
    side = Fields(sentence) if side is None else side
    are_words = [True] * (sentence.count(b"\n") + 1)
    return read_annotation(side, are_words, 0, empty_cells, has_lines=bool(sentence))
