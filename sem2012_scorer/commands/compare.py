"""``sem2012-scorer compare``: is the difference between systems real?"""

from __future__ import annotations

import os

from ..comparing import tables
from ..comparing.changed import changed_sentences, members_compared
from ..comparing.page import as_html
from ..comparing.resampling import RESAMPLES, SEED, TRIALS
from ..comparing.systems import FEWEST_RESAMPLES, UNITS, settings_of
from ..ground.measures import SCORES
from ..ground.wording import json_lines
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
from .pairing import add_pair
from .papers import answer_of, compared, paper_text, view_of, without_runs
from .reading import add_predictions
from .reading_runs import Reading, add_runs
from .tables import (
    add_paper,
    add_table,
    check_paper,
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
The test is paired approximate randomisation: the counts of each sentence are
exchanged between the two systems or not, by chance (all ways to do so where
these are no more than the trials). Intervals are those of 95% of resamples of
the sentences. --unit document keeps the sentences of a document together.

With several gold files, or a folder, each system is a folder whose files are
paired with gold's by name: the sentences of all files are pooled. A system
with a file that cannot be paired or scored is left out; with --pool-the-rest,
the file is, for all systems.

Runs: with one gold file, the files of a folder after -s are the runs of a
system, or its subfolders are; with several gold files, its subfolders, or the
files that share their other words. The means over three runs or more are
tested with both sources of error, training and sentences; p_runs and
p_sentences see one of them alone. A system that is not trained by chance
(rules) may have one run: --deterministic NAME. One folder alone may hold
several systems.

short names for --rows: cues, scopes, tokens, events, full, correct,
correct_negation, nis; or the labels

examples:
  sem2012-scorer compare -g gold.txt -s baseline.txt ours.txt
  sem2012-scorer compare -g gold.txt -s a.txt b.txt c.txt --against b.txt --rows cues,full
  sem2012-scorer compare -g gold.txt -s runs-of-a/ runs-of-b/ --metrics f1
  sem2012-scorer compare -g gold.txt -s runs-of-a/ runs-of-b/ --paper --format latex
  sem2012-scorer compare -g dev -s run1 run2 --scorer scorer_task2 --format json

exit status: 0, 1 if the input cannot be scored or compared,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(compare: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_gold(compare)
    add_systems(compare, "the baseline and the systems: files, or folders")
    add_pair(compare)
    compare.add_argument(
        "--pool-the-rest",
        action="store_true",
        help="leave a file that one system lacks, or at which it stops, out for all systems; of runs "
        "on one gold file, that run",
    )
    add_scorer(compare, ORIGINALS)
    add_nis(compare, "compare")
    compare.add_argument(
        "--unit", choices=UNITS, default=UNITS[0], help="what is exchanged and resampled"
    )
    positive, from_0 = _whole_number(1, "positive number"), _whole_number(0, "whole number from 0")
    from_200 = _whole_number(FEWEST_RESAMPLES, "whole number from %d" % FEWEST_RESAMPLES)
    for name, default, read, about in (
        ("trials", TRIALS, positive, "trials of the randomisation"),
        ("resamples", RESAMPLES, from_200, "resamples of the bootstrap"),
        ("seed", SEED, from_0, "seed of the random numbers"),
    ):
        words = "%s (default: %d)" % (about, default)
        compare.add_argument("--" + name, type=read, default=default, metavar="N", help=words)
    add_runs(compare)
    add_table(compare)
    add_paper(compare)
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
    if len(options.system) < 2 and not os.path.isdir(options.system[0]):
        raise UsageError("give two systems or more after -s: the first is the baseline")
    metrics_of(options.metrics, SCORES)
    labels_of(options.rows, options.scorer, options.nis, has_sentences=True)
    check_paper(options)
    numbers = options.trials, options.resamples, options.seed
    settings = settings_of(options.scorer, nis_of(options), options.unit, *numbers)
    with warnings_as_notes() as said:
        reading = Reading(options, settings, keep=options.format in OF_SENTENCES)
        systems = reading.systems()
        if len(systems) < 2:
            raise UsageError(
                "give two systems or more after -s: the first is the baseline; in %s there is one"
                % options.system[0]
            )
        found = compared(systems, settings, reading.files)
        text = _shown(options, found, systems, settings, reading.files)
    remarks = without_effect(options, EFFECTS)
    remarks += without_runs(options, found)
    if options.format == "tsv":
        remarks.append(found.values)
    return answer_of(options, reading, text, [*notes_on_gold([found.gold_is]), *remarks, *said])


OF_SENTENCES = ("html", "jsonl")
"""The formats that show the sentences that differ."""


NUMBERS = ("text", "markdown", "latex", "tsv", "json", "html")
EFFECTS = (
    ("metrics", ("text", "markdown", "latex", "tsv"), None),
    ("rows", NUMBERS, None),
    ("trials", NUMBERS, TRIALS),
    ("resamples", NUMBERS, RESAMPLES),
    ("seed", NUMBERS, SEED),
    ("unit", NUMBERS, UNITS[0]),
)
"""The options that have no effect in every format, those in which they have one, and their defaults."""


def _shown(
    options: argparse.Namespace,
    found: Comparison,
    systems: Sequence[SystemRuns],
    settings: Settings,
    files: str,
) -> str:
    """Return the comparison in the format asked for."""
    if options.paper:
        return paper_text(options, found, systems, settings, files)
    view = view_of(options, SCORES)
    title = tables.title(found) + ([files] if files else [])
    if options.format == "json":
        return tables.as_json(found, view.is_shown)
    if options.format == "tsv":
        return tables.as_tsv(found, view)
    if options.format in OF_SENTENCES:
        if options.format == "jsonl":
            members = members_compared(systems)
            sentences = changed_sentences(systems, settings.original)
            return json_lines(sentence.card.to_dict(members) for sentence in sentences)
        shown = [label for label in found.systems[0].measures if view.is_shown(label)]
        return as_html(found, systems, settings.original, title, shown)
    if options.format == "text":
        return tables.as_text(tables.grid(found, view), title)
    # The head names the systems, but not their runs.
    said = title if found.has_runs else title[2:]
    grid = tables.grid(found, view, named=True)._replace(remark="; ".join(said))
    left = 2 if len(view.metrics) > 1 else 1
    if options.format == "markdown":
        return grid.markdown(left)
    return tables.with_minus_signs(grid).latex()


FORMATS = ("text", "json", "tsv", "markdown", "latex", "html", "jsonl")
