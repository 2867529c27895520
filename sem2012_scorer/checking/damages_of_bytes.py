"""Damages of a file's bytes: encodings and line ends. Each is certain where it is found."""

from __future__ import annotations

import html
import re
from unicodedata import normalize

from ..common.columns import BYTE_ORDER_MARK
from ..common.wording import decoded
from ..reading.facts import line_end_without_line_feeds
from ..reading.signs import LINE_ENDS
from .damage import Damage, on_bytes

WIDE_ENCODINGS = {
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
"""What begins a file in these encodings; the longer ones first."""
MARK_AT_START = re.compile(rb"\A(?:[ \t\r]*\n|%s)+" % BYTE_ORDER_MARK)
BEYOND_ASCII = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}")
"""Most letters of UTF-8 beyond ASCII."""
NOT_UTF_8 = "bytes that are not UTF-8"
UNSEEN = " \u00a0\u2007\u202f\u200b\u200c\u200d\u2060\ufeff\u00ad\t\r"
"""Spaces, and characters that are not seen, which programs leave in words and cells."""


def _is_wide(content: bytes) -> bool:
    return content.startswith(tuple(WIDE_ENCODINGS))


def _narrow(content: bytes) -> bytes:
    """Return UTF-16 and UTF-32 as UTF-8."""
    for mark, encoding in WIDE_ENCODINGS.items():
        if content.startswith(mark):
            return content.decode(encoding, "replace").encode()
    return content


def _without_mark(content: bytes) -> bytes:
    """Return a file without the byte-order mark before its first word."""
    return MARK_AT_START.sub(lambda match: match[0].replace(BYTE_ORDER_MARK, b""), content)


def _has_odd_ends(content: bytes) -> bool:
    return line_end_without_line_feeds(content[: 1 << 16]) != b""


def _end_by_line_feeds(content: bytes) -> bytes:
    """Return a file without line feeds with some."""
    end = line_end_without_line_feeds(content[: 1 << 16])
    if end:
        return content.replace(end, b"\n")
    return content


def _odd_end_in_words(line: bytes) -> str:
    return f"{LINE_ENDS[line_end_without_line_feeds(line)]} in place of line feeds"


def _has_returns(content: bytes) -> bool:
    return b"\r\n" in content or content.endswith(b"\r")


def _without_returns(content: bytes) -> bytes:
    return re.sub(rb"\r+(\n|\Z)", rb"\1", content)


def _return_in_words(line: bytes) -> str:
    if line.endswith(b"\r\r"):
        return "a line that ends in \\r\\r\\n"
    return "a line that ends in \\r\\n"


def _is_not_utf_8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return True
    return False


def _as_utf_8(content: bytes) -> bytes:
    """Return a file in Windows-1252, as some programs write Latin-1, as UTF-8.

    If some of its letters are in UTF-8, others were cut, and nobody knows what they were.
    """
    if BEYOND_ASCII.search(content):
        return content
    return content.decode("cp1252", "replace").encode()


def _once_encoded(content: bytes) -> bytes:
    """Return a file whose UTF-8 was read as Latin-1 and saved as UTF-8 again as it was."""
    lines = content.split(b"\n")
    for index, line in enumerate(lines):
        for encoding in ("cp1252", "latin-1"):
            try:
                lines[index] = line.decode().encode(encoding).decode().encode()
                break
            except UnicodeError:
                continue
    return b"\n".join(lines)


def readings_of(string: bytes) -> list[str]:
    """Return what a string may say: read as UTF-8, as Windows-1252, and if its UTF-8 was read as Latin-1 once."""
    text = string.decode("utf-8", "surrogateescape")
    texts = [text, string.decode("cp1252", "replace")]
    for encoding in ("cp1252", "latin-1"):
        try:
            texts.append(text.encode(encoding).decode())
        except UnicodeError:
            continue
    return texts


WITHOUT_UNSEEN = dict.fromkeys(map(ord, UNSEEN))
PLAIN_MARKS = (
    ("\u201c", '"'),
    ("\u201d", '"'),
    ("``", '"'),
    ("''", '"'),
    ("\u2018", "'"),
    ("\u2019", "'"),
    ("`", "'"),
    ("\u2026", "..."),
)
"""Quotation marks and dots as they are typeset, as corpora write them, and as they are typed."""


def plain_letters(text: str) -> str:
    """Return a word in one Unicode form, with plain marks and without characters that are not seen."""
    text = normalize("NFC", text.translate(WITHOUT_UNSEEN))
    for mark, written in PLAIN_MARKS:
        text = text.replace(mark, written)
    return text.strip('"') or text


def _not_utf_8_in_words(line: bytes) -> str:
    shown = line.decode("utf-8", "backslashreplace").replace("\t", " ").strip()
    return f"{NOT_UTF_8}: {shown[:60]}"


def _without_backslashes(content: bytes) -> bytes:
    return content.replace(b"\\_", b"_").replace(b"\\*", b"*")


OF_BYTES = (
    Damage(
        "E601",
        "encoding",
        "the file is saved as UTF-16 or UTF-32",
        on_bytes(_narrow),
        may_be=_is_wide,
        is_certain=True,
        expected="UTF-8",
    ),
    Damage(
        "W402",
        "byte-order mark",
        "a byte-order mark stands before the first word",
        on_bytes(_without_mark),
        may_be=lambda content: BYTE_ORDER_MARK in content[:100],
        is_certain=True,
        found=lambda line: "a byte-order mark before the first word",
    ),
    Damage(
        "W401",
        "line endings",
        "lines end in other characters than line feeds",
        on_bytes(_end_by_line_feeds),
        may_be=_has_odd_ends,
        is_certain=True,
        found=_odd_end_in_words,
    ),
    Damage(
        "W401",
        "line endings",
        "lines end in carriage returns",
        on_bytes(_without_returns),
        may_be=_has_returns,
        is_certain=True,
        found=_return_in_words,
    ),
    Damage(
        "W402",
        "encoding",
        "the file is not in UTF-8, but in Latin-1 or Windows-1252",
        on_bytes(_as_utf_8),
        may_be=_is_not_utf_8,
        is_certain=True,
        found=_not_utf_8_in_words,
        aborts_as="E105",
        fix="save the file as UTF-8",
    ),
    Damage(
        "W402",
        "encoding",
        "its UTF-8 was read as Latin-1 and saved as UTF-8 again",
        on_bytes(_once_encoded),
        may_be=lambda content: b"\xc3\x83" in content or b"\xc3\x82" in content,
        needs_gold=True,
        aborts_as="E105",
    ),
    Damage(
        "W126",
        "backslashes of Markdown",
        "backslashes stand before _ and *, as in Markdown",
        on_bytes(_without_backslashes),
        may_be=lambda content: b"\\_" in content or b"\\*" in content,
        aborts_as="E105",
    ),
    Damage(
        "W126",
        "HTML's names of characters",
        "characters are written as in HTML",
        on_bytes(
            lambda content: html.unescape(decoded(content)).encode("utf-8", "surrogateescape")
        ),
        may_be=lambda content: b"&" in content and b";" in content,
        aborts_as="E105",
    ),
)
