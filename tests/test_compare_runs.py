"""Systems of which there are several runs."""

from __future__ import annotations

import itertools
import json
import math
import random
import shutil
import statistics
import subprocess
from fractions import Fraction

import pytest
from comparisons import FEW, GOLD, SYSTEM, run, written_runs
from conftest import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from sem2012_scorer import (
    Counts,
    Negation,
    Sentence,
    Tally,
    compare,
    compare_files,
    read_columns,
    score_files,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.comparing.differences import Run, SystemFile, SystemRuns, compare_units
from sem2012_scorer.comparing.measured import Measured, statistics_of
from sem2012_scorer.comparing.resampling import resampled
from sem2012_scorer.comparing.student import critical_value, two_sided_p
from sem2012_scorer.ground.wording import probability
from sem2012_scorer.legacy.originals import ORIGINALS

CUES = [one for one in statistics_of(ORIGINALS["eval.cd-sco"], None) if one.label == "Cues"]
tallies = st.builds(Tally, *[st.integers(0, 5)] * 5)


def runs_of(number: int, units: int):
    """Return a strategy for the runs of a system: lists of tallies of cues."""
    return st.lists(
        st.lists(tallies, min_size=units, max_size=units), min_size=number, max_size=number
    )


def systems_of(several) -> list[SystemRuns]:
    """Return systems, each with its runs of tallies."""
    return [
        SystemRuns(
            name,
            tuple(
                [
                    Run(str(n), (SystemFile([Counts(cues=tally, sentences=1) for tally in one]),))
                    for n, one in enumerate(runs, start=1)
                ]
            ),
        )
        for name, runs in zip("ab", several)
    ]


def f1_of(several) -> Fraction:
    """Return F1 in percent of some tallies together, exactly."""
    _, _, found, invented, missed = map(sum, zip(*several))
    return Fraction(200 * found, 2 * found + invented + missed) if found else Fraction(0)


def mean_of(values) -> Fraction:
    return Fraction(sum(values)) / len(values)


def variance_of(values) -> Fraction:
    middle = mean_of(values)
    return sum((value - middle) ** 2 for value in values) / Fraction(len(values) - 1)


def p_of_t(t: float, freedom: float) -> float:
    """Return the two-sided p of t, by adding up the density (Simpson's rule, over the angle)."""

    def area(start: float, end: float, steps: int = 8000) -> float:
        width = (end - start) / steps
        values = [math.cos(start + width * n) ** (freedom - 1) for n in range(1, steps)]
        ends = math.cos(start) ** (freedom - 1) + max(math.cos(end), 0.0) ** (freedom - 1)
        return width / 3 * (ends + 4 * sum(values[::2]) + 2 * sum(values[1::2]))

    return area(math.atan(abs(t) / math.sqrt(freedom)), math.pi / 2) / area(0, math.pi / 2)


@pytest.mark.parametrize("freedom", [2.0, 4.0, 4.7, 11.3, 80.0, 1088.0])
@pytest.mark.parametrize("t", [0.01, 0.7, 1.0, 2.1, 5.0])
def test_p_of_t_is_the_area_below_the_density(t, freedom) -> None:
    assert two_sided_p(t, freedom) == pytest.approx(p_of_t(t, freedom), abs=1e-9)
    p = two_sided_p(t, freedom)
    assert critical_value(p, freedom) == pytest.approx(t, rel=1e-9)


def test_p_of_t_is_that_of_the_tables() -> None:
    """The critical values of Student's distribution, as every textbook prints them."""
    table = {(0.05, 4): 2.776, (0.05, 8): 2.306, (0.01, 8): 3.355, (0.05, 2): 4.303}
    for (p, freedom), t in table.items():
        assert critical_value(p, freedom) == pytest.approx(t, abs=5e-4)


@given(runs_of(3, 3), runs_of(4, 3))
@settings(max_examples=examples(30))
def test_p_runs_is_that_of_an_enumeration_in_exact_fractions(a, b) -> None:
    found = compare_units(systems_of((a, b)), CUES, trials=40, resamples=200)
    one = found.systems[1].measures["Cues"]["f1"]
    values = [f1_of(run) for run in (*a, *b)]
    every = [
        abs(
            mean_of([values[n] for n in chosen])
            - mean_of([values[n] for n in range(7) if n not in chosen])
        )
        for chosen in itertools.combinations(range(7), 4)
    ]
    observed = abs(mean_of(values[3:]) - mean_of(values[:3]))
    assert one.difference == pytest.approx(float(mean_of(values[3:]) - mean_of(values[:3])))
    assert one.p_runs == sum(way >= observed for way in every) / len(every)
    assert found.systems[1].smallest_p_runs == 1 / 35


@pytest.mark.parametrize("numbers, smallest", [((5, 5), 2 / 252), ((5, 4), 1 / 126), ((3, 3), 0.1)])
def test_the_smallest_p_runs_is_there_and_can_be_reached(numbers, smallest) -> None:
    good, bad = Tally(2, 2, 2, 0, 0), Tally(2, 2, 1, 1, 1)
    systems = systems_of(([[bad, bad]] * numbers[0], [[good, bad]] * numbers[1]))
    found = compare_units(systems, CUES, resamples=200).systems[1]
    assert found.smallest_p_runs == pytest.approx(smallest)
    assert found.measures["Cues"]["f1"].p_runs == pytest.approx(smallest)


@given(runs_of(2, 4), runs_of(2, 4))
@settings(max_examples=examples(30))
def test_p_sentences_exchanges_a_sentence_in_all_runs_at_once(a, b) -> None:
    found = compare_units(systems_of((a, b)), CUES, trials=40, resamples=200)

    def difference(swaps) -> Fraction:
        sides = [
            mean_of([f1_of([pair[swap ^ side][n] for n, swap in enumerate(swaps)]) for pair in zip(a, b)])
            for side in (0, 1)
        ]  # fmt: skip
        return abs(sides[1] - sides[0])

    every = [difference(swaps) for swaps in itertools.product((0, 1), repeat=4)]
    expected = sum(way >= every[0] for way in every) / len(every)
    assert found.systems[1].measures["Cues"]["f1"].p_sentences == pytest.approx(expected, abs=1e-15)
    assert found.systems[1].is_exact


@given(runs_of(3, 5), runs_of(3, 5), st.integers(0, 99))
@settings(max_examples=examples(25))
def test_p_and_the_interval_are_those_of_a_few_independent_lines(a, b, seed) -> None:
    """The same resamples, in exact fractions up to the root and t."""
    found = compare_units(systems_of((a, b)), CUES, trials=10, resamples=200, seed=seed)
    one = found.systems[1].measures["Cues"]["f1"]
    values = [[f1_of(run) for run in runs] for runs in (a, b)]
    difference = mean_of(values[1]) - mean_of(values[0])
    draw = random.Random(seed)
    drawn = []
    for _ in range(200):
        units = draw.choices(range(5), k=5)
        means = [mean_of([f1_of([run[n] for n in units]) for run in runs]) for runs in (a, b)]
        drawn.append(means[1] - means[0])
    parts = [(variance_of(drawn), 4), *[(variance_of(own) / 3, 2) for own in values]]
    variance = sum(part for part, _ in parts)
    if not variance:
        assert one.p == (None if difference else 1.0)
        return
    freedom = float(variance**2 / sum(part**2 / number for part, number in parts))
    error = math.sqrt(variance)
    assert one.p == pytest.approx(p_of_t(float(difference) / error, freedom), abs=1e-6)
    low, high = one.difference_interval
    assert (low + high) / 2 == pytest.approx(float(difference), abs=1e-9)
    assert p_of_t((high - low) / 2 / error, freedom) == pytest.approx(0.05, abs=1e-6)


@given(runs_of(3, 3), runs_of(3, 3))
@settings(max_examples=examples(10))
def test_the_variance_of_resamples_is_near_that_of_all_there_are(a, b) -> None:
    """All 27 ways to draw three units from three, each as likely, in exact fractions."""
    systems = systems_of((a, b))
    every = []
    for units in itertools.product(range(3), repeat=3):
        means = [mean_of([f1_of([run[n] for n in units]) for run in runs]) for runs in (a, b)]
        every.append(means[1] - means[0])
    exact = float(sum((one - mean_of(every)) ** 2 for one in every) / 27)
    measured = Measured(CUES, [run.units for one in systems for run in one.runs])
    numbers = [measured.units(run.units) for one in systems for run in one.runs]
    units = [[n for run in unit for n in run] for unit in zip(*numbers)]
    drawn = []
    for columns in resampled(units, 4000, 3):
        means = [measured.means(columns, range(start, start + 3))[2] for start in (0, 3)]
        drawn += [other - one for one, other in zip(*means)]
    assert statistics.pvariance(drawn) == pytest.approx(exact, rel=0.2, abs=1e-9)


def test_two_runs_are_too_few_for_p_and_it_is_said(runs) -> None:
    text = run("-s", *runs, "--rows", "cues", "--metrics", "f1", *FEW)
    assert "no p: the 2 runs of b are too few to know how much they vary" in folded_again(text)
    assert "give three or more" in folded_again(text)
    found = json.loads(run("-s", *runs, *FEW, "--format", "json"))["systems"][1]
    one = found["measures"]["Cues"]["f1"]
    assert not {"p", "p_holm", "interval", "difference_interval", "p_sentences"} & {*one}
    assert {"mean", "standard_deviation", "values", "difference", "p_runs"} < {*one}
    assert [words.partition(":")[0] for words in found["without"]] == ["no p_sentences", "no p"]
    paper = run("-s", *runs, "--paper", *FEW)
    table, _, caption = paper.partition("\n\n")
    assert "\u2020" not in table and "no p: the 2 runs of b" in folded_again(caption).replace(
        "No", "no"
    )


def folded_again(text: str) -> str:
    """Return a text whose lines were folded as one line."""
    return " ".join(text.split())


def test_one_run_against_several_has_p_if_it_is_deterministic(more_runs) -> None:
    a, _ = more_runs
    words = ["-s", SYSTEM, a, "--names", "rules", "a", *FEW, "--format", "json"]
    found = json.loads(run(*words))["systems"]
    assert "p" not in found[1]["measures"]["Cues"]["f1"]
    assert "no p: rules has one run" in " ".join(found[1]["without"])
    known = json.loads(run(*words, "--deterministic", "rules"))
    one = known["systems"][1]["measures"]["Cues"]["f1"]
    assert 0 < one["p"] <= 1 and one["difference_interval"][0] < one["difference"]
    assert known["systems"][0]["measures"]["Cues"]["f1"]["interval"]
    assert "|runs:1(deterministic),3|" in known["signature"]
    # A system with one run is repeated where sentences are exchanged.
    assert one["p_sentences"] == found[1]["measures"]["Cues"]["f1"]["p_sentences"]
    assert "not one of the systems" in run(*words, "--deterministic", "x", status=2)
    refused = run("-s", SYSTEM, a, "--deterministic", "a", *FEW, status=2)
    assert "--deterministic a has 3 runs: give one of them" in refused


def test_runs_of_a_system_have_mean_and_deviation_and_p(more_runs) -> None:
    words = ["-s", *more_runs, "--nis", *FEW, "--format"]
    found = json.loads(run(*words, "json"))
    assert [system["name"] for system in found["systems"]] == ["a", "b"]
    assert found["systems"][0]["runs"] == ["run0.txt", "run1.txt", "run2.txt"]
    for folder, system in zip(more_runs, found["systems"]):
        reports = [score_files(GOLD, str(p), nis=True) for p in sorted(folder.iterdir())]
        for label in ("Cues", "Full negation", "NIS ex"):
            for score in ("precision", "recall", "f1"):
                one = system["measures"][label][score]
                values = [getattr(report[label], score) for report in reports]
                assert one["values"] == values
                printed = [getattr(report[label].printed, score) for report in reports]
                assert one["printed_values"] == printed
                assert math.isclose(one["mean"], statistics.fmean(values))
                assert math.isclose(one["standard_deviation"], statistics.stdev(values))
    rows = [line.split("\t") for line in run(*words, "tsv").splitlines()]
    as_dicts = [dict(zip(rows[0], row)) for row in rows[1:]]
    for row in as_dicts:
        system = found["systems"]["ab".index(row["system"])]
        one = system["measures"][row["measure"]][row["score"]]
        assert float(row["value"]) == one["mean"] and row["printed"] == ""
        for name in ("difference", "p", "p_holm", "p_runs", "p_sentences"):
            assert row[name] == ("" if one.get(name) is None else repr(one[name]))
    cues = found["systems"][1]["measures"]["Cues"]["f1"]
    for form in ("text", "markdown", "latex", "html"):
        text = run("-s", *more_runs, *FEW, "--format", form)
        assert all(name in text.replace("\\", "") for name in ("p_runs", "p_sentences"))
        escaped = {"markdown": "&lt;", "latex": r"\textless{}", "html": "&lt;"}.get(form, "<")
        for name in ("p", "p_runs", "p_sentences"):
            assert probability(cues[name]).replace("<", escaped) in text


def test_runs_in_python_are_those_of_the_command(more_runs) -> None:
    paths = {folder.name: sorted(map(str, folder.iterdir())) for folder in more_runs}
    found = compare_files(GOLD, paths, trials=100, resamples=200)
    told = json.loads(run("-s", *more_runs, *FEW, "--format", "json"))
    for system, other in zip(found.to_dict()["systems"], told["systems"]):
        assert json.loads(json.dumps(system["measures"])) == other["measures"]
    rows = found.to_rows()
    assert {*rows[0]} == {
        *run("-s", *more_runs, *FEW, "--format", "tsv").splitlines()[0].split("\t")
    }
    assert {row["runs"] for row in rows} == {3}
    gold = list(read_columns(GOLD))
    in_memory = {name: [list(read_columns(path)) for path in own] for name, own in paths.items()}
    same = compare(gold, in_memory, trials=100, resamples=200)
    assert same.to_rows() == rows
    two_golds = {name: [[path, path] for path in own] for name, own in paths.items()}
    pooled = compare_files([GOLD, GOLD], two_golds, trials=100, resamples=200)
    for one, other in zip(pooled.to_rows(), rows):
        assert one["value"] == pytest.approx(other["value"])


@pytest.mark.parametrize(
    "systems, error, words",
    [
        ([SYSTEM, GOLD], TypeError, "a name for each"),
        ({"a": [], "b": SYSTEM}, ValueError, "a has no run"),
        ({"a": [[SYSTEM, SYSTEM]], "b": SYSTEM}, ValueError, "2 files for 1 of gold"),
    ],
)
def test_what_is_no_system_is_refused_in_python(systems, error, words) -> None:
    with pytest.raises(error, match=words):
        compare_files(GOLD, systems)


def test_sentences_that_are_none_are_refused_in_python() -> None:
    sentence = Sentence(["No"], [Negation([0])])
    for systems in ([[sentence]], {"a": [sentence, [sentence]], "b": [sentence]}, {"a": ["x"]}):
        with pytest.raises(TypeError, match="a name for each|give its sentences"):
            compare([sentence], systems)
    with pytest.raises(
        ValueError, match="deterministic names 'c', which is not one of the systems: a, b"
    ):
        compare([sentence], {"a": [sentence], "b": [sentence]}, deterministic=["c"])


def test_copies_of_a_run_are_named(more_runs) -> None:
    a, b = more_runs
    for number in (3, 4, 5, 6, 7):
        shutil.copy(a / "run1.txt", a / ("run%d.txt" % number))
    found = answer(["compare", "-g", GOLD, "-s", str(a), str(b), *FEW])
    said = found.stderr.decode()
    assert (
        "warning: the same, byte for byte, as another run; they are counted, but are no further"
        in said
    )
    assert "run3.txt (as " in said and "and 1 more" in said


def test_few_documents_have_no_p_of_runs_and_captions_speak_of_the_unit(
    more_runs, tmp_path
) -> None:
    words = ["-s", *more_runs, "--unit", "document", *FEW]
    caption = folded_again(run(*words, "--paper"))
    assert "the error of runs and of documents" in caption and "sentences" not in caption
    gold = list(read_columns(GOLD))[:4]
    runs = [[*gold], [*gold[:3], gold[3]._replace(negations=())], [*gold]]
    found = compare(gold, {"a": runs, "b": runs[::-1]}, scorer="eval.cd-sco-patched", resamples=200)
    assert found.systems[1].measures["Cues"]["f1"].p is None
    assert "4 sentences are too few to know how much they vary" in found.systems[1].without[-1]


def test_captions_say_only_what_was_done(more_runs) -> None:
    a, b = more_runs
    one = folded_again(answer(["score", "-g", GOLD, "-s", str(a), "--paper"]).stdout.decode())
    assert one.endswith("over 3 runs. Means and deviations are of unrounded values.")
    taken = run(
        "-s",
        SYSTEM,
        a,
        "--names",
        "rules",
        "a",
        "--deterministic",
        "rules",
        "--paper",
        *FEW,
    )
    assert "rules (1, taken as deterministic), a (3)" in folded_again(taken)
    assert "A single run is shown as the report prints it" in folded_again(taken)
    (b / "run1.txt").write_text("x")
    rest = answer(["compare", "-g", GOLD, "-s", str(a), str(b), "--pool-the-rest", "--paper", *FEW])
    assert "a (3), b (2 of 3)" in folded_again(rest.stdout.decode()) and rest.status == 1
    many = ["--unit", "document", "--paper", "--trials", "5000", "--resamples", "200"]
    exact = folded_again(run("-s", SYSTEM, GOLD, *many))
    assert "paired exact randomisation, all exchanges of the documents that differ;" in exact
    assert "intervals" not in exact


def test_a_gold_file_among_the_runs_is_told(more_runs) -> None:
    a, b = more_runs
    shutil.copy(GOLD, a / "larger.gold.txt")
    shutil.copy(GOLD, b / "run9.txt")
    found = answer(["compare", "-g", GOLD, "-s", str(a), str(b), *FEW, "--format", "json"])
    said = found.stderr.decode()
    assert "passed over, named as gold: %s" % (a / "larger.gold.txt") in said
    copy = "run9.txt is the same as gold, byte for byte: is it gold, and not a system's file?"
    assert copy in said
    systems = json.loads(found.stdout)["systems"]
    assert [len(system["runs"]) for system in systems] == [3, 4]


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
    words = ["compare", "-g", str(gold), "-s", *map(str, folders), *FEW, "--format", "json"]
    found = json.loads(answer(words).stdout)
    alone = json.loads(run("-s", *runs, *FEW, "--format", "json"))
    for system, other in zip(found["systems"], alone["systems"]):
        assert system["runs"] == [name.removesuffix(".txt") for name in other["runs"]]
        for label, scores in system["measures"].items():
            for score, one in scores.items():
                assert one["mean"] == pytest.approx(other["measures"][label][score]["mean"])
    (folders[1] / "run0" / "two.txt").unlink()
    failed = answer(words)
    assert failed.status == 1 and b"two.txt has no partner" in failed.stderr
    rest = json.loads(answer([*words, "--pool-the-rest"]).stdout)
    assert rest["signature"].endswith("|files:1-of-2-gold-files")
    for system, other in zip(rest["systems"], alone["systems"]):
        assert len(system["runs"]) == len(other["runs"])
        assert system["measures"] == other["measures"]


def test_sentences_of_runs_say_in_how_many_they_are_right(runs) -> None:
    found = answer(["compare", "-g", GOLD, "-s", *map(str, runs), "--format", "jsonl"])
    rows = [json.loads(line) for line in found.stdout.splitlines()]
    assert len(rows) > 10 and found.status == 0
    for row in rows:
        assert row["of"] == sum(len(take["names"]) for take in row["systems"])
        right = [len(take["names"]) for take in row["systems"] if not take["error"]]
        assert row["right"] == sum(right) == sum(one for one, _ in row["right_by_system"].values())
        assert set(row["directions"].popitem()[1].values()) <= {"fixed", "broken", "both wrong"}


def test_latex_needs_no_package_and_has_minus_signs(runs, other) -> None:
    words = ["--rows", "cues", "--metrics", "f1", *FEW, "--format"]
    for systems in ((SYSTEM, other), (*runs,)):
        latex = run("-s", *systems, *words, "latex")
        assert "& $-$" in latex and r"\hline" in latex and "rule" not in latex


TEX = shutil.which("pdflatex")


@pytest.mark.skipif(TEX is None, reason="there is no TeX here")
@pytest.mark.parametrize("of_runs", [False, True])
def test_latex_compiles_the_tables(runs, other, tmp_path, of_runs) -> None:
    systems = ["-s", *(runs if of_runs else (SYSTEM, other)), *FEW]
    names = ["--names", '[<a>|"--"', "*{b}_$\\^~#&%"]
    table = run(*systems, *names, "--nis", "--format", "latex")
    page = r"\documentclass{article}\begin{document}%s\end{document}"
    (tmp_path / "page.tex").write_text(page % ("\n" + table), encoding="utf-8")
    options = ["-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    result = subprocess.run([str(TEX), *options], cwd=tmp_path, capture_output=True, timeout=120)
    assert result.returncode == 0, result.stdout


def test_what_does_not_vary_has_no_p_and_the_reason_is_there() -> None:
    good, bad = Tally(1, 1, 1, 0, 0), Tally(1, 0, 0, 0, 1)
    systems = systems_of(([[bad] * 6] * 3, [[good] * 6] * 3))
    found = compare_units(systems, CUES, resamples=200).systems[1]
    assert found.measures["Cues"]["f1"].p is None
    assert found.without == ("no p: of rows in which neither runs nor sentences vary",)


def test_drawn_exchanges_of_runs_are_told_from_all_of_them(tmp_path) -> None:
    a, b = written_runs(tmp_path, (5, 5))
    words = ["-s", a, b, "--rows", "cues", "--metrics", "f1", "--resamples", "200", "--trials"]
    for trials, shown in (
        ("100", "are exchanged, 100 trials)"),
        ("300", "in all ways; p is 0.0079 or more)"),
    ):
        assert shown in folded_again(run(*words, trials))
    signature = json.loads(run(*words[:3], *FEW, "--format", "json"))["signature"]
    assert "|p_sentences:approximate|" in signature
