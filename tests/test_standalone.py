"""A drop-in as one file that needs nothing but Python: copied to an empty folder, it answers."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from conftest import PYTHON, ROOT, run
from test_dropin import FILES, PERL, REPORT, STOP, assert_same
from test_focus import files as focus_files
from test_focus import recorded as focus_recorded

from compat.workbench.recorded import cases
from sem2012_scorer import __version__
from sem2012_scorer.cli import answer as command
from sem2012_scorer.commands.options import SCORERS
from sem2012_scorer.commands.standalone import modules
from sem2012_scorer.ground.process import Answer
from sem2012_scorer.legacy.originals import ORIGINALS

ALONE = [PYTHON, "-I", "-S"]
"""Python without installed packages, and without what the environment says."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with a standalone file for each scorer, and nothing else."""
    made = tmp_path_factory.mktemp("standalone")
    for identifier in SCORERS:
        words = ["dropin", "--standalone", "--scorer", identifier, str(made / identifier)]
        found = command(words)
        assert found.status == 0 and not found.stderr, found
    return made


def alone(words, directory, **environment) -> Answer:
    """Run a command in an empty environment, but for what is given."""
    result = subprocess.run(
        [os.fspath(word) for word in words],
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return Answer(result.stdout, result.stderr, result.returncode)


@pytest.mark.parametrize("case", cases()[::9], ids=lambda case: case.name)
@pytest.mark.parametrize("identifier", ORIGINALS)
def test_it_answers_recorded_cases_in_an_empty_environment(folder, identifier, case) -> None:
    script = folder / identifier
    arguments = [os.fsdecode(argument) for argument in case.arguments]
    found = alone([*ALONE, script, *arguments], case.directory)
    assert_same(found, script, case.answer(identifier))


def test_the_focus_scorer_too(folder) -> None:
    gold, system = focus_files("one-missed")
    found = alone([*ALONE, folder / "pb-foc", system, gold], "/")
    assert found == Answer(focus_recorded("one-missed", "stdout"), b"", 0)


@pytest.mark.parametrize("case", [REPORT, STOP], ids=lambda case: case.name)
@pytest.mark.parametrize("how", ["file", "perl", "link"])
def test_it_runs_by_itself_by_perl_and_through_a_link(folder, tmp_path, how, case) -> None:
    if how == "perl" and PERL is None:
        pytest.skip("there is no Perl here")
    # What the first line finds is this Python.
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(os.path.realpath(PYTHON))
    script = folder / "scorer_task2"
    if how == "link":
        script = tmp_path / "evaluation.pl"
        script.symlink_to(folder / "scorer_task2")
    words = [PERL] if how == "perl" else []
    found = alone([*words, script, *FILES], case.directory, PATH=str(tmp_path / "bin"))
    assert_same(found, script, case.answer("scorer_task2"))


def test_negation_instances_and_the_version_are_there(folder) -> None:
    script = folder / "eval.cd-sco"
    plain = alone([*ALONE, script, *FILES], REPORT.directory)
    found = alone([*ALONE, script, *FILES, "--nis", "--version"], REPORT.directory)
    assert found.stdout.startswith(plain.stdout) and b"NIS tok:" in found.stdout
    assert found.stderr == b"sem2012_scorer %s\n" % __version__.encode()


def test_punctuation_by_form_says_what_is_missing(folder) -> None:
    words = [folder / "eval.cd-sco", *FILES, "--nis", "--nis-punctuation", "form"]
    found = alone([*ALONE, *words], REPORT.directory)
    assert (found.status, found.stdout) == (2, b"")
    assert b"punctuation by form needs the package regex: pip install regex" in found.stderr


def test_it_holds_every_module_that_it_may_import_and_no_other(folder) -> None:
    names = {name for name in zipfile.ZipFile(folder / "pb-foc").namelist() if name.endswith(".py")}
    assert names == {"__main__.py", *modules()}
    assert {"sem2012_scorer/dropin.py", "sem2012_scorer/legacy/judging.py"} < names
    assert not [name for name in names if "/commands/" in name or "/comparing/" in name]
    code = (
        "import importlib, json, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "for name in sys.argv[2:]:\n"
        "    importlib.import_module(name)\n"
        "own = [m for n, m in sys.modules.items() if n.split('.')[0] == 'sem2012_scorer']\n"
        "assert all(m.__file__.startswith(sys.argv[1]) for m in own)\n"
        "print(len(own))\n"
    )
    every = [name[:-3].replace("/", ".").removesuffix(".__init__") for name in modules()]
    found = alone([*ALONE, "-c", code, folder / "pb-foc", *every], "/")
    assert (found.stderr, found.stdout) == (b"", b"%d\n" % len(every))
    assert len(every) < 60


@pytest.mark.parametrize("more", [[], ["--sources-only"]])
def test_the_same_version_gives_the_same_bytes(more) -> None:
    words = [PYTHON, "-m", "sem2012_scorer.cli", "dropin", "--standalone", *more, "-"]
    several = {
        run(words, ROOT, environment={"PYTHONHASHSEED": seed}).stdout for seed in ("0", "1", "2")
    }
    (content,) = several
    assert content.startswith(b"#!/usr/bin/env python3\nPK")
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.testzip() is None
    assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert any(name.endswith(".pyc") for name in archive.namelist()) == (not more)
    assert all(archive.read(name) == source for name, source in modules().items())


@pytest.mark.parametrize("version", ["2.7", "3.9", "3.10", "3.11", "3.12", "3.13"])
def test_another_python_runs_it_or_says_that_it_is_too_old(folder, version) -> None:
    python = shutil.which("python" + version)
    if python is None or run([python, "-c", "pass"], ROOT).status:
        pytest.skip("there is no Python %s here" % version)
    script = folder / "eval.cd-sco"
    found = run([python, script, *FILES], REPORT.directory)
    if tuple(map(int, version.split("."))) < (3, 10):
        needed = b"%s: Python 3.10 or later is needed, this is %s\n"
        assert found == (b"", needed % (os.fsencode(script), version.encode()), 1)
    else:
        assert_same(found, script, REPORT.answer("eval.cd-sco"))


@pytest.mark.parametrize(
    "words, said",
    [
        (["--standalone", "--python", PYTHON], "the first line of a standalone file is"),
        (["--sources-only"], "--sources-only goes with --standalone"),
    ],
)
def test_what_does_not_go_together_is_refused(words, said, tmp_path) -> None:
    found = command(["dropin", *words, str(tmp_path / "file")])
    assert found.status == 2 and said in found.stderr.decode()
    assert not list(tmp_path.iterdir())


def test_a_copy_from_the_checkout_says_how_to_write_one_that_needs_nothing(tmp_path) -> None:
    copy = shutil.copy(ROOT / "compat/scorer_task2.pl", tmp_path)
    found = alone([*ALONE, copy, *FILES], REPORT.directory)
    assert found.status == 1
    assert b"sem2012-scorer dropin --standalone --scorer scorer_task2 FILE" in found.stderr
