"""Score the focus of negation in files or streams."""

from __future__ import annotations

import warnings

from ..common.columns import GOLD_HANDLE, SYSTEM_HANDLE
from ..common.errors import ScorerWarning, ScoringError
from ..reading.source import File, as_source, name_of_source
from .focus_report import FocusCounts, FocusReport, focus_counts
from .focus_sentences import read_focus_sentences


def score_focus_files(gold: File, system: File) -> FocusReport:
    """Score the focus of negation (*SEM 2012's second task), as ``pb-foc_evaluation.py`` does.

    `gold` and `system` are paths or binary streams. Raises ScoringError if the script stops: the number
    of sentences, or of tokens in one, differs. Warns with ScorerWarning that a last sentence without
    a blank line after it is dropped.
    """
    names = {
        GOLD_HANDLE: name_of_source(gold, "gold standard"),
        SYSTEM_HANDLE: name_of_source(system, "system output"),
    }
    ours, theirs = (read_focus_sentences(as_source(file).content()) for file in (system, gold))
    try:
        report = FocusReport(sum(focus_counts(ours, theirs), FocusCounts()))
    except ScoringError as error:
        raise ScoringError(names[SYSTEM_HANDLE], *error.args[1:]) from None
    for handle, sentences in ((SYSTEM_HANDLE, ours), (GOLD_HANDLE, theirs)):
        if sentences.is_cut:
            why = "the last sentence, from line %d, is dropped: end the file with a blank line"
            why %= sentences.starts[-1]
            warnings.warn(f"{names[handle]}: {why}", ScorerWarning, stacklevel=2)
    return report
