"""From the lines of a sentence, read by columns, to its annotation, the negations (2.2, 372-426, 434-766)."""

from __future__ import annotations

from itertools import chain

from ..common.columns import EMPTY, EMPTY_CELLS, STARS
from ..common.records import Record
from .perl import WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..common.columns import PlacedWord
    from .scripts import Original

    Part = Sequence[PlacedWord]


class PortNegation(Record):
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

    negations: Sequence[PortNegation]
    scope_tokens: int = 0
    beyond: Sequence[int] = ()


WITHOUT_NEGATIONS = Annotation(())
"""What a sentence without lines has after one without negations: blank lines may be millions."""


class Block(Record):
    """A sentence as it stands in both files: the lines of its tokens as one text, each with its newline.

    `line` is the number of the line at which it ends, which is no part of it; `read` the handle that was
    read last, and its line; `error_number` is errno there.
    """

    gold: bytes
    system: bytes
    line: int
    read: tuple[bytes, int]
    error_number: int

    @property
    def tokens(self) -> int:
        """How many tokens it has: a phantom sentence (quirk 6) has none."""
        return self.gold.count(b"\n")


class Side(Record):
    """The lines of a sentence in one file, by columns: gold's tags, and three words of each negation.

    The last line decides how many `negations` there are (quirk 7), the first whether there is none.
    """

    tags: Sequence[bytes]
    columns: Sequence[Sequence[bytes]]
    negations: int
    has_none: bool


WITHOUT_LINES = Side((), (), 0, False)


def annotation_has_no_negation(text: bytes) -> bool:  # 495-497, 629-631
    """Return whether the first line has eight fields, the last of them ``***``."""
    first = text[: text.find(b"\n")].rstrip(b"\t")
    return first.endswith(b"\t***") and first.count(b"\t") == 7


def fields_to_annotate(text: bytes) -> list[list[bytes]]:
    """Return the fields of each line, without empty ones at its end (2.2, 383-384; quirk 2)."""
    return [line.rstrip(b"\t").split(b"\t") for line in text.split(b"\n")[:-1]]


def annotation_by_columns(text: bytes) -> Side:
    """Return the lines of a sentence by columns (2.2, 383-424, 508-515, 640-647)."""
    if not text:
        return WITHOUT_LINES
    if text.endswith(b"\t\n"):  # NEGES: a tab at the end of a line is nothing (quirk 2)
        text = text.replace(b"\t\n", b"\n")
    fields = text.replace(b"\n", b"\t\n\t").split(b"\t")
    width = fields.index(b"\n")
    negations = (width - 7) // 3
    has_none = annotation_has_no_negation(text)
    is_even = width > 6 and fields[width :: width + 1] == [b"\n"] * text.count(b"\n")
    if not is_even or (not has_none and _has_odd_cells(text, width)):
        fields, width, negations = _fill_up_lines(text)
    columns = [fields[place :: width + 1] for place in range(7, width)]
    return Side._make((fields[5 :: width + 1], columns, negations, has_none))


def _has_odd_cells(text: bytes, width: int) -> bool:
    """Return whether cells may be glued, or some are missing."""
    return width % 3 != 1 or b" " in text or b"\t***" in text or b"\t\n" in text


def _fill_up_lines(text: bytes) -> tuple[list[bytes], int, int]:
    """Return the fields of lines that are not even, filled up, how many a line has, and the last line's negations."""
    rows = fields_to_annotate(text)
    cells = [_words_by_negation(row[7:]) for row in rows]
    most = max(map(len, cells))
    lines = [
        [*(*row, *[b""] * 7)[:7], *words, *[EMPTY] * (most - len(words)), b"\n"]
        for row, words in zip(rows, cells)
    ]
    return [*chain(*lines)], 7 + most, len(cells[-1]) // 3


_MARKS_WORD: dict[bytes, bool] = {}
"""Whether a tag of gold marks a word (quirk 10): few are different."""


def annotation_counts_tag_as_word(tag: bytes) -> bool:  # 524, 537, 655, 669
    """Return whether a tag of gold marks a word, and not punctuation or a bracket (quirk 10)."""
    return tag.translate(None, WORD) != tag and tag not in (b"-LRB-", b"-RRB-")


def annotation_scope_tokens(gold: Side, script: Original) -> tuple[list[bool], list[bool] | None]:
    """Return which tokens can be in scopes, and which in scopes without punctuation.

    2.2, 392, 524, 537, 655, 669: by gold's tag, for both sides; 2.0, 494-500: the second list.
    """
    tags = gold.tags
    if len(_MARKS_WORD) > 4096:
        _MARKS_WORD.clear()
    for tag in {*tags}.difference(_MARKS_WORD):
        _MARKS_WORD[tag] = annotation_counts_tag_as_word(tag)
    tagged = [_MARKS_WORD[tag] for tag in tags]
    return (tagged, None) if script.by_tag else ([True] * len(tags), tagged)


def annotate(
    side: Side,
    can_be: Sequence[bool],
    bare: Sequence[bool] | None,
    before: int,
    cuts_words: bool,
    empty: Collection[bytes] = EMPTY_CELLS,
) -> Annotation | None:
    """Return a side's annotation, None if it is without negation (2.2, 517-591 and 648-720).

    `can_be` and `bare` are those of `annotation_scope_tokens`. Quirk 6: a sentence without lines has
    negations, as many as the one `before`, all empty.
    """
    if not side.tags:
        return Annotation([PortNegation()] * before) if before else WITHOUT_NEGATIONS
    if side.has_none:
        return None
    parts = [  # 517, 522, 549
        [(token, word) for token, word in enumerate(column) if word not in empty]
        for column in side.columns
    ]
    negations: list[PortNegation] = []
    beyond: list[int] = []
    total, end = 0, 3 * side.negations
    for place in range(0, len(parts), 3):
        cue, scope, event = parts[place : place + 3]
        if scope:
            scope = _scope_of_marked_tokens(scope, can_be, cuts_words)
            total += len(scope)
        if place < end:
            without: Part = ()
            if bare:
                without = [pair for pair in scope if bare[pair[0]]]
            negations.append(PortNegation._make((cue, scope, event, without)))
        else:
            beyond += [n for n, part in enumerate((cue, scope, event)) if part]
    return Annotation._make((negations, total, beyond))


def _scope_of_marked_tokens(
    marked: Sequence[PlacedWord], can_be: Sequence[bool], cuts_words: bool
) -> list[PlacedWord]:  # 524-542, 655-674
    """Return the tokens marked in a scope column that can be in a scope, with their words cut if a script does so."""
    scope = [pair for pair in marked if can_be[pair[0]]]
    if cuts_words and b"." in b"".join([word for _, word in scope]):
        return [(token, _cut_at_period(word)) for token, word in scope]
    return scope


def _cut_at_period(word: bytes) -> bytes:  # 525-529, 538-542, 656-660, 670-674
    """Return a scope word up to its first period, if only word characters precede it (quirk 11)."""
    head, period, _ = word.partition(b".")
    return head if period and head and not head.translate(None, WORD) else word


def _words_by_negation(words: Sequence[bytes]) -> list[bytes]:  # 394-424, 515, 647
    """Return three words for each negation of a line (quirks 8 and 29).

    The script joins the cells of a negation by spaces and splits them again; a first ``***`` joins
    without one.
    """
    pieces: list[bytes] = []
    for start in range(0, len(words), 3):
        text = b" ".join(words[start : start + 3])
        if start == 0 and words[0] == STARS:
            text = STARS + text[4:]
        pieces += [*text.rstrip(b" ").split(b" "), b"", b"", b""][:3]
    return pieces
