"""The package as a newcomer meets it: its help, its public names, the Pythons that it needs."""

from __future__ import annotations

import ast
import configparser
import doctest
import pydoc
import shutil
from importlib import import_module

import pytest
from conftest import PYTHON, ROOT, run

import sem2012_scorer
from compat.tools import release


def test_the_examples_in_docstrings_are_so(monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    names = {name: getattr(sem2012_scorer, name) for name in sem2012_scorer.__all__}
    attempted = 0
    for path in sorted((ROOT / "sem2012_scorer").rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            result = doctest.testmod(import_module(module), extraglobs=names)
            assert result.failed == 0, module
            attempted += result.attempted
    assert attempted >= 16


def test_the_names_for_type_checkers_are_those_that_are_loaded() -> None:
    tree = ast.parse((ROOT / "sem2012_scorer/__init__.pyi").read_text(encoding="utf-8"))
    stub = {
        (alias.name, "." + str(node.module))
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert stub == set(sem2012_scorer._HOME.items())
    assert all(hasattr(sem2012_scorer, name) for name in sem2012_scorer.__all__)


def test_an_installed_package_has_every_file_that_is_no_module() -> None:
    settings = configparser.ConfigParser()
    settings.read(ROOT / "setup.cfg")
    named = {
        folder.replace(".", "/") + "/" + name.strip()
        for folder, names in settings["options.package_data"].items()
        for name in names.split(",")
    }
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "sem2012_scorer").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert found == named and len(found) >= 4


def test_help_reads_like_a_page_of_documentation() -> None:
    text = pydoc.render_doc(sem2012_scorer, renderer=pydoc.plaintext)
    for name in sem2012_scorer.__all__:
        assert name in text
        assert getattr(sem2012_scorer, name).__doc__ or name == "ORIGINALS"
    assert "score_files" in text.split("PACKAGE CONTENTS")[0]


def test_every_public_name_has_a_home_and_none_is_loaded_before_it_is_asked_for() -> None:
    assert sorted(sem2012_scorer._HOME) == sorted(["__version__", *sem2012_scorer.__all__])
    with pytest.raises(AttributeError, match="no attribute 'score_file'"):
        sem2012_scorer.score_file  # noqa: B018
    code = "import sem2012_scorer, sys; print([m for m in sys.modules if m.startswith('sem2012')])"
    assert run([PYTHON, "-c", code], ROOT).stdout == b"['sem2012_scorer']\n"


@pytest.mark.parametrize(
    "words",
    [
        ["-m", "sem2012_scorer", "-h"],
        ["-m", "sem2012_scorer.cli", "score"],
        ["compat/eval.cd-sco.pl", "-h"],
    ],
    ids=lambda words: words[-2],
)
@pytest.mark.parametrize("version", ["3.8", "3.9"])
def test_on_an_older_python_every_way_in_says_in_one_line_what_is_needed(version, words) -> None:
    python = shutil.which("python" + version)
    if python is None or run([python, "-c", "pass"], ROOT).status:
        pytest.skip("there is no Python %s here" % version)
    answer = run([python, *words], ROOT)
    assert (answer.stdout, answer.status) == (b"", 1)
    assert answer.stderr.count(b"\n") == 1
    assert b"Python 3.10 or later is needed, this is " + version.encode() in answer.stderr


OLD = (
    "import sys; sys.version_info = (3, 9, 2, 'final', 0); sys.argv[0] = %r; import sem2012_scorer"
)
"""A program that imports the package on what it takes for Python 3.9, under a name."""


@pytest.mark.parametrize("name", ["-m", "/usr/bin/sem2012-scorer", "eval.cd-sco", "scorer_task2"])
def test_a_command_on_an_older_python_says_in_one_line_what_is_needed(name) -> None:
    answer = run([PYTHON, "-c", OLD % name], ROOT)
    needed = b"sem2012_scorer: Python 3.10 or later is needed, this is 3.9\n"
    assert answer == (b"", needed, 1)


def test_an_import_on_an_older_python_is_an_import_error() -> None:
    answer = run([PYTHON, "-c", OLD % "program.py"], ROOT)
    last = answer.stderr.splitlines()[-1]
    assert last == b"ImportError: sem2012_scorer: Python 3.10 or later is needed, this is 3.9"


def test_the_front_page_of_a_release_has_no_relative_link_and_its_settings_the_address() -> None:
    page = release.absolute((ROOT / "README.md").read_text(), "https://a.org/b/c", "v1")
    assert release.LINK.search(page) is None
    assert "](https://a.org/b/c/blob/v1/docs/python.md)" in page
    settings = release.with_addresses((ROOT / "setup.cfg").read_text(), "https://a.org/b/c", "v1")
    assert "\nurl = https://a.org/b/c\nproject_urls =\n    Source = https://a.org/b/c\n" in settings
