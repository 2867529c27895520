"""Stages 1 and 2: can the file be read, is it in columns, and is its layout in order?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..ground.columns import BYTE_ORDER_MARK, FIRST_NEGATION_FIELD
from ..ground.wording import plural
from ..reading.labels import is_label
from ..reading.predicted import Reading
from ..reading.predictions import format_in
from ..reading.sentences import ShapeError
from ..reading.source import LONGEST_LINE, Source, file_kind, not_text
from .findings import Findings, shown_bytes

BOM, FIRST = BYTE_ORDER_MARK, FIRST_NEGATION_FIELD
BLANKS = b" \t\r\n\x0b\x0c"
HEADER_WORDS = {b"word", b"token", b"form", b"lemma", b"pos", b"cue", b"scope", b"event"}


class FileLayout(NamedTuple):
    """What one pass over the lines shows."""

    lines: int = 0
    most_fields: int = 0
    dashes: int = 0
    underscores: int = 0
    untabbed: int = 0

    @property
    def sign(self) -> bytes:
        """The sign that most empty cells have."""
        return b"-" if self.dashes > self.underscores else b"_"


class SentenceLines(NamedTuple):
    """The lines of a sentence, repaired, and the number of each."""

    numbers: list[int]
    lines: list[bytes]
    is_closed: bool  # whether a blank line follows

    @property
    def rows(self) -> list[list[bytes]]:
        """The columns of each line. Empty ones at the end do not count."""
        return [line.rstrip(b"\t").split(b"\t") for line in self.lines]


def read_layout(source: Source, findings: Findings) -> FileLayout:
    """Read all lines once, and report what is wrong with line ends, blank lines and encoding."""
    number_, most, dashes, underscores, untabbed = 0, 0, 0, 0, 0
    was_blank, line = True, b"\n"
    with source.open() as stream:
        for number_, line in enumerate(stream, start=1):
            if number_ == 1 and line.startswith(BOM):
                findings.add("W402", 1, found="a byte-order mark before the first word")
                line = line[3:]
            if b"\r" in line:
                if line.endswith(b"\r\n"):
                    findings.add("W401", number_, found="a line that ends in \\r\\n")
                elif line.count(b"\r") > 1:
                    findings.add("W401", number_, found="lines that end in \\r only")
                line = line.replace(b"\r\n", b"\n")
            if not line.strip(BLANKS):
                if line != b"\n":
                    findings.add("W405", number_, found="a line of spaces or tabs only")
                elif was_blank:
                    what = "the first line is blank" if number_ == 1 else "two blank lines in a row"
                    findings.add("W405", number_, found=what)
                was_blank = True
                continue
            was_blank = False
            fields = line.rstrip(b"\t\n").count(b"\t") + 1
            most = max(most, fields)
            if fields > FIRST:
                cells = b"\t" + line.split(b"\t", FIRST)[FIRST].rstrip() + b"\t"
                dashes += cells.count(b"\t-\t") + cells.count(b"\t-\t-\t")
                underscores += cells.count(b"\t_\t") + cells.count(b"\t_\t_\t")
            elif fields < 4:
                untabbed += 1
                if is_comment(line):
                    findings.add("W406", number_, found=shown_bytes(line.strip()))
            if number_ == 1 and len(HEADER_WORDS & {*line.lower().split()}) > 2:
                findings.add("W406", number_, found=shown_bytes(line.strip()))
            if not line.isascii() and not is_utf8(line):
                what = "bytes that are not UTF-8: " + shown_bytes(line.strip())
                findings.add("W402", number_, found=what)
    if number_ and line.strip(BLANKS):
        what = "ignored by the scorer: " + shown_bytes(line.strip(), 40)
        findings.add("W404", number_, found=what)
    return FileLayout(number_, most, dashes, underscores, untabbed)


def is_utf8(line: bytes) -> bool:
    """Return whether bytes are UTF-8."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def not_columns(source: Source, layout: FileLayout, findings: Findings, reading: Reading) -> str:
    """Report a file in which nothing can count. Return the format if it holds predictions."""
    head = source.head()
    # Columns with null bytes are scored.
    signature = (not_text if layout.most_fields <= FIRST else file_kind)(head)
    if signature is not None:
        fix = signature[1].removeprefix(": ")
        if signature[0].startswith("UTF"):
            fix = "save it as UTF-8, or use check --fix OUT"
        findings.add("E601", 1, found="this is " + signature[0], fix=fix)
    elif not head.strip(BLANKS) and layout.most_fields == 0:
        findings.add("E601", 1, found="the file is empty" if not head else "only blank lines")
    elif (reading.fields or reading.labels) and (form := _predictions_in(source, reading)):
        return form
    elif layout.most_fields <= FIRST:
        predictions = _predictions_in(source, reading)
        if predictions:
            return predictions
        first = next(line for line in head.splitlines() if line.strip()) if head.strip() else b""
        separator = separator_of(first)
        if layout.most_fields < 4 and separator:
            names = {b",": "commas", b";": "semicolons", b" ": "spaces"}
            fix = f"separate columns by tabs, not by {names[separator]}"
            fix += " (check --fix OUT tries it)"
            findings.add("E603", 1, found=shown_bytes(first), fix=fix)
        else:
            columns = plural(layout.most_fields, "column")
            findings.add("E604", 1, found=f"lines with at most {columns}", expected=EXPECTED)
    else:
        return ""
    for code in ("W401", "W402", "W404", "W405", "W406"):
        findings.take_out(code)
    return ""


EXPECTED = "8 or more; for predictions with a label in each line: --from labels"


def _predictions_in(source: Source, reading: Reading) -> str:
    """Return the format of predictions, "" for what may be damaged columns.

    What has a label at the end of most lines is labels, as is what options describe so.
    """
    try:
        form = format_in(source, reading)
    except ShapeError:
        return ""
    if form == "labels" and not (reading.fields or reading.labels):
        lines = source.head().decode("utf-8", "replace").split("\n")[:-1]
        ends = [line.split()[-1] for line in lines if line.strip()]
        return form if sum(is_label(end, {}) for end in ends) * 2 > len(ends) else ""
    return form if form != "columns" else ""


def separator_of(line: bytes) -> bytes:
    """Return what separates the columns of a line in place of tabs: b"," b";" b" ", or nothing."""
    for separator in (b";", b",", b" "):
        cells = [cell for cell in line.split(separator) if cell or separator != b" "]
        if len(cells) >= 4 and cells[2].strip(b'"').isdigit():
            return separator
    return b""


def repaired(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines without line ends, byte-order mark and carriage returns; blank ones as b""."""
    for place, line in enumerate(lines):
        if place == 0:
            line = line.removeprefix(BOM)
        line = line[:LONGEST_LINE].rstrip(b"\r\n")
        yield line if line.strip(BLANKS) else b""


def sentences(source: Source) -> Iterator[SentenceLines]:
    """Yield the sentences of a file in columns. Later stages see only these repaired lines."""
    numbers: list[int] = []
    lines: list[bytes] = []
    with source.open() as stream:
        for number_, line in enumerate(repaired(stream), start=1):
            if is_comment(line):
                continue
            if line:
                numbers.append(number_)
                lines.append(line)
            elif lines:
                yield SentenceLines(numbers, lines, True)
                numbers, lines = [], []
    if lines:
        yield SentenceLines(numbers, lines, False)


def is_comment(line: bytes) -> bool:
    """Return whether a line is a comment, as other column formats have them."""
    return line.startswith(b"#") and b"\t" not in line
