"""Where the output of every command goes: standard output, a file, a device, whole or not at all."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import BytesIO
from typing import IO

from ..common.errors import ScorerError
from ..common.process import Answer
from ..common.wording import text_as_bytes, wording_in_visible_lines
from ..reading.source import Source, chunks_of_source
from .arguments import UsageError


def output_width(options: argparse.Namespace) -> int:
    """Return the width of the terminal where the output goes, 79 if it goes elsewhere."""
    from shutil import get_terminal_size

    is_shown = options.output is None and sys.stdout is not None and sys.stdout.isatty()
    if is_shown:
        return get_terminal_size((79, 24)).columns
    return 79


def output_as_answer(
    content: str | bytes | Source, output: str | None, stderr: bytes, status: int = 0
) -> Answer:
    """Return the answer that prints `content`, or write it to the file `output`."""
    content = text_as_bytes(content) if isinstance(content, str) else content
    printed: list[bytes] = []
    with written_or_printed(output, printed) as stream:
        _write_files(content, stream)
    return Answer(b"".join(printed), stderr, status)


def write_whole(path: str, content: bytes | Source, executable: bool = False) -> None:
    """Write a file whole or not at all; raise UsageError if that cannot be done."""
    with _written_whole(path, executable) as stream:
        _write_files(content, stream)


MOST_OPEN = 200  # as many files are written together: a process may have a thousand open


def write_output_files(contents: Mapping[str, bytes | Source]) -> None:
    """Write files whole: all of them or, up to `MOST_OPEN`, none; raise UsageError if that cannot be done."""
    paths = list(contents)
    for start in range(0, len(paths), MOST_OPEN):
        with ExitStack() as stack:
            for path in paths[start : start + MOST_OPEN]:
                stream = stack.enter_context(_written_whole(path))
                _write_files(contents[path], stream)
                stream.flush()


def _write_files(content: bytes | Source, stream: IO[bytes]) -> None:
    if isinstance(content, bytes):
        stream.write(content)
        return
    # A file is copied piece by piece: it may be longer than the memory.
    with content.open() as file:
        for piece in chunks_of_source(file):
            stream.write(piece)


def make_folder(path: str) -> None:
    """Make a folder for several files, unless it is there; raise UsageError if that cannot be done."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {path}: {error.strerror}") from error


def _check_loop(path: str) -> None:
    """Raise OSError for a link that leads back to itself."""
    with suppress(FileNotFoundError):  # it may lead to a file that is not there yet
        os.stat(path)


def _mode_of(path: str, executable: bool) -> int:
    """Return the permissions that a file has after it is written: those that it has, or the usual ones."""
    umask = os.umask(0)
    os.umask(umask)
    mode = 0o666 & ~umask
    if os.path.exists(path):
        mode = os.stat(path).st_mode & 0o7777
    if executable:
        mode |= 0o111 & ~umask
    return mode


@contextmanager
def _written_to_device(path: str) -> Iterator[IO[bytes]]:
    """Yield a stream whose content is written to a device or a pipe, which cannot be replaced."""
    import shutil
    import tempfile

    with tempfile.TemporaryFile() as held:
        yield held
        held.seek(0)
        with open(path, "wb") as device:
            shutil.copyfileobj(held, device)


@contextmanager
def _written_whole(path: str, executable: bool = False) -> Iterator[IO[bytes]]:
    """Yield a stream whose content becomes the file `path` if there is no error.

    Raises UsageError if it cannot be written.
    """
    import tempfile

    if not path:
        raise UsageError("the output has no name: give one, or - for standard output")
    if os.path.isdir(path):
        raise UsageError(f"cannot write {path}: it is a folder")
    if path.endswith(os.sep):
        raise UsageError(f"there is no folder {path}")
    try:
        if os.path.islink(path):
            _check_loop(path)
        if os.path.exists(path) and not os.path.isfile(path):
            with _written_to_device(path) as held:
                yield held
            return
        # Through a symbolic link, and with the permissions of a file that is there.
        target = os.path.realpath(path)
        if os.path.exists(target) and not os.access(target, os.W_OK):
            raise UsageError(f"cannot write {path}: it is write-protected")
        directory = os.path.dirname(target)
        descriptor, temporary = tempfile.mkstemp(dir=directory, prefix=".sem2012-scorer-")
        try:
            with open(descriptor, "wb") as stream:
                yield stream
            os.chmod(temporary, _mode_of(target, executable))
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except ScorerError:
        # It is about what is read meanwhile.
        raise
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def written_or_printed(output: str | None, printed: list[bytes]) -> Iterator[IO[bytes]]:
    """Yield a stream for what a command writes: to the file `output`, or to be printed.

    Nothing is written before everything has gone well. What is to be printed is put into `printed`.
    """
    if output is not None and output != "-":
        with _written_whole(output) as stream:
            yield stream
    else:
        held = BytesIO()
        yield held
        printed.append(held.getvalue())


def output_lines_of_notes(notes: Iterable[str], level: str = "note") -> str:
    """Return the notes, or warnings, for standard error, one per line, without repetitions."""
    lines = [
        f"sem2012-scorer: {level}: {wording_in_visible_lines(note)}\n"
        for note in dict.fromkeys(notes)
    ]
    return "".join(lines)


def output_as_json(value: object, indent: int | None = None) -> str:
    """Return a value as JSON: letters as they are, as escapes what would steer a terminal or is no UTF-8."""
    import json
    import re

    text = json.dumps(value, indent=indent, ensure_ascii=False)
    return re.sub(
        "[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]",
        lambda match: "\\u%04x" % ord(match[0]),
        text,
    )
