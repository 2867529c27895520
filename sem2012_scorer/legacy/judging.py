"""The order of it all: the two checks, the sentences, and the division at the end.

2.2, lines 1902-2111. A sentence is read, checked, judged, counted and given
away, so that memory does not grow with the files. The stops are loaded only
where a run stops.
"""

from __future__ import annotations

from ..ground.columns import GOLD, SYSTEM
from ..ground.counts import WITHOUT_NEGATION, Counts
from ..ground.measures import STOPS
from ..ground.records import Record
from . import perl
from .annotations import NO_NEGATION, AnnotationRules
from .checks import Checks
from .divisions import first_by_zero
from .fields import Fields
from .outcomes import count, judge
from .parts import PARTS_NEEDED
from .reading import read_last_blocks
from .shortcuts import is_plainly_without_negation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .annotations import Annotation
    from .originals import Original
    from .outcomes import Outcome
    from .reading import Block, InStep

    GoldRead = tuple[list[bool], list[bool] | None, Annotation]
    """Which tokens can be in a scope, and in one without punctuation; and gold's annotation."""


class Judged(Record):
    """A sentence as it stands in the files, its two annotations, its outcomes and its counts."""

    block: Block
    gold: Annotation
    system: Annotation
    outcomes: tuple[Outcome, ...]
    counts: Counts


def judge_files(
    files: InStep,
    original: Original,
    gold_read: dict[bytes, GoldRead] | None = None,
    heard: Callable[[Block], object] | None = None,
) -> Iterator[Judged]:
    """Read two files, check both, and yield each sentence with its outcomes and counts.

    2.2, lines 1902-2051, and 2382-2383 for the end. Raises Stop where the
    original stops. The original checks both files before it scores; here a fault
    is raised when it is certain that it comes first: one of agreement at its
    line, any other when both files have been read. From such a fault on no
    sentence is yielded. At the end the original divides by the numbers of
    sentences.

    `gold_read` keeps what was read of gold's sentences, so that several systems
    can be judged and gold be annotated once. `heard` is called with every sentence
    that is read, also after a fault.
    """
    checks = Checks(files, original)
    judging = Judging(original, gold_read)
    for block in files.blocks():
        if heard is not None:
            heard(block)
        if block.gold == block.system and is_plainly_without_negation(block.gold, block.length):
            judged = judging.pass_over(block)
        else:
            gold = Fields(block.gold)
            system = gold if block.gold == block.system else Fields(block.system)
            checks.check_block(block, gold, system)
            judged = judging.judge(block, gold, system)
        if judged is not None and checks.fault is None:
            yield judged

    error_number = perl.ErrorNumber()
    pairs = checks.check_lines(files.lines(), files.lines_read + 1)
    for block in read_last_blocks(
        files.gold,
        files.system,
        pairs,
        files.lines_read,
        error_number,
        original.gold_ends_sentence,
        lambda: checks.fault is None or heard is not None,
    ):
        if heard is not None:
            heard(block)
        # After a fault that comes first nothing is judged, and lines are not kept for it.
        if checks.fault is None:
            judged = judging.judge(block, Fields(block.gold), Fields(block.system))
            if judged is not None:
                yield judged
    # The system's lines after gold's end are checked, and not scored.
    for _ in pairs:
        pass
    fault = checks.fault or judging.fault
    if fault is not None:
        raise fault
    division = first_by_zero(judging.divisors(), original)
    if division is not None:
        from . import stops

        raise stops.nothing_to_divide_by(original, division, files.gold_lines, error_number.value)


class Judging:
    """What the script keeps from one sentence to the next (2.2, lines 2026-2111).

    It empties its arrays (2.2, lines 2052-2102), and keeps the numbers of negations that lines
    823-833 set, which matters for sentences without lines. `fault` is the first fault so far, or None; after
    it nothing is judged.
    """

    def __init__(self, original: Original, gold_read: dict[bytes, GoldRead] | None = None) -> None:
        self._original = original
        self._gold_read = gold_read
        self._rules = AnnotationRules.of(original)
        self._parts = PARTS_NEEDED[original.parts_needed]
        self._gold_before = self._system_before = 0
        self._sentences = 0
        self._negation_sentences = 0
        self._divides_by_tallies = original.undefined_scores == STOPS
        self._tallies = Counts()
        self.fault: perl.Die | None = None

    def divisors(self) -> Counts:
        """Return the counts so far, as far as the original divides by them without a guard."""
        return self._tallies._replace(
            sentences=self._sentences, negation_sentences=self._negation_sentences
        )

    def pass_over(self, block: Block) -> Judged | None:
        """Return what `judge` would return of a sentence in which neither side has negation."""
        if self.fault is not None:
            return None
        self._gold_before = self._system_before = 0
        self._sentences += 1
        return Judged(block, NO_NEGATION, NO_NEGATION, (), WITHOUT_NEGATION)

    def judge(self, block: Block, gold_fields: Fields, system_fields: Fields) -> Judged | None:
        """Return a sentence judged and counted, None if there is a fault in it or was one before.

        2.2, lines 2041-2042; 491 and 503 count the sentences.

        The fields are those of its lines in gold and in the system's file.
        """
        if self.fault is not None:
            return None
        try:
            gold, system = self._annotations(block, gold_fields, system_fields)
        except perl.Die as stop:
            self.fault = stop
            return None
        self._gold_before = len(gold.negations)
        self._system_before = len(system.negations)
        self._sentences += 1
        self._negation_sentences += gold.has_negation
        outcomes = judge(gold, system, self._original)
        counts = count(gold, system, outcomes)
        if self._divides_by_tallies:
            self._tallies += counts
        return Judged(block, gold, system, outcomes, counts)

    def _annotations(
        self, block: Block, gold_fields: Fields, system_fields: Fields
    ) -> tuple[Annotation, Annotation]:
        """Return the annotations of a sentence, gold's and the system's (2.2, lines 428-766).

        Raises Stop for a negation of either side that lacks a part where the
        original needs it, and for one of the system's without cue.
        """
        has_lines = block.length > 0
        # Most sentences: no part of theirs can be missing.
        if (
            has_lines
            and gold_fields.are_without_negation()
            and system_fields.are_without_negation()
        ):
            return NO_NEGATION, NO_NEGATION
        rules, parts = self._rules, self._parts
        are_words, are_bare, gold = self._read_gold(block, gold_fields)
        self._check_parts(GOLD, gold, parts.gold, block)
        # The same lines are the same annotation, but without lines the sentence before decides.
        if has_lines and system_fields is gold_fields:
            system = gold
        else:
            system = rules.read(system_fields, are_words, are_bare, self._system_before, has_lines)
        self._check_parts(SYSTEM, system, parts.system_first, block)
        for number, negation in enumerate(system.negations, start=1):
            if not negation.cue:
                from . import stops

                raise stops.cue_missing(number, block)
        self._check_parts(SYSTEM, system, parts.system_then, block)
        return gold, system

    def _read_gold(self, block: Block, fields: Fields) -> GoldRead:
        """Return which of a sentence's tokens can be in scopes, and gold's annotation."""
        known = self._gold_read
        if known is not None and block.length and block.gold in known:
            return known[block.gold]
        are_words, are_bare = self._rules.tokens(fields)
        gold = self._rules.read(fields, are_words, are_bare, self._gold_before, block.length > 0)
        if known is not None and block.length:
            known[block.gold] = are_words, are_bare, gold
        return are_words, are_bare, gold

    def _check_parts(
        self, handle: bytes, annotation: Annotation, parts: tuple[str, ...], block: Block
    ) -> None:
        """Raise Stop at the first negation that lacks one of `parts`, where the script needs it."""
        for index, part in self._parts.missing(annotation, parts) if parts else ():
            from . import stops

            raise stops.part_missing(self._original, handle, index + 1, part, block)
