"""What was read of a submission, the verdict on it, and what a fixed copy of it would be."""

from __future__ import annotations

from ..ground.records import Addable, Record
from ..ground.wording import counted, plural, some
from ..reporting.report import Report
from .codes import BY_DIGITS, ERROR, KINDS, NOTE, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ..ground.counts import Counts
    from ..legacy.originals import Original
    from ..reading.released import Recognised
    from .findings import Finding
    from .slips import Cost

VALID, VALID_BUT, INVALID = VERDICTS = ("valid", "valid, but", "invalid")
"""The verdicts: nothing is lost; the score will not show something as it is meant; the scorer
stops, or nothing in the file can count."""

IN_SUM = {VALID: "valid", VALID_BUT: "valid with warnings", INVALID: "invalid"}
REASONS_NAMED = 3
ROWS = {"cues": "Cues", "scopes": "Scopes(cue match)", "full_negations": "Full negation"}
"""The rows of the report that a table of submissions shows, by what they measure."""


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


class Remedy(Record):
    """What a fixed copy of a submission would be.

    `verdict` is that on the copy, `codes` are those of its findings, `f1` its scores as in `Checked`;
    `done` is what is fixed, and `ways` in what the sentences differ from gold's, where they are
    placed on them; `refused` says why they are not, "" if they are or need not be; `lacks_sentences` if
    that is that sentences of gold are missing.
    """

    verdict: str
    codes: frozenset[str]
    f1: tuple[str, ...]
    done: tuple[str, ...]
    ways: tuple[str, ...]
    refused: str
    lacks_sentences: bool


class Checked(Record):
    """A submission that was checked: its findings, what was read, and the verdict.

    `file` is the name of the system's file; `contents` is what was read of it and
    `gold` what was read of gold, None if the file is not in the column format, or
    if there is no gold; `gold_is` is the released corpus whose tokens gold has, or
    the file if there is no gold; `costs` are what systematic slips cost; `f1` are the scores of `ROWS`
    as they are printed, none where the scorer stops or gold has no negation; `remedy` is what a fixed
    copy would be, None if there is nothing to fix. ``str()`` is the verdict and the contents in one line.
    """

    file: str
    findings: tuple[Finding, ...]
    contents: Contents | None = None
    gold: Contents | None = None
    gold_is: Recognised | None = None
    costs: tuple[Cost, ...] = ()
    f1: tuple[str, ...] = ()
    remedy: Remedy | None = None

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        return verdict_of(self.findings)

    @property
    def stops(self) -> bool:
        """Whether the legacy scorer stops at the files."""
        return any(finding.stops for finding in self.findings)

    @property
    def is_fixed(self) -> bool:
        """Whether a fixed copy has a better verdict."""
        order = VERDICTS.index
        return self.remedy is not None and order(self.remedy.verdict) < order(self.verdict)

    def because(self) -> list[str]:
        """Return the codes of what decides the verdict, in the order of the findings."""
        level = ERROR if self.verdict == INVALID else WARNING
        return list(dict.fromkeys(f.code for f in self.findings if f.level == level))

    def reason(self) -> str:
        """Return in words what decides the verdict, "" for a valid file."""
        codes = self.because()
        if self.verdict == VALID or not codes:
            return ""
        if self.verdict == INVALID:
            shown = [one.code for one in self.visible_findings() if one.level == ERROR]
            if self.remedy is not None and self.remedy.lacks_sentences:
                return "sentences of gold are missing (%s)" % codes[0]
            codes = codes[:1] if self.is_fixed else list(dict.fromkeys(shown))
        if self.verdict == INVALID and self.is_fixed and self.remedy and self.remedy.ways:
            return "the sentences are gold's, %s (%s)" % (", ".join(self.remedy.ways), codes[0])
        of_system = {one.code for one in self.findings if one.side == "system"}
        named = [
            "%s%s (%s)" % ("" if code in of_system else "gold: ", BY_DIGITS[code[1:]].title, code)
            for code in codes
        ]
        return some(named, REASONS_NAMED)

    def headline(self) -> str:
        """Return the verdict, what decides it, and whether --fix makes it better, in one line."""
        words = self.verdict
        if self.verdict != VALID:
            words += "%s %s" % (":" if self.verdict == INVALID else "", self.reason())
        if self.stops:
            words += "; the scorer aborts"
        if self.is_fixed and self.remedy is not None:
            words += "; check --fix OUT fixes it"
            if self.remedy.verdict == VALID_BUT:
                words += " with warnings left"
        return words

    def read(self) -> str:
        """Return what was read, in one line; "" if nothing was."""
        if self.contents is None:
            return ""
        words = self.contents.in_words()
        if self.gold is None and self.gold_is is not None:
            words += "; its tokens are those of %s" % self.gold_is.corpus.name
        if self.gold is not None:
            words += "; %s %s" % (self._golds_name(), self._in_gold())
        return words

    def __str__(self) -> str:
        read = self.read()
        if self.verdict == VALID:
            return self.headline() + (": " + read if read else "")
        return self.headline() + (". The file has " + read if read else "")

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

    def visible_findings(self) -> list[Finding]:
        """Return the findings without those that others cause, and in an invalid file without notes.

        Where a fixed copy is better, what is not found in it is caused by what decides the verdict.
        """
        if self.verdict != INVALID:
            return list(self.findings)
        first = next(finding for finding in self.findings if finding.level == ERROR)
        if self.is_fixed and self.remedy is not None and self.remedy.verdict != INVALID:
            left = {code[1:] for code in self.remedy.codes}
            return [
                one
                for one in self.findings
                if one is first or (one.code[1:] in left and one.level != NOTE)
            ]
        decisive = {finding.code for finding in self.findings if finding.level == ERROR}
        caused = {code for codes, caused in CAUSED if decisive & codes for code in caused}
        return [
            one
            for one in self.findings
            if one is first or (one.level != NOTE and one.code[1:] not in caused)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict and what was read for JSON; None for what was not read."""
        contents, gold = (
            None if side is None else side._asdict() for side in (self.contents, self.gold)
        )
        remedy = self.remedy
        return {
            "file": self.file,
            "verdict": self.verdict,
            "stops": self.stops,
            "because": self.because(),
            "reason": self.reason(),
            "system": contents,
            "gold": gold,
            "gold_is": self.gold_is and self.gold_is.to_dict(),
            "slips": [cost.to_dict() for cost in self.costs],
            "f1": _f1(self.f1),
            "fixed": remedy
            and {
                "verdict": remedy.verdict,
                "done": list(remedy.done),
                "refused": remedy.refused,
                "f1": _f1(remedy.f1),
            },
        }


def _f1(values: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(ROWS.values(), values))


_TOKENS = frozenset(("E101", "E102", "E103", "E104", "E105", "E107"))
_COLUMNS = frozenset(("E201", "E202", "E203", "E204", "E205"))
_KINDS = frozenset((*KINDS, "E805"))
CAUSED = (
    (_KINDS, {*BY_DIGITS} - {code[1:] for code in _KINDS}),
    (_TOKENS, {"114", "131", "132", "133", "134", "303", "104", "301", "302"}),
    (
        _COLUMNS,
        {"203", "204", "301", "302", "106", "127", "128", "115", "119", "121", "126", "901"},
    ),
)
"""What errors cause: their codes, and the digits of those that follow from them."""


def scores_of(counts: Counts | None, original: Original) -> tuple[str, ...]:
    """Return F1 of `ROWS` as it is printed; none where nothing was counted."""
    if counts is None:
        return ()
    report = Report(counts, original)
    measured = {row.measured: row.label for row in original.table.rows}
    return tuple(report[measured[one]].printed.f1 if one in measured else "" for one in ROWS)


def verdict_of(findings: Iterable[Finding]) -> str:
    """Return the verdict that findings come to."""
    levels = {finding.level for finding in findings}
    return INVALID if ERROR in levels else VALID_BUT if WARNING in levels else VALID


def sum_line(several: Sequence[Checked]) -> str:
    """Return how many submissions have which verdict, and what they hold together, in one line."""
    verdicts = [one.verdict for one in several]
    numbers = ["%d %s" % (verdicts.count(v), w) for v, w in IN_SUM.items() if v in verdicts]
    together = sum_of([one.contents for one in several])
    gold = sum_of([one.gold for one in several])
    line = "%s: %s" % (plural(len(several), "submission"), ", ".join(numbers))
    if together is not None:
        line += ": " + together.in_words()
    if gold is not None:
        line += "; gold " + gold.in_short()
    return line


def sum_of(contents: Iterable[Contents | None]) -> Contents | None:
    """Return the sum of what was read of several files, None if nothing was."""
    result: Contents | None = None
    for one in contents:
        if one is not None:
            result = one if result is None else result + one
    return result
