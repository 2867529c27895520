"""How many of gold's sentences are not in the file, and which one to look for if a difference has no other cause."""

from __future__ import annotations

from .findings import Finding
from .layout import Neighbors
from .same_words import AND_NUMBERS
from .sentence_counts import SentenceCounts, is_other_sentence

GOLDS_IN_SENTENCE = "the words of this sentence are gold's"
CUT_OFF = "the file ends in the middle of this sentence, but gold goes on"
JOINED = "joined into one"
JOINED_OR_DIVIDED = "joined with others, or divided, in the file"
NO_MORE = "the file ends here, but gold goes on"


def with_number_that_differ(
    finding: Finding, golds: SentenceCounts, ours: SentenceCounts
) -> Finding:
    """Return the finding with the number of gold's sentences that are not in the file, if there are several."""
    if finding.fix.endswith(AND_NUMBERS):
        return finding  # most of the others have only other numbers
    total = golds.keys.total()
    follows = (golds.keys - ours.keys).total()
    is_aligned = golds.lengths == ours.lengths
    if (
        follows == total > 1
        and finding.code == "E101"
        and not finding.cause + finding.fix
        and is_aligned
    ):
        fix = "give the gold file for this system, or copy the first four columns from this one"
        finding = finding._replace(fix=fix)
    elif finding.code == "E101" and not finding.fix and not is_aligned:
        # Later sentences are missing, or stand elsewhere: gold's columns would stand beside other annotation.
        fix = "write the tokens of this sentence as gold has them, one in each line, with their annotation, and check again"
        finding = finding._replace(fix=fix)
    if follows > 1 or (follows and finding.code == "E108"):
        more = _sentences_in_words(finding, follows, total, ours.keys.total() == 1)
        if finding.cause.startswith(GOLDS_IN_SENTENCE) and golds.words == ours.words:
            in_how_many = f"all {total:,}" if follows == total else f"{follows:,} of the {total:,}"
            more = f"{in_how_many} sentences have gold's words, and other names or numbers"
        cause = f"{finding.cause}; {more}" if finding.cause else more
        finding = finding._replace(cause=cause)
    return finding


def _sentences_in_words(finding: Finding, number: int, total: int, is_one_sentence: bool) -> str:
    """Return how many of all sentences are not gold's, and what is wrong with them."""
    of_golds = f"{number:,} of gold's {total:,} sentences"
    if finding.cause == CUT_OFF:
        return f"{of_golds} are cut off or missing"
    if finding.cause == NO_MORE:
        return f"{of_golds} are missing"
    if finding.code == "E104" and is_one_sentence:
        return f"the file has no blank line between sentences, so that all {total:,} of gold are {JOINED}"
    if finding.code == "E104":
        return f"{of_golds} are {JOINED_OR_DIVIDED}"
    if finding.code == "E102":
        return f"{of_golds} are missing or differ"
    if number == total:
        return f"all {total:,} sentences differ from gold"
    differ = "differs" if number == 1 else "differ"
    return f"{number:,} of the {total:,} sentences {differ} from gold"


def with_sentence_to_look_for(
    finding: Finding, in_gold: Neighbors, in_system: Neighbors
) -> Finding:
    """Return a difference without a cause with which sentence of gold to compare, if most words are other words."""
    if finding.code != "E101" or finding.cause or in_gold.here is None:
        return finding
    if not is_other_sentence(in_system.here, in_gold.here):
        return finding
    fix = "see which sentence of gold this is; its annotation belongs to its own words"
    if _has_golds_name(in_system, in_gold):
        line = in_gold.here.numbers[0]
        fix = f"write the words of this sentence as gold does; its name and number are those of the sentence in gold line {line:,}"
    return finding._replace(fix=fix)


def _has_golds_name(in_system: Neighbors, in_gold: Neighbors) -> bool:
    """Return whether the sentences of the first difference have the same file name and sentence number."""
    ours, golds = in_system.here, in_gold.here
    if ours is None or golds is None:
        return False
    return ours.rows[0][:2] == golds.rows[0][:2]


def with_golds_words_elsewhere(finding: Finding) -> Finding:
    """Return the finding of a file with most of gold's words, with this as its cause if it has none."""
    if finding.cause:
        return finding
    cause = "most words are gold's, but few sentences are"
    return finding._replace(cause=cause, fix="compare the file with gold line by line")
