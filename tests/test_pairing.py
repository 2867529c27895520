"""Which files belong together: one rule for every command, each part of it on a small folder."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from compat.tools.recorded import Case
from sem2012_scorer.cli import answer
from sem2012_scorer.commands.arguments import UsageError
from sem2012_scorer.commands.pairing import pair_runs, pair_systems, pairing_of_reports

ALIKE = {
    "same.txt": "same.txt",
    "coches.conll": "coches.jsonl",
    "Libros.TXT": "libros.txt",
    "dev.gold.txt": "dev.system.txt",
    "dev.gold": "dev",
    "coches_gold.txt": "coches_sys.txt",
    "test-circle-GOLD.txt": "test-circle.txt",
    "gold-moviles.txt": "pred_moviles.txt",
    "hoteles.txt": "hoteles.predictions.txt",
    "musica.txt": "output-musica.txt",
    "unpacked/musica.txt": "musica.txt",
    "run_gold_cues.txt": "run_gold_cues.out",
    "Libros_gold.gold": "LIBROS_sys.pred",
}
"""Names of gold files, each with that of the system's file that goes with it."""

LEFT_BEHIND = ("Thumbs.db", ".DS_Store", "dev.txt~", "desktop.ini", "._dev.txt")


def made(folder: Path, *names: str) -> str:
    """Write empty files in a folder; return its name."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return str(folder)


def pairs(golds: Sequence[str], systems: Sequence[str], pattern: str | None = None) -> list[str]:
    """Return the base names of gold's and the system's file of each pair, joined."""
    return [
        "%s+%s" % (Path(pair.gold or "").name, Path(pair.system).name)
        for pair in pair_systems(golds, systems, pattern).pairs
    ]


@pytest.mark.parametrize("gold, system", ALIKE.items())
def test_extension_case_and_side_do_not_matter(gold: str, system: str, tmp_path: Path) -> None:
    one = made(tmp_path / "g", gold, "other.txt", *LEFT_BEHIND)
    two = made(tmp_path / "s", system, "other.txt", *LEFT_BEHIND)
    assert sorted(pairs([one], [two])) == sorted([Path(gold).name + "+" + system, "other.txt+other.txt"])  # fmt: skip


def test_other_names_are_not_alike_and_a_single_file_has_no_choice(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "dev.txt", "same.txt")
    system = made(tmp_path / "s", "dev2.txt", "my-dev.txt", "de.txt", "same.txt")
    assert pairs([gold], [system]) == ["same.txt+same.txt"]
    only = made(tmp_path / "only", "x.txt")
    assert pairs([only], [made(tmp_path / "other", "y.txt")]) == ["x.txt+y.txt"]


def test_one_gold_file_goes_with_every_file_and_lists_go_in_their_order(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "a.txt", "b.txt")
    system = made(tmp_path / "s", "x.txt", "y.txt", "z.gold.txt")
    golds, systems = [[str(path) for path in sorted(Path(f).iterdir())] for f in (gold, system)]
    assert pairs(golds[:1], systems) == ["a.txt+x.txt", "a.txt+y.txt", "a.txt+z.gold.txt"]
    # In a folder, a gold file is not a system's.
    assert pairs(golds[:1], [system]) == ["a.txt+x.txt", "a.txt+y.txt"]
    assert pairs(golds, systems[1::-1]) == ["a.txt+y.txt", "b.txt+x.txt"]
    with pytest.raises(UsageError, match="2 gold files and 3 system files: give one gold"):
        pairs(golds, systems)


def test_one_folder_for_both_sides_is_told_apart_by_the_words(tmp_path: Path) -> None:
    both = made(tmp_path, "a.gold", "a.txt", "b_GOLD.txt", "b.pred.txt", "gold-c.txt", "c")
    assert pairs([both], [both]) == ["a.gold+a.txt", "b_GOLD.txt+b.pred.txt", "gold-c.txt+c"]


def test_a_folder_of_folders_is_several_systems_on_the_same_gold(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "a.txt", "b.txt")
    made(tmp_path / "s", "one/a.txt", "one/b.txt", "two/a.txt", "two/b.txt")
    folders = [str(tmp_path / "s" / name) for name in ("one", "two")]
    for systems in ([str(tmp_path / "s")], folders):
        found = pair_systems([gold], systems)
        assert [system.name for system in found.runs] == folders
        assert [len(system.pairs) for system in found.runs] == [2, 2]
    # A folder that holds only a folder is that folder.
    shutil.rmtree(folders[1])
    assert pairs([gold], [str(tmp_path / "s")]) == ["a.txt+a.txt", "b.txt+b.txt"]


def test_for_compare_a_folder_of_files_or_of_folders_has_runs(tmp_path: Path) -> None:
    golds = made(tmp_path / "g", "a.txt", "b.txt")
    made(tmp_path / "s", "r1/a.txt", "r1/b.txt", "r2/a.txt", "r2/b.txt")
    (folders,) = pair_runs([golds], [str(tmp_path / "s")])
    assert folders.has_runs and [len(run.pairs) for run in folders.runs] == [2, 2]
    (files,) = pair_runs([golds + "/a.txt"], [str(tmp_path / "s" / "r1")])
    assert files.has_runs and [len(run.pairs) for run in files.runs] == [1, 1]
    (single,) = pair_runs([golds + "/a.txt"], [str(tmp_path / "s" / "r1" / "a.txt")])
    assert not single.has_runs


def test_pair_takes_what_the_expression_matches_or_its_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gold = made(Path("g"), "part-7.gold", "part-8.gold")
    system = made(Path("s"), "run1.out8", "run1.out7")
    expected = ["part-7.gold+run1.out7", "part-8.gold+run1.out8"]
    assert pairs([gold], [system], "[78]") == pairs([gold], [system], "(?:-|out)(.)") == expected
    # The folder is part of the path.
    golds = [made(Path("g", name), "x.txt") + "/x.txt" for name in ("test", "dev")]
    systems = [made(Path("out-" + name), "7.txt") + "/7.txt" for name in ("dev", "test")]
    (found,) = pair_systems(golds, systems, "(dev|test)/").runs
    assert [Path(one.system).parent.name for one in found.pairs] == ["out-test", "out-dev"]


def test_what_cannot_be_paired_is_an_error_that_says_why(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "a.txt", "b.txt")
    system = made(tmp_path / "s", "a.txt", "a.csv")
    with pytest.raises(UsageError, match=r"a.csv and \S*a.txt .* apart with --pair REGEX"):
        pairs([gold], [system])
    with pytest.raises(UsageError, match=r"--pair \( is not a regular expression"):
        pairs([gold], [system], "(")
    with pytest.raises(UsageError, match=r"no file has a partner: .*a.txt .* \(and 3 more\)"):
        pairs([gold], [made(tmp_path / "t", "x.txt", "y.txt")])


def test_reports_are_paired_with_gold_and_system(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "a.txt", "b.gold")
    both = made(tmp_path / "r", "a.report.txt", "a.pred.txt", "report-b.txt", "b.txt", "c.report")
    found = pairing_of_reports([both], [gold], [both])
    names = [[Path(one or "").name for one in pair[1:]] for pair in found.pairs]
    assert names == [["a.txt", "a.pred.txt", "a.report.txt"], ["b.gold", "b.txt", "report-b.txt"]]
    assert [Path(one.path).name for one in found.unpaired] == ["c.report"]


@pytest.mark.parametrize("command", ["score", "check", "explain", "compare", "verify"])
def test_in_every_command_a_missing_partner_is_named_and_the_rest_is_done(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case = Case("larger-english")
    for folder, path in (("g", case.gold), ("s", case.system), ("t", case.gold)):
        made(Path(folder), "a.txt")
        shutil.copy(path, Path(folder, "a.txt"))
    Path(made(Path("r"), "a.report"), "a.report").write_bytes(case.answer("eval.cd-sco").stdout)
    words = ["-g", "g", "-s", "s"]
    if command == "compare":
        words += ["t", "--trials", "9", "--format", "tsv"]
    if command == "verify":
        words.insert(0, "r")
    before = answer([command, *words])
    assert before.status == 0, before
    made(tmp_path, "s/lonely.txt", "r/lonely.report")
    found = answer([command, *words])
    assert found.status == 1 and b"lonely" in found.stdout + found.stderr
    if command in ("explain", "compare"):
        assert found.stdout == before.stdout
    if command == "score":
        assert before.stdout == case.answer("eval.cd-sco").stdout and b"pooled" not in found.stdout
        assert b"no pooled score and no mean" in found.stderr and b"a.txt" in found.stdout


def test_folders_that_seem_to_be_exchanged_are_named(tmp_path: Path) -> None:
    golds = made(tmp_path / "g", "a_gold.txt", "b_gold.txt")
    systems = made(tmp_path / "s", "a.pred", "b.pred")
    with pytest.raises(UsageError, match="is named like a gold file; did you exchange -g and -s"):
        pair_systems([systems], [golds])


@pytest.mark.parametrize("form", ["text", "tsv", "json", "markdown"])
def test_a_file_that_its_folder_names_too_is_refused_in_every_format(form, tmp_path) -> None:
    case = Case("word-of-periods")
    folder = made(tmp_path / "systems", "a.txt", "b.txt")
    for name in ("a.txt", "b.txt"):
        shutil.copy(case.system, tmp_path / "systems" / name)
    twice = str(tmp_path / "systems/a.txt")
    found = answer(["score", "-g", str(case.gold), "-s", folder, twice, "--format", form])
    assert (found.stdout, found.status) == (b"", 2)
    assert found.stderr.decode() == f"sem2012-scorer: {twice} is named twice\n"
    with pytest.raises(UsageError, match="is named twice"):
        pair_systems([str(case.gold)], [twice, folder])


def test_files_of_a_folder_that_hold_the_same_bytes_are_named(tmp_path: Path) -> None:
    gold, system = Case("larger-english").files
    for side, path in (("gold", gold), ("system", system)):
        (tmp_path / side).mkdir()
        for name in ("a.txt", "a (1).txt"):
            (tmp_path / side / name).write_bytes(Path(path).read_bytes())
    words = ["-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]
    for command in ("score", "explain", "check"):
        said = answer([command, *words]).stderr.decode()
        assert (
            "a (1).txt, " in said and "a.txt are the same, byte for byte: was one copied" in said
        ), said
    (tmp_path / "system" / "a.txt").write_bytes(Path(gold).read_bytes())
    assert "the same bytes" not in answer(["score", *words]).stderr.decode()


def test_a_name_beside_a_folder_that_is_no_file_is_never_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case = Case("larger-english")
    for folder, path in (("g", case.gold), ("s", case.system)):
        made(Path(folder), "a.txt")
        shutil.copy(path, Path(folder, "a.txt"))
    Path(made(Path("r"), "a.report"), "a.report").write_bytes(case.answer("eval.cd-sco").stdout)
    for words in (["-g", "g", "none", "-s", "s"], ["-g", "g", "-s", "s", "none"]):
        found = answer(["verify", "r", *words])
        assert found.status == 1 and b"none does not exist" in found.stdout
    found = answer(["verify", "r", "none", "-g", "g", "-s", "s"])
    assert found.status == 2 and found.stderr == b"sem2012-scorer: none: no such file\n"
