"""Every way in which a legacy scorer stops: in one list, recorded, and explained to people."""

from __future__ import annotations

import inspect
import re

import pytest
from conftest import ROOT

from compat.workbench.recorded import cases
from sem2012_scorer.legacy import deaths
from sem2012_scorer.legacy.deaths import DEATHS, GOLD, SYSTEM, Problem
from sem2012_scorer.legacy.divisions import ByZero
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.legacy.perl import Reading

ORIGINAL = ORIGINALS["scorer_task2"]
PROBLEM = Problem(SYSTEM, 1, "x", "y", "z")
EXAMPLES = {
    "option_missing": (GOLD,),
    "cannot_be_opened": (SYSTEM, b"x", OSError(2, "No such file")),
    "standard_input_twice": (b"-",),
    "blank_line_in_gold_only": (ORIGINAL, 1, b"x\n", 25),
    "different_tokens": (1, b"a\n", b"b\n", 25),
    "misplaced_stars": (ORIGINAL, 3, 1, 0, b"\n", 25),
    "unequal_columns": (ORIGINAL, 1, 8, 10, b"x\n", 25),
    "impossible_columns": (ORIGINAL, 1, 9, b"x\n", 25),
    "part_missing": (ORIGINAL, GOLD, "cue", PROBLEM, Reading(GOLD, 1), 25),
    "cue_missing": (PROBLEM, 3, 25),
    "nothing_to_divide_by": (ORIGINAL, ByZero(None, "sentence"), 1, 25),
}


def test_the_list_is_whole() -> None:
    """It has every function of the module that returns a death."""
    made = {
        name
        for name, value in vars(deaths).items()
        if inspect.isfunction(value)
        and value.__annotations__.get("return") == "Death"
        and not name.startswith("_")
    }
    assert made == {death.__name__ for death in DEATHS} == set(EXAMPLES)


@pytest.mark.parametrize("death", DEATHS, ids=lambda death: death.__name__)
def test_a_death_has_words_a_line_where_it_needs_one_and_a_problem_for_people(death) -> None:
    found = death(*EXAMPLES[death.__name__])
    assert found.words and all(found.problem[2:])
    assert found.words.endswith(b"\n") == (found.line is None)
    assert found.line is None or found.line > 0
    assert "line" in (death.__doc__ or "") or death.__name__ == "standard_input_twice"


@pytest.mark.parametrize(
    "death",
    [death for death in DEATHS if death.__name__ != "standard_input_twice"],
    ids=lambda death: death.__name__,
)
def test_every_death_of_an_original_is_recorded(death) -> None:
    start = death(*EXAMPLES[death.__name__]).words[:20]
    assert any(
        case.answer(identifier).stderr.startswith(start)
        for case in cases()
        for identifier in ORIGINALS
    )


def test_deaths_are_raised_by_name_and_made_nowhere_else() -> None:
    for path in (ROOT / "sem2012_scorer").rglob("*.py"):
        made = re.findall(r"\b(?:Death|Die)\(", path.read_text(encoding="utf-8"))
        assert not made or path.name in ("deaths.py", "perl.py"), path
