"""The corpus formats by name: how each is recognised, read and written."""

from __future__ import annotations

import io
import re
from collections import Counter
from contextlib import contextmanager
from importlib import import_module

from ..ground.records import Record
from .sentences import Layout
from .sources import AUTO, FormatError, name_of, nothing_remarked, opened, unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO

    from typing_extensions import Buffer

    from .sentences import Sentence
    from .sources import File, Remarked, Written

LOOKED_AT = 1 << 16
"""How many bytes of a file are read to recognise its format."""


class Reading(Record):
    """How a corpus is read: options for the formats that can be read in several ways.

    `cues` is for BioScope and SFU, `keep_cue` for these and SP-NEG, `tokens` for
    BioScope; other formats ignore these options. `document` is the name for
    documents without one of their own.
    """

    cues: str = "negation"
    keep_cue: bool = False
    tokens: str = "genia"
    document: str | None = None


def read_corpus(
    file: File,
    format: str = AUTO,
    reading: Reading | None = None,
    remarked: Remarked = nothing_remarked,
    counted: Counter[str] | None = None,
) -> Iterator[Sentence]:
    """Yield the sentences of a corpus in any of the `FORMATS`, given as a path or binary stream.

    ``auto`` recognises the format by the beginning of the file. `remarked` is called
    with line, kind and subject for whatever a sentence cannot express; `counted`
    counts the file's elements. Raises FormatError, which names the file and line,
    for anything not in the format; ValueError for an unknown format.

    >>> found = read_corpus("fixtures/corpora/neges.txt")
    >>> [len(sentence.negations) for sentence in found]
    [1, 0, 2]
    """
    if format != AUTO and format not in FORMATS:
        raise ValueError("format is one of %s, not %r" % (", ".join((AUTO, *FORMATS)), format))
    counts: Counter[str] = Counter() if counted is None else counted
    return _sentences(file, format, reading or Reading(), remarked, counts)


def _sentences(
    file: File, format: str, reading: Reading, remarked: Remarked, counted: Counter[str]
) -> Iterator[Sentence]:
    if format != AUTO:
        yield from FORMATS[format].read(file, reading, remarked, counted)
        return
    with looked_at(file) as (found, stream):
        yield from FORMATS[found].read(stream, reading, remarked, counted)


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


class Format(Record):
    """A format: what it is, and how it is read.

    `reader` is the function in `module` that reads it; `takes` lists the fields of
    `Reading` that the function accepts, and `counts` says whether it counts
    elements; `options` are its other arguments. `left_out` is what all files of
    the format have but sentences have no place for.
    """

    title: str
    module: str
    reader: str
    takes: tuple[str, ...] = ()
    counts: bool = False
    options: tuple[tuple[str, str], ...] = ()
    left_out: str = ""

    def read(
        self, file: File, reading: Reading, remarked: Remarked, counted: Counter[str]
    ) -> Iterator[Sentence]:
        """Yield the sentences of a file: see `read_corpus`."""
        read = getattr(import_module("." + self.module, __package__), self.reader)
        arguments = {field: getattr(reading, field) for field in self.takes}
        if self.counts:
            arguments["counted"] = counted
        sentences: Iterator[Sentence] = read(
            file, remarked=remarked, **arguments, **dict(self.options)
        )
        return sentences


FORMATS = {
    "columns": Format("columns of *SEM 2012 (CD-SCO)", "column_reader", "read_columns"),
    "neges": Format(
        "columns of NEGES, with - for an empty cell",
        "column_reader",
        "read_columns",
        options=(("style", "neges"),),
    ),
    "jsonl": Format("JSON lines, one sentence each", "jsonl", "read_jsonl"),
    "bio": Format("a word and BIO labels a line", "bio", "read_bio"),
    "bioscope": Format(
        "BioScope XML",
        "bioscope",
        "read_bioscope",
        takes=("cues", "keep_cue", "tokens", "document"),
        counts=True,
        left_out="which part of a document a sentence is of, where spaces stand",
    ),
    "sfu": Format(
        "SFU Review corpus XML, English",
        "sfu",
        "read_sfu",
        takes=("cues", "keep_cue", "document"),
        counts=True,
        left_out="which words a <C> or a <P> holds, comments",
    ),
    "sp-neg": Format(
        "SFU Review SP-NEG XML, Spanish",
        "sp_neg",
        "read_sp_neg",
        takes=("keep_cue", "document"),
        counts=True,
        left_out="polarity and change, what words have beside wd, lem, pos and postype",
    ),
    "norec": Format(
        "NoReC_neg JSON", "norec", "read_norec", left_out="which cues are called affixal"
    ),
    "epe": Format(
        "EPE JSON lines",
        "epe",
        "read_epe",
        takes=("document",),
        left_out="edges, offsets, properties other than pos and lemma",
    ),
}
"""The formats that can be read, by name."""
WRITTEN = ("columns", "neges", "jsonl", "bio")
"""The formats that can be written."""
NO_PLACE = {"bio": "documents, numbers of sentences and tokens"}
"""By format: what it has no place for when it is written."""
STYLE_OF = {"columns": "cd-sco", "neges": "neges"}

EXPECTED = "a corpus in one of the formats %s" % ", ".join(FORMATS)

_LABEL = re.compile(rb"O|[BI]-(?i:CUE|SCOPE|EVENT)")
_NAME = re.compile(rb'"(sent_id|nodes|tokens)"\s*:')
_NAMES = {b"tokens": "jsonl", b"nodes": "epe", b"sent_id": "norec"}
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_ELEMENTS = (
    ("sp-neg", rb"<(?:neg_structure|review)\b"),
    ("bioscope", rb"<(?:DocumentSet|Annotation|xcope id|sentence id)\b"),
    ("sfu", rb"<(?:SENTENCE|W|DOCUMENT)\b"),
    ("sp-neg", rb"<sentence\b"),
)


def recognised(head: bytes) -> str | None:
    """Return the format of a file that begins with `head`, or None if it is not a known one."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = text.decode("utf-16", "ignore").encode("utf-8", "ignore")
        if not text.startswith(b"<"):
            return None
    lines = text.splitlines(keepends=True)
    first = lines[0].rstrip(b" \t\r\n") if lines else b""
    fields = first.split(b"\t") if b"\t" in first else first.split()
    if len(fields) > 1 and all(map(_LABEL.fullmatch, fields[1:])):
        return "bio"
    if text.startswith(b"<"):
        bare = _COMMENT.sub(b"", text)
        return next((name for name, sign in _ELEMENTS if re.search(sign, bare)), None)
    if first.count(b"\t") >= 6 and _are_columns(lines):
        from .style import style_of_lines

        return {"cd-sco": "columns"}.get(style_of_lines(lines), "neges")
    if text.startswith((b"[", b"{")):
        found = set(_NAME.findall(first if text.startswith(b"{") and first[1:] else text))
        name = next((name for sign, name in _NAMES.items() if sign in found), None)
        return name if text.startswith(b"{") or name == "norec" else None
    return None


def _are_columns(lines: list[bytes]) -> bool:
    """Return True if most cells are their word, part of it or a sign for empty, unlike CoNLL-U."""
    cells = right = 0
    for line in lines[:200]:
        fields = line.rstrip(b"\t\r\n").split(b"\t")
        for cell in fields[7:]:
            cells += 1
            right += cell in (b"_", b"-", b"***") or cell.lower() in fields[3].lower()
    return right >= 0.8 * cells


UNKNOWN = "a text in no format that is known"

SIGNATURES = {
    b"PK\x03\x04": ("a zip archive", ": unpack it"),
    b"PK\x05\x06": ("an empty zip archive", ""),
    b"\x1f\x8b": ("a gzip file", ": unpack it"),
    b"BZh": ("a bzip2 file", ": unpack it"),
    b"\xfd7zXZ": ("an xz file", ": unpack it"),
    b"7z\xbc\xaf": ("a 7z archive", ": unpack it"),
    b"%PDF": ("a PDF file", ": save its text"),
    b"\xff\xfe\0\0": ("UTF-32 text", ": save it as UTF-8"),
    b"\0\0\xfe\xff": ("UTF-32 text", ": save it as UTF-8"),
    b"\xff\xfe": ("UTF-16 text", ": save it as UTF-8"),
    b"\xfe\xff": ("UTF-16 text", ": save it as UTF-8"),
}
"""The first bytes of files that are not a corpus: what they are, and what to do."""


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

        write_bio(sentences, stream, remarked, written)
        return
    if written is not None:
        sentences = _told(sentences, written)
    if format == "jsonl":
        from .jsonl import write_jsonl

        write_jsonl(sentences, stream, remarked)
        return
    from .column_writer import write_columns

    style = None
    if like is None:
        sentences = _styled(sentences, format or "columns")
    elif format is not None:
        style = STYLE_OF[format]
    write_columns(sentences, stream, style=style, like=like, remarked=remarked)


def _told(sentences: Iterable[Sentence], written: Written) -> Iterator[Sentence]:
    """Yield sentences, calling `written` with each."""
    for sentence in sentences:
        written(sentence)
        yield sentence


def _styled(sentences: Iterable[Sentence], format: str) -> Iterator[Sentence]:
    """Yield sentences with a layout in the format's style."""
    from .style import style_of

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
