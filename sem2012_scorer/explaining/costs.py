"""What each kind of error costs: all errors of a kind are corrected, and the scorer's rules score again.

After TIDE (Bolya et al., ECCV 2020). What a corrected sentence counts as is what the original counts in a file so
corrected, if no sentence without tokens follows it (quirk 6): that one stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from ..common.counts import MEASURED, WITHOUT_NEGATION, Counts, Tally
from ..common.percentages import printed
from ..port.scripts import Original, script_by_identifier
from ..reporting.report import Report
from .negations import (
    CUE_DIFFERS,
    ERROR_KINDS,
    EVENT_DIFFERS,
    INVENTED,
    MISSED,
    SCOPE_KINDS,
    kinds_of_negation_errors,
    pairing_by_dashes,
)
from .outcomes import Explained

IN_COSTS = ("cues", "scopes", "scope_tokens", "events", "full_negations")
"""What is measured in the rows whose F1 is shown for each kind of error."""


class ErrorCost(NamedTuple):
    """What the errors of a kind cost: how many there are, in how many sentences, and F1 row by row.

    Each of `rows` has a label of the report, F1 as it is, and F1 with these errors corrected, both in
    percent as the report prints them; rows in which gold and the system have nothing are left out. `gain` is how much
    F1 rises in the row by which kinds are sorted. `aborting` is the number of sentences whose errors
    are not corrected, because the scorer would then abort.
    """

    kind: str
    number: int
    sentences: int
    rows: tuple[tuple[str, str, str], ...]
    gain: float
    aborting: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the cost for JSON."""
        rows = {label: {"f1": f1, "without": without} for label, f1, without in self.rows}
        result = {"kind": self.kind, "number": self.number, "sentences": self.sentences}
        result |= {"rows": rows, "gain": self.gain}
        if self.aborting:
            result["aborting"] = self.aborting
        return result

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a plain row for each row of the report: for ``pandas.DataFrame``."""
        return [
            {"kind": self.kind, "number": self.number, "row": label, "f1": f1, "without": without}
            for label, f1, without in self.rows
        ]


CONCERNED = {
    "cues": (MISSED, INVENTED, CUE_DIFFERS),
    "scopes": (MISSED, INVENTED, CUE_DIFFERS, *SCOPE_KINDS),
    "scopes_no_cue_match": (MISSED, INVENTED, *SCOPE_KINDS),
    "scopes_no_punctuation": (MISSED, INVENTED, *SCOPE_KINDS),
    "scope_tokens": (MISSED, INVENTED, *SCOPE_KINDS),
    "events": (MISSED, INVENTED, EVENT_DIFFERS),
    "full_negations": ERROR_KINDS,
}
"""By what is measured: the kinds of errors that can change it."""


class Summary:
    """What all sentences of a system add up to: counts, and what each kind of error costs.

    `wanted` are names of what the rows count that are asked for, None for all: costs are those in the
    last of them.
    """

    def __init__(self, original: Original, wanted: Collection[str] | None = None) -> None:
        self.original = original
        self.wanted = wanted
        self._sums = Counts()
        self._without_negation = 0
        self.files: list[Counts] = []  # the counts of each file, if there are several
        self.by_order = (
            0  # sentences whose negations the scorer pairs differently, as it takes - for a word
        )
        # By kind: errors, their sentences, those that cannot be corrected; and the counts of the others,
        # as they are and corrected.
        self._numbers: Counter[tuple[str, str]] = Counter()
        self._counts = dict.fromkeys(kinds_of_negation_errors(original), (Counts(), Counts()))

    @property
    def counts(self) -> Counts:
        """The counts of all sentences."""
        return self._sums + Counts(sentences=self._without_negation)

    def add_right(self, counts: Counts) -> None:
        """Add a sentence without errors."""
        if counts is WITHOUT_NEGATION:
            self._without_negation += 1
        else:
            self._sums += counts

    def add(self, explained: Explained) -> None:
        """Add a sentence."""
        self.add_right(explained.counts)
        if explained.note == pairing_by_dashes(self.original):
            self.by_order += 1
        errors = explained.errors()
        for kind, counts in explained.without:
            if kind not in self._counts:
                raise ValueError(
                    f"{self.original.identifier} does not show {kind!r}: give the scorer that explained"
                )
            self._numbers[kind, "number"] += errors.count(kind)
            self._numbers[kind, "sentences"] += 1
            if counts is None:
                self._numbers[kind, "aborting"] += 1
            else:
                self._add_sentence(kind, explained.counts, counts)

    def add_all(self, summary: Summary) -> None:
        """Add the sentences of another file."""
        self.files.append(summary.counts)
        self._sums += summary.counts
        self.by_order += summary.by_order
        self._numbers += summary._numbers
        for kind, both in summary._counts.items():
            self._add_sentence(kind, *both)

    def _add_sentence(self, kind: str, as_is: Counts, corrected: Counts) -> None:
        before, after = self._counts[kind]
        self._counts[kind] = before + as_is, after + corrected

    def pooled_in_words(self) -> str:
        """Return that the counts of several files are summed, and the plain mean of F1, as `score` gives it; "" for one file."""
        if len(self.files) < 2:
            return ""
        label = self.original.labels[self.gain_row()]
        values = [Report(counts, self.original)[label].f1 for counts in self.files]
        mean = printed(sum(values) / len(values))
        return f"pooled counts of {len(values)} files; the mean of their {label} F1 is {mean}"

    def row_labels_shown(self) -> list[str]:
        """Return what is measured in the rows that are shown: of those, what gold or the system has."""
        labels, counts = self.original.labels, self.counts
        if self.wanted is None:
            known = [name for name in IN_COSTS if name in labels]
            return [name for name in known if _is_in_use(getattr(counts, name))]
        asked = [name for name in labels if name in self.wanted]
        in_use = [name for name in asked if _is_in_use(getattr(counts, name))]
        # Where both rows of whole scopes are asked for, the first stands for both.
        if "scopes" in in_use and "scopes_no_cue_match" in in_use:
            in_use.remove("scopes_no_cue_match")
        return in_use or asked

    def gain_row(self) -> str:
        """Return what is measured in the row by which kinds are sorted: full negations, or cues if a side has no scopes."""
        scopes = self.counts.scopes
        if "full_negations" in self.original.labels and scopes.gold and scopes.system:
            return "full_negations"
        return "cues"

    def costs(self) -> list[ErrorCost]:
        """Return the costs of the kinds that occur, the costliest first."""
        shown, gain_row = self.row_labels_shown(), self.gain_row()
        before = Report(self.counts, self.original)
        # Without --rows, all kinds are shown: one that cannot change the row gains nothing there.
        concerned: set[str] = set()
        for name in self.wanted or IN_COSTS:
            concerned.update(CONCERNED[name])
        costs = []
        for kind in self._counts:
            if kind in concerned and self._numbers[kind, "number"]:
                costs.append(self._cost_of_kind(kind, before, shown, gain_row))
        return sorted(costs, key=lambda cost: (-cost.gain, -cost.number))

    def _cost_of_kind(
        self, kind: str, before: Report, shown: Sequence[str], gain_row: str
    ) -> ErrorCost:
        """Return what a kind of error costs; `before` is the report as it is."""
        labels = self.original.labels
        after = Report(_with_sentences_replaced(self.counts, *self._counts[kind]), self.original)
        f1 = {}
        for name in {gain_row, *shown}:
            label = labels[name]
            f1[name] = before[label].printed.f1, after[label].printed.f1
        gain = round(float(f1[gain_row][1]) - float(f1[gain_row][0]), 2)
        rows = tuple([(labels[name], *f1[name]) for name in shown])
        names = ("number", "sentences", "aborting")
        number, sentences, aborting = [self._numbers[kind, name] for name in names]
        return ErrorCost(kind, number, sentences, rows, gain, aborting)

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return label, P, R and F1, as printed, of the first rows of the report, where gold or the system has something."""
        report = Report(self.counts, self.original)
        rows = self.original.rows
        in_use = [row for row in rows if _is_in_use(getattr(self.counts, row.measured))]
        labels = [row.label for row in in_use or rows]
        return [(label, *report[label].printed[-3:]) for label in labels]

    def to_dict(self) -> dict[str, Any]:
        """Return the sums for JSON."""
        report = Report(self.counts, self.original)
        return {
            "sentences": self.counts.sentences,
            "sentences_with_error": self.counts.error_sentences,
            "totals": {label: report[label].to_dict() for label in report},
            "gain_row": self.original.labels[self.gain_row()],
            "costs": [cost.to_dict() for cost in self.costs()],
        }


def error_costs(
    sentences: Iterable[Explained], scorer: str = "eval.cd-sco"
) -> tuple[ErrorCost, ...]:
    """Return what each kind of error costs in explained sentences of one system, the costliest first.

    Each kind of error is corrected alone, and everything is scored again by the scorer's own rules.
    Gains do not add up. Raises ValueError if another scorer explained the sentences.

    >>> found = error_costs(explain_files("fixtures/scope-too-short/gold.txt",
    ...                                   "fixtures/scope-too-short/system.txt"))
    >>> [(cost.kind, cost.number, cost.rows[1]) for cost in found]
    [('scope too short', 1, ('Scopes(cue match)', '0.00', '100.00'))]
    """
    summary = Summary(script_by_identifier(scorer))
    for sentence in sentences:
        if not isinstance(sentence, Explained):
            words = "error_costs takes what explain and explain_files give, not %r"
            raise TypeError(words % (sentence,))
        summary.add(sentence)
    return tuple(summary.costs())


def _is_in_use(tally: Tally) -> bool:
    """Return whether gold or the system has something in a row."""
    return tally.gold > 0 or tally.system > 0


def _with_sentences_replaced(counts: Counts, before: Counts, after: Counts) -> Counts:
    """Return the tallies of `counts` with those of some sentences, `before`, replaced by `after`."""
    columns = list(zip(counts, before, after))[: len(MEASURED)]
    tallies = [Tally._make([a - b + c for a, b, c in zip(*column)]) for column in columns]
    return Counts._make([*tallies, *counts[len(MEASURED) :]])
