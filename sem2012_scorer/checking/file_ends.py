"""The ends of the two files: lines of the one after the end of the other, and a last line that the scorer does not read."""

from __future__ import annotations

from ..reading.source import Source
from .findings import Findings
from .layout import UNSCORED_LINE, FileLayout


def report_golds_last_line(
    gold: Source, golds: Findings, findings: Findings, of_gold: Findings
) -> None:
    """Report that gold alone has no blank line at its end; a negation of its last sentence may seem to have no cue then."""
    of_end = [finding for finding in golds.in_order() if finding.code == "W404"]
    if not of_end:
        return
    if of_gold.counts_by_code().get("W913") == 1:
        of_gold.take_out("W913")  # its cue may stand in the line that is not read
    if "W404" not in findings.places:
        found = of_end[0].found.partition(": ")[0] + UNSCORED_LINE
        fix = "end the gold file with a blank line"
        of_gold.add_place("W404", of_end[0].line, found=found, fix=fix, file=gold.name)


def report_lines_after_gold(
    layout: FileLayout, in_gold: FileLayout, findings: Findings, golds: Findings
) -> None:
    """Report lines after gold's end: that the last of them is not read makes no difference then."""
    first, last = in_gold.lines + 1, layout.lines
    has_token_after = last >= first and "W404" in findings.places and not golds.places["W404"]
    if has_token_after:
        findings.take_out("W404")
    if last > first:
        findings.add_place("W114", first, found=f"lines {first:,} to {last:,}")
    elif has_token_after:
        findings.add_place("W114", first, found=f"line {first:,}")
