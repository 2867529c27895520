"""What was found out about a pair of files as a verdict with findings.

`verdict_on` decides: the file is valid if the scorer does not abort and something in it can count. What the search
has taken is named, and what that leaves is located; no cause is invented.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..common.columns import COMPARED_FIELDS, STARS
from ..common.mappings import read_only
from ..common.wording import plural
from ..port.perl import Abort
from ..reading.facts import ONLY_LABELS, facts_of
from ..reading.pair import Pair
from ..reading.source import Source
from ..reporting.aborts import abort_in_words
from ..reporting.counting import Counting
from ..reporting.fit import marked_cells, negations_of
from ..reporting.report import Report
from ..reporting.rows import FIRST, Document, by_columns, lines_of_sentences, sentences_of, text_of
from .align import first_difference
from .examined import UNREADABLE, Examined, has_annotation
from .findings import CODES, REPAIR_BOTH, Finding, Findings
from .lacks import gap_of_gold, lacks_of_gold, lacks_of_system, sentences_without_columns
from .named import lines_in_words, report_taken
from .places import places_in_sentence
from .result import INVALID, VALID, Checked, Contents, reason_for_invalid
from .scorer_run import AGREEMENT, abort_line_of_scorer_run, finding_of_aborted_run
from .search import Taken

LABELS, WITHOUT_COLUMNS = "E605", "E604"
NOTHING_COUNTS = ("E601", "E603", WITHOUT_COLUMNS, LABELS)
NO_WORDS = Finding("W118", 1, COMPARED_FIELDS, found="_ in column 4 of all lines")
OF_GOLD = "W917"
"""Under which code errors of gold's columns are reported, at which the scorer does not abort."""
OF_VALID_FILES = {"E302": "W913"}
"""Under which code other than W901 is reported at what the scorer could abort, and does not, for example since it passes a sentence over."""
EXPLAIN_LACKS = (LABELS, "W912", "W117")
"""Damages after which a file seems to lack what it has."""
MOST_STRINGS_WRONG = 0.1
"""Of the strings in cells, if more are wrong, gold is not said to lack what the system has."""


def verdict_on(examined: Examined, most: int = 3) -> Checked:
    """Return the verdict on the system's file; `most` places of each code are kept."""
    findings = Findings(most)
    if examined.is_unreadable:
        contents = _report_nothing_counts(examined, findings)
    elif examined.stop is not None:
        contents = _report_abort(examined, examined.stop, findings)
    elif examined.counting is not None:
        contents = _report_scored(examined, examined.counting, findings)
    else:
        contents = _report_alone(examined, findings)
    return _checked(examined, findings, contents)


def _checked(examined: Examined, findings: Findings, contents: Contents) -> Checked:
    """Return the verdict: the file is valid if no finding is an error."""
    pair, stop, counts = examined.pair, examined.stop, examined.counts
    in_order = findings.in_order()
    errors = [finding for finding in in_order if finding.is_error]
    f1, negations, corpus = "", None, ""
    line = None if stop is None else abort_line_of_scorer_run(stop)
    if counts is not None:
        contents = contents._replace(negations=counts.cues.system)
    if counts is not None and examined.counting is not None:
        negations = counts.cues.gold
        f1 = Report(counts, pair.original)[pair.original.labels["cues"]].printed.f1
    if pair.gold is not None:
        released = facts_of(pair.gold).corpus
        corpus = "" if released is None else released.name
    return Checked(
        file=pair.system.name,
        verdict=INVALID if errors else VALID,
        reason=reason_for_invalid(pair.original, stop, errors, line, pair.gold is not None),
        findings=tuple(in_order),
        places=read_only(dict(findings.places)),
        further=read_only({code: n for code, n in findings.further.items() if n}),
        contents=contents,
        gold_negations=negations,
        gold_corpus=corpus,
        f1=f1,
        stop_line=line,
        is_gold_blind=pair.gold is not None and not has_annotation(pair.gold),
    )


# ---------------------------------------------------------------------------
# Nothing counts


def _report_nothing_counts(examined: Examined, findings: Findings) -> Contents:
    """Report that nothing in a file counts, with what the search has found."""
    nothing = _why_nothing_counts(examined.pair)
    same = [taken for taken in examined.taken if taken.damage.code == nothing.code]
    if same and nothing.code == "E604":
        nothing = nothing._replace(cause=same[0].damage.cause)
    if nothing.code != "E601":
        others = [taken for taken in examined.taken if taken.damage.is_certain]
        _report_warnings(others, examined, findings)
    if examined.stop is not None:
        abort = finding_of_aborted_run(examined.stop, examined.pair.scorer)
        nothing = nothing._replace(original=abort.original)
    findings.put_first(nothing)
    return Contents()


def _why_nothing_counts(pair: Pair) -> Finding:
    """Return that a file cannot be read, is not in columns, or has no annotation."""
    facts, gold = pair.facts, pair.gold
    if facts.format in UNREADABLE:
        return Finding("E601", 1, found=facts.reason, fix=facts.fix)
    if facts.separator != b"\t":
        return Finding("E603", 1, found=facts.reason)
    if not has_annotation(pair.system):
        if gold is not None and _most_columns(gold) < COMPARED_FIELDS:
            return _gold_without_columns(gold)
        columns = plural(_most_columns(pair.system), "column")
        expected = "8 or more, separated by tabs"
        return Finding("E604", 1, found=f"lines with at most {columns}", expected=expected)
    assert facts.cells == ONLY_LABELS
    columns = ", ".join([str(column + 1) for column in facts.labels_at])
    noun = "column" if len(facts.labels_at) == 1 else "columns"
    fix = f"give --fields word=4 label={columns.replace(', ', ' or ')}; if the words are in another column, word=N"
    return Finding("E605", 1, found=f"labels in {noun} {columns}", fix=fix)


def _gold_without_columns(gold: Source) -> Finding:
    found = "a gold file that is not in columns"
    return Finding(
        "E604", 1, found=found, fix="give the gold file in columns with -g", file=gold.name
    )


def _most_columns(source: Source) -> int:
    """Return how many columns the widest of the first lines has."""
    lines = source.head().split(b"\n")[:1000]
    return max(line.rstrip(b"\t\r").count(b"\t") + 1 for line in lines)


# ---------------------------------------------------------------------------
# Damages


def _report_warnings(taken: Sequence[Taken], examined: Examined, findings: Findings) -> None:
    """Report damages of the file that are warnings; of those that gold has, too, that both need the repair."""
    for one in taken:
        if one.damage.code[0] == "W":
            report_taken(one, findings, one.damage.code, fix=_fix_of(one, examined))


def _fix_of(taken: Taken, examined: Examined) -> str:
    """Return what to do about a damage, empty if its code says it: of one that gold has, too, that both need it."""
    damage = taken.damage
    is_golds = any(other.damage.cause == damage.cause for other in examined.golds_taken)
    if is_golds and not any(other is taken for other in examined.golds_taken):
        return (damage.fix or CODES[damage.code].fix) + REPAIR_BOTH
    return damage.fix


def _report_gold(examined: Examined, findings: Findings, blamed: Taken | None = None) -> None:
    """Report damages of gold that the file does not have, but not one that an abort was blamed on."""
    gold = examined.pair.gold
    if gold is None:
        return
    ours = {other.damage.cause for other in examined.taken}
    for one in examined.golds_taken:
        code = one.damage.code if one.damage.code[0] == "W" else OF_GOLD
        if one is not blamed and one.damage.cause not in ours:
            report_taken(one, findings, code, file=gold.name)


# ---------------------------------------------------------------------------
# The scorer aborts


def _report_abort(examined: Examined, stop: Abort, findings: Findings) -> Contents:
    """Report why the scorer aborts: the damage after whose undoing it goes on, else the place."""
    gold = examined.pair.gold
    abort = finding_of_aborted_run(stop, examined.pair.scorer, gold)
    if gold is not None and stop.kind in AGREEMENT and _most_columns(gold) < COMPARED_FIELDS:
        findings.put_first(_gold_without_columns(gold)._replace(original=abort.original))
        return Contents()
    abort = abort._replace(expected=abort.expected or abort_in_words(stop)[1])
    blamed, last = _damage_at_abort(examined, stop)
    for one in examined.taken:
        if one is not blamed and one.damage.code[0] == "E":
            report_taken(one, findings, one.damage.code)
        elif one is not blamed:
            _report_warnings([one], examined, findings)
    located = _locate(examined, last)
    if blamed is not None:
        abort = _blame(abort, blamed, examined)
        if gold is not None and any(blamed is one for one in examined.golds_taken):
            abort = abort._replace(cause=f"in gold, {abort.cause}", fix="repair gold")
            _report_gold(examined, findings, blamed)
    else:
        abort = _at_same_fault(abort, located)
    findings.add_all(located)
    findings.put_first(abort)
    undone = examined.undone
    if undone.counting is not None and undone.counts is not None:
        contents = _contents_of_scored(undone.counting)
        return contents._replace(negations=undone.counts.cues.system)
    return _contents_of(examined.document, examined.sign)


def _blame(abort: Finding, blamed: Taken, examined: Examined) -> Finding:
    """Return an abort with the damage that is its cause."""
    damage = blamed.damage
    cause, fix = damage.cause, _fix_of(blamed, examined)
    if damage.code[0] == "W":
        cause += f" ({damage.code}, {lines_in_words(blamed)})"  # it is a warning elsewhere
        fix = fix or CODES[damage.code].fix
    code = damage.aborts_as or damage.code
    if not code[:2] == abort.code[:2] == "E1":
        code = abort.code
    return abort._replace(code=code, cause=cause, fix=fix)


def _at_same_fault(abort: Finding, located: list[Finding]) -> Finding:
    """Return an abort with what was located there, which is taken out of the list."""
    same = [found for found in located if _is_same_fault(abort, found)]
    if not same:
        return abort
    first = same[0]
    located.remove(first)
    found = first.found or abort.found
    if first.line != abort.line and first.code[:2] != "E1":
        found += f" (line {first.line:,})"
    return abort._replace(
        code=first.code,
        column=first.column,
        found=found,
        cause=first.cause or abort.cause,
        expected=first.expected or abort.expected,
        fix=first.fix or abort.fix,
        file=abort.file or first.file,
    )


def _is_same_fault(abort: Finding, located: Finding) -> bool:
    """Return whether a place is that at which the scorer aborts."""
    return located.code == abort.code or located.code[:2] == abort.code[:2] == "E1"


def _damage_at_abort(examined: Examined, stop: Abort) -> tuple[Taken | None, Abort | None]:
    """Return the first damage after whose undoing the scorer does not abort there, and where it aborts after all."""
    gold, system = examined.pair.gold, examined.pair.system
    golds = {one.damage.cause: one for one in examined.golds_taken if one.damage.is_certain}
    blamed: Taken | None = None
    last: Abort | None = stop
    steps = [(one, False) for one in examined.taken] + [(one, True) for one in examined.golds_taken]
    for one, is_golds in steps:
        after = Source(content=one.after.content())
        if is_golds:
            gold = after
        else:
            system = after
        if one.damage.cause in golds:  # what both files have is undone in both
            gold = Source(content=golds[one.damage.cause].after.content())
        if one is steps[-1][0]:
            last = examined.undone.stop
        else:
            last = examined.run(gold, system)[0]
        is_moved = last is None or (last.kind, last.at) != (stop.kind, stop.at)
        if blamed is None and is_moved:
            blamed = one
        if last is None:
            break
    if blamed is None and examined.taken and examined.taken[-1].damage.is_last:
        blamed = examined.taken[-1]  # what it has moved out of a sentence cannot be moved back
    return blamed, last


def _locate(examined: Examined, stop: Abort | None) -> list[Finding]:
    """Return the places of what is wrong with a file after its damages, the one at which the scorer aborts first."""
    document, gold = examined.document, examined.golds_document
    counting = examined.undone.counting
    if stop is None and counting is not None:
        numbers = [document.numbers[line - 1] for line in counting.suspects]
        return list(map(_as_warning, _places(document, examined, numbers)))
    difference = None
    if stop is not None and stop.kind in AGREEMENT and gold is not None:
        difference = first_difference(gold, document, not examined.is_gold_released)
    if difference is not None and difference.is_of_columns:
        return [difference.finding]
    found = list(_places(document, examined))
    if difference is not None:
        others = [finding for finding in found if finding.line != difference.finding.line]
        return [difference.finding, *others]
    if stop is not None:
        found.sort(key=lambda finding: (finding.code[0], finding.line))
    return found


def _places(
    document: Document, examined: Examined, wanted: Sequence[int] | None = None
) -> Iterator[Finding]:
    """Yield what is wrong with the columns and cells of a document, or of the sentences that begin at some lines."""
    lines = None if wanted is None else set(wanted)
    for place in sentences_of(document):
        numbers = document.numbers[place.start : place.stop]
        if lines is None or numbers[0] in lines:
            lines_of_sentence = document.lines[place.start : place.stop]
            may_be_lone = examined.pair.is_cue_alone_right
            yield from places_in_sentence(lines_of_sentence, numbers, examined.sign, may_be_lone)


# ---------------------------------------------------------------------------
# The scorer takes the file


def _report_scored(examined: Examined, counting: Counting, findings: Findings) -> Contents:
    """Report what is wrong with a file that the scorer takes, beside annotated gold."""
    pair, taken = examined.pair, examined.taken
    strings = counting.tally.shares["strings"]
    has_words = _has_words(pair.system)
    holds_labels = has_words and counting.finds_no_cue and _holds_labels(examined)
    _report_damages_of_valid(examined, findings, holds_labels)
    if not has_words:
        findings.add(NO_WORDS)
    elif counting.suspects and not any(one.damage.is_last for one in taken) and not holds_labels:
        left = _places(examined.document, examined, counting.suspects)
        findings.add_all(map(_as_warning, left))
    for finding, number in sentences_without_columns(counting.lacks):
        findings.add(finding, number)
    if not any(one.damage.code in EXPLAIN_LACKS for one in taken):
        findings.add_all(lacks_of_system(counting.lacks))
    is_in_doubt = examined.golds_taken or any(not one.damage.is_certain for one in taken)
    if strings.value(1.0) > 1 - MOST_STRINGS_WRONG and not is_in_doubt:
        _report_lacks_of_gold(examined, counting, findings)
    _report_gold(examined, findings)
    _report_golds_places(examined, counting, findings)
    _report_lines_after_gold(pair, findings)
    return _contents_of_scored(counting)


def _contents_of_scored(counting: Counting) -> Contents:
    """Return what a file holds that the scorer has taken, without the number of negations."""
    strings = counting.tally.shares["strings"]
    wrong = strings.all - strings.right
    return Contents(counting.sentences, counting.tokens, 0, strings.all, wrong)


def _as_warning(finding: Finding) -> Finding:
    """Return what is found at a place at which the scorer does not abort as a warning."""
    return finding._replace(code=_code_of_warning(finding.code))


def _code_of_warning(code: str) -> str:
    """Return under which code is reported at what the scorer could abort, and does not."""
    if code[0] == "E":
        return OF_VALID_FILES.get(code, "W901")
    return code


def _report_damages_of_valid(examined: Examined, findings: Findings, holds_labels: bool) -> None:
    """Report the damages of a file that the scorer takes; labels are an error only if nothing in the file is right."""
    for one in examined.taken:
        code = one.damage.code
        if code == LABELS and holds_labels:
            report_taken(one, findings, code)
        elif code[0] == "E" and code != WITHOUT_COLUMNS:  # W909 says it
            report_taken(one, findings, _code_of_warning(code))
        else:
            _report_warnings([one], examined, findings)
    if holds_labels and LABELS not in findings.places:
        contents = _contents_of(examined.document, examined.sign)
        found = f"{contents.foreign:,} of {plural(contents.strings, 'cell')} that should hold words hold others"
        findings.add(Finding(LABELS, 1, FIRST + 1, found=found))


def _holds_labels(examined: Examined) -> bool:
    """Return whether most cells hold neither their word nor a part of it, whatever repairs can do."""
    contents = _contents_of_words(examined)
    return 2 * contents.foreign > contents.strings


def _contents_of_words(examined: Examined) -> Contents:
    """Return what a file holds after its damages, but with its labels."""
    made_words = [one for one in examined.taken if one.damage.code == LABELS]
    if made_words:
        return _contents_of(made_words[0].before, examined.sign)
    undone = examined.undone
    if undone.stop is None and undone.counting is not None:
        return _contents_of_scored(undone.counting)
    return _contents_of(examined.document, examined.sign)


def _report_lacks_of_gold(examined: Examined, counting: Counting, findings: Findings) -> None:
    """Report what gold lacks: of a released corpus, only parts that its task does not ask for."""
    gold = examined.pair.gold
    assert gold is not None
    file = "" if examined.is_gold_released else gold.name
    findings.add_all(lacks_of_gold(counting.lacks, examined.pair.is_cue_alone_right, file))
    if not examined.is_gold_released:
        findings.add_all(gap_of_gold(counting.lacks, file))


def _report_golds_places(examined: Examined, counting: Counting, findings: Findings) -> None:
    """Report what the damages leave of wrong columns and cells of gold: the first place, and their number."""
    gold = examined.pair.gold
    assert gold is not None
    if not counting.golds_suspects or not _has_words(gold):
        return
    document = examined.golds_document
    assert document is not None
    left = list(_places(document, examined, counting.golds_suspects))
    for code in dict.fromkeys(finding.code for finding in left if finding.code != "W128"):
        same = [finding for finding in left if finding.code == code]
        first = same[0]._replace(code=OF_GOLD if same[0].is_error else code, file=gold.name)
        findings.add(first, len(same))


def _report_lines_after_gold(pair: Pair, findings: Findings) -> None:
    """Report lines after gold's end, which count for nothing."""
    assert pair.gold is not None
    golds = sum(piece.count(b"\n") for piece in pair.gold.pieces())
    ours = _last_line(pair.system)
    if ours > golds + 1:
        findings.add(Finding("W114", golds + 1, found=f"lines {golds + 1:,} to {ours:,}"))


def _last_line(source: Source) -> int:
    """Return the number of the last line that is not blank."""
    last = ends = 0
    for piece in source.pieces():
        bare = piece.rstrip(b"\n")
        if bare:
            last = ends + bare.count(b"\n") + 1
        ends += piece.count(b"\n")
    return last


def _has_words(source: Source) -> bool:
    """Return whether column 4 holds words, and not _ on each of the first lines."""
    lines = [line for line in source.head(1 << 14).split(b"\n") if line]
    return any(line.split(b"\t")[COMPARED_FIELDS - 1 : COMPARED_FIELDS] != [b"_"] for line in lines)


def _report_alone(examined: Examined, findings: Findings) -> Contents:
    """Report what is wrong with a file without annotated gold that the scorer takes."""
    has_words = _has_words(examined.pair.system)
    holds_labels = has_words and _holds_labels(examined)
    _report_damages_of_valid(examined, findings, holds_labels)
    if not has_words:
        findings.add(NO_WORDS)
    elif not holds_labels:
        findings.add_all(map(_as_warning, _locate(examined, None)))
    return _contents_of(examined.document, examined.sign)


def _contents_of(document: Document, sign: bytes) -> Contents:
    """Return what a document holds."""
    sentences = tokens = negations = strings = foreign = uneven = 0
    for lines in lines_of_sentences(document):
        sentence = by_columns(text_of(lines))
        sentences += 1
        tokens += len(sentence.words)
        uneven += sentence.is_uneven
        if not sentence.has_cells:
            continue
        marks = marked_cells(sentence, sign)
        negations += len(negations_of(sentence, marks))
        for column in marks:
            words = [(cell, sentence.words[index]) for index, cell in column if cell != STARS]
            strings += len(words)
            foreign += sum(cell not in word for cell, word in words)
    return Contents(sentences, tokens, negations, strings, foreign, uneven)
