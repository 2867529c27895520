"""Facts about released corpora: by names, checksums and numbers a file is recognized without them."""

from __future__ import annotations

import os
import re
from binascii import crc32
from collections.abc import Iterable
from contextlib import closing, suppress
from functools import cache
from typing import NamedTuple

from ..common.columns import BYTE_ORDER_MARK, COMPARED_FIELDS
from ..reading.source import PATHS, File, Source

LONGEST_CORPUS = 1 << 23
"""A file of as many bytes is no released corpus: the longest has 2.9 million."""


class Released(NamedTuple):
    """A released gold file: a line of ``released.tsv``.

    `identifier` is its name in options, `name` its name for people, `copy` whose copy was measured.
    `start` is the checksum of the first four fields of its first line, which most other files do
    not share; `whole` that of its normal form (see `content_for_checksum`). The rest are gold's numbers, 0
    where the task has none; `scope_tokens_2_0` are the scope tokens as versions 2.0 and 1.0 count
    them, for whom punctuation is in scopes. `sentences` are gold's sentences, `negation_sentences`
    those with negation.
    """

    identifier: str
    name: str
    copy: str
    start: int
    whole: int
    cues: int
    scopes: int
    scope_tokens: int
    events: int
    scope_tokens_2_0: int
    negation_sentences: int
    sentences: int


def content_for_checksum(content: bytes) -> bytes:
    """Return a file's content in the form whose checksums are known.

    Lines end in a newline, the last one and a blank line too; no byte-order mark, no carriage returns, no
    tabs at the ends of lines. Blank lines too many stay: the scorers count each as a sentence.
    """
    text = content.removeprefix(BYTE_ORDER_MARK)
    # To look for what is seldom there is faster than to replace it.
    if b"\t\n" in text or b"\r\n" in text:
        text = re.sub(rb"[\t\r]+\n", b"\n", text)
    if text.endswith(b"\n\n\n"):
        return text
    return text.rstrip(b"\t\r\n") + b"\n\n"


def checksum_of_start(content: bytes) -> int:
    """Return the checksum of the first four fields of a file's first line."""
    line = content.removeprefix(BYTE_ORDER_MARK).lstrip(b"\r\n").partition(b"\n")[0].rstrip(b"\t\r")
    return crc32(b"\t".join(line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]))


def released_corpus_of(file: File) -> Released | None:
    """Return which released corpus a file is; None for another file, and for a stream."""
    if isinstance(file, PATHS) and os.path.isfile(file):
        with closing(Source(file)) as source:
            return released_corpus_of(source)
    if not isinstance(file, Source):
        return None
    if file.recognized is False:  # a command asks several times
        file.recognized = None
        with suppress(OSError, ValueError):
            file.recognized = _corpus_by_checksum(file)
    known: Released | None = file.recognized
    return known


def _corpus_by_checksum(source: Source) -> Released | None:
    """Return the corpus with a file's checksums; only a file that begins as one is read whole."""
    start = checksum_of_start(source.head())
    known = {corpus.whole: corpus for corpus in released_corpora() if corpus.start == start}
    if not known:
        return None
    if source.is_longer_than(LONGEST_CORPUS):
        return None
    content = source.content()
    return known.get(crc32(content)) or known.get(crc32(content_for_checksum(content)))


@cache
def released_corpora() -> tuple[Released, ...]:
    """Return the corpora that are known. CD-SCO's test set is two files, in either order: two lines."""
    with open(os.path.join(os.path.dirname(__file__), "released.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return tuple([Released._make([*row[:3], *map(int, row[3:])]) for row in rows])


def corpus_names(released: Iterable[Released]) -> str:
    """Return what gold is, for people: the corpora by name, parts of one together.

    "CD-SCO test" for both of its files, "NEGES 2018 dev (7 of 8 domains)".
    """
    every = [corpus.name for corpus in released_corpora()]
    parts: dict[str, list[str]] = {}
    for corpus in released:
        whole = corpus.name.partition(" (")[0]
        names = parts.setdefault(whole, [])
        if corpus.name not in names:
            names.append(corpus.name)
    shown = []
    for whole, names in parts.items():
        number = len({name for name in every if name.startswith(whole + " (")})
        if len(names) == 1:
            shown.append(names[0])
        elif len(names) == number and whole in every:
            shown.append(whole)
        elif len(names) == number:
            shown.append(f"{whole} ({number} domains)")
        else:
            shown.append(f"{whole} ({len(names)} of {number} domains)")
    return ", ".join(shown)


GOLD_TOTALS = ("cues", "scopes", "tokens", "events", "negation_sentences", "sentences", "focus")


def totals_of_released_corpus(name: str) -> dict[str, tuple[int, ...]]:
    """Return gold's totals in a corpus by its identifier or its name, none if it is not known.

    Several are joined by ``+``. Scope tokens as 2.2 counts them, and then as 2.0 does.
    """
    by_name = {}
    for corpus in released_corpora():
        by_name[corpus.identifier.lower()] = corpus
        by_name[corpus.name.lower()] = corpus
    # Tables name a part with a comma too.
    by_name |= {key.replace(" (", ", ").rstrip(")"): corpus for key, corpus in by_name.items()}
    parts = []
    for part in name.split("+"):
        corpus_of = by_name.get(part.strip().lower())
        if corpus_of is None:
            return {}
        parts.append(corpus_of)
    totals = {}
    for total in GOLD_TOTALS[:-1]:
        fields = ("scope_tokens", "scope_tokens_2_0") if total == "tokens" else (total,)
        numbers = [sum(getattr(corpus, field, 0) for corpus in parts) for field in fields]
        if any(numbers):
            totals[total] = tuple(dict.fromkeys(numbers))
    return totals
