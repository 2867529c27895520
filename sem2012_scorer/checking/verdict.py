"""Whether the legacy scorer stops at two files, and what the order of the columns changes."""

from __future__ import annotations

from io import BytesIO

from ..ground.columns import DASHED_EMPTY_CELLS, FIRST_NEGATION_FIELD, GOLD, SYSTEM
from ..ground.wording import decoded, sentence_name, shortened
from ..legacy import perl, stops
from ..legacy.annotations import read_meant
from ..legacy.judging import judge_files
from ..legacy.outcomes import count, judge
from ..legacy.reading import InStep
from .codes import ERROR, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..legacy.annotations import Annotation
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from .files import File
    from .findings import Finding


def with_verdict(
    findings: list[Finding], gold: File, system: File, original: Original
) -> list[Finding]:
    """Return the findings so that there is an error exactly if the legacy scorer stops.

    Where it stops, its words are quoted at the finding that says why; where it
    does not, an error is a warning: what a finding says of a file as it is
    meant need not be so for the file as it is.
    """
    files = {GOLD: gold, SYSTEM: system}
    try:
        judged = _judged(gold.content, system.content, original)
        order = list(_check_order(judged, files, original))
    except stops.Stop as death:
        return _with_quotation(findings, files, death, original)
    if not any(finding.level == ERROR for finding in findings):
        return findings + order
    return _without_errors(findings)


def with_verdict_alone(findings: list[Finding], system: File, original: Original) -> list[Finding]:
    """Return the findings so that there is an error exactly if the system's file stops the scorer.

    That is, if it does so with the file itself as gold: that agrees best. Gold
    ends with its last sentence, so that what follows the system's is not read.
    Only that it has no negation is no fault of the system's, but for 1.0, which
    stops where no negation of it, or no scope or event, can be right.
    """
    try:
        for _ in _judged(_until_last_sentence(system), system.content, original):
            pass
    except stops.Stop as death:
        if death.problem.line is not None or death.problem.handle == SYSTEM:
            return _with_quotation(findings, {GOLD: system, SYSTEM: system}, death, original)
    return _without_errors(findings)


def _until_last_sentence(file: File) -> bytes:
    """Return a file's content without what follows the last sentence that has annotation columns."""
    last = 0
    for sentence in file.sentences():
        if any(line.count(b"\t") >= FIRST_NEGATION_FIELD for line in file.lines_of(sentence)):
            last = sentence.stop
    # The line at `last` is the blank one after that sentence, if it has one.
    lines = file.content.split(b"\n")
    # The line after the last sentence is not there if the file ends with it.
    return b"\n".join([*lines[:last], b""]) if 0 < last < len(lines) else file.content


def _judged(gold: bytes, system: bytes, original: Original) -> Iterator[Judged]:
    """Return the judged sentences of two files' contents."""
    inputs = (perl.Input(GOLD, BytesIO(gold)), perl.Input(SYSTEM, BytesIO(system)))
    return judge_files(InStep(*inputs), original)


def _without_errors(findings: list[Finding]) -> list[Finding]:
    """Return findings, the errors as warnings: the scorer does not stop."""
    return [
        finding._replace(level=WARNING) if finding.level == ERROR else finding
        for finding in findings
    ]


def _with_quotation(
    findings: list[Finding], files: dict[bytes, File], death: stops.Stop, original: Original
) -> list[Finding]:
    problem = death.problem
    file = files[problem.handle]
    line = problem.line or 1
    words = decoded(death.message(original.identifier.encode()))
    quotation = "; %s stops: %s (exit status %d)" % (
        original.identifier,
        shortened(" / ".join(part.strip() for part in words.splitlines())),
        death.status,
    )
    side = "gold" if problem.handle == GOLD else "system"

    def is_here(finding: Finding) -> bool:
        return (finding.side, finding.line) == (side, line)

    def is_near(finding: Finding) -> bool:
        return abs(finding.line - line) <= 1

    candidates: list[Callable[[Finding], bool]] = [
        lambda finding: finding.code in KINDS and finding.side == side,
        lambda finding: finding.code in KINDS,
        lambda finding: finding.code == "W101" and _is_cause(finding, files, line),
        lambda finding: finding.code == "W122" and line >= len(files[GOLD].lines),
        lambda finding: finding.code in NO_TOKENS and is_near(finding) and finding.side == "system",
        lambda finding: finding.code in NO_TOKENS and is_near(finding),
        lambda finding: finding.level == ERROR and is_here(finding),
        lambda finding: finding.level == ERROR and is_near(finding),
        lambda finding: finding.code in WHOLE_FILE and finding.side == side,
        lambda finding: finding.code in WHOLE_FILE,
        lambda finding: finding.level == ERROR,
        lambda finding: finding.level == WARNING and is_here(finding),
    ]
    if problem.line is None:
        # Nothing to divide by: that is the cause, unless gold is no gold file at all.
        findings = [*findings, file.finding(line, 1, "E501", problem.found)]
        candidates[2:] = [lambda finding: finding.code == "E501"]
    for fits in candidates:
        for index, finding in enumerate(findings):
            if fits(finding):
                found = finding._replace(level=ERROR, message=finding.message + quotation)
                return [*findings[:index], found, *findings[index + 1 :]]
    return [*findings, file.finding(line, 1, "E901", problem.found + quotation)]


KINDS = ("E601", "E602", "E603", "E604")
"""The codes of files that are not in the column format."""


NO_TOKENS = ("W108", "W119")
"""The codes of lines that are no tokens; they are the cause of an error there."""

WHOLE_FILE = ("W402", "W401", "W108")
"""The codes of what is odd about the bytes of a file, and may be the cause of an error elsewhere."""


def _is_cause(finding: Finding, files: dict[bytes, File], line: int) -> bool:
    """Tell whether a missing final blank line of the system's file makes the phantom in `line`.

    It does where the system's file has ended just before, and gold goes on.
    """
    ended = len(files[SYSTEM].lines)
    return finding.side == "system" and line == ended + 1 <= len(files[GOLD].lines)


def _check_order(
    sentences: Iterable[Judged], files: dict[bytes, File], original: Original
) -> Iterator[Finding]:
    """Yield the sentences whose counts depend on the order of the columns."""
    for judged in sentences:
        block, sides = judged.block, [judged.gold, judged.system]
        if not block.gold or max(len(side.negations) for side in sides) < 2:
            continue
        ordered = [
            _ordered(side, read_meant(sentence, DASHED_EMPTY_CELLS))
            for side, sentence in zip(sides, (block.gold, block.system))
        ]
        if ordered == sides:
            continue
        gold, system = ordered
        as_written = count(judged.gold, judged.system, judged.outcomes)
        as_sorted = count(gold, system, judge(gold, system, original))
        if as_written != as_sorted:
            number = block.last_line - len(block.gold_lines)
            name = sentence_name(files[GOLD].fields(number))
            cues = as_written.cues.true_positives, as_sorted.cues.true_positives
            message = "sentence %s: sorting its negations by first cue changes the score" % name
            if cues[0] != cues[1]:
                message += " (cues right: %d as written, %d sorted)" % cues
            yield files[SYSTEM].finding(number, 1, "W111", message)


def _ordered(side: Annotation, meant: Annotation) -> Annotation:
    """Return `side` with its negations in the order of their first cues, as `meant`."""
    if len(side.negations) != len(meant.negations):
        return side
    firsts = [other.cue[:1] for other in meant.negations]
    order = sorted(range(len(firsts)), key=lambda index: firsts[index])
    return side._replace(negations=tuple(side.negations[index] for index in order))
