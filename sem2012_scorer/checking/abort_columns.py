"""Why the scorer aborts at the columns of a file: one is missing, or one too many, in the whole file.

In: the finding of the abort, the findings on cells, and the file. Out: the abort with `cause` and `fix`. `check` calls them
as it calls those of `abort_causes`.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from ..common.columns import DASHED_EMPTY_CELLS, STARS, WORD_FIELD
from ..reading.signs import OTHER_SIGNS
from ..reading.source import Source
from .findings import CODES, Finding, Findings, bytes_in_finding
from .golds_words import GOLDS_COLUMNS
from .layout import FIRST, SentenceLines, sentences_in_repaired_layout


def blame_last_column(abort: Finding, system: Source, findings: Findings) -> Finding:
    """Return the abort with a last column that has one value on every line of the file as its cause: it is one too many."""
    values: set[bytes] = set()
    sentences = 0
    stands_after_stars = False
    for sentence in islice(sentences_in_repaired_layout(system), SENTENCES_WITH_STARS):
        sentences += 1
        values |= {row[-1] for row in sentence.rows}
        if len(values) > 1:
            return abort
        if all(row[FIRST:-1] == [STARS] for row in sentence.rows):
            stands_after_stars = True
    if sentences < 2 or values == {STARS}:
        return abort
    if values & {*OTHER_SIGNS} and not stands_after_stars:
        return abort  # it may be an empty column of a negation
    (value,) = values
    for code in ("W117", "W901", "W912", "W913"):
        findings.take_out_if_there(code)
    cause = f'the last column has "{bytes_in_finding(value)}" on every line: it is one too many'
    return abort._replace(cause=cause, fix="remove the last column")


def blame_missing_column(abort: Finding, system: Source) -> Finding:
    """Return the abort with a column before the annotation as its cause, if one is missing or one too many."""
    columns_of_stars = Counter[int]()
    first_lines: dict[int, int] = {}
    is_beside_annotation = False
    for sentence in islice(sentences_in_repaired_layout(system), SENTENCES_WITH_STARS):
        rows = sentence.rows
        if any(row[FIRST : FIRST + 2] == [STARS, STARS] for row in rows):
            return _blame_second_stars(abort, sentence)
        if all(row[-1] == STARS for row in rows):
            columns_of_stars[len(rows[0])] += 1
            is_beside_annotation = is_beside_annotation or _holds_annotation(rows)
            first_lines.setdefault(len(rows[0]), sentence.numbers[0])
    if not columns_of_stars:
        return abort
    # After annotation, there are three columns more for each negation.
    behind = [column for column in columns_of_stars if column > FIRST + 1 and column % 3 == 2]
    if behind and (FIRST + 1 in columns_of_stars or is_beside_annotation):
        line = min(first_lines[column] for column in behind)
        cause = f"*** stands after the annotation of a sentence (first in line {line:,})"
        return abort._replace(cause=cause, fix="remove *** where a sentence has annotation")
    column = columns_of_stars.most_common(1)[0][0]
    if column == FIRST + 1:
        return abort
    missing = FIRST + 1 - column
    what = f"one {OF_FIRST_COLUMNS} is missing"
    if missing > 1:
        what = f"{missing} {OF_FIRST_COLUMNS} are missing"
    if column > FIRST + 1:
        what = "there are more than seven columns before it"
    where = f"in column {column} (first in line {first_lines[column]:,})"
    cause = f"*** stands {where}, and not in column {FIRST + 1}: {what}"
    return abort._replace(cause=cause, fix=GOLDS_COLUMNS)


def _holds_annotation(rows: list[list[bytes]]) -> bool:
    """Return whether each cell before the *** of a sentence, from column 8 on, is empty or a part of its word."""
    cells = [(row[WORD_FIELD], cell) for row in rows for cell in row[FIRST:-1]]
    return bool(cells) and all(cell in DASHED_EMPTY_CELLS or cell in word for word, cell in cells)


def _blame_second_stars(abort: Finding, sentence: SentenceLines) -> Finding:
    """Return the abort with *** in two columns of a sentence as its cause."""
    line = sentence.numbers[0]
    cells = {cell for row in sentence.rows for cell in row[FIRST:]}
    if cells == {STARS}:
        cause = f"*** stands in two columns or more (first in line {line:,})"
        fix = "write *** in column 8 alone, and nowhere in sentences with annotation"
    else:
        cause = f"*** stands in cells of sentences with annotation (first in line {line:,})"
        fix = "write _ (- for NEGES) into empty cells"
    return abort._replace(cause=cause, fix=fix)


def blame_columns_of_negations(abort: Finding, system: Source, findings: Findings) -> Finding:
    """Return the abort with the columns that negations lack as its cause, if sentences have one or two for each.

    Most of these have a single negation: its columns are counted. Further sentences must have as many for each.
    """
    lines: dict[int, int] = {}
    numbers = Counter[int]()
    for sentence in islice(sentences_in_repaired_layout(system), SENTENCES_WITH_STARS):
        widths = {len(row) - FIRST for row in sentence.rows}
        width = min(widths)
        if any(line.endswith(b"\t") for line in sentence.lines):
            continue  # its last cells may be empty
        if len(widths) == 1 and width > 0 and any(row[FIRST:] != [STARS] for row in sentence.rows):
            numbers[width] += 1
            lines.setdefault(width, sentence.numbers[0])
    most = numbers.total()
    for columns, words in ((2, "two columns"), (1, "one column")):
        has_other = any(width % columns for width in numbers)
        if numbers[columns] >= FEWEST_ALIKE and 2 * numbers[columns] > most and not has_other:
            for code in ("E302", "W912"):
                findings.take_out_if_there(code)
            cause = f"{NEGATIONS_HAVE} {words} each, and not three (first in line {min(lines.values()):,})"
            return abort._replace(cause=cause, fix=CODES["E201"].fix)
    return abort


NEGATIONS_HAVE = "negations have"
OF_FIRST_COLUMNS = "of the first seven columns"
FEWEST_ALIKE = 3  # sentences in which columns are missing by a rule and not by chance

SENTENCES_WITH_STARS = 2000
"""As many show in which column *** stands."""
