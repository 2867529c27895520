"""The structure of the package: which wing may use which, and that the page on it is right."""

from __future__ import annotations

import ast
from functools import cache

import pytest
from conftest import ROOT

from compat.workbench import published

PACKAGE = ROOT / "sem2012_scorer"
MOST_LINES = 500

WINGS = {
    "": {"commands", "checking", "focus", "reporting", "reading", "legacy", "ground"},
    "commands": {
        *("checking", "comparing", "explaining", "focus", "verifying"),
        *("reporting", "reading", "legacy", "ground"),
    },
    **{
        wing: {"reporting", "reading", "legacy", "ground"}
        for wing in ("checking", "comparing", "explaining", "focus", "verifying")
    },
    "reporting": {"reading", "legacy", "ground"},
    "reading": {"legacy", "ground"},
    "legacy": {"ground"},
    "ground": set[str](),
}
"""The wings, and which others each may import."""


@cache
def modules() -> dict[str, ast.Module]:
    """Return the modules of the package by dotted name, ``legacy`` for the file of a folder."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts if parts[-1] != "__init__" or len(parts) == 1 else parts[:-1])
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def wing_of(module: str) -> str:
    """Return the wing of a module."""
    wing = module.split(".")[0]
    return wing if wing in WINGS else ""


@cache
def used_by(name: str) -> frozenset[str]:
    """Return the modules that a module imports: when loaded, in functions, or for type checkers."""
    is_folder = (PACKAGE / name.replace(".", "/")).is_dir()
    package = name.split(".") if is_folder else name.split(".")[:-1]
    used = set()
    for node in ast.walk(modules()[name]):
        if not isinstance(node, ast.ImportFrom):
            continue
        module = node.module or ""
        if node.level:
            above = package[: len(package) - (node.level - 1)]
            base = ".".join([*above, *module.split(".")]).strip(".")
        elif module.split(".")[0] == "sem2012_scorer":
            base = ".".join(module.split(".")[1:])
        else:
            continue
        for alias in node.names:
            inside = (base + "." + alias.name).strip(".")
            used.add(inside if inside in modules() else base or "__init__")
    return frozenset(used)


@pytest.mark.parametrize("name", modules())
def test_imports_follow_the_table_of_wings(name: str) -> None:
    wing = wing_of(name)
    for used in used_by(name):
        assert wing_of(used) in {wing, *WINGS[wing]}, "%s uses %s" % (name, used)


def test_no_modules_import_each_other_in_circles() -> None:
    """Not even in a function, or for type checkers."""
    done: set[str] = set()

    def reach(name: str, seen: tuple[str, ...]) -> None:
        assert name not in seen, " -> ".join([*seen, name])
        if name not in done:
            for used in used_by(name):
                reach(used, (*seen, name))
            done.add(name)

    for name in modules():
        reach(name, ())


@pytest.mark.parametrize("folder", ["sem2012_scorer", "tests", "compat"])
def test_every_file_reads_in_one_sitting(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        assert path.read_text(encoding="utf-8").count("\n") <= MOST_LINES, path


def test_the_page_on_published_numbers_is_as_verify_answers() -> None:
    page = "\n".join(published.page())
    assert (ROOT / "docs/published.md").read_text(encoding="utf-8") == page
