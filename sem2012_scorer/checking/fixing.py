"""A fixed copy of a submission: one table of what is changed, and the placement on gold's sentences.

No cell gets a word that the system did not mean: a cell of annotation changes to the spelling of
its own word alone. What would change what the system said is fixed on request: see `slips`.
"""

from __future__ import annotations

from collections import Counter
from operator import ne

from ..ground.columns import compared_fields
from ..ground.records import Record
from ..ground.wording import plural
from ..legacy.shortcuts import is_plainly_without_negation
from ..reading.characters import key_of
from ..reading.options import Reading
from ..reading.placing import MissingSentences
from ..reading.remarks import Remarks
from ..reading.sentences import ShapeError
from ..reading.source import Source
from ..reading.submission import WrongOption, format_to_write, submission_of
from .cells import Cells
from .files import File
from .layout import (
    filled,
    in_the_words_case,
    own_sign,
    with_golds_blank_lines,
    with_last_blank_line,
    with_sign,
    with_stars,
    without_blanks_of_spaces,
    without_returns,
    without_spaces,
)
from .mends import negations_of
from .separating import (
    Known,
    as_text,
    missing_columns,
    recoded,
    unquoted,
    with_all_columns,
    with_tabs,
    without_comments,
    without_row_numbers,
    without_title,
)
from .slips import SLIPS, without_slip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from ..legacy.originals import Original
    from .separating import Lines

    Keys = list[list[bytes]]
    """What is compared of the lines of a sentence."""

LINE, SENTENCE, ONCE = "line", "sentence", ""


class Fix(Record):
    """A transformation of a submission's lines.

    `words` say what was done, with the number of what is counted: lines or sentences that differ
    afterwards, or nothing, for what is done once.
    """

    words: str
    counted: str
    change: Callable[[Lines, Known], Lines]

    def said(self, before: Lines, after: Lines) -> tuple[str, int]:
        """Return what was done, and how much of it."""
        if self.counted == LINE:
            return self.words, sum((Counter(filter(None, before)) - Counter(after)).values())
        if self.counted == SENTENCE:
            pairs = zip(_sentences(before), _sentences(after))
            return self.words, sum(one != other for one, other in pairs)
        return self.words, 0


def _sentences(lines: Lines) -> list[bytes]:
    return b"\n".join(lines).split(b"\n\n")


def _without_empty(lines: Lines, known: Known) -> Lines:
    """Take out columns with nothing in them: a slip that has one right answer."""
    return without_slip("N911", lines, known.gold)[0]


def _with_the_words_case(lines: Lines, known: Known) -> Lines:
    """Give cells the case of their word, unless most are not words at all, or the tokens are not gold's."""
    if known.gold is not None and _keys(lines) != _keys(known.gold.lines):
        return lines
    changed = [in_the_words_case(line) for line in lines]
    if changed == lines or read_cells(_file(lines), known.original).are_mostly_foreign:
        return lines
    return changed


def _with_golds_sign(lines: Lines, known: Known) -> Lines:
    return with_sign(lines, known) if known.is_golds else lines


FIXES = (
    Fix("fields separated by tabs in %s", LINE, with_tabs),
    Fix("quotation marks around fields taken out in %s", LINE, unquoted),
    Fix("a column of row numbers taken out in %s", LINE, without_row_numbers),
    Fix("comments taken out in %s", LINE, without_comments),
    Fix("the first line, which is not a token, taken out", ONCE, without_title),
    Fix("another encoding written as UTF-8 in %s", LINE, recoded),
    Fix("carriage returns taken out in %s", LINE, without_returns),
    Fix("white space taken off in %s", LINE, without_spaces),
    Fix("%s that only looked blank made blank", LINE, without_blanks_of_spaces),
    Fix("a missing column put in, in %s", LINE, with_all_columns),
    Fix("*** in place of other marks in %s", SENTENCE, with_stars),
    Fix("empty cells given a sign for empty in %s", SENTENCE, filled),
    Fix("blank lines put where gold has them", ONCE, with_golds_blank_lines),
    Fix("columns with nothing in them taken out in %s", SENTENCE, _without_empty),
    Fix("cells given gold's sign for empty in %s", SENTENCE, _with_golds_sign),
    Fix("cells given the task's sign for empty in %s", SENTENCE, with_sign),
    Fix("strings given the case of their word in %s", LINE, _with_the_words_case),
    Fix("a blank line added at the end", ONCE, with_last_blank_line),
)
"""What is fixed because there is one right answer, in the order in which it is."""


class Fixed(Record):
    """A fixed copy: its bytes, what was done, and what could not be.

    `ways` say in what the file's sentences were not gold's, where they were placed on them; `refused`
    is the reason why they could not be, "" if they were or need not be; `lacks_sentences` if that is
    that sentences of gold are missing.
    """

    content: bytes
    done: tuple[str, ...]
    ways: tuple[str, ...] = ()
    refused: str = ""
    lacks_sentences: bool = False


def fixed(
    system: File,
    gold: File | None,
    original: Original,
    also: Collection[str] = (),
    reading: Reading | None = None,
) -> Fixed:
    """Return a fixed copy of a system's file.

    If gold has the same oddity, it is kept: without it, the files would not agree. `also` are the
    codes of slips to be fixed on request, keys of `slips.SLIPS`; `reading` are the options with which
    sentences are placed on gold's.
    """
    sign = b"" if gold is None else read_cells(gold, original).sign.encode()
    known = Known(gold, original, sign or _sign_of_task(gold, original), bool(sign))
    missing = missing_columns(as_text(system.content, known)[0].split(b"\n"), known)
    lines, done = _with_all(system.content.split(b"\n"), known)
    lines, ways, refused = _on_gold(lines, known, system.name, reading or Reading())
    if ways:
        done.append("placed on gold's sentences, which it had %s" % ", ".join(ways))
        lines, more = _with_all(lines, known)
        done += more
    for code in also:
        lines, number = without_slip(code, lines, gold)
        done += ["%s: %d fixed, %s" % (code, number, SLIPS[code].mended)] if number else []
    if missing:
        ways = ("without %s" % missing, *ways)
    lacks = isinstance(refused, MissingSentences)
    return Fixed(b"\n".join(lines), tuple(done), ways, str(refused or ""), lacks)


def _with_all(lines: Lines, known: Known) -> tuple[Lines, list[str]]:
    """Return lines after every fix, until none changes anything, and what was done."""
    as_a_whole: list[str] = []
    made: dict[Fix, int] = {}
    before: Lines | None = None
    while lines != before:
        # What was fixed may show something else that can be.
        before = lines
        content, words = as_text(b"\n".join(lines), known)
        as_a_whole += words
        lines = content.split(b"\n") if words else lines
        for fix in FIXES:
            changed = fix.change(lines, known)
            if changed != lines:
                made[fix] = max(made.get(fix, 0), fix.said(lines, changed)[1])
                lines = changed
    said = [
        fix.words % plural(number, fix.counted) if fix.counted else fix.words
        for fix, number in made.items()
    ]
    return lines, as_a_whole + said


def _file(lines: Lines) -> File:
    return File(b"", "", b"\n".join(lines))


def _sign_of_task(gold: File | None, original: Original) -> bytes:
    """Return the task's sign for an empty cell where gold shows none, b"" if it may be either.

    `_` may stand in data of any task, ``-`` only in those of one.
    """
    return b"-" if gold is not None and b"-" in original.empty_cells else b""


def read_cells(file: File, original: Original) -> Cells:
    """Return what the check of a file's cells knows at its end."""
    cells = Cells(file, file, original)
    for sentence in file.sentences():
        lines = b"\n".join(file.lines_of(sentence))
        if not is_plainly_without_negation(lines, len(sentence)):
            for _ in cells.check(sentence, cells.read(lines)):
                pass
    return cells


def _on_gold(
    lines: Lines, known: Known, name: str, reading: Reading
) -> tuple[Lines, tuple[str, ...], Exception | None]:
    """Place sentences on gold's, as `reading` does; return in what they differed, and why it cannot be.

    Nothing is changed where the tokens are gold's, nor where a negation would not say what it says.
    """
    gold = known.gold
    if gold is None or _keys(lines) == _keys(gold.lines):
        return lines, (), None
    source = Source(content=b"\n".join(lines), name=name)
    in_gold = Source(content=gold.content, name=gold.name)
    remarks = Remarks()
    try:
        to = format_to_write(in_gold, None, None if known.is_golds else known.original.identifier)
        format = "neges" if known.sign == b"-" else "columns"
        made = submission_of([(source, name)], in_gold, format, reading, to, remarks)
    except (ShapeError, WrongOption) as error:
        return lines, (), error
    found = made.content.split(b"\n")
    lost = _negations(lines) - _negations(found)
    if lost:
        number = plural(sum(lost.values()), "negation")
        words = "%s: gold's tokens cannot hold %s as written" % (name, number)
        return lines, (), ShapeError(words)
    return found, _ways(lines, found, reading.allow_missing), None


def _keys(lines: Iterable[bytes]) -> list[list[bytes]]:
    """Return what is compared of the lines, without blank ones at the end."""
    keys = [compared_fields(line) if line else [] for line in lines]
    while keys and not keys[-1]:
        del keys[-1]
    return keys


def _negations(lines: Lines) -> Counter[tuple[str, ...]]:
    """Return what the negations say, ignoring how their words are spelled and cut into tokens."""
    found: Counter[tuple[str, ...]] = Counter()
    for sentence in _sentences(lines):
        read = negations_of(sentence)
        for parts in read.negations if read is not None else ():
            cells = ([part[token].decode("utf-8", "replace") for token in part] for part in parts)
            found[tuple(map(key_of, cells))] += 1
    return found


NAMES = ("document", "sentence number", "token number", "spelling")
"""The fields that are compared, in words."""


def _ways(lines: Lines, found: Lines, is_cut: bool) -> tuple[str, ...]:
    """Return in what sentences differ from gold's, on which they were placed: their order, names, words, ends.

    `is_cut` says that sentences may be missing.
    """
    before, after = _rows_of(lines), _rows_of(found)
    # Of sentences with the same words, that with gold's names was placed, unless all are in order.
    places = _places(before, after, False)
    known = [place for place in places if place is not None]
    is_ordered = known == sorted(known)
    if not is_ordered:
        places = _places(before, after, True)
    numbers: Counter[tuple[str, str]] = Counter()
    for place, in_gold in zip(places, after):
        if place is None:
            numbers["without %s" if is_cut else "ended elsewhere in %s", SENTENCE] += 1
        elif len(before[place]) != len(in_gold):
            numbers["cut into other tokens in %s", SENTENCE] += 1
        else:
            for name, one, other in zip(NAMES, zip(*before[place]), zip(*in_gold)):
                numbers["with another %s in %%s" % name, LINE] += sum(map(ne, one, other))
    ways = [words % plural(number, unit) for (words, unit), number in numbers.items() if number]
    signs = own_sign(lines), own_sign(found)
    if signs[0] != signs[1]:
        ways.append("with %s for an empty cell" % signs[0].decode())
    return tuple(ways if is_ordered else ["in another order", *ways])


def _places(before: Sequence[Keys], after: Sequence[Keys], by_names: bool) -> list[int | None]:
    """Return which sentence each one was, by its words, and of several the first, or that with its names."""
    own: dict[str, list[int]] = {}
    for place, rows in enumerate(before):
        own.setdefault(_key_of(rows), []).append(place)
    found: list[int | None] = []
    for in_gold in after:
        alike = own.get(_key_of(in_gold))
        if not alike:
            found.append(None)
            continue
        names = _names_of(in_gold)
        same = (place for place in alike if by_names and _names_of(before[place]) == names)
        found.append(next(same, alike[0]))
        alike.remove(found[-1])  # type: ignore[arg-type]
    return found


def _names_of(rows: Keys) -> list[list[bytes]]:
    return [key[:-1] for key in rows]


def _rows_of(lines: Lines) -> list[Keys]:
    """Return what is compared of the lines, by sentence."""
    several = (sentence.strip(b"\n") for sentence in _sentences(lines))
    return [[compared_fields(line) for line in one.split(b"\n")] for one in several if one]


def _key_of(rows: Keys) -> str:
    return key_of([row[-1].decode("utf-8", "replace") for row in rows])
