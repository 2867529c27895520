"""The corpus formats by name: how each is recognised, read and written."""

from __future__ import annotations

import io
from collections import Counter
from contextlib import contextmanager

from ..corpora.column_reader import read_columns
from ..corpora.sentences import Layout, Sentence
from ..corpora.sources import (
    AUTO,
    SIGNATURES,
    FormatError,
    is_file,
    name_of,
    nothing_remarked,
    opened,
    unreadable,
)
from .formats import EXPECTED, FORMATS, STYLE_OF, WRITTEN
from .onto_gold import OnGold
from .predicted import as_predicted
from .reading import Reading
from .recognising import LOOKED_AT, recognised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO

    from typing_extensions import Buffer

    from ..corpora.sources import File, Remarked, Written
    from .onto_gold import Gold
    from .predicted import Predicted


def read_corpus(
    file: File,
    format: str = AUTO,
    reading: Reading | None = None,
    remarked: Remarked = nothing_remarked,
    counted: Counter[str] | None = None,
    like: File | Iterable[Sentence] | None = None,
) -> Iterator[Sentence]:
    """Yield the sentences of a corpus in any of the `FORMATS`, given as a path or binary stream.

    ``auto`` recognises the format by the beginning of the file. With `like`, which is gold
    or a blind file in columns, or its sentences, predictions are put onto gold's
    sentences, as ``convert --like`` does; formats such as ``strings`` need it.
    `remarked` is called with line, kind and subject for whatever a sentence cannot
    express; `counted` counts the file's elements. Raises FormatError, which names the
    file and line, for anything not in the format; ShapeError for predictions that do not
    fit gold; ValueError for an unknown format.

    >>> found = read_corpus("fixtures/corpora/neges.txt")
    >>> [len(sentence.negations) for sentence in found]
    [1, 0, 2]
    """
    if format != AUTO and format not in FORMATS:
        raise ValueError("format is one of %s, not %r" % (", ".join((AUTO, *FORMATS)), format))
    counts: Counter[str] = Counter() if counted is None else counted
    reading = reading or Reading()
    if like is None:
        return _sentences(file, format, reading, remarked, counts)
    found = predictions(file, format, reading, remarked, counts)
    return OnGold(found, again(like), reading.placing, remarked).sentences()


def _sentences(
    file: File, format: str, reading: Reading, remarked: Remarked, counted: Counter[str]
) -> Iterator[Sentence]:
    if format != AUTO:
        yield from FORMATS[format].read(file, reading, remarked, counted)
        return
    with looked_at(file) as (found, stream):
        yield from FORMATS[found].read(stream, reading, remarked, counted)


def predictions(
    file: File, format: str, reading: Reading, remarked: Remarked, counted: Counter[str]
) -> Iterator[Predicted]:
    """Yield what a file predicts, in any of the `FORMATS`: see `read_corpus`."""
    if format == AUTO:
        with looked_at(file) as (found, stream):
            yield from predictions(stream, found, reading, remarked, counted)
    elif FORMATS[format].has_labels:
        yield from FORMATS[format].predicted(file, reading, remarked)
    else:
        name = name_of(file)
        for sentence in FORMATS[format].read(file, reading, remarked, counted):
            yield as_predicted(sentence, name)


def again(gold: File | Iterable[Sentence]) -> Gold:
    """Return the function that reads gold from its beginning, each time that it is called."""
    if not is_file(gold):
        sentences: list[Sentence] = list(gold)  # type: ignore[arg-type]
        return lambda: sentences
    if hasattr(gold, "seek"):

        def read_again() -> Iterator[Sentence]:
            gold.seek(0)
            return read_columns(gold)  # type: ignore[arg-type]

        return read_again
    return lambda: read_columns(gold)  # type: ignore[arg-type]


@contextmanager
def looked_at(file: File) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield a file's format and a stream of its content; raise FormatError if it is unknown."""
    name = name_of(file)
    with opened(file) as stream:
        again = _Again(stream, name)
        found = recognised(again.head)
        if found is None:
            raise FormatError(name, None, described(again.head), EXPECTED)
        yield found, io.BufferedReader(again, 1 << 16)


class _Again(io.RawIOBase):
    """A stream that is read from the start again after its beginning was looked at."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self.name = name
        self._stream = stream
        self.head = b""
        while len(self.head) < LOOKED_AT:
            try:
                more = stream.read(LOOKED_AT - len(self.head))
            except OSError as error:
                raise unreadable(name, error) from error
            if not more:
                break
            self.head += more
        self._left = self.head

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        room = memoryview(buffer)
        if self._left:
            given, self._left = self._left[: len(room)], self._left[len(room) :]
        else:
            given = self._stream.read(len(room))
        room[: len(given)] = given
        return len(given)


UNKNOWN = "a text in no format that is known"


def described(head: bytes) -> str:
    """Return a description of a file that begins with `head` and is not a corpus."""
    if not head.strip():
        return "nothing"
    unknown = "bytes that are not text" if b"\0" in head else UNKNOWN
    return next((what for sign, (what, _) in SIGNATURES.items() if head.startswith(sign)), unknown)


def write_corpus(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    format: str | None = None,
    like: File | Iterable[Sentence] | None = None,
    remarked: Remarked = nothing_remarked,
    written: Written | None = None,
    is_full: bool = False,
) -> None:
    """Write sentences in one of the formats `WRITTEN`, in columns without `format`.

    Columns that are already in the format's style stay the same, byte for byte.
    With `like`, which is gold, a submission is written, in gold's style without
    `format`: see `write_columns`. `remarked` is called for what the format cannot
    express, `written` with each sentence as it is written. Raises ShapeError for
    what cannot be written; ValueError for an unknown format, or for `like` with a
    format that is not in columns.
    """
    if format is not None and format not in WRITTEN:
        raise ValueError("format is one of %s, not %r" % (", ".join(WRITTEN), format))
    if like is not None and format is not None and format not in STYLE_OF:
        raise ValueError("a submission is in columns, not in %s" % format)
    if format == "bio":
        from .bio import write_bio

        write_bio(sentences, stream, remarked, written, is_full)
        return
    if format == "masks":
        from .masks import write_masks

        write_masks(sentences, stream, remarked, written)
        return
    if format == "jsonl":
        from ..corpora.jsonl import write_jsonl

        write_jsonl(sentences if written is None else _told(sentences, written), stream, remarked)
        return
    from ..corpora.column_writer import write_columns

    style = None
    if like is None:
        sentences = _styled(sentences, format or "columns")
    elif format is not None:
        style = STYLE_OF[format]
    write_columns(sentences, stream, style=style, like=like, remarked=remarked, written=written)


def _told(sentences: Iterable[Sentence], written: Written) -> Iterator[Sentence]:
    """Yield sentences, calling `written` with each."""
    for sentence in sentences:
        written(sentence)
        yield sentence


def _styled(sentences: Iterable[Sentence], format: str) -> Iterator[Sentence]:
    """Yield sentences with a layout in the format's style."""
    from ..corpora.style import style_of

    style = style_of(STYLE_OF[format])
    plain = Layout(style.empty, style.line_end)
    for sentence in sentences:
        layout = sentence.layout
        if layout is None or layout.empty != style.empty:
            sentence = sentence._replace(layout=plain)
        yield sentence


def joined(files: Iterable[Iterable[Sentence]]) -> Iterator[Sentence]:
    """Yield the sentences of several files, one after the other, as if they were one file.

    If a file does not end with a blank line and another follows, one is added. A
    byte-order mark or blank lines at the start of any but the first are left out.
    """
    last: Sentence | None = None
    for number, sentences in enumerate(files):
        is_first = number > 0
        for sentence in sentences:
            if last is not None:
                yield _ended(last) if is_first else last
            if is_first and sentence.layout is not None and sentence.layout.before:
                sentence = sentence._replace(layout=sentence.layout._replace(before=""))
            last, is_first = sentence, False
    if last is not None:
        yield last


def _ended(sentence: Sentence) -> Sentence:
    layout = sentence.layout
    if layout is None or layout.after.endswith("\n"):
        return sentence
    ends = tuple([one for one in layout.other_ends if one[1].endswith("\n")])
    line_end = layout.line_end if layout.line_end.endswith("\n") else layout.line_end + "\n"
    return sentence._replace(layout=layout._replace(after="\n", other_ends=ends, line_end=line_end))
