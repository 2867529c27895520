"""ScopeEval, the agreement tool of the BioScope corpus (June 2008): its numbers, oddities included.

Of two files, A is taken for gold. Sentences are compared by their order, whatever their
words. A place is the number of spaces (U+0020) before it in its sentence. A cue belongs to the
innermost ``xcope`` around it; its ``ref`` is not used. The cues of one type in one ``xcope`` are
a group, and groups are what is counted: as "keyword" those that B has too, and the boundaries
of those alone. ``docs/corpora.md`` names the oddities, and what each does to the numbers.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import zip_longest

from ..ground.counts import Tally
from ..ground.records import Addable, Record
from ..ground.wording import plural
from ..reading.markup import START, TEXT, events_of
from ..reading.source import FormatError, name_of
from ..reading.spans import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ..reading.markup import Event
    from ..reading.source import File

NEGATION, SPECULATION = KINDS
"""The types of cues; the tool takes any other type for speculation."""
DOCUMENT_TYPE = "BioScope.dtd"
"""The corpus' own document type, which changes nothing that the tool reads. It reads any other too."""


class ScopeEvalCounts(Addable):
    """What the tool counts for one type of cues: groups, A's as ``gold`` and B's as ``system``.

    A group that only A has is one false negative of `keyword`; of a group that only B has,
    each place of a cue is a false positive. Boundaries are those of matched groups.
    """

    keyword: Tally = Tally()
    left_scope: Tally = Tally()
    right_scope: Tally = Tally()
    full_scope: Tally = Tally()


class ScopeEvalFile(Record):
    """What the tool reads of a file: numbers of sentences and cues, and of what it passes over.

    `in_other_scope` are cues directly inside another ``xcope`` than the one that their ``ref``
    names, `replaced` those in whose token a later cue begins, and `scopes_without_cue` the ``xcope``
    elements with no cue directly inside them.
    """

    name: str
    sentences: int
    negation: int
    speculation: int
    in_other_scope: int
    replaced: int
    scopes_without_cue: int

    def notes(self) -> Iterator[str]:
        """Yield in words what was read, and what the tool passes over, a line each."""
        yield "%s: read %s, %s of negation, %d of speculation" % (
            self.name,
            plural(self.sentences, "sentence"),
            plural(self.negation, "cue"),
            self.speculation,
        )
        for number, what in (
            (self.in_other_scope, "cues inside another xcope, whose boundaries count as theirs"),
            (self.replaced, "cues in whose token a later cue begins, which counts alone"),
            (self.scopes_without_cue, "xcope elements without a cue of their own, not compared"),
        ):
            if number:
                yield "%s: %s: %d" % (self.name, what, number)


class ScopeEval(Record):
    """What the tool answers: the counts of each type, and what was read of both files.

    ``str()`` is the tool's report: F1 as a fraction, unrounded. `other_words` is the number of
    compared sentences whose texts differ, `first_other` the lines of the first of them.
    """

    negation: ScopeEvalCounts
    speculation: ScopeEvalCounts
    first: ScopeEvalFile
    second: ScopeEvalFile
    other_words: int = 0
    first_other: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        lines = [""]
        for title, counts in zip(TITLES, (self.negation, self.speculation)):
            lines += [title, "", *map("%s: %s".__mod__, counts_shown(counts)), ""]
        return "\n".join([*lines, "", ""])

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for JSON: counts, F1 in percent (none if undefined), and as printed."""
        files = {"gold": self.first, "system": self.second}
        return {
            "read": {side: read._asdict() for side, read in files.items()},
            "sentences": {
                "compared": min(self.first.sentences, self.second.sentences),
                "with_other_words": self.other_words,
            },
            "measures": {
                kind: {
                    label: {**tally._asdict(), "f1": _percent(tally), "printed": {"f1": shown}}
                    for tally, (label, shown) in zip(counts, counts_shown(counts))
                }
                for kind, counts in zip(KINDS, (self.negation, self.speculation))
            },
        }

    def notes(self) -> list[str]:
        """Return in words what was read, and what the report does not say, a line each."""
        found = [*self.first.notes(), *self.second.notes()]
        fewer, more = sorted((self.first, self.second), key=lambda one: one.sentences)
        if fewer.sentences < more.sentences:
            found.append(
                "%s has only %s: the last %d of %s are compared with nothing and count nowhere"
                % (
                    fewer.name,
                    plural(fewer.sentences, "sentence"),
                    more.sentences - fewer.sentences,
                    more.name,
                )
            )
        if self.other_words:
            places = self.first.name, self.first_other[0], self.second.name, self.first_other[1]
            found.append(
                "sentences with other words, compared all the same: %d (the first: %s:%d, %s:%d)"
                % (self.other_words, *places)
            )
        rows = [
            shown for one in (self.negation, self.speculation) for _, shown in counts_shown(one)
        ]
        if "NaN" in rows:
            found.append(
                "NaN stands where nothing is counted as right, also where F1 is 0: %d of the %d numbers"
                % (rows.count("NaN"), len(rows))
            )
        return found


TITLES = "=== NEGATIVE ===================", "=== SPECULATIVE ================="


def counts_shown(counts: ScopeEvalCounts) -> list[tuple[str, str]]:
    """Return the labels of the tool's rows, each with F1 as the tool prints it."""
    rows = counts._asdict().items()
    return [(field.replace("_", " "), as_java(f1_of(tally))) for field, tally in rows]


def _percent(tally: Tally) -> float | None:
    """Return F1 in percent, None for the tool's NaN."""
    return f1_of(tally) * 100 if tally.true_positives else None


def f1_of(tally: Tally) -> float:
    """Return F1 as a fraction, in the tool's order of operations; NaN without true positives."""
    right = tally.true_positives
    if not right:
        return float("nan")
    precision = right / (right + tally.false_positives)
    recall = right / (right + tally.false_negatives)
    return 2 * precision * recall / (precision + recall)


def as_java(number: float) -> str:
    """Return a number from 0 to 1, or NaN, as Java prints it: below 0.001 with an exponent."""
    if number != number:
        return "NaN"
    if number >= 0.001 or not number:
        return repr(number)
    digits, _, exponent = "{:E}".format(Decimal(repr(number))).partition("E")
    return "%s%sE%s" % (digits, "" if "." in digits else ".0", exponent)


def scopeeval_files(first: File, second: File) -> ScopeEval:
    """Return what ScopeEval answers for two BioScope files, given as paths or binary streams.

    Raises FormatError, which names the file and line, where the tool stops with a stack trace
    or prints nothing but ``0.0``: XML that is not well formed, a cue outside of any ``xcope``,
    inside another cue or without ``type``, a scope that ends behind the last word. Differs from
    the tool in this: a document type that is not BioScope's, and entities, are not read.
    """
    one, other = _Reader(first), _Reader(second)
    counts = {kind: [0] * 6 for kind in KINDS}
    other_words = 0
    first_other = (0, 0)
    for ours, theirs in zip_longest(one.sentences(), other.sentences()):
        if ours is None or theirs is None:
            continue
        for reader, sentence in ((one, ours), (other, theirs)):
            if sentence.groups:
                _check_words(reader.name, sentence)
        if ours.groups or theirs.groups:
            _compare(ours.groups, theirs.groups, counts)
        if ours.text.split() != theirs.text.split():
            first_other = first_other if other_words else (ours.line, theirs.line)
            other_words += 1
    negation, speculation = (_counts(*counts[kind]) for kind in KINDS)
    return ScopeEval(negation, speculation, one.read(), other.read(), other_words, first_other)


def _counts(
    right: int, only_b: int, only_a: int, left: int, end: int, full: int
) -> ScopeEvalCounts:
    """Return what was counted: matched groups, those of one side, and their right boundaries."""
    keyword = Tally(right + only_a, right + only_b, right, only_b, only_a)
    matched = [Tally(right, right, same, right - same, right - same) for same in (left, end, full)]
    return ScopeEvalCounts(keyword, *matched)


class _Group:
    """The cues of one type in an ``xcope``: their strings by place, and the scope's boundaries.

    The main group of an ``xcope``, that of its first cue, also has the cues of the other
    type, at the complement of their places. A group is `used` once it is compared.
    """

    def __init__(self, first: int) -> None:
        self.kind: str | None = None
        self.cues: dict[int, str] = {}
        self.first = first
        self.last = -1
        self.used = False


class _Sentence(Record):
    """A sentence as the tool keeps it: the group at each place, the line where it begins, its text."""

    groups: dict[int, _Group]
    line: int
    text: str


class _Reader:
    """Reads a file as the tool does: elements by local name, in any case, nested in any way."""

    def __init__(self, file: File) -> None:
        self.name = name_of(file)
        self._file = file
        self._numbers = dict.fromkeys(ScopeEvalFile._fields[1:], 0)
        self._by_id: dict[str | None, _Group] = {}
        self._open: list[str | None] = []
        self._groups: dict[int, _Group] = {}
        self._place = 0
        self._lines: list[int] = []
        self._text: list[str] = []
        self._cue: Event | None = None
        self._cue_place = 0
        self._cue_text: list[str] = []
        self._read: list[_Sentence] = []

    def sentences(self) -> Iterator[_Sentence]:
        """Yield the sentences in order, each once no ``xcope`` is open that began in it or before."""
        tags: dict[str, tuple[Callable[[Event], None], Callable[[Event], None]]] = {
            "sentence": (self._begin, self._end),
            "xcope": (self._begin_scope, self._end_scope),
            "cue": (self._begin_cue, self._end_cue),
        }
        for event in events_of(self._file, DOCUMENT_TYPE):
            if event.kind == TEXT:
                self._take(event.name)
                continue
            handlers = tags.get(event.name.lower())
            if handlers is not None:
                handlers[event.kind != START](event)
            if self._read and not self._open:
                yield from self._read
                self._read.clear()

    def read(self) -> ScopeEvalFile:
        """Return what was read, in numbers."""
        return ScopeEvalFile(self.name, *self._numbers.values())

    def _take(self, text: str) -> None:
        if self._lines:
            self._text.append(text)
        if self._cue is not None:
            self._cue_text.append(text)
        self._place += text.count(" ")

    def _begin(self, event: Event) -> None:
        self._lines.append(event.line)
        self._text.clear()
        self._place = 0

    def _end(self, event: Event) -> None:
        self._numbers["sentences"] += 1
        self._read.append(_Sentence(self._groups, self._lines.pop(), "".join(self._text)))
        self._groups = {}
        self._place = 0

    def _begin_scope(self, event: Event) -> None:
        name = event.attributes.get("id")
        self._by_id[name] = _Group(self._place)
        self._open.append(name)

    def _end_scope(self, event: Event) -> None:
        name = self._open.pop()
        main = self._by_id[name]
        if name not in self._open:
            del self._by_id[name]
        main.last = self._place
        if not main.cues:
            self._numbers["scopes_without_cue"] += 1
        other = _Group(main.first)
        other.last = main.last
        other.kind = NEGATION if main.kind == SPECULATION else SPECULATION
        for place in visited(main.cues):
            if place < 0:
                other.cues[~place] = main.cues[place]
                self._put(~place, other)

    def _begin_cue(self, event: Event) -> None:
        if self._cue is not None:
            raise event.wrong("a cue inside a cue", "cues side by side")
        self._cue = event
        self._cue_place = self._place
        self._cue_text = []

    def _end_cue(self, event: Event) -> None:
        cue = self._cue
        assert cue is not None, "elements are well nested"
        if not self._open:
            raise cue.wrong("a cue outside of any xcope", "<xcope> around it")
        if "type" not in cue.attributes:
            raise cue.wrong("<cue> without type", '<cue type="...">')
        kind = NEGATION if cue.attributes["type"] == NEGATION else SPECULATION
        group = self._by_id[self._open[-1]]
        group.kind = group.kind or kind
        text = "".join(self._cue_text)
        if group.kind == kind:
            group.cues[self._cue_place] = text
            self._put(self._cue_place, group)
        else:
            group.cues[~self._cue_place] = text
        self._numbers[kind] += 1
        self._numbers["in_other_scope"] += cue.attributes.get("ref") not in (None, self._open[-1])
        self._cue = None

    def _put(self, place: int, group: _Group) -> None:
        self._numbers["replaced"] += place in self._groups
        self._groups[place] = group


BUCKETS = 16
"""How many buckets Java's hash table has at first; it doubles beyond three quarters as many places."""
MOST_IN_BUCKET, MOST_BUCKETS = 8, 64
"""It also doubles for more places than these in one bucket, unless it has that many buckets."""


def visited(places: Iterable[int]) -> list[int]:
    """Return places, given as they were first put into a hash table of Java 8 or later, as it visits them.

    A complement is in the bucket of its place. More than eight places in one of 64 or more
    buckets, which Java makes a tree of, are left in their order.
    """
    found = list(places)
    buckets = BUCKETS
    hashes = [_hash(place) for place in found]
    for number, own in enumerate(hashes, start=1):
        in_bucket = sum(one % buckets == own % buckets for one in hashes[:number])
        if in_bucket > MOST_IN_BUCKET and buckets < MOST_BUCKETS:
            buckets *= 2
        if number > buckets * 3 // 4:
            buckets *= 2
    return sorted(found, key=lambda place: _hash(place) % buckets)


def _hash(place: int) -> int:
    """Return what Java's hash table makes of an integer: its upper half in its lower half."""
    bits = place & 0xFFFFFFFF
    return bits ^ (bits >> 16)


def _compare(
    ours: dict[int, _Group], theirs: dict[int, _Group], counts: dict[str, list[int]]
) -> None:
    """Count what two sentences have alike, into the numbers that `_counts` takes.

    A group that is compared is used up, whether it matches or not.
    """
    for place in visited(ours):
        group = ours[place]
        if group.used:
            continue
        group.used = True
        found = counts[str(group.kind)]
        other = theirs.get(place)
        if other is None or other.used or other.kind != group.kind:
            found[2] += 1
            continue
        other.used = True
        if any(other.cues.get(at) != text for at, text in group.cues.items()):
            found[2] += 1
            continue
        found[0] += 1
        found[3] += group.first == other.first
        found[4] += group.last == other.last
        found[5] += (group.first, group.last) == (other.first, other.last)
    for other in theirs.values():
        if not other.used:
            counts[str(other.kind)][1] += 1


def _check_words(file: str, sentence: _Sentence) -> None:
    """Raise FormatError if a place has no word: the tool, which draws each sentence, stops there.

    Its words are what stands between single blanks, empty ones at the end left out. A group
    is drawn at its places in order, unless the word there has a bracket, its own or a drawn one.
    """
    words = re.split(r"[ \t\n\x0b\f\r]", sentence.text)
    while sentence.text and words and not words[-1]:
        words.pop()
    has_bracket = ["[" in word or "<" in word for word in words]
    for place in sorted(sentence.groups):
        if place >= len(words) or has_bracket[place]:
            continue
        group = sentence.groups[place]
        cues = [at if at >= 0 else ~at for at in group.cues]
        if group.last < 0:
            found = "an xcope in another of the same id, where the tool stops"
            raise FormatError(file, sentence.line, found, "ids that occur once")
        behind = max(*cues, group.first, group.last)
        if behind >= len(words):
            found = "a cue or scope at word %d of %d, where the tool stops" % (
                behind + 1,
                len(words),
            )
            expected = "no blank between the sentence's last word and </xcope>"
            raise FormatError(file, sentence.line, found, expected)
        for at in cues:
            has_bracket[at] = True
