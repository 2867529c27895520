"""The order of it all: the two checks, the sentences, and the division at the end.

A sentence is read, checked, judged and given away, so that memory does not
grow with the files.
"""

from __future__ import annotations

from ..counts import Counts
from ..measures import STOPS
from ..records import Record
from . import deaths, perl
from .agreement import Checks, is_plainly_without_negation
from .annotations import NO_NEGATION, AnnotationRules, Fields
from .deaths import GOLD, SYSTEM
from .divisions import first_by_zero
from .outcomes import count, judge
from .parts import PARTS
from .reading import read_last_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .annotations import Annotation
    from .originals import Original
    from .outcomes import Outcome
    from .reading import Block, InStep


class Judged(Record):
    """A sentence as it stands in the files, its two annotations, and the outcomes."""

    block: Block
    gold: Annotation
    system: Annotation
    outcomes: tuple[Outcome, ...]


def judge_files(files: InStep, original: Original) -> Iterator[Judged]:
    """Read two files, check both, and yield each sentence with its outcomes.

    Raises Death where the original stops. The original checks both files before
    it scores; here a fault is raised when it is certain that it comes first: one
    of agreement at its line, any other when both files have been read. From
    such a fault on no sentence is yielded. At the end the original divides by
    the numbers of sentences (2.2, lines 2382-2383).
    """
    checks = Checks(files, original)
    sentences = Sentences(original)
    for block in files.blocks():
        if block.gold == block.system and is_plainly_without_negation(block.gold, block.length):
            judged = sentences.pass_over(block)
        else:
            gold = Fields(block.gold)
            system = gold if block.gold == block.system else Fields(block.system)
            checks.check_block(block, gold, system)
            judged = sentences.judge(block, gold, system)
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
    ):
        judged = sentences.judge(block, Fields(block.gold), Fields(block.system))
        if judged is not None and checks.fault is None:
            yield judged
    # The system's lines after gold's end are checked, and not scored.
    for _ in pairs:
        pass
    fault = checks.fault or sentences.fault
    if fault is not None:
        raise fault
    sentences.divide(files.gold_lines, error_number.value)


class Sentences:
    """The script's loop over the sentences (2.2, lines 2026-2051).

    The script keeps the numbers of negations from one sentence to the next,
    which matters for sentences without lines. `fault` is the first fault so
    far, or None; after it nothing is judged.
    """

    def __init__(self, original: Original) -> None:
        self._original = original
        self._rules = AnnotationRules.of(original)
        self._parts = PARTS[original.parts_needed]
        self._gold_before = self._system_before = 0
        self._sentences = 0
        self._negation_sentences = 0
        self._needs_tallies = original.shares_of_nothing == STOPS
        self._tallies = Counts()
        self.fault: deaths.Death | None = None

    def pass_over(self, block: Block) -> Judged | None:
        """Return what `judge` would return of a sentence in which neither side has negation."""
        if self.fault is not None:
            return None
        self._gold_before = self._system_before = 0
        self._sentences += 1
        return Judged(block, NO_NEGATION, NO_NEGATION, ())

    def judge(self, block: Block, gold_fields: Fields, system_fields: Fields) -> Judged | None:
        """Return a sentence judged, None if there is a fault in it or was one before.

        The fields are those of its lines in gold and in the system's file.
        """
        if self.fault is not None:
            return None
        try:
            gold, system = self._annotations(block, gold_fields, system_fields)
        except deaths.Death as death:
            self.fault = death
            return None
        self._gold_before = len(gold.negations)
        self._system_before = len(system.negations)
        self._sentences += 1
        self._negation_sentences += gold.has_negation
        outcomes = judge(gold, system, self._original)
        if self._needs_tallies:
            self._tallies += count(gold, system, outcomes)
        return Judged(block, gold, system, outcomes)

    def _annotations(
        self, block: Block, gold_fields: Fields, system_fields: Fields
    ) -> tuple[Annotation, Annotation]:
        """Return the annotations of a sentence, gold's and the system's (2.2, lines 478-766).

        Raises Death for a negation of either side that lacks a part where the
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
        are_words, are_bare = rules.tokens(gold_fields)
        gold = rules.read(gold_fields, are_words, are_bare, self._gold_before, has_lines)
        self._check_parts(GOLD, gold, parts.gold, block)
        # The same lines are the same annotation, but without lines the sentence before decides.
        if has_lines and system_fields is gold_fields:
            system = gold
        else:
            system = rules.read(system_fields, are_words, are_bare, self._system_before, has_lines)
        self._check_parts(SYSTEM, system, parts.system_first, block)
        for number, negation in enumerate(system.negations, start=1):
            if not negation.cue:
                problem = deaths.missing_part(SYSTEM, number, "cue", block.last_line, has_lines)
                raise deaths.cue_missing(problem, block.last_line, block.error_number)
        self._check_parts(SYSTEM, system, parts.system_then, block)
        return gold, system

    def _check_parts(
        self, handle: bytes, annotation: Annotation, parts: tuple[str, ...], block: Block
    ) -> None:
        """Raise Death at the first negation that lacks one of `parts`, where the script needs it."""
        for index, part in self._parts.missing(annotation, parts) if parts else ():
            problem = deaths.missing_part(
                handle, index + 1, part, block.last_line, block.length > 0
            )
            raise deaths.part_missing(
                self._original, handle, part, problem, block.reading, block.error_number
            )

    def divide(self, gold_lines: int, error_number: int) -> None:
        """Raise Death where the original divides by zero, after gold's last line."""
        counts = self._tallies._replace(
            sentences=self._sentences, negation_sentences=self._negation_sentences
        )
        found = first_by_zero(counts, self._original)
        if found is not None:
            raise deaths.nothing_to_divide_by(self._original, found, gold_lines, error_number)
