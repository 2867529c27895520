"""What a table shows: which rows, which scores, and what systems are called."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence

from ..common.measures import METRICS
from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import ORIGINALS
from .arguments import UsageError
from .files import check_twice, shown_name


def metrics_of(words: str | None) -> list[str]:
    """Return the scores that are asked for, as p, r and f1; raise UsageError for others."""
    metrics = [word.strip().lower() for word in (words or "f1").split(",")]
    wrong = [name for name in metrics if name not in METRICS]
    if wrong:
        raise UsageError("--metrics takes {}, not {}".format(", ".join(METRICS), wrong[0]))
    return list(dict.fromkeys(metrics))


def labels_of(
    words: Sequence[str] | None, scorer: str, has_nis: bool, more: Collection[str] = ()
) -> list[str] | None:
    """Return the labels of the rows that are asked for, None for all; raise UsageError for others.

    Rows are named as `verifying.names` says; `more` are short names of what is no row of a report.
    """
    if words is None:
        return None
    if scorer == FOCUS:
        raise UsageError(f"--rows is for the scorers of negation: {FOCUS} has one row")
    from ..common.measures import OTHER_NAMES, name_of_row
    from ..verifying.names import measure_of

    original = ORIGINALS[scorer]
    rows = original.rows + original.rows_b
    labels = {name_of_row(row.place, row.divided_by_system): row.label for row in rows}
    labels |= {
        n: label for label, n in OTHER_NAMES.items() if (has_nis and "NIS" in label) or n in more
    }
    groups = {
        "scopes": [name for name in labels if name.startswith("scopes-") and name[-2:] != "-b"],
        "b": [name for name in labels if name.endswith("-b")],
        "nis": [label for label in labels if label.startswith("nis-")],
        "all": list(labels),
    }
    by_label = {label.lower(): name for name, label in labels.items()}
    wanted: list[str] = []
    for word in [part.strip() for one in words for part in one.split(",") if part.strip()]:
        name = by_label.get(word.lower(), word.lower())
        if name not in labels and name not in groups:
            try:
                name = measure_of(word).name
            except ValueError as error:
                raise UsageError(str(error)) from None
        chosen = groups.get(name, [name] if name in labels else [])
        if not chosen:
            hint = " without --nis" if name.startswith("nis") and not has_nis else ""
            known = ", ".join(labels)
            raise UsageError(f"{scorer} has no row {word}{hint}; its rows: {known}")
        wanted += [labels[label] for label in chosen]
    if not wanted:
        raise UsageError(f"--rows names no row; the rows: {', '.join(labels)}")
    return list(dict.fromkeys(wanted))


def names_of(systems: Sequence[str], names: Sequence[str] | None) -> dict[str, str]:
    """Return each system's name: as asked for, or the shortest part of its path that no other has."""
    paths = list(systems)
    check_twice(paths)
    if names is not None:
        if len(names) != len(paths):
            raise UsageError("--names takes a name for each system: %d here" % len(paths))
        if len(set(names)) != len(paths) or not all(name.strip() for name in names):
            raise UsageError("--names takes names that differ and are not empty")
        return dict(zip(paths, names))
    for length in range(1, 1 + max(path.count(os.sep) + 1 for path in paths)):
        short = [
            shown_name(os.sep.join(path.rstrip(os.sep).split(os.sep)[-length:])) for path in paths
        ]
        if len(set(short)) == len(paths):
            return dict(zip(paths, short))
    return dict(zip(paths, paths))
