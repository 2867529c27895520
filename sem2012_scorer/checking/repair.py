"""Repair a file's bytes, layout and cells; no negation with a word in its cue column goes or comes."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator

from ..common.columns import COMPARED_FIELDS, DASHED_EMPTY_CELLS, STARS, WORD_FIELD
from ..common.wording import plural
from ..port.scripts import ORIGINALS
from ..reading.kinds import BLANKS, MISSING_VALUES, OTHER_SIGNS, separator_of, sign_in, sign_of
from ..reading.source import Source, as_bytes, as_text, odd_line_end
from .against_gold import OTHER_ORDER
from .check import check_files, converted, is_of_cells
from .findings import CHANGE_SCORES, CODES
from .layout import BOM, FIRST, is_comment, is_header, is_quoted, is_utf8
from .meant import NO_WORDS, SPACES, bare_field, is_same_word, part_meant
from .result import INVALID, NOT_READ, REFUSED, SCORABLE, VALID, Checked
from .scorer_run import task_sign
from .suggest import Call

REPAIRED = ("W117", "W126", "W401", "W402", "W404", "W405", "W406", "W901", "W913")
"""The warnings that a repair can take away: for others, none is tried."""
MOST_FOREIGN = (
    0.1  # the share of cells that are no part of their word in a file that counts as repaired
)
LONGEST_TRIED = (
    1 << 23
)  # bytes: of a longer file no repair is tried unasked, which would take minutes
WIDE_ENCODINGS = {
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


def fixed(content: bytes, sign: bytes = b"", gold: bytes = b"") -> tuple[bytes, list[str]]:
    """Return a file's content with its bytes and layout repaired, and what was repaired.

    `sign` is what gold, or the task, writes into empty cells; if it is given, so
    does the copy. If `gold` is given, and the tokens are gold's, sentences end where gold's do.
    Repairing twice gives the same as repairing once.
    """
    done: list[str] = []
    # Some repairs show what another has to do.
    before = None
    while content != before:
        before, (content, more) = content, _repaired_once(content, sign, gold)
        done += more
    return content, list(dict.fromkeys(done))


def _divided_as_gold(content: bytes, gold: bytes) -> bytes:
    """Return content with a blank line after each sentence of gold, if its tokens are gold's in gold's order."""
    tokens = [line for line in content.split(b"\n") if line.strip(BLANKS)]
    gold_lines = [line.rstrip(b"\r") for line in gold.split(b"\n")]
    golds = [line for line in gold_lines if line.strip(BLANKS)]
    if not golds or list(map(_token_of, tokens)) != list(map(_token_of, golds)):
        return content
    divided: list[bytes] = []
    rest = iter(tokens)
    for line in [*gold_lines, b""]:
        if line.strip(BLANKS):
            divided.append(next(rest))
        elif divided and divided[-1]:
            divided.append(b"")
    return b"\n".join(divided) + b"\n"


def _with_golds_words(content: bytes, gold: bytes) -> bytes:
    """Return content with gold's words, if they differ from gold's only in encoding, Unicode form or quotation marks."""
    lines = content.split(b"\n")
    tokens = [number for number, line in enumerate(lines) if line.strip(BLANKS)]
    golds = [line.split(b"\t") for line in gold.split(b"\n") if line.strip(BLANKS)]
    if len(tokens) != len(golds):
        return content
    for number, golds_fields in zip(tokens, golds):
        fields = lines[number].split(b"\t")
        ours, theirs = fields[:COMPARED_FIELDS], golds_fields[:COMPARED_FIELDS]
        if ours == theirs:
            continue
        bare = list(map(bare_field, ours))
        if len(bare) < COMPARED_FIELDS or len(theirs) < COMPARED_FIELDS:
            return content
        if bare[:WORD_FIELD] != theirs[:WORD_FIELD]:
            return content
        if not is_same_word(bare[WORD_FIELD], theirs[WORD_FIELD]):
            return content
        lines[number] = b"\t".join([*theirs, *fields[COMPARED_FIELDS:]])
    return b"\n".join(lines)


def _token_of(line: bytes) -> bytes:
    """Return the columns of a line that must be gold's."""
    return b"\t".join(line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS])


def _repaired_once(content: bytes, sign: bytes, gold: bytes) -> tuple[bytes, list[str]]:
    done: list[str] = []

    def step(name: str, new: bytes) -> bytes:
        if new != content:
            done.append(name)
        return new

    content = step("encoding", _as_utf8(content))
    if content.startswith(tuple(WIDE_ENCODINGS)) or 4 * content.count(b"\0") > len(content):
        return content, done  # no text: any repair may make another of it
    content = step("line ends", re.sub(rb"\r+(\n|\Z)", rb"\1", content))
    marks = rb"\A([ \t\r]*\n|%s)+" % BOM
    unmarked = re.sub(marks, lambda match: match[0].replace(BOM, b""), content)
    content = step("byte-order mark", unmarked)
    odd = odd_line_end(content)
    if odd:
        content = step("line ends", content.replace(odd, b"\n"))
    content = step("lines that are not tokens", _without_comments(content))
    content = step("separators", _with_tabs(content))
    bare = re.sub(rb"(?m)^[ \t\r\x0b\x0c]+$", b"", content).lstrip(b"\n")
    content = step("blank lines", re.sub(rb"\n{3,}", b"\n\n", bare))
    last = content.rstrip(b"\n").rpartition(b"\n")[2]
    if b"\t" in last or content.endswith(b"\n"):  # else it is no line of a token
        content = step("final blank line", content.rstrip(b"\n") + b"\n\n")
    content = step("blank lines, as in gold", _divided_as_gold(content, gold))
    content = step("words, as in gold", _with_golds_words(content, gold))
    content = step("spaces around cells", _without_spaces(content))
    content = step("quotation marks around cells", _without_quotes(content))
    signed, doubtful = _with_sign(content, sign)
    words = f" ({doubtful} cells of words that are that sign themselves)" if doubtful else ""
    content = step("sign for empty cells" + words, signed)
    content = step("*** where there is no negation", _with_stars(content))
    filled, number = _filled(content, sign)
    content = step(f"empty cells ({number:,}), which the scorer takes for words", filled)
    content = step("other signs for empty cells", _with_one_sign(content, sign))
    content = step("strings of cells, as in their words", _with_parts(content))
    return content, done


def _without_comments(content: bytes) -> bytes:
    """Return content without comments, fences of code and the line that names the columns."""
    lines = content.split(b"\n")
    first = next((number for number, line in enumerate(lines) if line.strip(BLANKS)), 0)
    if is_header(lines[first]):
        del lines[first]
    return b"\n".join([line for line in lines if not is_comment(line)])


def _as_utf8(content: bytes) -> bytes:
    for mark, encoding in WIDE_ENCODINGS.items():
        if content.startswith(mark):
            try:
                return content.decode(encoding).encode()
            except UnicodeDecodeError:
                return content
    try:
        content.decode()
        return content
    except UnicodeDecodeError:
        lines = content.split(b"\n")
        # A file in two encodings, or with broken bytes, is left as it is.
        if b"\0" in content or any(not line.isascii() and is_utf8(line) for line in lines):
            return content
        try:
            return content.decode("cp1252").encode()
        except UnicodeDecodeError:
            return content


def _with_tabs(content: bytes) -> bytes:
    """Return lines with tabs and without quotation marks, if all have a possible number of columns.

    Lines that have tabs stay, unless all cells of the first are in quotation marks.
    """
    lines = content.split(b"\n")
    first = next((line for line in lines if line.strip(BLANKS)), b"")
    separator = b"\t" if is_quoted(first) else separator_of(first)
    if not separator or (b"\t" in content and separator != b"\t"):
        return content
    has_quotes = separator != b" " and b'"' in content
    new = []
    for line in lines:
        line = line.strip(b" ") if separator == b" " else line
        cells = re.split(rb" +", line) if separator == b" " else line.split(separator)
        if has_quotes and line.strip(BLANKS):
            try:
                rows = csv.reader([line.decode()], delimiter=separator.decode(), strict=True)
                cells = [cell.encode() for cell in next(rows)]
            except (csv.Error, UnicodeDecodeError):
                return content
        while cells and not cells[-1].strip():
            cells.pop()  # official files end their lines with a separator
        if line.strip(BLANKS) and len(cells) != FIRST + 1 and len(cells) % 3 != 1:
            return content
        new.append(b"\t".join(cells))
    return b"\n".join(new)


def _by_lines(content: bytes, change: Callable[[list[bytes]], list[bytes]]) -> bytes:
    """Return content with the annotation cells of each annotated line changed; the first seven columns stay."""
    lines = content.split(b"\n")
    for number, line in enumerate(lines):
        fields = line.split(b"\t")
        if len(fields) > FIRST:
            lines[number] = b"\t".join([*fields[:FIRST], *change(fields)])
    return b"\n".join(lines)


def _without_spaces(content: bytes) -> bytes:
    """Return annotation cells without spaces around them, and without characters that are not seen."""
    if not any(space.encode() in content for space in SPACES):
        return content

    def stripped(fields: list[bytes]) -> list[bytes]:
        return [_stripped(cell, fields[WORD_FIELD]) for cell in fields[FIRST:]]

    return _by_lines(content, stripped)


def _stripped(cell: bytes, word: bytes) -> bytes:
    """Return a cell without spaces around it, or the cell itself if it has some inside, or nothing else.

    Characters that are not seen stay where the word has them too.
    """
    if b" " not in cell and (cell.isascii() or cell in word):
        return cell
    bare = as_bytes(as_text(cell).strip(SPACES))
    if not bare or b" " in bare:
        return cell
    return bare


def _without_quotes(content: bytes) -> bytes:
    """Return content without the quotation marks around annotation cells, if all cells have them."""
    lines = [line.split(b"\t") for line in content.split(b"\n")]
    cells = [cell for fields in lines for cell in fields[FIRST:] if cell]
    mark = cells[0][:1] if cells else b""
    are_quoted = all(len(cell) > 1 and cell[:1] == cell[-1:] == mark for cell in cells)
    if mark not in (b'"', b"'") or not are_quoted:
        return content

    def unquoted(fields: list[bytes]) -> list[bytes]:
        return [cell[1:-1].replace(mark * 2, mark) for cell in fields[FIRST:]]

    return _by_lines(content, unquoted)


def _with_sign(content: bytes, sign: bytes) -> tuple[bytes, int]:
    """Return content with `sign` in the cells that have the other sign, if none has `sign` now.

    And how many of these cells may not be empty: their word is the other sign. Where such a word would be
    the only cue of its negation, it stays.
    """
    if not sign:
        return content, 0
    rows = [line.split(b"\t") for line in content.split(b"\n")]
    annotated = [row for row in rows if len(row) > FIRST + 1]
    other_sign = sign_in(annotated)
    if other_sign in (b"", sign) or any(sign in row[FIRST:] for row in annotated):
        return content, 0
    doubtful = 0
    for sentence in _sentences_of(rows):
        cues = _only_cues(sentence, other_sign)
        for row in sentence:
            for column in range(FIRST, len(row)):
                if row[column] != other_sign or (row[3] == other_sign and column in cues):
                    continue
                doubtful += row[3] == other_sign
                row[column] = sign
    return b"\n".join(b"\t".join(row) for row in rows), doubtful


def _only_cues(sentence: list[list[bytes]], sign: bytes) -> set[int]:
    """Return the cue columns in which every cell is a sign that is also a word of the sentence."""
    if not any(row[3] == sign for row in sentence):
        return set()
    width = min(map(len, sentence))
    cue_columns = range(FIRST, width, 3)
    return {column for column in cue_columns if all(row[column] == sign for row in sentence)}


def _sentences_of(rows: list[list[bytes]]) -> Iterator[list[list[bytes]]]:
    """Yield the annotated lines of each sentence: the lists themselves, so that they can be changed."""
    sentence: list[list[bytes]] = []
    for row in [*rows, [b""]]:
        if len(row) > FIRST:
            sentence.append(row)
        elif sentence:
            yield sentence
            sentence = []


def _with_stars(content: bytes) -> bytes:
    """Return content without the columns of negations that hold no word; `***` if no negation is left.

    Such a negation has one sign in all cells of its three columns, or in the only one: - - -, -, ****.
    """
    rows = [line.split(b"\t") for line in content.split(b"\n")]
    for sentence in _sentences_of(rows):
        width = len(sentence[0])
        if any(len(row) != width for row in sentence):
            continue
        # NEGES files end each line with a tab.
        has_end = width > FIRST + 1 and all(row[-1] == b"" for row in sentence)
        if has_end:
            for row in sentence:
                row.pop()
        _drop_padding(sentence)
        _drop_empty_negations(sentence, len(sentence[0]))
        if has_end:
            for row in sentence:
                row.append(b"")
    return b"\n".join(b"\t".join(row) for row in rows)


def _drop_padding(sentence: list[list[bytes]]) -> None:
    """Take the last columns from all lines of a sentence that a spreadsheet or pandas has added.

    They hold one sign for a missing value everywhere; as many stay as make a possible number of columns.
    """
    width = len(sentence[0])
    end = width
    if any(row[WORD_FIELD] in MISSING_VALUES for row in sentence):
        return  # they may be words
    while end > FIRST + 1 and {row[end - 1] for row in sentence} <= MISSING_VALUES:
        end -= 1
    for new_width in range(end, width):
        is_stars = new_width == FIRST + 1 and all(row[FIRST] == STARS for row in sentence)
        if is_stars or (new_width > FIRST and (new_width - FIRST) % 3 == 0):
            for row in sentence:
                del row[new_width:]
            return


def _drop_empty_negations(sentence: list[list[bytes]], width: int) -> None:
    """Take the columns of negations without a word out of all lines of a sentence."""
    if all(row[FIRST:] == [STARS] for row in sentence):
        return
    for start in [*range(FIRST, width, 3)][::-1]:
        cells = {cell for row in sentence for cell in row[start : start + 3]}
        is_word = len(sentence) == 1 and cells <= {sentence[0][3]}
        if len(cells) == 1 and not is_word and _is_no_word(cells, sentence):
            for row in sentence:
                del row[start : start + 3]
    if all(len(row) == FIRST for row in sentence):
        for row in sentence:
            row.append(STARS)


def _is_no_word(cells: set[bytes], sentence: list[list[bytes]]) -> bool:
    """Return whether what stands in all cells of a negation is no word at all, or none of this sentence."""
    (cell,) = cells
    if cell in NO_WORDS:
        return True
    return cell in OTHER_SIGNS and not any(cell in row[WORD_FIELD] for row in sentence)


def _filled(content: bytes, sign: bytes) -> tuple[bytes, int]:
    """Return content with `sign` in cells that are really empty, and their number.

    Empty cells that end all lines of a sentence stay: the scorer does not see them.
    """
    if not sign:
        return content, 0
    rows = [line.split(b"\t") for line in content.split(b"\n")]
    number = 0
    for sentence in _sentences_of(rows):
        seen = max(len(b"\t".join(row).rstrip(b"\t").split(b"\t")) for row in sentence)
        if seen <= FIRST + 1:  # *** alone
            continue
        end = seen + (FIRST - seen) % 3  # the last column of the last negation
        for row in sentence:
            if len(row) >= end:
                number += row[FIRST:end].count(b"")
                row[FIRST:end] = [cell or sign for cell in row[FIRST:end]]
    return (b"\n".join(b"\t".join(row) for row in rows), number) if number else (content, 0)


def _with_one_sign(content: bytes, sign: bytes) -> bytes:
    """Return content with `sign` in cells that hold the sign of another program, and no part of their word."""
    if not sign:
        return content
    others = {b"-", b"_", *MISSING_VALUES} - {sign}

    def signed(fields: list[bytes]) -> list[bytes]:
        word = fields[WORD_FIELD]
        # A dash inside a longer word, such as "--", is no string of it.
        return [
            sign
            if c in others and (c not in word or (c in DASHED_EMPTY_CELLS and c != word))
            else c
            for c in fields[FIRST:]
        ]

    return _by_lines(content, signed)


def _with_parts(content: bytes) -> bytes:
    """Return content with the strings of their words in cells that mean them in other letters."""

    def parts(fields: list[bytes]) -> list[bytes]:
        word = fields[3]
        cells = fields[FIRST:]
        for place, cell in enumerate(cells):
            if cell and cell not in word and cell not in NO_WORDS:
                cells[place] = part_meant(cell, word) or cell
        return cells

    return _by_lines(content, parts)


def repaired_copy(
    gold: Source | None, system: Source, before: Checked, target: str, scorer: str
) -> tuple[bytes | None, Checked, str]:
    """Return the repaired copy of a file, called `target`, the verdict on it, and a line on both.

    `before` is the verdict on the file. There is no copy (None) of what is not in columns, nor where it
    would abort and the file does not.
    """
    name = system.name
    if before.verdict in (NOT_READ, SCORABLE, REFUSED):
        why = before.reason.partition("\n")[0]
        why = "convert makes columns of predictions" if before.verdict == SCORABLE else why
        return None, before, f"{name}: not repaired: {why}"
    in_gold = gold.content() if gold is not None else b""
    content, done = fixed(system.content(), wanted_sign(gold, scorer), in_gold)
    after = check_files(gold, Source(content=content, name=target), scorer)
    if "E601" in after.places:
        return None, after, f"{name}: not repaired: no text that can be read"
    if after.verdict == INVALID and before.verdict != INVALID:
        return None, after, f"{target}: not written: gold has the same layout; fix gold first"
    repairs = ", ".join(done) or "nothing, this is an unchanged copy"
    verdict = after.headline.partition("\n")[0]
    left = [
        f"{code} {CODES[code].title} ({plural(n, 'place')})"
        for code, n in sorted(after.places.items())
    ]
    not_repaired = f"; not repaired: {', '.join(left)}" if left else ""
    return content, after, f"{target}: {verdict}; repaired: {repairs}{not_repaired}"


def wanted_sign(gold: Source | None, scorer: str) -> bytes:
    """Return the sign for empty cells of gold, or of the scorer's task; b"" if neither is known."""
    sign = b"" if gold is None else sign_of(gold)
    return sign or task_sign(ORIGINALS[scorer])


def with_repairs(call: Call, checked: Checked) -> Checked:
    """Return a verdict with the command that makes a valid file of this one, if one does: each is tried.

    None is tried of a file of more than `LONGEST_TRIED` bytes.
    """
    if checked.verdict not in (INVALID, VALID) or not checked.places:
        return checked
    for file in (call.gold, call.system):
        if file is not None and len(file.head(LONGEST_TRIED + 1)) > LONGEST_TRIED:
            return checked
    if checked.verdict == VALID and not {*checked.places} & {*REPAIRED}:
        return checked
    if any(finding.cause.startswith(OTHER_ORDER) for finding in checked.findings):
        return checked  # any repair would take one part for another
    after = _if_better(call, call.gold, _repaired(call.system, call.gold, call.scorer), checked)
    command = call.fix
    if after is None and checked.verdict == INVALID and call.gold is not None:
        gold = _repaired(call.gold, None, call.scorer)
        after, command = _if_better(call, gold, call.system, checked), call.fix_gold
        if after is None and not is_of_cells(checked):
            after, command = _if_better(call, call.gold, converted(call), checked), call.convert
    if after is None:
        return checked
    new = {*after.places} - {*checked.places}
    left = tuple(sorted(({*after.places} & {*CHANGE_SCORES, "W114"}) | (new & {"W909"})))
    return checked._replace(commands=(command(),), repaired_f1=after.f1, left=left)


def _repaired(source: Source, gold: Source | None, scorer: str) -> Source | None:
    if gold is None:
        content, done = fixed(source.content())
    else:
        content, done = fixed(source.content(), wanted_sign(gold, scorer), gold.content())
    return Source(content=content, name=source.name) if done else None


def _if_better(
    call: Call, gold: Source | None, system: Source | None, before: Checked
) -> Checked | None:
    """Return the verdict on other files than those of a call if it is valid, with fewer kinds of findings.

    An error that becomes a warning is better; nothing is if no negation is left.
    """
    if system is None or (gold is None and call.gold is not None):
        return None
    after = check_files(gold, system, call.scorer, 1)
    if before.verdict == VALID and len(after.places) == len(before.places):
        return None
    is_empty = after.contents.negations == 0 or after.f1 == "0.00"
    are_words = after.contents.foreign <= MOST_FOREIGN * after.contents.strings
    is_better = after.verdict == VALID and len(after.places) <= len(before.places)
    return after if is_better and are_words and not is_empty else None
