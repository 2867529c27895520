"""Masks of a cue and of a scope, a number for each token: read in memory, and written as JSON lines."""

from __future__ import annotations

from ..ground.wording import json_of
from .sentences import (
    PARTS,
    Negation,
    Sentence,
    ShapeError,
    check_positions,
    in_sentence,
    position_of,
)
from .source import as_bytes, nothing_remarked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import IO

    from .sentences import Token
    from .source import Remarked, Written

    Mask = Sequence[int] | None

MASK = {0: "", 1: "mask"}
NEGBERT = {0: "affix", 1: "word", 2: "several", 3: ""}
PADDED = {0: "", 1: "word", 2: "several", 3: "", 4: "affix"}
"""What the numbers of a cue's mask mean: a mask, the kinds of NegBERT, and those with padding."""
AFFIXES = "cues that are a part of their word, written as the word (--affixes)"


def ids_of(seen: Collection[int]) -> Mapping[int, str]:
    """Return what the numbers of cues' masks mean, given all that occur."""
    return PADDED if 4 in seen else NEGBERT if {2, 3} & {*seen} else MASK


def from_masks(
    tokens: Iterable[str | Token],
    cue: Sequence[int],
    scope: Sequence[int] | None = None,
    event: Sequence[int] | None = None,
) -> Sentence:
    """Return a sentence from masks with a number for each token.

    `cue` has 1 for a token of the cue and 0 for others, or the kinds of NegBERT: 0 an affix, 1 a
    word, 2 a word of a cue of several, 3 none; `scope` and `event` have 1 for their tokens. With
    `scope`, the masks are of one negation; without, each run of 1 is a cue (of the kinds: each
    0 and 1, and all 2 together). Join the negations of several for one sentence. A cue that is only a part of
    its word is the whole word: the masks do not say which part. Raises ShapeError for a mask of another length, or another number.

    >>> from_masks(["No", "rain", "fell"], [1, 0, 0], [0, 1, 1]).negations
    (Negation(cue=(0,), scope=(1, 2), event=()),)
    """
    made = Sentence(tokens)
    words = [token.word for token in made.tokens]
    ids = ids_of(cue)
    for part, mask, known in (("cue", cue, ids), ("scope", scope, MASK), ("event", event, MASK)):
        if mask is None:
            continue
        if len(mask) != len(words):
            raise ShapeError("%s: %d numbers for %d tokens" % (part, len(mask), len(words)))
        if not {*mask} <= {*known}:
            raise ShapeError("%s: %r is not a number of a mask" % (part, max({*mask} - {*known})))
    return made._replace(
        negations=tuple(negations_of(words, (cue, scope, event), ids, nothing_remarked))
    )


def negations_of(
    words: Sequence[str],
    masks: tuple[Mask, Mask, Mask],
    ids: Mapping[int, str],
    remarked: Remarked,
    has_affixes: bool = False,
) -> list[Negation]:
    """Return the negations of a record with masks of its parts: one if a mask is of scope, else one for each cue.

    With `has_affixes`, a cue that is a part of its word keeps the word in its scope, where the mask has it.
    """
    cue, scope, event = masks
    kinds = [ids[one] for one in cue or ()]
    places = [place for place, kind in enumerate(kinds) if kind]
    in_scope = [place for place, one in enumerate(scope or ()) if one == 1]
    events = [place for place, one in enumerate(event or ()) if one == 1]
    if scope is not None:
        cut = [p for p in places if kinds[p] == "affix" or (kinds[p] == "mask" and p in in_scope)]
        for place in cut:
            remarked(place, AFFIXES, words[place])
        # Where affixes are known, the own word of a cue in its scope is the base.
        kept = {*cut} if has_affixes else set()
        own = Negation(places, [p for p in in_scope if p not in places or p in kept], events)
        return [own] if any(own) else []
    cues: list[list[int]] = []
    for place in places:
        goes_on = kinds[place] == "mask" and cues and cues[-1][-1] == place - 1
        several = [one for one in cues if kinds[one[0]] == kinds[place] == "several"]
        if goes_on:
            cues[-1].append(place)
        elif several:
            several[0].append(place)
        else:
            cues.append([place])
    return [Negation(one) for one in cues]


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
        check_positions(sentence, number)
        where = sentence.name or "sentence %d" % number
        words = [token.word for token in sentence.tokens]
        name = {"document": sentence.document, "number": sentence.number}
        kept = tuple([negation for negation in sentence.negations if any(negation)])
        if len(kept) < len(sentence.negations):
            remarked(None, "negations without any token, left out", where)
        for negation in kept or (Negation(),):
            value: dict[str, object] = {key: one for key, one in name.items() if one is not None}
            value["tokens"] = words
            for key, part in zip(("cue_labels", "scope_mask", "event_mask"), PARTS):
                items = getattr(negation, part)
                places = {position_of(item) for item in items}
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
            written(sentence._replace(negations=kept))
