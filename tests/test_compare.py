"""``compare``: intervals and paired tests, against enumeration and other implementations."""

from __future__ import annotations

import io
import itertools
import json
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import warnings
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import CORPORA, ROOT, with_corpora
from hypothesis import given, settings
from hypothesis import strategies as st

from compat.workbench.recorded import Case
from sem2012_scorer import (
    Counts,
    InstanceCounts,
    Negation,
    Sentence,
    Tally,
    UnreadWarning,
    compare,
    compare_files,
    explain_files,
    score_files,
    score_sentences,
    total,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.comparing.comparison import TooFewUnits, compare_units, statistics_of
from sem2012_scorer.comparing.resampling import Packing, Swapped, resampled
from sem2012_scorer.ground.counts import ScopeSums
from sem2012_scorer.ground.records import Addable, RecordType
from sem2012_scorer.ground.wording import probability
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.reporting.nis import Rules

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
LARGE = Case("larger-english")
GOLD, SYSTEM = LARGE.files
STATISTICS = statistics_of(ORIGINALS["eval.cd-sco"], None)


def damaged(text: str, share: float, seed: int = 1) -> str:
    """Return a system's file of which some sentences have lost their negations."""
    draw = random.Random(seed)
    sentences = []
    for sentence in text.split("\n\n"):
        if sentence.strip() and "\t***" not in sentence and draw.random() < share:
            rows = [line.split("\t")[:7] for line in sentence.split("\n")]
            sentence = "\n".join("\t".join([*row, "***"]) for row in rows)
        sentences.append(sentence)
    return "\n\n".join(sentences)


@pytest.fixture
def other(tmp_path):
    path = tmp_path / "damaged.txt"
    path.write_text(damaged(LARGE.system.read_text(), 0.1))
    return path


tallies = st.builds(Tally, *[st.integers(0, 6)] * 5)
scope_sums = st.builds(
    lambda *scores: (ScopeSums("tok", scores[0], scores[1]),),
    *[st.integers(0, 8).map(lambda n: n / 8)] * 2,
)
instances = st.builds(InstanceCounts, *[st.integers(0, 6)] * 6, scope_sums)
counts = st.builds(Counts, *[tallies] * 7, *[st.integers(0, 3)] * 4, instances)


@given(st.lists(counts, min_size=1, max_size=6))
def test_what_is_packed_is_unpacked_and_sums_are_sums(units) -> None:
    packing = Packing(units)
    assert [packing.unpack(packing.pack(one)) for one in units] == units
    assert packing.unpack(sum(map(packing.pack, units))) == sum(units, Counts())


def with_a_field_in_the_middle(counts):
    """Return counts of a type that has one tally and one number more than `Counts`, in the middle."""
    fields = {}
    for name, value in counts._asdict().items():
        fields[name] = value
        if name == "scopes":
            fields["another_tally"] = Tally(5, 4, 3, 2, 1)
        if name == "sentences":
            fields["another_number"] = 7
    zeros = {name: type(value)() for name, value in fields.items()}
    wider = RecordType("Wider", (Addable,), {"__annotations__": dict(zeros), **zeros})
    return wider(**fields)


@given(st.lists(counts, min_size=1, max_size=3))
@settings(max_examples=30)
def test_counts_are_packed_by_the_names_of_their_fields(units) -> None:
    wider = [with_a_field_in_the_middle(one) for one in units]
    packing = Packing(wider)
    found = [packing.unpack(packing.pack(one)) for one in wider]
    assert [one._asdict() for one in found] == [one._asdict() for one in wider]


@given(st.lists(st.tuples(counts, counts), min_size=1, max_size=6))
@settings(max_examples=40)
def test_all_ways_to_swap_are_gone_through_once(pairs) -> None:
    one, other = zip(*pairs)
    swapped = Swapped(one, other)
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    assert swapped.is_exact and swapped.differing == len(differing)
    expected = []
    for swaps in itertools.product((False, True), repeat=len(differing)):
        same = [pair[0] for pair in pairs if pair[0] == pair[1]]
        first = [pair[swap] for pair, swap in zip(differing, swaps)]
        expected.append(sum([*same, *first], Counts()).cues)
    assert Counter(found.cues for found, _ in swapped) == Counter(expected)
    both = sum([*one, *other], Counts())
    assert all(first + second == both for first, second in swapped)


def f1_of(tally: Tally) -> Fraction:
    """Return F1 in percent, exactly, computed in another way than the package does."""
    _, _, found, invented, missed = tally
    return Fraction(200 * found, 2 * found + invented + missed) if found else Fraction(0)


@given(st.lists(st.tuples(tallies, tallies), min_size=2, max_size=7))
@settings(max_examples=60)
def test_p_is_that_of_an_enumeration_by_a_few_independent_lines(pairs) -> None:
    systems = [[Counts(cues=pair[side], sentences=1) for pair in pairs] for side in (0, 1)]
    found = compare_units(
        [("a", systems[0]), ("b", systems[1])], {"Cues": STATISTICS["Cues"]}, resamples=1
    )

    def difference(swaps) -> Fraction:
        sides = [[pair[swap ^ side] for pair, swap in zip(pairs, swaps)] for side in (0, 1)]
        sums = [Tally(*map(sum, zip(*side))) for side in sides]
        return abs(f1_of(sums[1]) - f1_of(sums[0]))

    every = [difference(swaps) for swaps in itertools.product((0, 1), repeat=len(pairs))]
    # Differences of floating-point numbers may part where exact ones tie: hence the tolerance.
    expected = sum(one >= every[0] - Fraction(1, 10**12) for one in every) / len(every)
    assert found.systems[1].measures["Cues"]["f1"].p == pytest.approx(expected, abs=1e-15)
    assert found.systems[1].is_exact


def test_the_randomised_p_is_within_chance_of_the_exact_one() -> None:
    draw = random.Random(3)
    pairs = [
        (Tally(1, 1, draw.randrange(2), 0, 1), Tally(1, 1, draw.randrange(2), 0, 0))
        for _ in range(14)
    ]
    systems = [(name, [Counts(cues=p[n]) for p in pairs]) for n, name in enumerate("ab")]
    exact = compare_units(systems, STATISTICS, trials=2**14, resamples=1)
    drawn = compare_units(systems, STATISTICS, trials=2**14 - 1, resamples=1)
    assert exact.systems[1].is_exact and not drawn.systems[1].is_exact
    p, estimate = (c.systems[1].measures["Cues"]["f1"].p for c in (exact, drawn))
    assert 0 < p < 1
    assert abs(p - estimate) < 4 * math.sqrt(p * (1 - p) / 2**14) + 1 / 2**14


def test_intervals_are_those_of_another_bootstrap(other) -> None:
    units = [list(score_sentences(GOLD, str(path))) for path in (SYSTEM, other)]
    found = compare_units([("a", units[0]), ("b", units[1])], STATISTICS, trials=1)
    draw = random.Random(99)
    drawn = []
    for _ in range(1000):
        chosen = [draw.randrange(len(units[0])) for _ in units[0]]
        sums = [Tally(*map(sum, zip(*[side[i].cues for i in chosen]))) for side in units]
        values = [float(f1_of(tally)) for tally in sums]
        drawn.append((values[0], values[1], values[1] - values[0]))
    columns = [sorted(column) for column in zip(*drawn)]
    measures = [system.measures["Cues"]["f1"] for system in found.systems]
    for column, interval in zip(
        columns, (measures[0].interval, measures[1].interval, measures[1].difference_interval)
    ):
        width = column[974] - column[25]
        assert abs(column[25] - interval[0]) < 0.2 * width
        assert abs(column[974] - interval[1]) < 0.2 * width


def test_values_are_those_of_the_report_and_all_rows_are_there(other) -> None:
    found = compare_files(GOLD, {"a": SYSTEM, "b": str(other)}, nis=True, trials=50, resamples=20)
    for system, path in zip(found.systems, (SYSTEM, str(other))):
        report = score_files(GOLD, path, nis=True)
        assert tuple(system.measures) == report.labels
        for label in report.labels:
            for score in ("precision", "recall", "f1"):
                value = system.measures[label][score].value
                assert value == pytest.approx(getattr(report[label], score), abs=1e-9)
    baseline, one = (system.measures["Cues"]["f1"] for system in found.systems)
    assert (baseline.difference, baseline.p, baseline.p_holm) == (None, None, None)
    assert one.difference == one.value - baseline.value < 0


def test_holms_correction_is_made_over_the_systems() -> None:
    """Holm 1979: the least p times the number of systems, and so on, never falling."""
    base = [Counts(cues=Tally(1, 1, 1, 0, 0))] * 12
    worse = [Counts(cues=Tally(1, 1, 0, 1, 1))]
    systems = [("base", base)] + [
        (name, worse * number + base[number:]) for name, number in (("a", 8), ("b", 5), ("c", 1))
    ]
    found = compare_units(systems, STATISTICS, resamples=1)
    raw, corrected = zip(
        *[(s.measures["Cues"]["f1"].p, s.measures["Cues"]["f1"].p_holm) for s in found.systems[1:]]
    )
    assert raw[0] < raw[1] < raw[2]
    assert corrected == (
        3 * raw[0],
        max(2 * raw[1], 3 * raw[0]),
        max(raw[2], 2 * raw[1], 3 * raw[0]),
    )


def test_equal_systems_have_p_1_and_it_is_said() -> None:
    found = compare_files(GOLD, {"a": SYSTEM, "b": SYSTEM}, resamples=10)
    assert found.differing == 0 and found.systems[1].measures["Cues"]["f1"].p == 1.0
    shown = run("-s", SYSTEM, os.path.relpath(SYSTEM), "--names", "a", "b", "--resamples", "10")
    assert "b is no different from the baseline in any sentence" in shown


def test_the_same_seed_gives_the_same_bytes(other) -> None:
    words = ["-s", SYSTEM, other, "--format", "json", "--trials", "200", "--resamples", "50"]
    first = run(*words)
    assert run(*words) == first
    assert run(*words, "--seed", "1") != first


def test_documents_are_kept_together() -> None:
    few = {"resamples": 2, "trials": 2}
    assert compare_files(GOLD, {"a": SYSTEM, "b": GOLD}, **few).units == 400
    documents = {line.split("\t")[0] for line in LARGE.gold.read_text().split("\n") if line}
    found = compare_files(GOLD, {"a": SYSTEM, "b": GOLD}, unit="document", **few)
    assert found.units == len(documents) > 2
    whole = score_files(GOLD, SYSTEM)
    assert found.systems[0].measures["Cues"]["f1"].value == pytest.approx(whole["Cues"].f1)


def test_sentences_in_memory_are_compared_as_files_are() -> None:
    gold = [Sentence(["No", "rain", "fell"], [Negation([0], [1, 2], [2])])] * 4
    wrong = [Sentence(["No", "rain", "fell"], [Negation([0], [1])])] * 4
    found = compare(gold, {"wrong": wrong, "right": gold}, resamples=20)
    scopes = found.systems[1].measures["Scopes(cue match)"]["f1"]
    assert (scopes.value, scopes.difference, scopes.p) == (100.0, 100.0, 2 / 16)


def test_own_statistics_are_functions_of_counts(other) -> None:
    units = [list(score_sentences(GOLD, str(path))) for path in (SYSTEM, other)]
    errors = [sums.error_sentences for sums, _ in Swapped(*units, trials=20, seed=5)]
    assert len(errors) == 20 and len(set(errors)) > 1
    drawn = [sums[0].sentences for sums in resampled(units, 10)]
    assert drawn == [total(units[0]).sentences] * 10


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"unit": "word"}, "unit is one of sentence, document"),
        ({"trials": 0}, "positive numbers"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        compare_files(GOLD, {"a": SYSTEM, "b": GOLD}, **arguments)
    with pytest.raises(ValueError, match="two systems or more"):
        compare_files(GOLD, {"a": SYSTEM})


def test_a_system_that_hides_a_sentence_is_named_with_the_reason(tmp_path) -> None:
    case = Case("system-without-final-blank")
    full = tmp_path / "full.txt"
    full.write_bytes(case.system.read_bytes() + b"\n")
    found = answer(["compare", "-g", str(case.gold), "-s", str(full), str(case.system)])
    assert found.status == 1
    assert b"end every file with a blank line" in found.stderr and b"system.txt" in found.stderr
    with pytest.raises(TooFewUnits):
        one = Case("scope-too-short")
        compare_files(one.files[0], {"a": one.files[1], "b": one.files[0]}, unit="document")


# The command


def run(*words, status=0) -> str:
    found = answer(["compare", "-g", GOLD, *map(str, words)])
    assert found.status == status, found
    return (found.stdout + (found.stderr if status else b"")).decode()


FEW = ["--trials", "100", "--resamples", "40"]


def test_the_table_says_what_was_done_and_shows_values_differences_and_p(other) -> None:
    text = run("-s", SYSTEM, other, *FEW, "--rows", "cues,full", "--metrics", "f1,p")
    lines = text.splitlines()
    assert lines[:2] == ["baseline: system.txt", "system: damaged.txt"]
    assert "400 sentences, of which" in text and "100 trials, 40 resamples" in text
    assert "approximate randomisation" in text and "seed 12345" in text
    rows = [line for line in lines if line.startswith(("Cues", "Full", "Scope"))]
    assert [row.split()[0] for row in rows] == ["Cues", "Cues", "Full", "Full"]
    assert rows[0].split("  ")[0:1] == ["Cues         "] or "F1" in rows[0]
    assert rows[0].endswith("0.0099")


@pytest.mark.parametrize("form", ["json", "tsv", "markdown", "latex"])
def test_every_format_has_the_same_numbers(form, other) -> None:
    text = run("-s", SYSTEM, other, GOLD, *FEW, "--format", form, "--rows", "cues", "--nis")
    found = compare_files(
        GOLD,
        {"system.txt": SYSTEM, "damaged.txt": str(other), "gold.txt": GOLD},
        nis=True,
        trials=100,
        resamples=40,
    )
    one = found.systems[1].measures["Cues"]["f1"]
    if form == "json":
        result = json.loads(text)
        assert [system["name"] for system in result["systems"]] == [
            "system.txt",
            "damaged.txt",
            "gold.txt",
        ]
        assert list(result)[:8] == [
            "units", "differing", "method", "trials", "resamples", "unit", "seed", "signature",
        ]  # fmt: skip
        shown = result["systems"][1]["measures"]["Cues"]["f1"]
        assert shown == json.loads(json.dumps(one.to_dict()))
        assert "difference" not in result["systems"][0]["measures"]["Cues"]["f1"]
        assert set(result["systems"][0]["measures"]) == {"Cues"}
    elif form == "tsv":
        rows = [line.split("\t") for line in text.splitlines()]
        assert all(len(row) == 11 for row in rows)
        (row,) = [row for row in rows if row[:3] == ["damaged.txt", "Cues", "f1"]]
        assert float(row[3]) == one.value and float(row[9]) == one.p
    else:
        shown = text.replace("$-$", "-")
        (signature,) = re.findall(r"scorer:[^\s]+seed:12345", text)
        parts = (
            "units:400|",
            "differing:%d," % found.systems[1].differing,
            "trials:100|",
            "unit:sentence|",
        )
        assert all(part in signature for part in (*parts, "test:paired-approximate-"))
        assert "%.2f" % one.value in shown and "%+.2f" % one.difference in shown


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
    assert found.status == 0 and b"800 sentences, of which" in found.stdout


def test_the_baseline_may_be_chosen_and_names_given(other) -> None:
    words = ["-s", SYSTEM, other, *FEW, "--names", "ours", "theirs"]
    assert run(*words, "--baseline", "theirs").startswith("baseline: theirs\nsystem: ours\n")
    assert "none of the systems: ours, theirs" in run(*words, "--baseline", "x", status=2)


@pytest.mark.parametrize(
    "words, message",
    [
        (["-s", SYSTEM], "two systems or more"),
        (["-s", SYSTEM, SYSTEM], "is named twice"),
        (["-s", SYSTEM, GOLD, "--rows", "x"], "there is no row 'x'"),
        (["-s", SYSTEM, GOLD, "--metrics", "x"], "--metrics takes p, r, f1"),
        (["-s", SYSTEM, GOLD, "--names", "x"], "--names takes a name"),
        (["-s", SYSTEM, GOLD, "--nis-punctuation", "tag"], "goes with --nis"),
        (["-s", SYSTEM, GOLD, "-o", SYSTEM], "is one of the inputs"),
    ],
)
def test_wrong_usage_says_what_would_be_right(words, message) -> None:
    assert message in run(*words, status=2)


def test_files_that_cannot_be_scored_are_told_as_by_score(tmp_path) -> None:
    assert "cannot be opened" in run("-s", SYSTEM, tmp_path / "none", status=1)
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
        found = compare_files(str(dev / "dev-09032012.txt"), systems, trials=300, resamples=100)
    assert found.systems[1].measures["Cues"]["f1"].p < 0.05


# What two systems do differently


def test_every_sentence_that_two_systems_do_differently_is_listed_with_its_direction(other) -> None:
    words = ["-s", SYSTEM, other, *FEW, "--format", "jsonl"]
    rows = [json.loads(line) for line in run(*words).splitlines()]
    sentences = {path: list(explain_files(GOLD, str(path))) for path in (SYSTEM, other)}
    differing = [
        one.name for one, another in zip(*sentences.values()) if one.outcomes != another.outcomes
    ]
    assert [row["sentence"] for row in rows] == differing
    table = ORIGINALS["eval.cd-sco"].table
    for measured in table.measured:
        right = [
            [all(w.kind == "tp" for w in s.outcomes if w.measured == measured) for s in side]
            for side in sentences.values()
        ]
        for direction, (before, after) in {"fixed": (False, True), "broken": (True, False)}.items():
            expected = sum((one, two) == (before, after) for one, two in zip(*right))
            assert sum(row["directions"].get(measured) == direction for row in rows) == expected
    (first, *_) = rows
    assert set(first["baseline"]) == {"negations", "outcomes", "errors"} == set(first["system"])


def test_the_page_has_the_table_with_intervals_and_the_sentences(other) -> None:
    page = run("-s", SYSTEM, other, *FEW, "--format", "html", "--rows", "cues,full")
    rows = [
        json.loads(line)
        for line in run("-s", SYSTEM, other, *FEW, "--format", "jsonl").splitlines()
    ]
    assert page.count("<article ") == len(rows) > 10
    assert page.count("class=interval") == 4 and page.count("<script") == 1
    assert "http" not in page and "larger-english" not in page
    assert page.count("<option value=broken>") == 1
    three = run("-s", SYSTEM, other, GOLD, *FEW, "--format", "html")
    assert "p (Holm)" in three and ", damaged.txt</span>" in three and ", gold.txt</span>" in three


def test_names_and_words_become_no_markup(tmp_path) -> None:
    text = Case("scope-too-short").gold.read_text().replace("gate", "<b>&")
    paths = []
    for name in ("gold.txt", "<i>.txt", "b.txt"):
        paths.append(tmp_path / name)
        paths[-1].write_text(text if name != "b.txt" else damaged(text, 1.0) + "\n")
    found = answer(
        [
            "compare",
            "-g",
            str(paths[0]),
            "-s",
            str(paths[1]),
            str(paths[2]),
            *FEW,
            "--format",
            "html",
        ]
    )
    page = found.stdout.decode()
    assert found.status in (0, 1) and "<i>.txt" not in page and "<b>&" not in page


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")
def test_a_browser_filters_the_page_by_direction_and_row(other, tmp_path) -> None:
    words = ["-s", SYSTEM, other, *FEW, "--format"]
    rows = [json.loads(line) for line in run(*words, "jsonl").splitlines()]
    probe = """<script>
    const shown = () => document.querySelectorAll("article:not([hidden])").length;
    const set = (id, value) => {
      const field = document.getElementById(id);
      field.value = value;
      field.dispatchEvent(new Event("change"));
    };
    const found = [shown()];
    set("kind", "broken"); found.push(shown());
    set("row", "cues"); found.push(shown());
    set("kind", "fixed"); found.push(shown());
    document.title = JSON.stringify(found);
    </script></body>"""
    page = tmp_path / "page.html"
    page.write_text(run(*words, "html").replace("</body>", probe), encoding="utf-8")
    profile = "--user-data-dir=%s" % (tmp_path / "profile")
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        profile,
        "--dump-dom",
    ]
    result = subprocess.run(
        [str(BROWSER), *options, page.as_uri()], capture_output=True, timeout=120, check=False
    )
    title = re.search(r"<title>(.*?)</title>", result.stdout.decode())
    directions = [row["directions"] for row in rows]
    assert title is not None and json.loads(title.group(1)) == [
        len(rows),
        sum("broken" in one.values() for one in directions),
        sum(one.get("cues") == "broken" for one in directions),
        sum(one.get("cues") == "fixed" for one in directions),
    ]


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


# Runs of a system


@pytest.fixture
def runs(tmp_path) -> tuple[Path, Path]:
    """Two folders: three runs of one system, two of another."""
    text = Path(SYSTEM).read_text(encoding="utf-8")
    folders = tmp_path / "a", tmp_path / "b"
    for folder, share, number in zip(folders, (0.1, 0.3), (3, 2)):
        folder.mkdir()
        for seed in range(number):
            content = damaged(text, share, seed)
            (folder / ("run%d.txt" % seed)).write_text(content, encoding="utf-8")
    return folders


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
    assert failed.status == 2 and b"two.txt has no partner" in failed.stderr


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


def test_progress_is_shown_on_a_terminal_after_a_second_and_nowhere_else(
    other, monkeypatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    clock = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    words = ["-s", SYSTEM, other, "--trials", "1000", "--resamples", "40"]
    for stream, is_shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr("sys.stderr", stream)
        run(*words)
        assert ("%" in stream.getvalue()) == is_shown
        assert not is_shown or stream.getvalue().endswith("\r\x1b[K")


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


def test_the_exact_p_of_negation_instances_is_that_of_exact_fractions() -> None:
    """Scores of instances are packed, so that equal sums may differ in their last places."""
    thirds = [[Fraction(p, 3) for p in parts] for parts in ((1, 2, 3, 0, 1), (2, 1, 2, 1, 2))]

    def counts(share: Fraction) -> Counts:
        sums = tuple(ScopeSums(name, float(share), float(share)) for name in ("tok", "ex"))
        return Counts(instances=InstanceCounts(1, 1, 1, 3, 3, 1, sums))

    one, other = (list(map(counts, side)) for side in thirds)
    statistics_of_nis = statistics_of(ORIGINALS["eval.cd-sco"], Rules())
    found = compare_units([("a", one), ("b", other)], statistics_of_nis, resamples=2)
    apart = [b - a for a, b in zip(*thirds)]
    signs = list(itertools.product((1, -1), repeat=len(apart)))
    least = abs(sum(apart))
    right = sum(abs(sum(s * d for s, d in zip(sign, apart))) >= least for sign in signs)
    assert found.systems[1].measures["NIS tok"]["recall"].p == right / len(signs)


@pytest.mark.parametrize("content", [b"", b"x\n\n"])
def test_what_is_wrong_with_standard_input_is_told_of_it(content, other) -> None:
    command = [sys.executable, "-m", "sem2012_scorer.cli", "compare", "-g", GOLD, "-s"]
    result = subprocess.run([*command, SYSTEM, "-"], cwd=ROOT, input=content, capture_output=True)
    assert result.returncode == 1 and b"standard input:1: found" in result.stderr
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
