"""What a file is, by its head: format, encoding, line endings, separator of columns, sign for empty cells.

Every command asks here, and nowhere else. The container is recognized, never the meaning. Begin at
`kind_of`. Which labels are known (`label_names`) tells a file of labels from one in columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..common.columns import (
    BYTE_ORDER_MARK,
    COMPARED_FIELDS,
    DASHED_EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    STARS,
    WORD_FIELD,
)
from ..common.wording import plural
from .first_bytes import LINE_ENDS, NULL_BYTES, binary_by_first_bytes, line_end_by_first_bytes
from .first_lines import (
    LINES_OF_PROSE,
    begins_json,
    kind_items_of_pairs_line,
    line_that_begins_json,
    names_separator,
    separator_that_shows_pairs,
)
from .label_names import Label, columns_of_label_names, is_label, is_label_of_another_scheme
from .signs import OTHER_SIGNS
from .source import HEAD, Source

INPUT_FORMATS = ("columns", "labels", "pairs", "json")
COLUMNS, LABELS, PAIRS, JSON = INPUT_FORMATS
XML, EMPTY_FILE, NOT_TEXT = "xml", "empty", "not text"
"""What a file can be. The last three cannot be scored."""

STRINGS, ONLY_LABELS, NOTHING = "strings", "labels", "nothing"
"""What the columns after the seventh hold."""

FEWEST_SIGNS = 10  # from how many places on any other string that is no part of its word is a sign
BLANKS = b" \t\r\n\x0b\x0c"
BETWEEN_JOINED_CELLS = re.compile(rb"(?:[ ,;|]|\xc2\xa0)+")
"""What may join the cells of several columns to one."""
ENOUGH_ROWS = 400  # of annotated lines, which show the sign for an empty cell

# ---------------------------------------------------------------------------
# Kinds

BIOSCOPE_MARKS = (b"<Annotation", b"<xcope")
TAGS_OF_PARTS = re.compile(rb"<(cue|scope|event|neg|negation)\b[^<>]*>", re.IGNORECASE)
PAGE = re.compile(rb"\s*<(!doctype|html|head|body|pre|table)\b", re.IGNORECASE)
NO_PAGES = "HTML and XML are not read, except BioScope's XML: give a plain-text file"
NO_TAGS = (
    "tags inside of a text are not read: write labels, a line for each token, or JSON with strings"
)
READ_BIOSCOPE = "this is BioScope XML: sem2012-scorer convert FILE --from bioscope -o OUT"


class Kind(NamedTuple):
    """What a file is, and by what; `fix` says what to do with a file that cannot be read.

    `separator` is what separates the fields of columns, `sign` what an empty cell of them holds,
    b"" if no cell shows it.
    """

    format: str
    reason: str
    fix: str = ""
    encoding: str = "UTF-8"
    line_end: bytes = b"\n"
    separator: bytes = b"\t"
    sign: bytes = b""
    cells: str = STRINGS
    labels_at: tuple[int, ...] = ()

    @property
    def can_be_read(self) -> bool:
        """Whether a command can read it."""
        return self.format in (*INPUT_FORMATS, EMPTY_FILE)

    def named(self, format: str, reason: str, fix: str = "") -> Kind:
        """Return the same encoding and line ends with a format."""
        return self._replace(format=format, reason=reason, fix=fix)


class _RecognizedFormat(NamedTuple):
    """The format that the first lines show, the reason, and what separates the fields of columns."""

    format: str
    reason: str
    separator: bytes = b""


def kind_of(
    source: Source,
    gold: Source | None = None,
    fields: Mapping[str, object] = {},
    meanings: Mapping[str, Label] = {},
    format: str = "",
) -> Kind:
    """Return what a file is; `format`, `fields` and `meanings` are what options say of it.

    What begins as gold does is in columns, whatever it looks like otherwise.
    """
    head = _head_with_text(source)
    line_end = _line_end_of(head)
    lines = _whole_lines_of_head(head)
    about = Kind("", "", encoding=_encoding_of(lines), line_end=line_end)
    binary = binary_by_first_bytes(head)
    if binary is not None:
        what, advice = binary
        return about.named(NOT_TEXT, "this is " + what, advice.removeprefix(": "))
    texts = _lines_with_text(_bare_lines(lines, line_end))
    if not texts:
        why = "only blank lines" if head else "the file is empty"
        return about.named(EMPTY_FILE, why, "give the file that your system wrote")
    seen = _recognize_format(texts, gold, fields, meanings)
    if format:
        seen = _RecognizedFormat(
            format, f"{format}, according to --from", column_separator_of(texts[0]) or b"\t"
        )
    if _has_null_bytes(head, seen.format, texts[0]):
        what, advice = NULL_BYTES
        return about.named(NOT_TEXT, "this is " + what, advice.removeprefix(": "))
    if seen.format == XML:
        fix = NO_PAGES
        if any(mark in head for mark in BIOSCOPE_MARKS):
            fix = READ_BIOSCOPE
        elif TAGS_OF_PARTS.search(head):
            fix = NO_TAGS
        return about.named(XML, seen.reason, fix)
    if seen.format != COLUMNS:
        return about.named(seen.format, seen.reason)
    cells, labels_at = _annotation_in(texts)
    sign = empty_sign_in_head(source) if seen.separator == b"\t" else b""
    kind = about.named(COLUMNS, seen.reason)
    return kind._replace(separator=seen.separator, sign=sign, cells=cells, labels_at=labels_at)


def _lines_with_text(lines: Sequence[bytes]) -> list[bytes]:
    """Return the lines that are not blank, without the one in which a spreadsheet says what separates the cells."""
    texts = [line for line in lines if line.strip(BLANKS)]
    if len(texts) > 1 and names_separator(texts[0]):
        del texts[0]
    return texts


def _head_with_text(source: Source) -> bytes:
    """Return the head of a file, from its first line that is not blank on if the usual head is blank."""
    head = source.head()
    if head.strip(BLANKS) or not source.is_longer_than(len(head)):
        return head
    content = source.content()
    blanks = len(content) - len(content.lstrip(BLANKS))
    start = content.rfind(b"\n", 0, blanks) + 1
    return content[start : start + HEAD]


def _has_null_bytes(head: bytes, format: str, first: bytes) -> bool:
    """Return whether a head has null bytes that no file in columns has: every second one, or in too few columns."""
    null_bytes = head[:1000].count(b"\0")
    is_wide = 4 * null_bytes > len(head[:1000])  # UTF-16 without a mark
    has_columns = format == COLUMNS and first.count(b"\t") >= COMPARED_FIELDS - 1
    return null_bytes > 0 and (is_wide or not has_columns)


def _recognize_format(
    texts: Sequence[bytes],
    gold: Source | None,
    fields: Mapping[str, object],
    meanings: Mapping[str, Label],
) -> _RecognizedFormat:
    """Return the format that a file's lines show, the first one above all."""
    first = texts[0]
    if first.startswith(b"```") and len(texts) > 1:  # language models fence what they write
        first = texts[1]
    is_golds = gold is not None and _begins_as_gold(first, gold.head())
    if PAGE.match(first) and not is_golds:
        return _RecognizedFormat(XML, "this looks like an HTML page")
    if fields or meanings:
        return _format_as_described(first, texts, fields, meanings)
    if first.startswith(b"```") and len(texts) == 1:
        # What follows is longer than the head that is read here: all sentences in one line.
        return _RecognizedFormat(JSON, "a code fence stands before a very long line")
    number = _number_of_fields(first)
    sign = _sign_of_pairs(_as_line(first), {})
    if number >= FIRST_NEGATION_FIELD and sign and not is_golds:
        return _format_of_pairs(sign)
    if number >= FIRST_NEGATION_FIELD:
        return _RecognizedFormat(COLUMNS, f"its first line has {plural(number, 'column')}", b"\t")
    if is_golds:
        return _RecognizedFormat(COLUMNS, "its first line begins as gold's", b"\t")
    return _format_without_tabs(first, texts)


def _number_of_fields(line: bytes) -> int:
    """Return how many fields a line has, as far as tabs separate them."""
    return line.rstrip(b"\r\n").count(b"\t") + 1


def _format_as_described(
    first: bytes,
    texts: Sequence[bytes],
    fields: Mapping[str, object],
    meanings: Mapping[str, Label],
) -> _RecognizedFormat:
    """Return the format of a file with --fields or --labels, which files in columns do not take."""
    line = _as_line(first)
    if begins_json(line) or _has_fenced_json(texts):
        return _RecognizedFormat(JSON, "it begins as JSON does")
    sign = None if fields else _sign_of_pairs(line, meanings)
    if sign:
        return _format_of_pairs(sign)
    return _RecognizedFormat(LABELS, "--fields or --labels describe it")


def _format_without_tabs(first: bytes, texts: Sequence[bytes]) -> _RecognizedFormat:
    """Return the format of a file whose first line has fewer fields than columns, and is not gold's."""
    line, number = _as_line(first), _number_of_fields(first)
    if begins_json(line) or _has_fenced_json(texts):
        return _RecognizedFormat(JSON, "it begins as JSON does")
    if _line_of_json_below(texts):
        return _RecognizedFormat(LABELS, "JSON stands below its first line")
    if number == 1 and line.startswith("<") and ">" in line:
        return _RecognizedFormat(XML, "this looks like XML")
    if number == 1 and TAGS_OF_PARTS.search(first):
        return _RecognizedFormat(XML, "this looks like a text with tags")
    separator = column_separator_in(texts)
    if separator and any(text.count(b"\t") >= FIRST_NEGATION_FIELD for text in texts):
        return _RecognizedFormat(COLUMNS, "its other lines have tabs", b"\t")
    if separator:
        return _RecognizedFormat(
            COLUMNS, f"{SEPARATORS[separator]} separate its columns", separator
        )
    sign = _sign_of_pairs(line, {})
    if sign:
        return _format_of_pairs(sign)
    if _are_mostly_pairs(line):
        return _format_of_pairs("|")
    if all(text.rstrip(b"\r\n").count(b"\t") == 1 for text in texts):
        return _RecognizedFormat(LABELS, "its lines have two fields")
    if len(re.split(r"[\t ]+", line)) == 1 and "," not in line.strip(","):
        return _RecognizedFormat(COLUMNS, "its first line has 1 column", b"\t")
    if _are_damaged_columns(texts):
        reason = f"its third column counts tokens; it has {plural(number, 'column')}"
        return _RecognizedFormat(COLUMNS, reason, b"\t")
    return _RecognizedFormat(LABELS, "its first line has several fields, too few for columns")


def _line_of_json_below(texts: Sequence[bytes]) -> bool:
    """Return whether one of the first lines below the first one begins JSON."""
    lines = [_as_line(text) for text in texts[: LINES_OF_PROSE + 1]]
    return line_that_begins_json(lines) > 0


def _as_line(text: bytes) -> str:
    """Return a line as text, without white space around it."""
    return text.decode("utf-8", "replace").strip()


def _sign_of_pairs(line: str, meanings: Mapping[str, Label]) -> str | None:
    """Return what joins each word of a line to its label, None if the line is no pairs."""
    sign = separator_that_shows_pairs(line)
    if sign is None or sign == "|":
        return sign
    # Other signs stand in words too: what follows them must be a label.
    labels = [item.rpartition(sign)[2] for item in kind_items_of_pairs_line(line)]
    return sign if all(is_label(label, meanings) for label in labels) else None


def _are_mostly_pairs(line: str) -> bool:
    """Return whether most items of a line are words with | and a label: the others are damaged."""
    items = kind_items_of_pairs_line(line)
    pairs = [item for item in items if "|" in item[1:] and is_label(item.rpartition("|")[2], {})]
    return len(pairs) > 1 and 2 * len(pairs) > len(items)


def _format_of_pairs(sign: str) -> _RecognizedFormat:
    """Return that a file holds pairs, joined by a sign."""
    return _RecognizedFormat(PAIRS, f"{sign} joins each word of its first line to a label")


def _are_damaged_columns(texts: Sequence[bytes]) -> bool:
    """Return whether lines look like columns without annotation: no label, and numbered tokens."""
    rows = [text.split() for text in texts]
    numbered = sum(_is_numbered(row) for row in rows)
    if all(len(row) == COMPARED_FIELDS - 1 and {*row[1:]} <= {b"0", b"1"} for row in rows):
        return False  # they are labels
    labeled = sum(is_label(row[-1].decode("utf-8", "replace"), {}) for row in rows if row)
    return 2 * numbered > len(rows) and 2 * labeled <= len(rows)


def _is_numbered(row: Sequence[bytes]) -> bool:
    """Return whether the third field counts tokens, and the second sentences if the word is missing."""
    if len(row) >= COMPARED_FIELDS:
        return row[2].isdigit()
    return len(row) == COMPARED_FIELDS - 1 and row[1].isdigit() and row[2].isdigit()


def _annotation_in(texts: Sequence[bytes]) -> tuple[str, tuple[int, ...]]:
    """Return what the columns after the seventh hold, and which columns hold labels."""
    rows = [text.rstrip(b"\t\r\n").split(b"\t") for text in texts]
    labels_at = _labels_in_columns(rows)
    if not any(len(row) > FIRST_NEGATION_FIELD for row in rows):
        return NOTHING, labels_at
    if labels_at:
        return ONLY_LABELS, labels_at
    return STRINGS, labels_at


def _labels_in_columns(rows: Sequence[Sequence[bytes]]) -> tuple[int, ...]:
    """Return the fields after the fourth that hold labels; the last one must be among them."""
    rows = [row for row in rows if len(row) > FIRST_NEGATION_FIELD]
    last = {row[-1].decode("utf-8", "replace") for row in rows}
    if not all(is_label(label, {}) or is_label_of_another_scheme(label) for label in last):
        return ()
    texts = [[field.decode("utf-8", "replace") for field in row] for row in rows]
    fields = [field for field in columns_of_label_names(texts, {}) if field >= COMPARED_FIELDS]
    if not fields or fields[-1] != min(map(len, texts)) - 1:
        return ()
    return tuple(fields)


def _whole_lines_of_head(head: bytes) -> bytes:
    """Return a head without its last line, if that may be cut in half."""
    if len(head) < HEAD:
        return head
    return head[: head.rfind(b"\n") + 1] or head


def _bare_lines(head: bytes, line_end: bytes) -> list[bytes]:
    """Return lines without byte-order mark; `line_end` is what ends them."""
    text = head.removeprefix(BYTE_ORDER_MARK)
    if line_end in LINE_ENDS:
        text = text.replace(line_end, b"\n")
    return text.split(b"\n")


def _encoding_of(head: bytes) -> str:
    """Return the name of the encoding that a head shows."""
    if head.startswith(BYTE_ORDER_MARK):
        return "UTF-8 with a byte-order mark"
    try:
        head.decode()
    except UnicodeDecodeError as error:
        return "UTF-8" if error.reason == "unexpected end of data" else "not UTF-8"
    return "UTF-8"


def _line_end_of(head: bytes) -> bytes:
    """Return what most lines end in."""
    odd = line_end_by_first_bytes(head)
    if odd:
        return odd
    if b"\r" not in head:
        return b"\n"
    return b"\r\n" if 2 * head.count(b"\r\n") > head.count(b"\n") else b"\n"


def _begins_as_gold(head: bytes, gold: bytes) -> bool:
    """Return whether the first fields of a file are gold's, so that no scorer stops there.

    Lines of five or six fields are refused by every scorer.
    """
    first, golds = (text.partition(b"\n")[0].rstrip(b"\t\r") for text in (head, gold))
    fields, golds_fields = first.split(b"\t"), golds.split(b"\t")
    is_same = fields[:COMPARED_FIELDS] == golds_fields[:COMPARED_FIELDS] and bool(first)
    return is_same and len(fields) not in (5, 6)


NO_BREAK_SPACE = "\u00a0".encode()
SEPARATORS = {
    b";": "semicolons",
    b",": "commas",
    b"|": "vertical bars",
    b" ": "spaces",
    NO_BREAK_SPACE: "no-break spaces",
}
"""What separates columns in place of tabs, in the order in which it is looked for."""


def column_separator_of(line: bytes) -> bytes:
    """Return what separates the columns of a line in place of tabs: one of `SEPARATORS`, or nothing."""
    if line.count(b"\t") >= COMPARED_FIELDS - 1:
        return b""
    for separator in SEPARATORS:
        cells = [cell for cell in line.split(separator) if cell or separator != b" "]
        if len(cells) >= FIRST_NEGATION_FIELD and cells[2].strip(b'" ').isdigit():
            return separator
    return b""


def column_separator_in(lines: Sequence[bytes]) -> bytes:
    """Return what separates the columns of lines that are not blank; the first of them may name the columns."""
    separator = column_separator_of(lines[0])
    if separator or len(lines) == 1 or b"\t" in lines[0]:
        return separator
    separator = column_separator_of(lines[1])
    if separator in (b",", b";") and lines[0].count(separator) >= FIRST_NEGATION_FIELD - 1:
        return separator
    return b""


def _has_fenced_json(texts: Sequence[bytes]) -> bool:
    """Return whether a fence and the beginning of JSON follow each other, as language models answer."""
    for text, following in pairwise(texts):
        if text.lstrip().startswith(b"```") and begins_json(_as_line(following)):
            return True
    return False


# ---------------------------------------------------------------------------
# The sign for an empty cell


NAME_THE_SCORER = ("gold looks like a NEGES file", "name the scorer: --scorer scorer_task2")
"""The error if - in gold's cells would be compared because no scorer was named, and what to do."""


def gold_kind_fits_several_scorers(gold: Source, scorer: str) -> bool:
    """Return whether the user must name the scorer of a gold file, `scorer` being the one named, "" for none."""
    return not scorer and empty_sign_in_head(gold) == b"-"


def empty_sign_in_head(source: Source) -> bytes:
    """Return what an empty cell holds, by the first annotated lines of a file; b"" if none shows it."""
    if source.sign is None:
        with source.open() as lines:
            source.sign = empty_sign_in_rows(_annotated_rows(lines))
    return source.sign


def _annotated_rows(lines: Iterable[bytes]) -> list[list[bytes]]:
    """Return the fields of the first lines that have a negation's."""
    rows: list[list[bytes]] = []
    for line in lines:
        if line.count(b"\t") < FIRST_NEGATION_FIELD:
            continue
        row = line.rstrip(b"\t\r\n").split(b"\t")
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
    is_frequent = 2 * most > counts.total()
    if is_frequent and (sign.strip(b'"') in OTHER_SIGNS or most >= FEWEST_SIGNS):
        return sign
    return b""


def _is_same_sign_joined(cell: bytes) -> bool:
    """Return whether a cell holds a sign several times, such as "_ _ _": the cells of several columns."""
    signs = BETWEEN_JOINED_CELLS.split(cell)
    return len(signs) > 1 and signs[0] != b"" and len(set(signs)) == 1


def style_in_head(lines: Sequence[bytes]) -> str:
    """Return the name of the style that lines in columns show: by their empty cells, else by their ends."""
    sign = empty_sign_in_rows(_annotated_rows(lines))
    if sign in DASHED_EMPTY_CELLS:
        return "neges" if sign == b"-" else "cd-sco"
    ends = [line[len(line.rstrip(b"\t\r\n")) :] for line in lines if line.strip()]
    return "neges" if any(end.startswith(b"\t") for end in ends) else "cd-sco"
