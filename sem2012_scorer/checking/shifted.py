"""Annotation that stands some tokens, or a sentence, beside gold's: a special token or a batch was counted in one place only.

`Shifted.add` looks at the negations of each sentence that was scored, `Shifted.report` reports what holds of most.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

from ..reading.source import Source
from .column_order import SENTENCES_WITH_CUES, Parts, negations_in_layout, tokens_of_part
from .findings import Finding, Findings
from .layout import sentences_in_repaired_layout
from .meant import DISTANCES

IS_SHIFTED = " (W918)"
"""How the cause of an abort ends, if annotation stands beside its place."""
FEWEST_SHIFTED = 3  # from how many cues, or sentences, on it is no chance
MOST_SHIFTED = (
    0.5  # the share of all cues, or of all sentences with a cue, from which on it is a habit
)
NEARLY_ALL = 0.8  # the share from which on other findings follow from it

Cues = list[tuple[int, ...]]
"""The tokens of each cue of a sentence, counted from 0."""

GOLDS_LINES = "see whether gold's annotation stands on the lines of its words"
FOLLOW_FROM_SHIFT = ("W902", "W905", "W912", "W916")
"""What is found of cells and columns only because they stand beside their place."""


class Shifted:
    """Counts negations that stand a token earlier or later than gold's, and sentences with the cues of a neighbor."""

    def __init__(self) -> None:
        self._cues = self._sentences = 0  # those of the system, and its sentences that have some
        # Cues a token later (1) or earlier (-1); sentences with the cues of the one before (1) or after (-1).
        self._cues_by: Counter[int] = Counter()
        self._cues_alone_by: Counter[int] = Counter()  # their scopes stand in their places
        self._sentences_by: Counter[int] = Counter()
        self._first: dict[str, int] = {}
        self._before: tuple[Cues, Cues, int, int] = ([], [], 0, 0)

    def add(self, gold: Sequence[Parts], system: Sequence[Parts], line: int, tokens: int) -> None:
        """Look at a sentence of some `tokens` that begins at `line`; it may have no negation."""
        golds_cues = _tokens_of_cues(gold)
        cues = golds_cues
        if system is not gold:
            cues = _tokens_of_cues(system)
        self._cues += len(cues)
        if cues:
            self._sentences += 1
        if cues != golds_cues:
            self._look_at_tokens(gold, system, line)
            golds_before = self._before[0]
            if cues and cues == _cues_within(golds_before, tokens):
                self._count("sentence", self._sentences_by, 1, line)
        # The sentence before is compared with this one now that gold's cues here are known.
        golds_before, before, line_before, tokens_before = self._before
        if before and golds_before != before == _cues_within(golds_cues, tokens_before):
            self._count("sentence", self._sentences_by, -1, line_before)
        self._before = golds_cues, cues, line, tokens

    def _look_at_tokens(self, gold: Sequence[Parts], system: Sequence[Parts], line: int) -> None:
        """Count the negations of gold that the system has a token beside: the cue, and the scope if both have one."""
        scopes = {tokens_of_part(negation[0]): tokens_of_part(negation[1]) for negation in system}
        for cue, scope, _ in gold:
            golds_cue = tokens_of_part(cue)
            if not golds_cue or golds_cue in scopes:
                continue
            for by in DISTANCES:
                moved = tuple([token + by for token in golds_cue])
                if moved not in scopes:
                    continue
                if _is_nearer_if_moved(tokens_of_part(scope), scopes[moved], by):
                    self._count("token", self._cues_by, by, line)
                else:
                    self._count("cue", self._cues_alone_by, by, line)
                break

    def _count(self, what: str, counter: Counter[int], by: int, line: int) -> None:
        counter[by] += 1
        self._first.setdefault(f"{what} {by}", line)

    @property
    def is_by_sentence(self) -> bool:
        """Whether most sentences have the cues of a neighbor."""
        most = max(self._sentences_by.values(), default=0)
        return most >= max(FEWEST_SHIFTED, MOST_SHIFTED * self._sentences)

    def report(self, findings: Findings, of_strings: Mapping[int, float], gold: str = "") -> None:
        """Report that most cues stand a sentence, or a token, beside gold's; forget what follows from that.

        `of_strings` are the shares of the cells with a wrong string that may stand some tokens after their words. If
        `gold` is given, gold's own strings are on wrong lines: then the finding is about that file.
        """
        for by, where in ((1, "before"), (-1, "after")):
            number = self._sentences_by[by]
            if not self._are_most(number, self._sentences):
                continue
            if number >= NEARLY_ALL * self._sentences:
                _forget_what_follows(findings)
            findings.take_out_if_there("W901")  # its strings are those of another sentence
            whose = f"the system's {self._sentences:,}" if gold else f"{self._sentences:,}"
            found = f"{number:,} of {whose} sentences with cues have those that gold has in the sentence {where}"
            fix = GOLDS_LINES if gold else "write each negation into its own sentence"
            findings.add_place(
                "W918", self._first[f"sentence {by}"], found=found, fix=fix, file=gold
            )
            findings.set_count("W918", number)
            return
        for by in DISTANCES:
            number = self._cues_by[by] + self._cues_alone_by[by]
            if not self._are_most(number, self._cues):
                continue
            if number >= NEARLY_ALL * self._cues:
                _forget_what_follows(findings)
            # The cells have the words of their old lines, if they moved with them.
            moved = -by if gold else by
            if of_strings.get(moved, 0) >= NEARLY_ALL:
                findings.take_out_if_there("W901")
            found, fix = self._cues_in_words(by, number, gold)
            first = min(self._first.get(f"{what} {by}", math.inf) for what in ("token", "cue"))
            findings.add_place("W918", int(first), found=found, fix=fix, file=gold)
            findings.set_count("W918", number)
            return

    def _are_most(self, number: int, total: int) -> bool:
        """Return whether a number of cues or sentences that are shifted is a habit."""
        return number >= max(FEWEST_SHIFTED, MOST_SHIFTED * total)

    def _cues_in_words(self, by: int, number: int, gold: str) -> tuple[str, str]:
        """Return what is found of a number of cues that stand some tokens later (above 0) or earlier, and what to do."""
        if gold:
            found = f"at least {number:,} cues stand {_distance_in_words(-by)} in gold than in the system's file"
            return found, GOLDS_LINES
        alone, what = "", "negation"
        if self._are_most(self._cues_alone_by[by], self._cues):
            alone, what = ", but not their scopes,", "cue"
        found = f"at least {number:,} cues of gold stand {_distance_in_words(by)}{alone} in the file, which has {self._cues:,} cues"
        return found, f"write each {what} on the lines of its own tokens"


def shift_in_files(gold: Source, system: Source) -> Finding | None:
    """Return the finding on cues beside gold's in two files at which the scorer aborts, None if there is none."""
    shifted = Shifted()
    for of_gold, of_system in islice(
        zip(sentences_in_repaired_layout(gold), sentences_in_repaired_layout(system)),
        SENTENCES_WITH_CUES,
    ):
        golds, ours = negations_in_layout(of_gold), negations_in_layout(of_system)
        shifted.add(golds, ours, of_gold.numbers[0], len(of_gold.lines))
    findings = Findings(1)
    shifted.report(findings, {})
    return next(iter(findings.in_order()), None)


def _distance_in_words(by: int) -> str:
    """Return a number of tokens, later (above 0) or earlier, in words."""
    tokens = {1: "one token", 2: "two tokens", 3: "three tokens"}[abs(by)]
    return f"{tokens} later" if by > 0 else f"{tokens} earlier"


def _tokens_of_cues(negations: Sequence[Parts]) -> Cues:
    """Return the tokens of each cue, without those of negations that have none."""
    return [tokens_of_part(negation[0]) for negation in negations if negation[0]]


def _cues_within(cues: Cues, tokens: int) -> Cues:
    """Return the cues that a sentence of some tokens has room for."""
    return [cue for cue in cues if cue[-1] < tokens]


def _is_nearer_if_moved(golds_scope: Sequence[int], scope: Sequence[int], by: int) -> bool:
    """Return whether a scope is another, and as much like gold's moved by some tokens as like gold's itself.

    True if one of them has no scope. Punctuation that is no scope token makes both alike.
    """
    if not golds_scope or not scope:
        return True
    moved = {token + by for token in golds_scope}
    in_place = set(golds_scope) ^ set(scope)
    return bool(in_place) and len(moved ^ set(scope)) <= len(in_place)


def _forget_what_follows(findings: Findings) -> None:
    """Take out what is found of cells and columns because nearly all stand beside their place."""
    for code in FOLLOW_FROM_SHIFT:
        findings.take_out_if_there(code)
