"""Tables as people keep them: what `verify` once read wrongly, and then contradicted or praised."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, command_answer

LARGER = ROOT / "fixtures" / "larger-english"
GOLD, SYSTEM = LARGER / "gold.txt", LARGER / "system.txt"


def said(*words: object, status: int = 0) -> str:
    """Return what a command prints and says."""
    found = command_answer([str(word) for word in words])
    assert found.status == status, found
    return (found.stdout + found.stderr).decode()


def verified(text: str, folder: Path, *options: str, status: int = 0) -> str:
    path = folder / "table.txt"
    path.write_text(text, encoding="utf-8")
    return said("verify", "--published", path, *options, status=status)


def test_small_percentages_beside_others_are_no_fractions(tmp_path: Path) -> None:
    table = "measure,precision,recall,f1\nCues,88.16,77.46,82.46\nFull negation,5.26,0.58,1.04\nFull negation B,0.64,0.58,0.61\n"
    assert verified(table, tmp_path, "--gold-counts", "cdsco-dev") == "3 rows: all possible\n"
    fractions = "measure,precision,recall,f1\ncues,0.8816,0.7746,0.8246\n"
    assert "read as fractions" in verified(fractions, tmp_path, "--format", "tsv")


@pytest.mark.parametrize("wrong", ["9.353", "5.9", "66.0"])
def test_one_score_above_one_among_fractions_makes_no_percentages_of_them(
    tmp_path: Path, wrong: str
) -> None:
    table = f"measure,precision,recall,f1\ncues,{wrong},0.948,0.941\nscopes-cm,0.879,0.528,0.660\nfull,0.889,0.625,0.660\n"
    shown = verified(table, tmp_path, "--gold-counts", "norec-test", status=1)
    assert f"not checked: {wrong} is no fraction, but most scores are" in shown
    (full,) = [line for line in shown.split("table.txt:") if line.startswith("4:")]
    full = " ".join(full.split())
    assert "R is 0.525" in full and "scores read as fractions" in full


def test_a_row_of_percentages_may_stand_among_rows_of_fractions(tmp_path: Path) -> None:
    table = (
        "system,measure,precision,recall,f1\nA,cues,0.915,0.902,0.908\nB,cues,0.913,0.901,0.907\n"
    )
    shown = verified(f"{table}C,cues,91.54,90.15,90.84\n", tmp_path)
    assert shown.startswith("3 rows: all possible\n")


def test_a_mean_is_found_below_the_row_of_pooled_files(tmp_path: Path) -> None:
    names = ["a.txt", "b.txt", "c.txt"]
    golds, systems = tmp_path / "gold", tmp_path / "system"
    for folder, source in ((golds, GOLD), (systems, SYSTEM)):
        folder.mkdir()
        sentences = source.read_text(encoding="utf-8").strip("\n").split("\n\n")
        for number, name in enumerate(names):
            part = sentences[number * 100 : number * 100 + 100 + 20 * number]
            (folder / name).write_text("\n\n".join(part) + "\n\n", encoding="utf-8")
    for form in ("markdown", "text"):
        options = ["--mean", "printed", "--rows", "cues", "--metrics", "p,r,f1", "--format", form]
        table = command_answer(["score", "-g", str(golds), "-s", str(systems), *options])
        answer = verified(table.stdout.decode(), tmp_path)
        assert "possible as the plain mean of the 3 rows above" in answer


@pytest.mark.parametrize(
    "table",
    [
        "measure,system,P,R,F1\nCues,A,92.43,92.13,92.28\n,B,93.11,93.11,93.11\n",
        "| Task | System | P | R | F |\n|---|---|---|---|---|\n| Cues | A | 92.43 | 92.13 | 92.28 |\n| | B | 93.11 | 93.11 | 93.11 |\n",
        "\\begin{tabular}{llccc}\nMeasure & System & P & R & F \\\\\n\\multirow{2}{*}{Cues} & A & 92.43 & 92.13 & 92.28 \\\\\n & B & 93.11 & 93.11 & 93.11 \\\\\n\\end{tabular}\n",
    ],
)
def test_a_measure_may_stand_over_several_rows(table: str, tmp_path: Path) -> None:
    answer = verified(table, tmp_path, "--gold-counts", "norec-test", "--format", "tsv")
    head, *rows = [line.split("\t") for line in answer.splitlines()]
    measure = head.index("measure")
    assert [row[measure].lower() for row in rows] == ["cues", "cues"]


def test_system_beside_other_counts_is_a_count(tmp_path: Path) -> None:
    head = "measure,gold,system,tp,fp,fn,P,R,F1\n"
    right = head + "cues,305,306,281,23,24,92.43,92.13,92.28\n"
    full = "full,305,{},159,23,146,87.36,52.13,65.30\n"
    assert "all possible" in verified(right + full.format(306), tmp_path)
    assert "system cannot be the same" in verified(right + full.format(360), tmp_path, status=1)


def test_one_title_over_all_scores_is_no_measure(tmp_path: Path) -> None:
    table = "| System | Measure | Scores | | |\n|---|---|---|---|---|\n| | | P | R | F1 |\n| A | Cues | 92.43 | 92.13 | 92.28 |\n"
    assert "1 row: all possible" in verified(table, tmp_path)


def test_a_page_number_is_no_row_that_is_possible(tmp_path: Path) -> None:
    text = "System Cues P Cues R Cues F1\nA 92.43 92.13 92.28\n274\n"
    answer = verified(text, tmp_path, status=1)
    assert "2 rows: 1 not checked" in answer and "found '274 alone'" in answer


def test_a_spreadsheet_s_first_line_is_no_head(tmp_path: Path) -> None:
    table = "sep=;\nsystem;measure;P;R;F1\nA;cues;92,43;92,13;92,28\n"
    assert "1 row: all possible" in verified(table, tmp_path)


def test_what_score_wrote_for_files_in_another_order_is_not_compared(tmp_path: Path) -> None:
    second = ROOT / "fixtures" / "predictions" / "second-system.txt"
    table = tmp_path / "table.tsv"
    said("score", "-g", GOLD, "-s", SYSTEM, second, "--format", "tsv", "-o", table)
    answer = said("verify", table, "-g", GOLD, "-s", second, SYSTEM, status=2)
    assert "it has its results in another order" in answer
    said("verify", table, "-g", GOLD, "-s", SYSTEM, second)
    said("score", "-g", GOLD, "-s", SYSTEM, second, "--mean", "--format", "tsv", "-o", table)
    answer = said(
        "verify", LARGER / "eval.cd-sco.answer", table, "-g", GOLD, "-s", SYSTEM, status=2
    )
    assert answer.startswith(f"sem2012-scorer: {table} was written by score")
