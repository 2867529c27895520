"""Whether a file is in the column format at all, and if not, what it is."""

from __future__ import annotations

from itertools import islice

from ..focus.sentences import is_like_focus
from ..ground.columns import BYTE_ORDER_MARK, FIRST_NEGATION_FIELD, GOLD
from ..ground.wording import plural, some
from ..reading.formats import STYLE_OF
from ..reading.source import Source, signature_of
from .lines import without_marks
from .separating import (
    LINES_LOOKED_AT,
    LOOKED_AT,
    has_quoted_fields,
    has_returns_alone,
    may_have_row_numbers,
    wide_encoding,
    without_row_numbers,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import File
    from .findings import Finding

OTHER_FORMATS = ((b"{", "JSON"), (b"[", "JSON"), (b"<", "XML or HTML"))
"""The beginning of the first line in other formats."""

SEPARATORS = ((b",", "commas"), (b";", "semicolons"), (b"|", "bars"), (None, "spaces"))
"""Separators that people use in place of tabs; None is any white space."""

CONTROL_CHARACTERS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\f\v")


def check_kind(file: File) -> Finding | None:
    """Return the finding that a file is not in the column format, or None if it is.

    It is, with or without faults, if it has a line of eight fields or more.
    """
    no_text = check_text(file)
    if no_text is not None:
        return no_text
    # Empty fields at the end of a line are not annotation: a blind file of NEGES has one.
    if any(line.rstrip(b"\t").count(b"\t") >= FIRST_NEGATION_FIELD for line in file.lines):
        if has_quoted_fields(file.lines):
            message = "fields are in quotation marks: write them without"
            return file.finding(1, "E603", message)
        if may_have_row_numbers(file.lines):
            lines = list(file.lines)
            if without_row_numbers(lines) is not lines:
                message = "the first of the fields is the line's number, in %s"
                message %= plural(sum(map(bool, lines)), "line")
                return file.finding(1, "E606", message)
        return None
    if is_like_focus(file.head(LOOKED_AT)):
        return file.finding(1, "E608", "a file of the focus task: lines end in FOCUS, * or -")
    from shlex import quote

    from ..reading import recognising

    found_format = recognising.recognised(Source(content=file.content, name=file.name))
    if found_format not in (None, "near-columns", *STYLE_OF):
        found = file.finding(1, "E607", "predictions as %s, not columns" % found_format)
        like = "" if file.handle == GOLD else "--like GOLD "
        name = "-" if file.name == "standard input" else quote(file.name)
        command = "sem2012-scorer convert %s %s-o OUT" % (name, like)
        return found._replace(hint=command)
    number, line = next((n, line) for n, line in enumerate(file.lines, 1) if line.strip())
    for start, name in OTHER_FORMATS:
        if line.lstrip().startswith(start):
            found = file.finding(number, "E603", "this looks like %s" % name)
            return found._replace(hint="write it in columns: see sem2012-scorer convert --help")
    return _few_columns(file, number)


def check_text(file: File) -> Finding | None:
    """Return the finding that a file is empty or not text in lines, or None if it is such text."""
    content = file.head(LOOKED_AT)
    if not without_marks(content).strip() and not any(line.strip() for line in file.lines):
        message = "the file is empty"
        if content:
            message = "nothing but %s" % (
                "a byte-order mark" if content == BYTE_ORDER_MARK else "blank lines"
            )
        return file.finding(1, "E601", message)
    encoding = wide_encoding(content)
    if encoding is not None:
        return file.finding(1, "E605", "%s text: save it as UTF-8" % encoding[:6].upper())
    signature = signature_of(content)
    if signature is not None:
        return file.finding(1, "E602", "%s%s" % signature)
    if len(file.lines) == 1 and has_returns_alone(file.content):
        return file.finding(1, "E609", "lines end in carriage returns alone: use newlines")
    most = 0.9 if _is_utf_8(content) else 0.95
    if len(content.translate(None, CONTROL_CHARACTERS)) < most * len(content):
        return file.finding(1, "E602", "not text: control characters")
    return None


def _is_utf_8(head: bytes) -> bool:
    """Return True for UTF-8, whose last character may be cut off."""
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4 and error.reason == "unexpected end of data"
    return True


def _few_columns(file: File, number: int) -> Finding:
    """Return the finding for a file with too few tabs, at line `number`, its first with text."""
    lines = list(islice((line for line in file.lines if line.strip()), LINES_LOOKED_AT))
    most = max(len(line.rstrip(b"\t").split(b"\t")) for line in lines)
    for separator, name in SEPARATORS:
        separated = sum(len(line.split(separator)) >= FIRST_NEGATION_FIELD for line in lines)
        if 2 * separated > len(lines) and most < FIRST_NEGATION_FIELD:
            message = "fields are separated by %s: use tabs" % name
            return file.finding(number, "E603", message)
    columns = sorted({len(line.rstrip(b"\t").split(b"\t")) for line in lines})
    message = "no line has annotation columns: they have %s, and need 8 or more" % (
        "1 column" if columns == [1] else "%s columns" % some(list(map(str, columns)), 5)
    )
    return file.finding(number, "E604", message)
