"""The explanation of one system as one self-contained HTML page.

The page needs no network. Its policy allows its own style and script alone, by their digests, so
that whatever a corpus holds stays text. Without script, it shows everything.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Collection, Sequence
from html import escape
from itertools import groupby
from pkgutil import get_data
from string import Template

from ..common.wording import plural, visible
from .costs import Summary
from .filter import Filter
from .negations import MarkedNegation, NegationPair, Numbers
from .outcomes import SHORTER_LABELS, Explained, Outcome, between, by_pair, what_it_counts

Place = tuple[str, int, str]
"""A part (cue, scope or event), the position of a token, and its string."""

FILTERS = ("cue", "scope", "event", "differs")
"""What is marked: the style has a class for the first letter of each."""
SHOWN_AT_ONCE = 2000
"""How many cards the browser lays out at first; the page's script makes the others when they are asked for."""
IN_A_PIECE = 500


def safe(text: object) -> str:
    """Return text escaped for HTML, with control characters shown."""
    return escape(visible(str(text)), quote=True)


def frame(
    summary: Summary, systems: Sequence[str], golds: Sequence[str], number: int, corpus: str = ""
) -> tuple[str, str]:
    """Return what stands before and after the cards, `number` of them, of files with these paths.

    `corpus` is what gold is, if that is known.
    """
    style, script = _text_of("style.css"), _text_of("script.js")
    names = called(systems, "system"), corpus or called(golds, "gold")
    if len(systems) == 1 and names[0] == called(golds, "gold"):
        # The folder tells the files apart, and this page from that of another system.
        folder = os.path.basename(os.path.dirname(os.path.abspath(systems[0])))
        names = f"{folder}/{names[0]}", names[1]
    scorer = f"{summary.original.identifier} {summary.original.version}"
    counts = summary.counts
    said = "%s, %d with an error" % (plural(counts.sentences, "sentence"), counts.error_sentences)
    pooled = summary.pooled_in_words()
    if pooled:
        said += " · " + pooled
    filled = Template(_text_of("page.html")).substitute(
        title=safe("{} against {}".format(*names)),
        heading="<bdi>{}</bdi> <span>against</span> <bdi>{}</bdi>".format(*tuple(map(safe, names))),
        about=safe(f"{scorer} · {said}"),
        count="{:,} sentence{}".format(number, "" if number == 1 else "s"),
        scores=_scores(summary),
        costs=_costs(summary),
        footer=safe(f"Made by sem2012-scorer explain. Scores are those of {scorer}."),
        style=style,
        script=script,
        style_hash=_digest(style),
        script_hash=_digest(script),
        cards="\0",
        total=number,
        end="</noscript>" * (number > SHOWN_AT_ONCE),
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
    folders = {os.path.basename(os.path.dirname(os.path.abspath(file))) for file in files}
    folder = f"{folders.pop()}: " if len(folders) == 1 else ""
    ends = {os.path.splitext(name)[1] for name in names}
    return folder + "%d files%s" % (len(names), f" (*{ends.pop()})" if len(ends) == 1 else "")


def _scores(summary: Summary) -> str:
    row = "<tr><th scope=row>{}</th><td>{}</td><td>{}</td><td class=main>{}</td></tr>"
    lines = [row.format(safe(label), *scores) for label, *scores in summary.rows()]
    return _table(["", "P", "R", "F1"], lines, "Scores")


def _costs(summary: Summary) -> str:
    costs = summary.costs()
    if not costs:
        where = "" if summary.wanted is None else " in these rows"
        return f"<p>The system has no error{where}.</p>"
    most = max([*[cost.gain for cost in costs], 0.01])
    gain_label = summary.original.labels[summary.gain_row()]
    lines = []
    for cost in costs:
        bar = (
            '<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
            '<rect width="%.1f" height="1"/></svg>' % (100 * max(cost.gain, 0) / most)
        )
        cells = "".join(
            _after(before, after, label == gain_label) for label, before, after in cost.rows
        )
        lines.append(
            "<tr><th scope=row><button type=button disabled value='%s'>%s</button></th>"
            "<td class=gain>%+.2f%s</td><td>%d</td>%s</tr>"
            % (cost.kind, cost.kind, cost.gain, bar, cost.number, cells)
        )
    note = "The gain is in %s. Gains do not add up. Choose a kind to see its sentences."
    heads = ["", "gain", "errors"]
    others = {
        SHORTER_LABELS.get(label, label) for label, _, _ in costs[0].rows if label != gain_label
    }
    heads += [SHORTER_LABELS.get(label, label) for label, _, _ in costs[0].rows]
    above = "<tr><td colspan=3></td><th scope=colgroup colspan=%d>F1 if corrected</th></tr>"
    shown = _table(
        heads, lines, "What each kind of error costs", above % len(costs[0].rows), others
    )
    return shown + f"<p class=small>{safe(note % SHORTER_LABELS.get(gain_label, gain_label))}</p>"


def _after(before: str, after: str, is_main: bool) -> str:
    """Return the cell of F1 with a kind of error corrected; a narrow window shows that of the gain alone."""
    names = []
    if before == after:
        names.append("same")
    if not is_main:
        names.append("other")
    return f'<td class="{" ".join(names)}">{after}</td>' if names else f"<td>{after}</td>"


def _table(
    heads: Sequence[str],
    lines: Sequence[str],
    label: str,
    above: str = "",
    others: Collection[str] = (),
) -> str:
    """Return a table; in a narrow window the columns `others` are not shown."""
    cells = ""
    for head in heads:
        name = " class=other" if head in others else ""
        cells += f"<th scope=col{name}>{safe(head)}</th>" if head else "<td></td>"
    return (
        '<div class=wide tabindex=0 role=region aria-label="{}"><table><thead>{}<tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>".format(label, above, cells, "".join(lines))
    )


def card(number: int, sentence: Explained, wanted: Filter) -> str:
    """Return a sentence: each pair of negations with an error, and those that are right, folded."""
    name, first, last = safe(sentence.name), sentence.first_line, sentence.last_line
    where = "line %d" % first if first == last else "lines %d–%d" % (first, last)
    if sentence.file:
        where = f"<bdi>{safe(os.path.basename(sentence.file))}</bdi>, {where}"
    reasons = _reasons(
        sentence, [outcome for outcome in wanted.outcomes(sentence) if outcome.kind != "tp"]
    )
    wrong: list[str] = []
    right: list[str] = []
    for pair in sentence.pairs:
        key: Numbers = (pair.gold, pair.system)
        reason = reasons.pop(key, "")
        (wrong if pair.errors or reason else right).append(_pair(sentence, pair, reason))
    rest = [reason for reason in reasons.values() if reason]
    if not wrong:
        rest.insert(0, _line("", _marked(sentence.words, set(), set())))
    if sentence.note and (sentence.scored or not sentence.pairs):
        rest.append(f"<p class=why>{safe(sentence.note)}.</p>")
    if sentence.scored:
        order = ", ".join(between(*pair) for pair in sentence.scored)
        rest.append(f"<p class=why>The scorer compares {order}.</p>")
    folded = ""
    if right:
        said = "1 negation is right" if len(right) == 1 else "%d negations are right" % len(right)
        folded = "<details><summary>{}</summary><ul>{}</ul></details>".format(said, "".join(right))
    words = safe(" ".join([sentence.name, *sentence.words]))
    # Where scripts run, the browser takes what stands in noscript for one text, which costs nothing.
    later = number - SHOWN_AT_ONCE - 1
    piece = "</noscript>\n" * (later > 0) + "<noscript>"
    return (piece if later >= 0 and not later % IN_A_PIECE else "") + (
        '<article id=s%d data-words="%s"><h3><a href="#s%d"><bdi>%s</bdi></a> '
        "<small>%s</small></h3><ul>%s</ul>%s%s</article>\n"
        % (number, words, number, name, where, "".join(wrong), "".join(rest), folded)
    )


def _pair(sentence: Explained, pair: NegationPair, reason: str) -> str:
    numbers = (("gold", pair.gold), ("system", pair.system))
    sides = [set() if n is None else _places(sentence.negation(side, n)) for side, n in numbers]
    lines = []
    for (side, number), negation, partner in zip(numbers, sides, reversed(sides)):
        if number is not None:
            negations = sentence.gold if side == "gold" else sentence.system
            who = side if len(negations) == 1 else "%s %d" % (side, number)
            differing = negation - partner if partner else set()
            lines.append(_line(who, _marked(sentence.words, negation, differing)))
    kinds = " and ".join(f"<b>{safe(kind)}</b>" for kind in pair.errors) or "<b>right</b>"
    said = []
    for part, lists in pair.differences.items():
        shown = "" if part in " ".join(pair.errors) else part + " "
        for how, words in lists.items():
            quoted = " ".join(f"“<bdi>{safe(word)}</bdi>”" for word in words)
            said.append(f"{shown}{how} {quoted}")
    why = ", ".join([kinds, *said]), ": " + reason if reason else ""
    errors = safe("|".join(pair.errors))
    shown = '<li data-kinds="{}">{}<p class=why><span>{}</span>{}</p></li>'
    return shown.format(errors, "".join(lines), *why)


def _reasons(sentence: Explained, outcomes: Sequence[Outcome]) -> dict[Numbers, str]:
    pairs = [(pair.gold, pair.system) for pair in sentence.pairs]
    reasons = {}
    for key, counted in by_pair(sentence, outcomes).items():
        text = safe(what_it_counts(counted))
        reasons[key] = text if key in pairs else f"<p class=why>{between(*key)}: {text}</p>"
    return reasons


def _places(negation: MarkedNegation) -> set[Place]:
    return {
        (part, position, string)
        for part, items in zip(negation._fields, negation)
        for position, string in items
    }


def _line(who: str, text: str) -> str:
    return f"<div class=line><span class=who>{who}</span><span dir=auto>{text}</span></div>"


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
            for piece in parts[at : at + len(place[2])] if at >= 0 else parts:
                piece |= {place[0], "differs"} if place in differing else {place[0]}
        if runs and word:
            runs.append((" ", (runs[-1][1] & parts[0]) - {"event"}))
        runs.extend(zip(word, map(frozenset, parts)))
    html = []
    before: frozenset[str] = frozenset()
    for now, group in groupby(runs, key=lambda run: run[1]):
        heard = ", ".join(part for part in FILTERS if part in now - before)
        if heard or "scope" in before - now:
            ending = heard + ":" if heard else "end of scope,"
            html.append(f"<i class=heard> {ending} </i>")
        text = safe("".join(character for character, _ in group))
        classes = " ".join(part[0] for part in FILTERS if part in now)
        html.append(f'<span class="{classes}">{text}</span>' if classes else text)
        before = now
    return "".join(html)
