"""The command ``check``: text, JSON, GitHub, folders, streams and exit statuses."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CORPORA, PYTHON, ROOT, Unseekable, with_corpora
from conftest import run as run_command
from submissions import check, codes, run

from compat.workbench.recorded import Case
from sem2012_scorer.checking.codes import CODES, NOTE, WARNING
from sem2012_scorer.checking.findings import Finding
from sem2012_scorer.cli import answer
from sem2012_scorer.ground.columns import BYTE_ORDER_MARK


def test_text_is_what_compilers_print_with_a_hint_and_a_count() -> None:
    directory = Case("no-final-blank-line").directory
    text = run("-s", directory / "system.txt", "-g", directory / "gold.txt", "--gold-too")
    lines = text.splitlines()
    assert lines == [
        "valid",
        "%s:7:1: note N404: the last token, 'said', is not read" % (directory / "gold.txt"),
        "    end the file with a blank line",
        "0 errors, 0 warnings, 1 note",
        "The file has 1 sentence, 7 tokens, 1 negation (1 scope, 1 event) in 1 sentence; gold has 1",
    ]


def test_strict_lets_warnings_fail() -> None:
    directory = Case("no-final-blank-line").directory
    shown = run("-s", directory / "system.txt", "--strict", status=1)
    assert shown.splitlines()[0] == (
        "valid, but no blank line at the end (W404); check --fix OUT fixes it"
    )


def test_json_has_the_findings_and_their_numbers() -> None:
    directory = Case("word-differs").directory
    text = run(
        "-s", directory / "system.txt", "-g", directory / "gold.txt", "--format", "json", status=1
    )
    found = json.loads(text)
    assert found["counts"] == {"error": 1, "warning": 0, "note": 0}
    assert found["submissions"] == 1
    (verdict,) = found["verdicts"]
    assert (verdict["verdict"], verdict["stops"], verdict["because"]) == ("invalid", True, ["E101"])
    assert verdict["system"] == verdict["gold"]
    assert set(found["findings"][0]) == set(Finding._fields)


@pytest.fixture
def folders(tmp_path):
    """Two folders of gold and system files: two pairs, one of them in a subfolder."""
    for name, target in (("all-right", "one"), ("word-differs", "sub/two")):
        for side in ("gold", "system"):
            path = tmp_path / side / ("%s.%s.txt" % (target, side))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes((Case(name).directory / (side + ".txt")).read_bytes())
    return tmp_path


def test_a_folder_is_checked_whole_with_its_subfolders(folders) -> None:
    text = run("-s", folders / "system", "-g", folders / "gold", status=1)
    one, two, more, counts, last = text.splitlines()
    assert counts == "1 error, 0 warnings, 0 notes"
    assert more == "1 more finding on the files: --all lists them"
    assert one.endswith("one.system.txt: valid")
    assert two.endswith(
        "two.system.txt: invalid: a token differs from gold's (E101); the scorer aborts"
    )
    assert (
        last
        == "2 submissions: 1 valid, 1 invalid: 4 sentences, 25 tokens, 4 negations (4 scopes, 4 events) in 3 sentences; gold has 4"
    )
    every = run("-s", folders / "system", "-g", folders / "gold", "--all", status=1)
    assert "sub/two.system.txt:4:12: error E101" in every
    assert run("-s", folders / "system").splitlines()[-1].startswith("2 submissions: 2 valid: 4 s")


def test_a_file_without_partner_is_an_error_and_the_others_are_checked(folders) -> None:
    (folders / "system/one.system.txt").rename(folders / "system/uno.system.txt")
    text = run("-s", folders / "system", "-g", folders / "gold", status=1)
    assert "gold/one.gold.txt:1:1: error E503: has no partner in " in text
    assert "system/uno.system.txt:1:1: error E503: has no partner in " in text
    assert "sub/two.system.txt: invalid: a token differs from gold's (E101)" in text


def test_in_a_folder_of_both_sides_a_file_without_side_is_an_error(tmp_path) -> None:
    for side in ("gold", "system"):
        (tmp_path / ("one.%s.txt" % side)).write_bytes(Case("all-right").gold.read_bytes())
    (tmp_path / "README.txt").write_text("read me")
    text = run("-s", tmp_path, "-g", tmp_path, status=1)
    assert "README.txt:1:1: error E503" in text
    assert text.splitlines()[-2] == "1 error, 0 warnings, 0 notes"


def test_files_may_be_paired_by_a_pattern(folders) -> None:
    (folders / "system/one.system.txt").rename(folders / "system/run7-one-final.txt")
    words = ["-s", folders / "system", "-g", folders / "gold", "--pair", "one|two"]
    assert "1 error, 0 warnings, 0 notes\n" in run(*words, status=1)
    found = answer(["check", *map(str, words[:-1]), "("])
    assert found.status == 2 and b"is not a regular expression" in found.stderr


def test_what_the_pattern_does_not_match_has_no_partner(folders) -> None:
    words = ["-s", folders / "system", "-g", folders / "gold", "--pair"]
    text = run(*words, "nothing|(x)|o", status=1)
    assert text.count("error E503") == 4
    assert run(*words, "one", status=1).count("error E503") == 2
    assert run(*words, "txt", status=1).count("could go with each of") == 4
    found = answer(["check", *map(str, words[:2]), "--pair", "one"])
    assert found.status == 2 and b"give -g too" in found.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (BYTE_ORDER_MARK, "nothing but a byte-order mark"),
        (BYTE_ORDER_MARK + b"\n \r\n", "nothing but blank lines"),
    ],
)
def test_a_file_of_nothing_is_said_to_be_one(content, message) -> None:
    gold = Case("all-right").gold.read_bytes()
    for other in (None, io.BytesIO(gold), io.BytesIO(b"PK\x03\x04")):
        found = check(io.BytesIO(content), other)
        first = next(finding for finding in found if finding.code == "E601")
        assert first.message.split(";")[0] == message


@pytest.mark.parametrize("command", ["check", "explain"])
def test_gold_from_standard_input_is_read_for_each_of_several_systems(command, tmp_path) -> None:
    case = Case("all-right")
    other = tmp_path / "other.txt"
    other.write_bytes(case.system.read_bytes())
    code = "from sem2012_scorer.cli import main; main()"
    words = [sys.executable, "-c", code, command, "-s", str(case.system), str(other), "-g"]
    found = [
        subprocess.run(
            [*words, gold], input=case.gold.read_bytes(), capture_output=True, check=False
        )
        for gold in ("-", str(case.gold))
    ]
    assert found[0].stdout == found[1].stdout and found[0].stdout
    assert [run.returncode for run in found] == [0, 0]


def test_lines_that_end_in_carriage_returns_alone_are_one_finding() -> None:
    gold = Case("larger-english").gold.read_bytes()
    (finding,) = check(io.BytesIO(gold.replace(b"\n", b"\r")))
    assert finding.code == "E609" and "carriage returns alone" in finding.message


def test_a_file_that_comes_as_standard_input_is_not_overwritten(tmp_path) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_bytes(Case("all-right").system.read_bytes())
    code = "from sem2012_scorer.cli import main; main()"
    words = [sys.executable, "-c", code, "check", "-s", "-", "--fix", str(copy)]
    with copy.open("rb") as stream:
        found = subprocess.run(words, stdin=stream, capture_output=True, check=False)
    assert found.returncode == 2 and b"is one of the inputs" in found.stderr
    assert copy.read_bytes() == Case("all-right").system.read_bytes()


def test_several_systems_are_checked_against_one_gold_file() -> None:
    case = Case("word-differs")
    text = run("-g", case.gold, "-s", case.system, case.gold, status=1)
    assert text.splitlines()[-2] == "1 error, 0 warnings, 0 notes"


def test_each_input_is_read_once_so_that_it_may_be_a_pipe() -> None:
    case = Case("word-differs")
    expected = run("-g", case.gold, "-s", case.system, status=1)
    code = "from sem2012_scorer.cli import main; main()"
    words = [PYTHON, "-c", code, "check", "-g", case.gold, "-s", "-"]
    found = run_command(words, ROOT, input=case.system.read_bytes())
    assert found.stdout.decode().replace("standard input", str(case.system)) == expected
    findings = check(Unseekable(case.system.read_bytes()), Unseekable(case.gold.read_bytes()))
    assert [finding.code for finding in findings] == ["E101"]


def test_explain_prints_what_a_code_means() -> None:
    for code, text in CODES.items():
        shown = run("--about", code)
        assert run("--about", code.lower()) == shown
        assert shown.startswith("%s: %s\n\n" % (code, text.title)) and "Example: " in shown
    wrong = answer(["check", "--about", "X1"])
    assert wrong.status == 2 and b"E101" in wrong.stderr


def test_a_file_that_is_not_there_is_an_error() -> None:
    assert answer(["check", "-s", "nothing.txt"]).status == 2


@with_corpora
def test_what_it_says_of_the_corpora_is_true() -> None:
    training = str(CORPORA / "cdsco/training-09032012.txt")
    # Gold's last token is not read: that is said once, and of gold.
    ended = io.BytesIO(Path(training).read_bytes().rstrip(b"\n") + b"\n\n")
    found = check(ended, training)
    assert codes(found) == {(NOTE, "N404")}
    assert {f.side for f in found if f.code == "N404"} == {"gold"}
    dev = [str(CORPORA / "cdsco" / n) for n in ("dev-semnlp.system.txt", "dev-09032012.txt")]
    (slip,) = (f for f in check(*dev) if f.code == "W902")
    assert slip.level == WARNING and slip.points == 52.38
    assert "148 of 148 negations" in slip.message
    assert "Scopes(cue match) 0.00 and 52.38" in slip.message
    norec = [
        str(CORPORA / "norec" / n) for n in ("point_to_root.test.run_1.system.txt", "test.gold.txt")
    ]
    assert codes(check(*norec, gold_too=True)) == {(WARNING, "W112")}
    assert check(*norec) == []
    for gold in sorted(CORPORA.glob("neges/*.gold.txt")):
        system = gold.with_name(gold.name.replace(".gold.", ".system."))
        assert {f.code for f in check(system, gold, "scorer_task2")} <= {
            "N127",
            "N908",
            "W908",
            "N903",
        }
        assert check(gold, gold, "scorer_task2") == check(gold, None, "scorer_task2") == []
    for name in (
        "cdsco/test-cardboard-GOLD.txt",
        "cdsco/test-circle-GOLD.txt",
        "norec/dev.gold.txt",
    ):
        assert check(CORPORA / name, CORPORA / name) == check(CORPORA / name) == []


def test_a_submission_that_ends_as_gold_does_is_not_warned_of_it() -> None:
    """With a blank line, the files would not agree; but where only one lacks it, it is told."""
    one = b"d\t1\t0\tno\t_\tRB\t*\tno\t_\t_\nd\t1\t1\tva\t_\tVB\t*\t_\tva\t_\n"
    both = check(io.BytesIO(one), io.BytesIO(one))
    assert "W404" not in {finding.code for finding in both if finding.side == "system"}
    told = check(io.BytesIO(one), io.BytesIO(one), gold_too=True)
    assert [(finding.side, finding.code) for finding in told if finding.code == "N404"] == [
        ("gold", "N404")
    ]
    only_system = check(io.BytesIO(one), io.BytesIO(one + b"\n"))
    assert ("system", "E404") in {(finding.side, finding.code) for finding in only_system}
    longer = one.replace(b"\t1\t", b"\t0\t", 1) + b"\n" + one
    other = check(io.BytesIO(one), io.BytesIO(longer))
    assert {"W404", "E404"} & {one.code for one in other if one.side == "system"}


def test_a_folder_that_cannot_be_read_is_an_error_and_the_others_are_checked(
    folders, monkeypatch
) -> None:
    walk = os.walk

    def blocked(top, onerror, followlinks):
        for folder, subfolders, files in walk(top):
            if folder.endswith("sub"):
                onerror(PermissionError(13, "Permission denied", folder))
                continue
            yield folder, subfolders, files

    monkeypatch.setattr(os, "walk", blocked)
    text = run("-s", folders / "system", "-g", folders / "gold", status=1)
    assert "sub:1:1: error E502: is a folder that cannot be read (Permission denied)" in text
    assert text.splitlines()[0].endswith("one.system.txt: valid")
    found = answer(["score", "-s", str(folders / "system"), "-g", str(folders / "gold")])
    assert found.status == 1 and b"is a folder that cannot be read" in found.stderr


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_another_name_is_not_written_over(name, tmp_path) -> None:
    case = Case("all-right")
    code = "from sem2012_scorer.cli import main; main()"
    words = [PYTHON, "-c", code, "score", "-g", case.gold, "-s", case.system, "-o", name]
    with (tmp_path / "log").open("wb") as log:
        log.write(b"before\n")
        log.flush()
        subprocess.run(words, cwd=ROOT, stdout=log, check=True)
    assert (tmp_path / "log").read_bytes().startswith(b"before\n-----")


def test_gold_that_was_cut_off_is_named_and_the_system_is_not_blamed() -> None:
    case = Case("larger-english")
    gold, system = case.gold.read_bytes(), case.system.read_bytes()
    lines = gold.split(b"\n")
    inside = next(n for n in range(200, 300) if lines[n] and lines[n + 1] and lines[n - 1])
    for cut in (b"\n".join(lines[:inside]) + b"\n", b"\n".join(lines[: inside + 1])[:-5]):
        found = check(io.BytesIO(system), io.BytesIO(cut))
        blamed = {f.code for f in found if f.side == "system"} - {"N127", "W128", "N903"}
        assert not blamed and [f.code for f in found if f.side == "gold"] == ["W122"]


def test_the_hint_of_utf_16_says_how_to_save_the_file() -> None:
    (found,) = check(io.BytesIO("\ufeffa\tb\n".encode("utf-32")))
    assert found.code == "E605" and found.message.startswith("UTF-32 text")
    assert found.hint == "save the file as UTF-8: check --fix OUT does it"
