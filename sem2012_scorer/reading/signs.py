"""What programs write: signs for empty cells, ends of lines, separators, names of columns, the first bytes of files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ..common.columns import DASHED_EMPTY_CELLS, FIRST_NEGATION_FIELD, STARS, WORD_FIELD
from ..port.scripts import Original
from .sentences import Layout

STYLES = {"cd-sco": Layout("_", "\n"), "neges": Layout("-", "\t\n")}
"""How the tasks write sentences: *SEM 2012 (CD-SCO) numbers tokens from 0, NEGES from 1."""
FEWEST_SIGNS = 10  # from how many places on any other string that is no part of its word is a sign
ENOUGH_ROWS = 400  # of annotated lines, which show the sign for an empty cell
ENOUGH_FIELDS = 1_000  # of each of these lines
BETWEEN_JOINED_CELLS = re.compile(rb"(?:[ ,;|]|\xc2\xa0)+")
"""What may join the cells of several columns to one."""

MISSING_VALUES = {b"nan", b"NaN", b"NA", b"N/A", b"null", b"NULL", b"None"}
"""What programs write where a table has no value."""
OTHER_SIGNS = {text.encode() for text in "_ - O 0 – — \u00a0".split(" ")} | MISSING_VALUES
"""What programs write into an empty cell; quotation marks may stand around it."""
LINE_ENDS = {
    b"\r": "carriage returns",
    "\u2028".encode(): "line separators (U+2028)",
    "\u2029".encode(): "paragraph separators (U+2029)",
    "\u0085".encode(): "next-line characters (U+0085)",
    b"\x0b": "vertical tabs",
    b"\x0c": "form feeds",
}
"""What programs write between lines in place of line feeds, and its name."""
SEPARATORS = {
    b";": "semicolons",
    b",": "commas",
    b"|": "vertical bars",
    b" ": "spaces",
    "\u00a0".encode(): "no-break spaces",
}
"""What separates columns in place of tabs, in the order in which it is looked for."""
SIGNS_OF_PAIRS = "|/"
NAMES_OF_SENTENCES = "sentence", "sentence #", "sent", "sent_id", "sentence_id", "sentence_number"
NAMES_OF_WORDS = ("token", "tokens", "word", "words", "form", "text")
NAMES_OF_PREDICTIONS = ("prediction", "predicted", "pred")
NAMES_OF_COLUMNS = {
    *(*NAMES_OF_WORDS, *NAMES_OF_SENTENCES, *NAMES_OF_PREDICTIONS),
    *("id", "lemma", "pos", "tag", "tags", "label", "labels", "cue", "neg", "scope", "event"),
}
"""What headers call their columns, in lower case."""
BIOSCOPE_MARKS = (b"<Annotation", b"<xcope")
TAGS_OF_PARTS = re.compile(rb"<(cue|scope|event|neg|negation)\b[^<>]*>", re.IGNORECASE)
PAGE = re.compile(rb"\s*<(!doctype|html|head|body|pre|table)\b", re.IGNORECASE)
NO_PAGES = "HTML and XML are not read, except BioScope's XML: give a plain-text file"
NO_TAGS = (
    "tags inside of a text are not read: write labels, a line for each token, or JSON with strings"
)
READ_BIOSCOPE = "this is BioScope XML: sem2012-scorer convert FILE --from bioscope -o OUT"
UNPACK, AS_UTF_8, AS_TEXT = "unpack it", "save it as UTF-8", "save it as tab-separated text"
OF_ENCODINGS = {
    b"\xff\xfe\0\0": ("UTF-32 text", AS_UTF_8),
    b"\0\0\xfe\xff": ("UTF-32 text", AS_UTF_8),
    b"\xff\xfe": ("UTF-16 text", AS_UTF_8),
    b"\xfe\xff": ("UTF-16 text", AS_UTF_8),
}
"""The first bytes of text in another encoding, which can be read as text."""
OF_NO_TEXT = {
    b"PK\x03\x04": ("a zip archive", UNPACK),
    b"PK\x05\x06": ("an empty zip archive", ""),
    b"\x1f\x8b": ("a gzip file", UNPACK),
    b"%PDF": ("a PDF file", "save its text"),
    b"\xd0\xcf\x11\xe0": ("an old Office file", AS_TEXT),
    b"{\\rtf": ("an RTF document", AS_TEXT),
    b"\x89PNG": ("a picture", ""),
    b"\xff\xd8\xff": ("a picture", ""),
    b"BZh": ("a bzip2 file", UNPACK),
    b"\xfd7zXZ": ("an xz file", UNPACK),
    b"\x28\xb5\x2f\xfd": ("a zstd file", UNPACK),
    b"7z\xbc\xaf": ("a 7z archive", UNPACK),
    b"version https://git-lfs": ("a pointer of Git LFS, not the file", "get it with git lfs pull"),
    b"SQLite format 3": ("a database", ""),
}
"""The first bytes of files that are no text: what they are, and what to do."""
SIGNATURES = {**OF_ENCODINGS, **OF_NO_TEXT}
IN_ZIP = {b"xl/": ("an Excel file", AS_TEXT), b"word/": ("a Word file", "save its text")}
"""What a zip archive is by the names inside it."""
NULL_BYTES = (
    "not text (it has null bytes)",
    "give a text file; if this is text in UTF-16, save it as UTF-8",
)


# ---------------------------------------------------------------------------
# The sign for an empty cell, and the task's style


def annotated_rows(lines: Iterable[bytes]) -> list[list[bytes]]:
    """Return the fields of the first lines that have a negation's."""
    rows: list[list[bytes]] = []
    for line in lines:
        if line.count(b"\t") < FIRST_NEGATION_FIELD:
            continue
        row = line.rstrip(b"\t\r\n").split(b"\t", ENOUGH_FIELDS)[:ENOUGH_FIELDS]
        if len(row) > FIRST_NEGATION_FIELD and row[FIRST_NEGATION_FIELD:] != [STARS]:
            rows.append(row)
            if len(rows) == ENOUGH_ROWS:
                break
    return rows


def empty_sign_in_rows(rows: Sequence[Sequence[bytes]]) -> bytes:
    """Return the cell that most often stands where no part of the word does.

    Lines with different cells are asked first: - - - on all lines may stand for "no negation".
    """
    mixed = [row for row in rows if len(set(row[FIRST_NEGATION_FIELD:])) > 1]
    return _most_frequent_sign(mixed) or _most_frequent_sign(rows)


def _most_frequent_sign(rows: Iterable[Sequence[bytes]]) -> bytes:
    """Return the cell that most often stands where no part of the word does, b"" if it is no sign."""
    counts: Counter[bytes] = Counter()
    for row in rows:
        word = row[WORD_FIELD]
        for cell in row[FIRST_NEGATION_FIELD:]:
            if cell not in word or (cell in DASHED_EMPTY_CELLS and cell != word):
                counts[cell] += 1
    for cell in (STARS, b"", *filter(_is_same_sign_joined, counts)):
        del counts[cell]
    if not counts:
        return b""
    sign, most = counts.most_common(1)[0]
    if sign in DASHED_EMPTY_CELLS:
        return sign
    is_known = sign.strip(b'"') in OTHER_SIGNS or most >= FEWEST_SIGNS
    if is_known and 2 * most > counts.total():
        return sign
    return b""


def _is_same_sign_joined(cell: bytes) -> bool:
    """Return whether a cell holds a sign several times, such as "_ _ _": the cells of several columns."""
    signs = BETWEEN_JOINED_CELLS.split(cell)
    return len(signs) > 1 and signs[0] != b"" and len(set(signs)) == 1


def is_sign_meant_as_word(sign: bytes, word: bytes) -> bool:
    """Return whether a sign for a missing value is the whole word, in any case of letters: None for none."""
    return sign == word or (sign in MISSING_VALUES and sign.lower() == word.lower())


def style_of_head(sign: bytes, head: bytes) -> str:
    """Return the style that a head shows: by its empty cells, else by the tabs at the ends of lines."""
    if sign in DASHED_EMPTY_CELLS:
        if sign == b"-":
            return "neges"
        return "cd-sco"
    lines = [line.rstrip(b"\r") for line in head.split(b"\n")[:-1] if line.strip()]
    if any(line.endswith(b"\t") for line in lines):
        return "neges"
    return "cd-sco"


def style_of(name: str) -> Layout:
    """Return the style with a name; raise ValueError, which lists the styles, for another."""
    if name not in STYLES:
        raise ValueError("style is one of {}, not {!r}".format(", ".join(STYLES), name))
    return STYLES[name]


def task_sign(original: Original) -> bytes:
    """Return the sign for empty cells of the scorer's task; b"" if it reads both."""
    if original.style == "CD-SCO":
        return b"_"
    return b""


def expected_sign(golds_sign: bytes, original: Original) -> bytes:
    """Return what a file should have in empty cells: what gold has, unless no scorer knows it; else the task's sign."""
    if golds_sign in DASHED_EMPTY_CELLS:
        return golds_sign
    return task_sign(original)
