"""A submission checked in stages: each explains what it can, and the scorer decides.

1. Can the file be read, and is it in columns? (`layout`)
2. Is its layout in order: line endings, blank lines, encoding? (`layout`)
3. Where does it differ from gold first, and why? (`against_gold`)
4. Are columns and cells in order? (`cells`)
5. Does the scorer abort? It runs once, before 3 and 4, which explain its abort. (`scorer_run`)
6. Is there anything that runs through the whole file? (`scorer_run`)

A later stage reads the file as the earlier ones repaired it, so that it does
not report what they explained.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from ..common.columns import COMPARED_FIELDS, DASHED_EMPTY_CELLS, PARTS
from ..common.mappings import read_only
from ..common.wording import plural
from ..port.perl import Abort
from ..port.scripts import Original, script_by_identifier
from ..reading.column_writer import write_columns
from ..reading.facts import facts_of, line_end_without_line_feeds
from ..reading.pair import Pair, Reading
from ..reading.predictions.convert import convert, convert_without_gold
from ..reading.sentences import Sentence, ShapeError
from ..reading.signs import expected_sign, task_sign
from ..reading.source import File, Source, as_source
from ..reporting.report import Report
from .abort_causes import (
    blame_blank_line_inside,
    blame_blank_lines_of_both,
    blame_column_order,
    blame_gold_for_division,
    blame_golds_end,
    blame_golds_layout,
    blame_header,
    blame_layout,
    blame_lone_sign,
    blame_odd_line,
    blame_shift,
    blame_sign_for_empty,
)
from .abort_columns import (
    NEGATIONS_HAVE,
    blame_columns_of_negations,
    blame_last_column,
    blame_missing_column,
)
from .against_gold import QUOTED, QUOTED_LINE, find_difference
from .cells import LABELS_WITH_GOLD, LABELS_WITHOUT_GOLD, NOT_STARS, Cells
from .cells_and_words import are_cells_of_golds_words
from .file_ends import report_golds_last_line, report_lines_after_gold
from .findings import CHECK_GOLD_ALONE, EITHER_SIGN, OF_CELLS, REPAIR_BOTH, Finding, Findings
from .follows import forget_what_follows
from .golds_lines import report_golds_lines
from .golds_words import ELSEWHERE, GOLDS_COLUMNS
from .layout import (
    FIRST,
    ONE_MORE_COUNTED,
    ONE_TOO_MANY,
    UNSCORED_AND_ABORT,
    UNSCORED_LINE,
    UNSCORED_OR_ABORT,
    FileLayout,
    read_layout,
    report_layout_without_columns,
)
from .line_separators import UNDIVIDED
from .result import INVALID, REFUSED, SCORABLE, VALID, Checked, Contents, reason_for_invalid
from .scorer_run import (
    AGREEMENT,
    ScorerRun,
    abort_line_of_scorer_run,
    finding_of_aborted_run,
    run_scorer,
    run_scorer_alone,
)
from .suggest import Call, command_to_check_alone
from .systematic_errors import MARK_FURTHER, SystematicErrors, systematic_errors_of
from .widths import find_wrong_widths_and_cells, sentences_with_negation
from .word_differences import CAPITALS

FOLLOW_FROM_COLUMNS = "E302 E605 W117 W128 W901 W902 W912 W913 W916 W918 W919".split()
"""What may be found of cells only because a column before them is missing, or one too many."""
OF_WORDS = ("E101", "E105", "E106")
"""Aborts at which words differ from gold's."""
OF_STRINGS = ("E605", "W901")
"""What is found of cells whose strings are not those of their words."""
NOTHING_COUNTS = ("E601", "E603", "E604", "E605")


def check(
    gold: Iterable[Sentence] | None, system: Iterable[Sentence], scorer: str = "eval.cd-sco"
) -> Checked:
    """Check sentences in memory as if `write_columns` had written them to files.

    Raises ShapeError for sentences that cannot be written.
    """
    style = script_by_identifier(scorer).style.lower()
    if system is None:
        raise TypeError("check takes gold, which may be None, and the system's sentences")
    golds = None
    if gold is not None:
        golds = _file_in_columns(gold, "gold", style)
    return check_files(golds, _file_in_columns(system, "system", style), scorer)


def _file_in_columns(sentences: Iterable[Sentence], name: str, style: str) -> Source:
    """Return sentences as the file that `write_columns` writes."""
    stream = BytesIO()
    write_columns(sentences, stream, style=style)
    return Source(content=stream.getvalue(), name=name)


def check_files(
    gold: File | None,
    system: File,
    scorer: str = "eval.cd-sco",
    most: int = 3,
    reading: Reading | None = None,
    named_scorer: str = "",
) -> Checked:
    """Return the verdict on a system file, compared with gold if that is not None.

    `most` is how many places of each code are kept; all are counted. `reading` says how
    predictions are read, `named_scorer` is the scorer if the user named it, as NEGES needs. Raises
    FormatError, which is an OSError too, for a file that cannot be read, and ValueError for a `reading`
    that predictions cannot have.

    >>> found = check_files("fixtures/word-differs/gold.txt", "fixtures/word-differs/system.txt")
    >>> found.verdict, found.reason
    ('invalid', 'eval.cd-sco aborts at line 4 (E101 columns 1-4 differ from gold)')
    """
    if named_scorer:
        script_by_identifier(named_scorer)
    if (reading is not None and not isinstance(reading, Reading)) or type(most) is not int:
        raise TypeError("reading is a Reading or None, and most a whole number")
    source, original = as_source(system), script_by_identifier(scorer)
    gold_source = None if gold is None else as_source(gold)
    findings = Findings(most)
    layout = read_layout(source, findings)
    how = reading or Reading()
    call = Call(gold_source, source, scorer, how, named_scorer)
    form = report_layout_without_columns(call.kind, layout, findings)
    if form:
        return _check_predictions(call, form, original, most)
    return _check_columns(source, gold_source, original, layout, findings)


def _check_predictions(call: Call, form: str, original: Original, most: int) -> Checked:
    """Return the verdict on predictions: `score` reads them, and the stages see their columns."""
    source, gold, reading = call.system, call.gold, call.reading
    try:
        if gold is None:
            number = len(convert_without_gold(source, form, reading)[0])
            number_in_words = plural(number, "sentence")
            reason = f"({form}, {number_in_words}) if its sentences are gold's; add -g GOLD"
            return Checked(source.name, SCORABLE, reason)
        converted = convert(
            Pair(gold, source, call.scorer, bool(call.named_scorer), reading._replace(format=form))
        )
    except (ShapeError, OSError) as error:
        return Checked(source.name, REFUSED, str(error))
    # Lines are those of the columns, and not of the file.
    columns = Source(content=converted.content, name=f"{source.name} as columns")
    findings = Findings(most)
    checked = _check_columns(columns, gold, original, read_layout(columns, findings), findings)
    in_columns = [_finding_on_predictions(f, columns, gold) for f in checked.findings]
    checked = checked._replace(file=source.name, findings=tuple(in_columns))
    if checked.verdict == INVALID:
        return checked
    numbers = checked.contents.sentences, checked.contents.negations
    what = ", ".join(map(plural, numbers, ("sentence", "negation")))
    reason = f"({form}, {what}); to submit it:\n    {call.convert('submission.txt')}"
    notes = converted.notes_on(source.name)[1:]
    reason += "".join("\n    note: " + note for note in notes)
    return checked._replace(verdict=SCORABLE, reason=reason)


def _finding_on_predictions(finding: Finding, columns: Source, gold: Source) -> Finding:
    """Return a finding on predictions in columns: what gold has too, they have from gold, whose lines they take over."""
    if finding.fix.endswith(REPAIR_BOTH):
        return finding._replace(file=gold.name, fix=finding.fix.removesuffix(REPAIR_BOTH))
    if finding.code == "W404":
        return finding._replace(file=gold.name, fix="end gold with a blank line")
    if finding.code == "W905":
        finding = finding._replace(fix="add --affixes gold")
    if finding.fix == MARK_FURTHER:
        fix = (
            "predict each further negation, too, or ignore this if your system predicts one at most"
        )
        finding = finding._replace(fix=fix)
    return finding._replace(file=finding.file or columns.name)


def _check_columns(
    system: Source, gold: Source | None, original: Original, layout: FileLayout, findings: Findings
) -> Checked:
    """Return the verdict on columns: the scorer runs once, and its sentences are looked at meanwhile."""
    golds = Findings(1)
    in_gold = None if gold is None else read_layout(gold, golds)
    is_scored = in_gold is not None and in_gold.most_fields > FIRST
    sign = expected_sign((in_gold or layout).sign, original)
    if sign:
        findings.in_fixes[EITHER_SIGN] = sign.decode()
    if gold is not None:
        alone = command_to_check_alone(gold, original.identifier)
        findings.in_fixes[CHECK_GOLD_ALONE] = f"\n{alone}"
    if in_gold is not None:
        _compare_layout_with_gold(findings, golds)
        # After the end of gold, no line makes the scorer abort.
        words = UNSCORED_LINE if layout.lines > in_gold.lines else UNSCORED_AND_ABORT
        findings.replace_in_found("W404", UNSCORED_OR_ABORT, words)
    if gold is not None and in_gold is not None and in_gold.most_fields < COMPARED_FIELDS:
        _blame_gold_without_columns(gold, findings)
    if any(code in NOTHING_COUNTS for code in findings.places):
        return _nothing_counts(system, gold, original, findings)
    in_cells, of_gold = Findings(findings.most), Findings(1)
    slips = None
    if gold is not None and in_gold is not None and is_scored:
        slips = systematic_errors_of(
            gold, of_gold, Cells(layout.sign, in_cells, gold_sign=in_gold.sign)
        )
    done = _run_once(system, gold, original, slips)
    stop, counts = done
    if slips is None or gold is None or in_gold is None or stop is not None or counts is None:
        contents = _explain_run(done, system, gold, in_gold, original, layout, findings, golds)
        checked = _verdict_on(system, gold, original, findings, contents, done, is_scored)
        return checked._replace(is_gold_blind=gold is not None and not is_scored)
    slips.report_all(gold, system, original, in_cells, of_gold)
    report_golds_last_line(gold, golds, findings, of_gold)
    report_golds_lines(gold, golds, findings, of_gold)
    findings.take_in(in_cells)
    if "E605" not in findings.places:
        report_lines_after_gold(layout, in_gold, findings, golds)
        slips.report_missing_in_gold(gold, of_gold)
        findings.take_in(of_gold)
    # Where gold lacks its blank line too, other words stand there already.
    findings.replace_in_found("W404", ONE_TOO_MANY, ONE_MORE_COUNTED)
    cells = slips.cells
    # The scorer compares the last line of a file without a blank line at its end, but does not read it.
    tokens = slips.tokens
    if "W404" in golds.places or "W404" in findings.places:
        tokens += 1
    contents = Contents(slips.sentences, tokens, cells.negations, cells.strings, cells.foreign)
    return _verdict_on(system, gold, original, findings, contents, done, is_scored)


GOLD_WITHOUT_COLUMNS = "a gold file that is not in columns"
GOLD_IN_COLUMNS = "give the gold file in columns with -g"


def _blame_gold_without_columns(gold: Source, findings: Findings) -> None:
    """Say of a file without columns that gold has none either: it may be right, and gold is not."""
    if "E604" in findings.places:
        findings.take_out("E604")
        findings.add_place(
            "E604", 1, found=GOLD_WITHOUT_COLUMNS, fix=GOLD_IN_COLUMNS, file=gold.name
        )


def _compare_layout_with_gold(findings: Findings, golds: Findings) -> None:
    """Say of faults of layout that gold has too what that means."""
    findings.mention_gold(golds, ("W401", "W402", "W404", "W405", "W406"))
    if "W404" in golds.places:
        for words in (ONE_TOO_MANY, UNSCORED_OR_ABORT):  # neither file has the line
            findings.replace_in_found("W404", words, UNSCORED_LINE)


def _run_once(
    system: Source, gold: Source | None, original: Original, slips: SystematicErrors | None
) -> ScorerRun:
    """Return what the scorer does with the file; without gold, with the file as its own gold."""
    if gold is None:
        return run_scorer_alone(system, original)
    return run_scorer(gold, system, original, slips)


def _nothing_counts(
    system: Source, gold: Source | None, original: Original, findings: Findings
) -> Checked:
    """Return the verdict on a file that is not in columns, or has no annotation."""
    done = _run_once(system, gold, original, None)
    stop = done[0]
    first = findings.in_order()[0]
    if first.code == "E604" and not first.file:
        blamed = blame_missing_column(first, system)
        if blamed != first:
            first = blamed._replace(expected="")
            findings.put_first(first)
    if stop is not None:
        abort = finding_of_aborted_run(stop, original.identifier, gold)
        findings.put_first(first._replace(original=abort.original))
    return _verdict_on(system, gold, original, findings, Contents(), done, False)


def _explain_run(
    done: ScorerRun,
    system: Source,
    gold: Source | None,
    in_gold: FileLayout | None,
    original: Original,
    layout: FileLayout,
    findings: Findings,
    golds: Findings,
) -> Contents:
    """Report why the scorer aborts, and what is wrong with cells that it has not read; return what the file holds."""
    stop, _ = done
    abort = None
    if stop is not None:
        abort = _finding_of_abort(stop, gold, system, in_gold, golds, original, findings)
    contents = Contents()
    if line_end_without_line_feeds(system.head()):
        for code in ("W402", "W404", "W405", "W406"):
            findings.take_out(code)
    elif abort is None or not (
        abort.code == "E107" or abort.cause.startswith((ELSEWHERE, QUOTED, QUOTED_LINE))
    ):
        contents = _read_cells(system, in_gold, original, layout, findings, abort)
    if stop is not None and abort is not None:
        abort = blame_column_order(abort, gold, system, findings)
        abort = blame_lone_sign(abort, system)
        abort = blame_blank_line_inside(abort, system, findings)
        abort = blame_shift(abort, gold, system, findings)
        abort = blame_sign_for_empty(abort, findings)
        forget_what_follows(abort, system, gold, layout, findings)
        abort = blame_golds_end(abort, in_gold, system)
        abort = blame_header(abort, findings, system)
        abort = blame_gold_for_division(abort, gold, golds)
        abort = blame_odd_line(abort, findings)
        if abort.code == "E202" and not abort.cause:
            abort = blame_last_column(abort, system, findings)
        if (abort.code == "E202" and not abort.cause) or abort.cause.startswith(CAPITALS):
            abort = blame_missing_column(abort, system)
        if abort.code == "E202" and not abort.cause:
            abort = blame_columns_of_negations(abort, system, findings)
            if abort.cause.startswith(NEGATIONS_HAVE):
                contents = contents._replace(negations=0, uneven=sentences_with_negation(system))
        if abort.fix == GOLDS_COLUMNS:
            for code in FOLLOW_FROM_COLUMNS:
                findings.take_out_if_there(code)  # which column is which is in doubt
        are_blamed = abort.code in OF_WORDS and bool(findings.places.keys() & set(OF_STRINGS))
        if are_blamed and gold is not None and are_cells_of_golds_words(gold, system):
            for code in OF_STRINGS:
                findings.take_out_if_there(code)  # the word column is wrong, and not the cells
        findings.put_first(blame_layout(abort, findings, golds, stop, system))
        blame_blank_lines_of_both(findings, gold, system)
    return contents


def _finding_of_abort(
    stop: Abort,
    gold: Source | None,
    system: Source,
    in_gold: FileLayout | None,
    golds: Findings,
    original: Original,
    findings: Findings,
) -> Finding:
    """Return the finding at which the scorer aborts; stage 3 gives the cause if it can."""
    abort = finding_of_aborted_run(stop, original.identifier, gold)
    if (
        gold is None
        or in_gold is None
        or stop.kind not in AGREEMENT
        or line_end_without_line_feeds(system.head())
    ):
        return abort
    if in_gold.most_fields < COMPARED_FIELDS:
        return abort._replace(
            code="E604",
            file=gold.name,
            found=GOLD_WITHOUT_COLUMNS,
            expected="",
            fix=GOLD_IN_COLUMNS,
        )
    first = find_difference(gold, system)
    if first is None:
        return blame_golds_layout(abort, findings, golds)
    if first.code == "E107":
        return first._replace(line=abort.line, original=abort.original)
    if first.line > abort.line + 1:
        _add_difference(first, findings)
        return blame_golds_layout(abort, findings, golds)
    if first.code == "E105":
        findings.take_out("W402")
    if first.line != abort.line and first.found != abort.found:
        # The scorer has met a blank line, which the comparison passes over.
        first = first._replace(found=f"{abort.found}, and {first.found} in line {first.line:,}")
    return first._replace(line=abort.line, original=abort.original)


TEXT_FIELDS = ("found", "expected", "cause", "fix")


def _add_difference(first: Finding, findings: Findings) -> None:
    """Report the first difference from gold, which stands after the line of the abort."""
    parts = {}
    for part, text in first._asdict().items():
        if part in TEXT_FIELDS and text:
            parts[part] = text
    findings.add_place(first.code, first.line, first.column, **parts)


def _read_cells(
    system: Source,
    in_gold: FileLayout | None,
    original: Original,
    layout: FileLayout,
    findings: Findings,
    abort: Finding | None,
) -> Contents:
    """Report what is wrong with columns and cells; return what the file holds."""
    needed: tuple[str, ...] = ("cue",)
    if all(original.needs[:2]) and not original.before_another:
        needed = PARTS
    aborts = abort is not None
    is_undivided = abort is not None and abort.cause.startswith(UNDIVIDED)
    gold_sign = task_sign(original)
    if in_gold is not None:
        gold_sign = in_gold.sign
    cells = Cells(layout.sign, findings, needed, aborts, gold_sign=gold_sign)
    contents = find_wrong_widths_and_cells(system, cells, findings, aborts, is_undivided)
    sign = task_sign(original)
    if in_gold is None:
        fewest_labels = LABELS_WITHOUT_GOLD
        if not sign and layout.sign not in (b"", *DASHED_EMPTY_CELLS):
            sign = b"-"  # that of NEGES
    else:
        sign = expected_sign(in_gold.sign, original)
        fewest_labels = LABELS_WITH_GOLD  # no cue has been counted
    has_gold = in_gold is not None
    cells.report_file(system, "scopes" in original.labels, sign, fewest_labels, has_gold)
    return contents


def check_finds_wrong_cells(checked: Checked) -> bool:
    """Return whether a file is invalid because of its cells, which `convert` does not mend."""
    first = checked.findings[0]
    if "E302" in checked.places:
        return True  # a negation without a cue would be lost
    if "E605" in checked.places:
        # What stands in the cells is no word, whatever else is wrong.
        return all(finding.cause != NOT_STARS for finding in checked.findings)
    return first.code in OF_CELLS and first.cause != NOT_STARS


def check_input_as_converted(call: Call) -> Source | None:
    """Return the file's annotation on gold's tokens, as `convert` places it, None if it cannot."""
    if call.gold is None:
        return None
    try:
        scorer = call.named_scorer or call.scorer
        how = call.reading._replace(format="columns")
        content = convert(Pair(call.gold, call.system, scorer, True, how)).content
    except (ShapeError, OSError):
        return None
    return Source(content=content, name=call.system.name)


def _verdict_on(
    system: Source,
    gold: Source | None,
    original: Original,
    found: Findings,
    contents: Contents,
    done: ScorerRun,
    is_scored: bool,
) -> Checked:
    """Return the verdict: the file is valid if the scorer does not abort and no finding is an error."""
    findings = found.shown_in_order()
    errors = [finding for finding in findings if finding.is_error]
    stop, counts = done
    f1, negations, corpus, line = "", None, "", None
    verdict = INVALID if errors else VALID
    if stop is not None:
        line = abort_line_of_scorer_run(stop)
    if counts is not None and is_scored:
        contents = contents._replace(negations=counts.cues.system)
        negations = counts.cues.gold
        report = Report(counts, original)
        f1 = report[original.labels["cues"]].printed.f1
    if gold is not None:
        released = facts_of(gold).corpus
        if released is not None:
            corpus = released.name
    return Checked(
        file=system.name,
        verdict=verdict,
        reason=reason_for_invalid(original, stop, errors, line, gold is not None),
        findings=tuple(findings),
        places=read_only(found.counts_by_code()),
        further=read_only(found.reported_once()),
        contents=contents,
        gold_negations=negations,
        gold_corpus=corpus,
        f1=f1,
        stop_line=line,
    )
