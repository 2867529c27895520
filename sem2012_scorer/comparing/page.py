"""A comparison as a page: the table with its intervals, and the sentences that differ."""

from __future__ import annotations

from collections import Counter

from ..explaining.explained import TP
from ..explaining.frame import (
    AFTER_ARTICLES,
    LEGEND,
    LONG,
    STATUS,
    Choice,
    before_articles,
    choices,
    facets_of,
    line_of,
    safe,
    term,
)
from ..ground.wording import plural, probability
from .changed import BOTH_WRONG, DIRECTIONS, changed_sentences, outcomes_in
from .resampling import RESAMPLES, SEED, TRIALS
from .systems import compare_read, settings_of, systems_of_files
from .tables import NOT_THERE, title, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from ..explaining.explained import Explained, Marked
    from ..legacy.originals import Original
    from ..reading.source import File
    from ..reporting.nis import Rules
    from .changed import Changed
    from .comparison import Compared, Comparison

MORE_STYLE = """
#measures table { width: 100%; max-width: 46rem; }
#measures :is(td, th) { padding: .15rem .4rem; vertical-align: top; }
#measures td:first-child { white-space: normal; min-width: 4rem; }
#measures th[colspan] { text-align: left; white-space: normal; overflow-wrap: normal; padding-top: .6rem; }
#measures small { display: block; color: var(--soft); font-size: .8rem; }
.interval { display: inline-block; width: 4.5rem; height: .8rem; vertical-align: middle; overflow: visible; }
.interval .line { fill: var(--line); } .interval .range { fill: var(--bar); } .interval .value { fill: var(--differs); }
@media (max-width: 36rem) { body { padding: .5rem; } #measures :is(td, th) { padding: .15rem; }
  #measures table { font-size: .9rem; } #measures td:last-child small { white-space: normal; overflow-wrap: normal;
  width: min-content; margin-left: auto; } .interval { width: 3rem; } }
"""


def comparison_page(
    gold: File | Sequence[File],
    systems: Mapping[str, File | Sequence[File] | Sequence[Sequence[File]]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    deterministic: Collection[str] = (),
) -> str:
    """Return the page of ``compare --format html``: systems compared with the first of them.

    Takes and raises what `compare_files` does. The page needs nothing else and asks for nothing.

    >>> page = comparison_page("fixtures/scope-too-short/gold.txt", {
    ...     "ours": "fixtures/scope-too-short/system.txt",
    ...     "gold": "fixtures/scope-too-short/gold.txt"}, trials=100, resamples=200)
    >>> "<title>gold against ours</title>" in page
    True
    """
    settings = settings_of(scorer, nis, trials=trials, resamples=resamples, seed=seed)
    read = systems_of_files(gold, systems, settings, deterministic, keep=True)
    found = compare_read(read, settings)
    firsts = [system.runs[0] for system in read]
    sentences = [] if found.has_runs else list(changed_sentences(firsts, settings.original))
    labels = list(found.systems[0].measures)
    return as_html(found, sentences, settings.original, title(found), labels)


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
    called = "%s against %s" % (
        ", ".join(system.name for system in found.systems[1:]),
        found.systems[0].name,
    )
    beginning = (
        "<main>\n<section id=measures><h2>Measures</h2>\n<div class=wide>%s</div></section>\n"
        % _table(found, labels),
        "<section id=sentences><h2>Sentences</h2>\n",
    )
    if found.has_runs:
        listed = [
            "<p>The sentences are those of one run compared with one: name two files.</p>\n",
            STATUS,
        ]
    else:
        listed = [
            "<p>%s.</p>\n" % "; ".join("<b>%s</b>: %s" % pair for pair in DIRECTIONS.items()),
            _choices(sentences, original),
            STATUS,
            LEGEND % "gold's",
        ]
        # What the differences rest on comes first.
        first = sorted(sentences, key=_weight, reverse=True)
        articles = [_article(number, one) for number, one in enumerate(first, 1)]
        listed += articles or ["<p>No sentence differs.</p>\n"]
    number = plural(len(sentences), "sentence")
    below = ['<a href="#sentences">%s in which a row differs</a>' % number] if sentences else []
    return "".join(
        (
            before_articles(called, "<br>".join([*map(safe, lines), *below]), MORE_STYLE),
            *beginning,
            *listed,
            AFTER_ARTICLES,
        )
    )


def _pairs(one: Changed) -> str:
    """Return the changes of a sentence, each with its row, as its article says them."""
    names = list(DIRECTIONS)
    return facets_of(
        (str(names.index(change)), measured) for measured, change in one.directions.items()
    )


def _choices(sentences: Sequence[Changed], original: Original) -> str:
    """Return the buttons that select changes and rows."""
    numbers: Counter[str] = Counter()
    for one in sentences:
        pairs = [pair.split(":") for pair in _pairs(one).split()]
        numbers.update({"outcome:" + change for change, _ in pairs})
        numbers.update({"row:" + measured for _, measured in pairs})
    changes = [
        Choice({"outcome": number}, name, name, numbers["outcome:%d" % number])
        for number, name in enumerate(DIRECTIONS)
    ]
    rows = [
        Choice({"row": measured}, label, label, numbers["row:" + measured])
        for measured, label in original.table.labels.items()
    ]
    return choices("Changes", changes) + choices("Rows of the report", rows)


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
    said = "%s: %.2f to %.2f, drawn from %.2f to %.2f" % (value_of(one), low, high, *scale)
    return (
        '<svg class=interval viewBox="0 0 100 16" preserveAspectRatio=none role=img>'
        "<title>%s</title><rect class=line y=15 width=100 height=1 />"
        '<rect class=range x="%.1f" y=5 width="%.1f" height=6 />'
        '<rect class=value x="%.1f" width=3 height=16 /></svg>'
        % (said, left, max(width, 2), at - 1.5)
    )


def _article(number: int, one: Changed) -> str:
    """Return a sentence with gold's, the baseline's and the system's negations, and their outcomes."""
    names = list(DIRECTIONS)
    sides = (("baseline", one.baseline), ("system", one.other))
    parts = [
        '<article id=s-%d data-outcomes="%s" data-cues="" data-facets="">\n<h3><a href="#s-%d">%s</a> '
        "<span class=soft>lines %d–%d%s</span></h3>\n"
        % (
            number,
            _pairs(one),
            number,
            safe(one.baseline.name),
            one.baseline.first_line,
            one.baseline.last_line,
            ", " + safe(one.system) if one.system else "",
        )
    ]
    words = one.baseline.words
    has_several = max(len(one.baseline.gold), *[len(side.system) for _, side in sides]) > 1
    if has_several:
        parts.append("<p class=text>%s</p>\n" % safe(" ".join(words)))
    is_folded = has_several or len(words) > LONG
    parts.append("<dl>\n")
    parts += _terms("gold", one.baseline, one.baseline.gold, {}, is_folded)
    for name, explained in sides:
        parts += _terms(name, explained, explained.system, explained.differing(), is_folded)
    parts.append("</dl>\n<ul>\n")
    for measured, direction in one.directions.items():
        entry = "%d:%s" % (names.index(direction), measured)
        parts.append("<li data-outcome=%s><strong>%s</strong>" % (entry, direction))
        for name, explained in sides:
            wrong = [why for why in outcomes_in(explained, measured) if why.kind != TP]
            parts += ["<br>%s: %s" % (name, line_of(why)) for why in wrong]
        parts.append("</li>\n")
    return "".join([*parts, "</ul>\n</article>\n"])


def _terms(
    name: str,
    explained: Explained,
    negations: Sequence[Marked],
    differing: Mapping[tuple[str, int], set[tuple[str, int]]],
    is_folded: bool,
) -> Iterator[str]:
    """Yield a side's negations as terms of a list; `name` is the side's."""
    side = "gold" if name == "gold" else "system"
    for index, negation in enumerate(negations, start=1):
        differs = differing.get((side, index), set())
        yield term("%s %d" % (name, index), explained, negation, differs, is_folded)
    if not negations:
        yield "<dt>%s</dt><dd class=soft>no negation</dd>\n" % name
