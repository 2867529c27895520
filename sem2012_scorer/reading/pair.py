"""A pair of files as a command reads it: gold, the system's file, the scorer, and how predictions are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..common.columns import DASHED_EMPTY_CELLS
from ..port.scripts import EVAL_CD_SCO, ORIGINALS, Original
from .facts import Facts, facts_of
from .label_names import meanings_of
from .signs import expected_sign, task_sign
from .source import Source


class Reading(NamedTuple):
    """How predictions are read: what the options of a command say.

    `fields` are the columns or keys by what they hold, `labels` are LABEL=MEANING.
    """

    format: str = ""
    fields: Mapping[str, list[str]] = {}
    labels: tuple[str, ...] = ()
    affixes: tuple[str, ...] = ()
    gold_cues: bool = False
    allow_missing: bool = False
    skip_unplaced: bool = False

    def options(self) -> list[str]:
        """Return the options of a command that say this."""
        import shlex

        options = []
        if self.format:
            options.append(f"--from {shlex.quote(self.format)}")
        options += [
            f"--{name} {shlex.join(words)}" for name, words in self._options_with_words().items()
        ]
        return options + [f"--{name}" for name in self._options_set()]

    def signature(self, format: str) -> str:
        """Return a format with the options that change the numbers: labels,affixes=gold,gold-cues."""
        from urllib.parse import quote

        items = [format]
        for name, words in self._options_with_words().items():
            quoted = [quote(word, safe="'=") for word in words]
            items.append(f"{name}={'/'.join(quoted)}")
        return ",".join(items + self._options_set())

    def _options_with_words(self) -> dict[str, Sequence[str]]:
        """Return the words of the options that have some."""
        fields = []
        for what, names in self.fields.items():
            fields += [f"{what}={name}" for name in names]
        lists = {"fields": fields, "labels": self.labels, "affixes": self.affixes}
        return {name: words for name, words in lists.items() if words}

    def _options_set(self) -> list[str]:
        """Return the options without words that are set."""
        flags = {
            "gold-cues": self.gold_cues,
            "allow-missing": self.allow_missing,
            "skip-unplaced": self.skip_unplaced,
        }
        return [name for name, is_set in flags.items() if is_set]


AS_FOUND = Reading()  # without options for predictions


class Pair(NamedTuple):
    """A system's file with gold's, None without gold; what a file is, its source keeps (`facts_of`)."""

    gold: Source | None
    system: Source
    scorer: str = EVAL_CD_SCO.identifier
    is_scorer_named: bool = False
    reading: Reading = AS_FOUND

    @property
    def original(self) -> Original:
        """The legacy scorer."""
        return ORIGINALS[self.scorer]

    @property
    def facts(self) -> Facts:
        """What the system's file is, by its head and by the options for predictions."""
        how = self.reading
        return facts_of(self.system, self.gold, how.fields, meanings_of(how.labels), how.format)

    @property
    def is_cue_alone_right(self) -> bool:
        """Whether the scorer needs no scope and event columns, as that of NEGES."""
        return "scopes" not in self.original.labels

    @property
    def empty_sign(self) -> bytes:
        """What an empty cell of the system's file should hold."""
        ours, original = facts_of(self.system).sign, self.original
        if self.gold is not None:
            golds = facts_of(self.gold).sign
            if golds == b"-" and ours == task_sign(original) == b"_":
                return b"_"  # the file has the sign of the scorer's task, and gold does not
            sign = expected_sign(golds, original)
            if sign:
                return sign
        elif self.is_scorer_named or ours not in DASHED_EMPTY_CELLS:
            sign = task_sign(original)
            if sign:
                return sign
        if ours in DASHED_EMPTY_CELLS:
            return ours
        if original.style == "NEGES":
            return b"-"
        return b"_"
