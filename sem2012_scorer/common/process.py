"""What every process of this package does: answer as a value, print it, and exit."""

from __future__ import annotations

import errno
import gc
import os
import sys

from .records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

FAILED = 1  # exit status of Perl when the report cannot be written, or when there is no memory left


class Answer(Record):
    """What a run prints on standard output and standard error, and its exit status."""

    stdout: bytes
    stderr: bytes
    status: int


def emit(run: Callable[[], Answer], is_original: bool = True) -> NoReturn:
    """Print what `run` answers, each stream in one piece, and exit with its status.

    An interrupted run, one whose reader has gone, or one whose output would exceed the limit of a
    file's size, ends by the signal, as Perl's does; one without memory says what Perl says. An
    original's message that cannot be written exits with the error of that. Where it does not stand
    for an original, what is printed comes first, and if that fails, only the failure is reported.
    """
    # Containers in circles, for which Python would look often, are few here.
    gc.set_threshold(100_000)
    try:
        stdout, stderr, status = run()
        if is_original:
            error = _write(2, stderr)
            if error is not None and status:
                status = error.errno or 0
        error = _write(1, stdout)
        if error is not None:
            status = FAILED if is_original else 2
            failed = UNPRINTED[is_original] % os.fsencode(error.strerror or str(error))
            _write(2, failed)
        elif not is_original:
            _write(2, stderr)
    except BrokenPipeError:
        _end_by_signal("SIGPIPE")
    except KeyboardInterrupt as ended:
        _end_by_signal(str(ended) or "SIGINT")
    except MemoryError:
        _write(2, b"Out of memory!\n")
        status = FAILED
    # All is written. Taking the interpreter down in good order costs a tenth of a short run.
    os._exit(status)


UNPRINTED = (b"sem2012-scorer: cannot write standard output: %s\n", b"Unable to flush stdout: %s\n")
"""The error if standard output cannot be written: in this package's words, and in Perl's."""


def _write(descriptor: int, content: bytes) -> OSError | None:
    """Write all of `content`; return None or the error. A broken pipe is raised."""
    try:
        while content:
            content = content[os.write(descriptor, content) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EFBIG:
            # Python has the signal ignored that ends other programs here.
            _end_by_signal("SIGXFSZ")
        return error
    return None


SIGNALS = {"SIGHUP": 1, "SIGINT": 2, "SIGPIPE": 13, "SIGTERM": 15, "SIGXFSZ": 25}
"""The numbers that Linux has for the signals that end a run."""


def end_process_in_order() -> None:
    """Let signals that end this process be exceptions: what is half written is taken away first."""
    import signal

    def ended(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt(signal.Signals(number).name)

    def unraisable(ignored: sys.UnraisableHookArgs) -> None:
        """Let an interrupt come again that fell into a callback of the interpreter's own.

        Python only reports such an exception, and the run would go on.
        """
        interrupt = ignored.exc_value
        if not isinstance(interrupt, KeyboardInterrupt):
            sys.__unraisablehook__(ignored)
        elif hasattr(signal, "setitimer"):

            def again(number: int, frame: object) -> NoReturn:
                raise KeyboardInterrupt(*interrupt.args)

            signal.signal(signal.SIGALRM, again)
            # Not at once: it would fall into this function.
            signal.setitimer(signal.ITIMER_REAL, 0.01)

    sys.unraisablehook = unraisable
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What the parent has ignored, as nohup does, stays so.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, ended)


def _end_by_signal(name: str) -> NoReturn:
    """End this process by the signal `name`, as if it had not been caught.

    Where the platform does not have it, as Windows, by the status that a shell shows for it.
    """
    import signal

    number = getattr(signal, name, None)
    if number is None:
        os._exit(128 + SIGNALS[name])
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    sys.exit(128 + number)
