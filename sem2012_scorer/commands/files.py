"""Which files a command is about: one, several, or those of folders, paired by name."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from ..corpora.style import LOOKED_AT, advice_on_scorer
from ..focus import IDENTIFIER as FOCUS
from ..focus.sentences import is_like_focus
from ..ground.columns import GOLD
from ..ground.records import Record
from ..ground.wording import plural
from ..inputs import Held, held
from ..legacy.originals import EVAL_CD_SCO, ORIGINALS
from .options import UsageError, notes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

    from ..corpora.sources import File

    Unreadable = tuple[str, str]
    """A folder that cannot be read, and the reason."""


def notes_on_style(golds: Sequence[str], scorer: str) -> str:
    """Return a note on the first gold file that looks like another scorer's, or ""."""
    for path in [path for name in golds if name != "-" for path in _first_files(name)]:
        head = head_of(path, LOOKED_AT)
        advice = _advice(head, scorer) if head else ""
        if advice:
            return notes_of(["%s: %s" % (path, advice)])
    return ""


def _advice(head: bytes, scorer: str) -> str:
    """Return advice if a file that begins with `head` looks like another scorer's, or ""."""
    looks_like_focus = is_like_focus(head)
    if scorer == FOCUS:
        is_columns = head.count(b"\t") > head.count(b"\n") and b"\t***" in head
        words = "these look like *SEM 2012 files of the first task: --scorer %s"
        return words % EVAL_CD_SCO.identifier if is_columns and not looks_like_focus else ""
    if looks_like_focus:
        return "these look like files of the focus task: --scorer %s" % FOCUS
    return advice_on_scorer(head, ORIGINALS[scorer])


def _first_files(name: str) -> list[str]:
    """Return a regular file by itself, or the first file of a folder."""
    if os.path.isdir(name):
        return all_files(name, [])[:1]
    return [name] if os.path.isfile(name) else []


def source(name: str) -> str | IO[bytes]:
    """Return what to read for a name: the name itself, or standard input for ``-``."""
    if name != "-":
        return name
    if sys.stdin is None:
        raise UsageError("- is standard input, which is closed")
    return sys.stdin.buffer


def head_of(name: str, size: int) -> bytes:
    """Return the first bytes of a file, b"" if it cannot be read, or cannot be read twice."""
    if name == "-" or not os.path.isfile(name):
        return b""
    try:
        with open(name, "rb") as stream:
            return stream.read(size)
    except OSError:
        return b""


def shown_name(name: str) -> str:
    """Return what a file is called in messages."""
    return "standard input" if name == "-" else name


def content_of(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``; raise ScoringError if that fails."""
    return held(GOLD, source(name)).getvalue()


class Sources:
    """What to read for the names of files; a pipe or the like is read once, and kept for later.

    `golds` are those that are read several times, if there are several `systems`.
    """

    def __init__(self, golds: Sequence[str] | None, systems: Sequence[str]) -> None:
        self._again = golds if golds is not None and len(golds) == 1 and len(systems) > 1 else ()
        self._kept: dict[str, Held] = {}

    def __call__(self, name: str) -> File:
        is_stream = name == "-" or (
            os.path.exists(name) and not os.path.isfile(name) and not os.path.isdir(name)
        )
        if not is_stream or name not in self._again:
            return source(name)
        if name not in self._kept:
            self._kept[name] = Held(shown_name(name), content_of(name))
        return self._kept[name].again()


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
    """Return whether an input, by name, in a folder or as standard input, is the file `output`."""
    if os.path.isdir(name):
        return any(os.path.samefile(output, path) for path in all_files(name))
    if name != "-":
        return os.path.exists(name) and os.path.samefile(output, name)
    try:
        return os.path.samestat(os.fstat(0), os.stat(output))
    except OSError:
        return False


def file_pairs(golds: Sequence[str], systems: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return name, gold file and system file of each pair; raise UsageError for a file without partner."""
    pairing = pair_all(golds, systems)
    for path, why in pairing.unreadable:
        raise UsageError("cannot read the folder %s: %s" % (path, why))
    for path in pairing.unsided:
        raise UsageError("%s %s" % (path, NO_SIDE))
    for lonely, folder in ((pairing.missing, systems[0]), (pairing.left, golds[0])):
        for path in lonely:
            raise UsageError(
                "%s has no partner in %s: a file whose name is the same, with or without gold or "
                "system between dots" % (path, folder)
            )
    return [(name, gold, system) for name, gold, system in pairing.pairs if gold is not None]


NO_SIDE = "is neither gold nor system: put .gold. or .system. in its name"


class PairedFiles(Record):
    """Files in pairs: name, gold (None if there is none) and system; and files without a partner.

    `missing` are files of gold without one of the system, `left` files of the
    system without one of gold, and `unsided` those of a folder with both sides
    that do not say which they are of; `unreadable` are folders that cannot be
    read, each with the reason.
    """

    pairs: tuple[tuple[str, str | None, str], ...]
    missing: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    unsided: tuple[str, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()


def pair_all(
    golds: Sequence[str] | None, systems: Sequence[str], pattern: str | None = None
) -> PairedFiles:
    """Return which files belong together, of lists or of folders and their subfolders.

    One gold file goes with every system; the same number of gold files and systems go in
    their order; files of folders, or any files with `pattern`, by their names.
    Raises UsageError if that is not clear.
    """
    unreadable: list[Unreadable] = []
    if golds is None:
        named = [path for name in systems for path in all_files(name, unreadable)]
        alone = tuple((path, None, path) for path in named)
        return PairedFiles(alone, unreadable=tuple(unreadable))
    folders = [name for name in (*golds, *systems) if os.path.isdir(name)]
    if pattern is None and not folders:
        if len(golds) not in (1, len(systems)):
            raise UsageError(
                "%s and %s: give one gold file, or one for each system"
                % (plural(len(golds), "gold file"), plural(len(systems), "system file"))
            )
        every = golds if len(golds) > 1 else [golds[0]] * len(systems)
        return PairedFiles(tuple(zip(systems, every, systems)))
    sides = [any(map(os.path.isdir, names)) for names in (golds, systems)]
    if pattern is None and not all(sides):
        raise UsageError(
            "%s is a folder: give folders for both -g and -s, or files for both" % folders[0]
        )
    together = [os.path.realpath(n) for n in golds] == [os.path.realpath(n) for n in systems]
    gold_files, system_files = (
        _by_name(side, names, pattern, together, unreadable)
        for side, names in (("gold", golds), ("system", systems))
    )
    every = [path for name in golds for path in all_files(name, [])] if together else []
    return PairedFiles(
        tuple((n, path, system_files[n]) for n, path in gold_files.items() if n in system_files),
        tuple(path for n, path in gold_files.items() if n not in system_files),
        tuple(path for n, path in system_files.items() if n not in gold_files),
        tuple(path for path in every if not _said(path)),
        tuple(dict.fromkeys(unreadable)),
    )


SIDES = ("gold", "system")


def _said(path: str) -> str:
    """Return the side that a file's name has between dots, or "" if it has none."""
    return next((part for part in os.path.basename(path).split(".") if part in SIDES), "")


def _by_name(
    side: str,
    names: Sequence[str],
    pattern: str | None,
    together: bool,
    unreadable: list[Unreadable],
) -> dict[str, str]:
    """Return the files of one side by the name that pairs them.

    That is the name without ``gold`` or ``system`` between dots. With `pattern`,
    it is its first group, or all that it matches; a file that it does not match
    has no partner. Both sides may lie `together`: then a file must say which it
    is of; else none may say that it is of the other. Folders that cannot be read
    are added to `unreadable`.
    """
    found: dict[str, str] = {}
    for name in names:
        for path in all_files(name, unreadable):
            is_in_folder = os.path.isdir(name)
            shown = os.path.relpath(path, name) if is_in_folder else os.path.basename(path)
            said = _said(path)
            if together and said != side:
                continue
            if is_in_folder and said not in ("", side) and pattern is None:
                message = "%s is a %s file in the folder given for %s"
                raise UsageError(message % (path, said, side))
            key = ".".join(part for part in shown.split(".") if part not in SIDES)
            if pattern is not None:
                match = re.search(pattern, shown)
                # What the pattern does not match has no partner.
                matched = match and match.group(min(match.re.groups, 1))
                key = "?%s/%s" % (side, path) if matched is None else matched
            if key in found:
                what = "the same name but for the side"
                if pattern is not None:
                    what = "the same match of --pair, %r" % key
                raise UsageError("%s and %s have %s" % (found[key], path, what))
            found[key] = path
    return found


def all_files(name: str, unreadable: list[Unreadable] | None = None) -> list[str]:
    """Return a file by itself, or the files of a folder and its subfolders that are not hidden.

    Raises UsageError if there are none, or if one of the folders cannot be read; with
    `unreadable`, such a folder and the reason are added to that.
    """
    if not os.path.isdir(name):
        return [name]

    def refuse(error: OSError) -> None:
        if unreadable is None:
            raise UsageError("cannot read the folder %s: %s" % (error.filename, error.strerror))
        unreadable.append((error.filename, error.strerror or str(error)))

    found = []
    for folder, subfolders, files in os.walk(name, onerror=refuse):
        subfolders[:] = [subfolder for subfolder in subfolders if not subfolder.startswith(".")]
        found += [Path(folder, file) for file in files if not file.startswith(".")]
    if not found and not unreadable:
        raise UsageError("there are no files in %s" % name)
    return [str(path) for path in sorted(found) if path.is_file()]
