"""``sem2012-scorer compare``: is the difference between systems real?"""

from __future__ import annotations

import os
import sys
import time

from ..comparing import runs, tables
from ..comparing.changed import changed_sentences
from ..comparing.comparison import TooFewUnits
from ..comparing.page import as_html
from ..comparing.resampling import RESAMPLES, SEED, TRIALS
from ..comparing.systems import UNITS, compare_read, read_systems, settings_of
from ..ground.measures import SCORES
from ..ground.process import Answer
from ..ground.wording import encoded, json_lines
from ..legacy.originals import ORIGINALS
from ..reporting.results import undefined_in_means
from .files import all_files, check_names, file_pairs, notes_on_style, pair_all, source
from .options import (
    FileTrouble,
    UsageError,
    add_format,
    add_nis,
    add_output,
    add_scorer,
    add_systems,
    delivered,
    nis_of,
    notes_of,
    notes_on_gold,
    warnings_as_notes,
)
from .shapes import Systems, add_shapes
from .tables import add_emphasis, add_table, is_shown, labels_of, metrics_of, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from ..comparing.comparison import Progress
    from ..comparing.systems import ReadSystem, Settings
    from ..corpora.sources import File
    from ..reporting.grid import Grid

    Run = tuple[str, list[tuple[str, str]]]
    """What a run is called, and its pairs of files, gold's and its own."""

DESCRIPTION = """\
Compare systems with a baseline, the first: each measure with its interval, the
difference with its interval, and how likely chance makes one as great.
"""

EPILOG = """\
The test is paired approximate randomisation: the counts of each sentence are
exchanged between the two systems or not, by chance (all ways to do so where
these are no more than the trials). Intervals are those of 95% of resamples of
the sentences. --unit document keeps the sentences of a document together.

Gold and systems may be folders, paired by name: the sentences of all files are
pooled. With one gold file, the files of a folder are runs of a system (with a
folder of gold, its subfolders): mean and standard deviation, no test.

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
    compare.add_argument(
        "-g", "--gold", required=True, metavar="GOLD", help="gold file, or a folder"
    )
    add_systems(compare, "the baseline and the systems: files, or folders")
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
    check_names([options.gold, *options.system], options.output)
    if len(options.system) < 2:
        raise UsageError("give two systems or more after -s: the first is the baseline")
    names = names_of(options.system, options.names)
    metrics_of(options.metrics, SCORES)
    labels_of(options.rows, options.scorer, options.nis)
    numbers = options.trials, options.resamples, options.seed
    settings = settings_of(options.scorer, nis_of(options), options.unit, *numbers)
    called = {path: names[path] for path in _ordered(options.baseline, names)}
    shapes = Systems(options)
    with warnings_as_notes() as said:
        of_runs = {path: _runs_of(options.gold, path) for path in called}
        if any(of_runs.values()):
            text, undefined = _of_runs(options, called, of_runs, settings, shapes)
        else:
            text, undefined = _of_pairs(options, called, settings, shapes)
    notes = (
        shapes.said()
        + notes_of([*undefined, *said])
        + notes_on_style([options.gold], options.scorer)
    )
    return delivered(text, options.output, encoded(notes))


def _ordered(baseline: str | None, names: dict[str, str]) -> list[str]:
    """Return the systems' paths, the baseline first; raise UsageError if it is not one of them."""
    if baseline is None:
        return list(names)
    first = [path for path, name in names.items() if baseline in (path, name)]
    if len(first) != 1:
        shown = ", ".join(names.values())
        raise UsageError("--baseline %s is not one of the systems: %s" % (baseline, shown))
    return [*first, *[path for path in names if path != first[0]]]


def _runs_of(gold: str, system: str) -> list[Run] | None:
    """Return the runs of a system, each with its pairs of files; None if it is not a folder of runs.

    With one gold file, each file of a folder is a run; with a folder of gold,
    each subfolder, where the files of gold are not in the folder itself.
    """
    if not os.path.isdir(system):
        return None
    if not os.path.isdir(gold):
        return [(path, [(gold, path)]) for path in all_files(system)]
    with os.scandir(system) as entries:
        inside = sorted(e.path for e in entries if e.is_dir() and not e.name.startswith("."))
    if not inside or pair_all([gold], [system]).pairs:
        return None
    return [(run, [(one, other) for _, one, other in file_pairs([gold], [run])]) for run in inside]


def _read(
    pairs: dict[str, list[tuple[str, str]]],
    settings: Settings,
    shapes: Systems,
    keep: bool = False,
) -> list[ReadSystem]:
    """Read systems, each named and with its pairs of files; raise UsageError if these differ in gold."""
    golds = [gold for gold, _ in next(iter(pairs.values()))]
    for name, own in pairs.items():
        if [gold for gold, _ in own] != golds:
            raise UsageError("%s has other files than the baseline" % name)
    of_golds: list[File] = [source(gold) for gold in golds]
    systems: dict[str, list[File]] = {}
    for name, own in pairs.items():
        systems[name] = []
        for place, (_, system) in enumerate(own):
            of_golds[place], of_system = shapes(of_golds[place], system)
            systems[name].append(of_system)
    return read_systems(of_golds, systems, settings, keep)


def _of_pairs(
    options: argparse.Namespace, names: dict[str, str], settings: Settings, shapes: Systems
) -> tuple[str, list[str]]:
    """Return the comparison of systems with one run each, in the format asked for, and notes."""
    pairs = {}
    for path, name in names.items():
        pairs[name] = [(gold, system) for _, gold, system in file_pairs([options.gold], [path])]
    has_sentences = options.format in ("html", "jsonl")
    systems = _read(pairs, settings, shapes, keep=has_sentences)
    try:
        found = compare_read(systems, settings, _progress())
    except (TooFewUnits, ValueError) as error:
        raise FileTrouble(str(error)) from error
    is_wanted = _is_wanted(options)
    title = tables.title(found)
    metrics = metrics_of(options.metrics, SCORES)
    if has_sentences:
        sentences = list(changed_sentences(systems, settings.original))
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
    names: dict[str, str],
    of_runs: dict[str, list[Run] | None],
    settings: Settings,
    shapes: Systems,
) -> tuple[str, list[str]]:
    """Return the means of systems with several runs, in the format asked for, and notes."""
    if options.format in ("html", "jsonl"):
        raise UsageError("--format %s is of one run with one: name two files" % options.format)
    every = {
        path: own
        or [(names[path], [(gold, one) for _, gold, one in file_pairs([options.gold], [path])])]
        for path, own in of_runs.items()
    }
    pairs = {run: files for own in every.values() for run, files in own}
    read = {system.name: system for system in _read(pairs, settings, shapes)}
    systems = [
        runs.runs_read(names[path], [read[run] for run, _ in own], settings)
        for path, own in every.items()
    ]
    metrics = metrics_of(options.metrics, SCORES)
    found = runs.as_dict(systems, _is_wanted(options))
    notes = [note for system in systems for note in undefined_in_means(system.results)]
    notes += notes_on_gold([next(iter(read.values())).gold_is])
    if options.format == "json":
        return runs.as_json(found), notes
    if options.format == "tsv":
        return runs.as_tsv(found, metrics), notes
    grid = runs.grid(found, metrics)
    return _table(options, grid, runs.title(found), (2, *range(3, len(grid.head), 2))), notes


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


def _progress() -> Progress | None:
    """Return a function that shows progress on a terminal after a second; None elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    start = time.monotonic()

    def show(done: int, number: int) -> None:
        if time.monotonic() - start > 1:
            end = "\r\x1b[K" if done + 256 > number else ""
            sys.stderr.write("\r%3d%%%s" % (100 * done // number, end))
            sys.stderr.flush()

    return show


FORMATS = ("table", "json", "tsv", "markdown", "latex", "html", "jsonl")
