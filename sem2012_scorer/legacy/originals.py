"""The legacy scorers as data.

What differs between them is a value here, and no other module asks for a name:
a further original is a further entry. A rule that differs is a word, looked up
where the rule is applied: `pairing` in `pairing.PAIRING`, `punctuation` and
`bare_scopes` in `punctuation.PUNCTUATION`, `scope_words` in
`punctuation.SCOPE_WORDS`, `parts_needed` in `parts.PARTS_NEEDED`,
`without_negation` and `undefined_scores` in `divisions`.
"""

from __future__ import annotations

from ..ground.measures import STOPS, ZERO
from ..ground.records import Record
from .table import CUES_ALONE, FOUR_ROWS, FULL, SEVEN_ROWS, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class ScriptLines(Record):
    """The numbers of the script's lines that its messages show, by the stop (see `stops`).

    0 where a script has no such line. That a script stops somewhere is a rule
    of `Original`, and never follows from this.
    """

    blank_line_in_gold_only: int
    stars_after_annotation: int
    stars_before_annotation: int
    unequal_columns: int
    impossible_columns: int
    no_sentence: int
    no_negation_sentence: int = 0
    gold_without_cue: int = 0
    gold_without_scope: int = 0
    gold_without_event: int = 0
    system_without_cue: int = 0
    system_without_scope: int = 0
    system_without_event: int = 0
    shares: tuple[int, ...] = ()
    """Where precision, recall and F1 are divided without a guard, row by row."""


class Original(Record):
    """A legacy scorer.

    `identifier` is its name in this project; `version` and `date` are those of
    its header; `sha256` identifies a copy of it; `style` says in whose column
    format the manual shows an example; `empty_cells` are those that its data
    mean to be empty, for scoring beyond the original.

    Its rules: `pairing` says which negations are compared; `punctuation`,
    which tokens count as punctuation and are left out of scopes; `parts_needed`,
    which negations without cue, scope or event stop it; `without_negation`, what it does if no sentence
    of gold has negation; `table`, what its report looks like; `scope_words`,
    what is compared of a word in a scope; `bare_scopes`, which tokens are
    left out of a scope in the row that measures it without punctuation, nothing if
    there is no such row; `undefined_scores`, what it does when a percentage divides
    by zero; and `gold_ends_sentence`, whether gold's last line does.
    """

    identifier: str
    version: str
    date: str
    sha256: str
    style: str
    empty_cells: tuple[bytes, ...]
    pairing: str
    punctuation: str
    parts_needed: str
    without_negation: str
    table: Table
    lines: ScriptLines
    scope_words: str = "up to a period"
    bare_scopes: str = ""
    undefined_scores: str = ZERO
    gold_ends_sentence: bool = True

    def __repr__(self) -> str:
        return "<Original %s, version %s of %s>" % (self.identifier, self.version, self.date)


_LINES_2_2 = ScriptLines(1926, 1982, 1985, 2000, 2005, 2382, 2383)

EVAL_CD_SCO = Original(
    identifier="eval.cd-sco",
    version="2.2",
    date="2012-04-01",
    sha256="29169a37e6d4492086f21907eac4c347d34b8aa9daef3930085bab04fd055ed2",
    style="CD-SCO",
    empty_cells=(b"_",),
    pairing="first unpaired",
    punctuation="tag",
    parts_needed="none",
    without_negation=STOPS,
    table=FULL,
    lines=_LINES_2_2,
)

EVAL_CD_SCO_PATCHED = EVAL_CD_SCO._replace(
    identifier="eval.cd-sco-patched",
    sha256="e9d0a4d7b94d28f5d41a4c8a03aa726cc493216640f4e70f9ad8956e9dce8692",
    without_negation=ZERO,
    lines=_LINES_2_2._replace(no_sentence=2383, no_negation_sentence=0),
)

SCORER_TASK2 = Original(
    identifier="scorer_task2",
    version="2.2",
    date="2012-04-09",
    sha256="c5705d932cedbc4ee395b4b2f6f7fe7b4c9334db3e31da10a66a005ed95dd3fa",
    style="NEGES",
    empty_cells=(b"_", b"-"),
    pairing="first unpaired",
    punctuation="tag",
    parts_needed="all",
    without_negation=STOPS,
    table=CUES_ALONE,
    lines=ScriptLines(1917, 1973, 1976, 1991, 1996, 2373, 2374, 559, 565, 577, 688, 694, 706),
)

EVAL_CD_SCO_UIO = EVAL_CD_SCO._replace(
    identifier="eval.cd-sco-uio",
    sha256="d7e29cc186cd1b783d1590332fd8bfbce4d88da058903c023ff8cd0ed6fffb48",
    parts_needed="before another",
    lines=_LINES_2_2._replace(
        gold_without_cue=600,
        gold_without_event=606,
        gold_without_scope=612,
        system_without_cue=730,
        system_without_event=746,
        system_without_scope=752,
    ),
)

EVAL_CD_SCO_2_0 = EVAL_CD_SCO._replace(
    identifier="eval.cd-sco-2.0",
    version="2.0",
    date="2012-03-12",
    sha256="a185088335bbe70293c236bc35744052180586c595767dedb729cc3ea4bfaa8e",
    pairing="first, paired or not",
    punctuation="none",
    table=SEVEN_ROWS,
    lines=ScriptLines(1818, 1874, 1877, 1892, 1897, 2167, 2168),
    scope_words="whole",
    bare_scopes="tag",
)

EVAL_CD_SCO_1_0 = EVAL_CD_SCO_2_0._replace(
    identifier="eval.cd-sco-1.0",
    version="1.0",
    date="2012-02-12",
    sha256="a33dc9ce8973ea4b5909139d53a510a4419030bbc7c1d8ee48150d845c104fa6",
    table=FOUR_ROWS,
    lines=ScriptLines(
        1318,
        1374,
        1377,
        1392,
        1397,
        1509,
        1510,
        shares=(1493, 1494, 1495, 1497, 1498, 1499, 1501, 1502, 1503, 1505, 1506, 1507),
    ),
    bare_scopes="",
    undefined_scores=STOPS,
    gold_ends_sentence=False,
)

_BY_IDENTIFIER = {
    original.identifier: original
    for original in (
        EVAL_CD_SCO,
        EVAL_CD_SCO_PATCHED,
        EVAL_CD_SCO_UIO,
        EVAL_CD_SCO_2_0,
        EVAL_CD_SCO_1_0,
        SCORER_TASK2,
    )
}
ORIGINALS: Mapping[str, Original] = type(Original.__dict__)(_BY_IDENTIFIER)
"""The legacy scorers by identifier: a mapping that nobody changes, as the names of a class."""


def original_of(identifier: str) -> Original:
    """Return a legacy scorer by its identifier; raise ValueError, with those there are, for another."""
    if identifier not in ORIGINALS:
        raise ValueError("scorer is one of %s, not %r" % (", ".join(ORIGINALS), identifier))
    return ORIGINALS[identifier]
