"""What stands beside, below and above the scores of published tables: deviations, marks, titles, odd heads."""

from __future__ import annotations

import pytest

from sem2012_scorer import PublishedRow, verify_published
from sem2012_scorer.verifying.numbers import PrintedScore, deviation_in, has_number_deviation
from sem2012_scorer.verifying.published_table import read_table

DEVIATING = """83.60$^{\\pm 1.14}$|$83.60^{\\pm 1.14}$|83.60\\textsuperscript{$\\pm$1.14}|$83.60^{+1.14}_{-1.2}$
83.60 (sd 1.14)|83.60 ($\\sigma$=1.14)|83.60 [1.14]|83.60<sup>±1.14</sup>|83.60 (±1.14)|83.60 (1.14)
83.60 % (1.14)|83.60$_{\\pm1.14}$|83.60 +/- 1.14|83,60 (1,14)""".replace("\n", "|").split("|")


@pytest.mark.parametrize("cell", DEVIATING)
def test_a_deviation_is_read_wherever_it_stands(cell: str) -> None:
    number = PrintedScore.read(cell)
    assert number is not None and number.value == 83.6
    assert has_number_deviation(cell) and deviation_in(cell) == pytest.approx(1.145)


@pytest.mark.parametrize(
    "cell", ["93.56 (2)", "93.56 [3]", "93.56 (a)", "93.56$^2$", "93.56 (2nd)"]
)
def test_a_rank_or_a_footnote_is_no_deviation(cell: str) -> None:
    assert not has_number_deviation(cell) and deviation_in(cell) is None


def test_an_interval_says_that_a_row_may_be_a_mean() -> None:
    assert deviation_in("83.60 [82.1, 85.0]") == pytest.approx(2.9)
    assert deviation_in("84 (2)") == pytest.approx(2.5)  # without decimals, it is one


BELOW = {
    "a column beside each": "System\tP\t±\tR\tSD\tF1\tstd\nU\t83.60\t1.14\t84.61\t1.36\t84.09\t0.79\n",
    "a line of LaTeX": (
        "\\begin{tabular}{lccc}\nSystem & P & R & F1 \\\\\nU & 83.60 & 84.61 & 84.09 \\\\\n"
        " & $\\pm$1.14 & $\\pm$1.36 & $\\pm$0.79 \\\\\n\\end{tabular}\n"
    ),
    "a line in brackets": "System\tP\tR\tF1\nU\t83.60\t84.61\t84.09\n\t(1.14)\t(1.36)\t(0.79)\n",
    "a pasted line": "U 83.60 84.61 84.09\n±1.14 ±1.36 ±0.79\n",
    "a pasted line in brackets": "U 83.60 84.61 84.09\n(1.14) (1.36) (0.79)\n",
}


@pytest.mark.parametrize("name", BELOW)
def test_deviations_below_or_beside_scores_are_theirs(name: str) -> None:
    (row,) = read_table(BELOW[name], "tokens")
    assert [deviation_in(score) for score in row.scores] == pytest.approx([1.145, 1.365, 0.795])
    (answer,) = verify_published([row], "norec-test")
    assert answer.verdict == "not checked"


def test_a_cell_over_rows_may_stand_in_the_last_of_them() -> None:
    text = "\n".join(
        [
            r"\begin{tabular}{llccc}",
            r"System & Measure & P & R & F1 \\",
            r" & Cues & 89.17 & 93.56 & 91.31 \\",
            r"\multirow{-2}{*}{UiO1} & Full negation & 79.87 & 45.08 & 57.63 \\",
            r" & Cues & 93.41 & 91.29 & 92.34 \\",
            r"\multirow{-2}{*}{FBK} & Full negation & 84.96 & 36.36 & 50.93 \\",
            r"\end{tabular}",
        ]
    )
    rows = read_table(text)
    assert [row.system for row in rows] == ["UiO1", "UiO1", "FBK", "FBK"]
    assert {found.verdict for found in verify_published(rows, "cdsco-test")} == {"possible"}


SECTIONS = """| System | P | R | F1 |
|---|---|---|---|
| **Cues** | | | |
| UiO1 | 89.17 | 93.56 | 91.31 |
| *Closed track* | | | |
| FBK | 93.41 | 91.29 | 92.34 |
| **Full negation** | | | |
| UiO1 | 79.87 | 45.08 | 57.63 |
"""


def test_a_line_with_a_measure_alone_is_the_measure_of_the_lines_below_it() -> None:
    assert [row.measure for row in read_table(SECTIONS)] == ["cues", "cues", "full"]
    with pytest.raises(ValueError, match="line 7: the table names its measures"):
        read_table(SECTIONS, "cues")


@pytest.mark.parametrize("head", ["Pre", "PPV", "Prc"])
def test_other_names_of_a_score_are_known(head: str) -> None:
    (row,) = read_table(f"System\t{head}\tRcl\tFm\nA\t89.17\t93.56\t91.31\n", "cues")
    assert row.scores == ("89.17", "93.56", "91.31")


def test_a_column_of_scores_that_may_be_the_missing_one_is_an_error() -> None:
    with pytest.raises(
        ValueError, match="the column 'Prz' has numbers, and no column is precision"
    ):
        read_table("System\tPrz\tR\tF1\nA\t12.17\t93.56\t91.31\n", "cues")
    # Where none is missing, it may be anything.
    (row,) = read_table("System\tTime\tP\tR\tF1\nA\t1.17\t89.17\t93.56\t91.31\n", "cues")
    assert row.precision == "89.17"


def test_a_last_digit_may_be_the_mark_of_a_footnote() -> None:
    rows = [PublishedRow("A", "cues", "89.17", "93.56", f1) for f1 in ("91.311", "91.411", "91.3")]
    found = verify_published(rows, "cdsco-test")
    assert str(found[0]) == "possible as 91.31 with the mark of a footnote"
    assert [answer.verdict for answer in found[1:]] == ["not possible", "possible"]


def test_medians_and_differences_are_no_rows_of_a_scorer() -> None:
    names = ["median", "Median of 5 runs", "difference", "Δ", "gain"]
    rows = [PublishedRow(name, "cues", "4.24", "2.27", "1.03") for name in names]
    assert {found.verdict for found in verify_published(rows, "cdsco-test")} == {"not checked"}


def test_zeros_of_a_lone_row_may_be_digits() -> None:
    """By brute force: 227 cues never give 59.20 79.30 67.80, but 59.2 79.3 67.8."""
    row = PublishedRow("a", "cues", "59.20", "79.30", "67.80")
    (alone,) = verify_published([row], {"cues": 227})
    assert str(alone) == "possible as scores of fewer decimals, with zeros added"
    rows = [row, PublishedRow("b", "cues", "59.21", "79.30", "67.80")]
    assert [found.verdict for found in verify_published(rows, {"cues": 227})] == [
        "not possible",
        "possible",
    ]


def test_a_table_of_very_many_columns_is_refused_at_once() -> None:
    heads = "\t".join(f"c{number}" for number in range(501))
    with pytest.raises(ValueError, match="501 columns: no table of scores has more than 500"):
        read_table(f"{heads}\n{heads}\n")


@pytest.mark.parametrize(
    "cell", ["91" + " " * 40_000 + "x", "\\textbf{" * 5000 + "91" + "}" * 5000]
)
def test_a_cell_that_is_too_long_for_a_score_is_none(cell: str) -> None:
    with pytest.raises(ValueError, match="expected a percentage or a fraction"):
        PrintedScore.read(cell)
