"""Tables of a token a line with labels, with and without words, names and header."""

from __future__ import annotations

from itertools import zip_longest

from ..corpora.sources import FormatError, name_of
from ..ground.records import Record
from ..ground.wording import plural, shortened, some
from .alone import with_labels
from .labels import MOST_LABELS, OUTSIDE, Survey, given_meanings
from .predicted import Predicted
from .rows import blocks_of, read_twice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..corpora.sources import File, Remarked
    from .labels import Labelling, Meanings
    from .reading import Reading
    from .rows import Row

WORD = "token word words tokens form"
SENTENCE = "sent_nr sent_num n_sent sent sentence sentence_id sent_id sentence_nr newsent_nr"
DOCUMENT = "book corpus document doc file chapter"
PREDICTED = "pred prediction predicted predictions system output y_pred predicted_label pred_label"
GOLD = "gold true gold_label true_label y_true"
LABEL = "label tag labels bio ner_tag ner ner_tags negation_scope negation_cue negation neg"
HEADERS = {
    name: role
    for role in ("WORD", "SENTENCE", "DOCUMENT", "PREDICTED", "GOLD", "LABEL")
    for name in globals()[role].split()
}
"""What the columns of tables are called, in small letters with _ for a blank, and what they hold."""
ALL = "all"
"""In place of a label's column: each of the columns after the word is a negation."""
EXPECTED = "a token a line with a label"


class Columns(Record):
    """Where the fields of a table are: places from 0; None for what is not there.

    `labels` is one place, or none for all after the word, each a negation; `gold` names
    the column of gold's labels, which is not read.
    """

    word: int | None
    labels: int | None
    sentence: int | None = None
    document: int | None = None
    gold: str = ""
    has_header: bool = False


def _named(field: str) -> str:
    return field.strip().lstrip("#").strip().lower().replace(" ", "_").replace("-", "_")


def header_of(fields: Sequence[str]) -> dict[str, int]:
    """Return the places of the columns in a header, by role; nothing if the line is not a header.

    It has names for labels, and otherwise names alone, or one for words or sentences too.
    """
    roles: dict[str, int] = {}
    for place, field in enumerate(fields):
        role = HEADERS.get(_named(field))
        if role is not None:
            roles.setdefault(role, place)
    has_labels = not roles.keys().isdisjoint(("PREDICTED", "GOLD", "LABEL"))
    has_names = not roles.keys().isdisjoint(("WORD", "SENTENCE", "DOCUMENT"))
    return roles if has_labels and (has_names or len(roles) == len(fields)) else {}


class Seen:
    """What a first reading of a table has seen: header, columns of labels, where sentences end."""

    def __init__(self, blocks: Iterator[list[Row]], is_bio: bool) -> None:
        self.is_bio = is_bio
        self.header: dict[str, int] = {}
        self.names: list[str] = []
        self.header_line = 0
        self.surveys: list[Survey | None] = []
        self.all_labels = Survey()
        self.widths: set[int] = set()
        self.sentences = 0
        self.has_empty_column = False
        """Whether a sentence has a column of O alone beside others."""
        self.first: Row | None = None
        self.is_numbered = True
        for block in blocks:
            self._add(block)

    def _add(self, block: list[Row]) -> None:
        if self.first is None and not self.header:
            self.header = header_of(block[0][1])
            if self.header:
                self.names = list(map(_named, block[0][1]))
                self.header_line = block[0][0]
                block = block[1:]
        if block and self.first is None:
            self.first = block[0]
        if not block:
            return
        self.sentences += 1
        width = len(block[0][1])
        self.widths.add(width)
        columns = list(zip_longest(*(fields for _, fields in block), fillvalue=""))[:width]
        if self.is_bio:
            for column in columns[1:]:
                self.all_labels.add(column, block[0][0])
            self.has_empty_column |= width > 2 and any(set(one) == {"O"} for one in columns[1:])
            return
        for place, column in enumerate(columns):
            if place == len(self.surveys):
                self.surveys.append(Survey())
            survey = self.surveys[place]
            if survey is None:
                continue
            survey.add(column, block[0][0])
            self.all_labels.add(column if place else (), block[0][0])
            if len(survey.labels) > MOST_LABELS:
                self.surveys[place] = None
        fields = block[0][1]
        self.is_numbered = self.is_numbered and (
            width > 4 and fields[1].replace(".", "", 1).isdecimal() and fields[2].isdecimal()
        )

    def role_of(self, place: int) -> str:
        """Return what a column's name in the header means, "" for a name that is not known."""
        return HEADERS.get(self.names[place], "") if place < len(self.names) else ""

    def labels_at(self, given: Meanings) -> list[int]:
        """Return the places of the columns that hold labels."""
        return [
            place
            for place, survey in enumerate(self.surveys)
            if survey is not None
            and survey.is_known(given)
            # A column of _ or nothing else may hold anything.
            and ({*survey.labels} - {*OUTSIDE} or "O" in survey.labels)
        ]


def columns_of(seen: Seen, reading: Reading, given: Meanings, name: str) -> Columns:
    """Return where the fields of a table are; raise FormatError where that is not certain."""
    header = seen.header
    line = 1 if seen.first is None else seen.first[0]

    def asked(option: str, value: str | None) -> int | None:
        if value is None:
            return None
        if value.isdecimal() and int(value) > 0:
            return int(value) - 1
        if _named(value) in seen.names:
            return seen.names.index(_named(value))
        there = some(seen.names, 20) or "no header"
        found = "no column %s (%s)" % (shortened(value), there)
        raise FormatError(
            name, line, found, "%s: a number from 1, or a name of the header" % option
        )

    word = asked("--word-column", reading.word_column)
    if word is None:
        word = header.get("WORD")
    sentence, document = header.get("SENTENCE"), header.get("DOCUMENT")
    own = asked("--sentence-column", reading.sentence_column)
    if own is not None:
        sentence, document = own, header.get("DOCUMENT") if own != header.get("DOCUMENT") else None
    if not header and seen.is_numbered:
        sentence, document = (sentence, document) if own is not None else (1, 0)
        word = 3 if word is None else word
    label = None if reading.label_column == ALL else asked("--label-column", reading.label_column)
    if label is not None and (label >= len(seen.surveys) or seen.surveys[label] is None):
        found = "no labels in column %s" % shortened(reading.label_column or "")
        raise FormatError(
            name, line, found, "one of the %d columns, with labels" % len(seen.surveys)
        )
    if reading.label_column is not None:
        if word is None and not header:
            word = 0 if label != 0 else None
        return Columns(word, label, sentence, document)
    places = [at for at in seen.labels_at(given) if at not in (word, sentence, document)]
    predicted = [at for at in places if seen.role_of(at) == "PREDICTED"]
    others = [at for at in places if at not in predicted]
    if len(predicted) == 1 and all(seen.role_of(at) in ("GOLD", "LABEL") for at in others):
        left = ", ".join(seen.names[at] for at in others)
        return Columns(word, predicted[0], sentence, document, left)
    if "PREDICTED" in header and header["PREDICTED"] not in places:
        survey = seen.surveys[header["PREDICTED"]]
        if survey is not None:
            survey.located(name, given)
        places = []
    if len(places) == 1 and seen.role_of(places[0]) == "GOLD":
        found = "no column of labels but %s" % seen.names[places[0]]
        raise FormatError(name, line, found, "the system's labels, or --label-column to read these")
    if word is None and not header:
        word = 0
        places = [place for place in places if place != word]
    if not places:
        raise _no_labels(seen, given, name, line)
    if len(places) > 1:
        raise FormatError(
            name,
            line,
            "labels in columns %s" % some([str(place + 1) for place in places], 9),
            "one column of labels: say which is the system's with --label-column N, or with "
            "--label-column all that each is a negation",
        )
    return Columns(word, places[0], sentence, document)


def _no_labels(seen: Seen, given: Meanings, name: str, line: int) -> FormatError:
    """Return the error for a table without a column of labels: of what is last, which are not known."""
    last = seen.surveys[-1] if seen.surveys else None
    expected = EXPECTED + ": name its column with --label-column, or what labels mean with --labels"
    if last is not None and len(last.labels) <= 20:
        try:
            last.located(name, given)
        except FormatError as error:
            return error
    return FormatError(name, line, "no column of labels that are known", expected)


def read_bio_table(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of a word and labels a line: see `read_table`; each label is of a negation."""
    return _read(file, reading._replace(word_column="1"), remarked, True)


def read_table(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of a table of a token a line, one for each sentence.

    Where sentences end is said by blank lines, or by a column of their numbers; a file
    without either is one prediction, to be cut by gold's sentences. Raises FormatError, which
    names the file and line, for anything else.
    """
    return _read(file, reading, remarked, False)


def _read(file: File, reading: Reading, remarked: Remarked, is_bio: bool) -> Iterator[Predicted]:
    name = name_of(file)
    given = given_meanings(reading.labels)
    with read_twice(file) as stream:
        seen = Seen(blocks_of(stream, name), is_bio)
        if seen.first is None:
            raise FormatError(name, None, "no line with a token", EXPECTED)
        if is_bio and reading.label_column is None:
            _check_negations(seen, name)
            columns = Columns(0, None)
        else:
            columns = columns_of(seen, reading, given, name)
            columns = columns._replace(has_header=bool(seen.header))
        if columns.gold:
            remarked(None, "other columns of labels, left out", columns.gold)
        survey = seen.all_labels if columns.labels is None else seen.surveys[columns.labels]
        assert survey is not None
        labelling = survey.located(name, given, remarked)
        is_loose = columns.sentence is None and seen.sentences == 1
        for block in blocks_of(stream, name):
            rows = block[1:] if block[0][0] == seen.header_line else block
            if not rows:
                continue
            if is_loose:
                yield _with_labels_of(rows, columns, labelling, name)
            else:
                for part in _parted(rows, columns):
                    yield _predicted(name, part, columns, labelling, reading, remarked)


def _check_negations(seen: Seen, name: str) -> None:
    """Raise FormatError if columns of labels may be gold's and the system's, not negations."""
    if len(seen.widths) == 1 and seen.widths != {2} and seen.has_empty_column:
        assert seen.first is not None
        raise FormatError(
            name,
            seen.first[0],
            "%s of labels in every sentence, also in those with less negations"
            % plural(len(seen.first[1]) - 1, "column"),
            "one column, or one for each negation: say which is the system's with --label-column N, or "
            "--label-column all",
        )


def _parted(rows: list[Row], columns: Columns) -> Iterator[list[Row]]:
    """Yield rows in sentences, where a column has their numbers."""
    if columns.sentence is None:
        yield rows
        return
    part: list[Row] = []
    previous = None
    for row in rows:
        name = _name(row[1], columns)
        if part and name != previous:
            yield part
            part = []
        previous = name
        part.append(row)
    yield part


def _name(fields: list[str], columns: Columns) -> tuple[str | None, str | None]:
    """Return the document and the number of a row's sentence."""
    found = [
        None if place is None or place >= len(fields) else fields[place]
        for place in (columns.document, columns.sentence)
    ]
    document, number = found
    if number is not None and number.endswith(".0") and number[:-2].isdecimal():
        number = number[:-2]
    return document, number


def _fields(name: str, row: Row, columns: Columns, width: int) -> tuple[str | None, list[str]]:
    """Return the word and the labels of a row; raise FormatError if it does not have them."""
    line, fields = row
    if columns.labels is not None and len(fields) == columns.labels > 0 and columns.has_header:
        # The label for a token in no part is nothing.
        fields = [*fields, ""]
    needed = max(place for place in (columns.word, columns.labels, 0) if place is not None)
    if len(fields) <= needed or (columns.labels is None and (len(fields) != width or width < 2)):
        is_all = columns.labels is None
        raise FormatError(
            name,
            line,
            plural(len(fields), "field"),
            "a word and a label for each negation"
            + (", as in the sentence's first line (%d)" % width if width > 1 else "")
            if is_all
            else "%d or more: a label in column %d" % (needed + 1, (columns.labels or 0) + 1),
        )
    word = None if columns.word is None else fields[columns.word]
    return word, fields[1:] if columns.labels is None else [fields[columns.labels]]


def _with_labels_of(
    rows: list[Row], columns: Columns, labelling: Labelling, name: str
) -> Predicted:
    """Return the words and labels of rows: of a sentence, or of a file that does not say where one ends."""
    width = len(rows[0][1])
    read = [_fields(name, row, columns, width) for row in rows]
    words = None if columns.word is None else tuple(word or "" for word, _ in read)
    lists = tuple(zip(*(labels for _, labels in read)))
    lines = tuple(line for line, _ in rows)
    return Predicted(
        name,
        lines[0],
        words=words,
        size=len(rows),
        labels=lists,
        labelling=labelling,
        lines=lines,
        has_scopes=labelling.has_scopes,
    )


def _predicted(
    name: str,
    rows: list[Row],
    columns: Columns,
    labelling: Labelling,
    reading: Reading,
    remarked: Remarked,
) -> Predicted:
    """Return what the rows of a sentence predict."""
    read = _with_labels_of(rows, columns, labelling, name)
    document, number = _name(rows[0][1], columns)
    # Scopes of gold's cues may come as a sentence for each cue.
    read = read._replace(document=document, number=number, is_part=reading.gold_cues)
    what = read.name or " ".join(read.words[:5] if read.words else ())
    empty = sum(not any(labelling.labels[label].kinds for label in one) for one in read.labels)
    if empty and len(read.labels) > 1:
        words = plural(empty, "column")
        remarked(read.line, "label columns of O beside others, left out", words)
    return with_labels(read, reading.grouping, remarked, what)._replace(labels=())
