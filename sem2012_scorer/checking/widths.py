"""Stage 4: how many columns the lines of a sentence have, and *** among them, before its cells are read.

`find_wrong_widths_and_cells` goes through a file, also where the scorer aborts, and gives `Cells` the sentences whose lines
have equally many columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..common.columns import (
    COMPARED_FIELDS,
    DASHED_EMPTY_CELLS,
    STARS,
    WORD_FIELD,
    is_possible_number_of_columns,
)
from ..common.wording import plural
from ..port.reading import stars_in_column_pass
from ..reading.source import Source
from .cells import Cells
from .findings import Findings, bytes_in_finding
from .foreign_cells import STARS_WITHOUT_SPACES, is_mistyped_stars
from .layout import (
    FIRST,
    WHERE_STARS_BELONG,
    SentenceLines,
    layout_has_tabs_at_line_ends,
    sentences_in_repaired_layout,
)
from .line_separators import (
    JOIN_LINES,
    NO_TOKEN,
    PUT_LINE_BREAK,
    REMOVE_LINE,
    SEPARATE_BY_TABS,
    SPACES_FOR_TABS,
    broken_line_in_words,
    may_be_token,
)
from .result import Contents


def find_wrong_widths_and_cells(
    source: Source, cells: Cells, findings: Findings, aborts: bool, undivided: bool
) -> Contents:
    """Look at all sentences of a file, also of one at which the scorer aborts.

    Where blank lines are missing (`undivided`), a sentence with another name begins in the middle of one.
    """
    count = tokens = uneven = 0
    has_tab_ends = layout_has_tabs_at_line_ends(source.head())
    for sentence in sentences_in_repaired_layout(source):
        of_tokens = [line for line in sentence.lines if may_be_token(line)]
        if not of_tokens:
            continue  # prose between sentences
        count += 1
        tokens += len(of_tokens)
        stars = (row.endswith(b"\t***") and row.count(b"\t") == FIRST for row in sentence.lines)
        if all(stars):
            continue
        rows = sentence.rows
        if not _check_widths(sentence, rows, findings, aborts, undivided, has_tab_ends):
            uneven += 1
            continue
        if len(rows[0]) <= FIRST or all(row[FIRST:] == [STARS] for row in rows):
            continue
        words = [row[WORD_FIELD] for row in rows]
        cells.look_at(sentence.numbers, words, list(zip(*[row[FIRST:] for row in rows])))
    return Contents(count, tokens, cells.negations, cells.strings, cells.foreign, uneven)


def sentences_with_negation(source: Source) -> int:
    """Return how many sentences of a file have annotation columns that are not *** alone."""
    number = 0
    for sentence in sentences_in_repaired_layout(source):
        cells = [row[FIRST:] for row in sentence.rows]
        if any(cells) and any(of_line != [STARS] for of_line in cells):
            number += 1
    return number


class _ExpectedWidth(NamedTuple):
    """How many columns a line should have, and the lines that show it, in words for a finding."""

    columns: int
    where: str


def _check_widths(
    sentence: SentenceLines,
    rows: list[list[bytes]],
    findings: Findings,
    aborts: bool,
    undivided: bool,
    has_tab_ends: bool,
) -> bool:
    """Report columns at which the scorer aborts. Return whether cells can be read."""
    expected = _expected_widths(sentence, rows, undivided)
    wrong = [
        index for index, row in enumerate(rows) if _code_of_width(len(row), expected[index].columns)
    ]
    is_even = not wrong and len({len(row) for row in rows}) == 1
    if aborts and wrong:
        joined = ("", "") if undivided else _cause_of_joined_sentences(sentence, rows)
        _report_widths(sentence, rows, findings, expected, wrong, joined, has_tab_ends)
    elif aborts and is_even and sentence.is_closed and len(rows[0]) > FIRST:
        _check_stars(sentence, rows, findings)
    return is_even


def _expected_widths(
    sentence: SentenceLines, rows: list[list[bytes]], undivided: bool
) -> list[_ExpectedWidth]:
    """Return how many columns each line should have: as most lines, or if sentences are `undivided`, as the first of each."""
    if not undivided:
        return [_usual_width(sentence, rows)] * len(rows)
    expected: list[_ExpectedWidth] = []
    name: list[bytes] = []
    for line, row in zip(sentence.numbers, rows):
        if not expected or row[:2] != name:
            name = row[:2]
            where = f"{len(row):,}, as in line {line:,}, the first of this sentence"
            of_sentence = _ExpectedWidth(len(row), where)
        expected.append(of_sentence)
    return expected


def _report_widths(
    sentence: SentenceLines,
    rows: list[list[bytes]],
    findings: Findings,
    expected: list[_ExpectedWidth],
    wrong: list[int],
    joined: tuple[str, str],
    has_tab_ends: bool,
) -> None:
    """Report the lines that are `wrong`, by their indexes; `joined` is the cause where no other is known, and its fix."""
    # Looked at once: where blank lines are missing, a sentence may have all lines of a file.
    is_half_stars = _is_half_stars(rows)
    causes = {}
    for index in wrong:
        line, row, columns = sentence.lines[index], rows[index], expected[index].columns
        causes[index] = _cause_of_missing_column(rows, index, columns)
        if not causes[index][0]:
            causes[index] = _cause_of_width(line, row, columns, has_tab_ends, is_half_stars)
    if any(cell not in (STARS, *DASHED_EMPTY_CELLS) for row in rows for cell in row[FIRST:]):
        for index, (cause, _) in causes.items():
            if cause == CELLS_AFTER_STARS:
                causes[index] = "*** stands before the annotation in this line", "remove ***"
    may_have_lost_cells = not joined[0] and any(
        cause == EMPTY_AT_END for cause, _ in causes.values()
    )
    for index in wrong:
        width = len(rows[index])
        columns, where = expected[index]
        # Then no line of this sentence shows for certain how many columns there should be.
        if may_have_lost_cells or not is_possible_number_of_columns(columns):
            where = ""
        cause, fix = causes[index]
        broken = broken_line_in_words(sentence, index)
        if broken and cause in ("", NO_TOKEN):
            cause, fix = broken, JOIN_LINES
        if joined[0] and cause in ("", EMPTY_AT_END, STARS_IN_NEGATION):
            cause, fix = joined
        code = _code_of_width(width, columns)
        column = 1
        if code == "E201":
            column = width
        findings.add_place(
            code,
            sentence.numbers[index],
            column,
            found=plural(width, "column"),
            expected=where,
            cause=cause,
            fix=fix,
        )


def _cause_of_missing_column(
    rows: Sequence[Sequence[bytes]], index: int, expected: int
) -> tuple[str, str]:
    """Return that a line lacks one of columns 5 to 7, and what to do, if its annotation stands a column too early; else "".

    Then its seventh column has what annotation has, and that of no other line of the sentence does.
    """
    row = rows[index]
    if len(row) != expected - 1 or not _begins_annotation(row):
        return "", ""
    if any(b" " in cell.strip() for cell in row[COMPARED_FIELDS:]):
        return "", ""  # a space may stand for the tab
    if 2 * sum(len(other) == len(row) for other in rows) >= len(rows):
        return "", ""  # most lines are so
    if row[FIRST - 1] != STARS and any(
        len(other) == expected and _begins_annotation(other) for other in rows
    ):
        return "", ""
    cause = f"one of columns 5 to 7 is missing in this line: {bytes_in_finding(row[FIRST - 1])} stands in column 7"
    return (
        cause,
        "write the first seven columns of this line as gold has them, and the annotation after them",
    )


def _begins_annotation(row: Sequence[bytes]) -> bool:
    """Return whether the seventh column of a line holds what an annotation column does: *** or an empty cell, or its word."""
    if len(row) < FIRST:
        return False
    cell = row[FIRST - 1]
    return cell in (STARS, *DASHED_EMPTY_CELLS) or (cell.isalnum() and cell in row[WORD_FIELD])


def _code_of_width(width: int, expected: int) -> str:
    """Return the code of a line with another number of columns than expected, or an impossible one; else ""."""
    if width != expected:
        return "E201"
    if not is_possible_number_of_columns(width):
        return "E202"
    return ""


def _cause_of_joined_sentences(sentence: SentenceLines, rows: list[list[bytes]]) -> tuple[str, str]:
    """Return the cause, and the fix, of columns that differ because two sentences are read as one; "" if they are not.

    The file and the sentence number, in columns 1 and 2, change at a line and stay so. Lines with an impossible
    number of columns do not show them.
    """
    names: list[tuple[bytes, ...]] = []
    changes: list[int] = []
    for number, row in zip(sentence.numbers, rows):
        if len(row) <= FIRST or not is_possible_number_of_columns(len(row)):
            continue
        name = tuple(row[:2])
        if not names or names[-1] != name:
            names.append(name)
            changes.append(number)
    if len(names) < 2 or len(set(names)) < len(names):
        return "", ""
    columns = [str(at + 1) for at in range(2) if names[0][at] != names[1][at]]
    change = "column {} changes" if len(columns) == 1 else "columns {} change"
    where = change.format(" and ".join(columns)) + f" in line {changes[1]:,}"
    return where + NO_BLANK_LINE, "put one empty line after each sentence"


def _cause_of_width(
    line: bytes, row: list[bytes], expected: int, has_tab_ends: bool, is_half_stars: bool
) -> tuple[str, str]:
    """Return why a line has another number of columns than `expected`, and what to do, where that is plain to see; else "".

    With `has_tab_ends`, the last tab of a line begins no cell. `is_half_stars` is what `_is_half_stars` says
    of its sentence.
    """
    width = len(row)
    # How many columns there are if empty cells at the end count.
    with_empty_cells = line.rstrip(b"\r").count(b"\t") + 1
    if has_tab_ends:
        with_empty_cells -= 1
    if is_half_stars:
        return "", "write *** on each line of a sentence without negation"
    if row[FIRST:] == [STARS] and expected > FIRST + 1:
        return (
            STARS_IN_NEGATION,
            "in place of ***, write _ (- for NEGES) into each annotation column",
        )
    if row[FIRST : FIRST + 1] == [STARS] and set(row[FIRST:]) <= {STARS, *DASHED_EMPTY_CELLS}:
        return CELLS_AFTER_STARS, "remove them"
    if (
        b"\t" not in line
        and is_possible_number_of_columns(len(line.split()))
        and len(line.split()) > FIRST
    ):
        return SPACES_FOR_TABS, SEPARATE_BY_TABS
    if not may_be_token(line):
        return NO_TOKEN, REMOVE_LINE
    if width > expected and _holds_two_lines(row):
        shown = bytes_in_finding(b" ".join(row[:2]))
        cause = f'this line holds two lines: a line break is missing before the second "{shown}"'
        return cause, PUT_LINE_BREAK
    for column, cell in enumerate(row[COMPARED_FIELDS:], start=COMPARED_FIELDS + 1):
        if width + len(cell.split()) - 1 == expected > width:
            return f"a space stands for a tab in column {column}", SEPARATE_BY_TABS
    # The lines of NEGES files end with a tab.
    if any(
        width < cells and cells > FIRST and is_possible_number_of_columns(cells)
        for cells in (with_empty_cells, with_empty_cells - 1)
    ):
        return EMPTY_AT_END, "write _ (- for NEGES) into empty cells"
    return "", ""


def _holds_two_lines(row: list[bytes]) -> bool:
    """Return whether the file name and the sentence number of a line stand in it again, perhaps after its last cell."""
    pairs = zip(row[FIRST:], row[FIRST + 1 :])
    return any(cell.endswith(row[0]) and after == row[1] for cell, after in pairs)


CELLS_AFTER_STARS = "there are cells after *** in this line"
STARS_IN_NEGATION = "*** stands on lines of a sentence with annotation"
NO_BLANK_LINE = ": a blank line is missing before it"
EMPTY_AT_END = "empty cells at the end of a line do not count as columns"


def _check_stars(sentence: SentenceLines, rows: list[list[bytes]], findings: Findings) -> None:
    """Report a sentence that has *** on some lines only."""
    tokens = stars_in_column_pass([row[FIRST] == STARS for row in rows])
    if tokens is not None:
        has, lacks = (sentence.numbers[token] for token in tokens)
        what = f"line {has:,} has ***, but line {lacks:,} of the same sentence does not"
        cause, fix = (
            "",
            "write *** on every line of this sentence if it has no negation, else on none",
        )
        if rows[tokens[1]][FIRST].strip(b" ") == STARS:
            cause = f"spaces beside the *** of line {lacks:,}"
            fix = STARS_WITHOUT_SPACES
        elif is_mistyped_stars(rows[tokens[1]][FIRST]):
            shown = bytes_in_finding(rows[tokens[1]][FIRST])
            cause, fix = f"line {lacks:,} has {shown} {WHERE_STARS_BELONG}", "write ***"
        findings.add_place("E202", sentence.numbers[-1] + 1, found=what, cause=cause, fix=fix)


def _has_annotation_beside_stars(rows: list[list[bytes]]) -> bool:
    """Return whether a sentence has *** alone on some lines, and marked words in the columns of negations on others."""
    if not any(row[FIRST:] == [STARS] for row in rows):
        return False
    for row in rows:
        cells = row[FIRST:]
        is_possible = bool(cells) and len(cells) % 3 == 0
        if is_possible and any(cell not in (*DASHED_EMPTY_CELLS, STARS) for cell in cells):
            return True
    return False


def _is_half_stars(rows: list[list[bytes]]) -> bool:
    """Return whether a sentence has *** on some lines, and nothing or signs for empty cells on the others."""
    cells = [row[FIRST:] for row in rows]
    are_without_words = all(cell == [STARS] or set(cell) <= {*DASHED_EMPTY_CELLS} for cell in cells)
    return [STARS] in cells and are_without_words


def _usual_width(sentence: SentenceLines, rows: list[list[bytes]]) -> _ExpectedWidth:
    """Return how many columns most lines of a sentence have, and this in words, with the first line that has them.

    The scorer compares with the first line: if that one is wrong, each other line would be an error.
    """
    widths = [len(row) for row in rows]
    numbers = Counter(widths)
    if _has_annotation_beside_stars(rows):
        # Its lines with *** are wrong, however many they are.
        numbers = Counter(len(row) for row in rows if row[FIRST:] != [STARS])
    possible = {len(row) for row in rows if row[FIRST:] == [STARS] or len(row) % 3 == FIRST % 3}
    possible = {width for width in possible if width > FIRST}
    usual = max(numbers, key=lambda width: (width in possible, numbers[width], width == widths[0]))
    number = f"{numbers[usual]:,} of {plural(len(widths), 'line')} of this sentence"
    at = sentence.numbers[widths.index(usual)]
    return _ExpectedWidth(usual, f"{usual:,}, as in {number} (first in line {at:,})")
