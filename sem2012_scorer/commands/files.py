"""Which files a command is about: one, several, or those of folders, paired by name."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from contextlib import contextmanager, nullcontext
from pathlib import Path

from ..corpora.style import LOOKED_AT, advice_on_scorer
from ..records import Record
from .options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO

    from ..legacy.originals import Original


def notes_on_style(golds: Sequence[str], original: Original) -> str:
    """Return a note on the first gold file that looks like another scorer's, empty if none does."""
    for path in [path for name in golds if name != "-" for path in _first_files(name)]:
        try:
            with open(path, "rb") as stream:
                advice = advice_on_scorer(stream.read(LOOKED_AT), original)
        except OSError:
            continue
        if advice:
            return "sem2012-scorer: note: %s: %s\n" % (path, advice)
    return ""


def _first_files(name: str) -> list[str]:
    """Return a regular file by itself, or the first file of a folder: one tells for all."""
    if os.path.isdir(name):
        return [str(path) for path in _files_in(name)[:1]]
    return [name] if os.path.isfile(name) else []


def source(name: str) -> str | IO[bytes]:
    """Return what is read for a name: the name itself, or standard input for ``-``."""
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


@contextmanager
def read_for_each(
    golds: Sequence[str] | None, systems: Sequence[str]
) -> Iterator[Sequence[str] | None]:
    """Yield the names of gold; that of one file for several systems can be read for each of them."""
    if golds is None or len(golds) != 1 or len(systems) < 2 or os.path.isdir(golds[0]):
        yield golds
        return
    check_names([*golds, *systems], None)
    with read_again(golds[0]) as name:
        yield [name]


def check_names(inputs: Sequence[str], output: str | None) -> None:
    """Raise UsageError if two inputs are standard input, or the output would overwrite one."""
    if inputs.count("-") > 1:
        raise UsageError("- (standard input) can be one file only")
    if output is None or not os.path.isfile(output):
        return
    for name in inputs:
        if _is_file(name, output):
            raise UsageError("%s is one of the inputs: write to another file" % output)


def _is_file(name: str, output: str) -> bool:
    """Tell whether an input, by name or as standard input, is the file `output`."""
    if name != "-":
        return os.path.exists(name) and os.path.samefile(output, name)
    try:
        return os.path.samestat(os.fstat(0), os.stat(output))
    except OSError:
        return False


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


class Pairing(Record):
    """Which files belong together: pairs of gold (None if there is none) and system; and the rest.

    `missing` are files of gold without one of the system, `left` files of the
    system without one of gold.
    """

    pairs: tuple[tuple[str | None, str], ...]
    missing: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def pair_all(
    golds: Sequence[str] | None, systems: Sequence[str], pattern: str | None = None
) -> Pairing:
    """Return which files belong together, of lists or of folders and their subfolders.

    One gold file goes with every system; as many gold files as systems go in
    their order; files of folders, or any files with `pattern`, by their names.
    Raises UsageError if that cannot be told.
    """
    folders = [name for name in (*(golds or ()), *systems) if os.path.isdir(name)]
    if golds is None:
        named = [path for name in systems for path in _all_files(name)]
        return Pairing(tuple((None, path) for path in named))
    if not folders and pattern is None:
        if len(golds) == 1:
            return Pairing(tuple((golds[0], system) for system in systems))
        return Pairing(tuple((gold, system) for _, gold, system in file_pairs(golds, systems)))
    by_name: dict[str, dict[str, str]] = {}
    for side, names in (("gold", golds), ("system", systems)):
        together = [os.path.realpath(n) for n in golds] == [os.path.realpath(n) for n in systems]
        by_name[side] = _by_name(side, names, pattern, together)
    gold_files, system_files = by_name["gold"], by_name["system"]
    return Pairing(
        tuple((path, system_files[n]) for n, path in gold_files.items() if n in system_files),
        tuple(path for n, path in gold_files.items() if n not in system_files),
        tuple(path for n, path in system_files.items() if n not in gold_files),
    )


def _by_name(
    side: str, names: Sequence[str], pattern: str | None, together: bool
) -> dict[str, str]:
    """Return the files of one side by the name that pairs them.

    With `pattern`, that is its first group, or all that it matches; a file that
    it does not match has no partner. Both sides
    may lie `together`: then a file must say which it is of.
    """
    found: dict[str, str] = {}
    other = SIDES[1 - SIDES.index(side)]
    for name in names:
        for path in _all_files(name):
            shown = os.path.relpath(path, name) if os.path.isdir(name) else os.path.basename(path)
            parts = shown.split(".")
            if together and side not in parts and (other in parts or side == "gold"):
                continue
            key = ".".join(part for part in parts if part not in SIDES)
            if together and side not in parts:
                # It does not say which side it is of, and is no partner of any.
                key = "?" + key
            if pattern is not None:
                match = re.search(pattern, shown)
                matched = match and match.group(min(match.re.groups, 1))
                # What the pattern does not match is no partner of any.
                key = "?%s/%s" % (side, path) if matched is None else "=" + matched
            if key in found:
                what = "the same name but for the side"
                if pattern is not None:
                    what = "the same match of --pair, %r" % key[1:]
                raise UsageError("%s and %s have %s" % (found[key], path, what))
            found[key] = path
    return found


def _all_files(name: str) -> list[str]:
    """Return a file by itself, or the files of a folder and its subfolders that are not hidden."""
    if not os.path.isdir(name):
        return [name]
    found = [
        str(path)
        for path in sorted(Path(name).rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(name).parts)
    ]
    if not found:
        raise UsageError("there are no files in %s" % name)
    return found


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
