"""``sem2012-scorer compare``: is the difference between two systems significant?"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from ..common.process import Answer
from ..comparing.randomize import SEED, TRIALS
from ..comparing.table import text
from ..port.scripts import ORIGINALS
from .arguments import TABLE_FORMATS, UsageError, add_options, add_predictions
from .files import check_names
from .pairing import runs_in_words, runs_of
from .runs import ReadRuns
from .selection import metrics_of


def add_arguments(compare: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_options(compare, "-g -s --pair --scorer --nis --punctuation", ORIGINALS, is_required=True)
    for name, least, default, about in (
        ("trials", 1, TRIALS, "trials of the randomization"),
        ("seed", 0, SEED, "seed of the random numbers"),
    ):
        words, read = "%s (default: %d)" % (about, default), _whole_number(least)
        compare.add_argument("--" + name, type=read, default=default, metavar="N", help=words)
    add_options(compare, "--rows --metrics --names --format -o", formats=(*TABLE_FORMATS, "svg"))
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
    if options.format == "svg" and metrics != ["f1"]:
        raise UsageError("--format svg shows F1: leave --metrics out")
    reading = ReadRuns(options)
    compared = reading.compared(systems, ("cns", "sentences"))
    first = said_of_runs + "\n" if said_of_runs else ""
    return reading.answer(compared, metrics, first + text(compared, metrics))
