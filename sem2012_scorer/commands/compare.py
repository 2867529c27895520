"""``sem2012-scorer compare``: is the difference between systems real?"""

from __future__ import annotations

import os

from ..comparing import runs, tables
from ..comparing.changed import changed_sentences
from ..comparing.comparison import TooFewUnits
from ..comparing.page import as_html
from ..comparing.resampling import RESAMPLES, SEED, TRIALS
from ..comparing.systems import UNITS, Golds, compare_read, settings_of
from ..ground.measures import SCORES
from ..ground.progress import progress
from ..ground.records import Record
from ..ground.wording import encoded, json_lines, plural
from ..legacy.originals import ORIGINALS
from ..reporting.results import undefined_in_means
from .files import all_files, check_names, notes_on_style, source
from .options import (
    Failures,
    FileTrouble,
    UsageError,
    add_format,
    add_gold,
    add_nis,
    add_scorer,
    add_systems,
    nis_of,
    notes_of,
    notes_on_gold,
    warnings_as_notes,
)
from .output import add_output, delivered
from .pairing import Paired, add_pair, pair_systems
from .shapes import Systems, add_shapes
from .tables import add_emphasis, add_table, is_shown, labels_of, metrics_of, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from ..comparing.systems import ReadSystem, Settings, SystemFile
    from ..ground.process import Answer
    from ..reporting.grid import Grid
    from .pairing import Systems as PairedSystems

    Run = tuple[str, Paired]
    """What a run is called, and its pairs of files."""

DESCRIPTION = """\
Compare systems with a baseline, the first: each measure with its interval, the
difference with its interval, and how likely chance makes one as great.
"""

EPILOG = """\
The test is paired approximate randomisation: the counts of each sentence are
exchanged between the two systems or not, by chance (all ways to do so where
these are no more than the trials). Intervals are those of 95% of resamples of
the sentences. --unit document keeps the sentences of a document together.

With several gold files, or a folder, each system is a folder whose files are
paired with gold's by name: the sentences of all files are pooled. With one gold
file, the files of a folder are runs of a system (with several, its subfolders):
mean and standard deviation, no test. A system with a file that cannot be paired or
scored is left out; with --pool-the-rest, the file is, for all systems.

short names for --rows: cues, scopes, tokens, events, full, nis; or the labels

examples:
  sem2012-scorer compare -g gold.txt -s baseline.txt ours.txt
  sem2012-scorer compare -g gold.txt -s a.txt b.txt c.txt --baseline b.txt --rows cues,full
  sem2012-scorer compare -g gold.txt -s runs-of-a/ runs-of-b/ --metrics f1
  sem2012-scorer compare -g dev -s run1 run2 --scorer scorer_task2 --format json

exit status: 0, 1 if the input cannot be scored or compared, 2 for wrong usage
"""


def add_arguments(compare: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_gold(compare)
    add_systems(compare, "the baseline and the systems: files, or folders")
    add_pair(compare)
    compare.add_argument(
        "--pool-the-rest",
        action="store_true",
        help="leave a file that one system lacks, or at which it stops, out for all systems",
    )
    add_scorer(compare, ORIGINALS)
    add_nis(compare, "compare")
    compare.add_argument("--unit", choices=UNITS, default=UNITS[0], help="what is exchanged")
    positive, from_0 = _whole_number(1, "positive number"), _whole_number(0, "whole number from 0")
    for name, default, read, about in (
        ("trials", TRIALS, positive, "how many"),
        ("resamples", RESAMPLES, positive, "how many"),
        ("seed", SEED, from_0, "of chance"),
    ):
        words = "%s (default: %d)" % (about, default)
        compare.add_argument("--" + name, type=read, default=default, metavar="N", help=words)
    compare.add_argument("--baseline", metavar="NAME", help="the baseline, if not the first")
    add_table(compare)
    add_emphasis(compare)
    add_format(compare, FORMATS)
    add_output(compare)
    add_shapes(compare)


def _whole_number(least: int, name: str) -> Callable[[str], int]:
    """Return a function that reads a whole number, at least `least`; errors call it `name`."""

    def read(word: str) -> int:
        if int(word) < least:
            raise ValueError
        return int(word)

    read.__name__ = name
    return read


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``compare`` answers."""
    check_names([*options.gold, *options.system], options.output)
    if len(options.system) < 2:
        raise UsageError("give two systems or more after -s: the first is the baseline")
    names = names_of(options.system, options.names)
    metrics_of(options.metrics, SCORES)
    labels_of(options.rows, options.scorer, options.nis)
    numbers = options.trials, options.resamples, options.seed
    settings = settings_of(options.scorer, nis_of(options), options.unit, *numbers)
    ordered = {path: names[path] for path in _ordered(options.baseline, names)}
    of_runs = {path: _runs_of(options, path) for path in ordered}
    if options.format in ("html", "jsonl") and any(is_run for _, is_run in of_runs.values()):
        raise UsageError("--format %s is of one run with one: name two files" % options.format)
    shapes = Systems(options)
    with warnings_as_notes() as said:
        reading = _Reading(options, settings, shapes)
        found = [reading.system(path, name, *of_runs[path]) for path, name in ordered.items()]
        left = reading.left(found)
        if any(one.has_runs for one in left):
            text, undefined = _of_runs(options, left, settings, reading)
        else:
            text, undefined = _of_pairs(options, left, settings, reading)
    notes = (
        shapes.said()
        + notes_of([*undefined, *said, *reading.notes])
        + notes_of(reading.missing, "warning")
        + notes_on_style(options.gold, options.scorer)
    )
    return delivered(text, options.output, encoded(notes), int(bool(reading.missing)))


def _ordered(baseline: str | None, names: dict[str, str]) -> list[str]:
    """Return the systems' paths, the baseline first; raise UsageError if it is not one of them."""
    if baseline is None:
        return list(names)
    first = [path for path, name in names.items() if baseline in (path, name)]
    if len(first) != 1:
        shown = ", ".join(names.values())
        raise UsageError("--baseline %s is not one of the systems: %s" % (baseline, shown))
    return [*first, *[path for path in names if path != first[0]]]


def _runs_of(options: argparse.Namespace, system: str) -> tuple[list[Run], bool]:
    """Return the runs of a system, each with its pairs of files, and True if it is a folder of runs.

    With one gold file, each file of a folder is a run; with several or a folder of gold,
    each subfolder, where no file of gold has a partner in the folder itself. A system without
    runs is one.
    """

    def paired_with(files: str) -> PairedSystems:
        return pair_systems(options.gold, [files], options.pair, must_pair=False)

    paired = paired_with(system)
    (only,) = paired.several
    alone = [(system, only)], False
    if not os.path.isdir(system):
        return alone
    if paired.is_one_gold:
        own = [(pair.system, only._replace(pairs=(pair,), unpaired=())) for pair in only.pairs]
        return own + [(one.path, Paired("", (), (one,))) for one in only.unpaired], True
    with os.scandir(system) as entries:
        inside = sorted(e.path for e in entries if e.is_dir() and not e.name.startswith("."))
    if not inside or paired.pairs:
        return alone
    return [(run, paired_with(run).several[0]) for run in inside], True


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


class _Reading:
    """Reads the files of all systems; what cannot be read or paired is left out, with the reason."""

    def __init__(self, options: argparse.Namespace, settings: Settings, shapes: Systems) -> None:
        self._options = options
        self._shapes = shapes
        odd: list[tuple[str, str]] = []
        self.golds = [path for name in options.gold for path in all_files(name, odd)]
        self._number = len(self.golds) + len(odd)
        keep = options.format in ("html", "jsonl")
        self.read = Golds([source(gold) for gold in self.golds], settings, keep)
        self.failures = Failures()
        self.unpaired: list[object] = []
        self.notes: list[str] = []
        self.files = ""

    @property
    def missing(self) -> list[str]:
        """What is left out, each with the reason."""
        return self.failures.notes("left out", self.unpaired)

    def system(self, path: str, name: str, runs: Sequence[Run], has_runs: bool) -> _System:
        """Return a system with all of its files that can be read."""
        read = tuple([(run, self._files(own)) for run, own in runs])
        is_whole = all(
            not own.unpaired and len(files) == len(own.pairs)
            for (_, own), (_, files) in zip(runs, read)
        )
        return _System(path, name, read, has_runs, len(read), is_whole)

    def _files(self, paired: Paired) -> dict[str, SystemFile]:
        """Return the files of a system that can be read, by their gold file."""
        self.unpaired += paired.unpaired
        self.notes += paired.notes
        found = {}
        for pair in paired.pairs:
            assert pair.gold is not None
            place = self.golds.index(pair.gold)
            with self.failures.kept():
                _, of_system = self._shapes(self.read.content(place), pair.system)
                found[pair.gold] = self.read.read(place, of_system)
        return found

    def read_system(self, name: str, files: dict[str, SystemFile]) -> ReadSystem:
        """Return a system, or a run, of its files."""
        by_place = {self.golds.index(gold): file for gold, file in files.items()}
        return self.read.system(name, by_place)

    def _alike(self, system: _System, baseline: _System) -> _System:
        """Return a system without the files that have other sentences than the baseline's."""
        files = dict(system.runs[0][1])
        for gold, own in baseline.runs[0][1].items():
            if gold in files and len(files[gold].units) != len(own.units):
                self.unpaired.append(
                    "%s has %d %ss in %s, %s has %d: end every file with a blank line, or the "
                    "last token is lost and a phantom sentence may come (quirks 5 and 6)"
                    % (
                        system.name,
                        len(files[gold].units),
                        self._options.unit,
                        gold,
                        baseline.name,
                        len(own.units),
                    )
                )
                del files[gold]
        is_whole = system.is_whole and len(files) == len(system.runs[0][1])
        return system._replace(runs=((system.runs[0][0], files),), is_whole=is_whole)

    def left(self, systems: Sequence[_System]) -> list[_System]:
        """Return the systems that can be compared, on the same gold files.

        A gold file that a system lacks is left out for all systems, with ``--pool-the-rest``, if
        another is left; or else the system is left out. Raises the error of a system without
        which nothing can be compared.
        """
        if not any(system.has_runs for system in systems):
            systems = [self._alike(system, systems[0]) for system in systems]
        shared = [
            gold
            for gold in self.golds
            if all(gold in files for system in systems for _, files in system.runs)
        ]
        has_rest = self._options.pool_the_rest
        if not shared or not has_rest:
            shared = self.golds
        if len(shared) < self._number and has_rest:
            self.files = "%d of %s" % (len(shared), plural(self._number, "gold file"))
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
            elif self.files or len(self.golds) > 1 or system.has_runs:
                self.unpaired.append(
                    "%s: not all of its files can be paired and scored" % system.name
                    + ("" if has_rest else ": --pool-the-rest compares what can be")
                )
        if systems[0].path not in [system.path for system in found] or len(found) < 2:
            self.failures.raise_if_alone(self.unpaired)
            raise FileTrouble("nothing can be compared: " + "; ".join(self.missing))
        return found


def _shown_progress(done: int, number: int) -> None:
    """Show how many of the resamples and trials are done, where progress is shown."""
    for shown in progress:
        shown.show("resamples and trials", done, number)


def _of_pairs(
    options: argparse.Namespace,
    systems: Sequence[_System],
    settings: Settings,
    reading: _Reading,
) -> tuple[str, list[str]]:
    """Return the comparison of systems with one run each, in the format asked for, and notes."""
    read = [reading.read_system(one.name, one.runs[0][1]) for one in systems]
    try:
        found = compare_read(read, settings, _shown_progress)
    except (TooFewUnits, ValueError) as error:
        raise FileTrouble(str(error)) from error
    title = tables.title(found)
    if reading.files:
        title.append(reading.files)
        signature = "%s|files:%s" % (found.signature, reading.files.replace(" ", "-"))
        found = found._replace(signature=signature)
    is_wanted = _is_wanted(options)
    metrics = metrics_of(options.metrics, SCORES)
    if options.format in ("html", "jsonl"):
        sentences = list(changed_sentences(read, settings.original))
        if options.format == "jsonl":
            text = json_lines(sentence.to_dict() for sentence in sentences)
        else:
            shown = [label for label in found.systems[0].measures if is_wanted(label)]
            text = as_html(found, sentences, settings.original, title, shown)
    elif options.format == "json":
        text = tables.as_json(found, is_wanted)
    elif options.format == "tsv":
        text = tables.as_tsv(found, is_wanted, metrics)
    else:
        grid = tables.grid(found, is_wanted, metrics, named=options.format != "table")
        text = _table(options, grid, title, (2, 3))
    return text, notes_on_gold([found.gold_is])


def _of_runs(
    options: argparse.Namespace,
    systems: Sequence[_System],
    settings: Settings,
    reading: _Reading,
) -> tuple[str, list[str]]:
    """Return the means of systems with several runs, in the format asked for, and notes."""
    several = [
        runs.runs_read(
            one.name,
            [reading.read_system(run, files) for run, files in one.runs],
            settings,
            one.number,
        )
        for one in systems
    ]
    metrics = metrics_of(options.metrics, SCORES)
    found = runs.as_dict(several, _is_wanted(options))
    notes = [note for system in several for note in undefined_in_means(system.results)]
    notes += notes_on_gold([reading.read_system(*systems[0].runs[0]).gold_is])
    title = runs.title(found)
    if reading.files:
        found["signature"] += "|files:" + reading.files.replace(" ", "-")
        title.append(reading.files)
    if options.format == "json":
        return runs.as_json(found), notes
    if options.format == "tsv":
        return runs.as_tsv(found, metrics), notes
    grid = runs.grid(found, metrics)
    return _table(options, grid, title, (2, *range(3, len(grid.head), 2))), notes


def _is_wanted(options: argparse.Namespace) -> tables.IsShown:
    """Return the function that says whether a row is asked for."""
    labels = labels_of(options.rows, options.scorer, options.nis)
    return lambda label: is_shown(label, labels)


def _table(
    options: argparse.Namespace, grid: Grid, title: Sequence[str], systems: Sequence[int]
) -> str:
    """Return a table as text, Markdown or LaTeX; `systems` are the columns to compare for the best."""
    if options.format == "table":
        return tables.as_text(grid, title)
    if options.best:
        grid = tables.with_best(grid, systems)
    if options.format == "markdown":
        return grid.markdown()
    return tables.with_minus_signs(grid).latex(options.booktabs)


FORMATS = ("table", "json", "tsv", "markdown", "latex", "html", "jsonl")
