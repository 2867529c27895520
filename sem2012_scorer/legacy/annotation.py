"""From the lines of a sentence to its negations (2.2, 366-426, 434-763), gold and system alike."""

from __future__ import annotations

from ..ground.columns import EMPTY_CELLS
from ..ground.records import Record
from .perl import WORD
from .scripts import CUE, EVENT, SCOPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..ground.columns import PlacedWord
    from .blocks import Lines
    from .scripts import Original

    Part = Sequence[PlacedWord]


class ReadNegation(Record):
    """A negation as the script reads it: each part is a list of (token, word), in the tokens' order.

    `event` is what the script and its report call "negated"; the scope has no punctuation tokens.
    `bare` is the scope without what gold tags as punctuation, where a row measures it (2.0).
    """

    cue: Part = ()
    scope: Part = ()
    event: Part = ()
    bare: Part = ()


class Annotation(Record):
    """How one side annotates a sentence; None stands for a sentence without negation.

    `scope_tokens` counts those of all columns, which may be more than the last line's (quirk 26);
    `beyond` are the parts that the columns after the last negation have.
    """

    negations: Sequence[ReadNegation]
    scope_tokens: int = 0
    beyond: Sequence[int] = ()


_MARKS_WORD: dict[bytes | None, bool] = {}
"""Whether a tag of gold marks a word (quirk 10): few are different."""


def words_of_tokens(gold: Lines, script: Original) -> tuple[list[bool], list[bool] | None]:
    """Return which tokens can be in scopes, and which in scopes without punctuation.

    2.2, 392, 524, 537, 655, 669: by gold's tag, for both sides; 2.0, 494-500: the second list.
    """
    tags = gold.column(5)
    if len(_MARKS_WORD) > 4096:
        _MARKS_WORD.clear()
    for tag in {*tags}.difference(_MARKS_WORD):
        is_word = tag is not None and tag.translate(None, WORD) != tag
        _MARKS_WORD[tag] = is_word and tag not in (b"-LRB-", b"-RRB-")
    tagged = [_MARKS_WORD[tag] for tag in tags]
    return (tagged, None) if script.by_tag else ([True] * gold.number, tagged)


def annotate(
    lines: Lines,
    can_be: Sequence[bool],
    bare: Sequence[bool] | None,
    before: int,
    cuts_words: bool,
    empty: Collection[bytes] = EMPTY_CELLS,
) -> Annotation | None:
    """Return a side's annotation, None if it is without negation (2.2, 494-619 and 628-757).

    `can_be` and `bare` are those of `words_of_tokens`. Quirk 6: a sentence without lines has
    negations, as many as the one `before`, all empty.
    """
    if not lines.number:
        return Annotation([ReadNegation()] * before)
    if lines.is_plain or lines.without_negation():
        return None
    number, by_column = cells(lines, empty)
    negations: list[ReadNegation] = []
    beyond: list[int] = []
    nothing: Part = []
    total, end = 0, 3 * number
    if by_column and max(by_column) >= end:
        end = max(by_column) + 1
    for place in range(0, end, 3):
        cue, event = by_column.get(place + CUE, nothing), by_column.get(place + EVENT, nothing)
        scope = by_column.get(place + SCOPE, nothing)
        if scope:
            scope = [pair for pair in scope if can_be[pair[0]]]
            if cuts_words and b"." in b"".join([word for _, word in scope]):
                scope = [(token, cut(word)) for token, word in scope]
            total += len(scope)
        if place < 3 * number:
            without = [pair for pair in scope if bare[pair[0]]] if bare else nothing
            negations.append(ReadNegation._make((cue, scope, event, without)))
        else:
            beyond += [n for n, part in enumerate((cue, scope, event)) if part]
    return Annotation._make((negations, total, beyond))


def cut(word: bytes) -> bytes:  # 525-529, 538-542, 656-660, 670-674
    """Return a scope word up to its first period, if only word characters precede it (quirk 11)."""
    head, period, _ = word.partition(b".")
    return head if period and head and not head.translate(None, WORD) else word


def cells(
    lines: Lines, empty: Collection[bytes] = EMPTY_CELLS
) -> tuple[int, dict[int, list[PlacedWord]]]:
    """Return the number of negations, and by column the cells that are not empty: (token, word).

    2.2, 506-520, 549-552, 638-652, 680-683. Columns without spaces or ``***`` are read as columns,
    others line by line.
    """
    width = lines.width
    if width % 3 == 1 and width > 7 and b"***" not in lines.text:
        columns = [lines.cells[field::width] for field in range(7, width)]
        if b" " not in lines.text or not any(b" " in b"".join(column) for column in columns):
            by_token = {}
            for place, column in enumerate(columns):
                if column.count(b"_") == len(column):
                    continue
                marked = [pair for pair in enumerate(column) if pair[1] != b"_"]
                if len(empty) > 1:
                    marked = [pair for pair in marked if pair[1] not in empty]
                if marked:
                    by_token[place] = marked
            return (width - 7) // 3, by_token
    return cells_by_line(lines, empty)


def cells_by_line(
    lines: Lines, empty: Collection[bytes] = EMPTY_CELLS
) -> tuple[int, dict[int, list[PlacedWord]]]:
    """Return the same as `cells`, line by line as the script does, glued and split (2.2, 506-520, 638-652)."""
    by_column: dict[int, list[PlacedWord]] = {}
    words: list[bytes] = []
    nothing = b""
    for token, line in enumerate(lines.lines()):
        if nothing and line.endswith(nothing) and line.count(b"\t") == 6 + len(words):
            continue  # as many cells as in the line before, and nothing in them
        words = line.split(b"\t")[7:]
        if len(words) % 3 or words[:1] == [b"***"] or b" " in line:
            words = glued(words)
        nothing = b"\t_" * len(words)
        for place, word in enumerate(words):
            if word not in empty:
                by_column.setdefault(place, []).append((token, word))
    return len(words) // 3, by_column  # quirk 7: the last line decides


def glued(words: Sequence[bytes]) -> list[bytes]:  # 383-426, 511-515, 643-647
    """Return three words for each negation of a line (quirks 8 and 29).

    The script joins the cells of a negation by spaces and splits them again; a first ``***`` joins
    without one.
    """
    pieces: list[bytes] = []
    for start in range(0, len(words), 3):
        text = b" ".join(words[start : start + 3])
        if start == 0 and words[0] == b"***":
            text = b"***" + text[4:]
        pieces += [*text.rstrip(b" ").split(b" "), b"", b"", b""][:3]
    return pieces
