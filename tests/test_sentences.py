"""Sentences in memory: scored as the files written from them; wrong shapes say where."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
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
    score_sentences,
    total,
    write_columns,
)

words = st.sampled_from(["no", "not", "a.", "Mr.", "ærlig", "_", "***", ",", "x y", "-"])
cell_words = st.sampled_from(["no", "not", "a.", "Mr.", "ærlig", ",", "-"])
tags = st.sampled_from(["NN", ".", "_", "-LRB-", ""])


@st.composite
def sentences(draw: st.DrawFn) -> tuple[list[Token], list[Negation], list[Negation]]:
    tokens = draw(
        st.lists(st.builds(lambda word, tag: Token(word, tag), words, tags), min_size=1, max_size=5)
    )
    positions = st.integers(0, len(tokens) - 1)
    parts = st.dictionaries(positions, cell_words, max_size=3)
    cues = st.dictionaries(positions, cell_words, min_size=1, max_size=2)
    negations = st.lists(st.builds(Negation, cues, parts, parts), max_size=3)
    return tokens, draw(negations), draw(negations)


@given(st.lists(sentences(), max_size=4), st.booleans())
def test_sentences_in_memory_score_as_the_files_written_from_them(
    drawn: list[tuple[list[Token], list[Negation], list[Negation]]], nis: bool
) -> None:
    gold = [Sentence(tokens, negations) for tokens, negations, _ in drawn]
    system = [Sentence(tokens, negations) for tokens, _, negations in drawn]
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
        assert total(score_sentences(gold, system, nis=nis)) == expected.counts


def test_what_is_written_is_the_column_format() -> None:
    stream = io.BytesIO()
    second = Sentence(
        [Token("Unhappy", "JJ", "unhappy", "(S*"), Token(".", ".")],
        [Negation(cue={0: "Un"}, scope=[(0, "happy")], event={0: "happy"}), Negation([1])],
    )
    write_columns([Sentence(["Rain"]), second], stream, document="story")
    assert stream.getvalue().decode() == (
        "story\t1\t0\tRain\t_\t_\t_\t***\n\n"
        "story\t2\t0\tUnhappy\tunhappy\tJJ\t(S*\tUn\thappy\thappy\t_\t_\t_\n"
        "story\t2\t1\t.\t_\t.\t_\t_\t_\t_\t.\t_\t_\n\n"
    )
    stream.seek(0)
    assert [one.plain() for one in read_columns(stream)][1] == second


ONE = Sentence(["No", "rain"], [Negation([0], [1])])


def system_of(negation: Negation) -> list[Sentence]:
    return [ONE._replace(negations=(negation,))]


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


ANY: Any = Negation
SENTENCE: Any = Sentence
SCORE: Any = score
WRITE: Any = write_columns


@pytest.mark.parametrize(
    "make",
    [
        lambda: SENTENCE("No rain"),
        lambda: SENTENCE(["No"], ["negation"]),
        lambda: ANY(cue="un"),
        lambda: ANY(cue=["0"]),
        lambda: ANY(scope=[(0, 1)]),
        lambda: SCORE("gold.txt", "system.txt"),
        lambda: SCORE([ONE], [ONE.tokens]),
        lambda: WRITE([ONE], "out.txt"),
        lambda: WRITE(["No rain"], io.BytesIO()),
        lambda: list(read_columns(io.StringIO("text"))),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_an_error_at_once(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        make()


@pytest.mark.parametrize("document", ["a\tb", "a\nb"])
def test_a_document_has_no_tab_and_no_newline_in_its_name(document: str) -> None:
    with pytest.raises(ShapeError, match="a tab or a newline in the document's name"):
        write_columns([ONE], io.BytesIO(), document)


def test_a_stop_in_memory_names_the_sentence() -> None:
    bad = ONE._replace(negations=(Negation([], [1]),))
    with pytest.raises(ScoringError, match="^system sentence 2: found negation 1 .* without cue"):
        score([ONE, ONE], [ONE, bad])
