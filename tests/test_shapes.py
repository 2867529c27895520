"""Predictions in every shape come in whole, or what they cannot say is named."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shape_files import BLIND, FIXTURES, GOLD, SHAPES, WHOLE

from sem2012_scorer import ShapeError, check_submission, read_columns, read_corpus, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.shapes.formats import FORMATS
from sem2012_scorer.shapes.recognising import recognised


def converted(*words: object, status: int = 0) -> tuple[bytes, list[str]]:
    """Return what ``convert`` writes and the lines that it says."""
    found = answer(["convert", *map(str, words)])
    assert found.status == status, found.stderr.decode()
    assert status == 0 or not found.stdout
    return found.stdout, found.stderr.decode().splitlines()


def test_every_shape_has_a_fixture() -> None:
    native = {"columns", "neges", "jsonl", "bioscope", "sfu", "sp-neg", "norec", "epe"}
    assert {one.format for one in FIXTURES.values()} == FORMATS.keys() - native
    beside = {"gold.txt", "blind.txt", "brat.txt", "characters.csv", "characters-blind.txt"}
    assert {path.name for path in SHAPES.iterdir()} == FIXTURES.keys() | beside


@pytest.mark.parametrize("name", FIXTURES)
def test_a_shape_is_read_as_what_it_says(name) -> None:
    shape = FIXTURES[name]
    own = () if shape.is_recognised else ("--from", shape.format)
    written, said = converted(SHAPES / name, "--like", GOLD, *own, *shape.options)
    found = [sentence.negations for sentence in read_columns(io.BytesIO(written))]
    assert found == [shape.says.get(place, ()) for place in range(5)]
    assert said[-1] == str(check_submission(io.BytesIO(written), GOLD))


@pytest.mark.parametrize(
    "name", [name for name, one in FIXTURES.items() if "--gold-cues" not in one.options]
)
def test_a_blind_file_is_as_good_as_gold(name) -> None:
    shape = FIXTURES[name]
    words = (SHAPES / name, "--from", shape.format, *shape.options, "--like")
    assert converted(*words, BLIND)[0] == converted(*words, GOLD)[0]


@pytest.mark.parametrize("name", [name for name, one in FIXTURES.items() if one.is_recognised])
def test_a_shape_is_recognised_by_its_content(name) -> None:
    content = (SHAPES / name).read_bytes()
    assert recognised(content) == FIXTURES[name].format
    assert recognised(b"\xef\xbb\xbf" + content) == FIXTURES[name].format
    assert recognised(content.replace(b"\n", b"\r\n")) == FIXTURES[name].format


@pytest.mark.parametrize("name", FIXTURES)
@given(data=st.data())
@settings(max_examples=25)
def test_a_damaged_shape_is_read_or_an_error_in_words(name, data) -> None:
    shape = FIXTURES[name]
    content = bytearray((SHAPES / name).read_bytes())
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content))) :]
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(content)))
        content[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    try:
        found = list(read_corpus(io.BytesIO(content), shape.format, like=GOLD))
        assert len(found) in (0, 5)
    except ShapeError as error:
        assert str(error)


@pytest.mark.parametrize("name", [name for name in FIXTURES if name != "brat.ann"])
def test_a_shape_is_read_from_standard_input_as_from_a_file(name, monkeypatch) -> None:
    shape = FIXTURES[name]
    words = ("--from", shape.format, "--like", GOLD, *shape.options)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(_Pipe((SHAPES / name).read_bytes())))
    assert converted("-", *words)[0] == converted(SHAPES / name, *words)[0]


class _Pipe(io.BytesIO):
    def seekable(self) -> bool:
        return False


@pytest.mark.parametrize("name", FIXTURES)
def test_score_check_and_explain_take_a_shape_as_convert_does(name, tmp_path) -> None:
    shape = FIXTURES[name]
    system = tmp_path / "system.txt"
    words = (*shape.options, "--from", shape.format)
    converted(SHAPES / name, "--like", GOLD, *words, "-o", system)
    for command in (["score", "--format", "tsv"], ["explain", "--format", "jsonl"]):
        both = [
            answer([*command, "-g", str(GOLD), "-s", str(path), *own]).stdout.decode()
            for path, own in ((system, ()), (SHAPES / name, words))
        ]
        assert both[0].replace(str(system), "") == both[1].replace(str(SHAPES / name), "")
    checked = answer(["check", "-g", str(GOLD), "-s", str(SHAPES / name), *words])
    verdict = str(check_submission(system, GOLD))
    assert checked.stdout.decode().splitlines()[-1] == verdict


@pytest.mark.parametrize("name", ["strings.json", "scheme-iob2.bio", "masks.jsonl", "pairs.txt"])
def test_a_shape_that_is_certain_needs_no_option(name) -> None:
    found = answer(["score", "-g", str(GOLD), "-s", str(SHAPES / name), "--format", "json"])
    assert found.status == 0
    assert "|system:%s|" % FIXTURES[name].format in found.stdout.decode()
    checked = answer(["check", "-g", str(GOLD), "-s", str(SHAPES / name)])
    said = checked.stdout.decode()
    assert checked.status == 1
    assert "error E607: predictions as %s, not columns" % FIXTURES[name].format in said
    assert "convert %s --like %s -o OUT; its outcome: valid" % (SHAPES / name, GOLD) in said


def test_what_the_shape_cannot_carry_is_named_with_its_number() -> None:
    said = "\n".join(converted(SHAPES / "masks.jsonl", "--like", GOLD)[1])
    assert (
        "note: 1 cue of gold is a part of a word, predicted as the word, and cannot match" in said
    )
    assert "note: 5 events of gold, none predicted" in said
    said = "\n".join(converted(SHAPES / "strings.json", "--like", GOLD)[1])
    assert "warning" not in said.replace("warning: strings", "")


@pytest.mark.parametrize("affixes", ["gold", "im,un,less"])
def test_affixes_are_taken_from_gold_or_a_list(affixes) -> None:
    for name in ("kinds.json", "masks.jsonl"):
        words = (SHAPES / name, "--like", GOLD, "--affixes", affixes)
        found = list(read_columns(io.BytesIO(converted(*words)[0])))
        assert found[1].negations == WHOLE[1]


def test_the_characters_of_negpar_become_words() -> None:
    written, _ = converted(SHAPES / "characters.csv", "--like", SHAPES / "characters-blind.txt")
    first, second = read_columns(io.BytesIO(written))
    assert not first.negations
    assert [(one.cue, one.scope) for one in second.negations] == [((0,), (1,))]


def test_what_is_written_is_what_the_original_scores() -> None:
    """Recorded with eval.cd-sco 2.2: the fixtures of ``strings`` lose nothing that was predicted."""
    report = score_files(GOLD, io.BytesIO(converted(SHAPES / "strings.json", "--like", GOLD)[0]))
    assert report["Cues"].f1 == 100
    assert [
        report[row].true_positives for row in ("Scopes(cue match)", "Negated(no cue match)")
    ] == [4, 1]
