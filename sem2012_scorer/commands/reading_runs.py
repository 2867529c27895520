"""Systems with their runs, read on the same gold files: what ``compare`` compares, and a paper's table shows."""

from __future__ import annotations

import os

from ..comparing.differences import Run, SystemRuns
from ..comparing.systems import Golds, other_units
from ..ground.records import Record
from ..ground.wording import plural, some
from ..reading.source import NotReadable
from .file_names import GOLD, read_name
from .files import Sources, all_files
from .options import Failures, FileTrouble, NotThere, UsageError
from .reading import Systems
from .run_files import systems_given
from .tables import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..comparing.differences import SystemFile
    from ..comparing.systems import Settings
    from .pairing import Paired
    from .run_files import SystemFiles


def add_runs(command: argparse.ArgumentParser) -> None:
    """Add the options on systems and their runs."""
    command.add_argument("--against", metavar="NAME", help="the baseline, if not the first")
    command.add_argument(
        "--deterministic",
        nargs="+",
        default=[],
        metavar="NAME",
        help="systems trained deterministically, such as rules: one run is enough",
    )


class _System(Record):
    """A system that was read: its runs, or itself as one, each with its files by their gold file.

    `number` is how many runs there are, and `is_whole` whether every file of it was paired and read.
    """

    path: str
    name: str
    runs: tuple[tuple[str, dict[str, SystemFile]], ...]
    has_runs: bool
    number: int
    is_whole: bool


class Reading:
    """Reads the files of all systems; what cannot be read or paired is left out, with the reason.

    After `systems`, `notes`, `warnings` and `missing` say what there is to say, and `files` how many
    of the gold files are left, if some are not.
    """

    def __init__(
        self,
        options: argparse.Namespace,
        settings: Settings,
        keep: bool = False,
        is_tested: bool = True,
    ) -> None:
        self._options = options
        self._is_tested = is_tested
        self._settings = settings
        self.sources = Sources()
        self._of_systems = Systems(options, self.sources)
        odd: list[tuple[str, str]] = []
        both = {os.path.realpath(name) for name in options.system if os.path.isdir(name)}
        self._golds: list[str] = []
        for name in options.gold:
            files = all_files(name, odd)
            # In a folder that is given for both sides, gold is what says so; if none does, all of it.
            if os.path.realpath(name) in both:
                named = [p for p in files if read_name(os.path.relpath(p, name))[2] == GOLD]
                files = named or files
            self._golds += files
        self._number_odd = len(odd)
        self._keep = keep
        self._failures = Failures()
        self._unpaired: list[object] = []
        self._copies: list[str] = []
        self._read_before: dict[tuple[str, int], str] = {}
        self.notes: list[str] = []
        self.warnings: list[str] = []
        self.files = ""

    @property
    def missing(self) -> list[str]:
        """What is left out, each with the reason."""
        return self._failures.notes("left out", self._unpaired)

    def said(self) -> str:
        """Return the notes on files that are not in columns."""
        return self._of_systems.said()

    def systems(self) -> list[SystemRuns]:
        """Return the systems that can be compared, the baseline first, on the same gold files.

        Raises UsageError for a baseline or a deterministic system that is not there, and FileTrouble
        if nothing is left.
        """
        found = self._ordered()
        names = [name for name, _ in found]
        deterministic = getattr(self._options, "deterministic", ())
        for name in deterministic:
            if name not in names and name not in [one.path for _, one in found]:
                shown = ", ".join(names)
                raise UsageError("--deterministic %s is not one of the systems: %s" % (name, shown))
        for name, one in found:
            if {name, one.path} & {*deterministic} and len(one.runs) > 1:
                raise UsageError(
                    "--deterministic %s has %d runs: give one of them" % (name, len(one.runs))
                )
        paired = [run.paired for _, one in found for run in one.runs]
        of_pairs = [pair.gold for one in paired for pair in one.pairs if pair.gold is not None]
        self._golds = list(dict.fromkeys([*self._golds, *of_pairs]))
        self._read = Golds([self.sources(gold) for gold in self._golds], self._settings, self._keep)
        read = [self._system(name, one) for name, one in found]
        if self._copies:
            self.warnings.append(
                "the same, byte for byte, as another run; they are counted, but are no further ones: %s"
                % some(self._copies, MOST_REASONS)
            )
        left = self._left(read)
        return [
            SystemRuns(
                one.name,
                tuple(
                    [
                        Run(run if one.has_runs else one.name, tuple(files.values()))
                        for run, files in one.runs
                    ]
                ),
                one.name in deterministic or one.path in deterministic,
                one.number if one.number > len(one.runs) else 0,
            )
            for one in left
        ]

    def _ordered(self) -> list[tuple[str, SystemFiles]]:
        """Return the systems with their files by name, the baseline first."""
        options = self._options
        systems = systems_given(
            options.gold, options.system, options.pair, lists_are_one=not self._is_tested
        )
        if len(systems) > len(options.system) and options.names is None:
            names = {one.path: one.path for one in systems}
        else:
            names = names_of([one.path for one in systems], options.names)
        # Several files that are one system's have no name of their own.
        found = [(names[one.path] or "system", one) for one in systems]
        baseline = getattr(options, "against", None)
        if baseline is None:
            return found
        first = [one for one in found if baseline in (one[0], one[1].path)]
        if len(first) != 1:
            shown = ", ".join(names.values())
            raise UsageError("--against %s is not one of the systems: %s" % (baseline, shown))
        return [*first, *[one for one in found if one is not first[0]]]

    def _system(self, name: str, system: SystemFiles) -> _System:
        """Return a system with all of its files that can be read."""
        self.notes += system.notes
        self.warnings += system.clashes
        read = tuple([(run.name, self._files(run.paired, system)) for run in system.runs])
        is_whole = all(
            not run.paired.unpaired and len(files) == len(run.paired.pairs)
            for run, (_, files) in zip(system.runs, read)
        )
        return _System(system.path, name, read, system.has_runs, len(read), is_whole)

    def _files(self, paired: Paired, system: SystemFiles) -> dict[str, SystemFile]:
        """Return the files of a run that can be read, by their gold file."""
        self._unpaired += paired.unpaired
        self.notes += paired.notes
        found = {}
        for pair in paired.pairs:
            assert pair.gold is not None
            place = self._golds.index(pair.gold)
            with self._failures.kept():
                content = self._read.content(place)
                of_system = self._of_systems(content, pair.system)
                found[pair.gold] = self._read.read(place, of_system)
                if system.has_runs:
                    self._notice_copies(content.content(), pair.gold, pair.system)
            self.sources.done(pair.system)
        return found

    def _notice_copies(self, gold: bytes, gold_path: str, path: str) -> None:
        """Note if a file of a run is the same as that of another run, byte for byte, and not gold's."""
        content = self.sources(path).content()
        if content == gold:
            return
        first = self._read_before.setdefault((gold_path, hash(content)), path)
        if first != path and self.sources(first).content() == content:
            self._copies.append("%s (as %s)" % (path, first))

    def _alike(self, system: _System, baseline: _System) -> _System:
        """Return a system without the files that have other sentences than the baseline's."""
        files = dict(system.runs[0][1])
        for gold, own in baseline.runs[0][1].items():
            if gold in files and len(files[gold].units) != len(own.units):
                numbers = len(files[gold].units), len(own.units)
                self._unpaired.append(
                    other_units(
                        *(system.name, numbers[0], baseline.name, numbers[1]),
                        self._settings.unit,
                        " in %s" % gold,
                    )
                )
                del files[gold]
        is_whole = system.is_whole and len(files) == len(system.runs[0][1])
        return system._replace(runs=((system.runs[0][0], files),), is_whole=is_whole)

    def _left(self, systems: Sequence[_System]) -> list[_System]:
        """Return the systems that can be compared, on the same gold files.

        A gold file that a system lacks is left out for all systems, with ``--pool-the-rest``, if
        another is left; or else the system is left out. Raises the error of a system without
        which nothing can be compared, or where there are no tests, FileTrouble if none is left.
        """
        if not any(system.has_runs for system in systems):
            systems = [self._alike(system, systems[0]) for system in systems]
        shared = [
            gold
            for gold in self._golds
            if all(gold in files for system in systems for _, files in system.runs)
        ]
        has_rest = self._options.pool_the_rest
        if not shared or not has_rest:
            shared = self._golds
        number = len(self._golds) + self._number_odd
        if len(shared) < number and has_rest:
            self.files = "%d of %s" % (len(shared), plural(number, "gold file"))
        found = []
        for system in systems:
            runs = tuple(
                [
                    (run, {gold: files[gold] for gold in shared})
                    for run, files in system.runs
                    if all(gold in files for gold in shared)
                ]
            )
            if runs and (has_rest or (len(runs) == system.number and system.is_whole)):
                found.append(system._replace(runs=runs))
            elif self.files or len(self._golds) > 1 or system.has_runs:
                self._unpaired.append(
                    "%s: not all of its files can be paired and scored" % system.name
                    + ("" if has_rest else ": --pool-the-rest takes what can be")
                )
        is_there = systems[0].path in [one.path for one in found]
        if not found or (self._is_tested and not (is_there and len(found) >= min(2, len(systems)))):
            self._failures.raise_if_alone(self._unpaired)
            # What cannot be read is the cause of the rest.
            reasons = list(dict.fromkeys(map(str, [*self._failures.errors, *self._unpaired])))
            more = len(reasons) - MOST_REASONS
            shown = "; ".join(reasons[:MOST_REASONS]) + ("; and %d more" % more) * (more > 0)
            done = "compared" if self._is_tested else "shown"
            are_there = any(not isinstance(e, NotReadable) for e in self._failures.errors)
            trouble = FileTrouble if are_there or self._unpaired else NotThere
            raise trouble("nothing can be %s: %s" % (done, shown))
        return found


MOST_REASONS = 4
