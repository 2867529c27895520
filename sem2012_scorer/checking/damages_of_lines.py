"""Damages of whole lines: lines that are no tokens, blank lines, the order of sentences."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Sequence

from ..common.columns import COMPARED_FIELDS
from ..common.wording import decoded
from ..reading.facts import BLANKS
from ..reading.lines import names_columns
from ..reading.signs import MISSING_VALUES
from ..reporting.rows import (
    Document,
    compared_fields,
    document_of,
    keep_lines,
    lines_of_sentences,
)
from .damage import Context, Damage, on_lines
from .damages_of_bytes import plain_letters

COMMENT = re.compile(rb"(?:#|```)[^\t\n]*|sep=[^\t\n]{0,3}[,;|\t]*|[\x00\x1a]+")
STARTS_OF_COMMENTS = (b"#", b"```", b"sep=", b"\x00", b"\x1a")
CONFLICT = re.compile(rb"<<<<<<< .*|>>>>>>> .*|=======")
STARTS_OF_CONFLICTS = (b"<<<<<<<", b"=======", b">>>>>>>")
SEPARATORS = re.compile(rb"[\t ,;|]+")
ODD_BLANK = re.compile(rb"(?:[ \t\x0b\x0c]|\xc2\xa0|\xe2\x80\x8b)+")
STARTS_OF_BLANKS = (b" ", b"\t", b"\x0b", b"\x0c", b"\xc2\xa0", b"\xe2\x80\x8b")


# ---------------------------------------------------------------------------
# Lines that are not tokens


def _without_comments(document: Document, context: Context) -> Document:
    """Return a document without comments; of blank lines around one, that before it stays."""
    lines: list[bytes] = []
    numbers: list[int] = []
    is_after_comment = False
    for number, line in zip(document.numbers, document.lines):
        if COMMENT.fullmatch(line):
            is_after_comment = True
        elif line or not is_after_comment or (lines and lines[-1]):
            lines.append(line)
            numbers.append(number)
            is_after_comment = False
    if is_after_comment:  # the last line feed stands before the comment
        lines.append(b"")
        numbers.append(document.numbers[-1])
    return Document(lines, numbers)


def _without_conflict(document: Document, context: Context) -> Document:
    return keep_lines(document, lambda index, line: CONFLICT.fullmatch(line) is None)


def _without_header(document: Document, context: Context) -> Document:
    """Return a document without the line that names the columns, which some programs repeat."""
    header = next((line for line in document.lines if line.strip(BLANKS)), b"")
    if not names_columns(header):
        return document
    return keep_lines(document, lambda index, line: line != header)


def _has_header(content: bytes) -> bool:
    return names_columns(content.lstrip(BLANKS).partition(b"\n")[0])


def _in_quotes(line: bytes) -> str:
    return decoded(line.strip())[:60].replace("\t", " ")


# ---------------------------------------------------------------------------
# Blank lines


def _empty_if_blank(line: bytes) -> bytes:
    if ODD_BLANK.fullmatch(line):
        return b""
    return line


def _empty_if_filled(line: bytes) -> bytes:
    """Return an empty line for one in which a program has filled all cells with a sign, maybe after its number."""
    first, *others = line.strip().split(b"\t")
    if not first.isdigit():
        others.append(first)
    is_long = len(others) >= COMPARED_FIELDS  # a shorter line may be a piece of one
    is_filled = is_long and len(set(others)) == 1 and others[0] in {*MISSING_VALUES, b"_", b"-"}
    if is_filled:
        return b""
    return line


SIGNS_OF_FILLED = b"|".join(map(re.escape, (*MISSING_VALUES, b"_", b"-")))
FILLED = re.compile(rb"^(?:\d+\t)?(%s)(?:\t\1){%d}" % (SIGNS_OF_FILLED, COMPARED_FIELDS - 1), re.M)


def _has_filled(content: bytes) -> bool:
    return FILLED.search(content) is not None


def _empty_as_in_gold(document: Document, context: Context) -> Document:
    """Return a document with blank lines for lines without columns that stand where gold has a blank line."""
    assert context.gold is not None
    lines = list(document.lines)
    for index, (line, gold) in enumerate(zip(lines, context.gold.lines[:-1])):
        if not gold and len(SEPARATORS.split(line)) < COMPARED_FIELDS:
            lines[index] = b""
    if lines == document.lines:
        return document
    return _with_last_blank(document.with_lines(lines), context)


def _has_doubled(content: bytes) -> bool:
    return content.startswith(b"\n") or b"\n\n\n" in content


def _without_doubled(document: Document, context: Context) -> Document:
    """Return a document without blank lines at its beginning and after others; the end is left as it is."""
    last = len(document.lines) - 1
    # Of the blank lines at the end, the first two stay: an empty line, and its line feed.
    while last > 0 and not document.lines[last - 1]:
        last -= 1
    lines = document.lines

    def is_kept(index: int, line: bytes) -> bool:
        if line or index == last + 1:
            return True
        return index > 0 and lines[index - 1] != b""

    return keep_lines(document, is_kept)


def _with_last_blank(document: Document, context: Context) -> Document:
    """Return a document that ends with a blank line."""
    lines = list(document.lines)
    while lines and not lines[-1]:
        lines.pop()
    last = document.numbers[len(lines) - 1] if lines else 1
    numbers = [*document.numbers[: len(lines)], last + 1, last + 2]
    return Document([*lines, b"", b""], numbers)


def _lacks_last_blank(content: bytes) -> bool:
    return content != b"" and not content.endswith(b"\n\n")


def _last_line_in_words(line: bytes) -> str:
    return f'the last line, "{decoded(line)[:40]}"'.replace("\t", " ")


def _joined_sentences(document: Document) -> int:
    """Return how often the number of the sentence changes without a blank line."""
    return sum(
        before.split(b"\t", 2)[:2] != line.split(b"\t", 2)[:2]
        for before, line in zip(document.lines, document.lines[1:])
        if before and line
    )


MOST_TOKENS = 0.9
"""Of this share of a file's tokens on, blank lines are put where gold has them."""


def _with_blanks_by_numbers(document: Document, context: Context) -> Document:
    """Return a document with blank lines where the name or the number of the sentence changes; with gold, that says where."""
    if context.gold is not None:
        return document
    lines, numbers = [], []
    before: list[bytes] = []
    for index, line in enumerate(document.lines):
        fields = line.split(b"\t", 3)[:3]
        if before and len(fields) == 3 and fields[:2] != before[:2]:
            lines.append(b"")
            numbers.append(0)
        lines.append(line)
        numbers.append(document.numbers[index])
        before = fields if len(fields) == 3 else []
    return Document(lines, numbers)


def _with_golds_blanks(document: Document, context: Context) -> Document:
    """Return a document with blank lines where gold has them, if its tokens are gold's."""
    assert context.gold is not None
    tokens = [index for index, line in enumerate(document.lines) if line]
    lines, numbers = [], []
    golds = [compared_fields(line) for line in context.gold.lines if line]
    ours = [compared_fields(document.lines[index]) for index in tokens]
    same = sum(map(operator.eq, golds, ours))
    if same < MOST_TOKENS * min(len(golds), len(ours)):  # of a sample, one may be longer
        return document
    if _joined_sentences(context.gold) > _joined_sentences(document):
        return document
    following = iter(tokens)
    end = 0
    for line in context.gold.lines:
        index = next(following, -1) if line else -1
        if line and index < 0:
            break
        if line:
            end = index + 1
            lines.append(document.lines[index])
            numbers.append(document.numbers[index])
        else:
            is_there = document.lines[end : end + 1] == [b""]  # after the last token
            lines.append(b"")
            numbers.append(document.numbers[end] if is_there else 0)
    while lines and not lines[-1]:  # what stands after gold's tokens stays as it is
        del lines[-1], numbers[-1]
    lines += document.lines[end:]
    numbers += document.numbers[end:]
    return Document(lines, numbers)


# ---------------------------------------------------------------------------
# Sentences in another order


def _token(line: bytes) -> bytes:
    """Return by what a token is known: its numbers, and its word in whatever form."""
    *numbers, word = line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]
    if not word.isascii():
        word = plain_letters(decoded(word)).encode("utf-8", "surrogateescape")
    return b"\t".join([*numbers, word])


def _tokens(lines: Sequence[bytes]) -> tuple[bytes, ...]:
    return tuple(map(_token, lines))


def _is_first_moved(ours: Sequence[list[bytes]], golds: Sequence[list[bytes]]) -> bool:
    """Return whether the first sentence that is not gold's stands elsewhere in gold: a look is faster than to count all."""
    for number, (lines, of_gold) in enumerate(zip(ours, golds)):
        if lines == of_gold or _tokens(lines) == _tokens(of_gold):
            continue
        tokens, length = _tokens(lines), len(lines)
        others = [other for other in golds[number + 1 :] if len(other) == length]
        return any(_token(other[0]) == tokens[0] and _tokens(other) == tokens for other in others)
    return False


def _in_golds_order(document: Document, context: Context) -> Document:
    """Return a document with its sentences in gold's order, if they are gold's sentences."""
    assert context.gold is not None
    ours, golds = lines_of_sentences(document), lines_of_sentences(context.gold)
    if len(ours) != len(golds) or not _is_first_moved(ours, golds):
        return document
    keys, wanted = list(map(_tokens, ours)), list(map(_tokens, golds))
    if Counter(wanted) != Counter(keys):
        return document
    by_tokens: dict[tuple[bytes, ...], list[list[bytes]]] = {}
    for key, lines in zip(reversed(keys), reversed(ours)):
        by_tokens.setdefault(key, []).append(lines)
    ordered: list[bytes] = []
    for key in wanted:
        ordered += [*by_tokens[key].pop(), b""]
    return document_of(b"\n".join(ordered + [b""]))


# ---------------------------------------------------------------------------
# The entries


OF_LINES = (
    Damage(
        "W406",
        "lines that are not tokens",
        "comments or code fences stand between the tokens",
        _without_comments,
        starts=STARTS_OF_COMMENTS,
        is_certain=True,
        found=_in_quotes,
    ),
    Damage(
        "W406",
        "lines that are not tokens",
        "lines of a merge conflict stand between the tokens",
        _without_conflict,
        starts=STARTS_OF_CONFLICTS,
        is_certain=True,
        is_safe=False,
        found=_in_quotes,
        fix="resolve the conflict: both versions stand in the file",
    ),
    Damage(
        "W406",
        "lines that are not tokens",
        "a line names the columns",
        _without_header,
        may_be=_has_header,
        is_certain=True,
        found=_in_quotes,
    ),
    Damage(
        "W405",
        "blank lines",
        "blank lines hold spaces or tabs",
        on_lines(_empty_if_blank),
        starts=STARTS_OF_BLANKS,
        is_certain=True,
        aborts_as="E104",
        found=lambda line: "a line of spaces, tabs or form feeds only",
    ),
    Damage(
        "W405",
        "blank lines",
        "a program has filled blank lines",
        on_lines(_empty_if_filled),
        may_be=_has_filled,
        is_certain=True,
        aborts_as="E104",
    ),
    Damage(
        "W405",
        "blank lines",
        "something stands in blank lines",
        _empty_as_in_gold,
        needs_gold=True,
        aborts_as="E104",
    ),
    Damage(
        "W405",
        "blank lines",
        "blank lines stand at the beginning, or after others",
        _without_doubled,
        may_be=_has_doubled,
        is_certain=True,
        aborts_as="E104",
        found=lambda line: "a blank line at the beginning, or after another one",
        fix="remove it",
    ),
    Damage(
        "W404",
        "final blank line",
        "no blank line ends the file",
        _with_last_blank,
        may_be=_lacks_last_blank,
        is_certain=True,
        found=_last_line_in_words,
    ),
    Damage(
        "E104",
        "blank lines put where they belong",
        "blank lines are missing, or stand at other places",
        _with_golds_blanks,
        needs_gold=True,
    ),
    Damage(
        "E104",
        "blank lines put where they belong",
        "blank lines are missing where the numbers of sentences change",
        _with_blanks_by_numbers,
        is_safe=False,
    ),
    Damage(
        "E108",
        "sentences in gold's order",
        "the sentences stand in another order",
        _in_golds_order,
        needs_gold=True,
        needs_whole=True,
    ),
)
