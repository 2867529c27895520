"""What differs between the six scorers: a table of data, and no rule of theirs stands elsewhere as a name."""

from __future__ import annotations

from ..common.counts import MEASURED
from ..common.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    # fmt: off
    LegacyLabel = Literal[
        "Cues", "Scopes(cue match)", "Scopes(no cue match)", "Scopes(no cue match, no punc)", "Scope",
        "Scope tokens(no cue match)", "Negated(no cue match)", "Negated", "Full negation", "Cues B",
        "Scopes B (cue match)", "Scopes B (no cue match)", "Negated B (no cue match)",
        "Full negation B",
    ]
    # fmt: on
else:
    LegacyLabel = str  # for type checkers: the labels of all rows

CUES, SCOPES, SCOPES_APART, TOKENS, EVENTS, FULL, SCOPES_BARE = range(len(MEASURED))
"""What is measured, by its place in `common.counts.Counts`.

`SCOPES_APART` is "no cue match", `SCOPES_BARE` the same without punctuation (2.0 only).
"""

CUE, SCOPE, EVENT = range(3)  # the parts of a negation


class ReportLine(Record):
    """A row of a report: its label, what it measures, and whether precision divides by the system's.

    In the rows "no cue match" of scopes, the true positives printed are another row's (quirk 16):
    `printed` says whose.
    """

    label: str
    place: int
    divided_by_system: bool = False

    @property
    def measured(self) -> str:
        """The name of what is measured, as in `common.counts.Counts`."""
        return MEASURED[self.place]

    @property
    def printed(self) -> str:
        """The name of that whose true positives are printed."""
        return MEASURED[SCOPES if self.place in (SCOPES_APART, SCOPES_BARE) else self.place]


ROWS = (
    ReportLine("Cues", CUES),
    ReportLine("Scopes(cue match)", SCOPES),
    ReportLine("Scopes(no cue match)", SCOPES_APART),
    ReportLine("Scope tokens(no cue match)", TOKENS),
    ReportLine("Negated(no cue match)", EVENTS),
    ReportLine("Full negation", FULL),
)
ROWS_B = (
    ReportLine("Cues B", CUES, True),
    ReportLine("Scopes B (cue match)", SCOPES, True),
    ReportLine("Scopes B (no cue match)", SCOPES_APART, True),
    ReportLine("Negated B (no cue match)", EVENTS, True),
    ReportLine("Full negation B", FULL, True),
)
ROWS_2_0 = (*ROWS[:3], ReportLine("Scopes(no cue match, no punc)", SCOPES_BARE), *ROWS[3:])
ROWS_1_0 = (ROWS[0], ReportLine("Scope", SCOPES), ReportLine("Negated", EVENTS), ROWS[5])


class Widths(Record):
    """The widths of a report: its first column, its counts, and its rules."""

    first: int
    count: int
    rule: tuple[int, ...]
    longer: int  # how much longer the rule under the head is (quirk 24)
    last: int


WIDE_TABLE = Widths(34, 4, (27, 6, 8, 6, 6, 6, 15, 12, 9), 1, 104)
NARROW = Widths(18, 3, (12, 6, 8, 5, 5, 5, 15, 12, 9), 0, 85)

Needs = tuple[tuple[int, int], ...]
"""Parts without which a negation stops a script, each with the line at which it does."""


class ScriptLines(Record):
    """The lines of a script that its messages name: those of the checks, then of the divisions.

    `no_negation` is 0 where a script goes on; `shares` are the divisions that nothing guards, row by
    row.
    """

    blank: int
    stars_after: int
    stars_before: int
    unequal: int
    impossible: int
    no_sentence: int
    no_negation: int
    shares: tuple[int, ...] = ()


class Original(Record):
    """A legacy scorer: what it is called, and what in it differs from the others.

    `identifier` is its name in this project; `version` and `date` are those of its header, `sha256`
    identifies its text. `style` is the task whose columns its manual shows, `empty_cells` are the
    signs for empty cells in the data of this task (the script itself knows `_` only, quirk 9).

    Rules: `pairs_once`: a negation of the system is paired once. `by_tag`: tokens that gold tags as
    punctuation are in no scope. `cuts_words`: scope words end at a period. `gold_ends_sentence`:
    gold's last line ends a sentence. `needs` are parts whose absence makes the
    script abort: in gold, and in the system before and after its check for a cue; with
    `before_another` only where a later negation has that
    part.
    """

    identifier: str
    version: str
    date: str
    sha256: str
    lines: ScriptLines
    style: str = "CD-SCO"
    empty_cells: tuple[bytes, ...] = (b"_",)
    rows: tuple[ReportLine, ...] = ROWS
    rows_b: tuple[ReportLine, ...] = ROWS_B
    layout: Widths = WIDE_TABLE
    pairs_once: bool = True
    by_tag: bool = True
    cuts_words: bool = True
    gold_ends_sentence: bool = True
    needs: tuple[Needs, Needs, Needs] = ((), (), ())
    before_another: bool = False

    def __repr__(self) -> str:
        return "<Original %s, version %s of %s>" % (self.identifier, self.version, self.date)

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the first block by what they measure."""
        return {row.measured: row.label for row in self.rows}


EVAL_CD_SCO = Original(
    identifier="eval.cd-sco",
    version="2.2",
    date="2012-04-01",
    sha256="29169a37e6d4492086f21907eac4c347d34b8aa9daef3930085bab04fd055ed2",
    lines=ScriptLines(1926, 1982, 1985, 2000, 2005, 2382, 2383),
)
EVAL_CD_SCO_2_0 = EVAL_CD_SCO._replace(
    identifier="eval.cd-sco-2.0",
    version="2.0",
    date="2012-03-12",
    sha256="a185088335bbe70293c236bc35744052180586c595767dedb729cc3ea4bfaa8e",
    lines=ScriptLines(1818, 1874, 1877, 1892, 1897, 2167, 2168),
    rows=ROWS_2_0,
    rows_b=(),
    pairs_once=False,
    by_tag=False,
    cuts_words=False,
)
SCORER_TASK2 = EVAL_CD_SCO._replace(
    identifier="scorer_task2",
    date="2012-04-09",
    sha256="c5705d932cedbc4ee395b4b2f6f7fe7b4c9334db3e31da10a66a005ed95dd3fa",
    lines=ScriptLines(1917, 1973, 1976, 1991, 1996, 2373, 2374),
    style="NEGES",
    empty_cells=(b"_", b"-"),
    rows=ROWS[:1],
    rows_b=ROWS_B[:1],
    needs=(((CUE, 559), (SCOPE, 565), (EVENT, 577)), ((CUE, 688), (SCOPE, 694), (EVENT, 706)), ()),
)
_SHARES_1_0 = (1493, 1494, 1495, 1497, 1498, 1499, 1501, 1502, 1503, 1505, 1506, 1507)
_ALL = (
    EVAL_CD_SCO,
    EVAL_CD_SCO._replace(
        identifier="eval.cd-sco-patched",
        sha256="e9d0a4d7b94d28f5d41a4c8a03aa726cc493216640f4e70f9ad8956e9dce8692",
        lines=EVAL_CD_SCO.lines._replace(no_sentence=2383, no_negation=0),
    ),
    EVAL_CD_SCO._replace(
        identifier="eval.cd-sco-uio",
        sha256="d7e29cc186cd1b783d1590332fd8bfbce4d88da058903c023ff8cd0ed6fffb48",
        needs=(
            ((CUE, 600), (EVENT, 606), (SCOPE, 612)),
            ((CUE, 730),),
            ((EVENT, 746), (SCOPE, 752)),
        ),
        before_another=True,
    ),
    EVAL_CD_SCO_2_0,
    EVAL_CD_SCO_2_0._replace(
        identifier="eval.cd-sco-1.0",
        version="1.0",
        date="2012-02-12",
        sha256="a33dc9ce8973ea4b5909139d53a510a4419030bbc7c1d8ee48150d845c104fa6",
        lines=ScriptLines(1318, 1374, 1377, 1392, 1397, 1509, 1510, _SHARES_1_0),
        rows=ROWS_1_0,
        layout=NARROW,
        gold_ends_sentence=False,
    ),
    SCORER_TASK2,
)
# The mapping that a class has of its names: nobody can change it, and no module is loaded for it.
ORIGINALS: Mapping[str, Original] = type(Original.__dict__)(
    {original.identifier: original for original in _ALL}
)
"""The legacy scorers by identifier."""


def script_by_identifier(identifier: str) -> Original:
    """Return a legacy scorer by its identifier; raise ValueError, with those there are, for another."""
    if identifier not in ORIGINALS:
        raise ValueError("scorer is one of {}, not {!r}".format(", ".join(ORIGINALS), identifier))
    return ORIGINALS[identifier]
