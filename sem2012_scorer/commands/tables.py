"""What a table shows: which rows, which scores, and what systems are called."""

from __future__ import annotations

import os

from ..comparing.measured import CORRECT, CORRECT_NEGATION
from ..focus import IDENTIFIER as FOCUS
from ..legacy.originals import ORIGINALS
from .files import check_twice, shown_name
from .options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Iterable, Sequence


def without_effect(
    options: argparse.Namespace, formats: Iterable[tuple[str, Collection[str], object]]
) -> list[str]:
    """Return notes on options that have no effect in the format that was chosen.

    Of each option, in words: the formats in which it has one, and its default.
    """
    return [
        "--%s has no effect with --format %s" % (name.replace("_", "-"), options.format)
        for name, own, default in formats
        if getattr(options, name.replace("-", "_")) != default and options.format not in own
    ]


METRICS = {"p": "precision", "r": "recall", "f1": "f1"}
SHORT = {"tokens": "scope_tokens", "full": "full_negations"}
"""Short names of rows that are not what is measured."""

OF_SENTENCES = {"correct": CORRECT, "correct_negation": CORRECT_NEGATION}
"""Short names of the percentages of correct sentences."""


def add_table(command: argparse.ArgumentParser) -> None:
    """Add the options that say what a table shows."""
    command.add_argument(
        "--rows",
        metavar="ROWS",
        help="of cues, scopes, tokens, events, full, correct, nis",
    )
    command.add_argument("--metrics", metavar="P,R,F1", help="only these, of p, r and f1")
    command.add_argument("--names", nargs="+", metavar="NAME", help="what the systems are called")


def metrics_of(words: str | None, default: Sequence[str]) -> list[str]:
    """Return the scores that are asked for; raise UsageError for others."""
    if words is None:
        return list(default)
    found = []
    for word in words.split(","):
        name = word.strip().lower()
        if name not in METRICS:
            raise UsageError("--metrics takes %s, not %s" % (", ".join(METRICS), word.strip()))
        found.append(METRICS[name])
    return found


def labels_of(
    words: str | None, scorer: str, has_nis: bool, has_sentences: bool = False
) -> list[str] | None:
    """Return the labels of the rows that are asked for, None for all; raise UsageError for others.

    Where it `has_sentences`, the percentages of correct sentences are rows too.
    """
    if words is None:
        return None
    if scorer == FOCUS:
        raise UsageError("--rows is for the scorers of negation: %s has one row" % FOCUS)
    table = ORIGINALS[scorer].table
    rows = table.rows + table.rows_b
    by_label = {row.label.lower(): row.label for row in rows}
    more = ["nis (with --nis)"]
    if has_sentences:
        by_label.update(OF_SENTENCES)
        by_label.update((label, label) for label in OF_SENTENCES.values())
        more = [*OF_SENTENCES, *more]
    labels: list[str] = []
    for word in words.split(","):
        name = word.strip().lower()
        if name == "nis" and has_nis:
            labels.append("NIS")
        elif name in by_label:
            labels.append(by_label[name])
        elif SHORT.get(name, name) in table.labels:
            labels.append(table.labels[SHORT.get(name, name)])
        else:
            there = ", ".join([*[row.label for row in rows], *more])
            raise UsageError("there is no row %r; there are: %s" % (word.strip(), there))
    return list(dict.fromkeys(labels))


def is_shown(label: str, labels: Sequence[str] | None) -> bool:
    """Return True if a row is among those that are asked for."""
    return labels is None or label in labels or (label.startswith("NIS") and "NIS" in labels)


def names_of(systems: Sequence[str], names: Sequence[str] | None) -> dict[str, str]:
    """Return each system's name: as asked for, or the shortest part of its path that no other has."""
    paths = list(systems)
    check_twice(paths)
    if names is not None:
        return dict(zip(paths, checked_names(names, len(paths))))
    for length in range(1, 1 + max(path.count(os.sep) + 1 for path in paths)):
        short = [
            shown_name(os.sep.join(path.rstrip(os.sep).split(os.sep)[-length:])) for path in paths
        ]
        if len(set(short)) == len(paths):
            return dict(zip(paths, short))
    return dict(zip(paths, paths))


def checked_names(names: Sequence[str], number: int) -> Sequence[str]:
    """Return names, one for each of `number` systems; raise UsageError for others."""
    if len(names) != number:
        raise UsageError("--names takes a name for each system: %d here" % number)
    if len(set(names)) != number or not all(name.strip() for name in names):
        raise UsageError("--names takes names that differ and are not empty")
    return names
