"""What every process of this package does: answer as a value, print it, and exit."""

from __future__ import annotations

import errno
import os
import sys

from .records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from io import FileIO
    from typing import IO, NoReturn

FLUSH_FAILED = 1
"""Exit status of Perl when the report cannot be written."""


class Answer(Record):
    """What a run prints on standard output and standard error, and its exit status."""

    stdout: bytes
    stderr: bytes
    status: int


def emit(run: Callable[[], Answer], is_original: bool = True) -> NoReturn:
    """Print what `run` answers, each stream in one piece, and exit with its status.

    An interrupted run, one whose reader has gone, or one whose output would
    exceed the limit of a file's size, ends by the signal, as Perl's does. An original's
    message that cannot be written exits with the error of that. Where it does not stand for an
    original, what is printed comes first, and where that fails, it is all that is said.
    """
    try:
        stdout, stderr, status = run()
        if is_original:
            error = _write(2, stderr)
            if error is not None and status:
                status = error
        error = _write(1, stdout)
        if error is not None:
            status = FLUSH_FAILED
            failed = UNPRINTED[is_original] % os.fsencode(os.strerror(error))
            _write(2, failed)
        elif not is_original:
            _write(2, stderr)
    except BrokenPipeError:
        _end_by_signal("SIGPIPE")
    except KeyboardInterrupt:
        _end_by_signal("SIGINT")
    # All is written. Taking the interpreter down in good order costs a tenth of a short run.
    os._exit(status)


UNPRINTED = (
    b"sem2012-scorer: cannot write standard output: %s\n",
    b"Unable to flush stdout: %s\n",
)
"""What is said where standard output cannot be written: in this package's words, and in Perl's."""


class Progress:
    """Shows on a terminal how far a run is, once it has taken two seconds."""

    def __init__(self, terminal: IO[str], now: Callable[[], float]) -> None:
        self._terminal = terminal
        self._now = now
        self._next = now() + FIRST_SHOWN
        self._is_shown = False
        self._what = ""
        self._until = 0.0

    def show(self, what: str, done: int, number: int) -> None:
        """Show how much is done, of how much, of what is named, if it is time to.

        Of files that are read in step, the first is shown.
        """
        now = self._now()
        if now < self._next or number <= 0 or (what != self._what and now < self._until):
            return
        self._next, self._until = now + SHOWN_EVERY, now + SHOWN_ALONE
        self._is_shown, self._what = True, what
        self._terminal.write("\r%s: %d%%\x1b[K" % (what, min(100 * done // number, 100)))
        self._terminal.flush()

    def clear(self) -> None:
        """Take away what is shown."""
        if self._is_shown:
            self._terminal.write("\r\x1b[K")
            self._terminal.flush()


FIRST_SHOWN, SHOWN_EVERY, SHOWN_ALONE = 2.0, 0.1, 0.5
"""After how many seconds progress is first shown, how often, and how long nothing else is."""

progress: list[Progress] = []
"""The progress of this run, if it is shown: set by the command, and by nothing else."""


def show_progress() -> None:
    """Show progress from now on, if standard error is a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        from time import monotonic

        progress[:] = [Progress(sys.stderr, monotonic)]


def opened_to_read(name: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> FileIO:
    """Return a file that is opened to be read, without buffer; as it is read, progress is shown."""
    if not progress:
        return open(name, "rb", buffering=0)
    from .watching import Watched

    return Watched(name, progress[0])


def _write(descriptor: int, content: bytes) -> int | None:
    """Write all of `content`; return None, or the ``errno`` if that fails but for a broken pipe."""
    try:
        while content:
            content = content[os.write(descriptor, content) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EFBIG:
            # Python has the signal ignored that ends other programs here.
            _end_by_signal("SIGXFSZ")
        return error.errno
    return None


def print_piece(content: bytes) -> None:
    """Print a piece of what is too much for one; raise OSError if that fails."""
    error = _write(1, content)
    if error is not None:
        raise OSError(error, os.strerror(error))


def _end_by_signal(name: str) -> NoReturn:
    """End this process by the signal `name`, as if it had not been caught."""
    import signal

    number = signal.Signals[name]
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    sys.exit(128 + number)
