"""The three passes of the script over two files, in its order: agreement, columns, scoring.

`Files.sentences` makes all three. The two checks raise Abort at the first line that is at fault; scoring yields the
sentences. Each pass reads the files anew, and each is written line by line as the script is
(2.2, 1911-1953, 1965-2015 and 2023-2110); `plain` says which lines need not be read by it.
"""

from __future__ import annotations

from itertools import zip_longest

from ..common.columns import GOLD_HANDLE, STARS, SYSTEM_HANDLE
from . import perl, plain
from .annotation import Block, fields_to_annotate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .scripts import Original

NO_LINES = b"", b""


class Files:
    """Gold's and the system's file, read by the rules of `script`.

    Known when all sentences have been read: `line` and `system_lines`, how many lines gold and the system
    have; `ends`, whether each ends with a blank line; `is_annotated`, whether gold has an annotation
    column (None: it has no token). Without `has_shortcut` every line is read by every pass.
    """

    def __init__(
        self, gold: perl.Input, system: perl.Input, script: Original, has_shortcut: bool = True
    ) -> None:
        self.gold, self.system, self.script = gold, system, script
        self.error_number = perl.ErrorNumber()
        self.line = self.system_lines = 0
        self.ends = [True, True]
        self.is_annotated: bool | None = None
        self._has_shortcut = has_shortcut

    def sentences(self) -> Iterator[Block]:
        """Return an iterator over all sentences; raise Abort, before the first, where a check fails."""
        perl.perl_copy_pipes_to_files(self.gold, self.system)
        stretches = plain.lines_to_check(self.gold, self.system, self._has_shortcut)
        self._check_agreement(stretches)
        self._check_columns(stretches)
        return self._scored_sentences()

    def _check_agreement(self, stretches: list[plain.Stretch]) -> None:
        """Raise Abort at the first line whose first four fields are not gold's (2.2, 1914-1944)."""
        for stretch in stretches:
            both = zip_longest(
                self.gold.lines(stretch.gold_start, stretch.gold_end),
                self.system.lines(stretch.system_start, stretch.system_end),
                fillvalue=b"",
            )
            for number, (gold, system) in enumerate(both, stretch.lines_before + 1):
                if not gold:  # quirk 3: lines after gold's end are not compared
                    return
                if gold == system:
                    continue
                if gold == b"\n" and system:  # 1924-1928
                    raise self._disagreement(number, gold, system)
                if gold != b"\n" and _first_four(gold) != _first_four(system):  # 1934-1941
                    raise self._disagreement(number, gold, system)

    def _disagreement(self, number: int, gold: bytes, system: bytes) -> perl.Abort:
        """Return the abort at a line whose two sides do not agree (2.2, 1926 and 1935-1939)."""
        from . import abort_messages  # like `usage`, it is loaded when it is needed

        error = perl.ErrorNumber()
        error.read(self.gold, gold)
        error.read(self.system, system)
        if gold == b"\n":
            return abort_messages.abort_message_at_line(
                abort_messages.BLANK, self.script, number, (gold, system), error.value
            )
        return abort_messages.abort_at_different_tokens(number, gold, system, error.value)

    def _check_columns(self, stretches: list[plain.Stretch]) -> None:
        """Raise Abort where the columns of the system's file are at fault (2.2, 1968-2015)."""
        for stretch in stretches:
            has_stars: list[bool] = []  # of each token, whether its eighth field is ***
            first = number = stretch.lines_before
            lines = self.system.lines(stretch.system_start, stretch.system_end)
            for number, line in enumerate(lines, stretch.lines_before + 1):
                self.ends[1] = line == b"\n"
                if line == b"\n":  # 1977-1992
                    if misplaced := stars_in_column_pass(has_stars):
                        raise self._misplaced_stars(number, misplaced)
                    has_stars = []
                    continue
                text = line.removesuffix(b"\n").rstrip(b"\t")
                last = text.count(b"\t") if text else -1  # of a line of tabs, no field at all
                if not has_stars:
                    first = last
                has_stars.append(last >= 7 and text.split(b"\t", 8)[7] == STARS)
                is_possible = last == 7 or (last >= 0 and last % 3 == 0)  # quirk 4
                if last == first and is_possible:
                    continue
                raise self._wrong_columns(number, line, last, first)  # 1999-2001, 2002-2007
            self.system_lines = number

    def _misplaced_stars(self, number: int, misplaced: tuple[int, int]) -> perl.Abort:
        """Return the abort at the end of a sentence with ``***`` in some of its lines (2.2, 1980-1987)."""
        from . import abort_messages

        return abort_messages.abort_message_at_line(
            abort_messages.STARS, self.script, number, misplaced
        )

    def _wrong_columns(self, number: int, line: bytes, last: int, first: int) -> perl.Abort:
        """Return the abort at a line with other columns than the first, or impossible ones (2.2, 1999-2006).

        `last` is the index of the line's last field, `first` that of the sentence's first line.
        """
        from . import abort_messages

        kind = abort_messages.IMPOSSIBLE if last == first else abort_messages.UNEQUAL
        error_number = perl.ENOTTY if line.endswith(b"\n") else self.system.end_error
        detail = last + 1, first + 1, line.removesuffix(b"\n").rstrip(b"\t")
        return abort_messages.abort_message_at_line(kind, self.script, number, detail, error_number)

    def _scored_sentences(self) -> Iterator[Block]:
        """Yield the sentences, whole while they are in step, then line by line (2.2, 2027-2110)."""
        in_step = plain.InStep(self.gold, self.system, self._has_shortcut)
        for in_gold, in_system in in_step:
            if not self.is_annotated:
                self._note_annotation(in_gold)
            line = self.line = in_step.line
            yield Block._make((in_gold, in_system, line, (SYSTEM_HANDLE, line), perl.ENOTTY))
        gold_lines = self.gold.lines(in_step.gold_place)
        system_lines = self.system.lines(in_step.system_place)
        yield from self._line_by_line(gold_lines, system_lines)
        self.error_number.read(self.gold, b"")

    def _line_by_line(
        self, gold_lines: Iterator[bytes], system_lines: Iterator[bytes]
    ) -> Iterator[Block]:
        """Yield the sentences of the lines that are left (2.2, 2030-2042, 2106-2108).

        Quirk 5: a sentence ends at a blank line of gold or at the last line of either file, which is not
        read. Quirk 6: after the system's last, every line of gold ends one. 1.0, 1431: gold's last none.
        """
        in_gold, in_system = bytearray(), bytearray()
        system_line = self.line
        pairs = zip_longest(gold_lines, system_lines, fillvalue=b"")
        gold, system = next(pairs, NO_LINES)
        while gold:
            next_gold, next_system = next(pairs, NO_LINES)
            self.line += 1
            self.ends[0] = gold == b"\n"
            if system:
                system_line = self.line
            self.error_number.read(self.gold, gold)
            self.error_number.read(self.system, system)
            is_last_of_gold = not next_gold and self.script.gold_ends_sentence
            if gold == b"\n" or not next_system or is_last_of_gold:  # 2039
                read = SYSTEM_HANDLE, system_line
                if (
                    gold != b"\n"
                ):  # eof(SYSTEM_HANDLE) is asked first, and if it is false eof(GOLD_HANDLE)
                    if next_system:
                        read = GOLD_HANDLE, self.line
                    self.error_number.asked(self.gold if next_system else self.system)
                texts = bytes(in_gold), bytes(in_system)
                in_gold, in_system = bytearray(), bytearray()
                self._note_annotation(texts[0])
                yield Block._make((*texts, self.line, read, self.error_number.value))
            else:  # 2107
                in_gold += gold
                in_system += system
            gold, system = next_gold, next_system

    def _note_annotation(self, gold: bytes) -> None:
        """Take note whether a sentence of gold has an annotation column."""
        if gold and not self.is_annotated:
            self.is_annotated = any(len(fields) > 7 for fields in fields_to_annotate(gold))


def _first_four(line: bytes) -> list[bytes]:
    """Return the first four fields of a line; what it lacks is empty (quirks 3 and 30)."""
    return [*line.removesuffix(b"\n").split(b"\t", 4), *[b""] * 4][:4]


def stars_in_column_pass(has_stars: list[bool]) -> tuple[int, int] | None:
    """Return the first token with ``***`` beside one without, and that neighbor (2.2, 1977-1992).

    Quirk 4: neither the first nor the last token is looked at; the neighbor before each comes first.
    """
    if has_stars.count(True) in (0, len(has_stars)):
        return None
    for token in range(1, len(has_stars) - 1):
        for beside in (token - 1, token + 1):
            if has_stars[token] and not has_stars[beside]:
                return token, beside
    return None
