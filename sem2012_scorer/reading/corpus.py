"""Corpora in any of the formats: read as sentences or as predictions, and written."""

from __future__ import annotations

from collections import Counter

from .column_writer import again, write_columns
from .formats import FORMATS, STYLE_OF, WRITTEN
from .options import Reading
from .placing import Placement
from .recognising import Unknown, known_against, recognised
from .sentences import Layout, Sentence
from .source import AUTO, as_source, is_file, nothing_remarked
from .style import style_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO

    from .formats import Format
    from .predicted import Predicted
    from .source import File, Remarked, Source, Written


def read_corpus(
    file: File,
    format: str = AUTO,
    reading: Reading | None = None,
    remarked: Remarked = nothing_remarked,
    counted: Counter[str] | None = None,
    like: File | Iterable[Sentence] | None = None,
) -> Iterator[Sentence]:
    """Yield the sentences of a corpus in any of the `FORMATS`: see `public.read_corpus`.

    `remarked` is called with line, kind and subject for whatever a sentence cannot
    express; `counted` counts the file's elements.
    """
    if format != AUTO and format not in FORMATS:
        raise ValueError("format is one of %s, not %r" % (", ".join((AUTO, *FORMATS)), format))
    counts: Counter[str] = Counter() if counted is None else counted
    reading = reading or Reading()
    source = as_source(file)
    if like is None:
        return _sentences(source, format, reading, remarked, counts)
    is_asked_for = format != AUTO
    gold = as_source(like) if is_file(like) else None  # type: ignore[arg-type]
    if format == AUTO and gold is not None:
        format, reading = known_against(source, gold, reading) or (
            found_format(source, AUTO)[0],
            reading,
        )
    found = predictions(source, format, reading, remarked, counts, is_asked_for)
    return Placement(found, again(gold or like), reading, remarked).sentences()


def _sentences(
    source: Source, format: str, reading: Reading, remarked: Remarked, counted: Counter[str]
) -> Iterator[Sentence]:
    _, one = found_format(source, format)
    yield from one.read(source, reading, remarked, counted)


def found_format(source: Source, format: str, is_asked_for: bool = True) -> tuple[str, Format]:
    """Return the format of a file, by name and as it is read; raise Unknown if it is not known."""
    found = recognised(source) if format == AUTO else format
    if found is None:
        raise Unknown(source)
    one = FORMATS[found]
    if found == "jsonl" and (format == AUTO or not is_asked_for):
        one = one._replace(options=(("is_asked_for", False),))
    return found, one


def predictions(
    source: Source,
    format: str,
    reading: Reading,
    remarked: Remarked,
    counted: Counter[str],
    is_asked_for: bool = True,
) -> Iterator[Predicted]:
    """Yield what a file predicts, in any of the `FORMATS`: see `read_corpus`.

    `is_asked_for` is False for a format that was recognised.
    """
    _, one = found_format(source, format, is_asked_for)
    yield from one.predicted(source, reading, remarked, counted)


def write_corpus(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    format: str | None = None,
    like: File | Iterable[Sentence] | None = None,
    remarked: Remarked = nothing_remarked,
    written: Written | None = None,
    full_labels: bool = False,
) -> None:
    """Write sentences in one of the formats `WRITTEN`: see `public.write_corpus`.

    `remarked` is called for what the format cannot express, `written` with each sentence as it is written.
    """
    if format is not None and format not in WRITTEN:
        raise ValueError("format is one of %s, not %r" % (", ".join(WRITTEN), format))
    if like is not None and format is not None and format not in STYLE_OF:
        raise ValueError("a submission is in columns, not in %s" % format)
    if format == "bio":
        from .bio import write_bio

        write_bio(sentences, stream, remarked, written, full_labels)
        return
    if format == "masks":
        from .masks import write_masks

        write_masks(sentences, stream, remarked, written)
        return
    if format == "jsonl":
        from .jsonl import write_jsonl

        write_jsonl(sentences, stream, remarked, written)
        return
    style = None
    if like is None:
        sentences = _styled(sentences, format or "columns")
    elif format is not None:
        style = STYLE_OF[format]
    write_columns(
        sentences,
        stream,
        style=style,
        like=like,
        remarked=remarked,
        written=written,
        is_strict=False,
    )


def _styled(sentences: Iterable[Sentence], format: str) -> Iterator[Sentence]:
    """Yield sentences with a layout in the format's style."""
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
