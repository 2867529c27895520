"""Whether the legacy scorer stops at two files, where, and what the sentences before count as."""

from __future__ import annotations

from contextlib import closing

from ..ground.columns import FIRST_NEGATION_FIELD, GOLD, SYSTEM
from ..ground.counts import total
from ..ground.records import Record
from ..ground.wording import decoded, shortened
from ..legacy import stops
from ..legacy.judging import judge_files
from ..legacy.shortcuts import is_plainly_without_negation
from ..reading.in_step import of_streams
from .codes import COUNTS_NOTHING, ERROR, KINDS, WARNING
from .lines import Pieces
from .slips import Slips, with_costs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..ground.counts import Counts
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from ..legacy.perl import Readable
    from ..legacy.reading import Block
    from .files import File
    from .findings import Finding
    from .lines import Lines
    from .reading import FileCheck
    from .slips import Cost

    Explaining = tuple[tuple[str, ...], tuple[int, int]]
    """The codes of findings that may explain a stop, and how many lines from it they may be."""


class Run(Record):
    """A run of the legacy scorer over two files.

    `stop` is where it stops, or None; `counts` are those of all sentences, and `slips` what they have.
    """

    stop: stops.Stop | None
    counts: Counts | None = None
    slips: Slips | None = None


def run_scorer(
    gold: File,
    system: File,
    original: Original,
    checks: Sequence[FileCheck] = (),
    heard: Callable[[Block], None] | None = None,
) -> Run:
    """Run the scorer over two files, each sentence once.

    The checks of gold and of the system's file follow it; `heard` is called with each sentence
    that is read.
    """
    slips = Slips(original, checks[-1].cells.read if checks else None)

    def counts_of(judged: Judged) -> Counts:
        block = judged.block
        is_plain = block.gold == block.system and is_plainly_without_negation(
            block.gold, block.length
        )
        for check, lines, side in zip(
            checks, (block.gold, block.system), (judged.gold, judged.system)
        ):
            check.follow(block, lines, is_plain, side)
        if not is_plain:
            slips.add(judged)
        return judged.counts

    try:
        with gold.open() as in_gold, system.open() as in_system:
            judged = judge_files(of_streams(in_gold, in_system), original, heard=heard)
            return Run(None, total(map(counts_of, judged)), slips)
    except stops.Stop as stop:
        return Run(stop)


def with_stops(
    findings: list[Finding], gold: File, system: File, run: Run, original: Original
) -> tuple[list[Finding], tuple[Cost, ...]]:
    """Return the findings, one with `stops` if, and only if, the legacy scorer stops; and the costs of slips.

    If it stops, its message is quoted in the finding that says why. If it does not,
    errors become warnings, unless nothing can count: a finding is about the file as
    it is meant, and may not hold for the file as it is.
    """
    if run.stop is not None:
        return _with_stop(findings, {GOLD: gold, SYSTEM: system}, run.stop, original), ()
    if any(finding.level == ERROR for finding in findings):
        return without_stops(findings), ()
    assert run.counts is not None and run.slips is not None
    costs = run.slips.costs(run.counts)
    findings = with_costs(findings, costs, run.slips.errors, system)
    cues = run.counts.cues
    if min(cues.gold, cues.system) >= FEWEST and SHARE * cues.true_positives < cues.gold:
        message = "%d of gold's %d cues are right; the system has %d"
        message %= (cues.true_positives, cues.gold, cues.system)
        findings.append(system.finding(1, "W802", message))
    return findings, costs


FEWEST, SHARE = 5, 20
"""From how many cues on, and with less than which share of gold's right, the annotation is odd."""


def with_stops_alone(findings: list[Finding], system: File, original: Original) -> list[Finding]:
    """Return the findings, one with `stops` if, and only if, the scorer stops at the system's file.

    The file itself serves as gold, because that agrees best. Gold ends with its last
    sentence, so that lines after the system's are not read. A stop because gold has
    no negation is not the system's fault; only 1.0 stops if no negation, scope or
    event of the system's can be right.
    """
    try:
        with closing(_until_last_sentence(system.lines)) as in_gold, system.open() as in_system:
            for _ in judge_files(of_streams(in_gold, in_system), original):
                pass
    except stops.Stop as stop:
        if stop.problem.line is not None or stop.problem.handle == SYSTEM:
            return _with_stop(findings, {GOLD: system, SYSTEM: system}, stop, original)
    return without_stops(findings)


def _until_last_sentence(lines: Lines) -> Readable:
    """Return a stream of the lines of a file up to the last sentence that has annotation columns."""
    end = len(lines)
    for place in reversed(range(len(lines))):
        if lines[place].count(b"\t") >= FIRST_NEGATION_FIELD:
            break
        if not lines[place]:
            # The blank line after that sentence is read too.
            end = place + 1
    else:
        end = len(lines)
    return Pieces(lines.as_they_stand(end))


def without_stops(findings: list[Finding]) -> list[Finding]:
    """Return findings with errors turned into warnings, unless nothing in the file can count."""
    return [
        finding._replace(level=WARNING)
        if finding.level == ERROR and finding.code not in COUNTS_NOTHING
        else finding
        for finding in findings
    ]


def _with_stop(
    findings: list[Finding], files: dict[bytes, File], stop: stops.Stop, original: Original
) -> list[Finding]:
    """Return the findings; the one that explains the stop quotes it and becomes an error.

    If none explains it, a finding with the code of the stop is added.
    """
    problem = stop.problem
    file = files[problem.handle]
    words = decoded(stop.message(original.identifier.encode()))
    quotation = "; %s stops: %s (exit status %d)" % (
        original.identifier,
        shortened(" / ".join(part.strip() for part in words.splitlines())),
        stop.status,
    )
    found = _explanation(findings, stop)
    if found is None:
        found = file.finding(problem.line or 1, stop.code, problem.found)
        findings = [*findings, found]
    place = findings.index(found)
    found = found._replace(level=ERROR, message=found.message + quotation, stops=True)
    return [*findings[:place], found, *findings[place + 1 :]]


TOKENS_DIFFER = ("E101", "E102", "E103", "E104", "E105", "E107")
COLUMNS_DIFFER = ("E201", "E202", "E204")
PART_MISSING = ("E301", "E302", "E204")
DESCRIBED = {
    **dict.fromkeys((stops.DIFFERENT_TOKEN, stops.BLANK_LINE_IN_ONE_FILE), TOKENS_DIFFER),
    **dict.fromkeys((stops.UNEQUAL_COLUMNS, stops.IMPOSSIBLE_COLUMNS), COLUMNS_DIFFER),
    **dict.fromkeys((stops.CUE_MISSING, stops.PART_MISSING), PART_MISSING),
}
"""By the code of a stop: the codes of findings that describe it, if not only its own does."""

ODD_BYTES = ("W402", "W401", "W108")
"""The codes for odd bytes in a file, which make a scorer stop somewhere else."""

HERE, BEFORE, UP_TO_HERE, NEAR, ANYWHERE = (0, 0), (-1, -1), (-1, 0), (-1, 1), (-1 << 62, 1 << 62)
"""How far a finding may be from the stop that it explains: the least and greatest line offset."""

NO_TOKENS: Explaining = (("W108", "W119", "W208"), NEAR)
"""The codes for lines that are not tokens, which explain a stop near them."""
CAUSES: dict[str, list[Explaining]] = {
    stops.DIFFERENT_TOKEN: [(("W122",), HERE), NO_TOKENS],
    stops.NO_TOKENS: [(("W404",), BEFORE), NO_TOKENS],
    stops.CUE_MISSING: [(("W122",), UP_TO_HERE), NO_TOKENS],
    stops.PART_MISSING: [(("W122",), UP_TO_HERE), NO_TOKENS],
}
"""By the code of a stop: the codes of findings that may cause it, and how far away they may be."""


def _explanation(findings: list[Finding], stop: stops.Stop) -> Finding | None:
    """Return the finding that explains a stop, or None.

    A finding that the file has another format comes first; then a cause of the stop,
    a description of it there or beside it, odd bytes, and a description elsewhere.
    """
    described = DESCRIBED.get(stop.code, (stop.code,))
    line = stop.problem.line
    tiers: list[Explaining] = [(KINDS, ANYWHERE)]
    if line is not None:
        tiers += CAUSES.get(stop.code, [NO_TOKENS])
        tiers += [(described, HERE), (described, NEAR)]
        # If the last sentence has one token and no blank line after it, no token of it is read.
        tiers += [(("W404",), HERE), (ODD_BYTES, ANYWHERE), (described, ANYWHERE)]
    side = "gold" if stop.problem.handle == GOLD else "system"
    for codes, (first, last) in tiers:
        fitting = [
            (finding.side != side, abs(finding.line - (line or 1)), place)
            for place, finding in enumerate(findings)
            if finding.code in codes and first <= finding.line - (line or 1) <= last
        ]
        if fitting:
            return findings[min(fitting)[-1]]
    return None
