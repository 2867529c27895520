"""What is wrong with a file by itself: its bytes and blank lines, and its sentences one by one."""

from __future__ import annotations

from ..ground.columns import SYSTEM, fields
from ..ground.wording import decoded
from ..legacy.shortcuts import is_plainly_without_negation
from .files import check_blank_lines, check_bytes
from .widths import check_columns, is_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..legacy.annotations import Annotation
    from ..legacy.reading import Block
    from .cells import Cells
    from .files import File
    from .findings import Finding
    from .verdict import Contents

MOST_COLUMNS = 3007
"""The columns of a thousand negations; with more, it is not a sentence and is not looked at."""


class FileCheck:
    """The check of a file by itself, sentence by sentence, as far as it is wanted.

    `cells` checks its cells. `findings` are what is wrong so far.
    """

    def __init__(self, file: File, cells: Cells) -> None:
        self.file = file
        self.cells = cells
        self.findings: list[Finding] = [*check_bytes(file), *check_blank_lines(file)]
        self._next = 1
        self._is_plain = file.lines.are_plain

    def follow(self, block: Block, lines: bytes, is_plain: bool, judged: Annotation) -> None:
        """Check the sentence that the scorer has read as a block.

        `lines` are the file's; `is_plain` says that they are without negation, and `judged`
        is how the scorer reads them. Where the file does not stand at this block, or is not
        read as it stands, nothing is done: the sentence is checked later.
        """
        start = block.last_line - block.length
        if start != self._next or not self._is_plain:
            return
        if not block.length or not self._is_sentence(block, lines):
            return
        self._next = block.last_line + 1
        sentence = range(start, block.last_line)
        if is_plain:
            self.cells.pass_over(sentence)
        else:
            self._check(sentence, lines, judged)

    def _is_sentence(self, block: Block, lines: bytes) -> bool:
        """Return whether a block is a sentence of this file, whole and with a blank line after it.

        It is if the scorer reads sentence by sentence. Line by line, gold's blank lines end it, or
        the last line of a file.
        """
        if block.last_read is None:
            return True
        own = self.file.lines
        number = block.last_line
        has_own_lines = lines.count(b"\n") + 1 == block.length and all(lines.split(b"\n"))
        return has_own_lines and number <= len(own) and not own[number - 1]

    def finish(self) -> list[Finding]:
        """Check what is left, and return what is wrong with the file."""
        for sentence in self.file.sentences(self._next):
            lines = b"\n".join(self.file.lines_of(sentence))
            self._check(sentence, lines, None)
        return [*self.findings, *self.cells.at_the_end()]

    def _check(self, sentence: range, lines: bytes, judged: Annotation | None) -> None:
        file, cells = self.file, self.cells
        # Most sentences have eight columns, the last of which is ***.
        if is_plainly_without_negation(lines, len(sentence)):
            cells.pass_over(sentence)
            return
        if lines.count(b"\t") > MOST_COLUMNS:
            most = max(line.count(b"\t") for line in lines.split(b"\n")) + 1
            if most > MOST_COLUMNS:
                self.findings.append(file.finding(sentence[0], "E205", "%d columns" % most))
                cells.pass_over(sentence)
                return
        known = cells.read(lines)
        # Lines of the same length can only have a title in their first.
        rows = known.rows if known.width is None else [fields(lines.partition(b"\n")[0])]
        if is_title(rows):
            message = "%r is not a token" % decoded(file.lines[sentence[0] - 1])
            self.findings.append(file.finding(sentence[0], "W119", message))
            if len(sentence) == 1:
                return
            sentence, judged = sentence[1:], None
            known = cells.read(lines.partition(b"\n")[2])
        if file.handle == SYSTEM and not known.has_right_columns:
            self.findings += check_columns(file, sentence, known.rows)
        self.findings += cells.check(sentence, known, judged)


def contents_of(file: File, cells: Cells) -> Contents:
    """Return what there is in a file, whatever is wrong with it."""
    FileCheck(file, cells).finish()
    return cells.contents
