"""Which command repairs a file: each is tried on that very file before it is suggested.

`add_repair_command_that_works` takes a verdict and gives it back with the command; what a repair does is in `repair`.
"""

from __future__ import annotations

from typing import NamedTuple

from ..reading.source import Source
from .check import NOTHING_COUNTS, check_files, check_finds_wrong_cells, check_input_as_converted
from .column_order import OTHER_ORDER
from .golds_faults import REPAIR_GOLD
from .repair import apply_all_repairs, has_other_order
from .result import INVALID, VALID, Checked
from .shifted import IS_SHIFTED
from .suggest import Call
from .systematic_errors import GOLDS_SIGN

REPAIRED = ("W117", "W126", "W401", "W402", "W404", "W405", "W406", "W901", "W913")
"""The warnings that a repair can take away: for others, none is tried."""
MOST_FOREIGN = 0.1
"""The share of cells that are no part of their word in a file that counts as repaired."""
LONGEST_TRIED = 1 << 23
"""Of a file of more bytes no repair is tried unasked, which would take minutes."""


def add_repair_command_that_works(call: Call, checked: Checked) -> Checked:
    """Return a verdict with the command that makes a valid file of this one, if one does: each is tried.

    None is tried of a file of more than `LONGEST_TRIED` bytes.
    """
    if not _may_be_repaired(call, checked):
        return checked
    repair = _valid_repair(call, checked)
    if repair is None:
        return checked
    of_system = {finding.code for finding in repair.after.findings if not finding.file}
    of_gold = {finding.code for finding in repair.after.findings if finding.file}
    return checked._replace(
        commands=(repair.command,),
        repaired_f1=repair.after.f1,
        left=tuple(sorted(of_system)),
        left_in_gold=tuple(sorted(of_gold)),
        repairs_gold=repair.is_of_gold,
    )


def _may_be_repaired(call: Call, checked: Checked) -> bool:
    """Return whether a repair is tried of a file with this verdict."""
    if checked.verdict not in (INVALID, VALID) or not checked.places:
        return False
    if not call.can_be_typed:
        return False
    for file in (call.gold, call.system):
        if file is not None and file.is_longer_than(LONGEST_TRIED):
            return False
    may_mend = any(code in REPAIRED for code in checked.places) or _has_fault_of_gold(checked)
    if checked.verdict == VALID and not may_mend:
        return False
    # Any repair would take one part for another.
    if "W912" in checked.places:
        return False
    are_elsewhere = (finding.cause.startswith(OTHER_ORDER) for finding in checked.findings)
    return not any(are_elsewhere) and not checked.findings[0].cause.endswith(IS_SHIFTED)


class _Repair(NamedTuple):
    """A command that makes a valid file, or repairs gold, and the verdict on the system's file then."""

    command: str
    after: Checked
    is_of_gold: bool = False


def _valid_repair(call: Call, checked: Checked) -> _Repair | None:
    """Return the first repair that makes the file valid: of the file, of gold, or its conversion."""
    blames_gold = checked.aborts and checked.findings[0].fix.startswith(REPAIR_GOLD)
    # The file has the right sign, whatever its score would be with gold's.
    blames_gold = blames_gold or any(finding.fix == GOLDS_SIGN for finding in checked.findings)
    copy = None
    if not blames_gold:
        copy = apply_all_repairs(call)
        after = _verdict_if_better(call, call.gold, copy, checked)
        if after is not None:
            return _Repair(call.fix(), after)
    if call.gold is None:
        return _repair_of_separators(call, checked, copy)
    if checked.verdict != INVALID and not _has_fault_of_gold(checked):
        return None
    gold = apply_all_repairs(call._replace(gold=None, system=call.gold))
    after = _verdict_if_better(call, gold, call.system, checked)
    if after is not None:
        return _Repair(call.fix_gold(), after, is_of_gold=True)
    if checked.verdict != INVALID or blames_gold or check_finds_wrong_cells(checked):
        return None
    after = _verdict_if_better(call, call.gold, check_input_as_converted(call), checked)
    if after is not None:
        return _Repair(call.convert(), after)
    return _repair_of_separators(call, checked, copy)


def _repair_of_separators(call: Call, checked: Checked, copy: Source | None) -> _Repair | None:
    """Return the repair of a file that cannot be read in columns, if its `copy` can: what else is wrong with it is seen then."""
    if copy is None or not checked.places.keys() & UNREADABLE:
        return None
    after = check_files(call.gold, copy, call.scorer, 1)
    if after.places.keys() & {*UNREADABLE, "E604", "E605"} or not after.contents.sentences:
        return None
    return _Repair(call.fix(), after)


UNREADABLE = frozenset(("E601", "E603"))


def _has_fault_of_gold(checked: Checked) -> bool:
    """Return whether something in gold itself was found that a repair may mend."""
    codes = (*REPAIRED, "W917")
    return any(finding.file and finding.code in codes for finding in checked.findings)


def _verdict_if_better(
    call: Call, gold: Source | None, system: Source | None, before: Checked
) -> Checked | None:
    """Return the verdict on other files than those of a call if it is valid and better.

    Better are fewer kinds of findings, or a higher F1: cells that match now may show what was hidden. Any valid
    file is better than one at which the scorer aborts, or of which nothing can be read. Nothing is better if no
    negation is left.
    """
    if system is None or (gold is None and call.gold is not None):
        return None
    after = check_files(gold, system, call.scorer, 1)
    if has_other_order(after):
        return None  # what the repair took for a negation may be other columns
    is_empty = after.contents.negations == 0 or after.f1 == "0.00"
    are_words = after.contents.foreign <= MOST_FOREIGN * after.contents.strings
    is_better = after.verdict == VALID and _is_better(before, after)
    return after if is_better and are_words and not is_empty else None


def _is_better(before: Checked, after: Checked) -> bool:
    """Return whether a valid file is better than it was before a repair."""
    if any(code in NOTHING_COUNTS for code in before.places):
        return True
    if before.f1 and after.f1 and float(after.f1) > float(before.f1):
        return True
    if before.verdict != VALID:
        return True  # an abort hides what is found later
    if before.f1 and after.f1 and float(after.f1) < float(before.f1):
        return False  # something that counted is lost
    if len(after.places) < len(before.places):
        return True
    # What is found only now was hidden by what was repaired.
    is_gone = bool(before.places.keys() - after.places.keys())
    fewer = sum(after.places.values()) < sum(before.places.values())
    return is_gone and fewer and after.f1 == before.f1
