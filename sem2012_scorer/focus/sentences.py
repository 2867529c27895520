"""The files of PB-FOC: a token a line, columns separated by white space, the focus in the last one."""

from __future__ import annotations

from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOCUS = b"FOCUS"
"""What stands in the last column of a token of the focus."""
OTHER = b"*"
"""What stands there for other tokens of a sentence with focus."""
CONTEXT = b"-"
"""What the lines of a context sentence end in: they have no focus column."""

WORD_FIELD = 4
"""The word comes after file, sentence, section and the sentence's global number."""


class FocusSentence(Record):
    """A sentence: the number of its first line, from 1, and the last field of each line."""

    first_line: int
    marks: tuple[bytes, ...]


class FocusSentences(Record):
    """The sentences of a file, and the lines after the last blank line, which are dropped."""

    whole: tuple[FocusSentence, ...]
    dropped: FocusSentence


class Content(Record):
    """A file's bytes, and the sentences in them."""

    content: bytes
    sentences: FocusSentences


def read_sentences(content: bytes) -> FocusSentences:
    """Return the sentences of a file.

    A line is blank if it has nothing but white space. Each blank line ends a
    sentence, also one without tokens; what follows the last one is dropped.
    Bytes are read, as by the script on Python 2.7. On Python 3 it stops at
    what is not UTF-8, and takes other characters for white space too.
    """
    whole = []
    marks: list[bytes] = []
    known: dict[bytes, bytes] = {}
    first = number = 1
    for number, line in enumerate(lines_of(content), start=1):
        fields = line.rsplit(None, 1)
        if fields:
            mark = fields[-1]
            marks.append(known.setdefault(mark, mark))
        else:
            whole.append(FocusSentence(first, tuple(marks)))
            marks = []
            first = number + 1
    return FocusSentences(tuple(whole), FocusSentence(first, tuple(marks)))


def lines_of(content: bytes) -> Sequence[bytes]:
    """Return the lines of a file, without their newlines; the last one may lack it."""
    lines = content.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def is_like_focus(head: bytes) -> bool:
    """Return whether a file that begins with `head` looks like one of the focus task.

    Most of its lines have more fields than the word's, by white space, and end
    in FOCUS, * or -; some in FOCUS.
    """
    rows = [line.split() for line in head.split(b"\n")[:-1] if line.strip()]
    marks = [row[-1] for row in rows if len(row) > WORD_FIELD + 1]
    known = sum(mark in (FOCUS, OTHER, CONTEXT) for mark in marks)
    return FOCUS in marks and 2 * known > len(rows)


def has_focus(marks: Sequence[bytes]) -> bool:
    """Return whether a token of a sentence is marked as focus."""
    return FOCUS in marks


def runs_of_focus(marks: Sequence[bytes]) -> Iterator[range]:
    """Yield the tokens of each focus, from 0: tokens that follow each other are one."""
    start = None
    for index, mark in enumerate([*marks, b""]):
        if mark == FOCUS and start is None:
            start = index
        elif mark != FOCUS and start is not None:
            yield range(start, index)
            start = None
