"""Damages of what separates columns and lines: other separators, quotation marks, lines broken or joined."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..common.columns import is_possible_number_of_columns
from ..common.wording import decoded
from ..reporting.rows import (
    FIRST,
    Document,
    row_of,
    sentences_of,
)
from .damage import Context, Damage, Undo, on_lines
from .damages_of_bytes import UNSEEN
from .damages_of_lines import COMMENT

SPACES = b"|".join([char.encode() for char in UNSEEN if char not in "\t\r"])
SPACE_AROUND = re.compile(b"(?:^|[\t\n])(?:%s)|(?:%s)[\t\n]" % (SPACES, SPACES))


# ---------------------------------------------------------------------------
# Other separators


def _by_tabs(separator: bytes) -> Undo:
    """Return how to undo a separator of columns.

    A csv reader takes quotation marks away, too; if that leaves a number of columns that no line has, and without
    it there is a possible one, they are words.
    """
    character = decoded(separator)

    def undo(document: Document, context: Context) -> Document:
        lines = []
        for line in document.lines:
            text = decoded(line)
            fields = text.split(character)
            if '"' in text:
                with suppress(csv.Error):  # of a very long field
                    bare = next(csv.reader([text], delimiter=character), [])
                    if _is_possible(len(bare)) or not _is_possible(len(fields)):
                        fields = bare
            while fields and not fields[-1]:
                fields.pop()
            joined = "\t".join(fields).encode("utf-8", "surrogateescape")
            lines.append(_words_put_together(joined, separator))
        return document.with_lines(lines)

    return undo


def _is_possible(columns: int) -> bool:
    """Return whether a line may have a number of columns, its first seven included."""
    return columns >= FIRST and is_possible_number_of_columns(columns)


def _words_put_together(line: bytes, separator: bytes) -> bytes:
    """Return a line in which a word that is the separator itself is one field again: it stood twice, as word and lemma."""
    fields = line.split(b"\t")
    empty = 0
    while fields[3 + empty : 4 + empty] == [b""]:
        empty += 1
    if empty in (4, 6):  # "a,1,2,,,,,tag": word and lemma are commas, or the tag, too
        fields[3 : 3 + empty] = [separator] * (empty // 2)
        rest = b"\t".join(fields[7:])
        fields[7:] = re.sub(rb"(^|\t)\t(\t|$)", rb"\1" + separator + rb"\2", rest).split(b"\t")
    return b"\t".join(fields)


def _by_runs_of_spaces(document: Document, context: Context) -> Document:
    return document.with_lines(
        [re.sub(rb"(?: |\xc2\xa0)+", b"\t", line.strip(b" ")) for line in document.lines]
    )


def _has_no_tabs(content: bytes) -> bool:
    """Return whether the first line that is not blank is not in columns."""
    return _first_line(content).count(b"\t") < FIRST


def _first_line(content: bytes) -> bytes:
    """Return the first line that is not blank."""
    return content.lstrip(b"\n").partition(b"\n")[0]


def _first_has(separator: bytes) -> Callable[[bytes], bool]:
    """Return the test whether the first line has a separator of columns."""

    def may_be(content: bytes) -> bool:
        return _has_no_tabs(content) and _first_line(content).count(separator) >= FIRST

    return may_be


def _divided_at_spaces(line: bytes) -> bytes:
    """Return a line in which spaces stand for tabs."""
    is_inside = any(b" " in field.strip(b" ") for field in line.split(b"\t"))
    if not is_inside or COMMENT.fullmatch(line):
        return line
    return b"\t".join(re.split(rb"[ \t]+", line.strip(b" ")))


def _without_doubled_tabs(line: bytes) -> bytes:
    """Return a line without empty columns before its annotation."""
    row = row_of(line)
    if b"" not in row.head:
        return line
    return b"\t".join([field for field in row.head if field] + row.cells) + row.end


# ---------------------------------------------------------------------------
# Quotation marks and spaces


def _unquoted_fields(line: bytes) -> bytes:
    """Return a line without the quotation marks around its fields; inside, they are doubled."""
    fields = line.split(b"\t")
    for index, field in enumerate(fields):
        if len(field) > 1 and field[:1] == field[-1:] == b'"':
            fields[index] = field[1:-1].replace(b'""', b'"').replace(b'\\"', b'"')
    return b"\t".join(fields)


def _is_quoted(content: bytes) -> bool:
    """Return whether most fields of the first lines are in quotation marks."""
    lines = content[: 1 << 14].split(b"\n")[:-1] or [content]
    fields = [
        field for line in lines for field in line.split(b"\t") if field and not field.isdigit()
    ]
    quoted = sum(len(field) > 1 and field[:1] == field[-1:] == b'"' for field in fields)
    return 2 * quoted > len(fields)


def _has_quoted_field(content: bytes) -> bool:
    return b'"\t' in content


def _unquoted_lines(line: bytes) -> bytes:
    """Return a line without the quotation marks around it as a whole."""
    is_quoted = len(line) > 1 and line[:1] == line[-1:] == b'"' and b'"\t' not in line
    if is_quoted:
        return line[1:-1].replace(b'""', b'"')
    return line


def _without_spaces(line: bytes) -> bytes:
    """Return a line without spaces, or characters that are not seen, around its first seven fields."""
    row = row_of(line)
    head = [decoded(field).strip(UNSEEN).encode("utf-8", "surrogateescape") for field in row.head]
    return row._replace(head=head).line()


# ---------------------------------------------------------------------------
# Lines broken or joined


def _usual_width(lines: Sequence[bytes]) -> int:
    """Return how many columns most lines of a sentence have."""
    widths = Counter([row_of(line).width for line in lines])
    return widths.most_common(1)[0][0]


def _with_whole_lines(document: Document, context: Context) -> Document:
    """Return a document in which two lines after each other that have the columns of one are one."""
    lines, numbers = list(document.lines), list(document.numbers)
    for place in reversed(list(sentences_of(document))):
        usual = _usual_width(lines[place.start : place.stop])
        for index in reversed(range(place.start, place.stop - 1)):
            first, second = lines[index], lines[index + 1]
            is_tab_kept = first.endswith(b"\t") or second.startswith(b"\t")
            joined = first + (b"" if is_tab_kept else b"\t") + second
            if FIRST < row_of(joined).width == usual:
                lines[index : index + 2] = [joined]
                del numbers[index + 1]
    return Document(lines, numbers)


def _with_divided_lines(document: Document, context: Context) -> Document:
    """Return a document in which a line that holds two tokens of a sentence is two lines."""
    lines, numbers = list(document.lines), list(document.numbers)
    for place in reversed(list(sentences_of(document))):
        usual = _usual_width(lines[place.start : place.stop])
        for index in reversed(range(place.start, place.stop)):
            parts = _two_tokens(lines[index].split(b"\t"), usual)
            if parts:
                lines[index : index + 1] = parts
                numbers.insert(index, numbers[index])
    return Document(lines, numbers)


def _two_tokens(fields: list[bytes], usual: int) -> list[bytes]:
    """Return the lines of two tokens whose columns stand in one line, with or without a tab between them."""
    name, number = fields[0], fields[1:2]
    if name == b"" or len(fields) not in (2 * usual - 1, 2 * usual):
        return []
    if len(fields) == 2 * usual - 1 and fields[usual - 1].endswith(name):
        fields = [*fields[:usual], name, *fields[usual:]]
        fields[usual - 1] = fields[usual - 1].removesuffix(name)
    if fields[usual] != name or fields[usual + 1 : usual + 2] != number:
        return []
    return [b"\t".join(fields[:usual]), b"\t".join(fields[usual:])]


# ---------------------------------------------------------------------------
# The entries


OF_SEPARATORS = (
    *[
        Damage(
            "E603",
            "separators",
            f"{name} separate the columns",
            _by_tabs(sign),
            may_be=_first_has(sign),
            expected="tabs",
        )
        for sign, name in (
            (b",", "commas"),
            (b";", "semicolons"),
            (b"|", "vertical bars"),
            (b" ", "spaces"),
        )
    ],
    Damage(
        "E603",
        "separators",
        "spaces separate the columns",
        _by_runs_of_spaces,
        may_be=_has_no_tabs,
        expected="tabs",
    ),
    Damage(
        "E101",
        "separators",
        "spaces stand for some tabs",
        on_lines(_divided_at_spaces),
        may_be=lambda content: b" " in content,
    ),
    Damage("E101", "broken lines", "lines were broken in two", _with_whole_lines),
    Damage("E101", "joined lines", "two tokens stand in one line", _with_divided_lines),
    Damage(
        "E101",
        "doubled tabs",
        "a tab stands twice",
        on_lines(_without_doubled_tabs),
        may_be=lambda content: b"\t\t" in content,
    ),
    *[
        Damage(
            "W126",
            "quotation marks around cells",
            "cells are in quotation marks",
            on_lines(_unquoted_fields),
            may_be=may_be,
            is_certain=is_certain,
            aborts_as="E101",
        )
        for may_be, is_certain in ((_is_quoted, True), (_has_quoted_field, False))
    ],
    Damage(
        "E101",
        "quotation marks around lines",
        "quotation marks stand around whole lines",
        on_lines(_unquoted_lines),
        may_be=lambda content: b'"\n' in content,
    ),
    Damage(
        "E101",
        "spaces around columns",
        "spaces, or characters that are not seen, stand around columns 1 to 7",
        on_lines(_without_spaces),
        may_be=lambda content: SPACE_AROUND.search(content) is not None,
    ),
)
