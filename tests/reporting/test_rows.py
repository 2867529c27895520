"""Sentences by columns, as their rows give them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer.common.columns import STARS
from sem2012_scorer.reporting.rows import MOST_COLUMNS, by_columns, rows_of, text_of

CELLS = st.sampled_from([b"_", b"-", b"not", b"***", b"", b"a b"])
LINES = st.lists(st.lists(CELLS, min_size=1, max_size=12).map(b"\t".join), min_size=1, max_size=4)
EVEN = st.integers(1, 12).flatmap(
    lambda width: st.lists(
        st.lists(CELLS, min_size=width, max_size=width).map(b"\t".join), min_size=1, max_size=4
    )
)


@given(LINES | EVEN)
def test_a_sentence_by_columns_has_what_its_rows_have(lines: list[bytes]) -> None:
    rows = rows_of(lines)
    found = by_columns(text_of(lines))
    assert list(found.words) == [row.word for row in rows]
    assert found.widths == {row.width for row in rows}
    most = max(len(row.cells) for row in rows)
    filled = [row.cells + [STARS] * (most - len(row.cells)) for row in rows]
    assert found.cells == list(zip(*filled))
    assert found.has_stars == all(row.cells == [STARS] for row in rows)


def test_the_cells_of_a_line_that_is_too_wide_are_not_looked_at() -> None:
    line = b"d\t1\t0\tword" + b"\t_" * MOST_COLUMNS
    found = by_columns(line + b"\n")
    assert (found.words, found.cells, found.widths) == ([b"word"], (), {MOST_COLUMNS + 4})
    assert not found.has_cells and not found.negations
