"""Counts: immutable, addable, with a zero.

Everything the report prints is derived from sums of these. Measures are never
averaged; counts are added and measured afterwards.
"""

from __future__ import annotations

from .records import Record, add_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Tally(Record):
    """Counts of one row of the report: of negations, scopes, tokens or events.

    `gold` and `system` say how many each side has. They need not be sums of the other three: the
    originals count a partial match as a false negative only, and some differences nowhere.
    """

    gold: int = 0
    system: int = 0
    true_positives: int = 0
    false_positives: int = 0
    false_negatives: int = 0

    __add__ = add_records


COUNT_FIELDS = Tally._fields


class InstanceCounts(Record):
    """What negation-instance scoring counts.

    Instances of gold and system; those matched; the scope tokens of all of gold's and of all of the
    system's instances; those that matched instances have in common; and the sums of each scope
    scoring over matched instances: its name, and what it gives for precision and for recall.
    `punctuation` is the rule by which tokens were punctuation, "" where no instance was looked for.
    """

    gold: int = 0
    system: int = 0
    matched: int = 0
    gold_scope_tokens: int = 0
    system_scope_tokens: int = 0
    common_scope_tokens: int = 0
    scope_sums: tuple[tuple[str, float, float], ...] = ()
    punctuation: str = ""

    def __add__(self, other: InstanceCounts) -> InstanceCounts:
        if not isinstance(other, InstanceCounts):
            return NotImplemented
        rules = self.punctuation, other.punctuation
        if all(rules) and rules[0] != rules[1]:
            raise ValueError("counts with punctuation by %s and by %s cannot be added" % rules)
        sums = self.scope_sums or other.scope_sums
        if self.scope_sums and other.scope_sums:
            names, others = [[name for name, _, _ in side.scope_sums] for side in (self, other)]
            if names != others:
                words = f"counts of different scope scorings cannot be added: {names}, {others}"
                raise ValueError(words)
            pairs = zip(self.scope_sums, other.scope_sums)
            sums = tuple(
                [(name, p + more_p, r + more_r) for (name, p, r), (_, more_p, more_r) in pairs]
            )
        numbers = [number + more for number, more in zip(self[:6], other[:6])]
        return InstanceCounts._make([*numbers, sums, rules[0] or rules[1]])


NO_INSTANCES = InstanceCounts()  # what is counted of instances where they are not scored

ZERO = Tally()


class Counts(Record):
    """The counts of a sentence, of a file, or of several files.

    Seven tallies, the last of which only 2.0 has; then four numbers of sentences: all; those with negation
    in gold; those with an error; those with negation in gold and an error. `instances` are the counts for
    NIS, empty without ``nis=True``. Counts add up: ``sum(counts, Counts())``.
    """

    cues: Tally = ZERO
    scopes: Tally = ZERO
    scopes_no_cue_match: Tally = ZERO
    scope_tokens: Tally = ZERO
    events: Tally = ZERO
    full_negations: Tally = ZERO
    scopes_no_punctuation: Tally = ZERO
    sentences: int = 0
    negation_sentences: int = 0
    error_sentences: int = 0
    error_negation_sentences: int = 0
    instances: InstanceCounts = NO_INSTANCES

    __add__ = add_records


MEASURED = Counts._fields[:7]  # the names of the tallies in `Counts`: what is measured


WITHOUT_NEGATION = Counts(sentences=1)
"""The counts of a sentence in which neither side has negation: most sentences."""


def sum_of_counts(counts: Iterable[Counts]) -> Counts:
    """Return the sum of `counts`: zero for none.

    The many that are `WITHOUT_NEGATION` itself are counted, not added.
    """
    result, without = Counts(), 0
    for counted in counts:
        if counted is WITHOUT_NEGATION:
            without += 1
        else:
            result += counted
    return result + WITHOUT_NEGATION._replace(sentences=without)
