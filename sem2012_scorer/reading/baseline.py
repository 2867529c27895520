"""A baseline for other systems: gold's cues, with scopes up to the next punctuation (Punct-BL)."""

from __future__ import annotations

from ..ground.columns import WORD_FIELD
from .sentences import Negation, Sentence, ShapeError, position_of
from .source import as_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..legacy.punctuation import Punctuation


def punctuation_scopes(
    sentences: Iterable[Sentence], punctuation: Punctuation
) -> Iterator[Sentence]:
    """Yield gold's sentences; each cue's scope is the words after it, up to the next punctuation.

    Events are empty; everything else stays as it is. If a cue has several tokens,
    the scope starts after the last of them; if it is part of a word, the rest of
    the word is left out. This is Punct-BL of Sineva et al. (2021); docs/baseline.md
    compares its figures with the paper's. Raises ShapeError for a blind test file.
    """
    for number, sentence in enumerate(sentences, start=1):
        if sentence.layout is not None and not sentence.layout.is_annotated:
            raise ShapeError(
                "sentence %d (%s): found 7 fields; expected annotation after them: cues are needed"
                % (number, sentence.name)
            )
        if sentence.negations:
            is_word = [
                punctuation.is_word(
                    as_bytes(token.word if punctuation.field == WORD_FIELD else token.tag)
                )
                for token in sentence.tokens
            ]
            negations = [
                Negation._make((negation.cue, _words_after(negation, is_word), ()))
                for negation in sentence.negations
            ]
            sentence = sentence._replace(negations=tuple(negations))
        yield sentence


def _words_after(negation: Negation, is_word: list[bool]) -> tuple[int, ...]:
    """Return the positions of the words from a cue to the next punctuation, () without a cue."""
    first = max(map(position_of, negation.cue), default=len(is_word)) + 1
    last = next((place for place in range(first, len(is_word)) if not is_word[place]), len(is_word))
    return tuple(range(first, last))
