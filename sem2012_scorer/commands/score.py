"""``sem2012-scorer score``: score one or several systems."""

from __future__ import annotations

import os

from ..focus import IDENTIFIER as FOCUS
from ..focus.files import score_focus_files
from ..ground.process import Answer
from ..ground.wording import encoded
from ..reporting.formats import FORMATS, View
from ..reporting.formats import PLAIN as PLAIN_VIEW
from ..reporting.results import (
    MEAN,
    MEANS,
    PAIR,
    PLAIN,
    STANDARD_DEVIATION,
    mean,
    pooled,
    result_of,
    standard_deviation,
    undefined_in_means,
    with_rows,
)
from ..reporting.scoring import score_files
from .files import Sources, check_names, notes_on_style
from .options import (
    Failures,
    UsageError,
    add_files,
    add_format,
    add_nis,
    add_scorer,
    nis_of,
    notes_of,
    notes_on_gold,
    warnings_as_notes,
)
from .output import add_output, delivered
from .pairing import Paired as PairedFiles
from .pairing import SystemRuns, add_pair, pair_systems, runs_of
from .reading import Systems as SystemSources
from .reading import add_predictions
from .tables import (
    add_table,
    checked_names,
    is_shown,
    labels_of,
    metrics_of,
    names_of,
    without_effect,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ..reporting.report import AnyReport
    from ..reporting.results import Result
    from .pairing import Pair
    from .pairing import Systems as Paired

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
  -g G1 G2 -s A/ B/        several systems, each a folder whose files are paired
                           with gold's by name: pooled and mean of each

examples:
  sem2012-scorer score -g gold.txt -s system.txt
  sem2012-scorer score -g gold.txt -s run1.txt run2.txt run3.txt --mean
  sem2012-scorer score -g dev -s output --scorer scorer_task2 --format tsv
  sem2012-scorer score -g gold.txt -s system.txt --nis --format json -o scores.json

exit status: 0, 1 if the input cannot be scored,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(score: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_files(score)
    add_pair(score)
    add_scorer(score)
    add_nis(score, "score")
    score.add_argument(
        "--mean",
        nargs="?",
        choices=MEANS,
        const=PLAIN,
        metavar="|".join(MEANS),
        help="also print the mean over files, or over systems with one gold file; printed takes the mean "
        "of rounded values, as NEGES did",
    )
    add_table(score)
    add_format(score, FORMATS)
    add_output(score)
    add_predictions(score)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``score`` answers."""
    nis = nis_of(options)
    check_names([*options.gold, *options.system], options.output)
    if options.scorer == FOCUS and nis:
        raise UsageError("--nis scores negations: there are none in the data of %s" % FOCUS)
    labels = labels_of(options.rows, options.scorer, options.nis, has_sentences=_is_paper(options))
    systems = pair_systems(options.gold, options.system, options.pair)
    if _is_paper(options):
        given = _several_systems(options, systems)
        if len(given) > 1 or any(one.has_runs for one in given):
            from .papers import paper_answer

            return paper_answer(options, given)
    if options.mean and systems.is_one_gold and len(systems.pairs) < 2:
        raise UsageError("--mean goes with several systems, or several files")
    failures = Failures(has_check=options.scorer != FOCUS)
    with warnings_as_notes() as said:
        sources = Sources()
        of_systems = SystemSources(options, sources)
        results = _results(options, systems, of_systems, failures)
    if not results:
        failures.raise_if_alone(systems.unpaired)
    results = [with_rows(result, lambda label: is_shown(label, labels)) for result in results]
    if any(result.kind == MEAN for result in results):
        said += undefined_in_means(results)
    reports = [result.report for result in results if result.report is not None]
    missing = failures.notes("not scored", systems.unpaired)
    said = notes_on_gold(report.gold_is for report in reports) + said + systems.notes + missing
    is_of_several = len(systems.pairs) + len(systems.unpaired) > 1
    said += _without_effect(options, results, is_of_several)
    has_sums = options.mean or not systems.is_one_gold
    if missing and results and has_sums:
        said.append("not pooled or averaged: some files could not be scored")
    notes = of_systems.said() + notes_of(said)
    notes += notes_on_style(options.gold, options.scorer, sources)
    if not results:
        return Answer(b"", encoded(notes), 1)
    metrics = tuple(metrics_of(options.metrics, PLAIN_VIEW.metrics))
    shown = FORMATS[options.format](results, View(metrics, is_of_several))
    return delivered(shown, options.output, encoded(notes), int(bool(missing)))


def _is_paper(options: argparse.Namespace) -> bool:
    """Return whether several systems are shown as the table of a paper."""
    return options.format in ("markdown", "latex") and options.scorer != FOCUS


def _several_systems(options: argparse.Namespace, systems: Paired) -> list[SystemRuns]:
    """Return the systems of a paper's table: with ``--mean``, folders are runs of one system."""
    if options.mean and all(map(os.path.isdir, options.system)):
        return runs_of(options.gold, options.system, options.pair)
    if systems.is_one_gold:
        return [SystemRuns(p.system, (PairedFiles(p.system, (p,), (), 1),)) for p in systems.pairs]
    return [SystemRuns(one.name, (one,)) for one in systems.several]


def _results(
    options: argparse.Namespace, systems: Paired, of_systems: SystemSources, failures: Failures
) -> list[Result]:
    """Return the results of all pairs, and the sums and means of each system, or over systems."""
    nis = nis_of(options)
    sources = of_systems.sources

    def scored(pair: Pair) -> AnyReport:
        assert pair.gold is not None
        of_gold = sources(pair.gold)
        if options.scorer == FOCUS:
            of_systems.suspect(sources(pair.system), of_gold)
            of_systems.check_filled(of_gold, sources(pair.system))
            return score_focus_files(of_gold, sources(pair.system))
        of_system = of_systems(of_gold, pair.system)
        return score_files(of_gold, of_system, options.scorer, nis)

    names = _names(options, systems)
    found: list[Result] = []
    for system in systems.several:
        results = []
        for pair in system.pairs:
            name = next(names)
            with failures.kept():
                results.append(result_of(PAIR, name, scored(pair)))
            sources.done(pair.system, None if systems.is_one_gold else pair.gold)
        found += results
        if systems.is_one_gold or not results:
            continue
        is_whole = len(results) == system.number
        is_list = systems.has_names or system.number > 1
        if is_list and is_whole:
            is_alone = len(systems.several) == 1
            of = "" if is_alone else "%s: " % _system_names(options, systems)[system.name]
            sums = [pooled(results, system.number)]
            sums.append(mean(results, system.number, "files", options.mean or PLAIN))
            found += [one._replace(name=of + one.name) for one in sums]
    number = sum(system.number for system in systems.several)
    has_mean = options.mean and systems.is_one_gold and found
    if has_mean and len(found) == number:
        deviation = standard_deviation(found, options.mean)
        found += [mean(found, number, "systems", options.mean), deviation]
    return found


def _without_effect(
    options: argparse.Namespace, results: Sequence[Result], is_of_several: bool
) -> list[str]:
    """Return notes on options that have no effect on what is shown."""
    if not is_of_several:
        given = [flag for flag in ("metrics", "mean") if getattr(options, flag)]
        shown = ", ".join("--" + flag for flag in given)
        return ["%s: no effect on one pair of files" % shown] if given else []
    found = without_effect(options, [("metrics", ("text", "markdown", "latex"), None)])
    is_over_systems = any(result.kind == STANDARD_DEVIATION for result in results)
    if options.mean == PLAIN and not is_over_systems:
        found.append("--mean has no effect here: the mean over files is always there")
    return found


def _system_names(options: argparse.Namespace, systems: Paired) -> dict[str, str]:
    """Return what each of several systems is called, by its name on the command line."""
    paths = [system.name for system in systems.several]
    if options.names is None and options.format not in TO_READ:
        return dict(zip(paths, paths))
    return names_of(paths, options.names)


def _names(options: argparse.Namespace, systems: Paired) -> Iterator[str]:
    """Yield what each pair is called: as asked for, or by the system's file."""
    if len(systems.several) > 1 and not systems.is_one_gold:
        called = _system_names(options, systems)
        for system in systems.several:
            yield from [os.path.join(called[system.name], pair.name) for pair in system.pairs]
        return
    paths = [pair.name for pair in systems.pairs]
    if options.names is not None:
        yield from checked_names(options.names, len(paths))
    elif len(set(paths)) == len(paths) > 1 and options.format in TO_READ:
        yield from names_of(paths, None).values()
    else:
        yield from paths


TO_READ = ("text", "markdown", "latex")
"""The formats in which systems go by the shortest part of their paths; for programs, by whole paths."""
