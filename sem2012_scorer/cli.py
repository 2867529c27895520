"""The command for people, ``sem2012-scorer``: its parser and its exit statuses.

Each command is a file in `commands`, loaded when it is asked for.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from .commands.arguments import UsageError, decide_scorer
from .commands.files import note_on_scorer
from .common.errors import ScoringError
from .common.process import UNPRINTED, Answer, emit, end_process_in_order
from .common.version import __version__
from .common.wording import text_as_bytes, wording_in_visible_lines
from .reading.facts import ScorerNotNamed
from .reading.sentences import ShapeError
from .reading.source import NotReadable

CANNOT_BE_SCORED = 1
WRONG_USAGE = 2


def _read_help_of_commands() -> dict[str, list[str]]:
    """Return by command what it does, in a line, and the help before and after its options: see ``help.txt``."""
    path = os.path.join(os.path.dirname(__file__), "commands", "help.txt")
    with open(path, encoding="utf-8") as stream:
        parts = re.split(r"^\[(\w+)\] (.*)\n", stream.read(), flags=re.MULTILINE)[1:]
    commands = {}
    # Each command has its name, a line, and a text in two parts.
    for name, summary, text in zip(parts[::3], parts[1::3], parts[2::3]):
        commands[name] = [summary, *text.strip().split("\n\n", 1)]
    return commands


COMMANDS = _read_help_of_commands()
"""The commands, each with its help. The file in `commands` has the same name."""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help in few lines: an option with both of its names has its values once."""

    def __init__(self, prog: str) -> None:
        # With a width, argparse does not load what asks the terminal for its own.
        super().__init__(prog, max_help_position=28, width=78)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        values = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {values}"

    def _split_lines(self, text: str, width: int) -> list[str]:
        import textwrap

        return textwrap.wrap(text, width, break_on_hyphens=False)

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        shown = super()._format_args(action, default_metavar)
        if action.nargs == "+":
            return shown.partition(" ")[0] + " ..."
        return shown


class Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviated options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Help, add_help=False, **settings)
        # Whoever reads the help need not be told how to get it.
        self.add_argument("-h", "--help", action="help", help=argparse.SUPPRESS)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help, a version or an error; exit with an error if standard output cannot be written."""
        if file is not sys.stdout or file is None:
            super()._print_message(message, file)
            return
        try:
            file.write(message)
            file.flush()
        except OSError as error:
            # Python would write the rest of the buffer again, and report the error a second time.
            os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())
            reason = UNPRINTED[False] % os.fsencode(error.strerror or str(error))
            self.exit(WRONG_USAGE, reason.decode())


USAGE = """\
sem2012-scorer COMMAND [options]
       sem2012-scorer -g GOLD -s SYSTEM          (the same as: score)"""


def _help_overview() -> str:
    """Return what the command is for, and a line for each command."""
    lines = [
        "Score negation cues and scopes exactly as the scorers of *SEM 2012 and NEGES 2018 did."
    ]
    lines.append("")
    for name, (summary, *_) in COMMANDS.items():
        lines.append(f"  {name:<{max(map(len, COMMANDS))}}  {summary}")
    return "\n".join(lines)


def parser(arguments: Sequence[str]) -> Parser:
    """Return the parser of a command line; of the commands it knows only the one asked for."""
    top = Parser(
        prog="sem2012-scorer",
        usage=USAGE,
        description=_help_overview(),
        epilog="sem2012-scorer COMMAND --help describes a command.",
    )
    top.add_argument("--version", action="version", version=f"sem2012_scorer {__version__}")
    # The overview has the commands already.
    commands = top.add_subparsers(
        dest="command",
        required=True,
        metavar="COMMAND",
        prog="sem2012-scorer",
        help=argparse.SUPPRESS,
    )
    asked_for = next((word for word in arguments if not word.startswith("-")), None)
    is_plain = asked_for in COMMANDS and arguments[0] == asked_for
    for name, (_, description, epilog) in COMMANDS.items():
        if is_plain and name != asked_for:
            continue  # nobody sees them
        command = commands.add_parser(name)
        if name == asked_for:
            module = import_module(".commands." + name, __package__)
            command.description, command.epilog = description, epilog
            command.set_defaults(answer=module.answer, parser=command)
            module.add_arguments(command)
    return top


def _put_command_first(arguments: Sequence[str]) -> list[str]:
    words = list(arguments)
    if words[:1] == ["help"]:
        words = words[1:2] + ["--help"]
    elif words and words[0] not in ("-h", "--help", "--version") and words[0].startswith("-"):
        # The originals' own form.
        words.insert(0, "score")
    return words


def answer(arguments: Sequence[str]) -> Answer:
    """Return what the command answers; argparse prints help and usage errors itself."""
    words = _put_command_first(arguments)
    top = parser(words)
    options, more = top.parse_known_args(words)
    if more:
        options.parser.error("unrecognized arguments: " + " ".join(more))
    decide_scorer(options)
    return _run_command(options)


def _run_command(options: argparse.Namespace) -> Answer:
    """Return what a command answers; an error is an answer too."""
    try:
        return options.answer(options)  # type: ignore[no-any-return]
    except BrokenPipeError:
        # The reader of standard output has gone: `emit` ends the run as such runs end.
        raise
    except (UsageError, NotReadable) as error:
        return _answer_with_error(error, WRONG_USAGE)
    except ModuleNotFoundError as error:
        return _answer_with_error(f"{error}: pip install {error.name}", WRONG_USAGE)
    except ImportError as error:
        # A library that cannot be loaded: mostly, no memory is left for it.
        return _answer_with_error(f"{error}: {NO_MEMORY}", WRONG_USAGE)
    except (ScoringError, ShapeError) as error:
        # The files may be another task's.
        notes = ""
        if options.scorer is not None and not isinstance(error, ScorerNotNamed):
            notes = note_on_scorer(getattr(options, "gold", None) or [], options.scorer)
        return _answer_with_error(error, CANNOT_BE_SCORED, notes)
    except OSError as error:
        # As of a folder that cannot be read.
        words = f"cannot read {error.filename}: {error.strerror}" if error.filename else error
        return _answer_with_error(words, WRONG_USAGE)
    except MemoryError:
        return _answer_with_error(NO_MEMORY, WRONG_USAGE)


NO_MEMORY = (
    "not enough memory for these files: raise the limit, or split the files between two sentences"
)


def _answer_with_error(error: Exception | str, status: int, notes: str = "") -> Answer:
    return Answer(
        b"",
        text_as_bytes(f"sem2012-scorer: {wording_in_visible_lines(str(error))}\n{notes}"),
        status,
    )


def main() -> NoReturn:
    """Answer the command line, and exit."""
    end_process_in_order()
    emit(lambda: answer(sys.argv[1:]), is_original=False)


if __name__ == "__main__":
    main()
