"""BIO labels: negations from the labels of a tagger and back, and what BIO cannot say."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer import (
    FormatError,
    Labels,
    Negation,
    Reading,
    Sentence,
    ShapeError,
    from_bio,
    read_corpus,
    to_bio,
)
from sem2012_scorer.reading.bio import write_bio

WORDS = ["It", "did", "not", "rain", "unkindly", "."]
labels = st.sampled_from(["O", "B-CUE", "I-CUE", "B-SCOPE", "I-SCOPE", "B-EVENT", "I-EVENT"])


def test_labels_are_the_negation_of_a_sentence() -> None:
    found = from_bio(WORDS, ["B-SCOPE", "I-SCOPE", "B-CUE", "B-SCOPE", "O", "O"])
    assert found == Sentence(WORDS, [Negation([2], [0, 1, 3])])


def test_several_lists_are_several_negations_and_o_is_none() -> None:
    lists = [["O"] * 6, ["O", "O", "B-CUE", "B-EVENT", "O", "O"]]
    assert from_bio(WORDS, lists) == Sentence(WORDS, [Negation([2], [], [3])])
    assert from_bio(WORDS, ["O"] * 6) == Sentence(WORDS)


@given(st.lists(st.lists(labels, min_size=6, max_size=6), min_size=1, max_size=3))
def test_negations_made_labels_and_negations_again_are_the_same(lists) -> None:
    """A list may hold several negations; each of them is then a list of its own."""
    once = from_bio(WORDS, lists)
    assert from_bio(WORDS, to_bio(once).columns).negations == once.negations
    assert from_bio(WORDS, to_bio(once, full_labels=True).columns).negations == once.negations


@given(
    st.lists(
        st.permutations(range(6)).flatmap(
            lambda order: st.builds(
                lambda one, two: Negation(
                    sorted(order[:one]), sorted(order[one:two]), sorted(order[two:])
                ),
                st.integers(1, 2),
                st.integers(2, 5),
            )
        ),
        max_size=3,
    )
)
def test_negations_without_overlap_and_parts_of_words_come_back(negations) -> None:
    sentence = Sentence(WORDS, negations)
    found = to_bio(sentence)
    assert {kind for kind, _ in found.lost} <= {"parts with a gap, written as several spans"}
    assert from_bio(WORDS, found.columns) == sentence


@pytest.mark.parametrize(
    "negation, columns, kinds",
    [
        (
            Negation([2], [1, 3], [3]),
            "O B-SCOPE B-CUE B-SCOPE O O",
            ["parts with a gap, written as several spans", "tokens in two parts, written as one"],
        ),
        (
            Negation({4: "un"}, {3: "rain", 4: "kindly"}),
            "O O O B-SCOPE B-CUE O",
            [
                "parts of words, written as the word",
                "parts of words, written as the word",
                "tokens in two parts, written as one",
            ],
        ),
        (
            Negation([], [1, 3]),
            "O B-SCOPE O B-SCOPE O O",
            ["parts with a gap, written as several spans", "negations without cue, kept"],
        ),
    ],
)
def test_what_bio_cannot_say_is_named(negation, columns, kinds) -> None:
    found = to_bio(Sentence(WORDS, [negation]))
    assert found.columns == (tuple(columns.split()),)
    assert [kind for kind, _ in found.lost] == kinds
    assert all(what.startswith("negation 1: ") for _, what in found.lost)


def test_the_priority_says_which_part_a_label_names() -> None:
    sentence = Sentence(["No", "rain"], [Negation([0], [1], [1])])
    assert to_bio(sentence, ("cue", "event", "scope")).columns == (("B-CUE", "B-EVENT"),)
    with pytest.raises(ValueError, match="priority has cue, scope and event"):
        to_bio(sentence, ("cue", "scope"))


def test_a_sentence_without_negation_has_one_column_of_o() -> None:
    assert to_bio(Sentence(["Rain", "."])) == Labels((("O", "O"),))


@pytest.mark.parametrize(
    "given_labels, message",
    [
        (["O"] * 5, "5 labels for 6 tokens"),
        ([["O"] * 6, ["O"] * 7], "label column 2: 7 labels for 6 tokens"),
        (["O", "B-FOCUS", "O", "O", "O", "O"], "token 1: 'B-FOCUS' is not a label"),
        (["O", "yes", "O", "O", "O", "O"], "token 1: 'yes' is not a label"),
    ],
)
def test_labels_that_are_none_are_an_error(given_labels, message) -> None:
    with pytest.raises(ShapeError, match=message):
        from_bio(WORDS, given_labels)


def test_a_position_beyond_the_last_token_is_an_error() -> None:
    with pytest.raises(ShapeError, match="negation 1: cue: there is no token at position 6"):
        to_bio(Sentence(WORDS, [Negation([6])]))


def test_each_cue_is_a_negation_and_i_goes_on_with_it_after_a_gap() -> None:
    words = ["no", "rain", "nor", "sun"]
    assert from_bio(words, ["B-CUE", "O", "B-CUE", "I-CUE"]).negations == (
        Negation([0]),
        Negation([2, 3]),
    )
    assert from_bio(words, ["B-CUE", "O", "I-CUE", "O"]).negations == (Negation([0, 2]),)


def of_file(words, labels, **reading):
    """Return the sentence of a file of labels, and what was remarked: line and kind."""
    content = "".join("%s\t%s\n" % row for row in zip(words, labels)) + "\n"
    found = read_corpus(io.BytesIO(content.encode()), "bio", Reading(**reading))
    (sentence,) = found
    return sentence, [(one.line, one.kind) for one in found.remarks]


def test_cues_read_as_one_and_none_are_told() -> None:
    labels = ["B-CUE", "O", "B-CUE", "I-CUE"]
    words = ["no", "rain", "nor", "sun"]
    found, told = of_file(words, labels, scopes_to="one")
    assert found.negations == from_bio(words, labels, "one").negations == (Negation([0, 2, 3]),)
    assert told == [(3, "cues of several spans, read as one (--scopes-to one)")]
    assert of_file(["no"], ["B-SCOPE"])[1] == [(1, "negations without cue, kept")]


@pytest.mark.parametrize(
    "scopes_to, first, second",
    [
        ("nearest", [1, 2], [3, 5]),
        ("last", [1, 2, 3], [5]),
        ("touching", [1, 2, 3], [3, 5]),
        ("all", [1, 2, 3, 5], [1, 2, 3, 5]),
    ],
)
def test_a_run_of_scope_is_of_the_cue_that_is_asked_for(scopes_to, first, second) -> None:
    """The run of token 3 is next to the second cue; that of 1 and 2 to the first."""
    words = ["not", "a", "b", "c", "nor", "d"]
    labels = ["B-CUE", "B-SCOPE", "I-SCOPE", "B-SCOPE", "B-CUE", "B-SCOPE"]
    if scopes_to == "touching":
        first = [1, 2]
    found, told = of_file(words, labels, scopes_to=scopes_to)
    assert found.negations == from_bio(words, labels, scopes_to).negations
    assert found.negations == (Negation([0], first), Negation([4], second))
    choice = "sentences in which a scope could be of several cues (--scopes-to %s)" % scopes_to
    assert [kind for _, kind in told] == [choice]


def test_at_equal_distance_a_run_of_scope_is_of_the_cue_before_it() -> None:
    found = from_bio(["not", "a", "nor"], ["B-CUE", "B-SCOPE", "B-CUE"])
    assert found.negations == (Negation([0], [1]), Negation([2]))


@pytest.mark.parametrize("label, meaning", [("B-X", "B-X=B-CUE"), ("B-X", "X=CUE"), ("B-NEG", "")])
def test_what_a_label_means_can_be_said(label, meaning) -> None:
    found = from_bio(["no"], [label], meanings=filter(None, [meaning]))
    assert found.negations == (Negation([0]),)


def test_full_labels_carry_every_part_and_strings() -> None:
    words = ["an", "unkind", "=+%", "word"]
    negation = Negation([(1, "un")], [0, (1, "kind"), (2, "=+"), 3], [(1, "kind"), 2])
    labels = to_bio(Sentence(words, [negation]), full_labels=True)
    assert not labels.lost
    assert labels.columns[0][1] == "B-CUE=un+SCOPE=kind+EVENT=kind"
    assert from_bio(words, labels.columns) == Sentence(words, [negation])


def test_an_i_that_begins_a_span_is_told() -> None:
    found, told = of_file(["No", "rain"], ["I-CUE", "B-SCOPE"])
    assert found.negations == (Negation([0], [1]),)
    assert told == [(1, "labels I- that begin a span, read as B-")]


def test_a_file_has_a_word_and_its_labels_a_line() -> None:
    content = "No\tB-CUE\nrain\tB-SCOPE\n\r\n\nI O O\nsaw B-CUE O\nnone O B-CUE"
    first, second = read_corpus(io.BytesIO(content.encode()), "bio")
    assert first == Sentence(["No", "rain"], [Negation([0], [1])])
    assert second == Sentence(["I", "saw", "none"], [Negation([1]), Negation([2])])


@given(st.lists(st.lists(labels, min_size=6, max_size=6), min_size=1, max_size=3))
def test_a_file_written_is_read_as_what_it_was_written_from(lists) -> None:
    sentence = from_bio(WORDS, to_bio(from_bio(WORDS, lists)).columns)
    several = Sentence(["x", "y"], [Negation([0]), Negation([1])])
    stream = io.BytesIO()
    write_bio([sentence, Sentence(["x"]), several], stream)
    stream.seek(0)
    assert list(read_corpus(stream, "bio")) == [sentence, Sentence(["x"]), several]


@pytest.mark.parametrize(
    "content, message",
    [
        (b"", "the stream: found no line with a token"),
        (b"No\n", "the stream:1: found 1 field; expected a word and a label for each negation"),
        (b"No\tB-CUE\n\nIt\tO\nwas\tO\tO\n", "the stream:4: found 3 fields"),
        (b"No\tB-CUE\nrain\tB-FOCUS\n", "the stream:2: found the label 'B-FOCUS'"),
        (
            b"No\tB-CUE\tO\n\nrain\tO\tO\n",
            "the stream:1: found labels in columns 2, 3; expected one column of labels",
        ),
    ],
)
def test_a_file_of_something_else_is_an_error_with_its_line(content, message) -> None:
    with pytest.raises(FormatError, match=message):
        list(read_corpus(io.BytesIO(content), "bio"))


def test_words_of_odd_white_space_are_words() -> None:
    words = ["\xa0", "\x85", "10\xa0000", "\u3000"]
    stream = io.BytesIO()
    write_bio([Sentence(words, [Negation([2])])], stream)
    stream.seek(0)
    assert list(read_corpus(stream, "bio")) == [Sentence(words, [Negation([2])])]


def test_negations_without_a_token_are_named_as_left_out() -> None:
    found = to_bio(Sentence(["no"], [Negation()]))
    assert found == Labels(
        (("O",),), (("negations without a token, left out", "negation 1: it has none"),)
    )


def test_words_that_no_line_can_hold_are_an_error() -> None:
    for word in ("a\tb", "a\nb", "", " "):
        with pytest.raises(ShapeError, match="a word that BIO cannot hold"):
            write_bio([Sentence([word])], io.BytesIO())
