#!/usr/bin/env python3
"""Write docs/house.md: the rooms of the package, and where each line of the 2.2 script is ported.

    house.py > docs/house.md

Both come from the package's own words: the first sentence of each module, and the
lines of the script that a docstring or a comment names as what is ported there. A
test holds the page against them.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from functools import cache
from pathlib import Path
from typing import Iterator, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "sem2012_scorer"

WINGS = {
    "": "the ways in: public names, command lines",
    "commands": "arguments, files, exit statuses; no arithmetic",
    "comparing": "is a difference between systems real?",
    "explaining": "what each negation counted as, and why",
    "checking": "what is wrong with a submission",
    "verifying": "recorded reports and published numbers",
    "focus": "*SEM 2012 task 2: the focus of negation",
    "reporting": "counts and reports, negation instances, tables",
    "reading": "columns, predictions on gold's sentences, BioScope, agreement",
    "legacy": "the port, in the script's order",
    "ground": "what imports nothing else of the package",
}
"""The wings from the top down: a module may use its own wing and those below it."""

LAST_LINE = 2422
STRINGS = (
    "strings of positions and words are made, to be compared: here these are compared themselves"
)
EMPTIED = "variables are emptied, files closed: here each is read once"
NO_RULE = {
    (1, 188): "the head; variables are declared",
    (358, 368): "comments",
    (427, 427): "blank",
    (434, 490): "what the variables hold; more are declared",
    (554, 564): "variables are emptied",
    (623, 627): "comments",
    (685, 691): "variables are emptied",
    (767, 767): "blank",
    (773, 802): "the rules in words",
    (804, 820): "variables are emptied",
    (823, 846): "lengths of lists",
    (904, 978): STRINGS,
    (1094, 1111): "events of pairs are counted, for numbers that are never printed",
    (1163, 1168): "ends of loops",
    (1182, 1220): STRINGS,
    (1320, 1328): "the end of a function, the head of the next",
    (1366, 1443): STRINGS,
    (1526, 1537): "ends of loops",
    (1545, 1595): STRINGS,
    (1664, 1671): "the end of a function, the head of the next",
    (1707, 1733): STRINGS,
    (1823, 1835): STRINGS,
    (1899, 1901): "blank",
    (1902, 1910): "comments",
    (1945, 1964): EMPTIED,
    (2010, 2022): EMPTIED,
    (2112, 2163): "variables are declared",
    (2379, 2381): "comments",
    (2386, 2387): "blank",
    (2417, 2422): EMPTIED,
}
"""The lines of the script that need no rule, first and last, and why."""

NAMED = re.compile(r"\b2\.2, lines? ([^.]*)")
"""How the lines of the script are named: up to the end of the sentence, or to an older version's number."""

RANGE = re.compile(r"\b(\d{3,4})(?:-(\d{3,4}))?\b")
"""Lines of the script in such a sentence: the first 188 declare variables."""

PAGE = """\
# The house

How the package is laid out, for those who read its code. This page is made from the docstrings
by `compat/workbench/house.py`, and a test holds it to them.

```
gold file ──┐
            ├─ blocks (both files in step, read once) ─ checks ─ annotations ─ pairs ─ outcomes ─ counts ─ report
system file ┘
```

Each file is opened once, whatever is asked of it, and each sentence annotated once; then it is judged, counted and forgotten.
Predictions in other formats become sentences by one path: what the file is, its reader, one placement on gold's sentences, columns.
Counts are the tally of outcomes, an explanation lists them, and resampling adds up those of each sentence. Imports
point down only, without exception: a module may use its own wing and the wings below it.

## Wings and rooms

%s
## Tests

`python3 -m pytest` takes a quarter of the examples of each property, and of many like cases each fourth; its files are small where
their size is not the subject. All of them, before a release: `SEM2012_TESTS=full python3 -m pytest`. Against the originals, Pyodide
and other programs: [compatibility.md](compatibility.md#how-it-is-checked).

## From the script to the port

With `eval.cd-sco.pl` 2.2 open: its rules in its order, each with the lines on which it stands there and the name under which it
is ported. Look for the last row whose lines hold yours: a longer run of lines stands above the shorter ones inside it, and the
shortest says most. The script has most rules several times, for gold and for the system, or for each row of the report; here
each stands once, with all of its lines. A row without a name says why no rule is needed. `scorer_task2.pl` has the same code a
few lines earlier. What an older version does and 2.2 does not stands in the docstrings too, and in
[QUIRKS-2.0.md](../compat/QUIRKS-2.0.md) and [QUIRKS-1.0.md](../compat/QUIRKS-1.0.md).

| lines of 2.2 | here |
|---|---|
%s"""


class Counterpart(NamedTuple):
    """Lines of the script, first and last, and what here is their counterpart."""

    first: int
    last: int
    name: str


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
    room = module.split(".")[0]
    return room if room in WINGS else ""


def counterparts() -> list[Counterpart]:
    """Return what docstrings and comments name as their lines of the script, in the script's order."""
    found = [
        Counterpart(int(first), int(last or first), name)
        for module, tree in modules().items()
        for name, words in (*_docstrings(tree, module), *_comments(tree, module))
        for named in NAMED.findall(" ".join(words.split()))
        for first, last in RANGE.findall(named)
    ]
    return sorted(set(found), key=lambda one: (one.first, -one.last, one.name))


def _docstrings(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of a module, its classes and functions, each with its dotted name."""
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
        words = ast.get_docstring(node)
        if words:
            yield name, words
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, (ast.ClassDef, ast.FunctionDef)):
            yield from _docstrings(inner, "%s.%s" % (name, inner.name))


def _comments(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    """Yield the comments of a module, those on lines one after the other as one, each with where it stands.

    That is the function or class around it, else what is defined below it.
    """
    if not any(NAMED.search(line) for line in _source(module).splitlines() if "#" in line):
        return
    tokens = tokenize.generate_tokens(io.StringIO(_source(module)).readline)
    lines = {token.start[0]: token.string[1:] for token in tokens if token.type == tokenize.COMMENT}
    for first in lines:
        if first - 1 in lines:
            continue
        last = next(n for n in range(first, first + len(lines) + 1) if n + 1 not in lines)
        yield _around(tree, last, module), " ".join(lines[n] for n in range(first, last + 1))


def _around(tree: ast.AST, line: int, name: str) -> str:
    """Return the dotted name of what a line stands in, or of what is assigned on the next line."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            if node.lineno <= line <= (node.end_lineno or 0):
                return _around(node, line, "%s.%s" % (name, node.name))
        elif (
            isinstance(node, ast.Assign)
            and node.lineno == line + 1
            and isinstance(tree, ast.Module)
        ):
            return "%s.%s" % (name, ast.unparse(node.targets[0]))
    return name


def _source(module: str) -> str:
    """Return the source of a module."""
    path = PACKAGE.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return path.read_text(encoding="utf-8")


def rules() -> dict[tuple[int, int], str]:
    """Return the table: lines of the script, first and last, with where they are ported or why they are not."""
    found: dict[tuple[int, int], list[str]] = {}
    for first, last, name in counterparts():
        found.setdefault((first, last), []).append("`%s`" % name)
    every = {**{lines: ", ".join(names) for lines, names in found.items()}, **NO_RULE}
    return dict(sorted(every.items(), key=lambda one: (one[0][0], -one[0][1])))


def gaps() -> list[int]:
    """Return the lines of the script that are in no row of the table."""
    known = {n for first, last in rules() for n in range(first, last + 1)}
    return [n for n in range(1, LAST_LINE + 1) if n not in known]


def shortest() -> list[int]:
    """Return of each line of the script, from the first of its rules on, how many lines its shortest row has."""
    best = [LAST_LINE] * (LAST_LINE + 1)
    for first, last in rules():
        for n in range(first, last + 1):
            best[n] = min(best[n], last - first + 1)
    return best[189:]


def page() -> str:
    """Return the page."""
    rooms = ""
    for wing, described in WINGS.items():
        rooms += "### %s: %s\n\n" % (wing or "sem2012_scorer", described)
        for module, tree in modules().items():
            if wing_of(module) == wing and module != wing:
                words = " ".join((ast.get_docstring(tree) or "").split("\n\n")[0].split())
                rooms += "- `%s`: %s\n" % (module.rpartition(".")[2], words)
        rooms += "\n"
    table = "".join("| %s | %s |\n" % (_shown(lines), where) for lines, where in rules().items())
    return PAGE % (rooms, table)


def _shown(lines: tuple[int, int]) -> str:
    first, last = lines
    return str(first) if first == last else "%d-%d" % lines


if __name__ == "__main__":
    sys.stdout.write(page())
