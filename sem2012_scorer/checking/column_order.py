"""In which order the columns of negations stand, by where gold's cues are: one place for `check` and the scores.

`ColumnOrder.add` looks at the negations of a sentence that was scored, `ColumnOrder.report` reports what holds of
the file. `order_of_columns` reads the beginning of two files at which the scorer aborts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice

from ..common.columns import PlacedWord
from ..common.wording import plural
from ..reading.source import Source
from .findings import Findings
from .layout import FIRST, SentenceLines, sentences_in_repaired_layout

FEWEST_MOVED = 3  # from how many cues on the columns count as in another order
MOST_OFTEN = 0.8  # the share of places from which on they do
ORDINALS = ("first", "second", "third")
OTHER_ORDER = "the columns of negations are in another order"
FOLLOW_FROM_ORDER = ("W128", "W902", "W913", "W916")
"""What is found of cells only because the columns are in another order."""
GROUPED = "all cues, then all scopes, then all events"
SENTENCES_WITH_CUES = 2000
"""As many show where the cues stand."""

Parts = Sequence[Sequence[PlacedWord]]
"""The cue, scope and event of a negation."""


def _is_systematic(number: int, total: int) -> bool:
    """Return whether something holds of nearly all places, and of a few at least."""
    return number >= max(FEWEST_MOVED, MOST_OFTEN * total)


def _column_of_cues(cues_in: Counter[int]) -> int:
    """Return in which of the three columns of a negation gold's cues stand as a rule: 1 or 2, else 0.

    `cues_in` says how many of them stand in each.
    """
    for column in (1, 2):
        if _is_systematic(cues_in[column], cues_in.total()):
            return column
    return 0


class ColumnOrder:
    """Counts where the system has gold's cues, and whether its scopes stand where gold has events."""

    def __init__(self) -> None:
        self._cues_in: Counter[int] = Counter()  # in which of the three columns gold's cues stand
        self._golds = 0  # how many cues gold has where both have negations
        self._grouped: Counter[bool] = Counter()  # whether later cues stand right after the first
        self._exchanged = self._in_place = self._both = 0
        self._surely_exchanged = 0  # both scope and event stand in the other's column
        self._cue_and_scope = 0  # both cue and scope stand in the other's column
        self._repeated: Counter[str] = Counter()  # events that are the scope, or the cue, again
        self._first: dict[str, int] = {}

    def add(self, gold: Sequence[Parts], system: Sequence[Parts], line: int) -> None:
        """Look at the negations of a sentence that begins at `line`."""
        self._count_cue_columns(gold, system, line)
        self._count_grouped_columns(gold, system, line)
        self._count_exchanged_parts(gold, system, line)

    def _count_cue_columns(self, gold: Sequence[Parts], system: Sequence[Parts], line: int) -> None:
        """Count in which of the three columns the system has gold's cues."""
        for cue, scope, _ in gold:
            if not cue:
                continue
            self._golds += 1
            if scope and any(parts[0] == scope and parts[1] == cue for parts in system):
                self._cue_and_scope += 1
                self._first.setdefault("cue and scope", line)
            for column in range(3):
                if any(cue == parts[column] for parts in system):
                    self._cues_in[column] += 1
                    self._first.setdefault(f"cue in {column}", line)
                    break

    def _count_grouped_columns(
        self, gold: Sequence[Parts], system: Sequence[Parts], line: int
    ) -> None:
        """Count gold's cues that stand where a later cue is due, or where it would be if cues were grouped."""
        if len(system) < 2:
            return
        columns = list(chain.from_iterable(system))
        # The first cue stands in the first column in both orders.
        if not columns[0] or columns[0] not in [cue for cue, _, _ in gold]:
            return
        for cue, _, _ in gold:
            if not cue:
                continue
            # A scope may be just the cue of another negation: where cues are due is looked at first.
            if cue in columns[3::3]:
                self._grouped[False] += 1
            elif cue in columns[1 : len(system)]:
                self._grouped[True] += 1
                self._first.setdefault("grouped", line)

    def _count_exchanged_parts(
        self, gold: Sequence[Parts], system: Sequence[Parts], line: int
    ) -> None:
        """Count the negations of both sides, and those whose scope stands where gold has the event."""
        by_cue = _first_negation_by_cue(system)
        for cue, scope, event in gold:
            ours = by_cue.get(tuple(cue))
            # Where gold's scope is its event, exchanged columns look the same.
            can_tell = scope and event and scope != event
            if ours is None or not can_tell:
                continue
            self._both += 1
            our_scope, our_event = tokens_of_part(ours[1]), tokens_of_part(ours[2])
            golds_scope, golds_event = tokens_of_part(scope), tokens_of_part(event)
            self._count_repeated(our_scope, our_event, tokens_of_part(cue), golds_event, line)
            # One whose event is right too has a scope that is only as short as the event.
            if our_scope == golds_event and our_event not in ((), golds_event):
                self._exchanged += 1
                if our_event == golds_scope:
                    self._surely_exchanged += 1
                self._first.setdefault("exchanged", line)
            elif our_event == golds_event or our_scope == golds_scope:
                self._in_place += 1

    def _count_repeated(
        self,
        our_scope: tuple[int, ...],
        our_event: tuple[int, ...],
        cue: tuple[int, ...],
        golds_event: tuple[int, ...],
        line: int,
    ) -> None:
        """Count an event that is the scope, or the cue, of its negation again, where gold's is not."""
        if our_event == golds_event:
            return
        for name, tokens in (("scope", our_scope), ("cue", cue)):
            # A scope of one word is the event as a rule.
            can_tell = name == "cue" or len(our_scope) > 1
            if our_event and our_event == tokens and can_tell:
                self._repeated[name] += 1
                self._first.setdefault(f"repeated {name}", line)

    def report(self, findings: Findings, has_lone_columns: bool, has_moved_cells: bool) -> None:
        """Report that the columns of negations are in another order than gold's, or that one repeats another.

        The scorer reads a lone column as all three parts: where the file has some, that is reported instead.
        With moved cells, the order of columns is in doubt.
        """
        # Of the others, neither scope nor event is right: they show nothing.
        shown = self._exchanged + self._in_place
        number = self._surely_exchanged
        are_most = self._exchanged >= max(1, MOST_OFTEN * shown, self._both / 2)
        if are_most and (number or self._exchanged >= FEWEST_MOVED):
            number = self._exchanged
        elif number < FEWEST_MOVED:
            number = 0  # a scope may be just the event's token by chance
        if number:
            what = f"scope and event exchanged in {number:,} of {plural(self._both, 'negation')} (those that have in gold a scope and a different event)"
            findings.add_place("W912", self._first["exchanged"], found=what)
            findings.set_count("W912", number)
        for name, number in self._repeated.items():
            if _is_systematic(number, self._both) and not has_lone_columns:
                what = f"the event is the {name} again in {number:,} of {plural(self._both, 'negation')} (those that have in gold a scope and a different event)"
                fix = "write the event alone into the third column, or leave it empty"
                findings.add_place("W912", self._first[f"repeated {name}"], found=what, fix=fix)
                findings.set_count("W912", number)
        if has_moved_cells:
            return
        column = 0
        if 2 * self._cues_in.total() >= self._golds:
            column = _column_of_cues(self._cues_in)  # else most of gold's cues are in no column
        number, total = self._grouped[True], self._grouped.total()
        if _is_systematic(number, total):
            what = f"{GROUPED}: so stand {number:,} of {total:,} cues after the first of a sentence"
            findings.add_place("W912", self._first["grouped"], found=what)
            findings.set_count("W912", number)
        elif column:
            number = self._cues_in[column]
            what = f"gold's cue stands in the {ORDINALS[column]} of the three columns: "
            what += f"{number:,} of {self._cues_in.total():,}"
            findings.add_place("W912", self._first[f"cue in {column}"], found=what)
            findings.set_count("W912", number)
        elif self._cue_and_scope >= FEWEST_MOVED:
            number = self._cue_and_scope
            what = f"cue and scope exchanged in {number:,} of {self._cues_in.total():,} negations"
            findings.add_place("W912", self._first["cue and scope"], found=what)
            findings.set_count("W912", number)


def _first_negation_by_cue(negations: Sequence[Parts]) -> dict[tuple[PlacedWord, ...], Parts]:
    """Return the first negation with each cue; those without a cue are left out."""
    by_cue: dict[tuple[PlacedWord, ...], Parts] = {}
    for negation in negations:
        if negation[0]:
            by_cue.setdefault(tuple(negation[0]), negation)
    return by_cue


def tokens_of_part(part: Sequence[PlacedWord]) -> tuple[int, ...]:
    """Return the tokens of a cue, scope or event, without its words."""
    return tuple([token for token, _ in part])


def order_of_columns(gold: Source, system: Source) -> str:
    """Return in which other order the columns of negations are, by where gold's cues stand; "" if they are in order."""
    exchanged: Counter[int] = Counter()
    grouped: Counter[bool] = Counter()
    golds = 0  # how many cues gold has
    for of_gold, of_system in islice(
        zip(sentences_in_repaired_layout(gold), sentences_in_repaired_layout(system)),
        SENTENCES_WITH_CUES,
    ):
        cues, columns = _annotation_columns(of_gold)[::3], _annotation_columns(of_system)
        for number, cue in enumerate(cues):
            if len(set(cue)) < 2:
                continue  # *** throughout is no cue
            golds += 1
            if cue in columns:
                at = columns.index(cue)
                exchanged[at % 3] += 1
                if number and len(columns) == 3 * len(cues):
                    grouped[at == number] += 1
    column = _column_of_cues(exchanged)
    if 2 * exchanged.total() < golds:
        return ""  # most of gold's cues are in no column
    if column:
        known = f"of the {plural(exchanged.total(), 'gold cue')} found in the file"
        where = f"in the {ORDINALS[column]} of the three columns"
        verb = "stands" if exchanged[column] == 1 else "stand"
        return f"{OTHER_ORDER}: {exchanged[column]:,} {known} {verb} {where}"
    if _is_systematic(grouped[True], grouped.total()):
        return f"{OTHER_ORDER}: {GROUPED}"
    return ""


def _annotation_columns(sentence: SentenceLines) -> list[tuple[bytes, ...]]:
    """Return the annotation columns of a sentence, none if its lines have different numbers of them."""
    rows = sentence.rows
    if len({len(row) for row in rows}) != 1:
        return []
    return list(zip(*[row[FIRST:] for row in rows]))
