"""Score files, streams or sentences in memory: the report, or the counts of each sentence."""

from __future__ import annotations

from ..legacy.originals import original_of
from ..reading.in_step import each, in_step, opened, read_as_of, written
from ..reading.released import recognised_file
from .counting import count_files, make_report
from .nis import rules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..ground.counts import Counts
    from ..reading.sentences import Sentence
    from ..reading.source import File
    from .nis import Rules
    from .report import Report


def score_files(
    gold: File,
    system: File,
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
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
    original, rules = original_of(scorer), rules_of(nis)
    gold_is = recognised_file(gold)
    with opened(gold, system) as files:
        golds = (gold_is,) if gold_is else ()
        return make_report(files, original, rules, golds, read_as_of([system]))


def score(
    gold: Iterable[Sentence],
    system: Iterable[Sentence],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
) -> Report:
    """Score sentences in memory: the same report as of the files that `write_columns` writes.

    The other arguments are those of `score_files`.
    Raises ShapeError, which says where, if the two have not the same
    sentences with the same words or hold what the format cannot; ScoringError
    where the original stops.

    >>> gold = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1, 2], event=[2])])]
    >>> system = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1])])]
    >>> report = score(gold, system)
    >>> report["Cues"].f1, report["Scope tokens(no cue match)"].recall
    (100.0, 50.0)
    """
    original, rules = original_of(scorer), rules_of(nis)
    with written(gold, system, original) as files:
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
    original, rules = original_of(scorer), rules_of(nis)
    files = in_step(gold, system, original)
    return each(files, lambda opened_files: count_files(opened_files, original, rules))
