"""What the commands share that read corpora and predictions: options, files, systems in any format."""

from __future__ import annotations

import os
from contextlib import contextmanager

from ..ground.columns import BYTE_ORDER_MARK, FIRST_NEGATION_FIELD
from ..ground.records import Record
from ..ground.wording import some
from ..legacy.reading import has_annotation_columns
from ..reading.options import OF_CORPORA, OF_PREDICTIONS, OPTIONS, Reading
from ..reading.released import are_exchanged, recognised_in
from ..reading.source import AUTO, FormatError, NotReadable, Source, is_copy, signature_of, stem_of
from ..reading.style import begins_as_gold, style_of_lines
from .file_names import GOLD, SYSTEM, read_name
from .files import Sources, all_files, shown_name
from .options import FileTrouble, NotThere, UsageError, notes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..reading.options import Option
    from ..reading.remarks import Remarks
    from ..reading.sentences import Sentence


def add_corpora(command: argparse._ActionsContainer, without: Sequence[str] = ()) -> None:
    """Add the options of reading annotated corpora, but for those `without`."""
    for option in OF_CORPORA:
        if option.field not in without:
            _add(command, option)


def add_predictions(command: argparse.ArgumentParser, are_listed: bool = False) -> None:
    """Add the options of predictions in other formats than columns, which `convert --help` lists."""
    from argparse import SUPPRESS

    from ..reading.formats import FORMATS

    group = command.add_argument_group(
        "predictions in other formats than columns",
        None
        if are_listed
        else "are read as `convert --like GOLD` reads them, with its options (--from, --fields, "
        "--labels, --scopes-to, --affixes, --gold-cues, --by-position, --allow-missing): convert --help",
    )
    group.add_argument(
        "--from",
        dest="read_as",
        choices=(AUTO, *FORMATS),
        default=AUTO,
        metavar="FORMAT",
        help="the format: %s (default: as the content says)" % ", ".join(FORMATS)
        if are_listed
        else SUPPRESS,
    )
    for option in OF_PREDICTIONS:
        _add(group, option, are_listed)


def _add(command: argparse._ActionsContainer, option: Option, is_listed: bool = True) -> None:
    from argparse import SUPPRESS

    more: Any
    words = option.words if is_listed else SUPPRESS
    if option.is_flag:
        command.add_argument(option.flag, action="store_true", help=words)
    elif option.choices:
        command.add_argument(option.flag, choices=option.choices, help=words)
    else:
        more = {"nargs": "+", "action": "extend"} if option.several else {}
        command.add_argument(option.flag, metavar=option.metavar, help=words, **more)


def reading_of(options: argparse.Namespace) -> Reading:
    """Return how a file is read, as the options say; raise UsageError for what cannot be meant."""
    given: dict[str, Any] = {}
    for option in OPTIONS:
        value = getattr(options, option.field, None)
        if value is not None:
            given[option.field] = tuple(value) if option.several else value
    reading = Reading(**given)
    try:
        reading.given_fields()
    except ValueError as error:
        raise UsageError("--fields: %s" % error) from None
    if reading.labels:
        from ..reading.labels import given_meanings

        try:
            given_meanings(reading.labels)
        except ValueError as error:
            raise UsageError("--labels: %s" % error) from None
    return reading


@contextmanager
def troubles() -> Iterator[None]:
    """Raise the errors of reading as those of a command: NotThere, or FileTrouble."""
    from ..reading.sentences import ShapeError
    from ..reading.submission import WrongOption

    try:
        yield
    except WrongOption as error:
        raise UsageError(str(error)) from error
    except NotReadable as error:
        raise NotThere(str(error)) from error
    except ShapeError as error:
        raise FileTrouble(str(error)) from error


class Systems:
    """What to read for systems' files: columns as they are, predictions as submissions."""

    def __init__(self, options: argparse.Namespace, sources: Sources) -> None:
        self.options = options
        self.sources = sources
        self.notes: list[str] = []
        self.reading = reading_of(options)
        self.warnings: list[str] = []
        self.converted = 0

    def __call__(self, gold: Source, name: str) -> Source:
        """Return what to read for a system's file; raise FileTrouble if it cannot be placed on gold."""
        system = self.sources(name)
        with troubles():
            format = self.format_of(system, gold)
        if format is None:
            self._check_mark(system.head(), gold.head(), system.name)
            self._check_gold(system.head(), gold)
            self.suspect(system, gold)
            return system
        from ..reading.submission import format_to_write, submission_of

        self.converted += 1
        files = [(system, stem_of(system.name))]
        with troubles():
            to = format_to_write(gold, None, self.options.scorer)
            made = submission_of(files, gold, self.options.read_as, self.reading, to)
        self.notes += ["%s: %s" % (system.name, note) for note in made.notes]
        self.warnings += ["%s: %s" % (system.name, warning) for warning in made.warnings]
        shown = "%s, as columns" % system.name
        return Source(content=made.content, name=shown, read_as=format)

    def suspect(self, system: Source, gold: Source) -> None:
        """Add a warning if a system's file seems to be gold: the same bytes, or its name or content says so."""
        if is_copy(system, gold):
            self.warnings.append(
                "%s is the same as gold, byte for byte: is it gold, and not a system's file?"
                % system.name
            )
            return
        if b"\t" in system.head() and not has_annotation_columns(system.head()):
            self.warnings.append(
                "%s has no annotation columns: is it a blind file? Every negation of gold counts as missed"
                % system.name
            )
        sides = [read_name(os.path.basename(one.name))[2] for one in (gold, system)]
        is_released = are_exchanged(recognised_in(gold.open), system.open)
        if is_released or sides == [SYSTEM, GOLD]:
            self.warnings.append(
                "gold and system may be exchanged: -g has %s, and -s %s%s"
                % (gold.name, system.name, ", a corpus as released" if is_released else "")
            )

    def _check_gold(self, head: bytes, gold: Source) -> None:
        """Raise FileTrouble for gold that is not text, beside a system's file that is."""
        if not begins_as_gold(head, gold.head()):
            self.check_text(gold)

    def check_text(self, *sources: Source) -> None:
        """Raise FileTrouble for a file that is not text; add a warning for one that is empty."""
        from ..reading.recognising import Unknown, is_text

        for one in sources:
            if not is_text(one):
                raise FileTrouble(str(Unknown(one)))
            if not one.head():
                self.warnings.append("%s is empty" % one.name)

    def _check_mark(self, head: bytes, golds: bytes, name: str) -> None:
        """Raise FileTrouble for a mark, which is seen nowhere, at which the scorer stops."""
        if head.startswith(BYTE_ORDER_MARK) and not golds.startswith(BYTE_ORDER_MARK):
            raise FileTrouble(
                "%s: it begins with a byte-order mark, at which the scorer stops: "
                "sem2012-scorer check -s FILE --fix OUT takes it out" % name
            )

    def format_of(self, system: Source, gold: Source | None) -> str | None:
        """Return the format of predictions, None for columns.

        What the scorers take for columns, right or wrong, is in columns. Raises Unknown for what is
        neither, NotReadable for a file that cannot be read.
        """
        from ..reading.formats import STYLE_OF

        asked = self.options.read_as
        if asked != AUTO:
            return None if asked in STYLE_OF else asked
        golds = b"" if gold is None else gold.head()
        head = system.head()
        if golds and begins_as_gold(head, golds):
            self.notes += _other_sign(system, head, golds)
            return None
        if golds and begins_as_gold(head.removeprefix(BYTE_ORDER_MARK), golds):
            return None
        from ..reading.recognising import Unknown, is_like_columns, known_against, recognised

        known = None if gold is None else known_against(system, gold, self.reading)
        found = recognised(system) if gold is None else known.format if known else None
        if found in STYLE_OF or (found is None and (gold is None or is_like_columns(system))):
            return None
        if found is None:
            raise Unknown(system)
        return found

    def said(self) -> str:
        """Return the notes and warnings on files that are not in columns, a line each.

        Options for these have no effect where all files are in columns, which is a note too.
        """
        plain = Reading()
        given = [
            one.flag
            for one in OPTIONS
            if getattr(self.reading, one.field) != getattr(plain, one.field)
        ]
        if given and not self.converted:
            self.notes.append("%s: no effect on files in columns" % ", ".join(given))
        return notes_of(self.notes) + notes_of(self.warnings, "warning")


def _other_sign(system: Source, head: bytes, golds: bytes) -> list[str]:
    """Return a note on a system that writes - for an empty cell where gold writes _: the scorer counts - as a word."""
    rows = (line.rstrip(b"\r").split(b"\t") for line in head.split(b"\n"))
    if not any(b"-" in row[FIRST_NEGATION_FIELD:] for row in rows):
        return []
    signs = [style_of_lines(one.splitlines(keepends=True)) for one in (head, golds)]
    if signs != ["neges", "cd-sco"]:
        return []
    advice = "convert FILE --from neges --like GOLD -o OUT writes _"
    return [
        "%s: - stands for an empty cell, where gold has _, and counts as a word: %s"
        % (system.name, advice)
    ]


class CorpusFile(Record):
    """A file of a corpus: what to read, what it is called in messages, and its document's name."""

    source: Source
    shown: str
    document: str


def corpus_files(
    inputs: Sequence[str], format: str, sources: Sources
) -> tuple[list[CorpusFile], list[str]]:
    """Return the files of a corpus, and notes on those in its folders that do not belong to it.

    In a folder, files that are not in `format` (with ``auto``: in none) are
    passed over, unless others with the same ending are. Raises FileTrouble if
    one is not, or if a folder has files of several formats or none.
    """
    from ..reading.formats import FORMATS, STYLE_OF
    from ..reading.recognising import described, recognised

    found, notes = [], []
    for name in inputs:
        if not os.path.isdir(name):
            document = "stdin" if name == "-" else stem_of(name)
            found.append(CorpusFile(sources(name), shown_name(name), document))
            continue
        with troubles():
            kinds = {path: recognised(sources(path)) for path in all_files(name)}
        alike = {AUTO: tuple(FORMATS), "columns": tuple(STYLE_OF)}
        wanted = alike.get(format, (format,))
        own = {path: kind for path, kind in kinds.items() if kind is not None and kind in wanted}
        if not own:
            asked = format if format != AUTO else ", ".join(FORMATS)
            raise FileTrouble(
                "%s: no file in a format that is known; expected a corpus in %s" % (name, asked)
            )
        several = sorted(set(own.values()))
        if format == AUTO and len(several) > 1 and not {*several} <= {*STYLE_OF}:
            raise FileTrouble(
                "%s: files of several formats (%s): say which with --from"
                % (name, some(several, 9))
            )
        endings = {os.path.splitext(path)[1] for path in own}
        for path in kinds:
            is_alike = os.path.splitext(path)[1] in endings
            if is_alike and path not in own and format == AUTO:
                raise FileTrouble(
                    "%s: %s; expected a file in %s, as others of its folder with that ending: take it "
                    "out, or give the files by name" % (path, described(sources(path)), several[0])
                )
            if path in own or is_alike:
                inside = os.path.splitext(os.path.relpath(path, name))[0]
                found.append(CorpusFile(sources(path), path, inside.replace(os.sep, "_")))
            else:
                notes.append("%s is passed over: it is not in the format of the others" % path)
    return found, notes


def sentences_of(
    file: CorpusFile,
    options: argparse.Namespace,
    remarks: Remarks,
    must_take: bool = True,
) -> Iterator[Sentence]:
    """Yield the sentences of a corpus's file; raise FileTrouble if something is wrong with it.

    A sentence without document gets the file's. With `must_take`, an option that the format
    does not use is an error.
    """
    from ..reading.corpus import found_format
    from ..reading.submission import check_takes

    reading = reading_of(options)
    with troubles():
        try:
            format, one = found_format(file.source, options.read_as)
            if must_take:
                check_takes(format, reading, False)
            remarks.begin(file.shown, format)
            about = remarks.about(file.shown)
            named = reading._replace(document=file.document)
            for sentence in one.read(file.source, named, about, remarks.elements):
                remarks.read.add(sentence)
                if sentence.document is None:
                    sentence = sentence._replace(document=file.document)
                yield sentence
        except NotReadable:
            raise
        except FormatError as error:
            raise FileTrouble(str(error) + _advice(file.source, options.read_as)) from error


def _advice(source: Source, asked: str) -> str:
    """Return advice on a file in another format than it was read as."""
    from ..reading.formats import STYLE_OF
    from ..reading.recognising import recognised

    if asked == AUTO or not source.head().strip():
        return ""
    found = recognised(source)
    signature = signature_of(source.head())
    if signature is not None:
        return " (it looks like %s%s)" % signature
    is_as_said = found in (None, asked) or {found, asked} <= {*STYLE_OF}
    return "" if is_as_said else " (it looks like %s: --from %s)" % (found, found)
