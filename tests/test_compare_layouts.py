"""How people lay out the runs of their systems, and what is found in them."""

from __future__ import annotations

import json
import shutil
from itertools import product
from pathlib import Path

import pytest
from comparisons import FEW, GOLD, SYSTEM, damaged

from compat.workbench.recorded import Case
from sem2012_scorer import ORIGINALS, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.commands.run_files import files_of_system, systems_in_folder


def laid_out(tmp_path, names, share=0.1):
    """Write damaged copies of the system under names, in a new folder; return the folder."""
    text = Path(SYSTEM).read_text(encoding="utf-8")
    folder = tmp_path / "laid"
    for seed, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(damaged(text, share, seed), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "names, runs_found",
    [
        (["seed1/test.txt", "seed2/test.txt"], ["seed1", "seed2"]),
        (
            ["seed1/test.txt", "seed1/dev.txt", "seed2/test.txt", "seed2/dev.txt"],
            ["seed1", "seed2"],
        ),
        (["a.seed1.test.txt", "a.seed2.test.txt"], ["a.seed1.test.txt", "a.seed2.test.txt"]),
        (
            ["a.seed1.test.txt", "a.seed2.test.txt", "a.seed1.dev.txt"],
            ["a.seed1.test.txt", "a.seed2.test.txt"],
        ),
        (["1.txt", "2.txt"], ["1.txt", "2.txt"]),
        (["s1/out/pred.txt", "s2/out/pred.txt"], ["s1/out", "s2/out"]),
    ],
)
def test_runs_are_found_as_people_lay_them_out(tmp_path, names, runs_found) -> None:
    gold = tmp_path / "test.gold.txt"
    shutil.copy(GOLD, gold)
    folder = laid_out(tmp_path, names)
    found = files_of_system([str(gold)], str(folder))
    assert found.has_runs and [one.name for one in found.runs] == runs_found
    used = {pair.system for one in found.runs for pair in one.paired.pairs}
    passed = [name for name in names if str(folder / name) not in used]
    assert all(any(name in note for note in found.notes) for name in passed)
    assert len(found.notes) == bool(passed)


@pytest.mark.parametrize(
    "names",
    [
        ["%s.%s.%s.txt" % (system, seed, story) for system in "ab" for seed in ("seed1", "seed2") for story in ("cardboard", "circle")],
        ["%s/%s/%s.txt" % (system, seed, story) for system in "ab" for seed in ("seed1", "seed2") for story in ("cardboard", "circle")],
        ["%s/%s-seed_%d.txt" % (system, story, seed) for system in "ab" for seed in (1, 2) for story in ("cardboard", "circle")],
    ],
)  # fmt: skip
def test_several_systems_in_one_folder_are_told_apart_by_their_words(tmp_path, names) -> None:
    golds = []
    for story in ("cardboard", "circle"):
        golds.append(tmp_path / ("CD-SCO-test-%s-GOLD.txt" % story))
        shutil.copy(GOLD, golds[-1])
    folder = laid_out(tmp_path, names)
    words = ["compare", "-g", *map(str, golds), "-s", str(folder), *FEW, "--format", "json"]
    found = answer(words)
    assert found.status == 0, found
    systems = json.loads(found.stdout)["systems"]
    assert [(system["name"], len(system["runs"])) for system in systems] == [("a", 2), ("b", 2)]
    shown = answer(["score", *words[1 : -2 - len(FEW)], "--paper"])
    assert shown.status == 0 and b"over 2 runs of each system" in shown.stdout.replace(b"\n", b" ")


@pytest.mark.parametrize(
    "names, systems",
    [
        (["gpt-%d.seed%d.test.txt" % (m, n) for m in (2, 3) for n in (1, 2)], ["gpt-2", "gpt-3"]),
        (["bert.lr0.%d.%d.txt" % (m, n) for m in (1, 2) for n in (41, 42)], ["bert.lr0.1", "bert.lr0.2"]),
        (["%d/%d/test.txt" % (m, n) for m in (1, 2) for n in (1, 2)], ["1", "2"]),
        (["%s/seed_%d/test.txt" % (m, n) for m in ("model-1", "model-2") for n in (1, 2)], ["model-1", "model-2"]),
        (["point_to-root.test.run_%d.pred.txt" % n for n in (1, 2)] + ["b.run_1.test.txt", "b.run_2.test.txt"], ["b", "point_to-root"]),
    ],
)  # fmt: skip
def test_systems_that_differ_by_a_number_are_not_taken_for_runs(tmp_path, names, systems) -> None:
    gold = tmp_path / "test.gold.txt"
    shutil.copy(GOLD, gold)
    found = systems_in_folder([str(gold)], str(laid_out(tmp_path, names)))
    assert [(one.path, len(one.runs)) for one in found] == [(name, 2) for name in systems]
    assert not any(one.clashes for one in found)


def test_runs_that_may_be_of_several_systems_are_named(tmp_path) -> None:
    for names in (["a.seed1.txt", "b.seed1.txt"], ["seed1/epoch1/x.txt", "seed1/epoch2/x.txt"]):
        folder = laid_out(tmp_path, names)
        found = files_of_system([GOLD], str(folder))
        assert len(found.runs) == 2
        assert any("seed1 stands in the names of " in note for note in found.clashes)
        shutil.rmtree(folder)


@pytest.mark.parametrize(
    "names", [["seed1/t.txt"], ["seed1/test.txt", "seed2/dev.txt", "seed1/dev.txt"]]
)
def test_a_run_that_is_missing_leaves_the_system_out(tmp_path, names) -> None:
    gold = tmp_path / "test.gold.txt"
    shutil.copy(GOLD, gold)
    folder = laid_out(tmp_path, names)
    (folder / "seed2").mkdir(exist_ok=True)
    found = files_of_system([str(gold)], str(folder))
    assert [len(one.paired.unpaired) for one in found.runs] == [0, 1]
    words = ["compare", "-g", str(gold), "-s", SYSTEM, str(folder), *FEW]
    told = answer(words)
    assert told.status == 1 and not told.stdout and b"seed2" in told.stderr
    rest = answer([*words, "--pool-the-rest"])
    assert (rest.status == 1 and b"1 of 2 runs" in rest.stdout) or b"system: " in rest.stdout


def test_a_file_that_is_missing_in_one_of_several_runs_is_named(tmp_path) -> None:
    """One gold file then has a single candidate: the folder is not one run for that."""
    golds = [tmp_path / "story-one-GOLD.txt", tmp_path / "story-two-GOLD.txt"]
    for gold in golds:
        shutil.copy(GOLD, gold)
    folder = laid_out(tmp_path, ["a.seed1.one.txt", "a.seed1.two.txt", "a.seed2.one.txt"])
    found = files_of_system(list(map(str, golds)), str(folder))
    assert found.has_runs and [len(one.paired.pairs) for one in found.runs] == [2, 1]
    assert "story-two-GOLD.txt has no partner in run a.seed2" in str(
        found.runs[1].paired.unpaired[0]
    )


def test_what_trainers_leave_is_passed_over_and_an_empty_folder_is_named(tmp_path) -> None:
    names = [
        "seed1/predictions.txt",
        "seed2/predictions.txt",
        "seed1/train.log",
        "seed1/config.json",
    ]
    folder = laid_out(tmp_path, [*names, "README.md"])
    (folder / "checkpoints").mkdir()
    found = files_of_system([GOLD], str(folder))
    assert [one.name for one in found.runs] == ["seed1", "seed2"]
    said = " ".join(found.notes)
    assert all(name in said for name in ("train.log", "config.json", "README.md", "checkpoints"))


def test_a_number_that_a_hyphen_joins_is_of_the_name(tmp_path) -> None:
    folder = laid_out(tmp_path, ["gpt-2.txt", "gpt-3.txt"])
    found = systems_in_folder([GOLD], str(folder))
    assert [(one.path, len(one.runs)) for one in found] == [("gpt-2", 1), ("gpt-3", 1)]


STORIES = {"cardboard": "tie-in-precision", "circle": "scope-too-short"}
LAYOUTS = {
    "runs, each a folder of stories": "{system}/seed{run}/{story}.txt",
    "stories, each a folder of runs": "{system}/{story}/seed{run}.txt",
    "runs in the names": "{system}/{story}.seed{run}.txt",
    "runs before the stories": "{system}/seed{run}-{story}.txt",
    "names of the release": "{system}/seed{run}/test-{story}.txt",
    "nested": "{system}/out/seed{run}/pred/{story}.txt",
    "numbers alone": "{system}/{run}/predictions_{story}.conll",
    "other names": "{system}/{run}/part{place}.txt",
    "parts and runs that are numbers": "{system}/test-{place}/{run}.txt",
    "numbers after words": "{system}/test_{place}_seed_{run}.txt",
}


GOLDS = ("{story}.txt", "SEM-2012-SharedTask-CD-SCO-test-{story}-GOLD.txt", "test-{place}-GOLD.txt")
NUMBERED = ("parts and runs that are numbers", "numbers after words")


@pytest.mark.parametrize(
    "layout, gold",
    [(one, gold) for one in LAYOUTS for gold in (GOLDS[2:] if one in NUMBERED else GOLDS[:2])],
)
def test_every_command_reads_runs_of_several_files_however_they_lie(layout, gold, tmp_path) -> None:
    for place, (story, name) in enumerate(STORIES.items(), start=1):
        case = Case(name)
        path = tmp_path / "gold" / gold.format(story=story, place=place)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(case.gold.read_bytes())
        for system, run in product("ab", (1, 2, 3)):
            own = LAYOUTS[layout].format(system=system, run=run, story=story, place=place)
            path = tmp_path / "runs" / own
            path.parent.mkdir(parents=True, exist_ok=True)
            of_gold = run == 3 and system == "b"
            path.write_bytes((case.gold if of_gold else case.system).read_bytes())
            report = tmp_path / "reports" / own
            report.parent.mkdir(parents=True, exist_ok=True)
            report.write_bytes(case.answer("eval.cd-sco").stdout)
    files = ["-g", str(tmp_path / "gold"), "-s", str(tmp_path / "runs/a")]
    both = [*files, str(tmp_path / "runs/b")]
    shutil.rmtree(tmp_path / "reports/b")
    found = answer(["verify", str(tmp_path / "reports"), *files])
    assert found.status == 0 and b"\n6 of 6 reproduced" in found.stdout, found
    reports = [score_files(*Case(name).files) for name in STORIES.values()]
    counts = reports[0].counts + reports[1].counts
    f1 = reports[0].of(counts)["Cues"].f1
    for words in (
        ["score", *both, "--paper", "--rows", "cues", "--format", "markdown"],
        ["compare", *both, "--paper", "--rows", "cues", "--format", "markdown", *FEW],
        ["explain", *files],
        ["check", *files],
        ["score", *files, "--format", "tsv"],
    ):
        found = answer(words)
        assert found.status == 0, (words, found)
        text = found.stdout.decode()
        assert "--paper" not in words or "| a | %.2f \u00b1 0.00 |" % f1 in text
    labels = ORIGINALS["eval.cd-sco"].table.rows + ORIGINALS["eval.cd-sco"].table.rows_b
    assert text.count("\npooled\t") == 3 * len(labels)


def test_a_file_that_names_several_gold_files_is_passed_over_and_the_runs_are_read(
    tmp_path,
) -> None:
    for story, name in STORIES.items():
        for inside, side in (
            ("gold/%s.txt", "gold"),
            ("a/%s.seed1.txt", "system"),
            ("a/%s.seed2.txt", "system"),
        ):
            path = tmp_path / (inside % story)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(getattr(Case(name), side).read_bytes())
    (tmp_path / "a/cardboard_circle_summary.txt").write_text("the runs")
    found = answer(["score", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "a"), "--paper"])
    assert found.status == 0 and b"over 2 runs" in found.stdout
    assert b"passed over, with no gold file of their name" in found.stderr


@pytest.mark.parametrize("command", ["score", "check"])
def test_every_file_of_a_folder_goes_with_one_gold_file(command, tmp_path) -> None:
    case = Case("scope-too-short")
    (tmp_path / "class").mkdir()
    for name in ("test.txt", "class/alice.txt", "class/bob_test.txt"):
        side = case.gold if name == "test.txt" else case.system
        (tmp_path / name).write_bytes(side.read_bytes())
    words = ["-g", str(tmp_path / "test.txt"), "-s", str(tmp_path / "class"), "--format", "tsv"]
    found = answer([command, *words]).stdout.decode()
    assert "alice.txt" in found and "bob_test.txt" in found


@pytest.mark.parametrize("order", ["gs", "sg"])
@pytest.mark.parametrize("names", [("a.txt", "b.txt"), ("a.gold.txt", "b.txt")])
def test_golds_folder_may_be_a_system_too(order, names, tmp_path) -> None:
    for folder in "gs":
        (tmp_path / folder).mkdir()
        for name, case in zip(names, STORIES.values()):
            file = Case(case).gold if folder == "g" else Case(case).system
            shutil.copy(
                file, tmp_path / folder / name.replace(".gold" if folder == "s" else "-", "")
            )
    systems = [str(tmp_path / folder) for folder in order]
    found = answer(["compare", "-g", str(tmp_path / "g"), "-s", *systems, *FEW])
    said = (found.stdout + found.stderr).decode()
    is_plain = names[0] == "a.txt"
    assert (" sentences of 2 files, pooled" if is_plain else "nothing can be compared: ") in said
    assert found.status == (not is_plain)
