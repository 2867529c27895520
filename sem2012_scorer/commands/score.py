"""``sem2012-scorer score``: score one or several systems."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from typing import Any

from ..common.measures import METRICS
from ..common.process import Answer
from ..common.wording import some
from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import ORIGINALS
from ..reporting.nis import BY_TAG, WITHOUT_SCOPES, Rules, lacks_scopes, tags_show_punctuation
from ..reporting.scoring import heard_files
from .arguments import TABLE_FORMATS, UsageError, add_options, add_predictions, nis_of
from .files import check_names, shown_name
from .inputs import Inputs
from .output import write_answer
from .pairing import Pair, SystemFiles, SystemRuns, pair_systems, runs_in_words, runs_of
from .results import MEANS, PAIR, PLAIN, Result, as_json, mean, pooled, result_of
from .selection import labels_of, metrics_of, names_of
from .tables import (
    lacking,
    means_of_systems,
    of_results,
    of_systems,
    text_of_results,
    tsv_of_results,
)


def add_arguments(score: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_options(score, "-g -s --pair --scorer --nis --punctuation", is_required=True)
    score.add_argument(
        "--mean",
        nargs="?",
        choices=MEANS,
        const=PLAIN,
        metavar="|".join(MEANS),
        help="add the mean over files, or over systems if there is one gold file; printed: of the "
        "rounded values, as NEGES did",
    )
    add_options(score, "--rows --metrics --names --format -o", formats=TABLE_FORMATS)
    add_predictions(score)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``score`` answers."""
    nis = nis_of(options)
    check_names([*options.gold, *options.system], options.output)
    if options.scorer == FOCUS and nis:
        raise UsageError(f"--nis scores negations: there are none in the data of {FOCUS}")
    labels_of(options.rows, options.scorer, options.nis)
    systems = pair_systems(options.gold, options.system, options.pair)
    in_paper = _several_systems(options, systems)
    if len(in_paper) > 1 or any(system.has_runs for system in in_paper):
        return _paper(options, in_paper)
    if options.mean and systems.is_one_gold and len(systems.pairs) < 2:
        raise UsageError("--mean goes with several systems, or several files")
    inputs = Inputs(options)
    results = _results(options, systems, inputs)
    if not results:
        inputs.raise_if_alone(systems.unpaired)
    missing = inputs.left_out("not scored", systems.unpaired)
    inputs.notes += systems.notes
    is_of_several = len(systems.pairs) + len(systems.unpaired) > 1
    if not is_of_several:
        idle = [name for name in ("metrics", "mean", "names") if getattr(options, name)]
        inputs.notes += [f"--{name} has no effect on one pair of files" for name in idle]
    if missing and results and (options.mean or not systems.is_one_gold):
        inputs.notes.append("not pooled or averaged: some files could not be scored")
    is_single = len(results) == 1 and not is_of_several
    if nis:
        instances = [result.report.counts.instances for result in results if result.kind == PAIR]
        has_section = is_single and options.format == "text" and options.rows is None
        if not instances or not all(map(lacks_scopes, instances)):
            inputs.notes += _notes_on_tags(nis, systems, inputs)
        elif not has_section:
            inputs.notes.append(WITHOUT_SCOPES)
    stderr = inputs.stderr_text(missing, options.gold)
    if not results:
        return Answer(b"", stderr, 1)
    shown = _shown(options, results, is_single, inputs.gold_in_words(_golds(systems)))
    shown += lacking(options.format, missing)
    return write_answer(shown, options.output, stderr, int(bool(missing)))


def _golds(systems: SystemRuns) -> list[str]:
    """Return the gold files, each once."""
    return list(dict.fromkeys(pair.gold for pair in systems.pairs if pair.gold is not None))


def _shown(
    options: argparse.Namespace, results: Sequence[Result], is_single: bool, gold: str
) -> str:
    """Return results in the format asked for."""
    if options.format == "json":
        return as_json(results, is_single)
    if options.format == "tsv":
        return tsv_of_results(results)
    metrics = metrics_of(options.metrics)
    if means_of_systems(results) and options.metrics is None:
        metrics = [*METRICS]
    if options.format == "text":
        return text_of_results(results, metrics, is_single)
    grid = of_results(results, metrics, is_single, gold)
    return grid.latex() if options.format == "latex" else grid.markdown()


def _labels(options: argparse.Namespace, is_single: bool) -> list[str] | None:
    """Return the rows that are shown, None for all: a paper's table has those of the first block."""
    if options.rows is not None or is_single or options.format not in ("markdown", "latex"):
        return labels_of(options.rows, options.scorer, options.nis)
    if options.scorer == FOCUS:
        return None
    labels = [row.label for row in ORIGINALS[options.scorer].rows]
    if options.nis:
        every = labels_of(["all"], options.scorer, True) or ()
        labels += [label for label in every if label.startswith("NIS")]
    return labels


def _notes_on_tags(nis: bool | Rules, systems: SystemRuns, inputs: Inputs) -> list[str]:
    """Return a note if gold's tags do not show punctuation, and are to show it."""
    if isinstance(nis, Rules) and nis.punctuation != BY_TAG:
        return []
    golds = dict.fromkeys(pair.gold for pair in systems.pairs if pair.gold is not None)
    without = []
    for gold in golds:
        head = inputs(gold).head()
        if not tags_show_punctuation(head[: head.rfind(b"\n") + 1]):
            without.append(shown_name(gold))
    if not without:
        return []
    words = "the tags of {} do not show punctuation: with --punctuation form, the words do"
    return [words.format(some(without, 3))]


def _several_systems(options: argparse.Namespace, systems: SystemRuns) -> list[SystemRuns]:
    """Return the systems of a paper's table: in Markdown or LaTeX, or runs whose mean is asked for."""
    if options.scorer == FOCUS:
        return []
    are_runs = (any if systems.is_one_gold else all)(map(os.path.isdir, options.system))
    if options.mean and are_runs:
        runs = runs_of(options.gold, options.system, options.pair)
        if any(system.has_runs for system in runs):
            if options.mean != PLAIN:
                raise UsageError("the mean over runs uses unrounded values: give --mean plain")
            return runs
    if options.mean or options.format not in ("markdown", "latex"):
        return []
    if systems.is_one_gold:
        return [SystemRuns((SystemFiles(p.system, (p,)),), path=p.system) for p in systems.pairs]
    return [SystemRuns((system,), path=system.name) for system in systems.runs]


def _paper(options: argparse.Namespace, systems_given: Sequence[SystemRuns]) -> Answer:
    from ..comparing.table import missing_runs
    from .runs import ReadRuns

    metrics = metrics_of(options.metrics)
    reading = ReadRuns(options)
    compared = reading.compared(systems_given)
    grid = of_systems(compared, metrics, "gold")
    lines = [runs_in_words(systems_given), "", *grid.fitted(widest_head=12), ""]
    text = "\n".join([*lines, *missing_runs(compared), grid.signature, ""])
    return reading.answer(compared, metrics, text)


def _results(options: argparse.Namespace, systems: SystemRuns, inputs: Inputs) -> list[Result]:
    """Return the results of all pairs, and the sums and means of each system, or over systems."""
    nis = nis_of(options)

    def scored(pair: Pair) -> Any:
        assert pair.gold is not None
        gold, system = inputs(pair.gold), inputs(pair.system)
        if options.scorer == FOCUS:
            inputs.suspect(system, gold)
            inputs.check_gold(gold)
            inputs.check_gold(system)
            from ..focus.focus_files import score_focus_files

            return score_focus_files(gold, system)
        system = inputs.system(gold, pair.system)
        with inputs.doubted(gold, system) as hear:
            return heard_files(gold, system, options.scorer, nis, hear)

    is_single = len(systems.pairs) + len(systems.unpaired) == 1
    labels = _labels(options, is_single)
    names = _names(options, systems)
    names_given = [system.name for system in systems.runs] if not systems.is_one_gold else []
    called = _called(options, names_given) if len(names_given) > 1 else {}
    every_result: list[Result] = []
    for system in systems.runs:
        results = []
        for pair in system.pairs:
            name = next(names)
            with inputs.collect_errors(pair):
                results.append(result_of(PAIR, name, scored(pair), labels))
            inputs.close(pair.system, None if systems.is_one_gold else pair.gold)
        every_result += results
        is_whole = len(results) == len(system.pairs) and not system.unpaired
        if len(results) > 1 and not systems.is_one_gold and is_whole:
            of = f"{called[system.name]}: " if len(systems.runs) > 1 else ""
            sums = [pooled(results), mean(results, "files", options.mean or PLAIN)]
            system_name = called[system.name] if of and options.mean else ""
            every_result += [r._replace(name=of + r.name, system=system_name) for r in sums]
    is_whole = len(every_result) == len(systems.pairs) and not systems.unpaired
    if options.mean and systems.is_one_gold and every_result and is_whole:
        every_result.append(mean(every_result, "systems", options.mean))
    return every_result


def _names(options: argparse.Namespace, systems: SystemRuns) -> Iterator[str]:
    """Yield what each pair is called: as asked for, or by the system's file."""
    if len(systems.runs) > 1 and not systems.is_one_gold:
        called = _called(options, [system.name for system in systems.runs])
        for system in systems.runs:
            yield from [os.path.join(called[system.name], pair.name) for pair in system.pairs]
    else:
        paths = [pair.name for pair in systems.pairs]
        yield from _called(options, paths).values() if len(paths) > 1 else paths


def _called(options: argparse.Namespace, paths: Sequence[str]) -> dict[str, str]:
    """Return what systems are called: in a table by a short name, for programs by the whole path."""
    is_path = options.names is None and options.format in ("json", "tsv")
    return dict(zip(paths, paths)) if is_path else names_of(paths, options.names)
