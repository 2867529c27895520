"""The explanation as text for a terminal: the sentences, and the summary last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..common.wording import plural, visible, wrap_wording
from ..reporting.grid import WIDTH, Grid
from ..reporting.report import Report
from .costs import Summary
from .filter import Filter
from .negations import ORDERS, MarkedNegation, pairing_by_dashes
from .outcomes import (
    ONLY_SENTENCE,
    SHORTER_LABELS,
    Explained,
    outcome_of_pair_in_words,
    outcome_pair_name,
    outcomes_by_pair,
    outcomes_in_words,
)

MARKS = {"event": "<%s>", "scope": "{%s}", "cue": "[%s]"}
"""The marks of the parts of a negation: the innermost first."""
INDENT = "    "


def explained_sentence_text(sentence: Explained, wanted: Filter, width: int = WIDTH) -> str:
    """Return a sentence: gold's and the system's negations, and what was wrong with each pair."""
    head = "%s, lines %d-%d" % (visible(sentence.name), sentence.first_line, sentence.last_line)
    if sentence.file:
        head = f"{visible(sentence.file)}: {head}"
    lines = [head]
    lines += _side_lines(sentence, "gold", sentence.gold, width)
    lines += _side_lines(sentence, "system", sentence.system, width)
    if sentence.note and (sentence.note not in ORDERS or wanted.sentence is not None):
        lines += wrap_wording(sentence.note, width, INDENT * 2, INDENT + "note: ")
    reasons = list(_reason_lines(sentence, wanted, width))
    lines += reasons
    if _counts_as_wrong_alone(sentence):
        lines += wrap_wording(f"note: {ONLY_SENTENCE}", width, INDENT * 2, INDENT)
    lines.append("")
    return "".join(line.rstrip() + "\n" for line in lines)


def _counts_as_wrong_alone(sentence: Explained) -> bool:
    """Return whether a sentence is an error, though no outcome of it is one, and its note does not say why."""
    if not sentence.error or sentence.has_reason_in_note:
        return False
    return all(outcome.kind not in ("fp", "fn") for outcome in sentence.outcomes)


def _side_lines(
    sentence: Explained, side: str, negations: Sequence[MarkedNegation], width: int
) -> list[str]:
    """Return the lines of a side, "gold" or "system": its negations, or that it has none."""
    indent = INDENT * 3 + "  "
    if not negations:
        words = "no negation"
        if side == "gold":
            words = visible(" ".join(sentence.words))
        elif not sentence.gold:
            words = "no negation, as in gold"
        return wrap_wording(words, width, indent, INDENT + side.ljust(10))
    lines = []
    for number, negation in enumerate(negations, start=1):
        name = side if len(negations) == 1 else "%s %d" % (side, number)
        text = _marked_text(_marked_words(sentence.words, negation))
        lines += wrap_wording(text, width, indent, INDENT + name.ljust(10))
    return lines


def _reason_lines(sentence: Explained, wanted: Filter, width: int) -> Iterator[str]:
    """Yield the lines on each pair that is listed: its errors, and what it counts as."""
    outcomes = [outcome for outcome in wanted.listed_outcomes(sentence) if outcome.kind != "tp"]
    counted = outcomes_by_pair(sentence, outcomes)
    for pair in wanted.listed_pairs(sentence):
        of_pair = counted.pop((pair.gold, pair.system), [])
        # Where the scorer compares other pairs, the outcomes of this one are not its own.
        is_wrong = pair.errors and sentence.scored
        if not (of_pair or is_wrong or wanted.everything):
            continue
        words = outcome_of_pair_in_words(sentence, pair, of_pair)
        yield from wrap_wording(
            f"{outcome_pair_name(pair.gold, pair.system)}: {words}", width, INDENT * 2, INDENT
        )
        if of_pair:
            yield from wrap_wording(outcomes_in_words(of_pair), width, INDENT * 3, INDENT * 2)
    if wanted.kind is None:
        order = ""
        if sentence.scored:
            order = " (as the scorer pairs them)"
        for key, of_pair in counted.items():
            words = f"{outcome_pair_name(*key)}{order}: {outcomes_in_words(of_pair)}"
            yield from wrap_wording(words, width, INDENT * 2, INDENT)


def summary_text(summary: Summary) -> str:
    """Return the scores and the costs of errors: at most a screen."""
    counts = summary.counts
    sentences = plural(counts.sentences, "sentence")
    head = "%s, %d with an error" % (sentences, counts.error_sentences)
    lines = Grid([head, "P", "R", "F1"], summary.rows()).text(ruled=None)
    pooled = summary.pooled_in_words()
    if pooled:
        lines += ["", pooled]
    lines += _cost_lines(summary)
    if summary.by_order:
        where = plural(summary.by_order, "sentence")
        lines.append("")
        how = pairing_by_dashes(summary.original)
        lines += wrap_wording(f"In {where}, negations are not paired by their cues: {how}.", WIDTH)
    lines += ["", "[cue] {scope} <event>"]
    return "".join(line.rstrip() + "\n" for line in lines)


def _cost_lines(summary: Summary) -> list[str]:
    """Return the table of what each kind of error costs, none if there is no error."""
    costs = summary.costs()
    if not costs:
        return []
    label = summary.original.labels[summary.gain_row()]
    rows = [[cost.kind, str(cost.number), f"{cost.gain:+.2f}"] for cost in costs]
    now = float(Report(summary.counts, summary.original)[label].printed.f1)
    after = [f"{now + cost.gain:.2f}" for cost in costs]
    table = Grid(["what each kind of error costs", "errors", "gain"], rows).text(ruled=None)
    lines = ["", f"{table[0]}   {SHORTER_LABELS.get(label, label)} F1 without it"]
    lines += [f"{line}   {f1}" for line, f1 in zip(table[1:], after)]
    if len(costs) > 1:
        lines.append("(gains do not add up)")
    if any(cost.gain < 0 for cost in costs):
        lines.append(
            "(a gain below 0: after the correction, the scorer pairs or counts other negations)"
        )
    aborting = sum(cost.aborting for cost in costs)
    if aborting:
        number = plural(aborting, "sentence is", "sentences are")
        lines.append(
            f"{number} scored uncorrected: after the correction, the scorer would abort there"
        )
    return lines


def _marked_words(
    words: Sequence[str], negation: MarkedNegation
) -> list[tuple[frozenset[str], str]]:
    """Return a sentence as runs of text, each with the parts of the negation that it belongs to.

    A token becomes one run for each different string in its cells; neighbors outside cue and event
    that belong to the same parts are one run.
    """
    parts = {name: dict(part) for name, part in zip(negation._fields, negation)}
    runs: list[tuple[frozenset[str], str]] = []
    for position, word in enumerate(words):
        strings: dict[str, set[str]] = {}
        for name, part in parts.items():
            if position in part:
                strings.setdefault(part[position], set()).add(name)
        for string, names in (strings or {word: set()}).items():
            shown = frozenset(names)
            if runs and runs[-1][0] == shown and not {"cue", "event"} & shown:
                runs[-1] = (shown, runs[-1][1] + " " + string)
            else:
                runs.append((shown, string))
    return runs


def _marked_text(runs: Iterable[tuple[frozenset[str], str]]) -> str:
    """Return runs of text with the marks of their parts."""
    words = []
    for parts, text in runs:
        shown = visible(text)
        for part, mark in MARKS.items():
            if part in parts:
                shown = mark % shown
        words.append(shown)
    return " ".join(words)
