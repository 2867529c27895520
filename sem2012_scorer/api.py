"""The Python API: files, streams or sentences in memory in, a report out."""

from __future__ import annotations

import io
import os
import warnings
from bisect import bisect_left
from contextlib import ExitStack, contextmanager

from .corpora.columns import write_columns
from .corpora.sentences import Sentence, ShapeError, check_same_tokens
from .counts import Counts
from .legacy import deaths, perl
from .legacy.deaths import GOLD, ROLES, SYSTEM
from .legacy.originals import original_of
from .legacy.reading import InStep
from .nis import BY_FORM, PUNCTUATION, Rules, check_form
from .report import Report
from .resampling import RESAMPLES, SEED, TRIALS
from .scoring import count_files, count_units, make_report
from .wording import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import IO, TypeVar

    Each = TypeVar("Each")

    from .comparing import Comparison, Progress
    from .explaining.explained import Explained
    from .explaining.focus import ExplainedFocus
    from .focus.reading import Content
    from .focus.scoring import FocusReport
    from .legacy.originals import Original
    from .verifying.against_data import Verified
    from .verifying.published import Answered, PublishedRow

    File = str | bytes | os.PathLike[str] | os.PathLike[bytes] | IO[bytes]


class UnreadWarning(UserWarning):
    """A file has lines that the legacy scorers, and so this one, do not read or compare."""


class ScoringError(Exception):
    """Files at which the legacy scorer stops, told for people; ``str()`` of it is one line.

    `file` and `line` say where (the line counted from 1; either may be None);
    `found`, `expected` and `advice` what is there, what should be, and what to
    do; `legacy_message` and `legacy_status` what the original prints on
    standard error, with SCRIPT for its name, and its exit status.
    """

    def __init__(
        self,
        file: str | None,
        line: int | None,
        found: str,
        expected: str,
        advice: str,
        legacy_message: str,
        legacy_status: int,
    ) -> None:
        super().__init__(file, line, found, expected, advice, legacy_message, legacy_status)
        self.file = file
        self.line = line
        self.found = found
        self.expected = expected
        self.advice = advice
        self.legacy_message = legacy_message
        self.legacy_status = legacy_status

    def __str__(self) -> str:
        where = "".join("%s:" % part for part in (self.file, self.line) if part is not None)
        text = "%s found %s; expected %s; %s" % (where, self.found, self.expected, self.advice)
        return text.strip()


def _told(death: deaths.Death, file: str | None, line: int | None) -> ScoringError:
    """Return a stop of the original, told for people."""
    _, _, found, expected, advice = death.problem
    message = decoded(death.message(b"SCRIPT"))
    return ScoringError(file, line, found, expected, advice, message, death.status)


def score_files(
    gold: File, system: File, scorer: str = "eval.cd-sco", nis: bool | Rules = False
) -> Report:
    """Score a system's file against gold's and return the report.

    `gold` and `system` are paths or binary streams in the column format;
    `scorer` is one of `ORIGINALS`; with `nis`, negation instances are scored
    too, by the `Rules` given or the standard ones. Raises ScoringError where
    the original stops. Warns with UnreadWarning of lines that the original
    passes over, such as the last one of a file without final blank line.

    >>> report = score_files("fixtures/scope-too-short/gold.txt",
    ...                      "fixtures/scope-too-short/system.txt", nis=True)
    >>> report["Scope tokens(no cue match)"].recall
    66.66666666666666
    >>> report["Scope tokens(no cue match)"].printed.recall
    '66.67'
    >>> report["NIS tok"].precision
    100.0
    """
    original, rules = original_of(scorer), _rules(nis)
    with _opened(gold, system) as files:
        return make_report(files, original, rules)


def score_focus_files(gold: File, system: File) -> FocusReport:
    """Score the focus of negation (*SEM 2012's second task), as ``pb-foc_evaluation.py`` does.

    `gold` and `system` are paths or binary streams. Raises ScoringError where
    the script stops: at another number of sentences, or of tokens in one. Warns
    with UnreadWarning of a last sentence without blank line, which is dropped.

    >>> report = score_focus_files("fixtures/pb-foc/one-missed/gold.txt",
    ...                            "fixtures/pb-foc/one-missed/system.txt")
    >>> report["Focus"].printed.f1
    '50.00'
    """
    from .focus.scoring import FocusCounts, FocusReport, count_sentences

    with _focus(gold, system) as (ours, theirs):
        return FocusReport(sum(count_sentences(ours.sentences, theirs.sentences), FocusCounts()))


@contextmanager
def _focus(gold: File, system: File) -> Iterator[tuple[Content, Content]]:
    """Yield the content of the system's file and of gold's; turn a stop into a ScoringError."""
    from .focus.reading import Content, read_sentences
    from .focus.scoring import FocusStop

    names = {
        handle: _name_of(handle, source) for handle, source in ((GOLD, gold), (SYSTEM, system))
    }
    contents = {}
    for handle, source in ((SYSTEM, system), (GOLD, gold)):
        read = _read(handle, source)
        contents[handle] = Content(read, read_sentences(read))
    try:
        yield contents[SYSTEM], contents[GOLD]
    except FocusStop as stop:
        in_file = stop.sentence is None
        whole = contents[SYSTEM].sentences.whole
        line = None if stop.sentence is None else whole[stop.sentence].first_line
        what = "sentences" if in_file else "tokens in sentence %s" % stop.sentence
        raise ScoringError(
            names[SYSTEM],
            line,
            "%d %s" % (stop.numbers[0], what),
            "%d, as in gold" % stop.numbers[1],
            "write gold's lines, each sentence ended by one blank line; check says where they part",
            legacy_message="AssertionError: %s" % stop,
            legacy_status=1,
        ) from None
    for handle, content in contents.items():
        dropped = content.sentences.dropped
        if dropped.marks:
            why = "the last sentence, from line %d, is dropped: end the file with a blank line"
            why %= dropped.first_line
            warnings.warn("%s: %s" % (names[handle], why), UnreadWarning, stacklevel=4)


def score(
    gold: Iterable[Sentence],
    system: Iterable[Sentence],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
) -> Report:
    """Score sentences in memory: the same report as of the files that `write_columns` writes.

    Raises ShapeError, which says where, if the two have not the same
    sentences with the same words or hold what the format cannot; ScoringError
    where the original stops.

    >>> gold = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1, 2], event=[2])])]
    >>> system = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1])])]
    >>> report = score(gold, system)
    >>> report["Cues"].f1, report["Scope tokens(no cue match)"].recall
    (100.0, 50.0)
    """
    original, rules = original_of(scorer), _rules(nis)
    with _written(list(gold), list(system), original) as files:
        return make_report(files, original, rules)


def score_sentences(
    gold: File | Iterable[Sentence],
    system: File | Iterable[Sentence],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
) -> Iterator[Counts]:
    """Yield the counts of each sentence, of files or of sentences in memory.

    Their sum is the count of all: ``Report(total(counts), ORIGINALS[scorer])``
    is the report, also of a resample. Raises what `score_files` and `score`
    raise: a wrong argument at once, and what is wrong with the files when it has
    been read, which is after the sentences before it.

    >>> [counts.cues.true_positives for counts in score_sentences(
    ...     "fixtures/all-right/gold.txt", "fixtures/all-right/system.txt")]
    [1, 0, 2]
    """
    original, rules = original_of(scorer), _rules(nis)
    if _is_file(gold) or _is_file(system):
        opened = _opened(gold, system)  # type: ignore[arg-type]
    else:
        opened = _written(list(gold), list(system), original)  # type: ignore[arg-type]
    return _each(opened, lambda files: count_files(files, original, rules))


def explain_files(gold: File, system: File, scorer: str = "eval.cd-sco") -> Iterator[Explained]:
    """Yield each sentence of two files with what its negations counted as, and why.

    Raises and warns as `score_sentences` does.

    >>> for sentence in explain_files("fixtures/event-different-alone/gold.txt",
    ...                               "fixtures/event-different-alone/system.txt"):
    ...     print(sentence.errors())
    ...     print([why.reason for why in sentence.outcomes if why.measured == "events"])
    ['event differs']
    ["differs, in the sentence's last system negation: counts nowhere (quirk 19)"]
    """
    from .explaining.explained import explain

    original = original_of(scorer)
    return _each(_opened(gold, system), lambda files: explain(files, original))


def explain_sentences(
    gold: Iterable[Sentence], system: Iterable[Sentence], scorer: str = "eval.cd-sco"
) -> Iterator[Explained]:
    """Yield each sentence in memory with what its negations counted as, and why.

    Raises what `score` raises.

    >>> gold = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1, 2])])]
    >>> system = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1])])]
    >>> [sentence.errors() for sentence in explain_sentences(gold, system)]
    [['scope too short']]
    """
    from .explaining.explained import explain

    original = original_of(scorer)
    return _each(
        _written(list(gold), list(system), original), lambda files: explain(files, original)
    )


def explain_focus_files(gold: File, system: File) -> Iterator[ExplainedFocus]:
    """Yield each sentence of the focus task with gold's focus and the system's.

    Raises what `score_focus_files` raises.
    """
    from .explaining.focus import explain_focus

    with _focus(gold, system) as (ours, theirs):
        yield from explain_focus(ours, theirs)


def compare_files(
    gold: File | Sequence[File],
    systems: Mapping[str, File | Sequence[File]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    unit: str = "sentence",
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Comparison:
    """Compare systems with the first of them: intervals, differences, and how likely chance is.

    `gold` is a file, or several whose units are pooled; each system has as many.
    `unit` is ``sentence`` or ``document``. Raises what `score_files` raises;
    ValueError for a wrong unit or number, and where the systems' files have
    other numbers of units; `comparing.TooFewUnits` for fewer than two.

    >>> compared = compare_files("fixtures/larger-english/gold.txt", {
    ...     "ours": "fixtures/larger-english/system.txt",
    ...     "gold": "fixtures/larger-english/gold.txt"}, trials=1000, resamples=200)
    >>> compared.systems[1].measures["Cues"]["f1"].p < 0.01
    True
    """
    original, rules = original_of(scorer), _rules(nis)
    _check_comparison(unit, trials, resamples)
    golds = _several(gold)
    counted = []
    for name, files in systems.items():
        own = _several(files)
        if len(own) != len(golds):
            raise ValueError("%s: %d files for %d of gold" % (name, len(own), len(golds)))
        units: list[list[Counts]] = []
        for one, other in zip(golds, own):
            with _opened(one, other) as opened:
                units.append(list(count_units(opened, original, rules, unit == DOCUMENT)))
        counted.append((name, units))
    return _compared(counted, original, rules, unit, trials, resamples, seed, progress)


def compare(
    gold: Iterable[Sentence],
    systems: Mapping[str, Iterable[Sentence]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    unit: str = "sentence",
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Comparison:
    """Compare systems of sentences in memory, as `compare_files` does files."""
    original, rules = original_of(scorer), _rules(nis)
    _check_comparison(unit, trials, resamples)
    in_gold = list(gold)
    counted = []
    for name, sentences in systems.items():
        with _written(in_gold, list(sentences), original) as opened:
            units = list(count_units(opened, original, rules, unit == DOCUMENT))
        counted.append((name, [units]))
    return _compared(counted, original, rules, unit, trials, resamples, seed, None)


DOCUMENT = "document"
UNITS = ("sentence", DOCUMENT)


def _check_comparison(unit: str, trials: int, resamples: int) -> None:
    """Raise ValueError for what cannot be asked of a comparison."""
    if unit not in UNITS:
        raise ValueError("unit is one of %s, not %r" % (", ".join(UNITS), unit))
    if trials < 1 or resamples < 1:
        raise ValueError("trials and resamples are positive numbers")


def _several(files: File | Sequence[File]) -> Sequence[File]:
    """Return files as a list, also if it is one."""
    return [files] if _is_file(files) else list(files)  # type: ignore[list-item, arg-type]


def _compared(
    counted: Sequence[tuple[str, list[list[Counts]]]],
    original: Original,
    rules: Rules | None,
    unit: str,
    trials: int,
    resamples: int,
    seed: int,
    progress: Progress | None,
) -> Comparison:
    """Return the comparison of the units of each file of each system."""
    from .comparing import compare_units, statistics_of

    if len(counted) < 2:
        raise ValueError(
            "give two systems or more: there is nothing to compare %d with" % len(counted)
        )
    first, of_first = counted[0]
    for name, files in counted[1:]:
        for place, (one, other) in enumerate(zip(of_first, files), start=1):
            if len(one) != len(other):
                where = " in file %d" % place if len(files) > 1 else ""
                raise ValueError(
                    "%s has %d %ss%s, %s has %d: end every file with a blank line, or the last "
                    "token is lost and a phantom sentence may come (quirks 5 and 6)"
                    % (first, len(one), unit, where, name, len(other))
                )
    systems = [(name, [one for units in files for one in units]) for name, files in counted]
    return compare_units(
        systems,
        statistics_of(original, rules),
        trials=trials,
        resamples=resamples,
        seed=seed,
        unit=unit,
        signature=Report(Counts(), original, rules).signature,
        progress=progress,
    )


def verify_report(
    report: File,
    gold: File | None = None,
    system: File | None = None,
    scorer: str | None = None,
) -> list[Verified]:
    """Return what is to be said of each recorded report in a file: one `Verified` each.

    With `gold` and `system`: whether `scorer`, or any that prints such a table,
    gives it. Without: whether its numbers follow from each other. `report` is
    the text of a legacy scorer, or our own JSON or TSV. Raises NotAReport for
    anything else, and ScoringError for a file that cannot be read.

    >>> verify_report("fixtures/all-right/eval.cd-sco.answer")[0].verdict
    'consistent'
    """
    from .verifying.against_data import verify_against
    from .verifying.arithmetic import verify_alone
    from .verifying.reading import read_recorded

    if (gold is None) != (system is None):
        raise TypeError("give both gold and system, or none")
    if scorer is not None:
        original_of(scorer)
    recorded = read_recorded(_read(GOLD, report))
    if gold is None or system is None:
        return [verify_alone(one) for one in recorded]
    contents = _read(GOLD, gold), _read(SYSTEM, system)
    return [verify_against(one, *contents, scorer) for one in recorded]


def _read(handle: bytes, source: File) -> bytes:
    """Return a file's content; raise ScoringError if it cannot be read."""
    try:
        with _input(handle, source) as opened:
            content = b"".join(opened.chunks())
            if opened.end_error_number:
                raise _unreadable(handle, _name_of(handle, source), opened.end_error_number)
            return content
    except deaths.Death as death:
        raise _told(death, _name_of(handle, source), None) from None


def verify_published(
    rows: Iterable[PublishedRow], gold_counts: Mapping[str, int] | None = None
) -> list[Answered]:
    """Return which counts give published rows, the rows of each system together.

    `gold_counts` are gold's numbers, as far as they are known, by the names
    ``cues``, ``scopes``, ``tokens``, ``events`` and ``full``. Raises ValueError
    for a label that no report has.

    >>> rows = [PublishedRow("UiO1 r2", "Cues", "89.17", "93.56", "91.31")]
    >>> verify_published(rows, {"cues": 264})[0].solutions
    (Solution(true_positives=247, false_negatives=17, others=30),)
    """
    from .verifying.published import solve

    return solve(list(rows), gold_counts)


def _each(
    opened: AbstractContextManager[InStep], sentences: Callable[[InStep], Iterator[Each]]
) -> Iterator[Each]:
    """Yield what `sentences` yields of two files, which are closed at the end."""
    with opened as files:
        yield from sentences(files)


def _rules(nis: bool | Rules) -> Rules | None:
    if isinstance(nis, bool):
        return Rules() if nis else None
    if not isinstance(nis, Rules):
        raise TypeError("nis is True, False or Rules, not %r" % (nis,))
    names = [scoring.name for scoring in nis.scorings]
    if len({*names, *RESERVED}) < len(names) + len(RESERVED) or not all(map(_is_name, names)):
        raise ValueError(
            "scope scorings need names of their own, other than %s, without spaces at their ends "
            "and control characters, not %r" % (" and ".join(RESERVED), names)
        )
    if nis.punctuation not in PUNCTUATION:
        raise ValueError(
            "punctuation is one of %s, not %r" % (", ".join(PUNCTUATION), nis.punctuation)
        )
    if nis.punctuation == BY_FORM:
        check_form()
    return nis


RESERVED = ("cues", "scope tokens")
"""The names of rows that are always there."""


def _is_name(name: str) -> bool:
    return bool(name) and name.isprintable() and name == name.strip()


def _is_file(source: object) -> bool:
    return isinstance(source, (str, bytes, os.PathLike)) or hasattr(source, "read")


@contextmanager
def _opened(gold: File, system: File) -> Iterator[InStep]:
    """Open two files; turn a Death into a ScoringError that names the file.

    Warns afterwards of what was not read.
    """
    names = {
        handle: _name_of(handle, source) for handle, source in ((GOLD, gold), (SYSTEM, system))
    }
    try:
        with ExitStack() as stack:
            files = InStep(
                stack.enter_context(_input(GOLD, gold)),
                stack.enter_context(_input(SYSTEM, system)),
            )
            try:
                yield files
            except deaths.Death:
                _check_readable(files)
                raise
            _check_readable(files)
            for handle, why in files.unread():
                # Level 1 is here, 2 the context manager, 3 the public function, 4 its caller.
                warnings.warn("%s: %s" % (names[handle], why), UnreadWarning, stacklevel=4)
    except deaths.Death as death:
        raise _told(death, names[death.problem.handle], death.problem.line) from None
    except perl.Unreadable as error:
        raise _unreadable(error.handle, names[error.handle], error.error_number) from None


def _name_of(handle: bytes, source: File) -> str:
    """Return what a file is called in messages."""
    if isinstance(source, (str, bytes, os.PathLike)):
        return os.fsdecode(source)
    return str(getattr(source, "name", ROLES[handle].decode()))


def _unreadable(handle: bytes, name: str, error_number: int) -> ScoringError:
    """Return the error of a file whose reading ended in an error."""
    problem = deaths.unreadable(handle, error_number)
    return ScoringError(
        name,
        None,
        problem.found,
        problem.expected,
        problem.advice,
        legacy_message="",
        legacy_status=error_number & 255 or 255,
    )


def _check_readable(files: InStep) -> None:
    """Raise Unreadable if reading ended in an error: the original takes that for the end."""
    for source in (files.gold, files.system):
        if source.end_error_number:
            raise perl.Unreadable(source.handle, source.end_error_number)


def _input(handle: bytes, source: File) -> perl.Input:
    if not isinstance(source, (str, bytes, os.PathLike)):
        if isinstance(source, io.TextIOBase):
            raise TypeError("a stream of text cannot be scored: open the file in binary mode")
        if not hasattr(source, "read") or not hasattr(source, "seekable"):
            raise TypeError("a path or a binary stream can be scored, not %r" % (source,))
        return perl.Input(handle, source, keep_open=True)
    name = os.fsencode(source)
    try:
        # Unlike the drop-in commands, take the name as it is, with white space, and also "-".
        return perl.open_named(handle, name)
    except OSError as error:
        raise deaths.cannot_be_opened(handle, name, error) from error


@contextmanager
def _written(gold: list[Sentence], system: list[Sentence], original: Original) -> Iterator[InStep]:
    """Write two lists of sentences; turn a Death into a ScoringError that names the sentence.

    They are written in the style of the original's task. What they were read
    from, token numbers and line ends, plays no part; documents are gold's.
    """
    for handle, sentences in ((GOLD, gold), (SYSTEM, system)):
        for number, sentence in enumerate(sentences, start=1):
            if not isinstance(sentence, Sentence):
                side = handle.decode().lower()
                raise TypeError("%s sentence %d is no Sentence: %r" % (side, number, sentence))
    check_same_tokens(gold, system)
    streams = {}
    for handle, sentences in ((GOLD, gold), (SYSTEM, system)):
        streams[handle] = io.BytesIO()
        plain = [one.plain(in_gold.document) for one, in_gold in zip(sentences, gold)]
        try:
            write_columns(plain, streams[handle], style=original.style.lower())
        except ShapeError as error:
            raise ShapeError("%s, %s" % (handle.decode().lower(), error)) from None
        streams[handle].seek(0)
    try:
        yield InStep(*[perl.Input(handle, streams[handle]) for handle in (GOLD, SYSTEM)])
    except deaths.Death as death:
        handle, line = death.problem.handle, death.problem.line
        where = handle.decode().lower()
        if line is not None:
            ends = []
            last = 0
            for sentence in gold:
                last += len(sentence.tokens) + 1
                ends.append(last)
            where += " sentence %d" % (bisect_left(ends, line) + 1)
        raise _told(death, where, None) from None
