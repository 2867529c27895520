"""The rows of the reports: all that is known of each stands here, and nowhere else.

The report measures by it, ``-r`` and the pages in ``docs/`` explain by it, and
`explaining` names and finds rows by it. A further row is a further entry.
"""

from __future__ import annotations

from ..ground.measures import Shares, scores_of
from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..ground.counts import Counts, Tally
    from ..ground.measures import Scores


class Row(Record):
    """A row of a report.

    `label` is its name as printed. `measured` names the tally that it shows
    (see `counts.Counts`). `divided_by_system` is true in the B block:
    precision divides by all that the system has, not by true and false
    positives. `printed_true_positives` names the tally whose true positives
    are printed (quirk 16: the rows "no cue match" of the scopes print
    another's).

    The rest is for people: `short` heads a column; `meaning` in a phrase; what `counted` are as gold
    and system; what a true positive, a false negative and a false positive
    is; and the numbers of the `quirks` that change it.
    """

    label: str
    measured: str
    printed_true_positives: str
    divided_by_system: bool
    short: str
    meaning: str
    counted: str
    true_positive: str
    false_negative: str
    false_positive: str
    quirks: tuple[int, ...]

    def tally(self, counts: Counts) -> Tally:
        """Return what the row shows of `counts`."""
        tally: Tally = getattr(counts, self.measured)
        return tally

    def scores(self, tally: Tally) -> Scores:
        """Return precision, recall and F1 of a tally, and which of them are undefined."""
        return scores_of(*self.shares(tally))

    def shares(self, tally: Tally) -> Shares:
        """Return what precision and recall of a tally divide, and by what.

        2.2, lines 2164-2378: precision divides by true and false positives, in
        the B block by all that the system has; recall by true positives and
        false negatives.
        """
        _, system, right, invented, missed = tally
        of_system = system if self.divided_by_system else right + invented
        return Shares._make((right, of_system, right, right + missed))

    def block_b(self, label: str) -> Row:
        """Return the row of the B block that shows the same tally, under its own label."""
        quirks = tuple(sorted({*self.quirks, 22}))
        short = "%s B" % self.short
        return self._replace(label=label, short=short, divided_by_system=True, quirks=quirks)


# 2.2, lines 2164-2193, printed in 2395 and 2403.
CUES = Row(
    "Cues",
    "cues",
    "cues",
    False,
    short="Cues",
    meaning="the words that negate",
    counted="cues",
    true_positive="the cue is right",
    false_negative="the cue is missed, or differs",
    false_positive="the system's negation is paired with none",
    quirks=(9, 13, 14, 15),
)
# 2.2, lines 2195-2227, printed in 2396 and 2404.
SCOPES = Row(
    "Scopes(cue match)",
    "scopes",
    "scopes",
    False,
    short="Scopes",
    meaning="what is negated, as a whole; right only if the cue is right too",
    counted="scopes",
    true_positive="cue and scope are right",
    false_negative="gold's scope is missed or differs, or its cue is wrong",
    false_positive="the cue is right and gold has no scope; or paired with none",
    quirks=(9, 10, 11, 14, 15, 18),
)
# 2.2, lines 2230-2260, printed in 2397 and 2405.
SCOPES_NO_CUE_MATCH = Row(
    "Scopes(no cue match)",
    "scopes_no_cue_match",
    "scopes",
    False,
    short="Scopes, any cue",
    meaning=(
        "the same, whatever became of the cue; the true positives printed are those of the row "
        "above, the percentages are its own"
    ),
    counted="scopes",
    true_positive=(
        "*printed: those of the row above*; in the percentages: the scope is right, whatever the cue"
    ),
    false_negative="gold's scope is missed or differs",
    false_positive="paired where gold has no scope; or paired with none",
    quirks=(9, 10, 11, 14, 15, 16, 18),
)
# 2.2, lines 2295-2312, printed in 2399.
SCOPE_TOKENS = Row(
    "Scope tokens(no cue match)",
    "scope_tokens",
    "scope_tokens",
    False,
    short="Tokens",
    meaning="the tokens of scopes, one by one, within pairs of negations",
    counted="tokens of scopes",
    true_positive="in both scopes of a pair, the same string",
    false_negative="in gold's alone",
    false_positive="in the system's alone",
    quirks=(9, 10, 11, 17, 26),
)
# 2.2, lines 2315-2344, printed in 2400 and 2406.
EVENTS = Row(
    "Negated(no cue match)",
    "events",
    "events",
    False,
    short="Events",
    meaning=(
        "the negated events, paired by their own tokens; a different one in the sentence's last "
        "system negation counts nowhere"
    ),
    counted="events",
    true_positive="the events, paired by their own tokens, are equal",
    false_negative=(
        "no partner; or they differ, unless the partner is the sentence's last system negation"
    ),
    false_positive="no partner",
    quirks=(9, 15, 19, 31),
)
# 2.2, lines 2262-2292, printed in 2398.
SCOPES_NO_PUNCTUATION = Row(
    "Scopes(no cue match, no punc)",
    "scopes_no_punctuation",
    "scopes",
    False,
    short="Scopes, no punc.",
    meaning=(
        "the same as the row above without punctuation tokens; the true positives printed are "
        "those of the row with cue match"
    ),
    counted="scopes",
    true_positive=(
        "*printed: those of Scopes(cue match)*; in the percentages: the scope without punctuation "
        "is right, whatever the cue"
    ),
    false_negative="gold's scope without punctuation is missed or differs",
    false_positive="paired where gold has no scope; or paired with none",
    quirks=(9, 10, 14, 15, 16, 18),
)
# 2.2, lines 2346-2378, printed in 2401 and 2407.
FULL_NEGATIONS = Row(
    "Full negation",
    "full_negations",
    "full_negations",
    False,
    short="Full",
    meaning="cue, scope and event, all right",
    counted="cues",
    true_positive="cue, scope and event are right",
    false_negative="anything differs, or missed",
    false_positive="paired with none",
    quirks=(9, 14, 15, 20),
)

ROWS = (CUES, SCOPES, SCOPES_NO_CUE_MATCH, SCOPE_TOKENS, EVENTS, FULL_NEGATIONS)
ROWS_B = (
    CUES.block_b("Cues B"),
    SCOPES.block_b("Scopes B (cue match)"),
    SCOPES_NO_CUE_MATCH.block_b("Scopes B (no cue match)"),
    EVENTS.block_b("Negated B (no cue match)"),
    FULL_NEGATIONS.block_b("Full negation B"),
)

ROWS_2_0 = (
    CUES,
    SCOPES,
    SCOPES_NO_CUE_MATCH,
    SCOPES_NO_PUNCTUATION,
    SCOPE_TOKENS,
    EVENTS,
    FULL_NEGATIONS,
)
ROWS_1_0 = (
    CUES,
    SCOPES._replace(label="Scope"),
    EVENTS._replace(label="Negated"),
    FULL_NEGATIONS,
)

LABELS = {row.measured: row.label for row in ROWS_2_0}
"""The labels of what is measured, for reports that have no row of their own for it."""
