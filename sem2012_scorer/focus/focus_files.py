"""Score the focus of negation in files or streams."""

from __future__ import annotations

import warnings

from ..ground.columns import GOLD, SYSTEM
from ..ground.errors import ScorerWarning, ScoringError
from ..reading.source import File, as_source, name_of
from .focus_report import FocusCounts, FocusReport, FocusStop, count_sentences
from .focus_sentences import read_sentences


def score_focus_files(gold: File, system: File) -> FocusReport:
    """Score the focus of negation (*SEM 2012's second task), as ``pb-foc_evaluation.py`` does.

    `gold` and `system` are paths or binary streams. Raises ScoringError if the script stops: the number
    of sentences, or of tokens in one, differs. Warns with ScorerWarning that a last sentence without
    a blank line after it is dropped.
    """
    names = {GOLD: name_of(gold, "gold standard"), SYSTEM: name_of(system, "system output")}
    ours, theirs = (read_sentences(as_source(file).content()) for file in (system, gold))
    try:
        report = FocusReport(sum(count_sentences(ours, theirs), FocusCounts()))
    except FocusStop as stop:
        in_file = stop.sentence is None
        line = None if stop.sentence is None else ours.starts[stop.sentence]
        advice = "write gold's lines, each sentence ended by one blank line"
        if in_file and ours.is_cut:
            advice = "end the file with a blank line: its last sentence is dropped; " + advice
        what = "sentences" if in_file else f"tokens in sentence {stop.sentence} (from 0)"
        raise ScoringError(
            names[SYSTEM],
            line,
            "%d %s" % (stop.numbers[0], what),
            "%d, as in gold" % stop.numbers[1],
            advice,
            legacy_message=f"AssertionError: {stop}",
            legacy_status=1,
        ) from None
    for handle, sentences in ((SYSTEM, ours), (GOLD, theirs)):
        if sentences.is_cut:
            why = "the last sentence, from line %d, is dropped: end the file with a blank line"
            why %= sentences.starts[-1]
            warnings.warn(f"{names[handle]}: {why}", ScorerWarning, stacklevel=2)
    return report
