"""Score files, streams or sentences in memory: the report, or the counts of each sentence; others may watch."""

from __future__ import annotations

import os
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager

from ..common.columns import GOLD_HANDLE, ROLES, SYSTEM_HANDLE
from ..common.counts import NO_INSTANCES, WITHOUT_NEGATION, Counts, sum_of_counts
from ..common.errors import BlindGold, ScorerWarning
from ..port import perl
from ..port.counting import GoldRead, ScoredSentence, Sums, scored_sentences
from ..port.reading import Files
from ..port.scripts import Original, script_by_identifier
from ..reading.facts import facts_of
from ..reading.released import Released
from ..reading.sentences import Sentence
from ..reading.source import PATHS, File, Source, as_source, name_of_source, source_not_readable
from .aborts import abort_as_scoring_error
from .nis import Rules, instances_of, nis_rules
from .report import Report

Watcher = Callable[[ScoredSentence], object]
"""What is called with each sentence as it was scored."""


def score_files(
    gold: File, system: File, scorer: str = "eval.cd-sco", nis: bool | Rules = False
) -> Report:
    """Score a system's file against gold's and return the report.

    `gold` and `system` are paths or binary streams in the column format; `scorer` is one of
    `ORIGINALS`; with `nis`, negation instances are scored too, by the `Rules` given or the standard
    ones. Raises ScoringError where the original aborts. Warns with ScorerWarning of lines that the
    original passes over, such as the last one of a file without final blank line.
    """
    original, rules = script_by_identifier(scorer), nis_rules(nis)
    with open_files_for_scoring(gold, system, original) as files:
        return _with_signature(report_by_scoring(files, rules), gold, system)


def score_files_watched(
    gold: File, system: File, scorer: str, nis: bool | Rules, watch: Watcher | None
) -> Report:
    """Return the report as `score_files` does; `watch` is called with each sentence as it was scored."""
    original, rules = script_by_identifier(scorer), nis_rules(nis)
    with open_files_for_scoring(gold, system, original) as files:
        return _with_signature(report_by_scoring(files, rules, watch), gold, system)


def _with_signature(report: Report, gold: File, system: File) -> Report:
    """Return a report with what its files are."""
    read_as: tuple[str, ...] = ()
    if isinstance(system, Source) and system.read_as:
        read_as = (system.read_as,)
    return report._replace(gold_is=_released_corpora_of(gold), read_as=read_as)


def _released_corpora_of(gold: File) -> tuple[Released, ...]:
    """Return the released corpus that a file is, none for other files and for a caller's stream, which is read up."""
    if not isinstance(gold, (*PATHS, Source)) or (
        isinstance(gold, PATHS) and not os.path.isfile(gold)
    ):
        return ()
    source = as_source(gold)
    corpus = facts_of(source).corpus
    if source is not gold:
        source.close(for_good=True)
    if corpus is None:
        return ()
    return (corpus,)


def score(
    gold: Iterable[Sentence],
    system: Iterable[Sentence],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
) -> Report:
    """Score sentences in memory: the same report as of the files that `write_columns` writes.

    The other arguments are those of `score_files`. Raises ShapeError, which says where, if the two
    do not have the same words, or a word cannot be written in columns; ScoringError
    where the original aborts.
    """
    from ..reading.column_writer import written_in_columns

    original, rules = script_by_identifier(scorer), nis_rules(nis)
    with open_files_for_scoring(
        *written_in_columns(gold, system, original.style), original
    ) as files:
        return report_by_scoring(files, rules)


def report_by_scoring(
    files: Files, nis: Rules | None = None, watch: Watcher | None = None
) -> Report:
    """Return the report of two files; raise Abort where the original aborts."""
    sums = Sums()
    sentences = scoring_with_watch(scored_sentences(files, sums=sums), watch)
    if nis is not None:
        counts = sum_of_counts(
            scoring_counts_of_sentence(sentence, files.script, nis) for sentence in sentences
        )
    else:
        for _ in sentences:
            pass
        counts = sums.counts()
    return Report(counts, files.script, nis)


def scoring_with_watch(
    sentences: Iterator[ScoredSentence], watch: Watcher | None
) -> Iterator[ScoredSentence]:
    """Yield the sentences; each is first given to `watch`, if that is not None."""
    if watch is None:
        yield from sentences
        return
    for sentence in sentences:
        watch(sentence)
        yield sentence


def scoring_counts_by_sentence(
    files: Files,
    nis: Rules | None = None,
    known: GoldRead | None = None,
    watch: Watcher | None = None,
) -> Iterator[Counts]:
    """Return the counts of each sentence; `known` is as for `port.counting.scored_sentences`, `watch` as for `scoring_with_watch`."""
    sentences = scoring_with_watch(scored_sentences(files, known), watch)
    return (scoring_counts_of_sentence(sentence, files.script, nis) for sentence in sentences)


def scoring_counts_of_sentence(
    sentence: ScoredSentence, original: Original, nis: Rules | None = None
) -> Counts:
    """Return the counts of a sentence, those of its negation instances among them."""
    if sentence.gold is None and sentence.system is None:
        return WITHOUT_NEGATION
    sums = Sums()
    sums.add(sentence)
    instances = NO_INSTANCES if nis is None else instances_of(sentence, original, nis)
    return sums.counts()._replace(instances=instances)


@contextmanager
def open_files_for_scoring(gold: File, system: File, original: Original) -> Iterator[Files]:
    """Open two files; raise ScoringError, which names the file, where the original aborts.

    Warns afterwards of what was not read, and of gold without annotation.
    """
    sides = {GOLD_HANDLE: gold, SYSTEM_HANDLE: system}
    names = {handle: name_of_source(file, ROLES[handle].decode()) for handle, file in sides.items()}
    try:
        with ExitStack() as stack:
            inputs = []
            for handle, file in sides.items():
                source = as_source(file)
                if source is not file:
                    stack.callback(source.close, True)
                inputs.append(stack.enter_context(perl.Input(handle, source.open())))
            files = Files(inputs[0], inputs[1], original)
            try:
                yield files
            finally:
                for side in inputs:
                    if number := side.end_error:  # the original takes that for the end
                        error = OSError(number, os.strerror(number))
                        raise source_not_readable(names[side.handle], error)
            if files.is_annotated is False:
                warnings.warn(_warning_of_blind_gold(names[GOLD_HANDLE]), stacklevel=4)
            for handle, why in _ignored_by_script(files):
                # Level 1 is here, 2 the context manager, 3 the public function, 4 its caller.
                warnings.warn(f"{names[handle]}: {why}", ScorerWarning, stacklevel=4)
    except perl.Abort as stop:
        where, line = names[stop.side], stop.at
        if (ends := getattr(sides[SYSTEM_HANDLE], "ends", ())) and line is not None:
            where, line = "%s sentence %d" % (where, bisect_left(ends, line) + 1), None
        raise abort_as_scoring_error(stop, where, line) from None


def _ignored_by_script(files: Files) -> list[tuple[bytes, str]]:
    """Return what the original ignores in two files, without a word: the file's handle, and what."""
    gold, system = files.line, files.system_lines
    why = f"line %d {NOT_SCORED}"
    gold_ends, system_ends = files.ends
    ignored = []
    if not gold_ends and system > gold and not files.script.gold_ends_sentence:
        words = f"the annotation of the sentence that ends at line %d {NOT_SCORED}"
        ignored.append((GOLD_HANDLE, words % gold))
    elif not gold_ends:
        ignored.append((GOLD_HANDLE, why % gold))
        # The system's file is right if it ends as gold does, or with the blank line too.
        right_end = gold + 1 if system_ends else gold
        if system == right_end:
            return ignored
    if not system_ends and system <= gold:
        ignored.append((SYSTEM_HANDLE, why % system))
    if system > gold:
        lines = _lines_in_words(gold + 1, system)
        is_or_are = "is" if system == gold + 1 else "are"
        ignored.append((SYSTEM_HANDLE, f"{lines} {is_or_are} ignored: gold has ended"))
    elif system < gold:
        lines = _lines_in_words(system + 1, gold)
        counts = "counts as one more sentence" if gold == system + 1 else "count as more sentences"
        why = f"{lines} of gold, where the system's file has ended, {counts} with negation"
        ignored.append((GOLD_HANDLE, f"{why} (the original does the same)"))
    return ignored


NOT_SCORED = "is not scored because no blank line follows it (the original does the same)"
"""What happens to the last line."""


def _lines_in_words(first: int, last: int) -> str:
    """Return what to call some lines of a file by their numbers."""
    if first == last:
        return f"line {first}"
    return f"lines {first} to {last}"


def _warning_of_blind_gold(name: str) -> BlindGold:
    """Return the warning about gold without annotation."""
    return BlindGold(
        name,
        None,
        "no annotation columns, as in a file for participants",
        "annotated gold, with *** or three columns for each negation (only check and convert accept such a file)",
    )
