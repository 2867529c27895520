"""The explanation of one system as one self-contained HTML page.

The page needs no network. Its policy allows its own style and script alone, by their digests, so
that whatever a corpus holds stays text. Without script, it shows everything.
"""

from __future__ import annotations

import base64
import hashlib
import os
from html import escape
from itertools import groupby
from pkgutil import get_data
from string import Template

from ..ground.wording import readable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .explained import Explained
    from .listing import Filter
    from .negations import Marked, NegationPair
    from .summary import Summary

    Place = tuple[str, int, str]
    """A part (cue, scope or event), the position of a token, and its string."""

SHORT = {"Scope tokens(no cue match)": "Scope tokens", "Negated(no cue match)": "Negated"}
COUNTED = {"fn": "false negative in", "fp": "false positive in", "uncounted": "not counted in"}
PARTS = ("cue", "scope", "event", "differs")
"""What is marked: the style has a class for the first letter of each."""
LONG = 2000
"""With more cards, the browser lays out only those in sight."""


def safe(text: object) -> str:
    """Return text escaped for HTML, with control characters shown."""
    return escape(readable(str(text)), quote=True)


class PageListing:
    """A page in pieces: what comes `before` the sentences, each `piece`, and what comes `after`.

    `gold` are the names of the gold files.
    """

    def __init__(self, wanted: Filter, gold: Sequence[str]) -> None:
        self._wanted = wanted
        self._gold = gold
        self._number = 0

    def before(self, summary: Summary) -> str:
        """Return the head of the page, with the summary."""
        return self._frame(summary)[0]

    def after(self, summary: Summary) -> str:
        """Return the end of the page."""
        return self._frame(summary)[1]

    def piece(self, sentence: Explained) -> str:
        """Return the card of a sentence."""
        self._number += 1
        return _card(self._number, sentence, self._wanted.outcomes(sentence))

    def _frame(self, summary: Summary) -> tuple[str, str]:
        style, script = _text_of("style.css"), _text_of("script.js")
        names = called(summary.files, "system"), called(self._gold, "gold")
        scorer = "%s %s" % (summary.original.identifier, summary.original.version)
        number = self._number
        filled = Template(_text_of("page.html")).substitute(
            title=safe("%s against %s" % names),
            heading="<bdi>%s</bdi> <span>against</span> <bdi>%s</bdi>" % tuple(map(safe, names)),
            about=safe("%s · %s" % (scorer, summary.in_words())),
            count="{:,} sentence{}".format(number, "" if number == 1 else "s"),
            scores=_scores(summary),
            costs=_costs(summary),
            footer=safe("Made by sem2012-scorer explain. Scores are those of %s." % scorer),
            style=style,
            script=script,
            style_hash=_digest(style),
            script_hash=_digest(script),
            cards="\0",
            length="long" if number > LONG else "short",
        )
        head, _, foot = filled.partition("\0")
        return head, foot


def _text_of(name: str) -> str:
    return (get_data(__package__, name) or b"").decode()


def _digest(text: str) -> str:
    """Return the digest of a style or script, as a content policy writes it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def called(files: Sequence[str], side: str) -> str:
    """Return the base name of a file, or how many there are and what their names have in common."""
    names = [os.path.basename(os.path.normpath(file)) for file in files] or [side]
    if len(names) == 1:
        return names[0]
    ends = {os.path.splitext(name)[1] for name in names}
    return "%d files%s" % (len(names), " (*%s)" % ends.pop() if len(ends) == 1 else "")


def _scores(summary: Summary) -> str:
    """Return the table of the report's rows with precision, recall and F1."""
    lines, remarks = [], []
    for row in summary.shown_rows():
        cells = "<td>%s</td><td>%s</td><td class=main>%s</td>" % (row.precision, row.recall, row.f1)
        lines.append("<tr><th scope=row>%s</th>%s</tr>" % (safe(row.label), cells))
        if row.remark:
            remarks.append("<p class=small>%s: %s.</p>" % (safe(row.label), safe(row.remark)))
    return _table(["", "P", "R", "F1"], lines, "Scores") + "".join(remarks)


def _costs(summary: Summary) -> str:
    """Return the table of kinds of errors: their gain, their number, and F1 without them."""
    costs = summary.costs
    if not costs:
        return "<p>The system has no error.</p>"
    most = max([*[cost.gain for cost in costs], 0.01])
    lines = []
    for cost in costs:
        bar = (
            '<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
            '<rect width="%.1f" height="1"/></svg>' % (100 * max(cost.gain, 0) / most)
        )
        cells = "".join(
            "<td%s>%s</td>" % (" class=same" if before == after else "", after)
            for _, before, after in cost.rows
        )
        lines.append(
            "<tr><th scope=row><button type=button disabled value='%s'>%s</button></th>"
            "<td class=gain>%+.2f%s</td><td>%d</td>%s</tr>"
            % (cost.kind, cost.kind, cost.gain, bar, cost.number, cells)
        )
    labels = summary.original.table.labels
    row = labels[summary.error_costs.decisive(summary.counts)]
    note = "The gain is in %s. Gains do not add up. Choose a kind to see its sentences."
    heads = ["", "gain", "errors", *[SHORT.get(label, label) for label, _, _ in costs[0].rows]]
    above = "<tr><td colspan=3></td><th scope=colgroup colspan=%d>F1 if corrected</th></tr>"
    shown = _table(heads, lines, "What each kind of error costs", above % len(costs[0].rows))
    return shown + "<p class=small>%s</p>" % safe(note % SHORT.get(row, row))


def _table(heads: Sequence[str], lines: Sequence[str], label: str, above: str = "") -> str:
    """Return a table that scrolls in its own box in a narrow window."""
    cells = "".join("<th scope=col>%s</th>" % safe(head) if head else "<td></td>" for head in heads)
    return (
        '<div class=wide tabindex=0 role=region aria-label="%s"><table><thead>%s<tr>%s</tr></thead>'
        "<tbody>%s</tbody></table></div>" % (label, above, cells, "".join(lines))
    )


def _card(number: int, sentence: Explained, outcomes: Sequence[Any]) -> str:
    """Return a sentence: each pair of negations with an error, and those that are right, folded."""
    name, first, last = safe(sentence.name), sentence.first_line, sentence.last_line
    where = "line %d" % first if first == last else "lines %d–%d" % (first, last)
    if sentence.file:
        where = "<bdi>%s</bdi>, %s" % (safe(os.path.basename(sentence.file)), where)
    reasons = _reasons(sentence, outcomes)
    wrong: list[str] = []
    right: list[str] = []
    for pair in sentence.pairs:
        key = pair.gold, pair.system
        (wrong if pair.errors or reasons.get(key) else right).append(
            _pair(sentence, pair, reasons.pop(key, ""))
        )
    rest = [reason for reason in reasons.values() if reason]
    if not wrong:
        rest.insert(0, _line("", _marked(sentence.words, set(), set())))
    if sentence.note and (sentence.scored or not sentence.pairs):
        rest.append("<p class=why>%s.</p>" % safe(sentence.note))
    if sentence.scored:
        order = ", ".join(_between(*pair) for pair in sentence.scored)
        rest.append("<p class=why>The scorer compares %s.</p>" % order)
    folded = ""
    if right:
        said = "1 negation is right" if len(right) == 1 else "%d negations are right" % len(right)
        folded = "<details><summary>%s</summary><ul>%s</ul></details>" % (said, "".join(right))
    words = safe(" ".join([sentence.name, *sentence.words]))
    return (
        '<article id=s%d data-words="%s"><h3><a href="#s%d"><bdi>%s</bdi></a> '
        "<small>%s</small></h3><ul>%s</ul>%s%s</article>\n"
        % (number, words, number, name, where, "".join(wrong), "".join(rest), folded)
    )


def _pair(sentence: Explained, pair: NegationPair, reason: str) -> str:
    """Return the lines of a pair, with what is wrong and what it counted as."""
    sides: dict[str, set[Place] | None] = {}
    for side, number in (("gold", pair.gold), ("system", pair.system)):
        sides[side] = None if number is None else _places(sentence.negation(side, number))
    lines = []
    for side, partner_side in (("gold", "system"), ("system", "gold")):
        own, partner = sides[side], sides[partner_side]
        if own is not None:
            number = pair.gold if side == "gold" else pair.system
            negations = sentence.gold if side == "gold" else sentence.system
            who = side if len(negations) == 1 else "%s %d" % (side, number or 0)
            differing = own - partner if partner else set()
            lines.append(_line(who, _marked(sentence.words, own, differing)))
    kinds = " and ".join("<b>%s</b>" % safe(kind) for kind in pair.errors) or "<b>right</b>"
    said = []
    for difference in pair.differences:
        part = "" if difference.part in " ".join(pair.errors) else difference.part + " "
        for how, words in difference.lists().items():
            quoted = " ".join("“<bdi>%s</bdi>”" % safe(word) for word in words)
            said.append("%s%s %s" % (part, how, quoted))
    why = ", ".join([kinds, *said])
    return '<li data-kinds="%s">%s<p class=why><span>%s</span>%s</p></li>' % (
        safe("|".join(pair.errors)),
        "".join(lines),
        why,
        ": " + reason if reason else "",
    )


def _reasons(sentence: Explained, outcomes: Sequence[Any]) -> dict[tuple[Any, Any], str]:
    """Return, by pair, in which rows it counted as what; events go with the negation of gold."""
    pairs = [(pair.gold, pair.system) for pair in sentence.pairs]
    found: dict[tuple[Any, Any], list[Any]] = {}
    for outcome in outcomes:
        key = outcome.gold, outcome.system
        if key not in pairs and not sentence.scored:
            side = 0 if key[0] else 1
            key = next((pair for pair in pairs if pair[side] == key[side]), key)
        if outcome.kind != "tp":
            found.setdefault(key, []).append(outcome)
    return {key: _in_words(key, own, key in pairs) for key, own in found.items()}


def _in_words(key: tuple[Any, Any], outcomes: Sequence[Any], is_shown: bool) -> str:
    """Return what outcomes of a pair are, in one line."""
    said, tokens = [], []
    for kind, words in COUNTED.items():
        own = [one for one in outcomes if one.kind == kind]
        rows = [one.row for one in own if one.measured != "scope_tokens"]
        if {"Scopes(cue match)", "Scopes(no cue match)"} <= {*rows}:
            rows = [row.replace("(cue match)", "") for row in rows if row != "Scopes(no cue match)"]
        if rows:
            *most, last = [SHORT.get(row, row) for row in rows]
            named = " and ".join([", ".join(most)] * bool(most) + [last])
            said.append(safe("%s %s" % (words, named)))
        amount = sum(one.amount for one in own if one.measured == "scope_tokens")
        if amount:
            how = "missed" if kind == "fn" else "too many"
            tokens.append("%d scope token%s %s" % (amount, "s"[: amount > 1], how))
    text = "; ".join([*said, *tokens])
    return text if is_shown else "<p class=why>%s: %s</p>" % (_between(*key), text)


def _between(gold: int | None, system: int | None) -> str:
    """Return the name of a pair: gold 1 ↔ system 2."""
    sides = (("gold", gold), ("system", system))
    return " ↔ ".join("%s %d" % (side, number) for side, number in sides if number)


def _places(negation: Marked) -> set[Place]:
    return {
        (part, position, string)
        for part, items in zip(negation._fields, negation)
        for position, string in items
    }


def _line(who: str, text: str) -> str:
    return "<div class=line><span class=who>%s</span><span dir=auto>%s</span></div>" % (who, text)


def _marked(words: Sequence[str], marks: set[Place], differing: set[Place]) -> str:
    """Return a sentence as HTML: each run of characters with the parts it belongs to."""
    runs: list[tuple[str, frozenset[str]]] = []
    by_position: dict[int, list[Place]] = {}
    for place in marks:
        by_position.setdefault(place[1], []).append(place)
    for position, word in enumerate(words):
        parts: list[set[str]] = [set() for _ in word]
        for place in by_position.get(position, ()):
            at = word.find(place[2])
            for own in parts[at : at + len(place[2])] if at >= 0 else parts:
                own |= {place[0], "differs"} if place in differing else {place[0]}
        if runs and word:
            runs.append((" ", (runs[-1][1] & parts[0]) - {"event"}))
        runs.extend(zip(word, map(frozenset, parts)))
    html = []
    before: frozenset[str] = frozenset()
    for now, group in groupby(runs, key=lambda run: run[1]):
        heard = ", ".join(part for part in PARTS if part in now - before)
        if heard or "scope" in before - now:
            ending = heard + ":" if heard else "end of scope,"
            html.append("<i class=heard> %s </i>" % ending)
        text = safe("".join(character for character, _ in group))
        classes = " ".join(part[0] for part in PARTS if part in now)
        html.append('<span class="%s">%s</span>' % (classes, text) if classes else text)
        before = now
    return "".join(html)
