"""What must hold of counts, written down once and asked of what every scorer counts."""

from __future__ import annotations

import io
import warnings

import pytest
from conftest import CORPORA, score_sentences, with_corpora
from hypothesis import assume, given
from hypothesis import strategies as st

from compat.tools.generator import generate
from sem2012_scorer import Counts, ScorerWarning, ScoringError, score_files
from sem2012_scorer.common.counts import MEASURED
from sem2012_scorer.port.scripts import ORIGINALS, Original


def what_cannot_be(counts: Counts, original: Original) -> list[str]:
    """Return what cannot be in the counts of a sentence or of a file, in words.

    Sums need not be whole: a partial match is a false negative only, an event
    that differs in the last negation counts nowhere (quirk 19), and where one side
    has negation and no negations, the other's count nowhere (quirk 27).
    """
    found = []
    pairs_once = original.pairs_once
    for measured in MEASURED:
        gold, system, right, invented, missed = getattr(counts, measured)
        if min(gold, system, right, invented, missed) < 0:
            found.append("%s: a negative number" % measured)
        # "Full negation" shows the cues of both sides. Gold may have negations without cue, which
        # it counts as missed all the same.
        if right > gold or (right + missed > gold and measured != "full_negations"):
            found.append("%s: more are right or missed than gold has" % measured)
        # 2.0 and 1.0 pair a negation of the system with several of gold's, and count it each time.
        if pairs_once and right + invented > system:
            found.append("%s: more are right or invented than the system has" % measured)
    if counts.scopes.true_positives > counts.cues.true_positives:
        found.append("more scopes are right with their cue than cues")
    if counts.full_negations.true_positives > counts.cues.true_positives:
        found.append("more full negations are right than cues")
    if counts.scopes[:2] != counts.scopes_no_cue_match[:2]:
        found.append("scopes with and without cue match are of different numbers")
    errors = counts.error_sentences, counts.error_negation_sentences
    if (
        not counts.sentences
        >= counts.negation_sentences
        >= errors[1]
        <= errors[0]
        <= counts.sentences
    ):
        found.append("numbers of sentences do not fit")
    instances = counts.instances
    if instances.matched > min(instances[:2]) or instances.common_scope_tokens > min(
        instances[3:5]
    ):
        found.append("more instances or scope tokens are common than a side has")
    return found


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
def test_counts_of_generated_files_can_be(seed, scorer) -> None:
    pair = generate(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            counted = list(
                score_sentences(io.BytesIO(pair.gold), io.BytesIO(pair.system), scorer, True)
            )
        except ScoringError:
            assume(False)
    for counts in [*counted, sum(counted, Counts())]:
        assert what_cannot_be(counts, ORIGINALS[scorer]) == []


@with_corpora
@pytest.mark.parametrize("scorer", ["eval.cd-sco", "eval.cd-sco-2.0"])
def test_counts_of_corpora_can_be(scorer) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ScorerWarning)
        dev = CORPORA / "cdsco/dev-09032012.txt"
        report = score_files(dev, CORPORA / "cdsco/dev-semnlp.system.txt", scorer, nis=True)
    assert what_cannot_be(report.counts, ORIGINALS[scorer]) == []


IMPOSSIBLE = [
    Counts()._replace(cues=Counts().cues._replace(gold=1, true_positives=2)),
    Counts()._replace(events=Counts().events._replace(system=1, false_positives=2)),
    Counts()._replace(scope_tokens=Counts().scope_tokens._replace(false_negatives=-1)),
    Counts()._replace(sentences=1, negation_sentences=2),
    Counts()._replace(instances=Counts().instances._replace(gold=1, matched=1)),
]


@pytest.mark.parametrize("counts", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_counts_that_cannot_be_are_seen(counts) -> None:
    assert what_cannot_be(counts, ORIGINALS["eval.cd-sco"])
