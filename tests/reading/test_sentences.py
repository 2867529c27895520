"""Sentences in memory: scored as the files written from them; wrong shapes say where."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from conftest import score_sentences
from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer import (
    Negation,
    ScoringError,
    Sentence,
    ShapeError,
    Token,
    read_columns,
    score,
    score_files,
    write_columns,
)
from sem2012_scorer.common.counts import sum_of_counts

words = st.sampled_from(["no", "not", "a.", "Mr.", "ærlig", "_", "***", ",", "x y", "-"])
cells = st.sampled_from(["no", "not", "a.", "Mr.", "ærlig", ",", "-"])
tags = st.sampled_from(["NN", ".", "_", "-LRB-", ""])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Sentence, Sentence]:
    """The same tokens with gold's negations and with a system's."""
    token = st.builds(lambda word, tag: Token(word, tag), words, tags)
    tokens = draw(st.lists(token, min_size=1, max_size=5))
    positions = st.integers(0, len(tokens) - 1)
    parts = st.dictionaries(positions, cells, max_size=3)
    cues = st.dictionaries(positions, cells, min_size=1, max_size=2)
    negations = st.lists(st.builds(Negation, cues, parts, parts), max_size=3)
    return Sentence(tokens, draw(negations)), Sentence(tokens, draw(negations))


@given(st.lists(pairs(), max_size=4), st.booleans())
def test_sentences_in_memory_score_as_the_files_written_from_them(
    drawn: list[tuple[Sentence, Sentence]], nis: bool
) -> None:
    gold, system = [one for one, _ in drawn], [one for _, one in drawn]
    streams = io.BytesIO(), io.BytesIO()
    for side, stream in zip((gold, system), streams):
        write_columns(side, stream)
        stream.seek(0)
    try:
        expected = score_files(*streams, nis=nis)
    except ScoringError:
        with pytest.raises(ScoringError):
            score(gold, system, nis=nis)
    else:
        assert score(gold, system, nis=nis) == expected
        assert sum_of_counts(score_sentences(gold, system, nis=nis)) == expected.counts


def test_what_is_written_is_the_column_format() -> None:
    stream = io.BytesIO()
    tokens = [Token("Unhappy", "JJ", "unhappy", "(S*"), Token(".", ".")]
    negations = [Negation({0: "Un"}, [(0, "happy")], {0: "happy"}), Negation([1])]
    write_columns([Sentence(["Rain"]), Sentence(tokens, negations)], stream, document="story")
    assert stream.getvalue().decode() == (
        "story\t1\t0\tRain\t_\t_\t_\t***\n\n"
        "story\t2\t0\tUnhappy\tunhappy\tJJ\t(S*\tUn\thappy\thappy\t_\t_\t_\n"
        "story\t2\t1\t.\t_\t.\t_\t_\t_\t_\t.\t_\t_\n\n"
    )


ONE = Sentence(["No", "rain"], [Negation([0], [1])])


def system_of(*negations: Negation) -> list[Sentence]:
    return [ONE._replace(negations=negations)]


@pytest.mark.parametrize(
    "gold, system, message",
    [
        ([ONE, ONE], [ONE], "gold has 2 sentences, the system 1"),
        (
            [ONE],
            [Sentence(["No", "sun"])],
            "sentence 1, token 1: gold has 'rain', the system 'sun'",
        ),
        ([ONE], [Sentence(["No"])], "sentence 1, token 1: gold has 'rain', the system none"),
        ([Sentence([])], [Sentence([])], "gold, sentence 1: a sentence has no tokens"),
        ([ONE], system_of(Negation([2])), "negation 1, cue: there is no token at position 2"),
        ([ONE], system_of(Negation([0], {1: "a b"})), "token 1: 'a b' cannot stand in a cell"),
        ([ONE], system_of(Negation([0, 0])), "token 0 is given twice"),
        ([ONE], system_of(Negation({0: "***"})), "means that there is no negation"),
        ([Sentence(["a\tb"])], [Sentence(["a\tb"])], "token 0: a tab or a newline"),
    ],
)
def test_a_wrong_shape_is_an_error_that_says_where(
    gold: list[Sentence], system: list[Sentence], message: str
) -> None:
    with pytest.raises(ShapeError) as caught:
        score(gold, system)
    assert message in str(caught.value)


def test_what_cannot_be_scored_or_written_names_the_place() -> None:
    with pytest.raises(ScoringError, match="^system sentence 2: found no cue in negation 1"):
        score([ONE, ONE], [ONE, *system_of(Negation([], [1]))])
    with pytest.raises(ShapeError, match="a tab or a newline in the document's name"):
        write_columns([ONE], io.BytesIO(), "a\tb")


def wrong(function: Any, *words: Any, **parts: Any) -> Callable[[], object]:
    return lambda: list(function(*words, **parts))


@pytest.mark.parametrize(
    "call",
    [
        wrong(Sentence, "No rain"),
        wrong(Sentence, ["No"], ["negation"]),
        wrong(Negation, cue="un"),
        wrong(Negation, cue=["0"]),
        wrong(Negation, scope=[(0, 1)]),
        wrong(Negation, [True, False]),
        wrong(score, "gold.txt", "system.txt"),
        wrong(score, [ONE], [ONE.tokens]),
        wrong(write_columns, [ONE], "out.txt"),
        wrong(write_columns, ["No rain"], io.BytesIO()),
        wrong(read_columns, io.StringIO("text")),
    ],
)
def test_a_wrong_type_is_an_error_at_once(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("values", [(3,), (None,), ("no", 1), ("no", "RB", b"no")])
def test_what_is_no_string_is_no_token(values: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="of a token are strings, not"):
        Token(*values)


def test_a_document_and_a_number_may_be_numbers() -> None:
    sentence = Sentence(["No", "."], document=12, number=3)
    assert (sentence.document, sentence.number, sentence.name) == ("12", "3", "12:3")
