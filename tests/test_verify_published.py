"""Published rows: which counts give them."""

from __future__ import annotations

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer import (
    PublishedRow,
    Tally,
    verify_published,
)
from sem2012_scorer.ground.counts import Counts
from sem2012_scorer.reporting.report import measure
from sem2012_scorer.verifying.published import COUNTED, DEFINITIONS, read_published


def table(text: str) -> list[PublishedRow]:
    return read_published("system\tmeasure\tprecision\trecall\tf1\n" + text)


tallies = st.integers(1, 300).flatmap(
    lambda gold: st.tuples(st.just(gold), st.integers(1, gold), st.integers(0, 300))
)


@given(tallies, st.sampled_from(["Cues", "Scopes(cue match)", "Full negation"]))
def test_the_counts_of_a_published_row_are_among_the_solutions(numbers, label) -> None:
    gold, tp, fp = numbers
    definition = DEFINITIONS[label]
    tally = Tally(gold, tp + fp, tp, fp, gold - tp)
    row = measure(Counts()._replace(**{definition.measured: tally}), definition).printed
    published = PublishedRow("x", label, row.precision, row.recall, row.f1)
    name = next(name for name, measured in COUNTED.items() if definition.measured in measured)
    (known,) = verify_published([published], {name: gold})
    (unknown,) = verify_published([published])
    assert known.number >= 1 and unknown.number >= known.number
    assert known.slips == ()
    for found in known.solutions:
        again = Tally(gold, 0, found.true_positives, found.others, found.false_negatives)
        shown = measure(Counts()._replace(**{definition.measured: again}), definition).printed
        assert shown[6:] == row[6:]
    if known.number <= 3:
        assert (tp, gold - tp, fp) in known.solutions


def test_rows_of_one_system_decide_together() -> None:
    """Cues and full negations have the same false positives, and in the B block the same system."""
    rows = table(
        "x\tCues\t89.17\t93.56\t91.31\nx\tFull negation\t79.87\t45.08\t57.63\n"
        "x\tCues B\t86.67\t93.56\t89.98\n"
    )
    found = verify_published(rows, {"cues": 264, "full": 264})
    assert [one.solutions for one in found[:2]] == [((247, 17, 30),), ((119, 145, 30),)]
    assert {solution.true_positives for solution in found[2].solutions} == {247}
    assert verify_published(rows[1:2], {"full": 264})[0].number >= 1


@pytest.mark.parametrize(
    "shares, column, fitting, why",
    [
        (("98.17", "93.56", "91.31"), "precision", "89.17", "two digits exchanged"),
        (("89.17", "93.56", "91.13"), "f1", "91.31", "two digits exchanged"),
        (("89.17", "93.56", "91.30"), "f1", "91.31", "F1 of the unrounded numbers"),
        (("89.17", "93.59", "91.31"), "recall", "93.56", "one digit misread"),
        (("89.17", "95.36", "91.31"), "recall", "93.56", "two digits exchanged"),
    ],
)
def test_a_row_that_no_counts_give_is_told_with_the_number_that_would_fit(
    shares, column, fitting, why
) -> None:
    (found,) = verify_published([PublishedRow("x", "Cues", *shares)], {"cues": 264})
    assert found.number == 0
    assert (column, fitting, why) in {(s.column, s.fitting, s.why) for s in found.slips}


def test_digits_read_upside_down_are_known() -> None:
    """Morante and Blanco 2012, table 4, as a scanned copy has it."""
    rows = table(
        "UiO2 (open)\tNegated(no cue match)\t06.99\t57.40\t61.79\n"
        "UMichigan (closed)\tCues\t94.31\t87.88\t86.06\n"
    )
    slips = [found.slips[0] for found in verify_published(rows, {"cues": 264, "events": 173})]
    assert [(s.column, s.fitting, s.why) for s in slips] == [
        ("precision", "66.90", "read upside down"),
        ("f1", "90.98", "read upside down"),
    ]


def test_the_official_results_are_answered_as_the_docs_say() -> None:
    """Morante and Blanco 2012, table 4; the numbers of gold are those of the test data."""
    rows = read_published((ROOT / "fixtures/published/sem2012-table4.tsv").read_text())
    gold = {"cues": 264, "scopes": 249, "tokens": 1805, "events": 173, "full": 264}
    page = (ROOT / "docs/verify.md").read_text(encoding="utf-8")
    found = verify_published(rows, gold)
    assert len(found) == 72 and sum(bool(one.solutions) for one in found) == 62
    assert sum(one.number > 1 for one in found) == 4
    mended = []
    for one in found:
        row = one.row
        for slip in one.slips[:1]:
            name = {"precision": "P", "recall": "R", "f1": "F1"}[slip.column]
            line = (
                row.system,
                "`%s`" % row.label,
                name + " " + slip.recorded,
                slip.fitting,
                slip.why,
            )
            assert "| %s |\n" % " | ".join(line) in page
            row = row._replace(**{slip.column: slip.fitting})
        mended.append(row)
    impossible = {one.row[:2] for one in found if not one.solutions}
    for system in dict.fromkeys(row.system for row in rows):
        own = [row for row in mended if row.system == system]
        cells = [
            "%d / %d / %d%s" % (*one.solutions[0], "\\*" * (one.row[:2] in impossible))
            for one in verify_published(own, gold)
        ]
        assert "| %s | %s |\n" % (system, " | ".join(cells)) in page
