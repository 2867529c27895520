"""What a file is, by its head: every command asks here, and nowhere else.

The container is recognized, never the meaning: which of the formats a file is in, its encoding, its
line ends, its sign for an empty cell. What labels there are is known here too, because they tell a file
of labels from one in columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..common.columns import (
    BYTE_ORDER_MARK,
    COMPARED_FIELDS,
    CUE,
    DASHED_EMPTY_CELLS,
    EVENT,
    FIRST_NEGATION_FIELD,
    SCOPE,
    STARS,
    WORD_FIELD,
)
from ..common.wording import plural
from .source import HEAD, LINE_ENDS, Source, file_kind, odd_line_end

INPUT_FORMATS = ("columns", "labels", "pairs", "json")
COLUMNS, LABELS, PAIRS, JSON = INPUT_FORMATS
XML, EMPTY_FILE, NOT_TEXT = "xml", "empty", "not text"
"""What a file can be. The last three cannot be scored."""

STRINGS, ONLY_LABELS, NOTHING = "strings", "labels", "nothing"
"""What the columns after the seventh hold."""

MISSING_VALUES = {b"nan", b"NaN", b"NA", b"N/A", b"null", b"NULL", b"None"}
"""What programs write where a table has no value."""
OTHER_SIGNS = {text.encode() for text in "_ - O 0 – — \u00a0".split(" ")} | MISSING_VALUES
"""What programs write into an empty cell; quotation marks may stand around it."""
FEWEST_SIGNS = 10  # from how many places on any other string that is no part of its word is a sign
BLANKS = b" \t\r\n\x0b\x0c"
ENOUGH_ROWS = 400  # of annotated lines, which show the sign for an empty cell

# ---------------------------------------------------------------------------
# Labels

PART_NAMES = {"cue": CUE, "neg": CUE, "c": CUE, "scope": SCOPE, "s": SCOPE, "event": EVENT}
MEANINGS = {"CUE": CUE, "SCOPE": SCOPE, "EVENT": EVENT, "O": ""}
MEANINGS_IN_WORDS = "CUE, SCOPE, EVENT or O, with B- or I- if your labels have them"
STARTS = ("B", "S", "U")  # the letters of a token that begins a span
GOES_ON = ("I", "E", "L")  # the letters of a token that continues one
LETTERS = STARTS + GOES_ON
LETTER_AND_NAME = re.compile(r"([BIESLU])[-_](.+)", re.DOTALL)

Label = tuple[str, str]
"""A letter ("" for a bare name) and a part ("" for a token in none)."""


def meanings_of(words: Iterable[str]) -> dict[str, Label]:
    """Return what each label given as LABEL=MEANING means; raise ValueError for anything else."""
    meanings = {}
    for each in words:
        label, _, meaning = each.rpartition("=")
        letter, name = _letter_and_name(meaning)
        if not label or name not in MEANINGS or (letter and name == "O"):
            words_for_it = f"--labels takes LABEL=MEANING ({MEANINGS_IN_WORDS})"
            raise ValueError("%s, not %r" % (words_for_it, each))
        meanings[label] = letter, MEANINGS[name]
    _check_letters(meanings)
    return meanings


def _check_letters(meanings: Mapping[str, Label]) -> None:
    """Raise ValueError if two labels become one bare meaning, and look like B and I, or 1 and 2."""
    bare = [label for label, (letter, part) in meanings.items() if part and not letter]
    for first in bare:
        for begins, goes_on in (("B", "I"), ("1", "2")):
            other = first.replace(begins, goes_on)
            if other != first and other in bare and meanings[first] == meanings[other]:
                part = meanings[first][1].upper()
                words = "--labels: {0} and {1} both mean {2}; say which begins one: "
                words += "--labels {0}=B-{2} {1}=I-{2}"
                raise ValueError(words.format(first, other, part))


def label_of(text: str, meanings: Mapping[str, Label], column: str = "") -> Label | None:
    """Return what a label means, None if unknown; `column` is the part that its column holds."""
    letter, name = _letter_and_name(text)
    if text in meanings or name in meanings:
        said_letter, part = meanings[text] if text in meanings else meanings[name]
        return None if column and part not in ("", column) else (said_letter or letter, part)
    if text == "O":
        return ("", "")
    if column and text in LETTERS:
        return (text, column)
    known = PART_NAMES.get(name.lower())
    return None if known is None or (column and known != column) else (letter, known)


def is_label(text: str, meanings: Mapping[str, Label]) -> bool:
    """Return whether a label is known."""
    return label_of(text, meanings) is not None


def _letter_and_name(text: str) -> tuple[str, str]:
    match = LETTER_AND_NAME.fullmatch(text)
    return (match[1], match[2]) if match else ("", text)


def label_columns(
    rows: Sequence[Sequence[str]], meanings: Mapping[str, Label], first: int = 1
) -> list[int]:
    """Return the fields, from `first` on, that hold labels in every line of some.

    A field that is O everywhere counts only beside one with other labels.
    """
    width = min(map(len, rows), default=0)
    values = [{row[field] for row in rows} for field in range(width)]
    held = [
        field
        for field in range(first, width)
        if all(is_label(value, meanings) or _is_marked(value) for value in values[field])
    ]
    return held if any(len(values[field]) > 1 for field in held) else []


def _is_marked(text: str) -> bool:
    """Return whether a text is a label of another vocabulary, such as B, I, B-NEGEXP, 0 or 1."""
    return bool(LETTER_AND_NAME.fullmatch(text)) or text in ("B", "I", "0", "1")


# ---------------------------------------------------------------------------
# Kinds

BIOSCOPE_MARKS = (b"<Annotation", b"<cue", b"<xcope")
PAGE = re.compile(rb"\s*<(!doctype|html|head|body|pre|table)\b", re.IGNORECASE)
NO_PAGES = "pages, such as HTML, are not read: give the text of the system's output"


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
    head = source.head()
    line_end = line_end_of(head)
    lines = whole_lines(head)
    encoding = encoding_of(lines)
    about = {"encoding": encoding, "line_end": line_end}
    kind = file_kind(head)
    if kind is not None:
        return Kind(NOT_TEXT, "this is " + kind[0], kind[1].removeprefix(": "), **about)  # type: ignore[arg-type]
    texts = [line for line in _bare_lines(lines, line_end) if line.strip(BLANKS)]
    if not texts:
        why = "only blank lines" if head else "the file is empty"
        return Kind(EMPTY_FILE, why, "give the file of the system's output", **about)  # type: ignore[arg-type]
    found, reason, separator = _format_of(texts, gold, fields, meanings)
    if format:
        found, reason = format, "--from says so"
        separator = separator_of(texts[0]) or b"\t"
    if _has_null_bytes(head, found, texts[0]):
        fix = "UTF-16 text must be saved as UTF-8"
        return Kind(NOT_TEXT, "this is not text (it has null bytes)", fix, **about)  # type: ignore[arg-type]
    if found == XML:
        is_bioscope = any(mark in head for mark in BIOSCOPE_MARKS)
        fix = "BioScope XML: convert FILE --from bioscope -o OUT" if is_bioscope else NO_PAGES
        return Kind(XML, reason, fix, **about)  # type: ignore[arg-type]
    if found != COLUMNS:
        return Kind(found, reason, **about)  # type: ignore[arg-type]
    rows = [text.rstrip(b"\t\r\n").split(b"\t") for text in texts]
    labels_at = _labels_in_columns(rows)
    cells = NOTHING
    if any(len(row) > FIRST_NEGATION_FIELD for row in rows):
        cells = ONLY_LABELS if labels_at else STRINGS
    sign = sign_of(source) if separator == b"\t" else b""
    return Kind(COLUMNS, reason, "", encoding, line_end, separator, sign, cells, labels_at)


def _has_null_bytes(head: bytes, format: str, first: bytes) -> bool:
    """Return whether a head has null bytes that no file in columns has: every second one, or in too few columns."""
    null_bytes = head[:1000].count(b"\0")
    is_wide = 4 * null_bytes > len(head[:1000])  # UTF-16 without a mark
    has_columns = format == COLUMNS and first.count(b"\t") >= COMPARED_FIELDS - 1
    return null_bytes > 0 and (is_wide or not has_columns)


def _format_of(
    texts: Sequence[bytes],
    gold: Source | None,
    fields: Mapping[str, object],
    meanings: Mapping[str, Label],
) -> tuple[str, str, bytes]:
    """Return a format, the reason, and what separates the fields of columns."""
    first = texts[0]
    if first.startswith(b"```") and len(texts) > 1:  # language models fence what they write
        first = texts[1]
    is_described = bool(fields or meanings)
    is_golds = gold is not None and begins_as_gold(first, gold.head())
    if PAGE.match(first) and not is_golds:
        return XML, "it begins as HTML does", b""
    number = first.rstrip(b"\r\n").count(b"\t") + 1
    if not is_described and number >= FIRST_NEGATION_FIELD:
        return COLUMNS, f"its first line has {plural(number, 'column')}", b"\t"
    if not is_described and is_golds:
        return COLUMNS, "its first line begins as gold's", b"\t"
    line = first.decode("utf-8", "replace").strip()
    if begins_json(line) or any(map(_is_fenced_json, texts, texts[1:])):
        return JSON, "it begins as JSON does", b""
    if line.startswith("<") and ">" in line and not is_described and number == 1:
        return XML, "it begins as XML does", b""
    separator = b"" if is_described else separator_of(first)
    if separator:
        names = {b",": "commas", b";": "semicolons", b" ": "spaces"}
        names[NO_BREAK_SPACE] = "no-break spaces"
        return COLUMNS, f"{names[separator]} separate its columns", separator
    sign = separator_in(line)
    ends = [item.rpartition(sign)[2] for item in items_of(line)] if sign else []
    if sign and not fields and (sign == "|" or all(is_label(end, meanings) for end in ends)):
        return PAIRS, f"{sign} joins each word of its first line to a label", b""
    if is_described:
        return LABELS, "--fields or --labels describe it", b""
    several = len(re.split(r"[\t ]+", line)) > 1 or "," in line.strip(",")
    if not several:
        return COLUMNS, "its first line has 1 column", b"\t"
    if _are_damaged_columns(texts):
        return COLUMNS, f"its third column counts tokens; it has {plural(number, 'column')}", b"\t"
    return LABELS, "its first line has several fields, too few for columns", b""


def _are_damaged_columns(texts: Sequence[bytes]) -> bool:
    """Return whether lines look like columns without annotation: no label, and numbered tokens."""
    rows = [text.split() for text in texts]
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
    rows = [row for row in rows if len(row) > FIRST_NEGATION_FIELD]
    last = {row[-1].decode("utf-8", "replace") for row in rows}
    if not all(is_label(label, {}) or _is_marked(label) for label in last):
        return ()
    texts = [[field.decode("utf-8", "replace") for field in row] for row in rows]
    held = [field for field in label_columns(texts, {}) if field >= COMPARED_FIELDS]
    is_last = bool(held) and held[-1] == min(map(len, texts)) - 1
    return tuple(held) if is_last else ()


def whole_lines(head: bytes) -> bytes:
    """Return a head without its last line, if that may be cut in half."""
    return head if len(head) < HEAD else head[: head.rfind(b"\n") + 1] or head


def _bare_lines(head: bytes, line_end: bytes) -> list[bytes]:
    """Return lines without byte-order mark; `line_end` is what ends them."""
    text = head.removeprefix(BYTE_ORDER_MARK)
    if line_end in LINE_ENDS:
        text = text.replace(line_end, b"\n")
    return text.split(b"\n")


def encoding_of(head: bytes) -> str:
    """Return the name of the encoding that a head shows."""
    if head.startswith(BYTE_ORDER_MARK):
        return "UTF-8 with a byte-order mark"
    try:
        head.decode()
    except UnicodeDecodeError as error:
        return "UTF-8" if error.reason == "unexpected end of data" else "not UTF-8"
    return "UTF-8"


def line_end_of(head: bytes) -> bytes:
    """Return what most lines end in."""
    odd = odd_line_end(head)
    if odd:
        return odd
    if b"\r" not in head:
        return b"\n"
    return b"\r\n" if 2 * head.count(b"\r\n") > head.count(b"\n") else b"\n"


def begins_as_gold(head: bytes, gold: bytes) -> bool:
    """Return whether the first fields of a file are gold's, so that no scorer stops there.

    Lines of five or six fields are refused by every scorer.
    """
    first, golds = (text.partition(b"\n")[0].rstrip(b"\t\r") for text in (head, gold))
    fields, golds_fields = first.split(b"\t"), golds.split(b"\t")
    is_same = fields[:COMPARED_FIELDS] == golds_fields[:COMPARED_FIELDS] and bool(first)
    return is_same and len(fields) not in (5, 6)


NO_BREAK_SPACE = "\u00a0".encode()


def separator_of(line: bytes) -> bytes:
    """Return what separates the columns of a line in place of tabs: b"," b";" b" ", or nothing."""
    if line.count(b"\t") >= COMPARED_FIELDS - 1:
        return b""
    for separator in (b";", b",", b" ", NO_BREAK_SPACE):
        cells = [cell for cell in line.split(separator) if cell or separator != b" "]
        if len(cells) >= FIRST_NEGATION_FIELD and cells[2].strip(b'"').isdigit():
            return separator
    return b""


def begins_json(line: str) -> bool:
    """Return whether a line begins a JSON object or list, and not with a token such as [."""
    rest = line[1:].lstrip()
    return line[:1] in ("[", "{") and (not rest or rest[0] in "{}]\"'")


def _is_fenced_json(line: bytes, following: bytes) -> bool:
    """Return whether two lines are a fence and the beginning of JSON, as language models answer."""
    is_fence = line.lstrip().startswith(b"```")
    return is_fence and begins_json(following.decode("utf-8", "replace").strip())


SIGNS_OF_PAIRS = "|/"


def separator_in(line: str) -> str | None:
    """Return what joins the words of a line to their labels, None if nothing does."""
    pairs = items_of(line)
    for sign in SIGNS_OF_PAIRS:
        if pairs and all(sign in item[1:] for item in pairs):
            return sign
    return None


def items_of(line: str) -> list[str]:
    """Return the items of a line of pairs."""
    return [item for item in line.replace("\t", " ").split(" ") if item]


# ---------------------------------------------------------------------------
# The sign for an empty cell


NAME_THE_SCORER = ("gold looks like a NEGES file", "name the scorer: --scorer scorer_task2")
"""What is said where - in gold's cells would be compared because no scorer was named, and what to do."""


def needs_a_scorer(gold: Source, scorer: str) -> bool:
    """Return whether the user must name the scorer of a gold file, `scorer` being the one named, "" for none."""
    return not scorer and sign_of(gold) == b"-"


def sign_of(source: Source) -> bytes:
    """Return what an empty cell holds, by the first annotated lines of a file; b"" if none shows it."""
    if source.sign is None:
        with source.open() as lines:
            source.sign = sign_in(_annotated_rows(lines))
    return source.sign


def _annotated_rows(lines: Iterable[bytes]) -> list[list[bytes]]:
    rows: list[list[bytes]] = []
    for line in lines:
        if line.count(b"\t") > FIRST_NEGATION_FIELD + 1:
            rows.append(line.rstrip(b"\t\r\n").split(b"\t"))
            if len(rows) == ENOUGH_ROWS:
                break
    return rows


def sign_in(rows: Sequence[Sequence[bytes]]) -> bytes:
    """Return the cell that most often stands where no part of the word does.

    Lines with different cells are asked first: - - - on all lines may stand for "no negation".
    """
    mixed = [row for row in rows if len({*row[FIRST_NEGATION_FIELD:]}) > 1]
    return _most_frequent_sign(mixed) or _most_frequent_sign(rows)


def _most_frequent_sign(rows: Iterable[Sequence[bytes]]) -> bytes:
    counts: Counter[bytes] = Counter()
    for row in rows:
        word = row[WORD_FIELD]
        for cell in row[FIRST_NEGATION_FIELD:]:
            if cell not in word or (cell in DASHED_EMPTY_CELLS and cell != word):
                counts[cell] += 1
    del counts[STARS], counts[b""]
    if not counts:
        return b""
    sign, most = counts.most_common(1)[0]
    if sign in DASHED_EMPTY_CELLS:
        return sign
    is_frequent = 2 * most > counts.total()
    if is_frequent and (sign.strip(b'"') in OTHER_SIGNS or most >= FEWEST_SIGNS):
        return sign
    return b""


def style_in(lines: Sequence[bytes]) -> str:
    """Return the name of the style that lines in columns show: by their empty cells, else by their ends."""
    sign = sign_in(_annotated_rows(lines))
    if sign in DASHED_EMPTY_CELLS:
        return "neges" if sign == b"-" else "cd-sco"
    ends = [line[len(line.rstrip(b"\t\r\n")) :] for line in lines if line.strip()]
    return "neges" if any(end.startswith(b"\t") for end in ends) else "cd-sco"
