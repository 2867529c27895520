"""The explanation as a self-contained HTML page: the sentences, and beside them what they add up to.

Without its script, it shows everything; the script adds filters, search, and tables that
sort. All content from the corpora is escaped and shown as text.
"""

from __future__ import annotations

import os
import re
from collections import Counter

from ..ground.wording import visible
from ..legacy.originals import original_of
from ..reading.in_step import each, in_step
from ..reading.source import is_file, name_of
from .explained import ERROR_MEANINGS, INVENTED, KINDS, MISSED, TP, explain
from .frame import (
    AFTER_ARTICLES,
    LEGEND,
    LONG,
    OUTCOMES,
    STATUS,
    Choice,
    before_articles,
    choices,
    facets_of,
    line_of,
    safe,
    table,
    term,
)
from .listing import Filter, Listing, Summary, most_frequent, range_of
from .tallies import (
    FORMS,
    SCOPE_RIGHT,
    SCOPE_WRONG,
    STATUSES,
    CueTally,
    Tallies,
    cues_of,
    document_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ..legacy.originals import Original
    from ..reading.sentences import Sentence
    from ..reading.source import File
    from .explained import Explained, Why
    from .tallies import PlaceTally

MOST_CUES = 8
"""How many of the most missed and most invented cues stand at once; all are in a table."""
MOST_ROWS = 500
"""How many lines the table of cues, and that of documents, has at most."""

CUE_STATUSES = (*STATUSES, SCOPE_RIGHT, SCOPE_WRONG)


def explanation_page(
    gold: File | Iterable[Sentence],
    system: File | Iterable[Sentence],
    scorer: str = "eval.cd-sco",
    everything: bool = False,
    title: str = "",
) -> str:
    """Return the page of ``explain --format html``, of files or of sentences in memory.

    With `everything`, sentences without an error are listed too. Raises what `score_files` and
    `score` raise. The page needs nothing else and asks for nothing.

    >>> page = explanation_page("fixtures/scope-too-short/gold.txt",
    ...                         "fixtures/scope-too-short/system.txt")
    >>> page.count("<article")
    1
    """
    original = original_of(scorer)
    if not title:
        names = [_called(side) for side in (system, gold)]
        shown = [os.path.basename(name) for name in names]
        title = "%s against %s" % (shown[0] or "the system", shown[1] or "gold")
    wanted = Filter(everything=everything, rows=tuple(original.table.measured))
    listing, summary = PageListing(wanted, title, original), Summary(original, True)
    files = in_step(gold, system, original)
    pieces = []
    for sentence in each(files, lambda opened: explain(opened, original, summary.slips)):
        summary.add(sentence)
        if wanted.lists(sentence):
            pieces.append(listing.piece(sentence))
    return "".join([listing.before(summary), *pieces, listing.after()])


def _called(side: File | Iterable[Sentence]) -> str:
    """Return the name of a side's file, "" for sentences in memory."""
    return name_of(side, "") if is_file(side) else ""  # type: ignore[arg-type]


class PageListing(Listing):
    """A self-contained page, called `title`: each sentence with its outcomes, and the summary."""

    def __init__(self, wanted: Filter, title: str, original: Original) -> None:
        super().__init__(wanted)
        self._title = title
        self._original = original
        self._anchors: dict[str, int] = {}
        self._values: dict[str, dict[str, int]] = {}
        self._numbers: Counter[str] = Counter()

    def state(self) -> Callable[[], None]:
        """Return a function that restores what was listed so far."""
        restore = super().state()
        anchors, numbers = dict(self._anchors), Counter(self._numbers)

        def restore_all() -> None:
            restore()
            self._anchors, self._numbers = anchors, numbers

        return restore_all

    def piece(self, sentence: Explained) -> str:
        """Return a sentence."""
        self.number += 1
        outcomes = self.wanted.outcomes(sentence)
        pairs = facets_of((why.kind, why.measured) for why in outcomes)
        seen = list(cues_of(sentence))
        cues = facets_of(
            (str(self._value("cue", cue.words)), str(CUE_STATUSES.index(status)))
            for cue in seen
            for status in cue.statuses
        )
        facets = facets_of(
            [
                *[("error", list(ERROR_MEANINGS).index(error)) for error in sentence.errors()],
                *[("form", FORMS.index(cue.form)) for cue in seen],
                *[("length", length) for length in _wrong_lengths(sentence)],
                ("document", self._value("document", document_of(sentence))),
                *[("file", self._value("file", name)) for name in [sentence.file] if name],
            ]
        )
        self._count(pairs, "outcome", "row")
        self._count(cues, "cue", "status")
        self._numbers.update(facets.split())
        return _article(self._anchor(sentence), sentence, outcomes, (pairs, cues, facets))

    def _value(self, facet: str, value: str) -> int:
        """Return the number of a facet's value, which is given when it is first met."""
        values = self._values.setdefault(facet, {})
        return values.setdefault(value, len(values))

    def _count(self, pairs: str, first: str, second: str) -> None:
        """Count a sentence for the values of two facets, and for both together."""
        found = [pair.split(":") for pair in pairs.split()]
        self._numbers.update({"%s:%s" % (first, one) for one, _ in found})
        self._numbers.update({"%s:%s" % (second, other) for _, other in found})
        self._numbers.update({"%s:%s %s:%s" % (first, one, second, other) for one, other in found})

    def _choice(self, facet: str, value: str | int, name: str, more: str = "") -> Choice:
        """Return the button of a facet's value; `more` stands behind its name."""
        number = self._numbers["%s:%s" % (facet, value)]
        return Choice({facet: value}, name, name + more, number)

    def before(self, summary: Summary) -> str:
        """Return the page's head, the summary with the filters, and what opens the sentences."""
        original = self._original
        tallies = summary.tallies or Tallies()
        lead = (
            "How each negation was counted, and why, by <code>%s</code> %s. %s, %d listed here%s."
            % (
                original.identifier,
                original.version,
                safe(summary.in_words()),
                self.number,
                safe(self._only()),
            )
        )
        panel = (
            self._errors(summary),
            self._outcomes(),
            self._cues(summary),
            self._lengths(summary),
            self._places("document", "Documents", tallies.documents),
            self._places("file", "Files", tallies.files),
            _totals(summary),
        )
        return "".join(
            (
                before_articles(self._title, lead),
                "<main class=two>\n<details id=panel open><summary><h2>Summary and filters</h2></summary>\n",
                *panel,
                "</details>\n<section id=sentences>\n<h2 class=unseen>Sentences</h2>\n",
                _costs(summary),
                STATUS,
                LEGEND % "its partner",
            )
        )

    def _only(self) -> str:
        """Return in words which sentences and outcomes were asked for, "" if there is no such choice."""
        wanted = self.wanted
        asked = [
            self._original.table.labels.get(wanted.measured or "", wanted.measured),
            OUTCOMES.get(wanted.kind or ""),
            wanted.sentence,
        ]
        words = ", ".join([one for one in asked if one])
        return ", only " + words if words else ""

    def after(self) -> str:
        """Return the end of the page."""
        return ("" if self.number else "<p>No sentence to list.</p>\n") + AFTER_ARTICLES

    def _errors(self, summary: Summary) -> str:
        names = list(ERROR_MEANINGS)
        found = [
            self._choice("error", names.index(error), error, " (%d)" % number)
            for error, number in summary.errors.items()
        ]
        remark = (
            "In brackets: how often in all sentences. In bold: how many sentences the filter shows."
        )
        return choices("Errors by kind", found, has_bars=True, remark=remark)

    def _outcomes(self) -> str:
        outcomes = [self._choice("outcome", kind, OUTCOMES[kind]) for kind in KINDS]
        rows = [
            self._choice("row", measured, label)
            for measured, label in self._original.table.labels.items()
        ]
        return choices("Outcomes", outcomes) + choices("Rows of the report", rows)

    def _cues(self, summary: Summary) -> str:
        """Return the buttons for cues, and the table of all cues."""
        has_scopes = "scopes" in self._original.table.measured
        parts = []
        for status, cues in ((MISSED, summary.missed_cues), (INVENTED, summary.invented_cues)):
            found = []
            for cue, number in most_frequent(cues)[:MOST_CUES]:
                both = {"cue": self._value("cue", cue), "status": CUE_STATUSES.index(status)}
                shown = self._numbers[" ".join("%s:%s" % pair for pair in both.items())]
                found.append(Choice(both, cue, "%s (%d)" % (cue, number), shown))
            parts.append(choices("Most %s cues" % status, found, has_bars=True))
        shown_statuses = CUE_STATUSES if has_scopes else STATUSES
        parts.append(
            choices(
                "What becomes of cues",
                [self._choice("status", CUE_STATUSES.index(one), one) for one in shown_statuses],
            )
        )
        forms = [self._choice("form", number, form) for number, form in enumerate(FORMS)]
        parts.append(choices("Forms of cues", forms))
        tallies = summary.tallies or Tallies()
        heads = ["cue", "gold", *STATUSES, *([SCOPE_RIGHT] if has_scopes else [])]
        # Forms have their buttons above.
        by_form = [
            _numbers_of(safe(form), tallies.forms[form], has_scopes)
            for form in FORMS
            if form in tallies.forms
        ]
        parts.append(
            "<h3>By form of cue</h3>\n" + table(heads, by_form, "negations by form of cue")
        )
        ordered = sorted(
            tallies.cues.items(), key=lambda pair: (-pair[1].gold, -sum(pair[1]), pair[0])
        )
        by_cue = [
            _numbers_of(str(self._choice("cue", self._value("cue", cue), cue)), tally, has_scopes)
            for cue, tally in ordered[:MOST_ROWS]
        ]
        parts.append(
            "<details><summary>By cue: negations of all sentences, %d cues%s</summary>\n%s</details>\n"
            % (len(ordered), _first(len(ordered)), table(heads, by_cue, "negations by cue"))
        )
        return "".join(parts)

    def _lengths(self, summary: Summary) -> str:
        """Return the buttons and the table for scope errors by the length of gold's scope."""
        if "scopes" not in summary.original.table.measured:
            return ""
        rows, found = [], []
        for number, (length, (pairs, wrong)) in enumerate(summary.scopes_by_length.items()):
            if pairs:
                name = _length(length)
                found.append(self._choice("length", number, name))
                share = "%.0f%%" % (100 * wrong / pairs)
                rows.append((safe(name), pairs, wrong, share))
        if not rows:
            return ""
        heads = ("tokens in gold's scope", "gold scopes", "wrong or missed", "share")
        return choices("Wrong or missed scopes by the length of gold's", found) + table(
            heads, rows, "scopes by length"
        )

    def _places(self, facet: str, title: str, tallies: Mapping[str, PlaceTally]) -> str:
        """Return the table of documents or files, each with a button, "" if there is one alone."""
        if len(tallies) < 2:
            return ""
        ordered = sorted(tallies.items(), key=lambda pair: (-pair[1].with_error, pair[0]))
        rows = [
            (str(self._choice(facet, self._value(facet, name), name)), *tally)
            for name, tally in ordered[:MOST_ROWS]
        ]
        heads = (facet, "sentences", "with error", "missed", "invented")
        shown = table(heads, rows, "errors by %s" % facet)
        return "<details><summary>%s: %d%s</summary>\n%s</details>\n" % (
            title,
            len(ordered),
            _first(len(ordered)),
            shown,
        )

    def _anchor(self, explained: Explained) -> str:
        """Return an anchor for a sentence: its own name, so that it is the same on later pages."""
        anchor = "s-" + re.sub(r"[^\w.:-]+", "-", visible(_title(explained)))
        self._anchors[anchor] = self._anchors.get(anchor, 0) + 1
        # A sentence's name may occur twice, as in a file of two runs.
        times = self._anchors[anchor]
        return anchor if times == 1 else "%s-again-%d" % (anchor, times)


def _first(number: int) -> str:
    """Return in words that only the first lines of a table are shown, "" if all are."""
    return ", the first %d shown" % MOST_ROWS if number > MOST_ROWS else ""


def _numbers_of(head: str, tally: CueTally, has_scopes: bool) -> tuple[str | int, ...]:
    """Return a line of the table of cues."""
    scopes = ["%d/%d" % (tally.scopes_right, tally.scopes)] if has_scopes else []
    return (head, *tally[:5], *scopes)


def _length(length: tuple[int, int | None]) -> str:
    """Return a range of lengths in words."""
    first, last = length
    if last is None:
        return "%d or more" % first
    return "%d" % first if first == last else "%d to %s" % (first, last)


def _wrong_lengths(explained: Explained) -> Iterator[int]:
    """Yield the range of length of each of gold's scopes that is wrong, by its number in `LENGTHS`."""
    for why in explained.outcomes:
        if why.measured == "scopes_no_cue_match" and why.gold is not None and why.kind != TP:
            yield range_of(len(explained.negation("gold", why.gold).scope))


def _costs(summary: Summary) -> str:
    """Return a list of what would change the score most, or "" if nothing would."""
    costs = "".join("<li>%s</li>\n" % safe(cost) for cost in summary.costs())
    return (
        "<h2>What would change the score most</h2>\n<ul class=costs>\n%s</ul>\n" % costs
        if costs
        else ""
    )


def _totals(summary: Summary) -> str:
    rows, remarks = [], []
    for row in summary.rows():
        mark = "*" if row.remark else ""
        cells = ("%d%s" % (row.tp, mark), row.fp, row.fn, row.precision, row.recall, row.f1)
        rows.append((safe(row.label), *cells))
        if row.remark:
            remarks.append("<p class=note>* %s: %s</p>\n" % (safe(row.label), safe(row.remark)))
    heads = ("row", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")
    shown = table(heads, rows, "totals, as in the report")
    return "<h3>Totals, as in the report</h3>\n" + shown + "".join(remarks)


def _title(explained: Explained) -> str:
    """Return the name of a sentence, with its file if there are several."""
    return "%s: %s" % (explained.file, explained.name) if explained.file else explained.name


def _article(
    anchor: str, explained: Explained, outcomes: Iterable[Why], said: tuple[str, str, str]
) -> str:
    """Return a sentence, its negations pair by pair, and what they count as; `said` are its facets."""
    parts = [
        '<article id="%s" data-outcomes="%s" data-cues="%s" data-facets="%s">\n'
        '<h3><a href="#%s">%s</a> <span class=soft>lines %d\u2013%d</span></h3>\n'
        % (
            anchor,
            *said,
            anchor,
            safe(_title(explained)),
            explained.first_line,
            explained.last_line,
        )
    ]
    if explained.note:
        parts.append("<p class=note>%s</p>\n" % safe(explained.note))
    pairs = pairs_of(explained)
    has_several = len(pairs) > 1
    if has_several or not pairs or not _has_whole_words(explained):
        parts.append("<p class=text>%s</p>\n" % safe(" ".join(explained.words)))
    is_folded = has_several or len(explained.words) > LONG
    differing = explained.differing()
    left = list(outcomes)
    for gold, system in pairs:
        own = [why for why in left if (why.gold, why.system) == (gold, system)]
        own += [why for why in left if why not in own and why.gold == gold is not None]
        own += [why for why in left if why not in own and why.system == system is not None]
        left = [why for why in left if why not in own]
        parts.append(
            "<div class=pair>\n%s%s</div>\n"
            % (_pair(explained, gold, system, differing, is_folded), _lines(own))
        )
    parts.append(_lines(left))
    parts += ["<p class=soft>pair: %s</p>\n" % safe(pair) for pair in explained.pairs]
    parts.append("</article>\n")
    return "".join(parts)


def _has_whole_words(explained: Explained) -> bool:
    """Return True if all strings of all negations are the words at their places."""
    return all(
        string == explained.words[position]
        for negation in (*explained.gold, *explained.system)
        for part in negation
        for position, string in part
    )


def pairs_of(explained: Explained) -> list[tuple[int | None, int | None]]:
    """Return the negations of both sides by number, each with its partner or by itself."""
    pairs = [
        (why.gold, why.system) for why in explained.outcomes if why.measured == "full_negations"
    ]
    for side, negations in enumerate((explained.gold, explained.system)):
        there = {pair[side] for pair in pairs}
        for number in range(1, len(negations) + 1):
            if number not in there:
                pairs.append((number, None) if side == 0 else (None, number))
    return pairs


def _pair(
    explained: Explained,
    gold: int | None,
    system: int | None,
    differing: Mapping[tuple[str, int], set[tuple[str, int]]],
    is_folded: bool,
) -> str:
    """Return a pair of negations, or one without partner, as terms of a list."""
    parts = []
    there = {"gold": explained.gold, "system": explained.system}
    for side, number in (("gold", gold), ("system", system)):
        if number is None:
            missing = "no partner" if there[side] else "no negation"
            parts.append("<dt>%s</dt><dd class=soft>%s</dd>\n" % (side, missing))
            continue
        negation = explained.negation(side, number)
        differs = differing.get((side, number), set())
        parts.append(term("%s %d" % (side, number), explained, negation, differs, is_folded))
    return "<dl>\n%s</dl>\n" % "".join(parts)


def _lines(outcomes: Iterable[Why]) -> str:
    """Return outcomes as lists: what is wrong, and folded, what is right."""
    wrong: list[str] = []
    right: list[str] = []
    for why in outcomes:
        line = "<li data-outcome=%s:%s>%s</li>\n" % (why.kind, why.measured, line_of(why))
        (right if why.kind == TP else wrong).append(line)
    shown = "<ul>\n%s</ul>\n" % "".join(wrong) if wrong else ""
    if right:
        shown += (
            "<details class=right><summary class=soft>%d right</summary><ul>\n%s</ul></details>\n"
            % (len(right), "".join(right))
        )
    return shown
