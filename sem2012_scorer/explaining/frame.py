"""What pages share: head and end, escaped text, buttons that filter, tables that sort, marked sentences.

A page needs nothing else and asks for nothing: its content policy allows its own style and
script alone, by their digests, so that whatever a corpus holds stays text.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pkgutil import get_data

from ..ground.wording import readable
from .listing import marked_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .explained import Explained
    from .negations import Marked

OUTCOMES = {
    "tp": "true positive",
    "fp": "false positive",
    "fn": "false negative",
    "uncounted": "not counted",
}
"""The kinds of outcomes in words."""

LEGEND = (
    "<p class=legend><b>Legend</b>: <mark class=cue>cue</mark>, <mark class=scope>scope</mark>, "
    '<mark class=event>event</mark>, <mark class="cue scope">cue and scope</mark>, '
    "<mark class=differs>differs from %s</mark><span class=fold>; <span class=soft>\u2026 7 words</span>: "
    "words outside of the negation, to be unfolded</span>. A string that is only a part of its word "
    "stands by itself.</p>\n"
)


def safe(words: str) -> str:
    """Return `words` escaped for HTML text or attributes, with control characters shown."""
    return escape(readable(words), quote=True)


@cache
def file_of_page(name: str) -> str:
    """Return the text of a file that all pages hold: the style sheet or the script."""
    return (get_data(__package__, name) or b"").decode()


def page_hashes() -> tuple[str, str]:
    """Return the digests of the pages' style sheet and script, as a content policy names them.

    A server that sets a policy of its own allows these two. They change with the version.

    >>> [one[:7] for one in page_hashes()]
    ['sha256-', 'sha256-']
    """
    style, script = map(file_of_page, (STYLE, SCRIPT))
    return _digest(style), _digest(script)


def _digest(text: str) -> str:
    from base64 import b64encode
    from hashlib import sha256

    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


STYLE, SCRIPT = "style.css", "script.js"
"""The files that all pages hold."""


def before_articles(title: str, lead: str) -> str:
    """Return the beginning of a page that needs nothing else, `lead` being HTML."""
    policy = (
        "default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'"
    )
    return "".join(
        (
            "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n",
            '<meta http-equiv=Content-Security-Policy content="%s">\n' % (policy % page_hashes()),
            '<meta name=viewport content="width=device-width, initial-scale=1">\n',
            "<title>%s</title>\n<style>%s</style>\n" % (safe(title), file_of_page(STYLE)),
            '</head>\n<body>\n<a class=skip href="#sentences">to the sentences</a>\n',
            "<header><h1 dir=auto>%s</h1>\n<p class=soft>%s</p></header>\n" % (safe(title), lead),
        )
    )


def after_articles() -> str:
    """Return the end of a page."""
    return (
        "<p class=only><button type=button class=choice id=more></button> "
        "<button type=button class=choice id=rest></button></p>\n"
        "</section>\n</main>\n<script>%s</script>\n</body>\n</html>\n" % file_of_page(SCRIPT)
    )


STATUS = (
    "<div id=status class=only><label>Search <input id=search type=search></label> "
    "<button type=button class=choice id=clear>Clear filters</button> "
    "<output id=shown aria-live=polite></output> <span id=by class=soft></span></div>\n"
)
"""What stands above the sentences and stays in sight: the search, how many are shown, and clearing."""


class Choice:
    """A button that filters: what it selects, as facets with values, its label, and how many it shows."""

    def __init__(self, set: Mapping[str, str | int], name: str, label: str, number: int) -> None:
        self.set = " ".join("%s:%s" % pair for pair in set.items())
        self.name = name
        self.label = label
        self.number = number

    def __str__(self) -> str:
        return (
            '<button type=button class=choice disabled data-set="%s" data-name="%s"><bdi>%s</bdi> '
            "<b class=n>%d</b></button>"
            % (self.set, safe(self.name), safe(self.label), self.number)
        )


def choices(title: str, found: Iterable[Choice], has_bars: bool = False, remark: str = "") -> str:
    """Return a list of buttons below a heading, "" without any; bars show the numbers beside them."""
    there = list(found)
    if not there:
        return ""
    most = max([one.number for one in there] + [1])
    items = "".join(
        "<li>%s%s</li>\n" % (one, "<span>%s</span>" % bar(one.number / most) if has_bars else "")
        for one in there
    )
    kind = "choices bars" if has_bars else "choices"
    said = "<p class=soft>%s</p>\n" % safe(remark) if remark else ""
    shown = ' class="%s" data-most=%d' % (kind, most)
    return "<h3>%s</h3>\n%s<ul%s>\n%s</ul>\n" % (safe(title), said, shown, items)


def bar(share: float) -> str:
    """Return a bar that fills a share of its place."""
    return (
        '<svg class=bar viewBox="0 0 100 10" preserveAspectRatio=none aria-hidden=true>'
        '<rect width="%.1f" height=10 /></svg>' % (100 * share)
    )


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str | int]], caption: str, sorts: bool = True
) -> str:
    """Return a table whose columns sort; the first cell of a row is its head, and may be HTML made here."""
    head = (
        "<th scope=col><button type=button disabled>%s</button></th>"
        if sorts
        else "<th scope=col>%s</th>"
    )
    columns = "".join(head % (safe(one) or "<span class=unseen>row</span>") for one in heads)
    lines = [
        "<tr><th scope=row>%s</th>%s</tr>\n"
        % (row[0], "".join("<td>%s</td>" % safe(str(cell)) for cell in row[1:]))
        for row in rows
    ]
    return (
        '<div class=wide tabindex=0 role=region aria-label="%s"><table><thead><tr>%s</tr></thead>\n'
        "<tbody>\n%s</tbody></table></div>\n" % (safe(caption), columns, "".join(lines))
    )


FOLDED, KEPT = 8, 3
"""Longer runs of words outside of a negation are folded; the words next to it are kept."""
LONG = 40
"""A sentence of more words is long: its runs outside of negations are folded."""


def marked(
    explained: Explained, negation: Marked, differing: set[tuple[str, int]], is_folded: bool = False
) -> str:
    """Return a sentence's words with the parts of a negation marked, and what is far from it folded."""
    pieces = []
    runs = marked_words(explained.words, negation, differing)
    for number, (kinds, run) in enumerate(runs):
        if kinds:
            pieces.append('<mark class="%s">%s</mark>' % (" ".join(sorted(kinds)), safe(run)))
        elif is_folded:
            pieces.append(_folded(run, number > 0, number < len(runs) - 1))
        else:
            pieces.append(safe(run))
    return " ".join(pieces)


def _folded(run: str, has_before: bool, has_after: bool) -> str:
    """Return a run of words with its middle, or its outer end, to be unfolded."""
    words = run.split(" ")
    first, last = KEPT * has_before, len(words) - KEPT * has_after
    if last - first <= FOLDED or not (has_before or has_after):
        return safe(run)
    parts = [safe(" ".join(part)) for part in (words[:first], words[first:last], words[last:])]
    inside = (
        '<button type=button class="only fold" aria-expanded=false>\u2026 %d words</button> '
        "<span class=folded>%s</span>" % (last - first, parts[1])
    )
    return " ".join([part for part in (parts[0], inside, parts[2]) if part])


def term(
    name: str,
    explained: Explained,
    negation: Marked,
    differing: set[tuple[str, int]],
    is_folded: bool,
) -> str:
    """Return a negation as a term of a list, marked in the sentence; `name` is whose it is."""
    shown = marked(explained, negation, differing, is_folded)
    return "<dt>%s</dt><dd dir=auto>%s</dd>\n" % (safe(name), shown)


def facets_of(found: Iterable[tuple[str, str | int]]) -> str:
    """Return facets with values as an article says them."""
    return " ".join(dict.fromkeys("%s:%s" % pair for pair in found))
