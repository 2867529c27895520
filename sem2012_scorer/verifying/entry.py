"""A row of a published table while it is checked: what it says, and what is found of it."""

from __future__ import annotations

from .rows import Row
from .together import RowWithFits

NOT_CHECKED, POSSIBLE, POSSIBLE_AS = "not checked", "possible", "possible as"
CONTRADICTS, NOT_UNDER, IMPOSSIBLE = "contradicts", "not under 2.2", "not possible"
NOT_TRIED = "not tried: too many counts"
AGAINST = (CONTRADICTS, NOT_UNDER, IMPOSSIBLE, NOT_TRIED)
"""The verdicts that speak against a row, or leave it open."""
ONLY_MEAN = "a mean over runs only"


class Entry(RowWithFits):
    """A row of a table while it is checked.

    `name`, `run` and `test` are those of its system, `line` is its line in the file; `deviations` are those of P, R
    and F1, in percent, None for none: with one, the row is a mean over runs. `are_all` is False if there may be
    other counts than `fits`.
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
        self.verdict = ""
        self.words: list[str] = []

    def decide(self, verdict: str, *words: str) -> None:
        self.verdict, self.words = verdict, list(words)

    @property
    def is_possible(self) -> bool:
        return self.verdict in (POSSIBLE, POSSIBLE_AS)

    @property
    def is_doubtful(self) -> bool:
        """Whether the row cannot be, or only as a mean over runs itself."""
        return self.verdict == IMPOSSIBLE or any(
            words.startswith(ONLY_MEAN) for words in self.words
        )
