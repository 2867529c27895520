"""Which files belong together: the same rule in every command."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from conftest import CORPORA, with_corpora, without_gold_notes
from smaller import SMALLER

from compat.workbench.recorded import Case
from sem2012_scorer.cli import answer
from sem2012_scorer.commands.options import UsageError
from sem2012_scorer.commands.pairing import pair_reports, pair_systems
from sem2012_scorer.commands.run_files import pairs_given

NAMES = {
    "dev.gold.txt": "dev.system.txt",
    "dev.gold": "dev.txt",
    "test-cardboard-GOLD.txt": "test-cardboard.txt",
    "coches.gold": "coches.txt",
    "hoteles.gold": "hoteles.sys",
    "libros.gold": "libros.pred",
    "coches_gold.txt": "coches_system.txt",
    "coches.GOLD.txt": "coches.txt",
    "gold-moviles.txt": "pred_moviles.txt",
    "same.txt": "same.txt",
    "same.conll": "same.jsonl",
    "circle-GOLD.txt": "uio1-circle.txt",
}
"""The usual names of gold files, each with that of the system's file."""

STRAYS = ("Thumbs.db", ".DS_Store", "coches.txt~", "desktop.ini")
"""Files that systems and editors leave, and that nobody wants to hear of."""

CASES = ("all-right", "scope-too-short")


@pytest.fixture(params=NAMES.items(), ids=NAMES)
def named(request, tmp_path) -> Path:
    """A folder of gold, two of systems and one of reports, with files of the usual names."""
    of_gold, of_system = request.param
    files = Case("all-right")
    for folder, name, content in (
        ("gold", of_gold, files.gold.read_bytes()),
        ("system", of_system, files.system.read_bytes()),
        ("other", of_system, files.gold.read_bytes()),
        ("reports", of_system + ".report", files.answer("eval.cd-sco").stdout),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_bytes(content)
    return tmp_path


COMMANDS = {
    "score": ("-g", "gold", "-s", "system", "--rows", "cues"),
    "check": ("-g", "gold", "-s", "system"),
    "explain": ("-g", "gold", "-s", "system", "--format", "jsonl"),
    "compare": ("-g", "gold", "-s", "system", "other", "--trials", "9", "--resamples", "200"),
    "verify": ("reports", "-g", "gold", "-s", "system"),
}
"""How the five commands are called."""


def called(command: str, folder: Path, *more: str):
    """Return what a command answers to the folders in `folder`."""
    words = [str(folder / word) if (folder / word).is_dir() else word for word in COMMANDS[command]]
    return answer([command, *words, *more])


@pytest.mark.parametrize("command", COMMANDS)
def test_usual_names_are_paired_with_and_without_strays(command, named) -> None:
    found = called(command, named)
    assert (found.status, without_gold_notes(found.stderr)) == (0, b"")
    for folder in named.iterdir():
        for name in STRAYS:
            (folder / name).write_bytes(b"\x00")
    assert called(command, named) == found


@pytest.mark.parametrize("command", COMMANDS)
def test_what_has_no_partner_is_named_and_the_rest_is_done(command, named) -> None:
    before = called(command, named)
    (named / "gold" / "lonely.gold.txt").write_bytes(b"x")
    (named / "system" / "notes-to-self.md").write_bytes(b"x")
    (named / "reports" / "unknown.report").write_bytes(b"x")
    found = called(command, named)
    assert found.status == 1
    said = (found.stdout + found.stderr).decode()
    expected = ("unknown.report",) if command == "verify" else ("lonely.gold.txt", "to-self.md")
    assert all(re.search(name + r"\S*( error E503:)? has no ", said) for name in expected)
    if command == "explain":
        assert found.stdout == before.stdout
    if command == "score":
        assert b"pooled" in before.stdout and b"pooled" not in found.stdout
        scores = [found.stdout.splitlines()[-1].split(), before.stdout.splitlines()[-4].split()]
        assert scores[0] == scores[1]
        headed = called(command, named, "--pool-the-rest").stdout
        assert (
            b"pooled (counts of 1 of 2 summed)" in headed
            and b"plain mean over 1 of 2 files" in headed
        )
    if command == "verify":
        assert found.stdout.splitlines()[-1] == b"1 of 2 reproduced"
    if command == "check":
        verdicts = [one.stdout.splitlines()[-1].rpartition(b": ")[2] for one in (before, found)]
        assert verdicts[0].removeprefix(b"The file has ") == verdicts[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_two_candidates_are_an_error_that_names_both(command, named) -> None:
    (system,) = (named / "system").iterdir()
    other = system.with_suffix(".csv" if system.suffix != ".csv" else ".txt")
    other.write_bytes(system.read_bytes())
    found = called(command, named)
    assert found.status in (1, 2)
    said = (found.stdout + found.stderr).decode()
    assert (
        "could go with each of %s: leave one" % ", ".join(sorted(map(str, (system, other)))) in said
    )


def files_of(folder: Path, *names: str) -> str:
    """Make empty files, and return the folder's name."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    return str(folder)


def shown(paired) -> list[tuple[str, ...]]:
    """Return the base names of the files of each pair."""
    return [
        tuple(os.path.basename(name) for name in (pair.gold, pair.system)) for pair in paired.pairs
    ]


def test_in_one_folder_the_file_that_says_no_side_is_the_systems(tmp_path) -> None:
    both = files_of(tmp_path, "a.gold", "a.txt", "b_gold.txt", "b.txt", "README.txt")
    (found,) = pair_systems([both], [both]).several
    assert shown(found) == [("a.gold", "a.txt"), ("b_gold.txt", "b.txt")]
    assert [os.path.basename(one.path) for one in found.unpaired] == ["README.txt"]


def test_reports_beside_predictions_are_passed_over_with_a_note(tmp_path) -> None:
    gold = files_of(tmp_path / "gold", "a.txt")
    system = files_of(tmp_path / "system", "a.system.txt", "a.report.txt")
    (found,) = pair_systems([gold], [system]).several
    assert shown(found) == [("a.txt", "a.system.txt")] and not found.unpaired
    assert found.notes == ("%s/a.report.txt is passed over: it is a report by its name" % system,)


def test_a_folder_of_reports_and_predictions_is_verified(tmp_path) -> None:
    both = files_of(tmp_path, "a.1.report.txt", "a.1.pred.txt", "b.report.txt", "b.pred.txt")
    golds = [files_of(tmp_path / "g", "a.gold.txt") + "/a.gold.txt", str(tmp_path / "g/b.gold")]
    found = pair_reports([both], golds, [both])
    assert [
        (os.path.basename(one.report), *names) for one, names in zip(found.pairs, shown(found))
    ] == [
        ("a.1.report.txt", "a.gold.txt", "a.1.pred.txt"),
        ("b.report.txt", "b.gold", "b.pred.txt"),
    ]


def test_pair_takes_the_path_from_the_first_folder_that_differs(tmp_path) -> None:
    gold = files_of(tmp_path / "gold-of-7", "test.txt", "dev.txt")
    systems = [files_of(tmp_path / ("out-%s" % name), "7.txt") for name in ("test", "dev", "other")]
    golds = [files_of(tmp_path / "more", "7.txt"), gold]
    (found,) = pair_systems(golds, systems, "(test|dev)").several
    assert [os.path.relpath(one.system, tmp_path) for one in found.pairs] == [
        "out-dev/7.txt",
        "out-test/7.txt",
    ]
    assert len(found.unpaired) == 2 and found.number == 3


def test_the_words_of_a_side_count_at_the_ends_of_a_name_alone(tmp_path) -> None:
    gold = files_of(tmp_path / "gold", "run_gold_cues.txt", "gold-cues.gold.txt")
    system = files_of(tmp_path / "system", "run_gold_cues.txt", "gold-cues.system.txt")
    (found,) = pair_systems([gold], [system]).several
    assert not found.unpaired and len(found.pairs) == 2


def test_a_file_of_the_same_name_comes_before_one_with_more_words(tmp_path) -> None:
    gold = files_of(tmp_path / "gold", "dev.txt", "test.txt")
    system = files_of(tmp_path / "system", "old-dev.txt", "dev.txt", "run1-test.txt")
    (found,) = pair_systems([gold], [system]).several
    assert shown(found) == [("dev.txt", "dev.txt"), ("test.txt", "run1-test.txt")]
    assert [os.path.basename(one.path) for one in found.unpaired] == ["old-dev.txt"]


def test_nothing_to_pair_is_wrong_usage_with_the_first_reason(tmp_path) -> None:
    gold = files_of(tmp_path / "gold", *("g%d.txt" % n for n in range(9)))
    system = files_of(tmp_path / "system", "x.txt")
    with pytest.raises(UsageError, match=r"g0.txt has no partner .*; and 9 more$"):
        pair_systems([gold], [system])


def test_where_names_do_not_pair_the_expression_that_would_is_named(tmp_path) -> None:
    gold = files_of(tmp_path / "gold", *("story%d.txt" % n for n in range(3)))
    system = files_of(tmp_path / "system", *("out%d.json" % n for n in range(3)))
    with pytest.raises(UsageError, match=r"but --pair '(.*)' pairs 3 of 3 files$") as refused:
        pairs_given([gold], [system])
    found = pairs_given([gold], [system], re.search("--pair '(.*)' pairs", str(refused.value))[1])
    assert shown(found) == [("story%d.txt" % n, "out%d.json" % n) for n in range(3)]


def story(folder: Path) -> list[str]:
    """Make two gold files and three systems, each a folder; the third lacks a file."""
    for name in CASES:
        (folder / "gold").mkdir(exist_ok=True)
        (folder / "gold" / (name + "-GOLD.txt")).write_bytes(Case(name).gold.read_bytes())
        for system in ("A", "B", "C"):
            (folder / system).mkdir(exist_ok=True)
            (folder / system / (name + ".txt")).write_bytes(Case(name).system.read_bytes())
    (folder / "C" / "scope-too-short.txt").unlink()
    golds = sorted(str(path) for path in (folder / "gold").iterdir())
    return ["-g", *golds, "-s", *[str(folder / system) for system in ("A", "B", "C")]]


def test_of_several_systems_in_folders_each_is_pooled_and_one_that_lacks_a_file_is_not(
    tmp_path,
) -> None:
    words = story(tmp_path)
    found = answer(["score", *words, "--format", "tsv", "--names", "A", "B", "C"])
    rows = [line.split("\t") for line in found.stdout.decode().splitlines()[1:]]
    assert list(dict.fromkeys(row[1] for row in rows)) == [
        *("A/all-right.txt", "A/scope-too-short.txt"),
        *("A: pooled (counts of 2 summed)", "A: plain mean over 2 files"),
        *("B/all-right.txt", "B/scope-too-short.txt"),
        *("B: pooled (counts of 2 summed)", "B: plain mean over 2 files"),
        "C/all-right.txt",
    ]
    alone = answer(["score", *words[:4], words[4], "--format", "tsv"]).stdout.decode().splitlines()
    pooled = [line.split("\t")[2:] for line in alone if line.startswith("pooled")]
    assert [row[2:] for row in rows if row[1].startswith("B: pooled")] == pooled
    assert found.status == 1 and b"scope-too-short-GOLD.txt has no partner in " in found.stderr
    rest = answer(["score", *words, "--pool-the-rest", "--rows", "cues"]).stdout
    assert b"C: pooled (counts of 1 of 2 summed)" in rest


def test_compare_leaves_out_the_system_that_lacks_a_file_or_the_file_for_all(tmp_path) -> None:
    words = ["compare", *story(tmp_path), "--trials", "9", "--resamples", "200"]
    found = answer(words)
    assert found.status == 1 and found.stdout.startswith(b"baseline: A\nsystem: B\n")
    assert b"warning: left out: C: not all of its files can be paired and scored" in found.stderr
    rest = answer([*words, "--pool-the-rest"])
    text = rest.stdout.decode()
    assert rest.status == 1 and "systems: B, C\n3 sentences, " in text
    assert "\n1 of 2 gold files\n" in text
    (tmp_path / "A" / "all-right.txt").write_bytes(b"junk\n\n")
    found = answer(words)
    assert (found.status, found.stdout) == (1, b"") and b"nothing can be compared" in found.stderr


def test_explain_and_check_take_several_systems_in_folders(tmp_path) -> None:
    words = story(tmp_path)
    found = answer(["explain", *words])
    assert found.status == 1 and b"\nC: 1 of 2 pairs of files: 3 sentences, " in found.stdout
    checked = answer(["check", *words])
    assert checked.status == 1 and checked.stdout.count(b"error E503") == 1
    assert checked.stdout.splitlines()[-1].startswith(b"5 submissions: 5 valid")


@pytest.mark.parametrize("format", ["text", "jsonl", "html"])
def test_explain_lists_nothing_of_a_pair_that_stops_in_its_middle(format, tmp_path) -> None:
    gold, system = (path.read_bytes() for path in map(Path, Case("larger-english").files))
    middle = system.index(b"\n\n", len(system) // 2)
    (tmp_path / "a.gold").write_bytes(gold)
    (tmp_path / "a.sys").write_bytes(system[:middle] + b"\nx\ty\n\n")
    pair = str(tmp_path / "b.gold"), str(tmp_path / "b.sys")
    for name, path in zip(pair, Case("scope-too-short").files):
        Path(name).write_bytes(Path(path).read_bytes())
    found = answer(["explain", "-g", str(tmp_path), "-s", str(tmp_path), "--format", format])
    assert found.status == 1 and b"note: not explained: " in found.stderr
    alone = answer(["explain", "-g", pair[0], "-s", pair[1], "--format", format]).stdout.decode()
    text = found.stdout.decode()
    assert "a.sys" not in text and pair[1] in text
    assert ("1 of 2 pairs of files: " in text) is (format != "jsonl")
    assert text.count("garden:1") == alone.count("garden:1") > 0
    assert text.count("\n") == alone.count("\n")


@with_corpora
def test_both_stories_pooled_are_the_official_evaluation() -> None:
    golds = sorted(map(str, (CORPORA / "cdsco").glob("test-*-GOLD.txt")))
    found = answer(["score", "-g", *golds, "-s", *golds, "--rows", "cues"]).stdout
    assert b"pooled (counts of 2 summed: CD-SCO test, as officially evaluated)" in found


@with_corpora
def test_of_eight_domains_one_missing_is_named_and_seven_are_pooled(tmp_path) -> None:
    for side in ("gold", "system"):
        (tmp_path / side).mkdir()
        for path in (CORPORA / "neges").glob("dev_*.%s.txt" % side):
            (tmp_path / side / path.name).write_bytes(path.read_bytes())
    (tmp_path / "system" / "dev_libros.system.txt").unlink()
    words = ["-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system"), "--scorer"]
    words += ["scorer_task2", "--format", "tsv"]
    found = answer(["score", *words])
    assert found.status == 1 and b"dev_libros.gold.txt has no partner" in found.stderr
    assert b"pooled" not in found.stdout and found.stdout.count(b"\tCues\t") == 7
    rest = answer(["score", *words, "--pool-the-rest"]).stdout
    (tmp_path / "gold" / "dev_libros.gold.txt").unlink()
    seven = answer(["score", *words]).stdout
    assert rest == seven.replace(b"of 7 summed", b"of 7 of 8 summed").replace(
        b"mean over 7 ", b"mean over 7 of 8 "
    )


def test_one_bad_system_of_five_leaves_four(tmp_path) -> None:
    gold, system = SMALLER.files
    paths = [tmp_path / ("%d.txt" % number) for number in range(5)]
    for path in paths:
        path.write_bytes(Path(system).read_bytes())
    paths[3].write_bytes(b"PK\x03\x04")
    words = ["-g", gold, "-s", *map(str, paths)]
    for command, *more in (
        ["score"],
        ["explain"],
        ["compare", "--trials", "9", "--resamples", "200"],
    ):
        found = answer([command, *words, *more])
        assert found.status == 1 and str(paths[3]).encode() in found.stderr
        # `explain` says what is left out.
        assert found.stdout.count(b"4.txt")
        assert found.stdout.count(b"3.txt") == (command == "explain")
    checked = answer(["check", *words])
    assert (
        checked.status == 1 and b"5 submissions: 4 valid with warnings, 1 invalid" in checked.stdout
    )


def test_a_word_of_a_side_may_be_that_of_a_domain(tmp_path) -> None:
    names = ("dev.txt", "eval.txt", "eval/a.txt", "eval-b.txt", "c.scores.txt")
    gold, system = (files_of(tmp_path / side, *names) for side in ("g", "s"))
    (found,) = pair_systems([gold], [system]).several
    assert not found.unpaired and not found.notes
    assert sorted(one.name for one in found.pairs) == sorted(names)
    assert {
        tuple(os.path.relpath(p, tmp_path)[2:] for p in (one.gold, one.system))
        for one in found.pairs
    } == {(name, name) for name in names}
    reports = files_of(tmp_path / "r", *names[:-1])
    verified = pair_reports([reports], [gold], [system])
    assert [os.path.relpath(one.system, system) for one in verified.pairs] == sorted(
        names[:-1], key=Path
    )


def test_links_are_followed_and_what_is_no_file_is_named(tmp_path) -> None:
    real = files_of(tmp_path / "real", "b.txt")
    gold, system = (files_of(tmp_path / side, "a.txt") for side in ("g", "s"))
    for side in (gold, system):
        os.symlink(real, side + "/sub")
        os.symlink(side, side + "/again")
        os.symlink(side + "/nowhere", side + "/dead.txt")
        os.mkfifo(side + "/pipe.txt")
    (found,) = pair_systems([gold], [system]).several
    assert [pair.name for pair in found.pairs] == ["a.txt", "dead.txt", "sub/b.txt"]
    assert sorted(map(str, found.unpaired)) == [
        "%s/pipe.txt is neither a file nor a folder" % side for side in (gold, system)
    ]
    assert found.number == 4


def test_a_longer_name_is_not_given_to_a_gold_file_with_fewer_of_its_words(tmp_path) -> None:
    gold = files_of(tmp_path / "g", "test.txt", "test-circle.txt")
    system = files_of(tmp_path / "s", "test-circle.txt", "run1-test-circle.txt")
    (found,) = pair_systems([gold], [system]).several
    assert shown(found) == [("test-circle.txt", "test-circle.txt")]
    assert len(found.unpaired) == 2


def test_with_several_folders_of_gold_each_system_that_has_all_is_one(tmp_path) -> None:
    golds = [files_of(tmp_path / "g1", "a.txt"), files_of(tmp_path / "g2", "b.txt")]
    whole = [files_of(tmp_path / name, "a.txt", "b.txt") for name in ("A", "B")]
    parts = [files_of(tmp_path / "p1", "a.txt"), files_of(tmp_path / "p2", "b.txt")]
    assert [len(one.pairs) for one in pair_systems(golds, whole).several] == [2, 2]
    assert [len(one.pairs) for one in pair_systems(golds, parts).several] == [2]
    with pytest.raises(UsageError, match="is named twice"):
        pair_systems(golds, [whole[0], whole[0] + "/"])


@pytest.mark.parametrize(
    "reports, systems, given",
    [
        ("%s/%s.txt", "%s/%s.txt", ["s"]),
        ("%s-%s.txt", "%s/%s.txt", ["s"]),
        ("%s/%s.txt", "%s/%s.txt", ["s/runA", "s/runB"]),
    ],
)
@pytest.mark.parametrize("missing", [["circle"], ["circle", "cardboard"]])
def test_a_report_whose_prediction_is_missing_gets_no_other_runs(
    reports, systems, given, missing, tmp_path
) -> None:
    runs = [(run, story) for run in ("runA", "runB") for story in ("cardboard", "circle")]
    left = [one for one in runs if one[0] == "runB" or one[1] not in missing]
    files_of(tmp_path / "s", *(systems % one for one in left))
    (tmp_path / "s/runA").mkdir(exist_ok=True)
    found = pair_reports(
        [files_of(tmp_path / "r", *(reports % one for one in runs))],
        [files_of(tmp_path / "g", "cardboard.txt", "circle.txt")],
        [str(tmp_path / one) for one in given if len(missing) == 1 or one != "s/runA"],
    )
    pairs = {os.path.relpath(one.report, tmp_path / "r"): one.system for one in found.pairs}
    assert pairs == {reports % one: str(tmp_path / "s" / (systems % one)) for one in left}
    assert len(found.unpaired) == len(missing)


def test_a_report_whose_gold_is_missing_gets_no_other_by_name(tmp_path) -> None:
    names = [(part, story) for part in ("dev", "test") for story in ("one", "two")]
    folders = {
        side: files_of(tmp_path / side, *("%s/%s.txt" % one for one in names)) for side in "rs"
    }
    gold = files_of(tmp_path / "g", "test/one.txt", "test/two.txt")
    found = pair_reports([folders["r"]], [gold], [folders["s"]])
    assert {os.path.relpath(one.report, folders["r"]) for one in found.pairs} == {
        "test/one.txt",
        "test/two.txt",
    }
    assert all(os.sep + "test" + os.sep in one.gold for one in found.pairs)
    assert [one.why[:16] for one in found.unpaired] == ["has no gold file"] * 2


def test_a_report_says_which_data_have_none(tmp_path) -> None:
    gold, system = (files_of(tmp_path / side, "a.txt", "b.txt") for side in ("g", "s"))
    found = pair_reports([files_of(tmp_path / "r", "a.txt")], [gold], [system])
    assert len(found.pairs) == 1
    assert found.notes == ("%s/b.txt has no report" % gold, "%s/b.txt has no report" % system)


def test_what_explain_does_not_read_is_a_note() -> None:
    case = Case("no-final-blank-line").directory
    found = answer(["explain", "-g", str(case / "gold.txt"), "-s", str(case / "system.txt")])
    assert found.status == 0 and b"is not read: end the file with a blank line" in found.stderr


def test_compare_leaves_out_a_system_with_other_sentences_and_names_its_file(tmp_path) -> None:
    gold, system = Case("larger-english").files
    bad = tmp_path / "bad.txt"
    # The last sentence has no negation: no scorer stops at it.
    text = Path(system).read_bytes()
    plain = next(s for s in text.split(b"\n\n") if b"***" in s)
    for name, end in (("gold.txt", b"\n\n"), ("one.txt", b"\n\n"), ("bad.txt", b"\n")):
        source = gold if name == "gold.txt" else system
        (tmp_path / name).write_bytes(Path(source).read_bytes() + plain + end)
    gold, one = str(tmp_path / "gold.txt"), str(tmp_path / "one.txt")
    words = ["compare", "-g", gold, "-s", one, str(bad), gold]
    words += ["--trials", "9", "--resamples", "200"]
    found = answer(words)
    assert found.status == 1 and found.stdout.startswith(b"baseline: one.txt\nsystem: gold.txt\n")
    why = "left out: bad.txt has 402 sentences in %s, one.txt has 401: end every file" % gold
    assert why in found.stderr.decode()


def test_a_note_on_an_undefined_score_is_of_a_row_that_is_shown(tmp_path) -> None:
    for side, name in (("gold", "gold"), ("system", "gold")):
        (tmp_path / side).mkdir()
        text = (Case("all-right").directory / (name + ".txt")).read_text()
        lines = [line.split("\t") for line in text.split("\n")]
        bare = [
            "\t".join("_" if n > 7 and (n - 7) % 3 else c for n, c in enumerate(row))
            for row in lines
        ]
        (tmp_path / side / "a.txt").write_text("\n".join(bare))
    words = ["score", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]
    assert b"of Scopes(cue match) is undefined for a.txt" in answer(words).stderr
    assert without_gold_notes(answer([*words, "--rows", "cues"]).stderr) == b""


def test_a_gold_file_that_cannot_be_read_keeps_compare_from_no_other(tmp_path) -> None:
    words = story(tmp_path)[:-1]
    os.symlink(str(tmp_path / "nowhere"), str(tmp_path / "gold" / "dead-GOLD.txt"))
    for system in ("A", "B"):
        (tmp_path / system / "dead.txt").write_bytes(b"x")
    words = ["compare", "-g", str(tmp_path / "gold"), *words[3:], "--trials", "9"]
    found = answer([*words, "--resamples", "200", "--pool-the-rest"])
    assert found.status == 1 and b"\n2 of 3 gold files\n" in found.stdout
    assert b"dead-GOLD.txt: no such file" in found.stderr


def test_a_sentence_that_may_be_in_a_pair_that_stops_is_not_denied(tmp_path) -> None:
    gold, system = Case("all-right").files
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"x")
    words = ["explain", "-g", gold, "-s", system, str(bad), "--sentence", "nowhere:9"]
    found = answer(words)
    assert found.status == 1 and b"there is no sentence" not in found.stderr
    assert b"not explained: " in found.stderr
