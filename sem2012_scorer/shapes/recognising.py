"""What shape a file has, judging by how it begins."""

from __future__ import annotations

import json
import re
from functools import cached_property

from ..corpora.style import style_of_lines
from ..ground.columns import FIRST_NEGATION_FIELD
from .formats import FORMATS
from .graphs import FIELDS
from .labels import OUTSIDE, Meanings, understood
from .near_columns import CHINESE, PARSED
from .records import CUES, LABELS, NEGATIONS, SCOPES, TEXT, TOKENS
from .rows import is_comment
from .tables import header_of
from .text_spans import PIPELINE, SPANS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

LOOKED_AT = 1 << 16
"""How many bytes of a file are read to recognise its shape."""
ROWS_LOOKED_AT = 2000

_LABEL = re.compile(rb"O|[BI]-(?i:CUE|SCOPE|EVENT)(?:[+=].*)?")
_NAME = re.compile(rb'"(sent_id|nodes|tokens)"\s*:')
_LONG_TEXT = re.compile(rb'\[?\s*\{(?:\s*"(?:id|data)"\s*:\s*(?:\d+\s*,|\{))*\s*"text"\s*:\s*"')
"""An object that begins with a text, which may be longer than what is looked at."""
_NAMES = {b"tokens": "jsonl", b"nodes": "epe", b"sent_id": "norec"}
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

    def __init__(self, head: bytes) -> None:
        text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        self.is_whole = len(head) < LOOKED_AT
        if text.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = text.decode("utf-16", "ignore").encode("utf-8", "ignore")
            if not text.startswith(b"<"):
                text = b""
        self.text = text
        lines = text.splitlines(keepends=True)
        self.lines = lines if self.is_whole or len(lines) < 2 else lines[:-1]
        first = lines[0].rstrip(b" \t\r\n") if lines else b""
        self.first = first
        self.fields = first.split(b"\t") if b"\t" in first else first.split()

    @cached_property
    def rows(self) -> list[list[str]]:
        """The fields of the first lines that are not blank, in strings."""
        found = []
        for line in self.lines[:ROWS_LOOKED_AT]:
            text = line.decode("utf-8", "replace").strip(" \t\r\n")
            if text:
                found.append(text.split("\t") if "\t" in text else text.split())
        return found

    @cached_property
    def value(self) -> Any:
        """The first value of JSON, of a list its first; None if there is none, or it is cut off."""
        text = self.text.decode("utf-8", "replace")
        if "```" in text:
            text = text.partition("```")[2].removeprefix("json").removeprefix("JSON")
        text = text.lstrip()
        if text[:1] not in ("{", "["):
            return None
        try:
            if text[0] == "[":
                found: Any = []
                inside = text[1:].lstrip()
                while found == [] and inside[:1] not in ("]", ""):
                    found, end = json.JSONDecoder().raw_decode(inside)
                    inside = inside[end:].lstrip().removeprefix(",").lstrip()
                return [found]
            return json.JSONDecoder().raw_decode(text)[0]
        except (ValueError, RecursionError):
            return None

    @property
    def negations(self) -> Iterator[list[Any]]:
        """The negations of the objects in the first lines."""
        for line in self.lines[:ROWS_LOOKED_AT]:
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict) and isinstance(value.get("negations"), list):
                yield value["negations"]


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
    cells = right = 0
    for line in head.text.splitlines(keepends=True)[:200]:
        fields = line.rstrip(b"\t\r\n").split(b"\t")
        for cell in fields[7:]:
            cells += 1
            right += cell in (b"_", b"-", b"***") or cell.lower() in fields[3].lower()
    if right < 0.8 * cells:
        return None
    return {"cd-sco": "columns"}.get(style_of_lines(head.text.splitlines(keepends=True)), "neges")


def is_near_columns(head: Head) -> bool:
    """Return True for tokens counted from 1 with their word next, # for a part, or NegPar's header."""
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
    return bool(hashes) and all(b"#" not in row[:7] for row in hashes[:3])


def is_table(head: Head) -> bool:
    """Return True for rows of which one field is a label, with or without a header.

    Without a header, the last field of each row is; or there are names and numbers before the word.
    """
    rows = head.rows
    if not rows or head.text[:1] in b"[{<":
        return False
    if b"[" in b"".join(head.lines[1:2]) and b"\t" not in head.first:
        return False
    if header_of(_header_fields(head, rows)):
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


def _header_fields(head: Head, rows: list[list[str]]) -> list[str]:
    first = head.first.decode("utf-8", "replace")
    return (
        first.split(",")
        if "\t" not in first and "," in first
        else first.split("\t")
        if "\t" in first
        else rows[0]
    )


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
    """Return the format of JSON: by the names of its first object, and by what these hold."""
    value = head.value
    if value is not None:
        is_list = isinstance(value, list)
        kind = _kind_of(value[0] if is_list and value else value, is_list)
        if kind == "jsonl" and any(map(_has_strings, head.negations)):
            return "strings"
        if kind is not None:
            return kind
    if head.text.startswith((b"{", b"[")):
        is_object = head.text.startswith(b"{")
        found = set(_NAME.findall(head.first if is_object and head.first[1:] else head.text))
        name = next((name for sign, name in _NAMES.items() if sign in found), None)
        if value is None and not found & {b"sent_id", b"nodes"} and _LONG_TEXT.match(head.text):
            return "spans"
        return name if is_object or name == "norec" else None
    fields = [
        field.strip().strip('"') for field in head.first.decode("utf-8", "replace").split(",")
    ]
    if len(fields) > 1 and "tokens" in fields:
        has_masks = {*fields} & {*CUES, *SCOPES}
        return "masks" if has_masks else "json-labels" if {*fields} & {*LABELS} else None
    return None


def _names(value: dict[str, Any]) -> dict[str, Any]:
    return {key.lower(): one for key, one in value.items()}


def _kind_of(value: Any, in_list: bool) -> str | None:
    """Return the format of JSON, given its first value, or the first one of its list."""
    if isinstance(value, list):
        return _kind_of_list(value)
    if not isinstance(value, dict):
        return None
    names = _names(value)
    if PIPELINE & names.keys() and "text" not in names:
        return "spans"
    if "sent_id" in names and "text" in names and "negations" in names:
        return "norec"
    if "nodes" in names:
        return "epe"
    if len(names) == 1:
        (inside,) = names.values()
        if isinstance(inside, list) and inside and isinstance(inside[0], dict):
            return _kind_of(inside[0], True)
    tokens = next((names[one] for one in TOKENS if isinstance(names.get(one), list)), None)
    text = next((names[one] for one in TEXT if isinstance(names.get(one), str)), None)
    if isinstance(names.get("data"), dict) and "text" in names["data"]:
        return "spans"
    given = next((names[one] for one in NEGATIONS if isinstance(names.get(one), list)), None)
    spans = SPANS if tokens is None else SPANS[:3]
    if text is not None and given is None and any(isinstance(names.get(o), list) for o in spans):
        return "spans"
    if tokens is None:
        has_strings = given is not None or any(one in names for one in CUES)
        return "strings" if text is not None and has_strings else None
    size = len(tokens)
    if given is not None:
        return "strings" if in_list or _has_strings(given) else "jsonl"
    if any(_is_mask(names.get(one), size) for one in (*CUES, *SCOPES)):
        return "masks"
    if any(isinstance(names.get(one), list) and len(names[one]) == size for one in LABELS):
        return "json-labels"
    if any(one in names for one in CUES):
        return "strings"
    return None if in_list else "jsonl"


def _kind_of_list(value: list[Any]) -> str | None:
    """Return the format of lists in a list: of masks, of tokens with labels, or of a pipeline's spans."""
    if len(value) in (2, 3) and all(isinstance(one, list) for one in value):
        first, second = value[:2]
        is_mask = all(isinstance(one, int) or str(one).isdecimal() for one in second)
        if all(isinstance(one, str) for one in first) and second and is_mask:
            return "masks"
    inside: Any = value
    while isinstance(inside, list) and inside:
        inside = inside[0]
    if isinstance(inside, dict):
        if PIPELINE & inside.keys():
            return "spans"
        if {*TOKENS} & {*inside} and {*LABELS} & {*inside}:
            return "json-labels"
    return None


def _is_mask(value: Any, size: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == size
        and all(isinstance(one, int) or (isinstance(one, str) and one.isdecimal()) for one in value)
    )


def _has_strings(negations: list[Any]) -> bool:
    """Return whether parts of negations are strings, alone or in lists."""
    parts = [one for each in negations if isinstance(each, dict) for one in each.values()]
    return any(
        isinstance(part, str) or (isinstance(part, list) and any(isinstance(o, str) for o in part))
        for part in parts
    )


def recognised(head: bytes) -> str | None:
    """Return the format of a file that begins with `head`, or None if it is not a known one."""
    looked = Head(head)
    signs = globals()
    found = {}
    for name, one in FORMATS.items():
        if one.sign not in found:
            found[one.sign] = signs[one.sign](looked)
        if found[one.sign] is True or found[one.sign] == name:
            return name
    return None
