"""BIO labels, as taggers write them: one label per token for each negation."""

from __future__ import annotations

import re
from typing import cast

from ..ground.records import Record
from ..ground.wording import plural, shortened
from .sentences import PARTS, Negation, Sentence, ShapeError, in_sentence
from .sources import (
    WITHOUT_CUE,
    FormatError,
    as_bytes,
    as_text,
    lines_of,
    name_of,
    nothing_remarked,
    opened,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import IO

    from .sentences import Token
    from .sources import File, Remarked, Written

    _Label = tuple[str, str, str]
    """A label's prefix and part, and the label."""

OUTSIDE = "O"
SPACES = " \t\r\n"
"""White space between fields; any other white space in Unicode can be part of a word."""
_SPACE = re.compile(" +")
LABELS = "O, or B- or I- with CUE, SCOPE or EVENT"
SEVERAL_CUES = "cues of several spans, read as one: another negation is another column"


class Labels(Record):
    """A sentence's negations as labels: one label per token for each negation.

    A sentence without negation has one column of ``O``. `lost` lists what BIO
    cannot express, each as a kind and a description: a token in two parts, only
    one of which the label can name; a part of a word; a part with a gap, which
    becomes several spans; a negation without cue.
    """

    columns: tuple[tuple[str, ...], ...]
    lost: tuple[tuple[str, str], ...] = ()


def to_bio(sentence: Sentence, priority: Sequence[str] = PARTS) -> Labels:
    """Return the negations of a sentence as BIO labels, and what the labels cannot express.

    If a token is in several parts of a negation, its label is the first of them
    in `priority`. Raises ShapeError for a position that is not in the sentence,
    and ValueError if `priority` is not the three parts in some order.

    >>> labels = to_bio(Sentence(["No", "rain", "fell"], [Negation([0], [1, 2], [2])]))
    >>> labels.columns
    (('B-CUE', 'B-SCOPE', 'I-SCOPE'),)
    >>> labels.lost
    (('tokens in two parts, written as one', "negation 1: 'fell' is in scope and event: the label says scope"),)
    """
    if sorted(priority) != sorted(PARTS):
        raise ValueError("priority has cue, scope and event, not %r" % (priority,))
    lost: list[tuple[str, str]] = []
    columns = [
        _labels(sentence.tokens, negation, "negation %d: " % number, priority, lost)
        for number, negation in enumerate(sentence.negations, start=1)
    ]
    return Labels(tuple(columns or [(OUTSIDE,) * len(sentence.tokens)]), tuple(lost))


def _labels(
    tokens: Sequence[Token],
    negation: Negation,
    where: str,
    priority: Sequence[str],
    lost: list[tuple[str, str]],
) -> tuple[str, ...]:
    parts: list[list[str]] = [[] for _ in tokens]
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
            if string is not None and string != word:
                lost.append(
                    (
                        "parts of words, written as the word",
                        "%s%r is %s, of the word %r" % (where, string, name, word),
                    )
                )
            if name not in parts[position]:
                parts[position].append(name)
            positions.append(position)
        if positions and max(positions) - min(positions) >= len(set(positions)):
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
    for token, names in zip(tokens, parts):
        if len(names) > 1:
            said = "%s%r is in %s: the label says %s"
            words = said % (where, token.word, " and ".join(names), names[0])
            lost.append(("tokens in two parts, written as one", words))
        part = names[0] if names else ""
        prefix = "I" if part == previous else "B"
        labels.append("%s-%s" % (prefix, part.upper()) if part else OUTSIDE)
        previous = part
    return tuple(labels)


def from_bio(
    tokens: Iterable[str | Token],
    labels: Sequence[str] | Sequence[Sequence[str]],
    remarked: Remarked = nothing_remarked,
) -> Sentence:
    """Return a sentence from its tokens and BIO labels: one list, or one for each negation.

    All spans in a list belong to one negation; a list of only ``O`` is skipped. An
    ``I-`` that does not follow a label of its part begins a span, as in conlleval;
    `remarked` is called for that, for a cue of several spans, and for a negation
    without cue. Raises ShapeError if there are more or fewer labels than tokens, or
    a label is not ``O``, or ``B-`` or ``I-`` with CUE, SCOPE or EVENT.

    >>> from_bio(["No", "rain", "fell"], ["B-CUE", "B-SCOPE", "I-SCOPE"]).negations
    (Negation(cue=(0,), scope=(1, 2), event=()),)
    """
    made = Sentence(tokens)
    is_one = all(isinstance(label, str) for label in labels)
    lists = cast("list[Sequence[str]]", [labels] if is_one else list(labels))
    columns = []
    for number, column in enumerate(lists, start=1):
        where = "label column %d: " % number if len(lists) > 1 else ""
        if len(column) != len(made.tokens):
            raise ShapeError(
                "%s%s for %s"
                % (where, plural(len(column), "label"), plural(len(made.tokens), "token"))
            )
        columns.append(
            [_read_label(label, where, position) for position, label in enumerate(column)]
        )
    return _labelled(made, columns, remarked)


def _labelled(
    sentence: Sentence, columns: Sequence[Sequence[_Label]], remarked: Remarked
) -> Sentence:
    """Return a sentence with a negation for each column of labels that is not all ``O``."""
    negations = []
    for number, column in enumerate(columns, start=1):
        parts: dict[str, list[int]] = {name: [] for name in PARTS}
        cues = 0
        previous = ""
        for position, (prefix, part, label) in enumerate(column):
            if prefix == "I" and part != previous:
                remarked(position, "labels I- that begin a span, read as B-", label)
            if part:
                parts[part].append(position)
            if part == "cue" and (prefix == "B" or part != previous):
                cues += 1
                if cues == 2:
                    remarked(position, SEVERAL_CUES, sentence.tokens[position].word)
            previous = part
        if not any(parts.values()):
            continue
        if not parts["cue"]:
            remarked(0, WITHOUT_CUE, "label column %d" % number if len(columns) > 1 else "")
        negations.append(Negation(*parts.values()))
    return sentence._replace(negations=tuple(negations))


def _read_label(label: str, where: str, position: int) -> _Label:
    """Return a label's prefix and part, and the label; raise ShapeError if it is not a label."""
    if label == OUTSIDE:
        return label, "", label
    prefix, _, part = label.partition("-")
    if prefix not in ("B", "I") or part.lower() not in PARTS:
        raise ShapeError(
            "%stoken %d: %r is not a label: %s" % (where, position, shortened(label), LABELS)
        )
    return prefix, part.lower(), label


def read_bio(file: File, remarked: Remarked = nothing_remarked) -> Iterator[Sentence]:
    """Yield the sentences of a file of BIO labels, given as a path or binary stream.

    Each token has a line: its word and a label for each negation, separated by
    tabs (or by spaces, if the line has no tab); a blank line ends each sentence.
    Raises FormatError, which names the file and line, for anything else.
    """
    name = name_of(file)
    with opened(file) as stream:
        rows: list[list[str]] = []
        number = 0
        found = False
        for number, line in enumerate(lines_of(stream, name), start=1):
            text = as_text(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
            text = text.rstrip(SPACES)
            if text:
                rows.append(text.split("\t") if "\t" in text else _SPACE.split(text.strip(" ")))
            elif rows:
                found = True
                yield _sentence(name, number - len(rows), rows, remarked)
                rows = []
        if rows:
            found = True
            yield _sentence(name, number + 1 - len(rows), rows, remarked)
        if not found:
            raise FormatError(name, None, "no line with a token", "a word and its labels a line")


def _sentence(name: str, first: int, rows: list[list[str]], remarked: Remarked) -> Sentence:
    width = len(rows[0])
    labels = []
    for position, row in enumerate(rows):
        if len(row) != width or width < 2:
            raise FormatError(
                name,
                first + position,
                plural(len(row), "field"),
                "a word and a label for each negation"
                + (", as in the sentence's first line (%d)" % width if width > 1 else ""),
            )
        for label in row[1:]:
            try:
                labels.append(_read_label(label, "", position))
            except ShapeError:
                found = "the label %r" % shortened(label)
                raise FormatError(name, first + position, found, LABELS) from None

    def told(position: int | None, kind: str, what: str) -> None:
        remarked(first + (position or 0), kind, what)

    columns = [labels[column :: width - 1] for column in range(width - 1)]
    made = _labelled(Sentence([row[0] for row in rows]), columns, told)
    if len(made.negations) < len(columns) and len(columns) > 1:
        left = len(columns) - len(made.negations)
        remarked(first, "label columns of O beside others, left out", plural(left, "column"))
    return made


def write_bio(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    remarked: Remarked = nothing_remarked,
    written: Written | None = None,
) -> None:
    """Write sentences as BIO labels: a word and tabbed labels per line, a blank line after each.

    `remarked` is called for what BIO cannot express, `written` with each sentence
    as its labels express it. Raises ShapeError, which names the sentence, for a
    word with a tab or newline.
    """
    for number, sentence in enumerate(sentences, start=1):
        where = sentence.name or "sentence %d" % number
        if not sentence.tokens:
            raise in_sentence(number, ShapeError("a sentence has no tokens"))
        try:
            labels = to_bio(sentence)
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
        try:
            stream.write(as_bytes("".join(lines) + "\n"))
        except ShapeError as error:
            raise in_sentence(number, error) from None
        if written is not None:
            written(from_bio(sentence.tokens, labels.columns))
