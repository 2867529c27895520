"""Heads of published tables: others inside of a table, and those without the measure."""

from __future__ import annotations

from pathlib import Path

import pytest
from trials import CDSCO, verify

ROWS_OF_CUES = "{0} 91.54 90.15 90.84\n"
OTHER_ORDER = "{0} 90.15 91.54 90.84\n"


@pytest.mark.parametrize("separator", [" ", "\t", ","])
def test_other_heads_inside_a_table_begin_another(here: Path, separator: str) -> None:
    """The lines below each have their own heads, whose order may be another."""
    text = (
        f"System P R F1\n{ROWS_OF_CUES.format('A')}System R P F1\n{OTHER_ORDER.format('B')}"
        f"System P R F1\n{ROWS_OF_CUES.format('C')}"
    )
    answer = verify(
        "t.txt", text.replace(" ", separator), "--measure", "cues", "--gold-counts", CDSCO
    )
    assert answer[0] == 0 and answer[1].startswith("3 rows: all possible\n")


@pytest.mark.parametrize("heads", ["Cues P R F1", "System Cues P R F1", "System Cue Prec. Rec. F1"])
def test_bare_heads_continue_the_measure_before_them(here: Path, heads: str) -> None:
    for f1, verdict in (("90.84", "1 row: all possible"), ("95.84", "1 row: 1 not possible")):
        text = f"{heads}\nA 91.54 90.15 {f1}\n"
        assert verify("t.txt", text, "--gold-counts", CDSCO)[1].startswith(verdict)
