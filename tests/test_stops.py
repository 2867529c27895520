"""Every way in which a legacy scorer stops: in one list, recorded, and explained to people."""

from __future__ import annotations

import errno
import inspect
import os
import re
import subprocess
import sys

import pytest
from conftest import PYTHON, ROOT, run
from sem2012_scorer.legacy.divisions import ByZero

from compat.workbench.recorded import Case, cases
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.ground.errors import LINUX, number_of, words_of
from sem2012_scorer.legacy import perl, stops
from sem2012_scorer.legacy.reading import Block
from sem2012_scorer.legacy.scripts import ORIGINALS
from sem2012_scorer.legacy.stops import STOPS_IN_ORDER

ORIGINAL = ORIGINALS["scorer_task2"]
BLOCK = Block(b"x", b"x", 1, 3, None, 25)
EXAMPLES = {
    "option_missing": (GOLD,),
    "cannot_be_opened": (SYSTEM, b"x", OSError(2, "No such file")),
    "standard_input_twice": (b"-",),
    "blank_line_in_gold_only": (ORIGINAL, 1, b"x\n", 25),
    "different_tokens": (1, b"a\n", b"b\n", 25),
    "misplaced_stars": (ORIGINAL, 3, 1, 0, b"\n", 25),
    "unequal_columns": (ORIGINAL, 1, 8, 10, b"x\n", 25),
    "impossible_columns": (ORIGINAL, 1, 9, b"x\n", 25),
    "part_missing": (ORIGINAL, GOLD, 1, "cue", BLOCK),
    "cue_missing": (1, BLOCK),
    "nothing_to_divide_by": (ORIGINAL, ByZero(None, "sentence"), 1, 25),
}


def test_the_list_is_whole() -> None:
    """It has every function of the module that returns a stop."""
    made = {
        name
        for name, value in vars(stops).items()
        if inspect.isfunction(value)
        and value.__annotations__.get("return") == "Stop"
        and not name.startswith("_")
    }
    assert made == {stop.__name__ for stop in STOPS_IN_ORDER} == set(EXAMPLES)


@pytest.mark.parametrize("stop", STOPS_IN_ORDER, ids=lambda stop: stop.__name__)
def test_a_stop_has_words_a_line_where_it_needs_one_and_a_problem_for_people(stop) -> None:
    found = stop(*EXAMPLES[stop.__name__])
    assert found.words and all(found.problem[2:])
    assert found.words.endswith(b"\n") == (found.line is None)
    assert found.line is None or found.line > 0
    assert "line" in (stop.__doc__ or "") or stop.__name__ == "standard_input_twice"


@pytest.mark.parametrize(
    "stop",
    [stop for stop in STOPS_IN_ORDER if stop.__name__ != "standard_input_twice"],
    ids=lambda stop: stop.__name__,
)
def test_every_stop_of_an_original_is_recorded(stop) -> None:
    start = stop(*EXAMPLES[stop.__name__]).words[:20]
    assert any(
        case.answer(identifier).stderr.startswith(start)
        for case in cases()
        for identifier in ORIGINALS
    )


def test_stops_are_raised_by_name_and_made_nowhere_else() -> None:
    for path in (ROOT / "sem2012_scorer").rglob("*.py"):
        made = re.findall(r"\b(?:Stop|Die)\(", path.read_text(encoding="utf-8"))
        assert not made or path.name in ("stops.py", "perl.py"), path


def test_a_status_is_the_number_that_linux_has_for_an_error(monkeypatch) -> None:
    """On WebAssembly, for one, errors have other numbers."""
    elsewhere = {44: "ENOENT", 2: "EACCES", 31: "EISDIR", 59: "ENOTTY"}
    monkeypatch.setattr("errno.errorcode", elsewhere)
    found = [number_of(OSError(number, "x")) for number in (44, 2, 31, 59, 77, None)]
    assert found == [2, 13, 21, 25, 77, 0]
    assert perl.AFTER_OPENING == 25


def test_the_numbers_of_errors_are_those_of_linux() -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("this is not Linux")
    assert {name: getattr(errno, name) for name in LINUX} == LINUX
    assert [words_of(number) for number in LINUX.values()] == list(map(os.strerror, LINUX.values()))


WITHOUT_SIGNALS = """
import signal, sys
for name in ("SIGPIPE", "SIGXFSZ", "SIGALRM", "SIGHUP", "SIGUSR1", "SIGKILL"):
    delattr(signal, name)
import importlib, pkgutil, sem2012_scorer
for module in pkgutil.walk_packages(sem2012_scorer.__path__, "sem2012_scorer."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
from sem2012_scorer.dropin import eval_cd_sco
eval_cd_sco()
"""


def test_nothing_needs_a_signal_that_windows_lacks() -> None:
    case = Case("all-right")
    words = [PYTHON, "-c", WITHOUT_SIGNALS, "-g", "gold.txt", "-s", "system.txt"]
    found = run(words, case.directory, environment={"PYTHONPATH": str(ROOT)})
    assert found == case.answer("eval.cd-sco")
    # A reader that has gone ends the run with the status that a shell shows for the signal.
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.run(
            words, cwd=case.directory, stdout=gone, env=environment, check=False
        )
    assert process.returncode == 128 + 13
