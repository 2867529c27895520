"""Systems with their runs, read on the same gold files: what ``compare`` compares, and a paper's table shows."""

from __future__ import annotations

from ..comparing.differences import Run, SystemRuns
from ..comparing.systems import Golds, other_units
from ..ground.wording import some
from ..reading.source import NotReadable
from .files import Sources
from .options import Failures, FileTrouble, NotThere
from .reading import Systems
from .tables import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..comparing.differences import SystemFile
    from ..comparing.systems import Settings
    from .pairing import Paired
    from .pairing import SystemRuns as RunFiles

MOST_REASONS = 4


class Reading:
    """Reads the files of all systems; a run whose files cannot all be read is left out, with the reason.

    After `systems`, `notes`, `warnings` and `missing` say what there is to say.
    """

    def __init__(
        self, options: argparse.Namespace, settings: Settings, is_tested: bool = True
    ) -> None:
        self._options = options
        self._settings = settings
        self._is_tested = is_tested
        self.sources = Sources()
        self._of_systems = Systems(options, self.sources)
        self._failures = Failures()
        self._unpaired: list[object] = []
        self.notes: list[str] = []
        self.warnings: list[str] = []

    @property
    def missing(self) -> list[str]:
        """What is left out, each with the reason."""
        return self._failures.notes("left out", self._unpaired)

    def said(self) -> str:
        """Return the notes on files that are not in columns."""
        return self._of_systems.said()

    def systems(self, given: Sequence[RunFiles]) -> list[SystemRuns]:
        """Return the systems that can be compared, the baseline first, on the same gold files.

        Raises FileTrouble if the baseline or all other systems cannot be read.
        """
        names = names_of([one.path for one in given], self._options.names)
        paired = [run for system in given for run in system.runs]
        golds = dict.fromkeys(
            pair.gold for one in paired for pair in one.pairs if pair.gold is not None
        )
        self._golds = [*golds]
        self._read = Golds([self.sources(gold) for gold in self._golds], self._settings)
        found = []
        for system in given:
            runs = [(run.name, self._files(run)) for run in system.runs]
            whole = [
                Run(name, tuple([files[gold] for gold in self._golds]))
                for name, files in runs
                if self._golds and all(gold in files for gold in self._golds)
            ]
            if whole:
                of_runs = len(runs) if len(whole) < len(runs) else 0
                found.append(SystemRuns(names[system.path], tuple(whole), of_runs))
            elif len(self._golds) > 1 or system.has_runs:
                self._unpaired.append(
                    "%s: not all of its files can be paired and scored" % names[system.path]
                )
        if self._is_tested and found and len(found[0].runs) == 1:
            found = [found[0], *[one for one in found[1:] if self._is_alike(one, found[0])]]
        is_there = found and found[0].name == names[given[0].path]
        if not found or (self._is_tested and not (is_there and len(found) >= min(2, len(given)))):
            raise self._nothing()
        return found

    def _nothing(self) -> Exception:
        """Return the error if nothing can be compared."""
        self._failures.raise_if_alone(self._unpaired)
        # What cannot be read is the cause of the rest.
        reasons = list(dict.fromkeys(map(str, [*self._failures.errors, *self._unpaired])))
        done = "compared" if self._is_tested else "shown"
        could_read = any(not isinstance(one, NotReadable) for one in self._failures.errors)
        trouble = FileTrouble if could_read or self._unpaired else NotThere
        return trouble("nothing can be %s: %s" % (done, some(reasons, MOST_REASONS)))

    def _files(self, paired: Paired) -> dict[str, SystemFile]:
        """Return the files of a run that can be read, by their gold file."""
        self._unpaired += paired.unpaired
        self.notes += paired.notes
        found = {}
        for pair in paired.pairs:
            assert pair.gold is not None
            place = self._golds.index(pair.gold)
            with self._failures.kept():
                of_system = self._of_systems(self._read.content(place), pair.system)
                found[pair.gold] = self._read.read(place, of_system)
            self.sources.done(pair.system)
        return found

    def _is_alike(self, system: SystemRuns, baseline: SystemRuns) -> bool:
        """Return whether a system has as many sentences as the baseline; if not, add the reason."""
        for gold, one, own in zip(self._golds, baseline.runs[0].files, system.runs[0].files):
            if len(one.units) != len(own.units):
                numbers = system.name, len(own.units), baseline.name, len(one.units)
                self._unpaired.append(other_units(*numbers, " in %s" % gold))
                return False
        return True
