"""A mended copy of a submission, where there is one right answer.

No cell is given another word, and no line is taken out or added but a blank
one at the end.
"""

from __future__ import annotations

from ..legacy import perl
from ..legacy.columns import FIRST_NEGATION_FIELD, STARS, WORD_FIELD, fields
from ..legacy.originals import Original
from .cells import Cells
from .files import BYTE_ORDER_MARK, File

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[bytes], bytes]

MENDED = ("W101", "W108", "W117", "W401", "W402")
"""The codes of which `check` finds none in a mended copy that gold does not have too.

But for lines whose last cell is nothing but white space, which are left alone.
"""


def mended(system: File, gold: File | None, original: Original) -> tuple[bytes, list[str]]:
    """Return the bytes of a mended copy, and what was done, in words.

    Where gold has the same oddity, it is left alone: the files would not agree
    without it.
    """
    content = system.content
    done = []
    if system.has_mark and not (gold is not None and gold.has_mark):
        content = content[len(BYTE_ORDER_MARK) :]
        done.append("the byte-order mark taken out")
    lines = content.split(b"\n")
    sign = _sign_of_gold(gold, original)
    changes: list[tuple[str, bool, Change]] = [
        ("carriage returns taken out", gold is None or not gold.returns, _without_return),
        ("white space taken off", True, _without_last_spaces),
        ("lines that only looked blank made blank", not _has_odd_blanks(gold), _blank),
        ("cells given gold's sign for empty, %s" % sign, sign != "", _with_sign(sign.encode())),
    ]
    for what, wanted, change in changes:
        if wanted:
            changed = [change(line) for line in lines]
            number = sum(old != new for old, new in zip(lines, changed))
            if number:
                done.append("%s in %d lines" % (what, number))
            lines = changed
    content = b"\n".join(lines)
    if content.strip() and (gold is None or not gold.lines or not gold.lines[-1]):
        end = b"\n" * (2 - content.endswith(b"\n") - content.endswith(b"\n\n"))
        if end:
            content += end
            done.append("a blank line added at the end")
    return content, done


def _without_return(line: bytes) -> bytes:
    return _unless_emptied(line, line.removesuffix(b"\r"))


def _without_last_spaces(line: bytes) -> bytes:
    """Return a line of annotation without spaces at its end; other lines are compared as they are."""
    if line.count(b"\t") < FIRST_NEGATION_FIELD:
        return line
    return _unless_emptied(line, line.rstrip(b" "))


def _unless_emptied(line: bytes, changed: bytes) -> bytes:
    """Return the changed line, but the line itself if an empty last cell, and its column, would be lost."""
    if not changed.endswith(b"\t"):
        return changed
    cells = fields(changed)[FIRST_NEGATION_FIELD:]
    complete = cells == [STARS] or (cells and len(cells) % 3 == 0)
    return changed if complete else line


def _blank(line: bytes) -> bytes:
    return line if line.strip(perl.WHITE_SPACE) else b""


def _with_sign(sign: bytes) -> Callable[[bytes], bytes]:
    """Return the change of cells that are empty, by another sign, to `sign`."""
    other = {b"_": b"-", b"-": b"_"}.get(sign)

    def change(line: bytes) -> bytes:
        columns = line.split(b"\t")
        if len(columns) <= FIRST_NEGATION_FIELD or columns[WORD_FIELD] == other:
            return line
        cells = columns[FIRST_NEGATION_FIELD:]
        return b"\t".join(
            columns[:FIRST_NEGATION_FIELD] + [sign if cell == other else cell for cell in cells]
        )

    return change


def _sign_of_gold(gold: File | None, original: Original) -> str:
    """Return what gold writes for an empty cell; nothing if it is not known."""
    if gold is None:
        return ""
    cells = Cells(gold, gold, original)
    for sentence in gold.sentences():
        if not gold.is_plainly_without_negation(sentence):
            for _ in cells.check(sentence, [gold.fields(number) for number in sentence]):
                pass
    return cells.sign


def _has_odd_blanks(gold: File | None) -> bool:
    """Tell whether gold has lines that only look blank."""
    return gold is not None and any(
        line and not line.strip(perl.WHITE_SPACE) for line in gold.lines
    )
