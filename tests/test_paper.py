"""The table of a paper: several systems in Markdown and LaTeX, by ``score`` and ``compare``."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import statistics
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from comparisons import FEW, GOLD, LARGE, SYSTEM, damaged, run
from conftest import CORPORA, ROOT, with_corpora
from sem2012_scorer.reporting.grid import best_of
from sem2012_scorer.reporting.results import PAIR, PRINTED, Result, mean

from compat.workbench.recorded import Case
from sem2012_scorer import score_files
from sem2012_scorer.cli import answer

MARKDOWN = ["--format", "markdown"]


def score(*words: object) -> str:
    found = answer(["score", *map(str, words)])
    assert found.status == 0, found
    return found.stdout.decode()


def cells_of(markdown: str) -> list[list[str]]:
    """Return the cells of a Markdown table, the head first."""
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [rows[0], *rows[2:]]


def caption_of(markdown: str) -> str:
    """Return the line below a table in Markdown, with < as such."""
    return markdown.split("\n\n")[1].replace("&lt;", "<").replace("\\_", "_")


@pytest.mark.parametrize("command", ["score", "compare"])
def test_systems_are_rows_and_measures_columns_with_values_as_printed(
    command: str, other: Path
) -> None:
    words = ["-s", SYSTEM, other, "--nis", *MARKDOWN]
    text = score("-g", GOLD, *words) if command == "score" else run(*words, *FEW)
    head, *rows = cells_of(text)
    assert head == ["F1 (%)", "Cues", "Scopes", "Tokens", "Events", "Full", "NIS tok"]
    labels = ["Cues", "Scopes(cue match)", "Scope tokens(no cue match)", "Negated(no cue match)"]
    for row, path in zip(rows, (SYSTEM, str(other))):
        report = score_files(GOLD, path, nis=True)
        values = [re.sub(r"[*\u2020\u2021]", "", cell) for cell in row[1:]]
        assert values == [report[label].printed.f1 for label in [*labels, "Full negation", "NIS tok"]]  # fmt: skip
    # This system is better in all; score tests nothing.
    assert all(cell.startswith("**") for cell in rows[0][1:])
    assert ("\u2021" in text) == (command == "compare")


def test_the_best_is_the_highest_unless_all_are_the_same() -> None:
    assert best_of(["99.00", "100.00 \u00b1 0.10", "100.00"]) == [1, 2]
    assert best_of(["3.00", "3.00"]) == best_of(["0.00", "0.00"]) == best_of(["5.00"]) == []


def test_daggers_are_those_of_holms_p_against_the_first_system(tmp_path: Path) -> None:
    paths = [SYSTEM]
    for number, share in enumerate((0.03, 0.04, 0.05, 0.06, 0.3)):
        paths.append(str(tmp_path / ("%d.txt" % number)))
        Path(paths[-1]).write_text(damaged(LARGE.system.read_text(), share, number))
    words = ["-s", *paths, "--trials", "2000", "--rows", "cues,full"]
    found = json.loads(run(*words, "--format", "json"))["systems"]
    text = run(*words, *MARKDOWN)
    marks, corrected_away = list[str](), 0
    for system, row in zip(found, cells_of(text)[1:]):
        for label, cell in zip(("Cues", "Full negation"), row[1:]):
            one = system["measures"][label]["f1"]
            p = one.get("p_holm", 1.0)
            corrected_away += one.get("p", 1.0) < 0.05 <= p
            marks.append("\u2021" if p < 0.01 else "\u2020" if p < 0.05 else "")
            assert re.findall("[\u2020\u2021]", cell) == [*marks[-1]]
    assert "\u2021" in marks and corrected_away
    assert re.search("against system.txt.*Holm's correction over 5 systems", caption_of(text))
    latex = run(*words, "--format", "latex").split(r"\caption")[0]
    assert latex.count(r"\rlap{$^{\ddagger}$}") == marks.count("\u2021")
    assert latex.count(r"\textbf{") == sum(cell.startswith("**") for row in cells_of(text) for cell in row)  # fmt: skip


def test_the_caption_explains_only_marks_that_stand_and_what_was_tested(other: Path) -> None:
    caption = caption_of(run("-s", SYSTEM, GOLD, *FEW, *MARKDOWN))
    assert caption.startswith("F1 (%), scored by eval.cd-sco 2.2. Best in bold. \u2021 p < 0.01 ")
    assert "\u2020" not in caption and "100 trials; seed 12345" in caption
    assert " p " not in caption_of(score("-g", GOLD, "-s", SYSTEM, other, *MARKDOWN))
    same = caption_of(run("-s", SYSTEM, other, "--rows", "cues", "--names", "a", "b", *MARKDOWN))
    assert "all exchanges of the sentences that differ" in same


def test_runs_have_means_with_deviations(more_runs: tuple[Path, Path]) -> None:
    words = ["-s", *more_runs, *MARKDOWN, "--rows", "cues"]
    for text in (score("-g", GOLD, *words, "--mean"), run(*words)):
        rows = cells_of(text)[1:]
        assert [row[0] for row in rows] == ["a", "b"]
        for row, folder in zip(rows, more_runs):
            values = [score_files(GOLD, str(path))["Cues"].f1 for path in sorted(folder.iterdir())]
            shown = "%.2f \u00b1 %.2f" % (statistics.fmean(values), statistics.stdev(values))
            assert row[1].strip("*\u2020\u2021") == shown
        caption = caption_of(text)
        assert "Mean \u00b1 standard deviation (n - 1) over 3 runs of each system." in caption
    assert "p of b cannot be less than 0.1000" in caption
    assert len(cells_of(score("-g", GOLD, *words))) == 1 + 6, "without --mean, a file is a system"


@pytest.mark.parametrize(
    "words, environment",
    [("--metrics f1 --nis", "table}"), ("--metrics p,r,f1 --rows cues,scopes,full", "table*}")],
)
def test_latex_has_the_environment_for_its_width_and_names_that_are_escaped(
    more_runs: tuple[Path, Path], words: str, environment: str
) -> None:
    names = ["--names", '[<a>|"--"', "*{b}_$\\^~#&%"]
    table = run("-s", *more_runs, *names, *words.split(), "--format", "latex", *FEW)
    assert table.count("\\begin{" + environment) == 1 and r"\caption{" in table
    assert r"{\scriptsize$\pm$" in table and r"\{b\}\_\$\textbackslash{}" in table
    (columns,) = re.findall(r"\{@\{\}l(r+)\}", table)
    (first,) = [line for line in table.splitlines() if line.startswith("{}[")]
    assert len(re.findall(r"(?<!\\)&", first)) == len(columns)


def test_the_table_shows_the_pool_or_the_mean_over_files_that_is_asked_for(tmp_path: Path) -> None:
    for folder, side in (("gold", "gold"), ("system", "system"), ("other", "system")):
        (tmp_path / folder).mkdir()
        for name in ("larger-english", "scope-too-short", "all-right"):
            shutil.copy(getattr(Case(name), side), tmp_path / folder / (name + ".txt"))
    words = ["-g", tmp_path / "gold", "-s", tmp_path / "system"]
    of_means = list(csv.DictReader(io.StringIO(score(*words, "--format", "tsv")), delimiter="\t"))
    cues = {row["kind"]: row["printed_f1"] for row in of_means if row["measure"] == "Cues"}
    for more, value, said in (
        ([], cues["pooled"], "F1 (%), pooled over 3 files, scored by"),
        (["--mean"], cues["mean"], "F1 (%), mean over 3 files, scored by"),
        (["--mean", "printed"], cues["mean"], "F1 (%), mean over 3 files of values as printed, "),
    ):
        text = score(*words, tmp_path / "other", *more, "--rows", "cues", *MARKDOWN)
        assert cells_of(text)[1] == ["system", value] and caption_of(text).startswith(said)
    assert cues["mean"] != cues["pooled"]


def test_the_mean_over_domains_is_that_of_the_paper() -> None:
    """The UPC system at NEGES 2018, test: P, R and F1 are each averaged over the eight domains."""
    text = (ROOT / "fixtures/published/upc-neges-2018.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = [row for row in csv.DictReader(lines, delimiter="\t") if "test, " in row["test"]]
    shown = [tuple(row[name] for name in ("precision", "recall", "f1")) for row in rows]
    *domains, average = shown
    assert len(domains) == 8 and rows[-1]["test"].endswith("average")
    reports: list[Any] = [{"Cues": SimpleNamespace(printed=one)} for one in domains]
    results = [Result(PAIR, "", report, {"Cues": (0.0, 0.0, 0.0)}) for report in reports]
    found = mean(results, of="files", means=PRINTED)
    assert found.name == "plain mean over 8 files, as printed"
    assert tuple("%.2f" % value for value in found.scores["Cues"]) == average


@with_corpora
def test_the_caption_names_a_released_corpus_and_its_parts(tmp_path: Path) -> None:
    for folder, side in (("g", "gold"), ("one", "system"), ("two", "system")):
        (tmp_path / folder).mkdir()
        for name in ("coches", "hoteles"):
            source = CORPORA / "neges" / ("dev_%s.%s.txt" % (name, side))
            shutil.copy(source, tmp_path / folder / (name + ".txt"))
    folders = [tmp_path / folder for folder in ("g", "one", "two")]
    text = score("-g", folders[0], "-s", *folders[1:], "--scorer", "scorer_task2", *MARKDOWN)
    assert caption_of(text).startswith("F1 (%) on NEGES 2018 dev, pooled over 2 domains, scored by")


def test_what_gold_has_nothing_of_is_no_column_unless_it_is_asked_for(tmp_path: Path) -> None:
    lines = "t 0 0 He he PRP _ He _ _\nt 0 1 not not RB _ not _ _\n\n".replace(" ", "\t") * 3
    for name in ("gold.txt", "one.txt", "two.txt"):
        (tmp_path / name).write_text(lines)
    words = ["-g", tmp_path / "gold.txt", "-s", tmp_path / "one.txt", tmp_path / "two.txt"]
    assert cells_of(score(*words, *MARKDOWN))[0] == ["F1 (%)", "Cues", "Full"]
    asked = cells_of(score(*words, *MARKDOWN, "--rows", "cues,events"))
    assert asked[0] == ["F1 (%)", "Cues", "Events"]
