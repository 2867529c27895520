"""Formats of corpora: recognised, read whole or refused with the place, written as any other."""

from __future__ import annotations

import io

import pytest
from conftest import Unseekable
from documents import FILES, read, sfu, sp_neg
from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer import (
    FormatError,
    read_corpus,
    tokenize,
    write_corpus,
)
from sem2012_scorer.reading.formats import FORMATS, WRITTEN
from sem2012_scorer.reading.recognising import recognised
from sem2012_scorer.reading.source import Source
from sem2012_scorer.reading.tokenizing import tokens_of_space


def test_every_format_of_corpora_has_a_document_here() -> None:
    """Those of predictions have theirs in `shape_files`."""
    assert list(FILES) == list(FORMATS)[: len(FILES)]
    assert list(FORMATS)[len(FILES)] == "table"


@pytest.mark.parametrize("name", FILES)
def test_a_format_is_recognised_by_its_content(name) -> None:
    content = FILES[name].read_bytes()
    assert recognised(Source(content=content)) == name
    assert recognised(Source(content=b"\xef\xbb\xbf" + content)) == name
    assert recognised(Source(content=content.replace(b"\n", b"\r\n"))) == name
    assert read(FILES[name])[0] == read(FILES[name], name)[0]
    assert read(Unseekable(content), document="x")[0] == read(content, name, document="x")[0]


@pytest.mark.parametrize(
    "head, name",
    [
        (b'{"tokens": ["lymph", "nodes", "sent_id"]}', "jsonl"),
        (b'{"document": "nodes", "tokens":["a"]}', "jsonl"),
        (b'{"sent_id": "s1", "document": "d", "tokens": ["a"]}', "jsonl"),
        (b'{\n "sent_id": "1",\n "text": "a"', "norec"),
        (b'{"id": 1, "nodes": [{"form": "sent_id"}]}', "epe"),
        (b'[\n {\n  "sent_id": "1"', "norec"),
        (b"[CLS]\tO\nno\tB-CUE\n", "bio"),
        (b"<unk> O\n", "bio"),
        (b"No   B-cue \r\n", "bio"),
        (b"no\tB-CUE\tO\t\n", "bio"),
        (b"[1]\t1\t0\tNo\tno\tDT\t*\t***\n", "columns"),
        (b"d\t1\t0\tNo\tno\tDT\t*\n", "columns"),
        (b"d\t1\t0\tO\tO\tDT\tO\tO\t_\t_\n", "columns"),
        (b"<!-- <review> --><DocumentSet>", "bioscope"),
        ('\ufeff<?xml version="1.0"?><SENTENCE>'.encode("utf-16-le"), "sfu"),
        (b"1\tRain\train\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n", None),
        (b"a\tb\tc\td\te\tf\tg\th\ti\tj\n", None),
        (b"No rain O B-X\n", None),
    ],
)
def test_a_format_is_told_from_what_only_it_has(head, name) -> None:
    assert recognised(Source(content=head)) == name


@pytest.mark.parametrize(
    "head, words",
    [
        (b"", "the file is empty"),
        (b" \n", "there is nothing but blank lines"),
        (b"PK\x03\x04abc", "this looks like a zip archive: unpack it"),
        (b"\x1f\x8b\x08\x00", "this looks like a gzip file"),
        (b"%PDF-1.4", "this looks like a PDF file"),
        ("\ufeffa\tb".encode("utf-16-le"), "this looks like UTF-16 text"),
        (b"\x00\x01\x02", "these are bytes, not text"),
        (b"Once upon a time", "its format is not recognised; the first line is 'Once upon a time'"),
        (b"<html><body>", "this looks like a page in HTML"),
        (b"[1, 2]", "JSON with 1; expected an object"),
        (b'{"a": 1}', "JSON with the names `a`, none of them known"),
    ],
)
def test_what_is_no_corpus_is_told(head, words) -> None:
    with pytest.raises(FormatError, match=words):
        read(head)


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_format_is_an_error_and_no_traceback(name) -> None:
    refused = 0
    for other, path in FILES.items():
        try:
            read(path, name)
        except FormatError as error:
            refused += 1
            assert str(error).startswith(str(path))
        else:
            assert {name, other} <= {"columns", "neges"} or name == other
    assert refused >= 7


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_off_anywhere_is_read_or_an_error_with_its_place(name) -> None:
    content = FILES[name].read_bytes()
    for end in range(0, len(content), 7):
        try:
            read(content[:end], name)
        except FormatError as error:
            assert error.found and error.expected


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_a_damaged_file_is_read_or_an_error_with_its_place(name, data) -> None:
    content = bytearray(FILES[name].read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    try:
        read(bytes(content), name)
    except FormatError as error:
        assert error.found and error.expected


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("written", WRITTEN)
def test_every_format_can_be_written_as_any_other(name, written) -> None:
    sentences, _ = read(FILES[name])
    stream = io.BytesIO()
    lost = [one.kind for one in write_corpus(sentences, stream, written).remarks]
    stream.seek(0)
    again = list(read_corpus(stream, written))
    assert len(again) == len(sentences)
    for one, other in zip(sentences, again):
        assert [token.word for token in one.tokens] == [token.word for token in other.tokens]
        if written == "jsonl":
            assert other == one._replace(layout=None)
        elif written not in ("bio", "masks"):
            assert other.negations == one.negations
            assert [token[1:4] for token in one.tokens] == [token[1:4] for token in other.tokens]
    assert written in ("bio", "jsonl", "masks") or not lost


def test_the_format_is_one_of_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="format is one of auto, columns, neges, jsonl"):
        read_corpus(FILES["bio"], "conll")
    with pytest.raises(ValueError, match="format is one of columns, neges, jsonl, bio, masks, not"):
        write_corpus([], io.BytesIO(), "bioscope")
    with pytest.raises(ValueError, match="a submission is in columns, not in bio"):
        write_corpus([], io.BytesIO(), "bio", FILES["neges"])


some_text = st.text(st.sampled_from("ab1é.,;:()[]'\"%-/ \n\t’n't"), max_size=30)


@given(some_text)
def test_tokens_and_white_space_are_the_text(text) -> None:
    for tokenizer in (tokenize, tokens_of_space):
        rest = text
        end = 0
        found = tokenizer(text)
        for start, word in found:
            assert word and text[start : start + len(word)] == word
            assert not text[end:start].strip(" \t\r\n")
            end = start + len(word)
        assert not rest[end:].strip(" \t\r\n")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("No rain.", "No rain ."),
        ("IL-2 (n = 1.5%), p<0.05!", "IL-2 ( n = 1.5 % ) , p<0.05 !"),
        ("It can't; they've 'gone'.", "It ca n't ; they 've ' gone ' ."),
        ("the cells' (see e.g. [12])", "the cells ' ( see e.g. [ 12 ] )"),
        ("NF(kappa)B, (kappa)B and (IL)-2.", "NF(kappa)B , (kappa)B and (IL)-2 ."),
        ("in the U.S. of A.", "in the U.S. of A ."),
        ("Li et al. say vs. 's.", "Li et al. say vs. ' s ."),
        (
            "the cell 's (RAR(alpha)) (TNF)-alpha) (a(b)c)",
            "the cell 's ( RAR(alpha) ) (TNF)-alpha ) ( a(b)c )",
        ),
        ("... . a...' (x..).", "... . a ... ' ( x .. ) ."),
    ],
)
def test_tokens_are_those_of_genia(text, expected) -> None:
    assert " ".join(word for _, word in tokenize(text)) == expected


def test_documents_of_bioscope_have_their_own_names_or_that_of_the_file() -> None:
    content = (
        b"<DocumentSet>stray<Document><DocID> 1\n2 </DocID><sentence>a</sentence></Document>"
        b"<Document><sentence>b</sentence></Document></DocumentSet>"
    )
    sentences, remarks = read(content, "bioscope", document="file")
    assert [(one.document, one.number) for one in sentences] == [("1 2", "1"), ("file", "2")]
    assert remarks == [(1, "texts outside of sentences, left out")]
    assert [one.document for one in read(content, "bioscope")[0]] == ["1 2", "document"]


def test_sentences_of_a_review_are_counted_in_its_file() -> None:
    for name, content in (("sfu", sfu("<W>a</W>")), ("sp-neg", sp_neg('<v wd="va"/>'))):
        assert [one.number for one in read(content, name)[0]] == ["1", "2"]
        assert {one.document for one in read(content, name)[0]} == {"document"}
    outside = b'<review><v wd="va"/><sentence><v wd="ve"/></sentence></review>'
    assert read(outside, "sp-neg")[1] == [(1, "elements outside of a sentence, left out")]
