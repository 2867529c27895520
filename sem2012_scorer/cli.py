"""The command for people, ``sem2012-scorer``: its parser and its exit statuses.

Each command is a file in `commands`, loaded when it is asked for.
"""

from __future__ import annotations

import argparse
import gc
import sys
from importlib import import_module

from .commands.options import FileTrouble, UsageError
from .ground.process import Answer, emit
from .ground.progress import progress, show_progress
from .ground.version import __version__
from .ground.wording import encoded, visible
from .inputs import BlindGold, ScoringError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

CANNOT_BE_SCORED = 1
WRONG_USAGE = 2

COMMANDS = {
    "score": "score one or several systems",
    "check": "find everything that is wrong with a submission",
    "explain": "show what each negation counted as, and why",
    "compare": "test whether the difference between systems is real",
    "verify": "verify whether a recorded report is right, and which scorer gave it",
    "baseline": "write a system's file with gold's cues and simple scopes",
    "convert": "convert corpora and predictions from one format to another",
    "agreement": "measure how far two annotations of one text agree",
    "dropin": "write a file that stands in for a Perl script",
}
"""The commands, each with what it does: the name is that of its file in `commands`."""


def parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of a command line; of the commands it knows only the one asked for."""
    top = argparse.ArgumentParser(
        prog="sem2012-scorer",
        description="Scoring of negation: the scorers of *SEM 2012 and NEGES 2018, and NIS.",
        epilog="sem2012-scorer score --help says more",
    )
    top.add_argument("--version", action="version", version="sem2012_scorer %s" % __version__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    asked_for = next((word for word in arguments if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == asked_for:
            module = import_module(".commands." + name, __package__)
            command.description, command.epilog = module.DESCRIPTION, module.EPILOG
            command.set_defaults(answer=module.answer)
            module.add_arguments(command)
    return top


def answer(arguments: Sequence[str]) -> Answer:
    """Return what the command answers; argparse prints help and usage errors itself."""
    options = parser(arguments).parse_args(arguments)
    try:
        found: Answer = options.answer(options)
        return found
    except BrokenPipeError:
        # The reader of standard output has gone: `emit` ends the run as such runs end.
        raise
    except (UsageError, ModuleNotFoundError) as error:
        return _failure(error, WRONG_USAGE)
    except BlindGold as error:
        # Gold may look as if it had no annotation because it is another task's.
        from .commands.files import notes_on_style

        golds = [options.gold] if isinstance(options.gold, str) else options.gold
        return _failure(error, CANNOT_BE_SCORED, notes_on_style(golds, options.scorer))
    except (ScoringError, FileTrouble, OSError) as error:
        return _failure(error, CANNOT_BE_SCORED)


def command_answer(arguments: Sequence[str]) -> Answer:
    """Return what ``sem2012-scorer`` answers: standard output and error as bytes, and the exit status.

    It does not end the process, and prints nothing: help and wrong usage are an answer too. Files
    that the command writes are written.

    >>> found = command_answer(["score", "-g", "fixtures/all-right/gold.txt",
    ...                         "-s", "fixtures/all-right/system.txt"])
    >>> found.status, found.stdout.count(b"100.00")
    (0, 35)
    >>> command_answer(["score"]).status
    2
    """
    from contextlib import redirect_stderr, redirect_stdout
    from io import StringIO

    out, err = StringIO(), StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            return answer(arguments)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0
        return Answer(encoded(out.getvalue()), encoded(err.getvalue()), status)


def _failure(error: Exception, status: int, notes: str = "") -> Answer:
    return Answer(b"", encoded("sem2012-scorer: %s\n%s" % (visible(str(error)), notes)), status)


def _answer_shown(arguments: Sequence[str]) -> Answer:
    """Return what the command answers, and show on a terminal how far it is."""
    show_progress()
    try:
        return answer(arguments)
    finally:
        for shown in progress:
            shown.clear()


MOST_UNCOLLECTED = 100_000
"""How many containers are made before those in circles are looked for: there are few of these."""


def main() -> NoReturn:
    """Be the installed command ``sem2012-scorer``."""
    gc.set_threshold(MOST_UNCOLLECTED)
    emit(lambda: _answer_shown(sys.argv[1:]), is_original=False)


if __name__ == "__main__":
    main()
