"""A sentence on a page: gold's negations, and what each system made of them, pair by pair."""

from __future__ import annotations

from .explained import TP
from .frame import LONG, facets_of, safe, term
from .listing import BRIEFLY, lines_of, what_it_counts, who

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .cards import Card, Member, Take
    from .explained import Explained, Why
    from .negations import NegationPair


def title_of(explained: Explained) -> str:
    """Return the name of a sentence, with its file if there are several."""
    return "%s: %s" % (explained.file, explained.name) if explained.file else explained.name


def article(
    anchor: str,
    card: Card,
    takes: Sequence[tuple[Take, Sequence[Why], tuple[str, ...]]],
    members: Sequence[Member],
) -> str:
    """Return a sentence, and what each system made of it: each take with its outcomes and facets."""
    explained = card.sentence
    is_one = len(members) == 1
    pairs = explained.pairs
    is_long = len(pairs) > 1 or not is_one
    where = "lines %d\u2013%d" % (explained.first_line, explained.last_line)
    if not is_one:
        where += ", right in %s" % safe(", ".join(map(str, card.right(members))))
    parts = [
        '<article id="%s"%s>\n<h3><a href="#%s"><bdi>%s</bdi></a> <span class=soft>%s</span></h3>\n'
        % (anchor, " class=long" * is_long, anchor, safe(title_of(explained)), where)
    ]
    if is_long or not pairs or not _has_whole_words(explained):
        parts.append("<p class=text dir=auto>%s</p>\n" % safe(" ".join(explained.words)))
    is_folded = is_long or len(explained.words) > LONG
    if not is_one:
        gold = [
            term("gold %d" % number, explained, negation, set(), is_folded)
            for number, negation in enumerate(explained.gold, start=1)
        ]
        parts.append("<dl>\n%s</dl>\n" % ("".join(gold) or _NONE % "gold"))
    names = ("outcomes", "cues", "changes", "facets")
    for take, outcomes, said in takes:
        data = " ".join('data-%s="%s"' % pair for pair in zip(names, said) if pair[1])
        parts.append("<div class=take %s>\n" % data)
        if not is_one:
            ending = "" if take.explained.error else ": right"
            parts.append(
                "<p class=who><bdi>%s</bdi>%s</p>\n" % (safe(take.called(members)), ending)
            )
        note = BRIEFLY.get(take.explained.note, take.explained.note)
        parts += ["<p class=note>%s</p>\n" % safe(note)] if note else []
        parts += _take(take.explained, outcomes, is_folded, is_one)
        parts.append("</div>\n")
    return "".join([*parts, "</article>\n"])


_NONE = "<dt>%s</dt><dd class=soft>no negation</dd>\n"


def _take(
    explained: Explained, outcomes: Sequence[Why], is_folded: bool, has_gold: bool
) -> Iterator[str]:
    """Yield what a system made of a sentence, pair by pair; gold's negations too where they are not above."""
    differing = explained.differing()
    wrong = lines_of(explained, [why for why in outcomes if why.kind != TP])
    right = lines_of(explained, [why for why in outcomes if why.kind == TP])
    if not has_gold and not explained.error:
        return
    for pair in explained.pairs:
        yield "<div class=pair>\n<dl>\n"
        for side, number in (("gold", pair.gold), ("system", pair.system)):
            if side == "gold" and not has_gold:
                continue
            if number is None:
                there = explained.gold if side == "gold" else explained.system
                missing = "no partner" if there else "no negation"
                yield "<dt>%s</dt><dd class=soft>%s</dd>\n" % (side, missing)
                continue
            differs = differing.get((side, number), set())
            negation = explained.negation(side, number)
            yield term("%s %d" % (side, number), explained, negation, differs, is_folded)
        yield "</dl>\n"
        yield _list([(line.words, line.outcomes) for line in wrong if line.pair is pair])
        yield from _right([line.outcomes for line in right if line.pair is pair], pair)
        yield "</div>\n"
    yield _list([(line.words, line.outcomes) for line in wrong if line.pair not in explained.pairs])


def _list(lines: Sequence[tuple[str, Sequence[Why]]]) -> str:
    """Return lines as a list, each with its outcomes as pairs of kind and row."""
    items = [
        '<li dir=auto data-outcomes="%s">%s</li>\n'
        % (facets_of((why.kind, why.measured) for why in outcomes), safe(words))
        for words, outcomes in lines
    ]
    return "<ul>\n%s</ul>\n" % "".join(items) if items else ""


def _right(several: Sequence[Sequence[Why]], pair: NegationPair | None) -> Iterator[str]:
    """Yield what is right, folded."""
    outcomes = [why for own in several for why in own]
    if outcomes:
        name = "" if pair is None else who(pair.gold, pair.system) + ": "
        shown = _list([(name + what_it_counts(outcomes), outcomes)])
        yield "<details class=right><summary class=soft>right</summary>%s</details>\n" % shown


def _has_whole_words(explained: Explained) -> bool:
    """Return True if all strings of all negations are the words at their places."""
    return all(
        string == explained.words[position]
        for negation in (*explained.gold, *explained.system)
        for part in negation
        for position, string in part
    )
