"""What is wrong with the lines of gold where the scorer does not abort: line endings, blank lines, headers."""

from __future__ import annotations

from ..reading.source import Source
from .findings import Findings


def report_golds_lines(
    gold: Source, golds: Findings, findings: Findings, of_gold: Findings
) -> None:
    """Report that gold alone has other line endings, or blank lines that are not empty; forget what follows."""
    for code in ("W401", "W405"):
        in_layout = [finding for finding in golds.in_order() if finding.code == code]
        if not in_layout or code in findings.places:
            continue
        first = in_layout[0]
        of_gold.add_place(code, first.line, found=first.found, fix=first.fix, file=gold.name)
        of_gold.set_count(code, golds.places[code])
        for follows in ("W913", "W917"):
            of_gold.take_out_if_there(follows)
    headers = [finding.line for finding in golds.in_order() if finding.code == "W406"]
    for finding in of_gold.in_order():
        if finding.code == "W901" and finding.line in headers:
            of_gold.take_out_one(finding)  # its names are no cells
