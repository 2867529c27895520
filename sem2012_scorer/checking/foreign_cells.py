"""What is wrong with a cell that is no part of its word, or has spaces in it, by what it may mean, and what to do."""

from __future__ import annotations

from typing import NamedTuple

from ..common.columns import DASHED_EMPTY_CELLS, STARS
from ..common.wording import plural
from ..reading.signs import OTHER_SIGNS, is_sign_meant_as_word
from .findings import bytes_in_finding
from .meant import is_same_letters

STARS_WITHOUT_SPACES = "write *** without spaces"
THREE_ASTERISKS = "write *** (three asterisks) in the sentences without negation"


def is_mistyped_stars(cell: bytes) -> bool:
    """Return whether a cell holds asterisks alone, and not three."""
    return cell not in (b"", STARS) and not cell.strip(b"*")


class CellMeaning(NamedTuple):
    """What a cell that is no part of its word may mean.

    `part` is the part of the word that it means, if any; `neighbor` says where the cell is the word: "before", "after" or
    the number of another line. `is_word_sure`: the word is gold's, so that it is the cell that is wrong.
    """

    part: bytes | None
    neighbor: str
    is_word_sure: bool


def fix_of_foreign_cell(
    cell: bytes, word: bytes, meaning: CellMeaning, line: int, sign: bytes
) -> str:
    """Return what to do about a cell that is no part of its word; "" if nothing shows what it means.

    `sign` is what the file has in empty cells.
    """
    part, neighbor = meaning.part, meaning.neighbor
    if neighbor:
        where = f"line {neighbor}" if neighbor[0].isdigit() else f"the line {neighbor} it"
        return f"the cell has the word of {where}: move it there, or write the word of its own line"
    is_sign = cell in OTHER_SIGNS and not is_sign_meant_as_word(cell, word)
    if cell.strip() == STARS or is_sign:
        return f"if nothing is marked here, write {bytes_in_finding(sign or b'_')} instead"
    if part is not None:
        if is_same_letters(cell, part):
            return "write the letters in the Unicode form of the word column"
        if cell[:1] in (b"'", b'"') and part[:1] != cell[:1]:
            return f"write {bytes_in_finding(part)} without quotation marks"
        fix = f'write "{bytes_in_finding(part)}", as in the word column'
        if not meaning.is_word_sure and word == word.lower() and cell != cell.lower():
            fix += "; but if column 4 was put into lower case by mistake, correct that column"
        return fix
    unnumbered = _cell_without_number(cell, word)
    if line == 1 and unnumbered:
        return f'write "{bytes_in_finding(unnumbered)}": pandas numbers names that occur twice (read the file with header=None)'
    if _is_part_beside_hyphen(cell, word):
        return f'write "{bytes_in_finding(cell.strip(b"-"))}", without the hyphen'
    return ""


def fix_of_spaces(cell: bytes, word: bytes) -> str:
    """Return what to do about an empty cell, or one with spaces in it or around it."""
    if cell.strip(b" ") == STARS:
        return STARS_WITHOUT_SPACES
    if not cell.strip(b" "):
        return "write _ (- for NEGES) into empty cells"
    if b" " not in cell.strip(b" "):
        return "write the cell without spaces"
    joined_by_line = cell.strip(b" ").replace(b" ", b"_")
    if joined_by_line in word:
        return f'write "{bytes_in_finding(joined_by_line)}", as in the word column'
    if cell in word:
        return "write the word and the cell without spaces, as gold has the word"
    return "write each word of the cell on the line of its own token, and _ (- for NEGES) elsewhere"


def wrong_sign_in_words(sign: bytes, expected: bytes, number: int) -> str:
    """Return what is found of a sign that a file has in a number of empty cells, in place of the expected one."""
    shown = bytes_in_finding(sign)
    if sign != sign.strip():
        shown = f'"{shown}" (with spaces)'
    elif sign not in DASHED_EMPTY_CELLS:
        shown = f'"{shown}"'
    found = f"{shown} in {plural(number, 'cell')}"
    if sign.strip() in DASHED_EMPTY_CELLS and sign not in DASHED_EMPTY_CELLS:
        return f"{found}: the scorer divides cells at spaces, so those after them move"
    if expected == b"-" and sign != b"_":
        return f"{found}: they do not match gold's -"
    if sign != b"_":
        return f"{found}: the scorer takes each for a marked token"
    return found


def _cell_without_number(cell: bytes, word: bytes) -> bytes:
    """Return a cell of a first line without the number that pandas adds to names that occur twice; b"" if it has none."""
    base, point, number = cell.rpartition(b".")
    if point and number.isdigit() and (base in DASHED_EMPTY_CELLS or base in word):
        return base
    return b""


def _is_part_beside_hyphen(cell: bytes, word: bytes) -> bool:
    """Return whether a cell is an affix with a hyphen, as in "un-", of a word that has none there."""
    affix = cell.strip(b"-")
    return affix not in (b"", cell) and (word.startswith(affix) or word.endswith(affix))
