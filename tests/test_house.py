"""The structure of the package: which wing may use which, and that each fact has one place."""

from __future__ import annotations

import ast
import re
from functools import cache
from statistics import median

import pytest
from conftest import ROOT
from sem2012_scorer.legacy.pairing import PAIRING
from sem2012_scorer.legacy.parts import PARTS_NEEDED
from sem2012_scorer.legacy.punctuation import PUNCTUATION, SCOPE_WORDS
from sem2012_scorer.legacy.rows import ROWS_2_0, ROWS_B

from compat.workbench import house, published
from compat.workbench.house import PACKAGE, WINGS, modules, wing_of
from sem2012_scorer.ground.counts import MEASURED
from sem2012_scorer.ground.measures import STOPS, ZERO
from sem2012_scorer.legacy.scripts import ORIGINALS

MOST_FLAT = 9
"""How many modules may lie beside the wings."""
MOST_LINES = 500


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


def test_few_modules_lie_flat_beside_the_wings() -> None:
    assert len([*PACKAGE.glob("*.py")]) <= MOST_FLAT
    assert {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()} < {*WINGS}


@pytest.mark.parametrize("name", modules())
def test_imports_point_downwards_only(name: str) -> None:
    order = list(WINGS)
    for used in used_by(name):
        assert order.index(wing_of(used)) >= order.index(wing_of(name)), "%s uses %s" % (name, used)


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


def test_every_rule_that_an_original_names_is_in_its_table() -> None:
    for original in ORIGINALS.values():
        assert original.pairing in PAIRING
        assert original.punctuation in PUNCTUATION
        assert original.without_negation in (STOPS, ZERO)
        assert original.parts_needed in PARTS_NEEDED
        assert original.scope_words in SCOPE_WORDS
        assert original.bare_scopes in ("", *PUNCTUATION)
        assert original.undefined_scores in (STOPS, ZERO)


def test_no_module_asks_for_an_original_by_its_name() -> None:
    """What differs between originals is data: identifiers stand where they are defined and chosen."""
    choosing = {"legacy.originals", "legacy.stops", "commands.verify"}
    for name, tree in modules().items():
        defaults = {
            id(default)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            for default in node.args.defaults
        }
        strings = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in defaults
        }
        assert name in choosing or name == "__init__" or not strings & set(ORIGINALS), name


def test_no_line_number_of_a_script_stands_for_a_rule() -> None:
    """The numbers are read by `stops` alone."""
    for name in set(modules()) - {"legacy.stops", "legacy.originals"}:
        for node in ast.walk(modules()[name]):
            assert not (
                isinstance(node, ast.Attribute)
                and node.attr == "lines"
                and (isinstance(node.value, ast.Name) and node.value.id == "original")
            ), name


def test_every_row_says_what_it_measures_and_what_changes_it() -> None:
    quirks = re.findall(
        r"^## (\d+)\. ", (PACKAGE.parent / "compat/QUIRKS.md").read_text(encoding="utf-8"), re.M
    )
    for row in ROWS_2_0 + ROWS_B:
        assert row.measured in MEASURED and row.printed_true_positives in MEASURED
        assert row.meaning and row.true_positive and row.false_negative and row.false_positive
        assert row.quirks and {str(number) for number in row.quirks} <= set(quirks)
    assert all(22 in row.quirks and row.divided_by_system for row in ROWS_B)
    assert sorted(row.measured for row in ROWS_2_0) == sorted(MEASURED)


def test_the_page_on_the_house_is_as_the_docstrings_say() -> None:
    assert (ROOT / "docs/house.md").read_text(encoding="utf-8") == house.page()


def test_every_line_of_the_script_leads_somewhere() -> None:
    assert house.gaps() == []
    assert median(house.shortest()) <= 40


OLDER = re.compile(r"\b(?:2\.0|1\.0|scorer_task2),? \(?lines?[^.:)]*")
"""Where the lines of another script are named."""


def test_no_lines_that_the_code_names_are_lost_on_the_page() -> None:
    """Whatever stands between them: every run of lines in the port's words is a row."""
    found = set()
    for path in sorted((PACKAGE / "legacy").glob("*.py")):
        for words in re.findall(r'"""(.*?)"""|((?:^ *# .*\n)+)', path.read_text(), re.S | re.M):
            text = OLDER.sub("", " ".join(" ".join(words).replace("#", " ").split()))
            found |= {(int(a), int(b)) for a, b in re.findall(r"\b(\d{3,4})-(\d{3,4})\b", text)}
    assert len(found) > 70 and found <= set(house.rules())
    assert all(first <= last <= house.LAST_LINE for first, last in found)


PORTED = [name for name in modules() if wing_of(name) == "legacy" and name != "legacy.stops"]


@pytest.mark.parametrize("name", PORTED)
def test_the_port_stands_in_the_order_of_the_script(name: str) -> None:
    """By the lines that a docstring names first. The stops stand as a run can meet them."""
    firsts = []
    for node in modules()[name].body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            named = house.NAMED.search(" ".join((ast.get_docstring(node) or "").split()))
            firsts += [int(re.findall(r"\d+", named[1])[0])] if named else []
    assert firsts == sorted(firsts)


def test_the_page_on_published_numbers_is_as_verify_answers() -> None:
    page = "\n".join(published.page())
    assert (ROOT / "docs/published.md").read_text(encoding="utf-8") == page
