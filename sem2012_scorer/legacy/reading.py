"""Two files, each read once and in step, sentence by sentence; both checks are made on the way.

The script passes over the files three times (2.2, lines 1902-1960, 1963-2018, 2021-2111). A fault
of agreement is raised at once, that of the columns when both files have ended; who scores keeps its
own back until then.
"""

from __future__ import annotations

from io import BytesIO
from itertools import zip_longest

from ..ground.columns import GOLD, STARS, SYSTEM
from . import blocks, perl, stops
from .blocks import NOTHING, Block, Lines, is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .scripts import Original

MOST_TURNS = 100
"""How often whole sentences are read again after lines: each time costs a copy of what was read."""


class Files:
    """Gold's and the system's file, read in step by the rules of `script`.

    Known at the end: `line` and `system_lines`, how many lines gold and the system have; `ends`, whether
    each ends with a blank line; `is_annotated`, whether gold has an annotation column (None: it has
    no token).
    """

    def __init__(self, gold: perl.Input, system: perl.Input, script: Original) -> None:
        self.gold, self.system, self.script = gold, system, script
        self.error_number = perl.ErrorNumber()
        self.line = self.system_lines = 0
        self.ends = [True, True]
        self.is_annotated: bool | None = None
        self._last: int | None = None
        self._marks: list[bytes] = []
        self._fault: perl.Die | None = None
        self._turns = MOST_TURNS

    def sentences(self) -> Iterator[Block]:
        """Yield sentences up to the first fault of the columns; raise faults of both checks (2.2, 2034)."""
        gold, system = Side(self.gold), Side(self.system)
        while not gold.has_ended:
            for in_gold, in_system, number in whole_sentences(gold, system):
                first = self.line + 1
                self.line += number + (number > 0) or 1
                if in_gold == in_system and (not number or is_plain(in_gold, number)):
                    gold_lines = system_lines = Lines(in_gold, number, True) if number else NOTHING
                    self.is_annotated = self.is_annotated or number > 0 or None
                else:
                    gold_lines = system_lines = Lines(in_gold, number)
                    if in_gold != in_system:
                        system_lines = Lines(in_system, number)
                        self._check_agreement(gold_lines, system_lines, first)
                    self._check_columns(system_lines, first)
                    self._look_at(gold_lines)
                if self._fault is None:
                    yield Block._make((gold_lines, system_lines, self.line, None, perl.ENOTTY))
            yield from self._line_by_line(gold, system)
        if self._fault is not None:
            raise self._fault

    def _look_at(self, gold: Lines) -> None:
        if not self.is_annotated and gold.number:
            self.is_annotated = any(line.count(b"\t") >= 7 for line in gold.lines())

    def _line_by_line(self, gold: Side, system: Side) -> Iterator[Block]:
        """Yield sentences line by line (2.2, 2026-2040 and 2104-2110), up to one that ends in both files.

        Quirk 5: a sentence ends at a blank line of gold or at the last line of either file, which is not
        read. Quirk 6: after the system's last, every line of gold ends one. 1.0, 1431: gold's last none.
        """
        in_gold, in_system, number = bytearray(), bytearray(), 0
        self.system_lines = self.line
        pairs = zip_longest(gold.lines(), system.lines(), fillvalue=b"")
        gold_line, system_line = next(pairs, (b"", b""))
        while gold_line:
            next_gold, next_system = next(pairs, (b"", b""))
            self.line += 1
            if system_line:
                self.system_lines, self.ends[1] = self.line, system_line == b"\n"
            self.ends[0] = gold_line == b"\n"
            self._check_line(self.line, gold_line, system_line)
            self._check_column(self.line, system_line)
            self.error_number.read(self.gold, gold_line)
            is_inside = gold_line != b"\n" and next_system
            if is_inside and (next_gold or not self.script.gold_ends_sentence):
                number += 1
                in_gold += gold_line
                in_system += system_line
            else:
                last = self._last_read(gold_line, system_line, next_system)
                if self._fault is None:
                    lines = [Lines(bytes(side[:-1]), number) for side in (in_gold, in_system)]
                    self._look_at(lines[0])
                    yield Block._make((*lines, self.line, last, self.error_number.value))
                if gold_line == system_line == b"\n" and next_gold and next_system and self._turns:
                    self._turns -= 1
                    gold.leave(next_gold)
                    system.leave(next_system)
                    return
                in_gold, in_system, number = bytearray(), bytearray(), 0
            gold_line, system_line = next_gold, next_system
        gold.has_ended = True
        self.error_number.read(self.gold, b"")
        self._rest_of_system(system_line, pairs)

    def _last_read(self, gold: bytes, system: bytes, next_system: bytes) -> tuple[bytes, int]:
        """Return the handle and line that Perl names after a sentence, and note the last call (2032-2040)."""
        self.error_number.read(self.system, system)
        if gold != b"\n":  # eof(SYSTEM) is asked, then eof(GOLD)
            self.error_number.asked(self.gold if next_system else self.system)
        is_gold = gold != b"\n" and next_system
        return (GOLD, self.line) if is_gold else (SYSTEM, self.system_lines)

    def _rest_of_system(self, line: bytes, pairs: Iterator[tuple[bytes, bytes]]) -> None:
        """Check the columns of the system's lines after gold's end (quirk 3)."""
        while line:
            self.system_lines += 1
            self._check_column(self.system_lines, line)
            self.ends[1] = line == b"\n"
            line = next(pairs, (b"", b""))[1]

    def _check_agreement(self, gold: Lines, system: Lines, first: int) -> None:
        """Check that both have the same first four fields (2.2, 1914-1944)."""
        if gold.width and system.width:
            for field in range(4):
                if gold.cells[field :: gold.width] != system.cells[field :: system.width]:
                    break
            else:
                return
        both = zip(gold.text.split(b"\n"), system.text.split(b"\n"))
        for number, (gold_line, system_line) in enumerate(both, first):
            self._check_line(number, gold_line + b"\n", system_line + b"\n")

    def _check_line(self, number: int, gold: bytes, system: bytes) -> None:
        """Check that a line is gold's (1924-1941); what it lacks is empty (quirks 3 and 30)."""
        if gold == system:
            return
        error = perl.ErrorNumber()
        error.read(self.gold, gold)
        error.read(self.system, system)
        if gold == b"\n":
            if system:
                raise stops.at_line(stops.BLANK, self.script, number, (gold, system), error.value)
            return
        in_gold, in_system = (
            [*line.removesuffix(b"\n").split(b"\t", 4), *[b""] * 4][:4] for line in (gold, system)
        )
        if in_gold != in_system:
            raise stops.different_tokens(number, gold, system, error.value)

    def _check_columns(self, system: Lines, first: int) -> None:
        """Check the columns of a sentence, and keep the first fault (2.2, 1968-2015)."""
        if self._fault is not None:
            return
        if system.width == 8:
            stars = system.cells[7::8].count(STARS)
            if stars in (0, system.number):
                return
        elif system.width % 3 == 1 and STARS not in system.text:
            return
        for number, line in enumerate([*system.text.split(b"\n"), b""], first):
            self._check_column(number, line + b"\n")

    def _check_column(self, number: int, line: bytes) -> None:
        """Check the columns of the system's next line (1968-2015), and keep the first fault."""
        if not line or self._fault is not None:
            return
        if line == b"\n":
            places = first_misplaced(self._marks)
            self._marks, self._last = [], None
            self._fault = places and stops.at_line(stops.STARS, self.script, number, places)
            return
        error_number = perl.ENOTTY if line.endswith(b"\n") else self.system.end_error
        line = line.removesuffix(b"\n").rstrip(b"\t")
        last = line.count(b"\t") if line else -1  # of no field at all
        self._marks.append(line.split(b"\t", 8)[7] if last >= 7 else b"")
        if self._last is None:
            self._last = last
        is_possible = last == 7 or (last >= 0 and last % 3 == 0)
        kind = stops.UNEQUAL if last != self._last else "" if is_possible else stops.IMPOSSIBLE
        if kind:
            detail = last + 1, self._last + 1, line
            self._fault = stops.at_line(kind, self.script, number, detail, error_number)


def first_misplaced(marks: Sequence[bytes]) -> tuple[int, int] | None:
    """Return the first token with ``***`` beside one without, and that neighbor (2.2, 1977-1992).

    `marks` are a sentence's cells of the eighth field. Quirk 4: neither the first nor the last token
    is looked at; the neighbor before each comes first.
    """
    if marks.count(STARS) in (0, len(marks)):
        return None
    for token in range(1, len(marks) - 1):
        for beside in (token - 1, token + 1):
            if marks[token] == STARS != marks[beside]:
                return token, beside
    return None


def whole_sentences(gold: Side, system: Side) -> Iterator[tuple[bytes, bytes, int]]:
    """Yield both texts and the number of lines of each sentence that ends at a line blank in both.

    A phantom sentence has no lines. Ends before the first sentence that does not end in both; then
    lines are to be read.
    """
    while gold.read_on() and system.read_on():
        together = list(zip(gold.found, system.found))
        for place, (in_gold, in_system) in enumerate(together):
            phantoms, rest = 0, in_gold
            # Of "\n\n" without a sentence before it, both are blank.
            if in_gold[:1] in (b"", b"\n"):
                rest = in_gold.lstrip(b"\n")
                phantoms = len(in_gold) - len(rest) + (0 if rest else 2)
            start = len(in_gold) - len(rest)
            number = rest.count(b"\n") + 1 if rest else 0
            if in_gold != in_system:
                ours = in_system[start:]
                is_other = rest and in_system[:start] == in_gold[:start]
                if not is_other or ours[:1] in (b"", b"\n") or ours.count(b"\n") + 1 != number:
                    del gold.found[:place], system.found[:place]
                    return
            else:
                ours = rest
            for _ in range(phantoms):
                yield b"", b"", 0
            if number:
                yield rest, ours, number
        del gold.found[: len(together)], system.found[: len(together)]


class Side:
    """What has been read of a file: `found` stand before two newlines each."""

    def __init__(self, source: perl.Input) -> None:
        self._chunks = source.chunks()
        self._rest = b""
        self._buffer = BytesIO()
        self.found: list[bytes] = []
        self.has_ended = False

    def read_on(self) -> bool:
        """Read until there is a paragraph; return whether there is."""
        while not self.found and len(self._rest) <= blocks.LONGEST:
            chunk = next(self._chunks, b"")
            if not chunk:
                break
            *self.found, self._rest = (self._rest + chunk).split(b"\n\n")
        return bool(self.found)

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that are left, each with its newline if it has one."""
        self._buffer = BytesIO(b"\n\n".join([*self.found, self._rest]))
        self.found, self._rest = [], b""
        begun: list[bytes] = []
        while True:
            for line in self._buffer:
                if not line.endswith(b"\n"):
                    begun.append(line)
                elif begun:
                    yield b"".join([*begun, line])
                    begun = []
                else:
                    yield line
            chunk = next(self._chunks, b"")
            if not chunk:
                break
            self._buffer = BytesIO(chunk)
        if begun:
            yield b"".join(begun)

    def leave(self, line: bytes) -> None:
        """Go back to paragraphs, after a line that was read in advance."""
        self._rest = line + self._buffer.read()
