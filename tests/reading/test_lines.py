"""What the lines of a file show."""

from __future__ import annotations

import pytest

from sem2012_scorer.reading.lines import names_columns


@pytest.mark.parametrize("first", [0, 1])
def test_a_line_of_numbers_in_a_row_names_the_columns(first: int) -> None:
    numbers = [b"%d" % number for number in range(first, first + 10)]
    assert names_columns(b"\t".join(numbers))
    assert names_columns(b"\t" + b"\t".join(numbers))
    assert not names_columns(b"\t".join([*numbers[:-1], b"x"]))
