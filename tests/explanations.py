"""How tests run explain."""

from __future__ import annotations

from smaller import SMALLER

from compat.workbench.recorded import Case
from sem2012_scorer.cli import answer


def run(*words, case: str = "", status: int = 0) -> str:
    gold, system = Case(case).files if case else SMALLER.files
    found = answer(["explain", "-g", gold, "-s", system, *map(str, words)])
    assert found.status == status
    return (found.stderr if status else found.stdout).decode()
