"""The reports that the originals give of two files, scoring as few times as possible."""

from __future__ import annotations

from ..ground.columns import GOLD, SYSTEM
from ..ground.counts import total
from ..ground.measures import STOPS
from ..legacy import perl, stops
from ..legacy.judging import judge_files
from ..legacy.parts import PARTS_NEEDED
from ..reading.in_step import of_streams
from ..reading.source import not_readable
from ..reporting.report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..ground.counts import Counts
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from ..reading.source import Source

Reprint = tuple[str, Report | None]
"""What an original prints, or the words with which it stops; and its report, if it has one."""


STOPS_AT_A_PART = "a negation lacks a part that it needs"


def answers(gold: Source, system: Source, originals: Sequence[Original]) -> dict[str, Reprint]:
    """Return each original's answer for two files, by its identifier.

    Those that count alike, and differ only in where they stop, are scored
    together.
    """
    found: dict[str, Reprint] = {}
    for group in counting_alike(originals):
        base, *others = group
        counts, stopping = _counted(gold, system, base, others)
        for original in group:
            if counts is not None and original.identifier in stopping:
                found[original.identifier] = STOPS_AT_A_PART, None
            else:
                found[original.identifier] = _answer(counts, gold, system, original)
    return {original.identifier: found[original.identifier] for original in originals}


def counting_alike(originals: Sequence[Original]) -> list[list[Original]]:
    """Return groups of originals that count alike, in each the one that stops least first."""
    groups: dict[tuple[object, ...], list[Original]] = {}
    for original in originals:
        groups.setdefault(original.counting_rules(), []).append(original)
    return [
        sorted(group, key=lambda o: (o.parts_needed != "none", o.without_negation == STOPS))
        for group in groups.values()
    ]


def _counted(
    gold: Source, system: Source, base: Original, others: Sequence[Original]
) -> tuple[Counts | None, set[str]]:
    """Return the counts by the rules of `base`, None if it stops, and which stop at a missing part."""
    needed = {
        other.identifier: PARTS_NEEDED[other.parts_needed]
        for other in others
        if other.parts_needed != base.parts_needed
    }
    stopping: set[str] = set()

    def sentences() -> Iterator[Counts]:
        for judged in _judged(gold, system, base):
            yield judged.counts
            for identifier, rule in needed.items():
                if identifier not in stopping and (
                    judged.gold.negations or judged.system.negations
                ):
                    missing = [
                        *rule.missing(judged.gold, rule.gold),
                        *rule.missing(judged.system, rule.system_first + rule.system_then),
                    ]
                    if missing:
                        stopping.add(identifier)

    try:
        return total(sentences()), stopping
    except stops.Stop:
        return None, {original.identifier for original in (base, *others)}


def _judged(gold: Source, system: Source, original: Original) -> Iterator[Judged]:
    """Yield the sentences of two files, which are read as they are judged."""
    with gold.open() as of_gold, system.open() as of_system:
        try:
            yield from judge_files(of_streams(of_gold, of_system), original)
        except perl.Unreadable as error:
            name = {GOLD: gold.name, SYSTEM: system.name}[error.handle]
            raise not_readable(name, OSError(error.error_number, str(error))) from None


def _answer(counts: Counts | None, gold: Source, system: Source, original: Original) -> Reprint:
    if counts is None:
        return _alone(gold, system, original)
    report = Report(counts, original)
    try:
        return str(report), report
    except ZeroDivisionError:
        return _alone(gold, system, original)


def _alone(gold: Source, system: Source, original: Original) -> Reprint:
    """Return the answer of an original that is scored by itself."""
    try:
        report = Report(total(one.counts for one in _judged(gold, system, original)), original)
        return str(report), report
    except stops.Stop as stop:
        words = stop.message(original.identifier.encode()).decode("utf-8", "backslashreplace")
        return " / ".join(part.strip() for part in words.splitlines()), None
