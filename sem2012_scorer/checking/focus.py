"""What is wrong with a focus task submission: what the script asserts, and what it ignores."""

from __future__ import annotations

from ..focus import IDENTIFIER
from ..focus.scoring import FocusStop, count_sentences
from ..focus.sentences import (
    CONTEXT,
    FOCUS,
    OTHER,
    WORD_FIELD,
    lines_of,
    read_sentences,
    runs_of_focus,
)
from ..ground.wording import decoded, plural, some
from .codes import ERROR
from .findings import Finding
from .kind import check_text
from .stopping import without_stops
from .strings import SHOWN
from .verdict import Checked, Foci

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..focus.sentences import FocusSentence, FocusSentences
    from .files import File


class FocusFile:
    """A file of the focus task: the fields of its lines, and its sentences."""

    def __init__(self, file: File) -> None:
        self.finding = file.finding
        self.lines = lines_of(file.content)
        self.sentences: FocusSentences = read_sentences(file.content)

    def fields(self, sentence: FocusSentence, token: int) -> list[bytes]:
        """Return the fields of a token of a sentence."""
        return self.lines[sentence.first_line - 1 + token].split()

    def names(self, sentence: FocusSentence, token: int) -> list[bytes]:
        """Return what identifies a token: file, numbers and word, or in a short line one field."""
        fields = self.fields(sentence, token)
        return fields[: WORD_FIELD + 1] if len(fields) > WORD_FIELD + 1 else fields[:1]

    def foci(self) -> Foci:
        """Return what there is in the file."""
        marks = [sentence.marks for sentence in self.sentences.whole]
        return Foci(len(marks), sum(map(len, marks)), sum(FOCUS in each for each in marks))


def check_focus(system: File, gold: File | None) -> Checked:
    """Return what is wrong with a system's file, compared with gold's if that is given.

    With gold, some finding has `stops` if, and only if, the script stops.
    """
    files = [system] if gold is None else [gold, system]
    kinds = [kind for kind in map(_check_kind, files) if kind is not None]
    if gold is None and kinds:
        return Checked(system.name, tuple(kinds))
    ours = FocusFile(system)
    findings = [*kinds, *_check_file(ours)]
    read = None if any(kind.side == "system" for kind in kinds) else ours.foci()
    if gold is None:
        return Checked(system.name, tuple(findings), read)
    theirs = FocusFile(gold)
    return Checked(system.name, tuple(_check_pair(ours, theirs, findings)), read, theirs.foci())


def _check_pair(ours: FocusFile, theirs: FocusFile, findings: list[Finding]) -> list[Finding]:
    """Return `findings` about the system's file, with gold's, and those about the two together."""
    findings += _check_file(theirs)
    # Context sentences are right if gold has them too.
    findings = [finding for finding in findings if finding.code != "N721"]
    try:
        for _ in count_sentences(ours.sentences, theirs.sentences):
            pass
    except FocusStop as stop:
        return _with_stop(findings, ours, theirs, stop)
    return without_stops(findings) + list(_check_words(ours, theirs))


def _check_kind(file: File) -> Finding | None:
    """Return the finding that a file is not in the focus task's format, or None if it is.

    It is, with or without faults, if it has sentences, at least half of their lines
    end in FOCUS, * or -, and some in FOCUS or *.
    """
    no_text = check_text(file)
    if no_text is not None:
        return no_text
    sentences = read_sentences(file.content)
    if not sentences.whole:
        return file.finding(1, "E703", "there is no blank line: every token is dropped")
    marks = [mark for sentence in sentences.whole for mark in sentence.marks]
    known = sum(mark in (FOCUS, OTHER, CONTEXT) for mark in marks)
    if 2 * known < len(marks) or not {FOCUS, OTHER} & set(marks):
        lines = [line for line in file.lines if line.strip()]
        if sum(line.count(b",") > WORD_FIELD for line in lines) * 2 > len(lines):
            return file.finding(1, "E603", "fields are separated by commas: use spaces")
        found = some([repr(decoded(mark)) for mark in dict.fromkeys(marks)], SHOWN)
        return file.finding(1, "E703", "no focus column: lines end in %s" % found)
    return None


def _check_file(file: FocusFile) -> Iterator[Finding]:
    """Yield what is wrong with a file by itself."""
    dropped = file.sentences.dropped
    if dropped.marks:
        message = "the last sentence, %s, is dropped" % plural(len(dropped.marks), "token")
        yield file.finding(dropped.first_line, "W711", message)
    others: dict[bytes, list[int]] = {}
    for sentence in file.sentences.whole:
        if not sentence.marks:
            yield file.finding(sentence.first_line, "W712", "a sentence without tokens")
        elif set(sentence.marks) == {CONTEXT}:
            yield file.finding(sentence.first_line, "N721", "a sentence without focus column")
        else:
            for token, mark in enumerate(sentence.marks):
                if mark not in (FOCUS, OTHER):
                    others.setdefault(mark, []).append(sentence.first_line + token)
        runs = list(runs_of_focus(sentence.marks))
        if len(runs) > 1:
            message = "%d foci in one sentence" % len(runs)
            yield file.finding(sentence.first_line + runs[1].start, "N722", message)
    if others:
        first = min(min(lines) for lines in others.values())
        shown = some(["%r %d" % (decoded(mark), len(n)) for mark, n in others.items()], SHOWN)
        yield file.finding(first, "W713", "last fields other than FOCUS and *: %s" % shown)
    tabbed = [number for number, line in enumerate(file.lines, 1) if b"\t" in line]
    if tabbed:
        message = "%s with tabs" % plural(len(tabbed), "line")
        yield file.finding(tabbed[0], "N723", message)


def _check_words(system: FocusFile, gold: FocusFile) -> Iterator[Finding]:
    """Yield the tokens that differ between system and gold, which the script never compares."""
    for one, other in zip(system.sentences.whole, gold.sentences.whole):
        if {CONTEXT} in (set(one.marks), set(other.marks)) and one.marks != other.marks:
            message = "a sentence without focus column on one side is wrong"
            yield system.finding(one.first_line, "W715", message)
        for token in range(min(len(one.marks), len(other.marks))):
            here, there = system.names(one, token), gold.names(other, token)
            if here != there and len(here) == len(there):
                shown = [decoded(b" ".join(names)) for names in (here, there)]
                message = "%r, but gold has %r in line %d"
                message %= (*shown, other.first_line + token)
                yield system.finding(one.first_line + token, "W714", message)


def _with_stop(
    findings: list[Finding], system: FocusFile, gold: FocusFile, stop: FocusStop
) -> list[Finding]:
    """Return the findings with an error where the script stops, or at its cause if it is found."""
    quotation = "; %s stops: AssertionError: %s (exit status 1)" % (IDENTIFIER, stop)
    ours, theirs = system.sentences.whole, gold.sentences.whole
    where = _first_difference(system, gold) if stop.sentence is None else stop.sentence
    line = ours[where].first_line if where < len(ours) else max(len(system.lines), 1)
    there = theirs[where].first_line if where < len(theirs) else max(len(gold.lines), 1)
    if stop.sentence is None:
        message = "%s, gold has %d; the first difference is at sentence %d, line %d of gold"
        message %= (plural(stop.numbers[0], "sentence"), stop.numbers[1], where, there)
        code = "E701"
        for index, finding in enumerate(findings):
            # The cause: one file is not text at all, or its last sentence is dropped.
            is_dropped = finding.code == "W711" and abs(stop.numbers[0] - stop.numbers[1]) == 1
            if finding.level == ERROR or is_dropped:
                found = finding._replace(
                    level=ERROR, message=finding.message + quotation, stops=True
                )
                return [*findings[:index], found, *findings[index + 1 :]]
    else:
        message = "%s in sentence %d, gold has %d from line %d"
        message %= (plural(stop.numbers[0], "token"), where, stop.numbers[1], there)
        code = "E702"
    found = system.finding(line, code, message + quotation)._replace(stops=True)
    return [*without_stops(findings), found]


def _first_difference(system: FocusFile, gold: FocusFile) -> int:
    """Return the index of the first sentence with a different number of tokens in gold."""
    pairs = zip(system.sentences.whole, gold.sentences.whole)
    lengths = [len(one.marks) == len(other.marks) for one, other in pairs]
    return lengths.index(False) if False in lengths else len(lengths)
