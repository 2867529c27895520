"""The files that a command reads: named, in folders, or standard input; and advice on their style.

In: names on the command line. Out: a `Source` for each, the files of a folder (`all_files`), and errors for names
that cannot go together.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..common.columns import EMPTY, FIRST_NEGATION_FIELD
from ..focus import IDENTIFIER as FOCUS
from ..focus.focus_sentences import begins_like_focus_sentences
from ..port.scripts import EVAL_CD_SCO, ORIGINALS, SCORER_TASK2
from ..reading.facts import facts_of
from ..reading.source import NotReadable, Source
from .arguments import UsageError
from .output import output_lines_of_notes


class Unpaired(NamedTuple):
    """A file, or a folder, that has no partner or cannot be read, and the reason."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} {self.why}"


def source_of_command_file(name: str) -> Source:
    """Return what to read for a name; ``-`` is standard input."""
    if name != "-":
        return Source(name)
    if sys.stdin is None:
        raise UsageError("- is standard input, which is closed")
    return Source(sys.stdin.buffer, name="standard input")


def note_on_scorer(
    golds: Sequence[str], scorer: str, opened: Callable[[str], Source] = source_of_command_file
) -> str:
    """Return a note on the first gold file that looks like another scorer's, or ""."""
    for path in _first_files(golds):
        try:
            advice = _advice_on_scorer(opened(path), scorer)
        except NotReadable:
            continue
        if advice:
            return output_lines_of_notes([f"{path} looks like {advice}"])
    return ""


LOOKED_AT = 1 << 15  # how many bytes of a file are read to find an empty column


def _advice_on_scorer(file: Source, scorer: str) -> str:
    """Return what a file looks like, if it seems to need another scorer, or "".

    NEGES writes ``-`` for an empty cell; *SEM 2012 writes ``_``, and many of its
    negations have no event or no scope, at which the scorer of NEGES stops.
    """
    head = file.head(LOOKED_AT)
    looks_like_focus = begins_like_focus_sentences(head)
    if scorer == FOCUS:
        is_columns = head.count(b"\t") > head.count(b"\n") and b"\t***" in head
        if is_columns and not looks_like_focus:
            return f"a *SEM 2012 file of the first task: use --scorer {EVAL_CD_SCO.identifier}"
        return ""
    if looks_like_focus:
        return f"a file of the focus task: sem2012-scorer score --scorer {FOCUS} scores it"
    first = head.lstrip(b"\r\n").partition(b"\n")[0]
    if first.count(b"\t") < FIRST_NEGATION_FIELD:
        return ""
    is_neges = facts_of(file).needs_named_scorer
    if is_neges and b"-" not in ORIGINALS[scorer].empty_cells:
        return f"a NEGES file (- in empty cells): use --scorer {SCORER_TASK2.identifier}"
    if scorer == SCORER_TASK2.identifier and _has_empty_column(head):
        return f"a *SEM 2012 file (_ in empty cells): use --scorer {EVAL_CD_SCO.identifier}"
    return ""


def _has_empty_column(head: bytes) -> bool:
    """Return whether a column of a sentence has ``_`` in all of its cells."""
    # The last sentence of what was read may be cut off.
    for sentence in head.split(b"\n\n")[:-1]:
        rows = [line.rstrip(b"\t").split(b"\t") for line in sentence.split(b"\n")]
        columns = zip(*[row[FIRST_NEGATION_FIELD:] for row in rows])
        if any(set(column) == {EMPTY} for column in columns):
            return True
    return False


def _first_files(names: Sequence[str]) -> list[str]:
    """Return the files that are there, and of each folder the first."""
    paths = []
    for name in names:
        if name != "-" and (os.path.isdir(name) or os.path.isfile(name)):
            paths += all_files(name, [])[:1]
    return paths


def name_of_command_file(name: str) -> str:
    """Return what a file is called in messages."""
    if name == "-":
        return "standard input"
    return name


def check_file_names(inputs: Sequence[str], output: str | None) -> None:
    """Raise UsageError if two inputs are standard input, or the output would overwrite one."""
    if inputs.count("-") > 1:
        raise UsageError("only one file can be - (standard input)")
    if output is None or not os.path.isfile(output):
        return
    for name in inputs:
        if _is_file(name, output):
            raise UsageError(f"{output} is one of the inputs: write to another file")


def check_files_named_twice(names: Sequence[str]) -> None:
    """Raise UsageError if a file or folder is named twice."""
    # The same may be spelled with a further / or a . in its path.
    paths = [os.path.normpath(name) for name in names]
    for number, path in enumerate(paths):
        if path in paths[:number]:
            raise UsageError(f"{names[number]} is named twice")


def _is_file(name: str, output: str) -> bool:
    """Return whether an input, by name, in a folder or as standard input, is the file `output`."""
    if name != "-":
        paths = all_files(name, [])
        # A link may lead nowhere.
        return any(os.path.exists(path) and os.path.samefile(output, path) for path in paths)
    try:
        return os.path.samestat(os.fstat(0), os.stat(output))
    except OSError:
        return False


def all_files(name: str, unreadable: list[Unpaired] | None = None) -> list[str]:
    """Return the file, or the files of a folder and its subfolders.

    Hidden files, and those that systems and editors leave, are passed over.
    Raises UsageError if there is no file, or if something cannot be read; with
    `unreadable`, that and the reason are added to it.
    """
    if not os.path.isdir(name):
        return [name]
    paths, odd = _files_below(name)
    if odd and unreadable is None:
        raise UsageError(str(odd[0]))
    if not paths and not odd:
        raise UsageError(f"there are no files in {name}")
    if unreadable is not None:
        unreadable += odd
    return sorted(paths, key=lambda path: path.split(os.sep))


def _files_below(name: str) -> tuple[list[str], list[Unpaired]]:
    """Return the files of a folder and its subfolders, and what cannot be read."""
    paths: list[str] = []
    odd: list[Unpaired] = []
    seen = set()

    def refuse(error: OSError) -> None:
        odd.append(Unpaired(error.filename, f"is a folder that cannot be read ({error.strerror})"))

    try:
        for folder, subfolders, files in os.walk(name, onerror=refuse, followlinks=True):
            # A link may lead to a folder that it is in.
            real = os.path.realpath(folder)
            if real in seen:
                subfolders.clear()
                continue
            seen.add(real)
            subfolders[:] = [
                subfolder for subfolder in subfolders if not _is_left_behind(subfolder)
            ]
            for file in files:
                if _is_left_behind(file):
                    continue
                path = os.path.join(folder, file)
                if os.path.isfile(path) or not os.path.exists(path):
                    # A link that leads nowhere is an error of its own when it is read.
                    paths.append(path)
                else:
                    odd.append(Unpaired(path, "is neither a file nor a folder"))
    except RecursionError:  # of os.walk before Python 3.12
        odd.append(Unpaired(name, "has folders nested too deeply"))
    return paths, odd


def _is_left_behind(name: str) -> bool:
    """Return whether a file is hidden, or left behind by an editor or a system."""
    return name.startswith(".") or name.endswith("~") or name.lower() in LEFT_BEHIND


LEFT_BEHIND = ("thumbs.db", "desktop.ini", "__macosx")
"""Files and folders that systems put into folders and archives."""


def command_files_in_output_folder(
    folder: str, paths: Sequence[str], inputs: Sequence[str], option: str
) -> list[str]:
    """Return where files of these names are written in a folder, as `option` asks.

    Raises UsageError if two have the same name, or if one would overwrite an input.
    """
    names = [os.path.basename(path) for path in paths]
    if len(set(names)) < len(names):
        first, second = next(
            (one, other)
            for number, other in enumerate(paths)
            for one in paths[:number]
            if os.path.basename(one) == os.path.basename(other)
        )
        raise UsageError(
            f"{option} would write {first} and {second} to the same name: take one subfolder at a time"
        )
    targets = [os.path.join(folder, name) for name in names]
    for target in targets:
        check_file_names(inputs, target)
    return targets
