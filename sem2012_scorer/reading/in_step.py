"""What is scored: files, binary streams or sentences in memory, as two files in step.

Every function of the Python API and every command takes its files from here.
Where the original stops, a `ScoringError` says so in the reader's terms.
"""

from __future__ import annotations

import io
import os
import warnings
from bisect import bisect_left
from contextlib import ExitStack, contextmanager

from ..ground.columns import GOLD, ROLES, SYSTEM
from ..ground.errors import ScorerError, ScorerWarning
from ..ground.wording import decoded
from ..legacy import perl, stops
from ..legacy.reading import InStep
from .column_writer import write_columns
from .sentences import Sentence, ShapeError, check_same_tokens
from .source import PATHS, Source, binary, is_file, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import TypeVar

    from ..legacy.originals import Original
    from ..legacy.perl import Readable
    from .source import File

    Each = TypeVar("Each")


class UnreadWarning(ScorerWarning):
    """A file has lines that the legacy scorers, and so this one, do not read or compare."""


class ScoringError(ScorerError):
    """Files at which the legacy scorer stops, in words for people; ``str()`` of it is one line.

    `file` and `line` say where (the line counted from 1; either may be None);
    `found`, `expected` and `advice` what is there, what should be, and what to
    do; `legacy_message` and `legacy_status` what the original prints on
    standard error, with SCRIPT for its name, and its exit status.
    """

    def __init__(
        self,
        file: str | None,
        line: int | None,
        found: str,
        expected: str,
        advice: str,
        legacy_message: str,
        legacy_status: int,
    ) -> None:
        super().__init__(file, line, found, expected, advice, legacy_message, legacy_status)
        self.file = file
        self.line = line
        self.found = found
        self.expected = expected
        self.advice = advice
        self.legacy_message = legacy_message
        self.legacy_status = legacy_status

    def __str__(self) -> str:
        where = "".join("%s:" % part for part in (self.file, self.line) if part is not None)
        text = "%s found %s; expected %s; %s" % (where, self.found, self.expected, self.advice)
        return text.strip()


class FileNotRead(ScoringError, OSError):
    """A file that cannot be opened or read, where the original stops."""


class BlindGold(ScoringError, ScorerWarning):
    """Gold has no annotation columns: the originals print zeros.

    A warning, which the commands take for an error.
    """


def names_of(gold: File, system: File) -> dict[bytes, str]:
    """Return the names of two files in messages, by handle; of a stream without one, its role."""
    return {h: name_of(file, ROLES[h].decode()) for h, file in ((GOLD, gold), (SYSTEM, system))}


@contextmanager
def opened(gold: File, system: File) -> Iterator[InStep]:
    """Open two files; raise ScoringError, which names the file, where the original stops.

    Warns afterwards of what was not read, and of gold without annotation.
    """
    names = names_of(gold, system)
    try:
        with ExitStack() as stack:
            files = InStep(
                stack.enter_context(_input(GOLD, gold)),
                stack.enter_context(_input(SYSTEM, system)),
            )
            try:
                yield files
            except stops.Stop:
                _check_readable(files)
                raise
            _check_readable(files)
            if files.gold_is_annotated is False:
                warnings.warn(_blind(names[GOLD]), stacklevel=4)
            for handle, why in files.unread():
                # Level 1 is here, 2 the context manager, 3 the public function, 4 its caller.
                warnings.warn("%s: %s" % (names[handle], why), UnreadWarning, stacklevel=4)
    except stops.Stop as stop:
        raise _scoring_error(stop, names[stop.problem.handle], stop.problem.line) from None
    except perl.Unreadable as error:
        raise _unreadable(error.handle, names[error.handle], error.error_number) from None


def of_streams(gold: Readable, system: Readable) -> InStep:
    """Return two streams in step; where the original stops, its Stop is raised."""
    return InStep(perl.Input(GOLD, gold), perl.Input(SYSTEM, system))


@contextmanager
def written(
    gold: Iterable[Sentence], system: Iterable[Sentence], original: Original
) -> Iterator[InStep]:
    """Write sentences as two files; raise ScoringError, which names the sentence, at a stop.

    They are written in the style of the original's task. What they were read
    from, token numbers and line ends, plays no part; documents are gold's.
    Raises ShapeError for sentences that cannot be written, or differ in their words.
    """
    sides = {GOLD: list(gold), SYSTEM: list(system)}
    for handle, sentences in sides.items():
        for number, sentence in enumerate(sentences, start=1):
            if not isinstance(sentence, Sentence):
                side = handle.decode().lower()
                raise TypeError("%s sentence %d is not a Sentence: %r" % (side, number, sentence))
    check_same_tokens(sides[GOLD], sides[SYSTEM])
    inputs = []
    for handle, sentences in sides.items():
        stream = io.BytesIO()
        plain = [one.plain(in_gold.document) for one, in_gold in zip(sentences, sides[GOLD])]
        try:
            write_columns(plain, stream, style=original.style.lower())
        except ShapeError as error:
            raise ShapeError("%s, %s" % (handle.decode().lower(), error)) from None
        stream.seek(0)
        inputs.append(perl.Input(handle, stream))
    try:
        yield InStep(*inputs)
    except stops.Stop as stop:
        where = stop.problem.handle.decode().lower()
        if stop.problem.line is not None:
            ends = []
            last = 0
            for sentence in sides[GOLD]:
                last += len(sentence.tokens) + 1
                ends.append(last)
            where += " sentence %d" % (bisect_left(ends, stop.problem.line) + 1)
        raise _scoring_error(stop, where, None) from None


def in_step(
    gold: File | Iterable[Sentence], system: File | Iterable[Sentence], original: Original
) -> AbstractContextManager[InStep]:
    """Return two files in step, of files or of sentences in memory: see `opened` and `written`."""
    if is_file(gold) or is_file(system):
        return opened(gold, system)  # type: ignore[arg-type]
    return written(gold, system, original)  # type: ignore[arg-type]


def each(
    files: AbstractContextManager[InStep], sentences: Callable[[InStep], Iterator[Each]]
) -> Iterator[Each]:
    """Yield what `sentences` yields of two files, which are closed at the end."""
    with files as opened_files:
        yield from sentences(opened_files)


def read_as_of(systems: Iterable[File]) -> tuple[str, ...]:
    """Return the formats of the predictions that systems' files were made of; none for columns."""
    return tuple(sorted({one.read_as for one in systems if isinstance(one, Source)} - {""}))


def held(handle: bytes, file: File) -> Source:
    """Read a file once and return its content; raise ScoringError if it cannot be read."""
    name = name_of(file, ROLES[handle].decode())
    try:
        with _input(handle, file) as opened_input:
            content = b"".join(opened_input.chunks())
            if opened_input.end_error_number:
                raise _unreadable(handle, name, opened_input.end_error_number)
    except stops.Stop as stop:
        raise _scoring_error(stop, name, None) from None
    except perl.Unreadable as error:
        raise _unreadable(handle, name, error.error_number) from None
    read_as = file.read_as if isinstance(file, Source) else ""
    return Source(content=content, name=name, read_as=read_as)


def _scoring_error(stop: stops.Stop, file: str | None, line: int | None) -> ScoringError:
    """Return the original's stop as a ScoringError."""
    problem = stop.problem
    message = decoded(stop.message(b"SCRIPT"))
    words = (problem.found, problem.expected, problem.advice)
    if stop.code == stops.CANNOT_BE_READ:
        return _not_read(FileNotRead(file, line, *words, message, stop.status), stop.error_number)
    return ScoringError(file, line, *words, message, stop.status)


def _unreadable(handle: bytes, name: str, error_number: int) -> ScoringError:
    """Return the error of a file whose reading ended in an error."""
    problem = stops.unreadable(handle, error_number)
    words = (problem.found, problem.expected, problem.advice)
    error = FileNotRead(name, None, *words, "", error_number & 255 or 255)
    return _not_read(error, error_number)


def _not_read(error: FileNotRead, number: int) -> FileNotRead:
    """Return the error of a file with what every OSError has."""
    error.filename, error.errno, error.strerror = error.file, number, error.found
    return error


def _blind(name: str) -> BlindGold:
    """Return the warning about gold without annotation."""
    return BlindGold(
        name,
        None,
        "no annotation columns: a blind file",
        "gold with *** or three columns for each negation",
        "give the annotated gold file; check takes a blind one",
        "",
        1,
    )


def _check_readable(files: InStep) -> None:
    """Raise Unreadable if reading ended in an error: the original takes that for the end."""
    for source in (files.gold, files.system):
        if source.end_error_number:
            raise perl.Unreadable(source.handle, source.end_error_number)


def _input(handle: bytes, source: File) -> perl.Input:
    if isinstance(source, Source):
        stream = source.open()
        return perl.Input(handle, stream, regular=source.is_regular)
    if not isinstance(source, PATHS):
        return perl.Input(handle, binary(source), keep_open=True)
    name = os.fsencode(source)
    try:
        # Unlike the drop-in commands, take the name as it is, with white space, and also "-".
        return perl.open_named(handle, name)
    except OSError as error:
        raise stops.cannot_be_opened(handle, name, error) from error
