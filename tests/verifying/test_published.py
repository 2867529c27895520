"""Published tables: what is tried of each system, and what columns and cells may hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from sem2012_scorer import PublishedRow, verify_published
from sem2012_scorer.verifying.published_table import read_tables


def test_counts_of_one_system_are_tried_whatever_the_others_need(tmp_path: Path) -> None:
    """Of F1 alone, many counts are tried: a table of systems gets the answers that each gets alone."""
    head = "| system | Cues F1 | Scopes(cue match) F1 | Scope tokens F1 | Negated F1 | Full negation F1 |"
    rows = (
        "| a | 91.31 | 70.39 | 82.37 | 67.02 | 57.63 |",
        "| b | 91.76 | 75.81 | 87.69 | 60.66 | 59.40 |",
        "| c | 91.62 | 68.64 | 86.66 | 59.74 | 52.58 |",
    )
    path = tmp_path / "t.md"
    gold = {"cues": 264, "scopes": 249, "tokens": 1805, "events": 173}
    verdicts = []
    for lines in ([rows[0]], [rows[1]], [rows[2]], rows):
        path.write_text("\n".join([head, "|---|---|---|---|---|---|", *lines]) + "\n")
        (table,) = read_tables(path.read_text())
        verdicts.append([answer.verdict for answer in verify_published(table.rows, gold)])
    assert verdicts[3] == [*verdicts[0], *verdicts[1], *verdicts[2]]
    assert verdicts[3].count("contradicts") == 4


@pytest.mark.parametrize(
    ("cells", "is_right"),
    [("80.40 | 50.20", False), ("50.00 | 33.33", True), ("66.84 | 50.20", True)],
)
def test_the_percentage_of_correct_scopes_is_recall(cells: str, is_right: bool) -> None:
    (table,) = read_tables(
        f"| system | Scopes(cue match) F1 | PCS |\n|---|---|---|\n| a | {cells} |\n"
    )
    (row,) = table.rows
    assert (row.measure, row.recall, row.f1) == ("scopes-cm", cells[-5:], cells[:5])
    (answer,) = verify_published(table.rows, {"scopes": 249})
    assert answer.is_right == is_right


def test_a_further_column_of_pasted_lines_is_ignored_as_in_markdown() -> None:
    (pasted,) = read_tables("Precision Recall F1 Accuracy\nCues 97.05 90.06 93.42 99.71\n")
    (marked,) = read_tables(
        "|  | Precision | Recall | F1 | Accuracy |\n|---|---|---|---|---|\n"
        "| Cues | 97.05 | 90.06 | 93.42 | 99.71 |\n"
    )
    assert pasted.ignored == marked.ignored == ("Accuracy",)
    assert [row.scores for row in pasted.rows] == [row.scores for row in marked.rows]
    (report,) = read_tables(
        "precision recall f1-score support\n\nB-NEG 0.91 0.95 0.93 769\n", "cues"
    )
    assert report.ignored == ("support",) and report.rows[0].scores == ("0.91", "0.95", "0.93")


def test_truncated_scores_have_the_same_number_of_digits() -> None:
    """F1 of 0.716 and 0.508 is 0.594: 0.5 is no truncated score beside them. That of 0.6029 and 0.0349 is 0.0660."""
    rows = [
        PublishedRow("a", "cues", "0.716", "0.508", "0.5"),
        PublishedRow("b", "cues", "0.602", "0.034", "0.066"),
    ]
    odd, truncated = map(str, verify_published(rows))
    assert odd.startswith("possible as a mean over runs only")
    assert truncated.startswith("possible as scores truncated instead of rounded")


@pytest.mark.parametrize("mark", "∗⋆★◦♠♣♥♦♡♢♤♧")
def test_marks_of_footnotes_do_not_belong_to_a_number(mark: str) -> None:
    (pasted,) = read_tables(f"system P R F1\na 91.20{mark} 90.10 90.65\n", "cues")
    (marked,) = read_tables(
        f"| system | P | R | F1 |\n|---|---|---|---|\n| a | 91.20{mark} | 90.10 | 90.65 |\n", "cues"
    )
    for table in (pasted, marked):
        (answer,) = verify_published(table.rows)
        assert answer.verdict == "possible"
