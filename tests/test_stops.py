"""Every way in which a legacy scorer stops: in one list, recorded, and explained to people."""

from __future__ import annotations

import inspect
import re

import pytest
from conftest import ROOT

from compat.workbench.recorded import cases
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.legacy import stops
from sem2012_scorer.legacy.divisions import ByZero
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.legacy.reading import Block
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
