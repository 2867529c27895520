"""Which files belong together: in their order, by their names, or by ``--pair``."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..common.wording import plural, some
from .arguments import UsageError
from .files import Unpaired, all_files, check_twice, shown_name

GOLD, SYSTEM, REPORT = "gold", "system", "report"
SIDES = {
    "gold": GOLD,
    **dict.fromkeys(("system", "sys", "pred", "predictions", "output"), SYSTEM),
    "report": REPORT,
}
"""The words at either end of a file's name that say whose file it is."""
MOST_SHOWN = 3
SECONDS = 1  # how long an expression may take on a path


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
    def notes(self) -> list[str]:
        """The notes on ignored files and on files that are the same, each once."""
        notes = dict.fromkeys(note for system in self.runs for note in system.notes)
        pooled = [] if self.is_one_gold else [pair.system for pair in self.pairs]
        for alike in _alike(pooled):
            notes[f"{some(alike, 4)} hold the same bytes: each is counted"] = None
        return list(notes)


def _alike(paths: Sequence[str]) -> list[list[str]]:
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
    check_twice([name for name in golds or () if os.path.isdir(name)])
    check_twice([name for name in systems if name != "-"])
    if golds is None or _is_one_file(golds):
        if pattern is not None:
            raise UsageError("--pair pairs system files with several gold files")
        gold = None if golds is None else golds[0]
        all_paired = [_with_one_gold(gold, system) for system in systems]
        paired = SystemRuns(tuple(all_paired), golds is not None)
    elif pattern is None and not any(map(os.path.isdir, (*golds, *systems))):
        if len(golds) != len(systems):
            numbers = plural(len(golds), "gold file"), plural(len(systems), "system file")
            words = "{} and {}: give one gold file, or one for each system file, or folders"
            raise UsageError(words.format(*numbers))
        pairs = [Pair(shown_name(system), *both) for *both, system in zip(golds, systems, systems)]
        paired = SystemRuns((SystemFiles("", tuple(pairs)),))
    else:
        groups = [systems]
        if all(map(os.path.isdir, systems)):
            folders = [inside for name in systems for inside in _subfolders(name, golds) or [name]]
            groups = [[folder] for folder in folders]
        all_paired = [_by_name({GOLD: golds, SYSTEM: group}, pattern) for group in groups]
        paired = SystemRuns(tuple(all_paired))
    if not paired.pairs and must_pair:
        raise nothing_paired(paired.unpaired)
    # A user may name a file and also its folder.
    check_twice([pair.system for pair in paired.pairs if pair.system != "-"])
    return paired


def runs_of(
    golds: Sequence[str], systems: Sequence[str], pattern: str | None = None
) -> list[SystemRuns]:
    """Return systems with their runs: what ``compare`` and ``score --mean`` compare.

    With one gold file, the files of a folder are runs of a system; with several, its folders are.
    """
    all_runs = []
    for system in systems:
        (*paired,) = pair_systems(golds, [system], pattern, must_pair=False).runs
        if _is_one_file(golds) and os.path.isdir(system):
            (files,) = paired
            runs = [
                SystemFiles(os.path.relpath(pair.system, system), (pair,)) for pair in files.pairs
            ]
            runs += [SystemFiles(left.path, (), (left,)) for left in files.unpaired]
            has_runs = True
        else:
            runs = [run._replace(name=os.path.basename(run.name)) for run in paired]
            has_runs = len(runs) > 1
        all_runs.append(SystemRuns(tuple(runs), path=system, has_runs=has_runs))
    return all_runs


def runs_in_words(systems_given: Sequence[SystemRuns]) -> str:
    """Return the line that says which folders are taken as runs, "" if none is."""
    said = []
    for system in systems_given:
        if system.has_runs:
            runs, systems = (
                plural(len(system.runs), "run"),
                plural(len(system.runs), "system"),
            )
            words = f"{system.path}: {runs} of one system"
            if len(system.runs) > 1:
                words += f"; for {systems} give {os.path.join(system.path, '*')}"
            said.append(words)
    return "; ".join(said)


def pair_reports(
    reports: Sequence[str], golds: Sequence[str], systems: Sequence[str], pattern: str | None = None
) -> SystemFiles:
    """Return which recorded reports, gold files and system files belong together.

    One gold file goes with all. Lists of equal length go in their order; files in folders are
    paired by name, or by `pattern`. Raises UsageError as `pair_systems` does.
    """
    is_one_gold = _is_one_file(golds)
    if pattern is None and not any(map(os.path.isdir, (*reports, *golds, *systems))):
        every = [*golds] * (len(reports) if is_one_gold else 1)
        if not len(reports) == len(systems) == len(every):
            words = "{}, {} and {}: give as many of each, or one gold file, or folders"
            sides = {"report": reports, "gold file": golds, "system file": systems}
            raise UsageError(words.format(*[plural(len(n), word) for word, n in sides.items()]))
        return SystemFiles(
            "", tuple([Pair(r, g, s, r) for r, g, s in zip(reports, every, systems)])
        )
    by_side = {REPORT: reports, SYSTEM: systems, **({} if is_one_gold else {GOLD: golds})}
    paired = _by_name(by_side, pattern, named=(REPORT,))
    if not paired.pairs:
        raise nothing_paired(paired.unpaired)
    if is_one_gold:
        paired = paired._replace(
            pairs=tuple([pair._replace(gold=golds[0]) for pair in paired.pairs])
        )
    return paired


def nothing_paired(unpaired: Sequence[Unpaired]) -> UsageError:
    """Return the error for files of which none has a partner, with the first reason."""
    first = str(unpaired[0]) if unpaired else "one side has no files"
    more = "; and %d more" % (len(unpaired) - 1) if len(unpaired) > 1 else ""
    return UsageError(f"no file has a partner: {first}{more}")


def key_and_side(path: str) -> tuple[str, str]:
    """Return a file's name in lower case without extension and side, and the side ("" if none).

    >>> key_and_side("runs/Coches_gold.txt"), key_and_side("dev.system")
    (('coches', 'gold'), ('dev', 'system'))
    """
    words = re.split(r"([._-])", os.path.basename(path).lower())
    if len(words) > 2 and words[-2] == "." and words[-1] not in SIDES and not words[-1].isdigit():
        del words[-2:]
    if len(words) == 1 and words[0] in SIDES:
        return "", SIDES[words[0]]
    side = ""
    for place, without in ((-1, slice(-2, None)), (0, slice(0, 2))):
        if len(words) > 2 and words[place] in SIDES and not side:
            side = SIDES[words[place]]
            del words[without]
    return "".join(words), side


def _is_one_file(golds: Sequence[str]) -> bool:
    return len(golds) == 1 and not os.path.isdir(golds[0])


def _subfolders(folder: str, golds: Sequence[str]) -> list[str]:
    """Return the folders in a folder of folders; none if it holds files, a single folder, or gold."""
    if os.path.realpath(folder) in map(os.path.realpath, golds):
        return []
    names = sorted(name for name in os.listdir(folder) if not name.startswith((".", "__MACOSX")))
    paths = [os.path.join(folder, name) for name in names]
    return paths if len(paths) > 1 and all(map(os.path.isdir, paths)) else []


def _with_one_gold(gold: str | None, system: str) -> SystemFiles:
    """Return a system file, or each file of a folder, with the one gold file."""
    unpaired: list[Unpaired] = []
    paths = all_files(system, unpaired)
    notes: list[str] = []
    if os.path.isdir(system) and gold is not None:
        paths = _of_side(paths, SYSTEM, notes, is_shared=False)
    pairs = [Pair(shown_name(path), gold, path) for path in paths]
    return SystemFiles(system, tuple(pairs), tuple(unpaired), tuple(notes))


def _of_side(paths: Sequence[str], side: str, notes: list[str], is_shared: bool) -> list[str]:
    """Return the files of one side among those of a folder; add a note on those that are ignored.

    Files whose name says nothing belong to this side, unless the folder holds several sides:
    then they are the system's.
    """
    of_side: list[str] = []
    others: list[str] = []
    for path in paths:
        said = key_and_side(path)[1] or (SYSTEM if is_shared else side)
        (of_side if said == side else others).append(path)
    if others and not is_shared:
        notes.append(f"ignored, since the name is not that of a {side} file: {some(others, 3)}")
    return of_side


def _by_name(
    by_side: Mapping[str, Sequence[str]],
    pattern: str | None,
    named: Collection[str] = SIDES.values(),
) -> SystemFiles:
    """Return the pairs of files that have the same key; of the sides `named`, those without a partner."""
    notes: list[str] = []
    unpaired: list[Unpaired] = []
    real = [os.path.realpath(name) for names in by_side.values() for name in names]
    keyed: dict[str, dict[str, str]] = {side: {} for side in by_side}
    for side, names in by_side.items():
        for name in names:
            known = len(unpaired)
            paths = all_files(name, unpaired)
            if os.path.isdir(name):
                is_shared = real.count(os.path.realpath(name)) > 1
                paths = _of_side(paths, side, notes, is_shared)
                if not paths and len(unpaired) == known:
                    more = "; are -g and -s exchanged?" * (side != REPORT and not is_shared)
                    raise UsageError(f"no file in {name} is a {side} file by its name{more}")
            for path in paths:
                key = key_and_side(path)[0] if pattern is None else _match(pattern, path, name)
                if key is None:
                    unpaired.append(Unpaired(path, "is not matched by --pair"))
                elif keyed[side].setdefault(key, path) != path:
                    both = f"{keyed[side][key]} and {path}"
                    if pattern is not None:
                        raise UsageError(f"--pair gives {both} the same key, {key}")
                    words = "the same name without folder and extension; tell them apart with"
                    raise UsageError(f"{both} have {words} --pair REGEX")
    sides = [*keyed.values()]
    if pattern is None and [*map(len, sides)] == [1, 1] and not unpaired:
        keyed[SYSTEM] = dict(zip(sides[0], keyed[SYSTEM].values()))  # there is no choice
        sides = [*keyed.values()]
    pairs = []
    for key in sides[0]:
        gold, system, report = (keyed.get(side, {}).get(key) for side in (GOLD, SYSTEM, REPORT))
        if system is not None and all(key in side for side in sides):
            pairs.append(Pair(report or os.path.basename(system), gold, system, report or ""))
    for side in [side for side in by_side if side in named]:
        for key, path in keyed[side].items():
            lacking = [side_without for side_without in by_side if key not in keyed[side_without]]
            if lacking:
                where = some(by_side[lacking[0]], MOST_SHOWN)
                why = f"has no {lacking[0]} file with the same name in {where}; --pair REGEX pairs by other parts"
                unpaired.append(Unpaired(path, why if os.path.lexists(path) else "does not exist"))
    missing = [name for names in by_side.values() for name in names if not os.path.exists(name)]
    if missing and not pairs:
        raise UsageError(f"{missing[0]}: no such file or folder")
    systems = by_side[SYSTEM]
    name = systems[0] if len(systems) == 1 and REPORT not in by_side else ""
    return SystemFiles(name, tuple(pairs), tuple(unpaired), tuple(notes))


def _match(pattern: str, path: str, named: str) -> str | None:
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
    groups = () if match is None else match.groups() or (match.group(),)
    return "/".join([group or "" for group in groups]).casefold() if any(groups) else None
