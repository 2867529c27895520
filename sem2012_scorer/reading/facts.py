"""What a file is: one value, made once from its head and kept with the source. Whoever needs to know asks here.

Begin at `facts_of`. The container is recognized, never the meaning: which labels or keys stand for what is
asked in `predictions`. Which labels are known (`label_names`) tells a file of labels from one in columns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..common.columns import (
    BYTE_ORDER_MARK,
    COMPARED_FIELDS,
    FIRST_NEGATION_FIELD,
)
from ..common.wording import plural
from .label_names import Label, columns_of_label_names, is_label, is_label_of_another_scheme
from .lines import (
    are_mostly_pairs,
    begins_json,
    column_separator_in,
    column_separator_of,
    line_that_begins_json,
    names_columns,
    names_separator,
    sign_of_pairs,
)
from .released import Released, corpus_by_checksum
from .sentences import ShapeError
from .signs import (
    BIOSCOPE_MARKS,
    IN_ZIP,
    LINE_ENDS,
    NO_PAGES,
    NO_TAGS,
    NULL_BYTES,
    PAGE,
    READ_BIOSCOPE,
    SEPARATORS,
    SIGNATURES,
    TAGS_OF_PARTS,
    annotated_rows,
    empty_sign_in_rows,
    style_of_head,
)
from .source import HEAD, Source

INPUT_FORMATS = ("columns", "labels", "pairs", "json")
COLUMNS, LABELS, PAIRS, JSON = INPUT_FORMATS
XML, EMPTY_FILE, NOT_TEXT = "xml", "empty", "not text"
"""What a file can be. The last three cannot be scored."""
STRINGS, ONLY_LABELS, NOTHING = "strings", "labels", "nothing"
"""What the columns after the seventh hold."""
BLANKS = b" \t\r\n\x0b\x0c"


class ScorerNotNamed(ShapeError):
    """Gold has - in empty cells, which would be compared as words because no scorer was named."""

    def __str__(self) -> str:
        what = "gold looks like a NEGES file\n    name the scorer: --scorer scorer_task2"
        return f"{self.args[0]}: {what}"


# ---------------------------------------------------------------------------
# The value


class Facts(NamedTuple):
    """What a file is, and by what; `fix` says what to do with a file that cannot be read.

    `separator` is what separates the fields of columns. `sign` is what an empty cell holds, b"" if no cell
    shows it, and `style` the task that writes cells so. A header names the columns. `cells` is what the columns after the seventh
    hold, and `labels_at` which columns hold labels. `corpus` is the released corpus that the file is.
    """

    format: str
    reason: str
    fix: str = ""
    line_end: bytes = b"\n"
    separator: bytes = b"\t"
    sign: bytes = b""
    style: str = "cd-sco"
    has_header: bool = False
    cells: str = STRINGS
    labels_at: tuple[int, ...] = ()
    corpus: Released | None = None

    @property
    def is_neges(self) -> bool:
        """Whether a file is NEGES's: by the sign for empty cells, or as a released corpus."""
        is_released = self.corpus is not None and self.corpus.identifier.startswith("neges")
        return self.sign == b"-" or is_released

    @property
    def needs_named_scorer(self) -> bool:
        """Whether gold may be NEGES's, in which - is no word: its scorer must be named for what is made on it."""
        return self.sign == b"-"

    def check_can_be_read(self, name: str) -> None:
        """Raise ShapeError for a file, called `name`, that no command reads."""
        if self.format not in (*INPUT_FORMATS, EMPTY_FILE):
            raise ShapeError("; ".join(filter(None, [f"{name}: {self.reason}", self.fix])))

    @property
    def has_no_line_feeds(self) -> bool:
        """Whether something else ends its lines: for a scorer, it is one line."""
        return self.line_end in LINE_ENDS


class _Options(NamedTuple):
    """What the options say of a file; with gold, what begins as gold does is in columns."""

    gold: Source | None = None
    fields: tuple[str, ...] = ()
    meanings: tuple[tuple[str, Label], ...] = ()
    format: str = ""


def facts_of(
    source: Source,
    gold: Source | None = None,
    fields: Mapping[str, object] = {},
    meanings: Mapping[str, Label] = {},
    format: str = "",
) -> Facts:
    """Return what a file is; `format`, `fields` and `meanings` are what options say of it."""
    options = _Options(gold, tuple(fields), tuple(meanings.items()), format)
    known: dict[_Options, Facts] = source.facts
    if options in known:
        return known[options]
    head = _head_with_text(source)
    texts = _lines_with_text(head, _line_end_of(head))
    if not known:
        alone = _with_format(_facts_of_any_file(source, head, texts), head, texts, _Options())
        known[_Options()] = alone
    alone = known[_Options()]
    is_as_alone = alone.format == COLUMNS and alone.separator == b"\t"
    if options == _Options(gold) and is_as_alone:
        known[options] = alone  # gold could show no more than that
    elif options not in known:
        known[options] = _with_format(alone, head, texts, options)
    return known[options]


def _facts_of_any_file(source: Source, head: bytes, texts: Sequence[bytes]) -> Facts:
    """Return what does not depend on the format."""
    with source.open() as lines:
        sign = empty_sign_in_rows(annotated_rows(lines))
    return Facts(
        "",
        "",
        line_end=_line_end_of(head),
        sign=sign,
        style=style_of_head(sign, head),
        has_header=bool(texts) and names_columns(texts[0]),
        corpus=corpus_by_checksum(source),
    )


def _with_format(facts: Facts, head: bytes, texts: Sequence[bytes], options: _Options) -> Facts:
    """Return facts with the format, and what is so in files of that format alone."""
    facts = facts._replace(format=NOT_TEXT, fix="", cells=STRINGS, labels_at=(), separator=b"\t")
    no_text = what_is_not_text(head)
    if no_text is not None:
        return facts._replace(reason="this is " + no_text[0], fix=no_text[1])
    if not texts:
        why = "only blank lines" if head else "the file is empty"
        return facts._replace(
            format=EMPTY_FILE, reason=why, fix="give the file that your system wrote"
        )
    seen = _recognized(texts, options)
    if options.format:
        separator = column_separator_of(texts[0]) or b"\t"
        seen = _Seen(options.format, f"{options.format}, according to --from", separator)
    if _has_null_bytes(head, seen.format, texts[0]):
        return facts._replace(reason="this is " + NULL_BYTES[0], fix=NULL_BYTES[1])
    facts = facts._replace(format=seen.format, reason=seen.reason)
    if seen.format == XML:
        return facts._replace(fix=_advice_on_xml(head))
    if seen.format != COLUMNS:
        return facts
    rows = [text.rstrip(b"\t\r\n").split(b"\t") for text in texts]
    if facts.has_header:
        del rows[0]
    labels_at = _labels_in_columns(rows)
    cells = ONLY_LABELS if labels_at else STRINGS
    if not any(len(row) > FIRST_NEGATION_FIELD for row in rows):
        cells = NOTHING
    return facts._replace(separator=seen.separator, cells=cells, labels_at=labels_at)


# ---------------------------------------------------------------------------
# The head: bytes, lines, encoding


def _head_with_text(source: Source) -> bytes:
    """Return the head of a file, from its first line that is not blank on if the usual head is blank."""
    head = source.head()
    if head.strip(BLANKS) or not source.is_longer_than(len(head)):
        return head
    content = source.content()
    blanks = len(content) - len(content.lstrip(BLANKS))
    start = content.rfind(b"\n", 0, blanks) + 1
    return content[start : start + HEAD]


def _whole_lines(head: bytes) -> bytes:
    """Return a head without its last line, if that may be cut in half."""
    if len(head) < HEAD:
        return head
    return head[: head.rfind(b"\n") + 1] or head


def _lines_with_text(head: bytes, line_end: bytes) -> list[bytes]:
    """Return the lines that are not blank, without the one in which a spreadsheet says what separates the cells."""
    text = _whole_lines(head).removeprefix(BYTE_ORDER_MARK)
    if line_end in LINE_ENDS:
        text = text.replace(line_end, b"\n")
    texts = [line for line in text.split(b"\n") if line.strip(BLANKS)]
    if len(texts) > 1 and names_separator(texts[0]):
        del texts[0]
    return texts


def what_is_not_text(head: bytes, with_null_bytes: bool = False) -> tuple[str, str] | None:
    """Return what a file that begins with `head` is, and what to do ("" for nothing); None if it may be text."""
    kind = next((words for sign, words in SIGNATURES.items() if head.startswith(sign)), None)
    if head.startswith(b"PK\x03\x04"):
        kind = next((words for sign, words in IN_ZIP.items() if sign in head), kind)
    if kind is None and with_null_bytes and b"\0" in head[:1000]:
        return NULL_BYTES
    return kind


def _has_null_bytes(head: bytes, format: str, first: bytes) -> bool:
    """Return whether a head has null bytes that no file in columns has: every second one, or in too few columns."""
    null_bytes = head[:1000].count(b"\0")
    is_wide = 4 * null_bytes > len(head[:1000])  # UTF-16 without a mark
    has_columns = format == COLUMNS and first.count(b"\t") >= COMPARED_FIELDS - 1
    return null_bytes > 0 and (is_wide or not has_columns)


def _line_end_of(head: bytes) -> bytes:
    """Return what most lines end in."""
    odd = line_end_without_line_feeds(head)
    if odd:
        return odd
    is_windows = 2 * head.count(b"\r\n") > head.count(b"\n")
    if is_windows and b"\r" in head:
        return b"\r\n"
    return b"\n"


def line_end_without_line_feeds(content: bytes) -> bytes:
    """Return what ends the lines of a file that has no line feeds, b"" if there is nothing such."""
    text = content.rstrip(b"\r\n")
    if b"\n" in text:
        return b""
    for end in LINE_ENDS:
        pieces = text.split(end)
        # A piece that begins with a tab goes on where the character stands inside a line.
        is_inside = any(piece.startswith(b"\t") for piece in pieces[1:])
        tabs = [piece.count(b"\t") for piece in pieces]
        tokens = sum(number >= FIRST_NEGATION_FIELD - 1 for number in tabs)
        # Carriage returns may end the lines of labels too, which have few fields.
        are_lines = tokens > 1 or (end == b"\r" and max(tabs) < COMPARED_FIELDS - 1)
        if len(pieces) > 1 and not is_inside and are_lines:
            return end
    return b""


# ---------------------------------------------------------------------------
# The format


class _Seen(NamedTuple):
    """The format that the first lines show, the reason, and what separates the fields of columns."""

    format: str
    reason: str
    separator: bytes = b"\t"


class _Lines(NamedTuple):
    """The first lines of a file, and what its first one shows: `sign` joins words and labels, if it does."""

    texts: Sequence[bytes]
    first: bytes
    line: str
    tabs: int
    is_fenced: bool
    is_golds: bool
    is_json: bool
    sign: str


def _recognized(texts: Sequence[bytes], options: _Options) -> _Seen:
    """Return the format that a file's lines show, the first one above all: the first rule that knows it."""
    is_fenced = texts[0].startswith(b"```")  # language models fence what they write
    first = texts[1] if is_fenced and len(texts) > 1 else texts[0]
    line = _as_line(first)
    lines = _Lines(
        texts,
        first,
        line,
        tabs=first.rstrip(b"\r\n").count(b"\t"),
        is_fenced=is_fenced,
        is_golds=options.gold is not None and _begins_as_gold(first, options.gold.head()),
        is_json=begins_json(line) or _has_fenced_json(texts),
        sign=sign_of_pairs(line, dict(options.meanings)),
    )
    if PAGE.match(first) and not lines.is_golds:
        return _Seen(XML, "this looks like an HTML page")
    if options.fields or options.meanings:
        return _as_described(lines, options)
    for rule in (_with_tabs, _json_or_markup, _separated, _pairs_or_two_fields):
        seen = rule(lines)
        if seen is not None:
            return seen
    return _Seen(LABELS, "its first line has several fields, too few for columns")


def _as_described(lines: _Lines, options: _Options) -> _Seen:
    """Return the format of a file that `--fields` or `--labels` describe."""
    if lines.is_json:
        return _Seen(JSON, "it begins as JSON does")
    if lines.sign and not options.fields:
        return _pairs(lines.sign)
    return _Seen(LABELS, "--fields or --labels describe it")


def _with_tabs(lines: _Lines) -> _Seen | None:
    """Return the format of a file whose first line is gold's, or has the tabs of columns."""
    if lines.is_fenced and len(lines.texts) == 1:
        # What follows is longer than the head that is read here: all sentences in one line.
        return _Seen(JSON, "a code fence stands before a very long line")
    if lines.is_golds and lines.tabs < FIRST_NEGATION_FIELD - 1:
        return _Seen(COLUMNS, "its first line begins as gold's")
    if lines.tabs < FIRST_NEGATION_FIELD - 1:
        return None
    if lines.sign and not lines.is_golds:
        return _pairs(lines.sign)
    return _Seen(COLUMNS, f"its first line has {plural(lines.tabs + 1, 'column')}")


def _json_or_markup(lines: _Lines) -> _Seen | None:
    """Return the format of a file in JSON, or with tags."""
    if lines.is_json:
        return _Seen(JSON, "it begins as JSON does")
    if line_that_begins_json(list(map(_as_line, lines.texts))) > 0:
        return _Seen(LABELS, "JSON stands below its first line")
    if not lines.tabs and lines.line.startswith("<") and ">" in lines.line:
        return _Seen(XML, "this looks like XML")
    if not lines.tabs and TAGS_OF_PARTS.search(lines.first):
        return _Seen(XML, "this looks like a text with tags")
    return None


def _separated(lines: _Lines) -> _Seen | None:
    """Return the format of a file in columns with another separator."""
    separator = column_separator_in(lines.texts)
    if not separator:
        return None
    if any(text.count(b"\t") >= FIRST_NEGATION_FIELD for text in lines.texts):
        return _Seen(COLUMNS, "its other lines have tabs")
    return _Seen(COLUMNS, f"{SEPARATORS[separator]} separate its columns", separator)


def _pairs_or_two_fields(lines: _Lines) -> _Seen | None:
    """Return the format of a file in pairs, in two fields, or in damaged columns."""
    if lines.sign or are_mostly_pairs(lines.line):
        return _pairs(lines.sign or "|")
    if all(text.rstrip(b"\r\n").count(b"\t") == 1 for text in lines.texts):
        return _Seen(LABELS, "its lines have two fields")
    if len(re.split(r"[\t ]+", lines.line)) == 1 and "," not in lines.line.strip(","):
        return _Seen(COLUMNS, "its first line has 1 column")
    if _are_damaged_columns(lines.texts):
        columns = plural(lines.tabs + 1, "column")
        return _Seen(COLUMNS, f"its third column counts tokens; it has {columns}")
    return None


def _pairs(sign: str) -> _Seen:
    """Return that a file holds pairs, joined by a sign."""
    return _Seen(PAIRS, f"{sign} joins each word of its first line to a label")


def _as_line(text: bytes) -> str:
    """Return a line as text, without white space around it."""
    return text.decode("utf-8", "replace").strip()


def _begins_as_gold(head: bytes, gold: bytes) -> bool:
    """Return whether the first fields of a file are gold's, so that no scorer stops there.

    Lines of five or six fields are refused by every scorer.
    """
    first, golds = (text.partition(b"\n")[0].rstrip(b"\t\r") for text in (head, gold))
    fields, golds_fields = first.split(b"\t"), golds.split(b"\t")
    is_same = fields[:COMPARED_FIELDS] == golds_fields[:COMPARED_FIELDS] and bool(first)
    return is_same and len(fields) not in (5, 6)


def _has_fenced_json(texts: Sequence[bytes]) -> bool:
    """Return whether a fence and the beginning of JSON follow each other, as language models answer."""
    if b"```" not in b"".join(texts):
        return False
    pairs = pairwise(texts)
    return any(a.lstrip().startswith(b"```") and begins_json(_as_line(b)) for a, b in pairs)


def _advice_on_xml(head: bytes) -> str:
    """Return what to do with XML."""
    if any(mark in head for mark in BIOSCOPE_MARKS):
        return READ_BIOSCOPE
    if TAGS_OF_PARTS.search(head):
        return NO_TAGS
    return NO_PAGES


# ---------------------------------------------------------------------------
# Columns


def _are_damaged_columns(texts: Sequence[bytes]) -> bool:
    """Return whether lines look like columns without annotation: no label, and numbered tokens."""
    rows = [text.split() for text in texts]
    if all(len(row) == 3 and row[1] in b"0123" and row[2] in b"01" for row in rows):
        return False  # they are labels, such as NegBERT's
    numbered = sum(_is_numbered(row) for row in rows)
    labeled = sum(is_label(row[-1].decode("utf-8", "replace"), {}) for row in rows if row)
    return 2 * numbered > len(rows) and 2 * labeled <= len(rows)


def _is_numbered(row: Sequence[bytes]) -> bool:
    """Return whether the third field counts tokens, and the second sentences if the word is missing."""
    if len(row) >= COMPARED_FIELDS:
        return row[2].isdigit()
    return len(row) == COMPARED_FIELDS - 1 and row[1].isdigit() and row[2].isdigit()


def _labels_in_columns(rows: Sequence[Sequence[bytes]]) -> tuple[int, ...]:
    """Return the fields after the fourth that hold labels; the last one must be among them."""
    wide = [row for row in rows if len(row) > FIRST_NEGATION_FIELD]
    last = {row[-1].decode("utf-8", "replace") for row in wide}
    if not all(is_label(label, {}) or is_label_of_another_scheme(label) for label in last):
        return ()
    texts = [[field.decode("utf-8", "replace") for field in row] for row in wide]
    fields = [field for field in columns_of_label_names(texts, {}) if field >= COMPARED_FIELDS]
    if not fields or fields[-1] != min(map(len, texts)) - 1:
        return ()
    return tuple(fields)
