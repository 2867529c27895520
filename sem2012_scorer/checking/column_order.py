"""In which order the columns of negations stand, by where gold's cues are: one place for `check` and the scores.

`ColumnOrder.add` looks at the negations of a sentence that was scored, `ColumnOrder.report` reports what holds of
the file. `order_of_columns` reads the beginning of two files at which the scorer aborts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice

from ..common.columns import CUE, DASHED_EMPTY_CELLS, EVENT, PARTS, SCOPE, STARS, PlacedWord
from ..common.wording import plural
from ..reading.source import Source
from .findings import Findings
from .layout import FIRST, SentenceLines, sentences_in_repaired_layout

FEWEST_MOVED = 3  # from how many cues on the columns count as in another order
MOST_OFTEN = 0.8  # the share of places from which on they do
ORDINALS = ("first", "second", "third")
OTHER_ORDER = "the columns of negations are in another order"
FOLLOW_FROM_ORDER = ("W128", "W902", "W913", "W916")
"""What is found of cells only because cues stand in other columns."""
FOLLOW_FROM_EXCHANGE = ("W902", "W916")
"""What is found of cells only because scopes and events do."""
COMPARED = "that could be compared with gold"
COMPARED_WITH_FILE = "that could be compared with the file"
GROUPED = "all cues, then all scopes, then all events"
SENTENCES_WITH_CUES = 2000
"""As many show where the cues stand."""

Parts = Sequence[Sequence[PlacedWord]]
"""The cue, scope and event of a negation."""


def _is_systematic(number: int, total: int) -> bool:
    """Return whether something holds of nearly all places, and of a few at least."""
    return number >= max(FEWEST_MOVED, MOST_OFTEN * total)


def _column_of_cues(cues_in: Counter[int], found: int) -> int:
    """Return in which of the three columns of a negation gold's cues stand as a rule: 1 or 2, else 0.

    `cues_in` says how many stand in each, of all that were `found` in one; a cue may be the event too.
    """
    if _is_systematic(cues_in[0], found):
        return 0  # a copy of them may stand in another column too
    column = max(range(3), key=lambda at: (cues_in[at], -at))
    return column if _is_systematic(cues_in[column], found) else 0


class ScopesInEvents:
    """Counts the negations of one file whose event is most of the scope that the other file has."""

    def __init__(self) -> None:
        self.number = self.total = self.first = 0
        self._has_scope = self._have_others_events = False

    def add(self, negation: Parts, other: Parts, line: int) -> None:
        """Look at a negation, and at the one with its cue that the other file has."""
        _, scope, event = negation
        _, others_scope, others_event = other
        if scope:
            self._has_scope = True
        if others_event:
            self._have_others_events = True
        # A scope of one word is the event as a rule.
        if self._has_scope or not event or len(others_scope) < 2:
            return
        self.total += 1
        # The scorer leaves punctuation out of scopes, and not out of events.
        ours, others = set(tokens_of_part(event)), set(tokens_of_part(others_scope))
        if 2 * len(ours & others) > len(others) and len(ours) < 2 * len(others):
            self.number += 1
            self.first = self.first or line

    @property
    def are_systematic(self) -> bool:
        """Whether the file has no scope, and most events are scopes."""
        # Where the other file has no event, an event is more surely a scope.
        fewest = FEWEST_MOVED if self._have_others_events else 1
        is_most = self.number >= fewest and 2 * self.number >= self.total
        return is_most and not self._has_scope


class ColumnOrder:
    """Counts where the system has gold's cues, and whether its scopes stand where gold has events."""

    def __init__(self) -> None:
        self._cues_in: Counter[int] = Counter()  # in which of the three columns gold's cues stand
        self._found = 0  # how many of them stand in one
        self._golds = 0  # how many cues gold has where both have negations
        self._grouped: Counter[bool] = Counter()  # whether later cues stand right after the first
        self._exchanged = self._in_place = self._both = 0
        self._surely_exchanged = 0  # both scope and event stand in the other's column
        self._cue_and_scope = 0  # both cue and scope stand in the other's column
        # Parts that are another part of their negation again, and the negations that can show this.
        self._repeated: Counter[tuple[str, str]] = Counter()
        self._may_repeat: Counter[tuple[str, str]] = Counter()
        self._golds_scopes = self._golds_events = 0  # tokens of what was compared
        self._lone_events = ScopesInEvents()
        self._golds_lone_events = ScopesInEvents()
        self._tokens_of_golds = [0, 0]  # of gold's cues and scopes, where both have negations
        self._first: dict[str, int] = {}
        self.are_cues_elsewhere = False
        """Whether the report says that cues stand in other columns: then it is unknown what scopes and events are."""
        self.are_scopes_elsewhere = False
        """Whether it says that the event column holds the scopes of a file that has none in their own column."""

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
            self._tokens_of_golds[0] += len(cue)
            self._tokens_of_golds[1] += len(scope)
            if scope and any(parts[0] == scope and parts[1] == cue for parts in system):
                self._cue_and_scope += 1
                self._first.setdefault("cue and scope", line)
            columns = [at for at in range(3) if any(cue == parts[at] for parts in system)]
            self._cues_in.update(columns)
            if columns:
                self._found += 1
            for column in columns:
                self._first.setdefault(f"cue in {column}", line)

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
            if ours is not None:
                self._lone_events.add(ours, (cue, scope, event), line)
                self._golds_lone_events.add((cue, scope, event), ours, line)
                self._count_cue_as_scope(ours, scope, line)
            # Where gold's scope is its event, exchanged columns look the same.
            can_tell = scope and event and scope != event
            if ours is None or not can_tell:
                continue
            self._both += 1
            our_scope, our_event = tokens_of_part(ours[1]), tokens_of_part(ours[2])
            golds_scope, golds_event = tokens_of_part(scope), tokens_of_part(event)
            self._golds_scopes += len(golds_scope)
            self._golds_events += len(golds_event)
            self._count_repeated(ours, event, line)
            # One whose event is right too has a scope that is only as short as the event.
            if our_scope == golds_event and our_event not in ((), golds_event):
                self._exchanged += 1
                if our_event == golds_scope:
                    self._surely_exchanged += 1
                self._first.setdefault("exchanged", line)
            elif our_event == golds_event or our_scope == golds_scope:
                self._in_place += 1

    def _count_repeated(self, ours: Parts, golds_event: Sequence[PlacedWord], line: int) -> None:
        """Count an event that is the scope, or the cue, of its negation again, where gold's is not.

        The scorer leaves punctuation and final periods out of scopes, and not out of events.
        """
        cue, scope, event = map(tokens_of_part, ours)
        if event == tokens_of_part(golds_event):
            return
        self._may_repeat[EVENT, CUE] += 1
        if event and event == cue:
            self._count_repeated_part(EVENT, CUE, line)
        # A scope of one word is the event as a rule.
        if len(scope) > 1:
            self._may_repeat[EVENT, SCOPE] += 1
            same_strings = set(ours[1]) & set(ours[2])
            if set(scope) <= set(event) and 2 * len(same_strings) >= len(scope):
                self._count_repeated_part(EVENT, SCOPE, line)

    def _count_cue_as_scope(
        self, ours: Parts, golds_scope: Sequence[PlacedWord], line: int
    ) -> None:
        """Count a scope that is the cue of its negation again, where gold's is another."""
        cue, scope = map(tokens_of_part, ours[:2])
        if not cue or not golds_scope or tokens_of_part(golds_scope) == cue:
            return
        self._may_repeat[SCOPE, CUE] += 1
        if scope == cue:
            self._count_repeated_part(SCOPE, CUE, line)

    def _count_repeated_part(self, part: str, other: str, line: int) -> None:
        self._repeated[part, other] += 1
        self._first.setdefault(f"{part} is {other}", line)

    def report(
        self,
        findings: Findings,
        golds: Findings,
        gold: Source,
        has_lone_columns: bool,
        has_moved_cells: bool,
    ) -> None:
        """Report that the columns of negations are in another order than gold's, or that one repeats another.

        What only follows from that is taken out of the `findings`. Gold's own columns may be exchanged: that is
        reported in `golds`. The scorer reads a lone column as all three parts: where the file has some, that is
        reported instead. With moved cells, the order of columns is in doubt.
        """
        self._report_exchanged_parts(findings, golds, gold)
        if has_lone_columns:
            self._take_out_what_follows(findings, FOLLOW_FROM_EXCHANGE)
        else:
            if "W912" not in findings.places:
                self._report_repeated_parts(findings)
            self._report_scopes_in_events(findings, golds, gold)
        if not has_moved_cells:
            self._report_cue_columns(findings, golds, gold)

    @property
    def are_golds_cues_long(self) -> bool:
        """Whether gold's cue column holds more words than its scope column: the two may be exchanged."""
        of_cues, of_scopes = self._tokens_of_golds
        return of_cues > of_scopes > 0

    def _report_exchanged_parts(self, findings: Findings, golds: Findings, gold: Source) -> None:
        """Report that scopes stand where events belong; in gold, if its events are longer than its scopes."""
        # Of the others, neither scope nor event is right: they show nothing.
        shown = self._exchanged + self._in_place
        number = self._surely_exchanged
        are_most = self._exchanged >= max(1, MOST_OFTEN * shown, self._both / 2)
        if are_most and (number or self._exchanged >= FEWEST_MOVED):
            number = self._exchanged
        elif number < FEWEST_MOVED:
            return  # a scope may be just the event's token by chance
        which = f"; {number:,} of them match it"
        if number == 1:
            which = ", and matches it" if self._both == 1 else "; 1 of them matches it"
        what = f"{plural(self._both, 'negation')} could be compared with gold{which} if scope and event are exchanged"
        line = self._first["exchanged"]
        if self._golds_events > self._golds_scopes:
            what = f"gold's events are longer than its scopes, and the other way round in your file: {number:,} of {plural(self._both, 'negation')} {COMPARED}"
            fix = "see whether scope and event are exchanged in gold"
            golds.add_place("W912", line, found=what, fix=fix, file=gold.name)
            golds.set_count("W912", number)
            return
        fix = "exchange the second and the third of the three columns of each negation: cue, scope, event is the order"
        if not are_most:
            fix = "exchange the second and the third of the three columns of these negations alone: cue, scope, event is the order"
        findings.add_place("W912", line, found=what, fix=fix)
        findings.set_count("W912", number)
        self._take_out_what_follows(findings, FOLLOW_FROM_EXCHANGE)

    def _report_scopes_in_events(self, findings: Findings, golds: Findings, gold: Source) -> None:
        """Report that one of the files has its scopes in the event column, and none in the scope column."""
        for counted, into, file, of_other, compared in (
            (self._lone_events, findings, "", "gold's scope", COMPARED),
            (self._golds_lone_events, golds, gold.name, "the system's scope", COMPARED_WITH_FILE),
        ):
            if not counted.are_systematic:
                continue
            self.are_scopes_elsewhere = True
            places = f"in {counted.number:,} of {plural(counted.total, 'negation')} {compared}"
            what = f"no scopes, and most of {of_other} in the event column, {places}"
            into.add_place("W912", counted.first, found=what, file=file)
            into.set_count("W912", counted.number)

    def _report_repeated_parts(self, findings: Findings) -> None:
        """Report that the event column repeats the scope or the cue, or the scope column the cue."""
        for (part, other), number in self._repeated.items():
            total = self._may_repeat[part, other]
            if not _is_systematic(number, total):
                continue
            what = f"the {part} is the {other} again in {number:,} of {plural(total, 'negation')} {COMPARED}"
            column = ORDINALS[PARTS.index(part)]
            fix = f"in the {column} of the three columns, write the {part} alone, and _ (- for NEGES) on all other lines"
            findings.add_place("W912", self._first[f"{part} is {other}"], found=what, fix=fix)
            findings.set_count("W912", number)
            if part == SCOPE:  # its cue stands in place of it, and not in it
                self._take_out_what_follows(findings, ("W902", "W916"))

    def _report_cue_columns(self, findings: Findings, golds: Findings, gold: Source) -> None:
        """Report that cues stand in columns of scopes or events, or all side by side; in gold, if its cues are long."""
        column = 0
        if 2 * self._found >= self._golds:
            column = _column_of_cues(self._cues_in, self._found)  # else most are in no column
        number, total = self._grouped[True], self._grouped.total()
        if _is_systematic(number, total):
            what = f"{GROUPED}: so stand {number:,} of {total:,} cues after the first of a sentence"
            first = "grouped"
        elif column:
            number = self._cues_in[column]
            what = _cues_in_column(number, self._found, column)
            first = f"cue in {column}"
        elif self._cue_and_scope >= FEWEST_MOVED:
            number = self._cue_and_scope
            what = f"cue and scope exchanged in {number:,} of {self._found:,} negations"
            first = "cue and scope"
        else:
            return
        self.are_cues_elsewhere = True
        if self.are_golds_cues_long:
            what = f"gold's cue column holds more words than its scope column; {number:,} of its cues are scopes or events in your file"
            fix = "see whether the columns are in another order in gold"
            golds.add_place("W912", self._first[first], found=what, fix=fix, file=gold.name)
            golds.set_count("W912", number)
            for code in FOLLOW_FROM_ORDER:
                golds.take_out_if_there(code)
            return
        findings.add_place("W912", self._first[first], found=what)
        findings.set_count("W912", number)
        self._take_out_what_follows(findings, FOLLOW_FROM_ORDER)

    def _take_out_what_follows(self, findings: Findings, codes: Sequence[str]) -> None:
        """Take out what is found of cells only because columns are in another order."""
        for code in codes:
            findings.take_out_if_there(code)


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
    golds = found = 0  # how many cues gold has, and how many of them stand in a column
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
                found += 1
                exchanged.update({at % 3 for at, cells in enumerate(columns) if cells == cue})
                if number and len(columns) == 3 * len(cues):
                    grouped[columns.index(cue) == number] += 1
    column = _column_of_cues(exchanged, found)
    if 2 * found < golds:
        return ""  # most of gold's cues are in no column
    if column:
        return f"{OTHER_ORDER}: {_cues_in_column(exchanged[column], found, column)}"
    if _is_systematic(grouped[True], grouped.total()):
        return f"{OTHER_ORDER}: {GROUPED}"
    return ""


def _cues_in_column(number: int, found: int, column: int) -> str:
    """Return in words how many of the cues that were found stand in another column than the first."""
    which = "all" if number == found > 1 else f"{number:,}"
    verb = "stands" if number == 1 else "stand"
    where = f"in the {ORDINALS[column]} of the three columns of a negation"
    return f"of the {plural(found, 'cue')} that both files have, {which} {verb} {where}"


def negations_in_layout(sentence: SentenceLines) -> list[Parts]:
    """Return the negations of a sentence by its columns, as far as cells are not empty; the scorer need not have read it."""
    columns = _annotation_columns(sentence)
    parts: list[tuple[PlacedWord, ...]] = []
    for cells in columns:
        marked = [pair for pair in enumerate(cells) if pair[1] not in NO_PARTS]
        parts.append(tuple(marked))
    return [parts[at : at + 3] for at in range(0, len(parts) - 2, 3)]


NO_PARTS = (*DASHED_EMPTY_CELLS, STARS, b"")


def _annotation_columns(sentence: SentenceLines) -> list[tuple[bytes, ...]]:
    """Return the annotation columns of a sentence, none if its lines have different numbers of them."""
    rows = sentence.rows
    if len({len(row) for row in rows}) != 1:
        return []
    return list(zip(*[row[FIRST:] for row in rows]))
