"""``convert``: predictions, damaged columns and BioScope XML as columns, whole or not at all."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import conftest
import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import GOLD, as_json, as_labels, as_pairs, in_columns, lines_of, run, table

from sem2012_scorer import Negation, read_columns, score_files
from sem2012_scorer.agreeing.bioscope import read_bioscope
from sem2012_scorer.cli import answer

BIOSCOPE = ROOT / "fixtures" / "corpora" / "bioscope.xml"
CONTENT = in_columns(GOLD)
JSON = lines_of(as_json(GOLD, strings=True))


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    (tmp_path / "gold.txt").write_bytes(CONTENT)
    return tmp_path / "gold.txt"


def first_seven(content: bytes) -> bytes:
    return b"\n".join(b"\t".join(line.split(b"\t")[:7]) for line in content.split(b"\n"))


LABELS = st.sampled_from(["O", "B-CUE", "I-CUE", "B-SCOPE", "I-SCOPE", "I-EVENT"])


@given(drawn=st.lists(LABELS, min_size=42, max_size=42))
def test_predictions_score_as_the_columns_made_of_them(gold: Path, drawn: list[str]) -> None:
    system, made = gold.with_name("x"), gold.with_name("made.txt")
    labels = iter(["B-CUE", *drawn])
    text = table(GOLD, [[[next(labels) for _ in one.tokens]] for one in GOLD])
    system.write_text(text, encoding="utf-8")
    run("convert", system, "-g", gold, "-o", made)
    assert first_seven(made.read_bytes()) == first_seven(CONTENT)
    words = ["-g", gold, "--format", "tsv", "--nis", "--names", "system"]
    direct, in_two_steps = (run("score", "-s", file, *words)[0] for file in (system, made))
    assert [row.split(b"\t")[2:-1] for row in direct.splitlines()] == [
        row.split(b"\t")[2:-1] for row in in_two_steps.splitlines()
    ]
    assert run("convert", made, "-g", gold)[0] == made.read_bytes()


@pytest.mark.parametrize("content", [CONTENT, first_seven(CONTENT)], ids=["gold", "blind"])
def test_predicted_gold_becomes_gold_byte_for_byte(gold: Path, content: bytes) -> None:
    system = gold.with_name("x")
    system.write_text(JSON, encoding="utf-8")
    gold.write_bytes(content)
    assert run("convert", system, "-g", gold)[0] == CONTENT
    found = conftest.run(
        [sys.executable, "-m", "sem2012_scorer.cli", "convert", "-", "-g", gold],
        ROOT,
        input=JSON.encode(),
    )
    assert (found.stdout, found.status) == (CONTENT, 0)
    assert b"standard input: json, 6 sentences, 7 negations" in found.stderr


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\t\n"])
def test_columns_that_begin_as_golds_stay_as_they_are(gold: Path, end: bytes) -> None:
    none = in_columns([one._replace(negations=()) for one in GOLD])
    system = gold.with_name("x")
    for written in (CONTENT, none, CONTENT.replace(b"\tNN\t*", b"\tX\tY")):
        blocks = written.rstrip(b"\n").split(b"\n\n")
        content = b"\n\n".join(block.replace(b"\n", end) + end[:-1] for block in blocks) + b"\n\n"
        system.write_bytes(content)
        if written is none and end == b"\r\n":
            # The scorer reads each *** with a carriage return as a cue.
            assert b"W401" in run("check", "-g", gold, "-s", system)[0]
        assert run("convert", system, "-g", gold)[0] == content


GATE = "tale\t2\t1\tgate\tgate\tNN\t*\t***\n"
DAMAGES = {
    "another document": [("tale\t", "story.txt\t")],
    "another sentence number": [("tale\t1\t", "tale\t7\t")],
    "no tags and lemmas": [("tale", "a"), ("\tNN\t*", "\t_\t_")],
    "another quotation mark": [("``\t", '"\t')],
    "another case": [("\tThe\t", "\tTHE\t")],
    "two blank lines": [("tale", "x"), ("\n\n", "\n\n\n")],
    "a byte-order mark": [("tale\t1\t0\tNobody", "\ufefftale\t1\t0\tNOBODY")],
    "a token split": [(GATE, GATE.replace("gate", "ga") + GATE.replace("gate", "te"))],
    "tokens joined": [("The\tthe\tNN\t*\t***\n" + GATE, "Thegate\tthe\tNN\t*\t***\n")],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_columns_become_gold_again(gold: Path, damage: str) -> None:
    content = CONTENT.decode()
    for old, new in DAMAGES[damage]:
        assert old in content
        content = content.replace(old, new)
    system = gold.with_name("x")
    system.write_text(content, encoding="utf-8")
    assert run("convert", system, "-g", gold)[0] == CONTENT


def test_what_changes_in_damaged_columns_is_counted(gold: Path) -> None:
    sentences = CONTENT.decode().replace("tale", "x").replace("\tnever\t_\t_", "\tno\t_\t_")
    system = gold.with_name("x")
    system.write_text(sentences.replace(sentences.split("\n\n")[1] + "\n\n", ""), encoding="utf-8")
    assert "--allow-missing" in run("convert", system, "-g", gold, status=1)[1]
    stdout, said = run("convert", system, "-g", gold, "--allow-missing")
    assert stdout == CONTENT
    assert "1 cell is not a part of its word and was read as the whole word" in said
    assert "1 sentence of gold has no prediction (--allow-missing)" in said


@pytest.mark.parametrize(
    "content, expected",
    [
        (b"junk\n", "x:1:1: E604 no annotation columns"),
        (CONTENT + b"tale\t9\t0\n\n", "x:49:1: E202 columns that the scorer rejects"),
        (CONTENT.replace(b"gate", b"date"), "E101 columns 1-4 differ from gold"),
        (
            CONTENT.replace(b"tale", b"x").replace(b"_\tsaw\tsaw\t_", b"_\tsaw"),
            "x:1:1: E101 columns 1-4 differ from gold",
        ),
        (b"", "x:1:1: E601 not usable as it is"),
    ],
)
def test_what_cannot_be_converted_leaves_the_output_as_it_was(
    gold: Path, content: bytes, expected: str
) -> None:
    system, output = gold.with_name("x"), gold.with_name("out")
    system.write_bytes(content)
    output.write_bytes(b"before")
    stdout, said = run("convert", system, "-g", gold, "-o", output, status=1)
    assert expected in said and stdout == b"" and output.read_bytes() == b"before"
    assert sorted(os.listdir(gold.parent)) == ["gold.txt", "out", "x"]


@pytest.mark.parametrize(
    "words, status, expected",
    [
        ("x", 2, "give gold with -g"),
        ("x -g none", 2, "none: no such file"),
        ("none -g gold.txt", 2, "none: no such file"),
        ("x -g gold.txt -o x", 2, "x is one of the inputs"),
        ("x -g gold.txt -o no/x", 2, "cannot write no/x"),
        ("x -g y", 1, "y:1: found 1 field"),
        ("x -g x", 1, "x:1:1: E604 no annotation columns"),
        ("x.xml --from bioscope", 2, "x.xml: no such file"),
        (
            "x --from bioscope",
            1,
            "x:1: found an error of XML (syntax error); expected well-formed XML",
        ),
        ("x -g gold.txt --from bioscope", 2, "leave out -g"),
    ],
)
def test_it_is_used_wrongly(
    gold: Path, monkeypatch: pytest.MonkeyPatch, words: str, status: int, expected: str
) -> None:
    monkeypatch.chdir(gold.parent)
    Path("x").write_text(as_labels(GOLD), encoding="utf-8")
    Path("y").write_text(as_pairs(GOLD), encoding="utf-8")
    assert expected in run("convert", *words.split(), status=status)[1]
    assert Path("x").read_text(encoding="utf-8") == as_labels(GOLD)


def test_several_files_become_a_folder_of_the_same_names(tmp_path: Path) -> None:
    golds, predicted = tmp_path / "gold", tmp_path / "predicted"
    texts = {"a": JSON, "b": as_pairs(GOLD), "c": "junk\n"}
    for folder in (golds, predicted):
        folder.mkdir()
    for name, text in texts.items():
        (golds / (name + ".txt")).write_bytes(CONTENT)
        (predicted / (name + ".out")).write_text(text, encoding="utf-8")
    words = [predicted, "-g", golds, "-o"]
    said = run("convert", *words, tmp_path / "made", status=1)[1]
    assert "not converted: %s:1:1: E604 no annotation columns" % (predicted / "c.out") in said
    made = {path.name: path.read_bytes() for path in (tmp_path / "made").iterdir()}
    assert sorted(made) == ["a.out", "b.out"] and made["a.out"] == CONTENT
    assert first_seven(made["b.out"]) == first_seven(CONTENT)
    assert "give a folder for them with -o" in run("convert", *words[:3], status=2)[1]
    # Also if only one of them can be converted.
    (predicted / "b.out").write_text("junk\n")
    run("convert", *words, tmp_path / "one", status=1)
    assert os.listdir(tmp_path / "one") == ["a.out"]


# ---- BioScope


def bioscope(*sentences: str) -> bytes:
    text = "".join('<sentence id="S%d">%s</sentence>' % row for row in enumerate(sentences))
    return ("<Annotation><DocID>7</DocID>%s</Annotation>" % text).encode()


def cue(text: str, ref: str = "X", kind: str = "negation") -> str:
    return '<cue type="%s" ref="%s">%s</cue>' % (kind, ref, text)


def scope(text: str, ref: str = "X") -> str:
    return '<xcope id="%s">%s</xcope>' % (ref, text)


TWO = scope(cue("Neither") + " sun " + cue("nor") + " rain")
NESTED = scope(cue("no", "A") + " sun " + scope(cue("without", "B") + " rain", "B"), "A")
SIGNS = "a &lt; b &amp; %s (n=3)" % scope(cue("no") + " IL-2,")


@pytest.mark.parametrize(
    "text, words, negations",
    [
        ("It %s." % scope(cue("not") + " rains"), "It not rains .", [Negation([1], [2])]),
        (TWO, "Neither sun nor rain", [Negation([0, 2], [1, 3])]),
        (scope("can" + cue("not") + " go"), "cannot go", [Negation({0: "not"}, [(0, "can"), 1])]),
        (NESTED, "no sun without rain", [Negation([0], [1, 2, 3]), Negation([2], [3])]),
        (scope(cue("may", kind="speculation") + " rain"), "may rain", []),
        ("It is " + cue("not"), "It is not", [Negation([2])]),
        (SIGNS, "a < b & no IL-2 , ( n=3 )", [Negation([4], [5, 6])]),
    ],
)
def test_bioscope_becomes_columns_with_the_cue_outside_of_its_scope(
    tmp_path: Path, text: str, words: str, negations: list[Negation]
) -> None:
    path, output = tmp_path / "x.xml", tmp_path / "out.txt"
    path.write_bytes(bioscope("One.", text))
    run("convert", path, "--from", "bioscope", "-o", output)
    _, found = read_columns(output)
    assert found.name == "7:S1"
    assert [token.word for token in found.tokens] == words.split()
    assert list(found.negations) == negations


def test_a_corpus_keeps_its_characters_and_what_is_left_out_is_counted(tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    said = run("convert", BIOSCOPE, "--from", "bioscope", "-o", output)[1]
    assert [line.partition("bioscope.xml: ")[2] for line in said.splitlines()] == [
        "1 cue of speculation was left out",
        "1 scope has no cue and was left out",
        "1 cue stands inside a token and was kept as a substring",
    ]
    found = {one.name: "".join(t.word for t in one.tokens) for one in read_columns(output)}
    assert list(found) == ["1001:S1.1", "1001:S1.2", "1001:S1.3", "1001:S1.4", "1002:S2.1"]
    assert found["1001:S1.2"] == "Theleaves,however,didnotturn(n=12)."
    report = score_files(output, output)
    assert (report["Cues"].true_positives, report["Cues"].f1) == (5, 100.0)


EVERYTHING = """<a>outside<sentence id="1"> </sentence>
<sentence id="2">so <b>so</b> <cue type="negation" ref="1"></cue><cue type="negation" ref="2">no</cue>
<xcope id="3"><cue type="negation" ref="3">not</cue></xcope>
<xcope id="4">un<cue type="negation" ref="4">able</cue> quite</xcope>ly</sentence>
<sentence id="3"><b>x</b> <b>y</b> <xcope id="9">z</xcope></sentence></a>"""
"""What is left out or kept in another form, once each but for the unknown elements."""


def test_all_that_is_left_out_of_a_corpus_is_said_with_its_number(tmp_path: Path) -> None:
    corpus = tmp_path / "a.xml"
    corpus.write_text(EVERYTHING, encoding="utf-8")
    said = run("convert", corpus, "--from", "bioscope", "-o", tmp_path / "out.txt")[1]
    assert sorted(line.partition("a.xml: ")[2] for line in said.splitlines()) == sorted(
        [
            "3 elements are unknown; only their text was read",
            "1 text outside of sentences was left out",
            "1 sentence has no tokens and was left out",
            "1 cue has no text and was left out",
            "1 cue has no scope and was kept",
            "1 scope is nothing but the cue and was left out",
            "1 cue stands inside a token and was kept as a substring",
            "1 scope begins or ends inside a token and was kept like that",
            "1 scope has no cue and was left out",
        ]
    )


@pytest.mark.parametrize(
    "content, expected",
    [
        (b"<a><sentence id='1'>x", "before all elements are closed"),
        (b"<a/>", "no <sentence> with a word"),
        (bioscope('<cue type="negation">no</cue>'), "ref"),
        (bioscope(cue("no", kind="doubt")), "a cue of type 'doubt'"),
        (bioscope(cue("no" + cue("no"))), "a cue inside a cue"),
        (b"<a><xcope id='1'>x</xcope></a>", "<xcope> outside of a sentence"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]>' + bioscope("&x;"), "the entity 'x'"),
        (b"<a><sentence id='1'>x\n<sentence id='2'>", ":2: found a sentence inside a sentence"),
        (b"<a>" * 1001, "elements inside each other, more than 1000 deep"),
        (bioscope("x" * 1048577), "a sentence of more than 1048576 characters"),
        (b'<?xml version="1.0" encoding="odd"?><a/>', "XML in an encoding that cannot be read"),
    ],
)
def test_other_xml_is_refused_with_its_line(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "x.xml"
    path.write_bytes(content)
    words = [path, "--from", "bioscope", "-o", tmp_path / "out"]
    said = run("convert", *words, status=1)[1]
    assert said.startswith(str(path)) and expected in said and os.listdir(tmp_path) == ["x.xml"]


def test_a_corpus_may_be_as_deep_and_a_sentence_as_long_as_the_limits() -> None:
    deep = b"<a>" * 999 + b"<sentence id='1'>no</sentence>" + b"</a>" * 999
    assert [len(one.tokens) for one in read_bioscope(io.BytesIO(deep))] == [1]
    (found,) = read_bioscope(io.BytesIO(bioscope("x" * 1048576)))
    assert len(found.tokens[0].word) == 1048576


@pytest.mark.parametrize("folder", ["gold", "system"])
@pytest.mark.parametrize("names", [["a.txt", "b.txt"], ["a.txt"]])
def test_a_folder_of_inputs_is_never_written_to(
    folder: str, names: list[str], tmp_path: Path
) -> None:
    content = {"gold": in_columns(GOLD), "system": as_labels(GOLD).encode()}
    for side, written in content.items():
        (tmp_path / side).mkdir()
        for name in names:
            (tmp_path / side / name).write_bytes(written)
    call = ["convert", tmp_path / "system", "-g", tmp_path / "gold", "-o", tmp_path / folder]
    _, said = run(*call, status=2)
    assert "is one of the inputs: write to another file" in said
    for side, written in content.items():
        for name in names:
            assert (tmp_path / side / name).read_bytes() == written


def test_columns_whose_cells_are_wrong_are_not_converted_into_others(gold: Path) -> None:
    """The tokens are gold's, so `convert` has nothing to place: it would leave cells out, or take them for words."""
    system = gold.with_name("x")

    def changed(change: Callable[[list[str]], list[str]]) -> bytes:
        lines = CONTENT.decode().split("\n")
        return "\n".join(
            "\t".join([*fields[:7], *change(fields[7:])])
            for fields in (line.split("\t") for line in lines)
        ).encode()

    cells = {
        "E302": lambda cells: ["_", *cells[1:]] if len(cells) == 3 else cells,
        "E202": lambda cells: cells[:-1] if cells[-1:] == ["_"] else cells,
        "E605": lambda cells: (
            ["0" if cell == "_" else "1" for cell in cells] if len(cells) > 1 else cells
        ),
    }
    for code, change in cells.items():
        system.write_bytes(changed(change))
        said = run("convert", system, "-g", gold, status=1)[1]
        assert code in said, (code, said)


def test_a_cell_that_is_no_utf_8_is_read_as_its_whole_word(gold: Path, tmp_path: Path) -> None:
    """The tokens are not gold's, so that the columns are placed anew; a cell has a byte of another encoding."""
    damaged = CONTENT.replace(b"\t_\tsaw\tsaw\t", b"\t_\ts\xffw\tsaw\t", 1)
    damaged = damaged.replace(b"tale\t2\t", b"tail\t2\t")
    assert damaged.count(b"\xff") == 1
    (tmp_path / "x").write_bytes(damaged)
    for command in ("check", "explain", "score"):
        found = answer([command, "-g", str(gold), "-s", str(tmp_path / "x")])
        assert b"codec" not in found.stderr + found.stdout
    out, said = run("convert", tmp_path / "x", "-g", gold)
    assert (
        out == CONTENT and "1 cell is not a part of its word and was read as the whole word" in said
    )


def test_a_cue_that_looks_like_a_missing_value_is_a_word_in_any_case(tmp_path: Path) -> None:
    """The words are written in lower case, the cells as in gold."""
    gold = "a\t1\t0\tNone\tnone\tNN\t*\tNone\t_\t_\na\t1\t1\tcame\tcome\tVBD\t*\t_\tcame\tcame\n\n"
    files = {"gold.txt": gold, "x": gold.replace("\tNone\tnone\t", "\tnone\tnone\t")}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    out, _ = run("convert", tmp_path / "x", "-g", tmp_path / "gold.txt")
    assert out == gold.encode()
    (tmp_path / "x").write_text(files["x"].replace("_\tcame\tcame", "None\tcame\tcame"))
    said = run("convert", tmp_path / "x", "-g", tmp_path / "gold.txt", status=1)[1]
    assert "E101" in said
