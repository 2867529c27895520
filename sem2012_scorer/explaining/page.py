"""The explanation as a page of HTML that needs nothing else."""

from __future__ import annotations

from html import escape

from ..legacy.rows import LABELS
from ..wording import visible
from .explained import KINDS, SHORT
from .listing import in_words, marked_words, who

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..legacy.originals import Original
    from .explained import Explained
    from .listing import Filter, Summary

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
        ("row", "Row", [(measured, label) for measured, label in LABELS.items()]),
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
            _safe(LABELS[measured]),
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
                _safe(LABELS[why.measured]),
                who(why),
                _safe(in_words(why)),
            )
        )
    parts.append("</ul>\n</article>\n")
    return "".join(parts)
