"""What the commands share: their options, how they are used wrongly, and notes.

Each function `add_...` adds options to a command, in the order in which its help shows them.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable
from typing import Any

from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import EVAL_CD_SCO, ORIGINALS
from ..reading.facts import INPUT_FORMATS
from ..reporting.nis import BY_FORM, BY_TAG, Rules

TABLE_FORMATS = ("text", "json", "tsv", "markdown", "latex")


class UsageError(Exception):
    """The command is used wrongly, as with files that cannot be paired; the text says what to do."""


SCORERS = (*ORIGINALS, FOCUS)
"""The identifiers of all legacy scorers: of negation, and of its focus."""


def scorer_argument(name: str) -> str:
    """Return the identifier of a scorer by its own, by what signatures print, or by the script's name."""
    by_name = {f"{name}-{original.version}": name for name, original in ORIGINALS.items()}
    # An identifier comes before what a signature prints: eval.cd-sco-2.0 has its version in it.
    by_name |= {"pb-foc_evaluation": FOCUS, **{original: original for original in SCORERS}}
    return by_name.get(name.removesuffix(".pl").removesuffix(".py"), name)


STANDARD_OUTPUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def argument_for_output(name: str) -> str:
    """Return the name of an output: ``-`` for standard output, whatever it is called.

    Opened by another name, it would be written from its beginning, over what is there.
    """
    if name in STANDARD_OUTPUT:
        return "-"
    return name


# Options ------------------------------------------------------------------------------------------


def add_files(
    command: argparse.ArgumentParser,
    scorers: Collection[str] = SCORERS,
    scorer_in_words: str = "",
    is_required: bool = False,
) -> argparse._ActionsContainer:
    """Add ``-g``, ``-s`` and ``--scorer``; return the group of ``--scorer``, for what else is scored.

    With `is_required`, gold and system must be given.
    """
    files = command.add_argument_group("files")
    add_gold(files, is_required)
    add_system(files, is_required)
    scored = command.add_argument_group("what is scored")
    add_scorer(scored, scorers, scorer_in_words)
    return scored


def argument_group_for_output(command: argparse.ArgumentParser) -> argparse._ActionsContainer:
    """Return a new group for what is shown, and where."""
    return command.add_argument_group("output")


def add_gold(command: argparse._ActionsContainer, is_required: bool = False) -> None:
    """Add ``-g``."""
    command.add_argument(
        "-g",
        "--gold",
        nargs="+",
        action="extend",
        required=is_required,
        metavar="GOLD",
        help="gold file(s), or a folder",
    )


def add_system(command: argparse._ActionsContainer, is_required: bool = False) -> None:
    """Add ``-s``."""
    command.add_argument(
        "-s",
        "--system",
        nargs="+",
        action="extend",
        required=is_required,
        metavar="SYSTEM",
        help="system file(s), or a folder; - is standard input",
    )


def decide_scorer(options: argparse.Namespace) -> None:
    """Set the scorer to the command's usual one, unless the user has named one; nothing else decides it."""
    options.is_scorer_named = getattr(options, "scorer", None) is not None
    if not options.is_scorer_named:
        options.scorer = getattr(options, "usual_scorer", None)


def add_scorer(
    command: argparse._ActionsContainer,
    scorers: Collection[str] = SCORERS,
    scorer_in_words: str = "",
) -> None:
    """Add ``--scorer``, which takes one of `scorers`.

    Without it, the scorer is the usual one, or None and called `scorer_in_words`, if that is given.
    """
    names = ", ".join(scorers)
    usual = None if scorer_in_words else EVAL_CD_SCO.identifier
    command.add_argument(
        "--scorer",
        type=scorer_argument,
        choices=tuple(scorers),
        metavar="ID",
        help=f"the legacy scorer: {names} (default: {usual or scorer_in_words})",
    )
    command.set_defaults(usual_scorer=usual)


def add_nis(command: argparse._ActionsContainer) -> None:
    """Add ``--nis`` and ``--punctuation``, which `nis_argument` reads."""
    command.add_argument(
        "--nis",
        action="store_true",
        help="add negation-instance scores (Sineva et al. 2021)",
    )
    command.add_argument(
        "--punctuation",
        choices=(BY_TAG, BY_FORM),
        help="for --nis: which tokens are punctuation: those that gold's tag marks (default), "
        "or words without letters and digits",
    )


def add_output(command: argparse._ActionsContainer, formats: Iterable[str]) -> None:
    """Add ``--format``, which takes one of `formats`, and ``-o``."""
    command.add_argument(
        "--format",
        choices=tuple(formats),
        default="text",
        help="output format (default: text)",
    )
    add_argument_for_output(command)


def add_argument_for_output(command: argparse._ActionsContainer) -> None:
    """Add ``-o``."""
    command.add_argument(
        "-o",
        "--output",
        type=argument_for_output,
        metavar="FILE",
        help="write to FILE; on an error, FILE stays as it was",
    )


PREDICTIONS = "predictions (labels, word|label pairs, JSON; not needed for columns)"
OTHER_OPTIONS = """\
--from FORMAT  --fields WHAT=NAME ...  --labels LABEL=MEANING ...  --affixes A ...
--gold-cues  --allow-missing  --skip-unplaced: see sem2012-scorer convert --help"""


def add_predictions(
    command: argparse.ArgumentParser, more: tuple[str, ...] = (), is_explained: bool = False
) -> None:
    """Add the options for predictions; `more` are further formats of the command. One command's help explains them."""
    formats = (*INPUT_FORMATS, *more)
    group = command.add_argument_group(PREDICTIONS, None if is_explained else OTHER_OPTIONS)

    def add(flag: str, words: str, **settings: Any) -> None:
        group.add_argument(flag, help=words if is_explained else argparse.SUPPRESS, **settings)

    several: dict[str, Any] = {"nargs": "+", "default": []}
    words = f"the format: {', '.join(formats)}"
    add("--from", words, dest="read_as", choices=formats, default="", metavar="FORMAT")
    words = "which column or key holds what: word=4 label=7"
    add("--fields", words, action="extend", metavar="WHAT=NAME", **several)
    words = "what a label means: CUE, SCOPE, EVENT or O"
    add("--labels", words, action="extend", metavar="LABEL=MEANING", **several)
    words = "cut whole-word cues down to an affix: gold, as gold has them, or a list: un in less"
    add("--affixes", words, metavar="A", **several)
    add("--gold-cues", "take gold's cues; the file has scopes only", action="store_true")
    words = "sentences without a prediction have no negation"
    add("--allow-missing", words, action="store_true")
    words = "leave out strings that are not in their sentence"
    add("--skip-unplaced", words, action="store_true")


# What is made of them -----------------------------------------------------------------------------


def nis_argument(options: argparse.Namespace) -> bool | Rules:
    """Return the rules asked for, or False; raise UsageError if only half of the options are given."""
    if options.punctuation is not None and not options.nis:
        raise UsageError("--punctuation needs --nis")
    if not options.nis:
        return False
    return Rules(options.punctuation or BY_TAG)
