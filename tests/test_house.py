"""The structure of the package: which wing may use which, and that each fact has one place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import sem2012_scorer
from sem2012_scorer.counts import MEASURED
from sem2012_scorer.legacy.annotations import PUNCTUATION, SCOPE_WORDS
from sem2012_scorer.legacy.originals import ORIGINALS, Original
from sem2012_scorer.legacy.pairing import PAIRING
from sem2012_scorer.legacy.parts import PARTS
from sem2012_scorer.legacy.rows import ROWS_2_0, ROWS_B
from sem2012_scorer.measures import ERROR_PERCENTAGE, STOPS, ZERO

PACKAGE = Path(sem2012_scorer.__file__).parent

# From the top down: a module may use its own wing, and wings that stand below it.
WINGS = {
    "ways in": "__main__ cli dropin focus_dropin api __init__",
    "commands": "commands",
    "people": "checking explaining verifying comparing formats interannotator",
    "scoring": "scoring",
    "report": "report nis focus",
    "legacy": "legacy corpora",
    "ground": "records counts measures wording resampling",
}
# The commands use `Answer` and the API, which are ways in themselves.
ALSO = {"commands": {"dropin", "api"}}


def wing_of(module: str) -> str:
    """Return the wing of a module, named from the package's root."""
    room = module.split(".")[0]
    return next(wing for wing, rooms in WINGS.items() if room in rooms.split())


def modules() -> dict[str, ast.Module]:
    """Return the modules of the package by dotted name, without the package's own."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts if parts[-1] != "__init__" or len(parts) == 1 else parts[:-1])
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


MODULES = modules()


def used_by(name: str) -> set[str]:
    """Return the modules that a module imports from this package."""
    package = (
        name.split(".")[:-1]
        if (PACKAGE / (name.replace(".", "/") + ".py")).exists()
        else (name.split("."))
    )
    used = set()
    for node in ast.walk(MODULES[name]):
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
            used.add(inside if inside in MODULES else base or "__init__")
    return used


def test_every_module_belongs_to_a_wing() -> None:
    assert {name.split(".")[0] for name in MODULES} == set(" ".join(WINGS.values()).split())


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_downwards_only(name: str) -> None:
    order = list(WINGS)
    own = wing_of(name)
    for used in used_by(name) - {"__init__"}:
        room = used.split(".")[0]
        if room in ALSO.get(own, ()):
            continue
        assert order.index(wing_of(used)) >= order.index(own), "%s uses %s" % (name, used)


def test_the_legacy_wing_knows_no_report_no_nis_and_no_command() -> None:
    for name in MODULES:
        if name.split(".")[0] == "legacy":
            outside = {used.split(".")[0] for used in used_by(name)} - {"legacy"}
            assert outside <= {"records", "counts", "measures", "wording"}, name


def test_only_one_module_knows_perl() -> None:
    """The others use what it offers: no other splits at a pattern or asks for errno's numbers."""
    for name, tree in MODULES.items():
        imported = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        if name not in ("legacy.perl", "legacy.deaths"):
            assert "errno" not in imported, name


def test_the_modules_of_a_wing_do_not_import_each_other_in_circles() -> None:
    def reach(name: str, seen: tuple[str, ...]) -> None:
        assert name not in seen, " -> ".join([*seen, name])
        for used in runtime_imports(name):
            reach(used, (*seen, name))

    for name in MODULES:
        reach(name, ())


def runtime_imports(name: str) -> set[str]:
    """Return what a module imports when it is loaded: not for type checkers, not in functions."""
    tree = MODULES[name]
    kept = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    whole, MODULES[name] = tree, ast.Module(kept, [])
    try:
        return used_by(name) - {"__init__"}
    finally:
        MODULES[name] = whole


def test_every_rule_that_an_original_names_is_in_its_table() -> None:
    for original in ORIGINALS.values():
        assert original.pairing in PAIRING
        assert original.punctuation in PUNCTUATION
        assert original.without_negation in ERROR_PERCENTAGE
        assert original.parts_needed in PARTS
        assert original.scope_words in SCOPE_WORDS
        assert original.bare_scopes in ("", *PUNCTUATION)
        assert original.shares_of_nothing in (STOPS, ZERO)


def test_no_module_asks_for_an_original_by_its_name() -> None:
    """What differs between originals is data: identifiers stand where they are defined and chosen."""
    may = {"legacy.originals", "legacy.deaths", "checking.codes", "api", "__init__"}
    for name in set(MODULES) - may:
        strings = {
            node.value
            for node in ast.walk(MODULES[name])
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not strings & set(ORIGINALS), name


def test_no_line_number_of_a_script_stands_for_a_rule() -> None:
    """The numbers are read by `deaths` alone."""
    for name in set(MODULES) - {"legacy.deaths", "legacy.originals"}:
        for node in ast.walk(MODULES[name]):
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


def test_an_original_has_no_field_that_is_not_described() -> None:
    for field in Original._fields:
        if field not in ("version", "date", "lines", "rows"):
            assert "`%s`" % field in (Original.__doc__ or ""), field
