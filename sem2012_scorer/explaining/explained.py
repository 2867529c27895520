"""What each negation of a sentence counted as, and why, as values.

The explanation and the report come from the same outcomes, so the explanation's
totals are the report's counts.
"""

from __future__ import annotations

from ..ground.columns import WORD_FIELD, field_at, fields, writes_dashes
from ..ground.counts import MEASURED, Counts
from ..ground.records import Record
from ..ground.wording import sentence_name
from ..legacy.judging import judge_files
from ..legacy.originals import original_of
from ..legacy.outcomes import FALSE_NEGATIVE, FALSE_POSITIVE, NOT_COUNTED, TRUE_POSITIVE, is_error
from ..legacy.rows import LABELS
from ..reading.in_step import each, opened, written
from .mending import counts_without
from .negations import (
    Marked,
    NegationPair,
    differences_of,
    kinds_of,
    marked,
    pairs_of,
    scored_pairs,
    shown_word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from ..legacy.outcomes import Outcome
    from ..legacy.reading import InStep
    from ..reading.sentences import Sentence
    from ..reading.source import File
    from .negations import Difference

    Added = Callable[["Explained"], None]

TP, FP, FN, UNCOUNTED = "tp", "fp", "fn", "uncounted"
KINDS = (TP, FP, FN, UNCOUNTED)
"""The kinds of outcomes, by their short names."""

SHORT = {TRUE_POSITIVE: TP, FALSE_POSITIVE: FP, FALSE_NEGATIVE: FN, NOT_COUNTED: UNCOUNTED}

ORDER, PHANTOM, NO_COLUMNS = "order", "phantom", "no columns"
NOTES = {
    ORDER: "- is not empty for the legacy scorers: negations are paired in the order of their "
    "columns (quirk 9: only _ is empty)",
    PHANTOM: "two blank lines, or the end of a file: a sentence with negation "
    "(quirk 6: phantom sentences)",
    NO_COLUMNS: "one side has no columns for negation: nothing counts "
    "(quirk 27: negation without negations)",
}
"""What may be unusual about a sentence, in words."""


class Why(Record):
    """What a negation, or a pair of them, counted as in one row of the report, and why.

    `row` is the row's label and `measured` the name of its counts; `kind` is
    one of `KINDS`; `amount` is 1, or a number of scope tokens; `gold` and `system`
    are the numbers of the negations in the sentence, from 1, or None.
    """

    row: str
    measured: str
    kind: str
    amount: int
    gold: int | None
    system: int | None
    reason: str
    differences: tuple[Difference, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome for JSON."""
        differences = {found.part: found.lists() for found in self.differences}
        return {**self._asdict(), "differences": differences}


class Explained(Record):
    """A sentence, explained.

    `name` is its document and number, joined by a colon; `first_line` and
    `last_line` are its line numbers in gold; `words` are its tokens; `gold` and
    `system` are the negations of each side as they are meant: if - is written for
    empty cells, without those; `pairs` say which of them belong together, and how they
    differ; `scored` are the pairs that the scorer compares where these are others, since it
    pairs by the order of columns; `outcomes` are `Why` values; `error` says whether the
    report counts it as a sentence with an error; `note` says what is unusual about
    it, or is empty; `counts` are what it adds to the report, and `without` what it would add
    with all errors of a kind put right (None: the scorer would stop at it); `file` is the
    system's file, if there are several.
    """

    name: str
    first_line: int
    last_line: int
    words: tuple[str, ...]
    gold: tuple[Marked, ...]
    system: tuple[Marked, ...]
    pairs: tuple[NegationPair, ...]
    outcomes: tuple[Why, ...]
    error: bool
    note: str
    counts: Counts
    file: str = ""
    scored: tuple[tuple[int | None, int | None], ...] = ()
    without: tuple[tuple[str, Counts | None], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence for a line of JSON."""
        return {
            **({"file": self.file} if self.file else {}),
            "sentence": self.name,
            "first_line": self.first_line,
            "last_line": self.last_line,
            "words": list(self.words),
            "gold": [negation._asdict() for negation in self.gold],
            "system": [negation._asdict() for negation in self.system],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "scored": [list(pair) for pair in self.scored],
            "outcomes": [why.to_dict() for why in self.outcomes],
            "errors": self.errors(),
            "error": self.error,
            "note": self.note,
        }

    def errors(self) -> list[str]:
        """Return the kinds of errors (see `ERROR_MEANINGS`) in this sentence, each as often as it occurs."""
        return [error for pair in self.pairs for error in pair.errors]

    def negation(self, side: str, number: int) -> Marked:
        """Return a negation of a side, "gold" or "system", by its number, from 1.

        If - is written for empty, the scorer may see a negation that is not marked; it
        is returned without parts.
        """
        negations = self.gold if side == "gold" else self.system
        return negations[number - 1] if number <= len(negations) else Marked()

    def outcomes_by_pair(self, outcomes: Sequence[Why]) -> list[tuple[NegationPair, list[Why]]]:
        """Return each pair with those of some outcomes that it reaches.

        Events are paired separately. An event's outcome goes with the pair of gold's negation, otherwise
        with the pair of the system's, otherwise alone. Where the scorer compares other pairs, by the order of columns,
        outcomes of those are left out.
        """
        found: list[tuple[NegationPair, list[Why]]] = [(pair, []) for pair in self.pairs]
        both = {(pair.gold, pair.system): own for pair, own in found}
        by_gold = {pair.gold: own for pair, own in reversed(found)}
        by_system = {pair.system: own for pair, own in reversed(found)}
        for why in outcomes:
            own = both.get((why.gold, why.system))
            if own is None and not self.scored:
                own = by_system.get(why.system) if why.gold is None else by_gold.get(why.gold)
                if own is None:
                    # 2.0 and 1.0 have negations of the system that are neither paired nor left.
                    own = by_system[why.system] = []
                    found.append((NegationPair(why.gold, why.system), own))
            if own is not None:
                own.append(why)
        return found


def explain_files(gold: File, system: File, scorer: str = "eval.cd-sco") -> Iterator[Explained]:
    """Yield each sentence of two files with what its negations counted as, and why.

    Raises and warns as `score_sentences` does.

    >>> for sentence in explain_files("fixtures/event-different-alone/gold.txt",
    ...                               "fixtures/event-different-alone/system.txt"):
    ...     print(sentence.errors())
    ...     print([why.reason for why in sentence.outcomes if why.measured == "events"])
    ['event differs']
    ["differs, in the sentence's last system negation: counts nowhere (quirk 19)"]
    """
    original = original_of(scorer)
    return each(opened(gold, system), lambda files: explain_judged(files, original))


def explain(
    gold: Iterable[Sentence], system: Iterable[Sentence], scorer: str = "eval.cd-sco"
) -> Iterator[Explained]:
    """Yield each sentence in memory with what its negations counted as, and why.

    Raises the same errors as `score`.

    >>> gold = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1, 2])])]
    >>> system = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1])])]
    >>> [sentence.errors() for sentence in explain(gold, system)]
    [['scope too short']]
    """
    original = original_of(scorer)
    return each(written(gold, system, original), lambda files: explain_judged(files, original))


def explain_judged(
    files: InStep, original: Original, file: str = "", add: Added | None = None
) -> Iterator[Explained]:
    """Yield all sentences of `file`, explained, and call `add` with each; raise Stop where the original stops."""
    for judged in judge_files(files, original):
        sentence = explained(judged, original)._replace(file=file)
        if add is not None:
            add(sentence)
        yield sentence


def explained(judged: Judged, original: Original) -> Explained:
    """Return a judged sentence, explained."""
    block = judged.block
    gold_rows = [fields(line) for line in block.gold_lines]
    system_rows = [fields(line) for line in block.system_lines]
    words = tuple(shown_word(field_at(row, WORD_FIELD)) for row in gold_rows)
    name = sentence_name(gold_rows[0]) if gold_rows else "(no tokens)"
    first = block.last_line - len(gold_rows)
    dashes = any(map(writes_dashes, (gold_rows, system_rows)))
    note = ""
    if dashes:
        note = NOTES[ORDER]
    elif not gold_rows:
        note = NOTES[PHANTOM]
    elif judged.gold.has_negation and judged.system.has_negation and not judged.outcomes:
        note = NOTES[NO_COLUMNS]
    gold = marked(judged.gold, block.gold, dashes)
    system = marked(judged.system, block.system, dashes)
    scored = scored_pairs(judged)
    pairs = tuple(pairs_of(judged, gold, system, scored, dashes, original))
    numbered = [tuple([None if one is None else one + 1 for one in pair]) for pair in scored]
    is_same = sorted(map(str, numbered)) == sorted(str((one.gold, one.system)) for one in pairs)
    outcomes = sorted(judged.outcomes, key=_place)
    kinds = kinds_of(original)
    labels = {**LABELS, **original.table.labels}
    return Explained(
        name,
        first,
        max(block.last_line - 1, first),
        words,
        gold,
        system,
        pairs,
        tuple([_why(outcome, gold, system, labels) for outcome in outcomes]),
        is_error(judged.gold, judged.system, judged.outcomes),
        note,
        judged.counts,
        "",
        () if is_same else tuple(numbered),  # type: ignore[arg-type]
        tuple(counts_without(judged, pairs, (gold, system), kinds, original)),
    )


def _place(outcome: Outcome) -> tuple[bool, int, bool, int, int]:
    """Return a sort key for the listing: by negation, then by the report's rows."""
    gold, system = outcome.gold, outcome.system
    return (
        gold is None,
        gold or 0,
        system is None,
        system or 0,
        MEASURED.index(outcome.measured),
    )


def _why(
    outcome: Outcome, gold: Sequence[Marked], system: Sequence[Marked], labels: Mapping[str, str]
) -> Why:
    """Return an outcome with the differences between the two negations as they are marked."""
    differences: tuple[Difference, ...] = ()
    one, other = outcome.gold, outcome.system
    if one is not None and other is not None and outcome.kind != TRUE_POSITIVE:
        # If - is written for empty, a side may have fewer negations than columns for them.
        here = gold[one] if one < len(gold) else Marked()
        there = system[other] if other < len(system) else Marked()
        differences = differences_of(here, there)
    return Why(
        labels[outcome.measured],
        outcome.measured,
        SHORT[outcome.kind],
        outcome.amount,
        None if one is None else one + 1,
        None if other is None else other + 1,
        outcome.reason,
        differences,
    )
