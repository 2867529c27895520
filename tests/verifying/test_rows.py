"""Published rows and reports: no true one is accused, and what is no table is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from trials import LARGER_GOLD, LARGER_SYSTEM, said

from sem2012_scorer import PublishedRow, verify_published


def test_published_tables_that_are_no_text_are_named(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    table.write_bytes("system\tcues\nA\t90.1\n".encode("utf-16"))
    status, _, err = said("verify", "--published", table)
    assert status == 2 and "this is UTF-16 text: save it as UTF-8" in err


NCM = "system\tmeasure\tprecision\trecall\tf1\tgold\tn_system\ttp\tfp\tfn\n"
NCM += "mine\tScopes(no cue match)\t95.17\t77.91\t85.68\t430\t409\t303\t17\t95\n"
"""A row of the scorer's own report, with the true positives that it prints there."""

LONG = "system\tmeasure\tprecision\trecall\tf1\n"
RIGHT = {
    "quirk 16": (NCM, ()),
    "deviations": (LONG + "SD\tcues\t0.13\t0.32\t0.24\n", ("cues=441",)),
    "mine, std. dev.": (LONG + "mine (std dev)\tcues\t0.13\t0.32\t0.24\n", ("cues=441",)),
    "a mean": (LONG + "mine\tcues\t94.19 ± 0.1\t84.58 ± 0.1\t89.10 ± 0.1\n", ("cues=441",)),
    "all truncated": (LONG + "mine\tcues\t50.00\t33.33\t39.99\n", ("cues=3",)),
    "names of papers": (LONG + "mine\tcue F1\t50.00\t33.33\t40.00\n", ("cues=3",)),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_true_row_is_not_accused(tmp_path: Path, name: str) -> None:
    text, gold = RIGHT[name]
    (tmp_path / "table.tsv").write_text(text, encoding="utf-8")
    words = ["--gold-counts", *gold] if gold else []
    assert said("verify", "--published", tmp_path / "table.tsv", *words)[0] == 0


@pytest.mark.parametrize("change", [("1926 |   78", "2226 |   78"), ("2004 | 1926", "2001 | 1926")])
def test_more_that_is_right_than_there_is_is_not_consistent(
    tmp_path: Path, change: tuple[str, str]
) -> None:
    report = said("score", "-g", LARGER_GOLD, "-s", LARGER_SYSTEM)[1]
    assert change[0] in report
    (tmp_path / "report.txt").write_text(report.replace(*change))
    status, out, _ = said("verify", tmp_path / "report.txt")
    assert status == 1 and "all other numbers fit" in out


def test_f1_alone_is_not_called_a_mean(tmp_path: Path) -> None:
    heads = ["Cue F1", "SCM F1", "NCM F1", "Event F1", "Full F1", "Scope tokens F1"]
    rows = [[f"{50 + (7 * n + m) % 40}.00" for m in range(len(heads))] for n in range(60)]
    means = [f"{sum(map(float, column)) / 60:.2f}" for column in zip(*rows)]
    table = [["system", *heads], *[[f"S{n}", *row] for n, row in enumerate(rows)], ["all", *means]]
    (tmp_path / "table.csv").write_text("\n".join(map(",".join, table)) + "\n")
    words = (
        "verify",
        "--published",
        tmp_path / "table.csv",
        "--gold-counts",
        "cues=3",
        "--format",
        "tsv",
    )
    lines = [
        line
        for line in said(*words)[1].splitlines()
        if "\tall\t" in line or line.startswith("all\t")
    ]
    assert len(lines) == 6 and not any("mean of" in line for line in lines)  # F1 alone is no proof


def test_scopes_without_punctuation_may_be_fewer() -> None:
    """Printed by eval.cd-sco 2.0 for seven scopes, one of which holds a period alone: recall divides by six."""
    rows = [
        PublishedRow("A", "scopes-cm", "100.00", "85.71", "92.31", counts={"gold": 7}),
        PublishedRow("A", "scopes-no-punc", "100.00", "83.33", "90.91", counts={"gold": 6}),
    ]
    answers = [str(one) for one in verify_published(rows, None, "eval.cd-sco-2.0")]
    assert answers == ["possible: tp 6, fn 1, fp 0", "possible: tp 5, fn 1, fp 0"]
    # Other rows of scopes share gold's number.
    rows[1] = rows[1]._replace(measure="scopes-ncm")
    answers = [str(one) for one in verify_published(rows, None, "eval.cd-sco-2.0")]
    assert all(answer.startswith("contradicts") for answer in answers)


def test_what_the_scorer_of_the_focus_prints_is_plainly_possible() -> None:
    """Its F1 comes from unrounded precision and recall: here that of rounded ones is another."""
    row = PublishedRow("UConcordia 2", "focus", "59.85", "56.74", "58.26")
    (answer,) = verify_published([row], {"focus": 712})
    assert (answer.verdict, answer.words) == ("possible", ("tp 404, fn 308, system 675",))
    assert f"{2 * 59.85 * 56.74 / (59.85 + 56.74):.2f}" == "58.25"
