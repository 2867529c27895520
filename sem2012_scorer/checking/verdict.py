"""What was read of a submission, and the verdict on it: the last line of `check`."""

from __future__ import annotations

from ..ground.records import Addable, Record
from ..ground.wording import counted, plural, some, visible
from .codes import CODES, ERROR, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..reading.released import Recognised
    from .findings import Finding
    from .slips import Cost

VALID, VALID_BUT, INVALID = VERDICTS = ("valid", "valid, but", "invalid")
"""The verdicts: nothing is lost; the score will not show something as it is meant; the scorer
stops, or nothing in the file can count."""

IN_SUM = {VALID: "valid", VALID_BUT: "valid with warnings", INVALID: "invalid"}
REASONS_NAMED = 3


class Contents(Addable):
    """What a file holds, as it is meant: where - is written for empty, those cells are empty.

    `negations` have a cue; `scopes` and `events` say how many of these have one;
    `negation_sentences` are the sentences with a negation.
    """

    sentences: int = 0
    tokens: int = 0
    negations: int = 0
    scopes: int = 0
    events: int = 0
    negation_sentences: int = 0

    def in_words(self) -> str:
        """Return the contents in words, as in the last line of ``check``."""
        return "%s, %s, %s (%s, %s) in %s" % (
            counted(self.sentences, "sentence"),
            counted(self.tokens, "token"),
            counted(self.negations, "negation"),
            counted(self.scopes, "scope"),
            counted(self.events, "event"),
            counted(self.negation_sentences, "sentence"),
        )

    def in_short(self) -> str:
        """Return what gold has, in words: how many negations, or that it has no annotation."""
        return "has {:,}".format(self.negations) if self.negations else "has no negation"


class Foci(Addable):
    """What a file of the focus task holds: `foci` are the sentences with a focus."""

    sentences: int = 0
    tokens: int = 0
    foci: int = 0

    def in_words(self) -> str:
        """Return the contents in words, as in the last line of ``check``."""
        return "%s, %s, %s with a focus" % (
            counted(self.sentences, "sentence"),
            counted(self.tokens, "token"),
            counted(self.foci, "sentence"),
        )

    def in_short(self) -> str:
        """Return what gold has, in words: how many sentences with a focus."""
        return "has {:,}".format(self.foci)


class Checked(Record):
    """A submission that was checked: its findings, what was read, and the verdict.

    `file` is the name of the system's file; `contents` is what was read of it and
    `gold` what was read of gold, None if the file is not in the column format, or
    if there is no gold; `gold_is` is the released corpus whose tokens gold has, or
    the file if there is no gold; `costs` are what systematic slips cost; `stops` is true if the
    scorer stops. ``str()`` is the verdict and the contents in one line.
    """

    file: str
    findings: tuple[Finding, ...]
    contents: Contents | Foci | None = None
    gold: Contents | Foci | None = None
    gold_is: Recognised | None = None
    costs: tuple[Cost, ...] = ()

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        levels = {finding.level for finding in self.findings}
        return INVALID if ERROR in levels else VALID_BUT if WARNING in levels else VALID

    @property
    def stops(self) -> bool:
        """Whether the legacy scorer stops at the files."""
        return any(finding.stops for finding in self.findings)

    def because(self) -> list[str]:
        """Return the codes of what decides the verdict, in the order of the findings."""
        level = ERROR if self.verdict == INVALID else WARNING
        return list(dict.fromkeys(f.code for f in self.findings if f.level == level))

    def __str__(self) -> str:
        words = self.verdict
        if self.verdict != VALID:
            named = ["%s (%s)" % (CODES[code].title, code) for code in self.because()]
            words += "%s %s" % ("," if words == INVALID else "", some(named, REASONS_NAMED))
            if self.stops:
                words += "; the scorer stops"
        if self.contents is not None:
            words += ": " + self.contents.in_words()
            if self.gold is None and self.gold_is is not None:
                words += "; its tokens are those of %s" % self.gold_is.corpus.name
            if self.gold is not None:
                words += "; %s %s" % (self._golds_name(), self._in_gold())
        return words

    def _golds_name(self) -> str:
        """Return what gold is called: by its corpus, if that is known."""
        if self.gold_is is None:
            return "gold"
        is_blind = isinstance(self.gold, Contents) and not self.gold.negations
        name = self.gold_is.corpus.name if is_blind else str(self.gold_is)
        return "gold (%s)" % name

    def _in_gold(self) -> str:
        """Return what gold has, in words: more of it where its sentences or tokens are not the system's."""
        assert self.gold is not None and self.contents is not None
        if self.gold[:2] == self.contents[:2]:
            return self.gold.in_short()
        return "has " + self.gold.in_words()

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict and what was read for JSON; None for what was not read."""
        contents, gold = (
            None if side is None else side._asdict() for side in (self.contents, self.gold)
        )
        return {
            "file": self.file,
            "verdict": self.verdict,
            "stops": self.stops,
            "because": self.because(),
            "system": contents,
            "gold": gold,
            "gold_is": self.gold_is and self.gold_is.to_dict(),
            "slips": [cost.to_dict() for cost in self.costs],
        }


def verdict_lines(checked: Iterable[Checked]) -> list[str]:
    """Return the verdict on each submission, and where there are several, one line on them all."""
    several = list(checked)
    if not several:
        return []
    if len(several) == 1:
        return [str(several[0])]
    lines = ["%s: %s" % (visible(one.file), one) for one in several]
    verdicts = [one.verdict for one in several]
    numbers = ["%d %s" % (verdicts.count(v), w) for v, w in IN_SUM.items() if v in verdicts]
    together = sum_of([one.contents for one in several])
    gold = sum_of([one.gold for one in several])
    line = "%s: %s" % (plural(len(several), "submission"), ", ".join(numbers))
    if together is not None:
        line += ": " + together.in_words()
    if gold is not None:
        line += "; gold " + gold.in_short()
    return [*lines, line]


def sum_of(contents: Iterable[Contents | Foci | None]) -> Contents | Foci | None:
    """Return the sum of what was read of several files, None if nothing was."""
    result: Contents | Foci | None = None
    for one in contents:
        if one is not None:
            result = one if result is None else result + one  # type: ignore[operator]
    return result
