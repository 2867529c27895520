"""Facts about released corpora, by which a file is recognised without having them.

No word of a corpus stands here: only its name, whose copy was measured, two
digests, and numbers.
"""

from __future__ import annotations

import os
from io import BytesIO

from ..ground.columns import BYTE_ORDER_MARK, COMPARED_FIELDS
from ..ground.records import Record
from ..legacy.scripts import EVAL_CD_SCO, EVAL_CD_SCO_2_0, ORIGINALS, SCORER_TASK2
from .source import PATHS, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import IO

    from .source import File


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


class Recognised(Record):
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
        import re

        text = re.sub(rb"\n{3,}", b"\n\n", re.sub(rb"[\t\r]+\n", b"\n", text))
    text = text.lstrip(b"\n").rstrip(b"\t\r\n")
    return text + b"\n\n" if text else b""


def tokens_of(normal: bytes) -> bytes:
    """Return the first four fields of each line of a normal form, in normal form."""
    import re

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
        found = [(piece.rfind(blank), len(blank)) for blank in BLANK_LINES]
        end = max([start + length for start, length in found if start >= 0], default=0)
        rest = piece[end:]
        if len(rest) > LONGEST_SENTENCE:
            return
        if end:
            yield normal_form(piece[:end])
    yield normal_form(rest)


BLANK_LINES = (b"\n\n", b"\n\r\n", b"\n\t\n", b"\n\t\r\n")
LONGEST_SENTENCE = 1 << 20


def recognised_in(opens: Callable[[], IO[bytes]]) -> Recognised | None:
    """Return which released corpus a file is or has the tokens of, None if none that is known.

    `opens` opens the file.
    """
    with opens() as stream:
        start = start_of(stream.read(HEAD))
        candidates = [corpus for corpus in RELEASED if corpus.start == start]
        if not candidates:
            return None
        stream.seek(0)
        whole = digest(normal_pieces(stream))
        for corpus in candidates:
            if corpus.sha256 == whole:
                return Recognised(corpus, True)
        stream.seek(0)
        tokens = digest(map(tokens_of, normal_pieces(stream)))
        found = (Recognised(one, False) for one in candidates if one.tokens_sha256 == tokens)
        return next(found, None)


HEAD = 1 << 12
"""How many bytes are read to see whether a file may be one that is known."""


def are_exchanged(gold: Recognised | None, system: Callable[[], IO[bytes]]) -> bool:
    """Return whether gold has a corpus' tokens alone, and the system's file is a corpus as released.

    `system` opens the file, which is read only where gold is such.
    """
    if gold is None or gold.is_whole:
        return False
    ours = recognised_in(system)
    return ours is not None and ours.is_whole


def recognised_file(file: File) -> Recognised | None:
    """Return the released corpus that a file is, None for another file or one that can be read only once."""
    if isinstance(file, BytesIO):
        file = Source(content=file.getvalue())
    try:
        if isinstance(file, Source):
            return recognised_in(file.open)
        if not isinstance(file, PATHS) or not os.path.isfile(file):
            return None
        path = file
        return recognised_in(lambda: open(path, "rb"))
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
    return next((one for one in RELEASED if key in (one.identifier, one.name.lower())), None)


def released_together(gold_is: Sequence[Recognised]) -> Released | None:
    """Return the test set that is evaluated as one, if the files are it: both stories of CD-SCO test."""
    parts = {one.corpus.identifier for one in gold_is if one.is_whole}
    return _named("cdsco-test") if parts == {*STORIES} and len(gold_is) == 2 else None


STORIES = ("cdsco-test-cardboard", "cdsco-test-circle")

COPIES = {
    "cdsco": ("csenge-szabo/Negation_Scope_Detection", EVAL_CD_SCO.identifier),
    "neges": ("henryloh0890/NEGES_2018", SCORER_TASK2.identifier),
    "norec": ("ltgoslo/norec_neg", EVAL_CD_SCO.identifier),
}
"""Whose copy was measured, and which scorer counted, by how the identifier begins."""

TABLE = """\
cdsco-training | CD-SCO training | 23456464 | 3644 65451 984 887 6929 616 6978
    788aed103319de99c8a532df9198cc7299e0fe4d06c56301636f31bce0d05665
    089772c0c7ca998a16de73052b1c26fb298fbc2778c49f9707ac56da5e2354bd
cdsco-dev | CD-SCO dev | 1574275055 | 787 13567 173 168 1348 122 1368
    4c0b9fbf76ddf5c2ac691c84a71cd3b2b1fee3d73411a5f1b90c7a8623c546c2
    68752e54bf7070d22e3d55f00ad0575d3fb30e819a70eee4d092e2908a8994be
cdsco-test-cardboard | CD-SCO test, cardboard | 2576468492 | 496 10184 133 128 960 87 963
    63f2b04818edf6c73cf6bdfd9477fcc49d4ecdcf7b738c705b445299089443c8
    abf36bc48d5bc3648c738fa4110a183eef72a72b8db34f720dae4a17e90456bd
cdsco-test-circle | CD-SCO test, circle | 1651415559 | 593 9032 131 121 845 86 863
    82c677cd9a7edf52d5482a85574366bedd7cb227cb635be1cb00982aca55cc01
    4a151c8ea5dbc81fe0617997410fe3a35b5dccf873b7a5023a367e4612a2e1d4
cdsco-test | CD-SCO test | 2576468492 | 1089 19216 264 249 1805 173 1826
    733e844f8e5e7669f47339971810601450c9c6a4d0be57e1b3ace260c4474eef
    d77916d4e6a7d70923470cf90fe239571de8f8561a33a3bbe37f08b2eebf7a75
cdsco-test | CD-SCO test | 1651415559 | 1089 19216 264 249 1805 173 1826
    21fc4a6fa63c72f9b2c5e2dc7b89f67dcb8ca954f6290a13669428a0cbe38fa0
    a3c59febd893cb41b3339e646703d2d0fe8e6e5ff58298ccf1cc8316b76d93ee
neges-dev-coches | NEGES 2018 dev, coches | 2500649437 | 95 2959 47 0 0 0 0
    04a30c2f0669dbdd6f82c1330f7a883f0111687571d4fb87f870a0543d79482b
    92593cc61069f6b3c17d26993beeec0131e82de6feadae6b53ec6309cf046696
neges-dev-hoteles | NEGES 2018 dev, hoteles | 2440739986 | 116 2571 61 0 0 0 0
    033816a19ecba86a5ff6ccdee255a1c05c168eae6544453d00550bd0c3defb51
    1cba6a45c2ac6fddfc7a246b32abdf612f1593a545e0d1407fdb129fdd0e4b47
neges-dev-lavadoras | NEGES 2018 dev, lavadoras | 411900922 | 125 2860 45 0 0 0 0
    87452cbebd5c3ea3c93026cad899e69a6a7d8e9a1378e5d7cfd2184caa453698
    06904917b4a0e54f9c1be8019235e0c7fd5fe04cf36deda771e78227de3d2d06
neges-dev-libros | NEGES 2018 dev, libros | 2251256350 | 368 8313 144 0 0 0 0
    8fdcea41b86d0e3ef4345150def04c5608b2ccae4c1dee3bf2e16139afbef580
    1064e51c31dfb61e08d3d6e441afbafc82368a1654b8fd1a8f9940dd81003db6
neges-dev-moviles | NEGES 2018 dev, moviles | 2018606966 | 175 4749 109 0 0 0 0
    1f70d2ab8255521904f771813d726d4aac187cc79b15dd698fdf9e97e3aa302b
    3d7bdb0b0c59f900f8f1ce23c3b71f722986d39984e2cf2cede257a28527cb46
neges-dev-musica | NEGES 2018 dev, musica | 1819730651 | 125 2255 26 0 0 0 0
    9e4e99808be8ba05f3cf1fba7a7c758c609d1e0befa8766e0da9a60da2ca862a
    c1f438158977066fa92868b2adc13cc3b27d031e7a21566c1139772a4187fff2
neges-dev-ordenadores | NEGES 2018 dev, ordenadores | 3372199585 | 95 2560 52 0 0 0 0
    ca62d5c8fc3a40ea4755e381e6afc18c8d6fa14277414eef1a71a69ab40385d1
    1dbbc09dc957a4ccbffcf3e1dcc810c625e93fe55dadc850528a0967945a92ff
neges-dev-peliculas | NEGES 2018 dev, peliculas | 3328796481 | 215 5254 110 0 0 0 0
    2cfe82972176f3a9e6b9bafbe8f43f4a75e8c9bdd4a43a43fc123faf134c3128
    c389b11cd8fff0f055164bf6f943559486ff725b9c6eaf25e70c5ca73d0147be
norec-dev | NoReC_neg dev | 2696774246 | 1531 25906 342 339 2409 0 2409
    89999f054056e09c268d618ada4e966ff44314410ff73899e3e768dce6a4418d
    b655c9cf55e6b6c3b36f9da86c6440bcf572a6610ffcd73358d19d455b8df9fa
norec-test | NoReC_neg test | 4033888334 | 1272 21856 305 301 1951 0 1951
    d581618acedfc3fad70fa939858b041cec6e42e4567f46b899cbb947d6298309
    ac601d218fc0254fb81d4351c9ccd1bc65f6ed952448d6908beaa7b03588bb81
"""
"""For each corpus its identifier, its name, the checksum of its first line and its numbers; under
these the digests of its tokens and of all of it. The test set of CD-SCO is two files, in either order."""


def _read(lines: list[str]) -> Iterator[Released]:
    """Yield the corpora of the table."""
    for facts, tokens, whole in zip(lines[::3], lines[1::3], lines[2::3]):
        identifier, name, start, numbers = facts.split(" | ")
        copy = COPIES[identifier.partition("-")[0]]
        digests = tokens.strip(), whole.strip()
        counts = map(int, numbers.split())
        yield Released(identifier, name, *copy, int(start), *digests, *counts)


RELEASED = tuple(_read(TABLE.splitlines()))
"""The corpora that are known."""


def totals_of(name: str, counted: str) -> tuple[int, ...]:
    """Return gold's total of a corpus by its name: as 2.2 counts it, and then as 2.0 does."""
    found = (
        [gold_counts(name, scorer) for scorer in (None, EVAL_CD_SCO_2_0.identifier)] if name else []
    )
    return tuple(dict.fromkeys(one[counted] for one in found if one and counted in one))
