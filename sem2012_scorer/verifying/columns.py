"""What the columns of a published table hold, by their heads.

In: the heads of a table, and the cells below them. Out: a `Column` for each, and the heads that are ignored
(`read_columns`, to be read first). A column with scores that is not understood is an error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .names import AMBIGUOUS, is_ambiguous_name, row_by_name, vocabulary_key
from .numbers import NOTHING, is_number_in_score_cell, number_in_score_cell, remove_cell_markup

NAME, COUNT, SCORE, TEXT, IGNORED = "name", "count", "score", "text", "ignored"
DEVIATION = "deviation"  # of the score in the column before it
DEVIATION_HEADS = "sd std stdev stddev se stderr σ standarddeviation standarderror".split()


class Column(NamedTuple):
    """What a column holds: a name or a count and which, a score of which measure ("": each row names it).

    A column of `TEXT` tells rows apart whose other names are the same.
    """

    kind: str
    what: str = ""
    measure: str = ""


class Columns(NamedTuple):
    """The columns of a table, and the heads of those that are ignored."""

    columns: list[Column]
    ignored: list[str]


SCORE_HEADS = {
    **dict.fromkeys(("p", "pr", "pre", "prec", "precision", "printedprecision"), "precision"),
    **dict.fromkeys(("prc", "precis", "precisao", "ppv"), "precision"),
    **dict.fromkeys(("r", "re", "rec", "rcl", "recall", "printedrecall"), "recall"),
    **dict.fromkeys(("recal", "sens", "sensitivity", "tpr"), "recall"),
    **dict.fromkeys(("exhaustividad", "cobertura"), "recall"),
    **dict.fromkeys(("f", "f1", "fscore", "f1score", "fm", "fmeasure", "f1measure"), "f1"),
    **dict.fromkeys(("printedf1", "medidaf", "medidaf1", "fb1", "fβ1", "fbeta1"), "f1"),
}
HEADS = {
    **{word: Column(NAME, word) for word in "system name measure row test train run".split()},
    **{word: Column(NAME, "system") for word in ("model", "method", "approach", "team")},
    **{word: Column(NAME, "test") for word in ("dataset", "corpus", "testset", "domain", "split")},
    **{word: Column(NAME, "measure") for word in ("metric", "subtask", "task")},
    **{word: Column(NAME, "run") for word in ("seed", "fold")},
    **{word: Column(COUNT, word) for word in ("gold", "tp", "fp", "fn")},
    "nsystem": Column(COUNT, "system"),
    "ngold": Column(COUNT, "gold"),
    "truepositives": Column(COUNT, "tp"),
    "falsepositives": Column(COUNT, "fp"),
    "falsenegatives": Column(COUNT, "fn"),
}
"""What a column holds, by its head in small letters."""
OTHER_HEADS = ("accuracy", "acc", "support", "em", "gmean", "pcrs")
"""Heads of numbers that are no score of a row: their columns are ignored, with a note."""
RECALLS = {"pcs": "scopes-cm", "percentageofcorrectscopes": "scopes-cm"}
"""Heads of columns of recall, and the row of each: PCS is the share of gold's scopes that are right."""
OWN_HEADS = (
    "kind",
    "signature",
    "nsentences",
    "nnegationsentences",
    "nerrorsentences",
    "nerrornegationsentences",
)
"""Heads of the TSV of ``score`` that say nothing of a row's scores."""
WANTED = (
    "a table has the columns system, measure, precision, recall, f1 (and test, run, gold, n_system, "
    "tp, fp, fn), or MEASURE P, MEASURE R, MEASURE F1"
)
LONGEST_SCORE = 2  # words in the head of a score: F measure


def is_score_head(head: str) -> bool:
    return vocabulary_key(head) in SCORE_HEADS


def clean_head(cell: str) -> str:
    """Return a head without marks, and without what says that its numbers are percentages."""
    text = re.sub(r"\(%\)|\[%\]|\bin %", "", remove_cell_markup(cell))
    return text.strip("% ")


def read_columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Columns:
    """Return what each column holds, and the heads of columns that are ignored.

    Raises ValueError for a column with scores that is not understood, and where two hold the same.
    """
    columns: list[Column] = []
    ignored: list[str] = []
    for index, head in enumerate(heads):
        cells = [row[index] for row in rows if index < len(row)]
        column = _meaning_of_column(
            index, heads, [cell for cell in cells if remove_cell_markup(cell)], columns
        )
        if column.kind == IGNORED and head and any(cells) and vocabulary_key(head) not in OWN_HEADS:
            ignored.append(head)
        column = _with_measure_before(column, columns)
        _check_twice(column, heads, columns)
        columns.append(column)
    _check_measures(columns)
    _check_missing(columns, heads, rows)
    return Columns(columns, ignored)


def _with_measure_before(column: Column, before: Sequence[Column]) -> Column:
    """Return a column of P, R or F1 alone with the measure of the score beside it: "Cues P", "R", "F1"."""
    is_bare = column.kind == SCORE and not column.measure
    scores = [other for other in before if other.kind == SCORE]
    if not is_bare or not scores or before[-1].kind not in (SCORE, DEVIATION):
        return column
    continued = column._replace(measure=scores[-1].measure)
    if continued in scores:
        return column
    return continued


def _check_missing(
    columns: Sequence[Column], heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Raise ValueError if one of P, R and F1 is missing, and a column that is ignored may be it."""
    scores = {column.what for column in columns if column.kind == SCORE}
    missing = sorted(set(SCORE_HEADS.values()) - scores)
    if len(missing) != 1:
        return
    for index, column in enumerate(columns):
        cells = [row[index] for row in rows if index < len(row) and remove_cell_markup(row[index])]
        are_scores = bool(cells) and all("." in number_in_score_cell(cell) for cell in cells)
        if column.kind == IGNORED and are_scores and all(map(is_number_in_score_cell, cells)):
            raise ValueError(
                f"the column {heads[index]!r} has numbers, and no column is {missing[0]}: "
                f"call it {missing[0]}, or leave it out"
            )


def _meaning_of_column(
    index: int, heads: Sequence[str], cells: Sequence[str], before: Sequence[Column]
) -> Column:
    """Return what a column holds: by its head, or if that is not known by its cells."""
    head = heads[index]
    is_beside = bool(before) and before[-1].kind == SCORE
    if is_beside and (head in ("±", "+/-") or vocabulary_key(head) in DEVIATION_HEADS):
        return Column(DEVIATION, before[-1].what, before[-1].measure)
    if _counts_system(head, heads, cells):
        return Column(COUNT, "system")
    if (known := _known_column(head, heads, before)) is not None:
        return known
    filled = [cell for cell in cells if not _is_sign_for_none(cell)]
    is_text = sum(map(is_number_in_score_cell, filled)) <= len(filled) / 2
    if index == 0 and is_text:
        return Column(NAME, "system")
    if (column := score_column(head)) is not None:
        return column
    if _looks_like_score(head) and any(map(is_number_in_score_cell, cells)):
        raise ValueError(f"unknown column with scores: {head}; {WANTED}")
    if is_text and len(set(cells)) > 1:
        return Column(TEXT)
    return Column(IGNORED)


def _counts_system(head: str, heads: Sequence[str], cells: Sequence[str]) -> bool:
    """Return whether a column called system holds counts, as in a report: beside others, and with whole numbers alone."""
    keys = [vocabulary_key(other) for other in heads]
    is_beside_counts = any(key in HEADS and HEADS[key].kind == COUNT for key in keys)
    names_rows = any(key in HEADS and HEADS[key].what in ("measure", "row") for key in keys)
    if vocabulary_key(head) != "system" or not is_beside_counts or not names_rows:
        return False
    filled = [cell for cell in cells if not _is_sign_for_none(cell)]
    return bool(filled) and all(remove_cell_markup(cell).isdigit() for cell in filled)


def _known_column(head: str, heads: Sequence[str], before: Sequence[Column]) -> Column | None:
    """Return what a column holds by its head alone, None if that is not known."""
    key = vocabulary_key(head)
    is_named = "name" in map(vocabulary_key, heads) or Column(NAME, "system") in before
    if key == "system" and is_named:
        return Column(COUNT, "system")
    if key in OWN_HEADS:
        return Column(IGNORED)
    return HEADS.get(key)


def _words_of_head(head: str) -> list[str]:
    return re.findall(r"[^\W_]+", head)


def score_column(head: str) -> Column | None:
    """Return the measure and the score of a head: "Cues P", "P (Cues)", or "Cues", which is an F1.

    None for any other head. Raises ValueError where the name of a measure has two meanings.
    """
    words = _words_of_head(head)
    if (name := RECALLS.get(vocabulary_key(head))) is not None:
        return Column(SCORE, "recall", name)
    if is_score_head("".join(words)):
        return Column(SCORE, SCORE_HEADS[vocabulary_key("".join(words))])
    if (name := measure_named(head)) is not None:
        return Column(SCORE, "f1", name)
    for length in range(LONGEST_SCORE, 0, -1):
        # The score stands last, or first.
        for score, rest in ((words[-length:], words[:-length]), (words[:length], words[length:])):
            key = vocabulary_key("".join(score))
            if rest and key in SCORE_HEADS and (name := measure_named(" ".join(rest))) is not None:
                return Column(SCORE, SCORE_HEADS[key], name)
    return None


def heads_scores(texts: Sequence[str]) -> bool:
    """Return whether the cells of a line are heads of scores: at least two, and no number."""
    number = 0
    for text in texts:
        if is_number_in_score_cell(text):
            return False
        try:
            is_head = score_column(clean_head(text)) is not None
        except ValueError:  # the name of a measure with two meanings
            is_head = True
        if is_head:
            number += 1
    return number > 1


def measure_named(name: str) -> str | None:
    """Return the short name of a measure, None for what names none; raise ValueError for one that names two."""
    try:
        return row_by_name(name).name
    except ValueError:
        if is_ambiguous_name(name):
            raise
        return None


def heads_of_words(words: Sequence[str]) -> list[str]:
    """Return the heads in a line of words, each of a score or a count with the words before it; none if it has none."""
    heads: list[str] = []
    before: list[str] = []
    for word in words:
        key = vocabulary_key(word)
        is_name = key in HEADS and HEADS[key].kind == NAME
        if is_name and not heads and not before:
            continue  # the head of the names
        before.append(word)
        if key in SCORE_HEADS or key in OTHER_HEADS or (key in HEADS and not is_name):
            heads.append(" ".join(before))
            before = []
    return heads


def _looks_like_score(head: str) -> bool:
    """Return whether a head that is not known has a word for a score or for a measure."""
    for word in _words_of_head(head):
        key = vocabulary_key(word)
        if key in SCORE_HEADS or key in AMBIGUOUS or measure_named(word) is not None:
            return True
    return False


def _check_twice(column: Column, heads: Sequence[str], before: list[Column]) -> None:
    """Raise ValueError where two columns hold the same.

    The TSV of `score` has unrounded scores, and the printed ones after them: these are taken.
    """
    if column.kind in (IGNORED, TEXT) or column not in before:
        return
    head, other = heads[len(before)], before.index(column)
    if vocabulary_key(head).startswith("printed"):
        before[other] = Column(IGNORED)
        return
    held = column.what
    if column.measure:
        held = f"{column.what} of {column.measure}"
    raise ValueError(f"columns {heads[other]!r} and {head!r} both hold {held}")


def _check_measures(columns: Sequence[Column]) -> None:
    are_named = any(column.kind == SCORE and column.measure for column in columns)
    if are_named and names_measures(columns):
        raise ValueError("both a column and the header say what the scores measure; leave one out")


def names_measures(columns: Sequence[Column]) -> bool:
    """Return whether a column names the measure of each row."""
    return any(column.kind == NAME and column.what in ("measure", "row") for column in columns)


def _is_sign_for_none(cell: str) -> bool:
    return remove_cell_markup(cell).lower() in NOTHING
