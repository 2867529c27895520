"""The commands that messages suggest, made here alone: complete, with real names, never wrapped.

A command that makes a file is suggested only after it was tried on that very file.
"""

from __future__ import annotations

import argparse
import os
import shlex
import stat
from contextlib import suppress
from typing import NamedTuple

from ..port.scripts import EVAL_CD_SCO
from ..reading.kinds import Kind, kind_of
from ..reading.label_names import meanings_of
from ..reading.predictions.model import Reading
from ..reading.source import Source

PROGRAM = "sem2012-scorer"


class Call(NamedTuple):
    """What a command of the user's reads: the files, the scorer, and the options for predictions."""

    gold: Source | None
    system: Source
    scorer: str = EVAL_CD_SCO.identifier
    reading: Reading = Reading()
    named_scorer: str = ""  # the scorer if the user named it

    @property
    def kind(self) -> Kind:
        """What the system's file is, by its head and by the options for predictions."""
        how = self.reading
        return kind_of(self.system, self.gold, how.fields, meanings_of(how.labels), how.format)

    @property
    def can_be_typed(self) -> bool:
        """Whether a command can name both files: only one can be standard input."""
        if self.gold is None:
            return True
        return [_name_in_shell(file) for file in (self.gold, self.system)] != ["-", "-"]

    def check(self, *more: str) -> str:
        """Return the command that checks the system's file; `more` are further words."""
        words = ["check"]
        if self.gold is not None:
            words += ["-g", _name_in_shell(self.gold)]
        words += ["-s", _name_in_shell(self.system)]
        return self._command_line(words + list(more))

    def fix(self) -> str:
        """Return the command that repairs the file's bytes and layout."""
        return self.check("--fix", _new_name(self.system))

    def fix_gold(self) -> str:
        """Return the command that repairs gold's bytes and layout."""
        assert self.gold is not None
        return self._replace(gold=None, system=self.gold, reading=Reading()).fix()

    def convert(self, output: str = "") -> str:
        """Return the command that writes the file's annotation in gold's columns."""
        assert self.gold is not None
        words = ["convert", _name_in_shell(self.system), "-g", _name_in_shell(self.gold)]
        return self._command_line(words + ["-o", output or _new_name(self.system)])

    def _command_line(self, words: list[str]) -> str:
        """Return a command with the scorer, where it is not the usual one, and the options for predictions."""
        scorer = self.named_scorer
        if not scorer and self.scorer != EVAL_CD_SCO.identifier:
            scorer = self.scorer
        if scorer:
            words = words + ["--scorer", scorer]
        command = shlex.join([PROGRAM] + words)
        return " ".join([command, *self.reading.options()])


def _name_in_shell(source: Source) -> str:
    """Return what a file is called in a command; ``-`` is standard input."""
    if source.path:
        return _name_to_type_again(source.path)
    if source.name == "standard input":
        return "-"
    return source.name


def _name_to_type_again(path: str) -> str:
    """Return what to type for a file: ``-`` for a pipe, which is read up, so that it must be given anew."""
    with suppress(OSError, ValueError):
        if stat.S_ISFIFO(os.stat(path).st_mode):
            return "-"
    return path


def _new_name(source: Source) -> str:
    """Return a name for a repaired copy in the current folder, which no file has."""
    base = os.path.basename(_name_in_shell(source))
    if base == "-":
        base = "system.txt"
    stem, extension = os.path.splitext(base)
    if extension.lower() == ".csv":
        extension = ".txt"  # the copy has tabs
    name, number = f"{stem}.fixed{extension}", 2
    while os.path.exists(name):
        name, number = f"{stem}.fixed{number}{extension}", number + 1
    if name.startswith("-"):
        return f"./{name}"  # else it would be an option
    return name


def command_line(command: str, options: argparse.Namespace, scorer: str) -> str:
    """Return another command on the files that the user's command names, with its options on them.

    `scorer` is the scorer if the user named it.
    """
    golds = map(_name_to_type_again, options.gold)
    words = [command, "-g", *golds, "-s", *map(_name_to_type_again, options.system)]
    if options.pair is not None:
        words += ["--pair", options.pair]
    if scorer:
        words += ["--scorer", scorer]
    return shlex.join([PROGRAM] + words)
