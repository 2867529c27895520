"""The table of a paper, means that name themselves, and options without effect."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import statistics
import subprocess

import pytest
from comparisons import FEW, GOLD, LARGE, SYSTEM, damaged, run
from conftest import CORPORA, ROOT, with_corpora

from compat.workbench.recorded import Case
from sem2012_scorer import score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.reporting.grid import Grid, best_of
from sem2012_scorer.reporting.results import PAIR, PRINTED, Result, mean


def score(*words) -> str:
    found = answer(["score", "-g", GOLD, *map(str, words)])
    assert found.status == 0, found
    return found.stdout.decode()


def cells_of(markdown: str) -> list[list[str]]:
    """Return the cells of a Markdown table, the head first."""
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [rows[0], *rows[2:]]


@pytest.mark.parametrize("command", [score, run])
def test_systems_are_rows_and_measures_columns_with_values_as_printed(command, other) -> None:
    more = [] if command is score else FEW
    words = ["-s", SYSTEM, other, "--paper", "--nis", "--format", "markdown", *more]
    head, *rows = cells_of(command(*words))
    assert head == ["F1 (%)", "Cues", "Scopes", "Tokens", "Events", "Full", "NIS tok"]
    labels = ["Cues", "Scopes(cue match)", "Scope tokens(no cue match)", "Negated(no cue match)"]
    labels += ["Full negation", "NIS tok"]
    for row, path in zip(rows, (SYSTEM, str(other))):
        report = score_files(GOLD, path, nis=True)
        values = [re.sub(r"[*\u2020\u2021]", "", cell) for cell in row[1:]]
        assert values == [report[label].printed.f1 for label in labels]


def test_score_and_compare_show_the_same_values_in_every_format(other) -> None:
    """Where F1 of rounded and of unrounded precision and recall differ, both show the first."""
    rows = list(csv.DictReader(io.StringIO(run("-s", SYSTEM, other, *FEW, "--format", "tsv")), delimiter="\t"))  # fmt: skip
    report = score_files(GOLD, str(other))
    differ = 0
    for row in rows:
        if row["system"] == "damaged.txt" and row["score"] != "percent":
            measure = report[row["measure"]]
            assert row["printed"] == getattr(measure.printed, row["score"])
            assert float(row["value"]) == getattr(measure, row["score"])
            differ += row["printed"] != "%.2f" % float(row["value"])
    assert differ
    table = run("-s", SYSTEM, other, *FEW, "--metrics", "f1", "--rows", "cues")
    assert " %s [" % report["Cues"].printed.f1 in table


def test_marks_are_those_of_holms_p_against_the_baseline(tmp_path) -> None:
    text = LARGE.system.read_text()
    paths = [SYSTEM]
    for number, share in enumerate((0.01, 0.02, 0.05, 0.3)):
        paths.append(str(tmp_path / ("%d.txt" % number)))
        (tmp_path / ("%d.txt" % number)).write_text(damaged(text, share, number))
    words = ["-s", *paths, "--trials", "2000", "--resamples", "200"]
    found = json.loads(run(*words, "--format", "json"))
    _, *rows = cells_of(run(*words, "--paper", "--format", "markdown"))
    marks = set()
    for system, row in zip(found["systems"], rows):
        cells = dict(zip(("Cues", "Scopes(cue match)"), row[1:3]))
        for label, cell in cells.items():
            p = system["measures"][label]["f1"].get("p_holm", 1.0)
            expected = "\u2021" if p < 0.01 else "\u2020" if p < 0.05 else ""
            assert cell.strip("*")[-1:] == expected or (
                not expected and cell.strip("*")[-1].isdigit()
            )
            marks.add(expected)
    assert "\u2021" in marks and "" in marks
    caption = " ".join(run(*words, "--paper").split())
    assert "after Holm's correction over 4 systems" in caption


@pytest.mark.parametrize(
    "cells, best",
    [
        (["1.00", "2.00 \u00b1 0.10", "2.00"], [1, 2]),
        (["0.00", "0.00"], []),
        (["3.00", "3.00"], []),
        (["0.00", "1.00 [0.00, 2.00]"], [1]),
        (["5.00"], []),
        (["99.10", "100.00"], [1]),
    ],
)
def test_the_best_is_the_highest_unless_all_are_the_same(cells, best) -> None:
    assert best_of(cells) == best


def test_runs_have_means_with_deviations_and_a_line_each_if_asked_for(more_runs) -> None:
    words = ["-s", *more_runs, "--paper", "--format", "markdown", "--rows", "cues"]
    _, *rows = cells_of(score(*words, "--each-run"))
    assert [row[0] for row in rows] == ["a", "run0.txt", "run1.txt", "run2.txt"] + [
        "b", "run0.txt", "run1.txt", "run2.txt",
    ]  # fmt: skip
    for start, folder in ((0, more_runs[0]), (4, more_runs[1])):
        reports = [score_files(GOLD, str(path)) for path in sorted(folder.iterdir())]
        printed = [report["Cues"].printed.f1 for report in reports]
        assert [row[1] for row in rows[start + 1 : start + 4]] == printed
        values = [report["Cues"].f1 for report in reports]
        mean = "%.2f \u00b1 %.2f" % (statistics.fmean(values), statistics.stdev(values))
        assert rows[start][1].strip("*") == mean
    assert [row[0] for row in cells_of(score(*words))[1:]] == ["a", "b"]
    text = " ".join(score("-s", *more_runs, "--paper").split())
    assert "Mean \u00b1 standard deviation (n - 1) over 3 runs of each system." in text
    assert "\u2020" not in text


TEX = shutil.which("pdflatex")
LIMITS = {
    "--metrics f1": "table}",
    "--metrics f1 --nis": "table}",
    "--metrics p,r,f1 --rows cues,scopes,tokens,full": "table*}",
    "--metrics p,r,f1": "table*}",
    "--metrics p,r,f1 --nis": "table*}",
}


@pytest.mark.parametrize("words, environment", LIMITS.items())
def test_latex_has_the_environment_for_its_width_and_fits_it(
    more_runs, tmp_path, words, environment
) -> None:
    names = ["--names", "BERT", "rules"]
    more = [*names, *words.split(), "--format", "latex", *FEW]
    table = run("-s", *more_runs, "--paper", *more)
    assert table.count("\\begin{" + environment) == 1 and r"\caption{" in table
    assert r"{\scriptsize$\pm$" in table
    if TEX is None:
        pytest.skip("there is no TeX here")
    page = (
        r"\documentclass[11pt,twocolumn]{article}\usepackage{booktabs}"
        r"\usepackage[a4paper,margin=2.5cm]{geometry}\setlength{\columnsep}{0.6cm}"
        "\\begin{document}\n%s\\end{document}"
    )
    (tmp_path / "page.tex").write_text(page % table, encoding="utf-8")
    options = ["-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    result = subprocess.run([str(TEX), *options], cwd=tmp_path, capture_output=True, timeout=120)
    assert result.returncode == 0 and b"Overfull" not in result.stdout, result.stdout


@pytest.fixture
def domains(tmp_path):
    """Two folders of files of different sizes, of gold and of a system."""
    for side in ("gold", "system"):
        (tmp_path / side).mkdir()
        for name in ("larger-english", "scope-too-short", "all-right"):
            case = Case(name)
            content = (case.gold if side == "gold" else case.system).read_bytes()
            (tmp_path / side / (name + ".txt")).write_bytes(content)
    return ["-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]


def test_means_are_plain_or_weighted_of_values_or_as_printed_and_say_so(domains) -> None:
    words = ["score", *domains, "--nis", "--format", "tsv"]
    for more, name in (
        ([], "plain mean over 3 files"),
        (["--mean"], "plain mean over 3 files"),
        (["--mean", "printed"], "plain mean over 3 files, as printed"),
        (["--mean", "weighted"], "mean over 3 files, weighted by gold"),
    ):
        found = answer([*words, *more])
        rows = list(csv.DictReader(io.StringIO(found.stdout.decode()), delimiter="\t"))
        names = list(dict.fromkeys(row["name"] for row in rows if row["kind"] != "pair"))
        assert names == ["pooled (counts of 3 summed)", name]
        for label in ("Cues", "Scope tokens(no cue match)", "NIS tok"):
            own = [row for row in rows if row["measure"] == label]
            pairs = [row for row in own if row["kind"] == "pair"]
            for score_name in ("precision", "recall", "f1"):
                column = "printed_" + score_name if "printed" in more else score_name
                values = [float(row[column]) for row in pairs]
                weights = [int(row["gold"]) if "weighted" in more else 1 for row in pairs]
                (of_row,) = (float(row[score_name]) for row in own if row["kind"] == "mean")
                pairs_of = zip(values, weights)
                assert of_row == pytest.approx(sum(v * w for v, w in pairs_of) / sum(weights))
    alone = answer([*words, "--mean", "pooled"]).stdout.decode()
    assert "\nmean\t" not in alone and "\npooled\t" in alone


class AsPrinted:
    """A report of which the printed scores are known."""

    def __init__(self, *printed: str) -> None:
        self.printed = printed

    def __getitem__(self, label: str) -> AsPrinted:
        return self


def test_negess_mean_over_domains_is_that_of_the_paper() -> None:
    """The UPC system at NEGES 2018, test: P, R and F1 are each averaged over the eight domains."""
    text = (ROOT / "fixtures/published/upc-neges-2018.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = [row for row in csv.DictReader(lines, delimiter="\t") if "test, " in row["test"]]
    shown = [[row[name] for name in ("precision", "recall", "f1")] for row in rows]
    *domains, average = shown
    assert len(domains) == 8 and rows[-1]["test"].endswith("average")
    results = [Result(PAIR, "", AsPrinted(*one), {"Cues": (0.0, 0.0, 0.0)}) for one in domains]
    found = mean(results, of="files", means=PRINTED)
    assert found.name == "plain mean over 8 files, as printed"
    assert found.scores["Cues"] == pytest.approx((91.476, 82.178, 86.446), abs=6e-4)
    assert ["%.2f" % value for value in found.scores["Cues"]] == average


@pytest.mark.parametrize(
    "words, said",
    [
        (["-s", SYSTEM, "--metrics", "p"], "--metrics: no effect on one pair of files"),
        (["-s", SYSTEM, GOLD, "--mean", "weighted"], "weighted by gold, the mean is the same"),
        (["-s", SYSTEM, GOLD, "--metrics", "p", "--format", "json"], "--metrics has no effect"),
    ],
)
def test_an_option_without_effect_is_named(words, said) -> None:
    found = answer(["score", "-g", GOLD, *words])
    assert found.status == 0 and said in found.stderr.decode()


@pytest.mark.parametrize(
    "words, said",
    [
        (["--format", "jsonl", "--trials", "9"], "--trials has no effect with --format jsonl"),
        (["--format", "json", "--metrics", "p"], "--metrics has no effect with --format json"),
        (["--deterministic", "gold.txt"], "--deterministic has no effect"),
        (["--format", "tsv"], "a value is what the report prints"),
    ],
)
def test_an_option_without_effect_on_a_comparison_is_named(words, said) -> None:
    found = answer(["compare", "-g", GOLD, "-s", SYSTEM, GOLD, "--resamples", "200", *words])
    assert found.status == 0 and said in found.stderr.decode()


@pytest.mark.parametrize(
    "words, said",
    [
        (["--paper", "--format", "json"], "--paper is text, markdown or latex"),
        (["--each-run"], "--each-run goes with --paper"),
        (["--paper", "--mean", "printed"], "--mean printed with --paper is for several gold files"),
        (["-s", GOLD, SYSTEM, "--mean", "pooled"], "--mean pooled is for several gold files"),
        (["--paper", "--scorer", "pb-foc"], "for the scorers of negation"),
        (["--rows", "correct"], "correct, correct_negation (with --paper)"),
    ],
)
def test_what_the_table_of_a_paper_has_not_is_refused(words, said) -> None:
    found = answer(["score", "-g", GOLD, "-s", SYSTEM, *words])
    assert found.status == 2 and said in found.stderr.decode() and not found.stdout


def test_a_wide_table_is_turned_or_stands_in_blocks() -> None:
    row = ["name", *["%d.00" % n for n in range(30)]]
    grid = Grid(["", *["head %d" % n for n in range(30)]], [row] * 2)
    for lines in (grid.fitted(), grid.fitted_either_way()):
        assert max(map(len, lines)) <= 80
        assert all(sum(cell in line.split() for line in lines) >= 1 for cell in row)
    blocks = grid.fitted(with_next=range(5, 12))
    heads = [line for line in blocks if "head" in line]
    assert all(head.split()[-1] not in map(str, range(4, 11)) for head in heads)
    assert grid.turned().turned() == grid._replace(bold=set())


def test_score_on_folders_of_runs_has_lines_for_each_run(tmp_path) -> None:
    for name in ("one-GOLD.txt", "two-GOLD.txt", "a/seed1/one.txt", "a/seed1/two.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(GOLD, path)
    golds = [str(path) for path in tmp_path.glob("*-GOLD.txt")]
    found = answer(["score", "-g", *golds, "-s", str(tmp_path / "a"), "--format", "tsv"])
    assert found.status == 0 and b"\npooled\tpooled (counts of 2 summed)" in found.stdout


def test_a_mean_over_systems_is_of_systems_on_one_gold_file_alone(domains) -> None:
    for more in ([], ["--pool-the-rest"], ["--pool-the-rest", "--mean"]):
        found = answer(["score", *domains, "--mean", *more, "--format", "tsv"])
        names = {line.split("\t")[1] for line in found.stdout.decode().splitlines()}
        assert found.status == 0 and "plain mean over 3 files" in names
        assert not any("systems" in name or "deviation" in name for name in names)
        assert b"--mean has no effect here: the mean over files is always there" in found.stderr
    words = ["-s", SYSTEM, GOLD, "--mean", "--rows", "cues", "--mean", "printed"]
    assert "standard deviation (n - 1), as printed" in score(*words)


def test_a_system_that_cannot_be_scored_leaves_the_table_of_the_others(tmp_path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"junk")
    for systems in ((tmp_path / "bad.txt", SYSTEM), (SYSTEM, tmp_path / "bad.txt")):
        found = answer(["score", "-g", GOLD, "-s", *map(str, systems), "--paper"])
        assert found.status == 1 and b"bad.txt: its format is not recognised" in found.stderr
        assert (
            b"system.txt  %.2f" % score_files(GOLD, SYSTEM)["Cues"].f1 in found.stdout
            and b"bad.txt" not in found.stdout
        )
    alone = answer(["score", "-g", GOLD, "-s", str(tmp_path / "bad.txt"), "--paper"])
    assert (alone.status, alone.stdout) == (1, b"")


def paper(*words) -> str:
    """Return the table of a paper with its caption in one line."""
    found = answer(["score", *map(str, words), "--paper"])
    assert found.status == 0, found
    return " ".join(found.stdout.decode().split())


def test_the_table_of_a_paper_shows_the_mean_over_files_that_is_asked_for(domains) -> None:
    of_means = answer(["score", *domains, "--format", "tsv"]).stdout.decode()
    rows = list(csv.DictReader(io.StringIO(of_means), delimiter="\t"))
    cues = {row["kind"]: row["printed_f1"] for row in rows if row["measure"] == "Cues"}
    assert "system %s " % cues["pooled"] in paper(*domains, "--rows", "cues")
    assert "F1 (%), pooled over 3 files, scored by" in paper(*domains)
    plain = paper(*domains, "--rows", "cues", "--mean")
    assert "system %s " % cues["mean"] in plain and "F1 (%), mean over 3 files, scored" in plain
    assert "what the report prints" not in plain
    printed = paper(*domains, "--mean", "printed")
    assert "F1 (%), mean over 3 files of values as printed, scored by" in printed


@with_corpora
def test_the_domains_of_neges_and_the_stories_of_cd_sco_are_named_as_one() -> None:
    neges = [
        CORPORA / "neges" / ("dev_%s.%s.txt" % (name, side))
        for side in ("gold", "system")
        for name in ("coches", "hoteles")
    ]
    words = ["-g", *neges[:2], "-s", *neges[2:], "--scorer", "scorer_task2"]
    assert "on NEGES 2018 dev, pooled over 2 domains, scored by" in paper(*words)
    stories = [CORPORA / "cdsco" / ("test-%s-GOLD.txt" % name) for name in ("circle", "cardboard")]
    assert "on CD-SCO test, pooled over 2 stories, scored by" in paper(
        "-g", *stories, "-s", *stories
    )


def test_what_gold_has_nothing_of_is_no_column_and_marks_that_do_not_stand_are_not_explained(
    tmp_path,
) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text(
        "t 0 0 He he PRP _ He _ _\nt 0 1 not not RB _ not _ _\n\n".replace(" ", "\t") * 3
    )
    head = paper("-g", gold, "-s", gold).split("gold.txt")[0]
    assert "Cues" in head and "Events" not in head
    assert "Events" in paper("-g", gold, "-s", gold, "--rows", "cues,events").split("gold.txt")[0]
    compared = " ".join(run("-s", SYSTEM, GOLD, "--paper", *FEW).split())
    assert "\u2021 p < 0.01 against" in compared and "\u2020" not in compared
