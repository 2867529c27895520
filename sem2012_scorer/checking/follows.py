"""Findings that only follow from the fault at which the scorer aborts: they are taken out, and the fault is named once."""

from __future__ import annotations

from itertools import islice

from ..common.columns import COMPARED_FIELDS, WORD_FIELD
from ..reading.source import Source, lines_of
from .findings import Finding, Findings
from .layout import WHERE_STARS_BELONG, FileLayout, sentences_in_repaired_layout
from .line_separators import CUT_IN_LINE, JOIN_LINES, PUT_LINE_BREAK, SEPARATE_FIXES
from .sentences_that_differ import CUT_OFF, JOINED, JOINED_OR_DIVIDED
from .word_differences import CAPITALS


def forget_what_follows(
    abort: Finding, system: Source, gold: Source | None, layout: FileLayout, findings: Findings
) -> None:
    """Take out the findings that only follow from the fault at which the scorer aborts."""
    if any(finding.cause.endswith(WHERE_STARS_BELONG) for finding in findings.in_order()):
        findings.take_out_if_there("W912")  # it is no cue column
    if "E202" in findings.places:
        for code in ("W913", "W916"):
            findings.take_out_if_there(code)  # which column holds what is in doubt
    has_wrong_line_break = abort.fix.startswith((JOIN_LINES, PUT_LINE_BREAK))
    is_whole = abort.code == "E104" and not abort.cause  # then the layout is the cause
    if (abort.code in ("E102", "E103", "E104") and not is_whole) or has_wrong_line_break:
        _forget_errors_around(abort, findings, system)
    if abort.code in ("E101", "E105", "E106") and gold is not None:
        _forget_cells_of_other_words(findings, gold, system)
    if abort.fix in SEPARATE_FIXES:
        _forget_width_of_line(findings, abort.line)
    if abort.cause.startswith(CAPITALS):
        findings.take_out("W901")  # the words are wrong, and not the cells
    if abort.cause.startswith(CUT_OFF):
        _forget_parts_cut_off(findings, system, layout.lines)
    if abort.cause.startswith(CUT_IN_LINE):
        _forget_width_of_line(findings, abort.line)
        findings.take_out_if_there("W404")


def _forget_width_of_line(findings: Findings, line: int) -> None:
    """Take out that a line has another number of columns: it follows from its separators."""
    for finding in findings.in_order():
        if finding.code == "E201" and finding.line == line:
            findings.take_out_one(finding)


MOST_PLACES_OF_ONE_CAUSE = 3  # where there are more, they are not those of a sentence or two


def _forget_errors_around(abort: Finding, findings: Findings, system: Source) -> None:
    """Take out errors of columns and parts where a sentence is not whole: at its first difference from gold.

    Where more sentences begin or end at other tokens than gold's, such errors follow from that everywhere.
    """
    codes = ("E201", "E202", "E302")
    places = sum(findings.places[code] for code in codes)
    if abort.cause.endswith((JOINED_OR_DIVIDED, JOINED)) and places > MOST_PLACES_OF_ONE_CAUSE:
        for code in codes:
            findings.take_out_if_there(code)
        return
    # The sentence with the difference, and the next one, which may be its other part.
    around = [
        sentence.numbers
        for sentence in sentences_in_repaired_layout(system)
        if sentence.numbers[-1] + 1 >= abort.line
    ][:2]
    if not around:
        return
    first, last = around[0][0], around[-1][-1] + 1
    for finding in findings.in_order():
        is_near = first <= finding.line <= last
        if finding.code in codes and is_near:
            findings.take_out_one(finding)


def _forget_cells_of_other_words(findings: Findings, gold: Source, system: Source) -> None:
    """Take out the findings on cells beside a word that is not gold's: a cell is compared with that word."""
    lines = {finding.line for finding in findings.in_order() if finding.code == "W901"}
    others = set()
    pairs = zip(lines_of(gold), lines_of(system))
    for number, (golds, ours) in enumerate(islice(pairs, max(lines, default=0)), start=1):
        if number in lines and _word_of_line(golds) != _word_of_line(ours):
            others.add(number)
    for finding in findings.in_order():
        if finding.code == "W901" and finding.line in others:
            findings.take_out_one(finding)


def _word_of_line(line: bytes) -> bytes:
    return b"".join(line.split(b"\t", COMPARED_FIELDS)[WORD_FIELD:COMPARED_FIELDS])


def _forget_parts_cut_off(findings: Findings, system: Source, last_line: int) -> None:
    """Take out what is wrong with the last line and sentence: the rest of them is missing."""
    first_line = last_line
    for sentence in sentences_in_repaired_layout(system):
        first_line = sentence.numbers[0]
    for finding in findings.in_order():
        is_of_sentence = finding.code == "E302" and finding.line > last_line
        is_of_line = finding.code in ("W404", "W901") and finding.line == last_line
        # The beginning of *** looks like a lone cue column.
        is_of_stars = finding.code in ("W912", "W913") and finding.line >= first_line
        if is_of_sentence or is_of_line or is_of_stars:
            findings.take_out_one(finding)
