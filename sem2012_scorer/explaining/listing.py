"""Which sentences and outcomes are listed, and how they are put into words: each pair of negations once."""

from __future__ import annotations

from ..ground.counts import MEASURED
from ..ground.records import Record
from ..ground.wording import plural, readable, some
from .explained import FN, NOTES, ORDER, TP, UNCOUNTED, Explained, Why
from .negations import INVENTED, MISSED, PART_OF, Marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .negations import NegationPair


class Filter(Record):
    """Which sentences, and which of their outcomes, are listed.

    None stands for no filter. Without any, and without `everything`, sentences with
    an error are listed. `rows` names what the scorer's report measures; nothing else
    is listed.
    """

    measured: tuple[str, ...] | None = None
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
                if (self.measured is None or why.measured in self.measured)
                and self.kind in (None, why.kind)
                and why.measured in self.rows
            ]
        )

    def lists(self, explained: Explained) -> bool:
        """Return True if a sentence is listed."""
        if self.sentence is not None and self.sentence != explained.name:
            return False
        if self.kind is not None or self.measured is not None:
            outcomes = self.outcomes(explained)
            if self.kind is None and not self.everything:
                outcomes = tuple([why for why in outcomes if why.kind != TP])
            return bool(outcomes)
        return self.everything or self.sentence is not None or explained.error


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

BOTH_SCOPES = ("scopes", "scopes_no_cue_match")

REMARKS = {
    "part": "as in the originals, a pair that differs counts once: as fn, and not as fp too",
    "event": "an event that differs in the system's last negation counts nowhere (quirk 19)",
    **NOTES,
}
"""What may puzzle a reader of the listing: said once, at its end."""
BRIEFLY = {
    note: "" if key == ORDER else note.rpartition("(")[2].rstrip(")") for key, note in NOTES.items()
}
"""What stands beside a sentence for its note, which `REMARKS` says in full: the quirk, "" where a line says it."""


def remarks_on(explained: Explained) -> Iterator[str]:
    """Yield the keys of the remarks that a sentence needs."""
    for key, note in NOTES.items():
        if explained.note == note:
            yield key
    for why in explained.outcomes:
        if why.kind == UNCOUNTED:
            yield "event"
        elif why.measured == "full_negations" and why.kind == FN and why.system is not None:
            yield "part"


def quoted(words: Sequence[str]) -> str:
    """Return words in quotation marks, some of them if they are many."""
    return some(['"%s"' % readable(word) for word in words], MOST_WORDS)


def _replaced(words: Sequence[str]) -> str:
    """Return strings in place of others in quotation marks: "gates" for "gate"."""
    pairs = [word.partition(" for ")[::2] for word in words]
    return some(['"%s" for "%s"' % (readable(a), readable(b)) for a, b in pairs], MOST_WORDS)


def who(gold: int | None, system: int | None) -> str:
    """Return which negations something is about."""
    numbers = (("gold", gold), ("system", system))
    return " - ".join(["%s %d" % (side, one) for side, one in numbers if one is not None])


def what_is_wrong(explained: Explained, pair: NegationPair) -> str:
    """Return the errors of a pair in words, ``right`` if there are none."""
    said = []
    for error in pair.errors:
        if error in (MISSED, INVENTED):
            side, number = ("gold", pair.gold) if error == MISSED else ("system", pair.system)
            cue = [word for _, word in explained.negation(side, number or 0).cue]
            said.append("%s %s" % (error, quoted(cue)) if cue else error)
            continue
        lists = [
            _replaced(words) if key == "other" else "%s %s" % (key, quoted(words))
            for difference in pair.differences
            if difference.part == PART_OF.get(error, "scope")
            for key, words in difference.lists().items()
        ]
        said.append("%s, %s" % (error, ", ".join(lists)))
    return "; ".join(said) or "right"


def what_it_counts(outcomes: Sequence[Why]) -> str:
    """Return what outcomes count as, in which rows: "fn in Cues, Full negation; 2 tokens"."""
    by_kind: dict[str, list[Why]] = {}
    for why in sorted(outcomes, key=lambda why: why.kind == TP):
        by_kind.setdefault(why.kind, []).append(why)
    parts, tokens = [], []
    first = next((w.kind for w in outcomes if w.measured == "full_negations"), None)
    for kind, several in by_kind.items():
        rows = [_short(why) for why in several if why.measured != "scope_tokens"]
        scopes = [_short(why) for why in several if why.measured in BOTH_SCOPES]
        if len(set(scopes)) == len(BOTH_SCOPES):
            place = rows.index(scopes[0])
            rows = ["Scopes (both)" if n == place else row for n, row in enumerate(rows)]
            rows.remove(scopes[1])
        # Several pairs may count in a row: where negations are paired by the order of columns.
        shown = ["%s x%d" % (r, n) if (n := rows.count(r)) > 1 else r for r in dict.fromkeys(rows)]
        where = "counts nowhere in %s (quirk 19)" if kind == UNCOUNTED else kind + " in %s"
        parts += [where % ", ".join(shown)] if shown else []
        amount = sum(why.amount for why in several if why.measured == "scope_tokens")
        if amount:
            tokens.append(plural(amount, "token") + ("" if kind == first else " " + kind))
    return "; ".join([", ".join(part) for part in (parts, tokens) if part])


def _short(why: Why) -> str:
    """Return the label of an outcome's row, without the part in brackets where no other row has the same name."""
    return why.row if why.measured in BOTH_SCOPES else why.row.partition("(")[0].strip()


class Line(Record):
    """What a pair of negations counts as, in words, with its outcomes; the pair is None for what the order of columns made."""

    pair: NegationPair | None
    words: str
    outcomes: tuple[Why, ...]

    @property
    def is_right(self) -> bool:
        """True if all of it is right."""
        return all(why.kind == TP for why in self.outcomes) and not (self.pair and self.pair.errors)


def lines_of(explained: Explained, outcomes: Sequence[Why]) -> list[Line]:
    """Return a line for each pair of negations, and one for what the order of columns made.

    Pairs without an error and without any of the outcomes are left out.
    """
    found = []
    for pair, own in explained.outcomes_by_pair(outcomes):
        if own or (pair.errors and explained.scored):
            counts = what_it_counts(own)
            words = what_is_wrong(explained, pair)
            if not pair.errors and any(why.kind != TP for why in own):
                words = "no error of its own, but events are paired separately"
            words = "%s: %s" % (who(pair.gold, pair.system), words)
            if pair.is_one_of_several and pair.errors:
                words += " (paired with %s)" % pair.made
            shown = "%s -> %s" % (words, counts) if counts else words
            found.append(Line(pair, shown, tuple(own)))
    if explained.scored:
        there = {(pair.gold, pair.system) for pair in explained.pairs}
        others = tuple([why for why in outcomes if (why.gold, why.system) not in there])
        if others:
            first, *rest = [_in_order(*pair) for pair in explained.scored if pair not in there]
            words = ", ".join(
                ["%s is scored against %s" % first, *["%s against %s" % p for p in rest]]
            )
            counts = what_it_counts(others)
            found.append(Line(None, "by order, %s -> %s" % (words, counts), others))
    return found


def _in_order(gold: int | None, system: int | None) -> tuple[str, str]:
    """Return two negations that the scorer compares, by the order of their columns, in words."""
    sides = (("gold's", gold), ("the system's", system))
    shown = ["%s %s" % (side, _ordinal(n)) for side, n in sides if n is not None]
    return (shown[0], shown[1]) if len(shown) > 1 else (shown[0], "none")


def _ordinal(number: int) -> str:
    """Return a number as 1st, 2nd, 3rd."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return "%d%s" % (number, "th" if 10 < number % 100 < 14 else endings.get(number % 10, "th"))
