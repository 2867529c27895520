"""Which sentences and outcomes are listed, what they all add up to, and how they are marked."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

from ..checking.slips import Slips
from ..ground.counts import MEASURED, Counts
from ..ground.records import Record
from ..ground.wording import json_lines, plural, some
from ..legacy.rows import Row
from ..reporting.report import Report
from .explained import (
    CUE_IN_PART,
    ERROR_MEANINGS,
    FN,
    INVENTED,
    KINDS,
    MISSED,
    TP,
    Explained,
    Marked,
    Why,
)
from .tallies import Tallies, cue_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..legacy.originals import Original


class Filter(Record):
    """Which sentences, and which of their outcomes, are listed.

    None stands for no filter. Without any, and without `everything`, sentences with
    an error are listed. `rows` names what the scorer's report measures; nothing else
    is listed.
    """

    measured: str | None = None
    kind: str | None = None
    sentence: str | None = None
    everything: bool = False
    rows: tuple[str, ...] = MEASURED

    def outcomes(self, explained: Explained) -> tuple[Why, ...]:
        """Return the outcomes of a sentence that are listed."""
        return tuple(
            [
                why
                for why in explained.outcomes
                if self.measured in (None, why.measured)
                and self.kind in (None, why.kind)
                and why.measured in self.rows
            ]
        )

    def lists(self, explained: Explained) -> bool:
        """Return True if a sentence is listed, False if it is filtered out."""
        if self.sentence is not None and self.sentence != explained.name:
            return False
        if self.kind is not None or self.measured is not None:
            outcomes = self.outcomes(explained)
            if self.kind is None and not self.everything:
                outcomes = tuple([why for why in outcomes if why.kind != TP])
            return bool(outcomes)
        return self.everything or self.sentence is not None or explained.error


LENGTHS: tuple[tuple[int, int | None], ...] = (
    (0, 0),
    (1, 2),
    (3, 5),
    (6, 10),
    (11, 20),
    (21, None),
)
"""The ranges of gold scope lengths that are counted together, in tokens."""


def range_of(length: int) -> int:
    """Return in which of the ranges a length is, by its place in `LENGTHS`."""
    return next(n for n, (_, last) in enumerate(LENGTHS) if last is None or length <= last)


class RowTotal(Record):
    """A row of the report: the true positives it prints, other counts, and percentages.

    `remark` explains what may puzzle a reader of the listing, or is empty.
    """

    label: str
    tp: int
    fp: int
    fn: int
    uncounted: int
    precision: str
    recall: str
    f1: str
    remark: str


class Summary:
    """What all sentences add up to: the report's rows, errors by kind, cues, scope lengths.

    With `has_tallies`, also by cue, document and file. `files` says of how many pairs of files that is, where some cannot be scored; else it is "".
    """

    def __init__(self, original: Original, has_tallies: bool = False) -> None:
        self.original = original
        self.files = ""
        self.counts = Counts()
        self.slips = Slips(original)
        self.totals = {measured: dict.fromkeys(KINDS, 0) for measured in MEASURED}
        has_scopes = "scopes" in original.table.measured
        shown = ERROR_MEANINGS if has_scopes else (MISSED, INVENTED, CUE_IN_PART)
        self.errors = dict.fromkeys(shown, 0)
        self.missed_cues: Counter[str] = Counter()
        self.invented_cues: Counter[str] = Counter()
        self.tallies = Tallies() if has_tallies else None
        self.scopes_by_length = {length: [0, 0] for length in LENGTHS}

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return self.counts.sentences

    @property
    def error_sentences(self) -> int:
        """The number of sentences with an error."""
        return self.counts.error_sentences

    def copy(self) -> Summary:
        """Return a summary with the same sums, to which sentences can be added by themselves."""
        return deepcopy(self, {id(self.original): self.original})

    def in_words(self) -> str:
        """Return how many sentences there are, how many with an error, and of which files."""
        number = plural(self.sentences, "sentence")
        return "%s%s, %d with an error" % (self.files, number, self.error_sentences)

    def costs(self) -> list[str]:
        """Return in words what would change the score most, the dearest first."""
        costs = self.slips.costs(self.counts)
        return ["%s (%s)" % (cost.in_words(), cost.code) for cost in costs if cost.is_worth_naming]

    def add(self, explained: Explained) -> None:
        """Add a sentence, whether it is listed or not."""
        self.counts += explained.counts
        if self.tallies is not None:
            self.tallies.add(explained)
        for why in explained.outcomes:
            self.totals[why.measured][why.kind] += why.amount
            if why.measured == "cues":
                self._add_cue(explained, why)
            if why.measured == "scopes_no_cue_match" and why.gold is not None:
                self._add_scope(explained.negation("gold", why.gold), why)
        for error in explained.errors():
            if error in self.errors:
                self.errors[error] += 1

    def _add_cue(self, explained: Explained, why: Why) -> None:
        if why.system is None and why.gold is not None:
            self.missed_cues[cue_words(explained.negation("gold", why.gold))] += 1
        elif why.gold is None and why.system is not None:
            self.invented_cues[cue_words(explained.negation("system", why.system))] += 1

    def _add_scope(self, gold: Marked, why: Why) -> None:
        numbers = self.scopes_by_length[LENGTHS[range_of(len(gold.scope))]]
        numbers[0] += 1
        numbers[1] += why.kind != TP

    def rows(self) -> list[RowTotal]:
        """Return the rows of the report, as it prints them."""
        report = Report(self.counts, self.original)
        table = self.original.table
        found = []
        for row in table.rows + table.rows_b:
            printed = report[row.label].printed
            uncounted = self.totals[row.measured]["uncounted"]
            found.append(
                RowTotal(
                    row.label,
                    getattr(self.counts, row.printed_true_positives).true_positives,
                    self.totals[row.measured]["fp"],
                    self.totals[row.measured][FN],
                    uncounted,
                    printed.precision,
                    printed.recall,
                    printed.f1,
                    self._remark(row, uncounted),
                )
            )
        return found

    def _remark(self, row: Row, uncounted: int) -> str:
        own = self.totals[row.measured][TP]
        shown = getattr(self.counts, row.printed_true_positives).true_positives
        if own != shown:
            return (
                "the report prints the true positives of another row here; the percentages are "
                "those of %d (quirk 16: true positives of another row)" % own
            )
        if uncounted:
            return (
                "%d that differ count nowhere (quirk 19: an event that differs in the last "
                "negation)" % uncounted
            )
        return ""


def most_frequent(cues: Counter[str]) -> list[tuple[str, int]]:
    """Return cues with their counts, the most frequent first, then in alphabetical order."""
    return sorted(cues.items(), key=lambda pair: (-pair[1], pair[0]))


def marked_words(
    words: Sequence[str],
    negation: Marked,
    differing: set[tuple[str, int]] | frozenset[tuple[str, int]] = frozenset(),
) -> list[tuple[frozenset[str], str]]:
    """Return a sentence as runs of text, each with the parts of the negation that it belongs to.

    A token becomes one run for each different string in its cells; neighbours outside
    cue and event that belong to the same parts are one run. If a (part, position) is
    in `differing`, ``differs`` is added to the parts.
    """
    parts = {name: dict(part) for name, part in zip(negation._fields, negation)}
    runs: list[tuple[frozenset[str], str]] = []
    for position, word in enumerate(words):
        strings: dict[str, set[str]] = {}
        for name, part in parts.items():
            if position in part:
                kinds = strings.setdefault(part[position], set())
                kinds.add(name)
                if (name, position) in differing:
                    kinds.add("differs")
        if not strings:
            strings = {word: set()}
        for string, names in strings.items():
            found = frozenset(names)
            if runs and runs[-1][0] == found and not {"cue", "event"} & found:
                runs[-1] = (found, runs[-1][1] + " " + string)
            else:
                runs.append((found, string))
    return runs


MOST_WORDS = 8
"""How many words of a long list are shown at most."""


def in_words(why: Why) -> str:
    """Return the reason for an outcome, with the differences in the part that it is about."""
    part = {"cues": "cue", "events": "event", "full_negations": ""}.get(why.measured, "scope")
    hidden = "extra" if why.kind == FN else "missing"
    said = []
    for difference in why.differences:
        if part in ("", difference.part) or (difference.part == "cue" and why.measured == "scopes"):
            lists = [
                "%s: %s" % (key, some(words, MOST_WORDS))
                for key, words in difference.lists().items()
                if not (why.measured == "scope_tokens" and key == hidden)
            ]
            said.append("%s %s" % (difference.part, "; ".join(lists)))
    return why.reason + (" (%s)" % " | ".join(said) if said else "")


def who(why: Why) -> str:
    """Return which negations an outcome is about."""
    names = []
    if why.gold is not None:
        names.append("gold %d" % why.gold)
    if why.system is not None:
        names.append("system %d" % why.system)
    return " - ".join(names)


class Listing:
    """The listed sentences in a format, each as soon as it is explained; here as JSON lines.

    The whole output is what comes `before`, the piece of each sentence, and what comes `after`.
    """

    def __init__(self, wanted: Filter) -> None:
        self.wanted = wanted
        self.number = 0

    def piece(self, sentence: Explained) -> str:
        """Return a sentence, with those of its outcomes that are listed."""
        self.number += 1
        outcomes = [why.to_dict() for why in self.wanted.outcomes(sentence)]
        return json_lines([{**sentence.to_dict(), "outcomes": outcomes}])

    def state(self) -> Callable[[], None]:
        """Return a function that restores what was listed so far."""
        number = self.number

        def restore() -> None:
            self.number = number

        return restore

    def before(self, summary: Summary) -> str:
        """Return what comes before the sentences."""
        return ""

    def after(self) -> str:
        """Return what comes after the sentences."""
        return ""
