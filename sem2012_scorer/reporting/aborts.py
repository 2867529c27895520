"""Where a legacy scorer aborts, in words for people: what was found, what was expected, how to fix it."""

from __future__ import annotations

from ..ground.columns import BYTE_ORDER_MARK, COMPARED_FIELDS
from ..ground.errors import ScoringError
from ..ground.wording import decoded, plural, shortened, visible
from ..legacy import perl, stops
from ..legacy.scripts import CUE

FIX = "sem2012-scorer check -s FILE --fix OUT"
SAME_LINES = "copy the first four columns of each line from the gold file"
ALL_SENTENCES = "the file is empty, or ends before gold does: give all of gold's sentences"
NO_TABS = "gold's line has no tabs: give the gold file in columns with -g"
EQUAL_COLUMNS = "give all tokens of a sentence the same number of columns"
PARTS = ("cue", "scope", "event")


def scoring_error(stop: perl.Die, file: str | None, line: int | None) -> ScoringError:
    """Return an abort as a ScoringError."""
    message = decoded(stop.message(b"SCRIPT"))
    return ScoringError(file, line, *in_words(stop), message, stop.status)


def in_words(stop: perl.Die) -> tuple[str, str, str]:
    """Return what was found, what was expected, and what to do."""
    kind, detail = stop.kind, stop.detail
    if kind == stops.BLANK:
        found = compared(detail[1])
        return found, "a blank line, as in gold", _line_ends(detail[1]) or SAME_LINES
    if kind == stops.TOKEN:
        gold, system = detail
        expected = "a line that begins as gold's does: " + compared(gold)
        advice = _line_ends(gold, "gold's") or (SAME_LINES if system else ALL_SENTENCES)
        if system.startswith(BYTE_ORDER_MARK):
            advice = f"the file begins with a byte-order mark: {FIX}"
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
    return f"{whose} lines end in carriage returns: {FIX}" * (line.rstrip(b"\n")[-1:] == b"\r")


def compared(line: bytes) -> str:
    """Return the fields of a line that are compared, for people to read."""
    if line in (b"", b"\n"):
        return "a blank line" if line else "the end of the file"
    fields = line.removesuffix(b"\n").split(b"\t")[:COMPARED_FIELDS]
    return shortened(visible(" | ".join(map(decoded, fields))))
