"""The explanation as text for a terminal."""

from __future__ import annotations

from ..ground.wording import folded, in_colour, some, visible
from .explained import ERROR_MEANINGS, TP
from .listing import Listing, in_words, marked_words, most_frequent, who

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .explained import Explained
    from .listing import Filter, Summary

MOST_CUES = 8
"""How many of the most missed and invented cues are named."""

LEGEND = "[cue] {scope} <event>; a string that is not the whole word stands alone in its marks"

COLOURS = {
    "cue": "1;31",
    "scope": "36",
    "event": "4;33",
    "head": "1",
    "fp": "35",
    "fn": "31",
    "tp": "32",
}


def _plain(runs: Sequence[tuple[frozenset[str], str]]) -> str:
    """Return runs of text with marks that work without colour."""
    marks = {"cue": "[%s]", "scope": "{%s}", "event": "<%s>"}
    shown = []
    for kinds, text in runs:
        for name in ("event", "scope", "cue"):
            if name in kinds:
                text = marks[name] % text
        shown.append(text)
    return " ".join(shown)


def _folded_runs(
    label: str, runs: Sequence[tuple[frozenset[str], str]], width: int, colour: bool
) -> list[str]:
    """Return a label and runs of text in lines of `width`, each run in its part's colour."""
    lines = [label]
    used = len(label)
    for run in runs:
        name = next((name for name in ("cue", "event", "scope") if name in run[0]), None)
        for word in _plain([run]).split(" "):
            if used > len(label) and used + 1 + len(word) > width:
                lines.append(" " * len(label))
                used = len(label)
            elif used > len(label):
                lines[-1] += " "
                used += 1
            lines[-1] += in_colour(word, COLOURS[name]) if colour and name else word
            used += len(word)
    return lines


class TextListing(Listing):
    """The summary, and each sentence with its negations and outcomes.

    Lines are folded to `width`; with `colour`, terminal colours are added.
    """

    def __init__(self, wanted: Filter, width: int = 79, colour: bool = False) -> None:
        super().__init__(wanted)
        self._width = width
        self._colour = colour

    def piece(self, sentence: Explained) -> str:
        """Return a sentence."""
        self.number += 1
        return _joined(_sentence_lines(sentence, self.wanted, self._width, self._colour))

    def before(self, summary: Summary) -> str:
        """Return the summary and the legend."""
        return _joined([*_summary_lines(summary), "", "marks: " + LEGEND, ""])

    def after(self) -> str:
        """Return that there is no sentence, if there is none."""
        return "" if self.number else "no sentence to list\n"


def _joined(lines: Iterable[str]) -> str:
    return "".join(line.rstrip() + "\n" for line in lines)


def _summary_lines(summary: Summary) -> Iterator[str]:
    yield summary.in_words()
    yield ""
    for error, found in summary.errors.items():
        yield "  %-21s%6d  %s" % (error, found, ERROR_MEANINGS[error])
    for title, cues in (
        ("most missed cues", summary.missed_cues),
        ("most invented cues", summary.invented_cues),
    ):
        if cues:
            most = ["%s %d" % (visible(cue), found) for cue, found in most_frequent(cues)]
            yield "  %-21s        %s" % (title, some(most, MOST_CUES))
    costs = summary.costs()
    if costs:
        yield ""
        yield "  what would change the score most (check --explain CODE says how to mend it)"
        for cost in costs:
            yield from folded(cost, 79, first="  - ", indent="    ")
    yield ""
    heads = "".join("%6s" % head for head in ("tp", "fp", "fn"))
    yield "  %-28s%s" % ("totals, as in the report", heads) + "".join(
        "%10s" % head for head in ("P (%)", "R (%)", "F1 (%)")
    )
    remarks = []
    for row in summary.rows():
        mark = "*" if row.remark else " "
        numbers = "%6d%s%5d%6d" % (row.tp, mark, row.fp, row.fn)
        yield "  %-28s%s%9s%10s%10s" % (row.label, numbers, row.precision, row.recall, row.f1)
        if row.remark:
            remarks.append("  * %s: %s" % (row.label, row.remark))
    for remark in remarks:
        yield from folded(remark, 79, indent="    ")


def _sentence_lines(
    explained: Explained, wanted: Filter, width: int, colour: bool
) -> Iterator[str]:
    head = "%s, lines %d-%d" % (
        visible(explained.name),
        explained.first_line,
        explained.last_line,
    )
    if explained.file:
        head = "%s: %s" % (visible(explained.file), head)
    yield in_colour(head, COLOURS["head"]) if colour else head
    if explained.note:
        yield from folded("note: " + explained.note, width, first="  ", indent="    ")
    for side, negations in (("gold", explained.gold), ("system", explained.system)):
        if not negations:
            words = visible(" ".join(explained.words)) if side == "gold" else "no negation"
            yield from _folded("  %-9s " % side, words, width)
        for number, negation in enumerate(negations, start=1):
            runs = [
                (kinds, visible(words)) for kinds, words in marked_words(explained.words, negation)
            ]
            label = "  %-9s " % ("%s %d" % (side, number))
            yield from _folded_runs(label, runs, width, colour)
    # What is wrong comes first; what is right is listed only on request.
    outcomes = sorted(wanted.outcomes(explained), key=lambda why: why.kind == TP)
    if not (wanted.everything or wanted.kind == TP):
        outcomes = [why for why in outcomes if why.kind != TP]
    for why in outcomes:
        times = " x%d" % why.amount if why.amount > 1 else ""
        label = "  %-10s %-27s" % (why.kind + times, why.row)
        shown = _folded(label, "%s: %s" % (who(why), visible(in_words(why))), width)
        if colour and why.kind in COLOURS:
            shown = [in_colour(line, COLOURS[why.kind]) for line in shown]
        yield from shown
    for pair in explained.pairs:
        yield from _folded("  pair      ", visible(pair), width)
    yield ""


NARROWEST = 20
"""The fewest columns in which words are written beside a label; with less, they go below it."""


def _folded(label: str, words: str, width: int) -> list[str]:
    """Return a label and words in lines of `width`."""
    beside = width - len(label) >= NARROWEST
    indent = " " * (len(label) if beside else 4)
    lines = folded(words, max(width, NARROWEST), indent, label if beside else indent)
    return (lines or [label]) if beside else [label, *lines]
