"""What a file is: by how it begins, and, where there is gold, by gold's words."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice, pairwise

from ..ground.columns import BYTE_ORDER_MARK, FIRST_NEGATION_FIELD, WORD_FIELD
from ..ground.records import Record
from ..ground.wording import shortened, some
from .characters import key_of
from .fields import ANNOTATION, NEGATIONS, is_beside, plain_name, read_name
from .formats import FORMATS, STYLE_OF
from .graphs import FIELDS
from .json_values import values_of
from .labels import OUTSIDE, Meanings, given_meanings, understood
from .near_columns import CHINESE, PARSED
from .options import CUE, DOCUMENT, LABEL, NUMBER, SCOPE, TEXT, WORD
from .records import FENCE, has_lists, kind_in, records_of, values
from .rows import blocks_of, fields_of, is_comment
from .source import HEAD, FormatError, Source, signature_of
from .style import are_labels, begins_as_gold, style_of_lines
from .tables import Seen, header_of, names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .options import Reading
    from .rows import Row

ROWS_LOOKED_AT = 2000

_LABEL = re.compile(rb"O|[BI]-(?i:CUE|SCOPE|EVENT)(?:[+=].*)?")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_ELEMENTS = (
    ("sp-neg", rb"<(?:neg_structure|review)\b"),
    ("bioscope", rb"<(?:DocumentSet|Annotation|xcope id|sentence id)\b"),
    ("sfu", rb"<(?:SENTENCE|W|DOCUMENT)\b"),
    ("sp-neg", rb"<sentence\b"),
)
_ARC = re.compile(r"\d+:(?:\w+:)?(?:cue|scope|event)(?:\|\d+:(?:\w+:)?(?:cue|scope|event))*")
_BRAT = re.compile(rb"T\d+\t[\w-]+ \d+ \d+(?:;\d+ \d+)*\t|R\d+\t\w+ Arg1:")


class Head:
    """The beginning of a file: its lines, its rows, and its first value of JSON."""

    def __init__(self, source: Source) -> None:
        self.source = source
        head = source.head()
        text = head.removeprefix(BYTE_ORDER_MARK).lstrip()
        if text.startswith((b"\xff\xfe", b"\xfe\xff")):
            # XML names its encoding; other text in UTF-16 is refused.
            text = text.decode("utf-16", "ignore").encode("utf-8", "ignore")
            text = text if text.startswith(b"<") else b""
        elif signature_of(head) is not None:
            # An archive without compression has its text as it is.
            text = b""
        self.text = text
        lines = text.splitlines(keepends=True)
        self.lines = lines if len(head) < HEAD or len(lines) < 2 else lines[:-1]
        self.first = lines[0].rstrip(b" \t\r\n") if lines else b""
        self.fields = self.first.split(b"\t") if b"\t" in self.first else self.first.split()

    @cached_property
    def rows(self) -> list[list[str]]:
        """The fields of the first lines that are not blank, in strings."""
        lines = (line.decode("utf-8", "replace").strip(" \t\r\n") for line in self.lines)
        return [
            fields_of(line, False, "", 0) for line in islice(filter(None, lines), ROWS_LOOKED_AT)
        ]

    @cached_property
    def value(self) -> Any:
        """The first value of JSON, of a list its first; None if there is none."""
        if self.text[:1] not in (b"{", b"["):
            return None
        try:
            return next(values_of(self.source), (0, None))[1]
        except FormatError:
            return None


def is_bio(head: Head) -> bool:
    """Return True for a word and labels of CUE, SCOPE and EVENT, in every field after the first."""
    return len(head.fields) > 1 and all(map(_LABEL.fullmatch, head.fields[1:]))


def is_xml(head: Head) -> str | None:
    """Return the format of XML, None if it is not one that is known."""
    if not head.text.startswith(b"<"):
        return None
    bare = _COMMENT.sub(b"", head.text)
    return next((name for name, sign in _ELEMENTS if re.search(sign, bare)), None)


def is_in_columns(head: Head) -> str | None:
    """Return the format of columns: most cells are their word, a part of it, or a sign for empty."""
    if head.first.count(b"\t") < 6 or is_near_columns(head) or is_bio(head):
        return None
    if len(head.fields) == FIRST_NEGATION_FIELD and not head.fields[2].isdigit():
        return None
    if are_labels(head.lines):
        return None
    return {"cd-sco": "columns"}.get(style_of_lines(head.lines), "neges")


def is_near_columns(head: Head) -> bool:
    """Return True for tokens counted from 1 with their word next, # or nothing for a part, or NegPar's header."""
    if CHINESE in head.first.lower():
        return True
    if head.first.count(b"\t") < 6:
        return False
    rows = [line.rstrip(b"\r\n").split(b"\t") for line in head.lines[:ROWS_LOOKED_AT]]
    block: list[list[bytes]] = []
    for row in rows:
        if not any(row):
            break
        block.append(row)
    if len(block) > 1 and all(row[0] == b"%d" % n for n, row in enumerate(block, start=1)):
        for width in PARSED:
            cells = [(row, cell) for row in block for cell in row[width:] if cell]
            if cells and all(cell in (b"_", b"***") or cell in row[1] for row, cell in cells):
                return True
        return False
    hashes = [row for row in rows if len(row) > 9 and b"#" in row[7:]]
    has_hashes = bool(hashes) and all(b"#" not in row[:7] for row in hashes[:3])
    empty = [row for row in rows if len(row) > 9 and b"" in row[7:-1]]
    return has_hashes or (bool(empty) and b"_" in empty[0][7:])


def is_table(head: Head) -> bool:
    """Return True for rows of which one field is a label, with or without a header.

    Without a header, the last field of each row is; or there are names and numbers before the word.
    """
    rows = head.rows
    if not rows or head.text[:1] in b"[{<|" or json_kind(head):
        return False
    if header_of(_header(head)):
        return True
    width = len(rows[-1])
    rows = [row for row in rows if not is_comment(row, width)]
    if width < 2 or any(len(row) != width for row in rows):
        return False
    last = {row[-1] for row in rows}
    meant, unknown = understood(last, Meanings())
    is_labelled = any(label.kinds for label in meant.values()) or last == {"O"}
    return (
        bool(rows) and not unknown and is_labelled and bool(last & {*OUTSIDE, "X", "T", "OS", "N"})
    )


def _header(head: Head) -> list[str]:
    """Return the fields of the first line, separated by tabs, commas or spaces."""
    first = head.first.decode("utf-8", "replace")
    sign = "\t" if "\t" in first else "," if "," in first else None
    return first.split(sign)


def is_pairs(head: Head) -> bool:
    """Return True for lines of words, each with | or / and a label that is known."""
    for separator in "|/":
        pairs = [pair for row in head.rows[:50] for pair in row]
        # Columns between bars have one such word in a line.
        if len(pairs) < 2 * len(head.rows[:50]) or not all(
            pair.rpartition(separator)[0] for pair in pairs
        ):
            continue
        labels = {pair.rpartition(separator)[2] for pair in pairs}
        if not understood(labels, Meanings())[1] and labels & {"O", "N", "O_S"}:
            return True
    return False


def is_graph(head: Head) -> bool:
    """Return True for eleven fields a token, the last of them arcs of negation."""
    rows = [row for row in head.rows if not row[0].startswith("#")]
    return (
        bool(rows)
        and all(len(row) == FIELDS and row[0].isdecimal() for row in rows)
        and all(row[-1] == "_" or _ARC.fullmatch(row[-1]) for row in rows)
    )


def is_brat(head: Head) -> bool:
    """Return True for lines of brat: a span, or a relation."""
    return bool(_BRAT.match(head.first))


def json_kind(head: Head) -> str | None:
    """Return the format of JSON, or of records in CSV: by the names, and by what these hold."""
    value = head.value
    is_list = head.text.startswith(b"[")
    if value is None and head.text[:1] in (b"{", b"[") and not has_lists(head.text):
        # It is not JSON, or not to its end: what it would be says what is wrong with it.
        signs = {sign for sign in _BROKEN if sign.encode() in head.text}
        return next((name for sign, name in _BROKEN.items() if sign in signs), None)
    if isinstance(value, dict) and "nodes" in value:
        return "epe"
    if isinstance(value, dict) and {"sent_id", "text", "negations"} <= value.keys():
        return "norec"
    is_other = FENCE in head.text[: 1 << 12] or has_lists(head.text)
    if value is None and not is_other and not _is_csv(head):
        return None
    kind = kind_in(head.source)
    if isinstance(value, dict) and isinstance(value.get("tokens"), list) and not is_list:
        is_native = all(_is_native(name) for name in value)
        if kind is None and is_native:
            return "jsonl"
        if kind == "strings" and is_native and isinstance(value.get("negations"), list):
            return "strings" if _has_strings(head.source) else "jsonl"
    return kind


def _is_native(name: str) -> bool:
    """Return True for a name that can stand in a sentence's object, and not for gold or a prediction."""
    said = read_name(name)
    return not said.side and (said.role in OF_SENTENCES or is_beside(name))


_BROKEN = {'"tokens"': "jsonl", '"nodes"': "epe", '"sent_id"': "norec"}
OF_SENTENCES = (WORD, TEXT, NUMBER, DOCUMENT, NEGATIONS)


def _is_csv(head: Head) -> bool:
    """Return True for a header with a sentence and its cues, or with lists below it."""
    roles = {read_name(name.strip('"')).role for name in _header(head) if head.text[:1] != b"|"}
    if b"[" in b"".join(head.lines[1:2]):
        return WORD in roles and bool(roles & {*ANNOTATION})
    return TEXT in roles and WORD not in roles and bool(roles & {CUE, SCOPE})


def _has_strings(source: Source) -> bool:
    """Return whether parts of negations are strings, alone or in lists, in a file's first records."""
    try:
        for _, value in islice(values_of(source), ROWS_LOOKED_AT):
            negations = value.get("negations") if isinstance(value, dict) else None
            for each in negations if isinstance(negations, list) else ():
                for part in each.values() if isinstance(each, dict) else (each,):
                    items = part if isinstance(part, list) else [part]
                    if any(isinstance(one, (str, dict)) for one in items):
                        return True
    except FormatError:
        return False
    return False


def recognised(source: Source) -> str | None:
    """Return the format of a file by how it begins, or None if it is not a known one."""
    head = Head(source)
    signs = globals()
    found: dict[str, object] = {}
    for name, one in FORMATS.items():
        if one.sign not in found:
            found[one.sign] = signs[one.sign](head)
        if found[one.sign] is True or found[one.sign] == name:
            return name
    return None


class Known(Record):
    """What a file is: its format, and how it is read, with the columns that gold's words show."""

    format: str
    reading: Reading


def known_against(source: Source, gold: Source, reading: Reading) -> Known | None:
    """Return what a file of predictions is, given gold, or its blind file; None if it is not known.

    What begins as gold does, and whose cells are no labels, is in columns. Else the column of a table that has gold's words is the word's.
    """
    if begins_as_gold(source.head(), gold.head()):
        # What a scorer reads nevertheless, such as an empty cell, is a small difference elsewhere.
        return Known("near-columns" if is_near_columns(Head(source)) else "columns", reading)
    found = recognised(source)
    if found in (None, "table", *STYLE_OF):
        table = _as_table(source, gold, reading)
        if table is not None:
            return table
    if found is None or FORMATS[found].module == "record_readers":
        # The user's fields say what is read, whatever else there is.
        is_named = bool(reading.fields) and begins_with(source, b"{[")
        found = kind_in(source, reading) if found or is_named else None
    if (
        found is None
        and {*reading.given_fields()} & {LABEL, CUE, SCOPE}
        and not begins_with(source, JSON_OR_XML)
    ):
        found = "table"
    return None if found is None else Known(found, reading)


def begins_with(source: Source, signs: bytes) -> bool:
    """Return whether the first character of a file's text is one of `signs`."""
    first = source.head().removeprefix(BYTE_ORDER_MARK).lstrip()[:1]
    return bool(first) and first in signs


JSON_OR_XML = b"{[<"


def is_like_columns(source: Source) -> bool:
    """Return True for text whose first line has seven fields or more: its scorer says what is wrong with it."""
    first = source.head().lstrip(b"\r\n").partition(b"\n")[0]
    return is_text(source) and first.count(b"\t") >= 6


def is_text(source: Source) -> bool:
    """Return False for a file whose first bytes are those of something else than text."""
    head = source.head()
    return signature_of(head) is None and b"\0" not in head


def _as_table(source: Source, gold: Source, reading: Reading) -> Known | None:
    """Return how a file is read as a table whose words are gold's, None if no column has them, and one labels."""
    try:
        seen_rows, blocks = 0, []
        for block in blocks_of(source):
            blocks.append(block[: ROWS_LOOKED_AT - seen_rows])
            seen_rows += len(block)
            if seen_rows >= ROWS_LOOKED_AT:
                break
    except FormatError:
        return None
    rows = [fields for block in blocks for _, fields in block]
    words = _words_of(gold)
    given = reading.given_fields()
    if not rows or not words or WORD in given:
        return None
    meanings = given_meanings(reading.labels)
    seen = Seen("", blocks, meanings, names_in(reading))
    own = [row[WORD_FIELD] for row in words]
    place = _word_column(rows[1:] if seen.names else rows, own)
    word = str((place or 0) + 1)
    if not seen.names and _is_header(blocks, meanings):
        other = _word_column(rows[1:], own)
        if other is not None and other < len(rows[0]):
            place, word = other, rows[0][other]
            seen = Seen("", blocks, meanings, {plain_name(word)})
    if place is None:
        return None
    fields = [*reading.fields, "%s=%s" % (WORD, word)]
    is_numbered = seen.names or seen.is_numbered or NUMBER in given
    if not is_numbered and words[0][:2] == rows[0][:2]:
        fields += ["document=1", "sentence=2"]
    if not {*given} & {LABEL, CUE, SCOPE}:
        labels = [at for at in seen.labels_at() if at != place]
        if not labels:
            return None
    return Known("table", reading._replace(fields=tuple(fields)))


def _is_header(blocks: list[list[Row]], given: Meanings) -> bool:
    """Return whether a first line is a header of unknown names: where the others have labels, it has none."""
    first = blocks[0][0][1]
    rest = Seen("", filter(None, [blocks[0][1:], *blocks[1:]]), given)
    places = [at for at in rest.labels_at() if at < len(first)]
    found = [survey.labels for at in places if (survey := rest.surveys[at]) is not None]
    return bool(places) and all(first[at] not in labels for at, labels in zip(places, found))


def _words_of(gold: Source) -> list[list[str]]:
    """Return the first fields of gold's first lines that have a word."""
    head = gold.head()
    lines = head.decode("utf-8", "replace").splitlines()[: -1 if len(head) == HEAD else None]
    rows = [line.removeprefix("\ufeff").split("\t") for line in lines]
    return [row for row in rows if len(row) > WORD_FIELD]


def _word_column(rows: list[list[str]], words: list[str]) -> int | None:
    """Return the column that has gold's words: in gold's order, or else in nine rows of ten; None without."""
    width = max(map(len, rows), default=0)
    keys = [key_of([word]) for word in words]
    every = {*keys}
    best: tuple[float, int] | None = None
    for place in range(width):
        own = [key_of([row[place]]) for row in rows if place < len(row)]
        number = min(len(own), len(keys))
        if number and own[:number] == keys[:number]:
            return place
        covered = sum(one in every for one in own) / max(len(own), 1)
        if (
            covered >= 0.9
            and len({*own}) >= min(10, len(every))
            and (best is None or covered > best[0])
        ):
            best = covered, place
    return None if best is None else best[1]


LOOKS = {
    rb"^version https://git-lfs": "this is a pointer of Git LFS, not the file: git lfs pull fetches it",
    rb"^{\\rtf": "this looks like an RTF file: save its text",
    rb"(?i)^\s*<(?:!doctype html|html)": "this looks like a page in HTML: save its text",
    rb"^\s*\|": "this looks like a table in Markdown: save it as CSV, or separated by tabs",
    rb'"(?:custom_id|choices|completion_id)"\s*:': "this looks like the answers of a service, with the model's text "
    "inside: save the JSON of each answer alone",
}
"""What text looks like that is not read, by an expression for its beginning."""


class Unknown(FormatError):
    """A file in no format that is known; ``str()`` says what it looks like, and what to do."""

    def __init__(self, source: Source) -> None:
        super().__init__(source.name, None, described(source), "a format that is known")

    def __str__(self) -> str:
        return "%s: %s" % (self.file, self.found)


def _has_spaces_for_tabs(head: bytes) -> bool:
    """Return True if most lines would be in columns, were spaces tabs: the third fields count the tokens."""
    rows = [line.split() for line in head.split(b"\n")[:-1] if line.strip()]
    numbers = [row[2] if len(row) > FIRST_NEGATION_FIELD else b"" for row in rows]
    pairs = [(one, other) for one, other in pairwise(numbers) if one.isdigit()]
    fitting = sum(other == b"%d" % (int(one[:9]) + 1) for one, other in pairs)
    return b"\t" not in head and 2 * fitting > len(rows)


def described(source: Source) -> str:
    """Return what a file that is in no known format looks like, and what to do, in a few lines."""
    head = source.head()
    if not head.strip():
        return "the file is empty" if not head else "there is nothing but blank lines"
    found = signature_of(head)
    if found is not None:
        what, advice = found
        if (
            what.startswith("UTF-16")
            and head.decode("utf-16", "ignore").partition("\n")[0].count("\t") > 6
        ):
            advice = ": sem2012-scorer check -s FILE --fix OUT writes it as UTF-8"
        return "this looks like %s%s" % (what, advice)
    looks = next((words for sign, words in LOOKS.items() if re.search(sign, head[:400])), None)
    if looks is not None:
        return looks
    if b"\0" in head:
        return "these are bytes, not text: save it as text, JSON lines or columns"
    first = head.lstrip().partition(b"\n")[0].decode("utf-8", "replace").rstrip()
    if re.search(rb"</?(?:cue|scope|neg)\b[^>]*>", head, re.IGNORECASE):
        return (
            "this looks like text with <cue> or <scope> inside: save each sentence with its cues and scopes as "
            'strings, {"sentence": "...", "negations": [{"cue": "...", "scope": "..."}]}'
        )
    if first.count(";") > 1 and "\t" not in first:
        return "its fields are separated by semicolons: use tabs or commas"
    if _has_spaces_for_tabs(head):
        return (
            "its fields are separated by spaces: sem2012-scorer check -s FILE --fix OUT writes tabs"
        )
    if begins_with(source, JSON_OR_XML):
        try:
            next(records_of(values(source), source.name), None)
        except FormatError as error:
            return "JSON with %s; expected %s" % (error.found, error.expected)
    value = Head(source).value
    value = value[0] if isinstance(value, list) and value else value
    if isinstance(value, dict) and value:
        return (
            "JSON with the names %s, none of them known for annotation; name it with --fields label=NAME, cue=NAME or "
            "scope=NAME" % (some(["`%s`" % name for name in value], 8) or "of nothing")
        )
    shown = repr(shortened(first)[:60])
    return "its format is not recognised; the first line is %s. name it with --from FORMAT: %s" % (
        shown,
        ", ".join(FORMATS),
    )
