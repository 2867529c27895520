"""The order of it all: the two checks, then sentence by sentence, then the division at the end.

A sentence is read, judged and given away, so that memory does not grow with
the files.
"""

from __future__ import annotations

from ..measures import STOPS
from ..records import Record
from . import deaths, perl
from .agreement import check_files
from .annotations import (
    NO_NEGATION,
    PUNCTUATION,
    ScopeWords,
    have_same_fields,
    is_without_negation,
    read_annotation,
)
from .deaths import GOLD, SYSTEM
from .outcomes import judge
from .reading import read_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .annotations import Annotation
    from .originals import Original
    from .outcomes import Outcome
    from .reading import Block


class Judged(Record):
    """A sentence as it stands in the files, its two annotations, and the outcomes."""

    block: Block
    gold: Annotation
    system: Annotation
    outcomes: tuple[Outcome, ...]


def judge_files(gold: perl.Input, system: perl.Input, original: Original) -> Iterator[Judged]:
    """Check both files, then yield each sentence with its outcomes.

    Raises Death where the original stops: in the checks, before the first
    sentence; at a sentence; after the last.

    The script keeps the numbers of negations from one sentence to the next,
    which matters for sentences without lines. At the end it divides by the
    numbers of sentences (2.2, lines 2382-2383).
    """
    check_files(gold, system, original)
    error_number = perl.ErrorNumber()
    gold_before = system_before = 0
    last_line = sentences = negation_sentences = 0
    for block in read_blocks(gold, system, error_number):
        in_gold, in_system = read_annotations(block, gold_before, system_before, original)
        gold_before = len(in_gold.negations)
        system_before = len(in_system.negations)
        last_line = block.last_line
        sentences += 1
        negation_sentences += in_gold.has_negation
        yield Judged(block, in_gold, in_system, judge(in_gold, in_system, original))
    if not sentences or (not negation_sentences and original.without_negation == STOPS):
        raise deaths.nothing_to_divide_by(original, sentences, last_line, error_number.value)


def read_annotations(
    block: Block, gold_before: int, system_before: int, original: Original
) -> tuple[Annotation, Annotation]:
    """Return the annotations of a sentence, gold's and the system's (2.2, lines 478-766).

    `gold_before` and `system_before` are the numbers of negations in the
    sentence before it. Raises Death for a negation of either side that lacks
    a part where `original` needs it, and for one of the system's without cue.
    """
    gold_lines, system_lines = block.gold_lines, block.system_lines
    # Most sentences: no part of theirs can be missing.
    if gold_lines and is_without_negation(gold_lines[0]) and is_without_negation(system_lines[0]):
        return NO_NEGATION, NO_NEGATION
    words = ScopeWords(gold_lines, PUNCTUATION[original.punctuation])
    gold = read_annotation(gold_lines, words, gold_before)
    _check_parts(GOLD, gold, original, block)
    # Equal fields are equal annotations, but without lines the sentence before decides.
    if gold_lines and have_same_fields(gold_lines, system_lines):
        system = gold
    else:
        system = read_annotation(system_lines, words, system_before)
    _check_parts(SYSTEM, system, original, block)
    for number, negation in enumerate(system.negations, start=1):
        if not negation.cue:
            problem = deaths.missing_part(SYSTEM, number, "cue", block.last_line, bool(gold_lines))
            raise deaths.cue_missing(problem, block.last_line, block.error_number)
    return gold, system


def _check_parts(handle: bytes, annotation: Annotation, original: Original, block: Block) -> None:
    """Raise Death if `original` needs all parts of a negation and one is missing.

    scorer_task2, lines 558-582 and 687-711.
    """
    if not original.needs_all_parts:
        return
    for number, negation in enumerate(annotation.negations, start=1):
        for name, part in zip(negation._fields, negation):
            if not part:
                problem = deaths.missing_part(
                    handle, number, name, block.last_line, bool(block.gold_lines)
                )
                raise deaths.part_missing(
                    original, handle, name, problem, block.reading, block.error_number
                )
