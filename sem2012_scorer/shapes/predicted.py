"""What a file predicts for a sentence, and the same on gold's tokens."""

from __future__ import annotations

from bisect import bisect_left

from ..corpora.sentences import Negation, position_of
from ..corpora.sources import at_line
from ..corpora.spans import cuts_a_token, items_of
from ..corpora.submission import NO_DOCUMENT
from ..ground.records import Record
from .characters import characters, key_of, text_offsets
from .grouping import grouped
from .labels import LEFT_OUT, OTHERS, Span
from .placing import Grouping
from .strings import Strings, found_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..corpora.sentences import Sentence
    from ..corpora.sources import Remarked
    from .labels import Labelling

    Items = tuple[int | tuple[int, str], ...]


class CharacterSpan(Record):
    """A labelled span of a text: its kind and its pieces, each its first character and the one after its last.

    Spans with the same `group` are of one negation, whatever stands between them; without
    a group they are grouped by their places. `quoted` is the text that stands there by what the
    file says.
    """

    kind: str
    pieces: tuple[tuple[int, int], ...]
    group: int | None = None
    quoted: str | None = None


class Predicted(Record):
    """What a file predicts for a sentence, or, where `is_part` is true, for one negation of it.

    `file` and `line` are where it begins, `document` and `number` its name. The tokens are
    `words`, or None, and then there are `size` of them (0 if that is not known), or the sentence
    is a `text`. A
    file that does not say where sentences end has lists of `labels`, their `labelling`, and the
    `lines` of its tokens.
    `has_scopes` is true in a file whose labels have scopes.
    `negations` have the tokens' positions, `spans` the text's characters, and `strings`
    are to be found in the sentence.
    """

    file: str
    line: int
    document: str | None = None
    number: str | None = None
    words: tuple[str, ...] | None = None
    text: str | None = None
    size: int = 0
    labels: tuple[tuple[str, ...], ...] = ()
    labelling: Labelling | None = None
    lines: tuple[int, ...] = ()
    is_part: bool = False
    has_scopes: bool = False
    negations: tuple[Negation, ...] = ()
    spans: tuple[CharacterSpan, ...] = ()
    strings: tuple[Strings, ...] = ()

    @property
    def place(self) -> str:
        """Where it begins, for messages."""
        return "%s:%d" % (self.file, self.line) if self.line else self.file

    @property
    def name(self) -> str:
        """Its name in messages: document and number, as far as it has them."""
        return ":".join(part for part in (self.document, self.number) if part is not None)


DIFFER = "sentences whose words differ from gold's in capitals, quotation marks or blanks"
CUTS = "spans that begin or end inside a word, read as that part of it"
MISQUOTED = "spans at whose places other words stand than the file says"
BLANK = "spans of blanks alone, left out"
NO_CUE = "scopes and events without a cue, left out"


def on_tokens(
    found: Predicted, words: Sequence[str], grouping: Grouping, remarked: Remarked, first: int = 0
) -> tuple[Negation, ...]:
    """Return the negations of a prediction on gold's tokens, whose characters are its own.

    `first` is the character, of the prediction's without blanks, with which the sentence begins:
    a text may have several. `remarked` is called for what cannot be placed.
    """
    negations = found.negations
    if found.words is not None and found.words != tuple(words):
        remarked(found.line, DIFFER, found.name)
        if negations:
            negations = _moved(negations, found.words, words)
    where = found.name or " ".join(words[:5])
    told = at_line(remarked, found.line)
    if found.spans:
        negations += _of_spans(found, words, grouping, told, where, first)
    if found.strings:
        negations += found_in(words, found.strings, told)
    return negations


def _moved(
    negations: tuple[Negation, ...], own: Sequence[str], words: Sequence[str]
) -> tuple[Negation, ...]:
    """Return negations of words as those of words that are split otherwise."""
    if len(own) == len(words) and all(key_of([a]) == key_of([b]) for a, b in zip(own, words)):
        return tuple(
            [
                Negation(
                    *[
                        [item if isinstance(item, int) else _in_word(item, words) for item in part]
                        for part in negation
                    ]
                )
                for negation in negations
            ]
        )
    _, origins = characters(own)
    moved = []
    for negation in negations:
        parts = []
        for part in negation:
            wanted = set()
            for item in part:
                if isinstance(item, int):
                    wanted |= {at for at, (word, _) in enumerate(origins) if word == item}
                else:
                    start = own[item[0]].find(item[1])
                    inside = range(start, start + len(item[1]))
                    wanted |= {
                        at
                        for at, (word, o) in enumerate(origins)
                        if word == item[0] and o in inside
                    }
            parts.append(_items(wanted, words))
        moved.append(Negation(*parts))
    return tuple(moved)


def _in_word(item: tuple[int, str], words: Sequence[str]) -> int | tuple[int, str]:
    """Return a part of a word with the letters of another word that is written otherwise."""
    position, string = item
    word = words[position]
    start = word.lower().find(string.lower())
    return (position, word[start : start + len(string)]) if start >= 0 else item


def _items(wanted: set[int], words: Sequence[str]) -> Items:
    """Return the tokens that have the wanted characters, counted without blanks."""
    _, origins = characters(words)
    starts, offset = [], 0
    for word in words:
        starts.append(offset)
        offset += len(word) + 1
    spans = []
    for at, (position, inside) in enumerate(origins):
        if at in wanted:
            spans.append((starts[position] + inside, starts[position] + inside + 1))
    return items_of(list(zip(starts, words)), spans)


def _of_spans(
    found: Predicted,
    words: Sequence[str],
    grouping: Grouping,
    remarked: Remarked,
    where: str,
    first: int,
) -> tuple[Negation, ...]:
    """Return the negations of a text's spans on gold's tokens."""
    # Without a text, the places are those in the words with blanks between them.
    text = " ".join(words) if found.text is None else found.text
    offsets = text_offsets(text)
    size = len(key_of(words))
    start_of, end_of = offsets[first], offsets[first + size - 1]
    spans: list[Span] = []
    of_group: dict[int, list[Span]] = {}
    for span in found.spans:
        if span.pieces[0][0] > end_of or span.pieces[-1][1] <= start_of:
            continue
        own = text[span.pieces[0][0] : span.pieces[-1][1]]
        is_here = first == 0 or span.pieces[0][0] >= start_of
        if not own.strip() and is_here:
            remarked(None, BLANK, "%d to %d" % (span.pieces[0][0], span.pieces[-1][1]))
            continue
        if span.quoted is not None and is_here:
            pieces = "".join(text[start:end] for start, end in span.pieces)
            if key_of([pieces]) != key_of([span.quoted]):
                remarked(None, MISQUOTED, "%r for %r" % (own, span.quoted))
        inside = {
            place - first
            for start, end in span.pieces
            for place in range(bisect_left(offsets, start), bisect_left(offsets, end))
            if first <= place < first + size
        }
        if not inside:
            continue
        if span.kind == LEFT_OUT:
            remarked(None, OTHERS, text[span.pieces[0][0] : span.pieces[-1][1]])
            continue
        made = Span(span.kind, _items(inside, words))
        if cuts_a_token(made.items):
            remarked(None, CUTS, text[span.pieces[0][0] : span.pieces[-1][1]])
        if span.group is None:
            spans.append(made)
        else:
            of_group.setdefault(span.group, []).append(made)
    spans.sort(key=lambda one: position_of(one.items[0]))
    negations = list(grouped(spans, grouping, remarked, where))
    one = Grouping(cue_spans="one")
    for group in of_group.values():
        negations += grouped(group, one, lambda *told: None)
    # Spans of a text have no order of their own but that of their places.
    return tuple(sorted(negations, key=lambda one: min(map(position_of, one.cue), default=-1)))


def with_cue(
    negations: Iterable[Negation], line: int | None, remarked: Remarked, what: str
) -> list[Negation]:
    """Return the negations that have a cue; `remarked` is called for the others."""
    kept = []
    for negation in negations:
        if negation.cue:
            kept.append(negation)
        elif any(negation):
            remarked(line, NO_CUE, what)
    return kept


def as_predicted(sentence: Sentence, file: str) -> Predicted:
    """Return a sentence of a file as what is predicted for it."""
    words = tuple([token.word for token in sentence.tokens])
    return Predicted(
        file,
        0,
        None if sentence.document == NO_DOCUMENT else sentence.document,
        sentence.number,
        words,
        negations=sentence.negations,
    )
