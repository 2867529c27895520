"""Which column of a file of labels holds what: words, labels, parts, sentences.

Begin at `columns_of_label_rows`, which refuses what can be read in two ways: a wrong guess would change the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from ...common.columns import PARTS, WORD_FIELD
from ...common.wording import joined_by_and, plural, shortened_list
from ..label_names import Label, columns_of_label_names, meaning_of_label_name
from .model import PredictionError

Rows = list[tuple[int, "list[str] | None"]]
"""The lines of a file with their numbers: the fields of each, None for a blank line."""


def columns_of_label_rows(
    rows: Rows,
    header: list[str],
    file: str,
    fields: Mapping[str, list[str]],
    meanings: Mapping[str, Label],
) -> dict[str, list[int]]:
    """Return the columns that hold each thing, counted from 0."""
    first, head = next(((number, row) for number, row in rows if row), (1, []))
    if not head:
        raise PredictionError(file, None, "no line with a token")
    width = len(header or head)
    for name in header:
        if header.count(name) > 1:
            raise PredictionError(file, 1, "the header has '%s' twice" % name)
    columns: dict[str, list[int]] = {}
    for what, names in fields.items():
        if what not in ("word", "label", "sentence", *PARTS):
            raise ValueError("--fields for labels takes word, label, cue, scope, event, sentence")
        for name in names:
            if header or not name.isdecimal():
                column = _column_of_name(name, header, file)
            else:
                column = _column_of_number(name, width, file, first)
            columns.setdefault(what, []).append(column)
    if not any(what in columns for what in ("label", *PARTS)):
        _check_which_labels(rows, header, file, first, meanings)
        columns["label"] = [width - 1]
    columns.setdefault("word", [0])
    _check_word_and_label(columns, width, file, first)
    return columns


def _column_of_name(name: str, header: Sequence[str], file: str) -> int:
    """Return the column that the header names so."""
    if name not in header:
        listed = shortened_list(["'%s'" % heading for heading in header], 3)
        raise PredictionError(file, 1, "the header has %s, not '%s'" % (listed, name))
    return header.index(name)


def _column_of_number(name: str, width: int, file: str, line: int) -> int:
    """Return the column that --fields counts from 1."""
    column = int(name[:9]) - 1
    if not 0 <= column < width:
        has = plural(width, "field")
        what = f"the line has {has}; --fields names field {name}"
        advice = "with a column for each negation, the first sentence must have all columns: O where there is no label"
        raise PredictionError(file, line, what, *([advice] if column >= width > 1 else []))
    return column


def _check_which_labels(
    rows: Rows, header: Sequence[str], file: str, line: int, meanings: Mapping[str, Label]
) -> None:
    """Raise PredictionError if it would have to be guessed which column is the prediction."""
    if header:
        what = "--fields does not say which column is the prediction: label=NAME"
        raise PredictionError(file, 1, what)
    of_labels = label_columns(rows, {})
    if len(of_labels) > 1:
        raise _refusal_of_several_columns(file, line, rows, of_labels, meanings)


def label_columns(rows: Rows, meanings: Mapping[str, Label], first: int = 1) -> list[int]:
    """Return the columns, from `first` on, that hold labels in every line, of those that all lines have."""
    return columns_of_label_names([row for _, row in rows if row], meanings, first)


def _refusal_of_several_columns(
    file: str, line: int, rows: Rows, columns: Sequence[int], meanings: Mapping[str, Label]
) -> PredictionError:
    """Return the refusal of a file with labels in several columns: which is the prediction is not guessed."""
    numbers = joined_by_and([str(column + 1) for column in columns])
    named = []
    for column in columns:
        parts = parts_named_in_label_column(rows, column, meanings)
        if len(parts) == 1:
            named.append(parts.pop())
    is_one_each = len(named) == len(columns) and len(set(named)) == len(named)
    if is_one_each and None not in named:
        what = "columns %s hold labels of different parts" % numbers
        fields = " ".join(f"{name}={column + 1}" for name, column in zip(named, columns))
        return PredictionError(file, line, what, "try: --fields word=1 " + fields)
    what = "columns %s hold labels; which of them is the prediction?" % numbers
    advice = "say it by the column's number: --fields word=1 label=N"
    other = "if each column holds one part: --fields word=1 cue=N scope=N"
    of_each = "if each negation has a column: --fields word=1 " + " ".join(
        f"label={column + 1}" for column in columns
    )
    return PredictionError(file, line, what, advice, other, of_each)


def parts_named_in_label_column(
    rows: Rows, column: int, meanings: Mapping[str, Label]
) -> set[str | None]:
    """Return the parts that a column's labels name, None among them if a label is unknown."""
    parts: set[str | None] = set()
    for text in set(words_in_label_column(rows, column)):
        label = meaning_of_label_name(text, meanings)
        part = label[1] if label else None
        parts.add(part)
    return parts - {""}


def _check_word_and_label(
    columns: Mapping[str, list[int]], width: int, file: str, line: int
) -> None:
    """Raise PredictionError if the word would be read from a column of labels."""
    of_labels: list[int] = []
    for what in ("label", *PARTS):
        of_labels += columns.get(what, ())
    if width >= 2 and columns["word"][0] not in of_labels:
        return
    advice = "for columns --from columns; otherwise --fields word=N label=N"
    if width < 2:
        advice = "write the word before each label"
    what = "%s, not a word and its label" % plural(width, "field")
    if width > 1:
        field = columns["word"][0] + 1
        what = f"word and label would both be read from field {field} of {width}"
    raise PredictionError(file, line, what, advice)


def check_label_rows_word_column(
    rows: Rows,
    column: int,
    file: str,
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]],
) -> None:
    """Raise PredictionError if another column than the one that is read holds gold's words."""
    other = column_of_golds_words(rows, gold)
    if other is None or other == column:
        return
    line = next(number for number, row in rows if row)
    of_labels = [column for column in label_columns(rows, meanings, 0) if column != other]
    # A column of numbers, such as 0 on every line, does not hold labels.
    of_labels = [
        column
        for column in of_labels
        if parts_named_in_label_column(rows, column, meanings) - {None}
    ]
    label = str(of_labels[0] + 1) if len(of_labels) == 1 else "N"
    what = "the words of gold stand in field %d" % (other + 1)
    advice = "try: --fields word=%d label=%s" % (other + 1, label)
    if other == WORD_FIELD:
        advice += "; if the file is in gold's columns, leave out --from, --fields and --labels"
    raise PredictionError(file, line, what, advice)


def column_of_golds_words(rows: Rows, gold: Sequence[Sequence[str]]) -> int | None:
    """Return the column that holds gold's words in gold's order, None if none does."""
    words = golds_words_for_label_rows(gold)
    width = max([len(row) for _, row in rows if row], default=0)
    for column in range(width):
        if words and words_in_label_column(rows, column) == words:
            return column
    return None


def golds_words_for_label_rows(gold: Sequence[Sequence[str]]) -> list[str]:
    """Return the words of all sentences of gold."""
    return list(chain.from_iterable(gold))


def words_in_label_column(rows: Rows, column: int) -> list[str]:
    """Return the words that a column holds, of all lines that have it."""
    return [row[column] for _, row in rows if row is not None and column < len(row)]
