"""Two files in, counts and a report out: judged sentences, summed as they come."""

from __future__ import annotations

from ..ground.columns import EMPTY_CELLS
from ..ground.counts import total
from ..legacy.annotations import NO_NEGATION, read_annotation
from ..legacy.fields import Fields
from ..legacy.judging import judge_files
from .report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..ground.counts import Counts
    from ..legacy.annotations import Annotation
    from ..legacy.judging import GoldRead, Judged
    from ..legacy.originals import Original
    from ..legacy.reading import InStep
    from ..reading.released import Recognised
    from .nis import Rules


def make_report(
    files: InStep,
    original: Original,
    nis: Rules | None = None,
    gold_is: tuple[Recognised, ...] = (),
    read_as: tuple[str, ...] = (),
) -> Report:
    """Return the report of the system's file against gold's, as `original` scores it.

    With `nis`, the report has a section on negation instances;
    `gold_is` and `read_as` are what gold was recognised as. Raises
    `legacy.stops.Stop` where the original stops.
    """
    counts = total(count_files(files, original, nis))
    return Report(counts, original, nis, gold_is, read_as)


def count_files(
    files: InStep,
    original: Original,
    nis: Rules | None = None,
) -> Iterator[Counts]:
    """Yield the counts of each sentence as `judge_files` yields it, and raise what that raises."""
    return (counts for _, counts in counted_sentences(files, original, nis))


def counted_sentences(
    files: InStep,
    original: Original,
    nis: Rules | None = None,
    gold_read: dict[bytes, GoldRead] | None = None,
) -> Iterator[tuple[Judged, Counts]]:
    """Yield each judged sentence with its counts, those of its negation instances among them.

    `gold_read` is as for `judge_files`.
    """
    for judged in judge_files(files, original, gold_read):
        counts = judged.counts
        if nis is not None:
            from .nis import count_instances

            instances = count_instances(*read_instances(judged, original, nis), nis.scorings)
            counts = counts._replace(instances=instances)
        yield judged, counts


def read_instances(judged: Judged, original: Original, nis: Rules) -> tuple[Annotation, Annotation]:
    """Return the annotations of a sentence for scoring by instances.

    That is the same, unless the rules take other cells for empty or other
    tokens for punctuation. A sentence without lines has no instances.
    """
    from .nis import PUNCTUATION

    if nis.punctuation == original.punctuation and original.empty_cells == EMPTY_CELLS:
        return judged.gold, judged.system
    if not (judged.gold.has_negation or judged.system.has_negation):
        return NO_NEGATION, NO_NEGATION
    block = judged.block
    gold, system = Fields(block.gold), Fields(block.system)
    are_words = PUNCTUATION[nis.punctuation].words(gold)
    has_lines = block.length > 0
    return (
        read_annotation(gold, are_words, 0, original.empty_cells, has_lines),
        read_annotation(system, are_words, 0, original.empty_cells, has_lines),
    )
