"""The explanation as text for a terminal: the sentences, and the summary last."""

from __future__ import annotations

from ..ground.wording import folded, in_colour, readable, visible
from ..reporting.grid import Grid
from .explained import TP
from .listing import BRIEFLY, REMARKS, lines_of, marked_words, remarks_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .explained import Explained
    from .listing import Filter
    from .summary import RowTotal, Summary

LEGEND = "[cue] {scope} <event>; a part of a word has marks of its own"
COLOURS = {"cue": "1;31", "scope": "36", "event": "4;33", "head": "1"}


class TextListing:
    """Sentences with their negations and outcomes; `after` has the summary.

    Lines are folded to `width`; with `colour`, terminal colours are added.
    """

    def __init__(self, wanted: Filter, width: int = 79, colour: bool = False) -> None:
        self._wanted = wanted
        self._width = width
        self._colour = colour
        self._remarks: dict[str, None] = {}

    def after(self, summary: Summary) -> str:
        """Return the remarks on what was listed, and the summary."""
        lines: list[str] = []
        for key, remark in REMARKS.items():
            if key in self._remarks:
                lines += folded("* " + remark, self._width, indent="  ")
        lines += ["", *_summary(summary), "", LEGEND] if lines else [*_summary(summary), "", LEGEND]
        return _joined(lines)

    def piece(self, sentence: Explained) -> str:
        """Return a sentence."""
        head = "%s, lines %d-%d" % (
            readable(sentence.name),
            sentence.first_line,
            sentence.last_line,
        )
        if sentence.file:
            head = "%s: %s" % (visible(sentence.file), head)
        lines = [in_colour(head, COLOURS["head"]) if self._colour else head]
        lines += self._negations("gold", sentence)
        lines += self._negations("system", sentence)
        lines += self._wrong(sentence)
        return _joined([*lines, ""])

    def _wrong(self, explained: Explained) -> Iterator[str]:
        """Yield what is wrong in a sentence, pair by pair."""
        note = BRIEFLY.get(explained.note, explained.note)
        if note:
            yield from folded("note: " + note, self._width, "    ", "  ")
        outcomes = self._wanted.outcomes(explained)
        if not (self._wanted.everything or self._wanted.kind == TP):
            outcomes = tuple([why for why in outcomes if why.kind != TP])
        self._remarks.update(dict.fromkeys(remarks_on(explained)))
        # What is wrong comes first.
        for line in sorted(lines_of(explained, outcomes), key=lambda line: line.is_right):
            yield from folded(readable(line.words), self._width, "      ", "  ")

    def _negations(self, side: str, explained: Explained) -> Iterator[str]:
        """Yield the negations of a side, marked in the sentence."""
        negations = explained.gold if side == "gold" else explained.system
        if not negations:
            words = readable(" ".join(explained.words)) if side == "gold" else "no negation"
            yield from _folded("  %-9s " % side, words, self._width)
        for number, negation in enumerate(negations, start=1):
            runs = marked_words(explained.words, negation)
            label = "  %-9s " % ("%s %d" % (side, number))
            shown = [(kinds, readable(words)) for kinds, words in runs]
            yield from _folded_runs(label, shown, self._width, self._colour)


def _joined(lines: Iterable[str]) -> str:
    return "".join(line.rstrip() + "\n" for line in lines)


def _summary(summary: Summary) -> Iterator[str]:
    """Yield the summary: it fits a screen."""
    yield summary.in_words()
    yield ""
    yield from _totals(summary.shown_rows())
    heads, rows = summary.cost_rows()
    if rows:
        yield ""
        yield from folded("what each kind of error costs: " + summary.cost_note(), 79)
        yield from Grid(heads, rows).text(is_ruled=False, widest_head=9, indent="  ")


def _totals(rows: Sequence[RowTotal]) -> Iterator[str]:
    """Yield the rows of the report, and remarks on them."""
    head = ["totals, as in the report", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)"]
    cells = [
        [row.label, "%d%s" % (row.tp, "*" if row.remark else " "), str(row.fp), str(row.fn)]
        + [row.precision, row.recall, row.f1]
        for row in rows
    ]
    yield from Grid(head, cells).text(is_ruled=False)
    for row in rows:
        if row.remark:
            yield from folded("* %s: %s" % (row.label, row.remark), 79, indent="  ")


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
