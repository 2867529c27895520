"""A comparison as a page: the table with its intervals, and the sentences that differ, as in the explanation."""

from __future__ import annotations

from ..explaining.frame import choices, safe
from ..explaining.listing import Filter
from ..explaining.page import PageListing
from ..ground.counts import total
from ..ground.wording import plural, probability
from .changed import DIRECTIONS, changed_sentences, members_compared
from .resampling import RESAMPLES, SEED, TRIALS
from .systems import compare_read, settings_of, systems_of_files
from .tables import NOT_THERE, title, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ..legacy.originals import Original
    from ..reading.source import File
    from ..reporting.nis import Rules
    from .comparison import Compared, Comparison
    from .differences import SystemRuns


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
    labels = list(found.systems[0].measures)
    return as_html(found, read, settings.original, title(found), labels)


def as_html(
    found: Comparison,
    systems: Sequence[SystemRuns],
    original: Original,
    lines: Sequence[str],
    labels: Sequence[str],
) -> str:
    """Return a page that needs nothing else: the table with its intervals, and the sentences.

    The sentences of `systems` were kept. `lines` say what was compared and how, `labels` which rows the
    table has, but for those that gold has nothing of.
    """
    called = "%s against %s" % (
        ", ".join(system.name for system in found.systems[1:]),
        found.systems[0].name,
    )
    members = members_compared(systems)
    sentences = list(changed_sentences(systems, original))
    counts = total(systems[0].runs[0].units)
    rows = original.table.rows + original.table.rows_b
    empty = {row.label for row in rows if not getattr(counts, row.measured).gold}
    shown = [label for label in labels if label not in empty] or labels
    listing = _Changes(Filter(rows=tuple(original.table.measured)), members, called, original)
    # What the differences rest on comes first.
    ordered = sorted(sentences, key=lambda one: -one.weight)
    for one in ordered:
        listing.right.update(one.card.right(members))
    articles = [listing.piece(one.card) for one in ordered]
    number = plural(len(sentences), "sentence")
    below = ['<a href="#sentences">%s in which a row differs</a>' % number] if sentences else []
    head = "<br>".join([*map(safe, lines), *below])
    measures = (
        "<section id=measures><h2>Measures</h2>\n<div class=wide>%s</div></section>\n"
        % _table(found, shown)
    )
    return "".join([listing.opened(head, measures, listing.panel()), *articles, listing.after()])


class _Changes(PageListing):
    """The sentences that differ, with filters by change and row, by system, and by kind of error."""

    partner = "gold's"

    def panel(self) -> list[str]:
        """Return the filters."""
        changes = [self.choice("change", self._value("change", name), name) for name in DIRECTIONS]
        labels = self.original.table.labels
        rows = [self.choice("changed", measured, label) for measured, label in labels.items()]
        there = [one for one in rows if one.number]
        meanings = "; ".join("%s: %s" % pair for pair in DIRECTIONS.items())
        return [
            choices("Changes", changes, remark="Of a row in a sentence. %s." % meanings),
            choices("Rows that change", there),
            self.of_systems(),
            self.of_errors(),
        ]


def _table(found: Comparison, labels: Sequence[str]) -> str:
    """Return F1 of each row, with the interval of each drawn, and that of the difference."""
    several = len(found.systems) > 2
    heads = ("system", "F1 (%)", "interval", "difference", "p")
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
