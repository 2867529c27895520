"""Every damage of the catalog: done to a good file, `check` names it, and undoing it gives the file back.

Beside each damage stands its opposite. An entry of the catalog without one fails here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple
from unicodedata import normalize

import pytest
from conftest import ROOT

from sem2012_scorer.checking.catalog import CATALOG
from sem2012_scorer.checking.damage import Context
from sem2012_scorer.checking.damages_of_cells import SIGNS
from sem2012_scorer.checking.examined import examine
from sem2012_scorer.checking.repair import repair_copy_of_file
from sem2012_scorer.commands.diagnosis import diagnose_with_commands
from sem2012_scorer.reading.pair import Pair
from sem2012_scorer.reading.source import Source
from sem2012_scorer.reporting.rows import document_of

LARGER = (ROOT / "fixtures/larger-english/gold.txt").read_bytes()
GOLD = b"\n\n".join(LARGER.split(b"\n\n")[:40]) + b"\n\n"
Row = list[bytes]
Change = Callable[[bytes], bytes]


def lines(change: Callable[[Row], Row]) -> Change:
    """Return how to change the fields of each line."""

    def changed(text: bytes) -> bytes:
        rows = [line.split(b"\t") for line in text.split(b"\n")]
        return b"\n".join([b"\t".join(change(row)) if row != [b""] else b"" for row in rows])

    return changed


def sentences(change: Callable[[list[Row]], list[Row]]) -> Change:
    """Return how to change the rows of each sentence that has annotation."""

    def changed(text: bytes) -> bytes:
        parts = []
        for part in text.split(b"\n\n"):
            rows = [line.split(b"\t") for line in part.split(b"\n")]
            if len(rows[0]) > 8:
                rows = change(rows)
            parts.append(b"\n".join([b"\t".join(row) for row in rows]))
        return b"\n\n".join(parts)

    return changed


def annotated(change: Callable[[Row], Row]) -> Change:
    """Return how to change the cells of each line of a sentence with annotation."""
    return lines(lambda row: row if len(row) < 9 else row[:7] + change(row[7:]))


def strings(change: Callable[[bytes, Row], bytes]) -> Change:
    """Return how to change the cells that hold strings; the row is given, too."""
    return lines(
        lambda row: row[:7] + [c if c in (b"_", b"***") else change(c, row) for c in row[7:]]
    )


def stars_at_end(rows: list[Row]) -> list[Row]:
    """Return rows with *** in place of the last one's cells, if another one has nothing marked."""
    if any(set(row[7:]) == {b"_"} for row in rows[:-1]):
        return [*rows[:-1], [*rows[-1][:7], b"***"]]
    return rows


def word_in_scope(word: bytes) -> bytes:
    """Return gold in which a word stands inside of every scope."""
    words = (b"not", b"red", word, b"blue", b".")
    cells = ((b"not", b"_"), (b"_", b"red"), (b"_", word), (b"_", b"blue"), (b"_", b"_"))
    rows = [
        b"\t".join([b"garden", b"%d", b"%d" % at, text, text, b"NN", b"*", *both, b"_"])
        for at, (text, both) in enumerate(zip(words, cells))
    ]
    return b"".join([b"\n".join(rows).replace(b"%d", b"%d" % at) + b"\n\n" for at in range(9)])


def sign(other: str) -> Change:
    """Return how to write another sign into empty cells."""
    return annotated(lambda cells: [other.encode() if c == b"_" else c for c in cells])


def order(*places: int) -> Change:
    """Return how to write the columns of each negation in another order."""
    return annotated(lambda c: [c[at + place] for at in range(0, len(c), 3) for place in places])


def grouped(cells: Row) -> Row:
    return [*cells[0::3], *cells[1::3], *cells[2::3]]


def moved(by: int, every: int = 1) -> Change:
    """Return how to mark the tokens that stand later, or earlier, than the right ones."""

    def of_sentence(rows: list[Row]) -> list[Row]:
        out = []
        for index, row in enumerate(rows):
            at = index - by
            cells = list(row[7:])
            for place in range(0, len(cells), every):
                is_inside = 0 <= at < len(rows)
                cell = rows[at][7 + place] if is_inside else b"_"
                cells[place] = b"_" if cell == b"_" else row[3]
            out.append(row[:7] + cells)
        return out

    return sentences(of_sentence)


def beside(by: int) -> Change:
    """Return how to give each sentence the annotation of the one after (1) or before (-1) it."""

    def changed(text: bytes) -> bytes:
        parts = [[line.split(b"\t") for line in part.split(b"\n")] for part in text.split(b"\n\n")]
        parts = [part for part in parts if part != [[b""]]]
        out = []
        for number, rows in enumerate(parts):
            other = parts[(number + by) % len(parts)]
            if len(other[0]) == 8:
                out.append(b"\n".join([b"\t".join([*row[:7], b"***"]) for row in rows]))
                continue
            written = []
            for index, row in enumerate(rows):
                theirs = other[index][7:] if index < len(other) else [b"_"] * (len(other[0]) - 7)
                written.append([*row[:7], *[b"_" if c == b"_" else row[3] for c in theirs]])
            out.append(b"\n".join([b"\t".join(row) for row in written]))
        return b"\n\n".join(out) + b"\n\n"

    return changed


def filled(text: bytes) -> bytes:
    """Return a table whose lines were all made as wide as the widest."""
    most = max(len(line.split(b"\t")) for line in text.split(b"\n"))
    return lines(lambda row: row + [b"nan"] * (most - len(row)))(text)


def join_two(text: bytes) -> bytes:
    at = [line.start() for line in re.finditer(rb"(?m)^(?=\S+\t\d+\t[2-9]\t)", text)]
    for place in reversed(at[::7]):
        text = text[: place - 1] + b"\t" + text[place:]
    return text


def twice(cells: Row) -> Row:
    return cells + cells


def scope_with_cue(rows: list[Row]) -> list[Row]:
    for row in rows:
        for at in range(7, len(row), 3):
            if row[at] != b"_":
                row[at + 1] = row[3]
    return rows


def scope_without_event(rows: list[Row]) -> list[Row]:
    for row in rows:
        for at in range(7, len(row), 3):
            if row[at + 2] != b"_":
                row[at + 1] = b"_"
    return rows


def reverse_negations(cells: Row) -> Row:
    return [c for at in reversed(range(0, len(cells), 3)) for c in cells[at : at + 3]]


def whole_cues(rows: list[Row]) -> list[Row]:
    for row in rows:
        for at in range(7, len(row), 3):
            if row[at] != b"_":
                row[at] = row[3]
    return rows


def conflict(text: bytes) -> bytes:
    at = text.index(b"\n\n") + 2
    return text[:at] + b"<<<<<<< ours\n=======\n>>>>>>> theirs\n" + text[at:]


def repeated(cells: Row) -> Row:
    return [c for at in range(0, len(cells), 3) for c in (cells[at], cells[at], cells[at + 2])]


def without_none(text: bytes) -> bytes:
    return text.replace(b"\tNone\t", b"\t\t")


def same_numbers(text: bytes) -> bytes:
    return text.replace(b"moonlight01", b"tale")


class Done(NamedTuple):
    """How a damage is done: `change`; to which file, for which scorer, and whether there is no gold."""

    change: Change
    gold: bytes = GOLD
    scorer: str = "eval.cd-sco"
    is_alone: bool = False


ACCENTS = GOLD.replace(b"gardener", "gärtner".encode()).replace(b"well", "señor".encode())
"""The same with letters outside of ASCII."""
NONE = GOLD.replace(b"gardener", b"None")
"""With a word that programs take for a missing value."""
AFFIXES = re.sub(
    rb"(?m)^(.*)\tnever\tnever(.*)\tnever\t_\t_$", rb"\1\tunseen\tunseen\2\tun\t_\t_", GOLD
)
"""With affixes for cues."""
DASHED = annotated(lambda cells: [b"-" if cell == b"_" else cell for cell in cells])(GOLD)
"""With the sign of NEGES for empty cells."""

DONE: dict[str, Change | Done] = {
    "the file is saved as UTF-16 or UTF-32": lambda t: t.decode().encode("utf-16"),
    "a byte-order mark stands before the first word": lambda t: b"\xef\xbb\xbf" + t,
    "lines end in other characters than line feeds": lambda t: t.replace(b"\n", b"\r"),
    "lines end in carriage returns": lambda t: t.replace(b"\n", b"\r\n"),
    "the file is not in UTF-8, but in Latin-1 or Windows-1252": Done(
        lambda t: t.decode().encode("latin-1"), ACCENTS
    ),
    "its UTF-8 was read as Latin-1 and saved as UTF-8 again": Done(
        lambda t: t.decode("latin-1").encode(), ACCENTS
    ),
    "backslashes stand before _ and *, as in Markdown": lambda t: t.replace(b"_", b"\\_").replace(
        b"*", b"\\*"
    ),
    "characters are written as in HTML": Done(
        lambda t: t.replace(b"&", b"&amp;"), GOLD.replace(b"gardener", b"A&B")
    ),
    "comments or code fences stand between the tokens": lambda t: b"```\n" + t.replace(b"\n\n", b"\n\n# a\n", 3),
    "lines of a merge conflict stand between the tokens": conflict,
    "a line names the columns": lambda t: b"doc\tsent\tid\tword\tlemma\tpos\ttree\tcue\tscope\tevent\n" + t,
    "blank lines hold spaces or tabs": lambda t: t.replace(b"\n\n", b"\n \n"),
    "a program has filled blank lines": lambda t: t.replace(b"\n\n", b"\nnan\tnan\tnan\tnan\tnan\tnan\tnan\tnan\n"),
    "something stands in blank lines": lambda t: t.replace(b"\n\n", b"\n--\n", 8),
    "blank lines stand at the beginning, or after others": lambda t: t.replace(b"\n\n", b"\n\n\n", 9),
    "no blank line ends the file": lambda t: t[:-1],
    "commas separate the columns": lambda t: t.replace(b"\t", b","),
    "semicolons separate the columns": lambda t: t.replace(b"\t", b";"),
    "vertical bars separate the columns": lambda t: t.replace(b"\t", b"|"),
    "spaces separate the columns": lambda t: t.replace(b"\t", b" "),
    "spaces stand for some tabs": lambda t: t.replace(b"\tnever", b" never", 8),
    "lines were broken in two": lambda t: t.replace(b"\tnever\tRB", b"\tnever\n\tRB", 4),
    "two tokens stand in one line": join_two,
    "a tab stands twice": lambda t: t.replace(b"\tRB", b"\t\tRB", 5),
    "cells are in quotation marks": lines(lambda row: [b'"' + cell + b'"' for cell in row]),
    "quotation marks stand around whole lines": lambda t: re.sub(rb"(?m)^(.+)$", rb'"\1"', t),
    "spaces, or characters that are not seen, stand around columns 1 to 7": lines(
        lambda row: [*row[:3], row[3] + b" ", *row[4:]]
    ),
    "blank lines are missing, or stand at other places": lambda t: t.replace(b"\n\n", b"\n", 20),
    "blank lines are missing where the numbers of sentences change": Done(
        lambda t: t.replace(b"\n\n", b"\n", 20), is_alone=True
    ),
    "a column of numbers stands before the first one": lines(lambda row: [b"7", *row]),
    "columns before the annotation are missing that gold has": lines(lambda row: row[:1] + row[2:]),
    "a column is missing before the annotation": lines(lambda row: [*row[:4], b"X", b"Y", *row[7:]]),
    "2 columns are missing before the annotation": lines(lambda row: [*row[:4], b"X", *row[7:]]),
    "the last column is one too many": lines(lambda row: [*row, b"0.97"]),
    "there is a column too many before the annotation": lines(lambda row: [*row[:6], b"*", *row[6:]]),
    "the sentences stand in another order": lambda t: b"\n\n".join(t[:-2].split(b"\n\n")[::-1]) + b"\n\n",
    "the words are gold's, but file, sentence or token numbers are others": same_numbers,
    "a program took words for missing values": Done(without_none, NONE),
    "words are in another encoding or Unicode form, or have other quotation marks": Done(
        lambda t: normalize("NFD", t.decode()).encode(), ACCENTS
    ),
    "words have other capital letters": lines(lambda row: [*row[:3], row[3].upper(), *row[4:]]),
    "the word column holds other strings, such as lemmas": lines(
        lambda row: [*row[:3], row[3][:-1] + b"e", *row[4:]]
    ),
    "spaces stand around cells": strings(lambda cell, row: cell + b" "),
    "empty cells hold nothing": sign(""),
    "columns were filled up with missing values": filled,
    "commas join the cells of a negation": annotated(lambda c: [b",".join(c[at : at + 3]) for at in range(0, len(c), 3)]),
    "*** stands in empty cells": lambda t: sign("***")(t),
    "*** stands alone in lines of a sentence with annotation": sentences(stars_at_end),
    "columns mark no word; a sentence without negation has *** alone": lambda t: t.replace(b"***", b"_\t_\t_"),
    "*** was left out": lambda t: t.replace(b"\t***", b""),
    "cells have other capital letters": strings(lambda cell, row: cell.swapcase()),
    "cells are in another encoding or Unicode form": Done(
        strings(lambda cell, row: normalize("NFD", cell.decode()).encode()), ACCENTS
    ),
    "cells hold the strings of column 5, the lemmas": Done(
        strings(lambda cell, row: row[4] if cell == row[3] else cell), GOLD.replace(b"found\tfound\tVBD", b"found\tfind\tVBD")
    ),
    "cells hold the marks of a model's tokenizer": strings(lambda cell, row: "\u2581".encode() + cell),
    "cells hold labels or marks, not words": annotated(lambda c: [b"_" if s == b"_" else b"X" for s in c]),
    "negations stand there twice": annotated(twice),
    "the columns hold all cues, then all scopes, then all events": Done(
        annotated(grouped), annotated(lambda c: c + c[:2] + c[1:2])(GOLD)
    ),
    "the scope column repeats the cue, or the event column one of both": annotated(repeated),
    "negations have two columns: that of the event is missing": order(0, 1),
    "negations have one column, that of the cue": order(0),
    "each sentence has the annotation of the one after it": beside(1),
    "each sentence has the annotation of the one before it": beside(-1),
    "whole words stand where gold's cue is an affix": Done(sentences(whole_cues), AFFIXES),
    "scopes contain their cue": sentences(scope_with_cue),
    "events stand outside their scopes": sentences(scope_without_event),
    "negations stand in another order than gold's": Done(
        annotated(reverse_negations), DASHED, "scorer_task2"
    ),
    "_ stands in empty cells": Done(
        annotated(lambda c: [b"_" if s == b"-" else s for s in c]), DASHED, "scorer_task2"
    ),
    "cells lack the punctuation at the end of gold's strings": Done(
        strings(lambda cell, row: cell.rstrip(b".")), GOLD.replace(b"gardener", b"Mr.")
    ),
    "cells hold a part of gold's string": strings(lambda cell, row: cell[:-1] or cell),
    "cues alone stand a token later than its words": moved(1, 3),
    "cues alone stand a token earlier than its words": moved(-1, 3),
}  # fmt: skip
for other in SIGNS:
    name = other.decode()
    if other != b"_":
        DONE[f"{name} stands in empty cells"] = sign(name)
        changed, doubtful, scorer = sign(name), word_in_scope(other), "eval.cd-sco"
    else:
        changed = annotated(lambda c: [b"_" if s == b"-" else s for s in c])
        doubtful = annotated(lambda c: [b"-" if s == b"_" else s for s in c])(word_in_scope(b"\\"))
        doubtful, scorer = doubtful.replace(b"\\", b"_"), "scorer_task2"
    cause = f"{name} stands in empty cells, and in scopes it is a word, too"
    DONE[cause] = Done(changed, doubtful, scorer)
for first in permutations(("cue", "scope", "event")):
    if first != ("cue", "scope", "event"):
        written = order(*[("cue", "scope", "event").index(name) for name in first])
        DONE[f"the three columns of a negation are {', '.join(first)}"] = written
for by in (1, 2, 3):
    tokens = "a token" if by == 1 else f"{by} tokens"
    DONE[f"the annotation stands {tokens} later than its words"] = moved(by)
    DONE[f"the annotation stands {tokens} earlier than its words"] = moved(-by)


FOR_GOOD = (
    "a program took words for missing values",
    "cells hold labels or marks, not words",
    "the scope column repeats the cue, or the event column one of both",
    "negations have two columns: that of the event is missing",
    "negations have one column, that of the cue",
    "each sentence has the annotation of the one after it",
    "each sentence has the annotation of the one before it",
    *[cause for cause in DONE if " later than " in cause or " earlier than " in cause],
    *[cause for cause in DONE if "it is a word, too" in cause],
)
"""Damages after which something is lost for good."""
REPORTED_AS = {"*** was left out": "W909"}
"""Codes of damages at which the scorer does not abort."""


def damaged(cause: str) -> tuple[bytes, Pair]:
    """Return a good file, and the pair in which it has been damaged."""
    done = DONE[cause]
    if not isinstance(done, Done):
        done = Done(done)
    system = Source(content=done.change(done.gold), name="system.txt")
    gold = None if done.is_alone else Source(content=done.gold, name="gold.txt")
    return done.gold, Pair(gold, system, done.scorer)


def what_counts(text: bytes) -> bytes:
    """Return a file without its columns 5 to 7, which no scorer reads."""
    return lines(lambda row: row[:4] + row[7:])(text)


def test_every_damage_can_be_done() -> None:
    assert DONE.keys() == {damage.cause for damage in CATALOG}
    assert set(FOR_GOOD) <= DONE.keys()


@pytest.mark.parametrize("cause", DONE)
def test_a_damage_is_named_alone_and_undone_and_repaired_if_it_is_safe(cause: str) -> None:
    good, pair = damaged(cause)
    assert pair.system.content() != good
    checked, examined = diagnose_with_commands(pair, 3)
    assert examined is not None
    assert [one.damage.cause for one in examined.taken] == [cause]
    assert examined.golds_taken == ()
    is_back = what_counts(examined.document.content()) == what_counts(good)
    assert is_back == (cause not in FOR_GOOD)
    (damage, *_) = [damage for damage in CATALOG if damage.cause == cause]
    causes = {finding.cause.partition(" (")[0] for finding in checked.findings}
    code = REPORTED_AS.get(cause, damage.code)
    assert cause in causes or code in checked.places, checked.text()
    copy, after, _ = repair_copy_of_file(examined, checked, "system.fixed.txt")
    if not damage.is_safe:
        assert checked.commands == ()
        assert copy in (None, pair.system.content())
        return
    assert copy is not None
    assert after.verdict == "valid"
    assert checked.commands or cause in FOR_GOOD or checked.places == after.places
    assert (what_counts(copy) == what_counts(good)) == (cause not in FOR_GOOD)


@pytest.mark.parametrize("gold", [GOLD, ACCENTS, NONE, AFFIXES, DASHED])
def test_a_good_file_has_no_damage(gold: bytes) -> None:
    source = Source(content=gold, name="gold.txt")
    for pair in (Pair(source, source), Pair(None, source)):
        examined = examine(pair)
        assert (examined.taken, examined.golds_taken) == ((), ())


@pytest.mark.parametrize("empty", [b"_", b"-"])
def test_a_lost_column_does_not_make_a_negation_an_empty_one(empty: bytes) -> None:
    """Its cue stands before the columns of the annotation then."""
    cues_alone = annotated(
        lambda c: [c[at - at % 3] if at % 3 == 0 else empty for at in range(len(c))]
    )
    gold = cues_alone(sign(empty.decode())(GOLD))
    parts = gold.split(b"\n\n")
    at = next(
        index for index, part in enumerate(parts) if part.count(b"\t") == 9 * part.count(b"\n") + 9
    )
    parts[at] = lines(lambda row: row[:4] + row[5:])(parts[at])
    scorer = {b"_": "eval.cd-sco", b"-": "scorer_task2"}[empty]
    examined = examine(Pair(None, Source(content=b"\n\n".join(parts)), scorer))
    assert examined.safe == () and examined.stop is not None


@pytest.mark.parametrize("cell", [b"O", b"F", b"NA"])
def test_a_sign_or_a_letter_of_a_word_is_not_made_a_part_of_it(cell: bytes) -> None:
    word = {b"O": b"snow", b"F": b"leaf", b"NA": b"naval"}[cell]
    not_ = b"garden\t0\t0\tnot\tnot\tRB\t*\tnot\t_\t_\n"
    row = b"garden\t0\t1\t%s\t%s\tNN\t*\t_\t%s\t_\n\n" % (word, word, cell)
    pair = Pair(None, Source(content=not_ + row + GOLD))
    assert examine(pair).safe == ()


LOST = "columns before the annotation are missing that gold has"


def causes_beside(gold: bytes, system: bytes) -> list[str]:
    """Return the causes that are found in a system's file, and in gold."""
    examined = examine(Pair(Source(content=gold), Source(content=system)))
    return [one.damage.cause for one in (*examined.taken, *examined.golds_taken)]


def test_columns_are_lost_only_if_what_is_left_can_be_read() -> None:
    without_tags = lines(lambda row: [*row[:4], b"_", b"_", b"_", *row[7:]])(GOLD)
    exchanged = sentences(lambda rows: [[*row[:3], b"_", row[3], *row[5:]] for row in rows])(
        without_tags
    )
    assert LOST not in causes_beside(without_tags, exchanged)
    lost = lines(lambda row: row[:1] + row[2:])(GOLD)
    assert causes_beside(lines(lambda row: row[:7])(GOLD), lost) == [LOST]
    (damage,) = [damage for damage in CATALOG if damage.cause == LOST]
    other_parse = lines(lambda row: [*row[:6], b"X", *row[7:]])(GOLD)
    stars_for_parse = lines(lambda row: [*row[:6], b"***"])(GOLD)
    for gold, system in ((GOLD, other_parse), (stars_for_parse, GOLD.replace(b"\t***", b""))):
        document = document_of(system)
        assert damage.undo(document, Context(document_of(gold), b"_")).lines == document.lines


def test_grouped_columns_are_seen_though_most_sentences_have_one_negation() -> None:
    parts = annotated(lambda c: c[:3])(GOLD).rstrip(b"\n").split(b"\n\n")
    several = GOLD.split(b"\n\n")[:40]
    twos = [at for at, part in enumerate(several) if part.split(b"\n")[0].count(b"\t") > 10]
    for at in twos:
        parts[at] = several[at]
    gold = b"\n\n".join([*parts, *parts]) + b"\n\n"
    cause = "the columns hold all cues, then all scopes, then all events"
    assert causes_beside(gold, annotated(grouped)(gold)) == [cause]
