"""Masks: a JSON line for each negation, as those who train a tagger want them."""

from __future__ import annotations

from ..corpora.sentences import PARTS, Negation, ShapeError, in_sentence, position_of
from ..corpora.sources import as_bytes
from ..ground.wording import json_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

    from ..corpora.sentences import Sentence
    from ..corpora.sources import Remarked, Written

AFFIX, WORD, SEVERAL, NO_CUE = range(4)
"""The kinds of a cue's tokens, as in NegBERT."""
PARTLY = "parts of words, written as the word (a cue's as an affix)"


def write_masks(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    remarked: Remarked,
    written: Written | None = None,
) -> None:
    """Write a JSON line for each negation of a sentence, and one for a sentence without.

    ``cue_labels`` has 0 for an affixal cue, 1 for a word, 2 for a word of a cue of several, 3 for
    others; ``scope_mask`` and ``event_mask`` have 1 for a token of the part. `remarked` is called
    for parts of words. Raises ShapeError, which names the sentence, for a position that is not there.
    """
    for number, sentence in enumerate(sentences, start=1):
        where = sentence.name or "sentence %d" % number
        words = [token.word for token in sentence.tokens]
        name = {"document": sentence.document, "number": sentence.number}
        for negation in sentence.negations or (Negation(),):
            value: dict[str, object] = {key: one for key, one in name.items() if one is not None}
            value["tokens"] = words
            for key, part in zip(("cue_labels", "scope_mask", "event_mask"), PARTS):
                items = getattr(negation, part)
                places = {position_of(item) for item in items}
                if any(not 0 <= place < len(words) for place in places):
                    error = "%s: there is no token at one of the positions %s" % (
                        part,
                        sorted(places),
                    )
                    raise in_sentence(number, ShapeError(error))
                cut = [item for item in items if not isinstance(item, int)]
                for position, string in cut:
                    what = "%s: %r is %s, of the word %r" % (where, string, part, words[position])
                    remarked(None, PARTLY, what)
                kind = 1
                if part == "cue":
                    kind = AFFIX if len(cut) == len(items) else WORD if len(items) == 1 else SEVERAL
                none = NO_CUE if part == "cue" else 0
                value[key] = [kind if place in places else none for place in range(len(words))]
            try:
                stream.write(as_bytes(json_of(value) + "\n"))
            except ShapeError as error:
                raise in_sentence(number, error) from None
        if written is not None:
            written(sentence)
