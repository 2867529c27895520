"""The command ``verify``."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from conftest import CORPORA, PYTHON, ROOT, with_corpora
from conftest import run as run_command
from recorded_reports import LARGE, TEXT, verified

from compat.workbench.recorded import Case
from sem2012_scorer.cli import answer


def run(*words, status=0) -> str:
    found = answer(["verify", *map(str, words)])
    assert found.status == status, found
    return (found.stdout + found.stderr).decode()


def test_the_first_line_is_the_verdict(report) -> None:
    data = ["-g", LARGE.gold, "-s", LARGE.system]
    assert run(report, *data).startswith(
        "reproduced byte for byte by eval.cd-sco (also by eval.cd-sco-patched)\n"
    )
    report.write_bytes(TEXT.replace(b"\n", b"\r\n"))
    assert run(report, *data, status=1).startswith("same numbers as eval.cd-sco")
    run(report, *data, "--numbers")
    report.write_bytes(TEXT.replace(b"94.19", b"94.91", 1))
    text = run(report, *data, status=1)
    assert text.startswith("not reproduced: 1 number differs")
    assert re.search(r"Cues +precision +94.91 +94.19 +\+0.72", text)
    assert run(report, status=1).startswith("inconsistent: ")
    exchanged = run(report, "-g", LARGE.system, "-s", LARGE.gold, status=1)
    assert "and " in exchanged and "more: --format tsv lists all" in exchanged


def test_json_and_tsv_have_the_verdict_and_every_difference(report) -> None:
    report.write_bytes(TEXT.replace(b"94.19", b"94.91", 1))
    words = [report, "-g", LARGE.gold, "-s", LARGE.system, "--format"]
    found = json.loads(run(*words, "json", status=1))
    (one,) = found["reports"]
    assert (one["verdict"], one["scorer"], one["also"]) == ("not reproduced", "eval.cd-sco", [])
    assert one["differences"][0]["recomputed"] == "94.19"
    rows = run(*words, "tsv", status=1).splitlines()
    assert rows[1].split("\t")[6:] == ["Cues", "precision", "94.91", "94.19"]


def test_what_is_no_report_in_a_folder_is_counted_and_fails_nothing(tmp_path) -> None:
    (tmp_path / "a.report.txt").write_bytes(TEXT)
    (tmp_path / "a.system.txt").write_bytes(Path(LARGE.system).read_bytes())
    (tmp_path / "notes.md").write_text("about these runs")
    text = run(tmp_path)
    assert text.splitlines()[-1] == "1 of 1 consistent; 2 other files, passed over"
    found = json.loads(run(tmp_path, "--format", "json"))
    assert (found["number"], found["good"], len(found["not_reports"])) == (1, 1, 2)
    (tmp_path / "b.txt").write_bytes(TEXT[:700])
    assert "1 file that is not a report" in run(tmp_path, status=1)
    (tmp_path / "only").mkdir()
    (tmp_path / "only" / "notes.md").write_text("nothing else")
    run(tmp_path / "only", status=1)


def test_with_data_the_last_line_counts_what_is_reproduced(tmp_path) -> None:
    reports = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path in reports:
        path.write_bytes(TEXT)
    text = run(*reports, "-g", LARGE.gold, "-s", LARGE.gold, LARGE.gold, status=1)
    assert text.splitlines()[-1] == "0 of 2 reproduced"


def test_a_published_table_given_as_a_report_says_what_to_type(tmp_path) -> None:
    path = tmp_path / "table.md"
    path.write_text(
        "| system | Cues P | Cues R | Cues F1 |\n|---|---|---|---|\n| x | 89.2 | 93.6 | 91.3 |\n"
    )
    text = run(path, status=1)
    assert text.startswith("not a report: ") and "verify --published %s" % path in text


def test_folders_are_paired_by_name_and_counted(tmp_path) -> None:
    for name in ("reports", "systems", "golds"):
        (tmp_path / name).mkdir()
    for number, case in enumerate(("larger-english", "all-right", "scope-too-short")):
        gold, system = (path.read_bytes() for path in (Case(case).gold, Case(case).system))
        (tmp_path / "systems" / ("dev.run_%d.system.txt" % number)).write_bytes(system)
        (tmp_path / "golds" / ("run_%d.gold.txt" % number)).write_bytes(gold)
        text = Case(case).answer("eval.cd-sco").stdout
        (tmp_path / "reports" / ("dev.run_%d.report.txt" % number)).write_bytes(text)
    words = [tmp_path / "reports", "-g", tmp_path / "golds", "-s", tmp_path / "systems"]
    assert run(*words).splitlines()[-1] == "3 of 3 reproduced"
    (tmp_path / "reports/dev.run_1.report.txt").write_bytes(TEXT)
    assert run(*words, status=1).splitlines()[-1] == "2 of 3 reproduced"
    (tmp_path / "reports/dev.run_1.report.txt").write_bytes(b"junk")
    text = run(*words, status=1)
    last = "2 of 2 %s; 1 file that is not a report"
    assert "not a report: " in text and text.splitlines()[-1] == last % "reproduced"
    assert run(tmp_path / "reports", status=1).splitlines()[-1] == last % "consistent"
    (tmp_path / "reports/dev.run_1.report.txt").write_bytes(b"")
    text = run(tmp_path / "reports", status=1)
    assert text.splitlines()[-1] == "2 of 2 consistent; 1 empty file"
    (tmp_path / "reports/dev.run_1.report.txt").write_bytes(b"junk")
    (tmp_path / "systems/dev.run_1.system.txt").rename(tmp_path / "systems/dev.starsem.1.pred")
    text = run(*words, status=1)
    assert "dev.run_1.report.txt has no system file: a file whose name is the same" in text
    assert ":1: without partner: " in text and "\n2 of 3 reproduced\n" in text
    assert text.endswith("systems/dev.starsem.1.pred has no report\n")
    words += ["--pair", r"(dev)\D*(\d+)"]
    assert run(*words, status=1).splitlines()[-1] == last % "reproduced"


@pytest.mark.parametrize(
    "words, message",
    [
        ([], "name a report"),
        (["x", "-g", "y"], "give both -g and -s"),
        (["x", "--scorer", "scorer_task2"], "--pair and --scorer go with -g and -s"),
        (["--measure", "Cues"], "--measure needs --precision"),
        (["--measure", "Cue", "--precision", "1.00", "--recall", "1.00", "--f1", "1.00"], "there is no row 'Cue'"),
        (["--measure", "Cues", "--precision", "x", "--recall", "1.00", "--f1", "1.00"], "found 'x'; expected a percentage"),
        (["--measure", "Cues", "--precision", "1.00", "--recall", "1.00", "--f1", "1.00", "--gold-counts", "x=1"], "--gold-counts takes"),
        (["x", "--published", "y"], "need no report"),
        (["a", "b", "-g", "x", "-s", "c"], "2 reports and 1 system file"),
        (["x", "--format", "markdown"], "--format markdown goes with --published and --measure"),
        (["--measure", "cues", "--f1", "1.00", "--columns", "f1"], "--columns goes with --published"),
        (["--published", "y", "--f1", "1.00"], "--precision, --recall and --f1 go with --measure"),
        (["--published", "y", "--numbers"], "--pair and --numbers go with recorded reports"),
        (["--measure", "cues", "--f1", "1.00", "--gold-counts", "cdsco"], "or one of cdsco-training, cdsco-dev"),
        (["--measure", "cues", "--f1", "1.00", "--gold-counts", "cues=1", "-g", "x"], "by --gold or by --gold-counts"),
        (["--measure", "cues", "--f1", "1.00", "--gold-counts", "cues=1.5"], "--gold-counts takes NAME=N"),
        (["--measure", "cues", "--f1", "1.00", "--gold-counts", "cues=1,cues=2"], "--gold-counts has cues twice"),
        (["--measure", "cues", "--f1", "x"], "--measure: found 'x'; expected a percentage"),
        (["--measure", "cues", "--f1", "nan"], "found 'nan'; expected a number"),
        (["x", "--gold-counts", "cues=1"], "--gold-counts: for --published and --measure alone"),
    ],
)  # fmt: skip
def test_wrong_usage_says_what_would_be_right(words, message) -> None:
    assert message in run(*words, status=2)


def test_the_output_is_none_of_the_inputs(report, tmp_path) -> None:
    data = ["-g", LARGE.gold, "-s", LARGE.system]
    for words in ([report], [report, *data], ["--published", report]):
        assert "is one of the inputs" in run(*words, "-o", report, status=2)
    assert report.read_bytes() == TEXT
    run(report, "-o", tmp_path / "verdict.txt")
    assert (tmp_path / "verdict.txt").read_text().startswith("consistent: ")
    assert "- (standard input) can be one file only" in run("-", "-g", "-", "-s", "x", status=2)


def test_files_that_cannot_be_read_are_named(tmp_path, report) -> None:
    for words in (
        [tmp_path / "none"],
        [report, "-g", tmp_path / "none", "-s", LARGE.system],
        ["--published", tmp_path / "none"],
    ):
        assert "none: no such file" in run(*words, status=2)
    (tmp_path / "table.tsv").write_text("a,b\n")
    assert "expected columns system, measure" in run(
        "--published", tmp_path / "table.tsv", status=2
    )


def test_a_published_table_is_answered_in_all_formats(tmp_path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(
        "system\tmeasure\tprecision\trecall\tf1\n"
        "x\tCues\t89.17\t93.56\t91.31\nx\tFull negation\t79.87\t45.08\t57.63\n"
        "y\tCues\t94.31\t87.88\t86.06\n"
    )
    words = ["--published", path, "--gold-counts", "cues=264,full=264"]
    text = run(*words, status=1)
    assert "  247   17  30\n" in text
    assert "no counts give it: f1 would be 90.98 (read upside down); or it may be a mean" in text
    assert text.endswith("3 rows of 2 systems: 2 possible, 1 only as a mean over runs\n")
    rows = json.loads(run(*words, "--format", "json", status=1))["rows"]
    assert [row["possible"] for row in rows] == [True, True, False]
    assert rows[0]["solutions"][0] == {
        "true_positives": 247,
        "false_negatives": 17,
        "others": 30,
    }
    assert "\t247\t17\t30\t" in run(*words, "--format", "tsv", status=1)
    one = run("--measure", "Cues", "--precision", "89.17", "--recall", "93.56", "--f1", "91.31")
    assert "247  17  30  one of 31 with up to 2000 in gold" in one


def test_a_report_may_come_as_standard_input() -> None:
    code = "from sem2012_scorer.cli import main; main()"
    found = run_command([PYTHON, "-c", code, "verify", "-"], ROOT, input=TEXT)
    assert found.status == 0 and found.stdout.startswith(b"consistent: ")


@with_corpora
def test_the_recorded_reports_of_norec_are_reproduced_and_changed_digits_are_found() -> None:
    reports = sorted(CORPORA.glob("norec/*.report.txt"))
    assert len(reports) == 17
    for number, report in enumerate(reports):
        data = report.read_bytes()
        gold = CORPORA / "norec" / ("dev.gold.txt" if ".dev." in report.name else "test.gold.txt")
        system = report.with_name(report.name.replace(".report.", ".system."))
        assert verified(data, gold, system).verdict == "reproduced"
        if number % 9:
            continue
        edited = re.sub(
            rb"(\d)( \|  *\d+ \| *\d+ \|)", lambda m: b"%d" % (9 - int(m[1])) + m[2], data, count=1
        )
        assert verified(edited, gold, system).verdict == "not reproduced"


@pytest.mark.parametrize("side", ["-g", "-s"])
def test_a_file_on_standard_input_is_there_for_every_report_of_a_file(side, tmp_path) -> None:
    recorded = tmp_path / "reports.txt"
    recorded.write_bytes(LARGE.answer("eval.cd-sco").stdout * 2)
    files = dict(zip(("-g", "-s"), LARGE.files))
    words = [word for pair in {**files, side: "-"}.items() for word in pair]
    command = [PYTHON, "-m", "sem2012_scorer.cli", "verify", str(recorded), *words]
    with open(files[side], "rb") as stream:
        result = subprocess.run(command, cwd=ROOT, stdin=stream, capture_output=True, check=False)
    assert result.returncode == 0 and result.stdout.endswith(b"2 of 2 reproduced\n")


def tree(folder):
    """Write a folder for each run: its predictions, its report, its log; one run has crashed."""
    for number in (1, 2, 3):
        run = folder / ("run%d" % number)
        run.mkdir(parents=True)
        (run / "predictions.conll").write_bytes(Path(LARGE.system).read_bytes())
        (run / "official.txt").write_bytes(LARGE.answer("eval.cd-sco-patched").stdout)
        (run / "train.log").write_text("epoch 1\n")
    (folder / "run3/official.txt").write_bytes(b"")
    return folder


def test_what_a_file_of_a_tree_is_follows_from_its_content(tmp_path) -> None:
    folder = tree(tmp_path)
    words = ["verify", str(folder), "-g", str(LARGE.gold)]
    refused = answer(words)
    assert refused.status == 2
    assert b"--pair '([^/]+)/[^/]+$' pairs 3 of 3 reports" in refused.stderr
    found = answer([*words, "--pair", "([^/]+)/[^/]+$"])
    assert found.status == 1
    last = found.stdout.decode().splitlines()[-1]
    assert last == "2 of 2 reproduced; 1 empty file; 3 other files, passed over"


def test_reports_beside_what_they_are_of_need_no_option(tmp_path) -> None:
    for number in (1, 2):
        (tmp_path / ("run_%d.conll" % number)).write_bytes(Path(LARGE.system).read_bytes())
        report = LARGE.answer("eval.cd-sco-patched").stdout
        (tmp_path / ("run_%d.eval" % number)).write_bytes(report)
    (tmp_path / "gold.conll").write_bytes(Path(LARGE.gold).read_bytes())
    (tmp_path / "notes.md").write_text("# Runs\n")
    found = answer(["verify", str(tmp_path), "-g", str(tmp_path / "gold.conll")])
    last = found.stdout.decode().splitlines()[-1]
    assert (found.status, last) == (0, "2 of 2 reproduced; 1 other file, passed over")


def test_a_file_that_cannot_be_read_and_an_empty_one_are_named_and_the_rest_is_done(
    tmp_path,
) -> None:
    for number in (1, 2):
        (tmp_path / ("run_%d.conll" % number)).write_bytes(Path(LARGE.system).read_bytes())
        report = LARGE.answer("eval.cd-sco-patched").stdout
        (tmp_path / ("run_%d.eval" % number)).write_bytes(report)
    (tmp_path / "crashed.txt").write_bytes(b"")
    (tmp_path / "dangling.txt").symlink_to("nowhere")
    text = run(tmp_path, "-g", LARGE.gold, status=1)
    assert "crashed.txt:1: empty: " in text and "dangling.txt: no such file" in text
    assert "2 of 2 reproduced; 1 empty file; 1 file that cannot be read" in text
    text = run(tmp_path, status=1)
    assert (
        "dangling.txt: no such file" in text
        and "2 of 2 consistent; 1 empty file; 1 file that cannot be read" in text
    )
    refused = answer(["verify", str(tmp_path), "-g", str(tmp_path / "nothere")])
    assert refused.status == 2 and b"nothere: no such file" in refused.stderr


def test_a_folder_without_a_report_and_an_archive_are_named(tmp_path) -> None:
    (tmp_path / "one.txt").write_text("hello")
    found = answer(["verify", str(tmp_path)])
    assert (found.status, found.stdout) == (1, b"no report; 1 other file, passed over\n")
    (tmp_path / "all.zip").write_bytes(b"PK\3\4")
    found = answer(["verify", str(tmp_path / "all.zip")])
    assert found.status == 1 and b"found a zip archive: unpack it; expected" in found.stdout
