"""Facts about released corpora, by which a file is recognized without having them.

No word of a corpus stands here: only its name, whose copy was measured, two
digests, and numbers.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from typing import IO
from weakref import WeakKeyDictionary

from ..ground.columns import BYTE_ORDER_MARK, COMPARED_FIELDS
from ..ground.records import Record
from ..legacy.scripts import EVAL_CD_SCO_2_0, ORIGINALS
from ..reading.source import PATHS, File, Source


class Released(Record):
    """A released gold file, or several that are one test set.

    `identifier` is its name in options, `name` its name for people, `copy` whose
    copy was measured, `scorer` the legacy scorer of its task. `start` is a
    checksum of its first line, which most other files do not share; `tokens_sha256` is
    the digest of the first four fields of its normal form, and `sha256` of all of
    it (see `normal_form`). `counts` are gold's numbers as `scorer` counts them:
    cues, scopes, scope tokens and events; 0 where the task has none of them.
    `scope_tokens_2_0` are the scope tokens as versions 2.0 and 1.0 count them, for whom
    punctuation is in scopes; all else they count alike.
    """

    identifier: str
    name: str
    copy: str
    scorer: str
    start: int
    tokens_sha256: str
    sha256: str
    sentences: int
    tokens: int
    cues: int
    scopes: int
    scope_tokens: int
    events: int
    scope_tokens_2_0: int

    def counts_of(self, scorer: str) -> Mapping[str, int]:
        """Gold's numbers, by their names in ``verify --gold-counts``, as a legacy scorer counts them; none that are 0."""
        has_punctuation = not ORIGINALS[scorer].by_tag
        numbers = {
            "cues": self.cues,
            "scopes": self.scopes,
            "tokens": self.scope_tokens_2_0 if has_punctuation else self.scope_tokens,
            "events": self.events,
            "full": self.cues,
        }
        return {name: number for name, number in numbers.items() if number}


class Recognized(Record):
    """A released corpus whose tokens a file has; `is_whole` if it has its annotation too."""

    corpus: Released
    is_whole: bool

    def __str__(self) -> str:
        if self.is_whole:
            return self.corpus.name
        return f"{self.corpus.name} with other annotation"

    def to_dict(self) -> dict[str, object]:
        """Return the corpus for JSON."""
        return {"corpus": self.corpus.identifier, "annotation": self.is_whole}

    @property
    def identifier(self) -> str:
        """What stands in a signature: the corpus, or that only its tokens are there."""
        return self.corpus.identifier + ("" if self.is_whole else "-tokens")


def normal_form(content: bytes) -> bytes:
    """Return a file's content in the form that is digested.

    Fields are separated by tabs and lines end in a newline; no byte-order mark, no
    carriage returns, no tabs at the ends of lines, and one blank line after each
    sentence and nowhere else.
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
    """Return a checksum of the first four fields of a file's first line."""
    from binascii import crc32

    line = content.removeprefix(BYTE_ORDER_MARK).lstrip(b"\r\n").partition(b"\n")[0].rstrip(b"\t\r")
    return crc32(b"\t".join(line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]))


def digest(pieces: Iterable[bytes]) -> str:
    """Return the SHA-256 digest of some bytes, which come in pieces."""
    from hashlib import sha256

    found = sha256()
    for piece in pieces:
        found.update(piece)
    return found.hexdigest()


PIECE = 1 << 17


def normal_pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the normal form of a stream's content, piece by piece, each of whole sentences.

    It ends at a sentence that is longer than those of any corpus that is known.
    """
    rest = b""
    while chunk := stream.read(PIECE):
        piece = rest + chunk
        ends = (piece.rfind(blank) + len(blank) for blank in BLANK_LINES if blank in piece)
        end = next(ends, 0)
        rest = piece[end:]
        if len(rest) > LONGEST_SENTENCE:
            return
        if end:
            yield normal_form(piece[:end])
    yield normal_form(rest)


BLANK_LINES = (b"\n\n", b"\n\r\n", b"\n\t\n", b"\n\t\r\n")
LONGEST_SENTENCE = 1 << 20


def recognized_in(opens: Callable[[], IO[bytes]]) -> Recognized | None:
    """Return which released corpus a file is or has the tokens of, None if none that is known.

    `opens` opens the file.
    """
    with opens() as stream:
        start = start_of(stream.read(HEAD))
        candidates = [corpus for corpus in corpora() if corpus.start == start]
        if not candidates:
            return None
        stream.seek(0)
        whole = digest(normal_pieces(stream))
        for corpus in candidates:
            if corpus.sha256 == whole:
                return Recognized(corpus, True)
        stream.seek(0)
        tokens = digest(map(tokens_of, normal_pieces(stream)))
        found = (Recognized(one, False) for one in candidates if one.tokens_sha256 == tokens)
        return next(found, None)


HEAD = 1 << 12
"""How many bytes are read to see whether a file may be one that is known."""


def are_exchanged(gold: Recognized | None, system: Source) -> bool:
    """Return whether gold has a corpus' tokens alone, and the system's file is a corpus as released."""
    if gold is None or gold.is_whole:
        return False
    ours = recognized_file(system)
    return ours is not None and ours.is_whole


_KNOWN: WeakKeyDictionary[Source, Recognized | None] = WeakKeyDictionary()
"""What sources were recognized as, as long as they are in use."""


def recognized_file(file: File) -> Recognized | None:
    """Return the released corpus that a file is, None for another file or one that can be read only once."""
    if isinstance(file, BytesIO):
        file = Source(content=file.getvalue())
    try:
        if isinstance(file, Source):
            # A command asks several times.
            if file not in _KNOWN:
                _KNOWN[file] = recognized_in(file.open)
            return _KNOWN[file]
        if not isinstance(file, PATHS) or not os.path.isfile(file):
            return None
        path = file
        return recognized_in(lambda: open(path, "rb"))
    except (OSError, ValueError):
        return None


def gold_counts(name: str, scorer: str | None = None) -> Mapping[str, int] | None:
    """Return gold's numbers of a corpus by its identifier or its name, None if it is not known.

    As `scorer` counts them, or the scorer of its task. Several are joined by
    ``+`` or ``and``: "CD-SCO training and dev".
    """
    parts = [part.strip() for part in name.replace("+", " and ").split(" and ")]
    # In "CD-SCO training and dev", the second has the first words of the first.
    first = parts[0].rpartition(" ")[0]
    total: dict[str, int] = {}
    for part in parts:
        found = _named(part) or _named(f"{first} {part}")
        if found is None:
            return None
        for key, number in found.counts_of(scorer or found.scorer).items():
            total[key] = total.get(key, 0) + number
    return total


def _named(name: str) -> Released | None:
    """Return the released corpus with an identifier or a name, None if there is none."""
    key = name.lower()
    return next((one for one in corpora() if key in (one.identifier, one.name.lower())), None)


def released_together(gold_is: Sequence[Recognized]) -> Released | None:
    """Return the test set that is evaluated as one, if the files are it: both stories of CD-SCO test."""
    parts = {one.corpus.identifier for one in gold_is if one.is_whole}
    return _named("cdsco-test") if parts == {*STORIES} and len(gold_is) == 2 else None


STORIES = ("cdsco-test-cardboard", "cdsco-test-circle")


@cache
def corpora() -> tuple[Released, ...]:
    """Return the corpora that are known. CD-SCO's test set is two files, in either order: two lines."""
    found = []
    with open(os.path.join(os.path.dirname(__file__), "released.tsv"), encoding="utf-8") as file:
        next(file)
        for line in file:
            *texts, start, tokens, whole = line.rstrip("\n").split("\t")[:7]
            counts = map(int, line.split("\t")[7:])
            found.append(Released._make((*texts, int(start), tokens, whole, *counts)))
    return tuple(found)


def totals_of(name: str, counted: str) -> tuple[int, ...]:
    """Return gold's total of a corpus by its name: as 2.2 counts it, and then as 2.0 does."""
    found = (
        [gold_counts(name, scorer) for scorer in (None, EVAL_CD_SCO_2_0.identifier)] if name else []
    )
    return tuple(dict.fromkeys(one[counted] for one in found if one and counted in one))


GOLD_TOTALS = ("cues", "scopes", "tokens", "events", "focus")


def gold_counts_given(given: str) -> dict[str, int | tuple[int, ...]]:
    """Return the totals of ``--gold-counts``: cues=264,scopes=249, or a corpus.

    A corpus has scope tokens as 2.2 and as 2.0 count them. Raises ValueError for anything else.
    """
    found = {counted: totals_of(given, counted) for counted in GOLD_TOTALS}
    if any(found.values()):
        return {counted: totals for counted, totals in found.items() if totals}
    parts = [part.strip().partition("=") for part in given.split(",")]
    if len({name for name, _, _ in parts}) < len(parts):
        raise ValueError("--gold-counts has a name twice")
    for name, _, number in parts:
        if name not in GOLD_TOTALS or not re.fullmatch("[0-9]{1,7}", number):
            words = "--gold-counts takes cues=264,scopes=249 (of %s) or a corpus such as cdsco-test, not %r"
            raise ValueError(words % (", ".join(GOLD_TOTALS), given[:40]))
    return {name: int(number) for name, _, number in parts}
