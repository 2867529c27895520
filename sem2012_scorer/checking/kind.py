"""Whether a file is in the column format at all, and if not, what it is."""

from __future__ import annotations

from ..corpora.corpus import SIGNATURES
from ..ground.columns import FIRST_NEGATION_FIELD
from ..ground.wording import some
from .files import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import File
    from .findings import Finding

OTHER_FORMATS = ((b"{", "JSON"), (b"[", "JSON"), (b"<", "XML or HTML"))
"""The beginning of the first line in other formats."""

SEPARATORS = ((b",", "commas"), (b";", "semicolons"), (b"|", "bars"), (None, "spaces"))
"""Separators that people use in place of tabs; None is any white space."""

CONTROL_CHARACTERS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\f\v")
LOOKED_AT = 1 << 12
"""How many bytes are checked to see whether a file is text."""
LINES_LOOKED_AT = 200


def check_kind(file: File) -> Finding | None:
    """Return the finding that a file is not in the column format, or None if it is.

    It is, with or without faults, if it has a line of eight fields or more.
    """
    no_text = check_text(file)
    if no_text is not None:
        return no_text
    if any(line.count(b"\t") >= FIRST_NEGATION_FIELD for line in file.lines):
        if _has_quoted_fields(file):
            message = "fields are in quotation marks: write them without"
            return file.finding(1, 1, "E603", message)
        return None
    number, line = next((n, line) for n, line in enumerate(file.lines, 1) if line.strip())
    for start, name in OTHER_FORMATS:
        if line.lstrip().startswith(start):
            return file.finding(number, 1, "E603", "this looks like %s" % name)
    return _few_columns(file, number)


def check_text(file: File) -> Finding | None:
    """Return the finding that a file is empty or not text in lines, or None if it is such text."""
    content = file.content
    if not content.removeprefix(BYTE_ORDER_MARK).strip():
        message = "the file is empty"
        if content:
            message = "nothing but %s" % (
                "a byte-order mark" if content == BYTE_ORDER_MARK else "blank lines"
            )
        return file.finding(1, 1, "E601", message)
    for signature, (what, advice) in SIGNATURES.items():
        if content.startswith(signature):
            return file.finding(1, 1, "E602", what + advice)
    if b"\n" not in content and content.count(b"\r") > 1:
        return file.finding(1, 1, "E603", "lines end in carriage returns alone: use newlines")
    head = content[:LOOKED_AT]
    if _is_utf_16(head):
        return file.finding(1, 1, "E602", "UTF-16 text: save it as UTF-8")
    if len(head.translate(None, CONTROL_CHARACTERS)) < 0.9 * len(head):
        return file.finding(1, 1, "E602", "not text: control characters")
    return None


def _is_utf_16(head: bytes) -> bool:
    """Return True if the same byte of most pairs is zero, as for Latin letters in UTF-16."""
    zeros = head[::2].count(0), head[1::2].count(0)
    return min(zeros) == 0 and 4 * max(zeros) > len(head)


def _has_quoted_fields(file: File) -> bool:
    """Return True if, in most lines, every field is in quotation marks."""
    lines = [line for line in file.lines[:LINES_LOOKED_AT] if line]
    quoted = sum(
        all(field[:1] == field[-1:] == b'"' and len(field) > 1 for field in line.split(b"\t"))
        for line in lines
    )
    return 2 * quoted > len(lines)


def _few_columns(file: File, number: int) -> Finding:
    """Return the finding for a file with too few tabs, at line `number`, its first with text."""
    lines = [line for line in file.lines if line.strip()][:LINES_LOOKED_AT]
    most = max(len(line.rstrip(b"\t").split(b"\t")) for line in lines)
    for separator, name in SEPARATORS:
        separated = sum(len(line.split(separator)) >= FIRST_NEGATION_FIELD for line in lines)
        if 2 * separated > len(lines) and most < FIRST_NEGATION_FIELD:
            message = "fields are separated by %s: use tabs" % name
            return file.finding(number, 1, "E603", message)
    columns = sorted({len(line.rstrip(b"\t").split(b"\t")) for line in lines})
    message = "no line has annotation columns: they have %s, and need 8 or more" % (
        "1 column" if columns == [1] else "%s columns" % some(list(map(str, columns)), 5)
    )
    return file.finding(number, 1, "E604", message)
