"""A row says all of itself: a further one is one edit, and everything shows it."""

from __future__ import annotations

import json

import pytest
from sem2012_scorer.comparing.measured import statistics_of
from sem2012_scorer.legacy.divisions import first_by_zero
from sem2012_scorer.legacy.rows import EVENTS, SCOPE_TOKENS
from sem2012_scorer.legacy.table import FULL
from sem2012_scorer.reporting.results import PAIR, result_of

from compat.workbench.recorded import Case
from sem2012_scorer import Report, Tally, score_files, verify_report
from sem2012_scorer.ground.counts import Counts
from sem2012_scorer.ground.measures import SCORES
from sem2012_scorer.legacy import originals
from sem2012_scorer.reporting.formats import FORMATS

FILES = Case("larger-english").files
FURTHER = SCOPE_TOKENS.block_b("Scope tokens B")
"""A row that no original has: precision divides by all scope tokens of the system."""


@pytest.fixture
def scorer(monkeypatch) -> str:
    """A scorer with a further row: this definition is all that it needs."""
    further = originals.EVAL_CD_SCO._replace(
        identifier="further", table=FULL._replace(rows_b=(*FULL.rows_b, FURTHER))
    )
    monkeypatch.setitem(originals._BY_IDENTIFIER, "further", further)
    return "further"


def test_a_further_row_is_in_the_report_and_in_every_format(scorer) -> None:
    report = score_files(*FILES, scorer)
    row = report["Scope tokens B"]
    tally = report.counts.scope_tokens
    assert row.precision == 100 * (tally.true_positives / tally.system)
    assert "\nScope tokens B: " in str(report)
    assert report.to_dict()["measures"]["Scope tokens B"]["recall"] == row.recall
    for form in ("json", "tsv", "markdown", "latex"):
        assert "Scope tokens B" in FORMATS[form]([result_of(PAIR, "a", report)])


def test_a_further_row_is_compared_and_verified(scorer) -> None:
    report = score_files(*FILES, scorer)
    row = report["Scope tokens B"]
    statistics = statistics_of(originals.ORIGINALS[scorer], None)
    (statistic,) = [one for one in statistics if one.label == "Scope tokens B"]
    assert statistic.values(report.counts) == (row.precision, row.recall, row.f1)
    assert statistic.short == "Tokens B"
    (found,) = verify_report(str(report).encode())
    assert found.verdict == "consistent"
    wrong = str(report).replace(row.printed.precision.rjust(13) + " | ", "         0.01 | ")
    (found,) = verify_report(wrong.encode())
    assert "Scope tokens B" in {cell[0] for cell in found.cells}
    (found,) = verify_report(json.dumps(report.to_dict()).encode(), *FILES)
    assert found.verdict == "reproduced"


TALLIES = [
    (Tally(4, 3, 2, 1, 2), (200 / 3, 50.0), ()),
    (Tally(4, 0, 0, 0, 4), (0.0, 0.0), ("precision", "f1")),
    (Tally(0, 3, 0, 3, 0), (0.0, 0.0), ("recall", "f1")),
    (Tally(0, 0, 0, 0, 0), (0.0, 0.0), SCORES),
    (Tally(4, 4, 0, 4, 4), (0.0, 0.0), ("f1",)),
    # 1 of 100,000 is printed as 0.00, and the script divides by the printed numbers.
    (Tally(100_000, 100_000, 1, 99_999, 99_999), (0.001, 0.001), ("f1",)),
]


@pytest.mark.parametrize("tally, scores, undefined", TALLIES)
def test_one_function_gives_the_scores_of_a_row_and_says_which_are_undefined(
    tally, scores, undefined
) -> None:
    found = EVENTS.scores(tally)
    assert (found.precision, found.recall) == pytest.approx(scores)
    assert found.undefined == tuple(undefined)
    report = score_files(*FILES).of(Counts(events=tally))
    assert report.undefined(EVENTS.label) == found.undefined
    assert report[EVENTS.label].printed[6:] == found.printed


def test_in_the_block_b_precision_is_undefined_only_where_the_system_has_none() -> None:
    row = EVENTS.block_b("Negated B (no cue match)")
    tally = Tally(gold=2, system=2, true_positives=0, false_positives=0, false_negatives=2)
    assert "precision" in EVENTS.scores(tally).undefined
    assert "precision" not in row.scores(tally).undefined


def test_where_a_score_is_undefined_1_0_divides_by_zero() -> None:
    original = originals.EVAL_CD_SCO_1_0
    full = Tally(1, 1, 1, 0, 0)
    counts = Counts(cues=full, scopes=full, events=full, full_negations=full, sentences=1)
    assert first_by_zero(counts, original)[0] is None
    for number, (place, measured) in enumerate(
        [(0, "cues"), (3, "scopes"), (6, "events"), (9, "full_negations")]
    ):
        without = counts._replace(**{measured: Tally(1, 1, 0, 1, 0)})
        assert first_by_zero(without, original)[0] == place + 1, number


@pytest.mark.parametrize("identifier", originals.ORIGINALS)
@pytest.mark.parametrize("numbers", [(0, 0), (3, 0), (3, 2)])
def test_a_percentage_of_sentences_that_divides_by_zero_is_none(identifier, numbers) -> None:
    original = originals.ORIGINALS[identifier]
    counts = Counts(sentences=numbers[0], negation_sentences=numbers[1])
    correct = Report(counts, original).to_dict()["sentences"]["percent_correct"]
    # The patched copy guards the number of sentences with negation alone.
    is_defined = numbers[0] and (numbers[1] or identifier == "eval.cd-sco-patched")
    assert (correct is not None) == bool(is_defined)
