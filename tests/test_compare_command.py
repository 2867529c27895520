"""The command ``compare``: its text and formats, options, folders and runs, and what it refuses."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import statistics
from pathlib import Path
from typing import Any

import pytest
from comparisons import FEW, GOLD, SYSTEM, run

from sem2012_scorer import compare_files, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.ground.wording import probability


def of_json(*words: object) -> Any:
    return json.loads(run(*words, *FEW, "--format", "json"))


def test_text_says_first_what_is_compared_and_how_then_the_differences_with_p(other: Path) -> None:
    text = run("-s", SYSTEM, other, *FEW, "--rows", "cues,full", "--metrics", "f1,p")
    lines = text.splitlines()
    assert lines[:2] == ["baseline: system.txt", "system: damaged.txt"]
    said = " ".join(text.split())
    assert "100 sentences, of which" in said and "100 trials" in said and "seed 12345" in said
    found = compare_files(GOLD, {"a": SYSTEM, "b": str(other)}, trials=100)
    one, two = (system.measures["Full negation"]["f1"] for system in found.systems)
    rows = " ".join(" ".join(lines[8:]).split())
    assert " %s [%.2f, %.2f]" % (one.printed, *(one.interval or ())) in rows
    assert " %s [%.2f, %.2f]" % (two.printed, *(two.interval or ())) in rows
    assert "%+.2f [%+.2f, %+.2f] %s" % (two.difference, *(two.difference_interval or ()), probability(two.p or 0)) in rows  # fmt: skip
    labels = [line.split("  ")[0] for line in lines if line.startswith(("Cues", "Full", "Scope"))]
    assert set(labels) == {"Cues", "Full negation"} and not re.search(r" R ", said)


def test_no_table_is_wider_than_a_terminal(more_runs: tuple[Path, Path], other: Path) -> None:
    a, b = more_runs
    names = ["--names", "a-system-with-a-long-name", "another_system_with_one", "third"]
    for words in (["-s", SYSTEM, other], ["-s", SYSTEM, other, GOLD], ["-s", a, b, SYSTEM, *names]):
        text = run(*words, *FEW, "--nis")
        assert max(map(len, text.splitlines())) <= 80
        for number in re.findall(r"(?<![\w.])\d+\.\d*", text.partition("\n\n")[2]):
            assert re.fullmatch(r"\d+\.(\d\d|\d{4})", number), number


@pytest.mark.parametrize("form", ["json", "tsv"])
def test_json_and_tsv_have_all_numbers_unrounded(form: str, other: Path) -> None:
    words = ["-s", SYSTEM, other, GOLD, *FEW, "--rows", "cues,nis", "--nis", "--format", form]
    paths = {"system.txt": SYSTEM, "damaged.txt": str(other), "gold.txt": GOLD}
    found = compare_files(GOLD, paths, nis=True, trials=100)
    shown = ["Cues", "NIS cues", "NIS tok", "NIS ex", "NIS scope tokens"]
    if form == "json":
        result = json.loads(run(*words))
        assert result["signature"] == found.signature and result["units"] == 100
        for system, expected in zip(result["systems"], found.to_dict()["systems"]):
            assert [*system["measures"]] == shown
            own = {label: expected["measures"][label] for label in shown}
            assert {**system, "measures": 0} == {**expected, "measures": 0}
            assert system["measures"] == json.loads(json.dumps(own))
        return
    head, *rows = [line.split("\t") for line in run(*words).splitlines()]
    assert [dict(zip(head, row)) for row in rows] == [
        {key: "" if value is None else str(value) for key, value in row.items()}
        for row in found.to_rows()
        if row["measure"] in shown
    ]


def test_every_format_says_how_the_numbers_were_made(other: Path) -> None:
    for form in ("json", "markdown", "latex"):
        text = run("-s", SYSTEM, other, *FEW, "--seed", "7", "--nis", "--format", form)
        (signature,) = re.findall(r"scorer:eval.cd-sco-2.2\|\S*seed:7", text)
        parts = ("nis:tok,ex|", "units:100|", "differing:10|", "resamples:1000|", "trials:100|")
        assert all(part in signature for part in parts)


def test_names_stand_for_the_systems(other: Path) -> None:
    words = ["-s", SYSTEM, other, *FEW, "--names", "floor", "ours"]
    assert run(*words).startswith("baseline: floor\nsystem: ours\n")
    for form in ("json", "tsv", "markdown", "latex"):
        text = run(*words, "--format", form)
        assert "floor" in text and "ours" in text and "damaged" not in text


def test_equal_systems_have_p_1_and_it_is_said(tmp_path: Path) -> None:
    same = tmp_path / "same.txt"
    shutil.copy(SYSTEM, same)
    assert "same.txt does not differ from the baseline in any sentence" in run("-s", SYSTEM, same)
    (_, system) = of_json("-s", SYSTEM, same)["systems"]
    assert {one["p"] for by in system["measures"].values() for one in by.values()} == {1.0}


def test_folders_are_pooled(tmp_path: Path, other: Path) -> None:
    for side, files in (("gold", (GOLD, GOLD)), ("a", (SYSTEM, SYSTEM)), ("b", (other, GOLD))):
        for name, path in zip(("one", "two"), map(str, files)):
            (tmp_path / side).mkdir(exist_ok=True)
            shutil.copy(path, tmp_path / side / ("%s.txt" % name))
    words = ["compare", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "a"), str(tmp_path / "b")]  # fmt: skip
    found = answer([*words, *FEW])
    assert found.status == 0 and b"200 sentences of 2 files, pooled, of which" in found.stdout
    first = json.loads(answer([*words, *FEW, "--format", "json"]).stdout)["systems"][0]
    assert first["measures"]["Cues"]["f1"]["printed"] == score_files(GOLD, SYSTEM)["Cues"].printed.f1  # fmt: skip


def test_runs_have_mean_deviation_and_p_in_every_format(more_runs: tuple[Path, Path]) -> None:
    found = of_json("-s", *more_runs, "--nis")
    assert [system["name"] for system in found["systems"]] == ["a", "b"]
    assert found["systems"][0]["runs"] == ["run0.txt", "run1.txt", "run2.txt"]
    for folder, system in zip(more_runs, found["systems"]):
        reports = [score_files(GOLD, str(path), nis=True) for path in sorted(folder.iterdir())]
        for label in ("Cues", "Full negation", "NIS ex"):
            one = system["measures"][label]["f1"]
            assert one["values"] == [report[label].f1 for report in reports]
            assert one["printed_values"] == [report[label].printed.f1 for report in reports]
            assert math.isclose(one["mean"], statistics.fmean(one["values"]))
            assert math.isclose(one["standard_deviation"], statistics.stdev(one["values"]))
    one = found["systems"][1]["measures"]["Cues"]["f1"]
    text = run("-s", *more_runs, *FEW)
    shown = "%.2f ± %.2f" % (one["mean"], one["standard_deviation"])
    assert text.startswith("baseline: a, 3 runs: run0.txt, run1.txt, run2.txt\nsystem: b, 3 runs: ")
    assert shown in text and "permutation of runs on these sentences; p is 0.1000 or more" in text
    assert "interval" not in text and "%+.2f" % one["difference"] in text


def test_a_run_that_cannot_be_scored_is_named_and_the_others_compared(
    more_runs: tuple[Path, Path],
) -> None:
    (more_runs[1] / "run1.txt").write_text("x\n")
    found = answer(["compare", "-g", GOLD, "-s", *map(str, more_runs), *FEW])
    assert found.status == 1 and b"system: b, 2 of 3 runs: run0.txt, run2.txt" in found.stdout
    assert str(more_runs[1] / "run1.txt").encode() in found.stderr


def test_the_output_is_written_whole_or_not_at_all(runs: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    words = ["-s", SYSTEM, runs[0] / "run0.txt", *FEW]
    assert run(*words, "-o", target) == "" and target.read_text() == run(*words)
    (runs[0] / "run0.txt").write_text("x\n")
    assert "run0.txt:1: found x" in run(*words, "-o", target, status=1)
    assert target.read_text().startswith("baseline: system.txt")
    before = (runs[0] / "run1.txt").read_bytes()
    assert "is one of the inputs" in run("-s", *runs, "-o", runs[0] / "run1.txt", status=2)
    assert (runs[0] / "run1.txt").read_bytes() == before


@pytest.mark.parametrize(
    "words, message",
    [
        (["-s", SYSTEM], "give two systems or more"),
        (["-s", SYSTEM, os.path.join(os.path.dirname(SYSTEM), ".", "system.txt")], "named twice"),
        (["-s", SYSTEM, GOLD, "--rows", "x"], "there is no row 'x'"),
        (["-s", SYSTEM, GOLD, "--metrics", "x"], "--metrics takes p, r, f1"),
        (["-s", SYSTEM, GOLD, "--names", "x"], "--names takes a name"),
        (["-s", SYSTEM, GOLD, "--names", "a", "a"], "names that differ"),
        (["-s", SYSTEM, GOLD, "--punctuation", "tag"], "goes with --nis"),
        (["-s", SYSTEM, "nowhere.txt"], "nowhere.txt: no such file"),
    ],
)
def test_wrong_usage_is_said_in_one_line(words: list[str], message: str) -> None:
    said = run(*words, status=2)
    assert message in said and said.count("\n") == 1


@pytest.mark.parametrize("words", [["--seed", "-1"], ["--trials", "0"], ["--resamples", "200"]])
def test_wrong_numbers_and_unknown_options_are_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        answer(["compare", "-g", GOLD, "-s", SYSTEM, GOLD, *words])
    assert stop.value.code == 2 and words[0] in capsys.readouterr().err


def test_a_folder_of_runs_alone_says_how_to_compare_its_files(runs: tuple[Path, Path]) -> None:
    said = "a: 3 runs of one system; for 3 systems give %s" % (runs[0] / "*")
    assert said in run("-s", runs[0], status=2)
