"""One token per line with its labels: sentences of its rows, and spans of their labels.

Begin at `read_labels`. `LabelReader` says what labels mean and which of them belong together; pairs use
it too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from ...common.columns import CUE, EVENT, FIRST_NEGATION_FIELD, PARTS, SCOPE
from ...common.wording import plural, shortly
from ..label_names import GOES_ON, LETTER_AND_NAME, STARTS, Label, is_label, meaning_of_label_name
from ..notes import Note, constant_note
from .label_columns import (
    Rows,
    check_label_rows_word_column,
    columns_of_label_rows,
    golds_words_for_label_rows,
    words_in_label_column,
)
from .label_rows import MEANING_ADVICE, label_rows_label_to_type, read_label_rows
from .model import Piece, Predicted, PredictedPart, PredictionError, ranges_of_compared_characters

NO_BLANK_LINES = constant_note(
    "there are no blank lines; the file was divided into sentences as gold is"
)
BEGINS_WITH_I = Note(
    "1 cue begins with I- and was read as a new one",
    "{} cues begin with I-; each was read as a new one",
)
TokenRows = list[tuple[int, list[str]]]
"""The lines of a sentence with their numbers."""
IN_PARTS = {"": (), CUE: (CUE,), SCOPE: (SCOPE,), EVENT: (SCOPE, EVENT)}
"""The parts that a token is in, by its label: an event is in the scope too, as in all of CD-SCO."""


def read_labels(
    text: str,
    file: str,
    fields: Mapping[str, list[str]],
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]] = (),
) -> tuple[list[Predicted], Counter[Note]]:
    """Return the sentences of a file with one token per line, and counts of what was decided.

    `gold` are the words of gold's sentences, if they are known: they say where sentences end in a file
    without blank lines, and which column holds the words.
    """
    rows, header = read_label_rows(text, file, fields, meanings, gold)
    if gold and not fields:
        # Before it is asked which of several columns holds the labels.
        check_label_rows_word_column(rows, 0, file, meanings, gold)
    columns = columns_of_label_rows(rows, header, file, fields, meanings)
    word_column = columns["word"][0]
    reader = LabelReader(file, meanings)
    if "sentence" not in columns and _is_undivided(rows, word_column, gold):
        rows = _divide_as_gold(rows, gold)
        reader.notes[NO_BLANK_LINES] += 1
    elif "sentence" not in columns:
        _refuse_undivided_words(rows, word_column, gold, file)
    _note_unknown_meanings(rows, columns, meanings, reader)
    _note_further_labels(rows, columns, meanings, reader)
    wanted, least = _fields_needed(rows, header, columns, fields)
    sentences = _rows_of_sentences(rows, columns, wanted, least, file, bool(fields))
    predicted = [_prediction_of_sentence(sentence, columns, reader) for sentence in sentences]
    reader.finish()
    return predicted, reader.notes


def _is_undivided(rows: Rows, column: int, gold: Sequence[Sequence[str]]) -> bool:
    """Return whether no blank line divides the tokens, and they are gold's in gold's order."""
    filled = [number for number, row in rows if row is not None]
    has_blank = any(row is None and filled[0] < number < filled[-1] for number, row in rows)
    return (
        len(gold) > 1
        and not has_blank
        and words_in_label_column(rows, column) == golds_words_for_label_rows(gold)
    )


def _refuse_undivided_words(
    rows: Rows, column: int, gold: Sequence[Sequence[str]], file: str
) -> None:
    """Raise PredictionError for a file without blank lines that has most of gold's words: the first other word is named."""
    filled = [(number, row[column]) for number, row in rows if row and column < len(row)]
    numbers = [number for number, row in rows if row is None]
    has_blank = any(filled[0][0] < number < filled[-1][0] for number in numbers) if filled else True
    words = [word for _, word in filled]
    golds = golds_words_for_label_rows(gold)
    if has_blank or len(gold) < 2 or len(words) < len(gold) * 2:
        return
    at = next((n for n, (ours, of_gold) in enumerate(zip(words, golds)) if ours != of_gold), None)
    if at is None or at < len(gold[0]):
        return
    what = f"gold has {shortly(golds[at])} where the file has {shortly(words[at])}"
    advice = "there are no blank lines, so the file is divided as gold only if all its words are gold's: mend this one, or put a blank line after each sentence"
    raise PredictionError(file, filled[at][0], what, advice)


def _divide_as_gold(rows: Rows, gold: Sequence[Sequence[str]]) -> Rows:
    """Return rows with a blank one after each sentence of gold."""
    filled = iter([pair for pair in rows if pair[1] is not None])
    divided: Rows = []
    for sentence in gold:
        for _ in sentence:
            divided.append(next(filled))
        divided.append((divided[-1][0], None))
    return divided


def _note_unknown_meanings(
    rows: Rows, columns: Mapping[str, list[int]], meanings: Mapping[str, Label], reader: LabelReader
) -> None:
    """Count the labels of ``--labels`` that stand nowhere in the file."""
    if not meanings:
        return
    texts: set[str] = set()
    for what in ("label", *PARTS):
        for column in columns.get(what, ()):
            texts.update(words_in_label_column(rows, column))
    matches = [LETTER_AND_NAME.fullmatch(text) for text in texts]
    names = texts | {match[2] for match in matches if match}
    for label in meanings:
        if label not in names:
            words = "--labels names %s, but no token in the file has this label" % shortly(label)
            reader.notes[constant_note(words)] += 1


def _note_further_labels(
    rows: Rows, columns: Mapping[str, list[int]], meanings: Mapping[str, Label], reader: LabelReader
) -> None:
    """Note the labels after the columns of --fields, one for each negation: they are not read."""
    of_labels = columns.get("label", [])
    if len(of_labels) < 2:
        return
    number = 1 + max(column for numbers in columns.values() for column in numbers)
    lines = []
    for line, row in rows:
        further = row[number:] if row else []
        if any(is_label(field, meanings) and field != "O" for field in further):
            lines.append(line)
    if lines:
        words = f"labels after field {number} are not read, since --fields does not name them ({plural(len(lines), 'line')}, first line {lines[0]:,})"
        reader.notes[constant_note(words)] += 1


def _fields_needed(
    rows: Rows,
    header: Sequence[str],
    columns: Mapping[str, list[int]],
    fields: Mapping[str, list[str]],
) -> tuple[int, int | None]:
    """Return how many fields a line needs, and from how many on it is read too, None if from none."""
    label_columns = columns.get("label", [])
    least = None
    if fields and not header:
        # The user has numbered the columns that count: others may be missing.
        wanted = least = 1 + max(chain.from_iterable(columns.values()))
    else:
        wanted = len(header or next(row for _, row in rows if row))
    if fields and len(label_columns) > 1:
        # With one column for each negation, a sentence has only as many as it needs, but all others.
        others = [column for what, of in columns.items() if what != "label" for column in of]
        least = 1 + max(others + label_columns[:1])
    return wanted, least


def _rows_of_sentences(
    rows: Rows,
    columns: Mapping[str, list[int]],
    wanted: int,
    least: int | None,
    file: str,
    is_described: bool,
) -> list[TokenRows]:
    """Return the rows of each sentence: up to a blank line, or as a column names the sentence."""
    sentences: list[TokenRows] = [[]]
    previous_name = None
    for line, row in rows:
        if row is None:
            if "sentence" not in columns:
                sentences.append([])
            continue
        width = len(row)
        if width != wanted and (least is None or width < least):
            _refuse_odd_first_line(rows, width, file)
            what = f"{plural(width, 'field')} in this line, but {wanted} in the first one"
            raise PredictionError(file, line, what, *_advice_on_width(row, wanted, is_described))
        if "sentence" in columns:
            name = row[columns["sentence"][0]]
            if not name.strip():
                what = "the column of sentences is empty in this line"
                advice = "write the number of the sentence in every line, not only in its first"
                raise PredictionError(file, line, what, advice)
            if name != previous_name:
                sentences.append([])
            previous_name = name
        sentences[-1].append((line, row))
    return [sentence for sentence in sentences if sentence]


def _refuse_odd_first_line(rows: Rows, width: int, file: str) -> None:
    """Raise PredictionError for the first line if it alone has its number of fields, and most lines have `width`."""
    filled = [(number, row) for number, row in rows if row]
    line, first = filled[0]
    widths = Counter(len(row) for _, row in filled)
    if widths[len(first)] == 1 and 2 * widths[width] > len(filled):
        what = f"{plural(len(first), 'field')} in this line, but {width} in most others"
        raise PredictionError(file, line, what, "if it is not a token, remove it")


def _advice_on_width(row: Sequence[str], wanted: int, is_described: bool) -> list[str]:
    """Return what to do with a line of a wrong number of fields; `is_described` says that --fields was given."""
    if row[0].lstrip().startswith(("{", "[")):
        return ["if this is JSON, remove the text before it, and read it with --from json"]
    if is_described and max(len(row), wanted) > FIRST_NEGATION_FIELD:
        return ["a file in columns is read without --fields"]
    if not is_described:
        first = f"the first line has {plural(wanted, 'field')}"
        return [
            f"the file was read as labels, because {first}: each token's line must have {wanted}"
        ]
    return []


def _prediction_of_sentence(
    sentence: TokenRows, columns: Mapping[str, list[int]], reader: LabelReader
) -> Predicted:
    """Return what is predicted for a sentence: a layer for each column of labels, one for those of parts."""
    word_column = columns["word"][0]
    words = tuple([row[word_column] for _, row in sentence])
    for (line, _), word in zip(sentence, words):
        if not word.strip():
            raise PredictionError(reader.file, line, "the word is empty")
    pieces = ranges_of_compared_characters(words)
    lines = [line for line, _ in sentence]
    layers: list[tuple[PredictedPart, ...]] = []
    for column in columns.get("label", ()):
        labels = _labels_in(sentence, column, reader)
        if labels:
            layers.append(tuple(reader.layer(lines, labels, pieces)))
    parts = [part for part in PARTS if part in columns]
    spans: list[PredictedPart] = []
    for part in parts:
        for column in columns[part]:
            labels = [reader.label(line, row[column], part) for line, row in sentence]
            # A column of events has no scope.
            spans += [span for span in reader.layer(lines, labels, pieces) if span.part == part]
    if parts:
        layers.append(tuple(spans))
    return Predicted(lines[0], words, tuple(layers), one_label="label" in columns)


def _labels_in(sentence: TokenRows, column: int, reader: LabelReader) -> list[Label]:
    """Return a column's labels of a sentence, none if no token has the column."""
    labels = [reader.label(line, row[column]) for line, row in sentence if column < len(row)]
    if labels and len(labels) < len(sentence):
        line = next(line for line, row in sentence if column >= len(row))
        what = "field %d is missing, but other tokens of the sentence have it"
        raise PredictionError(reader.file, line, what % (column + 1))
    return labels


class LabelReader:
    """Reads the labels of one file, and counts what it had to decide."""

    def __init__(self, file: str, meanings: Mapping[str, Label], has_columns: bool = True) -> None:
        self.file, self.meanings, self.has_columns = file, meanings, has_columns
        self.notes: Counter[Note] = Counter()
        self.orphan: int | None = None
        self.begins = False

    def label(self, line: int, text: str, column: str = "") -> Label:
        """Return what a label means; raise PredictionError if that is not known."""
        label = meaning_of_label_name(text, self.meanings, column)
        if label is None:
            match = LETTER_AND_NAME.fullmatch(text)
            name = match[2] if match else text
            given = meaning_of_label_name(text, self.meanings)
            if column and given is not None:
                what = f"label {shortly(text)} means {given[1].upper()}, in a column of {column}s"
                raise PredictionError(
                    self.file,
                    line,
                    what,
                    f"in this column, write B, I and O, or {column.upper()} and O",
                    "if it has labels of several parts: --fields word=N label=N",
                )
            joined = re.fullmatch(r"\S+([|/])([A-Za-z-]+)", text)
            if joined is not None and is_label(joined[2], self.meanings):
                what = f"{shortly(text)} is a word and its label, but others of this line are not"
                advice = "write WORD%sLABEL for each word, or a line for each token" % joined[1]
                raise PredictionError(self.file, line, what, advice)
            to_type = label_rows_label_to_type(name)
            say_it = MEANING_ADVICE % to_type
            if match is not None:
                say_it = f"--labels {to_type}=MEANING (CUE, SCOPE, EVENT or O; B- and I- are kept)"
            what_to_do = [f"say what it means: {say_it}"]
            if not text:
                what_to_do = ["if it means O: --labels =O"]
            elif column:
                what_to_do = [
                    f"in this column, write B, I and O, or {column.upper()} and O",
                    f"otherwise say what it means: {say_it}",
                ]
            elif self.has_columns:
                what_to_do = [
                    "if labels are in another column: --fields word=N label=N",
                    f"otherwise say what it means: {say_it}",
                ]
            what = "unknown label %s" % shortly(text)
            raise PredictionError(self.file, line, what, *what_to_do)
        return label

    def layer(
        self, lines: Sequence[int], labels: Sequence[Label], pieces: list[Piece]
    ) -> list[PredictedPart]:
        """Return the spans of a sentence's labels.

        I- continues the last cue, also after a gap. An event is in the scope too, as in all of CD-SCO.
        """
        spans: list[tuple[str, list[Piece]]] = []
        latest: dict[str, list[Piece]] = {}  # the last span of each part
        last_token = dict.fromkeys(PARTS, -2)  # the last token of each part
        for token, ((letter, labelled), piece) in enumerate(zip(labels, pieces)):
            for part in IN_PARTS[labelled]:
                is_next = last_token[part] == token - 1
                last_token[part] = token
                if part == CUE:
                    self._note_cue(letter, is_next, CUE in latest, lines[token])
                    # A cue goes on after a gap too: the letter says it.
                    continues = letter in GOES_ON or (is_next and not letter)
                else:
                    # B-EVENT begins an event, but not necessarily a scope.
                    starts = part == labelled and letter in STARTS
                    continues = is_next and not starts
                if continues and part in latest:
                    latest[part].append(piece)
                else:
                    latest[part] = [piece]
                    spans.append((part, latest[part]))
        return [PredictedPart(part, tuple(pieces_of_span)) for part, pieces_of_span in spans]

    def _note_cue(self, letter: str, is_next: bool, has_cue: bool, line: int) -> None:
        """Note what tells IOB2, where B- begins a cue, from IOB1, where I- does."""
        if letter in STARTS and not is_next:
            self.begins = True
        if letter in GOES_ON and not has_cue:
            self.orphan = self.orphan or line
            self.notes[BEGINS_WITH_I] += 1

    def finish(self) -> None:
        """Raise PredictionError if no label B- begins a cue, but some continue one: the scheme is IOB1."""
        if self.orphan is not None and not self.begins:
            what = "this label continues a cue, and no label of the file begins one with B- (IOB1)"
            advice = "write IOB2, where B- begins every cue and every scope"
            raise PredictionError(self.file, self.orphan, what, advice)
