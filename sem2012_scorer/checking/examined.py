"""What a check finds out about a pair of files: what the scorer does, how well they fit, and which damages explain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from ..common.counts import Counts
from ..port.perl import Abort
from ..reading.facts import EMPTY_FILE, NOT_TEXT, ONLY_LABELS, XML, facts_of
from ..reading.pair import Pair
from ..reading.signs import OF_NO_TEXT
from ..reading.source import Source
from ..reporting.counting import PART_OF_GOLD, Counting, counting_of
from ..reporting.rows import FIRST, Document, document_of
from .damage import Context
from .scorer_run import ScorerRun, run_scorer, run_scorer_alone
from .search import Taken, may_have_certain, search, undo_certain

UNREADABLE = (EMPTY_FILE, XML, NOT_TEXT)


@dataclass(frozen=True)
class Examined:
    """A pair of files in columns, and what was found.

    `sign` is what an empty cell should hold. The scorer aborts at `stop`, or gives `counts`; `counting` is what
    was counted meanwhile, None without annotated gold. `is_unreadable`: nothing in the system's file can count.
    `taken` and `golds_taken` are the damages of both files that were undone to explain it, in their order.
    """

    pair: Pair
    sign: bytes
    stop: Abort | None
    counts: Counts | None
    counting: Counting | None
    is_unreadable: bool = False
    taken: tuple[Taken, ...] = ()
    golds_taken: tuple[Taken, ...] = ()

    @property
    def is_scored(self) -> bool:
        """Whether there is gold, with annotation."""
        return self.pair.gold is not None and has_annotation(self.pair.gold)

    @property
    def is_gold_released(self) -> bool:
        return self.pair.gold is not None and facts_of(self.pair.gold).corpus is not None

    @cached_property
    def document(self) -> Document:
        """The system's file after its damages."""
        return _after(self.pair.system, self.taken)

    @cached_property
    def golds_document(self) -> Document | None:
        """Gold after its damages."""
        if self.pair.gold is None:
            return None
        return _after(self.pair.gold, self.golds_taken)

    @property
    def safe(self) -> tuple[Taken, ...]:
        """The system's damages up to the first one whose undoing may change what the annotation means."""
        return _safe(self.taken)

    @property
    def golds_safe(self) -> tuple[Taken, ...]:
        return _safe(self.golds_taken)

    @cached_property
    def undone(self) -> Examined:
        """What the scorer does once all damages of both files are undone: tried once, for all who ask."""
        pair = self.pair
        if self.golds_taken and pair.gold is not None:
            pair = pair._replace(gold=_copy(pair.gold, self.golds_taken))
        if self.taken:
            pair = pair._replace(system=_copy(pair.system, self.taken))
        if pair is self.pair:
            return self
        return _scored(pair)

    @cached_property
    def repaired(self) -> Examined | None:
        """The pair with the repaired copy of the system's file, None if nothing is repaired: tried once, too."""
        if not self.safe:
            return None
        if self.safe == self.taken and not self.golds_taken:
            return _explained(self.undone)
        return examine(self.pair._replace(system=_copy(self.pair.system, self.safe)))

    def run(self, gold: Source | None, system: Source) -> ScorerRun:
        """Return what the scorer does with two files; without gold, with the file as its own gold."""
        return _run(self.pair._replace(gold=gold, system=system), None)


def examine(pair: Pair) -> Examined:
    """Return what is found out about a pair of files in columns: the scorer is run, and what it shows is explained."""
    return _explained(_scored(pair))


def examined_while_scored(pair: Pair, counting: Counting) -> Examined:
    """Return what is found out about a pair of files that was scored, without another run; its counts are not known."""
    counted = counting if _is_counted(pair) else None
    return _explained(Examined(pair, pair.empty_sign, None, None, counted, not can_count(pair)))


def _scored(pair: Pair) -> Examined:
    """Return what the scorer does with a pair of files."""
    counting = None
    if _is_counted(pair):
        counting = counting_of(pair)
    if pair.gold is None and pair.facts.format == EMPTY_FILE:
        # No scorer finds a fault in it.
        return Examined(pair, pair.empty_sign, None, None, None, True)
    stop, counts = _run(pair, counting)
    return Examined(pair, pair.empty_sign, stop, counts, counting, not can_count(pair))


def _is_counted(pair: Pair) -> bool:
    """Return whether a run shows how well two files fit."""
    return can_count(pair) and pair.gold is not None and has_annotation(pair.gold)


def _explained(examined: Examined) -> Examined:
    """Return what a run of the scorer has shown with the damages that explain it."""
    form, counting = examined.pair.facts.format, examined.counting
    if form == EMPTY_FILE or examined.pair.system.head().startswith(tuple(OF_NO_TEXT)):
        return examined
    examined = _undo_certain(examined)
    if form in UNREADABLE and not examined.taken:
        return examined
    is_poor = counting is None or counting.is_poor or counting.is_gold_poor
    if examined.stop is not None or examined.is_unreadable or is_poor:
        examined = _search(examined)
    return examined


def can_count(pair: Pair) -> bool:
    """Return whether a file can be read, and has columns with strings."""
    facts = pair.facts
    if facts.format in UNREADABLE or facts.separator != b"\t" or facts.cells == ONLY_LABELS:
        return False
    return has_annotation(pair.system)


def has_annotation(source: Source) -> bool:
    """Return whether some line of a file has an eighth column."""
    with source.open() as stream:
        for line in stream:
            if line.count(b"\t") >= FIRST and line.rstrip(b"\t\r\n").count(b"\t") >= FIRST:
                return True
    return False


def _run(pair: Pair, counting: Counting | None) -> ScorerRun:
    if pair.gold is None:
        return run_scorer_alone(pair.system, pair.original)
    return run_scorer(pair.gold, pair.system, pair.original, counting)


def _undo_certain(examined: Examined) -> Examined:
    """Undo what is wrong in any file, in both files."""
    pair, context = examined.pair, Context(None, examined.sign)
    golds_taken: list[Taken] = []
    taken: list[Taken] = []
    if pair.gold is not None and may_have_certain(pair.gold):
        golds_taken = undo_certain(pair.gold.content(), context)
    if may_have_certain(pair.system):
        taken = undo_certain(pair.system.content(), context)
    return replace(examined, taken=tuple(taken), golds_taken=tuple(golds_taken))


def _search(examined: Examined) -> Examined:
    """Search for damages that explain why the file does not fit, in gold first."""
    pair, counting, stop = examined.pair, examined.counting, examined.stop
    alone = Context(None, examined.sign, pair.is_cue_alone_right)
    if examined.is_scored and not examined.is_gold_released and _is_gold_in_doubt(examined):
        golds = examined.golds_document
        assert golds is not None
        suspects = counting.golds_suspects if counting else []
        found = search(golds, alone, suspects, PART_OF_GOLD)
        examined = replace(examined, golds_taken=(*examined.golds_taken, *found))
    suspects = [] if counting is None else list(counting.suspects)
    if stop is not None and stop.at:
        suspects.insert(0, stop.at)
    context = alone._replace(gold=examined.golds_document)
    found = search(examined.document, context, suspects)
    return replace(examined, taken=(*examined.taken, *found))


def _is_gold_in_doubt(examined: Examined) -> bool:
    counting = examined.counting
    return examined.stop is not None or (counting is not None and bool(counting.golds_suspects))


def _safe(taken: tuple[Taken, ...]) -> tuple[Taken, ...]:
    return tuple(takewhile(lambda one: one.damage.is_safe, taken))


def _copy(source: Source, taken: Sequence[Taken]) -> Source:
    """Return a file after some of its damages, under its name."""
    return source.with_content(taken[-1].after.content())


def _after(source: Source, taken: Sequence[Taken]) -> Document:
    """Return a file after its damages."""
    if taken:
        return taken[-1].after
    return document_of(source.content())
