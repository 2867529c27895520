"""``sem2012-scorer compare``: is the difference between systems real?"""

from __future__ import annotations

import sys
import time
import warnings
from contextlib import ExitStack

from ..api import UNITS, UnreadWarning, compare_files, explain_files
from ..comparing import SCORES, TooFewUnits
from ..dropin import Answer
from ..explaining.compared import as_html, as_jsonl, changed
from ..formats import MINUS, latex_of, markdown_of
from ..legacy.originals import ORIGINALS
from ..nis import BY_TAG, PUNCTUATION, NotUTF8Warning, Rules
from ..resampling import RESAMPLES, SEED, TRIALS
from ..wording import encoded, json_of, plural, probability, visible
from . import runs
from .files import check_names, file_pairs, notes_on_style, read_again, shown_name
from .options import (
    FileTrouble,
    UsageError,
    add_output,
    add_scorer,
    add_systems,
    delivered,
    notes_of,
)
from .tables import add_emphasis, add_table, is_shown, labels_of, metrics_of, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ..comparing import Compared, Comparison, Progress
    from ..explaining.compared import Changed

DESCRIPTION = """\
Compare systems with a baseline, the first: each measure with its interval, the
difference with its interval, and how likely chance makes one as great.
"""

EPILOG = """\
The test is paired approximate randomisation: the counts of each sentence are
exchanged between the two systems or not, by chance (all ways to do so where
these are no more than the trials). Intervals are those of 95% of resamples of
the sentences. --unit document keeps the sentences of a document together.

Gold and systems may be folders, paired by name: the sentences of all files are
pooled. With one gold file, the files of a folder are runs of a system (with a
folder of gold, its subfolders): mean and standard deviation, no test.

short names for --rows: cues, scopes, tokens, events, full, nis; or the labels

examples:
  sem2012-scorer compare -g gold.txt -s baseline.txt ours.txt
  sem2012-scorer compare -g gold.txt -s a.txt b.txt c.txt --baseline b.txt --rows cues,full
  sem2012-scorer compare -g gold.txt -s runs-of-a/ runs-of-b/ --metrics f1
  sem2012-scorer compare -g dev -s run1 run2 --scorer scorer_task2 --format json

exit status: 0, 1 if the input cannot be scored or compared, 2 for wrong usage
"""

HEADS = {"precision": "P", "recall": "R", "f1": "F1"}


def add_arguments(compare: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    compare.add_argument(
        "-g", "--gold", required=True, metavar="GOLD", help="gold file, or a folder"
    )
    add_systems(compare, "the baseline and the systems: files, or folders")
    add_scorer(compare, ORIGINALS)
    compare.add_argument("--nis", action="store_true", help="compare negation instances too")
    compare.add_argument("--nis-punctuation", choices=PUNCTUATION, help="with --nis: as in score")
    compare.add_argument("--unit", choices=UNITS, default=UNITS[0], help="what is exchanged")
    for name, default in (("trials", TRIALS), ("resamples", RESAMPLES)):
        compare.add_argument(
            "--" + name,
            type=_positive,
            default=default,
            metavar="N",
            help="how many (default: %d)" % default,
        )
    compare.add_argument(
        "--seed", type=_seed, default=SEED, metavar="N", help="of chance (default: %d)" % SEED
    )
    compare.add_argument("--baseline", metavar="NAME", help="the baseline, if not the first")
    add_table(compare)
    add_emphasis(compare)
    compare.add_argument(
        "--format",
        choices=FORMATS,
        default="table",
        help="output format (default: table)",
    )
    add_output(compare)


def _positive(word: str) -> int:
    """Return a positive number; raise ValueError for anything else."""
    number = int(word)
    if number < 1:
        raise ValueError
    return number


def _seed(word: str) -> int:
    """Return a number that is not negative: chance is the same with and without a sign."""
    number = int(word)
    if number < 0:
        raise ValueError
    return number


_positive.__name__ = "positive number"
_seed.__name__ = "whole number from 0"


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``compare`` answers."""
    if options.nis_punctuation is not None and not options.nis:
        raise UsageError("--nis-punctuation goes with --nis")
    nis: bool | Rules = options.nis and Rules(options.nis_punctuation or BY_TAG)
    check_names([options.gold, *options.system], options.output)
    if len(options.system) < 2:
        raise UsageError("give two systems or more after -s: the first is the baseline")
    names = names_of(options.system, options.names)
    wanted = _wanted(options, bool(nis))
    order = _ordered(options.baseline, names)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UnreadWarning)
        warnings.simplefilter("always", NotUTF8Warning)
        with ExitStack() as stack:
            # Streams are copied: the sentences of the page are read once more.
            gold, *systems = [
                stack.enter_context(read_again(name)) for name in (options.gold, *order)
            ]
            called = dict(zip(systems, (names[name] for name in order)))
            of_runs = {system: runs.runs_of(gold, system) for system in systems}
            if any(of_runs.values()):
                text, said = _of_runs(options, gold, called, of_runs, nis, wanted)
            else:
                text, said = _of_pairs(options, gold, called, nis, wanted), []
    for warning in caught:
        words = str(warning.message)
        for copy, name in zip((gold, *systems), (options.gold, *order)):
            words = words.replace(copy, shown_name(name))
        said.append(words)
    notes = notes_of(said) + notes_on_style([options.gold], options.scorer)
    return delivered(text, options.output, encoded(notes))


def _ordered(baseline: str | None, names: dict[str, str]) -> list[str]:
    """Return the systems' paths, the baseline first; raise UsageError if it is none of them."""
    if baseline is None:
        return list(names)
    first = [path for path, name in names.items() if baseline in (path, name)]
    if len(first) != 1:
        shown = ", ".join(names.values())
        raise UsageError("--baseline %s is none of the systems: %s" % (baseline, shown))
    return [*first, *[path for path in names if path != first[0]]]


def _of_pairs(
    options: argparse.Namespace,
    gold: str,
    names: dict[str, str],
    nis: bool | Rules,
    wanted: tuple[list[str] | None, list[str]],
) -> str:
    """Return what is shown of systems with a run each."""
    found, files = _compared(options, gold, names, nis)
    labels, metrics = wanted
    if options.format in ("html", "jsonl"):
        sentences = list(_changed(files, options.scorer))
        if options.format == "jsonl":
            return as_jsonl(sentences)
        shown = [label for label in found.systems[0].measures if is_shown(label, labels)]
        return as_html(found, sentences, ORIGINALS[options.scorer], _title(found), shown)
    if options.format == "json":
        return as_json(found, labels)
    if options.format == "tsv":
        return as_tsv(found, labels, metrics)
    rows = grid(found, labels, metrics)
    if options.format != "table":
        # The title, which is not there, has the names.
        rows[0][2] = found.systems[0].name
        if len(found.systems) == 2:
            rows[0][3] = found.systems[1].name
    return _table(options, rows, _title(found), found.signature, (2, 3))


def _of_runs(
    options: argparse.Namespace,
    gold: str,
    names: dict[str, str],
    of_runs: dict[str, list[runs.Run] | None],
    nis: bool | Rules,
    wanted: tuple[list[str] | None, list[str]],
) -> tuple[str, list[str]]:
    """Return what is shown of systems with several runs, and notes."""
    if options.format in ("html", "jsonl"):
        raise UsageError("--format %s is of one run with one: name two files" % options.format)
    systems = []
    for path, own in of_runs.items():
        if own is None:
            own = [(names[path], [pair[1:] for pair in file_pairs([gold], [path])])]
        systems.append(runs.scored_runs(names[path], own, options.scorer, nis))
    labels, metrics = wanted
    found = runs.as_dict(systems, labels)
    notes = runs.notes_on_runs(systems)
    if options.format == "json":
        return runs.as_json(found), notes
    if options.format == "tsv":
        return runs.as_tsv(found, metrics), notes
    rows = runs.grid(found, metrics, HEADS)
    places = (2, *range(3, len(rows[0]), 2))
    return _table(options, rows, runs.title(found), found["signature"], places), notes


def _table(
    options: argparse.Namespace,
    rows: list[list[str]],
    title: Sequence[str],
    signature: str,
    systems: Sequence[int],
) -> str:
    """Return head and rows as text, Markdown or LaTeX; `systems` are the columns of which one is best."""
    if options.format == "table":
        return as_table(rows, title)
    bold = _best(rows, systems) if options.best else set()
    if options.format == "markdown":
        return markdown_of(rows, signature, bold)
    head, *others = rows
    signed = [[*row[:2], *(cell.replace("-", MINUS) for cell in row[2:])] for row in others]
    return latex_of([head, *signed], signature, bold, options.booktabs)


def _best(rows: Sequence[Sequence[str]], systems: Sequence[int]) -> set[tuple[int, int]]:
    """Return the cells with the best of each row, row and column from 0."""
    found = set()
    for number, row in enumerate(rows[1:], start=1):
        values = {place: float(row[place].split()[0]) for place in systems if row[place]}
        found |= {(number, p) for p, value in values.items() if value == max(values.values())}
    return found


def _compared(
    options: argparse.Namespace,
    gold: str,
    names: dict[str, str],
    nis: bool | Rules,
) -> tuple[Comparison, dict[str, list[tuple[str, str]]]]:
    """Return the comparison, and the pairs of files of each system; raise UsageError or FileTrouble."""
    from ..api import ScoringError

    golds: list[str] = []
    systems: dict[str, list[str]] = {}
    for path in names:
        pairs = file_pairs([gold], [path])
        own = [one for _, one, _ in pairs]
        if golds and own != golds:
            raise UsageError("%s has other files than the baseline" % path)
        golds = own
        systems[names[path]] = [system for _, _, system in pairs]
    files = {name: list(zip(golds, own)) for name, own in systems.items()}
    try:
        found = compare_files(
            golds,
            systems,
            options.scorer,
            nis,
            unit=options.unit,
            trials=options.trials,
            resamples=options.resamples,
            seed=options.seed,
            progress=_progress(),
        )
        return found, files
    except TooFewUnits as error:
        raise FileTrouble(str(error)) from error
    except ScoringError:
        raise
    except ValueError as error:
        raise FileTrouble(str(error)) from error


def _wanted(options: argparse.Namespace, has_nis: bool) -> tuple[list[str] | None, list[str]]:
    """Return the labels and the scores that are shown; no labels are all."""
    metrics = metrics_of(options.metrics, SCORES)
    return labels_of(options.rows, options.scorer, has_nis), metrics


def _changed(files: dict[str, list[tuple[str, str]]], scorer: str) -> Iterator[Changed]:
    """Yield the sentences that a system does otherwise than the baseline, system by system."""
    (_, baseline), *others = files.items()
    for name, own in others:
        shown = name if len(others) > 1 else ""
        for one, other in zip(baseline, own):
            before, after = (explain_files(*pair, scorer) for pair in (one, other))
            yield from changed(shown, before, after, ORIGINALS[scorer])


def _progress() -> Progress | None:
    """Return what shows how far it is: on a terminal, after a second; else nothing."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    start = time.monotonic()

    def show(done: int, number: int) -> None:
        if time.monotonic() - start > 1:
            end = "\r\x1b[K" if done + 256 > number else ""
            sys.stderr.write("\r%3d%%%s" % (100 * done // number, end))
            sys.stderr.flush()

    return show


def _interval(interval: tuple[float, float], sign: str = "") -> str:
    return "[%s, %s]" % tuple(("%" + sign + ".2f") % value for value in interval)


def grid(
    found: Comparison, labels: Sequence[str] | None, metrics: Sequence[str]
) -> list[list[str]]:
    """Return head and rows of the comparison of each system with the baseline."""
    several = len(found.systems) > 2
    head = ["row", "", "baseline", "system", "difference", "p", *(["p (Holm)"] if several else [])]
    rows = [head]
    baseline = found.systems[0]
    for system in found.systems[1:]:
        if several:
            rows.append([system.name, *[""] * (len(head) - 1)])
        for label, scores in system.measures.items():
            if not is_shown(label, labels):
                continue
            for metric in metrics:
                rows.append(
                    _cells(label, metric, baseline.measures[label][metric], scores[metric], several)
                )
    return rows


def _cells(
    label: str, metric: str, of_baseline: Compared, one: Compared, several: bool
) -> list[str]:
    assert one.difference is not None and one.difference_interval is not None
    assert one.p is not None and one.p_holm is not None
    return [
        label,
        HEADS[metric],
        "%.2f %s" % (of_baseline.value, _interval(of_baseline.interval)),
        "%.2f %s" % (one.value, _interval(one.interval)),
        "%+.2f %s" % (one.difference, _interval(one.difference_interval, "+")),
        probability(one.p),
        *([probability(one.p_holm)] if several else []),
    ]


def _title(found: Comparison) -> list[str]:
    """Return what was compared and how, in lines."""
    names = [system.name for system in found.systems]
    differing = ", ".join(
        "%d differ in %s" % (system.differing, system.name) for system in found.systems[1:]
    )
    exact = [system.is_exact for system in found.systems[1:]]
    test = "all exchanges" if all(exact) else plural(found.trials, "trial")
    lines = [
        "baseline: %s" % names[0],
        "system%s: %s" % ("s" if len(names) > 2 else "", ", ".join(names[1:])),
        "%s, of which %s" % (plural(found.units, found.unit), differing),
        "%s: %s, %s; 95%% intervals; seed %d"
        % (found.method, test, plural(found.resamples, "resample"), found.seed),
    ]
    same = [system.name for system in found.systems[1:] if not system.differing]
    lines += [
        "%s is no different from the baseline in any %s" % (name, found.unit) for name in same
    ]
    return lines


def as_table(rows: Sequence[Sequence[str]], title: Sequence[str]) -> str:
    """Return a comparison as text, what was compared above it."""
    # The name of a system stands in a row by itself, and widens no column.
    widths = [
        max(len(row[column]) for row in rows if column or len(rows) < 3 or row[1])
        for column in range(len(rows[0]))
    ]
    lines = [visible(line) for line in title] + [""]
    for number, row in enumerate(rows):
        cells = [
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append(visible("  ".join(cells)).rstrip())
        if not number:
            lines.append("-" * (sum(widths) + 2 * (len(widths) - 1)))
    return "".join(line + "\n" for line in lines)


def as_json(found: Comparison, labels: Sequence[str] | None) -> str:
    """Return `Comparison.to_dict` as JSON, with the rows that are asked for."""
    result = found.to_dict()
    for system in result["systems"]:
        system["measures"] = {
            label: scores for label, scores in system["measures"].items() if is_shown(label, labels)
        }
    return json_of(result, indent=2) + "\n"


TSV = ("system", "measure", "score", "value", "low", "high", "difference", "difference_low", "difference_high", "p", "p_holm")  # fmt: skip


def as_tsv(found: Comparison, labels: Sequence[str] | None, metrics: Sequence[str]) -> str:
    """Return a header and a line for each score of each system; the baseline has no difference."""
    rows: list[tuple[str, ...]] = [TSV]
    for system in found.systems:
        for label, scores in system.measures.items():
            for metric in metrics if is_shown(label, labels) else ():
                one = scores[metric]
                apart: tuple[str, ...] = ("",) * 5
                if one.difference_interval is not None:
                    numbers = (one.difference, *one.difference_interval, one.p, one.p_holm)
                    apart = tuple(map(repr, numbers))
                values = map(repr, (one.value, *one.interval))
                rows.append((visible(system.name), label, metric, *values, *apart))
    return "".join("\t".join(row) + "\n" for row in rows)


FORMATS = ("table", "json", "tsv", "markdown", "latex", "html", "jsonl")
