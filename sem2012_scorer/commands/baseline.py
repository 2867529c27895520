"""What ``score`` wrote before, as JSON or TSV: does it write the same now? For regression checks.

In: the options of ``verify`` with one file that ``score`` wrote (`is_baseline`). Out: which of its values
differ (`verify_baseline`, to be read first).
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from ..common.columns import BYTE_ORDER_MARK
from ..common.measures import SCORES
from ..common.process import Answer
from ..common.wording import plural, shortened_list
from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import ORIGINALS
from ..reading.pair import AS_FOUND
from ..reading.predictions.model import PredictionError
from ..reading.sentences import ShapeError
from ..reading.source import Source
from ..verifying.alone import Apart
from ..verifying.recorded import Cell
from ..verifying.reports import NOT_REPRODUCED, REPRODUCED, Verified
from . import score
from .arguments import UsageError, scorer_argument
from .files import source_of_command_file
from .inputs import reading_of_options
from .results import MEAN, PLAIN, PRINTED
from .tables import TSV_COLUMNS

TSV_START = "\t".join(TSV_COLUMNS[:3])
TSV_START_OF_RUNS = "system\tmeasure\tscore\t"
OF_RUNS = (
    "this is a table of means over runs, or of compare, which cannot be verified: "
    "verify what score writes without --mean"
)
Values = dict[Cell, str]
"""What ``score`` wrote, by row and column."""
NOT_COMPARED = ("name", "kind", "measure", "version")
PRINTED_PREFIX = "printed_"
PRINTED_PERCENTAGES = tuple(PRINTED_PREFIX + name for name in SCORES)
PERCENTAGES = SCORES + PRINTED_PERCENTAGES
FLAGS = ("gold-cues", "allow-missing", "skip-unplaced")
MISSING = "missing"
MOST_MISSING = 3  # how many rows that are not in a file are named


class Baseline(NamedTuple):
    """What ``score`` wrote: its format, its values, and the options that it was called with.

    `labels` are those of its rows; `parts` are those of the signature, by name; `mean` is the kind of
    mean that it has, None for none; `names` are those of its results, in their order.
    """

    form: str
    values: Values
    labels: Sequence[str]
    parts: Mapping[str, str]
    mean: str | None
    names: tuple[str, ...]


class BaselineAnswer(NamedTuple):
    """Whether a baseline is reproduced, and what `score` wrote to standard error meanwhile."""

    verified: Verified
    stderr: bytes


def is_baseline(path: str) -> bool:
    """Return whether a file is JSON, or the TSV of ``score``."""
    if not os.path.isfile(path):
        return False
    return begins_as_baseline(source_of_command_file(path).head())


def begins_as_baseline(content: bytes) -> bool:
    """Return whether content begins as JSON, or as the TSV of ``score``."""
    head = content.removeprefix(BYTE_ORDER_MARK)
    starts = (TSV_START.encode(), TSV_START_OF_RUNS.encode())
    return head.lstrip().startswith(b"{") or head.startswith(starts)


def verify_baseline(options: argparse.Namespace) -> BaselineAnswer:
    """Return whether ``score`` writes the same numbers for the files of `options`."""
    (path,) = options.reports
    try:
        baseline = _read_baseline(_baseline_text(source_of_command_file(path)))
    except json.JSONDecodeError as error:
        why = f"line {error.lineno}: the JSON is damaged or cut off"
        raise UsageError(f"{path}: {why}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: {error}") from None
    again = _scored_again(options, baseline)
    text = again.stdout.decode("utf-8", "backslashreplace")
    if again.status and not text:
        words = "not reproduced: these files cannot be scored now"
        return BaselineAnswer(Verified(NOT_REPRODUCED, words), again.stderr)
    try:
        computed_baseline = _read_baseline(text)
    except ValueError:  # the files of a folder are runs, of which score writes another table
        words = "score writes another kind of table for this call: give -g and -s as score had them"
        raise UsageError(f"{path}: {words}") from None
    computed = computed_baseline.values
    if not again.status:
        _check_results(path, baseline, computed_baseline)
    before = baseline.values
    if scorer_argument(baseline.parts.get("scorer", "")) not in (*ORIGINALS, FOCUS):
        before, computed = _without_scorer(before), _without_scorer(computed)
    lost = _rows_lost(before, computed)
    compared = {cell: value for cell, value in computed.items() if cell[0] not in lost}
    verified = _differing_values(before, compared, options.tolerance)
    if again.status:
        # Values of the others have other places now, and the sums are missing.
        verified = Verified(NOT_REPRODUCED, "not reproduced: some files cannot be scored now")
    elif lost:
        verified = _with_lost_rows(verified, lost)
    return BaselineAnswer(verified, again.stderr)


def _scored_again(options: argparse.Namespace, baseline: Baseline) -> Answer:
    """Return what ``score`` answers now; raise UsageError where it cannot have been called so."""
    (path,) = options.reports
    try:
        return score.answer(_score_options(options, baseline))
    except PredictionError as error:
        what = f"(read as {path} was made; if the files are in columns, add --from columns)"
        raise PredictionError(error.file, error.line, *error.args[2:], what) from None
    except ShapeError:
        raise
    except UsageError as error:
        if baseline.mean is None:
            raise
        words = f"it has means over several files or systems: give -g and -s as score had them ({error})"
        raise UsageError(f"{path}: {words}") from None
    except ValueError as error:
        # The signature has a value that no option takes.
        raise UsageError(f"{path}: signature: {error}") from None


def _check_results(path: str, before: Baseline, now: Baseline) -> None:
    """Raise UsageError if a table has other results than a file, or the same in another order."""
    if now.names != before.names and sorted(now.names) == sorted(before.names):
        words = f"it has its results in another order: give -g and -s in the order of the file ({shortened_list(before.names, 3)})"
        raise UsageError(f"{path}: {words}")
    recorded, computed = _number_of_results(before.values), _number_of_results(now.values)
    if recorded != computed:
        words = (
            f"it has {plural(recorded, 'result')}, and these files give {computed}: "
            "give -g and -s as score had them, and the whole file that score wrote"
        )
        raise UsageError(f"{path}: {words}")


def _without_scorer(values: Values) -> Values:
    """Return values whose signatures do not name a scorer: the user named one in place of an unknown one."""
    return {cell: re.sub(r"scorer:[^|]*", "scorer", value) for cell, value in values.items()}


def _number_of_results(values: Values) -> int:
    """Return how many systems, files or means a table has scores of: rows of several begin with a number."""
    numbers = set()
    for row, column in values:
        if column in PERCENTAGES:
            number = row.partition(" ")[0]
            if not number.isdigit():
                number = ""  # the table shows one system
            numbers.add(number)
    return len(numbers)


def _rows_lost(recorded: Values, computed: Values) -> list[str]:
    """Return the rows with scores that ``score`` writes, and the file does not have."""
    rows = {row for row, _ in recorded}
    with_scores = dict.fromkeys(row for row, column in computed if column in PERCENTAGES)
    return [row for row in with_scores if row not in rows]


def _with_lost_rows(verified: Verified, lost: Sequence[str]) -> Verified:
    """Return the answer on a file that lacks rows: they were lost, since the signature names those asked for."""
    names = shortened_list(lost, MOST_MISSING)
    words = f"the file lacks {plural(len(lost), 'row')} that score writes: {names}"
    if verified.is_right:
        return Verified(NOT_REPRODUCED, f"not reproduced: {words}")
    return verified._replace(words=f"{verified.words}; {words}")


def _baseline_text(file: Source) -> str:
    return file.content().decode("utf-8", "backslashreplace").removeprefix("\ufeff")


# Comparing ----------------------------------------------------------------------------------------


def _differing_values(recorded: Values, computed: Values, tolerance: float | None) -> Verified:
    """Return which values differ: all, or with a tolerance the percentages that differ by more points."""
    if tolerance is not None:
        recorded = _percentages_only(recorded)
        computed = _percentages_only(computed)
    cells = dict.fromkeys([*recorded, *computed])
    apart: list[Apart] = []
    for cell in cells:
        before, now = recorded.get(cell, MISSING), computed.get(cell, MISSING)
        is_same = before == now or _are_near(before, now, 0.0)
        if is_same or (tolerance is not None and _are_near(before, now, tolerance)):
            continue
        apart.append((*cell, before, now))
    if tolerance is not None:
        # A score is one value, unrounded and printed.
        different = {cell[:2] for cell in apart}
        apart = [cell for cell in apart if _unrounded_twin(cell[:2]) not in different]
        cells = dict.fromkeys(cell for cell in cells if _unrounded_twin(cell) not in cells)
    if apart:
        differ = "differs" if len(apart) == 1 else "differ"
        words = f"not reproduced: {len(apart)} of {len(cells)} values {differ}"
        if tolerance is not None:
            words += f" by more than {_points(tolerance)}"
        return Verified(NOT_REPRODUCED, words, tuple(apart))
    if tolerance is not None:
        words = f"reproduced: no percentage differs by more than {_points(tolerance)}"
    else:
        words = f"reproduced: all {len(cells)} values that score wrote are the same"
    return Verified(REPRODUCED, words)


def _unrounded_twin(cell: Cell) -> Cell | None:
    """Return the cell of the unrounded score of a printed one, None for any other cell."""
    row, column = cell
    if column not in PRINTED_PERCENTAGES:
        return None
    return row, column.removeprefix(PRINTED_PREFIX)


def _points(tolerance: float) -> str:
    """Return a number of points in words."""
    if tolerance == 1:
        return "1 point"
    return f"{tolerance:g} points"


def _percentages_only(values: Values) -> Values:
    """Return the percentages, and what is no number: the scorer, the corpus."""
    return {
        cell: value
        for cell, value in values.items()
        if _is_percentage(cell) or not _is_number(value)
    }


def _is_percentage(cell: Cell) -> bool:
    return cell[1] in PERCENTAGES or "percent" in cell[1]


def _is_number(value: str) -> bool:
    return re.fullmatch(r"[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?", value) is not None


def _are_near(first: str, second: str, tolerance: float) -> bool:
    """Return whether two percentages differ by at most `tolerance` points."""
    if not (_is_number(first) and _is_number(second)):
        return False
    # 90.1 and 90.6 differ by half a point, though not in binary.
    return abs(float(first) - float(second)) <= tolerance + 1e-9


# Reading ------------------------------------------------------------------------------------------


def _read_baseline(text: str) -> Baseline:
    """Return what ``score`` wrote; raise ValueError for what it did not."""
    is_json = text.lstrip().startswith("{")
    if is_json:
        from ..reading.predictions.json_values import object_of_pairs, refuse_constant

        decoder = json.JSONDecoder(
            object_pairs_hook=object_of_pairs, parse_constant=refuse_constant
        )
        read = dict(_json_values(decoder.decode(text)))
    elif text.startswith(TSV_START_OF_RUNS):
        raise ValueError(OF_RUNS)
    else:
        read = dict(_tsv_values(text))
    signatures = _column_value(read, "signature")
    labels: dict[str, None] = {}
    for row, column in read:
        if column in PERCENTAGES:
            labels[re.sub(r"^[0-9]+ ", "", row)] = None
    if any(row == "systems" for row, _ in read):
        raise ValueError(OF_RUNS)
    if not signatures or not labels:
        raise ValueError("this is not what score writes as JSON or TSV")
    parts = dict(part.partition(":")[::2] for part in signatures[0].split("|"))
    form = "json" if is_json else "tsv"
    names = tuple(dict.fromkeys(_column_value(read, "name")))
    mean = _kind_of_mean(read)
    return Baseline(form, _values_compared(read), list(labels), parts, mean, names)


def _values_compared(read: Values) -> Values:
    """Return the values that are compared: not what a later version calls otherwise."""
    values = {}
    for cell, value in read.items():
        if cell[1] not in NOT_COMPARED or cell[0] == "scorer":
            values[cell] = re.sub(r"version:[^|]*", "version", value)
    return values


def _column_value(values: Values, name: str) -> list[str]:
    return [value for (_, column), value in values.items() if column == name]


def _kind_of_mean(values: Values) -> str | None:
    """Return which kind of mean ``score`` added, by its name; None if it added none."""
    for name, kind in zip(_column_value(values, "name"), _column_value(values, "kind")):
        if kind == MEAN:
            if name.endswith(", as printed"):
                return PRINTED
            return PLAIN
    return None


def _tsv_values(text: str) -> Iterator[tuple[Cell, str]]:
    """Yield the cells of a TSV by the measure, with the number of the result if there are several."""
    if not text.endswith("\n"):
        raise ValueError("the file is cut off: its last line does not end")
    lines = list(csv.reader(text.splitlines(), delimiter="\t")) or [[]]
    head, rows = lines[0], lines[1:]
    results = list(dict.fromkeys(tuple(row[:2]) for row in rows))
    seen: set[str] = set()
    for row in rows:
        if len(row) != len(head):
            raise ValueError("a line has %d cells; expected %d" % (len(row), len(head)))
        cells = dict(zip(head, row))
        named = cells.get("measure", "")
        if len(results) > 1:
            named = "%d %s" % (results.index(tuple(row[:2])) + 1, named)
        if named in seen:
            raise ValueError(f"the row {named!r} stands twice")
        seen.add(named)
        for column, value in cells.items():
            yield (named, column), value


def _json_values(value: Any) -> Iterator[tuple[Cell, str]]:
    """Yield the values in JSON that are no objects or lists, as rows and columns."""
    for path, leaf in _json_leaves(value, ()):
        shown = leaf if isinstance(leaf, str) else json.dumps(leaf)
        yield _cell_of(path), shown


def _json_leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield each value in JSON that is no object or list, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _json_leaves(inner, (*path, key))
    elif isinstance(value, list) and value and all(isinstance(inner, str) for inner in value):
        yield path, "+".join(value)  # such as the corpora that gold is
    elif isinstance(value, list):
        for number, inner in enumerate(value, start=1):
            yield from _json_leaves(inner, (*path, str(number)))
    else:
        yield path, value


def _cell_of(path: Sequence[str]) -> Cell:
    """Return the row and the column of a value in JSON: "2 Cues", "printed_f1"."""
    number = ""
    if path[:1] == ("results",) and len(path) > 2:
        number, path = path[1] + " ", path[2:]
    if path[:1] in (("measures",), ("nis",)) and len(path) > 2:
        return number + path[1], "_".join(path[2:])
    if len(path) > 1:
        return number + path[0], " ".join(path[1:])
    return number + "report", " ".join(path)


# Calling score again ------------------------------------------------------------------------------


def _score_options(options: argparse.Namespace, baseline: Baseline) -> argparse.Namespace:
    """Return the options with which ``score`` wrote a baseline, as far as it says them."""
    parts = baseline.parts
    made = argparse.Namespace(**vars(options))
    made.scorer = options.scorer or scorer_argument(parts.get("scorer", ""))
    if made.scorer not in (*ORIGINALS, FOCUS):
        words = f"the file was written with an unknown scorer, {made.scorer!r}: give --scorer"
        raise UsageError(words)
    made.is_scorer_named = True
    made.nis, made.punctuation = "nis" in parts, parts.get("punctuation")
    made.mean = baseline.mean
    made.rows = parts["rows"].split(",") if "rows" in parts else None
    made.metrics = made.names = made.output = None
    made.format = baseline.form
    if reading_of_options(options) == AS_FOUND:
        _add_reading(made, parts.get("system", "columns"))
    return made


def _add_reading(options: argparse.Namespace, signature: str) -> None:
    """Add how predictions were read: labels,affixes=gold,gold-cues. Nothing where formats are mixed."""
    form, *settings = signature.split(",")
    if form == "columns" or "+" in signature:
        return
    options.read_as = form
    for setting in settings:
        name, _, words = setting.partition("=")
        if name in FLAGS:
            setattr(options, name.replace("-", "_"), True)
        else:
            setattr(options, name, [unquote(word) for word in words.split("/")])
