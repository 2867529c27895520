"""Which files belong together: in their order, by their names, or by ``--pair``."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from ..ground.records import Record
from ..ground.wording import plural, some
from .files import all_files, check_twice, shown_name
from .options import UsageError

GOLD, SYSTEM, REPORT = "gold", "system", "report"
SIDES = {
    "gold": GOLD,
    **dict.fromkeys(("system", "sys", "pred", "predictions", "output"), SYSTEM),
    "report": REPORT,
}
"""The words at either end of a file's name that say whose file it is."""
MOST_SHOWN = 3


class Pair(Record):
    """A system file with gold's, None without gold; `report` is a recorded one, or ""."""

    name: str
    gold: str | None
    system: str
    report: str = ""


class Unpaired(Record):
    """A file, or a folder (`side` is ""), that has no partner, its side, and the reason."""

    path: str
    side: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} {self.why}"


class Paired(Record):
    """The pairs of a system or run, called `name`, and the files without a partner.

    `number` is how many pairs there would be if every file had a partner.
    """

    name: str
    pairs: tuple[Pair, ...]
    unpaired: tuple[Unpaired, ...] = ()
    number: int = 0
    notes: tuple[str, ...] = ()


class PairedSystems(Record):
    """Systems with their pairs of files.

    `has_names` is True if files were paired by name, `is_one_gold` if one gold file goes with all:
    then every file is a system.
    """

    several: tuple[Paired, ...]
    has_names: bool = False
    is_one_gold: bool = False

    @property
    def unpaired(self) -> list[Unpaired]:
        """The files without a partner, each once."""
        return list(dict.fromkeys(one for system in self.several for one in system.unpaired))

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of all systems."""
        return [pair for system in self.several for pair in system.pairs]

    @property
    def notes(self) -> list[str]:
        """The notes on ignored files, each once."""
        return list(dict.fromkeys(note for system in self.several for note in system.notes))


class SystemRuns(Record):
    """A system on the command line and its runs; `has_runs` is True for a folder of runs."""

    path: str
    runs: tuple[Paired, ...]
    has_runs: bool = False


def pair_systems(
    golds: Sequence[str] | None,
    systems: Sequence[str],
    pattern: str | None = None,
    must_pair: bool = True,
) -> PairedSystems:
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
        several = tuple([_with_one_gold(gold, system) for system in systems])
        found = PairedSystems(several, False, golds is not None)
    elif pattern is None and not any(map(os.path.isdir, (*golds, *systems))):
        if len(golds) != len(systems):
            raise UsageError(
                "{} and {}: give one gold file, or one for each system file, or folders".format(
                    plural(len(golds), "gold file"), plural(len(systems), "system file")
                )
            )
        pairs = [Pair(shown_name(system), *both) for *both, system in zip(golds, systems, systems)]
        found = PairedSystems((Paired("", tuple(pairs), (), len(pairs)),))
    elif all(map(os.path.isdir, systems)):
        folders = [inside for name in systems for inside in _subfolders(name, golds) or [name]]
        several = tuple([_by_name(golds, [folder], pattern) for folder in folders])
        found = PairedSystems(several, True)
    else:
        found = PairedSystems((_by_name(golds, systems, pattern),), True)
    if not found.pairs and must_pair:
        raise nothing_paired(found.unpaired)
    return found


def runs_of(
    golds: Sequence[str], systems: Sequence[str], pattern: str | None = None
) -> list[SystemRuns]:
    """Return systems with their runs: what ``compare`` and ``score --mean`` compare.

    With one gold file, the files of a folder are runs of a system; with several, its folders are.
    """
    found = []
    for system in systems:
        (*several,) = pair_systems(golds, [system], pattern, must_pair=False).several
        if _is_one_file(golds) and os.path.isdir(system):
            (one,) = several
            runs = [Paired(os.path.relpath(p.system, system), (p,), (), 1) for p in one.pairs]
            runs += [Paired(left.path, (), (left,), 1) for left in one.unpaired]
            found.append(SystemRuns(system, tuple(runs), True))
        else:
            runs = [run._replace(name=os.path.basename(run.name)) for run in several]
            found.append(SystemRuns(system, tuple(runs), len(runs) > 1))
    return found


def runs_in_words(several: Sequence[SystemRuns]) -> str:
    """Return the line that says which folders are taken as runs, "" if none is."""
    said = []
    for one in several:
        if one.has_runs:
            runs, systems = plural(len(one.runs), "run"), plural(len(one.runs), "system")
            inside = os.path.join(one.path, "*")
            said.append(f"{one.path}: {runs} of one system; for {systems} give {inside}")
    return "; ".join(said)


def pair_reports(
    reports: Sequence[str], golds: Sequence[str], systems: Sequence[str], pattern: str | None = None
) -> Paired:
    """Return which recorded reports, gold files and system files belong together.

    One gold file goes with all. Lists of equal length go in their order; files in folders are
    paired by name, or by `pattern`. Raises UsageError as `pair_systems` does.
    """
    one_gold = golds[0] if _is_one_file(golds) else None
    has_folder = any(map(os.path.isdir, (*reports, *golds, *systems)))
    if pattern is None and not has_folder:
        if len(reports) != len(systems) or (one_gold is None and len(golds) != len(reports)):
            raise UsageError(
                "{}, {} and {}: give as many of each, or one gold file, or folders".format(
                    plural(len(reports), "report"),
                    plural(len(golds), "gold file"),
                    plural(len(systems), "system file"),
                )
            )
        every = [one_gold] * len(reports) if one_gold is not None else golds
        pairs = tuple([Pair(r, g, s, r) for r, g, s in zip(reports, every, systems)])
        return Paired("", pairs, (), len(pairs))
    given = {REPORT: reports, SYSTEM: systems, **({GOLD: golds} if one_gold is None else {})}
    files = _Files(given, pattern)
    found, unpaired = [], list(files.unreadable)
    for key, report in files.keyed[REPORT].items():
        system = files.keyed[SYSTEM].get(key)
        gold = one_gold if one_gold is not None else files.keyed[GOLD].get(key)
        if system is not None and gold is not None:
            found.append(Pair(report, gold, system, report))
        else:
            side = SYSTEM if system is None else GOLD
            why = f"has no {side} file with the same name; --pair REGEX pairs by other parts"
            unpaired.append(Unpaired(report, REPORT, why))
    if not found:
        raise nothing_paired(unpaired)
    return Paired("", tuple(found), tuple(unpaired), len(files.keyed[REPORT]), tuple(files.notes))


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


def _with_one_gold(gold: str | None, system: str) -> Paired:
    """Return a system file, or each file of a folder, with the one gold file."""
    unreadable: list[tuple[str, str]] = []
    paths = all_files(system, unreadable)
    notes: list[str] = []
    if os.path.isdir(system) and gold is not None:
        paths = _of_side(paths, SYSTEM, notes, is_shared=False)
    pairs = tuple([Pair(shown_name(path), gold, path) for path in paths])
    unpaired = tuple([Unpaired(path, "", why) for path, why in unreadable])
    return Paired(system, pairs, unpaired, len(pairs) + len(unpaired), tuple(notes))


def _of_side(paths: Sequence[str], side: str, notes: list[str], is_shared: bool) -> list[str]:
    """Return the files of one side among those of a folder; add a note on those that are ignored.

    Files whose name says nothing are of this side, unless the folder holds several sides:
    then they are the system's.
    """
    found: list[str] = []
    others: list[str] = []
    for path in paths:
        said = key_and_side(path)[1] or (SYSTEM if is_shared else side)
        (found if said == side else others).append(path)
    if others and not is_shared:
        notes.append(f"ignored, since the name is not that of a {side} file: {some(others, 3)}")
    return found


class _Files:
    """The files of each side by the key that pairs them; `unreadable` are those that are no files."""

    def __init__(self, given: Mapping[str, Sequence[str]], pattern: str | None) -> None:
        self.keyed: dict[str, dict[str, str]] = {}
        self.unreadable: list[Unpaired] = []
        self.notes: list[str] = []
        self._pattern = None if pattern is None else _compiled(pattern)
        real = [os.path.realpath(name) for names in given.values() for name in names]
        for side, names in given.items():
            keyed: dict[str, str] = {}
            for name in names:
                unreadable: list[tuple[str, str]] = []
                paths = all_files(name, unreadable)
                self.unreadable += [Unpaired(path, "", why) for path, why in unreadable]
                if os.path.isdir(name):
                    is_shared = real.count(os.path.realpath(name)) > 1
                    paths = _of_side(paths, side, self.notes, is_shared)
                    if not paths and not unreadable:
                        may_be = side != REPORT and not is_shared
                        more = "; are -g and -s exchanged?" if may_be else ""
                        raise UsageError(f"no file in {name} is a {side} file by its name{more}")
                for path in paths:
                    self._add(path, side, keyed, name)
            self.keyed[side] = keyed

    def _add(self, path: str, side: str, keyed: dict[str, str], named: str) -> None:
        key = key_and_side(path)[0]
        if self._pattern is not None:
            # Of a file in a folder, what was typed before is not looked at.
            inside = os.path.relpath(path, named) if os.path.isdir(named) else path
            match = self._pattern.search(inside.replace(os.sep, "/"))
            if match is None or not any(match.groups() or (match.group(),)):
                self.unreadable.append(Unpaired(path, side, "is not matched by --pair"))
                return
            key = "/".join([group or "" for group in match.groups() or (match.group(),)])
        if key in keyed and keyed[key] != path:
            if self._pattern is not None:
                raise UsageError(f"--pair gives {keyed[key]} and {path} the same key, {key}")
            raise UsageError(
                f"{keyed[key]} and {path} have the same name without folder and extension; tell them apart with "
                "--pair REGEX"
            )
        keyed[key] = path


def _by_name(golds: Sequence[str], systems: Sequence[str], pattern: str | None) -> Paired:
    """Return the pairs of one system's files and gold's."""
    files = _Files({GOLD: golds, SYSTEM: systems}, pattern)
    gold, system = files.keyed[GOLD], files.keyed[SYSTEM]
    if pattern is None and len(gold) == len(system) == 1 and not files.unreadable:
        # There is no choice.
        system = dict(zip(gold, system.values()))
    pairs = [
        Pair(os.path.basename(system[key]), gold[key], system[key]) for key in gold if key in system
    ]
    unpaired = list(files.unreadable)
    for side, own, other, names in ((GOLD, gold, system, systems), (SYSTEM, system, gold, golds)):
        why = f"has no partner in {some(names, MOST_SHOWN)}: no file there has its name"
        unpaired += [Unpaired(path, side, why) for key, path in own.items() if key not in other]
    name = systems[0] if len(systems) == 1 else ""
    number = max(len(gold), len(system)) + len(files.unreadable)
    return Paired(name, tuple(pairs), tuple(unpaired), number, tuple(files.notes))


def _compiled(pattern: str) -> re.Pattern[str]:
    """Return the expression of ``--pair``; raise UsageError if it is not one."""
    try:
        return re.compile(pattern)
    except re.error as error:
        raise UsageError(f"--pair {pattern} is not a regular expression: {error}") from error
