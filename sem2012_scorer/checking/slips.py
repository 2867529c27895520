"""Systematic slips: what runs through a submission, what it costs, and how it is fixed.

A slip is fixed sentence by sentence, and the sentence judged again as the legacy
scorer judges it; what a row of the report gains is the slip's cost. What shows in fewer than half of the places where it could is not a slip but an error of
the system: a habit shows in most places, and scoring counts errors.
"""

from __future__ import annotations

from itertools import chain, repeat

from ..ground.counts import Counts, replaced
from ..ground.records import Record
from ..ground.wording import plural
from ..legacy.fields import Fields
from ..legacy.judging import Judging
from ..legacy.shortcuts import is_plainly_without_negation
from ..reporting.report import Report
from .codes import NOTE, WARNING
from .files import File
from .mends import (
    affixes_of_gold,
    as_in_word,
    cue_left_out,
    cues_joined,
    cues_parted,
    exchanged,
    in_order_of_cues,
    negations_of,
    restored,
    the_word,
    without_empty,
    without_part,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..legacy.judging import Judged
    from ..legacy.originals import Original
    from .findings import Finding
    from .mends import InCells, Mend, Mended
    from .sentence_lines import SentenceLines


HALF, MOST, ANY = 0.5, 0.8, 0.0
"""From which share of its places on a slip runs through a file: for what could be an error of the
system, for what is fixed in all places together, and for what no system means."""

FEWEST_SEEN = 50
"""After how many places a slip that half of them do not have is no longer looked for everywhere."""


class Slip(Record):
    """A kind of slip: its code, and how it is described.

    `what` says what has it, with two numbers, the second one of `thing`, in which
    ``%s`` stands for the s of its plural; `mended` how
    it is as fixed, "" if there is no single way; `alone` is added to it
    without gold, "" if it cannot be seen without. `mend` fixes a sentence's negations; `share` is the
    share of places from which on it is one; `reached` are the measures that it reaches, given where
    fixing does not show it.
    """

    code: str
    what: str
    thing: str
    mended: str
    alone: str
    mend: Mend
    share: float = HALF
    reached: tuple[str, ...] = ()


PAIRED_FROM_THE_LEFT = "negations are paired from the left: where cues overlap, another is compared"
SLIPS = {
    slip.code: slip
    for slip in (
        Slip("N902", "the cue in its own scope: %d of %s", "negation%s with a scope",
             "with the cue left out of the scope",
             "where gold leaves cues out of their scopes, no scope of these is right", cue_left_out),
        Slip("N905", "not divided into cue and rest as in gold: %d of %s", "affixal cue%s",
             "with gold's strings", "", affixes_of_gold),
        Slip("N906", "in several negations: %d of gold's %s", "cue%s of several words",
             "with one negation for each", "", cues_joined),
        Slip("N907", "several cues of gold in one: %d of the system's %s", "cue%s of several words",
             "with a negation for each", "", cues_parted),
        Slip("N908", "out of the order of their cues: %d of %s", "sentence%s with several negations",
             "in order", PAIRED_FROM_THE_LEFT, in_order_of_cues, ANY),
        Slip("W120", "other letters, upper or lower, than the word's: %d of %s", "cell%s",
             "as in the word", "", restored(as_in_word), ANY),
        Slip("N901", "strings that are not part of their word: %d of %s", "cell%s",
             "with the word", "", restored(the_word), ANY),
        Slip("N911", "columns with nothing in them: %d of %s", "negation%s",
             "with these taken out",
             "for the legacy scorers only _ is empty: with - each counts as a cue", without_empty, ANY),
        Slip("N912", "an event with more tokens than the scope: %d of %s", "negation%s",
             "with the two exchanged everywhere", "", exchanged, MOST),
        Slip("N909", "no event where gold has one, nor anywhere: %d of %s", "negation%s",
             "", "", without_part(2), ANY, ("events", "full_negations")),
        Slip("N910", "no scope where gold has one: %d of %s", "negation%s",
             "", "", without_part(1), HALF,
             ("scopes", "scopes_no_cue_match", "scope_tokens", "full_negations")),
    )
}  # fmt: skip
"""The slips by their codes."""

BY_ITSELF = ("W120", "N911")
"""The slips that ``--fix OUT`` fixes, because there is one right answer."""

ON_REQUEST = tuple(code for code, slip in SLIPS.items() if slip.mended and code not in BY_ITSELF)
"""The slips that ``--fix OUT --also CODE`` fixes: that changes what the system said."""

NEED_GOLD = ("N905", "N906", "N907")
"""Those of them that gold's annotation decides: fixed with gold's answers, which is not the system's score."""

IN_PLACE = ("N902", "N905", "N906", "W120", "N901")
"""Those whose mend changes the parts that it is given."""

POINT = 1.0
"""How far a row has to move, in points of F1, for a slip to be a warning."""


class Cost(Record):
    """What a slip costs: `number` things `of` those that could have it.

    `rows` are the rows of the report that it reaches, each with its F1 as written
    and as mended (None if there is no single mend), in percent as printed; the row that moves
    furthest first. `line` is the first line of the system's file with it, `side` its file's name.
    """

    code: str
    number: int
    of: int
    rows: tuple[tuple[str, str, str | None], ...]
    line: int

    @property
    def points(self) -> float:
        """How far the row that moves furthest moves, in points of F1; 0 without a mend."""
        return max([float(m) - float(w) for _, w, m in self.rows if m is not None], default=0.0)

    @property
    def is_worth_naming(self) -> bool:
        """Whether a row gains by mending it, or a part is missing that no mend gives."""
        return self.points > 0 or not SLIPS[self.code].mended

    def in_words(self) -> str:
        """Return the cost in words: how many, and the rows as written and as mended."""
        slip = SLIPS[self.code]
        words = slip.what % (self.number, plural(self.of, slip.thing % "", slip.thing % "s"))
        if not self.rows:
            return words
        if not slip.mended:
            rows = ", ".join("%s %s" % (label, written) for label, written, _ in self.rows)
            return "%s; F1 of the rows that it reaches: %s" % (words, rows)
        rows = ", ".join("%s %s and %s" % row for row in self.rows)
        answers = ", which uses gold's answers" if self.code in NEED_GOLD else ""
        return "%s; F1 as written and %s%s: %s" % (words, slip.mended, answers, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the cost for JSON."""
        rows = [dict(zip(("row", "written", "mended"), row)) for row in self.rows]
        return {"code": self.code, "number": self.number, "of": self.of, "f1": rows}


def _counted(code: str, found: InCells, in_gold: InCells | None) -> Mended:
    """Return a sentence's negations as fixed, how many had a slip, and how many could have had it."""
    negations = found.negations
    if code in IN_PLACE:
        negations = [(dict(cue), dict(scope), dict(event)) for cue, scope, event in negations]
    gold = [] if in_gold is None else in_gold.negations
    return SLIPS[code].mend(gold, negations, found.words)


def without_slip(code: str, lines: list[bytes], gold: File | None) -> tuple[list[bytes], int]:
    """Fix a slip in every sentence; return the lines, and how many places had it.

    A slip that is fixed in all places together is left if fewer have it than its share. `gold` may be
    None for slips that need none.
    """
    system = File(b"", "", b"\n".join(lines))
    in_gold = chain([] if gold is None else gold.sentences(), repeat(None))
    slip = SLIPS[code]
    fixed: dict[range, bytes] = {}
    total = of = 0
    for sentence, place in zip(system.sentences(), in_gold):
        bare = b"\n".join(line.rstrip(b"\t\r") for line in system.lines_of(sentence))
        if is_plainly_without_negation(bare, len(sentence)):
            continue
        if code == "N911" and gold is None and b"\t-\n" in bare + b"\n":
            # Gold may have such columns too, which count as a cue.
            continue
        found = negations_of(bare)
        if found is None:
            continue
        theirs = b"" if gold is None or place is None else b"\n".join(gold.lines_of(place))
        changed, number, could = _counted(code, found, negations_of(theirs) if theirs else None)
        total, of = total + number, of + could
        if number or slip.share == MOST:
            fixed[sentence] = found.written(changed)
    if not total or (slip.share == MOST and total < MOST * of):
        return lines, 0
    result = list(lines)
    for sentence, changed_lines in fixed.items():
        own = slice(sentence.start - 1, sentence.stop - 1)
        ends = [line[len(line.rstrip(b"\t\r")) :] for line in lines[own]]
        result[own] = [line + end for line, end in zip(changed_lines.split(b"\n"), ends)]
    return result, total


class Slips:
    """The slips of judged sentences: counted, fixed and judged again, one sentence at a time.

    `read` returns what has been read of a sentence's lines.
    """

    def __init__(
        self, original: Original, read: Callable[[bytes], SentenceLines] | None = None
    ) -> None:
        self._original = original
        self._read = read
        self._numbers = {code: [0, 0, 0] for code in SLIPS}
        self._moved = {code: (Counts(), Counts()) for code in SLIPS}
        self._events = self._scopes = 0

    def add(self, judged: Judged) -> None:
        """Add a sentence: what it counts as, and what it would count as without each slip."""
        block = judged.block
        if not judged.system.negations or not block.length:
            return
        for negation in judged.system.negations:
            self._events += bool(negation.event)
            self._scopes += bool(negation.scope)
        found = self._negations_of(block.system)
        if found is None:
            return
        in_gold = found if block.gold == block.system else self._negations_of(block.gold)
        for code, numbers in self._numbers.items():
            changed, number, of = _counted(code, found, in_gold)
            numbers[1] += of
            if number and not numbers[0]:
                numbers[2] = block.last_line - block.length
            numbers[0] += number
            if not SLIPS[code].mended or not (number or self._may_be_everywhere(code)):
                continue
            lines = found.written(changed)
            again = Judging(self._original).judge(
                block._replace(system=lines), Fields(block.gold), Fields(lines)
            )
            if again is not None and again.counts != judged.counts:
                before, after = self._moved[code]
                self._moved[code] = before + judged.counts, after + again.counts

    def _may_be_everywhere(self, code: str) -> bool:
        """Return whether a slip that is fixed in all places together may still run through the file."""
        number, of, _ = self._numbers[code]
        return SLIPS[code].share == MOST and (of < FEWEST_SEEN or number >= HALF * of)

    def _negations_of(self, lines: bytes) -> InCells | None:
        """Return the negations of a sentence, which the check of its file may have read."""
        return negations_of(lines, None if self._read is None else self._read(lines).fields)

    def costs(self, counts: Counts) -> tuple[Cost, ...]:
        """Return what each slip costs that runs through the file, the costliest first.

        `counts` are those of all sentences.
        """
        written = _f1_by_row(counts, self._original)
        found = []
        for code, (number, of, line) in self._numbers.items():
            slip = SLIPS[code]
            is_none = {"N909": self._events, "N910": self._scopes}.get(code, 1) == 0
            if not number or not (is_none or (code != "N909" and number >= slip.share * of)):
                continue
            before, after = self._moved[code]
            again = _f1_by_row(replaced(counts, before, after), self._original)
            rows = [
                (label, f1, again[label][1] if slip.mended else None)
                for label, (measured, f1) in written.items()
                if (again[label][1] != f1 if slip.mended else measured in slip.reached)
            ]
            rows.sort(key=lambda row: -abs(float(row[2] or row[1]) - float(row[1])))
            found.append(Cost(code, number, of, tuple(rows), line))
        return tuple(sorted(found, key=lambda cost: -cost.points))

    @property
    def errors(self) -> tuple[str, ...]:
        """The codes of what the file has in fewer places than a slip: errors of the system."""
        return tuple(
            code
            for code, (number, of, _) in self._numbers.items()
            if SLIPS[code].mended and number < SLIPS[code].share * of
        )


def _f1_by_row(counts: Counts, original: Original) -> dict[str, tuple[str, str]]:
    """Return what each row of the report measures, and its printed F1."""
    report = Report(counts, original)
    return {row.label: (row.measured, report[row.label].printed.f1) for row in original.table.rows}


def with_costs(
    findings: Iterable[Finding], costs: Sequence[Cost], errors: Sequence[str], system: File
) -> list[Finding]:
    """Return findings with one for each slip that costs something, in place of those of its code.

    It is a warning if a row moves by a point or more, or if most negations lack a part. Findings with
    the codes of `errors` are left out: that is what scoring counts.
    """
    kept = [f for f in findings if f.code not in errors or f.side != "system"]
    for cost in costs:
        if not cost.is_worth_naming:
            continue
        kept = [f for f in kept if f.code != cost.code or f.side != "system"]
        found = system.finding(cost.line, cost.code, cost.in_words())
        is_dear = cost.points >= POINT or not SLIPS[cost.code].mended
        level = WARNING if is_dear else NOTE
        kept.append(found._replace(level=level, places=cost.number, points=cost.points))
    return kept


def slips_alone(findings: Iterable[Finding], system: File) -> list[Finding]:
    """Return findings with one for each slip that can be seen without gold and runs through the file.

    It stands in place of those of its code.
    """
    kept = list(findings)
    numbers = {code: [0, 0, 0] for code, slip in SLIPS.items() if slip.alone}
    for sentence in system.sentences():
        lines = b"\n".join(system.lines_of(sentence))
        if is_plainly_without_negation(lines, len(sentence)):
            continue
        read = negations_of(lines)
        if read is None:
            continue
        for code, found in numbers.items():
            _, had, could = _counted(code, read, None)
            found[0] += had
            found[1] += could
            found[2] = found[2] or (sentence[0] if had else 0)
    for code, (number, of, line) in numbers.items():
        if number > 1 and 2 * number >= of:
            kept = [f for f in kept if f.code != code]
            words = "%s; %s" % (Cost(code, number, of, (), line).in_words(), SLIPS[code].alone)
            kept.append(system.finding(line, code, words)._replace(places=number))
    return kept
