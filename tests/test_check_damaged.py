"""Eighty ways to damage a submission: the verdict on each, the hints followed, and the fixed copy."""

from __future__ import annotations

import io
import re
from itertools import product

import pytest
from conftest import examples, sample
from damaged import CD_SCO, DAMAGES, NEGES, blind, damaged
from hypothesis import given, settings
from hypothesis import strategies as st
from submissions import check_submission

from sem2012_scorer.checking import fixing
from sem2012_scorer.checking.codes import NOTE, entry_of
from sem2012_scorer.checking.files import File
from sem2012_scorer.checking.slips import ON_REQUEST
from sem2012_scorer.checking.verdict import Checked
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.legacy.originals import ORIGINALS

SCORERS = {"eval.cd-sco": CD_SCO, "scorer_task2": NEGES}
VERDICTS = {"valid": "ok", "valid, but": "but", "invalid": "bad"}


def shown(checked: Checked) -> str:
    """Return the verdict, STOP if the scorer stops, and the codes."""
    codes = dict.fromkeys(f.code for f in checked.findings)
    return " ".join([VERDICTS[checked.verdict], *["STOP"] * checked.stops, *codes])


def checked(system: bytes, gold: str | None, scorer: str) -> Checked:
    source = None if gold is None else io.BytesIO(gold.encode())
    return check_submission(io.BytesIO(system), source, scorer, every_place=True)


def fixed(system: bytes, gold: str | None, scorer: str, also: tuple[str, ...] = ()) -> bytes:
    known = None if gold is None else File(GOLD, "gold", gold.encode())
    return fixing.fixed(File(SYSTEM, "system", system), known, ORIGINALS[scorer], also).content


def row(name: str) -> str:
    """Return what is said of a damage: by scorer, with gold, with a blind file, and without either."""
    parts = []
    for scorer, right in SCORERS.items():
        system = damaged(name, right is NEGES)
        for gold in (right, blind(right), None):
            before = shown(checked(system, gold, scorer))
            copy = fixed(system, gold, scorer)
            after = "" if copy == system else " -> " + shown(checked(copy, gold, scorer))
            parts.append(before + after)
    return "%s: %s" % (name, " | ".join(parts))


TABLE = """\
nothing: ok | ok | ok | ok | ok | ok
labels in all cells: bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204
O in all cells: bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204
nan in all cells: bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204
1 and 0: bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204 | bad E805 W204
nan for empty: bad E805 | bad E805 | bad E805 | bad E805 | bad E805 | bad E805
a mark for empty: bad E805 | bad E805 | bad E805 | bad E805 | bad E805 | bad E805
one label: but W118 | but W118 | but W118 | but W118 | but W118 | but W118
blind: bad E604 | bad E604 | bad E604 | bad E604 | bad E604 | bad E604
blind with a trailing tab: bad E604 | bad E604 | bad E604 | bad E604 | bad E604 | bad E604
*** everywhere: but W801 | ok N801 | ok N801 | but W801 | ok N801 | ok N801
** for ***: but W121 W204 -> ok | but W121 W204 -> ok | but W121 W204 -> ok | but W121 W204 -> ok | but W121 W204 -> ok | but W121 W204 -> ok
_ for ***: bad STOP E204 -> ok | bad STOP E204 -> ok | bad STOP E204 -> ok | bad STOP E204 -> ok | bad STOP E204 -> ok | bad STOP E204 -> ok
empty cells in all columns: bad STOP E301 W801 -> but W801 | bad STOP E301 N911 N801 -> ok N801 | bad STOP E301 N801 N911 -> ok N801 | bad STOP E302 W125 W801 W117 -> but W801 | bad STOP E302 W125 N911 N801 -> ok N801 | bad STOP E302 W125 N801 N911 -> ok N801
cues in their scopes: but W902 | ok N902 | ok N902 | ok N902 | ok N902 | ok N902
affixes as whole words: but W905 | ok | ok | but W905 | ok | ok
one cue as several: but W906 | ok | ok | but W906 | ok | ok
several cues as one: but W907 | ok | ok | but W907 | ok | ok
out of order: ok | ok | ok | but W908 | ok | ok
lower case: but W120 -> ok | but W120 -> ok | but W120 -> ok | but W120 -> ok | but W120 -> ok | but W120 -> ok
upper case: bad E805 W120 -> ok | bad E805 W120 -> ok | bad E805 W120 -> ok | bad E805 W120 -> ok | bad E805 W120 -> ok | bad E805 W120 -> ok
no events: but W909 | ok N909 | ok N909 | ok | ok | ok
no scopes: but W910 | ok N910 | ok N910 | but W910 | ok | ok
no cues: bad STOP E301 E204 W801 -> bad STOP E301 W801 | bad STOP E301 E204 N801 -> bad STOP E301 N801 | bad STOP E301 E204 N801 -> bad STOP E301 N801 | but W801 W204 -> but W801 W802 | but W204 N801 -> ok N801 | but W204 N801 -> ok N801
the same cue twice: bad STOP E301 | bad STOP E301 | bad STOP E301 | ok | ok | ok
Latin-1: bad STOP E105 -> ok | bad STOP E105 -> ok | ok N904 | bad STOP E105 -> ok | bad STOP E105 -> ok | ok N904
UTF-16: bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> ok
UTF-32: bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> ok
a byte-order mark: bad STOP E402 -> ok | bad STOP E402 -> ok | but W402 -> ok | bad STOP E402 -> ok | bad STOP E402 -> ok | but W402 -> ok
carriage returns: bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok
two carriage returns: bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok
a carriage return in one line: but W401 -> ok | but W401 -> ok | but W401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok | bad STOP E401 -> ok
carriage returns alone: bad STOP E609 -> ok | bad STOP E609 -> ok | bad STOP E609 -> ok | bad STOP E609 -> ok | bad STOP E609 -> ok | bad STOP E609 -> ok
no blank line at the end: bad STOP E404 -> ok | bad STOP E404 -> ok | but W404 -> ok | bad STOP E404 -> ok | bad STOP E404 -> ok | but W404 -> ok
no newline at the end: bad STOP E404 -> ok | bad STOP E404 -> ok | but W404 -> ok | bad STOP E404 -> ok | bad STOP E404 -> ok | but W404 -> ok
a space in blank lines: bad STOP E108 W108 -> ok | bad STOP E108 W108 -> ok | bad STOP E108 W108 -> ok | bad STOP E108 W108 -> ok | bad STOP E108 W108 -> ok | bad STOP E108 W108 -> ok
two blank lines: bad STOP E104 W303 -> ok | bad STOP E104 W303 -> ok | bad STOP E303 W303 | bad STOP E104 W303 -> ok | bad STOP E104 W303 -> ok | bad STOP E303 W303
no blank lines: bad STOP E104 E201 E203 -> ok | bad STOP E104 E201 E203 -> ok | bad STOP E201 E203 W131 | bad STOP E104 E201 E203 -> ok | bad STOP E104 E201 E203 -> ok | bad STOP E201 E203 W131
a line dropped: bad STOP E102 | bad STOP E102 | but W131 | bad STOP E102 | bad STOP E102 | but W131
a line doubled: bad STOP E103 | bad STOP E103 | but W131 | bad STOP E103 | bad STOP E103 | but W131
a token split: bad STOP E101 -> ok | bad STOP E101 -> ok | but W131 | bad STOP E101 -> ok | bad STOP E101 -> ok | but W131
another word: bad STOP E101 | bad STOP E101 | ok | bad STOP E101 | bad STOP E101 | ok
sentences exchanged: bad STOP E103 E102 -> ok | bad STOP E103 E102 -> ok | but W132 | bad STOP E103 E102 -> ok | bad STOP E103 E102 -> ok | but W132
a sentence twice: but W114 | but W114 | but W133 | but W114 | but W114 | but W133
a sentence missing: bad STOP E102 | bad STOP E102 | but W132 | bad STOP E102 | bad STOP E102 | but W132
cut off: bad STOP E101 E201 W404 | bad STOP E101 E201 W404 | bad STOP E201 W404 | bad STOP E101 E201 W404 | bad STOP E101 E201 W404 | bad STOP E201 W404
joined with another document: but W114 | but W114 | but W133 | but W114 | but W114 | but W133
spaces at the ends of lines: but W126 W204 -> ok | but W126 W204 -> ok | but W126 W204 -> ok | but W126 W204 -> ok | but W126 W204 -> ok | but W126 W204 -> ok
names of the columns: bad STOP E119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok
names and a blank line: bad STOP E119 -> ok | bad STOP E119 -> ok | but W119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok | but W119 -> ok
a comment: bad STOP E119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok | bad STOP E119 -> ok
row numbers: bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> ok
row numbers without blank lines: bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> ok
quotes: bad STOP E603 -> ok | bad STOP E603 -> ok | bad E603 -> ok | bad STOP E603 -> ok | bad STOP E603 -> ok | bad E603 -> ok
spaces for tabs: bad STOP E603 -> ok | bad STOP E603 -> ok | bad E603 | bad STOP E603 -> ok | bad STOP E603 -> ok | bad E603
commas for tabs: bad STOP E603 -> ok | bad STOP E603 -> ok | bad E603 | bad STOP E603 -> ok | bad STOP E603 -> ok | bad E603
a table with commas: bad STOP E603 -> ok | bad STOP E603 -> ok | bad E603 | bad STOP E603 -> ok | bad STOP E603 -> ok | bad E603
a table with tabs: bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> bad STOP E201 E203 W131 | bad STOP E606 -> ok | bad STOP E606 -> ok | bad STOP E606 -> bad STOP E201 E203 W131
a column too few: bad STOP E201 | bad STOP E201 | bad STOP E201 | bad STOP E201 | bad STOP E201 | bad STOP E201
a third column cut off: bad STOP E202 | bad STOP E202 | bad STOP E202 | bad STOP E202 | bad STOP E202 | bad STOP E202
a space in a cell: but W126 | but W126 | but W126 | but W126 | but W126 | but W126
an empty cell: but W106 -> ok | but W106 -> ok | but W106 -> ok | but W106 -> ok | but W106 -> ok | but W106 -> ok
*** in one line: bad STOP E203 | bad STOP E203 | bad STOP E203 | bad STOP E203 | bad STOP E203 | bad STOP E203
the other sign for empty: but W802 W124 W117 -> ok | but W124 | but W124 | but W125 W802 W117 -> ok | but W125 -> ok | but W125
empty: bad STOP E601 | bad STOP E601 | bad E601 | bad STOP E601 | bad STOP E601 | bad E601
a zip: bad STOP E602 | bad STOP E602 | bad E602 | bad STOP E602 | bad STOP E602 | bad E602
JSON: bad STOP E607 | bad STOP E607 | bad E607 | bad STOP E607 | bad STOP E607 | bad E607
random bytes: bad STOP E602 | bad STOP E602 | bad STOP E602 | bad STOP E602 | bad STOP E602 | bad STOP E602
sentences in reverse: bad STOP E101 -> ok | bad STOP E101 -> ok | but W132 | bad STOP E101 -> ok | bad STOP E101 -> ok | but W132
another document: bad STOP E101 -> ok | bad STOP E101 -> ok | ok | bad STOP E101 -> ok | bad STOP E101 -> ok | ok
sentences counted from another number: bad STOP E101 -> ok | bad STOP E101 -> ok | ok | bad STOP E101 -> ok | bad STOP E101 -> ok | ok
tokens counted from another number: bad STOP E101 -> ok | bad STOP E101 -> ok | ok | bad STOP E101 -> ok | bad STOP E101 -> ok | ok
decomposed letters: bad STOP E101 -> ok | bad STOP E101 -> ok | ok | bad STOP E101 -> ok | bad STOP E101 -> ok | ok
words in lower case: bad STOP E101 W120 -> ok | bad STOP E101 W120 -> ok | but W120 -> ok | bad STOP E101 W120 -> ok | bad STOP E101 W120 -> ok | but W120 -> ok
words joined: bad STOP E101 -> ok | bad STOP E101 -> ok | ok | bad STOP E101 -> ok | bad STOP E101 -> ok | ok
no lemma: bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 E302 W208 N902 N127 -> ok
no parse: bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok | bad STOP E202 W208 N902 N127 -> ok
no lemma, tag and parse: bad STOP E202 W208 -> ok | bad STOP E202 W208 -> ok | bad STOP E202 W208 -> ok | bad STOP E202 W208 -> ok | bad STOP E202 W208 -> ok | bad STOP E202 W208 -> ok
in reverse in UTF-16 with carriage returns: bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> but W132 | bad STOP E605 -> ok | bad STOP E605 -> ok | bad STOP E605 -> but W132
in reverse without a sentence: bad STOP E101 | bad STOP E101 | but W132 | bad STOP E101 | bad STOP E101 | but W132
another text: bad STOP E107 N901 | bad STOP E107 N901 | ok N901 | bad STOP E107 N901 | bad STOP E107 N901 | ok N901
a space after each cell: but W126 -> ok | but W126 -> ok | but W126 -> ok | but W126 N127 -> ok | but W126 N127 -> ok | but W126 N127 -> ok
the other sign in the events: bad E805 -> ok | bad E805 | bad E805 | but W117 -> ok | but W117 -> ok | but W117
scopes and events exchanged: but W912 | ok | ok | ok | ok | ok
"""
"""Each damage: for eval.cd-sco and then scorer_task2 with gold, with a blind file, and without;
after the arrow, what is said of the fixed copy, where that is another file."""


@pytest.mark.parametrize("expected", TABLE.splitlines(), ids=lambda line: line.partition(":")[0])
def test_every_damage_has_its_verdict_and_its_fixed_copy(expected) -> None:
    assert row(expected.partition(":")[0]) == expected


@pytest.mark.parametrize("scorer", SCORERS)
@pytest.mark.parametrize("name", DAMAGES)
def test_a_fixed_copy_that_is_valid_is_the_file_before_it_was_damaged(name, scorer) -> None:
    """Byte for byte, but for the tab at the end of each line that a table or other fields lost."""
    right = SCORERS[scorer]
    system = damaged(name, right is NEGES)
    copy = fixed(system, right, scorer)
    if copy != system and checked(copy, right, scorer).verdict == "valid":
        assert copy.replace(b"\t\n", b"\n") == right.replace("\t\n", "\n").encode()


def test_the_table_has_every_damage() -> None:
    assert [line.partition(":")[0] for line in TABLE.splitlines()] == list(DAMAGES)
    assert len(DAMAGES) >= 80


# What the hint of a code says, done by hand to a file's lines at the finding's line (from 0), with gold's lines.
Lines = list[str]


def copied(lines: Lines, place: int, gold: Lines) -> Lines:
    own = gold[place].split("\t")[:4] + lines[place].split("\t")[4:]
    return [*lines[:place], "\t".join(own), *lines[place + 1 :]]


def given_back(lines: Lines, place: int, gold: Lines) -> Lines:
    missing = len(gold) - len(lines)
    return lines[:place] + gold[place : place + max(missing, 1)] + lines[place:]


def taken_out(lines: Lines, place: int, gold: Lines) -> Lines:
    return lines[:place] + lines[place + 1 :]


def blank_line(lines: Lines, place: int, gold: Lines) -> Lines:
    return lines[:place] + [""] + lines[place:] if lines[place] else taken_out(lines, place, gold)


def whole_sentence(lines: Lines, place: int, gold: Lines) -> Lines:
    """The sentence as it should have been written: what a system's author would write again."""
    return [*gold]


def cells_empty(bad: str) -> object:
    def change(lines: Lines, place: int, gold: Lines) -> Lines:
        sign = "-" if any(line.endswith("\t") for line in gold) else "_"
        row = [sign if re.fullmatch(bad, cell) else cell for cell in lines[place].split("\t")]
        end = "\t" if lines[place].endswith("\t") else ""
        fields = lines[place].rstrip("\t").split("\t")
        row = [sign if n > 6 and re.fullmatch(bad, c) else c for n, c in enumerate(fields)]
        return [*lines[:place], "\t".join(row) + end, *lines[place + 1 :]]

    return change


BY_HAND = {
    "E101": copied,
    "E102": given_back,
    "E103": taken_out,
    "W404": lambda lines, place, gold: [*"\n".join(lines).rstrip("\n").split("\n"), "", ""],
    "E104": blank_line,
    "E201": whole_sentence,
    "E202": whole_sentence,
    "E203": whole_sentence,
    "E204": whole_sentence,
    "E301": whole_sentence,
    "E302": whole_sentence,
    "E107": whole_sentence,
    "E601": whole_sentence,
    "E602": whole_sentence,
    "E603": whole_sentence,
    "E604": whole_sentence,
    "E607": whole_sentence,
    "E805": whole_sentence,
    "N909": whole_sentence,
    "N910": whole_sentence,
    "W801": whole_sentence,
    "W303": taken_out,
    "W126": whole_sentence,
    "W106": cells_empty(""),
    "W114": lambda lines, place, gold: lines[:place] + [""],
    "W118": cells_empty("B-CUE"),
    "W119": taken_out,
}
"""What a person does where the hint names no command."""


def places(found: Checked, code: str) -> int:
    return sum(finding.places for finding in found.findings if finding.code[1:] == code[1:])


@pytest.mark.parametrize(
    "scorer, name", sample(product(SCORERS, [name for name in DAMAGES if name != "nothing"]))
)
def test_every_hint_followed_gives_a_file_with_less_of_its_problem(scorer, name) -> None:
    right = SCORERS[scorer]
    system = damaged(name, right is NEGES)
    found = checked(system, right, scorer)
    for finding in found.findings:
        command = re.search(r"check (?:-g GOLD )?--fix OUT(?: --also (\w+))?", finding.hint)
        copy = fixed(system, right, scorer)
        if command:
            assert entry_of(finding.code) is not None
            also = (command[1],) if command[1] else ()
            assert set(also) <= {*ON_REQUEST}
            copy = fixed(system, right, scorer, also)
        elif finding.code in ("W902", "N902", "N127", "N901") and "E202" in {
            f.code for f in found.findings
        }:
            # What is found in columns that are others': gone with the columns.
            continue
        elif places(checked(copy, right, scorer), finding.code) >= finding.places:
            lines = system.decode("utf-8", "replace").split("\n")
            edit = {code[1:]: one for code, one in BY_HAND.items()}.get(finding.code[1:])
            if finding.hint.startswith("write gold's"):
                edit = whole_sentence
            if edit is None:
                assert finding.level == NOTE or finding.code in ("W124", "W908"), finding
                continue
            if finding.code == "E103":
                # The message says how many lines there are.
                extra = int(finding.message.split()[0])
                del lines[finding.line : finding.line - 1 + extra]
            copy = "\n".join(edit(lines, finding.line - 1, right.split("\n"))).encode()  # type: ignore[operator]
        after = checked(copy, right, scorer)
        assert places(after, finding.code) < places(found, finding.code), (finding, shown(after))


@given(st.sampled_from(sorted(DAMAGES)), st.sampled_from(sorted(SCORERS)), st.booleans())
@settings(max_examples=examples(60))
def test_a_fixed_copy_fixed_again_is_the_same(name, scorer, has_gold) -> None:
    gold = SCORERS[scorer] if has_gold else None
    copy = fixed(damaged(name, scorer == "scorer_task2"), gold, scorer)
    assert fixed(copy, gold, scorer) == copy


def test_a_file_that_changes_while_it_is_read_is_an_error_and_no_traceback(tmp_path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"a\n" * 5)
    file = File(SYSTEM, "file.txt", lambda: path.open("rb"))
    path.write_bytes(b"a\n")
    with pytest.raises(OSError, match="the file changed while it was read"):
        file.lines[4]
