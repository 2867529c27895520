"""Which files are the runs of a system: of folders as people lay them out, by the words of their names."""

from __future__ import annotations

import os
import re

from ..ground.records import Record
from ..ground.wording import some
from .file_names import GOLD, REPORT, read_name
from .files import all_files
from .options import UsageError
from .pairing import MOST_SHOWN, RULE, Pair, Paired, Unpaired, pair_systems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Words = tuple[str, ...]


class Run(Record):
    """A run: what it is called, and its files paired with gold's."""

    name: str
    paired: Paired


class SystemFiles(Record):
    """A system on the command line: its path or name, and its runs; `has_runs` is True of a folder of runs."""

    path: str
    runs: tuple[Run, ...]
    has_runs: bool
    notes: tuple[str, ...] = ()


RUN = re.compile(r"(?:seed|run|rep|trial|fold|split|iter|s|r)?\d*", re.IGNORECASE)
"""A word of a name that says which run of a system a file is of."""


def files_of_system(golds: Sequence[str], system: str, pattern: str | None = None) -> SystemFiles:
    """Return the runs of a system, with their files.

    With one gold file, each file of a folder is a run, or of each subfolder the one that goes with
    gold by its name. With several or a folder of gold, a folder that has a file for them is one
    run; else its subfolders are runs, or the files that have the same words beside gold's.
    """
    (alone,) = pair_systems(golds, [system], pattern, must_pair=False).several
    one = SystemFiles(system, (Run(system, alone),), False)
    if not os.path.isdir(system):
        return one
    is_one_gold = len(golds) == 1 and not os.path.isdir(golds[0])
    if is_one_gold:
        return _runs_of_one_gold(golds[0], system)
    if alone.pairs:
        return one
    runs, notes = [], []
    for inside in _subfolders(system):
        try:
            paired = pair_systems(golds, [inside], pattern, must_pair=False).several[0]
        except UsageError as error:
            # An empty folder is none of the runs.
            notes.append("%s is passed over: %s" % (inside, error))
        else:
            runs.append(Run(os.path.basename(inside), paired))
    if any(run.paired.pairs for run in runs):
        return SystemFiles(system, tuple(runs), True, tuple(notes))
    found = None if pattern is not None else _runs_by_words(golds, system)
    return found or one


def systems_in_folder(golds: Sequence[str], folder: str) -> list[SystemFiles]:
    """Return the systems whose runs lie in one folder, by the words of their names: one, or several."""
    found = files_of_system(golds, folder)
    if not found.has_runs:
        return [found]
    shared = set.intersection(*[set(_words(folder, run)) for run in found.runs])
    systems: dict[str, list[Run]] = {}
    for run in found.runs:
        words = [w for w in _words(folder, run) if w not in shared and not RUN.fullmatch(w)]
        systems.setdefault(".".join(words), []).append(run)
    if len(systems) < 2:
        return [found]
    return [
        SystemFiles(name or folder, tuple(runs), True, found.notes if place == 0 else ())
        for place, (name, runs) in enumerate(systems.items())
    ]


def _words(folder: str, run: Run) -> Words:
    """Return the words of a run's name."""
    return tuple(re.split(r"[._\s/\\-]+", run.name))


def _subfolders(folder: str) -> list[str]:
    with os.scandir(folder) as entries:
        return sorted(e.path for e in entries if e.is_dir() and not e.name.startswith("."))


class _File(Record):
    """A file in a folder: its path in it, its words with those of its folders, and its side."""

    path: str
    inside: str
    words: Words
    side: str


def _files_in(folder: str, unreadable: list[tuple[str, str]]) -> list[_File]:
    found = []
    for path in all_files(folder, unreadable):
        inside = os.path.relpath(path, folder)
        _, (folders, *words), side = read_name(inside)
        above = [word for part in folders.split("/") for word in re.split(r"[._\s-]+", part)]
        found.append(_File(path, inside, tuple(filter(None, [*above, *words])), side))
    return found


def _words_of_golds(golds: Sequence[str]) -> list[tuple[str, frozenset[str]]]:
    """Return each gold file with the words of its name, and of its folder inside of the one given."""
    found = []
    for name in golds:
        for path in all_files(name, []):
            inside = os.path.relpath(path, name) if os.path.isdir(name) else os.path.basename(path)
            _, (folders, *words), _ = read_name(inside)
            found.append((path, _folded([*folders.split("/"), *words])))
    return found


def _folded(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word.casefold() for word in words if word)


def _of_sides(files: Sequence[_File]) -> tuple[list[_File], list[str]]:
    """Return the files that may be a system's, and notes on those that are not by their names."""
    others = {GOLD: "gold by name", REPORT: "a report by name"}
    notes = []
    for side, words in others.items():
        notes += _passed_over([one.path for one in files if one.side == side], words)
    return [one for one in files if one.side not in others], notes


def _runs_of_one_gold(gold: str, system: str) -> SystemFiles:
    """Return the runs of a folder with one gold file."""
    unreadable: list[tuple[str, str]] = []
    files, notes = _of_sides(_files_in(system, unreadable))
    ((_, words),) = _words_of_golds([gold]) if os.path.isfile(gold) else [(gold, frozenset())]
    by_folder: dict[str, list[_File]] = {}
    for one in files:
        by_folder.setdefault(os.path.dirname(one.inside), []).append(one)
    runs = []
    others: list[str] = []
    for folder, inside in by_folder.items():
        shared = [len(words & _folded(one.words)) for one in inside]
        best = [one for one, number in zip(inside, shared) if number == max(shared)]
        if not folder and len(best) == 1 and words and _folded(best[0].words) == words:
            # It is called as gold is: the others are for other gold files.
            others = [one.path for one in inside if one not in best]
            notes += _passed_over(others, "%s goes with gold by name" % best[0].path)
            run = Run(system, Paired(system, (Pair(best[0].inside, gold, best[0].path),), (), 1))
            return SystemFiles(system, (run,), False, tuple(notes))
        # In a folder for a run one file goes with gold; beside each other, one for each run.
        if len(best) == len(inside) or (len(best) == 1) != bool(folder):
            best = inside
        others += [one.path for one in inside if one not in best]
        for one in best:
            name = folder if folder and len(best) == 1 else one.inside
            pair = Pair(one.inside, gold, one.path)
            runs.append(Run(name, Paired(one.path, (pair,), (), 1)))
    notes += _passed_over(others, "beside files that go with gold by name")
    odd = [Unpaired(path, "", why) for path, why in unreadable]
    runs += [Run(one.path, Paired("", (), (one,))) for one in odd]
    if not runs:
        raise UsageError("there are no runs in %s: %s" % (system, "; ".join(notes)))
    return SystemFiles(system, tuple(runs), True, tuple(notes))


def _passed_over(paths: Sequence[str], why: str) -> list[str]:
    """Return a note on files that are passed over for the same reason, if there are any."""
    return ["passed over, %s: %s" % (why, some(paths, MOST_SHOWN))] if paths else []


def _runs_by_words(golds: Sequence[str], system: str) -> SystemFiles | None:
    """Return runs whose files have the words of gold's in their names; None if there is none.

    What gold's files have in common says nothing of which of them a file goes with.
    """
    of_golds = _words_of_golds(golds)
    common = frozenset.intersection(*[words for _, words in of_golds])
    unreadable: list[tuple[str, str]] = []
    files, notes = _of_sides(_files_in(system, unreadable))
    unpaired = [Unpaired(path, "", why) for path, why in unreadable]
    runs: dict[Words, dict[str, str]] = {}
    others = []
    for one in files:
        own = _folded(one.words)
        shared = [len((words - common) & own) for _, words in of_golds]
        best = [gold for (gold, _), number in zip(of_golds, shared) if number == max(shared) > 0]
        if len(best) != 1:
            others.append(one.path)
            continue
        of_gold = dict(of_golds)[best[0]]
        left = tuple([word for word in one.words if word.casefold() not in of_gold])
        run = runs.setdefault(left, {})
        if best[0] in run:
            why = "goes with %s, as %s does" % (best[0], run[best[0]])
            unpaired.append(Unpaired(one.path, "", why))
        else:
            run[best[0]] = one.path
    if not runs:
        return None
    notes += _passed_over(others, "with no gold file of their name")
    found = []
    for left, paths in runs.items():
        name = ".".join(left)
        pairs = tuple([Pair(paths[gold], gold, paths[gold]) for gold in paths])
        missing = [
            Unpaired(gold, GOLD, "has no partner in run %s of %s: %s" % (name, system, RULE))
            for gold, _ in of_golds
            if gold not in paths
        ]
        found.append(Run(name, Paired(name, pairs, (*missing, *unpaired), len(of_golds))))
    return SystemFiles(system, tuple(found), True, tuple(notes))
