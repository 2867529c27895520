"""BIO labels, as taggers write them: one label per token for each negation."""

from __future__ import annotations

from typing import cast

from ..ground.records import Record
from ..ground.wording import plural, shortened
from .labels import Labelling, escaped, given_meanings, understood
from .options import SCOPES_TO
from .predicted import Predicted, own_negations
from .rows import SPACES
from .sentences import PARTS, Negation, Sentence, ShapeError, in_sentence
from .source import WITHOUT_CUE, as_bytes, nothing_remarked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import IO

    from .sentences import Token
    from .source import Remarked, Written

OUTSIDE = "O"
MARK = "\ufeff"
"""What UTF-8 files may begin with, to say that they are; it may be a word too."""
LABELS = "O, or B- or I- with CUE, SCOPE or EVENT"


class Labels(Record):
    """A sentence's negations as labels: one label per token for each negation.

    A sentence without negation has one column of ``O``. `lost` lists what BIO
    cannot express, each as a kind and a description: a token in two parts, only
    one of which the label can name; a part of a word; a part with a gap, which
    becomes several spans; a negation without cue.
    """

    columns: tuple[tuple[str, ...], ...]
    lost: tuple[tuple[str, str], ...] = ()


def to_bio(
    sentence: Sentence, priority: Sequence[str] = PARTS, full_labels: bool = False
) -> Labels:
    """Return the negations of a sentence as BIO labels, and what the labels cannot express.

    A cue begins with ``B-``, and goes on with ``I-``, also after a gap. With `full_labels`, a label
    has all parts of its token, and strings that are not the whole word: ``I-SCOPE+EVENT``,
    ``B-CUE=un+SCOPE=clean``. Otherwise, if a token is in several parts of a negation, its label is the first of them
    in `priority`. Raises ShapeError for a position that is not in the sentence,
    and ValueError if `priority` is not the three parts in some order.

    >>> labels = to_bio(Sentence(["No", "rain", "fell"], [Negation([0], [1, 2], [2])]))
    >>> labels.columns
    (('B-CUE', 'B-SCOPE', 'I-SCOPE'),)
    >>> labels.lost
    (('tokens in two parts, written as one', "negation 1: 'fell' is in scope and event: the label says scope"),)
    """
    if not isinstance(sentence, Sentence):
        raise TypeError("a Sentence has labels, not %r" % (sentence,))
    if sorted(priority) != sorted(PARTS):
        raise ValueError("priority has cue, scope and event, not %r" % (priority,))
    lost: list[tuple[str, str]] = []
    columns = [
        _labels(sentence.tokens, negation, "negation %d: " % number, priority, lost, full_labels)
        for number, negation in enumerate(sentence.negations, start=1)
    ]
    return Labels(tuple(columns or [(OUTSIDE,) * len(sentence.tokens)]), tuple(lost))


def _labels(
    tokens: Sequence[Token],
    negation: Negation,
    where: str,
    priority: Sequence[str],
    lost: list[tuple[str, str]],
    full_labels: bool,
) -> tuple[str, ...]:
    # The parts of each token, each with what its label says of its string.
    parts: list[dict[str, str]] = [{} for _ in tokens]
    for name in priority:
        items = getattr(negation, name)
        positions = []
        for item in items:
            position, string = (item, None) if isinstance(item, int) else item
            if not 0 <= position < len(tokens):
                raise ShapeError(
                    "%s%s: there is no token at position %d: there are %d"
                    % (where, name, position, len(tokens))
                )
            word = tokens[position].word
            parts[position].setdefault(name, "")
            if string is not None and string != word and full_labels:
                parts[position][name] = "=" + escaped(string)
            elif string is not None and string != word:
                lost.append(
                    (
                        "parts of words, written as the word",
                        "%s%r is %s, of the word %r" % (where, string, name, word),
                    )
                )
            positions.append(position)
        is_gap = positions and max(positions) - min(positions) >= len(set(positions))
        if is_gap and name != "cue" and not full_labels:
            lost.append(
                (
                    "parts with a gap, written as several spans",
                    "%sthe %s is several spans" % (where, name),
                )
            )
    if not any(parts):
        lost.append(("negations without a token, left out", where + "it has none"))
    elif not negation.cue:
        lost.append((WITHOUT_CUE, where + "it has no cue"))
    labels = []
    previous = ""
    has_begun = False
    for token, own in zip(tokens, parts):
        names = [*own]
        if len(names) > 1 and not full_labels:
            said = "%s%r is in %s: the label says %s"
            words = said % (where, token.word, " and ".join(names), names[0])
            lost.append(("tokens in two parts, written as one", words))
        part = names[0] if names else ""
        prefix = "I" if part == previous or (part == "cue" and has_begun) else "B"
        has_begun = has_begun or part == "cue"
        said_parts = names if full_labels else names[:1]
        words = "+".join(name.upper() + own[name] for name in said_parts)
        labels.append("%s-%s" % (prefix, words) if part else OUTSIDE)
        previous = part
    return tuple(labels)


def from_bio(
    tokens: Iterable[str | Token],
    labels: Sequence[str] | Sequence[Sequence[str]],
    scopes_to: str = "nearest",
    meanings: Iterable[str] = (),
) -> Sentence:
    """Return a sentence from its tokens and BIO labels: one list, or several.

    Each cue of a list is a negation: ``B-`` begins one, ``I-`` goes on with it, also after a
    gap. A run of scope is of the nearest cue, the one before it at equal distance, or goes to the cue
    that `scopes_to` names: ``last``, ``touching``, ``all``; with ``one``, all spans of a list are one
    negation. A list of only ``O`` is skipped. IOBES, BILOU, IOE and bare labels are read too;
    `meanings` says what others mean: ``"B-NEG=B-CUE"``. Where there was a choice, nothing is
    said: `read_corpus` remarks it. Raises ShapeError if there are more or fewer labels than tokens, or a label is not known.

    >>> from_bio(["No", "rain", "fell"], ["B-CUE", "B-SCOPE", "I-SCOPE"]).negations
    (Negation(cue=(0,), scope=(1, 2), event=()),)
    """
    if scopes_to not in SCOPES_TO:
        raise ValueError("scopes_to is one of %s, not %r" % (", ".join(SCOPES_TO), scopes_to))
    made = Sentence(tokens)
    is_one = all(isinstance(label, str) for label in labels)
    lists = cast("list[Sequence[str]]", [labels] if is_one else list(labels))
    given = given_meanings(meanings)
    negations: tuple[Negation, ...] = ()
    words = tuple(token.word for token in made.tokens)
    for number, column in enumerate(lists, start=1):
        where = "label column %d: " % number if len(lists) > 1 else ""
        if len(column) != len(words):
            raise ShapeError(
                "%s%s for %s" % (where, plural(len(column), "label"), plural(len(words), "token"))
            )
        known, unknown = understood(dict.fromkeys(column), given)
        if unknown:
            place = list(column).index(unknown[0])
            raise ShapeError(
                "%stoken %d: %r is not a label: %s" % (where, place, shortened(unknown[0]), LABELS)
            )
        positions = tuple(range(len(words)))
        one = Predicted(
            "", 0, words=words, labels=(column,), labelling=Labelling(known), lines=positions
        )
        negations += own_negations(one, scopes_to, nothing_remarked)
    return made._replace(negations=negations)


def write_bio(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    remarked: Remarked = nothing_remarked,
    written: Written | None = None,
    full_labels: bool = False,
) -> None:
    """Write sentences as BIO labels: a word and tabbed labels per line, a blank line after each.

    `remarked` is called for what BIO cannot express, `written` with each sentence
    as its labels express it; for `full_labels`, see `to_bio`. Raises ShapeError, which names the sentence, for a
    word with a tab or newline.
    """
    for number, sentence in enumerate(sentences, start=1):
        where = sentence.name or "sentence %d" % number
        if not sentence.tokens:
            raise in_sentence(number, ShapeError("a sentence has no tokens"))
        try:
            labels = to_bio(sentence, full_labels=full_labels)
        except ShapeError as error:
            raise in_sentence(number, error) from None
        for kind, what in labels.lost:
            remarked(None, kind, "%s: %s" % (where, what))
        if any((token.tag, token.lemma, token.parse) != ("_",) * 3 for token in sentence.tokens):
            remarked(None, "sentences with lemmas, tags or parses, left out", where)
        lines = []
        for token, *row in zip(sentence.tokens, *labels.columns):
            word = token.word
            if not word.strip(SPACES) or "\t" in word or "\n" in word:
                raise in_sentence(number, ShapeError("a word that BIO cannot hold: %r" % word))
            lines.append("\t".join([word, *row]) + "\n")
        if number == 1 and lines[0].startswith(MARK):
            # A reader takes the first for a byte-order mark.
            lines[0] = MARK + lines[0]
        try:
            stream.write(as_bytes("".join(lines) + "\n"))
        except ShapeError as error:
            raise in_sentence(number, error) from None
        if written is not None:
            written(from_bio(sentence.tokens, labels.columns))
