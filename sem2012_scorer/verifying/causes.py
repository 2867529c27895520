"""Why a report may not be reproduced: what people do to files, undone on copies in memory, one at a time."""

from __future__ import annotations

from ..ground.columns import EMPTY, EMPTY_CELLS, FIRST_NEGATION_FIELD, WORD_FIELD
from ..ground.records import Record
from ..ground.wording import plural
from ..legacy.annotations import read_meant
from ..legacy.fields import is_without_negation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Change = Callable[[bytes], bytes]

DASH = b"-"


class Cause(Record):
    """What may have happened, in words, and both files' contents as they would have been.

    `kind` is the same for changes of one file, of the other and of both.
    """

    words: str
    gold: bytes
    system: bytes
    kind: str = ""
    is_of_both: bool = False


def changed_pairs(gold: bytes, system: bytes, sentences: int | None) -> Iterator[Cause]:
    """Yield each cause with gold's and the system's content as they would have been.

    `sentences` is the number of sentences of the recorded report, if it is
    known. Pairs that equal the two files are passed over.
    """
    yield Cause("gold and system are exchanged", system, gold)
    for words, change in CHANGES:
        changed_gold, changed_system = change(gold), change(system)
        for side, pair in (
            ("the system's file", (gold, changed_system)),
            ("gold", (changed_gold, system)),
            ("both files", (changed_gold, changed_system)),
        ):
            is_of_both = side == "both files"
            if is_of_both and (gold == changed_gold or system == changed_system):
                continue
            if pair != (gold, system):
                yield Cause(words % side, *pair, kind=words, is_of_both=is_of_both)
    lines = [content.count(b"\n") for content in (gold, system)]
    if lines[0] != lines[1]:
        shorter = min(lines)
        words = "the lines after the end of the shorter file are left out"
        yield Cause(words, _first_lines(gold, shorter), _first_lines(system, shorter))
    if sentences:
        cut = _first_sentences(gold, sentences), _first_sentences(system, sentences)
        if cut != (gold, system):
            which = plural(sentences, "sentence is", "sentences are")
            yield Cause("only the first %s scored" % which, *cut)


def _without_final_blank(content: bytes) -> bytes:
    return content.rstrip(b"\n") + b"\n" if content.strip() else content


def _with_final_blank(content: bytes) -> bytes:
    return content.rstrip(b"\n") + b"\n\n" if content.strip() else content


def _without_returns(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")


def _with_returns(content: bytes) -> bytes:
    return _without_returns(content).replace(b"\n", b"\r\n")


def _with_sign(other: bytes, sign: bytes) -> Change:
    """Return the change of cells that are `other`, unless the word is one, to `sign`."""

    def change(content: bytes) -> bytes:
        lines = []
        for line in content.split(b"\n"):
            fields = line.split(b"\t")
            if other in fields[FIRST_NEGATION_FIELD:] and fields[WORD_FIELD] != other:
                cells = fields[FIRST_NEGATION_FIELD:]
                fields[FIRST_NEGATION_FIELD:] = [sign if c == other else c for c in cells]
                line = b"\t".join(fields)
            lines.append(line)
        return b"\n".join(lines)

    return change


def _sorted(content: bytes) -> bytes:
    """Return the content with the negations of each sentence in the order of their first cues."""
    return b"\n\n".join(map(_sorted_sentence, content.split(b"\n\n")))


def _sorted_sentence(sentence: bytes) -> bytes:
    lines = sentence.strip(b"\n").split(b"\n")
    width = len(lines[0].split(b"\t"))
    if width < FIRST_NEGATION_FIELD + 6 or is_without_negation(lines[0]):
        return sentence
    rows = [line.split(b"\t") for line in lines]
    if any(len(row) != width for row in rows) or (width - FIRST_NEGATION_FIELD) % 3:
        return sentence
    empty = (*EMPTY_CELLS, DASH)
    firsts = [negation.cue[:1] for negation in read_meant(b"\n".join(lines), empty).negations]
    order = sorted(range(len(firsts)), key=lambda index: firsts[index])
    if order == sorted(order):
        return sentence
    places = [FIRST_NEGATION_FIELD + 3 * index for index in order]
    cells = [[row[p] for place in places for p in range(place, place + 3)] for row in rows]
    moved = b"\n".join(
        b"\t".join(row[:FIRST_NEGATION_FIELD] + found) for row, found in zip(rows, cells)
    )
    return sentence.replace(b"\n".join(lines), moved)


def _first_lines(content: bytes, number: int) -> bytes:
    return b"\n".join([*content.split(b"\n")[:number], b""])


def _first_sentences(content: bytes, number: int) -> bytes:
    sentences = content.split(b"\n\n")
    if len(sentences) <= number:
        return content
    return b"\n\n".join(sentences[:number]) + b"\n\n"


CHANGES: tuple[tuple[str, Change], ...] = (
    ("%s has no blank line at the end", _without_final_blank),
    ("%s has a blank line at the end", _with_final_blank),
    ("the lines of %s end without carriage returns", _without_returns),
    ("the lines of %s end in carriage returns", _with_returns),
    ("- in %s is read as _", _with_sign(DASH, EMPTY)),
    ("_ in %s is read as -", _with_sign(EMPTY, DASH)),
    ("the negations of %s are in the order of their first cues", _sorted),
)
"""What may be done to one file or to both, in words."""
