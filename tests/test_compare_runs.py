"""Systems of which there are several runs."""

from __future__ import annotations

import json
import math
import re
import shutil
import statistics
import subprocess

import pytest
from comparisons import FEW, GOLD, SYSTEM, run

from sem2012_scorer import (
    score_files,
)
from sem2012_scorer.cli import answer


def test_runs_of_a_system_have_mean_and_deviation_and_no_test(runs) -> None:
    found = json.loads(run("-s", *runs, "--nis", "--format", "json"))
    assert [system["name"] for system in found["systems"]] == ["a", "b"]
    assert [system["runs"][-1] for system in found["systems"]] == ["run2.txt", "run1.txt"]
    for folder, system in zip(runs, found["systems"]):
        reports = [score_files(GOLD, str(p), nis=True) for p in sorted(folder.iterdir())]
        for label in ("Cues", "Full negation", "NIS ex"):
            for score in ("precision", "recall", "f1"):
                one = system["measures"][label][score]
                values = [getattr(report[label], score) for report in reports]
                assert one["values"] == values and "p" not in one
                assert math.isclose(one["mean"], statistics.fmean(values))
                assert math.isclose(one["standard_deviation"], statistics.stdev(values))
    means = [system["measures"]["Cues"]["f1"]["mean"] for system in found["systems"]]
    difference = found["systems"][1]["measures"]["Cues"]["f1"]["difference"]
    assert math.isclose(difference, means[1] - means[0]) and difference < 0


def test_the_table_of_runs_says_that_there_is_no_test(runs) -> None:
    text = run("-s", *runs, SYSTEM, "--rows", "cues", "--metrics", "f1", "--baseline", "b")
    assert text.startswith("baseline: b, 2 runs: run0.txt, run1.txt\nsystem: a, 3 runs:")
    assert "1 run: system.txt" in text and "no test" in text
    row = text.splitlines()[-1]
    assert re.fullmatch(r"Cues  F1( +[\d.]+ \u00b1 [\d.]+){2} +\+[\d.]+ +[\d.]+ +\+[\d.]+", row)


def test_a_run_of_several_files_is_pooled(tmp_path, runs) -> None:
    gold = tmp_path / "gold"
    gold.mkdir()
    for name in ("one.txt", "two.txt"):
        shutil.copy(GOLD, gold / name)
    folders = []
    for folder in runs:
        folders.append(tmp_path / ("domains-of-" + folder.name))
        for one in folder.iterdir():
            inside = folders[-1] / one.stem
            inside.mkdir(parents=True)
            for name in ("one.txt", "two.txt"):
                shutil.copy(one, inside / name)
    words = ["compare", "-g", str(gold), "-s", *map(str, folders), "--format", "json"]
    found = json.loads(answer(words).stdout)
    alone = json.loads(run("-s", *runs, "--format", "json"))
    for system, other in zip(found["systems"], alone["systems"]):
        assert system["runs"] == [name.removesuffix(".txt") for name in other["runs"]]
        assert system["measures"] == other["measures"]
    (folders[1] / "run0" / "two.txt").unlink()
    failed = answer(words)
    assert failed.status == 1 and b"two.txt has no partner" in failed.stderr
    rest = json.loads(answer([*words, "--pool-the-rest"]).stdout)
    assert rest["signature"].endswith("|files:1-of-2-gold-files")
    for system, other in zip(rest["systems"], alone["systems"]):
        assert len(system["runs"]) == len(other["runs"])
        assert system["measures"] == other["measures"]


def test_a_page_of_runs_is_refused_with_what_to_do(runs) -> None:
    found = answer(["compare", "-g", GOLD, "-s", *map(str, runs), "--format", "html"])
    assert found.status == 2 and b"one run with one: name two files" in found.stderr


def test_the_best_of_a_row_is_bold(runs, other) -> None:
    words = ["--rows", "cues", "--metrics", "f1", "--best", "--format"]
    for systems in ((SYSTEM, other, *FEW), (*runs,)):
        row = run("-s", *systems, *words, "markdown").splitlines()[2]
        assert row.split("|")[3].startswith(" **") and row.count("**") == 2
        latex = run("-s", *systems, *words, "latex", "--booktabs")
        assert latex.count(r"\textbf") == 1 and "& $-$" in latex and r"\toprule" in latex


TEX = shutil.which("pdflatex")


@pytest.mark.skipif(TEX is None, reason="there is no TeX here")
@pytest.mark.parametrize("of_runs", [False, True])
def test_latex_compiles_the_tables(runs, other, tmp_path, of_runs) -> None:
    systems = ["-s", *runs] if of_runs else ["-s", SYSTEM, other, *FEW]
    names = ["--names", '[<a>|"--"', "*{b}_$\\^~#&%"]
    table = run(*systems, *names, "--nis", "--best", "--booktabs", "--format", "latex")
    page = r"\documentclass{article}\usepackage{booktabs}\begin{document}%s\end{document}"
    (tmp_path / "page.tex").write_text(page % ("\n" + table), encoding="utf-8")
    options = ["-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    result = subprocess.run([str(TEX), *options], cwd=tmp_path, capture_output=True, timeout=120)
    assert result.returncode == 0, result.stdout
