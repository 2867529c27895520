"""The explanation as a self-contained HTML page: the sentences, and beside them what they add up to.

Without its script, it shows everything; the script adds filters, search, and tables that
sort. All content from the corpora is escaped and shown as text.
"""

from __future__ import annotations

import os
import re
from collections import Counter

from ..legacy.originals import original_of
from ..reading.in_step import each, in_step
from ..reading.source import is_file, name_of
from .article import article, title_of
from .cards import in_order, members_of
from .explained import KINDS, explain_judged
from .frame import (
    LEGEND,
    OUTCOMES,
    STATUS,
    Choice,
    after_articles,
    before_articles,
    choices,
    facets_of,
    safe,
    table,
)
from .listing import (
    REMARKS,
    Filter,
    Listing,
    left_out_words,
    remarks_on,
)
from .negations import ERROR_MEANINGS, INVENTED, MISSED, kinds_of
from .summary import Summary, SystemSummary, costs_of_one, costs_of_several
from .tallies import SCOPE_RIGHT, SCOPE_WRONG, STATUSES, TABLES, all_keys, seen_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..legacy.originals import Original
    from ..reading.sentences import Sentence
    from ..reading.source import File
    from .cards import Card, Member, Take
    from .tallies import Seen

    Facet = tuple[str, str | int]
    """A facet with its value, or the values of two facets that are of one thing."""

MOST_CUES = 8
"""How many of the most missed and most invented cues stand at once; all are in a table."""
MOST_ROWS = 500
"""How many lines a table has at most."""

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
    names = [_called(side) for side in (system, gold)]
    shown = [os.path.basename(name) for name in names]
    title = title or "%s against %s" % (shown[0] or "the system", shown[1] or "gold")
    wanted = Filter(everything=everything, rows=tuple(original.table.measured))
    members = members_of([(shown[0] or "the system", ())])
    listing, summary = PageListing(wanted, members, title, original), Summary(original)
    one = SystemSummary(members[0].system, original)
    one.runs.append(("", summary))
    files = in_step(gold, system, original)
    stream = each(files, lambda two: explain_judged(two, original, add=summary.add))
    pieces = list(listing.pieces([(0, stream)]))
    return "".join([listing.before([one]), *pieces, listing.after()])


def _called(side: File | Iterable[Sentence]) -> str:
    """Return the name of a side's file, "" for sentences in memory."""
    return name_of(side, "") if is_file(side) else ""  # type: ignore[arg-type]


class PageListing(Listing):
    """A self-contained page, called `title`: each sentence with its outcomes, and the summary."""

    partner = "its partner"

    def __init__(
        self, wanted: Filter, members: Sequence[Member], title: str, original: Original
    ) -> None:
        super().__init__(wanted, members)
        self.title = title
        self.original = original
        self._anchors: dict[str, int] = {}
        self._values: dict[str, dict[str, int]] = {}
        self._numbers: Counter[str] = Counter()
        self._remarks: dict[str, None] = {}

    def piece(self, card: Card) -> str:
        """Return a sentence."""
        self.number += 1
        keys: set[str] = set()
        takes = []
        for take in card.takes:
            outcomes, seen = self.wanted.outcomes(take.explained), list(seen_in(take.explained))
            pairs: tuple[list[Facet], ...] = (
                [(why.kind, why.measured) for why in outcomes],
                self._cues(seen),
                self._changes(card, take),
            )
            for names, own in zip(PAIRS, pairs):
                for both in own:
                    found = ["%s:%s" % one for one in zip(names, both)]
                    keys |= {*found, " ".join(found)}
            facets = self._facets(card, take, seen)
            keys.update("%s:%s" % one for one in facets)
            takes.append((take, outcomes, tuple(map(facets_of, (*pairs, facets)))))
            self._remarks.update(dict.fromkeys(remarks_on(take.explained)))
        self._numbers.update(keys)
        return article(self._anchor(card), card, takes, self.members)

    def _cues(self, several: Iterable[Seen]) -> list[Facet]:
        """Return cues as pairs of words and what became of them."""
        return [
            (str(self._value("cue", seen.key)), CUE_STATUSES.index(status))
            for seen in several
            for status in seen.statuses
        ]

    def _changes(self, card: Card, take: Take) -> list[Facet]:
        """Return how a system differs from a baseline, as pairs of change and row."""
        systems = dict.fromkeys(self.members[place].system for place in take.places)
        return [
            (str(self._value("change", change)), measured)
            for system in systems
            for measured, change in (card.directions or {}).get(system, {}).items()
        ]

    def _facets(self, card: Card, take: Take, several: Iterable[Seen]) -> list[Facet]:
        """Return what single filters find a sentence by."""
        found: list[Facet] = [
            ("error", list(ERROR_MEANINGS).index(error)) for error in take.explained.errors()
        ]
        for seen in several:
            if seen.is_filter and seen.table != "cue":
                found.append((seen.table, self._value(seen.table, seen.key)))
        if len(self.members) > 1:
            found += [("right", self._value("right", str(one))) for one in card.right(self.members)]
            found += [("wrong", place) for place in take.places if take.explained.error]
        return found

    def _value(self, facet: str, value: str) -> int:
        """Return the number of a facet's value, which is given when it is first met."""
        values = self._values.setdefault(facet, {})
        return values.setdefault(value, len(values))

    def choice(self, facet: str, value: str | int, name: str, more: str = "") -> Choice:
        """Return the button of a facet's value; `more` stands behind its name."""
        number = self._numbers["%s:%s" % (facet, value)]
        return Choice({facet: value}, name, name + more, number)

    def before(self, systems: Sequence[SystemSummary]) -> str:
        """Return the page's head, what errors cost, the filters, and what opens the sentences."""
        words = systems[0].only.in_words() if len(self.members) == 1 else ""
        said = [
            "%s: %s" % (system.name, summary.in_words())
            for system in systems
            for _, summary in system.runs
            if summary.of_files and not words
        ]
        said += [left_out_words(self.left_out)] if self.left_out else []
        lead = (
            "How each negation was counted, and why, by <code>%s</code> %s. %s%d listed here%s."
            % (
                self.original.identifier,
                self.original.version,
                safe(words) + ", " if words else "",
                self.number,
                safe(self._only()),
            )
        )
        panel = (
            self.of_errors(systems[0].only.kinds if len(self.members) == 1 else None),
            self.of_systems(),
            self._rows(systems),
            *self._tables(systems),
            _totals(systems),
            _slips(systems),
        )
        lead += "".join("<br>%s." % safe(one) for one in said)
        return self.opened(lead, _costs(systems), panel)

    def opened(self, lead: str, first: str, panel: Iterable[str]) -> str:
        """Return what comes before the sentences: what stands `first`, the search, and the filters."""
        return "".join(
            (
                before_articles(self.title, lead),
                "<main class=two>\n",
                first,
                STATUS,
                "<details id=panel open><summary><h2>Summary and filters</h2></summary>\n",
                *panel,
                "</details>\n<section id=sentences>\n<h2 class=unseen>Sentences</h2>\n",
                LEGEND % self.partner,
            )
        )

    def _only(self) -> str:
        """Return in words which sentences and outcomes were asked for, "" if there is no such choice."""
        labels = self.original.table.labels
        asked = [
            *[labels.get(one, one) for one in self.wanted.measured or ()],
            OUTCOMES.get(self.wanted.kind or ""),
            self.wanted.sentence,
        ]
        words = ", ".join([one for one in asked if one])
        return ", only " + words if words else ""

    def after(self) -> str:
        """Return the remarks on what is listed, and the end of the page."""
        remarks = [remark for key, remark in REMARKS.items() if key in self._remarks]
        said = "".join("<p class=note>%s.</p>\n" % safe(one) for one in remarks)
        return ("" if self.number else "<p>No sentence to list.</p>\n") + said + after_articles()

    def of_errors(self, numbers: Mapping[str, int] | None = None) -> str:
        """Return the buttons for kinds of errors; in brackets, how often each occurs in all sentences."""
        names = list(ERROR_MEANINGS)
        found = [
            self.choice(
                "error", names.index(error), error, " (%d)" % numbers[error] if numbers else ""
            )
            for error in numbers or kinds_of(self.original)
        ]
        remark = "In brackets: how often in all sentences. " if numbers else ""
        remark += "In bold: how many sentences the filter shows."
        return choices("Errors by kind", found, has_bars=True, remark=remark)

    def of_systems(self) -> str:
        """Return the buttons for several systems: in how many a sentence is right, and which are wrong."""
        if len(self.members) == 1:
            return ""
        in_how_many, remark = [], ""
        for one, number in in_order(self.right):
            place, name = self._value("right", str(one)), "right in " + str(one)
            found = self.choice("right", place, name)
            if found.number != number:
                found = self.choice("right", place, name, " (%d)" % number)
                remark = "In brackets: of all sentences."
            in_how_many.append(found)
        wrong = [
            self.choice("wrong", place, "wrong in " + member.label)
            for place, member in enumerate(self.members)
        ]
        return choices("Right in how many", in_how_many, remark=remark) + choices("Systems", wrong)

    def _rows(self, systems: Sequence[SystemSummary]) -> str:
        outcomes = [self.choice("outcome", kind, OUTCOMES[kind]) for kind in KINDS]
        labels = {row.label for row in systems[0].only.shown_rows()}
        rows = [
            self.choice("row", measured, label)
            for measured, label in self.original.table.labels.items()
            if label in labels
        ]
        return choices("Outcomes", outcomes) + choices("Rows of the report", rows)

    def _tables(self, systems: Sequence[SystemSummary]) -> Iterator[str]:
        """Yield the buttons for cues, and the tables; of several systems, what is wrong in each."""
        has_scopes = "scopes" in self.original.table.measured
        is_one = len(self.members) == 1
        if is_one:
            yield from self._cue_buttons(systems[0].only)
        statuses = CUE_STATUSES if has_scopes else STATUSES
        found = [self.choice("status", CUE_STATUSES.index(one), one) for one in statuses]
        yield choices("What becomes of cues", found)
        for name, kind in TABLES.items():
            if kind.of_scopes and not has_scopes:
                continue
            lines = self._lines(name, systems)
            if not lines or (name in ("document", "file") and len(lines) < 2):
                continue
            heads = kind.heads if is_one else (kind.key, *[one.label for one in systems])
            shown = table(heads, lines[:MOST_ROWS], kind.title)
            some = ", the first %d shown" % MOST_ROWS if len(lines) > MOST_ROWS else ""
            is_wrong = "" if is_one or name in ("taken", "edge") else ": what is wrong"
            head = (safe(kind.title), is_wrong, len(lines), some)
            yield "<details><summary>%s%s (%d%s)</summary>\n%s</details>\n" % (*head, shown)

    def _lines(self, name: str, systems: Sequence[SystemSummary]) -> list[tuple[str | int, ...]]:
        """Return the lines of a table, each with a button."""
        if len(self.members) == 1:
            found = systems[0].only.tallies.lines(name)
            cells = {key: TABLES[name].cells(line) for key, line in found}
        else:
            every = [summary.tallies for system in systems for _, summary in system.runs]
            keys = all_keys(name, every)
            cells = {key: tuple([_wrong(one, name, key) for one in systems]) for key in keys}
        return [(str(self.choice(name, self._value(name, key), key)), *cells[key]) for key in cells]

    def _cue_buttons(self, summary: Summary) -> Iterator[str]:
        """Yield the cues that are missed and invented most often, as buttons."""
        cues = summary.tallies.lines("cue")
        for status in (MISSED, INVENTED):
            most = sorted([(-tally[status], key) for key, tally in cues])[:MOST_CUES]
            found = []
            for number, cue in most:
                if number:
                    both = {"cue": self._value("cue", cue), "status": CUE_STATUSES.index(status)}
                    shown = self._numbers[" ".join("%s:%s" % pair for pair in both.items())]
                    found.append(Choice(both, cue, "%s (%d)" % (cue, -number), shown))
            yield choices("Most %s cues" % status, found, has_bars=True)

    def _anchor(self, card: Card) -> str:
        """Return an anchor for a sentence: its own name, so that it is the same on later pages."""
        anchor = "s-" + re.sub(r"[^\w.:-]+", "-", title_of(card.sentence))
        self._anchors[anchor] = self._anchors.get(anchor, 0) + 1
        # A sentence's name may occur twice, as in a file of two runs.
        times = self._anchors[anchor]
        return anchor if times == 1 else "%s-again-%d" % (anchor, times)


def _wrong(system: SystemSummary, table: str, key: str) -> str:
    """Return how much is wrong in a line of a table, over the runs of a system."""
    return system.over_runs(lambda summary: summary.tallies.wrong(table, key)).brief


PAIRS = (("outcome", "row"), ("cue", "status"), ("change", "changed"))
"""The facets that are of one thing: an outcome, a cue, a change."""


def _costs(systems: Sequence[SystemSummary]) -> str:
    """Return the table of what each kind of error costs, "" if there is no error."""
    is_one = len(systems) == 1 and len(systems[0].runs) == 1
    costs = costs_of_one(systems[0].only) if is_one else costs_of_several(systems)
    if not costs.rows:
        return ""
    rows = [*[("F1 " + label, *cells) for label, *cells in costs.f1], *costs.rows]
    shown = table(costs.heads, rows, "what each kind of error costs", sorts=False)
    return (
        "<section id=costs><h2>What each kind of error costs</h2>\n<p class=soft>%s</p>\n%s"
        "</section>\n" % (safe(costs.words), shown)
    )


def _slips(systems: Sequence[SystemSummary]) -> str:
    """Return the slips that a rule could mend, system by system."""
    is_one = len(systems) == 1
    found = [
        "<li>%s</li>\n" % safe(slip if is_one else "%s: %s" % (system.name, slip))
        for system in systems
        for slip in system.of_slips()
    ]
    head = "<h3>Slips that a rule could mend (check --fix --also CODE)</h3>\n<ul>\n%s</ul>\n"
    return head % "".join(found) if found else ""


def _totals(systems: Sequence[SystemSummary]) -> str:
    """Return the rows of the report; of several systems, each by itself stands at the head."""
    if len(systems) > 1 or len(systems[0].runs) > 1:
        return ""
    rows, remarks = [], []
    for row in systems[0].only.shown_rows():
        mark = "*" if row.remark else ""
        cells = ("%d%s" % (row.tp, mark), row.fp, row.fn, row.precision, row.recall, row.f1)
        rows.append((safe(row.label), *cells))
        if row.remark:
            remarks.append("<p class=note>* %s: %s</p>\n" % (safe(row.label), safe(row.remark)))
    heads = ("row", "tp", "fp", "fn", "P (%)", "R (%)", "F1 (%)")
    shown = table(heads, rows, "totals, as in the report")
    return "<h3>Totals, as in the report</h3>\n" + shown + "".join(remarks)
