"""Every way of calling reaches the same answer, and nothing a caller does brings a traceback."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sysconfig
import tempfile
from itertools import product
from pathlib import Path

import pytest
from conftest import PYTHON, ROOT, command_answer, in_pairs, run, sample
from script_calls import FILES, PERL, REPORT, STOP, assert_same

from compat.tools.recorded import Case, cases
from sem2012_scorer import __version__, cli, dropin
from sem2012_scorer.commands.dropin import ANY_PYTHON, REFORMATTED, original_copied
from sem2012_scorer.port.scripts import ORIGINALS

DROP_INS = {
    "eval.cd-sco": ROOT / "compat/eval.cd-sco.pl",
    "eval.cd-sco-patched": ROOT / "compat/eval.cd-sco-patched.pl",
    "scorer_task2": ROOT / "compat/scorer_task2.pl",
}
BARE = [PYTHON, "-I", "-S"]
"""Python without installed packages: what a checkout finds on a bare machine."""
HERE = {"PYTHONPATH": str(ROOT)}

CALLS = {
    "python3 SCRIPT": [PYTHON],
    "bare python3 SCRIPT": BARE,
    "SCRIPT": [],
    "perl SCRIPT": [PERL],
}


def installed(name: str) -> Path:
    """Return the path of an installed command; skip the test where there is none."""
    path = Path(sysconfig.get_path("scripts"), name)
    if not path.exists():
        pytest.skip("the package is not installed in this environment")
    return path


@pytest.mark.parametrize(
    "call_and_case, identifier", in_pairs(product(CALLS, [REPORT, STOP]), DROP_INS)
)
def test_a_script_in_the_checkout_answers_however_it_is_called(call_and_case, identifier) -> None:
    call, case = call_and_case
    if call == "perl SCRIPT" and PERL is None:
        pytest.skip("there is no Perl here")
    script = os.path.relpath(DROP_INS[identifier], case.directory)
    if os.sep not in script:
        script = os.path.join(".", script)
    answer = run([*CALLS[call], script, *FILES], case.directory)
    assert_same(answer, script, case.answer(identifier))


@pytest.mark.parametrize("identifier, case", sample(product(DROP_INS, cases()[::19])))
def test_a_recorded_case_is_answered_by_a_process_too(identifier, case) -> None:
    arguments = [os.fsdecode(argument) for argument in case.arguments]
    answer = run([PYTHON, DROP_INS[identifier], *arguments], case.directory)
    assert_same(answer, DROP_INS[identifier], case.answer(identifier))


@pytest.mark.parametrize("case", [REPORT, STOP], ids=lambda case: case.name)
@pytest.mark.parametrize("identifier", ["eval.cd-sco", "scorer_task2"])
def test_an_installed_command_answers(identifier, case) -> None:
    command = installed(identifier)
    assert_same(run([command, *FILES], case.directory), command, case.answer(identifier))


@pytest.mark.parametrize(
    "words", [["score", "--help"], ["check"], FILES, ["--scorer", "scorer_task2", *FILES]]
)
def test_the_module_is_the_command_for_people(words) -> None:
    found = run([PYTHON, "-m", "sem2012_scorer", *words], REPORT.directory, environment=HERE)
    paths = [word if "." not in word else str(REPORT.directory / word) for word in words]
    expected = command_answer(paths)
    assert (found.status, found.stdout) == (expected.status, expected.stdout)
    assert found.stderr.count(b"\n") <= 2


@pytest.mark.parametrize("identifier", DROP_INS)
def test_a_symbolic_link_to_a_script_finds_the_checkout(identifier, tmp_path) -> None:
    link = tmp_path / "evaluation.pl"
    link.symlink_to(DROP_INS[identifier])
    answer = run([*BARE, link, *FILES], REPORT.directory)
    assert_same(answer, link, REPORT.answer(identifier))


@pytest.mark.parametrize("identifier", DROP_INS)
def test_a_copy_finds_the_installed_package_whatever_lies_beside_it(identifier, tmp_path) -> None:
    installed("sem2012-scorer")
    copy = Path(shutil.copy(DROP_INS[identifier], tmp_path))
    for name in ("os", "errno", "collections", "operator", "sem2012_scorer"):
        (tmp_path / (name + ".py")).write_text("raise SystemExit('imported by mistake')\n")
    answer = run([PYTHON, copy, *FILES], REPORT.directory)
    assert_same(answer, copy, REPORT.answer(identifier))


def test_a_copy_without_the_package_says_what_is_missing(tmp_path) -> None:
    copy = shutil.copy(DROP_INS["scorer_task2"], tmp_path)
    answer = run([*BARE, copy, *FILES], REPORT.directory)
    assert (answer.stdout, answer.status) == (b"", 1)
    assert b"package sem2012_scorer is not installed" in answer.stderr
    assert b"Traceback" not in answer.stderr


@pytest.mark.parametrize("identifier", DROP_INS)
def test_java_may_glue_option_and_file_with_a_space(identifier) -> None:
    arguments = [
        "-g " + str(REPORT.directory / "gold.txt"),
        "-s " + str(REPORT.directory / "system.txt"),
    ]
    answer = run([PYTHON, DROP_INS[identifier], *arguments], ROOT)
    assert_same(answer, DROP_INS[identifier], REPORT.answer(identifier))


@pytest.mark.parametrize("side", ["gold", "system"])
def test_one_file_may_be_standard_input(side) -> None:
    names = {"gold": "gold.txt", "system": "system.txt", side: "-"}
    text = (REPORT.directory / (side + ".txt")).read_bytes()
    arguments = ["-g", names["gold"], "-s", names["system"]]
    answer = run([PYTHON, DROP_INS["scorer_task2"], *arguments], REPORT.directory, input=text)
    assert answer == REPORT.answer("scorer_task2")


def test_standard_input_cannot_be_both_files() -> None:
    answer = run([PYTHON, DROP_INS["scorer_task2"], "-g", "-", "-s", " - "], ROOT, input=b"x\n")
    assert answer.stdout == b""
    assert answer.stderr.startswith(b"Standard input cannot be both files\n")
    assert answer.status == 9


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_both_files_may_be_pipes_that_one_process_fills_line_by_line(tmp_path) -> None:
    lines = [
        (REPORT.directory / name).read_bytes().splitlines(True)
        for name in ("gold.txt", "system.txt")
    ]
    pipes = [tmp_path / "gold", tmp_path / "system"]
    for pipe in pipes:
        os.mkfifo(pipe)
    scorer = subprocess.Popen(
        [PYTHON, DROP_INS["scorer_task2"], "-g", pipes[0], "-s", pipes[1]], stdout=subprocess.PIPE
    )
    with open(pipes[0], "wb") as gold, open(pipes[1], "wb") as system:
        for gold_line, system_line in zip(*lines):
            gold.write(gold_line)
            system.write(system_line)
    assert scorer.communicate(timeout=60)[0] == REPORT.answer("scorer_task2").stdout


def test_the_report_comes_in_one_write(tmp_path) -> None:
    """A caller that stops reading when nothing is ready must have got all by then."""
    counter = tmp_path / "count.py"
    counter.write_text(
        "import os, sys\n"
        "sys.path.insert(0, %r)\n"
        "from sem2012_scorer.start import eval_cd_sco\n"
        "writes, write = [], os.write\n"
        "os.write = lambda descriptor, text: writes.append(descriptor) or write(descriptor, text)\n"
        "os._exit = lambda status: write(2, str(writes).encode())\n"
        "eval_cd_sco()\n" % str(ROOT)
    )
    answer = run([PYTHON, counter, *FILES], REPORT.directory)
    assert answer.stdout == REPORT.answer("eval.cd-sco").stdout
    assert answer.stderr == b"[1]"


def test_a_reader_that_has_gone_ends_the_run_by_the_signal() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        result = subprocess.run(
            [PYTHON, DROP_INS["eval.cd-sco"], *FILES],
            cwd=REPORT.directory,
            stdout=write,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    finally:
        os.close(write)
    assert (result.returncode, result.stderr) == (-signal.SIGPIPE, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_report_that_cannot_be_written_is_an_error_as_in_perl() -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [PYTHON, DROP_INS["eval.cd-sco"], *FILES],
            cwd=REPORT.directory,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert result.returncode == 1
    assert result.stderr == b"Unable to flush stdout: No space left on device\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_message_that_cannot_be_written_exits_with_the_error_of_that() -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [PYTHON, DROP_INS["eval.cd-sco"], "-g", "missing", "-s", "missing"],
            stdout=subprocess.PIPE,
            stderr=full,
            timeout=60,
        )
    assert (result.returncode, result.stdout) == (28, b"")


@pytest.mark.parametrize("side, role", [("gold", b"gold standard"), ("system", b"system output")])
def test_a_file_that_may_not_be_read_cannot_be_opened(side, role) -> None:
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        for name in ("gold", "system"):
            Path(directory, name + ".txt").write_bytes(b"x\n")
        Path(directory, side + ".txt").chmod(0)
        status, stderr = _as_nobody(directory)
    assert status == 13
    assert stderr == b"Could not open %s file %s.txt\n" % (role, side.encode())


def _as_nobody(directory) -> tuple[int, bytes]:
    """Return status and messages of a run in a child process that may not read all, as root may."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.chdir(directory)
            if os.geteuid() == 0:
                os.seteuid(65534)
            answer = dropin.answer(ORIGINALS["eval.cd-sco"], b"SCRIPT", [*map(os.fsencode, FILES)])
            os.write(write, answer.stderr)
            os._exit(answer.status)
        finally:
            os._exit(99)
    os.close(write)
    with open(read, "rb") as pipe:
        stderr = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), stderr


@pytest.mark.parametrize("identifier", DROP_INS)
def test_help_and_explanation_go_to_standard_output_with_status_0(identifier) -> None:
    usage, explanation, nothing = (
        run([PYTHON, DROP_INS[identifier], *words], ROOT) for words in (["-h"], ["-r"], [])
    )
    for answer in (usage, explanation, nothing):
        assert (answer.stderr, answer.status) == (b"", 0)
    assert b"-g GOLD" in usage.stdout and b"-r" in usage.stdout
    assert explanation.stdout == nothing.stdout
    for row in ORIGINALS[identifier].rows:
        assert b"\n%s  " % row.label.encode() in explanation.stdout
    assert all(len(line) < 80 for line in usage.stdout.split(b"\n"))


def test_the_explanation_goes_before_the_help() -> None:
    script = DROP_INS["eval.cd-sco"]
    assert run([PYTHON, script, "-hr"], ROOT) == run([PYTHON, script, "-r"], ROOT)


@pytest.mark.parametrize("identifier", ["eval.cd-sco", "scorer_task2"])
def test_the_example_of_the_explanation_can_be_scored(identifier, workplace) -> None:
    blocks = run([PYTHON, DROP_INS[identifier], "-r"], ROOT).stdout.decode().split("\n\n")
    sentences = [
        "".join(line[4:] + "\n" for line in block.splitlines()) + "\n"
        for block in blocks
        if block.startswith("    ") and "\t" in block
    ]
    assert len(sentences) == 2
    text = "".join(sentences).encode()
    answer = workplace.answer(text, text, identifier)
    assert answer.status == 0
    assert b" # sentences: 2\n # negation sentences: 1\n" in answer.stdout


def test_version_and_help_are_passed_over_as_by_the_originals() -> None:
    answer = run([PYTHON, DROP_INS["eval.cd-sco"], "--version", "--help", *FILES], REPORT.directory)
    assert answer.stdout == REPORT.answer("eval.cd-sco").stdout
    assert answer.stderr == b"sem2012_scorer %s\n" % __version__.encode()


def test_a_plain_run_imports_nothing_that_it_does_not_need() -> None:
    """What the interpreter itself has loaded at its start is not ours."""
    command = [*BARE, "-X", "importtime", DROP_INS["eval.cd-sco"], *FILES]
    imported = _imported(run(command, REPORT.directory).stderr)
    started = _imported(run([*BARE, "-X", "importtime", "-c", "pass"], ROOT).stderr)
    ours = {name for name in imported - started if not name.startswith("sem2012_scorer")}
    assert "sem2012_scorer.port.counting" in imported
    assert not any("reporting" in name for name in imported)
    unneeded = {"regex", "re", "argparse", "typing", "dataclasses", "enum", "inspect", "tempfile"}
    assert ours & unneeded == set()


def _imported(report: bytes) -> set[str]:
    lines = report.decode().splitlines()
    return {line.rsplit("|", 1)[1].strip() for line in lines if line.startswith("import time:")}


# sem2012-scorer dropin


def command(*words, status=0):
    found = cli.answer(["dropin", *map(str, words)])
    assert found.status == status, found
    # From a checkout, it is noted that the package is not installed.
    assert (
        not found.stderr
        or b"note: this file needs the package where you run it" in found.stderr
        or status
    )
    return (found.stdout + (found.stderr if status else b"")).decode()


@pytest.mark.parametrize("identifier", DROP_INS)
def test_the_files_in_compat_are_what_the_command_writes(identifier) -> None:
    written = command("--scorer", identifier, "-").split("\n", 1)
    written[0] = "#!" + ANY_PYTHON
    assert "\n".join(written) == DROP_INS[identifier].read_text(encoding="utf-8")


@pytest.mark.parametrize("identifier", ORIGINALS)
def test_a_stand_in_for_each_original_answers_as_it_does(identifier, tmp_path) -> None:
    script = tmp_path / "package" / "evaluation.pl"
    script.parent.mkdir()
    said = command("--scorer", identifier, script)
    original = ORIGINALS[identifier]
    version = f"(version {original.version} of {original.date})"
    assert said == f"wrote {script}, a drop-in for {identifier} {version}\n"
    for case in (REPORT, STOP):
        for call in ([], [PERL] if PERL else []):
            found = run([*call, script, *FILES], case.directory, environment=HERE)
            assert_same(found, script, case.answer(identifier))


def test_a_stand_in_overwrites_nothing_without_force(tmp_path) -> None:
    script = tmp_path / "eval.cd-sco.pl"
    script.write_text("mine")
    assert "--force overwrites it" in command(script, status=2)
    assert script.read_text() == "mine"
    kept = tmp_path / "eval.cd-sco.pl.orig"
    assert f"the file that was there is {kept} now" in command(script, "--force")
    assert script.stat().st_mode & 0o111 and "stand_in" in script.read_text()
    assert kept.read_text() == "mine"
    command(script, "--force")  # a drop-in is not kept
    assert kept.read_text() == "mine"
    script.write_text("mine too")
    assert "is there already: move it away" in command(script, "--force", status=2)
    assert (script.read_text(), kept.read_text()) == ("mine too", "mine")
    assert "is a folder" in command(tmp_path, status=2)
    assert "cannot write" in command(tmp_path / "no" / "scorer_task2.pl", status=2)


@pytest.mark.parametrize(
    "name", ["scorer_task2_s.pl", "x", "-", "evaluation.pl", "eval.cd-sco.2.pl"]
)
def test_a_name_that_is_no_scripts_needs_the_scorer(name, tmp_path) -> None:
    target = name if name == "-" else tmp_path / name
    for words in ([], ["--standalone"], ["--force"]):
        said = command(target, *words, status=2)
        assert "give --scorer or --same-as" in said
        assert not (tmp_path / name).exists()
    assert command("--scorer", "scorer_task2", target)


def test_a_copy_of_another_script_is_not_replaced_by_its_name_alone(tmp_path, monkeypatch) -> None:
    script = tmp_path / "eval.cd-sco.pl"
    script.write_text("an older version")
    digest = hashlib.sha256(b"an older version").hexdigest()
    monkeypatch.setitem(REFORMATTED, digest[:12], ("eval.cd-sco-2.0", "reformatted"))
    said = command(script, "--force", status=2)
    assert f"{script} is a copy of eval.cd-sco-2.0, not of eval.cd-sco: give --scorer" in said
    assert script.read_text() == "an older version"
    assert "version 2.0" in command(script, "--force", "--same-as", script)
    assert (tmp_path / "eval.cd-sco.pl.orig").read_text() == "an older version"


def test_a_copy_is_told_by_its_hash_and_an_unknown_one_in_a_sentence(tmp_path) -> None:
    for original in ORIGINALS.values():
        assert original_copied(original.sha256) == (original.identifier, "")
    for digits, copy in REFORMATTED.items():
        assert original_copied(digits + "0" * 52) == copy and copy[0] in ORIGINALS
    script = tmp_path / "unknown.pl"
    script.write_text("print 1;\n")
    message = command("--same-as", script, "-", status=2)
    assert "is not one of the known copies (its sha256 begins with" in message
    assert "--scorer" in message and message.count("\n") == 1
    assert "give one of them" in command(
        "--same-as", script, "--scorer", "scorer_task2", "-", status=2
    )
    assert "cannot read" in command("--same-as", tmp_path / "none.pl", "-", status=2)
    for more in ([], ["--standalone"]):
        own = tmp_path / f"own{len(more)}.pl"
        command("--scorer", "scorer_task2", *more, own)
        message = command("--same-as", own, "-", status=2)
        assert f"{own} is a drop-in of this program, not the Perl script" in message


def test_a_closed_standard_input_is_no_file_by_any_name() -> None:
    """Else the file that is opened first would have its number, and be read twice."""
    for name in ("/dev/stdin", "/dev/fd/0", "-"):
        words = '"$0" "$1" -g gold.txt -s "$2" <&-'
        found = run(
            ["sh", "-c", words, PYTHON, DROP_INS["eval.cd-sco"], name], Case("all-right").directory
        )
        assert found.stdout == b"" and found.status != 0
        assert found.stderr == b"Could not open system output file %s\n" % name.encode()


def test_what_is_left_of_a_cluster_of_letters_is_a_word_again() -> None:
    for word in ("-x-version", "-x-help"):
        found = run([PYTHON, DROP_INS["eval.cd-sco"], word, *FILES], REPORT.directory)
        assert found.stdout == REPORT.answer("eval.cd-sco").stdout
        assert b"Unknown option: -" not in found.stderr


def test_an_output_beyond_the_limit_of_a_file_ends_the_run_by_the_signal(tmp_path) -> None:
    words = 'ulimit -f 0; exec "$0" "$1" -g gold.txt -s system.txt > "$2"'
    found = subprocess.run(
        ["sh", "-c", words, PYTHON, DROP_INS["eval.cd-sco"], tmp_path / "report"],
        cwd=Case("all-right").directory,
        check=False,
        capture_output=True,
    )
    assert found.returncode == -signal.SIGXFSZ


@pytest.mark.parametrize(
    "executable",
    [
        "/opt/windir/python",
        "/opt/coding: utf8/python",
        "/a\tb/python",
        "/caf\udce9/python",
        "",
        "/a b",
    ],
)
def test_an_own_interpreter_that_no_first_line_can_name_is_left_to_the_environment(
    executable, monkeypatch
) -> None:
    monkeypatch.setattr("sys.executable", executable)
    assert command("--scorer", "scorer_task2", "-").startswith("#!/usr/bin/env python3\n")


def test_what_perl_reads_from_standard_input_it_does_not_hand_over() -> None:
    """Named in docs/compatibility.md: nothing is printed, and the status is 0."""
    if PERL is None:
        pytest.skip("there is no Perl here")
    with open(DROP_INS["scorer_task2"], "rb") as script:
        found = run([PERL, "-", *FILES], REPORT.directory, stdin=script)
    assert found == (b"", b"", 0)


def test_a_copy_of_the_focus_scorer_is_recognized(tmp_path, monkeypatch) -> None:
    script = tmp_path / "pb-foc_evaluation.py"
    script.write_bytes(b"an invented copy")
    digest = hashlib.sha256(script.read_bytes()).hexdigest()
    monkeypatch.setattr("sem2012_scorer.commands.dropin.FOCUS_SHA256", digest)
    assert 'stand_in("pb-foc")' in command("--same-as", script, "-")


@pytest.mark.parametrize("difference", ["", "a copy with other line endings"])
def test_a_copy_of_a_script_is_noted_if_it_differs(
    difference: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "copy.pl"
    script.write_bytes(b"a copy of a script\n")
    digest = hashlib.sha256(script.read_bytes()).hexdigest()
    monkeypatch.setitem(REFORMATTED, digest[:12], ("scorer_task2", difference))
    found = command_answer(["dropin", "--same-as", str(script), str(tmp_path / "new.pl")])
    assert found.status == 0
    assert (f"{script} is " in found.stderr.decode()) == bool(difference)
