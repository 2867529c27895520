"""The command ``score``: what it prints in each format, sums and means, and how it says what is wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import statistics
from pathlib import Path

import pytest
from conftest import without_gold_notes
from smaller import SMALLER

from compat.tools.recorded import Case
from sem2012_scorer import ORIGINALS, __version__, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.commands.arguments import TABLE_FORMATS
from sem2012_scorer.common.counts import sum_of_counts
from sem2012_scorer.common.wording import visible
from sem2012_scorer.reporting.grid import Grid

SPANISH = Case("larger-spanish")
OF_SPANISH = ["-g", str(SPANISH.gold), "-s", str(SPANISH.system)]
GOLD, SYSTEM = SMALLER.files
FILES = ["-g", GOLD, "-s", SYSTEM]
TWO = [*FILES, GOLD]
PAIRS = {"one": Case("larger-english").files, "three": (GOLD, SYSTEM), "two": SPANISH.files}
COUNTS = ("gold", "system", "true_positives", "false_positives", "false_negatives")


def score(*words: object, status: int = 0) -> str:
    """Run ``sem2012-scorer score``; return what it prints, or what it says if that fails."""
    found = answer(["score", *map(str, words)])
    assert found.status == status, found
    lines = without_gold_notes(found.stderr).splitlines(True)
    known = (
        b"looks like a NEGES file",
        b"no tag that the scorer counts as punctuation",
        b"warning: check finds",
    )
    said = b"".join(line for line in lines if not any(words in line for words in known))
    assert bool(said) == bool(status) and not (status and found.stdout), found
    return (said if status else found.stdout).decode()


def rows_of(*words: object) -> list[dict[str, str]]:
    """Return the rows of the output as TSV."""
    text = score(*words, "--format", "tsv")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t"))


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """Two folders of three files of different sizes, and how they are given."""
    for side in ("gold", "system"):
        (tmp_path / side).mkdir()
        for name, files in PAIRS.items():
            path = tmp_path / side / ("%s.%s.txt" % (name, side))
            path.write_bytes(Path(files[side == "system"]).read_bytes())
    return ["-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]


@pytest.mark.parametrize("scorer", ORIGINALS)
def test_text_of_one_pair_is_what_the_original_printed(scorer: str) -> None:
    expected = SPANISH.answer(scorer).stdout.decode()
    assert score(*OF_SPANISH, "--scorer", scorer) == expected
    assert score(*OF_SPANISH, "--scorer", scorer, "--nis").startswith(
        expected + "NIS (punctuation by"
    )


def test_json_of_one_pair_is_the_reports_dictionary() -> None:
    found = json.loads(score(*FILES, "--format", "json", "--nis"))
    assert found == score_files(GOLD, SYSTEM, nis=True).to_dict()


def test_tsv_has_a_row_for_each_measure_and_file() -> None:
    rows = rows_of(*TWO, "--nis")
    reports = [score_files(GOLD, path, nis=True) for path in (SYSTEM, GOLD)]
    assert [(row["name"], row["measure"]) for row in rows] == [
        (path, label)
        for path, report in zip((SYSTEM, GOLD), reports)
        for label in report
    ]  # fmt: skip
    for row in rows:
        own = reports[row["name"] == GOLD][row["measure"]]
        for name in ("precision", "recall", "f1"):
            assert float(row[name]) == getattr(own, name)
            assert row["printed_" + name] == getattr(own.printed, name)
        if not row["measure"].startswith("NIS"):
            assert [int(row[name]) for name in COUNTS] == [getattr(own, name) for name in COUNTS]


def test_markdown_and_latex_of_one_pair_are_the_recorded_numbers() -> None:
    recorded = SPANISH.answer("scorer_task2").stdout.decode()
    rows = [
        re.findall(r"[^\s|:][^|:]*?(?= *[|:]| *$)", line)
        for line in recorded.splitlines()
        if line.startswith("Cues")
    ]
    signature = "scorer:scorer_task2-2.2|version:%s" % __version__
    words = [*OF_SPANISH, "--scorer", "scorer_task2", "--format"]
    head, _, *lines, empty, last = score(*words, "markdown").splitlines()
    assert head == "|  | gold | system | tp | fp | fn | P (%) | R (%) | F1 (%) |" and not empty
    assert lines == ["| %s |" % " | ".join(row) for row in rows] and signature in last
    latex = score(*words, "latex")
    assert all(" & ".join(row) + r" \\" in latex for row in rows) and signature in latex


def test_several_systems_have_a_line_each_with_f1_as_printed() -> None:
    *head, _, first, last, _, signature = score(*TWO, "--rows", "cues,full").splitlines()
    report = score_files(GOLD, SYSTEM)
    assert signature == report.signature
    assert " ".join(head).split() == ["Full", "F1", "(%)", "Cues", "negation"]
    shown = [report["Cues"].printed.f1, report["Full negation"].printed.f1]
    assert (first.split()[1:], last.split()[1:]) == (shown, ["100.00", "100.00"])
    assert {row["name"] for row in rows_of(*TWO)} == {SYSTEM, GOLD}


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_every_format_ends_in_one_newline_and_names_every_system(form: str) -> None:
    names = ["--names", "ours", "theirs"]
    text = score(*TWO, "--mean", *names, "--format", form, "--nis", "--rows", "cues,nis")
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert "ours" in text and "theirs" in text and "system.txt" not in text


def test_the_mean_is_of_the_systems_unrounded_scores() -> None:
    words = [*TWO, "--mean", "--format", "json"]
    *_, mean = json.loads(score(*words))["results"]
    values = [score_files(GOLD, name)["Cues"].f1 for name in (SYSTEM, GOLD)]
    assert mean["kind"] == "mean"
    assert mean["measures"]["Cues"]["f1"] == pytest.approx(statistics.mean(values), abs=1e-12)
    with_nis = json.loads(score(*words, "--nis"))["results"]
    assert all(len(one["nis"]) == 4 and "NIS tok" not in one["measures"] for one in with_nis)


@pytest.mark.parametrize("how", ["plain", "printed"])
def test_folders_are_pooled_by_their_counts_and_averaged_by_their_scores(
    folders: list[str], how: str
) -> None:
    rows = rows_of(*folders, "--nis", *(["--mean", "printed"] if how == "printed" else []))
    names = list(dict.fromkeys(row["name"] for row in rows if row["kind"] != "pair"))
    mean = "plain mean over 3 files" + (", as printed" if how == "printed" else "")
    assert names == ["pooled (counts of 3 summed)", mean]
    reports = [score_files(*files, nis=True) for files in PAIRS.values()]
    together = sum_of_counts(report.counts for report in reports)
    for label in reports[0]:
        *pairs, pool, of_mean = [row for row in rows if row["measure"] == label]
        if not label.startswith("NIS"):
            for name in COUNTS:
                assert int(pool[name]) == sum(int(row[name]) for row in pairs), label
        assert float(pool["f1"]) == reports[0]._replace(counts=together)[label].f1
        for name in ("precision", "recall", "f1"):
            if how == "plain":
                expected = statistics.mean(float(row[name]) for row in pairs)
                assert float(of_mean[name]) == pytest.approx(expected)
            else:
                # In hundredths, a half is rounded up.
                hundredths = sum(round(float(row["printed_" + name]) * 100) for row in pairs)
                rounded = (2 * hundredths + len(pairs)) // (2 * len(pairs))
                assert round(float(of_mean[name]) * 100) == rounded


def test_rows_metrics_and_names_choose_what_is_shown() -> None:
    words = [*TWO, "--names", "ours", "gold", "--rows", "cues,full"]
    last = score(*words).splitlines()[-4:-2]
    assert [line.split()[0] for line in last] == ["ours", "gold"]
    assert len(last[1].split()) == 3
    assert {row["measure"] for row in rows_of(*words)} == {"Cues", "Full negation"}
    markdown = score(*words, "--metrics", "p,f1", "--format", "markdown")
    assert markdown.startswith("|  | Cues P | Cues F1 | Full P | Full F1 |\n")
    one = score(*FILES, "--rows", "cues,Cues B")
    assert [line.split("  ")[0] for line in one.splitlines()[1:]] == ["Cues", "Cues B"]
    found = json.loads(score(*FILES, "--rows", "cues,nis", "--nis", "--format", "json"))
    assert set(found["measures"]) == {"Cues"} and len(found["nis"]) == 4


ODD_NAMES = ["[a]", "*b", "c--d---e", "<f>", "g|h", 'i"j"', "~~m~~", "&lt;", "n\ro", "p\x1b_%q"]


def test_odd_names_break_no_table(tmp_path: Path) -> None:
    gold, system = Case("all-right").files
    paths = [tmp_path / name for name in ODD_NAMES]
    for path in paths:
        path.write_bytes(Path(system).read_bytes())
    words = ["-g", gold, "-s", *paths]
    latex = [line for line in score(*words, "--format", "latex").splitlines() if line.endswith("\\\\")]  # fmt: skip
    assert len(latex) == 1 + len(ODD_NAMES) and {len(re.findall(r"(?<!\\)&", line)) for line in latex} == {6}  # fmt: skip
    assert not any(re.search(r"^[\[*]|--|(?<!\\)[%_#]", line) for line in latex)
    assert "\\begin{tabular}{lrrrrrr}" in score(*words, "--format", "latex")
    markdown = score(*words, "--format", "markdown").split("\n\n")[0].splitlines()
    assert len(markdown) == 2 + len(ODD_NAMES)
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in markdown} == {8}
    assert not any(re.search(r"(?<!\\)[`\[~<]", line) for line in markdown)
    rows = rows_of(*words, "--rows", "cues")
    assert [row["name"] for row in rows] == [visible(str(path)) for path in paths]
    for form in ("text", "json"):
        assert not re.search("[\r\x1b]", score(*words, "--format", form))


def test_the_output_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    assert score(*FILES, "-o", target) == "" and target.read_text() == score(*FILES)
    bad = Case("word-differs")
    score("-g", bad.gold, "-s", bad.system, "-o", target, status=1)
    assert target.read_text() == score(*FILES) and os.listdir(tmp_path) == ["out.txt"]
    assert "out.txt is one of the inputs" in score("-g", GOLD, "-s", target, "-o", target, status=2)
    assert "cannot write" in score(*FILES, "-o", tmp_path / "none" / "out.txt", status=2)


@pytest.mark.parametrize(
    "words, message",
    [
        (["-g", "a", "b", "-s", "c", "d", "e"], "2 gold files and 3 system files: give one gold"),
        (["-g", GOLD, "-s", "nowhere.txt"], "nowhere.txt: no such file"),
        ([*FILES, "--mean"], "--mean needs several systems or several files"),
        (["-g", "-", "-s", "-"], "only one file can be - (standard input)"),
        ([*TWO, "--rows", "x"], "eval.cd-sco has no row x; its rows: cues"),
        ([*TWO, "--metrics", "x"], "--metrics takes p, r, f1"),
        ([*TWO, "--names", "a"], "--names needs one name for each system: 1 name for 2 systems"),
        (["-g", GOLD, "-s", "a\x1b[31m\nb"], r"a\x1b[31m\nb: no such file"),
    ],
)
def test_wrong_usage_has_status_2_and_is_said_in_one_line(words: list[str], message: str) -> None:
    said = score(*words, status=2)
    assert message in said and said.count("\n") == 1 and "\x1b" not in said


@pytest.mark.parametrize(
    "case, parts",
    [
        ("word-differs", ["system.txt:4:4: E101", "found     garden 1 3 date", "garden 1 3 gate"]),
        ("no-negation", ["gold.txt:1:1: E501", "found     no sentence", "eval.cd-sco-patched"]),
        ("unequal-columns", ["system.txt:2:8: E201", "found     8 columns", "expected  10"]),
    ],
)
def test_where_the_original_aborts_status_1_says_where_and_why(case: str, parts: list[str]) -> None:
    message = score("-g", Case(case).gold, "-s", Case(case).system, status=1)
    checked = answer(["check", "-g", str(Case(case).gold), "-s", str(Case(case).system)])
    lines = checked.stdout.decode().split("\n\n")[1].splitlines()
    assert message.removeprefix("sem2012-scorer: ").splitlines()[: len(lines)] == lines
    assert all(part in message for part in parts)


def test_a_system_that_cannot_be_scored_does_not_take_the_lines_of_the_others() -> None:
    bad = str(Case("word-differs").system)
    words = ["score", "-g", GOLD, "-s", SYSTEM, bad, GOLD, "--mean", "--format", "tsv"]
    found = answer(words)
    assert found.status == 1 and "not scored: %s:1:1: E107" % bad in found.stderr.decode()
    assert found.stdout.decode() == score(*TWO, "--format", "tsv")
    assert b"no pooled score and no mean" in found.stderr


def test_a_note_says_what_was_not_read_and_which_option_has_no_effect() -> None:
    case = Case("no-final-blank-line")
    found = answer(["score", "-g", str(case.gold), "-s", str(case.system)])
    assert (found.stdout, found.status) == case.answer("eval.cd-sco")[::2]
    assert found.stderr.count(b"sem2012-scorer: note: ") == found.stderr.count(b"\n") == 1
    assert b"--metrics has no effect" in answer(["score", *FILES, "--metrics", "p"]).stderr


def test_a_table_of_80_characters_is_whole_and_a_wider_one_is_broken() -> None:
    for more, number in ((0, 3), (1, 7)):
        grid = Grid(["x", "a" * 38, "b" * (37 + more)], [["y", "1", "2"]])
        assert len(grid.fitted()) == number and max(map(len, grid.fitted())) <= 80


@pytest.fixture
def two_systems(tmp_path: Path) -> list[str]:
    """Two systems of two NEGES files each: what names them to a command."""
    for name, case in (("a.txt", "larger-spanish"), ("b.txt", "dash-one-cue-missed")):
        gold, system = Case(case).files
        for folder, path in (("gold", gold), ("ours", system), ("theirs", gold)):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / name).write_bytes(Path(path).read_bytes())
    folders = [str(tmp_path / name) for name in ("gold", "ours", "theirs")]
    return ["-g", folders[0], "-s", *folders[1:], "--scorer", "scorer_task2"]


def test_means_of_several_systems_are_a_table_of_systems(two_systems: list[str]) -> None:
    words = [*two_systems, "--mean", "printed"]
    table = score(*words, "--format", "markdown").splitlines()
    assert table[0] == "| (%) | Cues P | Cues R | Cues F1 |"
    assert [line.split(" | ")[0] for line in table[2:4]] == ["| ours", "| theirs"]
    assert "Values are the plain mean over 2 files, as printed." in table[5]
    of_ours = "ours: plain mean over 2 files, as printed"
    (ours,) = [row for row in rows_of(*words, "--rows", "cues") if row["name"].endswith(of_ours)]
    assert table[2] == "| ours | {printed_precision} | {printed_recall} | {printed_f1} |".format(
        **ours
    )
    latex = score(*words, "--format", "latex")
    assert "\\begin{tabular}{lrrr}" in latex
    assert score(*words, "--metrics", "f1", "--format", "markdown").startswith(
        "| F1 (%) | Cues |\n"
    )
    text = score(*words).splitlines()
    assert [line.split()[0] for line in text[2:4]] == ["ours", "theirs"] and "over 2 files" in text[
        5
    ]


def test_without_a_mean_every_file_has_its_line(two_systems: list[str]) -> None:
    lines = score(*two_systems).splitlines()
    assert sum("a.txt" in line or "b.txt" in line for line in lines) == 4


def test_a_papers_table_has_the_rows_of_the_first_block(two_systems: list[str]) -> None:
    gold, system = Case("larger-english").files
    words = ["-g", gold, gold, "-s", system, gold, "--format", "markdown"]
    heads = score(*words).splitlines()[0].split(" | ")[1:]
    assert len(heads) == 6 and not any(" B" in head for head in heads)
    assert len(score(*words, "--rows", "all").splitlines()[0].split(" | ")) == 12
    caption = score(*two_systems, "--format", "markdown").split("\n\n")[1]
    assert "pooled counts of 2 files" in caption and caption.startswith("F1 on 2 files (")


def test_a_caption_says_what_the_last_rows_are(two_systems: list[str]) -> None:
    """Both are there for several files; over several systems, there is only the mean that is asked for."""
    gold, system = Case("larger-english").files
    files = score("-g", gold, gold, "-s", system, gold, "--format", "latex")
    last = "The last rows are pooled counts of 2 files and the plain mean over 2 files.}"
    assert files.splitlines()[-2].endswith(last)
    systems = score("-g", gold, "-s", system, gold, "--mean", "--format", "latex")
    assert systems.splitlines()[-2].endswith("The last row is the plain mean over 2 systems.}")
