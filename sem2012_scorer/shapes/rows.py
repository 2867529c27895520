"""Files of a token a line: their rows, in sentences, read twice because the labels tell the scheme."""

from __future__ import annotations

import csv
import shutil
import tempfile
from contextlib import contextmanager

from ..corpora.sources import FormatError, as_text, lines_of, opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

    from ..corpora.sources import File

    Row = tuple[int, list[str]]
    """A line's number and its fields."""

SPACES = " \t\r\n"
"""White space between fields; any other white space in Unicode can be part of a word."""
MOST_HELD = 1 << 24


@contextmanager
def read_twice(file: File) -> Iterator[IO[bytes]]:
    """Yield a file as a stream that can be read again from its beginning."""
    with opened(file) as stream:
        if stream.seekable():
            yield stream
            return
        with tempfile.SpooledTemporaryFile(MOST_HELD) as held:
            shutil.copyfileobj(stream, held)
            held.seek(0)
            yield held


def blocks_of(stream: IO[bytes], name: str) -> Iterator[list[Row]]:
    """Yield the rows between blank lines, from the beginning of the stream.

    Fields are separated by tabs, by commas as in CSV files where the first line has a comma
    and neither tab nor space, or by spaces. Lines of comments, which begin with ``#`` and
    have not as many fields as the others, are left out.
    """
    stream.seek(0)
    rows: list[Row] = []
    has_commas: bool | None = None
    for number, line in enumerate(lines_of(stream, name), start=1):
        text = as_text(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
        text = text.rstrip("\r\n")
        if not text.strip(SPACES):
            yield from _block(rows)
            rows = []
            continue
        if has_commas is None:
            has_commas = "," in text and "\t" not in text and not set(text) & {" ", "|"}
            has_commas = has_commas and len(text) > 1
        if has_commas:
            try:
                fields = next(csv.reader([text]))
            except csv.Error as error:
                found = "text that is not CSV (%s)" % error
                raise FormatError(name, number, found, "fields separated by commas") from None
        elif "\t" in text:
            fields = text.rstrip(SPACES).split("\t")
        else:
            fields = _by_spaces(text)
        rows.append((number, fields))
    yield from _block(rows)


def _by_spaces(text: str) -> list[str]:
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


class _Named:
    """A stream with a name for messages."""

    def __init__(self, stream: Any, name: str) -> None:
        self.name = name
        self.read, self.readline = stream.read, stream.readline


def named(stream: Any, name: str) -> IO[bytes]:
    """Return a binary stream that messages call `name`."""
    found: Any = _Named(stream, name)
    return found  # type: ignore[no-any-return]
