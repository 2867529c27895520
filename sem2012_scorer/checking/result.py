"""The verdict on a file, with its findings, as a value and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..common.wording import folded, plural, some, visible, visible_lines
from .findings import CODES, Finding

VALID, INVALID, SCORABLE = "valid", "invalid", "can be scored"
REFUSED, NOT_READ = "refused", "cannot be read"
VERDICT_WIDTH = 100


class Contents(NamedTuple):
    """What a file holds. Negations are counted as the scorer counts them."""

    sentences: int = 0
    tokens: int = 0
    negations: int = 0
    strings: int = 0
    foreign: int = 0  # how many of the strings are not part of their words, in any case of letters


class Checked(NamedTuple):
    """The verdict on a file, with its findings."""

    file: str
    verdict: str
    reason: str
    findings: tuple[Finding, ...] = ()
    places: Mapping[str, int] = {}
    contents: Contents = Contents()
    gold_negations: int | None = None
    gold_corpus: str = ""
    f1: str = ""
    stop_line: int | None = None
    commands: tuple[str, ...] = ()  # each makes a valid file of this one
    repaired_f1: str = ""  # F1 of cues after the first command, as the report prints it
    left: tuple[str, ...] = ()  # the codes that the command leaves, and that change scores

    @property
    def errors(self) -> int:
        """How many places have an error."""
        return sum(n for code, n in self.places.items() if code[0] == "E")

    @property
    def warnings(self) -> int:
        """How many places have a warning."""
        return sum(n for code, n in self.places.items() if code[0] == "W")

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        findings = [
            {"title": CODES[f.code].title, **f._asdict(), "fix": f.fix or CODES[f.code].fix}
            for f in self.findings
        ]
        return {
            **self._asdict(),
            "findings": findings,
            "places": dict(self.places),
            "contents": self.contents._asdict(),
        }

    def __str__(self) -> str:
        return self.text()

    def text(self, is_all: bool = False) -> str:
        """Return the text of the command; with `is_all`, without a count of places left out."""
        lines = [self.headline]
        if self.verdict == REFUSED:
            # Its lines may hold a command, which is never folded.
            first, *others = lines[0].split("\n")
            lines = [first, *["    " + line.strip() for line in others]]
        listed = Counter(finding.code for finding in self.findings)
        shown: dict[str, int] = {}
        for finding in self.findings:
            shown[finding.code] = shown.get(finding.code, 0) + 1
            is_first = shown[finding.code] == 1
            lines += [""] * is_first + self._lines_of(finding, is_first)
            more = self.places[finding.code] - shown[finding.code]
            is_last = shown[finding.code] == listed[finding.code]
            if is_last and more > 0 and not is_all:
                lines.append("    … and {} (--all shows each)".format(plural(more, "more place")))
        if self.commands:
            lines += ["", self._about_commands(), *["    " + c for c in self.commands]]
        if self.verdict not in (REFUSED, NOT_READ) and self.contents.sentences:
            lines += ["", self._last_line()]
        return "".join(visible_lines(line) + "\n" for line in lines)

    @property
    def headline(self) -> str:
        """The answer in a line."""
        if self.reason:
            return self.verdict + (" " if self.verdict == SCORABLE else ": ") + self.reason
        warnings = ", with {}".format(plural(self.warnings, "warning")) if self.warnings else ""
        return self.verdict + warnings

    def first_finding(self) -> list[str]:
        """Return the finding that decides, as lines, with the command that repairs the file."""
        lines = self._lines_of(self.findings[0], True)
        return lines + ["    " + command for command in self.commands]

    def _about_commands(self) -> str:
        """Return what the commands do, with F1 before and after where both are known and differ."""
        does = "repairs it" if self.verdict == VALID else "makes a valid file of it"
        if self.left:
            does = f"repairs a part, and leaves {', '.join(self.left)}"
        f1 = ""
        if self.repaired_f1 and self.verdict != VALID:
            f1 = f" (Cues F1 {self.repaired_f1})"
        elif self.f1 and self.repaired_f1 not in ("", self.f1):
            f1 = f" (Cues F1 {self.f1}; repaired {self.repaired_f1})"
        return f"This command {does}{f1}:"

    def _lines_of(self, finding: Finding, is_first: bool) -> list[str]:
        """Return a finding as text. Of a code's later places only what was found is shown."""
        code = CODES[finding.code]
        file = finding.file or self.file
        place = (file, finding.line, finding.column, code.code, code.title)
        parts = [("found", finding.found), ("expected", finding.expected), ("cause", finding.cause)]
        if is_first or finding.original:
            parts += [("fix", finding.fix or code.fix), ("original", finding.original)]
        lines = ["%s:%d:%d: %s %s" % place]
        for name, value in parts:
            if value:
                lines += _part(name, value)
        return lines

    def _last_line(self) -> str:
        counts = [(self.errors, "error"), (self.warnings, "warning")]
        text = ", ".join(plural(count, noun) for count, noun in counts if count)
        text = (text or "No errors, no warnings") + "."
        names = ("sentence", "token", "negation")
        read = [plural(getattr(self.contents, name + "s"), name) for name in names]
        text += " Checked " + ", ".join(read)
        if self.gold_negations is not None:
            text += f"; gold has {self.gold_negations:,}"
        return text + (f" ({self.gold_corpus})." if self.gold_corpus else ".")


def _part(name: str, value: str) -> list[str]:
    """Return a part of a finding: its first line folded, then the command that it gives, as it is typed."""
    words, *commands = value.split("\n")
    lines = folded(words, VERDICT_WIDTH, " " * 14, "    %-9s " % name)
    return lines + [" " * 14 + command for command in commands]


def checked_table(results: Sequence[Checked], missing: Sequence[str]) -> str:
    """Return a line for each file, and a last one that counts them."""
    width = max(map(len, [checked.file for checked in results] + [*missing]), default=0) + 2
    lines = []
    for checked in results:
        what = checked.reason.partition("\n")[0].removesuffix("; to submit it:")
        if not what:
            warnings = plural(checked.warnings, "warning") if checked.warnings else ""
            what = ("%-9s  %s" % ("F1 " + checked.f1 if checked.f1 else "", warnings)).rstrip()
        lines.append("%s%-15s%s" % (checked.file.ljust(width), checked.verdict, what))
    lines += [f"{name.ljust(width)}has no partner" for name in missing]
    verdicts = [checked.verdict for checked in results]
    counts = ["%d %s" % (verdicts.count(verdict), verdict) for verdict in dict.fromkeys(verdicts)]
    counts += ["%d without a partner (%s)" % (len(missing), some(missing, 4))] if missing else []
    total = len(results), plural(len(results) + len(missing), "file")
    lines += ["", "%d of %s checked: %s." % (*total, ", ".join(counts))]
    return "".join(visible(line.rstrip()) + "\n" for line in lines)
