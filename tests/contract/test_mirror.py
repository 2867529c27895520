"""Tests stand where the modules stand that they test: those of `PART/MODULE.py` in `PART/test_MODULE*.py`."""

from __future__ import annotations

from pathlib import Path

from conftest import ROOT

TESTS, PACKAGE = ROOT / "tests", ROOT / "sem2012_scorer"
CONTRACT = TESTS / "contract"
"""What must hold of the package as a whole, whatever its modules are: no part's own."""


def _modules_of(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py") if path.stem != "__init__"}


def test_a_test_is_found_by_the_path_of_its_module() -> None:
    for path in TESTS.rglob("test_*.py"):
        if path.parent == CONTRACT:
            continue
        modules = _modules_of(PACKAGE / path.parent.relative_to(TESTS))
        name = path.stem.removeprefix("test_")
        assert any(name == module or name.startswith(f"{module}_") for module in modules), path


def test_a_part_has_tests() -> None:
    for init in PACKAGE.rglob("__init__.py"):
        part = init.parent.relative_to(PACKAGE)
        if init.parent != PACKAGE:
            assert [*(TESTS / part).glob("test_*.py")], part
