"""Files in columns that tests share."""

from __future__ import annotations

import io
from collections.abc import Iterable

from conftest import ROOT

from sem2012_scorer import Sentence, read_columns, write_columns

NEGES = str(ROOT / "fixtures" / "corpora" / "neges.txt")
ROW = "d\t1\t%d\t%s\t_\tNN\t*\t%s\n"


def rows(*tokens: tuple[str, str]) -> bytes:
    """Return a sentence of words and cells."""
    lines = [ROW % (i, word, cells.replace(" ", "\t")) for i, (word, cells) in enumerate(tokens)]
    return "".join([*lines, "\n"]).encode()


def read(content: bytes, style: str = "auto") -> list[Sentence]:
    return list(read_columns(io.BytesIO(content), style))


def written(sentences: Iterable[Sentence], style: str | None = None) -> bytes:
    stream = io.BytesIO()
    write_columns(sentences, stream, style=style)
    return stream.getvalue()
