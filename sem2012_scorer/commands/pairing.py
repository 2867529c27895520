"""Which files belong together, and which are runs of a system: in their order, by their names, or by `--pair`.

In: what the user typed for gold, systems and recorded reports. Out: the pairs of each system, and the files
without a partner. Read `pair_systems` first; `pair_runs` and `pairing_of_reports` pair for ``compare`` and ``verify``.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from ..common.wording import plural, shortened_list
from .arguments import UsageError
from .files import Unpaired, all_files, check_files_named_twice, name_of_command_file
from .pairing_keys import (
    GOLD,
    REPORT,
    SIDES,
    SYSTEM,
    files_whose_key_is_of_side,
    keyed_files,
    no_file_of_side,
)

MOST_SHOWN = 3


class Pair(NamedTuple):
    """A system file with gold's, None without gold; `report` is a recorded one, or ""."""

    name: str
    gold: str | None
    system: str
    report: str = ""


class SystemFiles(NamedTuple):
    """The pairs of a system or run, called `name`, and the files without a partner."""

    name: str
    pairs: tuple[Pair, ...]
    unpaired: tuple[Unpaired, ...] = ()
    notes: tuple[str, ...] = ()


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
    def pairs(self) -> list[Pair]:
        """The pairs of all systems."""
        return [pair for system in self.runs for pair in system.pairs]

    @property
    def golds(self) -> list[str]:
        """The gold files of all pairs, each once."""
        return list(dict.fromkeys(pair.gold for pair in self.pairs if pair.gold is not None))

    @property
    def notes(self) -> list[str]:
        """The notes on ignored files and on files that are the same, each once."""
        notes = dict.fromkeys(note for system in self.runs for note in system.notes)
        if not self.is_one_gold:
            notes.update(dict.fromkeys(notes_on_same_files(self.pairs)))
        return list(notes)


def notes_on_same_files(pairs: Sequence[Pair]) -> list[str]:
    """Return the notes on system files that hold the same bytes."""
    notes = []
    for alike in _groups_of_same_content([pair.system for pair in pairs]):
        words = f"{shortened_list(alike, 4)} are the same, byte for byte"
        notes.append(f"{words}: was one copied by mistake?")
    return notes


def _groups_of_same_content(paths: Sequence[str]) -> list[list[str]]:
    """Return the files that hold the same bytes, those of each content together."""
    import filecmp

    by_size: dict[int, list[str]] = {}
    for path in dict.fromkeys(paths):
        if os.path.isfile(path):
            by_size.setdefault(os.path.getsize(path), []).append(path)
    alike = []
    for same_size in by_size.values():
        groups: list[list[str]] = []
        for path in same_size:
            with suppress(OSError):  # it is an error when it is read
                same = [group for group in groups if filecmp.cmp(group[0], path, shallow=False)]
                if same:
                    same[0].append(path)
                else:
                    groups.append([path])
        alike += [group for group in groups if len(group) > 1]
    return alike


def pair_systems(
    golds: Sequence[str] | None,
    systems: Sequence[str],
    pattern: str | None = None,
    must_pair: bool = True,
) -> SystemRuns:
    """Return which files of gold and of systems belong together.

    One gold file goes with every system file. As many system files as gold files go in their order.
    Files in folders are paired by name, or by `pattern`: each folder is a system, and so is each
    folder in a folder of folders. Without `golds`, every file stands alone. Raises UsageError if
    two files of one side have the same name, and with `must_pair` if no file has a partner.
    """
    check_files_named_twice([name for name in golds or () if os.path.isdir(name)])
    check_files_named_twice([name for name in systems if name != "-"])
    paired = _pair_each_system(golds, systems, pattern)
    if not paired.pairs and must_pair:
        raise _nothing_paired(paired.unpaired)
    # A user may name a file and also its folder.
    check_files_named_twice([pair.system for pair in paired.pairs if pair.system != "-"])
    return paired


def _pair_each_system(
    golds: Sequence[str] | None, systems: Sequence[str], pattern: str | None
) -> SystemRuns:
    """Return the pairs of each system: with one gold file or none, in the order of the files, or by their names."""
    if golds is None or _is_one_file(golds):
        if pattern is not None:
            raise UsageError("--pair needs several gold files")
        gold = None if golds is None else golds[0]
        with_gold = [_pair_with_one_gold(gold, system) for system in systems]
        return SystemRuns(tuple(with_gold), golds is not None)
    if pattern is None and not any(map(os.path.isdir, (*golds, *systems))):
        return SystemRuns((_pair_in_order(golds, systems),))
    by_name = []
    for group in _groups_of_systems(systems, golds):
        by_name.append(_pair_by_key({GOLD: golds, SYSTEM: group}, pattern))
    return SystemRuns(tuple(by_name))


def _pair_in_order(golds: Sequence[str], systems: Sequence[str]) -> SystemFiles:
    """Return gold and system files in the order in which they were given; raise UsageError if one side has more."""
    if len(golds) != len(systems):
        numbers = plural(len(golds), "gold file"), plural(len(systems), "system file")
        words = "{} and {}: give one gold file, or one for each system file, or folders"
        raise UsageError(words.format(*numbers))
    pairs = [
        Pair(name_of_command_file(system), gold, system) for gold, system in zip(golds, systems)
    ]
    return SystemFiles("", tuple(pairs))


def _groups_of_systems(systems: Sequence[str], golds: Sequence[str]) -> list[Sequence[str]]:
    """Return which names make up each system: a folder is one, and so is each folder in a folder of folders."""
    if not all(map(os.path.isdir, systems)):
        return [systems]
    groups: list[Sequence[str]] = []
    for name in systems:
        for folder in _system_folders(name, golds) or [name]:
            groups.append([folder])
    return groups


def pair_runs(
    golds: Sequence[str], systems: Sequence[str], pattern: str | None = None
) -> list[SystemRuns]:
    """Return systems with their runs: what ``compare`` and ``score --mean`` compare.

    With one gold file, the files of a folder are runs of a system, and each folder in a folder of folders is
    a system; with several gold files, the folders in a folder are runs.
    """
    all_runs = []
    of_systems = list(systems)
    if _is_one_file(golds):
        of_systems = []
        for name in systems:
            folders = _system_folders(name, golds) if os.path.isdir(name) else []
            of_systems += folders or [name]
    for system in of_systems:
        if len(golds) > 1 and not os.path.isdir(system) and pattern is None:
            words = f"{len(golds)} gold files, but {system} is one file"
            raise UsageError(f"{words}: give a folder for each system, or one gold file")
        paired = list(pair_systems(golds, [system], pattern, must_pair=False).runs)
        if _is_one_file(golds) and os.path.isdir(system):
            (files,) = paired
            runs = _one_run_per_file(system, files)
            has_runs = True
        else:
            runs = [run._replace(name=os.path.basename(run.name)) for run in paired]
            has_runs = len(runs) > 1
        all_runs.append(SystemRuns(tuple(runs), path=system, has_runs=has_runs))
    return all_runs


def _one_run_per_file(folder: str, files: SystemFiles) -> list[SystemFiles]:
    """Return a run for each file of a folder, those without a partner last."""
    runs = [SystemFiles(os.path.relpath(pair.system, folder), (pair,)) for pair in files.pairs]
    for file in files.unpaired:
        runs.append(SystemFiles(file.path, (), (file,)))
    if runs:
        runs[0] = runs[0]._replace(notes=files.notes)  # on files that are no runs
    return runs


def pairing_note_on_runs(systems_given: Sequence[SystemRuns]) -> str:
    """Return the line that says which folders are taken as runs, "" if none is."""
    lines = []
    for system in systems_given:
        if system.has_runs:
            number = len(system.runs)
            line = f"{system.path}: {plural(number, 'run')} of one system"
            if number > 1:
                as_systems = os.path.join(system.path, "*")
                line += f"; for {plural(number, 'system')} give {as_systems}"
            lines.append(line)
    return "; ".join(lines)


def pairing_of_reports(
    reports: Sequence[str], golds: Sequence[str], systems: Sequence[str], pattern: str | None = None
) -> SystemFiles:
    """Return which recorded reports, gold files and system files belong together.

    One gold file goes with all. Lists of equal length go in their order; files in folders are
    paired by name, or by `pattern`. Raises UsageError as `pair_systems` does.
    """
    for name in reports:
        if name != "-" and not os.path.exists(name):
            raise UsageError(f"{name}: no such file")
    is_one_gold = _is_one_file(golds)
    if pattern is None and not any(map(os.path.isdir, (*reports, *golds, *systems))):
        return _reports_in_order(reports, golds, systems)
    names = {REPORT: reports, SYSTEM: systems}
    if not is_one_gold:
        names[GOLD] = golds
    paired = _pair_by_key(names, pattern, reported=(REPORT,))
    if not paired.pairs:
        raise _nothing_paired(paired.unpaired)
    if is_one_gold:
        pairs = [pair._replace(gold=golds[0]) for pair in paired.pairs]
        return paired._replace(pairs=tuple(pairs))
    return paired


def _reports_in_order(
    reports: Sequence[str], golds: Sequence[str], systems: Sequence[str]
) -> SystemFiles:
    """Return reports with their files in the order in which they were given; raise UsageError if some are missing."""
    gold_of_each = list(golds)
    if _is_one_file(golds):
        gold_of_each = gold_of_each * len(reports)
    if not len(reports) == len(systems) == len(gold_of_each):
        numbers = (
            plural(len(reports), "report"),
            plural(len(golds), "gold file"),
            plural(len(systems), "system file"),
        )
        words = "{}, {} and {}: give one report for each system file, and one gold file or one for each; or give folders"
        raise UsageError(words.format(*numbers))
    pairs = []
    for report, gold, system in zip(reports, gold_of_each, systems):
        pairs.append(Pair(report, gold, system, report))
    return SystemFiles("", tuple(pairs))


SAME_NAME = "file with the same name"
HOW_FILES_PAIR = "files belong together if their names are the same apart from the extension and words such as gold and system (a.gold.txt and a.system.txt), or, with --pair REGEX, if REGEX matches the same text in their paths"


def _nothing_paired(unpaired: Sequence[Unpaired]) -> UsageError:
    """Return the error for files of which none has a partner, with the first reason."""
    if not unpaired:
        return UsageError("no file has a partner: one side has no files")
    words = f"no file has a partner: {unpaired[0]}"
    if len(unpaired) > 1:
        words += f" (and {len(unpaired) - 1} more)"
    if SAME_NAME in words:
        words += f"\n    {HOW_FILES_PAIR}"
    return UsageError(words)


def _is_one_file(golds: Sequence[str]) -> bool:
    return len(golds) == 1 and not os.path.isdir(golds[0])


def _system_folders(folder: str, golds: Sequence[str]) -> list[str]:
    """Return the folders in a folder of folders; none if it holds files, a single folder, or gold."""
    if os.path.realpath(folder) in map(os.path.realpath, golds):
        return []
    names = sorted(name for name in os.listdir(folder) if not name.startswith((".", "__MACOSX")))
    paths = [os.path.join(folder, name) for name in names]
    is_of_folders = len(paths) > 1 and all(map(os.path.isdir, paths))
    return paths if is_of_folders else []


def _pair_with_one_gold(gold: str | None, system: str) -> SystemFiles:
    """Return a system file, or each file of a folder, with the one gold file."""
    unpaired: list[Unpaired] = []
    paths = all_files(system, unpaired)
    notes: list[str] = []
    if os.path.isdir(system) and gold is not None:
        of_side = files_whose_key_is_of_side(paths, SYSTEM, notes, is_shared=False)
        if paths and not of_side:
            raise no_file_of_side(system, SYSTEM, is_shared=False)
        paths = of_side
    pairs = [Pair(name_of_command_file(path), gold, path) for path in paths]
    return SystemFiles(system, tuple(pairs), tuple(unpaired), tuple(notes))


def _pair_by_key(
    names: Mapping[str, Sequence[str]],
    pattern: str | None,
    reported: Collection[str] = SIDES.values(),
) -> SystemFiles:
    """Return the pairs of files that have the same key.

    `names` are what the user typed for each side. Of the sides `reported`, files without a partner are listed; of the
    others, those that do not exist.
    """
    files = keyed_files(names, pattern)
    sizes = [len(paths) for paths in files.paths.values()]
    if pattern is None and sizes == [1, 1] and not files.unpaired:
        # One file on each side: there is no choice, whatever their names.
        (key,) = next(iter(files.paths.values()))
        (system,) = files.paths[SYSTEM].values()
        files.paths[SYSTEM] = {key: system}
    pairs = _pairs_with_same_key(files.paths)
    unpaired = files.unpaired + _files_without_partner(files.paths, names, reported, pattern)
    if not pairs:
        _refuse_unpaired(names, sizes[0])
    elif any(SAME_NAME in file.why for file in unpaired):
        files.notes.append(HOW_FILES_PAIR)
    called = ""
    if len(names[SYSTEM]) == 1 and REPORT not in names:
        called = names[SYSTEM][0]
    return SystemFiles(called, tuple(pairs), tuple(unpaired), tuple(files.notes))


def _refuse_unpaired(names: Mapping[str, Sequence[str]], number: int) -> None:
    """Raise UsageError where no file has a partner for a plain reason; `number` counts the first side's files."""
    for name in chain.from_iterable(names.values()):
        if not os.path.exists(name):
            raise UsageError(f"{name}: no such file or folder")
    systems = names[SYSTEM]
    if number > 1 and len(systems) == 1 and not os.path.isdir(systems[0]):
        files = plural(number, f"{next(iter(names))} file")
        words = f"none of the {files} has the same name as {systems[0]}"
        raise UsageError(f"{words}: give the one that belongs to it")


def _pairs_with_same_key(paths: Mapping[str, Mapping[str, str]]) -> list[Pair]:
    """Return the files whose key all sides have, in the order of the first side."""
    first_side = next(iter(paths.values()))
    pairs = []
    for key in first_side:
        if any(key not in of_side for of_side in paths.values()):
            continue
        partners = {side: of_side[key] for side, of_side in paths.items()}
        report = partners.get(REPORT, "")
        name = report or os.path.basename(partners[SYSTEM])
        pairs.append(Pair(name, partners.get(GOLD), partners[SYSTEM], report))
    return pairs


def _files_without_partner(
    paths: Mapping[str, Mapping[str, str]],
    names: Mapping[str, Sequence[str]],
    reported: Collection[str],
    pattern: str | None,
) -> list[Unpaired]:
    """Return the files whose key another side lacks, with the first side that does; keys are names, or what a pattern matches."""
    unpaired = []
    for side, of_side in paths.items():
        for key, path in of_side.items():
            if side not in reported and os.path.lexists(path):
                continue
            lacking = [other for other in paths if key not in paths[other]]
            if not lacking:
                continue
            others = names[lacking[0]]
            where = f"(given: {shortened_list(others, MOST_SHOWN)})"
            if all(map(os.path.isdir, others)):
                where = f"in {shortened_list(others, MOST_SHOWN)}"
            why = f"has no {lacking[0]} file in whose path --pair matches the same text {where}"
            if pattern is None:
                why = f"has no {lacking[0]} {SAME_NAME} {where}"
            if not os.path.lexists(path):
                why = "does not exist"
            unpaired.append(Unpaired(path, why))
    return unpaired
