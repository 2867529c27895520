"""``sem2012-scorer compare``: is the difference between systems real?"""

from __future__ import annotations

import os

from ..comparing import tables
from ..comparing.resampling import SEED, TRIALS
from ..comparing.systems import settings_of
from ..ground.measures import SCORES
from ..legacy.originals import ORIGINALS
from .files import check_names
from .options import (
    UsageError,
    add_format,
    add_gold,
    add_nis,
    add_scorer,
    add_systems,
    nis_of,
    notes_on_gold,
    warnings_as_notes,
)
from .output import add_output
from .pairing import add_pair, runs_in_words, runs_of
from .papers import answer_of, compared, paper_text, view_of
from .reading import add_predictions
from .reading_runs import Reading
from .tables import (
    add_table,
    labels_of,
    metrics_of,
    without_effect,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from ..comparing.comparison import Comparison
    from ..comparing.differences import SystemRuns
    from ..comparing.systems import Settings
    from ..ground.process import Answer

DESCRIPTION = """\
Compare systems with a baseline, the first: each measure with its interval, the
difference with its interval, and how likely chance makes one as great.
"""

EPILOG = """\
The test is paired approximate randomization: the counts of each sentence are
exchanged between the two systems or not, by chance (in all ways where these are
no more than the trials). Intervals are those of 95% of resamples of the sentences.

With several gold files, or a folder, each system is a folder whose files are
paired with gold's by name: the counts of all files are pooled.

Runs: with one gold file, the files of a folder after -s are the runs of a system;
with several gold files, its folders are. p is then that of a permutation of the
runs of both systems.

Markdown and LaTeX are the table of a paper: systems as rows, mean \u00b1 deviation
over runs, the best in bold, marks for differences from the first.

short names for --rows: cues, scopes, tokens, events, full, correct,
correct_negation, nis; or the labels

examples:
  sem2012-scorer compare -g gold.txt -s baseline.txt ours.txt
  sem2012-scorer compare -g gold.txt -s runs-of-a/ runs-of-b/ --metrics f1
  sem2012-scorer compare -g gold.txt -s runs-of-a/ runs-of-b/ --format latex
  sem2012-scorer compare -g dev -s run1 run2 --scorer scorer_task2 --format json

exit status: 0, 1 if the input cannot be scored or compared,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(compare: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_gold(compare)
    add_systems(compare, "the baseline and the systems: files, or folders")
    add_pair(compare)
    add_scorer(compare, ORIGINALS)
    add_nis(compare, "compare")
    positive, from_0 = _whole_number(1, "positive number"), _whole_number(0, "whole number from 0")
    for name, default, read, about in (
        ("trials", TRIALS, positive, "trials of the randomization"),
        ("seed", SEED, from_0, "seed of the random numbers"),
    ):
        words = "%s (default: %d)" % (about, default)
        compare.add_argument("--" + name, type=read, default=default, metavar="N", help=words)
    add_table(compare)
    add_format(compare, FORMATS)
    add_output(compare)
    add_predictions(compare)


def _whole_number(least: int, name: str) -> Callable[[str], int]:
    """Return a function that reads a whole number, at least `least`; errors say that it is a `name`."""

    def read(word: str) -> int:
        if not word.isdecimal() or int(word) < least:
            from argparse import ArgumentTypeError

            raise ArgumentTypeError("expected a %s, not %s" % (name, word))
        return int(word)

    return read


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``compare`` answers."""
    check_names([*options.gold, *options.system], options.output)
    if len(options.system) < 2:
        (alone,) = options.system
        if os.path.isdir(alone):
            given = runs_of(options.gold, [alone], options.pair)
            raise UsageError(runs_in_words(given) or "%s is one system: give two" % alone)
        raise UsageError("give two systems or more after -s: the first is the baseline")
    metrics_of(options.metrics, SCORES)
    labels_of(options.rows, options.scorer, options.nis, has_sentences=True)
    settings = settings_of(options.scorer, nis_of(options), options.trials, seed=options.seed)
    with warnings_as_notes() as said:
        reading = Reading(options, settings)
        systems = reading.systems(runs_of(options.gold, options.system, options.pair))
        found = compared(systems, settings)
        text = _shown(options, found, systems, settings)
    remarks = without_effect(options, EFFECTS)
    if options.format == "tsv":
        remarks.append(found.values)
    return answer_of(options, reading, text, [*notes_on_gold([found.gold_is]), *remarks, *said])


EFFECTS = (("metrics", ("text", "markdown", "latex", "tsv"), None),)
"""The options that have no effect in every format, those in which they have one, and their defaults."""


def _shown(
    options: argparse.Namespace,
    found: Comparison,
    systems: Sequence[SystemRuns],
    settings: Settings,
) -> str:
    """Return the comparison in the format asked for."""
    if options.format in ("markdown", "latex"):
        return paper_text(options, found, systems, settings)
    view = view_of(options, SCORES)
    if options.format == "json":
        return tables.as_json(found, view.is_shown)
    if options.format == "tsv":
        return tables.as_tsv(found, view)
    return tables.as_text(tables.grid(found, view), tables.title(found))


FORMATS = ("text", "json", "tsv", "markdown", "latex")
