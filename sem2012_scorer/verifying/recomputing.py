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
    from collections.abc import Iterable, Iterator, Sequence

    from ..ground.counts import Counts
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from ..reading.source import Source

Reprint = tuple[str, Report | None]
"""What an original prints, or the words with which it stops; and its report, if it has one."""


def answers(gold: Source, system: Source, originals: Sequence[Original]) -> dict[str, Reprint]:
    """Return each original's answer for two files, by its identifier.

    Those that count alike are scored once, where each negation has the parts that they need.
    """
    known: dict[tuple[object, ...], Counts] = {}
    return {one.identifier: _answer(gold, system, one, known) for one in originals}


def counting_alike(originals: Sequence[Original]) -> list[list[Original]]:
    """Return groups of originals that count alike, in each the one that stops least first."""
    groups: dict[tuple[object, ...], list[Original]] = {}
    for original in originals:
        groups.setdefault(original.counting_rules(), []).append(original)
    return [
        sorted(group, key=lambda o: (o.parts_needed != "none", o.without_negation == STOPS))
        for group in groups.values()
    ]


def _judged(gold: Source, system: Source, original: Original) -> Iterator[Judged]:
    """Yield the sentences of two files, which are read as they are judged."""
    with gold.open() as of_gold, system.open() as of_system:
        try:
            yield from judge_files(of_streams(of_gold, of_system), original)
        except perl.Unreadable as error:
            name = {GOLD: gold.name, SYSTEM: system.name}[error.handle]
            raise not_readable(name, OSError(error.error_number, str(error))) from None


def _answer(
    gold: Source, system: Source, original: Original, known: dict[tuple[object, ...], Counts]
) -> Reprint:
    """Return the answer of an original; `known` are the counts of others, by their rules."""
    rules = original.counting_rules()
    try:
        if (rules, original.parts_needed) in known:
            report = Report(known[rules, original.parts_needed], original)
            return str(report), report
    except ZeroDivisionError:
        # Where it stops, it says so while it scores.
        pass
    lacking: set[str] = set()
    try:
        counts = total(_counts(_judged(gold, system, original), lacking))
    except stops.Stop as stop:
        words = stop.message(original.identifier.encode()).decode("utf-8", "backslashreplace")
        return " / ".join(part.strip() for part in words.splitlines()), None
    known.update({(rules, name): counts for name in PARTS_NEEDED.keys() - lacking})
    report = Report(counts, original)
    return str(report), report


def _counts(sentences: Iterable[Judged], lacking: set[str]) -> Iterator[Counts]:
    """Yield the counts of sentences; the rules by which a part of a negation is missing are `lacking`."""
    for one in sentences:
        yield one.counts
        for name, rule in (
            PARTS_NEEDED.items() if one.gold.negations or one.system.negations else ()
        ):
            of_system = rule.system_first + rule.system_then
            sides = (one.gold, rule.gold), (one.system, of_system)
            if name not in lacking and any(any(rule.missing(*side)) for side in sides):
                lacking.add(name)
