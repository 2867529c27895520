"""Which files are the runs of a system: of folders as people lay them out, by the words of their names."""

from __future__ import annotations

import os
import re
from collections import Counter

from ..ground.records import Record
from ..ground.wording import some
from .file_names import GOLD, REPORT, SYSTEM, read_name
from .files import all_files
from .gold_files import GoldFiles, folded
from .options import UsageError
from .pairing import (
    MOST_SHOWN,
    RULE,
    Pair,
    Paired,
    Systems,
    Unpaired,
    nothing_paired,
    pair_systems,
    pattern_that_pairs,
)
from .run_names import BETWEEN, which_run, without_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Words = tuple[str, ...]


class Run(Record):
    """A run: what it is called, and its files paired with gold's."""

    name: str
    paired: Paired


class SystemFiles(Record):
    """A system on the command line: its path or name, and its runs; `has_runs` is True of a folder of runs.

    `notes` are on files that are passed over, `clashes` on runs whose names say that they are the same.
    """

    path: str
    runs: tuple[Run, ...]
    has_runs: bool
    notes: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()


NO_PREDICTIONS = frozenset(
    "log md yaml yml toml ini cfg sh py pt ckpt pkl bin safetensors npz png pdf gz tar zip".split()
)
"""The endings of names of files that trainers leave beside predictions."""


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
        return _checked(_runs_of_one_gold(golds[0], system))
    if len(alone.pairs) == alone.number:
        return one
    found = _runs_of_several_golds(golds, system, pattern)
    # Of one run, a file may be missing; of several, one that lacks its partner is of one of them.
    return found if found is not None and (len(found.runs) > 1 or not alone.pairs) else one


def systems_given(
    golds: Sequence[str],
    systems: Sequence[str],
    pattern: str | None = None,
    lists_are_one: bool = False,
) -> list[SystemFiles]:
    """Return the systems that are given, each with its runs: files, and folders of files or of runs.

    One folder alone may hold several systems. Where `lists_are_one`, several files, as many as of gold, are
    one system's, and so are folders that have its files between them.
    """
    if len(systems) == 1 and os.path.isdir(systems[0]) and pattern is None:
        return systems_in_folder(golds, systems[0])
    several: Sequence[Paired] = ()
    if lists_are_one and len(systems) > 1:
        several = pair_systems(golds, systems, pattern, must_pair=False).several
    is_one = len(several) == 1
    if is_one and not all(map(os.path.isdir, systems)):
        return [SystemFiles("", (Run("", several[0]),), False)]
    found = [files_of_system(golds, one, pattern) for one in systems]
    if is_one and not any(one.has_runs for one in found):
        return [SystemFiles("", (Run("", several[0]),), False)]
    return found


def pairs_given(
    golds: Sequence[str] | None,
    systems: Sequence[str],
    pattern: str | None = None,
    must_pair: bool = True,
) -> Systems:
    """Return which files belong together, as `pair_systems`; of folders of runs, those of each run.

    So that what one command can pair, all can. With one gold file, every file goes with it: none is
    passed over by its name.
    """
    found = pair_systems(golds, systems, pattern, must_pair=False)
    if golds is not None and found.unpaired and not found.is_one_gold:
        given = systems_given(golds, systems, pattern, lists_are_one=True)
        several = [_of_run(system, run) for system in given for run in system.runs]
        left = Systems(tuple(several), found.has_names)
        if left.pairs and len(left.unpaired) < len(found.unpaired):
            found = left
    if not found.pairs and must_pair:

        def paired_by(other: str) -> Paired:
            several = pair_systems(golds, systems, other, must_pair=False).several
            pairs = tuple([pair for one in several for pair in one.pairs])
            return Paired("", pairs, (), sum(one.number for one in several))

        would_pair = pattern_that_pairs(paired_by, "files") if pattern is None else ""
        raise nothing_paired(found.unpaired, would_pair)
    return found


def _of_run(system: SystemFiles, run: Run) -> Paired:
    """Return the pairs of a run, called by its path in the system's folder."""
    name = os.path.join(system.path, run.name) if system.has_runs else system.path
    pairs = run.paired.pairs
    if system.has_runs:
        pairs = tuple([pair._replace(name=os.path.basename(pair.system)) for pair in pairs])
    notes = (*system.notes, *system.clashes, *run.paired.notes)
    return run.paired._replace(name=name, pairs=pairs, notes=notes)


def _runs_of_several_golds(
    golds: Sequence[str], system: str, pattern: str | None
) -> SystemFiles | None:
    """Return the runs in the subfolders of a folder, or by the words of its files; None if there are none."""
    runs, notes = [], []
    for inside in _subfolders(system):
        if not _has_files(inside):
            missing = _missing(inside)
            runs += missing
            notes += [] if missing else _passed_over([inside], "empty")
        else:
            paired = pair_systems(golds, [inside], pattern, must_pair=False).several[0]
            runs.append(Run(os.path.basename(inside), paired))
    if any(run.paired.pairs for run in runs):
        return _checked(SystemFiles(system, tuple(runs), True, tuple(notes)))
    if pattern is not None:
        return None
    found = _runs_by_words(golds, system) or _runs_by_contents(golds, system)
    return None if found is None else _checked(found)


def systems_in_folder(golds: Sequence[str], folder: str) -> list[SystemFiles]:
    """Return the systems whose runs lie in one folder, by the words of their names: one, or several.

    What remains of a name without gold's words and without those of the run names the system.
    """
    found = files_of_system(golds, folder)
    if not found.has_runs:
        return [found]
    words = frozenset(word for own in GoldFiles(golds).words.values() for word in own)
    systems: dict[str, list[Run]] = {}
    for run, which in zip(found.runs, which_run([run.name for run in found.runs])):
        systems.setdefault(without_run(run.name, words, which), []).append(run)
    if len(systems) < 2:
        return [found]
    return [
        _checked(SystemFiles(name or folder, tuple(runs), True, found.notes if place == 0 else ()))
        for place, (name, runs) in enumerate(systems.items())
    ]


def _checked(system: SystemFiles) -> SystemFiles:
    """Return a system, with a note if two of its runs have the same words for the run in their names."""
    names = [run.name for run in system.runs]
    if not system.has_runs:
        return system
    runs: dict[tuple[str, ...], list[str]] = {}
    for name, which in zip(names, which_run(names)):
        words = BETWEEN.split(name)[::2]
        runs.setdefault(tuple([words[place].casefold() for place in which]), []).append(name)
    notes = [
        "%s: %s stands in the names of %s: are these runs of one system?"
        % (system.path, " ".join(which), some(several, MOST_SHOWN))
        for which, several in runs.items()
        if which and len(several) > 1
    ]
    return system._replace(clashes=tuple(notes[:MOST_SHOWN]))


def _subfolders(folder: str) -> list[str]:
    with os.scandir(folder) as entries:
        return sorted(e.path for e in entries if e.is_dir() and not e.name.startswith("."))


def _has_files(folder: str) -> bool:
    """Return True if there are files in a folder, or something that cannot be read."""
    odd: list[tuple[str, str]] = []
    try:
        return bool(all_files(folder, odd)) or bool(odd)
    except UsageError:
        return False


def _missing(folder: str) -> list[Run]:
    """Return an empty folder as a run without files, if its name is that of a run, or nothing."""
    name = os.path.basename(folder)
    (which,) = which_run([name])
    if not which:
        return []
    return [Run(name, Paired(folder, (), (Unpaired(folder, "", "is empty"),), 1))]


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


def _of_sides(files: Sequence[_File]) -> tuple[list[_File], list[str]]:
    """Return the files that may be a system's, and notes on those that are not by their names."""
    others = {GOLD: "named as gold", REPORT: "named as a report"}
    notes = []
    for side, words in others.items():
        notes += _passed_over([one.path for one in files if one.side == side], words)
    left = [one for one in files if one.side not in others]
    odd = [one.path for one in left if one.path.rpartition(".")[2].lower() in NO_PREDICTIONS]
    notes += _passed_over(odd, "not prediction files")
    return [one for one in left if one.path not in odd], notes


def _runs_of_one_gold(gold: str, system: str) -> SystemFiles:
    """Return the runs of a folder with one gold file.

    Beside each other, each file is a run, or each that has gold's words, if some have. In a
    folder for a run, one file goes with gold: the one that has most of gold's words, and least others.
    """
    unreadable: list[tuple[str, str]] = []
    files, notes = _of_sides(_files_in(system, unreadable))
    words = GoldFiles([gold]).words[gold] if os.path.isfile(gold) else frozenset()
    by_folder: dict[str, list[_File]] = {}
    for one in files:
        by_folder.setdefault(os.path.dirname(one.inside), []).append(one)
    most = max([len(words & folded(one.words)) for one in files], default=0)
    runs, others = [], []
    for folder, inside in by_folder.items():
        best = [one for one in inside if len(words & folded(one.words)) == most]
        if not folder and len(best) == 1 and words and folded(best[0].words) == words:
            # It is called as gold is: the others are for other gold files.
            aside = [one.path for one in inside if one not in best]
            notes += _passed_over(aside, "%s is paired with gold by name" % best[0].path)
            run = Run(system, Paired(system, (Pair(best[0].inside, gold, best[0].path),), (), 1))
            return SystemFiles(system, (run,), False, tuple(notes))
        if folder and most and not best:
            why = "has no file that is paired with gold by name, as others have"
            at = os.path.join(system, folder)
            runs.append(Run(folder, Paired(folder, (), (Unpaired(at, "", why),), 1)))
            others += [one.path for one in inside]
            continue
        if folder and len(inside) > 1:
            best = _closest(best, has_words=most > 0)
        elif len(best) == 1:
            best = inside
        others += [one.path for one in inside if one not in best]
        for one in best:
            name = folder if folder and len(best) == 1 else one.inside
            pair = Pair(one.inside, gold, one.path)
            runs.append(Run(name, Paired(one.path, (pair,), (), 1)))
    notes += _passed_over(others, "beside files that are paired with gold by name")
    for empty in [folder for folder in _subfolders(system) if not _has_files(folder)]:
        missing = _missing(empty)
        runs += missing
        notes += [] if missing else _passed_over([empty], "empty")
    odd = [Unpaired(path, "", why) for path, why in unreadable]
    runs += [Run(one.path, Paired("", (), (one,))) for one in odd]
    if not runs:
        raise UsageError("there are no runs in %s: %s" % (system, "; ".join(notes)))
    return SystemFiles(system, tuple(runs), True, tuple(notes))


def _closest(files: Sequence[_File], has_words: bool) -> list[_File]:
    """Return those of files that are a system's by name, if there are; and if they have words of gold's,
    those with the fewest others.
    """
    of_system = [one for one in files if one.side == SYSTEM] or list(files)
    if not has_words:
        return of_system
    fewest = min(len(one.words) for one in of_system)
    return [one for one in of_system if len(one.words) == fewest]


def _passed_over(paths: Sequence[str], why: str) -> list[str]:
    """Return a note on files that are passed over for the same reason, if there are any."""
    return ["passed over, %s: %s" % (why, some(paths, MOST_SHOWN))] if paths else []


def _runs_by_words(golds: Sequence[str], system: str) -> SystemFiles | None:
    """Return runs whose files have the words of gold's in their names; None if there is none.

    If a name has the words of several, its tokens decide. If they do not, nothing is guessed from
    numbers: each may be that of a part, or of a run.
    """
    of_golds = GoldFiles(golds)
    unreadable: list[tuple[str, str]] = []
    files, notes = _of_sides(_files_in(system, unreadable))
    unpaired = [Unpaired(path, "", why) for path, why in unreadable]
    runs: dict[Words, dict[str, str]] = {}
    others = []
    for one in files:
        gold = of_golds.of(one.path, one.words)
        if gold is None and of_golds.are_several(one.words) and any(map(str.isdigit, one.words)):
            return None
        if gold is None:
            others.append(one.path)
            continue
        run = runs.setdefault(_without_words(one.words, of_golds.words[gold]), {})
        if gold in run:
            unpaired.append(Unpaired(one.path, "", "goes with %s, as %s does" % (gold, run[gold])))
        else:
            run[gold] = one.path
    if not runs:
        return None
    notes += _passed_over(others, "with no gold file of their name")
    found = []
    for left, paths in runs.items():
        name = ".".join(left)
        pairs = tuple([Pair(paths[gold], gold, paths[gold]) for gold in paths])
        why = "has no partner in run %s of %s: %s" % (name, system, RULE)
        missing = [Unpaired(gold, GOLD, why) for gold in of_golds.words if gold not in paths]
        found.append(Run(name, Paired(name, pairs, (*missing, *unpaired), len(of_golds.words))))
    return SystemFiles(system, tuple(found), True, tuple(notes))


def _without_words(words: Words, golds: frozenset[str]) -> Words:
    """Return a file's words without those of gold's; a number that stands twice is the run's too."""
    left = list(words)
    for word in words:
        if word.casefold() in golds and (
            not word.isdigit() or left.count(word) == words.count(word)
        ):
            left.remove(word)
    return tuple(left)


def _runs_by_contents(golds: Sequence[str], system: str) -> SystemFiles | None:
    """Return runs of files that begin with the tokens of a gold file's; None if there are none.

    The files of a run lie in one folder; where one has several for the same gold file, they are
    runs by their names.
    """
    of_golds = GoldFiles(golds)
    unreadable: list[tuple[str, str]] = []
    files, notes = _of_sides(_files_in(system, unreadable))
    names = [words for words in of_golds.words.values() if words]
    is_said = any(words <= folded(one.words) for one in files for words in names)
    if is_said or len(of_golds.words) < 2:
        # The names pair them, or are ambiguous: that is for people to decide.
        return None
    known = [(one, gold) for one in files if (gold := of_golds.by_content(one.path)) is not None]
    in_folders = Counter((os.path.dirname(one.inside), gold) for one, gold in known)
    is_by_folder = all(number == 1 for number in in_folders.values())
    runs: dict[str, list[Pair]] = {}
    for one, gold in known:
        key = os.path.dirname(one.inside) if is_by_folder else os.path.basename(one.inside)
        runs.setdefault(key, []).append(Pair(one.inside, gold, one.path))
    if not runs:
        return None
    others = {one.path for one in files} - {one.path for one, _ in known}
    # What has no tokens may be a run that crashed.
    empty = sorted(path for path in others if not os.path.exists(path) or not os.path.getsize(path))
    notes += _passed_over(sorted(others - {*empty}), "with no gold file of their words")
    odd = [Unpaired(path, SYSTEM, "is empty, or cannot be read") for path in empty]
    odd += [Unpaired(path, "", why) for path, why in unreadable]
    found = []
    for name, pairs in runs.items():
        there = [pair.gold for pair in pairs]
        why = "has no partner in %s: no file there has its words" % (name or system)
        missing = [Unpaired(gold, GOLD, why) for gold in of_golds.words if gold not in there]
        found.append(Run(name, Paired(name, tuple(pairs), (*missing, *odd), len(of_golds.words))))
    return SystemFiles(system, tuple(found), len(found) > 1, tuple(notes))
