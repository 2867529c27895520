"""The lines of a sentence, in one file and in both."""

from __future__ import annotations

from ..ground.columns import STARS, SYSTEM
from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 1 << 20  # a sentence of more bytes is read line by line
BUT_TABS_AND_NEWLINES = bytes(byte for byte in range(256) if byte not in b"\t\n")
EIGHT_FIELDS = b"\t" * 7 + b"\n"


class Lines:
    """One side's lines of a sentence, `number` of them, as one text; tabs at a line's end are nothing.

    `width` and `cells` are set if all lines have the same number of fields: how many, and the fields of
    all lines; else `width` is 0. A sentence that `is_plain` has eight fields in each line, the last
    of them ``***``: its cells are not read.
    """

    __slots__ = ("cells", "is_plain", "number", "text", "width")

    def __init__(self, text: bytes, number: int, is_plain: bool = False) -> None:
        self.text, self.number, self.width, self.is_plain = text, number, 0, is_plain
        if is_plain:
            return
        if text.endswith(b"\t"):  # quirk 2; NEGES: one tab at the end of every line
            text = text[:-1].replace(b"\t\n", b"\n")
        shape = text.translate(None, BUT_TABS_AND_NEWLINES) + b"\n"
        tabs = shape.find(b"\n")
        if (
            tabs > 3
            and len(text) <= LONGEST
            and shape == shape[: tabs + 1] * number
            and not text.endswith(b"\t")
            and b"\t\n" not in text
        ):
            self.width = tabs + 1
            self.cells = text.replace(b"\n", b"\t").split(b"\t")

    def lines(self) -> list[bytes]:
        """Return the lines, without empty fields at their ends (2.2, 383-384)."""
        return [line.rstrip(b"\t") for line in self.text.split(b"\n")] if self.number else []

    def column(self, field: int) -> Sequence[bytes | None]:
        """Return a field of each line, None where a line lacks it."""
        if field < self.width:
            return self.cells[field :: self.width]
        rows = (line.split(b"\t", field + 1) for line in self.lines())
        return [row[field] if field < len(row) else None for row in rows]

    def without_negation(self) -> bool:  # 494-498, 628-632
        """Return whether the first line has eight fields, the last of them ``***``."""
        if self.width:
            return self.width == 8 and self.cells[7] == STARS
        first = self.text.partition(b"\n")[0].rstrip(b"\t")
        return first.endswith(b"\t***") and first.count(b"\t") == 7


def is_plain(text: bytes, number: int) -> bool:
    """Return whether each of a sentence's lines has eight fields, the last of them ``***``."""
    if text.endswith(b"\t"):
        text = text[:-1].replace(b"\t\n", b"\n")
    return (
        text.endswith(b"\t***")
        and text.count(b"\t***\n") == number - 1
        and text.translate(None, BUT_TABS_AND_NEWLINES) + b"\n" == EIGHT_FIELDS * number
    )


class Block(Record):
    """A sentence as it stands in both files.

    `line` is the number of the line at which it ends, which is no part of it; `last` the handle that
    was read last, and its line, if that is not the system's `line`; `error_number` is errno there.
    """

    gold: Lines
    system: Lines
    line: int
    last: tuple[bytes, int] | None
    error_number: int

    @property
    def read(self) -> tuple[bytes, int]:
        """The handle that was read last, and its line."""
        return self.last or (SYSTEM, self.line)


NOTHING = Lines(b"", 0)  # the lines of a phantom sentence (quirk 6)
