"""``sem2012-scorer verify --others``: which measure of two files gives the number of a paper?"""

from __future__ import annotations

from ..ground.measures import SCORES
from ..ground.wording import encoded, some
from ..legacy.originals import EVAL_CD_SCO
from ..reporting.report import Report
from ..reporting.scoring import score_files
from ..verifying.which_measure import FORMATS, which
from .files import Sources, check_names, notes_on_style, shown_name
from .options import FileTrouble, UsageError, notes_of, warnings_as_notes
from .output import delivered
from .run_files import pairs_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..ground.process import Answer

OF_TABLES = ("published", "measure", "columns", "gold_counts", "mean_of", "numbers")


def answer_which(options: argparse.Namespace) -> Answer:
    """Return which measures give the scores asked for; raise UsageError for what does not go with that."""
    asked = {score: getattr(options, score) for score in SCORES}
    asked = {score: text for score, text in asked.items() if text is not None}
    given = ["--" + name.replace("_", "-") for name in OF_TABLES if getattr(options, name)]
    if options.reports or given:
        what = "a report" if options.reports else given[0]
        raise UsageError("--others looks for a number in two files: it goes without %s" % what)
    if not asked or options.gold is None or options.system is None:
        raise UsageError("--others takes a number and two files: --f1 92.4 -g GOLD -s SYSTEM")
    if options.format not in FORMATS:
        raise UsageError("--others goes with --format %s" % ", ".join(FORMATS))
    check_names([*options.gold, *options.system], options.output)
    scorer = options.scorer or EVAL_CD_SCO.identifier
    paired = pairs_given(options.gold, options.system, options.pair)
    if len(paired.several) > 1:
        raise UsageError("--others takes one system: %d are given" % len(paired.several))
    if paired.unpaired:
        raise FileTrouble("; ".join(map(str, paired.unpaired)))
    sources = Sources()
    with warnings_as_notes() as said:
        reports: list[Report] = []
        for pair in paired.pairs:
            assert pair.gold is not None
            files = sources(pair.gold), sources(pair.system)
            reports.append(score_files(*files, scorer, True, others=True))
    first, *more = reports
    pooled = first.of(sum([report.counts for report in more], first.counts))
    try:
        found = which(asked, pooled, reports)
    except ValueError as error:
        raise UsageError("--%s" % error) from error
    names = [
        some([shown_name(name) for name in side], 3) for side in (options.gold, options.system)
    ]
    text = FORMATS[options.format](found, names)
    if len(reports) > 1:
        said.append(
            "tried: counts of %d pairs of files summed, and means over them, plain and of printed values"
            % len(reports)
        )
    notes = notes_of([*paired.notes, *said]) + notes_on_style(options.gold, scorer, sources)
    return delivered(text, options.output, encoded(notes), int(not found.is_given))
