"""Which files belong together: one rule for every command, each part of it on a small folder."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from compat.tools.recorded import Case
from sem2012_scorer.cli import answer
from sem2012_scorer.commands.arguments import UsageError
from sem2012_scorer.commands.pairing import (
    pair_reports,
    pair_runs,
    pair_systems,
    pairing_note_on_runs,
)

ALIKE = {
    ("same.txt", "other.txt"): ("same.txt", "other.txt"),
    ("coches.conll", "other"): ("coches.jsonl", "other.txt"),
    ("Libros.TXT", "other.txt"): ("libros.txt", "OTHER"),
    ("dev.gold.txt", "test.gold.txt"): ("dev.system.txt", "test.system.txt"),
    ("coches_gold.txt", "libros_gold.txt"): ("coches_sys.txt", "libros_sys.txt"),
    ("gold-moviles.txt", "gold-musica.txt"): ("pred_moviles.txt", "pred_musica.txt"),
    ("a.gold", "b.gold"): ("dev_a_task2_res.txt", "dev_b_task2_res.txt"),
    ("garden-GOLD.txt", "tale-GOLD.txt"): ("garden-GOLD.sys1", "tale-GOLD.sys1"),
    ("run.1", "run.2"): ("out.1.txt", "out.2.txt"),
    ("my dev.txt", "my test.txt"): ("dev of us.txt", "test of us.txt"),
    ("unpacked/musica.txt", "dev.txt"): ("musica.txt", "deep/er/dev.txt"),
}
"""Names of two gold files, with those of the system's files that go with them."""

LEFT_BEHIND = ("Thumbs.db", ".DS_Store", "dev.txt~", "desktop.ini", "._dev.txt")


def made(folder: Path, *names: str) -> str:
    """Write empty files in a folder; return its name."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return str(folder)


def pairs(golds: Sequence[str], systems: Sequence[str]) -> list[str]:
    """Return the base names of gold's and the system's file of each pair, joined."""
    return [
        "%s+%s" % (Path(pair.gold or "").name, Path(pair.system).name)
        for pair in pair_systems(golds, systems).pairs
    ]


@pytest.mark.parametrize("golds, systems", ALIKE.items())
def test_extension_case_and_shared_pieces_do_not_matter(
    golds: tuple[str, ...], systems: tuple[str, ...], tmp_path: Path
) -> None:
    one = made(tmp_path / "g", *golds, *LEFT_BEHIND)
    two = made(tmp_path / "s", *systems, *LEFT_BEHIND)
    expected = [f"{Path(g).name}+{Path(s).name}" for g, s in zip(golds, systems)]
    assert sorted(pairs([one], [two])) == sorted(expected)


def test_other_names_are_not_alike_and_a_single_file_has_no_choice(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "dev.txt", "same.txt")
    system = made(tmp_path / "s", "dev2.txt", "mydev.txt", "de.txt", "same.txt")
    assert pairs([gold], [system]) == ["same.txt+same.txt"]
    for one, other in (("x.txt", "y.txt"), ("a.gold.txt", "b.system.txt"), ("s.txt", "a.gold.txt")):
        gold, system = made(tmp_path / one, one), made(tmp_path / f"of {one}", other)
        assert pairs([gold], [system]) == [f"{one}+{other}"]
        assert pairs([f"{gold}/{one}"], [system]) == [f"{one}+{other}"]


def test_one_file_keeps_its_pieces_and_one_key_is_enough(tmp_path: Path) -> None:
    one = made(tmp_path / "one", "dev_coches.txt")
    several = made(tmp_path / "several", "dev_coches_res.txt", "dev_libros_res.txt")
    assert pairs([one], [several]) == ["dev_coches.txt+dev_coches_res.txt"]
    assert pairs([several], [one]) == ["dev_coches_res.txt+dev_coches.txt"]


def test_a_missing_file_changes_no_other_pair(tmp_path: Path) -> None:
    names = [f"{domain}.gold.txt" for domain in ("coches", "libros", "musica")]
    gold = made(tmp_path / "g", *names)
    system = made(tmp_path / "s", "coches_res.txt", "musica_res.txt", "hoteles_res.txt")
    found = pair_systems([gold], [system])
    assert [pair.name for pair in found.pairs] == ["coches_res.txt", "musica_res.txt"]
    assert [str(file).replace(str(tmp_path), "") for file in found.unpaired] == [
        f"/g/libros.gold.txt has no system file called libros.gold or libros in {system}".replace(
            str(tmp_path), ""
        ),
        f"/s/hoteles_res.txt has no gold file called hoteles_res or hoteles in {gold}".replace(
            str(tmp_path), ""
        ),
    ]


def test_two_hundred_files_are_paired(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", *[f"doc{n}.gold.txt" for n in range(200)])
    system = made(tmp_path / "s", *[f"our-doc{n}.txt" for n in range(200)])
    found = pair_systems([gold], [system])
    assert len(found.pairs) == 200 and not found.unpaired
    for pair in found.pairs:
        assert f"our-{Path(pair.gold or '').name}".replace(".gold", "") == Path(pair.system).name


def test_one_gold_file_goes_with_every_file_and_lists_go_in_their_order(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "a.txt", "b.txt")
    system = made(tmp_path / "s", "x.txt", "y.txt", "z.gold.txt")
    golds, systems = [[str(path) for path in sorted(Path(f).iterdir())] for f in (gold, system)]
    everything = ["a.txt+x.txt", "a.txt+y.txt", "a.txt+z.gold.txt"]
    assert pairs(golds[:1], systems) == pairs(golds[:1], [system]) == everything
    assert pairs(golds, systems[1::-1]) == ["a.txt+y.txt", "b.txt+x.txt"]
    with pytest.raises(UsageError, match="2 gold files and 3 system files: give one gold"):
        pairs(golds, systems)


def test_for_compare_a_list_has_a_file_of_each_system_for_each_gold_file(tmp_path: Path) -> None:
    names = ["g1", "g2", "a1", "a2", "b1", "b2"]
    made(tmp_path, *names)
    g1, g2, *systems = [str(tmp_path / name) for name in names]
    found = pair_runs([g1, g2], systems)
    assert [[Path(pair.system).name for pair in one.pairs] for one in found] == [
        ["a1", "a2"],
        ["b1", "b2"],
    ]
    assert [one.path for one in found] == [systems[0], systems[2]]
    assert pairing_note_on_runs(found).endswith("b2: files of one system")
    with pytest.raises(UsageError, match="2 gold files and 3 system files: give one gold file, or"):
        pair_runs([g1, g2], systems[:3])


def test_one_folder_for_both_sides_is_refused(tmp_path: Path) -> None:
    both = made(tmp_path, "a.gold", "a.txt", "b_GOLD.txt", "b.pred.txt")
    for name in (both, f"{both}/."):
        with pytest.raises(UsageError, match="is the folder of gold and of the system"):
            pairs([both], [name])


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


def test_what_cannot_be_paired_is_an_error_that_says_why(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "a.txt", "b.txt")
    system = made(tmp_path / "s", "a.txt", "a.csv")
    with pytest.raises(UsageError, match=r"a.csv and \S*a.txt have the same name without folder"):
        pairs([gold], [system])
    with pytest.raises(UsageError, match=r"no file has a partner: .*a.txt .* \(and 3 more\)"):
        pairs([gold], [made(tmp_path / "t", "x.txt", "y.txt")])
    several = made(tmp_path / "u", "my_a.txt", "a_new.txt")
    with pytest.raises(UsageError, match=r"no file has a partner"):
        pairs([gold], [several])
    golds = made(tmp_path / "v", "p_x_q.txt", "p_y_q.txt")
    with pytest.raises(UsageError, match=r"p_x_q.txt may belong to \S+/p_x.txt or \S+/x_q.txt"):
        pairs([golds], [made(tmp_path / "w", "p_x.txt", "x_q.txt")])


def test_reports_are_paired_with_gold_and_system(tmp_path: Path) -> None:
    gold = made(tmp_path / "g", "a.gold", "b.gold")
    reports = made(tmp_path / "r", "a.report.txt", "b.report.txt", "c.report.txt")
    systems = made(tmp_path / "s", "a_pred.txt", "b_pred.txt")
    found = pair_reports([reports], [gold], [systems])
    names = [[Path(one or "").name for one in pair[1:]] for pair in found.pairs]
    assert names == [
        ["a.gold", "a_pred.txt", "a.report.txt"],
        ["b.gold", "b_pred.txt", "b.report.txt"],
    ]
    assert [Path(one.path).name for one in found.unpaired] == ["c.report.txt"]


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
    said = answer(["score", *words]).stderr.decode()
    assert "a (1).txt, " in said and "a.txt are the same, byte for byte: was one copied" in said
    (tmp_path / "system" / "a.txt").write_bytes(Path(gold).read_bytes())
    assert "was one copied" not in answer(["score", *words]).stderr.decode()


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
