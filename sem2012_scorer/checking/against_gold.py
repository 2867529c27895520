"""Stage 3: the first difference from gold, its one cause, and how much follows.

`find_difference` takes two files and returns a finding or None: read it first. Causes are tried one
after the other, and the first that holds is given; `_cause_in_neighbors` looks at the place, `find_difference` at the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from ..common.columns import COMPARED_FIELDS
from ..common.wording import plural
from ..reading.facts import facts_of
from ..reading.source import Source
from .cells_and_words import has_golds_words_in_its_lines
from .findings import Finding, bytes_in_finding
from .golds_faults import (
    REPAIR_GOLD,
    break_in_numbers,
    broken_line_of_gold,
    fault_of_gold,
    fix_of_golds_fault,
    has_same_lines,
)
from .golds_words import (
    GOLDS_COLUMNS,
    blame_other_column,
    has_golds_runs_of_words,
    has_numbers_in_order,
)
from .layout import (
    Neighbors,
    SentenceLines,
    is_line_quoted_as_a_whole,
    is_line_quoted_in_layout,
    neighbors_of_sentence,
    sentences_in_repaired_layout,
)
from .line_separators import (
    CUT_IN_LINE,
    blame_joined_lines,
    blame_line_separators,
    cause_in_blank_lines,
)
from .meant import fields_meant, texts_meant_by_words
from .same_words import COPIED_LINES, TWICE, cause_by_words, with_sentence_twice
from .sentence_counts import (
    SentenceCounts,
    are_lines_in_other_order,
    compared_columns,
    count_sentences,
    first_unequal,
    has_golds_numbers,
    number_of_sentence,
    number_of_words,
    sentences_in_common,
)
from .sentences_that_differ import (
    CUT_OFF,
    GOLDS_IN_SENTENCE,
    NO_MORE,
    with_golds_words_elsewhere,
    with_number_that_differ,
    with_sentence_to_look_for,
)
from .tokens_between import with_tokens_between
from .word_differences import (
    CAPITALS,
    TOO_MANY,
    cause_of_word_differences,
    fix_of_other_encoding,
)

ADD_SENTENCES = "add the missing sentences, with *** or their annotation (convert with --allow-missing adds them with ***)"
QUOTED_LINE = "lines are in quotation marks"
QUOTED = "cells are in quotation marks"
LINES_IN_OTHER_ORDER = "the file has all of gold's lines, but in another order"
GOLDS_WORDS = (
    "gold: ",
    "the words are gold's",
    GOLDS_IN_SENTENCE,
    CAPITALS,
    "the tokens of this sentence are gold's",
    COPIED_LINES,
)
"""How a cause begins where the text is certainly gold's."""
COLUMN_NAMES = ("file name", "sentence number", "token number", "word")
SENTENCES_AHEAD = (
    50  # among as many sentences after a difference, the words of the other file are looked for
)
END_OF_FILE = "the end of the file"
FEW = 0.2  # if less than this share of gold's sentences are in the file, it is another text


FEWEST_ALIGNED = 10
"""From how many sentences on it is no chance that all have as many tokens as gold's."""


def find_difference(gold: Source, system: Source) -> Finding | None:
    """Return the first difference between gold and the file with its cause, or None.

    Only the first four columns are compared. Both files are read as repaired
    by the layout stage, so that line endings and doubled blank lines are no
    difference here. Time and memory are linear: one number is kept per sentence.
    """
    sides = _first_difference(
        sentences_in_repaired_layout(gold), sentences_in_repaired_layout(system)
    )
    if sides is None:
        return None
    in_gold, in_system = sides
    finding = _cause_in_neighbors(in_gold, in_system)
    broken = broken_line_of_gold(in_gold, in_system)
    if broken:
        return finding._replace(code="E101", cause=f"gold: {broken}", fix=REPAIR_GOLD)
    at_lines = _cause_in_separators(finding, in_gold, in_system)
    if at_lines is None:
        at_lines = blame_joined_lines(finding, in_system, in_gold)
    if at_lines is not None:
        return at_lines
    golds, ours = count_sentences(gold), count_sentences(system)
    in_files = _cause_in_whole_files(finding, golds, ours, in_gold, in_system)
    if in_files is not None:
        return in_files
    if finding.code != "E104" and finding.cause != CUT_OFF:
        finding = cause_by_words(finding, in_gold, in_system, golds, ours) or finding
    of_gold = fault_of_gold(in_gold, in_system)
    if of_gold and facts_of(gold).corpus is None and not _has_gold_sentence(golds, in_system):
        code = "E104" if finding.code == "E104" else "E101"
        fix = fix_of_golds_fault(of_gold)
        if has_same_lines(in_gold, in_system):
            fix = REPAIR_GOLD  # it leaves nothing out
        return finding._replace(code=code, cause=f"gold: {of_gold}", fix=fix)
    finding = _with_moved_sentence(finding, in_gold, in_system, golds, ours)
    extra = ours.keys - golds.keys
    are_new = extra.total() > 1 and extra.keys().isdisjoint(golds.keys)
    if finding.code == "E103" and are_new and golds.keys <= ours.keys:
        fix = "remove their lines, or use the whole gold file"
        cause = f"{extra.total():,} sentences of the file are not in gold"
        return finding._replace(cause=cause, fix=fix)
    if not _is_of_golds_words(finding) and finding.code != "E108" and golds.lines == ours.lines:
        # No line is missing, and none is too many.
        finding = _with_line_elsewhere(finding, gold, in_gold, in_system)
    elif _may_have_tokens_between(finding):
        finding = with_tokens_between(finding, gold, in_gold, system, in_system)
    in_other_column = blame_other_column(finding, gold, in_gold, system, in_system)
    if in_other_column is not None:
        return in_other_column
    # In a few sentences, names, numbers and lengths may be gold's by chance.
    is_aligned = golds.lengths == ours.lengths and golds.keys.total() >= FEWEST_ALIGNED
    has_numbers = has_golds_numbers(in_system.here, in_gold.here)
    if _may_be_other_text(finding, golds, ours) and not (is_aligned and has_numbers):
        if has_golds_words_in_its_lines(gold, system):
            cause = "gold's words stand in these lines, but in other columns"
            return finding._replace(code="E101", cause=cause, fix=GOLDS_COLUMNS)
        if not has_golds_runs_of_words(gold, system):
            return finding._replace(code="E107", cause=sentences_in_common(golds, ours), fix="")
        finding = with_golds_words_elsewhere(finding)
    if finding.code == "E101" and not finding.cause:
        finding = _with_line_elsewhere(finding, gold, in_gold, in_system)
    finding = with_sentence_to_look_for(finding, in_gold, in_system)
    return with_number_that_differ(finding, golds, ours)


def _is_of_golds_words(finding: Finding) -> bool:
    """Return whether a difference stands in a sentence of gold's words."""
    return finding.code == "E104" or finding.cause.startswith(GOLDS_WORDS)


def _has_gold_sentence(golds: SentenceCounts, in_system: Neighbors) -> bool:
    """Return whether gold has the sentence of the file elsewhere: then the order differs, and gold may be right."""
    return in_system.here is not None and number_of_sentence(in_system.here) in golds.keys


def _cause_in_whole_files(
    finding: Finding,
    golds: SentenceCounts,
    ours: SentenceCounts,
    in_gold: Neighbors,
    in_system: Neighbors,
) -> Finding | None:
    """Return the difference with its cause if the files have the same sentences or lines, or gold no blank lines; else None."""
    total = golds.keys.total()
    has_one = total == 1 < ours.keys.total()
    if finding.code == "E104" and has_one and in_gold.here and break_in_numbers(in_gold.here):
        return _blame_gold_without_blank_lines(finding, in_gold)
    if golds.keys == ours.keys and total > 1:
        cause = "the file has all of gold's sentences, but in another order"
        return finding._replace(code="E108", cause=cause, fix="")
    if golds.words == ours.words and golds.order != ours.order:
        cause = "the file has all of gold's sentences, by their words, but in another order and with other names or numbers"
        fix = "write the sentences in gold's order, with gold's first columns"
        return finding._replace(code="E108", cause=cause, fix=fix)
    if not _is_of_golds_words(finding) and are_lines_in_other_order(golds, ours):
        if has_numbers_in_order(in_system, in_gold):
            cause = "gold: it has all lines of the file, but in another order"
            return finding._replace(code="E108", cause=cause, fix=REPAIR_GOLD)
        fix = "write the lines in gold's order, with an empty line after each sentence"
        return finding._replace(code="E108", cause=LINES_IN_OTHER_ORDER, fix=fix)
    missing = golds.keys - ours.keys
    if finding.found == END_OF_FILE and missing and all(key in ours.keys for key in missing):
        return _with_sentences_repeated_in_gold(finding, golds, ours)
    return None


def _cause_in_separators(
    finding: Finding, in_gold: Neighbors, in_system: Neighbors
) -> Finding | None:
    """Return the finding if quotation marks or separators around the cells make the difference; else None."""
    ours, golds = in_system.here, in_gold.here
    if ours is not None and all(map(is_line_quoted_in_layout, ours.lines)):
        return finding._replace(cause=QUOTED, fix="write all cells without quotation marks")
    if ours is not None and all(map(is_line_quoted_as_a_whole, ours.lines)):
        return finding._replace(cause=QUOTED_LINE, fix="write the lines without quotation marks")
    if golds is not None and all(map(is_line_quoted_in_layout, golds.lines)):
        return finding._replace(cause=f"gold: {QUOTED}", fix=REPAIR_GOLD)
    at_line = blame_line_separators(finding, ours, golds)
    if at_line is not None and at_line.cause == CUT_IN_LINE and in_gold.after is not None:
        return None  # whole sentences are missing too
    return at_line


def _with_line_elsewhere(
    finding: Finding, gold: Source, in_gold: Neighbors, in_system: Neighbors
) -> Finding:
    """Return the finding with where gold has the line of the file, if it is one of gold's."""
    ours = in_system.here
    if ours is None or finding.line not in ours.numbers:
        return finding
    wanted = compared_columns(ours)[ours.numbers.index(finding.line)]
    golds = in_gold.here
    if golds is not None and wanted in compared_columns(golds):
        here, there = ours.numbers.index(finding.line), compared_columns(golds).index(wanted)
        if there > here:
            number = plural(there - here, "token is", "tokens are")
            cause = f"gold's line {golds.numbers[there]:,} comes here: {number} missing before it"
            return finding._replace(code="E102", cause=cause)
    for sentence in sentences_in_repaired_layout(gold):
        lines = compared_columns(sentence)
        if wanted in lines:
            line = sentence.numbers[lines.index(wanted)]
            fix = "write the lines in gold's order, each with its annotation"
            return finding._replace(
                code="E108", cause=f"this line is gold's line {line:,}", fix=fix
            )
    return finding


def _blame_gold_without_blank_lines(finding: Finding, in_gold: Neighbors) -> Finding:
    """Return the finding with gold as its cause, which is one sentence where the file has several."""
    assert in_gold.here is not None
    tokens = plural(len(in_gold.here.lines), "token")
    cause = f"gold has no blank line: its {tokens} are one sentence"
    return finding._replace(cause=cause, fix=REPAIR_GOLD)


def _with_moved_sentence(
    finding: Finding,
    in_gold: Neighbors,
    in_system: Neighbors,
    golds: SentenceCounts,
    ours: SentenceCounts,
) -> Finding:
    """Return the finding, with another code if the other file has the sentence at another place."""
    if in_system.here is None or in_gold.here is None:
        return finding
    ours_here, golds_here = number_of_sentence(in_system.here), number_of_sentence(in_gold.here)
    if finding.code in ("E101", "E102", "E103"):
        is_extra = ours.keys[ours_here] > golds.keys[ours_here]
        if is_extra and ours_here in golds.keys and TWICE not in finding.cause:
            repeated = sum(
                number - golds.keys[key]
                for key, number in ours.keys.items()
                if 0 < golds.keys[key] < number
            )
            verb = "stands" if repeated == 1 else "stand"
            cause = f"{plural(repeated, 'sentence')} of gold {verb} in the file once more"
            fix = "remove the copies; if their annotation differs, keep the right one"
            return finding._replace(code="E103", cause=cause, fix=fix)
        is_missing = golds.keys[golds_here] > ours.keys[golds_here]
        if is_missing and golds_here in ours.keys:
            return _with_sentences_repeated_in_gold(finding, golds, ours)
        if not is_extra and not is_missing:
            cause = f"the sentence of gold line {in_gold.here.numbers[0]:,} is at another place in the file"
            return finding._replace(code="E108", cause=cause, fix="")
    if finding.code != "E101":
        return finding
    if ours_here in golds.keys:
        cause = (
            "gold has the file's sentence later: at least one sentence of gold before it is missing"
        )
        return finding._replace(code="E102", cause=cause, fix=ADD_SENTENCES)
    if golds_here in ours.keys and number_of_words(in_system.here) in golds.words:
        cause = "gold has the words of this sentence elsewhere, with another name or number"
        return finding._replace(code="E108", cause=cause, fix="")
    if golds_here in ours.keys:
        cause = "gold's sentence comes later: before it are sentences that gold does not have"
        return finding._replace(code="E103", cause=cause, fix="remove the lines of these sentences")
    return finding


def _with_sentences_repeated_in_gold(
    finding: Finding, golds: SentenceCounts, ours: SentenceCounts
) -> Finding:
    """Return the finding with how many sentences gold has more often than the file, names and numbers included."""
    repeated = sum(
        number - ours.keys[key] for key, number in golds.keys.items() if 0 < ours.keys[key] < number
    )
    sentences = plural(repeated, "sentence")
    verb = "stands" if repeated == 1 else "stand"
    cause = f"{sentences} of the file {verb} in gold once more, with the same names and numbers"
    fix = "see which of the two files is right"
    return finding._replace(code="E101", cause=cause, fix=fix)


def _may_have_tokens_between(finding: Finding) -> bool:
    """Return whether tokens that one of the files lacks may be the cause: none is known, or tokens are too many."""
    is_open = finding.code == "E101" and not finding.cause
    return is_open or finding.cause.endswith(TOO_MANY)


def _may_be_other_text(finding: Finding, golds: SentenceCounts, ours: SentenceCounts) -> bool:
    """Return whether few of gold's sentences are in the file, by their words."""
    total = golds.keys.total()
    if finding.code not in ("E101", "E102", "E103") or total <= 4:
        return False
    if finding.found == END_OF_FILE:
        return False  # the lines before the end are gold's
    common = (golds.words & ours.words).total()
    is_other = common < FEW * min(total, ours.keys.total())
    return is_other and not finding.cause.startswith(GOLDS_WORDS)


def _first_difference(
    gold: Iterator[SentenceLines], system: Iterator[SentenceLines]
) -> tuple[Neighbors, Neighbors] | None:
    """Return where gold and the system differ first, None if they do not."""
    golds_before: SentenceLines | None = None
    ours_before: SentenceLines | None = None
    for of_gold, of_system in zip_longest(gold, system):
        if of_gold is None:
            return None  # The scorer does not compare what follows gold's end.
        if of_system is None or compared_columns(of_gold) != compared_columns(of_system):
            in_gold = neighbors_of_sentence(golds_before, of_gold, gold)
            return in_gold, neighbors_of_sentence(ours_before, of_system, system)
        golds_before, ours_before = of_gold, of_system
    return None


def _cause_in_neighbors(gold: Neighbors, system: Neighbors) -> Finding:
    """Return the first difference with the cause that its neighbors show, if one does."""
    ours, golds = system.here, gold.here
    assert golds is not None
    if ours is None:
        last = 1
        if system.before is not None:
            # The blank line after the last sentence is a line of the file.
            last = system.before.numbers[-1] + (2 if system.before.is_closed else 1)
        expected = _compared_columns_shown(golds, 0)
        return Finding(
            "E102", last, found=END_OF_FILE, expected=expected, cause=NO_MORE, fix=ADD_SENTENCES
        )
    our_lines, gold_lines = compared_columns(ours), compared_columns(golds)
    token = first_unequal(our_lines, gold_lines)
    finding = _difference_at_token(ours, golds, token)
    of_sentences = _cause_at_sentence_end(finding, gold, system) or _cause_in_whole_sentences(
        finding, gold, system
    )
    if of_sentences is not None:
        return of_sentences
    if sorted(our_lines) == sorted(gold_lines):
        cause = "the tokens of this sentence are gold's, in another order"
        return finding._replace(cause=cause, fix="sort the lines as gold has them")
    if [fields_meant(line) for line in our_lines] == gold_lines:
        return _with_spaces_around_column(finding, ours, golds, token)
    our_words, gold_words = ours.words, golds.words
    if our_words != gold_words and sorted(our_words) == sorted(gold_words):
        cause = "the words of this sentence are gold's, in another order"
        return finding._replace(
            cause=cause, fix="put them in gold's order, each with its annotation"
        )
    if our_words == gold_words:
        fields = zip(our_lines[token].split(b"\t"), gold_lines[token].split(b"\t"))
        differing = [(name, pair) for name, pair in zip(COLUMN_NAMES, fields) if pair[0] != pair[1]]
        if all(
            texts_meant_by_words([one]) & texts_meant_by_words([other])
            for _, (one, other) in differing
        ):
            cause = "the columns are gold's in another encoding"
            fix = fix_of_other_encoding(gold_lines[token])
            return finding._replace(code="E105", cause=cause, fix=fix)
        numbers = our_lines[token].split(b"\t")[2:3]
        if numbers and not numbers[0].isdigit() and gold_lines[token].split(b"\t")[2].isdigit():
            if all(one == other + b".0" for _, (one, other) in differing):
                cause = "the numbers have decimals: 0.0 for 0"
                return finding._replace(cause=cause, fix="write whole numbers")
            # The lemma is often the word.
            cause = f'column 3 has "{bytes_in_finding(numbers[0], 20)}", and no token number: a column before the words is missing, or one too many'
            return finding._replace(cause=cause, fix=GOLDS_COLUMNS)
        if all(one.replace(b"\\", b"") == other for _, (one, other) in differing):
            cause = "the columns are gold's with backslashes, as Markdown writes \\_ and \\*"
            return finding._replace(code="E105", cause=cause, fix="remove the backslashes")
        names = [name for name, _ in differing]
        return finding._replace(cause=f"{GOLDS_IN_SENTENCE}, with another {' and '.join(names)}")
    return cause_of_word_differences(finding, our_words, gold_words, token, golds)


def _with_spaces_around_column(
    finding: Finding, ours: SentenceLines, golds: SentenceLines, token: int
) -> Finding:
    """Return the finding with the column that differs from gold's only in what stands around it, in quotation marks."""
    column = finding.column - 1
    found = bytes_in_finding(_compared_fields_at(ours, token)[column])
    expected = bytes_in_finding(_compared_fields_at(golds, token)[column])
    return finding._replace(
        found=f'"{found}"',
        expected=f'"{expected}"',
        cause="the words are gold's, with spaces, a byte-order mark or control characters around the first columns",
        fix="write these columns as gold has them",
    )


def _cause_at_sentence_end(finding: Finding, gold: Neighbors, system: Neighbors) -> Finding | None:
    """Return the finding if the sentence ends at another place: cut off, joined or divided; else None."""
    ours, golds = system.here, gold.here
    assert ours is not None and golds is not None
    our_lines, gold_lines = compared_columns(ours), compared_columns(golds)
    is_last = system.after is None and not ours.is_closed
    if is_last and len(our_lines) <= len(gold_lines) and gold.after:
        is_in_last_line = finding.line == ours.numbers[-1]
        has_golds_lines = our_lines == gold_lines[: len(our_lines)]
        fix = "write the file again: its end is missing (its last line may be cut off, too)"
        if is_in_last_line and not has_golds_lines:
            fix = "write the file again: its end is missing, and its last line is cut off"
        finding = finding._replace(code="E102", cause=CUT_OFF, fix=fix)
        if has_golds_lines:
            # No token differs. The line after the last one cannot be looked at.
            finding = finding._replace(line=ours.numbers[-1], found=END_OF_FILE)
        return finding
    cause = cause_in_blank_lines(ours, golds, gold.after, system.after)
    if cause:
        return finding._replace(code="E104", cause=cause)
    return None


def _cause_in_whole_sentences(
    finding: Finding, gold: Neighbors, system: Neighbors
) -> Finding | None:
    """Return the finding if a whole sentence is missing, stands twice or was added; else None."""
    ours, golds = system.here, gold.here
    assert ours is not None and golds is not None
    our_lines = compared_columns(ours)
    if gold.after and our_lines == compared_columns(gold.after):
        cause = f"the sentence that begins at gold line {golds.numbers[0]:,} is missing"
        return finding._replace(code="E102", cause=cause, fix=ADD_SENTENCES)
    if system.before and our_lines == compared_columns(system.before):
        return with_sentence_twice(finding, ours, system.before)
    if system.after and compared_columns(system.after) == compared_columns(golds):
        cause, fix = "gold does not have this sentence", "remove its lines"
        return finding._replace(code="E103", cause=cause, fix=fix)
    return None


def _difference_at_token(ours: SentenceLines, gold: SentenceLines, token: int) -> Finding:
    """Return the difference at a token, with the line, the column and both texts."""
    line = ours.numbers[-1] + 1
    has_ended = token >= len(ours.lines) and not ours.is_closed
    if token < len(ours.lines):
        line = ours.numbers[token]
    expected = _compared_columns_shown(gold, token)
    if token < len(gold.lines):
        words = [bytes_in_finding(word, 20) for word in gold.words]
        words[token] = f">>{words[token]}<<"
        context = " ".join(words[max(0, token - 3) : token + 3])
        expected += f'   (gold line {gold.numbers[token]}: "{context}")'
    fields = zip_longest(_compared_fields_at(gold, token), _compared_fields_at(ours, token))
    column = 1
    for number, (golds, our_field) in enumerate(fields, 1):
        if golds != our_field:
            column = number
            break
    found = END_OF_FILE if has_ended else _compared_columns_shown(ours, token)
    return Finding("E101", line, column, found=found, expected=expected)


def _compared_fields_at(sentence: SentenceLines, token: int) -> list[bytes]:
    """Return the compared columns of a token, an empty one after the sentence's end."""
    lines = compared_columns(sentence)
    if token >= len(lines):
        return [b""]
    return lines[token].split(b"\t")


def _compared_columns_shown(sentence: SentenceLines, token: int) -> str:
    """Return the compared columns of a token for a message."""
    if token >= len(sentence.lines):
        return "a blank line"
    fields = sentence.lines[token].split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS]
    return bytes_in_finding(b" ".join(fields), 40)
