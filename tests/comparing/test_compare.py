"""Comparing systems: p and intervals against brute force, runs, the command, and what is refused."""

from __future__ import annotations

import itertools
import json
import pickle
import random
import shutil
import statistics
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT, command_answer, examples
from explanations import Parts, random_negation, sentence, with_errors
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from trials import said

from compat.tools.recorded import Case
from sem2012_scorer import (
    Comparison,
    Negation,
    Sentence,
    compare,
    compare_files,
    score,
    score_files,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.common.wording import width_in_terminal
from sem2012_scorer.comparing import randomize as chance
from sem2012_scorer.comparing.randomize import percentages_of_resample, randomize
from sem2012_scorer.comparing.runs import permutation_p, smallest_p

PATCHED = "eval.cd-sco-patched"
"""The scorer that does not abort where gold has no negation."""
RIGHT: list[Parts] = [({0: "nobody"}, {1: "saw"}, {1: "saw"})]
NAMES = {"p": "precision", "r": "recall", "f1": "f1"}
CASE = Case("larger-english")
GOLD, SYSTEM = CASE.files


def cells(found: Comparison, name: str = "b") -> dict[tuple[str, str], dict[str, float]]:
    return {
        (row["measure"], NAMES[row["score"]]): row
        for row in found.to_rows()
        if row["system"] == name
    }


def scored(gold: Sequence[Sentence], system: Sequence[Sentence]) -> dict[tuple[str, str], float]:
    report = score(gold, system, PATCHED, nis=True)
    rows = {label: report[label] for label in report}
    return {(label, n): getattr(row, n) for label, row in rows.items() for n in NAMES.values()}


def random_systems(seed: int, number: int) -> tuple[list[Sentence], ...]:
    """Return gold and two systems of `number` sentences, the first of which both have right."""
    draw = random.Random(seed)
    sides: tuple[list[Sentence], ...] = ([sentence(RIGHT)], [sentence(RIGHT)], [sentence(RIGHT)])
    for _ in range(number - 1):
        gold = [random_negation(draw) for _ in range(draw.choice([0, 1, 1, 2]))]
        both = with_errors(draw, gold), with_errors(draw, gold, 0.6)
        for side, negations in zip(sides, (gold, *both)):
            side.append(sentence(negations))
    return sides


@given(st.integers(0, 2**32))
@settings(max_examples=examples(40))
def test_p_is_the_share_of_all_swaps_with_as_great_a_difference(seed: int) -> None:
    """All 2^5 ways to swap the sentences themselves, each scored."""
    gold, first, second = random_systems(seed, 5)
    found = cells(compare(gold, {"a": first, "b": second}, PATCHED, True))
    differences = []
    for swaps in itertools.product((False, True), repeat=len(gold)):
        both = [[p[s ^ side] for p, s in zip(zip(first, second), swaps)] for side in (False, True)]
        before, after = (scored(gold, side) for side in both)
        differences.append({key: abs(after[key] - before[key]) for key in before})
    values = scored(gold, second)
    assert len(found) >= 15
    for key, row in found.items():
        assert row["value"] == pytest.approx(values[key], abs=1e-8)
        as_great = sum(one[key] >= differences[0][key] - 1e-8 for one in differences)
        assert row["p"] == pytest.approx(as_great / len(differences), abs=1e-12), key


@given(st.integers(0, 2**32))
@settings(max_examples=examples(20))
def test_intervals_lie_where_all_resamples_say(seed: int) -> None:
    """All 4^4 ways to draw four sentences: 1,000 draws find nearly their percentiles.

    Sentences in which nobody has a negation are not drawn: they count nowhere.
    """
    gold, first, second = random_systems(seed, 4)
    counted = [n for n in range(4) if any(side[n].negations for side in (gold, first, second))]
    assume(counted)
    found = cells(compare(gold, {"a": first, "b": second}, PATCHED, True))
    every, known = [], dict[tuple[int, ...], dict[tuple[str, str], float]]()
    for drawn in itertools.product(counted, repeat=len(counted)):
        key = tuple(sorted(drawn))
        if key not in known:
            a, b = ([side[n] for n in drawn] for side in (first, second))
            before, after = (scored([gold[n] for n in drawn], side) for side in (a, b))
            known[key] = {cell: after[cell] - before[cell] for cell in before}
        every.append(known[key])
    for cell, row in found.items():
        values = sorted(one[cell] for one in every)
        low, high = row["difference_low"], row["difference_high"]
        of = len(values)
        # 25 of 1,000 lie below, with a deviation of 5.
        assert values[int(of * 0.003)] - 1e-6 <= low <= values[int(of * 0.06)] + 1e-6
        assert values[of - 1 - int(of * 0.06)] - 1e-6 <= high
        assert high <= values[of - 1 - int(of * 0.003)] + 1e-6


def found_in(right: Sequence[bool]) -> list[Sentence]:
    """Return a system that has the one cue of each of some sentences, or not."""
    return [Sentence(["No", "rain"], [Negation([0])] * is_right) for is_right in right]


def test_sampled_p_is_that_of_an_independent_few_lines() -> None:
    draw = random.Random(2)
    sides = [[(n := draw.randint(0, 1), 1, n, 1) for _ in range(40)] for _ in range(2)]
    differs = [a != b for a, b in zip(*sides)]
    p, number, is_exact = randomize(*sides, differs, trials=500, seed=7)
    moved = [pair for pair, differ in zip(zip(*sides), differs) if differ]
    rng, reached = random.Random(7), 0
    apart = abs(sum(a[0] for a, _ in moved) - sum(b[0] for _, b in moved))
    for _ in range(500):
        bits = rng.getrandbits(len(moved))
        signs = [-1 if bits >> place & 1 else 1 for place in range(len(moved))]
        reached += abs(sum(s * (a[0] - b[0]) for s, (a, b) in zip(signs, moved))) >= apart
    assert not is_exact and number == len(moved)
    assert p[1] == (1 + reached) / 501
    assert percentages_of_resample([1, 2, 1, 4]) == (50.0, 25.0, pytest.approx(100 / 3))


def test_p_does_not_depend_on_the_rows_that_are_shown(tmp_path: Path) -> None:
    words = ["compare", "-g", GOLD, "-s", SYSTEM, str(Case("several-negations").system)]
    other = tmp_path / "other.txt"
    text = Path(SYSTEM).read_bytes()
    other.write_bytes(
        text.replace(b"\tnot\tnot", b"\tnot\tno").replace(
            b"\twithout\twithout\t_", b"\twithout\t_\t_"
        )
    )
    words = ["compare", "-g", GOLD, "-s", SYSTEM, GOLD, "--trials", "50", "--format", "json"]
    every, alone = (json.loads(answer(w).stdout) for w in (words, [*words, "--rows", "cues"]))
    assert alone["rows"] == [row for row in every["rows"] if row["measure"] == "Cues"] != []
    assert json.loads(answer([*words, "--seed", "1"]).stdout)["rows"] != every["rows"]


def test_holms_correction_is_over_the_systems_row_by_row() -> None:
    """Holm 1979: the least p times the number of systems, and so on, never falling."""
    gold = found_in([True] * 12)
    systems = {"base": gold}
    for name, missed in (("a", 8), ("b", 5), ("c", 1)):
        systems[name] = found_in([number >= missed for number in range(12)])
    found = compare(gold, systems)
    several = [cells(found, name)["Cues", "f1"] for name in "abc"]
    # Each sentence counts against the system: only two of all swaps are as great.
    raw = [2 / 2**missed for missed in (8, 5, 1)]
    assert [one["p"] for one in several] == raw
    assert [one["p_holm"] for one in several] == [3 * raw[0], 2 * raw[1], raw[2]]


def values_of(runs: Sequence[int]) -> list[list[Sentence]]:
    """Return runs of a system that has some of six cues: recalls of sixths."""
    return [found_in([place < number for place in range(6)]) for number in runs]


@given(*[st.lists(st.integers(0, 6), min_size=2, max_size=4)] * 2)
@settings(max_examples=examples(60))
def test_p_over_runs_is_that_of_all_arrangements(first: list[int], second: list[int]) -> None:
    found = compare(found_in([True] * 6), {"a": values_of(first), "b": values_of(second)})
    every, size = [*first, *second], len(second)

    def apart(chosen: Sequence[int]) -> Fraction:
        return abs(Fraction(sum(chosen), size) - Fraction(sum(every) - sum(chosen), len(first)))

    ways = [apart(chosen) >= apart(second) for chosen in itertools.combinations(every, size)]
    recall = cells(found)["Cues", "recall"]
    assert recall["p"] == pytest.approx(sum(ways) / len(ways), abs=1e-12)
    values = [100 * number / 6 for number in second]
    assert recall["value"] == pytest.approx(statistics.fmean(values))
    assert recall["standard_deviation"] or statistics.stdev(values) == 0
    assert recall["difference_low"] is None


@pytest.mark.parametrize(
    "first, second, smallest",
    [([0] * 3, [6] * 3, 2 / 20), ([0] * 5, [6] * 5, 2 / 252), ([0] * 5, [6] * 2, 1 / 21)],
)
def test_the_smallest_p_of_a_few_runs_is_known(
    first: list[int], second: list[int], smallest: float
) -> None:
    found = compare(found_in([True] * 6), {"a": values_of(first), "b": values_of(second)})
    assert cells(found)["Cues", "recall"]["p"] == pytest.approx(smallest)
    assert found.differences[0].least == pytest.approx(smallest)


def test_runs_that_can_never_differ_significantly_are_said_to() -> None:
    runs = {"a": values_of([0, 1]), "b": values_of([5, 6])}
    said = str(compare(found_in([True] * 6), runs)).splitlines()[0]
    assert said == "no difference can be significant: the smallest possible p is 0.3333"


def test_one_run_against_several_has_a_mean_and_no_p() -> None:
    found = compare(found_in([True] * 6), {"a": values_of([3])[0], "b": values_of([4, 6])})
    recall = cells(found)["Cues", "recall"]
    assert recall["p"] is None and recall["difference"] == pytest.approx(100 * (5 - 3) / 6)
    assert str(found).startswith("no test of b: one run against 2; give several runs of both\n")


def run(*words: object, status: int = 0) -> str:
    found = answer(["compare", "-g", GOLD, *map(str, words)])
    assert found.status == status, found.stderr
    return (found.stderr if status else found.stdout).decode()


def test_the_first_line_is_the_answer_and_the_table_fits_a_terminal(tmp_path: Path) -> None:
    lines = run("-s", SYSTEM, GOLD, "--names", "ours", "theirs", "--trials", "200").splitlines()
    assert (
        lines[0]
        == "theirs is better than ours in 6 of 6 rows (p < 0.05, not corrected for the number of rows)"
    )
    assert lines[2].split() == ["F1", "ours", "theirs", "difference", "95%", "interval", "p"]
    cues = next(line for line in lines if line.startswith("Cues")).split()
    assert cues[1:4] == ["89.13", "100.00", "+10.87"]
    copy = tmp_path / "copy.txt"
    copy.write_bytes(Path(SYSTEM).read_bytes())
    same = run("-s", SYSTEM, copy).splitlines()
    assert same[0] == "system.txt and copy.txt have the same counts in every sentence"
    long = ["--names", "a-system-with-a-long-name", "another_system_with_a_longer_one"]
    text = run("-s", SYSTEM, GOLD, *long, "--nis", "--metrics", "p,r,f1", "--trials", "50")
    table = [line for line in text.splitlines()[1:] if "  " in line]
    assert len(table) > 30 and max(map(len, table)) <= 100


def test_folders_are_runs_and_a_broken_run_is_named(tmp_path: Path) -> None:
    text = Path(SYSTEM).read_bytes()
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for number in range(3):
            (tmp_path / name / ("run%d.txt" % number)).write_bytes(text)
    words = ["-s", tmp_path / "a", tmp_path / "b", "--rows", "cues"]
    said = run(*words)
    assert said.startswith("%s: 3 runs of one system; for 3 systems give" % (tmp_path / "a"))
    assert "89.13 ± 0.00" in said and "95% interval" not in said and "smallest possible p" in said
    for form, shown in (("markdown", "89.13 ± 0.00"), ("latex", r"89.13 $\pm$ 0.00")):
        assert shown in run(*words, "--format", form)
    (tmp_path / "b" / "run1.txt").write_text("x\n")
    found = answer(["compare", "-g", GOLD, *map(str, words)])
    assert found.status == 1 and b"run1.txt" in found.stderr
    assert b"\nb: 1 of 3 runs was left out\n" in found.stdout


def test_json_and_tsv_have_all_numbers_unrounded() -> None:
    words = ["-s", SYSTEM, GOLD, "--trials", "100", "--nis"]
    found = compare_files(GOLD, {"system.txt": SYSTEM, "gold.txt": GOLD}, nis=True, trials=100)
    head, *rows = [line.split("\t") for line in run(*words, "--format", "tsv").splitlines()]
    expected = found.to_rows()
    assert head == [*expected[0], "signature"]
    plain = [["" if v is None else str(v) for v in row.values()] for row in expected]
    assert rows == [[*row, found.signature] for row in plain]
    result = json.loads(run(*words, "--format", "json"))
    assert result["sentences"] == 400 and result["signature"] == found.signature
    assert result["rows"] == expected


def test_unrounded_values_are_those_of_score_to_the_last_bit() -> None:
    compared = compare_files(GOLD, {"system": SYSTEM, "gold": GOLD}, nis=True, trials=1)
    number = 0
    for name, path in (("system", SYSTEM), ("gold", GOLD)):
        report = score_files(GOLD, path, nis=True)
        for row in compared.to_rows():
            if row["system"] == name and row["measure"] in report:
                expected = getattr(report[row["measure"]], NAMES[row["score"]])
                assert row["value"] == expected, row
                number += 1
    assert number == 2 * 3 * 10


def test_a_papers_table_says_what_was_computed_and_nothing_else() -> None:
    text = run(
        "-s", SYSTEM, GOLD, "--format", "latex", "--trials", "300", "--nis", "--punctuation", "form"
    )
    caption = next(line for line in text.splitlines() if line.startswith(r"\caption"))
    for words in ("F1 on", "400 sentences", "eval.cd-sco-2.2", "punctuation by form", "300 trials"):
        assert words in caption
    assert "bootstrap" not in caption and "runs" not in caption and r"p < 0.05" not in caption
    assert text.count(r"\textbf{100.00}$^{\ddagger}$") == 10


@pytest.mark.parametrize(
    "words, message",
    [
        (["-s", SYSTEM], "give two systems or more"),
        (["-s", SYSTEM, GOLD, "--rows", "x"], "eval.cd-sco has no row x; its rows: cues"),
        (["-s", SYSTEM, GOLD, "--rows", "nis-tok"], "has no row nis-tok without --nis"),
        (["-s", SYSTEM, GOLD, "--metrics", "x"], "--metrics takes p, r, f1"),
        (
            ["-s", SYSTEM, GOLD, "--names", "x"],
            "--names needs one name for each system: 1 name for 2 systems",
        ),
        (["-s", SYSTEM, GOLD, "--names", "a", "a"], "names that differ"),
        (["-s", SYSTEM, GOLD, "--punctuation", "tag"], "needs --nis"),
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


def test_a_file_that_hides_a_sentence_is_named_with_the_reason(tmp_path: Path) -> None:
    case = Case("system-without-final-blank")
    full = tmp_path / "full.txt"
    full.write_bytes(case.system.read_bytes() + b"\n")
    found = answer(["compare", "-g", str(case.gold), "-s", str(full), str(case.system)])
    assert found.status == 1 and not found.stdout
    assert (
        b"does a file lack its final blank line?" in found.stderr and b"system.txt" in found.stderr
    )


def test_a_seed_may_be_0_and_trials_may_not() -> None:
    call = [
        "compare",
        "-g",
        str(CASE.gold),
        "-s",
        str(CASE.system),
        str(CASE.gold),
        "--seed",
        "0",
        "--trials",
        "5",
    ]
    assert command_answer(call).status == 0
    assert command_answer([*call[:-1], "0"]).status == 2


def test_the_smallest_p_of_many_runs_is_that_of_sampled_permutations() -> None:
    assert smallest_p(5, 5) == 2 / 252 and smallest_p(3, 4) == 1 / 35
    assert smallest_p(20, 20) == permutation_p([0.0] * 20, [9.0] * 20) == 1 / 10_001


def test_a_comparison_can_be_pickled() -> None:
    compared = compare_files(GOLD, {"ours": SYSTEM, "gold": GOLD}, nis=True, trials=10)
    again = pickle.loads(pickle.dumps(compared))
    assert again == compared and str(again) == str(compared)


def test_neges_gold_needs_a_scorer_that_is_named(tmp_path: Path) -> None:
    gold, system = Case("larger-spanish").files
    files = ["compare", "-g", gold, "-s", system, gold, "--trials", "10"]
    found = answer(files)
    assert (found.status, found.stdout) == (1, b"")
    assert (
        b"gold looks like a NEGES file" in found.stderr and b"--scorer scorer_task2" in found.stderr
    )
    for scorer in ("scorer_task2", "eval.cd-sco"):
        assert answer([*files, "--scorer", scorer]).status == 0


def test_metrics_limit_the_rows_of_tsv_and_json() -> None:
    words = ["compare", "-g", GOLD, "-s", SYSTEM, GOLD, "--trials", "10"]
    for metrics, scores in (([], {"p", "r", "f1"}), (["--metrics", "f1"], {"f1"})):
        lines = answer([*words, *metrics, "--format", "tsv"]).stdout.decode().splitlines()
        assert {line.split("\t")[2] for line in lines[1:]} == scores
        rows = json.loads(answer([*words, *metrics, "--format", "json"]).stdout)["rows"]
        assert {row["score"] for row in rows} == scores and len(rows) == len(lines) - 1


def test_sentences_that_count_nowhere_are_not_drawn() -> None:
    """A thousand plain sentences more change no interval and no p."""
    gold, ours, theirs = random_systems(5, 30)
    plain = [Sentence(["So", "it", "is", "."])] * 1000
    short = compare(gold, {"a": ours, "b": theirs}, PATCHED, trials=200)
    long = compare(
        [*gold, *plain], {"a": [*ours, *plain], "b": [*theirs, *plain]}, PATCHED, trials=200
    )
    assert short.differences == long.differences


def test_many_sentences_are_swapped_as_few_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above a number of sentences sums are not looked up: p is the same."""
    draw = random.Random(4)
    sides = [[(n := draw.randint(0, 1), 1, n, 1) for _ in range(70)] for _ in range(2)]
    differs = [a != b for a, b in zip(*sides)]
    found = randomize(*sides, differs, trials=300, seed=3)
    monkeypatch.setattr(chance, "MOST_TABLED", 10)
    assert randomize(*sides, differs, trials=300, seed=3) == found


def test_too_few_trials_are_named() -> None:
    second = ROOT / "fixtures/predictions/second-system.txt"
    words = ("-s", SYSTEM, str(second), "--rows", "cues", "--trials")
    said = "no difference can be significant: the smallest possible p is"
    assert f"{said} 0.0909" in run(*words, "10") and said in run(*words, "19")
    assert "is better than" in run(*words, "99")


def test_a_percentage_of_sentences_has_one_column_in_a_table() -> None:
    second = ROOT / "fixtures/predictions/second-system.txt"
    words = ("--rows", "cues,sentences", "--metrics", "p,r,f1", "--trials", "20")
    head = run("-s", SYSTEM, str(second), *words, "--format", "markdown").splitlines()[0]
    assert [cell.strip() for cell in head.split("|")[2:-1]] == [
        "Cues P", "Cues R", "Cues F1", "% correct sentences"
    ]  # fmt: skip


def test_the_verdict_is_on_a_score_that_is_shown() -> None:
    """Precision differs nowhere here: the verdict on F1 must not stand above a table of precision."""
    folder = Path("fixtures/larger-english")
    words = [
        "-g",
        str(folder / "gold.txt"),
        "-s",
        str(folder / "system.txt"),
        str(folder / "gold.txt"),
    ]
    shown = {by: answer(["compare", *words, "--metrics", by]) for by in ("p", "r,f1", "f1")}
    first = {by: found.stdout.decode().split("\n")[0] for by, found in shown.items()}
    assert "gold.txt is better than system.txt by P in 6 of 6 rows" in first["p"]
    assert "gold.txt is better than system.txt by F1 in 6 of 6 rows" in first["r,f1"]
    assert "gold.txt is better than system.txt in 6 of 6 rows" in first["f1"]


@pytest.mark.parametrize(
    "names",
    [
        ["the-first-system-" + "a" * 45, "the-second-system-" + "b" * 45, "the-third-" + "c" * 45],
        ["x" * 200 + "1" + "y" * 200, "x" * 200 + "2" + "y" * 200, "短" * 90],
    ],
)
def test_long_names_are_cut_in_the_middle(names: list[str]) -> None:
    third = ROOT / "fixtures" / "predictions" / "second-system.txt"
    lines = run("-s", SYSTEM, GOLD, third, "--names", *names, "--trials", "50").splitlines()
    heads = [line for line in lines if line.startswith("F1 ")]
    assert len(heads) == 2
    for head, name in zip(heads, names[1:]):
        _, first, second, _ = head.split()[:4]
        assert "…" in first and "…" in second and first != second
        assert (first[0], second[0]) == (names[0][0], name[0])
    assert max(map(width_in_terminal, lines)) <= 100


def test_a_stream_of_gold_is_read_once_for_all_systems() -> None:
    systems = {"ours": SYSTEM, "gold": GOLD}
    with open(GOLD, "rb") as stream:
        found = compare_files(stream, systems, trials=20)
    assert found == compare_files(GOLD, systems, trials=20)


def test_what_was_tested_cannot_be_changed_afterwards() -> None:
    (difference,) = compare_files(GOLD, {"ours": SYSTEM, "gold": GOLD}, trials=20).differences
    assert isinstance(difference.p, tuple) and isinstance(difference.p_holm, tuple)
    assert isinstance(difference.intervals, tuple)


def test_nothing_is_said_of_a_table_that_is_not_shown(tmp_path: Path) -> None:
    shutil.copy(SYSTEM, tmp_path / "copy.txt")
    text = run("-s", SYSTEM, tmp_path / "copy.txt")
    assert "400 sentences.\n" in text
    for word in ("bootstrap", "B rows", "Precision and recall", "table"):
        assert word not in text


def test_a_seed_that_is_no_number_is_refused() -> None:
    with pytest.raises(TypeError, match="seed is a whole number, not 'x'"):
        compare_files(GOLD, {"ours": SYSTEM, "gold": GOLD}, trials=20, seed="x")  # type: ignore[arg-type]


def test_a_percentage_of_sentences_is_not_called_f1() -> None:
    out = said("compare", "-g", GOLD, "-s", SYSTEM, GOLD, "--rows", "cues", "cns")[1]
    (head,) = [line for line in out.splitlines() if "95% interval" in line]
    assert head.startswith("F1 or %")
