"""What a table shows: which rows, which scores, and what systems are called."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..common.measures import METRICS
from ..common.wording import plural
from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import ORIGINALS
from .arguments import UsageError
from .files import check_files_named_twice, name_of_command_file

ROW_GROUPS = ("scopes", "b", "nis", "all")
"""The words that name several rows."""


def add_selection_arguments(command: argparse._ActionsContainer) -> None:
    """Add what a table shows: ``--rows``, ``--metrics`` and ``--names``."""
    command.add_argument(
        "--rows",
        nargs="+",
        action="extend",
        metavar="ROW",
        help="only these rows: cues scopes-cm scopes-ncm tokens events full; cues-b and so on for "
        "the B rows; or the groups b scopes nis all",
    )
    command.add_argument(
        "--metrics",
        metavar="p,r,f1",
        help="which scores to show of several files or systems (JSON and TSV of score have all)",
    )
    command.add_argument(
        "--names", nargs="+", metavar="NAME", help="names for the systems, or for the files of one"
    )


def metrics_of(words: str | None) -> list[str]:
    """Return the scores that are asked for, as p, r and f1; raise UsageError for others."""
    given = "f1" if words is None else words
    metrics = [word.strip().lower() for word in given.split(",")]
    wrong = [name for name in metrics if name not in METRICS]
    if wrong:
        raise UsageError(f"--metrics takes {', '.join(METRICS)}, not {wrong[0] or 'nothing'}")
    return list(dict.fromkeys(metrics))


def selected_row_labels(
    words: Sequence[str] | None, scorer: str, has_nis: bool, more: Collection[str] = ()
) -> list[str] | None:
    """Return the labels of the rows that are asked for, None for all; raise UsageError for others.

    Rows are named as `verifying.names` says; `more` are short names of what is no row of a report.
    """
    if words is None:
        return None
    if scorer == FOCUS:
        raise UsageError(f"--rows is for the scorers of negation: {FOCUS} has one row")
    labels = selectable_labels(scorer, has_nis, more)
    labels_wanted: list[str] = []
    for word in _split_words(words):
        names = _names_wanted(word, labels)
        if not names:
            hint = ""
            name = _short_name_of_row(word, labels)
            if name.startswith("nis") and not has_nis:
                hint = " without --nis"
            if name in ("cns", "sentences"):
                raise UsageError(
                    f"the row {word} cannot be chosen here; compare and verify take it"
                )
            groups = [group for group in ROW_GROUPS if _rows_of_group(group, labels)]
            rows = f"its rows: {', '.join(labels)}; groups: {', '.join(groups)}"
            what = "rows" if name in ROW_GROUPS else "row"
            raise UsageError(f"{scorer} has no {what} {word}{hint}; {rows}")
        labels_wanted += [labels[name] for name in names]
    if not labels_wanted:
        raise UsageError(f"--rows names no row; the rows: {', '.join(labels)}")
    return list(dict.fromkeys(labels_wanted))


def selectable_labels(scorer: str, has_nis: bool, more: Collection[str]) -> dict[str, str]:
    """Return the labels of the rows of a scorer by their short names, those of `more` last."""
    from ..common.measures import OTHER_NAMES, measure_short_name

    original = ORIGINALS[scorer]
    labels = {}
    for row in original.rows + original.rows_b:
        labels[measure_short_name(row.place, row.divided_by_system)] = row.label
    for label, name in OTHER_NAMES.items():
        if (has_nis and "NIS" in label) or name in more:
            labels[name] = label
    return labels


def _split_words(words: Sequence[str]) -> list[str]:
    """Return what the words name, which may be separated by commas too."""
    parts = [part.strip() for word in words for part in word.split(",")]
    return [part for part in parts if part]


def _names_wanted(word: str, labels: Mapping[str, str]) -> list[str]:
    """Return the short names of the rows that a word names, none for a row that there is not."""
    name = _short_name_of_row(word, labels)
    if name in ROW_GROUPS:
        return _rows_of_group(name, labels)
    if name in labels:
        return [name]
    return []


def _short_name_of_row(word: str, labels: Mapping[str, str]) -> str:
    """Return the short name of a row or a group by that, by its label, or by another name; raise UsageError for two."""
    from ..verifying.names import is_ambiguous_name, row_by_name

    by_label = {label.lower(): name for name, label in labels.items()}
    name = by_label.get(word.lower(), word.lower())
    if name in labels or name in ROW_GROUPS:
        return name
    try:
        return row_by_name(word).name
    except ValueError as error:
        if is_ambiguous_name(word):
            raise UsageError(str(error)) from None
        return name  # no scorer has such a row


def _rows_of_group(group: str, labels: Iterable[str]) -> list[str]:
    """Return the short names of the rows of a group, none if the scorer has none of them."""
    if group == "scopes":
        return [n for n in labels if n.startswith("scopes-") and not n.endswith("-b")]
    if group == "b":
        return [name for name in labels if name.endswith("-b")]
    if group == "nis":
        return [name for name in labels if name.startswith("nis-")]
    return list(labels)


def names_of(systems: Sequence[str], names: Sequence[str] | None) -> dict[str, str]:
    """Return each system's name: as asked for, or the shortest part of its path that no other has."""
    paths = list(systems)
    check_files_named_twice(paths)
    if names is not None:
        if len(names) != len(paths):
            raise UsageError(
                "--names needs one name for each system: %s for %s"
                % (plural(len(names), "name"), plural(len(paths), "system"))
            )
        if len(set(names)) != len(paths) or not all(name.strip() for name in names):
            raise UsageError("--names takes names that differ and are not empty")
        return dict(zip(paths, names))
    longest = max(path.count(os.sep) + 1 for path in paths)
    for length in range(1, longest + 1):
        short = [_last_parts(path, length) for path in paths]
        if len(set(short)) == len(paths):
            return dict(zip(paths, short))
    return dict(zip(paths, paths))


def _last_parts(path: str, length: int) -> str:
    """Return the last parts of a path, as it is shown."""
    return name_of_command_file(os.sep.join(path.rstrip(os.sep).split(os.sep)[-length:]))
