"""What is fixed in lines that are in columns: their ends, blank lines and cells."""

from __future__ import annotations

from ..ground.columns import EMPTY, LAST_STARS, STARS, WORD_FIELD, fields, writes_dashes
from .lines import looks_blank
from .mends import as_in_word, negations_of
from .separating import FIRST, are_same_token
from .strings import is_in_another_case
from .widths import is_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .separating import Known, Lines


def without_returns(lines: Lines, known: Known) -> Lines:
    """Take out carriage returns at the ends of lines, but for those that gold's line has."""
    if not any(b"\r" in line for line in lines):
        return lines
    return [
        _unless_emptied(line, line[: kept - _returns(line)]) if _returns(line) > kept else line
        for line, kept in zip(lines, _returns_of_gold(lines, known))
    ]


def _returns_of_gold(lines: Lines, known: Known) -> Sequence[int]:
    """Return how many carriage returns each line may have at its end: those of gold's line.

    If the numbers of lines differ, that is one, or none if gold has none at all.
    """
    gold = known.gold
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


NO_BREAK, IDEOGRAPHIC = "\u00a0".encode(), "\u3000".encode()
SPACES = (b" ", NO_BREAK, IDEOGRAPHIC)
"""White space at the end of a line, in UTF-8, other than tabs and carriage returns."""


def without_spaces(lines: Lines, known: Known) -> Lines:
    """Take white space off the ends of annotation cells, unless gold has such cells too."""
    if not any(line.endswith(SPACES) or b" \t" in line or b"\t " in line for line in lines):
        return lines
    golds = () if known.gold is None else known.gold.lines
    kept = frozenset(line for line in golds if b" " in b"\t".join(line.split(b"\t")[FIRST:]))
    return [line if line in kept else _without_spaces(line) for line in lines]


def _without_spaces(line: bytes) -> bytes:
    """Return an annotation line without spaces around its cells; other lines are compared unchanged."""
    if line.count(b"\t") < FIRST:
        return line
    end = line[len(line.rstrip(b"\r")) :]
    row = line.rstrip(b"\r").split(b"\t")
    cells = [_stripped(cell, row) for cell in row[FIRST:]]
    found = b"\t".join(row[:FIRST] + cells)
    while found.endswith(SPACES):
        found = found.removesuffix(b" ").removesuffix(NO_BREAK).removesuffix(IDEOGRAPHIC)
    return _unless_emptied(line, found + end)


def _stripped(cell: bytes, row: list[bytes]) -> bytes:
    """Return a cell without spaces around it, if it is then a part of its word, or a sign for empty."""
    bare = cell.strip(b" ")
    is_sign = bare in (EMPTY, b"-") or (bare == STARS and len(row) == FIRST + 1)
    return bare if bare and (is_sign or bare in row[WORD_FIELD]) else cell


def _unless_emptied(line: bytes, changed: bytes) -> bytes:
    """Return the changed line, or the original if that would lose an empty last cell's column."""
    if not changed.rstrip(b"\r").endswith(b"\t"):
        return changed
    cells = fields(changed.rstrip(b"\r"))[FIRST:]
    complete = cells == [STARS] or (cells and len(cells) % 3 == 0)
    return changed if complete else line


def without_blanks_of_spaces(lines: Lines, known: Known) -> Lines:
    """Make lines blank that only look blank, unless gold has such lines too."""
    gold = known.gold
    if gold is not None and (gold.lines.seemingly_blank or gold.lines.returns):
        return lines
    return [b"" if line and looks_blank(line) else line for line in lines]


def with_golds_blank_lines(lines: Lines, known: Known) -> Lines:
    """Put blank lines where gold has them, if all tokens are gold's.

    What follows the last token stays as it is.
    """
    if known.gold is None:
        return lines
    tokens = [line for line in lines if line]
    in_gold = [line for line in known.gold.lines if line]
    if not tokens or len(tokens) != len(in_gold) or not all(map(are_same_token, tokens, in_gold)):
        return lines
    last = max(place for place, line in enumerate(lines) if line)
    end = max(place for place, line in enumerate(known.gold.lines) if line)
    each = iter(tokens)
    found = [next(each) if line else b"" for line in known.gold.lines.some(0, end + 1)]
    found += lines[last + 1 :]
    # Negations of two parts of a sentence, in the same columns, would become one.
    return lines if _cues(found) < _cues(lines) else found


def _cues(lines: Lines) -> int:
    """Return how many negations have a cue."""
    sentences = (negations_of(one) for one in b"\n".join(lines).split(b"\n\n"))
    return sum(bool(cue) for one in sentences if one for cue, _, _ in one.negations)


def _each_sentence(lines: Lines, change: Callable[[Lines], Lines]) -> Lines:
    """Return lines with a change made in each sentence."""
    found: Lines = []
    start = 0
    for place, line in enumerate([*lines, b""]):
        if not line:
            sentence = lines[start:place]
            found += [*(change(sentence) if sentence else sentence), b""]
            start = place + 1
    return found[:-1]


MARKS = (EMPTY, b"-", b"*", b"**", b"****")
"""What people write in the eighth column of a sentence without negation, in place of ***."""


def _says_nothing(row: list[bytes]) -> bool:
    """Return whether a token has a mark alone, or *** and signs for empty after it."""
    first, *rest = row[FIRST:] or [b""]
    return (first in MARKS and not rest) or (first == STARS and {*rest} <= {EMPTY, b"-"})


def with_stars(lines: Lines, known: Known) -> Lines:
    """Write *** in the eighth and last column of sentences that have other marks alone there."""

    golds = () if known.gold is None else known.gold.lines
    kept = frozenset(line for line in golds if STARS + b"\t" in line)

    def change(sentence: Lines) -> Lines:
        bare = [line.rstrip(b"\t\r") for line in sentence]
        rows = [line.split(b"\t") for line in bare]
        if not all(map(_says_nothing, rows)) or all(row[FIRST:] == [STARS] for row in rows):
            return sentence
        if kept.issuperset(sentence):
            return sentence
        return [
            b"\t".join([*row[:FIRST], STARS]) + line[len(one) :]
            for line, one, row in zip(sentence, bare, rows)
        ]

    return _each_sentence(lines, change)


def filled(lines: Lines, known: Known) -> Lines:
    """Write the sign in cells that are empty, if the tabs say how many columns a sentence has.

    It is gold's sign, or that which the file has already. A sentence in which no cell has anything
    has no annotation, and stays as it is.
    """
    if not any(b"\t\t" in line or line.endswith(b"\t") for line in lines):
        return lines
    sign = known.sign or own_sign(lines)
    return _each_sentence(lines, lambda sentence: _filled(sentence, sign))


def own_sign(lines: Lines) -> bytes:
    """Return the sign for an empty cell that most sentences have, _ if none has any."""
    cells = [cell for line in lines for cell in line.split(b"\t")[FIRST:]]
    return b"-" if cells.count(b"-") > cells.count(EMPTY) else EMPTY


def _filled(sentence: Lines, sign: bytes) -> Lines:
    rows = [line.split(b"\t") for line in sentence]
    width = len(rows[0])
    if any(len(row) != width for row in rows):
        return sentence
    if not any(row[-1] for row in rows) and is_width(width - 1):
        # Each line ends in a tab besides.
        width -= 1
    cells = [row[FIRST:width] for row in rows]
    if not is_width(width) or not any(map(any, cells)) or any(row[0] == STARS for row in cells):
        return sentence
    return [
        b"\t".join(row[:FIRST] + [cell or sign for cell in own] + row[width:])
        for row, own in zip(rows, cells)
    ]


def with_sign(lines: Lines, known: Known) -> Lines:
    """Write the known sign for empty cells, where another stands for them.

    Where the word is that sign, a scope with other tokens may have it as a word: there it stays.
    """
    sign = known.sign
    other = b"_" if sign == b"-" else b"-"
    if not sign or not any(b"\t" + other in line for line in lines):
        return lines
    # Where some word has no -, it stands for nothing in its cell, and so in the others.
    rows = (line.split(b"\t") for line in lines)
    is_mixed = any(b"-" in row[FIRST:] and b"-" not in row[WORD_FIELD] for row in rows)
    return _each_sentence(lines, lambda sentence: _with_sign(sentence, sign, other, is_mixed))


def _with_sign(sentence: Lines, sign: bytes, other: bytes, is_mixed: bool) -> Lines:
    rows = [line.split(b"\t") for line in sentence]
    if min(map(len, rows)) <= FIRST:
        return sentence
    width = min(map(len, rows))
    if other == b"-" and not is_mixed and not writes_dashes(rows):
        return sentence
    has_scope = {
        place
        for place in range(FIRST + 1, width, 3)
        if any(row[place] not in (sign, other) for row in rows)
    }
    return [
        b"\t".join(
            sign
            if place >= FIRST
            and cell == other
            and not (row[WORD_FIELD] == other and place in has_scope)
            else cell
            for place, cell in enumerate(row)
        )
        for row in rows
    ]


def in_the_words_case(line: bytes) -> bytes:
    """Copy strings of a line with letters in another case than their word from the word."""
    if line.endswith(LAST_STARS):
        return line
    columns = line.split(b"\t")
    if len(columns) <= FIRST:
        return line
    word = columns[WORD_FIELD]
    cells = columns[FIRST:]
    if all(cell in word for cell in cells):
        return line
    found = [
        as_in_word(cell, word) if cell not in word and is_in_another_case(cell, word) else cell
        for cell in cells
    ]
    return b"\t".join(columns[:FIRST] + found)


def with_last_blank_line(lines: Lines, known: Known) -> Lines:
    """End the file with a blank line, unless gold does not, or the last line is not a token.

    After another line, a blank one would make the scorer read it.
    """
    gold = known.gold
    if gold is not None and gold.lines:
        ends = gold.lines.has_end and not gold.lines[-1] and not gold.lines.returns
        if not ends or len(gold.lines) in gold.lines.seemingly_blank:
            return lines
    last = next((line for line in reversed(lines) if line), b"")
    if last.count(b"\t") < FIRST:
        return lines
    # A newline at the end of the last line leaves one empty string after it.
    return lines + [b""] * (2 - (not lines[-1]) - (not any(lines[-2:])))
