"""PB-FOC files: one token per line, columns separated by white space, the focus in the last."""

from __future__ import annotations

from ..common.records import Record

FOCUS = b"FOCUS"  # the last column of a token in the focus
OTHER = b"*"  # the last column of other tokens in a sentence with focus
CONTEXT = b"-"  # the end of the lines in a context sentence, which have no focus column

FOCUS_WORD_FIELD = (
    4  # the word comes after file, sentence, section and the sentence's global number
)


class FocusSentences(Record):
    """The sentences of a file: the last field of each line.

    `starts` are the numbers of their first lines, from 1, and of the lines after the last blank line,
    which are dropped (`is_cut`, if there are any).
    """

    whole: tuple[tuple[bytes, ...], ...]
    starts: tuple[int, ...]
    is_cut: bool


def read_focus_sentences(content: bytes) -> FocusSentences:
    """Return the sentences of a file.

    A line is blank if it is only white space. Each blank line ends a sentence, even one without
    tokens; lines after the last one are dropped. Bytes are read, as by the script on Python 2.7. On
    Python 3, the script stops at bytes that are not UTF-8, and takes more characters for white space.
    """
    whole, starts = [], [1]
    marks: list[bytes] = []
    known: dict[bytes, bytes] = {}
    lines = content.split(b"\n")
    if not lines[-1]:
        lines.pop()  # the last newline ends a line and begins none
    for number, line in enumerate(lines, start=1):
        fields = line.rsplit(None, 1)
        if fields:
            mark = fields[-1]
            marks.append(known.setdefault(mark, mark))
        else:
            whole.append(tuple(marks))
            starts.append(number + 1)
            marks = []
    return FocusSentences(tuple(whole), tuple(starts), bool(marks))


def begins_like_focus_sentences(head: bytes) -> bool:
    """Return True if a file that begins with `head` looks like one of the focus task.

    Most of its lines have fields after the word's, and end in FOCUS, * or -; some end in FOCUS.
    """
    rows = [line.split() for line in head.split(b"\n")[:-1] if line.strip()]
    marks = [row[-1] for row in rows if len(row) > FOCUS_WORD_FIELD + 1]
    known = sum(mark in (FOCUS, OTHER, CONTEXT) for mark in marks)
    return FOCUS in marks and 2 * known > len(rows)
