"""Which files belong together, and which are runs of a system: one rule for every command.

One file on each side is a pair. Lists of files pair in their order. Files in folders pair by their names: without
the extension, and where that leaves a file alone, also without the pieces that all names of its side share at the
beginning or at the end. Read `pair_systems` first; `pair_runs` is for ``compare``, `pair_reports` for ``verify``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from ..common.wording import plural, shortened_list
from .arguments import UsageError
from .files import Unpaired, all_files, check_files_named_twice, name_of_command_file

GOLD, SYSTEM, REPORT = "gold", "system", "report"
MOST_SHOWN = 3
BETWEEN_PIECES = re.compile(r"([._\- ]+)")


class NamedPair(NamedTuple):
    """The names of a system file and of gold's, None without gold; `report` is a recorded one, or ""."""

    name: str
    gold: str | None
    system: str
    report: str = ""


class SystemFiles(NamedTuple):
    """The pairs of a system or run, called `name`, and the files without a partner."""

    name: str
    pairs: tuple[NamedPair, ...]
    unpaired: tuple[Unpaired, ...] = ()


class SystemRuns(NamedTuple):
    """Systems with their pairs of files, or the runs of the system `path` on the command line.

    If one gold file goes with all (`is_one_gold`), every file is a system. For runs, `has_runs` is
    True for a folder of runs.
    """

    runs: tuple[SystemFiles, ...]
    is_one_gold: bool = False
    path: str = ""
    has_runs: bool = False

    @property
    def unpaired(self) -> list[Unpaired]:
        """The files without a partner, each once."""
        return list(dict.fromkeys(file for system in self.runs for file in system.unpaired))

    @property
    def pairs(self) -> list[NamedPair]:
        """The pairs of all systems."""
        return [pair for system in self.runs for pair in system.pairs]

    @property
    def golds(self) -> list[str]:
        """The gold files of all pairs, each once."""
        return list(dict.fromkeys(pair.gold for pair in self.pairs if pair.gold is not None))


def pair_systems(
    golds: Sequence[str] | None, systems: Sequence[str], must_pair: bool = True
) -> SystemRuns:
    """Return which files of gold and of systems belong together.

    One gold file goes with every system file; without `golds`, every file stands alone. Of folders, each is a
    system, and so is each folder in a folder of folders. Raises UsageError if two files of one side have the
    same name, and with `must_pair` if no file has a partner.
    """
    _check_names(golds or (), systems)
    runs = _files_of_systems(golds, systems)
    paired = SystemRuns(tuple(runs), golds is not None and _is_one_file(golds))
    if must_pair and not paired.pairs:
        _check_all_are_there([*(golds or ()), *systems])
        raise _nothing_paired(paired.unpaired)
    check_files_named_twice([pair.system for pair in paired.pairs if pair.system != "-"])
    return paired


def _files_of_systems(golds: Sequence[str] | None, systems: Sequence[str]) -> list[SystemFiles]:
    """Return the files of each system with their gold files."""
    if golds is None:
        return [_with_one_gold(None, system) for system in systems]
    if _is_one_file(golds):
        return [_with_one_gold(golds[0], system) for system in systems]
    if not any(map(os.path.isdir, (*golds, *systems))):
        return [_pair_in_order(golds, systems)]
    if not all(map(os.path.isdir, systems)):
        return [_pair_by_name({GOLD: golds, SYSTEM: systems})]
    folders = chain.from_iterable(_system_folders(name) or [name] for name in systems)
    return [_pair_by_name({GOLD: golds, SYSTEM: [folder]}) for folder in folders]


def _check_all_are_there(names: Sequence[str]) -> None:
    """Raise UsageError for a file or folder that is not there."""
    for name in names:
        if name != "-" and not os.path.lexists(name):
            raise UsageError(f"{name}: no such file or folder")


def note_on_same_files(pairs: Sequence[NamedPair]) -> list[str]:
    """Return the note on system files that hold the same bytes, none if all differ."""
    from filecmp import cmp

    paths = [path for path in dict.fromkeys(pair.system for pair in pairs) if os.path.isfile(path)]
    for number, path in enumerate(paths):
        with suppress(OSError):  # it is an error when it is read
            same = [other for other in paths[number + 1 :] if cmp(path, other, shallow=False)]
            if same:
                alike = shortened_list([path, *same], MOST_SHOWN)
                return [f"{alike} are the same, byte for byte: was one copied by mistake?"]
    return []


def pair_runs(golds: Sequence[str], systems: Sequence[str]) -> list[SystemRuns]:
    """Return systems with their runs: what ``compare`` and ``score --mean`` compare.

    With one gold file, the files of a folder are runs of a system, and each folder in a folder of folders is
    a system; with several gold files, the folders in a folder are runs, and a list has one file for each gold
    file of a system, then those of the next.
    """
    _check_names(golds, systems)
    if not any(map(os.path.isdir, (*golds, *systems))):
        return _systems_in_order(golds, systems)
    of_systems = list(systems)
    if _is_one_file(golds):
        of_systems = list(chain.from_iterable(_system_folders(name) or [name] for name in systems))
    found = []
    for system in of_systems:
        if not _is_one_file(golds) and not os.path.isdir(system):
            words = f"several gold files, but {system} is one file"
            raise UsageError(f"{words}: give a folder for each system, or one gold file")
        paired = pair_systems(golds, [system], must_pair=False).runs
        has_runs = len(paired) > 1
        if _is_one_file(golds) and os.path.isdir(system):
            paired, has_runs = _one_run_per_file(system, paired[0]), True
        runs = [run._replace(name=os.path.basename(run.name)) for run in paired]
        found.append(SystemRuns(tuple(runs), path=system, has_runs=has_runs))
    return found


def pairing_note_on_runs(systems: Sequence[SystemRuns]) -> str:
    """Return the line that says which files are taken as runs or as one system, "" if none are."""
    lines = []
    for system in systems:
        number = len(system.runs)
        if system.has_runs:
            line = f"{system.path}: {plural(number, 'run')} of one system"
            if number > 1:
                as_systems = os.path.join(system.path, "*")
                line += f"; for {plural(number, 'system')} give {as_systems}"
            lines.append(line)
        elif len(system.pairs) > 1 and not os.path.isdir(system.path):
            files = [name_of_command_file(pair.system) for pair in system.pairs]
            lines.append(f"{shortened_list(files, MOST_SHOWN)}: files of one system")
    return "; ".join(lines)


def pair_reports(
    reports: Sequence[str], golds: Sequence[str], systems: Sequence[str]
) -> SystemFiles:
    """Return which recorded reports, gold files and system files belong together; one gold file goes with all."""
    for name in reports:
        if name != "-" and not os.path.exists(name):
            raise UsageError(f"{name}: no such file")
    is_one_gold = _is_one_file(golds)
    if any(map(os.path.isdir, (*reports, *golds, *systems))):
        names = {REPORT: reports, SYSTEM: systems}
        paired = _pair_by_name(names if is_one_gold else {**names, GOLD: golds})
        if not paired.pairs:
            raise _nothing_paired(paired.unpaired)
        if is_one_gold:
            pairs = [pair._replace(gold=golds[0]) for pair in paired.pairs]
            paired = paired._replace(pairs=tuple(pairs))
        return paired
    gold_of_each = [*golds] * len(reports) if is_one_gold else [*golds]
    if not len(reports) == len(systems) == len(gold_of_each):
        numbers = (
            plural(len(reports), "report"),
            plural(len(golds), "gold file"),
            plural(len(systems), "system file"),
        )
        words = "{}, {} and {}: give one report for each system file, and one gold file or one for each; or give folders"
        raise UsageError(words.format(*numbers))
    triples = zip(reports, gold_of_each, systems)
    return SystemFiles("", tuple(NamedPair(r, gold, s, r) for r, gold, s in triples))


# ---------------------------------------------------------------------------
# In their order, or with one gold file


def _check_names(golds: Sequence[str], systems: Sequence[str]) -> None:
    """Raise UsageError if a folder of gold, or a system, is named twice, or one folder stands on both sides."""
    folders = [name for name in golds if os.path.isdir(name)]
    check_files_named_twice(folders)
    check_files_named_twice([name for name in systems if name != "-"])
    of_gold = set(map(os.path.realpath, folders))
    for name in systems:
        if os.path.realpath(name) in of_gold:
            raise UsageError(
                f"{name} is the folder of gold and of the system: give a folder for each"
            )


def _is_one_file(golds: Sequence[str]) -> bool:
    return len(golds) == 1 and not os.path.isdir(golds[0])


def _with_one_gold(gold: str | None, system: str) -> SystemFiles:
    """Return a system file, or each file of a folder, with the one gold file."""
    unreadable: list[Unpaired] = []
    paths = all_files(system, unreadable)
    pairs = [NamedPair(name_of_command_file(path), gold, path) for path in paths]
    return SystemFiles(system, tuple(pairs), tuple(unreadable))


def _pair_in_order(golds: Sequence[str], systems: Sequence[str]) -> SystemFiles:
    """Return gold and system files in the order in which they were given; raise UsageError if one side has more."""
    if len(golds) != len(systems):
        numbers = plural(len(golds), "gold file"), plural(len(systems), "system file")
        words = "{} and {}: give one gold file, or one for each system file, or folders"
        raise UsageError(words.format(*numbers))
    names = map(name_of_command_file, systems)
    return SystemFiles("", tuple(map(NamedPair, names, golds, systems)))


def _systems_in_order(golds: Sequence[str], systems: Sequence[str]) -> list[SystemRuns]:
    """Return the systems of a list: for each, a file for each gold file; raise UsageError if some are missing."""
    number = len(golds)
    if len(systems) % number:
        numbers = plural(number, "gold file"), plural(len(systems), "system file")
        words = (
            "{} and {}: give one gold file, or a file of each system for each gold file, or folders"
        )
        raise UsageError(words.format(*numbers))
    found = []
    for start in range(0, len(systems), number):
        files = _pair_in_order(golds, systems[start : start + number])
        found.append(SystemRuns((files,), path=systems[start]))
    return found


def _system_folders(folder: str) -> list[str]:
    """Return the folders in a folder of folders; none if it holds files, or a single folder."""
    if not os.path.isdir(folder):
        return []
    names = sorted(name for name in os.listdir(folder) if not name.startswith((".", "__MACOSX")))
    paths = [os.path.join(folder, name) for name in names]
    is_of_folders = len(paths) > 1 and all(map(os.path.isdir, paths))
    if is_of_folders:
        return paths
    return []


def _one_run_per_file(folder: str, files: SystemFiles) -> tuple[SystemFiles, ...]:
    """Return a run for each file of a folder, those that cannot be read last."""
    runs = [SystemFiles(os.path.relpath(pair.system, folder), (pair,)) for pair in files.pairs]
    runs += [SystemFiles(file.path, (), (file,)) for file in files.unpaired]
    return tuple(runs)


# ---------------------------------------------------------------------------
# By name


def _pair_by_name(names: Mapping[str, Sequence[str]]) -> SystemFiles:
    """Return the files of each side that belong together, in the order of the first side, and those left alone."""
    unpaired: list[Unpaired] = []
    sides = {}
    for side, of_side in names.items():
        sides[side] = [path for name in of_side for path in all_files(name, unpaired)]
    first, *others = sides
    keys = {side: _keys_of_names(paths) for side, paths in sides.items()}
    partners = _partners_of_first(sides, keys, has_choice=bool(unpaired))
    pairs = []
    for path in sides[first]:
        lacking = [side for side in others if path not in partners[side]]
        if lacking:
            unpaired.append(_alone(path, keys[first][path], lacking[0], names[lacking[0]]))
        else:
            own = {side: partners[side][path] for side in others}
            pairs.append(_named_pair({**own, first: path}))
    for side in others:
        paired = {getattr(pair, side) for pair in pairs}
        for path in _not_paired(sides[side], paired, REPORT in names):
            unpaired.append(_alone(path, keys[side][path], first, names[first]))
    is_folder = len(names[SYSTEM]) == 1 and REPORT not in names
    return SystemFiles(names[SYSTEM][0] if is_folder else "", tuple(pairs), tuple(unpaired))


def _partners_of_first(
    sides: Mapping[str, Sequence[str]], keys: Mapping[str, dict[str, list[str]]], has_choice: bool
) -> dict[str, dict[str, str]]:
    """Return for each side but the first the partners of the first side's files, by their `keys`."""
    first, *others = sides
    if not has_choice and all(len(paths) == 1 for paths in sides.values()):
        # One file on each side: there is no choice, whatever their names.
        return {side: {sides[first][0]: sides[side][0]} for side in others}
    return {side: _partners(keys[first], keys[side]) for side in others}


def _not_paired(paths: Sequence[str], paired: Collection[str], has_reports: bool) -> list[str]:
    """Return the files that have no partner; beside reports, there may be files without one."""
    alone = [path for path in paths if path not in paired]
    if has_reports:
        return [path for path in alone if not os.path.lexists(path)]
    return alone


def _named_pair(own: Mapping[str, str]) -> NamedPair:
    """Return the files of each side as a pair, which is called as its report or its system's file."""
    name = own.get(REPORT) or os.path.basename(own[SYSTEM])
    return NamedPair(name, own.get(GOLD), own[SYSTEM], own.get(REPORT, ""))


def _keys_of_names(paths: Sequence[str]) -> dict[str, list[str]]:
    """Return what each file may be called: its name without extension, and without the pieces that all names share.

    These are left out at the beginning, at the end, or at both; one file alone keeps them. Raises UsageError if two
    files have the same name.
    """
    by_name: dict[str, str] = {}
    for path in paths:
        name = _name_without_extension(path)
        if name in by_name:
            both = f"{by_name[name]} and {path}"
            raise UsageError(f"{both} have the same name without folder and extension: {name}")
        by_name[name] = path
    parts = [BETWEEN_PIECES.split(name) for name in by_name]
    pieces = [of_name[::2] for of_name in parts]
    most = min(map(len, pieces), default=1) - 1 if len(paths) > 1 else 0  # one piece stays
    start = _number_of_shared(most, pieces)
    end = _number_of_shared(most, [words[::-1] for words in pieces])
    keys = {}
    for path, of_name in zip(by_name.values(), parts):
        last = len(of_name) - 2 * end
        slices = (of_name, of_name[2 * start :], of_name[:last], of_name[2 * start : last])
        keys[path] = list(dict.fromkeys("".join(each) for each in slices if each))
    return keys


def _name_without_extension(path: str) -> str:
    """Return a file's name in small letters without its extension, which is no number."""
    name = os.path.basename(path).casefold()
    stem, extension = os.path.splitext(name)
    if extension[1:].isdigit():
        return name
    return stem


def _number_of_shared(most: int, names: Sequence[Sequence[str]]) -> int:
    """Return how many pieces all names share at their beginning, `most` at most."""
    number = 0
    while number < most and len({words[number] for words in names}) == 1:
        number += 1
    return number


def _partners(
    first: Mapping[str, Sequence[str]], second: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Return the file of the second side for files of the first: with the same name, else with a key in common.

    Raises UsageError if two files could be a file's partner.
    """
    by_name = {keys[0]: path for path, keys in second.items()}
    found = {path: by_name[keys[0]] for path, keys in first.items() if keys[0] in by_name}
    left = {path: keys for path, keys in first.items() if path not in found}
    others = {path: keys for path, keys in second.items() if path not in found.values()}
    for path, keys in left.items():
        possible = _files_with_key(keys, others)
        rivals = _files_with_key(others[possible[0]], left) if possible else []
        for file, partners in ((path, possible), *[(other, rivals) for other in possible[:1]]):
            if len(partners) > 1:
                words = f"{file} may belong to {partners[0]} or {partners[1]}"
                raise UsageError(f"{words}: give lists of files in the same order")
        if possible:
            found[path] = possible[0]
    return found


def _files_with_key(keys: Sequence[str], files: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the files that have one of these keys."""
    return [path for path, of_path in files.items() if not set(keys).isdisjoint(of_path)]


def _alone(path: str, keys: Sequence[str], side: str, names: Iterable[str]) -> Unpaired:
    """Return a file that is left alone, with what it was compared by."""
    if not os.path.lexists(path):
        return Unpaired(path, "does not exist")
    shown = " or ".join(keys)
    where = shortened_list(list(names), MOST_SHOWN)
    return Unpaired(path, f"has no {side} file called {shown} in {where}")


def _nothing_paired(unpaired: Sequence[Unpaired]) -> UsageError:
    """Return the error for files of which none has a partner, with the first reason."""
    if not unpaired:
        return UsageError("no file has a partner: one side has no files")
    more = f" (and {len(unpaired) - 1} more)" if len(unpaired) > 1 else ""
    return UsageError(f"no file has a partner: {unpaired[0]}{more}")
