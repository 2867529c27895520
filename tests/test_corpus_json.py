"""Corpora in JSON: NoReC_neg, EPE and JSON lines."""

from __future__ import annotations

import io
import json

import pytest
from documents import FILES, norec, read, sentences, texts, words_of
from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer import (
    FormatError,
    Sentence,
    ShapeError,
    Token,
    read_columns,
    read_corpus,
    write_corpus,
)
from sem2012_scorer.reading.json_values import values_of


def test_norec_has_spans_of_characters_and_affixes() -> None:
    sentences, remarks = read(FILES["norec"])
    assert [words_of(one) for one in sentences] == [
        [],
        [("ikke", "Porten er låst", ""), ("~u", "~hyggelig gammel", "")],
        [("Nei", "", "")],
    ]
    assert (sentences[1].document, sentences[1].number) == ("900001", "900001-01-02")
    assert remarks == [(23, "cues without scope, kept")]


@pytest.mark.parametrize(
    "content, words",
    [
        (norec((["no"], ["0:99"])), r'"0:99" in negations\[0\].Cue\[0\]; expected a span of the 7'),
        (norec((["no"], ["x"])), 'expected a span such as "11:15"'),
        (norec((["no"], ["0:" + "9" * 5000])), 'expected a span such as "11:15"'),
        (norec((["no"], ["2:2"])), "expected a span of the 7"),
        (norec((["no"], ["0:\u0663"])), 'expected a span such as "11:15"'),
        (norec((["no"], ["0-2"])), 'expected a span such as "11:15"'),
        (norec((["no"], [":2"])), 'expected a span such as "11:15"'),
        (norec((["no"], ["0:"])), 'expected a span such as "11:15"'),
        (norec((["no"], [])), "expected one string for each span"),
        (norec(["no"]), "expected a list of strings and a list of spans"),
        (norec(3), "3 in negations.0..Cue; expected a list"),
        (b'[{"sent_id": 1}]', "1 in sent_id; expected a string"),
        (b'[{"sent_id": "1", "text": ""}]', "expected a text with a word"),
        (b'[{"sent_id": "1", "text": "a"}]', "nothing in negations; expected a list"),
        (b"[3]", "3; expected an object"),
        (b"[]", "no sentence"),
        (b'[{"sent_id": "1"', "not JSON"),
        (b'[{"sent_id": "1"} {}]', "1: found .*text|a comma or ] is missing"),
        (b"[1, 2] 3", "expected an object"),
        (b"[" * 100_000, "nested too deep|no JSON"),
    ],
)
def test_what_is_no_norec_is_an_error_with_its_line(content, words) -> None:
    with pytest.raises(FormatError, match=words):
        read(content, "norec")


def test_what_norec_should_not_have_is_remarked() -> None:
    assert read(norec((["not"], ["0:2"])))[1] == [
        (1, "strings that differ from the text of their span, left out"),
        (1, "cues without scope, kept"),
    ]
    assert read(norec(scope=(["no rain"], ["3:7"])))[0][0].negations[0].scope == (1,)
    assert (1, "affixal cues that are whole words, kept") in read(norec(Affixal=True))[1]
    assert (1, "cues inside a word that are not affixal, kept") in read(norec((["n"], ["0:1"])))[1]
    assert (1, "negations without cue, kept") in read(norec([]))[1]
    assert (1, "cues inside their own scope, taken out of it") in read(
        norec(scope=(["no rain"], ["0:7"]))
    )[1]
    assert (1, "names that are not known, left out") in read(norec(Focus=1))[1]


def test_epe_has_the_strings_of_each_part_at_its_nodes() -> None:
    sentences, remarks = read(FILES["epe"])
    assert [words_of(one) for one in sentences] == [
        [("~un", "The ~kind rain", "~kind"), ("never", "rain stops", "stops")],
        [],
    ]
    assert sentences[0].tokens[1] == Token("unkind", "JJ", "unkind")
    assert (sentences[0].document, sentences[0].number) == ("garden", "1")
    assert remarks == [(2, "nodes without form, left out")]


@pytest.mark.parametrize(
    "line, words",
    [
        ('{"nodes": 1}', "1 in nodes; expected a list"),
        ('{"nodes": []}', "expected a node with a form"),
        ('{"nodes": [3]}', r"3 in nodes\[0\]; expected an object"),
        ('{"nodes": [{"form": []}]}', r"nodes\[0\].form; expected a string or a number"),
        (
            '{"nodes": [{"form": "a", "properties": []}, {"form": "b", "properties": [1]}]}',
            "expected an object",
        ),
        (
            '{"nodes": [{"form": "a", "negation": {}}, {"form": "b", "negation": 1}]}',
            "expected a list",
        ),
        ('{"nodes": [{"form": "a", "negation": [{"cue": "a"}]}]}', "expected an id"),
    ],
)
def test_what_is_no_epe_is_an_error_with_its_line(line, words) -> None:
    with pytest.raises(FormatError, match="the stream:2: found .*" + words):
        read(b'{"nodes": [{"form": "x"}]}\n' + line.encode(), "epe")


def test_json_lines_have_the_names_of_the_python_api() -> None:
    first, second = read(FILES["jsonl"])[0]
    assert words_of(first) == [
        ("Nobody", "saw the unkind cat", "saw"),
        ("~un", "the ~kind cat", "~kind"),
    ]
    assert second == Sentence(["It", "slept", "."], [], "garden", "2")


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_any_sentence_written_as_json_is_itself(drawn) -> None:
    stream = io.BytesIO()
    write_corpus(drawn, stream, "jsonl")
    stream.seek(0)
    assert list(read_corpus(stream, "jsonl")) == drawn


def test_bytes_that_are_no_text_come_through_json() -> None:
    content = b"d\xff\t1\t0\tno\xfe\t_\t_\t_\t***\n\n"
    stream, back = io.BytesIO(), io.BytesIO()
    write_corpus(read_columns(io.BytesIO(content)), stream, "jsonl")
    stream.seek(0)
    write_corpus(read_corpus(stream), back)
    assert back.getvalue() == content


@pytest.mark.parametrize("name", ["columns", "neges", "bio"])
def test_half_of_a_character_is_an_error_where_a_file_cannot_hold_it(name) -> None:
    sentence = Sentence(["a"]), Sentence(["b\ud800"])
    with pytest.raises(ShapeError, match="sentence 2: .* is half of a character"):
        write_corpus(sentence, io.BytesIO(), name)


def test_names_that_are_not_known_are_remarked() -> None:
    line = b'{"id": 1, "tokens": [{"word": "no", "lang": "en"}], "negations": [{"cue": [0], "focus": []}]}'
    assert read(line)[1] == [(1, "names that are not known, left out")] * 3


@pytest.mark.parametrize(
    "line, words",
    [
        ("x", r"not JSON \(Expecting value"),
        ("[1]", "JSON that is not an object"),
        ("{}", "nothing in tokens; expected a list"),
        ('{"tokens": []}', r"\[\] in tokens; expected one token or more"),
        ('{"tokens": [3]}', r"3 in tokens\[0\]; expected an object"),
        ('{"tokens": [{"tag": "x"}]}', "expected a word"),
        ('{"tokens": [{"word": 3}]}', r"3 in tokens\[0\].word; expected a string"),
        ('{"tokens": ["a"], "negations": 1}', "1 in negations; expected a list"),
        ('{"tokens": ["a"], "negations": [1]}', "expected an object"),
        (
            '{"tokens": ["a"], "negations": [{"cue": [1]}]}',
            "expected the position of a token, from 0 up to 0",
        ),
        (
            '{"tokens": ["a"], "negations": [{"cue": [-1]}]}',
            "expected the position of a token, from 0 up to 0",
        ),
        ('{"tokens": ["a"], "negations": [{"cue": [true]}]}', "expected a position or"),
        ('{"tokens": ["a"], "negations": [{"cue": [[0, 1]]}]}', "not a span"),
        ('{"tokens": ["a"], "negations": [{"cue": "a"}]}', "expected a list"),
        ('{"tokens": ["a"], "document": []}', "expected a string or a number"),
        ('{"tokens": ["a"], "negations": [{"cue": [%s%s]}]}' % ("[" * 974, "]" * 974), ""),
        ("\xff", "bytes that are not UTF-8"),
        ("[" * 100_000, "nested too deep|no JSON"),
    ],
)
def test_what_is_no_json_line_is_an_error_with_its_line(line, words) -> None:
    with pytest.raises(FormatError, match="the stream:2: found .*" + words):
        read(b'{"tokens": ["x"]}\n' + line.encode("latin-1"), "jsonl")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(values, max_size=6), st.sampled_from([None, 2]), st.booleans())
def test_values_come_as_they_were_written_with_their_lines(drawn, indent, in_list) -> None:
    if in_list:
        text = json.dumps(drawn, indent=indent, ensure_ascii=False)
    else:
        drawn = [one if isinstance(one, dict) else {"": one} for one in drawn]
        text = "\n".join(json.dumps(one, indent=indent) for one in drawn)

    found = list(values_of(io.BytesIO(text.encode())))
    assert [value for _, value in found] == drawn
    lines = [line for line, _ in found]
    assert lines == sorted(lines) and (not lines or lines[-1] <= 1 + text.count("\n"))


@pytest.mark.parametrize("broken", ['"a" 2', '"a": tru', '"a', '"a": [1'])
def test_a_fault_is_told_with_its_line_however_long_the_file_is(broken) -> None:
    filler = '  {"b": "%s"},\n' % ("x" * 5000)
    text = "[\n" + filler * 60 + "{%s}\n]" % broken + "\n" * 3
    with pytest.raises(FormatError) as caught:
        list(values_of(io.BytesIO(text.encode())))
    assert caught.value.line is not None and 62 <= caught.value.line <= 63


def test_bytes_that_are_no_text_are_told_with_their_line() -> None:
    content = b'[{"a": 1},\n{"a": 2},\n{"a": "\xe9"}]\n'
    with pytest.raises(FormatError, match="^the stream:3: found bytes that are not UTF-8"):
        list(values_of(io.BytesIO(content)))


def test_a_fault_early_in_a_long_file_is_told_where_it_is() -> None:
    content = b'[{"a": 1},\n{"a" 2},' + b' {"b": 3},' * 10_000
    with pytest.raises(
        FormatError, match="^the stream:2: found text that is not JSON .Expecting ':' delimiter"
    ):
        list(values_of(io.BytesIO(content)))


@pytest.mark.parametrize("value", [0.5, -1e-7, 12345678901234567890, [1.5, 2]])
def test_numbers_stay_what_they_are(value) -> None:
    assert [one for _, one in values_of(io.BytesIO(json.dumps([value, 1]).encode()))] == [value, 1]


def test_a_number_of_thousands_of_digits_is_an_error_of_its_line() -> None:
    with pytest.raises(FormatError, match="^the stream:2: found text that is not JSON"):
        list(values_of(io.BytesIO(b"[1,\n" + b"9" * 5000 + b"]")))
