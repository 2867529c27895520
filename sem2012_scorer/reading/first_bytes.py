"""What the first bytes of a file show: that it is not text, such as an archive, or has line endings other than line feeds."""

from __future__ import annotations

from ..common.columns import COMPARED_FIELDS, FIRST_NEGATION_FIELD

UNPACK, AS_UTF_8, AS_TEXT = ": unpack it", ": save it as UTF-8", ": save it as tab-separated text"
SIGNATURES = {
    b"PK\x03\x04": ("a zip archive", UNPACK),
    b"PK\x05\x06": ("an empty zip archive", ""),
    b"\x1f\x8b": ("a gzip file", UNPACK),
    b"%PDF": ("a PDF file", ": save its text"),
    b"\xd0\xcf\x11\xe0": ("an old Office file", AS_TEXT),
    b"\xff\xfe\0\0": ("UTF-32 text", AS_UTF_8),
    b"\0\0\xfe\xff": ("UTF-32 text", AS_UTF_8),
    b"{\\rtf": ("an RTF document", AS_TEXT),
    b"\x89PNG": ("a picture", ""),
    b"\xff\xd8\xff": ("a picture", ""),
    b"BZh": ("a bzip2 file", UNPACK),
    b"\xfd7zXZ": ("an xz file", UNPACK),
    b"\x28\xb5\x2f\xfd": ("a zstd file", UNPACK),
    b"7z\xbc\xaf": ("a 7z archive", UNPACK),
    b"version https://git-lfs": (
        "a pointer of Git LFS, not the file",
        ": get it with git lfs pull",
    ),
    b"SQLite format 3": ("a database", ""),
    b"\xff\xfe": ("UTF-16 text", AS_UTF_8),
    b"\xfe\xff": ("UTF-16 text", AS_UTF_8),
}
"""The first bytes of files that are not text in UTF-8: what they are, and what to do."""
IN_ZIP = {b"xl/": ("an Excel file", AS_TEXT), b"word/": ("a Word file", ": save its text")}
"""What a zip archive is by the names inside it."""
NULL_BYTES = (
    "not text (it has null bytes)",
    ": give a text file; if this is text in UTF-16, save it as UTF-8",
)


def not_text_by_first_bytes(head: bytes) -> tuple[str, str] | None:
    """Return what a file that begins with `head` is, as `binary_by_first_bytes`, or that it has null bytes."""
    kind = binary_by_first_bytes(head)
    if kind is None and b"\0" in head[:1000]:
        return NULL_BYTES
    return kind


LINE_ENDS = {
    b"\r": "carriage returns",
    "\u2028".encode(): "line separators (U+2028)",
    "\u2029".encode(): "paragraph separators (U+2029)",
    "\u0085".encode(): "next-line characters (U+0085)",
    b"\x0b": "vertical tabs",
    b"\x0c": "form feeds",
}
"""What programs write between lines in place of line feeds, and its name."""


def line_end_by_first_bytes(head: bytes) -> bytes:
    """Return what ends the lines of a file that has no line feeds, b"" if there is nothing such.

    For a scorer, such a file is one line.
    """
    text = head.rstrip(b"\r\n")
    if b"\n" in text:
        return b""
    for end in LINE_ENDS:
        pieces = text.split(end)
        # A piece that begins with a tab goes on where the character stands inside a line.
        is_inside = any(piece.startswith(b"\t") for piece in pieces[1:])
        tabs = [piece.count(b"\t") for piece in pieces]
        tokens = sum(number >= FIRST_NEGATION_FIELD - 1 for number in tabs)
        # Carriage returns may end the lines of labels too, which have few fields.
        are_lines = tokens > 1 or (end == b"\r" and max(tabs) < COMPARED_FIELDS - 1)
        if len(pieces) > 1 and not is_inside and are_lines:
            return end
    return b""


def binary_by_first_bytes(head: bytes) -> tuple[str, str] | None:
    """Return what a file that begins with `head` is, and what to do; None if it may be text."""
    kind = next((words for sign, words in SIGNATURES.items() if head.startswith(sign)), None)
    if head.startswith(b"PK\x03\x04"):
        kind = next((words for sign, words in IN_ZIP.items() if sign in head), kind)
    return kind
