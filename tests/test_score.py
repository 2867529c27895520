"""The people's command: what it prints in each format, and how it says what is wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import statistics
import sysconfig
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT, run, without_gold_notes
from smaller import SMALLER

from compat.workbench.recorded import Case
from sem2012_scorer import ORIGINALS, Rules, ScopeScoring, __version__, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.ground.wording import visible
from sem2012_scorer.reporting.formats import FORMATS, TSV_COLUMNS
from sem2012_scorer.reporting.grid import Grid

GOLD, SYSTEM = Case("larger-spanish").files
FILES = ["-g", GOLD, "-s", SYSTEM]
ENGLISH = SMALLER.files


def score(*words, status=0):
    """Run ``sem2012-scorer score`` in process; return what it prints."""
    found = answer(["score", *map(str, words)])
    assert found.status == status
    stderr = without_gold_notes(without_notes_on_style(found.stderr))
    assert bool(stderr) == bool(status) and not (status and found.stdout)
    return (stderr if status else found.stdout).decode()


def without_notes_on_style(stderr: bytes) -> bytes:
    """Return messages without that Spanish data look like another scorer's, which they do here."""
    lines = stderr.splitlines(True)
    return b"".join(line for line in lines if b"these look like NEGES files" not in line)


@pytest.fixture
def folders(tmp_path):
    """Two folders of three files each, two of which are the larger fixtures."""
    for side, position in (("gold", 0), ("system", 1)):
        (tmp_path / side).mkdir()
        for name, files in (("one", ENGLISH), ("two", (GOLD, SYSTEM)), ("three", ENGLISH)):
            target = tmp_path / side / ("%s.%s.txt" % (name, side))
            target.write_bytes(Path(files[position]).read_bytes())
    return tmp_path


@pytest.mark.parametrize("scorer", ORIGINALS)
def test_the_table_of_one_pair_is_the_legacy_report(scorer) -> None:
    expected = Case("larger-spanish").answer(scorer).stdout.decode()
    assert score(*FILES, "--scorer", scorer) == expected
    with_nis = score(*FILES, "--scorer", scorer, "--nis")
    assert with_nis.startswith(expected + "NIS (punctuation by tag)")


def test_json_of_one_pair_is_the_reports_dictionary() -> None:
    found = json.loads(score(*FILES, "--format", "json", "--nis"))
    assert found == score_files(GOLD, SYSTEM, nis=True).to_dict()


def test_tsv_has_a_header_and_a_row_for_each_measure_and_file() -> None:
    text = score("-g", GOLD, "-s", SYSTEM, GOLD, "--format", "tsv", "--nis")
    header, *rows = [line.split("\t") for line in text.splitlines()]
    assert header == list(TSV_COLUMNS)
    labels = score_files(GOLD, SYSTEM, nis=True).labels
    assert [row[1:3] for row in rows] == [
        [name, label] for name in (SYSTEM, GOLD) for label in labels
    ]
    cues = dict(zip(header, rows[0]))
    report = score_files(GOLD, SYSTEM)
    assert float(cues["precision"]) == report["Cues"].precision
    assert cues["printed_precision"] == report["Cues"].printed.precision
    assert int(cues["false_negatives"]) == report["Cues"].false_negatives


def test_markdown_of_one_pair_is_a_table_with_a_row_for_each_measure() -> None:
    text = score(*FILES, "--format", "markdown", "--scorer", "scorer_task2")
    assert text.splitlines() == [
        "|  | gold | system | tp | fp | fn | P (%) | R (%) | F1 (%) |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| Cues | 562 | 522 | 357 | 29 | 205 | 92.49 | 63.52 | 75.32 |",
        "| Cues B | 562 | 522 | 357 | 29 | 205 | 68.39 | 63.52 | 65.87 |",
        "",
        "<!-- scorer:scorer_task2-2.2|version:%s -->" % __version__,
    ]


def test_latex_escapes_what_it_must(tmp_path) -> None:
    odd = tmp_path / "a_b&c%d#{$}.txt"
    odd.write_bytes(Path(SYSTEM).read_bytes())
    text = score("-g", GOLD, "-s", odd, SYSTEM, "--format", "latex", "--scorer", "scorer_task2")
    lines = text.splitlines()
    assert lines[:2] == [
        "%% scorer:scorer_task2-2.2|version:%s" % __version__,
        r"\begin{tabular}{lrr}",
    ]
    assert r"a\_b\&c\%d\#\{\$\}.txt & 75.32 & 65.87 \\" in text
    assert lines[-1] == r"\end{tabular}"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_ends_in_one_newline_and_names_every_system(name) -> None:
    rows = ["--rows", "cues,nis"] if name == "text" else []
    text = score("-g", GOLD, "-s", SYSTEM, GOLD, "--mean", "--format", name, "--nis", *rows)
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert (
        text.count("plain mean over 2 systems") in (1, 15) and "standard deviation (n - 1)" in text
    )


def test_several_systems_have_a_line_each_with_f1_as_printed() -> None:
    lines = score("-g", GOLD, "-s", SYSTEM, GOLD, "--scorer", "scorer_task2").splitlines()
    assert lines[0].split() == ["F1", "(%)", "Cues", "Cues", "B"]
    # The shortest part of the path tells them apart; programs get the whole path.
    assert lines[2].split() == [Path(SYSTEM).name, "75.32", "65.87"]
    assert lines[3].split() == [Path(GOLD).name, "100.00", "100.00"]
    assert len(lines) == 4
    rows = score("-g", GOLD, "-s", SYSTEM, GOLD, "--format", "tsv").splitlines()[1:]
    assert {row.split("\t")[1] for row in rows} == {SYSTEM, GOLD}


def test_mean_and_standard_deviation_are_of_the_systems_unrounded_percentages() -> None:
    found = json.loads(score("-g", GOLD, "-s", SYSTEM, GOLD, SYSTEM, "--mean", "--format", "json"))
    values = [score_files(GOLD, name)["Cues"].f1 for name in (SYSTEM, GOLD, SYSTEM)]
    mean, deviation = found["results"][3:]
    assert (mean["kind"], deviation["kind"]) == ("mean", "standard deviation")
    assert mean["measures"]["Cues"]["f1"] == pytest.approx(statistics.mean(values), abs=1e-12)
    assert deviation["measures"]["Cues"]["f1"] == pytest.approx(statistics.stdev(values), abs=1e-12)


def test_folders_are_paired_by_name_then_pooled_and_averaged(folders) -> None:
    text = score("-g", folders / "gold", "-s", folders / "system", "--format", "json", "--nis")
    results = json.loads(text)["results"]
    assert [(entry["kind"], entry["name"]) for entry in results] == [
        ("pair", "one.txt"),
        ("pair", "three.txt"),
        ("pair", "two.txt"),
        ("pooled", "pooled (counts of 3 summed)"),
        ("mean", "plain mean over 3 files"),
    ]
    *pairs, pooled, mean = (entry["measures"]["Cues"] for entry in results)
    tp, fp, fn = (
        sum(pair[name] for pair in pairs)
        for name in ("true_positives", "false_positives", "false_negatives")
    )
    assert pooled["precision"] == pytest.approx(100 * tp / (tp + fp))
    assert pooled["recall"] == pytest.approx(100 * tp / (tp + fn))
    assert mean["recall"] == pytest.approx(statistics.mean(pair["recall"] for pair in pairs))
    assert pooled["recall"] != pytest.approx(mean["recall"])


def test_one_folder_may_hold_both_sides_and_a_list_is_paired_in_order(folders) -> None:
    together = folders / "together"
    together.mkdir()
    for side in ("gold", "system"):
        for path in (folders / side).iterdir():
            path.rename(together / path.name)
    from_folder = score("-g", together, "-s", together, "--format", "tsv")
    golds, systems = (
        [together / ("%s.%s.txt" % (name, side)) for name in ("one", "three", "two")]
        for side in ("gold", "system")
    )
    from_list = score("-g", *golds, "-s", *systems, "--format", "tsv")
    assert [line.split("\t")[2:] for line in from_list.splitlines()] == [
        line.split("\t")[2:] for line in from_folder.splitlines()
    ]


def test_a_file_without_partner_is_named(folders) -> None:
    (folders / "system" / "two.system.txt").unlink()
    found = answer(["score", "-g", str(folders / "gold"), "-s", str(folders / "system")])
    message = "not scored: %s has no partner in %s" % (
        folders / "gold/two.gold.txt",
        folders / "system",
    )
    assert found.status == 1 and message in found.stderr.decode()
    assert b"one.txt" in found.stdout and b"pooled" not in found.stdout


def test_two_files_of_one_name_are_named(folders) -> None:
    (folders / "gold/gold.one.txt").write_bytes(b"x")
    found = answer(["score", "-g", str(folders / "gold"), "-s", str(folders / "system")])
    both = "could go with each of %s, %s: leave one of them" % (
        folders / "gold/gold.one.txt",
        folders / "gold/one.gold.txt",
    )
    assert found.status == 1 and both in found.stderr.decode()
    assert b"two.txt" in found.stdout and b"one.txt" not in found.stdout


def test_a_file_is_never_paired_with_itself(tmp_path) -> None:
    gold, system = (Path(name).read_bytes() for name in ENGLISH)
    for name, content in (
        ("dev.gold", gold),
        ("dev.system", system),
        ("gold.txt", gold),
        ("system.txt", system),
    ):
        (tmp_path / name).write_bytes(content)
    rows = score("-g", tmp_path, "-s", tmp_path, "--format", "tsv").splitlines()
    assert {row.split("\t")[1] for row in rows if row.startswith("pair")} == {"dev", "system.txt"}
    assert "100.00" not in "".join(row for row in rows if "\tCues\t" in row)
    (tmp_path / "README.txt").write_text("read me")
    found = answer(["score", "-g", str(tmp_path), "-s", str(tmp_path)])
    assert b"README.txt is neither gold nor system: put .gold. or .system." in found.stderr
    assert found.status == 1 and b"dev" in found.stdout and b"pooled" not in found.stdout


def test_folders_given_for_the_wrong_side_are_named(folders) -> None:
    message = score("-g", folders / "system", "-s", folders / "gold", status=2)
    assert "one.system.txt is a system file by its name, in the folder given for gold" in message


def test_one_gold_file_goes_with_every_file_of_a_folder(folders) -> None:
    gold, *systems = ENGLISH[0], ENGLISH[1], Case("word-differs").system
    runs = folders / "runs"
    runs.mkdir()
    for number, path in enumerate(systems):
        (runs / ("run%d.txt" % number)).write_bytes(Path(path).read_bytes())
    found = answer(["score", "-g", gold, "-s", str(runs), "--rows", "cues"])
    assert found.status == 1 and b"run1.txt:1: found" in found.stderr
    assert found.stdout.decode().splitlines()[-1].startswith("run0.txt ")


def test_subfolders_are_scored_as_they_are_checked(folders) -> None:
    for side in ("gold", "system"):
        (folders / side / "sub").mkdir()
        path = folders / side / ("two.%s.txt" % side)
        path.rename(folders / side / "sub" / path.name)
    text = score("-g", folders / "gold", "-s", folders / "system", "--format", "tsv")
    assert {row.split("\t")[1] for row in text.splitlines() if row.startswith("pair")} == {
        "one.txt",
        "sub/two.txt",
        "three.txt",
    }


def test_a_folder_that_cannot_be_read_is_named(folders, monkeypatch) -> None:
    locked = folders / "gold" / "sub"
    locked.mkdir()
    scandir = os.scandir

    def refused(path):
        if Path(path) == locked:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    found = answer(["score", "-g", str(folders / "gold"), "-s", str(folders / "system")])
    why = "%s is a folder that cannot be read (Permission denied)" % locked
    assert found.status == 1 and why in found.stderr.decode()
    assert b"one.txt" in found.stdout and b"pooled" not in found.stdout


ODD_NAMES = [
    "[a]",
    "*b",
    "c--d---e",
    "<f>",
    "g|h",
    'i"j"',
    "k`l`",
    "~~m~~",
    "&lt;",
    "n\ro",
    "p\x1bq",
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_break_no_table(name, tmp_path) -> None:
    gold, system = Case("all-right").files
    path = tmp_path / name
    path.write_bytes(Path(system).read_bytes())
    words = ["-g", gold, "-s", path, system, "--format"]
    # Two systems are columns: the names stand in the head.
    latex = score(*words, "latex").splitlines()[3]
    assert len(re.findall(r"(?<!\\)&", latex)) == 2 and "--" not in latex
    markdown = score(*words, "markdown").split("\n\n<!--")[0].splitlines()
    assert len(markdown) == 4
    assert len(re.findall(r"(?<!\\)\|", markdown[2])) == 13
    assert not re.search(r"(?<!\\)[`\[~<]", markdown[2])
    rows = list(csv.reader(io.StringIO(score(*words, "tsv"), newline=""), delimiter="\t"))
    assert {len(row) for row in rows} == {14}
    assert rows[1][1] == visible(str(path))
    for form in ("text", "json"):
        assert "\r" not in score(*words, form).replace("\\r", "")


def test_rows_that_begin_as_an_option_of_latex_do_not() -> None:
    text = Grid(["", "P"], [["[x]", "1"], ["*", "2"]], "s").latex()
    assert "{}[x] & 1" in text and "{}* & 2" in text


def test_a_table_has_the_rows_scores_and_names_that_are_asked_for() -> None:
    words = ["-g", GOLD, "-s", SYSTEM, GOLD, "--names", "ours", "gold", "--rows", "cues,full"]
    text = score(*words)
    assert [line.split()[0] for line in text.splitlines()[-2:]] == ["ours", "gold"]
    assert len(text.splitlines()[-1].split()) == 3
    shares = score(*words, "--format", "tsv")
    assert {row.split("\t")[2] for row in shares.splitlines()[1:]} == {"Cues", "Full negation"}
    markdown = score(*words, "--metrics", "p,f1", "--format", "markdown")
    assert markdown.startswith("| (%) | Cues P | Cues F1 | Full negation P | Full negation F1 |\n")
    one = score(*FILES, "--rows", "cues,Cues B")
    assert [line.split("  ")[0] for line in one.splitlines()[1:]] == ["Cues", "Cues B"]
    found = json.loads(score(*FILES, "--rows", "cues,nis", "--nis", "--format", "json"))
    assert set(found["measures"]) == {"Cues"} and len(found["nis"]) == 4
    for wrong, message in (
        (["--rows", "x"], "there is no row 'x'"),
        (["--rows", "nis"], "there is no row 'nis'"),
        (["--metrics", "x"], "--metrics takes p, r, f1"),
        (["--names", "a"], "--names takes a name for each system: 2 here"),
    ):
        assert message in score("-g", GOLD, "-s", SYSTEM, GOLD, *wrong, status=2)


def test_a_table_in_latex_has_systems_as_columns_where_that_is_narrower() -> None:
    systems = ["-g", GOLD, "-s", SYSTEM, GOLD, "--format", "latex"]
    latex = score(*systems)
    assert "F1 (\\%) & system.txt & gold.txt" in latex and "begingroup" not in latex
    (head,) = [line for line in score(*systems, "--rows", "cues").splitlines() if "(" in line]
    assert head.startswith("F1 (\\%) & ")
    wide = score(*systems, "--metrics", "p,r,f1", "--names", "a" * 40, "b" * 40)
    assert r"\begingroup\tiny" in wide and r"\endgroup" in wide


def test_a_mean_has_its_instances_where_a_report_has_them() -> None:
    text = score("-g", GOLD, "-s", SYSTEM, GOLD, "--mean", "--nis", "--format", "json")
    for result in json.loads(text)["results"]:
        assert set(result["nis"]) == {"NIS cues", "NIS tok", "NIS ex", "NIS scope tokens"}
        assert not any(label.startswith("NIS") for label in result["measures"])


@pytest.mark.parametrize("number", [Fraction(1, 3), Decimal("0.25")])
def test_a_scope_scoring_may_give_any_kind_of_number(number) -> None:
    scoring = ScopeScoring("odd", lambda g, s: number, lambda g, s: number)
    report = score_files(GOLD, SYSTEM, nis=Rules(scorings=(scoring,)))
    assert json.loads(json.dumps(report.to_dict()))["nis"]["NIS odd"]["precision"] > 0


def test_files_of_a_repeated_option_are_all_taken() -> None:
    assert score("-g", GOLD, "-s", SYSTEM, "-s", GOLD) == score("-g", GOLD, "-s", SYSTEM, GOLD)


def test_control_characters_of_a_name_do_not_reach_the_terminal(tmp_path) -> None:
    message = score("-g", GOLD, "-s", tmp_path / "a\x1b[31m\nb", status=2)
    assert "\x1b" not in message and message.count("\n") == 1


@pytest.mark.parametrize(
    "words, message",
    [
        (["-g", "a", "b", "-s", "c"], "2 gold files and 1 system file: give"),
        (["-g", "a", "b", "-s", "c", "d", "e"], "2 gold files and 3 system files"),
        (["-g", "tests", "-s", "c"], "no files can be paired: tests/"),
        (["-g", "a", "-s", "c", "--mean"], "--mean goes with several systems, or several files"),
        (["-g", "a", "-s", "c", "--punctuation", "form"], "--punctuation goes with --nis"),
        (["-g", "-", "-s", "-"], "- (standard input) can be one file only"),
    ],
)
def test_wrong_usage_says_what_would_be_right(words, message, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    assert message in score(*words, status=2)


@pytest.mark.parametrize(
    "case, parts",
    [
        ("word-differs", ["system.txt:4: found garden | 1 | 3 | date", "garden | 1 | 3 | gate"]),
        (
            "no-negation",
            ["gold.txt: found no sentence with negation", "divides", "eval.cd-sco-patched"],
        ),
        ("unequal-columns", ["system.txt:2: found 8 columns", "expected 10"]),
        ("system-without-cue", ["system.txt:12: found negation 1", "without cue"]),
        ("two-blank-lines-after-negation", ["system.txt:7: ", "two blank lines"]),
    ],
)
def test_input_that_cannot_be_scored_is_explained_in_one_line(case, parts) -> None:
    directory = Case(case).directory
    message = score("-g", directory / "gold.txt", "-s", directory / "system.txt", status=1)
    line, note = message.splitlines()
    assert line.startswith("sem2012-scorer: ") and "sem2012-scorer check -g" in note
    for part in parts:
        assert part in message


def test_a_system_that_cannot_be_scored_does_not_take_the_table_of_the_others() -> None:
    bad = str(Case("word-differs").directory / "system.txt")
    words = ["score", "-g", GOLD, "-s", SYSTEM, bad, GOLD, "--mean", "--format", "tsv"]
    found = answer(words)
    assert found.status == 1 and "not scored: %s:1: found" % bad in found.stderr.decode()
    assert b"not pooled or averaged: --pool-the-rest" in found.stderr
    others = score("-g", GOLD, "-s", SYSTEM, GOLD, "--mean", "--format", "tsv").splitlines()
    is_pair = [line for line in others if not line.startswith(("mean", "standard"))]
    assert found.stdout.decode().splitlines() == is_pair
    headed = answer([*words, "--pool-the-rest"]).stdout.decode()
    assert headed.replace("mean over 2 of 3", "mean over 2").splitlines() == others
    # What is left of several stands in a line too.
    found = answer(["score", "-g", GOLD, "-s", SYSTEM, bad, "--rows", "cues"])
    assert found.status == 1 and found.stdout.decode().splitlines()[-1].startswith("larger-")


def test_of_a_folder_the_files_that_can_be_scored_are_and_nothing_is_pooled(folders) -> None:
    bad = Case("word-differs")
    for side, path in (("gold", bad.gold), ("system", bad.system)):
        (folders / side / ("two.%s.txt" % side)).write_bytes(path.read_bytes())
    words = ["score", "-g", str(folders / "gold"), "-s", str(folders / "system")]
    words += ["--rows", "cues"]
    found = answer(words)
    assert found.status == 1 and b"pooled" not in found.stdout
    assert {line.split()[0] for line in found.stdout.decode().splitlines()[-2:]} == {
        "one.txt",
        "three.txt",
    }
    assert b"not scored: " in found.stderr and b"two.system.txt:4: found" in found.stderr
    assert b"--pool-the-rest" in found.stderr
    found = answer([*words, "--pool-the-rest"])
    assert found.status == 1 and b"pooled (counts of 2 of 3 summed)" in found.stdout
    assert b"plain mean over 2 of 3 files" in found.stdout
    for path in [*(folders / "gold").iterdir(), *(folders / "system").iterdir()]:
        path.write_bytes(bad.gold.read_bytes() if "gold" in path.name else bad.system.read_bytes())
    found = answer(words)
    assert (found.stdout, found.status) == (b"", 1) and b"found garden" in found.stderr


def test_a_score_that_is_undefined_and_counts_in_a_mean_is_named(tmp_path) -> None:
    empty = tmp_path / "system.txt"
    lines = [line.split("\t") for line in Path(ENGLISH[1]).read_text().split("\n")]
    empty.write_text(
        "\n".join("\t".join([*row[:7], "***"] if len(row) > 7 else row) for row in lines)
    )
    words = ["score", "-g", ENGLISH[0], "-s", ENGLISH[1], str(empty)]
    found = answer([*words, "--mean"])
    assert b"note: the precision of Cues is undefined for" in found.stderr
    assert not answer(words).stderr


def test_a_note_says_what_was_not_read() -> None:
    directory = Case("no-final-blank-line").directory
    found = answer(
        ["score", "-g", str(directory / "gold.txt"), "-s", str(directory / "system.txt")]
    )
    assert (found.stdout, found.status) == Case(directory.name).answer("eval.cd-sco")[::2]
    assert found.stderr.count(b"sem2012-scorer: note: ") == found.stderr.count(b"\n") == 1


def test_the_installed_command_teaches_and_tells_its_version() -> None:
    command = Path(sysconfig.get_path("scripts"), "sem2012-scorer")
    if not command.exists():
        pytest.skip("the package is not installed in this environment")
    text = run([command, "score", "--help"], ROOT).stdout.decode()
    assert "examples:" in text and "pooled" in text and "exit status" in text
    assert run([command, "--version"], ROOT).stdout.decode() == "sem2012_scorer %s\n" % __version__
    assert (
        run([command, "score", *FILES], ROOT).stdout
        == Case("larger-spanish").answer("eval.cd-sco").stdout
    )
    for words in ([], ["score"], ["score", "-g", "a"], ["score", "-x"], ["skore"]):
        found = run([command, *words], ROOT)
        assert found.status == 2 and b" --help lists all)\n" in found.stderr
