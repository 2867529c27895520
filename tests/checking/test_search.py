"""The search: what it looks at."""

from __future__ import annotations

from sem2012_scorer.checking.search import LONGEST_SENTENCE, sample_of
from sem2012_scorer.reporting.rows import document_of


def test_of_a_file_without_blank_lines_a_part_is_looked_at() -> None:
    line = b"d\t1\t0\tnot\tnot\tRB\t*\tnot\t_\t_\n"
    sample, _ = sample_of(document_of(line * (2 * LONGEST_SENTENCE)), None, [])
    assert len([line for line in sample.lines if line]) == LONGEST_SENTENCE
