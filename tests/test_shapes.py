"""Predictions in every shape come in whole, or what they cannot say is named."""

from __future__ import annotations

import io
import json

import pytest
from conftest import ROOT, examples
from hypothesis import given, settings
from hypothesis import strategies as st
from shape_files import BLIND, FIXTURES, GOLD, SHAPES, WHOLE
from submissions import check_submission

from sem2012_scorer import (
    Negation,
    Sentence,
    ShapeError,
    read_columns,
    read_corpus,
    score_files,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.reading.formats import FORMATS
from sem2012_scorer.reading.recognising import recognised
from sem2012_scorer.reading.source import Source


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
    assert recognised(Source(content=content)) == FIXTURES[name].format
    assert recognised(Source(content=b"\xef\xbb\xbf" + content)) == FIXTURES[name].format
    assert recognised(Source(content=content.replace(b"\n", b"\r\n"))) == FIXTURES[name].format


@pytest.mark.parametrize("name", FIXTURES)
@given(data=st.data())
@settings(max_examples=examples(25))
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
    found = check_submission(system, GOLD)
    first, *_, last = checked.stdout.decode().splitlines()
    assert (first, last) == (found.headline(), "The file has " + found.read())


@pytest.mark.parametrize("name", ["strings.json", "scheme-iob2.bio", "masks.jsonl", "pairs.txt"])
def test_a_shape_that_is_certain_needs_no_option(name) -> None:
    found = answer(["score", "-g", str(GOLD), "-s", str(SHAPES / name), "--format", "json"])
    assert found.status == 0
    assert "|system:%s|" % FIXTURES[name].format in found.stdout.decode()
    checked = answer(["check", "-g", str(GOLD), "-s", str(SHAPES / name)])
    said = checked.stdout.decode()
    assert checked.status == 1
    assert "error E607: predictions as %s, not columns" % FIXTURES[name].format in said
    assert "convert %s --like %s -o OUT; its result: valid" % (SHAPES / name, GOLD) in said


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


SENTENCES = [" ".join(token.word for token in one.tokens) for one in read_columns(GOLD)]


def made(tmp_path, name: str, content: str, *words: str, status: int = 0) -> tuple[list, str]:
    """Return the negations that ``convert`` makes of a file like gold, and what it says."""
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    written, said = converted(path, "--like", GOLD, *words, status=status)
    found = [one.negations for one in read_columns(io.BytesIO(written))] if written else []
    return found, "\n".join(said)


def rows(*columns: str) -> str:
    """Return gold's words with columns of labels, which are given for all tokens in a row."""
    words = [word for sentence in SENTENCES for word in [*sentence.split(), ""]]
    labels = [iter(column.split()) for column in columns]
    lines = ["\t".join([word, *map(next, labels)]) if word else "" for word in words]
    return "\n".join(lines) + "\n"


ONE_CUE = "O O O B-CUE" + " O" * 21


@pytest.mark.parametrize(
    "head", ["word\tgold\tbert", "word\tbert\tlabel", "word\tpred\tprediction"]
)
def test_golds_labels_are_never_taken_for_predictions(tmp_path, head) -> None:
    content = head + "\n" + rows("O " * 25, ONE_CUE)
    _, said = made(tmp_path, "t.tsv", content, status=1)
    assert "found labels in columns %s; expected one column" % ", ".join(head.split()[1:]) in said
    assert "--fields label=" in said
    found, said = made(tmp_path, "t.tsv", "word\tgold\tpred\n" + rows("O " * 25, ONE_CUE))
    assert found[1] and "other columns of labels, left out: 1 (gold)" in said
    found, _ = made(tmp_path, "t.tsv", content, "--fields", "label=3")
    assert found[1] == WHOLE[1][:1] or found[1][0].cue == (0,)


def test_a_table_with_golds_labels_alone_is_refused(tmp_path) -> None:
    _, said = made(tmp_path, "t.tsv", "word\tgold\n" + rows(ONE_CUE), status=1)
    assert "found no column of labels but gold" in said


def test_what_golds_cues_replace_is_named(tmp_path) -> None:
    labels = "O B-SCOPE O B-CUE B-SCOPE" + " O" * 20
    found, said = made(tmp_path, "t.bio", rows(labels), "--gold-cues")
    assert [one.cue for one in found[1]] == [(0,), ((3, "un"),)]
    assert "cues that were predicted, replaced by gold's (--gold-cues): 1 (pond:1)" in said
    assert "in sentences in which gold has no cue, left out (--gold-cues): 1 (pond:0)" in said
    answered = answer(["convert", str(GOLD), "--like", str(GOLD), "--gold-cues"])
    assert answered.status == 2


def test_names_of_nubes_are_scopes_beside_its_markers_alone(tmp_path) -> None:
    labels = ONE_CUE.replace("B-CUE O", "B-NegSynMarker B-Body")
    assert made(tmp_path, "t.bio", rows(labels))[0][1] == (Negation([0], [1]),)
    said = made(tmp_path, "t.bio", rows(labels.replace("NegSynMarker", "CUE")), status=1)[1]
    assert "found the label 'B-Body'" in said


def test_options_that_have_no_effect_are_named() -> None:
    found = answer(["score", "-g", str(GOLD), "-s", str(GOLD), "--scopes-to", "all"])
    assert b"note: --scopes-to: no effect on files in columns\n" in found.stderr
    for words in (["--labels", "CUE"], ["--labels", "CUE=YES"]):
        found = answer(["convert", str(SHAPES / "pairs.txt"), *words])
        assert found.status == 2 and b"--labels: " in found.stderr


def test_copies_of_a_sentence_are_those_of_gold_by_their_numbers(tmp_path) -> None:
    content = (SHAPES / "copies.tsv").read_text()
    options = FIXTURES["copies.tsv"].options
    blocks = {name: [] for name in ("pond_3_1", "pond_3_2")}
    others = []
    for line in content.splitlines():
        blocks.get(line.split("\t")[0], others).append(line)
    turned = "\n".join([*others, *blocks["pond_3_2"], *blocks["pond_3_1"]]) + "\n"
    assert made(tmp_path, "c.tsv", turned, *options)[0][3] == WHOLE[3]
    one = "\n".join([*others, *blocks["pond_3_2"]]) + "\n"
    assert "records 2 of gold's sentence" in made(tmp_path, "c.tsv", one, *options, status=1)[1]


def brat(tmp_path, *lines: str, status: int = 0) -> tuple[list, str]:
    (tmp_path / "b.txt").write_bytes((SHAPES / "brat.txt").read_bytes())
    return made(tmp_path, "b.ann", "".join(line + "\n" for line in lines), status=status)


NO, UN = "T1\tNegSynMarker 13 15\tNo", "T2\tNegMorMarker 25 27\tun"


def test_a_cue_of_brat_inside_the_scope_of_another_is_both(tmp_path) -> None:
    found, _ = brat(tmp_path, NO, UN, "R1\tScope Arg1:T1 Arg2:T2")
    assert found[1] == (Negation([0], [(3, "un")]), Negation([(3, "un")]))
    said = brat(tmp_path, NO, "T3\tPhrase 16 20\tfrog", "R1\tScope Arg1:T3 Arg2:T1", status=1)[1]
    assert "b.ann:3: found a relation from T3 to the cue T1" in said


def test_spans_of_brat_have_names_of_their_own_and_say_what_stands_there(tmp_path) -> None:
    said = brat(tmp_path, NO, "T1\tNegSynMarker 35 42\tNeither", status=1)[1]
    assert "b.ann:2: found" in said and "another name: T1 is in line 1" in said
    assert len(brat(tmp_path, "\ufeff" + NO)[0][1]) == 1
    said = brat(tmp_path, "T1\tNegSynMarker 14 16\tNo")[1]
    assert "warning: spans at whose places other words stand than the file says: 1" in said


def strings(tmp_path, sentence: int, *negations: object, status: int = 0) -> tuple[tuple, str]:
    values = [{"sentence": one, "negations": []} for one in SENTENCES]
    values[sentence]["negations"] = list(negations)
    found, said = made(tmp_path, "s.json", json.dumps(values), status=status)
    return found[sentence] if found else (), said


def test_strings_of_a_list_stand_one_after_the_other(tmp_path) -> None:
    gold = Sentence("the dog did not see the cat".split(), [])
    value = {
        "sentence": "the dog did not see the cat",
        "negations": [{"cue": ["not"], "scope": ["the", "dog", "did", "see", "the", "cat"]}],
    }
    corpus = read_corpus(io.BytesIO(json.dumps([value]).encode()), "strings", like=[gold])
    (found,) = corpus
    assert found.negations == (Negation([3], [0, 1, 2, 4, 5, 6]),)
    assert not corpus.remarks


def test_what_is_lost_of_strings_is_named(tmp_path) -> None:
    found, said = strings(tmp_path, 1, {"cue": "No"}, {"event": ["frog"]})
    assert found == (Negation([0]),) and "scopes and events without a cue, left out: 1" in said
    found, said = strings(tmp_path, 2, {"cue": "no"})
    assert found == (Negation([(2, "no")]),) and "strings that are a part of a word" in said
    _, said = strings(tmp_path, 3, {"cue": "nt"}, status=1)
    assert "strings that are not in the sentence, left out: 1" in said
    found, said = strings(tmp_path, 3, {"cue": "n\u2019t", "scope": "They did n\u2019t sing"})
    assert found == (Negation([2], [0, 1, 3]),) and "warning" not in said


def test_spans_of_several_systems_are_refused_and_blanks_are_named(tmp_path) -> None:
    span = {"value": {"start": 13, "end": 15, "labels": ["NEG"]}}
    blank = {"value": {"start": 15, "end": 16, "labels": ["NSCO"]}}
    text = {"data": {"text": "\n".join(SENTENCES)}, "id": 1, "annotations": [], "meta": {}}
    both = [{**text, "predictions": [{"result": [span]}, {"result": []}]}]
    said = made(tmp_path, "l.json", json.dumps(both), status=1)[1]
    assert "found 2 lists of spans in a record; expected those of one system" in said
    one = [{**text, "predictions": [{"result": [span, blank, {"from_id": "a"}]}]}]
    found, said = made(tmp_path, "l.json", json.dumps(one))
    assert found[1] == (Negation([0]),)
    assert "spans of blanks alone, left out: 1" in said and "relations between spans" in said


def test_a_text_longer_than_what_is_looked_at_is_recognised() -> None:
    content = json.dumps([{"data": {"text": "a " * 40000}, "predictions": []}]).encode()
    assert recognised(Source(content=content)) == "spans"


def test_columns_between_bars_are_not_words_with_labels() -> None:
    columns = (ROOT / "fixtures/neges-style/system.txt").read_bytes().replace(b"\t", b"|")
    assert recognised(Source(content=columns)) is None


def test_gold_without_any_negation_is_as_good_as_a_blind_file(tmp_path) -> None:
    stars = tmp_path / "stars.txt"
    lines = BLIND.read_text().split("\n")
    stars.write_text("\n".join(line and line + "\t***" for line in lines))
    words = (SHAPES / "pairs.txt", "--like")
    assert converted(*words, stars)[0] == converted(*words, BLIND)[0]
