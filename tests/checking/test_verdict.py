"""The verdict of ``check`` is what the scorer does, and right submissions are never accused."""

from __future__ import annotations

import io
import re
from itertools import zip_longest
from pathlib import Path

import pytest
from cases import files_of_cases
from conftest import CORPORA, ROOT, Workplace, examples, sample, with_corpora
from damaged import CD_SCO, NEGES, REPAIRS, blind, text_as_source_bytes
from hypothesis import given, settings
from hypothesis import strategies as st

from compat.tools.generator import generate
from compat.tools.recorded import cases
from sem2012_scorer import Checked, Negation, check_files, read_columns, write_columns
from sem2012_scorer.common.process import Answer
from sem2012_scorer.port.scripts import ORIGINALS

SCORERS = sorted(ORIGINALS)
RIGHT = {"eval.cd-sco": CD_SCO, "scorer_task2": NEGES}
NO_SCORE = {"E601", "E603", "E604", "E605"}
"""The errors of a file that the scorer reads to the end, and in which nothing can count."""


def checked(system: bytes, gold: bytes | None, scorer: str = "eval.cd-sco") -> Checked:
    return check_files(None if gold is None else io.BytesIO(gold), io.BytesIO(system), scorer)


def first_difference(gold: bytes, system: bytes) -> int:
    """Return the first line whose first four fields differ; empty fields at the end do not count."""
    for number, pair in enumerate(zip_longest(gold.split(b"\n"), system.split(b"\n")), 1):
        fields = [((line or b"").split(b"\t") + [b""] * 4)[:4] for line in pair]
        if fields[0] != fields[1]:
            return number
    raise AssertionError("the files do not differ")


def line_in(message: bytes, gold: bytes, system: bytes) -> int | None:
    """Return the line at which a scorer aborts, by its message; None at a division by zero."""
    if b"division by zero" in message:
        return None
    if b"ATTENTION: mismatch" in message:
        return first_difference(gold, system)
    line = re.search(rb"<\w+> line (\d+)\.", message) or re.search(rb"before line (\d+)", message)
    assert line is not None, message
    return int(line[1])


def assert_is_what_the_scorer_does(found: Checked, did: Answer, gold: bytes, system: bytes) -> None:
    """Compare a verdict with the answer of a scorer to the same files."""
    errors = {one.code for one in found.findings if one.is_error}
    if found.verdict == "refused":
        # Its first line is taken for predictions, and gold cannot be read for them.
        assert did.status and not system.partition(b"\n")[0].count(b"\t") > 3, found
    elif did.status:
        line = line_in(did.stderr, gold, system)
        where = "" if line is None else " at line {:,}".format(line)
        assert found.verdict == "invalid" and " aborts%s (E" % where in found.reason, found
        assert found.stop_line == line
        assert found.findings[0].original.startswith("exit status %d, " % did.status), found
        # What is no column file is reported at line 1, and the abort at its line.
        assert line in (None, found.findings[0].line) or found.findings[0].code in NO_SCORE, found
    elif errors:
        assert found.verdict == "invalid" and errors <= NO_SCORE, found
        assert found.reason.startswith("no cue, scope or event in this file can match gold"), found
        cues = next(line for line in did.stdout.split(b"\n") if line.startswith(b"Cues:"))
        assert int(cues.split(b"|")[2]) == 0, (cues, found)
    else:
        assert (found.verdict, found.reason, found.stop_line) == ("valid", "", None)


@pytest.mark.parametrize("scorer", SCORERS)
def test_recorded_answers_of_the_original_are_predicted(scorer: str) -> None:
    number = 0
    for case in sample(cases(), SCORERS.index(scorer), every=2):
        did = case.answers().get(scorer)
        if did is None or not case.is_plain or not (case.gold.is_file() and case.system.is_file()):
            continue
        found = check_files(case.gold, case.system, scorer)
        gold, system = case.gold.read_bytes(), case.system.read_bytes()
        assert_is_what_the_scorer_does(found, did, gold, system)
        number += 1
    assert number >= 70


@settings(max_examples=examples(1200))
@given(st.integers(0, 2**32), st.sampled_from(SCORERS))
def test_what_the_scorer_does_with_broken_pairs_is_predicted(
    workplace: Workplace, seed: int, scorer: str
) -> None:
    pair = generate(seed)
    did = workplace.answer(pair.gold, pair.system, scorer)
    found = checked(pair.system, pair.gold, scorer)
    assert_is_what_the_scorer_does(found, did, pair.gold, pair.system)


@pytest.mark.parametrize("scorer", SCORERS)
def test_what_the_scorer_does_with_damaged_files_is_predicted(
    workplace: Workplace, scorer: str
) -> None:
    damaged = [
        (text.encode(), text_as_source_bytes(damage(text))) for text, damage, _ in REPAIRS.values()
    ]
    damaged += files_of_cases("checking")
    for gold, system in sample(damaged, SCORERS.index(scorer), every=3):
        for pair in ((gold, system), (system, system)):  # Often both have the same damage.
            did = workplace.answer(*pair, scorer)
            assert_is_what_the_scorer_does(checked(pair[1], pair[0], scorer), did, *pair)


@given(st.binary(max_size=120), st.binary(max_size=120))
def test_any_bytes_get_the_verdict_of_the_scorer(
    workplace: Workplace, gold: bytes, system: bytes
) -> None:
    did = workplace.answer(gold, system)
    assert_is_what_the_scorer_does(checked(system, gold), did, gold, system)


@pytest.mark.parametrize("scorer", RIGHT)
def test_right_submissions_have_no_finding(scorer: str) -> None:
    right = RIGHT[scorer].encode()
    for gold in (right, blind(RIGHT[scorer]).encode(), None):
        found = checked(right, gold, scorer)
        assert (found.verdict, found.findings) == ("valid", ()), found
    marked = b"\xef\xbb\xbf" + right  # gold has the mark, too
    found = checked(marked, marked, scorer)
    assert (found.verdict, dict(found.places)) == ("valid", {"W402": 1})


CHOICES = st.sampled_from(["all", "no scope", "no event", "cue", "nothing"])


@given(
    st.sampled_from(sorted(RIGHT)),
    st.lists(CHOICES, min_size=8, max_size=8) | CHOICES.map(lambda one: [one] * 8),
)
def test_a_submission_that_leaves_out_annotation_of_gold_is_valid(
    scorer: str, choices: list[str]
) -> None:
    gold = RIGHT[scorer].encode()
    left = iter(choices)
    kept: list[str] = []
    sentences = []
    for sentence in read_columns(io.BytesIO(gold)):
        negations = []
        for cue, scope, event in sentence.negations:
            choice = next(left)
            if choice != "nothing":
                kept.append(choice)
                scope = () if choice in ("no scope", "cue") else scope
                event = () if choice in ("no event", "cue") else event
                negations.append(Negation(cue, scope, event))
        sentences.append(sentence._replace(negations=tuple(negations)))
    system = io.BytesIO()
    write_columns(sentences, system)
    found = checked(system.getvalue(), gold, scorer)
    without_part = {"all", "no event"}.isdisjoint(kept) or {"all", "no scope"}.isdisjoint(kept)
    expected = {"W909"} if not kept or without_part else set()
    assert (found.verdict, {*found.places}) == ("valid", expected), found
    assert (found.contents.negations, found.gold_negations) == (len(kept), 6)


@with_corpora
@pytest.mark.parametrize(
    ("scorer", "gold"),
    [("eval.cd-sco", path) for path in sorted(CORPORA.glob("cdsco/test-*-GOLD.txt"))]
    + [("scorer_task2", path) for path in sorted(CORPORA.glob("neges/*.gold.txt"))],
    ids=lambda value: Path(value).name,
)
def test_released_gold_and_real_submissions_are_valid(scorer: str, gold: Path) -> None:
    against_itself = check_files(gold, gold, scorer)
    assert (against_itself.verdict, against_itself.findings) == ("valid", ())
    system = gold.with_name(gold.name.replace(".gold.", ".system."))
    if system != gold and system.exists():
        assert check_files(gold, system, scorer).verdict == "valid"


def test_a_result_has_its_parts_for_json() -> None:
    case = ROOT / "fixtures/word-differs"
    found = check_files(case / "gold.txt", case / "system.txt", "eval.cd-sco")
    assert found == check_files(
        io.BytesIO((case / "gold.txt").read_bytes()), str(case / "system.txt")
    )
    (finding,) = found.findings
    assert (finding.code, finding.is_error, found.errors, found.warnings) == ("E101", True, 1, 0)
    parts = found.to_dict()
    assert parts["verdict"] == "invalid" and parts["places"] == {"E101": 1}
    fix = "copy the first four columns from the gold file"
    expected = {"title": "columns 1-4 differ from gold", **finding._asdict(), "fix": fix}
    assert parts["findings"] == [expected]
    assert not finding._replace(code="W901").is_error


def test_wrong_arguments_are_told_apart_from_files_that_cannot_be_read(tmp_path: Path) -> None:
    for wrong in (3, io.StringIO("x")):
        with pytest.raises(TypeError, match="binary"):
            check_files(None, wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="eval.cd-sco"):
        check_files(None, io.BytesIO(), "eval")
    with pytest.raises(OSError, match="nowhere"):
        check_files(None, tmp_path / "nowhere")


def test_only_sentences_that_could_not_be_counted_are_left_out_of_the_last_line() -> None:
    """A blank line too many divides a sentence; the columns of both parts can be counted."""
    words = "could not be counted"
    right = CD_SCO.encode()
    lines = right.splitlines(keepends=True)
    divided = checked(b"".join([*lines[:2], b"\n", *lines[2:]]), right)
    assert divided.errors and words not in divided.text()
    short = checked(right.replace(b"\t***\n", b"\n", 1), right)
    assert f"(those of 1 sentence {words})" in short.text()
    assert short.contents.uneven == 1
