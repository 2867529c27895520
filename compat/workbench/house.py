#!/usr/bin/env python3
"""Write docs/house.md: how a call goes through the code, and where each line of the 2.2 script is ported.

    house.py > docs/house.md

The map comes from the numbers of script lines in the comments and docstrings of the port. A test holds
the page against it.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from functools import cache
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "sem2012_scorer"

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

FIRST_LINE, LAST_LINE, MOST = 189, 2422, 130
"""The script's code begins after the declarations; wider ranges than `MOST` lines prove nothing."""
STRINGS = "strings of positions and words are made, to be compared or never used: here these are compared themselves"
EMPTIED = "variables are emptied, files closed: here each is read once"
EMPTY = """
324 348 358-368 382 427-433 620-627 736-738 758-772 882-883 888-891 1000-1004 1058-1061
1070-1071 1162-1168 1279-1280 1313-1315 1318-1328 1348-1353 1465-1469 1488-1489 1507-1513
1524-1537 1631-1641 1664-1674 1690-1693 1758-1767 1771-1772 1805-1810 1871-1875 1895-1901
1902-1910 1913 1967 2025 2043 2111 2194 2228-2229 2261 2293-2294 2313-2314 2345 2379-2381
2386-2387
"""
"""The lines of the script that are blank or comments, or begin or end a block, a loop or a function."""
NO_RULE = {
    (1, 188): "the head; variables are declared",
    (369, 379): "lists are emptied",
    (434, 490): "what the variables hold; more are declared",
    (554, 564): "variables are emptied",
    (685, 691): "variables are emptied",
    (773, 803): "the rules in words",
    (804, 822): "variables are emptied",
    (823, 850): "lengths of lists",
    (904, 978): STRINGS,
    **dict.fromkeys(((592, 594), (721, 723)), "flags are reset: `pair` begins with nothing taken"),
    **dict.fromkeys(
        ((874, 876), (1094, 1113), (1126, 1128), (1156, 1158), (1267, 1269), (1304, 1306)),
        "events are counted, for numbers that are never printed",
    ),
    (1135, 1139): "the search ends at the first partner, as `counting.pair` does",
    (1182, 1220): STRINGS,
    (1366, 1443): STRINGS,
    (1492, 1504): "scopes without punctuation, for numbers that 2.2 never prints",
    (1545, 1595): STRINGS,
    (1707, 1733): STRINGS,
    (1823, 1835): STRINGS,
    (1945, 1965): EMPTIED,
    (2010, 2022): EMPTIED,
    (2051, 2103): EMPTIED,
    (2112, 2163): "variables are declared",
    (2417, 2422): EMPTIED,
}
"""The lines of the script that need no rule, first and last, and why."""

_OTHER = re.compile(r"\b(?:2\.0|1\.0|scorer_task2),[^;:)]*")
"""Where lines of another script are named."""
_RANGE = re.compile(r"(?<![\w.,])(\d{3,4})(?:-(\d{3,4}))?(?![\w.]\d|\w)")


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


def _words(module: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and docstrings of a module of the port, each with its line."""
    text = PACKAGE.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and token.string.startswith('"""')
        if token.type == tokenize.COMMENT or is_docstring:
            yield token.start[0], token.string


def _function(tree: ast.AST, line: int, name: str) -> str:
    """Return the dotted name of the function or class in which a line stands."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        if node.lineno <= line <= (node.end_lineno or 0):
            return _function(node, line, "%s.%s" % (name, node.name))
    return name


@cache
def ported() -> dict[tuple[int, int], list[str]]:
    """Return which functions have which lines of the script, first and last."""
    found: dict[tuple[int, int], list[str]] = {}
    for module, tree in modules().items():
        if not module.startswith("legacy.") and module != "dropin":
            continue
        for line, words in _words(module):
            for first, last in _RANGE.findall(_OTHER.sub("", " ".join(words.split()))):
                lines = int(first), int(last or first)
                name = _function(tree, line, module.removeprefix("legacy."))
                is_known = FIRST_LINE <= lines[0] <= lines[1] <= LAST_LINE and lines != (255, 255)
                if is_known and lines[1] - lines[0] < MOST and name not in found.get(lines, ()):
                    found.setdefault(lines, []).append(name)
    return found


def gaps() -> list[int]:
    """Return the lines of the script's code that no function has, and that are not said to need none."""
    empty = [[int(line) for line in lines.split("-")] for lines in EMPTY.split()]
    ranges = [*ported(), *NO_RULE, *[(lines[0], lines[-1]) for lines in empty]]
    known = {n for first, last in ranges for n in range(first, last + 1)}
    return [n for n in range(FIRST_LINE, LAST_LINE + 1) if n not in known]


def page() -> str:
    """Return the page."""
    rows = {lines: ", ".join("`%s`" % name for name in names) for lines, names in ported().items()}
    rows |= {lines: why for lines, why in NO_RULE.items() if lines[0] >= FIRST_LINE}
    table = ""
    for first, last in sorted(rows, key=lambda lines: (lines[0], -lines[1])):
        shown = str(first) if first == last else "%d-%d" % (first, last)
        table += "| %s | %s |\n" % (shown, rows[first, last])
    return PAGE.replace("%TABLE%", table)


PAGE = """\
# The house

How a call goes through the code, for those who read or change it, and where each line of the Perl script is ported.

Imports point down only: ways in > `commands` > `checking`, `comparing`, `explaining`, `verifying`, `focus` > `reporting` > `reading` > `legacy` > `ground`. The five in the middle do not import each other. A test checks this order.

## One score

`sem2012-scorer -g gold.txt -s system.txt` runs `cli.main`, which loads `commands.score` alone (the help of all commands is in `commands/help.txt`). `commands.pairing` says which files belong together. For each pair, `commands.opening.Inputs` opens the system: columns pass as they are, predictions become columns of gold's sentences (`reading.predictions`). `reporting.scoring.score_files` opens both files as `legacy.reading.Files`, which yields them sentence by sentence and makes both checks on the way. `legacy.counting.judged` annotates each sentence (`legacy.annotation.annotate`), pairs and compares (`outcomes`), and adds up (`Sums`). Where the script aborts, `legacy.stops` makes a `Die`, and `reporting.aborts` puts it into words. `reporting.report.Report` holds the sums; `legacy.printing.report` prints them. Several pairs become a table in `commands.results`; `commands.paper` writes it in Markdown and LaTeX.

The drop-in (`dropin.answer`) goes the same way without `commands` and `reporting`.

## One check

`commands.check` calls `checking.checked.check_files`. The scorer runs once (`stopping.run`). Then stages explain its abort: `lines` (encoding, line ends, separators), `against_gold` (the first place that differs, and its cause), `cells` (columns and strings). A stage sees the lines as the earlier ones repaired them. `codes.txt` has each code with its meaning and fix. `fix` repairs bytes and layout.

## One verification

`commands.verify` reads a report with `verifying.recorded` and compares it with what the scorers give (`verifying.reports`); `verifying.alone` prints a report again from its own counts and finds the wrong number. For published scores, `verifying.papers` reads the table (`grids`, `latex_tables` and `pasted` divide a text into cells, `columns` reads the heads, `numbers` the cells), `verifying.rows` computes every candidate as a scorer prints it, `verifying.judging` judges a row alone, `verifying.together` checks that the rows of a system fit together, `verifying.means` finds means, and `verifying.advice` says what would have to change. `commands.baseline` scores again what `score` wrote, and `commands.published` shows tables.

## One explanation, one comparison

`explaining.outcomes` lists the same outcomes that the report adds up; `explaining.costs` corrects all errors of a kind and lets the port score again; `text` and `page` show them. `comparing.comparison` keeps the counts of each sentence; `randomize` and `runs` test them; `table` shows them.

## Tests and workbench

`python3 -m pytest` takes a sixth of the examples of each property; `SEM2012_TESTS=full` takes all of them. While you work, `python3 -m pytest tests/test_recorded.py tests/test_score.py tests/test_check.py tests/test_explain.py` takes some seconds and shows most mistakes. `fixtures/README.md` says what a case is. What each script of the workbench proves is in [compat/README.md](../compat/README.md).

## From the script to the port

Lines of `eval.cd-sco.pl` 2.2. The script has most rules several times, for gold and for the system, or for each row of the report; here each stands once. Where several rows match, read the narrowest. A row without a name says why no rule is needed. Lines that are not here are blank or comments, or begin or end a block. `scorer_task2.pl` has the same code a few lines earlier. What the older versions and the teaching copy do differently is in [QUIRKS-2.0.md](../compat/QUIRKS-2.0.md), [QUIRKS-1.0.md](../compat/QUIRKS-1.0.md) and [QUIRKS-uio.md](../compat/QUIRKS-uio.md).

| lines of 2.2 | function in `legacy` |
|---|---|
%TABLE%"""

if __name__ == "__main__":
    sys.stdout.write(page())
