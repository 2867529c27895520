"""Reading and writing in Python: what a format cannot express is in the result, as remarks."""

from __future__ import annotations

from ..ground.records import Record
from . import column_reader, column_writer, corpus
from .formats import NO_PLACE
from .options import Reading, valid
from .remarks import Counted
from .source import AUTO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import IO

    from .sentences import Sentence
    from .source import File, Remarked


class Remark(Record):
    """What a sentence or a format cannot express: the line, if it is known, the kind, and what it is about."""

    line: int | None
    kind: str
    what: str


class Sentences:
    """The sentences of a file, read one by one, once; `remarks` are those on what was read so far."""

    def __init__(self, read: Callable[[Remarked], Iterator[Sentence]]) -> None:
        self._remarks: list[Remark] = []
        self._sentences = read(lambda *told: self._remarks.append(Remark(*told)))

    def __iter__(self) -> Sentences:
        return self

    def __next__(self) -> Sentence:
        return next(self._sentences)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What the sentences that were read cannot express."""
        return tuple(self._remarks)


class Written(Record):
    """How many sentences and negations stand in a file that was written, and what could not be expressed."""

    sentences: int
    negations: int
    remarks: tuple[Remark, ...] = ()


class _Writing(Counted):
    """What is written to a binary stream, as it is written."""

    def __init__(self, stream: IO[bytes]) -> None:
        if not hasattr(stream, "write"):
            raise TypeError(
                "a binary stream is written to, such as open(NAME, 'wb'), not %r" % stream
            )
        super().__init__()
        self.remarks: list[Remark] = []

    def remark(self, line: int | None, kind: str, what: str) -> None:
        self.remarks.append(Remark(line, kind, what))

    def written(self) -> Written:
        return Written(self.sentences, self.negations, tuple(self.remarks))


def read_columns(file: File, style: str = AUTO) -> Sentences:
    """Return the sentences of a file in columns, given as a path or binary stream, one by one.

    Each has its document and number, its tokens with all their fields, its
    negations, and the layout that lets `write_columns` write it back unchanged.
    `style` says which cells are empty: ``_`` for ``cd-sco``, ``-`` too for ``neges``,
    whichever a sentence has more of for ``auto``. Raises FormatError, which names the
    file and line, for anything but columns; ValueError for another style.

    >>> [(one.name, [token.word for token in one.tokens][0], len(one.negations))
    ...  for one in read_columns("fixtures/all-right/gold.txt")]
    [('garden:1', 'Nobody', 1), ('garden:2', 'The', 0), ('garden:3', 'The', 2)]
    """
    return Sentences(lambda remarked: column_reader.read_columns(file, style, remarked))


def read_corpus(
    file: File,
    format: str = AUTO,
    reading: Reading | None = None,
    like: File | Iterable[Sentence] | None = None,
) -> Sentences:
    """Return the sentences of a corpus in any format that ``convert`` reads, given as a path or binary stream.

    ``auto`` recognises the format by the beginning of the file. With `like`, which is gold
    or a blind file in columns, or its sentences, predictions are placed on gold's
    sentences, as ``convert --like`` does; formats such as ``strings`` need it. Raises FormatError,
    which names the file and line, for anything not in the format; ShapeError for predictions that do not
    fit gold; ValueError for an unknown format.

    >>> found = read_corpus("fixtures/corpora/neges.txt")
    >>> [len(sentence.negations) for sentence in found], found.remarks
    ([1, 0, 2], ())
    """
    how = valid(reading)
    return Sentences(lambda remarked: corpus.read_corpus(file, format, how, remarked, like=like))


def write_columns(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    document: str = "memory",
    *,
    style: str | None = None,
    like: File | Iterable[Sentence] | None = None,
) -> Written:
    """Write `sentences` to a binary stream in the column format, a blank line after each.

    A sentence from `read_columns` keeps its layout, and is the same byte for byte
    if nothing was changed; with `style`, ``cd-sco`` or ``neges``, every sentence is
    written in that style. If a sentence has no document, number or token numbers
    of its own, it gets `document` and is numbered.

    With `like`, gold as a file or as sentences, the result is a submission: it has
    gold's first fields, order, sentence breaks and style (unless `style` is given),
    and its negations are in the order in which they were predicted. Sentences are matched by
    document and number if they have both, otherwise by their order; their words
    must be gold's, and every negation needs a cue.

    Raises ShapeError, which names the sentence (counted from 1) and the token, for
    what the format cannot hold; the sentences before it have then been written. A word of a scope that is
    the sign for an empty cell (``-``, in the style of NEGES) is left out, and in the result's `remarks`.
    """
    writing = _Writing(stream)
    column_writer.write_columns(
        sentences,
        stream,
        document,
        style=style,
        like=like,
        remarked=writing.remark,
        written=writing.add,
    )
    return writing.written()


def write_corpus(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    format: str | None = None,
    like: File | Iterable[Sentence] | None = None,
    *,
    full_labels: bool = False,
) -> Written:
    """Write sentences in one of the formats that ``convert --to`` has, in columns without `format`.

    Columns that are already in the format's style stay the same, byte for byte.
    With `like`, which is gold, a submission is written, in gold's style without
    `format`: see `write_columns`. What the format cannot express is left out, and in the result's `remarks`;
    for `full_labels`, see `to_bio`. Raises ShapeError for what cannot be written; ValueError for an
    unknown format, or for `like` with a format that is not in columns.
    """
    writing = _Writing(stream)
    corpus.write_corpus(
        sentences, stream, format, like, writing.remark, writing.add, full_labels=full_labels
    )
    if format in NO_PLACE:
        writing.remark(None, "what %s have no place for, left out" % format, NO_PLACE[format])
    return writing.written()
