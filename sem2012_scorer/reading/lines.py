"""What a single line shows: JSON, words joined to labels, names of columns, what separates its fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..common.columns import COMPARED_FIELDS, FIRST_NEGATION_FIELD
from .label_names import Label, is_label
from .signs import NAMES_OF_COLUMNS, SEPARATORS, SIGNS_OF_PAIRS


def begins_json(line: str, following: str = "") -> bool:
    """Return whether a line begins a JSON object or list, and not with a token such as [.

    A bracket that stands alone begins one if the line after it, `following`, is not known, or goes on so.
    """
    rest = line[1:].lstrip() or following
    return line[:1] in ("[", "{") and (not rest or rest[0] in "{}[]\"'")


def line_that_begins_json(lines: Sequence[str]) -> int:
    """Return the index of the first line that begins JSON, among as many as a language model's prose has; else -1."""
    for index, (line, following) in enumerate(zip(lines[:21], [*lines[1:], "the end"])):
        if begins_json(line, following):
            return index
    return -1


def pair_items(line: str) -> list[str]:
    """Return the items of a line of pairs."""
    return [item for item in line.replace("\t", " ").split(" ") if item]


def sign_of_pairs(line: str, meanings: Mapping[str, Label]) -> str:
    """Return what joins each word of a line to its label, "" if the line is no pairs."""
    items = pair_items(line)
    for sign in SIGNS_OF_PAIRS:
        if items and all(sign in item[1:] for item in items):
            # Other signs stand in words too: what follows them must be a label.
            labels = [item.rpartition(sign)[2] for item in items]
            if sign == "|" or all(is_label(one, meanings) for one in labels):
                return sign
            return ""
    return ""


def are_mostly_pairs(line: str) -> bool:
    """Return whether most items of a line are words with | and a label: the others are damaged."""
    items = pair_items(line)
    pairs = [item for item in items if "|" in item[1:] and is_label(item.rpartition("|")[2], {})]
    return len(pairs) > 1 and 2 * len(pairs) > len(items)


def names_columns(line: bytes) -> bool:
    """Return whether a line names the columns, or numbers them, as pandas does; where tokens are counted, it is a token."""
    if b"\t" not in line:
        line = re.sub(rb"[,;|]", b"\t", line)
    fields = line.rstrip(b"\t\r\n").split(b"\t")
    if fields[0] == b"":
        del fields[0]  # the column of pandas' index, which has no name
        if len(fields) > 2 and _are_numbers(fields, 0):
            return True
    if len(fields) >= FIRST_NEGATION_FIELD and (_are_numbers(fields, 0) or _are_numbers(fields, 1)):
        return True
    is_token = len(fields) >= COMPARED_FIELDS and fields[2].isdigit()
    words = line.decode("utf-8", "replace").lower().split()
    named = NAMES_OF_COLUMNS.intersection(words)
    names_all = len(words) > 1 and named == set(words)
    return (len(named) > 2 or names_all) and not is_token


def _are_numbers(fields: Sequence[bytes], first: int) -> bool:
    """Return whether fields are the whole numbers from a first one on."""
    return all(field == b"%d" % number for number, field in enumerate(fields, first))


def names_separator(line: bytes) -> bool:
    """Return whether a line is a spreadsheet's ``sep=,``, which says what separates the cells."""
    return line.startswith(b"sep=") and b"\t" not in line.rstrip()


def column_separator_of(line: bytes) -> bytes:
    """Return what separates the columns of a line in place of tabs: one of `SEPARATORS`, or nothing."""
    if line.count(b"\t") >= COMPARED_FIELDS - 1:
        return b""
    for separator in SEPARATORS:
        cells = [cell for cell in line.split(separator) if cell or separator != b" "]
        if len(cells) >= FIRST_NEGATION_FIELD and cells[2].strip(b'" ').isdigit():
            return separator
    return b""


def column_separator_in(lines: Sequence[bytes]) -> bytes:
    """Return what separates the columns of lines that are not blank; the first of them may name the columns."""
    separator = column_separator_of(lines[0])
    if separator or len(lines) == 1 or b"\t" in lines[0]:
        return separator
    separator = column_separator_of(lines[1])
    if separator in (b",", b";") and lines[0].count(separator) >= FIRST_NEGATION_FIELD - 1:
        return separator
    return b""
