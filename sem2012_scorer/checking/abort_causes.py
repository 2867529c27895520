"""Why the scorer aborts where it does: each function blames one cause, and returns the abort as it is otherwise.

In: the finding of the abort, the findings on layout and cells, and the files. Out: the abort with `cause` and
`fix`; a finding that the cause names is taken out, so that it is not reported twice. `check` calls them.
"""

from __future__ import annotations

from itertools import islice, pairwise

from ..common.columns import DASHED_EMPTY_CELLS
from ..common.wording import plural
from ..port.perl import Abort
from ..reading.source import Source, lines_of
from .against_gold import find_difference
from .column_order import FOLLOW_FROM_ORDER, order_of_columns
from .findings import CODES, OF_LAYOUT, Finding, Findings, bytes_in_finding
from .golds_faults import REPAIR_GOLD, sentence_goes_on
from .layout import (
    FIRST,
    NO_LINE_FEEDS,
    NOT_UTF_8,
    WHERE_STARS_BELONG,
    FileLayout,
    sentences_in_repaired_layout,
)
from .shifted import IS_SHIFTED, shift_in_files
from .widths import EMPTY_AT_END, NO_BLANK_LINE, sentences_with_negation


def _lacks_part_without_cause(abort: Finding) -> bool:
    """Return whether the scorer aborts since a negation of the file lacks a part, and it is not known why."""
    return abort.code == "E302" and not abort.cause and not abort.file


def blame_golds_layout(abort: Finding, findings: Findings, golds: Findings) -> Finding:
    """Return the abort with a problem of gold's layout as its cause: one at its place that the file does not have there.

    If the file's layout is in order, it is the nearest one.
    """
    of_file = {(finding.code, finding.line, finding.found) for finding in findings.in_order()}
    in_layout = [
        finding
        for finding in golds.in_order()
        if (finding.code, finding.line, finding.found) not in of_file
    ]
    if any(code in OF_LAYOUT for code in findings.places):
        in_layout = [finding for finding in in_layout if finding.line == abort.line]
        if "blank line" not in abort.found:
            # A carriage return stands at the end of its line, and changes no first column.
            in_layout = [finding for finding in in_layout if finding.code != "W401"]
    if not in_layout:
        return abort

    def distance(finding: Finding) -> tuple[int, bool]:
        # A carriage return stands at a line's end: what changes the first columns comes first.
        return abs(finding.line - abort.line), finding.code == "W401"

    nearest = min(in_layout, key=distance)
    where = _first_line_in_words(nearest, golds.places[nearest.code])
    cause = f"gold: {_layout_in_words(nearest)} ({where})"
    return abort._replace(cause=cause, fix=REPAIR_GOLD)


def blame_column_order(
    abort: Finding, gold: Source | None, system: Source, findings: Findings
) -> Finding:
    """Return the abort with another order of columns as its cause, if a part is missing and that is why."""
    if gold is None or not _lacks_part_without_cause(abort):
        return abort
    order = order_of_columns(gold, system)
    if not order:
        return abort
    for code in ("E302", *FOLLOW_FROM_ORDER):
        findings.take_out(code)
    return abort._replace(cause=order, fix=IN_ORDER)


def blame_sign_for_empty(abort: Finding, findings: Findings) -> Finding:
    """Return the abort with another sign for empty cells as its cause, if a part is missing and that is why.

    Where gold writes - for empty, every part has a word; with the other sign, parts are missing.
    """
    signs = [finding for finding in findings.in_order() if finding.code == "W117"]
    if abort.code != "E302" or abort.cause or not signs:
        return abort
    findings.take_out("E302")
    findings.take_out("W117")
    if abort.file:
        sign = signs[0].expected
        cause = f"gold has {sign} in empty cells; this scorer aborts at a part that is {sign} in every cell"
        fix = "if this is gold of *SEM 2012, give --scorer eval.cd-sco; if it is gold of NEGES, write - into the empty cells of both files"
        return abort._replace(cause=cause, expected="", fix=fix)
    cause = f"{CODES['W117'].title} (W117): {signs[0].found}"
    return abort._replace(
        cause=cause, expected=f"{signs[0].expected} in empty cells", fix=CODES["W117"].fix
    )


def blame_lone_sign(abort: Finding, system: Source) -> Finding:
    """Return the abort with a sign for an empty cell in place of *** as its cause, if a part is missing and that is why."""
    if not _lacks_part_without_cause(abort):
        return abort
    for sentence in sentences_in_repaired_layout(system):
        if sentence.numbers[-1] + 1 >= abort.line:
            cells = [row[FIRST:] for row in sentence.rows]
            if cells[0] in ([b"_"], [b"-"]) and all(of_line == cells[0] for of_line in cells):
                sign = bytes_in_finding(cells[0][0])
                return abort._replace(
                    cause=f"a single {sign} stands {WHERE_STARS_BELONG}", fix="write ***"
                )
            break
    return abort


OF_SENTENCES = ("E102", "E103", "E104", "E107", "E108")
"""Differences after which sentences do not stand beside gold's."""


def blame_shift(abort: Finding, gold: Source | None, system: Source, findings: Findings) -> Finding:
    """Return the abort with annotation beside its place as its cause, if a part is missing and that is why.

    If it aborts for another reason, the annotation is reported beside it.
    """
    is_cause = _lacks_part_without_cause(abort)
    may_be_shifted = is_cause or "E302" in findings.places or "E605" in findings.places
    # Where sentences begin and end elsewhere, or are missing, none stands beside gold's.
    if gold is None or not may_be_shifted or abort.code in OF_SENTENCES:
        return abort
    shift = shift_in_files(gold, system)
    if shift is None:
        return abort
    for code in ("E302", "E605", "W901", *FOLLOW_FROM_ORDER):
        findings.take_out_if_there(code)
    if not is_cause:
        findings.add_place("W918", shift.line, found=shift.found, fix=shift.fix)
        return abort
    return abort._replace(cause=shift.found + IS_SHIFTED, fix=shift.fix)


def blame_blank_line_inside(abort: Finding, system: Source, findings: Findings) -> Finding:
    """Return the abort with a blank line inside of a sentence as its cause, if a part is missing and the numbers show that."""
    if not _lacks_part_without_cause(abort):
        return abort
    for before, after in pairwise(sentences_in_repaired_layout(system)):
        ends = before.numbers[-1] + 1, after.numbers[-1] + 1
        if abort.line in ends and sentence_goes_on(before, after):
            for finding in findings.in_order():
                if finding.code == "E302" and finding.line in ends:
                    findings.take_out_one(finding)
            cause = f"the blank line before line {after.numbers[0]:,} divides a sentence: column 3 goes on there"
            return abort._replace(cause=cause, fix="remove that blank line")
        if before.numbers[-1] >= abort.line:
            break
    return abort


IN_ORDER = "write cue, scope and event of each negation side by side, in this order"


def blame_header(abort: Finding, findings: Findings, system: Source) -> Finding:
    """Return the abort with a line that names the columns as its cause, if the first sentence has one: it is no token."""
    first = next(iter(sentences_in_repaired_layout(system)), None)
    if abort.code not in ("E201", "E202") or first is None or abort.line > first.numbers[-1] + 1:
        return abort
    for finding in findings.in_order():
        if finding.code == "W406" and finding.line == first.numbers[0] - 1:
            findings.take_out_one(finding)
            cause = _finding_as_cause(finding, 1)
            return abort._replace(cause=cause, fix=finding.fix or CODES["W406"].fix)
    return abort


def blame_odd_line(abort: Finding, findings: Findings) -> Finding:
    """Return the abort with the line before it as its cause, if that one has another number of columns.

    The scorer compares with the first line of a sentence, and names the second where the first is wrong.
    """
    if abort.code == "E202":
        for finding in findings.in_order():
            if finding.code == "E201" and finding.line == abort.line:
                findings.take_out_one(finding)
                cause, fix = abort.cause or finding.cause, abort.fix or finding.fix
                return abort._replace(expected=finding.expected, cause=cause, fix=fix)
    if abort.code != "E201":
        return abort
    as_in = f"(first in line {abort.line:,})"
    for finding in findings.in_order():
        is_before = finding.line < abort.line and as_in in finding.expected
        if finding.cause == EMPTY_AT_END:
            is_before = finding.line == abort.line - 1
        if finding.code == "E201" and is_before:
            findings.take_out_one(finding)
            columns, _, others = finding.expected.partition(", as in ")
            others = others.partition(" (first")[0]
            why = finding.cause or f"{others} have {columns}"
            last = finding.line
            for following in findings.in_order():
                if following == finding._replace(line=last + 1) and last + 1 < abort.line:
                    findings.take_out_one(following)
                    last += 1
            where = f"line {finding.line:,} has"
            if last > finding.line:
                where = f"lines {finding.line:,} to {last:,} have"
            return abort._replace(cause=f"{where} {finding.found}; {why}", fix=finding.fix)
    return abort


def blame_blank_lines_of_both(findings: Findings, gold: Source | None, system: Source) -> None:
    """Say of blank lines that are missing that gold lacks them too, if the files have the same sentences."""
    are_missing = any(finding.cause.endswith(NO_BLANK_LINE) for finding in findings.in_order())
    if are_missing and gold is not None and find_difference(gold, system) is None:
        findings.mention_cause_of_both(NO_BLANK_LINE)


def blame_golds_end(abort: Finding, in_gold: FileLayout | None, system: Source) -> Finding:
    """Return the abort with the end of gold as its cause, if gold ends in the middle of a sentence of the file."""
    if abort.code not in ("E302", "E303") or abort.cause or in_gold is None:
        return abort
    last = in_gold.lines
    if not last <= abort.line <= last + 1:
        return abort
    lines = [line.strip() for line in islice(lines_of(system), last + 1)]
    if len(lines) <= last or not all(lines[last - 1 :]):
        return abort
    cause = f"gold ends at line {last:,}, in the middle of a sentence that goes on in your file"
    return abort._replace(cause=cause, fix="give the whole gold file")


def blame_layout(
    abort: Finding, findings: Findings, golds: Findings, stop: Abort, system: Source
) -> Finding:
    """Return the abort with the layout finding that causes it, which is not reported again."""
    if abort.code in ("E501", "E604"):
        return abort
    if stop.side == b"GOLD" and abort.code != "E303":
        return abort._replace(
            fix=abort.fix or "correct the gold file, or use a scorer that accepts it"
        )
    listed = findings.in_order()
    if abort.cause or any(finding[:2] == abort[:2] for finding in listed):
        return abort
    loses_part = _has_part_in_last_line(stop, system)
    in_layout = [finding for finding in listed if finding.code in OF_LAYOUT]
    causes = _causes_in_layout(abort, in_layout, loses_part)
    if causes:
        return _with_cause_in_layout(abort, causes[0], findings, golds)
    if abort.code == "E303" or loses_part:
        return _blame_golds_blank_line(abort, golds)
    return abort


def blame_gold_for_division(abort: Finding, gold: Source | None, golds: Findings) -> Finding:
    """Return a division by zero with the reason why the scorer finds no negation in gold, which has some, as its cause."""
    if abort.code != "E501" or not abort.file or gold is None:
        return abort
    odd = [finding for finding in golds.in_order() if finding.code == "W405"]
    if odd:  # then all sentences are one
        where = _first_line_in_words(odd[0], golds.places["W405"])
        return abort._replace(cause=f"gold: {_layout_in_words(odd[0])} ({where})", fix=REPAIR_GOLD)
    number = sentences_with_negation(gold)
    if number:
        sentences = plural(number, "sentence has", "sentences have")
        cause = f"gold: {sentences} *** in the first line, and annotation in others"
        return abort._replace(cause=cause, fix=REPAIR_GOLD)
    return abort


def _blame_golds_blank_line(abort: Finding, golds: Findings) -> Finding:
    """Return the abort with a blank line of gold as its cause, if gold has one too many, or none at its end, there."""
    if abort.code not in ("E302", "E303"):
        return abort
    for finding in golds.in_order():
        if finding.code in ("W404", "W405") and abs(finding.line - abort.line) <= 1:
            cause = f"gold: {_layout_in_words(finding)} (line {finding.line:,})"
            if finding.code == "W404" and abort.code == "E303":
                abort = abort._replace(
                    found="the end of gold, which the scorer reads as a sentence"
                )
            return abort._replace(cause=cause, fix=REPAIR_GOLD)
    return abort


def _with_cause_in_layout(
    abort: Finding, cause: Finding, findings: Findings, golds: Findings
) -> Finding:
    """Return the abort with a layout finding as its cause, and take that one out of the findings."""
    # Of many places with the same fault, the first is named.
    alike = [
        finding
        for finding in findings.in_order()
        if (finding.code, finding.found) == (cause.code, cause.found)
    ]
    number = findings.places[cause.code]
    text = _finding_as_cause(alike[0], number)
    findings.take_out(cause.code)
    fix = cause.fix or CODES[cause.code].fix
    if cause.code == "W406" and not cause.fix and number > 1:
        fix = "remove these lines"
    if golds.have_fault_of(cause):
        fix = cause.fix_of_both_files()
    elif abort.code == "E303" and cause.code not in golds.places:
        # The scorer reads a sentence too many of gold where this file ends early, or has a blank line more.
        abort = abort._replace(file="")
    if cause.code == "W405" and abort.code == "E101":
        abort = abort._replace(code="E104")  # gold has no blank line there
    if cause.code == "W404" and abort.code == "E303":
        abort = abort._replace(found="the end of the file, which the scorer reads as a sentence")
    if cause.code == "W404" and abort.code == "E302":
        found = abort.found.replace(
            "the sentence before this line",
            "the last sentence, whose last line the scorer does not read",
        )
        abort = abort._replace(found=found)
    return abort._replace(cause=text, fix=fix)


def _finding_as_cause(finding: Finding, places: int) -> str:
    """Return a finding in words, as the cause of an abort, with the number of places."""
    where = _first_line_in_words(finding, places)
    return f"{_layout_in_words(finding)} ({finding.code}, {where})"


def _first_line_in_words(finding: Finding, places: int) -> str:
    """Return the line of a finding, and in how many more places there is one like it."""
    more = f" and {places - 1:,} more" if places > 1 else ""
    return f"line {finding.line:,}{more}"


def _layout_in_words(finding: Finding) -> str:
    """Return what is wrong with a file's layout: of blank lines and encodings the finding says more than its title."""
    if finding.found.endswith(NO_LINE_FEEDS):
        return f"{finding.found}: the scorer reads the file as one line"
    return finding.found if finding.code in ("W402", "W405") else CODES[finding.code].title


def _may_change_words(finding: Finding, abort: Finding) -> bool:
    """Return whether a problem of layout may be why the first columns of a line are not gold's."""
    if finding.code == "W401":
        return "\\r" in abort.found or finding.found.endswith(NO_LINE_FEEDS)
    if finding.code in ("W405", "W406"):
        return True
    # Words that are gold's in another encoding have a code of their own: E105.
    is_mark = finding.code == "W402" and not finding.found.startswith(NOT_UTF_8)
    return is_mark and finding.line == abort.line


def _has_part_in_last_line(stop: Abort, system: Source) -> bool:
    """Return whether the part that a negation lacks is in the file's last line, whose annotation the scorer does not read."""
    if len(stop.detail) != 3:
        return True
    number, part, _ = stop.detail
    line = system.content().rstrip(b"\r\n").rpartition(b"\n")[2]
    cells = line.split(b"\t")[FIRST + 3 * (number - 1) + part :]
    return bool(cells) and cells[0] not in DASHED_EMPTY_CELLS


def _causes_in_layout(abort: Finding, layout: list[Finding], loses_part: bool) -> list[Finding]:
    """Return the findings on layout that may cause an abort, the most likely first.

    `loses_part` says that the part that a negation lacks stands in a last line that is not read.
    """

    def with_codes(*codes: str) -> list[Finding]:
        return [finding for finding in layout if finding.code in codes]

    near = [finding for finding in layout if abs(finding.line - abort.line) <= 1]
    if abort.code == "E101":
        # Other words: only what stands before them in their own line can be the cause.
        return [finding for finding in near if _may_change_words(finding, abort)]
    causes = near
    if abort.code in ("E303", "E302", "E201", "E202"):
        # A line of blanks or of \r is no blank line: two sentences are read as one, and abort at its end.
        causes += with_codes("W405", "W401")
    # Line endings and encoding do harm far from the first line that has them.
    causes += with_codes("W401", "W402")
    if abort.code == "E303":
        causes += with_codes("W404")
    harmless = _harmless_in_layout(abort, loses_part)
    return [finding for finding in causes if finding.code not in harmless]


def _harmless_in_layout(abort: Finding, loses_part: bool) -> list[str]:
    """Return the codes of layout that cannot cause an abort; for `loses_part`, see `_causes_in_layout`."""
    harmless = []
    if not abort.code.startswith("E10"):
        # In another encoding, words are other words; but no columns and no negations are.
        harmless.append("W402")
    needs_last_line = abort.code == "E303" or (abort.code == "E302" and loses_part)
    if not needs_last_line:
        # All lines are compared, the last one too; only its annotation is not read.
        harmless.append("W404")
    return harmless
