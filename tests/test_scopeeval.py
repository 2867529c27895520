"""ScopeEval, BioScope's agreement tool: its recorded answers, its rules, and how the command answers."""

from __future__ import annotations

import io
import json
import re
from itertools import count

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from compat.workbench import against_scopeeval
from sem2012_scorer import FormatError, ScopeEval, scopeeval_files
from sem2012_scorer.agreeing.scopeeval import as_java, visited
from sem2012_scorer.cli import answer

CASES = sorted(path for path in (ROOT / "fixtures" / "scopeeval").iterdir())
NEWS = '<xcope id="X1"><cue type="negation" ref="X1">no</cue> news</xcope>'


def document(*sentences: str) -> io.BytesIO:
    return io.BytesIO(
        ("<a>%s</a>" % "".join("<sentence>%s</sentence>" % one for one in sentences)).encode()
    )


def evaluated(first: str, second: str) -> ScopeEval:
    """What the tool says of two sentences: {..} is an xcope, n(..) and s(..) cues."""

    def xml(short: str) -> str:
        text = short.replace("{", '<xcope id="X">').replace("}", "</xcope>")
        for letter, kind in (("n", "negation"), ("s", "speculation")):
            text = re.sub(r"\b%s\((.*?)\)" % letter, r'<cue type="%s">\1</cue>' % kind, text)
        numbers = count()
        return re.sub('"X"', lambda found: '"X%d"' % next(numbers), text)

    return scopeeval_files(document(xml(first)), document(xml(second)))


def numbers(found: ScopeEval) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """True positives, false positives and false negatives of keywords, for both types."""
    return tuple(tuple(one.keyword[2:]) for one in (found.negation, found.speculation))  # type: ignore[return-value]


def command(*words: object, status: int = 0) -> tuple[str, str]:
    found = answer(["agreement", "--tool", "scopeeval", *map(str, words)])
    assert found.status == status, found
    return found.stdout.decode(), found.stderr.decode()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_answer_is_the_tools(case) -> None:
    expected = (case / "stdout").read_text()
    stops = (case / "status").read_text() != "0\n" or expected.count(": 0.0\n") == 8
    is_there = (case / "b.xml").exists()
    found, said = command(case / "a.xml", case / "b.xml", status=int(stops) if is_there else 2)
    assert found == ("" if stops else expected)
    assert (
        re.match(r"sem2012-scorer: .*[ab]\.xml(:\d+)?: found .*; expected ", said)
        or not stops
        or (said.endswith("b.xml: no such file\n") and not is_there)
    )


def test_the_recorded_cases_are_compared_and_stopped_at() -> None:
    stops = [case.name for case in CASES if (case / "status").read_text() != "0\n"]
    assert (len(CASES), len(stops)) == (47, 7)


@pytest.mark.parametrize(
    "first, second, expected",
    [
        ("{n(no) news}", "{n(no) news}", ((1, 0, 0), (0, 0, 0))),
        ("{n(no) news}", "no news", ((0, 0, 1), (0, 0, 0))),
        # False negatives are groups, false positives places of cues.
        ("{n(neither) hot n(nor) cold}", "neither hot nor cold", ((0, 0, 1), (0, 0, 0))),
        ("neither hot nor cold", "{n(neither) hot n(nor) cold}", ((0, 2, 0), (0, 0, 0))),
        # B may have more cues than A, not the other way; what fails is used up.
        ("{n(neither) hot nor cold}", "{n(neither) hot n(nor) cold}", ((1, 0, 0), (0, 0, 0))),
        ("{n(neither) hot n(nor) cold}", "{n(neither) hot nor cold}", ((0, 0, 1), (0, 0, 0))),
        ("{n(not) yet}", "{n(not yet)}", ((0, 0, 1), (0, 0, 0))),
        # A group of the other type is left where it is.
        ("{n(no) news}", "{s(no) news}", ((0, 0, 1), (0, 1, 0))),
        # The cue that comes first has its xcope's group, which needs the other type's cues too.
        ("{did n(not) s(seem) slow}", "{did n(not) n(seem) slow}", ((0, 0, 1), (0, 0, 1))),
        # The innermost xcope has the cue.
        ("{{it did n(not) turn}} here", "{{it did n(not) turn} here}", ((1, 0, 0), (0, 0, 0))),
        # Of two cues in one token, the later one counts.
        ("{n(no)/{s(if) rope}}", "{no/{s(if) rope}}", ((0, 0, 0), (1, 0, 0))),
    ],
)
def test_keywords_are_groups_of_cues(first, second, expected) -> None:
    assert numbers(evaluated(first, second)) == expected


def test_boundaries_are_those_of_matched_keywords_alone() -> None:
    found = evaluated("{n(no) news} and {n(no) rain today}", "{n(no) news and} {rain n(no)t}")
    counts = found.negation
    assert (counts.keyword.true_positives, counts.keyword.gold) == (1, 2)
    assert [row.gold for row in counts] == [2, 1, 1, 1]
    assert [row.true_positives for row in counts] == [1, 1, 0, 0]


def test_places_are_spaces_and_nothing_else() -> None:
    line = document("We saw\n" + NEWS)
    assert scopeeval_files(line, document("We saw\t" + NEWS)).negation.keyword.true_positives == 1
    line.seek(0)
    assert scopeeval_files(line, document("We saw " + NEWS)).negation.keyword.true_positives == 0


def test_the_order_of_places_is_that_of_a_hash_table() -> None:
    assert visited([4, 17, 2]) == [17, 2, 4]
    assert visited([~4, 17, ~2]) == [17, ~2, ~4]
    # More than twelve places double the table.
    assert visited([*range(12, 0, -1), 17]) == [*range(1, 13), 17]
    assert visited([17, *range(12, 1, -1)]) == [17, *range(2, 13)]
    # So do nine in one bucket.
    assert visited(range(0, 16 * 8, 16)) == list(range(0, 128, 16))
    assert visited(range(0, 16 * 9, 16)) == [*range(0, 144, 32), *range(16, 144, 32)]


@given(st.lists(st.integers(0, 15), unique=True))
def test_places_below_16_are_visited_from_left_to_right(places) -> None:
    assert visited(places) == sorted(places)


@pytest.mark.parametrize(
    "number, expected",
    [(1.0, "1.0"), (2 / 3, "0.6666666666666666"), (0.001, "0.001"), (0.000999, "9.99E-4")]
    + [(2 / 30001, "6.666444451851606E-5"), (0.0005, "5.0E-4"), (float("nan"), "NaN")],
)
def test_numbers_are_written_as_java_writes_them(number, expected) -> None:
    assert as_java(number) == expected


@given(st.integers(0, 10**9))
def test_a_file_agrees_with_itself(seed) -> None:
    draw = against_scopeeval.random.Random(seed)
    text = against_scopeeval.written([against_scopeeval.sentence(draw) for _ in range(3)])
    try:
        found = scopeeval_files(io.BytesIO(text.encode()), io.BytesIO(text.encode()))
    except FormatError:
        return
    for counts in (found.negation, found.speculation):
        assert {row.false_positives + row.false_negatives for row in counts} == {0}
        assert len({row.true_positives for row in counts}) == 1


# ---- the command


def test_what_the_report_does_not_say_is_a_note(tmp_path) -> None:
    case = ROOT / "fixtures/scopeeval/sentence-missing-in-the-middle"
    _, said = command(case / "a.xml", case / "b.xml")
    assert "a.xml: read 7 sentences, 4 cues of negation, 3 of speculation\n" in said
    assert "b.xml has only 6 sentences: the last 1 of %s/a.xml are compared with" % case in said
    assert "sentences with other words, compared all the same: 1 (the first: " in said
    case = ROOT / "fixtures/scopeeval/cue-in-inner-scope"
    _, said = command(case / "a.xml", case / "b.xml")
    assert "b.xml: cues inside another xcope, whose boundaries count as theirs: 1\n" in said
    assert "b.xml: xcope elements without a cue of their own, not compared: 1\n" in said
    case = ROOT / "fixtures/scopeeval/two-cues-in-one-token"
    assert (
        "a later cue begins, which counts alone: 1\n" in command(case / "a.xml", case / "b.xml")[1]
    )
    case = ROOT / "fixtures/scopeeval/no-match-at-all"
    said = command(case / "a.xml", case / "b.xml")[1]
    assert "NaN stands where nothing is counted as right, also where F1 is 0: 8 of the 8" in said


def test_json_has_the_counts_that_the_tool_does_not_print() -> None:
    case = ROOT / "fixtures/scopeeval/cue-only-in-a"
    found = json.loads(command(case / "a.xml", case / "b.xml", "--format", "json")[0])
    row = found["measures"]["negation"]["keyword"]
    assert (row["true_positives"], row["false_positives"], row["false_negatives"]) == (2, 0, 1)
    assert row["printed"] == {"f1": "0.8"} and row["f1"] == 80.0
    assert found["tool"] == "scopeeval" and found["sentences"]["compared"] == 5
    assert found["files"]["gold"] == str(case / "a.xml")
    case = ROOT / "fixtures/scopeeval/nothing-annotated"
    found = json.loads(command(case / "a.xml", case / "b.xml", "--format", "json")[0])
    assert found["measures"]["negation"]["keyword"]["f1"] is None


@pytest.mark.parametrize(
    "words",
    [
        ["--cues", "negation"],
        ["--cues", "speculation"],
        ["--tokens", "space"],
        ["--from", "columns"],
        ["--like", "gold.txt"],
        ["--same-cue"],
        ["--all-scopes"],
        ["--labels", "B-NEG=B-CUE"],
    ],
)
def test_an_option_that_the_tool_does_not_have_is_refused(words) -> None:
    case = CASES[0]
    said = command(case / "a.xml", case / "b.xml", *words, status=2)[1]
    assert "%s has no effect with --tool" % words[0] in said


def test_the_corpus_own_document_type_need_not_be_there(tmp_path) -> None:
    content = '<!DOCTYPE a PUBLIC "-//X//EN" "dtd/BioScope.dtd">\n<a><sentence>%s</sentence></a>'
    for name in ("a.xml", "b.xml"):
        (tmp_path / name).write_text(content % NEWS)
    assert "keyword: 1.0" in command(tmp_path / "a.xml", tmp_path / "b.xml")[0]
    for wrong in (
        '<!DOCTYPE a SYSTEM "other.dtd">',
        '<!DOCTYPE a SYSTEM "other.dtd" [<!ELEMENT a ANY>]>',
        '<!DOCTYPE a [<!ENTITY no "no">]>',
    ):
        (tmp_path / "b.xml").write_text(wrong + "<a><sentence>%s</sentence></a>" % NEWS)
        assert "b.xml:1: found " in command(tmp_path / "a.xml", tmp_path / "b.xml", status=1)[1]


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04junk", b"1\t2\t3\n", b"<a>", b"\xff\xfe<\0", b"<a>&nbsp;</a>"]
)
def test_what_is_not_xml_is_told_with_its_line(tmp_path, content) -> None:
    (tmp_path / "junk").write_bytes(content)
    good = CASES[0] / "a.xml"
    for files in ((tmp_path / "junk", good), (good, tmp_path / "junk")):
        found, said = command(*files, status=1)
        assert not found and re.search(r"junk(:\d+)?: found .*; expected ", said), said
    assert "this is a folder" in command(tmp_path, good, status=2)[1]


# ---- the workbench


@pytest.fixture
def java(tmp_path):
    """A command that is called as Java is, and answers with the port."""
    script = tmp_path / "java"
    script.write_text(
        "#!%s\n"
        "import sys\n"
        "sys.path.insert(0, %r)\n"
        "from sem2012_scorer import scopeeval_files, FormatError\n"
        "words = sys.argv\n"
        "try:\n"
        "    print(scopeeval_files(words[4], words[6]), end='')\n"
        "except FormatError:\n"
        "    sys.exit(1)\n" % (against_scopeeval.sys.executable, str(ROOT))
    )
    script.chmod(0o755)
    return str(script)


def test_the_workbench_finds_a_difference_and_none(java, tmp_path) -> None:
    same = against_scopeeval.written([against_scopeeval.Marked("no news", ())])
    assert against_scopeeval.compare([java, "-jar", "x"], same, same) == ("", False)
    assert against_scopeeval.compare(["false"], same, same).difference.startswith("tool None")
    assert against_scopeeval.compare(["false"], same, "<a>") == ("", True)
    found = [against_scopeeval.pair([java, "-jar", "x"], [], seed) for seed in range(4)]
    assert not any(one.difference for one in found)


def test_what_the_workbench_damages_stays_well_formed() -> None:
    draw = against_scopeeval.random.Random(1)
    sentences = [against_scopeeval.sentence(draw) for _ in range(300)]
    copy = against_scopeeval.copied(draw, sentences, 0.9)
    text = against_scopeeval.written(copy)
    read = against_scopeeval.read(io.BytesIO(text.encode()))  # type: ignore[arg-type]
    assert [one.text for one in read] == [one.text for one in copy]
    assert [one.spans for one in read] == [one.spans for one in copy]
    assert sum(one != other for one, other in zip(sentences, copy)) > 50
