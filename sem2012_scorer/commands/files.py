"""Which files a command is about: one, several, or those of folders, paired by name."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from contextlib import contextmanager, nullcontext
from pathlib import Path

from .options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO


def source(name: str) -> str | IO[bytes]:
    if name != "-":
        return name
    if sys.stdin is None:
        raise UsageError("- is standard input, which is closed")
    return sys.stdin.buffer


@contextmanager
def read_again(name: str) -> Iterator[str]:
    """Yield the name of a file that can be read several times: a copy of a pipe or the like."""
    if name != "-" and (os.path.isfile(name) or not os.path.exists(name)):
        yield name
        return
    with tempfile.NamedTemporaryFile(prefix="gold-") as copy:
        opened = source(name)
        with open(opened, "rb") if isinstance(opened, str) else nullcontext(opened) as stream:
            shutil.copyfileobj(stream, copy)
        copy.flush()
        yield copy.name


def check_names(inputs: Sequence[str], output: str | None) -> None:
    """Raise UsageError if two inputs are standard input, or the output would overwrite one."""
    if inputs.count("-") > 1:
        raise UsageError("- (standard input) can be one file only")
    if output is None or not os.path.isfile(output):
        return
    for name in inputs:
        if os.path.exists(name) and os.path.samefile(output, name):
            raise UsageError("%s is one of the inputs: write to another file" % output)


def file_pairs(golds: Sequence[str], systems: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return name, gold file and system file of each pair; raise UsageError for a file without partner."""
    folders = [name for name in (*golds, *systems) if os.path.isdir(name)]
    if not folders:
        if len(golds) != len(systems):
            raise UsageError(
                "%d gold files and %d system files: give one gold file, or as many as systems"
                % (len(golds), len(systems))
            )
        return [(system, gold, system) for gold, system in zip(golds, systems)]
    if len(golds) != 1 or len(systems) != 1 or len(folders) != 2:
        raise UsageError(
            "%s is a folder: give one folder for -g and one for -s, or files for both" % folders[0]
        )
    gold_files = files_of(golds[0], "gold", systems[0])
    system_files = files_of(systems[0], "system", golds[0])
    for found, others, folder in (
        (gold_files, system_files, systems[0]),
        (system_files, gold_files, golds[0]),
    ):
        for name, path in found.items():
            if name not in others:
                raise UsageError(
                    "%s has no partner in %s: a file whose name is %s, with or without gold or "
                    "system between dots" % (path, folder, name)
                )
    if not gold_files:
        raise UsageError("there are no files in %s" % golds[0])
    return [(name, path, system_files[name]) for name, path in gold_files.items()]


SIDES = ("gold", "system")


def files_of(folder: str, side: str, other_folder: str | None) -> dict[str, str]:
    """Return the files of one side in a folder, by the name that pairs them.

    That is the name without ``gold`` or ``system`` between dots. In a folder
    that holds both sides every file must say which it is of; in one that holds
    one side, none may be of the other.
    """
    together = other_folder is not None and os.path.samefile(folder, other_folder)
    found: dict[str, str] = {}
    for path in _files_in(folder):
        parts = path.name.split(".")
        said = [part for part in parts if part in SIDES]
        if together and not said:
            raise UsageError("%s has no side: call it .gold. or .system." % path)
        if said and said[0] != side:
            if together or other_folder is None:
                continue
            raise UsageError("%s is a %s file in the folder given for %s" % (path, said[0], side))
        name = ".".join(part for part in parts if part not in SIDES)
        if name in found:
            raise UsageError("%s and %s have the same name but for the side" % (found[name], path))
        found[name] = str(path)
    return found


def _files_in(folder: str) -> list[Path]:
    """Return the files of a folder that are not hidden, in order."""
    try:
        return sorted(
            path
            for path in Path(folder).iterdir()
            if not path.name.startswith(".") and path.is_file()
        )
    except OSError as error:
        raise UsageError("cannot read the folder %s: %s" % (folder, error.strerror)) from error
