"""What the commands share: how they are used wrongly, common options, where output goes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ..dropin import Answer
from ..focus import IDENTIFIER as FOCUS
from ..legacy import perl
from ..legacy.originals import EVAL_CD_SCO, ORIGINALS
from ..wording import encoded, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable


class UsageError(Exception):
    """The files named cannot be paired, or the like; the text says what to do."""


class FileTrouble(Exception):
    """A file cannot be read or compared, or the disk is full; the text says which, and why."""


def add_files(command: argparse.ArgumentParser) -> None:
    """Add the options ``-g`` and ``-s`` of a command that compares files."""
    command.add_argument(
        "-g",
        "--gold",
        nargs="+",
        action="extend",
        required=True,
        metavar="GOLD",
        help="gold file(s), or a folder",
    )
    command.add_argument(
        "-s",
        "--system",
        nargs="+",
        action="extend",
        required=True,
        metavar="SYSTEM",
        help="system file(s), or a folder; - is standard input",
    )


SCORERS = (*ORIGINALS, FOCUS)
"""The identifiers of all legacy scorers: of negation, and of its focus."""


def add_scorer(command: argparse.ArgumentParser) -> None:
    """Add the option ``--scorer``."""
    command.add_argument(
        "--scorer",
        choices=SCORERS,
        default=EVAL_CD_SCO.identifier,
        metavar="ID",
        help="the legacy scorer: %s (default: %s)" % (", ".join(SCORERS), EVAL_CD_SCO.identifier),
    )


def add_output(command: argparse.ArgumentParser) -> None:
    """Add the option ``-o``."""
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to FILE, whole or not at all (- is standard output)",
    )


def delivered(content: str | bytes, output: str | None, stderr: bytes) -> Answer:
    """Return the answer that prints `content`, or write it to the file `output`."""
    whole = encoded(content) if isinstance(content, str) else content
    if output in (None, "-"):
        return Answer(whole, stderr, 0)
    assert output is not None
    write_whole(output, whole)
    return Answer(b"", stderr, 0)


def notes_of(said: Iterable[str]) -> str:
    """Return what is told on standard error beside the output: a line for each note, none twice."""
    return "".join("sem2012-scorer: note: %s\n" % visible(one) for one in dict.fromkeys(said))


def write_whole(path: str, content: bytes, executable: bool = False) -> None:
    """Write a file whole or not at all; raise UsageError if that cannot be done."""
    if not path:
        raise UsageError("the output has no name: give one, or - for standard output")
    if path.endswith(os.sep) and not os.path.isdir(path):
        raise UsageError("there is no folder %s" % path)
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            # A device or a pipe cannot be replaced.
            Path(path).write_bytes(content)
            return
        # Through a symbolic link, and with the permissions of a file that is there.
        target = os.path.realpath(path)
        directory = os.path.dirname(target)
        descriptor, temporary = tempfile.mkstemp(dir=directory, prefix=".sem2012-scorer-")
        try:
            with open(descriptor, "wb") as stream:
                stream.write(content)
            umask = os.umask(0)
            os.umask(umask)
            mode = os.stat(target).st_mode & 0o7777 if os.path.exists(target) else 0o666 & ~umask
            if executable:
                mode |= 0o111 & ~umask
            os.chmod(temporary, mode)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        words = "cannot write %s: %s" % (path, error.strerror or error)
        if error.errno in perl.NO_ROOM:
            raise FileTrouble(words) from error
        raise UsageError(words) from error
