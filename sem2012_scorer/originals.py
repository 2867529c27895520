"""The legacy scorers as data.

What differs between them is a value here, and no other module asks for a name.
A further original is a further entry.
"""

from __future__ import annotations

from collections import namedtuple


class Row(namedtuple("Row", ("label", "measured", "divided_by_system", "printed_true_positives"))):
    """One row of a report.

    `label` is its name as printed. `measured` names the tally it shows (see
    `counts.Counts`). `divided_by_system` is true in the B block: precision is
    the share of all that the system has, not of true and false positives.
    `printed_true_positives` names the tally whose true positives are printed,
    which is another one in the rows "no cue match" of the scopes.
    """

    __slots__ = ()
    label: str
    measured: str
    divided_by_system: bool
    printed_true_positives: str


def _row(label: str, measured: str, printed_true_positives: str = "") -> Row:
    return Row(label, measured, " B" in label, printed_true_positives or measured)


CUES = _row("Cues", "cues")
CUES_B = _row("Cues B", "cues")
ROWS = (
    CUES,
    _row("Scopes(cue match)", "scopes"),
    _row("Scopes(no cue match)", "scopes_no_cue_match", "scopes"),
    _row("Scope tokens(no cue match)", "scope_tokens"),
    _row("Negated(no cue match)", "events"),
    _row("Full negation", "full_negations"),
)
ROWS_B = (
    CUES_B,
    _row("Scopes B (cue match)", "scopes"),
    _row("Scopes B (no cue match)", "scopes_no_cue_match", "scopes"),
    _row("Negated B (no cue match)", "events"),
    _row("Full negation B", "full_negations"),
)


class PartLines(namedtuple("PartLines", ("cue", "scope", "event"))):
    """The script's lines that die of a negation without the part, each a number."""

    __slots__ = ()
    cue: int
    scope: int
    event: int


class Lines(
    namedtuple(
        "Lines",
        (
            "blank_line",
            "stars_after_annotation",
            "stars_before_annotation",
            "unequal_columns",
            "impossible_columns",
            "gold_part_missing",
            "system_part_missing",
            "no_sentence",
            "no_negation_sentence",
        ),
    )
):
    """Where a script dies: the line numbers that its messages show.

    A value of None means that this script does not die there:
    `gold_part_missing` and `system_part_missing`, that a negation without cue,
    scope or event is an ordinary one; `no_negation_sentence`, that without
    negation in gold the percentage of error is 0.00.
    """

    __slots__ = ()
    blank_line: int
    stars_after_annotation: int
    stars_before_annotation: int
    unequal_columns: int
    impossible_columns: int
    gold_part_missing: PartLines | None
    system_part_missing: PartLines | None
    no_sentence: int
    no_negation_sentence: int | None


class Original(
    namedtuple(
        "Original",
        (
            "identifier",
            "version",
            "date",
            "sha256",
            "style",
            "empty_cells",
            "rows",
            "rows_b",
            "lines",
        ),
    )
):
    """A legacy scorer.

    `identifier` is its name in this project; `version` and `date` are those of
    its header; `sha256` tells a copy of it; `style` says in whose column
    format the manual shows an example; `empty_cells` are those that its data
    mean to be empty, for scoring beyond the original; `rows` and `rows_b` are the two blocks
    of its report.
    """

    __slots__ = ()
    identifier: str
    version: str
    date: str
    sha256: str
    style: str
    empty_cells: tuple[bytes, ...]
    rows: tuple[Row, ...]
    rows_b: tuple[Row, ...]
    lines: Lines


_LINES_2_2 = Lines(
    blank_line=1926,
    stars_after_annotation=1982,
    stars_before_annotation=1985,
    unequal_columns=2000,
    impossible_columns=2005,
    gold_part_missing=None,
    system_part_missing=None,
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
    rows=ROWS,
    rows_b=ROWS_B,
    lines=_LINES_2_2,
)

EVAL_CD_SCO_PATCHED = EVAL_CD_SCO._replace(
    identifier="eval.cd-sco-patched",
    sha256="e9d0a4d7b94d28f5d41a4c8a03aa726cc493216640f4e70f9ad8956e9dce8692",
    lines=_LINES_2_2._replace(no_sentence=2383, no_negation_sentence=None),
)

SCORER_TASK2 = Original(
    identifier="scorer_task2",
    version="2.2",
    date="2012-04-09",
    sha256="c5705d932cedbc4ee395b4b2f6f7fe7b4c9334db3e31da10a66a005ed95dd3fa",
    style="NEGES",
    empty_cells=(b"_", b"-"),
    rows=(CUES,),
    rows_b=(CUES_B,),
    lines=Lines(
        blank_line=1917,
        stars_after_annotation=1973,
        stars_before_annotation=1976,
        unequal_columns=1991,
        impossible_columns=1996,
        gold_part_missing=PartLines(cue=559, scope=565, event=577),
        system_part_missing=PartLines(cue=688, scope=694, event=706),
        no_sentence=2373,
        no_negation_sentence=2374,
    ),
)

ORIGINALS = {
    original.identifier: original for original in (EVAL_CD_SCO, EVAL_CD_SCO_PATCHED, SCORER_TASK2)
}
"""The legacy scorers by identifier."""
