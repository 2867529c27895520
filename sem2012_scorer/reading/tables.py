"""Tables of a token a line with labels, with and without words, names and header."""

from __future__ import annotations

from itertools import groupby, zip_longest
from shlex import quote

from ..ground.records import Record
from ..ground.wording import plural, shortened, some
from .fields import GOLDS, PREDICTED, plain_name, read_name
from .labels import (
    MOST_LABELS,
    OUTSIDE,
    Label,
    Labelling,
    Survey,
    given_meanings,
    joined,
    split_label,
    understood,
)
from .options import ALL, DOCUMENT, LABEL, NUMBER, TEXT, WORD
from .predicted import Predicted
from .rows import blocks_of
from .sentences import PARTS
from .source import FormatError, as_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .labels import Meanings
    from .options import Reading
    from .rows import Row
    from .source import File, Remarked

EXPECTED = "a token a line with a label"


class Columns(Record):
    """Where the fields of a table are: places from 0; None for what is not there.

    `labels` are the columns of labels, each of negations of its own; none for all after the word.
    `parts` are columns of cues, scopes and events, by their place in `PARTS`, which together are one
    column of labels. `left_out` names the columns of labels that are not read.
    """

    word: int | None
    labels: tuple[int, ...]
    sentence: int | None = None
    document: int | None = None
    parts: tuple[int | None, ...] = ()
    left_out: str = ""
    has_header: bool = False


def header_of(fields: Sequence[str]) -> dict[str, int]:
    """Return the places of the columns in a header, by role; nothing if the line is not a header.

    It has a name for labels, and otherwise names alone, or one for words or sentences too.
    """
    roles: dict[str, int] = {}
    has_labels = False
    for place, field in enumerate(fields):
        said = read_name(field)
        role = said.role if said.role in (WORD, TEXT, NUMBER, DOCUMENT) and not said.side else ""
        if said.side or said.role == LABEL:
            has_labels, role = True, role or LABEL
        if role:
            roles.setdefault(role, place)
    if TEXT in roles and NUMBER not in roles:
        # In a table of tokens, that is the sentence's number.
        roles[NUMBER] = roles.pop(TEXT)
    has_names = any(role in roles for role in (WORD, NUMBER, DOCUMENT))
    are_known = all(any(read_name(field)) for field in fields)
    return roles if has_labels and (has_names or are_known) else {}


class Seen:
    """What a first reading of the file `name` has seen: header, columns of labels, where sentences end.

    `named` are names of columns that the user has given, `given` the meanings of labels.
    """

    def __init__(
        self, name: str, blocks: Iterable[list[Row]], given: Meanings, named: Iterable[str] = ()
    ) -> None:
        self.name = name
        self.given = given
        self._named = {*named}
        self.header: dict[str, int] = {}
        self.names: list[str] = []
        self.header_line = 0
        self.surveys: list[Survey | None] = []
        self.sentences = 0
        self.has_empty_column = False
        """Whether a sentence has a column of O alone beside others."""
        self.widths: set[int] = set()
        self.first: Row | None = None
        self.is_numbered = True
        for block in blocks:
            self._add(block)

    def _add(self, block: list[Row]) -> None:
        if self.first is None and not self.names:
            self.header = header_of(block[0][1])
            is_header = bool(self._named & {*map(plain_name, block[0][1])})
            if self.header or is_header:
                self.names = list(map(plain_name, block[0][1]))
                self.header_line = block[0][0]
                block = block[1:]
        if not block:
            return
        self.first = self.first or block[0]
        self.sentences += 1
        line, fields = block[0]
        width = len(fields)
        self.widths.add(width)
        columns = list(zip_longest(*(own for _, own in block), fillvalue=""))[:width]
        self.has_empty_column |= width > 2 and any({*one} == {"O"} for one in columns[1:])
        for place, column in enumerate(columns):
            if place == len(self.surveys):
                self.surveys.append(Survey(self.given))
            survey = self.surveys[place]
            if survey is not None:
                survey.add(column, line)
                if len(survey.labels) > MOST_LABELS:
                    self.surveys[place] = None
        self.is_numbered = self.is_numbered and (
            width > 4 and fields[1].replace(".", "", 1).isdecimal() and fields[2].isdecimal()
        )

    @property
    def width(self) -> int:
        """The fields of the widest sentence."""
        return max(self.widths, default=0)

    @property
    def line(self) -> int:
        """The line of the first row."""
        return 1 if self.first is None else self.first[0]

    def side_of(self, place: int) -> str:
        """Return whose labels a column has by its name in the header, "" where that does not say it."""
        return read_name(self.names[place]).side if place < len(self.names) else ""

    def called(self, places: Sequence[int]) -> str:
        """Return what columns are called: their names in the header, or their numbers from 1."""
        named = [self.names[p] if p < len(self.names) else str(p + 1) for p in places]
        return some([name or str(place + 1) for name, place in zip(named, places)], 9)

    def wrong(self, found: str, expected: str) -> FormatError:
        """Return the error for a table that cannot be read as it is."""
        return FormatError(self.name, self.line, found, expected)

    def labels_at(self) -> list[int]:
        """Return the places of the columns that hold labels."""
        return [
            place
            for place, survey in enumerate(self.surveys)
            if survey is not None
            and survey.is_known()
            # A column of _ or nothing else may hold anything.
            and ({*survey.labels} - {*OUTSIDE} or "O" in survey.labels)
        ]


def names_in(reading: Reading) -> set[str]:
    """Return the names of columns in the options: a first line that has one is a header."""
    fields = (name for names in reading.given_fields().values() for name in names)
    return {plain_name(name) for name in fields if not name.isdecimal()} - {ALL}


def columns_of(seen: Seen, reading: Reading) -> Columns:
    """Return where the fields of a table are; raise FormatError where that is not certain."""
    named = reading.given_fields()
    header = dict(seen.header)

    def place_of(what: str, field: str) -> int:
        if field.isdecimal() and 0 < int(field) <= max(seen.width, 1):
            return int(field) - 1
        if plain_name(field) in seen.names:
            return seen.names.index(plain_name(field))
        there = "%d columns%s" % (seen.width, (seen.names and ": " + some(seen.names, 20)) or "")
        found = "no column %s (there are %s)" % (shortened(field), there)
        expected = "--fields %s=COLUMN, a number from 1 or a name of the header" % what
        raise seen.wrong(found, expected)

    def asked(what: str) -> int | None:
        return place_of(what, named[what][0]) if what in named else header.get(what)

    word, sentence, document = asked(WORD), asked(NUMBER), asked(DOCUMENT)
    if not seen.names and seen.is_numbered:
        sentence, document = (sentence, document) if NUMBER in named else (1, 0)
        word = 3 if word is None else word
    if NUMBER in named and document == sentence:
        document = None
    has_parts = any(part in named for part in PARTS)
    if word is None and not seen.names and (LABEL in named or has_parts):
        word = None if ("1",) in (named.get(what) for what in (LABEL, *PARTS)) else 0
    columns = Columns(word, (), sentence, document, has_header=bool(seen.names))
    if has_parts:
        parts = [place_of(part, named[part][0]) if part in named else None for part in PARTS]
        return columns._replace(parts=tuple(parts))
    if LABEL in named:
        own = named[LABEL]
        return (
            columns
            if own == (ALL,)
            else columns._replace(
                labels=tuple(_with_labels(seen, place_of(LABEL, one), one) for one in own)
            )
        )
    places = [at for at in seen.labels_at() if at not in (word, sentence, document)]
    if word is None and not seen.names:
        columns = columns._replace(word=0)
        places = [place for place in places if place]
    label, left = _prediction_of(seen, places)
    return columns._replace(labels=(label,), left_out=seen.called(left) if left else "")


def _with_labels(seen: Seen, place: int, asked: str) -> int:
    if seen.surveys[place] is None:
        found = "no labels in column %s: more than %d different words" % (asked, MOST_LABELS)
        raise seen.wrong(found, "--fields label=COLUMN of the labels")
    return place


def _prediction_of(seen: Seen, places: list[int]) -> tuple[int, list[int]]:
    """Return the column of the prediction, and those of other labels; raise FormatError if none is certain."""
    predicted = [at for at in places if seen.side_of(at) == PREDICTED]
    unread = [at for at in range(seen.width) if seen.side_of(at) == PREDICTED and at not in places]
    if len(predicted) == 1 and not unread:
        return predicted[0], [at for at in places if at not in predicted]
    others = [at for at in _unread(seen, places) if not unread]
    if len(places) == 1 and others and seen.side_of(places[0]) != PREDICTED:
        found = "labels in column %s, and others in column %s"
        found %= seen.called(places), seen.called(others)
        expected = (
            "one column of labels: say which is the prediction with --fields label=%s or label=%s"
        )
        expected %= _field(seen, places[0]), _field(seen, others[0])
        raise seen.wrong(found, expected)
    if unread and not predicted:
        survey = seen.surveys[unread[0]]
        if survey is not None:
            survey.located(seen.name)
    if len(places) > 1:
        expected = "one column of labels: say which is the prediction with "
        raise seen.wrong(
            "labels in columns %s" % seen.called(places), expected + _choice(seen, places)
        )
    if not places:
        raise _no_labels(seen)
    if seen.side_of(places[0]) == GOLDS:
        called = seen.called(places)
        found = "no column of labels but %s, gold's by its name" % called
        expected = "the prediction; --fields label=%s reads these nevertheless" % called
        raise seen.wrong(found, expected)
    return places[0], []


MOST_FREQUENT = 0.35
"""How many of a column of labels are those of a token in no part, at the least."""


def _unread(seen: Seen, places: list[int]) -> list[int]:
    """Return the column that may hold labels that are not known, in a table of words and two more columns.

    Where there are more columns, the others are features.
    """
    names = {seen.header.get(role) for role in (WORD, NUMBER, DOCUMENT)}
    first = {0, 1, 2, 3} if seen.is_numbered and not seen.names else names - {None} or {0}
    left = [at for at in range(seen.width) if at not in first]
    others = [at for at in left if at not in places]
    if len(left) != 2 or len(others) != 1:
        return []
    survey = seen.surveys[others[0]]
    is_like_labels = survey is not None and len(survey.labels) > 1 and survey.most > MOST_FREQUENT
    return others if is_like_labels else []


def _choice(seen: Seen, places: list[int]) -> str:
    """Return the option that says which of several columns of labels is the prediction."""
    kinds = []
    for place in places:
        survey = seen.surveys[place]
        labels = understood(survey.labels if survey else (), seen.given)[0].values()
        kinds.append({kind for label in labels for kind, _ in label.kinds})
    if len(places) == 2 and all(len(one) == 1 for one in kinds) and kinds[0] != kinds[1]:
        parts = zip((*kinds[0], *kinds[1]), places)
        return "--fields " + " ".join("%s=%s" % (part, _field(seen, at)) for part, at in parts)
    every = "+".join(_field(seen, place) for place in places)
    each = ", or that each is a negation with --fields label=%s" % every
    own = [place for place in places if seen.side_of(place) != GOLDS] or places
    return "--fields label=%s%s" % (_field(seen, own[-1]), each)


def _field(seen: Seen, place: int) -> str:
    return quote((seen.names[place] if place < len(seen.names) else "") or str(place + 1))


def _no_labels(seen: Seen) -> FormatError:
    """Return the error for a table without a column of labels: of what is last, which are not known."""
    last = seen.surveys[-1] if seen.surveys else None
    if last is not None and len(last.labels) <= 20:
        try:
            last.located(seen.name)
        except FormatError as error:
            return error
    expected = (
        EXPECTED + ": name its column with --fields label=COLUMN, or what labels mean with --labels"
    )
    return seen.wrong("no column of labels that are known", expected)


def read_table(
    file: File, reading: Reading, remarked: Remarked, is_bio: bool = False
) -> Iterator[Predicted]:
    """Yield the predictions of a table of a token a line, one for each sentence.

    Where sentences end is said by blank lines, or by a column of their numbers; a file
    without either is one prediction, to be cut by gold's sentences. With `is_bio`, a line is a word
    and labels, each of a negation. Raises FormatError, which names the file and line, for anything else.
    """
    source = as_source(file)
    name = source.name
    seen = Seen(name, blocks_of(source), given_meanings(reading.labels), names_in(reading))
    if seen.first is None:
        raise FormatError(name, None, "no line with a token", EXPECTED)
    if is_bio and not reading.fields and _are_negations(seen):
        columns = Columns(0, ())
    else:
        columns = columns_of(seen, reading)
    if columns.left_out:
        remarked(None, "other columns of labels, left out", columns.left_out)
    labelling = _labelling(seen, columns, remarked)
    is_loose = columns.sentence is None and seen.sentences == 1
    for block in blocks_of(source):
        rows = block[1:] if block[0][0] == seen.header_line else block
        for part in _parted(rows, columns) if rows else ():
            made = _predicted(name, part, columns, labelling)
            if is_loose:
                yield made._replace(is_loose=True)
                continue
            document, number = _name(part[0][1], columns)
            # Scopes of gold's cues may come as a sentence for each cue.
            yield made._replace(document=document, number=number, is_part=reading.gold_cues)


def _labelling(seen: Seen, columns: Columns, remarked: Remarked) -> Labelling:
    """Return how the labels of a table are read; raise FormatError for those that are not known."""
    if columns.parts:
        return Labelling(_Joined(seen.given))
    places = columns.labels or range((columns.word or 0) + 1, len(seen.surveys))
    surveys = [survey for place in places if (survey := seen.surveys[place]) is not None]
    return joined(surveys, seen.given).located(seen.name, remarked)


class _Joined(dict[str, Label]):
    """What columns of cues, scopes and events say together of a token, as one label."""

    def __init__(self, given: Meanings) -> None:
        super().__init__()
        self._given = given

    def __missing__(self, joined: str) -> Label:
        values = joined.split("\t")
        kinds = []
        for part, value in zip(PARTS, values):
            letter = split_label(value)[0]
            is_outside = value in (*OUTSIDE, "0", "N", "False") or letter == "O"
            if not is_outside and self._given.meanings.get(value) not in OUTSIDE:
                kinds.append((part, None))
        self[joined] = label = Label(split_label(values[0])[0] if kinds else "O", tuple(kinds))
        return label


def _are_negations(seen: Seen) -> bool:
    """Return whether columns of labels can each be a negation: not all are filled in every sentence."""
    return len(seen.widths) > 1 or seen.width == 2 or not seen.has_empty_column


def _parted(rows: list[Row], columns: Columns) -> Iterator[list[Row]]:
    """Yield rows in sentences, where a column has their numbers."""
    if columns.sentence is None:
        yield rows
        return
    for _, part in groupby(rows, lambda row: _name(row[1], columns)):
        yield list(part)


def _name(fields: list[str], columns: Columns) -> tuple[str | None, str | None]:
    """Return the document and the number of a row's sentence."""
    document, number = [
        None if place is None or place >= len(fields) else fields[place]
        for place in (columns.document, columns.sentence)
    ]
    if number is not None and number.endswith(".0") and number[:-2].isdecimal():
        number = number[:-2]
    return document, number


def _fields(name: str, row: Row, columns: Columns, width: int) -> tuple[str | None, list[str]]:
    """Return the word and the labels of a row; raise FormatError if it does not have them."""
    line, fields = row
    wanted = [*columns.labels, *(part for part in columns.parts if part is not None)]
    is_all = not wanted
    last = max([*wanted, columns.word or 0])
    if len(fields) == last and columns.has_header and last in wanted and last:
        # The label for a token in no part is nothing.
        fields = [*fields, ""]
    if len(fields) <= last or (is_all and (len(fields) != width or width < 2)):
        expected = "%d or more: a label in column %d" % (last + 1, last + 1)
        if is_all:
            expected = "a word and a label for each negation"
            expected += ", as in the sentence's first line (%d)" % width if width > 1 else ""
        raise FormatError(name, line, plural(len(fields), "field"), expected)
    word = None if columns.word is None else fields[columns.word]
    if columns.parts:
        return word, ["\t".join("" if p is None else fields[p] for p in columns.parts)]
    return word, fields[(columns.word or 0) + 1 :] if is_all else [
        fields[place] for place in columns.labels
    ]


def _predicted(name: str, rows: list[Row], columns: Columns, labelling: Labelling) -> Predicted:
    """Return the words and labels of rows: of a sentence, or of a file that does not say where one ends."""
    width = len(rows[0][1])
    read = [_fields(name, row, columns, width) for row in rows]
    lines = tuple(line for line, _ in rows)
    has_scopes = labelling.has_scopes or (bool(columns.parts) and columns.parts[1] is not None)
    return Predicted(
        name,
        lines[0],
        words=None if columns.word is None else tuple(word or "" for word, _ in read),
        size=len(rows),
        labels=tuple(zip(*(labels for _, labels in read))),
        labelling=labelling,
        lines=lines,
        has_scopes=has_scopes,
    )
