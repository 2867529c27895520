"""The family of errors and warnings."""

from __future__ import annotations


class ScorerError(Exception):
    """What is wrong with what is to be scored, checked, read or written: the family of this package's errors."""


class ScorerWarning(UserWarning):
    """What was done with the input that may not be what was meant."""
