"""Folders that hold what is no file of a system: each command says so, and leaves no file open."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, command_answer
from trials import GOLD, SYSTEM, said

CALLS = {
    "score -g gold -s odd": 1,
    "score -g gold -s odd --format json": 1,
    "check -g gold -s odd": 1,
    "explain -g gold -s odd": 1,
    "compare -g gold -s odd other": 1,
    "convert odd -g gold -o made": 1,
    "convert odd -g gold -o made/system.txt": 2,
    "verify odd": 2,
    "agreement gold odd": 2,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with gold, a system, and a folder of odd things beside a good file."""
    for name, file in (("gold", GOLD), ("odd", SYSTEM), ("other", GOLD)):
        (tmp_path / name).mkdir()
        shutil.copy(file, tmp_path / name / "a.txt")
    odd = tmp_path / "odd"
    os.symlink(tmp_path / "nowhere", odd / "link.txt")
    os.mkfifo(odd / "pipe")
    (odd / "empty.txt").write_bytes(b"")
    (odd / "archive.zip").write_bytes(b"PK\x03\x04" + bytes(100))
    (odd / "sub").mkdir()
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "system.txt").write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize("call", CALLS)
def test_odd_things_in_a_folder_are_named_and_no_file_stays_open(folder: Path, call: str) -> None:
    command = [sys.executable, "-X", "dev", "-m", "sem2012_scorer", *call.split()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    found = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert found.returncode == CALLS[call], found.stderr
    assert "Traceback" not in found.stderr
    assert "ResourceWarning" not in found.stderr
    assert "[Errno" not in found.stderr
    assert "sem2012-scorer: " in found.stderr


def test_several_files_are_written_together_or_not_at_all(folder: Path) -> None:
    """The second file cannot be written: a folder stands in its place."""
    for side in ("gold", "other"):
        shutil.copy(GOLD, folder / side / "b.txt")
    (folder / "made" / "b.txt").mkdir()
    found = command_answer(
        ["convert", str(folder / "other"), "-g", str(folder / "gold"), "-o", str(folder / "made")]
    )
    assert found.status == 2 and b"b.txt: it is a folder" in found.stderr
    assert sorted(os.listdir(folder / "made")) == ["b.txt", "system.txt"]


@pytest.mark.parametrize("form", ["text", "tsv", "json"])
def test_files_of_one_name_in_subfolders_are_told_apart(folder: Path, form: str) -> None:
    for side, file in (("gold", GOLD), ("other", SYSTEM)):
        for name in ("p", "q"):
            (folder / side / "r" / name).mkdir(parents=True)
            shutil.copy(file, folder / side / "r" / name / "x.txt")
        (folder / side / "a.txt").unlink()
    call = ["score", "-g", str(folder / "gold"), "-s", str(folder / "other"), "--format", form]
    found = command_answer(call)
    assert found.status == 2 and b"x.txt have the same name without folder" in found.stderr
    names = {
        side: [str(folder / side / "r" / name / "x.txt") for name in "pq"]
        for side in ("gold", "other")
    }
    found = command_answer(["score", "-g", *names["gold"], "-s", *names["other"], "--format", form])
    assert found.status == 0, found.stderr
    assert b"p/x.txt" in found.stdout and b"q/x.txt" in found.stdout


@pytest.mark.parametrize("command", ["check -s S --fix S", "check -s S --fix G", "convert S -o S"])
def test_no_input_in_a_folder_is_overwritten(folder: Path, command: str) -> None:
    """A folder of broken files is not repaired in place, as a single file is not."""
    text = (folder / "gold" / "a.txt").read_bytes()
    for name in ("a.txt", "b.txt"):
        (folder / "gold" / name).write_bytes(text)
        (folder / "other" / name).write_bytes(text.replace(b"\n", b"\r\n"))
    before = {path: path.read_bytes() for path in folder.glob("*/[ab].txt")}
    words = command.replace("S", str(folder / "other")).replace("G", str(folder / "gold")).split()
    found = command_answer([*words, "-g", str(folder / "gold")])
    assert found.status == 2 and b"is one of the inputs" in found.stderr
    assert {path: path.read_bytes() for path in folder.glob("*/[ab].txt")} == before


@pytest.mark.parametrize("command", ["check -s S --fix made", "convert S -o made"])
def test_copies_of_one_name_are_refused(folder: Path, command: str) -> None:
    for side in ("gold", "other"):
        for name in ("p", "q"):
            (folder / side / name).mkdir()
            shutil.copy(folder / "gold" / "a.txt", folder / side / name / "x.txt")
    words = command.replace("S", str(folder / "other")).replace("made", str(folder / "made"))
    found = command_answer([*words.split(), "-g", str(folder / "gold" / "a.txt")])
    assert found.status == 2 and b"to the same name: take one subfolder" in found.stderr
    assert os.listdir(folder / "made") == ["system.txt"]


def test_cards_are_numbered_without_files_that_cannot_be_scored(folder: Path) -> None:
    """The first file lists sentences before the scorer aborts at its end: nothing of it is shown."""
    system = Path(SYSTEM).read_bytes()
    sentences = system.decode().split("\n\n")
    last = [n for n, text in enumerate(sentences) if text.strip() and "***" not in text][-1]
    rows = [line.split("\t") for line in sentences[last].split("\n")]
    sentences[last] = "\n".join("\t".join([*row[:7], "_", *row[8:]]) for row in rows)
    (folder / "other" / "a.txt").write_text("\n\n".join(sentences), encoding="utf-8")
    (folder / "other" / "b.txt").write_bytes(system)
    shutil.copy(folder / "gold" / "a.txt", folder / "gold" / "b.txt")
    call = ["explain", "-g", str(folder / "gold"), "-s", str(folder / "other"), "--format"]
    whole = command_answer([*call, "html"])
    (folder / "other" / "a.txt").unlink()
    (folder / "gold" / "a.txt").unlink()
    alone = command_answer([*call, "html"])
    numbers = re.compile(rb"id=\"?(s[0-9]+)")
    assert whole.status == 1 and alone.status == 0
    assert numbers.findall(whole.stdout) == numbers.findall(alone.stdout) != []


def test_the_number_of_systems_is_right_where_one_has_no_file(folder: Path) -> None:
    empty = folder / "empty"
    empty.mkdir()
    os.mkfifo(empty / "pipe")
    call = ["explain", "-g", GOLD, "-s", SYSTEM, str(empty)]
    found = command_answer(call)
    assert found.status == 2 and b"explain shows one system, not 2" in found.stderr


def test_what_is_said_of_copies_never_overwrites_one(tmp_path: Path) -> None:
    content = Path(SYSTEM).read_bytes().replace(b"\n", b"\r\n")
    (tmp_path / "sys").mkdir()
    for name in "ab":
        (tmp_path / "sys" / name).write_bytes(content)
    copies, report = tmp_path / "out", tmp_path / "out" / "a"
    words = ["check", "-g", GOLD, "-s", tmp_path / "sys", "--fix", copies, "-o", report]
    status, _, err = said(*words)
    assert status == 2 and "is the repaired copy: -o writes another file" in err
    assert not copies.exists()


def test_a_loop_of_links_is_no_place_to_write(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    status, _, err = said("score", "-g", GOLD, "-s", SYSTEM, "-o", tmp_path / "one")
    assert status == 2 and "Too many levels of symbolic links" in err
    assert (tmp_path / "one").is_symlink()


def test_the_sign_of_another_program_never_becomes_a_cue(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    rows = [("Nobody", "Nobody\t_\t_"), ("opened", "_\topened\topened"), ("doors", "_\tdoors\t_")]
    lines = [f"d\t1\t{n}\t{word}\tx\tNN\t*\t{cells}\n" for n, (word, cells) in enumerate(rows)]
    gold.write_text("".join(lines) + "\n")
    for sign in ("O", "NaN", "0"):
        system = tmp_path / "system.txt"
        system.write_text(gold.read_text().replace("\t_", f"\t{sign}").replace("\n", "\r\n"))
        status, out, err = said("convert", system, "-g", gold)
        assert (status, out) == (1, "") and "This command writes a valid copy" in err
        assert said("check", "-g", gold, "-s", system, "--fix", tmp_path / "copy.txt")[0] == 0
        assert (tmp_path / "copy.txt").read_text() == gold.read_text()
