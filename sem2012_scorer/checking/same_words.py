"""What the words of sentences show where their names and numbers differ too: an export has numbered them anew.

`cause_by_words` looks at the first sentence that differs from gold, and at the one after it in both files.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..common.wording import plural
from .findings import Finding
from .layout import Neighbors, SentenceLines
from .sentence_counts import compared_columns

AND_NUMBERS = ", and give all lines gold's first three columns"
"""What else to do where lines were numbered anew."""
TWICE = "occurs twice in the file"
COPIED_LINES = "each line of this sentence stands"
"""How the cause of lines written several times begins."""
FEWEST_WORDS = 3  # a shorter sentence may be another one with the same words


def cause_by_words(finding: Finding, gold: Neighbors, system: Neighbors) -> Finding | None:
    """Return the first difference with its cause if a sentence or a blank line is missing, or too many, by the words; else None."""
    ours, golds = system.here, gold.here
    assert ours is not None and golds is not None
    copies = _copies_of_each_line(compared_columns(ours), compared_columns(golds))
    if copies:
        times = "twice" if copies == 2 else f"{copies} times"
        cause = f"{COPIED_LINES} {times} in a row"
        return finding._replace(code="E103", cause=cause, fix="write each line once")
    our_words, golds_words = ours.words, golds.words
    if our_words == golds_words:
        return None
    golds_next = [] if gold.after is None else gold.after.words
    our_next = [] if system.after is None else system.after.words
    if golds_next and our_words == golds_words + golds_next:
        line = ours.numbers[len(golds_words)]
        cause = f"a blank line is missing before line {line:,}, and the tokens after it have other numbers than in gold"
        return finding._replace(
            code="E104", cause=cause, fix=f"put one empty line there{AND_NUMBERS}"
        )
    if our_next and golds_words == our_words + our_next:
        cause = "a blank line divides a sentence of gold, and the tokens after it have other numbers than in gold"
        return finding._replace(code="E104", cause=cause, fix=f"remove the blank line{AND_NUMBERS}")
    if golds_next == our_words and len(our_words) >= FEWEST_WORDS:
        line = golds.numbers[0]
        cause = f"the sentence that begins at gold line {line:,} is missing, and the sentences after it have other numbers than in gold"
        fix = f"add the missing sentence, with *** or its annotation{AND_NUMBERS}"
        return finding._replace(code="E102", cause=cause, fix=fix)
    if our_next == golds_words and len(golds_words) >= FEWEST_WORDS:
        tokens = plural(len(our_words), "token")
        cause = f"gold does not have this sentence of {tokens}, and the sentences after it have other numbers than in gold"
        return finding._replace(code="E103", cause=cause, fix=f"remove its lines{AND_NUMBERS}")
    return None


def with_sentence_twice(finding: Finding, ours: SentenceLines, before: SentenceLines) -> Finding:
    """Return the finding of a sentence that stands twice: the copies may hold a negation each."""
    if ours.lines == before.lines:
        cause = f"this sentence {TWICE}"
        return finding._replace(code="E103", cause=cause, fix="remove one of the two copies")
    cause = f"this sentence {TWICE}, with other annotation"
    fix = "write the negations of both side by side, three columns each"
    return finding._replace(code="E103", cause=cause, fix=fix)


def _copies_of_each_line(ours: Sequence[bytes], golds: Sequence[bytes]) -> int:
    """Return how many times in a row each of gold's lines stands in a sentence, 0 if not all do so as often."""
    runs = [(line, len(list(copies))) for line, copies in groupby(ours)]
    times = {number for _, number in runs}
    if len(times) != 1 or times == {1} or [line for line, _ in runs] != list(golds):
        return 0
    return times.pop()
