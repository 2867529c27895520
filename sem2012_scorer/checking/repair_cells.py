"""Repair the cells of annotation: spaces, quotation marks, the sign for empty cells, *** and strings.

Each public function takes a file's content, in columns with tabs, and returns it with one repair.
`repair` calls them in this order; content without the damage comes back as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..common.columns import DASHED_EMPTY_CELLS, STARS, WORD_FIELD, is_possible_number_of_columns
from ..reading.signs import MISSING_VALUES, OTHER_SIGNS, empty_sign_in_rows, is_sign_meant_as_word
from ..reading.source import source_bytes_as_text, text_as_source_bytes
from .layout import FIRST, layout_has_tabs_at_line_ends
from .meant import NO_WORDS, SPACES, part_meant_by_cell


def remove_spaces(content: bytes) -> bytes:
    """Return annotation cells without spaces around them, and without characters that are not seen."""
    if not any(space.encode() in content for space in SPACES):
        return content

    def stripped(fields: list[bytes]) -> list[bytes]:
        return [_strip_cell(cell, fields[WORD_FIELD]) for cell in fields[FIRST:]]

    return _change_annotated_lines(content, stripped)


def _change_annotated_lines(content: bytes, change: Callable[[list[bytes]], list[bytes]]) -> bytes:
    """Return content with the annotation cells of each annotated line changed; the first seven columns stay."""
    lines = content.split(b"\n")
    for number, line in enumerate(lines):
        fields = line.split(b"\t")
        if len(fields) > FIRST:
            lines[number] = b"\t".join(fields[:FIRST] + change(fields))
    return b"\n".join(lines)


def _strip_cell(cell: bytes, word: bytes) -> bytes:
    """Return a cell without spaces around it, or the cell itself if it has some inside, or nothing else.

    Characters that are not seen stay where the word has them too.
    """
    if b" " not in cell and (cell.isascii() or cell in word):
        return cell
    bare = text_as_source_bytes(source_bytes_as_text(cell).strip(SPACES))
    if not bare or b" " in bare:
        return cell
    return bare


def repair_cells_in_quotes(content: bytes) -> bytes:
    """Return content without the quotation marks around annotation cells, if all cells have them."""
    lines = [line.split(b"\t") for line in content.split(b"\n")]
    cells = [cell for fields in lines for cell in fields[FIRST:] if cell]
    mark = cells[0][:1] if cells else b""
    are_quoted = all(len(cell) > 1 and cell[:1] == cell[-1:] == mark for cell in cells)
    if mark not in (b'"', b"'") or not are_quoted:
        return content

    def unquoted(fields: list[bytes]) -> list[bytes]:
        return [cell[1:-1].replace(mark * 2, mark) for cell in fields[FIRST:]]

    return _change_annotated_lines(content, unquoted)


def repair_cells_with_empty_sign(content: bytes, sign: bytes) -> tuple[bytes, int]:
    """Return content with `sign` in the cells that have the other sign, if none has `sign` now.

    And how many of these cells may not be empty: their word is the other sign. Where such a word would be
    the only cue of its negation, it stays.
    """
    if not sign:
        return content, 0
    rows = [line.split(b"\t") for line in content.split(b"\n")]
    annotated = [row for row in rows if len(row) > FIRST]
    other_sign = empty_sign_in_rows(annotated)
    if other_sign == sign == b"-":
        other_sign = b"_"  # no word is that: in some sentences it may stand for empty
    elif other_sign in (b"", sign) or any(sign in row[FIRST:] for row in annotated):
        return content, 0
    doubtful = 0
    for sentence in _lines_by_sentence(rows):
        cues = _only_cues(sentence, other_sign)
        for row in sentence:
            number = _change_sign(row, other_sign, sign, cues)
            if is_sign_meant_as_word(other_sign, row[WORD_FIELD]):
                doubtful += number
    return b"\n".join(b"\t".join(row) for row in rows), doubtful


def _change_sign(row: list[bytes], other_sign: bytes, sign: bytes, cues: set[int]) -> int:
    """Put `sign` into the cells of a line that have the other; return how many these are.

    If the line's word is the other sign, cells in the columns `cues` stay.
    """
    is_word = is_sign_meant_as_word(other_sign, row[WORD_FIELD])
    number = 0
    for column in range(FIRST, len(row)):
        if row[column] != other_sign or (is_word and column in cues):
            continue
        row[column] = sign
        number += 1
    return number


def _only_cues(sentence: list[list[bytes]], sign: bytes) -> set[int]:
    """Return the cue columns in which every cell is a sign that is also a word of the sentence."""
    if not any(is_sign_meant_as_word(sign, row[WORD_FIELD]) for row in sentence):
        return set()
    width = min(map(len, sentence))
    cues = set()
    for column in range(FIRST, width, 3):
        if all(row[column] == sign for row in sentence):
            cues.add(column)
    return cues


def _is_annotated(row: list[bytes]) -> bool:
    return len(row) > FIRST


def _is_filled(row: list[bytes]) -> bool:
    return row != [b""]


def _lines_by_sentence(
    rows: list[list[bytes]], belongs: Callable[[list[bytes]], bool] = _is_annotated
) -> Iterator[list[list[bytes]]]:
    """Yield the lines of each sentence, those that belong to it: the lists themselves, so that they can be changed.

    Only a blank line ends a sentence: a line with too few columns does not.
    """
    sentence: list[list[bytes]] = []
    for row in rows:
        if belongs(row):
            sentence.append(row)
        elif sentence and not _is_filled(row):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def replace_stray_stars(content: bytes, sign: bytes) -> bytes:
    """Return content with `sign` for *** on some lines of a sentence, if its other lines have negations."""
    annotated = [row for row in _rows_of(content) if len(row) > FIRST]
    empty = sign or empty_sign_in_rows(annotated)
    if not annotated or empty not in DASHED_EMPTY_CELLS:
        return content
    return _change_sentences(content, lambda sentence: _put_signs_for_stars(sentence, empty))


def put_stars_for_missing_columns(content: bytes) -> bytes:
    """Return content with *** on the lines of sentences without annotation columns, if others have them.

    The scorer would count nothing there.
    """
    if not any(len(row) > FIRST for row in _rows_of(content)):
        return content
    return _change_sentences(content, _put_missing_stars)


def _rows_of(content: bytes) -> list[list[bytes]]:
    return [line.split(b"\t") for line in content.split(b"\n")]


def _change_sentences(content: bytes, change: Callable[[list[list[bytes]]], None]) -> bytes:
    """Return content with the lines of each sentence changed; a tab that ends all lines stays there."""
    rows = _rows_of(content)
    # NEGES files end each line with a tab.
    filled_rows = list(filter(_is_filled, rows))
    with_end = [row for row in filled_rows if row[-1] == b""]
    has_end = all(row[-1] == b"" or row[FIRST:] == [STARS] for row in filled_rows)
    # Else the last cell of each line is empty.
    has_end = has_end and all(
        len(row) <= FIRST + 1 or is_possible_number_of_columns(len(row) - 1) for row in with_end
    )
    if has_end:
        for row in with_end:
            row.pop()
    for sentence in _lines_by_sentence(rows, _is_filled):
        change(sentence)
    if has_end:
        for row in with_end:
            row.append(b"")
    return b"\n".join(b"\t".join(row) for row in rows)


def _put_missing_stars(sentence: list[list[bytes]]) -> None:
    """Put *** on the lines of a sentence that end after their seventh column."""
    # Where the last of seven columns is *** itself, one of the columns before it is missing.
    bare = [row[:FIRST] for row in sentence if not any(row[FIRST:])]
    if len(bare) == len(sentence) and all(
        len(row) == FIRST and row[-1] not in (STARS, b"") for row in bare
    ):
        _put_cells(sentence, [STARS])


def _put_signs_for_stars(sentence: list[list[bytes]], sign: bytes) -> None:
    """Put `sign` into the cells of lines with ***, if all other lines have as many columns of negations.

    Not where the file or the sentence number changes: there a blank line is missing.
    """
    if len({tuple(row[:2]) for row in sentence}) > 1:
        return
    widths = {len(row) for row in sentence if row[FIRST:] != [STARS]}
    if len(widths) != 1:
        return
    width = widths.pop()
    if width > FIRST + 1 and (width - FIRST) % 3 == 0:
        stray = [row for row in sentence if row[FIRST:] == [STARS]]
        _put_cells(stray, [sign] * (width - FIRST))


def _put_cells(rows: list[list[bytes]], cells: list[bytes]) -> None:
    """Put annotation cells into lines, in place of those that they have."""
    for row in rows:
        row[FIRST:] = cells


def remove_padding(content: bytes) -> bytes:
    """Return content without the last columns of sentences that a spreadsheet or pandas has added.

    Spaces behind a tab that ends a line, as in NEGES files, go too.
    """
    if b"\t " in content:
        rows = _rows_of(content)
        for row in rows:
            if _has_spaces_behind(row):
                row[-1] = b""
        content = b"\n".join(b"\t".join(row) for row in rows)
    if not any(b"\t" + value in content for value in MISSING_VALUES):
        return content
    rows = [line.split(b"\t") for line in content.split(b"\n")]
    for sentence in _lines_by_sentence(rows, _is_filled):
        if len({len(row) for row in sentence}) == 1 and len(sentence[0]) > FIRST:
            _drop_padding(sentence)
    return b"\n".join(b"\t".join(row) for row in rows)


def _has_spaces_behind(row: list[bytes]) -> bool:
    """Return whether a line has only spaces after a possible number of columns."""
    columns = len(row) - 1
    is_possible = columns > FIRST and is_possible_number_of_columns(columns)
    return is_possible and row[-1] != b"" and not row[-1].strip(b" ")


def put_stars_for_empty_negations(content: bytes) -> bytes:
    """Return content without the columns of negations that hold no word; `***` if no negation is left.

    Such a negation has one sign in all cells of its three columns, or in the only one: - - -, -, ****.
    """
    rows = _rows_of(content)
    sentences = list(_lines_by_sentence(rows, _is_filled))
    for sentence, is_divided in zip(sentences, _are_divided(sentences)):
        width = len(sentence[0])
        if width <= FIRST or any(len(row) != width for row in sentence):
            continue
        if is_divided:
            continue  # its word may stand on the other side of a blank line
        # NEGES files end each line with a tab.
        has_end = width > FIRST + 1 and all(row[-1] == b"" for row in sentence)
        if has_end:
            for row in sentence:
                row.pop()
        _drop_empty_negations(sentence, len(sentence[0]))
        if has_end:
            for row in sentence:
                row.append(b"")
    return b"\n".join(b"\t".join(row) for row in rows)


def _are_divided(sentences: list[list[list[bytes]]]) -> list[bool]:
    """Return for each sentence whether the one before or after it has the same file and number, where these change."""
    names = [tuple(sentence[0][:2]) for sentence in sentences]
    if 2 * len(set(names)) <= len(names):
        return [False for _ in names]
    around = zip([None, *names[:-1]], names, [*names[1:], None])
    return [name in (before, after) for before, name, after in around]


def _drop_padding(sentence: list[list[bytes]]) -> None:
    """Take the last columns from all lines of a sentence that a spreadsheet or pandas has added.

    They hold one sign for a missing value everywhere; as many stay as make a possible number of columns.
    """
    end = width = len(sentence[0])
    while end > FIRST + 1 and _is_padding(sentence, end - 1):
        end -= 1
    for new_width in range(end, width):
        is_stars = new_width == FIRST + 1 and all(row[FIRST] == STARS for row in sentence)
        if is_stars or (new_width > FIRST and (new_width - FIRST) % 3 == 0):
            for row in sentence:
                del row[new_width:]
            return


def _is_padding(sentence: list[list[bytes]], column: int) -> bool:
    """Return whether a column holds signs for a missing value alone, none of which may be the word of its line."""
    for row in sentence:
        sign = row[column]
        if sign not in MISSING_VALUES or is_sign_meant_as_word(sign, row[WORD_FIELD]):
            return False
    return True


def _drop_empty_negations(sentence: list[list[bytes]], width: int) -> None:
    """Take the columns of negations without a word out of all lines of a sentence."""
    if all(row[FIRST:] == [STARS] for row in sentence):
        return
    if width > FIRST + 1 and (width - FIRST) % 3 != 0:
        return  # it is not known which columns belong together
    for start in reversed(range(FIRST, width, 3)):
        if _is_empty_negation(sentence, start):
            for row in sentence:
                del row[start : start + 3]
    if all(len(row) == FIRST for row in sentence):
        for row in sentence:
            row.append(STARS)


def _is_empty_negation(sentence: list[list[bytes]], start: int) -> bool:
    """Return whether one sign, which is no word of the sentence, stands in all cells of a negation."""
    cells: set[bytes] = set()
    for row in sentence:
        cells.update(row[start : start + 3])
    if all(row[start] == STARS for row in sentence) and cells - {STARS} <= {*DASHED_EMPTY_CELLS}:
        return True  # *** with signs for empty cells beside it
    if len(cells) != 1:
        return False
    (cell,) = cells
    if len(sentence) == 1 and cell == sentence[0][WORD_FIELD]:
        return False  # the sentence is that word
    if cell in NO_WORDS:
        return True
    # The letters of a sign may stand in some words, but a cue of all tokens would be a part of each.
    return cell in OTHER_SIGNS and not all(cell in row[WORD_FIELD] for row in sentence)


def fill_empty_cells(content: bytes, sign: bytes) -> tuple[bytes, int]:
    """Return content with `sign` in cells that are really empty, and their number.

    Empty cells that end all lines of a sentence stay: the scorer does not see them.
    """
    if not sign:
        return content, 0
    rows = _rows_of(content)
    with_end: list[list[bytes]] = []
    if layout_has_tabs_at_line_ends(content):
        with_end = [row for row in rows if len(row) > FIRST and row[-1] == b""]
    for row in with_end:
        row.pop()
    number = sum([_fill_sentence(sentence, sign) for sentence in _lines_by_sentence(rows)])
    if not number:
        return content, 0
    for row in with_end:
        row.append(b"")
    return b"\n".join(b"\t".join(row) for row in rows), number


def _fill_sentence(sentence: list[list[bytes]], sign: bytes) -> int:
    """Put `sign` into the empty cells of a sentence, and return their number."""
    seen = max(len(b"\t".join(row).rstrip(b"\t").split(b"\t")) for row in sentence)
    if seen <= FIRST or all(row[FIRST] == STARS for row in sentence):
        return 0
    number = 0
    end = seen + (FIRST - seen) % 3  # the last column of the last negation
    for row in sentence:
        if len(row) >= end:
            number += row[FIRST:end].count(b"")
            row[FIRST:end] = [cell or sign for cell in row[FIRST:end]]
    return number


def put_sign_for_foreign_signs(content: bytes, sign: bytes) -> bytes:
    """Return content with `sign` in cells that hold the sign of another program, and no part of their word."""
    if not sign:
        return content
    others = {b"-", b"_", *MISSING_VALUES} - {sign}

    def fill_columns(sentence: list[list[bytes]]) -> None:
        """Put the sign into columns that hold another one on every line, also where that is the word."""
        if len({len(row) for row in sentence}) > 1 or len(sentence) == 1:
            return
        for column in range(FIRST, len(sentence[0])):
            cells = {row[column] for row in sentence}
            if len(cells) == 1 and cells <= others:
                for row in sentence:
                    row[column] = sign

    content = _change_sentences(content, fill_columns)

    def signed(fields: list[bytes]) -> list[bytes]:
        word = fields[WORD_FIELD]
        cells = fields[FIRST:]
        for column, cell in enumerate(cells):
            if cell not in others:
                continue
            # A dash inside a longer word, such as "--", is no string of it.
            is_dash = cell in DASHED_EMPTY_CELLS and cell != word
            if is_dash or (cell not in word and not is_sign_meant_as_word(cell, word)):
                cells[column] = sign
        return cells

    return _change_annotated_lines(content, signed)


def put_strings_of_words(content: bytes, gold: bytes = b"") -> bytes:
    """Return content with the strings of their words in cells that mean them in other letters.

    The words are not to be trusted where gold has a cell's string in its word, or without gold if no word of the file has a
    capital letter: then the word column may be wrong, and the cell right.
    """
    rows = _rows_of(content)
    tokens = list(filter(_is_filled, rows))
    golds_words = _words_of(gold)
    if len(golds_words) != len(tokens):
        golds_words = []
    are_lowered = not golds_words and not any(map(_has_capital, _words_of(content)))
    strings = unclear = 0
    for number, row in enumerate(tokens):
        if len(row) <= FIRST:
            continue
        word = row[WORD_FIELD]
        for column, cell in enumerate(row[FIRST:], start=FIRST):
            if not cell or cell in NO_WORDS:
                continue
            if cell in OTHER_SIGNS and not is_sign_meant_as_word(cell, word):
                continue
            strings += 1
            if cell in word:
                continue
            part = part_meant_by_cell(cell, word)
            if part is None:
                unclear += 1
            elif golds_words and cell in golds_words[number]:
                continue
            elif not (are_lowered and _has_capital(cell)):
                row[column] = part
    if 2 * unclear > strings:
        # The cells hold labels, some of which look like a letter of their word.
        return content
    return b"\n".join(b"\t".join(row) for row in rows)


def _words_of(content: bytes) -> list[bytes]:
    """Return the words of the lines that are not blank, "" for a line without a word column."""
    filled = [row for row in _rows_of(content) if _is_filled(row)]
    return [row[WORD_FIELD] if len(row) > WORD_FIELD else b"" for row in filled]


def _has_capital(text: bytes) -> bool:
    """Return whether a text has a capital letter."""
    decoded = source_bytes_as_text(text)
    return decoded != decoded.lower()
