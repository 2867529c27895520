"""Where a legacy scorer aborts, in words for people: what was found, what was expected, how to fix it."""

from __future__ import annotations

from ..ground.columns import BYTE_ORDER_MARK, COMPARED_FIELDS
from ..ground.errors import ScorerError, ScorerWarning
from ..ground.wording import decoded, plural, shortened, visible
from ..legacy import perl, stops
from ..legacy.scripts import CUE

CODES = {
    stops.TOKEN: "E101",
    stops.BLANK: "E104",
    stops.UNEQUAL: "E201",
    stops.IMPOSSIBLE: "E202",
    stops.STARS: "E202",
    stops.NO_CUE: "E302",
    stops.PART: "E302",
    stops.DIVISION: "E501",
}
"""The codes under which `check` reports the kinds of aborts."""
NO_TOKENS = "E303"  # the code of a negation without parts in a sentence without tokens (quirk 6)

SAME_LINES = "copy the first four columns of each line from the gold file"
ALL_SENTENCES = "the file is empty, or ends before gold does: give all of gold's sentences"
HAS_MARK = "the file begins with a byte-order mark: sem2012-scorer check -s FILE --fix OUT"
NO_TABS = "gold's line has no tabs: give the gold file in columns with -g"
EQUAL_COLUMNS = "give all tokens of a sentence the same number of columns"
PARTS = ("cue", "scope", "event")


class ScoringError(ScorerError):
    """Files at which the legacy scorer aborts; ``str()`` is one line.

    `file` and `line` say where (the line counted from 1; either may be None); `found`, `expected` and
    `advice` what is there, what should be, and what to do; `legacy_message` and `legacy_status` what
    the original prints on standard error, with SCRIPT for its name, and its exit status.
    """

    def __init__(
        self,
        file: str | None,
        line: int | None,
        found: str,
        expected: str,
        advice: str,
        legacy_message: str = "",
        legacy_status: int = 1,
    ) -> None:
        super().__init__(file, line, found, expected, advice, legacy_message, legacy_status)
        self.file, self.line = file, line
        self.found, self.expected, self.advice = found, expected, advice
        self.legacy_message, self.legacy_status = legacy_message, legacy_status

    def __str__(self) -> str:
        where = "".join(f"{part}:" for part in (self.file, self.line) if part is not None)
        text = f"{where} found {self.found}; expected {self.expected}; {self.advice}"
        return text.strip()


class BlindGold(ScoringError, ScorerWarning):
    """Gold has no annotation columns: the originals print zeros.

    A warning, which the commands take for an error.
    """


def blind(name: str) -> BlindGold:
    """Return the warning about gold without annotation."""
    return BlindGold(
        name,
        None,
        "no annotation columns: a blind file",
        "gold with *** or three columns for each negation",
        "give the annotated gold file; check takes a blind one",
    )


def code_of(stop: perl.Die) -> str:
    """Return the code under which `check` reports an abort."""
    is_phantom = stop.kind in (stops.PART, stops.NO_CUE) and not stop.detail[2]
    return NO_TOKENS if is_phantom else CODES[stop.kind]


def scoring_error(stop: perl.Die, file: str | None, line: int | None) -> ScoringError:
    """Return an abort as a ScoringError."""
    message = decoded(stop.message(b"SCRIPT"))
    return ScoringError(file, line, *in_words(stop), message, stop.status)


def in_words(stop: perl.Die) -> tuple[str, str, str]:
    """Return what was found, what was expected, and what to do."""
    kind, detail = stop.kind, stop.detail
    if kind == stops.BLANK:
        advice = _line_ends(detail[1]) or SAME_LINES
        return compared(detail[1]), "a blank line, as in gold", advice
    if kind == stops.TOKEN:
        gold, system = detail
        expected = "a line that begins as gold's does: " + compared(gold)
        advice = _line_ends(gold, "gold's") or (SAME_LINES if system else ALL_SENTENCES)
        advice = HAS_MARK if system.startswith(BYTE_ORDER_MARK) else advice
        has_no_tabs = gold.strip() and b"\t" not in gold
        return compared(system), expected, NO_TABS if has_no_tabs else advice
    if kind == stops.STARS:
        found = "*** for token %d of the sentence before it, and not for token %d" % detail
        return found, "*** for all tokens of a sentence, or for none", EQUAL_COLUMNS
    if kind in (stops.UNEQUAL, stops.IMPOSSIBLE):
        expected = "8 with ***, or 7 and 3 for each negation"
        if kind == stops.UNEQUAL:
            expected = "%d, as in the first line of the sentence" % detail[1]
        return plural(detail[0], "column"), expected, _line_ends(detail[2]) or EQUAL_COLUMNS
    if kind == stops.DIVISION:
        (row,) = detail
        found, advice = "no sentence with negation", "check that this is the gold file"
        if row:
            found = f"no true positive in the row {row}"
            advice = "score with a later version, which reports zeros"
        elif stop.read is not None and not stop.read[1]:
            found, advice = "no sentence", advice + " and that it is not empty"
        else:
            advice += ", or score with eval.cd-sco-patched (it reports zeros)"
        return found, "at least one: the original divides by their number", advice
    number, part, tokens = detail
    expected = f"every negation with its {PARTS[part]}"
    if not tokens:
        found = "no token before it: two blank lines, or a file that ends without a blank line"
        return found, expected, "separate sentences by one blank line, and end both files with one"
    found = "no %s in negation %d of the sentence that ends here" % (PARTS[part], number)
    advice = f"mark the {PARTS[part]}, or remove the negation's columns"
    return found, expected, advice + "; eval.cd-sco can do without" * (part != CUE)


def _line_ends(line: bytes, whose: str = "the") -> str:
    """Return what to do if a line ends in a carriage return, "" if it does not."""
    words = f"{whose} lines end in carriage returns: sem2012-scorer check -s FILE --fix OUT"
    return words if line.rstrip(b"\n").endswith(b"\r") else ""


def compared(line: bytes) -> str:
    """Return the fields of a line that are compared, for people to read."""
    if line in (b"", b"\n"):
        return "a blank line" if line else "the end of the file"
    fields = line.removesuffix(b"\n").split(b"\t")[:COMPARED_FIELDS]
    return shortened(visible(" | ".join(map(decoded, fields))))
