"""Repair a file's bytes, layout and cells; no negation with a word in its cue column goes or comes.

`repair_layout` takes a file's content and returns it repaired, with the names of the repairs: read it first.
`repair_copy_of_file` makes the copy that `check --fix` writes; `repair_commands` suggests it.
What is done to separators and to the cells of annotation is in `repair_separators` and `repair_cells`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ..common.columns import COMPARED_FIELDS, WORD_FIELD
from ..common.wording import plural
from ..port.scripts import ORIGINALS
from ..reading.facts import (
    BLANKS,
    JSON,
    LABELS,
    PAIRS,
    facts_of,
    line_end_without_line_feeds,
    names_columns,
)
from ..reading.signs import LINE_ENDS, expected_sign, task_sign
from ..reading.source import Source
from .abort_columns import OF_FIRST_COLUMNS
from .cells import LONE_COLUMNS
from .check import check_files
from .column_order import OTHER_ORDER
from .findings import CODES
from .layout import (
    BOM,
    FIRST,
    LABELS_IN,
    is_blank_in_layout,
    is_comment_in_layout,
)
from .meant import field_meant, is_same_word
from .repair_cells import (
    fill_empty_cells,
    put_sign_for_foreign_signs,
    put_stars_for_empty_negations,
    put_stars_for_missing_columns,
    put_strings_of_words,
    remove_padding,
    remove_spaces,
    repair_cells_in_quotes,
    repair_cells_with_empty_sign,
    replace_stray_stars,
)
from .repair_encoding import WIDE_ENCODINGS, content_as_utf8, has_words_of_gold
from .repair_separators import separate_by_tabs, separate_joined_columns
from .result import INVALID, NOT_READ, REFUSED, SCORABLE, Checked
from .suggest import Call

QUOTATION_MARKS = "quotation marks around cells"
EMPTY_NEGATIONS = "negations that mark no word"


def repair_layout(content: bytes, sign: bytes = b"", gold: bytes = b"") -> tuple[bytes, list[str]]:
    """Return a file's content with its bytes and layout repaired, and what was repaired.

    `sign` is what gold, or the task, writes into empty cells; if it is given, so
    does the copy. If `gold` is given, and the tokens are gold's, sentences end where gold's do.
    Repairing twice gives the same as repairing once.
    """
    done: list[str] = []
    # Some repairs show what another has to do.
    before = None
    while content != before:
        before = content
        content, more = _repaired_once(content, sign, gold)
        done += more
    return content, list(dict.fromkeys(done))


def _repaired_once(content: bytes, sign: bytes, gold: bytes) -> tuple[bytes, list[str]]:
    """Return the content after each repair once, and which of them changed it: bytes, layout, cells."""
    done: list[str] = []

    def step(name: str, new: bytes) -> bytes:
        if new != content:
            done.append(name)
        return new

    recoded = content_as_utf8(content)
    if has_words_of_gold(recoded, gold):
        content = step("encoding", recoded)
    if content.startswith(tuple(WIDE_ENCODINGS)) or 4 * content.count(b"\0") > len(content):
        return content, done  # no text: any repair may make another of it
    content = step("line endings", re.sub(rb"\r+(\n|\Z)", rb"\1", content))
    marks = rb"\A([ \t\r]*\n|%s)+" % BOM
    unmarked = re.sub(marks, lambda match: match[0].replace(BOM, b""), content)
    content = step("byte-order mark", unmarked)
    odd = line_end_without_line_feeds(content)
    if odd:
        content = step("line endings", content.replace(odd, b"\n"))
    content = step("line endings", _end_tokens_by_line_feeds(content))
    content = step("lines that are not tokens", _remove_comments(content))
    separated = separate_by_tabs(content)
    has_tabs = content.split(b"\n", 1)[0].count(b"\t") >= FIRST
    content = step(QUOTATION_MARKS if has_tabs else "separators", separated)
    lines = [b"" if is_blank_in_layout(line) else line for line in content.split(b"\n")]
    bare = b"\n".join(lines).lstrip(b"\n")
    content = step("blank lines", re.sub(rb"\n{3,}", b"\n\n", bare))
    last = content.rstrip(b"\n").rpartition(b"\n")[2]
    if b"\t" in last or content.endswith(b"\n"):  # else it is no line of a token
        content = step("final blank line", content.rstrip(b"\n") + b"\n\n")
    content = step("blank lines put where gold has them", _put_golds_blank_lines(content, gold))
    content = step("sentences in gold's order", _put_sentences_in_golds_order(content, gold))
    content = step("words written as in gold", _put_golds_words(content, gold))
    # Before a sign for empty cells is looked for: "_ _ _" is not such a sign.
    content = step("separators", separate_joined_columns(content))
    content = step("spaces around cells", remove_spaces(content))
    content = step(QUOTATION_MARKS, repair_cells_in_quotes(content))
    content = step("columns that hold no value", remove_padding(content))
    signed, doubtful = repair_cells_with_empty_sign(content, sign)
    name = "sign for empty cells"
    if doubtful:
        name += f" ({doubtful} of them on lines whose word is that sign itself: check that they are empty)"
    content = step(name, signed)
    content = step("*** on some lines of a sentence", replace_stray_stars(content, sign))
    if gold:
        content = step("missing annotation columns", put_stars_for_missing_columns(content))
    content = step(EMPTY_NEGATIONS, put_stars_for_empty_negations(content))
    without_empty, number = fill_empty_cells(content, sign)
    content = step(f"empty cells ({number:,})", without_empty)
    content = step("other signs for empty cells", put_sign_for_foreign_signs(content, sign))
    content = step("cells spelled as in the word column", put_strings_of_words(content, gold))
    return content, done


def _end_tokens_by_line_feeds(content: bytes) -> bytes:
    """Return content with line feeds for what ends some of its lines, where whole tokens stand on both sides.

    A blank line may stand for one of them. A character inside a word or a cell stays.
    """
    for end in LINE_ENDS:
        if end == b"\r" or end not in content:
            continue
        lines = []
        for line in content.split(b"\n"):
            if end in line and _are_tokens(line.split(end)):
                line = line.replace(end, b"\n")
            lines.append(line)
        content = b"\n".join(lines)
    return content


def _are_tokens(pieces: Sequence[bytes]) -> bool:
    """Return whether the pieces of a line are lines of tokens, or blank; the last one is a token if there is no other."""
    tokens = 0
    for piece in pieces:
        if piece.count(b"\t") >= FIRST - 1 and not piece.startswith(b"\t"):
            tokens += 1
        elif piece:
            return False
    return tokens > 1 or (tokens == 1 and bool(pieces[-1]))


def _remove_comments(content: bytes) -> bytes:
    """Return content without comments, code fences and the line that names the columns."""
    lines = content.split(b"\n")
    first = next((number for number, line in enumerate(lines) if line.strip(BLANKS)), 0)
    if names_columns(lines[first]):
        header = lines[first]  # some programs write it before each sentence
        lines = [line for line in lines if line != header]
    return b"\n".join([line for line in lines if not is_comment_in_layout(line)])


def _put_golds_blank_lines(content: bytes, gold: bytes) -> bytes:
    """Return content with a blank line after each sentence of gold, if its tokens are gold's in gold's order."""
    tokens = [line for line in content.split(b"\n") if line.strip(BLANKS)]
    gold_lines = [line.rstrip(b"\r") for line in gold.split(b"\n")]
    golds = [line for line in gold_lines if line.strip(BLANKS)]
    if not golds or list(map(_token_of_line, tokens)) != list(map(_token_of_line, golds)):
        return content
    divided: list[bytes] = []
    rest = iter(tokens)
    for line in gold_lines + [b""]:
        if line.strip(BLANKS):
            divided.append(next(rest))
        elif divided and divided[-1]:
            divided.append(b"")
    return b"\n".join(divided) + b"\n"


def _put_sentences_in_golds_order(content: bytes, gold: bytes) -> bytes:
    """Return content with its sentences in gold's order, if they are gold's sentences in another one."""
    if not gold:
        return content
    ours, golds = _sentences_as_text(content), _sentences_as_text(gold)
    by_tokens: dict[tuple[bytes, ...], list[list[bytes]]] = {}
    for block in reversed(ours):
        by_tokens.setdefault(tuple(map(_token_of_line, block)), []).append(block)
    wanted = [tuple(map(_token_of_line, block)) for block in golds]
    numbers = Counter({tokens: len(blocks) for tokens, blocks in by_tokens.items()})
    if Counter(wanted) != numbers or wanted == [
        tuple(map(_token_of_line, block)) for block in ours
    ]:
        return content
    ordered = [by_tokens[tokens].pop() for tokens in wanted]
    return b"".join(b"\n".join(block) + b"\n\n" for block in ordered)


def _sentences_as_text(content: bytes) -> list[list[bytes]]:
    """Return the lines of each sentence."""
    blocks = re.split(rb"\n\n+", content.replace(b"\r\n", b"\n").strip(b"\n"))
    return [block.split(b"\n") for block in blocks if block]


def _put_golds_words(content: bytes, gold: bytes) -> bytes:
    """Return content with gold's words, if they differ from gold's only in encoding, Unicode form or quotation marks."""
    lines = content.split(b"\n")
    tokens = [number for number, line in enumerate(lines) if line.strip(BLANKS)]
    golds = [line.split(b"\t") for line in gold.split(b"\n") if line.strip(BLANKS)]
    if len(tokens) != len(golds):
        return content
    for number, golds_fields in zip(tokens, golds):
        fields = lines[number].split(b"\t")
        ours, theirs = fields[:COMPARED_FIELDS], golds_fields[:COMPARED_FIELDS]
        if ours == theirs:
            continue
        bare = list(map(field_meant, ours))
        if len(bare) < COMPARED_FIELDS or len(theirs) < COMPARED_FIELDS:
            return content
        if bare[:WORD_FIELD] != theirs[:WORD_FIELD]:
            return content
        if not is_same_word(bare[WORD_FIELD], theirs[WORD_FIELD]):
            return content
        lines[number] = b"\t".join(theirs + fields[COMPARED_FIELDS:])
    return b"\n".join(lines)


def _token_of_line(line: bytes) -> bytes:
    """Return the columns of a line that must be gold's."""
    return b"\t".join(line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS])


def repair_copy_of_file(
    call: Call, before: Checked, target: str
) -> tuple[bytes | None, Checked, str]:
    """Return the repaired copy of the system's file of a call, called `target`, the verdict on it, and a line on both.

    `before` is the verdict on the file. There is no copy (None) of what is not in columns, nor where it
    would abort and the file does not.
    """
    gold, system, scorer = call.gold, call.system, call.scorer
    name = system.name
    if before.verdict in (NOT_READ, SCORABLE, REFUSED):
        return None, before, f"{name}: not repaired: {_why_no_columns(before, name)}"
    are_labels = any(finding.found.startswith(LABELS_IN) for finding in before.findings)
    if are_labels or call.kind.format in (LABELS, PAIRS, JSON):
        return None, before, f"{name}: not repaired: {FOR_COLUMNS}"
    in_gold = b"" if gold is None else gold.content()
    content, done = repair_layout(system.content(), _wanted_sign(call), in_gold)
    after = check_files(gold, Source(content=content, name=target), scorer)
    if "E601" in after.places:
        why = next(finding.found for finding in after.findings if finding.code == "E601")
        return None, after, f"{name}: not repaired: {why}"
    verdict = after.headline.partition("\n")[0]
    is_worse = after.verdict == INVALID and before.verdict != INVALID
    # A file without annotation is invalid, but it can be scored.
    if is_worse or (after.aborts and not before.aborts):
        why = f"the repaired copy would be {verdict}"
        if _can_be_scored_with_gold_repaired(call, content):
            why = "gold has the same fault; repair gold first"
        return None, after, f"{target}: not written: {why}"
    doubt = _why_columns_are_in_doubt(before)
    if not doubt and has_other_order(after):
        doubt = _why_columns_are_in_doubt(after)
    if doubt and EMPTY_NEGATIONS in done:
        # What looks like a negation without a word may be other columns.
        return None, after, f"{name}: not repaired: {doubt}: correct this first"
    repairs = ", ".join(done) or "nothing, this is an unchanged copy"
    text = f"{target}: {verdict}; repaired: {repairs}"
    left = _places_left(after)
    if left:
        text += f"; not repaired: {', '.join(left)}"
    return content, after, text


def _why_columns_are_in_doubt(checked: Checked) -> str:
    """Return why it is unknown which columns are a negation's, "" if that is known."""
    for finding in checked.findings:
        if OTHER_ORDER in finding.cause or OF_FIRST_COLUMNS in finding.cause:
            return finding.cause
        if finding.code in ("E605", "W912"):
            return finding.found
    return ""


def has_other_order(checked: Checked) -> bool:
    """Return whether the columns of negations seem to stand in another order."""
    return any(
        finding.code == "W912" and not finding.fix.startswith(LONE_COLUMNS)
        for finding in checked.findings
    )


FOR_COLUMNS = "--fix is for files in columns; convert turns predictions into columns"


def _why_no_columns(checked: Checked, name: str) -> str:
    """Return why there is nothing to repair in a file that is not in columns."""
    if checked.verdict == SCORABLE:
        return FOR_COLUMNS
    why = checked.reason.partition("\n")[0]
    return why.removeprefix(f"{name}:")  # where a line is named, the file is named too


def _places_left(checked: Checked) -> list[str]:
    """Return the codes that a repaired copy has, with the number of places or the first one."""
    left = []
    for code, number in sorted(checked.places.items()):
        where = plural(number, "place")
        if code in FIRST_ONLY:
            line = next(finding.line for finding in checked.findings if finding.code == code)
            where = f"first in line {line:,}"
        files = {finding.file for finding in checked.findings if finding.code == code}
        if files and "" not in files:
            where += ", in gold"
        left.append(f"{code} {CODES[code].title} ({where})")
    return left


FIRST_ONLY = ("E101", "E102", "E103", "E104", "E105", "E106", "E107", "E108")
"""Differences from gold's tokens: only the first one is looked for."""


def _can_be_scored_with_gold_repaired(call: Call, content: bytes) -> bool:
    """Return whether the scorer reads the content of a repaired copy without aborting if gold is repaired too."""
    if call.gold is None:
        return False
    gold = apply_all_repairs(call._replace(gold=None, system=call.gold))
    if gold is None:
        return False
    return not check_files(gold, Source(content=content), call.scorer, 1).aborts


def _wanted_sign(call: Call) -> bytes:
    """Return the sign for empty cells of gold, or of the scorer's task; b"" if neither is known.

    Without gold, and if no scorer is named, a file with - may be one of NEGES, which is right as it is.
    """
    original = ORIGINALS[call.scorer]
    if call.gold is not None:
        return expected_sign(facts_of(call.gold).sign, original)
    if not call.named_scorer:
        in_columns, _ = repair_layout(call.system.content())
        if facts_of(Source(content=in_columns)).sign == b"-":
            return b""
    return task_sign(original)


def apply_all_repairs(call: Call) -> Source | None:
    """Return the system's file of a call as it is after all repairs, None if there is nothing to repair."""
    in_gold = b"" if call.gold is None else call.gold.content()
    content, done = repair_layout(call.system.content(), _wanted_sign(call), in_gold)
    if not done:
        return None
    return Source(content=content, name=call.system.name)
