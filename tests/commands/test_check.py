"""The command ``check``: what it prints, its options, its exit statuses, and odd files."""

from __future__ import annotations

import io
import json
import os
import shlex
from pathlib import Path

import pytest
from conftest import PYTHON, ROOT
from conftest import command_answer as answer
from conftest import run as run_command
from damaged import CD_SCO, NEGES

from sem2012_scorer import Finding, check_files

WITHOUT_EVENTS = CD_SCO.split("\t_\n")
BAD_CELLS = WITHOUT_EVENTS[0] + "".join(
    [f"\todd{number}\n{part}" for number, part in enumerate(WITHOUT_EVENTS[1:])]
)
"""Twenty warnings: a cell that is not part of its word."""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.txt").write_text(CD_SCO)
    Path("right.txt").write_text(CD_SCO)
    Path("date.txt").write_text(CD_SCO.replace("gate", "date"))
    Path("cells.txt").write_text(BAD_CELLS)


def run(*words: str, status: int = 0, gold: str = "gold.txt") -> tuple[str, str]:
    """Return what ``check`` prints on both streams."""
    found = answer(["check", *(["-g", gold] if gold else []), *words])
    assert found.status == status, found
    return found.stdout.decode(), found.stderr.decode()


def test_the_verdict_comes_first_and_what_was_checked_last() -> None:
    lines = run("-s", "right.txt")[0].splitlines()
    counts = "No errors or warnings in the file. Checked 5 sentences, 31 tokens, 6 negations"
    assert lines == ["valid", "", counts + "; gold has 6."]
    assert run("-s", "right.txt", gold="")[0].splitlines()[-1].endswith(counts + ".")
    lines = run("-s", "date.txt", status=1)[0].splitlines()
    assert lines[0] == "invalid: eval.cd-sco aborts at line 9 (E101 columns 1-4 differ from gold)"
    assert lines[2].startswith("date.txt:9:") and lines[2].endswith(
        ": E101 columns 1-4 differ from gold"
    )
    labels = ["found", "expected", "fix", "original"]
    assert [line.split()[0] for line in lines if line.startswith("    ")] == labels
    assert all(len(line) <= 100 for line in lines) and lines[-1].startswith("1 error. Checked ")


def test_three_places_of_a_code_are_shown_and_all_places_with_all() -> None:
    number = BAD_CELLS.count("\todd")
    few, _ = run("-s", "cells.txt")
    assert few.startswith("valid, with %d warnings\n" % number) and few.count(": W901 ") == 3
    assert "… and %d more places (--all shows each)" % (number - 3) in few
    every, _ = run("-s", "cells.txt", "--all")
    assert every.count(": W901 ") == number and "more place" not in every
    Path("blank.txt").write_text("\n" * 9 + CD_SCO)
    assert run("-s", "blank.txt", gold="")[0].count(": W405 ") == 1  # a damage is one finding
    assert run("-s", "blank.txt", "--all", gold="")[0].count(": W405 ") == 9


def test_strict_makes_warnings_fail_and_nothing_else() -> None:
    assert run("-s", "cells.txt", "--strict", status=1) == run("-s", "cells.txt")
    run("-s", "right.txt", "--strict")


def test_json_has_the_verdict_and_all_parts_of_findings() -> None:
    found = json.loads(run("-s", "date.txt", "right.txt", "--format", "json", status=1)[0])
    assert {*found} == {"files", "missing"} and found["missing"] == []
    date, right = found["files"]
    assert (date["file"], date["verdict"], date["stop_line"]) == ("date.txt", "invalid", 9)
    (finding,) = date["findings"]
    assert {*finding} == {*Finding._fields, "title"} and finding["code"] == "E101"
    assert (right["verdict"], right["findings"], right["f1"]) == ("valid", [], "100.00")
    assert right["contents"]["tokens"] == 31 and right["places"] == {}


def test_several_files_get_a_line_each_and_a_count() -> None:
    out, _ = run("-s", "right.txt", "cells.txt", "date.txt", status=1)
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["right.txt", "valid", "F1", "100.00"]
    assert lines[1][:2] == ["cells.txt", "valid"] and lines[1][-2:] == ["warnings", "(W901)"]
    assert lines[2][:2] == ["date.txt", "invalid"] and "(E101" in lines[2]
    advice = "Check a file alone to see what is wrong in it; --fix FOLDER writes a copy of each file that can be read, repaired where that is possible."
    assert out.endswith(f"\n3 of 3 files checked: 2 valid, 1 invalid.\n{advice}\n")


def test_folders_are_paired_by_name_and_a_file_without_a_partner_fails() -> None:
    for path in ("g/a.gold.txt", "g/b.gold.txt", "g/c.gold.txt", "s/a.sys.txt", "s/sub/b.sys.txt"):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(CD_SCO)
    out, error = run("-s", "s", gold="g", status=1)
    assert out.count("valid  ") == 2 and "g/c.gold.txt" in out + error
    Path("g/c.gold.txt").unlink()
    assert run("-s", "s", gold="g")[0].endswith("2 of 2 files checked: 2 valid.\n")
    assert run("-s", "s", gold="", status=0)[0].endswith("2 of 2 files checked: 2 valid.\n")


JUNK = {
    "empty": b"",
    "only blank lines": b"\n \n\n",
    "zip": b"PK\3\4" + bytes(90),
    "UTF-16": CD_SCO.encode("utf-16"),
    "E60": b"\0\1\2\3" * 90,
    "1 column": b"x" * 99_999,
}


@pytest.mark.parametrize("word", JUNK)
def test_junk_is_invalid_and_named_with_and_without_gold(word: str) -> None:
    Path("junk").write_bytes(JUNK[word])
    for gold in ("gold.txt", ""):
        out, error = run("-s", "junk", gold=gold, status=1)
        assert out.startswith("invalid: ") and error == "" and "junk:1:1: E60" in out
        assert word in out


def test_what_cannot_be_read_is_status_2_alone_and_1_among_others() -> None:
    out, error = run("-s", "nowhere.txt", status=2)
    assert out == "" and "nowhere.txt" in error and "no such file" in error.lower()
    run("-s", "right.txt", gold="nowhere.txt", status=2)
    out, _ = run("-s", "right.txt", "nowhere.txt", status=1)
    assert out.endswith("1 of 2 files checked: 1 valid, 1 not checked.\n")
    os.mkdir("empty")
    run("-s", "empty", status=2)
    for words in ((), ("-s", "right.txt", "--about", "E101"), ("-s", "right.txt", "--scorer", "x")):
        run(*words, status=2)


def test_control_characters_of_a_file_do_not_reach_the_terminal() -> None:
    Path("escape.txt").write_text(CD_SCO.replace("gate", "\x1b[31mgate"))
    assert "\x1b" not in run("-s", "escape.txt", status=1)[0]


def test_several_files_of_which_none_can_be_read_leave_nothing_done() -> None:
    out, _ = run("-s", "no1.txt", "no2.txt", status=2)
    assert out.count("no such file") == 2
    run("-s", "no1.txt", "date.txt", status=1)


def test_standard_input_is_read_and_the_answer_is_the_same() -> None:
    code = "from sem2012_scorer.cli import main; main()"
    words = [PYTHON, "-c", code, "check", "-g", "gold.txt", "-s", "-"]
    here = {"PYTHONPATH": str(ROOT)}
    found = run_command(words, Path.cwd(), input=Path("date.txt").read_bytes(), environment=here)
    expected, _ = run("-s", "date.txt", status=1)
    assert found.status == 1
    assert found.stdout.decode().replace("standard input", "date.txt") == expected


PREDICTIONS = {
    "labels": ("gate\tO\nnobody\tB-CUE\nsaw\tB-SCOPE\n", ["--from", "labels"]),
    "pairs": ("gate|O nobody|B-CUE saw|B-SCOPE\n", []),
    "json": ('{"tokens": ["gate", "nobody", "saw"], "negations": [{"cue": [1], "scope": [2]}]}\n', []),
}  # fmt: skip


@pytest.mark.parametrize("form", PREDICTIONS)
def test_predictions_can_be_scored_and_the_shown_command_makes_them_valid(
    form: str,
) -> None:
    content, options = PREDICTIONS[form]
    Path("predicted").write_text(content)
    row = "d\t1\t%d\t%s\t_\tNN\t*\t%s\n"
    words = {"gate": "_\t_\t_", "nobody": "nobody\t_\t_", "saw": "_\tsaw\tsaw"}
    gold = "".join(row % (n, word, cells) for n, (word, cells) in enumerate(words.items())) + "\n"
    Path("gold.txt").write_text(gold)
    out, _ = run("-s", "predicted", *options)
    assert out.startswith("can be scored (%s, 1 sentence, 1 negation); to submit it:\n" % form)
    command = shlex.split(out.splitlines()[1])
    assert command[0] == "sem2012-scorer"
    assert answer(command[1:]).status == 0
    assert Path("submission.txt").read_text() == gold.replace("\tsaw\tsaw\n", "\tsaw\t_\n")
    assert run("-s", "submission.txt")[0].startswith("valid")
    run("-s", "predicted", *options, gold="")
    Path("predicted").write_text(content.replace("gate", "date"))
    assert run("-s", "predicted", *options, status=1)[0].startswith("refused: ")


def test_the_other_task_is_noted() -> None:
    Path("neges.txt").write_text(NEGES)
    _, error = run("-s", "neges.txt", gold="neges.txt")
    assert "--scorer scorer_task2" in error
    assert "--scorer" not in run("-s", "neges.txt", "--scorer", "scorer_task2", gold="neges.txt")[1]


@pytest.mark.parametrize("with_gold", [True, False])
@pytest.mark.parametrize("mark", ["**", "*** "])
def test_mistyped_stars_are_not_passed_over(mark: str, with_gold: bool) -> None:
    Path("stars.txt").write_text(CD_SCO.replace("\t***\n", "\t%s\n" % mark))
    out, _ = run("-s", "stars.txt", gold="gold.txt" if with_gold else "")
    assert out.startswith("valid, with ") and "Checked 5 sentences, 31 tokens, 7 negations" in out


def test_stars_at_the_edge_of_a_sentence_lose_a_negation_and_are_named() -> None:
    Path("edge.txt").write_text(CD_SCO.replace("\tNobody\t_\t_\t", "\t***\t_\t_\t", 1))
    out, _ = run("-s", "edge.txt")
    assert "found     *** beside annotation" in out and out.startswith("valid, with ")


def test_gold_that_is_an_archive_is_not_the_systems_fault() -> None:
    Path("gold.zip").write_bytes(b"PK\x03\x04" + bytes(99))
    out, err = run("-s", "right.txt", gold="gold.zip", status=1)
    assert out == "" and "gold.zip: this is a zip archive" in err


def test_an_archive_is_not_repaired() -> None:
    Path("system.zip").write_bytes(b"PK\x03\x04" + bytes(99))
    out, _ = run("-s", "system.zip", "--fix", "copy.zip", status=1)
    assert (
        out == "system.zip: not repaired: this is a zip archive\n" and not Path("copy.zip").exists()
    )


def test_labels_are_read_without_an_option_and_the_command_shown_works() -> None:
    rows = [line.split("\t") for line in CD_SCO.splitlines()]
    labels = [
        f"{row[3]} {'CUE' if row[7:8] == [row[3]] else 'O'}" if row[1:] else "" for row in rows
    ]
    Path("labels.txt").write_text("\n".join([*labels, ""]))
    assert run("-s", "labels.txt")[0].startswith("can be scored (labels, 5 sentences")
    Path("others.txt").write_text(Path("labels.txt").read_text().replace("CUE", "N 1"))
    assert run("-s", "others.txt", status=1)[0].startswith("refused: ")
    Path("others.txt").write_text(Path("labels.txt").read_text().replace("CUE", "NO"))
    said = run("-s", "others.txt", "--labels", "NO=CUE")[0]
    command = shlex.split(said.splitlines()[1])
    assert command[0] == "sem2012-scorer" and "NO=CUE" in command
    assert answer(command[1:]).status == 0 and Path("submission.txt").exists()


def test_a_difference_is_shown_at_its_field_and_gold_that_is_text_is_said() -> None:
    assert ":4: E101" in run("-s", "date.txt", status=1)[0]
    Path("text.txt").write_text("No columns\nat all\n")
    said = run("-s", "right.txt", gold="text.txt", status=1)[0]
    assert (
        "a gold file that is not in columns" in said
        and "give the gold file in columns with -g" in said
    )


def test_what_is_said_to_be_columns_and_is_not_is_invalid() -> None:
    Path("spaces.txt").write_text(CD_SCO.replace("\t", " "))
    for words in (["-s", "spaces.txt"], ["-s", "spaces.txt", "--from", "columns"]):
        assert run(*words, gold="", status=1)[0].startswith(
            "invalid: no cue, scope or event in this file can be scored"
        )


def test_gold_in_one_line_is_blamed_and_so_are_exchanged_names() -> None:
    Path("mac.txt").write_text(CD_SCO.replace("\n", "\r"))
    for command in ("check", "score"):
        found = answer([command, "-g", "mac.txt", "-s", "right.txt"])
        assert found.status == 1 and b"mac.txt: its lines end in carriage returns" in found.stderr
    Path("system.txt").write_text(CD_SCO)
    Path("gold.txt").write_text(CD_SCO.replace("\tno\t", "\t_\t", 1))
    assert "look swapped" in run("-s", "gold.txt", gold="system.txt")[1]


def test_a_problem_that_gold_has_too_is_said_once_to_be_in_both() -> None:
    # With carriage returns in both the scorer aborts, and they are the cause; with a mark in both it does not.
    for text, status in ((CD_SCO.replace("\n", "\r\n"), 1), ("\ufeff" + CD_SCO, 0)):
        for name in ("gold.txt", "system.txt"):
            Path(name).write_bytes(text.encode())
        said = run("-s", "system.txt", status=status)[0]
        assert " ".join(said.split()).count("repair gold first, then this file") == 1, said


def test_predictions_without_gold_are_read_as_far_as_that_goes(tmp_path: Path) -> None:
    for content, verdict in (
        (b'{"text": "No rain", "negations": []}\n', "can be scored"),
        (b'{"text": "No rain", "negations": [\n', "refused"),
        (b"{}\n", "refused"),
    ):
        path = tmp_path / "system.jsonl"
        path.write_bytes(content)
        assert check_files(None, path).verdict == verdict, content


def test_a_line_of_tabs_alone_has_no_columns() -> None:
    lines = CD_SCO.split("\n")
    lines[2] = "\t\t"
    found = check_files(None, io.BytesIO("\n".join(lines).encode())).findings[0]
    assert (found.code, found.line, found.found) == ("E201", 3, "0 columns")


def test_many_blank_lines_at_the_top_do_not_hide_what_a_file_is(tmp_path: Path) -> None:
    """More of them than is read of a file to see what it is."""
    blank = "\n" * 70_000
    gold, system = Path("gold.txt").read_bytes(), Path("right.txt").read_bytes()
    (tmp_path / "g").write_bytes(blank.encode() + gold)
    (tmp_path / "s").write_bytes(blank.encode() + system)
    out, _ = run("-s", str(tmp_path / "s"), gold=str(tmp_path / "g"), status=0)
    assert "W405" in out and "E601" not in out
    labels = "No\tB-CUE\nrain\tB-SCOPE\n"
    (tmp_path / "s").write_text(blank + labels)
    out, _ = run("-s", str(tmp_path / "s"), gold="", status=0)
    assert out.startswith("can be scored (labels, 1 sentence)")
