"""What a systematic slip costs: counted, mended, and scored again."""

from __future__ import annotations

import io
import json
import warnings

import pytest
from damaged import CD_SCO, NEGES, SENTENCES, damaged
from hypothesis import given
from hypothesis import strategies as st
from submissions import check_submission

from compat.workbench.generator import generate
from sem2012_scorer import (
    ScoringError,
    score_files,
)
from sem2012_scorer.checking import fixing
from sem2012_scorer.checking.codes import NOTE, WARNING
from sem2012_scorer.checking.files import File
from sem2012_scorer.checking.mends import (
    affixes_of_gold,
    as_in_word,
    cue_left_out,
    cues_joined,
    cues_parted,
    exchanged,
    in_order_of_cues,
    negations_of,
    without_empty,
    without_part,
)
from sem2012_scorer.checking.slips import ON_REQUEST, SLIPS
from sem2012_scorer.cli import answer
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.legacy.originals import ORIGINALS

EVAL = ORIGINALS["eval.cd-sco"]


def f1_of(gold: bytes, system: bytes, scorer: str = "eval.cd-sco") -> dict[str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = score_files(io.BytesIO(gold), io.BytesIO(system), scorer)
    return {row.label: report[row.label].printed.f1 for row in ORIGINALS[scorer].table.rows}


def fixed(gold: bytes, system: bytes, also: tuple[str, ...] = ()) -> bytes:
    return fixing.fixed(File(SYSTEM, "s", system), File(GOLD, "g", gold), EVAL, also).content


def slipped(text: str, gold: str = CD_SCO, scorer: str = "eval.cd-sco"):
    return check_submission(io.BytesIO(text.encode()), io.BytesIO(gold.encode()), scorer)


COSTS = [
    ("cues in their scopes", "N902", 5, 6),
    ("affixes as whole words", "N905", 1, 1),
    ("one cue as several", "N906", 1, 1),
    ("several cues as one", "N907", 1, 2),
    ("lower case", "W120", 5, 30),
]


@pytest.mark.parametrize("damage, code, number, of", COSTS)
def test_a_slip_is_counted_and_mended_and_the_dearest_row_is_first(
    damage, code, number, of
) -> None:
    gold, system = CD_SCO.encode(), damaged(damage, False)
    found = slipped(system.decode())
    (cost,) = (cost for cost in found.costs if cost.code == code)
    assert (cost.number, cost.of) == (number, of)
    label, *_ = cost.rows[0]
    assert cost.rows[0][1:] == (f1_of(gold, system)[label], "100.00")
    assert cost.points == max(float(m) - float(w) for _, w, m in cost.rows)
    (finding,) = (finding for finding in found.findings if finding.code[1:] == code[1:])
    assert (finding.level, finding.points, finding.places) == (WARNING, cost.points, number)
    # Cues that were one have the same scope as mended: which is whose, the system did not say.
    if code in ON_REQUEST and code != "N907":
        assert fixed(gold, system, (code,)) == gold


@given(st.integers(0, 2**32), st.sampled_from(ON_REQUEST))
def test_what_mending_gives_is_what_the_mended_file_scores(seed, code) -> None:
    """Another way to the same numbers: the whole file is mended, and scored by itself."""
    pair = generate(seed)
    try:
        system = fixed(pair.gold, pair.system)
        written = f1_of(pair.gold, system)
        again = f1_of(pair.gold, fixed(pair.gold, system, (code,)))
    except ScoringError:
        return
    checked = check_submission(io.BytesIO(system), io.BytesIO(pair.gold))
    if {"E301", "E805", "W404"} & {finding.code for finding in checked.findings}:
        # Cells that are no words have no slips; what is not read as it stands is mended too.
        return
    costs = checked.costs
    moved = {
        label: (written[label], again[label]) for label in written if written[label] != again[label]
    }
    found = {label: (one, other) for c in costs if c.code == code for label, one, other in c.rows}
    if SLIPS[code].share and not found:
        # What fewer than half of the places have is an error of the system.
        return
    assert found == moved


def test_what_has_no_single_mend_has_no_second_number() -> None:
    for damage, code, label in (
        ("no events", "N909", "Negated(no cue match)"),
        ("no scopes", "N910", "Scopes(cue match)"),
    ):
        found = slipped(damaged(damage, False).decode())
        (cost,) = (cost for cost in found.costs if cost.code == code)
        assert cost.number == cost.of == 6 and cost.rows[0][0] == label
        assert all(mended is None for *_, mended in cost.rows)
        assert found.verdict == "valid, but"


def test_a_slip_that_costs_less_than_a_point_is_a_note_and_an_error_of_the_system_is_none() -> None:
    gold = "".join(CD_SCO.replace("garden\t", "garden%d\t" % number) for number in range(60))
    system = gold.replace("\tun\t", "\tUn\t", 1)
    found = slipped(system, gold)
    (finding,) = found.findings
    assert (finding.code, finding.level, found.verdict) == ("N120", NOTE, "valid")
    assert 0 < finding.points < 1
    assert not slipped(gold.replace("\tun\t", "\tunhappy\t", 1), gold).findings


def test_without_gold_a_slip_is_a_note_with_its_number() -> None:
    system = damaged("cues in their scopes", False)
    (finding,) = check_submission(io.BytesIO(system)).findings
    assert (finding.code, finding.level, finding.places) == ("N902", NOTE, 5)
    assert finding.message.startswith(
        "the cue in its own scope: 5 of 6 negations with a scope; where"
    )


def test_where_gold_has_its_cues_in_their_scopes_too_nothing_would_be_gained() -> None:
    system = damaged("cues in their scopes", False).decode()
    found = slipped(system, system)
    assert found.verdict == "valid" and not any(f.points for f in found.findings)


def parts(*negations: str):
    """Return negations of words a to f: each ``cue/scope/event``, a letter for a token."""
    return [
        tuple({"abcdef".index(one): one.encode() for one in part} for part in negation.split("/"))
        for negation in negations
    ]


MENDS = [
    (cue_left_out, [], ["a/abc/b", "d/ef/"], ["a/bc/b", "d/ef/"], (1, 2)),
    (cue_left_out, [], ["a//", "b/c/c"], ["a//", "b/c/c"], (0, 1)),
    # Only what is inside gold's cue is joined with it; the rest stays, as does the order.
    (cues_joined, ["ac/def/"], ["a/de/d", "b/f/", "c/ef/"], ["ac/def/d", "b/f/"], (1, 1)),
    (cues_joined, ["ac/def/"], ["a/cd/", "c/ae/"], ["ac/de/"], (1, 1)),
    (cues_joined, ["ac/d/", "c/e/"], ["a/d/", "c/e/"], ["a/d/", "c/e/"], (0, 1)),
    (cues_joined, ["ac/d/"], ["a/d/", "/e/"], ["a/d/", "/e/"], (0, 1)),
    (cues_joined, ["ac/d/"], ["ab/d/", "c/e/"], ["ab/d/", "c/e/"], (0, 1)),
    (cues_parted, ["a/d/", "c/e/"], ["ac/de/d", "b//"], ["a/de/d", "c/de/d", "b//"], (1, 1)),
    (cues_parted, ["a/d/", "c/e/"], ["abc/d/"], ["ab/d/", "c/d/"], (1, 1)),
    (cues_parted, ["ac/d/", "c/e/"], ["ac/d/"], ["ac/d/"], (0, 1)),
    (cues_parted, ["ab/d/", "bc/e/"], ["abc/d/"], ["abc/d/"], (0, 1)),
    (cues_parted, ["a/d/"], ["ac/d/"], ["ac/d/"], (0, 1)),
    (in_order_of_cues, [], ["c/d/", "a/b/", "/e/"], ["c/d/", "a/b/", "/e/"], (0, 0)),
    (in_order_of_cues, [], ["c/d/", "a/b/"], ["a/b/", "c/d/"], (1, 1)),
    (
        exchanged,
        [],
        ["a/b/def", "c/de/f", "b//d", "d//ef"],
        ["a/def/b", "c/f/de", "b/d/", "d/ef/"],
        (2, 4),
    ),
    (without_empty, [], ["//", "a/b/", "//"], ["a/b/"], (2, 3)),
    (without_empty, ["//", "a//"], ["//", "a/b/", "//"], ["//", "a/b/"], (1, 3)),
    (in_order_of_cues, [], ["a/d/", "c/b/"], ["a/d/", "c/b/"], (0, 1)),
    (in_order_of_cues, [], ["c/d/"], ["c/d/"], (0, 0)),
    (without_part(1), ["a/b/", "c//"], ["a//", "c//", "e//", "f/d/"], None, (1, 4)),
    (without_part(2), ["a/b/b", "c/d/d"], ["a/b/b", "c/d/", "/e/"], None, (1, 2)),
]


@pytest.mark.parametrize("mend, gold, system, expected, numbers", MENDS)
def test_a_mend_changes_what_it_names_and_nothing_else(
    mend, gold, system, expected, numbers
) -> None:
    words = [one.encode() for one in "abcdef"]
    found, number, of = mend(parts(*gold), parts(*system), words)
    assert found == parts(*(system if expected is None else expected))
    assert (number, of) == numbers


def test_affixes_get_golds_strings_in_all_their_parts() -> None:
    words = [b"unhappy", b"man"]
    gold = [({0: b"un"}, {0: b"happy", 1: b"man"}, {0: b"happy"})]
    for system, expected in (
        (({0: b"unhappy"}, {0: b"unhappy", 1: b"man"}, {0: b"unhappy"}), gold[0]),
        (({0: b"unhappy"}, {1: b"man"}, {}), ({0: b"un"}, {0: b"happy", 1: b"man"}, {})),
        (({0: b"unhappy"}, {}, {}), ({0: b"un"}, {}, {})),
    ):
        assert affixes_of_gold(gold, [system], words) == ([expected], 1, 1)
    other = ({0: b"un"}, {0: b"unhappy", 1: b"man"}, {})
    assert affixes_of_gold(gold, [other], words) == ([({0: b"un"}, gold[0][1], {})], 1, 1)
    # A scope that lacks the rest of the word is a shorter scope, and no slip.
    short = ({0: b"un"}, {1: b"man"}, {})
    assert affixes_of_gold(gold, [short], words) == ([short], 0, 1)
    assert affixes_of_gold(gold, [({0: b"u"}, {}, {})], words)[1:] == (0, 1)
    assert affixes_of_gold(gold, gold, words) == (gold, 0, 1)
    assert affixes_of_gold([], [({1: b"man"}, {}, {})], words)[1:] == (0, 0)


@pytest.mark.parametrize("code", ON_REQUEST)
def test_mending_what_is_right_changes_nothing(code) -> None:
    for text in (CD_SCO, NEGES):
        assert fixed(text.encode(), text.encode(), (code,)) == text.encode()


def test_a_sentence_in_cells_is_written_as_it_was() -> None:
    for text in (CD_SCO, NEGES):
        for sentence, (_, negations) in zip(text.encode().split(b"\n\n"), SENTENCES):
            found = negations_of(sentence)
            assert (found is not None) == bool(negations)
            if found is not None:
                again = found.written(found.negations)
                assert again == sentence.replace(b"\t\n", b"\n").rstrip(b"\t")


def test_a_string_in_another_case_is_copied_where_the_word_has_it_once() -> None:
    for cell, word, expected in (
        ("no", "No", "No"),
        ("SAW", "saw", "saw"),
        ("UN", "unhappy", "un"),
        ("señor", "Señor", "Señor"),
        ("no", "NoNo", "no"),
        ("x", "Yes", "x"),
        ("i", "İzmir", "i"),
    ):
        assert as_in_word(cell.encode(), word.encode()).decode() == expected


def test_explain_has_the_slips_after_what_errors_cost(tmp_path) -> None:
    (tmp_path / "gold.txt").write_text(CD_SCO)
    (tmp_path / "system.txt").write_bytes(damaged("affixes as whole words", False))
    words = ["explain", "-g", str(tmp_path / "gold.txt"), "-s", str(tmp_path / "system.txt")]
    head, _, slips = answer(words).stdout.decode().partition("slips that a rule could mend")
    assert "what each kind of error costs" in head and "1 of 1 affixal cue" in " ".join(
        slips.split()
    )
    page = answer([*words, "--format", "html"]).stdout.decode()
    assert "<h3>Slips that a rule could mend (check --fix --also CODE)</h3>" in page
    (found,) = json.loads(answer([*words, "--format", "json"]).stdout)["systems"]
    assert found["slips"]
    (tmp_path / "system.txt").write_text(CD_SCO)
    assert "slips" not in answer(words).stdout.decode()


def test_the_slips_that_are_mended_on_request_are_named_in_their_hints() -> None:
    from sem2012_scorer.checking.codes import CODES

    for code, slip in SLIPS.items():
        assert bool(slip.mended) == ("--fix OUT" in CODES[code].hint)
        assert (code in ON_REQUEST) == ("--also %s" % code in CODES[code].hint)
