"""The command ``compare``."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from comparisons import FEW, GOLD, SYSTEM, damaged, run
from conftest import CORPORA, ROOT, with_corpora

from compat.workbench.recorded import Case
from sem2012_scorer import (
    UnreadWarning,
    compare_files,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.ground.progress import Progress
from sem2012_scorer.ground.wording import probability


def test_the_table_says_what_was_done_and_shows_values_differences_and_p(other) -> None:
    text = run("-s", SYSTEM, other, *FEW, "--rows", "cues,full", "--metrics", "f1,p")
    lines = text.splitlines()
    assert lines[:2] == ["baseline: system.txt", "system: damaged.txt"]
    assert "100 sentences, of which" in text and "100 trials, 200 resamples" in text
    assert "approximate randomisation" in text and "seed 12345" in text
    rows = [line for line in lines if line.startswith(("Cues", "Full", "Scope"))]
    # What is too wide for a terminal stands in two blocks: values, and differences.
    assert [row.split()[0] for row in rows] == ["Cues", "Cues", "Full", "Full"] * 2
    assert "F1" in rows[0] and rows[4].endswith("0.0099")
    assert max(map(len, lines)) <= 80


def test_no_table_is_wider_than_a_terminal_or_breaks_a_number_or_a_word(more_runs, other) -> None:
    a, b = more_runs
    few = [*FEW, "--nis"]
    texts = [run("-s", SYSTEM, other, *few), run("-s", SYSTEM, other, GOLD, *few)]
    texts += [run("-s", a, b, *few), run("-s", a, b, SYSTEM, "--names", *NAMES, *few)]
    texts += [run("-s", a, b, "--paper", "--metrics", "p,r,f1", *few)]
    for words in (
        ["--mean"],
        ["--mean", "--metrics", "p,r,f1"],
        ["--paper", "--each-run"],
    ):
        systems = [str(path) for path in sorted(a.iterdir())]
        found = answer(["score", "-g", GOLD, "-s", *systems, "--nis", *words])
        texts.append(found.stdout.decode())
    for text in texts:
        assert text and max(map(len, text.splitlines())) <= 80
        table = text.partition("\n\n")[2] if "baseline: " in text else text.partition("\n\n")[0]
        for number in re.findall(r"(?<![\w.])\d+\.\d*", table):
            assert re.fullmatch(r"\d+\.(\d\d|\d{4})", number), number


NAMES = ["a-system-with-a-long-name", "another_system_with_one", "third"]


@pytest.mark.parametrize("form", ["json", "tsv", "markdown", "latex"])
def test_every_format_has_the_same_numbers(form, other) -> None:
    text = run("-s", SYSTEM, other, GOLD, *FEW, "--format", form, "--rows", "cues", "--nis")
    found = compare_files(
        GOLD,
        {"system.txt": SYSTEM, "damaged.txt": str(other), "gold.txt": GOLD},
        nis=True,
        trials=100,
        resamples=200,
    )
    one = found.systems[1].measures["Cues"]["f1"]
    if form == "json":
        result = json.loads(text)
        assert [system["name"] for system in result["systems"]] == [
            "system.txt",
            "damaged.txt",
            "gold.txt",
        ]
        assert list(result)[:9] == [
            "units", "differing", "method", "values", "trials", "resamples", "unit", "seed", "signature",
        ]  # fmt: skip
        shown = result["systems"][1]["measures"]["Cues"]["f1"]
        assert shown == json.loads(json.dumps(one.to_dict()))
        assert "difference" not in result["systems"][0]["measures"]["Cues"]["f1"]
        assert set(result["systems"][0]["measures"]) == {"Cues"}
    elif form == "tsv":
        rows = [line.split("\t") for line in text.splitlines()]
        assert all(len(row) == 19 for row in rows)
        (row,) = [row for row in rows if row[:3] == ["damaged.txt", "Cues", "f1"]]
        assert float(row[4]) == one.value and row[5] == one.printed and float(row[12]) == one.p
    else:
        shown = text.replace("$-$", "-")
        (signature,) = re.findall(r"scorer:[^\s]+seed:12345", text)
        parts = (
            "units:100|",
            "differing:%d," % found.systems[1].differing,
            "trials:100|",
            "unit:sentence|",
        )
        assert all(part in signature for part in (*parts, "test:paired-approximate-"))
        assert one.printed in shown and "%+.2f" % one.difference in shown


def test_folders_are_pooled(tmp_path, other) -> None:
    for side, files in (("gold", (GOLD, GOLD)), ("a", (SYSTEM, SYSTEM)), ("b", (other, GOLD))):
        (tmp_path / side).mkdir()
        for name, path in zip(("one", "two"), files):
            content = Path(path).read_bytes()
            (tmp_path / side / ("%s.txt" % name)).write_bytes(content)
    found = answer(
        [
            "compare",
            "-g",
            str(tmp_path / "gold"),
            "-s",
            str(tmp_path / "a"),
            str(tmp_path / "b"),
            *FEW,
        ]
    )
    assert found.status == 0 and b"200 sentences of 2 files, pooled, of which" in found.stdout


def test_the_baseline_may_be_chosen_and_names_given(other) -> None:
    words = ["-s", SYSTEM, other, *FEW, "--names", "ours", "theirs"]
    assert run(*words, "--against", "theirs").startswith("baseline: theirs\nsystem: ours\n")
    assert "not one of the systems: ours, theirs" in run(*words, "--against", "x", status=2)


@pytest.mark.parametrize(
    "words, message",
    [
        (["-s", SYSTEM], "two systems or more"),
        (["-s", SYSTEM, SYSTEM], "is named twice"),
        (["-s", SYSTEM, GOLD, "--rows", "x"], "there is no row 'x'"),
        (["-s", SYSTEM, GOLD, "--metrics", "x"], "--metrics takes p, r, f1"),
        (["-s", SYSTEM, GOLD, "--names", "x"], "--names takes a name"),
        (["-s", SYSTEM, GOLD, "--punctuation", "tag"], "goes with --nis"),
        (["-s", SYSTEM, GOLD, "-o", SYSTEM], "is one of the inputs"),
    ],
)
def test_wrong_usage_says_what_would_be_right(words, message) -> None:
    assert message in run(*words, status=2)


def test_files_that_cannot_be_scored_are_told_as_by_score(tmp_path) -> None:
    assert "none: no such file" in run("-s", SYSTEM, tmp_path / "none", status=2)
    case = Case("word-differs")
    found = answer(["compare", "-g", str(case.gold), "-s", str(case.gold), str(case.system)])
    assert found.status == 1 and b"system.txt:4: found garden | 1 | 3 | date" in found.stderr


@with_corpora
def test_the_damaged_copy_of_a_real_system_is_worse(tmp_path) -> None:
    dev = CORPORA / "cdsco"
    copy = tmp_path / "damaged.txt"
    copy.write_text(damaged((dev / "dev-semnlp.system.txt").read_text(), 0.1))
    systems = {"semnlp": str(dev / "dev-semnlp.system.txt"), "damaged": str(copy)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnreadWarning)
        found = compare_files(str(dev / "dev-09032012.txt"), systems, trials=300, resamples=200)
    assert found.systems[1].measures["Cues"]["f1"].p < 0.05


@pytest.mark.parametrize("place", ["gold", "system"])
@pytest.mark.parametrize("form", ["json", "html"])
def test_standard_input_and_pipes_are_read_like_files(other, tmp_path, place, form) -> None:
    words = [*FEW, "--format", form]
    expected = run("-s", SYSTEM, other, "--names", "a", "b", *words)
    stream = Path(GOLD if place == "gold" else SYSTEM)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for name in ("-", str(pipe)):
        files = [name if path == str(stream) else path for path in (GOLD, SYSTEM)]
        command = [sys.executable, "-m", "sem2012_scorer.cli", "compare", "-g", files[0]]
        command += ["-s", files[1], str(other), "--names", "a", "b", *words]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        ) as process:
            assert process.stdin is not None
            if name == "-":
                found = process.communicate(stream.read_bytes())[0]
            else:
                pipe.write_bytes(stream.read_bytes())
                found = process.communicate()[0]
        assert process.returncode == 0 and found.decode() == expected


def test_progress_of_the_trials_is_shown_where_progress_is_shown(other, monkeypatch) -> None:
    terminal, clock = io.StringIO(), itertools.count()
    shown = Progress(terminal, lambda: float(next(clock)))
    monkeypatch.setattr("sem2012_scorer.commands.papers.progress", [shown])
    run("-s", SYSTEM, other, "--trials", "1000", "--resamples", "200")
    assert re.search("\rresamples and trials: [0-9]+%", terminal.getvalue())


@pytest.mark.parametrize("form", ["runs", "pooled", "score"])
def test_no_output_overwrites_a_file_of_a_folder_that_is_read(runs, tmp_path, form) -> None:
    gold = tmp_path / "gold"
    gold.mkdir()
    shutil.copy(GOLD, gold / "run0.txt")
    for name in ("run1.txt", "run2.txt"):
        (runs[0] / name).unlink()
    (runs[1] / "run1.txt").unlink()
    target = runs[0] / "run0.txt"
    before = target.read_bytes()
    command, of_gold = ("score" if form == "score" else "compare"), (GOLD, gold)[form != "runs"]
    systems = list(map(str, runs))[: 1 if form == "score" else 2]
    found = answer([command, "-g", str(of_gold), "-s", *systems, "-o", str(target)])
    assert found.status == 2 and b"is one of the inputs" in found.stderr
    assert target.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"x\n\n"])
def test_what_is_wrong_with_standard_input_is_told_of_it(content, other) -> None:
    command = [sys.executable, "-m", "sem2012_scorer.cli", "compare", "-g", GOLD, "-s"]
    result = subprocess.run([*command, SYSTEM, "-"], cwd=ROOT, input=content, capture_output=True)
    assert result.returncode == 1 and re.search(
        rb"standard input:(1: found| its format is| the file is empty)", result.stderr
    )
    assert b"/tmp" not in result.stderr


@pytest.mark.parametrize(
    "words, said",
    [
        (["--names", "a", "a"], "names that differ"),
        (["--names", "", "b"], "are not empty"),
        (["--seed", "-1"], "whole number from 0"),
    ],
)
def test_wrong_names_and_seeds_are_refused(other, words, said, capsys) -> None:
    try:
        found = answer(["compare", "-g", GOLD, "-s", SYSTEM, str(other), *words])
        status, text = found.status, found.stderr.decode()
    except SystemExit as stop:
        status, text = stop.code, capsys.readouterr().err
    assert status == 2 and said in text


def test_a_file_spelled_in_two_ways_is_named_twice() -> None:
    again = os.path.join(os.path.dirname(SYSTEM), ".", os.path.basename(SYSTEM))
    assert b"named twice" in answer(["compare", "-g", GOLD, "-s", SYSTEM, again]).stderr


def test_tables_for_papers_name_the_systems(other) -> None:
    words = ["--names", "floor", "ours", *FEW, "--rows", "cues", "--format"]
    for form in ("markdown", "latex"):
        text = run("-s", SYSTEM, other, *words, form)
        assert re.search(r"row +[|&] +[|&] +floor +[|&] +ours +[|&] +difference", text)


@pytest.mark.parametrize(
    "p, shown", [(1.0, "1.0000"), (0.0001, "0.0001"), (0.00009, "< 0.0001"), (0.0, "< 0.0001")]
)
def test_a_probability_is_shown_with_four_decimals_or_as_smaller(p, shown) -> None:
    assert probability(p) == shown


def test_too_little_memory_is_a_message(monkeypatch) -> None:
    def full(*_) -> None:
        raise MemoryError

    monkeypatch.setattr("sem2012_scorer.commands.compare.answer", full)
    found = answer(["compare", "-g", GOLD, "-s", SYSTEM, GOLD])
    assert found.status == 2 and found.stderr.startswith(b"sem2012-scorer: there is not enough")


def test_a_gold_file_without_a_name_is_none() -> None:
    found = answer(["compare", "-g", "", "-s", SYSTEM, GOLD])
    assert found.status == 2 and b": no such file" in found.stderr
