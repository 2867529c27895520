"""What the first lines of a file show: a header, a spreadsheet's ``sep=``, prose above JSON, pairs of words and labels."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.columns import COMPARED_FIELDS, FIRST_NEGATION_FIELD

NAMES_OF_WORDS = ("word", "words", "token", "tokens", "form", "text")
NAMES_OF_SENTENCES = (
    "sentence",
    "sentence #",
    "sent",
    "sent_id",
    "sentence_id",
    "sentence_number",
)
NAMES_OF_COLUMNS = {
    *NAMES_OF_WORDS,
    *NAMES_OF_SENTENCES,
    *("id", "lemma", "pos", "tag", "tags", "label", "labels", "prediction", "predicted", "pred"),
    *("cue", "neg", "scope", "event"),
}
"""What headers call their columns, in lower case."""


def names_columns(line: bytes) -> bool:
    """Return whether a line names the columns, or numbers them, as pandas does; where tokens are counted, it is a token."""
    fields = line.rstrip(b"\t\r\n").split(b"\t")
    if fields[0] == b"":
        del fields[0]  # the column of pandas' index, which has no name
    for first in (0, 1):
        numbers = [b"%d" % number for number in range(first, first + len(fields))]
        if len(fields) >= FIRST_NEGATION_FIELD and fields == numbers:
            return True
    is_token = len(fields) >= COMPARED_FIELDS and fields[2].isdigit()
    words = line.decode("utf-8", "replace").lower().split()
    named = NAMES_OF_COLUMNS.intersection(words)
    names_all = len(words) > 1 and named == set(words)
    return (len(named) > 2 or names_all) and not is_token


def names_separator(line: bytes) -> bool:
    """Return whether a line is a spreadsheet's ``sep=,``, which says what separates the cells."""
    return line.startswith(b"sep=") and b"\t" not in line.rstrip()


LINES_OF_PROSE = 20
"""Among as many lines at the top, JSON is looked for: language models write words before it."""


def begins_json(line: str, following: str = "") -> bool:
    """Return whether a line begins a JSON object or list, and not with a token such as [.

    A bracket that stands alone begins one if the line after it, `following`, is not known, or goes on so.
    """
    rest = line[1:].lstrip() or following
    return line[:1] in ("[", "{") and (not rest or rest[0] in "{}[]\"'")


def line_that_begins_json(lines: Sequence[str]) -> int:
    """Return the index of the first of some lines that begins an object or a list of JSON, -1 if none does."""
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else "the end"
        if begins_json(line, following):
            return index
    return -1


SIGNS_OF_PAIRS = "|/"


def separator_that_shows_pairs(line: str) -> str | None:
    """Return what joins the words of a line to their labels, None if nothing does."""
    pairs = kind_items_of_pairs_line(line)
    for sign in SIGNS_OF_PAIRS:
        if pairs and all(sign in item[1:] for item in pairs):
            return sign
    return None


def kind_items_of_pairs_line(line: str) -> list[str]:
    """Return the items of a line of pairs."""
    return [item for item in line.replace("\t", " ").split(" ") if item]
