"""What was compared, as values: the rows, the systems with their runs, and how they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..ground.counts import Counts, total
from .randomize import Scores


class Statistic(NamedTuple):
    """A row of the report: its label and short name, its numbers that add up, its printed scores."""

    label: str
    name: str
    numbers: Callable[[Counts], tuple[int, ...]]
    printed: Callable[[Counts], Sequence[str]]


class Run(NamedTuple):
    """A run of a system: the counts of each sentence, of all gold files in their order; their sum."""

    counts: tuple[Counts, ...]
    total: Counts

    @classmethod
    def of(cls, counts: Iterable[Counts]) -> Run:
        """Return the run of some counts."""
        kept = tuple(counts)
        return cls(kept, total(kept))


class System(NamedTuple):
    """A system: its name and its runs; `missing` is how many more there are that cannot be scored."""

    name: str
    runs: tuple[Run, ...]
    missing: int = 0


class Difference(NamedTuple):
    """How a system differs from the first: p and interval of each score, None if not tested.

    `p_holm` is p corrected for several systems; `how` says in words what was tested; with runs,
    `least` is the smallest p that is possible.
    """

    p: Scores | None = None
    p_holm: Scores | None = None
    intervals: list[tuple[float, float]] | None = None
    how: str = ""
    least: float = 0.0
