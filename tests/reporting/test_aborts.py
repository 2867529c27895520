"""Where a legacy scorer aborts, in words."""

from __future__ import annotations

from io import BytesIO

import pytest

from sem2012_scorer import ScoringError, score_files


def test_of_a_very_long_word_the_beginning_is_shown() -> None:
    gold = b"d\t0\t0\tno\tno\tRB\t*\tno\t_\t_\n\n"
    system = gold.replace(b"no\tno\tRB", b"n" * 20_000 + b"\tno\tRB")
    with pytest.raises(ScoringError) as error:
        score_files(BytesIO(gold), BytesIO(system))
    assert error.value.found == "d | 0 | 0 | " + "n" * 200 + " ... (19800 bytes more)"
