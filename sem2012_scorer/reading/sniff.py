"""Which of the four formats a file is in, by its first bytes and its first line that is not blank."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .labels import is_label
from .pairs import items_of, separator_in
from .predicted import Refusal
from .source import not_text

FORMATS = ("columns", "labels", "pairs", "json")


def check_bytes(head: bytes, file: str) -> None:
    """Raise Refusal for a file that is no text in UTF-8."""
    kind = not_text(head)
    if kind is not None:
        raise Refusal(file, None, "this is %s%s" % kind)


def format_of(line: str, meanings: Mapping[str, str], fields: Mapping[str, object]) -> str:
    """Return the format of a first line; with `fields` or `meanings` it is not columns."""
    is_column = line.count("\t") >= 6
    if is_column and not fields and not meanings:
        return "columns"
    stripped = line.strip()
    if stripped.startswith("```") or _is_json(stripped):
        return "json"
    sign = separator_in(stripped)
    labels = [item.rpartition(sign)[2] for item in items_of(stripped)] if sign else []
    if sign and not fields and (sign == "|" or all(is_label(item, meanings) for item in labels)):
        return "pairs"
    fields_of_line = re.split(r"[\t ]+", stripped)
    if len(fields_of_line) > 1 or "," in stripped.strip(",") or fields:
        return "labels"
    return "columns"


def _is_json(line: str) -> bool:
    """Return whether a line begins a JSON object or list, and not with a token such as [."""
    rest = line[1:].lstrip()
    return line[:1] in ("[", "{") and (not rest or rest[0] in "{}]\"'")


def decoded_text(content: bytes, file: str) -> str:
    """Return a file as text with one kind of line end."""
    check_bytes(content[:4096], file)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise Refusal(file, line, "not UTF-8", "save the file as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
