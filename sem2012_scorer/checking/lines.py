"""Stages 1 and 2: can the file be read, is it in columns, and is its layout in order?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..ground.columns import BYTE_ORDER_MARK, FIRST_NEGATION_FIELD
from ..ground.wording import plural
from ..reading.kinds import (
    BLANKS,
    COLUMNS,
    EMPTY_FILE,
    NOT_TEXT,
    ONLY_LABELS,
    XML,
    Kind,
    sign_of,
)
from ..reading.source import LONGEST_LINE, Source
from .findings import Findings, shown_bytes

BOM, FIRST = BYTE_ORDER_MARK, FIRST_NEGATION_FIELD
HEADER_WORDS = {b"word", b"token", b"form", b"lemma", b"pos", b"cue", b"scope", b"event"}


class FileLayout(NamedTuple):
    """What one pass over the lines shows."""

    lines: int = 0
    most_fields: int = 0
    sign: bytes = b""  # what an empty cell holds, b"" if none shows it
    signs: int = 0  # how many cells hold it


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
    number_, most, signs = 0, 0, 0
    sign = sign_of(source)
    one, two = b"\t%s\t" % sign, b"\t%s\t%s\t" % (sign, sign)
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
                signs += (cells.count(one) + cells.count(two)) if sign else 0
            elif fields < 4 and is_comment(line):
                findings.add("W406", number_, found=shown_bytes(line.strip()))
            if number_ == 1 and len(HEADER_WORDS & {*line.lower().split()}) > 2:
                findings.add("W406", number_, found=shown_bytes(line.strip()))
            if not line.isascii() and not is_utf8(line):
                what = "bytes that are not UTF-8: " + shown_bytes(line.strip())
                findings.add("W402", number_, found=what)
    if number_ and line.strip(BLANKS):
        what = "ignored by the scorer: " + shown_bytes(line.strip(), 40)
        findings.add("W404", number_, found=what)
    return FileLayout(number_, most, sign, signs)


def is_utf8(line: bytes) -> bool:
    """Return whether bytes are UTF-8."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def not_columns(kind: Kind, layout: FileLayout, findings: Findings) -> str:
    """Report a file in which nothing can count. Return the format if it holds predictions."""
    if kind.format in (EMPTY_FILE, *CANNOT):
        findings.add("E601", 1, found=kind.reason, fix=kind.fix)
    elif kind.format != COLUMNS:
        return kind.format
    elif kind.separator != b"\t":
        findings.add("E603", 1, found=kind.reason)
    elif layout.most_fields <= FIRST:
        columns = plural(layout.most_fields, "column")
        findings.add("E604", 1, found=f"lines with at most {columns}", expected=EXPECTED)
    elif kind.cells == ONLY_LABELS:
        places = [str(place + 1) for place in kind.labels_at]
        found = f"labels in {plural(len(places), 'column')}: {', '.join(places)}"
        findings.add("E605", 1, found=found, fix=f"give --fields word=4 label={label_place(kind)}")
    else:
        return ""
    for code in ("W401", "W402", "W404", "W405", "W406"):
        findings.take_out(code)
    return ""


CANNOT = (XML, NOT_TEXT)
EXPECTED = "8 or more; for predictions with a label in each line: --from labels"


def label_place(kind: Kind) -> str:
    """Return the column of the labels, or N and the columns to choose from: one of them may be gold's."""
    places = [str(place + 1) for place in kind.labels_at]
    return places[0] if len(places) == 1 else f"N (N is {' or '.join(places)})"


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
