"""compat/PORT.md leads from the lines of the scripts to the functions that run."""

from __future__ import annotations

import ast
import hashlib
import importlib
import io
import os
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import ROOT

from compat.tools.recorded import Case
from sem2012_scorer.dropin import answer
from sem2012_scorer.port.reading import Files
from sem2012_scorer.port.scripts import ORIGINALS

SCRIPTS = ("eval.cd-sco", "scorer_task2")
LINES = {"eval.cd-sco": 2421, "scorer_task2": 2402}
LONGEST = 40  # lines that a function may stand for in one row


class Row(NamedTuple):
    """A row of the map: the lines of both scripts, first and last, a word in them, and the functions."""

    lines: dict[str, tuple[int, int]]
    keyword: str
    functions: tuple[str, ...]
    reason: str


def _range(words: str) -> tuple[int, int]:
    first, _, last = words.partition("-")
    return int(first), int(last or first)


@cache
def rows() -> list[Row]:
    """Return the rows of the map."""
    found = []
    for line in (ROOT / "compat/PORT.md").read_text(encoding="utf-8").split("\n"):
        match = re.fullmatch(r"\| (\d+(?:-\d+)?) \| (\d+(?:-\d+)?) \| `(.+)` \| (.+) \|", line)
        if match:
            lines = dict(zip(SCRIPTS, map(_range, match.groups()[:2])))
            is_functions = re.fullmatch(r"`[\w.]+`(, `[\w.]+`)*", match[4])
            functions = tuple(re.findall(r"`([\w.]+)`", match[4])) if is_functions else ()
            found.append(Row(lines, match[3], functions, "" if functions else match[4]))
    return found


def test_the_map_has_both_scripts_from_end_to_end_in_their_order() -> None:
    assert len(rows()) > 150
    for script in SCRIPTS:
        last = 0
        for row in rows():
            first = row.lines[script][0]
            assert last < first <= row.lines[script][1]
            assert first - last < 20, "lines %d to %d are left out" % (last, first)
            last = row.lines[script][1]
        assert last == LINES[script]


def test_a_function_stands_for_few_lines_and_other_rows_have_a_reason() -> None:
    for row in rows():
        first, last = row.lines["eval.cd-sco"]
        if row.functions:
            assert last - first < LONGEST, row
        else:
            assert len(row.reason) > 10


def _function(name: str) -> Any:
    """Return the function that a name of the map names; every part of the name has to exist."""
    module, *path = name.split(".")
    package = "sem2012_scorer." + module
    if module == "port":
        package += "." + path.pop(0)
    found: Any = importlib.import_module(package)
    for part in path:
        found = getattr(found, part)
    return found


def _called(case: Case, identifier: str, has_shortcut: bool) -> set[Any]:
    """Return the code that runs while a case is scored."""
    ran = set()

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call":
            ran.add(frame.f_code)

    here = os.getcwd()
    os.chdir(case.directory)
    before = sys.getprofile()
    with pytest.MonkeyPatch.context() as patch:
        if not has_shortcut:
            patch.setattr(Files.__init__, "__defaults__", (False,))
        sys.setprofile(note)
        try:
            answer(ORIGINALS[identifier], b"SCRIPT", case.arguments)
        finally:
            sys.setprofile(before)
            os.chdir(here)
    return ran


def test_every_function_of_the_map_runs_when_sentences_are_scored() -> None:
    """With larger cases of both languages; where it is about an abort or an option, with one of that."""
    ran = set()
    for name, identifier in (("larger-english", "eval.cd-sco"), ("larger-spanish", "scorer_task2")):
        for has_shortcut in (True, False):
            ran |= _called(Case(name), identifier, has_shortcut)
    without_shortcut = _called(Case("larger-english"), "eval.cd-sco", False)
    for name in (
        "system-without-cue",
        "space-in-cell",
        "word-differs",
        "unequal-columns",
        "stars-in-one-token-between-two",
        "no-negation-in-gold",
    ):
        ran |= _called(Case(name), "eval.cd-sco", True)
        without_shortcut |= _called(Case(name), "eval.cd-sco", False)
    for name in sorted({name for row in rows() for name in row.functions}):
        function = _function(name)
        code = getattr(function, "fget", function).__code__
        assert code in ran, name
        if name.startswith("port.reading"):
            assert code in without_shortcut, name


def _citations() -> Iterator[tuple[str, str, int, int]]:
    """Yield where comments and docstrings of the port name lines of 2.2: module, function, first, last."""
    other = re.compile(r"\b(?:2\.0|1\.0|scorer_task2),[^;:)]*")
    number = re.compile(r"(?<![\w.,])(\d{3,4})(?:-(\d{3,4}))?(?![\w.]\d|\w)")
    paths = [
        *sorted((ROOT / "sem2012_scorer/port").glob("*.py")),
        ROOT / "sem2012_scorer/dropin.py",
    ]
    for path in paths:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        module = path.stem if path.stem == "dropin" else "port." + path.stem
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            is_docstring = token.type == tokenize.STRING and token.string.startswith('"""')
            if token.type == tokenize.COMMENT or is_docstring:
                words = other.sub("", " ".join(token.string.split()))
                for first, last in number.findall(words):
                    if int(first) >= 188:
                        yield module, _around(tree, token.start[0]), int(first), int(last or first)


def _around(tree: ast.AST, line: int) -> str:
    """Return the dotted name of the function or class in which a line stands."""
    for node in ast.iter_child_nodes(tree):
        is_definition = isinstance(node, ast.ClassDef | ast.FunctionDef)
        if is_definition and node.lineno <= line <= (node.end_lineno or 0):
            inside = _around(node, line)
            return node.name + ("." + inside if inside else "")
    return ""


def test_the_lines_that_the_code_names_lead_to_it_in_the_map() -> None:
    """A comment about few lines stands in a function that the map names for one of them, or beside it."""
    number = 0
    for module, function, first, last in _citations():
        if last - first >= LONGEST or not function or first == 255:
            continue
        number += 1
        targets = set()
        for row in rows():
            begin, end = row.lines["eval.cd-sco"]
            if begin <= last and first <= end:
                targets.update(row.functions or ("none",))
        assert targets, "%s.%s names lines %d-%d" % (module, function, first, last)
        near = {target.rpartition(".")[0] for target in targets} | targets
        # Some lines that need no function are named where it is said why.
        assert {"%s.%s" % (module, function), module, "none"} & (near | targets), (
            "%s.%s names lines %d-%d, which lead to %s" % (module, function, first, last, targets)
        )
    assert number > 40


ORIGINAL_FILES = [
    path for path in os.environ.get("SEM2012_ORIGINALS", "").split(os.pathsep) if path
]


def _originals() -> dict[str, list[str]]:
    """Return the lines of the scripts that the user has, as published."""
    found = {}
    for path in ORIGINAL_FILES:
        content = Path(path).read_bytes()
        for script in SCRIPTS:
            if hashlib.sha256(content).hexdigest() == ORIGINALS[script].sha256:
                found[script] = content.decode("latin-1").split("\n")
    return found


@pytest.mark.skipif(not _originals(), reason="SEM2012_ORIGINALS names no original of the map")
def test_each_range_begins_and_ends_where_a_statement_does_and_has_its_word() -> None:
    for script, lines in _originals().items():
        code = [re.sub(r"(^|[\s}])#[^{].*|(^|[\s}])#$", r"\1", line).strip() for line in lines]
        in_text = _lines_of_printed_text(code)
        for row in rows():
            first, last = row.lines[script]
            where = "%s, %d-%d" % (script, first, last)
            word = re.escape(row.keyword.lstrip("$@"))
            assert re.search(word + r"\b", "\n".join(lines[first - 1 : last])), where
            before = next((line for line in code[: first - 1][::-1] if line), ";")
            is_text = first - 1 in in_text
            assert is_text or before.endswith((";", "{", "}", "EOT")), where
            assert code[first - 1] or first == 1, where
            assert code[last - 1].endswith((";", "{", "}")) or first == 1, where
        known = {n for row in rows() for n in range(row.lines[script][0], row.lines[script][1] + 1)}
        left = [n for n, line in enumerate(code, 1) if line and n not in known]
        assert left == [], "%s: lines %s are not in the map" % (script, left)


def _lines_of_printed_text(code: list[str]) -> set[int]:
    """Return the numbers of the lines that the script prints as a text."""
    found: set[int] = set()
    end = ""
    for number, line in enumerate(code, 1):
        if end:
            found.add(number)
            if line == end:
                end = ""
        elif match := re.match(r"print<<'(\w+)'", line):
            end = match[1]
    return found
