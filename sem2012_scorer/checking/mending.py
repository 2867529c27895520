"""A copy of a submission with every unambiguous problem fixed.

No cell gets another word, no line is removed, and only a blank line at the end is
added.
"""

from __future__ import annotations

from collections import Counter

from ..ground.columns import FIRST_NEGATION_FIELD, STARS, WORD_FIELD, fields
from ..ground.wording import plural
from ..legacy.originals import Original
from .cells import Cells
from .files import BYTE_ORDER_MARK, File, looks_blank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    Change = Callable[[bytes], bytes]

MENDED = ("W101", "W108", "W117", "W401", "W402")
"""The codes that `check` does not find in a fixed copy, unless gold has them too.

Lines whose last cell is only white space are an exception: they stay as they are.
"""


def mended(system: File, gold: File | None, original: Original) -> tuple[bytes, list[str]]:
    """Return the bytes of a fixed copy, and a description of each change.

    If gold has the same oddity, it is kept: without it, the files would not agree.
    """
    content = system.content
    done = []
    while content.startswith(BYTE_ORDER_MARK) and not (gold is not None and gold.has_mark):
        content = content[len(BYTE_ORDER_MARK) :]
        done = ["the byte-order mark taken out"]
    lines = content.split(b"\n")
    sign = _sign_of_gold(gold, original)
    changes: list[tuple[str, bool, Change]] = [
        ("white space taken off", True, _without_last_spaces),
        ("lines that only looked blank made blank", not (gold and gold.seemingly_blank), _blank),
        ("cells given gold's sign for empty, %s" % sign, sign != "", _with_sign(sign.encode())),
    ]
    wanted = [(what, change) for what, is_wanted, change in changes if is_wanted]
    without_return = ("carriage returns taken out", _without_return)
    kept = _returns_of_gold(gold, lines)
    changed: Counter[str] = Counter()
    for index, line in enumerate(lines):
        here = wanted if index + 1 in kept else [without_return, *wanted]
        lines[index], what_changed = _changed(line, here)
        changed.update(what_changed)
    for what, _ in [without_return, *wanted]:
        if changed[what]:
            done.append("%s in %s" % (what, plural(changed[what], "line")))
    content = b"\n".join(lines)
    last = content.rstrip(b"\n").rpartition(b"\n")[2]
    # If the last line is not a token, a blank line after it would make the scorer read it.
    is_token = last.count(b"\t") >= FIRST_NEGATION_FIELD
    if is_token and (gold is None or not gold.lines or gold.content.endswith(b"\n\n")):
        end = b"\n" * (2 - content.endswith(b"\n") - content.endswith(b"\n\n"))
        if end:
            content += end
            done.append("a blank line added at the end")
    return content, done


def _changed(line: bytes, changes: Sequence[tuple[str, Change]]) -> tuple[bytes, set[str]]:
    """Return a line after applying changes until nothing more changes, and what was changed."""
    done = set()
    before = None
    while line != before:
        before = line
        for what, change in changes:
            changed = change(line)
            if changed != line:
                done.add(what)
            line = changed
    return line, done


def _returns_of_gold(gold: File | None, lines: Sequence[bytes]) -> Collection[int]:
    """Return the numbers of the lines that keep their carriage return.

    These are the lines where gold has one too, or all lines if gold has any and a
    different number of lines from the system.
    """
    if gold is None:
        return ()
    # Blank lines at the end do not matter: one may be added.
    system = b"\n".join(lines)
    same = gold.content.rstrip().count(b"\n") == system.rstrip().count(b"\n")
    return set(gold.returns) if same or not gold.returns else range(1, len(lines) + 1)


def _without_return(line: bytes) -> bytes:
    return _unless_emptied(line, line.rstrip(b"\r"))


def _without_last_spaces(line: bytes) -> bytes:
    """Return an annotation line without spaces at its end; other lines are compared unchanged."""
    if line.count(b"\t") < FIRST_NEGATION_FIELD:
        return line
    stripped = line
    while stripped.endswith(SPACES):
        stripped = stripped.removesuffix(b" ").removesuffix(NO_BREAK).removesuffix(WIDE)
    return _unless_emptied(line, stripped)


NO_BREAK, WIDE = "\u00a0".encode(), "\u3000".encode()
SPACES = (b" ", NO_BREAK, WIDE)
"""White space at the end of a line, in UTF-8, other than tabs and carriage returns."""


def _unless_emptied(line: bytes, changed: bytes) -> bytes:
    """Return the changed line, or the original if that would lose an empty last cell's column."""
    if not changed.endswith(b"\t"):
        return changed
    cells = fields(changed)[FIRST_NEGATION_FIELD:]
    complete = cells == [STARS] or (cells and len(cells) % 3 == 0)
    return changed if complete else line


def _blank(line: bytes) -> bytes:
    return b"" if looks_blank(line) else line


def _with_sign(sign: bytes) -> Callable[[bytes], bytes]:
    """Return a function that replaces the other sign for an empty cell by `sign` in a line."""
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
    """Return gold's sign for an empty cell, or "" if it is not known."""
    if gold is None:
        return ""
    cells = Cells(gold, gold, original)
    for sentence in gold.sentences():
        if not gold.is_plainly_without_negation(sentence):
            for _ in cells.check(sentence, [gold.fields(number) for number in sentence]):
                pass
    return cells.sign
