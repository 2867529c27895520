"""The explanation of one system as one self-contained HTML page.

In: the sentences and their `Summary`. Out: what stands before and after the cards (`page_around_cards`), and a
card for each sentence (`card_of_sentence`, to be read first). The page needs no network. Its policy allows its own
style and script alone, by their digests, so that whatever a corpus holds stays text. Without script,
it shows everything.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Collection, Mapping, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter
from pkgutil import get_data
from string import Template

from ..common.wording import plural, visible
from .costs import ErrorCost, Summary
from .filter import Filter
from .negations import MarkedNegation, NegationPair, Numbers
from .outcomes import (
    ONLY_SENTENCE,
    SHORTER_LABELS,
    Explained,
    Outcome,
    outcome_of_right_pair,
    outcome_pair_name,
    outcomes_by_pair,
    outcomes_in_words,
)

Place = tuple[str, int, str]
"""A part (cue, scope or event), the position of a token, and its string."""

FILTERS = ("cue", "scope", "event", "differs")
"""What is marked: the style has a class for the first letter of each."""
SHOWN_AT_ONCE = 2000
"""How many cards the browser lays out at first; the page's script makes the others when they are asked for."""
IN_A_PIECE = 500
"""How many of the others are made together."""


def _escape_html(text: object) -> str:
    """Return text escaped for HTML, with control characters shown."""
    return escape(visible(str(text)), quote=True)


def page_around_cards(
    summary: Summary, systems: Sequence[str], golds: Sequence[str], number: int, corpus: str = ""
) -> tuple[str, str]:
    """Return what stands before and after the cards, `number` of them, of files with these paths.

    `corpus` is what gold is, if that is known.
    """
    style, script = _text_of_resource("style.css"), _text_of_resource("script.js")
    system_name, gold_name = (
        _names_in_common(systems, "system"),
        corpus or _names_in_common(golds, "gold"),
    )
    if len(systems) == 1 and system_name == _names_in_common(golds, "gold"):
        # The folder tells the files apart, and this page from that of another system.
        folder = os.path.basename(os.path.dirname(os.path.abspath(systems[0])))
        system_name = f"{folder}/{system_name}"
    scorer = f"{summary.original.identifier} {summary.original.version}"
    counts = summary.counts
    about = "%s, %d with an error" % (plural(counts.sentences, "sentence"), counts.error_sentences)
    pooled = summary.pooled_in_words()
    if pooled:
        about += " · " + pooled
    heading = "<bdi>{}</bdi> <span>against</span> <bdi>{}</bdi>"
    end = ""
    if number > SHOWN_AT_ONCE:
        end = "</noscript>"
    filled = Template(_text_of_resource("page.html")).substitute(
        title=_escape_html(f"{system_name} against {gold_name}"),
        heading=heading.format(_escape_html(system_name), _escape_html(gold_name)),
        about=_escape_html(f"{scorer} · {about}"),
        count=plural(number, "sentence"),
        scores=_table_of_scores(summary),
        costs=_table_of_costs(summary),
        footer=_escape_html(f"Made by sem2012-scorer explain. Scores are those of {scorer}."),
        style=style,
        script=script,
        style_hash=_digest_for_policy(style),
        script_hash=_digest_for_policy(script),
        cards="\0",
        total=number,
        end=end,
    )
    head, _, foot = filled.partition("\0")
    return head, foot


def _text_of_resource(name: str) -> str:
    return (get_data(__package__, name) or b"").decode()


def _digest_for_policy(text: str) -> str:
    """Return the digest of a style or script, as a content policy writes it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _names_in_common(files: Sequence[str], side: str) -> str:
    """Return the base name of a file, or how many there are and what their names have in common."""
    names = [os.path.basename(os.path.normpath(file)) for file in files] or [side]
    if len(names) == 1:
        return names[0]
    name = "%d files" % len(names)
    folders = {os.path.basename(os.path.dirname(os.path.abspath(file))) for file in files}
    if len(folders) == 1:
        name = f"{folders.pop()}: {name}"
    ends = {os.path.splitext(name_of_file)[1] for name_of_file in names}
    if len(ends) == 1:
        name += f" (*{ends.pop()})"
    return name


def _table_of_scores(summary: Summary) -> str:
    """Return the table of the first rows of the report."""
    row = "<tr><th scope=row>{}</th><td>{}</td><td>{}</td><td class=main>{}</td></tr>"
    lines = [row.format(_escape_html(label), *scores) for label, *scores in summary.rows()]
    return _html_table(["", "P", "R", "F1"], lines, "Scores")


def _table_of_costs(summary: Summary) -> str:
    """Return the table of what each kind of error costs."""
    costs = summary.costs()
    if not costs:
        where = "" if summary.wanted is None else " in these rows"
        return f"<p>No negation differs from its partner{where}.</p>"
    most = max([cost.gain for cost in costs] + [0.01])
    gain_label = summary.original.labels[summary.gain_row()]
    lines = [_cost_line(cost, most, gain_label) for cost in costs]
    heads = ["", "gain", "errors"]
    others = set()
    for label, _, _ in costs[0].rows:
        head = SHORTER_LABELS.get(label, label)
        heads.append(head)
        if label != gain_label:
            others.add(head)
    above = "<tr><td colspan=3></td><th scope=colgroup colspan=%d>F1 if corrected</th></tr>"
    above %= len(costs[0].rows)
    table = _html_table(heads, lines, "What each kind of error costs", above, others)
    note = "The gain is in %s. Gains do not add up. Choose a kind to see its sentences."
    note %= SHORTER_LABELS.get(gain_label, gain_label)
    return f"{table}<p class=small>{_escape_html(note)}</p>"


def _cost_line(cost: ErrorCost, most: float, gain_label: str) -> str:
    """Return the line of a kind of error: its button, its gain with a bar, its number, and F1 of each row."""
    bar = (
        '<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="%.1f" height="1"/></svg>' % (100 * max(cost.gain, 0) / most)
    )
    cells = [
        _cell_with_gain(before, after, label == gain_label) for label, before, after in cost.rows
    ]
    return (
        "<tr><th scope=row><button type=button disabled value='%s'>%s</button></th>"
        "<td class=gain>%+.2f%s</td><td>%d</td>%s</tr>"
        % (cost.kind, cost.kind, cost.gain, bar, cost.number, "".join(cells))
    )


def _cell_with_gain(before: str, after: str, is_main: bool) -> str:
    """Return the cell of F1 with a kind of error corrected; a narrow window shows that of the gain alone."""
    names = []
    if before == after:
        names.append("same")
    if not is_main:
        names.append("other")
    if not names:
        return f"<td>{after}</td>"
    return f'<td class="{" ".join(names)}">{after}</td>'


def _html_table(
    heads: Sequence[str],
    lines: Sequence[str],
    label: str,
    above: str = "",
    others: Collection[str] = (),
) -> str:
    """Return a table; in a narrow window the columns `others` are not shown."""
    cells = ""
    for head in heads:
        if head in others:
            cells += f"<th scope=col class=other>{_escape_html(head)}</th>"
        elif head:
            cells += f"<th scope=col>{_escape_html(head)}</th>"
        else:
            cells += "<td></td>"
    return (
        '<div class=wide tabindex=0 role=region aria-label="{}"><table><thead>{}<tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>".format(label, above, cells, "".join(lines))
    )


def card_of_sentence(number: int, sentence: Explained, wanted: Filter) -> str:
    """Return a sentence: each pair of negations with an error, and those that are right, folded."""
    name, words = (
        _escape_html(sentence.name),
        _escape_html(" ".join((sentence.name, *sentence.words))),
    )
    return (
        '%s<article id=s%d data-words="%s"><h3><a href="#s%d"><bdi>%s</bdi></a> '
        "<small>%s</small></h3>%s</article>\n"
        % (
            _begin_of_later_cards(number),
            number,
            words,
            number,
            name,
            _lines_of_sentence(sentence),
            _body_of_card(sentence, wanted),
        )
    )


def _begin_of_later_cards(number: int) -> str:
    """Return what begins a piece of cards that are made later, if a card begins one; else "".

    Where scripts run, the browser takes what stands in noscript for one text, which costs nothing.
    """
    later = number - SHOWN_AT_ONCE - 1
    if later < 0 or later % IN_A_PIECE:
        return ""
    if later == 0:
        return "<noscript>"
    return "</noscript>\n<noscript>"


def _lines_of_sentence(sentence: Explained) -> str:
    """Return the lines of a sentence in gold, with the system's file if there are several."""
    first, last = sentence.first_line, sentence.last_line
    where = "line %d" % first if first == last else "lines %d–%d" % (first, last)
    if sentence.file:
        return f"<bdi>{_escape_html(os.path.basename(sentence.file))}</bdi>, {where}"
    return where


def _body_of_card(sentence: Explained, wanted: Filter) -> str:
    """Return what a card says: pairs with an error, other reasons and notes, and right pairs, folded."""
    outcomes = [outcome for outcome in wanted.listed_outcomes(sentence) if outcome.kind != "tp"]
    counted = outcomes_by_pair(sentence, outcomes)
    reasons = _reasons_of_pairs(sentence, counted)
    wrong: list[str] = []
    right: list[str] = []
    for pair in sentence.pairs:
        key: Numbers = (pair.gold, pair.system)
        reason = reasons.pop(key, "")
        text = _pair_as_html(sentence, pair, counted.get(key, ()), reason)
        if pair.errors or reason:
            wrong.append(text)
        else:
            right.append(text)
    rest = []
    if not wrong:
        rest.append(_html_line("", _sentence_as_html(sentence.words, set(), set())))
    if (
        not (wrong or reasons or sentence.has_reason_in_note)
        and wanted.is_of_errors
        and sentence.error
    ):
        rest.append(f"<p class=why>{_escape_html(ONLY_SENTENCE)}</p>")
    rest += reasons.values()
    rest += _notes_on_sentence(sentence)
    return f"<ul>{''.join(wrong)}</ul>{''.join(rest)}{_right_pairs_folded(right)}"


def _notes_on_sentence(sentence: Explained) -> list[str]:
    """Return what is unusual about a sentence, and in which order the scorer compares its negations."""
    notes = []
    if sentence.note and (sentence.scored or not sentence.pairs):
        said = sentence.note[0].upper() + sentence.note[1:]
        notes.append(f"<p class=why>{_escape_html(said)}.</p>")
    if sentence.scored:
        order = ", ".join(outcome_pair_name(*pair) for pair in sentence.scored)
        notes.append(f"<p class=why>The scorer compares {order}.</p>")
    return notes


def _right_pairs_folded(right: Sequence[str]) -> str:
    """Return the pairs that are right, folded; "" for none."""
    if not right:
        return ""
    title = "1 negation is right" if len(right) == 1 else "%d negations are right" % len(right)
    return f"<details><summary>{title}</summary><ul>{''.join(right)}</ul></details>"


def _pair_as_html(
    sentence: Explained, pair: NegationPair, of_pair: Sequence[Outcome], reason: str
) -> str:
    """Return a pair: gold's and the system's negation, its errors, and what it counts as."""
    gold: set[Place] = set()
    system: set[Place] = set()
    if pair.gold is not None:
        gold = _parts_of_negation(sentence.negation("gold", pair.gold))
    if pair.system is not None:
        system = _parts_of_negation(sentence.negation("system", pair.system))
    lines = _side_line(sentence, "gold", pair.gold, gold, system)
    lines += _side_line(sentence, "system", pair.system, system, gold)
    names = pair.errors or (outcome_of_right_pair(pair, of_pair),)
    kinds = " and ".join(f"<b>{_escape_html(name)}</b>" for name in names)
    what = ", ".join([kinds, *_differing_words(pair)])
    errors = _escape_html("|".join(pair.errors))
    why = f": {reason}" if reason else ""
    return f'<li data-kinds="{errors}">{lines}<p class=why><span>{what}</span>{why}</p></li>'


def _side_line(
    sentence: Explained, side: str, number: int | None, marks: set[Place], others: set[Place]
) -> str:
    """Return the line of one side of a pair, "" if it has none; `others` are the marks of the other side."""
    if number is None:
        return ""
    negations = sentence.gold if side == "gold" else sentence.system
    who = side if len(negations) == 1 else "%s %d" % (side, number)
    # Of a negation without a partner, nothing is marked as different.
    differing = marks - others if others else set()
    return _html_line(who, _sentence_as_html(sentence.words, marks, differing))


def _differing_words(pair: NegationPair) -> list[str]:
    """Return the words that are missing, extra, or others, with their part where no error names it."""
    shown = []
    for part, lists in pair.differences.items():
        named = "" if part in " ".join(pair.errors) else part + " "
        for how, words in lists.items():
            quoted = " ".join(f"“<bdi>{_escape_html(word)}</bdi>”" for word in words)
            shown.append(f"{named}{how} {quoted}")
    return shown


def _reasons_of_pairs(
    sentence: Explained, counted: Mapping[Numbers, Sequence[Outcome]]
) -> dict[Numbers, str]:
    """Return what each pair counts as; a pair that is not shown on its own has a paragraph with its name."""
    pairs = [(pair.gold, pair.system) for pair in sentence.pairs]
    reasons = {}
    for key, of_pair in counted.items():
        text = _escape_html(outcomes_in_words(of_pair))
        if key not in pairs:
            text = f"<p class=why>{outcome_pair_name(*key)}: {text}</p>"
        reasons[key] = text
    return reasons


def _parts_of_negation(negation: MarkedNegation) -> set[Place]:
    """Return what a negation marks."""
    places: set[Place] = set()
    for part, items in zip(negation._fields, negation):
        places.update((part, position, string) for position, string in items)
    return places


def _html_line(who: str, text: str) -> str:
    return f"<div class=line><span class=who>{who}</span><span dir=auto>{text}</span></div>"


def _sentence_as_html(words: Sequence[str], marks: set[Place], differing: set[Place]) -> str:
    """Return a sentence as HTML: each run of characters with the parts it belongs to."""
    html = []
    before: frozenset[str] = frozenset()
    for now, group in groupby(_characters_with_parts(words, marks, differing), key=itemgetter(1)):
        html.append(_read_aloud(before, now))
        text = _escape_html("".join(character for character, _ in group))
        classes = " ".join(part[0] for part in FILTERS if part in now)
        if classes:
            text = f'<span class="{classes}">{text}</span>'
        html.append(text)
        before = now
    return "".join(html)


def _characters_with_parts(
    words: Sequence[str], marks: set[Place], differing: set[Place]
) -> list[tuple[str, frozenset[str]]]:
    """Return the characters of a sentence, each with the parts it belongs to, and whether it differs."""
    characters: list[tuple[str, frozenset[str]]] = []
    by_position: dict[int, list[Place]] = {}
    for place in marks:
        by_position.setdefault(place[1], []).append(place)
    for position, word in enumerate(words):
        parts: list[set[str]] = [set() for _ in word]
        for place in by_position.get(position, ()):
            part, _, string = place
            names = {part, "differs"} if place in differing else {part}
            for of_character in parts[_marked_slice_of_word(word, string)]:
                of_character |= names
        if characters and word:
            # A space belongs to what both words beside it belong to, but never to an event.
            characters.append((" ", (characters[-1][1] & parts[0]) - {"event"}))
        characters.extend(zip(word, map(frozenset, parts)))
    return characters


def _marked_slice_of_word(word: str, string: str) -> slice:
    """Return where a string stands in its word; all of the word for one that is not in it."""
    at = word.find(string)
    if at < 0:
        return slice(None)
    return slice(at, at + len(string))


def _read_aloud(before: frozenset[str], now: frozenset[str]) -> str:
    """Return what a screen reader says where parts begin, or a scope ends; "" for nothing."""
    beginning = ", ".join(part for part in FILTERS if part in now - before)
    if beginning:
        return f"<i class=heard> {beginning}: </i>"
    if "scope" in before - now:
        return "<i class=heard> end of scope, </i>"
    return ""
