"""The key by which a file is paired: its name without what tells the sides apart, or what `--pair` matches.

In: what the user typed for each side. Out: the files of each side by their key (`keyed_files`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..common.wording import shortened_list
from .arguments import UsageError
from .files import Unpaired, all_files

GOLD, SYSTEM, REPORT = "gold", "system", "report"
SIDES = {
    "gold": GOLD,
    **dict.fromkeys(("system", "sys", "pred", "predictions", "output"), SYSTEM),
    "report": REPORT,
}
"""The words at either end of a file's name that say whose file it is."""
SECONDS = 1  # how long an expression may take on a path


def pairing_key_and_side(path: str) -> tuple[str, str]:
    """Return a file's name in lower case without extension and side, and the side ("" if none).

    >>> pairing_key_and_side("runs/Coches_gold.txt"), pairing_key_and_side("dev.system")
    (('coches', 'gold'), ('dev', 'system'))
    """
    words = re.split(r"([._-])", os.path.basename(path).lower())
    if len(words) > 2 and words[-2] == "." and words[-1] not in SIDES and not words[-1].isdigit():
        del words[-2:]
    if len(words) > 2 and re.fullmatch(r"fixed\d*", words[-1]):
        del words[-2:]  # so `check` calls a repaired copy
    if len(words) == 1 and words[0] in SIDES:
        return "", SIDES[words[0]]
    if len(words) > 2 and words[-1] in SIDES:
        side = SIDES[words[-1]]
        while len(words) > 2 and SIDES.get(words[-1]) == side:  # A_sys.pred says it twice
            del words[-2:]
        return "".join(words), side
    if len(words) > 2 and words[0] in SIDES:
        return "".join(words[2:]), SIDES[words[0]]
    return "".join(words), ""


def files_whose_key_is_of_side(
    paths: Sequence[str], side: str, notes: list[str], is_shared: bool
) -> list[str]:
    """Return the files of one side among those of a folder; add a note on those that are ignored.

    Files whose name says nothing belong to this side, unless the folder holds several sides:
    then they are the system's.
    """
    default = SYSTEM if is_shared else side
    of_side: list[str] = []
    others: list[str] = []
    for path in paths:
        _, side_in_name = pairing_key_and_side(path)
        if (side_in_name or default) == side:
            of_side.append(path)
        else:
            others.append(path)
    if others and not is_shared:
        notes.append(
            f"ignored, since the name is not that of a {side} file: {shortened_list(others, 3)}"
        )
    return of_side


class KeyedFiles(NamedTuple):
    """The files of each side by their key, the files and folders that were left out, and the notes."""

    paths: dict[str, dict[str, str]]
    unpaired: list[Unpaired]
    notes: list[str]


def keyed_files(names: Mapping[str, Sequence[str]], pattern: str | None) -> KeyedFiles:
    """Return the files of all sides by their key; raise UsageError if two of a side have the same one."""
    files = KeyedFiles({side: {} for side in names}, [], [])
    real = [os.path.realpath(name) for of_side in names.values() for name in of_side]
    for side, of_side in names.items():
        for name in of_side:
            is_shared = real.count(os.path.realpath(name)) > 1
            for path in _paths_of_side(name, side, is_shared, files):
                key = (
                    pairing_key_and_side(path)[0]
                    if pattern is None
                    else _match_pattern(pattern, path, name)
                )
                if key is None:
                    files.unpaired.append(Unpaired(path, "is not matched by --pair"))
                    continue
                first = files.paths[side].setdefault(key, path)
                if first != path:
                    raise _error_of_same_key(first, path, key, pattern)
    return files


def _paths_of_side(name: str, side: str, is_shared: bool, files: KeyedFiles) -> list[str]:
    """Return a file, or those of a folder that belong to a side; raise UsageError if it has none."""
    before = len(files.unpaired)
    paths = all_files(name, files.unpaired)
    if not os.path.isdir(name):
        return paths
    of_side = files_whose_key_is_of_side(paths, side, files.notes, is_shared)
    is_readable = len(files.unpaired) == before
    if not of_side and is_readable:
        raise no_file_of_side(name, side, is_shared)
    return of_side


def no_file_of_side(folder: str, side: str, is_shared: bool) -> UsageError:
    """Return the error for a folder with files of which none has a name of this side."""
    words = f"no file in {folder} is named like a {side} file"
    if side == REPORT and is_shared:
        words += ": in a folder with other files, a report is called NAME.report.txt"
    if side != REPORT and is_shared:
        words += f": in a folder with other files, it is called NAME.{side}.txt or the like"
    if side != REPORT and not is_shared:
        words += "; did you exchange -g and -s?"
    return UsageError(words)


def _error_of_same_key(first: str, second: str, key: str, pattern: str | None) -> UsageError:
    """Return the error for two files of a side that could both be a file's partner."""
    both = f"{first} and {second}"
    if pattern is not None:
        return UsageError(f"--pair gives {both} the same key, {key}")
    words = (
        f"{both} have the same name: folder, extension, upper case, the ending .fixed, and words"
        " such as gold or sys at either end do not count. Tell them apart with --pair REGEX"
    )
    return UsageError(words)


def _match_pattern(pattern: str, path: str, named: str) -> str | None:
    """Return what ``--pair`` matches of a path; raise UsageError for what is not an expression."""
    import regex

    # Of a file in a folder, what was typed before is not looked at.
    inside = os.path.relpath(path, named) if os.path.isdir(named) else path
    try:
        match = regex.search(pattern, inside.replace(os.sep, "/"), timeout=SECONDS)
    except TimeoutError:
        raise UsageError(f"--pair takes too long on {path}: give a simpler expression") from None
    except (regex.error, OverflowError, RecursionError) as error:
        words = f"--pair {pattern[:60]} is not a regular expression: {str(error)[:60]}"
        raise UsageError(words) from error
    if match is None:
        return None
    groups = match.groups() or (match.group(),)
    if not any(groups):
        return None
    return "/".join([group or "" for group in groups]).casefold()
