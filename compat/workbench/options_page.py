#!/usr/bin/env python3
"""Write docs/options.md: every option of every command, and the names that options had before.

    options_page.py > docs/options.md

Both come from the parsers and from the table of old names. A test holds the page against them.
"""

from __future__ import annotations

import sys
from argparse import SUPPRESS, Action, _SubParsersAction
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from sem2012_scorer.cli import COMMANDS, parser
from sem2012_scorer.commands.renamed import FORMER

PAGE = """\
# Options

Every option of every command, as `sem2012-scorer COMMAND --help` explains it: %d, and `--help`. This page is made from the
commands by `compat/workbench/options_page.py`, and a test holds it to them. An option that several commands have
means the same in each. Those of predictions in other formats (`convert` below) are accepted by `score`, `check`, `explain`,
`compare` and `agreement` too. The drop-ins have the options of the originals, and `--nis`, `--nis-punctuation` and
`--version`: see [compatibility.md](compatibility.md).

| option | commands | what it says |
|---|---|---|
%s
## Names before 1.0

A call that uses one is an error that names the new one. X is a column's number, its header, or a name in JSON.

| before | now |
|---|---|
%s"""


def options() -> dict[str, dict[str, Action]]:
    """Return each option that the help of a command lists, by its long name and by the command."""
    found: dict[str, dict[str, Action]] = {}
    for command in COMMANDS:
        (commands,) = [a for a in parser([command])._actions if isinstance(a, _SubParsersAction)]
        for action in commands.choices[command]._actions:
            if action.help != SUPPRESS and action.option_strings and action.dest != "help":
                found.setdefault(action.option_strings[-1], {})[command] = action
    return dict(sorted(found.items()))


def _shown(actions: dict[str, Action]) -> str:
    """Return an option with its short name and what it takes."""
    action = next(iter(actions.values()))
    values = str(
        action.metavar or "|".join(_choices(actions)) or action.option_strings[-1][2:].upper()
    )
    names = ", ".join(sorted(action.option_strings, key=len))
    taken = "" if action.nargs == 0 else " " + values
    return "`%s%s%s`" % (names, taken, " ..." if action.nargs == "+" else "")


def _choices(actions: dict[str, Action]) -> list[str]:
    """Return the values that an option takes, if they are the same in all commands."""
    several = {tuple(map(str, action.choices or ())) for action in actions.values()}
    return list(several.pop()) if len(several) == 1 else []


def _meanings(actions: dict[str, Action]) -> str:
    """Return what an option says, for each command that says it with other words."""
    texts: dict[str, list[str]] = {}
    for command, action in actions.items():
        text = " ".join((action.help or "").split())
        if action.choices and not action.metavar and not _choices(actions):
            text = ", ".join(map(str, action.choices))
        texts.setdefault(text, []).append(command)
    if len(texts) == 1:
        return next(iter(texts))
    return "; ".join("%s: %s" % (", ".join(commands), text) for text, commands in texts.items())


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def page() -> str:
    """Return the page."""
    every = options()
    rows = "".join(
        "| %s |\n"
        % " | ".join(_cell(words) for words in (_shown(one), ", ".join(one), _meanings(one)))
        for one in every.values()
    )
    old = "".join(
        "| `%s` | %s |\n" % (before, "`%s`" % now if now else "not needed")
        for before, now in FORMER.items()
    )
    return PAGE % (len(every), rows, old)


if __name__ == "__main__":
    sys.stdout.write(page())
