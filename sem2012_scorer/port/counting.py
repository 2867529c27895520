"""Sentence by sentence: annotated, compared and added up (2.2, 434-766 and 2023-2050)."""

from __future__ import annotations

from ..common.columns import GOLD_HANDLE, SYSTEM_HANDLE
from ..common.counts import MEASURED, NO_INSTANCES, Counts, Tally
from ..common.records import Record
from .annotation import (
    Annotation,
    Block,
    annotate,
    annotation_by_columns,
    annotation_has_no_negation,
    annotation_scope_tokens,
)
from .outcomes import IN_GOLD, IN_SYSTEM, TP, UNCOUNTED, outcomes
from .printing import ByZero, report
from .scripts import (
    CUE,
    CUES,
    EVENT,
    EVENTS,
    FULL,
    SCOPE,
    SCOPES,
    SCOPES_APART,
    SCOPES_BARE,
    TOKENS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .outcomes import CountEvent
    from .reading import Files
    from .scripts import Needs, Original


GoldRead = dict[bytes, tuple[list[bool], "list[bool] | None", "Annotation | None"]]
"""What was read of gold's sentences, by their text."""
MOST_KNOWN = 4_000
"""Of how many sentences it is kept: all those with negation of any released corpus, and few megabytes."""


class ScoredSentence(Record):
    """A sentence, its two annotations (None: without negation) and its outcomes."""

    block: Block
    gold: Annotation | None
    system: Annotation | None
    outcomes: Sequence[CountEvent]

    @property
    def is_error(self) -> bool:
        """Whether it counts as a sentence with an error.

        2.2, 857, 1067, 1080, 1091, 1099, 1109, 1131, 1144, 1254 and 1289 set the flag: only one side
        has negation, or a negation is not right as a whole. Events alone do not matter.
        """
        if self.gold is None or self.system is None:
            return self.gold is not self.system
        return any(row == FULL and kind != TP for row, kind, _, _, _ in self.outcomes)


def _score_sentence(
    block: Block, script: Original, before: tuple[int, int], known: GoldRead | None = None
) -> ScoredSentence:
    """Return a scored sentence (2.2, 434-766 and 2041-2042); raise Abort where the script stops at it.

    Each sentence starts anew (2055-2102) except for the numbers of negations `before` it (823-833; quirk
    28), used in 567 and 696. `known` keeps what was read of gold, which is annotated once.
    """
    if block.gold == block.system and annotation_has_no_negation(block.gold):  # most
        return ScoredSentence._make((block, None, None, ()))
    read = known.get(block.gold) if known else None
    if read is None:
        in_gold = annotation_by_columns(block.gold)
        can_be, bare = annotation_scope_tokens(in_gold, script)
        read = can_be, bare, annotate(in_gold, can_be, bare, before[0], script.cuts_words)
        # quirk 6: a phantom's are those before
        if known is not None and block.gold and len(known) < MOST_KNOWN:
            known[block.gold] = read
    can_be, bare, gold = read
    _need(gold, script.needs[0], block, GOLD_HANDLE, script)
    if block.tokens and block.gold == block.system:
        system = gold
    else:
        in_system = annotation_by_columns(block.system)
        system = annotate(in_system, can_be, bare, before[1], script.cuts_words)
    require_parts_of_scored_sentence(system, block, script)
    return ScoredSentence._make((block, gold, system, [*outcomes(gold, system, script)]))


def require_parts_of_scored_sentence(
    system: Annotation | None, block: Block, script: Original
) -> None:
    """Raise Abort where a negation of the system lacks a part (2.2, 729-735 for its cue; quirk 12)."""
    _, before, after = script.needs
    _need(system, before, block, SYSTEM_HANDLE, script)
    negations = system.negations if system else ()
    for number, negation in enumerate(negations, 1):
        if not negation.cue:
            from . import abort_messages

            raise abort_messages.abort_without_cue(number, block)
    _need(system, after, block, SYSTEM_HANDLE, script)


def _need(
    annotation: Annotation | None, parts: Needs, block: Block, handle: bytes, script: Original
) -> None:
    """Raise Abort at a part that is not there, where the script cannot do without (quirk 12).

    The teaching copy makes each part when it meets its first word, and at the end for the
    negations that have got none: one before another with that part is left without.
    """
    if annotation is None or not parts:
        return
    negations = annotation.negations
    last = [len(negations)] * 3
    if script.before_another:
        for part in (CUE, SCOPE, EVENT):
            places = [n for n, negation in enumerate(negations) if negation[part]]
            if part not in annotation.beyond:
                last[part] = places[-1] if places else 0
    for number, negation in enumerate(negations):
        for part, line in parts:
            if not negation[part] and number < last[part]:
                from . import abort_messages

                raise abort_messages.abort_without_part(handle, line, number + 1, part, block)


class Sums:
    """The sums of sentences: what each row counts, by kind, and numbers of sentences."""

    def __init__(self) -> None:
        self.rows = [[0] * 6 for _ in MEASURED]
        self.sentences = self.with_negation = self.errors = self.errors_with_negation = 0

    def add(self, sentence: ScoredSentence) -> None:
        """Add a sentence (2.2, 491-503 and 2044-2050)."""
        self.sentences += 1
        _, gold, system, found = sentence
        if gold is None and system is None:
            return
        rows = self.rows
        # 599-617 and 739-758; scope tokens 534 and 665
        for side, annotation in (IN_GOLD, gold), (IN_SYSTEM, system):
            for cue, scope, event, _ in annotation.negations if annotation else ():
                if cue:
                    rows[CUES][side] += 1
                    rows[FULL][side] += 1
                if scope:
                    for place in (SCOPES, SCOPES_APART, SCOPES_BARE):
                        rows[place][side] += 1
                if event:
                    rows[EVENTS][side] += 1
            rows[TOKENS][side] += annotation.scope_tokens if annotation else 0
        for place, kind, amount, _, _ in found:
            rows[place][kind] += amount
        is_error = sentence.is_error
        self.with_negation += gold is not None
        self.errors += is_error
        self.errors_with_negation += is_error and gold is not None

    def counts(self) -> Counts:
        """Return the sums as a value."""
        sentences = self.sentences, self.with_negation, self.errors, self.errors_with_negation
        tallies = [Tally._make(row[:UNCOUNTED]) for row in self.rows]
        return Counts._make([*tallies, *sentences, NO_INSTANCES])


def scored_sentences(
    files: Files, known: GoldRead | None = None, sums: Sums | None = None
) -> Iterator[ScoredSentence]:
    """Yield each scored sentence (2.2, 1911-2110); raise Abort where the script stops.

    `known` is as for `_score_sentence`; `sums` is what sentences are added to.
    """
    before = 0, 0
    sums = Sums() if sums is None else sums
    for block in files.sentences():
        sentence = _score_sentence(block, files.script, before, known)
        _, gold, system, _ = sentence
        before = len(gold.negations) if gold else 0, len(system.negations) if system else 0
        sums.add(sentence)
        yield sentence
    try:
        report(sums.counts(), files.script)
    except ByZero as fault:
        from . import abort_messages

        error_number = files.error_number.value
        raise abort_messages.division_by_zero(
            fault.line, fault.label, files.line, error_number
        ) from None


def sums_of_files(files: Files) -> Counts:
    """Return the counts of two files; raise Abort where the script stops."""
    sums = Sums()
    for _ in scored_sentences(files, None, sums):
        pass
    return sums.counts()
