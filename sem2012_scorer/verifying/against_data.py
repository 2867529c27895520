"""A recorded report against the data that it was made of."""

from __future__ import annotations

from ..ground.records import Record
from ..ground.wording import plural
from ..legacy.originals import ORIGINALS
from ..reading.source import Source
from .causes import changed_pairs
from .recomputing import answers, counting_alike
from .values import OtherNumber, differences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.originals import Original
    from ..reporting.recorded import RecordedReport
    from .recomputing import Reprint

REPRODUCED = "reproduced"
SAME_NUMBERS = "same numbers"
NOT_REPRODUCED = "not reproduced"
INCONSISTENT = "inconsistent"
CONSISTENT = "consistent"
CANNOT_BE_SCORED = "cannot be scored"
CANNOT_BE_READ = "cannot be read"
WITHOUT_PARTNER = "without partner"
NOT_A_REPORT = "not a report"
EMPTY = "empty"


class Verified(Record):
    """What was found of a recorded report.

    `verdict` is one of the words above; `scorer` the original that gives the
    report, or comes closest, and `also` the others that do; `cause` is what
    would reproduce it, in words; `differences` are the numbers that differ;
    `detail` has extra information. Of a report alone, `differences` are the
    fewest numbers that would have to be others, and `alternatives` all ways to
    change as few.
    """

    verdict: str
    scorer: str
    also: tuple[str, ...] = ()
    cause: str = ""
    differences: tuple[OtherNumber, ...] = ()
    detail: str = ""
    alternatives: tuple[tuple[OtherNumber, ...], ...] = ()


def verify_against(
    recorded: RecordedReport, gold: Source, system: Source, scorer: str | None = None
) -> Verified:
    """Return whether a scorer prints a recorded report for two files: `scorer`, or any."""
    identifiers = recorded.scorers if scorer is None else (scorer,)
    found = answers(gold, system, [ORIGINALS[identifier] for identifier in identifiers])
    verified = _best(recorded, found)
    if scorer is not None and scorer not in recorded.scorers:
        # Whatever numbers fit, its rows are those of another scorer.
        detail = "its rows are those of %s; %s" % (
            " or ".join(recorded.scorers),
            plural(len(verified.differences), "number differs", "numbers differ")
            if verified.differences
            else "the numbers that both print are equal",
        )
        verified = Verified(NOT_REPRODUCED, scorer, (), "", verified.differences, detail)
    if verified.verdict in (REPRODUCED, SAME_NUMBERS):
        return verified
    causes = _causes(recorded, gold, system, identifiers)
    return verified._replace(cause=" or ".join(causes))


def _best(recorded: RecordedReport, found: dict[str, Reprint]) -> Verified:
    """Return the verdict on a report, by what the originals answer."""
    compared = [
        (identifier, differences(recorded, report), text)
        for identifier, (text, report) in found.items()
        if report is not None
    ]
    if not compared:
        identifier, (words, _) = next(iter(found.items()))
        return Verified(CANNOT_BE_SCORED, identifier, detail="%s stops: %s" % (identifier, words))
    # By the originals with the same numbers: what is different in their text.
    same = {
        identifier: "" if recorded.lines is None else other_text(recorded.lines, text)
        for identifier, different, text in compared
        if not different
    }
    if same:
        to_the_byte = [identifier for identifier, other in same.items() if not other]
        first, *also = to_the_byte or same
        verdict = REPRODUCED if to_the_byte else SAME_NUMBERS
        return Verified(verdict, first, tuple(also), detail=same[[first, *also][-1]])
    closest, different, _ = min(compared, key=lambda one: len(one[1]))
    return Verified(NOT_REPRODUCED, closest, differences=different)


def other_text(found: Sequence[str], text: str) -> str:
    """Return what differs in lines with the same numbers, or "" if they are a text to the byte."""
    lines, expected = list(found), text.split("\n")
    if lines == expected:
        return ""
    if any(line.endswith("\r") for line in lines):
        return "its lines end in carriage returns"
    if lines == expected[:-1]:
        return "there is no newline at its end"
    for number, (one, other) in enumerate(zip(lines, expected), start=1):
        if one != other:
            if one.split() == other.split():
                return "other spaces in its line %d" % number
            return "its line %d is %r, where the scorer prints %r" % (number, one, other)
    return "lines are missing at its end" if len(lines) < len(expected) else "it has more lines"


def _causes(
    recorded: RecordedReport, gold: Source, system: Source, tried: Sequence[str]
) -> Iterator[str]:
    """Yield in words each change of the files that gives a recorded report, none if no known one does.

    A change of both files is passed over where that of one of them is enough.
    """
    others = [o for name, o in ORIGINALS.items() if name in recorded.scorers and name not in tried]
    for identifier, (_, report) in answers(gold, system, others).items():
        if report is not None and not differences(recorded, report):
            # The files are as they were: nothing has to be done to them.
            yield "it is a report of %s" % identifier
            return
    own = [identifier for identifier in tried if identifier in recorded.scorers]
    # Of originals that count alike one is enough: the one that stops least.
    groups = counting_alike([ORIGINALS[identifier] for identifier in own or recorded.scorers])
    originals: list[Original] = [group[0] for group in groups]
    sentences = None if recorded.printed is None else recorded.printed.sentences
    enough: set[str] = set()
    named: set[tuple[bytes, bytes]] = set()
    for cause in changed_pairs(gold.content(), system.content(), sentences):
        if (cause.is_of_both and cause.kind in enough) or (cause.gold, cause.system) in named:
            continue
        changed = Source(content=cause.gold), Source(content=cause.system)
        for _, report in answers(*changed, originals).values():
            if report is not None and not differences(recorded, report):
                enough.add(cause.kind)
                named.add((cause.gold, cause.system))
                yield cause.words
                break
