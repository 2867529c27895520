#!/usr/bin/env python3
"""Write docs/house.md: the rooms of the package, and where each line of the 2.2 script is ported.

    house.py > docs/house.md

Both come from the docstrings: the first sentence of each module, and the lines
of the script that a function, a class or a module names as its counterpart. A
test holds the page against them.
"""

from __future__ import annotations

import ast
import re
import sys
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
    "agreeing": "how far two annotations of one text agree",
    "focus": "*SEM 2012 task 2: the focus of negation",
    "reporting": "counts and reports, negation instances, tables",
    "reading": "one source, what a file is, readers, one placement on gold, writers",
    "legacy": "the port, in the script's order",
    "ground": "what imports nothing else of the package",
}
"""The wings from the top down: a module may use its own wing and those below it."""

LAST_LINE = 2422
WITHOUT_COUNTERPART = {
    (1, 188): "header, declarations of variables",
    (358, 368): "comments",
    (427, 427): "a blank line",
    (767, 767): "a blank line",
    (1899, 1901): "blank lines",
    (2112, 2163): "declarations of variables",
    (2379, 2381): "comments",
    (2386, 2387): "blank lines",
}
"""The lines of the script to which nothing here corresponds, first and last, and what they are."""

NAMED = re.compile(r"2\.2, lines? ((?:\d+(?:-\d+)?(?:, and |, | and )?)+)")
"""How a docstring names the lines of the script that it is the counterpart of."""

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
## From the script to the port

With `eval.cd-sco.pl` 2.2 open: where its lines are ported; a longer run of lines stands above the shorter
ones inside it. `scorer_task2.pl` has the same code a few lines earlier. What an older version does and 2.2 does
not stands in the docstrings too, and in [QUIRKS-2.0.md](../compat/QUIRKS-2.0.md) and
[QUIRKS-1.0.md](../compat/QUIRKS-1.0.md).

| lines of 2.2 | here |
|---|---|
%s
Nothing corresponds to lines %s.
"""


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
    """Return what each docstring names as its lines of the script, in the script's order."""
    found = [
        Counterpart(int(first), int(last or first), name)
        for module, tree in modules().items()
        for name, words in _docstrings(tree, module)
        for named in NAMED.findall(" ".join(words.split()))
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", named)
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


def gaps() -> list[tuple[int, int]]:
    """Return the lines of the script that no docstring names, first and last of each run."""
    named = {n for one in counterparts() for n in range(one.first, one.last + 1)}
    left = [n for n in range(1, LAST_LINE + 1) if n not in named]
    firsts = [n for n in left if n - 1 not in left]
    lasts = [n for n in left if n + 1 not in left]
    return list(zip(firsts, lasts))


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
    by_lines: dict[tuple[int, int], list[str]] = {}
    for first, last, name in counterparts():
        by_lines.setdefault((first, last), []).append("`%s`" % name)
    table = "".join(
        "| %s | %s |\n" % (_shown(lines), ", ".join(names)) for lines, names in by_lines.items()
    )
    left = ", ".join(
        "%s (%s)" % (_shown(lines), what) for lines, what in WITHOUT_COUNTERPART.items()
    )
    return PAGE % (rooms, table, left)


def _shown(lines: tuple[int, int]) -> str:
    first, last = lines
    return str(first) if first == last else "%d-%d" % lines


if __name__ == "__main__":
    sys.stdout.write(page())
