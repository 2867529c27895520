"""What a file predicts for a sentence, and the same on the tokens of another that has its characters."""

from __future__ import annotations

from bisect import bisect_left

from ..ground.records import Record
from .characters import characters, key_of, text_offsets
from .grouping import grouped
from .labels import LEFT_OUT, OTHERS, Span, spans_of
from .options import ONE
from .sentences import Negation, Sentence, ShapeError, position_of, word_tokens
from .source import WITHOUT_CUE, at_line
from .spans import cuts_a_token
from .strings import found_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .labels import Labelling
    from .source import Remarked
    from .strings import Strings

    Items = tuple[int | tuple[int, str], ...]


class CharacterSpan(Record):
    """A labelled span of a text: its kind and its pieces, each its first character and the one after its last.

    Spans with the same `group` are of one negation, whatever stands between them; without
    a group they are grouped by their places. `quoted` is the text that stands there according to the
    file.
    """

    kind: str
    pieces: tuple[tuple[int, int], ...]
    group: int | None = None
    quoted: str | None = None


class Predicted(Record):
    """What a file predicts for a sentence, or, where `is_part` is true, for one negation of it.

    `file` and `line` are where it begins, `document` and `number` its name. The tokens are
    `words`, or None, and then there are `size` of them (0 if that is not known), or the sentence
    is a `text`. The prediction is in `negations` by the tokens' positions, in lists of `labels`, one
    for each token, read as `labelling` says and standing in `lines`, in `spans` of the text's
    characters, or in `strings` to be found in the sentence. `is_loose` is true for a file that does not
    say where sentences end, `has_scopes` for one whose labels have scopes; with `marks_base`, the word of a
    cue that is a part of it is in its own scope if its base is.
    """

    file: str
    line: int
    document: str | None = None
    number: str | None = None
    words: tuple[str, ...] | None = None
    text: str | None = None
    size: int = 0
    labels: tuple[Sequence[str], ...] = ()
    labelling: Labelling | None = None
    lines: tuple[int, ...] = ()
    is_loose: bool = False
    is_part: bool = False
    has_scopes: bool = False
    marks_base: bool = False
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


NO_DOCUMENT = "_"
"""The document field of a corpus without documents, such as NoReC_neg in columns."""


def as_predicted(sentence: Sentence, file: str) -> Predicted:
    """Return a sentence of a file as what is predicted for it."""
    words = tuple([token.word for token in sentence.tokens])
    document = None if sentence.document == NO_DOCUMENT else sentence.document
    return Predicted(file, 0, document, sentence.number, words, negations=sentence.negations)


DIFFER = "sentences whose words differ from gold's in case, quotation marks, blanks or Unicode form"
CUT = "annotated words that gold cuts differently, placed by their characters"
CUTS = "spans that begin or end inside a word, read as that part of it"
MISQUOTED = "spans at whose places other words stand than the file says"
BLANK = "spans of blanks alone, left out"
NO_CUE = "scopes and events without a cue, left out"
EMPTY_COLUMNS = "label columns of O beside others, left out"


def own_negations(one: Predicted, scopes_to: str, remarked: Remarked) -> tuple[Negation, ...]:
    """Return the negations of a prediction by the positions of its own tokens: given, or of its labels."""
    if not one.labels or one.labelling is None:
        return one.negations
    labelling = one.labelling

    def remarked_at(position: int | None, kind: str, what: str) -> None:
        remarked(one.lines[position or 0], kind, what)

    what = one.name or " ".join((one.words or ())[:5])
    negations = one.negations
    empty = 0
    for labels in one.labels:
        empty += not any(labelling.labels[label].kinds for label in labels)
        spans = spans_of(labels, labelling, remarked_at)
        negations += grouped(spans, scopes_to, remarked_at, what)
    if empty and len(one.labels) > 1:
        remarked(one.line, EMPTY_COLUMNS, "%d of %d" % (empty, len(one.labels)))
    return negations


def on_tokens(
    one: Predicted, words: Sequence[str], scopes_to: str, remarked: Remarked, first: int = 0
) -> tuple[Negation, ...]:
    """Return the negations of a prediction on tokens whose characters are its own.

    `first` is the character, of the prediction's without blanks, with which the sentence begins:
    a text may have several. `remarked` is called for what cannot be placed.
    """
    negations = own_negations(one, scopes_to, remarked)
    where = one.name or " ".join(words[:5])
    if one.words is not None and one.words != tuple(words):
        remarked(one.line, DIFFER, one.name)
        if negations:
            negations = _moved(negations, one.words, words, remarked, one.line)
    at = at_line(remarked, one.line)
    if one.spans:
        negations += _of_spans(one, words, scopes_to, at, where, first)
    if one.strings:
        negations += found_in(words, one.strings, at)
    return negations


def _moved(
    negations: tuple[Negation, ...],
    own: Sequence[str],
    words: Sequence[str],
    remarked: Remarked,
    line: int,
) -> tuple[Negation, ...]:
    """Return negations of words as those of words that are written, or cut, differently."""
    if len(own) == len(words) and all(key_of([a]) == key_of([b]) for a, b in zip(own, words)):
        return tuple(
            [Negation(*[[_in_word(i, words) for i in part] for part in one]) for one in negations]
        )
    _, origins = characters(own)
    places_of: dict[int, list[int]] = {}
    for at, (word, _) in enumerate(origins):
        places_of.setdefault(word, []).append(at)
    borders = {*_ends(own)}
    moved = []
    for negation in negations:
        parts = []
        for part in negation:
            wanted: set[int] = set()
            for item in part:
                position = position_of(item)
                if isinstance(item, int):
                    wanted.update(places_of.get(position, ()))
                else:
                    start = own[position].find(item[1])
                    inside = range(start, start + len(item[1]))
                    wanted.update(p for p in places_of.get(position, ()) if origins[p][1] in inside)
            parts.append(_items(wanted, words))
        made = Negation(*parts)
        ends = list(_ends(words))
        cut = [item for item in made.cue if ends[position_of(item)] not in borders]
        if cut:
            remarked(line, CUT, " ".join(words[position_of(item)] for item in cut))
        moved.append(made)
    return tuple(moved)


def _ends(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where each word begins and ends, in characters without blanks."""
    start = 0
    for word in words:
        size = len(key_of([word]))
        yield start, start + size
        start += size


def _in_word(item: int | tuple[int, str], words: Sequence[str]) -> int | tuple[int, str]:
    """Return an item with the letters of the word as it is written here."""
    if isinstance(item, int):
        return item
    position, string = item
    word = words[position]
    start = word.lower().find(string.lower())
    return (position, word[start : start + len(string)]) if start >= 0 else item


def _items(wanted: set[int], words: Sequence[str]) -> Items:
    """Return the tokens that have the wanted characters, counted without blanks."""
    _, origins = characters(words)
    inside: dict[int, set[int]] = {}
    for position, offset in (origins[at] for at in wanted):
        inside.setdefault(position, set()).add(offset)
    parts = [
        (position, "".join([sign for at, sign in enumerate(words[position]) if at in offsets]))
        for position, offsets in sorted(inside.items())
    ]
    return tuple([place if part == words[place] else (place, part) for place, part in parts])


def _of_spans(
    one: Predicted,
    words: Sequence[str],
    scopes_to: str,
    remarked: Remarked,
    where: str,
    first: int,
) -> tuple[Negation, ...]:
    """Return the negations of a text's spans on tokens."""
    # Without a text, the places are those in the words with blanks between them.
    text = one.text or " ".join(words if one.words is None else one.words)
    offsets = text_offsets(text)
    size = len(key_of(words))
    start_of, end_of = offsets[first], offsets[first + size - 1]
    spans: list[Span] = []
    of_group: dict[int, list[Span]] = {}
    for span in one.spans:
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
            remarked(None, OTHERS, own)
            continue
        made = Span(span.kind, _items(inside, words))
        if cuts_a_token(made.items):
            remarked(None, CUTS, own)
        if span.group is None:
            spans.append(made)
        else:
            of_group.setdefault(span.group, []).append(made)
    spans.sort(key=lambda one: position_of(one.items[0]))
    negations = list(grouped(spans, scopes_to, remarked, where))
    for group in of_group.values():
        negations += grouped(group, ONE, lambda *said: None)
    # Spans of a text have no order of their own but that of their places.
    return tuple(sorted(negations, key=lambda one: min(map(position_of, one.cue), default=-1)))


def alone(predicted: Iterable[Predicted], remarked: Remarked, scopes_to: str) -> Iterator[Sentence]:
    """Yield predictions as sentences, without gold; raise ShapeError for those without words.

    Records of one negation each, one after the other and with the same name and words, are
    one sentence.
    """
    held: Predicted | None = None
    for one in predicted:
        if one.words is None:
            raise ShapeError(
                "%s: the predictions do not have the words of a sentence: give gold, or the blind file, "
                "with --like" % one.place
            )
        made = own_negations(one, scopes_to, remarked)
        one = one._replace(negations=made, labels=())
        if held is not None and one.is_part and one[2:5] == held[2:5]:
            joined = held.negations + one.negations
            held = held._replace(negations=joined, strings=held.strings + one.strings)
            continue
        if held is not None:
            yield _alone(held, scopes_to, remarked)
        held = one
    if held is not None:
        yield _alone(held, scopes_to, remarked)


def _alone(one: Predicted, scopes_to: str, remarked: Remarked) -> Sentence:
    words = one.words or ()
    negations = on_tokens(one, words, scopes_to, remarked)
    for negation in negations:
        if not negation.cue:
            remarked(one.line, WITHOUT_CUE, one.name)
    return Sentence._make((word_tokens(words), negations, one.document, one.number, None))
