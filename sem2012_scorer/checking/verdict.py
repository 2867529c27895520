"""Whether the legacy scorer stops at two files, and what the order of the columns changes."""

from __future__ import annotations

import os
from contextlib import contextmanager

from ..legacy import deaths, perl
from ..legacy.annotations import read_meant
from ..legacy.columns import DASHED_EMPTY_CELLS
from ..legacy.deaths import GOLD, SYSTEM
from ..legacy.judging import judge_files
from ..legacy.outcomes import count, judge
from ..legacy.reading import InStep
from ..wording import decoded, sentence_name
from .codes import ERROR, WARNING
from .findings import make_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..legacy.annotations import Annotation
    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from .files import File
    from .findings import Finding


def with_verdict(
    findings: list[Finding], files: dict[bytes, File], gold: str, system: str, original: Original
) -> list[Finding]:
    """Return the findings so that there is an error exactly if the legacy scorer stops.

    Where it stops, its words are quoted at the finding that says why; where it
    does not, an error is a warning: what a finding says of a file as it is
    meant need not be so for the file as it is.
    """
    try:
        with _opened(gold, system) as files_in_step:
            order = list(_check_order(judge_files(files_in_step, original), files, original))
    except deaths.Death as death:
        return _with_quotation(findings, files, death, original)
    if not any(finding.level == ERROR for finding in findings):
        return findings + order
    return [
        finding._replace(level=WARNING) if finding.level == ERROR else finding
        for finding in findings
    ]


@contextmanager
def _opened(gold: str, system: str) -> Iterator[InStep]:
    with (
        perl.open_named(GOLD, os.fsencode(gold)) as gold_input,
        perl.open_named(SYSTEM, os.fsencode(system)) as system_input,
    ):
        yield InStep(gold_input, system_input)


def _with_quotation(
    findings: list[Finding], files: dict[bytes, File], death: deaths.Death, original: Original
) -> list[Finding]:
    problem = death.problem
    name = files[problem.handle].name
    line = problem.line or 1
    words = decoded(death.message(original.identifier.encode()))
    quotation = "; %s stops: %s (exit status %d)" % (
        original.identifier,
        " / ".join(part.strip() for part in words.splitlines()),
        death.status,
    )
    if problem.line is None:
        if not any(finding.level == ERROR for finding in findings):
            message = problem.found + quotation
            return [*findings, make_finding(name, line, 1, "E501", message)]
        return findings
    candidates: list[Callable[[Finding], bool]] = [
        lambda finding: finding.level == ERROR and (finding.file, finding.line) == (name, line),
        lambda finding: finding.level == ERROR and abs(finding.line - line) <= 1,
        lambda finding: finding.code in ("W402", "W401") and finding.file == name,
        lambda finding: finding.code in ("W402", "W401"),
        lambda finding: finding.level == ERROR,
        lambda finding: finding.level == WARNING and (finding.file, finding.line) == (name, line),
    ]
    for fits in candidates:
        for index, finding in enumerate(findings):
            if fits(finding):
                found = finding._replace(level=ERROR, message=finding.message + quotation)
                return [*findings[:index], found, *findings[index + 1 :]]
    return [*findings, make_finding(name, line, 1, "E901", problem.found + quotation)]


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
            yield make_finding(files[SYSTEM].name, number, 1, "W111", message)


def _ordered(side: Annotation, meant: Annotation) -> Annotation:
    """Return `side` with its negations in the order of their first cues, as `meant`."""
    if len(side.negations) != len(meant.negations):
        return side
    firsts = [other.cue[:1] for other in meant.negations]
    order = sorted(range(len(firsts)), key=lambda index: firsts[index])
    return side._replace(negations=tuple(side.negations[index] for index in order))
