"""``sem2012-scorer compare``: is the difference between two systems significant?

In: gold, and the files of systems, or of their runs. Out: the verdict on each difference, or a paper's table.
Read `answer` first; `runs` reads the files.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ..common.process import Answer
from ..comparing.randomize import SEED, TRIALS
from ..comparing.table import comparison_text
from ..port.scripts import ORIGINALS
from .arguments import (
    TABLE_FORMATS,
    UsageError,
    add_files,
    add_nis,
    add_output,
    add_predictions,
    argument_group_for_output,
)
from .files import check_file_names
from .pairing import pair_runs, pairing_note_on_runs
from .runs import ReadRuns
from .selection import add_selection_arguments, metrics_of


def add_arguments(compare: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    compare.usage = "%(prog)s -g GOLD ... -s BASELINE SYSTEM ... [options]"
    scored = add_files(compare, ORIGINALS, is_required=True)
    add_nis(scored)
    scored.add_argument(
        "--trials",
        type=_whole_number(1),
        default=TRIALS,
        metavar="N",
        help=f"trials of the randomization (default: {TRIALS})",
    )
    scored.add_argument(
        "--seed",
        type=_whole_number(0),
        default=SEED,
        metavar="N",
        help=f"seed of the random numbers (default: {SEED})",
    )
    output = argument_group_for_output(compare)
    add_selection_arguments(output)
    add_output(output, (*TABLE_FORMATS, "svg"))
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
    check_file_names([*options.gold, *options.system], options.output)
    systems = pair_runs(options.gold, options.system)
    folders_of_runs = pairing_note_on_runs(systems)
    if len(systems) < 2:
        words = "give two systems or more after -s: the first is the baseline"
        if folders_of_runs:
            words += f" ({folders_of_runs})"
        raise UsageError(words)
    metrics = metrics_of(options.metrics)
    if options.format == "svg" and metrics != ["f1"]:
        raise UsageError("--format svg shows F1: leave --metrics out")
    reading = ReadRuns(options)
    compared = reading.compared(systems, ("cns", "sentences"))
    shown = comparison_text(compared, metrics)
    if folders_of_runs:
        shown = folders_of_runs + "\n" + shown
    return reading.answer(compared, metrics, shown)
