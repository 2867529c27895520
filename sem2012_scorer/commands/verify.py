"""``sem2012-scorer verify``: is a recorded report, or a published number, right?"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from ..ground.errors import ScoringError
from ..ground.process import Answer
from ..ground.row_names import measure_of
from ..ground.wording import folded, json_of, plural, visible, visible_lines
from ..legacy.scripts import ORIGINALS
from ..reading.sentences import ShapeError
from ..reading.source import NotReadable, not_text
from ..reporting.grid import WIDTH, Grid
from ..reporting.recorded import NotAReport
from ..verifying.papers import read_table
from ..verifying.reports import CELL_HEADS, Verified, verify_report
from ..verifying.rows import SCORES
from ..verifying.tables import (
    CONTRADICTS,
    IMPOSSIBLE,
    NOT_CHECKED,
    SIGNS,
    PublishedRow,
    RowAnswer,
    gold_counts_given,
    verify_published,
)
from .files import all_files, check_names, shown_name, source
from .opening import Inputs, reading_of
from .options import UsageError, add_options, add_predictions
from .output import delivered
from .pairing import Pair, Paired, pair_reports

FORMATS = ("text", "json", "tsv")


def add_arguments(verify: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    verify.add_argument("reports", nargs="*", metavar="REPORT", help="recorded reports, or folders")
    default = "all that print these rows"
    add_options(verify, "-g -s --pair --scorer", ORIGINALS, scorer_in_words=default)
    verify.add_argument("--published", metavar="TABLE", help="check a published table")
    verify.add_argument(
        "--measure", metavar="ROW", help="the measure of the scores, or of all rows of a table"
    )
    for score in SCORES:
        verify.add_argument("--" + score, metavar="X", help=f"the published {score}")
    words = "what gold has: cues=264,scopes=249, or a corpus such as cdsco-test"
    verify.add_argument("--gold-counts", metavar="COUNTS", help=words)
    add_options(verify, "--format -o", formats=FORMATS)
    add_predictions(verify)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``verify`` answers."""
    scores = [score for score in SCORES if getattr(options, score) is not None]
    if options.published is not None or options.measure is not None or scores:
        return _published(options, scores)
    if options.gold_counts is not None:
        raise UsageError("--gold-counts goes with --published or --measure")
    if not options.reports:
        raise UsageError(
            "name a report before -g and -s, or --published TABLE, or --measure ROW with its scores"
        )
    if (options.gold is None) != (options.system is None):
        raise UsageError("give both -g and -s, or neither to check the report alone")
    if options.gold is None and (options.pair or options.scorer):
        raise UsageError("--pair and --scorer go with -g and -s")
    return _reports(options)


def _reports(options: argparse.Namespace) -> Answer:
    check_names([*options.reports, *(options.gold or ()), *(options.system or ())], options.output)
    inputs = Inputs(options)
    answers: list[tuple[str, Verified]] = []
    failed: list[str] = []
    others = 0
    if options.gold is None:
        every = [path for name in options.reports for path in all_files(name)]
        paired = Paired("", tuple([Pair(path, None, "", path) for path in every]))
    else:
        paired = pair_reports(options.reports, options.gold, options.system, options.pair)
        failed += map(str, paired.unpaired)
        inputs.notes += paired.notes
    is_alone = len(paired.pairs) == 1 and not failed
    for _, gold_name, name, path in paired.pairs:
        try:
            content = source(path).content()
            gold = None if gold_name is None else inputs(gold_name)
            system = None if gold is None else inputs.system(gold, name)
            with inputs.heard():
                of_report = verify_report(content, gold, system, options.scorer)
            answers += [(path, verified) for verified in of_report]
        except NotAReport as error:
            words = f"{shown_name(path)}: {error}"
            if is_alone and path in options.reports:
                raise UsageError(words) from error
            failed += [words] * (path in options.reports)
            others += path not in options.reports
        except (ScoringError, ShapeError) as error:
            said = inputs.diagnosed(error, gold_name, name)
            if is_alone:
                raise said from error
            failed.append(f"{shown_name(path)}: {said}")
        inputs.done(name)
    if not answers and not failed:
        raise UsageError("no report in {}".format(", ".join(options.reports)))
    if others:
        inputs.notes.append("{} without a report: ignored".format(plural(others, "file")))
    status = int(bool(failed) or not all(verified.is_right for _, verified in answers))
    text = _listed(options.format, answers, failed)
    return delivered(text, options.output, inputs.said(), status)


def _listed(format: str, answers: Sequence[tuple[str, Verified]], failed: Sequence[str]) -> str:
    if format == "json":
        reports = [{"report": path, **verified.to_dict()} for path, verified in answers]
        return json_of({"reports": reports, "failed": list(failed)}, 2) + "\n"
    if format == "tsv":
        rows = [
            (path, str(verified.line), verified.verdict, *cell)
            for path, verified in answers
            for cell in verified.cells or [("",) * len(CELL_HEADS)]
        ]
        return Grid(("report", "line", "verdict", *CELL_HEADS), rows).tsv()
    number, right = (len(answers) + len(failed), sum(verified.is_right for _, verified in answers))
    lines = ["%d of %s right" % (right, plural(number, "report"))]
    for path, verified in answers:
        where = path if verified.line == 1 else "%s:%d" % (path, verified.line)
        words, *cells = str(verified).splitlines()
        lines += [f"{where}: {words}", *[" " * 4 + line for line in cells[2 : 2 + MOST_CELLS]]]
    if number == 1 and not failed:
        lines = str(answers[0][1]).splitlines()
    return "".join(visible_lines(line.rstrip()) + "\n" for line in [*lines, *failed])


MOST_CELLS = 5  # how many cells of each of several reports are shown


def _published(options: argparse.Namespace, scores_given: Sequence[str]) -> Answer:
    files = (options.reports, options.gold, options.system, options.pair, options.scorer)
    if any(files) or reading_of(options) is not None:
        raise UsageError("--published and --measure take no report, -g, -s, or what goes with them")
    try:
        gold = None if options.gold_counts is None else gold_counts_given(options.gold_counts)
        if options.published is not None:
            if scores_given:
                raise UsageError(f"--{scores_given[0]} is for one row: it goes with --measure")
            check_names([options.published], options.output)
            content = source(options.published).content()
            if (other := not_text(content)) is not None:
                raise ValueError("this is {}{}".format(*other))
            text = content.decode("utf-8", "replace")
            rows = read_table(text, options.measure or "")
        else:
            if options.measure is None:
                raise UsageError(f"--{scores_given[0]} needs a row: --measure ROW")
            if not scores_given:
                raise UsageError("--measure needs scores: --precision, --recall, --f1")
            scores = {score: getattr(options, score) for score in scores_given}
            rows = [PublishedRow("", options.measure, **scores)]
        wanted = {kind.total for row in rows if (kind := measure_of(row.measure)).has_counts}
        if gold and wanted and not wanted & gold.keys():
            raise ValueError("--gold-counts has no total of {}".format(" or ".join(sorted(wanted))))
        answers = verify_published(rows, gold)
    except NotReadable:
        raise
    except ValueError as error:
        where = "" if options.published is None else shown_name(options.published) + ": "
        raise UsageError(where + str(error)) from error
    status = int(not all(answered.is_right for answered in answers))
    return delivered(_rows_shown(options, answers), options.output, b"", status)


def _rows_shown(options: argparse.Namespace, answers: Sequence[RowAnswer]) -> str:
    if options.format == "json":
        return json_of({"rows": [answer.to_dict() for answer in answers]}, 2) + "\n"
    if options.format == "tsv":
        heads = ("test", "system", "measure", *SCORES, "verdict", "explanation")
        tsv = [
            (answer.row.test, *answer.row[:5], answer.verdict, "; ".join(answer.words))
            for answer in answers
        ]
        return Grid(heads, tsv).tsv()
    if options.published is None:
        first, *others = answers[0].words
        lines = [
            answers[0].verdict + SIGNS[answers[0].verdict] + first,
            *["    " + w for w in others],
        ]
    else:
        number = Counter(answer.verdict for answer in answers)
        shown = ((IMPOSSIBLE, IMPOSSIBLE), (CONTRADICTS, "in contradiction"), (NOT_CHECKED,) * 2)
        said = ["%d %s" % (number[verdict], words) for verdict, words in shown if number[verdict]]
        words = ", ".join(said or ["all possible"])
        lines = ["{}: {}".format(plural(len(answers), "row"), words), ""]
        lines += _rows_table(sorted(answers, key=lambda answer: answer.is_right))
    return "".join(visible(line) + "\n" for line in lines)


def _rows_table(answers: Sequence[RowAnswer]) -> list[str]:
    """Return published rows with their verdicts, 80 characters wide where names allow it."""
    heads = ["test", "system", "row", "P", "R", "F1"]
    rows = [
        (answer.row.test, answer.row.system, *[cell or "-" for cell in answer.row[1:5]])
        for answer in answers
    ]
    shown = [place for place in range(6) if place > 1 or any(row[place] for row in rows)]
    left = sum(place < 3 for place in shown)
    grid = Grid([heads[n] for n in shown], [[row[n] for n in shown] for row in rows])
    head, *lines = grid.text(left=left, ruled=None)
    width = max(WIDTH, len(head) + NARROWEST)
    made = [head + "   verdict"]
    for line, answer in zip(lines, answers):
        words = answer.words[1:] or answer.words if answer.verdict == IMPOSSIBLE else answer.words
        said = answer.verdict + SIGNS[answer.verdict] * bool(words) + "; ".join(words)
        made += folded(said, width, " " * (len(head) + 5), line + "   ")
    return made


NARROWEST = 30  # how much room a verdict has at least
