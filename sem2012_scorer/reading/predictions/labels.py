"""One token per line with its labels, and what labels mean."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from shlex import quote

from ...common.columns import CUE, EVENT, PARTS, SCOPE
from ...common.wording import plural
from ..kinds import (
    GOES_ON,
    LETTER_AND_NAME,
    MEANINGS_IN_WORDS,
    STARTS,
    Label,
    is_label,
    label_columns,
    label_of,
)
from .model import Piece, Predicted, PredictedPart, PredictionError, ranges_of, shortly


class LabelReader:
    """Reads the labels of one file, and counts what it had to decide."""

    def __init__(self, file: str, meanings: Mapping[str, Label]) -> None:
        self.file, self.meanings = file, meanings
        self.notes: Counter[str] = Counter()
        self.orphan: int | None = None
        self.begins = False

    def label(self, line: int, text: str, column: str = "") -> Label:
        label = label_of(text, self.meanings, column)
        if label is None:
            name = match[2] if (match := LETTER_AND_NAME.fullmatch(text)) else text
            name = name if re.fullmatch(r"\w[\w.+-]*", name) else "LABEL"
            what = "unknown label %s" % shortly(text)
            advice = "if labels are in another column: --fields word=N label=N"
            meant = "otherwise say what it means: --labels %s=MEANING (%s)"
            raise PredictionError(self.file, line, what, advice, meant % (name, MEANINGS_IN_WORDS))
        return label

    def layer(
        self, lines: Sequence[int], labels: Sequence[Label], at: list[Piece]
    ) -> list[PredictedPart]:
        """Return the spans of a sentence's labels.

        I- continues the last cue, also after a gap. An event is in the scope too, as in all of CD-SCO.
        """
        spans: list[tuple[str, list[Piece]]] = []
        last_cue: list[Piece] | None = None
        last = dict.fromkeys(PARTS, ("", -2))
        for number, ((letter, part), place) in enumerate(zip(labels, at)):
            for kind in (SCOPE, EVENT) if part == EVENT else (part,) if part else ():
                starts = letter in tuple(STARTS) if kind == part else False
                is_next = last[kind][1] == number - 1
                last[kind] = letter, number
                if kind == CUE:
                    self.begins |= starts and not is_next
                    goes_on = letter in tuple(GOES_ON)
                    if goes_on and last_cue is None:
                        self.orphan = self.orphan or lines[number]
                        self.notes["cues that begin with I-"] += 1
                    if last_cue is not None and (goes_on or (not letter and is_next)):
                        last_cue.append(place)
                        continue
                    last_cue = [place]
                    spans.append((CUE, last_cue))
                elif is_next and not starts:
                    next(pieces for name, pieces in reversed(spans) if name == kind).append(place)
                else:
                    spans.append((kind, [place]))
        return [PredictedPart(part, tuple(pieces)) for part, pieces in spans]

    def finish(self) -> None:
        """Raise PredictionError if no label B- begins a cue, but some continue one: the scheme is IOB1."""
        if self.orphan is not None and not self.begins:
            what = "I- on a cue that no B- began (the labels look like IOB1)"
            advice = "write IOB2, where B- begins every cue and every scope"
            raise PredictionError(self.file, self.orphan, what, advice)


def read_labels(
    text: str,
    file: str,
    fields: Mapping[str, list[str]],
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]] = (),
) -> tuple[list[Predicted], Counter[str]]:
    """Return the sentences of a file with one token per line, and counts of what was decided.

    `gold` are the words of gold's sentences, if they are known: they say where sentences end in a file
    without blank lines, and which column holds the words.
    """
    rows, header = _rows(text, file, fields, meanings, gold)
    at = _columns(rows, header, file, fields, meanings)
    if gold and not fields:
        _check_word_column(rows, at["word"][0], file, meanings, gold)
    reader = LabelReader(file, meanings)
    if "sentence" not in at and _is_undivided(rows, at["word"][0], gold):
        rows = _divided(rows, gold)
        reader.notes["no blank lines: divided into sentences as gold"] += 1
    _note_unknown_meanings(rows, at, meanings, reader)
    # With one column for each negation, a sentence has only as many as it needs.
    label_fields = at.get("label", [])
    least = 1 + max([*at["word"], *label_fields[:1]])
    width = 1 + max(place for places in at.values() for place in places)
    first = header or next(row for _, row in rows if row)
    sentences: list[list[tuple[int, list[str]]]] = [[]]
    previous = None
    for line, row in rows:
        if row is None:
            sentences += [[]] if "sentence" not in at else []
            continue
        is_other = len(row) != len(first) if header or not fields else len(row) < width
        if is_other and not (fields and len(label_fields) > 1 and len(row) >= least):
            wanted = width if fields and not header else len(first)
            what = "%s, but %d are needed" % (plural(len(row), "field"), wanted)
            raise PredictionError(file, line, what)
        if "sentence" in at:
            now = row[at["sentence"][0]]
            sentences += [[]] if now != previous else []
            previous = now
        sentences[-1].append((line, row))
    predicted = []
    for sentence in filter(None, sentences):
        words = tuple(row[at["word"][0]] for _, row in sentence)
        if empty := [line for (line, _), word in zip(sentence, words) if not word.strip()]:
            raise PredictionError(file, empty[0], "the word is empty")
        places, lines = ranges_of(words), [line for line, _ in sentence]
        layers = []
        for column in at.get("label", ()):
            labels_there = [
                reader.label(n, row[column]) for n, row in sentence if column < len(row)
            ]
            if not labels_there:
                continue
            if len(labels_there) < len(sentence):
                odd = next(n for n, row in sentence if column >= len(row))
                what = "field %d is missing, but other tokens of the sentence have it"
                raise PredictionError(file, odd, what % (column + 1))
            layers.append(tuple(reader.layer(lines, labels_there, places)))
        spans: list[PredictedPart] = []
        for part in PARTS:
            for column in at.get(part, ()):
                labels = [reader.label(line, row[column], part) for line, row in sentence]
                spans += [span for span in reader.layer(lines, labels, places) if span.part == part]
        layers += [tuple(spans)] if any(part in at for part in PARTS) else []
        predicted.append(Predicted(lines[0], words, tuple(layers), one_label="label" in at))
    reader.finish()
    return predicted, reader.notes


Rows = list[tuple[int, "list[str] | None"]]


def _words_of(rows: Rows, column: int) -> list[str]:
    """Return the words that a column holds, of all lines that have it."""
    return [row[column] for _, row in rows if row is not None and column < len(row)]


def _column_of_words(rows: Rows, gold: Sequence[Sequence[str]]) -> int | None:
    """Return the column that holds gold's words in gold's order, None if none does."""
    words = [word for sentence in gold for word in sentence]
    width = max([len(row) for _, row in rows if row], default=0)
    for column in range(width):
        if words and _words_of(rows, column) == words:
            return column
    return None


def _check_word_column(
    rows: Rows,
    column: int,
    file: str,
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]],
) -> None:
    """Raise PredictionError if another column than the one that is read holds gold's words."""
    other = _column_of_words(rows, gold)
    if other is None or other == column:
        return
    line = next(number for number, row in rows if row)
    held = [place for place in _label_columns(rows, meanings, 0) if place != other]
    label = str(held[0] + 1) if len(held) == 1 else "N"
    what = "the words of gold stand in field %d" % (other + 1)
    raise PredictionError(
        file, line, what, "read them: --fields word=%d label=%s" % (other + 1, label)
    )


def _is_undivided(rows: Rows, column: int, gold: Sequence[Sequence[str]]) -> bool:
    """Return whether no blank line divides the tokens, and they are gold's in gold's order."""
    filled = [number for number, row in rows if row is not None]
    has_blank = any(row is None and filled[0] < number < filled[-1] for number, row in rows)
    words = [word for sentence in gold for word in sentence]
    return len(gold) > 1 and not has_blank and _words_of(rows, column) == words


def _divided(rows: Rows, gold: Sequence[Sequence[str]]) -> Rows:
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
    places = [n for what in ("label", *PARTS) for n in columns.get(what, ())]
    texts = {row[n] for _, row in rows if row is not None for n in places if n < len(row)}
    matches = [LETTER_AND_NAME.fullmatch(text) for text in texts]
    names = texts | {match[2] for match in matches if match}
    for label in meanings:
        if label not in names:
            reader.notes["--labels names %s, which is no label of the file" % shortly(label)] += 1


def _rows(
    text: str,
    file: str,
    fields: Mapping[str, list[str]],
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]],
) -> tuple[Rows, list[str]]:
    """Return the fields of each line, None for a blank line, and the header's names."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    first, top = _first_line(lines)
    names = [name for wanted in fields.values() for name in wanted if not name.isdecimal()]
    separator = _separator_of(top)
    try:
        rows: Rows = [(number, _split(line, separator)) for number, line in lines]
    except csv.Error as error:
        raise PredictionError(
            file, None, "not readable as comma-separated text (%s)" % error
        ) from None
    rows = [
        pair
        for pair in rows
        if pair[1] is None or separator == " " or not pair[1][0].startswith("# ")
    ]
    head = next((row for _, row in rows if row), [])
    if not head:
        raise PredictionError(file, None, "no line with a token")
    if names:
        return [pair for pair in rows if pair[0] != first], head
    if len(head) >= 7 and separator != "\t" and not fields:
        raise _many_fields(file, first, head, separator, meanings)
    later = [row[-1] for number, row in rows if row and number != first][:50]
    unknown = not is_label(head[-1], meanings) and any(is_label(pair, meanings) for pair in later)
    if head and (separator == "," or (unknown and not fields)):
        if is_label(head[-1], meanings):
            what = "commas separate the fields, and no header names them"
            raise PredictionError(
                file, first, what, "write tabs, or a header line such as word,label"
            )
        shown_names = ", ".join("'%s'" % name for name in head)
        what = "this line has %s, and no known label" % shown_names
        without_header = [pair for pair in rows if pair[0] != first]
        words, label = _names_in(head, without_header, meanings, gold)
        advice = "if it is a header: --fields word=%s label=%s" % (quote(words), quote(label))
        name = head[-1] if re.fullmatch(r"\w[\w.+-]*", head[-1]) else "LABEL"
        meant = "if it is a token: --labels %s=MEANING (%s)" % (name, MEANINGS_IN_WORDS)
        raise PredictionError(file, first, what, advice, meant)
    if re.match(r"\s*[\[{]\s*[\[{\"]", top):
        raise PredictionError(file, first, "this looks like JSON", "read it with --from json")
    return rows, []


def _many_fields(
    file: str, line: int, fields: Sequence[str], separator: str, meanings: Mapping[str, Label]
) -> PredictionError:
    """Return the refusal of a file whose first line has more fields than a word and its labels."""
    if all(is_label(field, meanings) for field in fields):
        return PredictionError(
            file, line, "labels without words", "write each word beside its label"
        )
    ends = {
        field[-len(_last_item(field)) - 1 : len(field) - len(_last_item(field))] for field in fields
    }
    if len(ends) == 1 and all(is_label(_last_item(field), meanings) for field in fields):
        what = "%s stands between each word and its label" % shortly(ends.pop())
        return PredictionError(file, line, what, "write word|label, or a line for each token")
    signs = "commas" if separator == "," else "blanks"
    what = "%d fields separated by %s, and no label" % (len(fields), signs)
    advice = "a file of labels has a line for each token: the word, and its label after a tab"
    return PredictionError(file, line, what, advice, "a file in columns has tabs between them")


def _last_item(field: str) -> str:
    """Return the letters and hyphens at the end of a field, where pairs have their label."""
    match = re.search(r"[A-Za-z-]*$", field)
    return match[0] if match else ""


def _names_in(
    header: Sequence[str], rows: Rows, meanings: Mapping[str, Label], gold: Sequence[Sequence[str]]
) -> tuple[str, str]:
    """Return the names of the columns of words and of labels in a header, NAME for what is not certain."""
    words = _column_of_words(rows, gold)
    held = [column for column in _label_columns(rows, meanings, 0) if column != words]
    names = ["NAME", "NAME"]
    for place, column in enumerate((words, held[0] if len(held) == 1 else None)):
        if column is not None and column < len(header):
            names[place] = header[column]
    return names[0], names[1]


def _first_line(lines: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """Return the first line that is neither blank nor a comment above the header or the first token."""
    filled = [pair for pair in lines if pair[1].strip()]
    for number, line in filled:
        if not line.startswith("# "):
            # A file whose fields are separated by blanks may have "#" as a token.
            return filled[0] if _separator_of(line) == " " else (number, line)
    return filled[0] if filled else (1, "")


def _separator_of(line: str) -> str:
    """Return what separates the fields of a file, seen at its first line: a tab, a comma or blanks."""
    if "\t" in line:
        return "\t"
    # Commas that are tokens themselves, as in ", O", do not separate.
    if "," in line.strip(",") and " " not in line.split(",")[0]:
        return ","
    return " "


def _split(line: str, separator: str) -> list[str] | None:
    if not line.strip():
        return None
    if separator == ",":
        return next(csv.reader([line], strict=True))
    return line.split("\t") if separator == "\t" else [field for field in line.split(" ") if field]


def _columns(
    rows: Rows,
    header: list[str],
    file: str,
    fields: Mapping[str, list[str]],
    meanings: Mapping[str, Label],
) -> dict[str, list[int]]:
    """Return the columns that hold each thing, counted from 0."""
    first, head = next(((number, row) for number, row in rows if row), (1, []))
    if not head:
        raise PredictionError(file, None, "no line with a token")
    head = header or head
    if duplicate := [name for name in header if header.count(name) > 1]:
        raise PredictionError(file, 1, "the header has '%s' twice" % duplicate[0])
    at: dict[str, list[int]] = {}
    for what, names in fields.items():
        if what not in ("word", "label", "sentence", *PARTS):
            raise ValueError("--fields for labels takes word, label, cue, scope, event, sentence")
        for name in names:
            if name.isdecimal() and not header:
                place = int(name[:9]) - 1
                if not 0 <= place < len(head):
                    raise PredictionError(file, first, "%d fields, no field %s" % (len(head), name))
            elif name in header:
                place = header.index(name)
            else:
                listed = ", ".join("'%s'" % heading for heading in header)
                raise PredictionError(file, 1, "the header has %s, not '%s'" % (listed, name))
            at.setdefault(what, []).append(place)
    if not any(what in at for what in ("label", *PARTS)):
        if header:
            what = "--fields does not say which column is the prediction: label=NAME"
            raise PredictionError(file, 1, what)
        held = [] if header else _label_columns(rows, {})
        if len(held) > 1:
            raise _several_columns(file, first, rows, held, meanings)
        at["label"] = [len(head) - 1]
    at.setdefault("word", [0])
    if len(head) < 2 or at["word"][0] in {
        place for part in ("label", *PARTS) for place in at.get(part, ())
    }:
        what = "%s, not a word and its label" % plural(len(head), "field")
        advice = "for columns --from columns; otherwise --fields word=N label=N"
        advice = "write the word before each label" if len(head) < 2 else advice
        raise PredictionError(file, first, what, advice)
    return at


def _label_columns(rows: Rows, meanings: Mapping[str, Label], first: int = 1) -> list[int]:
    """Return the columns, from `first` on, that hold labels in every line, of those that all lines have."""
    return label_columns([row for _, row in rows if row], meanings, first)


def _several_columns(
    file: str, line: int, rows: Rows, columns: Sequence[int], meanings: Mapping[str, Label]
) -> PredictionError:
    """Return the refusal of a file with labels in several columns: which is the prediction is not guessed."""
    numbers = " and ".join(str(column + 1) for column in columns)
    parts = []
    for column in columns:
        labels = [label_of(text, meanings) for text in {*_words_of(rows, column)}]
        parts.append({label[1] if label else None for label in labels} - {""})
    named = [name for names in parts for name in names]
    if (
        all(len(names) == 1 for names in parts)
        and len({*named}) == len(named)
        and None not in named
    ):
        what = "columns %s hold labels of different parts" % numbers
        fields = " ".join(f"{name}={column + 1}" for name, column in zip(named, columns))
        return PredictionError(file, line, what, "read them: --fields word=1 " + fields)
    what = "columns %s hold labels; which of them is the prediction?" % numbers
    advice = "say it by the column's number: --fields word=1 label=N"
    other = "if each column holds one part: --fields word=1 cue=N scope=N"
    return PredictionError(file, line, what, advice, other)
