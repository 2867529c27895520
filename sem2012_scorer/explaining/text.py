"""The explanation as text for a terminal."""

from __future__ import annotations

import textwrap

from ..legacy.rows import LABELS
from ..wording import visible
from .explained import ERROR_MEANINGS, ERRORS, KINDS, SHORT
from .listing import in_words, marked_words, who

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .explained import Explained
    from .listing import Filter, Summary

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
    """Return runs of text with marks that need no colour."""
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
            lines[-1] += _in_colour(word, COLOURS[name]) if colour and name else word
            used += len(word)
    return lines


def _in_colour(text: str, colour: str) -> str:
    return "\x1b[%sm%s\x1b[0m" % (colour, text)


def as_text(
    sentences: Sequence[Explained],
    summary: Summary,
    wanted: Filter,
    width: int = 79,
    colour: bool = False,
) -> str:
    """Return the summary, and each sentence with its negations and outcomes.

    Lines are folded to `width`; with `colour`, terminal colours are added.
    """
    lines = [*_summary_lines(summary), "", "marks: " + LEGEND, ""]
    if not sentences:
        lines.append("no sentence to list")
    for explained in sentences:
        lines += _sentence_lines(explained, wanted, width, colour)
    return "".join(line.rstrip() + "\n" for line in lines)


def _summary_lines(summary: Summary) -> Iterator[str]:
    number = "1 sentence" if summary.sentences == 1 else "%d sentences" % summary.sentences
    yield "%s, %d with an error" % (number, summary.error_sentences)
    yield ""
    for error in ERRORS:
        yield "  %-21s%6d  %s" % (error, summary.errors[error], ERROR_MEANINGS[error])
    yield ""
    yield "  %-28s" % "totals, as in the report" + "".join("%11s" % kind for kind in KINDS)
    for measured, counts in summary.totals.items():
        numbers = "".join("%11d" % counts[kind] for kind in KINDS)
        yield "  %-28s" % LABELS[measured] + numbers


def _sentence_lines(
    explained: Explained, wanted: Filter, width: int, colour: bool
) -> Iterator[str]:
    head = "%s, lines %d-%d" % (
        visible(explained.name),
        explained.first_line,
        explained.last_line,
    )
    yield _in_colour(head, COLOURS["head"]) if colour else head
    if explained.note:
        yield from textwrap.wrap(
            "note: " + explained.note, width, initial_indent="  ", subsequent_indent="    "
        )
    for side, negations in (("gold", explained.gold), ("system", explained.system)):
        if not negations:
            text = visible(" ".join(explained.words)) if side == "gold" else "no negation"
            yield from _folded("  %-9s " % side, text, width)
        for number, negation in enumerate(negations, start=1):
            runs = [
                (kinds, visible(text)) for kinds, text in marked_words(explained.words, negation)
            ]
            label = "  %-9s " % ("%s %d" % (side, number))
            yield from _folded_runs(label, runs, width, colour)
    for pair in explained.pairs:
        yield from _folded("  pair      ", visible(pair), width)
    for why in wanted.outcomes(explained):
        kind = SHORT[why.kind]
        times = " x%d" % why.amount if why.amount > 1 else ""
        label = "  %-10s %-27s" % (kind + times, LABELS[why.measured])
        folded = _folded(label, "%s: %s" % (who(why), visible(in_words(why))), width)
        if colour and kind in COLOURS:
            folded[0] = _in_colour(folded[0], COLOURS[kind])
        yield from folded
    yield ""


def _folded(label: str, text: str, width: int) -> list[str]:
    indent = " " * len(label)
    return textwrap.wrap(
        text,
        max(width, len(label) + 20),
        initial_indent=label,
        subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [label]
