"""Two files, sentence by sentence.

The originals read a line of each in step. Here sentences are read whole, and
only the last of a file line by line.
"""

from __future__ import annotations

from itertools import chain, islice, zip_longest

from ..records import Record
from . import deaths, perl
from .deaths import SYSTEM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Block(Record):
    """A sentence as it stands in the two files.

    `gold_lines` and `system_lines` are as many lines of bytes; `last_line` is
    the number, from 1, of the line at which it ends and which is no part of it;
    `reading` and `error_number` are what a death there would show and leave.
    """

    gold_lines: list[bytes]
    system_lines: list[bytes]
    last_line: int
    reading: perl.Reading
    error_number: int


def open_named(handle: bytes, name: bytes) -> perl.Input:
    """Open an input file by its name on a command line; raise Death if that fails.

    2.2, lines 1911-1912. The name may be ``-``, standard input.
    """
    try:
        return perl.open_input(handle, name)
    except OSError as error:
        raise deaths.cannot_be_opened(handle, name, error) from error


def open_second(gold_name: bytes, system_name: bytes) -> perl.Input:
    """Open the system's file, when gold's is open; raise Death if that fails.

    If both names are ``-``, the system's file counts as unopenable.
    """
    system = open_named(SYSTEM, system_name)
    if perl.is_standard_input(gold_name) and perl.is_standard_input(system_name):
        raise deaths.standard_input_twice(system_name)
    return system


def paragraphs(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield the lines of a file in lists, each up to a blank line or to the last line."""
    paragraph: list[bytes] = []
    for line in lines:
        paragraph.append(line)
        if line == b"\n":
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def pieces(lines: Iterable[bytes], most: int) -> Iterator[list[bytes]]:
    """Yield the lines of a file as `paragraphs` does, but cut after every `most` lines."""
    lines = iter(lines)
    for line in lines:
        yield from paragraphs(chain((line,), islice(lines, most - 1)))


def read_blocks(
    gold: perl.Input, system: perl.Input, error_number: perl.ErrorNumber
) -> Iterator[Block]:
    """Yield the sentences of two files, in step (2.2, lines 2026-2040).

    A sentence ends at a line that is blank in gold, or that is the last of
    either file, whatever stands there. After the system's last line, every further
    line of gold ends a sentence without lines. `error_number` follows.
    """
    gold_lines, system_lines = gold.lines(), system.lines()
    number = 0
    for in_gold in paragraphs(gold_lines):
        in_system = list(islice(system_lines, len(in_gold)))
        # Most sentences end at a line that is blank in both files.
        if not in_gold[-1:] == in_system[len(in_gold) - 1 :] == [b"\n"]:
            lines = chain(in_gold, gold_lines), chain(in_system, system_lines)
            yield from _read_last_blocks(gold, system, error_number, *lines, number)
            break
        number += len(in_gold)
        reading = perl.Reading(system.handle, number)
        yield Block(in_gold[:-1], in_system[:-1], number, reading, error_number.value)
    error_number.read(gold, b"")


def _read_last_blocks(
    gold: perl.Input,
    system: perl.Input,
    error_number: perl.ErrorNumber,
    last_gold_lines: Iterator[bytes],
    last_system_lines: Iterator[bytes],
    read_before: int,
) -> Iterator[Block]:
    """Yield the sentences from the first one on that a file's last line may end.

    The iterators give their lines; `read_before` lines of each file came before them.
    """
    gold_lines: list[bytes] = []
    system_lines: list[bytes] = []
    read_from_system = read_before
    pairs = zip_longest(last_gold_lines, last_system_lines, fillvalue=b"")
    gold_line, system_line = next(pairs, (b"", b""))
    for number, (next_gold_line, next_system_line) in enumerate(
        chain(pairs, [(b"", b"")]), start=read_before + 1
    ):
        if gold_line != b"\n" and next_system_line and next_gold_line:
            gold_lines.append(gold_line)
            system_lines.append(system_line)
            gold_line, system_line = next_gold_line, next_system_line
            continue
        if not gold_line:
            break

        if not system_line.endswith(b"\n") or not gold_line.endswith(b"\n"):
            error_number.read(gold, gold_line)
            error_number.read(system, system_line)
        # Where the system has ended, this is its last line or one after it.
        if system_line:
            read_from_system = number
        reading = perl.Reading(system.handle, read_from_system)
        # Only if gold's line is not blank is the system asked for its end, and only if that
        # has not come is gold asked.
        if gold_line != b"\n":
            if next_system_line:
                error_number.asked_for_end(gold)
                reading = perl.Reading(gold.handle, number)
            else:
                error_number.asked_for_end(system)
        yield Block(gold_lines, system_lines, number, reading, error_number.value)
        gold_lines = []
        system_lines = []
        gold_line, system_line = next_gold_line, next_system_line


def unread_lines(gold: perl.Input, system: perl.Input) -> list[tuple[bytes, str]]:
    """Return what was passed over, for people: the file's handle, and what and why.

    The originals pass over it without a word: see `read_blocks` and `agreement.check_agreement`.
    """
    numbers = {}
    found = []
    for source in (gold, system):
        number, line = 0, b"\n"
        for number, line in enumerate(source.lines(), start=1):  # noqa: B007
            pass
        numbers[source.handle] = number
        if line != b"\n":
            why = "the last line, %d, is not read: end the file with a blank line" % number
            found.append((source.handle, why))
    more = numbers[system.handle] - numbers[gold.handle]
    last = min(numbers.values())
    if more > 0:
        why = (
            "line %d, the first after gold's last, and what follows it: neither compared nor scored"
        )
        found.append((system.handle, why % (last + 1)))
    elif more < 0:
        why = "line %d, the first after the system's last, and what follows it: phantom sentences"
        found.append((gold.handle, why % (last + 1)))
    return found
