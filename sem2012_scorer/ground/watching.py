"""A file that shows, as it is read, how much of it has been."""

from __future__ import annotations

import io
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .process import Progress


class Watched(io.FileIO):
    """A file that shows its progress; without size, it shows none."""

    def __init__(
        self, name: str | bytes | os.PathLike[str] | os.PathLike[bytes], progress: Progress
    ) -> None:
        super().__init__(name, "rb")
        self._progress = progress
        self._called = os.path.basename(os.fsdecode(name))
        self._size = os.fstat(self.fileno()).st_size
        self._read = 0

    def _show(self, read: int | None) -> None:
        self._read += read or 0
        self._progress.show(self._called, self._read, self._size)

    def read(self, size: int | None = -1, /) -> bytes:
        """Return the next bytes."""
        found = super().read(-1 if size is None else size)
        self._show(len(found or b""))
        return found

    def readinto(self, buffer: bytearray | memoryview, /) -> int | None:  # type: ignore[override]
        """Read into a buffer."""
        found = super().readinto(buffer)
        self._show(found)
        return found

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to another place, which is how far the file is read then."""
        self._read = super().seek(offset, whence)
        return self._read
