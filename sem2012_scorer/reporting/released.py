"""Facts about released corpora, by which a file is recognized without having them.

No word of a corpus stands here: only its name, whose copy was measured, checksums, and numbers.
"""

from __future__ import annotations

import os
import re
from binascii import crc32
from collections.abc import Sequence
from functools import cache

from ..ground.columns import BYTE_ORDER_MARK, COMPARED_FIELDS
from ..ground.records import Record
from ..reading.source import PATHS, File, Source, chunks_of


class Released(Record):
    """A released gold file, or several that are one test set: a line of ``released.tsv``.

    `identifier` is its name in options, `name` its name for people, `copy` whose copy was measured.
    `start` is the checksum of the first four fields of its first line, which most other files do not
    share; `tokens` that of the first four fields of its normal form, `whole` that of all of it (see
    `normal_form`). The rest are gold's numbers, 0 where the task has none; `scope_tokens_2_0` are the
    scope tokens as versions 2.0 and 1.0 count them, for whom punctuation is in scopes.
    """

    identifier: str
    name: str
    copy: str
    start: int
    tokens: int
    whole: int
    cues: int
    scopes: int
    scope_tokens: int
    events: int
    scope_tokens_2_0: int


class Recognized(Record):
    """A released corpus whose tokens a file has; `is_whole` if it has its annotation too."""

    corpus: Released
    is_whole: bool

    def __str__(self) -> str:
        return self.corpus.name + ("" if self.is_whole else " with other annotation")

    def to_dict(self) -> dict[str, object]:
        """Return the corpus for JSON."""
        return {"corpus": self.corpus.identifier, "annotation": self.is_whole}

    @property
    def identifier(self) -> str:
        """What stands in a signature: the corpus, or that only its tokens are there."""
        return self.corpus.identifier + ("" if self.is_whole else "-tokens")


def normal_form(content: bytes) -> bytes:
    """Return a file's content in the form whose checksums are known.

    Fields are separated by tabs and lines end in a newline; no byte-order mark, no carriage
    returns, no tabs at the ends of lines, and one blank line after each sentence and nowhere else.
    """
    text = content.removeprefix(BYTE_ORDER_MARK)
    # Most files are in it already. NEGES has a tab at the end of each line.
    if b"\t\n" in text:
        text = text.replace(b"\t\n", b"\n")
    if b"\r" in text or b"\t\n" in text or b"\n\n\n" in text:
        text = re.sub(rb"\n{3,}", b"\n\n", re.sub(rb"[\t\r]+\n", b"\n", text))
    text = text.lstrip(b"\n").rstrip(b"\t\r\n")
    return text + b"\n\n" if text else b""


def tokens_of(normal: bytes) -> bytes:
    """Return the first four fields of each line of a normal form, in normal form."""
    return b"\n".join(re.findall(rb"(?m)^[^\t\n]*(?:\t[^\t\n]*){0,3}", normal))


def start_of(content: bytes) -> int:
    """Return the checksum of the first four fields of a file's first line."""
    line = content.removeprefix(BYTE_ORDER_MARK).lstrip(b"\r\n").partition(b"\n")[0].rstrip(b"\t\r")
    return crc32(b"\t".join(line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]))


MOST_PIECES = 1 << 9
"""How many pieces of a file are read: a longer file (32 MB) is no released corpus."""


def recognized_file(file: File) -> Recognized | None:
    """Return which released corpus a file is or has the tokens of.

    None for another file, and for a stream.
    """
    if isinstance(file, PATHS) and os.path.isfile(file):
        source = Source(file)
        try:
            return recognized_file(source)
        finally:
            source.close()
    if not isinstance(file, Source):
        return None
    if file.recognized is False:  # a command asks several times
        try:
            file.recognized = _recognized(file)
        except (OSError, ValueError):
            file.recognized = None
    known: Recognized | None = file.recognized
    return known


def _recognized(source: Source) -> Recognized | None:
    start = start_of(source.head())
    candidates = [corpus for corpus in corpora() if corpus.start == start]
    if not candidates:
        return None
    known = {corpus.whole: Recognized(corpus, True) for corpus in candidates}
    # Most files are in normal form already, except for the last blank line.
    checksum = 0
    with source.open() as stream:
        for number, piece in enumerate(chunks_of(stream), start=1):
            checksum = crc32(piece, checksum)
            if number == MOST_PIECES:
                return None
    for whole in (checksum, crc32(b"\n", checksum)):
        if whole in known:
            return known[whole]
    normal = normal_form(source.content())
    if (whole := crc32(normal)) in known:
        return known[whole]
    tokens = crc32(tokens_of(normal))
    same = [Recognized(corpus, False) for corpus in candidates if corpus.tokens == tokens]
    return same[0] if same else None


def _named(name: str) -> Released | None:
    """Return the released corpus with an identifier or a name, None if there is none."""
    key = name.lower()
    return next(
        (corpus for corpus in corpora() if key in (corpus.identifier, corpus.name.lower())), None
    )


def released_together(gold_is: Sequence[Recognized]) -> Released | None:
    """Return the test set that is evaluated as one, if the files are it: both stories of CD-SCO test."""
    parts = {recognized.corpus.identifier for recognized in gold_is if recognized.is_whole}
    return _named("cdsco-test") if parts == {*STORIES} and len(gold_is) == 2 else None


STORIES = ("cdsco-test-cardboard", "cdsco-test-circle")


@cache
def corpora() -> tuple[Released, ...]:
    """Return the corpora that are known. CD-SCO's test set is two files, in either order: two lines."""
    with open(os.path.join(os.path.dirname(__file__), "released.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return tuple([Released._make((*row[:3], *map(int, row[3:]))) for row in rows])


GOLD_TOTALS = ("cues", "scopes", "tokens", "events", "focus")


def totals_of(name: str) -> dict[str, tuple[int, ...]]:
    """Return gold's totals in a corpus by its identifier or its name, none if it is not known.

    Scope tokens as 2.2 counts them, and then as 2.0 does. Several corpora are joined by ``+`` or
    ``and``: "CD-SCO training and dev".
    """
    parts = [part.strip() for part in name.replace("+", " and ").split(" and ")]
    # In "CD-SCO training and dev", the second has the first words of the first.
    first = parts[0].rpartition(" ")[0]
    named = [_named(part) or _named(f"{first} {part}") for part in parts]
    if not all(named):
        return {}
    totals = {}
    for total in GOLD_TOTALS[:4]:
        fields = ("scope_tokens", "scope_tokens_2_0") if total == "tokens" else (total,)
        numbers = [sum(getattr(corpus, field) for corpus in named) for field in fields]
        totals[total] = tuple(dict.fromkeys(numbers))
    return {total: numbers for total, numbers in totals.items() if any(numbers)}


def gold_counts_given(words_given: str) -> dict[str, int | tuple[int, ...]]:
    """Return the totals of ``--gold-counts``: cues=264,scopes=249, or a corpus (see `totals_of`).

    Raises ValueError for anything else.
    """
    if totals := totals_of(words_given):
        return dict(totals)
    parts = [part.strip().partition("=") for part in words_given.split(",")]
    if len({name for name, _, _ in parts}) < len(parts):
        raise ValueError("--gold-counts has a name twice")
    for name, _, number in parts:
        if name not in GOLD_TOTALS or not re.fullmatch("[0-9]{1,7}", number):
            words = "--gold-counts takes cues=264,scopes=249 (of %s; up to 9999999) or a corpus such as cdsco-test, not %r"
            raise ValueError(words % (", ".join(GOLD_TOTALS), words_given[:40]))
    return {name: int(number) for name, _, number in parts}
