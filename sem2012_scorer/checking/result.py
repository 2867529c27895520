"""The verdict on a file, with its findings, as a value and as text.

`Checked.text` is what `check` prints of one file, `summary_of_check_results` of several.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..common.mappings import read_only
from ..common.wording import (
    joined_by_and,
    plural,
    shortened_list,
    visible,
    wording_in_visible_lines,
    wrap_wording,
)
from ..port.perl import Abort
from ..port.scripts import Original
from .findings import CODES, REPAIR_BOTH, Finding
from .foreign_cells import THREE_ASTERISKS

VALID, INVALID, SCORABLE = "valid", "invalid", "can be scored"
REFUSED, NOT_READ = "refused", "not checked"
VERDICT_WIDTH = 100
REMOVED_BY_REPAIR = {
    "W902": "it takes cues out of their scopes",
    "W913": "it removes the columns of W913",
}
"""What a repair takes out of a file, by the code that it repairs."""
MOST_CODES = 4  # how many codes are shown in a line on a file among several


class Contents(NamedTuple):
    """What a file holds: numbers of sentences, tokens and negations, as the scorer counts them.

    `strings` is how many cells have a word of a cue, scope or event; `foreign` how many of these are no
    part of their token's word, in any case of letters. `uneven` is how many sentences have lines with wrong
    or unequal numbers of columns: their negations are not counted.
    """

    sentences: int = 0
    tokens: int = 0
    negations: int = 0
    strings: int = 0
    foreign: int = 0
    uneven: int = 0


class Checked(NamedTuple):
    """The verdict on a file, with its findings; ``str()`` is the text of the command.

    `verdict` is valid, invalid, can be scored, or refused (both of predictions), and `reason` why, in a
    clause. `findings` are the first places of each code, `places` the number of all places by code. What runs
    through a file is one finding; `further` says, by code, how many places have no finding of their own.
    `contents` are numbers of what the file holds (sentences, tokens, negations), `gold_negations` those of
    gold, `gold_corpus` the released corpus that gold is. `f1` is F1 of cues in percent, as the report
    prints it, "" if the scorer aborts, and `stop_line` the line at which it does. Each of `commands`
    makes a valid file of this one, or of gold if `repairs_gold`; after the first, F1 is `repaired_f1`, and the
    codes in `left` still stand; `left_in_gold` are those of gold. `is_gold_blind`: gold has no annotation columns.
    """

    file: str
    verdict: str
    reason: str
    findings: tuple[Finding, ...] = ()
    places: Mapping[str, int] = read_only({})
    contents: Contents = Contents()
    gold_negations: int | None = None
    gold_corpus: str = ""
    f1: str = ""
    stop_line: int | None = None
    commands: tuple[str, ...] = ()
    repaired_f1: str = ""
    left: tuple[str, ...] = ()
    repairs_gold: bool = False
    left_in_gold: tuple[str, ...] = ()
    further: Mapping[str, int] = read_only({})
    is_gold_blind: bool = False

    @property
    def errors(self) -> int:
        """How many errors there are; one that runs through the file is one."""
        return self._number_of("E")

    @property
    def warnings(self) -> int:
        """How many warnings there are; one that runs through the file is one."""
        return self._number_of("W")

    def warnings_in_words(self) -> str:
        """Return how many warnings there are, with their codes and titles: "1 warning (W909 missing annotation)".

        If a code has several, the number of each is given: "3 warnings (2 of W128 same cue twice, 1 of …)".
        """
        named = []
        codes = sorted(code for code in self.places if code.startswith("W"))
        for code in codes:
            words = f"{code} {CODES[code].title}"
            if self.warnings > len(codes) > 1:
                words = f"{self._number_of(code):,} of {words}"
            named.append(words)
        return f"{plural(self.warnings, 'warning')} ({shortened_list(named, MOST_CODES)})"

    @property
    def aborts(self) -> bool:
        """Whether the scorer aborts at this file, which its first finding then says."""
        return bool(self.findings) and self.findings[0].original != ""

    def _number_of(self, beginning: str) -> int:
        """Return the number of findings whose code begins with a severity, or is one code."""
        codes = [code for code in self.places if code.startswith(beginning)]
        return sum(self.places[code] - self.further.get(code, 0) for code in codes)

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
            "further": dict(self.further),
            "contents": self.contents._asdict(),
        }

    def __str__(self) -> str:
        return self.text()

    def text(self, is_all: bool = False) -> str:
        """Return the text of the command; with `is_all`, without a count of places left out."""
        lines = [self.headline]
        if self.verdict == REFUSED:
            # Its lines may hold a command, which is never folded.
            first, *others = self.headline.split("\n")
            lines = [first] + ["    " + line.strip() for line in others]
        lines += self._lines_of_findings(is_all)
        if self.commands:
            lines.append("")
            lines += wrap_wording(self._describe_repair_commands(), VERDICT_WIDTH, "", "")
            lines += ["    " + command for command in self.commands]
        if self.verdict not in (REFUSED, NOT_READ) and self.contents.sentences:
            lines += ["", self._last_line()]
        return "".join(wording_in_visible_lines(line) + "\n" for line in lines)

    def _lines_of_findings(self, is_all: bool) -> list[str]:
        """Return all findings as text; after the last one of a code how many places are not shown."""
        lines = []
        listed = Counter(finding.code for finding in self.findings)
        shown: Counter[str] = Counter()
        fixes: set[tuple[str, str]] = set()
        for finding in self.findings:
            code = finding.code
            shown[code] += 1
            is_first = shown[code] == 1
            if is_first:
                lines.append("")
            # The fix is printed once, and again where another place needs another one.
            has_new_fix = is_first or (finding.fix != "" and (code, finding.fix) not in fixes)
            fixes.add((code, finding.fix))
            lines += self._finding_as_lines(finding, has_new_fix)
            more = self.places[code] - self.further.get(code, 0) - shown[code]
            is_last = shown[code] == listed[code]
            if is_last and more > 0 and not is_all:
                lines.append("    … and {} (--all shows each)".format(plural(more, "more place")))
        return lines

    @property
    def headline(self) -> str:
        """The answer in a line."""
        if self.reason and self.verdict == SCORABLE:
            return f"{self.verdict} {self.reason}"
        if self.reason:
            return f"{self.verdict}: {self.reason}"
        if self.warnings:
            return f"{self.verdict}, with {plural(self.warnings, 'warning')}"
        return self.verdict

    def first_finding(self) -> list[str]:
        """Return the finding that decides, as lines, with the command that repairs the file."""
        lines = self._finding_as_lines(self.findings[0], True)
        if self.commands:
            lines.append("    " + self._describe_repair_commands())
        return lines + ["        " + command for command in self.commands]

    def _describe_repair_commands(self) -> str:
        """Return what the commands do, with F1 before and after where both are known and differ."""
        is_gold_left = any(finding.fix.endswith(REPAIR_BOTH) for finding in self.findings)
        does = "repairs it" if self.verdict == VALID else "writes a valid copy"
        if self.repairs_gold:
            does = "repairs gold; then give the new file with -g"
        elif self.left:
            does = f"repairs the file, but the copy will have {_codes_in_words(self.left)}"
        elif is_gold_left:
            does = "repairs this file, but not gold"
        f1 = ""
        if self.repaired_f1 and self.verdict != VALID:
            f1 = f"; Cues F1 is then {self.repaired_f1}"
        elif self.f1 and self.repaired_f1 not in ("", self.f1):
            f1 = f"; Cues F1 is {self.f1} now and {self.repaired_f1} after it"
        words = self.commands[0].split() if self.commands else []
        again = ", if you pipe the input in again" if "-" in words else ""
        if self.left_in_gold and not self.repairs_gold:
            f1 += f". Gold has {_codes_in_words(self.left_in_gold)}"
        elif self.repairs_gold and is_gold_left:
            f1 += ". It does not repair this file"
        elif self.left and is_gold_left:
            f1 += ". It does not repair gold"
        return f"This command {does}{self._removals_in_words()}{again}{f1}:"

    def _removals_in_words(self) -> str:
        """Return what the commands take out of the file, in brackets, "" for nothing that a reader would miss."""
        if self.repairs_gold:
            return ""
        removals = [
            words
            for code, words in REMOVED_BY_REPAIR.items()
            if code not in self.left
            and any(f.code == code and f.fix != THREE_ASTERISKS for f in self.findings)
        ]
        return f" ({joined_by_and(removals)})" if removals else ""

    def _finding_as_lines(self, finding: Finding, has_new_fix: bool) -> list[str]:
        """Return a finding as text, with its fix if no place before it has the same."""
        code = CODES[finding.code]
        file = finding.file or self.file
        parts = [("found", finding.found), ("expected", finding.expected), ("cause", finding.cause)]
        if has_new_fix or finding.original:
            parts.append(("fix", finding.fix or code.fix))
        parts.append(("original", finding.original))
        lines = [f"{file}:{finding.line}:{finding.column}: {code.code} {code.title}"]
        for name, value in parts:
            if value:
                lines += _fold_finding(name, value)
        return lines

    def _last_line(self) -> str:
        """Return how many errors and warnings there are, and what the file and gold hold."""
        counts = [(self.errors, "error"), (self.warnings, "warning")]
        text = ", ".join(plural(count, noun) for count, noun in counts if count)
        if not text:
            text = "No errors or warnings in the file"
        text += "."
        contents = [
            plural(self.contents.sentences, "sentence"),
            plural(self.contents.tokens, "token"),
            plural(self.contents.negations, "negation"),
        ]
        if self.contents.uneven:
            uneven = plural(self.contents.uneven, "sentence")
            contents[2] += f" (those of {uneven} could not be counted)"
        text += " Checked " + ", ".join(contents)
        if self.is_gold_blind:
            text += "; gold has no annotation columns, so only the first four columns were compared"
        elif self.gold_negations is not None:
            text += f"; gold has {self.gold_negations:,}"
            if self.gold_corpus:
                text += f" ({self.gold_corpus})"
        elif self.gold_corpus:
            text += f"; gold is {self.gold_corpus}"
        return text + "."


UNUSABLE = "E601"


def reason_for_invalid(
    original: Original,
    stop: Abort | None,
    errors: list[Finding],
    line: int | None,
    has_gold: bool,
) -> str:
    """Return why a file is invalid, "" if it is not; `line` is the line of the abort."""
    if stop is None and not errors:
        return ""
    title = CODES[errors[0].code].title
    if errors[0].code == UNUSABLE:
        title = errors[0].found  # the file is empty, or what it is
    first = f"({errors[0].code} {title})"
    if stop is None:
        if not has_gold:
            return f"no cue, scope or event in this file can be scored {first}"
        return f"no cue, scope or event in this file can match gold {first}"
    at = f" at line {line:,}" if line else ""
    return f"{original.identifier} aborts{at} {first}"


def _codes_in_words(codes: Sequence[str]) -> str:
    """Return codes with their titles."""
    return joined_by_and([f"{code} ({CODES[code].title})" for code in codes])


def _fold_finding(name: str, value: str) -> list[str]:
    """Return a part of a finding: its first line folded, then the command that it gives, as it is typed."""
    words, *commands = value.split("\n")
    lines = wrap_wording(words, VERDICT_WIDTH, " " * 14, "    %-9s " % name)
    return lines + [" " * 14 + command for command in commands]


def summary_of_check_results(results: Sequence[Checked], missing: Sequence[str]) -> str:
    """Return a line for each file, and a last one that counts them."""
    names = [checked.file for checked in results] + list(missing)
    width = max(map(len, names), default=0) + 2
    lines = []
    for checked in results:
        lines.append(
            "%s%-15s%s" % (checked.file.ljust(width), checked.verdict, _reason_in_a_line(checked))
        )
    lines += [f"{name.ljust(width)}has no partner" for name in missing]
    verdicts = Counter(checked.verdict for checked in results)
    counts = ["%d %s" % (number, verdict) for verdict, number in verdicts.items()]
    number = len(results) - verdicts[NOT_READ]
    last = f"{number} of {plural(len(results), 'file')} checked: {', '.join(counts)}."
    if missing:
        files = plural(len(missing), "file has", "files have")
        without = f"{files} no partner ({shortened_list(missing, 4)})."
        if results:
            last = f"{plural(number, 'file')} checked: {', '.join(counts)}. {without}"
        else:
            last = f"Nothing was checked: {without}"
    lines += ["", last]
    if any(checked.findings for checked in results):
        words = "Check a file alone to see what is wrong in it"
        is_distinct = len({os.path.basename(checked.file) for checked in results}) == len(results)
        # Predictions are not repaired.
        if is_distinct and any(checked.verdict in (VALID, INVALID) for checked in results):
            words += "; --fix FOLDER writes a copy of each file that can be read, repaired where that is possible"
        words += "."
        lines.append(words)
    return "".join(visible(line.rstrip()) + "\n" for line in lines)


def _reason_in_a_line(checked: Checked) -> str:
    """Return the reason for a verdict in a line, or F1 and the number of warnings."""
    reason = checked.reason.partition("\n")[0].removesuffix("; to submit it:")
    if reason:
        return reason
    f1 = warnings = ""
    if checked.f1:
        f1 = f"F1 {checked.f1}"
    if checked.warnings:
        codes = sorted(code for code in checked.places if code[0] == "W")
        warnings = f"{plural(checked.warnings, 'warning')} ({shortened_list(codes, MOST_CODES)})"
    return f"{f1:9}  {warnings}".rstrip()
