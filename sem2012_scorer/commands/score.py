"""``sem2012-scorer score``: score one or several systems."""

from __future__ import annotations

import os

from ..focus import IDENTIFIER as FOCUS
from ..focus.files import score_focus_files
from ..ground.process import Answer
from ..ground.wording import encoded
from ..inputs import ScoringError
from ..reporting.formats import FORMATS, PLAIN, View
from ..reporting.results import (
    MEAN,
    PAIR,
    mean,
    pooled,
    result_of,
    standard_deviation,
    undefined_in_means,
    with_rows,
)
from ..reporting.scoring import score_files
from .files import Sources, check_names, file_pairs, notes_on_style
from .options import (
    UsageError,
    add_files,
    add_format,
    add_nis,
    add_output,
    add_scorer,
    delivered,
    nis_of,
    notes_of,
    notes_on_gold,
    warnings_as_notes,
)
from .shapes import Systems, add_shapes
from .tables import (
    add_emphasis,
    add_table,
    checked_names,
    is_shown,
    labels_of,
    metrics_of,
    names_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..reporting.report import AnyReport
    from ..reporting.results import Result

DESCRIPTION = """\
Score a system's negations against gold's, as the legacy scorers do: cues,
scopes, scope tokens, events and full negations. The default output is, byte
for byte, the report of the Perl script.
"""

EPILOG = """\
what is scored:
  -g GOLD -s SYSTEM        one pair of files: the legacy report
  -g GOLD -s A B C         several systems on the same gold: a line each
  -g DIR -s DIR            all files of two folders (or of one), paired by name,
                           as in NEGES: a line each, pooled, and the mean
  -g G1 G2 -s S1 S2        the same for a list, paired in its order

  Names are the same but for "gold" and "system" between dots: dev.gold.txt
  goes with dev.system.txt, and in another folder with dev.txt.

which numbers:
  pooled      counts are summed over the files, then measured
  mean        percentages are averaged, unrounded; with --mean over systems,
              with their standard deviation (n - 1)

examples:
  sem2012-scorer score -g gold.txt -s system.txt
  sem2012-scorer score -g gold.txt -s run1.txt run2.txt run3.txt --mean
  sem2012-scorer score -g dev -s output --scorer scorer_task2 --format tsv
  sem2012-scorer score -g gold.txt -s system.txt --nis --format json -o scores.json

exit status: 0, 1 if the input cannot be scored, 2 for wrong usage
"""


def add_arguments(score: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_files(score)
    add_scorer(score)
    add_nis(score, "score")
    score.add_argument(
        "--mean", action="store_true", help="add mean and standard deviation over several systems"
    )
    add_table(score)
    add_emphasis(score)
    score.add_argument(
        "--pool-the-rest",
        action="store_true",
        help="of folders: pool and average without files that cannot be scored",
    )
    score.add_argument(
        "--plus-minus",
        action="store_true",
        help="markdown and latex: mean and standard deviation in one row, with --mean",
    )
    add_format(score, FORMATS)
    add_output(score)
    add_shapes(score)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``score`` answers."""
    with warnings_as_notes() as said:
        shapes = Systems(options)
        results, failures = _results(options, shapes)
    if any(result.kind == MEAN for result in results):
        said += undefined_in_means(results)
    reports = [result.report for result in results if result.report is not None]
    said = notes_on_gold(report.gold_is for report in reports) + said
    said += ["not scored: %s" % failure for failure in failures]
    if failures and not options.pool_the_rest:
        said.append("nothing is pooled or averaged: --pool-the-rest does that without these files")
    notes = shapes.said() + notes_of(said) + notes_on_style(options.gold, options.scorer)
    found = delivered(_shown(options, results), options.output, encoded(notes))
    return found._replace(status=int(bool(failures)))


def _results(
    options: argparse.Namespace, shapes: Systems
) -> tuple[list[Result], list[ScoringError]]:
    """Return the results of all pairs, their sums and means, and the errors of files in folders."""
    nis = nis_of(options)
    golds, systems = options.gold, options.system
    check_names([*golds, *systems], options.output)

    if options.scorer == FOCUS and nis:
        raise UsageError("--nis scores negations: there are none in the data of %s" % FOCUS)

    sources = Sources(golds, systems)

    def scored(gold: str, system: str) -> AnyReport:
        of_gold = sources(gold)
        if options.scorer == FOCUS:
            return score_focus_files(of_gold, sources(system))
        of_gold, of_system = shapes(of_gold, system)
        return score_files(of_gold, of_system, options.scorer, nis)

    has_folders = any(map(os.path.isdir, [*golds, *systems]))
    several_systems = len(golds) == 1 and len(systems) > 1 and not has_folders
    if options.mean and not several_systems:
        raise UsageError("--mean goes with one gold file and several systems")
    if several_systems:
        results = [result_of(PAIR, system, scored(golds[0], system)) for system in systems]
        if options.mean:
            results += [mean(results), standard_deviation(results)]
        return results, []
    results, failures = [], []
    pairs = file_pairs(golds, systems)
    for name, gold, system in pairs:
        try:
            results.append(result_of(PAIR, name, scored(gold, system)))
        except ScoringError as error:
            # The other files of a folder are scored nevertheless, if there are any.
            if not has_folders:
                raise
            failures.append(error)
    if failures and not results:
        raise failures[0]
    if (len(pairs) > 1 or has_folders) and (options.pool_the_rest or not failures):
        results += [pooled(results), mean(results)]
    return results, failures


TO_READ = ("table", "markdown", "latex")
"""The formats in which systems go by the shortest part of their paths; for programs, by whole paths."""


def _shown(options: argparse.Namespace, results: list[Result]) -> str:
    """Return the results in the format asked for."""
    number = sum(result.kind == PAIR for result in results)
    called = [result.name for result in results[:number]]
    if options.names is not None:
        called = list(checked_names(options.names, number))
    elif len(set(called)) == number > 1 and options.format in TO_READ:
        called = list(names_of(called, None).values())
    results[:number] = [r._replace(name=name) for r, name in zip(results, called)]
    labels = labels_of(options.rows, options.scorer, options.nis)
    results = [with_rows(result, lambda label: is_shown(label, labels)) for result in results]
    metrics = tuple(metrics_of(options.metrics, PLAIN.metrics))
    return FORMATS[options.format](
        results, View(metrics, options.best, options.booktabs, options.plus_minus)
    )
