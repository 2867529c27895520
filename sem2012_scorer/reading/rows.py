"""Files of a token a line: their rows, in blocks between blank lines."""

from __future__ import annotations

import csv

from .source import FormatError, name_of, text_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .source import File

    Row = tuple[int, list[str]]
    """A line's number and its fields."""

SPACES = " \t\r\n"
"""White space between fields; any other white space in Unicode can be part of a word."""


def blocks_of(file: File) -> Iterator[list[Row]]:
    """Yield the rows between blank lines.

    Fields are separated by tabs, by commas as in CSV files where the first line has a comma
    and neither tab nor space, or by spaces. Lines of comments, which begin with ``#`` and
    have not as many fields as the others, are left out.
    """
    rows: list[Row] = []
    has_commas: bool | None = None
    for number, text in text_lines(file):
        if not text.strip(SPACES):
            yield from _block(rows)
            rows = []
            continue
        if has_commas is None:
            has_commas = "," in text and "\t" not in text and not set(text) & {" ", "|"}
            has_commas = has_commas and len(text) > 1
        rows.append((number, fields_of(text, has_commas, name_of(file), number)))
    yield from _block(rows)


def fields_of(text: str, has_commas: bool, name: str, number: int) -> list[str]:
    """Return the fields of a line; raise FormatError for what is not CSV where `has_commas` is true."""
    if has_commas:
        try:
            return next(csv.reader([text]))
        except csv.Error as error:
            found = "text that is not CSV (%s)" % error
            raise FormatError(name, number, found, "fields separated by commas") from None
    if "\t" in text:
        return text.rstrip(SPACES).split("\t")
    return [field for field in text.strip(SPACES).split(" ") if field]


def _block(rows: list[Row]) -> Iterator[list[Row]]:
    """Yield rows without comments, if any are left: lines that begin with # and are unlike the last.

    ``# 1.0000``, which NCRF++ writes before a sentence, is one too.
    """
    width = len(rows[-1][1]) if rows else 0
    kept = [(number, fields) for number, fields in rows if not is_comment(fields, width)]
    if kept:
        yield kept


def is_comment(fields: list[str], width: int) -> bool:
    """Return whether fields are a comment, beside rows of `width` fields."""
    if not fields[0].startswith("#"):
        return False
    return len(fields) != width or (len(fields) > 1 and _is_number(fields[-1]))


def _is_number(field: str) -> bool:
    return field.replace(".", "", 1).isdecimal() and "." in field
