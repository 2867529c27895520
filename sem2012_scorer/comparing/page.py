"""A comparison as a page: the table with its intervals, and the sentences that differ."""

from __future__ import annotations

from ..explaining.explained import TP
from ..explaining.page import (
    AFTER_ARTICLES,
    LEGEND,
    before_articles,
    controls,
    line_of,
    safe,
    terms,
)
from ..ground.wording import probability
from .changed import DIRECTIONS, outcomes_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..legacy.originals import Original
    from .changed import Changed
    from .comparison import Comparison

MORE_STYLE = """
#measures td, #measures th { padding: .15rem .4rem; }
#measures :is(td, th):nth-child(2) { text-align: left; }
@media (max-width: 48rem) {
  #measures td:first-child { min-width: 6rem; white-space: normal; }
  #measures td:nth-child(2) { min-width: 6.5rem; white-space: normal; overflow-wrap: anywhere; }
}
.interval { position: relative; display: inline-block; width: 4rem; height: .8rem; vertical-align: middle;
  border-bottom: 1px solid var(--line); }
.interval i { position: absolute; top: .25rem; height: .3rem; background: var(--bar); min-width: 2px; }
.interval b { position: absolute; top: 0; width: 2px; height: .8rem; background: var(--differs); }
"""


def as_html(
    found: Comparison,
    sentences: Sequence[Changed],
    original: Original,
    lines: Sequence[str],
    labels: Sequence[str],
) -> str:
    """Return a page that needs nothing else: the table with its intervals, and the sentences.

    `lines` say what was compared and how, `labels` which rows the table has.
    """
    title = "%s against %s" % (
        ", ".join(system.name for system in found.systems[1:]),
        found.systems[0].name,
    )
    beginning = (
        "<section id=measures><h2>Measures</h2>\n%s</section>\n" % _table(found, labels),
        "<section id=sentences><h2>Sentences</h2>\n<p>%s.</p>\n"
        % "; ".join("<b>%s</b>: %s" % pair for pair in DIRECTIONS.items()),
        LEGEND % "gold's" + "</p>\n",
        controls("Change", {name.replace(" ", "_"): name for name in DIRECTIONS}, original),
    )
    articles = [_article(number, one) for number, one in enumerate(sentences, 1)]
    return "".join(
        (
            before_articles(title, "<br>".join(map(safe, lines)), MORE_STYLE),
            *beginning,
            *(articles or ["<p>No sentence differs.</p>\n"]),
            AFTER_ARTICLES,
        )
    )


def _table(found: Comparison, labels: Sequence[str]) -> str:
    """Return F1 of each row, with the interval of each drawn, and that of the difference."""
    several = len(found.systems) > 2
    heads = ("row", "system", "F1 (%)", "", "difference", "p", *(("p (Holm)",) if several else ()))
    parts = [
        "<div class=wide><table><tr>%s</tr>\n" % "".join("<th scope=col>%s</th>" % h for h in heads)
    ]
    for label in labels:
        for place, system in enumerate(found.systems):
            one = system.measures[label]["f1"]
            cells = [
                safe(label) if not place else "",
                safe(system.name),
                "%.2f [%.2f, %.2f]" % (one.value, *one.interval),
            ]
            cells.append(_drawn(one.value, one.interval))
            if one.difference is not None and one.difference_interval is not None:
                low, high = one.difference_interval
                cells.append("%+.2f [%+.2f, %+.2f]" % (one.difference, low, high))
                cells.append(safe(probability(one.p or 0.0)))
                if several:
                    cells.append(safe(probability(one.p_holm or 0.0)))
            else:
                cells += ["", *[""] * (len(heads) - 5)]
            parts.append("<tr>%s</tr>\n" % "".join("<td>%s</td>" % cell for cell in cells))
    return "".join([*parts, "</table></div>\n"])


def _drawn(value: float, interval: tuple[float, float]) -> str:
    """Return a value and its interval as a picture, from 0 to 100 percent."""
    low, high = interval
    picture = '<span class=interval title="%.2f to %.2f"><i style="left:%.1f%%;width:%.1f%%"></i>'
    return (picture + '<b style="left:%.1f%%"></b></span>') % (low, high, low, high - low, value)


def _article(number: int, one: Changed) -> str:
    """Return a sentence with gold's, the baseline's and the system's negations, and their outcomes."""
    entries = [
        "%s:%s" % (direction.replace(" ", "_"), m) for m, direction in one.directions.items()
    ]
    sides = (("baseline", one.baseline), ("system", one.other))
    parts = [
        '<article id=s-%d data-outcomes="%s" data-errors="">\n<h3><a href="#s-%d">%s</a> '
        "<span class=soft>lines %d–%d%s</span></h3>\n<dl>\n"
        % (
            number,
            " ".join(entries),
            number,
            safe(one.baseline.name),
            one.baseline.first_line,
            one.baseline.last_line,
            ", " + safe(one.system) if one.system else "",
        )
    ]
    parts += terms("gold", one.baseline, one.baseline.gold, {})
    for name, explained in sides:
        parts += terms(name, explained, explained.system, explained.differing())
    parts.append("</dl>\n<ul>\n")
    for measured, direction in one.directions.items():
        entry = "%s:%s" % (direction.replace(" ", "_"), measured)
        parts.append("<li data-outcome=%s><strong>%s</strong>" % (entry, direction))
        for name, explained in sides:
            wrong = [why for why in outcomes_in(explained, measured) if why.kind != TP]
            parts += ["<br>%s: %s" % (name, line_of(why)) for why in wrong]
        parts.append("</li>\n")
    return "".join([*parts, "</ul>\n</article>\n"])
