"""A label for each token: in a line of its own, or joined to its word as in ``No|B-CUE hay|O``.

Begin at `read_labels`, which asks `label_formats` for the columns of a file unless --fields gives them.
"""

from __future__ import annotations

import csv
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, groupby, islice

from ...common.columns import CUE, PARTS, SCOPE
from ...common.wording import joined_by_and, plural, shortened_list, shortly
from ..label_names import Label, columns_of_label_names, is_label
from ..lines import line_that_begins_json, names_separator, pair_items, sign_of_pairs
from ..notes import Note, constant_note, counting_note
from ..signs import NAMES_OF_PREDICTIONS, NAMES_OF_SENTENCES, NAMES_OF_WORDS
from .label_formats import (
    Columns,
    Row,
    Table,
    layers_of_labels,
    only_column_of_labels,
    recognized_columns,
)
from .label_reader import FIELDS_TO_GIVE, LabelReader
from .model import Predicted, PredictionError, ranges_of_compared_characters

NO_BLANK_LINES = constant_note(
    "there are no blank lines; the file was divided into sentences as gold is"
)
TAGS = counting_note(
    "the [tag after $ was ignored (1 sentence)|tags after $ were ignored ({} sentences)]"
)
COMMENT = "# "  # how a line begins that is no token
JSON_BELOW = (
    "JSON begins here, below other text",
    "remove what stands above it, or give --from json",
)


def read_labels(
    text: str,
    file: str,
    fields: Mapping[str, list[str]],
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]] = (),
) -> tuple[list[Predicted], Counter[Note]]:
    """Return the sentences of a file with one token per line, and counts of what was decided.

    `gold` are the words of gold's sentences, if they are known: they say where sentences end in a file
    without blank lines.
    """
    table = _table_of(text, file, fields, gold)
    reader = LabelReader(file, meanings, partial(_fields_to_give, table, text, file, meanings))
    if fields:
        reader = LabelReader(file, meanings)
        columns = _columns_by_fields(table, fields, reader)
    else:
        table, columns = recognized_columns(table, reader)
    found = []
    reader.check_labels(columns.labels_in(chain.from_iterable(table.blocks)))
    for block in _sentences_of(table, columns, reader):
        words = tuple([row[columns.word] for _, row in block])
        for (line, _), word in zip(block, words):
            if not word.strip():
                raise reader.refusal(line, "the word is empty")
        layers = columns.layers(block, columns, reader, ranges_of_compared_characters(words))
        found.append(Predicted(block[0][0], words, tuple(layers), one_label=bool(columns.labels)))
    reader.finish()
    _note_labels_not_read(table, columns, reader)
    return found, reader.notes


def refusal_of_columns_with_labels(
    text: str, file: str, gold: Sequence[Sequence[str]]
) -> PredictionError:
    """Return the refusal of a file with the number of columns of CD-SCO, whose last ones hold labels."""
    table = _table_of(text, file, {}, gold)
    reader = LabelReader(file, {}, partial(_fields_to_give, table, text, file, {}))
    below = table.rows[1:] if table.is_header else table.rows
    numbers = [str(column + 1) for column in columns_of_label_names(below, {})]
    columns = "column" if len(numbers) == 1 else "columns"
    holds = "holds" if len(numbers) == 1 else "hold"
    what = f"{columns} {joined_by_and(numbers)} {holds} labels, and not strings of cues and scopes"
    return reader.refusal(table.first[0], what)


def read_pairs(
    text: str, file: str, fields: Mapping[str, list[str]], meanings: Mapping[str, Label]
) -> tuple[list[Predicted], Counter[Note]]:
    """Return the sentences of a file of pairs; a tag after ``$`` is cut if every word has one."""
    reader = LabelReader(file, meanings)
    lines = [(n, pair_items(line)) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    rows = _rows_of_pairs(lines, file, meanings)
    is_tagged = all(word.rpartition("$")[0] for _, pairs in rows for word, _, _ in pairs)
    reader.check_labels((line, label, "") for line, pairs in rows for _, _, label in pairs)
    found = []
    for line, pairs in rows:
        words = tuple([word for word, _, _ in pairs])
        if is_tagged:
            words = tuple([word.rpartition("$")[0] for word in words])
        labels = [reader.label(label) for _, _, label in pairs]
        layer = reader.layer([line] * len(words), labels, ranges_of_compared_characters(words))
        found.append(Predicted(line, words, (tuple(layer),), one_label=True))
    if is_tagged and found:
        reader.notes[TAGS] += len(found)
    reader.finish()
    return found, reader.notes


def _rows_of_pairs(
    lines: Sequence[tuple[int, list[str]]], file: str, meanings: Mapping[str, Label]
) -> list[tuple[int, list[tuple[str, str, str]]]]:
    """Return the words and labels of each line; the first line in which all words have one tells what joins them."""
    signs = (sign_of_pairs(" ".join(items), meanings) for _, items in lines)
    sign = next(filter(None, signs), "|")
    rows = [(line, [item.rpartition(sign) for item in items]) for line, items in lines]
    for line, pairs in rows:
        without = [label for word, _, label in pairs if not word]
        if without:
            what = f"{shortly(without[0])} has no label"
            raise PredictionError(file, line, what, f"write WORD{sign}LABEL for every word")
    return rows


# ---------------------------------------------------------------------------
# Rows


def _table_of(
    text: str, file: str, fields: Mapping[str, list[str]], gold: Sequence[Sequence[str]]
) -> Table:
    """Return the rows of a file; the first of them is a header if --fields names a column by a word."""
    lines = list(enumerate(text.split("\n"), start=1))
    if names_separator(lines[0][1].encode()):
        del lines[0]  # a spreadsheet's
    filled = [(number, line) for number, line in lines if line.strip()]
    json_at = line_that_begins_json([line.strip() for _, line in filled])
    if json_at > 0 and not fields:
        raise PredictionError(file, filled[json_at][0], *JSON_BELOW)
    tokens = [line for _, line in filled if not line.startswith(COMMENT)]
    separator = _separator_of(*[*tokens[:2], "", ""][:2])
    blocks = _blocks_of(lines, separator, file)
    names: list[str] = []
    if blocks and not all(name.isdecimal() for name in chain.from_iterable(fields.values())):
        _, names = blocks[0].pop(0)
    blocks = [block for block in blocks if block and block[0][1]]
    if not blocks:
        raise PredictionError(file, None, "no line with a token")
    return Table(blocks, names, separator, gold)


def _blocks_of(lines: Sequence[tuple[int, str]], separator: str, file: str) -> list[list[Row]]:
    """Return the rows between blank lines."""
    blocks: list[list[Row]] = [[]]
    for number, line in lines:
        if not line.strip():
            blocks.append([])
        # Where blanks separate the fields, "#" may be a token.
        elif separator == " " or not line.startswith(COMMENT):
            blocks[-1].append((number, _fields_of_line(line, separator, file)))
    return [block for block in blocks if block]


def _separator_of(line: str, following: str) -> str:
    """Return what separates the fields of a file, seen at its first line and the next: a tab, a comma or blanks."""
    if "\t" in line:
        return "\t"
    # Commas that are tokens themselves, as in ", O", or end one, as in "Well, O", do not separate.
    commas = line.strip(",").count(",")
    fields = line.split()
    if not commas or (len(fields) == 2 and "," not in fields[1] and is_label(fields[1], {})):
        return " "
    if " " not in line.split(",")[0] or (commas > 1 and following.count(",") == commas):
        return ","
    return " "


def _fields_of_line(line: str, separator: str, file: str) -> list[str]:
    """Return the fields of a line that is not blank."""
    if separator == "\t":
        return line.split("\t")
    if separator == " ":
        return [field for field in line.split(" ") if field]
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error as error:
        what = f"not readable as comma-separated text ({error})"
        raise PredictionError(file, None, what) from None


# ---------------------------------------------------------------------------
# Columns by --fields


def _fields_to_give(table: Table, text: str, file: str, meanings: Mapping[str, Label]) -> str:
    """Return the --fields that read a file: tried on it, with N or NAME where nothing shows the column of labels."""
    names = table.first[1] if table.is_header else []
    word = table.column_of_golds_words
    if word < 0:
        word = _column_named(names, NAMES_OF_WORDS)
    fields = {"word": word, "sentence": _column_named(names, NAMES_OF_SENTENCES)}
    if table.has_blank_lines:
        del fields["sentence"]
    fields |= {part: _column_named(names, (part,)) for part in PARTS}
    if fields[CUE] < 0 and fields[SCOPE] < 0:
        named = _column_named(names, NAMES_OF_PREDICTIONS)
        labels = columns_of_label_names(table.rows[bool(names) :], meanings)
        labels = [column for column in labels if column != word]
        if named < 0 and len(labels) > 1 and word >= 0:
            first, *choices = [_name_of_column(column, names) for column in (word, *labels)]
            choice = f"label=N (N is {' or '.join(choices)})"
            return f"--fields word={first} {choice}, or cue=N scope=N if each holds one part"
        fields["label"] = [*labels, -1][0] if named < 0 else named
    return _fields_that_read(fields, table, text, file, meanings)


def _fields_that_read(
    fields: Mapping[str, int], table: Table, text: str, file: str, meanings: Mapping[str, Label]
) -> str:
    """Return the --fields for some columns (below 0: none), if a file can be read with them."""
    names = table.first[1] if table.is_header else []
    given = {what: [_name_of_column(n, names)] for what, n in fields.items() if n >= 0}
    try:
        if "word" not in given or len(given) < 2:
            return FIELDS_TO_GIVE
        read_labels(text, file, given, meanings, table.gold)
    except PredictionError:
        return FIELDS_TO_GIVE
    words = [f"{what}={shlex.quote(name)}" for what, (name,) in given.items()]
    return f"--fields {' '.join(words)}"


def _name_of_column(column: int, names: Sequence[str]) -> str:
    """Return what --fields calls a column: its name in the header, or its number from 1."""
    if names:
        return names[column]
    return str(column + 1)


def _column_named(names: Sequence[str], known: Sequence[str]) -> int:
    """Return the column whose name is the first of those that are known, in any case; -1 if none is."""
    lower = [name.lower() for name in names]
    return next((lower.index(name) for name in known if name in lower), -1)


def _columns_by_fields(
    table: Table, fields: Mapping[str, list[str]], reader: LabelReader
) -> Columns:
    """Return the columns that --fields gives, by number from 1 or by their names in the header."""
    line, first = table.first
    given = _columns_given(table, fields, reader)
    labels = given.get("label", [])
    parts = [(part, column) for part in PARTS for column in given.get(part, ())]
    if not labels and not parts and table.names:
        raise reader.refusal(1, "--fields does not say which column is the prediction")
    if not labels and not parts:
        labels = [only_column_of_labels(table, reader)]
    word, sentence = given.get("word", [0])[0], given.get("sentence", [])
    if word in [*labels, *[column for _, column in parts]]:
        what = f"word and label would both be read from field {word + 1} of {len(first)}"
        raise reader.refusal(line, what)
    others = [word, *[column for _, column in parts], *sentence]
    width = len(table.names) or 1 + max(others + labels)
    fewest = 0 if table.names else width
    if len(labels) > 1:
        # With one column for each negation, a sentence has only as many as it needs, but all others.
        fewest = 1 + max(others + labels[:1])
    return Columns(
        layers_of_labels, width, fewest, word, tuple(labels), tuple(parts), tuple(sentence)
    )


def _columns_given(
    table: Table, fields: Mapping[str, list[str]], reader: LabelReader
) -> dict[str, list[int]]:
    """Return the columns that --fields names, by what they hold."""
    line, first = table.first
    if not table.names and sign_of_pairs(" ".join(first), {}) == "|":
        raise reader.refusal(line, "a | joins each word to a label here, and pairs have no fields")
    given: dict[str, list[int]] = {}
    for what, names in fields.items():
        if what not in ("word", "label", "sentence", *PARTS):
            raise ValueError("--fields for labels takes word, label, cue, scope, event, sentence")
        given[what] = [_column_called(name, table, reader) for name in names]
    return given


def _column_called(name: str, table: Table, reader: LabelReader) -> int:
    """Return a column by its name in the header, or by its number."""
    if table.names.count(name) == 1:
        return table.names.index(name)
    if table.names:
        listed = shortened_list([f"'{heading}'" for heading in table.names], 3)
        how = "has '%s' twice" if name in table.names else f"has {listed}, not '%s'"
        raise reader.refusal(1, f"the header {how % name}")
    line, first = table.first
    column = int(name[:9]) - 1
    if not 0 <= column < len(first):
        what = f"the line has {plural(len(first), 'field')}; --fields names field {name}"
        raise reader.refusal(line, what)
    return column


# ---------------------------------------------------------------------------
# Sentences


def _sentences_of(table: Table, columns: Columns, reader: LabelReader) -> list[list[Row]]:
    """Return the rows of each sentence: up to a blank line, or as a column or gold divides them."""
    rows = list(chain.from_iterable(table.blocks))
    for line, row in rows:
        if len(row) != columns.width and not 0 < columns.fewest <= len(row):
            what = f"{plural(len(row), 'field')} in this line, but {columns.width} in the first one"
            raise reader.refusal(line, what)
        if any(not row[column].strip() for column in columns.sentence):
            raise reader.refusal(line, "the column of sentences is empty in this line")
    if columns.sentence:
        names = groupby(rows, key=lambda row: [row[1][column] for column in columns.sentence])
        return [list(block) for _, block in names]
    gold = table.gold
    if len(table.blocks) > 1 or len(gold) < 2:
        return table.blocks
    if [row[columns.word] for _, row in rows[: len(gold[0])]] != list(gold[0]):
        return table.blocks
    # If a word is not gold's, its sentence will be refused, and named.
    reader.notes[NO_BLANK_LINES] += 1
    left = iter(rows)
    divided = [list(islice(left, len(sentence))) for sentence in gold]
    return [block for block in [*divided, list(left)] if block]


def _note_labels_not_read(table: Table, columns: Columns, reader: LabelReader) -> None:
    """Note the labels after the columns of --fields, one for each negation: they are not read."""
    if len(columns.labels) < 2:
        return
    end = 1 + max([columns.word, *columns.labels, *columns.sentence])
    lines = []
    for line, row in chain.from_iterable(table.blocks):
        if any(is_label(field, reader.meanings) and field != "O" for field in row[end:]):
            lines.append(line)
    if lines:
        words = f"labels after field {end} are not read, since --fields does not name them ({plural(len(lines), 'line')}, first line {lines[0]:,})"
        reader.notes[constant_note(words)] += 1
