"""What a run of the scorer shows of the cells of both files: counted while it scores, so that a good file costs nothing else.

`Counting.watch` hears each sentence. What it counts says whether a search is worthwhile (`is_poor`), where
(`suspects`), and which parts of the annotation the system lacks (`lacks`).
"""

from __future__ import annotations

from ..common.columns import STARS
from ..port.counting import ScoredSentence
from ..port.outcomes import TP
from ..port.plain import has_plain_columns
from ..port.scripts import CUES
from ..reading.facts import facts_of
from ..reading.pair import Pair
from .fit import SHOWN_BY_PLACES, Tally
from .lacks import Lacks
from .rows import FIRST, ByColumns, by_columns

LEAST_FOUND = 0.7
"""From which share of gold's cues, and of the cells of their scopes, on no search is made for where they are."""
HABIT = 0.5
PART_OF_GOLD = 0.05
"""From which part of gold's annotation on a damage of gold is looked for."""
MOST_SUSPECTS = 500


def _look_for_hidden(text: bytes, line: int, suspects: list[int]) -> None:
    """Note annotation that the scorer passes over, as it reads a sentence by its first line."""
    if text.rstrip(b"\t\n").endswith(b"\t***") and has_plain_columns(text):
        return
    cells = {row.split(b"\t", FIRST)[-1].rstrip(b"\t") for row in text.split(b"\n")[:-1]}
    if cells != {STARS} and len(suspects) < MOST_SUSPECTS:
        suspects.append(line)


def counting_of(pair: Pair) -> Counting:
    """Return what counts how well two files fit while they are scored."""
    assert pair.gold is not None
    is_released = facts_of(pair.gold).corpus is not None
    return Counting(pair.empty_sign, pair.is_cue_alone_right, is_released)


class Counting:
    """Counts how well two files fit while they are scored; gold's own cells are counted unless it is a released corpus."""

    def __init__(self, sign: bytes, is_cue_alone_right: bool, is_gold_released: bool) -> None:
        self.tally = Tally(sign, is_cue_alone_right)
        self.golds = Tally(sign, is_cue_alone_right)
        self.lacks = Lacks()
        self.suspects: list[int] = []
        self.golds_suspects: list[int] = []
        self.sentences = self.tokens = self.cues = self.cues_found = 0
        self.returns = self.golds_returns = 0
        self._is_gold_released = is_gold_released
        self._wrong = self._golds_wrong = 0

    def watch(self, sentence: ScoredSentence) -> None:
        """Look at a sentence, as the scorer read it."""
        block = sentence.block
        tokens = block.tokens
        if not tokens:
            return
        self.sentences += 1
        self.tokens += tokens
        gold, system = sentence.gold, sentence.system
        line = block.line - tokens
        is_golds = block.gold == block.system
        if not is_golds:
            if gold is None:
                _look_for_hidden(block.gold, line, self.golds_suspects)
            if system is None:
                _look_for_hidden(block.system, line, self.suspects)
        if gold is None and system is None:
            return
        if is_golds and gold is not None:
            self.tally.pass_over(len(gold.negations))
        self.lacks.add(gold, system, line, tokens)
        self._count_cues(sentence)
        in_gold = by_columns(block.gold)
        if not is_golds:
            self.tally.count(by_columns(block.system), in_gold)
            if (b"\r" in block.system) != (b"\r" in block.gold):
                self.returns += block.system.count(b"\r\n")
                self.golds_returns += block.gold.count(b"\r\n")
        wrong = self.tally.wrong_places()
        if wrong > self._wrong and len(self.suspects) < MOST_SUSPECTS:
            self.suspects.append(line)
        self._wrong = wrong
        if gold is not None and not self._is_gold_released:
            self._look_at_gold(in_gold, line)

    def _count_cues(self, sentence: ScoredSentence) -> None:
        """Count the cues of the system, and those of them that are gold's."""
        if sentence.system is None:
            return
        for negation in sentence.system.negations:
            self.cues += bool(negation.cue)
        for row, kind, number, _, _ in sentence.outcomes:
            if row == CUES and kind == TP:
                self.cues_found += number

    def _look_at_gold(self, sentence: ByColumns, line: int) -> None:
        """Count a sentence of gold against itself."""
        self.golds.count(sentence)
        wrong = self.golds.wrong_places()
        if wrong > self._golds_wrong and len(self.golds_suspects) < MOST_SUSPECTS:
            self.golds_suspects.append(line)
        self._golds_wrong = wrong

    @property
    def finds_no_cue(self) -> bool:
        """Whether the system's file has cues, and none of them is gold's."""
        return self.cues > 0 and not self.cues_found

    @property
    def is_gold_poor(self) -> bool:
        """Whether a search may find out why gold's cells are not as they should be."""
        shares = self.golds.shares
        return any(shares[name].value(1.0) < 1 - PART_OF_GOLD for name in SHOWN_BY_PLACES)

    @property
    def is_poor(self) -> bool:
        """Whether a search may find out why the system's cells do not fit."""
        fit = self.tally.fit()
        is_wrong = bool(self.suspects)
        is_odd = min(fit.apart, fit.events, fit.affixes) <= HABIT or fit.order < 1 or fit.whole < 1
        ours = self.lacks.system
        has_marks = ours.scopes + ours.events > 0
        is_elsewhere = fit.cues < LEAST_FOUND or (has_marks and fit.marks < LEAST_FOUND)
        return is_wrong or is_odd or is_elsewhere
