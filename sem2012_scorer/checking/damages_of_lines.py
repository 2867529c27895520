"""Damages of a file's lines: blank lines, comments, separators, the first four columns, the order of sentences."""

from __future__ import annotations

import csv
import operator
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from unicodedata import normalize

from ..common.columns import COMPARED_FIELDS, STARS, WORD_FIELD
from ..common.wording import decoded
from ..reading.facts import BLANKS, names_columns
from ..reading.signs import MISSING_VALUES
from ..reporting.rows import (
    FIRST,
    Document,
    Row,
    Sentence,
    change_rows,
    compared_fields,
    document_of,
    keep_lines,
    lines_of_sentences,
    row_of,
    sentences_of,
)
from .damage import Context, Damage, Undo, on_lines, on_rows
from .damages_of_bytes import UNSEEN, readings_of

COMMENT = re.compile(rb"(?:#|```)[^\t\n]*|sep=[^\t\n]{0,3}[,;|\t]*|[\x00\x1a]+")
STARTS_OF_COMMENTS = (b"#", b"```", b"sep=", b"\x00", b"\x1a")
CONFLICT = re.compile(rb"<<<<<<< .*|>>>>>>> .*|=======")
STARTS_OF_CONFLICTS = (b"<<<<<<<", b"=======", b">>>>>>>")
SPACES = b"|".join([char.encode() for char in UNSEEN if char not in "\t\r"])
SPACE_AROUND = re.compile(b"(?:^|[\t\n])(?:%s)|(?:%s)[\t\n]" % (SPACES, SPACES))
SEPARATORS = re.compile(rb"[\t ,;|]+")
ODD_BLANK = re.compile(rb"(?:[ \t\x0b\x0c]|\xc2\xa0|\xe2\x80\x8b)+")
STARTS_OF_BLANKS = (b" ", b"\t", b"\x0b", b"\x0c", b"\xc2\xa0", b"\xe2\x80\x8b")


def _has_doubled(content: bytes) -> bool:
    return content.startswith(b"\n") or b"\n\n\n" in content


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
    return b"" if ODD_BLANK.fullmatch(line) else line


def _empty_if_filled(line: bytes) -> bytes:
    """Return an empty line for one in which a program has filled all cells with a sign, maybe after its number."""
    first, *others = line.strip().split(b"\t")
    if not first.isdigit():
        others.append(first)
    is_long = len(others) >= COMPARED_FIELDS  # a shorter line may be a piece of one
    is_filled = is_long and len(set(others)) == 1 and others[0] in {*MISSING_VALUES, b"_", b"-"}
    return b"" if is_filled else line


def _empty_as_in_gold(document: Document, context: Context) -> Document:
    """Return a document with blank lines for lines without columns that stand where gold has a blank line."""
    assert context.gold is not None
    lines = list(document.lines)
    for index, (line, gold) in enumerate(zip(lines, context.gold.lines)):
        if not gold and len(SEPARATORS.split(line)) < COMPARED_FIELDS:
            lines[index] = b""
    return document.with_lines(lines)


def _without_doubled(document: Document, context: Context) -> Document:
    """Return a document without blank lines at its beginning and after others; the end is left as it is."""
    last = len(document.lines) - 1
    while last > 0 and not document.lines[last - 1]:
        last -= (
            1  # of the blank lines at the end, the first two stay: an empty line, and its line feed
        )
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
    return Document(lines + [b"", b""], document.numbers[: len(lines)] + [last + 1, last + 2])


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
    for line in context.gold.lines:
        index = next(following, -1) if line else -1
        if line and index < 0:
            break
        lines.append(document.lines[index] if line else b"")
        numbers.append(document.numbers[index] if line else 0)
    left = list(following)
    if (
        left and lines and not lines[-1]
    ):  # they stand in gold's last sentence, or belong to another one
        del lines[-1], numbers[-1]
    for index in left:
        lines.append(document.lines[index])
        numbers.append(document.numbers[index])
    return Document(lines, numbers)


# ---------------------------------------------------------------------------
# Sentences in another order


def _token(line: bytes) -> bytes:
    """Return by what a token is known: its numbers, and its word in whatever form."""
    *numbers, word = line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]
    if not word.isascii():
        word = _plain(decoded(word)).encode("utf-8", "surrogateescape")
    return b"\t".join([*numbers, word])


def _in_golds_order(document: Document, context: Context) -> Document:
    """Return a document with its sentences in gold's order, if they are gold's sentences."""
    assert context.gold is not None
    ours = lines_of_sentences(document)
    keys = [tuple(map(_token, lines)) for lines in ours]
    wanted = [tuple(map(_token, lines)) for lines in lines_of_sentences(context.gold)]
    if wanted == keys or Counter(wanted) != Counter(keys):
        return document
    by_tokens: dict[tuple[bytes, ...], list[list[bytes]]] = {}
    for key, lines in zip(reversed(keys), reversed(ours)):
        by_tokens.setdefault(key, []).append(lines)
    ordered: list[bytes] = []
    for key in wanted:
        ordered += [*by_tokens[key].pop(), b""]
    return document_of(b"\n".join(ordered + [b""]))


# ---------------------------------------------------------------------------
# Separators


def _by_tabs(separator: bytes) -> Undo:
    """Return how to undo a separator of columns: a csv reader takes quotation marks away, too."""
    character = decoded(separator)

    def undo(document: Document, context: Context) -> Document:
        lines = []
        for line in document.lines:
            text = decoded(line)
            fields = text.split(character)
            if '"' in text:
                with suppress(csv.Error):  # of a very long field
                    fields = next(csv.reader([text], delimiter=character), [])
            while fields and not fields[-1]:
                fields.pop()
            bare = b"\t".join([field.encode("utf-8", "surrogateescape") for field in fields])
            lines.append(_words_put_together(bare, separator))
        return document.with_lines(lines)

    return undo


def _words_put_together(line: bytes, separator: bytes) -> bytes:
    """Return a line in which a word that is the separator itself is one field again: it stood twice, as word and lemma."""
    fields = line.split(b"\t")
    empty = 0
    while fields[3 + empty : 4 + empty] == [b""]:
        empty += 1
    if empty in (4, 6):  # "a,1,2,,,,,tag": word and lemma are commas, or the tag, too
        fields[3 : 3 + empty] = [separator] * (empty // 2)
        rest = b"\t".join(fields[7:])
        fields[7:] = re.sub(rb"(^|\t)\t(\t|$)", rb"\1" + separator + rb"\2", rest).split(b"\t")
    return b"\t".join(fields)


def _by_runs_of_spaces(document: Document, context: Context) -> Document:
    return document.with_lines(
        [re.sub(rb"(?: |\xc2\xa0)+", b"\t", line.strip(b" ")) for line in document.lines]
    )


def _has_no_tabs(content: bytes) -> bool:
    """Return whether the first line that is not blank is not in columns."""
    return content.lstrip(b"\n").partition(b"\n")[0].count(b"\t") < FIRST


def _first_has(separator: bytes) -> Callable[[bytes], bool]:
    """Return the test whether the first line has a separator of columns."""

    def may_be(content: bytes) -> bool:
        return (
            _has_no_tabs(content)
            and content.lstrip(b"\n").partition(b"\n")[0].count(separator) >= FIRST
        )

    return may_be


def _unquoted_fields(line: bytes) -> bytes:
    """Return a line without the quotation marks around its fields; inside, they are doubled."""
    fields = line.split(b"\t")
    for index, field in enumerate(fields):
        if len(field) > 1 and field[:1] == field[-1:] == b'"':
            fields[index] = field[1:-1].replace(b'""', b'"').replace(b'\\"', b'"')
    return b"\t".join(fields)


def _is_quoted(content: bytes) -> bool:
    """Return whether most fields of the first lines are in quotation marks."""
    lines = content[: 1 << 14].split(b"\n")[:-1] or [content]
    fields = [
        field for line in lines for field in line.split(b"\t") if field and not field.isdigit()
    ]
    quoted = sum(len(field) > 1 and field[:1] == field[-1:] == b'"' for field in fields)
    return 2 * quoted > len(fields)


def _has_quoted_field(content: bytes) -> bool:
    return b'"\t' in content


def _unquoted_lines(line: bytes) -> bytes:
    """Return a line without the quotation marks around it as a whole."""
    is_quoted = len(line) > 1 and line[:1] == line[-1:] == b'"' and b'"\t' not in line
    return line[1:-1].replace(b'""', b'"') if is_quoted else line


def _without_spaces(line: bytes) -> bytes:
    """Return a line without spaces, or characters that are not seen, around its first seven fields."""
    row = row_of(line)
    head = [decoded(field).strip(UNSEEN).encode("utf-8", "surrogateescape") for field in row.head]
    return row._replace(head=head).line()


def _divided_at_spaces(line: bytes) -> bytes:
    """Return a line in which spaces stand for tabs."""
    is_inside = any(b" " in field.strip(b" ") for field in line.split(b"\t"))
    if not is_inside or COMMENT.fullmatch(line):
        return line
    return b"\t".join(re.split(rb"[ \t]+", line.strip(b" ")))


def _without_doubled_tabs(line: bytes) -> bytes:
    """Return a line without empty columns before its annotation."""
    row = row_of(line)
    if b"" not in row.head:
        return line
    return b"\t".join([field for field in row.head if field] + row.cells) + row.end


def _usual_width(lines: Sequence[bytes]) -> int:
    """Return how many columns most lines of a sentence have."""
    widths = Counter([row_of(line).width for line in lines])
    return widths.most_common(1)[0][0]


def _with_whole_lines(document: Document, context: Context) -> Document:
    """Return a document in which two lines after each other that have the columns of one are one."""
    lines, numbers = list(document.lines), list(document.numbers)
    for place in reversed(list(sentences_of(document))):
        usual = _usual_width(lines[place.start : place.stop])
        for index in reversed(range(place.start, place.stop - 1)):
            first, second = lines[index], lines[index + 1]
            is_tab_kept = first.endswith(b"\t") or second.startswith(b"\t")
            joined = first + (b"" if is_tab_kept else b"\t") + second
            if FIRST < row_of(joined).width == usual:
                lines[index : index + 2] = [joined]
                del numbers[index + 1]
    return Document(lines, numbers)


def _with_divided_lines(document: Document, context: Context) -> Document:
    """Return a document in which a line that holds two tokens of a sentence is two lines."""
    lines, numbers = list(document.lines), list(document.numbers)
    for place in reversed(list(sentences_of(document))):
        usual = _usual_width(lines[place.start : place.stop])
        for index in reversed(range(place.start, place.stop)):
            parts = _two_tokens(lines[index].split(b"\t"), usual)
            if parts:
                lines[index : index + 1] = parts
                numbers.insert(index, numbers[index])
    return Document(lines, numbers)


def _two_tokens(fields: list[bytes], usual: int) -> list[bytes]:
    """Return the lines of two tokens whose columns stand in one line, with or without a tab between them."""
    name, number = fields[0], fields[1:2]
    if name == b"" or len(fields) not in (2 * usual - 1, 2 * usual):
        return []
    if len(fields) == 2 * usual - 1 and fields[usual - 1].endswith(name):
        fields = [*fields[:usual], name, *fields[usual:]]
        fields[usual - 1] = fields[usual - 1].removesuffix(name)
    if fields[usual] != name or fields[usual + 1 : usual + 2] != number:
        return []
    return [b"\t".join(fields[:usual]), b"\t".join(fields[usual:])]


# ---------------------------------------------------------------------------
# The first columns


def _without_first(document: Document, context: Context) -> Document:
    """Return a document without its first column, in which pandas numbers the lines."""
    lines = []
    for line in document.lines:
        first, _, rest = line.partition(b"\t")
        lines.append(rest if first.strip(b" ").isdigit() or not first else line)
    return document.with_lines(lines)


def _with_columns_before(number: int) -> Callable[[bytes], bytes]:
    """Return how to write more columns before those of the annotation."""
    first = FIRST - number

    def changed(line: bytes) -> bytes:
        fields = line.split(b"\t")
        if len(fields) <= first:
            return line
        return b"\t".join(fields[:first] + [b"_"] * number + fields[first:])

    return changed


def _without_column_before(line: bytes) -> bytes:
    """Return a line with one column less before those of the annotation."""
    fields = line.split(b"\t")
    return b"\t".join(fields[:6] + fields[7:]) if len(fields) > 8 else line


def _lacks_columns_before(number: int) -> Damage:
    what = "a column is" if number == 1 else f"{number} columns are"
    return Damage(
        "E202",
        "columns before the annotation",
        f"{what} missing before the annotation",
        on_lines(_with_columns_before(number)),
        is_safe=False,
        needs_gold=True,
        shares=("cues",),
        least=0.2,
        fix="give gold's first seven columns",
    )


def _without_last_column(sentence: Sentence, sign: bytes) -> list[Row] | None:
    """Return rows without a last column that is one too many, and in which no cell is a part of its word."""
    rows = sentence.rows
    widths = {len(row.cells) for row in rows}
    lasts = [row.cells[-1] for row in rows if row.cells]
    if len(lasts) < len(rows) or len(widths) > 1:
        return None
    if any(cell == sign or cell in row.word for cell, row in zip(lasts, rows)):
        return None
    if rows[0].cells[:1] != [STARS] and widths.pop() % 3 != 1:
        return None
    return [row._replace(cells=row.cells[:-1]) for row in rows]


def _with_golds_head(is_meant: Callable[[list[bytes], list[bytes]], bool]) -> Undo:
    """Return how to write gold's first four columns where a line is the same token, as `is_meant` says of both heads.

    Cells that hold the word hold gold's then, but none that may be a missing value.
    """

    def change(sentence: Sentence, sign: bytes) -> list[Row] | None:
        if not sentence.golds:
            return None
        rows = []
        for ours, gold in zip(sentence.rows, sentence.golds):
            if min(len(ours.head), len(gold.head)) < FIRST or not is_meant(ours.head, gold.head):
                return None
            head = gold.head[:COMPARED_FIELDS] + ours.head[COMPARED_FIELDS:]
            cells = ours.cells
            if ours.word not in (b"", sign, *MISSING_VALUES):
                cells = [gold.word if cell == ours.word else cell for cell in cells]
            rows.append(ours._replace(head=head, cells=cells))
        return rows

    def undo(document: Document, context: Context) -> Document:
        return change_rows(document, context.gold, context.sign, change)

    return undo


def _has_golds_word(ours: list[bytes], gold: list[bytes]) -> bool:
    return ours[WORD_FIELD] == gold[WORD_FIELD]


def _is_same_word(ours: list[bytes], gold: list[bytes]) -> bool:
    """Return whether the word is gold's in another Unicode form, in quotation marks or in typographic ones."""
    if ours[:WORD_FIELD] != gold[:WORD_FIELD]:
        return False
    golds = _plain(decoded(gold[WORD_FIELD]))
    return any(_plain(text) == golds for text in readings_of(ours[WORD_FIELD]))


def _is_same_letters(ours: list[bytes], gold: list[bytes]) -> bool:
    """Return whether the word is gold's in other capitals."""
    return (
        ours[:WORD_FIELD] == gold[:WORD_FIELD]
        and _plain(decoded(ours[WORD_FIELD])).lower() == _plain(decoded(gold[WORD_FIELD])).lower()
    )


def _has_missing_value(ours: list[bytes], gold: list[bytes]) -> bool:
    """Return whether the word is gold's, or was taken for a missing value, such as the word None."""
    is_lost = gold[WORD_FIELD] in MISSING_VALUES and ours[WORD_FIELD] in (b"", *MISSING_VALUES)
    return is_lost or _has_golds_word(ours, gold)


def _is_at_same_place(ours: list[bytes], gold: list[bytes]) -> bool:
    return ours[:WORD_FIELD] == gold[:WORD_FIELD]


WITHOUT_UNSEEN = dict.fromkeys(map(ord, UNSEEN))


def _plain(text: str) -> str:
    text = normalize("NFC", text.translate(WITHOUT_UNSEEN))
    for mark, written in (
        ("\u201c", "``"),
        ("\u201d", "''"),
        ("\u2018", "`"),
        ("\u2019", "'"),
        ("\u2026", "..."),
    ):
        text = text.replace(mark, written)
    return text.strip('"') or text


FROM_GOLD = "copy the first four columns from the gold file"
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
    *[
        Damage(
            "E603",
            "separators",
            f"{name} separate the columns",
            _by_tabs(sign),
            may_be=_first_has(sign),
            expected="tabs",
        )
        for sign, name in (
            (b",", "commas"),
            (b";", "semicolons"),
            (b"|", "vertical bars"),
            (b" ", "spaces"),
        )
    ],
    Damage(
        "E603",
        "separators",
        "spaces separate the columns",
        _by_runs_of_spaces,
        may_be=_has_no_tabs,
        expected="tabs",
    ),
    Damage(
        "E101",
        "separators",
        "spaces stand for some tabs",
        on_lines(_divided_at_spaces),
        may_be=lambda content: b" " in content,
    ),
    Damage("E101", "broken lines", "lines were broken in two", _with_whole_lines),
    Damage("E101", "joined lines", "two tokens stand in one line", _with_divided_lines),
    Damage(
        "E101",
        "doubled tabs",
        "a tab stands twice",
        on_lines(_without_doubled_tabs),
        may_be=lambda content: b"\t\t" in content,
    ),
    *[
        Damage(
            "W126",
            "quotation marks around cells",
            "cells are in quotation marks",
            on_lines(_unquoted_fields),
            may_be=may_be,
            is_certain=is_certain,
            aborts_as="E101",
        )
        for may_be, is_certain in ((_is_quoted, True), (_has_quoted_field, False))
    ],
    Damage(
        "E101",
        "quotation marks around lines",
        "quotation marks stand around whole lines",
        on_lines(_unquoted_lines),
        may_be=lambda content: b'"\n' in content,
    ),
    Damage(
        "E101",
        "spaces around columns",
        "spaces, or characters that are not seen, stand around columns 1 to 7",
        on_lines(_without_spaces),
        may_be=lambda content: SPACE_AROUND.search(content) is not None,
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
        "E101",
        "columns of numbers",
        "a column of numbers stands before the first one",
        _without_first,
        fix="remove this column",
        may_be=lambda content: re.match(rb" *[0-9]*\t", content.lstrip(b"\n")) is not None,
    ),
    *map(_lacks_columns_before, (1, 2, 3)),
    Damage(
        "E202",
        "columns at the end",
        "the last column is one too many",
        on_rows(_without_last_column),
        shares=("widths",),
        fix="remove the last column",
    ),
    Damage(
        "E202",
        "columns before the annotation",
        "there is a column too many before the annotation",
        on_lines(_without_column_before),
        is_safe=False,
        needs_gold=True,
        shares=("cues",),
        least=0.2,
        fix="give gold's first seven columns",
    ),
    Damage(
        "E108",
        "sentences in gold's order",
        "the sentences stand in another order",
        _in_golds_order,
        needs_gold=True,
        needs_whole=True,
    ),
    Damage(
        "E101",
        "first columns written as in gold",
        "the words are gold's, but file, sentence or token numbers are others",
        _with_golds_head(_has_golds_word),
        needs_gold=True,
        fix=FROM_GOLD,
    ),
    Damage(
        "E101",
        "first columns written as in gold",
        "a program took words for missing values",
        _with_golds_head(_has_missing_value),
        needs_gold=True,
        fix=FROM_GOLD,
    ),
    Damage(
        "E105",
        "words written as in gold",
        "words are in another encoding or Unicode form, or have other quotation marks",
        _with_golds_head(_is_same_word),
        needs_gold=True,
    ),
    Damage(
        "E101",
        "words written as in gold",
        "words have other capital letters",
        _with_golds_head(_is_same_letters),
        needs_gold=True,
        fix=FROM_GOLD,
    ),
    Damage(
        "E101",
        "words written as in gold",
        "the word column holds other strings, such as lemmas",
        _with_golds_head(_is_at_same_place),
        needs_gold=True,
        fix=FROM_GOLD,
        is_safe=False,
        least=0.05,
    ),
)
