"""How well a file fits gold and itself: eleven shares between 0 and 1, counted sentence by sentence.

A `Tally` counts; `Tally.fit` gives the shares. The search counts samples before and after it undoes a damage;
a run of the scorer counts the sentences that it reads anyway. Where there is nothing to count, a share is as
large as the part of the file that can be read: what cannot be read fits in nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..common.columns import COMPARED_FIELDS, STARS
from .rows import (
    FIRST,
    NO_COLUMNS,
    ByColumns,
    Document,
    by_columns,
    gold_sentences_beside,
    is_same_token,
    sentences_of,
    text_of,
)


class Fit(NamedTuple):
    """The shares of what is as it should be.

    `columns`: lines with annotation columns. `tokens`: lines that begin as gold's; without gold, lines whose
    number follows. `widths`: sentences with columns that the scorer takes. `stars`: negations with a cue, and
    sentences without one that say so. `strings`: marked cells that are a part of their word. `cues`: gold's cues
    that are found. `marks`: marked scope and event cells of these that are gold's. `apart`: scopes without their
    cue. `events`: events inside their scopes. `affixes`: gold's affix cues that are not whole words. `whole`:
    negations without a string that is shorter than gold's. `distinct`: negations that stand there once. `order`: sentences
    whose cues stand in gold's order.
    """

    columns: float
    tokens: float
    widths: float
    stars: float
    strings: float
    cues: float
    marks: float
    apart: float
    events: float
    affixes: float
    whole: float
    distinct: float
    order: float


OF_READING = ("columns", "tokens", "widths")
"""Without these nothing else can be seen."""
OF_LAYOUT = (*OF_READING, "stars", "strings")
"""If these are right, how the annotation is written is right."""
NEVER_WORSE = (*OF_READING, "strings", "stars", "cues")
"""The others may look worse once more can be seen."""
SHOWN_BY_PLACES = ("widths", "stars", "strings", "distinct")
"""What is wrong with these stands at places that can be shown."""
PART_OF_FAULT = 0.1
"""A damage that is undone may make something else worse by this share of what it makes better."""


def gain_of(before: Fit, after: Fit, shares: Sequence[str] = ()) -> float:
    """Return how much the share that gains most gains, of some shares or of all; 0 if another one loses too much."""
    gains: dict[str, float] = {}
    for share in before._fields:
        gains[share] = getattr(after, share) - getattr(before, share)
    gain = max(gains[share] for share in shares or gains)
    loss = -min(gains[share] for share in NEVER_WORSE)
    if loss <= PART_OF_FAULT * gain:
        return gain
    return 0.0


def rank_of(fit: Fit) -> tuple[float, ...]:
    """Return by what fits are compared: what must be right to read a file comes first."""
    return tuple([round(share, 2) for share in fit])


Marks = tuple[tuple[int, bytes], ...]
"""The marked cells of a column: the index of each token, and the string."""


class Part3(NamedTuple):
    """The marked cells of a negation's three columns."""

    cue: Marks
    scope: Marks
    event: Marks


def marked_cells(sentence: ByColumns, sign: bytes) -> list[Marks]:
    """Return the marked cells of each column of a sentence."""
    return [
        tuple([(index, cell) for index, cell in enumerate(column) if cell != sign])
        for column in sentence.cells
    ]


def negations_of(
    sentence: ByColumns, marks: Sequence[Marks], may_be_lone: bool = False
) -> list[Part3]:
    """Return the marked cells of each negation; none of a sentence with *** or with a wrong width.

    `may_be_lone`: a column alone is that of a cue.
    """
    if may_be_lone and sentence.widths == {FIRST + 1}:
        return [Part3(marks[0], (), ())]
    return list(map(Part3._make, sentence.by_negation(marks)))


class Share:
    """How many of some things are right."""

    def __init__(self) -> None:
        self.right = self.all = 0

    def add(self, is_right: bool) -> None:
        self.all += 1
        self.right += is_right

    def add_many(self, right: int, number: int) -> None:
        self.all += number
        self.right += right

    @property
    def wrong(self) -> int:
        return self.all - self.right

    def value(self, otherwise: float) -> float:
        """Return the share, another value if nothing was counted."""
        if self.all:
            return self.right / self.all
        return otherwise


class Tally:
    """Counts how well sentences fit; `sign` is what an empty cell should hold."""

    def __init__(self, sign: bytes, may_be_lone: bool = False) -> None:
        self.sign = sign
        self.may_be_lone = may_be_lone
        self.shares = {name: Share() for name in Fit._fields}
        self.golds = {"apart": Share(), "events": Share()}

    def fit(self) -> Fit:
        """Return the shares."""
        readable = 1.0
        values = {}
        for name, share in self.shares.items():
            values[name] = share.value(readable if name != "marks" else 0.0)
            if name in OF_READING:
                readable *= values[name]
        for name, share in self.golds.items():
            golds = share.value(1.0)
            if golds < 0.5 or values[name] >= golds:  # gold writes them so, too
                values[name] = readable
        return Fit(**values)

    def all_shares(self) -> list[Share]:
        """Return what is counted, of the file and of gold."""
        return [*self.shares.values(), *self.golds.values()]

    def add(self, counted: Sequence[tuple[int, int]]) -> None:
        """Add what a sentence counts."""
        for share, (right, number) in zip(self.all_shares(), counted):
            share.add_many(right, number)

    def wrong_places(self) -> int:
        """Return how many widths, strings, cues and repetitions are wrong, each at a place that can be shown."""
        wrong = 0
        for name in SHOWN_BY_PLACES:
            wrong += self.shares[name].wrong
        return wrong

    def count_lines(self, document: Document, gold: Document | None) -> None:
        """Count lines with columns, and those that begin as gold's."""
        ours = document.lines
        for line in ours:
            if line:
                self.shares["columns"].add(line.count(b"\t") >= FIRST)
        if gold is None:
            self._count_numbers(ours)
            return
        tokens = self.shares["tokens"]
        tokens.all += max(len(ours), len(gold.lines))
        tokens.right += sum(map(is_same_token, ours, gold.lines))

    def _count_numbers(self, lines: Sequence[bytes]) -> None:
        """Count lines whose token number follows that of the line before, in the same sentence."""
        before: list[bytes] = []
        for line in lines:
            fields = line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]
            if len(fields) == COMPARED_FIELDS and before:
                follows = (
                    fields[2].isdigit()
                    and before[2].isdigit()
                    and int(fields[2]) == int(before[2]) + 1
                )
                self.shares["tokens"].add(follows and fields[1] == before[1])
            elif line:
                self.shares["tokens"].add(len(fields) == COMPARED_FIELDS and fields[2].isdigit())
            before = fields if len(fields) == COMPARED_FIELDS else []

    def count(self, sentence: ByColumns, golds: ByColumns = NO_COLUMNS) -> None:
        """Count a sentence, and what it shares with gold's."""
        gold = negations_of(golds, marked_cells(golds, self.sign))
        for negation in gold:
            count_parts(negation, self.golds["apart"], self.golds["events"])
        if sentence.cells:
            self.shares["widths"].add(has_right_widths(sentence, self.may_be_lone))
        if sentence.has_stars:
            self.shares["stars"].add(True)
            self.shares["cues"].add_many(0, len([negation for negation in gold if negation.cue]))
            return
        marks = marked_cells(sentence, self.sign)
        self._count_strings(sentence.words, marks)
        ours = negations_of(sentence, marks, self.may_be_lone)
        if not ours:
            self.shares["stars"].add(False)
            self.shares["cues"].add_many(0, len(gold))
            return
        self._count_negations(gold, ours)
        if golds.words:
            self._compare(sentence.words, gold, ours)

    def _count_negations(self, gold: Sequence[Part3], ours: Sequence[Part3]) -> None:
        """Count what each negation of a sentence shows alone, and whether it stands there once."""
        seen: set[Marks] = set()
        golds_cues = [negation.cue for negation in gold]
        for negation in ours:
            self.shares["stars"].add(bool(negation.cue))
            count_parts(negation, self.shares["apart"], self.shares["events"])
            is_second = negation.cue in seen and golds_cues.count(negation.cue) < 2
            self.shares["distinct"].add(not is_second)
            seen.add(negation.cue)

    def pass_over(self, negations: int) -> None:
        """Count a sentence that is gold's."""
        for name in ("stars", "strings", "cues", "marks", "distinct", "apart", "events"):
            self.shares[name].add_many(negations, negations)
        self.shares["widths"].add(True)

    def _count_strings(self, words: Sequence[bytes], marks: Sequence[Marks]) -> None:
        """Count the marked cells that are a part of their word."""
        right = number = 0
        for column in marks:
            for index, cell in column:
                if cell == STARS:
                    continue
                number += 1
                if cell and cell in words[index]:
                    right += 1
        self.shares["strings"].add_many(right, number)

    def _compare(
        self, words: Sequence[bytes], gold: Sequence[Part3], ours: Sequence[Part3]
    ) -> None:
        """Count what the negations of a sentence share with gold's."""
        by_cue = {negation.cue: negation for negation in ours}
        for negation in gold:
            if not negation.cue:
                continue
            same = by_cue.get(negation.cue)
            self.shares["cues"].add(same is not None)
            if same is not None:
                self._count_marks(negation, same)
            self._count_affix(negation, words, by_cue)
        self._count_whole(gold, ours)
        shared = [negation.cue for negation in gold if negation.cue in by_cue]
        if len(shared) > 1 and self.sign != b"_":
            golds_cues = set(shared)
            order = [negation.cue for negation in ours if negation.cue in golds_cues]
            self.shares["order"].add(order == shared or sorted(order) != sorted(shared))

    def _count_marks(self, gold: Part3, ours: Part3) -> None:
        """Count scope and event cells that two negations with the same cue share."""
        for in_gold, in_ours in zip(gold[1:], ours[1:]):
            if in_gold and in_ours:
                golds, tokens = {index for index, _ in in_gold}, {index for index, _ in in_ours}
                self.shares["marks"].add_many(len(golds & tokens), len(golds | tokens))

    def _count_affix(self, gold: Part3, words: Sequence[bytes], by_cue: dict[Marks, Part3]) -> None:
        """Count a cue of gold that is a part of its word: is it the whole word here?"""
        if len(gold.cue) != 1:
            return
        index, string = gold.cue[0]
        word = words[index]
        if string == word or string not in word:
            return
        if gold.cue in by_cue:
            self.shares["affixes"].add(True)
        elif ((index, word),) in by_cue:
            self.shares["affixes"].add(False)

    def _count_whole(self, gold: Sequence[Part3], ours: Sequence[Part3]) -> None:
        """Count negations in which no string is shorter than gold's at the same token, in the same column of some negation."""
        in_gold: list[dict[int, set[bytes]]] = [{}, {}, {}]
        for negation in gold:
            for place, marks in enumerate(negation):
                for index, string in marks:
                    in_gold[place].setdefault(index, set()).add(string)
        for negation in ours:
            is_shorter = any(map(_has_shorter, negation, in_gold))
            self.shares["whole"].add(not is_shorter)


def _has_shorter(marks: Marks, in_gold: dict[int, set[bytes]]) -> bool:
    """Return whether a string is a part of one of gold's at the same token, and none of them."""
    for index, string in marks:
        golds = in_gold.get(index, ())
        if golds and string not in golds and any(string in other for other in golds):
            return True
    return False


def count_parts(negation: Part3, apart: Share, events: Share) -> None:
    """Count whether a scope leaves out the cue, and holds the event."""
    scope = {index for index, _ in negation.scope}
    if scope and negation.cue:
        in_scope = {*negation.scope}
        words = dict(negation.cue)
        apart.add(not any(words.get(index, string + b"+") in string for index, string in in_scope))
    if scope and negation.event:
        events.add(all(index in scope for index, _ in negation.event))


def has_right_widths(sentence: ByColumns, may_be_lone: bool) -> bool:
    """Return whether a sentence has *** alone or three columns for each negation; `may_be_lone`: or one for the cue."""
    if sentence.has_stars:
        return True
    if len(sentence.widths) != 1 or STARS in sentence.cells[0]:
        return False
    width = len(sentence.cells)
    return width % 3 == 0 or (width == 1 and may_be_lone)


def tally_of(
    document: Document, gold: Document | None, sign: bytes, may_be_lone: bool = False
) -> Tally:
    """Return how well a document, such as a sample of a file, fits gold and itself."""
    tally = Tally(sign, may_be_lone)
    tally.count_lines(document, gold)
    places = list(sentences_of(document))
    for place, golds in zip(places, gold_sentences_beside(document, gold, places)):
        text = text_of(document.lines[place.start : place.stop])
        tally.add(_counted_alone(text, text_of(golds), sign, may_be_lone))
    return tally


@lru_cache(maxsize=1 << 12)
def _counted_alone(
    text: bytes, golds: bytes, sign: bytes, may_be_lone: bool
) -> tuple[tuple[int, int], ...]:
    """Return what a sentence adds to a tally: a search counts those that it has not changed again and again."""
    tally = Tally(sign, may_be_lone)
    tally.count(by_columns(text), by_columns(golds))
    return tuple([(share.right, share.all) for share in tally.all_shares()])
