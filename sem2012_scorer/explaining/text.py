"""The explanation as text for a terminal."""

from __future__ import annotations

from ..ground.wording import folded, in_colour, plural, readable, some, visible
from ..reporting.grid import Grid
from .cards import in_order
from .explained import TP
from .listing import (
    BRIEFLY,
    REMARKS,
    Listing,
    left_out_words,
    lines_of,
    marked_words,
    remarks_on,
)
from .negations import INVENTED, MISSED
from .summary import costs_of_one, costs_of_several
from .tallies import TIMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Sequence

    from .cards import Card, Member, Right, Take
    from .explained import Explained
    from .listing import Filter
    from .summary import RowTotal, Summary, SystemSummary

MOST_NAMED = 6
"""How many of the most frequent words or cues are named at the head."""

LEGEND = "[cue] {scope} <event>; a string that is not the whole word stands alone in its marks"
SLIPS = "slips that a rule could mend (check --fix --also CODE)"

COLOURS = {"cue": "1;31", "scope": "36", "event": "4;33", "head": "1"}


class TextListing(Listing):
    """The summary, and each sentence with its negations and outcomes.

    Lines are folded to `width`; with `colour`, terminal colours are added.
    """

    def __init__(
        self,
        wanted: Filter,
        members: Sequence[Member],
        width: int = 79,
        colour: bool = False,
    ) -> None:
        super().__init__(wanted, members)
        self._width = width
        self._colour = colour
        self._remarks: dict[str, None] = {}

    def before(self, systems: Sequence[SystemSummary]) -> str:
        """Return the summary and the legend."""
        is_one = len(self.members) == 1
        head = _head_of_one(systems[0].only) if is_one else _head_of_several(systems, self.right)
        left_out = folded(left_out_words(self.left_out), 79, "  ") if self.left_out else []
        return _joined([*left_out, *head, "", "marks: " + LEGEND, ""])

    def after(self) -> str:
        """Return the remarks on what was listed, or that there is no sentence."""
        if not self.number:
            return "no sentence to list\n"
        lines: list[str] = []
        for key, remark in REMARKS.items():
            if key in self._remarks:
                lines += folded("* " + remark, self._width, indent="  ")
        return _joined(lines)

    def piece(self, card: Card) -> str:
        """Return a sentence."""
        self.number += 1
        sentence = card.sentence
        head = "%s, lines %d-%d" % (
            readable(sentence.name),
            sentence.first_line,
            sentence.last_line,
        )
        is_one = len(self.members) == 1
        if sentence.file and is_one:
            head = "%s: %s" % (visible(sentence.file), head)
        if not is_one:
            head += ": right in %s" % ", ".join(map(str, card.right(self.members)))
        lines = [in_colour(head, COLOURS["head"]) if self._colour else head]
        lines += self._negations("gold", sentence)
        for take in card.takes:
            if is_one:
                lines += self._take(take, "  ")
            elif take.explained.error or self.wanted.everything:
                lines += folded(take.called(self.members), self._width, "    ", "  ")
                lines += self._take(take, "    ")
        right = [t.called(self.members) for t in card.takes if not t.explained.error]
        if right and not is_one and not self.wanted.everything:
            lines += folded("right: " + ", ".join(right), self._width, "    ", "  ")
        return _joined([*lines, ""])

    def _take(self, take: Take, indent: str) -> Iterator[str]:
        """Yield what a system made of a sentence: its negations, and what is wrong."""
        explained, wanted = take.explained, self.wanted
        yield from self._negations("system", explained, indent)
        note = BRIEFLY.get(explained.note, explained.note)
        if note:
            yield from folded("note: " + note, self._width, indent + "  ", indent)
        outcomes = wanted.outcomes(explained)
        if not (wanted.everything or wanted.kind == TP):
            outcomes = tuple([why for why in outcomes if why.kind != TP])
        self._remarks.update(dict.fromkeys(remarks_on(explained)))
        # What is wrong comes first.
        for line in sorted(lines_of(explained, outcomes), key=lambda line: line.is_right):
            yield from folded(readable(line.words), self._width, indent + "    ", indent)

    def _negations(self, side: str, explained: Explained, indent: str = "  ") -> Iterator[str]:
        """Yield the negations of a side, marked in the sentence."""
        negations = explained.gold if side == "gold" else explained.system
        if not negations:
            words = readable(" ".join(explained.words)) if side == "gold" else "no negation"
            yield from _folded("%s%-9s " % (indent, side), words, self._width)
        for number, negation in enumerate(negations, start=1):
            runs = marked_words(explained.words, negation)
            label = "%s%-9s " % (indent, "%s %d" % (side, number))
            shown = [(kinds, readable(words)) for kinds, words in runs]
            yield from _folded_runs(label, shown, self._width, self._colour)


def _joined(lines: Iterable[str]) -> str:
    return "".join(line.rstrip() + "\n" for line in lines)


def _head_of_one(summary: Summary) -> Iterator[str]:
    """Yield the head of one system: it fits a screen."""
    yield summary.in_words()
    yield ""
    costs = costs_of_one(summary)
    if costs.rows:
        yield from folded("what each kind of error costs: " + costs.words, 79)
        yield from Grid(costs.heads, costs.rows).text(is_ruled=False, widest_head=9, indent="  ")
        yield ""
    yield from _totals(summary.shown_rows())
    yield from _most(summary)
    yield from _slips(summary.of_slips())


def _slips(slips: Sequence[str]) -> Iterator[str]:
    """Yield the slips that a rule could mend, below their head."""
    if slips:
        yield ""
        yield SLIPS
        for slip in slips:
            yield from folded(slip, 79, first="  - ", indent="    ")


def _totals(rows: Sequence[RowTotal]) -> Iterator[str]:
    """Yield the rows of the report but for the B block, and remarks on them."""
    head = ["totals, as in the report", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)"]
    first = [row for row in rows if row.is_first]
    cells = [
        [row.label, "%d%s" % (row.tp, "*" if row.remark else " "), str(row.fp), str(row.fn)]
        + [row.precision, row.recall, row.f1]
        for row in first
    ]
    yield from Grid(head, cells).text(is_ruled=False)
    for row in first:
        if row.remark:
            yield from folded("* %s: %s" % (row.label, row.remark), 79, indent="  ")


def _most(summary: Summary) -> Iterator[str]:
    """Yield what is missed, invented and taken for another most often."""
    cues = summary.tallies.lines("cue")
    edges: dict[str, list[tuple[str, int]]] = {}
    for key, tally in summary.tallies.lines("edge"):
        edge, _, word = key.partition(": ")
        edges.setdefault(edge, []).append((word, tally[TIMES]))
    most = {
        "missed cues": [(cue, tally[MISSED]) for cue, tally in cues],
        "invented cues": [(cue, tally[INVENTED]) for cue, tally in cues],
        "cue for cue": [(key, tally[TIMES]) for key, tally in summary.tallies.lines("taken")],
    }
    for side in ("left", "right"):
        for what in (MISSED, "extra"):
            found = edges.get("%s %s" % (what, side), [])
            most["scope's %s edge, %s" % (side, what)] = found
    lines = []
    for title, found in most.items():
        there = sorted([(-number, key) for key, number in found if number])
        if there:
            words = some(["%s %d" % (readable(key), -number) for number, key in there], MOST_NAMED)
            lines += folded(words, 79, " " * 28, ("%-26s  " % title))
    if lines:
        yield ""
    yield from lines


def _head_of_several(systems: Sequence[SystemSummary], right: Counter[Right]) -> Iterator[str]:
    """Yield the head of several systems, a column for each: of runs the mean, and the range."""
    for system in systems:
        words = system.only.in_words()
        if len(system.runs) > 1:
            errors = system.over_runs(lambda one: one.counts.error_sentences)
            number = plural(system.only.counts.sentences, "sentence")
            words = "%s, %s with an error" % (number, errors.shown())
        yield from folded("%s: %s" % (system.label, words), 79, indent="  ")
    yield ""
    costs = costs_of_several(systems)
    yield from Grid(("F1 (%)", *costs.heads[1:]), costs.f1).fitted()
    yield ""
    if costs.rows:
        yield from folded("what each kind of error costs: " + costs.words, 79)
        yield from Grid(costs.heads, costs.rows).fitted()
    yield ""
    for name in dict.fromkeys(one.system for one, _ in in_order(right)):
        numbers = [
            "%d of %d: %d" % (one.right, one.of, number)
            for one, number in in_order(right)
            if one.system == name
        ]
        words = "sentences right in %s%s" % (name + ", in " if name else "", ", ".join(numbers))
        yield from folded(words, 79, "  ")
    yield from _slips(["%s, %s" % (one.name, slip) for one in systems for slip in one.of_slips()])


NARROWEST = 20
"""The fewest columns in which words are written beside a label; with less, they go below it."""


def _folded(label: str, words: str, width: int) -> list[str]:
    """Return a label and words in lines of `width`."""
    beside = width - len(label) >= NARROWEST
    indent = " " * (len(label) if beside else 4)
    lines = folded(words, max(width, NARROWEST), indent, label if beside else indent)
    return (lines or [label]) if beside else [label, *lines]


MARKS = {"event": "<%s>", "scope": "{%s}", "cue": "[%s]"}
"""Marks that work without colour: the innermost first."""


def _folded_runs(
    label: str, runs: Sequence[tuple[frozenset[str], str]], width: int, colour: bool
) -> list[str]:
    """Return a label and runs of text in lines of `width`, each run in its part's colour."""
    lines = [label]
    used = len(label)
    for kinds, text in runs:
        name = next((name for name in ("cue", "event", "scope") if name in kinds), None)
        for part, mark in MARKS.items():
            text = mark % text if part in kinds else text
        for word in text.split(" "):
            if used > len(label) and used + 1 + len(word) > width:
                lines.append(" " * len(label))
                used = len(label)
            elif used > len(label):
                lines[-1] += " "
                used += 1
            lines[-1] += in_colour(word, COLOURS[name]) if colour and name else word
            used += len(word)
    return lines
