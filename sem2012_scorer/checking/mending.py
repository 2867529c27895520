"""A copy of a submission in which everything is mended that has one right answer.

No cell gets a word that the system did not mean, and no token is removed or added.
What would change what the system said is mended on request alone.
"""

from __future__ import annotations

from collections import Counter

from ..ground.columns import (
    BYTE_ORDER_MARK,
    FIRST_NEGATION_FIELD,
    STARS,
    WORD_FIELD,
    compared_fields,
    fields,
)
from ..ground.wording import plural
from ..legacy.originals import Original
from ..legacy.shortcuts import is_plainly_without_negation
from .alignment import OTHER_ENCODINGS
from .cells import Cells
from .files import File
from .kind import has_quoted_fields, has_returns_alone, wide_encoding
from .layout import (
    each_sentence,
    filled,
    with_golds_blank_lines,
    with_sign,
    with_stars,
    with_tabs,
    without_quotes,
    without_row_numbers,
)
from .lines import looks_blank
from .mends import as_in_word
from .slips import SLIPS, mended_sentence
from .strings import is_in_another_case
from .widths import is_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    Change = Callable[[bytes], bytes]
    Changes = list[tuple[str, Change]]
    """What is mended in a line, each with what that is called."""

MENDED = ("E605", "W101", "W108", "W117", "W120", "W401", "W402")
"""The codes that `check` does not find in a fixed copy, unless gold has them too.

Lines whose last cell is only white space are an exception: they stay as they are.
"""


def mended(
    system: File, gold: File | None, original: Original, also: Collection[str] = ()
) -> tuple[bytes, list[str]]:
    """Return the bytes of a fixed copy, and a description of each change.

    If gold has the same oddity, it is kept: without it, the files would not agree.
    `also` are the codes of slips to be mended on request, keys of `slips.SLIPS`.
    """
    sign, whose = _sign_for_empty(gold, original)
    content = system.content
    before: bytes | None = None
    done: list[str] = []
    while content != before:
        # What was mended may show something else that can be.
        before = content
        content, changed = _mended(content, gold, original, sign, whose)
        done += changed
    for code in also:
        content, what = _without_slip(content, gold, code)
        done += [what] if what else []
    return content, done


def _mended(
    content: bytes, gold: File | None, original: Original, sign: str, whose: str
) -> tuple[bytes, list[str]]:
    """Return content after each kind of change was made once, and a description of each.

    `sign` is the sign for an empty cell, "" if it is not known, and `whose` it is.
    """
    content, done = _as_text(content, gold)
    lines = content.split(b"\n")
    for mend in (_with_tabs, _unquoted, _without_row_numbers, _without_header, _recoded):
        lines, what = mend(lines, gold)
        done += [what] if what else []
    lines, changed = _each_line(lines, _ends(gold, lines))
    done += changed
    # An empty cell gets the sign that the file has already, if gold's is not known.
    own = (sign or _sign_of(File(b"", "", b"\n".join(lines)), original) or "_").encode()
    for what, change in (
        ("*** in place of other marks", with_stars),
        ("empty cells given %s" % own.decode(), lambda sentence: filled(sentence, own)),
    ):
        lines, number = each_sentence(lines, change)
        done += ["%s in %s" % (what, plural(number, "sentence"))] if number else []
    lines, what = _with_golds_blank_lines(lines, gold)
    done += [what] if what else []
    content, what = _without_slip(b"\n".join(lines), gold, "N111")
    done += [what] if what else []
    lines = content.split(b"\n")
    if sign:
        lines, number = each_sentence(lines, lambda sentence: with_sign(sentence, sign.encode()))
        words = "cells given %s sign for empty, %s, in %s"
        done += [words % (whose, sign, plural(number, "sentence"))] if number else []
    if not _read_cells(File(b"", "", b"\n".join(lines)), original).are_mostly_foreign("W120"):
        case: Changes = [("strings given the case of their word", _in_the_words_case)]
        lines, changed = _each_line(lines, [case] * len(lines))
        done += changed
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


def _as_text(content: bytes, gold: File | None) -> tuple[bytes, list[str]]:
    """Return content as UTF-8 lines without a byte-order mark, and what was changed for that."""
    done = []
    encoding = wide_encoding(content)
    if encoding is not None:
        try:
            content = content.decode(encoding).encode()
            done.append("written in UTF-8 in place of %s" % encoding[:6].upper())
        except UnicodeError:
            return content, done
    if has_returns_alone(content):
        content = content.replace(b"\r", b"\n")
        done.append("newlines at the ends of lines in place of carriage returns")
    has_mark = content.startswith(BYTE_ORDER_MARK) and not (
        gold is not None and gold.lines.has_mark
    )
    while has_mark and content.startswith(BYTE_ORDER_MARK):
        content = content[len(BYTE_ORDER_MARK) :]
    return content, done + (["the byte-order mark taken out"] if has_mark else [])


Lines = list[bytes]


def _with_tabs(lines: Lines, gold: File | None) -> tuple[Lines, str]:
    """Separate the fields of lines by tabs where that makes them gold's: see `layout`."""
    if gold is None:
        return lines, ""
    found, number = with_tabs(lines, gold.lines)
    words = "fields separated by tabs in %s" % plural(number, "line") + _first_line(lines, found)
    return found, words if number else ""


def _unquoted(lines: Lines, gold: File | None) -> tuple[Lines, str]:
    """Take fields out of quotation marks, if most are in them."""
    if not has_quoted_fields([line for line in lines if line]):
        return lines, ""
    found = [without_quotes(line) for line in lines]
    number = sum(one != another for one, another in zip(lines, found))
    return found, "quotation marks around fields taken out in %s" % plural(number, "line")


def _without_header(lines: Lines, gold: File | None) -> tuple[Lines, str]:
    """Take out a first line that is a comment or has the names of the columns."""
    end = lines.index(b"") if b"" in lines else len(lines)
    if gold is not None and gold.lines and _same_token(lines[0], gold.lines[0]):
        return lines, ""
    if not end or not is_title([fields(line.rstrip(b"\r")) for line in lines[:end]]):
        return lines, ""
    # A blank line after it goes with it: no sentence may be without tokens.
    return lines[1 + (end == 1) :], "the first line, which is not a token, taken out"


def _same_token(line: bytes, other: bytes) -> bool:
    return compared_fields(line) == compared_fields(other)


def _without_row_numbers(lines: Lines, gold: File | None) -> tuple[Lines, str]:
    """Take out a first column that numbers the lines."""
    found, number = without_row_numbers(lines)
    words = "a column of row numbers taken out in %s" % plural(number, "line")
    return found, words + _first_line(lines, found) if number else ""


def _first_line(lines: Lines, found: Lines) -> str:
    """Return that the first line, which is not a token of gold's, was taken out too, if it was."""
    return ", and the line before the first token" if len(found) < len(lines) else ""


def _with_golds_blank_lines(lines: Lines, gold: File | None) -> tuple[Lines, str]:
    """Put blank lines where gold has them, if all tokens are gold's."""
    if gold is None:
        return lines, ""
    found = with_golds_blank_lines(lines, gold.lines)
    return found, "blank lines put where gold has them" if found != lines else ""


def _recoded(lines: Lines, gold: File | None) -> tuple[Lines, str]:
    """Write lines in UTF-8 whose first four fields are gold's in another encoding."""
    if gold is None:
        return lines, ""
    keys = {tuple(compared_fields(line)) for line in gold.lines if not line.isascii()}
    for encoding in OTHER_ENCODINGS:
        found = [_decoded(line, encoding) for line in lines]
        changed = [place for place, line in enumerate(found) if line != lines[place]]
        own = [place for place in changed if tuple(compared_fields(found[place])) in keys]
        if own:
            words = "written in UTF-8 in place of %s in %s"
            return found, words % (encoding, plural(len(changed), "line"))
    return lines, ""


def _decoded(line: bytes, encoding: str) -> bytes:
    """Return a line that is not UTF-8 from an encoding in UTF-8, another as it is."""
    try:
        line.decode("utf-8")
        return line
    except UnicodeDecodeError:
        return line.decode(encoding, "replace").encode()


def _ends(gold: File | None, lines: Lines) -> list[Changes]:
    """Return for each line what is mended at its end, with what that is called."""
    white: Changes = [("white space taken off", _without_last_spaces)]
    blank: Changes = [("lines that only looked blank made blank", _blank)]
    return [
        [
            ("carriage returns taken out", _without_returns(returns)),
            *white,
            *([] if returns or (gold and gold.lines.seemingly_blank) else blank),
        ]
        for returns in _returns_of_gold(gold, lines)
    ]


def _each_line(lines: Lines, changes: Sequence[Changes]) -> tuple[Lines, list[str]]:
    """Return lines with the changes of each, and what was changed in how many."""
    found = []
    changed: Counter[str] = Counter()
    for line, wanted in zip(lines, changes):
        mended_line, what_changed = _changed(line, wanted)
        found.append(mended_line)
        changed.update(what_changed)
    names = dict.fromkeys(what for wanted in changes[:1] for what, _ in wanted)
    return found, ["%s in %s" % (w, plural(changed[w], "line")) for w in names if changed[w]]


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


def _returns_of_gold(gold: File | None, lines: Sequence[bytes]) -> Sequence[int]:
    """Return how many carriage returns each line may have at its end: as many as gold's line has.

    If the numbers of lines differ, that is one, or none if gold has none at all.
    """
    if gold is None or not gold.lines.returns:
        return [0] * len(lines)
    # Blank lines at the end do not matter: one may be added.
    in_gold = gold.content.rstrip().split(b"\n")
    if len(in_gold) != len(b"\n".join(lines).rstrip().split(b"\n")):
        return [1] * len(lines)
    numbers = [_returns(line) for line in gold.content.split(b"\n")]
    return [*numbers, *[numbers[-1]] * len(lines)][: len(lines)]


def _returns(line: bytes) -> int:
    return len(line) - len(line.rstrip(b"\r"))


def _without_returns(kept: int) -> Change:
    """Return a function that takes off the carriage returns at a line's end, but for some."""

    def change(line: bytes) -> bytes:
        more = max(_returns(line) - kept, 0)
        return _unless_emptied(line, line[:-more]) if more else line

    return change


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


def _in_the_words_case(line: bytes) -> bytes:
    """Copy strings with letters in another case than their word from the word."""
    columns = line.split(b"\t")
    if len(columns) <= FIRST_NEGATION_FIELD:
        return line
    word = columns[WORD_FIELD]
    cells = columns[FIRST_NEGATION_FIELD:]
    if all(cell in word for cell in cells):
        return line
    found = [
        as_in_word(cell, word) if cell not in word and is_in_another_case(cell, word) else cell
        for cell in cells
    ]
    return b"\t".join(columns[:FIRST_NEGATION_FIELD] + found)


def _sign_for_empty(gold: File | None, original: Original) -> tuple[str, str]:
    """Return gold's sign for an empty cell, or if gold is blind the task's, and whose it is.

    "" if neither is known: `_` may stand in data of any task, ``-`` only in those of one.
    """
    if gold is None:
        return "", ""
    sign = _sign_of(gold, original)
    if sign:
        return sign, "gold's"
    return "-" if b"-" in original.empty_cells else "", "the task's"


def _sign_of(file: File, original: Original) -> str:
    """Return a file's sign for an empty cell, "" if it shows none."""
    return _read_cells(file, original).sign


def _read_cells(file: File, original: Original) -> Cells:
    """Return what the check of a file's cells knows at its end."""
    cells = Cells(file, file, original)
    for sentence in file.sentences():
        lines = b"\n".join(file.lines_of(sentence))
        if not is_plainly_without_negation(lines, len(sentence)):
            for _ in cells.check(sentence, cells.read(lines)):
                pass
    return cells


def _without_slip(content: bytes, gold: File | None, code: str) -> tuple[bytes, str]:
    """Mend a slip in every sentence; return the content, and what was changed, "" for nothing."""
    system = File(b"", "", content)
    lines = content.split(b"\n")
    sentences = list(system.sentences())
    in_gold = [] if gold is None else list(gold.sentences())
    total = 0
    for place, sentence in enumerate(sentences):
        theirs = b""
        if gold is not None and place < len(in_gold):
            theirs = b"\n".join(gold.lines_of(in_gold[place]))
        own = lines[sentence.start - 1 : sentence.stop - 1]
        bare = [line.rstrip(b"\t\r") for line in own]
        if code == "N111" and gold is None and any(line.endswith(b"\t-") for line in bare):
            # Gold may have such columns too, which count as a cue.
            continue
        found, number, _ = mended_sentence(code, theirs, b"\n".join(bare))
        if found is None:
            continue
        total += number
        ends = [line[len(line.rstrip(b"\t\r")) :] for line in own]
        mended_lines = [line + end for line, end in zip(found.split(b"\n"), ends)]
        lines[sentence.start - 1 : sentence.stop - 1] = mended_lines
    if not total:
        return content, ""
    return b"\n".join(lines), "%s: %d mended, %s" % (code, total, SLIPS[code].mended)
