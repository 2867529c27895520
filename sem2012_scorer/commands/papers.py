"""Systems with their runs as the table of a paper: what ``score`` and ``compare`` share."""

from __future__ import annotations

from ..comparing import paper, tables
from ..comparing.comparison import TooFewUnits
from ..comparing.measured import statistics_of
from ..comparing.systems import compare_read, settings_of
from ..ground.counts import total
from ..ground.progress import progress
from ..ground.wording import encoded
from ..reporting.results import PLAIN, POOLED
from .files import notes_on_style
from .options import FileTrouble, UsageError, nis_of, notes_of, notes_on_gold, warnings_as_notes
from .output import delivered
from .reading_runs import Reading
from .tables import is_shown, labels_of, metrics_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..comparing.comparison import Comparison
    from ..comparing.differences import SystemRuns
    from ..comparing.systems import Settings
    from ..ground.process import Answer


def compared(
    systems: Sequence[SystemRuns],
    settings: Settings,
    files: str,
    is_tested: bool = True,
    means: str = POOLED,
) -> Comparison:
    """Return the comparison of systems; `files` says how many of gold's are left, if not all."""
    try:
        found = compare_read(systems, settings, _shown_progress, is_tested, means)
    except (TooFewUnits, ValueError) as error:
        raise FileTrouble(str(error)) from error
    if files:
        signature = "%s|files:%s" % (found.signature, files.replace(" ", "-"))
        found = found._replace(signature=signature)
    return found


def _shown_progress(done: int, number: int) -> None:
    """Show how many of the resamples and trials are done, where progress is shown."""
    for shown in progress:
        shown.show("resamples and trials", done, number)


def view_of(options: argparse.Namespace, metrics: Sequence[str]) -> tables.View:
    """Return which rows and scores are asked for."""
    labels = labels_of(options.rows, options.scorer, options.nis, has_sentences=True)
    return tables.View(lambda label: is_shown(label, labels), metrics_of(options.metrics, metrics))


def without_runs(options: argparse.Namespace, found: Comparison) -> list[str]:
    """Return notes on options that have no effect since no system has several runs."""
    given = [name for name in ("deterministic", "each_run") if getattr(options, name, None)]
    if found.has_runs:
        return []
    return [
        "--%s has no effect: no system has several runs" % name.replace("_", "-") for name in given
    ]


def paper_text(
    options: argparse.Namespace,
    found: Comparison,
    systems: Sequence[SystemRuns],
    settings: Settings,
    files: str,
) -> str:
    """Return the table of a paper in the format asked for; `files` is as in `compared`.

    What gold has nothing of is left out, unless it is asked for.
    """
    view = view_of(options, ("f1",))
    statistics = statistics_of(settings.original, settings.rules)
    if options.rows is None:
        in_gold = total(systems[0].runs[0].units)
        usual = [one for one in statistics if one.is_usual]
        there = [one.label for one in usual if one.gold(in_gold)] or [one.label for one in usual]
        view = view._replace(is_shown=lambda label: label in there)
    shorts = {one.label: one.short for one in statistics}
    made = paper.paper_of(found, view, shorts, options.each_run, files)
    if options.format == "latex":
        return paper.as_latex(made)
    return paper.as_markdown(made) if options.format == "markdown" else paper.as_text(made)


def paper_answer(options: argparse.Namespace) -> Answer:
    """Return what ``score --paper`` answers: values, means and deviations, without tests."""
    labels_of(options.rows, options.scorer, options.nis, has_sentences=True)
    settings = settings_of(options.scorer, nis_of(options))
    with warnings_as_notes() as said:
        reading = Reading(options, settings, is_tested=False)
        systems = reading.systems()
        means = options.mean or POOLED
        if len(systems[0].runs[0].files) < 2:
            if means not in (PLAIN, POOLED):
                raise UsageError("--mean %s with --paper is for several gold files" % means)
            said += ["--mean has no effect on one gold file"] if options.mean else []
            means = POOLED
        found = compared(systems, settings, reading.files, is_tested=False, means=means)
        text = paper_text(options, found, systems, settings, reading.files)
    notes = [*notes_on_gold([found.gold_is]), *without_runs(options, found), *said]
    return answer_of(options, reading, text, notes)


def answer_of(
    options: argparse.Namespace, reading: Reading, text: str, said: Sequence[str]
) -> Answer:
    """Return what a command answers that compared systems: `text`, and notes on what was read."""
    notes = (
        reading.said()
        + notes_of([*said, *reading.notes])
        + notes_of([*reading.warnings, *reading.missing], "warning")
        + notes_on_style(options.gold, options.scorer, reading.sources)
    )
    return delivered(text, options.output, encoded(notes), int(bool(reading.missing)))
