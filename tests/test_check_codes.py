"""Each code of ``check``: a small file that gives it, and it alone, where the problem is."""

from __future__ import annotations

import io
import re
from typing import NamedTuple

import pytest
from conftest import ROOT
from damaged import text_as_source_bytes

from sem2012_scorer import Checked, check_files
from sem2012_scorer.cli import answer


def sentence(number: int, *tokens: str) -> str:
    """Return a sentence in columns: each token is its word and its cells, *** if there are none."""
    lines = []
    for place, token in enumerate(tokens):
        word, *cells = token.split(" ")
        row = ["tale", str(number), str(place), word, word.lower(), "NN", "*", *(cells or ["***"])]
        lines.append("\t".join(row) + "\n")
    return "".join(lines) + "\n"


ONE = sentence(1, "He _ He _", "saw _ saw saw", "nobody nobody _ _", "there _ there _")
TWO = sentence(2, "The", "gate", "opened")
THREE = sentence(3, "Never Never _ _", "Señor _ Señor _", "slept _ slept slept")
GOLD = ONE + TWO + THREE
"""Lines 1 to 4, 6 to 8, and 10 to 12."""

GATE = TWO.splitlines(True)[1]
AFFIX = sentence(1, "An _ An _", "unkind un kind kind", "word _ word _")
NO_EVENT = AFFIX.replace("kind\tkind\n", "kind\t_\n")
EXCHANGED = sentence(1, "An _ _ An", "unkind un kind kind", "word _ _ word")
SPLIT = sentence(2, "The", "ga", "te", "opened")
SUN = sentence(1, "No No _ _", "sun _ sun _")
SUN_TWICE = sentence(1, "No No _ _ No _ _", "sun _ sun _ _ sun _")
PAIR = sentence(1, "no no - - - - -", "sun - sun - - - -", "ni - - - ni - -", "rain - - - - rain -")
SWAPPED = sentence(1, "no - - - no - -", "sun - - - - sun -", "ni ni - - - - -", "rain - rain - - - -")  # fmt: skip
MANY_LATER = [
    "".join(sentence(n, "So _ _ _", *marked, "now _ _ _") for n in range(1, 5))
    for marked in (("never never _ _", "sleeps _ _ _"), ("never _ _ _", "sleeps sleeps _ _"))
]
MANY_CUT = [
    "".join(sentence(n, "never never _ _", f"gardener _ {cell} _") for n in range(1, 11))
    for cell in ("gardener", "gard")
]
STARS = sentence(1, "It", "rains")
BOTH = ONE + THREE
BLIND = re.sub(r"(?m)^(tale\t1(\t[^\t\n]*){5}).*$", r"\1", ONE) + THREE
UNMARKED = re.sub(r"(?m)^(tale(\t[^\t\n]*){6}).*$", r"\1\t***", ONE)
MANY = "".join(sentence(n, "No%d No%d _ _" % (n, n), "sun _ sun _") for n in range(1, 7))
ELSE = "".join(sentence(n, "Ni%d Ni%d _ _" % (n, n), "sol _ sol _") for n in range(1, 7))


class Place(NamedTuple):
    """Files that give a code: the line of the finding, and its column if it is about a cell."""

    gold: str | None
    system: str | bytes
    line: int
    column: int = 0
    scorer: str = "eval.cd-sco"
    about: str = ""
    "What the finding must say."


WORDLESS = re.sub(r"(?m)^((\S+\t){3})\S+", r"\1_", ONE)
OF_GOLD_TOO = (
    "E303",
    "E501",
    "W118",
    "W915",
    "W917",
)  # in these cases gold has the problem as well


CASES = {
    "E101": Place(GOLD, GOLD.replace("gate", "date"), 7, about="date.*The >>gate<< opened"),
    "E102": Place(
        GOLD, GOLD.replace(GATE, ""), 7, about="here, the file lacks 1 token: that of gold line 7"
    ),
    "E103": Place(GOLD, GOLD.replace(GATE, GATE * 2), 8, about="1 token too many"),
    "E104": Place(ONE + THREE, ONE[:-1] + THREE, 5, about="the blank line .* is missing"),
    "E105": Place(GOLD, GOLD.encode("latin-1"), 11, about="another encoding"),
    "E106": Place(GOLD, ONE + SPLIT + THREE, 7, about="the text is gold's, but divided"),
    "E107": Place(MANY, ELSE, 1, about="none of gold's 6 sentences"),
    "E108": Place(
        GOLD, TWO + ONE + THREE, 1, about="all of gold's sentences, but in another order"
    ),
    "E201": Place(GOLD, GOLD.replace("there\t_\n", "there\t_\t_\t_\tx\n"), 4, 13, about="13.*10"),
    "E202": Place(sentence(1, "No No _ _"), sentence(1, "No No _"), 1, about="9 columns"),
    "E202, stars": Place(
        GOLD,
        GOLD.replace("*\t_\tsaw", "*\t***\tsaw"),
        5,
        1,
        about="line 2 has .*, but line 1 of the same sentence does not",
    ),
    "E302, cue": Place(GOLD, GOLD.replace("\tnobody\t_\t", "\t_\t_\t"), 5, about="negation 1"),
    "E302": Place(AFFIX, NO_EVENT, 4, 0, "scorer_task2", "no event"),
    "E303": Place(ONE + "\n" + TWO, ONE + "\n" + TWO, 6, about="W405, line 6"),
    "E501": Place(STARS, STARS, 1, about="division by zero"),
    "E601": Place(None, b"PK\3\4" + bytes(90), 1, about="zip"),
    "E603": Place(GOLD, GOLD.replace("\t", " "), 1, about="spaces"),
    "E604": Place(None, re.sub(r"(?m)^((\S+\t){6}\S+)\t.*$", r"\1", GOLD), 1, about="7 columns"),
    "E605": Place(
        GOLD, re.sub(r"\*\t[^*\n]+\n", "*\tCUE\t0\tX\n", GOLD), 1, about="21 of 21 cells"
    ),
    "W114": Place(ONE + TWO, GOLD, 10, about="lines 10 to 13"),
    "W117": Place(GOLD, GOLD.replace("\t_", "\t-"), 1, about='"?-"? .* _'),
    "W126": Place(GOLD, GOLD.replace("\tnobody\t_\t", "\tnobody \t_\t"), 3, 8, about="nobody "),
    "W128": Place(SUN, SUN_TWICE, 1, 11, about="negations 1 and 2"),
    "W401": Place(GOLD, GOLD.replace("\n", "\r\n", 1), 1, about="\\\\r"),
    "W402": Place(None, "\ufeff" + GOLD, 1, about="byte-order mark"),
    "W404": Place(None, ONE + TWO[:-1], 8, about="opened"),
    "W405": Place(None, TWO + "\n" + ONE, 5, about="two blank lines"),
    "W406": Place(None, "# my run\n\n" + GOLD, 1, about="# my run"),
    "W909, negations": Place(
        ONE, sentence(1, "He", "saw", "nobody", "there"), 1, about="gold has 1"
    ),
    "W118": Place(WORDLESS, WORDLESS, 1, 4, about="_ as the word of every token"),
    "W901": Place(
        GOLD, GOLD.replace("\tnobody\t_\t", "\tNobody\t_\t"), 3, 8, about="as in the word column"
    ),
    "W902": Place(ONE, ONE.replace("\tnobody\t_\t", "\tnobody\tnobody\t"), 3, about="cue: 1 of 1"),
    "W905": Place(AFFIX, AFFIX.replace("\tun\tkind\tkind", "\tunkind\t_\tkind"), 2, about="1 of 1"),
    "W908": Place(
        PAIR, SWAPPED, 1, 0, "scorer_task2", "1 sentence has gold.s cues in another order"
    ),
    "W909": Place(ONE, ONE.replace("saw\tsaw\n", "saw\t_\n"), 1, about=r"no events \(gold has 1\)"),
    "W909, columns": Place(BOTH, BLIND, 1, about="no annotation columns in 1 sentence with"),
    "W912": Place(
        AFFIX, EXCHANGED, 1, about="1 negation could be compared with gold, and matches it if"
    ),
    "W913": Place(
        ONE + TWO,
        ONE + TWO.replace("***", "-\t-\t-"),
        6,
        about='1 negation has "-" on every line of its cue column',
    ),
    "W916": Place(
        ONE * 5,
        (ONE.replace("\tsaw\tsaw\n", "\t_\tsaw\n").replace("\tHe\t_\n", "\tHe\t_\n")) * 5,
        2,
        1,
        about="5 of 5",
    ),
    "W917": Place(GOLD.replace("\t_\tHe\t_\n", "\t_\n"), GOLD, 1, about="1 sentence of gold"),
    "W918": Place(
        MANY_LATER[0],
        MANY_LATER[1],
        1,
        about="4 cues of gold stand one token later in the file, which has 4 cues",
    ),
    "W919": Place(MANY_CUT[0], MANY_CUT[1], 2, about="10 of 10 scope cells"),
    "W914": Place(ONE.replace("saw\tsaw\n", "saw\t_\n"), ONE, 1, about="the system has 1"),
    "W915": Place(BLIND, UNMARKED + THREE, 1, about="1 sentence of gold without annotation"),
}


def found_in(place: Place) -> Checked:
    gold = None if place.gold is None else io.BytesIO(place.gold.encode())
    return check_files(gold, io.BytesIO(text_as_source_bytes(place.system)), place.scorer)


@pytest.mark.parametrize("code", CASES)
def test_a_small_file_gives_one_code_where_the_problem_is(code: str) -> None:
    place, code = CASES[code], code[:4]
    checked = found_in(place)
    (finding,) = checked.findings
    assert (finding.code, finding.line) == (code, place.line), finding
    assert not place.column or finding.column == place.column, finding
    assert re.search(place.about, " ".join(finding[3:])), finding
    assert {*checked.places} == {code} and checked.warnings + checked.errors == 1
    assert (checked.errors, checked.warnings) == ((1, 0) if code[0] == "E" else (0, 1))
    assert checked.verdict == ("invalid" if code[0] == "E" else "valid")


@pytest.mark.parametrize("code", CASES)
def test_the_file_without_the_problem_is_valid(code: str) -> None:
    """Gold is the file before it was damaged, or a repair by hand where there is no gold."""
    place = CASES[code]
    right = GOLD if place.gold is None or code in OF_GOLD_TOO else place.gold
    checked = found_in(place._replace(gold=right, system=right))
    assert (checked.verdict, checked.findings) == ("valid", ()), checked


def test_a_slip_is_reported_only_if_it_runs_through_the_file() -> None:
    underscores = [one.replace("\t-", "\t_") for one in (PAIR, SWAPPED)]
    for gold, system in (
        (AFFIX * 2, AFFIX + EXCHANGED),
        (AFFIX * 3, AFFIX * 2 + text_as_source_bytes(CASES["W905"].system).decode()),
        (ONE * 3, ONE * 2 + text_as_source_bytes(CASES["W902"].system).decode()),
        underscores,
    ):
        assert found_in(Place(gold, system, 0)).findings == ()


def test_every_code_has_a_small_file_and_can_be_looked_up() -> None:
    text = (ROOT / "sem2012_scorer/checking/codes.txt").read_text("utf-8")
    titles = dict(re.findall(r"^([EW]\d{3}): (.+)$", text, re.M))
    assert {*titles} == {code[:4] for code in CASES}
    for code, title in titles.items():
        shown = answer(["check", "--about", code.lower()])
        head, meaning, example, fix = re.split("\n{1,2}", shown.stdout.decode().strip())
        assert head == "%s %s" % (code, title) and meaning.endswith(".")
        assert example.startswith("example  ") and fix.startswith("fix      ")
    wrong = answer(["check", "--about", "E999"])
    assert wrong.status == 2 and all(code.encode() in wrong.stderr for code in titles)
