"""Run the scorer. It decides.

`run_scorer` takes two files and returns where the scorer aborts, or its counts; meanwhile `Counting.watch` hears each
sentence.
"""

from __future__ import annotations

from ..common.columns import FIRST_NEGATION_FIELD, GOLD_HANDLE, SYSTEM_HANDLE
from ..common.counts import Counts
from ..port import abort_messages, perl
from ..port.counting import Sums, scored_sentences
from ..port.reading import Files
from ..port.scripts import ORIGINALS, Original
from ..reading.source import Source
from ..reporting.aborts import abort_in_words
from ..reporting.counting import Counting
from .findings import Finding
from .suggest import command_to_check_alone

ACCEPTED_BY_2_2 = "give --scorer eval.cd-sco, which accepts this"
ONLY_1_0_DIVIDES = (
    "score with a later version: only 1.0 divides by zero if a row has no true positive"
)
CHECK_GOLD_FILE = "check that this is the gold file, or give --scorer eval.cd-sco-patched"

CODES_OF_ABORTS = {
    abort_messages.TOKEN: "E101",
    abort_messages.BLANK: "E104",
    abort_messages.UNEQUAL: "E201",
    abort_messages.IMPOSSIBLE: "E202",
    abort_messages.STARS: "E202",
    abort_messages.NO_CUE: "E302",
    abort_messages.PART: "E302",
    abort_messages.DIVISION: "E501",
}
"""The codes under which `check` reports the kinds of aborts."""
NO_TOKENS = "E303"  # the code of a negation without parts in a sentence without tokens (quirk 6)

AGREEMENT = (abort_messages.TOKEN, abort_messages.BLANK)

ScorerRun = tuple[perl.Abort | None, Counts | None]
"""What the scorer did: it aborted, or it counted."""


def run_scorer(
    gold: Source, system: Source, original: Original, counting: Counting | None = None
) -> ScorerRun:
    """Run the scorer over two files."""
    sums = Sums()
    try:
        with gold.open() as in_gold, system.open() as in_system:
            files = Files(
                perl.Input(GOLD_HANDLE, in_gold), perl.Input(SYSTEM_HANDLE, in_system), original
            )
            for sentence in scored_sentences(files, sums=sums):
                if counting is not None:
                    counting.watch(sentence)
            return None, sums.counts()
    except perl.Abort as stop:
        return stop, None


def run_scorer_alone(system: Source, original: Original) -> ScorerRun:
    """Run the scorer over a file as its own gold, up to its last annotated line.

    Gold without a negation is not the file's fault.
    """
    end = _end_of_annotation(system)
    content = system.content()[:end]
    done = run_scorer(Source(content=content), system, original)
    stop = done[0]
    if stop is not None and stop.kind == abort_messages.DIVISION and stop.side == GOLD_HANDLE:
        return None, None
    if stop is not None:
        stop.side = SYSTEM_HANDLE
    return done


def _end_of_annotation(system: Source) -> int | None:
    """Return the end of the last annotated line and the blank line after it, or None."""
    at, end, is_wanted = 0, None, False
    with system.open() as stream:
        for line in stream:
            at += len(line)
            if line.count(b"\t") >= 7:
                end, is_wanted = at, True
            elif is_wanted and line == b"\n":
                end, is_wanted = at, False
    return end


def finding_of_aborted_run(stop: perl.Abort, name: str, gold: Source | None = None) -> Finding:
    """Return the abort as a finding at the scorer's line, with its message and exit status; at gold's line if gold is at fault."""
    words = stop.message(name.encode()).decode("utf-8", "backslashreplace")
    message = words.strip().partition("\n")[0]
    if len(message) > 66:
        message = message[:65] + "…"
    original = f'exit status {stop.status}, "{message}"'
    what = abort_in_words(stop)[0].replace(" | ", " ")
    file = ""
    if stop.side == GOLD_HANDLE and gold is not None:
        file = gold.name
    line = abort_line_of_scorer_run(stop) or 1
    fix = ""
    if stop.kind == abort_messages.DIVISION and stop.detail[0]:
        fix = ONLY_1_0_DIVIDES
        if gold is not None and not has_negation(gold):
            # No row of 1.0 can have a true positive then.
            what, file, fix = "no sentence with negation", gold.name, CHECK_GOLD_FILE
    elif stop.kind == abort_messages.DIVISION and what.endswith("negation"):
        fix = CHECK_GOLD_FILE
    elif stop.kind == abort_messages.PART:
        fix = _fix_of_missing_part(stop, name, gold if file else None)
    return Finding(_code_of_abort(stop), line, found=what, fix=fix, original=original, file=file)


def _fix_of_missing_part(stop: perl.Abort, name: str, gold: Source | None) -> str:
    """Return what to do about a negation without a part: 2.2 accepts it; `gold` is given if gold lacks it."""
    if gold is not None:
        each_place = command_to_check_alone(gold, name, "--all")
        return f"{ACCEPTED_BY_2_2}, or correct the gold file; to see each place:\n{each_place}"
    is_cue = stop.detail[1] == 0
    if ORIGINALS[name].before_another and not is_cue:
        return ACCEPTED_BY_2_2
    return ""


def _code_of_abort(stop: perl.Abort) -> str:
    """Return the code under which `check` reports an abort."""
    is_phantom = stop.kind in (abort_messages.PART, abort_messages.NO_CUE) and not stop.detail[2]
    if is_phantom:
        return NO_TOKENS
    return CODES_OF_ABORTS[stop.kind]


def abort_line_of_scorer_run(stop: perl.Abort) -> int | None:
    """Return the line that the scorer's message names, or the place if it names none."""
    if stop.line is not None and stop.read is not None and stop.at is not None:
        return stop.read[1] or stop.at
    return stop.at


def has_negation(gold: Source) -> bool:
    """Return whether some line of gold has columns of a negation."""
    with gold.open() as stream:
        return any(line.rstrip(b"\t\n").count(b"\t") > FIRST_NEGATION_FIELD for line in stream)
