"""The legacy scorers as data.

What differs between them is a value here, and no other module asks for a name:
a further original is a further entry. A rule that differs is a word, looked up
where the rule is applied: `pairing` in `pairing.PAIRING`, `punctuation` in
`annotations.PUNCTUATION`, `without_negation` in `measures.ERROR_PERCENTAGE`.
"""

from __future__ import annotations

from ..measures import STOPS, ZERO
from ..records import Record
from .table import CUES_ALONE, FULL, Layout


class ScriptLines(Record):
    """The numbers of the script's lines that its messages show, by the stop (see `deaths`).

    0 where a script has no such line. That a script stops somewhere is a rule
    of `Original`, never told from here.
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


class Original(Record):
    """A legacy scorer.

    `identifier` is its name in this project; `version` and `date` are those of
    its header; `sha256` tells a copy of it; `style` says in whose column
    format the manual shows an example; `empty_cells` are those that its data
    mean to be empty, for scoring beyond the original.

    Its rules: `pairing` says which negations are compared; `punctuation`,
    which tokens are none of a scope; `needs_all_parts`, whether a negation
    without cue, scope or event stops it; `without_negation`, what it does if no
    sentence of gold has negation; `table`, what its report looks like.
    """

    identifier: str
    version: str
    date: str
    sha256: str
    style: str
    empty_cells: tuple[bytes, ...]
    pairing: str
    punctuation: str
    needs_all_parts: bool
    without_negation: str
    table: Layout
    lines: ScriptLines


_LINES_2_2 = ScriptLines(
    blank_line_in_gold_only=1926,
    stars_after_annotation=1982,
    stars_before_annotation=1985,
    unequal_columns=2000,
    impossible_columns=2005,
    no_sentence=2382,
    no_negation_sentence=2383,
)

EVAL_CD_SCO = Original(
    identifier="eval.cd-sco",
    version="2.2",
    date="2012-04-01",
    sha256="29169a37e6d4492086f21907eac4c347d34b8aa9daef3930085bab04fd055ed2",
    style="CD-SCO",
    empty_cells=(b"_",),
    pairing="first unpaired",
    punctuation="tag",
    needs_all_parts=False,
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
    needs_all_parts=True,
    without_negation=STOPS,
    table=CUES_ALONE,
    lines=ScriptLines(
        blank_line_in_gold_only=1917,
        stars_after_annotation=1973,
        stars_before_annotation=1976,
        unequal_columns=1991,
        impossible_columns=1996,
        no_sentence=2373,
        no_negation_sentence=2374,
        gold_without_cue=559,
        gold_without_scope=565,
        gold_without_event=577,
        system_without_cue=688,
        system_without_scope=694,
        system_without_event=706,
    ),
)

ORIGINALS = {
    original.identifier: original for original in (EVAL_CD_SCO, EVAL_CD_SCO_PATCHED, SCORER_TASK2)
}
"""The legacy scorers by identifier."""


def original_of(identifier: str) -> Original:
    """Return a legacy scorer by its identifier; raise ValueError, with those there are, for another."""
    if identifier not in ORIGINALS:
        raise ValueError("scorer is one of %s, not %r" % (", ".join(ORIGINALS), identifier))
    return ORIGINALS[identifier]
