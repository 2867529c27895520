"""Two files, each read once, in step.

The originals read a line of each file at a time, and each file three times.
Here whole sentences are read, as bytes, as long as both files have the same
number of lines before their next blank line (`InStep.blocks`), and from there
on a line of each (`InStep.lines`): at the latest when a file ends, for the
last line of a file has rules of its own.
"""

from __future__ import annotations

from io import BytesIO
from itertools import chain, zip_longest

from ..ground.columns import FIRST_NEGATION_FIELD, GOLD, LINE_END, SYSTEM
from ..ground.records import Record
from . import perl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    LinePair = tuple[bytes, bytes]

LONGEST_BLOCK = 1 << 20
"""A sentence of more bytes is read line by line."""


class Block(Record):
    """A sentence as it stands in the two files.

    `gold` and `system` are `length` lines, joined by newlines; `last_line` is
    the number, from 1, of the line at which the sentence ends and which is not
    part of it. `last_read` and `error_number` are what a message there would
    show and leave: the handle and the number of the line that was read last,
    None for that line of the system's file; and the value of ``errno``.
    """

    gold: bytes
    system: bytes
    length: int
    last_line: int
    last_read: perl.LastRead | None = None
    error_number: int = perl.AFTER_OPENING

    @property
    def gold_lines(self) -> list[bytes]:
        """Gold's lines, without their newlines."""
        return self.gold.split(b"\n") if self.length else []

    @property
    def system_lines(self) -> list[bytes]:
        """The system's lines, the same number as gold's, without their newlines."""
        return self.system.split(b"\n") if self.length else []

    @property
    def reading(self) -> perl.LastRead:
        """What was read last."""
        return self.last_read or perl.LastRead(SYSTEM, self.last_line)


NOTHING_ODD = (None, perl.AFTER_OPENING)
"""What a message would show and leave at the end of most sentences: see `Block`."""


class InStep:
    """The two files `gold` and `system`, read in step: first `blocks`, then `lines`, each once.

    `lines_read` is the number of lines of each file in the blocks so far;
    `gold_is_annotated` is None before gold's first token, then whether gold has
    had an annotation column so far.
    """

    def __init__(self, gold: perl.Input, system: perl.Input) -> None:
        self.gold = gold
        self.system = system
        self._gold = _Side(gold)
        self._system = _Side(system)
        self.lines_read = 0
        self.gold_is_annotated: bool | None = None

    def blocks(self) -> Iterator[Block]:
        """Yield the sentences that end at a line that is blank in both files.

        Stops before the first one that does not, has no lines, or is longer
        than `LONGEST_BLOCK`.
        """
        gold, system = self._gold, self._system
        while gold.has_paragraphs() and system.has_paragraphs():
            together = list(zip(gold.paragraphs, system.paragraphs))
            del gold.paragraphs[: len(together)], system.paragraphs[: len(together)]
            for position, (in_gold, in_system) in enumerate(together):
                length = in_gold.count(b"\n") + 1
                if not _is_sentence(in_gold) or (
                    in_gold != in_system
                    and not (_is_sentence(in_system) and in_system.count(b"\n") + 1 == length)
                ):
                    left = zip(*together[position:])
                    gold.paragraphs[:0], system.paragraphs[:0] = left
                    return
                self.lines_read += length + 1
                if not self.gold_is_annotated:
                    self.gold_is_annotated = has_annotation_columns(in_gold)
                yield Block._make((in_gold, in_system, length, self.lines_read, *NOTHING_ODD))

    def lines(self) -> Iterator[LinePair]:
        """Yield a line of each file after the blocks; where one has ended, nothing for its line.

        A line has its newline, if it has one in the file.
        """
        gold, system = self._gold, self._system
        gold.number_of_lines = system.number_of_lines = self.lines_read
        for pair in zip_longest(gold.lines(), system.lines(), fillvalue=b""):
            in_gold, in_system = pair
            if in_gold:
                gold.number_of_lines += 1
                gold.last_line = in_gold
                if not self.gold_is_annotated and in_gold != b"\n":
                    self.gold_is_annotated = has_annotation_columns(in_gold)
            if in_system:
                system.number_of_lines += 1
                system.last_line = in_system
            yield pair

    @property
    def gold_lines(self) -> int:
        """How many lines gold has, when all `lines` have been read."""
        return self._gold.number_of_lines

    def unread(self) -> list[tuple[bytes, str]]:
        """Return what was passed over, for people: the file's handle, and what and why.

        Known when all `lines` have been read. The originals pass over it without
        a word: see `read_last_blocks` and `checks.Checks`.
        """
        gold, system = self._gold.number_of_lines, self._system.number_of_lines
        ends = [side.last_line == b"\n" for side in (self._gold, self._system)]
        found = []
        why = "the last line, %d, is not read: end the file with a blank line"
        if not ends[0]:
            found.append((self._gold.handle, why % gold))
            # The system's file is right if it ends as gold does, or with the blank line too.
            if system == gold + ends[1]:
                return found
        if not ends[1]:
            found.append((self._system.handle, why % system))
        if system > gold:
            why = "line %d, the first after gold's last, and what follows it: neither compared nor scored"
            found.append((SYSTEM, why % (gold + 1)))
        elif system < gold:
            why = (
                "line %d, the first after the system's last, and what follows it: phantom sentences"
            )
            found.append((GOLD, why % (system + 1)))
        return found


def has_annotation_columns(lines: bytes) -> bool:
    """Return whether one of some lines has a field after the seventh that is not empty."""
    return any(
        line.rstrip(LINE_END).count(b"\t") >= FIRST_NEGATION_FIELD for line in lines.split(b"\n")
    )


def _is_sentence(paragraph: bytes) -> bool:
    """Return whether what stands before a blank line has lines, none of them blank."""
    return paragraph[:1] not in (b"", b"\n")


class _Side:
    """One of two files that are read in step.

    `paragraphs` are those that have been read to their end: what stands before
    two newlines. `number_of_lines` and `last_line` are those of the whole file
    when all of it has been read.
    """

    def __init__(self, source: perl.Input) -> None:
        self.handle = source.handle
        self.number_of_lines = 0
        self.last_line = b"\n"
        self._chunks = source.chunks()
        self._rest = b""
        self.paragraphs: list[bytes] = []

    def has_paragraphs(self) -> bool:
        """Read on until there is a paragraph; return False if none comes or it is too long."""
        while not self.paragraphs and len(self._rest) <= LONGEST_BLOCK:
            chunk = next(self._chunks, b"")
            if not chunk:
                break
            *self.paragraphs, self._rest = (self._rest + chunk).split(b"\n\n")
        return bool(self.paragraphs)

    def lines(self) -> Iterator[bytes]:
        """Return the lines that are left, each with its newline if it has one."""
        left = b"\n\n".join([*self.paragraphs, self._rest])
        return perl.lines(chain([left], self._chunks))


def read_last_blocks(
    gold: perl.Input,
    system: perl.Input,
    pairs: Iterator[LinePair],
    read_before: int,
    error_number: perl.ErrorNumber,
    gold_ends_one: bool = True,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Iterator[Block]:
    """Yield the sentences of files that are read line by line (2.2, lines 2026-2040, 2104-2110).

    A sentence ends at a line that is blank in gold, or that is the last of
    either file, whatever stands there; gold's last line ends one only if
    `gold_ends_one`: else the sentence before it is dropped (1.0, line 1427).
    After the system's last line, every further line of gold ends a sentence
    without lines. `pairs` are the lines of both, after `read_before` lines of
    each. `error_number` follows. What nobody reads is not kept: the lines of a
    sentence are left out from where `is_wanted` says that they are not.
    """
    in_gold, in_system = _Joined(), _Joined()
    length = 0
    read_from_system = read_before
    gold_line, system_line = next(pairs, (b"", b""))
    for number, (next_gold_line, next_system_line) in enumerate(
        chain(pairs, [(b"", b"")]), start=read_before + 1
    ):
        if not gold_line:
            break
        goes_on = next_gold_line or not gold_ends_one
        if gold_line != b"\n" and next_system_line and goes_on:
            error_number.read(gold, gold_line)
            length += 1
            if is_wanted():
                in_gold.add(gold_line)
                in_system.add(system_line)
            gold_line, system_line = next_gold_line, next_system_line
            continue

        if not system_line.endswith(b"\n") or not gold_line.endswith(b"\n"):
            error_number.read(gold, gold_line)
            error_number.read(system, system_line)
        # Where the system has ended, this is its last line or one after it.
        if system_line:
            read_from_system = number
        reading = perl.LastRead(SYSTEM, read_from_system)
        # Only if gold's line is not blank is the system asked for its end, and only if that
        # has not come is gold asked.
        if gold_line != b"\n":
            if next_system_line:
                error_number.asked_for_end(gold)
                reading = perl.LastRead(GOLD, number)
            else:
                error_number.asked_for_end(system)
        yield Block(in_gold.taken(), in_system.taken(), length, number, reading, error_number.value)
        length = 0
        gold_line, system_line = next_gold_line, next_system_line
    error_number.read(gold, b"")


class _Joined:
    """Lines that are joined as they come, so that a long sentence is held once."""

    def __init__(self) -> None:
        self._joined = BytesIO()

    def add(self, line: bytes) -> None:
        """Add a line with its newline."""
        self._joined.write(line)

    def taken(self) -> bytes:
        """Return the lines joined by newlines, and begin anew."""
        joined = self._joined
        self._joined = BytesIO()
        joined.truncate(max(joined.tell() - 1, 0))
        return joined.getvalue()
