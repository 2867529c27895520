"""The explanation as a self-contained HTML page.

Without its script, it shows everything; the script adds filters, search, and bars
that select sentences. All content from the corpora is escaped and shown as text.
"""

from __future__ import annotations

import re
from html import escape

from ..ground.wording import visible
from .explained import KINDS, TP
from .listing import Listing, in_words, marked_words, most_frequent, who

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping, Sequence

    from ..legacy.originals import Original
    from .explained import Explained, Marked, Why
    from .listing import Filter, Summary

MOST_CUES = 12

STYLE = """
:root { color-scheme: light dark; --text: #1a1a1a; --page: #fdfdfb; --soft: #5a5a5a; --line: #c9c9c4;
  --cue: #a3123a; --scope: #d7e8f7; --event: #7a4a00; --bar: #2b5f8f; --card: #fff; --differs: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #ececec; --page: #17181a; --soft: #b4b4b4;
  --line: #44474b; --cue: #ff8fa8; --scope: #1f3c57; --event: #f3c06b; --bar: #7fb2e0; --card: #1f2124;
  --differs: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .5rem; }
article h3 { margin-top: 0; }
h3 a { color: inherit; text-decoration: none; } h3 a:hover { text-decoration: underline; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: .15rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } td, th { white-space: nowrap; }
.bars { display: grid; grid-template-columns: 11rem 1fr; max-width: 42rem; gap: .2rem .6rem; align-items: center; }
.bars button { font: inherit; color: inherit; background: none; border: 0; padding: 0; text-align: left; }
.js .bars button { cursor: pointer; text-decoration: underline dotted; }
.bars button[aria-pressed=true] { font-weight: 700; }
.bar { display: inline-block; height: 1rem; background: var(--bar); vertical-align: middle;
  width: calc((100% - 9rem) * var(--share)); margin-right: .4rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .4rem;
  padding: .8rem; margin: .8rem 0; } article:target { outline: 2px solid var(--bar); }
dl { display: grid; grid-template-columns: 6rem 1fr; margin: 0; } dt { color: var(--soft); }
dd { margin: 0; } ul { margin: .5rem 0 0; padding-left: 1.2rem; } .note, .soft { color: var(--soft); }
.cue { color: var(--cue); font-weight: 700; text-decoration: underline double; }
.scope { background: var(--scope); } .event { color: var(--event); font-weight: 700; border: 1px solid; }
.differs { outline: 2px dashed var(--differs); outline-offset: 1px; }
.filters { display: flex; flex-wrap: wrap; gap: .4rem 1rem; margin: 1rem 0; align-items: center; }
select, input { font: inherit; max-width: 100%; } [hidden] { display: none !important; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; } .bars { grid-template-columns: 1fr; } }
@media print { .filters { display: none; } article { break-inside: avoid; } }
"""

SCRIPT = """
(() => {
  const find = id => document.getElementById(id), cards = [...document.querySelectorAll("article")];
  const kind = find("kind"), row = find("row"), text = find("search"), shown = find("shown");
  const bars = [...document.querySelectorAll(".bars button")];
  const words = card => [...card.querySelectorAll("h3, dd")].map(part => part.textContent);
  const content = cards.map(card => words(card).join("\\n").toLowerCase());
  let error = "";
  const fits = entry => {
    const [k, r] = entry.split(":");
    return (!kind.value || k === kind.value) && (!row.value || r === row.value);
  };
  const update = () => {
    const sought = text.value.trim().toLowerCase();
    let number = 0;
    cards.forEach((card, i) => {
      const here = (!kind.value && !row.value || card.dataset.outcomes.split(" ").some(fits))
        && (!error || card.dataset.errors.split("|").includes(error))
        && (!sought || content[i].includes(sought));
      card.hidden = !here;
      number += here;
      card.querySelectorAll("li").forEach(line => { line.hidden = !fits(line.dataset.outcome); });
      const right = card.querySelector("details");
      if (right) {
        right.hidden = !right.querySelector("li:not([hidden])");
        if (kind.value === "tp") right.open = true;
      }
    });
    shown.textContent = number + " of " + cards.length + " shown";
    bars.forEach(bar => bar.setAttribute("aria-pressed", bar.dataset.error === error));
  };
  bars.forEach(bar => bar.addEventListener("click", () => {
    error = error === bar.dataset.error ? "" : bar.dataset.error;
    update();
    find("sentences").scrollIntoView();
  }));
  [kind, row].forEach(choice => choice.addEventListener("change", update));
  text.addEventListener("input", update);
  find("filters").addEventListener("submit", event => event.preventDefault());
  find("filters").hidden = false;
  document.documentElement.classList.add("js");
  update();
})();
"""
LEGEND = (
    "<p>Legend: <span class=cue>cue</span>, <span class=scope>scope</span>, "
    "<span class=event>event</span>, <span class=differs>differs from %s</span>."
)


class PageListing(Listing):
    """A self-contained page, called `title`: the summary, and each sentence with its outcomes."""

    def __init__(self, wanted: Filter, title: str, original: Original) -> None:
        super().__init__(wanted)
        self._title = title
        self._original = original
        self._anchors: dict[str, int] = {}

    def piece(self, sentence: Explained) -> str:
        """Return a sentence."""
        self.number += 1
        return _article(self._anchor(sentence), sentence, self.wanted)

    def before(self, summary: Summary) -> str:
        """Return the page's head, the summary, and what opens the section of sentences."""
        original = self._original
        lead = "Why each negation counted as what it did, as <code>%s</code> %s counts." % (
            original.identifier,
            original.version,
        )
        return before_articles(self._title, lead) + "".join(
            (
                "<section><h2>Summary</h2>\n<p>%s, %d listed here.</p>\n"
                % (summary.in_words(), self.number),
                _bars("Errors by kind", [(e, n, "", e) for e, n in summary.errors.items()]),
                _cues("Most missed cues", summary.missed_cues),
                _cues("Most invented cues", summary.invented_cues),
                _lengths(summary),
                _costs(summary),
                _totals(summary),
                "</section>\n<section id=sentences><h2>Sentences</h2>\n",
                LEGEND % "its partner",
                " A string that is only a part of its word stands by itself.</p>\n",
                controls("Kind", {kind: kind for kind in KINDS}, original),
            )
        )

    def after(self) -> str:
        """Return the end of the page."""
        return ("" if self.number else "<p>No sentence to list.</p>\n") + AFTER_ARTICLES

    def _anchor(self, explained: Explained) -> str:
        """Return an anchor for a sentence: its own name, so that it is the same on later pages."""
        anchor = "s-" + re.sub(r"[^\w.:-]+", "-", visible(_title(explained)), flags=re.ASCII)
        self._anchors[anchor] = self._anchors.get(anchor, 0) + 1
        # A sentence's name may occur twice, as in a file of two runs.
        times = self._anchors[anchor]
        return anchor if times == 1 else "%s-again-%d" % (anchor, times)


def before_articles(title: str, lead: str, more_style: str = "") -> str:
    """Return the beginning of a page that needs nothing else, `lead` being HTML."""
    return "".join(
        (
            "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n",
            '<meta name=viewport content="width=device-width, initial-scale=1">\n',
            "<title>%s</title>\n<style>%s%s</style>\n</head>\n<body>\n"
            % (safe(title), STYLE, more_style),
            "<header><h1>%s</h1>\n<p class=soft>%s</p></header>\n" % (safe(title), lead),
        )
    )


AFTER_ARTICLES = "</section>\n<script>%s</script>\n</body>\n</html>\n" % SCRIPT


def safe(words: str) -> str:
    """Return `words` escaped for HTML text or attributes, with control characters shown."""
    return escape(visible(words), quote=True)


def controls(label: str, kinds: Mapping[str, str], original: Original) -> str:
    """Return the filters, which are hidden until the script shows them; `kinds` are by value."""
    kind_options, row_options = [
        "".join("<option value=%s>%s</option>" % (value, safe(name)) for value, name in of.items())
        for of in (kinds, original.table.labels)
    ]
    return (
        "<form id=filters class=filters hidden>"
        '<label>%s <select id=kind><option value="">all</option>%s</select></label> '
        '<label>Row <select id=row><option value="">all</option>%s</select></label> '
        "<label>Search <input id=search type=search></label> "
        "<output id=shown></output></form>\n" % (label, kind_options, row_options)
    )


def _bars(title: str, bars: Sequence[tuple[str, int, str, str]]) -> str:
    """Return a bar chart; a bar has a label, a number, text after it, and the error it selects."""
    most = max([number for _, number, _, _ in bars] + [1])
    lines = []
    for label, number, more, error in bars:
        shown = safe(label)
        if error:
            shown = '<button type=button data-error="%s">%s</button>' % (safe(error), shown)
        lines.append(
            "<span>%s</span><span><span class=bar style=--share:%.3f></span>%d%s</span>\n"
            % (shown, number / most, number, safe(more))
        )
    return "<h3>%s</h3>\n<div class=bars>\n%s</div>\n" % (safe(title), "".join(lines))


def _cues(title: str, cues: Counter[str]) -> str:
    """Return a bar chart of cues, the most frequent first, or "" if there are none."""
    most = most_frequent(cues)[:MOST_CUES]
    return _bars(title, [(cue, number, "", "") for cue, number in most]) if most else ""


def _lengths(summary: Summary) -> str:
    """Return a bar chart of scope errors by the length of gold's scope, or "" without scopes."""
    if "scopes" not in summary.original.table.measured:
        return ""
    bars = []
    for (first, last), (pairs, wrong) in summary.scopes_by_length.items():
        if pairs:
            label = "%d" % first if first == last else "%d to %s" % (first, last)
            label = "%d or more" % first if last is None else label
            share = " of %d (%.0f%%)" % (pairs, 100 * wrong / pairs)
            bars.append((label + " tokens", wrong, share, ""))
    return _bars("Scope errors by the length of gold's scope", bars) if bars else ""


def _costs(summary: Summary) -> str:
    """Return a list of what would change the score most, or "" if nothing would."""
    costs = "".join("<li>%s</li>\n" % safe(cost) for cost in summary.costs())
    return "<h3>What would change the score most</h3>\n<ul>\n%s</ul>\n" % costs if costs else ""


def _totals(summary: Summary) -> str:
    heads = ("row", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")
    rows, remarks = [], []
    for row in summary.rows():
        mark = "*" if row.remark else ""
        cells = ("%d%s" % (row.tp, mark), row.fp, row.fn, row.precision, row.recall, row.f1)
        shown = "".join("<td>%s</td>" % cell for cell in cells)
        rows.append("<tr><th scope=row>%s</th>%s</tr>\n" % (safe(row.label), shown))
        if row.remark:
            remarks.append("<p class=note>* %s: %s</p>\n" % (safe(row.label), safe(row.remark)))
    head = "".join("<th scope=col>%s</th>" % head for head in heads)
    return (
        "<h3>Totals, as in the report</h3>\n<div class=wide><table><tr>%s</tr>\n%s</table></div>\n%s"
        % (head, "".join(rows), "".join(remarks))
    )


def _title(explained: Explained) -> str:
    """Return the name of a sentence, with its file if there are several."""
    return "%s: %s" % (explained.file, explained.name) if explained.file else explained.name


def _article(anchor: str, explained: Explained, wanted: Filter) -> str:
    """Return a sentence with what is wrong in it; what is right is folded away."""
    outcomes = wanted.outcomes(explained)
    kinds = sorted({"%s:%s" % (why.kind, why.measured) for why in outcomes})
    parts = [
        '<article id="%s" data-outcomes="%s" data-errors="%s">\n<h3><a href="#%s">%s</a> '
        "<span class=soft>lines %d–%d</span></h3>\n"
        % (
            anchor,
            " ".join(kinds),
            safe("|".join(sorted(set(explained.errors())))),
            anchor,
            safe(_title(explained)),
            explained.first_line,
            explained.last_line,
        )
    ]
    if explained.note:
        parts.append("<p class=note>%s</p>\n" % safe(explained.note))
    differing = explained.differing()
    parts.append("<dl>\n")
    parts += terms("gold", explained, explained.gold, differing)
    parts += terms("system", explained, explained.system, differing)
    parts += ["<dt>pair</dt><dd class=soft>%s</dd>\n" % safe(pair) for pair in explained.pairs]
    parts.append("</dl>\n")
    wrong = "".join([_line(why) for why in outcomes if why.kind != TP])
    right = [_line(why) for why in outcomes if why.kind == TP]
    if wrong:
        parts.append("<ul>\n%s</ul>\n" % wrong)
    if right:
        parts.append(
            "<details><summary class=soft>%d right</summary><ul>\n%s</ul></details>\n"
            % (len(right), "".join(right))
        )
    parts.append("</article>\n")
    return "".join(parts)


def terms(
    name: str,
    explained: Explained,
    negations: Sequence[Marked],
    differing: Mapping[tuple[str, int], set[tuple[str, int]]],
) -> Iterator[str]:
    """Yield a side's negations as terms of a list, marked in the sentence; `name` is the side's."""
    side = "gold" if name == "gold" else "system"
    for index, negation in enumerate(negations, start=1):
        shown = marked(explained, negation, differing.get((side, index), set()))
        yield "<dt>%s %d</dt><dd>%s</dd>\n" % (name, index, shown)
    if not negations:
        words = " ".join(explained.words) if side == "gold" else "no negation"
        yield "<dt>%s</dt><dd>%s</dd>\n" % (name, safe(words))


def marked(explained: Explained, negation: Marked, differing: set[tuple[str, int]]) -> str:
    """Return a sentence's words with the parts of a negation marked."""
    return " ".join(
        [
            '<span class="%s">%s</span>' % (" ".join(sorted(kinds)), safe(run))
            if kinds
            else safe(run)
            for kinds, run in marked_words(explained.words, negation, differing)
        ]
    )


def _line(why: Why) -> str:
    """Return an outcome as a list item."""
    return "<li data-outcome=%s:%s>%s</li>\n" % (why.kind, why.measured, line_of(why))


def line_of(why: Why) -> str:
    """Return an outcome in words: what it counts as, in which row, for which negations, and why."""
    return "<strong>%s</strong>%s %s: <span class=soft>%s</span> %s" % (
        why.kind,
        " ×%d" % why.amount if why.amount > 1 else "",
        safe(why.row),
        who(why),
        safe(in_words(why)),
    )
