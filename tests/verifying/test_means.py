"""Means in published tables: which row is wrong where a mean does not fit, and what deviations bound."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest
from conftest import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from trials import verify

from sem2012_scorer import PublishedRow, verify_published

DOMAINS = """system\tmeasure\ttest\tprecision\trecall\tf1
A\tcues\tbooks\t90.00\t80.00\t84.71
A\tcues\tcars\t80.00\t80.00\t80.00
A\tcues\tmusic\t95.00\t75.00\t83.82
A\tcues\taverage\t88.33\t78.33\t82.84
"""


@pytest.mark.parametrize(
    "old, new, line, right", [("84.71", "74.71", 2, "84.71"), ("83.82", "93.82", 4, "83.82")]
)
def test_of_a_mean_and_a_doubtful_row_above_it_the_row_is_wrong(
    here: Path, old: str, new: str, line: int, right: str
) -> None:
    assert verify("t.tsv", DOMAINS)[0] == 0
    status, out, _ = verify("t.tsv", DOMAINS.replace(old, new))
    assert status == 1 and out.startswith("4 rows: 1 not possible")
    assert f"not possible: with this P and R, F1 is {right}; the mean in line 5 fits that" in out
    assert f"with F1 {right} in line {line}" in out


def test_a_mean_above_which_two_rows_are_doubtful_is_not_blamed(here: Path) -> None:
    status, out, _ = verify("t.tsv", DOMAINS.replace("84.71", "74.71").replace("83.82", "73.82"))
    assert status == 0 and "nearly a mean of the rows above, of which line 2 may be wrong" in out


def test_a_wrong_mean_of_right_rows_is_not_possible(here: Path) -> None:
    status, out, _ = verify("t.tsv", DOMAINS.replace("82.84", "72.84"))
    assert status == 1 and "F1 would be" in out and "82.84" in out


@pytest.mark.parametrize(
    "row, status",
    [
        ("89.69 ± 0.2\t77.27 ± 0.3\t83.02 ± 0.1", 0),
        ("89.69 ± 0.2\t77.27 ± 0.3\t80.02 ± 0.1", 0),  # it may be the standard error of many runs
        ("89.69 ± 0.2\t77.27 ± 0.3\t73.02 ± 0.1", 1),
        ("0.897 (0.002)\t0.773 (0.003)\t0.730 (0.001)", 1),
        ("89.69 ± 9\t77.27 ± 9\t73.02 ± 9", 0),
    ],
)
def test_deviations_bound_the_mean_of_f1(here: Path, row: str, status: int) -> None:
    table = "system\tmeasure\tprecision\trecall\tf1\nA\tcues\t" + row + "\n"
    assert verify("t.tsv", table)[0] == status


@settings(max_examples=examples(100))
@given(st.integers(2, 25), st.integers(0, 2**32))
def test_true_means_with_deviations_or_standard_errors_are_never_refused(
    number: int, seed: int
) -> None:
    draw = random.Random(seed)
    spread = draw.choice([0.1, 1, 5, 20])
    runs = [[min(max(draw.gauss(c, spread), 1), 100) for c in (80, 60)] for _ in range(number)]
    rows = [[p, r, 2 * p * r / (p + r)] for p, r in runs]
    means = [statistics.mean(column) for column in zip(*rows)]
    apart = [statistics.stdev(column) / draw.choice([1, number**0.5]) for column in zip(*rows)]
    cells = [f"{mean:.2f} ± {sd:.2f}" for mean, sd in zip(means, apart)]
    (found,) = verify_published([PublishedRow("A", "cues", *cells)])
    assert found.is_right, found


def test_a_table_whose_rows_are_scores_is_refused(here: Path) -> None:
    table = (
        "| | Cues | Full |\n|---|---|---|\n| Precision | 91.3 | 80.1 |\n| Recall | 90.1 | 70.2 |\n"
    )
    assert "the rows are scores (precision, recall, F1)" in verify("t.md", table)[2]
