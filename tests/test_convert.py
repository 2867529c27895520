"""``convert`` and ``agreement``: what people see, and that nothing is half-written."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest
from conftest import CORPORA, ROOT, run, with_corpora
from submissions import check, check_submission

from sem2012_scorer import (
    read_columns,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.commands import output
from sem2012_scorer.reading import bio

FILES = ROOT / "fixtures" / "corpora"
GOLD = ROOT / "fixtures" / "larger-english" / "gold.txt"
NEGES = FILES / "neges.txt"


def convert(*words: object, status: int = 0) -> tuple[bytes, str]:
    """Return what the command writes, and what it says without its name."""
    found = answer(["convert", *map(str, words)])
    assert found.status == status, found
    assert status == 0 or found.stdout == b""
    said = found.stderr.decode().replace("sem2012-scorer: ", "").replace("note: ", "")
    return found.stdout, said


# ---- convert


def test_what_was_read_left_out_and_written_is_told() -> None:
    written, said = convert(FILES / "bioscope.xml")
    assert said == (
        "read 1 file as bioscope: 5 sentences, 46 tokens, 5 negations (5 scopes, 0 events)\n"
        "elements: 1 <Annotation>, 1 <DocumentSet>, 2 <Document>, 2 <DocID>, 3 <DocumentPart>, "
        "5 <sentence>, 7 <xcope>, 6 <cue> of negation, 1 <cue> of speculation\n"
        "bioscope, left out: which part of a document a sentence is of, where spaces stand\n"
        "cues of speculation, left out: 1 ({0}:12 (X1.3.1))\n"
        "scopes without cue, left out: 1 ({0}:19 (X2.1.2))\n"
        "cues inside a token, kept as a substring: 1 ({0}:19 (X2.1.1))\n"
        "wrote 5 sentences, 46 tokens, 5 negations (5 scopes, 0 events) as columns\n"
    ).format(FILES / "bioscope.xml")
    lines = written.decode().split("\n")
    assert lines[7] == "1001\tS1.2\t0\tThe\t_\t_\t_\t_\t_\t_"
    assert lines[14] == "1001\tS1.2\t7\tturn\t_\t_\t_\t_\tturn\t_"


def test_all_remarks_can_be_written_to_a_file(tmp_path) -> None:
    convert(FILES / "sfu.xml", "-o", tmp_path / "sfu.txt", "--remarks", tmp_path / "remarks.txt")
    place = FILES / "sfu.xml"
    assert (tmp_path / "remarks.txt").read_text().splitlines() == [
        "%s:4: cues of speculation, left out: perhaps" % place,
        "%s:6: scopes without cue in their sentence, left out" % place,
        "%s:6: cues without scope, kept: No" % place,
    ]


def test_columns_stay_as_they_are_and_change_their_style_where_asked() -> None:
    assert convert(GOLD)[0] == GOLD.read_bytes()
    assert convert(NEGES, "--to", "neges")[0] == NEGES.read_bytes()
    in_columns = convert(NEGES)[0]
    assert b"\t-\t-" not in in_columns and not in_columns.startswith(b"\t")


def test_labels_become_a_submission(tmp_path) -> None:
    labels, _ = convert(NEGES, "--to", "bio")
    (tmp_path / "labels.bio").write_bytes(labels)
    written, said = convert(tmp_path / "labels.bio", "--like", NEGES)
    assert written == NEGES.read_bytes()
    wrote, verdict = said.splitlines()[-2:]
    assert wrote == "wrote standard output as columns like %s, checked for scorer_task2" % NEGES
    assert verdict == str(check_submission(io.BytesIO(written), NEGES, "scorer_task2"))


def test_each_sentence_is_labelled_once_and_what_its_labels_say_is_counted(monkeypatch) -> None:
    labelled = []
    label = bio.to_bio

    def to_bio(sentence, **options):
        labelled.append(sentence)
        return label(sentence, **options)

    monkeypatch.setattr(bio, "to_bio", to_bio)
    written, said = convert(NEGES, "--to", "bio")
    assert len(labelled) == written.count(b"\n\n") == 3
    negations = sum(len(sentence.negations) for sentence in labelled)
    assert "wrote 3 sentences, 14 tokens, %d negations" % negations in said


def test_a_blind_file_shows_its_sign_by_tokens_from_1_and_tags_of_eagles(tmp_path) -> None:
    blind = tmp_path / "blind.txt"
    lines = NEGES.read_text().split("\n")
    rows = ["\t".join(line.split("\t")[:7]) for line in lines]
    blind.write_text("\n".join(rows))
    written, said = convert(FILES / "huerto.bio", "--like", blind)
    assert written == NEGES.read_bytes()
    assert "as neges like %s, checked for scorer_task2" % blind in said


def test_a_blind_file_that_does_not_show_its_sign_is_an_error_that_names_the_option(
    tmp_path,
) -> None:
    blind = tmp_path / "blind.txt"
    lines = NEGES.read_text().split("\n")
    rows = [line.split("\t")[:7] for line in lines]
    blind.write_text("\n".join("\t".join([*row[:5], *["_"] * len(row[5:])]) for row in rows))
    said = convert(FILES / "huerto.bio", "--like", blind, status=2)[1]
    assert "cannot tell whether _ or - marks an empty cell: --scorer ID says" in said
    for words in (["--to", "columns"], ["--scorer", "eval.cd-sco"]):
        assert b"\tno\t_\t_\n" in convert(FILES / "huerto.bio", "--like", blind, *words)[0]
    for words in (["--to", "neges"], ["--scorer", "scorer_task2"]):
        assert b"\tno\t-\t-\t\n" in convert(FILES / "huerto.bio", "--like", blind, *words)[0]


def test_what_bio_cannot_say_is_told() -> None:
    _, said = convert(FILES / "sentences.jsonl", "--to", "bio")
    assert "parts of words, written as the word: 3 (garden:1: negation 2: 'un' is cue" in said
    assert "tokens in two parts, written as one: 2 (garden:1: negation 1: 'saw' is in" in said
    assert "sentences with lemmas, tags or parses, left out: 1 (garden:1)" in said


def test_what_is_counted_as_written_is_what_stands_there(tmp_path) -> None:
    _, said = convert(FILES / "sentences.jsonl", "--to", "bio", "-o", tmp_path / "labels.bio")
    assert "8 tokens, 2 negations (2 scopes, 2 events)\n" in said.split("\n")[0] + "\n"
    assert said.endswith("wrote 2 sentences, 8 tokens, 2 negations (2 scopes, 0 events) as bio\n")
    assert "8 tokens, 2 negations (2 scopes, 0 events)" in convert(tmp_path / "labels.bio")[1]


def test_several_files_are_one_corpus(tmp_path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    content = GOLD.read_bytes()
    first.write_bytes(content.rstrip(b"\n"))
    second.write_bytes(b"\xef\xbb\xbf" + content)
    written, said = convert(first, second)
    assert written == content * 2
    assert said.startswith("read 2 files as columns: 800 sentences")


def test_an_error_names_the_file_of_several_that_it_is_in(tmp_path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text('{"tokens": ["a"]}\n{"tokens": ["b"]}\n')
    bad.write_text('{"tokens": ["c"]}\n{"tokens": ["d\\te"]}\n')
    said = convert(good, bad, good, status=1)[1]
    assert said.startswith("%s, its sentence 2: sentence 4: token 0: a tab or a newline" % bad)
    assert convert(bad, status=1)[1].startswith("%s: sentence 2: token 0" % bad)


def test_a_folder_is_a_corpus_and_what_is_none_in_it_is_told(tmp_path) -> None:
    content = (FILES / "sfu.xml").read_bytes()
    for name in ("BOOKS/no1.xml", "BOOKS/yes1.xml", "CARS/no1.xml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "README").write_text("A corpus.")
    written, said = convert(tmp_path)
    documents = list(
        dict.fromkeys(line.split("\t")[0] for line in written.decode().split("\n") if line)
    )
    assert documents == ["BOOKS_no1", "BOOKS_yes1", "CARS_no1"]
    assert said.startswith(
        "%s is passed over: it is not in the format of the others" % (tmp_path / "README")
    )
    (tmp_path / "BOOKS/no2.xml").write_bytes(b"")
    assert (
        "no2.xml: the file is empty; expected a file in sfu, as others of its folder"
        in convert(tmp_path, status=1)[1]
    )


@pytest.mark.parametrize(
    "files, words, expected",
    [
        ({"a.txt": b"junk"}, [], "no file in a format that is known"),
        (
            {"a.bio": b"a\tO\n", "b.json": b'{"tokens": ["a"]}'},
            [],
            "files of several formats (bio, jsonl): say which with --from",
        ),
        ({"a.bio": b"a\tO\n"}, ["--from", "sfu"], "expected a corpus in sfu"),
    ],
)
def test_a_folder_that_is_no_corpus_is_refused(tmp_path, files, words, expected) -> None:
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    assert expected in convert(tmp_path, *words, status=1)[1]


def test_a_folder_of_two_formats_can_be_read_for_one(tmp_path) -> None:
    (tmp_path / "a.bio").write_bytes(b"a\tB-CUE\n")
    (tmp_path / "b.json").write_bytes(b'{"tokens": ["b"]}')
    written, said = convert(tmp_path, "--from", "bio")
    assert b"\ta\t" in written and "b.json is passed over" in said


@pytest.mark.parametrize(
    "content, words, expected",
    [
        (b"", [], "input: the file is empty"),
        (b"PK\x03\x04", [], "input: this looks like a zip archive: unpack it"),
        (b"junk\n", ["--from", "columns"], "input:1: found 1 field; expected 8 or more"),
        (b"No\tO\n\nrain\tX\n", ["--from", "bio"], "input:3: found the label 'X'"),
        (b"No\tB-CUE\n", ["--from", "jsonl"], "(it looks like bio: --from bio)"),
        (b"No\tO\n", [], "found 1 sentence as bio and no negation; expected predictions"),
        (b"%PDF", ["--from", "jsonl"], "(it looks like a PDF file: save its text)"),
        (
            b"<a>\n<b>\n</a>",
            ["--from", "sfu"],
            "input:3: found mismatched tag; expected well-formed XML",
        ),
        (b"\xff\xfea\x00", [], "input: this looks like UTF-16 text: "),
    ],
)
def test_malformed_input_is_an_error_with_its_place_and_writes_nothing(
    tmp_path, content, words, expected
) -> None:
    path, output, remarks = (tmp_path / name for name in ("input", "output", "remarks"))
    path.write_bytes(content)
    said = convert(path, *words, "-o", output, "--remarks", remarks, status=1)[1]
    assert said.startswith(str(tmp_path)) and expected in said
    assert os.listdir(tmp_path) == ["input"]


def test_a_fault_late_in_a_file_writes_nothing_and_keeps_what_was_there(tmp_path) -> None:
    path, output = tmp_path / "gold.txt", tmp_path / "output"
    path.write_bytes(GOLD.read_bytes() + b"junk\n")
    output.write_bytes(b"before")
    said = convert(path, "-o", output, status=1)[1]
    assert ":%d: found 1 field" % (GOLD.read_bytes().count(b"\n") + 1) in said
    assert output.read_bytes() == b"before"


@pytest.mark.parametrize(
    "words, expected",
    [
        ([GOLD, "-o", GOLD], "is one of the inputs"),
        ([NEGES, "--like", GOLD, "-o", GOLD], "is one of the inputs"),
        ([GOLD, "--remarks", GOLD], "is one of the inputs"),
        (["-", "-"], "- (standard input) can be one file only"),
        (["-", "--like", "-"], "- (standard input) can be one file only"),
        ([GOLD, "-o", "x", "--remarks", "./x"], "-o and --remarks are the same file"),
        ([GOLD, "--remarks", "-"], "--remarks takes the name of a file"),
        ([GOLD, "--remarks", ""], "--remarks takes the name of a file"),
        ([NEGES, "--like", ROOT], "is a folder: give one gold file"),
        ([NEGES, "--like", NEGES, "--to", "bio"], "--like makes a submission in columns"),
        ([GOLD, "-o", "/nowhere/x"], "cannot write /nowhere/x"),
        ([GOLD, "-o", ""], "the output has no name"),
        ([GOLD, "--cues", "speculation"], "--cues is for bioscope, sfu, not for columns"),
        ([FILES / "sp-neg.xml", "--tokens", "space"], "--tokens is for bioscope, not for sp-neg"),
    ],
)
def test_it_is_used_wrongly(words, expected) -> None:
    assert expected in convert(*words, status=2)[1]


@pytest.mark.parametrize(
    "words, expected",
    [
        ([NEGES, "--like", FILES / "sfu.xml"], "sfu.xml:1: found 1 field"),
        ([NEGES, "--like", FILES / "labels.bio"], "(it looks like bio: convert it first)"),
        ([NEGES, "--like", GOLD], "gold has 'The', the prediction 'La': predict on gold's tokens"),
    ],
)
def test_a_file_that_is_another_is_an_error(words, expected) -> None:
    assert expected in convert(*words, status=1)[1]


@pytest.mark.parametrize("words", [["none.txt"], [NEGES, "--like", "none.txt"]])
def test_a_file_that_is_missing_is_wrong_usage(words) -> None:
    assert convert(*words, status=2)[1] == "none.txt: no such file\n"


def test_standard_input_is_a_file() -> None:
    command = [sys.executable, "-m", "sem2012_scorer.cli", "convert", "-", "--to", "jsonl"]
    found = run(command, ROOT, input=(FILES / "labels.bio").read_bytes())
    assert found.status == 0 and json.loads(found.stdout.splitlines()[0])["document"] == "stdin"
    found = run(command, ROOT, input=b"junk")
    assert found.status == 1 and b"standard input: its format is not recognised" in found.stderr


def test_a_long_output_is_printed_in_pieces(monkeypatch, capfdbinary) -> None:
    monkeypatch.setattr(output, "MOST_AT_ONCE", 1000)
    found = answer(["convert", str(GOLD)])
    assert (found.stdout, found.status) == (b"", 0)
    assert capfdbinary.readouterr().out == GOLD.read_bytes()


def test_a_long_output_whose_reader_has_gone_ends_by_the_signal(tmp_path) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(GOLD.read_bytes() * 8)
    code = (
        "from sem2012_scorer.commands import output; output.MOST_AT_ONCE = 1000\n"
        "import sys; sys.argv = ['x', 'convert', %r]\n"
        "from sem2012_scorer.cli import main; main()" % str(path)
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait() == -13


def test_help_names_the_formats() -> None:
    with pytest.raises(SystemExit):
        answer(["convert", "--help"])


@with_corpora
@pytest.mark.parametrize("name", ["dev", "test"])
def test_norec_in_columns_has_the_numbers_of_its_paper(name) -> None:
    """Maehlum et al. 2021, table 1: cues, and scopes that are not null."""
    counts = {"dev": (342, 339), "test": (305, 301)}
    gold = read_columns(CORPORA / "norec" / (name + ".gold.txt"))
    negations = [negation for sentence in gold for negation in sentence.negations]
    assert (len(negations), sum(bool(one.scope) for one in negations)) == counts[name]


def test_a_submission_from_labels_has_no_finding(tmp_path) -> None:
    labels = tmp_path / "labels.bio"
    labels.write_bytes(convert(GOLD, "--to", "bio")[0])
    submission = convert(labels, "--like", GOLD)[0]
    assert not [one for one in check(io.BytesIO(submission), GOLD) if one.level == "error"]
