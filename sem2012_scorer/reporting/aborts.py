"""Where a legacy scorer aborts, in words for people: what was found and what was expected.

``sem2012-scorer check`` says what to do about it, and also looks at the rest of the files.
"""

from __future__ import annotations

from ..common.columns import COMPARED_FIELDS, PARTS, SCOPE
from ..common.errors import ScoringError
from ..common.wording import decoded, plural, shortened, visible
from ..port import abort_messages, perl

LONGEST_FIELD, SHOWN_OF_LONG = 10_000, 200
"""From how many bytes on a field is shown by its first ones alone."""


def abort_as_scoring_error(stop: perl.Abort, file: str | None, line: int | None) -> ScoringError:
    """Return an abort as a ScoringError."""
    message = decoded(stop.message(b"SCRIPT"))
    return ScoringError(file, line, *abort_in_words(stop), message, stop.status)


def abort_in_words(stop: perl.Abort) -> tuple[str, str]:
    """Return what was found, and what was expected."""
    kind, detail = stop.kind, stop.detail
    if kind == abort_messages.BLANK:
        return _compared_fields(detail[1]), "a blank line, as in gold"
    if kind == abort_messages.TOKEN:
        gold, system = detail
        return _compared_fields(system), "a line that begins as gold's does: " + _compared_fields(
            gold
        )
    if kind == abort_messages.STARS:
        found = "*** for token %d of the sentence before it, and not for token %d" % detail
        return found, "*** for all tokens of a sentence, or for none"
    if kind == abort_messages.UNEQUAL:
        return plural(detail[0], "column"), "%d, as in the first line of the sentence" % detail[1]
    if kind == abort_messages.IMPOSSIBLE:
        return plural(detail[0], "column"), "8 with ***, or 7 and 3 for each negation"
    if kind == abort_messages.DIVISION:
        return _nothing_to_divide_by(stop), "at least one: the original divides by their number"
    number, part, tokens = detail
    expected = f"every negation with its {PARTS[part]}"
    if not tokens:
        found = "a sentence without tokens, which ends here"
        return found, expected
    lacking = PARTS[part]
    if lacking == SCOPE:
        lacking = "scope token (punctuation does not count)"
    return f"no {lacking} in negation {number} of the sentence before this line", expected


def _nothing_to_divide_by(stop: perl.Abort) -> str:
    """Return what the scorer found none of."""
    (row,) = stop.detail
    if row:
        return f"no true positive in the row {row}"
    if stop.read is not None and not stop.read[1]:
        return "no sentence"
    return "no sentence with negation"


def _compared_fields(line: bytes) -> str:
    """Return the fields of a line that are compared, for people to read."""
    if line == b"":
        return "the end of the file"
    if line == b"\n":
        return "a blank line"
    fields = line.removesuffix(b"\n").split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]
    return shortened(visible(" | ".join(map(_field_shown, fields))))


def _field_shown(field: bytes) -> str:
    """Return a field as text; of one of megabytes, the beginning."""
    if len(field) <= LONGEST_FIELD:
        return decoded(field)
    beginning = field[:SHOWN_OF_LONG]
    return "%s ... (%d bytes more)" % (decoded(beginning), len(field) - len(beginning))
