"""``sem2012-scorer score``: score one or several systems.

In: gold and system files. Out: the legacy report of a pair of files, or a table with a row for each of
several. Read `answer` first, then `_score_all_pairs`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..common.measures import METRICS
from ..common.process import Answer
from ..common.wording import shortened_list
from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import ORIGINALS
from ..reporting.nis import BY_TAG, WITHOUT_SCOPES, Rules, nis_lacks_scopes, tags_show_punctuation
from ..reporting.scoring import score_files_watched
from .arguments import (
    TABLE_FORMATS,
    UsageError,
    add_files,
    add_nis,
    add_output,
    add_predictions,
    argument_group_for_output,
    nis_argument,
)
from .files import check_file_names, name_of_command_file
from .inputs import Inputs
from .output import output_as_answer
from .pairing import (
    NamedPair,
    SystemFiles,
    SystemRuns,
    note_on_same_files,
    pair_runs,
    pair_systems,
    pairing_note_on_runs,
)
from .results import (
    MEANS,
    PAIR,
    PLAIN,
    Result,
    as_json,
    mean_of_results,
    pool_results,
    result_of_pair,
)
from .selection import add_selection_arguments, metrics_of, names_of, selected_row_labels
from .tables import (
    table_means_of_systems,
    table_note_on_failed_files,
    table_of_results,
    table_of_systems,
    text_of_results,
    tsv_of_results,
)


def add_arguments(score: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    score.usage = "%(prog)s -g GOLD ... -s SYSTEM ... [options]"
    scored = add_files(score, is_required=True)
    add_nis(scored)
    scored.add_argument(
        "--mean",
        nargs="?",
        choices=MEANS,
        const=PLAIN,
        metavar="|".join(MEANS),
        help="also print the mean over systems (of several files, the text output always has the mean). "
        "printed: the mean of rounded scores, as in the NEGES tables",
    )
    output = argument_group_for_output(score)
    add_selection_arguments(output)
    add_output(output, TABLE_FORMATS)
    add_predictions(score)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``score`` answers."""
    _check_options(options)
    systems = pair_systems(options.gold, options.system)
    in_paper = _systems_in_paper(options, systems)
    if len(in_paper) > 1 or any(system.has_runs for system in in_paper):
        return _table_for_paper(options, in_paper)
    if options.mean and systems.is_one_gold and len(systems.pairs) < 2:
        raise UsageError("--mean needs several systems or several files")
    inputs = Inputs(options)
    results = _score_all_pairs(options, systems, inputs)
    if not results:
        inputs.raise_if_alone(systems.unpaired)
    missing = inputs.left_out("not scored", systems.unpaired)
    is_single = len(results) == 1 and not _are_several(systems)
    inputs.notes += _notes_on_scores(options, systems)
    if nis_argument(options):
        inputs.notes += _notes_on_nis(options, systems, results, is_single, inputs)
    stderr = inputs.stderr_text(missing, options.gold)
    if not results:
        return Answer(b"", stderr, 1)
    shown = _results_in_format(options, results, is_single, inputs.gold_in_words(systems.golds))
    shown += table_note_on_failed_files(options.format, missing)
    status = 1 if missing else 0
    return output_as_answer(shown, options.output, stderr, status)


def _check_options(options: argparse.Namespace) -> None:
    """Raise UsageError for options that are wrong, before a file is scored."""
    nis = nis_argument(options)
    check_file_names([*options.gold, *options.system], options.output)
    if options.scorer == FOCUS and nis:
        raise UsageError(f"--nis scores negations, and the data of {FOCUS} have none")
    selected_row_labels(options.rows, options.scorer, options.nis)


def _are_several(systems: SystemRuns) -> bool:
    """Return whether there is more than one pair of files, scored or not."""
    return len(systems.pairs) + len(systems.unpaired) > 1


# Scoring ------------------------------------------------------------------------------------------


def _score_all_pairs(
    options: argparse.Namespace, systems: SystemRuns, inputs: Inputs
) -> list[Result]:
    """Return the results of all pairs, and the sums and means of each system, or over systems."""
    labels = _row_labels_shown(options, not _are_several(systems))
    called = _names_of_several(options, systems)
    names = _names_of_pairs(options, systems, called)
    results: list[Result] = []
    without_sums = []
    for system in systems.runs:
        of_system = []
        for pair in system.pairs:
            name = next(names)
            with inputs.collect_errors(pair):
                report = _report_on(options, pair, inputs)
                of_system.append(result_of_pair(PAIR, name, report, labels))
            inputs.close(pair.system)
            if not systems.is_one_gold:  # one gold file is read again for the next system
                inputs.close(pair.gold)
        results += of_system
        if not _is_whole(system, of_system):
            without_sums.append(called.get(system.name, ""))
        elif not systems.is_one_gold and len(of_system) > 1:
            results += _pool_and_mean(options, of_system, called.get(system.name))
    has_sums = options.mean or not systems.is_one_gold
    if results and has_sums and without_sums:
        inputs.notes.append(_note_without_sums(without_sums, called))
    elif results and options.mean and systems.is_one_gold:
        results.append(mean_of_results(results, "systems", options.mean))
    return results


def _names_of_several(options: argparse.Namespace, systems: SystemRuns) -> dict[str, str]:
    """Return what systems are called that have several files each; none if there are no such."""
    if len(systems.runs) < 2 or systems.is_one_gold:
        return {}
    return _names_of_systems(options, [system.name for system in systems.runs])


MOST_NAMED = 4  # how many systems a note names


def _note_without_sums(names: Sequence[str], called: Mapping[str, str]) -> str:
    """Return the note on systems that have no pooled score and no mean; they are named where there are others."""
    note = "no pooled score and no mean, because a file was not scored"
    if len(names) == len(called) or not called:
        return note
    return f"{shortened_list(names, MOST_NAMED)}: {note}"


def _is_whole(files: SystemFiles | SystemRuns, results: Sequence[Result]) -> bool:
    """Return whether every file has a partner and was scored."""
    return len(results) == len(files.pairs) and not files.unpaired


def _report_on(options: argparse.Namespace, named: NamedPair, inputs: Inputs) -> Any:
    """Return the report on a pair of files: on negations, or on their focus."""
    pair = inputs.pair(named)
    assert pair.gold is not None
    if options.scorer == FOCUS:
        inputs.warn_if_gold(pair)
        inputs.check_gold(pair.gold)
        inputs.check_gold(pair.system)
        from ..focus.focus_files import score_focus_files

        return score_focus_files(pair.gold, pair.system)
    columns = inputs.columns(pair)
    with inputs.watch_for_doubts(pair) as watch:
        return score_files_watched(pair.gold, columns, pair.scorer, nis_argument(options), watch)


def _pool_and_mean(
    options: argparse.Namespace, results: Sequence[Result], called: str | None
) -> list[Result]:
    """Return the pool and the mean of a system's files; `called` is its name, None if it is the only one."""
    sums = [pool_results(results), mean_of_results(results, "files", options.mean or PLAIN)]
    if called is None:
        return sums
    system = called if options.mean else ""
    return [result._replace(name=f"{called}: {result.name}", system=system) for result in sums]


def _row_labels_shown(options: argparse.Namespace, is_single: bool) -> list[str] | None:
    """Return the rows that are shown, None for all: a paper's table has those of the first block."""
    if options.rows is not None or is_single or options.format not in ("markdown", "latex"):
        return selected_row_labels(options.rows, options.scorer, options.nis)
    if options.scorer == FOCUS:
        return None
    labels = [row.label for row in ORIGINALS[options.scorer].rows]
    if options.nis:
        all_labels = selected_row_labels(["all"], options.scorer, True) or ()
        labels += [label for label in all_labels if label.startswith("NIS")]
    return labels


def _names_of_pairs(
    options: argparse.Namespace, systems: SystemRuns, called: Mapping[str, str]
) -> Iterator[str]:
    """Yield what each pair is called: as asked for, or by the system's file.

    `called` has the names of several systems that have several files each, none for others.
    """
    if called:
        for system in systems.runs:
            for name in _file_names(system.pairs):
                yield os.path.join(called[system.name], name)
        return
    paths = _file_names(systems.pairs)
    if len(paths) > 1:
        yield from _names_of_systems(options, paths).values()
    else:
        yield from paths


def _file_names(pairs: Sequence[NamedPair]) -> list[str]:
    """Return the names of system files: with as much of their paths as tells them apart."""
    names = [pair.name for pair in pairs]
    if len(set(names)) == len(names):
        return names
    return list(names_of([pair.system for pair in pairs], None).values())


def _names_of_systems(options: argparse.Namespace, paths: Sequence[str]) -> dict[str, str]:
    """Return what systems are called: in a table by a short name, for programs by the whole path."""
    if options.names is None and options.format in ("json", "tsv"):
        return dict(zip(paths, paths))
    return names_of(paths, options.names)


# Notes --------------------------------------------------------------------------------------------


def _notes_on_scores(options: argparse.Namespace, systems: SystemRuns) -> list[str]:
    """Return the notes on the files, and on options without effect."""
    notes = []
    if not systems.is_one_gold:
        notes += note_on_same_files(systems.pairs)
    if not _are_several(systems):
        idle = [name for name in ("metrics", "mean", "names") if getattr(options, name)]
        notes += [f"--{name} has no effect on one pair of files" for name in idle]
    return notes


def _notes_on_nis(
    options: argparse.Namespace,
    systems: SystemRuns,
    results: Sequence[Result],
    is_single: bool,
    inputs: Inputs,
) -> list[str]:
    """Return the notes on negation instances: on gold's tags, or that no file has scopes."""
    instances = [result.report.counts.instances for result in results if result.kind == PAIR]
    if not instances or not all(map(nis_lacks_scopes, instances)):
        return _notes_on_tags(options, systems, inputs)
    # The section of a report says so itself.
    has_section = is_single and options.format == "text" and options.rows is None
    if has_section:
        return []
    return [WITHOUT_SCOPES]


def _notes_on_tags(options: argparse.Namespace, systems: SystemRuns, inputs: Inputs) -> list[str]:
    """Return a note if gold's tags do not show punctuation, and are to show it."""
    nis = nis_argument(options)
    if isinstance(nis, Rules) and nis.punctuation != BY_TAG:
        return []
    without = []
    for gold in systems.golds:
        head = inputs(gold).head()
        if not tags_show_punctuation(head[: head.rfind(b"\n") + 1]):
            without.append(name_of_command_file(gold))
    if not without:
        return []
    words = "{}: no tag that the scorer counts as punctuation, so none is left out of scopes; with score's --punctuation form, the words decide"
    return [words.format(shortened_list(without, 3))]


# How it is shown ----------------------------------------------------------------------------------


def _results_in_format(
    options: argparse.Namespace, results: Sequence[Result], is_single: bool, gold: str
) -> str:
    """Return results in the format asked for."""
    if options.format == "json":
        return as_json(results, is_single)
    if options.format == "tsv":
        return tsv_of_results(results)
    metrics = metrics_of(options.metrics)
    if table_means_of_systems(results) and options.metrics is None:
        metrics = list(METRICS)
    if options.format == "text":
        return text_of_results(results, metrics, is_single)
    grid = table_of_results(results, metrics, is_single, gold)
    if options.format == "latex":
        return grid.latex()
    return grid.markdown()


# A paper's table ----------------------------------------------------------------------------------


def _systems_in_paper(options: argparse.Namespace, systems: SystemRuns) -> list[SystemRuns]:
    """Return the systems of a paper's table: in Markdown or LaTeX, or runs whose mean is asked for."""
    if options.scorer == FOCUS:
        return []
    if options.mean and _are_runs(options, systems):
        runs = pair_runs(options.gold, options.system)
        if any(system.has_runs for system in runs):
            if options.mean != PLAIN:
                raise UsageError(
                    "the mean of a folder of runs is computed from unrounded values: give "
                    "--mean plain; for several systems, name the folder of each"
                )
            return runs
    if options.mean or options.format not in ("markdown", "latex"):
        return []
    if systems.is_one_gold:
        named = [SystemFiles(pair.system, (pair,)) for pair in systems.pairs]
    else:
        named = list(systems.runs)
    return [SystemRuns((system,), path=system.name) for system in named]


def _are_runs(options: argparse.Namespace, systems: SystemRuns) -> bool:
    """Return whether the systems may have runs: with one gold file, the files of a folder are runs."""
    are_folders = [os.path.isdir(name) for name in options.system]
    if systems.is_one_gold:
        return any(are_folders)
    return all(are_folders)


def _table_for_paper(options: argparse.Namespace, systems_given: Sequence[SystemRuns]) -> Answer:
    """Return the answer with a paper's table: a row for each system."""
    from ..comparing.table import comparison_table_notes_on_runs
    from .runs import ReadRuns

    metrics = metrics_of(options.metrics)
    reading = ReadRuns(options)
    compared = reading.compared(systems_given)
    grid = table_of_systems(compared, metrics, "gold")
    lines = [pairing_note_on_runs(systems_given), "", *grid.fitted(widest_head=12), ""]
    text = "\n".join([*lines, *comparison_table_notes_on_runs(compared), grid.signature, ""])
    return reading.answer(compared, metrics, text)
