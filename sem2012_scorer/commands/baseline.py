"""What ``score`` wrote before, as JSON or TSV: does it write the same now? For regression checks."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterator
from typing import Any

from ..reading.source import Source
from ..verifying.alone import Apart, differing
from ..verifying.names import measure_of
from ..verifying.reports import NOT_REPRODUCED, REPRODUCED, Verified
from . import score
from .files import source
from .options import UsageError

TSV_START = b"kind\tname\tmeasure\t"


def is_baseline(path: str) -> bool:
    """Return whether a file is what ``score`` writes as JSON or TSV."""
    if not os.path.isfile(path):
        return False
    head = source(path).head()
    return head.lstrip().startswith(b"{") or head.startswith(TSV_START)


def verify_baseline(options: argparse.Namespace) -> Verified:
    """Return whether ``score`` writes the same numbers for the files of `options`."""
    (path,) = options.reports
    recorded = values_of(_text(source(path)))
    signatures = [value for (_, column), value in recorded.items() if column == "signature"]
    if not signatures:
        raise UsageError(f"{path}: no signature: this is not what score writes as JSON or TSV")
    again = score.answer(_score_options(options, recorded, signatures[0]))
    computed = values_of(again.stdout.decode("utf-8"))
    apart: tuple[Apart, ...] = differing(recorded, computed)
    left = [cell for cell in recorded if cell not in computed]
    apart += tuple([(*cell, recorded[cell], "missing") for cell in left])
    if not apart:
        said = "reproduced: all %d values that score wrote are the same" % len(computed)
        return Verified(REPRODUCED, said)
    every = len({*recorded, *computed})
    said = "not reproduced: %d of %d values differ" % (len(apart), every)
    return Verified(NOT_REPRODUCED, said, apart)


def _text(file: Source) -> str:
    return file.content().decode("utf-8", "backslashreplace").removeprefix("\ufeff")


def values_of(text: str) -> dict[tuple[str, str], str]:
    """Return all values in the JSON or TSV of ``score``, by row and column, without paths and version."""
    if text.lstrip().startswith("{"):
        try:
            leaves = list(_leaves(json.loads(text), ()))
        except ValueError as error:
            raise UsageError(f"not readable as JSON: {error}") from None
        found = {(" ".join(path[:-1]) or "-", path[-1]): value for path, value in leaves}
    else:
        found = _cells(text)
    return {
        cell: re.sub(r"version:[^|]*", "version", value)
        for cell, value in found.items()
        if cell[1] not in ("name", "kind", "measure")
    }


def _cells(text: str) -> dict[tuple[str, str], str]:
    """Return the cells of a TSV by the number of their result with the measure, and by their head."""
    head, *rows = [line.split("\t") for line in text.splitlines()]
    found: dict[tuple[str, str], str] = {}
    result = 0
    before: list[str] = []
    for row in rows:
        result += row[:2] != before
        before = row[:2]
        cells = dict(zip(head, row))
        named = "%d %s" % (result, cells.get("measure", ""))
        found.update(((named, name), value) for name, value in cells.items())
    return found


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each value in JSON that is no object or list, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value, start=1):
            yield from _leaves(inner, (*path, str(number)))
    else:
        yield path or ("-",), json.dumps(value)


def _score_options(
    options: argparse.Namespace, recorded: dict[tuple[str, str], str], signature: str
) -> argparse.Namespace:
    """Return the options with which ``score`` wrote a text, as far as it says them."""
    parts = dict(part.partition(":")[::2] for part in signature.strip('"').split("|"))
    text = _text(source(options.reports[0]))
    is_json = text.lstrip().startswith("{")
    label = re.compile(r"(?:.* )?(?:measures|nis) (.+?)(?: printed)?" if is_json else r"\d+ (.+)")
    found = [match[1] for row, _ in recorded if (match := label.fullmatch(row))]
    rows = [measure_of(name).name for name in dict.fromkeys(found)]
    mean = re.search(r"plain mean over \d+ \w+(, as printed)?", text)
    made = argparse.Namespace(**vars(options))
    made.scorer = options.scorer or parts.get("scorer", "").rpartition("-")[0]
    made.nis, made.punctuation = "nis" in parts, parts.get("punctuation")
    made.mean = None if mean is None else ("printed" if mean[1] else "plain")
    made.rows = rows or None
    made.metrics = made.names = made.output = None
    made.format = "json" if is_json else "tsv"
    return made
