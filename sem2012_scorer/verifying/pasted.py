"""Lines pasted from a PDF: a name, then numbers, with spaces between them.

In: the lines of a file. Out: a line of heads, and cells for each line (`read_pasted`). A name may end in a
number: the scores are the last numbers of a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..common.measures import SCORE_LETTERS
from .columns import HEADS, OTHER_HEADS, SCORE_HEADS
from .names import row_by_name, vocabulary_key
from .numbers import FOOTNOTE_MARKS, NOTHING

WITH_COUNTS = ("gold", "n_system", "tp", "fp", "fn", *SCORE_LETTERS)
LEAST_NUMBERS = 2  # lines with fewer numbers at their ends are prose
LONGEST_NAME = 6  # words in the name of a measure: Scopes ( no cue match )
_DEVIATION = r"(?:±[0-9.,·]+|\([±0-9.,·]+\))?"
_ONE_DEVIATION = re.compile(r"(?:±|\+/-|\() *([0-9.,·]+) *\)?")
_DEVIATIONS = re.compile(rf"\s*(?:{_ONE_DEVIATION.pattern}\s*)+")
"""A line of deviations, which stand below their scores."""
_PASTED_NUMBER = re.compile(
    rf"[{FOOTNOTE_MARKS}]*\(?[0-9]*[.,·]?[0-9]+{_DEVIATION}\)?%?[{FOOTNOTE_MARKS}%]*(?:\[[0-9]+\])?"
)
_DAMAGED_NUMBER = re.compile(r"[^\w]*[0-9]+[.,·][0-9].*")
"""A score with something in it or beside it that nothing explains."""


class PastedLine(NamedTuple):
    """A line: its number in the file, and its cells."""

    number: int
    cells: list[str]


def are_pasted(lines: Sequence[str]) -> bool:
    """Return whether lines are pasted from a PDF: one has numbers at its end, no head has separators."""
    if any("\t" in line or "|" in line for line in lines):
        return False
    return any(_numbers_at_end(_words_of_line(line)) >= LEAST_NUMBERS for line in lines)


def divide_pasted(lines: Sequence[PastedLine]) -> list[list[PastedLine]]:
    """Return the lines of several tables, each with its heads: a line of heads below rows begins another."""
    tables: list[list[PastedLine]] = [[]]
    has_rows = False
    for line in lines:
        words = _words_of_pasted_line(line.cells[0])
        is_head = len(_join_heads(words)) >= LEAST_NUMBERS
        if has_rows and is_head and not any(map(_is_number, words)):
            tables.append([])
            # The measures may stand above their scores.
            if _measures_of_line(_words_of_pasted_line(tables[-2][-1].cells[0])):
                tables[-1].append(tables[-2].pop())
            has_rows = False
        has_rows = has_rows or any(map(_may_be_score, words))
        tables[-1].append(line)
    return tables


def read_pasted(lines: Sequence[PastedLine]) -> list[PastedLine]:
    """Return a line of heads, and the lines with numbers divided into cells; each line is one cell yet.

    Raises ValueError where nothing says what the numbers are.
    """
    words: list[PastedLine] = []
    for number, cells in lines:
        if words and _DEVIATIONS.fullmatch(cells[0]):
            _put_deviations_beside_scores(words[-1].cells, _ONE_DEVIATION.findall(cells[0]))
        else:
            words.append(PastedLine(number, _words_of_pasted_line(cells[0])))
    are_heads = [
        len(_join_heads(line.cells)) >= LEAST_NUMBERS and not _is_caption(line.cells)
        for line in words
    ]
    # Without heads, any line with a number is a row: none is lost without a word.
    first = 0
    if any(are_heads):
        first = are_heads.index(True) + 1
    heads = _heads_of_rows([line.cells for line in words[:first]])
    rows = [line for line in words[first:] if any(map(_may_be_score, line.cells))]
    if not heads:
        heads = _usual_heads([_numbers_at_end(row.cells) for row in rows])
    read = [PastedLine(words[max(first - 1, 0)].number, ["system", *heads])]
    for number, cells in rows:
        read.append(PastedLine(number, _divide_line(cells, heads)))
    return read


def _is_caption(words: Sequence[str]) -> bool:
    """Return whether a line is the caption of a table, such as "Table 2: Precision, recall and F1"."""
    beginning = " ".join(words[:2])
    return (
        re.match(r"(table|tab\.|tabla|tableau|tabelle|figure) [0-9]+", beginning, re.IGNORECASE)
        is not None
    )


def _divide_line(words: Sequence[str], heads: Sequence[str]) -> list[str]:
    """Return the name and the numbers of a line, a number for each head.

    Where a line has fewer numbers, or more and not clearly as the end of its name, nothing says which are
    meant: they become one cell, which cannot be read. A word among the numbers is such a cell too.
    """
    name_length = max(len(words) - len(heads), 0)
    numbers = _numbers_at_end(words)
    if numbers < len(heads):
        numbers = max(numbers, _scores_at_end(words))
    before = words[name_length : len(words) - numbers]
    is_too_short = numbers < len(heads) and not any(map(_is_number, before))
    is_too_long = numbers > len(heads) and not _are_numbers_of_name(words, heads, numbers)
    may_begin_with_name = numbers == len(heads) and _is_first_unlike_scores(
        words[name_length:], heads
    )
    if is_too_short or is_too_long or may_begin_with_name:
        at = len(words) - numbers
        together = " ".join(words[at:])
        if numbers == 1 < len(heads):
            together += " alone"  # one number could be read
        return [" ".join(words[:at]), together] + [""] * (len(heads) - 1)
    return [" ".join(words[:name_length]), *words[name_length:]]


def _are_numbers_of_name(words: Sequence[str], heads: Sequence[str], numbers: int) -> bool:
    """Return whether the numbers before those of the heads belong to the name: they look otherwise than scores."""
    of_name = words[len(words) - numbers : len(words) - len(heads)]
    of_heads = words[len(words) - len(heads) :]
    decimals = set()
    for head, word in zip(heads, of_heads):
        if vocabulary_key(head.split()[-1]) in SCORE_HEADS and _is_number(word):
            decimals.add(_number_of_decimals(word))
    if len(decimals) != 1:
        return False
    return decimals.isdisjoint(map(_number_of_decimals, of_name))


def _is_first_unlike_scores(words: Sequence[str], heads: Sequence[str]) -> bool:
    """Return whether the first of a line's scores is a whole number and another one has decimals: it may end the name."""
    decimals = []
    for head, word in zip(heads, words):
        if vocabulary_key(head.split()[-1]) in SCORE_HEADS and _is_number(word):
            decimals.append(_number_of_decimals(word))
    is_whole = vocabulary_key(heads[0].split()[-1]) in SCORE_HEADS and words[0].isdigit()
    return is_whole and words[0] not in WHOLE_SCORES and any(decimals)


WHOLE_SCORES = ("0", "1", "100")
"""Scores that papers write without decimals among others that have some."""


def _number_of_decimals(word: str) -> int:
    """Return how many digits stand after the point of a number, without its deviation and marks."""
    digits = re.match(r"\(?[0-9]*(?:[.,·]([0-9]+))?", word)
    return len(digits.group(1) or "") if digits else 0


def _put_deviations_beside_scores(above: list[str], deviations: Sequence[str]) -> None:
    """Put deviations beside the last numbers of the line above them, if it has as many."""
    number = len(deviations)
    if _numbers_at_end(above) >= number:
        for at, deviation in enumerate(deviations, start=len(above) - number):
            above[at] += "±" + deviation


def _words_of_line(line: str) -> list[str]:
    """Return the words of a line; a percent sign, a deviation or a mark belongs to the number before it."""
    line = " ".join(line.split())
    line = re.sub(r" ?(?:±|\+/-) ?", "±", line)
    line = re.sub(
        rf"(?<=[0-9]) (?=%|\([±0-9.,·]+\)|[{FOOTNOTE_MARKS}]+(?: |$)|\[[0-9]+\](?: |$))", "", line
    )
    return line.split()


def _words_of_pasted_line(line: str) -> list[str]:
    """Return the words of a line of a pasted table, in which 94.19/84.58/89.13 and 94.19, 84.58, 89.13 are three."""
    return _words_of_line(re.sub(r"([0-9][.,·][0-9]+)(?: ?/ ?|[,;] )(?=[0-9])", r"\1 ", line))


def _is_number(word: str) -> bool:
    return _PASTED_NUMBER.fullmatch(word) is not None


def _may_be_score(word: str) -> bool:
    """Return whether a word is a number, or a damaged one: its line is a row, and not a title."""
    return _is_number(word) or _DAMAGED_NUMBER.fullmatch(word) is not None


def _scores_at_end(words: Sequence[str]) -> int:
    """Return how many words at the end of a line are scores or counts, damaged ones too, or signs for none."""
    return _number_at_end(words, _may_be_score)


def _numbers_at_end(words: Sequence[str]) -> int:
    """Return how many words at the end of a line are scores, counts, or signs for none."""
    return _number_at_end(words, _is_number)


def _number_at_end(words: Sequence[str], is_wanted: Callable[[str], bool]) -> int:
    """Return how many words at the end of a line are wanted, or signs for none."""
    number = 0
    for word in reversed(words):
        if not is_wanted(word) and word.lower() not in NOTHING:
            break
        number += 1
    return number


def _usual_heads(numbers: Sequence[int]) -> list[str]:
    """Return the heads of lines without any: P, R and F1, or with the counts of a report before them."""
    least = min([number for number in numbers if number >= len(SCORE_LETTERS)], default=0)
    for heads in (SCORE_LETTERS, WITH_COUNTS):
        if least == len(heads):
            return list(heads)
    raise ValueError(
        f"lines with {least or max(numbers)} numbers and no head: expected P, R and F1; write a line such as "
        "'system P R F1' above them"
    )


# The heads ----------------------------------------------------------------------------------------


def _heads_of_rows(above: Sequence[Sequence[str]]) -> list[str]:
    """Return the heads in the line above the first row, with the measures in the line above that."""
    if not above:
        return []
    heads = _join_heads(above[-1])
    if not heads:
        return []
    measures = []
    if len(above) > 1 and all(vocabulary_key(head) in SCORE_HEADS for head in heads):
        measures = _measures_of_line(above[-2])
    if not measures:
        return heads
    if len(heads) % len(measures):
        raise ValueError(
            f"{len(measures)} measures above {len(heads)} scores: write them as 'Cues P'"
        )
    width = len(heads) // len(measures)
    return [f"{measures[n // width]} {head}" for n, head in enumerate(heads)]


def _join_heads(words: Sequence[str]) -> list[str]:
    """Return the heads of a line, each of one score or count with the words before it; none if it has none."""
    heads: list[str] = []
    before: list[str] = []
    for word in words:
        if word in ("%", "(%)"):
            continue  # beside the heads of a table that score prints
        key = vocabulary_key(word)
        is_name = key in HEADS and HEADS[key].kind == "name"
        if is_name and not heads and not before:
            continue  # the head of the names
        if key == "system" and heads and not before:
            heads.append("n_system")  # beside other counts, as in a report
            continue
        before.append(word)
        if key in SCORE_HEADS or key in OTHER_HEADS or (key in HEADS and not is_name):
            heads.append(" ".join(before))
            before = []
    return heads


def _measures_of_line(words: Sequence[str]) -> list[str]:
    """Return the measures that a line names one after the other, none if it has other words."""
    names: list[str] = []
    start = 0
    while start < len(words):
        for end in range(min(start + LONGEST_NAME, len(words)), start, -1):
            name = " ".join(words[start:end])
            if _is_measure(name):
                names.append(name)
                start = end
                break
        else:
            if vocabulary_key(words[start]) not in HEADS or names:
                return []
            start += 1
    return names


def _is_measure(name: str) -> bool:
    try:
        return bool(row_by_name(name))
    except ValueError:
        return False
