"""A drop-in as one file that needs nothing but Python: copied to an empty folder, it answers."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from conftest import PYTHON, ROOT, run, sample
from focus_cases import files as focus_files
from focus_cases import recorded as focus_recorded
from script_calls import FILES, PERL, REPORT, STOP, assert_same

from compat.tools.recorded import cases
from sem2012_scorer import __version__
from sem2012_scorer.cli import answer as command
from sem2012_scorer.commands.arguments import SCORERS
from sem2012_scorer.commands.standalone import module_sources
from sem2012_scorer.common.process import Answer
from sem2012_scorer.port.scripts import ORIGINALS

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
    """Run a command in an environment with nothing but what is given."""
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


@pytest.mark.parametrize("identifier, case", sample(product(ORIGINALS, cases()[::19])))
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


def test_the_version_is_there(folder) -> None:
    script = folder / "eval.cd-sco"
    found = alone([*ALONE, script, *FILES, "--version"], REPORT.directory)
    assert found.stderr == b"sem2012_scorer %s\n" % __version__.encode()


def test_the_explanation_is_in_the_file(folder) -> None:
    found = alone([*ALONE, folder / "scorer_task2", "-r"], "/")
    assert found.status == 0 and b"jardin" in found.stdout


def test_it_holds_every_module_that_it_may_import_and_no_other(folder) -> None:
    text = (folder / "pb-foc").read_text("ascii")
    names = re.findall(r"^modules\[\"(.+)\"\] = r'''$", text, re.MULTILINE)
    assert names == [*module_sources("pb-foc")]
    assert "sem2012_scorer.focus.focus_process" in names and "sem2012_scorer.dropin" not in names
    perl = module_sources("scorer_task2")
    assert "sem2012_scorer.port.counting" in perl and not any("focus" in name for name in perl)
    assert not [name for name in names if ".commands" in name or ".comparing" in name]
    assert all("'''\n%s'''\n" % source in text for source in module_sources("pb-foc").values())
    every = [name.removesuffix(".__init__") for name in names]
    code = "import importlib\nfor name in %r:\n    importlib.import_module(name)\n" % every
    code += "assert all(sys.modules[name].__spec__.loader is Finder for name in %r)\n" % every
    start, last = "from sem2012_scorer.start import stand_in\n", 'stand_in("pb-foc")\n'
    assert text.endswith(start + "\n" + last)
    importing = folder / "importing"
    importing.write_text(text.removesuffix(last) + code)
    assert alone([*ALONE, "-W", "error", importing], "/") == Answer(b"", b"", 0)
    assert len(every) < 60


def test_the_same_version_gives_the_same_bytes_and_none_but_ascii() -> None:
    words = [
        PYTHON,
        "-m",
        "sem2012_scorer.cli",
        "dropin",
        "--standalone",
        "--scorer",
        "eval.cd-sco",
        "-",
    ]
    several = {
        run(words, ROOT, environment={"PYTHONHASHSEED": seed}).stdout for seed in ("0", "1", "2")
    }
    (content,) = several
    assert content.startswith(b"#!/usr/bin/env python3\n# eval.cd-sco.pl in Python")
    assert content.isascii() and b"\r" not in content and content.endswith(b")\n")


@pytest.mark.parametrize("how", ["python", "perl"])
def test_it_answers_with_lines_that_end_in_carriage_returns(folder, tmp_path, how) -> None:
    if how == "perl" and PERL is None:
        pytest.skip("there is no Perl here")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(os.path.realpath(PYTHON))
    script = tmp_path / "scorer_task2.pl"
    script.write_bytes((folder / "scorer_task2").read_bytes().replace(b"\n", b"\r\n"))
    words = [PYTHON if how == "python" else PERL, script]
    found = alone([*words, *FILES], REPORT.directory, PATH=str(tmp_path / "bin"))
    assert_same(found, script, REPORT.answer("scorer_task2"))


@pytest.mark.parametrize("option", "I O OO S E B P bb Werror".split())
def test_it_answers_whatever_python_is_told(folder, option) -> None:
    if option == "P" and sys.version_info < (3, 11):
        pytest.skip("this Python does not have -P")
    script = folder / "scorer_task2"
    found = alone([PYTHON, "-" + option, script, *FILES], REPORT.directory)
    assert_same(found, script, REPORT.answer("scorer_task2"))


def test_files_beside_it_are_not_taken_for_modules(folder, tmp_path) -> None:
    script = shutil.copy(folder / "scorer_task2", tmp_path)
    for name in ("re.py", "errno.py", "signal.py", "enum.py", "sem2012_scorer.py"):
        (tmp_path / name).write_text("raise SystemExit('%s was read')" % name)
    (tmp_path / "sem2012_scorer").mkdir()
    (tmp_path / "sem2012_scorer" / "__init__.py").write_text("raise SystemExit('it was read')")
    for words in ([PYTHON, script], [PYTHON, "-I", script]):
        assert_same(
            alone([*words, *FILES], REPORT.directory), script, REPORT.answer("scorer_task2")
        )
    found = alone([PYTHON, script, "--version"], tmp_path)
    assert (found.stderr, found.status) == (b"sem2012_scorer %s\n" % __version__.encode(), 0)
    left = {path.name for path in tmp_path.iterdir()}
    assert "__pycache__" not in left and not list(tmp_path.rglob("*.pyc"))


def test_a_traceback_shows_its_lines(folder, tmp_path) -> None:
    script = tmp_path / "broken"
    text = (folder / "scorer_task2").read_text()
    line = "    return rest and rest.oops"
    lines = text.replace(
        "def stand_in(",
        "def stand_in(identifier: str) -> None:\n    rest = 1\n%s\n\n\ndef unused(" % line,
    )
    script.write_text(lines)
    found = alone([*ALONE, script], "/").stderr.decode()
    number = lines.split("\n").index(line) + 1
    assert 'broken", line %d, in stand_in\n%s\n' % (number, line) in found


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


def test_a_copy_from_the_checkout_says_how_to_write_one_that_needs_nothing(tmp_path) -> None:
    copy = shutil.copy(ROOT / "compat/scorer_task2.pl", tmp_path)
    found = alone([*ALONE, copy, *FILES], REPORT.directory)
    assert found.status == 1
    assert b"sem2012-scorer dropin --standalone --scorer scorer_task2 FILE" in found.stderr


def imported(node: ast.AST, module: str) -> Iterator[str]:
    """Yield what a module of the package imports when it runs, by name, and names that are no modules."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for other in child.orelse:
                yield from imported(ast.Module([other], []), module)
            continue
        if isinstance(child, ast.ImportFrom) and child.level:
            home = ".".join(module.split(".")[: -child.level] + [child.module or ""]).strip(".")
            yield from [home, *[f"{home}.{alias.name}" for alias in child.names]]
        yield from imported(child, module)


@pytest.mark.parametrize(
    "identifier, other",
    [("scorer_task2", "focus.focus_process"), ("pb-foc", "dropin")],
)
def test_all_that_is_imported_is_in_the_file_and_nothing_else(identifier, other) -> None:
    waiting, reached = ["sem2012_scorer.start"], set()
    while waiting:
        name = waiting.pop()
        path = ROOT / (name.replace(".", "/") + ".py")
        if name in reached or not path.is_file() or name == f"sem2012_scorer.{other}":
            continue
        reached.add(name)
        above = name.removesuffix(".__init__").rpartition(".")[0]
        waiting += [f"{above}.__init__"] if above else []
        if name != "sem2012_scorer.__init__":  # it is empty there
            for found in imported(ast.parse(path.read_text(encoding="utf-8")), name):
                waiting += [found, f"{found}.__init__"]
    assert reached == {name for name in module_sources(identifier) if name != "usage.txt"}
