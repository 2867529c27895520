"""What the words of sentences show where their names and numbers differ too: an export has numbered them anew.

`cause_by_words` looks at the first sentence that differs from gold, and at those after it in both files.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..common.wording import plural
from .findings import Finding
from .layout import Neighbors, SentenceLines
from .sentence_counts import SentenceCounts, compared_columns, number_of_words

AND_NUMBERS = ", and give all lines gold's first three columns"
"""What else to do where lines were numbered anew."""
TWICE = "occurs twice in the file"
HAVE_OTHERS = "have other numbers than in gold"
COPIED_LINES = "each line of this sentence stands"
"""How the cause of lines written several times begins."""
FEWEST_WORDS = 3  # a shorter sentence may be another one with the same words


def cause_by_words(
    finding: Finding,
    gold: Neighbors,
    system: Neighbors,
    in_gold: SentenceCounts,
    in_system: SentenceCounts,
) -> Finding | None:
    """Return the first difference with its cause if sentences or blank lines are missing, or too many, by the words; else None.

    `in_gold` and `in_system` count the sentences of the files: one that stands elsewhere is neither missing nor too many.
    """
    ours, golds = system.here, gold.here
    if ours is None or golds is None:
        return None
    copies = _copies_of_each_line(compared_columns(ours), compared_columns(golds))
    if copies:
        times = "twice" if copies == 2 else f"{copies} times"
        cause = f"{COPIED_LINES} {times} in a row"
        return finding._replace(code="E103", cause=cause, fix="write each line once")
    our_sentences = [sentence.words for sentence in _sentences_from_here(system)]
    golds_sentences = [sentence.words for sentence in _sentences_from_here(gold)]
    our_words, golds_words = our_sentences[0], golds_sentences[0]
    if our_words == golds_words:
        return None
    joined = _sentences_that_make(our_words, golds_sentences)
    if joined:
        line = ours.numbers[len(golds_words)]
        cause = (
            f"{joined} sentences of gold are one here, and the tokens after the first {HAVE_OTHERS}"
        )
        fix = f"put an empty line after each of them, first before line {line:,}{AND_NUMBERS}"
        return finding._replace(code="E104", cause=cause, fix=fix)
    parts = _sentences_that_make(golds_words, our_sentences)
    if parts:
        cause = f"a sentence of gold is divided into {parts} here, and the tokens after the first {HAVE_OTHERS}"
        fix = f"remove the blank {'line' if parts == 2 else 'lines'} in it{AND_NUMBERS}"
        return finding._replace(code="E104", cause=cause, fix=fix)
    missing = _place_of_sentences(our_sentences, golds_sentences)
    if missing and _are_lacking(gold, missing, ours, in_gold, in_system):
        sentences = plural(missing, "sentence is", "sentences are")
        cause = f"{sentences} missing, from gold line {golds.numbers[0]:,} on, and the sentences after {HAVE_OTHERS}"
        fix = f"add the missing {'sentence' if missing == 1 else 'sentences'}, with *** or annotation{AND_NUMBERS}"
        return finding._replace(code="E102", cause=cause, fix=fix)
    added = _place_of_sentences(golds_sentences, our_sentences)
    if added and _are_lacking(system, added, golds, in_system, in_gold):
        which = "this sentence" if added == 1 else f"the {added:,} sentences that begin here"
        cause = f"gold does not have {which}, and the sentences after {HAVE_OTHERS}"
        return finding._replace(code="E103", cause=cause, fix=f"remove these lines{AND_NUMBERS}")
    return None


def _sentences_from_here(sentences: Neighbors) -> list[SentenceLines]:
    """Return the sentence at a place, and those after it."""
    following = (sentences.here, sentences.after, *sentences.further)
    return [sentence for sentence in following if sentence is not None]


def _are_lacking(
    here: Neighbors,
    number: int,
    there: SentenceLines,
    counts: SentenceCounts,
    others: SentenceCounts,
) -> bool:
    """Return whether the other file lacks the first sentences from `here` on, and numbers the one after them, `there`, otherwise."""
    sentences = _sentences_from_here(here)
    for sentence in sentences[:number]:
        words = number_of_words(sentence)
        if counts.words[words] <= others.words[words]:
            return False
    return compared_columns(sentences[number]) != compared_columns(there)


def _sentences_that_make(words: Sequence[bytes], sentences: Sequence[list[bytes]]) -> int:
    """Return how many sentences, one after the other, have just these words: 2 or more, else 0."""
    made: list[bytes] = []
    for number, sentence in enumerate(sentences, start=1):
        made += sentence
        if made == words:
            return number if number > 1 else 0
        if len(made) > len(words):
            break
    return 0


def _place_of_sentences(wanted: Sequence[list[bytes]], sentences: Sequence[list[bytes]]) -> int:
    """Return after how many sentences the wanted ones follow, 0 if they do not: the first two of them, if there are two."""
    if len(wanted[0]) < FEWEST_WORDS:
        return 0
    first = wanted[:2]
    for place in range(1, len(sentences)):
        if sentences[place : place + len(first)] == first:
            return place
    return 0


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
