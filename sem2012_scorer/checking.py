"""Everything that is wrong with a submission, in one run.

The legacy scorers stop at the first fault, and score some files otherwise than
their author thinks. `check` finds both. Its errors and the legacy scorer go
together: there is one exactly if the original dies.
"""

from __future__ import annotations

import json
import os
from collections import Counter, namedtuple
from contextlib import contextmanager

from . import perl
from .checks import COMPARED_FIELDS, compared_fields, misplaced_stars
from .codes import CODES, ERROR, NOTE, WARNING
from .originals import ORIGINALS
from .outcomes import count, judge
from .scoring import GOLD, SYSTEM, judge_sentences
from .sentences import (
    DASHED_EMPTY_CELLS,
    EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    TAG_FIELD,
    WITHOUT_NEGATION,
    WORD_FIELD,
    Annotation,
    ScopeWords,
    field_at,
    fields,
    negation_words,
    read_annotation,
    read_meant,
    says_no_negation,
    writes_dashes,
)
from .wording import sentence_name, some, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .originals import Original
    from .scoring import Judged
    from .sentences import Token

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LEVELS = {"E": ERROR, "W": WARNING, "N": NOTE}
LOOK_AHEAD = 400
"""How many lines of either file a gap may have before the files are given up as different."""

SHOWN = 5
"""How many sentences are named before "and N more"."""


class Finding(
    namedtuple("Finding", ("file", "line", "column", "level", "code", "message", "hint"))
):
    """One thing that is wrong.

    `line` and `column` count from 1, characters of the line; `level` is one of
    ``error``, ``warning``, ``note``; `code` is a key of `codes.CODES`.
    ``str()`` is two lines: as compilers print it, and what to do.
    """

    __slots__ = ()
    file: str
    line: int
    column: int
    level: str
    code: str
    message: str
    hint: str

    def __str__(self) -> str:
        return "%s:%d:%d: %s %s: %s\n    %s" % self


def check(system: str, gold: str | None = None, scorer: str = "eval.cd-sco") -> list[Finding]:
    """Return what is wrong with a system's file, and with gold's if it is given.

    In the order of the files and lines, gold's first. With gold, there is an
    error among them exactly if the legacy scorer `scorer` dies of the files.
    """
    original = ORIGINALS[scorer]
    findings: list[Finding] = []
    files = {}
    for handle, name in ((GOLD, gold), (SYSTEM, system)):
        if name is None:
            continue
        try:
            with open(name, "rb") as stream:
                files[handle] = File(handle, name, stream.read())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            findings.append(_finding(name, 1, 1, "E502", "cannot be read: %s" % reason))
    if findings:
        return findings

    for file in files.values():
        findings += _check_bytes(file)
        findings += _check_blank_lines(file)
        findings += _check_cells(file, files.get(GOLD, file), original)
    findings += _check_columns(files[SYSTEM], original)
    if GOLD not in files:
        findings += _check_double_blanks(files[SYSTEM])
    else:
        findings += _check_gold_columns(files[GOLD])
        findings += _check_tags(files[GOLD])
        agreement = list(_check_agreement(files[GOLD], files[SYSTEM]))
        findings += agreement
        if not any(finding.level == ERROR for finding in agreement):
            findings += _check_phantoms(files[GOLD], files[SYSTEM], original)
        else:
            for file in files.values():
                findings += _check_double_blanks(file)
        assert gold is not None
        findings = _with_death(findings, files, gold, system, original)
    order = [file.name for file in files.values()]
    return sorted(
        findings, key=lambda finding: (order.index(finding.file), finding.line, finding.column)
    )


def as_text(findings: Sequence[Finding], pairs: int) -> str:
    """Return the findings as text, and a count of them and of the files, or pairs of files."""
    counted = Counter(finding.level for finding in findings)
    counts = ", ".join(
        "%d %s%s" % (counted[level], level, "" if counted[level] == 1 else "s")
        for level in (ERROR, WARNING, NOTE)
    )
    files = "1 submission" if pairs == 1 else "%d submissions" % pairs
    return "".join(str(finding) + "\n" for finding in findings) + "%s: %s\n" % (files, counts)


def as_json(findings: Sequence[Finding], pairs: int) -> str:
    """Return the findings, and how many there are of each level, as a JSON object."""
    counted = Counter(finding.level for finding in findings)
    result = {
        "submissions": pairs,
        "counts": {level: counted[level] for level in (ERROR, WARNING, NOTE)},
        "findings": [finding._asdict() for finding in findings],
    }
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"


class File:
    """A file's lines, as they are and as they are meant: without CR and byte-order mark."""

    def __init__(self, handle: bytes, name: str, content: bytes) -> None:
        self.handle = handle
        self.name = name
        self.content = content
        lines = content.split(b"\n")
        if not lines[-1]:
            lines.pop()
        self.has_mark = content.startswith(BYTE_ORDER_MARK)
        if self.has_mark:
            lines[0] = lines[0][len(BYTE_ORDER_MARK) :]
        self.returns = [number for number, line in enumerate(lines, 1) if line.endswith(b"\r")]
        self.lines = [line[:-1] if line.endswith(b"\r") else line for line in lines]
        self._fields: dict[int, list[bytes]] = {}

    def fields(self, number: int) -> list[bytes]:
        """Return the fields of line `number`, from 1, without empty ones at the end."""
        if number not in self._fields:
            self._fields[number] = fields(self.lines[number - 1])
        return self._fields[number]

    def column(self, number: int, field: int) -> int:
        """Return the column, in characters from 1, at which a field of a line begins."""
        before = b"\t".join(self.lines[number - 1].split(b"\t")[:field])
        return len(text(before)) + (2 if field else 1)

    def sentences(self) -> Iterator[range]:
        """Yield the numbers of the lines of each sentence that has any."""
        start = 1
        for number, line in enumerate([*self.lines, b""], start=1):
            if not line:
                if number > start:
                    yield range(start, number)
                start = number + 1

    def name_of(self, sentence: range) -> str:
        """Return a sentence's document and number, as its first line has them."""
        return sentence_name(self.fields(sentence[0]))


def _finding(name: str, line: int, column: int, code: str, message: str) -> Finding:
    return Finding(name, line, column, LEVELS[code[0]], code, message, CODES[code].hint)


def _check_bytes(file: File) -> Iterator[Finding]:
    """Yield byte-order mark, carriage returns, and bytes that are not UTF-8."""
    if file.has_mark:
        yield _finding(file.name, 1, 1, "W402", "the file starts with a byte-order mark")
    if file.returns:
        first = file.returns[0]
        message = "%d of %d lines end in a carriage return" % (len(file.returns), len(file.lines))
        column = len(text(file.lines[first - 1])) + 1
        yield _finding(file.name, first, column, "W401", message)
    try:
        file.content.decode("utf-8")
    except UnicodeDecodeError as error:
        number = file.content.count(b"\n", 0, error.start) + 1
        start = file.content.rfind(b"\n", 0, error.start) + 1
        column = len(text(file.content[start : error.start])) + 1
        message = "byte 0x%02X is not UTF-8" % file.content[error.start]
        yield _finding(file.name, number, column, "N104", message)


def _lines(number: int) -> str:
    return "1 line" if number == 1 else "%d lines" % number


def _check_blank_lines(file: File) -> Iterator[Finding]:
    """Yield lines that only look blank, and a file without final blank line."""
    for number, line in enumerate(file.lines, start=1):
        if line and not line.strip(perl.WHITE_SPACE):
            yield _finding(file.name, number, 1, "W108", "%r is not a blank line" % text(line))
    if file.lines and file.lines[-1]:
        token = file.fields(len(file.lines))[WORD_FIELD : WORD_FIELD + 1]
        message = "the last line is not read"
        if token:
            message = "the last token, %r, is not read" % text(token[0])
        yield _finding(file.name, len(file.lines), 1, "W101", message)


def _check_double_blanks(file: File) -> Iterator[Finding]:
    """Yield blank lines that end no sentence."""
    for number, line in enumerate(file.lines, start=1):
        if not line and (number == 1 or not file.lines[number - 2]):
            yield _finding(file.name, number, 1, "W102", "a sentence without tokens")


def _check_columns(system: File, original: Original) -> Iterator[Finding]:
    """Yield the sentences of the system whose columns are wrong, one finding each."""
    for sentence in system.sentences():
        expected = len(system.fields(sentence[0]))
        if expected != FIRST_NEGATION_FIELD + 1 and (expected < 1 or (expected - 1) % 3):
            message = "%d columns" % expected
            yield _finding(system.name, sentence[0], 1, "E202", message)
            continue
        for number in sentence:
            found = len(system.fields(number))
            if found != expected:
                message = "%d columns, %d in line %d, the sentence's first"
                message %= (found, expected, sentence[0])
                yield _finding(system.name, number, 1, "E201", message)
                break
        marks = [field_at(system.fields(number), FIRST_NEGATION_FIELD) for number in sentence]
        closed = sentence[-1] < len(system.lines)
        if misplaced_stars(marks, 0, original.lines) and closed:
            token = next(
                i
                for i in range(1, len(marks) - 1)
                if marks[i] == WITHOUT_NEGATION
                and (marks[i - 1] != WITHOUT_NEGATION or marks[i + 1] != WITHOUT_NEGATION)
            )
            stars = marks.count(WITHOUT_NEGATION)
            message = "*** for %d of the sentence's %d tokens" % (stars, len(marks))
            number = sentence[token]
            column = system.column(number, FIRST_NEGATION_FIELD)
            yield _finding(system.name, number, column, "E203", message)
        elif 0 < marks.count(WITHOUT_NEGATION) < len(marks) or (
            expected > FIRST_NEGATION_FIELD + 1 and WITHOUT_NEGATION in marks
        ):
            number = sentence[marks.index(WITHOUT_NEGATION)]
            column = system.column(number, FIRST_NEGATION_FIELD)
            message = "*** in a sentence with annotation"
            yield _finding(system.name, number, column, "W115", message)


def _check_gold_columns(gold: File) -> Iterator[Finding]:
    """Yield the sentences of gold whose lines have different numbers of columns."""
    for sentence in gold.sentences():
        numbers = [len(gold.fields(number)) for number in sentence]
        if len(set(numbers)) > 1:
            last = numbers[-1]
            position = next(i for i, found in enumerate(numbers) if found != last)
            message = "%d columns, %d in the sentence's last line" % (numbers[position], last)
            yield _finding(gold.name, sentence[position], 1, "W113", message)


def _check_tags(gold: File) -> Iterator[Finding]:
    """Yield a finding if no tag tells words and punctuation apart."""
    tags = Counter(
        field_at(gold.fields(number), TAG_FIELD)
        for sentence in gold.sentences()
        for number in sentence
    )
    if set(tags) == {b"_"}:
        message = "all tags are _: punctuation counts as scope"
    elif tags and not any(map(perl.has_word_character, tags)):
        message = "no tag has a letter, digit or underscore: no token counts as scope"
    else:
        return
    yield _finding(gold.name, 1, gold.column(1, TAG_FIELD), "W112", message)


# Cells


def _check_cells(file: File, tagged: File, original: Original) -> Iterator[Finding]:
    """Yield what is wrong with the negations of a file, sentence by sentence.

    Punctuation is told by the tags of the file `tagged`.
    """
    dashes: list[range] = []
    with_event = 0
    no_event: list[tuple[int, str]] = []
    underscores = False
    for sentence in file.sentences():
        rows = [file.fields(number) for number in sentence]
        lines = [file.lines[number - 1] for number in sentence]
        if says_no_negation(lines[0]) or max(map(len, rows)) <= FIRST_NEGATION_FIELD:
            continue
        dash = writes_dashes(rows)
        if dash:
            dashes.append(sentence)
        underscores = underscores or not dash
        empty = DASHED_EMPTY_CELLS if dash else EMPTY_CELLS
        yield from _check_strings(file, sentence, rows, empty)
        meant = read_meant(lines, empty)
        yield from _check_negations(file, sentence, rows, meant)
        yield from _check_missing_parts(file, tagged, sentence, original)
        for negation in meant.negations:
            if negation.scope and negation.cue:
                if negation.event:
                    with_event += 1
                else:
                    no_event.append((sentence[negation.cue[0][0]], text(negation.cue[0][1])))
    if dashes:
        names = some([file.name_of(sentence) for sentence in dashes], SHOWN)
        several = [s for s in dashes if len(negation_words(file.fields(s[-1]))) > 1]
        message = "- stands for empty in %d sentences: %s" % (len(dashes), names)
        if several:
            message = (
                "- stands for empty in %d sentences; in those with several negations, %d, the "
                "order of the columns decides: %s"
                % (
                    len(dashes),
                    len(several),
                    some([file.name_of(sentence) for sentence in several], SHOWN),
                )
            )
        column = file.column(dashes[0][0], FIRST_NEGATION_FIELD)
        yield _finding(file.name, dashes[0][0], column, "W103", message)
    elif underscores and original.lines.gold_part_missing is not None:
        first = next(s for s in file.sentences() if not says_no_negation(file.lines[s[0] - 1]))
        message = "_ stands for empty: every negation needs a cue, a scope and an event"
        yield _finding(file.name, first[0], 1, "W104", message)
    if with_event > len(no_event) > 0:
        message = "%d of %d negations with a scope have no event: %s"
        places = ["%r in line %d" % (cue, number) for number, cue in no_event]
        message %= (len(no_event), with_event + len(no_event), some(places, SHOWN))
        number = no_event[0][0]
        yield _finding(file.name, number, file.column(number, WORD_FIELD), "N103", message)


def _check_strings(
    file: File, sentence: range, rows: Sequence[Sequence[bytes]], empty: tuple[bytes, ...]
) -> Iterator[Finding]:
    """Yield cells that are empty, have a space in them, or hold a string that is not of the word."""
    for number, row in zip(sentence, rows):
        for field in range(FIRST_NEGATION_FIELD, len(row)):
            cell = row[field]
            if cell in empty or cell == WITHOUT_NEGATION:
                continue
            if not cell:
                code, message = "W106", "the cell is empty"
            elif b" " in cell:
                code, message = "W105", "%r has a space in it" % text(cell)
            elif len(row) > WORD_FIELD and cell.lower() not in row[WORD_FIELD].lower():
                code = "N101"
                message = "%r is no part of the word %r" % (text(cell), text(row[WORD_FIELD]))
            else:
                continue
            yield _finding(file.name, number, file.column(number, field), code, message)


def _check_negations(
    file: File, sentence: range, rows: Sequence[Sequence[bytes]], meant: Annotation
) -> Iterator[Finding]:
    """Yield cues that are the same or overlap, and cues inside their own scopes."""
    seen: list[tuple[tuple[Token, ...], set[int]]] = []
    for index, negation in enumerate(meant.negations):
        field = FIRST_NEGATION_FIELD + 3 * index
        if not negation.cue:
            seen.append(((), set()))
            continue
        position, word = negation.cue[0]
        number = sentence[position]
        place = file.name, number, file.column(number, field)
        tokens = {token for token, _ in negation.cue}
        for other, (cue, other_tokens) in enumerate(seen, start=1):
            if cue == negation.cue:
                message = "negation %d has the cue of negation %d, %r" % (
                    index + 1,
                    other,
                    text(word),
                )
                yield _finding(*place, "W109", message)
                break
            if tokens & other_tokens:
                message = "the cues of negations %d and %d share a token" % (other, index + 1)
                yield _finding(*place, "W110", message)
                break
        seen.append((negation.cue, tokens))
        scope = dict(negation.scope)
        for token, string in negation.cue:
            if scope.get(token) == string == rows[token][WORD_FIELD]:
                number = sentence[token]
                message = "%r is cue and scope of the same negation" % text(string)
                yield _finding(file.name, number, file.column(number, field + 1), "N102", message)


def _check_missing_parts(
    file: File, tagged: File, sentence: range, original: Original
) -> Iterator[Finding]:
    """Yield negations without a part that they need, as the legacy scorer reads the cells.

    It does not read the last line of a file.
    """
    read = sentence[: max(min(len(file.lines), len(tagged.lines)) - sentence[0], 0)]
    if not read:
        return
    own, tags = ([side.lines[number - 1] for number in read] for side in (file, tagged))
    annotation = read_annotation(own, ScopeWords(tags), 0)
    needed = original.lines.gold_part_missing is not None
    number = sentence[-1]
    for index, negation in enumerate(annotation.negations):
        column = file.column(number, FIRST_NEGATION_FIELD + 3 * index)
        for name, part in zip(negation._fields, negation):
            if part:
                continue
            message = "negation %d of sentence %s has no %s" % (
                index + 1,
                file.name_of(sentence),
                name,
            )
            if needed:
                yield _finding(file.name, number, column, "E302", message)
                break
            if name == "cue":
                code = "E301" if file.handle == SYSTEM else "W116"
                yield _finding(file.name, number, column, code, message)


# Two files


def _check_agreement(gold: File, system: File) -> Iterator[Finding]:
    """Yield where the system's lines are not gold's, and find the files again after a gap."""
    gold_keys = [_key(line) for line in gold.lines]
    system_keys = [_key(line) for line in system.lines]
    g = s = 0
    while g < len(gold_keys) and s < len(system_keys):
        if gold_keys[g] == system_keys[s]:
            g, s = g + 1, s + 1
            continue
        gap = _gap(gold_keys, system_keys, g, s)
        if gap is None:
            yield _differing(gold, system, g, s, "; the files do not agree again after it")
            return
        yield _gap_finding(gold, system, g, s, *gap)
        g, s = g + gap[0], s + gap[1]
    if g < len(gold_keys):
        rest = [number for number in range(g, len(gold_keys)) if any(gold_keys[number])]
        if rest:
            message = "the file ends; gold goes on for %s, with %s"
            message %= (_lines(len(gold_keys) - g), _shown(gold, rest[0]))
            yield _finding(system.name, max(len(system_keys), 1), 1, "E102", message)
        else:
            message = "%s after the system's last" % _lines(len(gold_keys) - g)
            yield _finding(gold.name, g + 1, 1, "W114", message)
    elif s < len(system_keys):
        message = "%s after gold's last" % _lines(len(system_keys) - s)
        yield _finding(system.name, s + 1, 1, "W114", message)


def _key(line: bytes) -> tuple[bytes, ...]:
    """Return what is compared of a line: its first four fields, empty if they are missing."""
    return tuple(compared_fields(line)) if line else ()


def _gap(
    gold: Sequence[tuple[bytes, ...]], system: Sequence[tuple[bytes, ...]], g: int, s: int
) -> tuple[int, int] | None:
    """Return how many lines of each to pass over until the files agree again, the fewest first.

    They agree again where three lines in a row are equal, or all that is left.
    """
    for size in range(1, LOOK_AHEAD):
        for skipped in sorted(range(size + 1), key=lambda n: abs(2 * n - size)):
            i, j = g + skipped, s + size - skipped
            if i > len(gold) or j > len(system):
                continue
            ahead, beside = gold[i : i + 3], system[j : j + 3]
            if ahead and beside and ahead == beside:
                return skipped, size - skipped
    return None


def _gap_finding(gold: File, system: File, g: int, s: int, missing: int, extra: int) -> Finding:
    line = min(s + 1, max(len(system.lines), 1))
    if missing and extra:
        if missing == extra == 1 and bool(gold.lines[g]) != bool(system.lines[s]):
            blank, other = ("gold", system) if not gold.lines[g] else ("the system", gold)
            index = s if other is system else g
            message = "a blank line in %s, %s in the other" % (blank, _shown(other, index))
            return _finding(system.name, line, 1, "E104", message)
        more = "" if missing == extra == 1 else " (%d and %d lines)" % (missing, extra)
        return _differing(gold, system, g, s, more)
    if missing:
        if missing == 1 and not gold.lines[g]:
            message = "the blank line after %s is missing" % _shown(gold, g - 1)
            return _finding(system.name, line, 1, "E104", message)
        message = "%s of gold missing, from %s, line %d" % (
            _lines(missing),
            _shown(gold, g),
            g + 1,
        )
        return _finding(system.name, line, 1, "E102", message)
    if extra == 1 and not system.lines[s]:
        message = "a blank line that gold has not"
        return _finding(system.name, line, 1, "E104", message)
    message = "%s that gold has not, from %s" % (_lines(extra), _shown(system, s))
    return _finding(system.name, line, 1, "E103", message)


def _differing(gold: File, system: File, g: int, s: int, more: str) -> Finding:
    """Return the finding of two lines that differ, with both and gold's neighbours."""
    there, here = _key(gold.lines[g]), _key(system.lines[s])
    field = next((i for i, pair in enumerate(zip(there, here)) if pair[0] != pair[1]), 0)
    around = " ".join(
        "[%s]" % _word(gold, i) if i == g else _word(gold, i)
        for i in range(max(g - 2, 0), min(g + 3, len(gold.lines)))
    )
    message = "%s, but gold has %s in line %d (%s)%s" % (
        _shown(system, s),
        _shown(gold, g),
        g + 1,
        around,
        more,
    )
    return _finding(system.name, s + 1, system.column(s + 1, field), "E101", message)


def _word(file: File, index: int) -> str:
    found = file.fields(index + 1)
    return text(found[WORD_FIELD]) if len(found) > WORD_FIELD else "/"


def _shown(file: File, index: int) -> str:
    if not file.lines[index]:
        return "a blank line"
    return " | ".join(map(text, file.fields(index + 1)[:COMPARED_FIELDS]))


def _check_phantoms(gold: File, system: File, original: Original) -> Iterator[Finding]:
    """Yield sentences without tokens: those the legacy scorer dies of, and those it counts."""
    needed = original.lines.gold_part_missing is not None
    previous = {GOLD: 0, SYSTEM: 0}
    start = 0
    total_lines = min(len(gold.lines), max(len(system.lines), 1))
    for index in range(len(gold.lines)):
        if gold.lines[index] and index < total_lines - 1:
            continue
        sentence = range(start + 1, min(index, total_lines - 1) + 1)
        if len(sentence):
            for file in (gold, system):
                if sentence[-1] <= len(file.lines):
                    rows = [file.fields(number) for number in sentence]
                    none = says_no_negation(file.lines[sentence[0] - 1])
                    previous[file.handle] = 0 if none else len(negation_words(rows[-1]))
        else:
            fatal = previous[SYSTEM] or (needed and previous[GOLD])
            message = "a sentence without tokens"
            if fatal:
                message += ", after one with negation"
            where = system if index < len(system.lines) else gold
            yield _finding(where.name, index + 1, 1, "E303" if fatal else "W102", message)
        start = index + 1


# The legacy scorer's word on it


def _with_death(
    findings: list[Finding], files: dict[bytes, File], gold: str, system: str, original: Original
) -> list[Finding]:
    """Return the findings so that there is an error exactly if the legacy scorer dies.

    Where it dies, its words are quoted at the finding that says why; where it
    does not, an error is a warning: what a finding says of a file as it is
    meant need not be so for the file as it is.
    """
    try:
        with _opened(gold, system) as inputs:
            order = list(_check_order(judge_sentences(*inputs, original), files))
    except perl.Death as death:
        return _with_quotation(findings, files, death, original)
    if not any(finding.level == ERROR for finding in findings):
        return findings + order
    return [
        finding._replace(level=WARNING) if finding.level == ERROR else finding
        for finding in findings
    ]


@contextmanager
def _opened(gold: str, system: str) -> Iterator[tuple[perl.Input, perl.Input]]:
    with perl.open_named(GOLD, os.fsencode(gold)) as gold_input:
        with perl.open_named(SYSTEM, os.fsencode(system)) as system_input:
            yield gold_input, system_input


def _with_quotation(
    findings: list[Finding], files: dict[bytes, File], death: perl.Death, original: Original
) -> list[Finding]:
    problem = death.problem
    assert problem is not None
    name = files[problem.handle].name
    line = problem.line or 1
    words = text(death.message(original.identifier.encode()))
    quotation = "; %s dies: %s (exit status %d)" % (
        original.identifier,
        " / ".join(part.strip() for part in words.splitlines()),
        death.status,
    )
    if problem.line is None:
        if not any(finding.level == ERROR for finding in findings):
            message = problem.found + quotation
            return [*findings, _finding(name, line, 1, "E501", message)]
        return findings
    candidates: list[Callable[[Finding], bool]] = [
        lambda finding: finding.level == ERROR and (finding.file, finding.line) == (name, line),
        lambda finding: finding.level == ERROR and abs(finding.line - line) <= 1,
        lambda finding: finding.code in ("W402", "W401") and finding.file == name,
        lambda finding: finding.code in ("W402", "W401"),
        lambda finding: finding.level == ERROR,
        lambda finding: finding.level == WARNING and (finding.file, finding.line) == (name, line),
    ]
    for fits in candidates:
        for index, finding in enumerate(findings):
            if fits(finding):
                found = finding._replace(level=ERROR, message=finding.message + quotation)
                return [*findings[:index], found, *findings[index + 1 :]]
    return [*findings, _finding(name, line, 1, "E901", problem.found + quotation)]


def _check_order(sentences: Iterable[Judged], files: dict[bytes, File]) -> Iterator[Finding]:
    """Yield the sentences whose counts depend on the order of the columns."""
    for sentence, *sides, outcomes in sentences:
        if not sentence.gold_lines or max(len(side.negations) for side in sides) < 2:
            continue
        ordered = [
            _ordered(side, read_meant(lines, DASHED_EMPTY_CELLS))
            for side, lines in zip(sides, (sentence.gold_lines, sentence.system_lines))
        ]
        if ordered == sides:
            continue
        as_is = count(sides[0], sides[1], outcomes)
        would_be = count(ordered[0], ordered[1], judge(ordered[0], ordered[1]))
        if as_is != would_be:
            number = sentence.last_line - len(sentence.gold_lines)
            cues = as_is.cues.true_positives, would_be.cues.true_positives
            message = "sentence %s would score otherwise in the order of its cues" % (
                sentence_name(files[GOLD].fields(number))
            )
            if cues[0] != cues[1]:
                message += " (%d cues right, and %d then)" % cues
            yield _finding(files[SYSTEM].name, number, 1, "W111", message)


def _ordered(side: Annotation, meant: Annotation) -> Annotation:
    """Return `side` with its negations in the order of their first cues, as `meant`."""
    if len(side.negations) != len(meant.negations):
        return side
    firsts = [other.cue[:1] for other in meant.negations]
    order = sorted(range(len(firsts)), key=lambda index: firsts[index])
    return side._replace(negations=tuple(side.negations[index] for index in order))
