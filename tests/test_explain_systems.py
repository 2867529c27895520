"""Systems side by side: a sentence once, with what each system or run made of it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter

import pytest
from comparisons import damaged
from explanations import run
from smaller import SENTENCES, SMALLER

from compat.workbench.recorded import Case
from sem2012_scorer import explain_files
from sem2012_scorer.cli import answer

LARGE = SMALLER
GOLD, SYSTEM = LARGE.files


@pytest.fixture
def runs(tmp_path):
    """Two systems with three runs each, in folders."""
    text = LARGE.system.read_text()
    for name, share in (("a", 0.2), ("b", 0.05)):
        (tmp_path / name).mkdir()
        for seed in range(1, 4):
            lines = damaged(text, share * seed)
            (tmp_path / name / ("seed%d.txt" % seed)).write_text(lines)
    return tmp_path / "a", tmp_path / "b"


def explained(*words: object) -> str:
    found = answer(["explain", "-g", GOLD, *map(str, words)])
    assert found.status == 0, found.stderr
    return found.stdout.decode()


def test_a_sentence_stands_once_and_says_in_how_many_systems_it_is_right(runs) -> None:
    a, b = runs
    lines = explained("-s", a / "seed1.txt", b / "seed1.txt", SYSTEM, "--all", "--format", "jsonl")
    cards = [json.loads(line) for line in lines.splitlines()]
    sides = [list(explain_files(GOLD, str(p))) for p in (a / "seed1.txt", b / "seed1.txt", SYSTEM)]
    assert len(cards) == len(sides[0])
    for card, sentences in zip(cards, zip(*sides)):
        assert card["right"] == sum(not one.error for one in sentences) and card["of"] == 3
        names = [name for take in card["systems"] for name in take["names"]]
        assert len(names) == len(set(names)) == 3
        equal = Counter((one.system, one.outcomes) for one in sentences)
        assert sorted(equal.values()) == sorted(len(take["names"]) for take in card["systems"])


def test_runs_of_a_folder_are_one_system_with_mean_and_range(runs) -> None:
    text = explained("-s", *runs)
    f1 = [
        float(json.loads(run_json(path))["systems"][0]["totals"]["Cues"]["f1"])
        for path in sorted(runs[0].iterdir())
    ]
    shown = "%.2f [%.2f, %.2f]" % (sum(f1) / 3, min(f1), max(f1))
    assert re.search(r"^Cues +" + re.escape(shown), text, re.MULTILINE)
    assert "a (3 runs)" in text and re.search(r"right in a \d of 3, b \d of 3\n", text)
    found = json.loads(explained("-s", *runs, "--format", "json"))
    assert [(one["name"], one["run"]) for one in found["systems"]] == [
        (name, "seed%d" % seed) for name in "ab" for seed in (1, 2, 3)
    ]
    assert "costs" not in found
    by_system = {one["system"] for one in found["right"]}
    assert by_system == {"a", "b"}
    for name in by_system:
        assert sum(one["sentences"] for one in found["right"] if one["system"] == name) == SENTENCES


def run_json(path) -> str:
    return explained("-s", path, "--format", "json")


def test_names_stand_in_place_of_paths_in_every_format(runs) -> None:
    words = ("-s", *runs, "--names", "ours", "theirs", "--format")
    for form in ("text", "jsonl", "tsv", "html"):
        text = explained(*words, form)
        assert "ours" in text and "theirs" in text and str(runs[0]) not in text
    wrong = answer(["explain", "-g", GOLD, "-s", *map(str, runs), "--names", "one"])
    assert wrong.status == 2 and b"--names takes a name for each system: 2 here" in wrong.stderr


def test_the_table_has_a_line_for_each_error_of_each_system(runs) -> None:
    rows = list(
        csv.DictReader(io.StringIO(explained("-s", *runs, "--format", "tsv")), delimiter="\t")
    )
    for path in (*runs[0].iterdir(), *runs[1].iterdir()):
        label = "%s %s" % (path.parent.name, path.stem)
        errors = Counter(e for one in explain_files(GOLD, str(path)) for e in one.errors())
        assert Counter(row["kind"] for row in rows if row["system"] == label) == errors
    for row in rows[:50]:
        assert row["rows"] and row["text"] and (row["gold"] or row["kind"] == "invented")


def test_a_cell_that_a_spreadsheet_would_compute_gets_an_apostrophe(tmp_path) -> None:
    line = "d\t1\t%d\t%s\tx\tN\t*\t%s\t_\t_\n"
    for name, cues in (("gold", "=1+1"), ("system", "_")):
        (tmp_path / name).write_text(line % (0, "=1+1", cues) + line % (1, "@x", "@x") + "\n")
    words = ["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]
    text = answer([*words, "--format", "tsv"]).stdout.decode()
    assert "\t'=1+1 @x\t" in text and text.endswith("\t'=1+1 @x\n")


def test_of_a_system_that_cannot_be_scored_nothing_is_listed(runs) -> None:
    (runs[0] / "seed2.txt").write_text("junk\n\n")
    found = answer(["explain", "-g", GOLD, "-s", *map(str, runs), "--format", "jsonl"])
    cards = [json.loads(line) for line in found.stdout.splitlines()]
    assert found.status == 1 and b"seed2.txt" in found.stderr
    assert {card["of"] for card in cards} == {5}
    assert not any("a seed2" in take["names"] for card in cards for take in card["systems"])
    for form, words in (
        ("text", "left out, since not all of it can be paired and scored: a seed2"),
        ("html", "left out, since not all of it can be paired and scored: a seed2"),
        ("json", '"left_out": [\n    "a seed2"\n  ]'),
    ):
        found = answer(["explain", "-g", GOLD, "-s", *map(str, runs), "--format", form])
        assert words in found.stdout.decode() and b"wrong in a seed2" not in found.stdout


def test_a_run_that_lacks_a_file_is_not_in_the_mean(tmp_path) -> None:
    for name in ("one", "two"):
        (tmp_path / "gold").mkdir(exist_ok=True)
        (tmp_path / "gold" / (name + ".txt")).write_bytes(LARGE.gold.read_bytes())
        for seed in ("seed1", "seed2", "seed3"):
            (tmp_path / "a" / seed).mkdir(exist_ok=True, parents=True)
            (tmp_path / "a" / seed / (name + ".txt")).write_bytes(LARGE.system.read_bytes())
    (tmp_path / "a" / "seed2" / "two.txt").unlink()
    words = ["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "a"), "--format", "json"]
    found = answer(words)
    sums = json.loads(found.stdout)
    assert found.status == 1 and sums["left_out"] == ["seed2"]
    assert [(one["run"], one["sentences"]) for one in sums["systems"]] == [
        ("seed1", 2 * SENTENCES),
        ("seed3", 2 * SENTENCES),
    ]
    gone = answer(["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "b")])
    assert gone.status == 2 and gone.stderr.endswith(b"/b: no such file\n")


def test_of_two_systems_the_head_has_the_difference(runs) -> None:
    text = explained("-s", *runs)
    row = re.search(r"^Cues +([\d.]+) \[.*?\] +([\d.]+) \[.*?\] +([+-][\d.]+)$", text, re.MULTILINE)
    assert float(row[3]) == pytest.approx(float(row[2]) - float(row[1]), abs=0.011)
    assert " diff\n" in text and " diff\n" not in explained("-s", *runs, SYSTEM)


def test_an_option_without_effect_is_named() -> None:
    found = answer(["explain", "-g", GOLD, "-s", SYSTEM, "--format", "json", "--kind", "fp"])
    assert b"--kind has no effect with --format json" in found.stderr


def test_joiners_between_letters_stand_as_they_are_on_the_page(tmp_path) -> None:
    word = "نمی\u200cخواهم"
    line = "d\t1\t0\t%s\tx\tN\t*\t%s\t_\t_\n\n"
    for name, cue in (("gold", word), ("system", "نمی")):
        (tmp_path / name).write_text(line % (word, cue), encoding="utf-8")
    words = ["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]
    for form in ("text", "html"):
        text = answer([*words, "--format", form]).stdout.decode()
        assert word in text and "\\u200c" not in text
    assert "<dd dir=auto>" in answer([*words, "--format", "html"]).stdout.decode()


def test_the_words_at_the_edges_of_scopes_are_counted_by_side() -> None:
    case = "larger-english"
    found = json.loads(run("--format", "json", case=case))["systems"][0]["tables"]
    edges = {one["word"]: one["times"] for one in found["edge"]}
    missed = {word: number for word, number in edges.items() if word.startswith("missed left: ")}
    expected: Counter[str] = Counter()
    for sentence in explain_files(*Case(case).files):
        for pair in sentence.pairs:
            if pair.gold and pair.system:
                gold = dict(sentence.negation("gold", pair.gold).scope)
                system = dict(sentence.negation("system", pair.system).scope)
                if system:
                    for place in gold:
                        if place < min(system):
                            expected["missed left: " + gold[place].lower()] += 1
    assert missed == expected and len(missed) > 3
    assert {"cue", "form", "taken", "edge", "length", "words", "document"} <= set(found)


def test_many_files_are_not_open_at_a_time(tmp_path) -> None:
    resource = pytest.importorskip("resource")
    for side, source in (("gold", LARGE.gold), ("system", LARGE.system)):
        (tmp_path / side).mkdir()
        content = b"\n\n".join(source.read_bytes().split(b"\n\n")[:3]) + b"\n\n"
        for number in range(80):
            (tmp_path / side / ("f%d.txt" % number)).write_bytes(content)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    # The process of the tests has some files open itself.
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, before[1]))
    try:
        found = answer(["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert found.status == 0 and found.stdout.startswith(b"240 sentences, ")


def test_slips_of_every_run_are_named(tmp_path) -> None:
    line = "d\t1\t%d\t%s\tx\tJJ\t*\t%s\t%s\t_\n"
    gold = line % (0, "She", "_", "She") + line % (1, "unhappy", "un", "happy") + "\n"
    slip = line % (0, "She", "_", "She") + line % (1, "unhappy", "unhappy", "_") + "\n"
    (tmp_path / "gold.txt").write_text(gold)
    (tmp_path / "runs").mkdir()
    for seed, text in (("seed1", gold), ("seed2", slip)):
        (tmp_path / "runs" / (seed + ".txt")).write_text(text)
    words = ["explain", "-g", str(tmp_path / "gold.txt"), "-s", str(tmp_path / "runs")]
    for form in ("text", "html"):
        text = " ".join(answer([*words, "--format", form]).stdout.decode().split())
        assert "seed2: not divided into cue and rest as in gold: 1 of 1 affixal cue" in text
