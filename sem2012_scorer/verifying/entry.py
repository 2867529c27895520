"""A row of a published table while it is checked: what it says, and what is found of it."""

from __future__ import annotations

from .rows import Row
from .together import RowWithFits

NOT_CHECKED, POSSIBLE, POSSIBLE_AS = "not checked", "possible", "possible as"
CONTRADICTS, NOT_UNDER, IMPOSSIBLE = "contradicts", "not under 2.2", "not possible"
NOT_TRIED = "not tried: too many counts"
AGAINST = (CONTRADICTS, NOT_UNDER, IMPOSSIBLE, NOT_TRIED)
"""The verdicts that speak against a row, or leave it open."""
ONLY_F1, ONLY_MEAN, EXCHANGED = "only F1", "only as a mean", "P and R exchanged"
"""What is said of rows together, beside their verdicts: only F1 was checked, against P and R; only a mean over runs
gives the scores; counts give them with P and R exchanged."""


class Entry(RowWithFits):
    """A row of a table while it is checked.

    `name`, `run` and `test` are those of its system, `line` is its line in the file; `deviations` are those of P, R
    and F1, in percent, None for none: with one, the row is a mean over runs. `are_all` is False if there may be
    other counts than `fits`. `remark` is `ONLY_F1`, `ONLY_MEAN`, `EXCHANGED`, or "".
    """

    def __init__(
        self,
        row: Row,
        name: str = "",
        run: str = "",
        test: str = "",
        line: int = 0,
        deviations: tuple[float | None, ...] = (),
        is_mean: bool = False,
    ) -> None:
        super().__init__(row)
        self.name, self.run, self.test, self.line = name, run, test, line
        self.deviations, self.is_mean = deviations, is_mean
        self.are_all = True
        self.verdict = self.remark = ""
        self.words: list[str] = []

    def decide(self, verdict: str, *words: str, remark: str = "") -> None:
        self.verdict, self.words, self.remark = verdict, list(words), remark

    @property
    def is_possible(self) -> bool:
        return self.verdict in (POSSIBLE, POSSIBLE_AS)

    @property
    def is_doubtful(self) -> bool:
        """Whether the row cannot be, or only as a mean over runs itself."""
        return self.verdict == IMPOSSIBLE or self.remark == ONLY_MEAN
