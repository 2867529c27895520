"""The family of errors and warnings."""

from __future__ import annotations


class ScorerError(Exception):
    """Base class of this package's errors."""


class ScorerWarning(UserWarning):
    """The scorer ignores or misreads a part of the input."""


class ScoringError(ScorerError):
    """Files at which the legacy scorer aborts; ``str()`` is one line.

    `file` and `line` say where (the line counted from 1; either may be None); `found` and `expected`
    what is there and what should be; `legacy_message` and `legacy_status` what the original prints on
    standard error, with SCRIPT for its name, and its exit status. `check_files` says what to do.
    """

    def __init__(
        self,
        file: str | None,
        line: int | None,
        found: str,
        expected: str,
        legacy_message: str = "",
        legacy_status: int = 1,
    ) -> None:
        super().__init__(file, line, found, expected, legacy_message, legacy_status)
        self.file, self.line = file, line
        self.found, self.expected = found, expected
        self.legacy_message, self.legacy_status = legacy_message, legacy_status

    def __str__(self) -> str:
        where = "".join(f"{part}:" for part in (self.file, self.line) if part is not None)
        text = f"{where} found {self.found}; expected {self.expected}"
        return text.strip()


class BlindGold(ScoringError, ScorerWarning):
    """Gold has no annotation columns: the originals print zeros.

    A warning, which the commands take for an error.
    """
