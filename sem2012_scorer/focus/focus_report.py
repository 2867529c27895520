"""What ``pb-foc_evaluation.py`` counts and prints."""

from __future__ import annotations

from ..common.counts import Tally
from ..common.errors import ScoringError
from ..common.measures import (
    Measure,
    ReportRow,
    measures_as_rows,
    measures_from_counts,
    rounded_measures,
)
from ..common.records import Record, add_records
from . import IDENTIFIER
from .focus_sentences import FOCUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..reading.released import Released
    from .focus_sentences import FocusSentences

LABEL = "Focus"


class FocusCounts(Record):
    """The counts of one or more sentences: foci, and the number of sentences.

    `focus` counts the sentences that have a focus in gold and in the system. A
    sentence is a true positive if both have one and all last fields are equal.
    """

    focus: Tally = Tally()
    sentences: int = 0

    __add__ = add_records


def focus_counts(system: FocusSentences, gold: FocusSentences) -> Iterator[FocusCounts]:
    """Yield the counts of each sentence; raise ScoringError, without a file's name, where the script stops."""
    numbers = len(system.whole), len(gold.whole)
    if numbers[0] != numbers[1]:
        message = "AssertionError: Number of sentences don't match: %d %d" % numbers
        ours, golds = "%d sentences" % numbers[0], "%d, as in gold" % numbers[1]
        if system.is_cut:
            ours += " (and one more at the end, which is dropped because no blank line ends it)"
        raise ScoringError(None, None, ours, golds, message)
    for index, (marks, golds_marks) in enumerate(zip(system.whole, gold.whole)):
        numbers = len(marks), len(golds_marks)
        if numbers[0] != numbers[1]:
            where = "sentence %d: %d %d" % (index, *numbers)
            message = f"AssertionError: Different number of tokens for {where}"
            ours = "%d tokens in sentence %d" % (numbers[0], index + 1)
            golds = "%d, as in gold" % numbers[1]
            raise ScoringError(None, system.starts[index], ours, golds, message)
        in_system, in_gold = int(FOCUS in marks), int(FOCUS in golds_marks)
        right = 0
        if in_system and in_gold and marks == golds_marks:
            right = 1
        yield FocusCounts(Tally(in_gold, in_system, right, in_system - right, in_gold - right), 1)


class FocusReport(Record):
    """The report of the focus scorer. Immutable.

    ``str(report)`` is what the script prints; ``report["Focus"]`` is a `Measure`. `counts` are the foci of
    each side, the right ones, and the sentences; they add up. `gold_is` and `read_as` are empty here: no
    released corpus of this task is known, and its files are in its own columns.
    """

    counts: FocusCounts
    gold_is: tuple[Released, ...] = ()
    read_as: tuple[str, ...] = ()

    def __getitem__(self, label: Any) -> Any:
        if label != LABEL:
            raise KeyError(f"there is no row {label!r}; there is: {LABEL}")
        tally = self.counts.focus
        right = tally.true_positives
        scores = measures_from_counts(right, tally.system, right, tally.gold)
        # Unlike other legacy scorers, this one computes F1 from unrounded precision and recall.
        printed = ReportRow._make([LABEL, *tally, *rounded_measures(scores)])
        return Measure._make([LABEL, *tally, *scores, printed])

    def __iter__(self) -> Iterator[str]:
        return iter((LABEL,))

    def __repr__(self) -> str:
        return "<FocusReport %s: %d sentences>" % (self.signature, self.counts.sentences)

    def __str__(self) -> str:
        tally, shown = self.counts.focus, self[LABEL].printed
        return "Precision  %s [%d/%d]\nRecall     %s [%d/%d]\nF-score    %s\n" % (
            shown.precision,
            tally.true_positives,
            tally.system,
            shown.recall,
            tally.true_positives,
            tally.gold,
            shown.f1,
        )

    @property
    def signature(self) -> str:
        """Which scorer and which version of this package the numbers come from."""
        from ..common.version import __version__

        return f"scorer:{IDENTIFIER}|version:{__version__}"

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the report as dictionaries, numbers and strings, for JSON."""
        return {
            "scorer": {"id": IDENTIFIER, "version": None, "date": None},
            "signature": self.signature,
            "sentences": {"all": self.counts.sentences},
            "measures": {LABEL: self[LABEL].to_dict()},
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return the row as a plain one; its keys are measure, gold, system, true_positives and so on, as in the JSON."""
        return measures_as_rows(self.to_dict()["measures"])


HEADER = b"sent\toutput\tgold\n"  # the first line of the verbose file


def verbose_focus_report(system: FocusSentences, gold: FocusSentences) -> Iterator[bytes]:
    """Yield each sentence's lines in the verbose file; raise ScoringError where counting does.

    Each token has: the sentence's index, the system's and gold's last field, ok or wrong.
    """
    for index, _ in enumerate(focus_counts(system, gold)):
        pairs = zip(system.whole[index], gold.whole[index])
        lines = []
        for ours, golds in pairs:
            outcome = b"ok" if ours == golds else b"wrong"
            lines.append(b"%d\t%s\t%s\t%s\n" % (index, ours, golds, outcome))
        yield b"".join(lines) + b"\n"
