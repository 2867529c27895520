"""The explanation as text, as JSON lines, and as a page of HTML."""

from __future__ import annotations

import json
import textwrap
from html import escape

from .explaining import ERROR_MEANINGS, ERRORS, KINDS, MEASURE_LABELS, SHORT, Explained, in_words
from .wording import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .explaining import Filter, Marked, Summary, Why
    from .originals import Original

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


def marked_words(words: Sequence[str], negation: Marked) -> list[tuple[frozenset[str], str]]:
    """Return a sentence as runs of text, each with the parts of the negation that it belongs to.

    A token whose cell has another string than its word is one run for each
    part; neighbours that belong to the same parts are one run.
    """
    parts = {name: dict(part) for name, part in zip(negation._fields, negation)}
    runs: list[tuple[frozenset[str], str]] = []
    for position, word in enumerate(words):
        strings: dict[str, set[str]] = {}
        for name, part in parts.items():
            if position in part:
                strings.setdefault(part[position], set()).add(name)
        if not strings:
            strings = {word: set()}
        for string, names in strings.items():
            kinds = frozenset(names)
            if runs and runs[-1][0] == kinds and "cue" not in kinds and "event" not in kinds:
                runs[-1] = (kinds, runs[-1][1] + " " + string)
            else:
                runs.append((kinds, string))
    return runs


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
        yield "  %-28s" % MEASURE_LABELS[measured] + numbers


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
        label = "  %-10s %-27s" % (kind + times, MEASURE_LABELS[why.measured])
        folded = _folded(label, "%s: %s" % (_who(why), visible(in_words(why))), width)
        if colour and kind in COLOURS:
            folded[0] = _in_colour(folded[0], COLOURS[kind])
        yield from folded
    yield ""


def _who(why: Why) -> str:
    """Return which negations an outcome is about."""
    names = []
    if why.gold is not None:
        names.append("gold %d" % why.gold)
    if why.system is not None:
        names.append("system %d" % why.system)
    return " - ".join(names)


def _folded(label: str, text: str, width: int) -> list[str]:
    indent = " " * len(label)
    return textwrap.wrap(
        text,
        max(width, len(label) + 20),
        initial_indent=label,
        subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [label]


def as_jsonl(sentences: Sequence[Explained], wanted: Filter) -> str:
    """Return one JSON object a line for each sentence, with the outcomes that are listed."""
    return "".join(
        json.dumps(
            explained._replace(outcomes=wanted.outcomes(explained)).to_dict(), ensure_ascii=False
        )
        + "\n"
        for explained in sentences
    )


STYLE = """
:root { color-scheme: light dark; --text: #1a1a1a; --page: #fdfdfb; --soft: #5a5a5a; --line: #c9c9c4;
  --cue: #a3123a; --scope: #d7e8f7; --event: #7a4a00; --bar: #2b5f8f; --card: #fff; }
@media (prefers-color-scheme: dark) { :root { --text: #ececec; --page: #17181a; --soft: #b4b4b4;
  --line: #44474b; --cue: #ff8fa8; --scope: #1f3c57; --event: #f3c06b; --bar: #7fb2e0; --card: #1f2124; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; } h3 { font-size: 1rem; margin: 0 0 .5rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: .15rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } td, th { white-space: nowrap; }
svg { max-width: 100%; height: auto; } svg text { fill: var(--text); font: 14px system-ui, sans-serif; }
svg rect { fill: var(--bar); }
article { background: var(--card); border: 1px solid var(--line); border-radius: .4rem;
  padding: .8rem; margin: .8rem 0; }
dl { display: grid; grid-template-columns: 6rem 1fr; margin: 0; } dt { color: var(--soft); }
dd { margin: 0; } ul { margin: .5rem 0 0; padding-left: 1.2rem; } .note, .soft { color: var(--soft); }
.cue { color: var(--cue); font-weight: 700; text-decoration: underline double; }
.scope { background: var(--scope); } .event { color: var(--event); font-weight: 700; border: 1px solid; }
input { margin-right: .3rem; } label { margin-right: 1rem; white-space: nowrap; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; } }
@media print { .filters { display: none; } article { break-inside: avoid; } }
"""


def as_html(
    sentences: Sequence[Explained], summary: Summary, wanted: Filter, title: str, original: Original
) -> str:
    """Return a page that needs nothing else: the summary, and each sentence with its outcomes.

    The filters are radio buttons and style rules; nothing runs. Whatever the
    corpora hold is text.
    """
    inputs, rules = _filters()
    articles = "".join(_article(explained, wanted) for explained in sentences)
    return "".join(
        (
            "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n",
            '<meta name=viewport content="width=device-width, initial-scale=1">\n',
            "<title>%s</title>\n<style>%s%s</style>\n</head>\n<body>\n"
            % (_safe(title), STYLE, rules),
            "<header><h1>%s</h1>\n<p class=soft>Why each negation counted as what it did, as "
            % _safe(title),
            "<code>%s</code> %s counts.</p></header>\n" % (original.identifier, original.version),
            "<section><h2>Summary</h2>\n<p>%d sentences, %d with an error, %d listed here.</p>\n"
            % (summary.sentences, summary.error_sentences, len(sentences)),
            _chart(summary),
            _totals(summary),
            "</section>\n<section><h2>Sentences</h2>\n",
            "<p>Legend: <span class=cue>cue</span>, <span class=scope>scope</span>, "
            "<span class=event>event</span>. A string that is only a part of its word stands alone.</p>\n",
            inputs,
            "<div class=list>\n%s</div>\n" % (articles or "<p>No sentence to list.</p>\n"),
            "</section>\n</body>\n</html>\n",
        )
    )


def _safe(text: str) -> str:
    """Return `text` as HTML text or attribute, control characters shown."""
    return escape(visible(text), quote=True)


def _filters() -> tuple[str, str]:
    """Return the radio buttons, and the rules that hide what they do not choose."""
    groups = (
        ("kind", "Kind", [(kind, kind) for kind in KINDS]),
        ("row", "Row", [(measured, label) for measured, label in MEASURE_LABELS.items()]),
    )
    inputs, rules = [], []
    for name, title, choices in groups:
        buttons = []
        for value, label in [("all", "all"), *choices]:
            identifier = "%s-%s" % (name, value)
            checked = " checked" if value == "all" else ""
            buttons.append(
                "<label><input type=radio name=%s id=%s%s>%s</label>"
                % (name, identifier, checked, _safe(label))
            )
            if value != "all":
                for hidden in ("article", "li"):
                    rules.append(
                        "section:has(#%s:checked) %s:not(.%s) { display: none; }\n"
                        % (identifier, hidden, identifier)
                    )
        inputs.append("<fieldset><legend>%s</legend>%s</fieldset>" % (title, " ".join(buttons)))
    return "<form class=filters>%s</form>\n" % "\n".join(inputs), "".join(rules)


def _chart(summary: Summary) -> str:
    """Return the errors by kind as a bar chart."""
    height = 26
    most = max(*summary.errors.values(), 1)
    bars = []
    for row, (error, number) in enumerate(summary.errors.items()):
        y = row * height
        width = 330 * number / most
        bars.append(
            "<text x=0 y=%d>%s</text><rect x=160 y=%d width=%.1f height=16></rect>"
            "<text x=%.1f y=%d>%d</text>"
            % (y + 17, _safe(error), y + 4, width, 168 + width, y + 17, number)
        )
    label = ", ".join("%s %d" % item for item in summary.errors.items())
    return (
        "<h3>Errors by kind</h3>\n"
        '<svg role=img aria-label="%s" viewBox="0 0 560 %d" width=560 height=%d>%s</svg>\n'
        % (_safe(label), height * len(bars), height * len(bars), "".join(bars))
    )


def _totals(summary: Summary) -> str:
    head = "".join("<th scope=col>%s</th>" % kind for kind in KINDS)
    rows = "".join(
        "<tr><th scope=row>%s</th>%s</tr>\n"
        % (
            _safe(MEASURE_LABELS[measured]),
            "".join("<td>%d</td>" % counts[kind] for kind in KINDS),
        )
        for measured, counts in summary.totals.items()
    )
    return (
        "<h3>Totals, as in the report</h3>\n<div class=wide><table><tr><th scope=col>row</th>%s</tr>\n"
        "%s</table></div>\n" % (head, rows)
    )


def _article(explained: Explained, wanted: Filter) -> str:
    outcomes = wanted.outcomes(explained)
    classes = sorted(
        {"kind-%s" % SHORT[why.kind] for why in outcomes}
        | {"row-%s" % why.measured for why in outcomes}
    )
    parts = [
        '<article class="%s">\n<h3>%s <span class=soft>lines %d–%d</span></h3>\n'
        % (" ".join(classes), _safe(explained.name), explained.first_line, explained.last_line)
    ]
    if explained.note:
        parts.append("<p class=note>%s</p>\n" % _safe(explained.note))
    parts.append("<dl>\n")
    for side, negations in (("gold", explained.gold), ("system", explained.system)):
        if not negations:
            text = " ".join(explained.words) if side == "gold" else "no negation"
            parts.append("<dt>%s</dt><dd>%s</dd>\n" % (side, _safe(text)))
        for number, negation in enumerate(negations, start=1):
            runs = marked_words(explained.words, negation)
            text = " ".join(
                '<span class="%s">%s</span>' % (" ".join(sorted(kinds)), _safe(run))
                if kinds
                else _safe(run)
                for kinds, run in runs
            )
            parts.append("<dt>%s %d</dt><dd>%s</dd>\n" % (side, number, text))
    parts += ["<dt>pair</dt><dd class=soft>%s</dd>\n" % _safe(pair) for pair in explained.pairs]
    parts.append("</dl>\n<ul>\n")
    for why in outcomes:
        kind = SHORT[why.kind]
        parts.append(
            '<li class="kind-%s row-%s"><strong>%s</strong>%s %s: <span class=soft>%s</span> %s</li>\n'
            % (
                kind,
                why.measured,
                kind,
                " ×%d" % why.amount if why.amount > 1 else "",
                _safe(MEASURE_LABELS[why.measured]),
                _who(why),
                _safe(in_words(why)),
            )
        )
    parts.append("</ul>\n</article>\n")
    return "".join(parts)
