"""The shortcut in front of the three passes: it passes over what cannot matter to them.

`lines_to_check` gives the lines that the two checks have to read, `InStep` the sentences that scoring may take whole.
Without the shortcut (`is_used` is False) both give everything to the passes, which read it line by line. The
answer is the same.
"""

from __future__ import annotations

from ..common.columns import NEWLINE
from ..common.records import Record
from . import perl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_WHOLE = 1 << 20  # a sentence of more bytes is read line by line: it would fill the memory
MOST_STRETCHES = 1000  # more would fill the memory: what comes after them is one stretch
BUT_TABS_AND_NEWLINES = bytes(byte for byte in range(256) if byte not in b"\t\n")


class Stretch(Record):
    """Lines that the checks read: how many lines stand before them, and from which byte to which.

    `gold_end` and `system_end` are None for the rest of the files.
    """

    lines_before: int
    gold_start: int
    system_start: int
    gold_end: int | None = None
    system_end: int | None = None


class InStep:
    """The sentences that end at the same line in both files, up to the first one that does not.

    After each of them, `line` is the number of its blank line, and the next one begins at the bytes
    `gold_place` and `system_place`.
    """

    def __init__(self, gold: perl.Input, system: perl.Input, is_used: bool = True) -> None:
        self._gold, self._system, self._is_used = gold, system, is_used
        self.line = self.gold_place = self.system_place = 0

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the lines of each sentence in gold's and in the system's file, each with its newline."""
        if not self._is_used:
            return
        for in_gold, in_system in zip(_sentences(self._gold), _sentences(self._system)):
            lines = in_gold.count(b"\n")
            if in_gold != in_system and in_system.count(b"\n") != lines:
                return
            self.line += lines + 1
            self.gold_place += len(in_gold) + 1
            self.system_place += len(in_system) + 1
            yield in_gold, in_system


def _sentences(file: perl.Input) -> Iterator[bytes]:
    """Yield the lines before each blank line, as one text; it is empty between two blank lines."""
    file.start_at(0)
    rest = b""
    while len(rest) <= LONGEST_WHOLE and (chunk := file.read(perl.READ_SIZE)):
        *texts, rest = (rest + chunk).split(b"\n\n")
        for text in texts:
            if text and text[0] != NEWLINE:
                yield text + b"\n"
            else:
                # One more blank line stood before this text, and one in place of it if it is empty.
                yield b""
                yield text[1:] + b"\n" if text else b""


def lines_to_check(gold: perl.Input, system: perl.Input, is_used: bool = True) -> list[Stretch]:
    """Return the lines that a check may find fault with: odd sentences, and all that is not in step."""
    in_step = InStep(gold, system, is_used)
    odd: list[Stretch] = []
    for in_gold, in_system in in_step:
        if has_plain_columns(in_system) and (
            in_gold == in_system or is_plain_agreement(in_gold, in_system)
        ):
            continue
        before = in_step.line - in_gold.count(b"\n") - 1
        gold_start = in_step.gold_place - len(in_gold) - 1
        system_start = in_step.system_place - len(in_system) - 1
        ends = in_step.gold_place, in_step.system_place
        if odd and odd[-1].gold_end == gold_start:
            odd[-1] = odd[-1]._replace(gold_end=ends[0], system_end=ends[1])
        elif len(odd) < MOST_STRETCHES:
            odd.append(Stretch(before, gold_start, system_start, *ends))
        else:
            return [*odd, Stretch(before, gold_start, system_start)]
    return [*odd, Stretch(in_step.line, in_step.gold_place, in_step.system_place)]


def is_plain_agreement(gold: bytes, system: bytes) -> bool:
    """Return whether agreement (2.2, 1914-1944) has nothing to find in two sentences in step.

    A pair of equal lines has equal fields; where lines differ, all four fields are there and equal.
    """
    for in_gold, in_system in zip(gold.split(b"\n"), system.split(b"\n")):
        if in_gold != in_system and in_gold.split(b"\t", 4)[:4] != in_system.split(b"\t", 4)[:4]:
            return False
    return True


def has_plain_columns(system: bytes) -> bool:
    """Return whether the check of columns (2.2, 1968-2015) has nothing to find in a sentence.

    All lines have equally many fields, as many as may be, and ``***`` stands in all of them or in none.
    """
    if system.endswith(b"\t\n"):  # NEGES: a tab at the end of a line is nothing (quirk 2)
        system = system.replace(b"\t\n", b"\n")
    shape = system.translate(None, BUT_TABS_AND_NEWLINES)
    width = shape.find(b"\n") + 1
    if width == 0:
        return True  # no line between two blank lines
    lines = len(shape) // width
    if shape != shape[:width] * lines:
        return False
    if width == 1 and (system[0] == NEWLINE or b"\n\n" in system):
        return False  # a line of one tab has no field at all
    if width == 8 and system.endswith(b"\t***\n"):
        return system.count(b"\t***\n") == lines
    if width != 8 and width % 3 != 1:
        return False
    # Empty fields at the end of a line are not counted, so lines with equally many tabs may differ.
    return b"\t***" not in system and b"\t\n" not in system
