"""What the commands share that read corpora: options, files, counts and remarks."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import ExitStack, contextmanager

from ..corpora.column_reader import read_columns
from ..corpora.sources import AUTO, FormatError, stem_of
from ..ground.records import Record
from ..ground.wording import encoded, plural, shortened, some, visible
from ..inputs import Held
from ..shapes.corpus import UNKNOWN, described, looked_at, predictions, read_corpus
from ..shapes.cues import NOT_GOLDS, REPLACED
from ..shapes.formats import FORMATS, GROUPING, STYLE_OF
from ..shapes.grouping import CHOICE
from ..shapes.onto_gold import OTHER_WORDS, WITHOUT, OnGold
from ..shapes.predicted import MISQUOTED, NO_CUE
from ..shapes.reading import OPTIONS, PLACING, Reading
from ..shapes.recognising import LOOKED_AT, recognised
from ..shapes.strings import MISSING, SEVERAL
from .files import all_files, head_of, shown_name, source
from .options import FileTrouble, UsageError
from .reading_options import reading_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

    from ..corpora.sentences import Sentence
    from ..corpora.sources import File, Remarked
    from ..shapes.predicted import Predicted


class CorpusFile(Record):
    """A file of a corpus: its name, what it is called in messages, and its document's name."""

    name: str
    shown: str
    document: str


def corpus_files(inputs: Sequence[str], format: str) -> tuple[list[CorpusFile], list[str]]:
    """Return the files of a corpus, and notes on those in its folders that do not belong to it.

    In a folder, files that are not in `format` (with ``auto``: in none) are
    passed over, unless others with the same ending are. Raises FileTrouble if
    one is not, or if a folder has files of several formats or none.
    """
    found, notes = [], []
    for name in inputs:
        if not os.path.isdir(name):
            shown = shown_name(name)
            found.append(CorpusFile(name, shown, "stdin" if name == "-" else stem_of(name)))
            continue
        kinds = {path: _format_of(path) for path in all_files(name)}
        alike = {AUTO: tuple(FORMATS), "columns": tuple(STYLE_OF)}
        wanted = alike.get(format, (format,))
        own = {path: kind for path, kind in kinds.items() if kind is not None and kind in wanted}
        if not own:
            raise FileTrouble(
                "%s: found no file in a format that is known; expected a corpus in %s"
                % (name, format if format != AUTO else ", ".join(FORMATS))
            )
        several = sorted(set(own.values()))
        if format == AUTO and len(several) > 1 and not {*several} <= {*STYLE_OF}:
            raise FileTrouble(
                "%s: found files of several formats (%s); expected one: say which with --from"
                % (name, ", ".join(several))
            )
        endings = {os.path.splitext(path)[1] for path in own}
        for path in kinds:
            is_alike = os.path.splitext(path)[1] in endings
            if is_alike and path not in own and format == AUTO:
                raise FileTrouble(
                    "%s: found %s; expected a file in %s, as others of its folder with that "
                    "ending: take it out, or give the files by name"
                    % (path, described(head_of(path, LOOKED_AT)), several[0])
                )
            if path in own or is_alike:
                inside = os.path.splitext(os.path.relpath(path, name))[0]
                found.append(CorpusFile(path, path, inside.replace(os.sep, "_")))
            else:
                notes.append("%s is passed over: it is not in the format of the others" % path)
    return found, notes


def _format_of(path: str) -> str | None:
    try:
        with open(path, "rb") as stream:
            return recognised(stream.read(LOOKED_AT))
    except OSError as error:
        raise FileTrouble(
            "%s: found a file that cannot be read (%s)" % (path, error.strerror)
        ) from error


WARNED = (
    CHOICE.partition(" (")[0],
    NO_CUE,
    WITHOUT,
    OTHER_WORDS,
    MISSING,
    SEVERAL,
    REPLACED,
    NOT_GOLDS,
    MISQUOTED,
)
"""How the remarks begin that are warnings: something predicted may not be what was meant, or is lost."""


class CorpusSummary:
    """Counts and remarks of reading and writing corpora, for standard error."""

    SHOWN = 3
    MOST_ELEMENTS = 20

    def __init__(self, remarks: IO[bytes] | None = None) -> None:
        self.files: Counter[str] = Counter()
        self.elements: Counter[str] = Counter()
        self.read = Counted()
        self.kinds: Counter[str] = Counter()
        self._places: dict[str, list[str]] = {}
        self._remarks = remarks
        self._begun: list[tuple[int, str]] = []

    def begin(self, shown: str) -> None:
        """Note that the sentences read from now on are of the file `shown`."""
        self._begun.append((self.read.sentences, shown))

    def place_of(self, sentence: int | None) -> str:
        """Return the file of a sentence, counted from 1 over all files, and its number in that file.

        Without `sentence`, or with one file: the first file.
        """
        if sentence is None or len(self._begun) == 1:
            return self._begun[0][1]
        before, shown = [begun for begun in self._begun if begun[0] < sentence][-1]
        return "%s, its sentence %d" % (shown, sentence - before)

    def about(self, shown: str) -> Remarked:
        """Return the function that takes the remarks of a reader or writer of the file `shown`."""

        def remarked(line: int | None, kind: str, what: str) -> None:
            self.kinds[kind] += 1
            places = self._places.setdefault(kind, [])
            place = shown if line is None else "%s:%d" % (shown, line)
            if len(places) < self.SHOWN:
                about = " (%s)" % shortened(what) if what else ""
                places.append(shortened(what) if line is None else place + about)
            if self._remarks is not None:
                told = visible("%s: %s%s" % (place, kind, ": " + what if what else ""))
                self._remarks.write(encoded(told + "\n"))

        return remarked

    def notes(self) -> Iterator[str]:
        """Yield the counts and the remarks of each kind, a line each."""
        files = [
            "%s as %s" % (plural(number, "file"), format) for format, number in self.files.items()
        ]
        yield "read %s: %s" % (" and ".join(files), self.read.shown())
        if self.elements:
            counted = ["%d %s" % (number, name) for name, number in self.elements.items()]
            yield "elements: " + some(counted, self.MOST_ELEMENTS)
        for format in self.files:
            if FORMATS[format].left_out:
                yield "%s, left out: %s" % (format, FORMATS[format].left_out)
        yield from self._shown(warned=False)

    def warnings(self) -> list[str]:
        """Return the remarks of the kinds in `WARNED`, a line each."""
        return list(self._shown(warned=True))

    def _shown(self, warned: bool) -> Iterator[str]:
        for kind, number in self.kinds.items():
            if kind.startswith(WARNED) is not warned:
                continue
            places = self._places[kind]
            left = number - len(places)
            more = "; and %d more: --remarks FILE lists all" % left if left else ""
            shown = " (%s%s)" % ("; ".join(places), more)
            yield kind if places == [""] else "%s: %d%s" % (kind, number, shown)


class Counted:
    """How many sentences, tokens and negations were read or written."""

    def __init__(self) -> None:
        self.sentences = self.tokens = self.negations = self.scopes = self.events = 0

    def add(self, sentence: Sentence) -> None:
        """Count a sentence."""
        self.sentences += 1
        self.tokens += len(sentence.tokens)
        self.negations += len(sentence.negations)
        self.scopes += sum(bool(negation.scope) for negation in sentence.negations)
        self.events += sum(bool(negation.event) for negation in sentence.negations)

    def shown(self) -> str:
        """Return the counts in words."""
        return "%s, %s, %s (%s, %s)" % (
            plural(self.sentences, "sentence"),
            plural(self.tokens, "token"),
            plural(self.negations, "negation"),
            plural(self.scopes, "scope"),
            plural(self.events, "event"),
        )


def sentences_of(
    file: CorpusFile,
    options: argparse.Namespace,
    summary: CorpusSummary,
    default_document: bool = True,
    must_take: bool = True,
) -> Iterator[Sentence]:
    """Yield the sentences of a corpus's file; raise FileTrouble if something is wrong with it.

    A sentence without document gets the file's, unless no `default_document` is
    wanted. With `must_take`, an option that the format does not use is an error.
    """
    reading = reading_of(options, file.document)
    with _read(file, options.format, reading, summary, must_take) as (format, opened):
        if must_take:
            check_placing(reading)
        told = summary.about(file.shown)
        for sentence in read_corpus(opened, format, reading, told, summary.elements):
            summary.read.add(sentence)
            if default_document and sentence.document is None:
                sentence = sentence._replace(document=file.document)
            yield sentence


def predictions_of(
    file: CorpusFile,
    format: str,
    reading: Reading,
    summary: CorpusSummary,
    must_take: bool = True,
) -> Iterator[Predicted]:
    """Yield what a file predicts; raise FileTrouble if something is wrong with it."""
    with _read(file, format, reading, summary, must_take) as (found, opened):
        yield from predictions(opened, found, reading, summary.about(file.shown), summary.elements)


def on_gold(
    files: Sequence[CorpusFile],
    format: str,
    reading: Reading,
    gold: Held,
    summary: CorpusSummary,
    counted: Callable[[Sentence, Sentence], object] | None = None,
    must_take: bool = True,
) -> Iterator[Sentence]:
    """Yield gold's sentences with what files predict; `counted` is called with that and gold's own.

    With `must_take`, an option that the format does not use is an error.
    """

    def predicted() -> Iterator[Predicted]:
        for file in files:
            own = reading._replace(document=file.document)
            yield from predictions_of(file, format, own, summary, must_take)

    told = summary.about(some([file.shown for file in files], 1))

    def gold_again() -> Iterator[Sentence]:
        # Several readings may be under way at once: each has a stream of its own.
        return read_columns(Held(gold.name, content))

    content = gold.getvalue()
    found = OnGold(predicted(), gold_again, reading.placing, told)
    for sentence, in_gold in found.with_gold():
        summary.read.add(sentence)
        if counted is not None:
            counted(sentence, in_gold)
        yield sentence


@contextmanager
def _read(
    file: CorpusFile, format: str, reading: Reading, summary: CorpusSummary, must_take: bool
) -> Iterator[tuple[str, File]]:
    """Yield a file's format and what to read; errors of reading become a FileTrouble that says where."""
    with ExitStack() as stack:
        try:
            opened: File = source(file.name)
            if format == AUTO:
                format, opened = stack.enter_context(looked_at(opened))
                if FORMATS[format].module == "brat" and file.name != "-":
                    opened = file.name
            if must_take:
                _check_takes(format, reading)
            summary.begin(file.shown)
            summary.files[format] += 1
            yield format, opened
        except FormatError as error:
            where = file.shown if error.line is None else "%s:%d" % (file.shown, error.line)
            raise FileTrouble(
                "%s: found %s; expected %s%s"
                % (where, error.found, error.expected, _advice(file.name, format))
            ) from error
        except IsADirectoryError as error:
            raise UsageError("%s is a folder" % file.shown) from error


def no_negation(files: Sequence[CorpusFile], summary: CorpusSummary) -> FileTrouble:
    """Return the error for predictions without any negation, with what was lost of them."""
    lost = summary.warnings()
    why = (
        "%s; " % "; ".join(lost) if lost else "is it another column, name or label that has them? "
    )
    return FileTrouble(
        "%s: found %s as %s and no negation; expected predictions: %s--allow-empty takes it as it is"
        % (
            some([file.shown for file in files], 1),
            plural(summary.read.sentences, "sentence"),
            " and ".join(summary.files),
            why,
        )
    )


def check_placing(reading: Reading) -> None:
    """Raise UsageError for an option that puts predictions onto gold, where there is no gold."""
    plain = Reading()
    for field in PLACING:
        if field not in GROUPING and getattr(reading, field) != getattr(plain, field):
            raise UsageError("--%s goes with --like" % field.replace("_", "-"))


def _check_takes(format: str, reading: Reading) -> None:
    """Raise UsageError for an option that the format's reader does not take."""
    plain = Reading(document=reading.document)
    for option in OPTIONS:
        field = option.field
        if field in PLACING and field not in FORMATS[format].takes and FORMATS[format].has_labels:
            continue
        changed = getattr(reading, field) != getattr(plain, field)
        if changed and field == "gold_cues":
            raise UsageError("--gold-cues is for predictions of scopes, not for %s" % format)
        if changed and field not in FORMATS[format].takes:
            takers = [name for name, one in FORMATS.items() if field in one.takes]
            if not takers:
                continue
            raise UsageError("%s is for %s, not for %s" % (option.flag, ", ".join(takers), format))


def _advice(name: str, format: str) -> str:
    """Return advice on a file in another format than it was read as."""
    head = head_of(name, LOOKED_AT)
    if not head.strip():
        return ""
    found = recognised(head)
    if found is None and format == AUTO:
        return "; try --from FORMAT to see why it was not recognised"
    if found is None:
        what = described(head)
        return "" if what == UNKNOWN else " (it looks like %s)" % what
    is_as_said = found == format or {found, format} <= {*STYLE_OF}
    return "" if is_as_said else " (it looks like %s: --from %s)" % (found, found)
