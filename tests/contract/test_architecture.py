"""The structure of the package: which folder may use which."""

from __future__ import annotations

import ast
from functools import cache

import pytest
from conftest import ROOT

from compat.tools import published

PACKAGE = ROOT / "sem2012_scorer"
MOST_LINES = 500

BELOW_COMMANDS = ("agreeing", "checking", "comparing", "explaining", "focus", "verifying")
"""What the commands use: these folders do not import each other."""
BASE = ("reporting", "reading", "port", "common")
FOLDERS = {
    "": {"commands", "checking", "focus", *BASE},
    "commands": {*BELOW_COMMANDS, *BASE},
    **{folder: {*BASE} for folder in BELOW_COMMANDS},
    "reporting": {"reading", "port", "common"},
    "reading": {"port", "common"},
    "port": {"common"},
    "common": set[str](),
}
"""The folders, and which others each may import."""


@cache
def modules() -> dict[str, ast.Module]:
    """Return the modules of the package by dotted name, ``port`` for the file of a folder."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts if parts[-1] != "__init__" or len(parts) == 1 else parts[:-1])
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def folder_of(module: str) -> str:
    """Return the folder of a module."""
    folder = module.split(".")[0]
    return folder if folder in FOLDERS else ""


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
def test_imports_follow_the_table_of_folders(name: str) -> None:
    folder = folder_of(name)
    for used in used_by(name):
        assert folder_of(used) in {folder, *FOLDERS[folder]}, "%s uses %s" % (name, used)


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
    assert (ROOT / "fixtures/published/README.md").read_text(encoding="utf-8") == page
