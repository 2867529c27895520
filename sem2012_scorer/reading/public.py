"""Reading and writing in Python."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO

from ..ground.errors import ScorerWarning
from . import column_reader, column_writer
from .sentences import Sentence
from .source import AUTO, File, as_source, counting


def read_columns(file: File, style: str = AUTO) -> Iterator[Sentence]:
    """Yield the sentences of a file in columns, given as a path or binary stream.

    Each has its document and number, its tokens with all their fields, its
    negations, and the layout that lets `write_columns` write it back unchanged.
    `style` says which cells are empty: ``_`` for ``cd-sco``, ``-`` too for ``neges``,
    whichever a sentence has more of for ``auto``. Raises FormatError, which names the
    file and line, for anything but columns; ValueError for another style.

    >>> [(one.name, [token.word for token in one.tokens][0], len(one.negations))
    ...  for one in read_columns("fixtures/all-right/gold.txt")]
    [('garden:1', 'Nobody', 1), ('garden:2', 'The', 0), ('garden:3', 'The', 2)]
    """
    return column_reader.read_columns(file, style)


def write_columns(
    sentences: Iterable[Sentence],
    stream: IO[bytes],
    document: str = "memory",
    *,
    style: str | None = None,
) -> None:
    """Write `sentences` to a binary stream in the column format, a blank line after each.

    A sentence from `read_columns` keeps its layout, and is the same byte for byte
    if nothing was changed; with `style`, ``cd-sco`` or ``neges``, every sentence is
    written in that style. If a sentence has no document, number or token numbers
    of its own, it gets `document` and is numbered.

    Raises ShapeError, which names the sentence (counted from 1) and the token, for
    what the format cannot hold; the sentences before it have then been written. Warns with
    ScorerWarning of words of a scope that are the sign for an empty cell, and are left out.
    """
    if not hasattr(stream, "write"):
        raise TypeError("write_columns needs a binary stream: open(NAME, 'wb'), not %r" % stream)
    left_out: Counter[str] = Counter()
    remarked = counting(left_out)
    column_writer.write_columns(sentences, stream, document, style=style, remarked=remarked)
    for kind, number in left_out.items():
        warnings.warn("%s (%d)" % (kind, number), ScorerWarning, stacklevel=2)


def read_predictions(
    file: File,
    gold: File,
    *,
    scorer: str = "",
    format: str = "",
    fields: Mapping[str, Sequence[str]] | None = None,
    labels: Mapping[str, str] | None = None,
    affixes: Sequence[str] = (),
    gold_cues: bool = False,
    allow_missing: bool = False,
    skip_unplaced: bool = False,
) -> tuple[Sentence, ...]:
    """Return gold's sentences with the negations that a file of labels, pairs or JSON predicts.

    `gold` is in columns; `scorer` must be given for NEGES. The other arguments are the options of
    the commands: `fields` such as ``{"word": ["4"], "label": ["7"]}``, `labels` such as
    ``{"NEG": "CUE"}``, `affixes` ``["gold"]`` or the affixes. Raises FormatError or ShapeError, which
    name the file and line, for what cannot be read; ValueError for an argument that cannot be meant.

    >>> found = read_predictions("fixtures/predictions/labels.txt", "fixtures/all-right/gold.txt")
    >>> [len(sentence.negations) for sentence in found]
    [1, 0, 2]
    """
    from .place import Rules
    from .predictions import Reading, convert, format_in

    rules = Rules(tuple(affixes), gold_cues, allow_missing, skip_unplaced)
    meanings = tuple(["%s=%s" % one for one in (labels or {}).items()])
    given = {what: list(names) for what, names in (fields or {}).items()}
    reading = Reading(format, given, meanings, rules)
    source = as_source(file)
    found = format_in(source, reading)
    if found == "columns":
        return tuple(column_reader.read_columns(source))
    return convert(source, as_source(gold), found, reading, scorer).sentences
