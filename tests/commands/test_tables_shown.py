"""What commands show in each of their formats, and of several files of which one is not as the others."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from conftest import ROOT
from trials import LARGER_GOLD as GOLD
from trials import LARGER_SYSTEM as SYSTEM
from trials import said

SECOND = ROOT / "fixtures/predictions/second-system.txt"
RIGHT = "consistent: no number contradicts another"
WRONG_CELL = {"row": "Cues", "column": "f1", "recorded": "89.31", "recomputed": "89.13"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with gold, two systems, one that is cut off, and a right and a wrong report."""
    monkeypatch.chdir(tmp_path)
    for name, path in (("gold", GOLD), ("system", SYSTEM), ("second", SECOND)):
        shutil.copy(path, name)
    lines = Path(SYSTEM).read_text(encoding="utf-8").split("\n")
    Path("cut").write_text("\n".join(lines[:2000]), encoding="utf-8")
    report = said("score", "-g", "gold", "-s", "system")[1]
    Path("right.txt").write_text(report)
    Path("wrong.txt").write_text(report.replace("89.13", "89.31", 1))


def folders(**files: dict[str, str]) -> None:
    """Make folders: of each, its files with what they are copies of."""
    for folder, copies in files.items():
        Path(folder.replace("__", "/")).mkdir(parents=True)
        for name, original in copies.items():
            shutil.copy(original, Path(folder.replace("__", "/")) / name)


# ---- verify


def test_reports_are_verified_in_json() -> None:
    status, out, _ = said("verify", "right.txt", "wrong.txt", "--format", "json")
    right, wrong = json.loads(out)["reports"]
    assert status == 1 and json.loads(out)["failed"] == []
    assert right == {
        "report": "right.txt", "verdict": "consistent", "words": RIGHT, "cells": [], "line": 4,
        "alternatives": [],
    }  # fmt: skip
    assert (wrong["verdict"], wrong["cells"]) == ("not consistent", [WRONG_CELL])


def test_reports_are_verified_in_tsv_with_a_line_for_each_wrong_cell() -> None:
    status, out, _ = said("verify", "right.txt", "wrong.txt", "--format", "tsv")
    assert status == 1
    assert out.splitlines() == [
        "report\tline\tverdict\trow\tcolumn\trecorded\trecomputed",
        "right.txt\t4\tconsistent\t\t\t\t",
        "wrong.txt\t4\tnot consistent\tCues\tf1\t89.31\t89.13",
    ]
    assert said("verify", "right.txt", "--format", "tsv")[0] == 0


def test_a_file_without_a_report_is_counted_where_it_was_named_and_passed_over_in_a_folder() -> (
    None
):
    Path("odd.txt").write_text("\nx\n")
    words = "line 2: found 'x'; expected a report of one of the original scorers, with a row 'Cues'"
    status, out, _ = said("verify", "right.txt", "odd.txt")
    assert (status, out.splitlines()) == (
        1, ["1 of 2 reports consistent", f"right.txt:4: {RIGHT}", f"odd.txt: {words}"],
    )  # fmt: skip
    found = json.loads(said("verify", "right.txt", "odd.txt", "--format", "json")[1])
    assert found["failed"] == [f"odd.txt: {words}"]
    folders(mixed={"a": "right.txt", "b": "odd.txt"})
    assert said("verify", "mixed") == (
        0, f"{RIGHT}\n", "sem2012-scorer: note: 1 file without a report: ignored\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("table", "option"),
    [
        ("system\tmeasure\tprecision\trecall\tf1\nA\tCue\t89.17\t93.56\t91.31\n", ""),
        ("system\tprecision\trecall\tf1\nA\t89.17\t93.56\t91.31\n", " --measure ROW"),
    ],
)
def test_a_table_given_as_a_report_is_told_with_the_command(table: str, option: str) -> None:
    Path("table").write_text(table)
    assert said("verify", "table") == (
        2, "", f"sem2012-scorer: table: this is a published table: sem2012-scorer verify --published table{option}\n",
    )  # fmt: skip


def test_a_baseline_stands_alone_and_its_files_must_be_scorable() -> None:
    Path("base.json").write_text(said("score", "-g", "gold", "-s", "system", "--format", "json")[1])
    pair = ("-g", "gold", "-s", "system")
    status, out, _ = said("verify", "base.json", *pair)
    assert (status, out.startswith("reproduced: all ")) == (0, True)
    status, _, error = said("verify", "base.json", "right.txt", *pair)
    assert (status, error) == (
        2, "sem2012-scorer: base.json was written by score, as JSON or TSV: verify it alone\n"
    )  # fmt: skip
    Path("odd.json").write_text(Path("base.json").read_text().replace('"Cues"', '"Kues"'))
    status, out, _ = said("verify", "odd.json", *pair)
    lost = "not reproduced: 12 of 142 values differ; the file lacks 1 row that score writes: Cues"
    assert (status, out.splitlines()[0]) == (1, lost)


def test_a_baseline_of_which_a_file_cannot_be_scored_now_says_so() -> None:
    folders(golds={"a": "gold", "b": "gold"}, systems={"a": "system", "b": "second"})
    pair = ("-g", "golds", "-s", "systems")
    Path("base.tsv").write_text(said("score", *pair, "--format", "tsv")[1])
    assert said("verify", "base.tsv", *pair)[0] == 0
    shutil.copy("cut", "systems/b")
    status, out, error = said("verify", "base.tsv", *pair)
    assert (status, out) == (1, "not reproduced: some files cannot be scored now\n")
    assert "systems/b:2001:1: E102 tokens of gold are missing" in error


# ---- Several files and systems


def test_a_table_for_a_paper_of_several_files_names_what_was_not_scored() -> None:
    folders(golds={"a": "gold", "b": "gold"}, systems={"a": "system", "b": "cut"})
    status, out, error = said("score", "-g", "golds", "-s", "systems", "--format", "latex")
    assert status == 1
    assert out.endswith("% not scored: systems/b:2001:1: E102 tokens of gold are missing\n")
    assert "note: no pooled score and no mean, because a file was not scored" in error


def test_a_table_for_a_paper_has_the_rows_of_nis_where_they_are_asked_for() -> None:
    folders(golds={"a": "gold", "b": "gold"}, systems={"a": "system", "b": "second"})
    words = ("score", "-g", "golds", "-s", "systems", "--format", "markdown")
    head = said(*words, "--nis")[1].splitlines()[0]
    first = said(*words)[1].splitlines()[0]
    nis = " NIS cues | NIS tok | NIS ex | NIS scope tokens |"
    assert head == first + nis and "Cues B" not in first
    pooled = said(*words, "--nis")[1].splitlines()[4]
    assert pooled.startswith("| pooled (counts of 2 summed) | 92.12 | 86.63 | 90.01 |")


def test_each_of_several_systems_has_its_files_its_pool_and_its_mean() -> None:
    folders(
        golds={"a": "gold", "b": "gold"},
        systems__x={"a": "system", "b": "second"},
        systems__y={"a": "second", "b": "second"},
    )
    words = ("score", "-g", "golds", "-s", "systems", "--rows", "cues")
    lines = [line.split() for line in said(*words)[1].splitlines()]
    names = [" ".join(words[:-1]) for words in lines if words and words[-1][0].isdigit()]
    assert names == [
        "x/a", "x/b", "x: pooled (counts of 2 summed)", "x: plain mean over 2 files",
        "y/a", "y/b", "y: pooled (counts of 2 summed)", "y: plain mean over 2 files",
    ]  # fmt: skip
    in_tsv = said(*words, "--format", "tsv")[1].splitlines()
    assert [line.split("\t")[1] for line in in_tsv[1:3]] == ["systems/x/a", "systems/x/b"]
    in_tsv = said(*words, "--format", "tsv", "--names", "ours", "theirs")[1].splitlines()
    assert [line.split("\t")[1] for line in in_tsv[1:3]] == ["ours/a", "ours/b"]


def test_what_is_compared_over_several_files_is_pooled_and_must_be_whole() -> None:
    folders(
        golds={"a": "gold", "b": "gold"},
        x={"a": "system", "b": "second"},
        y={"a": "second", "b": "second"},
    )
    words = ("compare", "-g", "golds", "-s", "x", "y", "--trials", "9")
    out = said(*words, "--format", "markdown")[1]
    assert "F1 on 2 files (800 sentences, pooled counts of 2 files), computed with" in out
    assert (
        "800 sentences of 2 files, pooled; approximate randomization (9 trials)" in said(*words)[1]
    )
    Path("y/b").unlink()
    status, out, error = said(*words)
    assert (status, out) == (1, "")
    assert "nothing can be compared:\n    golds/b has no system file called b in y" in error
    assert "y: 1 of 2 gold files has no scored system file" in error


def test_one_folder_of_runs_is_no_two_systems() -> None:
    folders(runs={"a": "system", "b": "second"})
    status, _, error = said("compare", "-g", "gold", "-s", "runs")
    assert (status, error) == (
        2,
        "sem2012-scorer: give two systems or more after -s: the first is the baseline "
        "(runs: 2 runs of one system; for 2 systems give runs/*)\n",
    )


def test_a_paper_of_one_run_against_several_says_that_nothing_was_tested() -> None:
    folders(runs={"a": "system", "b": "second"})
    words = ("compare", "-g", "gold", "-s", "system", "runs", "--format", "markdown")
    caption = said(*words)[1].splitlines()[5]
    assert "Mean ± standard deviation (n - 1) over 2 runs, where there are several." in caption
    assert caption.endswith("No difference was tested: one run against several.")


# ---- explain


def test_what_was_asked_for_and_matches_nothing_is_named() -> None:
    words = ("explain", "-g", "gold", "-s", "system", "--kind", "missed")
    assert "no sentence is listed" not in said(*words)[2]
    same = ("explain", "-g", "gold", "-s", "gold", "--kind", "missed")
    assert "note: no sentence is listed: none matches --kind\n" in said(*same)[2]
    error = said(*same, "--rows", "cues")[2]
    assert "none matches --rows and --kind\n" in error


# ---- Which files


def test_files_without_a_partner_are_named_with_what_they_were_compared_by() -> None:
    folders(golds={"a": "gold", "b": "gold"}, systems={"c": "system", "d": "system"})
    for command in ("score", "explain"):
        error = said(command, "-g", "golds", "-s", "systems")[2]
        words = "golds/a has no system file called a in systems (and 3 more)\n"
        assert error == f"sem2012-scorer: no file has a partner: {words}"
    error = said("score", "-g", "golds", "-s", "systems/c", "systems/d")[2]
    assert "golds/a has no system file called a in systems/c, systems/d" in error
    error = said("score", "-g", "golds", "-s", "golds/a")[2]
    assert "golds/b has no system file called b in golds/a" in error


def test_a_folder_that_leads_to_itself_is_read_once_and_a_link_to_nowhere_is_named() -> None:
    folders(deep__x={"z": "system"})
    Path("deep/x/up").symlink_to("..")
    status, out, error = said("score", "-g", "gold", "-s", "deep", "--rows", "cues")
    assert (status, out.count("89.13"), "not scored" in error) == (0, 1, False)
    Path("deep/link").symlink_to("nowhere")
    status, _, error = said("score", "-g", "gold", "-s", "deep", "--rows", "cues")
    assert status == 1 and "not scored: deep/link: no such file" in error


@pytest.mark.parametrize(
    ("call", "note"),
    [
        ("-g gold -s system --scorer scorer_task2", "gold looks like a *SEM 2012 file (_ in empty cells): use --scorer eval.cd-sco"),
        ("-g spanish -s spanish", "spanish looks like a NEGES file (- in empty cells): use --scorer scorer_task2"),
        ("-g focus -s focus", "focus looks like a file of the focus task: sem2012-scorer score --scorer pb-foc scores it"),
        ("-g gold -s gold --scorer pb-foc", "gold looks like a *SEM 2012 file of the first task: use --scorer eval.cd-sco"),
        ("-g gold -s system", ""),
        ("-g spanish -s spanish --scorer scorer_task2", ""),
        ("-g focus -s focus --scorer pb-foc", ""),
    ],
)  # fmt: skip
def test_gold_of_another_task_is_noted_with_its_scorer(call: str, note: str) -> None:
    shutil.copy(ROOT / "fixtures/larger-spanish/gold.txt", "spanish")
    shutil.copy(ROOT / "fixtures/pb-foc/all-right/gold.txt", "focus")
    error = said("score", *call.split())[2]
    assert ("looks like" in error) == bool(note) and note in error


def test_names_that_latex_does_not_know_are_noted_in_the_table() -> None:
    shutil.copy("system", "系统.txt")
    words = ("compare", "-g", "gold", "--trials", "9", "--format", "latex", "-s", "second")
    told = "% names need lualatex or xelatex, and a font that has their letters\n"
    assert told in said(*words, "系统.txt")[1]
    assert told not in said(*words, "system")[1]


def test_a_table_says_of_how_many_rows_only_f1_was_checked() -> None:
    Path("t.csv").write_text(
        "system,measure,precision,recall,f1\na,cues,91.54,90.15,90.84\nb,cues,91.54,90.15,90.83\n"
    )
    out = said("verify", "--published", "t.csv")[1]
    assert out.splitlines()[:2] == [
        "2 rows: all possible",
        "for 2 possible rows (t.csv:2, t.csv:3), only F1 was checked, against P and R:"
        " gold's counts are not known; give them with --gold-counts",
    ]
    Path("u.csv").write_text(
        "system,test,measure,precision,recall,f1\na,cdsco-tset,cues,91.54,90.15,90.84\n"
    )
    line = said("verify", "--published", "u.csv")[1].splitlines()[1]
    assert "(there is no corpus 'cdsco-tset'; did you mean cdsco-test?)" in line
    out = said("verify", "--published", "t.csv", "--gold-counts", "cdsco-test")[1]
    assert out.splitlines()[0] == "2 rows: 1 not possible" and "not known" not in out


def test_with_one_gold_file_a_folder_of_folders_is_several_systems_with_runs() -> None:
    folders(all__ours={"1": "system", "2": "second"}, all__theirs={"1": "second", "2": "second"})
    words = ("--rows", "cues", "--format", "tsv")
    both = said("score", "-g", "gold", "-s", "all", "--mean", *words)
    each = said("score", "-g", "gold", "-s", "all/ours", "all/theirs", "--mean", *words)
    assert both[:2] == each[:2] and both[0] == 0
    out = said("compare", "-g", "gold", "-s", "all", "--rows", "cues")[1]
    assert "all/ours: 2 runs of one system" in out and "all/theirs: 2 runs of one system" in out


def test_a_copy_of_a_csv_file_is_not_called_so() -> None:
    """It has tabs."""
    case = ROOT / "fixtures/all-right"
    text = (case / "system.txt").read_text("utf-8").replace("\t", ";")
    Path("system.csv").write_text(text, "utf-8")
    out = said("check", "-g", case / "gold.txt", "-s", "system.csv")[1]
    assert " --fix system.fixed.txt\n" in out


def test_the_caption_says_that_p_is_not_corrected_over_rows() -> None:
    words = ("compare", "-g", "gold", "-s", "system", "second", "--format", "latex")
    out = said(*words, "--trials", "999")[1]
    assert "approximate randomization (999 trials); not corrected for the number of rows.}" in out


def test_of_several_systems_those_without_a_mean_are_named() -> None:
    two = {"a": "system", "b": "system"}
    folders(golds={"a": "gold", "b": "gold"}, whole=two, lacking={"a": "system"})
    _, out, error = said("score", "-g", "golds", "-s", "whole", "lacking")
    assert "note: lacking: no pooled score and no mean, because a file was not scored" in error
    assert "whole: pooled" in out and "lacking: pooled" not in out


def test_runs_with_the_same_bytes_are_noted() -> None:
    folders(runs={"seed0": "system", "seed1": "system", "seed2": "gold"})
    for words in (
        ["compare", "-g", GOLD, "-s", "runs", SYSTEM],
        ["score", "-g", GOLD, "-s", "runs"],
    ):
        error = said(*words, *(["--mean"] if words[0] == "score" else []))[2]
        assert "runs/seed0, runs/seed1 are the same, byte for byte: was one copied" in error
