"""Copies of the originals, recognized by their hash: those published, and others with the same behavior."""

from __future__ import annotations

from collections.abc import Sequence

from ..ground.records import Record
from ..legacy.scripts import ORIGINALS


class Copy(Record):
    """A copy of a script: the original whose behavior it has, and in what it differs, if it does."""

    identifier: str
    described: str = ""


REFORMATTED = {
    "e8bb47b3d9f0": Copy("eval.cd-sco-uio", "the teaching copy, reformatted"),
    "f9cf21c02d3e": Copy("eval.cd-sco", "2.2 with spaces in place of tabs"),
    "15c3a1472f3c": Copy("eval.cd-sco", "2.2 with another first line"),
}
"""Other copies in public repositories, by the first twelve digits of their hash."""

DIGITS = 12


def copy_of(sha256: str) -> Copy | None:
    """Return which original a script with this hash (64 digits) is a copy of; None if it is unknown."""
    for original in ORIGINALS.values():
        if original.sha256 == sha256:
            return Copy(original.identifier)
    return REFORMATTED.get(sha256[:DIGITS])


def is_unknown(sha256: str, others: Sequence[str] = ()) -> str:
    """Return in words that a script is not one of the known copies; `others` are hashes of further ones."""
    known = [one[:DIGITS] for one in [*(o.sha256 for o in ORIGINALS.values()), *others]]
    return "is not one of the known copies: its sha256 begins with {}, theirs with {}".format(
        sha256[:DIGITS], ", ".join([*known, *REFORMATTED])
    )
