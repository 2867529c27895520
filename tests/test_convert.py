"""``convert``: predictions, damaged columns and BioScope XML as columns, whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import conftest
import pytest
from conftest import CORPORA, ROOT, with_corpora
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import GOLD, as_json, as_labels, as_pairs, in_columns, lines_of, run

from sem2012_scorer import Negation, read_columns, score_files

BIOSCOPE = ROOT / "fixtures" / "corpora" / "bioscope.xml"
CONTENT = in_columns(GOLD)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    (tmp_path / "gold.txt").write_bytes(CONTENT)
    return tmp_path / "gold.txt"


def converted(tmp_path: Path, content: str | bytes, gold: bytes, *options: str) -> bytes:
    (tmp_path / "x").write_bytes(content.encode() if isinstance(content, str) else content)
    (tmp_path / "g").write_bytes(gold)
    return run("convert", tmp_path / "x", "-g", tmp_path / "g", *options)[0]


def first_seven(content: bytes) -> list[list[bytes]]:
    return [line.split(b"\t")[:7] for line in content.split(b"\n")]


LABELLINGS = st.lists(
    st.sampled_from(["O", "B-CUE", "I-CUE", "B-SCOPE", "I-SCOPE", "I-EVENT"]),
    min_size=sum(len(one.tokens) for one in GOLD),
    max_size=sum(len(one.tokens) for one in GOLD),
)


def labelled(labels: list[str]) -> str:
    """Return our sentences with these labels, and a first cue."""
    own = iter(["B-CUE", *labels[1:]])
    sentences = ["".join("%s\t%s\n" % (t.word, next(own)) for t in one.tokens) for one in GOLD]
    return "\n".join(sentences)


@given(labels=LABELLINGS)
def test_predictions_score_as_the_columns_made_of_them(gold: Path, labels: list[str]) -> None:
    system, made = gold.with_name("x"), gold.with_name("made.txt")
    system.write_text(labelled(labels))
    words = ["-g", gold, "--format", "tsv", "--nis", "--names", "system"]
    run("convert", system, "-g", gold, "-o", made)
    assert first_seven(made.read_bytes()) == first_seven(CONTENT)
    direct, as_columns = (run("score", "-s", file, *words)[0] for file in (system, made))
    assert [line.split(b"\t")[2:] for line in direct.splitlines()] == [
        line.split(b"\t")[2:] for line in as_columns.splitlines()
    ]
    assert run("convert", made, "-g", gold)[0] == made.read_bytes()


@pytest.mark.parametrize(
    "text", [lines_of(as_json(GOLD, strings=True)), "```\n%s```\n" % lines_of(as_json(GOLD, True))]
)
def test_gold_in_json_becomes_gold_byte_for_byte(tmp_path: Path, text: str) -> None:
    assert converted(tmp_path, text, CONTENT) == CONTENT


def test_a_blind_file_stands_in_for_gold(tmp_path: Path) -> None:
    blind = b"\n".join(b"\t".join(row) for row in first_seven(CONTENT))
    assert converted(tmp_path, lines_of(as_json(GOLD, strings=True)), blind) == CONTENT


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\t\n"])
@pytest.mark.parametrize("change", ["none", "annotation", "other columns"])
def test_columns_that_begin_as_golds_stay_as_they_are(
    tmp_path: Path, end: bytes, change: str
) -> None:
    content = CONTENT
    if change == "annotation":
        content = in_columns([one._replace(negations=()) for one in GOLD])
    if change == "other columns":
        content = content.replace(b"\tNN\t*", b"\tX\tY").replace(b"\tgate\tX", b"\tGATE\tX")
    content = content.replace(b"\n", end).replace(b"\n\t", b"\n").replace(b"\r\n\r\n", b"\r\n\n")
    plain = content.replace(b"\t\n", b"\n").replace(b"\n\t\n", b"\n\n")
    for one in (content, plain):
        blanks = one.replace(b"\n\t\n", b"\n\n")
        assert converted(tmp_path, blanks, CONTENT) == blanks


DAMAGES = {
    "another document": lambda text: text.replace("tale\t", "story.txt\t"),
    "another sentence number": lambda text: text.replace("tale\t1\t", "tale\t7\t"),
    "no tags and lemmas": lambda text: text.replace("tale", "a").replace("\tNN\t*", "\t_\t_"),
    "other quotes": lambda text: text.replace("``\t", '"\t'),
    "another case": lambda text: text.replace("\tThe\t", "\tTHE\t"),
    "two blank lines": lambda text: text.replace("\n\n", "\n\n\n"),
    "no blank line at the end": lambda text: text.rstrip("\n"),
    "a byte-order mark": lambda text: "\ufeff" + text.replace("tale", "x"),
    "a token split": lambda text: text.replace(
        "tale\t2\t1\tgate\tgate\tNN\t*\t***", "tale\t2\t1\tga\t_\t_\t_\t***\ntale\t2\t1\tte\t_\t_\t_\t***"
    ),
    "tokens joined": lambda text: text.replace(
        "tale\t2\t0\tThe\tthe\tNN\t*\t***\ntale\t2\t1\tgate\tgate", "tale\t2\t0\tThegate\t_"
    ),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_columns_become_gold_again(tmp_path: Path, damage: str) -> None:
    content = DAMAGES[damage](CONTENT.decode())
    assert content.encode() != CONTENT
    assert converted(tmp_path, content, CONTENT) == CONTENT


def test_columns_may_lack_sentences_where_that_is_allowed(tmp_path: Path) -> None:
    sentences = CONTENT.decode().split("\n\n")
    content = "\n\n".join(sentences[:1] + sentences[2:])
    assert converted(tmp_path, content, CONTENT, "--allow-missing") == CONTENT
    said = run("convert", tmp_path / "x", "-g", tmp_path / "g", status=1)[1]
    assert "expected gold's sentence 2 (tale:2)" in said and "--allow-missing" in said


@pytest.mark.parametrize(
    "content, expected",
    [
        (b"junk\n", "x:1: found 1 field; expected 8 or more"),
        (CONTENT + b"tale\t9\t0\n\n", "x:49: found 3 fields"),
        (CONTENT.replace(b"gate", b"date"), 'gold has "gate" where the file has "date"'),
        (
            CONTENT.replace(b"tale", b"x").replace(b"\tsaw\tsaw\t_\t_\t_", b"\tsaw\tsaw"),
            "x:2: found",
        ),
        (b"", "x: "),
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
        (["x"], 2, "give gold with -g"),
        (["x", "-g", "none"], 2, "none: no such file"),
        (["none", "-g", "gold.txt"], 2, "none: no such file"),
        (["x", "-g", "gold.txt", "-o", "x"], 2, "x is one of the inputs"),
        (["x", "-g", "gold.txt", "-o", "no/x"], 2, "cannot write no/x"),
        (["x", "-g", "y"], 1, "y:1: found 1 field"),
        (["x.xml", "--from", "bioscope"], 2, "x.xml: no such file"),
        (["x", "--from", "bioscope"], 1, "x:1: found syntax error; expected well-formed XML"),
        (["x", "-g", "gold.txt", "--from", "bioscope"], 2, "leave out -g"),
    ],
)
def test_it_is_used_wrongly(
    gold: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], status: int, expected: str
) -> None:
    monkeypatch.chdir(gold.parent)
    Path("x").write_text(as_labels(GOLD))
    Path("y").write_text(as_pairs(GOLD))
    assert expected in run("convert", *words, status=status)[1]
    assert Path("x").read_text() == as_labels(GOLD)


def test_several_files_become_a_folder_of_the_same_names(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("gold", "predicted")]
    for folder in folders:
        folder.mkdir()
    texts = {"a": lines_of(as_json(GOLD, True)), "b": as_pairs(GOLD), "c": "junk\n"}
    for name, text in texts.items():
        (folders[0] / (name + ".txt")).write_bytes(CONTENT)
        (folders[1] / (name + ".out")).write_text(text)
    words = [folders[1], "-g", folders[0], "-o", tmp_path / "made"]
    said = run("convert", *words, status=1)[1]
    assert "not converted: %s:1: found 1 field" % (folders[1] / "c.out") in said
    made = {path.name: path.read_bytes() for path in (tmp_path / "made").iterdir()}
    assert sorted(made) == ["a.out", "b.out"] and made["a.out"] == CONTENT
    assert first_seven(made["b.out"]) == first_seven(CONTENT)
    assert "give a folder for them with -o" in run("convert", *words[:3], status=2)[1]


def test_standard_input_is_a_file(gold: Path) -> None:
    command = [sys.executable, "-m", "sem2012_scorer.cli", "convert", "-", "-g", gold]
    found = conftest.run(command, ROOT, input=lines_of(as_json(GOLD, True)).encode())
    assert (found.stdout, found.status) == (CONTENT, 0)
    assert b"standard input: json, 6 sentences, 7 negations" in found.stderr


@with_corpora
@pytest.mark.parametrize("corpus", ["cdsco/dev-semnlp.system.txt", "neges/dev_libros.system.txt"])
def test_columns_of_real_systems_stay_as_they_are(corpus: str) -> None:
    system = CORPORA / corpus
    gold = CORPORA / corpus.replace("dev-semnlp.system", "dev-09032012").replace("system", "gold")
    assert run("convert", system, "-g", gold)[0] == system.read_bytes()


# ---- BioScope


def bioscope(*sentences: str) -> bytes:
    text = "".join('<sentence id="S%d">%s</sentence>' % row for row in enumerate(sentences))
    return ("<Annotation><DocID>7</DocID>%s</Annotation>" % text).encode()


def cue(text: str, ref: str = "X", kind: str = "negation") -> str:
    return '<cue type="%s" ref="%s">%s</cue>' % (kind, ref, text)


def scope(text: str, ref: str = "X") -> str:
    return '<xcope id="%s">%s</xcope>' % (ref, text)


@pytest.mark.parametrize(
    "text, words, negations",
    [
        ("It rains.", "It rains .", []),
        ("It %s." % scope(cue("not") + " rains"), "It not rains .", [Negation([1], [2])]),
        (
            scope(cue("Neither") + " sun " + cue("nor") + " rain"),
            "Neither sun nor rain",
            [Negation([0, 2], [1, 3])],
        ),
        (
            "We " + scope("can" + cue("not") + " go"),
            "We cannot go",
            [Negation({1: "not"}, [(1, "can"), 2])],
        ),
        (
            scope(cue("no", "A") + " sun " + scope(cue("without", "B") + " rain", "B"), "A"),
            "no sun without rain",
            [Negation([0], [1, 2, 3]), Negation([2], [3])],
        ),
        (scope(cue("may", kind="speculation") + " rain"), "may rain", []),
        ("It is " + cue("not"), "It is not", [Negation([2])]),
        ("a &lt; b &amp; %s (n=3)" % scope(cue("no") + " IL-2,"), "a < b & no IL-2 , ( n=3 )",
         [Negation([4], [5, 6])]),
    ],
)  # fmt: skip
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


def test_the_characters_of_a_corpus_are_kept_and_its_columns_can_be_scored(tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    run("convert", BIOSCOPE, "--from", "bioscope", "-o", output)
    sentences = list(read_columns(output))
    assert [one.name for one in sentences] == [
        "1001:S1.1", "1001:S1.2", "1001:S1.3", "1001:S1.4", "1002:S2.1"
    ]  # fmt: skip
    assert "".join(t.word for t in sentences[1].tokens) == "Theleaves,however,didnotturn(n=12)."
    report = score_files(output, output)
    assert (report["Cues"].true_positives, report["Cues"].f1) == (5, 100.0)


@pytest.mark.parametrize(
    "content, expected",
    [
        (b"<a><sentence id='1'>x", "the end of the file inside of an element"),
        (b"<a/>", "no <sentence> with a word"),
        (bioscope('<cue type="negation">no</cue>'), "ref"),
        (bioscope(cue("no", kind="doubt")), "a cue of type 'doubt'"),
        (bioscope(cue("no" + cue("no"))), "a cue inside a cue"),
        (b"<a><xcope id='1'>x</xcope></a>", "<xcope> outside of a sentence"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]>' + bioscope("&x;"), "the entity 'x'"),
    ],
)
def test_other_xml_is_refused_with_its_line(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "x.xml"
    path.write_bytes(content)
    words = [path, "--from", "bioscope", "-o", tmp_path / "out"]
    said = run("convert", *words, status=1)[1]
    assert said.startswith(str(path)) and expected in said
    assert os.listdir(tmp_path) == ["x.xml"]
