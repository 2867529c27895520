"""Two files in, a report out: the only module that knows the whole order.

A sentence is read, judged, tallied and forgotten, so that memory does not grow
with the files.
"""

from __future__ import annotations

import errno
from collections import namedtuple
from itertools import chain, islice, zip_longest

from . import perl
from .checks import check_files
from .counts import total
from .outcomes import count, judge
from .report import Report
from .sentences import (
    EMPTY_CELLS,
    NO_NEGATION,
    ScopeWords,
    paragraphs,
    read_annotation,
    say_the_same,
    says_no_negation,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .counts import Counts
    from .nis import Rules
    from .originals import Original, PartLines
    from .outcomes import Outcome
    from .sentences import Annotation

GOLD = b"GOLD"
SYSTEM = b"SYSTEM"


class Sentence(
    namedtuple("Sentence", ("gold_lines", "system_lines", "last_line", "reading", "error_number"))
):
    """A sentence as it stands in the two files.

    `gold_lines` and `system_lines` are as many lines of bytes; `last_line` is
    the number, from 1, of the line at which it ends and which is no part of it;
    `reading` and `error_number` are what a death there would show and leave.
    """

    __slots__ = ()
    gold_lines: list[bytes]
    system_lines: list[bytes]
    last_line: int
    reading: perl.Reading
    error_number: int


def score(
    gold_name: bytes, system_name: bytes, original: Original, nis: Rules | None = None
) -> Report:
    """Score the file `system_name` against the file `gold_name` as `original` does.

    Either may be ``-``, standard input; both cannot, and the system's file is
    then one that cannot be opened. With `nis`, the report has a section on
    negation instances. Raises perl.Death where the original dies.
    """
    with _opened(GOLD, gold_name, b"gold standard") as gold:
        with _opened(SYSTEM, system_name, b"system output") as system:
            if perl.is_standard_input(gold_name) and perl.is_standard_input(system_name):
                raise perl.Death(
                    b"Standard input cannot be both files\n"
                    b"Could not open system output file %s\n" % system_name,
                    error_number=errno.EBADF,
                    problem=perl.Problem(
                        SYSTEM,
                        None,
                        "- (standard input), which is already the gold file",
                        "two files, of which one at most is -",
                        "give one of the two by its name",
                    ),
                )
            return score_inputs(gold, system, original, nis)


def score_inputs(
    gold: perl.Input, system: perl.Input, original: Original, nis: Rules | None = None
) -> Report:
    """Score one opened file against the other; the same as `score`."""
    return Report(total(score_sentences(gold, system, original, nis)), original, nis)


def _opened(handle: bytes, name: bytes, role: bytes) -> perl.Input:
    """Open an input file; raise perl.Death if that fails (2.2, lines 1911-1912)."""
    try:
        return perl.open_input(handle, name)
    except OSError as error:
        raise perl.Death(
            b"Could not open %s file %s\n" % (role, name),
            error_number=error.errno or 0,
            problem=perl.could_not_open(handle, error),
        ) from error


def read_sentences(
    gold: perl.Input, system: perl.Input, error_number: perl.ErrorNumber
) -> Iterator[Sentence]:
    """Yield the sentences of two files, in step (2.2, lines 2026-2040).

    A sentence ends at a line that is blank in gold, or that is the last of
    either file, whatever it says. After the system's last line, every further
    line of gold ends a sentence without lines. `error_number` follows.
    """
    gold_lines, system_lines = gold.lines(), system.lines()
    number = 0
    for in_gold in paragraphs(gold_lines):
        in_system = list(islice(system_lines, len(in_gold)))
        # Most sentences end at a line that is blank in both files.
        if not in_gold[-1:] == in_system[len(in_gold) - 1 :] == [b"\n"]:
            lines = chain(in_gold, gold_lines), chain(in_system, system_lines)
            yield from _read_last_sentences(gold, system, error_number, *lines, number)
            break
        number += len(in_gold)
        reading = perl.Reading(system.handle, number)
        yield Sentence(in_gold[:-1], in_system[:-1], number, reading, error_number.value)
    error_number.read(gold, b"")


def _read_last_sentences(
    gold: perl.Input,
    system: perl.Input,
    error_number: perl.ErrorNumber,
    last_gold_lines: Iterator[bytes],
    last_system_lines: Iterator[bytes],
    read_before: int,
) -> Iterator[Sentence]:
    """Yield the sentences from the first one on that a file's last line may end.

    These are their lines, after as many of each file as `read_before`.
    """
    gold_lines: list[bytes] = []
    system_lines: list[bytes] = []
    read_from_system = read_before
    pairs = zip_longest(last_gold_lines, last_system_lines, fillvalue=b"")
    gold_line, system_line = next(pairs, (b"", b""))
    for number, (next_gold_line, next_system_line) in enumerate(
        chain(pairs, [(b"", b"")]), start=read_before + 1
    ):
        if gold_line != b"\n" and next_system_line and next_gold_line:
            gold_lines.append(gold_line)
            system_lines.append(system_line)
            gold_line, system_line = next_gold_line, next_system_line
            continue
        if not gold_line:
            break

        if not system_line.endswith(b"\n") or not gold_line.endswith(b"\n"):
            error_number.read(gold, gold_line)
            error_number.read(system, system_line)
        # Where the system has ended, this is its last line or one after it.
        if system_line:
            read_from_system = number
        reading = perl.Reading(system.handle, read_from_system)
        # Only if gold's line is not blank is the system asked for its end, and only if that
        # has not come is gold asked.
        if gold_line != b"\n":
            if next_system_line:
                error_number.asked_for_end(gold)
                reading = perl.Reading(gold.handle, number)
            else:
                error_number.asked_for_end(system)
        yield Sentence(gold_lines, system_lines, number, reading, error_number.value)
        gold_lines = []
        system_lines = []
        gold_line, system_line = next_gold_line, next_system_line


def unread_lines(gold: perl.Input, system: perl.Input) -> list[tuple[bytes, str]]:
    """Return what was passed over, for people: the file's handle, and what and why.

    The original says nothing of it: see `read_sentences` and `checks.check_agreement`.
    """
    numbers = {}
    found = []
    for source in (gold, system):
        number, line = 0, b"\n"
        for number, line in enumerate(source.lines(), start=1):  # noqa: B007
            pass
        numbers[source.handle] = number
        if line != b"\n":
            text = "the last line, %d, is not read: end the file with a blank line" % number
            found.append((source.handle, text))
    more = numbers[system.handle] - numbers[gold.handle]
    last = min(numbers.values())
    if more > 0:
        text = (
            "line %d, the first after gold's last, and what follows it: neither compared nor scored"
        )
        found.append((system.handle, text % (last + 1)))
    elif more < 0:
        text = "line %d, the first after the system's last, and what follows it: phantom sentences"
        found.append((gold.handle, text % (last + 1)))
    return found


class Judged(namedtuple("Judged", ("sentence", "gold", "system", "outcomes"))):
    """A sentence, what gold and the system say of it, and the outcomes."""

    __slots__ = ()
    sentence: Sentence
    gold: Annotation
    system: Annotation
    outcomes: tuple[Outcome, ...]


def score_sentences(
    gold: perl.Input, system: perl.Input, original: Original, nis: Rules | None = None
) -> Iterator[Counts]:
    """Check both files, then yield the counts of each sentence; raise what `judge_sentences` does."""
    for judged in judge_sentences(gold, system, original):
        counts = count(judged.gold, judged.system, judged.outcomes)
        if nis is not None:
            from .nis import count_instances

            instances = count_instances(*read_instances(judged, original, nis), nis.scorings)
            counts = counts._replace(instances=instances)
        yield counts


def judge_sentences(gold: perl.Input, system: perl.Input, original: Original) -> Iterator[Judged]:
    """Check both files, then yield each sentence with its outcomes.

    Raises perl.Death where the original dies: in the checks, before the first
    sentence; at a sentence; after the last.

    The script keeps the numbers of negations from one sentence to the next,
    which matters for sentences without lines. At the end it divides by the
    numbers of sentences (2.2, lines 2382-2383).
    """
    check_files(gold, system, original.lines)
    error_number = perl.ErrorNumber()
    gold_before = system_before = 0
    last_line = sentences = negation_sentences = 0
    for sentence in read_sentences(gold, system, error_number):
        in_gold, in_system = read_annotations(sentence, gold_before, system_before, original)
        gold_before = len(in_gold.negations)
        system_before = len(in_system.negations)
        last_line = sentence.last_line
        sentences += 1
        negation_sentences += in_gold.has_negation
        yield Judged(sentence, in_gold, in_system, judge(in_gold, in_system))

    line = None
    if not sentences:
        line = original.lines.no_sentence
    elif not negation_sentences:
        line = original.lines.no_negation_sentence
    if line is not None:
        raise perl.Death(
            b"Illegal division by zero",
            error_number=error_number.value,
            line=line,
            reading=perl.Reading(gold.handle, last_line),
            problem=perl.Problem(
                gold.handle,
                None,
                "no sentence with negation" if sentences else "no sentence",
                "at least one: the original divides by their number",
                "check that this is the gold file"
                + (
                    ", or score with eval.cd-sco-patched, which reports zeros"
                    if sentences
                    else " and that it is not empty"
                ),
            ),
        )


def read_annotations(
    sentence: Sentence, gold_before: int, system_before: int, original: Original
) -> tuple[Annotation, Annotation]:
    """Return what gold and system say of `sentence` (2.2, lines 478-766).

    `gold_before` and `system_before` are the numbers of negations in the
    sentence before it. Raises perl.Death for a negation of either side that
    lacks a part where `original` needs it, and for one of the system's
    without cue.
    """
    gold_lines, system_lines = sentence.gold_lines, sentence.system_lines
    # Most sentences: no part of theirs can be missing.
    if gold_lines and says_no_negation(gold_lines[0]) and says_no_negation(system_lines[0]):
        return NO_NEGATION, NO_NEGATION
    words = ScopeWords(gold_lines)
    gold = read_annotation(gold_lines, words, gold_before)
    _check_parts(GOLD, gold, original.lines.gold_part_missing, sentence)
    # Lines that say the same, but what no lines say depends on the sentence before.
    if gold_lines and say_the_same(gold_lines, system_lines):
        system = gold
    else:
        system = read_annotation(system_lines, words, system_before)
    _check_parts(SYSTEM, system, original.lines.system_part_missing, sentence)
    for number, negation in enumerate(system.negations, start=1):
        if not negation.cue:
            raise perl.Death(
                b"Sentence before line %d lacks at least a negation cue.\n"
                b"The columns for negation where found without cue.\n"
                b" Fix this before proceedings to evaluate.\n" % sentence.last_line,
                error_number=sentence.error_number,
                problem=_missing_part(SYSTEM, number, "cue", sentence),
            )
    return gold, system


def read_instances(judged: Judged, original: Original, nis: Rules) -> tuple[Annotation, Annotation]:
    """Return what gold and system say of a sentence for scoring by instances.

    That is the same, unless the rules take other cells for empty or other
    tokens for punctuation. A sentence without lines has no instances.
    """
    sentence, gold, system, _ = judged
    from .nis import BY_TAG, PUNCTUATION

    if nis.punctuation == BY_TAG and original.empty_cells == EMPTY_CELLS:
        return gold, system
    if not (gold.has_negation or system.has_negation):
        return NO_NEGATION, NO_NEGATION
    words = ScopeWords(sentence.gold_lines, PUNCTUATION[nis.punctuation])
    return (
        read_annotation(sentence.gold_lines, words, 0, original.empty_cells),
        read_annotation(sentence.system_lines, words, 0, original.empty_cells),
    )


def _check_parts(
    side: bytes, annotation: Annotation, lines: PartLines | None, sentence: Sentence
) -> None:
    """Raise perl.Death if `lines` says that all parts are needed and a negation lacks one.

    scorer_task2, lines 558-582 and 687-711: under ``strict``, an array that
    was never made cannot be asked whether it is empty.
    """
    if lines is None:
        return
    for number, negation in enumerate(annotation.negations, start=1):
        for name, part, line in zip(negation._fields, negation, lines):
            if not part:
                raise perl.Death(
                    b"Can't use an undefined value as an ARRAY reference",
                    error_number=sentence.error_number,
                    line=line,
                    reading=sentence.reading,
                    problem=_missing_part(side, number, name, sentence),
                )


def _missing_part(side: bytes, number: int, part: str, sentence: Sentence) -> perl.Problem:
    """Return the problem of a negation, counted from 1, that lacks a part it must have."""
    if not sentence.gold_lines:
        found = "no token before it: two blank lines, or a file that ends without a blank line"
        advice = "separate sentences by one blank line, and end both files with one"
    else:
        found = "negation %d of the sentence that ends here without %s" % (number, part)
        advice = "mark the %s, or take out the negation's columns" % part
        if part != "cue":
            advice += "; eval.cd-sco can do without"
    return perl.Problem(
        side, sentence.last_line, found, "every negation with its %s" % part, advice
    )
