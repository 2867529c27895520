"""The layouts of label files that are read without --fields: how each is recognized, and what its cells mean.

`LABEL_FORMATS` is the table. Anything that no row of it recognizes is refused: a wrong guess would change the numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ...common.columns import CUE, PARTS, SCOPE
from ...common.wording import joined_by_and, plural, shortened_list
from ..label_names import columns_of_label_names, is_label
from ..lines import names_columns, sign_of_pairs
from ..notes import constant_note, counting_note
from .label_reader import LabelReader
from .model import Layer, Piece, PredictedPart, PredictionError

SEVERAL_PIECES = counting_note(
    "in [1 sentence|{} sentences], label 2 stands in several places: all of it was read as one cue"
)
MOST_NAMED = 4
MOST_FIELDS_WITH_BLANKS = 6  # more may be a sentence in one line

NO_HEADER = (
    "commas separate the fields, and no header names them",
    "write tabs, or a header line such as word,label, and --fields word=word label=label",
)

Row = tuple[int, list[str]]
"""A line's number and its fields."""


class Columns(NamedTuple):
    """Which column holds what, counted from 0; `layers` makes what is predicted for a sentence of its cells.

    A line has `width` fields, or any number from `fewest` on if that is not 0.
    """

    layers: Callable[[Sequence[Row], Columns, LabelReader, list[Piece]], list[Layer]]
    width: int
    fewest: int = 0
    word: int = 0
    labels: tuple[int, ...] = ()
    parts: tuple[tuple[str, int], ...] = ()
    sentence: tuple[int, ...] = ()

    def labels_in(self, rows: Iterable[Row]) -> Iterator[tuple[int, str, str]]:
        """Yield the labels of rows: the line, the label, and the part that its column holds."""
        columns = [*[("", column) for column in self.labels], *self.parts]
        for line, row in rows:
            for part, column in columns:
                if column < len(row):
                    yield line, row[column], part


class Table(NamedTuple):
    """The rows of a file, in blocks between blank lines; `names` is what its header calls the columns.

    `gold` are the words of gold's sentences, if they are known.
    """

    blocks: list[list[Row]]
    names: list[str]
    separator: str
    gold: Sequence[Sequence[str]]

    @property
    def has_tabs(self) -> bool:
        """Whether tabs separate the fields."""
        return self.separator == "\t"

    @property
    def rows(self) -> list[list[str]]:
        """The fields of all lines."""
        return [fields for _, fields in chain.from_iterable(self.blocks)]

    @property
    def is_header(self) -> bool:
        """Whether the first line names the columns: by known names, or since gold's words begin below it."""
        if any(is_label(cell, {}) for cell in self.first[1][1:] if cell.lower() not in PARTS):
            return False
        if names_columns("\t".join(self.first[1]).encode()):
            return True
        return (
            _column_with(self.golds_words, self.rows)
            < 0
            <= _column_with(self.golds_words, self.rows[1:])
        )

    @property
    def column_of_golds_words(self) -> int:
        """The column that holds gold's words in gold's order, also below a header; -1 if none does."""
        column = _column_with(self.golds_words, self.rows)
        if column >= 0:
            return column
        return _column_with(self.golds_words, self.rows[1:])

    @property
    def golds_words(self) -> list[str]:
        """The words of gold, one after the other."""
        return list(chain.from_iterable(self.gold))

    @property
    def has_blank_lines(self) -> bool:
        """Whether blank lines stand between sentences."""
        return len(self.blocks) > 1

    @property
    def first(self) -> Row:
        """The first line with fields."""
        return self.blocks[0][0]


Recognized = tuple[Table, Columns]


def _column_with(words: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Return the column of rows that holds these words, and no others; -1 if none does."""
    for column, cells in enumerate(zip(*rows)):
        if words and list(cells) == words:
            return column
    return -1


def recognized_columns(table: Table, reader: LabelReader) -> Recognized:
    """Return the columns of the first layout that a file has; raise PredictionError if it has none."""
    for layout in LABEL_FORMATS:
        found = layout.recognize(table, reader)
        if found is not None and layout.recognize is not _word_and_label:
            reader.notes[constant_note(f"recognized as {layout.name} ({layout.source})")] += 1
        if found is not None:
            return found
    line, fields = table.first
    if table.separator == ",":
        raise PredictionError(reader.file, line, *NO_HEADER)  # a comma may be a token
    raise reader.refusal(line, f"{plural(len(fields), 'field')}, not a word and its label")


def only_column_of_labels(table: Table, reader: LabelReader, first: int = 1) -> int:
    """Return the last column, unless several from `first` on hold labels: one of them may be gold's."""
    several = [column for column in columns_of_label_names(table.rows, {}) if column >= first]
    if len(several) > 1:
        numbers = joined_by_and([str(column + 1) for column in several])
        what = f"columns {numbers} hold labels; which of them is the prediction?"
        raise reader.refusal(table.first[0], what)
    return len(table.first[1]) - 1


# ---------------------------------------------------------------------------
# Layouts


def _five_columns(table: Table, reader: LabelReader) -> Recognized | None:
    """Document, sentence, token, word, label: as courses at VU Amsterdam give out CD-SCO."""
    for row in table.rows:
        is_counted = len(row) == 5 and row[1].isdecimal() and row[2].isdecimal()
        if not is_counted or not is_label(row[4], reader.meanings):
            return None
    if len({row[2] for row in table.rows}) == 1:
        return None
    columns = Columns(layers_of_labels, 5, word=3, labels=(4,), sentence=(0, 1))
    if table.has_tabs:
        return (table, columns)
    return None


def _negbert(table: Table, reader: LabelReader) -> Recognized | None:
    """NegBERT: word, 0 to 3 for the kind of cue, and 0 or 1 for the scope, if there is one."""
    rows, width = table.rows, len(table.first[1])
    if width not in (2, 3) or any(len(row) != width for row in rows):
        return None
    kinds = Counter(row[1] for row in rows)
    if not set(kinds) <= set("0123") or (width == 3 and {row[2] for row in rows} - set("01")):
        return None
    # Numbers that are the same in all of a sentence, or count its tokens, are no labels: most labels are 3.
    differ = any(len({row[1] for _, row in block}) > 1 for block in table.blocks)
    is_negbert = differ and kinds.most_common(1)[0][0] == "3"
    if is_negbert:
        return (table, Columns(_layers_of_negbert, width))
    return None


def _word_and_label(table: Table, reader: LabelReader) -> Recognized | None:
    """The word in the first column and the label in the last; what is between them is no label."""
    line, fields = table.first
    if not table.has_tabs and sign_of_pairs(" ".join(fields), {}):
        raise reader.refusal(line, "labels are joined to words: --from pairs reads such a file")
    if (column := table.column_of_golds_words) > 0 and not table.is_header:
        raise reader.refusal(line, f"the words of gold stand in field {column + 1}")
    is_sentence = not table.has_tabs and len(fields) > MOST_FIELDS_WITH_BLANKS
    if is_sentence or len(fields) < 2:
        return None
    if table.is_header:
        named = shortened_list([f"'{field}'" for field in fields], MOST_NAMED)
        raise reader.refusal(line, f"a header names the columns: {named}")
    if table.separator == ",":
        return None
    label = only_column_of_labels(table, reader)
    return table, Columns(layers_of_labels, len(fields), labels=(label,))


class LabelFormat(NamedTuple):
    """A layout, where its meaning is documented, and what recognizes it, which gives None for other files."""

    name: str
    source: str
    recognize: Callable[[Table, LabelReader], Recognized | None]


LABEL_FORMATS = (
    LabelFormat("five columns", "github.com/JonaBenja/appliedtm, data/*-simple.txt", _five_columns),
    LabelFormat(
        "NegBERT", "github.com/adityak6798/Transformers-For-Negation-and-Speculation", _negbert
    ),
    LabelFormat("word and label", "docs/predictions.md", _word_and_label),
)


# ---------------------------------------------------------------------------
# Cells as parts of negations


def layers_of_labels(
    block: Sequence[Row], columns: Columns, reader: LabelReader, pieces: list[Piece]
) -> list[Layer]:
    """Return a layer for each column of labels, and one for those of parts."""
    lines = [line for line, _ in block]
    layers: list[Layer] = []
    for column in columns.labels:
        labels = [reader.label(row[column]) for _, row in block if column < len(row)]
        if 0 < len(labels) < len(block):
            line = next(line for line, row in block if column >= len(row))
            what = f"field {column + 1} is missing, but other tokens of the sentence have it"
            raise reader.refusal(line, what)
        if labels:
            layers.append(tuple(reader.layer(lines, labels, pieces)))
    of_parts: list[PredictedPart] = []
    for part, column in columns.parts:
        labels = [reader.label(row[column], part) for _, row in block]
        # A column of events has no scope.
        of_parts += [span for span in reader.layer(lines, labels, pieces) if span.part == part]
    if columns.parts:
        layers.append(tuple(of_parts))
    return layers


def _layers_of_negbert(
    block: Sequence[Row], columns: Columns, reader: LabelReader, pieces: list[Piece]
) -> list[Layer]:
    """Return one layer: a cue for each 0 (an affix) and 1, one for all of 2 (several words), and the runs of the scope."""
    kinds = [row[1] for _, row in block]
    cues = [[token] for token, kind in enumerate(kinds) if kind in ("0", "1")]
    longer = [token for token, kind in enumerate(kinds) if kind == "2"]
    if longer:
        cues = sorted([*cues, longer])
        # Nothing says where one such cue ends and another begins.
        if longer[-1] - longer[0] >= len(longer):
            reader.notes[SEVERAL_PIECES] += 1
    spans = [PredictedPart(CUE, tuple([pieces[token] for token in cue])) for cue in cues]
    if columns.width == 3:
        in_scope = [("", SCOPE if row[2] == "1" else "") for _, row in block]
        spans += reader.layer([line for line, _ in block], in_scope, pieces)
    return [tuple(spans)]
