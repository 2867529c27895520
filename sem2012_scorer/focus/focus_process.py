"""The drop-in command ``pb-foc_evaluation``: what the script takes, prints, writes and leaves."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext

from ..common.errors import ScoringError
from ..common.process import Answer, emit
from ..common.wording import text_as_bytes
from .focus_report import (
    HEADER,
    FocusCounts,
    FocusReport,
    focus_counts,
    verbose_focus_report,
)
from .focus_sentences import read_focus_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO, NoReturn

STOPPED = 1  # exit status of Python after an exception


def answer(program: str, arguments: Sequence[str]) -> Answer:
    """Return what the script, called as `program` with `arguments`, answers; write the verbose file.

    The system comes first. optparse itself prints help and what is wrong with
    the options, and exits.
    """
    from optparse import OptionParser

    parser = OptionParser(
        usage="%prog [options] SYSTEM_OUTPUT GOLD",
        description="Scores the focus of negation, as at *SEM 2012: the system's file comes first.",
        prog=os.path.basename(program),
    )
    parser.add_option("-v", "--verbose_file", help="write the result of each token to this file")
    options, files = parser.parse_args(list(arguments))
    if len(files) != 2:
        parser.error("Incorrect number of arguments")
    if options.verbose_file and any(_are_same(options.verbose_file, file) for file in files):
        parser.error("%s is one of the inputs: write to another file" % options.verbose_file)
    verbose_name = options.verbose_file
    answered = None
    try:
        # The script opens it first, and has written the header when it stops.
        with open(verbose_name, "wb") if verbose_name else nullcontext() as verbose:
            answered = _answer_for_files(files, verbose)
    except OSError as error:
        # On a full disk, what is not written yet is lost when it is closed: after the report.
        if answered is None or answered.status == 0:
            stdout = b"" if answered is None else answered.stdout
            last_line = "%s: %s\n" % (type(error).__name__, error)  # of Python's traceback
            return Answer(stdout, text_as_bytes(last_line), STOPPED)
    assert answered is not None
    return answered


def _answer_for_files(files: Sequence[str], verbose: IO[bytes] | None) -> Answer:
    """Return the report of two files, writing the verbose file."""
    if verbose is not None:
        verbose.write(HEADER)
    system, gold = (read_focus_sentences(_content_of_file(file)) for file in files)
    try:
        if verbose is not None:
            verbose.writelines(verbose_focus_report(system, gold))
        counts = sum(focus_counts(system, gold), FocusCounts())
    except ScoringError as error:
        return Answer(b"", text_as_bytes(error.legacy_message + "\n"), STOPPED)
    return Answer(text_as_bytes(str(FocusReport(counts))), b"", 0)


def _content_of_file(file: str) -> bytes:
    with open(file, "rb") as stream:
        return stream.read()


def _are_same(first: str, second: str) -> bool:
    try:
        return os.path.samefile(first, second)
    except OSError:
        return False


def main() -> NoReturn:
    """Be ``pb-foc_evaluation.py``: the installed command ``pb-foc_evaluation``."""
    emit(lambda: answer(sys.argv[0], sys.argv[1:]))
