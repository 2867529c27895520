"""What the commands share: their options, how they are used wrongly, and notes."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable
from typing import Any

from ..common.wording import visible_lines
from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import EVAL_CD_SCO, ORIGINALS
from ..reading.kinds import INPUT_FORMATS
from ..reporting.nis import BY_FORM, BY_TAG, Rules

TABLE_FORMATS = ("text", "json", "tsv", "markdown", "latex")


class UsageError(Exception):
    """The command is used wrongly, as with files that cannot be paired; the text says what to do."""


SCORERS = (*ORIGINALS, FOCUS)
"""The identifiers of all legacy scorers: of negation, and of its focus."""


def scorer_named(name: str) -> str:
    """Return the identifier of a scorer by its own, by what signatures print, or by the script's name."""
    by_name = {f"{name}-{original.version}": name for name, original in ORIGINALS.items()}
    # An identifier comes before what a signature prints: eval.cd-sco-2.0 has its version in it.
    by_name |= {"pb-foc_evaluation": FOCUS, **{original: original for original in SCORERS}}
    return by_name.get(name.removesuffix(".pl").removesuffix(".py"), name)


STANDARD_OUTPUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def output_name(name: str) -> str:
    """Return the name of an output: ``-`` for standard output, whatever it is called.

    Opened by another name, it would be written from its beginning, over what is there.
    """
    return "-" if name in STANDARD_OUTPUT else name


def _several(metavar: str, words: str, default: list[str] | None = None) -> dict[str, Any]:
    settings = {"nargs": "+", "action": "extend", "metavar": metavar, "help": words}
    return {**settings, "default": default}


def _flag(words: str) -> dict[str, Any]:
    return {"action": "store_true", "help": words}


_ROWS = "cues scopes-cm scopes-ncm tokens events full (-b: B), or b scopes nis all"
OPTIONS: dict[str, dict[str, Any]] = {
    "-g": _several("GOLD", "gold file(s), or a folder"),
    "-s": _several("SYSTEM", "system file(s), or a folder; - is standard input"),
    "--pair": {"metavar": "REGEX", "help": "pair files by what REGEX matches in their path"},
    "--scorer": {
        "type": scorer_named,
        "default": EVAL_CD_SCO.identifier,
        "metavar": "ID",
        "help": "the legacy scorer: %s (default: %s)",
    },
    "--format": {"default": "text", "help": "output format (default: text)"},
    "--nis": _flag("add negation-instance scores (Sineva et al. 2021)"),
    "--punctuation": {
        "choices": (BY_TAG, BY_FORM),
        "help": "for --nis: decide by gold's tag (default) or by the token's form",
    },
    "--rows": _several("ROW", "only these rows: " + _ROWS),
    "--metrics": {"metavar": "p,r,f1", "help": "only these scores"},
    "--names": {"nargs": "+", "metavar": "NAME", "help": "names for the systems"},
    "-o": {"type": output_name, "metavar": "FILE", "help": "write to FILE, whole or not at all"},
}
"""The options that several commands have, by their first name."""
LONG = {"-g": "--gold", "-s": "--system", "-o": "--output"}
PREDICTIONS: dict[str, dict[str, Any]] = {
    "--from": {"dest": "read_as", "default": "", "metavar": "FORMAT"},
    "--fields": _several("WHAT=NAME", "which column or key holds what: word=4 label=7", []),
    "--labels": _several("LABEL=MEANING", "what a label means: CUE, SCOPE, EVENT or O", []),
    "--affixes": {
        "nargs": "+",
        "default": [],
        "metavar": "A",
        "help": "cues that are part of a word: gold (as gold has them), or a list of affixes",
    },
    "--gold-cues": _flag("take gold's cues; the file has scopes only"),
    "--allow-missing": _flag("sentences without a prediction have no negation"),
    "--skip-unplaced": _flag("leave out strings that are not in their sentence"),
}
"""The options for predictions."""


def add_options(
    command: argparse._ActionsContainer,
    names: str,
    scorers: Collection[str] = (),
    formats: Iterable[str] = (),
    is_required: bool = False,
    scorer_in_words: str = "",
) -> None:
    """Add options of `OPTIONS` by their names: ``--scorer`` takes one of `scorers`, ``--format`` of `formats`.

    With `is_required`, gold and system must be given. Without ``--scorer``, the scorer is None and
    called `scorer_in_words`, if that is given.
    """
    for name in names.split():
        settings = dict(OPTIONS[name])
        if name == "--format":
            settings["choices"] = tuple(formats)
        if name == "--scorer":
            settings["choices"] = tuple(scorers or SCORERS)
            default = settings["default"] = None if scorer_in_words else settings["default"]
            settings["help"] %= ", ".join(settings["choices"]), default or scorer_in_words
        if name in ("-g", "-s"):
            settings["required"] = is_required
        command.add_argument(*filter(None, (name, LONG.get(name))), **settings)


def add_predictions(command: argparse.ArgumentParser, more: tuple[str, ...] = ()) -> None:
    """Add the options for predictions; `more` are further formats of the command."""
    group = command.add_argument_group(
        "predictions (labels, word|label pairs, JSON; not needed for columns)"
    )
    formats = (*INPUT_FORMATS, *more)
    for name, settings in PREDICTIONS.items():
        if name == "--from":
            words = "the format: {}".format(", ".join(formats))
            settings = {**settings, "choices": formats, "help": words}
        group.add_argument(name, **settings)


def nis_of(options: argparse.Namespace) -> bool | Rules:
    """Return the rules asked for, or False; raise UsageError if only half of the options are given."""
    if options.punctuation is not None and not options.nis:
        raise UsageError("--punctuation goes with --nis")
    nis: bool | Rules = options.nis and Rules(options.punctuation or BY_TAG)
    return nis


def notes_of(said: Iterable[str], level: str = "note") -> str:
    """Return the notes, or warnings, for standard error, one per line, without repetitions."""
    return "".join(
        f"sem2012-scorer: {level}: {visible_lines(note)}\n" for note in dict.fromkeys(said)
    )
