"""``sem2012-scorer compare``: is the difference between two systems significant?"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from ..comparing.randomize import SEED, TRIALS
from ..comparing.table import text
from ..ground.process import Answer
from ..legacy.scripts import ORIGINALS
from .files import check_names
from .options import UsageError, add_options, add_predictions
from .pairing import runs_in_words, runs_of
from .read_runs import ReadRuns
from .selection import metrics_of

DESCRIPTION = """\
Is the difference between two systems significant? The verdict comes first; then each row
has F1 of both systems, the difference, its 95% interval, and p. More systems are compared
with the first.
"""

EPILOG = """\
The test is paired approximate randomization over sentences. With several gold files, the
counts of all files are pooled. A system that is a folder has runs (with several gold files, a
folder of folders); p then comes from a permutation of the runs. markdown and latex print the
table for a paper. Further rows: cns (% correct negation sentences), sentences.

examples:
  sem2012-scorer compare -g gold.txt -s baseline.txt ours.txt
  sem2012-scorer compare -g gold.txt -s runs-of-a/ runs-of-b/ --format latex

exit status: 0 compared; 1 the scorer aborts, or the systems cannot be compared; 2 nothing
could be read
"""
FORMATS = ("text", "json", "tsv", "markdown", "latex")


def add_arguments(compare: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_options(compare, "-g -s --pair --scorer --nis --punctuation", ORIGINALS, is_required=True)
    for name, least, default, about in (
        ("trials", 1, TRIALS, "trials of the randomization"),
        ("seed", 0, SEED, "seed of the random numbers"),
    ):
        words, read = "%s (default: %d)" % (about, default), _whole_number(least)
        compare.add_argument("--" + name, type=read, default=default, metavar="N", help=words)
    add_options(compare, "--rows --metrics --names --format -o", formats=FORMATS)
    add_predictions(compare)


def _whole_number(least: int) -> Callable[[str], int]:
    """Return a function that reads a whole number of at most nine digits, `least` or more."""

    def read(word: str) -> int:
        if not word.isdecimal() or len(word) > 9 or int(word) < least:
            words = f"expected a whole number from {least} to 999999999, not {word[:20]}"
            raise argparse.ArgumentTypeError(words)
        return int(word)

    return read


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``compare`` answers."""
    check_names([*options.gold, *options.system], options.output)
    systems = runs_of(options.gold, options.system, options.pair)
    said_of_runs = runs_in_words(systems)
    if len(options.system) < 2:
        alone = said_of_runs if os.path.isdir(options.system[0]) else ""
        words = "give two systems or more after -s: the first is the baseline"
        raise UsageError(f"{words} ({alone})" if alone else words)
    metrics = metrics_of(options.metrics)
    reading = ReadRuns(options)
    compared = reading.compared(systems, ("cns", "sentences"))
    first = said_of_runs + "\n" if said_of_runs else ""
    return reading.answer(compared, metrics, first + text(compared, metrics))
