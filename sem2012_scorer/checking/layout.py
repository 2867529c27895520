"""Files whose lines and fields are laid out otherwise, brought into the column format."""

from __future__ import annotations

from itertools import islice

from ..ground.columns import (
    COMPARED_FIELDS,
    EMPTY,
    FIRST_NEGATION_FIELD,
    STARS,
    WORD_FIELD,
    compared_fields,
    fields,
    writes_dashes,
)
from .widths import is_title, is_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

DELIMITERS = ",;|\t"
"""What may stand between fields, some of them in quotation marks, besides white space."""


def with_tabs(lines: Sequence[bytes], gold: Sequence[bytes]) -> tuple[list[bytes], int]:
    """Return lines with tabs between their fields where that makes them gold's, and how many changed.

    `lines` have the tokens of `gold`, and before these perhaps the names of the columns; else
    nothing is changed. A line stays if its first four fields are gold's, or if there is no one
    way to separate it so that they are. A line of nothing but separators is blank.
    """
    places = [place for place, line in enumerate(lines) if line.strip(SEPARATORS)]
    tokens = [line for line in gold if line]
    extra = len(places) - len(tokens)
    if extra not in (0, 1):
        return list(lines), 0
    found = list(lines)
    number = 0
    for place, token in zip(places[extra:], tokens):
        line = lines[place].rstrip(b"\r")
        mended = _with_tabs(line, token)
        if mended is not None:
            end = b"\t" if line.endswith(b"\t") else b""
            found[place] = mended + end + lines[place][len(line) :]
            number += 1
    if not number:
        return found, 0
    title = places[:extra]
    kept = {*places} - {*title}
    return [
        line if place in kept else b"" for place, line in enumerate(found) if place not in title
    ], number


SEPARATORS = b',;|" \t\r'


def _with_tabs(line: bytes, token: bytes) -> bytes | None:
    """Return a line with tabs between its fields, None if it need not or cannot be changed.

    `token` is gold's line; a number before its fields is left out.
    """
    key = compared_fields(token)
    if compared_fields(line) == key:
        return None
    ways = [_separated(line, delimiter) for delimiter in DELIMITERS]
    ways.append(line.split())
    known = fields(token)[:FIRST_NEGATION_FIELD]
    for delimiter in (b",", b";", b"|"):
        # A word may be the delimiter itself: gold's fields say where they end.
        start = delimiter.join([*known, b""])
        if line.startswith(start):
            ways.append(known + line[len(start) :].rstrip(delimiter).split(delimiter))
    ways += [way[1:] for way in ways if way and way[0].isdigit()]
    fitting = {
        b"\t".join(way) for way in ways if way[:COMPARED_FIELDS] == key and is_width(len(way))
    }
    return fitting.pop() if len(fitting) == 1 else None


def _separated(line: bytes, delimiter: str) -> list[bytes]:
    """Return the fields of a line of comma-separated values or the like, without empty ones at its end."""
    import csv

    text = line.decode("utf-8", "surrogateescape")
    try:
        (row,) = csv.reader([text], delimiter=delimiter)
    except (csv.Error, ValueError):
        return []
    return fields("\t".join(row).encode("utf-8", "surrogateescape"))


def without_quotes(line: bytes) -> bytes:
    """Return a line whose fields, separated by tabs, are without the quotation marks around them."""
    return b"\t".join(
        [
            field[1:-1].replace(b'""', b'"')
            if len(field) > 1 and field[:1] == field[-1:] == b'"'
            else field
            for field in line.split(b"\t")
        ]
    )


def may_have_row_numbers(lines: Iterable[bytes]) -> bool:
    """Return True if a first column may number the lines, False if it does not.

    Few files have a number there; of the first two lines one may have the names of the columns.
    """
    first_two = list(islice((line for line in lines if line.strip()), 2))
    return bool(first_two) and first_two[-1].partition(b"\t")[0].isdigit()


def without_row_numbers(lines: Sequence[bytes]) -> tuple[list[bytes], int]:
    """Return lines without a first column that numbers them, and how many had it.

    Blank lines may be counted or not. The names of the columns go with the numbers.
    Nothing is changed if the fields without the numbers would not be those of the format.
    """
    unchanged = list(lines), 0
    if not may_have_row_numbers(lines):
        return unchanged
    rows = [(place, line.split(b"\t", 1)) for place, line in enumerate(lines) if line.strip()]
    if not all(len(row) > 1 for _, row in rows):
        return unchanged
    title = None
    if rows and not rows[0][1][0].isdigit():
        # The names of the columns: that of the numbers may have one, or none.
        title, *rows = rows
        if not is_title([fields(title[1][1].rstrip(b"\r"))]):
            return unchanged
    if len(rows) < 2 or not all(row[0].isdigit() for _, row in rows):
        return unchanged
    first = rows[0][0], int(rows[0][1][0][:9])
    numbers = [int(row[0][:9]) - first[1] for _, row in rows]
    if numbers not in ([place - first[0] for place, _ in rows], list(range(len(rows)))):
        return unchanged
    if not all(is_width(len(fields(row[1].rstrip(b"\r")))) for _, row in rows):
        return unchanged
    found = list(lines)
    for place, (_, line) in rows:
        found[place] = line
    if title is not None:
        del found[title[0]]
    return found, len(rows)


def with_golds_blank_lines(lines: Sequence[bytes], gold: Sequence[bytes]) -> list[bytes]:
    """Return lines with blank ones where gold has them, if all tokens are gold's; else as they are.

    What follows the last token stays as it is.
    """
    tokens = [line for line in lines if line]
    in_gold = [line for line in gold if line]
    same = len(tokens) == len(in_gold) and all(
        compared_fields(one) == compared_fields(other) for one, other in zip(tokens, in_gold)
    )
    if not same or not tokens:
        return list(lines)
    last = max(place for place, line in enumerate(lines) if line)
    end = max(place for place, line in enumerate(gold) if line)
    each = iter(tokens)
    return [next(each) if line else b"" for line in gold[: end + 1]] + list(lines[last + 1 :])


MARKS = (EMPTY, b"-", b"*", b"**", b"****")
"""What people write in the eighth column of a sentence without negation, in place of ***."""


def each_sentence(
    lines: Sequence[bytes], change: Callable[[Sequence[bytes]], Sequence[bytes]]
) -> tuple[list[bytes], int]:
    """Return lines with a change made in each sentence, and in how many it made a difference."""
    found: list[bytes] = []
    number = start = 0
    for place, line in enumerate([*lines, b""]):
        if line:
            continue
        sentence = lines[start:place]
        changed = change(sentence) if sentence else sentence
        number += changed != sentence
        found += [*changed, b""]
        start = place + 1
    return found[:-1], number


def with_stars(sentence: Sequence[bytes]) -> Sequence[bytes]:
    """Return a sentence with *** in its eighth and last column, if there are other marks alone."""
    first = FIRST_NEGATION_FIELD
    bare = [line.rstrip(b"\t\r") for line in sentence]
    rows = [line.split(b"\t") for line in bare]
    if not all(len(row) == first + 1 and row[first] in MARKS for row in rows):
        return sentence
    return [
        b"\t".join([*row[:first], STARS]) + line[len(one) :]
        for line, one, row in zip(sentence, bare, rows)
    ]


def filled(sentence: Sequence[bytes], sign: bytes) -> Sequence[bytes]:
    """Return a sentence with `sign` in cells that are empty, if the tabs say how many columns it has.

    A sentence in which no cell has anything has no annotation, and stays as it is.
    """
    rows = [line.split(b"\t") for line in sentence]
    width = len(rows[0])
    if any(len(row) != width for row in rows):
        return sentence
    if not any(row[-1] for row in rows) and is_width(width - 1):
        # Each line ends in a tab besides.
        width -= 1
    cells = [row[FIRST_NEGATION_FIELD:width] for row in rows]
    if not is_width(width) or not any(map(any, cells)) or any(row[0] == STARS for row in cells):
        return sentence
    return [
        b"\t".join(row[:FIRST_NEGATION_FIELD] + [cell or sign for cell in own] + row[width:])
        for row, own in zip(rows, cells)
    ]


def with_sign(sentence: Sequence[bytes], sign: bytes) -> Sequence[bytes]:
    """Return a sentence with `sign` for empty cells, if it writes the other sign.

    Where the word is that sign, a scope with other tokens may have it as a word: there it stays.
    """
    first = FIRST_NEGATION_FIELD
    other = b"_" if sign == b"-" else b"-"
    rows = [line.split(b"\t") for line in sentence]
    if (other == b"-" and not writes_dashes(rows)) or min(map(len, rows)) <= first:
        return sentence
    width = min(map(len, rows))
    has_scope = {
        place
        for place in range(first + 1, width, 3)
        if any(row[place] not in (sign, other) for row in rows)
    }
    return [
        b"\t".join(
            sign
            if place >= first
            and cell == other
            and not (row[WORD_FIELD] == other and place in has_scope)
            else cell
            for place, cell in enumerate(row)
        )
        for row in rows
    ]
