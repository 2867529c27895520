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
from ..ground.wording import plural, probability
from .changed import BOTH_WRONG, DIRECTIONS, outcomes_in
from .tables import NOT_THERE, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..legacy.originals import Original
    from .changed import Changed
    from .comparison import Compared, Comparison

MORE_STYLE = """
#measures table { width: 100%; max-width: 46rem; }
#measures :is(td, th) { padding: .15rem .4rem; vertical-align: top; }
#measures td:first-child { white-space: normal; min-width: 4rem; }
#measures th[colspan] { text-align: left; white-space: normal; overflow-wrap: normal; padding-top: .6rem; }
#measures small { display: block; color: var(--soft); font-size: .8rem; }
.interval { position: relative; display: inline-block; width: 4.5rem; height: .8rem; vertical-align: middle;
  border-bottom: 1px solid var(--line); }
.interval i { position: absolute; top: .25rem; height: .3rem; background: var(--bar); min-width: 2px; }
.interval b { position: absolute; top: 0; width: 2px; height: .8rem; background: var(--differs); }
@media (max-width: 36rem) { body { padding: .5rem; } #measures :is(td, th) { padding: .15rem; }
  #measures table { font-size: .9rem; } #measures td:last-child small { white-space: normal; overflow-wrap: normal;
  width: min-content; margin-left: auto; } .interval { width: 3rem; } }
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
        "<section id=sentences><h2>Sentences</h2>\n",
    )
    if found.has_runs:
        listed = [
            "<p>The sentences are those of one run compared with one: name two files.</p>\n",
            controls("Change", {}, original),
        ]
    else:
        listed = [
            "<p>%s.</p>\n" % "; ".join("<b>%s</b>: %s" % pair for pair in DIRECTIONS.items()),
            LEGEND % "gold's" + "</p>\n",
            controls("Change", {name.replace(" ", "_"): name for name in DIRECTIONS}, original),
        ]
        # What the differences rest on comes first.
        first = sorted(sentences, key=_weight, reverse=True)
        articles = [_article(number, one) for number, one in enumerate(first, 1)]
        listed += articles or ["<p>No sentence differs.</p>\n"]
    number = plural(len(sentences), "sentence")
    below = ['<a href="#sentences">%s in which a row differs</a>' % number] if sentences else []
    return "".join(
        (
            before_articles(title, "<br>".join([*map(safe, lines), *below]), MORE_STYLE),
            *beginning,
            *listed,
            AFTER_ARTICLES,
        )
    )


def _weight(sentence: Changed) -> int:
    """Return in how many rows a sentence is right in one system alone."""
    return sum(direction != BOTH_WRONG for direction in sentence.directions.values())


def _table(found: Comparison, labels: Sequence[str]) -> str:
    """Return F1 of each row, with the interval of each drawn, and that of the difference."""
    several = len(found.systems) > 2
    heads = ("system", "F1 (%)", "", "difference", "p")
    parts = ["<table><tr>%s</tr>\n" % "".join("<th scope=col>%s</th>" % h for h in heads)]
    for label in labels:
        cells = [list(system.measures[label].values())[-1] for system in found.systems]
        parts.append("<tr><th colspan=5 scope=rowgroup>%s</th></tr>\n" % safe(label))
        scale = _scale(cells)
        for system, one in zip(found.systems, cells):
            row = (safe(system.name), _value(one), _drawn(one, scale), *_against(one, several))
            parts.append("<tr>%s</tr>\n" % "".join("<td>%s</td>" % cell for cell in row))
    return "".join([*parts, "</table>\n"])


def _value(one: Compared) -> str:
    """Return a value as a table shows it, its interval below."""
    shown = safe(value_of(one))
    return shown if one.interval is None else shown + "<small>[%.2f, %.2f]</small>" % one.interval


def _against(one: Compared, several: bool) -> tuple[str, str]:
    """Return the difference from the baseline and p, what belongs to them below."""
    if one.difference is None:
        return "", ""
    difference = "%+.2f" % one.difference
    if one.difference_interval is not None:
        difference += "<small>[%+.2f, %+.2f]</small>" % one.difference_interval
    below = [("Holm", one.p_holm if several else None)]
    below += [("p_runs", one.p_runs), ("p_sentences", one.p_sentences)]
    p = NOT_THERE if one.p is None else safe(probability(one.p))
    for name, value in below:
        if value is not None:
            p += "<small>%s %s</small>" % (name, safe(probability(value)))
    return difference, p


def _scale(cells: Sequence[Compared]) -> tuple[float, float]:
    """Return where the pictures of a row begin and end: around its values and intervals."""
    ends = [end for one in cells for end in (one.value, *(one.interval or ()))]
    room = max((max(ends) - min(ends)) * 0.05, 0.05)
    return min(ends) - room, max(ends) + room


def _drawn(one: Compared, scale: tuple[float, float]) -> str:
    """Return a value and its interval as a picture, on the scale of its row."""
    low, high = one.interval or (one.value, one.value)
    start, end = scale
    left, width, at = (
        100 * part / (end - start) for part in (low - start, high - low, one.value - start)
    )
    picture = '<span class=interval title="%.2f: %.2f to %.2f, drawn from %.2f to %.2f">' % (
        *(one.value, low, high),
        *scale,
    )
    return (
        picture
        + '<i style="left:%.1f%%;width:%.1f%%"></i><b style="left:%.1f%%"></b></span>'
        % (
            *(left, width),
            at,
        )
    )


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
