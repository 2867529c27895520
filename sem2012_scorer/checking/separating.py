"""Text brought into the column format: its encoding, what separates its fields, columns more or fewer."""

from __future__ import annotations

from itertools import combinations, islice

from ..ground.columns import (
    BYTE_ORDER_MARK,
    COMPARED_FIELDS,
    EMPTY,
    FIRST_NEGATION_FIELD,
    STARS,
    WORD_FIELD,
    compared_fields,
    fields,
)
from ..ground.records import Record
from .lines import without_marks
from .widths import is_title, is_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..legacy.originals import Original
    from .files import File

    Lines = list[bytes]
    Rows = list[list[bytes]]

FIRST = FIRST_NEGATION_FIELD


class Known(Record):
    """What is known where a submission is fixed: gold, the scorer, and the sign for an empty cell.

    `sign` is gold's, if it `is_golds`, or the task's where gold shows none; b"" if neither is known.
    """

    gold: File | None
    original: Original
    sign: bytes
    is_golds: bool


WIDE = {
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
"""The encodings of several bytes for each character, by what a file in them begins with."""
LOOKED_AT = 1 << 12
"""How many bytes show an encoding that has no mark."""


def wide_encoding(content: bytes) -> str | None:
    """Return the encoding of text in UTF-16 or UTF-32, as Python calls it, None for anything else.

    Without its mark it is recognised by the zeros that the same bytes of most
    Latin letters are.
    """
    for mark, encoding in WIDE.items():
        if content.startswith(mark):
            return encoding
    head = content[:LOOKED_AT]
    zeros = "".join("0x"[4 * head[at::4].count(0) < 3 * len(head) // 4] for at in range(4))
    return {"x000": "utf-32-le", "000x": "utf-32-be", "x0x0": "utf-16-le", "0x0x": "utf-16-be"}.get(
        zeros
    )


def has_returns_alone(content: bytes) -> bool:
    """Return True if lines end in carriage returns alone, and not in newlines."""
    return b"\n" not in content and content.count(b"\r") > 1


def as_text(content: bytes, known: Known) -> tuple[bytes, list[str]]:
    """Return content as UTF-8 lines without a byte-order mark, and what was changed for that."""
    done = []
    encoding = wide_encoding(content)
    if encoding is not None:
        try:
            content = content.decode(encoding).encode()
            done.append("written in UTF-8 in place of %s" % encoding[:6].upper())
        except UnicodeError:
            return content, done
    if has_returns_alone(content):
        content = content.replace(b"\r", b"\n")
        done.append("newlines at the ends of lines in place of carriage returns")
    has_golds = known.gold is not None and known.gold.lines.has_mark
    if content.startswith(BYTE_ORDER_MARK) and not has_golds:
        content = without_marks(content)
        done.append("the byte-order mark taken out")
    return content, done


LINES_LOOKED_AT = 200
"""How many lines show that fields are in quotation marks, or separated by something else than tabs."""
DELIMITERS = ",;|\t"
"""What may stand between fields, some of them in quotation marks, besides white space."""
SEPARATORS = b',;|" \t\r'


def with_tabs(lines: Lines, known: Known) -> Lines:
    """Separate the fields of lines by tabs where that makes them gold's.

    The lines have gold's tokens, and before these perhaps the names of the columns; else
    nothing is changed. A line stays if its first four fields are gold's, or if there is no one
    way to separate it so that they are. A line of nothing but separators is blank.
    """
    if known.gold is None:
        return lines
    places = [place for place, line in enumerate(lines) if line.strip(SEPARATORS)]
    tokens = [line for line in known.gold.lines if line]
    extra = len(places) - len(tokens)
    if extra not in (0, 1):
        return lines
    separated: dict[int, bytes] = {}
    tried = 0
    for place, token in zip(places[extra:], tokens):
        line = lines[place].rstrip(b"\r")
        if compared_fields(line) == compared_fields(token):
            continue
        if tried > LINES_LOOKED_AT and not separated:
            return lines
        tried += 1
        found = _with_tabs(line, token)
        if found is not None:
            end = b"\t" if line.endswith(b"\t") else b""
            separated[place] = found + end + lines[place][len(line) :]
    if not separated:
        return lines
    kept = {*places[extra:]}
    return [
        separated.get(place, line) if place in kept else b""
        for place, line in enumerate(lines)
        if place not in places[:extra]
    ]


def _with_tabs(line: bytes, token: bytes) -> bytes | None:
    """Return a line with tabs between its fields, None if it cannot be changed.

    `token` is gold's line; a number before its fields is left out.
    """
    key = compared_fields(token)
    cells = [cell.strip() for cell in line.split(b"\t")]
    if key in (cells[:COMPARED_FIELDS], cells[1 : COMPARED_FIELDS + 1]):
        # There are tabs: spaces and a column of row numbers are taken out by themselves.
        return None
    ways = [_separated(line, delimiter) for delimiter in DELIMITERS]
    ways.append(line.split())
    known = fields(token)[:FIRST]
    for delimiter in (b",", b";", b"|"):
        # A word may be the delimiter itself: gold's fields say where they end.
        start = delimiter.join([*known, b""])
        if line.startswith(start):
            ways.append(known + line[len(start) :].rstrip(delimiter).split(delimiter))
    ways += [way[1:] for way in ways if way and way[0].isdigit()]
    fitting = {tuple(way) for way in ways if way[:COMPARED_FIELDS] == key and is_width(len(way))}
    if len(fitting) > 1:
        # A word that is the delimiter: gold's other fields decide.
        fitting = {way for way in fitting if [*way[:FIRST]] == known}
    return b"\t".join(fitting.pop()) if len(fitting) == 1 else None


def _separated(line: bytes, delimiter: str) -> list[bytes]:
    """Return the fields of a line of comma-separated values or the like, without empty ones at its end."""
    import csv

    text = line.decode("utf-8", "surrogateescape")
    try:
        (row,) = csv.reader([text], delimiter=delimiter)
    except (csv.Error, ValueError):
        return []
    return fields("\t".join(row).encode("utf-8", "surrogateescape"))


def has_quoted_fields(lines: Iterable[bytes]) -> bool:
    """Return True if, in most lines of the beginning, every field is in quotation marks."""
    head = [line.rstrip(b"\t\r") for line in islice(filter(bytes.strip, lines), LINES_LOOKED_AT)]
    quoted = sum(
        all(field[:1] == field[-1:] == b'"' and len(field) > 1 for field in line.split(b"\t"))
        for line in head
    )
    return 2 * quoted > len(head)


def unquoted(lines: Lines, known: Known) -> Lines:
    """Take fields out of quotation marks, if most are in them."""
    return [_without_quotes(line) for line in lines] if has_quoted_fields(lines) else lines


def _without_quotes(line: bytes) -> bytes:
    return b"\t".join(
        [
            field[1:-1].replace(b'""', b'"')
            if len(field) > 1 and field[:1] == field[-1:] == b'"'
            else field
            for field in line.split(b"\t")
        ]
    )


def may_have_row_numbers(lines: Iterable[bytes]) -> bool:
    """Return True if a first column may number the lines, False if it does not.

    Few files have a number there; of the first two lines one may have the names of the columns.
    """
    first_two = list(islice((line for line in lines if line.strip()), 2))
    return bool(first_two) and first_two[-1].partition(b"\t")[0].isdigit()


def without_row_numbers(lines: Lines, known: Known | None = None) -> Lines:
    """Take out a first column that numbers the lines.

    Blank lines may be counted or not. The names of the columns go with the numbers.
    Nothing is changed if the fields without the numbers would not be those of the format.
    """
    if not may_have_row_numbers(lines):
        return lines
    rows = [(place, line.split(b"\t", 1)) for place, line in enumerate(lines) if line.strip()]
    if not all(len(row) > 1 for _, row in rows):
        return lines
    title = None
    if not rows[0][1][0].isdigit():
        # The names of the columns: that of the numbers may have one, or none.
        title, *rows = rows
        if not is_title([fields(title[1][1].rstrip(b"\r"))]):
            return lines
    if len(rows) < 2 or not all(row[0].isdigit() for _, row in rows):
        return lines
    first = rows[0][0], int(rows[0][1][0][:9])
    numbers = [int(row[0][:9]) - first[1] for _, row in rows]
    if numbers not in ([place - first[0] for place, _ in rows], list(range(len(rows)))):
        return lines
    if not all(is_width(len(fields(row[1].rstrip(b"\r")))) for _, row in rows):
        return lines
    found = list(lines)
    for place, (_, line) in rows:
        found[place] = line
    if title is not None:
        del found[title[0]]
    return found


def without_title(lines: Lines, known: Known) -> Lines:
    """Take out a first line that is a comment or has the names of the columns."""
    gold = known.gold
    end = lines.index(b"") if b"" in lines else len(lines)
    if end and gold is not None and gold.lines and are_same_token(lines[0], gold.lines[0]):
        return lines
    if not end or not is_title([fields(line.rstrip(b"\r")) for line in lines[:end]]):
        return lines
    # A blank line after it goes with it: no sentence may be without tokens.
    return lines[1 + (end == 1) :]


def are_same_token(line: bytes, other: bytes) -> bool:
    return compared_fields(line) == compared_fields(other)


def without_comments(lines: Lines, known: Known) -> Lines:
    """Take out lines that begin with # and have no word, and the blank line after one by itself."""
    if not any(map(_is_comment, lines)) or (
        known.gold is not None and any(map(_is_comment, known.gold.lines))
    ):
        return lines
    found: Lines = []
    was_comment = False
    for line in lines:
        is_by_itself = was_comment and not line and not (found and found[-1])
        was_comment = _is_comment(line)
        if not was_comment and not is_by_itself:
            found.append(line)
    return found if any(found) else lines


def _is_comment(line: bytes) -> bool:
    return line.startswith(b"#") and line.count(b"\t") < WORD_FIELD


OTHER_ENCODINGS = ("latin-1", "cp1252")


def recoded(lines: Lines, known: Known) -> Lines:
    """Write lines in UTF-8 whose first four fields are gold's in another encoding."""
    if known.gold is None or all(line.isascii() for line in lines):
        return lines
    keys = {tuple(compared_fields(line)) for line in known.gold.lines if not line.isascii()}
    for encoding in OTHER_ENCODINGS:
        found = [_decoded(line, encoding) for line in lines]
        if any(
            tuple(compared_fields(line)) in keys
            for line, before in zip(found, lines)
            if line != before
        ):
            return found
    return lines


def _decoded(line: bytes, encoding: str) -> bytes:
    """Return a line that is not UTF-8 from an encoding in UTF-8, another as it is."""
    try:
        line.decode("utf-8")
        return line
    except UnicodeDecodeError:
        return line.decode(encoding, "replace").encode()


def with_all_columns(lines: Lines, known: Known) -> Lines:
    """Put in lemma, part of speech or parse, where all lines lack one of them or more.

    The fields are gold's where gold has the token, else _.
    """
    rows = _rows_of(lines)
    first = _first_of_annotation(rows)
    if first == FIRST:
        return lines
    golds = _golds_fields(known)
    none = [EMPTY] * (FIRST - COMPARED_FIELDS)
    return [
        b"\t".join(key + golds.get(tuple(key), none) + row[first:]) if row else line
        for line, row in zip(lines, rows)
        for key in [row[:COMPARED_FIELDS]]
    ]


def missing_columns(lines: Lines, known: Known) -> str:
    """Return which of lemma, part of speech and parse all lines lack, "" for none.

    Gold's fields show which they are: those left are gold's most often.
    """
    rows = _rows_of(lines)
    left = _first_of_annotation(rows) - COMPARED_FIELDS
    if left == len(COLUMN_NAMES):
        return ""
    golds = _golds_fields(known)
    pairs = [
        (row[COMPARED_FIELDS : COMPARED_FIELDS + left], golds[tuple(row[:COMPARED_FIELDS])])
        for row in rows
        if tuple(row[:COMPARED_FIELDS]) in golds
    ]
    kept = max(
        combinations(range(len(COLUMN_NAMES)), left),
        key=lambda places: sum(
            own == in_gold[place] for row, in_gold in pairs for own, place in zip(row, places)
        ),
    )
    missing = [name for place, name in enumerate(COLUMN_NAMES) if place not in kept]
    if not pairs:
        return "%s of the columns before the annotation" % ("one" if left == 2 else "some")
    return "the %s column%s" % (" and ".join(missing), "s" * (len(missing) > 1))


COLUMN_NAMES = ("lemma", "part-of-speech", "parse")


def _rows_of(lines: Lines) -> Rows:
    return [line.rstrip(b"\r\t").split(b"\t") if line.strip() else [] for line in lines]


def _golds_fields(known: Known) -> dict[tuple[bytes, ...], list[bytes]]:
    """Return lemma, part of speech and parse by gold's tokens."""
    golds = () if known.gold is None else known.gold.lines
    return {
        tuple(compared_fields(line)): line.split(b"\t")[COMPARED_FIELDS:FIRST]
        for line in golds
        if line
    }


def _first_of_annotation(rows: Rows) -> int:
    """Return the field with which annotation begins, the eighth but where columns are missing.

    They are if the cells are parts of their words from an earlier field on, and in no other reading.
    """
    if all(len(row) > FIRST and is_width(len(row)) for row in rows if row):
        return FIRST
    fitting = [first for first in range(FIRST, WORD_FIELD, -1) if _begins_at(rows, first)]
    return fitting[0] if len(fitting) == 1 else FIRST


def _begins_at(rows: Rows, first: int) -> bool:
    """Return whether annotation may begin at a field: there is some, and all cells are parts of words."""
    has_any = False
    for row in filter(None, rows):
        cells = row[first:]
        if not cells or (len(cells) % 3 and cells != [STARS]):
            return False
        for cell in cells:
            if cell not in (EMPTY, b"-", STARS):
                if cell not in row[WORD_FIELD]:
                    return False
                has_any = True
    return has_any
