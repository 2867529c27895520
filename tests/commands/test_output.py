"""Where output goes and what is read from pipes: the same in every command."""

from __future__ import annotations

import os
import signal
import subprocess
from functools import partial
from itertools import product
from pathlib import Path
from time import sleep

import pytest
from conftest import PYTHON, ROOT, run, sample, without_gold_notes

from compat.tools.recorded import Case
from sem2012_scorer.cli import COMMANDS, answer

GOLD, SYSTEM = Case("all-right").files
REPORT = str(Case("all-right").directory / "eval.cd-sco.answer")
FEW = ("--trials", "9")
MAIN = [PYTHON, "-c", "from sem2012_scorer.cli import main; main()"]

CALLS = {
    "score": ["score", "-g", GOLD, "-s", SYSTEM, "-o"],
    "check": ["check", "-g", GOLD, "-s", SYSTEM, "-o"],
    "check --fix": ["check", "-g", GOLD, "-s", SYSTEM, "--fix"],
    "explain": ["explain", "-g", GOLD, "-s", SYSTEM, "-o"],
    "compare": ["compare", "-g", GOLD, "-s", SYSTEM, GOLD, *FEW, "-o"],
    "verify": ["verify", REPORT, "-g", GOLD, "-s", SYSTEM, "-o"],
    "convert": ["convert", SYSTEM, "-g", GOLD, "-o"],
    "agreement": ["agreement", GOLD, SYSTEM, "-o"],
    "dropin": ["dropin", "--scorer", "scorer_task2"],
}
"""A call of each command that writes, to which the name of the output is added."""

every_call = pytest.mark.parametrize("call", CALLS)


def said(found) -> str:
    """Return what a command says of its output: its last line on standard error."""
    return found.stderr.decode().splitlines()[-1]


def test_every_command_is_called_here() -> None:
    assert {call.split()[0] for call in CALLS} == {*COMMANDS}


@every_call
def test_a_file_has_what_standard_output_would_have(call, tmp_path) -> None:
    target, link = tmp_path / "out", tmp_path / "link"
    assert answer([*CALLS[call], str(target)]).status == 0
    if call == "check --fix":
        assert target.read_bytes() == Path(SYSTEM).read_bytes()
        return
    printed = answer([*CALLS[call], "-"])
    assert printed.status == 0 and target.read_bytes() == printed.stdout != b""
    if call == "dropin":
        return
    # What is there keeps its permissions, and a link stays one.
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert answer([*CALLS[call], str(link)]).status == 0
    assert link.is_symlink() and target.stat().st_mode & 0o777 == 0o640
    assert target.read_bytes() == printed.stdout
    assert sorted(os.listdir(tmp_path)) == ["link", "out"]


@every_call
@pytest.mark.parametrize(
    ("name", "why", "status"),
    [
        ("", "the output has no name: give one, or - for standard output", 2),
        ("%s", "is a folder", 2),
        ("%s/no/x", "cannot write %s/no/x: No such file or directory", 2),
        ("%s/no/", "there is no folder %s/no/", 2),
        ("/dev/full", "cannot write /dev/full: No space left on device", 2),
    ],
)
def test_an_output_that_cannot_be_written_is_told_and_nothing_else(
    call, name, why, status, tmp_path
) -> None:
    name, why = (words.replace("%s", str(tmp_path)) for words in (name, why))
    if name == str(tmp_path) and call == "convert":
        # A folder takes a copy.
        assert answer([*CALLS[call], name]).status == 0
        assert os.listdir(name) == [os.path.basename(SYSTEM)]
        return
    found = answer([*CALLS[call], name])
    assert (found.stdout, found.status) == (b"", status)
    assert why in said(found) and found.stderr.count(b"\n") == 1
    assert os.listdir(tmp_path) == []


@every_call
def test_a_device_is_written_to_and_not_replaced(call) -> None:
    assert answer([*CALLS[call], "/dev/null"]).status == 0
    assert not Path("/dev/null").is_file()


@every_call
def test_the_output_may_not_be_an_input(call, tmp_path) -> None:
    if call == "dropin":
        return
    copy = tmp_path / "gold.txt"
    copy.write_bytes(Path(GOLD).read_bytes())
    words = [str(copy) if word == GOLD else word for word in CALLS[call]]
    words = [str(copy) if word == SYSTEM and call == "convert" else word for word in words]
    found = answer([*words, str(copy)])
    assert found.status == 2 and "is one of the inputs: write to another file" in said(found)
    assert copy.read_bytes() == Path(GOLD).read_bytes()


@pytest.mark.parametrize("call", sample([call for call in CALLS if call != "check --fix"]))
def test_standard_output_may_be_a_pipe_or_full_or_without_reader(call) -> None:
    words = [*MAIN, *CALLS[call]]
    printed = answer([*CALLS[call], "-"]).stdout
    found = run([*words, "/dev/stdout"], ROOT)
    assert (found.status, found.stdout) == (0, printed)
    with open("/dev/full", "wb") as full:
        failed = subprocess.run([*words, "-"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE)
    told = b"sem2012-scorer: cannot write standard output: No space left on device\n"
    assert (failed.returncode, failed.stderr) == (2, told)
    reading, writing = os.pipe()
    os.close(reading)
    gone = subprocess.run([*words, "-"], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (gone.returncode, gone.stderr) == (-signal.SIGPIPE, b"")


ENDS = [
    *[(call, signal.SIGINT) for call in CALLS if call != "dropin"],
    *product(("explain", "check --fix"), (signal.SIGTERM, signal.SIGHUP)),
]
LONGEST = 400
"""After how many signals a run is given up that does not end."""


@pytest.mark.parametrize("call, number", sample(ENDS))
def test_an_interrupt_ends_the_run_and_leaves_no_file(call, number, tmp_path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    replaced = {"agreement": GOLD, "verify": REPORT}.get(call, SYSTEM)
    words = [str(pipe) if word == replaced else word for word in CALLS[call]]
    with subprocess.Popen(
        [*MAIN, *words, str(tmp_path / "out")],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        # A suite that runs in the background may ignore interrupts, and so would its commands.
        preexec_fn=partial(signal.signal, number, signal.SIG_DFL),
    ) as process:
        # It is opened when it is read.
        with open(pipe, "wb") as stream:
            stream.write(b"d\t1")
            stream.flush()
            # One that comes just before a read is not seen before the read ends.
            for _ in range(LONGEST):
                process.send_signal(number)
                sleep(0.05)
                if process.poll() is not None:
                    break
            process.kill()
            assert process.wait() == -number
        assert process.stderr is not None and process.stderr.read() == b""
    assert os.listdir(tmp_path) == ["pipe"]


def test_the_copy_and_what_is_said_of_it_go_to_two_files(tmp_path) -> None:
    copy, words = str(tmp_path / "copy"), str(tmp_path / "said")
    found = answer([*CALLS["check --fix"], copy, "-o", words])
    assert (found.status, found.stdout) == (0, b"")
    assert without_gold_notes(found.stderr) == b""
    assert Path(copy).read_bytes() == Path(SYSTEM).read_bytes()
    assert (
        Path(words).read_text() == copy + ": valid; repaired: nothing, this is an unchanged copy\n"
    )
    found = answer([*CALLS["check --fix"], copy, "-o", copy])
    assert found.status == 2 and "is named twice" in said(found)


PIPED = {
    "score": ["score", "-g", GOLD, "-s", "PIPE"],
    "check": ["check", "-g", GOLD, "-s", "PIPE"],
    "explain": ["explain", "-g", GOLD, "-s", "PIPE"],
    "compare": ["compare", "-g", GOLD, "-s", SYSTEM, "PIPE", *FEW],
    "verify": ["verify", "PIPE"],
    "verify --published": ["verify", "--published", "PIPE"],
    "convert": ["convert", "PIPE", "-g", GOLD],
    "agreement": ["agreement", GOLD, "PIPE"],
}
"""A call of each command that reads something wrong from a pipe."""


@pytest.mark.parametrize("call", sample(PIPED))
def test_what_is_said_of_a_pipe_names_it(call, tmp_path) -> None:
    junk = b"d\t1\tjunk\n\n"
    words = ["-" if word == "PIPE" else word for word in PIPED[call]]
    found = run([*MAIN, *words], ROOT, input=junk)
    text = (found.stdout + found.stderr).decode()
    assert found.status and "standard input" in text and "-:" not in text
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = [str(pipe) if word == "PIPE" else word for word in PIPED[call]]
    with subprocess.Popen(
        [*MAIN, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        pipe.write_bytes(junk)
        assert process.stdout is not None
        named = process.stdout.read().decode()
    assert process.returncode and named == text.replace("standard input", str(pipe))


def test_a_row_of_standard_input_is_called_so() -> None:
    words = ["score", "-g", GOLD, "-s", "-", SYSTEM]
    found = run([*MAIN, *words], ROOT, input=Path(SYSTEM).read_bytes())
    assert b"\nstandard input " in found.stdout
    words = ["compare", "-g", GOLD, "-s", "-", SYSTEM, *FEW]
    found = run([*MAIN, *words], ROOT, input=Path(SYSTEM).read_bytes())
    assert found.stdout.startswith(b"standard input and system.txt have the same counts")


def test_standard_input_is_one_of_the_files() -> None:
    words = [*MAIN, "score", "-g", GOLD, "-s", "-"]
    found = run(words, ROOT, input=Path(SYSTEM).read_bytes())
    found = found._replace(stderr=without_gold_notes(found.stderr))
    assert found == Case("all-right").answer("eval.cd-sco")


def test_gold_from_a_pipe_serves_several_systems() -> None:
    words = [*MAIN, "score", "-g", "-", "-s", SYSTEM, GOLD]
    found = run(words, ROOT, input=Path(GOLD).read_bytes())
    assert found.stdout == answer(["score", "-g", GOLD, "-s", SYSTEM, GOLD]).stdout


def test_closed_standard_input_is_no_traceback() -> None:
    command = '"$0" -c "$1" score -g "$2" -s - <&-'
    found = run(["sh", "-c", command, *(PYTHON, MAIN[2], GOLD)], ROOT)
    assert found.status == 2 and b"standard input, which is closed" in found.stderr
    script = ROOT / "compat/eval.cd-sco.pl"
    found = run(["sh", "-c", '"$0" "$1" -g "$2" -s - <&-', PYTHON, script, GOLD], ROOT)
    assert (found.stdout, found.stderr) == (b"", b"Could not open system output file -\n")


def test_too_little_memory_is_said_as_perl_says_it() -> None:
    code = "from sem2012_scorer.common.process import emit\ndef run():\n    raise MemoryError\nemit(run)"
    found = run([PYTHON, "-c", code], ROOT)
    assert found == (b"", b"Out of memory!\n", 1)


@pytest.mark.parametrize("words", [["--help"], ["score", "--help"], ["--version"]])
def test_help_that_cannot_be_written_is_an_error(words: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        failed = subprocess.run([*MAIN, *words], cwd=ROOT, stdout=full, stderr=subprocess.PIPE)
    told = b"sem2012-scorer: cannot write standard output: No space left on device\n"
    assert (failed.returncode, failed.stderr) == (2, told)


def test_a_write_protected_file_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system says so by `os.access`; who may do everything is asked no more."""
    output = tmp_path / "out"
    output.write_text("mine")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != output)
    case = ROOT / "fixtures/all-right"
    words = ["score", "-g", case / "gold.txt", "-s", case / "system.txt", "-o", output]
    found = answer([*map(str, words)])
    assert (found.status, found.stdout) == (2, b"") and output.read_text() == "mine"
    assert f"cannot write {output}: it is write-protected".encode() in found.stderr


def test_a_folder_that_cannot_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: str) -> list[str]:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "listdir", refused)
    gold = ROOT / "fixtures/all-right/gold.txt"
    found = answer(["score", "-g", str(gold), str(gold), "-s", str(tmp_path)])
    assert found.status == 2
    assert found.stderr == f"sem2012-scorer: cannot read {tmp_path}: Permission denied\n".encode()
