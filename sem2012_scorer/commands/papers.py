"""Systems with their runs as the table of a paper: what ``score`` and ``compare`` share."""

from __future__ import annotations

from ..comparing import paper, tables
from ..comparing.comparison import TooFewUnits
from ..comparing.measured import statistics_of
from ..comparing.systems import compare_read, settings_of
from ..ground.counts import total
from ..ground.progress import progress
from ..ground.wording import encoded
from ..reporting.results import POOLED
from .files import notes_on_style
from .options import FileTrouble, nis_of, notes_of, notes_on_gold, warnings_as_notes
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
    from .pairing import SystemRuns as RunFiles


def compared(
    systems: Sequence[SystemRuns],
    settings: Settings,
    is_tested: bool = True,
    means: str = POOLED,
) -> Comparison:
    """Return the comparison of systems; raise FileTrouble if they cannot be compared."""
    try:
        return compare_read(systems, settings, _shown_progress, is_tested, means)
    except (TooFewUnits, ValueError) as error:
        raise FileTrouble(str(error)) from error


def _shown_progress(done: int, number: int) -> None:
    """Show how many of the resamples and trials are done, where progress is shown."""
    for shown in progress:
        shown.show("resamples and trials", done, number)


def view_of(options: argparse.Namespace, metrics: Sequence[str]) -> tables.View:
    """Return which rows and scores are asked for."""
    labels = labels_of(options.rows, options.scorer, options.nis, has_sentences=True)
    return tables.View(lambda label: is_shown(label, labels), metrics_of(options.metrics, metrics))


def paper_text(
    options: argparse.Namespace,
    found: Comparison,
    systems: Sequence[SystemRuns],
    settings: Settings,
) -> str:
    """Return the table of a paper in Markdown or LaTeX.

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
    made = paper.paper_of(found, view, shorts)
    return paper.as_latex(made) if options.format == "latex" else paper.as_markdown(made)


def paper_answer(options: argparse.Namespace, given: Sequence[RunFiles]) -> Answer:
    """Return several systems as the table of a paper: values, means and deviations, without tests."""
    settings = settings_of(options.scorer, nis_of(options))
    with warnings_as_notes() as said:
        reading = Reading(options, settings, is_tested=False)
        systems = reading.systems(given)
        means = options.mean if options.mean and len(systems[0].runs[0].files) > 1 else POOLED
        found = compared(systems, settings, is_tested=False, means=means)
        text = paper_text(options, found, systems, settings)
    return answer_of(options, reading, text, [*notes_on_gold([found.gold_is]), *said])


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
