"""How far a run is, shown on a terminal while files are read."""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO


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


class Watched(io.FileIO):
    """A file that shows its progress; without size, it shows none."""

    def __init__(
        self, name: str | bytes | os.PathLike[str] | os.PathLike[bytes], progress: Progress
    ) -> None:
        super().__init__(name, "rb")
        self._progress = progress
        self._called = os.path.basename(os.fsdecode(name))
        self._size = os.fstat(self.fileno()).st_size

    def _show(self) -> None:
        # What has no size, as a pipe, may have no place either.
        if self._size:
            self._progress.show(self._called, self.tell(), self._size)

    def read(self, size: int | None = -1, /) -> bytes:
        """Return the next bytes."""
        found = super().read(-1 if size is None else size)
        self._show()
        return found

    def readinto(self, buffer: bytearray | memoryview, /) -> int | None:  # type: ignore[override]
        """Read into a buffer."""
        found = super().readinto(buffer)
        self._show()
        return found


def opened_to_read(name: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> io.FileIO:
    """Return a file that is opened to be read, without buffer; as it is read, progress is shown."""
    return Watched(name, progress[0]) if progress else open(name, "rb", buffering=0)
